//! Bad input: one clear message that names the file and the way out, exit code 2, and no panic.

mod support;

use std::process::{Command, Output};
use support::{Folder, call_clang, code, stderr, stdout};

/// What is wrong; the arguments; how the message begins; and words of it, with the way out last.
type Case = (
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static [&'static str],
);

const FINE: &str = "int main(void) { return 0; }\n";
const RACE: &str = "#include <pthread.h>
int x;
void *f(void *a) { x++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x++; pthread_join(t, 0); }
";
const GARBAGE: &[u8] = b"\x7f\x00\xff\xfe{\x01\x02]\xc3\x28\n\x80\x81\n";

fn folder(name: &str) -> Folder {
    let files: [(&str, &[u8]); 31] = [
        ("fine.c", FINE.as_bytes()),
        ("race.c", RACE.as_bytes()),
        ("other.c", FINE.as_bytes()),
        ("empty.c", b""),
        ("empty.ll", b""),
        ("empty.litmus", b""),
        ("empty.erl", b""),
        ("empty.beam", b""),
        ("garbage.c", GARBAGE),
        ("garbage.ll", GARBAGE),
        ("garbage.litmus", GARBAGE),
        ("garbage.erl", GARBAGE),
        ("garbage.beam", GARBAGE),
        (
            "short.beam",
            b"FOR1\x00\x00\x10\x00BEAMAtU8\x00\x00\x00\x10",
        ),
        ("wrong.c", b"int main(void) {\n  return missing;\n}\n"),
        ("function.c", b"int f(void) { return 0; }\n"),
        (
            "wrong.litmus",
            b"X86 wrong\n{}\n P0 ;\n FROB [x],$1 ;\nexists (x=1)\n",
        ),
        ("t.erl", b"-module(t).\n-export([f/0]).\nf() -> ok.\n"),
        (
            "wrong.erl",
            b"-module(wrong).\n-export([test/0]).\ntest() -> f(.\n",
        ),
        ("x.bc", b"BC"),
        ("x.xyz", b"hello\n"),
        ("README", b"hello\n"),
        ("nothing/notes.txt", b"hello\n"),
        ("@missing", b"# one that is there\nfine.c\nnowhere.c\n"),
        ("@self", b"@self\n"),
        ("@none", b"# nothing\n"),
        ("rest", b"{\"mazurka_resume\":8,\"version\":\"0.1.0\"}"),
        ("syntax.toml", b"files = [\"fine.c\"]\nmodel = tso\n"),
        ("key.toml", b"files = [\"fine.c\"]\n\nmax_time = 3\n"),
        ("value.toml", b"files = [\"fine.c\"]\nmodel = \"tsx\"\n"),
        ("type.toml", b"files = [\"fine.c\"]\nraces = \"yes\"\n"),
    ];
    Folder::new(&format!("bad-{name}"), &files)
}

/// Is it one message, of a command that has refused to begin or to go on?
fn check(what: &str, output: &Output, start: &str, words: &[&str]) {
    let message = stderr(output);
    assert_eq!(code(output), 2, "{what}: {message}{}", stdout(output));
    assert!(message.starts_with(start), "{what}: {message}");
    for word in words {
        assert!(message.contains(word), "{what}: no `{word}` in {message}");
    }
    // Compilers may say more below.
    let ours = message.lines().filter(|line| line.starts_with("error: "));
    assert_eq!(ours.count(), 1, "{what}: {message}");
    assert!(!message.contains("panicked"), "{what}: {message}");
    assert!(!message.contains("internal error"), "{what}: {message}");
}

fn check_all(name: &str, cases: &[Case]) {
    let folder = folder(name);
    for (what, arguments, start, words) in cases {
        check(what, &folder.run(arguments), start, words);
    }
}

#[test]
fn files() {
    check_all(
        "files",
        &[
            (
                "missing",
                &["nowhere.c"],
                "error: nowhere.c: No such file",
                &["check its name"],
            ),
            (
                "empty C",
                &["empty.c"],
                "error: empty.c: there is no function `main`",
                &["name the file that has it"],
            ),
            (
                "empty IR",
                &["empty.ll"],
                "error: empty.ll: there is no function `main`",
                &["name the file that has it"],
            ),
            (
                "empty litmus test",
                &["empty.litmus"],
                "error: empty.litmus:1:1: expected",
                &["`X86`"],
            ),
            (
                "empty BEAM",
                &["empty.beam"],
                "error: empty.beam: byte 0: ",
                &["no BEAM file"],
            ),
            (
                "garbage as C",
                &["garbage.c"],
                "error: garbage.c:1:",
                &["error"],
            ),
            (
                "garbage as IR",
                &["garbage.ll"],
                "error: garbage.ll:1:",
                &["unexpected"],
            ),
            (
                "garbage as a litmus test",
                &["garbage.litmus"],
                "error: garbage.litmus:1:1: expected",
                &["`X86`"],
            ),
            (
                "garbage as BEAM",
                &["garbage.beam"],
                "error: garbage.beam: byte 0: ",
                &["no BEAM file"],
            ),
            (
                "half a BEAM file",
                &["short.beam"],
                "error: short.beam: byte ",
                &[],
            ),
            (
                "does not compile",
                &["wrong.c"],
                "error: wrong.c:2:10: ",
                &["missing"],
            ),
            (
                "no main",
                &["function.c"],
                "error: function.c: there is no function `main`",
                &["name the file that has it"],
            ),
            (
                "two of main",
                &["fine.c", "other.c"],
                "error: both fine.c and other.c define `main`",
                &["--each"],
            ),
            (
                "instruction that is not there",
                &["wrong.litmus"],
                "error: wrong.litmus:4:2: ",
                &["FROB"],
            ),
            (
                "bitcode",
                &["x.bc"],
                "error: x.bc: LLVM bitcode",
                &["clang -S -emit-llvm"],
            ),
            (
                "unknown extension",
                &["x.xyz"],
                "error: x.xyz: files that end in .xyz",
                &["only .litmus, .c"],
            ),
            (
                "no extension",
                &["README"],
                "error: README: files without extension",
                &["only .litmus, .c"],
            ),
            (
                "folder without files",
                &["nothing"],
                "error: nothing: the directory has no file",
                &[".litmus, .c"],
            ),
            (
                "litmus test and program",
                &["fine.c", "wrong.litmus"],
                "error: wrong.litmus is a litmus test and fine.c",
                &["--each"],
            ),
            (
                "two languages",
                &["fine.c", "t.erl"],
                "error: fine.c and t.erl are in different languages",
                &["--each"],
            ),
        ],
    );
}

#[test]
fn lists_and_other_files() {
    check_all(
        "lists",
        &[
            (
                "list of a missing file",
                &["@missing"],
                "error: nowhere.c: No such file",
                &["check its name"],
            ),
            (
                "list that names itself",
                &["@self"],
                "error: @self: the list names itself",
                &["remove that line"],
            ),
            (
                "list without files",
                &["@none"],
                "error: @none: the list names no file",
                &["write one at each line"],
            ),
            (
                "missing list",
                &["@nowhere"],
                "error: @nowhere: No such file",
                &["check its name"],
            ),
            (
                "damaged resume file",
                &["--resume=rest"],
                "error: rest is not a resume file",
                &["check the files anew"],
            ),
            (
                "missing resume file",
                &["--resume=nowhere"],
                "error: nowhere: No such file",
                &["that the stopped check has written"],
            ),
            (
                "place that cannot be written",
                &["fine.c", "--resume-file=no/where"],
                "error: cannot write no/where",
                &["No such file"],
            ),
            (
                "settings that are no TOML",
                &["--config=syntax.toml"],
                "error: syntax.toml:2: ",
                &["key = value", "mazurka init"],
            ),
            (
                "settings with an unknown key",
                &["--config=key.toml"],
                "error: key.toml:3: max_time: there is no such key",
                &["write `max-time`"],
            ),
            (
                "settings with a wrong value",
                &["--config=value.toml"],
                "error: value.toml:2: model: ",
                &["tsx", "choose sc, tso"],
            ),
            (
                "settings with a wrong type",
                &["--config=type.toml"],
                "error: type.toml:2: races: ",
                &["true or false"],
            ),
            (
                "missing settings",
                &["--config=nowhere.toml"],
                "error: nowhere.toml: No such file",
                &["mazurka init"],
            ),
            (
                "settings that are no text",
                &["--config=garbage.c"],
                "error: garbage.c: it is not text",
                &["as TOML"],
            ),
        ],
    );
}

#[test]
fn options() {
    check_all(
        "options",
        &[
            (
                "model",
                &["fine.c", "--model=tsx"],
                "error: invalid value 'tsx' for '--model",
                &["choose sc, tso"],
            ),
            (
                "algorithm",
                &["fine.c", "--algorithm=fast"],
                "error: invalid value 'fast' for '--algorithm",
                &["choose exhaustive"],
            ),
            (
                "workers",
                &["fine.c", "--workers=0"],
                "error: invalid value '0' for '--workers",
                &["from 1 to 1024"],
            ),
            (
                "time",
                &["fine.c", "--max-time=soon"],
                "error: invalid value 'soon' for '--max-time",
                &["not a number of seconds"],
            ),
            (
                "executions",
                &["fine.c", "--max-executions=many"],
                "error: invalid value 'many' for '--max-executions",
                &["not a number"],
            ),
            (
                "range",
                &["fine.c", "--nondet=3..1"],
                "error: invalid value '3..1' for '--nondet",
                &["no number from 3 to 1"],
            ),
            (
                "kind",
                &["fine.c", "--ignore=everything"],
                "error: invalid value 'everything' for '--ignore",
                &["only assertion"],
            ),
            (
                "format",
                &["fine.c", "--format=xml"],
                "error: invalid value 'xml' for '--format",
                &["possible values: text, json"],
            ),
            (
                "colour",
                &["fine.c", "--color=red"],
                "error: invalid value 'red' for '--color",
                &["possible values: auto"],
            ),
            (
                "no value",
                &["fine.c", "--model"],
                "error: a value is required for '--model",
                &["--help"],
            ),
            (
                "unknown option",
                &["fine.c", "--modell=tso"],
                "error: `mazurka check` has no option --modell: ",
                &["did you mean --model?"],
            ),
            (
                "model and algorithm",
                &["fine.c", "--model=rc11", "--algorithm=optimal"],
                "error: the algorithm optimal cannot explore",
                &["leave --algorithm out"],
            ),
            (
                "model and bound",
                &["fine.c", "--model=rc11", "--buffer-bound=1"],
                "error: --buffer-bound is for store buffers",
                &["leave it out"],
            ),
            (
                "workers and processes",
                &["fine.c", "--workers=1", "--processes=1"],
                "error: the argument '--workers",
                &["cannot be used with '--processes"],
            ),
            (
                "two formats",
                &["fine.c", "--json", "--format=junit"],
                "error: the argument '--json'",
                &["cannot be used with '--format"],
            ),
            (
                "watching a replay",
                &["fine.c", "--watch", "--replay=1/0x1"],
                "error: the argument '--watch'",
                &["cannot be used with '--replay"],
            ),
            (
                "stronger than the strongest",
                &["fine.c", "--suggest-fences"],
                "error: --suggest-fences is for weaker",
                &["--model rc11"],
            ),
            (
                "tests of C",
                &["fine.c", "--eunit"],
                "error: --eunit (every test function of EUnit is a check of its own) is for Erlang",
                &["leave it out"],
            ),
            (
                "module",
                &["--module=nowhere"],
                "error: --module nowhere: there is no nowhere.beam",
                &["name the file"],
            ),
            (
                "string that cannot be read",
                &["race.c", "--replay=nonsense"],
                "error: race.c: the replay string \"nonsense\" cannot be read",
                &["It should look like"],
            ),
            (
                "string of another program",
                &["race.c", "--replay=1/0x99"],
                "error: race.c: the replay string \"1/0x99\" does not fit",
                &["Was it printed for other files"],
            ),
            (
                "flag of the compiler",
                &["fine.c", "--", "-fnonsense"],
                "error: ",
                &["-fnonsense"],
            ),
            (
                "compiler that is not there",
                &["fine.c", "--clang=no/clang"],
                "error: no/clang could not be run",
                &["install clang", "--clang"],
            ),
        ],
    );
}

/// `erlc` and the BEAM files that it makes.
#[test]
fn erlang() {
    check_all(
        "erlang",
        &[
            (
                "empty Erlang",
                &["empty.erl"],
                "error: empty.erl: erlc does not compile this:",
                &["empty.erl:1:1"],
            ),
            (
                "garbage as Erlang",
                &["garbage.erl"],
                "error: garbage.erl: erlc does not compile this:",
                &["garbage.erl:1:"],
            ),
            (
                "does not compile",
                &["wrong.erl"],
                "error: wrong.erl: erlc does not compile this:",
                &["wrong.erl:3:"],
            ),
            (
                "no test/0",
                &["t.erl"],
                "error: t.erl: module t does not export test/0",
                &["--entry t:FUNCTION/0"],
            ),
            (
                "entry that is not there",
                &["t.erl", "--entry=t:g/0"],
                "error: t.erl: module t does not export g/0",
                &["name another by --entry"],
            ),
            (
                "compiler that is not there",
                &["t.erl", "--erlc=no/erlc"],
                "error: t.erl: no/erlc does not run",
                &["--erlc"],
            ),
            (
                "model that it has not",
                &["t.erl", "--model=rc11"],
                "error: --model (the memory model) is for litmus tests, and for C and C++",
                &["leave it out"],
            ),
        ],
    );
}

#[test]
fn no_compilers_on_the_path() {
    let folder = folder("path");
    for (file, start, way_out) in [
        ("fine.c", "error: clang was not found", "install clang"),
        (
            "t.erl",
            "error: Erlang sources need the compiler erlc",
            "--erlc",
        ),
    ] {
        let output = folder.command(&[file]).env("PATH", "/nowhere").output();
        check(file, &output.expect("it starts"), start, &[way_out]);
    }
}

/// A compiler that dies is not believed.
#[test]
fn a_compiler_that_fails() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("compiler");
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *--version*) {} ;; esac\nexit 7\n",
        call_clang()
    );
    std::fs::write(folder.path("clang.sh"), script).expect("it can be written");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path("clang.sh"), mode).expect("it can be changed");
    let output = folder.run(&["fine.c", "--clang=./clang.sh"]);
    check("compiler", &output, "error: ", &["clang.sh"]);
}

