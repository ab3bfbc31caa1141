//! A reference-counted pointer, with weak ones.

use crate::common::{Case, from_sc, planted, right};
use mazurka::FindingKind::{DataRace, InvalidAccess, Leak};
use mazurka::cell::UnsafeCell;
use mazurka::sync::atomic::{
    AtomicUsize,
    Ordering::{self, Acquire, Relaxed, Release},
    fence,
};
use mazurka::thread;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    None,
    /// Nothing keeps the destructor after what others did.
    NoFence,
    /// The count is decremented by a load and a store.
    TwoSteps,
    /// A weak pointer brings the value back to life.
    Revives,
    /// The block is freed with the value, though weak pointers look at it.
    FreesBlock,
}

#[derive(Clone, Copy)]
struct Plan {
    bug: Bug,
    drop: Ordering,
}

const RIGHT: Plan = Plan {
    bug: Bug::None,
    drop: Release,
};

struct Block<T> {
    strong: AtomicUsize,
    /// The weak ones, and one for all the others.
    weak: AtomicUsize,
    value: UnsafeCell<ManuallyDrop<T>>,
    plan: Plan,
}

struct Strong<T>(NonNull<Block<T>>);

struct Weak<T>(NonNull<Block<T>>);

// SAFETY: values are only read, and dropped by the last.
unsafe impl<T: Send + Sync> Send for Strong<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Send for Weak<T> {}

impl<T> Strong<T> {
    fn new(value: T, plan: Plan) -> Strong<T> {
        Strong(NonNull::from(Box::leak(Box::new(Block {
            strong: AtomicUsize::new(1),
            weak: AtomicUsize::new(1),
            value: UnsafeCell::new(ManuallyDrop::new(value)),
            plan,
        }))))
    }

    fn block(&self) -> &Block<T> {
        // SAFETY: the block is there as long as one of its pointers.
        unsafe { self.0.as_ref() }
    }

    fn read<R>(&self, f: impl FnOnce(&T) -> R) -> R {
        // SAFETY: the value is there as long as a strong pointer.
        self.block().value.with(|value| f(unsafe { &*value }))
    }

    fn downgrade(&self) -> Weak<T> {
        self.block().weak.fetch_add(1, Relaxed);
        Weak(self.0)
    }
}

impl<T> Clone for Strong<T> {
    fn clone(&self) -> Strong<T> {
        self.block().strong.fetch_add(1, Relaxed);
        Strong(self.0)
    }
}

impl<T> Drop for Strong<T> {
    fn drop(&mut self) {
        let block = self.block();
        let Plan { bug, drop } = block.plan;
        let before = if bug == Bug::TwoSteps {
            let before = block.strong.load(Acquire);
            block.strong.store(before - 1, drop);
            before
        } else {
            block.strong.fetch_sub(1, drop)
        };
        if before != 1 {
            return;
        }
        if bug != Bug::NoFence {
            fence(Acquire);
        }
        // SAFETY: there is no other strong pointer.
        let clear = |value: *mut ManuallyDrop<T>| unsafe { ManuallyDrop::drop(&mut *value) };
        block.value.with_mut(clear);
        if bug == Bug::FreesBlock {
            free(self.0);
        } else {
            std::mem::drop(Weak(self.0));
        }
    }
}

impl<T> Weak<T> {
    fn upgrade(&self) -> Option<Strong<T>> {
        // SAFETY: the block is there as long as one of its pointers.
        let block = unsafe { self.0.as_ref() };
        let mut count = block.strong.load(Relaxed);
        if block.plan.bug == Bug::Revives {
            return (count != 0).then(|| {
                block.strong.fetch_add(1, Acquire);
                Strong(self.0)
            });
        }
        while count != 0 {
            let taken = block
                .strong
                .compare_exchange_weak(count, count + 1, Acquire, Relaxed);
            match taken {
                Ok(_) => return Some(Strong(self.0)),
                Err(now) => count = now,
            }
        }
        None
    }
}

impl<T> Drop for Weak<T> {
    fn drop(&mut self) {
        // SAFETY: the block is there as long as one of its pointers.
        let block = unsafe { self.0.as_ref() };
        if block.weak.fetch_sub(1, Release) == 1 {
            fence(Acquire);
            free(self.0);
        }
    }
}

fn free<T>(block: NonNull<Block<T>>) {
    // SAFETY: made by `Box::leak`, and freed by the last pointer.
    drop(unsafe { Box::from_raw(block.as_ptr()) });
}

/// A clone is used and dropped by another thread.
fn shares(plan: Plan) {
    let mine = Strong::new(Box::new(1), plan);
    let theirs = mine.clone();
    let other = thread::spawn(move || theirs.read(|value| assert_eq!(**value, 1)));
    mine.read(|value| assert_eq!(**value, 1));
    drop(mine);
    other.join().unwrap();
}

/// A weak pointer is upgraded while the last strong one is dropped.
fn upgrades(plan: Plan) {
    let mine = Strong::new(Box::new(1), plan);
    let weak = mine.downgrade();
    let other = thread::spawn(move || {
        if let Some(strong) = weak.upgrade() {
            strong.read(|_| ());
        }
    });
    drop(mine);
    other.join().unwrap();
}

pub(crate) fn cases() -> Vec<Case> {
    let with = |name, expected, plan: Plan, program: fn(Plan)| {
        planted("reference count", name, expected, move || program(plan))
    };
    let bug = |bug| Plan { bug, ..RIGHT };
    vec![
        right("reference count", [2, 2, 2, 2], || shares(RIGHT)),
        right("reference count, weak", [7, 7, 7, 7], || upgrades(RIGHT)),
        with(
            "dropped with Relaxed",
            from_sc(DataRace),
            Plan {
                drop: Relaxed,
                ..RIGHT
            },
            shares,
        ),
        with(
            "no fence before the destructor",
            from_sc(DataRace),
            bug(Bug::NoFence),
            shares,
        ),
        with(
            "count changed by load and store",
            from_sc(Leak),
            bug(Bug::TwoSteps),
            shares,
        ),
        with(
            "weak pointer revives the value",
            from_sc(DataRace),
            bug(Bug::Revives),
            upgrades,
        ),
        with(
            "block freed with the value",
            from_sc(InvalidAccess),
            bug(Bug::FreesBlock),
            upgrades,
        ),
    ]
}
