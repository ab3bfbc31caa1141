//! Random programs from a seed.
//!
//! Every program has its own weights, drawn first, so that shapes differ: some
//! are all locks, some all compare-exchanges, some mostly read, some spawn in
//! branches; and most use one or two [families](Family) of blocking operations.
//! Half of them run under SC, the others under TSO and PSO with store buffers of
//! various sizes.
//! Constants are small and variables few, so that comparisons come out both ways
//! and operations meet.

mod objects;
mod weights;

use crate::ir::{
    Change, Channel, Comparison, MAX_COMPARISONS, Program, REGISTERS, Statement, Value,
};
use crate::random::Random;
use mazurka_memory::Model;
use std::str::FromStr;
use weights::{Make, SHAPES};

/// Operations that belong together. Loads, stores, additions, compare-exchanges
/// and mutexes belong to none: every program may have them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Swaps and other updates that may change nothing, and writes of what everybody
    /// writes.
    Swap,
    /// Mutexes that are taken only if they are free.
    TryLock,
    /// Read-write locks.
    RwLock,
    /// Semaphores.
    Semaphore,
    /// What is to run once.
    Once,
    /// Choices and assumptions.
    Choice,
    /// Spin loops.
    Spin,
    /// Waiting for a condition on variables.
    Await,
    /// Condition variables.
    Condvar,
    /// Parking and unparking.
    Park,
    /// Channels.
    Channel,
    /// Channels of which messages are received selectively.
    Mailbox,
    /// Fences, store barriers, stores of several kinds, and loads of what was
    /// just stored: only under TSO and PSO.
    Buffer,
}

impl Family {
    /// All of them.
    pub const ALL: [Family; 13] = [
        Family::Swap,
        Family::TryLock,
        Family::RwLock,
        Family::Semaphore,
        Family::Once,
        Family::Choice,
        Family::Spin,
        Family::Await,
        Family::Condvar,
        Family::Park,
        Family::Channel,
        Family::Mailbox,
        Family::Buffer,
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Family::Swap => "swap",
            Family::TryLock => "try-lock",
            Family::RwLock => "rwlock",
            Family::Semaphore => "semaphore",
            Family::Once => "once",
            Family::Choice => "choice",
            Family::Spin => "spin",
            Family::Await => "await",
            Family::Condvar => "condvar",
            Family::Park => "park",
            Family::Channel => "channel",
            Family::Mailbox => "mailbox",
            Family::Buffer => "buffer",
        }
    }
}

impl FromStr for Family {
    type Err = String;

    fn from_str(name: &str) -> Result<Family, String> {
        let family = Family::ALL.into_iter().find(|f| f.name() == name);
        family.ok_or_else(|| {
            let names = Family::ALL.map(Family::name).join(", ");
            format!("there is no family {name:?}: choose one of {names}")
        })
    }
}

struct Generator {
    random: Random,
    /// Are there store buffers?
    is_relaxed: bool,
    families: Vec<Family>,
    weights: Vec<(Make, usize)>,
    variables: usize,
    mutexes: usize,
    /// For each channel, the body that receives from it.
    receivers: Vec<usize>,
    /// What the body being made drops at its end.
    drops: Vec<Statement>,
    /// How many bodies there are, and which of them is being made.
    bodies: usize,
    body: usize,
    /// The largest constant.
    constants: usize,
    /// Percentages.
    branches: usize,
    asserts: usize,
    assumes: usize,
    /// How often a spawn or join goes into a branch, where there is one.
    nesting: usize,
    /// How many operations may still be made.
    budget: usize,
}

/// The program with this seed: 2 to 6 bodies, 1 to 3 variables, at most 2
/// mutexes, and about 3 to 11 operations.
#[must_use]
pub fn generate(seed: u64) -> Program {
    generate_with(seed, &Family::ALL, None)
}

/// The same, with no operations of other than these families, and under this
/// model, if one is given.
#[must_use]
pub fn generate_with(seed: u64, families: &[Family], model: Option<Model>) -> Program {
    // Drawn apart from the rest: a program under SC is the same whatever the
    // others are made of.
    let mut random = Random::new(!seed);
    let drawn = [Model::Sc, Model::Tso, Model::Pso][random.weighted(&[2, 1, 1])];
    let bound = [None, Some(1), Some(2)][random.weighted(&[5, 2, 1])];
    let model = model.unwrap_or(drawn);
    let program = generate_for(seed, families, model);
    match model {
        Model::Sc => program,
        _ => Program {
            model,
            bound,
            ..program
        },
    }
}