#[test]
fn what_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("unreadable");
    let change = |file: &str, mode| {
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(folder.path(file), mode).expect("it can be changed");
    };
    change("fine.c", 0);
    change("nothing", 0);
    if std::fs::read(folder.path("fine.c")).is_ok() {
        println!("skipped: this user may read everything");
    } else {
        let output = folder.run(&["fine.c"]);
        check("file", &output, "error: ", &["fine.c", "ermission denied"]);
        let output = folder.run(&["nothing"]);
        check(
            "folder",
            &output,
            "error: nothing: ",
            &["ermission denied", "chmod"],
        );
    }
    change("nothing", 0o755);
}

#[test]
fn other_commands() {
    let folder = folder("commands");
    std::fs::write(folder.path("mazurka.toml"), "").expect("it can be written");
    let cases: [(&[&str], &str, &str); 5] = [
        (
            &["init"],
            "error: mazurka.toml is there already",
            "remove it first",
        ),
        (
            &["init", "no/where"],
            "error: cannot write no/where/mazurka.toml",
            "No such file",
        ),
        (
            &["man", "fine.c"],
            "error: fine.c: the manual cannot be written",
            "name another folder",
        ),
        (
            &["completions", "dos"],
            "error: invalid value 'dos'",
            "possible values: bash",
        ),
        (&["chekc"], "error: there is no subcommand chekc: ", "check"),
    ];
    for (arguments, start, way_out) in cases {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
        let output = command.args(arguments).current_dir(folder.path(""));
        let output = output.output().expect("the command starts");
        check(arguments[0], &output, start, &[way_out]);
    }
    let output = folder.run(&[]);
    check(
        "settings without files",
        &output,
        "error: mazurka.toml: it names no files",
        &["files = ["],
    );
}

