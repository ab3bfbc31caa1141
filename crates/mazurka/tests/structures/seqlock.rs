//! A sequence lock: readers look twice at a count, and never wait for one another.

use crate::common::Said::Found;
use crate::common::{Case, from_pso, from_rc11, from_sc, planted, right};
use mazurka::FindingKind::{DataRace, Livelock, Panic};
use mazurka::cell::UnsafeCell;
use mazurka::sync::atomic::{
    AtomicU32,
    Ordering::{self, Acquire, Relaxed, Release},
    fence,
};
use mazurka::{hint, thread};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    None,
    /// The reader does not look at the count again.
    LooksOnce,
    /// The reader does not mind that a writer is there.
    MindsNot,
    /// The writer does not say that it has begun.
    SaysNotBegun,
    /// Nothing keeps the writer's first store before its others.
    NoReleaseFence,
    /// Nothing keeps the reader's last load after its others.
    NoAcquireFence,
    /// Two writers do not exclude one another.
    TwoWriters,
    /// The data are in plain memory: reading them while they are written is a race, though what
    /// was read is thrown away.
    PlainData,
}

#[derive(Clone, Copy)]
struct Plan {
    bug: Bug,
    /// The reader's first look at the count, and the writer's last store.
    see: Ordering,
    end: Ordering,
}

const RIGHT: Plan = Plan {
    bug: Bug::None,
    see: Acquire,
    end: Release,
};

struct SeqLock {
    count: AtomicU32,
    data: [AtomicU32; 2],
    plain: UnsafeCell<[u32; 2]>,
    plan: Plan,
}

// SAFETY: `plain` is used only where the race is the bug.
unsafe impl Sync for SeqLock {}

impl SeqLock {
    fn new(plan: Plan) -> SeqLock {
        SeqLock {
            count: AtomicU32::new(0),
            data: [AtomicU32::new(0), AtomicU32::new(0)],
            plain: UnsafeCell::new([0, 0]),
            plan,
        }
    }

    fn write(&self, value: u32) {
        let mut count = self.count.load(Relaxed);
        if self.plan.bug == Bug::TwoWriters {
            self.count.store(count + 1, Relaxed);
        } else {
            // An odd count keeps other writers out.
            loop {
                if count % 2 == 1 {
                    hint::spin_loop();
                    count = self.count.load(Relaxed);
                    continue;
                }
                let begun = match self.plan.bug {
                    Bug::SaysNotBegun => break,
                    _ => count + 1,
                };
                match self
                    .count
                    .compare_exchange_weak(count, begun, Acquire, Relaxed)
                {
                    Ok(_) => break,
                    Err(now) => count = now,
                }
            }
        }
        if self.plan.bug != Bug::NoReleaseFence {
            fence(Release);
        }
        if self.plan.bug == Bug::PlainData {
            // SAFETY: there is none: readers may be there.
            self.plain.with_mut(|data| unsafe { *data = [value; 2] });
        } else {
            self.data[0].store(value, Relaxed);
            self.data[1].store(value, Relaxed);
        }
        self.count.store(count + 2, self.plan.end);
    }

    /// What was read, if no writer was there meanwhile.
    fn try_read(&self) -> Option<[u32; 2]> {
        let before = self.count.load(self.plan.see);
        if before % 2 == 1 && self.plan.bug != Bug::MindsNot {
            return None;
        }
        let data = match self.plan.bug {
            // SAFETY: there is none: a writer may be there.
            Bug::PlainData => self.plain.with(|data| unsafe { *data }),
            _ => [self.data[0].load(Relaxed), self.data[1].load(Relaxed)],
        };
        if self.plan.bug != Bug::NoAcquireFence {
            fence(Acquire);
        }
        let is_same = self.plan.bug == Bug::LooksOnce || self.count.load(Relaxed) == before;
        is_same.then_some(data)
    }

    fn read(&self) -> [u32; 2] {
        loop {
            if let Some(data) = self.try_read() {
                return data;
            }
            hint::spin_loop();
        }
    }
}

/// A writer and a reader that reads until it has something.
fn reads(plan: Plan) {
    let lock = SeqLock::new(plan);
    thread::scope(|scope| {
        scope.spawn(|| lock.write(1));
        let [first, second] = lock.read();
        assert_eq!(first, second, "half of a write was read");
    });
}

/// Two writers, and a reader that tries once.
fn writers(plan: Plan) {
    let lock = SeqLock::new(plan);
    thread::scope(|scope| {
        scope.spawn(|| lock.write(1));
        scope.spawn(|| lock.write(2));
        if let Some([first, second]) = lock.try_read() {
            assert_eq!(first, second, "half of a write was read");
        }
    });
    let [first, second] = lock.read();
    assert_eq!(first, second, "halves of two writes are there");
}

pub(crate) fn cases() -> Vec<Case> {
    let with = |name, expected, plan: Plan, program: fn(Plan)| {
        planted("seqlock", name, expected, move || program(plan))
    };
    let bug = |bug| Plan { bug, ..RIGHT };
    vec![
        right("seqlock, one writer", [11, 11, 11, 11], || reads(RIGHT)),
        right("seqlock, two writers", [296, 296, 296, 312], || {
            writers(RIGHT)
        }),
        with(
            "reader looks once",
            from_sc(Panic),
            bug(Bug::LooksOnce),
            reads,
        ),
        with(
            "reader does not mind a writer",
            from_sc(Panic),
            bug(Bug::MindsNot),
            reads,
        ),
        with(
            "writer does not say that it begins",
            from_sc(Panic),
            bug(Bug::SaysNotBegun),
            reads,
        ),
        with(
            "writers do not exclude one another",
            [Found(Livelock), Found(Panic), Found(Panic), Found(Panic)],
            bug(Bug::TwoWriters),
            writers,
        ),
        with(
            "data in plain memory",
            from_sc(DataRace),
            bug(Bug::PlainData),
            reads,
        ),
        with(
            "count published with Relaxed",
            from_pso(Panic),
            Plan {
                end: Relaxed,
                ..RIGHT
            },
            reads,
        ),
        with(
            "count seen with Relaxed",
            from_rc11(Panic),
            Plan {
                see: Relaxed,
                ..RIGHT
            },
            reads,
        ),
        // A compare-exchange empties store buffers.
        with(
            "writer without a fence",
            from_rc11(Panic),
            bug(Bug::NoReleaseFence),
            reads,
        ),
        with(
            "reader without a fence",
            from_rc11(Panic),
            bug(Bug::NoAcquireFence),
            reads,
        ),
    ]
}
