//! `mazurka check --eunit` and `--ct`: every test is a check of its own. Sources need an erlc with
//! EUnit and Common Test, and test nothing without them.

mod support;

use expect_test::expect;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::{Folder, code, stderr, stdout, timeless};

const EXAMPLE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../examples/erlang/rebar3_counter"
);

/// Is there an erlc, with the headers of that library?
fn has(library: &str) -> bool {
    let header = format!("-include_lib(\"{library}\").");
    let folder = Folder::new(
        &format!("suites-has-{}", library.replace('/', "-")),
        &[("m.erl", format!("-module(m).\n{header}\n").as_bytes())],
    );
    let mut erlc = Command::new("erlc");
    erlc.arg("m.erl").current_dir(folder.path("."));
    let has = erlc.output().is_ok_and(|done| done.status.success());
    if !has {
        eprintln!("there is no erlc with {library}: nothing is tested");
    }
    has
}

fn has_eunit() -> bool {
    has("eunit/include/eunit.hrl")
}

fn sources(name: &str, files: &[(&str, &str)]) -> Folder {
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, text)| (*name, text.as_bytes()))
        .collect();
    Folder::new(&format!("suites-{name}"), &files)
}

/// Everything that the command says.
fn said(output: &Output) -> String {
    let (out, error) = (timeless(&stdout(output)), stderr(output));
    format!("{out}{error}exit code {}\n", code(output))
}

/// The names, verdicts and executions of a table.
fn rows(text: &str) -> Vec<String> {
    let verdicts = ["verified", "bug", "unknown", "error"];
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let verdict = words.iter().rposition(|word| verdicts.contains(word))?;
        let counts = words.get(verdict.checked_sub(4)?..verdict)?;
        let is_count = |word: &&str| *word == "-" || word.parse::<u64>().is_ok();
        let name = words[..verdict - 4].join(" ");
        let is_row = counts.iter().all(is_count) && !name.is_empty();
        is_row.then(|| format!("{name} {} {}", words[verdict], counts[0]))
    };
    text.lines().filter_map(row).collect()
}

