//! A small language of concurrent programs.
//!
//! A program is a list of bodies. The first [`Program::roots`] of them exist
//! from the start, the others are spawned, possibly several times and possibly
//! never. There are no loops (but for spinning, which waits for a change), and a
//! body can only spawn bodies that come after it, so every execution is short.
//! Shared variables start at zero, and so do the registers of each process.
//!
//! The memory model is part of the program, and so is the bound on its store
//! buffers. Under TSO and PSO, plain stores and stores with release go into the
//! buffer; a process that does anything but load, store, choose or wait for
//! variables does it with its buffer empty.
//!
//! `Display` prints a program as text that [`crate::parse`] reads back:
//!
//! ```text
//! model pso bound 2
//! semaphore s0 1
//! channel h0 senders 1 capacity 2
//! root 0
//!     r0 = x0
//!     if r0 == 1
//!         spawn 2
//!     else
//!         x1 += 1
//!     end
//!     join 2
//!     r1 = recv h0
//! root 1
//!     store-release x1 1
//!     fence
//!     r0 = x0 += 1
//!     r1 = cas x1 0 r0 + 1
//!     assert r1 != 2
//!     await x0 == 2 x1 != 0
//!     send h0 r0
//!     close h0
//! body 2
//!     lock m0
//!     x0 = 2
//!     wait c0 m0
//!     unlock m0
//!     acquire s0 1
//! ```

use mazurka_memory::Model;
use std::fmt;

/// How many registers a process has.
pub const REGISTERS: usize = 4;
/// How many bodies a program may have: the depth of its spawn tree.
pub const MAX_BODIES: usize = 8;
/// How many spawns (and roots) a body may have.
pub const MAX_CHILDREN: usize = 14;
/// How many objects of each class a program may have.
pub const MAX_OBJECTS: usize = 8;
/// How many comparisons an `await` may make.
pub const MAX_COMPARISONS: usize = 3;
/// How many alternatives a `choose` may have.
pub const MAX_ALTERNATIVES: u64 = 4;

/// A value that a statement uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A constant.
    Constant(u64),
    /// What a register holds, plus a constant.
    Register {
        /// The register.
        register: usize,
        /// What is added to it.
        plus: u64,
    },
}

impl Value {
    /// The value, given the registers of the process.
    #[must_use]
    pub fn of(self, registers: &[u64; REGISTERS]) -> u64 {
        match self {
            Value::Constant(constant) => constant,
            Value::Register { register, plus } => registers[register].wrapping_add(plus),
        }
    }
}

/// The classes of shared objects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Holds a number.
    Variable,
    /// Held by at most one process.
    Mutex,
    /// Held by one writer, or by any number of readers.
    RwLock,
    /// Holds permits.
    Semaphore,
    /// Lets something run once.
    Once,
    /// Processes wait here to be notified.
    Condvar,
    /// Holds messages, which are taken in order.
    Channel,
    /// Holds messages, of which each receive takes the first that it wants.
    Mailbox,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 8] = [
        Class::Variable,
        Class::Mutex,
        Class::RwLock,
        Class::Semaphore,
        Class::Once,
        Class::Condvar,
        Class::Channel,
        Class::Mailbox,
    ];

    /// The letter before the number of an object of this class.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Class::Variable => 'x',
            Class::Mutex => 'm',
            Class::RwLock => 'w',
            Class::Semaphore => 's',
            Class::Once => 'o',
            Class::Condvar => 'c',
            Class::Channel => 'h',
            Class::Mailbox => 'b',
        }
    }
}

/// A condition on one variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Comparison {
    /// The variable looked at.
    pub variable: usize,
    /// Must it be equal to the value, or differ from it?
    pub equal: bool,
    /// The value it is compared with.
    pub value: u64,
}

impl Comparison {
    /// Does it hold when the variable holds `held`?
    #[must_use]
    pub fn holds(&self, held: u64) -> bool {
        (held == self.value) == self.equal
    }
}

/// Which messages a selective receive takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wanted {
    /// All of them.
    Any,
    /// Even numbers.
    Even,
    /// Odd numbers.
    Odd,
}

impl Wanted {
    /// All of them.
    pub const ALL: [Wanted; 3] = [Wanted::Any, Wanted::Even, Wanted::Odd];

    /// Is this message wanted?
    #[must_use]
    pub fn wants(self, message: u64) -> bool {
        match self {
            Wanted::Any => true,
            Wanted::Even => message.is_multiple_of(2),
            Wanted::Odd => !message.is_multiple_of(2),
        }
    }
}

/// What a receive leaves in its register when there is no message (yet).
pub const NO_MESSAGE: u64 = 0;
/// What a receive leaves in its register when there is no message and no sender.
pub const DISCONNECTED: u64 = 1;
/// What a receive leaves in its register is a message plus this.
pub const MESSAGE: u64 = 2;

/// What `set` writes: the same for everybody.
pub const SET: u64 = 1;

