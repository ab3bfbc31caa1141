//! The corpus: C programs, each with what must come of a check of it.
//!
//! Every program is explored by `optimal`, `source` and `classic`, which must agree. With
//! the environment variable CORPUS set, only programs whose names contain it are.
//! Clang is needed, and found as the command finds it.

mod agree;
mod case;
mod run;

use case::{Case, Expectation, cases, files};
use mazurka_explore::Algorithm;
use run::{Seen, compile, explore};

/// With more traces than this, one explorer is enough for a test.
const MANY: u64 = 4_000;

/// What is wrong with a check under one model.
fn wrong(case: &Case, expected: &Expectation, seen: &Seen) -> Option<String> {
    let found = seen.verdict();
    if found != expected.verdict {
        return Some(format!(
            "{found}, not {}: {}",
            expected.verdict,
            seen.messages()
        ));
    }
    if expected
        .traces
        .is_some_and(|traces| traces != seen.complete)
    {
        return Some(format!(
            "{} traces, not {:?}",
            seen.complete, expected.traces
        ));
    }
    if !seen
        .messages()
        .to_lowercase()
        .contains(&expected.words.to_lowercase())
    {
        return Some(format!(
            "{:?} does not say {:?}",
            seen.messages(),
            expected.words
        ));
    }
    let _ = case;
    None
}

fn check(case: &Case, faults: &mut Vec<String>) {
    let code = match compile(case) {
        Ok(code) => code,
        Err(error) => return faults.push(format!("{}: {error}", case.name())),
    };
    for expected in &case.expectations {
        let mut counts = Vec::new();
        for algorithm in [Algorithm::Optimal, Algorithm::Source, Algorithm::Classic] {
            let is_first = counts.is_empty();
            if !is_first && counts[0] > MANY {
                break;
            }
            let explored =
                std::panic::catch_unwind(|| explore(case, &code, expected.model, algorithm));
            let explored = explored.unwrap_or_else(|_| Err("a panic".to_owned()));
            let fault = match explored {
                Ok(seen) => {
                    counts.push(seen.complete);
                    if is_first && seen.blocked > 0 {
                        Some(format!("{} executions were blocked", seen.blocked))
                    } else if seen.complete != counts[0] {
                        Some(format!(
                            "{} traces, but optimal has {}",
                            seen.complete, counts[0]
                        ))
                    } else {
                        wrong(case, expected, &seen)
                    }
                }
                Err(error) => Some(error),
            };
            if let Some(fault) = fault {
                let model = expected.model;
                faults.push(format!("{} {model} {algorithm}: {fault}", case.name()));
                break;
            }
        }
    }
}

#[track_caller]
fn check_directory(directory: &str, at_least: usize) {
    let only = std::env::var("CORPUS").unwrap_or_default();
    let files = files(directory);
    assert!(
        files.len() >= at_least,
        "{directory} has {} programs",
        files.len()
    );
    let mut faults = Vec::new();
    for case in files.iter().flat_map(|file| cases(file)) {
        if case.name().contains(&only) {
            check(&case, &mut faults);
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

macro_rules! directories {
    ($($name:ident: $at_least:literal,)*) => {$(
        #[test]
        fn $name() {
            check_directory(stringify!($name), $at_least);
        }
    )*};
}

directories! {
    papers: 13,
    mutex: 13,
    bugs: 20,
    lockfree: 8,
    sync: 12,
    memory: 20,
    lang: 12,
    models: 15,
}
