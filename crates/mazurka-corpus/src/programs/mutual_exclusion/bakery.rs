//! Lamport's bakery algorithm for n threads.

use super::{Barrier, Lock, MutualExclusion, Order, Style, body, variables};
use mazurka::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

const CHOOSING_LOOK: Barrier = Barrier {
    place: "choosing[i] := true, looking at the others' numbers",
    order: Order::StoreLoad,
    rounds: &[1, 1],
};

const NUMBER_CHOSEN: Barrier = Barrier {
    place: "taking a number, choosing[i] := false",
    order: Order::StoreStore,
    rounds: &[1, 1],
};

const CHOSEN_LOOK: Barrier = Barrier {
    place: "choosing[i] := false, looking whether others choose",
    order: Order::StoreLoad,
    rounds: &[1, 1],
};

const LEAVE: Barrier = Barrier {
    place: "critical section, giving the number back",
    order: Order::StoreStore,
    rounds: &[1, 1],
};

pub(super) const BAKERY: MutualExclusion = MutualExclusion {
    name: "bakery",
    source: "L. Lamport, A new solution of Dijkstra's concurrent programming problem, 1974",
    threads: 2..=8,
    barriers: &[CHOOSING_LOOK, NUMBER_CHOSEN, CHOSEN_LOOK, LEAVE],
    body: body::<Bakery>,
};

struct Bakery {
    style: Style,
    ordering: Ordering,
    choosing: Box<[AtomicBool]>,
    /// Zero for threads that do not want to enter.
    number: Box<[AtomicUsize]>,
}

impl Bakery {
    fn others(&self, i: usize) -> impl Iterator<Item = usize> {
        (0..self.number.len()).filter(move |j| *j != i)
    }
}

impl Lock for Bakery {
    fn new(threads: usize, style: Style) -> Bakery {
        Bakery {
            style,
            ordering: style.ordering(),
            choosing: (0..threads).map(|_| AtomicBool::new(false)).collect(),
            number: variables(threads, 0),
        }
    }

    fn lock(&self, i: usize) {
        self.choosing[i].store(true, self.ordering);
        self.style.make(CHOOSING_LOOK);
        let numbers = self.others(i).map(|j| self.number[j].load(self.ordering));
        let number = 1 + numbers.max().unwrap_or(0);
        self.number[i].store(number, self.ordering);
        self.style.make(NUMBER_CHOSEN);
        self.choosing[i].store(false, self.ordering);
        self.style.make(CHOSEN_LOOK);
        for j in self.others(i) {
            while self.choosing[j].load(self.ordering) {
                self.style.again();
            }
            loop {
                let other = self.number[j].load(self.ordering);
                if other == 0 || (other, j) > (number, i) {
                    break;
                }
                self.style.again();
            }
        }
    }

    fn unlock(&self, i: usize) {
        self.style.make(LEAVE);
        self.number[i].store(0, self.ordering);
    }
}
