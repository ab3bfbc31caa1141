//! Burns and Lynch's algorithm for n threads with one bit each.

use super::{Barrier, Lock, MutualExclusion, Order, Style, body};
use mazurka::sync::atomic::{AtomicBool, Ordering};
use std::ops::Range;

const FLAG_LOOK: Barrier = Barrier {
    place: "raising the flag, looking at the others'",
    order: Order::StoreLoad,
    rounds: &[1, 1],
};

const LEAVE: Barrier = Barrier {
    place: "critical section, lowering the flag",
    order: Order::StoreStore,
    rounds: &[1, 1],
};

pub(super) const BURNS: MutualExclusion = MutualExclusion {
    name: "burns",
    source: "J. E. Burns and N. A. Lynch, Mutual exclusion using indivisible reads and writes, 1980",
    threads: 2..=8,
    barriers: &[FLAG_LOOK, LEAVE],
    body: body::<Burns>,
};

struct Burns {
    style: Style,
    ordering: Ordering,
    flag: Box<[AtomicBool]>,
}

impl Burns {
    fn any_up(&self, mut threads: Range<usize>) -> bool {
        threads.any(|j| self.flag[j].load(self.ordering))
    }
}

impl Lock for Burns {
    fn new(threads: usize, style: Style) -> Burns {
        Burns {
            style,
            ordering: style.ordering(),
            flag: (0..threads).map(|_| AtomicBool::new(false)).collect(),
        }
    }

    /// The original lowers the flag whenever it begins again; here, if it is up.
    fn lock(&self, i: usize) {
        loop {
            while self.any_up(0..i) {
                self.style.again();
            }
            self.flag[i].store(true, self.ordering);
            self.style.make(FLAG_LOOK);
            if !self.any_up(0..i) {
                break;
            }
            self.flag[i].store(false, self.ordering);
        }
        while self.any_up(i + 1..self.flag.len()) {
            self.style.again();
        }
    }

    fn unlock(&self, i: usize) {
        self.style.make(LEAVE);
        self.flag[i].store(false, self.ordering);
    }
}
