//! What processes wait for when all wait for good, for people.

use super::buffer;
use super::fiber::{self, Command};
use super::runtime::Runtime;
use super::state::Phase;
use super::waiting::{Calls, waited_for};
use crate::place;
use mazurka_program::{ObjectId, ProcessId, Program as _, Status};
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::panic::Location;
use std::sync::Arc;

/// Words about objects, which may be called by other names.
pub(crate) struct Words {
    /// With a hole for each object.
    text: String,
    /// What is to stand in the holes, if the objects have no names.
    objects: Vec<(ObjectId, String)>,
    /// The atomic that is waited for, if it is one, and where.
    pub(crate) atomic: Option<(ObjectId, &'static Location<'static>)>,
    /// The calls that led to the wait, if that has no place in the program.
    pub(crate) calls: Option<Arc<Backtrace>>,
}

const HOLE: &str = "\u{1}";

impl Words {
    /// The words if no object has a name.
    pub(crate) fn usual(&self) -> String {
        self.with(|_, usual| usual.to_owned())
    }

    /// The words with what `call` calls the objects, given the usual words. Where these are
    /// none, what it says is added.
    pub(crate) fn with(&self, call: impl Fn(ObjectId, &str) -> String) -> String {
        let mut parts = self.text.split(HOLE);
        let mut text = parts.next().unwrap_or_default().to_owned();
        for ((object, usual), part) in self.objects.iter().zip(parts) {
            text.push_str(&call(*object, usual));
            text.push_str(part);
        }
        text
    }
}

impl Runtime {
    /// What a process waits for, in words.
    pub(super) fn described_wait(&self, id: ProcessId, calls: Calls<'_>) -> String {
        let state = self.shared();
        let name = state.thread_name(id);
        let Some(process) = state.processes.get(id) else {
            return format!("{name} waits");
        };
        let place = process
            .location
            .filter(|at| place::is_in_program(at.file()));
        let place = place.map(|at| format!(" at {}:{}", at.file(), at.line()));
        let place = place.unwrap_or_default();
        match self.status(id) {
            Status::Joining(target) => {
                let target = state.thread_name(target);
                format!("thread {name} waits{place} for thread {target} to finish")
            }
            Status::Blocked(operation) | Status::Enabled(operation) => {
                let what = waited_for(state, process, operation, calls);
                format!("thread {name} waits{place} {what}")
            }
            Status::Waiting => {
                let what = process.waits_for.unwrap_or("to be woken");
                let on = process.waits_on.map(|object| calls(object, String::new()));
                format!(
                    "thread {name} waits{place} {what}{}",
                    on.unwrap_or_default()
                )
            }
            Status::Discarded => format!("thread {name} assumed{place} what does not hold"),
            Status::Cut => format!("thread {name} was ended by a bound"),
            Status::Stalled => {
                format!("thread {name} waits{place} in a loop for what it looks at to change")
            }
            Status::Finished => format!("thread {name} is finished"),
        }
    }

    /// What each process waits for that has not finished and is no daemon, in words and with
    /// the objects that these are about.
    pub(crate) fn waits(&mut self) -> Vec<Words> {
        let mut ids = self.processes();
        ids.retain(|id| self.status(*id) != Status::Finished && !self.is_daemon(*id));
        let wait = |id| {
            let objects = RefCell::new(Vec::new());
            let text = self.described_wait(id, &|object, usual| {
                objects.borrow_mut().push((object, usual));
                HOLE.to_owned()
            });
            let whole = |(object, usual)| (buffer::whole(self.state(), object), usual);
            let objects: Vec<_> = objects.into_inner().into_iter().map(whole).collect();
            let first = objects.first().map(|(object, _)| *object);
            let state = self.state();
            let recorder = state.recorder.as_ref();
            let is_atomic = |object: &ObjectId| {
                recorder.is_some_and(|recorder| recorder.recording.types.contains_key(object))
            };
            Words {
                text,
                objects,
                atomic: first.filter(is_atomic).zip(state.processes[id].location),
                calls: recorder.and_then(|recorder| recorder.announced.get(&id).cloned()),
            }
        };
        ids.into_iter().map(wait).collect()
    }

    /// Has every process that waits tell the calls that it waits in, for backtraces.
    pub(crate) fn trace_waiting(&mut self) {
        for id in self.state().spawned.clone() {
            let process = &self.state().processes[id];
            let is_waiting = match process.phase {
                Phase::Announced | Phase::Joining(_) | Phase::Waiting | Phase::Draining => true,
                Phase::New | Phase::Running | Phase::GivingBack | Phase::Ending => false,
                Phase::Discarded | Phase::Cut | Phase::Stalled => false,
                Phase::Interrupted | Phase::Finished => false,
            };
            if is_waiting {
                // It has a stack already.
                let _ = fiber::run(&mut self.owner, id, Command::Trace);
            }
        }
    }
}
