//! What can go wrong in a program, before it is put into words.

use super::memory::ObjectIndex;

/// An error of the program under test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// An access of the first page.
    Null { address: u64 },
    /// An access where nothing is.
    Wild { address: u64 },
    /// An access that is not within the object that its address was computed from.
    Bounds {
        object: ObjectIndex,
        offset: i64,
        size: u64,
    },
    /// An access of an object that was freed, or whose function has returned.
    Dead { object: ObjectIndex, offset: i64 },
    /// A write of what may not be written.
    Constant { object: ObjectIndex },
    /// A value that was never written decides where the program goes on, or where
    /// memory is accessed.
    Undefined { what: &'static str },
    /// An atomic access that is not aligned.
    Misaligned { address: u64, size: u8 },
    /// A free of what is not the start of a heap object.
    InvalidFree { address: u64 },
    /// A second free.
    DoubleFree { object: ObjectIndex },
    /// Division by zero, or of the least number by minus one.
    Division,
    /// What the program says is not reached.
    Unreachable,
    /// The end of a function that must return a value.
    NoReturn,
    /// Too many calls within one another.
    StackOverflow,
    /// A call of what is no function.
    NoFunction { address: u64 },
    /// Misuse of something that synchronises.
    Misuse(String),
    /// An unlock by who does not hold the lock.
    NotHeld(String),
    /// An assertion, in the words of the program.
    Assertion(String),
    /// `abort`.
    Abort,
    /// `__builtin_trap`.
    Trap,
    /// The thread repeats itself for ever.
    Endless(String),
    /// The thread has run this many instructions without an event.
    TooLong(u64),
    /// There are too many threads to go on.
    TooManyThreads,
    /// The execution may take no more memory.
    TooMuchMemory,
    /// There are more objects than addresses can tell apart.
    TooManyObjects,
    /// The program ends with a code that is not zero.
    Exit(i32),
    /// Objects that can not be freed any more.
    Leak(String),
}

impl Fault {
    /// Is it only that the thread has not come to an end?
    pub(crate) fn is_endless(&self) -> bool {
        matches!(
            self,
            Fault::TooLong(_)
                | Fault::TooManyThreads
                | Fault::TooMuchMemory
                | Fault::TooManyObjects
        )
    }
}
