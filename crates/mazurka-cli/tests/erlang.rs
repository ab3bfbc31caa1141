//! `mazurka check` of Erlang programs, as a person or a script meets it. What compiles sources
//! needs an erlc, and tests nothing without one; `.beam` files need no Erlang.

mod support;

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::{Folder, code, command, stderr, stdout, timeless};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/erlang");
const BEAMS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../mazurka-erlang/tests/programs/beam"
);

fn has_erlc() -> bool {
    let has = Command::new("erlc").arg("-help").output().is_ok();
    if !has {
        eprintln!("there is no erlc on the path: nothing is tested");
    }
    has
}

/// Everything that the command says: output, errors, exit code.
fn said(output: &Output) -> String {
    let (out, error) = (timeless(&stdout(output)), stderr(output));
    format!("{out}{error}exit code {}\n", code(output))
}

/// The command in the folder of the examples.
fn example(arguments: &[&str]) -> Output {
    let mut command = command(arguments);
    command.current_dir(EXAMPLES);
    command.output().expect("the command starts")
}

/// With one worker: several may find the same another way.
fn says(arguments: &[&str], expect: Expect) {
    expect.assert_eq(&said(&example(&[arguments, &["--workers=1"]].concat())));
}

/// A program that was compiled.
fn beam(release: &str, name: &str) -> PathBuf {
    Path::new(BEAMS).join(release).join(format!("{name}.beam"))
}

/// The command in a folder with programs that were compiled, where there is no Erlang.
fn without_erlang(folder: &Folder, arguments: &[&str]) -> Output {
    let mut command = folder.command(arguments);
    command.env("PATH", "").env_remove("ERL_ROOTDIR");
    command.output().expect("the command starts")
}

fn beams(name: &str, programs: &[&str]) -> Folder {
    let folder = Folder::new(&format!("erlang-{name}"), &[]);
    for program in programs {
        let bytes = fs::read(beam("25", program)).expect("it is there");
        fs::write(folder.path(&format!("{program}.beam")), bytes).expect("it can be written");
    }
    folder
}

fn sources(name: &str, files: &[(&str, &str)]) -> Folder {
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, text)| (*name, text.as_bytes()))
        .collect();
    Folder::new(&format!("erlang-{name}"), &files)
}

/// How many executions were complete, by the last line.
fn complete(output: &Output) -> u64 {
    let text = stdout(output);
    let last = text.lines().last().unwrap_or_default();
    let (before, _) = last.split_once(" complete").expect(&text);
    before
        .rsplit(' ')
        .next()
        .and_then(|word| word.parse().ok())
        .expect(&text)
}

