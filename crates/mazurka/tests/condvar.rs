//! Condition variables: traces, lost wake-ups, timeouts, spurious wake-ups.

mod explored;

use explored::{Seen, buggy, buggy_by, join, verified, verified_by};
use mazurka::sync::atomic::{AtomicBool, Ordering::SeqCst};
use mazurka::sync::{Arc, Condvar, Mutex};
use mazurka::{Checker, FindingKind, thread};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

const SOON: Duration = Duration::from_millis(1);

#[derive(Default)]
struct Event {
    happened: Mutex<bool>,
    changed: Condvar,
}

impl Event {
    fn wait(&self) {
        let mut happened = self.happened.lock().unwrap();
        while !*happened {
            happened = self.changed.wait(happened).unwrap();
        }
    }

    fn happen(&self) {
        *self.happened.lock().unwrap() = true;
        self.changed.notify_all();
    }
}

/// Of `n` waiters, those that come before the event wait: which ones (`n` over
/// `k`) and in which order (`k!`). After the event, all of them take the mutex,
/// in every order (`n!`): those that were woken again, the others for the first
/// time.
#[test]
fn n_waiters_for_an_event() {
    for (n, expected) in [(1, 1 + 1), (2, 2 * (1 + 2 + 2)), (3, 6 * (1 + 3 + 6 + 6))] {
        let count = verified(move || {
            let event = Arc::new(Event::default());
            let waiters: Vec<_> = (0..n)
                .map(|_| {
                    let event = event.clone();
                    thread::spawn(move || event.wait())
                })
                .collect();
            event.happen();
            join(waiters);
        });
        assert_eq!(count, expected, "{n} waiters");
    }
}

#[test]
fn to_wait_while_a_condition_holds() {
    let count = verified(|| {
        let event = Arc::new(Event::default());
        let theirs = event.clone();
        let waiter = thread::spawn(move || {
            let happened = theirs.happened.lock().unwrap();
            let happened = theirs.changed.wait_while(happened, |happened| !*happened);
            assert!(*happened.unwrap());
        });
        event.happen();
        waiter.join().unwrap();
    });
    assert_eq!(count, 2);
}

/// Both threads wait, and one notification wakes either of them.
#[test]
fn a_notification_wakes_any_of_the_waiters() {
    let seen = Seen::new();
    let results = seen.clone();
    let checked = move || {
        let queue = Arc::new((Mutex::new((0, Vec::new())), Condvar::new()));
        let threads = [1, 2].map(|i| {
            let queue = queue.clone();
            thread::spawn(move || {
                let mut state = queue.0.lock().unwrap();
                state.0 += 1;
                while state.0 < 3 {
                    state = queue.1.wait(state).unwrap();
                }
                state.1.push(i);
                drop(state);
                queue.1.notify_one();
            })
        });
        let mut state = queue.0.lock().unwrap();
        mazurka::assume(state.0 == 2);
        state.0 = 3;
        drop(state);
        queue.1.notify_one();
        join(threads);
        results.add(queue.0.lock().unwrap().1.clone());
    };
    let report = explored::optimal(checked);
    assert!(report.is_verified(), "{report}");
    assert_eq!(report.statistics().blocked, 0, "{report}");
    // The waiters come in two orders, and are woken in two.
    let complete = report.statistics().complete - report.statistics().discarded;
    assert_eq!(complete, 4);
    assert_eq!(seen.all(), [[1, 2], [2, 1]]);
}

/// The flag is set and the notification sent between the look at the flag and
/// the wait: nobody is there to be woken.
#[test]
fn a_lost_wake_up_is_found() {
    let message = buggy(FindingKind::Deadlock, || {
        let shared = Arc::new((AtomicBool::new(false), Mutex::new(()), Condvar::new()));
        let theirs = shared.clone();
        let other = thread::spawn(move || {
            theirs.0.store(true, SeqCst);
            theirs.2.notify_one();
        });
        let guard = shared.1.lock().unwrap();
        if !shared.0.load(SeqCst) {
            drop(shared.2.wait(guard).unwrap());
        }
        other.join().unwrap();
    });
    assert!(message.contains("to be notified by a Condvar"), "{message}");
    assert!(message.contains("condvar.rs"), "{message}");
}

/// Two wait, and `notify_one` where `notify_all` is needed.
#[test]
fn a_missed_notification_is_found() {
    buggy(FindingKind::Deadlock, || {
        let event = Arc::new(Event::default());
        let waiters = [0, 1].map(|_| {
            let event = event.clone();
            thread::spawn(move || event.wait())
        });
        *event.happened.lock().unwrap() = true;
        event.changed.notify_one();
        join(waiters);
    });
}