fn generate_for(seed: u64, families: &[Family], model: Model) -> Program {
    let mut generator = Generator::new(seed, families, model);
    if generator.families.contains(&Family::Await) && generator.random.percent(15) {
        return generator.sums();
    }
    if generator.families.contains(&Family::Buffer) && generator.random.percent(35) {
        return generator.litmus();
    }
    let budgets = generator.budgets();
    let relay = generator.families.is_empty() && generator.bodies >= 4;
    let relay = relay && generator.random.percent(50);
    let mut program = Program::default();
    for (index, budget) in budgets.into_iter().enumerate() {
        generator.body = index;
        generator.budget = budget;
        let mut body = match relay {
            true => generator.relay(),
            false => generator.block(0),
        };
        // A relay spends little of a large budget.
        while generator.budget > 0 {
            body.extend(generator.block(0));
        }
        body.append(&mut generator.drops);
        program.bodies.push(body);
    }
    generator.spawns(&mut program);
    generator.declarations(&mut program);
    debug_assert_eq!(program.validate(), Ok(()), "seed {seed}");
    program
}

impl Generator {
    /// The weights of a program.
    fn new(seed: u64, allowed: &[Family], model: Model) -> Generator {
        let mut random = Random::new(seed);
        let others = allowed.iter().copied().filter(|f| *f != Family::Buffer);
        let others: Vec<_> = others.collect();
        let mut weights = SHAPES[random.below(SHAPES.len())].to_vec();
        let mutexes = random.between(0, 2);
        if mutexes == 0 {
            let locks =
                |make: &Make| matches!(make, Make::Section | Make::StrayLock | Make::StrayUnlock);
            weights.retain(|(make, _)| !locks(make));
        }
        let mut families = pick_families(&mut random, &others);
        if model != Model::Sc && allowed.contains(&Family::Buffer) && random.percent(70) {
            families.push(Family::Buffer);
        }
        for family in &families {
            let all = weights.iter().map(|(_, weight)| weight).sum::<usize>();
            let own = family.weights();
            let sum = own.iter().map(|(_, weight)| weight).sum::<usize>();
            // The family is as heavy as all that was there before.
            weights.extend(own.iter().map(|(make, weight)| (*make, weight * all)));
            let before = weights.len() - own.len();
            for (_, weight) in &mut weights[..before] {
                *weight *= sum;
            }
        }
        // The subtle mistakes of explorers need several short processes to show.
        let bodies = match families.is_empty() {
            true => random.weighted(&[0, 0, 2, 3, 6, 3]),
            false => random.weighted(&[0, 0, 3, 5, 5, 2]),
        };
        let messages = families
            .iter()
            .any(|family| matches!(family, Family::Channel | Family::Mailbox));
        let channels = usize::from(messages) + usize::from(messages && random.percent(20));
        let choices = families.contains(&Family::Choice);
        Generator {
            weights,
            variables: random.between(1, 3),
            mutexes: mutexes.max(1),
            receivers: (0..channels).map(|_| random.below(bodies)).collect(),
            drops: Vec::new(),
            bodies,
            body: 0,
            constants: random.between(1, 3),
            branches: [0, 20, 40, 70][random.below(4)],
            asserts: [0, 0, 10, 30][random.below(4)],
            assumes: if choices { 30 } else { 0 },
            nesting: [10, 50, 90][random.below(3)],
            budget: 0,
            families,
            is_relaxed: model != Model::Sc,
            random,
        }
    }

