//! The classic algorithms for mutual exclusion under SC, TSO and PSO.

use mazurka::{Algorithm, Checker, FindingKind, Limit, Model, Report, Verdict};
use mazurka_corpus::programs::mutual_exclusion::{
    ALGORITHMS, Fences, MutualExclusion, Order, Wait, find,
};

const WAITS: [Wait; 2] = [Wait::Spin, Wait::Assume];

fn check(
    algorithm: &MutualExclusion,
    rounds: &[usize],
    fences: Fences,
    wait: Wait,
    checker: Checker,
) -> Report {
    let name = format!("{} {rounds:?} {fences} {wait:?}", algorithm.name);
    checker
        .name(name)
        .max_events(300)
        .check(algorithm.body(rounds, fences, wait))
}

#[track_caller]
fn assert_verdict(report: &Report, is_right: bool) {
    if is_right {
        assert!(report.is_verified(), "{report}");
        assert_eq!(report.statistics().blocked, 0, "{report}");
    } else {
        assert!(report.finding().is_some(), "{report}");
    }
}

/// Under SC none needs a barrier; under TSO those between a store and a load, and
/// under PSO all of them.
#[test]
fn verdicts() {
    for algorithm in &ALGORITHMS {
        for (fences, right) in [
            (Fences::None, [true, false, false]),
            (Fences::StoreLoad, [true, true, false]),
            (Fences::All, [true, true, true]),
            (Fences::SeqCst, [true, true, true]),
        ] {
            for (model, is_right) in Model::BUFFERED.into_iter().zip(right) {
                assert_eq!(algorithm.is_right(model, fences), is_right);
                for wait in WAITS {
                    let checker = Checker::new().model(model);
                    let report = check(algorithm, &[1, 1], fences, wait, checker);
                    assert_verdict(&report, is_right);
                    let found = report.finding().map(|finding| finding.kind);
                    assert_eq!(found, (!is_right).then_some(FindingKind::Panic), "{report}");
                }
            }
        }
    }
}

/// Without any single one of its barriers, an algorithm breaks under the models
/// that do not make it for free.
#[test]
fn every_barrier_is_needed() {
    for algorithm in &ALGORITHMS {
        for barrier in algorithm.barriers {
            let fences = Fences::Without(*barrier);
            for model in Model::BUFFERED {
                let is_right = match barrier.order {
                    Order::StoreLoad => model == Model::Sc,
                    Order::StoreStore => model != Model::Pso,
                };
                assert_eq!(algorithm.is_right(model, fences), is_right);
                let checker = Checker::new().model(model);
                let report = check(algorithm, barrier.rounds, fences, Wait::Assume, checker);
                // Without this one, no execution is wrong, but some do not end.
                if !is_right && barrier.place == "b[i] := false, k := i" {
                    let unknown = Verdict::NotExhausted(Limit::Events);
                    assert_eq!(report.verdict(), &unknown, "{report}");
                    continue;
                }
                assert_verdict(&report, is_right);
                if let Some(finding) = report.finding() {
                    assert_eq!(finding.kind, FindingKind::Panic, "{report}");
                }
            }
        }
    }
}

/// Where the exit protocol of Lamport's fast algorithm is out of order, entering
/// once is not enough for two threads to notice.
#[test]
fn smaller_programs_do_not_show_that_a_barrier_is_missing() {
    let larger = |rounds: &[usize]| rounds.iter().sum::<usize>() > 2;
    let mut count = 0;
    for algorithm in &ALGORITHMS {
        let barriers = algorithm.barriers.iter();
        for barrier in barriers.filter(|barrier| larger(barrier.rounds)) {
            let checker = Checker::new().model(Model::Pso);
            let fences = Fences::Without(*barrier);
            assert_verdict(
                &check(algorithm, &[1, 1], fences, Wait::Spin, checker),
                true,
            );
            count += 1;
        }
    }
    assert_eq!(count, 1);
}

/// Szymański's algorithm without its barrier in the doorway does not only let two
/// in: two threads may also both wait for ever.
#[test]
fn szymanski_livelocks() {
    let szymanski = algorithm("szymanski");
    let doorway = szymanski.barriers[1];
    for model in [Model::Tso, Model::Pso] {
        let checker = Checker::new().model(model).keep_going(true);
        let fences = Fences::Without(doorway);
        let report = check(szymanski, &[1, 1], fences, Wait::Spin, checker);
        for kind in [FindingKind::Livelock, FindingKind::Panic] {
            let mut findings = report.findings().iter();
            assert!(findings.any(|finding| finding.kind == kind), "{report}");
        }
    }
}

