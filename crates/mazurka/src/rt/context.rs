//! The one piece of ambient state: what the code that runs on this OS thread
//! belongs to. Everything that user code calls reaches its runtime from here.

use super::access::Handle;
use super::heap::Heap;
use std::cell::Cell;
use std::ptr;

struct Context {
    /// The heap of the process whose user code runs; null while engine code does, and outside of
    /// checks; [`OWNED`] while engine code makes what an object of the program owns.
    heap: Cell<*mut Heap>,
    /// The runtime whose fiber runs.
    handle: Cell<Option<Handle>>,
    /// The exploration that this OS thread works on, and the serial number of its execution.
    exploration: Cell<u32>,
    execution: Cell<u64>,
    /// Is the state borrowed by its handle? Kept with debug assertions only.
    borrowed: Cell<bool>,
}

/// No exploration, and not the 0 of memory that no exploration owns.
const NONE: u32 = u32::MAX;

thread_local! {
    static CONTEXT: Context = const {
        Context {
            heap: Cell::new(ptr::null_mut()),
            handle: Cell::new(None),
            exploration: Cell::new(NONE),
            execution: Cell::new(0),
            borrowed: Cell::new(false),
        }
    };
}

/// No heap: see [`searched`].
const SEARCHED: *mut Heap = ptr::without_provenance_mut(2);

/// No heap: see [`owned`].
pub(super) const OWNED: *mut Heap = ptr::without_provenance_mut(1);

/// The heap of the process whose user code runs, or null.
#[inline]
pub(super) fn heap() -> *mut Heap {
    let heap = CONTEXT.with(|context| context.heap.get());
    match heap.addr() > SEARCHED.addr() {
        true => heap,
        false => ptr::null_mut(),
    }
}

/// Who allocates memory outside of process heaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Allocates {
    /// Code of the program, or engine code for an object of the program, in the execution of that
    /// exploration with that serial number.
    Execution(u32, u64),
    /// The engine, for itself.
    Engine,
    /// An OS thread that works on no exploration.
    Outside,
}

/// Who allocates what this OS thread allocates now.
pub(super) fn allocates() -> Allocates {
    CONTEXT.with(|context| {
        let exploration = context.exploration.get();
        if exploration == NONE {
            Allocates::Outside
        } else if context.heap.get().is_null() || is_searched() {
            Allocates::Engine
        } else {
            Allocates::Execution(exploration, context.execution.get())
        }
    })
}

/// Does this OS thread work on the table of blocks outside?
pub(super) fn is_searched() -> bool {
    CONTEXT.with(|context| context.heap.get() == SEARCHED)
}

/// This OS thread works on the execution with that serial number.
pub(super) fn set_execution(serial: u64) {
    CONTEXT.with(|context| context.execution.set(serial));
}

/// The runtime that the running fiber belongs to.
#[inline]
pub(super) fn handle() -> Option<Handle> {
    CONTEXT.with(|context| context.handle.get())
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
pub(super) fn enter(handle: Option<Handle>, heap: *mut Heap) {
    CONTEXT.with(|context| {
        context.handle.set(handle);
        context.heap.set(heap);
    });
}

/// From here on, engine code runs.
#[inline]
pub(super) fn leave() {
    enter(None, ptr::null_mut());
}

/// The state is being borrowed by its handle: it must not be borrowed already.
#[inline(always)]
pub(super) fn note_borrow() {
    if cfg!(debug_assertions) {
        check("the state of a runtime is borrowed twice");
        CONTEXT.with(|context| context.borrowed.set(true));
    }
}

/// The state is not borrowed any more.
#[inline(always)]
pub(super) fn note_return() {
    if cfg!(debug_assertions) {
        CONTEXT.with(|context| context.borrowed.set(false));
    }
}

/// Is the state known to be borrowed? That is known with debug assertions only.
pub(super) fn is_borrowed() -> bool {
    CONTEXT.with(|context| context.borrowed.get())
}

/// Code of the program, or another fiber, is about to run: the state must not be borrowed.
#[inline(always)]
pub(super) fn check_returned() {
    if cfg!(debug_assertions) {
        check("the state of a runtime is still borrowed");
    }
}

/// Panics if the state is borrowed.
fn check(message: &str) {
    let is_borrowed = CONTEXT.with(|context| context.borrowed.get());
    if is_borrowed {
        // The panic hook borrows it, too.
        note_return();
        panic!("{message}");
    }
}

/// Runs engine code that user code called: it allocates outside the process's
/// heap. It must not switch fibers, unless the process is said to be aside.
pub(crate) fn off_heap<R>(f: impl FnOnce() -> R) -> R {
    with_heap(ptr::null_mut(), f)
}

/// As [`off_heap`], where what is allocated is owned by an object of the program: if its execution
/// is left, no destructor frees it (see [`super::outside`]).
pub(crate) fn owned<R>(f: impl FnOnce() -> R) -> R {
    with_heap(OWNED, f)
}

/// As [`off_heap`], where the table of blocks outside is locked: what is allocated meanwhile is not
/// in it.
pub(super) fn searched<R>(f: impl FnOnce() -> R) -> R {
    with_heap(SEARCHED, f)
}

fn with_heap<R>(heap: *mut Heap, f: impl FnOnce() -> R) -> R {
    struct Restore(*mut Heap);
    impl Drop for Restore {
        fn drop(&mut self) {
            CONTEXT.with(|context| context.heap.set(self.0));
        }
    }
    let heap = CONTEXT.with(|context| context.heap.replace(heap));
    let _restore = Restore(heap);
    f()
}
