//! What only a model checker can offer: choices of data, assumptions, and
//! waiting for a condition.

use crate::rt::{self, OwnPlace};
use mazurka_program::Kind;
use std::panic::Location;

/// More alternatives than this are chosen digit by digit, so that the explorer
/// has few at a time to keep in mind.
const ALTERNATIVES_MAX: usize = 64;

/// A number below `n`: every one of them, each in executions of its own.
///
/// ```
/// # use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
/// let report = mazurka::Checker::new().check(|| {
///     let coin = mazurka::choose(2);
///     let die = mazurka::choose(6);
///     assert!(coin + die < 7);
/// });
/// assert_eq!(report.statistics().complete, 12);
/// ```
///
/// # Panics
/// When `n` is zero, and outside of a check.
#[track_caller]
#[must_use]
pub fn choose(n: usize) -> usize {
    assert!(n > 0, "there is nothing to choose from: choose(0)");
    if n <= ALTERNATIVES_MAX {
        return choose_digit(n);
    }
    let high = choose(n.div_ceil(ALTERNATIVES_MAX));
    let base = high * ALTERNATIVES_MAX;
    base + choose_digit(ALTERNATIVES_MAX.min(n - base))
}

#[track_caller]
fn choose_digit(n: usize) -> usize {
    let object = rt::own_object(OwnPlace::Private);
    if n == 1 {
        return 0;
    }
    rt::announce(Kind::Choose, object, n as u64);
    let chosen = rt::alternative();
    rt::describe(|| format!("choose({n}) = {chosen}"));
    chosen as usize
}

/// Is the wait that the running thread is about to begin to end for no reason? A choice, where
/// the settings allow that.
#[track_caller]
pub(crate) fn wakes_spuriously() -> bool {
    let spurious = rt::may_wake_spuriously() && choose(2) == 1;
    if spurious {
        rt::note_spurious();
    }
    spurious
}

/// Does what may happen for no reason happen now? A choice; if it does not, that is nothing to a
/// loop that waits.
fn happens(what: &'static str, place: &'static Location<'static>) -> bool {
    let object = rt::own_object(OwnPlace::Private);
    rt::announce_at(Kind::Choose, object, 2, place);
    let happens = rt::alternative() == 1;
    rt::describe(|| match happens {
        true => format!("{what} for no reason"),
        false => format!("does not {what} for no reason"),
    });
    if happens {
        rt::progress();
    }
    happens
}

/// Is a future that is pending, and that was polled so often for no reason, to be polled again
/// so?
#[track_caller]
pub(crate) fn polls_spuriously(polls: u32) -> bool {
    let place = Location::caller();
    rt::may_poll_spuriously(polls) && rt::changing(|| happens("poll", place))
}

/// Is a weak exchange to fail for no reason?
pub(crate) fn fails_weakly(place: &'static Location<'static>) -> bool {
    let fails = rt::may_fail_weakly() && rt::aside(|| happens("fail", place));
    if fails {
        rt::note_weak_failure();
    }
    fails
}

/// Leaves out the executions in which the condition does not hold.
///
/// The thread goes no further; what the execution showed before still counts,
/// but nobody is then said to wait in vain. If no execution satisfies the
/// assumptions, the check fails: it would have verified nothing.
///
/// ```
/// let report = mazurka::Checker::new().check(|| {
///     let (a, b) = (mazurka::choose(10), mazurka::choose(10));
///     mazurka::assume(a < b);
///     assert!(b > 0);
/// });
/// assert!(report.is_verified());
/// assert_eq!(report.statistics().discarded, 55);
/// ```
///
/// # Panics
/// Outside of a check.
#[track_caller]
pub fn assume(condition: bool) {
    let _ = rt::current_process();
    if !condition && !rt::is_silent() {
        rt::discard();
    }
}

/// Waits until a condition on shared state holds.
///
/// The condition loads atomics and does nothing else; it may be evaluated any
/// number of times. Waiting and all the loads are one event, so that this costs
/// the exploration less than a loop that looks again and again. If the
/// condition never comes to hold, that is a deadlock. (With execution graphs each
/// load is an event, as in a loop, and that is a livelock.)
///
/// ```
/// use mazurka::sync::atomic::{AtomicU32, Ordering::*};
/// use mazurka::sync::Arc;
/// use mazurka::thread;
///
/// mazurka::check(|| {
///     let tickets = Arc::new((AtomicU32::new(0), AtomicU32::new(0)));
///     let other = tickets.clone();
///     thread::spawn(move || {
///         other.0.store(1, Release);
///         other.1.store(1, Release);
///     });
///     mazurka::await_until(|| tickets.0.load(Acquire) + tickets.1.load(Acquire) == 2);
/// });
/// ```
///
/// # Panics
/// When the condition panics, and outside of a check.
#[track_caller]
pub fn await_until(condition: impl Fn() -> bool) {
    rt::await_until(&condition);
}
