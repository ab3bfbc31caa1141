//! Execution graphs: the memory models that need them, with all that the command has for
//! other explorations.

#![cfg(target_os = "linux")]

mod support;

use expect_test::{Expect, expect};
use mazurka_random::Random;
use serde_json::{Value, json};
use std::fs;
use std::process::{Command, Output};
use support::{Folder, code, stderr, stdout, timeless, writers};

/// Message passing: what is published with `ORDER`.
const MESSAGE: &str = "#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int data, flag;

static void *writer(void *unused) {
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, ORDER);
    return 0;
}

static void *reader(void *unused) {
    if (atomic_load_explicit(&flag, memory_order_acquire))
        assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
    return 0;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, writer, 0);
    pthread_create(&threads[1], 0, reader, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
}
";

/// Independent reads of independent writes, and updates.
const READS: &str = "C reads
{}
P0 (atomic_int* x) {
  atomic_store_explicit(x, 1, memory_order_release);
  int r0 = atomic_fetch_add_explicit(x, 1, memory_order_relaxed);
}
P1 (atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  int r0 = atomic_exchange_explicit(y, 5, memory_order_release);
}
P2 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
}
P3 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(x, memory_order_acquire);
  int r1 = atomic_fetch_add_explicit(y, 2, memory_order_relaxed);
}
exists (2:r0=1 /\\ 2:r1=0 /\\ 3:r0=1 /\\ 3:r1=0)
";

fn folder(name: &str) -> Folder {
    let writers = writers(4, 3);
    let files = [
        ("message.c", MESSAGE.as_bytes()),
        ("reads.litmus", READS.as_bytes()),
        ("writers.litmus", writers.as_bytes()),
        ("none.erl", b"-module(none).\n"),
    ];
    Folder::new(&format!("graphs-{name}"), &files)
}

const RELAXED: [&str; 2] = ["--", "-DORDER=memory_order_relaxed"];
const RELEASE: [&str; 2] = ["--", "-DORDER=memory_order_release"];

fn check(output: &Output, expected: Expect) {
    let text = timeless(&stdout(output)) + &stderr(output);
    expected.assert_eq(&format!("{text}exit code {}\n", code(output)));
}

fn object(output: &Output) -> Value {
    let text = stdout(output);
    serde_json::from_str(text.trim()).unwrap_or_else(|_| panic!("{text}{}", stderr(output)))
}

/// What must be the same for all workers.
fn essence(output: &Output) -> Value {
    let mut object = object(output);
    let fields = object.as_object_mut().expect("an object");
    fields.remove("seconds");
    fields.remove("events");
    object
}

