//! What the tests of the types share: exploring a closure, and collecting what
//! its executions saw.

#![allow(dead_code, reason = "each test binary uses a part")]

use mazurka::{Algorithm, Checker, Finding, FindingKind, Report, Verdict, thread};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

/// Explores with `optimal`, and expects no finding and nothing blocked; the
/// number of traces.
#[track_caller]
pub(crate) fn traces(f: impl Fn() + Send + Sync + 'static) -> u64 {
    let report = optimal(f);
    assert!(matches!(report.verdict(), Verdict::Verified), "{report}");
    assert_eq!(report.statistics().blocked, 0, "{report}");
    report.statistics().complete
}

/// As `traces`; the number of traces, and the events of all of them.
#[track_caller]
pub(crate) fn traces_and_events(f: impl Fn() + Send + Sync + 'static) -> (u64, u64) {
    let report = optimal(f);
    assert!(matches!(report.verdict(), Verdict::Verified), "{report}");
    (report.statistics().complete, report.statistics().events)
}

/// Explores with `optimal`.
pub(crate) fn optimal(f: impl Fn() + Send + Sync + 'static) -> Report {
    Checker::new().algorithm(Algorithm::Optimal).check(f)
}

/// Explores with `optimal`, and expects a finding.
#[track_caller]
pub(crate) fn finding(f: impl Fn() + Send + Sync + 'static) -> Finding {
    let report = optimal(f);
    match report.verdict() {
        Verdict::Bug { finding, .. } => finding.clone(),
        _ => panic!("expected a finding: {report}"),
    }
}

/// The same, of this kind; its message.
#[track_caller]
pub(crate) fn finding_of(kind: FindingKind, f: impl Fn() + Send + Sync + 'static) -> String {
    let finding = finding(f);
    assert_eq!(finding.kind, kind, "{}", finding.message);
    finding.message
}

/// Joins threads that must not have panicked.
pub(crate) fn join<T>(threads: impl IntoIterator<Item = thread::JoinHandle<T>>) {
    for thread in threads {
        thread.join().unwrap();
    }
}

/// Does nothing with a result.
pub(crate) fn ignore<T>(_: T) {}

/// What the executions saw.
pub(crate) struct Seen<T>(Arc<Mutex<BTreeSet<T>>>);

impl<T> Clone for Seen<T> {
    fn clone(&self) -> Self {
        Seen(self.0.clone())
    }
}

impl<T: Ord + Clone> Seen<T> {
    pub(crate) fn new() -> Seen<T> {
        Seen(Arc::default())
    }

    pub(crate) fn add(&self, value: T) {
        self.0.lock().unwrap().insert(value);
    }

    pub(crate) fn all(&self) -> Vec<T> {
        self.0.lock().unwrap().iter().cloned().collect()
    }
}
