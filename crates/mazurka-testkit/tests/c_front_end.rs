//! The C front end judged by brute force: random programs, compiled by clang, must have
//! as many traces, the same final states and the same kinds of findings as the oracle
//! says; programs with accesses that overlap must leave behind what their own judge says;
//! programs over all that threads are offered must be explored alike in all ways; data
//! races must be found where the definitions say; and it must be as late as what comes before
//! says.
//!
//! With `MAZURKA_FRONT_END_SEEDS=n`, `n` programs of each kind.

use mazurka_explore::Algorithm;
use mazurka_memory::Model;
use mazurka_testkit::c::campaign::{Campaign, Kind, Summary, run};
use mazurka_testkit::c::run::Compiler;
use mazurka_testkit::clocks::Language;
use mazurka_testkit::generator::Family;

fn seeds(usual: u64) -> u64 {
    let more = std::env::var("MAZURKA_FRONT_END_SEEDS");
    more.map_or(usual, |n| n.parse().expect("a number of programs"))
}

/// Runs a campaign that must find nothing, and must not skip most of its programs.
fn judge(campaign: &Campaign) -> Summary {
    let summary = run(campaign, |_| ());
    for failure in &summary.failures {
        println!("{failure}\n");
    }
    println!("{summary}");
    assert!(summary.failures.is_empty());
    let programs: u64 = summary.programs.iter().sum();
    assert!(programs > summary.skipped, "too few programs are judged");
    summary
}

fn under(model: Model, seeds: u64) -> Campaign {
    let mut campaign = Campaign::new(0..seeds);
    campaign.model = Some(model);
    campaign.max_executions = 500;
    campaign
}

#[test]
fn traces_under_sc() {
    let summary = judge(&under(Model::Sc, seeds(192)));
    assert!(summary.refined > 0, "sharing is learnt");
}

#[test]
fn traces_under_tso() {
    judge(&under(Model::Tso, seeds(128)));
}

#[test]
fn traces_under_pso() {
    judge(&under(Model::Pso, seeds(128)));
}

#[test]
fn every_explorer() {
    let mut campaign = Campaign::new(5000..5000 + seeds(96));
    campaign.max_executions = 200;
    // (A C program reads pointers, too: it has more interleavings than the program that it
    // is made of, though not more traces. So not `exhaustive`.)
    campaign.algorithms = vec![Algorithm::Optimal, Algorithm::Source, Algorithm::Classic];
    judge(&campaign);
}

#[test]
fn execution_graphs() {
    let mut campaign = Campaign::new(7000..7000 + seeds(96));
    campaign.max_executions = 200;
    campaign.algorithms = vec![Algorithm::Graphs];
    judge(&campaign);
}

/// Without loops that wait: the compiler turns them round, and then the first look is
/// another instruction than the next, which is one more trace.
#[test]
fn optimised_code() {
    let mut campaign = Campaign::new(6000..6000 + seeds(96));
    campaign.families.retain(|family| *family != Family::Spin);
    campaign.max_executions = 200;
    campaign.compilers = vec![Compiler {
        version: None,
        level: "-O2",
    }];
    judge(&campaign);
}

#[test]
fn outcomes_of_bytes() {
    let mut campaign = Campaign::new(0..seeds(160));
    campaign.kind = Kind::Bytes;
    campaign.max_executions = 1000;
    let summary = judge(&campaign);
    assert!(summary.programs.iter().all(|programs| *programs > 0));
}

#[test]
fn allocations_that_fail() {
    let mut campaign = Campaign::new(0..seeds(96));
    campaign.allocates = true;
    campaign.kind = Kind::Bytes;
    campaign.max_executions = 1000;
    let summary = judge(&campaign);
    assert!(summary.programs.iter().all(|programs| *programs > 0));
    campaign.kind = Kind::Orders;
    let summary = judge(&campaign);
    assert!(summary.traces > 2_000);
}

#[test]
fn every_way_to_explore_agrees() {
    let mut campaign = Campaign::new(0..seeds(96));
    campaign.kind = Kind::Brute;
    campaign.max_executions = 1000;
    let summary = judge(&campaign);
    assert!(summary.programs.iter().all(|programs| *programs > 0));
}

#[test]
fn data_races() {
    let mut campaign = Campaign::new(0..seeds(96));
    campaign.kind = Kind::Races;
    campaign.max_executions = 500;
    let summary = judge(&campaign);
    let programs: u64 = summary.programs.iter().sum();
    assert!(summary.racy > 20 && programs - summary.racy > 20);
}

#[test]
fn clocks_and_time_limits() {
    for (language, programs) in [(Language::C, 160), (Language::Cpp, 64)] {
        let mut campaign = Campaign::new(0..seeds(programs));
        campaign.kind = Kind::Clocks(language);
        campaign.algorithms = vec![Algorithm::Optimal, Algorithm::Source, Algorithm::Graphs];
        let summary = judge(&campaign);
        assert!(summary.programs.iter().all(|programs| *programs > 0));
    }
}

#[test]
fn memory_orders_and_assembly() {
    let mut campaign = Campaign::new(0..seeds(128));
    campaign.kind = Kind::Orders;
    let summary = judge(&campaign);
    assert!(summary.racy > 5 && summary.traces > 1_000);
}
