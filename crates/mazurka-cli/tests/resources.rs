//! Where the system gives too little, the command says of what, and the way out.

mod support;

use std::process::{Output, Stdio};
use support::{Folder, code, stderr, stdout, writers};

/// A program with more executions than anybody waits for.
const LARGE: usize = 6;

fn files(name: &str) -> Folder {
    let erl = "-module(a).\n-export([test/0]).\ntest() -> ok.\n";
    let large = writers(LARGE, LARGE);
    let small = writers(2, 1);
    let c = "int main(void) { return 0; }\n";
    let files = [
        ("a.c", c),
        ("a.erl", erl),
        ("small.litmus", &small),
        ("large.litmus", &large),
    ];
    Folder::new(name, &files.map(|(name, text)| (name, text.as_bytes())))
}

/// `mazurka check` with limits, as a shell sets them.
fn limited(folder: &Folder, limits: &str, arguments: &str) -> Output {
    let mazurka = env!("CARGO_BIN_EXE_mazurka");
    std::process::Command::new("sh")
        .args([
            "-c",
            &format!("{limits} && exec {mazurka} check {arguments}"),
        ])
        .current_dir(folder.path(""))
        .env_remove("MAZURKA_WORKERS")
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell")
}

/// That is said, with this exit code; and there is no panic.
fn said(output: &Output, exit_code: i32, words: &[&str]) {
    let all = stdout(output) + &stderr(output);
    assert_eq!(output.status.code(), Some(exit_code), "{all}");
    for word in words {
        assert!(all.contains(word), "{word}: {all}");
    }
    for word in ["panicked", "memory allocation", "install"] {
        assert!(!all.contains(word), "{word}: {all}");
    }
}

#[test]
fn few_files() {
    let folder = files("few-files");
    let way_out = |limit: u32| format!("raise `ulimit -n`, which is {limit}");
    for limit in [5, 6, 12, 20] {
        let limits = format!("ulimit -n {limit}");
        if limit < 20 {
            let output = limited(&folder, &limits, "a.erl");
            said(&output, 2, &["error: a.erl: ", &way_out(limit)]);
            assert!(!folder.path("erl_crash.dump").exists());
        }
        let output = limited(&folder, &limits, "small.litmus --workers 4");
        said(&output, 0, &["Verified"]);
    }
    let output = limited(&folder, "ulimit -n 5", "a.c");
    said(
        &output,
        2,
        &["could not be run: Too many open files", &way_out(5)],
    );
    let output = limited(&folder, "ulimit -n 5", "small.litmus --processes 4");
    said(
        &output,
        2,
        &["no worker process could be started", &way_out(5)],
    );
    // Some processes are enough.
    let output = limited(
        &folder,
        "ulimit -n 12",
        "large.litmus --processes 20 --max-time 2",
    );
    said(
        &output,
        3,
        &["note: explored with ", " of 20 processes: ", &way_out(12)],
    );
}

#[test]
fn little_memory() {
    let folder = files("little-memory");
    let way_out = "raise `ulimit -v`, which is ";
    // This command was built with much that a release has not.
    let output = limited(&folder, "ulimit -v 190000", "a.c");
    said(&output, 2, &["error: a.c: ", way_out]);
    let output = limited(&folder, "ulimit -v 190000", "a.erl");
    said(&output, 2, &["error: a.erl: ", way_out]);
    let output = limited(
        &folder,
        "ulimit -v 300000",
        "large.litmus --workers 200 --max-time 2",
    );
    said(
        &output,
        3,
        &["note: explored with ", " of 200 threads: ", way_out],
    );
}

