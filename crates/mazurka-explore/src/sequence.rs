//! Sequences of events after a prefix, and the notions of *Source Sets* about
//! them: `notdep`, initials, weak initials, independence.
//!
//! When a race between `e` and `e'` is to be reversed, the explorers need the
//! sequence `v = notdep(e, E).e'` after `E' = pre(E, e)`. Its events are those
//! of the execution `E`, except the last: without `e` before it, `e'` may
//! access its object differently, so its access and its clock are found anew.
//!
//! Whether two events depend on one another may depend on a flush before them (see
//! `own`). So a sequence knows what comes before it.

use crate::clock::Row;
use crate::mail::{Choice, Part, Took};
use crate::next::{Accesses, Next};
use crate::own::{self, Flushed};
use crate::trace::{MANY, Trace, index};
use mazurka_program::{ProcessId, StoreId, Turn};
use smallvec::SmallVec;

pub use crate::trace::Item;

/// The number, among the events of its process, of an event that was taken out:
/// no clock has that many in its past.
const TAKEN: u32 = u32::MAX;

/// The place of no event.
const NOWHERE: u32 = u32::MAX;

/// A sequence of events after a prefix of an execution.
///
/// A buffer that is meant to be reused: the functions that fill it begin by
/// emptying it.
#[derive(Clone, Debug, Default)]
pub struct Sequence {
    /// An event that was taken out from between others stays in its place,
    /// accesses nothing and happens before nothing.
    items: Vec<Item>,
    /// What is left of the sequence begins here.
    start: usize,
    /// How many events are left.
    left: usize,
    /// The last event was appended by one of the functions for that.
    is_appended: bool,
    /// The place that it comes after.
    before: Flushed,
    index: Option<Index>,
    /// For each process, a place before which none of its events is left;
    /// [`NOWHERE`] if none is left at all. If there is an index.
    firsts: Vec<u32>,
    /// Events that were taken out from between others.
    taken: Vec<Item>,
    /// Steps that came before what is left, and are no events of the sequence.
    foreign: Vec<Next>,
}

/// What makes it faster to ask a sequence several questions.
#[derive(Clone, Copy, Debug)]
struct Index {
    /// The objects that are accessed, by [`Accesses::mask`], or more.
    mask: u64,
    /// The smallest number of a process, or a smaller one.
    least: u32,
}

impl Sequence {
    /// The events of the sequence, if none has been taken out.
    #[must_use]
    #[inline]
    pub fn items(&self) -> &[Item] {
        debug_assert_eq!(self.left, self.items.len());
        &self.items
    }

    /// Makes this the same as another, of which nothing has been asked yet.
    pub(crate) fn copy(&mut self, other: &Sequence) {
        debug_assert!(other.index.is_none());
        self.items.clone_from(&other.items);
        self.start = other.start;
        self.left = other.left;
        self.is_appended = other.is_appended;
        self.before.clone_from(&other.before);
        self.index = None;
        self.taken.clone_from(&other.taken);
        self.foreign.clone_from(&other.foreign);
    }

    /// The events that are left.
    #[inline]
    pub(crate) fn left(&self) -> impl Iterator<Item = &Item> {
        let items = self.items[self.start..].iter();
        items.filter(|item| item.index != TAKEN)
    }

    /// The event at a place.
    #[inline]
    pub(crate) fn item(&self, k: usize) -> &Item {
        &self.items[k]
    }

