//! Executions that do not end within a limit: no bugs, and nothing is verified.

use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};
use mazurka::{Algorithm, Checker, Limit, Model, Report, Verdict, thread};

const ENDS: [&str; 2] = ["main", "0.0"];

/// A thread that counts while it waits for a flag, which another one sets.
fn counts_while_it_waits(check: impl Fn(usize) + Send + Sync + 'static) -> impl Fn() + Send + Sync {
    move || {
        let flag = Arc::new(AtomicBool::new(false));
        let count = Arc::new(AtomicUsize::new(0));
        let (other, counted) = (flag.clone(), count.clone());
        let waiter = thread::spawn(move || {
            while !other.load(SeqCst) {
                counted.fetch_add(1, SeqCst);
            }
        });
        check(count.load(SeqCst));
        flag.store(true, SeqCst);
        waiter.join().unwrap();
    }
}

fn is_unknown(report: &Report, limit: Limit) {
    assert_eq!(report.verdict(), &Verdict::NotExhausted(limit), "{report}");
    assert!(!report.is_verified());
    assert!(report.finding().is_none());
    assert!(report.findings().is_empty());
    let text = report.to_string();
    assert!(!text.contains("found a bug"), "{text}");
    assert!(!text.contains("mazurka verified"), "{text}");
}

#[test]
fn a_loop_that_is_not_recognised_is_no_bug() {
    for algorithm in Algorithm::TRACES {
        for model in Model::BUFFERED {
            for workers in [1, 2] {
                let report = Checker::new()
                    .algorithm(algorithm)
                    .model(model)
                    .workers(workers)
                    .max_events(200)
                    .check(counts_while_it_waits(|_| {}));
                is_unknown(&report, Limit::Events);
                let endless = report.endless().expect("what did not end");
                assert!(
                    ENDS.iter().any(|name| endless.who.contains(name)),
                    "{report}"
                );
                assert!(endless.who.contains("tests/endless.rs:16 ("), "{report}");
                assert!(endless.others.contains("None showed a bug"), "{report}");
                assert!(report.statistics().cut > 0, "{report}");
            }
        }
    }
}

#[test]
fn the_text_says_what_to_do() {
    let report = Checker::new()
        .name("a_test")
        .max_events(200)
        .check(counts_while_it_waits(|_| {}));
    let text = report.to_string();
    for part in [
        "not exhausted: an execution has 200 events and still goes on (max_events)",
        "This is not a bug that was found.",
        "Thread 0.0 ran 199 of the last 200 events, and keeps coming back to:",
        "tests/endless.rs:16 (100 times)",
        "tests/endless.rs:17 (99 times)",
        "cut where it came to a place more than 64 times: all 2145 (65 of them cut).",
        "raise `max_events` (MAZURKA_MAX_EVENTS)",
        "`unroll` (MAZURKA_UNROLL)",
        "MAZURKA_REPLAY=1/0x1,0.0x199 cargo test -p mazurka --test endless a_test -- --exact",
    ] {
        assert!(text.contains(part), "{part}\nis not in\n{text}");
    }
}

#[test]
fn a_bug_beside_a_loop_without_end_is_found() {
    for algorithm in Algorithm::TRACES {
        for workers in [1, 3] {
            let body = || counts_while_it_waits(|count| assert_ne!(count, 3, "it is three"));
            let checker = || {
                Checker::new()
                    .algorithm(algorithm)
                    .workers(workers)
                    .max_events(200)
            };
            let report = checker().check(body());
            let finding = report.finding().expect("a bug");
            assert!(finding.message.contains("it is three"), "{report}");
            // The string replays it without a bound.
            let replay = report.replay().expect("a bug");
            let again = checker().replay(replay).check(body());
            assert_eq!(again.verdict(), report.verdict());
        }
    }
}

#[test]
fn a_bug_before_the_limit_is_kept_when_the_check_goes_on() {
    let report = Checker::new()
        .keep_going(true)
        .max_events(200)
        .check(counts_while_it_waits(|count| {
            assert_ne!(count, 0, "it is zero")
        }));
    let finding = report.finding().expect("a bug");
    assert!(finding.message.contains("it is zero"), "{report}");
}

#[test]
fn a_long_test_is_verified_with_a_larger_limit() {
    let long = || {
        let count = AtomicUsize::new(0);
        for _ in 0..3_000 {
            count.fetch_add(1, SeqCst);
        }
        assert_eq!(count.load(SeqCst), 3_000);
    };
    let report = Checker::new().max_events(3_000).check(long);
    is_unknown(&report, Limit::Events);
    let report = Checker::new().max_events(3_001).check(long);
    assert!(report.is_verified(), "{report}");
    // The usual limit is far away.
    assert!(Checker::new().check(long).is_verified());
}

