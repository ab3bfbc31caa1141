//! The queue lock of Mellor-Crummey and Scott, with nodes on the heap.

use crate::common::Said::{Found, Nothing};
use crate::common::{Case, LEFT, from_rc11, from_sc, planted, right};
use crate::locks::{self, Lock};
use mazurka::FindingKind::{DataRace, InvalidAccess, Leak, Livelock, Panic};
use mazurka::hint;
use mazurka::sync::atomic::{
    AtomicBool, AtomicPtr,
    Ordering::{self, AcqRel, Acquire, Relaxed, Release},
};
use std::ptr;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    None,
    /// Who gives back does not wait for one who is just getting in line.
    DoesNotWait,
    /// The thread says that it waits after it has got in line.
    WaitsLate,
    /// The last in line is taken out by a store.
    StoresTail,
    /// The node is freed before the next thread is looked up in it.
    FreesEarly,
    /// The node is freed only if no other thread waits.
    KeepsNode,
}

#[derive(Clone, Copy)]
struct Plan {
    bug: Bug,
    /// How a thread gets in line: the swap, and the link.
    swap: Ordering,
    link: Ordering,
    /// How the lock is handed over.
    hand: Ordering,
    see: Ordering,
    /// How the lock becomes free.
    free: Ordering,
}

const RIGHT: Plan = Plan {
    bug: Bug::None,
    swap: AcqRel,
    link: Release,
    hand: Release,
    see: Acquire,
    free: Release,
};

struct Node {
    next: AtomicPtr<Node>,
    waits: AtomicBool,
}

struct Mcs {
    tail: AtomicPtr<Node>,
    plan: Plan,
}

impl Mcs {
    fn new(plan: Plan) -> Mcs {
        Mcs {
            tail: AtomicPtr::new(ptr::null_mut()),
            plan,
        }
    }
}

impl Lock for Mcs {
    type Held = *mut Node;

    fn lock(&self) -> *mut Node {
        let node = Box::into_raw(Box::new(Node {
            next: AtomicPtr::new(ptr::null_mut()),
            waits: AtomicBool::new(false),
        }));
        // SAFETY: a node is freed by its own thread, when it gives the lock back.
        let this = unsafe { &*node };
        if self.plan.bug != Bug::WaitsLate {
            this.waits.store(true, Relaxed);
        }
        let before = self.tail.swap(node, self.plan.swap);
        // SAFETY: who is before waits for the link before it frees its node.
        if let Some(before) = unsafe { before.as_ref() } {
            before.next.store(node, self.plan.link);
            if self.plan.bug == Bug::WaitsLate {
                this.waits.store(true, Relaxed);
            }
            while this.waits.load(self.plan.see) {
                hint::spin_loop();
            }
        }
        node
    }

    fn unlock(&self, node: *mut Node) {
        // SAFETY: made by `Box::into_raw`, and freed once, below.
        let free = || drop(unsafe { Box::from_raw(node) });
        // SAFETY: it is the node of this thread.
        let this = unsafe { &*node };
        if self.plan.bug == Bug::FreesEarly {
            free();
        }
        let mut next = this.next.load(Acquire);
        if next.is_null() {
            let null = ptr::null_mut();
            let is_last = match self.plan.bug {
                Bug::StoresTail => {
                    self.tail.store(null, self.plan.free);
                    true
                }
                _ => self
                    .tail
                    .compare_exchange(node, null, self.plan.free, Relaxed)
                    .is_ok(),
            };
            if is_last || self.plan.bug == Bug::DoesNotWait {
                if self.plan.bug != Bug::FreesEarly {
                    free();
                }
                return;
            }
            while next.is_null() {
                next = this.next.load(Acquire);
            }
        }
        // SAFETY: the next thread frees its node after it was handed the lock.
        unsafe { (*next).waits.store(false, self.plan.hand) };
        if !matches!(self.plan.bug, Bug::KeepsNode | Bug::FreesEarly) {
            free();
        }
    }
}

pub(crate) fn cases() -> Vec<Case> {
    let plain = |bug, expected, plan: Plan| {
        planted("MCS lock", bug, expected, move || {
            locks::plain(2, || Mcs::new(plan))
        })
    };
    let atomic = |bug, expected, plan: Plan| {
        planted("MCS lock", bug, expected, move || {
            locks::atomic(2, || Mcs::new(plan))
        })
    };
    let handed = Plan {
        hand: Relaxed,
        ..RIGHT
    };
    let seen = Plan {
        see: Relaxed,
        ..RIGHT
    };
    let freed = Plan {
        free: Relaxed,
        ..RIGHT
    };
    let bug = |bug| Plan { bug, ..RIGHT };
    vec![
        right("MCS lock", [6, 10, 10, 6], || {
            locks::plain(2, || Mcs::new(RIGHT))
        }),
        right("MCS lock of three", [66, 198, 198, 66], || {
            locks::plain(3, || Mcs::new(RIGHT))
        }),
        plain(
            "handed over with Relaxed, plain data",
            from_sc(DataRace),
            handed,
        ),
        plain("free with Relaxed, plain data", from_sc(DataRace), freed),
        plain("waits with Relaxed, plain data", from_sc(DataRace), seen),
        atomic(
            "handed over with Relaxed, atomic data",
            [Nothing, Nothing, Found(Panic), Found(InvalidAccess)],
            handed,
        ),
        atomic(
            "waits with Relaxed, atomic data",
            from_rc11(InvalidAccess),
            seen,
        ),
        // A compare-exchange empties store buffers.
        atomic("free with Relaxed, atomic data", from_rc11(Panic), freed),
        atomic(
            "swap without Acquire",
            from_rc11(Panic),
            Plan {
                swap: Release,
                ..RIGHT
            },
        ),
        // The predecessor uses a node that it cannot know to be made.
        plain(
            "linked with Relaxed",
            from_sc(DataRace),
            Plan {
                link: Relaxed,
                ..RIGHT
            },
        ),
        plain(
            "says that it waits when it is in line",
            from_sc(Livelock),
            bug(Bug::WaitsLate),
        ),
        plain(
            "becomes free by a store",
            from_sc(InvalidAccess),
            bug(Bug::StoresTail),
        ),
        plain(
            "does not wait for the link",
            [
                Found(InvalidAccess),
                Found(Livelock),
                Found(Livelock),
                Found(InvalidAccess),
            ],
            bug(Bug::DoesNotWait),
        ),
        plain(
            "node freed too early",
            from_sc(InvalidAccess),
            bug(Bug::FreesEarly),
        ),
        plain("node not freed", from_sc(Leak), bug(Bug::KeepsNode)),
    ]
}

/// Larger ones.
pub(crate) fn large() -> Vec<Case> {
    vec![right(
        "MCS lock, four threads",
        [1080, LEFT, LEFT, 1080],
        || {
            locks::plain(4, || Mcs::new(RIGHT));
        },
    )]
}
