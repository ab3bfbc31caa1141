//! Makes a program smaller while it still fails.
//!
//! Shrinking is structural: each candidate is a valid program that is simpler
//! in one place (a body gone, a statement gone, a branch instead of its `if`, a
//! smaller number). The first candidate that still fails is taken, until none
//! does: the result is minimal in the sense that no single change is left.

use crate::ir::{Program, Statement, Value};

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
        candidates.push(rewrite(program, nth, |_| vec![]));
    }
    for nth in 0..statements {
        let statement = nth_statement(program, nth);
        for simpler in simpler(&statement) {
            candidates.push(rewrite(program, nth, |_| simpler.clone()));
        }
    }
    if program.roots < program.bodies.len() {
        candidates.push(with_one_more_root(program));
    }
    candidates
}

/// What shrinking makes smaller, most important first. Every candidate has a
/// smaller measure, so that shrinking ends.
fn measure(program: &Program) -> (usize, usize, usize, u64) {
    let spawned = program.bodies.len() - program.roots;
    let mut weight = 0;
    program.visit(&mut |_, statement| weight += statement_weight(statement));
    (program.bodies.len(), program.statements(), spawned, weight)
}

fn value_weight(value: &Value) -> u64 {
    match value {
        Value::Constant(constant) => *constant,
        Value::Register { register, plus } => 1000 + *register as u64 + plus,
    }
}

