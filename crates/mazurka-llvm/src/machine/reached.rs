//! Which code was reached, and so which lines were not.
//!
//! Marked is only where the step loop begins and where it jumps to: what comes after it, up to the
//! next jump or call, is reached as well.

use crate::code::{Code, Op};
use std::collections::BTreeMap;

/// The instructions that were marked, by function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reached {
    functions: Vec<Vec<bool>>,
}

impl Reached {
    /// Nothing of that code.
    pub(crate) fn new(code: &Code) -> Reached {
        let functions = code.functions.iter();
        Reached {
            functions: functions
                .map(|function| vec![false; function.ops.len()])
                .collect(),
        }
    }

    pub(crate) fn mark(&mut self, function: u32, pc: usize) {
        self.functions[function as usize][pc] = true;
    }

    /// Adds what another machine has reached.
    pub(crate) fn add(&mut self, other: &Reached) {
        if self.functions.is_empty() {
            self.clone_from(other);
            return;
        }
        for (own, others) in self.functions.iter_mut().zip(&other.functions) {
            for (own, other) in own.iter_mut().zip(others) {
                *own |= *other;
            }
        }
    }

    /// The lines of each file that have code, and whether it was reached.
    pub(crate) fn lines(&self, code: &Code) -> BTreeMap<String, BTreeMap<u32, bool>> {
        let mut files: BTreeMap<String, BTreeMap<u32, bool>> = BTreeMap::new();
        for (function, marked) in code.functions.iter().zip(&self.functions) {
            let mut is_on = false;
            for (pc, op) in function.ops.iter().enumerate() {
                is_on |= marked[pc];
                let place = function.places[pc].checked_sub(1);
                let place = place.and_then(|place| code.places.get(place as usize));
                let file = place.and_then(|place| code.files.get(place.file as usize));
                if let (Some(place), Some(file)) = (place, file)
                    && place.line > 0
                {
                    let lines = files.entry(file.clone()).or_default();
                    *lines.entry(place.line).or_default() |= is_on;
                }
                is_on &= !ends(op);
            }
        }
        files
    }
}

/// Does something else come next than the instruction after it, or comes that only later?
fn ends(op: &Op) -> bool {
    matches!(
        op,
        Op::Jump { .. }
            | Op::Branch { .. }
            | Op::BranchIf { .. }
            | Op::Switch { .. }
            | Op::Again { .. }
            | Op::Call { .. }
            | Op::CallBuiltin { .. }
            | Op::CallUnknown { .. }
            | Op::Return { .. }
            | Op::Unreachable
            | Op::Unsupported { .. }
    )
}
