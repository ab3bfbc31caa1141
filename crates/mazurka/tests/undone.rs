//! Loops whose rounds change something and undo it: a lock that is given back, a wait that times
//! out, a token that a thread sets and takes itself. And what may happen for no reason.

mod explored;

use explored::Seen;
use mazurka::future::block_on;
use mazurka::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release, SeqCst},
};
use mazurka::sync::{Arc, Condvar, Mutex, RwLock, Semaphore};
use mazurka::{Algorithm, Checker, FindingKind, Limit, Model, Report, Verdict, thread};
use std::future::poll_fn;
use std::task::Poll;
use std::time::Duration;

/// The reports of all explorers.
fn reports(
    checker: &Checker,
    f: impl Fn() + Send + Sync + Clone + 'static,
) -> Vec<(Algorithm, Report)> {
    let mut algorithms = Algorithm::TRACES.to_vec();
    algorithms.push(Algorithm::Graphs);
    let report = |algorithm| {
        let checker = checker.clone().model(Model::Sc).algorithm(algorithm);
        (algorithm, checker.max_events(1_000).check(f.clone()))
    };
    algorithms.into_iter().map(report).collect()
}

/// Checks that a program is right, by every explorer.
#[track_caller]
fn verified(f: impl Fn() + Send + Sync + Clone + 'static) {
    for (algorithm, report) in reports(&Checker::new(), f.clone()) {
        assert!(report.is_verified(), "{algorithm}: {report}");
        if algorithm == Algorithm::Optimal {
            assert_eq!(report.statistics().blocked, 0, "{report}");
        }
    }
    let report = Checker::new().model(Model::Rc11).max_events(2_000).check(f);
    assert!(report.is_verified(), "{report}");
}

/// Checks that a program has a bug of that kind, by every explorer.
#[track_caller]
fn buggy(kind: FindingKind, f: impl Fn() + Send + Sync + Clone + 'static) {
    for (algorithm, report) in reports(&Checker::new(), f) {
        let found = report.finding().map(|finding| finding.kind);
        assert_eq!(found, Some(kind), "{algorithm}: {report}");
    }
}

/// What another thread sets, and how it is looked for.
struct Shared {
    flag: AtomicBool,
    mutex: Mutex<bool>,
    condvar: Condvar,
    lock: RwLock<bool>,
    semaphore: Semaphore,
}

impl Shared {
    fn new() -> Arc<Shared> {
        Arc::new(Shared {
            flag: AtomicBool::new(false),
            mutex: Mutex::new(false),
            condvar: Condvar::new(),
            lock: RwLock::new(false),
            semaphore: Semaphore::new(1),
        })
    }
}

const SHORT: Duration = Duration::from_millis(1);

type Part = fn(&Shared);

/// Who waits in which way, and who ends that.
const LOOPS: [(&str, Part, Part); 11] = [
    (
        "a look under a mutex",
        |shared| while !*shared.mutex.lock().unwrap() {},
        |shared| *shared.mutex.lock().unwrap() = true,
    ),
    (
        "a look under a mutex that is tried",
        |shared| while !shared.mutex.try_lock().is_ok_and(|guard| *guard) {},
        |shared| *shared.mutex.lock().unwrap() = true,
    ),
    (
        "a look under a read-write lock",
        |shared| while !*shared.lock.read().unwrap() {},
        |shared| *shared.lock.write().unwrap() = true,
    ),
    (
        "a look with a permit",
        |shared| loop {
            let _permit = shared.semaphore.acquire();
            if shared.flag.load(Acquire) {
                break;
            }
        },
        |shared| shared.flag.store(true, Release),
    ),
    (
        "a wait with a timeout",
        |shared| {
            let mut guard = shared.mutex.lock().unwrap();
            while !*guard {
                guard = shared.condvar.wait_timeout(guard, SHORT).unwrap().0;
            }
        },
        |shared| {
            *shared.mutex.lock().unwrap() = true;
            shared.condvar.notify_one();
        },
    ),
    (
        "a wait with a timeout, under a lock that is taken each time",
        |shared| loop {
            let guard = shared.mutex.lock().unwrap();
            if *guard {
                break;
            }
            drop(shared.condvar.wait_timeout(guard, SHORT).unwrap());
        },
        |shared| {
            *shared.mutex.lock().unwrap() = true;
            shared.condvar.notify_all();
        },
    ),
    (
        "a future that wakes itself",
        |shared| {
            block_on(poll_fn(|context| {
                if shared.flag.load(Acquire) {
                    return Poll::Ready(());
                }
                context.waker().wake_by_ref();
                Poll::Pending
            }));
        },
        |shared| shared.flag.store(true, Release),
    ),
    (
        "a future that wakes a copy of its waker",
        |shared| {
            block_on(poll_fn(|context| {
                if shared.flag.load(Acquire) {
                    return Poll::Ready(());
                }
                let waker = context.waker().clone();
                waker.wake();
                Poll::Pending
            }));
        },
        |shared| shared.flag.store(true, Release),
    ),
    (
        "a future that gives way",
        |shared| {
            block_on(async {
                while !shared.flag.load(Acquire) {
                    let mut has_yielded = false;
                    poll_fn(|context| {
                        if std::mem::replace(&mut has_yielded, true) {
                            return Poll::Ready(());
                        }
                        context.waker().wake_by_ref();
                        Poll::Pending
                    })
                    .await;
                }
            });
        },
        |shared| shared.flag.store(true, Release),
    ),
    (
        "a thread that unparks itself",
        |shared| {
            while !shared.flag.load(Acquire) {
                thread::current().unpark();
                thread::park();
            }
        },
        |shared| shared.flag.store(true, Release),
    ),
    (
        "a thread that unparks itself and does not park",
        |shared| {
            while !shared.flag.load(Acquire) {
                thread::current().unpark();
            }
        },
        |shared| shared.flag.store(true, Release),
    ),
];

