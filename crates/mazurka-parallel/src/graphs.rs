//! Schedulers that explore execution graphs: nothing is shared but the queue of branches.

use crate::frontier::{Frontier, Piece};
use mazurka_explore::{Error, Limit, Limits, Observer, Outcome, Verdict};
use mazurka_graph::{Options, Task, Work, explore_with};
use mazurka_program::Program;

/// Execution graphs and execution trees are explored by different explorers.
pub(crate) fn mixed() -> Error {
    Error::Program("internal error: this frontier is one of another explorer".to_owned())
}

impl Frontier {
    /// Explores execution graphs as scheduler number `scheduler`, until nothing is left or all
    /// are told to stop. A finding that ends the exploration, or an error, ends that of all.
    /// What is learnt is in `options` then.
    ///
    /// # Errors
    /// When the program cannot be explored.
    pub fn explore_graphs<P: Program + ?Sized>(
        &self,
        scheduler: usize,
        options: &mut Options,
        program: &mut P,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, Error> {
        let limits = Limits {
            max_executions: None,
            ..limits.clone()
        };
        if !self.options().graphs {
            return self.finish(Err(mixed()), limits.keep_going);
        }
        let mut branches = Branches {
            frontier: self,
            number: scheduler,
            has_taken: false,
            is_told: false,
        };
        let mut result = explore_with(options, program, &limits, observer, &mut branches);
        if let Ok(outcome) = &mut result
            && (branches.is_told || self.is_interrupted())
            && let Verdict::NotExhausted(Limit::Executions | Limit::Observer) = outcome.verdict
        {
            // It has stopped since it was told so, and has given back what is left. The frontier
            // knows why.
            outcome.verdict = Verdict::Verified;
        }
        if let Ok(Outcome {
            verdict: Verdict::Refined,
            ..
        }) = &result
        {
            // Nothing that was explored counts: it begins anew, or all leave.
            branches.has_taken = false;
        }
        self.finish(result, limits.keep_going)
    }
}

/// The branches, as one scheduler sees them.
struct Branches<'f> {
    frontier: &'f Frontier,
    number: usize,
    /// Is it exploring one?
    has_taken: bool,
    /// Was it told to stop?
    is_told: bool,
}

impl Branches<'_> {
    /// What it was exploring is done, or what is left of it has been given.
    fn done(&mut self) {
        if std::mem::take(&mut self.has_taken) {
            self.frontier.pool().done();
        }
    }
}

impl Work for Branches<'_> {
    fn take(&mut self) -> Option<Task> {
        self.done();
        match self.frontier.pool().take(self.number)? {
            Piece::Task(task) => {
                self.has_taken = true;
                Some(task)
            }
            Piece::Leaf(_) => {
                self.frontier.leave();
                None
            }
        }
    }

    #[inline]
    fn is_hungry(&mut self) -> bool {
        self.frontier.is_hungry(self.number)
    }

    fn give(&mut self, tasks: Vec<Task>) {
        // The last of a queue is taken first.
        let pieces = tasks.into_iter().rev().map(Piece::Task);
        self.frontier.pool().push(self.number, pieces);
    }

    #[inline]
    fn is_interrupted(&mut self) -> bool {
        self.is_told |= self.frontier.is_interrupted();
        self.is_told
    }

    #[inline]
    fn may_count(&mut self) -> bool {
        self.is_told |= self.frontier.is_paused() || !self.frontier.ticket(false);
        !self.is_told
    }
}

impl Drop for Branches<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // What it was exploring will never be done.
            self.frontier.leave();
        }
        self.done();
    }
}
