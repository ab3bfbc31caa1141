//! stack(n): n threads that each push onto a Treiber stack and then pop from it.
//!
//! No node is pushed twice, so there is no ABA problem.
//!
//! The bug: the pop writes the head without looking whether it is still the same.

use super::model::sync::Arc;
use super::model::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use super::{together, zeros};

/// The end of the list. Nodes count from 1.
const NULL: usize = 0;

struct Stack {
    head: AtomicUsize,
    next: Vec<AtomicUsize>,
}

impl Stack {
    fn push(&self, node: usize) {
        loop {
            let head = self.head.load(SeqCst);
            self.next[node].store(head, SeqCst);
            if self.replace(head, node) {
                return;
            }
        }
    }

    fn pop(&self) -> usize {
        loop {
            let head = self.head.load(SeqCst);
            if head == NULL {
                return NULL;
            }
            let next = self.next[head].load(SeqCst);
            if self.replace(head, next) {
                return head;
            }
        }
    }

    fn pop_unchecked(&self) -> usize {
        let head = self.head.load(SeqCst);
        if head != NULL {
            self.head.store(self.next[head].load(SeqCst), SeqCst);
        }
        head
    }

    fn replace(&self, old: usize, new: usize) -> bool {
        self.head.compare_exchange(old, new, SeqCst, SeqCst).is_ok()
    }
}

pub(super) fn run(n: usize) {
    push_and_pop(n, Stack::pop);
}

pub(super) fn buggy(n: usize) {
    push_and_pop(n, Stack::pop_unchecked);
}

fn push_and_pop(n: usize, pop: fn(&Stack) -> usize) {
    let stack = Arc::new(Stack {
        head: AtomicUsize::new(NULL),
        next: zeros(n + 1),
    });
    let mut popped = together(n, move |i| {
        stack.push(i + 1);
        pop(&stack)
    });
    popped.sort_unstable();
    assert!(
        popped.into_iter().eq(1..=n),
        "BUG: not every node was popped once"
    );
}
