//! Resume files: nothing that was explored is lost, whatever fails, and whatever a file
//! says, it is data that is checked before it is used.

#![cfg(target_os = "linux")]

mod support;

use mazurka_random::Random;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use support::{Folder, call_clang, code, stderr, stdout, timeless, writers};

/// A program with threads that write one variable twice.
const WRITERS: &str = "#include <pthread.h>
#ifndef THREADS
#define THREADS 4
#endif
int last;
static void *writer(void *number) {
    last = 2 * (int)(long)number;
    last = 2 * (int)(long)number + 1;
    return 0;
}
int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, writer, (void *)i);
    for (long i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
    return 0;
}
";

/// 8! / 2^4 ways to put the writes of four threads into one order.
const ALL: &str = "2520 complete";

fn content(folder: &Folder, name: &str) -> Vec<u8> {
    fs::read(folder.path(name)).expect("it can be read")
}

/// Stops a check after some executions; what is left is in `rest`.
fn stop(folder: &Folder, arguments: &[&str]) {
    let limit = ["--max-executions", "100", "--resume-file", "rest"];
    let output = folder.run(&[&limit[..], arguments].concat());
    assert_eq!(code(&output), 3, "{}{}", stdout(&output), stderr(&output));
    assert!(folder.path("rest").exists());
}

