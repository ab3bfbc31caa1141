//! Actors where execution graphs are explored: a receive takes from a send, and messages have no
//! order of their own. So there are as many executions as there are ways to receive.

mod explored;

use explored::Seen;
use mazurka::actor::{self, Mailbox};
use mazurka::cell::UnsafeCell;
use mazurka::sync::Arc;
use mazurka::{Algorithm, Checker, FindingKind, Model, Report, Verdict};
use std::time::Duration;

fn graphs(model: Model, f: impl Fn() + Send + Sync + 'static) -> Report {
    let checker = Checker::new().model(model).algorithm(Algorithm::Graphs);
    checker.keep_going(true).check(f)
}

/// The executions under all models: as many, and the same is seen.
#[track_caller]
fn executions<T: Ord + Clone + Send + std::fmt::Debug + 'static>(
    f: impl Fn(&Seen<T>) + Send + Sync + 'static,
) -> (u64, Vec<T>) {
    let f = std::sync::Arc::new(f);
    let mut found = Vec::new();
    for model in Model::ALL {
        let (seen, f) = (Seen::new(), f.clone());
        let all = seen.clone();
        let report = graphs(model, move || f(&seen));
        assert!(matches!(report.verdict(), Verdict::Verified), "{report}");
        assert_eq!(report.statistics().blocked, 0, "{report}");
        found.push((report.statistics().complete, all.all()));
    }
    assert!(found.iter().all(|other| *other == found[0]), "{found:?}");
    let seen = Seen::new();
    let all = seen.clone();
    let report = explored::optimal(move || f(&seen));
    assert!(matches!(report.verdict(), Verdict::Verified), "{report}");
    assert_eq!(all.all(), found[0].1, "what `optimal` sees");
    found.swap_remove(0)
}

/// `n` messages come, and the first `taken` are received.
fn senders(n: u32, taken: u32) -> (u64, usize) {
    let (count, seen) = executions(move |seen| {
        let mut mailbox = actor::mailbox();
        let me = mailbox.pid();
        for i in 0..n {
            actor::spawn(move |_: Mailbox<()>| me.send(i));
        }
        let received: Vec<u32> = (0..taken).map(|_| mailbox.receive()).collect();
        seen.add(received);
    });
    (count, seen.len())
}

#[test]
fn messages_that_are_not_received_have_no_order() {
    assert_eq!(senders(4, 4), (24, 24));
    assert_eq!(senders(4, 2), (12, 12));
    assert_eq!(senders(5, 1), (5, 5));
    assert_eq!(senders(5, 0), (1, 1));
}

#[test]
fn predicates_choose() {
    let (count, seen) = executions(|seen| {
        let mut mailbox = actor::mailbox();
        let me = mailbox.pid();
        for i in 0..4_u32 {
            actor::spawn(move |_: Mailbox<()>| me.send(i));
        }
        let odd = mailbox.receive_if(|m| m % 2 == 1);
        let even = mailbox.receive_map(|m| (m % 2 == 0).then_some(*m));
        seen.add((odd, even));
    });
    assert_eq!((count, seen.len()), (4, 4));
}

/// A predicate that captures something, or a time limit: the mailbox has an order.
#[test]
fn other_receives_see_the_same() {
    let (_, seen) = executions(|seen| {
        let mut mailbox = actor::mailbox();
        let me = mailbox.pid();
        for i in 0..3_u32 {
            actor::spawn(move |_: Mailbox<()>| me.send(i));
        }
        let limit = mailbox.receive();
        let below = mailbox.receive_if_timeout(Duration::ZERO, move |m| *m < limit);
        seen.add((limit, below));
    });
    assert!(seen.len() > 4, "{seen:?}");
}

#[test]
fn messages_synchronise() {
    struct Cell(UnsafeCell<u32>);
    // SAFETY: it is read after a message from the one that wrote it.
    unsafe impl Sync for Cell {}
    for model in Model::ALL {
        for sends in [true, false] {
            let report = graphs(model, move || {
                let mut mailbox = actor::mailbox();
                let me = mailbox.pid();
                let cell = Arc::new(Cell(UnsafeCell::new(0)));
                let theirs = cell.clone();
                actor::spawn(move |_: Mailbox<()>| {
                    if !sends {
                        me.send(());
                    }
                    // SAFETY: what races is found before.
                    theirs.0.with_mut(|cell| unsafe { *cell = 1 });
                    if sends {
                        me.send(());
                    }
                });
                mailbox.receive();
                // SAFETY: as above.
                assert_eq!(cell.0.with(|cell| unsafe { *cell }), 1);
            });
            match (report.verdict(), sends) {
                (Verdict::Verified, true) => {}
                (Verdict::Bug { finding, .. }, false) => {
                    assert_eq!(finding.kind, FindingKind::DataRace, "{report}");
                }
                _ => panic!("{report}"),
            }
        }
    }
}

/// A failure is shown again by its replay string.
#[test]
fn failures_are_replayed() {
    let program = || {
        let mut mailbox = actor::mailbox();
        let me = mailbox.pid();
        for i in 0..3_u32 {
            actor::spawn(move |_: Mailbox<()>| me.send(i));
        }
        let last = mailbox.receive_if(|m| *m > 0);
        assert!(last < 2 || mailbox.receive() == 0, "the first one is late");
    };
    for model in Model::ALL {
        let checker = Checker::new().model(model).algorithm(Algorithm::Graphs);
        let report = checker.check(program);
        let replay = report.replay().expect("a failure").to_owned();
        let again = Checker::new().replay(&replay).check(program);
        assert_eq!(report.finding(), again.finding());
        assert!(again.to_string().contains("is late"), "{again}");
    }
}
