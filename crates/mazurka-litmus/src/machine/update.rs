//! Updates that compute what they write: how they are announced.
//!
//! Where an update would write what is there it only reads, and an addition whose result
//! nothing looks at commutes with others. Where a location is accessed with different
//! numbers of bits, what it holds has no one form, and every update counts as a write.

use super::Machine;
use crate::code::{Compute, Instruction, Update};
use mazurka_program::{Access, Interrupt, Kind, ObjectId, Operation, Step};

impl Machine<'_> {
    /// The operation of an update that computes.
    pub(super) fn announce_computed(
        &self,
        thread: usize,
        instruction: Instruction,
    ) -> Result<Operation, Interrupt> {
        let Instruction::Update {
            address,
            update,
            a,
            b,
            bits,
            ..
        } = instruction
        else {
            unreachable!("only updates are announced here");
        };
        let object = self.object(thread, address)?;
        let (a, b) = (self.read(thread, a), self.read(thread, b));
        let cell = &self.test.locations.cells[object.index()];
        let held = |value| cell.hold(value, bits);
        let operation = |kind, value| Operation::new(kind, object, held(value));
        let writes = operation(Kind::ReadModifyWrite, 0);
        // In C an update that changes nothing is a write like other; and graphs order updates.
        if cell.is_mixed(bits) || self.is_weak() {
            return Ok(writes);
        }
        let is_unused =
            self.graphs.is_none() && self.test.unused[thread][self.threads[thread].point.at];
        Ok(match update {
            Update::Compute(Compute::Add | Compute::Subtract | Compute::Xor)
            | Update::AddUnless
                if held(a) == 0 =>
            {
                operation(Kind::Or, 0)
            }
            // It writes unless that is there, as an exchange does.
            Update::AddUnless => operation(Kind::Swap, b),
            Update::Compute(Compute::Or) => operation(Kind::Or, a),
            Update::Compute(Compute::And) => operation(Kind::And, a),
            Update::Compute(Compute::AndNot) => operation(Kind::And, !a),
            Update::Compute(Compute::Add) if is_unused => operation(Kind::Add, a),
            Update::Compute(Compute::Subtract) if is_unused => {
                operation(Kind::Add, a.wrapping_neg())
            }
            Update::Compute(_) | Update::Exchange | Update::CompareExchange => writes,
        })
    }

    /// What an object holds after an update of it, which held `before`.
    pub(super) fn updated(
        &self,
        registers: &[u64],
        instruction: Instruction,
        operation: Operation,
        before: u64,
    ) -> Result<u64, Interrupt> {
        let Instruction::Update {
            update, a, b, bits, ..
        } = instruction
        else {
            unreachable!("only updates have such a value");
        };
        let object = operation.object;
        let (a, b) = (a.read(registers), b.read(registers));
        let new = match update {
            Update::Exchange => a,
            Update::CompareExchange if before == operation.operand => b,
            Update::CompareExchange => before,
            Update::AddUnless if before == self.hold(object, b, bits)? => before,
            Update::AddUnless => before.wrapping_add(a),
            Update::Compute(compute) => compute.apply(before, a),
        };
        match operation.access_at(before) {
            Some(Access::Read) => Ok(before),
            _ => self.hold(object, new, bits),
        }
    }

    /// The last touch is an addition: says where it wraps around.
    pub(super) fn note_width(&self, object: ObjectId, bits: Option<u8>, step: &mut Step) {
        let cell = &self.test.locations.cells[object.index()];
        if let (Some(touch), Some(width)) = (step.touches.last_mut(), cell.width(bits)) {
            touch.width = width;
        }
    }
}
