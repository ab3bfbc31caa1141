//! What C programs find outside of themselves: arguments, the environment, and files.

mod support;

use std::process::{Command, Output, Stdio};
use support::{Folder, clang, code, stderr, stdout};

/// What a check says that the program prints, in one piece.
fn printed(output: &Output) -> String {
    let rows = stdout(output);
    let rows = rows.lines().filter_map(|row| {
        let (_, text) = row.split_once("  prints \"")?;
        text.rsplit_once('"').map(|(text, _)| text.to_owned())
    });
    let text: String = rows.collect();
    text.replace("\\n", "\n").replace("\\\"", "\"")
}

/// Compiles a program for this machine.
fn compile(folder: &Folder, source: &str, to: &str, flags: &[&str]) {
    let mut command = Command::new(clang());
    command.args(["-w", "-o"]).arg(folder.path(to)).args(flags);
    let output = command.arg(folder.path(source)).output();
    let output = output.expect("clang starts");
    assert!(output.status.success(), "{}", stderr(&output));
}

fn lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

const OPTIONS: &[u8] = include_bytes!("outside/options.c");

/// The options of the program, and command lines for each.
const SPELLINGS: [&str; 7] = [
    "ab:c::",
    "+ab:c::",
    "-ab:c::",
    ":ab:c::",
    "abc:d::W;",
    "-:ab:c",
    "fo:W;",
];
const LINES: [&[&str]; 22] = [
    &[],
    &["-a", "x", "-b", "y", "z"],
    &["x", "y", "-ab", "-cX", "z", "-c", "w"],
    &["-b"],
    &["-ba", "-", "-a", "--", "-a", "x"],
    &["x", "--", "-a"],
    &["-z", "-abz", "-:", "-;"],
    &["--verbose", "x", "--output", "f", "y", "--output=g"],
    &["--verb", "--verbo", "--ver", "--vers", "--v"],
    &["--out=1", "--ou=2", "--outp", "3", "--o"],
    &["--level", "3", "--level=4", "--level="],
    &["x", "--flag", "y", "--fl", "--f", "--flag=1"],
    &["--same", "--same-", "--sa", "--same-a"],
    &["--nope", "--nope=1", "--", "--nope"],
    &["--output"],
    &["-verbose", "-ver", "-f", "-foo", "-out", "x"],
    &["-a", "-v", "-l3", "-level=5", "-level", "6"],
    &["-Wverbose", "-W", "level=2", "-Wnope", "-Wver", "-W"],
    &["-W", "output", "x", "-Woutput", "y"],
    &[
        "one", "-a", "two", "-b", "three", "four", "--", "five", "-a",
    ],
    &["-aab", "-c", "-cab", "", "-"],
    &["-d", "--ou", "-d", "x", "-dy", "-bc"],
];

/// Our getopt and that of the machine do the same, whatever the command line is.
#[test]
fn getopt_is_that_of_the_machine() {
    let folder = Folder::new("outside-options", &[("options.c", OPTIONS)]);
    compile(&folder, "options.c", "options", &[]);
    let flags = ["-S", "-emit-llvm", "-g", "-O0"];
    compile(&folder, "options.c", "options.ll", &flags);
    let mut count = 0;
    for (nth, spelling) in SPELLINGS.iter().enumerate() {
        for (number, line) in LINES.iter().enumerate() {
            let mode = ["s", "l", "o", "lq", "l", "o"][(nth + number) % 6];
            let is_posix = (nth * 3 + number) % 8 == 0;
            let arguments = [&[mode, *spelling][..], line].concat();
            let mut native = Command::new(folder.path("options"));
            native.args(&arguments).env_clear();
            let mut checked = folder.command(&["options.ll", "--workers=1"]);
            for argument in &arguments {
                checked.args(["--arg", argument]);
            }
            if is_posix {
                native.env("POSIXLY_CORRECT", "1");
                checked.args(["--env", "POSIXLY_CORRECT=1"]);
            }
            let native = native.output().expect("it starts");
            let checked = checked.output().expect("the command starts");
            assert_eq!(code(&checked), 1, "{}", stderr(&checked));
            let wanted = stdout(&native) + &stderr(&native);
            let found = printed(&checked);
            assert_eq!(lines(&found), lines(&wanted), "{arguments:?} {is_posix}");
            count += 1;
        }
    }
    assert_eq!(count, 154);
}

const WORDS: &[u8] = b"one\ntwo three four five six\n\nseven";
const NUMBERS: &[u8] = b"12 ff\n12345 1.5e2,0x1p3 word abc; -077 skip 0x1F\nnope x = 9%";
const INPUT: &[u8] = b"5 6\nrest of it\nlast";