#[test]
#[should_panic(expected = "nothing is verified")]
fn a_test_that_does_not_end_fails() {
    Checker::new()
        .max_events(100)
        .run(counts_while_it_waits(|_| {}));
}

#[test]
fn a_bound_on_rounds_is_told() {
    for algorithm in Algorithm::TRACES {
        for model in Model::BUFFERED {
            let checker = || Checker::new().algorithm(algorithm).model(model).unroll(3);
            let report = checker().check(counts_while_it_waits(|_| {}));
            is_unknown(&report, Limit::Unroll);
            let text = report.to_string();
            assert!(text.contains("more than 3 times (unroll)"), "{text}");
            // The store buffers have nothing to add: the loop runs zero times, one, two or
            // three times, or is cut; the flag and the count are read at another time.
            assert!(report.statistics().cut > 0, "{text}");
            // A bug within the bound is one.
            let report =
                checker().check(counts_while_it_waits(|count| assert_ne!(count, 2, "two")));
            assert!(report.finding().is_some(), "{report}");
            // One beyond it is not seen.
            let report =
                checker().check(counts_while_it_waits(|count| assert_ne!(count, 4, "four")));
            is_unknown(&report, Limit::Unroll);
        }
    }
}

#[test]
fn a_bound_that_nothing_comes_to_verifies() {
    for algorithm in Algorithm::TRACES {
        let body = || {
            let count = Arc::new(AtomicUsize::new(0));
            let other = count.clone();
            let adder = thread::spawn(move || {
                for _ in 0..3 {
                    other.fetch_add(1, SeqCst);
                }
            });
            count.load(SeqCst);
            adder.join().unwrap();
        };
        let checker = || Checker::new().algorithm(algorithm);
        let free = checker().check(body);
        let bounded = checker().unroll(3).check(body);
        assert!(bounded.is_verified(), "{bounded}");
        let counts = |report: &Report| report.statistics().complete;
        assert_eq!(counts(&bounded), counts(&free));
        is_unknown(&checker().unroll(2).check(body), Limit::Unroll);
    }
}

/// A process that is cut holds a lock: the others wait, and that is no deadlock.
#[test]
fn a_thread_that_is_cut_leaves_no_deadlock() {
    let report = Checker::new().max_events(300).check(|| {
        let lock = Arc::new(mazurka::sync::Mutex::new(0));
        let count = Arc::new(AtomicUsize::new(0));
        let (other, counted) = (lock.clone(), count.clone());
        thread::spawn(move || {
            let _guard = other.lock().unwrap();
            while counted.fetch_add(1, SeqCst) < 1_000_000 {}
        });
        *lock.lock().unwrap() += 1;
    });
    is_unknown(&report, Limit::Events);
}

#[test]
fn what_is_replayed_up_to_the_limit_is_no_bug_either() {
    let body = || counts_while_it_waits(|_| {});
    let report = Checker::new()
        .max_events(50)
        .replay("1/0x1,0.0x49")
        .check(body());
    is_unknown(&report, Limit::Events);
}

#[mazurka::test(unroll = 2)]
fn the_attribute_takes_a_bound() {
    let count = AtomicUsize::new(0);
    while count.fetch_add(1, SeqCst) < 5 {}
    unreachable!("the bound ends it before");
}

/// A loop that only RC11 has, and in which a thread counts.
#[test]
fn a_loop_of_the_second_part_is_shown() {
    let report = Checker::new().check(|| {
        let shared = Arc::new([const { AtomicUsize::new(0) }; 3]);
        let theirs = shared.clone();
        thread::spawn(move || {
            theirs[0].store(1, Relaxed);
            theirs[1].store(1, Relaxed);
        });
        while shared[1].load(Relaxed) == 1 && shared[0].load(Relaxed) == 0 {
            shared[2].fetch_add(1, Relaxed);
        }
    });
    assert_eq!(report.covered(), [Model::Sc], "{report}");
    assert!(report.is_verified(), "{report}");
    let endless = report.endless().expect("an execution that goes on");
    assert!(endless.who.contains("keeps coming back"), "{report}");
    let text = report.to_string();
    assert!(text.contains("nothing is verified under that"), "{text}");
    assert!(text.contains(&endless.who), "{text}");
}
