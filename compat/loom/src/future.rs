//! Asynchronous code, with the names and signatures of loom's.

pub use mazurka::future::block_on;

use mazurka::sync::{Mutex, MutexGuard, PoisonError};
use std::fmt;
use std::task::Waker;

/// A place for the waker of a task, as `futures` and tokio have it.
///
/// Where the real one finds another thread in it, it wakes its own task, which is then polled
/// once more. This one waits for that other thread, which does not hold it for long: the same,
/// but for a poll that finds nothing new.
#[derive(Default)]
pub struct AtomicWaker {
    waker: Mutex<Option<Waker>>,
}

impl AtomicWaker {
    /// There is no waker yet.
    pub const fn new() -> AtomicWaker {
        AtomicWaker {
            waker: Mutex::new(None),
        }
    }

    /// Sets the waker that the next `wake` wakes.
    #[track_caller]
    pub fn register(&self, waker: Waker) {
        let mut place = self.lock();
        let before = place.replace(waker);
        drop(place);
        // It may run any code.
        drop(before);
    }

    /// Sets the waker that the next `wake` wakes.
    #[track_caller]
    pub fn register_by_ref(&self, waker: &Waker) {
        self.register(waker.clone());
    }

    /// Wakes the task whose waker was set last, if it has not been woken since.
    #[track_caller]
    pub fn wake(&self) {
        if let Some(waker) = self.take_waker() {
            waker.wake();
        }
    }

    /// Takes the waker that was set last.
    #[track_caller]
    pub fn take_waker(&self) -> Option<Waker> {
        self.lock().take()
    }

    #[track_caller]
    fn lock(&self) -> MutexGuard<'_, Option<Waker>> {
        self.waker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for AtomicWaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AtomicWaker").finish_non_exhaustive()
    }
}
