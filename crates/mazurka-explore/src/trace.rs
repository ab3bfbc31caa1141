//! The execution under exploration, `E`, with its happens-before relation.
//!
//! A [`Trace`] is a stack of events. Pushing an event computes its vector clock
//! and its races; popping it undoes that exactly, so the explorers never
//! recompute anything for the prefix that two executions share.
//!
//! Happens-before has three kinds of edges: program order, dependence (accesses
//! of the same object that do not commute), and the enabling edges that the
//! front end tells (spawn, join, wake). `e = (p, i)` happens before `e'` iff the
//! clock of `e'` has at least `i` for `p`.

use crate::clock::{Clocks, Row};
use crate::next::{Accesses, Lists, Next};
use mazurka_program::{Access, Edge, ObjectId, Operation, ProcessId, Touch, Turn};

const NONE: u32 = u32::MAX;

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
    /// What it accessed.
    pub(crate) accesses: Accesses,
    /// The clock of the event.
    pub(crate) row: Row,
    /// The clock of its past by program order and enabling edges alone.
    pub(crate) base: Row,
    /// Where its part of `Trace::records` begins.
    records: u32,
    /// Where its part of `Trace::races` begins.
    races: u32,
    /// What popping it must restore.
    undo: u32,
    processes: u32,
    rows: u32,
}

/// An access of an object by an event.
#[derive(Clone, Copy, Debug)]
struct Record {
    touch: Touch,
    event: u32,
    /// The access of the same object before this one.
    previous: u32,
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
}

impl Tail {
    const NEW: Tail = Tail {
        row: Row::ZERO,
        events: 0,
    };
}

/// An execution and its happens-before relation.
#[derive(Debug, Default)]
pub struct Trace {
    events: Vec<Event>,
    records: Vec<Record>,
    clocks: Clocks,
    lists: Lists,
    /// For every event, the earlier events that it is in a race with.
    races: Vec<u32>,
    tails: Vec<Tail>,
    undo: Vec<(ProcessId, Tail)>,
    /// The processes that exist, in the order of their creation.
    processes: Vec<ProcessId>,
    /// The latest record of every object.
    heads: Vec<u32>,
    /// A buffer.
    candidates: Vec<u32>,
}

impl Trace {
    /// The empty execution.
    #[must_use]
    pub fn new() -> Trace {
        Trace::default()
    }

    /// The events in the order in which they ran.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How many events there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Is this the empty execution?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The processes that exist after this execution, oldest first.
    #[must_use]
    pub fn processes(&self) -> &[ProcessId] {
        &self.processes
    }

    /// Does event number `i` happen before event number `j`?
    #[must_use]
    #[inline]
    pub fn happens_before(&self, i: usize, j: usize) -> bool {
        i != j && self.is_in_past(i, self.events[j].row)
    }

    /// The earlier events that event number `j` is in a race with: those that
    /// happen before it with nothing in between, and are of other processes,
    /// reversible or not. Latest first.
    #[must_use]
    pub fn races(&self, j: usize) -> &[u32] {
        let start = self.events[j].races as usize;
        let end = match self.events.get(j + 1) {
            Some(next) => next.races as usize,
            None => self.races.len(),
        };
        &self.races[start..end]
    }

    /// What event number `i` did.
    pub fn touches(&self, i: usize) -> impl ExactSizeIterator<Item = &Touch> {
        let start = self.events[i].records as usize;
        let end = match self.events.get(i + 1) {
            Some(next) => next.records as usize,
            None => self.records.len(),
        };
        self.records[start..end].iter().map(|record| &record.touch)
    }

    /// What event number `i` did to `object`.
    pub(crate) fn touch_of(&self, i: usize, object: ObjectId) -> Option<&Touch> {
        self.touches(i).find(|touch| touch.object == object)
    }

