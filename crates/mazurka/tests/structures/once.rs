//! Cells that are set once: by one thread while others wait, or by the first that comes.

use crate::common::{Case, from_sc, planted, right};
use mazurka::FindingKind::{DataRace, InvalidAccess, Leak, Livelock};
use mazurka::cell::UnsafeCell;
use mazurka::sync::atomic::{
    AtomicPtr, AtomicU8, AtomicU32,
    Ordering::{self, Acquire, Relaxed, Release},
};
use mazurka::{hint, thread};
use std::mem::MaybeUninit;
use std::ptr;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    None,
    /// The right to set the value is taken by a load and a store.
    TwoSteps,
    /// The value is there before it is written.
    ReadyFirst,
    /// After an attempt that failed, the cell stays as it is while it is being set.
    StaysBusy,
    /// The value is not dropped.
    NoDrop,
    /// Of two boxes, the one that came too late is forgotten.
    ForgetsLate,
    /// Who comes too late drops the box that came first.
    DropsFirst,
}

#[derive(Clone, Copy)]
struct Plan {
    bug: Bug,
    ready: Ordering,
    see: Ordering,
    lose: Ordering,
}

const RIGHT: Plan = Plan {
    bug: Bug::None,
    ready: Release,
    see: Acquire,
    lose: Acquire,
};

const EMPTY: u8 = 0;
const BUSY: u8 = 1;
const READY: u8 = 2;

struct Once<T> {
    state: AtomicU8,
    value: UnsafeCell<MaybeUninit<T>>,
    plan: Plan,
}

// SAFETY: the value is written by one thread, before others read it.
unsafe impl<T: Send + Sync> Sync for Once<T> {}

impl<T> Once<T> {
    fn new(plan: Plan) -> Once<T> {
        Once {
            state: AtomicU8::new(EMPTY),
            value: UnsafeCell::new(MaybeUninit::uninit()),
            plan,
        }
    }

    fn get(&self) -> Option<&T> {
        (self.state.load(self.plan.see) == READY).then(|| self.value())
    }

    fn value(&self) -> &T {
        // SAFETY: the value is there, and does not change any more.
        self.value
            .with(|value| unsafe { (*value).assume_init_ref() })
    }

    fn begin(&self) -> Result<u8, u8> {
        if self.plan.bug == Bug::TwoSteps {
            let state = self.state.load(self.plan.lose);
            if state != EMPTY {
                return Err(state);
            }
            self.state.store(BUSY, Relaxed);
            return Ok(EMPTY);
        }
        self.state
            .compare_exchange(EMPTY, BUSY, Acquire, self.plan.lose)
    }

    fn get_or_try_init(&self, f: impl FnOnce() -> Option<T>) -> Option<&T> {
        loop {
            match self.begin() {
                Ok(_) => break,
                Err(READY) => return Some(self.value()),
                Err(_) => hint::spin_loop(),
            }
        }
        if self.plan.bug == Bug::ReadyFirst {
            self.state.store(READY, self.plan.ready);
        }
        let Some(new) = f() else {
            if self.plan.bug != Bug::StaysBusy {
                self.state.store(EMPTY, Release);
            }
            return None;
        };
        // SAFETY: only this thread sets the value.
        self.value.with_mut(|value| unsafe { (*value).write(new) });
        if self.plan.bug != Bug::ReadyFirst {
            self.state.store(READY, self.plan.ready);
        }
        Some(self.value())
    }
}

impl<T> Drop for Once<T> {
    fn drop(&mut self) {
        let is_dropped = match self.plan.bug {
            Bug::NoDrop => false,
            _ => *self.state.get_mut() == READY,
        };
        if is_dropped {
            // SAFETY: the value is there, and no other thread has the cell any more.
            unsafe { self.value.get_mut().assume_init_drop() };
        }
    }
}

/// Two threads set a number, and a third looks whether it is there.
fn sets(plan: Plan) {
    let cell = Once::new(plan);
    let sets = AtomicU32::new(0);
    thread::scope(|scope| {
        let set = |value: u32| {
            let init = || {
                sets.fetch_add(1, Relaxed);
                Some(value)
            };
            *cell.get_or_try_init(init).expect("set")
        };
        let other = scope.spawn(move || set(1));
        let reader = scope.spawn(|| cell.get().copied());
        let mine = set(2);
        assert_eq!(mine, other.join().unwrap(), "two values");
        let read = reader.join().unwrap();
        assert!(read.is_none_or(|value| value == mine), "another value");
    });
    assert_eq!(sets.load(Relaxed), 1, "set twice");
}

