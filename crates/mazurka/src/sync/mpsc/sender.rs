//! The sending ends of channels.

use super::queue::Queue;
use super::{SendError, TrySendError};
use crate::rt;
use std::fmt;
use std::panic::{Location, RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

/// `std::sync::mpsc::Sender` under the model checker.
pub struct Sender<T> {
    queue: Arc<Queue<T>>,
}

/// `std::sync::mpsc::SyncSender` under the model checker.
pub struct SyncSender<T> {
    queue: Arc<Queue<T>>,
}

// A panic leaves a channel as it was, as in `std`.
impl<T> UnwindSafe for Sender<T> {}
impl<T> RefUnwindSafe for Sender<T> {}
impl<T> UnwindSafe for SyncSender<T> {}
impl<T> RefUnwindSafe for SyncSender<T> {}

impl<T> Sender<T> {
    pub(super) fn new(queue: Arc<Queue<T>>) -> Sender<T> {
        Sender { queue }
    }

    /// The same sender, of a channel with a name, by which reports call it.
    ///
    /// # Panics
    /// Outside of a check.
    #[must_use]
    #[track_caller]
    pub fn named(self, name: &'static str) -> Sender<T> {
        self.queue.name(name);
        self
    }

    /// Sends a message; never waits.
    ///
    /// # Errors
    /// The message, when the receiver was dropped.
    #[track_caller]
    pub fn send(&self, message: T) -> Result<(), SendError<T>> {
        self.queue.send(message)
    }
}

impl<T> SyncSender<T> {
    pub(super) fn new(queue: Arc<Queue<T>>) -> SyncSender<T> {
        SyncSender { queue }
    }

    /// The same sender, of a channel with a name, by which reports call it.
    ///
    /// # Panics
    /// Outside of a check.
    #[must_use]
    #[track_caller]
    pub fn named(self, name: &'static str) -> SyncSender<T> {
        self.queue.name(name);
        self
    }

    /// Sends a message, when there is room for it; with a bound of zero, waits
    /// until it is received.
    ///
    /// # Errors
    /// The message, when the receiver was dropped.
    #[track_caller]
    pub fn send(&self, message: T) -> Result<(), SendError<T>> {
        self.queue.send(message)
    }

    /// Sends a message if there is room for it now; with a bound of zero, if the
    /// receiver waits for one.
    ///
    /// # Errors
    /// The message, when there is no room or the receiver was dropped.
    #[track_caller]
    pub fn try_send(&self, message: T) -> Result<(), TrySendError<T>> {
        let place = Location::caller();
        rt::looking(|| self.queue.try_send(message, place))
    }
}

/// No event.
impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        self.queue.add_sender();
        Sender::new(Arc::clone(&self.queue))
    }
}

/// No event.
impl<T> Clone for SyncSender<T> {
    fn clone(&self) -> Self {
        self.queue.add_sender();
        SyncSender::new(Arc::clone(&self.queue))
    }
}

impl<T> Drop for Sender<T> {
    #[track_caller]
    fn drop(&mut self) {
        self.queue.drop_sender();
    }
}

impl<T> Drop for SyncSender<T> {
    #[track_caller]
    fn drop(&mut self) {
        self.queue.drop_sender();
    }
}

impl<T> fmt::Debug for Sender<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sender").finish_non_exhaustive()
    }
}

impl<T> fmt::Debug for SyncSender<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SyncSender").finish_non_exhaustive()
    }
}