/// One statement of a body. Those from [`Statement::If`] on are local code, the
/// others are operations (but for stores into a store buffer).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Statement {
    /// Reads a variable into a register.
    Load {
        /// The variable read.
        variable: usize,
        /// The register that receives its value.
        register: usize,
    },
    /// Writes a variable.
    Store {
        /// The variable written.
        variable: usize,
        /// What it will hold.
        value: Value,
    },
    /// Writes a variable. Under PSO, the stores before it reach memory before it.
    StoreRelease {
        /// The variable written.
        variable: usize,
        /// What it will hold.
        value: Value,
    },
    /// Writes a variable in memory at once, after all that was stored before.
    StoreSeqCst {
        /// The variable written.
        variable: usize,
        /// What it will hold.
        value: Value,
    },
    /// Adds to a variable; the register receives what it held before.
    FetchAdd {
        /// The variable changed.
        variable: usize,
        /// What is added.
        summand: u64,
        /// The register that receives the old value.
        register: usize,
    },
    /// Writes a variable; the register receives what it held before.
    Swap {
        /// The variable written.
        variable: usize,
        /// What it will hold.
        value: Value,
        /// The register that receives the old value.
        register: usize,
    },
    /// Writes a variable if it holds the expected value; the register receives
    /// what it held before, either way.
    CompareExchange {
        /// The variable that may change.
        variable: usize,
        /// What it must hold to be written.
        expected: Value,
        /// What it will hold then.
        new: Value,
        /// The register that receives the old value.
        register: usize,
    },
    /// Adds to a variable and does not learn its value.
    Add {
        /// The variable changed.
        variable: usize,
        /// What is added.
        summand: u64,
    },
    /// Writes [`SET`] to a variable.
    Set(usize),
    /// Reads a variable again and again until it holds the value.
    Spin {
        /// The variable read.
        variable: usize,
        /// What is waited for.
        value: Value,
    },
    /// Tries again and again to change a variable from the expected value.
    SpinCompareExchange {
        /// The variable changed.
        variable: usize,
        /// What it must hold to be written.
        expected: Value,
        /// What it will hold then.
        new: Value,
    },
    /// Waits until all comparisons hold. They are made in order, and those
    /// after one that does not hold are not made.
    Await(Vec<Comparison>),
    /// Waits until some comparison holds. All are made.
    AwaitAny(Vec<Comparison>),
    /// Waits until all comparisons hold, and writes a variable at once.
    AwaitThen {
        /// The comparisons, as in [`Statement::Await`].
        comparisons: Vec<Comparison>,
        /// The variable written, possibly one of those compared.
        variable: usize,
        /// What it will hold.
        value: u64,
    },
    /// Takes a mutex; blocked while any process, this one too, holds it.
    Lock(usize),
    /// Takes a mutex if it is free; the register receives one then, else zero.
    TryLock {
        /// The mutex.
        mutex: usize,
        /// The register that learns whether it worked.
        register: usize,
    },
    /// Gives a mutex back; a finding if this process does not hold it.
    Unlock(usize),
    /// Takes a read-write lock for reading; blocked while a process writes.
    Read(usize),
    /// Takes it for reading if no process writes: then one, else zero.
    TryRead {
        /// The read-write lock.
        lock: usize,
        /// The register that learns whether it worked.
        register: usize,
    },
    /// Ends reading; a finding if this process does not read.
    UnlockRead(usize),
    /// Takes a read-write lock for writing; blocked while any process has it.
    Write(usize),
    /// Takes it for writing if no process has it: then one, else zero.
    TryWrite {
        /// The read-write lock.
        lock: usize,
        /// The register that learns whether it worked.
        register: usize,
    },
    /// Ends writing; a finding if this process does not write.
    UnlockWrite(usize),
    /// Takes permits of a semaphore; blocked while there are too few.
    Acquire {
        /// The semaphore.
        semaphore: usize,
        /// How many permits.
        permits: u64,
    },
    /// Takes permits if there are enough: then one, else zero.
    TryAcquire {
        /// The semaphore.
        semaphore: usize,
        /// How many permits.
        permits: u64,
        /// The register that learns whether it worked.
        register: usize,
    },
    /// Adds permits to a semaphore.
    Release {
        /// The semaphore.
        semaphore: usize,
        /// How many permits.
        permits: u64,
    },
    /// Begins what is to run once: the register receives one if this process is
    /// to run it, zero if it has run; blocked while it runs.
    Begin {
        /// What is to run once.
        once: usize,
        /// The register that learns who runs it.
        register: usize,
    },
    /// Says that what is to run once has run.
    Complete(usize),
    /// Picks a number: any below the number of alternatives.
    Choose {
        /// How many there are.
        alternatives: u64,
        /// The register that receives the number.
        register: usize,
    },
    /// Releases a mutex, waits to be notified, and takes the mutex again; a
    /// finding, and nothing else, if this process does not hold it.
    Wait {
        /// The condition variable.
        condvar: usize,
        /// The mutex.
        mutex: usize,
    },
    /// The same, but stops waiting at any time: the register receives one then,
    /// and zero if the process was notified.
    WaitTimeout {
        /// The condition variable.
        condvar: usize,
        /// The mutex.
        mutex: usize,
        /// The register that learns whether time ran out.
        register: usize,
    },
    /// Wakes one of those who wait, any of them.
    NotifyOne(usize),
    /// Wakes all who wait.
    NotifyAll(usize),
    /// Takes the token of this process, which is a root; blocked while there is
    /// none.
    Park,
    /// Gives a root its token.
    Unpark(usize),
    /// Sends a message, unless the receiver was dropped; blocked while the
    /// channel is full.
    Send {
        /// The channel.
        channel: usize,
        /// The message.
        value: Value,
    },
    /// Sends a message if the channel is not full and the receiver not dropped:
    /// then one, else zero. Not for channels of capacity zero.
    TrySend {
        /// The channel.
        channel: usize,
        /// The message.
        value: Value,
        /// The register that learns whether it worked.
        register: usize,
    },
    /// Takes the first message; blocked while there is none, and a sender. The
    /// register receives [`DISCONNECTED`], or [`MESSAGE`] plus the message.
    Recv {
        /// The channel.
        channel: usize,
        /// The register that receives the message.
        register: usize,
    },
    /// Takes the first message, or leaves [`NO_MESSAGE`] in the register, or
    /// [`DISCONNECTED`].
    TryRecv {
        /// The channel.
        channel: usize,
        /// The register that receives the message.
        register: usize,
    },
    /// Drops the sender of this process.
    Close(usize),
    /// Drops the receiver.
    DropReceiver(usize),
    /// Sends a message to a mailbox.
    Post {
        /// The mailbox.
        mailbox: usize,
        /// The message.
        value: Value,
    },
    /// Takes the first message that is wanted; blocked while there is none.
    Receive {
        /// The mailbox.
        mailbox: usize,
        /// Which messages are wanted.
        wanted: Wanted,
        /// The register that receives the message.
        register: usize,
    },
    /// Takes the first message that is wanted, or leaves [`NO_MESSAGE`].
    ReceiveTimeout {
        /// The mailbox.
        mailbox: usize,
        /// Which messages are wanted.
        wanted: Wanted,
        /// The register that receives the message.
        register: usize,
    },
    /// Runs one of two blocks.
    If {
        /// The register looked at.
        register: usize,
        /// The value it is compared with.
        equals: u64,
        /// What runs if it is equal.
        then: Vec<Statement>,
        /// What runs otherwise.
        otherwise: Vec<Statement>,
    },
    /// Waits until all that was stored before has reached memory.
    Fence,
    /// Under PSO, the stores before it reach memory before those after it.
    StoreBarrier,
    /// Starts a process that runs this body.
    Spawn(usize),
    /// Waits for the last process with this body that this process spawned and
    /// has not joined yet; does nothing if there is none.
    Join(usize),
    /// Panics unless the comparison holds. The process is then finished, and
    /// what it holds stays held.
    Assert {
        /// The register looked at.
        register: usize,
        /// Must it be equal to the value, or differ from it?
        equal: bool,
        /// The value it is compared with.
        value: u64,
    },
    /// The process goes on only if the comparison holds; else nothing that
    /// waits at the end of the execution is a finding.
    Assume {
        /// The register looked at.
        register: usize,
        /// Must it be equal to the value, or differ from it?
        equal: bool,
        /// The value it is compared with.
        value: u64,
    },
}

