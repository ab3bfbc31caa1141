//! Bounds on switches, and samples: what they find, and what is said of what they leave out.

use mazurka::sync::atomic::{
    AtomicU32,
    Ordering::{Relaxed, SeqCst},
};
use mazurka::sync::{Arc, Mutex};
use mazurka::{Algorithm, Checker, Limit, Model, Verdict, thread};
use std::panic::{self, AssertUnwindSafe};
use std::time::Duration;

/// Each thread adds without a lock: an update is lost with one preemption.
fn lost_update() {
    let count = Arc::new(AtomicU32::new(0));
    let add = |count: &AtomicU32| count.store(count.load(SeqCst) + 1, SeqCst);
    let other = Arc::clone(&count);
    let handle = thread::spawn(move || add(&other));
    add(&count);
    handle.join().unwrap();
    assert_eq!(count.load(SeqCst), 2);
}

/// Three threads must take turns twice for the assertion to fail: two preemptions.
fn two_preemptions() {
    let shared = Arc::new([AtomicU32::new(0), AtomicU32::new(0)]);
    let other = Arc::clone(&shared);
    let handle = thread::spawn(move || {
        other[0].store(1, SeqCst);
        other[0].store(2, SeqCst);
        other[1].store(1, SeqCst);
    });
    let middle = shared[0].load(SeqCst);
    let after = shared[1].load(SeqCst);
    let end = shared[0].load(SeqCst);
    assert!(!(middle == 1 && after == 0 && end == 2), "seen");
    handle.join().unwrap();
}

/// Threads that lock one after the other, without a bug.
fn locks(threads: usize) -> impl Fn() + Send + Sync + 'static {
    move || {
        let count = Arc::new(Mutex::new(0));
        let handles: Vec<_> = (0..threads)
            .map(|_| {
                let count = Arc::clone(&count);
                thread::spawn(move || {
                    for _ in 0..2 {
                        *count.lock().unwrap() += 1;
                    }
                })
            })
            .collect();
        for handle in handles {
            handle.join().unwrap();
        }
        assert_eq!(*count.lock().unwrap(), 2 * threads);
    }
}

#[test]
fn a_bug_needs_so_many_preemptions() {
    let found = |most, test: fn()| {
        let report = Checker::new().preemptions(most).check(test);
        match report.verdict() {
            Verdict::Bug { replay, .. } => {
                let again = Checker::new().replay(replay.as_str()).check(test);
                assert!(again.finding().is_some(), "{again}");
                true
            }
            Verdict::NotExhausted(Limit::Preemptions) => false,
            verdict => panic!("{verdict:?}"),
        }
    };
    assert_eq!([0, 1].map(|most| found(most, lost_update)), [false, true]);
    let twice = [0, 1, 2].map(|most| found(most, two_preemptions));
    assert_eq!(twice, [false, false, true]);
}

#[test]
fn the_whole_is_verified() {
    let whole = Checker::new().model(Model::Sc).check(locks(3));
    let traces = whole.statistics().complete;
    assert_eq!(traces, 90, "orders of three times two");
    let all = Checker::new().preemptions(u32::MAX).check(locks(3));
    assert!(all.is_verified(), "{all}");
    assert_eq!(all.statistics().complete, traces);
    assert_eq!(all.covered(), [Model::Sc]);
    // Six ways to let one finish before the next begins.
    let none = Checker::new().preemptions(0).check(locks(3));
    assert_eq!(none.verdict(), &Verdict::NotExhausted(Limit::Preemptions));
    assert_eq!(none.statistics().complete, 6);
    let words = "not exhausted: no bug with at most 0 preemptions (preemptions); 6 traces";
    assert!(none.summary().starts_with(words), "{}", none.summary());
    let delays = Checker::new().delays(u32::MAX).check(locks(3));
    assert!(delays.is_verified(), "{delays}");
    assert_eq!(delays.statistics().complete, traces);
    let none = Checker::new().delays(0).check(locks(3));
    assert_eq!(none.verdict(), &Verdict::NotExhausted(Limit::Delays));
    assert_eq!(none.statistics().complete, 1);
}

#[test]
fn a_limit_says_how_far_it_came() {
    let report = Checker::new()
        .preemptions(u32::MAX)
        .max_executions(20)
        .check(locks(3));
    assert_eq!(report.verdict(), &Verdict::NotExhausted(Limit::Executions));
    let words = "all with at most 0 preemptions were explored";
    assert!(report.summary().contains(words), "{}", report.summary());
}

#[test]
fn flushes_are_free() {
    fn both_go_in() {
        use mazurka::sync::atomic::Ordering::{Acquire, Release};
        let wants = Arc::new([AtomicU32::new(0), AtomicU32::new(0)]);
        let goes_in = |me: usize, wants: &[AtomicU32; 2]| {
            wants[me].store(1, Release);
            wants[1 - me].load(Acquire) == 0
        };
        let theirs = Arc::clone(&wants);
        let other = thread::spawn(move || goes_in(1, &theirs));
        let first = goes_in(0, &wants);
        assert!(!(first && other.join().unwrap()));
    }
    let bounded = |model, most| {
        Checker::new()
            .model(model)
            .preemptions(most)
            .check(both_go_in)
    };
    assert!(bounded(Model::Sc, u32::MAX).is_verified());
    let report = bounded(Model::Tso, 1);
    assert!(report.finding().is_some(), "{report}");
}