#[test]
fn loops_that_undo_what_they_change_are_explored_finitely() {
    for (name, wait, end) in LOOPS {
        println!("{name}");
        verified(move || {
            let shared = Shared::new();
            let theirs = shared.clone();
            thread::spawn(move || end(&theirs));
            wait(&shared);
        });
    }
}

#[test]
fn loops_that_nothing_ends_are_livelocks() {
    for (name, wait, _) in LOOPS {
        println!("{name}");
        buggy(FindingKind::Livelock, move || wait(&Shared::new()));
        // Each of two threads changes, for a while, what the other one looks at.
        let both = move || {
            let shared = Shared::new();
            let theirs = shared.clone();
            thread::spawn(move || wait(&theirs));
            wait(&shared);
        };
        for (algorithm, report) in reports(&Checker::new(), both) {
            let found = report.finding().map(|finding| finding.kind);
            // In a graph, a look at what is undone later is no part of the past of who undoes it.
            if algorithm == Algorithm::Graphs && name.contains("tried") {
                let limit = Verdict::NotExhausted(Limit::Events);
                assert_eq!(report.verdict(), &limit, "{report}");
            } else {
                assert_eq!(found, Some(FindingKind::Livelock), "{algorithm}: {report}");
            }
        }
    }
}

/// What was set before is there when the loop has ended; and a bug after a loop is found.
#[test]
fn what_comes_after_a_loop_is_explored() {
    for (name, wait, end) in LOOPS {
        println!("{name}");
        let body = move |expected: usize| {
            move || {
                let shared = Shared::new();
                let count = Arc::new(AtomicUsize::new(0));
                let (theirs, counted) = (shared.clone(), count.clone());
                thread::spawn(move || {
                    counted.store(1, SeqCst);
                    end(&theirs);
                    counted.store(2, SeqCst);
                });
                wait(&shared);
                let seen = count.load(SeqCst);
                assert!(seen != 0 && seen != expected, "{seen}");
            }
        };
        verified(body(3));
        buggy(FindingKind::Panic, body(1));
        buggy(FindingKind::Panic, body(2));
    }
}

/// A round is not left out if another thread was there meanwhile.
#[test]
fn who_tries_a_lock_sees_a_round() {
    for algorithm in Algorithm::TRACES {
        let (seen, all) = (Seen::new(), Seen::new());
        let (noted, told) = (seen.clone(), all.clone());
        let report = Checker::new()
            .model(Model::Sc)
            .algorithm(algorithm)
            .max_events(2_000)
            .check(move || {
                let shared = Shared::new();
                let theirs = shared.clone();
                let other = thread::spawn(move || {
                    let first = theirs.mutex.try_lock().is_err();
                    let second = theirs.mutex.try_lock().is_err();
                    *theirs.mutex.lock().unwrap() = true;
                    (first, second)
                });
                while !*shared.mutex.lock().unwrap() {}
                noted.add(other.join().unwrap());
                told.add(());
            });
        assert!(report.is_verified(), "{report}");
        let both = [(false, false), (false, true), (true, false), (true, true)];
        assert_eq!(seen.all(), both, "{algorithm}: {report}");
    }
}

