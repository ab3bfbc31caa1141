//! What foreign programs, settings and compilers cannot do: be run unasked, have files read into
//! reports, write lines that look like ours, go on for ever. These tests need a clang.

mod support;

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::process::Output;
use std::time::{Duration, Instant};
use support::{Folder, clang, code, stderr, stdout};

/// A test may take that long where it ends at all.
const SOON: Duration = Duration::from_secs(60);

const FINE: &str = "X86 fine\n{}\n P0 ;\n MOV [x],$1 ;\nexists (x=1)\n";

/// A program with a bug, whose lines say that they are of another file.
fn of_file(name: &str) -> String {
    format!(
        "#include <assert.h>\n#include <pthread.h>\nint shared;\n\
         #line 1 \"{name}\"\n\
         static void *add(void *a) {{ shared++; return a; }}\n\
         int main(void) {{\n  pthread_t t;\n  pthread_create(&t, 0, add, 0);\n  shared++;\n\
         \x20 pthread_join(t, 0);\n  assert(shared == 2);\n}}\n"
    )
}

/// Checks with a folder of its own for what is trusted.
fn run(folder: &Folder, arguments: &[&str]) -> Output {
    let mut command = folder.command(arguments);
    command.env("XDG_STATE_HOME", folder.path("state"));
    command.output().expect("the command starts")
}

