//! Dijkstra's algorithm for n threads.

use super::{Barrier, Lock, MutualExclusion, Order, Style, body};
use mazurka::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Without this one, exclusion holds, but there are endless executions: two
/// threads that each see k at the other's number, and the other's b not yet
/// false, take k from one another as long as neither b reaches memory.
const B_K: Barrier = Barrier {
    place: "b[i] := false, k := i",
    order: Order::StoreStore,
    rounds: &[1, 1],
};

const C_LOOK: Barrier = Barrier {
    place: "c[i] := false, looking at the others' c",
    order: Order::StoreLoad,
    rounds: &[1, 1],
};

const LEAVE: Barrier = Barrier {
    place: "critical section, c[i] := true",
    order: Order::StoreStore,
    rounds: &[1, 1],
};

/// b and k decide only which of several threads goes on to set its c.
pub(super) const DIJKSTRA: MutualExclusion = MutualExclusion {
    name: "dijkstra",
    source: "E. W. Dijkstra, Solution of a problem in concurrent programming control, 1965",
    threads: 2..=8,
    barriers: &[B_K, C_LOOK, LEAVE],
    body: body::<Dijkstra>,
};

struct Dijkstra {
    style: Style,
    ordering: Ordering,
    /// Thread i does not want to enter.
    b: Box<[AtomicBool]>,
    /// Thread i does not try to enter just now.
    c: Box<[AtomicBool]>,
    k: AtomicUsize,
}

impl Lock for Dijkstra {
    fn new(threads: usize, style: Style) -> Dijkstra {
        let all_true = || (0..threads).map(|_| AtomicBool::new(true)).collect();
        Dijkstra {
            style,
            ordering: style.ordering(),
            b: all_true(),
            c: all_true(),
            k: AtomicUsize::new(0),
        }
    }

    /// The original stores to c\[i\] whenever it comes by. Here it does so if c\[i\]
    /// has another value: a thread that stores does not just wait.
    fn lock(&self, i: usize) {
        let mut c = true;
        self.b[i].store(false, self.ordering);
        self.style.make(B_K);
        loop {
            let mut only_looked = true;
            let k = self.k.load(self.ordering);
            if c == (k == i) {
                c = !c;
                self.c[i].store(c, self.ordering);
                only_looked = false;
            }
            if k == i {
                if !only_looked {
                    self.style.make(C_LOOK);
                }
                let mut others = (0..self.c.len()).filter(|j| *j != i);
                if others.all(|j| self.c[j].load(self.ordering)) {
                    return;
                }
            } else if self.b[k].load(self.ordering) {
                self.k.store(i, self.ordering);
                only_looked = false;
            }
            if only_looked {
                self.style.again();
            }
        }
    }

    fn unlock(&self, i: usize) {
        self.style.make(LEAVE);
        self.c[i].store(true, self.ordering);
        self.b[i].store(true, self.ordering);
    }
}
