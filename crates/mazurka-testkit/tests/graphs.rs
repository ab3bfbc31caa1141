//! The judge of execution graphs, and what it says about the explorer.

use mazurka_memory::Model;
use mazurka_testkit::graphs::brute::executions;
use mazurka_testkit::graphs::campaign::{Campaign, run};
use mazurka_testkit::graphs::compare::{Judged, judge};
use mazurka_testkit::graphs::generate::{Kind, generate};
use mazurka_testkit::graphs::program::Program;
use mazurka_testkit::graphs::shapes::{COUNTED, SHAPES};

/// The judge itself: what papers say about the classic shapes.
#[test]
fn the_models_allow_what_is_published() {
    for shape in SHAPES {
        assert_eq!(shape.found(), shape.allowed, "{}", shape.name);
    }
}

/// The judge itself: programs whose graphs can be counted by hand.
#[test]
fn graphs_are_counted() {
    for counted in COUNTED {
        let program: Program = counted.program.parse().expect("a program");
        let code = program.code();
        let counts = Model::ALL.map(|model| {
            let all = executions(&code, model, 1_000_000);
            all.expect("a small program").len()
        });
        assert_eq!(counts, counted.counts, "{}", counted.name);
    }
}

/// The judge itself: a weaker model has all the executions of a stronger one.
#[test]
fn weaker_models_allow_more() {
    for seed in 0..60 {
        for kind in [Kind::Plain, Kind::Fence, Kind::Lock, Kind::Spawn] {
            let program = generate(kind, seed);
            // Idle updates are reads in some models and writes in others.
            if program.to_string().contains("swap") {
                continue;
            }
            let code = program.code();
            let all = |model| executions(&code, model, 20_000);
            let pairs = [
                (Model::Sc, Model::Tso),
                (Model::Tso, Model::Pso),
                (Model::Sc, Model::Ra),
                (Model::Sc, Model::Rc11),
            ];
            for (strong, weak) in pairs {
                let (Ok(few), Ok(many)) = (all(strong), all(weak)) else {
                    continue;
                };
                let is_there = few.keys().all(|one| many.contains_key(one));
                assert!(is_there, "{strong} and {weak}, seed {seed}:\n{program}");
            }
        }
    }
}

#[test]
fn programs_are_read_back() {
    for seed in 0..300 {
        for kind in Kind::ALL {
            let program = generate(kind, seed);
            assert_eq!(program.to_string().parse(), Ok(program));
        }
    }
    for wrong in [
        "load x",
        "0: load x",
        "0: load q rlx",
        "0: lock m0 { load x rlx",
        "1: load x rlx",
        "0: store x 1 rlx until 1",
        "0: acquire s0 1",
        "0: spawn 0",
        "0: spawn 1; spawn 1\n1: load x rlx",
        "0: load x rlx rlx",
    ] {
        assert!(wrong.parse::<Program>().is_err(), "{wrong}");
    }
}

/// The explorer on the same programs.
#[test]
fn the_explorer_agrees_on_the_classic_shapes() {
    let shapes = SHAPES.iter().map(|shape| (shape.name, shape.program));
    let counted = COUNTED
        .iter()
        .map(|counted| (counted.name, counted.program));
    for (name, text) in shapes.chain(counted) {
        let program: Program = text.parse().expect("a program");
        for model in Model::ALL {
            if let Judged::Disagreed(what) = judge(&program, model, 1_000_000) {
                panic!("{name}, {model}:\n{program}{what}");
            }
        }
    }
}

/// The explorer on random programs.
#[test]
fn the_explorer_agrees_with_brute_force() {
    let mut campaign = Campaign::new(0..20);
    campaign.kinds.retain(|kind| *kind != Kind::Wait);
    campaign.max_graphs = 3_000;
    agrees(&campaign, 700);
}

/// The same with condition variables: operations that change two objects, and choose among those
/// who wait.
#[test]
fn the_explorer_agrees_about_condition_variables() {
    let mut campaign = Campaign::new(0..40);
    campaign.kinds = vec![Kind::Wait];
    campaign.max_graphs = 3_000;
    agrees(&campaign, 150);
}

fn agrees(campaign: &Campaign, programs: u64) {
    let summary = run(campaign, |_| ());
    if let Some(failure) = summary.failures.first() {
        panic!("{summary}\n{failure}");
    }
    assert!(summary.total().programs > programs, "{summary}");
}
