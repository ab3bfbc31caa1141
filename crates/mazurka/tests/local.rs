//! Thread locals: one value per modelled thread, dropped when the thread ends.

mod explored;

use explored::{Seen, finding, optimal};
use explored::{finding_of, ignore, join, traces};
use mazurka::cell::UnsafeCell;
use mazurka::sync::Mutex;
use mazurka::sync::atomic::{AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};
use mazurka::{Checker, FindingKind, Model, thread};
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::TryLockError;

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

/// Stored by the destructor of `STORES`.
static DONE: AtomicUsize = AtomicUsize::new(0);

struct Stores;

impl Drop for Stores {
    fn drop(&mut self) {
        DONE.store(1, SeqCst);
    }
}

mazurka::thread_local!(static STORES: Stores = const { Stores });

#[test]
fn a_scope_does_not_wait_for_destructors() {
    let seen = Seen::new();
    let saw = seen.clone();
    let count = traces(move || {
        thread::scope(|s| ignore(s.spawn(|| STORES.with(|_| ()))));
        saw.add(DONE.load(SeqCst));
    });
    assert_eq!(seen.all(), [0, 1]);
    assert_eq!(count, 2);
    let finding = finding(|| {
        thread::scope(|s| ignore(s.spawn(|| STORES.with(|_| ()))));
        assert_eq!(DONE.load(SeqCst), 1, "too early");
    });
    assert_eq!(finding.kind, FindingKind::Panic);
    assert!(finding.message.contains("too early"), "{}", finding.message);
}

#[test]
fn the_trace_shows_that_destructors_come_after_the_scope() {
    let report = optimal(|| {
        thread::scope(|s| ignore(s.spawn(|| STORES.with(|_| ()))));
        assert_eq!(DONE.load(SeqCst), 1);
    });
    let text = report.to_string();
    assert!(
        text.contains("returns, its thread locals are dropped next"),
        "{text}"
    );
    assert!(text.contains("joins the code of 0.0"), "{text}");
}

#[test]
fn an_explicit_join_waits_for_destructors() {
    let scoped = traces(|| {
        thread::scope(|s| {
            s.spawn(|| STORES.with(|_| ())).join().unwrap();
            assert_eq!(DONE.load(SeqCst), 1);
        });
        assert_eq!(DONE.load(SeqCst), 1);
    });
    let spawned = traces(|| {
        thread::spawn(|| STORES.with(|_| ())).join().unwrap();
        assert_eq!(DONE.load(SeqCst), 1);
    });
    assert_eq!((scoped, spawned), (1, 1));
}

/// Not finished, or finished with the destructor before or after the load.
#[test]
fn is_finished_does_not_wait_for_destructors() {
    let seen = Seen::new();
    let (one, other) = (seen.clone(), seen.clone());
    let spawned = traces(move || {
        let handle = thread::spawn(|| STORES.with(|_| ()));
        let finished = handle.is_finished();
        one.add((finished, finished && DONE.load(SeqCst) == 1));
        handle.join().unwrap();
        assert_eq!(DONE.load(SeqCst), 1);
    });
    let expected = [(false, false), (true, false), (true, true)];
    assert_eq!(seen.all(), expected);
    let scoped = traces(move || {
        thread::scope(|s| {
            let handle = s.spawn(|| STORES.with(|_| ()));
            let finished = handle.is_finished();
            other.add((finished, finished && DONE.load(SeqCst) == 1));
        });
    });
    assert_eq!(seen.all(), expected);
    assert_eq!((spawned, scoped), (3, 3));
    let text = finding_of(FindingKind::Panic, || {
        let handle = thread::spawn(|| STORES.with(|_| ()));
        if handle.is_finished() {
            assert_eq!(DONE.load(SeqCst), 1, "too early");
        }
    });
    assert!(text.contains("too early"), "{text}");
    let text = finding_of(FindingKind::Panic, || {
        thread::scope(|s| {
            let handle = s.spawn(|| STORES.with(|_| ()));
            if handle.is_finished() {
                assert_eq!(DONE.load(SeqCst), 1, "too early");
            }
        });
    });
    assert!(text.contains("too early"), "{text}");
}

