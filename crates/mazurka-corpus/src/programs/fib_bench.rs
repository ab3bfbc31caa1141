//! fib_bench(N) of SV-COMP: two threads that add two variables to one another,
//! N times each, from 1 and 1; the first process loads both.
//!
//! The orderings are relaxed, so that under TSO and PSO stores are buffered. Each
//! thread stores to one location, so the two models allow the same.

use crate::expected::{Theory, interleavings};
use crate::{Body, Expected, Program};
use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicU64, Ordering::Relaxed};
use mazurka::thread::{self, JoinHandle};
use mazurka::{Algorithm, Model};

/// The first process loads i, then j, while the threads run.
pub const FIB_BENCH: Program = Program {
    name: "fib_bench",
    summary: "i += j and j += i, N times each, while the first process loads i, then j",
    sizes: &[4, 5],
    allowed: 1..=40,
    build,
    expected,
};

/// The first process joins both threads before it loads i and j.
pub const FIB_BENCH_JOIN: Program = Program {
    name: "fib_bench_join",
    summary: "i += j and j += i, N times each; the first process joins both threads, then loads",
    sizes: &[4, 5],
    allowed: 1..=40,
    build: build_join,
    expected: expected_join,
};

struct Pair {
    i: AtomicU64,
    j: AtomicU64,
}

impl Pair {
    fn load(&self) {
        self.i.load(Relaxed);
        self.j.load(Relaxed);
    }
}

fn spawn_adders(n: usize) -> (Arc<Pair>, [JoinHandle<()>; 2]) {
    let pair = Arc::new(Pair {
        i: AtomicU64::new(1),
        j: AtomicU64::new(1),
    });
    let (first, second) = (pair.clone(), pair.clone());
    let adders = [
        thread::spawn(move || {
            for _ in 0..n {
                let sum = first.i.load(Relaxed) + first.j.load(Relaxed);
                first.i.store(sum, Relaxed);
            }
        }),
        thread::spawn(move || {
            for _ in 0..n {
                let sum = second.i.load(Relaxed) + second.j.load(Relaxed);
                second.j.store(sum, Relaxed);
            }
        }),
    ];
    (pair, adders)
}

fn build(n: usize) -> Body {
    Box::new(move || {
        let (pair, _) = spawn_adders(n);
        pair.load();
    })
}

fn build_join(n: usize) -> Body {
    Box::new(move || {
        let (pair, adders) = spawn_adders(n);
        for adder in adders {
            adder
                .join()
                .expect("additions of small numbers do not panic");
        }
        pair.load();
    })
}

/// How many traces [`FIB_BENCH`] has under a memory model, where it was
/// counted. For TSO, Nidhugg's optimal explorer visits 171,629 executions for N = 4.
#[must_use]
pub fn traces(model: Model, n: usize) -> Option<u64> {
    let [sc, relaxed] = match n {
        1 => [11, 11],
        2 => [140, 153],
        3 => [1_698, 2_258],
        4 => [19_605, 34_205],
        5 => [218_243, 525_630],
        _ => return None,
    };
    Some(if model == Model::Sc { sc } else { relaxed })
}

/// How many traces [`FIB_BENCH_JOIN`] has under a memory model, where it was
/// counted.
#[must_use]
pub fn traces_join(model: Model, n: usize) -> Option<u64> {
    let [sc, relaxed] = match n {
        1 => [3, 3],
        2 => [19, 20],
        3 => [141, 175],
        4 => [1_107, 1_764],
        5 => [8_953, 19_404],
        _ => return None,
    };
    Some(if model == Model::Sc { sc } else { relaxed })
}

fn expected(algorithm: Algorithm, n: usize) -> Expected {
    Theory {
        traces: traces(Model::Sc, n),
        interleavings: interleavings(&[2, 3 * n, 3 * n]),
        classic_blocked: None,
        source_blocked: None,
    }
    .expected(algorithm)
}

fn expected_join(algorithm: Algorithm, n: usize) -> Expected {
    Theory {
        traces: traces_join(Model::Sc, n),
        interleavings: interleavings(&[3 * n, 3 * n]),
        classic_blocked: None,
        source_blocked: None,
    }
    .expected(algorithm)
}
