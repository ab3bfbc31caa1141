//! Explores the execution graphs of a program, each consistent one once.
//!
//! The algorithm is TruSt (Kokologiannakis, Marmanis, Gladstein, Vafeiadis, POPL 2022). "Execution
//! graphs" in `docs/ARCHITECTURE.md` says how it shares programs with the other explorers.

mod add;
mod axioms;
mod branches;
mod clock;
mod end;
mod graph;
mod messages;
mod revisit;
mod runner;
mod schedule;
mod strong;
mod task;
mod visit;

pub use task::{Branches, Named, Runs, Task, TaskStep, Together};

use mazurka_explore::{Error, Limits, Observer, Outcome};
use mazurka_memory::Model;
use mazurka_program::Program;

/// What is explored, and what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The memory model.
    pub model: Model,
    /// Strong objects that one operation accesses together.
    pub together: Together,
    /// The program says what comes after a data race, so an execution goes on there.
    pub follows_races: bool,
}

impl Options {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(model: Model) -> Options {
        Options {
            model,
            together: Together::default(),
            follows_races: false,
        }
    }
}

/// Where branches come from, and where they go: other schedulers, a file.
pub trait Work {
    /// The next branch to explore; none if there is nothing left, ever.
    fn take(&mut self) -> Option<Task>;

    /// Does another scheduler wait for work? Asked after each execution.
    fn is_hungry(&mut self) -> bool;

    /// Branches for others; or, after an interruption, what is left.
    fn give(&mut self, tasks: Vec<Task>);

    /// Is it time to stop? Asked before each event. All that is left is given then.
    fn is_interrupted(&mut self) -> bool;

    /// An execution is about to be counted. False if the limit on executions is reached: then
    /// all that is left is given.
    fn may_count(&mut self) -> bool;
}

/// One scheduler, all of the work.
#[derive(Debug)]
pub struct Alone {
    is_begun: bool,
    left: Option<u64>,
}

impl Alone {
    /// With a limit on executions, if there is one.
    #[must_use]
    pub fn new(max_executions: Option<u64>) -> Alone {
        Alone {
            is_begun: false,
            left: max_executions,
        }
    }
}

impl Work for Alone {
    fn take(&mut self) -> Option<Task> {
        let is_first = !self.is_begun;
        self.is_begun = true;
        is_first.then(Task::default)
    }

    fn is_hungry(&mut self) -> bool {
        false
    }

    fn give(&mut self, _: Vec<Task>) {}

    fn is_interrupted(&mut self) -> bool {
        false
    }

    fn may_count(&mut self) -> bool {
        match &mut self.left {
            None => true,
            Some(0) => false,
            Some(left) => {
                *left -= 1;
                true
            }
        }
    }
}

/// Explores all execution graphs of `program`, until all have been visited, a finding ends the
/// exploration, or a limit does. If it ends with `Verdict::Refined`, something was learnt: by the
/// program, or what `options` has together now.
///
/// # Errors
/// When the program cannot be explored.
pub fn explore<P: Program + ?Sized>(
    options: &mut Options,
    program: &mut P,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    let mut work = Alone::new(limits.max_executions);
    explore_with(options, program, limits, observer, &mut work)
}

/// The same as one of several schedulers.
///
/// # Errors
/// When the program cannot be explored.
pub fn explore_with<P: Program + ?Sized>(
    options: &mut Options,
    program: &mut P,
    limits: &Limits,
    observer: &mut dyn Observer,
    work: &mut dyn Work,
) -> Result<Outcome, Error> {
    visit::Visit::new(options, program, limits, observer, work).explore()
}