    /// How many operations each body may have. The more bodies, the fewer in
    /// all: brute force pays for both.
    fn budgets(&mut self) -> Vec<usize> {
        // Flushes can come at many times.
        let most = match self.is_relaxed {
            true => [0, 0, 9, 8, 8, 7],
            false => [0, 0, 11, 10, 9, 8],
        };
        let most = most[self.bodies];
        let fewest = self.bodies.max(3);
        let mut operations = self.random.between(fewest, most);
        if self.random.percent(60) {
            operations = operations.min(self.random.between(fewest, most));
        }
        let mut budgets = vec![1; self.bodies];
        // Receivers have more to do than others.
        let mut next = self.receivers.repeat(2);
        for _ in self.bodies..operations {
            let body = next.pop().unwrap_or_else(|| self.random.below(self.bodies));
            budgets[body] += 1;
        }
        budgets
    }

    /// Some statements, from what is left of the budget.
    fn block(&mut self, depth: usize) -> Vec<Statement> {
        let mut block = Vec::new();
        let most = if depth == 0 {
            usize::MAX
        } else {
            self.random.between(1, 3)
        };
        let mut operations = 0;
        while self.budget > 0 && operations < most {
            operations += 1;
            let before = block.len();
            self.statements(&mut block);
            if let Some(register) = block[before..].iter().rev().find_map(Statement::result) {
                self.observe(register, depth, &mut block);
            }
        }
        block
    }

    /// Reads one variable and then writes another, at times only if it read
    /// some value; or does one of the two. Short processes that hand values on
    /// make long chains of happens-before, on which sequences like `notdep`
    /// and the order of branches in wakeup trees matter most.
    fn relay(&mut self) -> Vec<Statement> {
        let (from, register) = (self.random.below(3), self.random.below(REGISTERS - 1));
        let to = (from + 1 + self.random.below(2)) % 3;
        let load = Statement::Load {
            variable: from,
            register,
        };
        let store = Statement::Store {
            variable: to,
            value: self.value(),
        };
        if self.budget == 1 {
            self.budget = 0;
            return vec![if self.random.percent(50) { load } else { store }];
        }
        self.budget -= 2;
        if !self.random.percent(self.branches) {
            return vec![load, store];
        }
        let test = Statement::If {
            register,
            equals: self.constant(),
            then: vec![store],
            otherwise: vec![],
        };
        vec![load, test]
    }

    /// Several processes that add to a variable or two, and one or two that
    /// wait for a sum: like Figure 9 of *Source Sets*, where a process can go on
    /// only if several of the others wait at the same time.
    fn sums(&mut self) -> Program {
        let variables = self.random.between(1, 2);
        let mut program = Program::default();
        for _ in 0..self.random.between(3, 4) {
            let mut body = Vec::new();
            for _ in 0..=usize::from(self.random.percent(25)) {
                body.push(Statement::Add {
                    variable: self.random.below(variables),
                    summand: self.random.between(1, 3) as u64,
                });
            }
            program.bodies.push(body);
        }
        for _ in 0..=usize::from(self.random.percent(25)) {
            let comparisons = (0..self.random.between(1, variables)).map(|variable| Comparison {
                variable,
                equal: self.random.percent(80),
                value: self.random.below(6) as u64,
            });
            let mut body = vec![Statement::Await(comparisons.collect())];
            if self.random.percent(40) {
                let variable = self.random.below(variables);
                body.push(Statement::Add {
                    variable,
                    summand: 1,
                });
            }
            let at = self.random.below(program.bodies.len() + 1);
            program.bodies.insert(at, body);
        }
        program.roots = program.bodies.len();
        program
    }

    /// The shapes of litmus tests: a few processes go through the variables, each
    /// from another one on, and load or store each.
    fn litmus(&mut self) -> Program {
        let bodies = self.random.weighted(&[0, 0, 6, 3, 1]);
        self.variables = self.random.between(2, 3);
        let mut program = Program {
            roots: bodies,
            ..Program::default()
        };
        for body in 0..bodies {
            let mut block = Vec::new();
            let accesses = self.random.between(1, [0, 0, 3, 3, 2][bodies]);
            let first = match self.random.percent(80) {
                true => body,
                false => self.random.below(self.variables),
            };
            // A store and, at the end, a load of something else is what all buffers
            // let come the other way round; two stores, what those of PSO do.
            let begins = self.random.percent(50);
            for nth in 0..accesses {
                let same = self.random.percent(20);
                let variable = (first + nth - usize::from(same && nth > 0)) % self.variables;
                if begins && nth == 0 {
                    let value = Value::Constant(1);
                    block.push(Statement::Store { variable, value });
                } else if begins && nth + 1 == accesses && self.random.percent(60) {
                    let register = self.register();
                    block.push(Statement::Load { variable, register });
                } else {
                    self.access(variable, &mut block);
                }
                if nth + 1 < accesses && self.random.percent(20) {
                    let fence = self.random.percent(40);
                    block.push(match fence {
                        true => Statement::Fence,
                        false => Statement::StoreBarrier,
                    });
                }
            }
            program.bodies.push(block);
        }
        program
    }

