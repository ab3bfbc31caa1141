//! What explorers have in common: one execution after the other, and in between what other
//! schedulers wish.

use crate::run::{Halt, Run};
use crate::shared::{Pending, Way, Wish};
use crate::stack::Stack;
use mazurka_program::Program;

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

    /// Is that one leaf?
    fn is_one(&self, depth: usize) -> bool;

    /// Gives that up.
    fn give_up(&mut self, depth: usize) -> Vec<Pending>;
}

/// Algorithm 5 and 11: explores one leaf after the other, as long as there are any.
///
/// An execution that is given up in the middle ([`Halt::Stopped`]) is taken back, and
/// what it was begun with is one of the leaves that are left. If it had been accounted
/// for, and only its races were not all looked at, that leaf says so. Sequences that it
/// has inserted stay: they have to be explored in any case.
pub(crate) fn explore<'a, 'w, P: Program + ?Sized + 'a>(
    explorer: &mut impl Explorer<'a, 'w, P>,
) -> Result<(), Halt> {
    loop {
        let (run, stack) = explorer.parts();
        let Some(way) = stack.take(run)? else {
            return Ok(());
        };
        explore_leaf(explorer, &way)?;
        let (run, stack) = explorer.parts();
        stack.done(&run.statistics);
    }
}

/// Explores all that begins with a leaf, or gives it up.
fn explore_leaf<'a, 'w, P: Program + ?Sized + 'a>(
    explorer: &mut impl Explorer<'a, 'w, P>,
    way: &Way,
) -> Result<(), Halt> {
    explorer.parts().0.begin(way.is_counted);
    if let Err(halt) = enter(explorer, way) {
        let is_counted = leave_off(explorer, halt)?;
        explorer.parts().1.put_back(is_counted);
        return Ok(());
    }
    let mut is_first = true;
    loop {
        if let Err(halt) = execute(explorer) {
            let is_counted = leave_off(explorer, halt)?;
            explorer.retreat(is_first);
            if is_first {
                explorer.parts().1.put_back(is_counted);
            } else {
                publish_all(explorer, is_counted);
            }
            return Ok(());
        }
        is_first = false;
        if !next_branch(explorer) {
            return Ok(());
        }
        let (run, stack) = explorer.parts();
        run.check_limit()?;
        match stack.wish(&run.statistics) {
            Wish::GoOn => {}
            Wish::Share if share(explorer) => {}
            Wish::Share => return Ok(()),
            Wish::Stop => {
                publish_all(explorer, false);
                return Ok(());
            }
            Wish::Leave(limit) => return Err(explorer.parts().0.not_exhausted(limit)),
        }
        explorer.parts().0.begin(false);
    }
}

/// Goes to the leaf that was taken.
fn enter<'a, 'w, P: Program + ?Sized + 'a>(
    explorer: &mut impl Explorer<'a, 'w, P>,
    way: &Way,
) -> Result<(), Halt> {
    let (run, stack) = explorer.parts();
    stack.enter(run, way)?;
    explorer.entered(way)
}

/// Runs one execution.
fn execute<'a, 'w, P: Program + ?Sized + 'a>(
    explorer: &mut impl Explorer<'a, 'w, P>,
) -> Result<(), Halt> {
    let (run, stack) = explorer.parts();
    stack.begin(run)?;
    explorer.execute()
}

/// Goes back to where something is left to be explored of what is owned; false if nothing
/// is.
fn next_branch<'a, 'w, P: Program + ?Sized + 'a>(explorer: &mut impl Explorer<'a, 'w, P>) -> bool {
    loop {
        let (run, stack) = explorer.parts();
        if !stack.leave(&mut run.trace) {
            return false;
        }
        let depth = run.trace.len();
        if explorer.is_pending(depth) {
            return true;
        }
    }
}

/// If the execution was given up in the middle: has it been accounted for?
fn leave_off<'a, 'w, P: Program + ?Sized + 'a>(
    explorer: &mut impl Explorer<'a, 'w, P>,
    halt: Halt,
) -> Result<bool, Halt> {
    let Halt::Stopped = halt else {
        return Err(halt);
    };
    let (run, stack) = explorer.parts();
    let is_counted = run.give_up();
    match stack.wish(&run.statistics) {
        Wish::Leave(limit) => Err(run.not_exhausted(limit)),
        _ => Ok(is_counted),
    }
}

/// Gives up the first frame that has something left to be explored. Is anything owned
/// then?
fn share<'a, 'w, P: Program + ?Sized + 'a>(explorer: &mut impl Explorer<'a, 'w, P>) -> bool {
    let (run, stack) = explorer.parts();
    let end = run.trace.len();
    let mut frames = stack.base()..=end;
    let Some(depth) = frames.find(|depth| explorer.is_pending(*depth)) else {
        return false;
    };
    let is_last = depth == end;
    if is_last && explorer.is_one(depth) {
        return true;
    }
    publish(explorer, depth, !is_last, false);
    !is_last
}

/// Gives up everything; if it `is_counted`, the first leaf after the trace is.
fn publish_all<'a, 'w, P: Program + ?Sized + 'a>(
    explorer: &mut impl Explorer<'a, 'w, P>,
    is_counted: bool,
) {
    let end = explorer.parts().0.trace.len();
    publish(explorer, end, false, is_counted);
}

/// Gives up all frames up to that with `depth` events before it; if it `is_counted`, the
/// first leaf of that is.
fn publish<'a, 'w, P: Program + ?Sized + 'a>(
    explorer: &mut impl Explorer<'a, 'w, P>,
    depth: usize,
    is_kept: bool,
    is_counted: bool,
) {
    let base = explorer.parts().1.base();
    let give_up = |depth| {
        let pending = explorer.give_up(depth);
        let (run, stack) = explorer.parts();
        stack.given_up(&run.trace, depth, pending)
    };
    let frames = (base..=depth).map(give_up).collect();
    let (run, stack) = explorer.parts();
    stack.publish(run, frames, is_kept, is_counted);
}
