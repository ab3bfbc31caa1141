//! Thread locals: one value per modelled thread, dropped when the thread ends.

mod explored;

use explored::{finding_of, ignore, join, traces};
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::{FindingKind, thread};
use std::cell::{Cell, RefCell};

mazurka::thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(1) };
    /// A list.
    pub(crate) static LIST: RefCell<Vec<u32>> = RefCell::new(vec![1]);
    static NUMBER: AtomicUsize = AtomicUsize::new(0)
}

#[test]
fn each_thread_of_each_execution_has_its_own() {
    let count = traces(|| {
        let work = || {
            assert_eq!(DEPTH.get(), 1);
            DEPTH.set(2);
            LIST.with_borrow_mut(|list| list.push(2));
            assert_eq!(DEPTH.get(), 2);
            assert_eq!(LIST.with_borrow(Vec::len), 2);
            NUMBER.with(|number| {
                assert_eq!(number.fetch_add(1, SeqCst), 0);
            });
        };
        let threads = [thread::spawn(work), thread::spawn(work)];
        work();
        join(threads);
        assert_eq!(DEPTH.get(), 2);
    });
    // Each works on an atomic of its own.
    assert_eq!(count, 1);
}

#[test]
fn cells_and_ref_cells_have_short_cuts() {
    mazurka::thread_local! {
        static UNUSED: Cell<u32> = panic!("set needs no first value");
        static ALSO_UNUSED: RefCell<u32> = panic!("set needs no first value");
    }
    let count = traces(|| {
        assert_eq!(DEPTH.replace(5), 1);
        assert_eq!(DEPTH.take(), 5);
        assert_eq!(DEPTH.get(), 0);
        assert_eq!(LIST.replace(vec![9]), [1]);
        assert_eq!(LIST.take(), [9]);
        LIST.set(vec![3]);
        assert_eq!(LIST.take(), [3]);
        UNUSED.set(4);
        UNUSED.set(5);
        assert_eq!(UNUSED.get(), 5);
        ALSO_UNUSED.set(6);
        assert_eq!(ALSO_UNUSED.with_borrow(|value| *value), 6);
    });
    assert_eq!(count, 1);
}

static LOG: mazurka::sync::Mutex<Vec<&'static str>> = mazurka::sync::Mutex::new(Vec::new());

struct Logs(&'static str);

impl Drop for Logs {
    fn drop(&mut self) {
        LOG.lock().unwrap().push(self.0);
        let own = match self.0 {
            "first" => FIRST.try_with(|_| ()),
            "second" => SECOND.try_with(|_| ()),
            _ => return,
        };
        assert!(own.is_err(), "it is being dropped");
        assert_eq!(own.unwrap_err().to_string(), "already destroyed");
        // One that needs no drop is there until the end.
        DEPTH.set(DEPTH.get() + 1);
    }
}

mazurka::thread_local! {
    static FIRST: Logs = Logs("first");
    static SECOND: Logs = Logs("second");
    static LATE: Logs = Logs("late");
}

#[test]
fn values_are_dropped_before_the_join_the_latest_first() {
    let count = traces(|| {
        thread::spawn(|| {
            FIRST.with(|_| ());
            SECOND.with(|_| ());
            LOG.lock().unwrap().push("end");
        })
        .join()
        .unwrap();
        assert_eq!(*LOG.lock().unwrap(), ["end", "second", "first"]);
    });
    assert_eq!(count, 1);
}

#[test]
fn a_destructor_can_make_another_value() {
    struct MakesLate;
    impl Drop for MakesLate {
        fn drop(&mut self) {
            LATE.with(|_| ());
        }
    }
    mazurka::thread_local!(static MAKES: MakesLate = const { MakesLate });
    let count = traces(|| {
        thread::spawn(|| MAKES.with(|_| ())).join().unwrap();
        assert_eq!(*LOG.lock().unwrap(), ["late"]);
    });
    assert_eq!(count, 1);
}

/// Two threads end, and their destructors take one mutex: in either order.
#[test]
fn destructors_are_scheduled() {
    let count = traces(|| {
        let threads = [1, 2].map(|_| thread::spawn(|| FIRST.with(|_| ())));
        join(threads);
        assert_eq!(LOG.lock().unwrap().len(), 2);
    });
    assert_eq!(count, 2);
}

#[test]
fn a_destructor_that_panics_is_a_finding() {
    struct Panics;
    impl Drop for Panics {
        fn drop(&mut self) {
            panic!("on purpose");
        }
    }
    mazurka::thread_local!(static PANICS: Panics = const { Panics });
    let text = finding_of(FindingKind::Panic, || {
        let _ = thread::spawn(|| PANICS.with(|_| ())).join();
    });
    assert!(text.contains("on purpose"), "{text}");
}

#[test]
fn an_initialiser_that_uses_its_own_value_panics() {
    mazurka::thread_local!(static ITSELF: Cell<u32> = {
        ITSELF.set(1);
        Cell::new(2)
    });
    let text = finding_of(FindingKind::Panic, || ignore(ITSELF.get()));
    assert!(text.contains("used the value itself"), "{text}");
}

#[test]
#[should_panic(expected = "outside of `mazurka::check`")]
fn a_thread_local_outside_of_check_panics() {
    DEPTH.get();
}
