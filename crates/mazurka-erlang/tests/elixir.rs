//! Elixir programs: processes, `Task`, `Agent`, `GenServer`, `Registry`, supervisors; and what is
//! said of them.
//!
//! An `after` of a second or more never comes here, so that calls with the usual limit wait.

mod support;

use mazurka_check::Verdict;
use mazurka_explore::Algorithm;
use mazurka_program::FindingKind;
use std::collections::BTreeMap;
use std::process::Command;
use std::sync::OnceLock;
use support::{Module, Program, compile_elixir, run_elixir, take_modules};

/// A function, its executions, and what how many of them show.
type Row = (
    &'static str,
    &'static str,
    u64,
    &'static [(&'static str, u64)],
);

const ROWS: &[Row] = &[
    // Plain processes: the counts are in the program.
    ("Processes", "ping", 1, &[]),
    ("Processes", "first_wins", 2, &[]),
    (
        "Processes",
        "first_is_one",
        2,
        &[(
            "process <P> exits abnormally: ** (MatchError) no match of right hand side value: {:done, :two}",
            1,
        )],
    ),
    (
        "Processes",
        "look_then_register",
        4,
        &[
            (
                "process <P.1> exits abnormally: ** (ArgumentError) could not register #PID<P.1> with name :leader because it is not alive, the name is already taken, or it has already been given another name",
                1,
            ),
            (
                "process <P.2> exits abnormally: ** (ArgumentError) could not register #PID<P.2> with name :leader because it is not alive, the name is already taken, or it has already been given another name",
                1,
            ),
        ],
    ),
    ("Processes", "watches", 1, &[]),
    ("Processes", "traps", 1, &[]),
    ("Processes", "cancels", 2, &[]),
    (
        "Processes",
        "times_out",
        2,
        &[(
            "process <P> exits abnormally: ** (RuntimeError) no answer",
            1,
        )],
    ),
    (
        "Processes",
        "waits",
        1,
        &[(
            "process <P> waits at processes.ex:72, and what it has does not match: {:other, \"text\", %{key: nil}}",
            1,
        )],
    ),
    // A task is linked and monitored: its answer, its end and what its parent does then are in many
    // orders. That a parent which dies takes its tasks along is seen as well.
    ("Tasks", "awaits", 5, &[]),
    ("Tasks", "await_many", 62, &[]),
    ("Tasks", "streams", 10, &[]),
    (
        "Tasks",
        "yields",
        30,
        &[("process <P.1> is killed: killed", 4)],
    ),
    ("Tasks", "supervised", 2, &[]),
    (
        "Tasks",
        "loses_update",
        248,
        &[
            (
                "process <P.1> is killed: ** (MatchError) no match of right hand side value: [count: 1]",
                22,
            ),
            (
                "process <P.2> is killed: ** (MatchError) no match of right hand side value: [count: 1]",
                22,
            ),
            (
                "process <P> exits abnormally: ** (MatchError) no match of right hand side value: [count: 1]",
                124,
            ),
        ],
    ),
    ("Tasks", "updates", 124, &[]),
    (
        "Tasks",
        "crashes",
        1,
        &[
            (
                "process <P.1> exits abnormally: ** (KeyError) key :age not found in: %{name: \"x\"}",
                1,
            ),
            (
                "process <P> is killed: ** (KeyError) key :age not found in: %{name: \"x\"}",
                1,
            ),
        ],
    ),
    // No more than with `infinity`: limits of a second are never over, as ends of receives or as
    // timers. Two tasks of `async_stream` overlap, as there are two schedulers.
    ("Limits", "stops", 2, &[]),
    ("Limits", "stops_agent", 2, &[]),
    ("Limits", "yields_many", 62, &[]),
    ("Limits", "awaits_many", 62, &[]),
    ("Limits", "streams", 64, &[]),
    (
        "Limits",
        "loses_update",
        28,
        &[(
            "process <P> exits abnormally: ** (MatchError) no match of right hand side value: [n: 1]",
            12,
        )],
    ),
    ("Limits", "schedulers", 1, &[]),
    // Orders of the agent's messages, of what main is told by two processes (2), and of a stop (2).
    // With `adds` 2 * 2 * 2. With `loses` 6 orders of four messages: 4 lose, without a stop: 4 * 2 + 2 * 2 * 2.
    ("Agents", "keeps", 2, &[]),
    ("Agents", "adds", 8, &[]),
    (
        "Agents",
        "loses",
        16,
        &[
            (
                "process <P.1>: GenServer Agent.Server is idle in its loop, and has no message",
                8,
            ),
            (
                "process <P> exits abnormally: ** (MatchError) no match of right hand side value: 1",
                8,
            ),
        ],
    ),
    // As with agents. An order of two withdrawals 2 * 2 * 2; asking and setting 4 * 2 + 2 * 2 * 2.
    ("Servers", "serves", 2, &[]),
    ("Servers", "withdraw", 8, &[]),
    (
        "Servers",
        "overdraw",
        16,
        &[
            (
                "process <P.1/Servers.Account>: GenServer Servers.Account is idle in its loop, and has no message",
                8,
            ),
            (
                "process <P> exits abnormally: ** (MatchError) no match of right hand side value: [:ok, :ok]",
                8,
            ),
        ],
    ),
    (
        "Servers",
        "asks_wrongly",
        1,
        &[
            (
                "process <P.1/Servers.Account> exits abnormally: ** (FunctionClauseError) no function clause matching in Servers.Account.handle_call/3",
                1,
            ),
            (
                "process <P> exits abnormally: ** (exit) exited in: GenServer.call(#PID<P.1>, :transfer, 5000) ** (EXIT) an exception was raised: ** (FunctionClauseError) no function clause matching in Servers.Account.handle_call/3",
                1,
            ),
        ],
    ),
    ("Registries", "names", 28, &[]),
    ("Registries", "dispatches", 14, &[]),
    ("Registries", "claims", 8, &[]),
    (
        "Registries",
        "looks_then_claims",
        10,
        &[
            (
                "process <P.2> exits abnormally: ** (MatchError) no match of right hand side value: {:error, {:already_registered, #PID<P.3>}}",
                1,
            ),
            (
                "process <P.3> exits abnormally: ** (MatchError) no match of right hand side value: {:error, {:already_registered, #PID<P.2>}}",
                1,
            ),
            (
                "process <P> waits at registries.ex:56 in anonymous fn/2 in Registries.race/1, and has no message; process <P.1/Registries.Names>: Supervisor Registry.Supervisor is idle in its loop, and has no message; process <P.1.1/Registries.Names.PIDPartition0>: GenServer Registry.Partition is idle in its loop, and has no message; process <P.2> waits at registries.ex:51 in anonymous fn/2 in Registries.race/1, and has no message",
                1,
            ),
            (
                "process <P> waits at registries.ex:56 in anonymous fn/2 in Registries.race/1, and has no message; process <P.1/Registries.Names>: Supervisor Registry.Supervisor is idle in its loop, and has no message; process <P.1.1/Registries.Names.PIDPartition0>: GenServer Registry.Partition is idle in its loop, and has no message; process <P.3> waits at registries.ex:51 in anonymous fn/2 in Registries.race/1, and has no message",
                1,
            ),
        ],
    ),
    ("Supervisors", "starts", 22, &[]),
    // (The limit of a child to stop counts as an `after` of that time.)
    ("Supervisors", "dynamic", 2, &[]),
    ("Supervisors", "finds_or_starts", 16, &[]),
    (
        "Supervisors",
        "starts_if_absent",
        12,
        &[
            (
                "process <P.2> exits abnormally: ** (MatchError) no match of right hand side value: {:error, {:already_started, #PID<P.1.1>}}",
                2,
            ),
            (
                "process <P.3> exits abnormally: ** (MatchError) no match of right hand side value: {:error, {:already_started, #PID<P.1.1>}}",
                2,
            ),
            (
                "process <P> waits at supervisors.ex:59 in anonymous fn/2 in Supervisors.race/1, and has no message; process <P.1/Supervisors.Dynamic>: GenServer DynamicSupervisor is idle in its loop, and has no message; process <P.1.1/Supervisors.Cache>: GenServer Agent.Server is idle in its loop, and has no message",
                4,
            ),
        ],
    ),
    (
        "Supervisors",
        "forgets",
        2,
        &[
            (
                "process <P.1> exits abnormally: ** (MatchError) no match of right hand side value: 0",
                2,
            ),
            (
                "process <P> exits abnormally: ** (MatchError) no match of right hand side value: 0",
                2,
            ),
        ],
    ),
];

