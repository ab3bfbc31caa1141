//! The execution under exploration, `E`, with its happens-before relation.
//!
//! A [`Trace`] is a stack of events. Pushing an event computes its vector clock
//! and its races; popping it undoes that exactly, so the explorers never
//! recompute anything for the prefix that two executions share.
//!
//! Happens-before has three kinds of edges: program order, dependence (accesses
//! of the same object that do not commute), and the enabling edges that the
//! front end tells (spawn, join, wake, marks). `e = (p, i)` happens before `e'` iff
//! the clock of `e'` has at least `i` for `p`.
//!
//! A read of an own store before its flush stands among the accesses of its object
//! where the flush stands, and not at all until then: see `own`.

mod push;

use crate::beside::Beside;
use crate::clock::{Clocks, Row};
use crate::mail::Records;
use crate::next::{Accesses, Lists, Next};
use crate::own::{self, Stores};
use mazurka_program::{Access, Kind, ObjectId, Operation, ProcessId, Touch, Turn};

const NONE: u32 = u32::MAX;
/// For a record that is not in the chain of its object.
const APART: u32 = u32::MAX - 1;

/// Above this many events, it pays to find out which of them have to be looked at.
pub(crate) const MANY: usize = 256;

/// One event of an execution: the step of a process.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// The process that took the step.
    pub process: ProcessId,
    /// It is the process's event number `index`, counted from one.
    pub index: u32,
    /// The operation that it announced.
    pub operation: Operation,
    /// The alternative that the operation took.
    pub alternative: u32,
    /// How many alternatives it had.
    pub alternatives: u32,
    /// The clock of its past by program order and enabling edges alone.
    pub(crate) base: Row,
    /// The least number of first events of the execution that contain that past.
    pub(crate) base_past: u32,
    /// Where its part of `Trace::records` begins.
    records: u32,
    /// Where its part of `Trace::races` begins.
    races: u32,
}

/// What there was before the edges of an event, of an event that made some.
#[derive(Clone, Copy, Debug)]
struct Edges {
    event: u32,
    undo: u32,
    processes: u32,
    rows: u32,
    marks: u32,
}

/// What the search looks at all the time of an event, of the execution or of a
/// [`crate::sequence::Sequence`].
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// What it does.
    pub next: Next,
    /// Its number among the events of its process.
    pub index: u32,
    /// Its clock.
    pub(crate) row: Row,
    /// The least number of first events of the execution that contain all that
    /// happens before it.
    pub(crate) past: u32,
}

/// An event that happens before a later one of another process, with nothing in
/// between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    /// The number of the earlier event.
    pub first: u32,
    /// The number of the later event.
    pub second: u32,
    /// Does the later event surely do the same without the earlier one?
    pub is_same: bool,
}

/// An access of an object by an event.
#[derive(Clone, Copy, Debug)]
struct Record {
    touch: Touch,
    event: u32,
    /// The access of the same object before this one; [`APART`] for one that is
    /// found by its store instead.
    previous: u32,
    /// The latest access before this one that may have changed the object.
    change: u32,
}

/// Where the records of an object begin.
#[derive(Clone, Copy, Debug)]
struct Head {
    /// The latest of them.
    latest: u32,
    /// The latest that may have changed the object.
    change: u32,
}

impl Head {
    const NEW: Head = Head {
        latest: NONE,
        change: NONE,
    };
}

impl Event {
    /// The step that the event is.
    #[must_use]
    pub fn turn(&self) -> Turn {
        Turn {
            process: self.process,
            alternative: self.alternative,
        }
    }
}

/// Where a process stands: the clock of all that happens before its next event.
#[derive(Clone, Copy, Debug)]
struct Tail {
    row: Row,
    /// Its number of events.
    events: u32,
    /// As in [`Item::past`].
    past: u32,
}

impl Tail {
    const NEW: Tail = Tail {
        row: Row::ZERO,
        events: 0,
        past: 0,
    };
}

