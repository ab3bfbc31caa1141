//! The litmus front end with the explorer of execution graphs against [`super::c11`]: programs
//! of C with all memory orders, as text.
//!
//! Under SC, release/acquire and RC11 each final state must be reached by as many executions as
//! there are consistent candidates that end there; and a data race must be found if, and only if,
//! a consistent candidate has one. (Under SC every access is one of memory, and nothing races.)

use super::c11::{Executions, Model, executions};
use crate::random::Random;
use mazurka_cycles::c11::{Order, Program, SHAPES, Statement};
use mazurka_litmus::{Algorithm, Options, Value, check, parse};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The models that are judged.
pub const MODELS: [(Model, mazurka_litmus::Model); 3] = [
    (Model::Sc, mazurka_litmus::Model::Sc),
    (Model::Ra, mazurka_litmus::Model::Ra),
    (Model::Rc11, mazurka_litmus::Model::Rc11),
];

/// Judges the front end on a program: how many executions there are, under all models.
///
/// # Errors
/// What differs, with the program.
pub fn judge(program: &Program) -> Result<u64, String> {
    let text = program.print("");
    let test = parse(&text).map_err(|error| format!("{error}:\n{text}"))?;
    // Under SC an update that changes nothing is a read, as for all explorers.
    let is_idle = |statement: &Statement| matches!(statement, Statement::Add { value: 0, .. });
    let is_idle = program.threads.iter().flatten().any(is_idle);
    let mut all = 0;
    for (judge, model) in MODELS {
        let expected = executions(program, judge);
        let options = Options {
            model,
            algorithm: Algorithm::Graphs,
            ..Options::default()
        };
        let found = catch_unwind(AssertUnwindSafe(|| check(&test, &options, &mut ())));
        let wrong = |what: String| Err(format!("{model}: {what}\n{}", in_short(program)));
        let report = match found {
            Ok(Ok(report)) => report,
            Ok(Err(error)) => return wrong(format!("{error:?}")),
            Err(_) => return wrong("panicked".to_owned()),
        };
        let value = |value: &Value| match value {
            Value::Number(number) => u64::try_from(*number).unwrap_or(u64::MAX),
            Value::Address(_) => u64::MAX,
        };
        let states = report.states.iter();
        let states: BTreeMap<Vec<u64>, u64> = states
            .map(|(state, count)| (values(program, state, value), *count))
            .collect();
        // Under release/acquire the explorer has accesses that are not atomic for releases and
        // acquires as well. That makes a difference only if there is a race; then the behaviour
        // is undefined.
        let is_undefined = judge == Model::Ra && expected.races;
        let may_be_fewer = judge == Model::Sc && is_idle;
        if !is_undefined && let Some(what) = difference(&expected, &states, may_be_fewer) {
            return wrong(what);
        }
        let races = expected.races && judge != Model::Sc;
        if races == report.races.is_empty() || report.stopped.is_some() {
            return wrong(format!(
                "data races: {races}, found {:?}; stopped: {:?}",
                report.races, report.stopped
            ));
        }
        all += report.complete;
    }
    Ok(all)
}

/// The values of a state in the order of the program's observables.
fn values(
    program: &Program,
    state: &mazurka_litmus::State,
    value: impl Fn(&Value) -> u64,
) -> Vec<u64> {
    let names = program.observables();
    let held = names.iter().map(|name| {
        let found = state.iter().find(|(other, _)| other == name);
        found.map_or(u64::MAX, |(_, held)| value(held))
    });
    held.collect()
}

/// The first state with the wrong number of executions; if there may be fewer, with none or too
/// many.
fn difference(
    expected: &Executions,
    found: &BTreeMap<Vec<u64>, u64>,
    may_be_fewer: bool,
) -> Option<String> {
    let states = expected.states.keys().chain(found.keys());
    let mut states = states.filter(|state| {
        let (should, is) = (expected.states.get(*state), found.get(*state));
        let is_less = may_be_fewer && is.is_some() && is <= should;
        is != should && !is_less
    });
    let state = states.next()?;
    let count = |counts: &BTreeMap<Vec<u64>, u64>| counts.get(state).copied().unwrap_or(0);
    Some(format!(
        "{state:?}: {} executions, and there are {}",
        count(found),
        count(&expected.states)
    ))
}

/// The program as tables have it.
#[must_use]
pub fn in_short(program: &Program) -> String {
    let threads = program.threads.iter().map(|thread| {
        let statements: Vec<String> = thread.iter().map(short).collect();
        statements.join("; ")
    });
    threads.collect::<Vec<_>>().join("\n")
}

fn short(statement: &Statement) -> String {
    let name = |location: usize| mazurka_cycles::c11::LOCATIONS[location];
    match *statement {
        Statement::Load { location, order } => format!("R {} {}", name(location), order.short()),
        Statement::Store {
            location,
            order,
            value,
        } => format!("W {} {} {value}", name(location), order.short()),
        Statement::Add {
            location,
            order,
            value,
        } => format!("A {} {} {value}", name(location), order.short()),
        Statement::Exchange {
            location,
            order,
            value,
        } => format!("X {} {} {value}", name(location), order.short()),
        Statement::CompareExchange {
            location,
            expected,
            new,
            success,
            failure,
        } => format!(
            "C {} {expected} {new} {} {}",
            name(location),
            success.short(),
            failure.short()
        ),
        Statement::Fence { order } => format!("F {}", order.short()),
    }
}

