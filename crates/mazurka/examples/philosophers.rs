//! Dining philosophers: if all of them take their left fork first they can
//! starve, and if all take the fork with the lower number first they cannot.
//!
//! A fork between two philosophers is used in two orders, and only the two ways
//! of going all around the table are impossible: `2^n - 2` traces. The deadlock
//! is one more.

use mazurka::sync::{Arc, Mutex};
use mazurka::{Checker, Report, thread};

/// Which fork a philosopher takes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum First {
    /// The left one.
    Left,
    /// The one with the lower number.
    Lower,
}

/// Explores a dinner of `n` philosophers, to the end.
pub(crate) fn dinner(n: usize, first: First) -> Report {
    Checker::new().keep_going(true).check(move || {
        let forks: Arc<Vec<Mutex<()>>> = Arc::new((0..n).map(|_| Mutex::new(())).collect());
        let philosophers: Vec<_> = (0..n)
            .map(|i| {
                let forks = forks.clone();
                thread::spawn(move || dine(&forks, i, first))
            })
            .collect();
        for philosopher in philosophers {
            philosopher.join().unwrap();
        }
    })
}

fn dine(forks: &[Mutex<()>], i: usize, first: First) {
    let (left, right) = (i, (i + 1) % forks.len());
    let (one, other) = match first {
        First::Left => (left, right),
        First::Lower => (left.min(right), left.max(right)),
    };
    let _one = forks[one].lock().unwrap();
    let _other = forks[other].lock().unwrap();
}

fn main() {
    println!("{:>3} {:>18} {:>10}", "N", "left fork first", "in order");
    for n in 2..=5 {
        let (left, lower) = (dinner(n, First::Left), dinner(n, First::Lower));
        assert!(lower.is_verified(), "{lower}");
        let traces = |report: &Report| report.statistics().complete;
        let bugs = left.findings().len();
        println!(
            "{n:>3} {:>5} ({bugs} deadlock) {:>10}",
            traces(&left),
            traces(&lower)
        );
    }
    println!("\n{}", dinner(2, First::Left));
}
