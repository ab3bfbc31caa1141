//! `mazurka check` of C programs with findings that are ignored, executions that are cut,
//! discarded or do not end, and threads that are left. These tests need a clang.

mod support;

use serde_json::{Value, json};
use std::process::Output;
use support::{Folder, stderr, stdout};

/// A thread polls, and counts; the bug needs four rounds.
const POLLING: &str = r"#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef BAD
#define BAD 4
#endif
static atomic_int flag;
static int rounds;
static void *poll(void *unused) {
    while (!atomic_load(&flag)) rounds++;
    assert(rounds != BAD);
    return unused;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, poll, 0);
    atomic_store(&flag, 1);
    pthread_join(other, 0);
    return 0;
}
";

/// Two threads add for ever.
const ADDING: &str = r"#include <pthread.h>
#include <stdatomic.h>
static atomic_int sum; static _Thread_local int last;
static void *add(void *unused) {
    for (;;) last = atomic_fetch_add(&sum, 1);
    return unused;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, add, 0);
    add(0);
}
";

/// An assumption, and a loop of three rounds that another thread sees something of.
const ASSUMING: &str = r"#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_assume(int);
static atomic_int ready, count; static _Thread_local int last;
static void *set(void *unused) {
    atomic_store(&ready, 1);
    last = atomic_fetch_add(&count, 1);
    return unused;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, set, 0);
    int seen = atomic_load(&ready);
    last = atomic_fetch_add(&count, 1);
    __VERIFIER_assume(seen);
    for (int i = 0; i < 3; i++) last = atomic_fetch_add(&count, 1);
    pthread_join(other, 0);
    return 0;
}
";

/// A choice of which two values are assumed to be possible; with one of them it fails.
const CHOOSING: &str = r"#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static volatile int x;
static void *choose(void *unused) {
    int chosen = __VERIFIER_nondet_int();
    __VERIFIER_assume(chosen == 2 || chosen == 5);
    x = chosen;
    return unused;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, choose, 0);
    assert(x != BAD);
    pthread_join(other, 0);
    return 0;
}
";

/// What follows an unlock that fails, and a division by zero.
const IGNORING: &str = r"#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int zero;
int main(void) {
    pthread_mutex_unlock(&lock);
#ifdef DIVIDES
    zero = 1 / zero;
#endif
#ifdef HOLDS
    return zero;
#endif
    assert(0);
}
";

/// A thread waits for a signal that does not come before `main` returns.
const STUCK: &str = r"#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static void *wait(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&change, &lock);
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, wait, 0);
    return 0;
}
";

fn folder(name: &str) -> Folder {
    Folder::new(
        name,
        &[
            ("polling.c", POLLING.as_bytes()),
            ("adding.c", ADDING.as_bytes()),
            ("assuming.c", ASSUMING.as_bytes()),
            ("choosing.c", CHOOSING.as_bytes()),
            ("ignoring.c", IGNORING.as_bytes()),
            ("stuck.c", STUCK.as_bytes()),
        ],
    )
}

#[track_caller]
fn check(folder: &Folder, arguments: &[&str], code: i32, words: &[&str]) {
    let output = folder.run(arguments);
    assert_eq!(stderr(&output), "", "{arguments:?}");
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
    for words in words {
        assert!(text.contains(words), "{arguments:?}, {words:?}: {text}");
    }
}

fn object(output: &Output) -> Value {
    serde_json::from_str(stdout(output).trim()).expect("one object")
}

/// Complete, discarded, cut and blocked executions.
fn counts(object: &Value) -> [u64; 4] {
    ["complete", "discarded", "cut", "blocked"].map(|key| object[key].as_u64().expect("a number"))
}

