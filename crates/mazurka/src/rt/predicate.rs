//! Code of the program that is evaluated, not run: what it reads, and what it may not do.

use super::access::Handle;
use super::context::{self, off_heap, owned};
use super::operation::{touch_load, value};
use super::refinement::{Filter, Refinement};
use super::state::Mode;
use super::{active, buffer};
use mazurka_program::ObjectId;
use std::panic::{self, AssertUnwindSafe};

/// Reads a kept value, and notes that what the operation does (or whether it is
/// ready) depends on it.
#[inline]
pub(crate) fn look(object: ObjectId) -> u64 {
    let seen = seen(object);
    looked(object, value(object), seen);
    seen
}

/// What the running process sees at an object: what it has stored there itself,
/// or the value that the runtime keeps.
#[inline]
pub(super) fn seen(object: ObjectId) -> u64 {
    let rt = active();
    let mut state = rt.state();
    let process = state.current().id;
    buffer::seen_bits(&state, process, object)
}

/// Notes that a condition read an object: what memory holds, and what it saw.
pub(crate) fn looked(object: ObjectId, memory: u64, seen: u64) {
    let rt = active();
    if rt.state().current().pure {
        super::error(PREDICATE.to_owned());
    }
    let mut state = rt.state();
    let process = state.current();
    match process.mode {
        Mode::Code | Mode::Dry => {}
        Mode::Evaluating => off_heap(|| {
            if !process.awaited.contains(&object) {
                process.awaited.push(object);
            }
        }),
        Mode::Performing => {
            drop(state);
            touch_load(object, memory, seen);
        }
    }
}

/// Does the running process evaluate a condition? Then what it reads is no
/// event of its own, and told by [`looked`].
#[inline]
pub(crate) fn in_condition() -> bool {
    context::handle().is_some_and(|rt| {
        let mode = rt.state().current().mode;
        matches!(mode, Mode::Evaluating | Mode::Performing)
    })
}

/// Runs a predicate of the program as part of the operation that runs, or while
/// the engine evaluates whether that is ready. It may look at nothing that
/// others can change.
pub(crate) fn predicate<R>(f: impl FnOnce() -> R) -> R {
    struct Restore(Handle, Mode);
    impl Drop for Restore {
        fn drop(&mut self) {
            let mut state = self.0.state();
            let process = state.current();
            process.mode = self.1;
            process.pure = false;
        }
    }
    let rt = active();
    let mut state = rt.state();
    let process = state.current();
    let _restore = Restore(rt, process.mode);
    if process.mode == Mode::Code {
        process.mode = Mode::Performing;
    }
    process.pure = true;
    drop(state);
    f()
}

/// What a predicate of the program says, run aside: off the process's heap, and
/// its panics are forgotten. None, if it panicked.
pub(crate) fn judge(f: impl FnOnce() -> bool) -> Option<bool> {
    let rt = active();
    owned(|| {
        let panic_before = rt.state().current().panic.take();
        let judged = panic::catch_unwind(AssertUnwindSafe(|| predicate(f)));
        rt.state().current().panic = panic_before;
        judged.ok()
    })
}

/// The filters of receives from a mailbox that are known so far, for a process that sends
/// there.
pub(crate) fn use_filters(mailbox: ObjectId) -> Vec<Filter> {
    let rt = active();
    let known = off_heap(|| {
        let mut state = rt.state();
        let known = state.refinements.filters.entry(mailbox).or_default();
        known.used = true;
        known.filters.clone()
    });
    // The caller's copy lies in its heap.
    known.as_slice().to_vec()
}

/// The same for a process that receives from there.
pub(crate) fn filters(mailbox: ObjectId) -> Vec<Filter> {
    let rt = active();
    let state = rt.state();
    let known = state.refinements.filters.get(&mailbox);
    known.map_or_else(Vec::new, |known| known.filters.clone())
}

/// There is a receive with that filter. If messages have been sent that did not
/// know of it, or others may have sent some, the exploration begins anew; does not
/// return then, unless silent.
pub(crate) fn add_filter(mailbox: ObjectId, filter: Filter) {
    let refinement = Refinement::Filter(mailbox, filter);
    let rt = active();
    let mut state = rt.state();
    let refinements = &mut state.refinements;
    let known = refinements.filters.get(&mailbox);
    if known.is_some_and(|known| known.used) || refinements.is_shared {
        drop(state);
        super::refine(refinement);
    } else if !refinements.contains(&refinement) {
        off_heap(|| refinements.insert(&refinement));
    }
}

const PREDICATE: &str = "the predicate of a receive loaded an atomic. It must depend on nothing \
     but the message";
