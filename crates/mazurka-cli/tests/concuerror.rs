//! Options and attributes of Concuerror: each with a program whose verdict needs it. All need an
//! erlc, and test nothing without one.

mod support;

use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;
use support::{Folder, code, stderr, stdout};

const PROGRAMS: &str = "
-module(programs).
-export([late/0, travel/0, planned/0, planned3/0, wait/0, crash/0, stop/0, assertion/0, child/0,
         child_waits/0, patterns/0, long/0, many/0, two/0, deep/0, calls/0, test/0]).

%% A timeout that may come, unless it is so long that it never does.
late() ->
    Me = self(),
    spawn(fun() -> Me ! go end),
    receive go -> ok after 100 -> exit(late) end.

%% Right only if a message is there as soon as it is sent.
travel() ->
    Receiver = spawn(fun() -> receive X -> first = X end, receive _ -> ok end end),
    Me = self(),
    spawn(fun() -> Receiver ! first, Me ! go end),
    receive go -> Receiver ! second end.

planned() -> spawn(fun() -> exit(planned) end).
planned3() -> spawn(fun() -> exit({planned, 1, 2}) end).
wait() -> spawn(fun() -> receive never -> ok end end).
crash() -> exit(crash).
stop() -> erlang:halt(3).
assertion() -> spawn(fun() -> error({assertEqual, [{module, m}, {line, 1},
    {expression, \"f ( X )\"}, {expected, 1}, {value, 2}]}) end).
child() -> spawn(fun() -> exit(crash) end).
child_waits() -> wait().

%% One execution, if a message that a receive does not take is none of its concern.
patterns() ->
    Me = self(),
    [spawn(fun() -> Me ! N end) || N <- [a, b]],
    receive a -> ok end,
    receive b -> ok end.

long() ->
    Me = self(),
    Echo = spawn(fun Loop() -> receive stop -> ok; N -> Me ! N, Loop() end end),
    [begin Echo ! N, receive N -> ok end end || N <- lists:seq(1, 20)],
    Echo ! stop.

%% Six orders of three messages.
many() ->
    Me = self(),
    [spawn(fun() -> Me ! N end) || N <- [1, 2, 3]],
    [receive N -> N end || _ <- [1, 2, 3]].

%% Two errors, each in several executions.
two() ->
    Me = self(),
    [spawn(fun() -> Me ! N end) || N <- [1, 2, 3]],
    [First | _] = [receive N -> N end || _ <- [1, 2, 3]],
    case First of
        1 -> ok;
        2 -> spawn(fun() -> spawn(fun() -> exit(second) end) end), exit(first_is_two);
        3 -> exit(first_is_three)
    end.

deep() -> exit({a, {b, {c, {d, {e, f}}}}}).
calls() -> elsewhere:f().
test() -> ok.
";

/// Modules with attributes, each with the same function.
fn module(name: &str, attribute: &str, function: &str) -> (String, String) {
    let text = format!(
        "-module({name}).\n{attribute}\n-export([test/0, other/0]).\n\
         test() -> {function}.\nother() -> exit(other).\n\
         late() -> Me = self(), spawn(fun() -> Me ! go end),\n\
         receive go -> ok after 100 -> exit(late) end.\n\
         many() -> Me = self(), [spawn(fun() -> Me ! N end) || N <- [1, 2, 3]],\n\
         [receive N -> N end || _ <- [1, 2, 3]].\n\
         -compile({{nowarn_unused_function, [late/0, many/0]}}).\n"
    );
    (format!("{name}.erl"), text)
}

/// The programs, compiled; none if there is no erlc.
fn programs() -> Option<&'static Folder> {
    static FOLDER: OnceLock<Option<Folder>> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let attributes = [
            (
                "usual",
                "-concuerror_options([{after_timeout, 100}]).",
                "late()",
            ),
            (
                "forced",
                "-concuerror_options_forced([{after_timeout, 100}]).",
                "late()",
            ),
            (
                "unknown",
                "-concuerror_options([keep_going, {sleepy, true}]).",
                "ok",
            ),
            ("path", "-concuerror_options([{pa, \"x\"}]).", "ok"),
            ("begins", "-concuerror_options([{test, other}]).", "ok"),
            (
                "bound",
                "-concuerror_options_forced([{interleaving_bound, 2}]).",
                "many()",
            ),
            (
                "ignores",
                "-concuerror_options([{ignore_error, [abnormal_exit]}]).",
                "other()",
            ),
        ];
        let mut files: Vec<(String, String)> = attributes
            .map(|(name, attribute, function)| module(name, attribute, function))
            .to_vec();
        files.push(("programs.erl".to_owned(), PROGRAMS.to_owned()));
        let elsewhere = "-module(elsewhere).\n-export([f/0]).\nf() -> exit(found).\n";
        files.push(("elsewhere.erl".to_owned(), elsewhere.to_owned()));
        let files: Vec<(&str, &[u8])> = files
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_bytes()))
            .collect();
        let folder = Folder::new("concuerror", &files);
        let mut erlc = Command::new("erlc");
        let names = files.iter().map(|(name, _)| name);
        let done = erlc.current_dir(folder.path(".")).args(names).output();
        let Ok(done) = done else {
            eprintln!("there is no erlc on the path: nothing is tested");
            return None;
        };
        assert!(done.status.success(), "{}", stdout(&done));
        std::fs::create_dir(folder.path("rear")).expect("a folder");
        let moved = std::fs::rename(
            folder.path("elsewhere.beam"),
            folder.path("rear/elsewhere.beam"),
        );
        moved.expect("it was compiled");
        std::fs::remove_file(folder.path("elsewhere.erl")).expect("it is there");
        Some(folder)
    });
    folder.as_ref()
}

