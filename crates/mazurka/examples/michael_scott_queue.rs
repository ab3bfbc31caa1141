//! The queue of Michael and Scott: right, and losing an element when a node is
//! linked by a store where it must be a compare-exchange.
//!
//! Nodes are freed with the queue only: a thread may still look at one that
//! another has taken out.

use mazurka::cell::UnsafeCell;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicPtr, Ordering};
use mazurka::{Checker, Report, thread};
use std::ptr;

/// How a new node is linked behind the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Link {
    /// By a compare-exchange, if that is still the last.
    CompareExchange,
    /// By a store: wrong.
    Store,
}

struct Node {
    value: UnsafeCell<Option<u32>>,
    next: AtomicPtr<Node>,
}

fn node() -> *mut Node {
    Box::into_raw(Box::new(Node {
        value: UnsafeCell::new(None),
        next: AtomicPtr::new(ptr::null_mut()),
    }))
}

/// The first node is a dummy: its value has been taken, or was never there.
struct Queue {
    /// Where the nodes begin that are to be freed.
    first: *mut Node,
    head: AtomicPtr<Node>,
    tail: AtomicPtr<Node>,
    link: Link,
}

// SAFETY: nodes are shared by atomics, and freed when nobody has the queue.
unsafe impl Send for Queue {}
// SAFETY: as above.
unsafe impl Sync for Queue {}

impl Queue {
    fn new(link: Link) -> Queue {
        let dummy = node();
        Queue {
            first: dummy,
            head: AtomicPtr::new(dummy),
            tail: AtomicPtr::new(dummy),
            link,
        }
    }

    fn push(&self, value: u32) {
        let new = node();
        // SAFETY: nobody else has the node yet.
        unsafe { (*new).value.with_mut(|place| *place = Some(value)) };
        loop {
            let tail = self.tail.load(Ordering::Acquire);
            // SAFETY: nodes are not freed while the queue is used.
            let next = unsafe { &(*tail).next };
            let seen = next.load(Ordering::Acquire);
            if !seen.is_null() {
                // Another thread has linked a node: help it to move the tail.
                swing(&self.tail, tail, seen);
            } else if self.linked(next, new) {
                swing(&self.tail, tail, new);
                return;
            }
        }
    }

    fn linked(&self, next: &AtomicPtr<Node>, new: *mut Node) -> bool {
        match self.link {
            Link::CompareExchange => swing(next, ptr::null_mut(), new),
            Link::Store => {
                next.store(new, Ordering::Release);
                true
            }
        }
    }

    fn pop(&self) -> Option<u32> {
        loop {
            let head = self.head.load(Ordering::Acquire);
            let tail = self.tail.load(Ordering::Acquire);
            // SAFETY: as in `push`.
            let next = unsafe { (*head).next.load(Ordering::Acquire) };
            if next.is_null() {
                return None;
            }
            if head == tail {
                swing(&self.tail, tail, next);
            }
            if swing(&self.head, head, next) {
                // SAFETY: only who makes a node the dummy takes its value.
                return unsafe { (*next).value.with_mut(|value| (*value).take()) };
            }
        }
    }
}

fn swing(pointer: &AtomicPtr<Node>, from: *mut Node, to: *mut Node) -> bool {
    let swung = pointer.compare_exchange(from, to, Ordering::AcqRel, Ordering::Acquire);
    swung.is_ok()
}

impl Drop for Queue {
    fn drop(&mut self) {
        let mut at = self.first;
        while !at.is_null() {
            // SAFETY: made by `Box::into_raw`, and linked once; nobody else has
            // the queue.
            let mut node = unsafe { Box::from_raw(at) };
            at = *node.next.get_mut();
        }
    }
}

/// Explores two threads that push an element each, the second of which then
/// pops one.
pub(crate) fn explore(link: Link) -> Report {
    Checker::new().check(move || {
        let queue = Arc::new(Queue::new(link));
        let theirs = queue.clone();
        let other = thread::spawn(move || {
            theirs.push(2);
            theirs.pop()
        });
        queue.push(1);
        let value = other.join().unwrap();
        let mut values = vec![value.expect("the thread pushed before it popped")];
        while let Some(value) = queue.pop() {
            values.push(value);
        }
        values.sort_unstable();
        assert_eq!(values, [1, 2], "an element was lost");
    })
}

fn main() {
    for link in [Link::CompareExchange, Link::Store] {
        println!("{link:?}:\n{}", explore(link));
    }
}
