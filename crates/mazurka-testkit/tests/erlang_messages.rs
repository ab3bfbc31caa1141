//! The judge of Erlang where a receive is a choice of a message: histories. More on demand:
//! `cargo run --release -p mazurka-testkit --bin mazurka-erlang-oracle -- --receive take
//! --messages --workers 1 --workers 2 --workers 4 --seeds 0..20000`.

use mazurka_explore::Algorithm;
use mazurka_testkit::erlang::brute::{Failed, judge, judge_fully};
use mazurka_testkit::erlang::campaign::{Campaign, run, run_alone};
use mazurka_testkit::erlang::front_end::Mazurka;
use mazurka_testkit::erlang::generate::generate;
use mazurka_testkit::erlang::histories::histories;
use mazurka_testkit::erlang::machine::Receives;
use mazurka_testkit::erlang::messages::generate_messages;
use mazurka_testkit::erlang::named::NAMED;
use mazurka_testkit::erlang::program::Program;
use mazurka_testkit::erlang::real::is_there;

#[test]
fn programs_with_names_have_their_histories() {
    for named in NAMED {
        let program = (named.program)();
        let judged = judge(&program, Receives::Take, 20_000).expect("it is small");
        assert_eq!(judged.traces, named.histories, "{}", named.name);
        let all = histories(&program, 100_000, false).expect("it is small");
        assert_eq!(all.len() as u64, named.histories, "{}", named.name);
    }
}

/// The search over traces against histories by their definition, and against every order of steps.
#[test]
fn histories_are_what_the_definition_says() {
    let (mut compared, mut each) = (0, 0);
    for seed in 0..300 {
        let program = generate_messages(seed);
        let Ok(judged) = judge(&program, Receives::Take, 500) else {
            continue;
        };
        let Some(all) = histories(&program, 20_000, false) else {
            continue;
        };
        assert_eq!(judged.traces, all.len() as u64, "seed {seed}");
        compared += 1;
        if let Some(other) = histories(&program, 20_000, true) {
            assert_eq!(all, other, "seed {seed}");
            each += 1;
        }
    }
    assert!(
        compared > 150 && each > 30,
        "{compared} and {each} programs"
    );
}

#[test]
fn no_order_of_steps_is_missed() {
    let mut compared = 0;
    for seed in 0..150 {
        let program = generate_messages(seed);
        let full = match judge_fully(&program, 5_000) {
            Ok(full) => full,
            Err(Failed::TooMany) => continue,
            Err(failed) => panic!("seed {seed}: {failed:?}"),
        };
        let judged = judge(&program, Receives::Take, 5_000).expect("it has fewer");
        assert_eq!(judged.finals, full.finals, "seed {seed}");
        assert_eq!(judged.findings, full.findings, "seed {seed}");
        compared += 1;
    }
    assert!(compared > 75, "only {compared} programs");
}

/// Where the order of messages is no part of a trace, two ways to the same prefix still lead to the
/// same state, but for the order of messages; in programs over everything.
#[test]
fn steps_that_do_not_conflict_commute() {
    let mut campaign = Campaign::new(0..200);
    campaign.receives = Receives::Take;
    campaign.max_prefixes = 5_000;
    let summary = run_alone(&campaign, |_| ());
    for failure in &summary.failures {
        println!("{failure}\n");
    }
    assert!(summary.failures.is_empty(), "see above");
    assert!(summary.skipped * 5 < summary.programs, "{summary}");
}

/// The front end against the judge, with one, two and four schedulers. The programs with names are
/// the first.
fn judge_front_end(programs: fn(u64) -> Program, receives: Receives, seeds: std::ops::Range<u64>) {
    if !is_there() {
        println!("there is no Erlang here");
        return;
    }
    let mut campaign = Campaign::new(seeds);
    campaign.programs = programs;
    campaign.receives = receives;
    campaign.max_prefixes = 5_000;
    campaign.also = vec![2, 4];
    if receives == Receives::Take {
        campaign.algorithms = vec![Algorithm::Optimal];
    }
    let front = Mazurka {
        receives,
        ..Mazurka::default()
    };
    let summary = run(&campaign, &front, |_| ());
    for failure in &summary.failures {
        println!("{failure}\n");
    }
    println!("{summary}");
    assert!(summary.failures.is_empty(), "see above");
    assert!(summary.skipped * 2 < summary.programs, "{summary}");
}

#[test]
fn the_front_end_agrees_on_ordered_messages() {
    judge_front_end(generate_messages, Receives::Ordered, 0..64);
}

#[test]
fn the_front_end_agrees_where_receives_choose() {
    judge_front_end(generate_messages, Receives::Take, 0..192);
}

/// Programs over everything. (Where a process can be killed, by what they come to.)
#[test]
fn the_front_end_agrees_on_all_operations_where_receives_choose() {
    judge_front_end(generate, Receives::Take, 0..64);
}
