//! Programs under the models of C11, each with what must come of it: `corpus/rc11`. And the other
//! programs of the corpus by execution graphs under sc, tso and pso: they have as many as they
//! have traces, and the same findings.

#[path = "../corpus/case.rs"]
mod case;
mod run;

use case::{Case, cases, files};
use mazurka_memory::Model;

/// What is wrong with the cases of a directory.
fn wrong(directory: &str, judge: impl Fn(&Case) -> Vec<String>) -> Vec<String> {
    let files = files(directory);
    assert!(!files.is_empty(), "no programs in {directory}");
    let wrong = files.iter().flat_map(|path| cases(path));
    wrong.flat_map(|case| judge(&case)).collect()
}

#[track_caller]
fn assert_right(wrong: &[String]) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_models_of_c11() {
    assert_right(&wrong("rc11", run::judge));
}

/// Without what execution graphs do not have.
fn as_graphs(case: &Case) -> Vec<String> {
    if case.leaks {
        return Vec::new();
    }
    let wrong = std::panic::catch_unwind(|| run::judge(case))
        .unwrap_or_else(|_| vec![format!("{}: PANIC", case.name())]);
    let is_refused = |message: &String| message.contains("execution graphs");
    wrong
        .into_iter()
        .filter(|message| !is_refused(message))
        .collect()
}

#[test]
fn as_many_graphs_as_traces() {
    let mut all = Vec::new();
    for directory in [
        "bugs", "cxx", "lang", "lockfree", "memory", "models", "mutex",
    ] {
        all.extend(wrong(directory, as_graphs));
    }
    assert_right(&all);
}

#[test]
fn all_models_are_named() {
    assert_eq!(Model::ALL.len(), 5);
}
