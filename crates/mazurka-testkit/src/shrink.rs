//! Makes a program smaller while it still fails.
//!
//! Shrinking is structural: each candidate is a valid program that is simpler
//! in one place (a body gone, a statement gone, a branch instead of its `if`, a
//! smaller number). The first candidate that still fails is taken, until none
//! does: the result is minimal in the sense that no single change is left.

use crate::ir::{Change, Channel, Comparison, Part, Program, Statement, Value};
use mazurka_memory::Model;

/// The smallest program found, from `program`, that still `fails`.
pub fn shrink(program: &Program, mut fails: impl FnMut(&Program) -> bool) -> Program {
    let mut smallest = program.clone();
    'smaller: loop {
        for candidate in candidates(&smallest) {
            debug_assert!(measure(&candidate) < measure(&smallest), "it must end");
            if candidate.validate().is_ok() && fails(&candidate) {
                smallest = candidate;
                continue 'smaller;
            }
        }
        return smallest;
    }
}

/// Programs that are simpler in one place, the boldest first.
fn candidates(program: &Program) -> Vec<Program> {
    let mut candidates = Vec::new();
    for body in (0..program.bodies.len()).rev() {
        candidates.push(without_body(program, body));
    }
    let statements = program.statements();
    for nth in 0..statements {
        candidates.push(replaced(program, nth, &[]));
    }
    for nth in 0..statements {
        let statement = nth_statement(program, nth);
        for simpler in simpler(&statement) {
            candidates.push(replaced(program, nth, &simpler));
        }
    }
    if program.roots < program.bodies.len() {
        candidates.push(with_one_more_root(program));
    }
    candidates.extend(simpler_models(program));
    candidates.extend(simpler_declarations(program));
    candidates
}

/// The program under a stronger model, or with buffers of another size: without
/// a bound is simpler than with one, and a small bound is simpler than a large
/// one.
fn simpler_models(program: &Program) -> Vec<Program> {
    let stronger = Model::BUFFERED.into_iter().filter(|m| *m < program.model);
    let mut simpler: Vec<_> = stronger
        .map(|model| Program {
            model,
            ..program.clone()
        })
        .collect();
    if let Some(bound) = program.bound {
        let bounds = [None, Some(1)].into_iter();
        let bounds = bounds.filter(|other| other.is_none_or(|other| other < bound));
        simpler.extend(bounds.map(|bound| Program {
            bound,
            ..program.clone()
        }));
    }
    simpler
}

/// What shrinking makes smaller, most important first. Every candidate has a
/// smaller measure, so that shrinking ends.
fn measure(program: &Program) -> (usize, usize, usize, u64) {
    let model = program.model as u64 * 10_000 + u64::from(program.bound.map_or(0, |k| k + 1));
    let spawned = program.bodies.len() - program.roots;
    let permits = program.permits.iter().map(|permits| permits + 1);
    let mut weight = model + permits.sum::<u64>();
    weight += program.channels.iter().map(channel_weight).sum::<u64>();
    program.visit(&mut |_, statement| weight += statement_weight(statement));
    (program.bodies.len(), program.statements(), spawned, weight)
}

fn channel_weight(channel: &Channel) -> u64 {
    let capacity = channel
        .capacity
        .map_or(0, |capacity| 100 - capacity.min(99));
    1000 + channel.senders + capacity as u64
}

fn value_weight(value: &Value) -> u64 {
    match value {
        Value::Constant(constant) => *constant,
        Value::Register { register, plus } => 1000 + *register as u64 + plus,
    }
}

/// The numbers in a statement, and how complex its kind is.
fn statement_weight(statement: &Statement) -> u64 {
    let mut copy = match statement {
        // Its blocks are weighed for themselves.
        Statement::If {
            register, equals, ..
        } => return *register as u64 + equals,
        other => other.clone(),
    };
    let parts = copy.parts().into_iter().map(|part| match part {
        Part::Object(_, number) | Part::Register(number) => *number as u64,
        Part::Body(_) => 0,
        Part::Constant(constant) => *constant,
        Part::Value(value) => value_weight(value),
    });
    let numbers: u64 = parts.sum();
    numbers + complexity(statement)
}

