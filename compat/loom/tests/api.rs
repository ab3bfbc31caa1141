//! loom's interface, with what each part of it does.

// Cells are accessed in models of one OS thread, and what is wrong with that is a finding.
#![allow(clippy::undocumented_unsafe_blocks)]

use loom::cell::{Cell, ConstPtr, MutPtr, UnsafeCell};
use loom::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering, fence};
use loom::sync::{Arc, Barrier, Condvar, Mutex, Notify, RwLock, mpsc};
use loom::thread;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;

/// What a model that fails panics with.
fn failure(body: impl Fn() + Send + Sync + 'static) -> String {
    let run = || loom::model(body);
    let payload = panic::catch_unwind(AssertUnwindSafe(run)).expect_err("it should fail");
    *payload.downcast::<String>().expect("a report")
}

fn fails_with(words: &str, body: impl Fn() + Send + Sync + 'static) {
    let report = failure(body);
    assert!(report.contains(words), "{report}");
}

#[test]
fn what_is_not_send_is_shared() {
    loom::model(|| {
        let count = Rc::new(RefCell::new(0));
        let other = count.clone();
        let handle = thread::spawn(move || {
            *other.borrow_mut() += 1;
            other
        });
        let other = handle.join().unwrap();
        assert_eq!((*count.borrow(), Rc::strong_count(&other)), (1, 2));
    });
}

#[test]
fn threads_have_names_and_identifiers() {
    loom::model(|| {
        assert_eq!(thread::current().name(), None);
        let builder = thread::Builder::new().name("main".to_owned());
        let named = builder.stack_size(64).spawn(thread::current).unwrap();
        assert_eq!(named.thread().name(), Some("main"));
        let (id, thread) = (named.thread().id(), named.join().unwrap());
        assert_eq!((thread.id(), thread.name()), (id, Some("main")));
        assert_ne!(thread::current().id(), id);
        assert!(!thread::panicking());
    });
}

#[test]
fn parked_threads_are_unparked() {
    loom::model(|| {
        let main = thread::current();
        thread::spawn(move || main.unpark());
        thread::park();
    });
    fails_with("deadlock", thread::park);
}

loom::thread_local! {
    static LOCAL: RefCell<u32> = RefCell::new(1);
    /// With a comment, and another visibility.
    pub(crate) static OTHER: std::cell::Cell<u32> = std::cell::Cell::new(2)
}

#[test]
fn thread_locals_are_of_a_thread() {
    loom::model(|| {
        LOCAL.with(|local| *local.borrow_mut() += 1);
        let handle = thread::spawn(|| LOCAL.with(|local| *local.borrow()));
        assert_eq!(handle.join().unwrap(), 1);
        assert_eq!(LOCAL.try_with(|local| *local.borrow()), Ok(2));
        OTHER.with(|other| assert_eq!(other.get(), 2));
    });
}

loom::lazy_static! {
    static ref SHARED: AtomicUsize = AtomicUsize::new(0);
    /// With a comment, and another visibility.
    pub(crate) static ref NAMES: Vec<String> = {
        SHARED.fetch_add(1, Ordering::Relaxed);
        vec!["a".to_owned()]
    };
}

#[test]
fn lazy_statics_are_made_once_in_each_execution() {
    loom::model(|| {
        let handle = thread::spawn(|| NAMES.len());
        assert_eq!(NAMES[0], "a");
        assert_eq!(handle.join().unwrap(), 1);
        assert_eq!(SHARED.load(Ordering::Relaxed), 1);
    });
}

#[test]
fn lazy_statics_are_gone_after_the_closure() {
    fails_with("after the closure of the model had returned", || {
        thread::spawn(|| NAMES.len());
    });
}

/// A value and a flag that says whether it may be used.
struct Guarded {
    value: UnsafeCell<usize>,
    ready: AtomicBool,
}

// SAFETY: the model checker tells if it is not so.
unsafe impl Sync for Guarded {}

fn guarded(write: impl Fn(&UnsafeCell<usize>) + 'static, read: impl Fn(&UnsafeCell<usize>)) {
    let guarded = Arc::new(Guarded {
        value: UnsafeCell::new(0),
        ready: AtomicBool::new(false),
    });
    let other = guarded.clone();
    thread::spawn(move || {
        write(&other.value);
        other.ready.store(true, Ordering::Release);
    });
    if guarded.ready.load(Ordering::Acquire) {
        read(&guarded.value);
    }
}

#[test]
fn cells_are_accessed_by_closures_and_by_pointers() {
    loom::model(|| {
        guarded(
            |cell| cell.with_mut(|value| unsafe { *value = 1 }),
            |cell| assert_eq!(cell.with(|value| unsafe { *value }), 1),
        );
    });
    loom::model(|| {
        guarded(
            |cell| unsafe { *cell.get_mut().deref() = 1 },
            |cell| {
                assert_eq!(unsafe { *cell.get().deref() }, 1);
                assert_eq!(cell.get().with(|value| unsafe { *value }), 1);
                cell.get_mut().with(|value| unsafe { *value = 2 });
            },
        );
    });
    loom::model(|| {
        let (one, two) = (UnsafeCell::from(1), UnsafeCell::<u32>::default());
        assert_eq!((one.into_inner(), two.into_inner()), (1, 0));
    });
}

