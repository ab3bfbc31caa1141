//! Treiber's stack: with nodes on the heap that are freed with it, and with nodes from an arena that
//! are used again.

use crate::common::Said::Found;
use crate::common::{Case, from_rc11, from_sc, planted, right};
use mazurka::FindingKind::{DataRace, InvalidAccess, InvalidFree, Leak, Panic};
use mazurka::cell::UnsafeCell;
use mazurka::sync::atomic::{
    AtomicPtr, AtomicU32,
    Ordering::{self, Acquire, Relaxed, Release},
};
use mazurka::thread;
use std::ptr;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    None,
    /// The new top is stored.
    StoresTop,
    /// A node is freed by who popped it, though others may look at it.
    FreesPopped,
    /// Popped nodes are forgotten.
    Forgets,
    /// The word with the top has no count of changes.
    NoCount,
}

#[derive(Clone, Copy)]
struct Plan {
    bug: Bug,
    push: Ordering,
    see: Ordering,
}

const RIGHT: Plan = Plan {
    bug: Bug::None,
    push: Release,
    see: Acquire,
};

struct Node<T> {
    value: UnsafeCell<Option<T>>,
    next: AtomicPtr<Node<T>>,
    /// The next of the nodes that were popped.
    popped: AtomicPtr<Node<T>>,
}

/// Nodes that were popped are kept until the stack is dropped.
struct Stack<T> {
    top: AtomicPtr<Node<T>>,
    popped: AtomicPtr<Node<T>>,
    plan: Plan,
}

// SAFETY: a value belongs to who took its node out.
unsafe impl<T: Send> Sync for Stack<T> {}

impl<T> Stack<T> {
    fn new(plan: Plan) -> Stack<T> {
        Stack {
            top: AtomicPtr::new(ptr::null_mut()),
            popped: AtomicPtr::new(ptr::null_mut()),
            plan,
        }
    }

    fn push(&self, value: T) {
        let node = Box::into_raw(Box::new(Node {
            value: UnsafeCell::new(None),
            next: AtomicPtr::new(ptr::null_mut()),
            popped: AtomicPtr::new(ptr::null_mut()),
        }));
        // SAFETY: no other thread has the node yet.
        let new = unsafe { &*node };
        // SAFETY: as above.
        new.value.with_mut(|place| unsafe { *place = Some(value) });
        let mut top = self.top.load(Relaxed);
        loop {
            new.next.store(top, Relaxed);
            if self.plan.bug == Bug::StoresTop {
                return self.top.store(node, self.plan.push);
            }
            match self
                .top
                .compare_exchange_weak(top, node, self.plan.push, Relaxed)
            {
                Ok(_) => return,
                Err(now) => top = now,
            }
        }
    }

    fn pop(&self) -> Option<T> {
        let mut top = self.top.load(self.plan.see);
        loop {
            // SAFETY: nodes are freed with the stack.
            let node = unsafe { top.as_ref() }?;
            let next = node.next.load(Relaxed);
            match self
                .top
                .compare_exchange_weak(top, next, self.plan.see, self.plan.see)
            {
                Ok(_) => {
                    // SAFETY: the node was taken out by this thread.
                    let value = node.value.with_mut(|value| unsafe { (*value).take() });
                    self.retire(top);
                    return value;
                }
                Err(now) => top = now,
            }
        }
    }

    fn retire(&self, node: *mut Node<T>) {
        match self.plan.bug {
            Bug::Forgets => {}
            // SAFETY: there is none: others may look at the node.
            Bug::FreesPopped => drop(unsafe { Box::from_raw(node) }),
            _ => {
                let mut first = self.popped.load(Relaxed);
                loop {
                    // SAFETY: nodes are freed with the stack.
                    unsafe { (*node).popped.store(first, Relaxed) };
                    match self
                        .popped
                        .compare_exchange_weak(first, node, Release, Relaxed)
                    {
                        Ok(_) => return,
                        Err(now) => first = now,
                    }
                }
            }
        }
    }
}

impl<T> Drop for Stack<T> {
    fn drop(&mut self) {
        let mut node = *self.top.get_mut();
        while !node.is_null() {
            // SAFETY: made by `Box::into_raw`; no other thread has the stack any more.
            node = *unsafe { Box::from_raw(node) }.next.get_mut();
        }
        let mut node = *self.popped.get_mut();
        while !node.is_null() {
            // SAFETY: as above; no node is in both lists.
            node = *unsafe { Box::from_raw(node) }.popped.get_mut();
        }
    }
}

/// Each thread pushes a value and pops one.
fn each(plan: Plan) {
    let stack = Stack::new(plan);
    let both = |value: u32| {
        stack.push(Box::new(value));
        *stack.pop().expect("an element is lost")
    };
    let mut values = thread::scope(|scope| {
        let other = scope.spawn(|| both(1));
        [both(2), other.join().unwrap()]
    });
    values.sort_unstable();
    assert_eq!(values, [1, 2]);
}

