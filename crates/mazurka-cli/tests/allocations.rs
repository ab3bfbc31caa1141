//! `mazurka check --max-allocation` and `--malloc-may-fail` of C programs: verdicts, exit codes,
//! replays, and checks that go on. What comes of programs is in `corpus/failing` of the front end.
//! These tests need a clang.

mod support;

use serde_json::Value;
use std::process::{Command, Output};
use support::{Folder, code, stderr, stdout};

/// Two threads allocate twice each, and one does not look at what it has.
const TWO: &str = "#include <pthread.h>
#include <stdlib.h>
static void *work(void *unused) {
    char *room = malloc(24);
#ifndef BUG
    if (room)
#endif
        *room = 1;
    free(room);
    free(calloc(3, 8));
    return unused;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    work(0);
    pthread_join(other, 0);
    return 0;
}
";

/// One allocation, of SIZE bytes.
const ONE: &str = "#include <stdlib.h>
int main(void) {
    free(malloc(SIZE));
    return 0;
}
";

/// A thread asks for too much, and others go on.
const LARGE: &str = "#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int turns;
static void *turn(void *unused) {
    int before = atomic_exchange(&turns, (int)(long)unused);
    if (before == 3) free(malloc(300000000));
    return unused;
}
int main(void) {
    pthread_t threads[3];
    for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, turn, (void *)(i + 1));
    return 0;
}
";

fn folder(name: &str) -> Folder {
    let files = [("two.c", TWO), ("one.c", ONE), ("large.c", LARGE)];
    Folder::new(name, &files.map(|(name, text)| (name, text.as_bytes())))
}

/// The last line up to the number of events: without the time, and the rate.
fn verdict(output: &Output) -> String {
    let text = stdout(output);
    let last = text.lines().last().unwrap_or_default();
    let end = last.find(" events").unwrap_or(last.len());
    last[..end].to_owned()
}