#[test]
fn one_execution_without_end_does_not_hide_the_others() {
    let folder = folder("endless");
    for more in [
        &[][..],
        &["--keep-going"],
        &["--workers", "3"],
        &["--processes", "2"],
        &["--model", "tso"],
    ] {
        let arguments = [&["polling.c"], more].concat();
        let words = ["assertion failed: rounds != BAD", "Bug: "];
        check(&folder, &arguments, 1, &words);
    }
    let words = [
        "Unknown: no bug was found",
        "an execution has 50000 events and still goes on, thread 0 (poll) at polling.c:10",
        "with loops cut after 64 rounds, all others were explored",
        "65 complete, 1 cut, 0 blocked",
    ];
    check(&folder, &["polling.c", "--", "-DBAD=-1"], 3, &words);
    let deeper = ["polling.c", "--max-executions", "400", "--", "-DBAD=100"];
    check(&folder, &deeper, 1, &["assertion failed: rounds != BAD"]);
}

/// The replay string of a bug that was found with loops cut needs no cutting.
#[test]
fn what_was_found_beside_an_endless_execution_is_replayed() {
    let folder = folder("endless_replay");
    let bug = object(&folder.run(&["polling.c", "--json"]));
    let string = bug["findings"][0]["replay"].as_str().expect("a string");
    let words = ["Bug: assertion failed: rounds != BAD (one execution"];
    check(&folder, &["polling.c", "--replay", string], 1, &words);
}

/// An execution up to the limit is no bug, neither when it is found nor when it is replayed.
#[test]
fn a_replay_that_does_not_end_is_no_bug() {
    let folder = folder("endless_unknown");
    let flags = ["polling.c", "--max-events", "20"];
    let output = folder.run(&[&flags[..], &["--", "-DBAD=-1"]].concat());
    assert_eq!(output.status.code(), Some(3));
    let text = stdout(&output);
    let (_, string) = text.split_once("--replay ").expect("a string");
    let string = string.split_whitespace().next().expect("a string");
    let again = [&flags[..], &["--replay", string, "--", "-DBAD=-1"]].concat();
    let words = ["Unknown: no bug in this execution; the execution still goes on"];
    check(&folder, &again, 3, &words);
}

#[test]
fn exploring_beside_many_executions_without_end_is_bounded() {
    let folder = folder("endless_many");
    let words = ["the exploration stops when", "--max-executions N"];
    check(&folder, &["adding.c", "--workers", "1"], 3, &words);
    let arguments = ["adding.c", "--max-executions", "3000", "--workers", "1"];
    let words = ["the limit on executions was reached", "an execution has"];
    check(&folder, &arguments, 3, &words);
    let words = ["the limit on time was reached", "an execution has"];
    check(&folder, &["adding.c", "--max-time", "1"], 3, &words);
}

/// Also when the exploration is interrupted while loops are cut.
#[test]
fn going_on_with_loops_cut_comes_to_the_same() {
    let folder = folder("endless_resume");
    let whole = [
        "adding.c",
        "--keep-going",
        "--unroll",
        "3",
        "--json",
        "--workers",
        "1",
    ];
    let stop = ["--max-executions", "5", "--resume-file", "left.json"];
    let begun = object(&folder.run(&[&whole[..], &stop].concat()));
    let whole = object(&folder.run(&whole));
    assert_eq!(counts(&begun).iter().sum::<u64>(), 5, "{begun}");
    let rest = object(&folder.run(&["--resume", "left.json"]));
    assert_eq!(counts(&rest), counts(&whole));
    assert_eq!(rest["reason"], whole["reason"]);
    assert_eq!(rest["reason"], "loops were cut after 3 rounds");

    let first = [
        "polling.c",
        "--keep-going",
        "--json",
        "--workers",
        "1",
        "--max-executions",
        "4",
        "--resume-file",
        "left.json",
    ];
    let begun = object(&folder.run(&first));
    assert_eq!(begun["verdict"], "unknown", "{begun}");
    let rest = object(&folder.run(&["--resume", "left.json"]));
    assert_eq!(rest["verdict"], "bug", "{rest}");
    assert_eq!(counts(&rest), [65, 0, 1, 0]);
}

