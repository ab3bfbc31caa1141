//! Asynchronous code: wake-ups in every order, missed ones, what is no event.

mod explored;

use explored::{buggy, outcomes, traces_and_events, verified};
use mazurka::FindingKind;
use mazurka::future::block_on;
use mazurka::sync::atomic::{AtomicBool, Ordering::SeqCst};
use mazurka::sync::{Arc, Mutex, mpsc};
use mazurka::thread;
use std::cell::Cell;
use std::future::{self, Future, poll_fn};
use std::pin::pin;
use std::task::{Poll, Waker};

#[test]
fn a_future_that_is_ready_is_no_event() {
    let (traces, events) = traces_and_events(|| {
        let n = block_on(async {
            let a = future::ready(20).await;
            let b = async { 22 }.await;
            a + b
        });
        assert_eq!(n, 42);
    });
    assert_eq!((traces, events), (1, 0));
}

/// A future that wakes itself is polled again; cloning and dropping wakers is no
/// event.
#[test]
fn a_future_that_wakes_itself() {
    let (traces, events) = traces_and_events(|| {
        let mut polls = 0;
        block_on(poll_fn(|context| {
            polls += 1;
            if polls == 3 {
                return Poll::Ready(());
            }
            let waker = context.waker().clone();
            waker.clone().wake_by_ref();
            assert!(waker.will_wake(context.waker()));
            Poll::Pending
        }));
        assert_eq!(polls, 3);
    });
    // Two wake-ups, and two ends of waiting.
    assert_eq!((traces, events), (1, 4));
}

/// A future that is pending once, after it has sent its waker to some threads.
fn pending_once(to: Vec<mpsc::Sender<Waker>>) -> impl Future<Output = usize> {
    let polls = Cell::new(0);
    poll_fn(move |context| {
        polls.set(polls.get() + 1);
        if polls.get() == 1 {
            for sender in &to {
                sender.send(context.waker().clone()).unwrap();
            }
            return Poll::Pending;
        }
        Poll::Ready(polls.get())
    })
}

fn spawn_waking_thread() -> mpsc::Sender<Waker> {
    let (sender, receiver) = mpsc::channel::<Waker>();
    thread::spawn(move || receiver.recv().unwrap().wake());
    sender
}

#[test]
fn woken_by_another_thread() {
    let count = verified(|| {
        let polls = block_on(pending_once(vec![spawn_waking_thread()]));
        assert_eq!(polls, 2);
    });
    assert_eq!(count, 1);
}

/// Wake-ups commute; the future goes on after one of them, or after both.
#[test]
fn woken_by_two() {
    let count = verified(|| {
        let threads = vec![spawn_waking_thread(), spawn_waking_thread()];
        assert_eq!(block_on(pending_once(threads)), 2);
    });
    assert_eq!(count, 3);
}

/// A wake-up that comes before the future waits is not forgotten, and one that
/// comes after its end does nothing.
#[test]
fn a_wake_up_that_comes_early_or_late() {
    let seen = outcomes(|seen| {
        let slot: Arc<Mutex<Option<Waker>>> = Arc::new(Mutex::new(None));
        let ready = Arc::new(AtomicBool::new(false));
        let (theirs, flag) = (slot.clone(), ready.clone());
        thread::spawn(move || {
            flag.store(true, SeqCst);
            let waker = theirs.lock().unwrap().take();
            if let Some(waker) = waker {
                waker.wake();
            }
        });
        let mut polls = 0;
        block_on(poll_fn(|context| {
            polls += 1;
            *slot.lock().unwrap() = Some(context.waker().clone());
            if ready.load(SeqCst) {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        }));
        seen.add(polls);
    });
    assert_eq!(seen, [1, 2]);
}

/// The flag is looked at before the waker is left: who sets it in between wakes
/// nobody.
#[test]
fn a_missed_wake_up() {
    let message = buggy(FindingKind::Deadlock, || {
        let slot: Arc<Mutex<Option<Waker>>> = Arc::new(Mutex::new(None));
        let ready = Arc::new(AtomicBool::new(false));
        let (theirs, flag) = (slot.clone(), ready.clone());
        thread::spawn(move || {
            flag.store(true, SeqCst);
            let waker = theirs.lock().unwrap().take();
            if let Some(waker) = waker {
                waker.wake();
            }
        });
        block_on(poll_fn(|context| {
            if ready.load(SeqCst) {
                return Poll::Ready(());
            }
            *slot.lock().unwrap() = Some(context.waker().clone());
            Poll::Pending
        }));
    });
    assert!(message.contains("to be woken"), "{message}");
    assert!(message.contains("future.rs"), "{message}");
}

#[test]
fn a_future_that_nobody_wakes() {
    buggy(FindingKind::Deadlock, || block_on(future::pending()));
}

/// Two futures in one task, which goes on when both are ready: each is polled
/// whenever either was woken.
#[test]
fn two_futures_in_one_task() {
    verified(|| {
        let mut first = pin!(pending_once(vec![spawn_waking_thread()]));
        let mut second = pin!(pending_once(vec![spawn_waking_thread()]));
        let both = block_on(poll_fn(|context| {
            match (first.as_mut().poll(context), second.as_mut().poll(context)) {
                (Poll::Ready(a), Poll::Ready(b)) => Poll::Ready((a, b)),
                (Poll::Pending, Poll::Pending) => Poll::Pending,
                mixed => panic!("they are pending once, both: {mixed:?}"),
            }
        }));
        assert_eq!(both, (2, 2));
    });
}

/// What was done before the wake-up has happened for who was woken.
#[test]
fn wake_ups_synchronise() {
    verified(|| {
        let value = Arc::new(Plain(mazurka::cell::UnsafeCell::new(0)));
        let theirs = value.clone();
        let (sender, receiver) = mpsc::channel::<Waker>();
        thread::spawn(move || {
            let waker = receiver.recv().unwrap();
            theirs.add(1);
            waker.wake();
        });
        block_on(pending_once(vec![sender]));
        assert_eq!(value.add(1), 2);
    });
}

/// A number that threads share without synchronising.
struct Plain(mazurka::cell::UnsafeCell<i32>);

// SAFETY: whether its uses are ordered is what is checked.
unsafe impl Sync for Plain {}

impl Plain {
    fn add(&self, n: i32) -> i32 {
        self.0.with_mut(|value| {
            // SAFETY: threads of a check run one at a time.
            unsafe {
                *value += n;
                *value
            }
        })
    }
}
