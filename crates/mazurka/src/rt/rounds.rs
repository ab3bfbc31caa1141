//! A bound on how often a process comes to a place: where it comes there once more, it is
//! cut, and so are loops that would go on for ever.
//!
//! Only the process's own past decides that, so equivalent executions agree on it.

use super::access::Handle;
use super::context::off_heap;
use super::fiber;
use super::state::{Mode, Phase};
use rustc_hash::FxHashMap;
use std::panic::Location;
use std::ptr;

/// The bound, and what came of it.
#[derive(Default)]
pub(crate) struct Rounds {
    /// How often each process may call operations at each place; any number if there is none.
    pub(crate) most: Option<u32>,
    /// Has a process been cut, in any execution?
    pub(crate) has_cut: bool,
}

/// How often a process has come to each place, by the address of the place.
#[derive(Default)]
pub(super) struct Visits(FxHashMap<usize, u32>);

impl Visits {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

/// The running process is about to call an operation at `place`: it is cut if it was there as
/// often as it may be, and does not go on then. There is a bound.
#[cold]
pub(super) fn visit(rt: Handle, place: &'static Location<'static>) {
    let mut state = rt.state();
    let Some(most) = state.rounds.most else {
        return;
    };
    let process = state.current();
    if process.mode != Mode::Code {
        return;
    }
    let address = ptr::from_ref(place) as usize;
    let visits = off_heap(|| {
        let visits = process.visits.0.entry(address).or_default();
        *visits = visits.saturating_add(1);
        *visits
    });
    if visits <= most {
        return;
    }
    process.phase = Phase::Cut;
    process.location = Some(place);
    state.rounds.has_cut = true;
    drop(state);
    fiber::suspend(rt);
    // It is resumed only to be unwound, which does not come back here.
    fiber::abandon(rt);
}
