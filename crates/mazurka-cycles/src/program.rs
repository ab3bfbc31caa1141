//! Litmus programs: threads of statements over registers and a few locations.
//!
//! Just enough of a language to say what tells memory models apart. It has its
//! printers of its own ([`super::print`](mod@super::print)), so that a front end
//! is judged on text, as its users give it.

/// What a store writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// This number.
    Constant(u64),
    /// What the thread's register holds.
    Register(usize),
}

/// How strong a store is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// Goes into the buffer.
    Plain,
    /// A store barrier, then a plain store.
    Release,
    /// Waits for an empty buffer, then writes memory at once.
    SeqCst,
}

/// One statement of a thread. A register that a statement delivers into gets
/// the value that was read, also from a read-modify-write.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Statement {
    /// Writes a location.
    Store {
        /// How strong it is.
        order: Order,
        /// Where to.
        location: usize,
        /// What.
        value: Value,
    },
    /// Reads a location.
    Load {
        /// Into which register.
        register: usize,
        /// What.
        location: usize,
    },
    /// A full fence: waits for an empty buffer.
    Fence,
    /// Earlier stores reach memory before later ones.
    StoreBarrier,
    /// Writes a location and delivers what was there, at once, with an empty
    /// buffer.
    Exchange {
        /// Into which register.
        register: usize,
        /// Where.
        location: usize,
        /// What to write.
        value: Value,
    },
    /// Adds to a location and delivers what was there, at once, with an empty
    /// buffer.
    FetchAdd {
        /// Into which register.
        register: usize,
        /// Where.
        location: usize,
        /// The summand.
        addend: u64,
    },
    /// Writes a location if it holds what is expected, and delivers what was
    /// there, at once, with an empty buffer, also if it fails.
    CompareExchange {
        /// Into which register.
        register: usize,
        /// Where.
        location: usize,
        /// What it must hold.
        expected: u64,
        /// What to write then.
        new: u64,
    },
    /// Begins a read-side section of a domain.
    SectionBegin {
        /// Zero is RCU, whose sections nest; the others are SRCU's.
        domain: usize,
        /// Of SRCU, which of the thread's sections it is until it ends.
        index: usize,
    },
    /// Ends a section, which has begun in the same block.
    SectionEnd {
        /// Of which domain.
        domain: usize,
        /// Which, of SRCU.
        index: usize,
    },
    /// Waits for a grace period of a domain.
    GracePeriod {
        /// Which.
        domain: usize,
    },
    /// A branch on a register.
    If {
        /// The register that decides.
        register: usize,
        /// What it must hold.
        equals: u64,
        /// What runs if it does.
        then: Vec<Statement>,
        /// What runs if it does not.
        otherwise: Vec<Statement>,
    },
    /// A loop that runs its body that many times.
    Repeat {
        /// How many times, not zero.
        times: usize,
        /// The body.
        body: Vec<Statement>,
    },
    /// A loop that waits: it runs its body again and again, until after it one of
    /// these registers holds its value.
    Until {
        /// The registers, with the values that end it.
        ends: Vec<(usize, u64)>,
        /// The body: loads.
        body: Vec<Statement>,
    },
}

impl Statement {
    /// A plain store of a constant.
    #[must_use]
    pub fn store(location: usize, value: u64) -> Statement {
        Statement::Store {
            order: Order::Plain,
            location,
            value: Value::Constant(value),
        }
    }

    /// A load.
    #[must_use]
    pub fn load(register: usize, location: usize) -> Statement {
        Statement::Load { register, location }
    }

