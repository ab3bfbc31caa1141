//! A cell for the waker of a task, which another thread wakes.

use crate::common::{Case, from_rc11, from_sc, from_tso, planted, right};
use mazurka::FindingKind::{DataRace, Deadlock};
use mazurka::cell::UnsafeCell;
use mazurka::future::block_on;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{
    AtomicBool, AtomicU8,
    Ordering::{self, AcqRel, Acquire, Relaxed, Release},
};
use mazurka::thread;
use std::future::poll_fn;
use std::task::{Poll, Waker};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    None,
    /// A waker is registered though one is being woken, and nothing more.
    IgnoresWaking,
    /// The end of registering is stored.
    StoresEnd,
    /// A task that registers does not mind who else uses the cell.
    MindsNot,
    /// The task does not look again after it has registered.
    NoSecondLook,
    /// The task is woken before there is a reason.
    WakesFirst,
}

#[derive(Clone, Copy)]
struct Plan {
    bug: Bug,
    wake: Ordering,
    begin: Ordering,
    register: Ordering,
}

const RIGHT: Plan = Plan {
    bug: Bug::None,
    wake: AcqRel,
    begin: Acquire,
    register: AcqRel,
};

const IDLE: u8 = 0;
const REGISTERING: u8 = 1;
const WAKING: u8 = 2;

struct AtomicWaker {
    state: AtomicU8,
    waker: UnsafeCell<Option<Waker>>,
    plan: Plan,
}

// SAFETY: who may use the waker is decided by the state.
unsafe impl Sync for AtomicWaker {}
// SAFETY: as above.
unsafe impl Send for AtomicWaker {}

impl AtomicWaker {
    fn new(plan: Plan) -> AtomicWaker {
        AtomicWaker {
            state: AtomicU8::new(IDLE),
            waker: UnsafeCell::new(None),
            plan,
        }
    }

    /// By one task only.
    fn register(&self, waker: &Waker) {
        let plan = self.plan;
        let begun = self
            .state
            .compare_exchange(IDLE, REGISTERING, plan.begin, plan.begin);
        match begun {
            Ok(_) => {}
            Err(_) if plan.bug == Bug::MindsNot => {}
            Err(_) if plan.bug == Bug::IgnoresWaking => return,
            // It is woken as soon as the task gives way.
            Err(_) => return waker.wake_by_ref(),
        }
        // SAFETY: the state keeps others out.
        self.waker
            .with_mut(|place| unsafe { *place = Some(waker.clone()) });
        if plan.bug == Bug::StoresEnd {
            return self.state.store(IDLE, Release);
        }
        let ended = self
            .state
            .compare_exchange(REGISTERING, IDLE, plan.register, Acquire);
        if ended.is_err() {
            // The task was woken meanwhile, and the waker left to this thread.
            // SAFETY: as above.
            let waker = self.waker.with_mut(|place| unsafe { (*place).take() });
            self.state.swap(IDLE, AcqRel);
            if let Some(waker) = waker {
                waker.wake();
            }
        }
    }

    fn wake(&self) {
        let plan = self.plan;
        if self.state.fetch_or(WAKING, plan.wake) != IDLE {
            return;
        }
        // SAFETY: the state keeps others out.
        let waker = self.waker.with_mut(|place| unsafe { (*place).take() });
        self.state.fetch_and(!WAKING, Release);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

/// A task waits until as many flags are set as there are threads that set them.
fn run(threads: usize, plan: Plan) {
    let shared = Arc::new((
        AtomicWaker::new(plan),
        [AtomicBool::new(false), AtomicBool::new(false)],
    ));
    let others: Vec<_> = (0..threads)
        .map(|i| {
            let shared = shared.clone();
            thread::spawn(move || {
                let (waker, flags) = &*shared;
                if plan.bug == Bug::WakesFirst {
                    waker.wake();
                }
                flags[i].store(true, Relaxed);
                if plan.bug != Bug::WakesFirst {
                    waker.wake();
                }
            })
        })
        .collect();
    let (waker, flags) = &*shared;
    let is_done = || flags[..threads].iter().all(|flag| flag.load(Relaxed));
    block_on(poll_fn(|context| {
        if plan.bug == Bug::NoSecondLook && is_done() {
            return Poll::Ready(());
        }
        waker.register(context.waker());
        match plan.bug != Bug::NoSecondLook && is_done() {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    }));
    for other in others {
        other.join().unwrap();
    }
}

pub(crate) fn cases() -> Vec<Case> {
    let with = |name, expected, threads, plan: Plan| {
        planted("AtomicWaker", name, expected, move || run(threads, plan))
    };
    let bug = |bug| Plan { bug, ..RIGHT };
    vec![
        right("AtomicWaker, one thread", [5, 5, 5, 5], || run(1, RIGHT)),
        right("AtomicWaker, two threads", [73, 73, 73, 79], || {
            run(2, RIGHT)
        }),
        with(
            "no second look",
            from_sc(Deadlock),
            1,
            bug(Bug::NoSecondLook),
        ),
        with(
            "woken before the flag is set",
            from_sc(Deadlock),
            1,
            bug(Bug::WakesFirst),
        ),
        with(
            "waking is ignored",
            from_sc(Deadlock),
            2,
            bug(Bug::IgnoresWaking),
        ),
        with(
            "end of registering stored",
            from_tso(Deadlock),
            1,
            bug(Bug::StoresEnd),
        ),
        with(
            "registers while it is woken",
            from_sc(DataRace),
            1,
            bug(Bug::MindsNot),
        ),
        with(
            "woken with Acquire",
            from_rc11(Deadlock),
            1,
            Plan {
                wake: Acquire,
                ..RIGHT
            },
        ),
        with(
            "woken with Release",
            from_sc(DataRace),
            1,
            Plan {
                wake: Release,
                ..RIGHT
            },
        ),
        with(
            "registered with Acquire",
            from_sc(DataRace),
            1,
            Plan {
                register: Acquire,
                ..RIGHT
            },
        ),
        with(
            "register begins with Relaxed",
            from_sc(DataRace),
            1,
            Plan {
                begin: Relaxed,
                ..RIGHT
            },
        ),
    ]
}
