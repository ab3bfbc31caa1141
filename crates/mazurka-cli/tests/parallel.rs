//! Several workers, checks that are stopped and gone on with, and workers that are
//! killed: the results are those of one worker that nobody disturbs.

mod support;

use mazurka_random::Random;
use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use support::{Folder, code, command, run, stderr, stdout, timeless, writers};

/// What the command says of results.
fn results(output: &Output) -> String {
    timeless(&stdout(output))
}

#[test]
fn any_number_of_workers_says_the_same() {
    let small = writers(3, 2);
    let folder = Folder::new("workers", &[("writers.litmus", small.as_bytes())]);
    let more = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/litmus");
    for model in ["sc", "tso", "pso"] {
        let with = |workers: [&str; 2]| {
            let [option, count] = workers;
            let arguments = [".", more, "--states", "--model", model, option, count];
            let output = folder.run(&arguments);
            (results(&output), stderr(&output), code(&output))
        };
        let alone = with(["--workers", "1"]);
        for workers in [
            ["--workers", "2"],
            ["--workers", "4"],
            ["--processes", "1"],
            ["--processes", "3"],
        ] {
            assert_eq!(with(workers), alone, "{model} {workers:?}");
        }
    }
}

#[test]
fn the_number_of_workers_must_be_one() {
    for (option, count) in [
        ("--workers", "0"),
        ("--workers", "many"),
        ("--processes", "0"),
        ("--processes", "-1"),
    ] {
        let output = run(&["SB.litmus", &format!("{option}={count}")]);
        assert_eq!(code(&output), 2, "{option} {count}");
        let message = stderr(&output);
        let words = format!("`{count}` is not a number of workers");
        assert!(message.contains(&words), "{message}");
    }
    let with_variable = |value: &str, arguments: &[&str]| {
        let mut command = command(arguments);
        command.env("MAZURKA_WORKERS", value);
        command.output().expect("the command starts")
    };
    let output = with_variable("none", &["SB.litmus"]);
    assert_eq!(code(&output), 2);
    assert_eq!(
        stderr(&output),
        "error: MAZURKA_WORKERS: `none` is not a number of workers, from 1 to 1024\n"
    );
    assert_eq!(code(&with_variable("3", &["SB.litmus"])), 1);
    let overridden = with_variable("none", &["SB.litmus", "--workers", "2"]);
    assert_eq!(code(&overridden), 1);
}

#[test]
fn worker_processes_tell_what_is_wrong() {
    let folder = Folder::new(
        "elsewhere",
        &[
            (
                "address.litmus",
                b"X86 address\n{ 0:EAX=x; }\n P0 | P1 ;\n MOV [x],$1 | MOV [x],$2 ;\n MOV EBX,[EAX+8] | ;\nexists (x=1)",
            ),
            (
                "endless.litmus",
                b"X86 endless\n{ }\n P0 | P1 ;\n L: | MOV [x],$2 ;\n INC [x] | ;\n JMP L | ;\n~exists (x=1)",
            ),
        ],
    );
    for file in ["address.litmus", "endless.litmus"] {
        let said = |workers: &str| {
            let output = folder.run(&[file, "--max-events", "40", workers]);
            (
                stderr(&output),
                code(&output),
                stdout(&output).contains("40 events"),
            )
        };
        let here = said("--workers=1");
        assert!(here.1 >= 2, "{here:?}");
        assert_eq!(said("--processes=2"), here);
    }
}

