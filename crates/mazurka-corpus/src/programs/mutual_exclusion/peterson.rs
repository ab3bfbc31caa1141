//! Peterson's algorithm for two threads.

use super::{Barrier, Lock, MutualExclusion, Order, Style, body};
use mazurka::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

const FLAG_TURN: Barrier = Barrier {
    place: "raising the flag, giving the turn away",
    order: Order::StoreStore,
    rounds: &[1, 1],
};

const TURN_LOOK: Barrier = Barrier {
    place: "giving the turn away, looking at the other's flag",
    order: Order::StoreLoad,
    rounds: &[1, 1],
};

const LEAVE: Barrier = Barrier {
    place: "critical section, lowering the flag",
    order: Order::StoreStore,
    rounds: &[1, 1],
};

pub(super) const PETERSON: MutualExclusion = MutualExclusion {
    name: "peterson",
    source: "G. L. Peterson, Myths about the mutual exclusion problem, 1981",
    threads: 2..=2,
    barriers: &[FLAG_TURN, TURN_LOOK, LEAVE],
    body: body::<Peterson>,
};

struct Peterson {
    style: Style,
    ordering: Ordering,
    flag: [AtomicBool; 2],
    turn: AtomicUsize,
}

impl Lock for Peterson {
    fn new(_: usize, style: Style) -> Peterson {
        Peterson {
            style,
            ordering: style.ordering(),
            flag: [const { AtomicBool::new(false) }; 2],
            turn: AtomicUsize::new(0),
        }
    }

    fn lock(&self, i: usize) {
        let j = 1 - i;
        self.flag[i].store(true, self.ordering);
        self.style.make(FLAG_TURN);
        self.turn.store(j, self.ordering);
        self.style.make(TURN_LOOK);
        while self.flag[j].load(self.ordering) && self.turn.load(self.ordering) == j {
            self.style.again();
        }
    }

    fn unlock(&self, i: usize) {
        self.style.make(LEAVE);
        self.flag[i].store(false, self.ordering);
    }
}