    /// What event number `i` was.
    pub(crate) fn next(&self, i: usize) -> Next {
        let event = &self.events[i];
        Next {
            turn: event.turn(),
            accesses: event.accesses,
        }
    }

    pub(crate) fn lists(&self) -> &Lists {
        &self.lists
    }

    /// What some touches amount to.
    pub(crate) fn accesses(&mut self, touches: &[Touch]) -> Accesses {
        self.lists.accesses(touches)
    }

    /// Is event number `i` in the past that `row` stands for?
    #[inline]
    pub(crate) fn is_in_past(&self, i: usize, row: Row) -> bool {
        let event = &self.events[i];
        self.clocks.get(row, event.process) >= event.index
    }

    /// How many events of each process happen before every event from number
    /// `start` on: the meet of their clocks.
    pub(crate) fn meet(&self, start: usize, meet: &mut Vec<u32>) {
        meet.clear();
        meet.resize(self.tails.len(), u32::MAX);
        for event in &self.events[start..] {
            self.clocks.meet_into(event.row, meet);
        }
    }

    pub(crate) fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    pub(crate) fn clocks_mut(&mut self) -> &mut Clocks {
        &mut self.clocks
    }

    /// The clock of all that happens before the next event of `process` by
    /// program order and enabling edges.
    pub(crate) fn tail(&self, process: ProcessId) -> Row {
        self.tails[process.index()].row
    }

    /// The index that the next event of `process` will have.
    pub(crate) fn next_index(&self, process: ProcessId) -> u32 {
        self.tails[process.index()].events + 1
    }

