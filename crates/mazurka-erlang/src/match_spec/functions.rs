//! Functions that guards and bodies of match specifications may call.

use crate::atoms;
use crate::bif::{self, Pure};
use crate::compare;
use crate::heap::{Heap, Kind};
use crate::map;
use crate::number;
use crate::raise::{Raise, Result};
use crate::term::Term;
use std::cmp::Ordering;

/// A function, and how many arguments it takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Function {
    name: &'static str,
    arity: u8,
    pure: Pure,
}

impl Function {
    /// The function of that name, if guards may call it.
    pub(super) fn find(name: &str, arity: usize) -> Option<Function> {
        let is = |(known, takes): &&(&str, u8)| *known == name && usize::from(*takes) == arity;
        if let Some((name, arity, pure)) = (OWN.iter()).find(|(n, a, _)| is(&&(*n, *a))) {
            return Some(Function {
                name,
                arity: *arity,
                pure: *pure,
            });
        }
        let (name, arity) = SHARED.iter().find(is)?;
        Some(Function {
            name,
            arity: *arity,
            pure: bif::pure("erlang", name, *arity).unwrap_or(missing),
        })
    }

    pub(super) fn arity(&self) -> usize {
        self.arity.into()
    }

    pub(super) fn call(&self, heap: &mut Heap, arguments: &[Term]) -> Result {
        (self.pure)(heap, arguments).map_err(|raise| match raise {
            Raise::Unsupported(_) if std::ptr::fn_addr_eq(self.pure, missing as Pure) => {
                let (name, arity) = (self.name, self.arity);
                Raise::Unsupported(format!("{name}/{arity} in a match specification"))
            }
            raise => raise,
        })
    }
}

fn missing(_: &mut Heap, _: &[Term]) -> Result {
    Err(Raise::Unsupported(String::new()))
}

/// Functions that are the same everywhere.
const SHARED: &[(&str, u8)] = &[
    ("abs", 1),
    ("element", 2),
    ("hd", 1),
    ("tl", 1),
    ("length", 1),
    ("round", 1),
    ("trunc", 1),
    ("ceil", 1),
    ("floor", 1),
    ("float", 1),
    ("size", 1),
    ("tuple_size", 1),
    ("bit_size", 1),
    ("byte_size", 1),
    ("binary_part", 2),
    ("binary_part", 3),
    ("+", 1),
    ("-", 1),
    ("/", 2),
    ("div", 2),
    ("rem", 2),
    ("band", 2),
    ("bor", 2),
    ("bxor", 2),
    ("bnot", 1),
    ("bsl", 2),
    ("bsr", 2),
];

