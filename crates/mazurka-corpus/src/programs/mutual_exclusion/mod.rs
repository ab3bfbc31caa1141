//! The classic algorithms for mutual exclusion by loads and stores alone, with
//! the barriers that they need under TSO and PSO.
//!
//! They were made for sequential consistency and are right there. Under TSO each
//! of them breaks without [`Order::StoreLoad`] barriers in its entry protocol,
//! and under PSO it needs [`Order::StoreStore`] barriers as well: at least one
//! before the exit protocol, or what was done in the critical section may reach
//! memory after the critical section was left.
//!
//! An algorithm lists its barriers ([`MutualExclusion::barriers`]). All are
//! needed: with any single one left out and the others made, some execution goes
//! wrong. (So the verdict on any other set of them follows: fewer barriers never
//! allow less.) Loads need none: neither model delays them.
//!
//! | algorithm | store-load barriers | store-store barriers |
//! |---|---|---|
//! | Dekker | 1 | 1, at the exit |
//! | Dijkstra | 1 | 2, at the entry and at the exit |
//! | Lamport's bakery | 2 | 2, at the entry and at the exit |
//! | Burns and Lynch | 1 | 1, at the exit |
//! | Peterson, and his filter for n threads | 1 (at each level) | 2, at the entry (of each level) and at the exit |
//! | Lamport's fast algorithm | 2 | 2, both at the exit |
//! | Szymański | 2 | 1, at the exit |
//!
//! The critical section adds one to a counter by a load and a store, and in the
//! end the first process looks whether an addition was lost. So two threads in
//! their critical sections at a time are found out, and also a thread that is in
//! its critical section before what was done in another's has reached memory.
//! The orderings are relaxed, so the counter cannot be a plain cell: in the
//! language's own terms, nothing here synchronises.

mod bakery;
mod burns;
mod dekker;
mod dijkstra;
mod fast;
mod filter;
mod peterson;
mod szymanski;

use crate::Body;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{
    AtomicUsize,
    Ordering::{self, Relaxed, Release, SeqCst},
    fence,
};
use mazurka::{Model, hint, thread};
use std::fmt;
use std::ops::RangeInclusive;

/// What a barrier keeps in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Stores before it, and loads and stores after it: `fence(SeqCst)`.
    StoreLoad,
    /// Stores before it, and stores after it: `fence(Release)`. Only PSO delays
    /// one store for longer than a later one.
    StoreStore,
}

/// A place in an algorithm where a barrier is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Barrier {
    /// Which accesses it stands between.
    pub place: &'static str,
    /// What it keeps in order.
    pub order: Order,
    /// A smallest program that goes wrong without this one: how often each thread
    /// enters its critical section.
    pub rounds: &'static [usize],
}

impl Barrier {
    /// Do all programs behave under `model` as if this barrier were made?
    #[must_use]
    pub fn is_free(&self, model: Model) -> bool {
        match model {
            Model::Sc => true,
            Model::Tso => self.order == Order::StoreStore,
            Model::Pso | Model::Ra | Model::Rc11 => false,
        }
    }
}

/// The barriers that an algorithm makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fences {
    /// None: all accesses are relaxed.
    None,
    /// Those between a store and a load: what TSO needs.
    StoreLoad,
    /// All that it lists: what PSO needs.
    All,
    /// All but one.
    Without(Barrier),
    /// None, but all accesses of the algorithm are `SeqCst`.
    SeqCst,
}

impl Fences {
    fn contains(self, barrier: Barrier) -> bool {
        match self {
            Fences::None | Fences::SeqCst => false,
            Fences::StoreLoad => barrier.order == Order::StoreLoad,
            Fences::All => true,
            Fences::Without(left_out) => barrier != left_out,
        }
    }
}

impl fmt::Display for Fences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fences::None => f.write_str("no barriers"),
            Fences::StoreLoad => f.write_str("store-load barriers"),
            Fences::All => f.write_str("all barriers"),
            Fences::Without(barrier) => write!(f, "all but {:?}", barrier.place),
            Fences::SeqCst => f.write_str("sequentially consistent accesses"),
        }
    }
}

/// What a thread does that must wait for others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// It looks again, until it need not wait. Mazurka notices that it does nothing
    /// else, some looks later; how many depends on the compiler, and so does the
    /// number of traces.
    Spin,
    /// It goes no further: the execution is left out, as one in which the thread
    /// came later covers what others can see of it. So there are fewer traces,
    /// the same with every compiler; but waiting in vain is not found.
    Assume,
}