/// Two threads pop from a stack of two elements.
fn pops(plan: Plan) {
    let stack = Stack::new(plan);
    stack.push(Box::new(1));
    stack.push(Box::new(2));
    thread::scope(|scope| {
        let other = scope.spawn(|| stack.pop());
        let value = stack.pop();
        assert_ne!(value, other.join().unwrap(), "an element comes twice");
    });
}

/// Nodes of an arena, by number. The word of the stack has the number of its first node, and how often
/// it was changed, so that a node that has come back is told from one that was there all the time.
struct Arena {
    next: [AtomicU32; 2],
    stack: AtomicU32,
    plan: Plan,
}

const NONE: u32 = 0xff;

impl Arena {
    /// Both nodes are on the stack, the first on top.
    fn new(plan: Plan) -> Arena {
        Arena {
            next: [1, NONE].map(AtomicU32::new),
            stack: AtomicU32::new(0),
            plan,
        }
    }

    fn changed(&self, word: u32, first: u32) -> u32 {
        match self.plan.bug {
            Bug::NoCount => first,
            _ => (word & !0xff).wrapping_add(0x100) | first,
        }
    }

    fn push(&self, node: u32) {
        let mut word = self.stack.load(Relaxed);
        loop {
            self.next[node as usize].store(word & 0xff, Relaxed);
            let new = self.changed(word, node);
            match self
                .stack
                .compare_exchange_weak(word, new, self.plan.push, Relaxed)
            {
                Ok(_) => return,
                Err(now) => word = now,
            }
        }
    }

    fn pop(&self) -> Option<u32> {
        let mut word = self.stack.load(self.plan.see);
        loop {
            let first = word & 0xff;
            if first == NONE {
                return None;
            }
            let next = self.next[first as usize].load(Relaxed);
            let new = self.changed(word, next);
            match self
                .stack
                .compare_exchange_weak(word, new, self.plan.see, self.plan.see)
            {
                Ok(_) => return Some(first),
                Err(now) => word = now,
            }
        }
    }
}

/// One thread pops. The other pops twice, and pushes what it had first again: what it had second is
/// its own.
fn reuse(plan: Plan) {
    let arena = Arena::new(plan);
    thread::scope(|scope| {
        let other = scope.spawn(|| {
            let mine = arena.pop();
            let own = arena.pop();
            if let Some(node) = mine {
                arena.push(node);
            }
            own
        });
        let mine = arena.pop();
        let others = other.join().unwrap();
        let rest = arena.pop();
        let mut nodes: Vec<_> = [mine, others, rest].into_iter().flatten().collect();
        nodes.sort_unstable();
        assert_eq!(nodes, [0, 1], "a node is lost, or in use twice");
    });
}

pub(crate) fn cases() -> Vec<Case> {
    let bug = |bug| Plan { bug, ..RIGHT };
    let with = |name, expected, plan: Plan, program: fn(Plan)| {
        planted("Treiber stack", name, expected, move || program(plan))
    };
    vec![
        right("Treiber stack, push and pop", [160, 160, 160, 160], || {
            each(RIGHT)
        }),
        right("Treiber stack, two pops", [16, 16, 16, 16], || pops(RIGHT)),
        right("Treiber stack of an arena", [16, 16, 16, 18], || {
            reuse(RIGHT)
        }),
        with(
            "pushed with Relaxed",
            from_sc(DataRace),
            Plan {
                push: Relaxed,
                ..RIGHT
            },
            each,
        ),
        with(
            "popped with Relaxed",
            from_sc(DataRace),
            Plan {
                see: Relaxed,
                ..RIGHT
            },
            each,
        ),
        with(
            "top stored",
            [
                Found(DataRace),
                Found(Panic),
                Found(Panic),
                Found(InvalidFree),
            ],
            bug(Bug::StoresTop),
            each,
        ),
        with(
            "arena, pushed with Relaxed",
            from_rc11(Panic),
            Plan {
                push: Relaxed,
                ..RIGHT
            },
            reuse,
        ),
        with(
            "arena, popped with Relaxed",
            from_rc11(Panic),
            Plan {
                see: Relaxed,
                ..RIGHT
            },
            reuse,
        ),
        with(
            "ABA: no count of changes",
            from_sc(Panic),
            bug(Bug::NoCount),
            reuse,
        ),
        with(
            "node freed when it is popped",
            from_sc(InvalidAccess),
            bug(Bug::FreesPopped),
            pops,
        ),
        with(
            "popped nodes not freed",
            from_sc(Leak),
            bug(Bug::Forgets),
            pops,
        ),
    ]
}
