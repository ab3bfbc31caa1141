//! The papers' programs, with the counts that must hold: by every algorithm, with one worker and
//! with two.

mod support;

use mazurka_check::Verdict;
use mazurka_erlang::machine::{Receive, Settings};
use mazurka_explore::Algorithm;
use mazurka_program::FindingKind;
use std::cell::RefCell;
use std::collections::BTreeMap;
use support::{ALGORITHMS, Module, Program, compile, compiled, has_compiler, source};

/// A module, a function, the traces.
type Row = (&'static str, &'static str, u64);

/// Explored by every algorithm.
const SMALL: &[Row] = &[
    ("readers", "n2", 4),
    ("readers", "n8", 256),
    ("lastzero", "n5", 64),
    ("lastzero", "n8", 704),
    ("indexer", "n12", 8),
    ("writers", "n5", 120),
    ("filesystem", "n14", 4),
    ("filesystem", "n16", 64),
    ("filesystem", "free14", 2),
    ("filesystem", "free16", 8),
    ("filesystem", "free18", 32),
    ("filesystem", "free19", 64),
    ("figures", "figure2", 7),
    ("figures", "figure10_1", 5),
    ("figures", "figure10_3", 13),
    ("figures", "figure10_9", 37),
    ("figures", "wakeup_stress1", 2),
    ("figures", "wakeup_stress5", 240),
    ("messages", "two_senders", 2),
    ("messages", "three_senders", 6),
    ("messages", "selective", 2),
    ("messages", "after_zero", 2),
    ("messages", "after_two", 3),
    ("messages", "pipeline", 1),
    ("messages", "server", 6),
    ("messages", "ring", 1),
    ("messages", "in_order", 1),
    ("messages", "forwarded", 1),
    ("messages", "names", 468),
    ("clients", "n2", 4),
    ("clients", "n3", 36),
];

/// Explored by the algorithm that never blocks.
const LARGE: &[Row] = &[
    ("readers", "n13", 8_192),
    ("lastzero", "n11", 7_168),
    ("indexer", "n15", 4_096),
    ("writers", "n7", 5_040),
    ("filesystem", "n18", 1_024),
    ("figures", "wakeup_stress6", 1_440),
    ("clients", "n4", 576),
];

/// Modules that were compiled.
#[derive(Default)]
struct Modules(RefCell<BTreeMap<&'static str, Module>>);

impl Modules {
    fn program(&self, module: &'static str, function: &str) -> Program {
        let mut modules = self.0.borrow_mut();
        program(
            modules
                .entry(module)
                .or_insert_with(|| compile(&source(module))),
            function,
        )
    }
}

fn program(module: &Module, function: &str) -> Program {
    let mut program = Program::new(module, function);
    if ["filesystem", "clients"].contains(&&*module.name) {
        // A lock or server waits for its next client when all have ended.
        program.settings.ignore = vec![FindingKind::Deadlock];
    }
    program
}

fn count(program: &Program, expected: u64) {
    let name = format!(
        "{:?} {:?}",
        program.settings.entry, program.options.algorithm
    );
    let report = program.explore();
    assert_eq!(report.unexplored, None, "{name}");
    assert_eq!(
        report.verdict,
        Verdict::Verified,
        "{name}: {:?}",
        report.findings
    );
    assert_eq!(report.statistics.complete, expected, "{name}");
    if program.options.algorithm == Algorithm::Optimal {
        assert_eq!(report.statistics.blocked, 0, "{name}");
    }
}

#[test]
fn every_algorithm_counts_the_traces() {
    if !has_compiler() {
        return;
    }
    let modules = Modules::default();
    for (module, function, traces) in SMALL {
        let program = modules.program(module, function);
        for algorithm in ALGORITHMS {
            for workers in [1, 2] {
                count(&program.with(algorithm, workers), *traces);
            }
        }
    }
}

/// No Erlang is needed for modules that are compiled, by whatever release.
#[test]
fn without_an_erlang() {
    for release in ["25", "27", "29"] {
        for (name, function, traces) in SMALL {
            if ["writers", "clients"].contains(name) {
                continue;
            }
            let mut program = program(&compiled(release, name), function);
            program.has_otp = false;
            count(&program, *traces);
        }
    }
}

#[test]
fn larger_ones() {
    if !has_compiler() {
        return;
    }
    let modules = Modules::default();
    for (module, function, traces) in LARGE {
        let program = modules.program(module, function);
        for workers in [1, 2] {
            count(&program.with(Algorithm::Optimal, workers), *traces);
        }
    }
}

/// Without reduction there are as many executions as interleavings.
#[test]
fn without_reduction() {
    if !has_compiler() {
        return;
    }
    let rows = [
        ("readers", "n2", 30),
        ("writers", "n5", 120),
        ("figures", "figure2", 158),
        ("figures", "figure10_1", 69),
        ("messages", "three_senders", 6),
    ];
    let modules = Modules::default();
    for (module, function, interleavings) in rows {
        let program = modules.program(module, function);
        for workers in [1, 2] {
            count(&program.with(Algorithm::Exhaustive, workers), interleavings);
        }
    }
}

/// Messages that travel: those of one process to one other keep their order.
#[test]
fn messages_that_travel() {
    if !has_compiler() {
        return;
    }
    let module = compile(&source("messages"));
    for (function, traces) in [
        ("two_senders", 2),
        ("three_senders", 6),
        ("in_order", 1),
        ("forwarded", 2),
        ("pipeline", 1),
        ("server", 6),
        ("after_zero", 2),
    ] {
        let mut program = Program::new(&module, function);
        program.settings = Settings {
            instant_delivery: false,
            ..program.settings
        };
        for algorithm in ALGORITHMS {
            for workers in [1, 2] {
                count(&program.with(algorithm, workers), traces);
            }
        }
    }
}

/// Where receives choose. The file system with lock processes has as many as published, and what
/// has no selective receives has as many as with ordered messages.
#[test]
fn where_receives_choose() {
    if !has_compiler() {
        return;
    }
    for (name, function, executions) in [
        ("readers", "n8", 256),
        ("lastzero", "n8", 704),
        ("indexer", "n12", 8),
        ("filesystem", "n14", 2),
        ("filesystem", "n16", 8),
        ("filesystem", "n18", 32),
        ("filesystem", "n19", 64),
        ("messages", "names", 264),
        ("messages", "three_senders", 6),
        ("messages", "selective", 1),
    ] {
        let mut program = Program::new(&compile(&source(name)), function);
        program.settings.receive = Receive::Take;
        program.settings.ignore = vec![FindingKind::Deadlock];
        for workers in [1, 2] {
            let report = program.with(Algorithm::Optimal, workers).explore();
            let statistics = &report.statistics;
            assert_eq!(statistics.complete, executions, "{name}:{function}");
            assert_eq!(statistics.blocked, 0, "{name}:{function}");
        }
    }
}
