//! What must not take other tests down, or keep them waiting: stack overflows, waits of `std`
//! inside a check, panics that are handled.

use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, Mutex};
use mazurka::{Algorithm, Checker, FindingKind, Limit, Model, Report, Verdict, thread};
use std::hint::black_box;
use std::time::{Duration, Instant};

fn deep(n: usize) -> usize {
    let room = black_box([n; 64]);
    match n {
        0 => 0,
        _ => deep(n - 1) + room[n % 64],
    }
}

fn two_stores() -> Report {
    Checker::new().check(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let y = x.clone();
        thread::spawn(move || y.store(1, SeqCst));
        x.store(2, SeqCst);
    })
}

#[track_caller]
fn error_of(report: &Report) -> &str {
    match report.verdict() {
        Verdict::Error(message) => message,
        _ => panic!("{report}"),
    }
}

#[test]
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
fn an_overflow_ends_its_check_only() {
    for workers in [1, 1, 2] {
        let report = Checker::new().workers(workers).check(|| {
            let x = Arc::new(AtomicUsize::new(0));
            let y = x.clone();
            let builder = thread::Builder::new().name("diver".to_owned());
            let other = builder.spawn(move || {
                y.store(1, SeqCst);
                let list = black_box(Box::new(3));
                deep(100_000) + *list
            });
            x.store(2, SeqCst);
            other.unwrap().join().unwrap();
        });
        let message = error_of(&report);
        assert!(
            message.contains("thread diver has overflowed its stack of 512 KiB"),
            "{message}"
        );
        assert!(message.contains("after its operation at"), "{message}");
        assert!(message.contains("stack_size"), "{message}");
        assert!(two_stores().is_verified());
    }
    // In the closure itself, and while the others wait.
    let report = Checker::new().stack_size(64 << 10).check(|| {
        let mutex = Arc::new(Mutex::new(0));
        let theirs = mutex.clone();
        let _guard = mutex.lock();
        thread::spawn(move || *theirs.lock().unwrap() += 1);
        black_box(deep(10_000));
    });
    let message = error_of(&report);
    assert!(
        message.contains("thread main has overflowed its stack of 64 KiB"),
        "{message}"
    );
    assert!(two_stores().is_verified());
}

#[test]
fn a_thread_has_the_stack_that_it_asks_for() {
    for algorithm in Algorithm::TRACES {
        let report = Checker::new().algorithm(algorithm).check(|| {
            let x = Arc::new(AtomicUsize::new(0));
            let y = x.clone();
            let large = thread::Builder::new().stack_size(16 << 20);
            let large = large.spawn(move || {
                // What lies on the large stack has names as well.
                let own = AtomicUsize::new(0);
                own.store(1, SeqCst);
                y.fetch_add(1, SeqCst);
                deep(10_000) + own.load(SeqCst)
            });
            let small = thread::Builder::new().stack_size(1000);
            let small = small.spawn(|| deep(10)).unwrap();
            x.fetch_add(1, SeqCst);
            assert_eq!(large.unwrap().join().unwrap(), 10_000 * 10_001 / 2 + 1);
            assert_eq!(small.join().unwrap(), 55);
        });
        assert!(report.is_verified(), "{report}");
    }
}

