//! Semaphores: traces, deadlocks, permits that are lost.

mod explored;

use explored::{Seen, buggy, join, verified};
use mazurka::cell::UnsafeCell;
use mazurka::sync::{Arc, Semaphore};
use mazurka::{FindingKind, thread};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn sections(permits: usize, threads: usize) -> u64 {
    verified(move || {
        let semaphore = Arc::new(Semaphore::new(permits));
        let threads: Vec<_> = (0..threads)
            .map(|_| {
                let semaphore = semaphore.clone();
                thread::spawn(move || drop(semaphore.acquire()))
            })
            .collect();
        join(threads);
        assert_eq!(semaphore.available_permits(), permits);
    })
}

/// A semaphore with one permit is a mutex.
#[test]
fn one_permit_has_n_factorial_traces() {
    assert_eq!(sections(1, 2), 2);
    assert_eq!(sections(1, 3), 6);
}

/// The permits are taken in two orders, and the first is given back before the
/// second is taken or after; that both are given back commutes.
#[test]
fn two_permits() {
    assert_eq!(sections(2, 2), 2 * 2);
}

/// The attempt comes before the other thread, fails while that has the permit,
/// or comes after it.
#[test]
fn to_try() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = verified(move || {
        let semaphore = Arc::new(Semaphore::new(1));
        let theirs = semaphore.clone();
        let other = thread::spawn(move || drop(theirs.acquire()));
        results.add(semaphore.try_acquire().is_ok());
        other.join().unwrap();
        let error = semaphore.try_acquire_many(2).unwrap_err();
        assert_eq!(error.to_string(), "no permits available");
    });
    assert_eq!(count, 3);
    assert_eq!(seen.all(), [false, true]);
}

/// A loop that tries until it succeeds waits for a permit.
#[test]
fn to_try_until_it_works() {
    verified(|| {
        let semaphore = Arc::new(Semaphore::new(0));
        let theirs = semaphore.clone();
        let other = thread::spawn(move || theirs.add_permits(1));
        loop {
            if let Ok(permit) = semaphore.try_acquire() {
                break permit.forget();
            }
        }
        other.join().unwrap();
    });
    buggy(FindingKind::Livelock, || {
        let semaphore = Semaphore::new(1);
        while semaphore.try_acquire_many(2).is_err() {}
    });
}

/// Additions commute, so there is one trace with three permits, and the wait
/// for two of them comes after any two or all three.
#[test]
fn to_wait_for_many() {
    let count = verified(|| {
        let semaphore = Arc::new(Semaphore::new(0));
        let threads = [0, 1, 2].map(|_| {
            let semaphore = semaphore.clone();
            thread::spawn(move || semaphore.add_permits(1))
        });
        let permit = semaphore.acquire_many(2);
        assert_eq!(permit.num_permits(), 2);
        permit.forget();
        join(threads);
        assert_eq!(semaphore.available_permits(), 1);
    });
    assert_eq!(count, 3 + 1);
}

#[test]
fn too_few_permits_deadlock() {
    let message = buggy(FindingKind::Deadlock, || {
        drop(Semaphore::new(1).acquire_many(2));
    });
    let words = "for 2 permits of a Semaphore that has 1";
    assert!(message.contains(words), "{message}");
    assert!(message.contains("semaphore.rs"), "{message}");
}

/// Two threads that need two permits each take them one by one.
#[test]
fn permits_one_by_one_deadlock() {
    let program = |at_once: bool| {
        move || {
            let semaphore = Arc::new(Semaphore::new(2));
            let threads = [0, 1].map(|_| {
                let semaphore = semaphore.clone();
                thread::spawn(move || {
                    if at_once {
                        drop(semaphore.acquire_many(2));
                    } else {
                        let first = semaphore.acquire();
                        let second = semaphore.acquire();
                        drop((first, second));
                    }
                })
            });
            join(threads);
        }
    };
    assert_eq!(verified(program(true)), 2);
    buggy(FindingKind::Deadlock, program(false));
}

#[test]
fn a_forgotten_permit_is_found() {
    buggy(FindingKind::Deadlock, || {
        let semaphore = Arc::new(Semaphore::new(1));
        let theirs = semaphore.clone();
        let other = thread::spawn(move || theirs.acquire().forget());
        drop(semaphore.acquire());
        other.join().unwrap();
    });
}

/// Permits are given back while unwinding; there is no poison.
#[test]
fn a_panic_gives_permits_back() {
    let count = verified(|| {
        let semaphore = Arc::new(Semaphore::new(1));
        let theirs = semaphore.clone();
        let other = thread::spawn(move || {
            let panicked = catch_unwind(AssertUnwindSafe(|| {
                let _permit = theirs.acquire();
                panic!("on purpose");
            }));
            assert!(panicked.is_err());
        });
        drop(semaphore.acquire());
        other.join().unwrap();
    });
    assert_eq!(count, 2);
}

static ROOM: Semaphore = Semaphore::new(1);

#[test]
fn a_static_semaphore_starts_anew_in_every_execution() {
    let count = verified(|| {
        let other = thread::spawn(|| ROOM.acquire().forget());
        other.join().unwrap();
        assert!(ROOM.try_acquire().is_err());
    });
    assert_eq!(count, 1);
}

struct Shared(UnsafeCell<u32>, Semaphore);
// SAFETY: whether accesses are ordered is what the test looks for.
unsafe impl Sync for Shared {}

/// Who takes a permit is ordered after who gave it; with a permit for each,
/// threads are not ordered at all.
#[test]
fn permits_order() {
    let program = |permits: usize| {
        move || {
            let shared = Arc::new(Shared(UnsafeCell::new(0), Semaphore::new(permits)));
            let threads = [0, 1].map(|_| {
                let shared = shared.clone();
                thread::spawn(move || {
                    let _permit = shared.1.acquire();
                    // SAFETY: as for `Sync`.
                    shared.0.with_mut(|value| unsafe { *value += 1 });
                })
            });
            join(threads);
        }
    };
    assert_eq!(verified(program(1)), 2);
    buggy(FindingKind::DataRace, program(2));
}

#[test]
fn what_is_shown() {
    verified(|| assert_eq!(format!("{:?}", Semaphore::new(1)), "Semaphore { .. }"));
}
