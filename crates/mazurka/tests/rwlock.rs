//! Read-write locks: traces, deadlocks, poison, statics, data races.

mod explored;

use explored::{Seen, buggy, buggy_by, join, verified, verified_by};
use mazurka::cell::UnsafeCell;
use mazurka::sync::{Arc, RwLock, RwLockWriteGuard, TryLockError};
use mazurka::{Checker, FindingKind, thread};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// `readers` threads that read and `writers` threads that add one.
fn readers_and_writers(readers: usize, writers: usize) -> u64 {
    verified(move || {
        let lock = Arc::new(RwLock::new(0));
        let threads: Vec<_> = (0..readers + writers)
            .map(|i| {
                let lock = lock.clone();
                thread::spawn(move || {
                    if i < readers {
                        assert!(*lock.read().unwrap() <= writers);
                    } else {
                        *lock.write().unwrap() += 1;
                    }
                })
            })
            .collect();
        join(threads);
        assert_eq!(*lock.read().unwrap(), writers);
    })
}

/// Taking and giving back for reading are additions, which commute.
#[test]
fn readers_alone_have_one_trace() {
    assert_eq!(readers_and_writers(4, 0), 1);
}

/// Each reader is before or after the writer.
#[test]
fn n_readers_and_a_writer_have_2_to_the_n_traces() {
    assert_eq!(readers_and_writers(1, 1), 2);
    assert_eq!(readers_and_writers(2, 1), 4);
    assert_eq!(readers_and_writers(3, 1), 8);
}

/// The writers come in every order (2), and each reader before, between or
/// after them (3).
#[test]
fn two_writers() {
    assert_eq!(readers_and_writers(0, 2), 2);
    assert_eq!(readers_and_writers(1, 2), 2 * 3);
    assert_eq!(readers_and_writers(2, 2), 2 * 3 * 3);
}

/// An attempt to write comes before the reader, fails while it reads, or comes
/// after it.
#[test]
fn to_try_to_write() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = verified(move || {
        let lock = Arc::new(RwLock::new(0));
        let theirs = lock.clone();
        let reader = thread::spawn(move || *theirs.read().unwrap());
        let written = match lock.try_write() {
            Ok(mut guard) => {
                *guard = 1;
                true
            }
            Err(TryLockError::WouldBlock) => false,
            Err(TryLockError::Poisoned(_)) => panic!("nobody has panicked"),
        };
        results.add((written, reader.join().unwrap()));
    });
    assert_eq!(count, 3);
    assert_eq!(seen.all(), [(false, 0), (true, 0), (true, 1)]);
}

/// The same for an attempt to read and a writer; readers do not keep it out.
#[test]
fn to_try_to_read() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = verified(move || {
        let lock = Arc::new(RwLock::new(0));
        let theirs = lock.clone();
        let writer = thread::spawn(move || *theirs.write().unwrap() = 1);
        results.add(lock.try_read().ok().map(|guard| *guard));
        writer.join().unwrap();
        let _reader = lock.read().unwrap();
        assert!(lock.try_read().is_ok());
        assert!(lock.try_write().is_err());
    });
    assert_eq!(count, 3);
    assert_eq!(seen.all(), [None, Some(0), Some(1)]);
}

/// A loop that tries until it succeeds waits for the other to give back.
#[test]
fn to_try_until_it_works() {
    verified(|| {
        let lock = Arc::new(RwLock::new(0));
        let theirs = lock.clone();
        let other = thread::spawn(move || {
            while theirs.try_read().is_err() {
                thread::yield_now();
            }
        });
        while lock.try_write().is_err() {
            thread::yield_now();
        }
        other.join().unwrap();
    });
    buggy(FindingKind::Livelock, || {
        let lock = RwLock::new(0);
        let _guard = lock.read().unwrap();
        while lock.try_write().is_err() {}
    });
}

/// The other thread comes before the writer or after it: a writer that waits
/// for the reader that the writer has become, a reader that does not.
#[test]
fn a_writer_goes_on_as_a_reader() {
    let downgrading = |lock: &RwLock<usize>| {
        let mut guard = lock.write().unwrap();
        *guard += 1;
        let value = *guard;
        let guard = RwLockWriteGuard::downgrade(guard);
        assert_eq!(*guard, value);
        assert!(lock.try_write().is_err());
    };
    for writes in [false, true] {
        let count = verified(move || {
            let lock = Arc::new(RwLock::new(0));
            let theirs = lock.clone();
            let other = thread::spawn(move || {
                if writes {
                    *theirs.write().unwrap() += 1;
                } else {
                    let _ = *theirs.read().unwrap();
                }
            });
            downgrading(&lock);
            other.join().unwrap();
        });
        // `try_write` reads the number of readers, so that a reader comes
        // before the writer, or else both before that call, around it or after
        // it.
        assert_eq!(count, if writes { 2 } else { 1 + 3 });
    }
}

