//! The condition variable, with the names and signatures of
//! `std::sync::Condvar`.
//!
//! A wait gives the mutex back and joins the waiters in one operation, is woken
//! within the step of a notification that picks it, and then takes the mutex
//! like everybody else. `notify_one` may wake any of the waiters: each is
//! explored.
//!
//! A wait with a timeout may time out at any moment, whatever the duration; the
//! [clock](crate::time) is then so much later. A loop that waits again after every
//! timeout, and looks at no clock, therefore need not end. Spurious wake-ups are explored if
//! [`Checker::spurious_wakeups`](crate::Checker::spurious_wakeups) says so.
//!
//! A notification orders nothing, for data races; the mutex does.

use super::{LockResult, MutexGuard};
use crate::rt::{self, Tag};
use mazurka_program::{Access, Kind, ObjectId};
use std::fmt;
use std::mem::ManuallyDrop;
use std::panic::Location;
use std::time::Duration;

/// `std::sync::Condvar` under the model checker.
pub struct Condvar {
    tag: Tag,
}

/// What may end a wait.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    Notified,
    /// A notification or the limit of the wait; with no limit, nothing at all.
    Anytime(Option<Duration>),
}

impl Condvar {
    /// A new condition variable. It is named when it is first used in an
    /// execution.
    #[track_caller]
    #[must_use]
    pub const fn new() -> Condvar {
        Condvar { tag: Tag::new() }
    }

    /// The same condition variable with a name, which has to be a constant. Reports call it so.
    /// Otherwise they call it as the source code does where it was made or is used, if that can
    /// be told, or by its type.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> Condvar {
        self.tag = Tag::named(name);
        self
    }

    /// Gives the mutex back and waits to be notified; then takes it again.
    ///
    /// # Errors
    /// The guard, when the mutex is poisoned then.
    #[track_caller]
    pub fn wait<'a, T: ?Sized>(&self, guard: MutexGuard<'a, T>) -> LockResult<MutexGuard<'a, T>> {
        let until = if crate::choice::wakes_spuriously() {
            Until::Anytime(None)
        } else {
            Until::Notified
        };
        let (guard, _) = self.wait_until(guard, until);
        guard.checked()
    }

    /// Waits while the condition holds.
    ///
    /// # Errors
    /// The guard, when the mutex is poisoned after a wait.
    #[track_caller]
    pub fn wait_while<'a, T: ?Sized, F: FnMut(&mut T) -> bool>(
        &self,
        mut guard: MutexGuard<'a, T>,
        mut condition: F,
    ) -> LockResult<MutexGuard<'a, T>> {
        while condition(&mut *guard) {
            guard = self.wait(guard)?;
        }
        Ok(guard)
    }

    /// Gives the mutex back and waits to be notified, or to time out, which may
    /// be at any moment; then takes it again.
    ///
    /// # Errors
    /// The guard, when the mutex is poisoned then.
    #[track_caller]
    pub fn wait_timeout<'a, T: ?Sized>(
        &self,
        guard: MutexGuard<'a, T>,
        duration: Duration,
    ) -> LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)> {
        rt::clock::begin_to_wait();
        self.wait_for(guard, duration)
    }

    /// Waits to be notified, or until so long after the wait began.
    #[track_caller]
    fn wait_for<'a, T: ?Sized>(
        &self,
        guard: MutexGuard<'a, T>,
        limit: Duration,
    ) -> LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)> {
        let (guard, timed_out) = self.wait_until(guard, Until::Anytime(Some(limit)));
        let result = |guard| (guard, WaitTimeoutResult(timed_out));
        match guard.checked() {
            Ok(guard) => Ok(result(guard)),
            Err(poisoned) => Err(super::PoisonError::new(result(poisoned.into_inner()))),
        }
    }

    /// The same, in milliseconds; true if it did not time out.
    ///
    /// # Errors
    /// As [`Condvar::wait_timeout`].
    #[track_caller]
    pub fn wait_timeout_ms<'a, T: ?Sized>(
        &self,
        guard: MutexGuard<'a, T>,
        ms: u32,
    ) -> LockResult<(MutexGuard<'a, T>, bool)> {
        let told = |(guard, result): (_, WaitTimeoutResult)| (guard, !result.timed_out());
        match self.wait_timeout(guard, Duration::from_millis(u64::from(ms))) {
            Ok(waited) => Ok(told(waited)),
            Err(poisoned) => Err(super::PoisonError::new(told(poisoned.into_inner()))),
        }
    }

    /// Waits while the condition holds, or until it times out, which may be at
    /// any moment.
    ///
    /// # Errors
    /// The guard, when the mutex is poisoned after a wait.
    #[track_caller]
    pub fn wait_timeout_while<'a, T: ?Sized, F: FnMut(&mut T) -> bool>(
        &self,
        mut guard: MutexGuard<'a, T>,
        duration: Duration,
        mut condition: F,
    ) -> LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)> {
        rt::clock::begin_to_wait();
        let mut timed_out = false;
        loop {
            if !condition(&mut *guard) {
                return Ok((guard, WaitTimeoutResult(false)));
            }
            if timed_out || rt::clock::is_limit_over(duration) {
                return Ok((guard, WaitTimeoutResult(true)));
            }
            let waited = self.wait_for(guard, duration)?;
            guard = waited.0;
            timed_out = waited.1.timed_out();
        }
    }

    /// Wakes one of the waiters, if there are any.
    #[track_caller]
    pub fn notify_one(&self) {
        let condvar = self.object();
        rt::announce(Kind::NotifyOne, condvar, 0);
        notify(condvar, 1, rt::alternative());
        rt::describe(|| "notify_one()".to_owned());
    }

    /// Wakes all of the waiters.
    #[track_caller]
    pub fn notify_all(&self) {
        let condvar = self.object();
        rt::announce(Kind::NotifyAll, condvar, 0);
        notify(condvar, rt::value(condvar), 0);
        rt::describe(|| "notify_all()".to_owned());
    }

    #[track_caller]
    fn object(&self) -> ObjectId {
        let condvar = rt::resolve(&self.tag).id;
        rt::noun(condvar, "Condvar");
        condvar
    }

    /// Waits, and tells whether it timed out.
    #[track_caller]
    fn wait_until<'a, T: ?Sized>(
        &self,
        guard: MutexGuard<'a, T>,
        until: Until,
    ) -> (MutexGuard<'a, T>, bool) {
        const WHAT: &str = "to be notified by a Condvar";
        let condvar = self.object();
        if rt::is_silent() {
            // Nobody is scheduled any more: this gives the fiber up.
            rt::wait(WHAT);
        }
        // Who unwinds from here does not hold the mutex.
        let guard = ManuallyDrop::new(guard);
        let mutex = guard.mutex();
        let place = Location::caller();
        rt::changing(|| {
            rt::announce_at(Kind::Wait, condvar, 0, place);
            rt::begin_to_wait(condvar);
            let waiters = rt::value(condvar);
            rt::touch(condvar, Access::Add, waiters, waiters + 1);
            rt::release_mutex(mutex);
        });
        rt::describe(|| match until {
            Until::Notified => "wait()".to_owned(),
            Until::Anytime(_) => "wait(), which may end at any moment".to_owned(),
        });
        let timed_out = match until {
            Until::Notified => {
                rt::wait(WHAT);
                false
            }
            Until::Anytime(limit) => {
                let timed_out = leave(condvar);
                if let Some(limit) = limit.filter(|_| timed_out) {
                    rt::clock::reach_limit(limit);
                }
                timed_out
            }
        };
        rt::lock(mutex);
        (ManuallyDrop::into_inner(guard), timed_out)
    }
}

