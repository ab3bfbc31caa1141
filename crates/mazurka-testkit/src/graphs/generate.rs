//! Random programs.

use super::program::{Access, Action, Program, Statement, Wait};
use super::shapes::SHAPES;
use mazurka_program::Order;
use mazurka_random::Random;
use std::fmt;
use std::str::FromStr;

/// What programs are about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Loads and stores.
    Plain,
    /// Updates as well.
    Rmw,
    /// Fences as well.
    Fence,
    /// Mutexes.
    Lock,
    /// Accesses that wait for a value.
    Await,
    /// Mutexes that are tried, semaphores, choices.
    Strong,
    /// Threads that start and join others.
    Spawn,
    /// Condition variables.
    Wait,
    /// The classic shapes, with other orders, with fences and updates put in.
    Shape,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 9] = [
        Kind::Plain,
        Kind::Rmw,
        Kind::Fence,
        Kind::Lock,
        Kind::Await,
        Kind::Strong,
        Kind::Spawn,
        Kind::Wait,
        Kind::Shape,
    ];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Plain => "plain",
            Kind::Rmw => "rmw",
            Kind::Fence => "fence",
            Kind::Lock => "lock",
            Kind::Await => "await",
            Kind::Strong => "strong",
            Kind::Spawn => "spawn",
            Kind::Wait => "wait",
            Kind::Shape => "shape",
        })
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(name: &str) -> Result<Kind, String> {
        let found = Kind::ALL.into_iter().find(|kind| kind.to_string() == name);
        found.ok_or_else(|| {
            format!(
                "there is no kind {name:?}: choose plain, rmw, fence, lock, await, strong, spawn, \
                 wait, shape or all"
            )
        })
    }
}

/// The program of a seed.
#[must_use]
pub fn generate(kind: Kind, seed: u64) -> Program {
    let mut random = Random::new(seed.wrapping_mul(31).wrapping_add(kind as u64) ^ 0x6a09_e667);
    let locations = match random.below(10) {
        0..=1 => 1,
        2..=8 => 2,
        _ => 3,
    };
    let threads = match random.below(10) {
        0..=3 => 2,
        4..=7 => 3,
        _ => 4,
    };
    let mut writer = Writer {
        palette: random.below(6),
        kind,
        locations,
        random,
    };
    if kind == Kind::Shape {
        return writer.shape();
    }
    let mut program = Program::default();
    if kind == Kind::Strong {
        program.permits = vec![writer.random.below(3) as u64];
    }
    for _ in 0..threads {
        let most = match threads {
            2 => 5,
            3 => 3,
            _ => 2,
        };
        let most = match kind {
            Kind::Plain | Kind::Rmw => most,
            Kind::Fence => most + 1,
            // A section with a wait has four events.
            Kind::Wait if threads == 2 => 2,
            Kind::Wait => 1,
            _ => most - 1,
        };
        let most = match kind {
            Kind::Wait => most,
            _ => most.max(2),
        };
        let length = writer.random.between(1, most);
        let body = (0..length).map(|_| writer.statement(0)).collect();
        program.threads.push(body);
    }
    if kind == Kind::Spawn {
        writer.spawn(&mut program);
    }
    debug_assert_eq!(program.check(), Ok(()));
    program
}

struct Writer {
    random: Random,
    kind: Kind,
    locations: usize,
    /// Which orders the program has.
    palette: usize,
}

use Order::{Acquire, AcquireRelease, Relaxed, Release, SequentiallyConsistent};

/// The orders of loads.
const LOADS: [Order; 3] = [Relaxed, Acquire, SequentiallyConsistent];

impl Writer {
    fn order(&mut self, legal: &[Order]) -> Order {
        let strongest = match self.palette {
            0 => return Relaxed,
            1 if self.random.percent(70) => return SequentiallyConsistent,
            2 if self.random.percent(70) => {
                let strong = legal
                    .iter()
                    .filter(|order| **order != SequentiallyConsistent);
                return *strong.max().unwrap_or(&Relaxed);
            }
            3 if self.random.percent(50) => return Relaxed,
            _ => legal,
        };
        *self.random.pick(strongest)
    }

