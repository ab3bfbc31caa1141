//! spinlock(n): n threads that each take a spin lock once, to increment a counter.
//!
//! The bug: looking whether the lock is free and taking it are two steps.

use super::model::hint::spin_loop;
use super::model::sync::Arc;
use super::model::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use super::together;

struct Shared {
    locked: AtomicUsize,
    counter: AtomicUsize,
}

pub(super) fn run(n: usize) {
    count(n, |locked| {
        locked.compare_exchange(0, 1, SeqCst, SeqCst).is_ok()
    });
}

pub(super) fn buggy(n: usize) {
    count(n, |locked| {
        let free = locked.load(SeqCst) == 0;
        if free {
            locked.store(1, SeqCst);
        }
        free
    });
}

fn count(n: usize, try_lock: fn(&AtomicUsize) -> bool) {
    let shared = Arc::new(Shared {
        locked: AtomicUsize::new(0),
        counter: AtomicUsize::new(0),
    });
    let after = shared.clone();
    together(n, move |_| {
        while !try_lock(&shared.locked) {
            spin_loop();
        }
        let value = shared.counter.load(SeqCst);
        shared.counter.store(value + 1, SeqCst);
        shared.locked.store(0, SeqCst);
    });
    assert_eq!(after.counter.load(SeqCst), n, "BUG: two were in at once");
}
