//! The explorers against brute force, on the random programs of these seeds.
//! More on demand: `cargo run --release -p mazurka-testkit --bin
//! mazurka-oracle -- --seeds 0..100000`.

use mazurka_testkit::campaign::{Campaign, run};
use std::ops::Range;

/// Judges all explorers on these seeds; several tests, so that they use all
/// the cores there are.
fn judge(seeds: Range<u64>) {
    let wanted = seeds.end - seeds.start;
    let mut campaign = Campaign::new(seeds);
    // The few programs with more executions cost as much as all the others.
    campaign.max_executions = 6_000;
    let summary = run(&campaign, |_| ());
    for failure in &summary.failures {
        println!("{failure}\n");
    }
    println!("{summary}");
    assert!(summary.failures.is_empty(), "see above");
    assert_eq!(summary.programs + summary.skipped, wanted);
    assert!(summary.skipped * 20 < wanted, "too few programs are judged");
    assert_eq!(summary.findings.len(), 4, "every kind of finding occurs");
}

#[test]
fn seeds_0() {
    judge(0..1000);
}

#[test]
fn seeds_1000() {
    judge(1000..2000);
}

#[test]
fn seeds_2000() {
    judge(2000..3000);
}

#[test]
fn seeds_3000() {
    judge(3000..4000);
}

#[test]
fn seeds_4000() {
    judge(4000..5000);
}

#[test]
fn seeds_5000() {
    judge(5000..6000);
}

#[test]
fn seeds_6000() {
    judge(6000..7000);
}

#[test]
fn seeds_7000() {
    judge(7000..8000);
}

#[test]
fn seeds_8000() {
    judge(8000..9000);
}

#[test]
fn seeds_9000() {
    judge(9000..10000);
}
