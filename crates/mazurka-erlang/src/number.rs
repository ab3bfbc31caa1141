//! Arithmetic. Integers have any size up to a limit, which is OTP's; results of floats that are
//! no numbers are errors.

use crate::heap::{Heap, Kind};
use crate::raise::{Raise, Result};
use crate::term::Term;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

/// An integer with more bits than this is too large: OTP has 2^19 - 1 words for them.
pub(crate) const MOST_BITS: u64 = ((1 << 19) - 1) * 64;

/// `a + b`
#[inline]
pub(crate) fn add(heap: &mut Heap, a: Term, b: Term) -> Result {
    match (a.as_small(), b.as_small()) {
        (Some(a), Some(b)) => Ok(heap.integer(a + b)),
        _ => arithmetic(heap, a, b, |a, b| a + b, |a, b| Ok(a + b)),
    }
}

/// `a - b`
#[inline]
pub(crate) fn subtract(heap: &mut Heap, a: Term, b: Term) -> Result {
    match (a.as_small(), b.as_small()) {
        (Some(a), Some(b)) => Ok(heap.integer(a - b)),
        _ => arithmetic(heap, a, b, |a, b| a - b, |a, b| Ok(a - b)),
    }
}

/// `a * b`
#[inline]
pub(crate) fn multiply(heap: &mut Heap, a: Term, b: Term) -> Result {
    if let (Some(a), Some(b)) = (a.as_small(), b.as_small())
        && let Some(product) = a.checked_mul(b)
    {
        return Ok(heap.integer(product));
    }
    arithmetic(
        heap,
        a,
        b,
        |a, b| a * b,
        |a, b| match a.bits() + b.bits() > MOST_BITS + 1 {
            true => Err(Raise::SYSTEM_LIMIT),
            false => Ok(a * b),
        },
    )
}

/// Either two floats, or two integers.
fn arithmetic(
    heap: &mut Heap,
    a: Term,
    b: Term,
    of_floats: impl Fn(f64, f64) -> f64,
    of_integers: impl Fn(BigInt, BigInt) -> Result<BigInt>,
) -> Result {
    if heap.as_float(a).is_some() || heap.as_float(b).is_some() {
        let (a, b) = (to_float(heap, a)?, to_float(heap, b)?);
        return float(heap, of_floats(a, b));
    }
    let (a, b) = (integer(heap, a)?, integer(heap, b)?);
    let result = of_integers(a, b)?;
    big(heap, &result)
}

/// `a / b`
pub(crate) fn divide(heap: &mut Heap, a: Term, b: Term) -> Result {
    let (a, b) = (to_float(heap, a)?, to_float(heap, b)?);
    match b == 0.0 {
        true => Err(Raise::BADARITH),
        false => float(heap, a / b),
    }
}

/// `a div b`
#[inline]
pub(crate) fn quotient(heap: &mut Heap, a: Term, b: Term) -> Result {
    if let (Some(a), Some(b)) = (a.as_small(), b.as_small()) {
        return match b {
            0 => Err(Raise::BADARITH),
            _ => Ok(heap.integer(a / b)),
        };
    }
    let (a, b) = (integer(heap, a)?, integer(heap, b)?);
    match b.is_zero() {
        true => Err(Raise::BADARITH),
        false => big(heap, &(a / b)),
    }
}

/// `a rem b`
#[inline]
pub(crate) fn remainder(heap: &mut Heap, a: Term, b: Term) -> Result {
    if let (Some(a), Some(b)) = (a.as_small(), b.as_small()) {
        return match b {
            0 => Err(Raise::BADARITH),
            _ => Ok(heap.integer(a % b)),
        };
    }
    let (a, b) = (integer(heap, a)?, integer(heap, b)?);
    match b.is_zero() {
        true => Err(Raise::BADARITH),
        false => big(heap, &(a % b)),
    }
}

/// `-a`
pub(crate) fn negate(heap: &mut Heap, a: Term) -> Result {
    if let Some(small) = a.as_small() {
        return Ok(heap.integer(-small));
    }
    if let Some(number) = heap.as_float(a) {
        return Ok(heap.float(-number));
    }
    let number = integer(heap, a)?;
    big(heap, &-number)
}

/// `+a`
pub(crate) fn plus(heap: &mut Heap, a: Term) -> Result {
    match is_number(heap, a) {
        true => Ok(a),
        false => Err(Raise::BADARITH),
    }
}

