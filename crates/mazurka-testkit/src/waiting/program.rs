//! The language: threads of a few statements, most of them loops.

use super::block::{Location, Mutex, Order, Register};

/// The shared locations: two for data, a lock, the two of a ticket lock, and one for each
/// thread to tell what it has read.
pub const NAMES: [&str; 8] = ["x", "y", "l", "next", "serving", "out0", "out1", "out2"];

/// How many those are.
pub const LOCATIONS: usize = NAMES.len();

/// How many of them are for data.
pub const DATA: usize = 2;

/// The lock.
pub const LOCK: Location = 2;

/// The next ticket, and the one whose turn it is.
pub const TICKETS: (Location, Location) = (3, 4);

/// Where the first thread tells what it has read.
pub const OUT: Location = 5;

/// How many mutexes there are.
pub const MUTEXES: usize = 2;

/// How many registers a program names.
pub const NAMED: usize = 3;

/// How many registers a thread has, with those that loops need for themselves.
pub const REGISTERS: usize = 8;

/// A number, or what a register holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A number.
    Constant(u32),
    /// What a register holds.
    Register(Register),
}

/// How what is read compares with an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// It is the same.
    Equal,
    /// It is not.
    Unequal,
    /// It is less.
    Less,
}

impl Relation {
    /// Does it hold?
    #[must_use]
    pub fn holds(self, left: u32, right: u32) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::Unequal => left != right,
            Relation::Less => left < right,
        }
    }
}

/// Under which condition a loop goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    /// What is read,
    pub location: Location,
    /// how it compares
    pub relation: Relation,
    /// with what.
    pub operand: Operand,
}

/// How a loop over two locations is written: it goes on...
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// while both conditions hold; the second location may not be read.
    Both,
    /// while one of them does; the second location may not be read.
    Either,
    /// while one of them does; both are read.
    Values,
    /// while both are the same.
    Same,
    /// while the sum is less than the second operand.
    Sum,
    /// while both conditions hold, and the register says which did not.
    Exits,
}

/// What a round does besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pause {
    /// Nothing.
    None,
    /// It gives way.
    Yield,
    /// It waits until the buffer is empty.
    Fence,
}

/// How a location is changed again and again until it held what is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grab {
    /// By a compare-exchange.
    CompareExchange {
        /// What is wanted,
        wanted: u32,
        /// and what is written then.
        new: u32,
        /// With the weak one?
        weak: bool,
    },
    /// By an exchange, which may write before it held that.
    Exchange {
        /// What is wanted,
        wanted: u32,
        /// and what is written.
        new: u32,
    },
    /// By setting bits, which may write before it held that.
    Or {
        /// What is wanted,
        wanted: u32,
        /// and what is set.
        bits: u32,
    },
}

/// How a lock is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lock {
    /// By exchanging.
    Exchange,
    /// By comparing and exchanging.
    CompareExchange {
        /// With the weak one?
        weak: bool,
    },
    /// By setting a bit.
    Or,
    /// By exchanging, once it was seen free.
    TestAndSet,
    /// By a ticket.
    Ticket,
    /// It is a mutex.
    Mutex(Mutex),
    /// It is a mutex that is tried again and again.
    TryMutex(Mutex),
}

/// How it is given back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unlock {
    /// By a store.
    Store(Order),
    /// By exchanging.
    Exchange,
    /// By an addition or subtraction.
    Add,
    /// By clearing the bits (a ticket lock: by an addition).
    And,
}

/// What a loop that tries again makes of what was there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// One more.
    Increment,
    /// One less; it waits until there is something.
    Decrement,
    /// This.
    Set(u32),
    /// What another location holds, which each round reads.
    Copy(Location),
}

/// What a loop keeps of its rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeps {
    /// Nothing.
    Nothing,
    /// How many there were, up to this.
    Count(u32),
    /// Whether there was one.
    Flag,
    /// What the last one read.
    Last,
    /// What the last one read from the other location for data.
    Second,
    /// How many there were, which nothing reads.
    Dead,
}

/// What each round of a loop does for others to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    Nothing,
    /// It stores that.
    Store(Location, u32, Order),
    /// It adds one.
    Add(Location),
    /// It writes that, if there is nothing.
    CompareExchange(Location, u32),
}

