//! The corpus: C programs, each with what must come of a check of it.
//!
//! Every program is explored by `optimal`, and by `source` and `classic` if it is small
//! enough; they must agree. With the environment variable CORPUS set, only programs whose
//! names contain it are.
//! Clang is needed, and found as the command finds it.

mod agree;
mod case;
mod run;

use case::{Case, Expectation, cases, files};
use mazurka_explore::Algorithm;
use mazurka_llvm::code::Code;
use run::{Seen, compile, explore};
use std::panic::catch_unwind;
use std::sync::Arc;

/// Which explorers a program with that many traces is given to besides `optimal`: the
/// others start many executions in vain.
fn others(traces: u64) -> &'static [Algorithm] {
    match traces {
        0..=100 => &[Algorithm::Source, Algorithm::Classic],
        101..=1_000 => &[Algorithm::Source],
        _ => &[],
    }
}

/// What is wrong with what was seen, if anything.
fn wrong(expected: &Expectation, seen: &Seen) -> Result<(), String> {
    let (found, messages) = (seen.verdict(), seen.messages());
    if found != expected.verdict {
        return Err(format!("{found}, not {}: {messages}", expected.verdict));
    }
    if let Some(traces) = expected.traces.filter(|traces| *traces != seen.complete) {
        return Err(format!("{} traces, not {traces}", seen.complete));
    }
    let (said, words) = (messages.to_lowercase(), expected.words.to_lowercase());
    if !said.contains(&words) {
        return Err(format!("{messages:?} does not say {words:?}"));
    }
    Ok(())
}

fn check_model(case: &Case, code: &Arc<Code>, expected: &Expectation) -> Result<(), String> {
    let seen = explore(case, code, expected.model, Algorithm::Optimal, true)?;
    if seen.blocked > 0 {
        return Err(format!("{} executions were blocked", seen.blocked));
    }
    wrong(expected, &seen)?;
    for algorithm in others(seen.complete) {
        let other = explore(case, code, expected.model, *algorithm, true)?;
        if other.complete != seen.complete {
            let counts = (other.complete, seen.complete);
            return Err(format!(
                "{algorithm} has {} traces, optimal {}",
                counts.0, counts.1
            ));
        }
        wrong(expected, &other)?;
    }
    if seen.complete > 1_000 {
        return Ok(());
    }
    // That a step which comes to nothing is not taken changes nothing else, but that there is
    // no deadlock where threads that would wait just go no further.
    let taken = explore(case, code, expected.model, Algorithm::Optimal, false)?;
    let waits_for_ever = matches!(&*seen.verdict(), "deadlock" | "livelock");
    if taken.complete != seen.complete && !waits_for_ever {
        let counts = (taken.complete, seen.complete);
        return Err(format!(
            "{} traces in which vain steps are taken and all assumptions hold, {} if they are not \
             taken",
            counts.0, counts.1
        ));
    }
    Ok(())
}

fn check(case: &Case, faults: &mut Vec<String>) {
    let code = match compile(case) {
        Ok(code) => code,
        Err(error) => return faults.push(format!("{}: {error}", case.name())),
    };
    for expected in &case.expectations {
        let result = catch_unwind(|| check_model(case, &code, expected));
        if let Err(fault) = result.unwrap_or_else(|_| Err("it panics".to_owned())) {
            faults.push(format!("{} {}: {fault}", case.name(), expected.model));
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
    bugs: 22,
    lockfree: 11,
    waiting: 11,
    sync: 32,
    sections: 9,
    memory: 28,
    lang: 20,
    cxx: 6,
    models: 18,
    ignored: 7,
    bounds: 2,
    outside: 8,
    failing: 13,
    time: 9,
}