    /// Is nothing in the sequence?
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.left == 0
    }

    #[inline]
    fn clear(&mut self, prefix: usize) {
        self.items.clear();
        self.start = 0;
        self.left = 0;
        self.is_appended = false;
        self.before.begin(prefix);
        self.index = None;
        self.taken.clear();
        self.foreign.clear();
    }

    #[inline]
    fn push(&mut self, item: &Item) {
        self.items.push(*item);
        self.left += 1;
    }

    /// Makes what follows faster, if there are to be several questions.
    fn make_index(&mut self, trace: &Trace) {
        self.firsts.clear();
        self.firsts.resize(trace.width(), NOWHERE);
        let (mut mask, mut least) = (0, u32::MAX);
        for (k, item) in self.items.iter().enumerate().skip(self.start) {
            let first = &mut self.firsts[item.next.process().index()];
            if *first == NOWHERE {
                *first = index(k);
            }
            mask |= item.next.accesses.mask();
            least = least.min(item.next.process().0);
        }
        self.index = Some(Index { mask, least });
    }

    /// No event is of a process with a smaller number than this.
    pub(crate) fn least_process(&mut self, trace: &Trace) -> u32 {
        if self.index.is_none() {
            self.make_index(trace);
        }
        self.index.map_or(0, |index| index.least)
    }

    /// Is one event left?
    pub(crate) fn is_single(&self) -> bool {
        self.left == 1
    }

    /// Was a store carried out before the sequence ends?
    pub(crate) fn is_flushed(&self, trace: &Trace, store: StoreId) -> bool {
        let steps = self.left().map(|item| &item.next);
        self.before.contains_after(trace, steps, store)
    }

    /// `next`, which is not in the sequence (any more), comes before what is left
    /// of it.
    #[inline]
    pub(crate) fn pass(&mut self, trace: &Trace, next: &Next) {
        self.before.pass(trace, next);
    }

    /// The same for one that never was in the sequence.
    pub(crate) fn pass_foreign(&mut self, next: &Next) {
        self.foreign.push(*next);
    }

    /// All the events of `trace` from number `prefix` on.
    pub fn suffix(&mut self, trace: &Trace, prefix: usize) {
        self.clear(prefix);
        for item in &trace.items()[prefix..] {
            self.push(item);
        }
    }

    /// `notdep(e, E)`: the events after `e` that do not happen after it, where
    /// `E` is the first `end` events of `trace`.
    pub fn notdep(&mut self, trace: &Trace, e: usize, end: usize) {
        self.clear(e);
        if end - e > MANY {
            for i in trace.beside(e, end) {
                self.push(&trace.items()[i]);
            }
            return;
        }
        let Item { next, index, .. } = trace.items()[e];
        let items = trace.items()[e + 1..end].iter();
        let entries = trace.clocks().of_events(e + 1, next.process());
        for (item, entry) in items.zip(entries) {
            if entry < index {
                self.push(item);
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
        for i in trace.beside(e, end) {
            let is_out = |x: &usize| *x == i || trace.happens_before(*x, i);
            if !excluded.iter().any(is_out) {
                self.push(&trace.items()[i]);
            }
        }
    }

    /// Appends `e'`, an event of the trace, that does here what it did there.
    ///
    /// What precedes it among the events that are left is what preceded it in
    /// `E`: a path from one of them to `e'` cannot lead through an event that
    /// happens after `e`, or `e` and `e'` were not in a race.
    pub(crate) fn push_same(&mut self, trace: &Trace, e_prime: usize) {
        let item = &trace.items()[e_prime];
        // If e is the latest of its past, the others are in E'.
        let is_first = item.past as usize == self.before.prefix() + 1;
        self.push(&Item {
            past: if is_first { 0 } else { item.past },
            ..*item
        });
        self.is_appended = true;
    }

    /// Appends an event that is not in the trace: number `index` of its
    /// process, whose past by program order and enabling edges has the clock
    /// `base`.
    ///
    /// This puts a clock on top of those of the trace: give it back with
    /// [`Sequence::release`] before the trace changes.
    pub(crate) fn push_new(&mut self, trace: &mut Trace, next: Next, index: u32, base: Row) {
        let row = trace.clocks_mut().push_copy(base);
        for i in 0..self.items.len() {
            let item = self.items[i];
            let is_own = item.next.process() == next.process();
            let flushed = |store| self.is_flushed(trace, store);
            let (before, after) = (item.next.accesses, next.accesses);
            if !is_own && trace.lists().precedes(before, after, flushed) {
                trace.clocks_mut().join_into_top(item.row);
            }
        }
        self.push(&Item {
            next,
            index,
            row,
            past: u32::MAX,
        });
        self.is_appended = true;
    }

    /// Empties the sequence, and gives back the clocks that it pushed: `rows` is
    /// how many there were before.
    #[inline]
    pub fn release(&mut self, trace: &mut Trace, rows: u32) {
        self.items.clear();
        trace.clocks_mut().truncate(rows);
    }

    /// The steps of the sequence.
    pub(crate) fn turns(&self) -> impl Iterator<Item = Turn> + '_ {
        self.left().map(|item| item.next.turn)
    }

    /// The place of the first event of `process`.
    #[must_use]
    #[inline]
    pub fn first_of(&self, process: ProcessId) -> Option<usize> {
        self.first_from(process, self.start)
    }

    fn first_from(&self, process: ProcessId, start: usize) -> Option<usize> {
        let is_first = |item: &Item| item.next.process() == process && item.index != TAKEN;
        let place = self.items[start..].iter().position(is_first);
        place.map(|place| place + start)
    }

    /// The same, for one of several questions.
    #[inline]
    pub(crate) fn find_first_of(&mut self, trace: &Trace, process: ProcessId) -> Option<usize> {
        if self.index.is_none() {
            self.make_index(trace);
        }
        let known = *self.firsts.get(process.index())?;
        if known == NOWHERE {
            return None;
        }
        let first = self.first_from(process, self.start.max(known as usize));
        self.firsts[process.index()] = first.map_or(NOWHERE, index);
        first
    }

    /// Does no event of the sequence happen before the one at place `k`?
    #[must_use]
    #[inline]
    pub fn has_no_predecessor(&self, trace: &Trace, k: usize) -> bool {
        let item = &self.items[k];
        if item.past as usize <= self.before.prefix() {
            debug_assert!(self.comes_first_by_clocks(trace, k));
            return true;
        }
        // What happens before an event of notdep(e, E), and is not in E', is in
        // notdep(e, E) itself.
        let is_last = k + 1 == self.items.len();
        if self.left == self.items.len() && !(is_last && self.is_appended) {
            debug_assert!(!self.comes_first_by_clocks(trace, k));
            return false;
        }
        self.comes_first_by_clocks(trace, k)
    }

    /// The same by the clocks.
    fn comes_first_by_clocks(&self, trace: &Trace, k: usize) -> bool {
        let row = self.items[k].row;
        let mut before = self.items[self.start..k].iter().rev();
        !before.any(|item| trace.clocks().get(row, item.next.process()) >= item.index)
    }

    /// Does the event at place `j` happen before the one at place `k`, or is it
    /// the same?
    #[must_use]
    pub fn reaches(&self, trace: &Trace, j: usize, k: usize) -> bool {
        let (a, b) = (&self.items[j], &self.items[k]);
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

    /// The first steps of `I[E'](v)`, in the order of `v`.
    pub(crate) fn initial_steps(&self, trace: &Trace) -> Vec<Next> {
        let initials = self.initials(trace).into_iter();
        let first = |process| self.first_of(process).map(|k| self.items[k].next);
        initials.filter_map(first).collect()
    }

    /// `E' ⊢ p ◇ v`: is what the process of `next` would do, which does not
    /// occur in `v`, independent of all of `v`?
    #[must_use]
    pub fn is_independent(&self, trace: &Trace, next: &Next) -> bool {
        if let Some(Index { mask, .. }) = self.index
            && mask & next.accesses.mask() == 0
        {
            return true;
        }
        let lists = trace.lists();
        if lists.reads_own(next.accesses) {
            return self.waking(trace, next, |_| true).is_none();
        }
        let flushed = |store| self.before.contains(trace, store);
        // If one depends on it, it is often the last, which reverses a race.
        let mut items = self.items[self.start..].iter().rev();
        !items.any(|item| {
            let accesses = item.next.accesses;
            lists.dependent(accesses, next.accesses, flushed)
        })
    }

    /// Is the step `next` in `I[E'](v)`?
    #[must_use]
    pub fn begins_with(&self, trace: &Trace, next: &Next) -> bool {
        self.first_of(next.process())
            .is_some_and(|k| self.is_first(trace, k, next))
    }

    /// Is `next` the event at place `k`, the first of its process, and nothing before it?
    fn is_first(&self, trace: &Trace, k: usize, next: &Next) -> bool {
        // Another alternative of the operation is another event.
        self.items[k].next.turn == next.turn && self.has_no_predecessor(trace, k)
    }

    /// Is the step `next`, enabled after `E'`, in `WI[E'](v)`, the weak
    /// initials of this sequence `v` (Lemma 4.2(2))?
    #[must_use]
    pub fn is_weak_initial(&self, trace: &Trace, next: &Next) -> bool {
        match self.first_of(next.process()) {
            Some(k) => self.is_first(trace, k, next),
            None => {
                self.is_independent(trace, next) && self.is_possible(trace, next).unwrap_or(false)
            }
        }
    }

    /// Is the step `next`, which is possible after `E'` and whose process does not occur in what
    /// is left, possible after all of the sequence, if it is a receive that chooses (see
    /// [`crate::mail`])? None if the program has to be run to see.
    pub(crate) fn is_possible(&self, trace: &Trace, next: &Next) -> Option<bool> {
        let records = trace.mail();
        if records.is_empty() || !next.is_choice() {
            return Some(true);
        }
        let process = next.process();
        let mut foreign = self.foreign.iter();
        if foreign.any(|foreign| foreign.process() == process || foreign.is_choice()) {
            return None;
        }
        let prefix = self.before.prefix();
        let passed = self.items[..self.start].iter().chain(&self.taken);
        let mut nth = trace.count_before(process, prefix);
        for item in passed.filter(|item| item.index != TAKEN && item.next.process() == process) {
            let event = trace.nth_of(process, item.index as usize - 1);
            if event.is_none_or(|event| trace.next(event).turn != item.next.turn) {
                // It has chosen something else: what comes next is not in the execution.
                return None;
            }
            nth += 1;
        }
        let Some(event) = trace.nth_of(process, nth) else {
            return next.turn.sender().is_none().then_some(true);
        };
        let Some(receive) = records.receive_at(event) else {
            return Some(true);
        };
        let (beside, extra) = self.events(trace);
        let part = Part {
            prefix,
            beside: &beside,
            extra: extra.as_ref(),
        };
        let sent = match next.turn.sender() {
            None => None,
            Some(sender) => {
                let mut matched = records.matched(receive).into_iter();
                let found = matched.find(|sent| records.mail(*sent).from == sender);
                let found = found.filter(|sent| part.contains(index(records.sender_event(*sent))));
                match (found, records.receives()[receive as usize].took) {
                    (Some(found), _) => Some(found),
                    // It is the first of all.
                    (None, Took::Early) => return Some(true),
                    (None, _) => return None,
                }
            }
        };
        let choice = records.choice(trace, receive, sent);
        Some(records.is_possible(trace, &part, &choice))
    }

    /// The numbers of its events in the execution, in order, also of those that were taken out.
    /// The last may be a receive that chooses something else than it did there.
    fn events(&self, trace: &Trace) -> (SmallVec<[u32; 32]>, Option<Choice>) {
        let mut extra = None;
        let mut events: SmallVec<[u32; 32]> = SmallVec::new();
        let items = self.items.iter().filter(|item| item.index != TAKEN);
        for item in items.chain(&self.taken) {
            let Some(event) = trace.nth_of(item.next.process(), item.index as usize - 1) else {
                continue;
            };
            let records = trace.mail();
            if trace.next(event).turn == item.next.turn {
                events.push(index(event));
            } else if let Some(receive) = records.receive_at(event) {
                let takes = item.next.turn.sender().and_then(|sender| {
                    let mut matched = records.matched(receive).into_iter();
                    matched.find(|sent| records.mail(*sent).from == sender)
                });
                extra = Some(records.choice(trace, receive, takes));
            }
        }
        events.sort_unstable();
        (events, extra)
    }

    /// Takes the first event that is left out, if that is what it does.
    #[inline]
    pub(crate) fn take_front(&mut self, next: &Next) -> bool {
        let front = self.items.get(self.start);
        let is_front = front.is_some_and(|item| item.next == *next);
        if is_front {
            self.drop_front();
        }
        is_front
    }

    #[inline]
    fn drop_front(&mut self) {
        self.left -= 1;
        self.start += 1;
        let is_taken = |item: &Item| item.index == TAKEN;
        while self.items.get(self.start).is_some_and(is_taken) {
            self.start += 1;
        }
    }

    /// Takes out what is not needed to wake all of the `obstacles`: a prefix, up to
    /// equivalence, of which none of them is a weak initial either. The shorter a
    /// branch of a wakeup tree is, the more is explored after it without looking
    /// for a place in that tree.
    pub(crate) fn trim(&mut self, trace: &Trace, obstacles: &mut Obstacles<'_>) {
        if self.left == 1 {
            return;
        }
        obstacles.collect(trace, self.before.prefix());
        let Buffers { steps, needed, .. } = &mut *obstacles.buffers;
        if steps.is_empty() {
            return;
        }
        needed.clear();
        needed.resize(self.items.len(), false);
        for step in &*steps {
            if self.waking(trace, step, |k| needed[k]).is_some() {
                continue;
            }
            let Some(k) = self.waking(trace, step, |_| true) else {
                if step.is_choice() && !trace.mail().is_empty() {
                    // Several receives together may have made it impossible: all stays.
                    return;
                }
                debug_assert!(obstacles.may_sleep_on, "a weak initial is no obstacle");
                continue;
            };
            for (j, needed) in needed[..=k].iter_mut().enumerate().skip(self.start) {
                *needed |= self.items[j].index != TAKEN && self.reaches(trace, j, k);
            }
        }
        for (k, needed) in needed.iter().enumerate().skip(self.start) {
            if !needed && self.items[k].index != TAKEN {
                self.remove(k);
            }
        }
    }

    /// The first place that `counts` of an event that wakes the process of `step`, which
    /// sleeps after `E'`.
    fn waking(&self, trace: &Trace, step: &Next, counts: impl Fn(usize) -> bool) -> Option<usize> {
        if !trace.lists().reads_own(step.accesses) {
            return self.find_left(&counts, |item| self.before.wakes(trace, step, &item.next));
        }
        let mut flushed = self.before.clone();
        self.find_left(&counts, |item| {
            let wakes = flushed.wakes(trace, step, &item.next);
            flushed.pass(trace, &item.next);
            wakes
        })
    }

    /// The place of the first event that is left, `counts` and `fits`.
    fn find_left(
        &self,
        counts: impl Fn(usize) -> bool,
        mut fits: impl FnMut(&Item) -> bool,
    ) -> Option<usize> {
        let mut places = self.items.iter().enumerate().skip(self.start);
        let found = places.find(|(k, item)| item.index != TAKEN && counts(*k) && fits(item));
        found.map(|(k, _)| k)
    }

    /// `v \ p`: takes the event at place `k`, the first of its process, out.
    pub(crate) fn remove(&mut self, k: usize) -> Item {
        let item = self.items[k];
        if k == self.start {
            self.drop_front();
            return item;
        }
        self.taken.push(item);
        let place = &mut self.items[k];
        place.index = TAKEN;
        place.next.accesses = Accesses::NONE;
        self.left -= 1;
        item
    }
}

/// What a sequence that becomes a branch of a wakeup tree must not let sleep: steps
/// that are explored before it, of which none is a weak initial of it.
pub struct Obstacles<'a> {
    /// The event of `E` after `E'`, for a sequence that comes after `E'`.
    event: Option<Next>,
    /// `sleep(E')`.
    sleep: &'a [Next],
    /// May one of these go on sleeping, since only initials count?
    may_sleep_on: bool,
    buffers: &'a mut Buffers,
}