/// More than that of the statements which [`simpler`] puts in its place, and
/// the numbers in them.
fn complexity(statement: &Statement) -> u64 {
    match statement {
        Statement::CompareExchange { .. } | Statement::SpinCompareExchange { .. } => 3000,
        Statement::Await(comparisons) => 3000 * comparisons.len() as u64,
        Statement::AwaitAny(comparisons) => 3000 * comparisons.len() as u64 + 100,
        Statement::AwaitThen { comparisons, .. } => 3000 * comparisons.len() as u64 + 1000,
        Statement::SpinOr { .. } => 2500,
        Statement::Fetch { .. } => 2000,
        Statement::FetchAdd { .. } | Statement::Swap { .. } | Statement::Spin { .. } => 1500,
        Statement::Set(_)
        | Statement::StoreRelease { .. }
        | Statement::StoreSeqCst { .. }
        | Statement::Fence
        | Statement::TryLock { .. }
        | Statement::TryWrite { .. }
        | Statement::TrySend { .. }
        | Statement::TryAcquire { .. }
        | Statement::Read(_)
        | Statement::UnlockRead(_)
        | Statement::ReceiveTimeout { .. }
        | Statement::NotifyOne(_) => 100,
        Statement::WaitTimeout { .. } | Statement::TryRead { .. } => 200,
        _ => 0,
    }
}

/// The program without a body, and without the statements that name it.
fn without_body(program: &Program, gone: usize) -> Program {
    let mut smaller = program.clone();
    smaller.bodies.remove(gone);
    if gone < program.roots {
        smaller.roots -= 1;
    }
    rename_bodies(&mut smaller, &|body| match body {
        body if body == gone => None,
        body if body > gone => Some(body - 1),
        body => Some(body),
    });
    smaller
}

/// The program with its first spawned body existing from the start.
fn with_one_more_root(program: &Program) -> Program {
    let mut simpler = program.clone();
    simpler.roots += 1;
    rename_bodies(&mut simpler, &|body| {
        (body != program.roots).then_some(body)
    });
    simpler
}

/// Renames the bodies that statements name, or drops the statement.
fn rename_bodies(program: &mut Program, rename: &dyn Fn(usize) -> Option<usize>) {
    *program = program.rewritten(&mut |statement| {
        let mut copy = match statement {
            Statement::If { .. } => return None,
            other => other.clone(),
        };
        for part in copy.parts() {
            if let Part::Body(body) = part {
                let Some(renamed) = rename(*body) else {
                    return Some(vec![]);
                };
                *body = renamed;
            }
        }
        Some(vec![copy])
    });
}

/// Statement number `nth`, in the order of [`Program::visit`].
fn nth_statement(program: &Program, nth: usize) -> Statement {
    let mut count = 0;
    let mut found = None;
    program.visit(&mut |_, statement| {
        if count == nth {
            found = Some(statement.clone());
        }
        count += 1;
    });
    found.expect("a statement with that number")
}

/// The program with statement number `nth` replaced by others.
fn replaced(program: &Program, nth: usize, others: &[Statement]) -> Program {
    let mut left = nth;
    program.rewritten(&mut |_| {
        let here = left == 0;
        left = left.wrapping_sub(1);
        here.then(|| others.to_vec())
    })
}

/// The program with simpler semaphores and channels.
fn simpler_declarations(program: &Program) -> Vec<Program> {
    let mut simpler = Vec::new();
    let mut push = |change: &dyn Fn(&mut Program)| {
        let mut copy = program.clone();
        change(&mut copy);
        simpler.push(copy);
    };
    if !program.permits.is_empty() {
        push(&|program| program.permits.truncate(program.permits.len() - 1));
    }
    if !program.channels.is_empty() {
        push(&|program| program.channels.truncate(program.channels.len() - 1));
    }
    for (index, permits) in program.permits.iter().enumerate() {
        for fewer in smaller(*permits) {
            push(&|program| program.permits[index] = fewer);
        }
    }
    for (index, channel) in program.channels.iter().enumerate() {
        for fewer in smaller(channel.senders) {
            push(&|program| program.channels[index].senders = fewer);
        }
        if channel.capacity.is_some() {
            push(&|program| program.channels[index].capacity = None);
        }
    }
    simpler
}

