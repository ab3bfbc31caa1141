//! RCU: readers say that they read, and a writer waits for them before it drops the old value, whose
//! destructor does something.

use crate::common::Said::{Found, Nothing};
use crate::common::{Case, from_sc, planted, right};
use mazurka::FindingKind::{DataRace, InvalidAccess, Leak, Livelock};
use mazurka::cell::UnsafeCell;
use mazurka::sync::atomic::{
    AtomicPtr, AtomicU32,
    Ordering::{self, AcqRel, Acquire, Relaxed, Release, SeqCst},
    fence,
};
use mazurka::{hint, thread};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    None,
    /// The writer does not wait.
    NoWait,
    /// The writer does not wait for the last reader.
    OneTooFew,
    /// Nothing keeps a reader's announcement before its loads.
    NoFence,
    /// The end of an inner section ends the outer one.
    NoNesting,
    /// A reader keeps what it has read for longer than its section.
    Escapes,
    /// The writer waits in a section of its own.
    WaitsForItself,
    /// The writer waits before it has replaced the value.
    WaitsFirst,
    /// The old value is not dropped.
    Forgets,
    /// The old value is dropped by the writer, and again with the whole.
    DropsTwice,
}

#[derive(Clone, Copy)]
struct Plan {
    bug: Bug,
    publish: Ordering,
    end: Ordering,
    see_end: Ordering,
}

const RIGHT: Plan = Plan {
    bug: Bug::None,
    publish: AcqRel,
    end: Release,
    see_end: Acquire,
};

/// A value with a destructor that uses it.
struct Value(UnsafeCell<u32>);

impl Drop for Value {
    fn drop(&mut self) {
        // SAFETY: the value is not shared any more.
        self.0.with_mut(|value| unsafe { *value = u32::MAX });
    }
}

struct Rcu {
    current: AtomicPtr<Value>,
    /// How many sections each reader is in.
    sections: [AtomicU32; 2],
    plan: Plan,
}

// SAFETY: values are only read, and dropped when they have no readers.
unsafe impl Sync for Rcu {}

impl Rcu {
    fn new(plan: Plan) -> Rcu {
        Rcu {
            current: AtomicPtr::new(Box::into_raw(Box::new(Value(UnsafeCell::new(0))))),
            sections: [AtomicU32::new(0), AtomicU32::new(0)],
            plan,
        }
    }

    fn begin(&self, reader: usize) {
        let depth = self.sections[reader].load(Relaxed);
        self.sections[reader].store(depth + 1, Relaxed);
        if depth == 0 && self.plan.bug != Bug::NoFence {
            fence(SeqCst);
        }
    }

    fn end(&self, reader: usize) {
        let depth = self.sections[reader].load(Relaxed);
        let left = match self.plan.bug {
            Bug::NoNesting => 0,
            _ => depth - 1,
        };
        self.sections[reader].store(left, self.plan.end);
    }

    fn current(&self) -> u32 {
        // SAFETY: the reader is in a section.
        unsafe { (*self.current.load(Acquire)).0.with(|value| *value) }
    }

    /// Reads, in a section within another.
    fn read(&self, reader: usize) -> u32 {
        self.begin(reader);
        let value = self.current.load(Acquire);
        if self.plan.bug == Bug::Escapes {
            self.end(reader);
            // SAFETY: there is none: the section has ended.
            return unsafe { (*value).0.with(|value| *value) };
        }
        self.begin(reader);
        let first = self.current();
        self.end(reader);
        // SAFETY: the section has begun before the value was loaded.
        let again = unsafe { (*value).0.with(|value| *value) };
        self.end(reader);
        assert!(again <= first, "the value that was loaded first is newer");
        first
    }

    /// Waits until every section has ended that has begun.
    fn synchronize(&self) {
        fence(SeqCst);
        let readers = match self.plan.bug {
            Bug::NoWait => &self.sections[..0],
            Bug::OneTooFew => &self.sections[..1],
            _ => &self.sections[..],
        };
        for reader in readers {
            while reader.load(self.plan.see_end) != 0 {
                hint::spin_loop();
            }
        }
    }

    fn write(&self, value: u32) {
        let new = Box::into_raw(Box::new(Value(UnsafeCell::new(value))));
        if self.plan.bug == Bug::WaitsFirst {
            self.synchronize();
        }
        if self.plan.bug == Bug::WaitsForItself {
            self.begin(0);
        }
        let old = self.current.swap(new, self.plan.publish);
        if self.plan.bug != Bug::WaitsFirst {
            self.synchronize();
        }
        if self.plan.bug != Bug::Forgets {
            // SAFETY: made by `Box::into_raw`; no reader has it any more.
            drop(unsafe { Box::from_raw(old) });
        }
        if self.plan.bug == Bug::DropsTwice {
            self.current.store(old, Release);
        }
    }
}

impl Drop for Rcu {
    fn drop(&mut self) {
        // SAFETY: made by `Box::into_raw`; no other thread has this any more.
        drop(unsafe { Box::from_raw(*self.current.get_mut()) });
    }
}

/// Readers, from the last, and a writer.
fn run(readers: usize, plan: Plan) {
    let rcu = Rcu::new(plan);
    thread::scope(|scope| {
        let rcu = &rcu;
        for reader in 0..readers {
            scope.spawn(move || assert!(rcu.read(1 - reader) <= 1));
        }
        rcu.write(1);
    });
}

pub(crate) fn cases() -> Vec<Case> {
    let with = |name, expected, plan: Plan| planted("RCU", name, expected, move || run(1, plan));
    let bug = |bug| Plan { bug, ..RIGHT };
    vec![
        right("RCU, one reader", [4, 4, 4, 4], || run(1, RIGHT)),
        right("RCU, two readers", [16, 16, 16, 16], || run(2, RIGHT)),
        with(
            "writer does not wait",
            [
                Found(DataRace),
                Found(DataRace),
                Found(DataRace),
                Found(InvalidAccess),
            ],
            bug(Bug::NoWait),
        ),
        with(
            "last reader not waited for",
            [
                Found(DataRace),
                Found(DataRace),
                Found(DataRace),
                Found(InvalidAccess),
            ],
            bug(Bug::OneTooFew),
        ),
        with(
            "no fence in the reader",
            [
                Nothing,
                Found(DataRace),
                Found(DataRace),
                Found(InvalidAccess),
            ],
            bug(Bug::NoFence),
        ),
        with(
            "inner section ends the outer one",
            from_sc(DataRace),
            bug(Bug::NoNesting),
        ),
        with(
            "value used after the section",
            from_sc(DataRace),
            bug(Bug::Escapes),
        ),
        with(
            "writer waits before it replaces",
            [
                Found(DataRace),
                Found(DataRace),
                Found(DataRace),
                Found(InvalidAccess),
            ],
            bug(Bug::WaitsFirst),
        ),
        with(
            "published with Relaxed",
            from_sc(DataRace),
            Plan {
                publish: Relaxed,
                ..RIGHT
            },
        ),
        with(
            "section ended with Relaxed",
            from_sc(DataRace),
            Plan {
                end: Relaxed,
                ..RIGHT
            },
        ),
        with(
            "end seen with Relaxed",
            from_sc(DataRace),
            Plan {
                see_end: Relaxed,
                ..RIGHT
            },
        ),
        with(
            "writer waits for itself",
            from_sc(Livelock),
            bug(Bug::WaitsForItself),
        ),
        with("old value not dropped", from_sc(Leak), bug(Bug::Forgets)),
        with(
            "old value dropped twice",
            from_sc(InvalidAccess),
            bug(Bug::DropsTwice),
        ),
    ]
}
