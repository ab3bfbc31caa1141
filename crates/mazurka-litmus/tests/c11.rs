//! Classic shapes of C with their verdicts under RC11: the condition of each file holds. `exists`
//! is what the model allows, `~exists` what it forbids. (`mazurka_cycles::c11` has the same, and
//! where they come from.)

use mazurka_litmus::{Algorithm, Model, Occurrence, Options, Report, Test, check, parse};
use std::fs;
use std::path::Path;

fn tests() -> Vec<Test> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c11");
    let files = fs::read_dir(folder).expect("the folder is there");
    let test = |file: std::io::Result<fs::DirEntry>| {
        let path = file.expect("a file").path();
        let text = fs::read_to_string(&path).expect("text");
        parse(&text).unwrap_or_else(|error| panic!("{}:{error}", path.display()))
    };
    let tests: Vec<Test> = files.map(test).collect();
    assert_eq!(tests.len(), 93);
    tests
}

fn explore(test: &Test, model: Model, algorithm: Algorithm, workers: usize) -> Report {
    let options = Options {
        model,
        algorithm,
        workers,
        ..Options::default()
    };
    let report = check(test, &options, &mut ());
    report.unwrap_or_else(|error| panic!("{}: {error:?}", test.name))
}

#[test]
fn rc11_has_the_published_verdicts() {
    for test in tests() {
        let report = explore(&test, Model::Rc11, Algorithm::default(), 1);
        assert_eq!(report.holds, Some(true), "{}", test.name);
        assert_eq!(report.findings, [""; 0], "{}", test.name);
        assert_eq!(report.blocked, 0, "{}", test.name);
    }
}

/// Whatever SC allows, release/acquire and RC11 allow: so do TSO and PSO.
#[test]
fn weaker_models_have_more_states() {
    for test in tests() {
        let states = |model| {
            let report = explore(&test, model, Algorithm::Graphs, 1);
            report.states.into_keys().collect::<Vec<_>>()
        };
        let sc = states(Model::Sc);
        for model in [Model::Tso, Model::Pso, Model::Ra, Model::Rc11] {
            let weaker = states(model);
            let is_there = |state| weaker.contains(state);
            assert!(sc.iter().all(is_there), "{} {model}", test.name);
        }
    }
}

/// Graphs and traces are the same under SC, TSO and PSO; but that an addition of which nothing
/// looks at the result commutes with others, which none of these tests has.
#[test]
fn graphs_have_the_executions_that_traces_have() {
    for test in tests() {
        for model in Model::BUFFERED {
            let traces = explore(&test, model, Algorithm::Optimal, 1);
            let graphs = explore(&test, model, Algorithm::Graphs, 1);
            assert_eq!(graphs.states, traces.states, "{} {model}", test.name);
            assert_eq!(graphs.complete, traces.complete, "{} {model}", test.name);
        }
    }
}

#[test]
fn several_schedulers_find_the_same() {
    for test in tests() {
        let alone = explore(&test, Model::Rc11, Algorithm::Graphs, 1);
        let together = explore(&test, Model::Rc11, Algorithm::Graphs, 3);
        assert_eq!(alone.states, together.states, "{}", test.name);
        assert_eq!(alone.complete, together.complete, "{}", test.name);
    }
}

#[test]
fn waiting_threads_are_told() {
    let test = parse(
        "C t\n{}\nP0(atomic_int* x) {\n  while (atomic_load_explicit(x, memory_order_relaxed) \
         == 0);\n}\nP1(atomic_int* x, atomic_int* y) {\n  int r0 = atomic_load_explicit(y, \
         memory_order_relaxed);\n  if (r0 == 0) atomic_store_explicit(x, 1, \
         memory_order_relaxed);\n}\nP2(atomic_int* y) {\n  atomic_store_explicit(y, 1, \
         memory_order_relaxed);\n}\nforall (1:r0=0)",
    )
    .expect("a test");
    let report = explore(&test, Model::Rc11, Algorithm::Graphs, 1);
    assert_eq!(report.condition, Some(Occurrence::Always));
    assert_eq!(
        report.findings,
        ["thread 0 waits for ever, in one execution"]
    );
}
