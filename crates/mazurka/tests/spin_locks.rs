//! Locks that spin have as many executions as there are orders in which threads take them.

use mazurka::sync::atomic::{
    AtomicBool, AtomicPtr, AtomicUsize,
    Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst},
};
use mazurka::sync::{Arc, Mutex};
use mazurka::{Algorithm, Checker, Model, Report, hint, thread};
use std::ptr;

const MODELS: [Model; 3] = [Model::Sc, Model::Tso, Model::Pso];

trait Lock: Send + Sync + 'static {
    fn new() -> Self;
    fn with(&self, f: impl FnOnce());
}

/// N threads, of which each takes the lock once.
fn program<L: Lock>(threads: usize) -> impl Fn() + Send + Sync + Clone {
    move || {
        let shared = Arc::new((L::new(), AtomicUsize::new(0)));
        let work = |shared: &(L, AtomicUsize)| {
            shared.0.with(|| {
                let seen = shared.1.load(Relaxed);
                shared.1.store(seen + 1, Relaxed);
            });
        };
        let others: Vec<_> = (1..threads)
            .map(|_| {
                let shared = shared.clone();
                thread::spawn(move || work(&shared))
            })
            .collect();
        work(&shared);
        for other in others {
            other.join().unwrap();
        }
        assert_eq!(shared.1.load(Relaxed), threads);
    }
}

fn check(checker: Checker, program: impl Fn() + Send + Sync + 'static) -> Report {
    let report = checker.max_events(500).check(program);
    assert!(report.is_verified(), "{report}");
    report
}

/// Checks that there are that many executions, none of them blocked or in vain.
fn counts<L: Lock>(expected: &[(usize, u64)]) {
    counts_among::<L, 1>(&expected.iter().map(|it| (it.0, [it.1])).collect::<Vec<_>>());
}

/// The same, where it is one of some numbers.
fn counts_among<L: Lock, const N: usize>(expected: &[(usize, [u64; N])]) {
    for model in MODELS {
        for (threads, expected) in expected {
            for workers in [1, 2] {
                let checker = Checker::new().model(model).workers(workers);
                let report = check(checker, program::<L>(*threads));
                let statistics = report.statistics();
                let found = (
                    statistics.complete,
                    statistics.blocked,
                    statistics.discarded,
                );
                let what = format!("{model}, {threads} threads, {workers} workers");
                let known = expected.map(|complete| (complete, 0, 0));
                assert!(known.contains(&found), "{what}, {found:?}: {report}");
            }
        }
        let algorithms = [Algorithm::Source, Algorithm::Classic, Algorithm::Exhaustive];
        for algorithm in algorithms {
            check(
                Checker::new().model(model).algorithm(algorithm),
                program::<L>(2),
            );
        }
    }
}

const FACTORIALS: [(usize, u64); 4] = [(2, 2), (3, 6), (4, 24), (5, 120)];

struct Swap(AtomicBool);

impl Lock for Swap {
    fn new() -> Swap {
        Swap(AtomicBool::new(false))
    }

    fn with(&self, f: impl FnOnce()) {
        while self.0.swap(true, Acquire) {
            hint::spin_loop();
        }
        f();
        self.0.store(false, Release);
    }
}

struct Exchange(AtomicUsize);

impl Lock for Exchange {
    fn new() -> Exchange {
        Exchange(AtomicUsize::new(0))
    }

    fn with(&self, f: impl FnOnce()) {
        while self.0.compare_exchange(0, 1, Acquire, Relaxed).is_err() {
            thread::yield_now();
        }
        f();
        self.0.store(0, Release);
    }
}

struct Weak(AtomicBool);

impl Lock for Weak {
    fn new() -> Weak {
        Weak(AtomicBool::new(false))
    }

    fn with(&self, f: impl FnOnce()) {
        loop {
            let taken = self
                .0
                .compare_exchange_weak(false, true, AcqRel, Relaxed)
                .is_ok();
            if taken {
                break;
            }
            std::hint::spin_loop();
        }
        f();
        self.0.store(false, Release);
    }
}

/// The look is in a function of its own, which is called in the loop.
struct Called(AtomicUsize);

#[inline(never)]
fn try_lock(locked: &AtomicUsize) -> bool {
    locked.compare_exchange(0, 1, Acquire, Relaxed).is_ok()
}

impl Lock for Called {
    fn new() -> Called {
        Called(AtomicUsize::new(0))
    }

    fn with(&self, f: impl FnOnce()) {
        while !try_lock(&self.0) {
            hint::spin_loop();
        }
        f();
        self.0.store(0, Release);
    }
}

struct Ticket {
    next: AtomicUsize,
    serving: AtomicUsize,
}

impl Lock for Ticket {
    fn new() -> Ticket {
        Ticket {
            next: AtomicUsize::new(0),
            serving: AtomicUsize::new(0),
        }
    }

    fn with(&self, f: impl FnOnce()) {
        let ticket = self.next.fetch_add(1, Relaxed);
        while self.serving.load(Acquire) != ticket {
            hint::spin_loop();
        }
        f();
        self.serving.store(ticket + 1, Release);
    }
}

