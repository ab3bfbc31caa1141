//! A check ends soon after its limit on time, or after Ctrl-C, whatever it is doing.
//!
//! What "soon" is here is generous, as machines that run tests may be busy.

mod support;

use std::os::unix::fs::PermissionsExt;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};
use support::{Folder, call_clang, stderr, stdout};

/// A limit of a second may be exceeded by this much.
const SOON: Duration = Duration::from_secs(2);

/// Runs a check with a limit of one second.
fn limited(folder: &Folder, arguments: &[&str]) -> Output {
    let begun = Instant::now();
    let output = folder.run(&[arguments, &["--max-time", "1"]].concat());
    let time = begun.elapsed();
    assert!(time < Duration::from_secs(1) + SOON, "{time:?}: {output:?}");
    output
}

/// What ran into a limit of one second.
fn stopped(name: &str, program: &str) {
    let file = format!("{name}.c");
    let folder = Folder::new(&format!("stop-{name}"), &[(&file, program.as_bytes())]);
    for workers in ["1", "2"] {
        let arguments = [&file, "--workers", workers, "--max-events", "1000000000"];
        let output = limited(&folder, &arguments);
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(3), "{text}{}", stderr(&output));
        assert!(text.contains("the limit on time was reached"), "{text}");
    }
}

/// Two threads with events, so that there are executions to choose from, around a body.
fn threads(body: &str) -> String {
    format!(
        "#include <pthread.h>
         #include <stdlib.h>
         #include <string.h>
         int x;
         static char big[16 << 20];
         void *f(void *a) {{ x++; return a; }}
         int main(void) {{
             pthread_t t;
             pthread_create(&t, 0, f, 0);
             x++;
             {body}
             pthread_join(t, 0);
         }}"
    )
}

/// What a scheduler of execution graphs is stopped at before its task has begun is left.
#[test]
fn the_first_step_of_execution_graphs() {
    let program = threads("").replace(
        "pthread_t t;",
        "for (volatile long i = 0; i >= 0; i++) x++;\npthread_t t;",
    );
    let folder = Folder::new("stop-graphs", &[("graphs.c", program.as_bytes())]);
    for model in ["tso", "rc11"] {
        let output = limited(
            &folder,
            &["graphs.c", "--model", model, "--algorithm", "graphs"],
        );
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(3), "{text}{}", stderr(&output));
        assert!(text.contains("the limit on time was reached"), "{text}");
    }
}

#[test]
fn fills_of_memory() {
    stopped(
        "fill",
        &threads("for (unsigned i = 0; i < 1000000; i++) memset(big, i, sizeof big);"),
    );
}

#[test]
fn copies_and_allocations() {
    stopped(
        "copy",
        &threads(
            "for (unsigned i = 0; i < 1000000; i++) {
                 char *p = calloc(64 << 20, 1);
                 memmove(p + 1, big, sizeof big);
                 free(p);
             }",
        ),
    );
}

#[test]
fn functions_of_the_library() {
    stopped(
        "strlen",
        &threads(
            "memset(big, 'x', sizeof big - 1);
             unsigned long sum = 0;
             for (unsigned i = 0; i < 1000000; i++) sum += strlen(big);",
        ),
    );
}

#[test]
fn local_loops_and_calls() {
    stopped(
        "loop",
        "unsigned long s;
         int main(void) { for (unsigned long i = 0; i < 900000000ul; i++) s += i * i ^ s; }",
    );
    stopped(
        "calls",
        "int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
         int main(void) { return fib(50) == 0; }",
    );
    stopped(
        "frames",
        "int f(int n) { char room[64 << 20]; room[0] = n; return room[0]; }
         int main(void) { int s = 0; for (int i = 0; i < 1000000; i++) s += f(s); }",
    );
}

#[test]
fn large_variables() {
    stopped(
        "variables",
        "#include <pthread.h>
         char a[200 << 20], b[200 << 20], c[200 << 20], d[200 << 20] = { 1 };
         int x;
         void *f(void *q) { for (int i = 0; i < 8; i++) x++; return 0; }
         int main(void) {
             pthread_t t, u, v;
             pthread_create(&t, 0, f, 0);
             pthread_create(&u, 0, f, 0);
             pthread_create(&v, 0, f, 0);
         }",
    );
}

