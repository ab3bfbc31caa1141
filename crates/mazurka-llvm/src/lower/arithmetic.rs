//! Arithmetic, comparisons, conversions, and the parts of values.
//!
//! A vector is computed with element by element.

use crate::code::{Division, FloatCast, FloatOp, Op, Reg, Shift, Src, WideOp, Word};
use crate::ir::{BinaryOp, Cast, FloatPredicate, IntPredicate, Type, TypeId, Typed, Value};

use super::Error;
use super::constant::mask;
use super::function::Lowering;
use super::layout::Scalar;

/// Two operands of one register each, and two halves of wide ones.
type Lane = (Scalar, Vec<Src>, Vec<Src>);

impl Lowering<'_, '_, '_> {
    /// The elements of a vector, or the scalar: what they are, and how many.
    pub(super) fn lanes(&mut self, ty: TypeId) -> Result<(Scalar, usize), Error> {
        let layout = &mut self.unit.layout;
        let (element, count) = match layout.body(ty) {
            Type::Vector(count, element) => (*element, *count as usize),
            _ => (ty, 1),
        };
        layout.registers(ty)?;
        match layout.info(element)?.scalar {
            Some(scalar) => Ok((scalar, count)),
            None => Err("arithmetic on what has parts".into()),
        }
    }

    /// The operands of arithmetic, element by element.
    fn pairs(&mut self, a: Typed, b: Value) -> Result<Vec<Lane>, Error> {
        let (scalar, count) = self.lanes(a.ty)?;
        let left = self.values(a)?;
        let right = self.values(Typed { ty: a.ty, value: b })?;
        let width = scalar.registers() as usize;
        let lane = |place: usize| {
            let range = place * width..(place + 1) * width;
            (scalar, left[range.clone()].to_vec(), right[range].to_vec())
        };
        Ok((0..count).map(lane).collect())
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        a: Typed,
        b: Value,
        to: Reg,
    ) -> Result<(), Error> {
        let mut to = to;
        for (scalar, a, b) in self.pairs(a, b)? {
            match scalar {
                Scalar::Wide(bits) => self.wide(op, &a, &b, bits, to)?,
                Scalar::Int(bits) => self.integer(op, a[0], b[0], bits, to)?,
                Scalar::Pointer => return Err("arithmetic on pointers".into()),
                scalar => self.float(op, a[0], b[0], scalar, to)?,
            }
            to += scalar.registers();
        }
        Ok(())
    }

    fn integer(&mut self, op: BinaryOp, a: Src, b: Src, bits: u8, to: Reg) -> Result<(), Error> {
        let divide = |op| Op::Divide { op, to, a, b, bits };
        let shift = |op| Op::Shift { op, to, a, b, bits };
        let op = match op {
            BinaryOp::Add => Op::Add { to, a, b, bits },
            BinaryOp::Sub => Op::Sub { to, a, b, bits },
            BinaryOp::Mul => Op::Mul { to, a, b, bits },
            BinaryOp::UDiv => divide(Division::UDiv),
            BinaryOp::SDiv => divide(Division::SDiv),
            BinaryOp::URem => divide(Division::URem),
            BinaryOp::SRem => divide(Division::SRem),
            BinaryOp::Shl => shift(Shift::Shl),
            BinaryOp::LShr => shift(Shift::LShr),
            BinaryOp::AShr => shift(Shift::AShr),
            BinaryOp::And => Op::And { to, a, b },
            BinaryOp::Or => Op::Or { to, a, b },
            BinaryOp::Xor => Op::Xor { to, a, b },
            _ => return Err("arithmetic of numbers on integers".into()),
        };
        self.emit(op);
        Ok(())
    }

    fn wide(&mut self, op: BinaryOp, a: &[Src], b: &[Src], bits: u8, to: Reg) -> Result<(), Error> {
        let op = match op {
            BinaryOp::Add => WideOp::Add,
            BinaryOp::Sub => WideOp::Sub,
            BinaryOp::Mul => WideOp::Mul,
            BinaryOp::UDiv => WideOp::UDiv,
            BinaryOp::SDiv => WideOp::SDiv,
            BinaryOp::URem => WideOp::URem,
            BinaryOp::SRem => WideOp::SRem,
            BinaryOp::Shl => WideOp::Shl,
            BinaryOp::LShr => WideOp::LShr,
            BinaryOp::AShr => WideOp::AShr,
            BinaryOp::And => WideOp::And,
            BinaryOp::Or => WideOp::Or,
            BinaryOp::Xor => WideOp::Xor,
            _ => return Err("arithmetic of numbers on integers".into()),
        };
        let high = self.draft.operands(&[a[1], b[1]]);
        self.emit(Op::Wide {
            op,
            to,
            a: a[0],
            b: b[0],
            bits,
            high,
        });
        Ok(())
    }

    fn float(
        &mut self,
        op: BinaryOp,
        a: Src,
        b: Src,
        scalar: Scalar,
        to: Reg,
    ) -> Result<(), Error> {
        let op = match op {
            BinaryOp::FAdd => FloatOp::Add,
            BinaryOp::FSub => FloatOp::Sub,
            BinaryOp::FMul => FloatOp::Mul,
            BinaryOp::FDiv => FloatOp::Div,
            BinaryOp::FRem => FloatOp::Rem,
            _ => return Err("arithmetic of integers on numbers".into()),
        };
        self.emit(Op::Float {
            op,
            to,
            a,
            b,
            is_double: is_double(scalar)?,
        });
        Ok(())
    }

    pub(super) fn negate(&mut self, a: Typed, to: Reg) -> Result<(), Error> {
        let (scalar, _) = self.lanes(a.ty)?;
        let is_double = is_double(scalar)?;
        for (a, to) in self.values(a)?.into_iter().zip(to..) {
            self.emit(Op::Float {
                op: FloatOp::Neg,
                to,
                a,
                b: a,
                is_double,
            });
        }
        Ok(())
    }

    pub(super) fn compare_int(
        &mut self,
        predicate: IntPredicate,
        a: Typed,
        b: Value,
        to: Reg,
    ) -> Result<(), Error> {
        for ((scalar, a, b), to) in self.pairs(a, b)?.into_iter().zip(to..) {
            match scalar {
                Scalar::Wide(bits) => {
                    let high = self.draft.operands(&[a[1], b[1]]);
                    self.emit(Op::CompareWide {
                        predicate,
                        to,
                        a: a[0],
                        b: b[0],
                        bits,
                        high,
                    });
                }
                Scalar::Int(_) | Scalar::Pointer => {
                    let bits = scalar.bits();
                    self.emit(Op::Compare {
                        predicate,
                        to,
                        a: a[0],
                        b: b[0],
                        bits,
                    });
                }
                _ => return Err("a comparison of numbers as integers".into()),
            }
        }
        Ok(())
    }

    pub(super) fn compare_float(
        &mut self,
        predicate: FloatPredicate,
        a: Typed,
        b: Value,
        to: Reg,
    ) -> Result<(), Error> {
        for ((scalar, a, b), to) in self.pairs(a, b)?.into_iter().zip(to..) {
            let is_double = is_double(scalar)?;
            self.emit(Op::CompareFloat {
                predicate,
                to,
                a: a[0],
                b: b[0],
                is_double,
            });
        }
        Ok(())
    }

    pub(super) fn select(
        &mut self,
        condition: Typed,
        a: Typed,
        b: Value,
        to: Reg,
    ) -> Result<(), Error> {
        let conditions = self.values(condition)?;
        let left = self.values(a)?;
        let right = self.values(Typed { ty: a.ty, value: b })?;
        let is_each = self.unit.is_vector(condition.ty);
        let width = if is_each {
            self.lanes(a.ty)?.0.registers() as usize
        } else {
            left.len().max(1)
        };
        for (place, ((&a, &b), to)) in left.iter().zip(&right).zip(to..).enumerate() {
            let condition = conditions.get(place / width).copied();
            let condition = condition.ok_or("a select with too few conditions")?;
            self.emit(Op::Select {
                to,
                condition,
                a,
                b,
            });
        }
        Ok(())
    }

    pub(super) fn freeze(&mut self, a: Typed, to: Reg) -> Result<(), Error> {
        for (a, to) in self.values(a)?.into_iter().zip(to..) {
            self.emit(Op::Freeze { to, a });
        }
        Ok(())
    }

    pub(super) fn cast(&mut self, cast: Cast, a: Typed, ty: TypeId, to: Reg) -> Result<(), Error> {
        if let Value::Local(local) = a.value
            && self.promoted.get(local.0 as usize) == Some(&true)
        {
            return Ok(()); // The variable is a register: its address is nowhere needed.
        }
        let values = self.values(a)?;
        if cast == Cast::Bitcast {
            return self.bitcast(a.ty, &values, ty, to);
        }
        let (from, count) = self.lanes(a.ty)?;
        let (into, results) = self.lanes(ty)?;
        if count != results {
            return Err("a conversion between vectors of different lengths".into());
        }
        let mut to = to;
        for a in values.chunks(from.registers() as usize) {
            self.convert(cast, a, from, into, to)?;
            to += into.registers();
        }
        Ok(())
    }

    fn convert(
        &mut self,
        cast: Cast,
        a: &[Src],
        from: Scalar,
        into: Scalar,
        to: Reg,
    ) -> Result<(), Error> {
        let is_integer =
            |scalar| matches!(scalar, Scalar::Int(_) | Scalar::Pointer | Scalar::Wide(_));
        match cast {
            Cast::Trunc | Cast::ZExt | Cast::SExt | Cast::PtrToInt | Cast::IntToPtr => {
                if !is_integer(from) || !is_integer(into) {
                    return Err("a conversion of integers of something else".into());
                }
                self.resize(a, from.bits(), into.bits(), cast == Cast::SExt, to);
                Ok(())
            }
            _ => self.convert_float(cast, a[0], from, into, to),
        }
    }

    /// An integer with more or fewer bits.
    fn resize(&mut self, a: &[Src], from: u8, bits: u8, is_signed: bool, to: Reg) {
        let low = if bits < 64 && bits < from {
            Op::Truncate { to, a: a[0], bits }
        } else if is_signed && from < 64 {
            Op::SignExtend {
                to,
                a: a[0],
                from,
                bits: bits.min(64),
            }
        } else {
            Op::Move { to, a: a[0] }
        };
        self.emit(low);
        if bits <= 64 {
            return;
        }
        let (to, a, bits, low) = (to + 1, a.get(1).copied(), bits - 64, Src::register(to));
        let high = match a {
            Some(a) if bits < from - 64 => Op::Truncate { to, a, bits },
            Some(a) if is_signed => Op::SignExtend {
                to,
                a,
                from: from - 64,
                bits,
            },
            Some(a) => Op::Move { to, a },
            None if is_signed => {
                let b = self.bits(63);
                let sign = self.compute(|to| Op::Shift {
                    op: Shift::AShr,
                    to,
                    a: low,
                    b,
                    bits: 64,
                });
                Op::Truncate { to, a: sign, bits }
            }
            None => Op::Move {
                to,
                a: self.bits(0),
            },
        };
        self.emit(high);
    }

    fn convert_float(
        &mut self,
        cast: Cast,
        a: Src,
        from: Scalar,
        into: Scalar,
        to: Reg,
    ) -> Result<(), Error> {
        let (op, integer, number) = match cast {
            Cast::FpToUi => (FloatCast::ToUnsigned, into, from),
            Cast::FpToSi => (FloatCast::ToSigned, into, from),
            Cast::UiToFp => (FloatCast::FromUnsigned, from, into),
            Cast::SiToFp => (FloatCast::FromSigned, from, into),
            Cast::FpExt if from == Scalar::Float && into != Scalar::Float => {
                (FloatCast::Widen, Scalar::Int(64), into)
            }
            Cast::FpTrunc if into == Scalar::Float && from != Scalar::Float => {
                (FloatCast::Narrow, Scalar::Int(64), from)
            }
            _ => {
                self.emit(Op::Move { to, a });
                return Ok(());
            }
        };
        let is_double = is_double(number)?;
        let Scalar::Int(bits) = integer else {
            return Err(
                "conversions between numbers and integers of more than 64 bits are not supported"
                    .into(),
            );
        };
        self.emit(Op::ConvertFloat {
            op,
            to,
            a,
            bits,
            is_double,
        });
        Ok(())
    }

    /// The same bits as another type.
    fn bitcast(&mut self, from: TypeId, values: &[Src], ty: TypeId, to: Reg) -> Result<(), Error> {
        let old = self.widths(from)?;
        let new = self.widths(ty)?;
        if old == new {
            self.move_all(to, values);
            return Ok(());
        }
        let total = |widths: &[u8]| widths.iter().map(|&bits| u32::from(bits)).sum::<u32>();
        if total(&old) != total(&new) || old.iter().chain(&new).any(|&bits| bits > 64) {
            return Err("a cast between types of different sizes".into());
        }
        let starts = |widths: &[u8]| -> Vec<u32> {
            let starts = widths.iter().scan(0, |start, &bits| {
                *start += u32::from(bits);
                Some(*start - u32::from(bits))
            });
            starts.collect()
        };
        let (old_starts, new_starts) = (starts(&old), starts(&new));
        let pieces: Vec<(Src, u8, u32)> = values
            .iter()
            .zip(&old)
            .zip(&old_starts)
            .map(|((&a, &bits), &at)| (a, bits, at))
            .collect();
        for ((&bits, &start), to) in new.iter().zip(&new_starts).zip(to..) {
            self.gather(&pieces, bits, start, to);
        }
        Ok(())
    }

    /// Puts together the bits of a register from those of others.
    fn gather(&mut self, pieces: &[(Src, u8, u32)], bits: u8, start: u32, to: Reg) {
        let end = start + u32::from(bits);
        let mut sum: Option<Src> = None;
        for &(a, width, at) in pieces {
            if at >= end || at + u32::from(width) <= start {
                continue;
            }
            let shifted = if at >= start {
                let b = self.bits(u64::from(at - start));
                self.compute(|to| Op::Shift {
                    op: Shift::Shl,
                    to,
                    a,
                    b,
                    bits: 64,
                })
            } else {
                let b = self.bits(u64::from(start - at));
                self.compute(|to| Op::Shift {
                    op: Shift::LShr,
                    to,
                    a,
                    b,
                    bits: 64,
                })
            };
            sum = Some(match sum {
                Some(sum) => self.compute(|to| Op::Or {
                    to,
                    a: sum,
                    b: shifted,
                }),
                None => shifted,
            });
        }
        let a = sum.unwrap_or_else(|| self.bits(0));
        self.emit(if bits < 64 {
            Op::Truncate { to, a, bits }
        } else {
            Op::Move { to, a }
        });
    }

    /// The bits of each register of a value.
    fn widths(&mut self, ty: TypeId) -> Result<Vec<u8>, Error> {
        let mut widths = Vec::new();
        for part in self.unit.layout.parts(ty)? {
            match part.scalar {
                Scalar::Wide(bits) => widths.extend([64, bits - 64]),
                Scalar::X86 => widths.push(80),
                scalar => widths.push(scalar.bits()),
            }
        }
        Ok(widths)
    }

    /// The part of a value that a path leads to: its first register and its type.
    fn part(&mut self, ty: TypeId, path: &[u32]) -> Result<(usize, TypeId), Error> {
        let (mut first, mut ty) = (0, ty);
        for &index in path {
            let (element, _, registers) = self.unit.layout.element(ty, index.into())?;
            first += registers as usize;
            ty = element;
        }
        Ok((first, ty))
    }

    pub(super) fn extract_value(
        &mut self,
        aggregate: Typed,
        path: &[u32],
        to: Reg,
    ) -> Result<(), Error> {
        let (first, ty) = self.part(aggregate.ty, path)?;
        let count = self.unit.layout.registers(ty)? as usize;
        let values = self.values(aggregate)?;
        let part = values
            .get(first..first + count)
            .ok_or("a path that leads nowhere")?;
        self.move_all(to, part);
        Ok(())
    }

    pub(super) fn insert_value(
        &mut self,
        aggregate: Typed,
        part: Typed,
        path: &[u32],
        to: Reg,
    ) -> Result<(), Error> {
        let (first, ty) = self.part(aggregate.ty, path)?;
        let count = self.unit.layout.registers(ty)? as usize;
        let mut values = self.values(aggregate)?;
        let part = self.values(part)?;
        if part.len() != count || values.len() < first + count {
            return Err("a path that leads nowhere".into());
        }
        values[first..first + count].copy_from_slice(&part);
        self.move_all(to, &values);
        Ok(())
    }

    /// A constant index, or the operand with the index.
    fn index(&mut self, index: Typed) -> Result<Result<u64, (Src, u8)>, Error> {
        let src = self.scalar(index)?;
        let bits = self.lanes(index.ty)?.0.bits();
        Ok(match self.draft.constant(src) {
            Some(Word { bits, undefined: 0 }) => Ok(bits),
            _ => Err((src, bits)),
        })
    }

    /// Is an index this one?
    fn is_index(&mut self, (a, bits): (Src, u8), place: usize) -> Src {
        let b = self.bits(place as u64 & mask(bits));
        self.compute(|to| Op::Compare {
            predicate: IntPredicate::Eq,
            to,
            a,
            b,
            bits,
        })
    }

    pub(super) fn extract_element(
        &mut self,
        vector: Typed,
        index: Typed,
        to: Reg,
    ) -> Result<(), Error> {
        let (scalar, count) = self.lanes(vector.ty)?;
        let width = scalar.registers() as usize;
        let values = self.values(vector)?;
        let index = match self.index(index)? {
            Ok(place) if place < count as u64 => {
                self.move_all(to, &values[place as usize * width..][..width]);
                return Ok(());
            }
            Ok(_) => return Err("an index outside of its vector".into()),
            Err(index) => index,
        };
        let mut chosen = vec![self.undefined(); width];
        for place in 0..count {
            let condition = self.is_index(index, place);
            for (part, chosen) in chosen.iter_mut().enumerate() {
                let (a, b) = (values[place * width + part], *chosen);
                *chosen = self.compute(|to| Op::Select {
                    to,
                    condition,
                    a,
                    b,
                });
            }
        }
        self.move_all(to, &chosen);
        Ok(())
    }

    pub(super) fn insert_element(
        &mut self,
        vector: Typed,
        element: Typed,
        index: Typed,
        to: Reg,
    ) -> Result<(), Error> {
        let (scalar, count) = self.lanes(vector.ty)?;
        let width = scalar.registers() as usize;
        let mut values = self.values(vector)?;
        let element = self.values(element)?;
        if element.len() != width {
            return Err("an element of another type than its vector".into());
        }
        match self.index(index)? {
            Ok(place) if place < count as u64 => {
                values[place as usize * width..][..width].copy_from_slice(&element);
            }
            Ok(_) => return Err("an index outside of its vector".into()),
            Err(index) => {
                for place in 0..count {
                    let condition = self.is_index(index, place);
                    for (part, &a) in element.iter().enumerate() {
                        let b = values[place * width + part];
                        values[place * width + part] = self.compute(|to| Op::Select {
                            to,
                            condition,
                            a,
                            b,
                        });
                    }
                }
            }
        }
        self.move_all(to, &values);
        Ok(())
    }

    pub(super) fn shuffle(
        &mut self,
        a: Typed,
        b: Value,
        places: &[Option<u32>],
        to: Reg,
    ) -> Result<(), Error> {
        let (scalar, _) = self.lanes(a.ty)?;
        let width = scalar.registers() as usize;
        let mut values = self.values(a)?;
        values.extend(self.values(Typed { ty: a.ty, value: b })?);
        let mut chosen = Vec::with_capacity(places.len() * width);
        for place in places {
            match place
                .map(|place| values.get(place as usize * width..(place as usize + 1) * width))
            {
                Some(Some(element)) => chosen.extend_from_slice(element),
                Some(None) => return Err("an index outside of its vectors".into()),
                None => {
                    let undefined = self.undefined();
                    chosen.extend(std::iter::repeat_n(undefined, width));
                }
            }
        }
        self.move_all(to, &chosen);
        Ok(())
    }
}

/// Is a number a `double` (or kept as one)?
pub(super) fn is_double(scalar: Scalar) -> Result<bool, Error> {
    match scalar {
        Scalar::Float => Ok(false),
        Scalar::Double | Scalar::X86 => Ok(true),
        _ => Err("arithmetic of numbers on something else".into()),
    }
}
