//! reference(n): reference counting from scratch. Each of n threads has a reference,
//! clones it, uses the value and drops both; the last one to drop frees the value.
//!
//! The bug: the count is decremented by a load and a store.

use super::model::sync::Arc;
use super::model::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use super::together;

struct Counted {
    count: AtomicUsize,
    /// How often the value was freed.
    freed: AtomicUsize,
}

impl Counted {
    fn clone_reference(&self) {
        self.count.fetch_add(1, SeqCst);
    }

    fn use_value(&self) {
        assert_eq!(self.freed.load(SeqCst), 0, "BUG: used after it was freed");
    }

    fn drop_reference(&self, decrement: fn(&AtomicUsize) -> usize) {
        if decrement(&self.count) == 1 {
            let freed = self.freed.load(SeqCst);
            assert_eq!(freed, 0, "BUG: freed twice");
            self.freed.store(1, SeqCst);
        }
    }
}

pub(super) fn run(n: usize) {
    clone_and_drop(n, |count| count.fetch_sub(1, SeqCst));
}

pub(super) fn buggy(n: usize) {
    clone_and_drop(n, |count| {
        let before = count.load(SeqCst);
        count.store(before.wrapping_sub(1), SeqCst);
        before
    });
}

fn clone_and_drop(n: usize, decrement: fn(&AtomicUsize) -> usize) {
    let counted = Arc::new(Counted {
        count: AtomicUsize::new(n),
        freed: AtomicUsize::new(0),
    });
    let after = counted.clone();
    together(n, move |_| {
        counted.clone_reference();
        counted.use_value();
        counted.drop_reference(decrement);
        counted.drop_reference(decrement);
    });
    assert_eq!(after.freed.load(SeqCst), 1, "BUG: not freed");
}