/// A thread that unparks itself and parks takes what another one has left there, too.
#[test]
fn a_token_that_is_taken_with_the_own_one_is_lost() {
    buggy(FindingKind::Deadlock, || {
        let shared = Shared::new();
        let (theirs, waiter) = (shared.clone(), thread::current());
        thread::spawn(move || {
            waiter.unpark();
            theirs.flag.store(true, Release);
        });
        while !shared.flag.load(Acquire) {
            thread::current().unpark();
            thread::park();
        }
        thread::park();
    });
}

/// A thread that has its token, and sets it again and again, has it after that.
#[test]
fn a_token_that_is_set_again_is_there() {
    verified(|| {
        let shared = Shared::new();
        let (theirs, waiter) = (shared.clone(), thread::current());
        thread::spawn(move || {
            waiter.unpark();
            theirs.flag.store(true, Release);
        });
        thread::current().unpark();
        while !shared.flag.load(Acquire) {
            thread::current().unpark();
        }
        thread::park();
    });
    // But it is one token, and not two.
    buggy(FindingKind::Deadlock, || {
        let shared = Shared::new();
        let (theirs, waiter) = (shared.clone(), thread::current());
        thread::spawn(move || {
            waiter.unpark();
            theirs.flag.store(true, Release);
        });
        while !shared.flag.load(Acquire) {
            thread::current().unpark();
        }
        thread::park();
        thread::park();
    });
}

/// One thread gives another its token until that says that it has had it twice. What is set
/// already is set in vain, but only until it is taken.
#[test]
fn a_token_of_another_thread_may_be_set_until_it_goes_on() {
    verified(|| {
        let shared = Shared::new();
        let theirs = shared.clone();
        let other = thread::spawn(move || {
            thread::park();
            thread::park();
            theirs.flag.store(true, Release);
        });
        while !shared.flag.load(Acquire) {
            other.thread().unpark();
        }
    });
    buggy(FindingKind::Livelock, || {
        let shared = Shared::new();
        let other = thread::spawn(thread::park);
        while !shared.flag.load(Acquire) {
            other.thread().unpark();
        }
    });
}

/// The one thread holds its lock where it comes back to; the other one gets it all the same.
#[test]
fn a_lock_that_is_held_where_a_round_ends() {
    verified(|| {
        let shared = Shared::new();
        let theirs = shared.clone();
        thread::spawn(move || {
            let _guard = theirs.mutex.lock().unwrap();
            theirs.flag.store(true, Release);
        });
        loop {
            let guard = shared.mutex.lock().unwrap();
            if shared.flag.load(Acquire) {
                break;
            }
            drop(guard);
        }
    });
}

/// What others may notice though it is no event is done in each round: the round is made.
#[test]
fn loops_over_two_atomics_that_access_a_cell() {
    verified(|| {
        let flags = Arc::new([const { AtomicBool::new(false) }; 2]);
        let theirs = flags.clone();
        thread::spawn(move || {
            theirs[0].store(true, Release);
            theirs[1].store(true, Release);
        });
        let cell = mazurka::cell::UnsafeCell::new(0);
        loop {
            let both = [flags[0].load(Acquire), flags[1].load(Acquire)];
            // SAFETY: no other thread has it.
            cell.with(|value| unsafe { assert_eq!(*value, 0) });
            if both == [true, true] {
                break;
            }
        }
    });
}

/// One thread without loops may have many events, under both models.
#[test]
fn long_threads() {
    let report = Checker::new().check(|| {
        let shared = Shared::new();
        let theirs = shared.clone();
        let other = thread::spawn(move || theirs.flag.store(true, Relaxed));
        let count = AtomicUsize::new(0);
        for _ in 0..10_000 {
            count.fetch_add(1, Relaxed);
        }
        shared.flag.load(Relaxed);
        other.join().unwrap();
    });
    assert!(report.is_verified(), "{report}");
    assert_eq!(report.uncovered(), None, "{report}");
}