/// A script in the place of clang.
fn script(folder: &Folder, name: &str, text: &str) -> String {
    let path = folder.path(name);
    fs::write(&path, format!("#!/bin/sh\n{text}")).expect("it can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    path.to_str().expect("text").to_owned()
}

fn spawn(folder: &Folder, arguments: &[&str]) -> Child {
    let mut command = folder.command(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the command starts")
}

/// Waits for a compiler that reads a pipe: it may write nowhere. Until this is dropped, it goes on
/// reading.
fn await_reader(path: &Path) -> fs::File {
    let begun = Instant::now();
    loop {
        let mut options = fs::File::options();
        // Without waiting, it fails as long as nobody reads.
        let pipe = options.write(true).custom_flags(libc::O_NONBLOCK);
        if let Ok(pipe) = pipe.open(path) {
            return pipe;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "no reader");
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn ctrl_c_while_a_compiler_runs_loses_nothing() {
    let folder = Folder::new("resume-compiling", &[("w.c", WRITERS.as_bytes())]);
    let wait = "if [ -p slow ]; then read line < slow; sleep 2; fi\n";
    let clang = script(&folder, "slow-clang", &(wait.to_owned() + &call_clang()));
    let flags = ["--clang", &clang, "--", "-DTHREADS=4"];
    stop(&folder, &[&["w.c"], &flags[..]].concat());
    let before = content(&folder, "rest");
    let made = Command::new("mkfifo").arg(folder.path("slow")).status();
    assert!(made.expect("mkfifo starts").success());
    // To the command alone, and as a terminal does, to the compiler as well.
    for whom in ["", "-"] {
        let mut command = folder.command(&[&["--resume", "rest"], &flags[..]].concat());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.process_group(0).spawn().expect("it starts");
        let held = await_reader(&folder.path("slow"));
        let mut kill = Command::new("kill");
        kill.args(["-INT", "--", &format!("{whom}{}", child.id())]);
        assert!(kill.status().expect("kill can be run").success());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(code(&output), 3, "{}", stderr(&output));
        assert!(content(&folder, "rest") == before, "{}", stderr(&output));
        assert!(stderr(&output).contains("1 file is not explored to the end"));
        drop(held);
    }
    assert!(!folder.path("mazurka-resume.json").exists());
    fs::remove_file(folder.path("slow")).expect("it is there");
    let end = folder.run(&[&["--resume", "rest"], &flags[..]].concat());
    assert!(stdout(&end).contains(ALL), "{}", stdout(&end));
    assert_eq!(code(&end), 0);
}

#[test]
fn what_fails_keeps_what_was_explored_of_it() {
    let files = [("a.c", WRITERS.as_bytes()), ("b.c", WRITERS.as_bytes())];
    let folder = Folder::new("resume-failing", &files);
    stop(&folder, &["a.c", "b.c", "--each"]);
    let before = content(&folder, "rest");
    // One does not compile any more; the other goes on, but not to its end.
    fs::write(folder.path("a.c"), "int main(void) { return x; }").expect("it can be written");
    let more = ["--resume", "rest", "--max-executions", "100"];
    let output = folder.run(&more);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("1 file is not explored to the end"));
    assert!(content(&folder, "rest") != before);
    // It is another program.
    let other = WRITERS.replace("2 *", "3 *");
    fs::write(folder.path("a.c"), other).expect("it can be written");
    let output = folder.run(&["--resume", "rest"]);
    assert_eq!(code(&output), 2);
    let message = stderr(&output);
    assert!(
        message.contains("a.c: the program, or a file that it includes"),
        "{message}"
    );
    assert!(!message.contains("go on with"), "{message}");
    // It is gone.
    fs::remove_file(folder.path("a.c")).expect("it is there");
    let output = folder.run(&["--resume", "rest"]);
    assert_eq!(code(&output), 2);
    // It is what it was: 100 executions are not explored again.
    fs::write(folder.path("a.c"), WRITERS).expect("it can be written");
    let output = folder.run(&[
        "--resume",
        "rest",
        "--max-executions",
        "2420",
        "--workers=1",
    ]);
    let text = stdout(&output);
    assert_eq!(
        text.matches(" 2520 ").count(),
        2,
        "{text}{}",
        stderr(&output)
    );
    assert_eq!((code(&output), &*stderr(&output)), (0, ""));
}

#[test]
fn litmus_tests_that_have_changed_keep_what_was_explored_of_them() {
    let text = writers(3, 2);
    let files = [("a.litmus", text.as_bytes()), ("b.litmus", text.as_bytes())];
    let folder = Folder::new("resume-litmus", &files);
    let whole = folder.run(&["."]);
    let limit = ["--max-executions", "20", "--resume-file", "rest"];
    assert_eq!(code(&folder.run(&[&["."], &limit[..]].concat())), 3);
    fs::write(folder.path("a.litmus"), text.replace("$1", "$7")).expect("it can be written");
    let output = folder.run(&["--resume", "rest"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("a.litmus: it has changed since its check was stopped"));
    fs::write(folder.path("a.litmus"), &text).expect("it can be written");
    let output = folder.run(&["--resume", "rest", "--max-executions", "70"]);
    assert_eq!(timeless(&stdout(&output)), timeless(&stdout(&whole)));
}

#[test]
fn a_file_is_left_alone_if_all_is_explored_or_nothing_is_new() {
    let folder = Folder::new("resume-alone", &[("w.c", WRITERS.as_bytes())]);
    stop(&folder, &["w.c"]);
    let before = content(&folder, "rest");
    let first = folder.run(&["--resume", "rest"]);
    assert!(content(&folder, "rest") == before);
    let second = folder.run(&["--resume", "rest"]);
    let essence = |output: &Output| stdout(output).contains(ALL);
    assert!(essence(&first) && essence(&second));
    let output = folder.run(&["--resume", "rest", "--max-executions", "0"]);
    assert_eq!(code(&output), 3);
    assert!(content(&folder, "rest") == before);
    // Nothing is left beside it.
    let names = fs::read_dir(folder.path(".")).expect("it is there").count();
    assert_eq!(names, 2);
}

#[test]
fn a_file_does_not_say_what_is_run() {
    let folder = Folder::new("resume-data", &[("w.c", WRITERS.as_bytes())]);
    let evil = script(&folder, "evil", "echo it was run >&2; exit 1\n");
    let clang = script(&folder, "my clang", &call_clang());
    let flags = ["--clang", &clang, "--", "-DTHREADS=4", "-DNAME=a b"];
    stop(&folder, &[&["w.c"], &flags[..]].concat());
    let text = String::from_utf8(content(&folder, "rest")).expect("text");
    let session: Value = serde_json::from_str(&text).expect("JSON");
    let keys = session["session"]["choices"].as_object().expect("options");
    assert!(!keys.contains_key("clang") && !keys.contains_key("flags"));
    // They have to be given again, and the same ones.
    for other in [&[][..], &flags[..2], &["--", "-DTHREADS=4"]] {
        let output = folder.run(&[&["--resume", "rest"], other].concat());
        assert_eq!(code(&output), 2);
        let message = stderr(&output);
        assert!(
            message.contains("rest was begun with `--clang '"),
            "{message}"
        );
        assert!(
            message.contains("-- -DTHREADS=4 '-DNAME=a b'`"),
            "{message}"
        );
    }
    // Whatever a file says, nothing else is run.
    for (place, value) in [
        ("/session/choices/clang", json!(evil)),
        ("/session/choices/flags", json!(["-fplugin=./evil"])),
        ("/session/entries/0/clang", json!(evil)),
    ] {
        let (parent, key) = place.rsplit_once('/').expect("a place");
        let mut edited = session.clone();
        edited.pointer_mut(parent).expect("it is there")[key] = value;
        let output = resume_edited(&folder, &edited, &flags);
        assert_eq!(code(&output), 2, "{place}");
        assert!(!stderr(&output).contains("it was run"), "{place}");
    }
    let mut edited = session.clone();
    edited["session"]["again"]["shown"] = json!(" --clang \u{1b}[2Jevil");
    let output = resume_edited(&folder, &edited, &[]);
    assert!(stderr(&output).contains("with `--clang \\u{1b}[2Jevil`"));
    assert!(!stderr(&output).contains("it was run"));
    // The hint has all that it takes.
    fs::write(folder.path("rest"), text).expect("it can be written");
    let output = folder.run(&[&["--resume", "rest", "--max-executions=1"], &flags[..]].concat());
    let message = stderr(&output);
    let (_, hint) = message.split_once("go on with `mazurka ").expect("a hint");
    let hint = hint.trim_end().trim_end_matches('`');
    let mut shell = Command::new("sh");
    shell
        .arg("-c")
        .arg(format!("{} {hint}", env!("CARGO_BIN_EXE_mazurka")));
    let output = shell
        .current_dir(folder.path("."))
        .output()
        .expect("a shell");
    assert!(stdout(&output).contains(ALL), "{hint}: {}", stderr(&output));
}

/// Writes a file again with the digests that it should have, and goes on with it.
fn resume_edited(folder: &Folder, edited: &Value, flags: &[&str]) -> Output {
    write_edited(folder, edited, true);
    folder.run(&[&["--resume", "rest", "--workers=1"], flags].concat())
}

fn write_edited(folder: &Folder, edited: &Value, all: bool) {
    fs::write(folder.path("rest"), edited.to_string()).expect("it can be written");
    let mut reseal = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    reseal.arg("reseal").arg(folder.path("rest"));
    if all {
        reseal.arg("--all");
    }
    let output = reseal.output().expect("the command starts");
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn only_files_of_known_kinds_are_opened() {
    let folder = Folder::new("resume-paths", &[("w.c", WRITERS.as_bytes())]);
    stop(&folder, &["w.c"]);
    let text = content(&folder, "rest");
    let session: Value = serde_json::from_slice(&text).expect("JSON");
    for paths in [
        json!(["/etc/passwd"]),
        json!(["-fplugin=x.so"]),
        json!(["w.c", "/etc/passwd"]),
        json!(["w.litmus"]),
        json!([]),
    ] {
        let mut edited = session.clone();
        edited["session"]["entries"][0]["paths"] = paths;
        let output = resume_edited(&folder, &edited, &[]);
        assert_eq!(code(&output), 2);
        let message = stderr(&output);
        assert!(
            message.starts_with("error: rest is damaged, or was edited"),
            "{message}"
        );
    }
    // A name that begins with a dash is no flag.
    let mut edited = session;
    edited["session"]["entries"][0]["paths"] = json!(["-v.c"]);
    let output = resume_edited(&folder, &edited, &[]);
    assert!(
        stderr(&output).contains("-v.c: No such file"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn files_of_another_build_are_refused() {
    let folder = Folder::new("resume-build", &[("w.c", WRITERS.as_bytes())]);
    stop(&folder, &["w.c"]);
    let text = String::from_utf8(content(&folder, "rest")).expect("text");
    let (_, build) = text.split_once("\"build\":\"").expect("a build");
    let other = text.replace(&build[..64], &"0".repeat(64));
    fs::write(folder.path("rest"), other).expect("it can be written");
    let output = folder.run(&["--resume", "rest"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("rest was written by another build of mazurka"));
    // Only the digest of the whole: what was explored of the program has its own.
    let mut edited: Value = serde_json::from_str(&text).expect("JSON");
    let program = &mut edited["session"]["entries"][0]["begun"]["work"]["Program"];
    program["explored"]["tally"]["statistics"]["complete"] = json!(200);
    write_edited(&folder, &edited, false);
    let output = folder.run(&["--resume", "rest"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("rest is damaged, or was edited"));
    // Nor do options that no command line could have.
    let mut edited: Value = serde_json::from_str(&text).expect("JSON");
    edited["session"]["choices"]["nondet"] = json!([3, 2]);
    write_edited(&folder, &edited, true);
    assert_eq!(code(&folder.run(&["--resume", "rest"])), 2);
    // Nor do options of another command fit.
    let mut edited: Value = serde_json::from_str(&text).expect("JSON");
    edited["session"]["choices"]["model"] = json!("tso");
    write_edited(&folder, &edited, false);
    assert_eq!(code(&folder.run(&["--resume", "rest"])), 2);
}

/// Where numbers, texts and lists are.
fn places(value: &Value, at: String, all: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            all.push(at.clone());
            for (i, item) in items.iter().enumerate() {
                places(item, format!("{at}/{i}"), all);
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                places(field, format!("{at}/{key}"), all);
            }
        }
        _ => all.push(at),
    }
}

/// Changes something.
fn mutate(value: &mut Value, random: &mut Random) {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().unwrap_or(0);
            *value = match random.below(6) {
                0 => json!(number + 1),
                1 => json!(number.wrapping_sub(1)),
                2 => json!(0),
                3 => json!(number * 2 + 3),
                4 => json!(u32::MAX),
                _ => json!(u64::MAX),
            };
        }
        Value::Array(items) if !items.is_empty() => {
            let i = random.below(items.len());
            match random.below(4) {
                0 => drop(items.remove(i)),
                1 => items.push(items[i].clone()),
                2 => items.swap(i, 0),
                _ => items.clear(),
            }
        }
        Value::Array(items) => items.push(json!(0)),
        Value::String(text) => match random.below(3) {
            0 => text.clear(),
            1 => text.push('1'),
            _ => *text = text.chars().rev().collect(),
        },
        Value::Bool(is_set) => *is_set = !*is_set,
        Value::Null => *value = json!(1),
        Value::Object(_) => {}
    }
}

/// However a file is edited: an error, or a result, but never a panic; and what is said to
/// be left is explored.
#[test]
fn edited_files_never_make_it_panic() {
    let text = writers(3, 2);
    let buggy = WRITERS.replace(
        "return 0;\n}\n",
        "if (last == 3) *(int *)0 = 1;\n return 0;\n}\n",
    );
    let files = [
        ("a.litmus", text.as_bytes()),
        ("w.c", WRITERS.as_bytes()),
        ("b.c", buggy.as_bytes()),
    ];
    let folder = Folder::new("resume-edited", &files);
    let mut random = Random::new(3);
    let (mut refused, mut same, mut other) = (0, 0, 0);
    for arguments in [
        &["a.litmus", "--model", "tso"][..],
        &["a.litmus", "--algorithm", "source"],
        &["w.c", "--model", "pso", "--", "-DTHREADS=3"],
        &["b.c", "--keep-going", "--", "-DTHREADS=3"],
    ] {
        let limit = ["--max-executions", "20", "--resume-file", "rest", "--json"];
        let first = folder.run(&[&limit[..], arguments].concat());
        assert!(folder.path("rest").exists(), "{}", stderr(&first));
        let flags = arguments.iter().skip_while(|argument| **argument != "--");
        let flags: Vec<&str> = flags.copied().collect();
        let session: Value = serde_json::from_slice(&content(&folder, "rest")).expect("JSON");
        let counts = |output: &Output| {
            let object: Option<Value> = serde_json::from_str(&stdout(output)).ok();
            object.map(|object| (object["verdict"].clone(), object["complete"].clone()))
        };
        let end = resume_edited(&folder, &session, &flags);
        assert!(code(&end) < 2, "{}", stderr(&end));
        let whole = counts(&end).expect("a result");
        let mut all = Vec::new();
        places(
            &session["session"]["entries"],
            String::from("/session/entries"),
            &mut all,
        );
        for _ in 0..25 {
            let mut edited = session.clone();
            let place = &all[random.below(all.len())];
            mutate(edited.pointer_mut(place).expect("it is there"), &mut random);
            let output = resume_edited(&folder, &edited, &flags);
            let message = stderr(&output);
            let told = format!("{arguments:?} {place}: {message}");
            assert!(
                !message.contains("panicked") && !message.contains("internal"),
                "{told}"
            );
            if code(&output) == 2 {
                assert!(message.starts_with("error: "), "{told}");
                refused += 1;
            } else if counts(&output) == Some(whole.clone()) {
                same += 1;
            } else {
                // The edit claims that something was explored.
                println!("{told}{}", stdout(&output));
                other += 1;
            }
        }
    }
    println!("{refused} refused, {same} same, {other} other");
    assert!(refused > 5 * other && same > 0, "{refused} {same} {other}");
}

#[test]
fn a_bad_place_is_told_before_the_work() {
    let text = writers(5, 5);
    let folder = Folder::new("resume-place", &[("t.litmus", text.as_bytes())]);
    fs::create_dir(folder.path("folder")).expect("it can be made");
    for (place, why) in [
        ("no/where", "No such file"),
        ("folder", "it is a directory"),
        ("t.litmus", "it is no resume file: name another"),
        ("/dev/null", "it is no regular file"),
        ("t.litmus/x", "Not a directory"),
    ] {
        // This would go on for days.
        let output = folder.run(&["t.litmus", "--resume-file", place]);
        assert_eq!(code(&output), 2);
        let message = stderr(&output);
        assert!(
            message.starts_with(&format!("error: cannot write {place}: ")),
            "{message}"
        );
        assert!(message.contains(why), "{message}");
        assert_eq!(stdout(&output), "");
    }
    assert_eq!(content(&folder, "t.litmus"), text.as_bytes());
}

#[test]
fn another_check_does_not_overwrite_what_was_left() {
    let text = writers(4, 3);
    let folder = Folder::new("resume-names", &[("t.litmus", text.as_bytes())]);
    fs::write(folder.path("mazurka-resume.json"), "mine").expect("it can be written");
    let child = spawn(&folder, &["t.litmus", "--workers=1"]);
    thread::sleep(Duration::from_millis(100));
    let mut kill = Command::new("kill");
    kill.args(["-INT", &child.id().to_string()]);
    assert!(kill.status().expect("kill can be run").success());
    let output = child.wait_with_output().expect("it ends");
    if code(&output) == 3 {
        assert!(stderr(&output).contains("--resume mazurka-resume-2.json`"));
        assert!(folder.path("mazurka-resume-2.json").exists());
    }
    assert_eq!(content(&folder, "mazurka-resume.json"), b"mine");
}

#[test]
fn lists_that_name_themselves_are_told_once() {
    let sb = "X86 SB\n{ }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\nexists (x=1)\n";
    let folder = Folder::new(
        "resume-lists",
        &[
            ("@self", b"@self\n@self\nSB.litmus\n"),
            ("@a", b"@b\n@b\nSB.litmus\n"),
            ("@b", b"@a\n./@a\n@b\n"),
            ("SB.litmus", sb.as_bytes()),
        ],
    );
    let output = folder.run(&["@self"]);
    assert_eq!(code(&output), 2);
    let message = stderr(&output);
    assert_eq!(
        message.matches("the list names itself").count(),
        1,
        "{message}"
    );
    assert!(
        stdout(&output).contains("1 verified"),
        "{}",
        stdout(&output)
    );
    let output = folder.run(&["@a"]);
    let message = stderr(&output);
    assert!(message.lines().count() <= 3, "{message}");
    assert!(message.contains("the list names itself"), "{message}");
}

#[test]
fn names_do_not_reach_a_terminal_as_they_are() {
    let text = writers(2, 1).replace("X86 writers", "X86 wri\u{1b}[2Jters");
    let name = "t\u{1b}]0;x\u{7}.litmus";
    let files: [(&str, &[u8]); 3] = [
        (name, text.as_bytes()),
        ("bad\u{1b}[2J.litmus", b"X86 \x1b[2J wrong"),
        (
            "bad\u{9b}\u{202e}.c",
            b"int main(void) { return \"\x1b[31m\"; }",
        ),
    ];
    let folder = Folder::new("resume-names-raw", &files);
    for arguments in [
        &["."][..],
        &[name],
        &["none\u{1b}.litmus", "--resume-file", "x\u{1b}/y"],
        &["--resume", "none\u{1b}"],
    ] {
        let output = folder.run(arguments);
        for text in [stdout(&output), stderr(&output)] {
            let is_wild = |c: char| c.is_control() && c != '\n' && c != '\t' || c == '\u{202e}';
            assert!(!text.contains(is_wild), "{text:?}");
        }
    }
    let limit = ["--max-executions", "1", "--resume-file", "x\u{1b}"];
    let output = folder.run(&[&[name], &limit[..]].concat());
    assert!(
        stderr(&output).contains("--resume $'x\\x1b'`"),
        "{}",
        stderr(&output)
    );
}
