//! Checks: limits, environment variables, replay, what failures look like, and
//! bad use.

use expect_test::expect;
use mazurka::sync::atomic::{AtomicUsize, Ordering, Ordering::SeqCst};
use mazurka::sync::{Arc, Mutex};
use mazurka::{Algorithm, Checker, Limit, Model, Report, Verdict, thread};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Two threads that load and store: an update may be lost.
fn lost_update() {
    let counter = Arc::new(AtomicUsize::new(0));
    let theirs = counter.clone();
    let handle = thread::spawn(move || {
        let value = theirs.load(SeqCst);
        theirs.store(value + 1, SeqCst);
    });
    let value = counter.load(SeqCst);
    counter.store(value + 1, SeqCst);
    handle.join().unwrap();
    assert_eq!(counter.load(SeqCst), 2, "an update is lost");
}

/// `n` threads that write one location: n! traces.
fn writers(n: usize) {
    let x = Arc::new(AtomicUsize::new(0));
    for i in 0..n {
        let x = x.clone();
        thread::spawn(move || x.store(i, SeqCst));
    }
}

#[track_caller]
fn error(report: &Report) -> &str {
    match report.verdict() {
        Verdict::Error(message) => message,
        _ => panic!("not an error: {report}"),
    }
}

/// The text of a report, without times, line numbers and the backtrace, which there is if the
/// environment asks for it.
fn stable(report: &Report) -> String {
    let text = report.to_string();
    let backtrace = report.backtrace().map(|text| format!("{text}\n\n"));
    let text = text.replace(&backtrace.unwrap_or_default(), "");
    let line = |line: &str| {
        let parts: Vec<&str> = line.split(' ').collect();
        let seconds = parts.windows(2).position(|w| w[1] == "s" || w[1] == "s;");
        let mut line: Vec<String> = parts.iter().map(|part| without_line(part)).collect();
        if let Some(at) = seconds {
            line[at] = "T".to_owned();
        }
        line.join(" ")
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn without_line(word: &str) -> String {
    match word.split_once("checker.rs:") {
        Some((path, rest)) => {
            let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
            let colon = if word.ends_with(':') { ":" } else { "" };
            format!("{path}checker.rs:LINE{rest}{colon}")
        }
        None => word.to_owned(),
    }
}

#[test]
fn a_failure_shows_the_interleaving() {
    let report = Checker::new().name("my_test").check(lost_update);
    expect![[r#"
        mazurka found a bug (panic): 1 trace, 0 blocked, 9 events in all, T s (optimal)

        The interleaving that shows it (5 events):

             main  spawns 0.0                crates/mazurka/tests/checker.rs:LINE
          1  main  counter.load(SeqCst) = 0  crates/mazurka/tests/checker.rs:LINE
          2  0.0   counter.load(SeqCst) = 0  crates/mazurka/tests/checker.rs:LINE
          3  0.0   counter.store(1, SeqCst)  crates/mazurka/tests/checker.rs:LINE
          4  main  counter.store(1, SeqCst)  crates/mazurka/tests/checker.rs:LINE
             main  joins 0.0                 crates/mazurka/tests/checker.rs:LINE
          5  main  counter.load(SeqCst) = 1  crates/mazurka/tests/checker.rs:LINE

          counter  AtomicUsize, made at crates/mazurka/tests/checker.rs:LINE

        panic: thread main panicked at crates/mazurka/tests/checker.rs:LINE: assertion `left == right` failed: an update is lost
          left: 1
         right: 2

        Replay it with:

          MAZURKA_REPLAY=1/0x1,0.0x2,0x2 cargo test -p mazurka --test checker my_test -- --exact"#]].assert_eq(&stable(&report));
}

#[test]
fn a_deadlock_shows_who_waits_for_whom() {
    let report = Checker::new().name("my_test").check(|| {
        let a = Arc::new(Mutex::new(0));
        let b = Arc::new(Mutex::new(0));
        let (a2, b2) = (a.clone(), b.clone());
        let handle = thread::Builder::new()
            .name("other".to_owned())
            .spawn(move || {
                let _b = b2.lock().unwrap();
                let _a = a2.lock().unwrap();
            })
            .unwrap();
        {
            let _a = a.lock().unwrap();
            let _b = b.lock().unwrap();
        }
        handle.join().unwrap();
    });
    expect![[r#"
        mazurka found a bug (deadlock): 2 traces, 0 blocked, 9 events in all, T s (optimal)

        The interleaving that shows it (2 events):

             main   spawns other  crates/mazurka/tests/checker.rs:LINE
          1  main   a.lock()      crates/mazurka/tests/checker.rs:LINE
          2  other  b.lock()      crates/mazurka/tests/checker.rs:LINE

          a  mutex, made at crates/mazurka/tests/checker.rs:LINE
          b  mutex, made at crates/mazurka/tests/checker.rs:LINE

        deadlock:
          thread main waits at crates/mazurka/tests/checker.rs:LINE to lock the mutex `b` that thread other holds
          thread other waits at crates/mazurka/tests/checker.rs:LINE to lock the mutex `a` that thread main holds

        Replay it with:

          MAZURKA_REPLAY=1/0x1,0.0x1 cargo test -p mazurka --test checker my_test -- --exact"#]].assert_eq(&stable(&report));
}

#[test]
fn what_has_nothing_to_do_with_the_bug_is_not_shown() {
    let report = Checker::new().check(|| {
        let noise = Arc::new(AtomicUsize::new(0));
        let x = Arc::new(AtomicUsize::new(0));
        for _ in 0..3 {
            let noise = noise.clone();
            thread::spawn(move || noise.fetch_add(1, SeqCst));
        }
        let x2 = x.clone();
        thread::spawn(move || x2.store(1, SeqCst));
        assert_eq!(x.load(SeqCst), 0, "the store came first");
    });
    let Verdict::Bug { trace, .. } = report.verdict() else {
        panic!("{report}");
    };
    let events = trace.iter().filter(|line| line.contains("SeqCst"));
    assert_eq!(events.count(), 2, "{report}");
}

#[test]
fn a_summary_says_what_was_done() {
    let report = Checker::new().check(|| writers(3));
    expect!["mazurka verified under sc and rc11: 6 executions, 15 events (optimal, sc) and no more under rc11, as every access is SeqCst, T s"]
        .assert_eq(&stable(&report));
}

#[test]
fn a_limit_on_executions_is_never_verified() {
    let report = Checker::new().max_executions(10).check(|| writers(5));
    assert_eq!(report.verdict(), &Verdict::NotExhausted(Limit::Executions));
    assert!(!report.is_verified());
    let text = report.to_string();
    assert!(text.contains("not exhausted: stopped after 10 executions (max_executions)"));
    assert!(!text.contains("verified"), "{text}");
    // A limit that is not reached changes nothing.
    let report = Checker::new().max_executions(120).check(|| writers(5));
    assert!(report.is_verified(), "{report}");
}

#[test]
fn a_limit_on_time_is_never_verified() {
    let begun = Instant::now();
    let report = Checker::new()
        .max_time(Duration::from_millis(300))
        .check(|| writers(12));
    assert_eq!(report.verdict(), &Verdict::NotExhausted(Limit::Time));
    assert!(report.to_string().contains("(max_time)"), "{report}");
    assert!(begun.elapsed() < Duration::from_secs(20));
    // It does not fail a test.
    Checker::new()
        .max_time(Duration::from_millis(50))
        .run(|| writers(12));
}

#[test]
fn a_limit_on_time_holds_for_long_executions_and_between_operations() {
    let begun = Instant::now();
    let limited = || Checker::new().max_time(Duration::from_millis(300));
    // One execution of very many events.
    let report = limited().max_events(usize::MAX).check(|| {
        let counter = AtomicUsize::new(0);
        while counter.fetch_add(1, SeqCst) < usize::MAX {}
    });
    assert_eq!(report.verdict(), &Verdict::NotExhausted(Limit::Time));
    // One step that takes long.
    let report = limited().check(|| {
        thread::spawn(|| std::thread::sleep(Duration::from_secs(30)));
    });
    assert_eq!(report.verdict(), &Verdict::NotExhausted(Limit::Time));
    assert!(begun.elapsed() < Duration::from_secs(15));
}

#[test]
fn a_replay_does_not_wait_for_local_code_without_end() {
    let begun = Instant::now();
    let report = Checker::new()
        .max_local_time(Duration::from_millis(300))
        .replay("1/")
        .check(|| std::thread::sleep(Duration::from_secs(30)));
    let verdict = report.verdict();
    assert_eq!(verdict, &Verdict::NotExhausted(Limit::LocalTime));
    assert!(begun.elapsed() < Duration::from_secs(15));
}

#[test]
fn local_code_without_end_fails_one_test() {
    let report = Checker::new()
        .max_local_time(Duration::from_millis(300))
        .check(|| {
            let x = Arc::new(AtomicUsize::new(0));
            x.store(1, SeqCst);
            let handle = thread::spawn(|| {
                loop {
                    // Gives the processor back, so that the thread that is left
                    // behind does not slow the other tests.
                    std::thread::sleep(Duration::from_millis(10));
                }
            });
            handle.join().unwrap();
        });
    let verdict = report.verdict();
    assert_eq!(verdict, &Verdict::NotExhausted(Limit::LocalTime));
    assert!(report.findings().is_empty(), "{report}");
    let text = report.to_string();
    assert!(text.contains("thread 0.0"), "{report}");
    assert!(text.contains("max_local_time"), "{report}");
    assert!(text.contains("This is not a bug"), "{report}");
}

/// What was found before a thread ran away is told.
#[test]
fn a_bug_before_local_code_without_end_is_kept() {
    let report = Checker::new()
        .keep_going(true)
        .model(Model::Sc)
        .max_local_time(Duration::from_millis(300))
        .check(|| {
            let x = Arc::new(AtomicUsize::new(0));
            let other = x.clone();
            let handle = thread::spawn(move || {
                if other.swap(1, SeqCst) == 0 {
                    loop {
                        std::thread::sleep(Duration::from_millis(10));
                    }
                }
            });
            assert_ne!(x.swap(1, SeqCst), 0, "it is first");
            let _ = handle.join();
        });
    let finding = report.finding().expect("a bug");
    assert!(finding.message.contains("it is first"), "{report}");
}

#[test]
fn replaying_shows_the_same_failure() {
    let report = Checker::new().check(lost_update);
    assert!(report.to_string().contains("an update is lost"), "{report}");
    let replay = report.replay().expect("a bug");
    let again = Checker::new().replay(replay).check(lost_update);
    assert_eq!(again.verdict(), report.verdict());
    // The string does not depend on the algorithm.
    let again = Checker::new()
        .algorithm(Algorithm::Exhaustive)
        .replay(replay)
        .check(lost_update);
    assert_eq!(again.verdict(), report.verdict());
}

#[test]
fn a_program_that_reads_a_random_number_is_noticed() {
    let report = Checker::new().check(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let other = x.clone();
        let random = std::collections::hash_map::RandomState::new();
        let random = std::hash::BuildHasher::hash_one(&random, 1) as usize;
        thread::spawn(move || other.store(random, SeqCst));
        x.store(1, SeqCst);
    });
    let message = error(&report);
    assert!(message.contains("random number"), "{message}");
}

#[test]
fn a_replay_string_says_what_was_treated_as_an_operation() {
    let counted = || {
        let value = Arc::new(0_i32);
        let order = Arc::new(Mutex::new(0));
        let (other_value, other_order) = (value.clone(), order.clone());
        thread::spawn(move || {
            *other_order.lock().unwrap() = 1;
            drop(other_value);
        });
        let first = *order.lock().unwrap();
        assert!(!(first == 1 && Arc::strong_count(&value) == 2));
    };
    let report = Checker::new().check(counted);
    let replay = report.replay().expect("a bug");
    assert!(
        replay.starts_with("1a"),
        "the counts were refined: {replay}"
    );
    let again = Checker::new().replay(replay).check(counted);
    assert_eq!(again.verdict(), report.verdict());
    assert!(!report.to_string().contains("/rustc/"), "{report}");
}

#[test]
fn replaying_an_execution_without_a_bug_is_not_verified() {
    let report = Checker::new().replay("1/0x2,0.0x2").check(lost_update);
    assert_eq!(report.verdict(), &Verdict::NotExhausted(Limit::Replay));
}

#[test]
fn replay_strings_that_do_not_fit_are_refused() {
    let report = Checker::new().replay("1/0x2,0.3x1").check(lost_update);
    let message = error(&report);
    assert!(
        message.contains("at step 3, thread 0.3 cannot run"),
        "{message}"
    );
    let report = Checker::new().replay("nonsense").check(lost_update);
    assert!(error(&report).contains("\"nonsense\" cannot be read"));
}

#[test]
fn keep_going_finds_every_bug() {
    let report = Checker::new().keep_going(true).check(|| {
        let x = Arc::new(AtomicUsize::new(0));
        for i in 1..=3 {
            let x = x.clone();
            thread::spawn(move || x.store(i, SeqCst));
        }
        let seen = x.load(SeqCst);
        assert!(seen != 1, "one");
        assert!(seen != 2, "two");
    });
    let found = |text: &str| report.findings().iter().any(|f| f.message.contains(text));
    assert!(found("one") && found("two"), "{report}");
    assert_eq!(report.findings().len(), 2, "{report}");
}

#[test]
#[should_panic(expected = "an update is lost")]
fn check_panics_with_the_failure() {
    mazurka::check(lost_update);
}

#[test]
fn a_check_inside_a_check_is_an_error() {
    let report = Checker::new().check(|| mazurka::check(|| ()));
    assert!(error(&report).contains("inside the closure of another check"));
}

#[test]
fn types_used_outside_of_a_check_say_so() {
    for use_it in [
        || {
            AtomicUsize::new(0).load(SeqCst);
        },
        || drop(Mutex::new(0).lock()),
        || drop(thread::spawn(|| ())),
        || drop(thread::current()),
    ] {
        let payload = std::panic::catch_unwind(use_it).unwrap_err();
        let message = payload.downcast_ref::<&str>().unwrap();
        assert!(message.contains("outside of `mazurka::check`"), "{message}");
    }
}

#[test]
fn a_program_that_differs_on_replay_is_an_error() {
    static RUNS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    let report = Checker::new().check(|| {
        let run = RUNS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let x = Arc::new(AtomicUsize::new(0));
        let x2 = x.clone();
        thread::spawn(move || x2.store(1, SeqCst));
        x.store(run, SeqCst);
        x.load(SeqCst);
    });
    let message = error(&report);
    assert!(message.contains("does not do the same"), "{message}");
    assert!(message.contains("At step 1, thread main"), "{message}");
    assert!(message.contains("HashMap"), "{message}");
}

/// What it announces is the same, and only what comes of it is not: in a step
/// after which its thread goes on, or another, or nobody.
#[test]
fn a_result_that_differs_on_replay_is_an_error() {
    static RUNS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    let add = |x: &AtomicUsize| {
        x.fetch_add(
            RUNS.fetch_add(1, std::sync::atomic::Ordering::Relaxed),
            SeqCst,
        )
    };
    let its_own = Checker::new().check(move || {
        let x = Arc::new(AtomicUsize::new(0));
        add(&x);
        x.load(SeqCst);
        thread::spawn(|| ());
    });
    let anothers = Checker::new().check(move || {
        let x = Arc::new(AtomicUsize::new(0));
        let x2 = x.clone();
        add(&x);
        thread::spawn(move || x2.store(1, SeqCst));
    });
    let nobodys = Checker::new().check(move || {
        add(&AtomicUsize::new(0));
    });
    for report in [its_own, anothers, nobodys] {
        let message = error(&report);
        let result = "At step 1, thread main first ran ReadModifyWrite";
        assert!(message.contains(result), "{message}");
        assert!(
            message.contains("the same, with another result"),
            "{message}"
        );
    }
}

#[test]
fn something_that_happens_once_does_not_count_as_a_difference() {
    static ONCE: std::sync::LazyLock<Vec<u8>> = std::sync::LazyLock::new(|| vec![1; 1000]);
    let report = Checker::new().check(|| {
        let x = Arc::new(AtomicUsize::new(ONCE.len()));
        let x2 = x.clone();
        thread::spawn(move || x2.store(1, SeqCst));
        x.store(2, SeqCst);
    });
    assert!(report.is_verified(), "{report}");
    assert_eq!(report.statistics().complete, 2, "{report}");
}

#[test]
fn printing_does_not_count_as_a_difference() {
    let report = Checker::new().check(|| {
        println!("a line that the harness captures in a list that grows");
        let x = Arc::new(AtomicUsize::new(0));
        let x2 = x.clone();
        thread::spawn(move || {
            println!("{}", "a longer line".repeat(100));
            x2.fetch_add(1, SeqCst);
            let y = Arc::new(AtomicUsize::new(0));
            y.fetch_add(1, SeqCst);
        });
        x.fetch_add(2, SeqCst);
        println!("{}", "a longer line".repeat(100));
        let y = Arc::new(AtomicUsize::new(0));
        y.fetch_add(1, SeqCst);
    });
    assert!(report.is_verified(), "{report}");
}

/// Not a test of its own: what the tests below run in a process of their own.
#[test]
#[ignore = "run by other tests"]
fn child() {
    Checker::new().max_events(1000).run(lost_update);
}

/// Not a test of its own: ends the OS process it runs in.
#[test]
#[ignore = "run by other tests"]
fn overflowing_child() {
    fn deep(n: usize) -> usize {
        let room = std::hint::black_box([n; 64]);
        if n == 0 {
            0
        } else {
            deep(n - 1) + room[n % 64]
        }
    }
    Checker::new().run(|| {
        std::hint::black_box(deep(100_000));
    });
}

#[test]
fn a_stack_overflow_says_so() {
    let (ok, text) = run_test("overflowing_child", "MAZURKA_LOG", "1");
    assert!(!ok && text.contains("has overflowed its stack"), "{text}");
}

#[test]
fn stacks_are_as_large_as_asked_for() {
    fn deep(n: usize) -> usize {
        let room = std::hint::black_box([n; 64]);
        if n == 0 {
            0
        } else {
            deep(n - 1) + room[n % 64]
        }
    }
    let report = Checker::new().stack_size(64 << 20).check(|| {
        let handle = thread::spawn(|| deep(50_000));
        assert_eq!(handle.join().unwrap(), 50_000 * 50_001 / 2);
    });
    assert!(report.is_verified(), "{report}");
}

/// Runs [`child`] with an environment variable, and gives its output.
fn run_child(variable: &str, value: &str) -> (bool, String) {
    run_test("child", variable, value)
}

fn run_test(name: &str, variable: &str, value: &str) -> (bool, String) {
    let program = std::env::current_exe().unwrap();
    run_program(&program, name, variable, value)
}

fn run_program(program: &Path, name: &str, variable: &str, value: &str) -> (bool, String) {
    let output = Command::new(program)
        .args(["--exact", name, "--ignored", "--nocapture"])
        .env("MAZURKA_LOG", "1")
        .env(variable, value)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

#[test]
fn the_environment_overrides_the_builder() {
    let (ok, text) = run_child("MAZURKA_ALGORITHM", "source");
    assert!(!ok && text.contains("(source)"), "{text}");
    let (ok, text) = run_child("MAZURKA_MAX_EXECUTIONS", "1");
    assert!(
        ok && text.contains("not exhausted: stopped after 1 exec"),
        "{text}"
    );
    let (ok, text) = run_child("MAZURKA_MAX_EVENTS", "2");
    assert!(
        !ok && text.contains("not exhausted: an execution has 2"),
        "{text}"
    );
    let (ok, text) = run_child("MAZURKA_ALGORITHM", "fastest");
    assert!(
        !ok && text.contains("MAZURKA_ALGORITHM is \"fastest\""),
        "{text}"
    );
}

#[test]
fn the_printed_command_replays_the_failure() {
    let (ok, text) = run_child("MAZURKA_LOG", "1");
    assert!(!ok, "{text}");
    let command = text.lines().find(|line| line.contains("MAZURKA_REPLAY="));
    let command = command.expect("the command is printed").trim();
    let (replay, test) = command.split_once(" cargo test ").unwrap();
    assert_eq!(
        test,
        "-p mazurka --test checker child -- --exact --include-ignored"
    );
    let replay = replay.strip_prefix("MAZURKA_REPLAY=").unwrap();
    let (ok, again) = run_child("MAZURKA_REPLAY", replay);
    assert!(!ok && again.contains("an update is lost"), "{again}");
    assert!(again.contains(command), "{again}");
}

/// This program, where cargo has examples.
#[test]
fn the_printed_command_is_one_for_examples_if_it_is_one() {
    let examples = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples");
    std::fs::create_dir_all(&examples).unwrap();
    let program = examples.join("failing");
    std::fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let (ok, text) = run_program(&program, "child", "MAZURKA_LOG", "1");
    assert!(!ok, "{text}");
    let command = " cargo run --example failing -- --exact child --ignored --nocapture\n";
    let line = text.lines().find(|line| line.contains("MAZURKA_REPLAY="));
    let line = format!("{}\n", line.expect("the command is printed"));
    assert!(line.ends_with(command), "{line}");
    let (replay, _) = line.trim().split_once(' ').unwrap();
    let (_, replay) = replay.split_once('=').unwrap();
    let (ok, again) = run_program(&program, "child", "MAZURKA_REPLAY", replay);
    assert!(!ok && again.contains("an update is lost"), "{again}");
}

/// Looks at an atomic when it is dropped.
struct LooksLast(Arc<AtomicUsize>);

impl Drop for LooksLast {
    fn drop(&mut self) {
        self.0.load(SeqCst);
    }
}

#[test]
fn a_step_is_told_by_what_it_did_and_not_by_destructors_after_a_panic() {
    let models = [Model::Sc, Model::Tso, Model::Pso, Model::Rc11];
    for model in models {
        let report = Checker::new().model(model).check(|| {
            let atomic = Arc::new(AtomicUsize::new(0));
            let _looks = LooksLast(atomic.clone());
            atomic.store(7, Ordering::Release);
            panic!("at once");
        });
        let text = report.to_string();
        assert!(text.contains("atomic.store(7, Release)"), "{text}");
        assert!(!text.contains("load("), "{text}");
    }
}

/// What the check does not see is not verified quietly.
#[test]
fn a_check_that_sees_nothing_warns() {
    let hidden = || {
        let word = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let theirs = word.clone();
        let other = thread::spawn(move || theirs.store(1, SeqCst));
        word.store(2, SeqCst);
        other.join().unwrap();
    };
    let report = Checker::new().check(hidden);
    let warning = report.warning().expect("a warning");
    assert!(warning.contains("tokio"), "{warning}");
    assert!(report.to_string().contains(warning), "{report}");
    // Each thread has a word of its own.
    let apart = || {
        let other = thread::spawn(|| AtomicUsize::new(0).store(1, SeqCst));
        AtomicUsize::new(0).store(2, SeqCst);
        other.join().unwrap();
    };
    let report = Checker::new().check(apart);
    let warning = report.warning().expect("a warning");
    assert!(
        warning.contains("no operation of one thread met"),
        "{warning}"
    );
    let alone = || AtomicUsize::new(0).store(2, SeqCst);
    assert_eq!(Checker::new().check(alone).warning(), None);
    let shared = || {
        let word = Arc::new(AtomicUsize::new(0));
        let theirs = word.clone();
        thread::spawn(move || theirs.store(1, SeqCst));
        word.store(2, SeqCst);
    };
    assert_eq!(Checker::new().check(shared).warning(), None);
}
