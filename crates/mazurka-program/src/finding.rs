//! Findings: the bugs of a program under test.

use crate::name::ProcessId;
use std::fmt;

/// What kind of bug a [`Finding`] is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FindingKind {
    /// A process panicked, or an assertion failed.
    Panic,
    /// Some process waits for something that cannot happen any more.
    Deadlock,
    /// Some process only looks again and again at what cannot change any more.
    Livelock,
    /// Two accesses to non-atomic memory, one of them a write, are unordered.
    DataRace,
    /// A process gave back a mutex that it does not hold.
    UnlockNotHeld,
    /// An execution grew past the limit on events: likely an endless loop.
    EventLimit,
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FindingKind::Panic => "panic",
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