/// A part of a statement.
#[derive(PartialEq, Eq, Debug)]
pub enum Part<'a> {
    /// The number of an object.
    Object(Class, &'a mut usize),
    /// The number of a register.
    Register(&'a mut usize),
    /// The number of a body.
    Body(&'a mut usize),
    /// A constant.
    Constant(&'a mut u64),
    /// A value.
    Value(&'a mut Value),
}

fn parts_of(comparisons: &mut [Comparison]) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for comparison in comparisons {
        parts.push(Part::Object(Class::Variable, &mut comparison.variable));
        parts.push(Part::Constant(&mut comparison.value));
    }
    parts
}

impl Statement {
    /// Is this an operation, rather than local code?
    #[must_use]
    pub fn is_operation(&self) -> bool {
        !matches!(
            self,
            Statement::If { .. }
                | Statement::Fence
                | Statement::StoreBarrier
                | Statement::Spawn(_)
                | Statement::Join(_)
                | Statement::Assert { .. }
                | Statement::Assume { .. }
        )
    }

    /// Under TSO and PSO: does this go into a store buffer?
    #[must_use]
    pub fn is_buffered(&self) -> bool {
        matches!(
            self,
            Statement::Store { .. } | Statement::StoreRelease { .. }
        )
    }

    /// Under TSO and PSO: must all that was stored before have reached memory?
    #[must_use]
    pub fn is_fenced(&self) -> bool {
        let plain = matches!(
            self,
            Statement::Load { .. }
                | Statement::Spin { .. }
                | Statement::Await(_)
                | Statement::AwaitAny(_)
                | Statement::Choose { .. }
                | Statement::If { .. }
                | Statement::StoreBarrier
                | Statement::Assert { .. }
                | Statement::Assume { .. }
        );
        !plain && !self.is_buffered()
    }

    /// The parts of the statement, without its blocks: the one list that all
    /// questions about the numbers in it are answered from.
    pub fn parts(&mut self) -> Vec<Part<'_>> {
        use Class::{Channel, Condvar, Mailbox, Mutex, Once, RwLock, Semaphore, Variable};
        use Part::{Body, Constant, Object, Register};
        match self {
            Statement::Load { variable, register } => {
                vec![Object(Variable, variable), Register(register)]
            }
            Statement::Store { variable, value }
            | Statement::StoreRelease { variable, value }
            | Statement::StoreSeqCst { variable, value }
            | Statement::Spin { variable, value } => {
                vec![Object(Variable, variable), Part::Value(value)]
            }
            Statement::FetchAdd {
                variable,
                summand,
                register,
            } => vec![
                Object(Variable, variable),
                Constant(summand),
                Register(register),
            ],
            Statement::Swap {
                variable,
                value,
                register,
            } => vec![
                Object(Variable, variable),
                Part::Value(value),
                Register(register),
            ],
            Statement::CompareExchange {
                variable,
                expected,
                new,
                register,
            } => vec![
                Object(Variable, variable),
                Part::Value(expected),
                Part::Value(new),
                Register(register),
            ],
            Statement::SpinCompareExchange {
                variable,
                expected,
                new,
            } => vec![
                Object(Variable, variable),
                Part::Value(expected),
                Part::Value(new),
            ],
            Statement::Add { variable, summand } => {
                vec![Object(Variable, variable), Constant(summand)]
            }
            Statement::Set(variable) => vec![Object(Variable, variable)],
            Statement::Await(comparisons) | Statement::AwaitAny(comparisons) => {
                parts_of(comparisons)
            }
            Statement::AwaitThen {
                comparisons,
                variable,
                value,
            } => {
                let mut parts = parts_of(comparisons);
                parts.extend([Object(Variable, variable), Constant(value)]);
                parts
            }
            Statement::Lock(mutex) | Statement::Unlock(mutex) => vec![Object(Mutex, mutex)],
            Statement::TryLock { mutex, register } => {
                vec![Object(Mutex, mutex), Register(register)]
            }
            Statement::Read(lock)
            | Statement::UnlockRead(lock)
            | Statement::Write(lock)
            | Statement::UnlockWrite(lock) => vec![Object(RwLock, lock)],
            Statement::TryRead { lock, register } | Statement::TryWrite { lock, register } => {
                vec![Object(RwLock, lock), Register(register)]
            }
            Statement::Acquire { semaphore, permits }
            | Statement::Release { semaphore, permits } => {
                vec![Object(Semaphore, semaphore), Constant(permits)]
            }
            Statement::TryAcquire {
                semaphore,
                permits,
                register,
            } => vec![
                Object(Semaphore, semaphore),
                Constant(permits),
                Register(register),
            ],
            Statement::Begin { once, register } => vec![Object(Once, once), Register(register)],
            Statement::Complete(once) => vec![Object(Once, once)],
            Statement::Choose {
                alternatives,
                register,
            } => vec![Constant(alternatives), Register(register)],
            Statement::Wait { condvar, mutex } => {
                vec![Object(Condvar, condvar), Object(Mutex, mutex)]
            }
            Statement::WaitTimeout {
                condvar,
                mutex,
                register,
            } => vec![
                Object(Condvar, condvar),
                Object(Mutex, mutex),
                Register(register),
            ],
            Statement::NotifyOne(condvar) | Statement::NotifyAll(condvar) => {
                vec![Object(Condvar, condvar)]
            }
            Statement::Park | Statement::Fence | Statement::StoreBarrier => vec![],
            Statement::Unpark(body) | Statement::Spawn(body) | Statement::Join(body) => {
                vec![Body(body)]
            }
            Statement::Send { channel, value } => {
                vec![Object(Channel, channel), Part::Value(value)]
            }
            Statement::TrySend {
                channel,
                value,
                register,
            } => vec![
                Object(Channel, channel),
                Part::Value(value),
                Register(register),
            ],
            Statement::Recv { channel, register } | Statement::TryRecv { channel, register } => {
                vec![Object(Channel, channel), Register(register)]
            }
            Statement::Post { mailbox, value } => {
                vec![Object(Mailbox, mailbox), Part::Value(value)]
            }
            Statement::Receive {
                mailbox, register, ..
            }
            | Statement::ReceiveTimeout {
                mailbox, register, ..
            } => vec![Object(Mailbox, mailbox), Register(register)],
            Statement::Close(channel) | Statement::DropReceiver(channel) => {
                vec![Object(Channel, channel)]
            }
            Statement::If {
                register, equals, ..
            } => vec![Register(register), Constant(equals)],
            Statement::Assert {
                register, value, ..
            }
            | Statement::Assume {
                register, value, ..
            } => vec![Register(register), Constant(value)],
        }
    }

    /// The objects that the statement names.
    fn objects(&self) -> Vec<(Class, usize)> {
        let mut copy = self.without_blocks();
        let parts = copy.parts().into_iter();
        let objects = parts.filter_map(|part| match part {
            Part::Object(class, number) => Some((class, *number)),
            _ => None,
        });
        objects.collect()
    }

    /// The registers that the statement itself names.
    fn registers(&self) -> Vec<usize> {
        let mut copy = self.without_blocks();
        let parts = copy.parts().into_iter();
        let registers = parts.filter_map(|part| match part {
            Part::Register(register) | Part::Value(Value::Register { register, .. }) => {
                Some(*register)
            }
            _ => None,
        });
        registers.collect()
    }

    fn without_blocks(&self) -> Statement {
        match self {
            Statement::If {
                register, equals, ..
            } => Statement::If {
                register: *register,
                equals: *equals,
                then: vec![],
                otherwise: vec![],
            },
            other => other.clone(),
        }
    }

    /// The register that the statement leaves its result in.
    #[must_use]
    pub fn result(&self) -> Option<usize> {
        match self {
            Statement::Load { register, .. }
            | Statement::FetchAdd { register, .. }
            | Statement::Swap { register, .. }
            | Statement::CompareExchange { register, .. }
            | Statement::TryLock { register, .. }
            | Statement::TryRead { register, .. }
            | Statement::TryWrite { register, .. }
            | Statement::TryAcquire { register, .. }
            | Statement::Begin { register, .. }
            | Statement::Choose { register, .. }
            | Statement::WaitTimeout { register, .. }
            | Statement::TrySend { register, .. }
            | Statement::Recv { register, .. }
            | Statement::TryRecv { register, .. }
            | Statement::Receive { register, .. }
            | Statement::ReceiveTimeout { register, .. } => Some(*register),
            _ => None,
        }
    }

    /// The channel that this statement sends to.
    #[must_use]
    pub fn sends_to(&self) -> Option<usize> {
        match self {
            Statement::Send { channel, .. } | Statement::TrySend { channel, .. } => Some(*channel),
            _ => None,
        }
    }

    /// The channel that this statement takes a message from.
    fn receives_from(&self) -> Option<usize> {
        match self {
            Statement::Recv { channel, .. } | Statement::TryRecv { channel, .. } => Some(*channel),
            _ => None,
        }
    }
}

/// How a body uses one end of a channel, as far as its text tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    None,
    Some,
    Dropped,
    /// After it was dropped.
    Broken,
}

impl Use {
    fn another(&mut self) {
        *self = match self {
            Use::None | Use::Some => Use::Some,
            Use::Dropped | Use::Broken => Use::Broken,
        };
    }

    fn drop(&mut self) {
        self.another();
        if *self == Use::Some {
            *self = Use::Dropped;
        }
    }
}

/// A channel as it is at the start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Channel {
    /// How many senders it has: at least one for each process that sends or
    /// drops one.
    pub senders: u64,
    /// How many messages fit in, if that is limited. With zero, a send waits
    /// until its message is taken.
    pub capacity: Option<usize>,
}

