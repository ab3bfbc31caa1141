//! What explorers have in common: one execution after the other, with what others wish in
//! between, and the way to a leaf that was taken.

use crate::next::Next;
use crate::packet::Known;
use crate::run::{Halt, Run};
use crate::shared::{Frame, Shared, Way, Wish};
use crate::sleep::SleepSets;
use crate::trace::Trace;
use mazurka_program::Program;

/// One of the explorers, between two executions.
pub(crate) trait Search<'a, 'w, P: Program + ?Sized + 'a> {
    fn run(&mut self) -> &mut Run<'a, P>;

    fn wish(&mut self) -> Wish;

    /// Takes the next leaf.
    fn take(&mut self) -> Result<Option<Way>, Halt>;

    /// Goes to the leaf that was taken.
    fn enter(&mut self, way: &Way) -> Result<(), Halt>;

    /// Runs one execution, and plans others.
    fn execute(&mut self) -> Result<(), Halt>;

    /// Goes back to where something is left to be explored of what is owned; false
    /// if nothing is.
    fn next_branch(&mut self) -> bool;

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
    fn frame(&mut self, depth: usize) -> Frame;

    /// The program, and the tree that is shared.
    fn parts(&mut self) -> (&mut Run<'a, P>, &mut Shared<'w>);

    /// All that begins with what was taken has been explored, or given up.
    fn done(&mut self);
}

/// Algorithm 5 and 11: explores one leaf after the other, as long as there are any.
///
/// An execution that is given up in the middle ([`Halt::Stopped`]) is taken back, and
/// what it was begun with is one of the leaves that are left. If it had been accounted
/// for, and only its races were not all looked at, that leaf says so. Sequences that it
/// has inserted stay: they have to be explored in any case.
pub(crate) fn explore<'a, 'w, P: Program + ?Sized + 'a>(
    search: &mut impl Search<'a, 'w, P>,
) -> Result<(), Halt> {
    while let Some(way) = search.take()? {
        explore_leaf(search, &way)?;
        search.done();
    }
    Ok(())
}

/// Explores all that begins with a leaf, or gives it up.
fn explore_leaf<'a, 'w, P: Program + ?Sized + 'a>(
    search: &mut impl Search<'a, 'w, P>,
    way: &Way,
) -> Result<(), Halt> {
    search.run().begin(way.is_counted);
    if let Err(halt) = search.enter(way) {
        let is_counted = leave_off(search, halt)?;
        search.parts().1.put_back(is_counted);
        return Ok(());
    }
    let mut is_first = true;
    loop {
        if let Err(halt) = search.execute() {
            let is_counted = leave_off(search, halt)?;
            search.retreat(is_first);
            if is_first {
                search.parts().1.put_back(is_counted);
            } else {
                publish_all(search, is_counted);
            }
            return Ok(());
        }
        is_first = false;
        if !search.next_branch() {
            return Ok(());
        }
        search.run().check_limit()?;
        match search.wish() {
            Wish::GoOn => {}
            Wish::Share if share(search) => {}
            Wish::Share => return Ok(()),
            Wish::Stop => {
                publish_all(search, false);
                return Ok(());
            }
            Wish::Leave(limit) => return Err(search.run().not_exhausted(limit)),
        }
        search.run().begin(false);
    }
}

/// If the execution was given up in the middle: has it been accounted for?
fn leave_off<'a, 'w, P: Program + ?Sized + 'a>(
    search: &mut impl Search<'a, 'w, P>,
    halt: Halt,
) -> Result<bool, Halt> {
    let Halt::Stopped = halt else {
        return Err(halt);
    };
    let is_counted = search.run().give_up();
    match search.wish() {
        Wish::Leave(limit) => Err(search.run().not_exhausted(limit)),
        _ => Ok(is_counted),
    }
}

