//! The receiving ends of channels.

use super::queue::Queue;
use super::{RecvError, RecvTimeoutError, TryRecvError};
use crate::rt;
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::panic::{Location, RefUnwindSafe, UnwindSafe};
use std::sync::Arc;
use std::time::Duration;

/// `std::sync::mpsc::Receiver` under the model checker.
pub struct Receiver<T> {
    queue: Arc<Queue<T>>,
    /// One thread receives: as in `std`, a receiver is not `Sync`.
    not_sync: PhantomData<Cell<()>>,
}

// A panic leaves a channel as it was, as in `std`.
impl<T> UnwindSafe for Receiver<T> {}
impl<T> RefUnwindSafe for Receiver<T> {}

impl<T> Receiver<T> {
    pub(super) fn new(queue: Arc<Queue<T>>) -> Receiver<T> {
        Receiver {
            queue,
            not_sync: PhantomData,
        }
    }

    /// The same receiver, of a channel with a name, by which reports call it.
    ///
    /// # Panics
    /// Outside of a check.
    #[must_use]
    #[track_caller]
    pub fn named(self, name: &'static str) -> Receiver<T> {
        self.queue.name(name);
        self
    }

    /// The next message, as soon as there is one.
    ///
    /// # Errors
    /// When there is none and all senders were dropped.
    #[track_caller]
    pub fn recv(&self) -> Result<T, RecvError> {
        self.queue.receive()
    }

    /// The next message, if there is one now.
    ///
    /// # Errors
    /// When there is none; says whether one may come.
    #[track_caller]
    #[inline(always)]
    pub fn try_recv(&self) -> Result<T, TryRecvError> {
        let place = Location::caller();
        rt::looking(|| self.queue.try_receive(place))
    }

    /// The next message, unless the time is over before it comes: both are
    /// explored, whatever the time is.
    ///
    /// # Errors
    /// When the time is over, or all senders were dropped.
    #[track_caller]
    pub fn recv_timeout(&self, timeout: Duration) -> Result<T, RecvTimeoutError> {
        let place = Location::caller();
        rt::clock::begin_to_wait();
        rt::looking(|| self.queue.receive_timeout(timeout, place))
    }

    /// The messages to come, until all senders were dropped.
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { receiver: self }
    }

    /// The messages that are there, until there is none.
    pub fn try_iter(&self) -> TryIter<'_, T> {
        TryIter { receiver: self }
    }
}

impl<T> Drop for Receiver<T> {
    #[track_caller]
    fn drop(&mut self) {
        self.queue.drop_receiver();
    }
}

impl<T> fmt::Debug for Receiver<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Receiver").finish_non_exhaustive()
    }
}

/// The messages to come; see [`Receiver::iter`].
#[derive(Debug)]
pub struct Iter<'a, T> {
    receiver: &'a Receiver<T>,
}

/// The messages that are there; see [`Receiver::try_iter`].
#[derive(Debug)]
pub struct TryIter<'a, T> {
    receiver: &'a Receiver<T>,
}

/// The messages to come, of a receiver that nobody else needs.
#[derive(Debug)]
pub struct IntoIter<T> {
    receiver: Receiver<T>,
}

impl<T> Iterator for Iter<'_, T> {
    type Item = T;

    #[track_caller]
    fn next(&mut self) -> Option<T> {
        self.receiver.recv().ok()
    }
}

impl<T> Iterator for TryIter<'_, T> {
    type Item = T;

    #[track_caller]
    fn next(&mut self) -> Option<T> {
        self.receiver.try_recv().ok()
    }
}

impl<T> Iterator for IntoIter<T> {
    type Item = T;

    #[track_caller]
    fn next(&mut self) -> Option<T> {
        self.receiver.recv().ok()
    }
}

impl<'a, T> IntoIterator for &'a Receiver<T> {
    type Item = T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<T> IntoIterator for Receiver<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        IntoIter { receiver: self }
    }
}
