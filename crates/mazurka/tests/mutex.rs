//! Mutexes: traces, deadlocks, poison, statics.

mod explored;

use explored::{Seen, finding_of, join, outcomes, traces};
use mazurka::FindingKind;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, Mutex};
use mazurka::thread;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Critical sections of one mutex come in every order.
#[test]
fn n_critical_sections_have_n_factorial_traces() {
    for (n, expected) in [(1, 1), (2, 2), (3, 6), (4, 24)] {
        let count = traces(move || {
            let m = Arc::new(Mutex::new(0));
            let threads: Vec<_> = (0..n)
                .map(|_| {
                    let m = m.clone();
                    thread::spawn(move || *m.lock().unwrap() += 1)
                })
                .collect();
            for thread in threads {
                thread.join().unwrap();
            }
            assert_eq!(*m.lock().unwrap(), n);
        });
        assert_eq!(count, expected, "{n} threads");
    }
}

#[test]
fn different_mutexes_are_independent() {
    let count = traces(|| {
        let threads = [0, 1, 2].map(|i| {
            thread::spawn(move || {
                let m = Mutex::new(i);
                *m.lock().unwrap() += 1;
                assert_eq!(*m.lock().unwrap(), i + 1);
            })
        });
        join(threads);
    });
    assert_eq!(count, 1);
}

#[test]
fn two_mutexes_in_opposite_order_deadlock() {
    finding_of(FindingKind::Deadlock, || {
        let a = Arc::new(Mutex::new(()));
        let b = Arc::new(Mutex::new(()));
        let (a2, b2) = (a.clone(), b.clone());
        let other = thread::spawn(move || {
            let _b = b2.lock().unwrap();
            let _a = a2.lock().unwrap();
        });
        {
            let _a = a.lock().unwrap();
            let _b = b.lock().unwrap();
        }
        other.join().unwrap();
    });
}

#[test]
fn to_lock_twice_deadlocks() {
    finding_of(FindingKind::Deadlock, || {
        let m = Mutex::new(());
        let _first = m.lock().unwrap();
        let _second = m.lock().unwrap();
    });
}

#[test]
fn an_unlock_of_a_mutex_that_is_not_held_is_a_finding() {
    let message = finding_of(FindingKind::UnlockNotHeld, || {
        let m = Mutex::new(());
        // SAFETY: the mistake is what is looked for; there is no guard.
        unsafe { m.force_unlock() };
    });
    assert!(message.contains("mutex.rs"), "{message}");
}

#[test]
fn a_forgotten_guard_can_be_given_back() {
    let count = traces(|| {
        let m = Mutex::new(1);
        std::mem::forget(m.lock().unwrap());
        // SAFETY: the mutex is held, and its guard is forgotten.
        unsafe { m.force_unlock() };
        assert_eq!(*m.lock().unwrap(), 1);
    });
    assert_eq!(count, 1);
}

#[test]
fn a_panic_in_a_critical_section_poisons() {
    let count = traces(|| {
        let m = Mutex::new(1);
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            let mut guard = m.lock().unwrap();
            *guard = 2;
            panic!("poison");
        }));
        assert!(panicked.is_err());
        assert!(m.is_poisoned());
        assert!(format!("{m:?}").contains("poisoned: true"));
        let guard = m.lock().unwrap_err().into_inner();
        assert_eq!(*guard, 2);
        drop(guard);
        m.clear_poison();
        assert!(!m.is_poisoned());
        assert_eq!(m.lock().map(|guard| *guard).unwrap(), 2);
    });
    assert_eq!(count, 1);
}

/// The thread that takes a mutex while it unwinds does not poison it.
#[test]
fn a_guard_taken_and_dropped_while_unwinding_does_not_poison() {
    struct Locks(Arc<Mutex<u32>>);
    impl Drop for Locks {
        fn drop(&mut self) {
            *self.0.lock().unwrap() += 1;
        }
    }
    let message = finding_of(FindingKind::Panic, || {
        let m = Arc::new(Mutex::new(0));
        let locks = Locks(m.clone());
        let _ = thread::spawn(move || {
            let _locks = locks;
            panic!("on purpose");
        })
        .join();
        assert!(!m.is_poisoned());
    });
    assert!(message.contains("on purpose"), "{message}");
}

static LOG: Mutex<Vec<usize>> = Mutex::new(Vec::new());

#[test]
fn a_static_mutex_starts_anew_in_every_execution() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = traces(move || {
        assert!(LOG.lock().unwrap().is_empty());
        let threads = [1, 2].map(|i| thread::spawn(move || LOG.lock().unwrap().push(i)));
        join(threads);
        results.add(LOG.lock().unwrap().clone());
    });
    assert_eq!(count, 2);
    assert_eq!(seen.all(), [[1, 2], [2, 1]]);
}