/// A thread has a pointer, which writes or not, sets the flag, does something else, and drops the
/// pointer. Another writes when the flag is set.
fn dropped_late(writes: bool, between: fn(&Guarded, Option<&ConstPtr<usize>>)) {
    let guarded = Arc::new(Guarded {
        value: UnsafeCell::new(0),
        ready: AtomicBool::new(false),
    });
    let other = guarded.clone();
    thread::spawn(move || match writes {
        true => {
            let _pointer = other.value.get_mut();
            other.ready.store(true, Ordering::Release);
            between(&other, None);
        }
        false => {
            let pointer = other.value.get();
            other.ready.store(true, Ordering::Release);
            between(&other, Some(&pointer));
        }
    });
    if guarded.ready.load(Ordering::Acquire) {
        guarded.value.with_mut(|value| unsafe { *value = 1 });
    }
}

#[test]
fn an_access_lasts_as_long_as_its_pointer() {
    // A reference may have been used until the pointer is dropped, after another operation.
    for writes in [false, true] {
        fails_with("data race", move || {
            dropped_late(writes, |guarded, _| {
                guarded.ready.load(Ordering::Relaxed);
            });
        });
    }
}

#[test]
fn a_pointer_that_is_dropped_right_after_a_release_is_covered_by_it() {
    for writes in [false, true] {
        loom::model(move || dropped_late(writes, |_, _| ()));
    }
}

#[test]
fn a_use_of_a_pointer_after_a_release_is_not_covered_by_it() {
    fails_with("data race", || {
        dropped_late(false, |_, pointer| {
            pointer.map(|pointer| unsafe { *pointer.deref() });
        });
    });
    fails_with("data race", || {
        dropped_late(false, |_, pointer| {
            pointer.map(|pointer| pointer.with(|value| unsafe { *value }));
        });
    });
    fails_with("data race", || {
        let guarded = Arc::new(Guarded {
            value: UnsafeCell::new(0),
            ready: AtomicBool::new(false),
        });
        let other = guarded.clone();
        thread::spawn(move || {
            let pointer = other.value.get_mut();
            other.ready.store(true, Ordering::Release);
            unsafe { *pointer.deref() = 1 };
        });
        if guarded.ready.load(Ordering::Acquire) {
            guarded.value.with(|value| unsafe { *value });
        }
    });
}

/// Gives its cell back when it is dropped, and its pointer is dropped after that.
struct Slot<'a> {
    pointer: MutPtr<usize>,
    owner: &'a Guarded,
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        self.owner.ready.fetch_or(true, Ordering::SeqCst);
    }
}

#[test]
fn a_guard_may_own_the_pointer_to_what_it_gives_back() {
    loom::model(|| {
        let guarded = Arc::new(Guarded {
            value: UnsafeCell::new(0),
            ready: AtomicBool::new(false),
        });
        let other = guarded.clone();
        thread::spawn(move || {
            let slot = Slot {
                pointer: other.value.get_mut(),
                owner: &other,
            };
            slot.pointer.with(|value| unsafe { *value = 1 });
        });
        if guarded.ready.swap(false, Ordering::SeqCst) {
            let slot = Slot {
                pointer: guarded.value.get_mut(),
                owner: &guarded,
            };
            assert_eq!(unsafe { *slot.pointer.deref() }, 1);
        }
    });
}

#[test]
fn accesses_of_one_thread_do_not_overlap_if_one_writes() {
    loom::model(|| {
        let cell = UnsafeCell::new(0);
        let (first, second) = (cell.get(), cell.get());
        drop(first);
        cell.with(|_| ());
        drop(second);
        let pointer = cell.get_mut();
        drop(pointer);
        cell.with_mut(|_| ());
    });
    fails_with("that began at", || {
        let cell = UnsafeCell::new(0);
        let _pointer = cell.get();
        cell.with_mut(|_| ());
    });
    fails_with("that began at", || {
        let cell = UnsafeCell::new(0);
        cell.with_mut(|_| cell.with(|_| ()));
    });
}

#[test]
fn a_pointer_may_outlive_its_cell() {
    loom::model(|| {
        let cell = Box::new(UnsafeCell::new(0));
        let pointer = cell.get_mut();
        drop(cell);
        drop(pointer);
    });
}

/// A cell that is shared as it must not be.
struct Shared(Cell<u32>);

// SAFETY: it is not; the model checker tells.
unsafe impl Sync for Shared {}

#[test]
fn cells_of_values_are_checked_for_races() {
    fails_with("data race", || {
        let shared = Arc::new(Shared(Cell::new(0)));
        let other = shared.clone();
        thread::spawn(move || other.0.set(1));
        shared.0.get();
    });
    loom::model(|| {
        let (a, b) = (Cell::new(1), Cell::from(2));
        a.swap(&b);
        a.swap(&a);
        assert_eq!((a.get(), b.replace(5), b.take()), (2, 1, 5));
        assert!(a > b && a != b && a.clone() == a);
        assert_eq!(b.into_inner(), 0);
    });
}

