//! What the command says when executions were blocked under `optimal`, which is proven
//! never to be blocked: a fault of Mazurka, which these tests plant. Those of C programs
//! need a clang.

#![cfg(debug_assertions)]

mod support;

use serde_json::Value;
use std::process::Output;
use support::{Folder, stderr, stdout};

/// Two threads that store, and a condition on the last value.
fn litmus(condition: &str) -> String {
    format!("X86 two\n{{ }}\n P0 | P1 ;\n MOV [x],$1 | MOV [x],$2 ;\n{condition}\n")
}

/// The same in C.
fn program(condition: &str) -> String {
    format!(
        r"#include <assert.h>
#include <pthread.h>

int x;

static void *writer(void *value) {{
    x = (int)(long)value;
    return 0;
}}

int main(void) {{
    pthread_t a, b;
    pthread_create(&a, 0, writer, (void *)1);
    pthread_create(&b, 0, writer, (void *)2);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert({condition});
    return 0;
}}
"
    )
}

const FILES: [&str; 2] = ["two.litmus", "two.c"];

fn folder(name: &str) -> Folder {
    let files = [litmus("forall (~x=3)"), program("x != 3")];
    Folder::new(
        name,
        &[
            (FILES[0], files[0].as_bytes()),
            (FILES[1], files[1].as_bytes()),
        ],
    )
}

fn faulty(folder: &Folder, arguments: &[&str]) -> Output {
    let mut command = folder.command(arguments);
    command.env("MAZURKA_PLANT_FAULT", "yes");
    command.output().expect("the command starts")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("not killed")
}

const WORDS: &str = "blocked under optimal, which cannot happen: this is a fault of Mazurka \
                     (please report it); nothing is claimed; try the algorithm source";

fn assert_unknown(output: &Output) {
    let text = stdout(output);
    assert_eq!(code(output), 3, "{text}{}", stderr(output));
    assert!(text.contains(WORDS), "{text}");
    let lowered = text.to_lowercase();
    let verified = lowered.replace("0 verified", "").contains("verified");
    assert!(!verified && lowered.contains("unknown"), "{text}");
}

#[test]
fn the_verdict_is_unknown() {
    let folder = folder("fault_unknown");
    for file in FILES {
        for workers in [["--workers", "1"], ["--workers", "2"], ["--processes", "2"]] {
            assert_unknown(&faulty(&folder, &[file, workers[0], workers[1]]));
        }
        assert_eq!(code(&folder.run(&[file])), 0, "{file}: without the fault");
        let source = faulty(&folder, &[file, "--algorithm", "source"]);
        assert_eq!(code(&source), 0, "{}", stdout(&source));
    }
    assert_unknown(&faulty(&folder, &[".", "--each"]));
}

#[test]
fn json_has_the_reason() {
    let folder = folder("fault_json");
    for file in FILES {
        let output = faulty(&folder, &[file, "--json"]);
        assert_eq!(code(&output), 3);
        let object: Value = serde_json::from_str(&stdout(&output)).expect("one object");
        assert_eq!(object["verdict"], "unknown");
        assert_eq!(object["blocked"], 1);
        let reason = object["reason"].as_str().expect("there is a reason");
        assert!(reason.contains(WORDS), "{reason}");
    }
}

/// Executions that were blocked before a check was stopped count when it is gone on
/// with, although nothing goes wrong any more.
#[test]
fn a_fault_is_not_forgotten_when_a_check_is_resumed() {
    let folder = Folder::new(
        "fault_resume",
        &[
            ("two.litmus", many_writers().as_bytes()),
            ("two.c", many_threads().as_bytes()),
        ],
    );
    for file in FILES {
        let save = ["--resume-file", "left.json", "--workers", "1"];
        let limit = ["--max-executions", "2"];
        let output = faulty(&folder, &[&[file][..], &save, &limit].concat());
        assert_eq!(code(&output), 3, "{}{}", stdout(&output), stderr(&output));
        assert!(stdout(&output).contains(WORDS), "{}", stdout(&output));
        assert_unknown(&folder.run(&["--resume", "left.json"]));
    }
}

/// Three threads that store.
fn many_writers() -> String {
    let row = "MOV [x],$1 | MOV [x],$2 | MOV [x],$3";
    format!("X86 three\n{{ }}\n P0 | P1 | P2 ;\n {row} ;\nforall (~x=4)\n")
}

fn many_threads() -> String {
    let spawn = "pthread_create(&b, 0, writer, (void *)2);";
    let third = format!("pthread_t c;\n    pthread_create(&c, 0, writer, (void *)3);\n    {spawn}");
    program("x != 4").replace(spawn, &third)
}

#[test]
fn a_bug_stays_a_bug() {
    let conditions = ["~exists (x=1)", "~exists (x=2)"].map(litmus);
    let programs = ["x != 1", "x != 2"].map(program);
    let folder = Folder::new(
        "fault_bug",
        &[
            ("one.litmus", conditions[0].as_bytes()),
            ("two.litmus", conditions[1].as_bytes()),
            ("one.c", programs[0].as_bytes()),
            ("two.c", programs[1].as_bytes()),
        ],
    );
    for language in ["litmus", "c"] {
        let codes = ["one", "two"].map(|name| {
            let file = format!("{name}.{language}");
            code(&faulty(&folder, &[&file, "--keep-going", "--workers", "1"]))
        });
        // The fault hides one of the two values.
        assert!(codes == [1, 3] || codes == [3, 1], "{language}: {codes:?}");
    }
}