/// The mutex is given back, but not those that were locked before.
#[test]
fn to_wait_while_holding_another_mutex_deadlocks() {
    let message = buggy(FindingKind::Deadlock, || {
        let event = Arc::new((Mutex::new(()), Event::default()));
        let theirs = event.clone();
        let waiter = thread::spawn(move || {
            let _outer = theirs.0.lock().unwrap();
            theirs.1.wait();
        });
        {
            let _outer = event.0.lock().unwrap();
            event.1.happen();
        }
        waiter.join().unwrap();
    });
    assert!(message.contains("to be notified by a Condvar"), "{message}");
    assert!(message.contains("holds"), "{message}");
}

/// One that was woken waits for the mutex like everybody else.
#[test]
fn a_mutex_that_is_not_given_back_after_a_notification() {
    let message = buggy(FindingKind::Deadlock, || {
        let event = Arc::new(Event::default());
        let theirs = event.clone();
        let waiter = thread::spawn(move || theirs.wait());
        let mut happened = event.happened.lock().unwrap();
        *happened = true;
        event.changed.notify_all();
        waiter.join().unwrap();
        drop(happened);
    });
    let words = "to lock a mutex that thread main holds";
    assert!(message.contains(words), "{message}");
}

/// The notification comes before the wait, during it, or after it has timed
/// out.
#[test]
fn a_timeout_is_a_choice() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = verified(move || {
        let shared = Arc::new((Mutex::new(()), Condvar::new()));
        let theirs = shared.clone();
        let other = thread::spawn(move || theirs.1.notify_one());
        let guard = shared.0.lock().unwrap();
        let (guard, result) = shared.1.wait_timeout(guard, SOON).unwrap();
        drop(guard);
        other.join().unwrap();
        results.add(result.timed_out());
    });
    assert_eq!(count, 3);
    assert_eq!(seen.all(), [false, true]);
}

/// Of one waiter that may time out and one that may not, a notification wakes
/// either; the other is then left alone.
#[test]
fn a_notification_may_go_to_a_waiter_with_a_timeout() {
    buggy(FindingKind::Deadlock, || {
        let shared = Arc::new((Mutex::new(0), Condvar::new()));
        let threads = [false, true].map(|timed| {
            let shared = shared.clone();
            thread::spawn(move || {
                let mut guard = shared.0.lock().unwrap();
                *guard += 1;
                if timed {
                    drop(shared.1.wait_timeout(guard, SOON).unwrap());
                } else {
                    drop(shared.1.wait(guard).unwrap());
                }
            })
        });
        let guard = shared.0.lock().unwrap();
        mazurka::assume(*guard == 2);
        drop(guard);
        shared.1.notify_one();
        join(threads);
    });
}

#[test]
fn to_wait_with_a_timeout_while_a_condition_holds() {
    let seen = Seen::new();
    let results = seen.clone();
    verified(move || {
        let event = Arc::new(Event::default());
        let theirs = event.clone();
        let other = thread::spawn(move || theirs.happen());
        let guard = event.happened.lock().unwrap();
        let waited = event
            .changed
            .wait_timeout_while(guard, SOON, |happened| !*happened);
        let (guard, result) = waited.unwrap();
        assert_eq!(*guard, !result.timed_out());
        drop(guard);
        other.join().unwrap();
        results.add(result.timed_out());
        let guard = event.happened.lock().unwrap();
        let (_guard, notified) = event.changed.wait_timeout_ms(guard, 1).unwrap();
        assert!(!notified);
    });
    assert_eq!(seen.all(), [false, true]);
}

fn wait_once(event: &Event) {
    let mut happened = event.happened.lock().unwrap();
    if !*happened {
        happened = event.changed.wait(happened).unwrap();
    }
    assert!(*happened, "woken for no reason");
}

