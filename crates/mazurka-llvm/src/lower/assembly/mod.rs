//! Inline assembly: the idioms of x86 (and the barriers of ARM) that programs with
//! threads use.
//!
//! The operands of the template are registers and places in memory. Its
//! instructions are carried out one by one on what the registers hold, as
//! operations of ours; flags are kept as registers too. Jumps, and instructions that
//! are not listed here, are refused.

mod execute;
mod operand;

use crate::code::{Op, Src};
use crate::ir::{Call, LocalId};

use super::Error;
use super::function::Lowering;
use super::layout::Scalar;
use operand::Slot;

/// Assembly on its way.
struct Machine {
    /// The operands, in the order of the constraints.
    slots: Vec<Slot>,
    /// Registers that are named in the template, but are no operands.
    scratch: Vec<(String, Src)>,
    /// Whether the last result was zero, and the carry.
    zero: Option<Src>,
    carry: Option<Src>,
    /// The prefix `lock` has been read.
    is_locked: bool,
}

impl Lowering<'_, '_, '_> {
    pub(super) fn assembly(
        &mut self,
        template: &str,
        constraints: &str,
        call: &Call,
        result: Option<LocalId>,
    ) -> Result<(), Error> {
        let refusal = || {
            Error::from(format!(
                "the assembly `{}` is not supported",
                template.trim()
            ))
        };
        let slots = self.assembly_slots(constraints, call).ok_or_else(refusal)?;
        let mut machine = Machine {
            slots,
            scratch: Vec::new(),
            zero: None,
            carry: None,
            is_locked: false,
        };
        self.place = self.unit.assembly_place(self.place);
        for line in lines(template) {
            self.execute(&mut machine, &line).ok_or_else(refusal)?;
        }
        self.assembly_results(&machine, result).ok_or_else(refusal)
    }

    /// The operands that the constraints tell of.
    fn assembly_slots(&mut self, constraints: &str, call: &Call) -> Option<Vec<Slot>> {
        let constraints = constraints
            .split(',')
            .filter(|text| !text.is_empty() && !text.starts_with('~'));
        let mut slots: Vec<Slot> = constraints.map(Slot::read).collect();
        let mut arguments = call.arguments.iter();
        let mut outputs = self.unit.layout.parts(call.result).ok()?.into_iter();
        for place in 0..slots.len() {
            if slots[place].is_output && !slots[place].is_memory {
                let scalar = outputs.next()?.scalar;
                slots[place].bits = if matches!(scalar, Scalar::Wide(_)) {
                    return None;
                } else {
                    scalar.bits()
                };
                continue;
            }
            let argument = arguments.next()?.value;
            let scalar = self.unit.layout.info(argument.ty).ok()?.scalar?;
            let value = self.scalar(argument).ok()?;
            slots[place].value = Some(value);
            slots[place].bits = scalar.bits();
            if slots[place].is_memory {
                continue;
            }
            // The same register as an output.
            let same = slots[place].tied.or_else(|| {
                let fixed = slots[place].fixed.clone()?;
                slots
                    .iter()
                    .position(|slot| slot.is_output && slot.fixed.as_ref() == Some(&fixed))
            });
            if let Some(same) = same {
                slots.get_mut(same)?.value = Some(value);
                slots[place].tied = Some(same);
            }
        }
        Some(slots)
    }

    /// Moves what the outputs hold to the result of the call.
    fn assembly_results(&mut self, machine: &Machine, result: Option<LocalId>) -> Option<()> {
        let outputs = machine
            .slots
            .iter()
            .filter(|slot| slot.is_output && !slot.is_memory);
        let Some(result) = result else {
            return Some(());
        };
        let to = self.result(Some(result)).ok()?;
        for (slot, to) in outputs.zip(to..) {
            let value = match slot
                .fixed
                .as_deref()
                .and_then(|fixed| fixed.strip_prefix("@cc"))
            {
                Some(flag) => Some(self.flag(machine, flag)?),
                None => slot.value,
            };
            let a = value.unwrap_or_else(|| self.undefined());
            self.emit(Op::Move { to, a });
        }
        Some(())
    }
}

/// The instructions of a template, in lower case, without comments.
fn lines(template: &str) -> Vec<String> {
    let lines = template.split(['\n', ';']);
    let lines = lines.map(|line| {
        line.split(['#', '/'])
            .next()
            .unwrap_or_default()
            .trim()
            .to_lowercase()
    });
    lines.filter(|line| !line.is_empty()).collect()
}
