//! The litmus front end against the judge: random programs, and the tests from
//! critical cycles. More on demand: `cargo run --release -p mazurka-testkit --bin
//! mazurka-litmus-oracle -- --seeds 0..50000`.

use mazurka_cycles::cycles::corpus;
use mazurka_cycles::print::Dialect;
use mazurka_litmus::Algorithm;
use mazurka_testkit::litmus::campaign::{Campaign, run};
use mazurka_testkit::litmus::compare::{Compared, Plan, judge};
use mazurka_testkit::litmus::machine::Model;
use std::ops::Range;

/// Judges all explorers, by so many schedulers together, on these seeds.
fn judge_by(workers: usize, seeds: Range<u64>) -> Compared {
    let mut campaign = Campaign::new(seeds);
    campaign.workers = workers;
    // The few programs with more states cost as much as all the others.
    campaign.max_states = 1_000;
    judge_campaign(&campaign)
}

fn judge_campaign(campaign: &Campaign) -> Compared {
    let wanted = campaign.seeds.range.end - campaign.seeds.range.start;
    let summary = run(campaign, |_| ());
    for failure in &summary.failures {
        println!("{failure}\n");
    }
    println!("{summary}");
    assert!(summary.failures.is_empty(), "see above");
    assert_eq!(summary.programs, wanted);
    summary.compared
}

/// By one scheduler; several tests, so that they use all the cores there are.
fn judge_seeds(seeds: Range<u64>) {
    let compared = judge_by(1, seeds);
    assert!(
        compared.skipped * 4 < compared.machines,
        "too few programs are judged"
    );
    assert!(
        compared.idle * 50 < compared.machines,
        "too few numbers of traces are compared"
    );
}

#[test]
fn seeds_0() {
    judge_seeds(0..700);
}

#[test]
fn seeds_1000() {
    judge_seeds(1000..1700);
}

#[test]
fn seeds_2000() {
    judge_seeds(2000..2700);
}

#[test]
fn seeds_3000_by_three_schedulers() {
    let compared = judge_by(3, 3000..3100);
    assert!(compared.machines > 2 * compared.skipped);
}

/// Programs with read-side sections and grace periods.
fn judge_grace(seeds: Range<u64>, workers: usize) {
    let mut campaign = Campaign::new(seeds);
    campaign.grace = true;
    campaign.workers = workers;
    campaign.max_states = 3_000;
    let compared = judge_campaign(&campaign);
    assert!(
        compared.skipped * 4 < compared.machines,
        "too few programs are judged"
    );
}

#[test]
fn grace_0() {
    judge_grace(0..1000, 1);
}

#[test]
fn grace_1000() {
    judge_grace(1000..2000, 1);
}

#[test]
fn grace_2000() {
    judge_grace(2000..3000, 1);
}

#[test]
fn grace_3000_by_three_schedulers() {
    judge_grace(3000..3100, 3);
}

#[test]
fn critical_cycles() {
    let plan = Plan {
        machines: Model::BUFFERED.map(Into::into).to_vec(),
        algorithms: Algorithm::TRACES.to_vec(),
        workers: 1,
        max_states: usize::MAX,
    };
    for test in corpus() {
        for dialect in Dialect::ALL {
            if let Err(disagreement) = judge(&test.program, dialect, &plan) {
                panic!("{} in {dialect:?}: {disagreement}", test.name);
            }
        }
    }
}
