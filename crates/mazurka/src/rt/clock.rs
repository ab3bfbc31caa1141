//! Time, as the program under test sees it.
//!
//! Every process has a time of its own: a number of nanoseconds that only grows. It is a part of its
//! past ([`super::past`]): what a process does comes no earlier than all that happens before it. So
//! equivalent executions show the same times, and to look at a clock is no event. An instant that
//! one process has got from another is not in its future. Processes of which neither has heard of the
//! other are at any time: no clock orders what nothing else does.
//!
//! Code takes no time. A process moves its time on when it sleeps, when a wait is over because of its
//! limit, and when it has looked at a clock in a round of a loop that came to nothing
//! ([`super::spin`]), or again and again with no operation in between.
//!
//! All that is kept only in programs in which somebody looks at a clock: a refinement.

use super::refinement::Refinement;
use super::state::{Mode, State};
use super::{context, off_heap, spin, stop_if_interrupted};
use mazurka_program::Interrupt;
use std::time::Duration;

/// Time has passed as often in rounds of a loop that came to nothing, and still nothing comes of it:
/// the loop does not go by the clock.
pub(super) const IDLE_MAX: u32 = 6;

/// After so many looks in a row with no operation in between, time passes at each of them.
const LOOKS: u32 = 100;

/// Less processor time than this does not count, and more counts so many times: who waits has
/// often waited for real already, or shares a processor.
const LONG: Duration = Duration::from_millis(50);
const TIMES: u64 = 8;

/// A millisecond, and the factor by which more time passes each time, so often at most.
const FIRST: u64 = 1_000_000;
const FACTOR: u64 = 1_000;
const GROWTH_MAX: u32 = 3;

/// The time of the running process, which looks at a clock; none outside of a check.
pub(crate) fn now() -> Option<Duration> {
    let rt = context::handle()?;
    let time = look(None);
    stop_if_interrupted(rt);
    time
}

/// [`now`] for code that cannot be suspended: the execution is left at the next operation if it has to
/// be. If the processor time is given that the OS thread has used, it counts where a process looks again
/// and again.
pub(crate) fn look(used: Option<Duration>) -> Option<Duration> {
    let rt = context::handle()?;
    let mut state = rt.state();
    if !state.is_silent() {
        let process = state.current();
        if process.pure || matches!(process.mode, Mode::Evaluating | Mode::Performing) {
            off_heap(|| state.interrupt(Interrupt::Error(CONDITION.to_owned())));
        }
        off_heap(|| state.refine(&Refinement::Clock));
        spin::look_at_clock(&mut state);
        look_again(&mut state, used);
    }
    Some(Duration::from_nanos(*time(&mut state)))
}

/// The running process looks at a clock: perhaps again, with no operation in between.
fn look_again(state: &mut State, used: Option<Duration>) {
    let process = state.current();
    process.clock_looks = process.clock_looks.saturating_add(1);
    let Some(used) = used else {
        if let Some(passed) = process.clock_looks.checked_sub(LOOKS) {
            pass_round(state, passed);
        }
        return;
    };
    if process.clock_looks == 1 {
        process.clock_used = used;
        return;
    }
    let more = used.saturating_sub(process.clock_used);
    if more >= LONG {
        process.clock_used = used;
        let time = time(state);
        *time = time.saturating_add(nanos(more).saturating_mul(TIMES));
    }
}

/// The running process begins to wait, with a limit. (What it is told of that must not lie on its
/// stack, where it would be a part of its state.)
pub(crate) fn begin_to_wait() {
    if let Some(rt) = context::handle() {
        let mut state = rt.state();
        if state.refinements.contains(&Refinement::Clock) {
            let begun = *time(&mut state);
            state.current().wait_begun = begun;
        }
    }
}

/// The operation that ends the wait has found that its time is over: it is no earlier than so long after
/// the wait began.
pub(crate) fn reach_limit(limit: Duration) {
    if let Some(rt) = context::handle() {
        let mut state = rt.state();
        if state.refinements.contains(&Refinement::Clock) {
            let process = state.current();
            let (id, end) = (process.id, process.wait_begun.saturating_add(nanos(limit)));
            off_heap(|| state.reach_time(id, end));
        }
    }
}

/// Tells whether it is as late as that after the wait began, as far as anyone knows.
pub(crate) fn is_limit_over(limit: Duration) -> bool {
    context::handle().is_some_and(|rt| {
        let mut state = rt.state();
        let end = state.current().wait_begun.saturating_add(nanos(limit));
        state.refinements.contains(&Refinement::Clock) && *time(&mut state) >= end
    })
}

/// The running process sleeps.
pub(crate) fn sleep(duration: Duration) {
    if let Some(rt) = context::handle() {
        let mut state = rt.state();
        if state.refinements.contains(&Refinement::Clock) {
            let time = time(&mut state);
            *time = time.saturating_add(nanos(duration));
        }
    }
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// Time passes for the running process, more each time.
pub(super) fn pass_round(state: &mut State, passed: u32) {
    let time = time(state);
    let more = FIRST * FACTOR.pow(passed.min(GROWTH_MAX));
    *time = time.saturating_add(more);
}

fn time(state: &mut State) -> &mut u64 {
    let id = state.current().id;
    off_heap(|| state.time_of(id))
}

const CONDITION: &str = "a condition (of `mazurka::await_until`, or the predicate of a receive) \
     looked at a clock. It is evaluated again and again while the thread waits, and must depend on \
     nothing but what others change";
