//! The exhaustive explorer: every enabled process at every step, with every
//! alternative of its operation.
//!
//! No reduction at all, and so the measure of the others on small programs.

use crate::outcome::EndedKind;
use crate::packet::Known;
use crate::run::{Halt, Run};
use crate::shared::{self, Frame, Order, Shared, Way};
use mazurka_program::{Program, Turn};

struct Search<'r, 'a, 'w, P: ?Sized> {
    run: &'r mut Run<'a, P>,
    shared: Shared<'w>,
    /// For every prefix of E that has been branched, the steps that are still to be
    /// tried after it, the next one last.
    untried: Vec<Vec<Turn>>,
    /// Has an execution been started that has the events of the trace?
    is_started: bool,
}

pub(crate) fn explore<P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    shared: Shared<'_>,
) -> Result<(), Halt> {
    shared::explore(&mut Search {
        run,
        shared,
        untried: Vec::new(),
        is_started: false,
    })
}

impl<'a, P: Program + ?Sized + 'a> shared::Search<'a, P> for Search<'_, 'a, '_, P> {
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
        shared::enter(self.run, &mut self.shared, None, Order::ByTurn, way)?;
        self.untried.resize(self.run.trace.len(), Vec::new());
        Ok(())
    }

    fn execute(&mut self) -> Result<(), Halt> {
        if !std::mem::take(&mut self.is_started) {
            self.run.start()?;
        }
        while let Some(turn) = self.branch() {
            self.run.step(turn)?;
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

    fn share(&mut self, all: bool) -> bool {
        loop {
            let base = self.shared.base();
            let end = self.run.trace.len();
            let mut frames = base..=end;
            let Some(depth) = frames.find(|depth| !self.untried[*depth].is_empty()) else {
                return false;
            };
            let is_last = depth == end;
            if !all && is_last && self.untried[depth].len() == 1 {
                return true;
            }
            let frames = (base..=depth).map(|depth| self.frame(depth)).collect();
            self.shared.publish(self.run, frames, !is_last);
            if is_last || !all {
                return !is_last;
            }
        }
    }
}

impl<P: Program + ?Sized> Search<'_, '_, '_, P> {
    /// The next step to be taken after the trace, for which there is a frame then.
    fn branch(&mut self) -> Option<Turn> {
        let depth = self.run.trace.len();
        if let Some(untried) = self.untried.get_mut(depth) {
            return untried.pop();
        }
        let mut enabled = Vec::new();
        for process in self.run.trace.processes().iter().rev().copied() {
            if self.run.is_enabled(process) {
                let alternatives = (0..self.run.alternatives(process)).rev();
                enabled.extend(alternatives.map(|alternative| Turn {
                    process,
                    alternative,
                }));
            }
        }
        let first = enabled.pop()?;
        self.untried.push(enabled);
        Some(first)
    }

    /// Gives up what is left to be explored after the first `depth` events.
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
}
