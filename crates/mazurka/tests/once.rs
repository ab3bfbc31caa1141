//! One-time initialisation: `Once`, `OnceLock`, `LazyLock`.

mod explored;

use explored::{Seen, buggy, join, verified};
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, LazyLock, Mutex, Once, OnceLock};
use mazurka::{FindingKind, thread};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn panics(f: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(f)).is_err()
}

/// Any of the threads may be the first; the others only look.
#[test]
fn n_calls_have_n_traces() {
    for n in 1..=4 {
        let count = verified(move || {
            let shared = Arc::new((Once::new(), AtomicUsize::new(0)));
            let threads: Vec<_> = (0..n)
                .map(|_| {
                    let shared = shared.clone();
                    thread::spawn(move || {
                        shared.0.call_once(|| {
                            shared.1.fetch_add(1, SeqCst);
                        });
                    })
                })
                .collect();
            join(threads);
            assert_eq!(shared.1.load(SeqCst), 1);
        });
        assert_eq!(count, n);
    }
}

/// The question comes before the closure begins, while it runs, or after.
#[test]
fn whether_it_is_completed() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = verified(move || {
        let shared = Arc::new((Once::new(), AtomicUsize::new(0)));
        let theirs = shared.clone();
        let other = thread::spawn(move || theirs.0.call_once(|| theirs.1.store(1, SeqCst)));
        let completed = shared.0.is_completed();
        if completed {
            assert_eq!(shared.1.load(SeqCst), 1);
        }
        results.add(completed);
        other.join().unwrap();
    });
    assert_eq!(count, 3);
    assert_eq!(seen.all(), [false, true]);
}

#[test]
fn to_wait_until_it_is_completed() {
    let count = verified(|| {
        let shared = Arc::new((Once::new(), AtomicUsize::new(0)));
        let waiters = [false, true].map(|force| {
            let shared = shared.clone();
            thread::spawn(move || {
                if force {
                    shared.0.wait_force();
                } else {
                    shared.0.wait();
                }
                assert_eq!(shared.1.load(SeqCst), 1);
            })
        });
        shared.0.call_once(|| shared.1.store(1, SeqCst));
        join(waiters);
    });
    assert_eq!(count, 1);
}

/// A loop that asks until it is completed waits for that.
#[test]
fn to_ask_until_it_is_completed() {
    verified(|| {
        let once = Arc::new(Once::new());
        let theirs = once.clone();
        let other = thread::spawn(move || theirs.call_once(|| {}));
        while !once.is_completed() {
            thread::yield_now();
        }
        other.join().unwrap();
    });
    buggy(FindingKind::Livelock, || {
        let once = Once::new();
        while !once.is_completed() {}
    });
}

#[test]
fn to_wait_for_what_nobody_does_deadlocks() {
    let message = buggy(FindingKind::Deadlock, || Once::new().wait());
    assert!(message.contains("once.rs"), "{message}");
    buggy(FindingKind::Deadlock, || Once::new().wait_force());
    buggy(FindingKind::Deadlock, || {
        OnceLock::<u32>::new().wait();
    });
}

#[test]
fn a_call_inside_of_itself_deadlocks() {
    let message = buggy(FindingKind::Deadlock, || {
        let once = Once::new();
        once.call_once(|| once.call_once(|| {}));
    });
    let words = "for the closure of a Once that it runs itself";
    assert!(message.contains(words), "{message}");
    buggy(FindingKind::Deadlock, || {
        let cell = OnceLock::new();
        cell.get_or_init(|| *cell.get_or_init(|| 1) + 1);
    });
}

/// Two that are run inside of one another, in opposite order.
#[test]
fn opposite_order_deadlocks() {
    buggy(FindingKind::Deadlock, || {
        let both = Arc::new((Once::new(), Once::new()));
        let theirs = both.clone();
        let other = thread::spawn(move || theirs.1.call_once(|| theirs.0.call_once(|| {})));
        both.0.call_once(|| both.1.call_once(|| {}));
        other.join().unwrap();
    });
}

#[test]
fn a_panic_poisons() {
    let count = verified(|| {
        let once = Once::new();
        assert!(panics(|| once.call_once(|| panic!("on purpose"))));
        assert!(!once.is_completed());
        assert!(panics(|| once.call_once(|| unreachable!("it is poisoned"))));
        assert!(panics(|| once.wait()));
        assert!(panics(|| once.call_once_force(|state| {
            assert!(state.is_poisoned());
            panic!("again");
        })));
        once.call_once_force(|state| assert!(state.is_poisoned()));
        assert!(once.is_completed());
        once.call_once_force(|_| unreachable!("it is completed"));
        once.call_once(|| unreachable!("it is completed"));
        once.wait();
    });
    assert_eq!(count, 1);
}