/// A concurrent program.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Program {
    /// How stores reach memory.
    pub model: Model,
    /// How many stores a store buffer holds, if that is limited.
    pub bound: Option<u32>,
    /// The permits that each semaphore has at the start; zero if not said.
    pub permits: Vec<u64>,
    /// The channels.
    pub channels: Vec<Channel>,
    /// How many of the bodies exist from the start.
    pub roots: usize,
    /// What the processes do.
    pub bodies: Vec<Vec<Statement>>,
}

/// Calls `visit` with each statement of a block, also inside branches.
pub fn visit(block: &[Statement], call: &mut dyn FnMut(&Statement)) {
    for statement in block {
        call(statement);
        if let Statement::If {
            then, otherwise, ..
        } = statement
        {
            visit(then, call);
            visit(otherwise, call);
        }
    }
}

/// The block with each statement replaced by those that `replace` gives for it;
/// where it gives none at all, the statement stays, and the same is done to its
/// blocks.
pub fn rewrite(
    block: &[Statement],
    replace: &mut dyn FnMut(&Statement) -> Option<Vec<Statement>>,
) -> Vec<Statement> {
    let mut rewritten = Vec::new();
    for statement in block {
        if let Some(others) = replace(statement) {
            rewritten.extend(others);
        } else if let Statement::If {
            register,
            equals,
            then,
            otherwise,
        } = statement
        {
            rewritten.push(Statement::If {
                register: *register,
                equals: *equals,
                then: rewrite(then, replace),
                otherwise: rewrite(otherwise, replace),
            });
        } else {
            rewritten.push(statement.clone());
        }
    }
    rewritten
}

