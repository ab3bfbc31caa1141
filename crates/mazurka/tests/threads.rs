//! Threads: spawning, joining, scopes, panics.

use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, Mutex};
use mazurka::{Algorithm, Checker, FindingKind, Limit, Report, Verdict, thread};
use std::time::Duration;

fn explore(f: impl Fn() + Send + Sync + 'static) -> Report {
    Checker::new().check(f)
}

#[track_caller]
fn assert_verified(report: &Report, traces: u64) {
    assert!(report.is_verified(), "{report}");
    assert_eq!(report.statistics().complete, traces, "{report}");
    assert_eq!(report.statistics().blocked, 0, "{report}");
}

#[track_caller]
fn assert_finds(report: &Report, kind: FindingKind, message: &str) {
    let Some(finding) = report.finding() else {
        panic!("nothing was found: {report}");
    };
    assert_eq!(finding.kind, kind, "{report}");
    assert!(finding.message.contains(message), "{report}");
}

#[test]
fn two_increments_have_two_traces() {
    let report = explore(|| {
        let counter = Arc::new(AtomicUsize::new(0));
        let theirs = counter.clone();
        let handle = thread::spawn(move || theirs.fetch_add(1, SeqCst));
        counter.fetch_add(1, SeqCst);
        handle.join().unwrap();
        assert_eq!(counter.load(SeqCst), 2);
    });
    assert_verified(&report, 2);
}

#[test]
fn two_mutexes_in_opposite_order_deadlock() {
    let report = explore(|| {
        let a = Arc::new(Mutex::new(0));
        let b = Arc::new(Mutex::new(0));
        let (a2, b2) = (a.clone(), b.clone());
        let handle = thread::spawn(move || {
            let _b = b2.lock().unwrap();
            let _a = a2.lock().unwrap();
        });
        {
            let _a = a.lock().unwrap();
            let _b = b.lock().unwrap();
        }
        handle.join().unwrap();
    });
    println!("{report}");
    assert_finds(&report, FindingKind::Deadlock, "thread main waits");
    assert_finds(&report, FindingKind::Deadlock, "thread 0.0 waits");
}

#[test]
fn all_algorithms_agree() {
    for algorithm in Algorithm::TRACES {
        let report = Checker::new().algorithm(algorithm).check(|| {
            let x = Arc::new(AtomicUsize::new(0));
            for _ in 0..2 {
                let x = x.clone();
                thread::spawn(move || {
                    x.load(SeqCst);
                });
            }
            x.store(1, SeqCst);
        });
        assert!(report.is_verified(), "{report}");
        if algorithm == Algorithm::Optimal {
            assert_verified(&report, 4);
        }
    }
}

#[test]
fn an_endless_loop_names_who_spins() {
    let report = Checker::new().max_events(100).check(|| {
        let flag = Arc::new(AtomicUsize::new(0));
        let tries = AtomicUsize::new(0);
        while flag.load(SeqCst) == 0 {
            tries.fetch_add(1, SeqCst);
        }
    });
    let endless = report.endless().expect("it does not end");
    assert!(endless.who.contains("Thread main ran 100 of"), "{report}");
    assert!(endless.who.contains("threads.rs:"), "{report}");
    assert_eq!(report.verdict(), &Verdict::NotExhausted(Limit::Events));
}

#[test]
fn grandchildren_are_spawned_and_joined() {
    let report = explore(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let handle = thread::spawn({
            let x = x.clone();
            move || {
                let y = x.clone();
                let inner = thread::spawn(move || y.fetch_add(1, SeqCst));
                x.fetch_add(10, SeqCst);
                inner.join().unwrap()
            }
        });
        let seen = handle.join().unwrap();
        assert!(seen == 0 || seen == 10);
        assert_eq!(x.load(SeqCst), 11);
    });
    assert_verified(&report, 2);
}

#[test]
fn spawns_and_joins_add_no_traces() {
    let report = explore(|| {
        let handles: Vec<_> = (0..20).map(|i| thread::spawn(move || i)).collect();
        let sum: usize = handles.into_iter().map(|h| h.join().unwrap()).sum();
        assert_eq!(sum, 190);
    });
    assert_verified(&report, 1);
}

