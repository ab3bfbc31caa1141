//! readers(N): one writer and N readers (*Source Sets*, Figures 1 and 13).

use crate::expected::{Theory, interleavings, power};
use crate::{Body, Expected, Program};
use mazurka::Algorithm;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::thread;

/// One process writes x; reader i reads its own y\[i\] and then x.
pub const READERS: Program = Program {
    name: "readers",
    summary: "a writer of x, and N readers of x that first read a variable of their own",
    sizes: &[2, 8, 13, 15],
    allowed: 1..=60,
    build,
    expected,
};

struct Shared {
    x: AtomicUsize,
    y: Vec<AtomicUsize>,
}

/// The writer is spawned first, hence scheduled first: `classic` then finds
/// every reader's race with it, and (3^N + 1)/2 executions.
fn build(n: usize) -> Body {
    Box::new(move || {
        let shared = Arc::new(Shared {
            x: AtomicUsize::new(0),
            y: (0..n).map(|_| AtomicUsize::new(0)).collect(),
        });
        let writer = shared.clone();
        thread::spawn(move || writer.x.store(1, SeqCst));
        for i in 0..n {
            let reader = shared.clone();
            thread::spawn(move || {
                reader.y[i].load(SeqCst);
                reader.x.load(SeqCst);
            });
        }
    })
}

/// Each reader reads x before the write or after it, independently: 2^N.
fn expected(algorithm: Algorithm, n: usize) -> Expected {
    let mut lengths = vec![2; n];
    lengths.push(1);
    let traces = power(2, n);
    let classic = power(3, n).and_then(|p| Some(p.checked_add(1)? / 2));
    Theory {
        traces,
        interleavings: interleavings(&lengths),
        classic_blocked: classic.zip(traces).map(|(all, traces)| all - traces),
        source_blocked: Some(0),
    }
    .expected(algorithm)
}
