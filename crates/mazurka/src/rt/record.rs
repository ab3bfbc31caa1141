//! Recording: what an execution did, kept to be shown to people.

use super::buffer;
use super::object::Origin;
use super::runtime::Runtime;
use crate::place;
use mazurka_program::{Edge, ObjectId, Operation, ProcessId, Touch, Turn};
use rustc_hash::FxHashMap;
use std::backtrace::Backtrace;
use std::panic::Location;
use std::sync::Arc;

/// One step of a recorded execution.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    /// The process that ran it, and its name for people.
    pub(crate) process: ProcessId,
    pub(crate) thread: String,
    pub(crate) operation: Operation,
    pub(crate) location: Option<&'static Location<'static>>,
    /// The calls that led to it, if the location is not in the program.
    pub(crate) calls: Option<Arc<Backtrace>>,
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
    /// Where each process was spawned.
    pub(crate) spawns: FxHashMap<ProcessId, &'static Location<'static>>,
    /// Where a process waited last for another to finish.
    pub(crate) joins: FxHashMap<(ProcessId, ProcessId), &'static Location<'static>>,
    /// What objects say of themselves, and the types of atomics.
    pub(crate) origins: FxHashMap<ObjectId, Origin>,
    pub(crate) types: FxHashMap<ObjectId, &'static str>,
    /// The object that a finding is about, and where it is used.
    pub(crate) found_on: Option<(ObjectId, &'static Location<'static>)>,
    /// The calls of processes at their findings, or where they wait.
    pub(crate) traces: Vec<(ProcessId, Arc<Backtrace>)>,
}

/// The execution that is being recorded.
#[derive(Default)]
pub(super) struct Recorder {
    pub(super) recording: Recording,
    /// The description of the operation that runs in the current step.
    pub(super) description: Option<String>,
    /// The calls that led to what processes have announced, where the location does not say.
    pub(super) announced: FxHashMap<ProcessId, Arc<Backtrace>>,
}

/// More steps than this do not have their calls looked up.
const CALLS_MAX: usize = 5_000;

impl Recorder {
    /// The running process announces what a call at that location does.
    pub(super) fn announce(&mut self, process: ProcessId, location: &Location<'_>) {
        if !place::is_in_program(location.file()) && self.recording.steps.len() < CALLS_MAX {
            self.announced.insert(process, place::calls());
        } else {
            self.announced.remove(&process);
        }
    }

    /// Keeps the calls of the running process for its backtrace, if that is asked for.
    pub(super) fn trace(&mut self, process: ProcessId) {
        if place::is_backtrace_asked_for() {
            self.recording.traces.retain(|(other, _)| *other != process);
            self.recording.traces.push((process, place::calls()));
        }
    }
}

impl Runtime {
    /// A step begins.
    pub(super) fn record_step(
        &mut self,
        Turn {
            process: id,
            alternative,
        }: Turn,
        operation: Operation,
        location: Option<&'static Location<'static>>,
    ) {
        let thread = self.thread_name(id);
        let state = self.state();
        let whole = buffer::whole(state, operation.object);
        let nouns = [operation.object, whole].map(|object| state.objects.noun(object));
        if let Some(recorder) = &mut state.recorder {
            recorder.description = None;
            let calls = recorder.announced.remove(&id);
            recorder.recording.steps.push(Recorded {
                process: id,
                thread,
                operation,
                location,
                calls,
                alternative,
                touches: Vec::new(),
                whole,
                noun: nouns[0].or(nouns[1]),
                description: None,
                edges: Vec::new(),
            });
        }
    }

    /// A step has ended.
    pub(super) fn record_effect(&mut self) {
        let state = self.state();
        if let Some(recorder) = &mut state.recorder
            && let Some(last) = recorder.recording.steps.last_mut()
        {
            last.touches.clone_from(&state.touches);
            last.description = recorder.description.take();
            last.edges.clone_from(&state.edges);
        }
    }
}