/// One thread fails to set the value, and the other sets it.
fn fails(plan: Plan) {
    let cell = Once::new(plan);
    thread::scope(|scope| {
        scope.spawn(|| cell.get_or_try_init(|| None).is_some());
        let value = cell.get_or_try_init(|| Some(Box::new(1)));
        assert_eq!(value.map(|value| **value), Some(1));
    });
}

/// A box that the first thread sets; others drop theirs.
struct OnceBox<T> {
    first: AtomicPtr<T>,
    plan: Plan,
}

impl<T> OnceBox<T> {
    fn get_or_init(&self, f: impl FnOnce() -> T) -> &T {
        let mut first = self.first.load(self.plan.see);
        if first.is_null() {
            let new = Box::into_raw(Box::new(f()));
            let null = ptr::null_mut();
            let set = self
                .first
                .compare_exchange(null, new, self.plan.ready, self.plan.lose);
            first = match set {
                Ok(_) => new,
                Err(first) => {
                    match self.plan.bug {
                        Bug::ForgetsLate => {}
                        // SAFETY: there is none: it belongs to the cell.
                        Bug::DropsFirst => drop(unsafe { Box::from_raw(first) }),
                        // SAFETY: made above, and no other thread has it.
                        _ => drop(unsafe { Box::from_raw(new) }),
                    }
                    first
                }
            };
        }
        // SAFETY: the box belongs to the cell.
        unsafe { &*first }
    }
}

impl<T> Drop for OnceBox<T> {
    fn drop(&mut self) {
        let first = *self.first.get_mut();
        if !first.is_null() {
            // SAFETY: the box belongs to the cell.
            drop(unsafe { Box::from_raw(first) });
        }
    }
}

/// What is in the box.
struct Shared(UnsafeCell<u32>);

// SAFETY: it is only read.
unsafe impl Sync for Shared {}
// SAFETY: as above.
unsafe impl Send for Shared {}

/// Two threads that set the box, and use what is there.
fn boxes(plan: Plan) {
    let cell = OnceBox {
        first: AtomicPtr::new(ptr::null_mut()),
        plan,
    };
    let get = |new: u32| {
        let shared = cell.get_or_init(|| Shared(UnsafeCell::new(new)));
        // SAFETY: it is only read.
        shared.0.with(|value| unsafe { *value })
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| get(1));
        assert_eq!(get(2), other.join().unwrap(), "two values");
    });
}

pub(crate) fn cases() -> Vec<Case> {
    let with = |name, expected, plan: Plan, program: fn(Plan)| {
        planted("once cell", name, expected, move || program(plan))
    };
    let bug = |bug| Plan { bug, ..RIGHT };
    vec![
        right("once cell", [6, 6, 6, 6], || sets(RIGHT)),
        right("once cell, a failure", [4, 4, 4, 4], || fails(RIGHT)),
        right("once cell of a box", [4, 4, 4, 4], || boxes(RIGHT)),
        with(
            "ready with Relaxed",
            from_sc(DataRace),
            Plan {
                ready: Relaxed,
                ..RIGHT
            },
            sets,
        ),
        with(
            "seen with Relaxed",
            from_sc(DataRace),
            Plan {
                see: Relaxed,
                ..RIGHT
            },
            sets,
        ),
        with(
            "lost with Relaxed",
            from_sc(DataRace),
            Plan {
                lose: Relaxed,
                ..RIGHT
            },
            sets,
        ),
        with(
            "begun by load and store",
            from_sc(DataRace),
            bug(Bug::TwoSteps),
            sets,
        ),
        with(
            "ready before it is written",
            from_sc(DataRace),
            bug(Bug::ReadyFirst),
            sets,
        ),
        with(
            "busy after a failure",
            from_sc(Livelock),
            bug(Bug::StaysBusy),
            fails,
        ),
        with("value not dropped", from_sc(Leak), bug(Bug::NoDrop), fails),
        with(
            "box set with Relaxed",
            from_sc(DataRace),
            Plan {
                ready: Relaxed,
                ..RIGHT
            },
            boxes,
        ),
        with(
            "box seen with Relaxed",
            from_sc(DataRace),
            Plan {
                see: Relaxed,
                ..RIGHT
            },
            boxes,
        ),
        with(
            "box lost with Relaxed",
            from_sc(DataRace),
            Plan {
                lose: Relaxed,
                ..RIGHT
            },
            boxes,
        ),
        with(
            "late box not dropped",
            from_sc(Leak),
            bug(Bug::ForgetsLate),
            boxes,
        ),
        with(
            "first box dropped by the late one",
            from_sc(InvalidAccess),
            bug(Bug::DropsFirst),
            boxes,
        ),
    ]
}
