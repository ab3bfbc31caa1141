//! The simulator over the reference, and the reference with planted bugs.

use super::simulator::run;
use crate::memory::mutation::Mutation;
use crate::memory::{Clock, MemoryStore};

fn run_seed(seed: u64, mutation: Option<Mutation>) -> Result<(), String> {
    let clock = Clock::still();
    clock.advance(std::time::Duration::from_secs(100_000));
    let mut store = MemoryStore::new(clock.clone());
    if let Some(mutation) = mutation {
        store.break_it(mutation);
    }
    run(&mut store, clock, seed)
}

#[test]
fn totals_are_exact_whatever_goes_wrong() {
    for seed in 0..4_000 {
        if let Err(error) = run_seed(seed, None) {
            panic!("{error}");
        }
    }
}

/// Every planted bug is found. The first seeds that find them are in `MUTATIONS.md`.
#[test]
fn planted_bugs_are_found() {
    let mut missed = Vec::new();
    for mutation in [
        Mutation::DoneTwice,
        Mutation::AnyRound,
        Mutation::AnyState,
        Mutation::AppendBlindly,
        Mutation::FirstStepOnly,
        Mutation::LateIsLost,
        Mutation::LastFrameLost,
        Mutation::BranchesLost,
        Mutation::NeverAgain,
        Mutation::NeverPoisoned,
        Mutation::NeverGivenUp,
        Mutation::DrainedEarly,
        Mutation::OldCounts,
        Mutation::TakenTwice,
        Mutation::VoidCounts,
    ] {
        // Some mutations break the simulator's assumptions so that it panics: found as well.
        let found = (0..300).find_map(|seed| {
            let outcome = std::panic::catch_unwind(|| run_seed(seed, Some(mutation)));
            match outcome {
                Ok(Ok(())) => None,
                Ok(Err(error)) => Some(error),
                Err(_) => Some(format!("seed {seed}: a panic")),
            }
        });
        match found {
            Some(error) => println!("{mutation:?}: {error}"),
            None => missed.push(mutation),
        }
    }
    assert!(missed.is_empty(), "not found: {missed:?}");
}