/// A panic lets the others go on: one that comes later is told.
#[test]
fn a_panic_is_seen_by_others() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = verified(move || {
        let once = Arc::new(Once::new());
        let theirs = once.clone();
        let other = thread::spawn(move || panics(|| theirs.call_once(|| panic!("on purpose"))));
        let mut told = None;
        once.call_once_force(|state| told = Some(state.is_poisoned()));
        results.add((other.join().unwrap(), told));
    });
    assert_eq!(count, 2);
    assert_eq!(seen.all(), [(false, Some(false)), (true, Some(true))]);
}

/// A waiter panics if it looks while the `Once` is poisoned, and not if a
/// second attempt has come in between.
#[test]
fn a_waiter_is_told_of_a_panic() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = verified(move || {
        let once = Arc::new(Once::new());
        let theirs = once.clone();
        let waiter = thread::spawn(move || panics(|| theirs.wait()));
        assert!(panics(|| once.call_once(|| panic!("on purpose"))));
        once.call_once_force(|_| {});
        results.add(waiter.join().unwrap());
    });
    assert_eq!(count, 2);
    assert_eq!(seen.all(), [false, true]);
}

#[test]
fn a_poisoned_once_is_found() {
    let message = buggy(FindingKind::Panic, || {
        let once = Arc::new(Once::new());
        let theirs = once.clone();
        let other = thread::spawn(move || panics(|| theirs.call_once(|| panic!("on purpose"))));
        once.call_once(|| {});
        other.join().unwrap();
    });
    assert!(message.contains("poisoned"), "{message}");
}

static START: Once = Once::new();
static CELL: OnceLock<Vec<usize>> = OnceLock::new();
static LAZY: LazyLock<Mutex<Vec<usize>>> = LazyLock::new(|| Mutex::new(vec![0]));

#[test]
fn statics_start_anew_in_every_execution() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = verified(move || {
        assert!(!START.is_completed() && CELL.get().is_none());
        assert!(LazyLock::get(&LAZY).is_none());
        let threads = [1, 2].map(|i| {
            thread::spawn(move || {
                START.call_once(|| CELL.set(vec![i]).unwrap());
                LAZY.lock().unwrap().push(i);
            })
        });
        join(threads);
        results.add((CELL.get().cloned(), LAZY.lock().unwrap().clone()));
    });
    // Who is first at `START`, and who at `LAZY`; then the mutex has two orders.
    assert_eq!(count, 2 * 2 * 2);
    assert_eq!(seen.all().len(), 4);
}

/// Either may be the first.
#[test]
fn two_that_set_a_cell() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = verified(move || {
        let cell = Arc::new(OnceLock::new());
        let theirs = cell.clone();
        let other = thread::spawn(move || theirs.set(1));
        let mine = cell.set(2);
        let others = other.join().unwrap();
        results.add((mine, others, *cell.get().unwrap()));
    });
    assert_eq!(count, 2);
    assert_eq!(seen.all(), [(Ok(()), Err(1), 2), (Err(2), Ok(()), 1)]);
}

#[test]
fn a_cell_is_seen_empty_or_full() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = verified(move || {
        let cell = Arc::new(OnceLock::new());
        let theirs = cell.clone();
        let other = thread::spawn(move || theirs.set(7).unwrap());
        results.add(cell.get().copied());
        assert_eq!(*cell.wait(), 7);
        other.join().unwrap();
    });
    assert_eq!(count, 2);
    assert_eq!(seen.all(), [None, Some(7)]);
}

/// Any of the threads may make the value.
#[test]
fn n_threads_that_need_a_value() {
    for n in 1..=4 {
        let count = verified(move || {
            let cell = Arc::new((OnceLock::new(), AtomicUsize::new(0)));
            let threads: Vec<_> = (0..n)
                .map(|_| {
                    let cell = cell.clone();
                    thread::spawn(move || *cell.0.get_or_init(|| cell.1.fetch_add(1, SeqCst)))
                })
                .collect();
            for thread in threads {
                assert_eq!(thread.join().unwrap(), 0);
            }
        });
        assert_eq!(count, n);
    }
}

