//! The examples do what they say.

#![allow(dead_code, reason = "the tests do not call `main`")]

#[path = "../examples/actors.rs"]
mod actors;
#[path = "../examples/async_oneshot.rs"]
mod async_oneshot;
#[path = "../examples/bounded_queue.rs"]
mod bounded_queue;
#[path = "../examples/michael_scott_queue.rs"]
mod michael_scott_queue;
#[path = "../examples/peterson.rs"]
mod peterson;
#[path = "../examples/philosophers.rs"]
mod philosophers;
#[path = "../examples/rwlock_from_atomics.rs"]
mod rwlock_from_atomics;
#[path = "../examples/treiber_stack.rs"]
mod treiber_stack;

use mazurka::{FindingKind, Report, Verdict};

/// The number of traces of a program that must be right.
#[track_caller]
fn traces(report: &Report) -> u64 {
    assert!(report.is_verified(), "{report}");
    assert_eq!(report.statistics().blocked, 0, "{report}");
    report.statistics().complete
}

#[track_caller]
fn bug(report: &Report) -> FindingKind {
    match report.verdict() {
        Verdict::Bug { finding, .. } => finding.kind,
        _ => panic!("expected a bug: {report}"),
    }
}

#[test]
fn philosophers() {
    use philosophers::{First, dinner};
    for (n, expected) in [(2, 2), (3, 6), (4, 14), (5, 30)] {
        assert_eq!(traces(&dinner(n, First::Lower)), expected, "{n}");
        let starving = dinner(n, First::Left);
        assert_eq!(bug(&starving), FindingKind::Deadlock);
        assert_eq!(starving.statistics().complete, expected + 1, "{n}");
        assert_eq!(starving.findings().len(), 1);
    }
}

#[test]
fn bounded_queue() {
    use bounded_queue::{Signals, explore};
    assert_eq!(traces(&explore(2, 2, Signals::Two)), 64);
    assert_eq!(bug(&explore(2, 2, Signals::One)), FindingKind::Deadlock);
    // With one thread on each side there is nobody else to be woken.
    let one = traces(&explore(1, 1, Signals::One));
    assert_eq!(one, traces(&explore(1, 1, Signals::Two)));
}

#[test]
fn rwlock_from_atomics() {
    use rwlock_from_atomics::{Write, explore};
    assert!(traces(&explore(1, 1, Write::CompareExchange)) > 0);
    assert!(traces(&explore(0, 2, Write::CompareExchange)) > 0);
    for (readers, writers) in [(1, 1), (0, 2)] {
        let report = explore(readers, writers, Write::LoadThenStore);
        assert_eq!(bug(&report), FindingKind::DataRace);
    }
}

#[test]
fn peterson() {
    use mazurka::Model;
    use peterson::explore;
    for model in Model::BUFFERED {
        assert!(traces(&explore(model, true, 2)) > 0);
    }
    assert!(traces(&explore(Model::Sc, false, 2)) > 0);
    for model in [Model::Tso, Model::Pso] {
        assert_eq!(bug(&explore(model, false, 1)), FindingKind::DataRace);
    }
}

#[test]
fn treiber_stack() {
    use treiber_stack::{Push, explore};
    assert_eq!(traces(&explore(Push::Right)), 10);
    assert_eq!(bug(&explore(Push::Store)), FindingKind::Panic);
    assert_eq!(bug(&explore(Push::Relaxed)), FindingKind::DataRace);
}

#[test]
fn michael_scott_queue() {
    use michael_scott_queue::{Link, explore};
    assert_eq!(traces(&explore(Link::CompareExchange)), 22);
    assert_eq!(bug(&explore(Link::Store)), FindingKind::Panic);
}

#[test]
fn async_oneshot() {
    use async_oneshot::{First, explore};
    assert!(traces(&explore(First::Register)) > 0);
    assert_eq!(bug(&explore(First::Look)), FindingKind::Deadlock);
}

#[test]
fn actors() {
    use actors::{Increment, count, print};
    // The messages to the counter come in every order, and so do those to the
    // first thread.
    for (clients, expected) in [(1, 1), (2, 4), (3, 36)] {
        assert_eq!(traces(&count(clients, Increment::AtOnce)), expected);
    }
    assert_eq!(bug(&count(2, Increment::InTwoSteps)), FindingKind::Panic);
    assert!(traces(&print(true)) > 0);
    assert_eq!(bug(&print(false)), FindingKind::Deadlock);
}