fn run(arguments: &[&str]) -> Option<Output> {
    let folder = programs()?;
    let mut command = folder.command(&[arguments, &["--workers=1"]].concat());
    Some(command.output().expect("the command starts"))
}

/// Without the options there is that exit code, with them the other.
fn decides(function: &str, (before, after): (i32, i32), options: &[&str]) {
    let line = ["programs.beam", "-t", function];
    let Some(without) = run(&line) else { return };
    assert_eq!(code(&without), before, "{function}: {}", stdout(&without));
    let with = run(&[&line, options].concat()).expect("it ran before");
    let text = stdout(&with) + &stderr(&with);
    assert_eq!(code(&with), after, "{function} {options:?}: {text}");
}

#[test]
fn each_option_decides() {
    decides("late", (1, 0), &["--after_timeout", "100"]);
    decides("late", (1, 1), &["-a", "101"]);
    decides("late", (1, 1), &["-a", "infinity"]);
    decides("travel", (0, 1), &["--instant_delivery", "false"]);
    decides(
        "travel",
        (0, 0),
        &["--instant-delivery", "--keep_going=false"],
    );
    decides("planned", (1, 0), &["--treat_as_normal", "planned"]);
    decides("planned3", (1, 0), &["--treat-as-normal", "planned"]);
    decides("wait", (1, 0), &["--ignore_error", "deadlock"]);
    decides("crash", (1, 0), &["--ignore-error", "abnormal_exit"]);
    decides("crash", (1, 0), &["--ignore", "crash"]);
    decides("stop", (1, 0), &["--ignore_error=abnormal_halt"]);
    decides("crash", (1, 0), &["--assertions_only"]);
    decides("crash", (1, 1), &["--assertions_only", "false"]);
    decides("assertion", (1, 1), &["--assertions-only", "true"]);
    decides("child", (1, 0), &["--first_process_errors_only"]);
    decides("child_waits", (1, 0), &["--first-process-errors-only"]);
    decides("crash", (1, 1), &["--first_process_errors_only", "true"]);
    decides("long", (0, 3), &["--depth_bound", "20"]);
    decides("long", (0, 3), &["-d", "20"]);
    decides("many", (0, 3), &["--interleaving_bound", "2"]);
    decides("many", (0, 3), &["-i", "2"]);
    decides("many", (0, 0), &["-i", "infinity"]);
    decides("calls", (2, 1), &["--pz", "rear"]);
    decides("calls", (2, 1), &["-pa", "rear"]);
}

#[test]
fn a_bound_on_depth_is_no_error() {
    let line = ["programs.beam", "-t", "long", "-d", "20"];
    let Some(output) = run(&[&line[..], &["--ignore_error", "depth_bound"]].concat()) else {
        return;
    };
    assert_eq!(code(&output), 3, "{}", stdout(&output));
    let said = stderr(&output);
    assert!(
        said.contains("--ignore-error depth_bound changes nothing"),
        "{said}"
    );
}

#[test]
fn all_findings_are_counted() {
    let line = ["programs.beam", "--test=two", "-k"];
    let Some(output) = run(&line) else { return };
    let text = stdout(&output);
    assert_eq!(code(&output), 1);
    assert!(text.contains("6 errors (3 distinct) in "), "{text}");
    assert!(
        text.contains("  abnormal exit: process <P..> exits abnormally: second"),
        "{text}"
    );
    let output = run(&[&line[..], &["--json"]].concat()).expect("it ran before");
    let object: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let distinct = object["distinct"].as_array().expect("a list");
    let executions = distinct.iter().filter_map(|one| one["executions"].as_u64());
    assert_eq!(executions.sum::<u64>(), 6, "{object}");
    assert_eq!(distinct.len(), 3, "{object}");
    assert!(distinct.iter().all(|one| one["line"].is_u64()), "{object}");
    // Without it, the first is enough.
    let output = run(&["programs.beam", "--test=two", "-k", "false"]);
    let text = stdout(&output.expect("it ran before"));
    assert!(!text.contains("distinct"), "{text}");
}

#[test]
fn terms_are_shown_so_deep() {
    let line = ["programs.beam", "-t", "deep"];
    let Some(output) = run(&line) else { return };
    assert!(stdout(&output).contains("{a,{b,{c,{d,{e,f}}}}}"));
    let output = run(&[&line[..], &["--print_depth", "3"]].concat()).expect("it ran before");
    let text = stdout(&output);
    assert!(
        text.contains("exits abnormally: {a,{b,{c,{...}}}}"),
        "{text}"
    );
}

