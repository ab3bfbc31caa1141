//! The Rust library judged by the oracle: every generated program is run as
//! [real Rust closures](mazurka_testkit::rust::closures) under `optimal`, and must have as many
//! traces, the same final states and the same kinds of findings as brute force says. And the
//! library judged on [programs of its own](mazurka_testkit::rust).

use mazurka::Algorithm;
use mazurka_memory::Model;
use mazurka_testkit::generator::generate_with;
use mazurka_testkit::ir::{Program, Statement};
use mazurka_testkit::oracle::{FinalState, Judgement, Undecided, judge};
use mazurka_testkit::rust::closures::{FAMILIES, check, in_rust, is_rust};
use mazurka_testkit::rust::{Campaign, Kind};
use mazurka_testkit::seeds::Seeds;
use std::collections::BTreeSet;
use std::ops::Range;

/// Does a loop of the program wait?
fn spins(program: &Program) -> bool {
    let mut spins = false;
    program.visit(&mut |_, statement| {
        spins |= matches!(
            statement,
            Statement::Spin { .. }
                | Statement::SpinOr { .. }
                | Statement::SpinCompareExchange { .. }
        );
    });
    spins
}

/// What processes can write down of a final state.
fn visible(program: &Program, state: FinalState) -> FinalState {
    let mut state = state;
    if program.model != Model::Sc {
        state.variables.clear();
    }
    state
}

fn compare(
    seed: u64,
    program: &Program,
    judgement: &Judgement,
    algorithm: Algorithm,
    workers: usize,
) {
    let (report, states) = check(program, algorithm, workers);
    let context = format!("seed {seed}, {algorithm}, {workers} workers\n{program}\n{report}");
    let traces = judgement.classes.len() as u64;
    let expected = match algorithm {
        Algorithm::Exhaustive => judgement.executions,
        _ => traces,
    };
    let complete = report.statistics().complete;
    // What a look leaves behind on the stack may make the first failed round an event.
    match spins(program) {
        true => assert!(complete >= expected, "{context}"),
        false => assert_eq!(complete, expected, "{context}"),
    }
    let kinds: BTreeSet<_> = judgement.findings().iter().map(|f| f.kind).collect();
    let found: BTreeSet<_> = report.findings().iter().map(|f| f.kind).collect();
    assert_eq!(found, kinds, "{context}");
    let discarded = report.statistics().discarded;
    // A bound on the buffers may have left something out.
    if discarded < complete && program.bound.is_none() {
        assert_eq!(report.is_verified(), kinds.is_empty(), "{context}");
    }
    if algorithm == Algorithm::Optimal {
        assert_eq!(report.statistics().blocked, 0, "{context}");
    }
    let judged = judgement.final_states().into_iter().cloned();
    let expected: BTreeSet<_> = judged.map(|state| visible(program, state)).collect();
    let states: BTreeSet<_> = states.into_iter().map(|s| visible(program, s)).collect();
    assert_eq!(states, expected, "{context}");
}

/// Does some process give back a read-write lock that it does not hold? Guards
/// cannot do that.
fn gives_back_a_stray_lock(judgement: &Judgement) -> bool {
    let findings = judgement.findings();
    findings.iter().any(|f| f.message.starts_with('w'))
}

/// Judges the library on the programs with these seeds, under SC.
fn judge_seeds(seeds: Range<u64>, algorithms: &[Algorithm], max_executions: usize) {
    judge_under(Model::Sc, seeds, algorithms, max_executions);
}

fn judge_under(model: Model, seeds: Range<u64>, algorithms: &[Algorithm], max_executions: usize) {
    judge_by(1, model, seeds, algorithms, max_executions);
}

/// The same by several workers together.
fn judge_by(
    workers: usize,
    model: Model,
    seeds: Range<u64>,
    algorithms: &[Algorithm],
    max_executions: usize,
) {
    let programs = seeds.end - seeds.start;
    let (mut traces, mut skipped) = (0, 0);
    for seed in seeds {
        let program = in_rust(&generate_with(seed, &FAMILIES, Some(model)));
        if !is_rust(&program) {
            skipped += 1;
            continue;
        }
        match judge(&program, max_executions) {
            Ok(judgement) if gives_back_a_stray_lock(&judgement) => skipped += 1,
            Ok(judgement) => {
                traces += judgement.classes.len();
                for algorithm in algorithms {
                    compare(seed, &program, &judgement, *algorithm, workers);
                }
            }
            Err(Undecided::TooLarge) => skipped += 1,
            Err(broken) => panic!("seed {seed}: {broken}"),
        }
    }
    println!("{programs} programs, {skipped} of them skipped, {traces} traces");
    assert!(skipped * 4 < programs, "too few programs are judged");
}

