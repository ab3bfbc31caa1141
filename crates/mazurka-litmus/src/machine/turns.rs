//! Who keeps running in an execution that does not end, for people.

use super::{Machine, Next};
use mazurka_program::{Kind, Turn};

/// The number of last events that tell which thread keeps running.
const TAIL: usize = 1_000;

impl Machine<'_> {
    /// Which thread took most of the last steps of the current execution, and what it
    /// accesses next. (What a store buffer carries out counts for its thread.)
    pub(crate) fn who_goes_on(&self, schedule: &[Turn]) -> Option<String> {
        let tail = &schedule[schedule.len().saturating_sub(TAIL)..];
        let mut steps = vec![0; self.processes.len()];
        for turn in tail {
            let process = self.names.owner(turn.process).unwrap_or(turn.process);
            let thread = self.processes.iter().position(|own| *own == process)?;
            steps[thread] += 1;
        }
        // Of several, the first.
        let most = steps.iter().copied().max().filter(|most| *most > 0)?;
        let thread = steps.iter().position(|count| *count == most)?;
        let next = match &self.threads[thread].next {
            Next::Operation(operation)
                if operation.kind != Kind::Fence
                    && operation.object.index() < self.memory.len() =>
            {
                let cell = operation.object.index();
                format!(
                    ", and accesses {} next",
                    self.test.locations.cell_name(cell)
                )
            }
            _ => String::new(),
        };
        let number = self.test.threads[thread].number;
        Some(format!(
            "thread {number} took {most} of the last {} steps{next}",
            tail.len()
        ))
    }
}
