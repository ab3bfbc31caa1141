//! Rounds of a loop that look at a clock.
//!
//! Such a round is made though nothing has changed, and time passes in it. So a loop with a deadline
//! ends. Rounds in which nothing changes and no time passes can be left out, as always. What others do
//! meanwhile comes before or after the look that finds the deadline over: those are schedules.

use super::super::access::Handle;
use super::super::refinement::Refinement;
use super::super::state::{Mode, State};
use super::super::{clock, off_heap, stop_if_interrupted};
use super::undone::Net;
use super::{Round, place, refine_count};
use std::panic::Location;

/// The running process looks at a clock. A round with that is not over when nothing has changed.
pub(in super::super) fn look_at_clock(state: &mut State) {
    let process = state.current();
    process.spin.kept().for_each(|kept| kept.clocked = true);
    if process.mode == Mode::Dry {
        // The round is made.
        off_heap(|| refine_count(state));
    }
}

/// A process has come back to where it was, having looked at a clock: time passes, and the next
/// round is another one. Gives the round back if it did not look at any.
pub(super) fn end_clocked(
    rt: Handle,
    location: &'static Location<'static>,
    round: Round,
) -> Option<Round> {
    let Some(passed) = round.clocked else {
        return Some(round);
    };
    let mut state = rt.state();
    let is_undone = !round.changes.is_empty() || round.is_dirty;
    if state.is_silent() || is_undone && round.changes.net() == Net::Something {
        return None;
    }
    off_heap(|| {
        if is_undone {
            state.refine(&Refinement::UndoneRounds);
        }
        state.refine(&Refinement::Spin(place(location)));
        state.refine(&Refinement::Clock);
    });
    drop(state);
    stop_if_interrupted(rt);
    clock::pass_round(&mut rt.state(), passed);
    None
}