#[test]
fn threads_that_nobody_joins_go_on_after_main() {
    let report = explore(|| {
        let x = Arc::new(AtomicUsize::new(0));
        for _ in 0..3 {
            let x = x.clone();
            thread::spawn(move || x.fetch_add(1, SeqCst));
        }
    });
    assert_verified(&report, 6);
}

#[test]
fn many_threads() {
    let report = explore(|| {
        let handles: Vec<_> = (0..600)
            .map(|i| {
                thread::spawn(move || {
                    let own = AtomicUsize::new(i);
                    own.fetch_add(1, SeqCst)
                })
            })
            .collect();
        for (i, handle) in handles.into_iter().enumerate() {
            assert_eq!(handle.join().unwrap(), i);
        }
    });
    assert_verified(&report, 1);
}

#[test]
fn scopes_borrow_and_wait() {
    let report = explore(|| {
        let x = AtomicUsize::new(0);
        let sum = thread::scope(|s| {
            let a = s.spawn(|| x.fetch_add(1, SeqCst));
            s.spawn(|| {
                // A scoped thread spawns in the same scope.
                s.spawn(|| x.fetch_add(2, SeqCst));
            });
            a.join().unwrap()
        });
        assert!(sum == 0 || sum == 2);
        assert_eq!(x.load(SeqCst), 3);
    });
    assert_verified(&report, 2);
}

#[test]
fn a_panic_in_a_scope_is_a_finding() {
    let report = explore(|| {
        let x = AtomicUsize::new(0);
        thread::scope(|s| {
            s.spawn(|| assert_eq!(x.load(SeqCst), 0, "seen too late"));
            x.store(1, SeqCst);
        });
    });
    assert_finds(&report, FindingKind::Panic, "seen too late");
}

#[test]
fn a_scope_whose_closure_panics_waits_for_its_threads() {
    let report = Checker::new().keep_going(true).check(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            thread::scope(|s| {
                s.spawn(|| x.store(1, SeqCst));
                panic!("caught");
            })
        }));
        assert!(result.is_err());
        assert_eq!(x.load(SeqCst), 1);
    });
    assert_verified(&report, 1);
}

#[test]
fn a_panic_of_a_thread_is_a_finding_and_an_error_of_join() {
    let report = Checker::new().keep_going(true).check(|| {
        let number = std::hint::black_box(7);
        let panics = move || panic!("number {number}");
        let error = thread::spawn(panics).join().unwrap_err();
        assert_eq!(error.downcast_ref::<String>().unwrap(), "number 7");
    });
    assert_finds(&report, FindingKind::Panic, "number 7");
    assert_finds(&report, FindingKind::Panic, "threads.rs:");
    assert_eq!(report.findings().len(), 1, "{report}");
    assert_eq!(report.statistics().complete, 1);
}

#[test]
fn a_panic_passed_on_by_join_is_told_once_per_thread() {
    let report = Checker::new().keep_going(true).check(|| {
        let handle = thread::spawn(|| assert_eq!(1, 2, "first"));
        if let Err(payload) = handle.join() {
            std::panic::resume_unwind(payload);
        }
    });
    let messages: Vec<_> = report.findings().iter().map(|f| &f.message).collect();
    assert_eq!(messages.len(), 2, "{report}");
    assert!(messages.iter().all(|m| m.contains("first")), "{report}");
}

#[test]
fn a_caught_panic_is_no_finding() {
    let report = explore(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let m = Arc::new(Mutex::new(()));
        let (x2, m2) = (x.clone(), m.clone());
        let handle = thread::spawn(move || {
            let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let _guard = m2.lock().unwrap();
                panic!("while holding a lock");
            }));
            assert!(caught.is_err());
            x2.store(1, SeqCst);
        });
        let locked = m.lock();
        drop(locked);
        handle.join().unwrap();
        assert_eq!(x.load(SeqCst), 1);
        assert!(m.lock().is_err(), "poisoned in every order");
    });
    assert_verified(&report, 2);
}