/// How many programs are judged.
fn programs(usual: u64) -> u64 {
    let more = std::env::var("MAZURKA_FRONT_END_SEEDS");
    more.map_or(usual, |n| n.parse().expect("a number of programs"))
}

#[test]
fn optimal_0() {
    judge_seeds(0..1000, &[Algorithm::Optimal], 10_000);
}

/// With `MAZURKA_FRONT_END_SEEDS=n`, of `n` programs.
#[test]
fn optimal_10_000() {
    let programs = programs(1000);
    judge_seeds(10_000..10_000 + programs, &[Algorithm::Optimal], 10_000);
}

/// With `MAZURKA_FRONT_END_SEEDS=n`, of `n` programs.
#[test]
fn optimal_under_tso() {
    let programs = programs(500);
    judge_under(Model::Tso, 0..programs, &[Algorithm::Optimal], 3000);
}

/// With `MAZURKA_FRONT_END_SEEDS=n`, of `n` programs.
#[test]
fn optimal_under_pso() {
    let programs = programs(500);
    judge_under(Model::Pso, 0..programs, &[Algorithm::Optimal], 3000);
}

#[test]
fn every_explorer_under_pso() {
    judge_under(Model::Pso, 2000..2150, &Algorithm::TRACES, 2000);
}

#[test]
fn every_explorer() {
    judge_seeds(2000..2500, &Algorithm::TRACES, 1000);
}

#[test]
fn every_explorer_by_two_workers() {
    judge_by(2, Model::Sc, 2500..2800, &Algorithm::TRACES, 1000);
}

#[test]
fn optimal_by_three_workers() {
    for model in [Model::Sc, Model::Tso, Model::Pso] {
        judge_by(3, model, 3000..3200, &[Algorithm::Optimal], 3000);
    }
}

/// Judges the library on programs of that kind, by all explorers that reduce. With
/// `MAZURKA_FRONT_END_SEEDS=n`, on `n` of them.
fn judge_kind(kind: &str, usual: u64, algorithms: &[Algorithm], max_executions: u64) {
    let programs = programs(usual);
    let campaign = Campaign {
        seeds: Seeds::new(0..programs),
        algorithms: algorithms.to_vec(),
        max_executions,
    };
    let kind: Kind = kind.parse().expect("a kind");
    let summary = kind.run(&campaign, |_| ());
    for failure in &summary.failures {
        println!("{failure}\n");
    }
    println!("{summary}");
    assert!(summary.failures.is_empty(), "see above");
    assert!(
        summary.skipped * 2 < programs,
        "too few programs are judged"
    );
}

const REDUCING: [Algorithm; 3] = [Algorithm::Optimal, Algorithm::Source, Algorithm::Classic];

#[test]
fn arcs() {
    judge_kind("arc", 1000, &REDUCING, 12_000);
}

#[test]
fn thread_locals() {
    judge_kind("local", 400, &REDUCING, 12_000);
}

#[test]
fn memory_that_is_freed() {
    judge_kind("memory", 1000, &REDUCING, 12_000);
}

#[test]
fn all_that_blocks() {
    judge_kind("sync", 500, &REDUCING, 12_000);
}

#[test]
fn all_that_blocks_as_graphs() {
    judge_kind("sync", 200, &[Algorithm::Graphs], 12_000);
}

#[test]
fn clocks_and_time_limits() {
    judge_kind("clocks", 500, &REDUCING, 3_000);
}

#[test]
fn clocks_and_time_limits_as_graphs() {
    judge_kind("clocks", 200, &[Algorithm::Graphs], 3_000);
}

#[test]
fn claims_that_are_half_done() {
    judge_kind("claims", 200, &Algorithm::TRACES, 3_000);
}

#[test]
fn rounds_that_are_undone() {
    judge_kind("rounds", 200, &REDUCING, 1_000);
}

#[test]
fn rounds_that_are_undone_as_graphs() {
    judge_kind("rounds", 100, &[Algorithm::Graphs], 1_000);
}

#[test]
fn store_buffers() {
    judge_kind("buffers", 240, &Algorithm::TRACES, 3_000);
}

#[test]
fn channels() {
    judge_kind("channels", 150, &REDUCING, 12_000);
}

#[test]
fn actors() {
    judge_kind("actors", 150, &REDUCING, 12_000);
}
