//! The search with backtrack sets and sleep sets that `classic` and `source`
//! share: Algorithm 1 of *Source Sets*, with the locks of Algorithm 3.
//!
//! The two differ only in the test and the addition at lines 8 and 9, which is
//! the [`Rule`] each of them gives.
//!
//! Deviations: the recursion is a stack of frames; and lines 2-8 of Algorithm 3
//! (a process that announces an operation which an earlier event may have
//! disabled) look at all such events that the process does not happen after,
//! not only at those on locks: which operations disable which is data of the
//! seam. For locks the latest of them is the only one, as the paper has it.

use crate::outcome::EndedKind;
use crate::run::{Halt, Run};
use crate::sequence::{Next, Sequence};
use crate::sleep::SleepSets;
use crate::trace::Trace;
use mazurka_program::{ProcessId, Program};

/// How `backtrack(E')` is extended so that something equivalent to `E'.v` will
/// be explored, where the last event of `v` reverses a race.
pub(crate) trait Rule {
    fn extend(trace: &Trace, v: &Sequence, backtrack: &mut Vec<ProcessId>);
}

struct Search<'r, 'a, P: ?Sized> {
    run: &'r mut Run<'a, P>,
    /// `backtrack(E')` for every prefix `E'` of `E` that has been branched.
    backtrack: Vec<Vec<ProcessId>>,
    sleep: SleepSets,
    v: Sequence,
}

pub(crate) fn explore<R: Rule, P: Program + ?Sized>(run: &mut Run<'_, P>) -> Result<(), Halt> {
    let mut sleep = SleepSets::default();
    sleep.push_empty();
    let mut search = Search {
        run,
        backtrack: Vec::new(),
        sleep,
        v: Sequence::default(),
    };
    let mut next = None;
    loop {
        search.run.start()?;
        search.extend_to_the_end::<R>(next)?;
        next = search.next_branch();
        if next.is_none() {
            return Ok(());
        }
        search.run.check_limit()?;
    }
}

impl<P: Program + ?Sized> Search<'_, '_, P> {
    /// Runs the execution on, first with `branch` if there is one, until it is
    /// maximal or blocked by its sleep set.
    fn extend_to_the_end<R: Rule>(&mut self, branch: Option<ProcessId>) -> Result<(), Halt> {
        let mut branch = branch;
        loop {
            let process = match branch.take() {
                Some(process) => process,
                None => {
                    self.detect_disabling::<R>();
                    match self.run.choose(|process| !self.sleep.contains(process)) {
                        Some(process) => {
                            self.backtrack.push(vec![process]);
                            process
                        }
                        None if self.run.anything_enabled() => {
                            return self.run.end(EndedKind::Blocked);
                        }
                        None => return self.run.end(EndedKind::Complete),
                    }
                }
            };
            self.run.step(process)?;
            self.detect_races::<R>();
            let event = self.run.trace.len() - 1;
            self.sleep.push_after(&Next::of(&self.run.trace, event));
        }
    }

    /// Algorithm 1, lines 5-9, for the last event.
    fn detect_races<R: Rule>(&mut self) {
        let trace = &mut self.run.trace;
        let e_prime = trace.len() - 1;
        for race in 0..trace.races(e_prime).len() {
            let e = trace.races(e_prime)[race] as usize;
            let access = |i: usize| trace.events()[i].effect.access;
            if !access(e).reversible_with(access(e_prime)) {
                continue;
            }
            self.run.statistics.races += 1;
            let rows = trace.clocks().rows();
            self.v.reverse_race(trace, e, e_prime, e_prime);
            R::extend(trace, &self.v, &mut self.backtrack[e]);
            self.v.release(trace, rows);
        }
    }

    /// Algorithm 3, lines 2-8: processes whose next operation, enabled or not,
    /// some event may have disabled.
    fn detect_disabling<R: Rule>(&mut self) {
        let trace = &self.run.trace;
        for process in trace.processes() {
            let Some(operation) = self.run.status(*process).operation() else {
                continue;
            };
            let Some(access) = operation.kind.disablable_access() else {
                continue;
            };
            let next = Next {
                process: *process,
                object: operation.object,
                access,
            };
            let base = trace.tail(*process);
            let disabler = trace
                .events_on(operation.object)
                .find(|e| trace.events()[*e].operation.kind.disables(operation.kind));
            let Some(e) = disabler.filter(|e| !trace.is_in_past(*e, base)) else {
                continue;
            };
            self.run.statistics.races += 1;
            let index = trace.next_index(*process);
            self.v
                .reverse_disabling(trace, e, trace.len(), next, index, base);
            R::extend(trace, &self.v, &mut self.backtrack[e]);
        }
    }

    /// Takes events back until some prefix has a process in its backtrack set
    /// that does not sleep, and returns that process.
    fn next_branch(&mut self) -> Option<ProcessId> {
        while !self.run.trace.is_empty() {
            let event = Next::of(&self.run.trace, self.run.trace.len() - 1);
            self.run.trace.pop();
            self.sleep.pop();
            self.sleep.add(event);
            let backtrack = self.backtrack.last().expect("a set for every event");
            let next = backtrack
                .iter()
                .copied()
                .find(|process| !self.sleep.contains(*process));
            if next.is_some() {
                return next;
            }
            self.backtrack.pop();
        }
        None
    }
}