#[test]
fn the_example_has_ten_tests_and_one_bug() {
    if !has_eunit() {
        return;
    }
    let mut command = support::command(&["test", "--eunit", "--after-timeout=5000", "--workers=1"]);
    let output = command.current_dir(EXAMPLE).output().expect("it starts");
    expect![[r#"
        test                                                executions  discarded    cut  blocked  verdict   seconds  findings
        counter_tests:one_caller_test_[1] up                         2          0      0        0  verified     0.00
        counter_tests:one_caller_test_[2] up twice                   2          0      0        0  verified     0.00
        counter_tests:one_caller_test_[3] alive                      2          0      0        0  verified     0.00
        counter_tests:one_caller_test_[4] named                      2          0      0        0  verified     0.00
        counter_tests:races_test_[1] two callers, at once             4          0      0        0  verified     0.00
        counter_tests:races_test_[2] two callers                     2          0      0        0  bug          0.00  abnormal-exit
            abnormal exit: process <P.2> exits abnormally: assertEqual fails for two(fun counter:up / 0): expected 2, value 1 at test/counter_tests.erl:30
            mazurka check test/counter_tests.erl --eunit --after-timeout 5000 --test 'counter_tests:races_test_[2]'
        counter_tests:set_test                                       2          0      0        0  verified     0.00
        counter_tests:starts_at_zero_test                            2          0      0        0  verified     0.00
        counter_tests:stopped_test                                   2          0      0        0  verified     0.00
        counter_tests:supervised_test_                               1          0      0        0  verified     0.00
        10 tests: 9 verified, 1 bug, 0 unknown, 0 error (optimal, where an `after` of 5000 ms or more never comes: 21 complete, 0 blocked, 0.00 s)
        exit code 1
    "#]].assert_eq(&said(&output));
}

/// As rebar3 leaves them: compiled modules in one folder, compiled tests in another.
#[test]
fn compiled_modules_need_no_compiler() {
    if !has_eunit() {
        return;
    }
    let folder = sources("ebin", &[]);
    for (from, to) in [("src", "lib/ebin"), ("test", "lib/test")] {
        let to = folder.path(to);
        std::fs::create_dir_all(&to).expect("a folder");
        let files = std::fs::read_dir(Path::new(EXAMPLE).join(from)).expect("it is there");
        let files: Vec<PathBuf> = files
            .map(|file| file.expect("a file").path())
            .filter(|path| path.extension().is_some_and(|end| end == "erl"))
            .collect();
        let mut erlc = Command::new("erlc");
        let done = erlc.arg("-o").arg(&to).args(files).status();
        assert!(done.expect("erlc starts").success());
    }
    let root = Command::new("erl")
        .args([
            "-noshell",
            "-eval",
            "io:put_chars(code:root_dir()), halt().",
        ])
        .output()
        .expect("erl starts");
    let line = [
        "lib/ebin",
        "lib/test",
        "--eunit",
        "-a",
        "5000",
        "--workers=1",
    ];
    let mut command = folder.command(&line);
    command.env("PATH", "").env("ERL_ROOTDIR", stdout(&root));
    let output = command.output().expect("the command starts");
    assert_eq!(code(&output), 1, "{}", said(&output));
    assert_eq!(rows(&stdout(&output)).len(), 10, "{}", said(&output));
}

const SHAPES: &str = r#"
-module(shapes_tests).
-include_lib("eunit/include/eunit.hrl").
-export([named/0, made/0]).

plain_test() -> ok.
list_test_() -> [fun() -> ok end, [?_assert(true), {"deep", ?_test(ok)}], {shapes_tests, named}].
title_test_() -> {"all", [{<<"binary">>, ?_test(ok)}, {17, fun() -> ok end}]}.
generator_test_() -> {generator, fun made/0}.
named_test_() -> {generator, ?MODULE, made}.
order_test_() -> {inorder, [?_test(ok), {inparallel, 2, [?_test(ok), {timeout, 5, ?_test(ok)}]}]}.
spawn_test_() -> {spawn, ?_assertNotEqual(self(), whereis(nobody))}.
with_test_() -> {with, 3, [fun(X) -> 3 = X end, fun(X) -> ?assertEqual(4, X + 1) end]}.
setup_test_() -> {setup, fun() -> 1 end, fun(1) -> ok end, fun(X) -> [?_assertEqual(1, X)] end}.
local_test_() ->
    {setup, local, fun() -> put(k, 1), self() end, fun(_) -> 1 = erase(k) end,
     fun(P) -> [?_assertEqual(P, self()), ?_assertEqual(1, get(k))] end}.
apart_test_() ->
    {setup, fun() -> self() end, fun(_) -> ok end, {with, [fun(P) -> ?assertNotEqual(P, self()) end]}}.
each_test_() ->
    {foreach, fun() -> register(each, self()) end, fun(_) -> unregister(each) end,
     [fun(_) -> ?_assertEqual(true, is_pid(whereis(each))) end, ?_test(ok)]}.
pairs_test_() ->
    {foreachx, fun(X) -> X * 2 end, fun(X, R) -> R = X * 2 end,
     [{X, fun(Y, R) -> ?_assertEqual(Y * 2, R) end} || X <- [1, 2]]}.
leaves_a_server_test() -> spawn(fun() -> receive stop -> ok end end), ok.
fails_test_() -> {setup, fun() -> ok end, [?_assertEqual({a, 1}, {a, 2}), ?_test(ok)]}.
stuck_test() -> receive never -> ok end.

named() -> ok.
made() -> [?_test(ok), ?_test(ok)].
"#;

#[test]
fn all_shapes_of_tests_are_known() {
    if !has_eunit() {
        return;
    }
    let folder = sources("shapes", &[("shapes_tests.erl", SHAPES)]);
    let output = folder.run(&["shapes_tests.erl", "--eunit", "--workers=1"]);
    let text = stdout(&output);
    assert_eq!(code(&output), 1, "{}", said(&output));
    expect![[r#"
        shapes_tests:apart_test_[1] verified 1
        shapes_tests:each_test_[1] verified 1
        shapes_tests:each_test_[2] verified 1
        shapes_tests:fails_test_[1] bug 0
        shapes_tests:fails_test_[2] verified 1
        shapes_tests:generator_test_[1] verified 1
        shapes_tests:generator_test_[2] verified 1
        shapes_tests:leaves_a_server_test verified 1
        shapes_tests:list_test_[1] verified 1
        shapes_tests:list_test_[2.1] verified 1
        shapes_tests:list_test_[2.2] deep verified 1
        shapes_tests:list_test_[3] verified 1
        shapes_tests:local_test_[1] verified 1
        shapes_tests:local_test_[2] verified 1
        shapes_tests:named_test_[1] verified 1
        shapes_tests:named_test_[2] verified 1
        shapes_tests:order_test_[1] verified 1
        shapes_tests:order_test_[2.1] verified 1
        shapes_tests:order_test_[2.2] verified 1
        shapes_tests:pairs_test_[1] verified 1
        shapes_tests:pairs_test_[2] verified 1
        shapes_tests:plain_test verified 1
        shapes_tests:setup_test_[1] verified 1
        shapes_tests:spawn_test_ verified 1
        shapes_tests:stuck_test bug 1
        shapes_tests:title_test_[1] all: binary verified 1
        shapes_tests:title_test_[2] all verified 1
        shapes_tests:with_test_[1] verified 1
        shapes_tests:with_test_[2] verified 1
    "#]]
    .assert_eq(&(rows(&text).join("\n") + "\n"));
    assert!(
        text.contains(
            "assertEqual fails for {a, 2}: expected {a,1}, value {a,2} at shapes_tests.erl:"
        ),
        "{text}"
    );
    assert!(text.contains("deadlock: process <P> waits"), "{text}");
}

/// The same through processes, JSON, a resume file and a replay.
#[test]
fn tests_are_programs_like_others() {
    if !has_eunit() {
        return;
    }
    let race = r#"
-module(race_tests).
-include_lib("eunit/include/eunit.hrl").
six_test_() -> {"orders", ?_test(begin
    Me = self(),
    [spawn(fun() -> Me ! N end) || N <- [1, 2, 3]],
    [receive N -> N end || _ <- [1, 2, 3]]
end)}.
race_test() ->
    Me = self(),
    [spawn(fun() -> Me ! N end) || N <- [1, 2]],
    ?assertEqual(1, receive N -> N end).
"#;
    let folder = sources("race", &[("test/race_tests.erl", race)]);
    let output = folder.run(&["test", "--eunit", "--processes=2"]);
    let counts = rows(&stdout(&output));
    assert_eq!(
        counts[1], "race_tests:six_test_ orders verified 6",
        "{counts:?}"
    );
    assert_eq!(code(&output), 1);

    let output = folder.run(&["test", "--eunit", "--json", "--workers=1"]);
    let objects = stdout(&output);
    let object = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON");
    let objects: Vec<serde_json::Value> = objects.lines().map(object).collect();
    assert_eq!(objects[0]["test"], "race_tests:race_test");
    assert_eq!(objects[0]["verdict"], "bug");
    assert_eq!(objects[1]["test"], "race_tests:six_test_ orders");
    assert_eq!(objects[1]["complete"], 6);

    let replay = objects[0]["findings"][0]["replay"]
        .as_str()
        .expect("a string");
    let line = [
        "test/race_tests.erl",
        "--eunit",
        "-t",
        "race_tests:race_test",
        "--replay",
        replay,
    ];
    let output = folder.run(&line);
    assert_eq!(code(&output), 1, "{}", said(&output));
    assert!(
        stdout(&output).contains("Bug: abnormal exit: "),
        "{}",
        said(&output)
    );

    let begin = [
        "test",
        "--eunit",
        "--test",
        "orders",
        "-i",
        "4",
        "--resume-file",
        "left.json",
    ];
    let output = folder.run(&[&begin[..], &["--workers=1"]].concat());
    assert_eq!(code(&output), 3, "{}", said(&output));
    let output = folder.run(&["--resume", "left.json", "--workers=1"]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(stdout(&output).contains("6 complete"), "{}", said(&output));
}

#[test]
fn what_cannot_be_checked_is_said() {
    if !has_eunit() {
        return;
    }
    let with = |name: &str, body: &str| {
        let text =
            format!("-module({name}).\n-include_lib(\"eunit/include/eunit.hrl\").\n{body}\n");
        sources(name, &[(&*format!("{name}.erl"), &*text)])
    };
    let wrong = |name: &str, body: &str, options: &[&str], expected: &str, exit: i32| {
        let folder = with(name, body);
        let file = format!("{name}.erl");
        let output = folder.run(&[&[&*file, "--eunit"], options].concat());
        let text = said(&output);
        assert!(text.contains(expected), "{text}");
        assert_eq!(code(&output), exit, "{text}");
    };
    wrong(
        "none_tests",
        "-export([f/0]).\nf() -> ok.",
        &[],
        "there is no function *_test/0",
        2,
    );
    wrong(
        "node_tests",
        "a_test_() -> {node, n, [?_test(ok)]}.",
        &[],
        "node",
        2,
    );
    wrong(
        "dir_tests",
        "a_test_() -> {dir, \"x\"}.",
        &[],
        "is no test, or none that is supported",
        2,
    );
    wrong(
        "odd_tests",
        "a_test_() -> 17.",
        &[],
        "odd_tests:a_test_: 17 is no test",
        2,
    );
    wrong(
        "file_tests",
        "a_test() -> file:read_file(\"x\").",
        &[],
        "file:read_file/1 is not",
        2,
    );
    wrong(
        "crash_tests",
        "a_test_() -> exit(generator).",
        &[],
        "abnormally: generator",
        1,
    );
    wrong(
        "name_tests",
        "a_test() -> ok.",
        &["--test", "b"],
        "no such test, only name_tests:a",
        2,
    );
    wrong(
        "entry_tests",
        "a_test() -> ok.",
        &["--entry", "f"],
        "cannot be used with",
        2,
    );
    let folder = with("whole_tests", "a_test() -> ok.");
    let output = folder.run(&["whole_tests.erl"]);
    assert_eq!(code(&output), 2, "{}", said(&output));
    assert!(
        stderr(&output).contains("with --eunit"),
        "{}",
        said(&output)
    );
    let folder = sources(
        "litmus",
        &[("a.litmus", "X86 a\n{}\n P0 ;\n MFENCE ;\nexists (x=0)\n")],
    );
    let output = folder.run(&["a.litmus", "--eunit"]);
    assert!(
        stderr(&output).contains("are for Erlang programs"),
        "{}",
        said(&output)
    );
}

const SUITE: &str = r#"
-module(small_SUITE).
-include_lib("common_test/include/ct.hrl").
-compile([export_all, nowarn_export_all]).
all() -> [plain, {group, outer}, skipped, {testcase, tells, []}].
groups() -> [{outer, [parallel], [racy, {group, inner}]}, {inner, [{repeat, 3}], [deep]}].
init_per_suite(Config) -> [{suite, true} | Config].
end_per_suite(Config) -> true = ?config(suite, Config).
init_per_group(Name, Config) -> [{Name, self()} | Config].
end_per_group(Name, Config) -> true = is_pid(?config(Name, Config)).
init_per_testcase(skipped, _) -> {skip, tomorrow};
init_per_testcase(Case, Config) -> [{the_case, Case} | Config].
end_per_testcase(_, _) -> ok.
plain(Config) -> plain = ?config(the_case, Config), "small_SUITE_data/" = ?config(data_dir, Config).
deep(Config) -> {true, true} = {is_pid(?config(outer, Config)), is_pid(?config(inner, Config))}.
skipped(_) -> ct:fail(never).
racy(_) ->
    Me = self(),
    [spawn(fun() -> Me ! N end) || N <- [1, 2]],
    receive 1 -> ok; N -> ct:fail("first came ~p", [N]) end.
tells(_) ->
    ct:pal("pal ~p", [1]), ct:log(default, 50, "log"), ct:comment("comment"),
    {comment, "done"}.
"#;

#[test]
fn suites_of_common_test() {
    if !has("common_test/include/ct.hrl") {
        return;
    }
    let refused = "-module(other_SUITE).\n-export([all/0, a/1]).\nall() -> [a].\n\
                   a(_) -> ct:get_config(x).\n";
    let files = [
        ("test/small_SUITE.erl", SUITE),
        ("other_SUITE.erl", refused),
    ];
    let folder = sources("ct", &files);
    let output = folder.run(&["test", "--ct", "--workers=1"]);
    expect![[r#"
        test                            executions  discarded    cut  blocked  verdict   seconds  findings
        small_SUITE:plain                        1          0      0        0  verified     0.00
        small_SUITE:outer/racy                   1          0      0        0  bug          0.00  abnormal-exit
            abnormal exit: process <P.1> exits abnormally: {test_case_failed,"first came 2"}
            mazurka check test/small_SUITE.erl --ct --test small_SUITE:outer/racy
        small_SUITE:outer/inner/deep             1          0      0        0  verified     0.00
        small_SUITE:tells                        1          0      0        0  verified     0.00
        4 tests: 3 verified, 1 bug, 0 unknown, 0 error (optimal: 4 complete, 0 blocked, 0.00 s)
        note: small_SUITE:skipped is skipped: init_per_testcase says tomorrow
        exit code 1
    "#]].assert_eq(&said(&output));
    let output = folder.run(&["other_SUITE.erl", "--ct"]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("ct:get_config/1 is not supported"),
        "{}",
        said(&output)
    );
}
