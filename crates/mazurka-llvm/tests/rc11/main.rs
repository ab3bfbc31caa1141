//! Programs under the models of C11, each with what must come of it: `corpus/rc11`. And the other
//! programs of the corpus by execution graphs under sc, tso and pso: they have as many as they
//! have traces, and the same findings.
//!
//! With the environment variable CORPUS set, only programs whose names contain it are explored,
//! and what comes of each is shown.

#[path = "../corpus/case.rs"]
mod case;
mod ignored;
mod run;

use case::{Case, Expectation, cases, files};
use run::{Seen, compile, explore};

/// What is wrong with the cases of a directory.
fn wrong(directory: &str, judge: fn(&Case, &Expectation, &Seen) -> Result<(), String>) {
    let only = std::env::var("CORPUS").ok();
    let mut faults = Vec::new();
    for case in files(directory).iter().flat_map(|path| cases(path)) {
        let name = case.name();
        if only.as_ref().is_some_and(|only| !name.contains(only)) || case.leaks {
            continue;
        }
        let code = compile(&case);
        for expected in &case.expectations {
            let model = expected.model;
            let began = std::time::Instant::now();
            let seen = match &code {
                Ok(code) => explore(&case, code, model),
                Err(error) => Err(error.clone()),
            };
            let seen = seen.unwrap_or_else(Seen::refused);
            if only.is_some() {
                println!("{name} {model}: {seen} {:?}", began.elapsed());
            }
            if let Err(fault) = judge(&case, expected, &seen) {
                faults.push(format!("{name} under {model}: {fault}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What was seen has to be what is expected, the number of graphs included.
fn exactly(_: &Case, expected: &Expectation, seen: &Seen) -> Result<(), String> {
    let is_right = seen.verdict() == expected.verdict
        && expected.traces.is_none_or(|traces| traces == seen.complete)
        && seen.messages().contains(&expected.words);
    match is_right {
        true => Ok(()),
        false => Err(format!("{seen}, not {expected:?}")),
    }
}

#[test]
fn the_models_of_c11() {
    wrong("rc11", exactly);
}

/// Where additions are taken to commute, there are fewer traces than graphs, in which they have
/// an order: of variables, of those who read with a lock, of those who wait for a condition.
const ADDS: [&str; 5] = [
    "waiting/linux_rwlock.c",
    "lockfree/statistics.c",
    "lockfree/narrow_sums.c",
    "bugs/readers_race.c",
    "cxx/conditions.cpp",
];

/// The same for graphs under models that the other explorers have.
fn as_traces(case: &Case, expected: &Expectation, seen: &Seen) -> Result<(), String> {
    if seen.is_refused() {
        return Ok(());
    }
    let name = case.name();
    let may_have_more = ADDS.iter().any(|adds| name.starts_with(adds));
    // The end of an object is no event: accesses are found to be in no order with it. And what
    // comes after a data race is not explored.
    let may_have_fewer = seen.finds(&["invalid-access", "invalid-free", "data-race"]);
    let is_as_many = match expected.traces {
        Some(traces) if may_have_more => seen.complete >= traces,
        Some(traces) if may_have_fewer => seen.complete <= traces,
        Some(traces) => seen.complete == traces,
        None => true,
    };
    let is_found = seen.verdict() == expected.verdict || seen.finds(&[&*expected.verdict]);
    let is_race = case.races && seen.verdict() == "data-race";
    match is_as_many && (is_found || is_race) {
        true => Ok(()),
        false => Err(format!("{seen}, not {expected:?}")),
    }
}

#[test]
fn as_many_graphs_as_traces_of_algorithms() {
    wrong("lockfree", as_traces);
    wrong("mutex", as_traces);
    wrong("models", as_traces);
}

#[test]
fn as_many_graphs_as_traces_of_bugs() {
    wrong("bugs", as_traces);
    wrong("time", as_found);
    wrong("memory", as_traces);
    wrong("failing", as_traces);
}

#[test]
fn as_many_graphs_as_traces_of_the_language() {
    wrong("cxx", as_traces);
    wrong("lang", as_traces);
}

#[test]
fn as_many_graphs_as_traces_of_waiting() {
    wrong("waiting", as_traces);
}

/// Only what was found: additions and what several threads wait for have more graphs.
fn as_found(case: &Case, expected: &Expectation, seen: &Seen) -> Result<(), String> {
    let is_left = seen.is_refused() || seen.verdict() == "unknown";
    let is_found = seen.verdict() == expected.verdict || seen.finds(&[&*expected.verdict]);
    match is_left || is_found || case.races && seen.verdict() == "data-race" {
        true => Ok(()),
        false => Err(format!("{seen}, not {expected:?}")),
    }
}

#[test]
#[ignore = "takes minutes: arrivals at a barrier do not commute in graphs"]
fn what_synchronises() {
    wrong("sync", as_found);
}

#[test]
fn as_many_graphs_as_traces_of_the_papers() {
    wrong("papers", as_traces);
}