/// What is refused while a program runs is told with the calls that led there.
#[test]
fn what_a_program_does_that_is_refused() {
    let folder = Folder::new(
        "refused",
        &[
            (
                "throw.cpp",
                b"int f(int a) { if (a < 0) throw 1; return a; }\n\
                  int main() { try { return f(-1); } catch (int e) { return 0; } }\n",
            ),
            (
                "thrown.cpp",
                b"#include <stdexcept>\n\
                  int f(int a) { if (a < 0) throw std::runtime_error(\"neg\"); return a; }\n\
                  int main() { try { return f(-1); } catch (...) { return 0; } }\n",
            ),
            (
                "caught.cpp",
                b"int f(int a) { if (a < 0) throw 1; return a; }\n\
                  int main() { try { return f(0); } catch (...) { return 2; } }\n",
            ),
            (
                "unknown.c",
                b"int magic(int);\nstatic int g(void) { return magic(3); }\n\
                  int main(void) {\n  return g();\n}\n",
            ),
            (
                "library.c",
                b"#include <stdio.h>\nint main(void) {\n  return ungetc('a', stdin);\n}\n",
            ),
            (
                "parts.c",
                b"#include <pthread.h>\n#include <stdatomic.h>\n\
                  union { _Atomic long all; _Atomic int parts[2]; } x;\n\
                  static void *f(void *a) { x.parts[1] = 1; return a; }\n\
                  int main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, f, 0);\n  x.all = 2;\n\
                  pthread_join(t, 0);\n}\n",
            ),
        ],
    );
    let cases: [(&[&str], &[&str]); 5] = [
        (
            &["throw.cpp"],
            &[
                "exceptions are not supported",
                "throw.cpp:1",
                "abort()",
                " in f",
                " in main",
            ],
        ),
        (
            &["thrown.cpp"],
            &[
                "exceptions are not supported",
                "thrown.cpp:2",
                "abort()",
                " in main",
            ],
        ),
        (
            &["unknown.c"],
            &["`magic`", "unknown.c:2", "  at unknown.c:4:", " in main"],
        ),
        (
            &["library.c"],
            &[
                "ungetc()",
                "library.c:3",
                "in ungetc, which Mazurka defines",
            ],
        ),
        (
            &["parts.c", "--model", "rc11"],
            &[
                "parts.c: ",
                " bytes are accessed at parts.c:",
                "execution graphs",
            ],
        ),
    ];
    for (arguments, words) in cases {
        let output = folder.run(arguments);
        check(
            arguments[0],
            &output,
            &format!("error: {}: ", arguments[0]),
            words,
        );
    }
    let output = folder.run(&["caught.cpp"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

/// Too many orders to look through are no error: not everything was explored.
#[test]
fn too_many_orders() {
    let text = b"#include <pthread.h>
        #define N 130
        void __VERIFIER_assume(int);
        void __VERIFIER_atomic_begin(void);
        void __VERIFIER_atomic_end(void);
        static int taken[N];
        static void *take(void *mine) { *(int *)mine = 1; return 0; }
        int main(void) {
            pthread_t t;
            int sum = 0;
            for (int i = 0; i < N; i++) pthread_create(&t, 0, take, &taken[i]);
            __VERIFIER_atomic_begin();
            for (int i = 0; i < N; i++) sum += taken[i];
            __VERIFIER_assume(sum == N + 1);
            __VERIFIER_atomic_end();
        }";
    let folder = Folder::new("orders", &[("orders.c", text)]);
    let output = folder.run(&["orders.c"]);
    assert_eq!(code(&output), 3, "{}{}", stdout(&output), stderr(&output));
    assert!(
        stdout(&output).contains("129 operations beside one another change"),
        "{}",
        stdout(&output)
    );
}