#[test]
fn to_write_while_reading_deadlocks() {
    let message = buggy(FindingKind::Deadlock, || {
        let lock = RwLock::new(0);
        let _read = lock.read().unwrap();
        let _write = lock.write().unwrap();
    });
    assert!(message.contains("write-lock an RwLock"), "{message}");
    assert!(message.contains("rwlock.rs"), "{message}");
}

/// A thread that reads twice at once, and a writer that may come in between.
#[test]
fn to_read_twice_deadlocks_if_writers_come_first() {
    let program = || {
        let lock = Arc::new(RwLock::new(0));
        let theirs = lock.clone();
        let writer = thread::spawn(move || *theirs.write().unwrap() += 1);
        let first = lock.read().unwrap();
        let second = lock.read().unwrap();
        assert_eq!(*first, *second);
        drop((first, second));
        writer.join().unwrap();
    };
    assert_eq!(verified(program), 2);
    let writers_first = || Checker::new().writers_first(true);
    let message = buggy_by(writers_first(), FindingKind::Deadlock, program);
    assert!(message.contains("to read-lock an RwLock"), "{message}");
    assert!(message.contains("to write-lock an RwLock"), "{message}");
    // The writer counts itself after the reader has taken the lock, or before
    // that, and then is the first to have it.
    let count = verified_by(writers_first(), || {
        let lock = Arc::new(RwLock::new(0));
        let theirs = lock.clone();
        let writer = thread::spawn(move || *theirs.write().unwrap() += 1);
        drop(lock.read().unwrap());
        writer.join().unwrap();
    });
    assert_eq!(count, 2);
}

#[mazurka::test(writers_first = true)]
#[should_panic(expected = "deadlock")]
fn that_writers_come_first_is_an_option_of_the_attribute() {
    let lock = Arc::new(RwLock::new(()));
    let theirs = lock.clone();
    thread::spawn(move || drop(theirs.write().unwrap()));
    let _guards = (lock.read().unwrap(), lock.read().unwrap());
}

#[test]
fn two_locks_in_opposite_order_deadlock() {
    let message = buggy(FindingKind::Deadlock, || {
        let locks = Arc::new((RwLock::new(()), RwLock::new(())));
        let theirs = locks.clone();
        let other = thread::spawn(move || {
            let _b = theirs.1.read().unwrap();
            let _a = theirs.0.write().unwrap();
        });
        {
            let _a = locks.0.read().unwrap();
            let _b = locks.1.write().unwrap();
        }
        other.join().unwrap();
    });
    assert!(message.contains("holds"), "{message}");
}

#[test]
fn two_locks_in_opposite_order_for_reading_do_not_deadlock() {
    let count = verified(|| {
        let locks = Arc::new((RwLock::new(()), RwLock::new(())));
        let theirs = locks.clone();
        let other = thread::spawn(move || {
            let _b = theirs.1.read().unwrap();
            let _a = theirs.0.read().unwrap();
        });
        let _a = locks.0.read().unwrap();
        let _b = locks.1.read().unwrap();
        drop((_a, _b));
        other.join().unwrap();
    });
    assert_eq!(count, 1);
}

#[test]
fn a_forgotten_guard_keeps_writers_out() {
    let message = buggy(FindingKind::Deadlock, || {
        let lock = Arc::new(RwLock::new(0));
        let theirs = lock.clone();
        let reader = thread::spawn(move || std::mem::forget(theirs.read().unwrap()));
        reader.join().unwrap();
        *lock.write().unwrap() += 1;
    });
    assert!(message.contains("thread 0.0 holds"), "{message}");
}

#[test]
fn a_writer_that_does_not_give_back_starves_readers() {
    let message = buggy(FindingKind::Deadlock, || {
        let lock = Arc::new(RwLock::new(0));
        let theirs = lock.clone();
        let writer = thread::spawn(move || std::mem::forget(theirs.write().unwrap()));
        let _ = *lock.read().unwrap();
        writer.join().unwrap();
    });
    let words = "to read-lock an RwLock that thread 0.0 holds";
    assert!(message.contains(words), "{message}");
}

/// To look under one lock and to act under the next is not one step.
#[test]
fn check_then_act_is_found() {
    let message = buggy(FindingKind::Panic, || {
        let lock = Arc::new(RwLock::new(None));
        let threads = [1, 2].map(|i| {
            let lock = lock.clone();
            thread::spawn(move || {
                if lock.read().unwrap().is_none() {
                    let before = lock.write().unwrap().replace(i);
                    assert_eq!(before, None, "somebody was faster");
                }
            })
        });
        join(threads);
    });
    assert!(message.contains("somebody was faster"), "{message}");
}

