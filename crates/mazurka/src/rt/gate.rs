//! The gate that code of a program passes, when several workers explore it.
//!
//! A worker that looks for what has escaped from an execution ([`super::escape`]) must not meet
//! another in the middle of moving it: for a moment it is on a stack then, or in a register. So
//! the gate is shut meanwhile, and it waits for those inside. They come out at their next operation.
//! That is done where something has escaped, in this execution or before: most programs keep
//! nothing outside, and their workers need not wait for one another.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long who shuts the gate waits for those inside, who may be in code that does not end.
const PATIENCE: Duration = Duration::from_millis(100);

/// A flag on a line of the processor's caches of its own.
#[derive(Default)]
#[repr(align(128))]
struct Flag(AtomicBool);

/// The gate of a check.
#[derive(Default)]
pub(crate) struct Gate {
    is_shut: Flag,
    /// Who is inside: a flag for each worker.
    inside: Mutex<Vec<Arc<Flag>>>,
}

/// What a worker passes the gate with.
pub(super) struct Pass {
    gate: Arc<Gate>,
    inside: Arc<Flag>,
}

impl Pass {
    pub(super) fn new(gate: &Arc<Gate>) -> Pass {
        let inside = Arc::<Flag>::default();
        let mut all = gate.inside.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(Arc::clone(&inside));
        Pass {
            gate: Arc::clone(gate),
            inside,
        }
    }

    /// Code of the program is about to run.
    pub(super) fn enter(&self) {
        let is_shut = &self.gate.is_shut.0;
        loop {
            // Either who shuts the gate sees this, or it is seen to be shut.
            self.inside.0.store(true, Ordering::SeqCst);
            if !is_shut.load(Ordering::SeqCst) {
                return;
            }
            self.leave();
            while is_shut.load(Ordering::Acquire) {
                std::thread::yield_now();
            }
        }
    }

    /// It does not run any more.
    pub(super) fn leave(&self) {
        self.inside.0.store(false, Ordering::Release);
    }

    /// Calls `f` while no code of the program runs; not, if some runs for long.
    pub(super) fn alone<R>(&self, f: impl FnOnce() -> R) -> Option<R> {
        let all = self.gate.inside.lock();
        let all = all.unwrap_or_else(PoisonError::into_inner);
        self.gate.is_shut.0.store(true, Ordering::SeqCst);
        let until = Instant::now() + PATIENCE;
        let is_empty = all.iter().all(|other| {
            while other.0.load(Ordering::SeqCst) && Instant::now() < until {
                std::thread::yield_now();
            }
            !other.0.load(Ordering::SeqCst)
        });
        let result = is_empty.then(f);
        self.gate.is_shut.0.store(false, Ordering::SeqCst);
        result
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let all = self.gate.inside.lock();
        let mut all = all.unwrap_or_else(PoisonError::into_inner);
        all.retain(|other| !Arc::ptr_eq(other, &self.inside));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_inside_is_waited_for() {
        let gate = Arc::<Gate>::default();
        let (one, other) = (Pass::new(&gate), Pass::new(&gate));
        assert_eq!(one.alone(|| 1), Some(1));
        other.enter();
        assert_eq!(one.alone(|| 2), None);
        other.leave();
        assert_eq!(one.alone(|| 3), Some(3));
        other.enter();
        drop(other);
        assert_eq!(one.alone(|| 4), Some(4));
    }

    #[test]
    fn nobody_is_inside_meanwhile() {
        let gate = Arc::<Gate>::default();
        let is_alone = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let pass = Pass::new(&gate);
                    for nth in 0..2_000 {
                        pass.enter();
                        assert!(!is_alone.load(Ordering::Relaxed));
                        pass.leave();
                        if nth % 16 == 0 {
                            pass.alone(|| {
                                is_alone.store(true, Ordering::Relaxed);
                                is_alone.store(false, Ordering::Relaxed);
                            });
                        }
                    }
                });
            }
        });
    }
}
