//! Dekker's algorithm for two threads, as Dijkstra wrote it down.

use super::{Barrier, Lock, MutualExclusion, Order, Style, body};
use mazurka::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

const FLAG_LOOK: Barrier = Barrier {
    place: "raising the flag, looking at the other's",
    order: Order::StoreLoad,
    rounds: &[1, 1],
};

const LEAVE: Barrier = Barrier {
    place: "critical section, lowering the flag",
    order: Order::StoreStore,
    rounds: &[1, 1],
};

/// Who has the turn decides only who insists when both want to enter: that
/// needs no barrier.
pub(super) const DEKKER: MutualExclusion = MutualExclusion {
    name: "dekker",
    source: "T. J. Dekker, in E. W. Dijkstra, Cooperating sequential processes, 1965",
    threads: 2..=2,
    barriers: &[FLAG_LOOK, LEAVE],
    body: body::<Dekker>,
};

struct Dekker {
    style: Style,
    ordering: Ordering,
    flag: [AtomicBool; 2],
    turn: AtomicUsize,
}

impl Lock for Dekker {
    fn new(_: usize, style: Style) -> Dekker {
        Dekker {
            style,
            ordering: style.ordering(),
            flag: [const { AtomicBool::new(false) }; 2],
            turn: AtomicUsize::new(0),
        }
    }

    fn lock(&self, i: usize) {
        loop {
            self.flag[i].store(true, self.ordering);
            self.style.make(FLAG_LOOK);
            loop {
                if !self.flag[1 - i].load(self.ordering) {
                    return;
                }
                if self.turn.load(self.ordering) != i {
                    break;
                }
                self.style.again();
            }
            self.flag[i].store(false, self.ordering);
            while self.turn.load(self.ordering) != i {
                self.style.again();
            }
        }
    }

    fn unlock(&self, i: usize) {
        self.turn.store(1 - i, self.ordering);
        self.style.make(LEAVE);
        self.flag[i].store(false, self.ordering);
    }
}