#[track_caller]
#[cfg(target_os = "linux")]
fn is_blocked(f: fn()) {
    let begun = Instant::now();
    let report = Checker::new().check(f);
    assert!(begun.elapsed() < Duration::from_secs(20));
    let Verdict::NotExhausted(Limit::LocalTime) = report.verdict() else {
        panic!("{report}");
    };
    let text = report.to_string();
    assert!(
        text.contains("is blocked in a lock, a channel, a join"),
        "{text}"
    );
    assert!(text.contains("robust.rs:"), "{text}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_lock_of_std_is_told_at_once() {
    is_blocked(|| {
        let mutex = std::sync::Arc::new(std::sync::Mutex::new(0));
        let theirs = mutex.clone();
        let x = Arc::new(AtomicUsize::new(0));
        let y = x.clone();
        thread::spawn(move || {
            let mut guard = theirs.lock().unwrap();
            *guard = y.load(SeqCst);
        });
        x.store(1, SeqCst);
        let mut guard = mutex.lock().unwrap();
        *guard = x.load(SeqCst);
    });
}

#[test]
#[cfg(target_os = "linux")]
fn a_channel_of_std_is_told_at_once() {
    is_blocked(|| {
        let (sender, receiver) = std::sync::mpsc::channel();
        let x = Arc::new(AtomicUsize::new(0));
        let y = x.clone();
        thread::spawn(move || {
            y.store(1, SeqCst);
            sender.send(1)
        });
        x.store(2, SeqCst);
        assert_eq!(receiver.recv(), Ok(1));
    });
}

/// Slow code is not blocked.
#[test]
fn code_that_takes_its_time() {
    let wait = |f: fn()| {
        let report = Checker::new().model(Model::Sc).max_executions(1).check(f);
        let is_done = matches!(
            report.verdict(),
            Verdict::Verified | Verdict::NotExhausted(Limit::Executions)
        );
        assert!(is_done, "{report}");
    };
    std::thread::scope(|scope| {
        // The first execution is run twice.
        scope.spawn(|| wait(|| std::thread::sleep(Duration::from_millis(1300))));
        scope.spawn(|| {
            wait(|| {
                let (_sender, receiver) = std::sync::mpsc::channel::<()>();
                let _ = receiver.recv_timeout(Duration::from_millis(1300));
            });
        });
        scope.spawn(|| {
            wait(|| {
                let begun = Instant::now();
                while begun.elapsed() < Duration::from_millis(1300) {
                    black_box(());
                }
            });
        });
    });
}

fn allowing() -> Checker {
    Checker::new().model(Model::Sc).allow_panics(true)
}

#[track_caller]
fn panics(report: &Report) -> Vec<String> {
    let Verdict::Bug { .. } = report.verdict() else {
        panic!("{report}");
    };
    let findings = report.findings().iter();
    findings
        .map(|finding| {
            assert_eq!(finding.kind, FindingKind::Panic, "{report}");
            finding.message.clone()
        })
        .collect()
}

#[test]
fn panics_that_are_handled() {
    fn handled() {
        let mutex = Arc::new(Mutex::new(0));
        let theirs = mutex.clone();
        let other = thread::spawn(move || {
            let _guard = theirs.lock();
            panic!("on purpose");
        });
        let is_poisoned = mutex.lock().is_err();
        let error = other.join().unwrap_err();
        assert_eq!(error.downcast_ref(), Some(&"on purpose"));
        assert!(mutex.lock().is_err() || !is_poisoned);
    }
    for algorithm in Algorithm::TRACES {
        let report = allowing().algorithm(algorithm).check(handled);
        assert!(report.is_verified(), "{report}");
    }
    let report = Checker::new().allow_panics(true).workers(2).check(handled);
    assert!(report.is_verified(), "{report}");
    let report = Checker::new().model(Model::Sc).check(handled);
    assert_eq!(panics(&report).len(), 1, "{report}");
}

#[test]
fn panics_that_are_not_handled() {
    fn detached() {
        let x = Arc::new(AtomicUsize::new(0));
        let y = x.clone();
        thread::spawn(move || {
            assert_eq!(y.load(SeqCst), 0, "too late");
        });
        x.store(1, SeqCst);
    }
    let report = allowing().check(detached);
    let found = panics(&report);
    assert!(
        found.len() == 1 && found[0].contains("too late"),
        "{report}"
    );
    let Verdict::Bug { replay, .. } = report.verdict() else {
        unreachable!()
    };
    let again = allowing().replay(replay).check(detached);
    assert_eq!(panics(&again), found, "{again}");

    let report = allowing().check(|| panic!("in main"));
    assert!(panics(&report)[0].contains("in main"), "{report}");

    let report = allowing().keep_going(true).check(|| {
        thread::spawn(|| panic!("the child")).join().unwrap();
    });
    let found = panics(&report);
    assert!(
        found.len() == 1 && !found[0].contains(": the child"),
        "{report}"
    );

    // Where a scope ends, it goes on.
    let report = allowing().check(|| {
        let other = thread::spawn(|| {
            thread::scope(|scope| {
                scope.spawn(|| panic!("in a scope"));
            });
        });
        assert!(other.join().is_err());
    });
    assert!(report.is_verified(), "{report}");
}

#[path = "robust/crashes.rs"]
mod crashes;
