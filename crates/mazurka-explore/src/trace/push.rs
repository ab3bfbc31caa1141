//! Pushing an event: its clock and its races; popping undoes that.

use super::{APART, Edges, Event, Head, Item, NONE, Race, Record, Tail, Trace};
use super::{can_be_disabled, does_the_same, index};
use crate::clock::{Clocks, Row};
use crate::next::Next;
use crate::own;
use mazurka_program::{Access, AccessSet, Edge, ObjectId, Operation, ProcessId, Touch, Turn};

/// How far an event may look for the end of what is before it. The events after it look
/// on from there.
const MOST_STEPS: u32 = 32;

/// The first events of an execution are looked at one by one: that costs less.
const FEW: u32 = 64;

impl Trace {
    /// Adds the edges that were made before the first event.
    pub fn begin(&mut self, edges: &[Edge]) {
        assert!(self.events.is_empty() && self.processes.is_empty());
        debug_assert!(self.marks.is_empty());
        self.add_edges(edges);
        self.undo.clear();
    }

    /// Appends an event: the step of a process that had announced `operation`,
    /// one of that many `alternatives`, and then the edges that the step made.
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
        let number = index(self.items.len());
        let records = index(self.records.len());
        let races = index(self.races.len());
        let row = self.clocks.push_event(tail.row);
        match touches {
            [] => {}
            [touch] if own::follows_nothing(touch.access) => {}
            [touch] => self.join_dependent(number, touch.object, touch.access),
            _ => self.join_all_dependent(number, touches),
        }
        let past = self.settle_races(races as usize, &operation, touches, tail.past);
        let own = tail.events + 1;
        self.clocks.set_event(process, own);
        for touch in touches {
            self.add_record(number, touch);
        }
        let accesses = self.lists.accesses(touches);
        self.items.push(Item {
            next: Next { turn, accesses },
            index: own,
            row,
            past,
        });
        self.beside.push(self.covered(number, &tail, races));
        self.numbers[process.index()].push(number);
        if can_be_disabled(&operation) {
            self.guarded.push(number);
        }
        if alternatives != 1 {
            self.choices.push(number);
        }
        self.events.push(Event {
            process,
            index: own,
            operation,
            alternative: turn.alternative,
            alternatives,
            base: tail.row,
            base_past: tail.past,
            records,
            races,
        });
        self.tails[process.index()] = Tail {
            row,
            events: own,
            past: number + 1,
        };
        if !edges.is_empty() {
            self.edges.push(Edges {
                event: number,
                undo: index(self.undo.len()),
                processes: index(self.processes.len()),
                rows: self.clocks.rows(),
                marks: index(self.marks.len()),
            });
            self.add_edges(edges);
        }
    }

    /// How many events at the beginning happen before event `number`, which is being pushed,
    /// at least. What precedes it directly says that, but for a few events.
    #[inline]
    fn covered(&self, number: u32, tail: &Tail, races: u32) -> u32 {
        if number < FEW {
            return 0;
        }
        let direct = self.races[races as usize..].iter();
        let direct = direct.map(|race| self.beside.covered(race.first as usize));
        let before = Clocks::event(tail.row).map_or(0, |event| self.beside.covered(event));
        let mut covered = direct.fold(before, u32::max);
        let most = number.min(covered + MOST_STEPS);
        while covered < most && self.is_covered(number, covered) {
            covered += 1;
        }
        covered
    }

    /// Completes the races of the event that is being pushed, which are the last
    /// ones, and returns what its [`Item::past`] is, as that of its base is `past`.
    #[inline]
    fn settle_races(
        &mut self,
        start: usize,
        operation: &Operation,
        touches: &[Touch],
        past: u32,
    ) -> u32 {
        let races = &mut self.races[start..];
        if races.is_empty() {
            return past;
        }
        let mut past = past;
        let is_same = match touches {
            [touch] => does_the_same(operation, touch),
            _ => false,
        };
        for race in races {
            // Without a flush, early readers are no longer before: see `own`.
            let first = self.items[race.first as usize].next.accesses;
            race.is_same = is_same && !self.lists.is_flush(first);
            past = past.max(race.first + 1);
        }
        past
    }

    #[inline]
    fn add_record(&mut self, event: u32, touch: &Touch) {
        let object = touch.object.index();
        if self.heads.len() <= object {
            self.heads.resize(object + 1, Head::NEW);
        }
        let number = index(self.records.len());
        let Head { latest, change } = self.heads[object];
        let mut previous = latest;
        match touch.store {
            Some(store) if self.stores.note(store, touch, event) => previous = APART,
            _ => {
                let head = &mut self.heads[object];
                head.latest = number;
                if touch.access.changes() {
                    head.change = number;
                }
            }
        }
        self.records.push(Record {
            touch: *touch,
            event,
            previous,
            change,
        });
    }

    /// Joins the clocks of all earlier events whose access of `object` the
    /// `access` depends on into the top row, which holds the clock of the
    /// event's past so far. Those that were not in that past when their turn
    /// came, going from the latest to the earliest, are in a race with the
    /// event.
    fn join_dependent(&mut self, number: u32, object: ObjectId, access: Access) {
        let mut needed = access.dependents();
        let head = self.head(object);
        // A read depends only on changes.
        let is_read = access == Access::Read;
        let mut at = if is_read { head.change } else { head.latest };
        while at != NONE && !needed.is_empty() {
            let Record {
                touch,
                event,
                previous,
                change,
            } = &self.records[at as usize];
            let (event, done, store) = (*event, touch.access, touch.store);
            let next = if is_read { *change } else { *previous };
            let mut covered = self.is_covered(number, event);
            if !covered && needed.contains(done) {
                self.join_race(number, event);
                covered = true;
            }
            if store.is_some() {
                let touch = self.records[at as usize].touch;
                self.join_early_readers(number, &touch, needed);
            }
            if covered && !own::follows_nothing(done) {
                // What this event depends on is in its own past.
                needed = needed.without(done.dependents());
            }
            at = next;
        }
    }

    /// Is an event in the past of event `number`, which is being pushed, as far
    /// as that is known yet?
    #[inline]
    fn is_covered(&self, number: u32, event: u32) -> bool {
        let item = &self.items[event as usize];
        let process = item.next.process();
        self.clocks.of_event(number as usize, process) >= item.index
    }

    #[inline]
    fn join_race(&mut self, number: u32, event: u32) {
        self.clocks.join_into_event(event);
        self.races.push(Race {
            first: event,
            second: number,
            is_same: false,
        });
    }

    /// Early readers of a store come where its flush comes.
    #[cold]
    fn join_early_readers(&mut self, number: u32, flush: &Touch, needed: AccessSet) {
        if !needed.contains(Access::Own) {
            return;
        }
        let mut readers = std::mem::take(&mut self.candidates);
        readers.clear();
        readers.extend(self.stores.early_readers(flush));
        for event in &readers {
            if !self.is_covered(number, *event) {
                self.join_race(number, *event);
            }
        }
        self.candidates = readers;
    }

    /// The same for several objects: their events have to be taken together,
    /// from the latest to the earliest.
    fn join_all_dependent(&mut self, number: u32, touches: &[Touch]) {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let touches = touches.iter();
        for touch in touches.filter(|touch| !own::follows_nothing(touch.access)) {
            let mut needed = touch.access.dependents();
            for (event, other) in self.events_on(touch.object) {
                let is_needed = needed.contains(other.access);
                if is_needed {
                    candidates.push(index(event));
                }
                if needed.contains(Access::Own) {
                    candidates.extend(self.stores.early_readers(other));
                }
                if is_needed && !own::follows_nothing(other.access) {
                    // What this event depends on is in its own past.
                    needed = needed.without(other.access.dependents());
                }
                if needed.is_empty() {
                    break;
                }
            }
        }
        candidates.sort_unstable_by(|a, b| b.cmp(a));
        candidates.dedup();
        for event in &candidates {
            if !self.is_covered(number, *event) {
                self.join_race(number, *event);
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
                Edge::Mark { process } => {
                    let tail = self.tails[process.index()];
                    self.marks.push((tail.row, tail.past));
                }
                Edge::After { process, mark } => {
                    let (row, past) = self.marks[mark as usize];
                    self.add_past(process, row, past);
                }
            }
        }
    }

    fn add_spawn(&mut self, parent: Option<ProcessId>, child: ProcessId) {
        debug_assert!(!self.processes.contains(&child), "{child:?} spawned twice");
        self.clocks.admit(child);
        if self.tails.len() <= child.index() {
            self.tails.resize(child.index() + 1, Tail::NEW);
            self.numbers.resize_with(child.index() + 1, Vec::new);
        }
        let tail = parent.map_or(Tail::NEW, |parent| Tail {
            events: 0,
            ..self.tails[parent.index()]
        });
        self.set_tail(child, tail);
        self.processes.push(child);
    }

    fn add_join(&mut self, process: ProcessId, target: ProcessId) {
        let target = self.tails[target.index()];
        self.add_past(process, target.row, target.past);
    }

    /// What a clock stands for, which is among the first `past` events, happens
    /// before the next event of `process`.
    fn add_past(&mut self, process: ProcessId, other: Row, past: u32) {
        let own = self.tails[process.index()];
        let is_known = match Clocks::event(other) {
            Some(event) => self.is_in_past(event, own.row),
            None => self.clocks.at_most(other, own.row),
        };
        if is_known {
            return;
        }
        let row = self.clocks.push_join(own.row, other);
        let past = own.past.max(past);
        self.set_tail(process, Tail { row, past, ..own });
    }

    fn set_tail(&mut self, process: ProcessId, new: Tail) {
        let old = std::mem::replace(&mut self.tails[process.index()], new);
        self.undo.push((process, old));
    }

    /// Takes the last event back.
    pub fn pop(&mut self) -> Option<Event> {
        let event = self.events.pop()?;
        self.items.pop();
        self.beside.pop();
        let number = index(self.items.len());
        if let Some(edges) = self.edges.pop_if(|edges| edges.event == number) {
            self.take_edges_back(&edges);
        }
        let own = event.process.index();
        self.tails[own] = Tail {
            row: event.base,
            events: event.index - 1,
            past: event.base_past,
        };
        self.numbers[own].pop();
        self.guarded.pop_if(|last| *last == number);
        self.choices.pop_if(|last| *last == number);
        self.mail.pop(number);
        while self.records.len() > event.records as usize {
            let record = self.records.pop().expect("longer than the mark");
            let is_apart = record.previous == APART;
            if let Some(store) = record.touch.store {
                self.stores.forget(store, &record.touch, is_apart);
            }
            if !is_apart {
                self.heads[record.touch.object.index()] = Head {
                    latest: record.previous,
                    change: record.change,
                };
            }
        }
        self.races.truncate(event.races as usize);
        self.clocks.pop_event();
        Some(event)
    }

    fn take_edges_back(&mut self, edges: &Edges) {
        while self.undo.len() > edges.undo as usize {
            let (process, tail) = self.undo.pop().expect("longer than the mark");
            self.tails[process.index()] = tail;
        }
        self.processes.truncate(edges.processes as usize);
        self.clocks.truncate(edges.rows);
        self.marks.truncate(edges.marks as usize);
    }
}
