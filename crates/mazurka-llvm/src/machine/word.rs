//! Arithmetic on words of which some bits may be undefined.
//!
//! As far as a result is the same whatever the undefined bits are, it is defined:
//! exactly so for the bitwise operations, which is what bit-fields need; sums are
//! undefined from the lowest undefined bit on, all else as a whole.

use crate::code::{BitsOp, Division, FloatCast, FloatOp, Shift, WideOp, Word};
use crate::ir::{FloatPredicate, IntPredicate};

/// The lowest `bits` bits.
#[inline]
pub(crate) const fn mask(bits: u8) -> u64 {
    if bits >= 64 {
        u64::MAX
    } else {
        (1 << bits) - 1
    }
}

/// All `bits` bits undefined.
#[inline]
pub(crate) const fn undefined(bits: u8) -> Word {
    Word {
        bits: 0,
        undefined: mask(bits),
    }
}

/// A result of which everything from the lowest undefined bit of an operand on is
/// undefined.
#[inline]
pub(crate) fn carry(result: u64, a: Word, b: Word, bits: u8) -> Word {
    let unknown = a.undefined | b.undefined;
    if unknown == 0 {
        return Word::new(result & mask(bits));
    }
    let undefined = (u64::MAX << unknown.trailing_zeros()) & mask(bits);
    Word {
        bits: result & mask(bits) & !undefined,
        undefined,
    }
}

#[inline]
pub(crate) fn and(a: Word, b: Word) -> Word {
    let unknown = (a.undefined | b.undefined) & (a.bits | a.undefined) & (b.bits | b.undefined);
    Word {
        bits: a.bits & b.bits,
        undefined: unknown,
    }
}

#[inline]
pub(crate) fn or(a: Word, b: Word) -> Word {
    let bits = a.bits | b.bits;
    Word {
        bits,
        undefined: (a.undefined | b.undefined) & !bits,
    }
}

#[inline]
pub(crate) fn xor(a: Word, b: Word) -> Word {
    let undefined = a.undefined | b.undefined;
    Word {
        bits: (a.bits ^ b.bits) & !undefined,
        undefined,
    }
}

/// A number of `bits` bits with its sign, as one of 64.
#[inline]
pub(crate) fn signed(value: u64, bits: u8) -> i64 {
    let shift = 64 - u32::from(bits);
    ((value << shift) as i64) >> shift
}

#[inline]
pub(crate) fn shift(op: Shift, a: Word, b: Word, bits: u8) -> Word {
    if b.undefined != 0 || b.bits >= u64::from(bits) {
        // Too far: nothing in particular.
        return undefined(bits);
    }
    let by = b.bits as u32;
    let each = |value: u64| match op {
        Shift::Shl => (value << by) & mask(bits),
        Shift::LShr => value >> by,
        Shift::AShr => (signed(value, bits) >> by) as u64 & mask(bits),
    };
    let undefined = each(a.undefined);
    Word {
        bits: each(a.bits) & !undefined,
        undefined,
    }
}

#[inline]
pub(crate) fn holds(predicate: IntPredicate, a: u64, b: u64, bits: u8) -> bool {
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => signed(a, bits) > signed(b, bits),
        IntPredicate::Sge => signed(a, bits) >= signed(b, bits),
        IntPredicate::Slt => signed(a, bits) < signed(b, bits),
        IntPredicate::Sle => signed(a, bits) <= signed(b, bits),
    }
}

#[inline]
pub(crate) fn compare(predicate: IntPredicate, a: Word, b: Word, bits: u8) -> Word {
    let unknown = a.undefined | b.undefined;
    if unknown == 0 {
        return Word::new(u64::from(holds(predicate, a.bits, b.bits, bits)));
    }
    let differ = (a.bits ^ b.bits) & !unknown != 0;
    match predicate {
        IntPredicate::Eq if differ => Word::new(0),
        IntPredicate::Ne if differ => Word::new(1),
        _ => undefined(1),
    }
}

/// What a division is; none if it cannot be carried out.
#[inline]
pub(crate) fn divide(op: Division, a: u64, b: u64, bits: u8) -> Option<u64> {
    let (x, y) = (signed(a, bits), signed(b, bits));
    let result = match op {
        Division::UDiv => a.checked_div(b)?,
        Division::URem => a.checked_rem(b)?,
        // The least number by minus one overflows in as many bits as there are.
        Division::SDiv | Division::SRem if y == -1 && x == signed(1 << (bits - 1), bits) => {
            return None;
        }
        Division::SDiv => x.checked_div(y)? as u64,
        Division::SRem => x.checked_rem(y)? as u64,
    };
    Some(result & mask(bits))
}

#[inline]
pub(crate) fn sign_extend(a: Word, from: u8, bits: u8) -> Word {
    let each = |value: u64| signed(value, from) as u64 & mask(bits);
    let undefined = each(a.undefined);
    Word {
        bits: each(a.bits) & !undefined,
        undefined,
    }
}

