//! The exhaustive explorer: every enabled process at every step.
//!
//! No reduction at all, and so the measure of the others on small programs.

use crate::outcome::EndedKind;
use crate::run::{Halt, Run};
use mazurka_program::{ProcessId, Program};

pub(crate) fn explore<P: Program + ?Sized>(run: &mut Run<'_, P>) -> Result<(), Halt> {
    // For every event of E, the processes that are still to be tried in its place.
    let mut untried: Vec<Vec<ProcessId>> = Vec::new();
    let mut next = None;
    loop {
        run.start()?;
        while let Some(process) = next.take().or_else(|| branch(run, &mut untried)) {
            run.step(process)?;
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

/// Opens a frame for the current state and takes its first process.
fn branch<P: Program + ?Sized>(
    run: &Run<'_, P>,
    untried: &mut Vec<Vec<ProcessId>>,
) -> Option<ProcessId> {
    let mut enabled: Vec<ProcessId> = run
        .trace
        .processes()
        .iter()
        .rev()
        .copied()
        .filter(|process| run.is_enabled(*process))
        .collect();
    let first = enabled.pop()?;
    untried.push(enabled);
    Some(first)
}
