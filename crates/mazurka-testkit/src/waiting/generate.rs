//! Random programs.

use super::block::{Location, Order, Register};
use super::program::{
    Change, Condition, DATA, Effect, Form, Grab, Keeps, Lock, MUTEXES, NAMED, OUT, Operand, Pause,
    Program, Relation, Statement, Unlock,
};
use crate::random::Random;

/// What programs are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// Are there mutexes?
    pub mutexes: bool,
    /// Are there assertions?
    pub assertions: bool,
    /// Do rounds write memory of their own?
    pub keeps: bool,
}

/// The program of a seed.
#[must_use]
pub fn generate(seed: u64, features: Features) -> Program {
    let mut maker = Maker {
        random: Random::new(seed),
        features,
        assertions: 0,
        buffered: false,
        told: None,
    };
    maker.buffered = maker.random.percent(35);
    let threads = if maker.random.percent(70) { 2 } else { 3 };
    let (least, most) = if threads == 2 { (2, 4) } else { (1, 3) };
    let threads: Vec<_> = (0..threads)
        .map(|thread| maker.thread(thread, least, most))
        .collect();
    Program {
        threads,
        in_memory: maker.features.keeps && seed % 2 == 1,
    }
}

struct Maker {
    random: Random,
    features: Features,
    assertions: u32,
    /// Does little wait for buffers to be empty, so that it shows what waits in them?
    buffered: bool,
    /// The register that the thread will tell: that of its last loop.
    told: Option<Register>,
}

impl Maker {
    fn thread(&mut self, thread: usize, least: usize, most: usize) -> Vec<Statement> {
        let mut all = Vec::new();
        let mut loops = 0;
        self.told = None;
        if self.buffered {
            let (value, order) = (self.stored(), self.order());
            all.push(Statement::Store(thread % DATA, value, order));
        }
        for _ in 0..self.random.between(least, most) {
            let is_loop = loops < 2 && self.random.percent(40);
            loops += usize::from(is_loop);
            let statement = if is_loop {
                self.waiting(thread)
            } else {
                self.straight(false)
            };
            all.push(statement);
        }
        let register = self.told.unwrap_or_else(|| self.register());
        if self.features.assertions && self.random.percent(15) {
            let value = self.random.below(3);
            all.push(Statement::Assert(
                register,
                u32::try_from(value).expect("small"),
                self.assertions,
            ));
            self.assertions += 1;
        }
        let order = self.order();
        // Most of them tell what they have read.
        if self.random.percent(75) {
            let value = Operand::Register(register);
            all.push(Statement::Store(OUT + thread, value, order));
        }
        all
    }

    fn data(&mut self) -> Location {
        self.random.below(DATA)
    }

    /// Most values are in the first register, so that they are told. That of a loop is kept.
    fn register(&mut self) -> Register {
        let register = self.random.weighted(&[8, 2, 1][..NAMED]);
        match self.told {
            Some(told) if told == register => (register + 1) % NAMED,
            _ => register,
        }
    }

    /// The register of a loop, to be told.
    fn loop_register(&mut self) -> Register {
        let register = self.register();
        self.told = Some(register);
        register
    }

    fn constant(&mut self) -> u32 {
        u32::try_from(self.random.weighted(&[3, 5, 2])).expect("small")
    }

    /// What is stored.
    fn stored(&mut self) -> Operand {
        if self.random.percent(85) {
            let value = self.random.weighted(&[1, 5, 3]);
            Operand::Constant(u32::try_from(value).expect("small"))
        } else {
            Operand::Register(self.register())
        }
    }

    fn pause(&mut self) -> Pause {
        [Pause::None, Pause::Yield, Pause::Fence][self.random.weighted(&[6, 3, 1])]
    }

    fn order(&mut self) -> Order {
        let full = usize::from(!self.buffered);
        [Order::Relaxed, Order::Release, Order::Full][self.random.weighted(&[6, 2, full])]
    }

    fn operand(&mut self, constants: usize) -> Operand {
        if self.random.percent(constants) {
            Operand::Constant(self.constant())
        } else {
            Operand::Register(self.register())
        }
    }

    /// A statement that is no loop.
    fn straight(&mut self, within: bool) -> Statement {
        let location = self.data();
        let register = self.register();
        let weights = match self.buffered {
            true => [8, 8, 0, 0, 0, 0],
            false => [8, 5, 3, 2, 2, usize::from(!within)],
        };
        match self.random.weighted(&weights) {
            0 => {
                let (value, order) = (self.stored(), self.order());
                Statement::Store(location, value, order)
            }
            1 => Statement::Load(register, location),
            2 => Statement::Add(register, location, 1),
            3 => Statement::Exchange(register, location, self.stored()),
            4 => {
                let (expected, new) = (self.constant(), self.constant());
                Statement::CompareExchange(register, location, expected, new)
            }
            _ => Statement::Fence,
        }
    }

    /// A condition under which a loop goes on.
    fn condition(&mut self) -> Condition {
        let location = self.data();
        let operand = self.operand(88);
        let relation = match self.random.weighted(&[6, 2, 3]) {
            0 => Relation::Equal,
            1 => Relation::Unequal,
            _ => Relation::Less,
        };
        // To wait while nothing is there is what most loops do.
        let operand = match operand {
            Operand::Constant(_) if relation == Relation::Equal && self.random.percent(70) => {
                Operand::Constant(0)
            }
            operand => operand,
        };
        Condition {
            location,
            relation,
            operand,
        }
    }

