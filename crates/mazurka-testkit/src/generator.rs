//! Random programs from a seed.
//!
//! Every program has its own weights, drawn first, so that shapes differ: some
//! are all locks, some all compare-exchanges, some mostly read, some spawn in
//! branches. Constants are small and variables few, so that comparisons come
//! out both ways and operations meet.

use crate::ir::{Program, REGISTERS, Statement, Value};
use crate::random::Random;

/// Indices into the weights of statements.
const LOAD: usize = 0;
const STORE: usize = 1;
const FETCH_ADD: usize = 2;
const COMPARE_EXCHANGE: usize = 3;
const ADD: usize = 4;
const SECTION: usize = 5;
const STRAY_UNLOCK: usize = 6;
const STRAY_LOCK: usize = 7;
const KINDS: usize = 8;

/// The shapes: how often each kind of statement occurs.
const SHAPES: [[usize; KINDS]; 8] = [
    // load, store, fetch-add, cas, add, section, stray unlock, stray lock
    [10, 10, 5, 5, 3, 4, 1, 1], // a bit of everything
    [4, 4, 1, 1, 1, 16, 1, 1],  // lock heavy
    [4, 3, 2, 16, 1, 1, 0, 0],  // compare-exchange heavy
    [16, 5, 1, 1, 1, 1, 0, 0],  // mostly reads
    [10, 12, 0, 0, 0, 0, 0, 0], // loads and stores only
    [5, 3, 3, 2, 12, 1, 0, 0],  // additions
    [3, 1, 1, 8, 8, 0, 0, 0],   // additions and compare-exchanges
    [2, 2, 1, 1, 0, 6, 3, 5],   // locks without discipline
];

struct Generator {
    random: Random,
    weights: [usize; KINDS],
    variables: usize,
    mutexes: usize,
    /// The largest constant.
    constants: usize,
    /// Percentages.
    branches: usize,
    asserts: usize,
    /// How often a spawn or join goes into a branch, where there is one.
    nesting: usize,
    /// How many operations may still be made.
    budget: usize,
}

/// The program with this seed: 2 to 5 bodies, 1 to 3 variables, at most 2
/// mutexes, and about 3 to 11 operations.
#[must_use]
pub fn generate(seed: u64) -> Program {
    let (mut generator, bodies) = Generator::new(seed);
    let budgets = generator.budgets(bodies);
    let relay = bodies >= 4 && generator.random.percent(50);
    let mut program = Program {
        roots: 1,
        bodies: Vec::new(),
    };
    for budget in budgets {
        generator.budget = budget;
        let mut body = match relay {
            true => generator.relay(),
            false => generator.block(0),
        };
        // A relay spends little of a large budget.
        while generator.budget > 0 {
            body.extend(generator.block(0));
        }
        program.bodies.push(body);
    }
    generator.spawns(&mut program);
    debug_assert_eq!(program.validate(), Ok(()), "seed {seed}");
    program
}

impl Generator {
    /// The weights of a program, and its number of bodies.
    fn new(seed: u64) -> (Generator, usize) {
        let mut random = Random::new(seed);
        let mut weights = SHAPES[random.below(SHAPES.len())];
        let mutexes = random.below(3);
        if mutexes == 0 {
            weights[SECTION..].fill(0);
        }
        // The subtle mistakes of explorers need several short processes to show.
        let bodies = random.weighted(&[0, 0, 2, 3, 6, 3]);
        let generator = Generator {
            weights,
            variables: random.between(1, 3),
            mutexes,
            constants: random.between(1, 3),
            branches: [0, 20, 40, 70][random.below(4)],
            asserts: [0, 0, 10, 30][random.below(4)],
            nesting: [10, 50, 90][random.below(3)],
            budget: 0,
            random,
        };
        (generator, bodies)
    }

