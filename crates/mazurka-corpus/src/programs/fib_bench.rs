//! fib_bench(N) of SV-COMP: two threads that add two variables to one another,
//! N times each, from 1 and 1; the first process loads both.

use crate::expected::{Theory, interleavings};
use crate::{Body, Expected, Program};
use mazurka::Algorithm;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicU64, Ordering::Relaxed};
use mazurka::thread::{self, JoinHandle};

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

fn expected(algorithm: Algorithm, n: usize) -> Expected {
    Theory {
        traces: match n {
            1 => Some(11),
            2 => Some(140),
            4 => Some(19_605),
            5 => Some(218_243),
            _ => None,
        },
        interleavings: interleavings(&[2, 3 * n, 3 * n]),
        classic_blocked: None,
        source_blocked: None,
    }
    .expected(algorithm)
}

fn expected_join(algorithm: Algorithm, n: usize) -> Expected {
    Theory {
        traces: match n {
            1 => Some(3),
            2 => Some(19),
            3 => Some(141),
            4 => Some(1_107),
            5 => Some(8_953),
            _ => None,
        },
        interleavings: interleavings(&[3 * n, 3 * n]),
        classic_blocked: None,
        source_blocked: None,
    }
    .expected(algorithm)
}
