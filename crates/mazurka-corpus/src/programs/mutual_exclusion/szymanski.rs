//! Szymański's algorithm for n threads: a waiting room with a door in, which the
//! last to come through shuts, and a door out.

use super::{Barrier, Lock, MutualExclusion, Order, Style, body, variables};
use mazurka::sync::atomic::{AtomicUsize, Ordering};
use std::ops::Range;

const WANTS_LOOK: Barrier = Barrier {
    place: "flag[i] := 1, waiting for the door in",
    order: Order::StoreLoad,
    rounds: &[1, 1],
};

const DOORWAY_LOOK: Barrier = Barrier {
    place: "flag[i] := 3, looking for others that want to enter",
    order: Order::StoreLoad,
    rounds: &[1, 1],
};

const LEAVE: Barrier = Barrier {
    place: "critical section, flag[i] := 0",
    order: Order::StoreStore,
    rounds: &[1, 1],
};

/// Once the others see that a thread is in the doorway, it matters to none of them
/// when they see that it went on to 2 or 4, as long as they do some time.
pub(super) const SZYMANSKI: MutualExclusion = MutualExclusion {
    name: "szymanski",
    source: "B. K. Szymański, A simple solution to Lamport's concurrent programming problem with \
             linear wait, 1988",
    threads: 2..=8,
    barriers: &[WANTS_LOOK, DOORWAY_LOOK, LEAVE],
    body: body::<Szymanski>,
};

struct Szymanski {
    style: Style,
    ordering: Ordering,
    flag: Box<[AtomicUsize]>,
}

impl Szymanski {
    fn set(&self, i: usize, flag: usize) {
        self.flag[i].store(flag, self.ordering);
    }

    fn all(&self, mut threads: Range<usize>, i: usize, test: fn(usize) -> bool) -> bool {
        threads.all(|j| j == i || test(self.flag[j].load(self.ordering)))
    }

    fn await_all(&self, threads: Range<usize>, i: usize, test: fn(usize) -> bool) {
        while !self.all(threads.clone(), i, test) {
            self.style.again();
        }
    }
}

impl Lock for Szymanski {
    fn new(threads: usize, style: Style) -> Szymanski {
        Szymanski {
            style,
            ordering: style.ordering(),
            flag: variables(threads, 0),
        }
    }

    fn lock(&self, i: usize) {
        let n = self.flag.len();
        self.set(i, 1);
        self.style.make(WANTS_LOOK);
        self.await_all(0..n, i, |flag| flag < 3);
        self.set(i, 3);
        self.style.make(DOORWAY_LOOK);
        if !self.all(0..n, i, |flag| flag != 1) {
            self.set(i, 2);
            while self.all(0..n, i, |flag| flag != 4) {
                self.style.again();
            }
        }
        self.set(i, 4);
        self.await_all(0..i, i, |flag| flag < 2);
    }

    fn unlock(&self, i: usize) {
        self.await_all(i + 1..self.flag.len(), i, |flag| flag < 2 || flag == 4);
        self.style.make(LEAVE);
        self.set(i, 0);
    }
}