/// Smaller numbers.
fn smaller(number: u64) -> impl Iterator<Item = u64> {
    [0, 1].into_iter().filter(move |other| *other < number)
}

fn smaller_index(number: usize) -> impl Iterator<Item = usize> {
    [0, 1].into_iter().filter(move |other| *other < number)
}

fn simpler_value(value: Value) -> Vec<Value> {
    match value {
        Value::Constant(constant) => smaller(constant).map(Value::Constant).collect(),
        Value::Register { register, plus } => {
            let constants = [0, 1].map(Value::Constant);
            let less = smaller(plus).map(|plus| Value::Register { register, plus });
            let other = smaller_index(register).map(|register| Value::Register { register, plus });
            constants.into_iter().chain(less).chain(other).collect()
        }
    }
}

/// What could stand in place of a statement and is simpler.
fn simpler(statement: &Statement) -> Vec<Vec<Statement>> {
    let mut simpler: Vec<_> = simpler_kinds(statement)
        .into_iter()
        .map(|statement| vec![statement])
        .collect();
    if let Statement::If {
        then, otherwise, ..
    } = statement
    {
        simpler.push(then.clone());
        simpler.push(otherwise.clone());
        simpler.push([&then[..], otherwise].concat());
    }
    let numbers = simpler_numbers(statement);
    simpler.extend(numbers.into_iter().map(|statement| vec![statement]));
    simpler
}

/// Statements of simpler kinds.
fn simpler_kinds(statement: &Statement) -> Vec<Statement> {
    match *statement {
        Statement::CompareExchange {
            variable, register, ..
        }
        | Statement::FetchAdd {
            variable, register, ..
        }
        | Statement::Swap {
            variable, register, ..
        }
        | Statement::Fetch {
            variable, register, ..
        } => vec![
            Statement::Load { variable, register },
            Statement::Store {
                variable,
                value: Value::Constant(1),
            },
        ],
        Statement::StoreRelease { variable, value }
        | Statement::StoreSeqCst { variable, value } => {
            vec![Statement::Store { variable, value }]
        }
        Statement::Fence => vec![Statement::StoreBarrier],
        Statement::Set(variable) => vec![Statement::Store {
            variable,
            value: Value::Constant(1),
        }],
        Statement::SpinCompareExchange {
            variable,
            expected: value,
            ..
        } => vec![Statement::Spin { variable, value }],
        Statement::SpinOr { variable, value } => vec![Statement::Fetch {
            change: Change::Or,
            variable,
            value,
            register: 0,
        }],
        Statement::Spin { variable, .. } => vec![Statement::Load {
            variable,
            register: 0,
        }],
        Statement::Await(ref comparisons) => fewer_comparisons(comparisons)
            .into_iter()
            .map(Statement::Await)
            .collect(),
        Statement::AwaitAny(ref comparisons) => fewer_comparisons(comparisons)
            .into_iter()
            .map(Statement::AwaitAny)
            .chain([Statement::Await(comparisons.clone())])
            .collect(),
        Statement::AwaitThen {
            ref comparisons,
            variable,
            value,
        } => fewer_comparisons(comparisons)
            .into_iter()
            .map(|comparisons| Statement::AwaitThen {
                comparisons,
                variable,
                value,
            })
            .chain([Statement::Await(comparisons.clone())])
            .collect(),
        Statement::TryLock { mutex, .. } => vec![Statement::Lock(mutex)],
        Statement::TrySend { channel, value, .. } => vec![Statement::Send { channel, value }],
        Statement::TryRead { lock, .. } => vec![Statement::Read(lock)],
        Statement::TryWrite { lock, .. } => vec![Statement::Write(lock)],
        Statement::Read(lock) => vec![Statement::Write(lock)],
        Statement::UnlockRead(lock) => vec![Statement::UnlockWrite(lock)],
        Statement::TryAcquire {
            semaphore, permits, ..
        } => vec![Statement::Acquire { semaphore, permits }],
        Statement::WaitTimeout { condvar, mutex, .. } => vec![Statement::Wait { condvar, mutex }],
        Statement::NotifyOne(condvar) => vec![Statement::NotifyAll(condvar)],
        Statement::ReceiveTimeout {
            mailbox,
            wanted,
            register,
        } => vec![Statement::Receive {
            mailbox,
            wanted,
            register,
        }],
        _ => vec![],
    }
}

