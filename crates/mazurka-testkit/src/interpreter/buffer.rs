//! Store buffers: what of the language has to do with them.
//!
//! Under TSO and PSO, a store is local code, and its flush is the step of a
//! shadow process. Loads, and conditions that a process waits for, see what the
//! process itself has stored. All else is done with an empty buffer, and so are
//! spawning, joining and ending: a process that comes there too early waits, and
//! goes on inside the step of the last flush.

use super::{Interpreter, State};
use crate::ir::{Class, Statement};
use mazurka_program::{Edge, ObjectId, ProcessId, Step};

/// What the next statement of a process has to do with its store buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Waits {
    /// Nothing yet.
    New,
    /// It waits until the buffer is empty, or has room.
    Waiting,
    /// It has waited for that.
    Done,
}

impl State<'_> {
    /// Are all buffers empty?
    pub(super) fn is_drained(&self) -> bool {
        self.owners().all(|id| self.buffers.is_drained(id))
    }
}

impl Interpreter<'_> {
    /// Is the buffer of a process empty? If not, it waits for that.
    pub(super) fn drain(&mut self, id: ProcessId, step: &mut Step) -> bool {
        if !self.state.buffers.is_relaxed() || self.state.process(id).waits == Waits::Done {
            return true;
        }
        let drained = self.state.buffers.fence(id, &mut step.edges);
        self.process_mut(id).waits = match drained {
            true => Waits::Done,
            false => Waits::Waiting,
        };
        drained
    }

    /// Puts a store into the buffer, if there is room; else the process waits
    /// for that.
    pub(super) fn store(&mut self, id: ProcessId, statement: &Statement, step: &mut Step) -> bool {
        let (Statement::Store { variable, value } | Statement::StoreRelease { variable, value }) =
            statement
        else {
            unreachable!("{statement} is not buffered");
        };
        let object = self.object(Class::Variable, *variable);
        let bits = value.of(self.state.registers(id));
        let buffers = &mut self.state.buffers;
        if let Statement::StoreRelease { .. } = statement {
            // Where the process has waited for room, this is the same barrier.
            buffers.barrier(id);
        }
        if !buffers.make_room(id, object) {
            self.process_mut(id).waits = Waits::Waiting;
            return false;
        }
        let before = step.edges.len();
        buffers.store(&mut self.names, id, object, bits, (), &mut step.edges);
        for edge in &step.edges[before..] {
            if let Edge::Spawn { child, .. } = edge {
                self.state.shadows.push(*child);
            }
        }
        self.know_places();
        true
    }

    /// Runs the step of a shadow process.
    pub(super) fn flush(&mut self, shadow: ProcessId, step: &mut Step) {
        let flushed = self.state.buffers.flush(shadow, &mut step.edges);
        let value = &mut self.state.values[flushed.object.index()];
        let before = std::mem::replace(value, flushed.bits);
        step.touches.push(flushed.touch(before));
        if flushed.wakes_owner {
            self.process_mut(flushed.owner).waits = Waits::Done;
            self.run_local(flushed.owner, step);
        }
    }

    /// What an object holds, as a process sees it.
    pub(super) fn look(&self, id: ProcessId, object: ObjectId) -> u64 {
        let own = self.state.buffers.forwarded(id, object);
        own.map_or(self.state.value(object), |(bits, ())| bits)
    }

    /// Loads an object: what the process sees.
    pub(super) fn load(&mut self, id: ProcessId, object: ObjectId, step: &mut Step) -> u64 {
        let memory = self.state.value(object);
        let touch = self.state.buffers.load(id, object, memory);
        step.touches.push(touch);
        self.look(id, object)
    }
}
