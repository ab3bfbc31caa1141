//! Simulations of trees whose schedules can be worked out by hand, and of recorded
//! ones.

use super::costs::Costs;
use super::exploration::{ByHand, Exploration};
use super::{Row, Subject, controller, stealing};

/// Costs that can be told from one another in a sum.
const COSTS: Costs = Costs {
    publish_base: 5,
    publish_per_node: 1,
    take_base: 11,
    take_per_event: 3,
    look: 1,
    claim: 7,
    lock: 2,
    read_per_packet: 2,
    read_per_node: 1,
    steal: 3,
    wake: 20,
    controller_report: 50,
    controller_dispute: 4,
    controller_partition: 6,
    contention: 0.0,
};

const FREE: Costs = Costs {
    publish_base: 0,
    publish_per_node: 0,
    take_base: 0,
    take_per_event: 0,
    look: 0,
    claim: 0,
    lock: 0,
    read_per_packet: 0,
    read_per_node: 0,
    steal: 0,
    wake: 0,
    controller_report: 0,
    controller_dispute: 0,
    controller_partition: 0,
    ..COSTS
};

/// A budget that is never spent.
const ENDLESS: u64 = u64::MAX / 4;

/// The first execution plans two others, one above and one below; they cost the same.
fn two_subtrees() -> Exploration {
    Exploration::by_hand(&[
        (10, 0, 0, &[(1, 1), (2, 0)]),
        (1_000, 1, 2, &[]),
        (1_000, 0, 1, &[]),
    ])
}

/// Each execution plans the next, further down.
fn chain() -> Exploration {
    Exploration::by_hand(&[
        (100, 0, 0, &[(1, 1)]),
        (200, 1, 2, &[(2, 2)]),
        (300, 2, 3, &[(3, 3)]),
        (400, 3, 4, &[]),
    ])
}

/// The first execution plans so many others.
fn star(count: u32) -> Exploration {
    let plans: Vec<(u32, u32)> = (1..=count).map(|i| (i, 0)).collect();
    let mut rows: Vec<ByHand<'_>> = vec![(100, 0, 0, &plans)];
    rows.extend((1..=count).map(|_| (100, 0, 1, &[][..])));
    Exploration::by_hand(&rows)
}

fn recorded() -> Vec<Exploration> {
    let subjects = ["readers:7", "lastzero:7", "indexer:13", "wakeup_stress:5"];
    let record = |text| Subject::parse(text).unwrap().record(1).unwrap();
    subjects.map(record).into()
}

#[test]
fn one_scheduler_takes_what_the_executions_take() {
    for exploration in recorded() {
        let alone = stealing::simulate(&exploration, &Costs::default(), 1);
        assert_eq!(alone.nanoseconds, exploration.cost());
        assert_eq!(alone.exploring, exploration.cost());
        assert_eq!((alone.looks, alone.claims, alone.publishes), (0, 0, 0));
        let row = Row::new(&exploration, &Costs::default(), 1, ENDLESS);
        assert!((row.speed_up - 1.0).abs() < f64::EPSILON);
    }
}

#[test]
fn two_schedulers_explore_two_subtrees_at_once() {
    let free = stealing::simulate(&two_subtrees(), &FREE, 2);
    assert_eq!(free.nanoseconds, 1_010);
    let paid = stealing::simulate(&two_subtrees(), &COSTS, 2);
    let published = 10 + 5 + 2;
    // Of one packet with two nodes.
    let reading = 2 + 2;
    let begun = published + 20 + 3 + 11 + reading;
    assert_eq!(paid.nanoseconds, begun + 1_000);
    assert_eq!((paid.publishes, paid.steals, paid.takes), (1, 1, 1));
}

/// The one leaf that a scheduler goes on with anyway is not given away.
#[test]
fn a_chain_has_no_speed_up() {
    for schedulers in [1, 2, 5, 64] {
        let stealing = stealing::simulate(&chain(), &FREE, schedulers);
        assert_eq!((stealing.nanoseconds, stealing.publishes), (1_000, 0));
        let controlled = controller::simulate(&chain(), &FREE, schedulers, ENDLESS);
        assert_eq!(controlled.nanoseconds, 1_000);
    }
}

