//! Options that are for some languages only are refused for files of others.

mod support;

use std::collections::BTreeSet;
use std::process::Command;
use support::{Folder, code, stderr, stdout};

/// C and C++, Erlang and Elixir, litmus tests.
const FILES: [&str; 3] = ["a.c", "a.erl", "a.litmus"];

/// All options of `mazurka check`, each with a value if it takes one, and the files that it is for.
const OPTIONS: &[(&str, &str, [bool; 3])] = &[
    // How it is explored.
    ("model", "sc", [true, false, true]),
    ("buffer-bound", "1", [true, false, true]),
    ("algorithm", "optimal", [true, true, true]),
    ("preemptions", "1", [true, true, true]),
    ("delays", "1", [true, true, true]),
    ("workers", "1", [true, true, true]),
    ("processes", "1", [true, true, true]),
    ("max-executions", "9", [true, true, true]),
    ("max-time", "9", [true, true, true]),
    ("max-events", "999", [true, true, true]),
    ("keep-going", "", [true, true, true]),
    ("estimate", "", [true, true, true]),
    ("suggest-fences", "", [true, false, true]),
    ("each", "", [true, true, true]),
    // What is printed.
    ("states", "", [false, false, true]),
    ("json", "", [true, true, true]),
    ("format", "json", [true, true, true]),
    ("quiet", "", [true, true, true]),
    ("color", "never", [true, true, true]),
    ("replay", "1s0/0", [true, true, true]),
    ("trace-dir", "traces", [true, true, false]),
    ("html", "a.html", [true, true, true]),
    ("dot", "a.dot", [true, true, false]),
    ("svg", "a.svg", [true, true, false]),
    ("coverage", "", [true, false, false]),
    ("lcov", "a.lcov", [true, false, false]),
    ("shorten", "0", [true, true, false]),
    ("full", "", [true, true, true]),
    ("config", "no.toml", [true, true, true]),
    ("resume", "no.json", [true, true, true]),
    ("resume-file", "r.json", [true, true, true]),
    ("checkpoint", "9", [true, true, true]),
    ("trust-config", "", [true, true, true]),
    // C.
    ("races", "", [true, false, false]),
    ("leaks", "", [true, false, false]),
    ("unroll", "9", [true, false, false]),
    ("max-allocation", "9", [true, false, false]),
    ("malloc-may-fail", "", [true, false, false]),
    ("nondet", "0..1", [true, false, false]),
    ("spurious", "", [true, false, false]),
    ("check-exit", "", [true, false, false]),
    ("check-threads", "", [true, false, false]),
    ("symmetry", "", [true, false, false]),
    ("ignore", "deadlock", [true, true, false]),
    ("arg", "x", [true, false, false]),
    ("env", "A=1", [true, false, false]),
    ("stdin", "a.c", [true, false, false]),
    ("clang", "clang", [true, false, false]),
    // Erlang.
    ("file", "other", [true, true, true]),
    ("module", "a", [false, true, false]),
    ("test", "test", [false, true, false]),
    ("entry", "a:test/0", [false, true, false]),
    ("pa", ".", [false, true, false]),
    ("pz", ".", [false, true, false]),
    ("eunit", "", [false, true, false]),
    ("ct", "", [false, true, false]),
    ("after-timeout", "9", [false, true, false]),
    ("instant-delivery", "", [false, true, false]),
    ("use-receive-patterns", "", [false, true, false]),
    ("assertions-only", "", [false, true, false]),
    ("first-process-errors-only", "", [false, true, false]),
    ("print-depth", "9", [false, true, false]),
    ("receive", "take", [false, true, false]),
    ("treat-as-normal", "x", [false, true, false]),
    ("max-memory", "100", [true, true, true]),
    ("erlc", "erlc", [false, true, false]),
    ("elixirc", "elixirc", [false, true, false]),
    // Many machines.
    ("cluster", "nonsense", [true, true, true]),
    ("first", "1", [true, true, true]),
    ("detach", "", [true, true, true]),
    ("attach", "1", [true, true, true]),
    ("cancel-on-interrupt", "", [true, true, true]),
    ("allow-unsafe-store", "", [true, true, true]),
];

