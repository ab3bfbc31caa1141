//! Limits that are held back: programs that are run with `--after-timeout`.
//!
//! A receive with such a limit waits for ever, unless it has no clauses. A timer with one has no
//! step as long as anybody else has; then, if a process waits, the timers that are due first have
//! one. All steps before come before theirs.

use super::generate::generate;
use super::machine::{Actor, Machine, Phase, State};
use super::program::{Operation, Program, Statement};

/// The limit, in milliseconds: times are 0 to 2.
pub const LIMIT: u32 = 2;

/// A random program with a timer or a receive that is held back.
#[must_use]
pub fn generate_limited(seed: u64) -> Program {
    let programs = (0..).map(|nth| generate(seed.wrapping_mul(1_000).wrapping_add(nth)));
    let mut programs = programs.map(|program| Program {
        limit: Some(LIMIT),
        ..program
    });
    let found = programs.find(|program| {
        program.statements().iter().any(|statement| {
            let timer = matches!(statement.operation, Operation::Timer { after, .. } if after >= LIMIT);
            timer || matches!(&statement.operation, Operation::Receive(_, Some((after, _))) if *after >= LIMIT)
        })
    });
    found.expect("there is one among so many")
}

/// A program without what receives would do after a time that is held back.
pub(super) fn without_held(program: &Program) -> Program {
    let mut program = program.clone();
    if let Some(limit) = program.limit {
        for body in &mut program.processes {
            forget(body, limit);
        }
    }
    program
}

fn forget(body: &mut [Statement], limit: u32) {
    for statement in body {
        let Operation::Receive(clauses, after) = &mut statement.operation else {
            continue;
        };
        if !clauses.is_empty() && after.as_ref().is_some_and(|(time, _)| *time >= limit) {
            *after = None;
        }
        for clause in clauses {
            forget(&mut clause.body, limit);
        }
        if let Some((_, body)) = after {
            forget(body, limit);
        }
    }
}

impl State {
    /// If nobody has a step and a process waits, the timers that are due first have one: which.
    pub(super) fn let_time_pass(&mut self, machine: &Machine) -> Vec<Actor> {
        let held = self.timers.values().filter(|timer| timer.active);
        let Some(now) = held.filter_map(|timer| timer.due).min() else {
            return Vec::new();
        };
        let mut phases = self.processes.iter().map(|local| &local.phase);
        let waits = phases.any(|phase| matches!(phase, Phase::Waiting));
        if !waits || !self.enabled(machine).is_empty() {
            return Vec::new();
        }
        self.now = now;
        let mut released = Vec::new();
        for (number, timer) in &mut self.timers {
            if timer.active && timer.due == Some(now) {
                timer.due = None;
                released.push(Actor::Timer(*number));
            }
        }
        released
    }
}
