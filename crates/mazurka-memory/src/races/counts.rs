//! Reference counts, judged by the clocks.
//!
//! A front end may take changes of a count (a reference is added or dropped) for local
//! code, as long as no process can tell in which order they came. One can when an
//! observation of the count is unordered with a change: that pair must be events.
//!
//! It is here and not in a front end since it needs the clocks of processes, which nothing
//! else sees, and is gone back in together with them.

use super::table::Reuse;
use super::{Clock, Races};
use mazurka_program::{ObjectId, ProcessId};

/// A reference count whose changes are no events.
#[derive(Default, Debug)]
pub(super) struct Count {
    /// The last change by each process.
    changes: Clock,
    /// The last observation by each process.
    observations: Clock,
    /// What the drops so far release to the one that finds itself the last.
    pub(super) released: Clock,
}

impl Reuse for Count {
    fn forget(&mut self) {
        self.changes.forget();
        self.observations.forget();
        self.released.forget();
    }

    fn copy_from(&mut self, other: &Count) {
        self.changes.assign(&other.changes);
        self.observations.assign(&other.observations);
        self.released.assign(&other.released);
    }
}

impl<P: Copy> Races<P> {
    /// The time and clock of the process, and the reference count.
    fn clock_and_count(&mut self, p: ProcessId, object: ObjectId) -> (u32, &mut Clock, &mut Count) {
        let time = self.process(p).clock.get(p);
        let process = self.processes.entry(p.index(), self.now);
        let count = self.counts.entry(object.index(), self.now);
        (time, &mut process.clock, count)
    }

    /// `p` changes a reference count without learning what it was. False if an
    /// observation of the count is unordered with this change.
    pub fn count_change(&mut self, p: ProcessId, object: ObjectId) -> bool {
        let (time, clock, count) = self.clock_and_count(p, object);
        count.changes.set(p, time);
        count.observations.is_within(clock)
    }

    /// `p` observes a reference count. False if a change of the count is
    /// unordered with this observation.
    pub fn count_observed(&mut self, p: ProcessId, object: ObjectId) -> bool {
        let (time, clock, count) = self.clock_and_count(p, object);
        count.observations.set(p, time);
        count.changes.is_within(clock)
    }

    /// Does every change of a reference count happen before what `p` does now?
    pub fn count_settled(&mut self, p: ProcessId, object: ObjectId) -> bool {
        let (_, clock, count) = self.clock_and_count(p, object);
        count.changes.is_within(clock)
    }

    /// `p` drops a reference: what it did happens before what the last drop
    /// does.
    pub fn count_release(&mut self, p: ProcessId, object: ObjectId) {
        let (_, clock, count) = self.clock_and_count(p, object);
        count.released.join(clock);
        self.tick(p);
    }

    /// `p` drops a reference, by what is no event: what it did happens before the end of what is
    /// counted ([`Races::freed`]), and nothing else is ordered by that.
    pub fn count_ended(&mut self, p: ProcessId, object: ObjectId) {
        let (_, clock, count) = self.clock_and_count(p, object);
        count.released.join(clock);
    }

    /// `p` has found that it holds the only reference.
    pub fn count_acquire(&mut self, p: ProcessId, object: ObjectId) {
        let (_, clock, count) = self.clock_and_count(p, object);
        clock.join(&count.released);
    }
}