/// Everything that reads files reads what it does on this machine.
#[test]
fn files_are_read_as_on_the_machine() {
    let folder = Folder::new(
        "outside-files",
        &[
            ("files.c", include_bytes!("outside/files.c")),
            ("words", WORDS),
            ("binary", b"a\0b\n\xffc"),
            ("empty", b""),
            ("numbers", NUMBERS),
            ("input", INPUT),
        ],
    );
    compile(&folder, "files.c", "files", &[]);
    let input = std::fs::File::open(folder.path("input")).expect("it was written");
    let mut native = Command::new(folder.path("files"));
    native
        .current_dir(folder.path(""))
        .stdin(Stdio::from(input));
    let native = native.output().expect("it starts");
    let mut arguments = vec!["files.c", "--stdin", "input"];
    for file in [
        "words=words",
        "binary=binary",
        "empty=empty",
        "numbers=numbers",
    ] {
        arguments.extend(["--file", file]);
    }
    let checked = folder.run(&arguments);
    assert_eq!(code(&checked), 1, "{}", stderr(&checked));
    assert_eq!(printed(&checked), stdout(&native));
}

const READERS: &str = r#"
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static FILE *file;
static char seen[2][64];
static void *read_two(void *number) {
    char line[16];
    for (int i = 0; i < 2; i++)
        if (fgets(line, sizeof line, file))
            strcat(seen[(long)number], line);
    return NULL;
}
int main(int argc, char **argv) {
    file = fopen(argc > 1 ? argv[1] : "data", "r");
    if (!file)
        return errno;
    pthread_t other;
    pthread_create(&other, NULL, read_two, (void *)1);
    read_two((void *)0);
    pthread_join(other, NULL);
    assert(!getenv("BAD") || strcmp(seen[0], getenv("BAD")) != 0);
    return 0;
}
"#;

fn readers(name: &str) -> Folder {
    let lines = b"1\n2\n3\n4\n";
    Folder::new(name, &[("readers.c", READERS.as_bytes()), ("lines", lines)])
}

