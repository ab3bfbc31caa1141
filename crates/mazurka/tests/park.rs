//! Parking and unparking: traces, tokens, wake-ups that are lost.

mod explored;

use explored::{Seen, buggy, buggy_by, join, verified, verified_by};
use mazurka::cell::UnsafeCell;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use mazurka::{Checker, FindingKind, thread};
use std::time::Duration;

/// The flag is seen at once, or the thread parks and sees it then.
fn flag() {
    let ready = Arc::new(AtomicBool::new(false));
    let (theirs, main) = (ready.clone(), thread::current());
    let other = thread::spawn(move || {
        theirs.store(true, SeqCst);
        main.unpark();
    });
    while !ready.load(SeqCst) {
        thread::park();
    }
    other.join().unwrap();
}

#[test]
fn to_park_until_a_flag_is_set() {
    assert_eq!(verified(flag), 2);
    verified_by(Checker::new().spurious_wakeups(1), flag);
}

/// The token is kept, so it does not matter who comes first.
#[test]
fn a_token_is_kept() {
    let count = verified(|| {
        let parked = thread::spawn(thread::park);
        parked.thread().unpark();
        parked.join().unwrap();
    });
    assert_eq!(count, 1);
}

/// Unparking commutes, so the thread goes on after the one, after the other,
/// or after both.
#[test]
fn two_that_unpark() {
    let count = verified(|| {
        let main = thread::current();
        let threads = [0, 1].map(|_| {
            let main = main.clone();
            thread::spawn(move || main.unpark())
        });
        thread::park();
        join(threads);
    });
    assert_eq!(count, 3);
}

/// There is one token, however often it is given.
#[test]
fn tokens_do_not_add_up() {
    let message = buggy(FindingKind::Deadlock, || {
        let main = thread::current();
        let threads = [0, 1].map(|_| {
            let main = main.clone();
            thread::spawn(move || main.unpark())
        });
        thread::park();
        thread::park();
        join(threads);
    });
    assert!(message.contains("waits"), "{message}");
    assert!(message.contains("to be unparked"), "{message}");
    assert!(message.contains("park.rs"), "{message}");
}

/// The flag is set after the thread has looked and been unparked before.
#[test]
fn to_unpark_before_the_flag_is_set_is_found() {
    buggy(FindingKind::Deadlock, || {
        let ready = Arc::new(AtomicBool::new(false));
        let (theirs, main) = (ready.clone(), thread::current());
        let other = thread::spawn(move || {
            main.unpark();
            theirs.store(true, SeqCst);
        });
        while !ready.load(SeqCst) {
            thread::park();
        }
        other.join().unwrap();
    });
}

/// The token is there or not.
#[test]
fn a_timeout_is_a_choice() {
    let count = verified(|| {
        let main = thread::current();
        let other = thread::spawn(move || main.unpark());
        thread::park_timeout(Duration::from_secs(1));
        thread::park_timeout_ms(1);
        other.join().unwrap();
    });
    // The token comes before the first, between them, or after both.
    assert_eq!(count, 3);
}

/// A loop that looks and parks for a while ends when the flag is set.
#[test]
fn to_park_for_a_while_until_a_flag_is_set() {
    verified(|| {
        let ready = Arc::new(AtomicBool::new(false));
        let (theirs, main) = (ready.clone(), thread::current());
        let other = thread::spawn(move || {
            theirs.store(true, SeqCst);
            main.unpark();
        });
        while !ready.load(SeqCst) {
            thread::park_timeout(Duration::from_secs(1));
        }
        other.join().unwrap();
    });
    buggy(FindingKind::Livelock, || {
        let ready = AtomicBool::new(false);
        while !ready.load(SeqCst) {
            thread::park_timeout(Duration::from_secs(1));
        }
    });
}

/// A park that is not in a loop is right until it ends for no reason.
#[test]
fn spurious_wake_ups_are_an_option() {
    let seen = Seen::new();
    let results = seen.clone();
    let program = move || {
        let main = thread::current();
        let count = Arc::new(AtomicUsize::new(0));
        let theirs = count.clone();
        let other = thread::spawn(move || {
            theirs.fetch_add(1, SeqCst);
            main.unpark();
        });
        thread::park();
        let count = count.load(SeqCst);
        results.add(count);
        assert_eq!(count, 1, "unparked for no reason");
        other.join().unwrap();
    };
    assert_eq!(verified(program.clone()), 1);
    assert_eq!(seen.all(), [1]);
    let checker = Checker::new().spurious_wakeups(1);
    buggy_by(checker.clone(), FindingKind::Panic, program);
    // A wake-up for no reason does not hide that the right one is missing.
    buggy_by(checker, FindingKind::Deadlock, thread::park);
}

struct Shared(UnsafeCell<u32>);
// SAFETY: whether accesses are ordered is what the test looks for.
unsafe impl Sync for Shared {}

#[test]
fn a_token_orders() {
    let program = |timeout: bool| {
        move || {
            let shared = Arc::new(Shared(UnsafeCell::new(0)));
            let (theirs, main) = (shared.clone(), thread::current());
            let other = thread::spawn(move || {
                // SAFETY: as for `Sync`.
                theirs.0.with_mut(|value| unsafe { *value = 1 });
                main.unpark();
            });
            if timeout {
                thread::park_timeout(Duration::from_secs(1));
            } else {
                thread::park();
            }
            // SAFETY: as for `Sync`.
            shared.0.with(|value| unsafe { *value });
            other.join().unwrap();
        }
    };
    assert_eq!(verified(program(false)), 1);
    buggy(FindingKind::DataRace, program(true));
}
