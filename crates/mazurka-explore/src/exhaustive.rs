//! The exhaustive explorer: every enabled process at every step, with every
//! alternative of its operation.
//!
//! No reduction at all, and so the measure of the others on small programs.

use crate::outcome::EndedKind;
use crate::run::{Halt, Run};
use crate::search::{self, Explorer as _, Order, Stack};
use crate::shared::{Pending, Work};
use mazurka_program::{Program, Turn};

/// The steps that are still to be tried after a prefix, the next one last; none if it has
/// not been branched.
type Untried = Option<Vec<Turn>>;

struct Explorer<'r, 'a, 'w, P: ?Sized> {
    run: &'r mut Run<'a, P>,
    stack: Stack<'w, Untried>,
    /// The first new step of an execution that is under way.
    first: Option<Turn>,
}

pub(crate) fn explore<P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    work: &mut dyn Work,
) -> Result<(), Halt> {
    let mut explorer = Explorer {
        run,
        stack: Stack::new(work, Order::Any, false),
        first: None,
    };
    explorer.explore()
}

impl<'a, 'w, P: Program + ?Sized + 'a> search::Explorer<'a, 'w, P> for Explorer<'_, 'a, 'w, P> {
    type Frame = Untried;

    fn parts(&mut self) -> (&mut Run<'a, P>, &mut Stack<'w, Untried>) {
        (self.run, &mut self.stack)
    }

    fn execute(&mut self) -> Result<(), Halt> {
        self.stack.check()?;
        while let Some(turn) = self.branch()? {
            self.first.get_or_insert(turn);
            self.run.step(turn)?;
            self.stack.push(self.run, None);
            self.stack.check()?;
        }
        self.run.end(EndedKind::Complete)?;
        self.first = None;
        Ok(())
    }

    fn retreat(&mut self, _: bool) {
        self.stack.pop_to_begun(&mut self.run.trace);
        if let Some(untried) = self.stack.frame_mut(self.run.trace.len()) {
            untried.extend(self.first.take());
        }
    }

    fn is_pending(&self, depth: usize) -> bool {
        self.untried(depth) > 0
    }

    fn open(&self, depth: usize) -> usize {
        self.untried(depth)
    }

    fn is_one(&self, depth: usize) -> bool {
        self.untried(depth) == 1
    }

    fn give_up(&mut self, depth: usize) -> Vec<Pending> {
        let untried = std::mem::take(self.stack.frame_mut(depth));
        let turns = untried.into_iter().flatten().rev();
        turns.map(Pending::turn).collect()
    }
}

impl<P: Program + ?Sized> Explorer<'_, '_, '_, P> {
    /// How many steps are still to be tried after the first `depth` events.
    fn untried(&self, depth: usize) -> usize {
        self.stack.frame(depth).as_ref().map_or(0, Vec::len)
    }

    /// The next step to be taken after the trace, which has been branched then.
    fn branch(&mut self) -> Result<Option<Turn>, Halt> {
        let depth = self.run.trace.len();
        if let Some(untried) = self.stack.frame_mut(depth) {
            return Ok(untried.pop());
        }
        let mut enabled = Vec::new();
        for i in (0..self.run.trace.processes().len()).rev() {
            let process = self.run.trace.processes()[i];
            if self.run.is_enabled(process) && self.run.is_surely_enabled(process)? {
                let alternatives = (0..self.run.alternatives(process)).rev();
                enabled.extend(alternatives.map(|alternative| Turn {
                    process,
                    alternative,
                }));
            }
        }
        let first = enabled.pop();
        if first.is_some() {
            *self.stack.frame_mut(depth) = Some(enabled);
        }
        Ok(first)
    }
}