/// Goes on with a check that is stopped after random numbers of executions, until it is
/// done; how often was it stopped?
fn go_on(folder: &Folder, random: &mut Random, most: usize, first: &[&str]) -> (Output, usize) {
    let crews = ["--workers=1", "--workers=2", "--workers=4", "--processes=2"];
    let mut stops = 0;
    let mut arguments = first.to_vec();
    loop {
        let limit = (1 + random.below(most)).to_string();
        let crew = crews[random.below(4)];
        arguments.extend(["--resume-file", "rest", "--max-executions", &limit, crew]);
        let output = folder.run(&arguments);
        if stderr(&output).is_empty() {
            assert_ne!(code(&output), 3, "{}", stdout(&output));
            return (output, stops);
        }
        let message = stderr(&output);
        assert!(
            message
                .ends_with("not explored to the end: go on with `mazurka check --resume rest`\n"),
            "{message}"
        );
        assert_eq!(message.lines().count(), 1, "{message}");
        stops += 1;
        arguments = vec!["--resume", "rest"];
    }
}

#[test]
fn what_is_stopped_anywhere_comes_to_the_same_end() {
    let (large, small) = (writers(4, 2), writers(3, 2));
    let folder = Folder::new(
        "chain",
        &[
            ("large.litmus", large.as_bytes()),
            ("small.litmus", small.as_bytes()),
            ("wrong.litmus", b"X86 wrong"),
        ],
    );
    let mut random = Random::new(6);
    let mut stops = 0;
    for arguments in [
        &["large.litmus"][..],
        &["large.litmus", "--model", "tso"],
        &["large.litmus", "--model", "pso", "--json"],
        &["large.litmus", "small.litmus", "--states"],
    ] {
        let whole = folder.run(arguments);
        let (end, times) = go_on(&folder, &mut random, 700, arguments);
        assert_eq!(results(&end), results(&whole), "{arguments:?}");
        assert_eq!(code(&end), code(&whole), "{arguments:?}");
        stops += times;
    }
    assert!(stops >= 20, "only {stops}");
}

#[test]
fn files_that_cannot_be_checked_are_told_again() {
    let small = writers(3, 2);
    let files: [(&str, &[u8]); 2] = [("a.litmus", b"X86 wrong"), ("b.litmus", small.as_bytes())];
    let folder = Folder::new("again", &files);
    let whole = folder.run(&[".", "none.litmus"]);
    let first = [
        ".",
        "none.litmus",
        "--resume-file",
        "rest",
        "--max-executions",
        "10",
    ];
    let first = folder.run(&first);
    assert!(stderr(&first).contains("1 file is not explored to the end"));
    let end = folder.run(&["--resume", "rest"]);
    assert_eq!(results(&end), results(&whole));
    assert_eq!(stderr(&end), stderr(&whole));
    assert_eq!(code(&end), 2);
}

#[test]
fn limits_write_a_file_only_if_asked() {
    let text = writers(4, 3);
    let folder = Folder::new("limits", &[("t.litmus", text.as_bytes())]);
    for limit in [["--max-executions", "10"], ["--max-time", "0.05"]] {
        let [limit, value] = limit;
        let output = folder.run(&["t.litmus", limit, value]);
        assert_eq!((code(&output), &*stderr(&output)), (3, ""), "{limit}");
        let output = folder.run(&["t.litmus", limit, value, "--resume-file", "rest"]);
        assert_eq!(code(&output), 3, "{limit}");
        assert!(folder.path("rest").exists());
        fs::remove_file(folder.path("rest")).expect("it is there");
    }
    assert!(!folder.path("mazurka-resume.json").exists());
    let output = folder.run(&[
        "t.litmus",
        "--max-executions=10",
        "--resume-file",
        "no/where",
    ]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).starts_with("error: cannot write no/where: "));
}