/// An execution and its happens-before relation.
#[derive(Debug, Default)]
pub struct Trace {
    events: Vec<Event>,
    /// The same events, as the search sees them.
    items: Vec<Item>,
    records: Vec<Record>,
    clocks: Clocks,
    lists: Lists,
    /// By the later event; those of one event from the latest.
    races: Vec<Race>,
    tails: Vec<Tail>,
    /// What edges replaced.
    undo: Vec<(ProcessId, Tail)>,
    edges: Vec<Edges>,
    /// The processes that exist, in the order of their creation.
    processes: Vec<ProcessId>,
    heads: Vec<Head>,
    stores: Stores,
    /// What the edges of this execution marked: a clock, and what it covers as
    /// in [`Item::past`].
    marks: Vec<(Row, u32)>,
    /// For every process, the numbers of its events.
    numbers: Vec<Vec<u32>>,
    /// The numbers of the events whose operation others could have disabled.
    guarded: Vec<u32>,
    /// The numbers of the events whose operation had alternatives.
    choices: Vec<u32>,
    beside: Beside,
    /// Messages that receives choose among.
    mail: Records,
    /// A buffer.
    candidates: Vec<u32>,
}

impl Trace {
    /// The bytes of an event with one access, without its clock: the event
    /// itself, its record, and its number among those of its process.
    pub(crate) const EVENT_BYTES: usize =
        size_of::<Event>() + size_of::<Item>() + size_of::<Record>() + size_of::<u32>();

    /// The empty execution.
    #[must_use]
    pub fn new() -> Trace {
        Trace::default()
    }

    /// The events in the order in which they ran.
    #[must_use]
    #[inline]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How many events there are.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Is this the empty execution?
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The processes that exist after this execution, oldest first.
    #[must_use]
    #[inline]
    pub fn processes(&self) -> &[ProcessId] {
        &self.processes
    }

    /// Does event number `i` happen before event number `j`?
    #[must_use]
    #[inline]
    pub fn happens_before(&self, i: usize, j: usize) -> bool {
        let item = &self.items[i];
        i != j && self.clocks.of_event(j, item.next.process()) >= item.index
    }

    /// The races of event number `j` with earlier events, reversible or not,
    /// from the latest.
    #[must_use]
    pub fn races(&self, j: usize) -> &[Race] {
        &self.races[self.races_before(j)..self.races_before(j + 1)]
    }

    /// How many races there are.
    #[inline]
    pub(crate) fn race_count(&self) -> usize {
        self.races.len()
    }

    /// Race number `i`, in the order of the later events.
    #[inline]
    pub(crate) fn race(&self, i: usize) -> Race {
        self.races[i]
    }

    /// How many races have a later event before event number `j`.
    pub(crate) fn races_before(&self, j: usize) -> usize {
        match self.events.get(j) {
            Some(event) => event.races as usize,
            None => self.races.len(),
        }
    }

    /// The events whose operation others could have disabled, in order.
    #[inline]
    pub(crate) fn guarded(&self) -> &[u32] {
        &self.guarded
    }

    /// The events whose operation had alternatives, in order.
    #[inline]
    pub(crate) fn choices(&self) -> &[u32] {
        &self.choices
    }

    /// The number of first events that contain all that happens before event number `i`.
    #[inline]
    pub(crate) fn past(&self, i: usize) -> usize {
        self.items[i].past as usize
    }

    /// The events as the search sees them.
    #[inline]
    pub(crate) fn items(&self) -> &[Item] {
        &self.items
    }

    /// What event number `i` did.
    pub fn touches(&self, i: usize) -> impl ExactSizeIterator<Item = &Touch> {
        self.records_of(i).iter().map(|record| &record.touch)
    }

    fn records_of(&self, i: usize) -> &[Record] {
        let start = self.events[i].records as usize;
        let end = match self.events.get(i + 1) {
            Some(next) => next.records as usize,
            None => self.records.len(),
        };
        &self.records[start..end]
    }

    /// What event number `i` did to `object`, in memory or not.
    pub(crate) fn touch_of(&self, i: usize, object: ObjectId) -> Option<&Touch> {
        self.touches(i).find(|touch| touch.object == object)
    }