#[test]
fn a_panic_of_a_writer_poisons_and_one_of_a_reader_does_not() {
    let count = verified(|| {
        let lock = RwLock::new(1);
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            let _guard = lock.read().unwrap();
            panic!("a reader");
        }));
        assert!(panicked.is_err() && !lock.is_poisoned());
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            *lock.write().unwrap() = 2;
            let _guard = lock.write().unwrap();
            panic!("a writer");
        }));
        assert!(panicked.is_err() && lock.is_poisoned());
        assert_eq!(*lock.read().unwrap_err().into_inner(), 2);
        assert!(matches!(lock.try_read(), Err(TryLockError::Poisoned(_))));
        assert!(matches!(lock.try_write(), Err(TryLockError::Poisoned(_))));
        lock.clear_poison();
        assert_eq!(*lock.write().unwrap(), 2);
    });
    assert_eq!(count, 1);
}

/// What a thread gives back while it unwinds is given back to others too.
#[test]
fn locks_are_given_back_while_unwinding() {
    let count = verified(|| {
        let lock = Arc::new(RwLock::new(0));
        let theirs = lock.clone();
        let other = thread::spawn(move || {
            let panicked = catch_unwind(AssertUnwindSafe(|| {
                let _guard = theirs.read().unwrap();
                panic!("a reader");
            }));
            assert!(panicked.is_err());
        });
        *lock.write().unwrap() = 1;
        other.join().unwrap();
    });
    assert_eq!(count, 2);
}

static LOG: RwLock<Vec<usize>> = RwLock::new(Vec::new());

#[test]
fn a_static_lock_starts_anew_in_every_execution() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = verified(move || {
        assert!(LOG.read().unwrap().is_empty());
        let threads = [1, 2].map(|i| thread::spawn(move || LOG.write().unwrap().push(i)));
        join(threads);
        results.add(LOG.read().unwrap().clone());
    });
    assert_eq!(count, 2);
    assert_eq!(seen.all(), [[1, 2], [2, 1]]);
}

#[test]
fn what_needs_no_lock() {
    let count = verified(|| {
        let mut lock = RwLock::new(String::from("a"));
        lock.get_mut().unwrap().push('b');
        assert_eq!(
            format!("{lock:?}"),
            "RwLock { data: \"ab\", poisoned: false, .. }"
        );
        let guard = lock.read().unwrap();
        assert_eq!(format!("{guard} {guard:?}"), "ab \"ab\"");
        drop(guard);
        let guard = lock.write().unwrap();
        assert_eq!(
            format!("{lock:?}"),
            "RwLock { data: <locked>, poisoned: false, .. }"
        );
        drop(guard);
        assert_eq!(lock.into_inner().unwrap(), "ab");
        assert_eq!(RwLock::<u8>::default().into_inner().unwrap(), 0);
        assert_eq!(RwLock::from(3).into_inner().unwrap(), 3);
    });
    assert_eq!(count, 1);
}

struct Shared(UnsafeCell<u32>);
// SAFETY: whether accesses are ordered is what the tests look for.
unsafe impl Sync for Shared {}

impl Shared {
    fn add(&self) {
        // SAFETY: as for `Sync`.
        self.0.with_mut(|value| unsafe { *value += 1 });
    }

    fn get(&self) -> u32 {
        // SAFETY: as for `Sync`.
        self.0.with(|value| unsafe { *value })
    }
}

#[test]
fn writers_are_ordered_with_readers_and_one_another() {
    let count = verified(|| {
        let shared = Arc::new((RwLock::new(()), Shared(UnsafeCell::new(0))));
        let threads = [0, 1, 2].map(|i| {
            let shared = shared.clone();
            thread::spawn(move || {
                if i < 2 {
                    let _guard = shared.0.write().unwrap();
                    shared.1.add();
                } else {
                    let _guard = shared.0.read().unwrap();
                    let _ = shared.1.get();
                }
            })
        });
        join(threads);
    });
    assert_eq!(count, 6);
}

#[test]
fn to_write_under_a_read_lock_is_a_data_race() {
    buggy(FindingKind::DataRace, || {
        let shared = Arc::new((RwLock::new(()), Shared(UnsafeCell::new(0))));
        let threads = [0, 1].map(|_| {
            let shared = shared.clone();
            thread::spawn(move || {
                let _guard = shared.0.read().unwrap();
                shared.1.add();
            })
        });
        join(threads);
    });
}

/// A reader that gives the lock back orders nothing for the next reader.
#[test]
fn readers_are_not_ordered_with_one_another() {
    buggy(FindingKind::DataRace, || {
        let shared = Arc::new((RwLock::new(()), Shared(UnsafeCell::new(0))));
        let theirs = shared.clone();
        let other = thread::spawn(move || {
            theirs.1.add();
            drop(theirs.0.read().unwrap());
        });
        drop(shared.0.read().unwrap());
        let _ = shared.1.get();
        other.join().unwrap();
    });
}