/// A future that may be polled once only before it is woken.
fn polled_twice() {
    let shared = Shared::new();
    let mut polls = 0;
    block_on(poll_fn(|context| {
        polls += 1;
        if shared.flag.load(Relaxed) {
            return Poll::Ready(());
        }
        assert_eq!(polls, 1, "it was not woken");
        let (theirs, waker) = (shared.clone(), context.waker().clone());
        thread::spawn(move || {
            theirs.flag.store(true, Relaxed);
            waker.wake();
        });
        Poll::Pending
    }));
}

#[test]
fn spurious_polls() {
    for (algorithm, report) in reports(&Checker::new(), polled_twice) {
        assert!(report.is_verified(), "{algorithm}: {report}");
    }
    for (algorithm, report) in reports(&Checker::new().spurious_polls(1), polled_twice) {
        let finding = report.finding().expect("a bug");
        assert!(
            finding.message.contains("not woken"),
            "{algorithm}: {report}"
        );
    }
    // They come to an end, and what wakes no thread is found as before.
    let never = || block_on(std::future::pending::<()>());
    for (_, report) in reports(&Checker::new().spurious_polls(2), never) {
        let found = report.finding().map(|finding| finding.kind);
        assert_eq!(found, Some(FindingKind::Deadlock), "{report}");
        assert_eq!(report.statistics().complete, 1, "{report}");
    }
    // Loops are recognised all the same.
    let (_, wait, end) = LOOPS[6];
    let waits = move || {
        let shared = Shared::new();
        let theirs = shared.clone();
        thread::spawn(move || end(&theirs));
        wait(&shared);
    };
    for (algorithm, report) in reports(&Checker::new().spurious_polls(2), waits) {
        assert!(report.is_verified(), "{algorithm}: {report}");
    }
}

#[test]
fn weak_failures() {
    let once = || {
        let word = AtomicUsize::new(0);
        let result = word.compare_exchange_weak(0, 1, SeqCst, SeqCst);
        assert_eq!(result, Ok(0), "it failed");
    };
    for (algorithm, report) in reports(&Checker::new(), once) {
        assert!(report.is_verified(), "{algorithm}: {report}");
    }
    let weak = Checker::new().weak_failures(1);
    for (algorithm, report) in reports(&weak, once) {
        let finding = report.finding().expect("a bug");
        assert!(
            finding.message.contains("it failed"),
            "{algorithm}: {report}"
        );
    }
    let strong = || {
        let word = AtomicUsize::new(0);
        assert_eq!(word.compare_exchange(0, 1, SeqCst, SeqCst), Ok(0));
    };
    for (algorithm, report) in reports(&weak, strong) {
        assert!(report.is_verified(), "{algorithm}: {report}");
    }
    // Each thread may fail twice, and no more.
    let failures = Arc::new(std::sync::Mutex::new(0));
    let most = failures.clone();
    let counts = move || {
        let word = AtomicUsize::new(0);
        let mut failed = 0;
        while word.compare_exchange_weak(0, 1, SeqCst, SeqCst).is_err() {
            failed += 1;
        }
        let mut most = most.lock().unwrap();
        *most = failed.max(*most);
    };
    let report = Checker::new().weak_failures(2).check(counts);
    assert!(report.is_verified(), "{report}");
    assert_eq!(report.statistics().complete, 3, "{report}");
    assert_eq!(*failures.lock().unwrap(), 2);
}

/// A spin lock of two threads, whose exchanges may fail.
#[test]
fn loops_of_weak_exchanges_that_may_fail() {
    let lock = || {
        let shared = Arc::new((AtomicBool::new(false), AtomicUsize::new(0)));
        let theirs = shared.clone();
        let with = |(lock, count): &(AtomicBool, AtomicUsize)| {
            let exchange = || lock.compare_exchange_weak(false, true, Acquire, Relaxed);
            while exchange().is_err() {}
            count.store(count.load(Relaxed) + 1, Relaxed);
            lock.store(false, Release);
        };
        let other = thread::spawn(move || with(&theirs));
        with(&shared);
        other.join().unwrap();
        assert_eq!(shared.1.load(Relaxed), 2);
    };
    for failures in [1, 2] {
        let checker = Checker::new().weak_failures(failures);
        for (algorithm, report) in reports(&checker, lock) {
            assert!(report.is_verified(), "{algorithm}: {report}");
        }
        let report = checker.model(Model::Rc11).max_events(2_000).check(lock);
        assert!(report.is_verified(), "{report}");
    }
}

