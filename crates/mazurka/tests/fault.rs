//! What is said when Mazurka itself is at fault: executions were blocked under
//! `optimal`, which is proven never to be blocked. The fault is planted, and stays for
//! the whole OS process, so these tests have a binary of their own.

#![cfg(debug_assertions)]

use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::{Algorithm, Checker, FindingKind, Limit, Report, Verdict, thread};
use std::panic::catch_unwind;

fn checker(algorithm: Algorithm) -> Checker {
    mazurka_explore::plant_fault();
    Checker::new().algorithm(algorithm)
}

/// Two threads store, and the last one decides. With the fault, one of the two orders
/// is missed.
fn two_writers(wrong: Option<usize>) -> impl Fn() + Send + Sync + 'static {
    move || {
        let x = Arc::new(AtomicUsize::new(0));
        let threads = [1, 2].map(|value| {
            let x = x.clone();
            thread::spawn(move || x.store(value, SeqCst))
        });
        for thread in threads {
            thread.join().unwrap();
        }
        assert_ne!(Some(x.load(SeqCst)), wrong);
    }
}

fn assert_unknown(report: &Report) {
    let statistics = report.statistics();
    assert_eq!((statistics.complete, statistics.blocked), (1, 1));
    let blocked = Verdict::NotExhausted(Limit::Blocked(1));
    assert_eq!(*report.verdict(), blocked, "{report}");
    assert!(!report.is_verified());
    let text = report.to_string();
    let expected = "mazurka unknown: 1 execution was blocked under optimal, which cannot happen: \
                    this is a fault of Mazurka (please report it); nothing is claimed; try the \
                    algorithm source; 1 trace, 1 blocked, ";
    assert!(text.starts_with(expected), "{text}");
}

#[test]
fn nothing_is_verified_when_executions_were_blocked_under_optimal() {
    for workers in [1, 2] {
        let checker = checker(Algorithm::Optimal).workers(workers);
        assert_unknown(&checker.check(two_writers(None)));
    }
    // The fault hides one of the two values.
    let values = [1, 2].map(|wrong| checker(Algorithm::Optimal).check(two_writers(Some(wrong))));
    let found = values.iter().filter(|report| report.finding().is_some());
    assert_eq!(found.count(), 1);
    let hidden = values.iter().find(|report| report.finding().is_none());
    assert_unknown(hidden.expect("one of them"));
}

#[test]
fn a_bug_stays_a_bug() {
    let wrong = |wrong| {
        checker(Algorithm::Optimal)
            .keep_going(true)
            .check(two_writers(wrong))
    };
    let reports = [wrong(Some(1)), wrong(Some(2))];
    let mut bugs = reports.iter().filter(|report| report.finding().is_some());
    let report = bugs.next().expect("one of the two is seen");
    assert_eq!(report.statistics().blocked, 1, "{report}");
    assert_eq!(report.findings()[0].kind, FindingKind::Panic);
}

#[test]
fn a_test_with_blocked_executions_fails() {
    let run = || checker(Algorithm::Optimal).run(two_writers(None));
    let payload = catch_unwind(run).expect_err("it fails");
    let text = payload.downcast::<String>().expect("a message");
    assert!(text.contains("a fault of Mazurka"), "{text}");
}

#[test]
fn other_algorithms_may_be_blocked() {
    for algorithm in [Algorithm::Source, Algorithm::Classic, Algorithm::Exhaustive] {
        let report = checker(algorithm).check(two_writers(None));
        assert!(report.is_verified(), "{report}");
    }
    // readers(3) of *Source Sets*: (3^3 + 1)/2 executions for 2^3 traces.
    let report = checker(Algorithm::Classic).check(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let writer = x.clone();
        thread::spawn(move || writer.store(1, SeqCst));
        for _ in 0..3 {
            let (own, x) = (AtomicUsize::new(0), x.clone());
            thread::spawn(move || (own.load(SeqCst), x.load(SeqCst)));
        }
    });
    let statistics = report.statistics();
    assert_eq!((statistics.complete, statistics.blocked), (8, 6));
    assert!(report.is_verified(), "{report}");
}
