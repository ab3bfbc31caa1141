//! A lock that is one flag, in five spellings.

use crate::common::{Case, from_pso, from_rc11, from_sc, planted, right};
use crate::locks::{self, Lock};
use mazurka::FindingKind::{DataRace, Livelock, Panic};
use mazurka::sync::atomic::{
    AtomicU8,
    Ordering::{self, Acquire, Relaxed, Release},
};
use mazurka::{hint, thread};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Spelling {
    Swap,
    Exchange,
    Weak,
    FetchOr,
    TestFirst,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    None,
    /// The flag is looked at and set by two operations.
    TwoSteps,
    /// A lock that was taken at once is not given back.
    Keeps,
    /// An attempt that fails gives the lock of another back.
    GivesBack,
}

#[derive(Clone, Copy)]
struct Plan {
    spelling: Spelling,
    bug: Bug,
    take: Ordering,
    give: Ordering,
}

const fn plan(spelling: Spelling) -> Plan {
    Plan {
        spelling,
        bug: Bug::None,
        take: Acquire,
        give: Release,
    }
}

struct Tas {
    flag: AtomicU8,
    plan: Plan,
}

impl Tas {
    fn new(plan: Plan) -> Tas {
        Tas {
            flag: AtomicU8::new(0),
            plan,
        }
    }

    fn try_lock(&self) -> bool {
        let taken = self.flag.compare_exchange(0, 1, self.plan.take, Relaxed);
        if taken.is_err() && self.plan.bug == Bug::GivesBack {
            self.flag.store(0, self.plan.give);
        }
        taken.is_ok()
    }
}

impl Lock for Tas {
    type Held = ();

    fn lock(&self) {
        let (flag, take) = (&self.flag, self.plan.take);
        if self.plan.bug == Bug::TwoSteps {
            while flag.load(take) != 0 {}
            flag.store(1, Relaxed);
            return;
        }
        if self.plan.bug == Bug::GivesBack && self.try_lock() {
            return;
        }
        match self.plan.spelling {
            Spelling::Swap => {
                while flag.swap(1, take) != 0 {
                    hint::spin_loop();
                }
            }
            Spelling::Exchange => {
                while flag.compare_exchange(0, 1, take, Relaxed).is_err() {
                    thread::yield_now();
                }
            }
            Spelling::Weak => loop {
                match flag.compare_exchange_weak(0, 1, take, Relaxed) {
                    Ok(_) => break,
                    Err(_) => hint::spin_loop(),
                }
            },
            Spelling::FetchOr => while flag.fetch_or(1, take) != 0 {},
            Spelling::TestFirst => {
                while flag.swap(1, take) != 0 {
                    while flag.load(Relaxed) != 0 {
                        hint::spin_loop();
                    }
                }
            }
        }
    }

    fn unlock(&self, (): ()) {
        if self.plan.bug != Bug::Keeps {
            self.flag.store(0, self.plan.give);
        }
    }
}

pub(crate) fn cases() -> Vec<Case> {
    const SPELLINGS: [(Spelling, &str); 5] = [
        (Spelling::Swap, "TAS by swap"),
        (Spelling::Exchange, "TAS by compare_exchange"),
        (Spelling::Weak, "TAS by compare_exchange_weak"),
        (Spelling::FetchOr, "TAS by fetch_or"),
        (Spelling::TestFirst, "TAS after a test"),
    ];
    let mut cases = Vec::new();
    for (spelling, name) in SPELLINGS {
        let plan = plan(spelling);
        // As many as there are orders in which three threads take a lock.
        cases.push(right(name, [6; 4], move || {
            locks::plain(3, || Tas::new(plan))
        }));
        let taken = Plan {
            take: Relaxed,
            ..plan
        };
        let given = Plan {
            give: Relaxed,
            ..plan
        };
        let bugs = [
            (
                "taken with Relaxed, plain data",
                from_sc(DataRace),
                taken,
                true,
            ),
            (
                "given back with Relaxed, plain data",
                from_sc(DataRace),
                given,
                true,
            ),
            (
                "taken with Relaxed, atomic data",
                from_rc11(Panic),
                taken,
                false,
            ),
            (
                "given back with Relaxed, atomic data",
                from_pso(Panic),
                given,
                false,
            ),
            (
                "not given back",
                from_sc(Livelock),
                Plan {
                    bug: Bug::Keeps,
                    ..plan
                },
                true,
            ),
            (
                "an attempt that fails gives it back",
                from_sc(DataRace),
                Plan {
                    bug: Bug::GivesBack,
                    ..plan
                },
                true,
            ),
        ];
        for (bug, expected, plan, is_plain) in bugs {
            cases.push(planted(name, bug, expected, move || match is_plain {
                true => locks::plain(2, || Tas::new(plan)),
                false => locks::atomic(2, || Tas::new(plan)),
            }));
        }
    }
    let two = Plan {
        bug: Bug::TwoSteps,
        ..plan(Spelling::Swap)
    };
    let bug = "looked at, then set by a store";
    cases.push(planted("TAS by swap", bug, from_sc(DataRace), move || {
        locks::plain(2, || Tas::new(two));
    }));
    cases
}

/// Larger ones: as many executions as there are orders of five threads.
pub(crate) fn large() -> Vec<Case> {
    vec![right(
        "TAS by swap, five threads",
        [120, 120, 120, 120],
        || {
            locks::plain(5, || Tas::new(plan(Spelling::Swap)));
        },
    )]
}
