//! Lamport's fast algorithm for n threads: its second, which needs seven accesses
//! where nobody else wants to enter.

use super::{Barrier, Lock, MutualExclusion, Order, Style, body};
use mazurka::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

const X_LOOK: Barrier = Barrier {
    place: "x := i, looking at y",
    order: Order::StoreLoad,
    rounds: &[1, 1],
};

const Y_LOOK: Barrier = Barrier {
    place: "y := i, looking at x",
    order: Order::StoreLoad,
    rounds: &[1, 1],
};

const LEAVE: Barrier = Barrier {
    place: "critical section, y := none",
    order: Order::StoreStore,
    rounds: &[1, 1],
};

const Y_B: Barrier = Barrier {
    place: "y := none, b[i] := false",
    order: Order::StoreStore,
    rounds: &[2, 1],
};

pub(super) const FAST: MutualExclusion = MutualExclusion {
    name: "fast",
    source: "L. Lamport, A fast mutual exclusion algorithm, 1987, Algorithm 2",
    threads: 2..=8,
    barriers: &[X_LOOK, Y_LOOK, LEAVE, Y_B],
    body: body::<Fast>,
};

/// The value of y when nobody is about to enter.
const NONE: usize = usize::MAX;

struct Fast {
    style: Style,
    ordering: Ordering,
    b: Box<[AtomicBool]>,
    x: AtomicUsize,
    y: AtomicUsize,
}

impl Fast {
    fn await_none(&self) {
        while self.y.load(self.ordering) != NONE {
            self.style.again();
        }
    }

    /// The protocol from its start; false if it is to be begun anew.
    fn try_lock(&self, i: usize) -> bool {
        self.b[i].store(true, self.ordering);
        self.x.store(i, self.ordering);
        self.style.make(X_LOOK);
        if self.y.load(self.ordering) != NONE {
            self.b[i].store(false, self.ordering);
            self.await_none();
            return false;
        }
        self.y.store(i, self.ordering);
        self.style.make(Y_LOOK);
        if self.x.load(self.ordering) == i {
            return true;
        }
        self.b[i].store(false, self.ordering);
        for j in (0..self.b.len()).filter(|j| *j != i) {
            while self.b[j].load(self.ordering) {
                self.style.again();
            }
        }
        if self.y.load(self.ordering) == i {
            return true;
        }
        self.await_none();
        false
    }
}

impl Lock for Fast {
    fn new(threads: usize, style: Style) -> Fast {
        Fast {
            style,
            ordering: style.ordering(),
            b: (0..threads).map(|_| AtomicBool::new(false)).collect(),
            x: AtomicUsize::new(0),
            y: AtomicUsize::new(NONE),
        }
    }

    fn lock(&self, i: usize) {
        while !self.try_lock(i) {}
    }

    fn unlock(&self, i: usize) {
        self.style.make(LEAVE);
        self.y.store(NONE, self.ordering);
        self.style.make(Y_B);
        self.b[i].store(false, self.ordering);
    }
}
