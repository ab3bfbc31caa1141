//! A verdict that was found is told, whatever comes after; files are whole or not there.

mod support;

use std::fs;
use std::io::Read;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use support::{Folder, stderr, stdout};

/// A lost update.
const BUG: &str = "
    #include <assert.h>
    #include <pthread.h>
    int x;
    void *run(void *a) { int v = x; x = v + 1; return a; }
    int main(void) {
        pthread_t a, b;
        pthread_create(&a, 0, run, 0);
        pthread_create(&b, 0, run, 0);
        pthread_join(a, 0);
        pthread_join(b, 0);
        assert(x == 2);
    }
";

/// Three threads whose steps depend on one another: far too much to explore.
const LONG: &str = "
    #include <pthread.h>
    #include <stdatomic.h>
    atomic_int x;
    void *run(void *a) { for (int i = 0; i < N; i++) x = x + 1; return a; }
    int main(void) {
        pthread_t t[3];
        for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, 0);
        for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    }
";

/// A bug that takes two preemptions, beside threads that can go on in many ways: whether there is a
/// simpler execution takes long to find out.
const DEEP: &str = "
    #include <assert.h>
    #include <pthread.h>
    #include <stdatomic.h>
    atomic_int x, y;
    void *walk(void *a) { for (int i = 0; i < 6; i++) y = y + 1; return a; }
    void *run(void *a) { for (int i = 0; i < 3; i++) x = x + 1; return a; }
    int main(void) {
        pthread_t t[5];
        for (int i = 0; i < 5; i++) pthread_create(&t[i], 0, i < 3 ? walk : run, 0);
        for (int i = 0; i < 5; i++) pthread_join(t[i], 0);
        assert(x != 2);
    }
";