    /// A load or a store, or both.
    fn access(&mut self, variable: usize, block: &mut Vec<Statement>) {
        let register = self.register();
        let load = Statement::Load { variable, register };
        let value = Value::Constant(self.random.between(1, 3) as u64);
        match self.random.weighted(&[40, 36, 6, 3, 10, 5]) {
            0 => block.push(load),
            1 => block.push(Statement::Store { variable, value }),
            2 => block.push(Statement::StoreRelease { variable, value }),
            3 => block.push(Statement::StoreSeqCst { variable, value }),
            4 => block.extend([Statement::Store { variable, value }, load]),
            _ => block.push(Statement::Swap {
                variable,
                value,
                register,
            }),
        }
    }

    fn register(&mut self) -> usize {
        self.random.below(REGISTERS - 1)
    }

    fn spend(&mut self, operations: usize) {
        self.budget = self.budget.saturating_sub(operations);
    }

    /// One operation, or a few that belong together.
    fn statements(&mut self, block: &mut Vec<Statement>) {
        self.spend(1);
        let weights: Vec<_> = self.weights.iter().map(|(_, weight)| *weight).collect();
        let make = self.weights[self.random.weighted(&weights)].0;
        match make {
            Make::Load
            | Make::Store
            | Make::FetchAdd
            | Make::CompareExchange
            | Make::Add
            | Make::Swap
            | Make::Fetch
            | Make::SpinOr
            | Make::Set
            | Make::Spin
            | Make::SpinCompareExchange
            | Make::Await
            | Make::AwaitAny
            | Make::AwaitThen
            | Make::StoreRelease
            | Make::StoreSeqCst => {
                let statement = self.on_variable(make);
                block.push(statement);
            }
            Make::StoreAndLoad => self.store_and_load(block),
            Make::Fence => block.push(Statement::Fence),
            Make::StoreBarrier => block.push(Statement::StoreBarrier),
            Make::Section | Make::StrayUnlock | Make::StrayLock | Make::TrySection => {
                self.on_mutex(make, block);
            }
            Make::ReadSection
            | Make::WriteSection
            | Make::TryReadSection
            | Make::TryWriteSection
            | Make::StrayRwLock => self.on_rwlock(make, block),
            Make::PermitSection | Make::Acquire | Make::TryAcquire | Make::Release => {
                self.on_semaphore(make, block);
            }
            Make::OnceSection | Make::Complete => self.on_once(make, block),
            Make::Choose => {
                let register = self.register();
                let alternatives = self.random.between(2, 3) as u64;
                block.push(Statement::Choose {
                    alternatives,
                    register,
                });
            }
            Make::WaitSection | Make::WaitTimeoutSection | Make::NotifyOne | Make::NotifyAll => {
                self.on_condvar(make, block)
            }
            Make::Park => block.push(Statement::Park),
            Make::Unpark => block.push(Statement::Unpark(self.random.below(self.bodies))),
            Make::Send
            | Make::TrySend
            | Make::Recv
            | Make::TryRecv
            | Make::Close
            | Make::DropReceiver => self.on_channel(make, block),
            Make::Post | Make::Receive | Make::ReceiveTimeout => self.on_mailbox(make, block),
        }
    }