/// LLVM IR of some ten megabytes.
#[test]
fn long_files() {
    let mut text = String::from("@x = global i32 0\n");
    for number in 0..60_000 {
        text.push_str(&format!(
            "define i32 @f{number}(i32 %a) {{\n  \
               %b = load i32, ptr @x\n  %c = add i32 %a, %b\n  \
               %d = mul i32 %c, {number}\n  store i32 %d, ptr @x\n  ret i32 %d\n}}\n"
        ));
    }
    text.push_str("define i32 @main() {\n  ret i32 0\n}\n");
    let folder = Folder::new("stop-long", &[("long.ll", text.as_bytes())]);
    let begun = Instant::now();
    let output = folder.run(&["long.ll", "--max-time", "0.05"]);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let text = stdout(&output);
    let words = "the limit on time was reached while long.ll was read";
    assert!(text.contains(words), "{text}");
}

#[test]
fn ctrl_c_within_one_step() {
    let program = threads("for (unsigned i = 0; i < 1000000; i++) memset(big, i, sizeof big);");
    let folder = Folder::new("stop-ctrl-c", &[("fill.c", program.as_bytes())]);
    let output = interrupted(&folder, &["fill.c"], Duration::from_millis(500));
    let text = stdout(&output);
    assert!(text.contains("it was interrupted"), "{text}");
}

/// Runs a check and sends it a signal after a while.
fn interrupted(folder: &Folder, arguments: &[&str], after: Duration) -> Output {
    let mut command = folder.command(arguments);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the command starts");
    std::thread::sleep(after);
    let mut kill = std::process::Command::new("kill");
    let sent = kill.args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill starts").success());
    let begun = Instant::now();
    let output = child.wait_with_output().expect("it ends");
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    output
}

/// A clang that never ends, and neither does what it has started.
fn slow_clang(name: &str) -> Folder {
    let script: &[u8] = b"#!/bin/sh\nsleep 600 &\nwait\n";
    let empty: &[u8] = b"int main(void) { return 0; }\n";
    let files = [("clang.sh", script), ("a.c", empty), ("b.c", empty)];
    let folder = Folder::new(name, &files);
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path("clang.sh"), mode).expect("it is ours");
    folder
}

#[test]
fn a_compiler_that_takes_too_long() {
    let folder = slow_clang("stop-clang");
    let slow = ["--clang", "./clang.sh"];
    let output = limited(&folder, &[&["a.c"], &slow[..]].concat());
    assert_eq!(output.status.code(), Some(3));
    let text = stdout(&output);
    let words = "the limit on time was reached while clang compiled a.c";
    assert!(
        text.starts_with("Unknown: ") && text.contains(words),
        "{text}"
    );

    let output = limited(&folder, &[&["a.c", "--json"], &slow[..]].concat());
    assert_eq!(output.status.code(), Some(3));
    let text = stdout(&output);
    assert!(text.contains("\"verdict\":\"unknown\""), "{text}");
    assert!(text.contains(&format!("\"reason\":\"{words}\"")), "{text}");
}