#[test]
fn assertions_are_told() {
    let Some(output) = run(&["programs.beam", "-t", "assertion"]) else {
        return;
    };
    let text = stdout(&output);
    let told = "exits abnormally: assertEqual fails for f(X): expected 1, value 2";
    assert!(text.contains(told), "{text}");
}

#[test]
fn programs_begin_as_concuerror_says() {
    let begins = |line: &[&str], expected: i32| {
        if let Some(output) = run(line) {
            let text = stdout(&output) + &stderr(&output);
            assert_eq!(code(&output), expected, "{line:?}: {text}");
        }
    };
    begins(&["-f", "programs.beam"], 0);
    begins(
        &[
            "--file",
            "programs.beam",
            "--module",
            "programs",
            "--test",
            "crash",
        ],
        1,
    );
    begins(&["-m", "programs", "-t", "crash"], 1);
    begins(&["-m", "programs"], 0);
    begins(&["-m", "elsewhere", "-t", "f", "--pa", "rear"], 1);
    begins(&["-m", "elsewhere", "-t", "f"], 2);
    begins(
        &[
            "-f",
            "programs.beam",
            "--entry_point",
            "{programs,crash,[]}",
        ],
        1,
    );
    begins(
        &[
            "-f",
            "programs.beam",
            "--entry_point",
            "{programs,crash,[1]}",
        ],
        2,
    );
    begins(
        &["-f", "programs.beam", "--entry", "crash", "-t", "crash"],
        2,
    );
}

#[test]
fn algorithms_are_known() {
    let Some(output) = run(&["programs.beam", "-t", "many", "--dpor", "source"]) else {
        return;
    };
    let text = stdout(&output);
    assert!(text.contains("(source: 6 complete"), "{text}");
}

#[test]
fn receive_patterns_may_be_left_out() {
    let counts = |options: &[&str], expected: &str| {
        let line = [&["programs.beam", "-t", "patterns"], options].concat();
        if let Some(output) = run(&line) {
            let text = stdout(&output) + &stderr(&output);
            assert!(text.contains(expected), "{options:?}: {text}");
        }
    };
    counts(&[], "1 complete");
    counts(&["--use_receive_patterns", "true"], "1 complete");
    counts(&["--use_receive_patterns", "false"], "2 complete");
    counts(&["--observers=false"], "2 complete");
    counts(&["--observers=false", "--receive", "take"], "1 complete");
}

#[test]
fn what_means_nothing_is_said() {
    let line = [
        "programs.beam",
        "--show_races",
        "true",
        "--scheduling",
        "oldest",
    ];
    let Some(output) = run(&line) else { return };
    assert_eq!(code(&output), 0);
    let said = stderr(&output);
    assert!(
        said.contains("note: --show-races changes nothing: "),
        "{said}"
    );
    assert!(
        said.contains("note: --scheduling changes nothing: "),
        "{said}"
    );
    let output = run(&["programs.beam", "--graph", "x.dot"]).expect("it ran before");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("error: --graph is not supported: "));
    let folder = programs().expect("it ran before");
    assert!(!Path::new(&folder.path("x.dot")).exists());
}

/// What a module with attributes comes to.
fn attributes(line: &[&str], expected: i32) -> Option<String> {
    let output = run(line)?;
    let text = stdout(&output) + &stderr(&output);
    assert_eq!(code(&output), expected, "{line:?}: {text}");
    Some(text)
}

#[test]
fn attributes_count() {
    // The command line wins over the one, and the other over the command line.
    attributes(&["usual.beam"], 0);
    attributes(&["usual.beam", "--after-timeout", "1000"], 1);
    attributes(&["forced.beam"], 0);
    if let Some(text) = attributes(&["forced.beam", "--after-timeout", "1000"], 0) {
        assert!(
            text.contains("where an `after` of 100 ms or more never comes"),
            "{text}"
        );
    }
    attributes(&["begins.beam"], 1);
    attributes(&["begins.beam", "-t", "test"], 0);
    attributes(&["ignores.beam"], 0);
    if let Some(text) = attributes(&["unknown.beam"], 2) {
        let told = "unknown.beam: -concuerror_options of module unknown: there is no option sleepy";
        assert!(text.contains(told), "{text}");
    }
    if let Some(text) = attributes(&["path.beam"], 2) {
        assert!(
            text.contains("the option pa is only for the command line"),
            "{text}"
        );
    }
}

#[test]
fn attributes_count_in_other_processes_and_later() {
    let Some(folder) = programs() else { return };
    let workers = folder.command(&["usual.beam", "--processes=2"]).output();
    assert_eq!(code(&workers.expect("the command starts")), 0);
    let resumed = "bound.json";
    let first = ["bound.beam", "--resume-file", resumed];
    let text = attributes(&first, 3).unwrap_or_default();
    assert!(text.contains("2 complete"), "{text}");
    attributes(&["--resume", resumed], 3);
    let text = attributes(&["--resume", resumed], 0).unwrap_or_default();
    assert!(text.contains("6 complete"), "{text}");
}
