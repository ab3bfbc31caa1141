//! queue(n): a Michael-Scott queue with n threads, by turns one that enqueues, the
//! main thread first, and one that dequeues.
//!
//! No node is enqueued twice, so there is no ABA problem.
//!
//! The bug: a node is linked without looking whether another was meanwhile.

use super::model::sync::Arc;
use super::model::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use super::{together, zeros};

/// No node; and the node that is in front of the first at the start.
const NULL: usize = 0;
const DUMMY: usize = 1;

struct Queue {
    head: AtomicUsize,
    tail: AtomicUsize,
    next: Vec<AtomicUsize>,
}

impl Queue {
    /// Links `node` behind the last one by `link`, which may fail.
    fn enqueue(&self, node: usize, link: fn(&AtomicUsize, usize) -> bool) {
        loop {
            let tail = self.tail.load(SeqCst);
            let next = self.next[tail].load(SeqCst);
            if next != NULL {
                // Another thread has linked its node and not yet moved the tail.
                swing(&self.tail, tail, next);
            } else if link(&self.next[tail], node) {
                swing(&self.tail, tail, node);
                return;
            }
        }
    }

    fn dequeue(&self) -> usize {
        loop {
            let head = self.head.load(SeqCst);
            let tail = self.tail.load(SeqCst);
            let next = self.next[head].load(SeqCst);
            if next == NULL {
                return NULL;
            }
            if head == tail {
                swing(&self.tail, tail, next);
            } else if swing(&self.head, head, next) {
                return next;
            }
        }
    }
}

fn swing(place: &AtomicUsize, old: usize, new: usize) -> bool {
    place.compare_exchange(old, new, SeqCst, SeqCst).is_ok()
}

pub(super) fn run(n: usize) {
    produce_and_consume(n, |next, node| swing(next, NULL, node));
}

pub(super) fn buggy(n: usize) {
    produce_and_consume(n, |next, node| {
        next.store(node, SeqCst);
        true
    });
}

fn produce_and_consume(n: usize, link: fn(&AtomicUsize, usize) -> bool) {
    let queue = Arc::new(Queue {
        head: AtomicUsize::new(DUMMY),
        tail: AtomicUsize::new(DUMMY),
        next: zeros(DUMMY + n + 1),
    });
    let rest = queue.clone();
    let mut seen = together(n, move |i| {
        if i.is_multiple_of(2) {
            queue.enqueue(DUMMY + 1 + i, link);
            NULL
        } else {
            queue.dequeue()
        }
    });
    seen.retain(|&node| node != NULL);
    loop {
        match rest.dequeue() {
            NULL => break,
            node => seen.push(node),
        }
    }
    seen.sort_unstable();
    let enqueued = (0..n).step_by(2).map(|i| DUMMY + 1 + i);
    assert!(
        seen.into_iter().eq(enqueued),
        "BUG: not every node came out once"
    );
}