/// Executions 1 and 3 are published; 1 plans 2 above the leaf that it was begun with.
#[test]
fn what_is_planned_above_the_base_is_claimed() {
    let rows: [ByHand<'_>; 4] = [
        (10, 0, 0, &[(1, 0), (3, 0)]),
        (100, 0, 3, &[(2, 1), (2, 1)]),
        (50, 1, 4, &[]),
        (1, 0, 2, &[]),
    ];
    let result = stealing::simulate(&Exploration::by_hand(&rows), &COSTS, 2);
    let published = 10 + 5 + (1 + 3 + 2);
    let ended = published + 11 + 100;
    // Once it has to be claimed, and once it is found there.
    let planned = ended + (1 + 7 + 2) + 1;
    assert_eq!(result.nanoseconds, planned + 11 + 50);
    assert_eq!((result.looks, result.claims, result.disputes), (2, 1, 0));
}

/// Executions 1 and 2 run at once, and both plan something above: the same, or at
/// different nodes.
#[test]
fn claims_at_the_same_node_are_disputed() {
    let plan_both = |second: &[(u32, u32)]| {
        let exploration = Exploration::by_hand(&[
            (10, 0, 0, &[(1, 0), (2, 0)]),
            (100, 0, 3, &[(4, 1)]),
            (100, 0, 3, second),
            (100, 1, 4, &[]),
            (100, 0, 4, &[]),
        ]);
        let result = stealing::simulate(&exploration, &FREE, 2);
        (result.claims, result.disputes)
    };
    assert_eq!(plan_both(&[(3, 1)]), (2, 0));
    assert_eq!(plan_both(&[(4, 1), (3, 1)]), (2, 1));
}

#[test]
fn a_controller_with_one_scheduler_takes_its_time_in_addition() {
    let result = controller::simulate(&two_subtrees(), &COSTS, 1, ENDLESS);
    assert_eq!(result.nanoseconds, 20 + 11 + 2_010 + 50);
    assert_eq!((result.reports, result.disputes, result.spent), (1, 0, 0));
}

/// The first scheduler has half of the budget, since both are idle.
#[test]
fn a_spent_budget_makes_two_sequences_of_one() {
    let result = controller::simulate(&two_subtrees(), &COSTS, 2, 10);
    let served = 20 + 11 + 10 + 50 + 6;
    // One ends while the controller looks at what the other has reported.
    assert_eq!(result.nanoseconds, served + 20 + 11 + 1_000 + 50 + 50);
    assert_eq!((result.reports, result.spent, result.partitions), (3, 1, 1));
    let free = controller::simulate(&two_subtrees(), &FREE, 2, 0);
    assert_eq!(free.nanoseconds, 1_010);
}

#[test]
fn the_controller_is_the_bottleneck_of_many_schedulers() {
    let star = star(64);
    let time = |schedulers| {
        let result = controller::simulate(&star, &COSTS, schedulers, 0);
        let share = result.controlling as f64 / result.nanoseconds as f64;
        (result.nanoseconds, share)
    };
    let [(two, idle), (sixteen, _), (many, busy)] = [2, 16, 64].map(time);
    assert!(sixteen < two, "{sixteen} {two}");
    assert!(many >= 65 * COSTS.controller_report, "{many}");
    assert!(idle < 0.7 && busy > 0.9, "{idle} {busy}");
    let stealing = stealing::simulate(&star, &COSTS, 64);
    assert!(4 * stealing.nanoseconds < many, "{stealing:?}");
}

#[test]
fn contention_slows_every_execution_down() {
    let costs = Costs {
        contention: 0.5,
        ..FREE
    };
    let result = stealing::simulate(&two_subtrees(), &costs, 2);
    assert_eq!(result.nanoseconds, 1_010 * 3 / 2);
}

/// Every execution is explored once (the simulations assert it), nobody works more
/// than all the time, and the same comes out again.
#[test]
fn recorded_explorations_can_be_simulated_with_any_number_of_schedulers() {
    for exploration in recorded() {
        for schedulers in [2, 3, 8, 100] {
            let costs = Costs::default();
            let simulate = || stealing::simulate(&exploration, &costs, schedulers);
            let result = simulate();
            assert!(result.exploring <= result.nanoseconds * u64::from(schedulers));
            assert!(result.claims < exploration.len() as u64);
            assert_eq!(result, simulate());
            let simulate = || controller::simulate(&exploration, &costs, schedulers, 50_000);
            let result = simulate();
            assert!(result.exploring <= result.nanoseconds * u64::from(schedulers));
            assert!(result.controlling <= result.nanoseconds);
            assert_eq!(result, simulate());
        }
    }
}

#[test]
fn programs_are_those_of_the_corpus_with_sizes_that_they_have() {
    assert_eq!(
        Subject::parse("indexer:12").unwrap().to_string(),
        "indexer(12)"
    );
    for wrong in ["indexer", "indexer:x", "indexer:1000", "nobody:3"] {
        assert!(Subject::parse(wrong).is_err(), "{wrong}");
    }
}