/// `a band b`
#[inline]
pub(crate) fn band(heap: &mut Heap, a: Term, b: Term) -> Result {
    match (a.as_small(), b.as_small()) {
        (Some(a), Some(b)) => Ok(Term::small(a & b)),
        _ => bitwise(heap, a, b, |a, b| a & b),
    }
}

/// `a bor b`
#[inline]
pub(crate) fn bor(heap: &mut Heap, a: Term, b: Term) -> Result {
    match (a.as_small(), b.as_small()) {
        (Some(a), Some(b)) => Ok(Term::small(a | b)),
        _ => bitwise(heap, a, b, |a, b| a | b),
    }
}

/// `a bxor b`
#[inline]
pub(crate) fn bxor(heap: &mut Heap, a: Term, b: Term) -> Result {
    match (a.as_small(), b.as_small()) {
        (Some(a), Some(b)) => Ok(Term::small(a ^ b)),
        _ => bitwise(heap, a, b, |a, b| a ^ b),
    }
}

fn bitwise(
    heap: &mut Heap,
    a: Term,
    b: Term,
    function: impl Fn(BigInt, BigInt) -> BigInt,
) -> Result {
    let (a, b) = (integer(heap, a)?, integer(heap, b)?);
    big(heap, &function(a, b))
}

/// `bnot a`
pub(crate) fn bnot(heap: &mut Heap, a: Term) -> Result {
    if let Some(small) = a.as_small() {
        return Ok(Term::small(!small));
    }
    let number = integer(heap, a)?;
    big(heap, &!number)
}

/// `a bsl b`
pub(crate) fn shift_left(heap: &mut Heap, a: Term, b: Term) -> Result {
    shift(heap, a, b, false)
}

/// `a bsr b`
pub(crate) fn shift_right(heap: &mut Heap, a: Term, b: Term) -> Result {
    shift(heap, a, b, true)
}

fn shift(heap: &mut Heap, a: Term, b: Term, is_right: bool) -> Result {
    if !heap.is_integer(a) || !heap.is_integer(b) {
        return Err(Raise::BADARITH);
    }
    // How far to the left; what does not fit is as far as any.
    let far = match b.as_small() {
        Some(places) => places,
        None => match heap.boxed(b) {
            Some((Kind::Negative, ..)) => i64::MIN + 1,
            _ => i64::MAX,
        },
    };
    let left = if is_right { -far } else { far };
    if let Some(small) = a.as_small() {
        if small == 0 || left == 0 {
            return Ok(a);
        }
        if left < 0 {
            return Ok(Term::small(small >> left.unsigned_abs().min(63)));
        }
        if left < 64
            && let shifted = i128::from(small) << left
            && let Ok(shifted) = i64::try_from(shifted)
        {
            return Ok(heap.integer(shifted));
        }
    }
    let number = integer(heap, a)?;
    let places = left.unsigned_abs();
    let result = match left < 0 {
        true if places > number.bits() => match number.is_negative() {
            true => (-1).into(),
            false => BigInt::ZERO,
        },
        true => number >> places,
        false if places > MOST_BITS || number.bits() + places > MOST_BITS => {
            return Err(Raise::SYSTEM_LIMIT);
        }
        false => {
            heap.check((number.bits() + places) as usize / 64)?;
            number << places
        }
    };
    big(heap, &result)
}

/// `abs(a)`
pub(crate) fn abs(heap: &mut Heap, a: Term) -> Result {
    if let Some(number) = heap.as_float(a) {
        // As OTP does it: -0.0 stays.
        return match number < 0.0 {
            true => Ok(heap.float(-number)),
            false => Ok(a),
        };
    }
    if let Some(small) = a.as_small() {
        return Ok(heap.integer(small.abs()));
    }
    match heap.boxed(a) {
        Some((Kind::Positive, ..)) => Ok(a),
        Some((Kind::Negative, ..)) => negate(heap, a),
        _ => Err(Raise::BADARG),
    }
}

/// The integer that a float becomes by a function that makes it whole; integers stay.
pub(crate) fn whole(heap: &mut Heap, a: Term, function: fn(f64) -> f64) -> Result {
    if heap.is_integer(a) {
        return Ok(a);
    }
    let number = heap.as_float(a).ok_or(Raise::BADARG)?;
    Ok(from_whole_float(heap, function(number)))
}