#[inline]
pub(crate) fn truncate(a: Word, bits: u8) -> Word {
    Word {
        bits: a.bits & mask(bits),
        undefined: a.undefined & mask(bits),
    }
}

/// One or the other, by a condition that may be undefined.
#[inline]
pub(crate) fn select(condition: Word, a: Word, b: Word) -> Word {
    if condition.undefined == 0 {
        return if condition.bits & 1 != 0 { a } else { b };
    }
    let undefined = a.undefined | b.undefined | (a.bits ^ b.bits);
    Word {
        bits: a.bits & !undefined,
        undefined,
    }
}

fn double(word: Word, is_double: bool) -> f64 {
    match is_double {
        true => f64::from_bits(word.bits),
        false => f64::from(f32::from_bits(word.bits as u32)),
    }
}

fn from_double(value: f64, is_double: bool) -> Word {
    Word::new(match is_double {
        true => value.to_bits(),
        false => u64::from((value as f32).to_bits()),
    })
}

fn float_bits(is_double: bool) -> u8 {
    if is_double { 64 } else { 32 }
}

macro_rules! float_op {
    ($op:expr, $x:expr, $y:expr) => {
        match $op {
            FloatOp::Add => $x + $y,
            FloatOp::Sub => $x - $y,
            FloatOp::Mul => $x * $y,
            FloatOp::Div => $x / $y,
            FloatOp::Rem => $x % $y,
            FloatOp::CopySign => $x.copysign($y),
            FloatOp::Min => $x.min($y),
            FloatOp::Max => $x.max($y),
            FloatOp::Pow => $x.powf($y),
            FloatOp::Neg => -$x,
            FloatOp::Abs => $x.abs(),
            FloatOp::Sqrt => $x.sqrt(),
            FloatOp::Floor => $x.floor(),
            FloatOp::Ceil => $x.ceil(),
            FloatOp::Trunc => $x.trunc(),
            FloatOp::Round => $x.round(),
            FloatOp::RoundEven => $x.round_ties_even(),
            FloatOp::Exp => $x.exp(),
            FloatOp::Exp2 => $x.exp2(),
            FloatOp::Log => $x.ln(),
            FloatOp::Log2 => $x.log2(),
            FloatOp::Log10 => $x.log10(),
            FloatOp::Sin => $x.sin(),
            FloatOp::Cos => $x.cos(),
        }
    };
}

pub(crate) fn float(op: FloatOp, a: Word, b: Word, is_double: bool) -> Word {
    if a.undefined | b.undefined != 0 {
        return undefined(float_bits(is_double));
    }
    if is_double {
        let (x, y) = (f64::from_bits(a.bits), f64::from_bits(b.bits));
        return Word::new(float_op!(op, x, y).to_bits());
    }
    let (x, y) = (f32::from_bits(a.bits as u32), f32::from_bits(b.bits as u32));
    Word::new(u64::from(float_op!(op, x, y).to_bits()))
}

pub(crate) fn multiply_add(a: Word, b: Word, c: Word, is_double: bool) -> Word {
    if a.undefined | b.undefined | c.undefined != 0 {
        return undefined(float_bits(is_double));
    }
    let [x, y, z] = [a, b, c].map(|word| double(word, is_double));
    match is_double {
        true => Word::new(x.mul_add(y, z).to_bits()),
        false => Word::new(u64::from((x as f32).mul_add(y as f32, z as f32).to_bits())),
    }
}

pub(crate) fn count_bits(op: BitsOp, a: Word, bits: u8) -> Word {
    let unused = 64 - u32::from(bits);
    if a.undefined != 0 {
        return undefined(bits);
    }
    Word::new(match op {
        BitsOp::CountOnes => u64::from(a.bits.count_ones()),
        BitsOp::LeadingZeros => u64::from(a.bits.leading_zeros() - unused),
        BitsOp::TrailingZeros => u64::from(a.bits.trailing_zeros().min(u32::from(bits))),
        BitsOp::SwapBytes => a.bits.swap_bytes() >> unused,
        BitsOp::Reverse => a.bits.reverse_bits() >> unused,
    })
}

pub(crate) fn compare_float(predicate: FloatPredicate, a: Word, b: Word, is_double: bool) -> Word {
    if a.undefined | b.undefined != 0 {
        return undefined(1);
    }
    let (x, y) = (double(a, is_double), double(b, is_double));
    let unordered = x.is_nan() || y.is_nan();
    let holds = match predicate {
        FloatPredicate::False => false,
        FloatPredicate::True => true,
        FloatPredicate::Ord => !unordered,
        FloatPredicate::Uno => unordered,
        FloatPredicate::Oeq => x == y,
        FloatPredicate::Ogt => x > y,
        FloatPredicate::Oge => x >= y,
        FloatPredicate::Olt => x < y,
        FloatPredicate::Ole => x <= y,
        FloatPredicate::One => !unordered && x != y,
        FloatPredicate::Ueq => unordered || x == y,
        FloatPredicate::Ugt => unordered || x > y,
        FloatPredicate::Uge => unordered || x >= y,
        FloatPredicate::Ult => unordered || x < y,
        FloatPredicate::Ule => unordered || x <= y,
        FloatPredicate::Une => unordered || x != y,
    };
    Word::new(u64::from(holds))
}