/// The random program of a seed: at most eight accesses, with fences between them; now and then
/// with some that are not atomic.
#[must_use]
pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let threads = 2 + random.weighted(&[50, 35, 15]);
    let locations = 1 + random.weighted(&[10, 65, 25]);
    let accesses = random.between(threads + 1, 8);
    let has_plain = random.percent(15);
    // Mostly strong orders, or mostly weak ones, tell more than an even mixture.
    let strength = random.below(3);
    let mut program = Program {
        name: format!("seed-{seed}"),
        threads: vec![Vec::new(); threads],
    };
    let mut constant = 0;
    for nth in 0..accesses {
        let thread = if nth < threads {
            nth
        } else {
            random.below(threads)
        };
        if !program.threads[thread].is_empty() && random.percent(25) {
            let order = pick(&mut random, &Order::OF_FENCES, strength);
            program.threads[thread].push(Statement::Fence { order });
        }
        let location = if random.percent(30) {
            random.below(locations)
        } else {
            // As in a cycle.
            (thread + program.threads[thread].len()) % locations
        };
        constant += 1;
        let order = Order::Relaxed;
        let statement = match random.weighted(&[40, 38, 8, 7, 7]) {
            0 => Statement::Store {
                location,
                order,
                value: constant,
            },
            1 => Statement::Load { location, order },
            2 => Statement::Add {
                location,
                order,
                value: [0, 100][random.below(2)],
            },
            3 => Statement::Exchange {
                location,
                order,
                value: constant,
            },
            _ => Statement::CompareExchange {
                location,
                expected: random.below(constant as usize) as u64,
                new: constant,
                success: order,
                failure: order,
            },
        };
        let order = pick(&mut random, statement.orders(), strength);
        let is_update = !matches!(statement, Statement::Store { .. } | Statement::Load { .. });
        let statement = if has_plain && !is_update && random.percent(30) {
            statement.with_order(Order::Plain)
        } else {
            statement.with_order(order)
        };
        program.threads[thread].push(statement);
    }
    program
}

/// One of the orders, which go from weak to strong.
fn pick(random: &mut Random, orders: &[Order], strength: usize) -> Order {
    match strength {
        0 if random.percent(50) => orders[0],
        1 if random.percent(50) => orders[orders.len() - 1],
        _ => orders[random.below(orders.len())],
    }
}

/// All variants of a shape: each access with each order that it can have, and between two
/// accesses of a thread nothing or each of the fences.
pub fn variants(shape: usize) -> impl Iterator<Item = Program> {
    let shape = SHAPES[shape];
    let program = Program::parse(shape.name, shape.threads);
    // Places where something is chosen, with the number of choices.
    let mut choices = Vec::new();
    for thread in &program.threads {
        for (nth, statement) in thread.iter().enumerate() {
            if nth > 0 {
                choices.push(1 + Order::OF_FENCES.len());
            }
            choices.push(statement.orders().len());
        }
    }
    let count: usize = choices.iter().product();
    (0..count).map(move |number| variant(&program, number))
}

fn variant(program: &Program, mut number: usize) -> Program {
    let mut choose = |count: usize| {
        let chosen = number % count;
        number /= count;
        chosen
    };
    let threads = program.threads.iter().map(|thread| {
        let mut chosen = Vec::new();
        for (nth, statement) in thread.iter().enumerate() {
            if nth > 0 {
                let fence = choose(1 + Order::OF_FENCES.len());
                let order = fence.checked_sub(1).map(|fence| Order::OF_FENCES[fence]);
                chosen.extend(order.map(|order| Statement::Fence { order }));
            }
            let orders = statement.orders();
            chosen.push(statement.with_order(orders[choose(orders.len())]));
        }
        chosen
    });
    Program {
        threads: threads.collect(),
        name: program.name.clone(),
    }
}

/// The smallest program that still `fails`: a thread, a statement or some order less.
pub fn shrink(program: &Program, fails: impl Fn(&Program) -> bool) -> Program {
    let mut smallest = program.clone();
    'smaller: loop {
        for candidate in smaller(&smallest) {
            if fails(&candidate) {
                smallest = candidate;
                continue 'smaller;
            }
        }
        return smallest;
    }
}

fn smaller(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    for thread in 0..program.threads.len() {
        if program.threads.len() > 1 {
            let mut copy = program.clone();
            copy.threads.remove(thread);
            all.push(copy);
        }
        for (nth, statement) in program.threads[thread].iter().enumerate() {
            let mut copy = program.clone();
            copy.threads[thread].remove(nth);
            if !copy.threads[thread].is_empty() {
                all.push(copy);
            }
            let weaker = statement.orders()[0];
            if statement.order() != weaker && statement.order() != Order::Plain {
                let mut copy = program.clone();
                copy.threads[thread][nth] = statement.with_order(weaker);
                all.push(copy);
            }
        }
    }
    all
}
