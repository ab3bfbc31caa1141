//! The programs on Mazurka.

use crate::protocol::{Ended, Measured, Stopwatch, measure};
use mazurka::{Checker, Verdict};
use std::sync::Arc;
use std::time::Duration;

/// The facade of the programs.
pub(crate) mod model {
    pub(crate) use mazurka::sync::mpsc;
    pub(crate) use mazurka::{hint, sync, thread};
}

#[path = "../programs/messages.rs"]
mod messages;
#[path = "../programs/mod.rs"]
pub(crate) mod programs;

/// The program of that name.
pub(crate) fn find(name: &str) -> Option<programs::Body> {
    let all = programs::BODIES
        .iter()
        .chain(&[("messages", messages::run as _)]);
    all.into_iter()
        .find(|(known, _)| *known == name)
        .map(|&(_, body)| body)
}

/// Checks a program by `optimal` under sequential consistency.
pub(crate) fn check(body: programs::Body, size: usize, limit: Duration) -> Measured {
    let stopwatch = Arc::new(Stopwatch::new());
    measure(&stopwatch.clone(), || {
        let checker = Checker::new()
            .model(mazurka::Model::Sc)
            .max_time(limit)
            .name("bench");
        let stopwatch = stopwatch.clone();
        let report = checker.check(move || {
            stopwatch.execution_begins();
            body(size);
        });
        let ended = match report.verdict() {
            Verdict::Verified => Ended::Verified,
            Verdict::NotExhausted(_) => Ended::NotDone,
            Verdict::Bug { finding, .. } => {
                Ended::Bug(format!("{}: {}", finding.kind, finding.message))
            }
            _ => Ended::Refused(report.summary()),
        };
        let statistics = report.statistics();
        (ended, statistics.complete + statistics.blocked)
    })
}
