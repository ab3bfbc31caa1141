//! `mazurka check` of C programs, as a person or a script meets it. These tests need a
//! clang.

mod support;

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use std::fs;
use std::process::Output;
use std::time::{Duration, Instant};
use support::{Folder, stderr, stdout, timeless};

/// Two threads that look at one another's flags.
const BUFFERS: &str = r"#include <assert.h>
#include <pthread.h>

int x, y, r1, r2;

static void *left(void *unused) {
    x = 1;
    r1 = y;
    return unused;
}

static void *right(void *unused) {
    y = 1;
    r2 = x;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r1 == 1 || r2 == 1);
    return 0;
}
";

/// `N` threads that each write a variable twice, and what must hold of it at the end.
const WRITERS: &str = r"#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif
#ifndef HOLDS
#define HOLDS last % 2 == 1
#endif

int last;

static void *writer(void *argument) {
    long number = (long)argument;
    last = 2 * number;
    last = 2 * number + 1;
    return 0;
}

int main(void) {
    pthread_t threads[N];
    for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, writer, (void *)i);
    for (long i = 0; i < N; i++) pthread_join(threads[i], 0);
    assert(HOLDS);
    return 0;
}
";

/// Locks in two orders.
const LOCKS: &str = r"#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *unused) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_join(thread, 0);
    return 0;
}
";

fn folder(name: &str, files: &[(&str, &str)]) -> Folder {
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, text)| (*name, text.as_bytes()))
        .collect();
    Folder::new(&format!("program-{name}"), &files)
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("not killed")
}

/// Everything that the command says: output, errors, exit code.
fn said(output: &Output) -> String {
    let (out, error) = (timeless(&stdout(output)), stderr(output));
    format!("{out}{error}exit code {}\n", code(output))
}

/// With one worker: several may find the same another way.
fn says(folder: &Folder, arguments: &[&str], expect: Expect) {
    expect.assert_eq(&said(&folder.run(&[arguments, &["--workers=1"]].concat())));
}

/// The object that `--json` prints, without what differs from run to run.
fn object(folder: &Folder, arguments: &[&str]) -> Value {
    let output = folder.run(&[&["--json"], arguments].concat());
    let text = stdout(&output);
    let mut object: Value = serde_json::from_str(&text).expect(&text);
    let fields = object.as_object_mut().expect("an object");
    assert!(
        fields
            .remove("seconds")
            .is_some_and(|seconds| seconds.is_f64())
    );
    fields.insert("exit".to_owned(), code(&output).into());
    object
}

/// The same without what differs if others explore in another order.
fn essence(folder: &Folder, arguments: &[&str]) -> Value {
    let mut object = object(folder, arguments);
    object["events"].take();
    for finding in object["findings"].as_array_mut().expect("a list") {
        assert!(finding["replay"].take().is_string());
    }
    object
}

