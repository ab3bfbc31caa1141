//! The waiters of condition variables, and what `std` leaves open of waiting.
//!
//! A process waits for one condition variable at a time, so what is to be known
//! lies with the processes. The value of the condition variable is the number
//! of its waiters.

use super::operation::wake;
use super::runtime::Runtime;
use super::state::{Mode, State};
use super::{active, off_heap};
use mazurka_program::{ObjectId, ProcessId};

/// Makes the running process a waiter of a condition variable.
pub(crate) fn begin_to_wait(condvar: ObjectId) {
    active().state().current().waits_on = Some(condvar);
}

/// The running process waits no longer; false if it has been notified before.
pub(crate) fn end_waiting(condvar: ObjectId) -> bool {
    active().state().current().waits_on.take() == Some(condvar)
}

/// Notifies the `nth` waiter of a condition variable, by the place in the spawn
/// tree.
pub(crate) fn wake_waiter(condvar: ObjectId, nth: u32) {
    let rt = active();
    let waiter = off_heap(|| waiters(&rt.state(), condvar).get(nth as usize).copied());
    let Some(waiter) = waiter else {
        unreachable!("a condition variable has as many waiters as it holds");
    };
    rt.state().processes[waiter].waits_on = None;
    // One that may leave by itself does not wait to be woken, and finds out.
    wake(waiter);
}

fn waiters(state: &State, condvar: ObjectId) -> Vec<ProcessId> {
    let waits = |id: &&ProcessId| state.processes[**id].waits_on == Some(condvar);
    let mut waiters: Vec<ProcessId> = state.spawned.iter().filter(waits).copied().collect();
    waiters.sort_by_cached_key(|id| state.names.path(*id));
    waiters
}

/// Does a writer that waits for a read-write lock keep new readers out?
pub(crate) fn writers_first() -> bool {
    active().state().writers_first
}

/// May the wait that the running process is about to begin end for no reason? As often in an
/// execution as the settings allow.
pub(crate) fn may_wake_spuriously() -> bool {
    let rt = active();
    let mut state = rt.state();
    !state.is_silent() && state.current().spurious < state.spurious_wakeups
}

/// May a `block_on` of the running process that has polled so often for no reason do it again?
pub(crate) fn may_poll_spuriously(polls: u32) -> bool {
    let rt = active();
    let mut state = rt.state();
    !state.is_silent() && polls < state.spurious_polls
}

/// May a weak exchange of the running process fail for no reason?
#[inline]
pub(crate) fn may_fail_weakly() -> bool {
    let rt = active();
    let mut state = rt.state();
    state.weak_failures != 0
        && !state.is_silent()
        && state.current().mode == Mode::Code
        && state.current().weak < state.weak_failures
}

/// A weak exchange of the running process fails for no reason.
pub(crate) fn note_weak_failure() {
    active().state().current().weak += 1;
}

impl Runtime {
    /// Had any execution so far more than one thread?
    pub(crate) fn has_threads(&mut self) -> bool {
        self.state().has_threads
    }

    /// Tells whether two threads have done something to the same object, in any execution so far.
    pub(crate) fn have_met(&mut self) -> bool {
        self.state().meetings.have_met
    }

    /// How often each `block_on` may poll for no reason, and how many weak exchanges of each
    /// process may fail so.
    pub(crate) fn set_failures(&mut self, spurious_polls: u32, weak_failures: u32) {
        self.state().spurious_polls = spurious_polls;
        self.state().weak_failures = weak_failures;
    }
}

/// The wait that the running process is about to begin ends for no reason.
pub(crate) fn note_spurious() {
    active().state().current().spurious += 1;
}