fn fewer_comparisons(comparisons: &[Comparison]) -> Vec<Vec<Comparison>> {
    let without = |gone| {
        let mut fewer = comparisons.to_vec();
        fewer.remove(gone);
        fewer
    };
    match comparisons.len() {
        1 => vec![],
        several => (0..several).map(without).collect(),
    }
}

/// The same kind of statement with one part made simpler.
fn simpler_numbers(statement: &Statement) -> Vec<Statement> {
    let mut simpler = Vec::new();
    let mut original = statement.clone();
    for (nth, part) in original.parts().into_iter().enumerate() {
        let mut push = |change: &dyn Fn(Part<'_>)| {
            let mut copy = statement.clone();
            change(copy.parts().swap_remove(nth));
            simpler.push(copy);
        };
        match part {
            Part::Object(_, number) | Part::Register(number) => {
                for less in smaller_index(*number) {
                    push(&|part| match part {
                        Part::Object(_, number) | Part::Register(number) => *number = less,
                        _ => unreachable!("it was a number"),
                    });
                }
            }
            Part::Constant(constant) => {
                for less in smaller(*constant) {
                    push(&|part| match part {
                        Part::Constant(constant) => *constant = less,
                        _ => unreachable!("it was a constant"),
                    });
                }
            }
            Part::Value(value) => {
                for simpler in simpler_value(*value) {
                    push(&|part| match part {
                        Part::Value(value) => *value = simpler,
                        _ => unreachable!("it was a value"),
                    });
                }
            }
            Part::Body(_) => {}
        }
    }
    simpler
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::generate;

    /// Shrinking for the mere presence of two kinds of statements ends with
    /// just these, in their simplest form.
    #[test]
    fn what_does_not_matter_is_removed() {
        let has = |program: &Program, wanted: fn(&Statement) -> bool| {
            let mut found = false;
            program.visit(&mut |_, statement| found |= wanted(statement));
            found
        };
        let fails = |program: &Program| {
            has(program, |s| matches!(s, Statement::CompareExchange { .. }))
                && has(program, |s| matches!(s, Statement::Add { .. }))
        };
        let mut shrunk = 0;
        for program in (0..400).map(generate).filter(|program| fails(program)) {
            let smallest = shrink(&program, fails);
            let mut statements = Vec::new();
            smallest.visit(&mut |_, statement| statements.push(statement.to_string()));
            statements.sort();
            assert_eq!(statements, ["r0 = cas x0 0 0", "x0 += 0"], "{program}");
            assert_eq!(smallest.roots, smallest.bodies.len());
            shrunk += 1;
        }
        assert!(shrunk > 10, "{shrunk}");
    }

    /// Candidates are valid programs, or are filtered out; and each is smaller.
    #[test]
    fn candidates_are_smaller() {
        for seed in 0..200 {
            let program = generate(seed);
            let candidates = candidates(&program);
            for candidate in &candidates {
                assert!(
                    measure(candidate) < measure(&program),
                    "{program}\n{candidate}"
                );
            }
            let valid = candidates.iter().filter(|c| c.validate().is_ok());
            assert!(valid.count() * 2 > candidates.len(), "seed {seed}");
        }
    }
}