impl Program {
    /// Calls `call` with each statement and the body that it is in.
    pub fn visit(&self, call: &mut dyn FnMut(usize, &Statement)) {
        for (body, block) in self.bodies.iter().enumerate() {
            visit(block, &mut |statement| call(body, statement));
        }
    }

    /// The program with its statements replaced as by [`rewrite`].
    #[must_use]
    pub fn rewritten(
        &self,
        replace: &mut dyn FnMut(&Statement) -> Option<Vec<Statement>>,
    ) -> Program {
        let bodies = self.bodies.iter();
        Program {
            bodies: bodies.map(|body| rewrite(body, replace)).collect(),
            ..self.clone()
        }
    }

    /// How many objects of this class there are.
    #[must_use]
    pub fn objects(&self, class: Class) -> usize {
        let mut count = 0;
        self.visit(&mut |_, statement| {
            for (other, number) in statement.objects() {
                if other == class {
                    count = count.max(number + 1);
                }
            }
        });
        count
    }

    /// How many shared variables there are.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.objects(Class::Variable)
    }

    /// How many mutexes there are.
    #[must_use]
    pub fn mutexes(&self) -> usize {
        self.objects(Class::Mutex)
    }

    /// How many statements there are, branches included.
    #[must_use]
    pub fn statements(&self) -> usize {
        let mut count = 0;
        self.visit(&mut |_, _| count += 1);
        count
    }

    /// For each body, how many processes can run it at most.
    #[must_use]
    pub fn instances(&self) -> Vec<usize> {
        let mut instances = vec![0; self.bodies.len()];
        instances[..self.roots].fill(1);
        // A body spawns only later ones.
        for body in 0..self.bodies.len() {
            let times = instances[body];
            visit(&self.bodies[body], &mut |statement| {
                if let Statement::Spawn(child) = statement {
                    instances[*child] += times;
                }
            });
        }
        instances
    }

    /// How often statements that `matches` picks can run at most, in all.
    pub fn count(&self, matches: impl Fn(&Statement) -> bool) -> usize {
        let instances = self.instances();
        let mut count = 0;
        self.visit(&mut |body, statement| {
            if matches(statement) {
                count += instances[body];
            }
        });
        count
    }

    /// Is it a program at all?
    ///
    /// # Errors
    /// Says which rule it breaks.
    pub fn validate(&self) -> Result<(), String> {
        let bodies = self.bodies.len();
        if self.roots == 0 || self.roots > bodies || bodies > MAX_BODIES {
            return Err(format!("{} roots and {bodies} bodies", self.roots));
        }
        let mut spawns = vec![0; bodies];
        spawns[0] = self.roots - 1;
        let mut broken = None;
        self.visit(&mut |body, statement| {
            if let Err(rule) = self.validate_statement(body, statement) {
                broken = Some(rule);
            }
            if let Statement::Spawn(_) = statement {
                spawns[body] += 1;
            }
        });
        if let Some(rule) = broken {
            return Err(rule);
        }
        if spawns.iter().any(|count| *count > MAX_CHILDREN) {
            return Err(format!("over {MAX_CHILDREN} spawns in one body"));
        }
        (0..self.channels.len()).try_for_each(|channel| self.validate_channel(channel))?;
        (0..self.objects(Class::Mailbox)).try_for_each(|mailbox| self.validate_mailbox(mailbox))
    }

    /// The rules that one statement can break.
    fn validate_statement(&self, body: usize, statement: &Statement) -> Result<(), String> {
        if statement.registers().iter().any(|r| *r >= REGISTERS) {
            return Err(format!("no such register: {statement}"));
        }
        let exists = |(class, number): &(Class, usize)| match class {
            Class::Channel => *number < self.channels.len(),
            _ => *number < MAX_OBJECTS,
        };
        if !statement.objects().iter().all(exists) {
            return Err(format!("no such object: {statement}"));
        }
        let valid = match statement {
            Statement::Spawn(child) | Statement::Join(child) => {
                if *child <= body || *child < self.roots || *child >= self.bodies.len() {
                    return Err(format!("body {body} spawns or joins {child}"));
                }
                true
            }
            Statement::TrySend { channel, .. } => self.channels[*channel].capacity != Some(0),
            Statement::Park => body < self.roots,
            Statement::Unpark(root) => *root < self.roots,
            Statement::Choose { alternatives, .. } => (1..=MAX_ALTERNATIVES).contains(alternatives),
            Statement::Await(comparisons)
            | Statement::AwaitAny(comparisons)
            | Statement::AwaitThen { comparisons, .. } => {
                let mut variables: Vec<_> = comparisons.iter().map(|c| c.variable).collect();
                variables.sort_unstable();
                variables.dedup();
                variables.len() == comparisons.len()
                    && (1..=MAX_COMPARISONS).contains(&comparisons.len())
            }
            _ => true,
        };
        match valid {
            true => Ok(()),
            false => Err(format!("not allowed in body {body}: {statement}")),
        }
    }

    /// A channel is used as the type system of Rust would have it: there is one
    /// receiver, every process that sends has a sender of its own, and what was
    /// dropped is not used any more.
    fn validate_channel(&self, channel: usize) -> Result<(), String> {
        let instances = self.instances();
        let (mut senders, mut receivers) = (0, 0);
        for (body, times) in self.bodies.iter().zip(instances) {
            let (mut sends, mut receives) = (Use::None, Use::None);
            visit(body, &mut |statement| match statement {
                Statement::Close(c) if *c == channel => sends.drop(),
                Statement::DropReceiver(c) if *c == channel => receives.drop(),
                other if other.sends_to() == Some(channel) => sends.another(),
                other if other.receives_from() == Some(channel) => receives.another(),
                _ => {}
            });
            if sends == Use::Broken || receives == Use::Broken {
                return Err(format!("h{channel} is used after it was dropped"));
            }
            senders += times * usize::from(sends != Use::None);
            receivers += times * usize::from(receives != Use::None);
        }
        if senders as u64 > self.channels[channel].senders {
            return Err(format!("h{channel} has {senders} senders"));
        }
        match receivers {
            0 | 1 => Ok(()),
            _ => Err(format!("h{channel} has {receivers} receivers")),
        }
    }

    /// A mailbox has one receiver, and each body that sends to it runs once:
    /// messages are named by it.
    fn validate_mailbox(&self, mailbox: usize) -> Result<(), String> {
        let mut receivers = 0;
        for (body, times) in self.bodies.iter().zip(self.instances()) {
            let (mut posts, mut receives) = (false, false);
            visit(body, &mut |statement| match statement {
                Statement::Post { mailbox: b, .. } => posts |= *b == mailbox,
                Statement::Receive { mailbox: b, .. }
                | Statement::ReceiveTimeout { mailbox: b, .. } => receives |= *b == mailbox,
                _ => {}
            });
            if posts && times > 1 {
                return Err(format!(
                    "a body that sends to b{mailbox} runs {times} times"
                ));
            }
            receivers += times * usize::from(receives);
        }
        match receivers {
            0 | 1 => Ok(()),
            _ => Err(format!("b{mailbox} has {receivers} receivers")),
        }
    }

    /// The same program with every addition whose result is unused made into
    /// one that learns the old value (in the last register), for front ends
    /// that cannot tell the two apart.
    #[must_use]
    pub fn without_additions(&self) -> Program {
        self.rewritten(&mut |statement| match statement {
            Statement::Add { variable, summand } => Some(vec![Statement::FetchAdd {
                variable: *variable,
                summand: *summand,
                register: REGISTERS - 1,
            }]),
            _ => None,
        })
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Constant(constant) => write!(f, "{constant}"),
            Value::Register { register, plus: 0 } => write!(f, "r{register}"),
            Value::Register { register, plus } => write!(f, "r{register} + {plus}"),
        }
    }
}