    /// How many operations each body may have. The more bodies, the fewer in
    /// all: brute force pays for both.
    fn budgets(&mut self, bodies: usize) -> Vec<usize> {
        let most = [0, 0, 11, 10, 9, 8][bodies];
        let mut operations = self.random.between(bodies.max(3), most);
        if self.random.percent(60) {
            operations = operations.min(self.random.between(bodies.max(3), most));
        }
        let mut budgets = vec![1; bodies];
        for _ in bodies..operations {
            budgets[self.random.below(bodies)] += 1;
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
            if let Some(register) = block[before..].iter().rev().find_map(result) {
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

    /// One operation, or a critical section.
    fn statements(&mut self, block: &mut Vec<Statement>) {
        self.budget -= 1;
        let variable = self.random.below(self.variables);
        let register = self.random.below(REGISTERS - 1);
        let summand = self.random.between(1, 2) as u64;
        block.push(match self.random.weighted(&self.weights) {
            LOAD => Statement::Load { variable, register },
            STORE => {
                let value = self.value();
                Statement::Store { variable, value }
            }
            FETCH_ADD => Statement::FetchAdd {
                variable,
                summand,
                register,
            },
            COMPARE_EXCHANGE => Statement::CompareExchange {
                variable,
                expected: self.value(),
                new: self.value(),
                register,
            },
            ADD => Statement::Add { variable, summand },
            SECTION => return self.section(block),
            STRAY_UNLOCK => Statement::Unlock(self.random.below(self.mutexes)),
            STRAY_LOCK => Statement::Lock(self.random.below(self.mutexes)),
            kind => unreachable!("no weight {kind}"),
        });
    }

    /// A critical section with up to two operations inside, possibly another
    /// section: that is how crossed locks come about.
    fn section(&mut self, block: &mut Vec<Statement>) {
        let mutex = self.random.below(self.mutexes);
        block.push(Statement::Lock(mutex));
        for _ in 0..self.random.below(3) {
            if self.budget > 1 {
                self.statements(block);
            }
        }
        self.budget = self.budget.saturating_sub(1);
        block.push(Statement::Unlock(mutex));
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
            let times = if self.random.percent(8) { 2 } else { 1 };
            for _ in 0..times {
                self.insert(&mut program.bodies[parent], Statement::Spawn(child));
            }
            if self.random.percent(50) {
                self.insert(&mut program.bodies[parent], Statement::Join(child));
            }
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

/// The register that a statement leaves its result in.
fn result(statement: &Statement) -> Option<usize> {
    match statement {
        Statement::Load { register, .. }
        | Statement::FetchAdd { register, .. }
        | Statement::CompareExchange { register, .. } => Some(*register),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::visit;

    /// Every kind of statement, and every shape of spawn, occurs often: an
    /// oracle that never sees an operation proves nothing about it.
    #[test]
    fn all_of_the_language_is_generated() {
        let mut kinds = std::collections::BTreeMap::<&str, usize>::new();
        let mut spawned_in_branches = 0;
        for seed in 0..3000 {
            let program = generate(seed);
            assert_eq!(program.validate(), Ok(()), "seed {seed}");
            assert!((2..=5).contains(&program.bodies.len()));
            assert!(program.variables() <= 3 && program.mutexes() <= 2);
            program.visit(&mut |_, statement| {
                *kinds.entry(kind(statement)).or_default() += 1;
                if let Statement::If {
                    then, otherwise, ..
                } = statement
                {
                    for branch in [then, otherwise] {
                        visit(branch, &mut |inner| {
                            spawned_in_branches +=
                                usize::from(matches!(inner, Statement::Spawn(_)));
                        });
                    }
                }
            });
        }
        assert_eq!(kinds.len(), 11, "{kinds:?}");
        assert!(kinds.values().all(|count| *count >= 300), "{kinds:?}");
        assert!(spawned_in_branches >= 100, "{spawned_in_branches}");
    }

    fn kind(statement: &Statement) -> &'static str {
        match statement {
            Statement::Load { .. } => "load",
            Statement::Store { .. } => "store",
            Statement::FetchAdd { .. } => "fetch-add",
            Statement::CompareExchange { .. } => "compare-exchange",
            Statement::Add { .. } => "add",
            Statement::Lock(_) => "lock",
            Statement::Unlock(_) => "unlock",
            Statement::If { .. } => "if",
            Statement::Spawn(_) => "spawn",
            Statement::Join(_) => "join",
            Statement::Assert { .. } => "assert",
        }
    }
}