/// What [`Obstacles`] need.
#[derive(Default)]
pub struct Buffers {
    /// What was found out by running the program: one answer for each question.
    pub(crate) answers: Vec<bool>,
    /// How many of these questions have been asked.
    asked: usize,
    /// What the sequence has come by in the tree: branches that come before its own,
    /// and (true) those that it goes on in.
    passed: Vec<(Next, bool)>,
    steps: Vec<Next>,
    /// For each event of the sequence, is it needed?
    needed: Vec<bool>,
    /// The place after what the sequence goes on in.
    flushed: Flushed,
}

impl<'a> Obstacles<'a> {
    pub(crate) fn new(
        event: Next,
        sleep: &'a [Next],
        may_sleep_on: bool,
        buffers: &'a mut Buffers,
    ) -> Obstacles<'a> {
        buffers.passed.clear();
        buffers.asked = 0;
        Obstacles {
            event: Some(event),
            sleep,
            may_sleep_on,
            buffers,
        }
    }

    #[cfg(test)]
    pub(crate) fn none(buffers: &'a mut Buffers) -> Obstacles<'a> {
        Obstacles {
            event: None,
            sleep: &[],
            may_sleep_on: false,
            buffers,
        }
    }

    /// A branch that comes before that of the sequence.
    #[inline]
    pub(crate) fn add(&mut self, elder: Next) {
        self.buffers.passed.push((elder, false));
    }

    /// The sequence goes on after `next`, which wakes some.
    #[inline]
    pub(crate) fn pass(&mut self, next: Next) {
        self.buffers.passed.push((next, true));
    }

    /// The answer to the next question, if it is known.
    pub(crate) fn answer(&mut self) -> Option<bool> {
        let answer = self.buffers.answers.get(self.buffers.asked).copied();
        self.buffers.asked += 1;
        answer
    }

    /// The steps that the sequence goes on after.
    pub(crate) fn way(&self) -> impl Iterator<Item = Turn> + '_ {
        let passed = self.buffers.passed.iter();
        passed
            .filter(|(_, is_passed)| *is_passed)
            .map(|(next, _)| next.turn)
    }

    /// Collects those that still sleep, where `E'` is the first `prefix` events.
    fn collect(&mut self, trace: &Trace, prefix: usize) {
        let Buffers {
            passed,
            steps,
            flushed,
            ..
        } = &mut *self.buffers;
        flushed.begin(prefix);
        steps.clear();
        steps.extend(self.event);
        steps.extend(self.sleep);
        for (next, is_passed) in &*passed {
            if *is_passed {
                steps.retain(|step| !flushed.wakes(trace, step, next));
                flushed.pass(trace, next);
            } else {
                steps.push(*next);
            }
        }
    }
}

