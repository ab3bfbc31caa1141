//! increments(n): n threads that each increment one counter.
//!
//! The bug: by a load and a store, so that increments get lost.

use super::model::sync::Arc;
use super::model::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use super::together;

pub(super) fn run(n: usize) {
    count(n, |counter| {
        counter.fetch_add(1, SeqCst);
    });
}

pub(super) fn buggy(n: usize) {
    count(n, |counter| {
        let value = counter.load(SeqCst);
        counter.store(value + 1, SeqCst);
    });
}

fn count(n: usize, increment: fn(&AtomicUsize)) {
    let counter = Arc::new(AtomicUsize::new(0));
    let total = counter.clone();
    together(n, move |_| increment(&counter));
    assert_eq!(total.load(SeqCst), n, "BUG: an increment got lost");
}
