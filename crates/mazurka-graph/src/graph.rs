//! Execution graphs: events, what they read, and the order of writes.

use crate::clock::Clock;
use mazurka_program::{Edge, Finding, Kind, ObjectId, Operation, Order, ProcessId, Touch, Turn};
use smallvec::SmallVec;

/// An event: a process, and its place among the events of that.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Id {
    pub(crate) process: u32,
    pub(crate) index: u32,
}

impl Id {
    /// What a location held at first.
    pub(crate) const INITIAL: Id = Id {
        process: u32::MAX,
        index: 0,
    };

    pub(crate) fn new(process: usize, index: usize) -> Id {
        Id {
            process: narrow(process),
            index: narrow(index),
        }
    }

    #[inline]
    pub(crate) fn is_initial(self) -> bool {
        self == Id::INITIAL
    }

    #[inline]
    pub(crate) fn is_in(self, clock: &Clock) -> bool {
        self.is_initial() || clock.get(self.process as usize) > self.index
    }
}

pub(crate) fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("under 2^32")
}

/// No location.
pub(crate) const NOWHERE: u32 = u32::MAX;
/// Not added.
pub(crate) const NEVER: u32 = u32::MAX;

/// What an event does to its location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// It has none: a fence, a choice.
    Nothing,
    /// It reads.
    Read,
    /// It writes, whatever is there.
    Write,
    /// It reads and writes what comes next.
    Update,
}

impl Role {
    #[inline]
    pub(crate) fn reads(self) -> bool {
        matches!(self, Role::Read | Role::Update)
    }
}

/// An event of a process: one step of it.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) turn: Turn,
    pub(crate) operation: Operation,
    pub(crate) role: Role,
    pub(crate) location: u32,
    /// The write that it reads.
    pub(crate) rf: Id,
    pub(crate) read: u64,
    pub(crate) written: u64,
    /// When it was added; of an update, its read.
    pub(crate) stamp: u32,
    /// When its write was added; [`NEVER`] if it has none, or that is still to come.
    pub(crate) write_stamp: u32,
    /// Its process waits there: what it read does not let it go on.
    pub(crate) is_stuck: bool,
    /// It has run: not one that is stuck, or an update whose write is still to come.
    pub(crate) has_run: bool,
    /// Which of the changes of its object it was in the linear order.
    pub(crate) number: u32,
    /// Tells this run of the event from others.
    pub(crate) serial: u64,
    /// Program order and reads-from, this event included.
    pub(crate) porf: Clock,
    /// Happens-before of the model, this event included.
    pub(crate) hb: Clock,
    /// What a read that acquires gets from this write.
    pub(crate) released: Clock,
    /// What the last release fence of the process covers, up to here.
    pub(crate) fenced: Clock,
    /// What an acquire fence would get, up to here.
    pub(crate) unacquired: Clock,
    /// Events of other processes that come before it, beside what it reads.
    pub(crate) after: SmallVec<[Id; 2]>,
    /// Its process began, waited or made others begin just before: a full fence.
    pub(crate) is_drained: bool,
    /// What its step reported.
    pub(crate) touches: SmallVec<[Touch; 1]>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) findings: Vec<Finding>,
}

impl Event {
    /// Is its write still to come?
    #[inline]
    pub(crate) fn is_pending(&self) -> bool {
        self.role == Role::Update && !self.is_stuck && self.write_stamp == NEVER
    }

    #[inline]
    pub(crate) fn writes(&self) -> bool {
        self.write_stamp != NEVER
    }

    /// Is its memory the explorer's?
    #[inline]
    pub(crate) fn is_weak(&self) -> bool {
        self.operation.order.is_some()
    }

    /// The order with which it accesses memory.
    #[inline]
    pub(crate) fn order(&self) -> Order {
        match self.operation.order {
            Some(_) if self.role == Role::Read && self.operation.kind == Kind::CompareExchange => {
                self.operation.failure
            }
            Some(order) => order,
            None => Order::SequentiallyConsistent,
        }
    }
}

/// A location: an object of memory, or a group of strong objects.
#[derive(Clone, Debug)]
pub(crate) struct Location {
    /// The object, or the first of the group.
    pub(crate) object: ObjectId,
    pub(crate) is_strong: bool,
    /// Is it a lock that is only taken and given back? Then `co` has only what takes it.
    pub(crate) is_chain: Option<bool>,
    /// Is it a mailbox? Then `co` has the messages, in no order, and `reads` what received.
    pub(crate) is_mailbox: bool,
    /// What it held at first, when that is known.
    pub(crate) initial: Option<u64>,
    /// Its writes after the initial one.
    pub(crate) co: Vec<Id>,
    /// Everything that reads it.
    pub(crate) reads: Vec<Id>,
}

/// What is before the next event of a process, beside the event before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ready {
    /// Events of others.
    pub(crate) after: SmallVec<[Id; 2]>,
    /// Its process began, waited or made others begin.
    pub(crate) is_drained: bool,
}

