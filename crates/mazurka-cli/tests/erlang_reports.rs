//! What is told of a bug in an Erlang program: who ended and why, and how all processes are at
//! the end. An erlc is needed, and nothing is tested without one.

mod support;

use expect_test::{Expect, expect};
use serde_json::Value;
use std::process::Command;
use support::{Folder, code, stderr, stdout};

const PROGRAM: &[u8] = include_bytes!("reports.erl");

fn has_erlc() -> bool {
    let has = Command::new("erlc").arg("-help").output().is_ok();
    if !has {
        eprintln!("there is no erlc on the path: nothing is tested");
    }
    has
}

fn folder(name: &str) -> Folder {
    Folder::new(&format!("reports-{name}"), &[("reports.erl", PROGRAM)])
}

/// What is said of the bug that a function shows, but for the way to replay it and the last line.
fn says(entry: &str, flags: &[&str], expect: Expect) {
    if let Some(text) = said(entry, flags) {
        expect.assert_eq(&text);
    }
}

/// What is said behind the interleaving. (What OTP does in between differs from release to
/// release.)
fn ends(entry: &str, flags: &[&str], expect: Expect) {
    if let Some(text) = said(entry, flags) {
        let places = ["Who ended", "The processes at the end"];
        let start = places.iter().filter_map(|title| text.find(title)).min();
        expect.assert_eq(&text[start.expect("it tells the end")..]);
    }
}

fn said(entry: &str, flags: &[&str]) -> Option<String> {
    if !has_erlc() {
        return None;
    }
    let folder = folder(entry);
    let arguments = [&["reports.erl", "--workers=1", "--entry", entry], flags].concat();
    let output = folder.run(&arguments);
    let text = stdout(&output);
    assert_eq!(code(&output), 1, "{text}{}", stderr(&output));
    let (text, _) = text.split_once("Replay it with:").expect("a bug");
    // A terminal has a hundred columns. (What lies in a mailbox may be longer.)
    let lines = text.lines().filter(|line| !line.starts_with("  process"));
    for line in lines {
        let width = line.chars().count();
        assert!(width <= 100, "{width} columns: {line}");
    }
    Some(text.to_owned())
}