fn relation(equal: bool) -> &'static str {
    if equal { "==" } else { "!=" }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = relation(self.equal);
        write!(f, "x{} {relation} {}", self.variable, self.value)
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wanted::Any => "any",
            Wanted::Even => "even",
            Wanted::Odd => "odd",
        })
    }
}

/// Prints the statement without its blocks, on one line.
impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(register) = self.result() {
            write!(f, "r{register} = ")?;
        }
        match self {
            Statement::Load { variable, .. } => write!(f, "x{variable}"),
            Statement::Store { variable, value } => write!(f, "x{variable} = {value}"),
            Statement::StoreRelease { variable, value } => {
                write!(f, "store-release x{variable} {value}")
            }
            Statement::StoreSeqCst { variable, value } => {
                write!(f, "store-seq-cst x{variable} {value}")
            }
            Statement::FetchAdd {
                variable, summand, ..
            }
            | Statement::Add { variable, summand } => write!(f, "x{variable} += {summand}"),
            Statement::Swap {
                variable, value, ..
            } => write!(f, "swap x{variable} {value}"),
            Statement::CompareExchange {
                variable,
                expected,
                new,
                ..
            } => write!(f, "cas x{variable} {expected} {new}"),
            Statement::Set(variable) => write!(f, "set x{variable}"),
            Statement::Spin { variable, value } => write!(f, "spin x{variable} == {value}"),
            Statement::SpinCompareExchange {
                variable,
                expected,
                new,
            } => write!(f, "spin-cas x{variable} {expected} {new}"),
            Statement::Await(comparisons) => {
                f.write_str("await")?;
                comparisons.iter().try_for_each(|c| write!(f, " {c}"))
            }
            Statement::AwaitAny(comparisons) => {
                f.write_str("await-any")?;
                comparisons.iter().try_for_each(|c| write!(f, " {c}"))
            }
            Statement::AwaitThen {
                comparisons,
                variable,
                value,
            } => {
                f.write_str("await")?;
                comparisons.iter().try_for_each(|c| write!(f, " {c}"))?;
                write!(f, " then x{variable} = {value}")
            }
            Statement::Lock(mutex) => write!(f, "lock m{mutex}"),
            Statement::TryLock { mutex, .. } => write!(f, "try-lock m{mutex}"),
            Statement::Unlock(mutex) => write!(f, "unlock m{mutex}"),
            Statement::Read(lock) => write!(f, "read w{lock}"),
            Statement::TryRead { lock, .. } => write!(f, "try-read w{lock}"),
            Statement::UnlockRead(lock) => write!(f, "unlock-read w{lock}"),
            Statement::Write(lock) => write!(f, "write w{lock}"),
            Statement::TryWrite { lock, .. } => write!(f, "try-write w{lock}"),
            Statement::UnlockWrite(lock) => write!(f, "unlock-write w{lock}"),
            Statement::Acquire { semaphore, permits } => {
                write!(f, "acquire s{semaphore} {permits}")
            }
            Statement::TryAcquire {
                semaphore, permits, ..
            } => write!(f, "try-acquire s{semaphore} {permits}"),
            Statement::Release { semaphore, permits } => {
                write!(f, "release s{semaphore} {permits}")
            }
            Statement::Begin { once, .. } => write!(f, "begin o{once}"),
            Statement::Complete(once) => write!(f, "complete o{once}"),
            Statement::Choose { alternatives, .. } => write!(f, "choose {alternatives}"),
            Statement::Wait { condvar, mutex } => write!(f, "wait c{condvar} m{mutex}"),
            Statement::WaitTimeout { condvar, mutex, .. } => {
                write!(f, "wait-timeout c{condvar} m{mutex}")
            }
            Statement::NotifyOne(condvar) => write!(f, "notify-one c{condvar}"),
            Statement::NotifyAll(condvar) => write!(f, "notify-all c{condvar}"),
            Statement::Park => f.write_str("park"),
            Statement::Unpark(root) => write!(f, "unpark {root}"),
            Statement::Send { channel, value } => write!(f, "send h{channel} {value}"),
            Statement::TrySend { channel, value, .. } => write!(f, "try-send h{channel} {value}"),
            Statement::Recv { channel, .. } => write!(f, "recv h{channel}"),
            Statement::TryRecv { channel, .. } => write!(f, "try-recv h{channel}"),
            Statement::Post { mailbox, value } => write!(f, "post b{mailbox} {value}"),
            Statement::Receive {
                mailbox, wanted, ..
            } => write!(f, "receive b{mailbox} {wanted}"),
            Statement::ReceiveTimeout {
                mailbox, wanted, ..
            } => write!(f, "receive-timeout b{mailbox} {wanted}"),
            Statement::Close(channel) => write!(f, "close h{channel}"),
            Statement::DropReceiver(channel) => write!(f, "drop-receiver h{channel}"),
            Statement::If {
                register, equals, ..
            } => write!(f, "if r{register} == {equals}"),
            Statement::Fence => f.write_str("fence"),
            Statement::StoreBarrier => f.write_str("store-barrier"),
            Statement::Spawn(body) => write!(f, "spawn {body}"),
            Statement::Join(body) => write!(f, "join {body}"),
            Statement::Assert {
                register,
                equal,
                value,
            } => write!(f, "assert r{register} {} {value}", relation(*equal)),
            Statement::Assume {
                register,
                equal,
                value,
            } => write!(f, "assume r{register} {} {value}", relation(*equal)),
        }
    }
}

