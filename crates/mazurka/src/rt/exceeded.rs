//! Executions that take more memory than they may.
//!
//! Where the running thread would add to that, it is given up, from within the allocator if need
//! be: its fiber is not resumed, and the execution is left.

use super::access::Handle;
use super::context::{self, off_heap};
use super::state::Mode;
use super::{fiber, freed};
use crate::place;
use mazurka_program::{FindingKind, memory};

/// Would the execution take more than it may with `more` bytes?
pub(super) fn is_reached(more: usize) -> bool {
    memory::is_exceeded() || !memory::has_room(more as u64)
}

/// Can the running thread be given up here? Not where its code runs on behalf of the engine, nor
/// when its execution is over.
pub(super) fn may_give_up() -> bool {
    context::handle().is_some_and(|rt| {
        off_heap(|| {
            let mut state = rt.state();
            state.current().mode == Mode::Code && !state.is_silent()
        })
    })
}

/// The running thread goes no further if the limit is reached.
#[inline]
pub(super) fn check(rt: Handle) {
    if memory::is_exceeded() && may_give_up() {
        give_up(rt);
    }
}

/// The allocator has refused a block, perhaps for that reason.
#[cold]
pub(super) fn refused(size: usize) {
    if let Some(rt) = context::handle()
        && is_reached(size)
        && may_give_up()
    {
        give_up(rt);
    }
}

#[cold]
fn give_up(rt: Handle) -> ! {
    off_heap(|| {
        let calls = place::frames(&place::calls());
        let mut own = calls.into_iter().filter(place::Frame::is_own);
        let at = own.next().and_then(|frame| frame.at);
        let mut state = rt.state();
        let process = state.current();
        // Nobody is to find that it has ended.
        process.has_crashed = true;
        let (id, last) = (process.id, process.location);
        let name = state.thread_name(id);
        let place = match at {
            Some((file, line)) => format!(" at {file}:{line}"),
            None => freed::after(last),
        };
        let most = memory::in_words(memory::most());
        let message = format!(
            "an execution takes more than {most} of memory (max_memory): thread {name} needs \
             more{place}"
        );
        state.finding(FindingKind::EventLimit, message);
    });
    fiber::abandon(rt)
}