#[test]
fn a_deadlock_with_messages_that_do_not_match() {
    says(
        "unmatched",
        &[],
        expect![[r#"
        deadlock:
          process <P> waits at reports.erl:14, and what it has does not match: {result,1}, {result,two,[a,"text",#{k => <<"v">>}]}

        The interleaving that leads there:

             <P>    starts <P.1>
          1  <P.1>  <P> ! {result,1}                               reports.erl:13
          2  <P.1>  <P> ! {result,two,[a,"text",#{k => <<"v">>}]}  reports.erl:13

        The processes at the end:

          <P>      reports:unmatched/0, waits at reports.erl:14
                     for      {result,ok,_}
                              {result,N} when is_integer(N), N > 1; N =:= none
                              [Self|_] = List
                     mailbox  {result,1} from <P.1>
                              {result,two,[a,"text",#{k => <<"v">>}]} from <P.1>
            <P.1>  fun in reports:unmatched/0, ended normally

    "#]],
    );
}

#[test]
fn a_crash_in_a_linked_tree() {
    says(
        "linked",
        &[],
        expect![[r#"
        abnormal exit: process <P.1.1> exits abnormally: {badkey,b}
          at reports.erl:29 in reports:leaf/1
               |
            29 | leaf(Map) -> maps:get(b, Map).

        The interleaving that leads there:

            <P>      starts <P.1>
            <P.1>    starts <P.1.1>
            <P.1.1>  process <P.1.1> exits abnormally: {badkey,b}  reports.erl:29

        Who ended and why, the cause first:

          <P.1.1>  crashed: {badkey,b}
                     at reports.erl:29 in reports:leaf/1
          <P.1>    was then killed through its link to <P.1.1>: {badkey,b}
          <P>      was then killed through its link to <P.1>: {badkey,b}

        The processes at the end, if it goes on from there:

          <P>          reports:linked/0, was killed: {badkey,b}
            <P.1>      reports:middle/0, was killed: {badkey,b}
              <P.1.1>  fun in reports:middle/0, crashed: {badkey,b}

    "#]],
    );
}

#[test]
fn a_chain_of_kills() {
    says(
        "killed",
        // The simplest execution has no link.
        &["--shorten", "0"],
        expect![[r#"
        abnormal exit: process <P.1> is killed: killed
          at reports.erl:33 in reports:'-killed/0-fun-0-'/0
               |
            33 |     Worker = spawn(fun() -> receive stop -> ok end end),

        The interleaving that leads there:

             <P>    starts <P.1>
             <P>    starts <P.2>
             <P>    starts <P.3>
          1  <P.2>  link(<P.1>)                         reports.erl:34
          2  <P.3>  exit(<P.1>, kill)                   reports.erl:35
          3  <P.1>  ends, killed for the reason killed  reports.erl:33
             <P.1>  process <P.1> is killed: killed     reports.erl:33

        Who ended and why, the cause first:

          <P.1>  was killed by <P.3>, which called exit/2 with kill: killed
          <P.2>  was then killed through its link to <P.1>: killed
          <P>    was then killed through its link to <P.2>: killed

        The processes at the end, if it goes on from there:

          <P>      reports:killed/0, was killed: killed
            <P.1>  fun in reports:killed/0, was killed: killed
            <P.2>  fun in reports:killed/0, was killed: killed
            <P.3>  fun in reports:killed/0, ended normally

    "#]],
    );
}

#[test]
fn a_monitor_leads_to_a_crash() {
    says(
        "down",
        &[],
        expect![[r#"
        abnormal exit: process <P.1> exits abnormally: bad
          at reports.erl:40 in reports:'-down/0-fun-0-'/0
               |
            40 |     {Pid, Ref} = spawn_monitor(fun() -> exit(bad) end),

        The interleaving that leads there:

            <P>    starts <P.1>
            <P.1>  process <P.1> exits abnormally: bad  reports.erl:40

        Who ended and why, the cause first:

          <P.1>  exited: bad
                   at reports.erl:40 in reports:'-down/0-fun-0-'/0
          <P>    then crashed: {badmatch,bad}
                   at reports.erl:41 in reports:down/0
                   after it had received {'DOWN',#Ref<P.0>,process,<P.1>,bad}

        The processes at the end, if it goes on from there:

          <P>      reports:down/0, crashed: {badmatch,bad}
            <P.1>  fun in reports:down/0, exited: bad

    "#]],
    );
}

#[test]
fn a_supervisor_gives_up() {
    ends(
        "gives_up",
        &[],
        expect![[r#"
        Who ended and why, the cause first:

          <P.1.1/child>  exited: crash
                           at reports.erl:50 in reports:'-start_child/0-fun-0-'/0
          <P.1>          was then told through its link to <P.1.1>, as it traps exits: crash
          <P.1/top>      then gave up, as its children ended too often (the last was <P.1.1>): shutdown
          <P>            was then killed through its link to <P.1>: shutdown

        The processes at the end, if it goes on from there:

          <P>                reports:gives_up/0, was killed: shutdown
            <P.1/top>        supervisor reports, exited: shutdown
              <P.1.1/child>  fun in reports:start_child/0, exited: crash

    "#]],
    );
}

#[test]
fn a_program_halts() {
    says(
        "halts",
        &[],
        expect![[r#"
        exit code: process <P/first> halts the program with 3
          at reports.erl:68 in reports:halts/0
               |
            68 |     receive go -> halt(3) end.

        The interleaving that leads there:

             <P/first>  starts <P.1>
          1  <P.1>      <P/first> ! go  reports.erl:67
          2  <P/first>  halt(3)         reports.erl:68
             <P/first>  process <P/first> halts the program with 3  reports.erl:68

        The processes at the end:

          <P/first>  reports:halts/0, halted the program
            <P.1>    fun in reports:halts/0, waits at reports.erl:67
                       for      {first,X}

    "#]],
    );
}

#[test]
fn exits_become_messages() {
    says(
        "traps",
        &["--ignore", "abnormal-exit"],
        expect![[r#"
            deadlock:
              process <P> waits at reports.erl:77, and what it has does not match: {'EXIT',<P.2>,two}

            The interleaving that leads there:

                 <P>    starts <P.1>
                 <P>    starts <P.2>
                 <P.1>  process <P.1> exits abnormally: one  reports.erl:73
              1  <P>    exit(<P.2>, two)                   reports.erl:75
              2  <P.1>  tells <P>, to which it is linked
              3  <P>    receive: takes {'EXIT',<P.1>,one}  reports.erl:76
              4  <P.2>  ends, killed for the reason two    reports.erl:74
                 <P.2>  process <P.2> is killed: two       reports.erl:74
              5  <P.2>  tells <P>, to which it is linked   reports.erl:74

            Who ended and why, the cause first:

              <P.1>  exited: one
                       at reports.erl:73 in reports:'-traps/0-fun-0-'/0
              <P>    was told through its link to <P.1>, as it traps exits: one
              <P.2>  was killed by <P>, which called exit/2 with two: two
              <P>    was told through its link to <P.2>, as it traps exits: two

            The processes at the end:

              <P>      reports:traps/0, waits at reports.erl:77
                         for      {'EXIT',B,normal}
                         mailbox  {'EXIT',<P.2>,two} from <P.2>
                         traps exits
                <P.1>  fun in reports:traps/0, exited: one
                <P.2>  fun in reports:traps/0, was killed: two

        "#]],
    );
}

#[test]
fn servers_wait_in_the_words_of_otp() {
    ends(
        "servers",
        &[],
        expect![[r#"
        The processes at the end:

          <P>             reports:servers/0, sleeps for ever at reports.erl:83
            <P.1/server>  gen_server reports is idle in its loop
                            monitored by <P.2>
            <P.2>         fun in reports:servers/0,
                          waits for a reply of <P.1/server> to gen_server:call/3 at reports.erl:82
                            monitors <P.1/server>
            <P.3>         fun in reports:servers/0, hibernates

    "#]],
    );
}

#[test]
fn output_is_shown_where_it_was_printed() {
    says(
        "prints",
        &[],
        expect![[r#"
            abnormal exit: process <P> exits abnormally: done
              at reports.erl:93 in reports:prints/0
                   |
                93 |     exit(done).

            The interleaving that leads there:

                 <P>    starts <P.1>
                 <P.1>  prints "one <P>"  reports.erl:91
              1  <P.1>  <P> ! a           reports.erl:91
                 <P.1>  prints "two"      reports.erl:91
                 <P.1>  prints "three"    reports.erl:91
              2  <P>    receive: takes a  reports.erl:92
                 <P>    prints "got it"   reports.erl:92
                 <P>    process <P> exits abnormally: done  reports.erl:93

            The processes at the end:

              <P>      reports:prints/0, exited: done
                <P.1>  fun in reports:prints/0, ended normally

        "#]],
    );
}

#[test]
fn what_became_of_messages_and_calls() {
    says(
        "lost",
        &[],
        expect![[r#"
            abnormal exit: process <P> exits abnormally: badarg
              at reports.erl:102 in reports:lost/0
                    |
                102 |     nobody ! hello.

            The interleaving that leads there:

                 <P>    starts <P.1>
              1  <P>    monitor(process, <P.1>) = #Ref<P.0>                     reports.erl:98
              2  <P.1>  ends
              3  <P.1>  tells <P>, which monitors it
              4  <P>    receive: takes {'DOWN',#Ref<P.0>,process,<P.1>,normal}  reports.erl:99
              5  <P>    <P.1> ! hello (it is lost: <P.1> has ended)             reports.erl:100
              6  <P>    whereis(nobody) = undefined                             reports.erl:101
              7  <P>    nobody ! hello fails: badarg                            reports.erl:102
                 <P>    process <P> exits abnormally: badarg                    reports.erl:102

            The processes at the end:

              <P>      reports:lost/0, crashed: badarg
                <P.1>  fun in reports:lost/0, ended normally

        "#]],
    );
}

#[test]
fn without_debug_information_it_is_said_that_there_is_none() {
    if !has_erlc() {
        return;
    }
    let folder = folder("stripped");
    let mut erlc = Command::new("erlc");
    erlc.args(["+no_debug_info", "reports.erl"])
        .current_dir(folder.path("."));
    assert!(erlc.status().expect("it starts").success());
    let output = folder.run(&["reports.beam", "--workers=1", "--entry=unmatched"]);
    let text = stdout(&output);
    assert_eq!(code(&output), 1, "{text}");
    let words = "for      (its patterns are not known: its module has no debug information)";
    assert!(text.contains(words), "{text}");
}

#[test]
fn the_end_in_json() {
    if !has_erlc() {
        return;
    }
    let folder = folder("json");
    let end = |entry: &str| {
        let output = folder.run(&["reports.erl", "--json", "--workers=1", "--entry", entry]);
        let object: Value = serde_json::from_str(&stdout(&output)).expect("an object");
        let end = &object["findings"][0]["end"];
        serde_json::to_string_pretty(end).expect("it can be written")
    };
    expect![[r#"
        {
          "ends": [
            {
              "after": null,
              "by": null,
              "how": "exited",
              "process": "<P.1>",
              "reason": "bad",
              "stack": [
                "reports.erl:40 in reports:'-down/0-fun-0-'/0"
              ],
              "step": 0,
              "through": null
            },
            {
              "after": "{'DOWN',#Ref<P.0>,process,<P.1>,bad}",
              "by": "<P.1>",
              "how": "crashed",
              "process": "<P>",
              "reason": "{badmatch,bad}",
              "stack": [
                "reports.erl:41 in reports:down/0"
              ],
              "step": 2,
              "through": null
            }
          ],
          "processes": [
            {
              "function": null,
              "links": [],
              "mailbox": [],
              "monitored_by": [],
              "monitors": [],
              "parent": null,
              "patterns": [],
              "place": null,
              "process": "<P>",
              "reason": "{badmatch,bad}",
              "role": "reports:down/0",
              "state": "ended",
              "traps_exits": false
            },
            {
              "function": null,
              "links": [],
              "mailbox": [],
              "monitored_by": [],
              "monitors": [],
              "parent": "<P>",
              "patterns": [],
              "place": null,
              "process": "<P.1>",
              "reason": "bad",
              "role": "fun in reports:down/0",
              "state": "ended",
              "traps_exits": false
            }
          ]
        }"#]]
    .assert_eq(&end("down"));
    expect![[r#"
        {
          "processes": [
            {
              "function": "reports:unmatched/0",
              "links": [],
              "mailbox": [
                {
                  "from": "<P.1>",
                  "message": "{result,1}"
                },
                {
                  "from": "<P.1>",
                  "message": "{result,two,[a,\"text\",#{k => <<\"v\">>}]}"
                }
              ],
              "monitored_by": [],
              "monitors": [],
              "parent": null,
              "patterns": [
                "{result,ok,_}",
                "{result,N} when is_integer(N), N > 1; N =:= none",
                "[Self|_] = List"
              ],
              "place": "reports.erl:14",
              "process": "<P>",
              "reason": null,
              "role": "reports:unmatched/0",
              "state": "waiting",
              "traps_exits": false
            },
            {
              "function": null,
              "links": [],
              "mailbox": [],
              "monitored_by": [],
              "monitors": [],
              "parent": "<P>",
              "patterns": [],
              "place": null,
              "process": "<P.1>",
              "reason": "normal",
              "role": "fun in reports:unmatched/0",
              "state": "ended",
              "traps_exits": false
            }
          ]
        }"#]]
    .assert_eq(&end("unmatched"));
}

/// A replay tells the same of the end.
#[test]
fn a_replay_tells_the_end_too() {
    if !has_erlc() {
        return;
    }
    let folder = folder("replay");
    let run = |more: &[&str]| {
        let arguments = [&["reports.erl", "--workers=1", "--entry", "linked"], more].concat();
        stdout(&folder.run(&arguments))
    };
    let first = run(&[]);
    let (_, end) = first.split_once("Who ended").expect("it tells");
    let (end, rest) = end.split_once("Replay it with:").expect("it tells");
    let replay = rest.split("--replay ").nth(1).expect("a command");
    let replay = replay.lines().next().expect("a line").trim_matches('\'');
    assert!(run(&["--replay", replay]).contains(end), "{end}");
}

/// What a program was told of the system is in the report, with the chain of calls.
#[test]
fn what_was_asked_about_the_system() {
    let places = "What the program was told of the system";
    let Some(text) = said("asks", &[]) else {
        return;
    };
    let start = text.find(places).expect("it tells what was asked");
    expect![[r#"
        What the program was told of the system, which a real one may answer otherwise:

          <P>  init:get_argument(home) = {ok,[["/home"]]}
            at reports.erl:115 in reports:home/0
            called at reports.erl:106 in reports:asks/0
          <P>  system_info(schedulers_online) = 2
            at reports.erl:111 in reports:workers/0
            called at reports.erl:107 in reports:asks/0

    "#]]
    .assert_eq(&text[start..]);
}

/// What is refused is named, with the chain of calls.
#[test]
fn what_is_refused_is_named() {
    if !has_erlc() {
        return;
    }
    let folder = folder("refused");
    let mut told = String::new();
    for entry in ["reads", "elsewhere", "item"] {
        let output = folder.run(&["reports.erl", "--workers=1", "--entry", entry]);
        assert_eq!(code(&output), 2);
        told.push_str(&stderr(&output));
    }
    expect![[r#"
        error: reports.erl: file:read_file/1 is not supported: there are no files, ports, other nodes or servers of the system here; leave it out of the test
          at reports.erl:124 in reports:contents/1
          called at reports.erl:120 in reports:reads/0
        error: reports.erl: erlang:spawn/2: the node other@host is not supported: there is one node here, nonode@nohost
          at reports.erl:128 in reports:elsewhere/0
        error: reports.erl: erlang:system_info(allocator) is not supported
          at reports.erl:132 in reports:item/0
    "#]]
    .assert_eq(&told);
}
