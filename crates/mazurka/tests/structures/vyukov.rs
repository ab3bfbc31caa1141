//! Vyukov's bounded queue: many producers, many consumers, and a turn in each slot.

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
    /// A slot is claimed by a store.
    StoresPosition,
    /// A slot that was emptied is given back for the same round.
    SameRound,
    /// A slot that was filled is not marked as such, but as free.
    NotFilled,
    /// A queue with one slot: free for the next round and filled in this one look alike.
    OneSlot,
    /// What is left in the queue is not dropped.
    NoDrop,
}

#[derive(Clone, Copy)]
struct Plan {
    bug: Bug,
    /// Producers: how they see that a slot is free, and say that it is filled.
    see_free: Ordering,
    fill: Ordering,
    /// Consumers: how they see that a slot is filled, and say that it is free.
    see_filled: Ordering,
    free: Ordering,
}

const RIGHT: Plan = Plan {
    bug: Bug::None,
    see_free: Acquire,
    fill: Release,
    see_filled: Acquire,
    free: Release,
};

struct Slot<T> {
    turn: AtomicUsize,
    value: UnsafeCell<MaybeUninit<T>>,
}

struct Queue<T> {
    slots: Box<[Slot<T>]>,
    tail: AtomicUsize,
    head: AtomicUsize,
    plan: Plan,
}

// SAFETY: a slot belongs to who claimed it, by its turn.
unsafe impl<T: Send> Sync for Queue<T> {}

impl<T> Queue<T> {
    fn new(capacity: usize, plan: Plan) -> Queue<T> {
        let slot = |turn| Slot {
            turn: AtomicUsize::new(turn),
            value: UnsafeCell::new(MaybeUninit::uninit()),
        };
        Queue {
            slots: (0..capacity).map(slot).collect(),
            tail: AtomicUsize::new(0),
            head: AtomicUsize::new(0),
            plan,
        }
    }

    /// The slot that is claimed at a position, if the slot there has the turn that is wanted.
    fn claim(&self, end: &AtomicUsize, turn: usize, see: Ordering) -> Option<(usize, &Slot<T>)> {
        let mut position = end.load(Relaxed);
        loop {
            let slot = &self.slots[position % self.slots.len()];
            let ahead = slot
                .turn
                .load(see)
                .wrapping_sub(position.wrapping_add(turn));
            if ahead.cast_signed() < 0 {
                return None;
            }
            if ahead != 0 {
                position = end.load(Relaxed);
                continue;
            }
            if self.plan.bug == Bug::StoresPosition {
                end.store(position + 1, Relaxed);
                return Some((position, slot));
            }
            match end.compare_exchange_weak(position, position + 1, Relaxed, Relaxed) {
                Ok(_) => return Some((position, slot)),
                Err(now) => position = now,
            }
        }
    }

    fn push(&self, value: T) -> Result<(), T> {
        let Some((position, slot)) = self.claim(&self.tail, 0, self.plan.see_free) else {
            return Err(value);
        };
        // SAFETY: the slot is this producer's until the turn changes.
        slot.value
            .with_mut(|place| unsafe { (*place).write(value) });
        let turn = match self.plan.bug {
            Bug::NotFilled => position,
            _ => position + 1,
        };
        slot.turn.store(turn, self.plan.fill);
        Ok(())
    }

    fn pop(&self) -> Option<T> {
        let (position, slot) = self.claim(&self.head, 1, self.plan.see_filled)?;
        // SAFETY: the slot is this consumer's until the turn changes.
        let value = slot
            .value
            .with(|place| unsafe { (*place).assume_init_read() });
        let turn = match self.plan.bug {
            Bug::SameRound => position + 1,
            _ => position + self.slots.len(),
        };
        slot.turn.store(turn, self.plan.free);
        Some(value)
    }
}

impl<T> Drop for Queue<T> {
    fn drop(&mut self) {
        while self.plan.bug != Bug::NoDrop && self.pop().is_some() {}
    }
}

fn capacity(plan: Plan) -> usize {
    match plan.bug {
        Bug::OneSlot => 1,
        _ => 2,
    }
}

