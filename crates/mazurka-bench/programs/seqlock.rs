//! seqlock(n): a writer of two variables under a sequence lock, and n readers that
//! must not see one without the other.
//!
//! The bug: readers do not look at the sequence number again.

use super::model::hint::spin_loop;
use super::model::sync::Arc;
use super::model::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use super::together;

struct Shared {
    /// Odd while the writer is at work.
    sequence: AtomicUsize,
    left: AtomicUsize,
    right: AtomicUsize,
}

impl Shared {
    fn write(&self, value: usize) {
        self.sequence.store(1, SeqCst);
        self.left.store(value, SeqCst);
        self.right.store(value, SeqCst);
        self.sequence.store(2, SeqCst);
    }

    fn read(&self, check_again: bool) -> (usize, usize) {
        loop {
            let before = self.sequence.load(SeqCst);
            if before.is_multiple_of(2) {
                let values = (self.left.load(SeqCst), self.right.load(SeqCst));
                if !check_again || self.sequence.load(SeqCst) == before {
                    return values;
                }
            }
            spin_loop();
        }
    }
}

pub(super) fn run(n: usize) {
    write_and_read(n, true);
}

pub(super) fn buggy(n: usize) {
    write_and_read(n, false);
}

fn write_and_read(n: usize, check_again: bool) {
    let shared = Arc::new(Shared {
        sequence: AtomicUsize::new(0),
        left: AtomicUsize::new(0),
        right: AtomicUsize::new(0),
    });
    together(n + 1, move |i| {
        if i == 0 {
            shared.write(7);
        } else {
            let (left, right) = shared.read(check_again);
            assert_eq!(left, right, "BUG: a torn read");
        }
    });
}
