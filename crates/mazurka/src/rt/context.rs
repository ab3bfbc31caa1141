//! The one piece of ambient state: what the code that runs on this OS thread
//! belongs to. Everything that user code calls reaches its runtime from here.

use super::heap::Heap;
use super::state::State;
use std::cell::Cell;
use std::ptr;

struct Context {
    /// The heap of the process whose user code runs; null while engine code
    /// does, and outside of checks.
    heap: Cell<*mut Heap>,
    /// The state of the runtime while a fiber runs, else null.
    state: Cell<*mut State>,
    /// The exploration that this OS thread works on.
    exploration: Cell<u32>,
}

/// No exploration, and not the 0 of memory that no exploration owns.
const NONE: u32 = u32::MAX;

thread_local! {
    static CONTEXT: Context = const {
        Context {
            heap: Cell::new(ptr::null_mut()),
            state: Cell::new(ptr::null_mut()),
            exploration: Cell::new(NONE),
        }
    };
}

/// The heap of the process whose user code runs, or null.
#[inline]
pub(super) fn heap() -> *mut Heap {
    CONTEXT.with(|context| context.heap.get())
}

/// The state of the runtime that the running fiber belongs to, or null.
#[inline]
pub(super) fn state() -> *mut State {
    CONTEXT.with(|context| context.state.get())
}

/// The exploration that this OS thread works on, as [`Heap`]s know it.
#[inline]
pub(super) fn exploration() -> u32 {
    CONTEXT.with(|context| context.exploration.get())
}

/// Binds this OS thread to an exploration until the guard is dropped.
pub(super) fn bind(exploration: u32) -> Bound {
    CONTEXT.with(|context| context.exploration.set(exploration));
    Bound(())
}

pub(super) struct Bound(());

impl Drop for Bound {
    fn drop(&mut self) {
        CONTEXT.with(|context| context.exploration.set(NONE));
    }
}

/// From here on, user code of the process with that heap runs.
#[inline]
pub(super) fn enter(state: *mut State, heap: *mut Heap) {
    CONTEXT.with(|context| {
        context.state.set(state);
        context.heap.set(heap);
    });
}

/// From here on, engine code runs.
#[inline]
pub(super) fn leave() {
    CONTEXT.with(|context| {
        context.state.set(ptr::null_mut());
        context.heap.set(ptr::null_mut());
    });
}

/// Runs engine code that user code called: it allocates outside the process's
/// heap. It must not switch fibers.
pub(crate) fn off_heap<R>(f: impl FnOnce() -> R) -> R {
    struct Restore(*mut Heap);
    impl Drop for Restore {
        fn drop(&mut self) {
            CONTEXT.with(|context| context.heap.set(self.0));
        }
    }
    let heap = CONTEXT.with(|context| context.heap.replace(ptr::null_mut()));
    let _restore = Restore(heap);
    f()
}
