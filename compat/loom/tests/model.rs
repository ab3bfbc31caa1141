//! Models and their settings, through the package.

use loom::model::Builder;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::thread;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize as Real, Ordering::SeqCst};

/// What a model that fails panics with.
fn failure(run: impl FnOnce()) -> String {
    let payload = panic::catch_unwind(AssertUnwindSafe(run)).expect_err("it should fail");
    *payload.downcast::<String>().expect("a report")
}

/// Two threads count without an atomic update.
fn loses_an_update() {
    let count = Arc::new(AtomicUsize::new(0));
    let add = |count: &AtomicUsize| {
        let before = count.load(Ordering::SeqCst);
        count.store(before + 1, Ordering::SeqCst);
    };
    let other = count.clone();
    let handle = thread::spawn(move || add(&other));
    add(&count);
    handle.join().unwrap();
    assert_eq!(count.load(Ordering::SeqCst), 2, "an update was lost");
}

#[test]
fn a_failure_is_reported() {
    let report = failure(|| loom::model(loses_an_update));
    assert!(report.contains("an update was lost"), "{report}");
    assert!(report.contains("MAZURKA_REPLAY="), "{report}");
}

/// A message and a flag, stored with that ordering.
fn message(order: Ordering) {
    let shared = Arc::new((AtomicUsize::new(0), AtomicUsize::new(0)));
    let other = shared.clone();
    thread::spawn(move || {
        other.0.store(1, Ordering::Relaxed);
        other.1.store(1, order);
    });
    if shared.1.load(Ordering::Acquire) == 1 {
        assert_eq!(shared.0.load(Ordering::Relaxed), 1, "the message is old");
    }
}

#[test]
fn the_memory_model_is_the_weak_one() {
    loom::model(|| message(Ordering::Release));
    let report = failure(|| loom::model(|| message(Ordering::Relaxed)));
    assert!(report.contains("the message is old"), "{report}");
}

#[test]
fn limits_pass_as_in_loom() {
    static RUNS: Real = Real::new(0);
    let mut builder = Builder::new();
    builder.max_permutations = Some(1);
    builder.check(|| {
        RUNS.fetch_add(1, SeqCst);
        message(Ordering::Relaxed);
    });
    assert!(RUNS.load(SeqCst) > 0);
}

#[test]
fn a_bound_on_preemptions_comes_first() {
    // Small enough to be explored as a whole, and they fail beyond the bound.
    let bounded = |bound| {
        let mut builder = Builder::new();
        builder.preemption_bound = Some(bound);
        builder
    };
    let report = failure(|| bounded(0).check(loses_an_update));
    assert!(report.contains("an update was lost"), "{report}");
    let report = failure(|| bounded(3).check(|| message(Ordering::Relaxed)));
    assert!(report.contains("the message is old"), "{report}");
    // Where that takes too long, there remains what is within the bound.
    bounded(0).check(|| {
        let counts = Arc::new([const { AtomicUsize::new(0) }; 2]);
        let handles: Vec<_> = (0..4)
            .map(|at| {
                let counts = counts.clone();
                let add = move || (0..8).for_each(|_| increment(&counts[at % 2]));
                thread::spawn(add)
            })
            .collect();
        for handle in handles {
            handle.join().unwrap();
        }
    });
}

#[test]
fn what_does_not_end_is_no_failure() {
    loom::model(|| {
        let count = AtomicUsize::new(0);
        while count.fetch_add(1, Ordering::SeqCst) < usize::MAX {}
    });
}

/// One more, by an atomic update.
fn increment(count: &AtomicUsize) {
    count.fetch_add(1, Ordering::SeqCst);
}

#[test]
fn settings_are_those_of_loom() {
    let mut builder = Builder::default();
    assert_eq!(builder.max_threads, loom::MAX_THREADS);
    assert_eq!(builder.max_branches, 1_000);
    assert_eq!(builder.checkpoint_interval, 20_000);
    assert!(!builder.expect_explicit_explore);
    builder.max_threads = 2;
    builder.max_branches = 7;
    builder.expect_explicit_explore = true;
    builder.location = true;
    // More threads and operations than that, and nothing is explored explicitly.
    builder.check(|| {
        loom::stop_exploring();
        let count = Arc::new(AtomicUsize::new(0));
        let handles: Vec<_> = (0..3)
            .map(|_| {
                let count = count.clone();
                thread::spawn(move || count.fetch_add(1, Ordering::Relaxed))
            })
            .collect();
        loom::explore();
        loom::skip_branch();
        for handle in handles {
            handle.join().unwrap();
        }
        assert_eq!(count.load(Ordering::Relaxed), 3);
    });
}

#[test]
fn a_checkpoint_replays_a_failure() {
    static IS_RIGHT: Real = Real::new(0);
    let body = || {
        if IS_RIGHT.load(SeqCst) == 0 {
            loses_an_update();
        }
    };
    let name = format!("mazurka-loom-checkpoint-{}", std::process::id());
    let file = std::env::temp_dir().join(name);
    let mut builder = Builder::new();
    builder.checkpoint_file(file.to_str().unwrap());
    let first = failure(|| builder.check(body));
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(kept.starts_with("mazurka "), "{kept}");
    let second = failure(|| builder.check(body));
    for report in [first, second] {
        assert!(report.contains("an update was lost"), "{report}");
    }
    // When it is mended, all executions are explored.
    IS_RIGHT.store(1, SeqCst);
    builder.check(body);
    std::fs::remove_file(&file).unwrap();
}

/// A thread that counts until another one sets a flag, which it does not.
#[test]
#[ignore = "the next test runs it"]
fn endless() {
    loom::model(|| {
        let shared = Arc::new((AtomicUsize::new(0), AtomicUsize::new(0)));
        let other = shared.clone();
        thread::spawn(move || other.0.store(0, Ordering::Release));
        while shared.0.load(Ordering::Acquire) == 0 {
            shared.1.fetch_add(1, Ordering::Relaxed);
        }
    });
}

/// A test that passes, with an execution that does not end, shows the loop that goes on.
#[test]
fn the_loop_of_an_endless_execution_is_shown() {
    let test = std::env::current_exe().expect("this test is a program");
    let run = |captures: &str| {
        let mut test = std::process::Command::new(&test);
        test.args(["--exact", "endless", "--ignored", captures]);
        test.env_remove("MAZURKA_REPORTS").env_remove("NEXTEST");
        let output = test.output().expect("it can be run");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    for captures in ["--nocapture", "--quiet"] {
        let shown = run(captures);
        assert!(shown.contains("endless: not exhausted"), "{shown}");
        assert!(shown.contains("keeps coming back to"), "{shown}");
        assert!(shown.contains("tests/model.rs"), "{shown}");
    }
}