    fn order_of(&mut self, action: Action) -> Order {
        match action {
            Action::Load => self.order(&LOADS),
            Action::Store(_) | Action::StoreNext => {
                self.order(&[Relaxed, Release, SequentiallyConsistent])
            }
            _ => self.order(&[
                Relaxed,
                Acquire,
                Release,
                AcquireRelease,
                SequentiallyConsistent,
            ]),
        }
    }

    fn value(&mut self) -> u64 {
        self.random.between(1, 3) as u64
    }

    fn access(&mut self, updates: usize) -> Access {
        let location = self.random.below(self.locations);
        let action = match self.random.below(100) {
            n if n < updates => match self.random.below(4) {
                0..=1 => Action::Add(self.random.between(1, 2) as u64),
                2 => Action::Swap(self.random.below(3) as u64),
                _ => Action::Exchange(self.random.below(2) as u64, self.value()),
            },
            n if n < updates + (100 - updates) / 2 => Action::Load,
            _ if self.random.percent(20) => Action::StoreNext,
            _ => Action::Store(self.value()),
        };
        let order = self.order_of(action);
        let mut access = Access::new(location, action, order);
        if matches!(action, Action::Exchange(..)) {
            access.failure = self.order(&LOADS);
        }
        access.skips = action.reads() && self.random.percent(25);
        access
    }

    fn waiting(&mut self) -> Access {
        let mut access = self.access(25);
        while !access.action.reads() {
            access = self.access(25);
        }
        let value = self.random.below(3) as u64;
        access.wait = Some(match (access.action, self.random.percent(50)) {
            (Action::Exchange(old, _), true) => Wait::Until(old),
            (Action::Swap(value), true) => Wait::Unless(value),
            (_, true) => Wait::Until(value),
            (_, false) => Wait::Unless(value),
        });
        access
    }

    fn section(&mut self, depth: usize, is_try: bool) -> Statement {
        let length = self.random.below(if depth == 0 { 3 } else { 2 });
        Statement::Section {
            mutex: self.random.below(2),
            is_try,
            body: (0..length).map(|_| self.statement(depth + 1)).collect(),
        }
    }

    fn statement(&mut self, depth: usize) -> Statement {
        let dice = self.random.below(100);
        match self.kind {
            Kind::Plain => Statement::Access(self.access(0)),
            Kind::Rmw => Statement::Access(self.access(40)),
            Kind::Fence => match dice {
                0..=34 => self.fence(),
                _ => Statement::Access(self.access(20)),
            },
            Kind::Lock => match dice {
                0..=54 if depth == 0 => self.section(depth, false),
                0..=14 if depth == 1 => self.section(depth, false),
                _ => Statement::Access(self.access(15)),
            },
            Kind::Await => match dice {
                0..=29 => Statement::Access(self.waiting()),
                30..=36 if depth == 0 => self.section(depth, false),
                _ => Statement::Access(self.access(20)),
            },
            Kind::Strong => match dice {
                0..=17 if depth < 2 => self.section(depth, true),
                18..=27 if depth < 2 => self.section(depth, false),
                28..=37 => Statement::Acquire {
                    semaphore: 0,
                    count: self.random.between(1, 2) as u64,
                },
                38..=49 => Statement::Release {
                    semaphore: 0,
                    count: self.random.between(1, 2) as u64,
                },
                50..=57 => Statement::Choose {
                    count: 2,
                    skips: self.random.percent(50),
                },
                58..=63 => Statement::Access(self.waiting()),
                64..=68 => Statement::Fence(SequentiallyConsistent),
                _ => Statement::Access(self.access(20)),
            },
            Kind::Spawn => match dice {
                0..=9 if depth == 0 => self.section(depth, false),
                10..=15 => Statement::Access(self.waiting()),
                _ => Statement::Access(self.access(20)),
            },
            Kind::Wait => match dice {
                0..=29 if depth == 0 => {
                    let mutex = usize::from(self.random.percent(20));
                    let mut body = vec![Statement::Wait {
                        condition: usize::from(self.random.percent(20)),
                        mutex,
                    }];
                    if self.random.percent(25) {
                        let at = self.random.below(2);
                        body.insert(at, Statement::Access(self.access(20)));
                    }
                    Statement::Section {
                        mutex,
                        is_try: self.random.percent(15),
                        body,
                    }
                }
                30..=44 if depth == 0 => self.section(depth, false),
                45..=64 => Statement::NotifyOne(usize::from(self.random.percent(20))),
                65..=74 => Statement::NotifyAll(usize::from(self.random.percent(20))),
                _ => Statement::Access(self.access(20)),
            },
            Kind::Shape => Statement::Access(self.access(20)),
        }
    }

