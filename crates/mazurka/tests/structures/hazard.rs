//! Hazard pointers: a reader says which node it looks at, and who wants to free nodes looks there
//! first.

use crate::common::{Case, LEFT, from_sc, from_tso, planted, right};
use mazurka::FindingKind::{DataRace, InvalidAccess, InvalidFree, Leak};
use mazurka::cell::UnsafeCell;
use mazurka::sync::atomic::{
    AtomicPtr,
    Ordering::{self, AcqRel, Acquire, Relaxed, Release, SeqCst},
    fence,
};
use mazurka::{hint, thread};
use std::ptr;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    None,
    /// Readers do not look whether the node is still the current one.
    NoSecondLook,
    /// Nothing keeps the reader's hazard before its second look.
    NoFence,
    /// Who frees does not look at the last hazard.
    OneTooFew,
    /// Who frees does not look at the hazards.
    LooksNot,
    /// The reader takes its hazard back before it has read.
    TakenBackEarly,
    /// A node that was retired is not freed.
    Forgets,
    /// A node that a reader had is freed by the next scan, and kept in the list.
    FreesTwice,
}

#[derive(Clone, Copy)]
struct Plan {
    bug: Bug,
    publish: Ordering,
    /// How the reader takes its hazard back.
    back: Ordering,
}

const RIGHT: Plan = Plan {
    bug: Bug::None,
    publish: AcqRel,
    back: Release,
};

struct Node<T> {
    value: UnsafeCell<T>,
}

/// A value that is replaced, and read meanwhile.
struct Shared<T> {
    current: AtomicPtr<Node<T>>,
    hazards: [AtomicPtr<Node<T>>; 2],
    plan: Plan,
}

// SAFETY: nodes are only read, and freed when they have no readers.
unsafe impl<T: Send + Sync> Sync for Shared<T> {}

impl<T: Copy> Shared<T> {
    fn new(value: T, plan: Plan) -> Shared<T> {
        let none = || AtomicPtr::new(ptr::null_mut());
        Shared {
            current: AtomicPtr::new(node(value)),
            hazards: [none(), none()],
            plan,
        }
    }

    /// Reads, by the reader with that number.
    fn read(&self, reader: usize) -> T {
        let hazard = &self.hazards[reader];
        let node = loop {
            let node = self.current.load(Acquire);
            hazard.store(node, Relaxed);
            if self.plan.bug != Bug::NoFence {
                fence(SeqCst);
            }
            if self.plan.bug == Bug::NoSecondLook || self.current.load(Acquire) == node {
                break node;
            }
            hint::spin_loop();
        };
        if self.plan.bug == Bug::TakenBackEarly {
            hazard.store(ptr::null_mut(), self.plan.back);
        }
        // SAFETY: the node was the current one after the hazard was there, so it is not freed.
        let value = unsafe { (*node).value.with(|value| *value) };
        hazard.store(ptr::null_mut(), self.plan.back);
        value
    }

    /// Replaces the value. What was retired and could not be freed yet is in `retired`.
    fn write(&self, value: T, retired: &mut Vec<*mut Node<T>>) {
        retired.push(self.current.swap(node(value), self.plan.publish));
        fence(SeqCst);
        let hazards = match self.plan.bug {
            Bug::LooksNot => &self.hazards[..0],
            Bug::OneTooFew => &self.hazards[..1],
            _ => &self.hazards[..],
        };
        let hazards: Vec<_> = hazards.iter().map(|hazard| hazard.load(Acquire)).collect();
        let is_first = retired.len() == 1;
        retired.retain(|node| {
            if hazards.contains(node) {
                return true;
            }
            if self.plan.bug != Bug::Forgets {
                free(*node);
            }
            self.plan.bug == Bug::FreesTwice && !is_first
        });
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

/// Readers, and a writer that replaces the value a number of times.
fn run(readers: usize, writes: u32, plan: Plan) {
    let shared = Shared::new(0, plan);
    thread::scope(|scope| {
        let shared = &shared;
        for reader in 0..readers {
            scope.spawn(move || assert!(shared.read(reader) <= writes));
        }
        let mut retired = Vec::new();
        for value in 1..=writes {
            shared.write(value, &mut retired);
        }
        let rest: Vec<_> = retired.into_iter().map(|node| node as usize).collect();
        rest
    })
    .into_iter()
    .for_each(|node| free(node as *mut Node<u32>));
}

pub(crate) fn cases() -> Vec<Case> {
    let with = |name, expected, readers, plan: Plan| {
        planted("hazard pointers", name, expected, move || {
            run(readers, 1, plan)
        })
    };
    let bug = |bug| Plan { bug, ..RIGHT };
    vec![
        right("hazard pointers, one reader", [9, 9, 9, 9], || {
            run(1, 1, RIGHT)
        }),
        right("hazard pointers, two readers", [81, 81, 81, 81], || {
            run(2, 1, RIGHT)
        }),
        right("hazard pointers, two writes", [49, 49, 49, 49], || {
            run(1, 2, RIGHT)
        }),
        with(
            "no second look",
            from_sc(InvalidAccess),
            1,
            bug(Bug::NoSecondLook),
        ),
        with(
            "no fence after the hazard",
            from_tso(InvalidAccess),
            1,
            bug(Bug::NoFence),
        ),
        with(
            "last hazard not looked at",
            from_sc(InvalidAccess),
            2,
            bug(Bug::OneTooFew),
        ),
        with(
            "hazards not looked at",
            from_sc(InvalidAccess),
            1,
            bug(Bug::LooksNot),
        ),
        with(
            "hazard taken back too early",
            from_sc(InvalidAccess),
            1,
            bug(Bug::TakenBackEarly),
        ),
        with(
            "hazard taken back with Relaxed",
            from_sc(InvalidAccess),
            1,
            Plan {
                back: Relaxed,
                ..RIGHT
            },
        ),
        with(
            "published with Relaxed",
            from_sc(DataRace),
            1,
            Plan {
                publish: Relaxed,
                ..RIGHT
            },
        ),
        with(
            "retired nodes not freed",
            from_sc(Leak),
            1,
            bug(Bug::Forgets),
        ),
        planted(
            "hazard pointers",
            "freed by two scans",
            from_sc(InvalidFree),
            move || {
                run(1, 2, bug(Bug::FreesTwice));
            },
        ),
    ]
}

/// Larger ones.
pub(crate) fn large() -> Vec<Case> {
    vec![right(
        "hazard pointers, two readers, two writes",
        [2401, LEFT, LEFT, 2401],
        || {
            run(2, 2, RIGHT);
        },
    )]
}