    /// The events that touched `object` and how, latest first.
    pub(crate) fn events_on(&self, object: ObjectId) -> impl Iterator<Item = (usize, Touch)> + '_ {
        let mut at = self.head(object);
        std::iter::from_fn(move || {
            if at == NONE {
                return None;
            }
            let record = &self.records[at as usize];
            at = record.previous;
            Some((record.event as usize, record.touch))
        })
    }

    fn head(&self, object: ObjectId) -> u32 {
        self.heads.get(object.index()).copied().unwrap_or(NONE)
    }

    /// Adds the edges that were made before the first event.
    pub fn begin(&mut self, edges: &[Edge]) {
        assert!(self.events.is_empty() && self.processes.is_empty());
        self.add_edges(edges);
        self.undo.clear();
    }

    /// Appends an event: the step of a process that had announced `operation`,
    /// with so many `alternatives`, and then the edges that the step made.
    pub fn push(
        &mut self,
        turn: Turn,
        operation: Operation,
        alternatives: u32,
        touches: &[Touch],
        edges: &[Edge],
    ) {
        let process = turn.process;
        let tail = self.tails[process.index()];
        let number = index(self.events.len());
        let (races, undo) = (index(self.races.len()), index(self.undo.len()));
        let records = index(self.records.len());
        let rows = self.clocks.rows();
        let row = self.clocks.push_copy(tail.row);
        match touches {
            [] => {}
            [touch] => self.join_dependent(touch.object, touch.access),
            _ => self.join_all_dependent(touches),
        }
        let own = tail.events + 1;
        self.clocks.set_top(process, own);
        for touch in touches {
            self.add_record(number, touch);
        }
        let accesses = self.lists.accesses(touches);
        self.events.push(Event {
            process,
            index: own,
            operation,
            alternative: turn.alternative,
            alternatives,
            accesses,
            row,
            base: tail.row,
            records,
            races,
            undo,
            processes: index(self.processes.len()),
            rows,
        });
        self.set_tail(process, Tail { row, events: own });
        self.add_edges(edges);
    }

    fn add_record(&mut self, event: u32, touch: &Touch) {
        let object = touch.object.index();
        if self.heads.len() <= object {
            self.heads.resize(object + 1, NONE);
        }
        let number = index(self.records.len());
        self.records.push(Record {
            touch: *touch,
            event,
            previous: std::mem::replace(&mut self.heads[object], number),
        });
    }

    /// Joins the clocks of all earlier events whose access of `object` the
    /// `access` depends on into the top row, which holds the clock of the
    /// event's past so far. Those that were not in that past when their turn
    /// came, going from the latest to the earliest, are in a race with the
    /// event.
    fn join_dependent(&mut self, object: ObjectId, access: Access) {
        let mut needed = access.dependents();
        let top = self.clocks.top();
        let mut at = self.head(object);
        while at != NONE && !needed.is_empty() {
            let record = &self.records[at as usize];
            let event = &self.events[record.event as usize];
            let mut covered = self.clocks.get(top, event.process) >= event.index;
            if !covered && needed.contains(record.touch.access) {
                self.clocks.join_into_top(event.row);
                self.races.push(record.event);
                covered = true;
            }
            if covered {
                // What this event depends on is in its own past.
                needed = needed.without(record.touch.access.dependents());
            }
            at = record.previous;
        }
    }

    /// The same for several objects: their events have to be taken together,
    /// from the latest to the earliest.
    fn join_all_dependent(&mut self, touches: &[Touch]) {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        for touch in touches {
            let needed = touch.access.dependents();
            candidates.extend(
                self.events_on(touch.object)
                    .filter(|(_, other)| needed.contains(other.access))
                    .map(|(event, _)| index(event)),
            );
        }
        candidates.sort_unstable_by(|a, b| b.cmp(a));
        candidates.dedup();
        let top = self.clocks.top();
        for number in &candidates {
            let event = &self.events[*number as usize];
            if self.clocks.get(top, event.process) < event.index {
                self.clocks.join_into_top(event.row);
                self.races.push(*number);
            }
        }
        self.candidates = candidates;
    }

    fn add_edges(&mut self, edges: &[Edge]) {
        for edge in edges {
            match *edge {
                Edge::Spawn { parent, child } => self.add_spawn(parent, child),
                Edge::Join { process, target } => self.add_join(process, target),
                Edge::Wake { process, by } => self.add_join(process, by),
            }
        }
    }

    fn add_spawn(&mut self, parent: Option<ProcessId>, child: ProcessId) {
        debug_assert!(!self.processes.contains(&child), "{child:?} spawned twice");
        self.clocks.admit(child);
        if self.tails.len() <= child.index() {
            self.tails.resize(child.index() + 1, Tail::NEW);
        }
        let tail = parent.map_or(Tail::NEW, |parent| Tail {
            events: 0,
            ..self.tails[parent.index()]
        });
        self.set_tail(child, tail);
        self.processes.push(child);
    }

    fn add_join(&mut self, process: ProcessId, target: ProcessId) {
        let own = self.tails[process.index()];
        let other = self.tails[target.index()];
        let row = if self.clocks.at_most(other.row, own.row) {
            own.row
        } else {
            let row = self.clocks.push_copy(own.row);
            self.clocks.join_into_top(other.row);
            row
        };
        self.set_tail(process, Tail { row, ..own });
    }

    fn set_tail(&mut self, process: ProcessId, new: Tail) {
        let old = std::mem::replace(&mut self.tails[process.index()], new);
        self.undo.push((process, old));
    }

    /// Takes the last event back.
    pub fn pop(&mut self) -> Option<Event> {
        let event = self.events.pop()?;
        while self.records.len() > event.records as usize {
            let record = self.records.pop().expect("longer than the mark");
            self.heads[record.touch.object.index()] = record.previous;
        }
        while self.undo.len() > event.undo as usize {
            let (process, tail) = self.undo.pop().expect("longer than the mark");
            self.tails[process.index()] = tail;
        }
        self.processes.truncate(event.processes as usize);
        self.races.truncate(event.races as usize);
        self.clocks.truncate(event.rows);
        Some(event)
    }
}

/// A length as a number in 32 bits.
fn index(length: usize) -> u32 {
    u32::try_from(length).expect("under 2^32")
}