/// Gives up the first frame that has something left to be explored. Is anything owned
/// then?
fn share<'a, 'w, P: Program + ?Sized + 'a>(search: &mut impl Search<'a, 'w, P>) -> bool {
    let end = search.run().trace.len();
    let mut frames = search.parts().1.base()..=end;
    let Some(depth) = frames.find(|depth| search.is_pending(*depth)) else {
        return false;
    };
    let is_last = depth == end;
    if is_last && search.is_one(depth) {
        return true;
    }
    publish(search, depth, !is_last, false);
    !is_last
}

/// Gives up everything; if it `is_counted`, the first leaf after the trace is.
fn publish_all<'a, 'w, P: Program + ?Sized + 'a>(
    search: &mut impl Search<'a, 'w, P>,
    is_counted: bool,
) {
    let end = search.run().trace.len();
    publish(search, end, false, is_counted);
}

/// Gives up all frames up to that with `depth` events before it; if it `is_counted`, the
/// first leaf of that is.
fn publish<'a, 'w, P: Program + ?Sized + 'a>(
    search: &mut impl Search<'a, 'w, P>,
    depth: usize,
    is_kept: bool,
    is_counted: bool,
) {
    let base = search.parts().1.base();
    let frames = (base..=depth).map(|depth| search.frame(depth)).collect();
    let (run, shared) = search.parts();
    shared.publish(run, frames, is_kept, is_counted);
}

/// In which order the steps after a prefix are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// In that of the tree: alternatives of an operation have nothing to do with one
    /// another.
    ByTurn,
    /// All alternatives of an operation where the first of them is, so that all of
    /// them sleep or none.
    ByProcess,
}

/// Runs the program to the leaf that was taken, with the sleep sets that the order
/// of the tree asks for.
pub(crate) fn enter<P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    shared: &mut Shared<'_>,
    mut sleep: Option<&mut SleepSets>,
    order: Order,
    way: &Way,
) -> Result<(), Halt> {
    while run.trace.len() > way.common {
        run.trace.pop();
        if let Some(sleep) = &mut sleep {
            sleep.pop();
        }
    }
    if let Some(sleep) = &mut sleep {
        sleep.reset();
    }
    run.start()?;
    let base = shared.base();
    for depth in way.common..base {
        if let Some(sleep) = &mut sleep {
            put_to_sleep(run, shared, sleep, order, depth)?;
        }
        shared.check()?;
        let step = shared.step(depth);
        // No way leads through what sleeps; but a file may say anything.
        if sleep
            .as_ref()
            .is_some_and(|sleep| sleep.contains(step.turn))
        {
            return Err(Halt::malformed());
        }
        run.advance(step.turn, depth < base - way.new)?;
        check_foretold::<P>(&run.trace, depth, step)?;
        if let Some(sleep) = &mut sleep {
            sleep.push_after(&run.trace);
        }
    }
    run.set_fresh(way.common);
    Ok(())
}

/// Puts what is explored before the next step to the leaf into the sleep set.
fn put_to_sleep<P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    shared: &mut Shared<'_>,
    sleep: &mut SleepSets,
    order: Order,
    depth: usize,
) -> Result<(), Halt> {
    let mut is_elsewhere = false;
    for known in shared.elders(depth, order, |process| run.alternatives(process)) {
        if sleep.contains(known.turn) {
            continue;
        }
        let next = match known.next() {
            Some(next) => next,
            None => {
                is_elsewhere = true;
                let turn = known.turn;
                let accesses = run.peek(turn)?;
                let next = Next { turn, accesses };
                shared.learn(depth, next);
                next
            }
        };
        sleep.add(next);
    }
    if is_elsewhere {
        run.start()?;
    }
    Ok(())
}

/// What was found to be accessed must be what was foretold.
pub(crate) fn check_foretold<P: Program + ?Sized>(
    trace: &Trace,
    depth: usize,
    foretold: Known,
) -> Result<(), Halt> {
    let event = trace.next(depth);
    match foretold.next() {
        Some(next) if next != event => Err(Run::<P>::not_as_foretold(trace, depth, &next, &event)),
        _ => Ok(()),
    }
}
