//! Native functions: maps.

use crate::atoms;
use crate::bif::Entry;
use crate::bif::guards::boolean;
use crate::heap::Heap;
use crate::map;
use crate::raise::{Raise, Result};
use crate::term::Term;

/// How many pairs an iterator of a large map takes at once.
const CHUNK: usize = 100;

pub(crate) const BIFS: &[Entry] = &[
    ("erlang", "map_size", 1, |heap, a| {
        let size = size(heap, a[0])?;
        Ok(Term::small(size as i64))
    }),
    ("erlang", "map_get", 2, get),
    ("erlang", "is_map_key", 2, is_key),
    ("maps", "get", 2, get),
    ("maps", "is_key", 2, is_key),
    ("maps", "new", 0, |heap, _| Ok(map::empty(heap))),
    ("maps", "find", 2, |heap, a| {
        size(heap, a[1])?;
        match map::get(heap, a[1], a[0]) {
            Some(value) => Ok(heap.tuple(&[atoms::OK, value])),
            None => Ok(atoms::ERROR),
        }
    }),
    ("maps", "put", 3, |heap, a| {
        size(heap, a[2])?;
        Ok(map::put(heap, a[2], a[0], a[1]))
    }),
    ("maps", "update", 3, |heap, a| {
        size(heap, a[2])?;
        match map::get(heap, a[2], a[0]) {
            Some(_) => Ok(map::put(heap, a[2], a[0], a[1])),
            None => Err(bad(heap, atoms::BADKEY, a[0])),
        }
    }),
    ("maps", "remove", 2, |heap, a| {
        size(heap, a[1])?;
        Ok(map::remove(heap, a[1], a[0]))
    }),
    ("maps", "take", 2, |heap, a| {
        size(heap, a[1])?;
        let Some(value) = map::get(heap, a[1], a[0]) else {
            return Ok(atoms::ERROR);
        };
        let rest = map::remove(heap, a[1], a[0]);
        Ok(heap.tuple(&[value, rest]))
    }),
    ("maps", "merge", 2, |heap, a| {
        let pairs = size(heap, a[0])? + size(heap, a[1])?;
        heap.check(6 * pairs)?;
        Ok(map::merge(heap, a[0], a[1]))
    }),
    ("maps", "keys", 1, |heap, a| {
        list_of(heap, a[0], |pair| pair.0)
    }),
    ("maps", "values", 1, |heap, a| {
        list_of(heap, a[0], |pair| pair.1)
    }),
    ("maps", "from_list", 1, |heap, a| {
        let items = heap.as_list(a[0]).ok_or(Raise::BADARG)?;
        heap.check(6 * items.len())?;
        let pair = |item| match heap.as_tuple(item) {
            Some((at, 2)) => Ok((heap.term_at(at), heap.term_at(at + 1))),
            _ => Err(Raise::BADARG),
        };
        let pairs = items.into_iter().map(pair).collect::<Result<Vec<_>>>()?;
        Ok(map::from_pairs(heap, pairs))
    }),
    ("maps", "from_keys", 2, |heap, a| {
        let keys = heap.as_list(a[0]).ok_or(Raise::BADARG)?;
        heap.check(6 * keys.len())?;
        let pairs = keys.into_iter().map(|key| (key, a[1])).collect();
        Ok(map::from_pairs(heap, pairs))
    }),
    ("erts_internal", "map_next", 3, next),
    ("erts_internal", "map_to_tuple_keys", 1, |heap, a| {
        size(heap, a[0])?;
        let keys: Vec<Term> = map::pairs(heap, a[0]).iter().map(|pair| pair.0).collect();
        match keys.len() <= map::FLAT {
            true => Ok(heap.tuple(&keys)),
            false => Err(Raise::BADARG),
        }
    }),
];

/// How many pairs a map has; an error if it is none.
fn size(heap: &mut Heap, term: Term) -> Result<usize> {
    match map::size(heap, term) {
        Some(size) => Ok(size),
        None => Err(bad(heap, atoms::BADMAP, term)),
    }
}

/// An error about a term: `{badmap, Term}` or `{badkey, Term}`.
fn bad(heap: &mut Heap, what: Term, term: Term) -> Raise {
    Raise::Error(heap.tuple(&[what, term]))
}

fn get(heap: &mut Heap, a: &[Term]) -> Result {
    size(heap, a[1])?;
    match map::get(heap, a[1], a[0]) {
        Some(value) => Ok(value),
        None => Err(bad(heap, atoms::BADKEY, a[0])),
    }
}

fn is_key(heap: &mut Heap, a: &[Term]) -> Result {
    size(heap, a[1])?;
    boolean(map::get(heap, a[1], a[0]).is_some())
}

fn list_of(heap: &mut Heap, map: Term, part: fn(&(Term, Term)) -> Term) -> Result {
    let size = size(heap, map)?;
    heap.check(2 * size)?;
    let items: Vec<Term> = map::pairs(heap, map).iter().map(part).collect();
    Ok(heap.list(&items))
}

/// The pairs from a place on as tuples, before a list.
fn to_list(heap: &mut Heap, map: Term, from: usize, tail: Term) -> Result {
    let pairs = map::pairs(heap, map);
    let pairs = pairs.get(from..).unwrap_or_default();
    let tuples: Vec<Term> = (pairs.iter())
        .map(|(key, value)| heap.tuple(&[*key, *value]))
        .collect();
    Ok(heap.list_before(&tuples, tail))
}

/// The next pairs of an iterator: `map_next(Path, Map, iterator)`, or all of them in front of a
/// list. A path is a place in the order of keys, or a list of keys that are to come.
fn next(heap: &mut Heap, a: &[Term]) -> Result {
    let size = map::size(heap, a[1]).ok_or(Raise::BADARG)?;
    if a[0].is_list() {
        return next_of_keys(heap, a);
    }
    let path = a[0]
        .as_small()
        .and_then(|place| usize::try_from(place).ok());
    let from = match path.ok_or(Raise::BADARG)? {
        from if from > size => return Err(Raise::BADARG),
        // As OTP does it: all of a small map, wherever it begins.
        _ if size <= map::FLAT => 0,
        from => from,
    };
    if a[2].is_list() {
        heap.check(5 * (size - from))?;
        return to_list(heap, a[1], from, a[2]);
    }
    if a[2] != atoms::ITERATOR {
        return Err(Raise::BADARG);
    }
    let until = match size <= map::FLAT {
        true => size,
        false => size.min(from + CHUNK),
    };
    let mut result = match until < size {
        true => heap.cons(Term::small(until as i64), a[1]),
        false => atoms::NONE,
    };
    for place in (from..until).rev() {
        let (key, value) = map::nth(heap, a[1], place).ok_or(Raise::BADARG)?;
        result = heap.tuple(&[key, value, result]);
    }
    Ok(result)
}

/// The same with a list of keys that are to come.
fn next_of_keys(heap: &mut Heap, a: &[Term]) -> Result {
    if a[2] != atoms::ITERATOR {
        return Err(Raise::BADARG);
    }
    let Some((key, rest)) = heap.as_cons(a[0]) else {
        return Ok(atoms::NONE);
    };
    let value = map::get(heap, a[1], key).ok_or(Raise::BADARG)?;
    let rest = match rest.is_nil() {
        true => atoms::NONE,
        false => heap.cons(rest, a[1]),
    };
    Ok(heap.tuple(&[key, value, rest]))
}