/// `v = notdep(e, E).e'`, not written down: what can be told of it without.
///
/// Most sequences that reverse a race are covered by a sleep set, and this sees
/// that from a few events of the execution.
#[derive(Clone, Copy)]
pub(crate) struct Sketch {
    pub(crate) e: usize,
    /// An event that happens after `e`, or [`Sketch::NEVER`] ran.
    pub(crate) e_prime: usize,
    /// What `e'` does after `notdep(e, E)`.
    pub(crate) next: Next,
    /// Is that what it did after `e`, and does nothing else come before it?
    pub(crate) is_same: bool,
    /// The number of `e'` among the events of its process.
    pub(crate) index: u32,
    /// Unless it does the same: the clock of its past by program order and
    /// enabling edges.
    pub(crate) base: Row,
    /// The number of first events of the execution that contain that past.
    pub(crate) base_past: u32,
}

impl Sketch {
    pub(crate) const NEVER: usize = usize::MAX;

    /// For an event that does the same without `e` before it.
    #[inline]
    pub(crate) fn same(trace: &Trace, e: usize, e_prime: usize) -> Sketch {
        let item = &trace.items()[e_prime];
        Sketch {
            e,
            e_prime,
            next: item.next,
            is_same: true,
            index: item.index,
            base: item.row,
            base_past: item.past,
        }
    }

