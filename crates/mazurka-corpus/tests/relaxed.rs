//! The corpus under TSO and PSO: how many traces there are, by model and by the
//! room in a store buffer.

use mazurka::{Algorithm, Checker, FindingKind, Limit, Model, Report, Verdict};
use mazurka_corpus::programs::relaxed::{
    FIGURE_6, FIGURE_9_BOUNDS, FIGURE_9_TRACES, FIGURES, figure_6_interleavings, figure_9,
};
use mazurka_corpus::programs::{fib_bench, mutual_exclusion};
use mazurka_corpus::{PROGRAMS, Program, find};

const RELAXED: [Model; 2] = [Model::Tso, Model::Pso];
const REDUCTIONS: [Algorithm; 3] = [Algorithm::Optimal, Algorithm::Source, Algorithm::Classic];

fn program(name: &str) -> &'static Program {
    find(name).unwrap_or_else(|| panic!("no program {name}"))
}

fn bounded(model: Model, bound: Option<u32>) -> Checker {
    let checker = Checker::new().model(model).keep_going(true);
    match bound {
        None => checker,
        Some(bound) => checker.buffer_bound(bound),
    }
}

#[track_caller]
fn assert_complete(report: &Report, expected: u64) {
    assert_eq!(report.statistics().complete, expected, "{report}");
}

/// As [`assert_complete`], for the explorer that never starts an execution in vain.
#[track_caller]
fn assert_traces(report: &Report, expected: u64) {
    assert_complete(report, expected);
    assert_eq!(report.statistics().blocked, 0, "{report}");
}

#[test]
fn figures() {
    for figure in &FIGURES {
        for model in Model::BUFFERED {
            let check = |algorithm| {
                bounded(model, None)
                    .algorithm(algorithm)
                    .check((figure.build)())
            };
            let all = check(Algorithm::Exhaustive);
            assert_complete(&all, figure.interleavings_under(model));
            assert_traces(&check(Algorithm::Optimal), figure.traces_under(model));
            for algorithm in REDUCTIONS {
                let report = check(algorithm);
                assert_complete(&report, figure.traces_under(model));
                let found = report.finding().map(|finding| finding.kind);
                let expected = figure.fails_under(model).then_some(FindingKind::Panic);
                assert_eq!(found, expected, "{report}");
            }
        }
    }
}

#[test]
fn figure_6_by_bound() {
    let executions = [6, 12, 18, 24, 30, 30];
    for (bound, expected) in (0..).zip(executions) {
        assert_eq!(figure_6_interleavings(bound), expected);
        let check = |algorithm| {
            let checker = bounded(Model::Tso, Some(bound)).algorithm(algorithm);
            checker.check((FIGURE_6.build)())
        };
        assert_complete(&check(Algorithm::Exhaustive), expected);
        assert_traces(&check(Algorithm::Optimal), FIGURE_6.traces[1]);
    }
}

fn assert_figure_9(size: usize, traces: [u64; 6]) {
    for (bound, expected) in FIGURE_9_BOUNDS.into_iter().zip(traces) {
        let report = bounded(Model::Tso, bound).check(figure_9(size));
        assert_traces(&report, expected);
        // Room for one store is enough for the bug.
        assert_eq!(report.finding().is_some(), bound != Some(0), "{report}");
        let source = bounded(Model::Tso, bound).algorithm(Algorithm::Source);
        assert_complete(&source.check(figure_9(size)), expected);
    }
    assert!(traces.is_sorted(), "{traces:?}");
}

#[test]
fn figure_9_by_bound() {
    for (size, traces) in &FIGURE_9_TRACES[..3] {
        assert_figure_9(*size, *traces);
    }
}

#[test]
#[ignore = "a minute"]
fn larger_figure_9() {
    for (size, traces) in &FIGURE_9_TRACES[3..] {
        assert_figure_9(*size, *traces);
    }
}

fn assert_fib(program: &Program, n: usize, traces: fn(Model, usize) -> Option<u64>) {
    for model in Model::BUFFERED {
        let expected = traces(model, n).expect("somebody has counted");
        let check = |algorithm| program.check(Checker::new().model(model), algorithm, n);
        let optimal = check(Algorithm::Optimal);
        assert!(optimal.is_verified(), "{optimal}");
        assert_traces(&optimal, expected);
        if n < 5 {
            assert_complete(&check(Algorithm::Source), expected);
        }
    }
}

#[test]
fn fib_bench() {
    for n in 1..=4 {
        assert_fib(program("fib_bench"), n, fib_bench::traces);
    }
}

#[test]
#[ignore = "a million executions"]
fn larger_fib_bench() {
    assert_fib(program("fib_bench"), 5, fib_bench::traces);
}

#[test]
fn fib_bench_join() {
    for n in 1..=5 {
        assert_fib(program("fib_bench_join"), n, fib_bench::traces_join);
    }
}

/// More room, more traces; enough of it is as good as any number.
#[test]
fn fib_bench_by_bound() {
    for model in RELAXED {
        let expected = [1_698, 2_209, 2_258, 2_258];
        for (bound, expected) in (0..).zip(expected) {
            let checker = bounded(model, Some(bound));
            let report = program("fib_bench").check(checker, Algorithm::Optimal, 3);
            assert_traces(&report, expected);
            let is_bounded = matches!(report.verdict(), Verdict::NotExhausted(Limit::BufferBound));
            assert_eq!(is_bounded, bound < 3, "{report}");
        }
    }
}

/// A size of each program that is explored quickly, and where its expected count
/// is known.
fn small(program: &Program) -> usize {
    match program.name {
        "figure2" => 1,
        "filesystem" | "filesystem_actors" => 14,
        "indexer" | "indexer_ets" => 12,
        _ => 4,
    }
}

/// With no room in the buffers, TSO and PSO are SC.
#[test]
fn no_room_is_sequential_consistency() {
    for program in &PROGRAMS {
        for model in RELAXED {
            for algorithm in REDUCTIONS {
                let size = small(program);
                let report = program.check(bounded(model, Some(0)), algorithm, size);
                let expected = (program.expected)(algorithm, size);
                assert!(expected.complete.is_some());
                if let Err(difference) = expected.compare_with(report.statistics()) {
                    panic!("{difference}: {report}");
                }
            }
        }
    }
    for algorithm in &mutual_exclusion::ALGORITHMS {
        for model in RELAXED {
            use mutual_exclusion::{Fences, Wait};
            let body = || algorithm.body(&[2, 1], Fences::None, Wait::Assume);
            let sc = bounded(Model::Sc, None).check(body());
            assert!(sc.is_verified(), "{sc}");
            let report = bounded(model, Some(0)).check(body());
            assert!(report.finding().is_none(), "{report}");
            assert_traces(&report, sc.statistics().complete);
        }
    }
}

/// Programs all of whose stores are sequentially consistent behave alike under all
/// models.
#[test]
fn sequentially_consistent_stores_are_not_buffered() {
    let is_relaxed = |program: &&Program| program.name.starts_with("fib_bench");
    for program in PROGRAMS.iter().filter(|program| !is_relaxed(program)) {
        for model in RELAXED {
            let size = small(program);
            let report = program.check(bounded(model, None), Algorithm::Optimal, size);
            assert!(report.is_verified(), "{report}");
            let expected = (program.expected)(Algorithm::Optimal, size).complete;
            assert_traces(&report, expected.expect("somebody has counted"));
        }
    }
}
