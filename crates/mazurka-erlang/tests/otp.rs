//! Programs that use OTP: its own servers and supervisors, from its own files, of three releases.
//!
//! Counts are those of *ordered* delivery: messages of one mailbox come in each order. Two
//! executions of a sequential program differ in whether a server that is told to stop has ended
//! before its caller drops the monitor of that call.

mod support;

use mazurka_erlang::machine::Receive;
use mazurka_explore::Algorithm;
use mazurka_program::FindingKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Module, Program, compile, essence, has_compiler, source};

/// A function, its executions, and what how many of them show.
type Row = (&'static str, u64, &'static [(&'static str, u64)]);

const SERVERS: &[Row] = &[
    ("calls", 2, &[]),
    ("casts", 2, &[]),
    ("infos", 2, &[]),
    ("idle", 2, &[]),
    ("continues", 2, &[]),
    ("hibernates", 2, &[]),
    ("replies", 2, &[]),
    ("stops", 16, &[("process <P.5> exits abnormally: no", 16)]),
    ("names", 2, &[]),
    ("via", 2, &[]),
    ("requests", 2, &[]),
    ("many", 2, &[]),
    (
        "errors",
        1,
        &[
            ("process <P.1> exits abnormally: on_purpose", 1),
            (
                "process <P.2> exits abnormally: {bad_return_value,bad_return}",
                1,
            ),
        ],
    ),
    (
        "crashes",
        1,
        &[("process <P.1> exits abnormally: function_clause", 1)],
    ),
    ("system", 2, &[]),
    ("enters", 2, &[]),
    (
        "aborts",
        21,
        &[
            ("process <P.1> exits abnormally: bad", 21),
            ("process <P.2> exits abnormally: function_clause", 21),
        ],
    ),
    ("two_casts", 8, &[]),
    ("call_and_die", 4, &[]),
    ("deferred", 8, &[]),
    ("stray", 6, &[]),
];

const MACHINES: &[Row] = &[
    ("functions", 2, &[]),
    ("events", 2, &[]),
    ("postpones", 2, &[]),
    ("next_events", 2, &[]),
    ("enters", 2, &[]),
    ("repeats", 2, &[]),
    ("state_timeout", 2, &[]),
    ("event_timeout", 2, &[]),
    ("generic_timeout", 2, &[]),
    ("cancels", 2, &[]),
    ("replies", 2, &[]),
    ("stops", 3, &[]),
    ("system", 2, &[]),
    ("changes_module", 2, &[]),
    ("late_timeout", 6, &[]),
    ("two_buttons", 8, &[]),
    ("code_lock", 20, &[]),
];

const EVENTS: &[Row] = &[
    ("notifies", 2, &[]),
    ("calls", 2, &[]),
    ("deletes", 2, &[]),
    ("swaps", 2, &[]),
    ("crashes", 2, &[]),
    ("supervised", 2, &[]),
    ("system", 2, &[]),
    ("names", 2, &[]),
    ("two_notifiers", 6, &[("process <P.1>", 6)]),
];

const TREES: &[Row] = &[
    ("one_for_one", 2, &[]),
    ("one_for_all", 2, &[]),
    ("rest_for_one", 2, &[]),
    ("simple", 1, &[]),
    ("intensity", 1, &[]),
    ("temporary", 6, &[]),
    ("transient", 7, &[]),
    ("children", 1, &[]),
    ("restarts", 2, &[]),
    ("shutdowns", 1, &[]),
    ("brutal", 2, &[]),
    ("stubborn", 2, &[]),
    ("significant", 1, &[]),
    ("order", 1, &[]),
    ("bad_start", 4, &[]),
    ("bad_spec", 4, &[]),
    ("nested", 2, &[]),
    ("callback", 1, &[]),
    ("ets_owner", 2, &[]),
    ("ets_heir", 1, &[]),
    ("inherits", 1, &[]),
    (
        "lost_state",
        24,
        &[
            (
                "process <P.1> exits abnormally: {noproc,{gen_server,call,[w,next,infinity]}}",
                10,
            ),
            ("process <P.1> exits abnormally: {badmatch,0}", 1),
            ("process <P> exits abnormally: {badmatch,0}", 1),
            (
                "process <P> exits abnormally: {noproc,{gen_server,call,[w,next,infinity]}}",
                10,
            ),
        ],
    ),
    ("two_crashes", 12, &[]),
    ("call_while_restarting", 13, &[]),
];

const TASKS: &[Row] = &[
    ("starts", 1, &[]),
    ("acknowledges", 8, &[]),
    ("fails", 1, &[]),
    ("hibernates", 1, &[]),
    ("stops", 2, &[]),
    ("ancestors", 4, &[]),
    ("initial_call", 1, &[]),
    ("async_await", 2, &[]),
    (
        "async_crash",
        1,
        &[("process <P.2> exits abnormally: badarith", 1)],
    ),
    ("task_timeout", 1, &[]),
    ("parallel_map", 222, &[]),
    ("aliases", 1, &[]),
    ("reports", 2, &[]),
    ("labels", 1, &[]),
    ("requests", 1, &[]),
    ("first_of_two", 65, &[]),
    ("lost_worker", 3, &[]),
    (
        "race_of_tasks",
        56,
        &[("process <P> exits abnormally: {badmatch,[{n,1}]}", 28)],
    ),
];

const SERVICES: &[Row] = &[
    ("send_after", 1, &[]),
    ("send_to_name", 1, &[]),
    // Timers of 10 seconds do not come; a shorter one comes before it is cancelled, or after.
    ("cancelled", 1, &[]),
    ("cancelled_soon", 8, &[]),
    ("apply_after", 1, &[]),
    ("exit_after", 1, &[]),
    ("kill_after", 1, &[]),
    ("sleeps", 1, &[]),
    ("clock", 1, &[]),
    ("timer_race", 2, &[]),
    ("global_names", 1, &[]),
    ("global_server", 2, &[]),
    ("global_dies", 2, &[]),
    ("global_locks", 1, &[]),
    ("global_trans", 1, &[]),
    ("global_race", 4, &[]),
    ("global_lock_race", 8, &[]),
    ("groups", 2, &[]),
    ("group_dies", 6, &[]),
    ("group_scope", 2, &[]),
    ("logs", 1, &[]),
    ("old_logs", 1, &[]),
    ("prints", 1, &[]),
    ("leader", 1, &[]),
    ("rpc_here", 1, &[]),
    ("erpc_here", 1, &[]),
    ("environment", 1, &[]),
    ("loaded", 1, &[]),
    ("code", 1, &[]),
    ("stops_all", 1, &[]),
];

const LIMITS: &[Row] = &[
    ("stops", 2, &[]),
    ("receives_response", 2, &[]),
    ("waits_response", 2, &[]),
    ("short", 2, &[]),
    ("needless", 1, &[]),
    ("needed", 1, &[]),
    ("in_order", 1, &[]),
    ("at_once", 2, &[]),
    ("cancelled", 1, &[]),
    ("behind", 1, &[]),
    // Four orders at the key, in two of which both have read zero; and the timers in both orders.
    (
        "loses_update",
        8,
        &[("process <P> exits abnormally: {badmatch,[{n,1}]}", 4)],
    ),
    ("calls_here", 1, &[]),
    ("asks_here", 1, &[]),
    (
        "crashes_there",
        1,
        &[("process <P> exits abnormally: {exception,broken", 1)],
    ),
    ("gives_up", 3, &[]),
    ("compiles", 1, &[]),
];

const SHOP: &[Row] = &[
    ("starts", 2, &[]),
    ("stops", 2, &[]),
    ("environment", 2, &[]),
    ("dependencies", 2, &[]),
    ("crashes", 4, &[]),
    ("fails", 4, &[]),
    ("phases", 2, &[]),
    ("customers", 4, &[("process <S.1.3.1.1.1/shop_sup>", 4)]),
    ("stops_while_used", 28, &[]),
    ("calls_back", 1, &[("process <P>", 1)]),
    ("left_running", 1, &[("process <S.1.3.1.1.1/shop_sup>", 1)]),
];

/// Programs that come to something else with the libraries of other releases, or need more of
/// these than there is.
const OTHERWISE: &[(&str, &str)] = &[
    ("servers", "aborts"),
    ("servers", "hibernates"),
    ("servers", "stops"),
    ("trees", "bad_start"),
    ("trees", "intensity"),
    ("trees", "transient"),
];

/// What is not here is an error that names it.
const REFUSED: &[(&str, &str, &str)] = &[
    ("servers", "missing", "module no_such_module is not found"),
    ("servers", "abcast_other", "the node other@host"),
    ("services", "rpc_there", "the node other@host"),
    ("services", "erpc_there", "the node other@host"),
    ("services", "spawn_there", "the node other@host"),
    ("services", "send_there", "the node other@host"),
    ("services", "ping", "net_adm:ping/1"),
    ("services", "interval", "a timer that goes on without end"),
    ("services", "file", "file:read_file/1"),
    ("services", "port", "erlang:open_port/2"),
    ("services", "command", "os:cmd/1"),
    ("services", "get_line", "io:get_line/1"),
    ("services", "code_path", "code_server:call/1"),
    ("services", "status", "init:get_status/0"),
    ("services", "to_user", "the process user"),
];

fn program(module: &Module, function: &str) -> Program {
    let mut program = Program::new(module, function);
    program.settings.max_calls = 10_000_000;
    program.settings.receive = Receive::Ordered;
    // Calls and supervisors wait for 5 seconds, if nothing else is said.
    program.settings.after_timeout = Some(5_000);
    program.settings.treat_as_normal = ["crash", "enough", "killed"].map(str::to_owned).to_vec();
    program
}

fn otp(name: &str) -> Module {
    compile(&source(&format!("otp/{name}")))
}

/// The folder of a release's modules.
fn release(number: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/otp");
    folder.join(number)
}

/// Explores a program: executions and findings are as expected.
fn expect(program: &Program, (function, executions, findings): Row) {
    let (complete, found) = essence(&program.explore());
    assert_eq!(complete, executions, "{function}: {found:#?}");
    assert_eq!(found.len(), findings.len(), "{function}: {found:#?}");
    let all = &found;
    for (beginning, count) in findings {
        let found = all.iter().find(|(text, _)| text.starts_with(beginning));
        let counted = found.map(|(_, of)| *of);
        assert_eq!(counted, Some(*count), "{function}: {beginning}, {all:#?}");
    }
}

fn expect_all(name: &str, rows: &[Row]) {
    if !has_compiler() {
        return;
    }
    let module = otp(name);
    for row in rows {
        expect(&program(&module, row.0), *row);
    }
}

#[test]
fn servers() {
    expect_all("servers", SERVERS);
}

#[test]
fn machines() {
    expect_all("machines", MACHINES);
}

#[test]
fn events() {
    expect_all("events", EVENTS);
}

#[test]
fn trees() {
    expect_all("trees", TREES);
    if has_compiler() {
        let mut bridge = program(&otp("trees"), "by_supervisor_bridge");
        bridge.more.push(otp("bridge"));
        // (In one of them its `link` comes too late for the process that is bridged.)
        expect(&bridge, ("by_supervisor_bridge", 5, &[]));
    }
}

#[test]
fn tasks() {
    expect_all("tasks", TASKS);
}

#[test]
fn services() {
    expect_all("services", SERVICES);
}

#[test]
fn limits() {
    expect_all("limits", LIMITS);
    if has_compiler() {
        // (The supervisors of this application wait for 2 seconds.)
        let mut sasl = program(&otp("limits"), "sasl");
        sasl.settings.after_timeout = Some(2_000);
        expect(&sasl, ("sasl", 2, &[]));
    }
}

#[test]
fn what_is_not_supported_is_named() {
    if !has_compiler() {
        return;
    }
    let modules = [otp("servers"), otp("services")];
    for (name, function, text) in REFUSED {
        let module = modules.iter().find(|module| module.name == *name);
        let error = program(module.expect("it is one of them"), function).error();
        assert!(error.contains(text), "{function}: {error}");
        // And where.
        assert!(
            error.contains(&format!("{name}.erl")),
            "{function}: {error}"
        );
    }
}

/// The application, and where its description is.
fn shop() -> impl Fn(&str) -> Program {
    let modules = ["shop", "shop_sup", "shop_counter"].map(|name| otp(&format!("shop/{name}")));
    let folder = source("otp/shop/shop");
    let folder = folder.parent().expect("it is in a folder").to_owned();
    move |function| {
        let mut program = program(&modules[0], function);
        program.more = modules[1..].to_vec();
        program.folders = vec![folder.clone()];
        program
    }
}

#[test]
fn applications() {
    if !has_compiler() {
        return;
    }
    let shop = shop();
    for row in SHOP {
        expect(&shop(row.0), *row);
    }
}

/// Every algorithm, with one worker and with two, comes to the same, and to the same states as all
/// interleavings, where these are few.
#[test]
fn by_every_algorithm() {
    if !has_compiler() {
        return;
    }
    let is_chosen = |name: &str, function: &str| {
        let chosen = [
            ("servers", "stray"),
            ("machines", "late_timeout"),
            ("trees", "call_while_restarting"),
            ("tasks", "lost_worker"),
            ("services", "group_dies"),
            ("limits", "behind"),
            ("limits", "loses_update"),
        ];
        chosen.contains(&(name, function))
    };
    by_all(is_chosen);
    assert_eq!(shop()("crashes").comes_to().0, 4);
}

#[test]
#[ignore = "it takes minutes"]
fn all_by_every_algorithm() {
    by_all(|_, _| true);
    for (function, executions, _) in SHOP {
        assert_eq!(shop()(function).comes_to().0, *executions, "{function}");
    }
}

fn by_all(is_chosen: impl Fn(&str, &str) -> bool) {
    for (name, rows) in [
        ("servers", SERVERS),
        ("machines", MACHINES),
        ("events", EVENTS),
        ("trees", TREES),
        ("tasks", TASKS),
        ("services", SERVICES),
        ("limits", LIMITS),
    ] {
        let module = otp(name);
        for (function, executions, _) in rows.iter().filter(|row| is_chosen(name, row.0)) {
            let (complete, _) = program(&module, function).comes_to();
            assert_eq!(complete, *executions, "{name}:{function}");
        }
    }
}

/// Where receives choose, there are no more executions, and the findings are the same. Two workers
/// come to as many as one.
#[test]
fn where_receives_choose() {
    if !has_compiler() {
        return;
    }
    let shop = shop();
    let mut programs: Vec<(Program, Row)> = Vec::new();
    programs.extend(SHOP.iter().map(|row| (shop(row.0), *row)));
    for (name, rows) in [
        ("servers", SERVERS),
        ("machines", MACHINES),
        ("events", EVENTS),
        ("trees", TREES),
        ("tasks", TASKS),
        ("services", SERVICES),
        ("limits", LIMITS),
    ] {
        let module = otp(name);
        programs.extend(rows.iter().map(|row| (program(&module, row.0), *row)));
    }
    for (mut program, (function, executions, findings)) in programs {
        program.settings.receive = Receive::Take;
        let report = program.with(Algorithm::Optimal, 1).explore();
        let (complete, found) = essence(&report);
        assert!(complete <= executions, "{function}: {complete}");
        assert_eq!(report.statistics.blocked, 0, "{function}");
        assert_eq!(found.len(), findings.len(), "{function}: {found:#?}");
        for (beginning, _) in findings {
            let is_there = found.keys().any(|text| text.starts_with(beginning));
            assert!(is_there, "{function}: {beginning}");
        }
        let together = essence(&program.with(Algorithm::Optimal, 2).explore());
        assert_eq!(together, (complete, found), "{function}");
    }
}

/// N clients that call a server once have N!^2 executions, by the libraries of each release, whether
/// their calls say how long they wait or not.
#[test]
fn clients_of_a_server() {
    if !has_compiler() {
        return;
    }
    let modules = [compile(&source("clients")), otp("callers")];
    for module in &modules {
        for number in ["25", "27", "29"] {
            for (function, executions) in [("n3", 36), ("n4", 576), ("n5", 14_400)] {
                let mut program = program(module, function);
                program.settings.ignore = vec![FindingKind::Deadlock];
                at(&mut program, number);
                let report = program.explore();
                assert_eq!(
                    report.statistics.complete, executions,
                    "{function} {number}"
                );
                assert_eq!(report.statistics.blocked, 0, "{function} {number}");
                assert!(report.findings.is_empty(), "{function} {number}");
            }
        }
    }
}

/// With the libraries of that release. (25 is the one that is installed, whichever that is.)
fn at(program: &mut Program, number: &str) {
    if number != "25" {
        program.folders.push(release(number));
        program.has_otp = false;
    }
}

#[test]
fn other_releases() {
    if !has_compiler() {
        return;
    }
    let some = [
        "apply_after",
        "global_names",
        "groups",
        "environment",
        "loaded",
    ];
    let some: Vec<Row> = (SERVICES.iter().copied())
        .filter(|row| some.contains(&row.0))
        .collect();
    for (name, rows) in [
        ("servers", SERVERS),
        ("machines", MACHINES),
        ("events", EVENTS),
        ("trees", TREES),
        ("services", &some),
    ] {
        let module = otp(name);
        let is_same = |row: &&Row| !OTHERWISE.contains(&(name, row.0));
        for row in rows.iter().filter(is_same) {
            for number in ["27", "29"] {
                let mut program = program(&module, row.0);
                at(&mut program, number);
                expect(&program, *row);
            }
        }
    }
    let shop = shop();
    let counts = [
        ("27", [("starts", 2), ("stops_while_used", 28)]),
        // The controller goes on while an application stops.
        ("29", [("starts", 5), ("stops_while_used", 70)]),
    ];
    for (number, rows) in counts {
        for (function, executions) in rows {
            let mut program = shop(function);
            at(&mut program, number);
            expect(&program, (function, executions, &[]));
        }
    }
}

/// A real Erlang finds nothing wrong with those that are sequential.
#[test]
fn as_in_erlang() {
    if !has_compiler() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("as-in-erlang");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let tables: [(&str, &[Row], usize); 7] = [
        ("servers", SERVERS, 4),
        ("machines", MACHINES, 3),
        ("events", EVENTS, 1),
        ("trees", TREES, 3),
        ("tasks", TASKS, 3),
        // (The last one stops the system.)
        ("services", SERVICES, 1),
        ("shop/shop", SHOP, 4),
    ];
    let mut calls = String::new();
    for (name, rows, races) in tables {
        let module = name.rsplit('/').next().expect("it has a name");
        for (function, ..) in &rows[..rows.len() - races] {
            calls.push_str(&format!("{{{module},{function}}},"));
        }
    }
    for name in [
        "servers",
        "machines",
        "events",
        "trees",
        "tasks",
        "services",
        "shop/shop",
        "shop/shop_sup",
        "shop/shop_counter",
    ] {
        let module = otp(name);
        let beam = folder.join(format!("{}.beam", module.name));
        std::fs::write(beam, module.bytes).expect("a file can be written");
    }
    let app = source("otp/shop/shop").with_extension("app");
    std::fs::copy(app, folder.join("shop.app")).expect("a file can be copied");
    let calls = calls.trim_end_matches(',');
    let text = format!(
        "Run = fun({{M, F}}) -> \
           {{P, R}} = spawn_monitor(fun() -> M:F(), exit(fine) end), \
           receive \
             {{'DOWN', R, process, P, fine}} -> ok; \
             {{'DOWN', R, process, P, Why}} -> io:format(\"~p:~p ~p~n\", [M, F, Why]) \
           after 10000 -> io:format(\"~p:~p hangs~n\", [M, F]), exit(P, kill) end, \
           application:stop(shop), application:unload(shop) end, \
         io:format(\"begin~n\"), lists:foreach(Run, [{calls}]), io:format(\"end~n\"), halt()."
    );
    let output = Command::new("erl")
        .args(["-noshell", "-kernel", "logger_level", "none", "-pa"])
        .arg(&folder)
        .args(["-eval", &text])
        .output()
        .expect("erl starts");
    let said = String::from_utf8_lossy(&output.stdout);
    let ours = [
        "servers:",
        "machines:",
        "events:",
        "trees:",
        "tasks:",
        "services:",
        "shop:",
    ];
    let wrong: Vec<&str> = (said.lines())
        .filter(|line| ours.iter().any(|name| line.starts_with(name)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(said.contains("begin") && said.contains("end"), "{said}");
}

/// The modules that stand in for parts of a system are made of the sources beside them.
#[test]
fn stand_ins_are_compiled() {
    if !has_compiler() {
        return;
    }
    let release = Command::new("erl")
        .args([
            "-noshell",
            "-eval",
            "io:put_chars(erlang:system_info(otp_release)), halt().",
        ])
        .output()
        .expect("erl starts");
    if release.stdout != b"25" {
        eprintln!("they were compiled by OTP 25, which is not here: nothing is tested");
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("standins");
    for name in ["global", "mazurka_io", "mazurka_system"] {
        let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stand-ins");
        std::fs::create_dir_all(&made).expect("a folder can be made");
        let status = Command::new("erlc")
            .args(["+deterministic", "+no_debug_info", "-o"])
            .arg(&made)
            .arg(format!("{name}.erl"))
            .current_dir(&folder)
            .status();
        assert!(status.expect("erlc starts").success());
        let beam = format!("{name}.beam");
        let [ours, new] = [&folder, &made].map(|folder| std::fs::read(folder.join(&beam)).ok());
        assert!(ours.is_some() && ours == new, "compile {name} again");
    }
}
