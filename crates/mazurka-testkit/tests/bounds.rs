//! Bounds on preemptions and delays against brute force: with each bound, every trace is
//! completed once that has an execution within it, and no other. More on demand: `cargo run
//! --release -p mazurka-testkit --bin mazurka-oracle -- --algorithm preemptions:1 --algorithm
//! delays:2 --seeds 0..100000`.

use mazurka_explore::Algorithm;
use mazurka_testkit::campaign::{Campaign, run};

#[test]
fn what_has_an_execution_within_the_bound_is_visited_once() {
    let mut campaign = Campaign::new(20_000..20_300);
    campaign.max_executions = 2_000;
    let bounds = [0, 1, 2, u32::MAX];
    campaign.algorithms = Vec::from_iter(
        bounds
            .into_iter()
            .flat_map(|most| [Algorithm::Preemptions(most), Algorithm::Delays(most)]),
    );
    let summary = run(&campaign, |_| ());
    for failure in &summary.failures {
        println!("{failure}\n");
    }
    println!("{summary}");
    assert!(summary.failures.is_empty(), "see above");
    assert!(summary.programs > 250, "too few programs are judged");
    // The sets grow, up to the whole.
    let complete = |algorithm: Algorithm| summary.explored[&algorithm.to_string()].0;
    for price in [Algorithm::Preemptions, Algorithm::Delays] {
        let counts = bounds.map(|most| complete(price(most)));
        assert!(counts.is_sorted_by(|a, b| a < b), "{counts:?}");
        assert_eq!(counts[3], summary.classes);
    }
}