const FILES: &[&str] = &[
    "agents.ex",
    "limits.ex",
    "processes.ex",
    "registries.ex",
    "servers.ex",
    "supervisors.ex",
    "tasks.ex",
];

fn modules() -> &'static [Module] {
    static MODULES: OnceLock<Vec<Module>> = OnceLock::new();
    MODULES.get_or_init(|| take_modules(&compile_elixir(FILES)))
}

fn program(module: &str, function: &str) -> Program {
    program_of(modules(), module, function)
}

fn program_of(all: &[Module], module: &str, function: &str) -> Program {
    let name = format!("Elixir.{module}");
    let own = all.iter().find(|module| module.name == name);
    let mut program = Program::new(own.expect("it was compiled"), function);
    let others = all.iter().filter(|module| module.name != name);
    program.more = others.cloned().collect();
    program.settings.after_timeout = Some(1000);
    program.settings.max_calls = 2_000_000;
    program
}

/// Executions, and the first line of each finding with how many executions show it.
fn comes_to(program: &Program) -> (u64, BTreeMap<String, u64>) {
    let report = program.explore();
    assert_eq!(report.unexplored, None);
    let has_findings = !report.findings.is_empty();
    assert_eq!(report.verdict == Verdict::Bug, has_findings);
    let mut findings = BTreeMap::new();
    for found in &report.findings {
        let first = found.message.lines().next().unwrap_or_default();
        *findings.entry(first.to_owned()).or_insert(0) += found.executions;
    }
    (report.statistics.complete, findings)
}