fn write_block(
    f: &mut fmt::Formatter<'_>,
    block: &[Statement],
    depth: usize,
) -> Result<(), fmt::Error> {
    for statement in block {
        writeln!(f, "{:1$}{statement}", "", depth * 4)?;
        if let Statement::If {
            then, otherwise, ..
        } = statement
        {
            write_block(f, then, depth + 1)?;
            if !otherwise.is_empty() {
                writeln!(f, "{:1$}else", "", depth * 4)?;
                write_block(f, otherwise, depth + 1)?;
            }
            writeln!(f, "{:1$}end", "", depth * 4)?;
        }
    }
    Ok(())
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.model != Model::Sc || self.bound.is_some() {
            write!(f, "model {}", self.model)?;
            if let Some(bound) = self.bound {
                write!(f, " bound {bound}")?;
            }
            writeln!(f)?;
        }
        for (index, permits) in self.permits.iter().enumerate() {
            writeln!(f, "semaphore s{index} {permits}")?;
        }
        for (index, channel) in self.channels.iter().enumerate() {
            write!(f, "channel h{index} senders {}", channel.senders)?;
            if let Some(capacity) = channel.capacity {
                write!(f, " capacity {capacity}")?;
            }
            writeln!(f)?;
        }
        for (index, body) in self.bodies.iter().enumerate() {
            let word = if index < self.roots { "root" } else { "body" };
            writeln!(f, "{word} {index}")?;
            write_block(f, body, 1)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_program_is_refused() {
        for (text, rule) in [
            ("root 0\n r4 = x0", "no such register: r4 = x0"),
            ("root 0\n x0 = r4", "no such register: x0 = r4"),
            ("root 0\n r0 = x8", "no such object: r0 = x8"),
            ("root 0\n send h0 1", "no such object: send h0 1"),
            (
                "root 0\n spawn 1\nbody 1\n park",
                "not allowed in body 1: park",
            ),
            ("root 0\n unpark 1", "not allowed in body 0: unpark 1"),
            (
                "root 0\n r0 = choose 0",
                "not allowed in body 0: r0 = choose 0",
            ),
            (
                "root 0\n await x0 == 1 x0 != 2",
                "not allowed in body 0: await x0 == 1 x0 != 2",
            ),
            (
                "channel h0 senders 1\nroot 0\n send h0 1\nroot 1\n close h0",
                "h0 has 2 senders",
            ),
            (
                "channel h0 senders 1\nroot 0\n close h0\n send h0 1",
                "h0 is used after it was dropped",
            ),
            (
                "channel h0 senders 1\nroot 0\n drop-receiver h0\n r0 = try-recv h0",
                "h0 is used after it was dropped",
            ),
            (
                "channel h0 senders 1\nroot 0\n spawn 1\n spawn 1\nbody 1\n r0 = recv h0",
                "h0 has 2 receivers",
            ),
        ] {
            assert_eq!(text.parse::<Program>(), Err(rule.to_string()), "{text}");
        }
    }

    #[test]
    fn processes_are_counted_by_how_often_their_body_is_spawned() {
        let text =
            "root 0\n spawn 2\n spawn 2\nroot 1\n spawn 3\nbody 2\n spawn 3\nbody 3\n x0 = 1";
        let program: Program = text.parse().expect("a program");
        assert_eq!(program.instances(), [1, 1, 2, 3]);
        assert_eq!(program.count(|s| matches!(s, Statement::Store { .. })), 3);
    }
}
