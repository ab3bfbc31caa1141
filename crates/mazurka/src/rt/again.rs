//! The log of the current execution, and running it again, in the same order or in another.
//!
//! Explorers need not know of these runs. They come when an execution has come to its end: if
//! nothing can run any more, there is nothing to be gone back to but what processes wait for.

use super::buffer;
use super::leak::Leaks;
use super::runtime::Runtime;
use super::state::State;
use mazurka_program::{
    Access, Edge, Interrupt, ObjectId, ProcessId, Program as _, Script, Step, Touch, Turn, memory,
};
use std::ops::Range;
use std::panic::Location;

/// A step of the current execution.
pub(super) struct Logged {
    pub(super) turn: Turn,
    /// Where its operation was called.
    pub(super) place: Option<&'static Location<'static>>,
    touches: Range<u32>,
    edges: Range<u32>,
    recalls: Range<u32>,
    locals: Range<u32>,
}

impl Logged {
    /// A step of which nothing else is known.
    fn of(turn: Turn) -> Logged {
        Logged {
            turn,
            place: None,
            touches: 0..0,
            edges: 0..0,
            recalls: 0..0,
            locals: 0..0,
        }
    }
}

/// Something that local code did and that is no event.
#[derive(Clone, Copy)]
pub(super) struct Local {
    /// How many edges its step had before.
    pub(super) edges: u32,
    pub(super) process: ProcessId,
    pub(super) what: What,
}

/// What local code did.
#[derive(Clone, Copy)]
pub(super) enum What {
    /// A reference of the `Arc` at that address was dropped; was it the last?
    Drop(usize, bool),
    /// The last reference that its process was dropping is gone, with what it frees.
    Dropped,
    /// The block with that number was freed. (Where the beginning of an execution is run again, the
    /// log has the frees of an earlier one there. Numbers begin anew after that, and the last free
    /// with a number counts.)
    Free(u32),
}

/// What an access was told that it finds, where memory is the explorer's.
type Recall = (ObjectId, u32, u64);

/// What the current execution did.
#[derive(Default)]
pub(super) struct Log {
    /// Is it complete?
    pub(super) is_on: bool,
    /// What local code did before the first step.
    pub(super) start: Vec<Edge>,
    /// The steps of this execution are the first `len`. The others are of the one before: its
    /// beginning is mostly run again.
    steps: Vec<Logged>,
    len: usize,
    touches: Vec<(ObjectId, Access)>,
    edges: Vec<Edge>,
    recalls: Vec<Recall>,
    locals: Vec<Local>,
    /// What local code did before the first step, beside edges.
    pub(super) start_locals: Vec<Local>,
    /// The recalls of the step to come, and what the local code of the one that runs did.
    next: Vec<Recall>,
    now: Vec<Local>,
}

impl Log {
    /// Another execution begins.
    pub(super) fn begin(&mut self) {
        self.is_on = true;
        self.len = 0;
        self.next.clear();
        self.now.clear();
    }

    /// The execution has begun.
    pub(super) fn begun(&mut self, edges: &[Edge]) {
        self.start.clear();
        self.start.extend_from_slice(edges);
        self.start_locals.clear();
        self.start_locals.append(&mut self.now);
    }

    /// Local code of the step that runs did something.
    pub(super) fn note(&mut self, local: Local) {
        self.now.push(local);
    }

    pub(super) fn locals_of(&self, step: &Logged) -> &[Local] {
        &self.locals[step.locals.start as usize..step.locals.end as usize]
    }

    /// The steps so far.
    pub(super) fn steps(&self) -> &[Logged] {
        &self.steps[..self.len.min(self.steps.len())]
    }

    /// How many steps there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn touched_by(&self, step: &Logged) -> &[(ObjectId, Access)] {
        &self.touches[step.touches.start as usize..step.touches.end as usize]
    }

    pub(super) fn edges_of(&self, step: &Logged) -> &[Edge] {
        &self.edges[step.edges.start as usize..step.edges.end as usize]
    }

    /// The schedule of the execution.
    pub(super) fn schedule(&self) -> Schedule {
        let steps = self.steps().iter();
        steps
            .map(|step| {
                let recalls = step.recalls.start as usize..step.recalls.end as usize;
                (step.turn, self.recalls[recalls].to_vec())
            })
            .collect()
    }

    pub(super) fn recall(&mut self, object: ObjectId, write: u32, value: u64) {
        self.next.push((object, write, value));
    }

    /// Forgets what the execution before did.
    fn truncate(&mut self) {
        if let Some(first) = self.steps.get(self.len) {
            self.touches.truncate(first.touches.start as usize);
            self.edges.truncate(first.edges.start as usize);
            self.recalls.truncate(first.recalls.start as usize);
            self.locals.truncate(first.locals.start as usize);
            self.steps.truncate(self.len);
        }
    }

    fn add(
        &mut self,
        turn: Turn,
        place: Option<&'static Location<'static>>,
        touches: &[Touch],
        edges: &[Edge],
    ) {
        self.truncate();
        self.len += 1;
        let sizes = |log: &Log| {
            let Log {
                touches,
                edges,
                recalls,
                locals,
                ..
            } = log;
            [touches.len(), edges.len(), recalls.len(), locals.len()]
        };
        let before = sizes(self).map(|size| size as u32);
        let accesses = touches.iter();
        self.touches
            .extend(accesses.map(|touch| (touch.object, touch.access)));
        self.edges.extend_from_slice(edges);
        self.recalls.append(&mut self.next);
        self.locals.append(&mut self.now);
        let after = sizes(self).map(|size| size as u32);
        self.steps.push(Logged {
            turn,
            place,
            touches: before[0]..after[0],
            edges: before[1]..after[1],
            recalls: before[2]..after[2],
            locals: before[3]..after[3],
        });
    }
}

