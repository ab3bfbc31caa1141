//! The filter lock: Peterson's algorithm for n threads, which pass through n - 1
//! levels; of those that come to a level, one stays behind.

use super::{Barrier, Lock, MutualExclusion, Order, Style, body, variables};
use mazurka::sync::atomic::{AtomicUsize, Ordering};

const LEVEL_VICTIM: Barrier = Barrier {
    place: "coming to a level, becoming its victim",
    order: Order::StoreStore,
    rounds: &[1, 1],
};

const VICTIM_LOOK: Barrier = Barrier {
    place: "becoming a level's victim, looking at the others' levels",
    order: Order::StoreLoad,
    rounds: &[1, 1],
};

const LEAVE: Barrier = Barrier {
    place: "critical section, going back to level zero",
    order: Order::StoreStore,
    rounds: &[1, 1],
};

pub(super) const FILTER: MutualExclusion = MutualExclusion {
    name: "filter",
    source: "G. L. Peterson, Myths about the mutual exclusion problem, 1981, for n threads",
    threads: 2..=8,
    barriers: &[LEVEL_VICTIM, VICTIM_LOOK, LEAVE],
    body: body::<Filter>,
};

struct Filter {
    style: Style,
    ordering: Ordering,
    level: Box<[AtomicUsize]>,
    victim: Box<[AtomicUsize]>,
}

impl Filter {
    /// Is another thread than `i` at this level, or further?
    fn has_company(&self, i: usize, level: usize) -> bool {
        let mut others = (0..self.level.len()).filter(|j| *j != i);
        others.any(|j| self.level[j].load(self.ordering) >= level)
    }
}

impl Lock for Filter {
    fn new(threads: usize, style: Style) -> Filter {
        Filter {
            style,
            ordering: style.ordering(),
            level: variables(threads, 0),
            victim: variables(threads, 0),
        }
    }

    fn lock(&self, i: usize) {
        for level in 1..self.level.len() {
            self.level[i].store(level, self.ordering);
            self.style.make(LEVEL_VICTIM);
            self.victim[level].store(i, self.ordering);
            self.style.make(VICTIM_LOOK);
            while self.has_company(i, level) && self.victim[level].load(self.ordering) == i {
                self.style.again();
            }
        }
    }

    fn unlock(&self, i: usize) {
        self.style.make(LEAVE);
        self.level[i].store(0, self.ordering);
    }
}
