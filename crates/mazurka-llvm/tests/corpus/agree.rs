//! The C and the Rust version of one program have the same traces, whatever explores them
//! under whatever model.

use crate::case::Case;
use crate::run::{compile, explore};
use mazurka::{Algorithm, Checker, Model};
use mazurka_corpus::programs::mutual_exclusion::{ALGORITHMS, Fences, Wait};
use std::path::Path;

fn case(file: &str, defines: &[String]) -> Case {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    Case {
        path: corpus.join(file),
        defines: defines.to_vec(),
        ..Case::default()
    }
}

/// How many complete executions the C version has; none if that cannot be explored.
fn count(case: &Case, explored: &[(Model, Algorithm)]) -> Vec<u64> {
    let code = compile(case).unwrap_or_else(|error| panic!("{}: {error}", case.name()));
    explored
        .iter()
        .map(|(model, algorithm)| {
            let seen = explore(case, &code, *model, *algorithm, true);
            let seen = seen.unwrap_or_else(|error| panic!("{}: {error}", case.name()));
            seen.complete
        })
        .collect()
}

#[test]
fn programs_of_the_papers() {
    for (name, size, is_small) in [
        ("readers", 3, true),
        ("readers", 6, false),
        ("lastzero", 2, true),
        ("lastzero", 5, false),
        // Its C version also stores and loads what names the threads to join.
        ("wakeup_stress", 3, false),
        ("writers", 4, true),
        ("figure2", 1, true),
        ("figure10", 1, true),
        ("figure10", 3, false),
        ("indexer", 12, false),
        ("filesystem", 15, false),
        ("fib_bench", 1, true),
        ("fib_bench", 2, false),
        ("fib_bench_join", 1, true),
        ("fib_bench_join", 3, false),
    ] {
        let mut explored = Vec::new();
        for model in Model::BUFFERED {
            for algorithm in [Algorithm::Optimal, Algorithm::Source, Algorithm::Classic] {
                explored.push((model, algorithm));
            }
            if is_small && model == Model::Sc {
                explored.push((model, Algorithm::Exhaustive));
            }
        }
        let case = case(&format!("papers/{name}.c"), &[format!("-DN={size}")]);
        let program = mazurka_corpus::find(name).expect("a program of the papers");
        for ((model, algorithm), in_c) in explored.iter().zip(count(&case, &explored)) {
            let report = program.check(Checker::new().model(*model), *algorithm, size);
            let in_rust = report.statistics().complete;
            assert_eq!(in_c, in_rust, "{name}({size}) {model} {algorithm}");
        }
    }
}

#[test]
fn algorithms_for_mutual_exclusion() {
    for algorithm in &ALGORITHMS {
        for (number, fences) in [Fences::None, Fences::StoreLoad, Fences::All, Fences::SeqCst]
            .into_iter()
            .enumerate()
        {
            // Without barriers Dijkstra's algorithm has endless executions under PSO.
            let is_endless = algorithm.name == "dijkstra" && number < 2;
            let models = Model::BUFFERED.into_iter();
            let explored: Vec<(Model, Algorithm)> = models
                .filter(|model| !is_endless || *model != Model::Pso)
                .map(|model| (model, Algorithm::Optimal))
                .collect();
            let file = format!("mutex/{}.c", algorithm.name);
            let case = case(&file, &[format!("-DFENCES={number}")]);
            for ((model, _), in_c) in explored.iter().zip(count(&case, &explored)) {
                let checker = Checker::new().model(*model).keep_going(true);
                let report = checker.check(algorithm.body(&[1, 1], fences, Wait::Assume));
                let statistics = report.statistics();
                let in_rust = statistics.complete - statistics.discarded;
                let what = format!("{} {fences} {model}", algorithm.name);
                // In C, a round that leads where a single look would have led is none.
                match algorithm.name {
                    "dijkstra" => assert!(in_c <= in_rust, "{what}: {in_c}, {in_rust}"),
                    _ => assert_eq!(in_c, in_rust, "{what}"),
                }
            }
        }
    }
}
