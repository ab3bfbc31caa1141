//! What is said of a litmus test when executions were blocked under `optimal`, which is
//! proven never to be blocked. The fault is planted, and stays for the whole OS process.

#![cfg(debug_assertions)]

use mazurka_litmus::{Algorithm, Options, Report, check, parse};

fn explore(condition: &str, algorithm: Algorithm, workers: usize) -> Report {
    mazurka_explore::plant_fault();
    let text = format!("X86 two\n{{ }}\n P0 | P1 ;\n MOV [x],$1 | MOV [x],$2 ;\n{condition}\n");
    let test = parse(&text).unwrap();
    let options = Options {
        algorithm,
        workers,
        ..Options::default()
    };
    check(&test, &options, &mut ()).unwrap()
}

const WORDS: &str = "1 execution was blocked under optimal, which cannot happen: this is a fault \
                     of Mazurka (please report it); nothing is claimed; try the algorithm source";

#[test]
fn nothing_holds_when_executions_were_blocked_under_optimal() {
    for workers in [1, 2] {
        for condition in [
            "exists (x=1)",
            "exists (x=2)",
            "~exists (x=3)",
            "forall (~x=3)",
        ] {
            let report = explore(condition, Algorithm::Optimal, workers);
            assert_eq!((report.complete, report.blocked), (1, 1), "{condition}");
            assert_eq!(report.holds, None, "{condition}");
            assert_eq!(report.stopped.as_deref(), Some(WORDS), "{condition}");
        }
    }
}

#[test]
fn a_counterexample_is_one() {
    let seen = ["~exists (x=1)", "~exists (x=2)"].map(|condition| {
        let report = explore(condition, Algorithm::Optimal, 1);
        report.holds
    });
    assert!(seen == [Some(false), None] || seen == [None, Some(false)]);
}

#[test]
fn source_decides_it() {
    let report = explore("exists (x=1)", Algorithm::Source, 1);
    assert_eq!((report.holds, report.stopped), (Some(true), None));
}