fn script(folder: &Folder, name: &str, text: &str) {
    let path = folder.path(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("it can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it can be changed");
}

fn refused(output: &Output, words: &[&str]) {
    assert_eq!(code(output), 2, "{}{}", stdout(output), stderr(output));
    let said = stderr(output);
    assert!(said.starts_with("error: "), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    for word in words {
        assert!(said.contains(word), "{word}: {said}");
    }
}

fn settings(name: &str, text: &str) -> Folder {
    let files = [
        ("fine.litmus", FINE),
        ("fine.c", "int main(void) {}\n"),
        ("mazurka.toml", text),
    ];
    let files = files.map(|(name, text)| (name, text.as_bytes()));
    Folder::new(&format!("trust-{name}"), &files)
}

#[test]
fn settings_of_another_user_are_refused() {
    let folder = settings("owner", "files = [\"fine.litmus\"]\n");
    assert_eq!(code(&run(&folder, &[])), 0);
    if chown(folder.path("mazurka.toml"), Some(12345), None).is_err() {
        eprintln!("not tested: only root can give files away");
        return;
    }
    let output = run(&folder, &[]);
    refused(
        &output,
        &[
            "mazurka.toml",
            "belongs to another user (number 12345)",
            "--config",
        ],
    );
    // Who names it has looked at it.
    assert_eq!(code(&run(&folder, &["--config", "mazurka.toml"])), 0);
    chown(folder.path("mazurka.toml"), Some(0), None).expect("root can");
    chown(folder.path(""), Some(12345), None).expect("root can");
    refused(&run(&folder, &[]), &["belongs to another user"]);
}

#[test]
fn settings_that_others_may_write_are_refused() {
    let folder = settings("writable", "files = [\"fine.litmus\"]\n");
    let mode = |name: &str, mode| {
        fs::set_permissions(folder.path(name), fs::Permissions::from_mode(mode))
            .expect("it is ours");
    };
    mode("mazurka.toml", 0o666);
    refused(
        &run(&folder, &[]),
        &["mazurka.toml", "everybody may write to it", "--config"],
    );
    mode("mazurka.toml", 0o644);
    assert_eq!(code(&run(&folder, &[])), 0);
    mode("", 0o777);
    refused(&run(&folder, &[]), &["everybody may write to /"]);
    mode("", 0o1777);
    assert_eq!(code(&run(&folder, &[])), 0);
    mode("", 0o755);
}

#[test]
fn settings_above_a_repository_or_the_home_are_not_read() {
    let folder = settings("above", "files = [\"fine.litmus\"]\n");
    fs::create_dir_all(folder.path("repository/sub")).expect("it can be made");
    let below = |home: Option<&str>| {
        let mut command = folder.command(&[]);
        command.current_dir(folder.path("repository/sub"));
        if let Some(home) = home {
            command.env("HOME", folder.path(home));
        }
        command.output().expect("the command starts")
    };
    assert_eq!(code(&below(None)), 0);
    refused(
        &below(Some("repository")),
        &["there is no program to check"],
    );
    assert_eq!(code(&below(Some("."))), 0);
    fs::create_dir(folder.path("repository/.git")).expect("it can be made");
    refused(&below(None), &["there is no program to check"]);
    // Those of the root itself count.
    let text = "files = [\"../fine.litmus\"]\n";
    fs::write(folder.path("repository/mazurka.toml"), text).expect("it can be written");
    assert_eq!(code(&below(None)), 0);
}

#[test]
fn settings_that_run_code_need_a_word_once() {
    let folder = settings("runs", "files = [\"fine.c\"]\nclang = \"./clang.sh\"\n");
    script(&folder, "clang.sh", &format!("exec {} \"$@\"", clang()));
    let words = [
        "mazurka.toml:2: clang: it names a program that is run",
        "--trust-config",
    ];
    refused(&run(&folder, &[]), &words);
    // Also where it is named, but not where it does not count.
    refused(&run(&folder, &["--config", "mazurka.toml"]), &words);
    assert_eq!(
        code(&run(
            &folder,
            &["--config=mazurka.toml", "--clang", &clang()]
        )),
        0
    );
    let output = run(&folder, &["--trust-config"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(code(&run(&folder, &[])), 0);
    let list = fs::read_to_string(folder.path("state/mazurka/trusted")).expect("it is there");
    assert!(
        list.ends_with("/mazurka.toml\n") && list.lines().count() == 1,
        "{list}"
    );
    // What has changed is not what was trusted.
    let text = "files = [\"fine.c\"]\nclang = \"./clang.sh\"\nflags = [\"-O0\"]\n";
    fs::write(folder.path("mazurka.toml"), text).expect("it can be written");
    refused(&run(&folder, &[]), &words);
    assert_eq!(code(&run(&folder, &["--trust-config"])), 0);
    let list = fs::read_to_string(folder.path("state/mazurka/trusted")).expect("it is there");
    assert_eq!(list.lines().count(), 1, "{list}");
}

#[test]
fn settings_with_flags_that_load_code_are_refused() {
    for (name, flags) in [
        ("plugin", "\"-fplugin=./evil.so\""),
        ("load", "\"-Xclang\", \"-load\", \"-Xclang\", \"./evil.so\""),
        ("pass", "\"-fpass-plugin=./evil.so\""),
        ("response", "\"@flags\""),
        ("include", "\"-include\", \"/etc/passwd\""),
    ] {
        let text = format!("files = [\"fine.c\"]\nflags = [{flags}]\n");
        let folder = settings(&format!("flags-{name}"), &text);
        refused(
            &run(&folder, &[]),
            &["mazurka.toml:2: flags: the flag", "--trust-config"],
        );
    }
    // And harmless ones are not.
    let text = "files = [\"fine.c\"]\nflags = [\"-DN=3\", \"-I\", \"include\", \"-Wall\"]\n";
    let folder = settings("flags-fine", text);
    assert_eq!(code(&run(&folder, &[])), 0);
}

#[test]
fn settings_do_not_write_elsewhere() {
    let text = "files = [\"fine.litmus\"]\nhtml = \"../page.html\"\n";
    let folder = settings("writes", text);
    refused(
        &run(&folder, &[]),
        &["mazurka.toml:2: html: it names a file outside"],
    );
    fs::write(folder.path("mazurka.toml"), text.replace("../", "")).expect("it can be written");
    let output = run(&folder, &[]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(folder.path("page.html").is_file());
}

/// The lines of a file that a program only says it is from are in no report.
#[test]
fn no_report_has_lines_of_a_foreign_file() {
    let secret = "the secret line of another";
    let text = format!("{secret}\n").repeat(20);
    let above = Folder::new("trust-secret", &[("secret.c", text.as_bytes())]);
    let place = above.path("secret.c").canonicalize().expect("it is there");
    let place = place.display().to_string();
    let program = of_file(&place);
    let folder = Folder::new("trust-foreign", &[("a.c", program.as_bytes())]);
    fs::create_dir(folder.path(".git")).expect("it can be made");
    let outputs = [
        "--html=a.html",
        "--dot=a.dot",
        "--svg=a.svg",
        "--trace-dir=traces",
        "--lcov=a.info",
    ];
    for format in ["text", "json", "junit", "sarif", "github"] {
        let format = format!("--format={format}");
        let output = run(&folder, &[&["a.c", &format], &outputs[..]].concat());
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        let mut all = vec![stdout(&output), stderr(&output)];
        for name in [
            "a.html",
            "a.dot",
            "a.svg",
            "a.info",
            "traces/a-assertion.json",
        ] {
            all.push(fs::read_to_string(folder.path(name)).expect("it was written"));
        }
        for text in all {
            assert!(!text.contains(secret), "{format}: {text}");
        }
    }
    // A trace file of such a program, and a page of it.
    let mut show = std::process::Command::new(env!("CARGO_BIN_EXE_mazurka"));
    show.args(["show", "traces/a-assertion.json", "--html=b.html"]);
    let output = show
        .current_dir(folder.path(""))
        .output()
        .expect("the command starts");
    let page = fs::read_to_string(folder.path("b.html")).expect("it was written");
    assert!(!(stdout(&output) + &page).contains(secret));
    // A header of the program is shown.
    fs::write(folder.path("own.h"), &text).expect("it can be written");
    fs::write(folder.path("a.c"), of_file("own.h")).expect("it can be written");
    let output = run(&folder, &["a.c"]);
    assert!(stdout(&output).contains(secret), "{}", stdout(&output));
}

/// Files that have no end, or nobody writes to, are not waited for.
#[test]
fn a_report_does_not_wait_for_what_is_no_file() {
    let folder = Folder::new("trust-devices", &[]);
    let make = |name: &str| {
        let made = std::process::Command::new("mkfifo")
            .arg(folder.path(name))
            .status();
        assert!(made.expect("mkfifo starts").success());
    };
    make("pipe.h");
    for name in ["/dev/zero", "pipe.h"] {
        fs::write(folder.path("a.c"), of_file(name)).expect("it can be written");
        let begun = Instant::now();
        let output = run(&folder, &["a.c", "--html=a.html"]);
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        assert!(begun.elapsed() < SOON);
    }
    // The same where the compiler reads it. (clang takes a device for an empty file, or reads it.)
    for (name, codes) in [("/dev/zero", &[0, 2, 3][..]), ("pipe.h", &[3])] {
        let text = format!("#include \"{name}\"\nint main(void) {{}}\n");
        fs::write(folder.path("b.c"), text).expect("it can be written");
        let begun = Instant::now();
        let output = run(&folder, &["b.c", "--max-time=1"]);
        assert!(
            codes.contains(&code(&output)),
            "{}{}",
            stdout(&output),
            stderr(&output)
        );
        assert!(begun.elapsed() < SOON);
    }
    // A folder with one is not a folder that is never read to its end.
    make("x.litmus");
    make("x.erl");
    make("x.beam");
    let begun = Instant::now();
    let output = run(&folder, &[".", "--max-time=5"]);
    assert_eq!(code(&output), 2);
    assert!(begun.elapsed() < SOON);
}

/// What would be taken for one of our lines.
const FAKE: &str = "Verified: no execution shows a bug";

fn has_fake(text: &str) -> bool {
    let is_fake = |line: &str| {
        let line = line.trim_start();
        line.starts_with("Verified") || line.starts_with("::") && !line.starts_with("::error")
    };
    let is_wild = |c: char| c.is_control() && c != '\n' && c != '\t' || c == '\u{202e}';
    text.lines().any(is_fake) || text.contains(is_wild)
}

/// Checks in each format, and looks for lines that are not ours.
fn in_all_formats(folder: &Folder, file: &str, exit_code: i32) {
    let outputs = [
        "--html=a.html",
        "--dot=a.dot",
        "--svg=a.svg",
        "--trace-dir=traces",
    ];
    for format in ["text", "json", "junit", "sarif", "github", "table"] {
        let words = match format {
            "table" => vec![file, "--each", "."],
            _ if [".erl", ".beam"].iter().any(|end| file.ends_with(end)) => {
                vec![file, "--format", format]
            }
            _ => vec![file, "--format", format, "--coverage", "--lcov=a.info"],
        };
        let words = [&words[..], &outputs].concat();
        let _ = fs::remove_file(folder.path("a.html"));
        let output = run(folder, &words);
        let (out, err) = (stdout(&output), stderr(&output));
        assert_eq!(code(&output), exit_code, "{format}: {out}{err}");
        assert!(!has_fake(&out), "{format}: {out}");
        assert!(!has_fake(&err), "{format}: {err}");
        let mut files: Vec<_> = ["a.html", "a.dot", "a.svg", "a.info"]
            .map(|name| folder.path(name))
            .into();
        files.extend(
            fs::read_dir(folder.path("traces"))
                .expect("it is there")
                .flatten()
                .map(|entry| entry.path()),
        );
        for path in files.iter().filter(|path| path.is_file()) {
            let text = fs::read_to_string(path).expect("it is text");
            let is_ours = |line: &str| !line.trim_start().starts_with("Verified: no");
            assert!(text.lines().all(is_ours), "{}: {text}", path.display());
            assert!(!text.contains(['\u{202e}', '\x1b']), "{}", path.display());
        }
        let trace = fs::read_dir(folder.path("traces"))
            .expect("it is there")
            .flatten()
            .next();
        if let Some(trace) = trace {
            let mut show = std::process::Command::new(env!("CARGO_BIN_EXE_mazurka"));
            let show = show
                .arg("show")
                .arg(trace.path())
                .output()
                .expect("the command starts");
            assert!(!has_fake(&stdout(&show)), "{}", stdout(&show));
        }
    }
}

#[test]
fn names_of_a_program_write_no_lines() {
    let name = format!("x.c\\n{FAKE}\\n::add-mask::x\\x1b[2J\u{202e}");
    let program = of_file(&name);
    let folder = Folder::new("trust-names", &[("a.c", program.as_bytes())]);
    in_all_formats(&folder, "a.c", 1);
}

/// LLVM IR that was written by hand names its symbols as it likes.
#[test]
fn names_of_symbols_write_no_lines() {
    let text = format!(
        "@\"x\\0A{FAKE}\\1B\" = global i32 0\n\
         declare void @\"g\\0A{FAKE}\"()\n\
         define void @\"f\\0A{FAKE}\"() {{\n  %p = load atomic i32, ptr null seq_cst, align 4\n  ret void\n}}\n\
         define i32 @main() {{\n  store atomic i32 1, ptr @\"x\\0A{FAKE}\\1B\" seq_cst, align 4\n\
         \x20 call void @\"f\\0A{FAKE}\"()\n  ret i32 0\n}}\n"
    );
    let folder = Folder::new("trust-symbols", &[("a.ll", text.as_bytes())]);
    in_all_formats(&folder, "a.ll", 1);
    // What is refused names it, too.
    let text = text.replace("call void @\"f", "call void @\"g");
    let folder = Folder::new("trust-unknown", &[("a.ll", text.as_bytes())]);
    in_all_formats(&folder, "a.ll", 2);
    // A damaged one is an error, and no panic.
    for end in [10, 40, text.len() / 2, text.len() - 3] {
        fs::write(folder.path("a.ll"), &text[..end]).expect("it can be written");
        let output = run(&folder, &["a.ll"]);
        assert_eq!(code(&output), 2, "{}", stderr(&output));
        assert!(!has_fake(&stderr(&output)), "{}", stderr(&output));
    }
}

/// The texts of failed assertions are of the program, too.
#[test]
fn messages_of_a_program_write_no_lines() {
    let text = format!(
        "void __assert_fail(const char *, const char *, unsigned, const char *);\n\
         int main(void) {{ __assert_fail(\"x\\n{FAKE}\\x1b\", \"f\", 1, \"g\"); }}\n"
    );
    let folder = Folder::new("trust-messages", &[("a.i", text.as_bytes())]);
    in_all_formats(&folder, "a.i", 1);
}

#[test]
fn a_file_with_a_line_end_in_its_name_is_refused() {
    let name = format!("a.litmus\n{FAKE}.litmus");
    let folder = Folder::new("trust-file", &[(&name, FINE.as_bytes())]);
    for words in [
        &["."][..],
        &[&name],
        &[".", "--format=junit"],
        &[".", "--format=sarif"],
        &[".", "--format=github"],
    ] {
        let output = run(&folder, words);
        assert_eq!(code(&output), 2);
        let (out, err) = (stdout(&output), stderr(&output));
        assert!(!has_fake(&out) && !has_fake(&err), "{out}{err}");
        assert!(err.contains("its name has a line end: rename it"), "{err}");
    }
}

#[test]
fn names_of_litmus_tests_write_no_lines() {
    let text = format!("X86 a\n{{ \"x\n{FAKE}\"=1; }}\n P0 ;\n MOV [x],$1 ;\nexists (x=1)\n");
    let folder = Folder::new("trust-litmus", &[("a.litmus", text.as_bytes())]);
    let output = run(&folder, &["a.litmus"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    let said = stderr(&output);
    assert!(
        said.contains("this quoted name has a line end") && !has_fake(&said),
        "{said}"
    );
}

fn has(program: &str) -> bool {
    let found = std::process::Command::new(program)
        .arg("--version")
        .output()
        .is_ok();
    if !found {
        eprintln!("not tested: there is no {program}");
    }
    found
}

#[test]
fn names_of_erlang_write_no_lines() {
    if !has("erlc") {
        return;
    }
    let text = format!(
        "-module(a).\n-export([test/0, 'f\\n{FAKE}\\e'/1]).\n\
         -file(\"x\\n{FAKE}\\e\u{202e}.erl\", 7).\n\
         test() -> register('n\\n{FAKE}\\e', self()), 'f\\n{FAKE}\\e'(1), ok.\n\
         'f\\n{FAKE}\\e'(X) -> self() ! X, receive X -> error({{'bad\\n{FAKE}\\e', X}}) end.\n"
    );
    let folder = Folder::new("trust-erlang", &[("a.erl", text.as_bytes())]);
    in_all_formats(&folder, "a.erl", 1);
    // The same without a compiler, and damaged.
    let mut erlc = std::process::Command::new("erlc");
    let made = erlc.arg("a.erl").current_dir(folder.path("")).status();
    assert!(made.expect("erlc starts").success());
    fs::remove_file(folder.path("a.erl")).expect("it is there");
    in_all_formats(&folder, "a.beam", 1);
    let bytes = fs::read(folder.path("a.beam")).expect("it is there");
    for end in (0..bytes.len()).step_by(97) {
        let mut damaged = bytes[..end].to_vec();
        damaged.resize(bytes.len(), b'\n');
        fs::write(folder.path("a.beam"), &damaged).expect("it can be written");
        let output = run(&folder, &["a.beam", "--max-time=5"]);
        assert!(!has_fake(&stdout(&output)) && !has_fake(&stderr(&output)));
        assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
    }
}

#[test]
fn a_compiler_sees_little_of_the_environment() {
    let folder = Folder::new("trust-environment", &[("a.c", b"int main(void) {}\n")]);
    script(&folder, "clang.sh", "env >&2; pwd -P >&2; exit 1");
    let mut command = folder.command(&["a.c", "--clang=./clang.sh"]);
    command.envs([
        ("AWS_SECRET_ACCESS_KEY", "secret"),
        ("CPATH", "/secret"),
        ("CCC_OVERRIDE_OPTIONS", "# +-fplugin=secret"),
        ("LD_PRELOAD", ""),
        ("LC_MESSAGES", "C"),
    ]);
    let output = command.output().expect("the command starts");
    assert_eq!(code(&output), 2);
    let said = stderr(&output);
    for name in [
        "secret",
        "AWS_",
        "CPATH",
        "CCC_OVERRIDE",
        "LD_PRELOAD",
        "MAZURKA",
        "CARGO",
    ] {
        let is_there = said.lines().any(|line| {
            line.contains(name)
                && line.contains('=')
                && !line.starts_with("LD_LIBRARY_PATH=")
                && !line.starts_with("PATH=")
                && !line.starts_with("PWD=")
                && !line.starts_with("TMPDIR=")
        });
        assert!(!is_there, "{name}: {said}");
    }
    assert!(
        said.contains("LC_MESSAGES=C") && said.contains("PATH="),
        "{said}"
    );
}

#[test]
fn a_compiler_ends_and_is_not_read_for_ever() {
    let folder = Folder::new("trust-endless", &[("a.c", b"int main(void) {}\n")]);
    script(
        &folder,
        "clang.sh",
        "sleep 1000 & sleep 1000 & (sleep 1000 &); wait",
    );
    let begun = Instant::now();
    let output = run(&folder, &["a.c", "--clang=./clang.sh", "--max-time=1"]);
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    assert!(
        stdout(&output).contains("while clang compiled a.c"),
        "{}",
        stdout(&output)
    );
    for stream in ["", " >&2"] {
        script(
            &folder,
            "clang.sh",
            &format!("head -c 1000000000 /dev/zero{stream}"),
        );
        let output = run(&folder, &["a.c", "--clang=./clang.sh"]);
        refused(
            &output,
            &["a.c: ./clang.sh wrote more than 256 MiB, and was ended"],
        );
    }
    assert!(begun.elapsed() < SOON);
}

#[test]
fn what_a_compiler_starts_ends_with_it() {
    let folder = Folder::new("trust-left", &[("a.c", b"int main(void) {}\n")]);
    script(&folder, "clang.sh", "sleep 1000 &\necho $! >&2; exit 1");
    let begun = Instant::now();
    let output = run(&folder, &["a.c", "--clang=./clang.sh"]);
    assert!(begun.elapsed() < SOON);
    let said = stderr(&output);
    let number = said
        .lines()
        .find_map(|line| line.trim_start_matches("error: ").parse::<u32>().ok());
    let number = number.expect("it says its number");
    let is_there = |number: u32| {
        let state = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        !state.is_empty() && !state.contains(") Z ")
    };
    while is_there(number) {
        assert!(begun.elapsed() < SOON, "{number} goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Code that runs while an Elixir program is compiled writes nowhere, and has no network.
#[test]
fn macros_of_elixir_write_nowhere() {
    if !has("elixirc") {
        return;
    }
    let folder = Folder::new("trust-elixir", &[]);
    let place = folder.path("written");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let port = listener.local_addr().expect("it has one").port();
    let text = format!(
        "defmodule A do\n  @written File.write({:?}, \"x\")\n\
         \x20 @env System.get_env(\"MAZURKA_TEST_SECRET\")\n\
         \x20 @sent (case :gen_tcp.connect('127.0.0.1', {port}, []) do {{:ok, _}} -> :ok; _ -> :error end)\n\
         \x20 def test, do: exit({{@written, @env, @sent}})\nend\n",
        place.display().to_string()
    );
    fs::write(folder.path("a.ex"), text).expect("it can be written");
    let mut command = folder.command(&["a.ex", "--entry", "A.test/0"]);
    command.env("MAZURKA_TEST_SECRET", "secret");
    let output = command.output().expect("the command starts");
    let text = stdout(&output);
    assert_eq!(code(&output), 1, "{text}{}", stderr(&output));
    assert!(!text.contains("secret"), "{text}");
    assert!(text.contains("nil, :error}"), "{text}");
    // (Where the system has Landlock.)
    if !place.exists() {
        assert!(text.contains("{:error, :eacces}"), "{text}");
    }
}
