//! A mutex whose waiters are parked.

use crate::common::{Case, LEFT, from_rc11, from_sc, from_tso, planted, right};
use crate::locks::{self, Lock};
use mazurka::FindingKind::{DataRace, Deadlock};
use mazurka::sync::Mutex;
use mazurka::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{self, Acquire, Relaxed, Release, SeqCst},
};
use mazurka::thread::{self, Thread};
use std::collections::VecDeque;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    None,
    /// A thread that has got in line does not look at the lock again.
    NoSecondLook,
    /// A thread counts itself when it has looked for the second time.
    CountsLate,
    /// The next is woken before the lock is free.
    WakesFirst,
    /// A thread that is woken takes the lock to be its own.
    TrustsWakeup,
    /// Who gives back does not look for waiters.
    WakesNone,
    /// A thread that got the lock stays in line.
    StaysInLine,
}

#[derive(Clone, Copy)]
struct Plan {
    bug: Bug,
    take: Ordering,
    /// How the lock becomes free, and how waiters are looked for.
    free: Ordering,
    look: Ordering,
}

const RIGHT: Plan = Plan {
    bug: Bug::None,
    take: SeqCst,
    free: SeqCst,
    look: SeqCst,
};

struct Parking {
    locked: AtomicBool,
    /// How many are in line: who gives back looks here, and mostly not at the line.
    waiters: AtomicUsize,
    line: Mutex<VecDeque<Thread>>,
    plan: Plan,
}

impl Parking {
    fn new(plan: Plan) -> Parking {
        Parking {
            locked: AtomicBool::new(false),
            waiters: AtomicUsize::new(0),
            line: Mutex::new(VecDeque::new()),
            plan,
        }
    }

    fn try_lock(&self) -> bool {
        !self.locked.swap(true, self.plan.take)
    }

    fn get_in_line(&self) {
        let me = thread::current();
        let mut line = self.line.lock().unwrap();
        if line.iter().all(|other| other.id() != me.id()) {
            line.push_back(me);
            if self.plan.bug != Bug::CountsLate {
                self.waiters.fetch_add(1, SeqCst);
            }
        }
    }

    fn leave_line(&self) {
        let me = thread::current().id();
        let mut line = self.line.lock().unwrap();
        let before = line.len();
        line.retain(|other| other.id() != me);
        if line.len() < before {
            self.waiters.fetch_sub(1, SeqCst);
        }
    }

    fn wake_next(&self) {
        if self.plan.bug == Bug::WakesNone || self.waiters.load(self.plan.look) == 0 {
            return;
        }
        let mut line = self.line.lock().unwrap();
        if let Some(next) = line.pop_front() {
            self.waiters.fetch_sub(1, SeqCst);
            drop(line);
            next.unpark();
        }
    }
}

impl Lock for Parking {
    type Held = ();

    fn lock(&self) {
        if self.try_lock() {
            return;
        }
        loop {
            self.get_in_line();
            if self.plan.bug != Bug::NoSecondLook && self.try_lock() {
                break;
            }
            if self.plan.bug == Bug::CountsLate {
                self.waiters.fetch_add(1, SeqCst);
            }
            thread::park();
            if self.plan.bug == Bug::TrustsWakeup {
                self.locked.store(true, SeqCst);
                break;
            }
            if self.try_lock() {
                break;
            }
        }
        if self.plan.bug != Bug::StaysInLine {
            self.leave_line();
        }
    }

    fn unlock(&self, (): ()) {
        if self.plan.bug == Bug::WakesFirst {
            self.wake_next();
            self.locked.store(false, self.plan.free);
        } else {
            self.locked.store(false, self.plan.free);
            self.wake_next();
        }
    }
}

pub(crate) fn cases() -> Vec<Case> {
    let with = |name, expected, plan: Plan| {
        planted("parking mutex", name, expected, move || {
            locks::plain(2, || Parking::new(plan));
        })
    };
    let bug = |bug| Plan { bug, ..RIGHT };
    vec![
        right("parking mutex, two threads", [12, 12, 12, 12], || {
            locks::plain(2, || Parking::new(RIGHT))
        }),
        right("parking mutex, spurious wake-ups", [30, 30, 30, 30], || {
            locks::plain(2, || Parking::new(RIGHT))
        })
        .spurious(),
        with("no second look", from_sc(Deadlock), bug(Bug::NoSecondLook)),
        with(
            "counted after the second look",
            from_sc(Deadlock),
            bug(Bug::CountsLate),
        ),
        with(
            "woken before the lock is free",
            from_sc(Deadlock),
            bug(Bug::WakesFirst),
        ),
        with("no waiter is woken", from_sc(Deadlock), bug(Bug::WakesNone)),
        with(
            "freed with Release",
            from_tso(Deadlock),
            Plan {
                free: Release,
                ..RIGHT
            },
        ),
        with(
            "waiters looked for with Relaxed",
            from_rc11(Deadlock),
            Plan {
                look: Relaxed,
                ..RIGHT
            },
        ),
        with(
            "taken with Acquire",
            from_rc11(Deadlock),
            Plan {
                take: Acquire,
                ..RIGHT
            },
        ),
        with(
            "taken with Relaxed",
            from_sc(DataRace),
            Plan {
                take: Relaxed,
                ..RIGHT
            },
        ),
        with(
            "wake-up taken for the lock",
            from_sc(DataRace),
            bug(Bug::TrustsWakeup),
        )
        .spurious(),
        planted(
            "parking mutex",
            "stays in line with the lock",
            from_sc(Deadlock),
            move || {
                locks::plain(3, || Parking::new(bug(Bug::StaysInLine)));
            },
        ),
    ]
}

/// Larger ones.
pub(crate) fn large() -> Vec<Case> {
    vec![right(
        "parking mutex, three threads",
        [3360, LEFT, LEFT, 5856],
        || {
            locks::plain(3, || Parking::new(RIGHT));
        },
    )]
}
