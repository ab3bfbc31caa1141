//! The judge of the Erlang front end. More on demand: `cargo run --release -p mazurka-testkit
//! --bin mazurka-erlang-oracle -- --seeds 0..20000`.

use mazurka_testkit::erlang::brute::{Judgement, interleaved, judge};
use mazurka_testkit::erlang::campaign::{Campaign, Summary, run, run_alone, run_real};
use mazurka_testkit::erlang::front_end::Mazurka;
use mazurka_testkit::erlang::generate::{generate, generate_late};
use mazurka_testkit::erlang::limits::generate_limited;
use mazurka_testkit::erlang::machine::Receives;
use mazurka_testkit::erlang::program::{
    Clause, Message, Number, Operation, Order, Pattern, Program, Reason, Spawn, Statement, Table,
    TableKind,
};
use mazurka_testkit::erlang::real::{Plan, is_there};
use std::collections::BTreeSet;
use std::ops::Range;

fn shown(summary: &Summary) {
    for failure in &summary.failures {
        println!("{failure}\n");
    }
    println!("{summary}");
}

fn judge_alone(programs: fn(u64) -> Program, seeds: Range<u64>) {
    let mut campaign = Campaign::new(seeds);
    campaign.programs = programs;
    campaign.max_prefixes = 10_000;
    let summary = run_alone(&campaign, |_| ());
    shown(&summary);
    assert!(summary.failures.is_empty(), "see above");
    assert!(
        summary.skipped * 10 < summary.programs,
        "too few are judged"
    );
}

#[test]
fn steps_that_do_not_conflict_commute() {
    judge_alone(generate, 0..300);
}

#[test]
fn steps_that_do_not_conflict_commute_in_others() {
    judge_alone(generate, 1000..1300);
}

#[test]
fn steps_that_do_not_conflict_commute_where_signals_come_late() {
    judge_alone(generate_late, 0..200);
}

/// The search over traces against one over all orders of all steps.
#[test]
fn no_execution_is_left_out() {
    let mut compared = 0;
    for seed in 0..400 {
        let program = generate(seed);
        let Some((finals, findings)) = interleaved(&program, 3_000) else {
            continue;
        };
        let judged = judge(&program, Receives::Ordered, 5_000).expect("it has few executions");
        let known: BTreeSet<_> = judged.finals.into_keys().collect();
        assert_eq!(known, finals, "seed {seed}");
        assert_eq!(judged.findings, findings, "seed {seed}");
        compared += 1;
    }
    assert!(compared > 100, "only {compared} programs");
}

/// The front end against the judge.
fn judge_front_end(programs: fn(u64) -> Program, seeds: Range<u64>, workers: usize) {
    if !is_there() {
        println!("there is no Erlang here");
        return;
    }
    let mut campaign = Campaign::new(seeds);
    campaign.programs = programs;
    campaign.max_prefixes = 2_000;
    campaign.workers = workers;
    let summary = run(&campaign, &Mazurka::default(), |_| ());
    shown(&summary);
    assert!(summary.failures.is_empty(), "see above");
}

#[test]
fn the_front_end_agrees() {
    judge_front_end(generate, 0..256, 1);
}

#[test]
fn the_front_end_agrees_with_two_schedulers() {
    judge_front_end(generate, 1000..1064, 2);
}

#[test]
fn the_front_end_agrees_where_signals_come_late() {
    judge_front_end(generate_late, 0..192, 1);
}

/// The same where limits are held back.
#[test]
fn the_front_end_agrees_about_limits() {
    if !is_there() {
        println!("there is no Erlang here");
        return;
    }
    let front = Mazurka {
        limits: true,
        ..Mazurka::default()
    };
    let mut campaign = Campaign::new(0..128);
    campaign.programs = generate_limited;
    campaign.max_prefixes = 2_000;
    let summary = run(&campaign, &front, |_| ());
    shown(&summary);
    assert!(summary.failures.is_empty(), "see above");
}