    /// Writes the sequence down, where `E` is the first `end` events. Give it back
    /// with [`Sequence::release`].
    pub(crate) fn write(&self, trace: &mut Trace, v: &mut Sequence, end: usize) {
        v.notdep(trace, self.e, end);
        if self.is_same {
            v.push_same(trace, self.e_prime);
        } else {
            v.push_new(trace, self.next, self.index, self.base);
        }
    }

    /// Is a step that sleeps after `E'` in `WI[E'](v)`? None if the sequence has
    /// to be written down to tell.
    pub(crate) fn is_weak_initial(&self, trace: &Trace, sleeper: &Next) -> Option<bool> {
        if sleeper.process() == self.next.process() {
            return self.is_last(trace, sleeper);
        }
        if !own::goes_by_pairs(trace, sleeper.accesses) {
            return None;
        }
        if sleeper.is_choice() && !trace.mail().is_empty() {
            return None;
        }
        let no_own = |_| false;
        let (accesses, next) = (sleeper.accesses, self.next.accesses);
        if trace.lists().dependent(accesses, next, no_own) {
            return Some(false);
        }
        let first = trace.first_from(sleeper.process(), self.e + 1);
        if first.is_some_and(|x| !trace.happens_before(self.e, x)) {
            // It occurs in notdep(e, E), and something there woke it.
            return Some(false);
        }
        Some(self.is_beside(trace, sleeper))
    }

