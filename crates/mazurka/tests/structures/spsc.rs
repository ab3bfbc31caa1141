//! A ring of slots with one producer and one consumer (Lamport's queue).

use crate::common::Said::Found;
use crate::common::{Case, from_sc, planted, right};
use mazurka::FindingKind::{DataRace, InvalidFree, Leak, Livelock, Panic};
use mazurka::cell::UnsafeCell;
use mazurka::sync::atomic::{
    AtomicUsize,
    Ordering::{self, Acquire, Relaxed, Release},
};
use mazurka::{hint, thread};
use std::mem::MaybeUninit;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    None,
    /// A full ring is taken for one with room.
    OneTooMany,
    /// Positions are compared by size, not by distance.
    Compares,
    /// The tail moves on before the slot is written.
    TailFirst,
    /// What is left in the ring is not dropped.
    NoDrop,
}

#[derive(Clone, Copy)]
struct Plan {
    bug: Bug,
    /// Who publishes a slot, and who looks for one.
    publish: Ordering,
    see: Ordering,
    /// Who gives a slot back, and who looks for a free one.
    release: Ordering,
    reuse: Ordering,
}

const RIGHT: Plan = Plan {
    bug: Bug::None,
    publish: Release,
    see: Acquire,
    release: Release,
    reuse: Acquire,
};

struct Ring<T> {
    slots: Box<[UnsafeCell<MaybeUninit<T>>]>,
    head: AtomicUsize,
    tail: AtomicUsize,
    plan: Plan,
}

// SAFETY: a slot belongs to the producer or to the consumer, by head and tail.
unsafe impl<T: Send> Sync for Ring<T> {}

impl<T> Ring<T> {
    /// A ring that has been in use until position `start`.
    fn new(capacity: usize, start: usize, plan: Plan) -> Ring<T> {
        assert!(capacity.is_power_of_two());
        Ring {
            slots: (0..capacity)
                .map(|_| UnsafeCell::new(MaybeUninit::uninit()))
                .collect(),
            head: AtomicUsize::new(start),
            tail: AtomicUsize::new(start),
            plan,
        }
    }

    fn slot(&self, position: usize) -> &UnsafeCell<MaybeUninit<T>> {
        &self.slots[position & (self.slots.len() - 1)]
    }

    /// By the producer only.
    fn push(&self, value: T) -> Result<(), T> {
        let tail = self.tail.load(Relaxed);
        let head = self.head.load(self.plan.reuse);
        let limit = self.slots.len() + usize::from(self.plan.bug == Bug::OneTooMany);
        if tail.wrapping_sub(head) == limit {
            return Err(value);
        }
        let next = tail.wrapping_add(1);
        if self.plan.bug == Bug::TailFirst {
            self.tail.store(next, self.plan.publish);
        }
        // SAFETY: the slot is free, and only the producer takes free ones.
        self.slot(tail)
            .with_mut(|slot| unsafe { (*slot).write(value) });
        if self.plan.bug != Bug::TailFirst {
            self.tail.store(next, self.plan.publish);
        }
        Ok(())
    }

    /// By the consumer only.
    fn pop(&self) -> Option<T> {
        let head = self.head.load(Relaxed);
        let tail = self.tail.load(self.plan.see);
        let is_empty = match self.plan.bug {
            Bug::Compares => head >= tail,
            _ => head == tail,
        };
        if is_empty {
            return None;
        }
        // SAFETY: the slot is full, and only the consumer takes full ones.
        let value = self
            .slot(head)
            .with(|slot| unsafe { (*slot).assume_init_read() });
        self.head.store(head.wrapping_add(1), self.plan.release);
        Some(value)
    }
}

impl<T> Drop for Ring<T> {
    fn drop(&mut self) {
        while self.plan.bug != Bug::NoDrop && self.pop().is_some() {}
    }
}

/// The producer tries to push three values into a ring with two slots, and the consumer tries to
/// pop two. What was pushed comes out, in its order.
fn tries(plan: Plan) {
    let ring = Ring::new(2, 0, plan);
    thread::scope(|scope| {
        let consumer = scope.spawn(|| (ring.pop(), ring.pop()));
        let pushed = (0..3).filter(|i| ring.push(Box::new(*i)).is_ok()).count();
        let (first, second) = consumer.join().unwrap();
        let mut popped: Vec<_> = first
            .into_iter()
            .chain(second)
            .map(|value| *value)
            .collect();
        if popped.len() < pushed && pushed == 3 {
            popped.push(*ring.pop().expect("pushed and not there"));
        }
        for (expected, value) in popped.iter().enumerate() {
            assert_eq!(*value, expected, "not in order");
        }
    });
}

/// Both wait until they are done: two values by a ring with one slot, across the end of `usize`.
fn waits(plan: Plan) {
    let ring = Ring::new(1, usize::MAX, plan);
    thread::scope(|scope| {
        scope.spawn(|| {
            for i in 0..2 {
                let mut value = i;
                while let Err(back) = ring.push(value) {
                    value = back;
                    hint::spin_loop();
                }
            }
        });
        for expected in 0..2 {
            let value = loop {
                match ring.pop() {
                    Some(value) => break value,
                    None => hint::spin_loop(),
                }
            };
            assert_eq!(value, expected, "not in order");
        }
    });
}

pub(crate) fn cases() -> Vec<Case> {
    let tried =
        |name, expected, plan: Plan| planted("SPSC ring", name, expected, move || tries(plan));
    let waited =
        |name, expected, plan: Plan| planted("SPSC ring", name, expected, move || waits(plan));
    let bug = |bug| Plan { bug, ..RIGHT };
    vec![
        right("SPSC ring", [19, 20, 20, 20], || tries(RIGHT)),
        right("SPSC ring that waits", [1, 1, 1, 1], || waits(RIGHT)),
        tried(
            "tail published with Relaxed",
            from_sc(DataRace),
            Plan {
                publish: Relaxed,
                ..RIGHT
            },
        ),
        tried(
            "tail read with Relaxed",
            from_sc(DataRace),
            Plan {
                see: Relaxed,
                ..RIGHT
            },
        ),
        tried(
            "head published with Relaxed",
            from_sc(DataRace),
            Plan {
                release: Relaxed,
                ..RIGHT
            },
        ),
        tried(
            "head read with Relaxed",
            from_sc(DataRace),
            Plan {
                reuse: Relaxed,
                ..RIGHT
            },
        ),
        tried(
            "tail moved before the slot is written",
            from_sc(DataRace),
            bug(Bug::TailFirst),
        ),
        tried(
            "room for one too many",
            [
                Found(InvalidFree),
                Found(Panic),
                Found(Panic),
                Found(InvalidFree),
            ],
            bug(Bug::OneTooMany),
        ),
        waited(
            "positions compared with <",
            from_sc(Livelock),
            bug(Bug::Compares),
        ),
        tried("rest not dropped", from_sc(Leak), bug(Bug::NoDrop)),
    ]
}