#[test]
fn choices_that_an_assumption_refuses_are_none() {
    let folder = folder("choices");
    let good = ["choosing.c", "--nondet", "0..9", "--", "-DBAD=4"];
    check(&folder, &good, 0, &["Verified", "4 complete, 0 blocked"]);
    // If none is left, no execution counts.
    let none = ["choosing.c", "--nondet", "6..9", "--", "-DBAD=4"];
    let words = ["0 complete, 1 discarded, 0 blocked"];
    check(&folder, &none, 3, &words);
    let bad = ["choosing.c", "--nondet", "0..9", "--", "-DBAD=5"];
    check(&folder, &bad, 1, &["__VERIFIER_nondet_int() = 5"]);
    let output = folder.run(&["choosing.c", "--nondet", "0..9", "--json", "--", "-DBAD=5"]);
    let finding = &object(&output)["findings"][0];
    let replay = finding["replay"].as_str().expect("a string").to_owned();
    let again = ["choosing.c", "--nondet", "0..9", "--replay", &replay];
    let again = [&again[..], &["--", "-DBAD=5"]].concat();
    check(&folder, &again, 1, &["__VERIFIER_nondet_int() = 5"]);
}

#[test]
fn executions_are_counted_apart() {
    let folder = folder("counts");
    let words = ["Verified", "5 complete, 2 discarded, 0 blocked"];
    check(&folder, &["assuming.c"], 0, &words);
    check(&folder, &["assuming.c", "--unroll", "3"], 0, &words);
    let words = [
        "loops were cut after 2 rounds",
        "0 complete, 2 discarded, 5 cut, 0 blocked",
    ];
    check(&folder, &["assuming.c", "--unroll", "2"], 3, &words);
    for more in [&["--workers", "3"], &["--processes", "2"]] {
        let arguments = [&["assuming.c", "--unroll", "2", "--json"], &more[..]].concat();
        let object = object(&folder.run(&arguments));
        assert_eq!(counts(&object), [0, 2, 5, 0], "{object}");
    }
    let words = [
        "program   model  executions  discarded    cut  blocked  verdict",
        "assuming  sc              0          2      5        0  unknown",
    ];
    let table = ["--each", "assuming.c", "adding.c", "--unroll", "2"];
    let output = stdout(&folder.run(&table));
    for words in words {
        assert!(output.contains(words), "{output}");
    }
}

#[test]
fn ignored_findings_hide_nothing() {
    let folder = folder("ignored");
    check(&folder, &["ignoring.c"], 1, &["Bug: unlock"]);
    let ignore = ["ignoring.c", "--ignore", "unlock"];
    let words = [
        "Bug: assertion failed: 0; ignored: unlock in 1 execution (SC",
        "ignoring.c --ignore unlock --replay",
    ];
    check(&folder, &ignore, 1, &words);
    let words = ["Verified: no execution shows a bug; ignored: unlock in 1 execution (SC"];
    check(
        &folder,
        &[&ignore[..], &["--", "-DHOLDS"]].concat(),
        0,
        &words,
    );
    let ignore = ["ignoring.c", "--ignore", "unlock,arithmetic,deadlock"];
    let words = [
        "Unknown: ",
        "one execution was left at an ignored finding (division by zero",
        "at ignoring.c:8): what follows is not explored",
        "ignored: arithmetic in 1 execution, deadlock in no execution, unlock in 1 execution",
    ];
    check(
        &folder,
        &[&ignore[..], &["--", "-DDIVIDES"]].concat(),
        3,
        &words,
    );
    let object = object(&folder.run(&[&ignore[..], &["--json", "--", "-DHOLDS"]].concat()));
    assert_eq!(
        object["ignored"],
        json!([
            {"kind": "arithmetic", "executions": 0},
            {"kind": "deadlock", "executions": 0},
            {"kind": "unlock", "executions": 1},
        ])
    );
}

#[test]
fn threads_that_are_left_are_findings_if_asked_for() {
    let folder = folder("threads");
    check(&folder, &["stuck.c"], 0, &["Verified"]);
    let words = [
        "thread 0 (wait) waits at stuck.c:6 to be notified by change",
        "stuck.c --check-threads --replay",
    ];
    check(&folder, &["stuck.c", "--check-threads"], 1, &words);
    let object = object(&folder.run(&["stuck.c", "--check-threads", "--json"]));
    assert_eq!(object["check_threads"], json!(true));
    assert_eq!(object["findings"][0]["kind"], "deadlock");
}
