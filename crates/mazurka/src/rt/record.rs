//! Recording: what an execution did, kept to be shown to people.

use mazurka_program::{Edge, ObjectId, Operation, ProcessId, Touch};
use std::panic::Location;

/// One step of a recorded execution.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    /// The process that ran it, and its name for people.
    pub(crate) process: ProcessId,
    pub(crate) thread: String,
    pub(crate) operation: Operation,
    pub(crate) location: Option<&'static Location<'static>>,
    /// Which alternative it took, if it had several.
    pub(crate) alternative: u32,
    /// What it touched.
    pub(crate) touches: Vec<Touch>,
    /// The object that its object is a part of, or that object itself.
    pub(crate) whole: ObjectId,
    /// What people call its object.
    pub(crate) noun: Option<&'static str>,
    /// The operation and its result in Rust's words.
    pub(crate) description: Option<String>,
    /// What its local code did.
    pub(crate) edges: Vec<Edge>,
}

/// A store that went into a store buffer.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    /// The process that stored, and its name for people.
    pub(crate) process: ProcessId,
    pub(crate) thread: String,
    /// The object that its object is a part of, or that object itself.
    pub(crate) whole: ObjectId,
    /// The call in Rust's words.
    pub(crate) call: String,
    pub(crate) location: &'static Location<'static>,
}

/// A recorded execution.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recording {
    /// What local code did before the first step.
    pub(crate) start: Vec<Edge>,
    pub(crate) steps: Vec<Recorded>,
    /// The stores that were buffered, one for each [`Edge::Mark`] of the process
    /// that stored, in order, but for those of `returns`.
    pub(crate) stores: Vec<Stored>,
    /// The marks of threads that returned with destructors to run, by number.
    pub(crate) returns: Vec<(u32, ProcessId)>,
}

/// The execution that is being recorded.
#[derive(Default)]
pub(super) struct Recorder {
    pub(super) recording: Recording,
    /// The description of the operation that runs in the current step.
    pub(super) description: Option<String>,
}
