//! rcu(n): a writer that publishes a new version and reclaims the old one when no
//! reader is left in it, and n readers.
//!
//! The bug: the writer does not wait for the readers.

use super::model::hint::spin_loop;
use super::model::sync::Arc;
use super::model::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use super::{together, zeros};

const RECLAIMED: usize = 0;

struct Shared {
    /// The index of the version that new readers take.
    current: AtomicUsize,
    versions: [AtomicUsize; 2],
    /// How many readers are in each version.
    readers: Vec<AtomicUsize>,
}

impl Shared {
    fn read(&self) -> usize {
        let version = self.enter();
        let value = self.versions[version].load(SeqCst);
        self.readers[version].fetch_sub(1, SeqCst);
        value
    }

    /// Counts as a reader of the version that is current, and was when it counted.
    fn enter(&self) -> usize {
        loop {
            let version = self.current.load(SeqCst);
            self.readers[version].fetch_add(1, SeqCst);
            if self.current.load(SeqCst) == version {
                return version;
            }
            self.readers[version].fetch_sub(1, SeqCst);
        }
    }

    fn replace(&self, grace: bool) {
        self.versions[1].store(20, SeqCst);
        self.current.store(1, SeqCst);
        // A read-modify-write: with a load, the algorithm would need more than
        // acquire and release.
        while grace
            && self.readers[0]
                .compare_exchange(0, 0, SeqCst, SeqCst)
                .is_err()
        {
            spin_loop();
        }
        self.versions[0].store(RECLAIMED, SeqCst);
    }
}

pub(super) fn run(n: usize) {
    replace_and_read(n, true);
}

pub(super) fn buggy(n: usize) {
    replace_and_read(n, false);
}

fn replace_and_read(n: usize, grace: bool) {
    let shared = Arc::new(Shared {
        current: AtomicUsize::new(0),
        versions: [AtomicUsize::new(10), AtomicUsize::new(RECLAIMED)],
        readers: zeros(2),
    });
    together(n + 1, move |i| {
        if i == 0 {
            shared.replace(grace);
        } else {
            let value = shared.read();
            assert_ne!(value, RECLAIMED, "BUG: read what is reclaimed");
        }
    });
}
