//! How long something may go on, and why it ended before it was done.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long it takes at most to notice that it is time to end.
const EVERY: Duration = Duration::from_millis(10);

/// How long something may go on. By default, for ever.
#[derive(Clone, Debug, Default)]
pub struct Until {
    /// To this point in time.
    pub deadline: Option<Instant>,
    /// Until this is set.
    pub interrupt: Option<Arc<AtomicBool>>,
}

/// Why something ended before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The user said so.
    Interrupted,
    /// It took too long.
    Time,
}

impl fmt::Display for Why {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Why::Interrupted => "it was interrupted",
            Why::Time => "the limit on time was reached",
        })
    }
}

impl Until {
    /// Is it time to end?
    #[must_use]
    pub fn is_over(&self) -> Option<Why> {
        let interrupt = self.interrupt.as_ref();
        if interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed)) {
            return Some(Why::Interrupted);
        }
        let is_late = self.deadline.is_some_and(|end| Instant::now() >= end);
        is_late.then_some(Why::Time)
    }

    /// Waits for something that another thread does; an error says that it is time to end,
    /// or else that the other thread is gone.
    ///
    /// # Errors
    /// When it was not done in time.
    pub fn wait<T>(&self, done: &Receiver<T>) -> Result<T, Option<Why>> {
        loop {
            match done.recv_timeout(EVERY) {
                Ok(value) => return Ok(value),
                Err(RecvTimeoutError::Disconnected) => return Err(None),
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(why) = self.is_over() {
                        return Err(Some(why));
                    }
                }
            }
        }
    }

    /// Does something on a thread of its own, which is left to itself when it is time to end.
    ///
    /// # Errors
    /// When it was not done in time.
    ///
    /// # Panics
    /// When there are no threads, or it panics.
    pub fn run<T: Send + 'static>(
        &self,
        stack: usize,
        act: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Why> {
        let (sender, done) = channel();
        let builder = thread::Builder::new().stack_size(stack);
        let thread = builder.spawn(move || {
            // The other end may have gone.
            let _ = sender.send(act());
        });
        let thread = thread.expect("there are threads");
        match self.wait(&done) {
            Ok(value) => Ok(value),
            Err(Some(why)) => Err(why),
            Err(None) => match thread.join() {
                Ok(()) => unreachable!("it has sent something"),
                Err(panic) => std::panic::resume_unwind(panic),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_left_to_itself_in_time() {
        assert_eq!(Until::default().run(1 << 16, || 7), Ok(7));
        let until = Until {
            deadline: Some(Instant::now() + Duration::from_millis(20)),
            interrupt: None,
        };
        let slow = || thread::sleep(Duration::from_secs(60));
        assert_eq!(until.run(1 << 16, slow), Err(Why::Time));
    }
}