    /// The blocks inside it.
    #[must_use]
    pub fn blocks(&self) -> Vec<&Vec<Statement>> {
        match self {
            Statement::If {
                then, otherwise, ..
            } => vec![then, otherwise],
            Statement::Repeat { body, .. } | Statement::Until { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }

    /// The blocks inside it, to be changed.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Statement>> {
        match self {
            Statement::If {
                then, otherwise, ..
            } => vec![then, otherwise],
            Statement::Repeat { body, .. } | Statement::Until { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }

    /// The registers that this statement alone (not its blocks) names.
    fn registers(&self) -> Vec<usize> {
        let of = |value: &Value| match value {
            Value::Constant(_) => None,
            Value::Register(register) => Some(*register),
        };
        match self {
            Statement::Store { value, .. } => of(value).into_iter().collect(),
            Statement::Exchange {
                register, value, ..
            } => of(value).into_iter().chain([*register]).collect(),
            Statement::Load { register, .. }
            | Statement::FetchAdd { register, .. }
            | Statement::CompareExchange { register, .. }
            | Statement::If { register, .. } => vec![*register],
            Statement::Until { ends, .. } => ends.iter().map(|(register, _)| *register).collect(),
            Statement::Fence
            | Statement::StoreBarrier
            | Statement::SectionBegin { .. }
            | Statement::SectionEnd { .. }
            | Statement::GracePeriod { .. }
            | Statement::Repeat { .. } => Vec::new(),
        }
    }

    /// The location that this statement alone accesses.
    #[must_use]
    pub fn location(&self) -> Option<usize> {
        match self {
            Statement::Store { location, .. }
            | Statement::Load { location, .. }
            | Statement::Exchange { location, .. }
            | Statement::FetchAdd { location, .. }
            | Statement::CompareExchange { location, .. } => Some(*location),
            _ => None,
        }
    }
}

/// Something of the final state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Observable {
    /// A register of a thread.
    Register {
        /// The thread.
        thread: usize,
        /// Its register.
        register: usize,
    },
    /// A location.
    Location(usize),
}

/// A proposition about a final state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Proposition {
    /// It holds that value.
    Equals(Observable, u64),
    /// It does not hold.
    Not(Box<Proposition>),
    /// All hold; true if there are none.
    And(Vec<Proposition>),
    /// One of them holds; false if there are none.
    Or(Vec<Proposition>),
}

impl Proposition {
    /// Does it hold in that state?
    #[must_use]
    pub fn holds(&self, state: &FinalState) -> bool {
        match self {
            Proposition::Equals(observable, value) => state.get(*observable) == *value,
            Proposition::Not(inner) => !inner.holds(state),
            Proposition::And(parts) => parts.iter().all(|part| part.holds(state)),
            Proposition::Or(parts) => parts.iter().any(|part| part.holds(state)),
        }
    }
}

/// Which final states the proposition is said of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    /// Some state satisfies it.
    Exists,
    /// No state satisfies it.
    NotExists,
    /// Every state satisfies it.
    Forall,
}

/// What a test asks of the final states.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Condition {
    /// Of which states.
    pub quantifier: Quantifier,
    /// What.
    pub proposition: Proposition,
}

impl Condition {
    /// Does it hold of these states, which are all that there are?
    #[must_use]
    pub fn holds<'a>(&self, states: impl IntoIterator<Item = &'a FinalState>) -> bool {
        let mut states = states.into_iter();
        let wanted = |state| self.proposition.holds(state);
        match self.quantifier {
            Quantifier::Exists => states.any(wanted),
            Quantifier::NotExists => !states.any(wanted),
            Quantifier::Forall => states.all(wanted),
        }
    }
}

/// A state after every thread has ended and every buffer is empty.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FinalState {
    /// The registers of each thread.
    pub registers: Vec<Vec<u64>>,
    /// The locations.
    pub memory: Vec<u64>,
}

impl FinalState {
    /// What that part of the state holds.
    #[must_use]
    pub fn get(&self, observable: Observable) -> u64 {
        match observable {
            Observable::Register { thread, register } => self.registers[thread][register],
            Observable::Location(location) => self.memory[location],
        }
    }
}

/// A litmus program with its condition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Program {
    /// The name of the test.
    pub name: String,
    /// What each location holds at first; registers hold zero.
    pub initial: Vec<u64>,
    /// The threads.
    pub threads: Vec<Vec<Statement>>,
    /// What is asked of the final states.
    pub condition: Condition,
}

