//! How long something may go on, and why it ended before it was done.

use crate::shortage;
use std::fmt;
use std::io;
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
    /// The system gives no more memory.
    Memory,
    /// The system gives no more processor time.
    Processor,
}

impl fmt::Display for Why {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Interrupted => out.write_str("it was interrupted"),
            Why::Time => out.write_str("the limit on time was reached"),
            Why::Memory | Why::Processor => out.write_str(&self.shortage().unwrap_or_default()),
        }
    }
}

/// Why something was not done.
#[derive(Debug)]
pub enum Left {
    /// It was time to end.
    Ended(Why),
    /// There is no thread for it.
    NoThread(io::Error),
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
        is_late.then_some(Why::Time).or_else(shortage::now)
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
    /// When it panics.
    pub fn run<T: Send + 'static>(
        &self,
        stack: usize,
        act: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Left> {
        let (sender, done) = channel();
        let builder = thread::Builder::new().stack_size(stack);
        let thread = builder.spawn(move || {
            // The other end may have gone.
            let _ = sender.send(act());
        });
        let thread = thread.map_err(Left::NoThread)?;
        match self.wait(&done) {
            Ok(value) => Ok(value),
            Err(Some(why)) => Err(Left::Ended(why)),
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
        let run = Until::default().run(1 << 16, || 7);
        assert!(matches!(run, Ok(7)), "{run:?}");
        let until = Until {
            deadline: Some(Instant::now() + Duration::from_millis(20)),
            interrupt: None,
        };
        let slow = || thread::sleep(Duration::from_secs(60));
        let run = until.run(1 << 16, slow);
        assert!(matches!(run, Err(Left::Ended(Why::Time))), "{run:?}");
    }
}