    fn on_variable(&mut self, make: Make) -> Statement {
        let variable = self.random.below(self.variables);
        let register = self.register();
        let summand = self.random.between(1, 2) as u64;
        let value = self.value();
        match make {
            Make::Load => Statement::Load { variable, register },
            Make::Store => Statement::Store { variable, value },
            Make::StoreRelease => Statement::StoreRelease { variable, value },
            Make::StoreSeqCst => Statement::StoreSeqCst { variable, value },
            Make::FetchAdd => Statement::FetchAdd {
                variable,
                summand,
                register,
            },
            Make::CompareExchange => Statement::CompareExchange {
                variable,
                expected: self.value(),
                new: value,
                register,
            },
            Make::Add => Statement::Add { variable, summand },
            Make::Swap => Statement::Swap {
                variable,
                value,
                register,
            },
            Make::Fetch => Statement::Fetch {
                change: Change::ALL[self.random.below(Change::ALL.len())],
                variable,
                value,
                register,
            },
            Make::SpinOr => Statement::SpinOr { variable, value },
            Make::Set => Statement::Set(variable),
            Make::Spin => Statement::Spin { variable, value },
            Make::SpinCompareExchange => Statement::SpinCompareExchange {
                variable,
                expected: self.value(),
                new: value,
            },
            Make::AwaitThen => Statement::AwaitThen {
                comparisons: self.comparisons(variable),
                variable: self.random.below(self.variables),
                value: self.constant(),
            },
            Make::AwaitAny => Statement::AwaitAny(self.comparisons(variable)),
            _ => Statement::Await(self.comparisons(variable)),
        }
    }

    /// A store, and a load that finds it in the buffer or not; sometimes with
    /// something in between.
    fn store_and_load(&mut self, block: &mut Vec<Statement>) {
        let variable = self.random.below(self.variables);
        let (value, register) = (self.value(), self.register());
        block.push(Statement::Store { variable, value });
        self.spend(1);
        if self.budget > 0 && self.random.percent(30) {
            self.statements(block);
        }
        block.push(Statement::Load { variable, register });
    }

    /// What is waited for: something about this variable first.
    fn comparisons(&mut self, first: usize) -> Vec<Comparison> {
        let most = self.variables.min(MAX_COMPARISONS);
        let number = self.random.between(1, most);
        // Most values are small.
        let largest = self.constants.min(self.random.between(1, 3));
        let comparison = |nth| Comparison {
            variable: (first + nth) % self.variables,
            equal: self.random.percent(50),
            value: self.random.below(largest + 1) as u64,
        };
        (0..number).map(comparison).collect()
    }

    /// Up to two operations inside of a section, possibly another section: that
    /// is how crossed locks come about.
    fn inside(&mut self, block: &mut Vec<Statement>) {
        for _ in 0..self.random.below(3) {
            if self.budget > 1 {
                self.statements(block);
            }
        }
    }

    fn section(&mut self, enter: Statement, leave: Statement, block: &mut Vec<Statement>) {
        block.push(enter);
        self.inside(block);
        self.spend(1);
        block.push(leave);
    }

    /// A section that is entered only if `enter` leaves one in its register;
    /// or, at times, whatever it leaves.
    fn try_section(&mut self, enter: Statement, leave: Statement, block: &mut Vec<Statement>) {
        let register = enter.result().expect("it says whether it worked");
        block.push(enter);
        let mut then = Vec::new();
        self.inside(&mut then);
        self.spend(1);
        then.push(leave);
        if self.random.percent(15) {
            return block.append(&mut then);
        }
        block.push(Statement::If {
            register,
            equals: 1,
            then,
            otherwise: vec![],
        });
    }

    /// Sometimes looks at what a register has received.
    fn observe(&mut self, register: usize, depth: usize, block: &mut Vec<Statement>) {
        if self.random.percent(self.asserts) {
            block.push(Statement::Assert {
                register,
                equal: self.random.percent(50),
                value: self.constant(),
            });
        }
        if self.random.percent(self.assumes) {
            block.push(Statement::Assume {
                register,
                equal: self.random.percent(50),
                value: self.constant(),
            });
        }
        if depth < 2 && self.budget > 0 && self.random.percent(self.branches) {
            let equals = self.constant();
            // Only one of the branches runs, so each may spend the same.
            let budget = self.budget;
            let then = self.block(depth + 1);
            let spent = budget - self.budget;
            let mut otherwise = Vec::new();
            if self.random.percent(40) {
                self.budget = budget;
                otherwise = self.block(depth + 1);
                self.budget = self.budget.min(budget - spent);
            }
            block.push(Statement::If {
                register,
                equals,
                then,
                otherwise,
            });
        }
    }