#[test]
fn a_size_above_the_limit_is_unknown_and_the_limit_moves() {
    let folder = folder("allocations_limit");
    let large = ["one.c", "--", "-DSIZE=2097153"];
    assert_eq!(code(&folder.run(&large)), 0);
    let output = folder.run(&[&["--max-allocation=2"], &large[..]].concat());
    assert_eq!(code(&output), 3, "{}", stdout(&output));
    assert_eq!(
        verdict(&output),
        "Unknown: no bug was found, but not everything was explored: an allocation of 2097153 bytes \
         at one.c:3 is more than a check gives (2 MiB): raise that with --max-allocation (SC, \
         optimal: 0 complete, 1 cut, 0 blocked, 0"
    );
    let exact = ["one.c", "--max-allocation=2", "--", "-DSIZE=2097152"];
    assert_eq!(code(&folder.run(&exact)), 0);
    for wrong in ["0", "1025", "-1", "much"] {
        let option = format!("--max-allocation={wrong}");
        let output = folder.run(&["one.c", &option]);
        assert_eq!(code(&output), 2);
        let words = "not a number of MiB from 1 to 1024";
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
}

#[test]
fn variables_of_a_program_are_within_the_limit() {
    let text = "static char large[3000000]; int main(void) { return large[7]; }";
    let folder = Folder::new("allocations_static", &[("static.c", text.as_bytes())]);
    assert_eq!(code(&folder.run(&["static.c"])), 0);
    let output = folder.run(&["static.c", "--max-allocation=2"]);
    assert_eq!(code(&output), 2);
    let words = "variable `large` needs 3000000 bytes, which is more than a check gives (2 MiB): raise \
                 that with --max-allocation";
    assert!(stderr(&output).contains(words), "{}", stderr(&output));
}

#[test]
fn each_allocation_fails_or_does_not() {
    let folder = folder("allocations_fail");
    for (options, expected) in [
        (&[][..], "SC, optimal: 1 complete"),
        (
            &["--malloc-may-fail"],
            "SC, optimal, with allocations that may fail: 16 complete",
        ),
        (
            &["--malloc-may-fail=2", "--model=tso"],
            "TSO, optimal, with at most 2 failing allocations of each thread: 16 complete",
        ),
        (
            &["--malloc-may-fail", "--model=rc11"],
            "RC11, graphs, with allocations that may fail: 16 executions",
        ),
    ] {
        let output = folder.run(&[&["two.c"], options].concat());
        assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
        let verdict = verdict(&output);
        assert!(verdict.contains(expected), "{verdict}");
    }
    let output = folder.run(&["two.c", "--malloc-may-fail=1"]);
    assert_eq!(code(&output), 3);
    let words = "at most 1 allocations of each thread failed (SC, optimal, with at most 1 failing \
                 allocations of each thread: 9 complete";
    assert!(verdict(&output).contains(words), "{}", verdict(&output));
    for wrong in ["0", "-1", "some"] {
        let option = format!("--malloc-may-fail={wrong}");
        let output = folder.run(&["two.c", &option]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("not a number above zero"));
    }
}

#[test]
fn a_failure_is_a_step_that_is_replayed() {
    let folder = folder("allocations_replay");
    let flags = ["--", "-DBUG"];
    for model in ["sc", "tso", "pso", "rc11"] {
        let model = format!("--model={model}");
        let options = ["two.c", &model, "--malloc-may-fail", "--workers=1"];
        let traces = ["--trace-dir=found"];
        let output = folder.run(&[&options[..], &traces, &flags].concat());
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        let text = stdout(&output);
        assert!(text.contains("malloc(24) fails"), "{text}");
        let command = text.lines().find(|line| line.contains("--replay"));
        let command = command.expect("how to replay it").trim();
        assert!(command.contains("--malloc-may-fail"), "{command}");
        let words: Vec<&str> = command.split_whitespace().skip(2).collect();
        let again = folder.run(&words);
        assert_eq!(code(&again), 1, "{}", stderr(&again));
        let again = stdout(&again);
        assert!(again.contains("malloc(24) fails"), "{again}");
        assert!(again.contains("a null pointer is accessed"), "{again}");
    }
    let files = std::fs::read_dir(folder.path("found")).expect("trace files");
    let mut traces = 0;
    for file in files {
        let path = file.expect("a file").path();
        let output = Command::new(env!("CARGO_BIN_EXE_mazurka"))
            .arg("replay")
            .arg(&path)
            .args(flags)
            .current_dir(folder.path(""))
            .output()
            .expect("the command starts");
        let text = stdout(&output);
        assert_eq!(code(&output), 1, "{text}{}", stderr(&output));
        assert!(text.contains("malloc(24) fails"), "{text}");
        traces += 1;
    }
    assert!(traces > 0);
}

#[test]
fn what_was_left_out_is_kept_and_shared() {
    let folder = folder("allocations_resume");
    let reason = "an allocation of 300000000 bytes at large.c:7 is more than a check gives";
    let whole = folder.run(&["large.c", "--json"]);
    assert_eq!(code(&whole), 3);
    let json: Value = serde_json::from_str(&stdout(&whole)).expect("an object");
    let whole = json.to_string();
    assert!(whole.contains(reason), "{whole}");
    for options in [["--processes=2"], ["--workers=3"], ["--algorithm=source"]] {
        let output = folder.run(&[&["large.c"], &options[..]].concat());
        assert_eq!(code(&output), 3);
        assert!(stdout(&output).contains(reason), "{}", stdout(&output));
    }
    let limits = [
        "--max-executions=5",
        "--resume-file=left",
        "--max-allocation=200",
    ];
    let output = folder.run(&[&["large.c", "--workers=1"], &limits[..]].concat());
    assert_eq!(code(&output), 3);
    let output = folder.run(&["--resume=left"]);
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("more than a check gives (200 MiB)"), "{text}");
    let output = folder.run(&["--resume=left", "--max-allocation=300"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
}

#[test]
fn the_options_are_keys_of_the_settings() {
    let folder = folder("allocations_settings");
    let settings = "files = [\"two.c\"]\nmalloc-may-fail = true\nmax-allocation = 3\n";
    std::fs::write(folder.path("mazurka.toml"), settings).expect("it can be written");
    let output = folder.run(&["--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let json: Value = serde_json::from_str(&stdout(&output)).expect("an object");
    assert_eq!(json["malloc_may_fail"], true, "{json}");
    assert_eq!(json["max_allocation"], 3, "{json}");
    assert_eq!(json["complete"], 16, "{json}");
}
