//! The programs that every tool runs, each written once.
//!
//! A tool compiles this folder by a `#[path]` module, beside a module `model` with
//! its own types under the names of `std`. That facade has no more than this:
//!
//! | module | items |
//! |---|---|
//! | `model::sync` | `Arc`, `Mutex` (`new`, `lock`) |
//! | `model::sync::atomic` | `AtomicUsize` (`new`, `load`, `store`, `compare_exchange`, `fetch_add`, `fetch_sub`), `Ordering` |
//! | `model::thread` | `spawn`, `JoinHandle` (`join`) |
//! | `model::hint` | `spin_loop` |
//! | `model::mpsc` | `channel`: for `messages.rs` only, which is not in [`BODIES`] |
//!
//! Rules that keep the programs the same for everybody:
//!
//! - The main thread takes part, since loom allows five threads, main included.
//! - Every thread is joined: shuttle leaves threads behind whose handle is dropped.
//! - All accesses are `SeqCst`, but nothing needs more than acquire and release,
//!   which is what loom takes `SeqCst` for.
//! - No pointers: nodes are in an array made at the start, and indices in atomics.
//! - An assertion says `BUG` first, so that it is told from a panic of the tool.

use super::model;
use std::fmt::Debug;

mod increments;
mod lastzero;
mod philosophers;
mod queue;
mod rcu;
mod readers;
mod reference;
mod seqlock;
mod spinlock;
mod stack;
mod writers;

/// One execution of a program of this size.
pub(crate) type Body = fn(usize);

/// The programs by name. Those that end in `_buggy` have a bug, the others none.
pub(crate) const BODIES: &[(&str, Body)] = &[
    ("readers", readers::run),
    ("lastzero", lastzero::run),
    ("writers", writers::run),
    ("increments", increments::run),
    ("increments_buggy", increments::buggy),
    ("philosophers", philosophers::run),
    ("philosophers_buggy", philosophers::buggy),
    ("stack", stack::run),
    ("stack_buggy", stack::buggy),
    ("queue", queue::run),
    ("queue_buggy", queue::buggy),
    ("spinlock", spinlock::run),
    ("spinlock_buggy", spinlock::buggy),
    ("seqlock", seqlock::run),
    ("seqlock_buggy", seqlock::buggy),
    ("rcu", rcu::run),
    ("rcu_buggy", rcu::buggy),
    ("reference", reference::run),
    ("reference_buggy", reference::buggy),
];

/// Runs `work(i)` for every i below `n`: `work(0)` on the calling thread, the others
/// on threads of their own, and returns what they return, in that order. (`T` is more
/// than sent because TraceForge compares and prints what threads return.)
fn together<T: Clone + PartialEq + Debug + Send + 'static>(
    n: usize,
    work: impl Fn(usize) -> T + Clone + Send + 'static,
) -> Vec<T> {
    let others: Vec<_> = (1..n)
        .map(|i| {
            let work = work.clone();
            model::thread::spawn(move || work(i))
        })
        .collect();
    let mut results = vec![work(0)];
    results.extend(others.into_iter().map(|other| other.join().unwrap()));
    results
}

/// That many atomics, all zero.
fn zeros(count: usize) -> Vec<model::sync::atomic::AtomicUsize> {
    (0..count)
        .map(|_| model::sync::atomic::AtomicUsize::new(0))
        .collect()
}