/// An execution graph, complete or not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    /// By process.
    pub(crate) threads: Vec<Vec<Event>>,
    pub(crate) locations: Vec<Location>,
    /// By object.
    pub(crate) location_of: Vec<u32>,
    /// Those that have run, in an order in which they can.
    pub(crate) linear: Vec<Id>,
    /// By process.
    pub(crate) ready: Vec<Ready>,
    /// In the order in which they began.
    pub(crate) processes: Vec<ProcessId>,
    pub(crate) next_stamp: u32,
    /// What processes had done when they said that it was to be remembered.
    pub(crate) marks: Vec<SmallVec<[Id; 2]>>,
    /// Tells this linear order from others, but for what is at its end; zero if it is new.
    pub(crate) order: u64,
    pub(crate) patterns: crate::messages::Patterns,
}

impl Graph {
    #[inline]
    pub(crate) fn event(&self, id: Id) -> &Event {
        &self.threads[id.process as usize][id.index as usize]
    }

    #[inline]
    pub(crate) fn event_mut(&mut self, id: Id) -> &mut Event {
        &mut self.threads[id.process as usize][id.index as usize]
    }

    pub(crate) fn stamp(&mut self) -> u32 {
        self.next_stamp += 1;
        self.next_stamp
    }

    /// The last event of a process, if it has one.
    pub(crate) fn last_of(&self, process: usize) -> Option<Id> {
        let events = self.threads.get(process)?;
        let last = events.len().checked_sub(1)?;
        Some(Id::new(process, last))
    }

    /// The next event of a process.
    pub(crate) fn next_of(&self, process: usize) -> Id {
        Id::new(process, self.threads[process].len())
    }

    /// The location of an object; new, if it has none.
    pub(crate) fn locate(&mut self, object: ObjectId, is_strong: bool) -> u32 {
        if self.location_of.len() <= object.index() {
            self.location_of.resize(object.index() + 1, NOWHERE);
        }
        let known = self.location_of[object.index()];
        if known != NOWHERE {
            return known;
        }
        let new = narrow(self.locations.len());
        self.locations.push(Location {
            object,
            is_strong,
            is_chain: None,
            is_mailbox: false,
            initial: None,
            co: Vec::new(),
            reads: Vec::new(),
        });
        self.location_of[object.index()] = new;
        new
    }

    /// What a write of a location has left there.
    pub(crate) fn value_of(&self, location: u32, write: Id) -> Option<u64> {
        match write.is_initial() {
            true => self.locations[location as usize].initial,
            false => Some(self.event(write).written),
        }
    }

    /// The last write of a location.
    pub(crate) fn last_write(&self, location: u32) -> Id {
        let co = &self.locations[location as usize].co;
        co.last().copied().unwrap_or(Id::INITIAL)
    }

    /// The place of a write in `co`: zero is the initial one.
    pub(crate) fn place_of(&self, location: u32, write: Id) -> usize {
        if write.is_initial() {
            return 0;
        }
        let co = &self.locations[location as usize].co;
        let place = co.iter().rposition(|other| *other == write);
        place.expect("a write is in co") + 1
    }

    /// The write at a place of `co`.
    pub(crate) fn write_at(&self, location: u32, place: usize) -> Id {
        match place {
            0 => Id::INITIAL,
            _ => self.locations[location as usize].co[place - 1],
        }
    }

    /// The update that comes next to a write, if there is one that is complete.
    pub(crate) fn update_of(&self, location: u32, write: Id) -> Option<Id> {
        let next = self.place_of(location, write);
        let next = *self.locations[location as usize].co.get(next)?;
        let event = self.event(next);
        (event.role == Role::Update && event.rf == write).then_some(next)
    }

    /// May a write come to that place, without parting an update from what it read?
    pub(crate) fn is_free(&self, location: u32, place: usize) -> bool {
        self.update_of(location, self.write_at(location, place))
            .is_none()
    }

    /// Where a lock is given back that this event has taken.
    pub(crate) fn unlock_of(&self, lock: Id) -> Option<Id> {
        let object = self.event(lock).operation.object;
        let thread = &self.threads[lock.process as usize];
        let from = lock.index as usize + 1;
        let is_unlock = |event: &Event| {
            event.operation.kind == Kind::Unlock && event.operation.object == object
        };
        let place = thread[from..].iter().position(is_unlock)?;
        Some(Id::new(lock.process as usize, from + place))
    }

    /// Does an event take a lock of a chain?
    pub(crate) fn is_link(&self, event: &Event) -> bool {
        event.operation.order.is_none()
            && event.location != NOWHERE
            && self.locations[event.location as usize].is_chain == Some(true)
    }

    /// The event that gave back the lock that this one takes: it comes before.
    pub(crate) fn given_back(&self, event: &Event) -> Option<Id> {
        match self.is_link(event) && !event.rf.is_initial() {
            true => self.unlock_of(event.rf),
            false => None,
        }
    }

