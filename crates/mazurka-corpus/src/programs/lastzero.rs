//! lastzero(N): a process searches an array that others fill (*Source Sets*,
//! Figure 11).

use crate::expected::{Theory, power};
use crate::{Body, Expected, Program};
use mazurka::Algorithm;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::thread;

/// Process 0 looks for the highest index that holds zero, process j in 1..=N
/// does `x[j] := x[j - 1] + 1`.
pub const LASTZERO: Program = Program {
    name: "lastzero",
    summary: "a search from index N down for a zero, and N processes that each write x[j - 1] + 1 to x[j]",
    sizes: &[5, 10, 11, 15],
    allowed: 1..=60,
    build,
    expected,
};

fn build(n: usize) -> Body {
    Box::new(move || {
        let x: Arc<Vec<AtomicUsize>> = Arc::new((0..=n).map(|_| AtomicUsize::new(0)).collect());
        let search = x.clone();
        thread::spawn(move || {
            let mut i = n;
            while i > 0 && search[i].load(SeqCst) != 0 {
                i -= 1;
            }
        });
        for j in 1..=n {
            let x = x.clone();
            thread::spawn(move || {
                let before = x[j - 1].load(SeqCst);
                x[j].store(before + 1, SeqCst);
            });
        }
    })
}

/// 2^(N-2) * (N + 3), written so that it also holds for N = 1.
fn expected(algorithm: Algorithm, n: usize) -> Expected {
    let traces = power(2, n - 1).and_then(|p| Some(p.checked_mul(n as u64 + 3)? / 2));
    Theory {
        traces,
        interleavings: match n {
            1 => Some(3),
            2 => Some(35),
            3 => Some(920),
            _ => None,
        },
        classic_blocked: None,
        source_blocked: None,
    }
    .expected(algorithm)
}