impl Program {
    /// A program over `locations` locations, all zero at first, with a
    /// condition that holds of every final state.
    #[must_use]
    pub fn new(name: &str, locations: usize, threads: Vec<Vec<Statement>>) -> Program {
        Program {
            name: name.to_string(),
            initial: vec![0; locations],
            threads,
            condition: Condition {
                quantifier: Quantifier::Exists,
                proposition: Proposition::And(Vec::new()),
            },
        }
    }

    /// How many registers a thread has: they are numbered from zero.
    #[must_use]
    pub fn registers(&self, thread: usize) -> usize {
        let mut count = 0;
        visit(&self.threads[thread], &mut |statement| {
            for register in statement.registers() {
                count = count.max(register + 1);
            }
        });
        count
    }

    /// Everything that a final state holds: registers by thread, then
    /// locations.
    #[must_use]
    pub fn observables(&self) -> Vec<Observable> {
        let registers = |thread| {
            (0..self.registers(thread))
                .map(move |register| Observable::Register { thread, register })
        };
        let locations = (0..self.initial.len()).map(Observable::Location);
        let threads = 0..self.threads.len();
        threads.flat_map(registers).chain(locations).collect()
    }

    /// Is there a loop that waits?
    #[must_use]
    pub fn waits(&self) -> bool {
        let mut found = false;
        self.visit(&mut |statement| found |= matches!(statement, Statement::Until { .. }));
        found
    }

    /// How many domains of read-side sections and grace periods there are: RCU, and
    /// those of SRCU.
    #[must_use]
    pub fn domains(&self) -> usize {
        let mut domains = 0;
        self.visit(&mut |statement| {
            if let Statement::SectionBegin { domain, .. }
            | Statement::SectionEnd { domain, .. }
            | Statement::GracePeriod { domain } = statement
            {
                domains = domains.max(domain + 1);
            }
        });
        domains
    }

    /// How many sections of SRCU a thread can have open at once.
    #[must_use]
    pub fn indices(&self, thread: usize) -> usize {
        let mut indices = 0;
        visit(&self.threads[thread], &mut |statement: &Statement| {
            if let Statement::SectionBegin { index, .. } = statement {
                indices = indices.max(index + 1);
            }
        });
        indices
    }

    /// Calls `see` for every statement, those in blocks too.
    pub fn visit(&self, see: &mut impl FnMut(&Statement)) {
        for thread in &self.threads {
            visit(thread, see);
        }
    }
}

/// Calls `see` for every statement of a block, and of the blocks inside it.
fn visit(block: &[Statement], see: &mut impl FnMut(&Statement)) {
    for statement in block {
        see(statement);
        for inner in statement.blocks() {
            visit(inner, see);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_in_branches_count() {
        let thread = vec![
            Statement::load(0, 0),
            Statement::If {
                register: 0,
                equals: 1,
                then: vec![Statement::load(2, 1)],
                otherwise: Vec::new(),
            },
        ];
        let program = Program::new("t", 2, vec![thread, vec![Statement::store(0, 1)]]);
        assert_eq!((program.registers(0), program.registers(1)), (3, 0));
        assert_eq!(program.observables().len(), 5);
    }

    #[test]
    fn conditions_are_quantified() {
        let state = |x| FinalState {
            registers: vec![],
            memory: vec![x],
        };
        let is_one = Proposition::Equals(Observable::Location(0), 1);
        let holds = |quantifier, states: &[FinalState]| {
            let proposition = is_one.clone();
            let condition = Condition {
                quantifier,
                proposition,
            };
            condition.holds(states)
        };
        let mixed = [state(0), state(1)];
        assert!(holds(Quantifier::Exists, &mixed));
        assert!(!holds(Quantifier::NotExists, &mixed));
        assert!(!holds(Quantifier::Forall, &mixed));
        assert!(holds(Quantifier::Forall, &mixed[1..]));
        assert!(holds(Quantifier::NotExists, &mixed[..1]));
    }
}