#[test]
fn bad_resume_files_are_told_in_one_message() {
    let text = writers(3, 2);
    let folder = Folder::new("bad", &[("t.litmus", text.as_bytes())]);
    let stop = [
        "t.litmus",
        "--max-executions",
        "10",
        "--resume-file",
        "rest",
    ];
    assert_eq!(code(&folder.run(&stop)), 3);
    let good = fs::read_to_string(folder.path("rest")).expect("it was written");
    let say = |content: &str, words: &str| {
        fs::write(folder.path("rest"), content).expect("it can be written");
        let output = folder.run(&["--resume", "rest"]);
        let message = stderr(&output);
        assert_eq!(code(&output), 2, "{message}");
        assert_eq!(stdout(&output), "");
        assert!(
            message.starts_with("error: ") && message.contains(words),
            "{message}"
        );
        assert_eq!(message.lines().count(), 1, "{message}");
    };
    let foreign = "rest is not a resume file of mazurka, or damaged";
    for content in ["", "{}", "[1]", "\u{0}", &good[..good.len() / 2]] {
        say(content, foreign);
    }
    say(
        &good.replacen("\"parent\":[0,", "\"parent\":[1,", 1),
        "rest is damaged",
    );
    say(
        &good.replacen("\"leaves\":[", "\"leaves\":[ ", 1),
        "rest is damaged",
    );
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(good.contains(&version));
    say(
        &good.replacen(&version, "\"version\":\"0.0.1\"", 1),
        "rest was written by mazurka 0.0.1",
    );
    fs::write(folder.path("t.litmus"), text.replace("$1", "$9")).expect("it can be written");
    say(
        &good,
        "t.litmus: it has changed since its check was stopped",
    );
    fs::remove_file(folder.path("t.litmus")).expect("it is there");
    say(&good, "t.litmus: No such file");
    fs::write(folder.path("t.litmus"), &text).expect("it can be written");
    fs::write(folder.path("rest"), &good).expect("it can be written");
    assert_eq!(code(&folder.run(&["--resume", "rest"])), 1);
    let output = folder.run(&["--resume", "rest", "--model", "tso"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("cannot be used with"));
    let output = folder.run(&["--resume", "nowhere"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).starts_with("error: nowhere: No such file"));
}

#[cfg(target_os = "linux")]
fn signal(name: &str, process: u32) {
    let mut kill = Command::new("kill");
    let status = kill
        .args([name, &process.to_string()])
        .stderr(Stdio::null());
    // It may be gone already.
    let _ = status.status().expect("kill can be run");
}

/// A field of `/proc/PROCESS/status`.
#[cfg(target_os = "linux")]
fn status(process: &str, field: &str) -> Option<String> {
    let text = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let mut lines = text.lines();
    let value = lines.find_map(|line| line.strip_prefix(field)?.strip_prefix(':'));
    value.map(|value| value.trim().to_owned())
}

/// Waits until the command notices Ctrl-C.
#[cfg(target_os = "linux")]
fn await_handler(child: &Child) {
    let begun = Instant::now();
    loop {
        let caught = status(&child.id().to_string(), "SigCgt").unwrap_or_default();
        let caught = u64::from_str_radix(&caught, 16).unwrap_or(0);
        if caught & 0b10 != 0 {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "no handler");
        thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(target_os = "linux")]
fn spawn(folder: &Folder, arguments: &[&str]) -> Child {
    let mut command = folder.command(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the command starts")
}

/// Interrupts a check after some milliseconds; after fewer, if it was done by then.
#[cfg(target_os = "linux")]
fn interrupted(folder: &Folder, arguments: &[&str], mut millis: u64) -> Output {
    loop {
        let child = spawn(folder, arguments);
        await_handler(&child);
        thread::sleep(Duration::from_millis(millis));
        signal("-INT", child.id());
        let output = child.wait_with_output().expect("it ends");
        if millis == 0 || folder.path("mazurka-resume.json").exists() {
            return output;
        }
        millis /= 2;
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_leaves_a_file_to_go_on_with() {
    let (small, large) = (writers(3, 2), writers(4, 3));
    let folder = Folder::new(
        "interrupted",
        &[
            ("a.litmus", small.as_bytes()),
            ("b.litmus", large.as_bytes()),
            ("c.litmus", small.as_bytes()),
        ],
    );
    let whole = folder.run(&["."]);
    for crew in ["--workers=2", "--processes=2"] {
        let output = interrupted(&folder, &[".", crew], 100);
        // The bug of the first test was told.
        assert_eq!(code(&output), 1, "{}", stdout(&output));
        assert_eq!(
            stderr(&output),
            "2 files are not explored to the end: go on with `mazurka check --resume \
             mazurka-resume.json`\n"
        );
        let results_so_far = results(&output);
        assert!(results_so_far.contains("2 files: 0 verified, 1 bug, 1 unknown"));
        let end = folder.run(&["--resume", "mazurka-resume.json"]);
        assert_eq!(results(&end), results(&whole), "{crew}");
        assert_eq!((code(&end), &*stderr(&end)), (1, ""));
        fs::remove_file(folder.path("mazurka-resume.json")).expect("it was written");
    }
}

/// A program with threads that write one variable twice.
#[cfg(target_os = "linux")]
const WRITERS: &[u8] = b"#include <pthread.h>
int last;
static void *writer(void *number) {
    last = 2 * (int)(long)number;
    last = 2 * (int)(long)number + 1;
    return 0;
}
int main(void) {
    pthread_t threads[5];
    for (long i = 0; i < 5; i++) pthread_create(&threads[i], 0, writer, (void *)i);
    for (long i = 0; i < 5; i++) pthread_join(threads[i], 0);
    return 0;
}
";

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_leaves_a_program_to_go_on_with() {
    let folder = Folder::new("interrupted-program", &[("writers.c", WRITERS)]);
    for crew in ["--workers=2", "--processes=2"] {
        let output = interrupted(&folder, &["writers.c", "--quiet", crew], 300);
        assert_eq!(code(&output), 3, "{}", stdout(&output));
        assert!(stderr(&output).starts_with("1 file is not explored to the end"));
        let end = folder.run(&["--resume", "mazurka-resume.json"]);
        let text = stdout(&end);
        // 10! / 2^5 ways to put the writes into one order.
        assert!(text.contains("113400 complete"), "{crew}: {text}");
        assert_eq!((code(&end), &*stderr(&end)), (0, ""));
        fs::remove_file(folder.path("mazurka-resume.json")).expect("it was written");
    }
}

/// The processes that a process has started.
#[cfg(target_os = "linux")]
fn children(of: u32) -> Vec<u32> {
    let of = of.to_string();
    let entries = fs::read_dir("/proc").expect("it is there").flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names
        .filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
        .filter(|name| status(name, "PPid").as_deref() == Some(&*of))
        .filter_map(|name| name.parse().ok())
        .collect()
}

#[cfg(target_os = "linux")]
#[test]
fn workers_may_be_killed_at_any_moment() {
    may_be_killed("optimal");
}

#[cfg(target_os = "linux")]
#[test]
fn workers_of_graphs_may_be_killed_at_any_moment() {
    may_be_killed("graphs");
}

#[cfg(target_os = "linux")]
fn may_be_killed(algorithm: &str) {
    let text = writers(4, 3);
    let folder = Folder::new(
        &format!("killed-{algorithm}"),
        &[("t.litmus", text.as_bytes())],
    );
    let whole = folder.run(&["t.litmus", "--algorithm", algorithm]);
    let mut random = Random::new(9);
    let mut killed = 0;
    while killed < 50 {
        let arguments = ["t.litmus", "--processes", "3", "--algorithm", algorithm];
        let mut child = spawn(&folder, &arguments);
        while child.try_wait().expect("it can be asked").is_none() {
            thread::sleep(Duration::from_millis(random.below(30) as u64));
            let workers = children(child.id());
            if killed < 60 && !workers.is_empty() {
                signal("-KILL", workers[random.below(workers.len())]);
                killed += 1;
            }
        }
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(results(&output), results(&whole), "{}", stderr(&output));
        assert_eq!((code(&output), &*stderr(&output)), (1, ""));
    }
}
