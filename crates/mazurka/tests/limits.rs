//! Executions that would take all memory or run for ever: no bugs, and nothing is verified.

use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::mpsc;
use mazurka::{Algorithm, Checker, Limit, Report, Verdict, thread};
use std::time::{Duration, Instant};

fn within(mebibytes: u32, body: impl Fn() + Send + Sync + 'static) -> Report {
    Checker::new().max_memory(mebibytes).check(body)
}

#[track_caller]
fn is_left(report: &Report, words: &[&str]) {
    let limit = Limit::Memory;
    assert_eq!(report.verdict(), &Verdict::NotExhausted(limit), "{report}");
    assert!(report.findings().is_empty(), "{report}");
    let text = report.to_string();
    let more = ["(max_memory)", "MAZURKA_MAX_MEMORY", "This is not a bug"];
    for word in more.iter().chain(words) {
        assert!(text.contains(word), "no {word:?} in: {text}");
    }
}

#[test]
fn a_loop_that_only_allocates_is_left() {
    let report = within(20, || {
        let mut numbers = Vec::new();
        loop {
            numbers.push(1_u64);
        }
    });
    let place = format!("limits.rs:{}", line!() - 3);
    let words = ["more than 20 MiB of memory", "thread main needs more at"];
    is_left(&report, &[&words[..], &[&place]].concat());
}

#[test]
fn what_is_freed_at_once_counts() {
    is_left(
        &within(20, || {
            loop {
                std::hint::black_box(Box::new([0_u8; 1000]));
            }
        }),
        &["thread main needs more at"],
    );
}

#[test]
fn one_block_that_is_too_large_is_not_given() {
    let report = within(20, || drop(std::hint::black_box(vec![0_u8; 1 << 40])));
    is_left(&report, &["thread main needs more at"]);
}

#[test]
fn a_thread_beside_others_is_left() {
    let report = within(20, || {
        let x = Arc::new(AtomicUsize::new(0));
        let other = x.clone();
        thread::spawn(move || {
            if other.load(SeqCst) == 1 {
                let mut text = String::new();
                loop {
                    text += "more and more";
                }
            }
        });
        x.store(1, SeqCst);
    });
    is_left(&report, &["thread 0.0 needs more at"]);
}

#[test]
fn threads_and_messages_without_end_are_left() {
    let report = within(20, || {
        loop {
            thread::spawn(|| {});
        }
    });
    is_left(&report, &["thread main needs more at"]);
    let report = within(20, || {
        let (sender, _receiver) = mpsc::channel();
        loop {
            sender.send([0_u8; 100]).unwrap();
        }
    });
    is_left(&report, &["thread main"]);
}

#[test]
fn what_is_noted_of_an_execution_counts() {
    let endless = || {
        let x = AtomicUsize::new(0);
        loop {
            x.fetch_add(1, SeqCst);
        }
    };
    for algorithm in [Algorithm::Optimal, Algorithm::Graphs] {
        let checker = Checker::new().algorithm(algorithm).max_memory(1);
        is_left(
            &checker.max_events(usize::MAX).check(endless),
            &["thread main"],
        );
    }
}

#[test]
fn a_bug_before_is_told() {
    let report = Checker::new().max_memory(20).keep_going(true).check(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let other = x.clone();
        thread::spawn(move || assert_eq!(other.load(SeqCst), 0, "too late"));
        x.store(1, SeqCst);
        let mut all = Vec::new();
        loop {
            all.push(x.load(SeqCst));
            all.push(1);
        }
    });
    let Verdict::Bug { finding, .. } = report.verdict() else {
        panic!("{report}");
    };
    assert!(finding.message.contains("too late"), "{report}");
}

#[test]
fn what_fits_is_verified_in_every_execution() {
    let report = within(64, || {
        let x = Arc::new(AtomicUsize::new(0));
        let other = x.clone();
        let handle = thread::spawn(move || {
            for i in 1..4 {
                std::hint::black_box(vec![0_u8; 4 << 20]);
                other.store(i, SeqCst);
            }
        });
        for _ in 0..4 {
            x.load(SeqCst);
        }
        handle.join().unwrap();
    });
    assert!(report.is_verified(), "{report}");
}

/// A closure that calls nothing cannot be interrupted, but it is not waited for.
#[test]
fn a_limit_on_time_holds_in_code_that_calls_nothing() {
    for workers in [1, 2] {
        let begun = Instant::now();
        let checker = Checker::new().workers(workers);
        let report = checker.max_time(Duration::from_millis(200)).check(|| {
            loop {
                std::thread::sleep(Duration::from_millis(10));
            }
        });
        let limit = Verdict::NotExhausted(Limit::Time);
        assert_eq!(report.verdict(), &limit, "{report}");
        assert!(begun.elapsed() < Duration::from_secs(10));
    }
}