    /// Did event number `i` what its operation does whatever its object holds?
    pub(crate) fn does_the_same(&self, i: usize) -> bool {
        match self.records_of(i) {
            [record] => does_the_same(&self.events[i].operation, &record.touch),
            _ => false,
        }
    }

    /// What event number `i` was.
    #[inline]
    pub(crate) fn next(&self, i: usize) -> Next {
        self.items[i].next
    }

    #[inline]
    pub(crate) fn lists(&self) -> &Lists {
        &self.lists
    }

    #[inline]
    pub(crate) fn lists_mut(&mut self) -> &mut Lists {
        &mut self.lists
    }

    /// What some touches amount to.
    pub(crate) fn accesses(&mut self, touches: &[Touch]) -> Accesses {
        self.lists.accesses(touches)
    }

    /// Is event number `i` in the past that `row` stands for?
    #[inline]
    pub(crate) fn is_in_past(&self, i: usize, row: Row) -> bool {
        let item = &self.items[i];
        self.clocks.get(row, item.next.process()) >= item.index
    }

    /// `notdep(e, E)`: the events after number `e` that do not happen after it, in order,
    /// where `E` is the first `end` events.
    #[inline]
    pub(crate) fn beside(&self, e: usize, end: usize) -> impl Iterator<Item = usize> + '_ {
        let Item { next, index, .. } = self.items[e];
        let process = next.process();
        let mut from = e + 1;
        std::iter::from_fn(move || {
            loop {
                let i = self.beside.first(e, from, end)?;
                from = i + 1;
                if self.clocks.of_event(i, process) < index {
                    return Some(i);
                }
            }
        })
    }

    /// Is it easy to see that `notdep(e, E)` does not change `object`? It is if that is empty,
    /// or `e` wrote the object: what changes it later happens after `e`.
    #[inline]
    pub(crate) fn leaves_alone(&self, e: usize, object: ObjectId, end: usize) -> bool {
        let touch = self.touch_of(e, object);
        touch.is_some_and(|touch| touch.access == Access::Write) || self.is_before_all(e, end)
    }

    /// Do all of very many events before number `end` happen after event number `e`? (It
    /// costs less to look at few than to ask.)
    #[inline]
    pub(crate) fn is_before_all(&self, e: usize, end: usize) -> bool {
        end - e > MANY && self.beside(e, end).next().is_none()
    }

    /// How many events at the beginning happen before all from number `start` on, at
    /// least.
    pub(crate) fn covered_by_all(&self, start: usize) -> usize {
        self.beside.covered_by_all(start)
    }

    /// How many events of each process happen before every event from number
    /// `start` on: the meet of their clocks.
    pub(crate) fn meet(&self, start: usize, meet: &mut Vec<u32>) {
        let first = |(i, item): (usize, &Item)| (item.past as usize <= start).then_some(i);
        // The others happen after one of these.
        let firsts = self.items.iter().enumerate().skip(start).filter_map(first);
        self.clocks.meet(firsts, meet);
    }

    #[inline]
    pub(crate) fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    #[inline]
    pub(crate) fn clocks_mut(&mut self) -> &mut Clocks {
        &mut self.clocks
    }

    /// How many processes there are room for in tables by process.
    #[inline]
    pub(crate) fn width(&self) -> usize {
        self.tails.len()
    }

    /// The clock of all that happens before the next event of `process` by
    /// program order and enabling edges.
    #[inline]
    pub(crate) fn tail(&self, process: ProcessId) -> Row {
        self.tails[process.index()].row
    }

    /// The number of first events that contain all that happens before the next event of
    /// `process` by program order and enabling edges.
    #[inline]
    pub(crate) fn tail_past(&self, process: ProcessId) -> u32 {
        self.tails[process.index()].past
    }

    /// The first event of `process` from number `start` on.
    #[inline]
    pub(crate) fn first_from(&self, process: ProcessId, start: usize) -> Option<usize> {
        let numbers = self.numbers.get(process.index())?;
        let before = numbers.partition_point(|number| (*number as usize) < start);
        numbers.get(before).map(|number| *number as usize)
    }

    /// What the execution does with buffered stores.
    #[inline]
    pub(crate) fn stores(&self) -> &Stores {
        &self.stores
    }

    /// What the execution does with messages that are chosen.
    #[inline]
    pub(crate) fn mail(&self) -> &Records {
        &self.mail
    }

    #[inline]
    pub(crate) fn mail_mut(&mut self) -> &mut Records {
        &mut self.mail
    }

    /// The number of the event that is number `nth` (from zero) of its process.
    #[inline]
    pub(crate) fn nth_of(&self, process: ProcessId, nth: usize) -> Option<usize> {
        let numbers = self.numbers.get(process.index())?;
        numbers.get(nth).map(|number| *number as usize)
    }

    /// How many of the first `prefix` events are of `process`.
    pub(crate) fn count_before(&self, process: ProcessId, prefix: usize) -> usize {
        let numbers = self.numbers.get(process.index());
        numbers.map_or(0, |numbers| {
            numbers.partition_point(|number| (*number as usize) < prefix)
        })
    }

    /// The index that the next event of `process` will have.
    pub(crate) fn next_index(&self, process: ProcessId) -> u32 {
        self.tails[process.index()].events + 1
    }

    /// The events that touched `object` in memory, and how, latest first.
    pub(crate) fn events_on(&self, object: ObjectId) -> impl Iterator<Item = (usize, &Touch)> {
        self.records_from(self.head(object).latest, |record| record.previous)
    }

    /// Those of them that may have changed it.
    pub(crate) fn changes_of(&self, object: ObjectId) -> impl Iterator<Item = (usize, &Touch)> {
        self.records_from(self.head(object).change, |record| record.change)
    }

    /// Those of them that come before event number `i`, which touched it too.
    pub(crate) fn changes_before(
        &self,
        i: usize,
        object: ObjectId,
    ) -> impl Iterator<Item = (usize, &Touch)> {
        let records = self.records_of(i);
        let own = records.iter().find(|record| record.touch.object == object);
        let start = own.map_or(self.head(object).change, |own| own.change);
        self.records_from(start, |record| record.change)
    }

    #[inline]
    fn records_from(
        &self,
        start: u32,
        before: impl Fn(&Record) -> u32,
    ) -> impl Iterator<Item = (usize, &Touch)> {
        let mut at = start;
        std::iter::from_fn(move || {
            // No record has the number NONE.
            let record = self.records.get(at as usize)?;
            at = before(record);
            Some((record.event as usize, &record.touch))
        })
    }

    /// Does event number `i` carry out a store, that others could have read?
    #[inline]
    pub(crate) fn is_flush(&self, i: usize) -> bool {
        self.lists.is_flush(self.items[i].next.accesses)
    }

    #[inline]
    fn head(&self, object: ObjectId) -> Head {
        let head = self.heads.get(object.index());
        head.copied().unwrap_or(Head::NEW)
    }
}

/// Does an operation that did this do so whatever its object holds?
#[inline]
fn does_the_same(operation: &Operation, touch: &Touch) -> bool {
    let is_decided_by_nothing = match operation.kind {
        Kind::Load => own::readable(operation).is_none(),
        Kind::Store | Kind::Flush | Kind::ReadModifyWrite | Kind::Add | Kind::Set => true,
        _ => false,
    };
    is_decided_by_nothing
        && operation.guard.is_none()
        && touch.object == operation.object
        && operation.access_at(0) == Some(touch.access)
}

/// Can others disable this operation?
#[inline]
pub(crate) fn can_be_disabled(operation: &Operation) -> bool {
    match operation.kind {
        Kind::Await => true,
        kind => !kind.is_opaque() && operation.is_guarded(),
    }
}

/// A length as a number in 32 bits.
#[inline]
pub(crate) fn index(length: usize) -> u32 {
    u32::try_from(length).expect("under 2^32")
}