/// Steps, each with what it is told before.
pub(super) type Schedule = Vec<(Turn, Vec<Recall>)>;

impl State {
    /// A step is over, and has not been reported yet. It was an operation at that place.
    #[inline]
    pub(super) fn log_step(&mut self, turn: Turn, place: Option<&'static Location<'static>>) {
        self.more.clear();
        self.log.add(turn, place, &self.touches, &self.edges);
    }

    /// The first steps of a script have been run again. They are still in the log, unless they
    /// were first run elsewhere.
    pub(super) fn log_again(&mut self, script: &Script, len: usize) {
        let log = &mut self.log;
        let before = log.steps.iter().map(|step| step.turn);
        let again = script.cues()[..len].iter().map(|cue| cue.turn);
        if log.steps.len() < len || !before.take(len).eq(again.clone()) {
            log.is_on = false;
            log.len = 0;
            log.truncate();
            log.steps.extend(again.map(Logged::of));
        }
        log.len = len;
        // The log has that already, and frees have been judged.
        log.now.clear();
        self.early.forget_frees();
    }
}

impl Runtime {
    /// Looks at the execution, if it has come to its end: for panics that were not handled, for
    /// leaks, and for frees that come too early. Processes are as before then, though perhaps in another execution.
    ///
    /// # Errors
    /// When something was learnt of the program, or it cannot be run.
    #[inline]
    pub(super) fn if_ended(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        let state = self.shared();
        let is_due =
            state.allocations.leaks != Leaks::Off || state.allows_panics || self.has_frees();
        // (Threads that were to run have not, if the execution is left.)
        match is_due && !memory::is_exceeded() && self.any_enabled().is_none() {
            true => self.ended(step),
            false => Ok(()),
        }
    }

    #[cold]
    fn ended(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        step.findings.extend(self.state().report_unhandled());
        self.state().judge_frees(&mut step.findings);
        let may_leak = self.may_leak();
        if !may_leak && !self.has_pairs() {
            return Ok(());
        }
        let schedule = self.state().log.schedule();
        if may_leak {
            self.look_for_leaks(step)?;
        }
        if !self.has_pairs() {
            return Ok(());
        }
        self.try_pairs(step)?;
        // What the program has left outside of the check is to be of this execution as well.
        match self.again(&schedule)? {
            true => Ok(()),
            false => Err(Interrupt::Error(DIFFERS.to_owned())),
        }
    }

    /// Leaves the execution, and runs the program again, by that schedule as far as it goes. Does
    /// it go to the end?
    ///
    /// # Errors
    /// When something was learnt of the program, or it cannot be run.
    pub(super) fn again(&mut self, schedule: &[(Turn, Vec<Recall>)]) -> Result<bool, Interrupt> {
        self.leave()?;
        if self.state().tainted {
            self.move_to_another_os_thread();
        }
        self.begin();
        self.state().is_again = true;
        self.drain()?;
        self.evaluate()?;
        self.state().forget_step();
        for (turn, recalls) in schedule {
            for (object, write, value) in recalls {
                self.state().recall(*object, *write, *value);
            }
            if !self.is_enabled(turn.process) {
                return Ok(false);
            }
            self.one_more(*turn)?;
        }
        Ok(true)
    }

    /// Takes a step of which no explorer is told.
    fn one_more(&mut self, turn: Turn) -> Result<(), Interrupt> {
        let id = turn.process;
        let state = self.state();
        state.more.push(turn);
        state.alternative = turn.alternative;
        state.past.begin_step(turn);
        if state.memory.status(id).is_some() {
            buffer::flush(state, id);
        } else {
            state.count_step(id);
            self.run(id)?;
        }
        self.drain()?;
        self.evaluate()?;
        self.state().forget_step();
        Ok(())
    }
}

const DIFFERS: &str = "it does not do the same when the same schedule is run again. Perhaps the \
     program reads a random number, or keeps something in a std static from one \
     execution to the next";