/// The integer that a float without a fraction is.
fn from_whole_float(heap: &mut Heap, number: f64) -> Term {
    const FITS: f64 = 9_223_372_036_854_774_784.0;
    match number.abs() <= FITS {
        true => heap.integer(number as i64),
        false => {
            let number: BigInt = num_traits::FromPrimitive::from_f64(number).unwrap_or_default();
            heap.big(&number)
        }
    }
}

pub(crate) fn is_number(heap: &Heap, term: Term) -> bool {
    heap.is_integer(term) || heap.as_float(term).is_some()
}

/// The value of an operand that has to be an integer.
fn integer(heap: &Heap, term: Term) -> Result<BigInt> {
    heap.as_integer(term).ok_or(Raise::BADARITH)
}

/// The value of an operand as a float.
pub(crate) fn to_float(heap: &Heap, term: Term) -> Result<f64> {
    if let Some(small) = term.as_small() {
        return Ok(small as f64);
    }
    let (kind, size, at) = heap.boxed(term).ok_or(Raise::BADARITH)?;
    let magnitude = match kind {
        Kind::Float => return Ok(f64::from_bits(heap.word(at))),
        // As OTP does it: a word after the other, each sum rounded.
        Kind::Positive | Kind::Negative => {
            let words = heap.slice(at, size).iter().rev();
            words.fold(0.0, |sum, word| {
                sum * 18_446_744_073_709_551_616.0 + *word as f64
            })
        }
        _ => return Err(Raise::BADARITH),
    };
    match magnitude.is_finite() {
        true if kind == Kind::Negative => Ok(-magnitude),
        true => Ok(magnitude),
        false => Err(Raise::BADARITH),
    }
}

/// A float that is a result: an error if it is no number.
pub(crate) fn float(heap: &mut Heap, number: f64) -> Result {
    match number.is_finite() {
        true => Ok(heap.float(number)),
        false => Err(Raise::BADARITH),
    }
}

/// An integer that is a result: an error if it is too large.
pub(crate) fn big(heap: &mut Heap, number: &BigInt) -> Result {
    if let Some(number) = number.to_i64() {
        return Ok(heap.integer(number));
    }
    if number.bits() > MOST_BITS {
        return Err(Raise::SYSTEM_LIMIT);
    }
    heap.check(number.bits() as usize / 64 + 2)?;
    Ok(heap.big(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_a_limit() {
        let mut heap = Heap::new(10_000_000);
        let one = Term::small(1);
        let shift = |heap: &mut Heap, term, places| shift_left(heap, term, Term::small(places));
        let most = i64::try_from(MOST_BITS).expect("it is small") - 1;
        let largest = shift(&mut heap, one, most).expect("a number");
        assert_eq!(shift(&mut heap, one, most + 1), Err(Raise::SYSTEM_LIMIT));
        let two = Term::small(2);
        assert_eq!(multiply(&mut heap, largest, two), Err(Raise::SYSTEM_LIMIT));
        assert_eq!(add(&mut heap, largest, largest), Err(Raise::SYSTEM_LIMIT));
        assert_eq!(
            shift(&mut heap, Term::small(0), i64::MAX >> 4),
            Ok(Term::small(0))
        );
        let result = shift_right(&mut heap, Term::small(-1), largest);
        assert_eq!(result, Ok(Term::small(-1)));
        let mut little = Heap::new(1000);
        assert_eq!(shift(&mut little, one, most), Err(Raise::Memory));
    }

    #[test]
    fn at_the_edge_of_small_integers() {
        let mut heap = Heap::new(1000);
        for (a, b) in [
            (crate::term::MAX_SMALL, 1),
            (crate::term::MIN_SMALL, -1),
            (crate::term::MIN_SMALL, crate::term::MIN_SMALL),
        ] {
            let (x, y) = (Term::small(a), Term::small(b));
            let (a, b) = (BigInt::from(a), BigInt::from(b));
            let sum = add(&mut heap, x, y).expect("a number");
            assert_eq!(heap.as_integer(sum), Some(&a + &b));
            let back = subtract(&mut heap, sum, y).expect("a number");
            assert_eq!(back, x);
            let product = multiply(&mut heap, x, y).expect("a number");
            assert_eq!(heap.as_integer(product), Some(&a * &b));
            let quotient = quotient(&mut heap, product, y).expect("a number");
            assert_eq!(quotient, x);
            let negative = negate(&mut heap, x).expect("a number");
            assert_eq!(heap.as_integer(negative), Some(-a));
        }
    }
}
