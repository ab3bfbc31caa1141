//! Constants: as the words of registers, and as the bytes of variables.

use crate::address;
use crate::code::Word;
use crate::ir::{BinaryOp, Cast, ConstantId, ConstantKind, IntPredicate, SymbolId, TypeId};

use super::layout::Scalar;
use super::{Error, Unit};

/// Constants, with the aliases in them, may be nested as deep as this.
const DEEPEST: u32 = 600;

/// The ones of an integer of `bits` bits.
pub(super) fn mask(bits: u8) -> u64 {
    if bits >= 64 {
        u64::MAX
    } else {
        (1 << bits) - 1
    }
}

fn wide_mask(bits: u8) -> u128 {
    if bits >= 128 {
        u128::MAX
    } else {
        (1 << bits) - 1
    }
}

/// A number of `bits` bits, with its sign.
fn signed(bits: u8, value: u128) -> i128 {
    let unused = 128 - u32::from(bits);
    ((value << unused) as i128) >> unused
}

impl Unit<'_> {
    /// A scalar constant as a number; none if it is undefined.
    pub(super) fn number(&mut self, constant: ConstantId) -> Result<Option<u128>, Error> {
        self.number_at(constant, 0)
    }

    /// The same, within another constant.
    pub(super) fn number_below(&mut self, constant: ConstantId, depth: u32) -> Result<u128, Error> {
        Ok(self.number_at(constant, depth + 1)?.unwrap_or(0))
    }

    fn number_at(&mut self, id: ConstantId, depth: u32) -> Result<Option<u128>, Error> {
        if depth > DEEPEST {
            return Err("a constant is nested too deep, or is made of itself".into());
        }
        let module = self.module;
        let constant = module.constant(id);
        let Some(scalar) = self.layout.info(constant.ty)?.scalar else {
            return Err("a constant with parts where a scalar is expected".into());
        };
        let depth = depth + 1;
        let value = match &constant.kind {
            ConstantKind::Int(value) => *value,
            ConstantKind::Float(value) => float_bits(scalar, *value),
            ConstantKind::Zero => 0,
            ConstantKind::Undefined => return Ok(None),
            ConstantKind::Symbol(symbol) => self.symbol_address(*symbol, depth)?.into(),
            ConstantKind::BlockAddress(symbol, block) => {
                self.block_address(*symbol, block.0)?.into()
            }
            ConstantKind::GetElementPtr(ty, base, indices) => {
                return self.element_address(*ty, *base, indices, depth);
            }
            ConstantKind::Cast(cast, of) => return self.cast(*cast, *of, scalar, depth),
            ConstantKind::Binary(op, a, b) => {
                let (a, b) = (self.number_at(*a, depth)?, self.number_at(*b, depth)?);
                let (Some(a), Some(b)) = (a, b) else {
                    return Ok(None);
                };
                match binary(*op, a, b, scalar.bits()) {
                    Some(value) => value,
                    None => return Err("a constant divides by zero, or shifts too far".into()),
                }
            }
            ConstantKind::Compare(predicate, a, b) => {
                let bits = self.scalar_of(*a)?.bits();
                let (a, b) = (self.number_at(*a, depth)?, self.number_at(*b, depth)?);
                let (Some(a), Some(b)) = (a, b) else {
                    return Ok(None);
                };
                u128::from(compare(*predicate, a, b, bits))
            }
            ConstantKind::Select(condition, a, b) => {
                let Some(condition) = self.number_at(*condition, depth)? else {
                    return Ok(None);
                };
                let chosen = if condition & 1 == 1 { a } else { b };
                return self.number_at(*chosen, depth);
            }
            ConstantKind::Aggregate(_) | ConstantKind::Bytes(_) => {
                return Err("a constant with parts where a scalar is expected".into());
            }
        };
        Ok(Some(value & wide_mask(scalar.bits())))
    }

    fn scalar_of(&mut self, constant: ConstantId) -> Result<Scalar, Error> {
        let ty = self.module.constant(constant).ty;
        let scalar = self.layout.info(ty)?.scalar;
        scalar.ok_or_else(|| "a constant with parts where a scalar is expected".into())
    }

    fn cast(
        &mut self,
        cast: Cast,
        of: ConstantId,
        to: Scalar,
        depth: u32,
    ) -> Result<Option<u128>, Error> {
        let from = self.scalar_of(of)?;
        let Some(value) = self.number_at(of, depth)? else {
            return Ok(None);
        };
        let number = |scalar, bits: u128| match scalar {
            Scalar::Float => f64::from(f32::from_bits(bits as u32)),
            _ => f64::from_bits(bits as u64),
        };
        let value = match cast {
            Cast::SExt => signed(from.bits(), value) as u128,
            Cast::FpTrunc | Cast::FpExt => float_bits(to, number(from, value)),
            Cast::FpToUi => number(from, value) as u128,
            Cast::FpToSi => number(from, value) as i128 as u128,
            Cast::UiToFp => float_bits(to, value as f64),
            Cast::SiToFp => float_bits(to, signed(from.bits(), value) as f64),
            _ => value,
        };
        Ok(Some(value & wide_mask(to.bits())))
    }

    fn element_address(
        &mut self,
        ty: TypeId,
        base: ConstantId,
        indices: &[ConstantId],
        depth: u32,
    ) -> Result<Option<u128>, Error> {
        let Some(base) = self.number_at(base, depth)? else {
            return Ok(None);
        };
        let mut address = base as u64;
        let mut ty = ty;
        for (place, &index) in indices.iter().enumerate() {
            let bits = self.scalar_of(index)?.bits();
            let Some(index) = self.number_at(index, depth)? else {
                return Ok(None);
            };
            let index = signed(bits, index) as u64;
            if place == 0 {
                address = address.wrapping_add(self.layout.info(ty)?.size.wrapping_mul(index));
            } else {
                let (element, offset, _) = self.layout.element(ty, index)?;
                address = address.wrapping_add(offset);
                ty = element;
            }
        }
        Ok(Some(address.into()))
    }

    fn block_address(&mut self, symbol: SymbolId, block: u32) -> Result<u64, Error> {
        let function = self.function_of(symbol);
        let function = function.ok_or("the address of a block of no function")?;
        Ok(address::label(function.0, block))
    }

    /// The words of a constant, one for each register.
    pub(super) fn words(&mut self, id: ConstantId) -> Result<Vec<Word>, Error> {
        let ty = self.module.constant(id).ty;
        let mut words = Vec::with_capacity(self.layout.registers(ty)? as usize);
        self.add_words(id, 0, &mut words)?;
        Ok(words)
    }

    fn add_words(
        &mut self,
        id: ConstantId,
        depth: u32,
        words: &mut Vec<Word>,
    ) -> Result<(), Error> {
        if depth > DEEPEST {
            return Err("a constant is nested too deep".into());
        }
        let module = self.module;
        let constant = module.constant(id);
        match &constant.kind {
            ConstantKind::Aggregate(elements) => {
                for &element in elements {
                    self.add_words(element, depth + 1, words)?;
                }
            }
            ConstantKind::Bytes(bytes) => {
                words.extend(bytes.iter().map(|&byte| Word::new(byte.into())));
            }
            kind => {
                let info = self.layout.info(constant.ty)?;
                if info.scalar.is_some() {
                    let scalar = self.scalar_of(id)?;
                    let number = self.number_at(id, depth)?;
                    add_scalar(scalar, number, words);
                } else {
                    let is_zero = *kind == ConstantKind::Zero;
                    for part in self.layout.parts(constant.ty)? {
                        add_scalar(part.scalar, is_zero.then_some(0), words);
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes the bytes of a constant at a place. Bytes that are zero at the end are
    /// not written.
    pub(super) fn write(
        &mut self,
        id: ConstantId,
        offset: u64,
        bytes: &mut Vec<u8>,
    ) -> Result<(), Error> {
        self.write_at(id, offset, 0, bytes)
    }

    fn write_at(
        &mut self,
        id: ConstantId,
        offset: u64,
        depth: u32,
        bytes: &mut Vec<u8>,
    ) -> Result<(), Error> {
        if depth > DEEPEST {
            return Err("a constant is nested too deep".into());
        }
        let module = self.module;
        let constant = module.constant(id);
        match &constant.kind {
            ConstantKind::Zero | ConstantKind::Undefined => Ok(()),
            ConstantKind::Bytes(content) => {
                put(bytes, offset, content, self.most);
                Ok(())
            }
            ConstantKind::Aggregate(elements) => {
                for (&element, index) in elements.iter().zip(0..) {
                    let (_, at, _) = self.layout.element(constant.ty, index)?;
                    self.write_at(element, offset + at, depth + 1, bytes)?;
                }
                Ok(())
            }
            _ => {
                let stored = self.layout.info(constant.ty)?.stored.min(16) as usize;
                let value = self.number_at(id, depth)?.unwrap_or(0);
                put(bytes, offset, &value.to_le_bytes()[..stored], self.most);
                Ok(())
            }
        }
    }
}

/// Writes bytes at a place, without zeros at the end.
fn put(bytes: &mut Vec<u8>, offset: u64, content: &[u8], most: u64) {
    let used = content
        .iter()
        .rposition(|&byte| byte != 0)
        .map_or(0, |last| last + 1);
    if used == 0 {
        return;
    }
    let start = offset as usize;
    if offset > most {
        return; // Not within its variable: more elements than its type says.
    }
    if bytes.len() < start + used {
        bytes.resize(start + used, 0);
    }
    bytes[start..start + used].copy_from_slice(&content[..used]);
}

fn add_scalar(scalar: Scalar, number: Option<u128>, words: &mut Vec<Word>) {
    let word = |bits: u8, value: Option<u64>| match value {
        Some(bits) => Word::new(bits),
        None => Word {
            bits: 0,
            undefined: mask(bits),
        },
    };
    match scalar {
        Scalar::Wide(bits) => {
            words.push(word(64, number.map(|number| number as u64)));
            words.push(word(bits - 64, number.map(|number| (number >> 64) as u64)));
        }
        scalar => words.push(word(scalar.bits(), number.map(|number| number as u64))),
    }
}

fn float_bits(scalar: Scalar, value: f64) -> u128 {
    match scalar {
        Scalar::Float => (value as f32).to_bits().into(),
        _ => value.to_bits().into(),
    }
}

fn binary(op: BinaryOp, a: u128, b: u128, bits: u8) -> Option<u128> {
    let (left, right) = (signed(bits, a), signed(bits, b));
    let shift = || u32::try_from(b).ok().filter(|&shift| shift < bits.into());
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a.checked_div(b)?,
        BinaryOp::SDiv => left.checked_div(right)? as u128,
        BinaryOp::URem => a.checked_rem(b)?,
        BinaryOp::SRem => left.checked_rem(right)? as u128,
        BinaryOp::Shl => a << shift()?,
        BinaryOp::LShr => a >> shift()?,
        BinaryOp::AShr => (left >> shift()?) as u128,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        _ => return None,
    })
}

fn compare(predicate: IntPredicate, a: u128, b: u128, bits: u8) -> bool {
    let (left, right) = (signed(bits, a), signed(bits, b));
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => left > right,
        IntPredicate::Sge => left >= right,
        IntPredicate::Slt => left < right,
        IntPredicate::Sle => left <= right,
    }
}
