//! All interleavings of small programs end in the states in which the reduced ones end.

mod support;

use mazurka_check::Report;
use mazurka_erlang::check::Finals;
use mazurka_explore::Algorithm;
use support::{Program, compile, has_compiler, source};

/// Functions of `states.erl` that are not programs.
const PARTS: [&str; 3] = ["sleep", "table", "wake"];

/// The programs: functions without arguments.
fn programs() -> Vec<String> {
    let text = std::fs::read_to_string(source("states")).expect("it is there");
    let names = text.lines().filter_map(|line| line.strip_suffix("() ->"));
    let names = names.filter(|name| !name.starts_with(' ') && !PARTS.contains(name));
    names.map(str::to_owned).collect()
}

fn states(report: &Report<Finals>) -> Vec<&String> {
    report.outcomes.states.keys().collect()
}

fn compare(instant_delivery: bool, left_out: &[&str]) {
    if !has_compiler() {
        return;
    }
    let module = compile(&source("states"));
    let programs = programs();
    assert!(programs.len() > 50, "{programs:?}");
    for name in programs {
        if left_out.contains(&&*name) {
            continue;
        }
        let mut program = Program::new(&module, &name);
        program.settings.instant_delivery = instant_delivery;
        program.observes = true;
        let all = program.with(Algorithm::Exhaustive, 1).explore();
        let first = program.with(Algorithm::Optimal, 1).explore();
        assert_eq!(
            (all.unexplored.as_ref(), first.unexplored.as_ref()),
            (None, None),
            "{name}"
        );
        assert_eq!(first.statistics.blocked, 0, "{name}");
        assert_eq!(states(&first), states(&all), "{name}");
        for algorithm in [Algorithm::Source, Algorithm::Classic] {
            let other = program.with(algorithm, 2).explore();
            let counts = (other.statistics.complete, first.statistics.complete);
            assert_eq!(counts.0, counts.1, "{name} {algorithm}");
            assert_eq!(other.outcomes, first.outcomes, "{name} {algorithm}");
        }
    }
}

#[test]
fn reduced_executions_end_in_all_states() {
    compare(true, &[]);
}

#[test]
fn also_if_messages_travel() {
    compare(false, &["alias_mon"]);
}
