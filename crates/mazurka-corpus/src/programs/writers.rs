//! writers(N): N processes that each write one variable, so that no two
//! executions are equivalent and no reduction can help.

use crate::expected::{Theory, factorial};
use crate::{Body, Expected, Program};
use mazurka::Algorithm;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::thread;

/// N writers of one variable.
pub const WRITERS: Program = Program {
    name: "writers",
    summary: "N writers of one variable",
    sizes: &[8],
    allowed: 1..=60,
    build,
    expected,
};

fn build(n: usize) -> Body {
    Box::new(move || {
        let x = Arc::new(AtomicUsize::new(0));
        for i in 1..=n {
            let x = x.clone();
            thread::spawn(move || x.store(i, SeqCst));
        }
    })
}

/// Every order of the writes is a trace of its own, and nothing blocks: a write
/// takes every other writer out of the sleep set.
fn expected(algorithm: Algorithm, n: usize) -> Expected {
    Theory {
        traces: factorial(n),
        interleavings: factorial(n),
        classic_blocked: Some(0),
        source_blocked: Some(0),
    }
    .expected(algorithm)
}
