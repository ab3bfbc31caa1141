//! Findings: the bugs of a program under test.

use crate::name::ProcessId;
use std::fmt;

/// What kind of bug a [`Finding`] is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FindingKind {
    /// A process panicked, or an assertion failed.
    Panic,
    /// An assertion of the program failed.
    Assertion,
    /// The program gave itself up.
    Abort,
    /// Memory was accessed that is not there, or not any more.
    InvalidAccess,
    /// Something was freed that cannot be, or not again.
    InvalidFree,
    /// Memory that was never written decides what the program does.
    Undefined,
    /// Division by zero, or one that overflows.
    Arithmetic,
    /// A place was reached that the program says is not.
    Unreachable,
    /// Too many calls within one another.
    StackOverflow,
    /// Something that synchronises was used in a way that it does not allow.
    Misuse,
    /// Memory was lost that nobody can free any more.
    Leak,
    /// A process ended for a reason that is not normal.
    AbnormalExit,
    /// The program ended with a code that is not zero.
    ExitCode,
    /// Some process waits for something that cannot happen any more.
    Deadlock,
    /// Some process only looks again and again at what cannot change any more.
    Livelock,
    /// Two accesses to non-atomic memory, one of them a write, are unordered.
    DataRace,
    /// A process gave back a mutex that it does not hold.
    UnlockNotHeld,
    /// An execution, or code between two operations, was left because it did not end within
    /// a limit. That is no bug: nothing is known of what comes after.
    EventLimit,
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FindingKind::Panic => "panic",
            FindingKind::Assertion => "assertion failed",
            FindingKind::Abort => "abort",
            FindingKind::InvalidAccess => "invalid access",
            FindingKind::InvalidFree => "invalid free",
            FindingKind::Undefined => "uninitialised memory",
            FindingKind::Arithmetic => "arithmetic error",
            FindingKind::Unreachable => "unreachable place",
            FindingKind::StackOverflow => "stack overflow",
            FindingKind::Misuse => "misuse",
            FindingKind::Leak => "leak",
            FindingKind::AbnormalExit => "abnormal exit",
            FindingKind::ExitCode => "exit code",
            FindingKind::Deadlock => "deadlock",
            FindingKind::Livelock => "livelock",
            FindingKind::DataRace => "data race",
            FindingKind::UnlockNotHeld => "unlock of a mutex that is not held",
            FindingKind::EventLimit => "event limit reached",
        })
    }
}

/// A bug of the program under test.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Finding {
    /// What kind of bug it is.
    pub kind: FindingKind,
    /// The process that showed it, where there is one.
    pub process: Option<ProcessId>,
    /// What happened, for people.
    pub message: String,
}

impl Finding {
    /// A bug that a process showed.
    #[must_use]
    pub fn new(kind: FindingKind, process: Option<ProcessId>, message: String) -> Finding {
        Finding {
            kind,
            process,
            message,
        }
    }
}
