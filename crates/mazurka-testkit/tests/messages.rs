//! The judge of mailboxes in execution graphs, and what it says about the explorer.

use mazurka_memory::Model;
use mazurka_testkit::messages::brute::executions;
use mazurka_testkit::messages::campaign::{Campaign, run};
use mazurka_testkit::messages::compare::{By, Judged, judge};
use mazurka_testkit::messages::generate::{Kind, generate};
use mazurka_testkit::messages::program::{Program, Statement};

const GRAPHS: By = By::Graphs { shares: false };

fn program(text: &str) -> Program {
    text.parse().expect("a program")
}

/// The judge itself: programs whose executions can be counted by hand.
#[test]
fn executions_are_counted() {
    let counts = [
        // Each order of the senders in which something is received.
        (
            "0: take b0 0; take b0 0\n1: send b0 0\n2: send b0 0\n3: send b0 0",
            6,
        ),
        // What is not received has no order.
        ("0: take b0 0\n1: send b0 0\n2: send b0 0\n3: send b0 0", 3),
        // What one process sends comes in that order.
        ("0: take b0 01; take b0 01\n1: send b0 0; send b0 1", 1),
        // A pattern passes over what does not match.
        ("0: take b0 1; take b0 0\n1: send b0 0; send b0 1", 1),
        // It gives up, or not; then both.
        ("0: try b0 0\n1: send b0 0", 2),
        ("0: try b0 0; try b0 0\n1: send b0 0", 3),
        // Two mailboxes have nothing to do with one another.
        ("0: take b0 0; take b1 0\n1: send b0 0\n2: send b1 0", 1),
        // Messages that cross: not both second ones can be received first.
        (
            "0: take b0 01\n1: take b1 01\n2: send b0 0; send b1 0\n3: send b1 1; send b0 1",
            3,
        ),
    ];
    for (text, expected) in counts {
        for model in Model::ALL {
            let found = executions(&program(text).code(), model, 10_000);
            assert_eq!(found.map(|found| found.len()), Some(expected), "{text}");
        }
    }
}

/// A message synchronises: what was written before it is there.
#[test]
fn messages_synchronise() {
    let text = "0: store x 1 rlx; send b0 0\n1: take b0 0; load x rlx";
    for model in Model::ALL {
        let found = executions(&program(text).code(), model, 10_000);
        assert_eq!(found.map(|found| found.len()), Some(1), "{model}");
        assert!(matches!(
            judge(&program(text), model, 10_000, GRAPHS),
            Judged::Agreed(_)
        ));
    }
}

/// Programs can be written down and read again.
#[test]
fn text_goes_both_ways() {
    for kind in Kind::ALL {
        for seed in 0..50 {
            let generated = generate(kind, seed);
            assert_eq!(program(&generated.to_string()), generated);
        }
    }
    assert!("0: take b0 5".parse::<Program>().is_err());
    assert!("0: take b0 0\n1: take b0 0".parse::<Program>().is_err());
    assert!("0: lock m0 { send b0 0".parse::<Program>().is_err());
    assert!("0: acquire s0 1".parse::<Program>().is_err());
}

/// A mailbox from which two threads receive is a strong object as others: nothing is missed, but
/// there are more executions.
#[test]
fn two_threads_receive_from_one_mailbox() {
    let mut two = program(
        "0: take b0 012; load x rlx\n1: take b1 12; try b1 0; store x 1 rlx\n\
         2: send b0 0; send b0 1\n3: send b0 2; send b0 0",
    );
    for statement in &mut two.threads[1] {
        if let Statement::Take(take) = statement {
            take.mailbox = 0;
        }
    }
    for model in Model::ALL {
        match judge(&two, model, 100_000, GRAPHS) {
            Judged::Agreed(_) => {}
            Judged::Disagreed(what) => {
                let is_twice = |line: &str| line.starts_with("visited ") && !line.contains(" 0 t");
                let mut lines = what.lines().skip(1);
                assert!(lines.all(is_twice), "{model}: {what}");
            }
            Judged::Skipped => panic!("it is small"),
        }
    }
}

/// Every execution once, and no other, also if branches are handed on.
#[test]
fn the_explorer_agrees() {
    for shares in [false, true] {
        let mut campaign = Campaign::new(0..12);
        campaign.max_states = 5_000;
        campaign.by = By::Graphs { shares };
        let summary = run(&campaign, |_| {});
        let failures: Vec<String> = summary.failures.iter().map(ToString::to_string).collect();
        assert!(failures.is_empty(), "{}", failures.join("\n"));
        assert!(summary.total().programs > 250);
    }
}

/// `optimal`, where receives choose: every history once, with one scheduler and with several.
#[test]
fn optimal_visits_every_history_once() {
    let optimal = |schedulers| By::Optimal { schedulers };
    let items = |seed| By::Items { seed };
    let all = [
        (optimal(1), 0..120),
        (optimal(2), 120..180),
        (optimal(4), 180..240),
        (items(1), 240..400),
    ];
    for (by, seeds) in all {
        let mut campaign = Campaign::new(seeds);
        campaign.by = by;
        campaign.models = vec![Model::Sc];
        campaign.max_states = 5_000;
        let summary = run(&campaign, |_| ());
        for failure in &summary.failures {
            println!("{failure}\n");
        }
        println!("{summary}");
        assert!(summary.failures.is_empty(), "see above");
        let total = summary.total();
        assert!(total.programs > total.skipped, "too few are judged");
    }
}

/// Choices that do not go together. In the first program, who receives takes the second message
/// of thread 1 before that of thread 2, and so not that before the first of thread 1. In the second,
/// not both can take the second message of a thread.
#[test]
fn choices_that_do_not_go_together() {
    for (text, histories) in [
        (
            "0: take b0 1; take b0 012\n1: send b0 0; send b0 1\n2: send b0 1",
            2,
        ),
        (
            "0: take b0 01\n1: take b1 01\n2: send b0 0; send b1 0\n3: send b1 1; send b0 1",
            3,
        ),
    ] {
        for schedulers in [1, 2, 4] {
            let judged = judge(
                &program(text),
                Model::Sc,
                10_000,
                By::Optimal { schedulers },
            );
            assert!(
                matches!(judged, Judged::Agreed(agreed) if agreed.executions == histories),
                "{judged:?}"
            );
        }
    }
}