#[test]
fn a_mutex_is_given_back_when_its_holder_panics() {
    let report = Checker::new().keep_going(true).check(|| {
        let m = Arc::new(Mutex::new(0));
        let m2 = m.clone();
        let handle = thread::spawn(move || {
            let _guard = m2.lock().unwrap();
            panic!("while holding a lock");
        });
        let _ = m.lock();
        assert!(handle.join().is_err());
        assert!(m.lock().is_err());
    });
    assert_finds(&report, FindingKind::Panic, "while holding a lock");
    assert_eq!(report.findings().len(), 1, "no deadlock: {report}");
    assert_eq!(report.statistics().complete, 2, "{report}");
}

#[test]
fn operations_while_unwinding_that_is_caught_are_refused() {
    let report = explore(|| {
        struct Store(Arc<AtomicUsize>);
        impl Drop for Store {
            fn drop(&mut self) {
                self.0.store(1, SeqCst);
            }
        }
        let x = Arc::new(AtomicUsize::new(0));
        let x2 = x.clone();
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _store = Store(x2);
            panic!("unwind");
        }));
        x.load(SeqCst);
    });
    let Verdict::Error(message) = report.verdict() else {
        panic!("{report}");
    };
    assert!(message.contains("while it was unwinding"), "{report}");
}

#[test]
fn names_and_identifiers() {
    let report = explore(|| {
        let main = thread::current();
        assert_eq!(main.name(), Some("main"));
        assert_eq!(thread::current().id(), main.id());
        let handle = thread::Builder::new()
            .name("worker".to_owned())
            .stack_size(1 << 20)
            .spawn(|| {
                let me = thread::current();
                assert_eq!(me.name(), Some("worker"));
                assert!(!thread::panicking());
                me.id()
            })
            .unwrap();
        let id = handle.thread().id();
        assert_ne!(id, main.id());
        assert_eq!(handle.join().unwrap(), id);
        let other = thread::spawn(|| thread::current().id());
        assert_eq!(other.thread().name(), None);
        assert_ne!(other.join().unwrap(), id);
        thread::yield_now();
        thread::sleep(Duration::from_secs(1000));
    });
    assert_verified(&report, 1);
}

#[test]
fn a_name_is_shown_in_the_trace() {
    let report = explore(|| {
        let builder = thread::Builder::new().name("worker".to_owned());
        let x = Arc::new(AtomicUsize::new(0));
        let x2 = x.clone();
        let _handle = builder.spawn(move || {
            x2.store(1, SeqCst);
            panic!("told by name");
        });
    });
    assert_finds(&report, FindingKind::Panic, "thread worker panicked at");
    assert!(report.to_string().contains("worker  x.store"), "{report}");
}

#[test]
fn is_finished_sees_both_answers() {
    static SEEN: std::sync::Mutex<[bool; 2]> = std::sync::Mutex::new([false; 2]);
    let report = explore(|| {
        let handle = thread::spawn(|| ());
        let finished = handle.is_finished();
        SEEN.lock().unwrap()[usize::from(finished)] = true;
        handle.join().unwrap();
    });
    assert_verified(&report, 2);
    assert_eq!(*SEEN.lock().unwrap(), [true, true]);
}

#[test]
fn joining_one_another_deadlocks() {
    let report = explore(|| {
        let slot = Arc::new(std::sync::Mutex::new(None::<thread::JoinHandle<()>>));
        let theirs = slot.clone();
        let a = thread::spawn(move || {
            let x = AtomicUsize::new(0);
            x.load(SeqCst);
            let other = theirs.lock().unwrap().take();
            if let Some(other) = other {
                other.join().unwrap();
            }
        });
        let b = thread::spawn(move || a.join().unwrap());
        *slot.lock().unwrap() = Some(b);
    });
    assert_finds(&report, FindingKind::Deadlock, "for thread 0.1 to finish");
}