/// To fail for no reason where the exchange fails anyway is to fail.
#[test]
fn weak_failures_where_the_exchange_fails_anyway() {
    let complete = |report: &Report| {
        let statistics = report.statistics();
        statistics.complete - statistics.discarded
    };
    let weak = Checker::new().weak_failures(1);
    let once = |held: usize| {
        move || {
            let word = AtomicUsize::new(held);
            let _ = word.compare_exchange_weak(2, 2, SeqCst, SeqCst);
        }
    };
    for (algorithm, report) in reports(&weak, once(0)) {
        assert_eq!(complete(&report), 1, "{algorithm}: {report}");
    }
    for (algorithm, report) in reports(&weak, once(2)) {
        assert_eq!(complete(&report), 2, "{algorithm}: {report}");
    }
    // No trace is visited twice, whatever others do between the choice and the exchange.
    for stored in [0, 1] {
        let program = move || {
            let word = Arc::new(AtomicUsize::new(0));
            let (reader, loops, writer) = (word.clone(), word.clone(), word.clone());
            thread::spawn(move || reader.load(SeqCst));
            thread::spawn(
                move || {
                    while loops.compare_exchange_weak(2, 2, SeqCst, SeqCst).is_err() {}
                },
            );
            thread::spawn(move || writer.store(stored, SeqCst));
        };
        let reports = reports(&weak.clone().keep_going(true), program);
        let (_, graphs) = reports.last().expect("graphs are the last");
        for (algorithm, report) in &reports {
            let kinds: Vec<_> = report.findings().iter().map(|found| found.kind).collect();
            assert_eq!(kinds, [FindingKind::Livelock], "{algorithm}: {report}");
            if matches!(algorithm, Algorithm::Optimal | Algorithm::Source) {
                let all = |report: &Report| report.statistics().complete;
                assert_eq!(all(report), all(graphs), "{algorithm}: {report}");
                assert_eq!(complete(report), complete(graphs), "{algorithm}: {report}");
            }
        }
    }
}

#[mazurka::test(spurious_polls = 1, weak_failures = 1)]
fn the_attribute_takes_both() {
    let word = AtomicUsize::new(0);
    while word.compare_exchange_weak(0, 1, SeqCst, SeqCst).is_err() {}
    block_on(async {});
}

/// A try of another thread may meet the lock while it is held by who tries in a loop. Whether it
/// is run before or after the lock is given back, who gives it back does the same.
#[test]
fn a_try_that_meets_a_loop_of_tries() {
    let program = || {
        let mutex = Arc::new(Mutex::new(false));
        let theirs = mutex.clone();
        thread::spawn(move || while !mutex.try_lock().is_ok_and(|value| *value) {});
        thread::spawn(move || theirs.try_lock().is_ok());
    };
    for (algorithm, report) in reports(&Checker::new().keep_going(true), program) {
        assert!(!report.is_verified(), "{algorithm}: {report}");
        let is_error = matches!(report.verdict(), Verdict::Error(_));
        assert!(!is_error, "{algorithm}: {report}");
    }
}

/// In execution graphs, rounds are not left out any more once others have looked at them. What was found
/// before that is shown and replayed all the same.
#[test]
fn a_bug_that_was_found_before_something_was_learnt_is_shown() {
    let program = || {
        let mutex = Arc::new(Mutex::new(0));
        let (tries, waits, sets) = (mutex.clone(), mutex.clone(), mutex.clone());
        thread::spawn(move || drop(tries.try_lock()));
        thread::spawn(move || {
            let lock = || waits.lock().unwrap();
            while *lock() != 0 {}
        });
        thread::spawn(move || {
            *sets.lock().unwrap() = 1;
            *sets.lock().unwrap() = 1;
        });
    };
    let checker = Checker::new().model(Model::Sc).max_events(500);
    let checker = checker.algorithm(Algorithm::Graphs);
    let report = checker.clone().keep_going(true).check(program);
    let Verdict::Bug {
        finding,
        trace,
        replay,
        ..
    } = report.verdict()
    else {
        panic!("{report}");
    };
    assert_eq!(finding.kind, FindingKind::Livelock, "{report}");
    assert!(trace.len() > 5, "{report}");
    let again = checker.replay(replay).check(program);
    let found = again.finding().unwrap_or_else(|| panic!("{again}"));
    assert_eq!(found.kind, FindingKind::Livelock, "{again}");
}
