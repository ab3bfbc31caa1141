//! What is known of looks that may end a round of a loop that comes to nothing.
//!
//! A look at a place where threads wait has a guard: the number of the past of its process.
//! With the same past and the same value the process does the same, so what came of a look is
//! kept in mind: it brought the process back to where it was, or it led on. The former is no
//! event: the process waits until there is another value.

use super::buffer;
use super::state::{Phase, Process, State};
use mazurka_program::{Guard, ObjectId, Operation};
use rustc_hash::FxHashMap;

/// What a process has read since it was in the same state: objects, and what it saw there.
pub(super) type Reads = Vec<(ObjectId, u64)>;

/// More looks than this are not kept in mind: they are found again.
const LOOKS_MAX: usize = 1 << 20;

/// What came of looks, by number and value.
#[derive(Default)]
pub(super) struct Guards {
    known: FxHashMap<(u64, u64), Came>,
    /// One was added that the next execution needs.
    needed: bool,
}

/// What came of a look.
enum Came {
    /// The process went on.
    Through,
    /// It came back to where it was, having read this.
    Back(Reads),
}

impl Guards {
    /// Another execution begins.
    pub(super) fn begin(&mut self) {
        if !std::mem::take(&mut self.needed) && self.known.len() > LOOKS_MAX {
            self.known.clear();
        }
    }

    /// Nothing is known any more: other things are events from now on.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }

    /// Does a look with that number lead on at that value?
    #[inline]
    pub(super) fn opens(&self, number: u64, value: u64) -> Option<bool> {
        let came = self.known.get(&(number, value))?;
        Some(matches!(came, Came::Through))
    }

    /// A look has led on.
    pub(super) fn led_on(&mut self, number: u64, value: u64) {
        self.known.entry((number, value)).or_insert(Came::Through);
    }

    /// A look brings its process back.
    pub(super) fn leads_back(&mut self, number: u64, value: u64, reads: Reads) {
        self.known.insert((number, value), Came::Back(reads));
        self.needed = true;
    }
}

impl State {
    /// The step of a process was none, but its execution is to run on to where it ends: the
    /// process goes on after the round.
    pub(super) fn go_on_with_round(&mut self) {
        let mut processes = self.spawned.iter();
        let came_back = processes.find(|id| self.processes[**id].phase == Phase::Interrupted);
        if let Some(id) = came_back {
            self.interrupt = None;
            self.processes[*id].phase = Phase::Running;
            self.ready.push_front(*id);
        }
    }

    /// Does the guard of an operation let it run, as far as is known?
    #[inline]
    pub(super) fn is_let_through(&self, operation: &Operation) -> bool {
        let Some(Guard::Learnt(number)) = operation.guard else {
            return true;
        };
        let value = self.objects.value(operation.object);
        self.guards.opens(number, value) != Some(false)
    }

    /// Does a process that waits by a guard do so although it would go on, had it not looked
    /// before at what has changed since?
    pub(super) fn is_in_vain(&self, process: &Process) -> bool {
        let Some(number) = process.operation.learnt_guard() else {
            return false;
        };
        let value = self.objects.value(process.operation.object);
        let Some(Came::Back(reads)) = self.guards.known.get(&(number, value)) else {
            return false;
        };
        let mut reads = reads.iter();
        reads.any(|(object, seen)| buffer::seen_bits(self, process.id, *object) != *seen)
    }
}
