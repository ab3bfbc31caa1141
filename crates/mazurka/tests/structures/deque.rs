//! The deque of Chase and Lev: its owner works at one end, and thieves take from the other. With the
//! orderings of Le, Pop, Cohen and Zappa Nardelli (PPoPP 2013).

use crate::common::{Case, LEFT, from_pso, from_rc11, from_sc, from_tso, planted, right};
use mazurka::FindingKind::{InvalidAccess, InvalidFree, Leak, Panic};
use mazurka::sync::atomic::{
    AtomicIsize, AtomicPtr,
    Ordering::{self, Acquire, Relaxed, Release, SeqCst},
    fence,
};
use mazurka::thread;
use std::cell::RefCell;
use std::ptr;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    None,
    /// Nothing keeps the owner's claim before its look at the top.
    NoFenceInTake,
    /// Nothing keeps the thief's look at the bottom after that at the top.
    NoFenceInSteal,
    /// Nothing keeps an element before the bottom that says that it is there.
    NoFenceInPush,
    /// The owner takes the last element without asking the thieves.
    TakesLast,
    /// A thief stores the new top.
    StoresTop,
    /// The owner leaves the last element alone.
    LeavesLast,
    /// After a take in vain, the bottom stays where it was moved to.
    BottomStays,
    /// A thief reads the element when it has moved the top.
    ReadsLate,
    /// The old buffer is freed when there is a larger one.
    FreesBuffer,
    /// The old buffer is never freed.
    ForgetsBuffer,
    /// The new buffer has the elements where the old one had them.
    CopiesByPlace,
    /// What is left is not dropped.
    NoDrop,
}

#[derive(Clone, Copy)]
struct Plan {
    bug: Bug,
    see_bottom: Ordering,
    see_top: Ordering,
}

const RIGHT: Plan = Plan {
    bug: Bug::None,
    see_bottom: Acquire,
    see_top: Acquire,
};

struct Buffer<T> {
    slots: Box<[AtomicPtr<T>]>,
}

impl<T> Buffer<T> {
    fn new(capacity: usize) -> *mut Buffer<T> {
        let slots = (0..capacity)
            .map(|_| AtomicPtr::new(ptr::null_mut()))
            .collect();
        Box::into_raw(Box::new(Buffer { slots }))
    }

    fn slot(&self, index: isize) -> &AtomicPtr<T> {
        &self.slots[index.cast_unsigned() % self.slots.len()]
    }
}

struct Deque<T> {
    bottom: AtomicIsize,
    top: AtomicIsize,
    buffer: AtomicPtr<Buffer<T>>,
    /// Buffers that were too small. Only the owner uses this.
    old: RefCell<Vec<*mut Buffer<T>>>,
    plan: Plan,
}

// SAFETY: `old` is used by the owner only, and an element by who has taken it.
unsafe impl<T: Send> Sync for Deque<T> {}

impl<T> Deque<T> {
    fn new(capacity: usize, plan: Plan) -> Deque<T> {
        Deque {
            bottom: AtomicIsize::new(0),
            top: AtomicIsize::new(0),
            buffer: AtomicPtr::new(Buffer::new(capacity)),
            old: RefCell::new(Vec::new()),
            plan,
        }
    }

    /// By the owner only.
    fn push(&self, value: Box<T>) {
        let bottom = self.bottom.load(Relaxed);
        let top = self.top.load(self.plan.see_top);
        // SAFETY: buffers are freed with the deque.
        let mut buffer = unsafe { &*self.buffer.load(Relaxed) };
        if bottom - top >= buffer.slots.len().cast_signed() {
            buffer = self.grow(top, bottom);
        }
        buffer.slot(bottom).store(Box::into_raw(value), Relaxed);
        if self.plan.bug != Bug::NoFenceInPush {
            fence(Release);
        }
        self.bottom.store(bottom + 1, Relaxed);
    }

    fn grow(&self, top: isize, bottom: isize) -> &Buffer<T> {
        let old = self.buffer.load(Relaxed);
        // SAFETY: buffers are freed with the deque.
        let small = unsafe { &*old };
        let new = Buffer::new(small.slots.len() * 2);
        // SAFETY: made above.
        let large = unsafe { &*new };
        for index in top..bottom {
            let value = small.slot(index).load(Relaxed);
            let index = match self.plan.bug {
                Bug::CopiesByPlace => index % small.slots.len().cast_signed(),
                _ => index,
            };
            large.slot(index).store(value, Relaxed);
        }
        self.buffer.store(new, Release);
        match self.plan.bug {
            // SAFETY: there is none: thieves may look at the buffer.
            Bug::FreesBuffer => drop(unsafe { Box::from_raw(old) }),
            Bug::ForgetsBuffer => {}
            _ => self.old.borrow_mut().push(old),
        }
        large
    }