/// A wait that is not in a loop is right until it is woken for no reason.
#[test]
fn spurious_wake_ups_are_an_option() {
    let program = || {
        let event = Arc::new(Event::default());
        let theirs = event.clone();
        let waiter = thread::spawn(move || wait_once(&theirs));
        event.happen();
        waiter.join().unwrap();
    };
    assert_eq!(verified(program), 2);
    let checker = || Checker::new().spurious_wakeups(1);
    let message = buggy_by(checker(), FindingKind::Panic, program);
    assert!(message.contains("woken for no reason"), "{message}");
    // A loop is right whatever happens.
    verified_by(checker(), || {
        let event = Arc::new(Event::default());
        let theirs = event.clone();
        let waiter = thread::spawn(move || theirs.wait());
        event.happen();
        waiter.join().unwrap();
    });
    // A wake-up for no reason does not hide that the right one is missing.
    buggy_by(checker(), FindingKind::Deadlock, || {
        let event = Event::default();
        drop(event.changed.wait(event.happened.lock().unwrap()));
    });
}

#[mazurka::test(spurious_wakeups = 1)]
#[should_panic(expected = "woken for no reason")]
fn spurious_wake_ups_are_an_option_of_the_attribute() {
    let event = Arc::new(Event::default());
    let theirs = event.clone();
    let waiter = thread::spawn(move || wait_once(&theirs));
    event.happen();
    waiter.join().unwrap();
}

static READY: Mutex<bool> = Mutex::new(false);
static CHANGED: Condvar = Condvar::new();

#[test]
fn a_static_condition_variable_starts_anew_in_every_execution() {
    let count = verified(|| {
        let other = thread::spawn(|| {
            *READY.lock().unwrap() = true;
            CHANGED.notify_one();
        });
        let ready = READY.lock().unwrap();
        drop(CHANGED.wait_while(ready, |ready| !*ready).unwrap());
        other.join().unwrap();
    });
    assert_eq!(count, 2);
}

/// A mutex that was poisoned meanwhile is told by the wait.
#[test]
fn a_wait_tells_of_poison() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = verified(move || {
        let event = Arc::new(Event::default());
        let theirs = event.clone();
        let other = thread::spawn(move || {
            let panicked = catch_unwind(AssertUnwindSafe(|| {
                let mut happened = theirs.happened.lock().unwrap();
                *happened = true;
                panic!("poison");
            }));
            assert!(panicked.is_err());
            theirs.changed.notify_all();
        });
        let waited = match event.happened.lock() {
            Ok(guard) => event.changed.wait_while(guard, |happened| !*happened),
            Err(poisoned) => Err(poisoned),
        };
        results.add(waited.is_err());
        drop(waited);
        other.join().unwrap();
    });
    assert_eq!(count, 2);
    assert_eq!(seen.all(), [true]);
}

#[test]
fn the_mutex_is_what_orders() {
    use mazurka::cell::UnsafeCell;
    struct Shared(UnsafeCell<u32>, Mutex<bool>, Condvar);
    // SAFETY: whether accesses are ordered is what the test looks for.
    unsafe impl Sync for Shared {}
    let program = |under_the_mutex: bool| {
        move || {
            let shared = Shared(UnsafeCell::new(0), Mutex::new(false), Condvar::new());
            let shared = Arc::new(shared);
            let theirs = shared.clone();
            // SAFETY: as for `Sync`.
            let write = |shared: &Shared| shared.0.with_mut(|value| unsafe { *value = 1 });
            let other = thread::spawn(move || {
                let mut guard = theirs.1.lock().unwrap();
                *guard = true;
                if under_the_mutex {
                    write(&theirs);
                }
                drop(guard);
                if !under_the_mutex {
                    write(&theirs);
                }
                theirs.2.notify_one();
            });
            let guard = shared.1.lock().unwrap();
            drop(shared.2.wait_while(guard, |ready| !*ready).unwrap());
            // SAFETY: as for `Sync`.
            shared.0.with(|value| unsafe { *value });
            other.join().unwrap();
        }
    };
    assert_eq!(verified(program(true)), 2);
    buggy(FindingKind::DataRace, program(false));
}

/// Waiters that are left behind in the middle of an execution are unwound.
#[test]
fn waiters_are_left_behind() {
    let report = Checker::new().keep_going(true).check(|| {
        let event = Arc::new(Event::default());
        let theirs = event.clone();
        let waiter = thread::spawn(move || {
            let kept = vec![1, 2, 3];
            theirs.wait();
            drop(kept);
        });
        *event.happened.lock().unwrap() = true;
        waiter.join().unwrap();
    });
    assert_eq!(report.statistics().complete, 2, "{report}");
    assert_eq!(report.findings().len(), 1, "{report}");
    assert_eq!(report.findings()[0].kind, FindingKind::Deadlock);
}

#[test]
fn what_is_shown() {
    verified(|| assert_eq!(format!("{:?}", Condvar::default()), "Condvar { .. }"));
}
