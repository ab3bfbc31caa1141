//! Native functions: arithmetic.

use crate::bif::Entry;
use crate::compare::compare;
use crate::number;
use crate::raise::Raise;

pub(crate) const BIFS: &[Entry] = &[
    ("erlang", "+", 1, |heap, a| number::plus(heap, a[0])),
    ("erlang", "-", 1, |heap, a| number::negate(heap, a[0])),
    ("erlang", "+", 2, |heap, a| number::add(heap, a[0], a[1])),
    ("erlang", "-", 2, |heap, a| {
        number::subtract(heap, a[0], a[1])
    }),
    ("erlang", "*", 2, |heap, a| {
        number::multiply(heap, a[0], a[1])
    }),
    ("erlang", "/", 2, |heap, a| number::divide(heap, a[0], a[1])),
    ("erlang", "div", 2, |heap, a| {
        number::quotient(heap, a[0], a[1])
    }),
    ("erlang", "rem", 2, |heap, a| {
        number::remainder(heap, a[0], a[1])
    }),
    ("erlang", "band", 2, |heap, a| {
        number::band(heap, a[0], a[1])
    }),
    ("erlang", "bor", 2, |heap, a| number::bor(heap, a[0], a[1])),
    ("erlang", "bxor", 2, |heap, a| {
        number::bxor(heap, a[0], a[1])
    }),
    ("erlang", "bnot", 1, |heap, a| number::bnot(heap, a[0])),
    ("erlang", "bsl", 2, |heap, a| {
        number::shift_left(heap, a[0], a[1])
    }),
    ("erlang", "bsr", 2, |heap, a| {
        number::shift_right(heap, a[0], a[1])
    }),
    ("erlang", "abs", 1, |heap, a| number::abs(heap, a[0])),
    ("erlang", "float", 1, |heap, a| {
        if heap.as_float(a[0]).is_some() {
            return Ok(a[0]);
        }
        let number = number::to_float(heap, a[0]).map_err(|_| Raise::BADARG)?;
        Ok(heap.float(number))
    }),
    ("erlang", "round", 1, |heap, a| {
        number::whole(heap, a[0], f64::round)
    }),
    ("erlang", "trunc", 1, |heap, a| {
        number::whole(heap, a[0], f64::trunc)
    }),
    ("erlang", "floor", 1, |heap, a| {
        number::whole(heap, a[0], f64::floor)
    }),
    ("erlang", "ceil", 1, |heap, a| {
        number::whole(heap, a[0], f64::ceil)
    }),
    ("erlang", "min", 2, |heap, a| {
        match compare(heap, a[0], a[1]).is_gt() {
            true => Ok(a[1]),
            false => Ok(a[0]),
        }
    }),
    ("erlang", "max", 2, |heap, a| {
        match compare(heap, a[0], a[1]).is_lt() {
            true => Ok(a[1]),
            false => Ok(a[0]),
        }
    }),
];
