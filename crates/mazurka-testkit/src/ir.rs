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

mod parts;
mod show;
mod validate;

pub use parts::Part;

use mazurka_memory::Model;

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

/// How [`Statement::Fetch`] changes a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// Sets the bits of the operand.
    Or,
    /// Clears them.
    Clear,
    /// To the operand, if that is more.
    Max,
    /// To the operand, if that is less.
    Min,
}

impl Change {
    /// All of them.
    pub const ALL: [Change; 4] = [Change::Or, Change::Clear, Change::Max, Change::Min];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Change::Or => "or",
            Change::Clear => "clear",
            Change::Max => "max",
            Change::Min => "min",
        }
    }

    /// What a variable that held `held` holds then.
    #[must_use]
    pub fn of(self, held: u64, operand: u64) -> u64 {
        match self {
            Change::Or => held | operand,
            Change::Clear => held & !operand,
            Change::Max => held.max(operand),
            Change::Min => held.min(operand),
        }
    }
}

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
    /// Changes a variable, if it is not as it would be then; the register receives what
    /// it held before. Of the value, the lowest three bits count.
    Fetch {
        /// How it changes.
        change: Change,
        /// The variable changed.
        variable: usize,
        /// The operand.
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
    /// Sets bits of a variable, the lowest three of the value, again and again until
    /// some of them were not set.
    SpinOr {
        /// The variable changed.
        variable: usize,
        /// The bits.
        value: Value,
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
