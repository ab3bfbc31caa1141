//! Optimal-DPOR: source sets and wakeup trees (*Source Sets*, Algorithms 2
//! and 4). Visits every trace once, and never runs into a sleep set.
//!
//! Deviations:
//! - The recursion is a stack of frames, one for each event of `E` and one more.
//! - A race of the replayed prefix is looked at again only if some new event
//!   does not happen after its first event `e`. Otherwise the sequence
//!   `v = notdep(e, E).e'` is the beginning of one that was looked at in an
//!   earlier execution with that prefix; since then `sleep(E')` is the same,
//!   and `wut(E')` has only grown, so by Lemma 4.7, (2) and (4), what covered
//!   the longer sequence covers `v`. To look at no race of the prefix again,
//!   however, would miss traces: a sleeping process can be a weak initial of
//!   the earlier `v` and not of the present one.
//! - Lines 8-14 of Algorithm 4 apply to every operation that can disable
//!   another; which ones do is data of the seam.

use crate::clock::Row;
use crate::outcome::EndedKind;
use crate::run::{Halt, Run};
use crate::sequence::{Next, Sequence};
use crate::sleep::SleepSets;
use crate::trace::Trace;
use crate::wakeup::{Forest, Mismatch, Tree};
use mazurka_program::{Kind, ProcessId, Program};

struct Search<'r, 'a, P: ?Sized> {
    run: &'r mut Run<'a, P>,
    /// `wut(E')` for every prefix `E'` of `E`, without the branch that is being
    /// explored.
    wut: Vec<Tree>,
    /// `sleep(E')` for every prefix `E'` of `E`.
    sleep: SleepSets,
    forest: Forest,
    v: Sequence,
    /// How many events of each process happen before *every* event that is new
    /// in this execution.
    before_new: Vec<u32>,
}

/// An operation that an earlier event may have disabled.
struct Disabled {
    kind: Kind,
    next: Next,
    /// The number it has, or would have, among the events of its process.
    index: u32,
    /// The clock of its past by program order and enabling edges.
    base: Row,
}

pub(crate) fn explore<P: Program + ?Sized>(run: &mut Run<'_, P>) -> Result<(), Halt> {
    let mut sleep = SleepSets::default();
    sleep.push_empty();
    let mut search = Search {
        run,
        wut: vec![Tree::EMPTY],
        sleep,
        forest: Forest::default(),
        v: Sequence::default(),
        before_new: Vec::new(),
    };
    loop {
        search.run.start()?;
        let fresh = search.run.trace.len();
        search.extend_to_the_end(fresh)?;
        if !search.next_branch() {
            debug_assert!(search.forest.is_empty(), "every branch was explored");
            return Ok(());
        }
        search.run.check_limit()?;
    }
}

impl<P: Program + ?Sized> Search<'_, '_, P> {
    /// Lines 15-21, as long as the execution can go on.
    fn extend_to_the_end(&mut self, fresh: usize) -> Result<(), Halt> {
        loop {
            let depth = self.run.trace.len();
            let branch = self.forest.take_first(&mut self.wut[depth]);
            let process = match branch {
                Some((next, _)) => next.process,
                None => match self.choose() {
                    Some(process) => process,
                    None => return self.maximal(fresh),
                },
            };
            self.run.step(process)?;
            let event = Next::of(&self.run.trace, depth);
            if let Some((foretold, _)) = branch
                && foretold != event
            {
                return Err(self.run.not_as_foretold(depth, &foretold, &event));
            }
            self.sleep.push_after(&event);
            self.wut
                .push(branch.map_or(Tree::EMPTY, |(_, subtree)| subtree));
        }
    }

    /// Line 12: an arbitrary enabled process, where the wakeup tree is empty.
    fn choose(&self) -> Option<ProcessId> {
        debug_assert!(
            self.sleep.top().is_empty(),
            "Lemma 7.1(2): with an empty wakeup tree, the sleep set is empty"
        );
        self.run.choose(|process| !self.sleep.contains(process))
    }

    /// Lines 2-7: the end of an execution.
    fn maximal(&mut self, fresh: usize) -> Result<(), Halt> {
        if self.run.anything_enabled() {
            debug_assert!(false, "Theorem 7.13: never blocked by a sleep set");
            return self.run.end(EndedKind::Blocked);
        }
        self.run.trace.meet(fresh, &mut self.before_new);
        self.detect_races(fresh)?;
        self.detect_disabling(fresh)?;
        self.run.statistics.largest_wakeup_tree = self.forest.largest();
        self.run.end(EndedKind::Complete)
    }

