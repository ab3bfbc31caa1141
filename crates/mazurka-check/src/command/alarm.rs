//! What follows an exploration must come to an end, and must not lose the verdict.

use crate::until::Until;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long it may take when the time is up: to run an execution of usual length again.
const GRACE: Duration = Duration::from_millis(300);
/// How long it may take at most. A million events take seconds, and minutes on a very busy machine;
/// Ctrl-C ends it sooner.
const MOST: Duration = Duration::from_secs(300);
/// How often the clock is looked at.
const EVERY: Duration = Duration::from_millis(10);

/// Does something that is told by a word that it is time to end: soon after `until` says so.
pub(super) fn within<T>(until: &Until, act: impl FnOnce(&Arc<AtomicBool>) -> T) -> T {
    let stop = Arc::new(AtomicBool::new(false));
    thread::scope(|scope| {
        let (done, ended) = channel::<()>();
        let word = &stop;
        let alarm = thread::Builder::new().spawn_scoped(scope, move || {
            let begun = Instant::now();
            let mut over = None;
            while ended.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                if until.is_over().is_some() {
                    over.get_or_insert_with(Instant::now);
                }
                let is_over = over.is_some_and(|since| since.elapsed() >= GRACE);
                if is_over || begun.elapsed() >= MOST {
                    word.store(true, Ordering::Relaxed);
                }
            }
        });
        if alarm.is_err() {
            // Nothing would end it, so it must not begin.
            stop.store(true, Ordering::Relaxed);
        }
        let result = act(&stop);
        drop(done);
        result
    })
}

/// Does something that only adds to a verdict. None if it panics: the verdict stands then.
pub fn guarded<T>(what: &str, act: impl FnOnce() -> T) -> Option<T> {
    let done = catch_unwind(AssertUnwindSafe(act));
    if done.is_err() {
        eprintln!(
            "mazurka: warning: internal error while {what}, please report it; the verdict stands"
        );
    }
    done.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_nothing_but_a_warning() {
        assert_eq!(guarded("adding", || 7), Some(7));
        assert_eq!(guarded::<u8>("failing", || panic!("on purpose")), None);
    }

    #[test]
    fn the_word_is_set_when_the_time_is_up() {
        let until = Until {
            deadline: Some(Instant::now()),
            interrupt: None,
        };
        let begun = Instant::now();
        within(&until, |stop| {
            while !stop.load(Ordering::Relaxed) {
                thread::sleep(EVERY);
            }
        });
        assert!(begun.elapsed() >= GRACE);
        assert_eq!(within(&Until::default(), |_| 7), 7);
    }
}
