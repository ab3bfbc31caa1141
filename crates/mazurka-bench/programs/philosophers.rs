//! philosophers(n): n threads that each take two of n forks, once.
//!
//! The bug: everyone takes the left one first, so that they deadlock.

use super::model::sync::{Arc, Mutex};
use super::together;

pub(super) fn run(n: usize) {
    // The lower number first.
    dine(n, |left, right| (left.min(right), left.max(right)));
}

pub(super) fn buggy(n: usize) {
    dine(n, |left, right| (left, right));
}

fn dine(n: usize, order: fn(usize, usize) -> (usize, usize)) {
    let forks: Arc<Vec<_>> = Arc::new((0..n).map(|_| Mutex::new(0_usize)).collect());
    let uses = forks.clone();
    together(n, move |i| {
        let (first, second) = order(i, (i + 1) % n);
        let mut first = forks[first].lock().unwrap();
        let mut second = forks[second].lock().unwrap();
        *first += 1;
        *second += 1;
    });
    for fork in uses.iter() {
        assert_eq!(*fork.lock().unwrap(), 2, "BUG: a fork was not used twice");
    }
}
