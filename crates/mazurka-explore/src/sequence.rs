//! Sequences of events after a prefix, and the notions of *Source Sets* about
//! them: `notdep`, initials, weak initials, independence.
//!
//! When a race between `e` and `e'` is to be reversed, the explorers need the
//! sequence `v = notdep(e, E).e'` after `E' = pre(E, e)`. Its events are those
//! of the execution `E`, except the last: without `e` before it, `e'` may
//! access its object differently, so its access and its clock are found anew.
//!
//! Whether two events depend on one another may depend on a third: a read of
//! what the process itself stored depends on writes that come after the flush of
//! that store. So a sequence knows what comes before it.

use crate::clock::Row;
use crate::next::Next;
use crate::trace::Trace;
use mazurka_program::{ProcessId, StoreId, Turn};

/// An event of a [`Sequence`].
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// What it does.
    pub next: Next,
    /// Its number among the events of its process.
    pub index: u32,
    row: Row,
}

/// A sequence of events after a prefix of an execution.
///
/// A buffer that is meant to be reused: the functions that fill it begin by
/// emptying it.
#[derive(Debug, Default)]
pub struct Sequence {
    items: Vec<Item>,
    /// What is left of the sequence begins here: events are mostly taken out
    /// near its front.
    start: usize,
    /// It comes after so many events of the trace,
    prefix: usize,
    /// and then flushes of these stores, at least.
    passed: Vec<StoreId>,
}

impl Sequence {
    /// The events of the sequence.
    #[must_use]
    #[inline]
    pub fn items(&self) -> &[Item] {
        &self.items[self.start..]
    }

