//! Programs that only `limit` and `growth` run, against the same facade as those
//! of `programs/`; the closure's own thread takes part.

use super::model::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use super::model::sync::{Arc, Mutex};
use super::model::thread;
use crate::limit::Bodies;

/// The programs by name.
pub(crate) const BODIES: Bodies = &[
    ("stores", stores),
    ("prefix", prefix),
    ("long", long),
    ("hammer", hammer),
    ("loads", loads),
    ("wakeup_stress", wakeup_stress),
];

/// Two processes that store `n` times each to one location: (2n)! / (n! n!) traces.
fn stores(n: usize) {
    let x = Arc::new(AtomicUsize::new(0));
    both(move |_| store_often(&x, n));
}

/// How many events of [`prefix`] each process has for itself.
const ALONE: usize = 200;

/// Two processes that first have [`ALONE`] events each on locations of their own,
/// and then store `n` times each to one location. All executions share the first
/// part.
fn prefix(n: usize) {
    let own = Arc::new([AtomicUsize::new(0), AtomicUsize::new(0)]);
    let x = Arc::new(AtomicUsize::new(0));
    both(move |which| {
        for _ in 0..ALONE {
            own[which].fetch_add(1, SeqCst);
        }
        store_often(&x, n);
    });
}

fn store_often(x: &AtomicUsize, n: usize) {
    for i in 0..n {
        x.store(i, SeqCst);
    }
}

/// What a process of [`long`] has for itself.
#[derive(Default)]
struct Own {
    counter: AtomicUsize,
    list: Mutex<usize>,
}

/// Two processes with `n` events in all: of 50 in a row, one is on a location that
/// both use, ten are on a mutex of its own, and the others on an atomic of its own.
fn long(n: usize) {
    let own = Arc::new([Own::default(), Own::default()]);
    let x = Arc::new(AtomicUsize::new(0));
    both(move |which| {
        let Own { counter, list } = &own[which];
        let mut done = 0;
        while done < n / 2 {
            if done % 50 == 49 {
                x.store(done, SeqCst);
                done += 1;
            } else if done % 10 == 7 && done + 2 <= n / 2 {
                *list.lock().unwrap() += 1;
                done += 2;
            } else {
                counter.fetch_add(1, SeqCst);
                done += 1;
            }
        }
    });
}

/// Two processes with `n` events in all, all of them additions to one location
/// that look at the result.
fn hammer(n: usize) {
    let x = Arc::new(AtomicUsize::new(0));
    both(move |_| {
        for _ in 0..n / 2 {
            x.fetch_add(1, SeqCst);
        }
    });
}

/// Two processes with `n` events in all, on one location: loads, and a store of each
/// after half of them.
fn loads(n: usize) {
    let x = Arc::new(AtomicUsize::new(0));
    both(move |which| {
        for i in 0..n / 2 {
            if i == n / 4 {
                x.store(which, SeqCst);
            } else {
                x.load(SeqCst);
            }
        }
    });
}

/// The closure's process and one more.
fn both(code: impl Fn(usize) + Send + Sync + 'static) {
    let code = Arc::new(code);
    let theirs = Arc::clone(&code);
    let other = thread::spawn(move || theirs(1));
    code(0);
    other.join().unwrap();
}

#[derive(Default)]
struct Counters {
    first: AtomicUsize,
    second: AtomicUsize,
}

/// wakeup_stress(n) of *Source Sets*, Figure 12: `n` increments that must all be
/// done before the second of two increments of another counter: 2 n! traces.
fn wakeup_stress(n: usize) {
    let counters = Arc::new(Counters::default());
    let (first, last) = (Arc::clone(&counters), Arc::clone(&counters));
    thread::spawn(move || first.first.fetch_add(1, SeqCst));
    let handles: Vec<_> = (0..n)
        .map(|_| {
            let counters = Arc::clone(&counters);
            thread::spawn(move || counters.second.fetch_add(1, SeqCst))
        })
        .collect();
    thread::spawn(move || {
        for handle in handles {
            handle.join().unwrap();
        }
        last.first.fetch_add(1, SeqCst);
    });
}
