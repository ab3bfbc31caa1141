//! A batch of branches of execution graphs, for a scheduler that is elsewhere.

use super::{Batch, Report};
use mazurka_graph::{Task, Work};
use std::time::{Duration, Instant};

/// A batch, as the explorer sees it: it explores until the budget is used up, and gives back
/// what is left.
pub struct Apart {
    /// What is to be explored, the last one first, with the numbers of the batch.
    tasks: Vec<(u32, Task)>,
    /// What was explored only in part.
    left: Vec<Task>,
    began: Instant,
    budget: Duration,
    most: Option<u64>,
    executions: u64,
    is_told: bool,
    /// How often the explorer has asked whether to stop.
    asked: u32,
}

/// The time is looked at before one event of this many.
const LOOK_EVERY: u32 = 16;

impl Apart {
    /// A batch that has not begun.
    #[must_use]
    pub fn new(batch: Batch) -> Apart {
        Apart {
            tasks: (0..).zip(batch.tasks).collect(),
            left: Vec::new(),
            began: Instant::now(),
            budget: Duration::from_millis(batch.budget),
            most: batch.executions,
            executions: 0,
            is_told: false,
            asked: 0,
        }
    }

    /// What has become of the batch.
    #[must_use]
    pub fn report<R>(self, results: R) -> Report<R> {
        Report {
            executions: self.executions,
            untouched: self.tasks.iter().map(|(number, _)| *number).collect(),
            given_up: None,
            tasks: self.left,
            results,
        }
    }

    /// Is the budget used up? A batch must come to something, however busy the machine is.
    fn is_late(&mut self) -> bool {
        self.asked = self.asked.wrapping_add(1);
        // Looking at the time takes some.
        self.asked.is_multiple_of(LOOK_EVERY)
            && self.executions > 0
            && self.began.elapsed() >= self.budget
    }
}

impl Work for Apart {
    fn take(&mut self) -> Option<Task> {
        self.is_told |= self.is_late();
        if self.is_told {
            return None;
        }
        self.tasks.pop().map(|(_, task)| task)
    }

    fn is_hungry(&mut self) -> bool {
        false
    }

    fn give(&mut self, tasks: Vec<Task>) {
        self.left.extend(tasks.into_iter().rev());
    }

    fn is_interrupted(&mut self) -> bool {
        self.is_told |= self.is_late();
        self.is_told
    }

    fn may_count(&mut self) -> bool {
        if self.most.is_some_and(|most| self.executions >= most) {
            self.is_told = true;
            return false;
        }
        self.executions += 1;
        true
    }
}