#[test]
fn samples_are_the_same_with_the_same_seed() {
    let counts = |checker: Checker| {
        let report = checker.check(two_preemptions);
        let executions = report.statistics().executions();
        (report.finding().is_some(), executions, report.summary())
    };
    let walk = |seed| counts(Checker::new().random(2_000, seed));
    let (is_found, executions, _) = walk(1);
    assert!(is_found, "one in some dozens shows it");
    assert_eq!((is_found, executions), (walk(1).0, walk(1).1));
    let (is_found, ..) = counts(Checker::new().pct(2_000, 3, 1));
    assert!(is_found);
    let report = Checker::new().random(50, 7).check(locks(2));
    assert_eq!(report.verdict(), &Verdict::NotExhausted(Limit::Executions));
    assert_eq!(report.statistics().complete, 50);
    let words = "not exhausted: no bug in 50 random executions (random:7)";
    assert!(report.summary().starts_with(words), "{}", report.summary());
}

#[test]
fn what_is_not_exhausted_can_be_a_failure() {
    let run = |requires| {
        std::panic::catch_unwind(move || {
            let checker = Checker::new().preemptions(0).require_exhausted(requires);
            checker.run(locks(2));
        })
    };
    assert!(run(false).is_ok());
    let panic = run(true).unwrap_err();
    let words = panic.downcast_ref::<String>().expect("a message");
    assert!(words.contains("require_exhausted"), "{words}");
    Checker::new()
        .algorithm(Algorithm::Optimal)
        .require_exhausted(true)
        .run(locks(2));
}

/// Everything is looked at a little: after bound 1, of many threads, each was preempted.
#[test]
fn bounds_grow_to_the_whole() {
    let complete = |most| {
        let report = Checker::new().preemptions(most).check(locks(3));
        report.statistics().complete
    };
    let counts: Vec<u64> = (0..5).map(complete).collect();
    assert!(counts.is_sorted(), "{counts:?}");
    assert_eq!(counts.last(), Some(&90), "{counts:?}");
}

#[mazurka::test(preemptions = 2)]
fn the_attribute_has_bounds() {
    locks(2)();
}

#[mazurka::test(delays = 9, require_exhausted = true)]
fn the_attribute_requires_exhaustion() {
    locks(2)();
}

/// A message and a flag, both stored with `Relaxed`: the message may be old, but not under SC.
fn old_message() {
    let shared = Arc::new([AtomicU32::new(0), AtomicU32::new(0)]);
    let other = Arc::clone(&shared);
    thread::spawn(move || {
        other[0].store(1, Relaxed);
        other[1].store(1, Relaxed);
    });
    if shared[1].load(Relaxed) == 1 {
        assert_eq!(shared[0].load(Relaxed), 1, "the message is old");
    }
}

#[test]
fn beyond_a_bound_there_is_the_whole() {
    let beyond = |most| {
        let checker = Checker::new().preemptions(most);
        checker.beyond(Duration::from_secs(60))
    };
    // No execution under SC shows it, whatever the bound.
    assert!(
        Checker::new()
            .preemptions(9)
            .check(old_message)
            .is_verified()
    );
    let report = beyond(9).check(old_message);
    let text = report.to_string();
    assert!(
        text.contains("under rc11, and none under sc with at most 9"),
        "{text}"
    );
    // One is beyond the bound.
    let text = beyond(0).check(lost_update).to_string();
    assert!(
        text.contains("under rc11, and none under sc with at most 0"),
        "{text}"
    );
    // All is explored, and so it does not matter that the bound kept something out.
    let report = beyond(0).check(locks(2));
    assert!(report.is_verified(), "{report}");
    assert_eq!(report.covered(), [Model::Sc, Model::Rc11]);
    let within = Checker::new().preemptions(0).check(locks(2));
    assert!(!within.is_verified(), "{within}");
    // A model that is asked for is the only one.
    let report = beyond(0).model(Model::Sc).check(old_message);
    assert_eq!(report.verdict(), &Verdict::NotExhausted(Limit::Preemptions));
    // The time is over, and there remains what is within the bound.
    let report = beyond(0)
        .max_time(Duration::from_millis(200))
        .check(locks(6));
    assert_eq!(report.verdict(), &Verdict::NotExhausted(Limit::Preemptions));
    assert!(report.covered().is_empty());
    let text = report.summary();
    assert!(
        text.contains("no bug with at most 0 preemptions (sc), nor as far as rc11"),
        "{text}"
    );
}

#[test]
fn what_does_not_end_may_be_allowed() {
    let endless = || {
        let count = AtomicU32::new(0);
        loop {
            count.fetch_add(1, SeqCst);
        }
    };
    let checker = || Checker::new().max_events(100);
    let run = |checker: Checker| panic::catch_unwind(AssertUnwindSafe(|| checker.run(endless)));
    assert!(run(checker()).is_err());
    assert!(run(checker().allow_endless(true)).is_ok());
    assert!(run(checker().allow_endless(true).require_exhausted(true)).is_err());
}
