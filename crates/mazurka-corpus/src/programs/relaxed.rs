//! The programs of *Dynamic partial order reduction for relaxed memory models*
//! (Zhang, Kusano and Wang, PLDI 2015), Figures 1, 2, 6 and 9.
//!
//! The paper counts executions. Here [`Figure::interleavings`] are those, which
//! `exhaustive` visits, and [`Figure::traces`] the classes of equivalent ones
//! (those with the same program order, reads-from, coherence and from-read
//! relations), which the reductions visit once each.

use super::mutual_exclusion::{self, Fences, Wait};
use crate::Body;
use mazurka::Model;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicU32, Ordering::Relaxed};
use mazurka::thread;
use std::fmt;

/// A program of the paper, and what must hold of it under SC, TSO and PSO, in
/// this order.
pub struct Figure {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// Makes the program.
    pub build: fn() -> Body,
    /// How many traces it has.
    pub traces: [u64; 3],
    /// How many executions it has.
    pub interleavings: [u64; 3],
    /// May its assertion fail?
    pub fails: [bool; 3],
}

impl fmt::Debug for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Store buffering. The paper's own count for TSO is 24 executions, 4 of them
/// not redundant, and for SC 6 and 3.
pub const FIGURE_1: Figure = Figure {
    name: "relaxed_figure1",
    summary: "two threads store to x and to y, and then load what the other stored",
    build: build_figure_1,
    traces: [3, 4, 4],
    interleavings: [6, 24, 24],
    fails: [false, true, true],
};

/// Message passing. The paper's counts are 3, 3 and 7 executions. Of the three
/// under SC, the two in which the flag is not seen are one trace.
pub const FIGURE_2: Figure = Figure {
    name: "relaxed_figure2",
    summary: "a thread stores to x and then to y, another loads y and then, if it is set, x",
    build: build_figure_2,
    traces: [2, 2, 3],
    interleavings: [3, 3, 7],
    fails: [false, false, true],
};

/// One thread against four stores and a load. The figure itself is about its
/// executions by the size of the store buffer: see [`figure_6_interleavings`].
/// All that others can tell is whether the load comes before the other thread's
/// store or after it.
pub const FIGURE_6: Figure = Figure {
    name: "relaxed_figure6",
    summary: "a thread stores to y; another stores to four locations and then loads y",
    build: build_figure_6,
    traces: [2, 2, 2],
    interleavings: [6, 30, 720],
    fails: [false; 3],
};

/// The figures.
pub static FIGURES: [Figure; 3] = [FIGURE_1, FIGURE_2, FIGURE_6];

/// The stores in the thread of Figure 6 that loads.
const STORES: u64 = 4;

/// How many executions Figure 6 has under TSO with room for `bound` stores in a
/// buffer: the load may come before the last `bound` of the stores reach memory,
/// at any of `bound + 1` places, and the other thread's store at any of six.
#[must_use]
pub fn figure_6_interleavings(bound: u32) -> u64 {
    (u64::from(bound).min(STORES) + 1) * (STORES + 2)
}

/// A program for Figure 9, of which the paper says that it is a "Dijkstra program":
/// Dijkstra's algorithm for mutual exclusion, without barriers, for two threads that
/// enter their critical sections so often taken together.
///
/// # Panics
/// Never: the algorithm is in the list.
#[must_use]
pub fn figure_9(entries: usize) -> Body {
    let dijkstra = mutual_exclusion::find("dijkstra").expect("it is in the list");
    let rounds = [entries.div_ceil(2), entries / 2];
    dijkstra.body(&rounds, Fences::None, Wait::Assume)
}

/// How many stores a buffer has room for, in the columns of Figure 9.
pub const FIGURE_9_BOUNDS: [Option<u32>; 6] = [Some(0), Some(1), Some(2), Some(3), Some(4), None];

/// How many traces the program of Figure 9 has under TSO, by its size and
/// [`FIGURE_9_BOUNDS`].
pub const FIGURE_9_TRACES: [(usize, [u64; 6]); 4] = [
    (2, [18, 22, 22, 22, 22, 22]),
    (3, [52, 68, 99, 99, 103, 104]),
    (4, [1_478, 3_013, 3_912, 3_960, 4_391, 4_558]),
    (5, [7_385, 16_794, 30_867, 31_971, 37_897, 41_193]),
];

impl Figure {
    /// How many traces it has under a model.
    #[must_use]
    pub fn traces_under(&self, model: Model) -> u64 {
        self.traces[place(model)]
    }

    /// How many executions it has under a model.
    #[must_use]
    pub fn interleavings_under(&self, model: Model) -> u64 {
        self.interleavings[place(model)]
    }

    /// May its assertion fail under a model?
    #[must_use]
    pub fn fails_under(&self, model: Model) -> bool {
        self.fails[place(model)]
    }
}

fn place(model: Model) -> usize {
    match model {
        Model::Sc => 0,
        Model::Tso => 1,
        Model::Pso => 2,
        Model::Ra | Model::Rc11 => panic!("the papers have no counts for {model}"),
    }
}

#[derive(Default)]
struct Pair {
    x: AtomicU32,
    y: AtomicU32,
}

fn build_figure_1() -> Body {
    Box::new(|| {
        let pair = Arc::new(Pair::default());
        let (first, second) = (pair.clone(), pair);
        let a = thread::spawn(move || {
            first.x.store(1, Relaxed);
            first.y.load(Relaxed)
        });
        let b = thread::spawn(move || {
            second.y.store(1, Relaxed);
            second.x.load(Relaxed)
        });
        let (a, b) = (a.join().unwrap(), b.join().unwrap());
        assert_ne!((a, b), (0, 0), "both loads came before both stores");
    })
}

fn build_figure_2() -> Body {
    Box::new(|| {
        let pair = Arc::new(Pair::default());
        let (writer, reader) = (pair.clone(), pair);
        thread::spawn(move || {
            writer.x.store(1, Relaxed);
            writer.y.store(1, Relaxed);
        });
        thread::spawn(move || {
            if reader.y.load(Relaxed) == 1 {
                assert_eq!(reader.x.load(Relaxed), 1, "y was stored before x");
            }
        });
    })
}

fn build_figure_6() -> Body {
    Box::new(|| {
        let x: [AtomicU32; STORES as usize] = Default::default();
        let shared = Arc::new((x, AtomicU32::new(0)));
        let other = shared.clone();
        thread::spawn(move || other.1.store(1, Relaxed));
        thread::spawn(move || {
            let (x, y) = &*shared;
            x.iter().for_each(|x| x.store(1, Relaxed));
            y.load(Relaxed);
        });
    })
}