/// To look and then to set is not one step.
#[test]
fn look_then_set_is_found() {
    let message = buggy(FindingKind::Panic, || {
        let cell = Arc::new(OnceLock::new());
        let threads = [1, 2].map(|i| {
            let cell = cell.clone();
            thread::spawn(move || {
                if cell.get().is_none() {
                    cell.set(i).expect("nobody else sets it");
                }
            })
        });
        join(threads);
    });
    assert!(message.contains("nobody else sets it"), "{message}");
}

#[test]
fn a_panic_leaves_a_cell_empty() {
    let count = verified(|| {
        let cell = OnceLock::new();
        assert!(panics(|| {
            cell.get_or_init(|| panic!("on purpose"));
        }));
        assert_eq!(cell.get(), None);
        assert_eq!(*cell.get_or_init(|| 3), 3);
    });
    assert_eq!(count, 1);
}

#[test]
fn what_needs_no_event() {
    let count = verified(|| {
        let mut cell = OnceLock::from(String::from("a"));
        assert_eq!(cell.get().map(String::as_str), Some("a"));
        assert_eq!(format!("{cell:?}"), "OnceLock(\"a\")");
        cell.get_mut().unwrap().push('b');
        assert_eq!(cell.clone(), cell);
        assert_eq!(cell.take().as_deref(), Some("ab"));
        assert_eq!(format!("{cell:?}"), "OnceLock(<uninit>)");
        assert_eq!(cell.get(), None);
        cell.set(String::from("c")).unwrap();
        assert_eq!(cell.into_inner().as_deref(), Some("c"));
        assert_eq!(OnceLock::<u8>::default().into_inner(), None);
        assert_eq!(format!("{:?}", Once::new()), "Once { .. }");
    });
    assert_eq!(count, 1);
}

/// Any of the threads may make the value.
#[test]
fn n_threads_that_need_a_lazy_value() {
    for n in 1..=3 {
        let count = verified(move || {
            let lazy = Arc::new(LazyLock::new(|| String::from("made")));
            let threads: Vec<_> = (0..n)
                .map(|_| {
                    let lazy = lazy.clone();
                    thread::spawn(move || lazy.len())
                })
                .collect();
            for thread in threads {
                assert_eq!(thread.join().unwrap(), 4);
            }
        });
        assert_eq!(count, n);
    }
}

#[test]
fn a_lazy_value_that_panicked_is_poisoned() {
    let message = buggy(FindingKind::Panic, || {
        let lazy: LazyLock<u32> = LazyLock::new(|| panic!("on purpose"));
        assert!(panics(|| {
            LazyLock::force(&lazy);
        }));
        assert_eq!(LazyLock::get(&lazy), None);
        let _ = *lazy;
    });
    assert!(message.contains("LazyLock"), "{message}");
    assert!(message.contains("poisoned"), "{message}");
}

#[test]
fn a_lazy_value_that_needs_itself_deadlocks() {
    static LOOP: LazyLock<u32> = LazyLock::new(|| *LOOP + 1);
    buggy(FindingKind::Deadlock, || {
        let _ = *LOOP;
    });
}

#[test]
fn what_a_lazy_value_shows() {
    let count = verified(|| {
        let mut lazy = LazyLock::new(|| 1);
        assert_eq!(format!("{lazy:?}"), "LazyLock(<uninit>)");
        assert_eq!(LazyLock::get_mut(&mut lazy), None);
        *lazy += 1;
        assert_eq!(format!("{lazy:?}"), "LazyLock(2)");
        *LazyLock::force_mut(&mut lazy) += 1;
        assert_eq!(LazyLock::get_mut(&mut lazy), Some(&mut 3));
        assert_eq!(*LazyLock::<u32>::default(), 0);
    });
    assert_eq!(count, 1);
}

/// What the closure did is ordered before what comes after it, for data races.
#[test]
fn completion_orders() {
    use mazurka::cell::UnsafeCell;
    struct Shared(UnsafeCell<u32>, Once);
    // SAFETY: whether accesses are ordered is what the test looks for.
    unsafe impl Sync for Shared {}
    let program = |waits: bool| {
        move || {
            let shared = Arc::new(Shared(UnsafeCell::new(0), Once::new()));
            let theirs = shared.clone();
            let other = thread::spawn(move || {
                // SAFETY: as for `Sync`.
                let write = || theirs.0.with_mut(|value| unsafe { *value = 1 });
                theirs.1.call_once(write);
            });
            if waits || shared.1.is_completed() {
                shared.1.wait();
            }
            // SAFETY: as for `Sync`.
            shared.0.with(|value| unsafe { *value });
            other.join().unwrap();
        }
    };
    assert_eq!(verified(program(true)), 1);
    buggy(FindingKind::DataRace, program(false));
}
