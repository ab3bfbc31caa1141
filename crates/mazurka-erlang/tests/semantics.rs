//! What operations do, and how many executions there are: exactly, by every algorithm.

mod support;

use mazurka_check::Verdict;
use mazurka_program::FindingKind;
use std::collections::BTreeMap;
use support::{Module, Program, compile, has_compiler, source};

/// A function, its executions, and what how many of them show.
type Row = (&'static str, u64, &'static [(&'static str, u64)]);

const ROWS: &[Row] = &[
    (
        "crash",
        1,
        &[("process <P.1> exits abnormally: badarith", 1)],
    ),
    (
        "badmatch",
        1,
        &[("process <P> exits abnormally: {badmatch,b}", 1)],
    ),
    (
        "function_clause",
        1,
        &[("process <P> exits abnormally: function_clause", 1)],
    ),
    (
        "thrown",
        1,
        &[("process <P> exits abnormally: {nocatch,ball}", 1)],
    ),
    ("exits_normally", 1, &[]),
    (
        "exits_badly",
        1,
        &[("process <P> exits abnormally: {bad,[1,2]}", 1)],
    ),
    ("halts", 1, &[("process <P> halts the program with 1", 1)]),
    ("halts_well", 1, &[]),
    (
        "link_kills",
        1,
        &[
            ("process <P.1> exits abnormally: bad", 1),
            ("process <P> is killed: bad", 1),
        ],
    ),
    ("link_normal", 1, &[]),
    (
        "link_trapped",
        1,
        &[("process <P.1> exits abnormally: bad", 1)],
    ),
    // In time, made and not handled before the end, too late.
    ("link_late", 3, &[]),
    ("trap_late", 2, &[("process <P> is killed: bad", 1)]),
    (
        "unlink_race",
        2,
        &[
            ("process <P.1> exits abnormally: bad", 2),
            ("process <P> is killed: bad", 1),
        ],
    ),
    ("kill_race", 4, &[("process <P.1> is killed: killed", 3)]),
    ("exit_normal", 2, &[]),
    ("kill_trapped", 1, &[("process <P.1> is killed: killed", 1)]),
    (
        "killed_twice",
        4,
        &[
            ("process <P.1> is killed: one", 2),
            ("process <P.1> is killed: two", 2),
        ],
    ),
    ("is_alive", 2, &[]),
    ("monitor_race", 2, &[]),
    // (Too late for the monitor: told before the demonitor, or not.)
    ("demonitor_flush", 4, &[]),
    (
        "demonitor_stale",
        4,
        &[("process <P> exits abnormally: stale", 2)],
    ),
    (
        "spawn_and_monitor",
        1,
        &[("process <P.1> exits abnormally: bad", 1)],
    ),
    ("spawn_by_request", 1, &[]),
    ("spawn_by_request_monitored", 1, &[]),
    ("alias_race", 2, &[]),
    (
        "register_race",
        2,
        &[
            ("process <P.1> exits abnormally: badarg", 1),
            ("process <P.2> exits abnormally: badarg", 1),
        ],
    ),
    (
        "look_then_register",
        4,
        &[
            ("process <P.1> exits abnormally: badarg", 1),
            ("process <P.2> exits abnormally: badarg", 1),
        ],
    ),
    ("name_freed", 3, &[]),
    (
        "send_to_name",
        3,
        &[("process <P> exits abnormally: badarg", 1)],
    ),
    (
        "register_other",
        2,
        &[("process <P> exits abnormally: badarg", 1)],
    ),
    (
        "send_to_no_name",
        1,
        &[("process <P> exits abnormally: badarg", 1)],
    ),
    ("send_to_dead", 1, &[]),
    (
        "owner_exits",
        3,
        &[("process <P> exits abnormally: badarg", 2)],
    ),
    ("owner_has_heir", 2, &[]),
    ("insert_new_race", 3, &[]),
    ("take_race", 2, &[]),
    ("delete_nothing", 1, &[]),
    ("bag", 2, &[]),
    ("first_key", 2, &[]),
    ("first_key_again", 1, &[]),
    ("insert_same", 2, &[]),
    ("update_counter", 6, &[]),
    ("select_match", 2, &[]),
    ("select_no_match", 1, &[]),
    ("select_overwritten", 2, &[]),
    ("select_guard", 2, &[]),
    ("select_two", 4, &[]),
    ("table_size", 2, &[]),
    ("lost_update", 4, &[]),
    ("timer_cancel", 2, &[]),
    ("two_timers", 2, &[]),
    ("start_timer", 1, &[]),
    ("timer_to_name", 2, &[]),
    (
        "after_thousand",
        2,
        &[("process <P> exits abnormally: late", 1)],
    ),
    ("after_only", 1, &[]),
    ("own_queue_length", 2, &[]),
    ("queue_length", 2, &[]),
    ("hibernates", 1, &[]),
    ("nested", 6, &[]),
    ("nested_later", 2, &[]),
    ("unique", 1, &[]),
    ("unique_monotonic", 2, &[]),
    ("times", 2, &[]),
    ("persistent", 2, &[]),
    ("persistent_apart", 1, &[]),
    ("atomics_add", 1, &[]),
    ("atomics_add_get", 2, &[]),
    ("atomics_apart", 1, &[]),
    ("atomics_lost_update", 4, &[]),
    ("compare_exchange", 2, &[]),
    ("counters", 2, &[]),
    ("message_then_exit", 1, &[]),
    ("message_then_down", 1, &[]),
    ("unlink_flush", 2, &[]),
    (
        "message_then_kill",
        3,
        &[("process <P.1> is killed: killed", 2)],
    ),
    ("alias_flush", 2, &[]),
];

/// Signals that come later than they are sent, and names of tables: `late.erl`.
const LATE: &[Row] = &[
    (
        "rename_rename",
        4,
        &[
            ("process <P> exits abnormally: {out,a}", 2),
            ("process <P> exits abnormally: {out,b}", 2),
        ],
    ),
    (
        "rename_delete",
        2,
        &[
            ("process <P> exits abnormally: {out,failed}", 1),
            ("process <P> exits abnormally: {out,renamed}", 1),
        ],
    ),
    (
        "rename_new",
        2,
        &[
            ("process <P> exits abnormally: {out,new}", 1),
            ("process <P> exits abnormally: {out,rename}", 1),
        ],
    ),
    (
        "rename_use_new",
        2,
        &[
            ("process <P> exits abnormally: {out,early}", 1),
            ("process <P> exits abnormally: {out,there}", 1),
        ],
    ),
    (
        "rename_use_old",
        2,
        &[
            ("process <P> exits abnormally: {out,late}", 1),
            ("process <P> exits abnormally: {out,there}", 1),
        ],
    ),
    (
        "rename_whereis",
        2,
        &[
            ("process <P> exits abnormally: {out,early}", 1),
            ("process <P> exits abnormally: {out,there}", 1),
        ],
    ),
    (
        "rename_data",
        4,
        &[
            ("process <P> exits abnormally: {out,a}", 1),
            ("process <P> exits abnormally: {out,b}", 1),
        ],
    ),
    (
        "rename_owner_ends",
        2,
        &[
            ("process <P> exits abnormally: {out,failed}", 1),
            ("process <P> exits abnormally: {out,renamed}", 1),
        ],
    ),
    (
        "link_to_exit",
        10,
        &[
            ("process <P.1> exits abnormally: r2", 8),
            ("process <P.1> is killed: survived", 2),
            ("process <P.2> exits abnormally: raised", 1),
            ("process <P.2> exits abnormally: survived", 7),
            ("process <P.2> is killed: noproc", 1),
            ("process <P.2> is killed: r2", 1),
        ],
    ),
    (
        "link_to_return",
        10,
        &[
            ("process <P.1> is killed: survived", 2),
            ("process <P.2> exits abnormally: raised", 1),
            ("process <P.2> exits abnormally: survived", 8),
            ("process <P.2> is killed: noproc", 1),
        ],
    ),
    (
        "link_then_message",
        1,
        &[
            ("process <P.1> exits abnormally: r2", 1),
            ("process <P> exits abnormally: {out,r2}", 1),
        ],
    ),
    (
        "dead_now",
        2,
        &[
            ("process <P> exits abnormally: {out,alive}", 1),
            ("process <P> exits abnormally: {out,dead}", 1),
        ],
    ),
    (
        "dead_soon",
        1,
        &[("process <P> exits abnormally: {out,dead}", 1)],
    ),
    (
        "dead_demonitor",
        2,
        &[
            ("process <P> exits abnormally: {out,false}", 1),
            ("process <P> exits abnormally: {out,true}", 1),
        ],
    ),
    (
        "dead_length",
        2,
        &[
            (
                "process <P> exits abnormally: {out,{message_queue_len,0}}",
                1,
            ),
            (
                "process <P> exits abnormally: {out,{message_queue_len,1}}",
                1,
            ),
        ],
    ),
    (
        "dead_stray",
        2,
        &[
            ("process <P> exits abnormally: {out,none}", 1),
            ("process <P> exits abnormally: {out,stray}", 1),
        ],
    ),
    (
        "dead_order",
        2,
        &[
            ("process <P> exits abnormally: {out,x}", 1),
            (
                "process <P> exits abnormally: {out,{'DOWN',#Ref<P.1>,process,<P.1>,noproc}}",
                1,
            ),
        ],
    ),
    (
        "dead_call",
        1,
        &[("process <P> exits abnormally: {out,noproc}", 1)],
    ),
    (
        "name_now",
        1,
        &[("process <P> exits abnormally: {out,dead}", 1)],
    ),
    (
        "name_demonitor",
        2,
        &[
            ("process <P> exits abnormally: {out,false}", 1),
            ("process <P> exits abnormally: {out,true}", 1),
        ],
    ),
    (
        "name_length",
        2,
        &[
            (
                "process <P> exits abnormally: {out,{message_queue_len,0}}",
                1,
            ),
            (
                "process <P> exits abnormally: {out,{message_queue_len,1}}",
                1,
            ),
        ],
    ),
    ("foreign_demonitor", 1, &[]),
    (
        "counted",
        4,
        &[
            ("process <P> exits abnormally: {out,undefined}", 1),
            (
                "process <P> exits abnormally: {out,{message_queue_len,0}}",
                2,
            ),
            (
                "process <P> exits abnormally: {out,{message_queue_len,1}}",
                1,
            ),
        ],
    ),
    (
        "counted_later",
        8,
        &[
            ("process <P> exits abnormally: {out,undefined}", 1),
            (
                "process <P> exits abnormally: {out,{message_queue_len,0}}",
                5,
            ),
            (
                "process <P> exits abnormally: {out,{message_queue_len,1}}",
                2,
            ),
        ],
    ),
    (
        "counted_then_killed",
        16,
        &[
            ("process <P> exits abnormally: {out,none}", 10),
            (
                "process <P> exits abnormally: {out,{message_queue_len,0}}",
                4,
            ),
            (
                "process <P> exits abnormally: {out,{message_queue_len,1}}",
                2,
            ),
        ],
    ),
    (
        "alias_reply",
        2,
        &[
            ("process <P> exits abnormally: {out,false}", 1),
            ("process <P> exits abnormally: {out,true}", 1),
        ],
    ),
    (
        "alias_other",
        1,
        &[("process <P> exits abnormally: {out,{false,got}}", 1)],
    ),
    (
        "alias_two",
        1,
        &[("process <P> exits abnormally: {out,one}", 1)],
    ),
    (
        "alias_dropped",
        2,
        &[
            ("process <P> exits abnormally: {out,got}", 1),
            ("process <P> exits abnormally: {out,none}", 1),
        ],
    ),
    (
        "alias_looked",
        1,
        &[("process <P> exits abnormally: {out,false}", 1)],
    ),
];

/// The same, if messages and signals travel.
const TRAVEL: &[Row] = &[
    ("message_then_exit", 1, &[]),
    ("message_then_down", 1, &[]),
    ("unlink_flush", 2, &[]),
    (
        "message_then_kill",
        3,
        &[("process <P.1> is killed: killed", 2)],
    ),
    ("kill_race", 4, &[("process <P.1> is killed: killed", 3)]),
    // In time, made and not handled before the end, too late.
    ("link_late", 3, &[]),
    ("trap_late", 2, &[("process <P> is killed: bad", 1)]),
    ("monitor_race", 2, &[]),
    // (Too late for the monitor: told before the demonitor, or not.)
    ("demonitor_flush", 4, &[]),
    (
        "unlink_race",
        2,
        &[
            ("process <P.1> exits abnormally: bad", 2),
            ("process <P> is killed: bad", 1),
        ],
    ),
];

fn module() -> Module {
    compile(&source("semantics"))
}

fn as_row(findings: &[(&str, u64)]) -> BTreeMap<String, u64> {
    let findings = findings.iter();
    findings
        .map(|(text, count)| ((*text).to_owned(), *count))
        .collect()
}

#[test]
fn executions_and_findings() {
    if has_compiler() {
        compare(&module(), ROWS, true);
    }
}

#[test]
fn signals_that_travel() {
    if has_compiler() {
        compare(&module(), TRAVEL, false);
    }
}

/// What a real Erlang comes to was seen by running these there, with yields.
#[test]
fn signals_that_come_late() {
    if has_compiler() {
        compare(&compile(&source("late")), LATE, true);
    }
}

fn compare(module: &Module, rows: &[Row], instant_delivery: bool) {
    let mut wrong = Vec::new();
    for (function, executions, findings) in rows {
        let mut program = Program::new(module, function);
        program.settings.instant_delivery = instant_delivery;
        let found = program.comes_to();
        let expected = (*executions, as_row(findings));
        if found != expected {
            wrong.push(format!("{function}: {found:?}, expected {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The message of the only finding.
fn message(program: &Program, kind: FindingKind) -> String {
    let report = program.explore();
    assert_eq!(report.verdict, Verdict::Bug);
    let [found] = &report.findings[..] else {
        panic!("{:?}", report.findings);
    };
    assert_eq!(found.kind, kind);
    found.message.clone()
}

#[test]
fn a_crash_has_a_stack_with_lines() {
    if !has_compiler() {
        return;
    }
    let text = std::fs::read_to_string(source("semantics")).expect("it is there");
    let line = |words: &str| {
        text.lines()
            .position(|line| line.contains(words))
            .expect(words)
            + 1
    };
    let message = message(&Program::new(&module(), "crash"), FindingKind::AbnormalExit);
    let (inner, outer) = (line("1 div X"), line("Y = inner(X)"));
    assert_eq!(
        message,
        format!(
            "process <P.1> exits abnormally: badarith\n  at semantics.erl:{inner}:0 in \
             semantics:inner/1\n  at semantics.erl:{outer}:0 in semantics:outer/1"
        )
    );
}

#[test]
fn a_deadlock_shows_what_is_in_the_mailbox() {
    if !has_compiler() {
        return;
    }
    let module = module();
    let words = message(&Program::new(&module, "deadlock"), FindingKind::Deadlock);
    assert!(
        words.starts_with("process <P> waits at semantics.erl:"),
        "{words}"
    );
    assert!(
        words.ends_with("and what it has does not match: {other,1}"),
        "{words}"
    );
    let words = message(
        &Program::new(&module, "deadlock_of_two"),
        FindingKind::Deadlock,
    );
    assert_eq!(words.matches("and has no message").count(), 2, "{words}");
}

#[test]
fn what_never_comes() {
    if !has_compiler() {
        return;
    }
    let mut program = Program::new(&module(), "after_thousand");
    program.settings.after_timeout = Some(1_000);
    assert_eq!(program.comes_to(), (1, BTreeMap::new()));
    program.settings.after_timeout = Some(1_001);
    assert_eq!(program.comes_to().0, 2);
    let mut program = Program::new(&module(), "after_only");
    program.settings.after_timeout = Some(1_000);
    assert_eq!(program.comes_to(), (1, BTreeMap::new()));
}

#[test]
fn reasons_that_are_no_bugs() {
    if !has_compiler() {
        return;
    }
    for (reason, is_normal) in [("bad", true), ("{bad,[1,2]}", true), ("[1,2]", false)] {
        let mut program = Program::new(&module(), "exits_badly");
        program.settings.treat_as_normal = vec![reason.to_owned()];
        assert_eq!(program.comes_to().1.is_empty(), is_normal, "{reason}");
    }
}

#[test]
fn what_is_ignored() {
    if !has_compiler() {
        return;
    }
    for (function, kind) in [
        ("deadlock", FindingKind::Deadlock),
        ("halts", FindingKind::ExitCode),
        ("crash", FindingKind::AbnormalExit),
    ] {
        let mut program = Program::new(&module(), function);
        program.settings.ignore = vec![kind];
        assert_eq!(program.comes_to(), (1, BTreeMap::new()), "{function}");
    }
}

/// Never a bug, and never verified.
#[test]
fn what_has_no_end_is_unknown() {
    if !has_compiler() {
        return;
    }
    let module = module();
    for (function, words) in [
        ("loop_alone", "has made 200000 calls without doing anything"),
        (
            "loop_in_child",
            "has made 200000 calls without doing anything",
        ),
        ("loop_with_events", "has 500 events and still goes on"),
        ("ping_pong", "has 500 events and still goes on"),
    ] {
        let mut program = Program::new(&module, function);
        program.options.max_events = 500;
        for algorithm in support::ALGORITHMS {
            for workers in [1, 2] {
                let report = program.with(algorithm, workers).explore();
                assert_eq!(report.verdict, Verdict::Unknown, "{function} {algorithm}");
                let unexplored = report.unexplored.unwrap_or_default();
                assert!(unexplored.contains(words), "{function}: {unexplored}");
            }
        }
    }
}