struct Account {
    balance: AtomicUsize,
    log: Mutex<Vec<usize>>,
}

static ACCOUNT: Mutex<Account> = Mutex::new(Account {
    balance: AtomicUsize::new(10),
    log: Mutex::new(Vec::new()),
});

/// What lives inside the copy of a static has names too.
#[test]
fn objects_inside_a_static_mutex_start_anew() {
    let count = traces(|| {
        let threads = [1, 2].map(|i| {
            thread::spawn(move || {
                let account = ACCOUNT.lock().unwrap();
                account.balance.fetch_add(i, SeqCst);
                account.log.lock().unwrap().push(i);
            })
        });
        join(threads);
        let account = ACCOUNT.lock().unwrap();
        assert_eq!(account.balance.load(SeqCst), 13);
        assert_eq!(account.log.lock().unwrap().len(), 2);
    });
    assert_eq!(count, 2);
}

#[test]
fn an_unsized_mutex_can_be_locked() {
    static NUMBERS: Mutex<[u32; 3]> = Mutex::new([1, 2, 3]);
    let count = traces(|| {
        let slice: &Mutex<[u32]> = &NUMBERS;
        slice.lock().unwrap()[1] = 5;
        assert_eq!(NUMBERS.lock().unwrap()[1], 5);
        let local = Mutex::new(7);
        let shown: &Mutex<dyn std::fmt::Debug> = &local;
        assert_eq!(format!("{:?}", shown.lock().unwrap()), "7");
    });
    assert_eq!(count, 1);
}

#[test]
fn what_needs_no_lock() {
    let count = traces(|| {
        let mut m = Mutex::new(String::from("a"));
        m.get_mut().unwrap().push('b');
        assert_eq!(
            format!("{m:?}"),
            "Mutex { data: \"ab\", poisoned: false, .. }"
        );
        let guard = m.lock().unwrap();
        assert_eq!(
            format!("{m:?}"),
            "Mutex { data: \"<locked>\", poisoned: false, .. }"
        );
        assert_eq!(format!("{guard} {guard:?}"), "ab \"ab\"");
        drop(guard);
        assert_eq!(m.into_inner().unwrap(), "ab");
        assert_eq!(Mutex::<u8>::default().into_inner().unwrap(), 0);
        assert_eq!(Mutex::from(3).into_inner().unwrap(), 3);
    });
    assert_eq!(count, 1);
}

#[test]
fn a_mutex_orders_what_is_done_under_it() {
    use mazurka::cell::UnsafeCell;
    struct Shared(UnsafeCell<u32>);
    // SAFETY: the cell is only used under a mutex, and the check sees to that.
    unsafe impl Sync for Shared {}
    let count = traces(|| {
        let m = Arc::new((Mutex::new(()), Shared(UnsafeCell::new(0))));
        let threads = [1, 2].map(|_| {
            let m = m.clone();
            thread::spawn(move || {
                let _guard = m.0.lock().unwrap();
                // SAFETY: nobody else holds the mutex.
                m.1.0.with_mut(|value| unsafe { *value += 1 });
            })
        });
        join(threads);
        // SAFETY: all threads have been joined.
        assert_eq!(m.1.0.with(|value| unsafe { *value }), 2);
    });
    assert_eq!(count, 2);
}

/// Asking for the poison, and taking it away, are ordered with those who take
/// the mutex.
#[test]
fn poison_is_looked_at_and_taken_away_before_or_after() {
    fn poison(mutex: &Mutex<()>) {
        let caught = catch_unwind(AssertUnwindSafe(|| {
            let _guard = mutex.lock();
            panic!("on purpose");
        }));
        assert!(caught.is_err());
    }
    let looked = outcomes(|seen: &Seen<bool>| {
        let mutex = Arc::new(Mutex::new(()));
        let other = mutex.clone();
        let thread = thread::spawn(move || poison(&other));
        seen.add(mutex.is_poisoned());
        thread.join().unwrap();
    });
    assert_eq!(looked, [false, true]);
    let locked = outcomes(|seen: &Seen<bool>| {
        let mutex = Arc::new(Mutex::new(()));
        poison(&mutex);
        let other = mutex.clone();
        let thread = thread::spawn(move || other.lock().is_err());
        mutex.clear_poison();
        seen.add(thread.join().unwrap());
    });
    assert_eq!(locked, [false, true]);
}
