//! The smallest program that still shows a disagreement.

use super::program::{Operation, Pattern, Process, Program, Spawn, Statement, Target};
use std::collections::BTreeSet;

/// What a process knows at some place.
#[derive(Clone, Default)]
struct Scope {
    processes: BTreeSet<Process>,
    monitors: BTreeSet<usize>,
    timers: BTreeSet<usize>,
    /// Monitors of others that it knows of.
    foreign: BTreeSet<usize>,
    aliases: BTreeSet<usize>,
    questions: BTreeSet<usize>,
}

/// The processes that an operation itself names.
fn named(operation: &Operation) -> Vec<Process> {
    match operation {
        Operation::Send(to, _)
        | Operation::Register(_, to)
        | Operation::Link(to)
        | Operation::Unlink(to)
        | Operation::Signal(to, _)
        | Operation::Monitor(to, _)
        | Operation::IsAlive(to)
        | Operation::QueueLengthOf(to)
        | Operation::TableNew(_, Some(to))
        | Operation::GiveAway(_, to)
        | Operation::Timer {
            to: Target::Process(to),
            ..
        } => vec![*to],
        Operation::Ask(to, ..) => vec![*to],
        Operation::Tell(to, about) => vec![*to, *about],
        _ => Vec::new(),
    }
}

/// Does every variable of a program have a value where it is used?
#[must_use]
pub fn is_valid(program: &Program) -> bool {
    let mut spawned = BTreeSet::from([0]);
    let scope = Scope {
        processes: BTreeSet::from([0]),
        ..Scope::default()
    };
    process_is_valid(program, 0, scope, &mut spawned) && spawned.len() == program.processes.len()
}

fn process_is_valid(
    program: &Program,
    me: Process,
    mut scope: Scope,
    spawned: &mut BTreeSet<Process>,
) -> bool {
    let monitors = std::mem::take(&mut scope.monitors);
    scope.foreign.extend(monitors);
    scope.questions.clear();
    for statement in &program.processes[me] {
        if !statement_is_valid(statement, &scope) {
            return false;
        }
        match &statement.operation {
            Operation::Spawn(child, how) => {
                let mut inner = scope.clone();
                inner.processes.insert(*child);
                if !spawned.insert(*child) || !process_is_valid(program, *child, inner, spawned) {
                    return false;
                }
                scope.processes.insert(*child);
                if let Spawn::Monitor(monitor) = how {
                    scope.monitors.insert(*monitor);
                }
            }
            Operation::Meet(process) => {
                scope.processes.insert(*process);
            }
            Operation::Monitor(_, monitor) => {
                scope.monitors.insert(*monitor);
            }
            Operation::Ask(_, _, question) => {
                scope.questions.insert(*question);
            }
            Operation::Timer { timer, .. } => {
                scope.timers.insert(*timer);
            }
            Operation::Alias(alias, _) => {
                scope.aliases.insert(*alias);
            }
            _ => {}
        }
    }
    true
}

/// What is done after a message; its questions are its own.
fn body_is_valid(body: &[Statement], scope: &Scope) -> bool {
    let mut scope = scope.clone();
    body.iter().all(|statement| {
        if let Operation::Ask(_, _, question) = statement.operation {
            scope.questions.insert(question);
        }
        statement_is_valid(statement, &scope)
    })
}

fn statement_is_valid(statement: &Statement, scope: &Scope) -> bool {
    let operation = &statement.operation;
    let knows = |process: &Process| scope.processes.contains(process);
    if !named(operation).iter().all(knows) {
        return false;
    }
    match operation {
        Operation::Demonitor(monitor, ..) => {
            scope.monitors.contains(monitor) || scope.foreign.contains(monitor)
        }
        Operation::SendAlias(alias, _) | Operation::Unalias(alias) => scope.aliases.contains(alias),
        Operation::Cancel(timer) | Operation::ReadTimer(timer) => scope.timers.contains(timer),
        Operation::Receive(clauses, after) => {
            let patterns = clauses.iter().all(|clause| match clause.pattern {
                Pattern::DownOf(monitor) => scope.monitors.contains(&monitor),
                Pattern::Answer(question) => scope.questions.contains(&question),
                _ => true,
            });
            let bodies = clauses.iter().map(|clause| &clause.body);
            let mut bodies = bodies.chain(after.iter().map(|(_, body)| body));
            patterns && bodies.all(|body| body_is_valid(body, scope))
        }
        _ => true,
    }
}

/// Programs that are a little smaller.
fn smaller(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    for process in (1..program.processes.len()).rev() {
        all.extend(without(program, process));
    }
    for (process, body) in program.processes.iter().enumerate() {
        for at in (0..body.len()).rev() {
            if !matches!(body[at].operation, Operation::Spawn(..)) {
                let mut less = program.clone();
                less.processes[process].remove(at);
                all.push(less);
            }
            for simple in simpler(&body[at]) {
                let mut less = program.clone();
                less.processes[process][at] = simple;
                all.push(less);
            }
            if let Operation::Receive(clauses, after) = &body[at].operation {
                // What comes after a message, without the message.
                let bodies = clauses.iter().map(|clause| &clause.body);
                for inner in bodies.chain(after.iter().map(|(_, body)| body)) {
                    let mut less = program.clone();
                    less.processes[process].splice(at..=at, inner.iter().cloned());
                    all.push(less);
                }
            }
        }
    }
    all.retain(is_valid);
    all
}

