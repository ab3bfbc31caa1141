//! A lock that threads take in the order of their tickets.

use crate::common::Said::Found;
use crate::common::{Case, from_pso, from_rc11, from_sc, planted, right};
use crate::locks::{self, Lock};
use mazurka::FindingKind::{DataRace, Livelock, Panic};
use mazurka::hint;
use mazurka::sync::atomic::{
    AtomicU8,
    Ordering::{self, Acquire, Relaxed, Release},
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    None,
    /// A ticket is drawn by a load and a store.
    TwoSteps,
    /// The next but one is served.
    Skips,
    /// A thread that has been served, or will be, goes in.
    Compares,
    /// Tickets end where the counter that is served ends, and begin elsewhere.
    Wraps,
}

#[derive(Clone, Copy)]
struct Plan {
    bug: Bug,
    see: Ordering,
    serve: Ordering,
}

const RIGHT: Plan = Plan {
    bug: Bug::None,
    see: Acquire,
    serve: Release,
};

/// The counters are small, so that they come to their end.
struct Ticket {
    next: AtomicU8,
    serving: AtomicU8,
    plan: Plan,
}

impl Ticket {
    fn new(plan: Plan) -> Ticket {
        Ticket {
            next: AtomicU8::new(u8::MAX),
            serving: AtomicU8::new(u8::MAX),
            plan,
        }
    }
}

impl Lock for Ticket {
    type Held = ();

    fn lock(&self) {
        let ticket = if self.plan.bug == Bug::TwoSteps {
            let ticket = self.next.load(Relaxed);
            self.next.store(ticket.wrapping_add(1), Relaxed);
            ticket
        } else {
            self.next.fetch_add(1, Relaxed)
        };
        let is_called = |serving| match self.plan.bug {
            Bug::Compares => serving >= ticket,
            _ => serving == ticket,
        };
        while !is_called(self.serving.load(self.plan.see)) {
            hint::spin_loop();
        }
    }

    fn unlock(&self, (): ()) {
        let serving = self.serving.load(Relaxed);
        let next = match self.plan.bug {
            Bug::Skips => serving.wrapping_add(2),
            Bug::Wraps => serving.saturating_add(1),
            _ => serving.wrapping_add(1),
        };
        self.serving.store(next, self.plan.serve);
    }
}

pub(crate) fn cases() -> Vec<Case> {
    let plain = |bug, expected, plan: Plan| {
        planted("ticket lock", bug, expected, move || {
            locks::plain(2, || Ticket::new(plan));
        })
    };
    let atomic = |bug, expected, plan: Plan| {
        planted("ticket lock", bug, expected, move || {
            locks::atomic(2, || Ticket::new(plan));
        })
    };
    let seen = Plan {
        see: Relaxed,
        ..RIGHT
    };
    let served = Plan {
        serve: Relaxed,
        ..RIGHT
    };
    let bug = |bug| Plan { bug, ..RIGHT };
    vec![
        // As many as there are orders in which three threads draw tickets.
        right("ticket lock", [6; 4], || {
            locks::plain(3, || Ticket::new(RIGHT))
        }),
        plain("looks with Relaxed, plain data", from_sc(DataRace), seen),
        plain("serves with Relaxed, plain data", from_sc(DataRace), served),
        atomic("looks with Relaxed, atomic data", from_rc11(Panic), seen),
        atomic("serves with Relaxed, atomic data", from_pso(Panic), served),
        plain(
            "tickets drawn by load and store",
            [
                Found(Livelock),
                Found(DataRace),
                Found(DataRace),
                Found(Livelock),
            ],
            bug(Bug::TwoSteps),
        ),
        plain(
            "tickets compared with >=",
            from_sc(DataRace),
            bug(Bug::Compares),
        ),
        plain(
            "serves the next but one",
            from_sc(Livelock),
            bug(Bug::Skips),
        ),
        plain(
            "counter does not begin again",
            from_sc(Livelock),
            bug(Bug::Wraps),
        ),
    ]
}

/// Larger ones: as many executions as there are orders of five threads.
pub(crate) fn large() -> Vec<Case> {
    vec![right(
        "ticket lock, five threads",
        [120, 120, 120, 120],
        || {
            locks::plain(5, || Ticket::new(RIGHT));
        },
    )]
}
