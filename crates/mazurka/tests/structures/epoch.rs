//! Epochs: a thread says in which epoch it looks at nodes, and a node is freed two epochs after it
//! was taken out.

use crate::common::{Case, LEFT, from_sc, from_tso, planted, right};
use mazurka::FindingKind::{InvalidAccess, Leak};
use mazurka::cell::UnsafeCell;
use mazurka::sync::atomic::{
    AtomicPtr, AtomicUsize,
    Ordering::{self, AcqRel, Acquire, Relaxed, Release, SeqCst},
    fence,
};
use mazurka::thread;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    None,
    /// Nodes are freed one epoch after they were taken out.
    OneEpoch,
    /// Nothing keeps the epoch that a thread is in before its loads.
    NoFence,
    /// The epoch moves on though a thread is in an older one.
    MovesOn,
    /// The last thread is not looked at.
    OneTooFew,
    /// A thread leaves its epoch before it has read.
    LeavesEarly,
    /// Nothing keeps what is freed after the looks at who is in which epoch.
    NoAcquireFence,
    /// Nodes are not freed.
    Forgets,
}

#[derive(Clone, Copy)]
struct Plan {
    bug: Bug,
    enter: Ordering,
    leave: Ordering,
}

const RIGHT: Plan = Plan {
    bug: Bug::None,
    enter: Release,
    leave: Release,
};

struct Collector {
    epoch: AtomicUsize,
    /// For each thread: zero, or twice the epoch that it is in, and one.
    threads: [AtomicUsize; 2],
    plan: Plan,
}

impl Collector {
    fn enter(&self, thread: usize) {
        let epoch = self.epoch.load(Relaxed);
        // Release: who sees this thread here sees what it did where it was before.
        self.threads[thread].store(epoch << 1 | 1, self.plan.enter);
        if self.plan.bug != Bug::NoFence {
            fence(SeqCst);
        }
    }

    fn leave(&self, thread: usize) {
        self.threads[thread].store(0, self.plan.leave);
    }

    /// The epoch, after an attempt to move on. Only one thread does that here.
    fn advance(&self) -> usize {
        let epoch = self.epoch.load(Relaxed);
        fence(SeqCst);
        let threads = match self.plan.bug {
            Bug::OneTooFew => &self.threads[..1],
            _ => &self.threads[..],
        };
        for thread in threads {
            let state = thread.load(Relaxed);
            if state & 1 == 1 && state >> 1 != epoch && self.plan.bug != Bug::MovesOn {
                return epoch;
            }
        }
        if self.plan.bug != Bug::NoAcquireFence {
            fence(Acquire);
        }
        self.epoch.store(epoch + 1, Release);
        epoch + 1
    }
}

struct Node<T> {
    value: UnsafeCell<T>,
}

struct Shared<T> {
    current: AtomicPtr<Node<T>>,
    collector: Collector,
}

// SAFETY: nodes are only read, and freed when no thread looks at them.
unsafe impl<T: Send + Sync> Sync for Shared<T> {}

impl<T: Copy> Shared<T> {
    fn read(&self, thread: usize) -> T {
        self.collector.enter(thread);
        let node = self.current.load(Acquire);
        if self.collector.plan.bug == Bug::LeavesEarly {
            self.collector.leave(thread);
        }
        // SAFETY: the node was there in this epoch, so it is not freed before the thread leaves.
        let value = unsafe { (*node).value.with(|value| *value) };
        self.collector.leave(thread);
        value
    }

    /// Replaces the value, and tries to free the old one. Returns it if that was too early.
    fn write(&self, value: T) -> Option<usize> {
        let old = self.current.swap(node(value), AcqRel);
        fence(SeqCst);
        let taken_out = self.collector.epoch.load(Relaxed);
        let wait = match self.collector.plan.bug {
            Bug::OneEpoch => 1,
            _ => 2,
        };
        for _ in 0..2 {
            if self.collector.advance() >= taken_out + wait {
                if self.collector.plan.bug != Bug::Forgets {
                    free(old);
                }
                return None;
            }
        }
        Some(old as usize)
    }
}

impl<T> Drop for Shared<T> {
    fn drop(&mut self) {
        free(*self.current.get_mut());
    }
}

fn node<T>(value: T) -> *mut Node<T> {
    Box::into_raw(Box::new(Node {
        value: UnsafeCell::new(value),
    }))
}

fn free<T>(node: *mut Node<T>) {
    // SAFETY: made by `Box::into_raw`, and freed once.
    drop(unsafe { Box::from_raw(node) });
}

/// Readers that read a number of times, and a writer.
fn run(readers: usize, reads: usize, plan: Plan) {
    let shared = Shared {
        current: AtomicPtr::new(node(0)),
        collector: Collector {
            epoch: AtomicUsize::new(0),
            threads: [AtomicUsize::new(0), AtomicUsize::new(0)],
            plan,
        },
    };
    let rest = thread::scope(|scope| {
        let shared = &shared;
        for reader in 0..readers {
            // The last slot is taken first.
            scope.spawn(move || (0..reads).for_each(|_| assert!(shared.read(1 - reader) <= 1)));
        }
        shared.write(1)
    });
    rest.into_iter()
        .for_each(|node| free(node as *mut Node<u32>));
}

pub(crate) fn cases() -> Vec<Case> {
    let with =
        |name, expected, plan: Plan| planted("epochs", name, expected, move || run(1, 1, plan));
    let bug = |bug| Plan { bug, ..RIGHT };
    vec![
        right("epochs, one reader", [13, 13, 13, 13], || run(1, 1, RIGHT)),
        right(
            "epochs, one reader that reads twice",
            [58, 61, 61, 61],
            || run(1, 2, RIGHT),
        ),
        right("epochs, two readers", [145, 145, 145, 145], || {
            run(2, 1, RIGHT)
        }),
        with(
            "freed after one epoch",
            from_sc(InvalidAccess),
            bug(Bug::OneEpoch),
        ),
        with(
            "no fence after entering",
            from_tso(InvalidAccess),
            bug(Bug::NoFence),
        ),
        with(
            "moves on though a thread is behind",
            from_sc(InvalidAccess),
            bug(Bug::MovesOn),
        ),
        with(
            "last thread not looked at",
            from_sc(InvalidAccess),
            bug(Bug::OneTooFew),
        ),
        with(
            "left before the read",
            from_sc(InvalidAccess),
            bug(Bug::LeavesEarly),
        ),
        planted(
            "epochs",
            "entered again with Relaxed",
            from_sc(InvalidAccess),
            || {
                run(
                    1,
                    2,
                    Plan {
                        enter: Relaxed,
                        ..RIGHT
                    },
                );
            },
        ),
        with(
            "left with Relaxed",
            from_sc(InvalidAccess),
            Plan {
                leave: Relaxed,
                ..RIGHT
            },
        ),
        with(
            "no fence before freeing",
            from_sc(InvalidAccess),
            bug(Bug::NoAcquireFence),
        ),
        with("not freed", from_sc(Leak), bug(Bug::Forgets)),
    ]
}

/// Larger ones.
pub(crate) fn large() -> Vec<Case> {
    vec![right(
        "epochs, two readers that read twice",
        [2803, LEFT, LEFT, 2965],
        || {
            run(2, 2, RIGHT);
        },
    )]
}