    /// By the owner only.
    fn take(&self) -> Option<Box<T>> {
        let bottom = self.bottom.load(Relaxed) - 1;
        // SAFETY: buffers are freed with the deque.
        let buffer = unsafe { &*self.buffer.load(Relaxed) };
        self.bottom.store(bottom, Relaxed);
        if self.plan.bug != Bug::NoFenceInTake {
            fence(SeqCst);
        }
        let top = self.top.load(Relaxed);
        let mut value = None;
        if top < bottom || (top == bottom && self.plan.bug == Bug::TakesLast) {
            return boxed(buffer.slot(bottom).load(Relaxed));
        }
        if top == bottom && self.plan.bug != Bug::LeavesLast {
            value = Some(buffer.slot(bottom).load(Relaxed));
            // The last one: a thief may want it as well.
            if self
                .top
                .compare_exchange(top, top + 1, SeqCst, Relaxed)
                .is_err()
            {
                value = None;
            }
        }
        if self.plan.bug != Bug::BottomStays {
            self.bottom.store(bottom + 1, Relaxed);
        }
        value.and_then(boxed)
    }

    /// By any thread; none also if another thread was faster.
    fn steal(&self) -> Option<Box<T>> {
        let top = self.top.load(Acquire);
        if self.plan.bug != Bug::NoFenceInSteal {
            fence(SeqCst);
        }
        let bottom = self.bottom.load(self.plan.see_bottom);
        if top >= bottom {
            return None;
        }
        // SAFETY: buffers are freed with the deque.
        let buffer = unsafe { &*self.buffer.load(Acquire) };
        let value = buffer.slot(top).load(Relaxed);
        if self.plan.bug == Bug::StoresTop {
            self.top.store(top + 1, SeqCst);
        } else if self
            .top
            .compare_exchange(top, top + 1, SeqCst, Relaxed)
            .is_err()
        {
            return None;
        }
        match self.plan.bug {
            Bug::ReadsLate => boxed(buffer.slot(top).load(Relaxed)),
            _ => boxed(value),
        }
    }
}

/// The element, which the caller has taken.
fn boxed<T>(value: *mut T) -> Option<Box<T>> {
    assert!(!value.is_null(), "an element that is not there");
    // SAFETY: made by `Box::into_raw`, and taken once.
    Some(unsafe { Box::from_raw(value) })
}

impl<T> Drop for Deque<T> {
    fn drop(&mut self) {
        while self.plan.bug != Bug::NoDrop && self.take().is_some() {}
        let buffers = self.old.get_mut().drain(..);
        for buffer in buffers.chain([*self.buffer.get_mut()]) {
            // SAFETY: made by `Box::into_raw`, and no thief is there any more.
            drop(unsafe { Box::from_raw(buffer) });
        }
    }
}

/// The owner pushes two elements and takes some, while a thief steals. With what is left, each has
/// been taken once.
fn run(pushes: u32, takes: u32, steals: u32, capacity: usize, plan: Plan) {
    let deque = Deque::new(capacity, plan);
    let mut taken = thread::scope(|scope| {
        let thief = scope.spawn(|| {
            let stolen = (0..steals).filter_map(|_| deque.steal());
            stolen.map(|value| *value).collect::<Vec<_>>()
        });
        (0..pushes).for_each(|value| deque.push(Box::new(value)));
        let mut taken: Vec<_> = (0..takes)
            .filter_map(|_| deque.take())
            .map(|value| *value)
            .collect();
        taken.extend(thief.join().unwrap());
        taken
    });
    if plan.bug != Bug::NoDrop {
        taken.extend(std::iter::from_fn(|| deque.take()).map(|value| *value));
        taken.sort_unstable();
        assert!(
            taken.into_iter().eq(0..pushes),
            "an element is lost, or comes twice"
        );
    }
}

