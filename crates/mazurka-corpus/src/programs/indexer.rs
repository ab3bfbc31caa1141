//! indexer(N) of Flanagan and Godefroid (POPL 2005): N threads that each insert
//! four messages into one hash table by compare-and-swap.

use crate::expected::{Theory, power};
use crate::{Body, Expected, Program};
use mazurka::Algorithm;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::thread;

pub(super) const SLOTS: usize = 128;
pub(super) const MESSAGES: usize = 4;

/// Linear probing in 128 slots; the first eleven threads do not collide.
pub const INDEXER: Program = Program {
    name: "indexer",
    summary: "N threads that each insert 4 messages into a hash table of 128 slots by compare-and-swap",
    sizes: &[12, 15, 17],
    // More messages than slots, and the probing would never end.
    allowed: 1..=SLOTS / MESSAGES,
    build,
    expected,
};

/// A thread's m-th message, and the slot it should go to.
pub(super) fn slot_of(thread: usize, m: usize) -> (usize, usize) {
    let w = m * 11 + thread;
    (w, (w * 7) % SLOTS)
}

fn insert_all(table: &[AtomicUsize], thread: usize) {
    for m in 1..=MESSAGES {
        let (w, mut h) = slot_of(thread, m);
        while table[h].compare_exchange(0, w, SeqCst, SeqCst).is_err() {
            h = (h + 1) % SLOTS;
        }
    }
}

fn build(n: usize) -> Body {
    Box::new(move || {
        let table: Arc<Vec<AtomicUsize>> =
            Arc::new((0..SLOTS).map(|_| AtomicUsize::new(0)).collect());
        for t in 0..n {
            let table = table.clone();
            thread::spawn(move || insert_all(&table, t));
        }
    })
}

/// Threads t and t + 11 want the same slot three times, in the same order, and
/// each time the loser moves on to a slot nobody else wants: 2^3 traces for each
/// such pair. From 23 threads on, three of them meet in one slot.
fn expected(algorithm: Algorithm, n: usize) -> Expected {
    Theory {
        traces: power(8, n.saturating_sub(11)).filter(|_| n <= 22),
        interleavings: None,
        classic_blocked: None,
        source_blocked: Some(0).filter(|_| n <= 22),
    }
    .expected(algorithm)
}