    /// Can the write of an event be added, which is still to come?
    pub(crate) fn can_complete(&self, event: &Event) -> bool {
        event.is_pending()
            && (!self.is_link(event) || event.rf.is_initial() || self.given_back(event).is_some())
    }

    /// Takes an event, the last of its process, out of the graph.
    pub(crate) fn remove(&mut self, id: Id) {
        let event = self.threads[id.process as usize].pop();
        let event = event.expect("there is one");
        debug_assert_eq!(self.threads[id.process as usize].len(), id.index as usize);
        if event.location == NOWHERE || event.role == Role::Nothing {
            return;
        }
        let location = &mut self.locations[event.location as usize];
        if event.writes() {
            location.co.retain(|write| *write != id);
        }
        if event.role.reads() {
            let place = location.reads.iter().rposition(|read| *read == id);
            location.reads.remove(place.expect("a read is known"));
        }
        if location.co.is_empty() && location.reads.is_empty() {
            location.initial = None;
        }
    }

    /// How many events there are.
    pub(crate) fn len(&self) -> usize {
        self.threads.iter().map(Vec::len).sum()
    }

    /// Lets an edge of the local code count.
    ///
    /// # Errors
    /// When it is of a kind that graphs do not know.
    pub(crate) fn apply(&mut self, edge: Edge) -> Result<(), &'static str> {
        self.apply_by(edge, |graph, process| graph.last_run_of(process))
    }

    /// The same when only that many events of each process have been run.
    ///
    /// # Errors
    /// When it is of a kind that graphs do not know.
    pub(crate) fn apply_within(&mut self, edge: Edge, counts: &[u32]) -> Result<(), &'static str> {
        self.apply_by(edge, |_, process| {
            let count = counts.get(process).copied().unwrap_or(0);
            Some(Id::new(process, (count as usize).checked_sub(1)?))
        })
    }

    fn apply_by(
        &mut self,
        edge: Edge,
        last: impl Fn(&Graph, usize) -> Option<Id>,
    ) -> Result<(), &'static str> {
        match edge {
            Edge::Spawn { parent, child } => {
                self.make_room(child.index());
                self.processes.push(child);
                self.ready[child.index()] = Ready::default();
                if let Some(parent) = parent {
                    self.put_after(child.index(), parent.index(), &last);
                    self.ready[parent.index()].is_drained = true;
                }
            }
            Edge::Join { process, target } => {
                self.put_after(process.index(), target.index(), &last);
            }
            Edge::Wake { process, by } => self.put_after(process.index(), by.index(), &last),
            Edge::Mark { process } => {
                self.make_room(process.index());
                let mut mark = self.ready[process.index()].after.clone();
                mark.extend(last(self, process.index()));
                self.marks.push(mark);
            }
            Edge::After { process, mark } => {
                self.make_room(process.index());
                let Some(mark) = self.marks.get(mark as usize).cloned() else {
                    return Err("internal error: a mark that was not made");
                };
                let ready = &mut self.ready[process.index()];
                ready.after.extend(mark);
                ready.is_drained = true;
            }
        }
        Ok(())
    }

    pub(crate) fn make_room(&mut self, process: usize) {
        if self.ready.len() <= process {
            self.ready.resize_with(process + 1, Ready::default);
            self.threads.resize_with(process + 1, Vec::new);
        }
    }

    /// All that `before` has done comes before what `process` does next.
    fn put_after(
        &mut self,
        process: usize,
        before: usize,
        last: impl Fn(&Graph, usize) -> Option<Id>,
    ) {
        self.make_room(process.max(before));
        let last = last(self, before);
        let earlier = self.ready[before].after.clone();
        let ready = &mut self.ready[process];
        ready.after.extend(earlier);
        ready.after.extend(last);
        ready.is_drained = true;
    }

    /// The event before in program order.
    #[inline]
    pub(crate) fn before(&self, id: Id) -> Option<&Event> {
        let index = (id.index as usize).checked_sub(1)?;
        Some(&self.threads[id.process as usize][index])
    }

    /// Program order and reads-from before an event, without what it reads.
    pub(crate) fn porf_before(&self, id: Id) -> Clock {
        let mut clock = (self.before(id)).map_or_else(Clock::default, |event| event.porf.clone());
        for other in &self.event(id).after {
            clock.join(&self.event(*other).porf);
        }
        clock
    }

    /// Happens-before before an event, without what it reads.
    pub(crate) fn hb_before(&self, id: Id) -> Clock {
        let mut clock = (self.before(id)).map_or_else(Clock::default, |event| event.hb.clone());
        let process = id.process as usize;
        let after = match self.threads[process].get(id.index as usize) {
            Some(event) => &event.after,
            None => &self.ready[process].after,
        };
        for other in after {
            clock.join(&self.event(*other).hb);
        }
        clock
    }

    /// The last event of a process that has run.
    fn last_run_of(&self, process: usize) -> Option<Id> {
        let last = self.last_of(process)?;
        match self.event(last).has_run {
            true => Some(last),
            false => last.index.checked_sub(1).map(|index| Id { index, ..last }),
        }
    }
}
