//! wakeup_stress(N): a race that can be reversed only after N other processes
//! have finished, in each of their N! orders (*Source Sets*, Figure 12): the
//! worst that wakeup trees can meet.

use crate::expected::{Theory, factorial};
use crate::{Body, Expected, Program};
use mazurka::Algorithm;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::thread;

/// Processes 0 and N + 1 increment one counter, processes 1..=N the other;
/// process N + 1 waits for 1..=N to finish first.
pub const WAKEUP_STRESS: Program = Program {
    name: "wakeup_stress",
    summary: "N increments of one counter that must all be done before the second of two increments of another",
    sizes: &[1, 2, 3, 4, 5, 6, 7, 8, 9],
    allowed: 1..=60,
    build,
    expected,
};

#[derive(Default)]
struct Counters {
    counter1: AtomicUsize,
    counter2: AtomicUsize,
}

fn build(n: usize) -> Body {
    Box::new(move || {
        let counters = Arc::new(Counters::default());
        let (first, last) = (counters.clone(), counters.clone());
        thread::spawn(move || first.counter1.fetch_add(1, SeqCst));
        let handles: Vec<_> = (0..n)
            .map(|_| {
                let counters = counters.clone();
                thread::spawn(move || counters.counter2.fetch_add(1, SeqCst))
            })
            .collect();
        thread::spawn(move || {
            for handle in handles {
                handle.join().expect("an increment does not panic");
            }
            last.counter1.fetch_add(1, SeqCst);
        });
    })
}

/// The N! orders of the increments of one counter, times the 2 of the other.
fn expected(algorithm: Algorithm, n: usize) -> Expected {
    let orders = factorial(n);
    Theory {
        traces: orders.and_then(|orders| orders.checked_mul(2)),
        // Process N + 1 comes after all of 1..=N, and process 0 anywhere.
        interleavings: orders.and_then(|orders| orders.checked_mul(n as u64 + 2)),
        classic_blocked: None,
        source_blocked: Some(0),
    }
    .expected(algorithm)
}