/// Functions that are written here.
const OWN: &[(&str, u8, Pure)] = &[
    ("is_atom", 1, |_, a| truth(a[0].as_atom().is_some())),
    ("is_float", 1, |heap, a| {
        truth(heap.as_float(a[0]).is_some())
    }),
    ("is_integer", 1, |heap, a| truth(heap.is_integer(a[0]))),
    ("is_list", 1, |_, a| truth(a[0].is_list())),
    ("is_number", 1, |heap, a| {
        truth(heap.is_integer(a[0]) || heap.as_float(a[0]).is_some())
    }),
    ("is_pid", 1, |_, a| truth(a[0].as_pid().is_some())),
    ("is_port", 1, |_, _| truth(false)),
    ("is_reference", 1, |heap, a| {
        truth(heap.as_reference(a[0]).is_some())
    }),
    ("is_tuple", 1, |heap, a| {
        truth(heap.as_tuple(a[0]).is_some())
    }),
    ("is_map", 1, |heap, a| truth(is_map(heap, a[0]))),
    ("is_binary", 1, |heap, a| {
        truth(heap.as_bits(a[0]).is_some_and(|bits| bits.size % 8 == 0))
    }),
    ("is_bitstring", 1, |heap, a| {
        truth(heap.as_bits(a[0]).is_some())
    }),
    ("is_boolean", 1, |_, a| {
        truth(a[0] == atoms::TRUE || a[0] == atoms::FALSE)
    }),
    ("is_function", 1, |heap, a| {
        truth(arity_of(heap, a[0]).is_some())
    }),
    ("is_function", 2, |heap, a| {
        let asked = heap.as_integer(a[1]).ok_or(Raise::BADARG)?;
        match asked.sign() {
            num_bigint::Sign::Minus => Err(Raise::BADARG),
            _ => truth(arity_of(heap, a[0]).is_some_and(|arity| asked == arity.into())),
        }
    }),
    ("is_record", 3, is_record),
    ("is_map_key", 2, |heap, a| match is_map(heap, a[1]) {
        true => truth(map::get(heap, a[1], a[0]).is_some()),
        false => Err(Raise::BADARG),
    }),
    ("map_get", 2, |heap, a| match is_map(heap, a[1]) {
        true => map::get(heap, a[1], a[0]).ok_or(Raise::BADARG),
        false => Err(Raise::BADARG),
    }),
    ("map_size", 1, |heap, a| {
        let size = map::size(heap, a[0]).ok_or(Raise::BADARG)?;
        Ok(Term::small(size as i64))
    }),
    ("node", 0, |_, _| Ok(atoms::NONODE)),
    ("node", 1, |heap, a| {
        match a[0].as_pid().is_some() || heap.as_reference(a[0]).is_some() {
            true => Ok(atoms::NONODE),
            false => Err(Raise::BADARG),
        }
    }),
    ("not", 1, |_, a| match a[0] {
        atoms::TRUE => Ok(atoms::FALSE),
        atoms::FALSE => Ok(atoms::TRUE),
        _ => Err(Raise::BADARG),
    }),
    ("xor", 2, |_, a| {
        let boolean = |term| term == atoms::TRUE || term == atoms::FALSE;
        match boolean(a[0]) && boolean(a[1]) {
            true => truth(a[0] != a[1]),
            false => Err(Raise::BADARG),
        }
    }),
    ("+", 2, |heap, a| number::add(heap, a[0], a[1])),
    ("-", 2, |heap, a| number::subtract(heap, a[0], a[1])),
    ("*", 2, |heap, a| number::multiply(heap, a[0], a[1])),
    ("max", 2, |heap, a| {
        let first = compare::compare(heap, a[0], a[1]) != Ordering::Less;
        Ok(if first { a[0] } else { a[1] })
    }),
    ("min", 2, |heap, a| {
        let first = compare::compare(heap, a[0], a[1]) != Ordering::Greater;
        Ok(if first { a[0] } else { a[1] })
    }),
    (">", 2, |heap, a| {
        truth(compare::compare(heap, a[0], a[1]).is_gt())
    }),
    (">=", 2, |heap, a| {
        truth(compare::compare(heap, a[0], a[1]).is_ge())
    }),
    ("<", 2, |heap, a| {
        truth(compare::compare(heap, a[0], a[1]).is_lt())
    }),
    ("=<", 2, |heap, a| {
        truth(compare::compare(heap, a[0], a[1]).is_le())
    }),
    ("=:=", 2, |heap, a| {
        truth(compare::identical(heap, a[0], a[1]))
    }),
    ("=/=", 2, |heap, a| {
        truth(!compare::identical(heap, a[0], a[1]))
    }),
    ("==", 2, |heap, a| truth(compare::equal(heap, a[0], a[1]))),
    ("/=", 2, |heap, a| truth(!compare::equal(heap, a[0], a[1]))),
];

fn truth(value: bool) -> Result {
    Ok(if value { atoms::TRUE } else { atoms::FALSE })
}

fn is_map(heap: &Heap, term: Term) -> bool {
    matches!(
        heap.boxed(term),
        Some((Kind::FlatMap | Kind::TreeMap, _, _))
    )
}

/// How many arguments a function takes; none if it is none.
fn arity_of(heap: &Heap, term: Term) -> Option<u32> {
    match heap.as_fun(term) {
        Some((fun, ..)) => Some(fun.arity),
        None => heap.as_export(term).map(|(_, _, arity)| arity),
    }
}

fn is_record(heap: &mut Heap, a: &[Term]) -> Result {
    let (Some(_), Some(size)) = (a[1].as_atom(), a[2].as_small()) else {
        return Err(Raise::BADARG);
    };
    let Some((at, is)) = heap.as_tuple(a[0]) else {
        return truth(false);
    };
    truth(is > 0 && usize::try_from(size) == Ok(is) && heap.term_at(at) == a[1])
}