fn algorithm(name: &str) -> &'static MutualExclusion {
    find(name).unwrap_or_else(|| panic!("no algorithm {name}"))
}

/// Explores all of a program; compares the number of traces under SC, TSO and PSO.
fn assert_counts(name: &str, rounds: &[usize], fences: Fences, expected: [u64; 3]) {
    let algorithm = algorithm(name);
    for (model, expected) in Model::BUFFERED.into_iter().zip(expected) {
        for explorer in [Algorithm::Optimal, Algorithm::Source] {
            let checker = Checker::new()
                .model(model)
                .algorithm(explorer)
                .keep_going(true);
            let report = check(algorithm, rounds, fences, Wait::Assume, checker);
            assert_eq!(report.statistics().complete, expected, "{report}");
            let is_right = algorithm.is_right(model, fences);
            assert_eq!(report.is_verified(), is_right, "{report}");
            if explorer == Algorithm::Optimal {
                assert_eq!(report.statistics().blocked, 0, "{report}");
            }
        }
    }
}

macro_rules! counts {
    ($($test:ident: $name:literal, $fences:ident, { $($rounds:expr => $expected:expr,)* })*) => {$(
        #[test]
        fn $test() {
            $(assert_counts($name, &$rounds, Fences::$fences, $expected);)*
        }
    )*};
}

counts! {
    dekker: "dekker", All, {
        [1, 1] => [12, 12, 12],
        [2, 1] => [53, 54, 54],
        [1, 2] => [23, 23, 23],
        [2, 2] => [241, 246, 246],
    }
    dijkstra: "dijkstra", All, {
        [1, 1] => [18, 18, 35],
        [2, 1] => [52, 61, 140],
        [1, 2] => [157, 186, 502],
        [2, 2] => [1_478, 2_047, 8_518],
    }
    bakery: "bakery", All, {
        [1, 1] => [22; 3],
        [2, 1] => [77; 3],
        [1, 2] => [70; 3],
        [2, 2] => [564; 3],
        [1, 1, 1] => [1_324; 3],
    }
    burns: "burns", All, {
        [1, 1] => [10, 10, 10],
        [2, 1] => [45, 47, 47],
        [1, 2] => [19, 20, 20],
        [2, 2] => [125, 134, 134],
        [1, 1, 1] => [453, 480, 480],
    }
    peterson: "peterson", All, {
        [1, 1] => [10; 3],
        [2, 1] => [27; 3],
        [1, 2] => [27; 3],
        [2, 2] => [136; 3],
    }
    filter: "filter", All, {
        [1, 1] => [10; 3],
        [2, 1] => [27; 3],
        [1, 2] => [27; 3],
        [2, 2] => [136; 3],
        [1, 1, 1] => [3_080; 3],
    }
    fast: "fast", All, {
        [1, 1] => [32, 32, 38],
        [2, 1] => [274, 274, 450],
        [1, 2] => [274, 274, 450],
        [2, 2] => [3_940, 3_940, 9_240],
    }
    szymanski: "szymanski", All, {
        [1, 1] => [124, 147, 147],
        [2, 1] => [404, 465, 465],
        [1, 2] => [329, 390, 390],
        [2, 2] => [6_680, 7_881, 7_881],
    }
    dekker_without_barriers: "dekker", None, { [1, 1] => [12, 20, 34], }
    bakery_without_barriers: "bakery", None, { [1, 1] => [22, 57, 177], }
    burns_without_barriers: "burns", None, { [1, 1] => [10, 14, 24], }
    peterson_without_barriers: "peterson", None, { [1, 1] => [10, 30, 42], }
    filter_without_barriers: "filter", None, { [1, 1] => [10, 30, 42], }
    fast_without_barriers: "fast", None, { [1, 1] => [32, 72, 264], }
    szymanski_without_barriers: "szymanski", None, { [1, 1] => [124, 497, 649], }
}

#[test]
#[ignore = "some minutes"]
fn three_threads() {
    let rounds = [1, 1, 1];
    assert_counts("fast", &rounds, Fences::All, [20_741, 21_370, 50_558]);
    assert_counts("dijkstra", &rounds, Fences::All, [17_778, 19_186, 117_287]);
    assert_counts(
        "szymanski",
        &rounds,
        Fences::All,
        [233_855, 360_242, 360_242],
    );
}
