//! The exhaustive explorer: every enabled process at every step, with every
//! alternative of its operation.
//!
//! No reduction at all, and so the measure of the others on small programs.

use crate::outcome::EndedKind;
use crate::run::{Halt, Run};
use mazurka_program::{Program, Turn};

pub(crate) fn explore<P: Program + ?Sized>(run: &mut Run<'_, P>) -> Result<(), Halt> {
    // For every event of E, the steps that are still to be tried in its place.
    let mut untried: Vec<Vec<Turn>> = Vec::new();
    let mut next = None;
    loop {
        run.start()?;
        while let Some(turn) = next.take().or_else(|| branch(run, &mut untried)) {
            run.step(turn)?;
        }
        run.end(EndedKind::Complete)?;
        while let Some(top) = untried.last_mut() {
            run.trace.pop();
            next = top.pop();
            if next.is_some() {
                break;
            }
            untried.pop();
        }
        if next.is_none() {
            return Ok(());
        }
        run.check_limit()?;
    }
}

/// Opens a frame for the current state and takes its first step.
fn branch<P: Program + ?Sized>(run: &Run<'_, P>, untried: &mut Vec<Vec<Turn>>) -> Option<Turn> {
    let mut enabled = Vec::new();
    for process in run.trace.processes().iter().rev().copied() {
        if run.is_enabled(process) {
            let alternatives = (0..run.alternatives(process)).rev();
            enabled.extend(alternatives.map(|alternative| Turn {
                process,
                alternative,
            }));
        }
    }
    let first = enabled.pop()?;
    untried.push(enabled);
    Some(first)
}
