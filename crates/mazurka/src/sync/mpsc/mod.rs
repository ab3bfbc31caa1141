//! Channels, with the names and signatures of `std::sync::mpsc`.
//!
//! Sending and receiving are operations, and so is dropping an end, since the
//! other end can tell. Sends of one channel come in every order; a receive
//! conflicts only with the send of the message that it takes, so that it adds no
//! traces of its own. A time limit is a choice of the schedule:
//! [`Receiver::recv_timeout`] may find it over whenever no message is there.
//!
//! A receiver that waits for a message that nobody sends is a deadlock.

mod queue;
mod receiver;
mod sender;
pub(crate) mod slots;

pub use receiver::{IntoIter, Iter, Receiver, TryIter};
pub use sender::{Sender, SyncSender};
pub use std::sync::mpsc::{RecvError, RecvTimeoutError, SendError, TryRecvError, TrySendError};

use queue::Queue;
use std::sync::Arc;

/// A channel in which any number of messages may wait; see
/// [`std::sync::mpsc::channel`].
#[must_use]
#[track_caller]
pub fn channel<T>() -> (Sender<T>, Receiver<T>) {
    let queue = Arc::new(Queue::new(None));
    (Sender::new(Arc::clone(&queue)), Receiver::new(queue))
}

/// A channel in which that many messages may wait; with a bound of zero, a send
/// and the receive of its message wait for one another. See
/// [`std::sync::mpsc::sync_channel`].
#[must_use]
#[track_caller]
pub fn sync_channel<T>(bound: usize) -> (SyncSender<T>, Receiver<T>) {
    let queue = Arc::new(Queue::new(Some(bound)));
    (SyncSender::new(Arc::clone(&queue)), Receiver::new(queue))
}
