//! Frontiers that were saved, and edited before they are read again: they are refused, or
//! explored to the totals that there are; never a panic.

use mazurka_explore::{Algorithm, Limits, Statistics, explore};
use mazurka_parallel::{Frontier, Options, Saved};
use mazurka_testkit::generator::generate;
use mazurka_testkit::interpreter::Interpreter;
use mazurka_testkit::ir::Program;
use mazurka_testkit::random::Random;
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn limits() -> Limits {
    Limits {
        keep_going: true,
        max_executions: Some(20_000),
        ..Limits::default()
    }
}

/// Goes on with a frontier, until nothing is left or the limit of its options.
fn run(program: &Program, algorithm: Algorithm, frontier: &Frontier) -> Result<Statistics, String> {
    let mut interpreter = Interpreter::new(program);
    let outcome = frontier.explore(0, algorithm, &mut interpreter, &limits(), &mut ());
    let outcome = outcome.map_err(|error| error.to_string())?;
    Ok(outcome.statistics)
}

fn options(max_executions: Option<u64>) -> Options {
    Options {
        max_executions,
        ..Options::default()
    }
}

/// Where numbers and lists are.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            all.push(at.to_owned());
            for (i, item) in items.iter().enumerate() {
                places(item, &format!("{at}/{i}"), all);
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                places(field, &format!("{at}/{key}"), all);
            }
        }
        _ => all.push(at.to_owned()),
    }
}

/// Changes something.
fn mutate(value: &mut Value, random: &mut Random) {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().unwrap_or(0);
            *value = match random.below(5) {
                0 => json!(number.wrapping_add(1)),
                1 => json!(number.wrapping_sub(1)),
                2 => json!(0),
                3 => json!(random.below(8)),
                _ => json!(u32::MAX),
            };
        }
        Value::Array(items) if !items.is_empty() => {
            let i = random.below(items.len());
            match random.below(4) {
                0 => drop(items.remove(i)),
                1 => items.push(items[i].clone()),
                2 => items.swap(i, 0),
                _ => items.clear(),
            }
        }
        Value::Array(items) => items.push(json!(0)),
        Value::Null => *value = json!(random.below(3)),
        _ => {}
    }
}

/// Is it about which step a node is, or where it hangs? If a program can take the step there
/// as well, that cannot be told from a tree that was like that: such an edit claims that
/// something was explored. (The command has a digest of it all.)
fn is_claim(place: &str) -> bool {
    place.contains("/nodes/nodes") || place.contains("/nodes/processes")
}

#[test]
fn what_was_edited_is_refused_or_comes_to_the_same() {
    let mut random = Random::new(5);
    let (mut refused, mut same, mut claimed) = (0, 0, 0);
    for seed in 0..400 {
        let program = generate(seed);
        let algorithm = Algorithm::TRACES[random.below(Algorithm::TRACES.len())];
        let mut interpreter = Interpreter::new(&program);
        let whole = explore(algorithm, &mut interpreter, &limits(), &mut ());
        let Ok(whole) = whole.map(|outcome| outcome.statistics) else {
            continue;
        };
        if !(4..2000).contains(&whole.complete) {
            continue;
        }
        let first = 1 + random.below(whole.complete as usize - 1) as u64;
        let frontier = Frontier::new(options(Some(first)));
        let before = run(&program, algorithm, &frontier).expect("explored");
        let saved = frontier.save();
        if saved.leaves.is_empty() {
            continue;
        }
        let value = serde_json::to_value(&saved).expect("data");
        let mut all = Vec::new();
        places(&value, "", &mut all);
        for _ in 0..40 {
            let mut edited = value.clone();
            let place = &all[random.below(all.len())];
            mutate(edited.pointer_mut(place).expect("it is there"), &mut random);
            let told = format!("{seed} {algorithm} {place}: {value} {edited}");
            let resumed = catch_unwind(AssertUnwindSafe(|| {
                let saved: Saved = serde_json::from_value(edited.clone()).ok()?;
                let max_events = limits().max_events;
                let mut interpreter = Interpreter::new(&program);
                saved.verify(&mut interpreter, algorithm, max_events).ok()?;
                let frontier = Frontier::restore(saved, options(Some(20_000))).ok()?;
                Some(run(&program, algorithm, &frontier).map(|statistics| statistics.complete))
            }));
            match resumed.unwrap_or_else(|_| panic!("{told}")) {
                None => refused += 1,
                Some(Err(_)) => refused += 1,
                Some(Ok(complete)) if complete + before.complete == whole.complete => same += 1,
                Some(Ok(_)) if is_claim(place) => claimed += 1,
                Some(Ok(complete)) => panic!(
                    "{} and {complete} of {}: {told}",
                    before.complete, whole.complete
                ),
            }
        }
    }
    println!("{refused} refused, {same} the same, {claimed} claimed");
    assert!(refused > 1000 && same > 100, "too few");
    assert!(claimed * 20 < refused, "{claimed} of {refused}");
}