/// Two producers push one value each; then both are popped.
fn producers(plan: Plan) {
    let queue = Queue::new(capacity(plan), plan);
    thread::scope(|scope| {
        let other = scope.spawn(|| queue.push(Box::new(1)).is_ok());
        let pushed = queue.push(Box::new(2)).is_ok();
        assert!(pushed && other.join().unwrap(), "there is room for two");
    });
    let mut values = [queue.pop(), queue.pop()].map(|value| *value.expect("a value is lost"));
    values.sort_unstable();
    assert_eq!(values, [1, 2]);
}

/// One producer and one consumer; the queue has a value already.
fn pair(plan: Plan) {
    let queue = Queue::new(capacity(plan), plan);
    assert!(queue.push(Box::new(0)).is_ok());
    thread::scope(|scope| {
        let consumer = scope.spawn(|| [queue.pop(), queue.pop()]);
        let pushed = 1 + (1..3).filter(|i| queue.push(Box::new(*i)).is_ok()).count();
        let popped: Vec<_> = consumer.join().unwrap().into_iter().flatten().collect();
        assert!(popped.len() <= pushed, "a value comes twice");
        assert!(!popped.is_empty(), "the first is there all the time");
    });
}

/// Two consumers take two values.
fn consumers(plan: Plan) {
    let queue = Queue::new(capacity(plan), plan);
    for value in 1..=2 {
        assert!(queue.push(Box::new(value)).is_ok());
    }
    thread::scope(|scope| {
        let other = scope.spawn(|| *queue.pop().expect("there are two"));
        let value = *queue.pop().expect("there are two");
        assert_ne!(value, other.join().unwrap(), "a value comes twice");
    });
}

/// A producer that waits for room, and a consumer.
fn room(plan: Plan) {
    let queue = Queue::new(2, plan);
    thread::scope(|scope| {
        scope.spawn(|| {
            for value in 0..3 {
                while queue.push(value).is_err() {
                    hint::spin_loop();
                }
            }
        });
        for expected in 0..3 {
            let value = loop {
                match queue.pop() {
                    Some(value) => break value,
                    None => hint::spin_loop(),
                }
            };
            assert_eq!(value, expected, "not in order");
        }
    });
}

pub(crate) fn cases() -> Vec<Case> {
    let bug = |bug| Plan { bug, ..RIGHT };
    let with = |name, expected, plan: Plan, program: fn(Plan)| {
        planted("Vyukov queue", name, expected, move || program(plan))
    };
    vec![
        right("Vyukov queue, two producers", [6, 6, 6, 6], || {
            producers(RIGHT)
        }),
        right("Vyukov queue, two consumers", [6, 6, 6, 6], || {
            consumers(RIGHT)
        }),
        right("Vyukov queue, one of each", [3, 4, 4, 4], || pair(RIGHT)),
        right("Vyukov queue that waits", [1, 1, 1, 1], || room(RIGHT)),
        with(
            "filled with Relaxed",
            from_sc(DataRace),
            Plan {
                fill: Relaxed,
                ..RIGHT
            },
            pair,
        ),
        with(
            "seen as filled with Relaxed",
            from_sc(DataRace),
            Plan {
                see_filled: Relaxed,
                ..RIGHT
            },
            pair,
        ),
        with(
            "freed with Relaxed",
            from_sc(DataRace),
            Plan {
                free: Relaxed,
                ..RIGHT
            },
            pair,
        ),
        with(
            "seen as free with Relaxed",
            from_sc(DataRace),
            Plan {
                see_free: Relaxed,
                ..RIGHT
            },
            pair,
        ),
        with(
            "slot claimed by a store, producers",
            from_sc(DataRace),
            bug(Bug::StoresPosition),
            producers,
        ),
        with(
            "slot claimed by a store, consumers",
            from_sc(InvalidFree),
            bug(Bug::StoresPosition),
            consumers,
        ),
        with(
            "slot freed for the same round",
            from_sc(Livelock),
            bug(Bug::SameRound),
            room,
        ),
        with(
            "slot not marked as filled",
            from_sc(Panic),
            bug(Bug::NotFilled),
            producers,
        ),
        with("one slot only", from_sc(Livelock), bug(Bug::OneSlot), pair),
        with("rest not dropped", from_sc(Leak), bug(Bug::NoDrop), pair),
    ]
}