    /// Is it in `I[E'](v)`?
    pub(crate) fn is_initial(&self, trace: &Trace, sleeper: &Next) -> Option<bool> {
        if sleeper.process() == self.next.process() {
            return self.is_last(trace, sleeper);
        }
        // If it occurs in notdep(e, E), something there woke it.
        Some(false)
    }

    /// The same for one whose process is that of `e'`.
    fn is_last(&self, trace: &Trace, sleeper: &Next) -> Option<bool> {
        let first = trace.first_from(sleeper.process(), self.e + 1);
        let is_first = first.unwrap_or(Sketch::NEVER) == self.e_prime;
        if !is_first || self.next.turn != sleeper.turn {
            return Some(false);
        }
        if self.is_same {
            // Of what happens before e', only e is not in E'.
            return Some(trace.past(self.e_prime) == self.e + 1);
        }
        if !self.next.accesses.is_plain() || !trace.stores().is_empty() {
            return None;
        }
        let is_base_before = self.base_past as usize <= self.e;
        Some(is_base_before && self.is_beside(trace, &self.next))
    }

    /// Is a step independent of all of `notdep(e, E)`?
    fn is_beside(&self, trace: &Trace, next: &Next) -> bool {
        let (object, access) = next.accesses.plain();
        if trace.is_before_all(self.e, trace.len()) {
            return true;
        }
        let dependent = access.dependents();
        let mut events = trace.events_on(object).take_while(|(i, _)| *i > self.e);
        !events
            .any(|(i, touch)| dependent.contains(touch.access) && !trace.happens_before(self.e, i))
    }
}