/// These are not for any file.
const OTHERS: [&str; 3] = ["help", "watch", "watched"];

fn folder(name: &str) -> Folder {
    let erl = "-module(a).\n-export([test/0]).\ntest() -> ok.\n";
    let litmus = "X86 a\n{ }\n P0 ;\n MOV [x],$1 ;\nexists (x=1)\n";
    let files = [
        ("a.c", "int main(void) { return 0; }\n"),
        ("a.erl", erl),
        ("a.litmus", litmus),
    ];
    Folder::new(name, &files.map(|(name, text)| (name, text.as_bytes())))
}

/// A new option has to say which languages it is for, and it has to be in the table.
#[test]
fn the_table_has_all_options() {
    let help = Command::new(env!("CARGO_BIN_EXE_mazurka"))
        .args(["check", "--help"])
        .output()
        .expect("the command starts");
    let help = stdout(&help);
    let words = help.lines().map(str::trim_start);
    let options = words.filter(|line| line.starts_with('-'));
    let long = |line: &str| {
        let (_, rest) = line.split_once("--")?;
        let end = rest.find(|c: char| !(c.is_ascii_lowercase() || c == '-'));
        Some(rest[..end.unwrap_or(rest.len())].to_owned())
    };
    let options: BTreeSet<String> = options.filter_map(long).collect();
    let known = OPTIONS.iter().map(|(name, ..)| *name).chain(OTHERS);
    let known: BTreeSet<String> = known.map(str::to_owned).collect();
    let lacking: Vec<_> = options
        .difference(&known)
        .filter(|name| !name.is_empty())
        .collect();
    assert!(
        lacking.is_empty(),
        "not in the table of this test: {lacking:?}"
    );
}

#[test]
fn each_option_is_for_its_languages() {
    let folder = folder("understood");
    for (name, value, is_for) in OPTIONS {
        for (file, is_for) in FILES.into_iter().zip(*is_for) {
            let mut words = match *value {
                "" => vec![format!("--{name}")],
                value => vec![format!("--{name}={value}")],
            };
            if *name == "suggest-fences" {
                words.push("--model=tso".to_owned());
            }
            if [
                "first",
                "detach",
                "attach",
                "cancel-on-interrupt",
                "allow-unsafe-store",
            ]
            .contains(name)
            {
                words.push("--cluster=nonsense".to_owned());
            }
            if *name != "resume" {
                words.push(file.to_owned());
            }
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let output = folder.run(&words);
            let said = stderr(&output);
            let is_refused = said.contains(" is for ") && said.contains(", and here are only ");
            assert_eq!(is_refused, !is_for, "{words:?}: {said}");
            if is_refused {
                assert_eq!(code(&output), 2, "{words:?}: {said}");
                let begin = format!("error: --{name} (");
                let is_model = *name == "suggest-fences" && said.starts_with("error: --model (");
                assert!(said.starts_with(&begin) || is_model, "{said}");
                assert!(said.trim_end().ends_with(": leave it out"), "{said}");
                assert_eq!(said.lines().count(), 1, "{said}");
            }
        }
    }
}

#[test]
fn what_has_no_name_of_its_own() {
    let folder = folder("understood-others");
    let output = folder.run(&["a.litmus", "--", "-O2"]);
    assert_eq!(code(&output), 2);
    let said = stderr(&output);
    let begin = "error: what comes after -- (flags for clang, erlc or elixirc, after `--`) is for ";
    assert!(said.starts_with(begin), "{said}");
    let output = folder.run(&["a.erl", "--file", "words=a.c"]);
    assert_eq!(code(&output), 2);
    let said = stderr(&output);
    assert!(
        said.starts_with("error: --file NAME=PATH (") && said.contains("is for C and C++ programs"),
        "{said}"
    );
}

