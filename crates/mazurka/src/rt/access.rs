//! Access to the state of a runtime: the one place where a reference to it is made.
//!
//! Engine and fibers take turns on one OS thread, and both work on the same [`State`]. The
//! engine has it by its [`Owner`]. Code that runs on a fiber has a [`Handle`], which it finds in
//! the [`context`].
//!
//! There is never more than one reference to the state:
//!
//! - An [`Owner`] lends the state for as long as it is itself borrowed. To run a fiber, or a
//!   condition of the program, is to borrow the owner mutably ([`super::fiber::run`],
//!   [`Owner::enter`]). So the engine holds no reference while code with a handle runs.
//! - A handle lends the state by a [`Borrowed`], which ends before the next one begins, before
//!   the fiber is suspended and before code of the program runs. The compiler does not see
//!   that. A build with debug assertions checks it whenever the state is borrowed, a fiber is
//!   suspended or code of the program allocates, and all tests are such builds.

use super::context;
use super::gate::Pass;
use super::heap::Heap;
use super::state::State;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// The state as the engine has it.
pub(super) struct Owner {
    state: NonNull<State>,
    /// If other workers explore the same program.
    pub(super) pass: Option<Pass>,
}

impl Owner {
    pub(super) fn new(state: State) -> Owner {
        let state = NonNull::from(Box::leak(Box::new(state)));
        Owner { state, pass: None }
    }

    #[inline]
    pub(super) fn get(&self) -> &State {
        // SAFETY: the box lives as long as the owner. Nothing borrows the state mutably: the
        // owner does not, since it is borrowed here, and no code with a handle runs, since that
        // takes a mutable borrow of the owner.
        unsafe { self.state.as_ref() }
    }

    #[inline]
    pub(super) fn get_mut(&mut self) -> &mut State {
        // SAFETY: the box lives as long as the owner. Nothing else borrows the state: the owner
        // does not, since it is borrowed mutably here, and no code with a handle runs, since
        // that takes a mutable borrow of the owner.
        unsafe { self.state.as_mut() }
    }

    /// The handle for code that is to run on a fiber of this runtime.
    #[inline]
    pub(super) fn handle(&mut self) -> Handle {
        Handle { state: self.state }
    }

    /// Runs code that finds this runtime in the context, and allocates from `heap`.
    #[inline]
    pub(super) fn enter<R>(&mut self, heap: *mut Heap, f: impl FnOnce() -> R) -> R {
        if let Some(pass) = &self.pass {
            pass.enter();
        }
        context::enter(Some(self.handle()), heap);
        let result = f();
        context::leave();
        if let Some(pass) = &self.pass {
            pass.leave();
        }
        result
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        // SAFETY: `new` made the pointer of a box, and it is freed here only. No handle is used
        // after this: handles are used on fibers, and fibers run while the owner is borrowed.
        drop(unsafe { Box::from_raw(self.state.as_ptr()) });
    }
}

/// The state as code has it that runs on a fiber.
///
/// It must not be kept longer than the code runs that found it.
#[derive(Clone, Copy)]
pub(super) struct Handle {
    state: NonNull<State>,
}

impl Handle {
    /// Borrows the state, for a moment (see the rules above).
    #[inline(always)]
    pub(super) fn state(&self) -> Borrowed<'_> {
        context::note_borrow();
        let mut state = self.state;
        Borrowed {
            // SAFETY: the owner is alive: it is borrowed while the caller's fiber runs. By the
            // rules above nothing else borrows the state until the result is dropped.
            state: unsafe { state.as_mut() },
        }
    }
}

/// The state, borrowed by code that runs on a fiber.
pub(super) struct Borrowed<'a> {
    state: &'a mut State,
}

impl Deref for Borrowed<'_> {
    type Target = State;

    #[inline(always)]
    fn deref(&self) -> &State {
        self.state
    }
}

impl DerefMut for Borrowed<'_> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut State {
        self.state
    }
}

impl Drop for Borrowed<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        context::note_return();
    }
}

#[cfg(test)]
mod tests {
    use super::super::{next_exploration, watch::Watch};
    use super::*;
    use std::ptr;
    use std::sync::Arc;

    fn owner() -> Owner {
        let watch = Arc::new(Watch::default());
        Owner::new(State::new(next_exploration(), 0, Arc::new(|| ()), watch))
    }

    #[test]
    fn engine_and_fibers_take_turns() {
        let mut owner = owner();
        owner.get_mut().serial = 1;
        for _ in 0..3 {
            owner.enter(ptr::null_mut(), || {
                let rt = context::handle().unwrap();
                rt.state().serial += 1;
                let mut state = rt.state();
                state.serial += 1;
                state.findings.clear();
                drop(state);
                assert!(!rt.state().leaving);
            });
            owner.get_mut().serial += 1;
        }
        assert_eq!(owner.get().serial, 10);
        assert!(context::handle().is_none());
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "the state of a runtime is borrowed twice")]
    fn two_borrows_are_noticed() {
        let mut owner = owner();
        let rt = owner.handle();
        let _first = rt.state();
        let _second = rt.state();
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "the state of a runtime is still borrowed")]
    fn a_borrow_while_others_run_is_noticed() {
        let mut owner = owner();
        let rt = owner.handle();
        let _state = rt.state();
        context::check_returned();
    }
}