pub(crate) fn convert_float(op: FloatCast, a: Word, bits: u8, is_double: bool) -> Word {
    let result_bits = match op {
        FloatCast::ToUnsigned | FloatCast::ToSigned => bits,
        FloatCast::Widen => 64,
        FloatCast::Narrow => 32,
        FloatCast::FromUnsigned | FloatCast::FromSigned => float_bits(is_double),
    };
    if a.undefined != 0 {
        return undefined(result_bits);
    }
    match op {
        FloatCast::ToUnsigned => Word::new(double(a, is_double) as u64 & mask(bits)),
        FloatCast::ToSigned => Word::new(double(a, is_double) as i64 as u64 & mask(bits)),
        // In one step: rounding to a double first would round twice.
        FloatCast::FromUnsigned if !is_double => Word::new(u64::from((a.bits as f32).to_bits())),
        FloatCast::FromUnsigned => from_double(a.bits as f64, true),
        FloatCast::FromSigned if !is_double => {
            Word::new(u64::from((signed(a.bits, bits) as f32).to_bits()))
        }
        FloatCast::FromSigned => from_double(signed(a.bits, bits) as f64, true),
        FloatCast::Widen => from_double(double(a, false), true),
        FloatCast::Narrow => from_double(double(a, true), false),
    }
}

/// A wide integer of two words, the low one first.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) low: Word,
    pub(crate) high: Word,
}

impl Pair {
    pub(crate) fn is_undefined(self) -> bool {
        self.low.undefined | self.high.undefined != 0
    }

    pub(crate) fn value(self) -> u128 {
        u128::from(self.high.bits) << 64 | u128::from(self.low.bits)
    }

    fn new(value: u128) -> Pair {
        Pair {
            low: Word::new(value as u64),
            high: Word::new((value >> 64) as u64),
        }
    }
}

fn wide_mask(bits: u8) -> u128 {
    if bits >= 128 {
        u128::MAX
    } else {
        (1 << bits) - 1
    }
}

pub(crate) fn wide_signed(value: u128, bits: u8) -> i128 {
    let shift = 128 - u32::from(bits);
    ((value << shift) as i128) >> shift
}

/// Arithmetic of wide integers; none for a division that cannot be carried out.
pub(crate) fn wide(op: WideOp, a: Pair, b: Pair, bits: u8) -> Option<Pair> {
    match op {
        WideOp::And => {
            return Some(Pair {
                low: and(a.low, b.low),
                high: and(a.high, b.high),
            });
        }
        WideOp::Or => {
            return Some(Pair {
                low: or(a.low, b.low),
                high: or(a.high, b.high),
            });
        }
        WideOp::Xor => {
            return Some(Pair {
                low: xor(a.low, b.low),
                high: xor(a.high, b.high),
            });
        }
        _ => {}
    }
    let all_undefined = Pair {
        low: undefined(64),
        high: undefined(bits - 64),
    };
    if a.is_undefined() || b.is_undefined() {
        return Some(all_undefined);
    }
    let (x, y) = (a.value(), b.value());
    let (sx, sy) = (wide_signed(x, bits), wide_signed(y, bits));
    let too_far = y >= u128::from(bits);
    let by = y as u32 & 127;
    let result = match op {
        WideOp::Add => x.wrapping_add(y),
        WideOp::Sub => x.wrapping_sub(y),
        WideOp::Mul => x.wrapping_mul(y),
        WideOp::UDiv => x.checked_div(y)?,
        WideOp::URem => x.checked_rem(y)?,
        WideOp::SDiv => sx.checked_div(sy)? as u128,
        WideOp::SRem => sx.checked_rem(sy)? as u128,
        WideOp::Shl | WideOp::LShr | WideOp::AShr if too_far => return Some(all_undefined),
        WideOp::Shl => x << by,
        WideOp::LShr => x >> by,
        WideOp::AShr => (sx >> by) as u128,
        WideOp::And | WideOp::Or | WideOp::Xor => unreachable!("done above"),
    };
    Some(Pair::new(result & wide_mask(bits)))
}

pub(crate) fn compare_wide(predicate: IntPredicate, a: Pair, b: Pair, bits: u8) -> Word {
    if a.is_undefined() || b.is_undefined() {
        return undefined(1);
    }
    let (x, y) = (a.value(), b.value());
    let (sx, sy) = (wide_signed(x, bits), wide_signed(y, bits));
    Word::new(u64::from(match predicate {
        IntPredicate::Eq => x == y,
        IntPredicate::Ne => x != y,
        IntPredicate::Ugt => x > y,
        IntPredicate::Uge => x >= y,
        IntPredicate::Ult => x < y,
        IntPredicate::Ule => x <= y,
        IntPredicate::Sgt => sx > sy,
        IntPredicate::Sge => sx >= sy,
        IntPredicate::Slt => sx < sy,
        IntPredicate::Sle => sx <= sy,
    }))
}
