//! Fifteen lock-free structures, as they should be and with planted bugs: each bug is found under
//! the models that can show it, and not under the others; the right versions are verified.
//!
//! `docs/STRUCTURES.md` has the table, which the test `table` prints.

mod common;
mod counted;
mod deque;
mod epoch;
mod hazard;
mod list;
mod locks;
mod mcs;
mod once;
mod oneshot;
mod parking;
mod rcu;
mod seqlock;
mod spsc;
mod tas;
mod ticket;
mod treiber;
mod trophies;
mod vyukov;
mod waker;

use common::Case;

/// A structure, and its cases.
type Structure = (&'static str, fn() -> Vec<Case>);

const STRUCTURES: &[Structure] = &[
    ("spsc", spsc::cases),
    ("vyukov", vyukov::cases),
    ("treiber", treiber::cases),
    ("hazard", hazard::cases),
    ("epoch", epoch::cases),
    ("seqlock", seqlock::cases),
    ("rcu", rcu::cases),
    ("ticket", ticket::cases),
    ("mcs", mcs::cases),
    ("tas", tas::cases),
    ("parking", parking::cases),
    ("once", once::cases),
    ("oneshot", oneshot::cases),
    ("waker", waker::cases),
    ("deque", deque::cases),
    ("counted", counted::cases),
    ("list", list::cases),
];

/// Checks all cases of a structure.
fn judge(name: &str) {
    let (_, cases) = STRUCTURES.iter().find(|(other, _)| *other == name).unwrap();
    common::judge(&cases());
}

#[test]
fn trophies() {
    common::judge(&trophies::cases());
}

#[test]
fn spsc() {
    judge("spsc");
}

#[test]
fn vyukov() {
    judge("vyukov");
}

#[test]
fn treiber() {
    judge("treiber");
}

#[test]
fn hazard() {
    judge("hazard");
}

#[test]
fn epoch() {
    judge("epoch");
}

#[test]
fn seqlock() {
    judge("seqlock");
}

#[test]
fn rcu() {
    judge("rcu");
}

#[test]
fn ticket() {
    judge("ticket");
}

#[test]
fn mcs() {
    judge("mcs");
}

#[test]
fn tas() {
    judge("tas");
}

#[test]
fn parking() {
    judge("parking");
}

#[test]
fn once() {
    judge("once");
}

#[test]
fn oneshot() {
    judge("oneshot");
}

#[test]
fn waker() {
    judge("waker");
}

#[test]
fn deque() {
    judge("deque");
}

#[test]
fn counted() {
    judge("counted");
}

#[test]
fn list() {
    judge("list");
}

#[test]
#[ignore = "takes longer"]
fn large() {
    let cases = [
        tas::large(),
        ticket::large(),
        mcs::large(),
        parking::large(),
        hazard::large(),
        epoch::large(),
        deque::large(),
    ];
    let cases: Vec<_> = cases.into_iter().flatten().collect();
    common::judge(&cases);
}

/// The table in the documentation is up to date.
#[test]
fn documentation() {
    let table = include_str!("../../../../docs/STRUCTURES.md");
    let unlike: Vec<_> = STRUCTURES
        .iter()
        .flat_map(|(_, cases)| common::unlike(table, &cases()))
        .collect();
    assert!(
        unlike.is_empty(),
        "docs/STRUCTURES.md:
{}",
        unlike.join(
            "
"
        )
    );
}

#[test]
#[ignore = "prints the rows of docs/STRUCTURES.md"]
fn table() {
    for (_, cases) in STRUCTURES {
        print!("{}", common::rows(&cases()));
    }
}
