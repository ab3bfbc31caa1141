//! Limits hold inside one execution: of memory, of time, and Ctrl-C. None of these programs would
//! ever end, and each would take all memory.
//!
//! What "soon" is here is generous, as machines that run tests may be busy.

mod support;

use std::process::{Output, Stdio};
use std::time::{Duration, Instant};
use support::{Folder, stderr, stdout};

/// A check that a limit ends takes less.
const SOON: Duration = Duration::from_secs(20);

/// Runs a check that is to end by itself.
#[track_caller]
fn run(folder: &Folder, arguments: &[&str]) -> Output {
    let begun = Instant::now();
    let output = folder.run(arguments);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    output
}

/// It comes to no verdict, and says why.
#[track_caller]
fn is_unknown(output: &Output, words: &[&str]) {
    let text = stdout(output);
    assert_eq!(output.status.code(), Some(3), "{text}{}", stderr(output));
    for word in words {
        assert!(text.contains(word), "no {word:?} in: {text}");
    }
}

/// An Erlang module `m` with these functions.
fn erlang(name: &str, functions: &str) -> Folder {
    let text = format!("-module(m).\n-export([test/0]).\n{functions}\n");
    Folder::new(
        &format!("limits-erlang-{name}"),
        &[("m.erl", text.as_bytes())],
    )
}

/// Erlang functions that take more and more.
const GROWING: [(&str, &str); 14] = [
    ("spawn", "test() -> spawn(fun() -> ok end), test()."),
    (
        "bomb",
        "test() -> spawn(fun test/0), spawn(fun test/0), ok.",
    ),
    (
        "links",
        "test() -> spawn_link(fun() -> receive never -> ok end end), test().",
    ),
    ("list", "test() -> loop([]).\nloop(L) -> loop([x | L])."),
    (
        "binary",
        "test() -> loop(<<1>>).\nloop(B) -> loop(<<B/binary, B/binary>>).",
    ),
    ("self", "test() -> self() ! x, test()."),
    (
        "other",
        "test() -> loop(spawn(fun() -> receive never -> ok end end)).\n\
         loop(P) -> P ! x, loop(P).",
    ),
    (
        "insert",
        "test() -> loop(ets:new(t, []), 0).\n\
         loop(T, N) -> ets:insert(T, {N, N}), loop(T, N + 1).",
    ),
    ("tables", "test() -> ets:new(t, []), test()."),
    (
        "atoms",
        "test() -> loop(0).\n\
         loop(N) -> list_to_atom(\"an_atom_\" ++ integer_to_list(N)), loop(N + 1).",
    ),
    (
        "timers",
        "test() -> erlang:send_after(1000, self(), x), test().",
    ),
    (
        "monitors",
        "test() -> loop(spawn(fun() -> receive never -> ok end end)).\n\
         loop(P) -> monitor(process, P), loop(P).",
    ),
    (
        "stack",
        "test() -> loop(more).\n\
         loop(end_of_it) -> [];\nloop(_) -> [x | loop(get(x))].",
    ),
    ("print", "test() -> io:format(\"hello~n\"), test()."),
];

#[test]
fn memory_of_erlang_programs() {
    for (name, functions) in GROWING {
        let folder = erlang(name, functions);
        let output = run(&folder, &["m.erl", "--max-memory", "24"]);
        let words = ["24 MiB of memory", "--max-memory MIB allows more"];
        is_unknown(&output, &words);
        assert!(stdout(&output).contains("m.erl:"), "{name}: {output:?}");
    }
}

#[test]
fn time_of_erlang_programs() {
    let slow = (
        "dictionary",
        "test() -> loop(0).\nloop(N) -> put(N, N), loop(N + 1).",
    );
    for (name, functions) in [GROWING[0], GROWING[1], GROWING[5], slow] {
        let folder = erlang(&format!("time-{name}"), functions);
        for workers in [["--workers", "2"], ["--processes", "2"]] {
            let limit = ["m.erl", "--max-time", "0.3", "--max-memory", "1000000"];
            let output = run(&folder, &[&limit[..], &workers].concat());
            is_unknown(&output, &["the limit on time was reached"]);
        }
    }
}

#[test]
fn memory_of_elixir_programs() {
    let text = "defmodule M do\n  def test do\n    spawn(fn -> :ok end)\n    test()\n  end\nend\n";
    let folder = Folder::new("limits-elixir", &[("m.ex", text.as_bytes())]);
    let arguments = ["m.ex", "--entry", "M.test/0", "--max-memory", "24"];
    let words = ["24 MiB of memory", "--max-memory MIB allows more", "m.ex:"];
    is_unknown(&run(&folder, &arguments), &words);
}

/// C functions that take more and more.
const TAKING: [(&str, &str); 8] = [
    ("malloc", "for (;;) malloc(1 << 20);"),
    ("small", "for (;;) malloc(16);"),
    (
        "realloc",
        "char *p = 0; for (size_t n = 16;; n += 1 << 20) p = realloc(p, n);",
    ),
    (
        "alloca",
        "for (;;) { volatile char *p = alloca(1 << 16); p[1] = 1; }",
    ),
    (
        "mmap",
        "for (;;) mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);",
    ),
    (
        "setenv",
        "for (int i = 0;; i++) { char n[32]; snprintf(n, 32, \"N%d\", i); setenv(n, \"x\", 1); \
         malloc(1 << 16); }",
    ),
    (
        "thread",
        "pthread_t t; pthread_create(&t, 0, f, 0); x++; for (;;) malloc(1 << 20);",
    ),
    (
        "events",
        "pthread_t t; pthread_create(&t, 0, f, 0); for (;;) { x++; malloc(1 << 16); }",
    ),
];