/// How a lock is made.
#[derive(Clone, Copy, Debug)]
struct Style {
    fences: Fences,
    wait: Wait,
}

impl Style {
    /// Makes a barrier, or not.
    fn make(self, barrier: Barrier) {
        if self.fences.contains(barrier) {
            fence(match barrier.order {
                Order::StoreLoad => SeqCst,
                Order::StoreStore => Release,
            });
        }
    }

    /// The thread looked and stored nothing, and is about to look again.
    fn again(self) {
        match self.wait {
            Wait::Spin => hint::spin_loop(),
            Wait::Assume => mazurka::assume(false),
        }
    }

    /// The ordering of all the algorithm's loads and stores.
    fn ordering(self) -> Ordering {
        if self.fences == Fences::SeqCst {
            SeqCst
        } else {
            Relaxed
        }
    }
}

/// A lock for threads that are numbered from zero.
trait Lock: Send + Sync + 'static {
    fn new(threads: usize, style: Style) -> Self;

    /// The entry protocol of thread `i`.
    fn lock(&self, i: usize);

    /// The exit protocol of thread `i`.
    fn unlock(&self, i: usize);
}

/// An algorithm for mutual exclusion.
pub struct MutualExclusion {
    /// Its name on the command line and in results.
    pub name: &'static str,
    /// Whose it is, and where it is from.
    pub source: &'static str,
    /// For how many threads it is.
    pub threads: RangeInclusive<usize>,
    /// The barriers that it needs under PSO; those between a store and a load are
    /// what it needs under TSO.
    pub barriers: &'static [Barrier],
    body: fn(&[usize], Style) -> Body,
}

impl fmt::Debug for MutualExclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl MutualExclusion {
    /// The program in which thread `i` enters its critical section `rounds[i]`
    /// times.
    ///
    /// # Panics
    /// When the algorithm is not for that many threads.
    #[must_use]
    pub fn body(&self, rounds: &[usize], fences: Fences, wait: Wait) -> Body {
        assert!(
            self.threads.contains(&rounds.len()),
            "{} is for {:?} threads, not {}",
            self.name,
            self.threads,
            rounds.len()
        );
        (self.body)(rounds, Style { fences, wait })
    }

    /// The verdict to expect under `model` with these barriers, of programs as large
    /// as [`Barrier::rounds`] of those left out. (That the barriers suffice was
    /// explored for two threads that enter twice, and for three that enter once.)
    #[must_use]
    pub fn is_right(&self, model: Model, fences: Fences) -> bool {
        self.barriers
            .iter()
            .filter(|barrier| !barrier.is_free(model))
            .all(|barrier| fences == Fences::SeqCst || fences.contains(*barrier))
    }
}

/// All of them, by age.
pub static ALGORITHMS: [MutualExclusion; 8] = [
    dekker::DEKKER,
    dijkstra::DIJKSTRA,
    bakery::BAKERY,
    burns::BURNS,
    peterson::PETERSON,
    filter::FILTER,
    fast::FAST,
    szymanski::SZYMANSKI,
];

/// The algorithm of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static MutualExclusion> {
    ALGORITHMS.iter().find(|algorithm| algorithm.name == name)
}

struct Shared<L> {
    lock: L,
    counter: AtomicUsize,
}

impl<L: Lock> Shared<L> {
    fn enter(&self, i: usize) {
        self.lock.lock(i);
        let count = self.counter.load(Relaxed);
        self.counter.store(count + 1, Relaxed);
        self.lock.unlock(i);
    }
}

fn body<L: Lock>(rounds: &[usize], style: Style) -> Body {
    let rounds = rounds.to_vec();
    Box::new(move || {
        let shared = Arc::new(Shared {
            lock: L::new(rounds.len(), style),
            counter: AtomicUsize::new(0),
        });
        let start = |(i, rounds): (usize, &usize)| {
            let (shared, rounds) = (shared.clone(), *rounds);
            thread::spawn(move || {
                for _ in 0..rounds {
                    shared.enter(i);
                }
            })
        };
        let threads: Vec<_> = rounds.iter().enumerate().map(start).collect();
        for thread in threads {
            thread.join().expect("locks do not panic");
        }
        let entered: usize = rounds.iter().sum();
        let counted = shared.counter.load(Relaxed);
        assert_eq!(counted, entered, "an addition was lost");
    })
}

/// So many variables of this value.
fn variables(count: usize, value: usize) -> Box<[AtomicUsize]> {
    (0..count).map(|_| AtomicUsize::new(value)).collect()
}
