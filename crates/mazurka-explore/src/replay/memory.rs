//! Memory that is the explorer's, while a schedule of an execution graph is run.
//!
//! Of each object, the writes are kept in coherence order, beginning with what it held at
//! first. The alternative of a read is how many of the writes that were run before it come
//! after the one it reads; that of a store, how many of them come after itself.

use mazurka_program::{Kind, ObjectId, Operation, Program, Status, Touch};
use std::collections::BTreeMap;

/// An access of memory that is the explorer's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accessed {
    /// The operation.
    pub operation: Operation,
    /// Does it read? Then it is told what.
    pub is_read: bool,
    /// Which step of the schedule has written what is read, from zero; none if it is what was
    /// there at first.
    pub from: Option<usize>,
    /// If something newer than what is read, or than what is written now, had been written
    /// before in this schedule: that.
    pub newer: Option<Newer>,
}

/// What is newer in coherence order, and was run before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Newer {
    /// The step that wrote what comes next after it.
    pub step: usize,
    /// How many such writes there are.
    pub count: usize,
}

/// What a write has left.
#[derive(Clone, Copy, Debug)]
struct Write {
    /// The how manieth change of the object it is, as they were run; zero for none.
    number: u32,
    value: u64,
    step: Option<usize>,
}

/// The writes of an object.
#[derive(Debug)]
struct Location {
    /// In coherence order; never empty.
    writes: Vec<Write>,
    changes: u32,
}

/// Memory.
#[derive(Debug)]
pub(super) struct Memory {
    locations: BTreeMap<ObjectId, Location>,
    /// See [`super::run_graph`].
    idle_updates_write: bool,
}

/// What a step does to memory.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) operation: Operation,
    /// Of the writes: that which is read, or the last one before what is written. None if
    /// the object has not been accessed before.
    at: Option<usize>,
}

/// The operation of a process, if it accesses memory that is the explorer's.
pub(super) fn ordered(status: &Status) -> Option<Operation> {
    let operation = status.operation()?;
    (operation.order.is_some() && operation.kind != Kind::Fence).then_some(operation)
}

/// Does an access of memory that is the explorer's read it?
pub(super) fn is_read(operation: &Operation) -> bool {
    operation.kind != Kind::Store
}

/// Does an operation write that has accessed its object like this?
pub(super) fn is_write(operation: &Operation, touch: &Touch, idle_updates_write: bool) -> bool {
    touch.access.changes() || idle_updates_write && operation.kind.may_be_idle()
}

/// Can the operation run when its object holds `value`? If that is not known, it is tried.
pub(super) fn is_open<P: Program + ?Sized>(operation: &Operation, value: u64, program: &P) -> bool {
    if !is_read(operation) {
        return true;
    }
    let learnt = operation.learnt_guard();
    operation.enabled_at(value)
        && learnt.is_none_or(|number| program.opens(number, value) != Some(false))
}

impl Memory {
    pub(super) fn new(idle_updates_write: bool) -> Memory {
        Memory {
            locations: BTreeMap::new(),
            idle_updates_write,
        }
    }

    /// Where an operation with that alternative reads or writes; none if there is no such
    /// place.
    pub(super) fn place(&self, operation: &Operation, alternative: u32) -> Option<Place> {
        let operation = *operation;
        let Some(location) = self.locations.get(&operation.object) else {
            return (alternative == 0).then_some(Place {
                operation,
                at: None,
            });
        };
        let last = location.writes.len() - 1;
        let at = Some(last.checked_sub(alternative as usize)?);
        Some(Place { operation, at })
    }

    fn at(&self, place: &Place) -> Option<(&Location, usize)> {
        let location = self.locations.get(&place.operation.object)?;
        Some((location, place.at?))
    }

    /// Tells the program what the operation reads, if it does and that is known here. The
    /// first access finds what is there. Returns the value.
    pub(super) fn recall<P: Program + ?Sized>(
        &self,
        place: &Place,
        program: &mut P,
    ) -> Option<u64> {
        let (location, at) = self.at(place)?;
        let Write { number, value, .. } = location.writes[at];
        if is_read(&place.operation) {
            program.recall(place.operation.object, number, value);
        }
        Some(value)
    }

    /// What the operation reads and where it writes, for those who watch.
    pub(super) fn accessed(&self, place: &Place) -> Accessed {
        let is_read = is_read(&place.operation);
        let mut accessed = Accessed {
            operation: place.operation,
            is_read,
            from: None,
            newer: None,
        };
        if let Some((location, at)) = self.at(place) {
            accessed.from = location.writes[at].step.filter(|_| is_read);
            let newer = location.writes.get(at + 1).and_then(|write| write.step);
            accessed.newer = newer.map(|step| Newer {
                step,
                count: location.writes.len() - 1 - at,
            });
        }
        accessed
    }

    /// Adds what a step has written.
    pub(super) fn add(&mut self, step: usize, place: Option<&Place>, touches: &[Touch]) {
        for touch in touches {
            let own = place.filter(|place| place.operation.object == touch.object);
            if own.is_none() && !self.locations.contains_key(&touch.object) {
                continue;
            }
            let location = self.locations.entry(touch.object);
            let location = location.or_insert_with(|| Location {
                writes: vec![Write {
                    number: 0,
                    value: touch.before,
                    step: None,
                }],
                changes: 0,
            });
            let idle = self.idle_updates_write;
            let is_write = match own {
                Some(place) => is_write(&place.operation, touch, idle),
                None => touch.access.changes(),
            };
            if !is_write {
                continue;
            }
            let last = location.writes.len() - 1;
            let at = own.and_then(|place| place.at).unwrap_or(last);
            // For the front end, one that has changed nothing is none.
            let mut number = location.writes[at].number;
            if touch.access.changes() {
                location.changes += 1;
                number = location.changes;
            }
            let write = Write {
                number,
                value: touch.after,
                step: Some(step),
            };
            location.writes.insert(at + 1, write);
        }
    }

    /// What an object holds at the end, if it was accessed.
    pub(super) fn last(&self, object: ObjectId) -> Option<u64> {
        let location = self.locations.get(&object)?;
        location.writes.last().map(|write| write.value)
    }

    /// Tells the program what memory holds at the end.
    pub(super) fn settle<P: Program + ?Sized>(&self, program: &mut P) {
        for (object, location) in &self.locations {
            if let Some(Write { number, value, .. }) = location.writes.last() {
                program.recall(*object, *number, *value);
            }
        }
    }
}