/// What a real Erlang comes to, the judge knows.
#[test]
fn a_real_erlang_comes_to_nothing_else() {
    if !is_there() {
        println!("there is no Erlang here");
        return;
    }
    let mut campaign = Campaign::new(0..64);
    campaign.max_prefixes = 5_000;
    campaign.seeds.max_failures = 100;
    let plan = Plan {
        rounds: 30,
        schedulers: 1,
    };
    let fronts = [false, true].map(|travels| Mazurka {
        travels,
        ..Mazurka::default()
    });
    let summary = run_real(&campaign, [&fronts[0], &fronts[1]], &plan, |_| ());
    shown(&summary);
    assert!(summary.failures.len() <= 1, "see above");
    assert!(summary.seen * 3 > summary.finals, "too few are seen");
}

fn statement(operation: Operation) -> Statement {
    Statement {
        operation,
        guarded: true,
    }
}

fn program(processes: Vec<Vec<Operation>>) -> Program {
    let body = |body: Vec<Operation>| body.into_iter().map(statement).collect();
    Program {
        processes: processes.into_iter().map(body).collect(),
        tables: vec![TableKind {
            order: Order::Set,
            named: false,
        }],
        limit: None,
    }
}

fn judged(processes: Vec<Vec<Operation>>) -> Judgement {
    judge(&program(processes), Receives::Ordered, 100_000).expect("it is small")
}

fn spawn(child: usize) -> Operation {
    Operation::Spawn(child, Spawn::Plain)
}

fn send(to: usize, number: i64) -> Operation {
    Operation::Send(
        to,
        Message {
            tag: 0,
            number: Number::Constant(number),
        },
    )
}

fn receive(pattern: Pattern, after: Option<u32>) -> Operation {
    let clause = Clause {
        pattern,
        body: Vec::new(),
    };
    Operation::Receive(vec![clause], after.map(|time| (time, Vec::new())))
}

#[test]
fn sends_to_one_mailbox_have_all_orders() {
    let root = vec![spawn(1), spawn(2), spawn(3)];
    let all = judged(vec![
        root,
        vec![send(0, 1)],
        vec![send(0, 2)],
        vec![send(0, 3)],
    ]);
    assert_eq!(all.traces, 6);
    assert_eq!(all.finals.len(), 1);
    assert!(all.findings.is_empty());
}

#[test]
fn a_receive_that_may_time_out_has_a_place_among_the_sends() {
    let root = vec![spawn(1), spawn(2), receive(Pattern::Any, Some(0))];
    let all = judged(vec![root, vec![send(0, 1)], vec![send(0, 2)]]);
    assert_eq!(all.traces, 6);
    assert_eq!(all.finals.len(), 3);
}

#[test]
fn a_receive_that_nobody_answers_is_a_deadlock() {
    let root = vec![spawn(1), receive(Pattern::Exactly(0, 2), None)];
    let all = judged(vec![root, vec![send(0, 1)]]);
    assert_eq!(all.traces, 1);
    assert_eq!(all.findings, BTreeSet::from(["deadlock P".to_owned()]));
    let end = all.finals.keys().next().expect("one").to_string();
    assert_eq!(end, "P waiting [] with [{m,1}]; P.1 normal [{m,1}]; ref=[]");
}

#[test]
fn equal_inserts_commute() {
    let insert = |value| Operation::Table(0, Table::Insert(1, Number::Constant(value)));
    // It waits, as its tables end with it.
    let wait = || receive(Pattern::Any, None);
    let root = |value| vec![insert(value), spawn(1), spawn(2), wait()];
    // The first one changes something.
    let all = judged(vec![root(0), vec![insert(1)], vec![insert(1)]]);
    assert_eq!(all.traces, 2);
    let all = judged(vec![root(1), vec![insert(1)], vec![insert(1)]]);
    assert_eq!(all.traces, 1);
}

#[test]
fn a_process_that_is_killed_may_have_come_anywhere() {
    let insert = |key| Operation::Table(0, Table::Insert(key, Number::Constant(1)));
    let root = vec![
        spawn(1),
        Operation::Signal(1, Reason::Kill),
        receive(Pattern::Any, None),
    ];
    let all = judged(vec![root, vec![insert(1), insert(2)]]);
    let tables: BTreeSet<_> = all.finals.keys().map(|end| end.tables.clone()).collect();
    assert_eq!(tables.len(), 3);
    assert!(all.findings.contains("P.1 killed"));
    // Before each of its steps, and after its last; the root then waits for ever.
    assert_eq!(all.traces, 4);
}
