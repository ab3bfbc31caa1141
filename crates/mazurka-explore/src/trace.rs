//! The execution under exploration, `E`, with its happens-before relation.
//!
//! A [`Trace`] is a stack of events. Pushing an event computes its vector clock
//! and its races; popping it undoes that exactly, so the explorers never
//! recompute anything for the prefix that two executions share.
//!
//! Happens-before has three kinds of edges: program order, dependence (accesses
//! of the same object that do not commute), and the enabling edges that the
//! front end tells (spawn, join). `e = (p, i)` happens before `e'` iff the
//! clock of `e'` has at least `i` for `p`.

use crate::clock::{Clocks, Row};
use mazurka_program::{Edge, Effect, ObjectId, Operation, ProcessId};

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
    /// What the operation did.
    pub effect: Effect,
    /// The clock of the event.
    pub(crate) row: Row,
    /// The clock of its past by program order and enabling edges alone.
    pub(crate) base: Row,
    previous_on_object: u32,
    /// Where its part of `Trace::races` begins.
    races: u32,
    /// What popping it must restore.
    undo: u32,
    processes: u32,
    rows: u32,
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
    clocks: Clocks,
    /// For every event, the earlier events that it is in a race with.
    races: Vec<u32>,
    tails: Vec<Tail>,
    undo: Vec<(ProcessId, Tail)>,
    /// The processes that exist, in the order of their creation.
    processes: Vec<ProcessId>,
    /// The latest event on every object.
    heads: Vec<u32>,
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

    /// The events on `object`, latest first.
    pub(crate) fn events_on(&self, object: ObjectId) -> impl Iterator<Item = usize> + '_ {
        let mut at = self.heads.get(object.index()).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            if at == NONE {
                return None;
            }
            let this = at as usize;
            at = self.events[this].previous_on_object;
            Some(this)
        })
    }

    /// The event on the same object before event number `i`.
    pub(crate) fn previous_on_object(&self, i: usize) -> Option<usize> {
        let previous = self.events[i].previous_on_object;
        (previous != NONE).then_some(previous as usize)
    }

    /// Adds the edges that were made before the first event.
    pub fn begin(&mut self, edges: &[Edge]) {
        assert!(self.events.is_empty() && self.processes.is_empty());
        self.add_edges(edges);
        self.undo.clear();
    }

    /// Appends an event of `process`, and then the edges its step made.
    pub fn push(
        &mut self,
        process: ProcessId,
        operation: Operation,
        effect: Effect,
        edges: &[Edge],
    ) {
        let tail = self.tails[process.index()];
        let number = u32::try_from(self.events.len()).expect("under 2^32 events");
        let rows = self.clocks.rows();
        let races = u32::try_from(self.races.len()).expect("under 2^32 races");
        let undo = u32::try_from(self.undo.len()).expect("under 2^32 changes");
        let row = self.clocks.push_copy(tail.row);
        self.join_dependent(operation.object, &effect);
        let index = tail.events + 1;
        self.clocks.set_top(process, index);
        if self.heads.len() <= operation.object.index() {
            self.heads.resize(operation.object.index() + 1, NONE);
        }
        let head = &mut self.heads[operation.object.index()];
        self.events.push(Event {
            process,
            index,
            operation,
            effect,
            row,
            base: tail.row,
            previous_on_object: std::mem::replace(head, number),
            races,
            undo,
            processes: u32::try_from(self.processes.len()).expect("under 2^32 processes"),
            rows,
        });
        let new = Tail { row, events: index };
        self.set_tail(process, new);
        self.add_edges(edges);
    }

    /// Joins the clocks of all earlier events on `object` that `effect` depends
    /// on into the top row, which holds the clock of the event's past so far.
    /// Those that were not in that past when their turn came, going from the
    /// latest to the earliest, are in a race with the event.
    fn join_dependent(&mut self, object: ObjectId, effect: &Effect) {
        let mut needed = effect.access.dependents();
        let top = self.clocks.top();
        let mut at = self.heads.get(object.index()).copied().unwrap_or(NONE);
        while at != NONE && !needed.is_empty() {
            let event = self.events[at as usize];
            let mut covered = self.clocks.get(top, event.process) >= event.index;
            if !covered && needed.contains(event.effect.access) {
                self.clocks.join_into_top(event.row);
                self.races.push(at);
                covered = true;
            }
            if covered {
                // What this event depends on is in its own past.
                needed = needed.without(event.effect.access.dependents());
            }
            at = event.previous_on_object;
        }
    }

    fn add_edges(&mut self, edges: &[Edge]) {
        for edge in edges {
            match *edge {
                Edge::Spawn { parent, child } => self.add_spawn(parent, child),
                Edge::Join { process, target } => self.add_join(process, target),
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
        self.heads[event.operation.object.index()] = event.previous_on_object;
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