#[test]
fn a_loop_that_waits_for_is_finished_does_not_wait_for_destructors() {
    let seen = Seen::new();
    let saw = seen.clone();
    let count = traces(move || {
        let handle = thread::spawn(|| STORES.with(|_| ()));
        while !handle.is_finished() {
            mazurka::hint::spin_loop();
        }
        saw.add(DONE.load(SeqCst));
    });
    assert_eq!(seen.all(), [0, 1]);
    // Looks in vain are none; the destructor comes before or after what it does next.
    assert_eq!(count, 2);
}

/// Destructors that others cannot see add no traces to a scope, and thread locals
/// without one nothing at all.
#[test]
fn destructors_that_do_nothing_cost_nothing() {
    static X: AtomicUsize = AtomicUsize::new(0);
    let run = |work: fn()| {
        explored::traces_and_events(move || {
            thread::scope(|s| {
                for _ in 0..2 {
                    s.spawn(move || {
                        X.fetch_add(1, SeqCst);
                        work();
                        X.load(SeqCst)
                    });
                }
            });
            assert_eq!(X.load(SeqCst), 2);
        })
    };
    let nothing = run(|| ());
    assert_eq!(nothing, run(|| DEPTH.set(4)));
    assert_eq!(nothing, run(|| LIST.with_borrow_mut(|list| list.push(4))));
}

/// A thread that panics in a scope ends it as one that returns, and runs its
/// destructors after that too.
#[test]
fn a_thread_that_panics_in_a_scope_runs_destructors_later() {
    let seen = Seen::new();
    let saw = seen.clone();
    let report = Checker::new().keep_going(true).check(move || {
        let scope = || {
            thread::scope(|s| {
                s.spawn(|| {
                    STORES.with(|_| ());
                    panic!("on purpose");
                });
            });
        };
        let caught = catch_unwind(AssertUnwindSafe(scope));
        let message = *caught.unwrap_err().downcast::<&str>().unwrap();
        assert_eq!(message, "a scoped thread panicked");
        saw.add(DONE.load(SeqCst));
    });
    assert_eq!(seen.all(), [0, 1], "{report}");
    assert_eq!(report.statistics().complete, 2, "{report}");
}

/// What it gives back while it unwinds is given back when the scope ends.
#[test]
fn a_scope_waits_for_what_a_panic_gives_back() {
    static MUTEX: Mutex<()> = Mutex::new(());
    let seen = Seen::new();
    let saw = seen.clone();
    let report = Checker::new().keep_going(true).check(move || {
        let scope = || {
            thread::scope(|s| {
                s.spawn(|| {
                    STORES.with(|_| ());
                    let _guard = MUTEX.lock();
                    panic!("on purpose");
                });
            });
        };
        assert!(catch_unwind(AssertUnwindSafe(scope)).is_err());
        let poisoned = matches!(MUTEX.try_lock(), Err(TryLockError::Poisoned(_)));
        saw.add((poisoned, DONE.load(SeqCst)));
    });
    assert_eq!(seen.all(), [(true, 0), (true, 1)], "{report}");
    assert_eq!(report.statistics().complete, 2, "{report}");
}

/// The inner scope is over, and with it the outer thread and the outer scope, while
/// the destructor of the inner thread is still to run.
#[test]
fn destructors_may_outlive_nested_scopes() {
    let seen = Seen::new();
    let saw = seen.clone();
    let count = traces(move || {
        let mut inner = 9;
        thread::scope(|s| {
            s.spawn(|| {
                thread::scope(|s| ignore(s.spawn(|| STORES.with(|_| ()))));
                inner = DONE.load(SeqCst);
            });
        });
        saw.add((inner, DONE.load(SeqCst)));
    });
    assert_eq!(seen.all(), [(0, 0), (0, 1), (1, 1)]);
    assert_eq!(count, 3);
}

#[test]
fn a_destructor_can_spawn_threads() {
    static BY_THREAD: AtomicUsize = AtomicUsize::new(0);
    struct Spawns {
        joins: bool,
    }
    impl Drop for Spawns {
        fn drop(&mut self) {
            let thread = thread::spawn(|| BY_THREAD.store(1, SeqCst));
            if self.joins {
                thread.join().unwrap();
            }
        }
    }
    mazurka::thread_local! {
        static JOINS: Spawns = const { Spawns { joins: true } };
        static LEAVES: Spawns = const { Spawns { joins: false } };
    }
    let joined = traces(|| {
        thread::spawn(|| JOINS.with(|_| ())).join().unwrap();
        assert_eq!(BY_THREAD.load(SeqCst), 1);
    });
    assert_eq!(joined, 1);
    for work in [|| JOINS.with(|_| ()), || LEAVES.with(|_| ())] {
        let seen = Seen::new();
        let saw = seen.clone();
        let count = traces(move || {
            thread::scope(|s| ignore(s.spawn(work)));
            saw.add(BY_THREAD.load(SeqCst));
        });
        assert_eq!((seen.all().as_slice(), count), ([0, 1].as_slice(), 2));
    }
}

