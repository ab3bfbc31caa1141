//! Where the schedulers of an exploration wait while what was explored is kept.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How many schedulers wait, of those that there are.
#[derive(Default)]
pub(crate) struct Rest {
    state: Mutex<State>,
    called: Condvar,
}

#[derive(Default)]
struct State {
    resting: usize,
    ended: usize,
    /// How often those who waited were told to go on.
    calls: u64,
}

impl Rest {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits, as a scheduler, until all are told to go on.
    pub(crate) fn wait(&self) {
        let mut state = self.lock();
        state.resting += 1;
        let seen = state.calls;
        while state.calls == seen {
            let woken = self.called.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Counts a scheduler as ended when it is dropped.
    pub(crate) fn scheduler(&self) -> Scheduler<'_> {
        Scheduler(self)
    }

    /// Do some wait? With `all`, only if each of that many schedulers waits or has ended.
    pub(crate) fn is_resting(&self, all: Option<usize>) -> bool {
        let state = self.lock();
        state.resting > 0 && all.is_none_or(|all| state.resting + state.ended == all)
    }

    /// Lets those who wait go on.
    pub(crate) fn go_on(&self) {
        let mut state = self.lock();
        state.resting = 0;
        state.calls += 1;
        self.called.notify_all();
    }
}

/// A scheduler that has not ended.
pub(crate) struct Scheduler<'r>(&'r Rest);

impl Drop for Scheduler<'_> {
    fn drop(&mut self) {
        self.0.lock().ended += 1;
    }
}