/// A statement. Loops have a spelling: a number that says how they are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// A store.
    Store(Location, Operand, Order),
    /// A load.
    Load(Register, Location),
    /// An addition; the register holds what was there.
    Add(Register, Location, u32),
    /// An exchange; the register holds what was there.
    Exchange(Register, Location, Operand),
    /// A compare-exchange; the register holds what was there.
    CompareExchange(Register, Location, u32, u32),
    /// A fence.
    Fence,
    /// Waits while the condition holds.
    Wait {
        /// The condition.
        condition: Condition,
        /// What a round does besides.
        pause: Pause,
        /// The register that holds in the end what was read last.
        keep: Option<Register>,
        /// How it is written.
        spelling: u8,
    },
    /// Waits for two locations.
    WaitTwo {
        /// The conditions.
        conditions: [Condition; 2],
        /// What they are to one another.
        form: Form,
        /// Where it says which did not hold.
        register: Register,
        /// What a round does besides.
        pause: Pause,
        /// How it is written.
        spelling: u8,
    },
    /// A critical section.
    Locked {
        /// How it begins.
        lock: Lock,
        /// How it ends.
        unlock: Unlock,
        /// What it does.
        body: Vec<Statement>,
        /// What a round does besides.
        pause: Pause,
        /// How it is written.
        spelling: u8,
    },
    /// Changes a location again and again until it held what is wanted.
    Grab {
        /// The location.
        location: Location,
        /// How.
        grab: Grab,
        /// The register that holds in the end what was there.
        register: Register,
        /// What a round does besides.
        pause: Pause,
        /// How it is written.
        spelling: u8,
    },
    /// Changes a location by a compare-exchange that is tried again.
    Retry {
        /// The location.
        location: Location,
        /// What becomes of it.
        change: Change,
        /// Is the location read again in each round? If not, the compare-exchange says
        /// what it found.
        reload: bool,
        /// Does each round write what it found to memory of its own (in C)?
        keeps: bool,
        /// The register that holds what was there.
        register: Register,
        /// How it is written.
        spelling: u8,
    },
    /// Waits while the condition holds, and looks with a mutex held.
    Poll {
        /// The mutex.
        mutex: Mutex,
        /// The condition.
        condition: Condition,
        /// The register that holds in the end what was read last.
        register: Register,
        /// How it is written.
        spelling: u8,
    },
    /// A loop that does more than wait.
    Planted {
        /// It goes on while this holds,
        condition: Condition,
        /// for this number of rounds at most.
        rounds: Option<u32>,
        /// What it keeps of them,
        keeps: Keeps,
        /// and where.
        register: Register,
        /// What each does for others to see.
        effect: Effect,
        /// How it is written.
        spelling: u8,
    },
    /// Asserts that a register does not hold that; with a number.
    Assert(Register, u32, u32),
}

impl Statement {
    /// What kind of loop it is, in a word.
    #[must_use]
    pub fn kind(&self) -> Option<&'static str> {
        Some(match self {
            Statement::Wait { .. } => "wait",
            Statement::WaitTwo { .. } => "wait for two",
            Statement::Locked { lock, .. } => match lock {
                Lock::Exchange => "exchange lock",
                Lock::CompareExchange { .. } => "compare-exchange lock",
                Lock::Or => "fetch-or lock",
                Lock::TestAndSet => "test-and-test-and-set",
                Lock::Ticket => "ticket lock",
                Lock::Mutex(_) => return None,
                Lock::TryMutex(_) => "trylock",
            },
            Statement::Grab { grab, .. } => match grab {
                Grab::CompareExchange { .. } => "compare-exchange until",
                Grab::Exchange { .. } => "exchange until",
                Grab::Or { .. } => "fetch-or until",
            },
            Statement::Retry { reload: true, .. } => "retry, reloading",
            Statement::Retry { .. } => "retry",
            Statement::Poll { .. } => "poll under a mutex",
            Statement::Planted { keeps, effect, .. } => match (keeps, effect) {
                (Keeps::Dead, Effect::Nothing) => "planted dead counter",
                (Keeps::Count(_), Effect::Nothing) => "planted counter",
                (Keeps::Flag, Effect::Nothing) => "planted flag",
                (Keeps::Last, Effect::Nothing) => "planted last value",
                (Keeps::Second, Effect::Nothing) => "planted second value",
                (Keeps::Nothing, Effect::Nothing) => "planted bound",
                (_, Effect::Store(..)) => "planted store",
                (_, Effect::Add(_)) => "planted addition",
                (_, Effect::CompareExchange(..)) => "planted compare-exchange",
            },
            _ => return None,
        })
    }
}

/// A program: the statements of each thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The threads.
    pub threads: Vec<Vec<Statement>>,
    /// Are the registers that it names in memory (in C)?
    pub in_memory: bool,
}

impl Program {
    /// The kinds of its loops.
    #[must_use]
    pub fn kinds(&self) -> std::collections::BTreeSet<&'static str> {
        let statements = self.threads.iter().flatten();
        statements.filter_map(Statement::kind).collect()
    }

    /// All programs with one statement less.
    #[must_use]
    pub fn smaller(&self) -> Vec<Program> {
        let mut all = Vec::new();
        for thread in 0..self.threads.len() {
            if self.threads.len() > 1 {
                let mut program = self.clone();
                program.threads.remove(thread);
                all.push(program);
            }
            for at in 0..self.threads[thread].len() {
                let mut program = self.clone();
                let removed = program.threads[thread].remove(at);
                all.push(program);
                let Statement::Locked { body, .. } = removed else {
                    continue;
                };
                for inner in 0..body.len() {
                    let mut program = self.clone();
                    if let Statement::Locked { body, .. } = &mut program.threads[thread][at] {
                        body.remove(inner);
                    }
                    all.push(program);
                }
            }
        }
        all
    }

    /// The smallest program to which `fails` applies.
    #[must_use]
    pub fn shrunk(&self, mut fails: impl FnMut(&Program) -> bool) -> Program {
        let mut program = self.clone();
        while let Some(smaller) = program.smaller().into_iter().find(|p| fails(p)) {
            program = smaller;
        }
        program
    }
}