/// The owner takes and pushes in turn, in a buffer that is full.
fn reuses(plan: Plan) {
    let deque = Deque::new(1, plan);
    let mut taken = thread::scope(|scope| {
        let thief = scope.spawn(|| deque.steal().map(|value| *value));
        deque.push(Box::new(0));
        let mut taken: Vec<_> = deque.take().map(|value| *value).into_iter().collect();
        deque.push(Box::new(1));
        taken.extend(thief.join().unwrap());
        taken
    });
    taken.extend(std::iter::from_fn(|| deque.take()).map(|value| *value));
    taken.sort_unstable();
    assert_eq!(taken, [0, 1], "an element is lost, or comes twice");
}

/// The deque grows when its first element is not in the first slot any more.
fn grows(plan: Plan) {
    let deque = Deque::new(2, plan);
    deque.push(Box::new(0));
    thread::scope(|scope| {
        let thief = scope.spawn(|| deque.steal().map(|value| *value));
        (1..4).for_each(|value| deque.push(Box::new(value)));
        let stolen = thief.join().unwrap();
        let mut taken: Vec<_> = std::iter::from_fn(|| deque.take())
            .map(|value| *value)
            .collect();
        taken.extend(stolen);
        taken.sort_unstable();
        assert_eq!(taken, [0, 1, 2, 3], "an element is lost, or comes twice");
    });
}

pub(crate) fn cases() -> Vec<Case> {
    let with = |name, expected, plan: Plan| {
        planted("Chase-Lev deque", name, expected, move || {
            run(2, 2, 2, 2, plan)
        })
    };
    let bug = |bug| Plan { bug, ..RIGHT };
    vec![
        right("Chase-Lev deque, one element", [8, 8, 8, 8], || {
            run(1, 1, 1, 2, RIGHT)
        }),
        right("Chase-Lev deque, two elements", [90, 90, 90, 90], || {
            run(2, 2, 2, 2, RIGHT)
        }),
        right("Chase-Lev deque that grows", [49, 49, 49, 49], || {
            run(2, 1, 2, 1, RIGHT)
        }),
        right(
            "Chase-Lev deque that grows in use",
            [14, 14, 14, 14],
            || grows(RIGHT),
        ),
        right("Chase-Lev deque, slot used again", [12, 12, 12, 12], || {
            reuses(RIGHT)
        }),
        with(
            "no fence in take",
            from_tso(InvalidFree),
            bug(Bug::NoFenceInTake),
        ),
        with(
            "no fence in steal",
            from_rc11(InvalidFree),
            bug(Bug::NoFenceInSteal),
        ),
        with("no fence in push", from_pso(Panic), bug(Bug::NoFenceInPush)),
        with(
            "bottom seen with Relaxed",
            from_rc11(Panic),
            Plan {
                see_bottom: Relaxed,
                ..RIGHT
            },
        ),
        with(
            "last element taken without asking",
            from_sc(InvalidFree),
            bug(Bug::TakesLast),
        ),
        with(
            "top stored by a thief",
            from_sc(InvalidFree),
            bug(Bug::StoresTop),
        ),
        with(
            "last element left alone",
            from_sc(Panic),
            bug(Bug::LeavesLast),
        ),
        planted(
            "Chase-Lev deque",
            "rest not dropped",
            from_sc(Leak),
            move || {
                run(2, 1, 1, 2, bug(Bug::NoDrop));
            },
        ),
        planted(
            "Chase-Lev deque",
            "bottom stays after a take in vain",
            from_sc(Panic),
            move || {
                reuses(bug(Bug::BottomStays));
            },
        ),
        planted(
            "Chase-Lev deque",
            "element read after the top has moved",
            from_sc(InvalidFree),
            move || {
                reuses(bug(Bug::ReadsLate));
            },
        ),
        planted(
            "Chase-Lev deque",
            "elements copied by place",
            from_sc(Panic),
            move || {
                grows(bug(Bug::CopiesByPlace));
            },
        ),
        planted(
            "Chase-Lev deque",
            "old buffer freed",
            from_sc(InvalidAccess),
            move || {
                run(2, 1, 2, 1, bug(Bug::FreesBuffer));
            },
        ),
        planted(
            "Chase-Lev deque",
            "old buffer never freed",
            from_sc(Leak),
            move || {
                run(2, 1, 2, 1, bug(Bug::ForgetsBuffer));
            },
        ),
    ]
}

/// Larger ones.
pub(crate) fn large() -> Vec<Case> {
    vec![right(
        "Chase-Lev deque, three elements",
        [1715, LEFT, LEFT, 1773],
        || {
            run(3, 3, 3, 2, RIGHT);
        },
    )]
}