/// Who holds a mutex that a destructor wants can leave a scope, but not join.
#[test]
fn a_destructor_can_wait_for_a_mutex() {
    let count = traces(|| {
        let guard = LOG.lock().unwrap();
        thread::scope(|s| ignore(s.spawn(|| FIRST.with(|_| ()))));
        drop(guard);
    });
    assert_eq!(count, 1);
    let text = finding_of(FindingKind::Deadlock, || {
        let guard = LOG.lock().unwrap();
        thread::scope(|s| s.spawn(|| FIRST.with(|_| ())).join().unwrap());
        drop(guard);
    });
    assert!(text.contains("to lock a mutex"), "{text}");
    assert!(text.contains("for thread 0.0 to finish"), "{text}");
}

/// A cell without a lock.
struct Shared(UnsafeCell<u32>);

// SAFETY: who uses it without synchronisation is found out.
unsafe impl Sync for Shared {}

impl Shared {
    fn write(&self, value: u32) {
        // SAFETY: the model runs one thread at a time.
        self.0.with_mut(|cell| unsafe { *cell = value });
    }
}

/// A scope orders what its threads do before they return, not their destructors.
#[test]
fn data_races_with_destructors_are_found() {
    static BEFORE: Shared = Shared(UnsafeCell::new(0));
    static LATER: Shared = Shared(UnsafeCell::new(0));
    struct Writes;
    impl Drop for Writes {
        fn drop(&mut self) {
            LATER.write(1);
        }
    }
    mazurka::thread_local!(static WRITES: Writes = const { Writes });
    fn work() {
        WRITES.with(|_| ());
        BEFORE.write(1);
    }
    let count = traces(|| {
        thread::scope(|s| ignore(s.spawn(work)));
        BEFORE.write(2);
    });
    assert_eq!(count, 1);
    let finding = finding(|| {
        thread::scope(|s| ignore(s.spawn(work)));
        LATER.write(2);
    });
    assert_eq!(finding.kind, FindingKind::DataRace, "{}", finding.message);
    let count = traces(|| {
        thread::scope(|s| s.spawn(work).join().unwrap());
        LATER.write(2);
    });
    assert_eq!(count, 1);
}

/// When a scope ends, what its threads stored has been carried out, but for what
/// destructors store.
#[test]
fn store_buffers_are_empty_when_a_scope_ends() {
    static X: AtomicUsize = AtomicUsize::new(0);
    static Y: AtomicUsize = AtomicUsize::new(0);
    struct StoresLater;
    impl Drop for StoresLater {
        fn drop(&mut self) {
            Y.store(1, Relaxed);
        }
    }
    mazurka::thread_local!(static LATER: StoresLater = const { StoresLater });
    fn work() {
        LATER.with(|_| ());
        X.store(1, Relaxed);
    }
    for model in [Model::Tso, Model::Pso] {
        let seen = Seen::new();
        let saw = seen.clone();
        let checker = || Checker::new().model(model);
        let report = checker().check(move || {
            thread::scope(|s| ignore(s.spawn(work)));
            saw.add((X.load(SeqCst), Y.load(SeqCst)));
        });
        assert!(report.is_verified(), "{report}");
        assert_eq!(report.statistics().complete, 2, "{report}");
        assert_eq!(seen.all(), [(1, 0), (1, 1)]);
        let report = checker().check(|| {
            thread::scope(|s| s.spawn(work).join().unwrap());
            assert_eq!((X.load(SeqCst), Y.load(SeqCst)), (1, 1));
        });
        assert!(report.is_verified(), "{report}");
    }
}

#[test]
#[should_panic(expected = "outside of `mazurka::check`")]
fn a_thread_local_outside_of_check_panics() {
    DEPTH.get();
}
