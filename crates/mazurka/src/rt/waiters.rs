//! The waiters of condition variables, and what `std` leaves open of waiting.
//!
//! A process waits for one condition variable at a time, so what is to be known
//! lies with the processes. The value of the condition variable is the number
//! of its waiters.

use super::operation::wake;
use super::state::State;
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

/// The wait that the running process is about to begin ends for no reason.
pub(crate) fn note_spurious() {
    active().state().current().spurious += 1;
}
