//! Explorers that have no tree to share: one scheduler runs one execution after the other.

use crate::run::{Halt, Run};
use crate::shared::{Shared, Wish, Work};
use mazurka_program::{ProcessId, Program};

/// An explorer that decides alone what comes next.
pub(crate) trait Apart<P: Program + ?Sized> {
    /// Runs one execution. Is there another one to be run? `check` is to be asked wherever
    /// something may take long.
    fn execute(
        &mut self,
        run: &mut Run<'_, P>,
        check: &dyn Fn() -> Result<(), Halt>,
    ) -> Result<bool, Halt>;
}

/// Runs executions until there are no more, or it is time to stop. Then everything counts as
/// left: what has been explored is known to the explorer alone.
pub(crate) fn explore_apart<P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    work: &mut dyn Work,
    explorer: &mut dyn Apart<P>,
) -> Result<(), Halt> {
    let mut shared = Shared::new(work);
    if shared.take(run)?.is_none() {
        return Ok(());
    }
    loop {
        run.begin(false);
        let has_more = match explorer.execute(run, &|| shared.check()) {
            Ok(has_more) => has_more,
            // It is not planned again, so there is no going on.
            Err(Halt::Stopped) => {
                run.give_up();
                if let Wish::Leave(limit) = shared.stopped(&run.statistics) {
                    return Err(run.not_exhausted(limit));
                }
                shared.put_back(false);
                break;
            }
            Err(halt) => return Err(halt),
        };
        if !has_more {
            break;
        }
        run.check_limit()?;
        match shared.wish(&run.statistics) {
            Wish::GoOn | Wish::Share => {}
            Wish::Stop => {
                shared.put_back(false);
                break;
            }
            Wish::Leave(limit) => return Err(run.not_exhausted(limit)),
        }
    }
    shared.done(&run.statistics);
    Ok(())
}

/// The processes that are enabled now, without doubt.
pub(crate) fn enabled<P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    enabled: &mut Vec<ProcessId>,
) -> Result<(), Halt> {
    enabled.clear();
    for i in 0..run.trace.processes().len() {
        let process = run.trace.processes()[i];
        if run.is_enabled(process) && run.is_surely_enabled(process)? {
            enabled.push(process);
        }
    }
    Ok(())
}