    /// One that does not compare with this register, as the loop changes it.
    fn condition_without(&mut self, register: Register) -> Condition {
        let mut condition = self.condition();
        if condition.operand == Operand::Register(register) {
            condition.operand = Operand::Constant(self.constant());
        }
        condition
    }

    fn spelling(&mut self) -> u8 {
        u8::try_from(self.random.below(12)).expect("small")
    }

    fn waiting(&mut self, thread: usize) -> Statement {
        let mutexes = 2 * usize::from(self.features.mutexes);
        let weights = match self.buffered {
            true => [5, 4, 1, 1, 0, 7, 1],
            false => [5, 4, 5, 4, mutexes, 7, 3],
        };
        match self.random.weighted(&weights) {
            0 => {
                let register = self.loop_register();
                Statement::Wait {
                    condition: self.condition_without(register),
                    pause: self.pause(),
                    keep: self.random.percent(70).then_some(register),
                    spelling: self.spelling(),
                }
            }
            1 => {
                let (first, mut second) = (self.condition(), self.condition());
                second.location = 1 - first.location;
                let forms = [
                    Form::Both,
                    Form::Either,
                    Form::Values,
                    Form::Same,
                    Form::Sum,
                    Form::Exits,
                ];
                Statement::WaitTwo {
                    conditions: [first, second],
                    form: forms[self.random.weighted(&[3, 2, 2, 2, 2, 3])],
                    register: self.loop_register(),
                    pause: self.pause(),
                    spelling: self.spelling(),
                }
            }
            2 => self.locked(),
            3 => {
                let constant = self.constant();
                let location = self.data();
                let changes = [
                    Change::Increment,
                    Change::Decrement,
                    Change::Set(constant),
                    Change::Copy(1 - location),
                ];
                Statement::Retry {
                    location,
                    change: changes[self.random.weighted(&[3, 2, 2, 2])],
                    reload: self.random.percent(50),
                    keeps: self.features.keeps && self.random.percent(50),
                    register: self.loop_register(),
                    spelling: self.spelling(),
                }
            }
            4 => {
                let register = self.loop_register();
                Statement::Poll {
                    mutex: self.random.below(MUTEXES),
                    condition: self.condition_without(register),
                    register,
                    spelling: self.spelling(),
                }
            }
            5 => self.planted(thread),
            _ => {
                let (wanted, new) = (self.constant(), self.constant());
                let weak = self.random.percent(50);
                let grabs = [
                    Grab::CompareExchange { wanted, new, weak },
                    Grab::Exchange { wanted, new },
                    Grab::Or { wanted, bits: new },
                ];
                Statement::Grab {
                    location: self.data(),
                    grab: grabs[self.random.weighted(&[3, 3, 1])],
                    register: self.loop_register(),
                    pause: self.pause(),
                    spelling: self.spelling(),
                }
            }
        }
    }

    fn locked(&mut self) -> Statement {
        let mutexes = usize::from(self.features.mutexes);
        let mutex = self.random.below(MUTEXES);
        let weights = [2, 2, 1, 2, 2, mutexes, 2 * mutexes];
        let lock = match self.random.weighted(&weights) {
            0 => Lock::Exchange,
            1 => Lock::CompareExchange {
                weak: self.random.percent(50),
            },
            2 => Lock::Or,
            3 => Lock::TestAndSet,
            4 => Lock::Ticket,
            5 => Lock::Mutex(mutex),
            _ => Lock::TryMutex(mutex),
        };
        let order = self.order();
        let unlocks = [
            Unlock::Store(order),
            Unlock::Exchange,
            Unlock::Add,
            Unlock::And,
        ];
        Statement::Locked {
            lock,
            unlock: unlocks[self.random.weighted(&[5, 1, 1, 1])],
            body: (0..self.random.between(1, 2))
                .map(|_| self.straight(true))
                .collect(),
            pause: self.pause(),
            spelling: self.spelling(),
        }
    }

    /// A loop that does more than wait.
    fn planted(&mut self, thread: usize) -> Statement {
        let register = self.loop_register();
        let condition = self.condition_without(register);
        let bound = u32::try_from(self.random.between(1, 2)).expect("small");
        let kept = [
            Keeps::Count(bound),
            Keeps::Flag,
            Keeps::Last,
            Keeps::Second,
            Keeps::Dead,
            Keeps::Nothing,
        ];
        let mut keeps = kept[self.random.weighted(&[4, 3, 4, 3, 1, 2])];
        let others = [1 - condition.location, OUT + thread];
        let other = others[self.random.below(2)];
        let (value, order) = (self.constant().max(1), self.order());
        let effects = [
            Effect::Nothing,
            Effect::Store(other, value, order),
            Effect::Add(other),
            Effect::CompareExchange(other, value),
        ];
        let rest = usize::from(!self.buffered);
        let effect = effects[self.random.weighted(&[8, 2, rest, 2 * rest])];
        // What others see of each round has no end.
        let must_end = matches!(effect, Effect::Add(_))
            || keeps == Keeps::Nothing && effect == Effect::Nothing;
        let may_end = matches!(effect, Effect::Store(..)) && self.random.percent(85);
        let ends = must_end || may_end || self.random.percent(15);
        if ends && keeps == Keeps::Dead {
            keeps = Keeps::Flag;
        }
        Statement::Planted {
            condition,
            rounds: ends.then_some(bound),
            keeps,
            register,
            effect,
            spelling: self.spelling(),
        }
    }
}
