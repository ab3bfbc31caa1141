//! A fault that tests plant into `optimal`, to see what is said of an exploration that
//! went wrong: processes that should wake at a leaf of a wakeup tree go on sleeping. So
//! traces are missed, and executions are blocked.
//!
//! Only builds with debug assertions have it, and only a call turns it on.

#[cfg(debug_assertions)]
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(debug_assertions)]
static IS_PLANTED: AtomicBool = AtomicBool::new(false);

/// Plants the fault, for all explorations of this OS process from now on.
#[cfg(debug_assertions)]
pub fn plant() {
    IS_PLANTED.store(true, Ordering::Relaxed);
}

/// Is the fault there?
#[cfg(debug_assertions)]
pub(crate) fn is_planted() -> bool {
    IS_PLANTED.load(Ordering::Relaxed)
}

/// It never is.
#[cfg(not(debug_assertions))]
pub(crate) const fn is_planted() -> bool {
    false
}