    fn constant(&mut self) -> u64 {
        self.random.below(self.constants + 1) as u64
    }

    fn value(&mut self) -> Value {
        if self.random.percent(70) {
            return Value::Constant(self.constant());
        }
        Value::Register {
            register: self.random.below(REGISTERS - 1),
            plus: self.random.below(2) as u64,
        }
    }

    /// Makes some bodies roots, and has the others spawned somewhere: mostly
    /// once, at times twice, and joined or not.
    fn spawns(&mut self, program: &mut Program) {
        let bodies = program.bodies.len();
        program.roots = match self.random.below(4) {
            // Only roots can park.
            _ if self.families.contains(&Family::Park) => bodies,
            0 | 1 => bodies,
            2 => 1,
            _ => self.random.between(1, bodies),
        };
        for child in program.roots..bodies {
            // With one root, it is often a main that only spawns and joins.
            let parent = match self.random.percent(50) {
                true => 0,
                false => self.random.below(child),
            };
            // A channel has only one receiver.
            let twice = self.receivers.is_empty() && self.random.percent(8);
            for _ in 0..=usize::from(twice) {
                self.insert(&mut program.bodies[parent], Statement::Spawn(child));
            }
            if self.random.percent(50) {
                self.insert(&mut program.bodies[parent], Statement::Join(child));
            }
        }
    }

    /// Semaphores with few permits, and channels with as many senders as are
    /// used, or one more.
    fn declarations(&mut self, program: &mut Program) {
        if self.families.contains(&Family::Semaphore) {
            program.permits = (0..2).map(|_| self.random.below(3) as u64).collect();
        }
        let instances = program.instances();
        let channels = match self.families.contains(&Family::Channel) {
            true => self.receivers.len(),
            false => 0,
        };
        for channel in 0..channels {
            let mut has_sender = vec![false; program.bodies.len()];
            program.visit(&mut |body, statement| {
                has_sender[body] |= match statement {
                    Statement::Close(closed) => *closed == channel,
                    other => other.sends_to() == Some(channel),
                };
            });
            let bodies = instances.iter().zip(has_sender);
            let senders = bodies.filter(|(_, has)| *has).map(|(times, _)| *times);
            let senders = senders.sum::<usize>() as u64;
            let tried = program
                .count(|s| matches!(s, Statement::TrySend { channel: c, .. } if *c == channel));
            program.channels.push(Channel {
                senders: senders + u64::from(self.random.percent(20)),
                capacity: match self.random.below(6) {
                    0 if tried == 0 => Some(0),
                    1 | 2 => Some(1),
                    _ => None,
                },
            });
        }
    }

    /// Puts a spawn or a join somewhere in a block or in its branches; a join
    /// rather after the spawn.
    fn insert(&mut self, block: &mut Vec<Statement>, statement: Statement) {
        let mut branches: Vec<_> = block.iter_mut().filter_map(branches_of).flatten().collect();
        if !branches.is_empty() && self.random.percent(self.nesting) {
            let branch = self.random.below(branches.len());
            return self.insert(branches[branch], statement);
        }
        let first = match statement {
            Statement::Join(child) => block.iter().rposition(|s| *s == Statement::Spawn(child)),
            // Many programs spawn before they do anything else.
            _ if self.random.percent(40) => return block.insert(0, statement),
            _ => None,
        };
        let at = self
            .random
            .between(first.map_or(0, |at| at + 1), block.len());
        block.insert(at, statement);
    }
}

/// The branches of a statement that has some.
fn branches_of(statement: &mut Statement) -> Option<[&mut Vec<Statement>; 2]> {
    match statement {
        Statement::If {
            then, otherwise, ..
        } => Some([then, otherwise]),
        _ => None,
    }
}

/// Mostly one or two different ones of those allowed.
fn pick_families(random: &mut Random, allowed: &[Family]) -> Vec<Family> {
    let number = random.weighted(&[2, 5, 3]).min(allowed.len());
    let mut families = Vec::new();
    while families.len() < number {
        let family = allowed[random.below(allowed.len())];
        if !families.contains(&family) {
            families.push(family);
        }
    }
    families
}

#[cfg(test)]
mod tests;