#[test]
fn notifications_are_kept() {
    loom::model(|| {
        let cell = Arc::new(Guarded {
            value: UnsafeCell::new(0),
            ready: AtomicBool::new(false),
        });
        let notify = Arc::new(Notify::default());
        let (other, theirs) = (cell.clone(), notify.clone());
        thread::spawn(move || {
            other.value.with_mut(|value| unsafe { *value = 1 });
            theirs.notify();
        });
        notify.wait();
        assert_eq!(cell.value.with(|value| unsafe { *value }), 1);
    });
    fails_with("deadlock", || {
        let notify = Notify::new();
        notify.notify();
        notify.notify();
        notify.wait();
        notify.wait();
    });
}

#[test]
fn locks_channels_and_barriers() {
    loom::model(|| {
        let shared = Arc::new((Mutex::new(0), Condvar::new(), RwLock::new(0)));
        let barrier = Arc::new(Barrier::new(2));
        let (other, theirs) = (shared.clone(), barrier.clone());
        let (sender, receiver) = mpsc::channel();
        let handle = thread::spawn(move || {
            *other.0.lock().unwrap() += 1;
            other.1.notify_one();
            *other.2.write().unwrap() += 1;
            sender.send(1).unwrap();
            theirs.wait();
        });
        let mut guard = shared.0.lock().unwrap();
        while *guard == 0 {
            guard = shared.1.wait(guard).unwrap();
        }
        drop(guard);
        assert_eq!(receiver.recv(), Ok(1));
        barrier.wait();
        assert!(receiver.recv().is_err());
        assert_eq!(*shared.2.read().unwrap(), 1);
        handle.join().unwrap();
    });
}

#[test]
fn atomics_have_what_loom_adds() {
    loom::model(|| {
        let mut number = AtomicUsize::new(1);
        assert_eq!(number.compare_and_swap(1, 2, Ordering::AcqRel), 1);
        assert_eq!(number.compare_and_swap(1, 3, Ordering::Release), 2);
        assert_eq!(unsafe { number.unsync_load() }, 2);
        assert_eq!(number.with_mut(|number| std::mem::replace(number, 4)), 2);
        assert_eq!(number.into_inner(), 4);
        let pointer = AtomicPtr::<u8>::default();
        assert!(pointer.load(Ordering::Relaxed).is_null());
        fence(Ordering::SeqCst);
        loom::sync::atomic::spin_loop_hint();
        loom::hint::spin_loop();
    });
    fails_with("unreachable_unchecked", || unsafe {
        loom::hint::unreachable_unchecked()
    });
}

#[test]
fn spinning_threads_wait() {
    loom::model(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let other = flag.clone();
        thread::spawn(move || other.store(true, Ordering::Release));
        while !flag.load(Ordering::Acquire) {
            thread::yield_now();
        }
    });
}

#[test]
fn arcs_can_be_taken_apart() {
    loom::model(|| {
        let arc = Arc::new(5);
        let raw = Arc::into_raw(arc.clone());
        unsafe { Arc::increment_strong_count(raw) };
        assert_eq!(Arc::strong_count(&arc), 3);
        unsafe { Arc::decrement_strong_count(raw) };
        let mut arc = Arc::try_unwrap(arc).unwrap_err();
        assert!(Arc::get_mut(&mut arc).is_none());
        assert!(Arc::ptr_eq(&arc, &unsafe { Arc::from_raw(raw) }));
        *Arc::get_mut(&mut arc).unwrap() = 6;
        assert_eq!(Arc::try_unwrap(arc).unwrap(), 6);
        let wide: Arc<[u8]> = Arc::from_std(std::sync::Arc::new([1, 2]));
        assert_eq!(wide.len(), 2);
    });
}

#[test]
fn memory_is_allocated_and_tracked() {
    use loom::alloc::{Layout, Track, alloc, alloc_zeroed, dealloc};
    loom::model(|| unsafe {
        let layout = Layout::new::<u64>();
        for pointer in [alloc(layout), alloc_zeroed(layout)] {
            pointer.cast::<u64>().write(1);
            dealloc(pointer, layout);
        }
        let mut track = Track::new(1);
        *track.get_mut() += 1;
        assert_eq!(*track.get_ref(), 2);
        assert_eq!(track.into_inner(), 2);
    });
}

#[test]
fn leaks_are_found() {
    use loom::alloc::{Layout, Track, alloc};
    fails_with("leak", || std::mem::forget(Arc::new(1)));
    fails_with("leak", || std::mem::forget(Track::new(1)));
    fails_with("leak", || {
        let _ = unsafe { alloc(Layout::new::<u64>()) };
    });
    // As in loom, a box may be leaked.
    loom::model(|| {
        Box::leak(Box::new(AtomicUsize::new(0))).store(1, Ordering::Relaxed);
    });
}