/// Two of four lines are those of the first thread: there are six pairs, and no more executions.
#[test]
fn threads_share_the_lines_of_a_file() {
    let folder = readers("outside-lines");
    for model in ["sc", "tso", "pso", "rc11"] {
        for more in [&["--workers=2"][..], &["--processes=2"]] {
            let arguments = [
                "readers.c",
                "--file",
                "data=lines",
                "--model",
                model,
                "--json",
            ];
            let output = folder.run(&[&arguments, more].concat());
            assert_eq!(code(&output), 0, "{}", stderr(&output));
            let text = stdout(&output);
            assert!(text.contains("\"complete\":6,"), "{model}: {text}");
            assert!(text.contains("\"files\":[\"data=lines\"]"), "{text}");
        }
    }
    for pair in ["1\n2\n", "1\n3\n", "1\n4\n", "2\n3\n", "2\n4\n", "3\n4\n"] {
        let bad = format!("BAD={pair}");
        let output = folder.run(&["readers.c", "--file", "data=lines", "--env", &bad]);
        assert_eq!(code(&output), 1, "{pair:?}: {}", stdout(&output));
    }
    let output = folder.run(&["readers.c", "--file", "data=lines", "--env", "BAD=2\n1\n"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
}

/// A file that was not given is not there.
#[test]
fn what_is_not_given_is_not_there() {
    let folder = readers("outside-missing");
    let output = folder.run(&["readers.c", "--check-exit"]);
    assert_eq!(code(&output), 1);
    let text = stdout(&output);
    assert!(text.contains("ends with the code 2"), "{text}");
}

/// The command that a report prints runs the same program, whatever its arguments look like.
#[test]
fn the_replay_has_the_same_arguments() {
    let source = b"#include <stdlib.h>\n#include <stdio.h>\nint main(int argc, char **argv) {\n\
        for (int i = 1; i < argc; i++) printf(\"%d<%s>\", i, argv[i]);\n\
        printf(\"%s%d\", getenv(\"A\"), getchar()); abort(); }\n";
    let folder = Folder::new("outside-replay", &[("all.c", source), ("in put", b"x")]);
    let odd = [
        "-v",
        "--",
        "",
        "it's",
        "a b",
        "--keep-going",
        "-k",
        "$HOME",
        "x_y",
        "--a_b",
        "*",
    ];
    let mut command = folder.command(&["all.c", "--file", "stdin=in put", "--env", "A=-d 'e'"]);
    for argument in odd {
        command.args(["--arg", argument]);
    }
    let first = command.output().expect("the command starts");
    assert_eq!(code(&first), 1, "{}", stderr(&first));
    let text = printed(&first);
    for (number, argument) in odd.iter().enumerate() {
        assert!(
            text.contains(&format!("{}<{argument}>", number + 1)),
            "{text}"
        );
    }
    assert!(text.ends_with("-d 'e'120"), "{text}");
    let report = stdout(&first);
    let line = report.lines().find(|line| line.contains("--replay"));
    let line = line.expect("a command").trim();
    let rest = line.strip_prefix("mazurka check ").expect("a command");
    let script = format!("exec '{}' check {rest}", env!("CARGO_BIN_EXE_mazurka"));
    let mut again = Command::new("sh");
    again.arg("-c").arg(script).current_dir(folder.path(""));
    let again = again.output().expect("a shell");
    assert_eq!(code(&again), 1, "{line}: {}", stderr(&again));
    assert_eq!(printed(&again), text);
}

/// A check goes on with the files that it began with, and with no others.
#[test]
fn a_file_that_has_changed_is_noticed() {
    let folder = readers("outside-resume");
    let stopped = folder.run(&[
        "readers.c",
        "--file",
        "data=lines",
        "--env",
        "A=1",
        "--max-executions=2",
        "--resume-file=rest.json",
        "--workers=1",
    ]);
    assert_eq!(code(&stopped), 3, "{}", stderr(&stopped));
    std::fs::write(folder.path("lines"), "1\n2\n3\n5\n").expect("it can be written");
    let refused = folder.run(&["--resume", "rest.json"]);
    assert_eq!(code(&refused), 2);
    let message = stderr(&refused);
    assert!(
        message.contains("a file that it includes or reads"),
        "{message}"
    );
    std::fs::write(folder.path("lines"), "1\n2\n3\n4\n").expect("it can be written");
    let done = folder.run(&["--resume", "rest.json"]);
    assert_eq!(code(&done), 0, "{}", stderr(&done));
    assert!(stdout(&done).contains("6 complete"), "{}", stdout(&done));
}

/// What cannot be given is told in one message, before anything is checked.
#[test]
fn bad_input_is_refused() {
    let folder = readers("outside-bad");
    let large = vec![b'x'; (16 << 20) + 1];
    std::fs::write(folder.path("large"), large).expect("it can be written");
    for (options, words) in [
        (&["--env", "A"][..], "--env A: say NAME=VALUE"),
        (&["--env", "=A"], "no name before the ="),
        (&["--file", "data=none"], "--file data: cannot read none"),
        (&["--file", "data="], "--file data=: say NAME=PATH"),
        (&["--file", "data=."], "--file data: . is a directory"),
        (&["--file", "data=large"], "more than 16 MiB"),
        (
            &["--file", "a=lines", "--file", "a=lines"],
            "a is given twice",
        ),
        (
            &["--stdin", "lines", "--file", "stdin=lines"],
            "stdin is given twice",
        ),
        (&["--stdin", "none"], "--stdin: cannot read none"),
        (&["--arg"], "a value is required"),
    ] {
        let output = folder.run(&[&["readers.c"], options].concat());
        assert_eq!(code(&output), 2, "{options:?}");
        let message = stderr(&output);
        assert!(message.contains(words), "{message}");
        assert_eq!(message.matches("error: ").count(), 1, "{message}");
    }
    let output = folder.run(&["--file", "data=lines"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("there is no program"));
}

/// Without a file, standard input is what it was: any value of --nondet.
#[test]
fn input_without_a_file_may_be_anything() {
    let source = b"#include <stdio.h>\nint main(void) { int n; return scanf(\"%d\", &n) != 1; }\n";
    let folder = Folder::new("outside-any", &[("any.c", source), ("three", b"3")]);
    let any = folder.run(&["any.c", "--nondet", "0..4", "--check-exit"]);
    assert!(stdout(&any).contains("5 complete"), "{}", stdout(&any));
    let one = folder.run(&[
        "any.c",
        "--nondet",
        "0..4",
        "--stdin",
        "three",
        "--check-exit",
    ]);
    assert!(stdout(&one).contains("1 complete"), "{}", stdout(&one));
    let none = folder.run(&["any.c"]);
    assert_eq!(code(&none), 2);
    assert!(stderr(&none).contains("--stdin"), "{}", stderr(&none));
}

/// Nothing can be written, whether it is there or not.
#[test]
fn nothing_is_written() {
    let source = br#"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(void) {
    const char *modes[] = {"w", "a", "w+", "ab", "r+"};
    for (int i = 0; i < 5; i++) {
        errno = 0;
        assert(!fopen("data", modes[i]) && errno == EROFS);
        errno = 0;
        assert(!fopen("none", modes[i]) && errno == (i < 4 ? EROFS : ENOENT));
    }
    assert(open("data", O_RDWR) == -1 && errno == EROFS);
    assert(open("data", O_RDONLY | O_TRUNC) == -1 && errno == EROFS);
    assert(open("none", O_WRONLY | O_CREAT, 0600) == -1 && errno == EROFS);
    assert(open("data", O_CREAT | O_EXCL, 0600) == -1 && errno == EEXIST);
    assert(access("data", W_OK) == -1 && errno == EROFS);
    assert(unlink("data") == -1 && errno == EROFS);
    assert(remove("none") == -1 && errno == ENOENT);
    assert(rename("data", "other") == -1 && errno == EROFS);
    assert(strcmp(strerror(EROFS), "Read-only file system") == 0);
    FILE *file = fopen("data", "r");
    assert(fprintf(file, "x") == -1 && errno == EBADF && ferror(file));
    assert(fputs("x", file) == EOF && fwrite("x", 1, 1, file) == 0);
    assert(getc(file) == 'x' && fclose(file) == 0);
    return 0;
}
"#;
    let folder = Folder::new("outside-written", &[("write.c", source), ("x", b"x")]);
    let output = folder.run(&["write.c", "--file", "data=x"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert_eq!(std::fs::read(folder.path("x")).expect("it is there"), b"x");
}
