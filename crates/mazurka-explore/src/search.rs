//! What explorers have in common: one execution after the other, and in between what other
//! schedulers wish.

mod apart;
mod stack;

use crate::run::{Halt, Run};
use crate::shared::{Pending, Way, Wish};
pub(crate) use apart::{Apart, enabled, explore_apart};
use mazurka_program::Program;
pub(crate) use stack::{Order, Stack};

/// One of the explorers, between two executions.
pub(crate) trait Explorer<'a, 'w, P: Program + ?Sized + 'a> {
    /// What is still to be explored after a prefix.
    type Frame: Default;

    /// The program, and the stack of frames.
    fn parts(&mut self) -> (&mut Run<'a, P>, &mut Stack<'w, Self::Frame>);

    /// The program has been run to the leaf that was taken.
    fn entered(&mut self, _: &Way) -> Result<(), Halt> {
        Ok(())
    }

    /// Runs one execution, and plans others.
    fn execute(&mut self) -> Result<(), Halt>;

    /// Goes back to where the execution that was given up was begun, which is to be
    /// explored again. If it `is_first`, that is the leaf that was taken, which has to be
    /// put back: nothing is owned then.
    fn retreat(&mut self, is_first: bool);

    /// Is something left to be explored after the first `depth` events, besides the
    /// current execution?
    fn is_pending(&self, depth: usize) -> bool;

    /// How many branches begin there, besides the current execution?
    fn open(&self, depth: usize) -> usize;

    /// Is that one leaf?
    fn is_one(&self, depth: usize) -> bool;

    /// Gives that up.
    fn give_up(&mut self, depth: usize) -> Vec<Pending>;

    /// Algorithms 5 and 11 of the thesis: explores one leaf after the other, as long as
    /// there are any.
    ///
    /// An execution that is given up in the middle ([`Halt::Stopped`]) is taken back, and
    /// what it was begun with is one of the leaves that are left. If it had been accounted
    /// for, and only its races were not all looked at, that leaf says so. Sequences that it
    /// has inserted stay: they have to be explored in any case.
    fn explore(&mut self) -> Result<(), Halt> {
        let (run, stack) = self.parts();
        stack.estimator = run.estimator();
        loop {
            let (run, stack) = self.parts();
            let Some(way) = stack.shared.take(run)? else {
                if let Some(estimator) = stack.estimator.take() {
                    run.give_back(estimator);
                }
                return Ok(());
            };
            self.explore_leaf(&way)?;
            let (run, stack) = self.parts();
            stack.shared.done(&run.statistics);
        }
    }

    /// Explores all that begins with a leaf, or gives it up.
    fn explore_leaf(&mut self, way: &Way) -> Result<(), Halt> {
        self.parts().0.begin(way.is_counted);
        if let Err(halt) = self.enter(way) {
            let is_counted = self.leave_off(halt)?;
            self.parts().1.shared.put_back(is_counted);
            return Ok(());
        }
        let mut is_first = true;
        loop {
            let (run, stack) = self.parts();
            let executed = stack.begin(run).and_then(|()| self.execute());
            if let Err(halt) = executed {
                let is_counted = self.leave_off(halt)?;
                self.retreat(is_first);
                if is_first {
                    self.parts().1.shared.put_back(is_counted);
                } else {
                    self.publish_all(is_counted);
                }
                return Ok(());
            }
            is_first = false;
            self.estimate();
            if !self.next_branch() {
                return Ok(());
            }
            let (run, stack) = self.parts();
            run.check_limit()?;
            match stack.shared.wish(&run.statistics) {
                Wish::GoOn => {}
                Wish::Share if self.share() => {}
                Wish::Share => return Ok(()),
                Wish::Stop => {
                    self.publish_all(false);
                    return Ok(());
                }
                Wish::Leave(limit) => return Err(self.parts().0.not_exhausted(limit)),
            }
            self.parts().0.begin(false);
        }
    }

    /// An execution has ended: now and then, looks at how large the tree is.
    fn estimate(&mut self) {
        let (run, stack) = self.parts();
        let end = run.trace.len();
        let Some(mut estimator) = stack.estimator.take() else {
            return;
        };
        if estimator.ended(end) {
            let base = stack.shared.base();
            let siblings: Vec<u32> = (0..base).map(|at| stack.shared.siblings(at)).collect();
            estimator.look(|depth, explored| match siblings.get(depth) {
                Some(siblings) => siblings.saturating_sub(explored),
                None => u32::try_from(self.open(depth)).unwrap_or(u32::MAX),
            });
            self.parts().0.estimated(estimator.view());
        }
        self.parts().1.estimator = Some(estimator);
    }

    /// Goes to the leaf that was taken.
    fn enter(&mut self, way: &Way) -> Result<(), Halt> {
        let (run, stack) = self.parts();
        stack.enter(run, way)?;
        self.entered(way)
    }

    /// Goes back to where something is left to be explored of what is owned; false if
    /// nothing is.
    fn next_branch(&mut self) -> bool {
        loop {
            let (run, stack) = self.parts();
            let is_owned = stack.leave(&mut run.trace);
            let depth = run.trace.len();
            if !is_owned || self.is_pending(depth) {
                if let Some(estimator) = &mut self.parts().1.estimator {
                    estimator.leave(depth);
                }
                return is_owned;
            }
        }
    }

    /// If the execution was given up in the middle: has it been accounted for?
    fn leave_off(&mut self, halt: Halt) -> Result<bool, Halt> {
        let Halt::Stopped = halt else {
            return Err(halt);
        };
        let (run, stack) = self.parts();
        let is_counted = run.give_up();
        match stack.shared.stopped(&run.statistics) {
            Wish::Leave(limit) => Err(run.not_exhausted(limit)),
            _ => Ok(is_counted),
        }
    }

    /// Gives up the first frame that has something left to be explored. Is anything owned
    /// then?
    fn share(&mut self) -> bool {
        let (run, stack) = self.parts();
        let end = run.trace.len();
        let mut frames = stack.shared.base()..=end;
        let Some(depth) = frames.find(|depth| self.is_pending(*depth)) else {
            return false;
        };
        let is_last = depth == end;
        if is_last && self.is_one(depth) {
            return true;
        }
        self.publish(depth, !is_last, false);
        !is_last
    }

    /// Gives up everything; if it `is_counted`, the first leaf after the trace is.
    fn publish_all(&mut self, is_counted: bool) {
        let end = self.parts().0.trace.len();
        self.publish(end, false, is_counted);
    }

    /// Gives up all frames up to that with `depth` events before it; if it `is_counted`, the
    /// first leaf of that is.
    fn publish(&mut self, depth: usize, is_kept: bool, is_counted: bool) {
        let base = self.parts().1.shared.base();
        let give_up = |depth| {
            let pending = self.give_up(depth);
            let (run, stack) = self.parts();
            stack.given_up(&run.trace, depth, pending)
        };
        let frames = (base..=depth).map(give_up).collect();
        let (run, stack) = self.parts();
        stack.shared.publish(run, frames, is_kept, is_counted);
        stack.share();
    }
}