/// What was found until then is told.
#[test]
fn memory_that_is_used_up() {
    let folder = files("no-memory");
    let text = "-module(eats).\n-export([test/0, late/0]).\n\
        test() -> length(lists:seq(1, 100000000)).\n\
        late() -> S = self(), spawn(fun() -> S ! 1 end), spawn(fun() -> S ! 2 end),\n\
            receive 1 -> exit(bug); 2 -> test() end.\n";
    std::fs::write(folder.path("eats.erl"), text).expect("a file can be written");
    let compiled = std::process::Command::new("erlc")
        .arg("eats.erl")
        .current_dir(folder.path(""))
        .status()
        .expect("there is an erlc");
    assert!(compiled.success());
    let words = ["the memory is used up: raise `ulimit -v`, which is 400000 KiB"];
    let limits = "ulimit -v 400000";
    let output = limited(&folder, limits, "eats.beam --workers 1");
    said(&output, 3, &words);
    let output = limited(&folder, limits, "eats.beam --processes 2");
    said(&output, 3, &words);
    let output = limited(&folder, limits, "eats.beam --entry late/0 -k --workers 1");
    let all = stdout(&output) + &stderr(&output);
    assert!([1, 3].contains(&code(&output)), "{all}");
    assert!(
        !all.contains("memory allocation") && !all.contains("Verified"),
        "{all}"
    );
}

#[test]
fn little_time() {
    let folder = files("little-time");
    let output = limited(&folder, "ulimit -t 1", "large.litmus --workers 1");
    let words = "the limit on processor time is near: raise `ulimit -t`, which is 1 s";
    said(&output, 3, &[words]);
}

#[test]
fn small_files() {
    let folder = files("small-files");
    let way_out = "raise `ulimit -f`";
    let output = limited(&folder, "ulimit -f 0", "small.litmus --html a.html");
    said(
        &output,
        2,
        &["cannot write a.html: File too large", way_out],
    );
    let kept = "small.litmus --resume-file r.json --max-executions 1";
    let output = limited(&folder, "ulimit -f 0", kept);
    said(
        &output,
        2,
        &["cannot write r.json: File too large", way_out],
    );
    let output = limited(&folder, "ulimit -f 0", "a.erl");
    said(&output, 2, &["error: a.erl: ", way_out]);
}

#[test]
fn a_small_stack() {
    let folder = files("small-stack");
    for file in ["a.c", "small.litmus"] {
        let output = limited(&folder, "ulimit -s 100", file);
        said(&output, 0, &["Verified"]);
    }
}

/// Only users without rights have a limit on processes.
#[test]
fn few_processes() {
    // SAFETY: it has no conditions.
    if unsafe { libc::geteuid() } != 0 {
        return;
    }
    let folder = files("few-processes");
    let mazurka = folder.path("mazurka");
    std::fs::copy(env!("CARGO_BIN_EXE_mazurka"), &mazurka).expect("it can be copied");
    // A user that nobody else is here.
    let user = 61_000 + std::process::id() % 1_000;
    let run = |processes: u32, arguments: &str| {
        let script = format!("ulimit -u {processes}; exec ./mazurka check {arguments}");
        std::process::Command::new("setpriv")
            .args([
                &format!("--reuid={user}"),
                "--clear-groups",
                "bash",
                "-c",
                &script,
            ])
            .current_dir(folder.path(""))
            .stdin(Stdio::null())
            .output()
    };
    let Ok(output) = run(1, "a.c") else {
        // There is no setpriv here.
        return;
    };
    if stderr(&output).contains("ermission denied") {
        // The folder of the tests may be closed to others.
        return;
    }
    let way_out = "raise `ulimit -u`, which is ";
    said(
        &output,
        2,
        &["could not be run: Resource temporarily", way_out],
    );
    let output = run(1, "small.litmus").expect("it ran before");
    said(&output, 2, &["no thread could be started: ", way_out]);
    let output = run(4, "large.litmus --workers 20 --max-time 2").expect("it ran before");
    said(
        &output,
        3,
        &["note: explored with ", " of 20 threads: ", way_out],
    );
    let output = run(8, "large.litmus --processes 20 --max-time 2").expect("it ran before");
    said(
        &output,
        3,
        &["note: explored with ", " of 20 processes: ", way_out],
    );
}
