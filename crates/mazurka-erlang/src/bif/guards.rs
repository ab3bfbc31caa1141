//! Native functions: tests of types, comparisons, and operators on booleans.

use crate::atoms;
use crate::bif::Entry;
use crate::compare::{compare, compare_keys, equal, identical};
use crate::heap::{Heap, Kind};
use crate::map;
use crate::number::is_number;
use crate::raise::{Raise, Result};
use crate::term::Term;

pub(crate) const BIFS: &[Entry] = &[
    ("erlang", "==", 2, |heap, a| {
        boolean(equal(heap, a[0], a[1]))
    }),
    ("erlang", "/=", 2, |heap, a| {
        boolean(!equal(heap, a[0], a[1]))
    }),
    ("erlang", "=:=", 2, |heap, a| {
        boolean(identical(heap, a[0], a[1]))
    }),
    ("erlang", "=/=", 2, |heap, a| {
        boolean(!identical(heap, a[0], a[1]))
    }),
    ("erlang", "<", 2, |heap, a| {
        boolean(compare(heap, a[0], a[1]).is_lt())
    }),
    ("erlang", "=<", 2, |heap, a| {
        boolean(compare(heap, a[0], a[1]).is_le())
    }),
    ("erlang", ">", 2, |heap, a| {
        boolean(compare(heap, a[0], a[1]).is_gt())
    }),
    ("erlang", ">=", 2, |heap, a| {
        boolean(compare(heap, a[0], a[1]).is_ge())
    }),
    ("erts_internal", "cmp_term", 2, |heap, a| {
        let order = compare_keys(heap, a[0], a[1]);
        Ok(Term::small(order as i64))
    }),
    ("erlang", "not", 1, |_, a| boolean(!as_boolean(a[0])?)),
    ("erlang", "and", 2, |_, a| {
        boolean(as_boolean(a[0])? & as_boolean(a[1])?)
    }),
    ("erlang", "or", 2, |_, a| {
        boolean(as_boolean(a[0])? | as_boolean(a[1])?)
    }),
    ("erlang", "xor", 2, |_, a| {
        boolean(as_boolean(a[0])? ^ as_boolean(a[1])?)
    }),
    ("erlang", "is_atom", 1, |_, a| {
        boolean(a[0].as_atom().is_some())
    }),
    ("erlang", "is_boolean", 1, |_, a| {
        boolean(as_boolean(a[0]).is_ok())
    }),
    ("erlang", "is_integer", 1, |heap, a| {
        boolean(heap.is_integer(a[0]))
    }),
    ("erlang", "is_integer", 3, |heap, a| {
        if !heap.is_integer(a[1]) || !heap.is_integer(a[2]) {
            return Err(Raise::BADARG);
        }
        let is_between = compare(heap, a[1], a[0]).is_le() && compare(heap, a[0], a[2]).is_le();
        boolean(heap.is_integer(a[0]) && is_between)
    }),
    ("erlang", "is_float", 1, |heap, a| {
        boolean(heap.as_float(a[0]).is_some())
    }),
    ("erlang", "is_number", 1, |heap, a| {
        boolean(is_number(heap, a[0]))
    }),
    ("erlang", "is_list", 1, |_, a| boolean(a[0].is_list())),
    ("erlang", "is_tuple", 1, |heap, a| {
        boolean(heap.as_tuple(a[0]).is_some())
    }),
    ("erlang", "is_map", 1, |heap, a| {
        boolean(map::size(heap, a[0]).is_some())
    }),
    ("erlang", "is_pid", 1, |_, a| {
        boolean(a[0].as_pid().is_some())
    }),
    ("erlang", "is_port", 1, |_, _| boolean(false)),
    ("erlang", "is_reference", 1, |heap, a| {
        boolean(heap.as_reference(a[0]).is_some())
    }),
    ("erlang", "is_bitstring", 1, |heap, a| {
        boolean(heap.as_bits(a[0]).is_some())
    }),
    ("erlang", "is_binary", 1, |heap, a| {
        let bits = heap.as_bits(a[0]);
        boolean(bits.is_some_and(|bits| bits.size % 8 == 0))
    }),
    ("erlang", "is_function", 1, |heap, a| {
        boolean(arity(heap, a[0]).is_some())
    }),
    ("erlang", "is_function", 2, |heap, a| {
        let is_negative = match a[1].as_small() {
            Some(number) => number < 0,
            None => !matches!(heap.boxed(a[1]), Some((Kind::Positive, ..))),
        };
        if is_negative {
            return Err(Raise::BADARG);
        }
        let arity = arity(heap, a[0]).map(i64::from);
        boolean(arity.is_some() && arity == a[1].as_small())
    }),
    ("erlang", "is_record", 2, |heap, a| {
        if a[1].as_atom().is_none() {
            return Err(Raise::BADARG);
        }
        let tag = heap.as_tuple(a[0]).filter(|(_, size)| *size > 0);
        boolean(tag.is_some_and(|(at, _)| heap.term_at(at) == a[1]))
    }),
    ("erlang", "is_record", 3, |heap, a| {
        if a[1].as_atom().is_none() {
            return Err(Raise::BADARG);
        }
        // What is no small integer in OTP is an error, too.
        let wanted = a[2]
            .as_small()
            .filter(|size| (-1 << 59..1 << 59).contains(size));
        let wanted = wanted.ok_or(Raise::BADARG)?;
        let is_size = |size: usize| size > 0 && size as i64 == wanted;
        let tag = heap.as_tuple(a[0]).filter(|(_, size)| is_size(*size));
        boolean(tag.is_some_and(|(at, _)| heap.term_at(at) == a[1]))
    }),
];

/// A truth value as an atom.
#[inline]
pub(crate) fn boolean(value: bool) -> Result {
    Ok(if value { atoms::TRUE } else { atoms::FALSE })
}

/// An atom as a truth value.
fn as_boolean(term: Term) -> Result<bool> {
    match term {
        atoms::TRUE => Ok(true),
        atoms::FALSE => Ok(false),
        _ => Err(Raise::BADARG),
    }
}

/// How many arguments a function takes; none if it is no function.
pub(crate) fn arity(heap: &Heap, term: Term) -> Option<u32> {
    match heap.as_fun(term) {
        Some((fun, ..)) => Some(fun.arity),
        None => heap.as_export(term).map(|(_, _, arity)| arity),
    }
}
