//! The search with backtrack sets and sleep sets that `classic` and `source`
//! share: Algorithm 1 of *Source Sets*, with the blocking of Algorithms 3 and 5.
//!
//! The two differ only in the test and the addition at lines 8 and 9, which is
//! the [`Rule`] each of them gives.
//!
//! Deviations: the recursion is a stack of frames; races are looked for when
//! the execution has ended, for each of its new events as if that were the
//! last; an operation that may be disabled (Algorithm 5, lines 2-10) is looked
//! at where it runs, or at the end if it never does; and a process whose
//! operation has alternatives is explored with each of them.

use crate::outcome::EndedKind;
use crate::reversal::{self, Disabling, Pending};
use crate::run::{Halt, Run};
use crate::sequence::{Sequence, Sketch};
use crate::sleep::SleepSets;
use crate::trace::{Race, Trace, can_be_disabled};
use mazurka_program::{Program, Turn};

/// How `backtrack(E')` is extended so that something equivalent to `E'.v` will
/// be explored, where the last event of `v` reverses a race.
pub(crate) trait Rule {
    fn extend(trace: &Trace, v: &Sequence, backtrack: &mut Vec<Turn>);
}

struct Search<'r, 'a, P: ?Sized> {
    run: &'r mut Run<'a, P>,
    /// `backtrack(E')` for every prefix `E'` of `E` that has been branched.
    backtrack: Vec<Vec<Turn>>,
    sleep: SleepSets,
    v: Sequence,
    /// A buffer.
    suspects: Vec<usize>,
}

pub(crate) fn explore<R: Rule, P: Program + ?Sized>(run: &mut Run<'_, P>) -> Result<(), Halt> {
    let mut sleep = SleepSets::default();
    sleep.push_empty();
    let mut search = Search {
        run,
        backtrack: Vec::new(),
        sleep,
        v: Sequence::default(),
        suspects: Vec::new(),
    };
    let mut next = None;
    loop {
        search.run.start()?;
        let fresh = search.run.trace.len();
        let ended = search.extend_to_the_end(next)?;
        let announced = Pending::announced(search.run);
        search.run.end(ended)?;
        search.detect_races::<R>(fresh)?;
        search.detect_disabling::<R>(announced)?;
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
    fn extend_to_the_end(&mut self, branch: Option<Turn>) -> Result<EndedKind, Halt> {
        let mut branch = branch;
        loop {
            let turn = match branch.take() {
                Some(turn) => turn,
                None => {
                    let may = |process| !self.sleep.contains_process(process);
                    match self.run.choose(may) {
                        Some(process) => {
                            self.backtrack.push(vec![process.into()]);
                            process.into()
                        }
                        None if self.run.anything_enabled() => return Ok(EndedKind::Blocked),
                        None => return Ok(EndedKind::Complete),
                    }
                }
            };
            self.add_alternatives(turn);
            self.run.step(turn)?;
            self.sleep.push_after(&self.run.trace);
        }
    }

    /// Puts the other alternatives of a process that is about to run next to it
    /// in the backtrack set.
    fn add_alternatives(&mut self, turn: Turn) {
        let alternatives = self.run.alternatives(turn.process);
        let backtrack = &mut self.backtrack[self.run.trace.len()];
        if turn.alternative != 0 || alternatives == 1 {
            return;
        }
        let at = backtrack.iter().position(|other| *other == turn);
        let at = at.expect("what runs is in the backtrack set") + 1;
        backtrack.splice(
            at..at,
            (1..alternatives).map(|alternative| Turn {
                process: turn.process,
                alternative,
            }),
        );
    }

    /// Algorithm 1, lines 5-9, for every new event.
    fn detect_races<R: Rule>(&mut self, fresh: usize) -> Result<(), Halt> {
        for e_prime in fresh..self.run.trace.len() {
            for race in 0..self.run.trace.races(e_prime).len() {
                let Race { first, is_same, .. } = self.run.trace.races(e_prime)[race];
                let e = first as usize;
                let rows = self.run.trace.clocks().rows();
                let v = if is_same {
                    Some(Sketch::same(&self.run.trace, e, e_prime))
                } else {
                    reversal::race(self.run, &mut self.v, e, e_prime, e_prime)?
                };
                if let Some(v) = v {
                    v.write(&mut self.run.trace, &mut self.v, e_prime);
                    self.run.statistics.races += 1;
                    R::extend(&self.run.trace, &self.v, &mut self.backtrack[e]);
                }
                self.v.release(&mut self.run.trace, rows);
            }
            if !can_be_disabled(&self.run.trace.events()[e_prime].operation) {
                continue;
            }
            if let Some(mut pending) = Pending::ran(&self.run.trace, e_prime) {
                self.reverse_disabling::<R>(&mut pending, e_prime)?;
            }
        }
        Ok(())
    }

    /// Algorithm 5, lines 2-10, for what is announced at the end.
    fn detect_disabling<R: Rule>(&mut self, announced: Vec<Pending>) -> Result<(), Halt> {
        let end = self.run.trace.len();
        for mut pending in announced {
            self.reverse_disabling::<R>(&mut pending, end)?;
        }
        Ok(())
    }

    fn reverse_disabling<R: Rule>(
        &mut self,
        pending: &mut Pending,
        end: usize,
    ) -> Result<(), Halt> {
        loop {
            let known = pending.known();
            pending.suspects(&self.run.trace, &mut self.suspects);
            for i in 0..self.suspects.len() {
                let e = self.suspects[i];
                let trace = &mut self.run.trace;
                let backtrack = &mut self.backtrack[e];
                match reversal::has_disabled(trace, pending, e, end) {
                    Disabling::No => continue,
                    Disabling::Yes(v) => {
                        let rows = trace.clocks().rows();
                        v.write(trace, &mut self.v, end);
                        R::extend(trace, &self.v, backtrack);
                        self.v.release(trace, rows);
                        self.run.statistics.races += 1;
                        continue;
                    }
                    Disabling::Unknown => {}
                }
                let races = &mut 0;
                let mut found = |trace: &mut Trace, v: &mut Sequence| {
                    *races += 1;
                    R::extend(trace, v, backtrack);
                    Ok(())
                };
                reversal::disabling(self.run, &mut self.v, pending, e, end, &mut found)?;
                self.run.statistics.races += *races;
            }
            if pending.known() == known {
                return Ok(());
            }
        }
    }

    /// Takes events back until some prefix has a step in its backtrack set
    /// that does not sleep, and returns that step.
    fn next_branch(&mut self) -> Option<Turn> {
        while !self.run.trace.is_empty() {
            let event = self.run.trace.next(self.run.trace.len() - 1);
            self.run.trace.pop();
            self.sleep.pop();
            self.sleep.add(event);
            let backtrack = self.backtrack.last().expect("a set for every event");
            let next = backtrack
                .iter()
                .copied()
                .find(|turn| !self.sleep.contains(*turn));
            if next.is_some() {
                return next;
            }
            self.backtrack.pop();
        }
        None
    }
}