    /// A classic shape, changed.
    fn shape(&mut self) -> Program {
        let shape = self.random.pick(SHAPES);
        let mut program: Program = shape.program.parse().expect("a program");
        let is_fenced = self.random.percent(50);
        for thread in &mut program.threads {
            let mut changed = Vec::new();
            for statement in thread.drain(..) {
                match statement {
                    Statement::Access(mut access) => {
                        self.change(&mut access);
                        changed.push(Statement::Access(access));
                    }
                    Statement::Fence(_) => {
                        if self.random.percent(70) {
                            changed.push(self.fence());
                        }
                    }
                    other => changed.push(other),
                }
                if is_fenced && self.random.percent(30) {
                    changed.push(self.fence());
                }
                if self.random.percent(6) {
                    changed.push(Statement::Access(self.access(20)));
                }
            }
            *thread = changed;
        }
        program
    }

    /// Another order, or an update instead of a store.
    fn change(&mut self, access: &mut Access) {
        if let Action::Store(value) = access.action
            && self.random.percent(15)
        {
            access.action = match self.random.below(3) {
                0 => Action::Swap(value),
                1 => Action::Add(value),
                _ => Action::Exchange(self.random.below(2) as u64, value),
            };
        }
        access.order = self.order_of(access.action);
        access.failure = match access.action {
            Action::Exchange(..) => self.order(&LOADS),
            _ => Relaxed,
        };
    }

    fn fence(&mut self) -> Statement {
        let all = [
            Acquire,
            Release,
            AcquireRelease,
            SequentiallyConsistent,
            SequentiallyConsistent,
        ];
        Statement::Fence(*self.random.pick(&all))
    }

    /// Lets some threads start others, and join them or others.
    fn spawn(&mut self, program: &mut Program) {
        let count = program.threads.len();
        for child in 1..count {
            if self.random.percent(25) {
                continue;
            }
            let parent = self.random.below(child);
            let spawn = self.place(program, parent, 0);
            program.threads[parent].insert(spawn, Statement::Spawn(child));
            if self.random.percent(60) {
                let join = self.place(program, parent, spawn + 1);
                program.threads[parent].insert(join, Statement::Join(child));
            }
        }
        if self.random.percent(20) {
            let (thread, other) = (self.random.below(count), self.random.below(count));
            if thread != other {
                let at = self.place(program, thread, 0);
                program.threads[thread].insert(at, Statement::Join(other));
            }
        }
    }

    /// A place in a thread, from `from` on, that cannot be skipped.
    fn place(&mut self, program: &Program, thread: usize, from: usize) -> usize {
        let statements = &program.threads[thread];
        let mut at = self.random.between(from, statements.len());
        while at > from && statements[at - 1].skips() {
            at -= 1;
        }
        if at > 0 && statements[at - 1].skips() {
            statements.len() + 1
        } else {
            at
        }
        .min(statements.len())
    }
}
