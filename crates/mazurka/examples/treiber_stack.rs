//! Treiber's stack: right, losing an element when the new top is stored without
//! a look at the old one, and with a data race when it is published by a relaxed
//! write.
//!
//! Nodes that were popped are not freed while others may look at them: they are
//! collected, and freed with the stack. Who may free them earlier is another
//! algorithm (hazard pointers, epochs).

use mazurka::cell::UnsafeCell;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicPtr, Ordering};
use mazurka::{Checker, Report, thread};
use std::ptr;

/// How a new node becomes the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Push {
    /// By a compare-exchange that releases what is in the node.
    Right,
    /// By a store: an element that was pushed meanwhile is lost.
    Store,
    /// By a compare-exchange that releases nothing.
    Relaxed,
}

struct Node {
    value: UnsafeCell<Option<u32>>,
    next: *mut Node,
}

struct Stack {
    top: AtomicPtr<Node>,
    push: Push,
}

impl Stack {
    fn new(push: Push) -> Stack {
        Stack {
            top: AtomicPtr::new(ptr::null_mut()),
            push,
        }
    }

    fn push(&self, value: u32) {
        let node = Box::into_raw(Box::new(Node {
            value: UnsafeCell::new(None),
            next: ptr::null_mut(),
        }));
        // SAFETY: nobody else has the node yet.
        unsafe { (*node).value.with_mut(|place| *place = Some(value)) };
        let mut top = self.top.load(Ordering::Relaxed);
        loop {
            // SAFETY: as above.
            unsafe { (*node).next = top };
            let released = match self.push {
                Push::Right => Ordering::Release,
                Push::Relaxed => Ordering::Relaxed,
                Push::Store => return self.top.store(node, Ordering::Release),
            };
            let pushed = self
                .top
                .compare_exchange(top, node, released, Ordering::Relaxed);
            match pushed {
                Ok(_) => return,
                Err(now) => top = now,
            }
        }
    }

    /// The value on top; its node goes to `popped`.
    fn pop(&self, popped: &mut Vec<*mut Node>) -> Option<u32> {
        loop {
            let top = self.top.load(Ordering::Acquire);
            if top.is_null() {
                return None;
            }
            // SAFETY: nodes are not freed while the stack is used.
            let next = unsafe { (*top).next };
            let taken = self
                .top
                .compare_exchange(top, next, Ordering::Acquire, Ordering::Relaxed);
            if taken.is_ok() {
                popped.push(top);
                // SAFETY: only who takes a node out uses its value.
                return unsafe { (*top).value.with_mut(|value| (*value).take()) };
            }
        }
    }
}

/// Frees nodes that nobody uses any more.
fn free(nodes: Vec<*mut Node>) {
    for node in nodes {
        // SAFETY: made by `Box::into_raw`, and popped once.
        drop(unsafe { Box::from_raw(node) });
    }
}

/// Explores two threads that push one element each, of which one then pops.
pub(crate) fn explore(push: Push) -> Report {
    Checker::new().check(move || {
        let stack = Arc::new(Stack::new(push));
        let theirs = stack.clone();
        let other = thread::spawn(move || {
            theirs.push(2);
            let mut popped = Vec::new();
            let value = theirs.pop(&mut popped);
            (
                value,
                popped
                    .into_iter()
                    .map(|node| node as usize)
                    .collect::<Vec<_>>(),
            )
        });
        stack.push(1);
        let (value, popped) = other.join().unwrap();
        let mut values = vec![value.expect("the thread pushed before it popped")];
        let mut popped: Vec<_> = popped.into_iter().map(|node| node as *mut Node).collect();
        while let Some(value) = stack.pop(&mut popped) {
            values.push(value);
        }
        free(popped);
        values.sort_unstable();
        assert_eq!(values, [1, 2], "an element was lost");
    })
}

fn main() {
    for push in [Push::Right, Push::Store, Push::Relaxed] {
        println!("{push:?}:\n{}", explore(push));
    }
}
