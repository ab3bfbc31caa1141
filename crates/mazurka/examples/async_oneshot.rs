//! A oneshot channel for asynchronous code: if the receiver looks for the value
//! before it leaves its waker, a value that is sent in between wakes nobody.

use mazurka::cell::UnsafeCell;
use mazurka::future::block_on;
use mazurka::sync::atomic::{AtomicBool, Ordering};
use mazurka::sync::{Arc, Mutex};
use mazurka::{Checker, Report, thread};
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// What the receiver does first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum First {
    /// It leaves its waker, and then looks for the value.
    Register,
    /// It looks for the value, and then leaves its waker: wrong.
    Look,
}

struct Shared<T> {
    value: UnsafeCell<Option<T>>,
    sent: AtomicBool,
    waker: Mutex<Option<Waker>>,
}

// SAFETY: the value is written before `sent` is set, and read after that.
unsafe impl<T: Send> Sync for Shared<T> {}

struct Sender<T>(Arc<Shared<T>>);

struct Receiver<T> {
    shared: Arc<Shared<T>>,
    first: First,
}

fn oneshot<T>(first: First) -> (Sender<T>, Receiver<T>) {
    let shared = Arc::new(Shared {
        value: UnsafeCell::new(None),
        sent: AtomicBool::new(false),
        waker: Mutex::new(None),
    });
    (Sender(shared.clone()), Receiver { shared, first })
}

impl<T> Sender<T> {
    fn send(self, value: T) {
        let shared = self.0;
        // SAFETY: the receiver does not look before `sent` is set.
        shared.value.with_mut(|at| unsafe { *at = Some(value) });
        shared.sent.store(true, Ordering::Release);
        let waker = shared.waker.lock().unwrap().take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl<T> Receiver<T> {
    fn look(&self) -> Option<T> {
        if !self.shared.sent.load(Ordering::Acquire) {
            return None;
        }
        // SAFETY: the sender is done with it.
        self.shared.value.with_mut(|at| unsafe { (*at).take() })
    }

    fn register(&self, waker: &Waker) {
        *self.shared.waker.lock().unwrap() = Some(waker.clone());
    }
}

impl<T> Future for Receiver<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        if self.first == First::Register {
            self.register(context.waker());
        }
        let value = self.look();
        if self.first == First::Look && value.is_none() {
            self.register(context.waker());
        }
        value.map_or(Poll::Pending, Poll::Ready)
    }
}

/// Explores one value that is sent by another thread.
pub(crate) fn explore(first: First) -> Report {
    Checker::new().check(move || {
        let (sender, receiver) = oneshot(first);
        thread::spawn(move || sender.send(42));
        assert_eq!(block_on(receiver), 42);
    })
}

fn main() {
    println!("waker first:\n{}", explore(First::Register));
    println!("value first:\n{}", explore(First::Look));
}