    /// Lines 3-7: the reversible races.
    fn detect_races(&mut self, fresh: usize) -> Result<(), Halt> {
        let end = self.run.trace.len();
        for e_prime in 0..end {
            for race in 0..self.run.trace.races(e_prime).len() {
                let trace = &mut self.run.trace;
                let e = trace.races(e_prime)[race] as usize;
                let access = |i: usize| trace.events()[i].effect.access;
                let is_known = e_prime < fresh && precedes_all_new(trace, &self.before_new, e);
                if is_known || !access(e).reversible_with(access(e_prime)) {
                    continue;
                }
                let rows = trace.clocks().rows();
                self.v.reverse_race(trace, e, e_prime, end);
                self.insert(e)?;
                self.v.release(&mut self.run.trace, rows);
            }
        }
        Ok(())
    }

    /// Algorithm 4, lines 8-14: events that may have disabled the operation
    /// that a process would run next after `notdep(e, E)`. Such an operation is
    /// either a later event, or announced at the end.
    fn detect_disabling(&mut self, fresh: usize) -> Result<(), Halt> {
        let end = self.run.trace.len();
        for e_prime in 0..end {
            let event = self.run.trace.events()[e_prime];
            let next = Next::of(&self.run.trace, e_prime);
            if event.operation.kind.disablable_access() == Some(next.access) {
                let is_new = e_prime >= fresh;
                let disabled = Disabled {
                    kind: event.operation.kind,
                    next,
                    index: event.index,
                    base: event.base,
                };
                self.reverse_disabling(&disabled, e_prime, is_new)?;
            }
        }
        for i in 0..self.run.trace.processes().len() {
            let process = self.run.trace.processes()[i];
            let Some(operation) = self.run.status(process).operation() else {
                continue;
            };
            let Some(access) = operation.kind.disablable_access() else {
                continue;
            };
            let next = Next {
                process,
                object: operation.object,
                access,
            };
            let disabled = Disabled {
                kind: operation.kind,
                next,
                index: self.run.trace.next_index(process),
                base: self.run.trace.tail(process),
            };
            self.reverse_disabling(&disabled, end, true)?;
        }
        Ok(())
    }

    /// Considers every event before event number `before` that may have
    /// disabled an operation; if that `is_new`, also those whose `notdep` is the
    /// beginning of one that was considered before.
    fn reverse_disabling(
        &mut self,
        disabled: &Disabled,
        before: usize,
        is_new: bool,
    ) -> Result<(), Halt> {
        let end = self.run.trace.len();
        let trace = &self.run.trace;
        let mut at = trace.events_on(disabled.next.object).find(|e| *e < before);
        while let Some(e) = at {
            let trace = &self.run.trace;
            at = trace.previous_on_object(e);
            let disables = trace.events()[e].operation.kind.disables(disabled.kind);
            let is_known = !is_new && precedes_all_new(trace, &self.before_new, e);
            if is_known || !disables || trace.is_in_past(e, disabled.base) {
                continue;
            }
            let Disabled {
                next, index, base, ..
            } = *disabled;
            self.v.reverse_disabling(trace, e, end, next, index, base);
            self.insert(e)?;
        }
        Ok(())
    }

    /// Lines 6-7: makes sure that something equivalent to `E'.v` is explored,
    /// where `E'` is the first `depth` events.
    fn insert(&mut self, depth: usize) -> Result<(), Halt> {
        self.run.statistics.races += 1;
        let trace = &self.run.trace;
        if self.sleep.covers(trace, depth, &self.v) {
            return Ok(());
        }
        let inserted = self.forest.insert(trace, &mut self.v, &mut self.wut[depth]);
        match inserted {
            Ok(_) => Ok(()),
            Err(Mismatch { expected, found }) => {
                Err(self.run.not_as_foretold(depth, &expected, &found))
            }
        }
    }

    /// Lines 20-21: takes explored events back, until a prefix has something
    /// left in its wakeup tree.
    fn next_branch(&mut self) -> bool {
        while !self.run.trace.is_empty() {
            let event = Next::of(&self.run.trace, self.run.trace.len() - 1);
            self.run.trace.pop();
            self.sleep.pop();
            self.sleep.add(event);
            let explored = self.wut.pop();
            debug_assert_eq!(explored, Some(Tree::EMPTY));
            if !self.wut[self.run.trace.len()].is_empty() {
                return true;
            }
        }
        false
    }
}

/// Does every new event happen after the event `e` of the prefix?
fn precedes_all_new(trace: &Trace, before_new: &[u32], e: usize) -> bool {
    let event = &trace.events()[e];
    before_new[event.process.index()] >= event.index
}
