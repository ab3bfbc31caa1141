//! The operands of inline assembly.

use crate::code::{Op, Src};

use super::super::function::Lowering;
use super::Machine;

/// An operand of a template: a register, or a place in memory.
#[derive(Clone, Default, Debug)]
pub(super) struct Slot {
    pub is_output: bool,
    /// The value is the address of the place.
    pub is_memory: bool,
    /// The register that the constraint names.
    pub fixed: Option<String>,
    /// The output whose register it is.
    pub tied: Option<usize>,
    pub value: Option<Src>,
    /// How many bits a register has.
    pub bits: u8,
}

impl Slot {
    /// Reads a constraint.
    pub(super) fn read(constraint: &str) -> Slot {
        let is_output = constraint.starts_with('=');
        let rest = constraint.trim_start_matches(['=', '&', '%', '!']);
        let is_memory = rest.starts_with('*');
        let rest = rest.trim_start_matches(['*', '&']);
        let fixed = rest
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        Slot {
            is_output,
            is_memory,
            fixed: fixed.map(register_name),
            tied: rest.parse().ok(),
            value: None,
            bits: 0,
        }
    }
}

/// What an instruction names.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Place {
    /// A register that is an operand, and how many bits of it, if the template says.
    Slot(usize, Option<u8>),
    /// Another register.
    Register(String, Option<u8>),
    Immediate(u64),
    /// Memory at this address.
    Memory(Src),
    /// Somewhere on the stack.
    Stack,
}

/// The same name for all parts of a register: `%eax` and `%al` are `ax`.
fn register_name(name: &str) -> String {
    let name = name.trim_start_matches('%').to_lowercase();
    let stem = name
        .strip_prefix(['r', 'e'])
        .filter(|stem| stem.len() == 2)
        .unwrap_or(&name);
    match stem {
        "al" | "a" => "ax".into(),
        "bl" | "b" => "bx".into(),
        "cl" | "c" => "cx".into(),
        "dl" | "d" => "dx".into(),
        _ => stem.into(),
    }
}

/// The bits that the name of a register stands for.
fn register_bits(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'r', b'0'..=b'9', ..] => None,
        [b'r', _, _] => Some(64),
        [b'e', _, _] => Some(32),
        [_, b'l'] => Some(8),
        [_, b'x'] => Some(16),
        _ => None,
    }
}

/// A number as assembly writes it.
fn number(text: &str) -> Option<i64> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let value = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()? as i64,
        None => digits.parse().ok()?,
    };
    Some(if is_negative {
        value.wrapping_neg()
    } else {
        value
    })
}

impl Lowering<'_, '_, '_> {
    /// What the text of an operand names.
    pub(super) fn assembly_place(&mut self, machine: &Machine, text: &str) -> Option<Place> {
        let text = text.trim();
        if let Some(immediate) = text.strip_prefix("$$") {
            return Some(Place::Immediate(number(immediate)? as u64));
        }
        if let Some((offset, base)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) {
            let offset = if offset.trim().is_empty() {
                0
            } else {
                number(offset.trim())?
            };
            let base = base.trim();
            if matches!(register_name(base).as_str(), "sp" | "bp") && base.starts_with('%') {
                return Some(Place::Stack);
            }
            let base = self.assembly_place(machine, base)?;
            let base = self.assembly_value(machine, &base, 64)?;
            return Some(Place::Memory(self.offset(base, offset)));
        }
        if let Some(name) = text.strip_prefix('%') {
            return Some(named(machine, name));
        }
        let (place, bits) = reference(text)?;
        let slot = machine.slots.get(place)?;
        if slot.is_memory {
            return Some(Place::Memory(slot.value?));
        }
        let place = slot.tied.unwrap_or(place);
        let slot = machine.slots.get(place)?;
        if slot.is_output || slot.fixed.is_some() {
            return Some(Place::Slot(place, bits));
        }
        // An input that may be a constant.
        match slot.value.and_then(|value| self.draft.constant(value)) {
            Some(word) if word.undefined == 0 => Some(Place::Immediate(word.bits)),
            _ => Some(Place::Slot(place, bits)),
        }
    }

    /// What a place holds, as `bits` bits.
    pub(super) fn assembly_value(
        &mut self,
        machine: &Machine,
        place: &Place,
        bits: u8,
    ) -> Option<Src> {
        let (value, held) = match place {
            Place::Slot(slot, _) => {
                let slot = &machine.slots[*slot];
                (slot.value, slot.bits)
            }
            Place::Register(name, _) => {
                let known = machine
                    .scratch
                    .iter()
                    .rev()
                    .find(|(known, _)| known == name);
                (known.map(|&(_, value)| value), 64)
            }
            Place::Immediate(value) => {
                let value = value & super::super::constant::mask(bits);
                return Some(self.bits(value));
            }
            Place::Memory(_) | Place::Stack => return None,
        };
        let a = value.unwrap_or_else(|| self.undefined());
        Some(if held > bits {
            self.compute(|to| Op::Truncate { to, a, bits })
        } else {
            a
        })
    }

    /// Writes `bits` bits of a register.
    pub(super) fn assembly_write(
        &mut self,
        machine: &mut Machine,
        place: &Place,
        value: Src,
        bits: u8,
    ) -> Option<()> {
        match place {
            Place::Slot(slot, _) => {
                let (held, old) = (machine.slots[*slot].bits, machine.slots[*slot].value);
                let value = self.insert_bits(value, bits, held, old);
                machine.slots[*slot].value = Some(value);
            }
            Place::Register(name, _) => machine.scratch.push((name.clone(), value)),
            Place::Immediate(_) | Place::Memory(_) | Place::Stack => return None,
        }
        Some(())
    }

    /// A register with some of its bits written: of 8 and 16, the others stay.
    fn insert_bits(&mut self, value: Src, bits: u8, held: u8, old: Option<Src>) -> Src {
        if bits > held {
            return self.compute(|to| Op::Truncate {
                to,
                a: value,
                bits: held,
            });
        }
        let Some(old) = old.filter(|_| bits < 32 && bits < held) else {
            return value;
        };
        let mask = super::super::constant::mask;
        let b = self.bits(mask(held) & !mask(bits));
        let kept = self.compute(|to| Op::And { to, a: old, b });
        self.compute(|to| Op::Or {
            to,
            a: kept,
            b: value,
        })
    }
}

/// A register by its name: an operand, if a constraint names it too.
fn named(machine: &Machine, name: &str) -> Place {
    let bits = register_bits(name);
    let name = register_name(name);
    let is_it = |slot: &Slot| slot.fixed.as_ref() == Some(&name) && slot.tied.is_none();
    match machine.slots.iter().position(is_it) {
        Some(slot) => Place::Slot(slot, bits),
        None => Place::Register(name, bits),
    }
}

/// `$0` or `${0:b}`: which operand, and how many bits.
fn reference(text: &str) -> Option<(usize, Option<u8>)> {
    let text = text.strip_prefix('$')?;
    let Some(inner) = text
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'))
    else {
        return Some((text.parse().ok()?, None));
    };
    let (place, modifier) = inner.split_once(':').unwrap_or((inner, ""));
    let bits = match modifier {
        "b" | "h" => Some(8),
        "w" => Some(16),
        "k" => Some(32),
        "q" => Some(64),
        _ => None,
    };
    Some((place.parse().ok()?, bits))
}
