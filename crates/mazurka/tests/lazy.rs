//! Lazy statics: made once in every execution, by whoever comes first.

mod explored;

use explored::{Seen, finding_of, ignore, join, traces};
use mazurka::sync::Mutex;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::{FindingKind, Lazy, thread};
use std::sync::atomic::AtomicUsize as StdAtomicUsize;

static MADE: StdAtomicUsize = StdAtomicUsize::new(0);
static DROPPED: StdAtomicUsize = StdAtomicUsize::new(0);

struct Counted(u32);

impl Drop for Counted {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, SeqCst);
    }
}

mazurka::lazy_static! {
    /// Counts how often it is made and dropped, outside of the executions.
    static ref COUNTED: Counted = {
        MADE.fetch_add(1, SeqCst);
        Counted(7)
    };

    static ref LOG: Mutex<Vec<u32>> = Mutex::new(vec![1]);
    pub(crate) static ref NUMBER: AtomicUsize = AtomicUsize::new(1);
    static ref PANICS: u32 = panic!("on purpose");
}

/// The second thread sees that the value is ready; or it does not, and takes
/// the mutex after the first: two traces, for either thread as the first.
#[test]
fn two_first_uses_have_four_traces_and_make_the_value_once_in_each() {
    let count = traces(|| {
        let threads = [1, 2].map(|_| thread::spawn(|| assert_eq!(COUNTED.0, 7)));
        join(threads);
    });
    assert_eq!(count, 4);
    // The first execution is replayed once.
    assert_eq!(MADE.load(SeqCst), 4 + 1);
    assert_eq!(DROPPED.load(SeqCst), 4 + 1);
}

#[test]
fn what_is_inside_starts_anew_in_every_execution() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = traces(move || {
        Lazy::force(&LOG);
        let threads = [2, 3].map(|i| thread::spawn(move || LOG.lock().unwrap().push(i)));
        join(threads);
        results.add(LOG.lock().unwrap().clone());
    });
    assert_eq!(count, 2);
    assert_eq!(seen.all(), [[1, 2, 3], [1, 3, 2]]);
}

/// The number lives in the memory of the process that made it.
#[test]
fn an_atomic_made_by_either_thread() {
    let count = traces(|| {
        let other = thread::spawn(|| ignore(NUMBER.fetch_add(1, SeqCst)));
        NUMBER.fetch_add(1, SeqCst);
        other.join().unwrap();
        assert_eq!(NUMBER.load(SeqCst), 3);
    });
    // For either thread as the one that makes the value: the other finds it
    // ready, with the additions in either order; or it waits for the mutex,
    // with the additions in either order.
    assert_eq!(count, 8);
}

#[test]
fn a_lazy_value_need_not_be_static() {
    let count = traces(|| {
        let lazy = Lazy::new(|| String::from("a"));
        assert_eq!(lazy.len() + Lazy::force(&lazy).len(), 2);
    });
    assert_eq!(count, 1);
}

#[test]
fn an_initialiser_that_panics_is_a_finding() {
    let text = finding_of(FindingKind::Panic, || ignore(*PANICS + 1));
    assert!(text.contains("on purpose"), "{text}");
}

#[test]
fn an_initialiser_that_uses_its_own_value_deadlocks() {
    static ITSELF: Lazy<u32> = Lazy::new(|| *ITSELF + 1);
    finding_of(FindingKind::Deadlock, || ignore(*ITSELF));
}