/// With files of several languages, one has to understand an option; the commands that show bugs have
/// those that are for their files.
#[test]
fn several_languages() {
    let folder = folder("understood-several");
    let bug = "-module(b).\n-export([test/0]).\ntest() -> exit(bad).\n";
    std::fs::write(folder.path("b.erl"), bug).expect("a file can be written");
    let both = ["a.c", "b.erl", "--each", "--races", "--model", "tso"];
    let more = ["--max-memory", "100", "--trace-dir", "traces"];
    let output = folder.run(&[&both[..], &more[..]].concat());
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let trace = std::fs::read_to_string(folder.path("traces/b-abnormal-exit.json"));
    let trace = trace.expect("there is a bug");
    assert!(
        trace.contains("mazurka check b.erl --max-memory 100 --replay "),
        "{trace}"
    );
    // Folders have settings for all of their files.
    std::fs::write(
        folder.path("mazurka.toml"),
        "races = true\nmodels = [\"sc\", \"tso\"]\n",
    )
    .expect("a file can be written");
    for (file, times) in [("a.erl", 1), ("a.c", 2)] {
        let output = folder.run(&["--config", "mazurka.toml", file, "--json"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert_eq!(
            stdout(&output).lines().count(),
            times,
            "{}",
            stdout(&output)
        );
    }
    let output = folder.run(&["--config", "mazurka.toml", "a.erl", "--leaks"]);
    assert_eq!(code(&output), 2);
}

/// What Erlang people know from Concuerror.
#[test]
fn other_spellings() {
    let folder = folder("understood-spellings");
    for words in [
        &["-f", "a.erl", "-m", "a", "-t", "test"][..],
        &[
            "a.erl",
            "--ignore_error",
            "deadlock",
            "--observers",
            "-k",
            "-pa",
            ".",
        ],
        &["a.erl", "--treat_as_normal", "x", "--depth_bound", "99"],
    ] {
        let output = folder.run(words);
        assert_eq!(code(&output), 0, "{words:?}: {}", stderr(&output));
    }
    let output = folder.run(&["a.c", "--treat_as_normal", "x"]);
    assert!(
        stderr(&output).contains("--treat-as-normal ("),
        "{}",
        stderr(&output)
    );
}

/// Messages have no memory model, and so nothing is said of one.
#[test]
fn erlang_has_no_memory_model() {
    let folder = folder("understood-models");
    let text = |words: &[&str]| stdout(&folder.run(words));
    let verdict = text(&["a.erl"]);
    assert!(verdict.contains("(optimal: 1 complete"), "{verdict}");
    let object = text(&["a.erl", "--json"]);
    let begin = "{\"file\":\"a.erl\",\"model\":null,\"algorithm\":\"optimal\",";
    assert!(object.starts_with(begin), "{object}");
    let table = text(&["a.erl", "a.erl", "--each"]);
    assert!(!table.contains("model"), "{table}");
    assert!(table.contains("(optimal: "), "{table}");
    let mixed = text(&["a.erl", "a.c", "--each", "--model", "tso"]);
    let rows: Vec<Vec<&str>> = mixed
        .lines()
        .map(|line| line.split_whitespace().take(3).collect())
        .collect();
    assert_eq!(rows[0][..2], ["program", "model"], "{mixed}");
    assert_eq!((rows[1][1], rows[2][1]), ("-", "tso"), "{mixed}");
    let page = |file: &str| {
        folder.run(&[file, "--html", "page.html"]);
        std::fs::read_to_string(folder.path("page.html")).expect("a page is written")
    };
    assert!(page("a.c").contains("SC, optimal"));
    assert!(!page("a.erl").contains("SC, optimal"));
    let bug = "-module(b).\n-export([test/0]).\ntest() -> exit(bad).\n";
    std::fs::write(folder.path("b.erl"), bug).expect("a file can be written");
    let sarif = text(&["b.erl", "--format", "sarif"]);
    assert!(
        sarif.contains("abnormal-exit") && !sarif.contains("\"model\""),
        "{sarif}"
    );
    let junit = text(&["a.erl", "a.c", "--each", "--format", "junit"]);
    assert!(
        junit.contains("name=\"a\"") && !junit.contains("(sc)"),
        "{junit}"
    );
    folder.run(&["b.erl", "--trace-dir", "."]);
    let shown = Command::new(env!("CARGO_BIN_EXE_mazurka"))
        .args(["show", "b-abnormal-exit.json"])
        .current_dir(folder.path(""))
        .output()
        .expect("the command starts");
    assert!(
        stdout(&shown).starts_with("b (optimal)\n"),
        "{}",
        stdout(&shown)
    );
}
