//! writers(n): n threads that each write one variable, so that no two executions
//! are equivalent and no reduction can help. n! traces.

use super::model::sync::Arc;
use super::model::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use super::together;

pub(super) fn run(n: usize) {
    let x = Arc::new(AtomicUsize::new(0));
    let last = x.clone();
    together(n, move |i| x.store(i + 1, SeqCst));
    let last = last.load(SeqCst);
    assert!((1..=n).contains(&last), "BUG: {last} was last");
}
