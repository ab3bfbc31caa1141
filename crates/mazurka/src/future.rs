//! Asynchronous code under the model checker: an executor for one future.
//!
//! ```
//! use mazurka::future::block_on;
//!
//! mazurka::check(|| assert_eq!(block_on(async { 6 * 7 }), 42));
//! ```
//!
//! What a future does between two points at which it is polled is explored as
//! any other code. A wake-up that comes too early, twice or from another thread
//! is explored too; one that never comes is a deadlock.

use crate::rt::{self, Tag};
use mazurka_program::{Kind, ObjectId};
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};

/// Runs a future to its end on the thread that calls.
///
/// A future that is pending is polled again after its waker was woken; waking
/// is an operation, cloning and dropping a waker is none. A waker that was woken
/// before the future came to wait is not forgotten. It is polled though nothing woke it if
/// [`Checker::spurious_polls`](crate::Checker::spurious_polls) says so.
///
/// # Panics
/// Outside of a check.
#[track_caller]
pub fn block_on<F: Future>(future: F) -> F::Output {
    let token = Arc::new(Token(Tag::new()));
    let waker = Waker::from(Arc::clone(&token));
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    let mut spurious = 0;
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        if crate::choice::polls_spuriously(spurious) {
            spurious += 1;
        } else {
            token.wait();
        }
    }
}

/// Holds one if the future was woken since it was last polled.
struct Token(Tag);

impl Token {
    #[track_caller]
    fn object(&self) -> ObjectId {
        let object = rt::resolve(&self.0).id;
        rt::noun(object, "waker");
        object
    }

    #[track_caller]
    fn wait(&self) {
        let object = self.object();
        rt::waits_for("to be woken (its future is pending)");
        rt::operate(Kind::Acquire, object, 1, |_| 0);
        rt::acquire(object);
        rt::describe(|| "woken, its future is polled again".to_owned());
    }
}

impl Wake for Token {
    #[track_caller]
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    #[track_caller]
    fn wake_by_ref(self: &Arc<Self>) {
        let object = self.object();
        rt::operate(Kind::Set, object, 1, |_| 1);
        rt::release(object);
        rt::describe(|| "wake()".to_owned());
    }
}