/// The program without a process that spawns none.
fn without(program: &Program, process: Process) -> Option<Program> {
    let spawns = |statement: &Statement| matches!(statement.operation, Operation::Spawn(..));
    if program.processes[process].iter().any(spawns) {
        return None;
    }
    let mut less = program.clone();
    less.processes.remove(process);
    for body in &mut less.processes {
        body.retain(|statement| match &statement.operation {
            Operation::Spawn(child, _) => *child != process,
            Operation::Meet(about) => *about != process,
            operation => !mentions(operation, process),
        });
        body.iter_mut()
            .for_each(|statement| renumber(statement, process));
    }
    Some(less)
}

fn mentions(operation: &Operation, process: Process) -> bool {
    if let Operation::Receive(clauses, after) = operation {
        let bodies = clauses.iter().flat_map(|clause| &clause.body);
        let after = after.iter().flat_map(|(_, body)| body);
        let mut all = bodies.chain(after);
        return all.any(|statement| mentions(&statement.operation, process));
    }
    named(operation).contains(&process)
}

/// Processes above the one that is gone have moved.
fn renumber(statement: &mut Statement, gone: Process) {
    let down = |process: &mut Process| *process -= usize::from(*process > gone);
    match &mut statement.operation {
        Operation::Spawn(to, _)
        | Operation::Meet(to)
        | Operation::Ask(to, ..)
        | Operation::Send(to, _)
        | Operation::Register(_, to)
        | Operation::Link(to)
        | Operation::Unlink(to)
        | Operation::Signal(to, _)
        | Operation::Monitor(to, _)
        | Operation::IsAlive(to)
        | Operation::QueueLengthOf(to)
        | Operation::TableNew(_, Some(to))
        | Operation::GiveAway(_, to)
        | Operation::Timer {
            to: Target::Process(to),
            ..
        } => down(to),
        Operation::Tell(to, about) => {
            down(to);
            down(about);
        }
        Operation::Receive(clauses, after) => {
            let bodies = clauses.iter_mut().flat_map(|clause| &mut clause.body);
            let after = after.iter_mut().flat_map(|(_, body)| body);
            bodies.chain(after).for_each(|inner| renumber(inner, gone));
        }
        _ => {}
    }
}

/// The same with one statement less, or a simpler one.
fn smaller_bodies(body: &[Statement]) -> Vec<Vec<Statement>> {
    let mut all = Vec::new();
    for at in 0..body.len() {
        if body.len() > 1 {
            let mut less = body.to_vec();
            less.remove(at);
            all.push(less);
        }
        for simple in simpler(&body[at]) {
            let mut less = body.to_vec();
            less[at] = simple;
            all.push(less);
        }
    }
    all
}

/// Simpler statements in its place.
fn simpler(statement: &Statement) -> Vec<Statement> {
    let mut all = Vec::new();
    let with = |operation: Operation| Statement {
        operation,
        guarded: statement.guarded,
    };
    match &statement.operation {
        Operation::Spawn(child, how) if *how != Spawn::Plain => {
            all.push(with(Operation::Spawn(*child, Spawn::Plain)));
        }
        Operation::TableNew(table, Some(_)) => all.push(with(Operation::TableNew(*table, None))),
        Operation::Receive(clauses, after) => {
            if clauses.len() > 1 {
                for at in 0..clauses.len() {
                    let mut fewer = clauses.clone();
                    fewer.remove(at);
                    all.push(with(Operation::Receive(fewer, after.clone())));
                }
            }
            for at in 0..clauses.len() {
                for body in smaller_bodies(&clauses[at].body) {
                    let mut less = clauses.clone();
                    less[at].body = body;
                    all.push(with(Operation::Receive(less, after.clone())));
                }
                if !clauses[at].body.is_empty() {
                    let mut less = clauses.clone();
                    less[at].body.clear();
                    all.push(with(Operation::Receive(less, after.clone())));
                }
            }
            if let Some((time, body)) = after {
                all.push(with(Operation::Receive(clauses.clone(), None)));
                for body in smaller_bodies(body) {
                    let after = Some((*time, body));
                    all.push(with(Operation::Receive(clauses.clone(), after)));
                }
                if !body.is_empty() {
                    let after = Some((*time, Vec::new()));
                    all.push(with(Operation::Receive(clauses.clone(), after)));
                }
            }
            all.retain(|statement| match &statement.operation {
                Operation::Receive(clauses, after) => !clauses.is_empty() || after.is_some(),
                _ => true,
            });
        }
        _ => {}
    }
    if !statement.guarded {
        all.push(Statement {
            guarded: true,
            ..statement.clone()
        });
    }
    all
}

/// Makes a program smaller as long as `fails` says that it still fails.
pub fn shrink(program: &Program, mut fails: impl FnMut(&Program) -> bool) -> Program {
    let mut program = program.clone();
    while let Some(less) = smaller(&program).into_iter().find(|less| fails(less)) {
        program = less;
    }
    program
}

#[cfg(test)]
mod tests {
    use super::super::generate::generate;
    use super::*;

    #[test]
    fn what_is_generated_and_shrunk_is_valid() {
        for seed in 0..300 {
            let program = generate(seed);
            assert!(is_valid(&program), "seed {seed}: {program:?}");
            for less in smaller(&program) {
                assert_ne!(less, program, "seed {seed}");
            }
        }
    }

    #[test]
    fn programs_shrink_to_what_matters() {
        let sends = |program: &Program| {
            let mut statements = program.statements().into_iter();
            statements.any(|s| matches!(s.operation, Operation::Send(..)))
        };
        let seed = (0..).find(|seed| sends(&generate(*seed))).expect("many");
        let program = shrink(&generate(seed), sends);
        assert!(program.processes.len() <= 2);
        let inner = program.statements();
        let others = inner
            .iter()
            .filter(|s| !matches!(s.operation, Operation::Spawn(..)));
        assert_eq!(others.count(), 1, "{program:?}");
    }
}