    /// Is nothing in the sequence?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items().is_empty()
    }

    fn clear(&mut self, prefix: usize) {
        self.items.clear();
        self.start = 0;
        self.prefix = prefix;
        self.passed.clear();
    }

    /// Was a store carried out before the sequence begins?
    #[inline]
    fn is_flushed_before(&self, trace: &Trace, store: StoreId) -> bool {
        trace.is_flushed(store, self.prefix) || self.passed.contains(&store)
    }

    /// Was a store carried out before the sequence ends?
    pub(crate) fn is_flushed(&self, trace: &Trace, store: StoreId) -> bool {
        let lists = trace.lists();
        let mut items = self.items().iter();
        self.is_flushed_before(trace, store)
            || items.any(|item| lists.flushes(item.next.accesses) == Some(store))
    }

    /// `next`, which is not in the sequence (any more), comes before what is left
    /// of it.
    pub(crate) fn pass(&mut self, trace: &Trace, next: &Next) {
        self.passed.extend(trace.lists().flushes(next.accesses));
    }

    fn item(trace: &Trace, i: usize) -> Item {
        let event = &trace.events()[i];
        Item {
            next: trace.next(i),
            index: event.index,
            row: event.row,
        }
    }

    /// All the events of `trace` from number `prefix` on.
    pub fn suffix(&mut self, trace: &Trace, prefix: usize) {
        self.clear(prefix);
        self.items
            .extend((prefix..trace.len()).map(|i| Sequence::item(trace, i)));
    }

    /// `notdep(e, E)`: the events after `e` that do not happen after it, where
    /// `E` is the first `end` events of `trace`.
    pub fn notdep(&mut self, trace: &Trace, e: usize, end: usize) {
        self.clear(e);
        for i in e + 1..end {
            if !trace.happens_before(e, i) {
                self.items.push(Sequence::item(trace, i));
            }
        }
    }

    /// Those events of `notdep(e, E)` that are not among the `excluded` and do
    /// not happen after one of them: the largest consistent subsequence without
    /// those events.
    pub(crate) fn notdep_without(
        &mut self,
        trace: &Trace,
        e: usize,
        end: usize,
        excluded: &[usize],
    ) {
        self.clear(e);
        for i in e + 1..end {
            let is_out = |x: &usize| *x == i || trace.happens_before(*x, i);
            if !trace.happens_before(e, i) && !excluded.iter().any(is_out) {
                self.items.push(Sequence::item(trace, i));
            }
        }
    }

    /// Appends `e'`, an event of the trace, that does here what it did there.
    ///
    /// What precedes it among the events that are left is what preceded it in
    /// `E`: a path from one of them to `e'` cannot lead through an event that
    /// happens after `e`, or `e` and `e'` were not in a race.
    pub(crate) fn push_same(&mut self, trace: &Trace, e_prime: usize) {
        self.items.push(Sequence::item(trace, e_prime));
    }

    /// Appends an event that is not in the trace: number `index` of its
    /// process, whose past by program order and enabling edges has the clock
    /// `base`.
    ///
    /// This puts a clock on top of those of the trace: give it back with
    /// [`Sequence::release`] before the trace changes.
    pub(crate) fn push_new(&mut self, trace: &mut Trace, next: Next, index: u32, base: Row) {
        let row = trace.clocks_mut().push_copy(base);
        for i in self.start..self.items.len() {
            let item = self.items[i];
            let is_own = item.next.process() == next.process();
            let flushed = |store| self.is_flushed(trace, store);
            let (before, after) = (item.next.accesses, next.accesses);
            if !is_own && trace.lists().precedes(before, after, flushed) {
                trace.clocks_mut().join_into_top(item.row);
            }
        }
        self.items.push(Item { next, index, row });
    }

    /// Empties the sequence, and gives back the clocks that it pushed, when
    /// there were so many `rows` before.
    pub fn release(&mut self, trace: &mut Trace, rows: u32) {
        self.clear(0);
        trace.clocks_mut().truncate(rows);
    }

    /// The steps of the sequence.
    pub(crate) fn turns(&self) -> impl Iterator<Item = Turn> + '_ {
        self.items().iter().map(|item| item.next.turn)
    }

    /// The place of the first event of `process`.
    #[must_use]
    pub fn first_of(&self, process: ProcessId) -> Option<usize> {
        self.items()
            .iter()
            .position(|item| item.next.process() == process)
    }

    /// Does no event of the sequence happen before the one at place `k`?
    #[must_use]
    pub fn has_no_predecessor(&self, trace: &Trace, k: usize) -> bool {
        let row = self.items()[k].row;
        !self.items()[..k]
            .iter()
            .any(|item| trace.clocks().get(row, item.next.process()) >= item.index)
    }

    /// Does the event at place `j` happen before the one at place `k`, or is it
    /// the same?
    #[must_use]
    pub fn reaches(&self, trace: &Trace, j: usize, k: usize) -> bool {
        let (a, b) = (&self.items()[j], &self.items()[k]);
        j == k || trace.clocks().get(b.row, a.next.process()) >= a.index
    }

    /// Is `process` in `I[E'](v)`, the initials of this sequence `v` (Lemma
    /// 4.2(1)): it occurs, and nothing in `v` happens before its first event?
    #[must_use]
    pub fn is_initial(&self, trace: &Trace, process: ProcessId) -> bool {
        self.first_of(process)
            .is_some_and(|k| self.has_no_predecessor(trace, k))
    }

    /// `I[E'](v)`, in the order of `v`.
    #[must_use]
    pub fn initials(&self, trace: &Trace) -> Vec<ProcessId> {
        let mut initials = Vec::new();
        for (k, item) in self.items().iter().enumerate() {
            let process = item.next.process();
            if self.first_of(process) == Some(k) && self.has_no_predecessor(trace, k) {
                initials.push(process);
            }
        }
        initials
    }

    /// `E' ⊢ p ◇ v`: is what the process of `next` would do, which does not
    /// occur in `v`, independent of all of `v`?
    #[must_use]
    pub fn is_independent(&self, trace: &Trace, next: &Next) -> bool {
        let lists = trace.lists();
        if lists.reads_own(next.accesses) {
            return self.is_own_independent(trace, next);
        }
        // Where the store that an event of v read is carried out within v, that
        // flush depends on what the event would depend on.
        let flushed = |store| self.is_flushed_before(trace, store);
        let mut items = self.items().iter();
        !items.any(|item| item.next.depends_on(next, lists, flushed))
    }

    /// The same for one that reads what its process stored: what comes after the
    /// flush of that is another matter than what comes before.
    #[cold]
    fn is_own_independent(&self, trace: &Trace, next: &Next) -> bool {
        let lists = trace.lists();
        let mut passed = self.passed.clone();
        for item in self.items() {
            let flushed = |store| trace.is_flushed(store, self.prefix) || passed.contains(&store);
            if item.next.depends_on(next, lists, flushed) {
                return false;
            }
            passed.extend(lists.flushes(item.next.accesses));
        }
        true
    }

    /// Is the step `next`, enabled after `E'`, in `WI[E'](v)`, the weak
    /// initials of this sequence `v` (Lemma 4.2(2))?
    #[must_use]
    pub fn is_weak_initial(&self, trace: &Trace, next: &Next) -> bool {
        match self.first_of(next.process()) {
            // Another alternative of the operation is another event.
            Some(k) => self.items()[k].next.turn == next.turn && self.has_no_predecessor(trace, k),
            None => self.is_independent(trace, next),
        }
    }

    /// `v \ p`: takes the event at place `k` out.
    pub(crate) fn remove(&mut self, k: usize) -> Item {
        let item = self.items()[k];
        let start = self.start;
        self.items.copy_within(start..start + k, start + 1);
        self.start += 1;
        item
    }
}