#[test]
fn the_examples_show_their_bugs() {
    if !has_erlc() {
        return;
    }
    says(
        &["registration.erl"],
        expect![[r#"
            abnormal exit: process <P.1> exits abnormally: badarg
              at registration.erl:28 in registration:start/0
                   |
                28 |             register(server, Pid),
              called at registration.erl:19 in registration:'-two_callers/1-fun-0-'/2

            The interleaving that leads there:

                 <P>    starts <P.1>
                 <P>    starts <P.2>
              1  <P.1>  whereis(server) = undefined              registration.erl:25
                 <P.1>  starts <P.1.1>
              2  <P.2>  whereis(server) = undefined              registration.erl:25
                 <P.2>  starts <P.2.1>
              3  <P.2>  register(server, <P.2.1>)                registration.erl:28
              4  <P.1>  register(server, <P.1.1>) fails: badarg  registration.erl:28
                 <P.1>  process <P.1> exits abnormally: badarg   registration.erl:28

            The processes at the end, if it goes on from there:

              <P>                 registration:test/0,
                                  waits at registration.erl:22 in registration:two_callers/1
                                    for      {server,Other}
                <P.1>             fun in registration:two_callers/1, crashed: badarg
                  <P.1.1>         registration:serve/0, sleeps for ever at registration.erl:41
                <P.2>             fun in registration:two_callers/1, ended normally
                  <P.2.1/server>  registration:serve/0, sleeps for ever at registration.erl:41

            Replay it with:

              mazurka check registration.erl --replay 1/0.0x1,0.1x2,0.0x1

            Bug: abnormal exit: process <P.1> exits abnormally: badarg (optimal: 2 complete, 0 blocked, 16 events, 0.00 s)
            exit code 1
        "#]],
    );
    says(
        &["cache.erl"],
        expect![[r#"
            abnormal exit: process <P> exits abnormally: {badmatch,[{asked,1}]}
              at cache.erl:23 in cache:ask_twice/1
                   |
                23 |     [{asked, 2}] = ets:lookup(cache, asked).

            The interleaving that leads there:

                  <P>    starts <P.1>
                  <P>    starts <P.2>
               1  <P.1>  ets:lookup(cache, asked) = [{asked,0}]                  cache.erl:30
               2  <P.2>  ets:lookup(cache, asked) = [{asked,0}]                  cache.erl:30
               3  <P.2>  ets:insert(cache, {asked,1})                            cache.erl:31
               4  <P.2>  ets:lookup(cache, answer) = [{answer,42}]               cache.erl:27
               5  <P.2>  tells <P>, which monitors it
               6  <P.1>  ets:insert(cache, {asked,1})                            cache.erl:31
               7  <P.1>  ets:lookup(cache, answer) = [{answer,42}]               cache.erl:27
               8  <P.1>  tells <P>, which monitors it
               9  <P>    receive: takes {'DOWN',#Ref<P.1>,process,<P.1>,normal}  cache.erl:21
              10  <P>    receive: takes {'DOWN',#Ref<P.2>,process,<P.2>,normal}  cache.erl:22
              11  <P>    ets:lookup(cache, asked) = [{asked,1}]                  cache.erl:23
                  <P>    process <P> exits abnormally: {badmatch,[{asked,1}]}    cache.erl:23

            The processes at the end, if it goes on from there:

              <P>      cache:test/0, crashed: {badmatch,[{asked,1}]}
                <P.1>  fun in cache:ask_twice/1, ended normally
                <P.2>  fun in cache:ask_twice/1, ended normally

            Replay it with:

              mazurka check cache.erl --replay '1[T0#0][T%3d6361636865]/0.0x1,0.1x4,0.0x3,0<0.0x1,0<0.1x1,0x1'

            Bug: abnormal exit: process <P> exits abnormally: {badmatch,[{asked,1}]} (optimal: 1 complete, 0 blocked, 22 events, 0.00 s)
            exit code 1
        "#]],
    );
    says(
        &["idle.erl"],
        expect![[r#"
            deadlock:
              process <P> waits at idle.erl:16, and has no message

            The interleaving that leads there:

                 <P>    starts <P.1>
              1  <P.1>  receive with after: times out                          idle.erl:28
              2  <P>    <P.1> ! {double,21,<P>} (it is lost: <P.1> has ended)  idle.erl:15

            The processes at the end:

              <P>      idle:test/0, waits at idle.erl:16
                         for      {result,42}
                <P.1>  idle:serve/0, ended normally

            Replay it with:

              mazurka check idle.erl --replay 1/0.0x1,0x1

            Bug: deadlock: process <P> waits at idle.erl:16, and has no message (optimal: 2 complete, 0 blocked, 5 events, 0.00 s)
            exit code 1
        "#]],
    );
}

/// All executions of the wrong ones, and in how many of them which bug is.
#[test]
fn how_often_the_examples_go_wrong() {
    if !has_erlc() {
        return;
    }
    for (file, executions, findings) in [
        (
            "registration.erl",
            6,
            &[("abnormal-exit", 1), ("abnormal-exit", 1), ("deadlock", 2)][..],
        ),
        ("cache.erl", 4, &[("abnormal-exit", 2)]),
        ("idle.erl", 2, &[("deadlock", 1)]),
        ("pool.erl", 15, &[("deadlock", 2)]),
        ("stray.erl", 4, &[("abnormal-exit", 1)]),
        // The kill comes before one of the four steps of the other, before its end, or after that. It
        // does harm in one of these places.
        ("slots.erl", 6, &[("abnormal-exit", 1)]),
        // Whoever is linked to a process that failed fails as well.
        (
            "restart.erl",
            66,
            &[("abnormal-exit", 6), ("abnormal-exit", 6)],
        ),
        // The client of a server that failed fails, or waits for another end of it.
        (
            "light.erl",
            6,
            &[
                ("abnormal-exit", 1),
                ("abnormal-exit", 1),
                ("abnormal-exit", 4),
                ("deadlock", 2),
            ],
        ),
    ] {
        let output = example(&[file, "--keep-going", "--json"]);
        assert_eq!(code(&output), 1, "{}", said(&output));
        let object: Value = serde_json::from_str(&stdout(&output)).expect("an object");
        let mut found = Vec::new();
        for finding in object["findings"].as_array().expect("a list") {
            let kind = finding["kind"].as_str().expect("text");
            found.push((kind, finding["executions"].as_u64().expect("a number")));
        }
        found.sort_unstable();
        let complete = object["complete"].as_u64();
        assert_eq!(
            (complete, &found[..]),
            (Some(executions), findings),
            "{file}"
        );
    }
}

#[test]
fn the_repaired_examples_are_verified() {
    if !has_erlc() {
        return;
    }
    for (file, entry, executions) in [
        ("registration.erl", "repaired", 4),
        ("cache.erl", "repaired", 2),
        ("idle.erl", "repaired", 4),
        ("pool.erl", "repaired", 284),
        ("stray.erl", "repaired", 4),
        ("stray.erl", "generic", 9),
        ("restart.erl", "repaired", 66),
        ("light.erl", "repaired", 3),
        ("slots.erl", "repaired", 5),
    ] {
        let output = example(&[file, "--entry", entry]);
        assert_eq!(code(&output), 0, "{}", said(&output));
        assert_eq!(complete(&output), executions, "{file} {entry}");
    }
    let output = example(&["idle.erl", "--after-timeout", "1000"]);
    assert_eq!(
        (code(&output), complete(&output)),
        (0, 1),
        "{}",
        said(&output)
    );
    assert!(stdout(&output).contains("where an `after` of 1000 ms or more never comes"));
}

#[test]
fn a_directory_of_examples() {
    if !has_erlc() {
        return;
    }
    let output = example(&["."]);
    assert_eq!(code(&output), 1, "{}", said(&output));
    assert!(
        stdout(&output).contains("8 files: 0 verified, 8 bug"),
        "{}",
        said(&output)
    );
}

#[test]
fn every_way_to_name_where_it_begins() {
    let folder = beams("entry", &["readers"]);
    for entry in ["n2", "n2/0", "readers:n2", "readers:n2/0"] {
        let output = without_erlang(&folder, &["readers.beam", "--entry", entry]);
        assert_eq!(
            (code(&output), complete(&output)),
            (0, 4),
            "{}",
            said(&output)
        );
    }
    for (entry, words) in [
        (
            &["--entry", "n2/1"][..],
            "--entry n2/1: a program begins with a function without arguments",
        ),
        (
            &["--entry", "none"],
            "readers.beam: module readers does not export none/0: export it, or name another by \
             --entry",
        ),
        (
            &["--entry", "readers:none/0"],
            "readers.beam: module readers does not export none/0: export it, or name another by \
             --entry",
        ),
        (
            &[],
            "readers.beam: module readers does not export test/0: name a function without \
             arguments by --entry readers:FUNCTION/0",
        ),
    ] {
        let output = without_erlang(&folder, &[&["readers.beam"], entry].concat());
        let expected = format!("error: {words}\nexit code 2\n");
        assert_eq!(said(&output), expected);
    }
}

#[test]
fn test_is_where_it_begins_unless_said() {
    if !has_erlc() {
        return;
    }
    let text = "-module(m).\n-export([test/0, other/0]).\ntest() -> ok.\nother() -> exit(bad).\n";
    let folder = sources("default", &[("m.erl", text)]);
    assert_eq!(code(&folder.run(&["m.erl"])), 0);
    assert_eq!(code(&folder.run(&["m.erl", "--entry", "other"])), 1);
    let output = folder.run(&["m.erl", "--entry", "other", "--treat-as-normal", "bad"]);
    assert_eq!(code(&output), 0);
}

/// Verified, a bug, an error, not explored to the end.
#[test]
fn exit_codes() {
    let folder = beams("codes", &["readers", "messages", "filesystem"]);
    let run = |arguments: &[&str]| {
        let output = without_erlang(&folder, arguments);
        let last = stdout(&output)
            .lines()
            .last()
            .unwrap_or_default()
            .to_owned();
        (
            code(&output),
            last.split(':').next().unwrap_or_default().to_owned(),
        )
    };
    let pair = |code, word: &str| (code, word.to_owned());
    assert_eq!(run(&["readers.beam", "--entry=n8"]), pair(0, "Verified"));
    let lock = ["filesystem.beam", "--entry=n14", "--quiet"];
    assert_eq!(run(&lock), pair(1, "Bug"));
    let ignored = [&lock[..], &["--ignore", "deadlock"]].concat();
    assert_eq!(run(&ignored), pair(0, "Verified"));
    assert_eq!(run(&["none.beam"]), pair(2, ""));
    let limit = ["readers.beam", "--entry=n8", "--max-executions=10"];
    assert_eq!(run(&limit), pair(3, "Unknown"));
    let travels = ["messages.beam", "--entry=forwarded"];
    assert_eq!(complete(&without_erlang(&folder, &travels)), 1);
    let travels = [&travels[..], &["--instant-delivery", "false"]].concat();
    assert_eq!(complete(&without_erlang(&folder, &travels)), 2);
}

#[test]
fn a_loop_without_end_is_unknown() {
    if !has_erlc() {
        return;
    }
    let text = "-module(m).\n-export([test/0]).\ntest() -> ets:new(t, [named_table, public]),\n    \
                spawn(fun() -> ets:lookup(t, k) end),\n    loop().\nloop() ->\n    \
                ets:insert(t, {k, 1}),\n    ets:delete(t, k),\n    loop().\n";
    let folder = sources("endless", &[("m.erl", text)]);
    let output = folder.run(&["m.erl", "--max-events", "200"]);
    assert_eq!(code(&output), 3, "{}", said(&output));
    assert!(
        stdout(&output).contains("has 200 events and still goes on"),
        "{}",
        said(&output)
    );
}

#[test]
fn what_the_compiler_says_is_told() {
    if !has_erlc() {
        return;
    }
    let text = "-module(wrong).\n-export([test/0]).\ntest() ->\n    X.\n";
    let folder = sources("wrong", &[("wrong.erl", text)]);
    let output = folder.run(&["wrong.erl"]);
    let message = stderr(&output);
    assert_eq!((code(&output), stdout(&output)), (2, String::new()));
    assert!(
        message.starts_with("error: wrong.erl: erlc does not compile this:\n"),
        "{message}"
    );
    assert!(
        message.contains("wrong.erl:4:5: variable 'X' is unbound"),
        "{message}"
    );
}

#[test]
fn without_a_compiler_it_is_told_what_to_install() {
    let folder = sources(
        "none",
        &[("m.erl", "-module(m).\n-export([test/0]).\ntest() -> ok.\n")],
    );
    let output = without_erlang(&folder, &["m.erl"]);
    assert_eq!((code(&output), stdout(&output)), (2, String::new()));
    let message = stderr(&output);
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(
        message.contains("Debian's package erlang-base"),
        "{message}"
    );
    let output = without_erlang(&folder, &["m.erl", "--erlc", "none"]);
    assert_eq!(
        stderr(&output),
        "error: there is no compiler none on the path\n"
    );
}

/// Modules that are called are found beside the program, compiled or as sources, and in folders.
#[test]
fn modules_that_are_called() {
    if !has_erlc() {
        return;
    }
    let main = "-module(main).\n-export([test/0]).\ntest() -> ok = part:value().\n";
    let part = "-module(part).\n-export([value/0]).\nvalue() -> ok.\n";
    let folder = sources(
        "beside",
        &[
            ("main.erl", main),
            ("part.erl", part),
            ("sub/part.erl", part),
        ],
    );
    assert_eq!(code(&folder.run(&["main.erl"])), 0);
    let mut erlc = Command::new("erlc");
    erlc.args(["main.erl", "part.erl"])
        .current_dir(folder.path("."));
    assert!(erlc.status().expect("it starts").success());
    assert_eq!(code(&without_erlang(&folder, &["main.beam"])), 0);
    assert_eq!(
        code(&without_erlang(&folder, &["main.beam", "part.beam"])),
        0
    );
    fs::rename(folder.path("part.beam"), folder.path("sub/part.beam")).expect("it is there");
    // A module that is not there says nothing about the program.
    let output = without_erlang(&folder, &["main.beam"]);
    assert_eq!(code(&output), 2);
    let message = stderr(&output);
    assert!(message.contains("module part is not found"), "{message}");
    assert_eq!(
        code(&without_erlang(&folder, &["main.beam", "--pa", "sub"])),
        0
    );
}

#[test]
fn one_object_for_scripts() {
    if !has_erlc() {
        return;
    }
    let output = example(&["cache.erl", "--json", "--workers=1", "--keep-going"]);
    assert_eq!(code(&output), 1);
    let mut object: Value = serde_json::from_str(&stdout(&output)).expect("an object");
    let fields = object.as_object_mut().expect("an object");
    assert!(
        fields
            .remove("seconds")
            .is_some_and(|seconds| seconds.is_f64())
    );
    let finding = fields["findings"][0].as_object_mut().expect("an object");
    let end = finding.remove("end").expect("it tells the end");
    assert_eq!(end["processes"][0]["process"], json!("<P>"));
    assert_eq!(end["processes"][0]["state"], json!("ended"));
    let replay = fields["findings"][0]["replay"].take();
    assert!(
        replay.as_str().is_some_and(|text| text.starts_with('1')),
        "{replay}"
    );
    assert!(
        fields
            .remove("events")
            .is_some_and(|events| events.is_u64())
    );
    let expected = json!({
        "file": "cache.erl", "model": null, "algorithm": "optimal", "verdict": "bug",
        "complete": 4, "blocked": 0, "discarded": 0, "cut": 0,
        "findings": [{
            "kind": "abnormal-exit",
            "message": "process <P> exits abnormally: {badmatch,[{asked,1}]}",
            "file": "cache.erl", "line": 23,
            "stack": [
                {"function": "cache:ask_twice/1", "file": "cache.erl", "line": 23, "column": 0},
            ],
            "executions": 2, "replay": null,
        }],
    });
    assert_eq!(object, expected);
    let output = example(&[
        "idle.erl",
        "--json",
        "--entry=idle:repaired/0",
        "--after-timeout=1000",
    ]);
    let object: Value = serde_json::from_str(&stdout(&output)).expect("an object");
    assert_eq!(object["verdict"], json!("verified"));
    assert_eq!(object["entry"], json!("idle:repaired/0"));
    assert_eq!(object["after_timeout"], json!(1000));
}

#[test]
fn what_is_printed_can_be_replayed() {
    if !has_erlc() {
        return;
    }
    for (file, words) in [
        ("registration.erl", "exits abnormally: badarg"),
        ("cache.erl", "{badmatch,[{asked,1}]}"),
        ("idle.erl", "deadlock"),
    ] {
        let output = example(&[file, "--json"]);
        let object: Value = serde_json::from_str(&stdout(&output)).expect("an object");
        let replay = object["findings"][0]["replay"]
            .as_str()
            .expect("text")
            .to_owned();
        let output = example(&[file, "--replay", &replay]);
        assert_eq!(code(&output), 1, "{}", said(&output));
        assert!(stdout(&output).contains(words), "{}", said(&output));
        assert!(
            stdout(&output).contains("(one execution, "),
            "{}",
            said(&output)
        );
    }
    let output = example(&["idle.erl", "--replay", "1/0.5x1"]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("does not fit this program"),
        "{}",
        said(&output)
    );
}

#[test]
fn any_crew_counts_the_same() {
    let folder = beams("crew", &["lastzero", "messages"]);
    // Only `optimal` chooses among messages; without that, there are more histories.
    for (file, entry, histories, orders) in [
        ("lastzero.beam", "n8", 704, 704),
        ("messages.beam", "names", 264, 468),
    ] {
        for crew in ["--workers=1", "--workers=2", "--processes=2"] {
            for (algorithm, receive, executions) in [
                ("optimal", "take", histories),
                ("optimal", "ordered", orders),
                ("source", "ordered", orders),
                ("classic", "ordered", orders),
            ] {
                let arguments = [file, "--entry", entry, crew, "--algorithm", algorithm];
                let arguments = [&arguments[..], &["--receive", receive]].concat();
                let output = without_erlang(&folder, &arguments);
                assert_eq!(code(&output), 0, "{}", said(&output));
                assert_eq!(
                    complete(&output),
                    executions,
                    "{file} {crew} {algorithm} {receive}"
                );
            }
        }
    }
}

#[test]
fn what_is_stopped_can_be_gone_on_with() {
    let folder = beams("resume", &["lastzero"]);
    let stop = [
        "lastzero.beam",
        "--entry=n8",
        "--max-executions=100",
        "--resume-file=rest",
    ];
    for crew in ["--workers=1", "--workers=2", "--processes=2"] {
        let output = without_erlang(&folder, &[&stop[..], &[crew]].concat());
        assert_eq!(code(&output), 3, "{}", said(&output));
        assert!(stderr(&output).contains("go on with `mazurka check --resume rest`"));
        let output = without_erlang(&folder, &["--resume", "rest", crew]);
        assert_eq!(
            (code(&output), complete(&output)),
            (0, 704),
            "{}",
            said(&output)
        );
        let _ = fs::remove_file(folder.path("rest"));
    }
    let output = without_erlang(&folder, &stop);
    assert_eq!(code(&output), 3);
    let other = fs::read(beam("25", "readers")).expect("it is there");
    fs::write(folder.path("lastzero.beam"), other).expect("it can be written");
    let output = without_erlang(&folder, &["--resume", "rest"]);
    assert_eq!(code(&output), 2, "{}", said(&output));
    assert!(
        stderr(&output).contains("has changed since"),
        "{}",
        said(&output)
    );
}

/// Whatever is in a file, there is one message, or it is a program.
#[test]
fn damaged_files_are_refused_in_one_message() {
    let whole = fs::read(beam("29", "lastzero")).expect("it is there");
    let folder = beams("damaged", &[]);
    let refused = |bytes: &[u8]| {
        fs::write(folder.path("x.beam"), bytes).expect("it can be written");
        let output = without_erlang(&folder, &["x.beam", "--entry=n5"]);
        assert_eq!(code(&output), 2, "{} bytes: {}", bytes.len(), said(&output));
        assert_eq!(stdout(&output), "");
        let message = stderr(&output);
        assert!(message.starts_with("error: x.beam: "), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    };
    for length in (0..whole.len()).step_by(37) {
        refused(&whole[..length]);
    }
    refused(b"-module(x).\n");
    refused(&[0xff; 1000]);
    let mut damaged = whole.clone();
    // The size of the file says that there is more.
    damaged[4] = 0x7f;
    refused(&damaged);
    for place in (12..whole.len()).step_by(7) {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x55;
        fs::write(folder.path("x.beam"), damaged).expect("it can be written");
        let limits = [
            "--entry=n5",
            "--max-executions=100",
            "--max-events=500",
            "--max-time=5",
        ];
        let output = without_erlang(&folder, &[&["x.beam"], &limits[..]].concat());
        let code = output.status.code();
        assert!(
            code.is_some_and(|code| code <= 3),
            "{place}: {}",
            said(&output)
        );
        assert!(
            !stderr(&output).contains("panicked"),
            "{place}: {}",
            said(&output)
        );
    }
}