#[test]
fn a_litmus_test_under_rc11() {
    let folder = Folder::new(
        "graphs-litmus",
        &[(
            "MP.litmus",
            b"C MP
{}
P0 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_relaxed);
}
P1 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (1:r0=1 /\\ 1:r1=0)
",
        )],
    );
    check(
        &folder.run(&["MP.litmus", "--model", "rc11"]),
        expect![[r#"
            Test MP Allowed
            States 4
            1     :>1:r0=0; 1:r1=0;
            1     :>1:r0=0; 1:r1=1;
            1     *>1:r0=1; 1:r1=0;
            1     :>1:r0=1; 1:r1=1;
            Ok
            Witnesses
            Positive: 1 Negative: 3
            Condition exists (1:r0=1 /\ 1:r1=0)
            Observation MP Sometimes 1 3
            Time MP 0.00

            Verified: the condition holds (RC11, graphs: 4 executions, 0 in vain)
            exit code 0
        "#]],
    );
}

#[test]
fn a_program_under_rc11() {
    let folder = folder("program");
    // With several workers, it depends on who was faster how many events are run again.
    let arguments = ["message.c", "--model", "rc11", "--workers", "1"];
    check(
        &folder.run(&[&arguments[..], &RELEASE].concat()),
        expect![[r#"
            Verified: no execution shows a bug (RC11, graphs: 2 executions, 0 in vain, 5 events, 0.00 s)
            exit code 0
        "#]],
    );
    let output = folder.run(&[&arguments[..], &RELAXED].concat());
    check(
        &output,
        expect![[r#"
            assertion failed: atomic_load_explicit(&data, memory_order_relaxed) == 1
              at message.c:15:9 in reader
                   |
                15 |         assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
                   |         ^

            The interleaving that leads there:

                 main               starts thread 0 (writer)
                 main               starts thread 1 (reader)
              1  thread 0 (writer)  data = 1                     message.c:8
              2  thread 0 (writer)  flag = 1                     message.c:9
                 main               joins thread 0 (writer)
              3  thread 1 (reader)  load flag = 1 (from step 2)  message.c:14
              4  thread 1 (reader)  load data = 0 (as at first)  message.c:15
                                      reads an older value: nothing orders `data = 1` of thread 0 (writer) (step 1, message.c:8) before it
                 thread 1 (reader)  assertion failed: atomic_load_explicit(&data, memory_order_relaxed) == 1  message.c:15

            Replay it with:

              mazurka check message.c --model rc11 --replay 1s0.1/0.0x2,0.1x1,0.1:1x1 -- -DORDER=memory_order_relaxed

            Bug: assertion failed: atomic_load_explicit(&data, memory_order_relaxed) == 1 (RC11, graphs: 2 executions, 0 in vain, 5 events, 0.00 s)
            exit code 1
        "#]],
    );
    let text = stdout(&output);
    let (_, string) = text.split_once("--replay ").expect("a string");
    let string = string.split_whitespace().next().expect("a word");
    let replayed = folder.run(&[&arguments[..], &["--replay", string], &RELAXED].concat());
    assert_eq!(code(&replayed), 1, "{}", stderr(&replayed));
    let again = stdout(&replayed);
    let row = "load data = 0 (as at first)  message.c:15";
    assert!(again.contains(row), "{again}");
    assert!(again.contains("reads an older value"), "{again}");
    // What is published cannot be read like that; the replay does not judge it.
    let sc = folder.run(&[&["message.c", "--algorithm=graphs"][..], &RELAXED].concat());
    assert_eq!(code(&sc), 0, "{}", stdout(&sc));
    let pso = ["message.c", "--algorithm=graphs", "--model=pso"];
    let pso = folder.run(&[&pso[..], &RELAXED].concat());
    let text = stdout(&pso);
    assert!(text.contains("is still in a store buffer"), "{text}");
    let command = "--model pso --algorithm graphs --replay";
    assert!(text.contains(command), "{text}");
}

#[test]
fn json_tells_what_is_read() {
    let folder = folder("json");
    let arguments = ["message.c", "--model", "rc11", "--json", "--keep-going"];
    let output = folder.run(&[&arguments[..], &RELAXED].concat());
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let object = object(&output);
    assert_eq!(object["model"], "rc11");
    assert_eq!(object["algorithm"], "graphs");
    assert_eq!(
        (&object["complete"], &object["blocked"]),
        (&json!(3), &json!(0))
    );
    let reads = json!([
        { "step": 3, "thread": "thread 1 (reader)", "what": "load flag = 1",
          "place": "message.c:14", "reads_from": 2 },
        { "step": 4, "thread": "thread 1 (reader)", "what": "load data = 0",
          "place": "message.c:15", "reads_from": 0,
          "why": "reads an older value: nothing orders `data = 1` of thread 0 (writer) (step 1, \
                  message.c:8) before it" },
    ]);
    assert_eq!(object["findings"][0]["reads"], reads);
}

#[test]
fn any_number_of_workers_comes_to_the_same() {
    let folder = folder("workers");
    let ways: [(&[&str], &[&str]); 4] = [
        (&["reads.litmus", "--model=rc11"], &[]),
        (&["reads.litmus", "--model=ra"], &[]),
        (&["writers.litmus", "--algorithm=graphs"], &[]),
        (&["message.c", "--model=rc11", "--keep-going"], &RELAXED),
    ];
    for (first, last) in ways {
        let all = |how| essence(&folder.run(&[first, &["--json", how], last].concat()));
        let one = all("--workers=1");
        for how in ["--workers=2", "--workers=4", "--processes=2"] {
            assert_eq!(all(how), one, "{first:?} {how}");
        }
    }
}

/// Goes on until nothing is left, at most `most` executions at a time.
fn go_on(folder: &Folder, kind: &str, most: u64, mut complete: u64) -> Value {
    loop {
        let limit = format!("--max-executions={most}");
        let output = folder.run(&["--resume=rest", kind, &limit]);
        let object = essence(&output);
        if object.get("reason").is_none() {
            return object;
        }
        complete += most;
        let counted = object["complete"].as_u64().zip(object["blocked"].as_u64());
        let counted = counted.map(|(complete, blocked)| complete + blocked);
        assert_eq!(counted, Some(complete), "{kind}: {object}");
    }
}

#[test]
fn limits_are_exact_and_what_is_left_is_explored_later() {
    let folder = folder("limits");
    let arguments = ["reads.litmus", "--model=rc11", "--json"];
    let whole = essence(&folder.run(&arguments));
    for kind in ["--workers=1", "--workers=3", "--processes=2"] {
        let limit = ["--max-executions=5", "--resume-file=rest", kind];
        let output = folder.run(&[&arguments[..], &limit].concat());
        assert_eq!(object(&output)["complete"], 5, "{}", stderr(&output));
        assert_eq!(go_on(&folder, kind, 30, 5), whole, "{kind}");
    }
}

#[test]
fn time_ends_it_and_nothing_is_lost() {
    let folder = folder("time");
    // 12! / 3!^4
    let all = 369_600;
    for kind in ["--workers=2", "--processes=2"] {
        let arguments = ["writers.litmus", "--algorithm=graphs", "--json", kind];
        let limit = ["--max-time=0.1", "--resume-file=rest"];
        let output = folder.run(&[&arguments[..], &limit].concat());
        let first = object(&output);
        assert!(first.get("reason").is_some(), "{first}");
        let rest = folder.run(&["--resume=rest", kind]);
        assert_eq!(object(&rest)["complete"], all, "{}", stderr(&rest));
    }
}

#[test]
fn what_does_not_go_together_is_told() {
    let folder = folder("contradictions");
    for (arguments, words) in [
        (
            vec!["reads.litmus", "--model=rc11", "--algorithm=source"],
            "the algorithm source cannot explore the memory model rc11, only sc, tso and pso: \
             leave --algorithm out, or say --algorithm graphs",
        ),
        (
            vec!["reads.litmus", "--model=ra", "--buffer-bound=2"],
            "execution graphs have none: leave it out, or choose --model tso or pso",
        ),
        (
            vec!["reads.litmus", "--algorithm=graphs", "--buffer-bound=2"],
            "execution graphs have none: leave it out, or --algorithm graphs",
        ),
        (
            vec!["message.c", "--model=rc11", "--symmetry"],
            "--symmetry orders the beginnings of threads",
        ),
        (
            vec!["none.erl", "--model=rc11"],
            "--model (the memory model) is for litmus tests, and for C and C++ programs",
        ),
        (
            vec!["none.erl", "--algorithm=graphs"],
            "none.erl: the algorithm graphs is for C, C++ and litmus tests",
        ),
    ] {
        let output = folder.run(&arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
}

/// Changes one thing of what is left.
fn damage(value: &mut Value, random: &mut Random) {
    match value {
        Value::Array(items) => {
            let at = random.below(items.len().max(1));
            match random.below(4) {
                0 if !items.is_empty() => drop(items.remove(at)),
                1 if !items.is_empty() => items.push(items[at].clone()),
                _ if !items.is_empty() => damage(&mut items[at], random),
                _ => {}
            }
        }
        Value::Object(fields) => {
            let at = random.below(fields.len());
            let field = fields.values_mut().nth(at).expect("it is there");
            damage(field, random);
        }
        Value::Number(number) => {
            let near = number.as_u64().unwrap_or(0) + 1;
            let numbers = [0, 1, 2, near, near + 1, u64::from(u32::MAX)];
            *value = numbers[random.below(numbers.len())].into();
        }
        Value::String(text) => {
            let texts = [
                "0", "0.0", "0.1", "0.2", "0.9", "x", "Yes", "Later", "Stuck",
            ];
            *text = texts[random.below(texts.len())].to_owned();
        }
        Value::Null => *value = random.below(20).into(),
        Value::Bool(is_set) => *is_set = !*is_set,
    }
}

#[test]
fn damaged_branches_are_refused() {
    let folder = folder("damaged");
    let limit = ["--max-executions=30", "--resume-file=rest", "--workers=1"];
    let output = folder.run(&[&["reads.litmus", "--model=rc11"][..], &limit].concat());
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    let text = fs::read_to_string(folder.path("rest")).expect("it is there");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let left = "/session/entries/0/begun/work/explored/left/tasks";
    let mut random = Random::new(20);
    for round in 0..60 {
        let mut file = file.clone();
        let tasks = file.pointer_mut(left).expect("branches");
        let count = tasks.as_array().map_or(0, Vec::len);
        assert!(count > 1);
        damage(tasks, &mut random);
        let is_missing = tasks.as_array().map(Vec::len) != Some(count);
        let damaged = serde_json::to_string(&file).expect("JSON");
        fs::write(folder.path("damaged"), damaged).expect("it can be written");
        let mut reseal = Command::new(env!("CARGO_BIN_EXE_mazurka"));
        let path = folder.path("damaged");
        let status = reseal.arg("reseal").arg(&path).arg("--all").status();
        assert!(status.expect("it can be run").success());
        let output = folder.run(&["--resume=damaged", "--workers=1", "--max-time=20"]);
        let words = stderr(&output);
        assert!(
            !words.contains("panicked") && !words.contains("internal"),
            "{words}"
        );
        // A branch may be changed into another: only the seal would tell.
        if code(&output) == 2 || is_missing {
            let is_usual = words.contains("is damaged") || words.contains("makes no sense");
            assert!(is_usual, "{round}: {words}");
        }
    }
}