/// The limit is one of each file.
#[test]
fn a_compiler_that_takes_too_long_for_each_of_two_files() {
    let folder = slow_clang("stop-clang-two");
    let arguments = [
        "a.c",
        "b.c",
        "--each",
        "--clang",
        "./clang.sh",
        "--max-time",
        "0.2",
        "--resume-file",
        "left.json",
    ];
    let output = folder.run(&arguments);
    assert_eq!(output.status.code(), Some(3));
    let text = stdout(&output);
    assert!(
        text.contains("0 verified, 0 bug, 2 unknown, 0 error"),
        "{text}"
    );
    // Nothing is lost: with a clang that does its work, the session comes to its end.
    let script = format!("#!/bin/sh\n{}", call_clang());
    std::fs::write(folder.path("clang.sh"), script).expect("it is ours");
    let output = folder.run(&["--resume", "left.json", "--clang", "./clang.sh"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}{}", stderr(&output));
    assert!(text.contains("2 verified"), "{text}");
}

#[test]
fn ctrl_c_while_clang_compiles() {
    let folder = slow_clang("stop-clang-ctrl-c");
    let arguments = ["a.c", "--clang", "./clang.sh"];
    let output = interrupted(&folder, &arguments, Duration::from_millis(300));
    let text = stdout(&output);
    let words = "it was interrupted while clang compiled a.c";
    assert!(text.contains(words), "{text}");
    let text = stderr(&output);
    assert!(text.contains("--resume mazurka-resume.json"), "{text}");
}

/// An execution that takes long is not run again and again to be shown.
#[test]
fn a_finding_at_the_end_of_a_long_execution() {
    let program = "#include <assert.h>
         unsigned long s;
         int main(void) {
             for (unsigned long i = 0; i < 600000000ul; i++) s += i;
             assert(s == 0);
         }";
    let folder = Folder::new("stop-show", &[("show.c", program.as_bytes())]);
    let begun = Instant::now();
    let output = folder.run(&["show.c", "--max-time", "1"]);
    assert!(begun.elapsed() < Duration::from_secs(1) + SOON);
    assert_ne!(output.status.code(), Some(0), "{}", stdout(&output));
    let begun = Instant::now();
    let output = folder.run(&["show.c", "--replay", "1/", "--max-time", "0.1"]);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    let text = stderr(&output);
    assert!(text.contains("the limit on time was reached"), "{text}");
}

/// What comes after a bug was found may be stopped anywhere, and the bug is told.
#[test]
fn a_bug_is_told_whenever_the_time_is_up() {
    let program = "#include <assert.h>
         #include <pthread.h>
         unsigned x = 1, y = 1;
         void *f(void *a) { for (int i = 0; i < 5; i++) x += y; return a; }
         void *g(void *a) { for (int i = 0; i < 5; i++) y += x; return a; }
         int main(void) {
             pthread_t t, u;
             pthread_create(&t, 0, f, 0);
             pthread_create(&u, 0, g, 0);
             pthread_join(t, 0);
             pthread_join(u, 0);
             assert(x < 144 && y < 144);
         }";
    let folder = Folder::new("stop-told", &[("told.c", program.as_bytes())]);
    let page = ["--html", "told.html"];
    for (time, more) in [("0.1", &[][..]), ("0.3", &[]), ("0.6", &[]), ("0.6", &page)] {
        let arguments = ["told.c", "--max-time", time];
        let output = folder.run(&[&arguments, more].concat());
        let text = stdout(&output);
        let is_right = match output.status.code() {
            Some(1) => text.contains("\nBug: assertion failed"),
            Some(3) => text.contains("the limit on time was reached"),
            _ => false,
        };
        assert!(is_right, "{time}: {output:?}");
    }
    // The picture of an exploration whose executions are slow is stopped, too.
    let slow = "#include <pthread.h>
         unsigned long s, x;
         void *f(void *a) { x++; return a; }
         int main(void) {
             pthread_t t;
             pthread_create(&t, 0, f, 0);
             x++;
             for (unsigned long i = 0; i < 300000000ul; i++) s += i;
             pthread_join(t, 0);
         }";
    let folder = Folder::new("stop-drawn", &[("slow.c", slow.as_bytes())]);
    let output = folder.run(&["slow.c", "--max-time", "0.3", "--html", "slow.html"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(!stderr(&output).contains("internal error"), "{output:?}");
}

#[test]
fn only_regular_files_are_read() {
    let folder = Folder::new("stop-fifo", &[]);
    for name in ["pipe.c", "pipe.ll", "pipe.litmus"] {
        let mut make = std::process::Command::new("mkfifo");
        let made = make.arg(folder.path(name)).status();
        assert!(made.expect("mkfifo starts").success());
        let begun = Instant::now();
        let output = folder.run(&[name, "--max-time", "5"]);
        assert!(begun.elapsed() < SOON, "{name}");
        assert_eq!(output.status.code(), Some(2), "{name}");
        let text = stderr(&output);
        let words = format!("error: {name}: this is no regular file");
        assert!(text.starts_with(&words), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}
