//! `loom::future` through the package.

use loom::future::{AtomicWaker, block_on};
use loom::sync::Arc;
use loom::sync::atomic::{AtomicBool, Ordering};
use loom::thread;
use std::future::poll_fn;
use std::task::Poll;

struct Flag {
    set: AtomicBool,
    task: AtomicWaker,
}

/// Waits for the flag, with the waker registered before or after it looks.
fn waits(registers_first: bool) {
    let flag = Arc::new(Flag {
        set: AtomicBool::new(false),
        task: AtomicWaker::new(),
    });
    let other = flag.clone();
    thread::spawn(move || {
        other.set.store(true, Ordering::Release);
        other.task.wake();
    });
    block_on(poll_fn(move |context| {
        if registers_first {
            flag.task.register_by_ref(context.waker());
        }
        if flag.set.load(Ordering::Acquire) {
            return Poll::Ready(());
        }
        if !registers_first {
            flag.task.register(context.waker().clone());
        }
        Poll::Pending
    }));
}

#[test]
fn a_waker_that_is_registered_first_is_woken() {
    loom::model(|| waits(true));
}

#[test]
#[should_panic(expected = "deadlock")]
fn a_waker_that_is_registered_too_late_is_not() {
    loom::model(|| waits(false));
}

#[test]
fn the_last_waker_counts() {
    loom::model(|| {
        let waker = AtomicWaker::default();
        waker.wake();
        waker.register(std::task::Waker::noop().clone());
        assert!(waker.take_waker().is_some());
        assert!(waker.take_waker().is_none());
    });
}

#[test]
fn a_future_may_be_polled_for_no_reason() {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    static MOST: AtomicUsize = AtomicUsize::new(0);
    loom::model(|| {
        let mut polls = 0;
        let flag = Arc::new(AtomicBool::new(false));
        block_on(poll_fn(|context| {
            if polls == 0 {
                let (flag, waker) = (flag.clone(), context.waker().clone());
                thread::spawn(move || {
                    flag.store(true, Ordering::Release);
                    waker.wake();
                });
            }
            polls += 1;
            match flag.load(Ordering::Acquire) {
                true => Poll::Ready(()),
                false => Poll::Pending,
            }
        }));
        MOST.fetch_max(polls, SeqCst);
    });
    assert_eq!(MOST.load(SeqCst), 3);
}
