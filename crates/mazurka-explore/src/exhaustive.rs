//! The exhaustive explorer: every enabled process at every step, with every
//! alternative of its operation.
//!
//! No reduction at all, and so the measure of the others on small programs.

use crate::outcome::EndedKind;
use crate::packet::Known;
use crate::run::{Halt, Run};
use crate::search::{self, Order};
use crate::shared::{self, Frame, Shared, Way};
use mazurka_program::{Program, Turn};

struct Search<'r, 'a, 'w, P: ?Sized> {
    run: &'r mut Run<'a, P>,
    shared: Shared<'w>,
    /// For every prefix of E that has been branched, the steps that are still to be
    /// tried after it, the next one last.
    untried: Vec<Vec<Turn>>,
    /// Has an execution been started that has the events of the trace?
    is_started: bool,
    /// The number of events that this execution was begun after.
    begun: usize,
    /// Its first step after these.
    first: Option<Turn>,
}

pub(crate) fn explore<P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    shared: Shared<'_>,
) -> Result<(), Halt> {
    search::explore(&mut Search {
        run,
        shared,
        untried: Vec::new(),
        is_started: false,
        begun: 0,
        first: None,
    })
}

impl<'a, 'w, P: Program + ?Sized + 'a> search::Search<'a, 'w, P> for Search<'_, 'a, 'w, P> {
    fn run(&mut self) -> &mut Run<'a, P> {
        self.run
    }

    fn wish(&mut self) -> shared::Wish {
        self.shared.wish(&self.run.statistics)
    }

    fn take(&mut self) -> Result<Option<Way>, Halt> {
        self.shared.take(self.run)
    }

    fn done(&mut self) {
        self.shared.done(&self.run.statistics);
    }

    fn enter(&mut self, way: &Way) -> Result<(), Halt> {
        self.is_started = true;
        self.untried.clear();
        search::enter(self.run, &mut self.shared, None, Order::ByTurn, way)?;
        self.untried.resize(self.run.trace.len(), Vec::new());
        Ok(())
    }

    fn execute(&mut self) -> Result<(), Halt> {
        self.begun = self.run.trace.len();
        self.first = None;
        if !std::mem::take(&mut self.is_started) {
            self.run.start()?;
        }
        self.shared.check()?;
        while let Some(turn) = self.branch()? {
            self.first.get_or_insert(turn);
            self.run.step(turn)?;
            self.shared.check()?;
        }
        self.run.end(EndedKind::Complete)
    }

    fn next_branch(&mut self) -> bool {
        while self.run.trace.len() > self.shared.base() {
            self.run.trace.pop();
            if !self.untried[self.run.trace.len()].is_empty() {
                return true;
            }
            self.untried.pop();
        }
        false
    }

    fn retreat(&mut self, _: bool) {
        while self.run.trace.len() > self.begun {
            self.run.trace.pop();
        }
        self.untried.truncate(self.begun + 1);
        if let Some(untried) = self.untried.get_mut(self.begun) {
            untried.extend(self.first);
        }
    }

    fn is_pending(&self, depth: usize) -> bool {
        !self.untried[depth].is_empty()
    }

    fn is_one(&self, depth: usize) -> bool {
        self.untried[depth].len() == 1
    }

    fn frame(&mut self, depth: usize) -> Frame {
        let untried = std::mem::take(&mut self.untried[depth]);
        let trace = &self.run.trace;
        Frame {
            elders: Vec::new(),
            on_way: (depth < trace.len()).then(|| trace.next(depth).into()),
            pending: untried
                .into_iter()
                .rev()
                .map(|turn| shared::Pending {
                    parent: None,
                    known: Known::from(turn),
                    is_asleep: false,
                })
                .collect(),
        }
    }

    fn parts(&mut self) -> (&mut Run<'a, P>, &mut Shared<'w>) {
        (self.run, &mut self.shared)
    }
}

impl<P: Program + ?Sized> Search<'_, '_, '_, P> {
    /// The next step to be taken after the trace, for which there is a frame then.
    fn branch(&mut self) -> Result<Option<Turn>, Halt> {
        let depth = self.run.trace.len();
        if let Some(untried) = self.untried.get_mut(depth) {
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
        let Some(first) = enabled.pop() else {
            return Ok(None);
        };
        self.untried.push(enabled);
        Ok(Some(first))
    }
}
