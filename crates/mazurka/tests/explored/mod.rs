//! What the tests of the types share: exploring a closure, and collecting what
//! its executions saw.

#![allow(dead_code, reason = "each test binary uses a part")]

use mazurka::{Algorithm, Checker, Finding, FindingKind, Limit, Report, Verdict, thread};
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

/// Explores with each of the algorithms, all of which must verify the program
/// and see the same number of traces, `optimal` with nothing blocked: that
/// number.
#[track_caller]
pub(crate) fn verified(f: impl Fn() + Send + Sync + 'static) -> u64 {
    verified_by(Checker::new(), f)
}

/// The same, with settings.
#[track_caller]
pub(crate) fn verified_by(checker: Checker, f: impl Fn() + Send + Sync + 'static) -> u64 {
    let [optimal, source, classic, exhaustive] = each(&checker, f);
    for report in [&optimal, &source, &classic, &exhaustive] {
        assert!(matches!(report.verdict(), Verdict::Verified), "{report}");
    }
    let complete = |report: &Report| report.statistics().complete;
    assert_eq!(optimal.statistics().blocked, 0, "{optimal}");
    assert_eq!(complete(&optimal), complete(&source), "{source}");
    assert_eq!(complete(&optimal), complete(&classic), "{classic}");
    assert!(complete(&optimal) <= complete(&exhaustive), "{exhaustive}");
    complete(&optimal)
}

/// Explores with each of the algorithms, all of which must find a bug of that
/// kind; the message of `optimal`.
#[track_caller]
pub(crate) fn buggy(kind: FindingKind, f: impl Fn() + Send + Sync + 'static) -> String {
    buggy_by(Checker::new(), kind, f)
}

/// The same, with settings.
#[track_caller]
pub(crate) fn buggy_by(
    checker: Checker,
    kind: FindingKind,
    f: impl Fn() + Send + Sync + 'static,
) -> String {
    let messages = each(&checker, f).map(|report| match report.verdict() {
        Verdict::Bug { finding, .. } => {
            assert_eq!(finding.kind, kind, "{report}");
            finding.message.clone()
        }
        _ => panic!("expected a finding: {report}"),
    });
    messages[0].clone()
}

/// The reports of `optimal`, `source`, `classic` and `exhaustive`.
fn each(checker: &Checker, f: impl Fn() + Send + Sync + 'static) -> [Report; 4] {
    let f = Arc::new(f);
    [
        Algorithm::Optimal,
        Algorithm::Source,
        Algorithm::Classic,
        Algorithm::Exhaustive,
    ]
    .map(|algorithm| {
        let f = f.clone();
        checker.clone().algorithm(algorithm).check(move || f())
    })
}

/// Explores with each of the algorithms, all of which must verify the program
/// and see the same outcomes: those.
#[track_caller]
pub(crate) fn outcomes<T: Ord + Clone + Send + std::fmt::Debug + 'static>(
    f: impl Fn(&Seen<T>) + Send + Sync + 'static,
) -> Vec<T> {
    outcomes_by(&Checker::new(), f)
}

/// The same, with settings.
#[track_caller]
pub(crate) fn outcomes_by<T: Ord + Clone + Send + std::fmt::Debug + 'static>(
    checker: &Checker,
    f: impl Fn(&Seen<T>) + Send + Sync + 'static,
) -> Vec<T> {
    let f = Arc::new(f);
    let seen = [
        Algorithm::Optimal,
        Algorithm::Source,
        Algorithm::Classic,
        Algorithm::Exhaustive,
    ]
    .map(|algorithm| {
        let (seen, f) = (Seen::new(), f.clone());
        let all = seen.clone();
        let checker = checker.clone().algorithm(algorithm);
        let report = checker.check(move || f(&seen));
        let is_good = matches!(
            report.verdict(),
            Verdict::Verified | Verdict::NotExhausted(Limit::BufferBound)
        );
        assert!(is_good, "{report}");
        if algorithm == Algorithm::Optimal {
            assert_eq!(report.statistics().blocked, 0, "{report}");
        }
        all.all()
    });
    for other in &seen {
        assert_eq!(*other, seen[0]);
    }
    seen[0].clone()
}