fn folder(name: &str) -> Folder {
    let files = [
        ("bug.c", BUG.as_bytes()),
        ("long.c", LONG.as_bytes()),
        ("deep.c", DEEP.as_bytes()),
    ];
    Folder::new(&format!("settled-{name}"), &files)
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

#[test]
fn a_file_that_cannot_be_written_at_the_end_is_a_warning() {
    let folder = folder("warning");
    for option in ["--html", "--svg", "--dot"] {
        let output = folder.run(&["bug.c", "--quiet", option, "/dev/full"]);
        assert_eq!(code(&output), Some(1), "{}", stderr(&output));
        assert!(
            stdout(&output).starts_with("Bug: assertion"),
            "{}",
            stdout(&output)
        );
        let warning = "warning: cannot write /dev/full: ";
        assert!(stderr(&output).contains(warning), "{}", stderr(&output));
    }
}

#[test]
fn outputs_are_tried_before_the_exploration() {
    let folder = folder("tried");
    for option in ["--html", "--svg", "--dot", "--lcov", "--resume-file"] {
        // It would take for ever.
        let output = folder.run(&["long.c", option, "none/file", "--", "-DN=9"]);
        assert_eq!(code(&output), Some(2), "{}", stderr(&output));
        let why = "error: cannot write none/file: No such file or directory (os error 2): make the \
                   folder, or name another";
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
    let output = folder.run(&["long.c", "--trace-dir", "bug.c/traces", "--", "-DN=9"]);
    assert_eq!(code(&output), Some(2));
    assert!(
        stderr(&output).contains("cannot make bug.c/traces"),
        "{}",
        stderr(&output)
    );
}

/// Standard output that takes nothing.
#[test]
fn a_bug_that_cannot_be_printed_is_told_elsewhere() {
    let folder = folder("full");
    let full = || {
        fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("it is there")
    };
    for format in ["text", "json", "junit", "sarif", "github"] {
        let mut command = folder.command(&["bug.c", "--format", format]);
        let output = command.stdout(full()).stderr(Stdio::piped()).output();
        let output = output.expect("the command starts");
        assert_eq!(code(&output), Some(1), "{format}");
        let said = stderr(&output);
        assert!(said.contains("error: cannot write the results: "), "{said}");
        assert!(said.contains("a bug was found"), "{said}");
    }
    // Nothing is verified if no one was told.
    let mut command = folder.command(&["long.c", "--", "-DN=1"]);
    let output = command.stdout(full()).stderr(Stdio::piped()).output();
    assert_eq!(code(&output.expect("the command starts")), Some(2));
}

#[test]
fn a_reader_that_has_seen_enough_changes_nothing() {
    let folder = folder("pipe");
    let mut command = folder.command(&["bug.c", "--trace-dir", "traces"]);
    let (reader, writer) = std::io::pipe().expect("there are pipes");
    drop(reader);
    let child = command.stdout(writer).stderr(Stdio::piped()).spawn();
    drop(command);
    let output = child.and_then(Child::wait_with_output).expect("it ends");
    assert_eq!(code(&output), Some(1), "{}", stderr(&output));
    assert!(folder.path("traces/bug-assertion.json").is_file());
}

/// The bug is printed while the simplest execution is still looked for.
#[test]
fn a_bug_is_told_at_once() {
    let folder = folder("at-once");
    for format in ["text", "github"] {
        let mut command = folder.command(&["bug.c", "--shorten", "600", "--format", format]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = child.expect("the command starts");
        let mut out = child.stdout.take().expect("it is piped");
        let mut beginning = [0; 16];
        out.read_exact(&mut beginning).expect("it is printed");
        assert_eq!(&beginning, b"assertion failed");
        let _ = child.kill();
        let _ = child.wait();
    }
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill")
        .args([&format!("-{name}"), &child.id().to_string()])
        .status();
    assert!(sent.expect("kill starts").success());
}

/// What a check has printed that got signals while it looked for a simpler execution, when its
/// verdict was settled. On a busy machine that may take a while.
fn ended_by(folder: &Folder, format: &str, signals: &[&str]) -> Output {
    let mut seconds = 2;
    loop {
        let options = ["deep.c", "--shorten", "600", "--format", format];
        let mut command = folder.command(&options);
        let child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let child = child.expect("the command starts");
        std::thread::sleep(Duration::from_secs(seconds));
        for (nth, name) in signals.iter().enumerate() {
            let pause = if nth > 0 { 150 } else { 0 };
            std::thread::sleep(Duration::from_millis(pause));
            signal(&child, name);
        }
        let output = child.wait_with_output().expect("it ends");
        if code(&output) == Some(1) || seconds > 40 {
            return output;
        }
        seconds *= 3;
    }
}

const FORMATS: [(&str, &str); 5] = [
    ("text", "\nBug: assertion"),
    ("github", "\nBug: assertion"),
    ("json", "\"verdict\":\"bug\""),
    ("junit", "<failure type=\"assertion\""),
    ("sarif", "\"ruleId\": \"assertion\""),
];

#[test]
fn a_second_signal_leaves_what_was_found() {
    let folder = folder("second");
    for (format, words) in FORMATS {
        let output = ended_by(&folder, format, &["INT", "INT"]);
        assert_eq!(code(&output), Some(1), "{format}: {}", stderr(&output));
        assert!(
            stdout(&output).contains(words),
            "{format}: {}",
            stdout(&output)
        );
    }
}

/// As a stack overflow ends it, or no memory.
#[test]
fn an_abort_leaves_what_was_found() {
    let folder = folder("abort");
    for (format, words) in FORMATS {
        let output = ended_by(&folder, format, &["ABRT"]);
        assert_eq!(code(&output), Some(1), "{format}: {}", stderr(&output));
        assert!(
            stdout(&output).contains(words),
            "{format}: {}",
            stdout(&output)
        );
        let warning = "please report it: the command aborted after its verdict was settled";
        assert!(stderr(&output).contains(warning), "{}", stderr(&output));
    }
    // Nothing was found.
    let mut command = folder.command(&["long.c", "--", "-DN=9"]);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let child = child.expect("the command starts");
    std::thread::sleep(Duration::from_millis(1500));
    signal(&child, "ABRT");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((code(&output), stdout(&output)), (None, String::new()));
}

/// While other executions are explored, a bug that was found is not lost.
#[test]
fn an_abort_of_the_exploration_leaves_what_was_found() {
    let text = LONG
        .replace(
            "    atomic_int x;",
            "    #include <assert.h>\n    atomic_int x;",
        )
        .replace(
            "pthread_join(t[i], 0);\n",
            "pthread_join(t[i], 0);\n        assert(x == 0);\n",
        );
    let folder = Folder::new("settled-early", &[("early.c", text.as_bytes())]);
    for (workers, format, words) in [
        (["--workers", "1"], "text", "Bug: assertion"),
        (["--workers", "2"], "json", "\"verdict\":\"bug\""),
        (["--processes", "2"], "junit", "<failure"),
    ] {
        let options = ["early.c", "--keep-going", "--format", format];
        let options = [&options[..], &workers, &["--", "-DN=9"]].concat();
        let mut command = folder.command(&options);
        let child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let child = child.expect("the command starts");
        std::thread::sleep(Duration::from_millis(3000));
        signal(&child, "ABRT");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(code(&output), Some(1), "{format}: {}", stderr(&output));
        assert!(
            stdout(&output).contains(words),
            "{format}: {}",
            stdout(&output)
        );
    }
}

/// What was explored is kept while it runs; a kill loses little.
#[test]
fn a_killed_check_goes_on_from_its_checkpoint() {
    let folder = folder("killed");
    let whole = folder.run(&["long.c", "--json", "--", "-DN=3"]);
    let field = |output: &Output, name: &str| -> u64 {
        let text = stdout(output);
        let value: serde_json::Value = serde_json::from_str(text.trim()).expect("JSON");
        value[name].as_u64().expect("a number")
    };
    for workers in [["--workers", "1"], ["--workers", "2"], ["--processes", "2"]] {
        let options = ["long.c", "--json", "--checkpoint", "0.05"];
        let options = [&options[..], &workers, &["--", "-DN=3"]].concat();
        let mut command = folder.command(&options);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut child = child.expect("the command starts");
        let file = folder.path("mazurka-resume.json");
        let begun = Instant::now();
        let is_written = || fs::metadata(&file).is_ok_and(|data| data.len() > 0);
        while !is_written() && child.try_wait().expect("it is ours").is_none() {
            assert!(begun.elapsed() < Duration::from_secs(60), "nothing is kept");
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().expect("it is ours");
        child.wait().expect("it ends");
        if !is_written() {
            // It was done before it could be killed.
            continue;
        }
        let again = ["--resume", "mazurka-resume.json", "--", "-DN=3"];
        let output = folder.run(&again);
        assert_eq!(code(&output), Some(0), "{}", stderr(&output));
        assert_eq!(field(&output, "complete"), field(&whole, "complete"));
        assert_eq!(field(&output, "blocked"), 0);
        fs::remove_file(&file).expect("it is left");
    }
    // One that is done leaves nothing.
    let options = ["long.c", "--json", "--checkpoint", "0.02", "--", "-DN=3"];
    let output = folder.run(&options);
    assert_eq!(field(&output, "complete"), field(&whole, "complete"));
    assert!(
        stderr(&output).contains("note: what was explored is kept in"),
        "{}",
        stderr(&output)
    );
    let entries = fs::read_dir(folder.path(""))
        .expect("it is there")
        .flatten();
    let left = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let left: Vec<String> = left.filter(|name| name.contains("resume")).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Signals that end sessions end a check in good order, and leave a file.
#[test]
fn signals_that_end_a_session_leave_a_file() {
    for name in ["HUP", "QUIT", "TERM"] {
        let folder = folder(&format!("signal-{name}"));
        let mut command = folder.command(&["long.c", "--", "-DN=9"]);
        let child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let child = child.expect("the command starts");
        std::thread::sleep(Duration::from_millis(1500));
        signal(&child, name);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(code(&output), Some(3), "{name}: {}", stderr(&output));
        assert!(
            stdout(&output).contains("it was interrupted"),
            "{}",
            stdout(&output)
        );
        assert!(folder.path("mazurka-resume.json").is_file());
    }
    // A check that is not to mind that its terminal goes.
    let folder = folder("nohup");
    let shell = format!(
        "trap '' HUP; exec {} check long.c --max-time 3 -- -DN=9",
        env!("CARGO_BIN_EXE_mazurka")
    );
    let mut command = Command::new("sh");
    command.args(["-c", &shell]).current_dir(folder.path(""));
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let child = child.expect("the command starts");
    std::thread::sleep(Duration::from_millis(1500));
    signal(&child, "HUP");
    let output = child.wait_with_output().expect("it ends");
    assert!(
        stdout(&output).contains("the limit on time"),
        "{}",
        stdout(&output)
    );
}