#[test]
fn executions_and_findings() {
    let mut wrong = Vec::new();
    for (module, function, executions, findings) in ROWS {
        let program = program(module, function);
        let findings = findings.iter();
        let findings = findings.map(|(text, count)| ((*text).to_owned(), *count));
        let expected = (*executions, findings.collect::<BTreeMap<_, _>>());
        for (algorithm, workers) in [(Algorithm::Optimal, 1), (Algorithm::Source, 2)] {
            let found = comes_to(&program.with(algorithm, workers));
            if found != expected {
                wrong.push(format!("{module}.{function} {algorithm}: {found:#?}"));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The message of the first finding of that kind.
fn message(program: &Program, kind: FindingKind) -> String {
    let report = program.explore();
    assert_eq!(report.verdict, Verdict::Bug);
    let found = report.findings.iter().find(|found| found.kind == kind);
    found.expect("there is one").message.clone()
}

/// The line of a file that has some words.
fn line(file: &str, words: &str) -> usize {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/elixir/");
    let text = std::fs::read_to_string(format!("{folder}{file}")).expect("it is there");
    let mut lines = text.lines();
    1 + lines.position(|line| line.contains(words)).expect(words)
}

#[test]
fn a_crash_is_told_as_elixir_tells_it() {
    let message = message(&program("Tasks", "crashes"), FindingKind::AbnormalExit);
    let text: Vec<&str> = message.lines().collect();
    let place = line("tasks.ex", "Map.fetch!");
    assert_eq!(
        text[..3],
        [
            "process <P.1> exits abnormally: ** (KeyError) key :age not found in: %{name: \"x\"}",
            &format!("  at tasks.ex:{place}:0 in anonymous fn/0 in Tasks.crashes/0"),
            "  at lib/task/supervised.ex:89:0 in Task.Supervised.invoke_mfa/2",
        ]
    );
    assert!(
        text[3..].iter().all(|line| !line.contains("Elixir.")),
        "{message}"
    );
}

#[test]
fn reasons_may_be_named_in_either_language() {
    for name in ["killed", ":killed"] {
        let mut program = program("Tasks", "yields");
        program.settings.treat_as_normal = vec![name.to_owned()];
        assert_eq!(comes_to(&program).1, BTreeMap::new(), "{name}");
    }
}

/// What is called there, all over Elixir's libraries, returns what it returns in a real Elixir.
#[test]
fn libraries_are_as_in_a_real_elixir() {
    let folder = compile_elixir(&["sequential.ex"]);
    let mut elixir = Command::new("elixir");
    run_elixir(
        elixir
            .arg("-pa")
            .arg(&folder)
            .arg("expected.exs")
            .arg(&folder),
    );
    let modules = take_modules(&folder);
    assert!(
        modules
            .iter()
            .any(|module| module.name == "Elixir.Expected")
    );
    let program = program_of(&modules, "Sequential", "test");
    assert_eq!(comes_to(&program), (1, BTreeMap::new()));
}