/// Looks before it tries to take the lock.
struct Tatas(AtomicBool);

impl Lock for Tatas {
    fn new() -> Tatas {
        Tatas(AtomicBool::new(false))
    }

    fn with(&self, f: impl FnOnce()) {
        loop {
            while self.0.load(Relaxed) {
                hint::spin_loop();
            }
            if !self.0.swap(true, Acquire) {
                break;
            }
        }
        f();
        self.0.store(false, Release);
    }
}

/// Each waits for the node of the thread before it.
struct Clh(AtomicPtr<AtomicBool>);

impl Lock for Clh {
    fn new() -> Clh {
        Clh(AtomicPtr::new(Box::into_raw(Box::new(AtomicBool::new(
            false,
        )))))
    }

    fn with(&self, f: impl FnOnce()) {
        let node = Box::into_raw(Box::new(AtomicBool::new(true)));
        let before = self.0.swap(node, AcqRel);
        // SAFETY: nodes are freed by the thread after theirs, and by the lock.
        unsafe {
            while (*before).load(Acquire) {
                hint::spin_loop();
            }
            drop(Box::from_raw(before));
            f();
            (*node).store(false, Release);
        }
    }
}

impl Drop for Clh {
    fn drop(&mut self) {
        // SAFETY: as above.
        drop(unsafe { Box::from_raw(*self.0.get_mut()) });
    }
}

/// Each waits for its own node.
struct Mcs(AtomicPtr<Node>);

struct Node {
    locked: AtomicBool,
    next: AtomicPtr<Node>,
}

impl Lock for Mcs {
    fn new() -> Mcs {
        Mcs(AtomicPtr::new(ptr::null_mut()))
    }

    fn with(&self, f: impl FnOnce()) {
        let mut node = Node {
            locked: AtomicBool::new(true),
            next: AtomicPtr::new(ptr::null_mut()),
        };
        let own = &raw mut node;
        let before = self.0.swap(own, AcqRel);
        // SAFETY: a node lives until its thread has given the lock on.
        unsafe {
            if !before.is_null() {
                (*before).next.store(own, Release);
                while (*own).locked.load(Acquire) {
                    hint::spin_loop();
                }
            }
            f();
            let mut next = (*own).next.load(Acquire);
            if next.is_null() {
                let last = self
                    .0
                    .compare_exchange(own, ptr::null_mut(), AcqRel, Relaxed);
                if last.is_ok() {
                    return;
                }
                loop {
                    next = (*own).next.load(Acquire);
                    if !next.is_null() {
                        break;
                    }
                    hint::spin_loop();
                }
            }
            (*next).locked.store(false, Release);
        }
    }
}

#[test]
fn spin_locks() {
    counts::<Swap>(&FACTORIALS);
    counts::<Exchange>(&FACTORIALS);
    counts::<Weak>(&FACTORIALS);
}

/// The compiler may make two calls of one, the first of them before the loop. Then the first failed
/// round is an event: the k-th to get the lock may have found it taken by one of those before it.
#[test]
fn a_look_in_a_function_of_its_own() {
    counts_among::<Called, 2>(&[(2, [2, 4]), (3, [6, 36])]);
}

#[test]
fn ticket_locks() {
    counts::<Ticket>(&FACTORIALS);
}

/// The k-th of n threads to take the lock has seen it free; of those after it any may have
/// seen the same, and failed then.
#[test]
fn test_and_test_and_set() {
    counts::<Tatas>(&[(2, 4), (3, 36), (4, 576)]);
}

#[test]
fn clh_locks() {
    counts::<Clh>(&FACTORIALS);
}

#[test]
fn mcs_locks() {
    counts::<Mcs>(&[(2, 6), (3, 66)]);
}

/// What a thread does does not depend on whether another has touched a lock first.
#[test]
fn loops_of_tries_behind_other_operations() {
    let looks = |first: bool| {
        move || {
            let shared = Arc::new((Mutex::new(0), AtomicUsize::new(0), AtomicUsize::new(0)));
            let theirs = shared.clone();
            let with = |mutex: &Mutex<i32>| {
                loop {
                    if let Ok(guard) = mutex.try_lock() {
                        drop(guard);
                        break;
                    }
                }
            };
            let other = thread::spawn(move || {
                if first {
                    theirs.1.load(SeqCst);
                } else {
                    theirs.1.fetch_add(1, SeqCst);
                }
                with(&theirs.0);
            });
            shared.2.load(SeqCst);
            with(&shared.0);
            drop(other);
        }
    };
    for first in [true, false] {
        let algorithms = Algorithm::TRACES.into_iter().chain([Algorithm::Exhaustive]);
        for algorithm in algorithms {
            let checker = Checker::new().model(Model::Sc).algorithm(algorithm);
            let report = checker.keep_going(true).check(looks(first));
            assert!(report.is_verified(), "{algorithm}: {report}");
            if algorithm == Algorithm::Optimal {
                assert_eq!(report.statistics().complete, 2, "{report}");
            }
        }
    }
}