fn c(name: &str, body: &str) -> Folder {
    let text = format!(
        "#include <alloca.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdio.h>\n\
         #include <stdlib.h>\n#include <sys/mman.h>\n\
         static atomic_int x;\nstatic void *f(void *a) {{ x++; return a; }}\n\
         int main(void) {{ f(0);\n{body} }}\n"
    );
    Folder::new(&format!("limits-c-{name}"), &[("m.c", text.as_bytes())])
}

#[test]
fn memory_of_c_programs() {
    for (name, body) in TAKING {
        let folder = c(name, body);
        let output = run(&folder, &["m.c", "--max-memory", "24"]);
        let words = ["24 MiB of memory", "--max-memory MIB allows more", "m.c:"];
        is_unknown(&output, &words);
    }
}

#[test]
fn memory_of_execution_graphs() {
    for nth in [0, 7] {
        let (name, body) = TAKING[nth];
        let folder = c(&format!("graphs-{name}"), body);
        let arguments = ["m.c", "--max-memory", "24", "--model", "rc11"];
        is_unknown(&run(&folder, &arguments), &["24 MiB of memory"]);
    }
}

/// What is noted of events counts.
#[test]
fn events_without_end_of_all_languages() {
    let body = "pthread_t t; pthread_create(&t, 0, f, 0); for (;;) x++;";
    let folder = c("counting", body);
    let most = ["--max-events", "1000000000", "--max-memory", "2"];
    let words = ["2 MiB of memory", "--max-memory"];
    is_unknown(&run(&folder, &[&["m.c"], &most[..]].concat()), &words);
    let litmus = "X86 looping\n{ x=0; }\n P0 | P1 ;\n L: | MOV [x],$1 ;\n \
                  INC [x] | MOV [x],$2 ;\n JMP L | MOV [x],$3 ;\nexists (x=7)\n";
    let folder = Folder::new("limits-litmus", &[("m.litmus", litmus.as_bytes())]);
    let output = run(&folder, &[&["m.litmus"], &most[..]].concat());
    is_unknown(&output, &words);
}

/// A bug of the execution that does not end, or of one before, is told.
#[test]
fn bugs_before_are_told() {
    let folder = erlang(
        "bug",
        "test() -> {_, R} = spawn_monitor(fun() -> exit(early) end),\n\
         receive {'DOWN', R, _, _, _} -> loop() end.\n\
         loop() -> spawn(fun() -> ok end), loop().",
    );
    for more in [&[][..], &["--keep-going"]] {
        let output = run(&folder, &[&["m.erl", "--max-memory", "24"], more].concat());
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains("early"), "{text}");
    }
    let folder = c(
        "bug",
        "pthread_t t; pthread_create(&t, 0, f, 0); if (x == 1) abort();\n\
         for (;;) malloc(1 << 20);",
    );
    for more in [&[][..], &["--keep-going"]] {
        let output = run(&folder, &[&["m.c", "--max-memory", "24"], more].concat());
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains("abort"), "{text}");
    }
}

/// Who waits for a process that was given up waits for what is not known.
#[test]
fn nothing_is_said_of_those_who_wait() {
    let folder = erlang(
        "waits",
        "test() -> S = self(), spawn(fun() -> S ! loop([]) end), receive _ -> ok end.\n\
         loop(L) -> loop([x | L]).",
    );
    let output = run(&folder, &["m.erl", "--keep-going", "--max-memory", "24"]);
    is_unknown(&output, &["24 MiB of memory"]);
}

/// Each execution has the whole limit.
#[test]
fn what_fits_is_verified() {
    let folder = erlang(
        "fits",
        "test() -> S = self(), [spawn(fun() -> S ! byte_size(big(N)) end) || N <- [1, 2, 3]],\n\
         [receive X -> X end || _ <- [1, 2, 3]].\n\
         big(N) -> binary:copy(<<N>>, 2000000).",
    );
    let ordered = ["m.erl", "--max-memory", "24", "--receive", "ordered"];
    let output = run(&folder, &ordered);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    let folder = c(
        "fits",
        "pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(t + i, 0, f, 0);\n\
         for (int i = 0; i < 4; i++) { malloc(1 << 20); x++; }",
    );
    let output = run(&folder, &["m.c", "--max-memory", "24"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

#[test]
fn an_interrupt_is_heard_within_an_execution() {
    let (_, functions) = GROWING[0];
    let folder = erlang("interrupt", functions);
    let mut command = folder.command(&["m.erl", "--max-memory", "1000000"]);
    let child = command.stdout(Stdio::piped()).spawn().expect("it runs");
    std::thread::sleep(Duration::from_millis(1000));
    let begun = Instant::now();
    let id = libc::pid_t::try_from(child.id()).expect("a small number");
    // SAFETY: a signal is sent to a child that was not waited for.
    unsafe { libc::kill(id, libc::SIGINT) };
    let output = child.wait_with_output().expect("it ends");
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    assert_ne!(output.status.code(), Some(0));
    assert!(output.status.code().is_some(), "{output:?}");
}

#[test]
fn a_limit_of_nothing_is_refused() {
    let folder = c("nothing", "return 0;");
    let output = folder.run(&["m.c", "--max-memory", "0"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--max-memory"), "{output:?}");
}
