//! Loops that wait, in all front ends, against the judge that searches the whole state
//! graph. More on demand: `cargo run --release -p mazurka-testkit --bin mazurka-wait-oracle
//! -- --seeds 0..5000`.

use mazurka_memory::Model;
use mazurka_testkit::waiting::block::Order;
use mazurka_testkit::waiting::campaign::{Campaign, run};
use mazurka_testkit::waiting::compare::Front;
use mazurka_testkit::waiting::judge::{Ends, Expected, Stuck, judge};
use mazurka_testkit::waiting::program::{
    Condition, Effect, Keeps, LOCATIONS, Lock, OUT, Operand, Pause, Program, Relation, Statement,
    Unlock,
};
use std::ops::Range;

/// Judges a front end on these seeds, under all models.
fn judge_seeds(front: Front, seeds: Range<u64>, level: &'static str) {
    let wanted = (seeds.end - seeds.start) * 3;
    let mut campaign = Campaign::new(seeds);
    campaign.fronts = vec![front];
    campaign.level = level;
    // The few that are larger cost as much as all the others.
    campaign.max_states = 3_000;
    campaign.max_executions = 1_000;
    let summary = run(&campaign, |_| ());
    for failure in &summary.failures {
        println!("{failure}\n");
    }
    println!("{summary}");
    assert!(summary.failures.is_empty(), "see above");
    let total = summary.total();
    assert!(total.judged * 4 > wanted * 3, "too few programs are judged");
    assert!(total.stuck * 10 > total.judged, "too few wait for ever");
    assert!(
        total.stuck * 10 < total.judged * 8,
        "too few come to an end"
    );
}

#[test]
fn c() {
    judge_seeds(Front::C, 0..320, "-O0");
}

#[test]
fn c_optimised() {
    judge_seeds(Front::C, 1000..1160, "-O2");
}

#[test]
fn rust() {
    judge_seeds(Front::Rust, 0..400, "-O0");
}

#[test]
fn litmus() {
    judge_seeds(Front::Litmus, 0..500, "-O0");
}

/// What the judge says of the threads.
fn judged(threads: Vec<Vec<Statement>>, model: Model) -> Expected {
    let program = Program {
        threads,
        in_memory: false,
    };
    judge(&program, model, Ends::All, 10_000).expect("a small program")
}

fn while_equal(location: usize, value: u32) -> Condition {
    Condition {
        location,
        relation: Relation::Equal,
        operand: Operand::Constant(value),
    }
}

fn store(location: usize, value: u32) -> Statement {
    Statement::Store(location, Operand::Constant(value), Order::Relaxed)
}

fn wait(location: usize, value: u32) -> Statement {
    Statement::Wait {
        condition: while_equal(location, value),
        pause: Pause::None,
        keep: None,
        spelling: 0,
    }
}

fn publish(thread: usize) -> Statement {
    Statement::Store(OUT + thread, Operand::Register(0), Order::Relaxed)
}

/// What that location holds in the final states.
fn values(expected: &Expected, at: usize) -> Vec<u32> {
    let mut values: Vec<u32> = expected.states.iter().map(|state| state[at]).collect();
    values.sort_unstable();
    values.dedup();
    values
}

#[test]
fn messages_are_passed_in_order_but_under_pso() {
    for (model, read) in [
        (Model::Sc, vec![1]),
        (Model::Tso, vec![1]),
        (Model::Pso, vec![0, 1]),
    ] {
        let threads = vec![
            vec![store(0, 1), store(1, 1)],
            vec![wait(1, 0), Statement::Load(0, 0), publish(1)],
        ];
        let expected = judged(threads, model);
        assert_eq!(values(&expected, OUT + 1), read, "{model}");
        assert_eq!(expected.stuck, Stuck::Never);
    }
}

#[test]
fn release_keeps_the_order_under_pso() {
    let release = Statement::Store(1, Operand::Constant(1), Order::Release);
    let threads = vec![
        vec![store(0, 1), release],
        vec![wait(1, 0), Statement::Load(0, 0), publish(1)],
    ];
    let expected = judged(threads, Model::Pso);
    assert_eq!(values(&expected, OUT + 1), [1]);
}

#[test]
fn stores_wait_in_buffers() {
    let thread = |own, other, index| {
        vec![
            store(own, 1),
            Statement::Load(0, other),
            Statement::Store(OUT + index, Operand::Register(0), Order::Full),
        ]
    };
    let both_zero = |model| {
        let expected = judged(vec![thread(0, 1, 0), thread(1, 0, 1)], model);
        let mut states = expected.states.iter();
        states.any(|state| state[OUT] == 0 && state[OUT + 1] == 0)
    };
    assert!(!both_zero(Model::Sc));
    assert!(both_zero(Model::Tso));
    assert!(both_zero(Model::Pso));
}

#[test]
fn who_waits_for_what_does_not_come_is_stuck() {
    let expected = judged(vec![vec![wait(0, 0)], vec![store(1, 1)]], Model::Tso);
    assert_eq!(expected.stuck, Stuck::Still);
    assert!(expected.states.is_empty());
}

#[test]
fn who_changes_memory_for_ever_is_restless() {
    let flicker = |value, other| Statement::Planted {
        condition: while_equal(0, 0),
        rounds: None,
        keeps: Keeps::Nothing,
        register: 0,
        effect: Effect::Store(1, value, other),
        spelling: 0,
    };
    let threads = vec![
        vec![flicker(1, Order::Relaxed)],
        vec![flicker(2, Order::Relaxed)],
    ];
    assert_eq!(judged(threads, Model::Sc).stuck, Stuck::Restless);
}

#[test]
fn rounds_that_are_counted_are_seen() {
    let threads = vec![
        vec![
            Statement::Planted {
                condition: while_equal(0, 0),
                rounds: None,
                keeps: Keeps::Count(2),
                register: 0,
                effect: Effect::Nothing,
                spelling: 0,
            },
            publish(0),
        ],
        vec![store(0, 1)],
    ];
    assert_eq!(values(&judged(threads, Model::Sc), OUT), [0, 1, 2]);
}

#[test]
fn locks_exclude() {
    let locked = |lock| {
        let body = vec![Statement::Load(0, 0), store(0, 1), store(0, 0)];
        let locked = Statement::Locked {
            lock,
            unlock: Unlock::Store(Order::Release),
            body,
            pause: Pause::None,
            spelling: 0,
        };
        vec![locked, publish(0)]
    };
    let locks = [
        Lock::Exchange,
        Lock::CompareExchange { weak: false },
        Lock::Or,
        Lock::TestAndSet,
        Lock::Ticket,
        Lock::Mutex(0),
        Lock::TryMutex(1),
    ];
    for lock in locks {
        for model in [Model::Sc, Model::Tso, Model::Pso] {
            let expected = judged(vec![locked(lock), locked(lock)], model);
            assert_eq!(values(&expected, OUT), [0], "{lock:?}, {model}");
            assert_eq!(expected.stuck, Stuck::Never, "{lock:?}, {model}");
            assert!(expected.states.iter().all(|s| s.len() == LOCATIONS));
        }
    }
}
