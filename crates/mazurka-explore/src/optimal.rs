//! Optimal-DPOR: source sets and wakeup trees (*Source Sets*, Algorithms 2
//! and 4). Visits every trace once, and never runs into a sleep set.
//!
//! Deviations:
//! - The recursion is a stack of frames, one for each event of `E` and one more.
//! - Race detection looks only at pairs whose second event is new in this
//!   execution, or is announced at its end. The pairs in the replayed prefix
//!   were looked at when their second event was new. What follows them now may
//!   add events to `v`; but an event `b` of such a `v` that a sleeping process
//!   depends on is in a race with that process's event in the executions that
//!   made it sleep, so that a branch of `E'` on which `b` comes first has been
//!   inserted then. (The oracle checks this on random programs.)
//! - Lines 8-14 of Algorithm 4 apply to every operation that can disable
//!   another; which ones do is data of the seam.

use crate::outcome::EndedKind;
use crate::run::{Halt, Run};
use crate::sequence::{Next, Sequence};
use crate::sleep::SleepSets;
use crate::wakeup::{Forest, Tree};
use mazurka_program::{ProcessId, Program};

struct Search<'r, 'a, P: ?Sized> {
    run: &'r mut Run<'a, P>,
    /// `wut(E')` for every prefix `E'` of `E`, without the branch that is being
    /// explored.
    wut: Vec<Tree>,
    /// `sleep(E')` for every prefix `E'` of `E`.
    sleep: SleepSets,
    forest: Forest,
    v: Sequence,
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
            let (process, subtree) = match self.forest.take_first(&mut self.wut[depth]) {
                Some((next, subtree)) => (next.process, subtree),
                None => match self.choose() {
                    Some(process) => (process, Tree::EMPTY),
                    None => return self.maximal(fresh),
                },
            };
            self.run.step(process)?;
            self.sleep.push_after(&Next::of(&self.run.trace, depth));
            self.wut.push(subtree);
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
        self.detect_races(fresh);
        self.detect_disabling(fresh);
        self.run.statistics.largest_wakeup_tree = self.forest.largest();
        self.run.end(EndedKind::Complete)
    }

    /// Lines 3-7: the reversible races whose second event is new.
    fn detect_races(&mut self, fresh: usize) {
        let end = self.run.trace.len();
        for e_prime in fresh..end {
            for race in 0..self.run.trace.races(e_prime).len() {
                let trace = &mut self.run.trace;
                let e = trace.races(e_prime)[race] as usize;
                let access = |i: usize| trace.events()[i].effect.access;
                if !access(e).reversible_with(access(e_prime)) {
                    continue;
                }
                let rows = trace.clocks().rows();
                self.v.reverse_race(trace, e, e_prime, end);
                self.insert(e);
                self.v.release(&mut self.run.trace, rows);
            }
        }
    }

    /// Algorithm 4, lines 8-14: events that may have disabled the operation
    /// that a process would run next after `notdep(e, E)`. Such an operation is
    /// either a later event, or announced at the end.
    fn detect_disabling(&mut self, fresh: usize) {
        let end = self.run.trace.len();
        for e_prime in fresh..end {
            let event = self.run.trace.events()[e_prime];
            let index = event.index;
            let next = Next::of(&self.run.trace, e_prime);
            if event.operation.kind.disablable_access() == Some(next.access) {
                self.reverse_disabling(event.operation.kind, next, index, event.base, e_prime);
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
            let index = self.run.trace.next_index(process);
            let base = self.run.trace.tail(process);
            self.reverse_disabling(operation.kind, next, index, base, end);
        }
    }

    /// Considers every event before event number `before` that may disable an
    /// operation whose past, by program order and enabling edges, is `base`.
    fn reverse_disabling(
        &mut self,
        kind: mazurka_program::Kind,
        next: Next,
        index: u32,
        base: crate::clock::Row,
        before: usize,
    ) {
        let end = self.run.trace.len();
        let trace = &self.run.trace;
        let mut at = trace.events_on(next.object).find(|e| *e < before);
        while let Some(e) = at {
            let trace = &self.run.trace;
            at = trace.previous_on_object(e);
            let disables = trace.events()[e].operation.kind.disables(kind);
            if !disables || trace.is_in_past(e, base) {
                continue;
            }
            self.v.reverse_disabling(trace, e, end, next, index, base);
            self.insert(e);
        }
    }

    /// Lines 6-7: makes sure that something equivalent to `E'.v` is explored,
    /// where `E'` is the first `depth` events.
    fn insert(&mut self, depth: usize) {
        self.run.statistics.races += 1;
        let trace = &self.run.trace;
        if !self.sleep.covers(trace, depth, &self.v) {
            let tree = &mut self.wut[depth];
            self.forest.insert(trace, &mut self.v, tree);
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