#[test]
fn a_program_without_bugs() {
    let folder = folder("verified", &[("buffers.c", BUFFERS)]);
    says(
        &folder,
        &["buffers.c"],
        expect![[r#"
            Verified: no execution shows a bug (SC, optimal: 3 complete, 0 blocked, 11 events, 0.00 s)
            exit code 0
        "#]],
    );
}

#[test]
fn a_bug_with_the_interleaving_that_leads_there() {
    let folder = folder("bug", &[("buffers.c", BUFFERS)]);
    says(
        &folder,
        &["buffers.c", "--model", "tso"],
        expect![[r#"
            assertion failed: r1 == 1 || r2 == 1
              at buffers.c:24:5 in main
                   |
                24 |     assert(r1 == 1 || r2 == 1);
                   |     ^

            The interleaving that leads there:

                 main              starts thread 0 (left)
                 main              starts thread 1 (right)
                 thread 0 (left)   x = 1 goes into its store buffer  buffers.c:7
                 thread 1 (right)  y = 1 goes into its store buffer  buffers.c:13
              1  thread 0 (left)   load y = 0                        buffers.c:8
              2  thread 1 (right)  load x = 0                        buffers.c:14
              3  thread 1 (right)  y = 1 reaches memory              buffers.c:13
              4  thread 0 (left)   x = 1 reaches memory              buffers.c:7
                 main              joins thread 0 (left)
                 main              joins thread 1 (right)
                 main              assertion failed: r1 == 1 || r2 == 1  buffers.c:24

            Replay it with:

              mazurka check buffers.c --model tso --replay 1s5.6/0.0x1,0.1x1,0.1~0x1,0.0~0x1

            Bug: assertion failed: r1 == 1 || r2 == 1 (TSO, optimal: 0 complete, 0 blocked, 4 events, 0.00 s)
            exit code 1
        "#]],
    );
}

#[test]
fn only_the_verdict() {
    let folder = folder("quiet", &[("buffers.c", BUFFERS)]);
    says(
        &folder,
        &["buffers.c", "--model", "pso", "--quiet"],
        expect![[r#"
            Bug: assertion failed: r1 == 1 || r2 == 1 (PSO, optimal: 0 complete, 0 blocked, 4 events, 0.00 s)
            exit code 1
        "#]],
    );
}

#[test]
fn who_waits_for_what() {
    let folder = folder("deadlock", &[("locks.c", LOCKS)]);
    says(
        &folder,
        &["locks.c"],
        expect![[r#"
            deadlock:
              main waits at locks.c:17 for b, which thread 0 (other) holds
              thread 0 (other) waits at locks.c:7 for a, which main holds

            The interleaving that leads there:

                 main              starts thread 0 (other)
              1  main              pthread_mutex_lock(a)    locks.c:16
              2  thread 0 (other)  pthread_mutex_lock(b)    locks.c:6

            They wait in a circle: main for thread 0 (other) for main.

            Replay it with:

              mazurka check locks.c --replay 1s0.1/0x1,0.0x1

            Bug: deadlock: main waits at locks.c:17 for b, which thread 0 (other) holds; thread 0 (other) waits at locks.c:7 for a, which main holds (SC, optimal: 2 complete, 0 blocked, 9 events, 0.00 s)
            exit code 1
        "#]],
    );
    let ignored = folder.run(&["locks.c", "--ignore", "deadlock"]);
    assert_eq!(code(&ignored), 0, "{}", said(&ignored));
    let others = folder.run(&["locks.c", "--ignore", "livelock,data-race"]);
    assert_eq!(code(&others), 1, "{}", said(&others));
}

#[test]
fn json_is_as_documented() {
    let folder = folder("json", &[("buffers.c", BUFFERS)]);
    assert_eq!(
        object(&folder, &["buffers.c", "--workers=1"]),
        json!({
            "file": "buffers.c",
            "model": "sc",
            "algorithm": "optimal",
            "verdict": "verified",
            "complete": 3,
            "blocked": 0,
            "discarded": 0,
            "cut": 0,
            "events": 11,
            "findings": [],
            "exit": 0,
        })
    );
    assert_eq!(
        object(
            &folder,
            &["buffers.c", "--model=tso", "--keep-going", "--workers=1"]
        ),
        json!({
            "file": "buffers.c",
            "model": "tso",
            "algorithm": "optimal",
            "verdict": "bug",
            "complete": 4,
            "blocked": 0,
            "discarded": 0,
            "cut": 0,
            "events": 15,
            "findings": [{
                "kind": "assertion",
                "message": "assertion failed: r1 == 1 || r2 == 1",
                "file": "buffers.c",
                "line": 24,
                "stack": [
                    { "function": "main", "file": "buffers.c", "line": 24, "column": 5 },
                ],
                "executions": 1,
                "replay": "1s5.6/0.0x1,0.1x1,0.1~0x1,0.0~0x1",
            }],
            "exit": 1,
        })
    );
    let output = folder.run(&["nowhere.c", "--json"]);
    let failed: Value = serde_json::from_str(&stdout(&output)).expect("an object");
    assert_eq!(failed["verdict"], "error");
    assert_eq!(code(&output), 2);
}

#[test]
fn any_crew_says_the_same() {
    let folder = folder("crews", &[("writers.c", WRITERS)]);
    for model in ["sc", "tso", "pso"] {
        for flags in [&["--"][..], &["--", "-DHOLDS=last != 3"]] {
            let with = |crew: &[&str]| {
                let arguments = ["writers.c", "--keep-going", "--model", model];
                essence(&folder, &[&arguments, crew, flags].concat()[..])
            };
            let alone = with(&["--workers", "1"]);
            assert_eq!(alone["complete"], 90, "{model}");
            for crew in [
                ["--workers", "2"],
                ["--workers", "4"],
                ["--processes", "1"],
                ["--processes", "3"],
            ] {
                assert_eq!(with(&crew), alone, "{model} {crew:?} {flags:?}");
            }
        }
    }
}

#[test]
fn every_crew_stops_at_the_first_finding() {
    let folder = folder("stops", &[("writers.c", WRITERS)]);
    for crew in ["--workers=1", "--workers=3", "--processes=2"] {
        let found = object(&folder, &["writers.c", crew, "--", "-DHOLDS=last != 5"]);
        assert_eq!(found["verdict"], "bug", "{crew}");
        assert_eq!(found["exit"], 1, "{crew}");
        assert_eq!(
            found["findings"].as_array().map(Vec::len),
            Some(1),
            "{crew}"
        );
    }
}

#[test]
fn every_algorithm_comes_to_the_same() {
    let folder = folder("algorithms", &[("writers.c", WRITERS)]);
    for algorithm in ["exhaustive", "classic", "source", "optimal"] {
        let verdict = |holds: &str| {
            let holds = format!("-DHOLDS={holds}");
            let arguments = [
                "writers.c",
                "-q",
                "--algorithm",
                algorithm,
                "--",
                "-DN=2",
                &holds,
            ];
            code(&folder.run(&arguments))
        };
        assert_eq!(verdict("last % 2 == 1"), 0, "{algorithm}");
        assert_eq!(verdict("last == 1"), 1, "{algorithm}");
    }
}

#[test]
fn a_finding_can_be_replayed() {
    let folder = folder("replay", &[("writers.c", WRITERS), ("locks.c", LOCKS)]);
    for (file, model, flags) in [
        ("writers.c", "sc", &["--", "-DHOLDS=last != 1"][..]),
        ("writers.c", "pso", &["--", "-DHOLDS=last != 3", "-DN=4"]),
        ("locks.c", "tso", &[]),
    ] {
        let arguments = [file, "--model", model];
        let found = object(&folder, &[&arguments[..], flags].concat());
        let replay = found["findings"][0]["replay"].as_str().expect("a string");
        let again = folder.run(&[&arguments[..], &["--replay", replay], flags].concat());
        let text = said(&again);
        assert_eq!(code(&again), 1, "{text}");
        let message = found["findings"][0]["message"].as_str().expect("a string");
        assert!(text.contains(message), "{text}");
        assert!(text.starts_with("What happens:\n"), "{text}");
    }
}

#[test]
fn what_cannot_be_replayed() {
    let folder = folder(
        "misfit",
        &[
            ("buffers.c", BUFFERS),
            (
                "t.litmus",
                "X86 T\n{ }\n P0 ;\n MOV [x],$1 ;\nexists (x=1)\n",
            ),
        ],
    );
    for (arguments, words) in [
        (
            ["buffers.c", "1/0x9"],
            "does not fit this program: at step 1",
        ),
        (["buffers.c", "hello"], "cannot be read"),
        (["buffers.c", "1q/0x1"], "says nothing about what a step is"),
        (
            ["t.litmus", "1/0x1"],
            "only executions of programs can be replayed",
        ),
        (["nowhere.c", "1/0x1"], "No such file"),
        ([".", "1/0x1"], "--replay is for one program"),
    ] {
        let [file, string] = arguments;
        let output = folder.run(&[file, "--replay", string]);
        assert_eq!(code(&output), 2, "{}", said(&output));
        assert!(stderr(&output).contains(words), "{}", said(&output));
    }
    let output = folder.run(&["buffers.c", "--replay", "1/"]);
    assert_eq!(code(&output), 3, "{}", said(&output));
}

#[test]
fn files_are_linked() {
    let folder = folder(
        "linked",
        &[
            (
                "main.c",
                "int twice(int);\nint main(void) { return twice(2) - 4; }\n",
            ),
            ("twice.c", "int twice(int x) { return FACTOR * x; }\n"),
            ("other.c", "int main(void) { return 0; }\n"),
            ("@list", "other.c\n"),
            (
                "t.litmus",
                "X86 T\n{ }\n P0 ;\n MOV [x],$1 ;\nexists (x=1)\n",
            ),
        ],
    );
    let run = |arguments: &[&str]| folder.run(arguments);
    let flags = ["--check-exit", "--", "-DFACTOR=2"];
    let output = run(&[&["main.c", "twice.c"], &flags[..]].concat());
    assert_eq!(code(&output), 0, "{}", said(&output));
    let flags = ["--check-exit", "--", "-DFACTOR=3"];
    let output = run(&[&["main.c", "twice.c"], &flags[..]].concat());
    assert_eq!(code(&output), 1, "{}", said(&output));
    let both = object(&folder, &["main.c", "twice.c", "--", "-DFACTOR=2"]);
    assert_eq!(both["files"], json!(["main.c", "twice.c"]));
    for (arguments, words) in [
        (&["main.c", "other.c"][..], "main"),
        (&["main.c"], "twice"),
        (&["twice.c", "--", "-DFACTOR=2"], "main"),
        (
            &["t.litmus", "main.c"],
            "t.litmus is a litmus test and main.c a part of a program",
        ),
    ] {
        let output = run(arguments);
        assert_eq!(code(&output), 2, "{}", said(&output));
        assert!(stderr(&output).contains(words), "{}", said(&output));
    }
    let output = run(&["other.c", "t.litmus", "--each"]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(
        stdout(&output).contains("2 files: 2 verified"),
        "{}",
        said(&output)
    );
    let output = run(&["@list"]);
    assert!(
        stdout(&output).contains("1 file: 1 verified"),
        "{}",
        said(&output)
    );
}

#[test]
fn many_programs_give_a_table() {
    let folder = folder(
        "table",
        &[
            ("a/buffers.c", BUFFERS),
            ("a/locks.c", LOCKS),
            ("a/wrong.c", "int main(void) { return }\n"),
            (
                "a/t.litmus",
                "X86 T\n{ }\n P0 ;\n MOV [x],$1 ;\nexists (x=1)\n",
            ),
        ],
    );
    let output = folder.run(&["a", "--model", "tso", "--workers=1"]);
    assert_eq!(code(&output), 2, "{}", said(&output));
    expect![[r#"
        program  model  executions  discarded    cut  blocked  verdict   seconds  findings
        buffers  tso             0          0      0        0  bug          0.00  assertion
        locks    tso             2          0      0        0  bug          0.00  deadlock
        T        tso             1          0      0        0  verified     0.00
        wrong    tso             -          -      -        -  error
        4 files: 1 verified, 2 bug, 0 unknown, 1 error (TSO, optimal: 3 complete, 0 blocked, 0.00 s)
    "#]]
    .assert_eq(&timeless(&stdout(&output)));
    assert!(
        stderr(&output).contains("a/wrong.c:1:25: error:"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn text_of_llvm_needs_no_clang() {
    let ir = "define i32 @main() {\n  ret i32 0\n}\n";
    let folder = folder("ir", &[("main.ll", ir), ("cut.ll", &ir[..ir.len() - 4])]);
    let mut command = folder.command(&["main.ll"]);
    let output = command.env("PATH", "").output().expect("it starts");
    assert_eq!(code(&output), 0, "{}", said(&output));
    let output = folder.run(&["cut.ll"]);
    assert_eq!(code(&output), 2, "{}", said(&output));
    assert!(
        stderr(&output).starts_with("error: cut.ll:"),
        "{}",
        said(&output)
    );
}

#[test]
fn errors_say_what_to_do() {
    let folder = folder(
        "errors",
        &[
            ("syntax.c", "int main(void) { return }\n"),
            (
                "unknown.c",
                "int magic(int);\nint main(void) { return magic(3); }\n",
            ),
            (
                "nondet.c",
                "int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int(); }\n",
            ),
            ("bitcode.bc", "BC"),
            ("fine.c", "int main(void) { return 0; }\n"),
        ],
    );
    for (arguments, words) in [
        (
            &["syntax.c"][..],
            &["syntax.c:1:25: error: expected expression"][..],
        ),
        (
            &["unknown.c"],
            &["unknown.c:2", "`magic`", "neither defined nor known"],
        ),
        (
            &["nondet.c"],
            &["__VERIFIER_nondet_int", "nondet.c:2", "--nondet"],
        ),
        (&["bitcode.bc"], &["bitcode.bc: ", "-S -emit-llvm"]),
        (&["nowhere.c"], &["nowhere.c: No such file"]),
        (&["fine.c", "--clang", "./none"], &["./none", "--clang"]),
        (
            &["fine.c", "--ignore", "all"],
            &["no kind of finding", "deadlock"],
        ),
        (&["fine.c", "--nondet", "3"], &["a range looks like 0..3"]),
        (&["fine.c", "--json", "--quiet"], &["cannot be used with"]),
    ] {
        let output = folder.run(arguments);
        let message = stderr(&output);
        assert_eq!(code(&output), 2, "{arguments:?}: {message}");
        assert_eq!(stdout(&output), "", "{arguments:?}");
        assert!(message.starts_with("error: "), "{message}");
        for word in words {
            assert!(message.contains(word), "{arguments:?}: {message}");
        }
    }
    let mut without = folder.command(&["fine.c"]);
    let output = without.env("PATH", "").output().expect("it starts");
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("install clang"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn options_of_programs() {
    let folder = folder(
        "options",
        &[
            (
                "race.c",
                "#include <pthread.h>\nint x;\nvoid *f(void *p) { x = 1; return p; }\n\
                 int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; \
                 pthread_join(t, 0); return 0; }\n",
            ),
            (
                "leak.c",
                "#include <stdlib.h>\nint main(void) { malloc(4); return 0; }\n",
            ),
            ("exit.c", "int main(void) { return 3; }\n"),
            (
                "nondet.c",
                "#include <assert.h>\nint __VERIFIER_nondet_int(void);\n\
                 int main(void) { assert(__VERIFIER_nondet_int() > -2); return 0; }\n",
            ),
            (
                "loop.c",
                "#include <stdatomic.h>\n#include <pthread.h>\natomic_int x;\n\
                 void *f(void *p) { for (;;) x++; }\n\
                 int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x++; \
                 pthread_join(t, 0); return 0; }\n",
            ),
            (
                "weak.c",
                "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n\
                 atomic_int x;\nint y;\nvoid *f(void *p) { return p; }\n\
                 int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); \
                 assert(atomic_compare_exchange_weak(&x, &y, 1)); return 0; }\n",
            ),
            (
                "assumed.c",
                "void __VERIFIER_assume(int);\nint main(void) { __VERIFIER_assume(0); }\n",
            ),
        ],
    );
    for (arguments, expected, words) in [
        (&["race.c"][..], 0, "Verified"),
        (&["race.c", "--races"], 1, "data race"),
        (
            &["race.c", "--races", "--ignore", "data-race"],
            0,
            "Verified",
        ),
        (&["leak.c"], 0, "Verified"),
        (&["leak.c", "--leaks"], 1, "leak"),
        (&["exit.c"], 0, "Verified"),
        (&["exit.c", "--check-exit"], 1, "exit code"),
        (&["nondet.c", "--nondet", "-1..4"], 0, "6 complete"),
        (&["nondet.c", "--nondet", "-2..4"], 1, "assertion failed"),
        (
            &["loop.c", "--unroll", "2"],
            3,
            "loops were cut after 2 rounds",
        ),
        (
            &["loop.c", "--max-events", "40"],
            3,
            "An execution that does not end",
        ),
        (
            &["loop.c", "--max-events", "40"],
            3,
            "an execution has 40 events",
        ),
        (&["weak.c"], 0, "Verified"),
        (&["weak.c", "--spurious"], 1, "assertion failed"),
        (
            &["race.c", "--spurious"],
            0,
            "with one spurious wake-up or failure of each thread at each place",
        ),
        (&["assumed.c"], 3, "no execution satisfies the assumptions"),
    ] {
        let output = folder.run(arguments);
        assert_eq!(code(&output), expected, "{arguments:?}: {}", said(&output));
        assert!(
            stdout(&output).contains(words),
            "{arguments:?}: {}",
            said(&output)
        );
        assert_eq!(stderr(&output), "", "{arguments:?}");
    }
}

#[test]
fn conventions_of_other_verifiers() {
    let shown = r"extern void abort(void);
void reach_error(void) {}
static void assume_abort_if_not(int condition) { if (!condition) abort(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) abort();
    assume_abort_if_not(x + x != 2 * x);
    reach_error();
}
";
    let retired = r"#include <genmc.h>
int *shared;
int main(void) {
    __VERIFIER_hp_t *hazard = __VERIFIER_hp_alloc();
    shared = malloc(sizeof(int));
    *shared = 1;
    int *protected = __VERIFIER_hp_protect(hazard, &shared);
#ifdef TOO_EARLY
    __VERIFIER_hp_clear(hazard);
#endif
    __VERIFIER_hp_retire(shared);
    return *protected - 1;
}
";
    let waits = r"#include <dat3m.h>
int main(void) {
    int rounds = 0;
    await_while(rounds < 3) rounds++;
    __VERIFIER_assert(rounds == 3);
}
";
    let files = [
        ("shown.c", shown),
        ("retired.c", retired),
        ("waits.c", waits),
    ];
    let folder = folder("conventions", &files);
    for (arguments, expected, words) in [
        // All executions end in what is assumed, or in `abort`: no error is reached.
        (&["shown.c", "--nondet", "-1..1"][..], 0, "Verified"),
        (&["retired.c"], 0, "Verified"),
        (
            &["retired.c", "--", "-DTOO_EARLY"],
            1,
            "is accessed after it was freed; main freed it at mazurka/genmc.h",
        ),
        (&["waits.c"], 0, "Verified"),
    ] {
        let output = folder.run(arguments);
        assert_eq!(code(&output), expected, "{arguments:?}: {}", said(&output));
        assert!(
            stdout(&output).contains(words),
            "{arguments:?}: {}",
            said(&output)
        );
    }
}

#[test]
fn bounds_and_limits_do_not_verify() {
    let folder = folder("limits", &[("writers.c", WRITERS)]);
    let bounded = ["writers.c", "--model", "tso", "--buffer-bound", "1"];
    let output = folder.run(&bounded);
    assert_eq!(code(&output), 3, "{}", said(&output));
    assert!(stdout(&output).contains("store buffers held at most 1 store"));
    let output = folder.run(&["writers.c", "--max-executions", "10"]);
    assert_eq!(code(&output), 3, "{}", said(&output));
    assert!(stdout(&output).contains("the limit on executions was reached"));
    assert!(stdout(&output).contains("10 complete"));
    let output = folder.run(&["writers.c", "--max-time", "0.02", "--", "-DN=7"]);
    assert_eq!(code(&output), 3, "{}", said(&output));
    assert!(stdout(&output).contains("the limit on time was reached"));
}

#[test]
fn executions_that_take_too_long_are_left() {
    let text = "#include <pthread.h>\nvolatile unsigned long x = 1;\n\
                void *f(void *p) { x = 2; return p; }\n\
                int main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, f, 0);\n  \
                pthread_join(t, 0);\n  unsigned long y = x;\n  \
                for (unsigned long i = 0; i < 1ul << 60; i++) y = y * 3 + i;\n  \
                return y == 7;\n}\n";
    let folder = folder("long", &[("long.c", text)]);
    for crew in ["--workers=1", "--workers=3", "--processes=1"] {
        let begun = Instant::now();
        let output = folder.run(&["long.c", "--max-time", "0.2", crew]);
        assert_eq!(code(&output), 3, "{crew}: {}", said(&output));
        let words = "the limit on time was reached";
        assert!(stdout(&output).contains(words), "{crew}: {}", said(&output));
        assert!(begun.elapsed() < Duration::from_secs(60), "{crew}");
    }
}

#[test]
fn all_bugs_with_their_counts() {
    let text = "#include <assert.h>\n#include <pthread.h>\nint x;\n\
                void *f(void *p) { int t = x; x = t + 1; return p; }\n\
                int main(void) {\n  pthread_t a, b;\n  pthread_create(&a, 0, f, 0);\n  \
                pthread_create(&b, 0, f, 0);\n  pthread_join(a, 0);\n  pthread_join(b, 0);\n  \
                if (x == 2) assert(0);\n  assert(x == 2);\n  return 0;\n}\n";
    let folder = folder("all", &[("two.c", text)]);
    let found = object(&folder, &["two.c", "--keep-going"]);
    let findings = found["findings"].as_array().expect("a list");
    let told: Vec<_> = findings
        .iter()
        .map(|finding| (&finding["line"], &finding["executions"]))
        .collect();
    assert_eq!(told, [(&json!(11), &json!(2)), (&json!(12), &json!(2))]);
    let output = folder.run(&["two.c", "--keep-going"]);
    let text = stdout(&output);
    assert!(text.contains("Bug: 2 different findings"), "{text}");
    assert_eq!(text.matches("In 2 executions.").count(), 2, "{text}");
    assert_eq!(
        text.matches("The interleaving that leads there").count(),
        2,
        "{text}"
    );
}

/// Goes on with a check that is stopped again and again; how often was it stopped?
fn go_on(folder: &Folder, first: &[&str], flags: &[&str]) -> (Output, usize) {
    let crews = ["--workers=1", "--workers=2", "--processes=2"];
    let mut stops = 0;
    loop {
        let limit = (1 + 37 * stops % 50).to_string();
        let limits = [
            "--resume-file",
            "rest",
            "--max-executions",
            &limit,
            crews[stops % 3],
        ];
        let output = match stops {
            0 => folder.run(&[first, &limits[..], flags].concat()),
            _ => folder.run(&[&["--resume", "rest"], &limits[..], flags].concat()),
        };
        if stderr(&output).is_empty() {
            return (output, stops);
        }
        assert!(
            stderr(&output).contains("1 file is not explored to the end"),
            "{}",
            said(&output)
        );
        stops += 1;
    }
}

#[test]
fn what_is_stopped_comes_to_the_same_end() {
    let folder = folder("chain", &[("writers.c", WRITERS)]);
    for (model, holds) in [
        ("sc", "last % 2 == 1"),
        ("tso", "last != 3"),
        ("pso", "last != 5"),
    ] {
        let holds = format!("-DHOLDS={holds}");
        let flags = ["--", "-DN=3", &holds];
        let arguments = ["writers.c", "--keep-going", "--model", model, "-q"];
        let whole = folder.run(&[&arguments, &flags[..]].concat());
        let (end, stops) = go_on(&folder, &arguments, &flags);
        let counted = |output: &Output| {
            let text = timeless(&stdout(output));
            let end = text.find(" blocked").expect("a verdict");
            text[..end].to_owned()
        };
        assert_eq!(counted(&end), counted(&whole));
        assert_eq!(code(&end), code(&whole));
        assert!(stops > 2, "{stops}");
    }
}

#[test]
fn a_program_that_has_changed_is_not_gone_on_with() {
    let header = "#define START 0\n";
    let text = WRITERS.replace("int last;", "#include \"start.h\"\nint last = START;");
    let folder = folder("changed", &[("writers.c", &text), ("start.h", header)]);
    let stop = ["writers.c", "--max-executions=5", "--resume-file", "rest"];
    assert_eq!(code(&folder.run(&stop)), 3);
    fs::write(folder.path("start.h"), "#define START 7\n").expect("it can be written");
    let output = folder.run(&["--resume", "rest"]);
    assert_eq!(code(&output), 2, "{}", said(&output));
    assert!(stderr(&output).contains("writers.c: the program, or a file that it includes"));
    fs::write(folder.path("start.h"), header).expect("it can be written");
    assert_eq!(code(&folder.run(&["--resume", "rest"])), 0);
    let output = folder.run(&["--resume", "rest", "--races"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("cannot be used with"));
}