/// Leaves the waiters; true if nobody has notified the process meanwhile.
#[track_caller]
fn leave(condvar: ObjectId) -> bool {
    let mut timed_out = false;
    rt::operate(Kind::ReadModifyWrite, condvar, 0, |waiters| {
        timed_out = rt::end_waiting(condvar);
        waiters - u64::from(timed_out)
    });
    rt::describe(|| {
        let why = if timed_out {
            "no notification"
        } else {
            "notified"
        };
        format!("ends its wait(): {why}")
    });
    timed_out
}

/// Wakes `count` waiters, the `nth` of those that are left each time.
fn notify(condvar: ObjectId, count: u64, nth: u32) {
    if rt::is_silent() {
        return;
    }
    let before = rt::value(condvar);
    let woken = count.min(before);
    for _ in 0..woken {
        rt::wake_waiter(condvar, nth);
    }
    let access = if before == 0 {
        Access::Read
    } else {
        Access::Write
    };
    rt::touch(condvar, access, before, before - woken);
}

impl Default for Condvar {
    fn default() -> Self {
        Condvar::new()
    }
}

impl fmt::Debug for Condvar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Condvar").finish_non_exhaustive()
    }
}

/// Whether a wait timed out; see [`std::sync::WaitTimeoutResult`].
#[derive(Debug, PartialEq, Eq, Copy, Clone)]
pub struct WaitTimeoutResult(bool);

impl WaitTimeoutResult {
    /// Did the wait time out?
    #[must_use]
    pub fn timed_out(&self) -> bool {
        self.0
    }
}