/// The numbers in a statement, and how complex its kind is.
fn statement_weight(statement: &Statement) -> u64 {
    match statement {
        Statement::Load { variable, register } => (variable + register) as u64,
        Statement::Store { variable, value } => *variable as u64 + value_weight(value),
        Statement::FetchAdd {
            variable,
            summand,
            register,
        } => 1000 + (variable + register) as u64 + summand,
        Statement::CompareExchange {
            variable,
            expected,
            new,
            register,
        } => 3000 + (variable + register) as u64 + value_weight(expected) + value_weight(new),
        Statement::Add { variable, summand } => *variable as u64 + summand,
        Statement::Lock(mutex) | Statement::Unlock(mutex) => *mutex as u64,
        Statement::If {
            register, equals, ..
        } => *register as u64 + equals,
        Statement::Spawn(_) | Statement::Join(_) => 0,
        Statement::Assert {
            register, value, ..
        } => *register as u64 + value,
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

/// Renames the bodies that spawns and joins name, or drops the statement.
fn rename_bodies(program: &mut Program, rename: &dyn Fn(usize) -> Option<usize>) {
    fn block(statements: &[Statement], rename: &dyn Fn(usize) -> Option<usize>) -> Vec<Statement> {
        let renamed = |statement: &Statement| match statement {
            Statement::Spawn(body) => rename(*body).map(Statement::Spawn),
            Statement::Join(body) => rename(*body).map(Statement::Join),
            Statement::If {
                register,
                equals,
                then,
                otherwise,
            } => Some(Statement::If {
                register: *register,
                equals: *equals,
                then: block(then, rename),
                otherwise: block(otherwise, rename),
            }),
            other => Some(other.clone()),
        };
        statements.iter().filter_map(renamed).collect()
    }
    for body in &mut program.bodies {
        *body = block(body, rename);
    }
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
fn rewrite(
    program: &Program,
    nth: usize,
    replace: impl Fn(&Statement) -> Vec<Statement>,
) -> Program {
    fn block(
        statements: &[Statement],
        left: &mut usize,
        replace: &dyn Fn(&Statement) -> Vec<Statement>,
    ) -> Vec<Statement> {
        let mut rewritten = Vec::new();
        for statement in statements {
            let here = *left == 0;
            *left = left.wrapping_sub(1);
            if here {
                rewritten.extend(replace(statement));
            } else if let Statement::If {
                register,
                equals,
                then,
                otherwise,
            } = statement
            {
                rewritten.push(Statement::If {
                    register: *register,
                    equals: *equals,
                    then: block(then, left, replace),
                    otherwise: block(otherwise, left, replace),
                });
            } else {
                rewritten.push(statement.clone());
            }
        }
        rewritten
    }
    let mut left = nth;
    let bodies = program.bodies.iter();
    Program {
        roots: program.roots,
        bodies: bodies
            .map(|body| block(body, &mut left, &replace))
            .collect(),
    }
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
    let mut simpler = Vec::new();
    match statement {
        Statement::If {
            then, otherwise, ..
        } => {
            simpler.push(then.clone());
            simpler.push(otherwise.clone());
            simpler.push([&then[..], otherwise].concat());
        }
        Statement::CompareExchange {
            variable, register, ..
        }
        | Statement::FetchAdd {
            variable, register, ..
        } => {
            simpler.push(vec![Statement::Load {
                variable: *variable,
                register: *register,
            }]);
            simpler.push(vec![Statement::Store {
                variable: *variable,
                value: Value::Constant(1),
            }]);
        }
        _ => {}
    }
    let numbers = simpler_numbers(statement);
    simpler.extend(numbers.into_iter().map(|statement| vec![statement]));
    simpler
}

/// The same kind of statement with one number made smaller.
fn simpler_numbers(statement: &Statement) -> Vec<Statement> {
    let mut simpler = Vec::new();
    each(statement, &mut simpler, indices, |n| {
        smaller_index(*n).collect()
    });
    each(statement, &mut simpler, constants, |n| {
        smaller(*n).collect()
    });
    each(statement, &mut simpler, values, |value| {
        simpler_value(*value)
    });
    simpler
}

/// For each of the `parts` of a statement, and each of the simpler values that
/// it can be replaced by, pushes a copy of the statement with that changed.
fn each<T>(
    statement: &Statement,
    out: &mut Vec<Statement>,
    parts: fn(&mut Statement) -> Vec<&mut T>,
    simpler: impl Fn(&T) -> Vec<T>,
) {
    let mut original = statement.clone();
    for (nth, part) in parts(&mut original).into_iter().enumerate() {
        for replacement in simpler(part) {
            let mut copy = statement.clone();
            *parts(&mut copy).swap_remove(nth) = replacement;
            out.push(copy);
        }
    }
}

/// The variable, mutex and register numbers of a statement, where they may
/// be changed one at a time.
fn indices(statement: &mut Statement) -> Vec<&mut usize> {
    match statement {
        Statement::Load { variable, register }
        | Statement::FetchAdd {
            variable, register, ..
        }
        | Statement::CompareExchange {
            variable, register, ..
        } => vec![variable, register],
        Statement::Store { variable, .. } | Statement::Add { variable, .. } => vec![variable],
        Statement::Lock(mutex) | Statement::Unlock(mutex) => vec![mutex],
        Statement::If { register, .. } | Statement::Assert { register, .. } => vec![register],
        Statement::Spawn(_) | Statement::Join(_) => vec![],
    }
}

/// The plain numbers of a statement.
fn constants(statement: &mut Statement) -> Vec<&mut u64> {
    match statement {
        Statement::FetchAdd { summand, .. } | Statement::Add { summand, .. } => vec![summand],
        Statement::If { equals, .. } => vec![equals],
        Statement::Assert { value, .. } => vec![value],
        _ => vec![],
    }
}

/// The values of a statement.
fn values(statement: &mut Statement) -> Vec<&mut Value> {
    match statement {
        Statement::Store { value, .. } => vec![value],
        Statement::CompareExchange { expected, new, .. } => vec![expected, new],
        _ => vec![],
    }
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
            assert!(candidates.iter().all(|c| measure(c) < measure(&program)));
            let valid = candidates.iter().filter(|c| c.validate().is_ok());
            assert!(valid.count() * 2 > candidates.len(), "seed {seed}");
        }
    }
}
