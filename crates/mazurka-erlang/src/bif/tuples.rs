//! Native functions: tuples.

use crate::bif::Entry;
use crate::heap::{Heap, Kind};
use crate::raise::{Raise, Result};
use crate::term::{Tag, Term};

/// The most elements of a tuple.
const MOST: usize = (1 << 24) - 1;

pub(crate) const BIFS: &[Entry] = &[
    ("erlang", "element", 2, |heap, a| {
        let (at, size) = tuple(heap, a[1])?;
        let place = place(a[0], size)?;
        Ok(heap.term_at(at + place))
    }),
    ("erlang", "setelement", 3, |heap, a| {
        let (_, size) = tuple(heap, a[1])?;
        let place = place(a[0], size)?;
        let mut items = elements(heap, a[1])?;
        items[place] = a[2];
        heap.check(size)?;
        Ok(heap.tuple(&items))
    }),
    ("erlang", "tuple_size", 1, |heap, a| {
        let (_, size) = tuple(heap, a[0])?;
        Ok(Term::small(size as i64))
    }),
    ("erlang", "size", 1, |heap, a| {
        let size = match (heap.as_tuple(a[0]), heap.as_bits(a[0])) {
            (Some((_, size)), _) => size,
            (_, Some(bits)) => bits.size / 8,
            _ => return Err(Raise::BADARG),
        };
        Ok(Term::small(size as i64))
    }),
    ("erlang", "make_tuple", 2, |heap, a| make(heap, a[0], a[1])),
    ("erlang", "make_tuple", 3, |heap, a| {
        let pairs = heap.as_list(a[2]).ok_or(Raise::BADARG)?;
        let term = make(heap, a[0], a[1])?;
        let (at, size) = tuple(heap, term)?;
        for pair in pairs {
            let (from, 2) = tuple(heap, pair)? else {
                return Err(Raise::BADARG);
            };
            let place = place(heap.term_at(from), size)?;
            let value = heap.term_at(from + 1);
            heap.fresh(at + place, 1)[0] = value.0;
        }
        Ok(term)
    }),
    ("erlang", "append_element", 2, |heap, a| {
        let (_, size) = tuple(heap, a[0])?;
        insert(heap, a[0], size, a[1])
    }),
    ("erlang", "insert_element", 3, |heap, a| {
        let (_, size) = tuple(heap, a[1])?;
        let place = place(a[0], size + 1)?;
        insert(heap, a[1], place, a[2])
    }),
    ("erlang", "delete_element", 2, |heap, a| {
        let (_, size) = tuple(heap, a[1])?;
        let place = place(a[0], size)?;
        let mut items = elements(heap, a[1])?;
        items.remove(place);
        heap.check(size)?;
        Ok(heap.tuple(&items))
    }),
    ("erlang", "tuple_to_list", 1, |heap, a| {
        let items = elements(heap, a[0])?;
        heap.check(2 * items.len())?;
        Ok(heap.list(&items))
    }),
    ("erlang", "list_to_tuple", 1, |heap, a| {
        let items = heap.as_list(a[0]).ok_or(Raise::BADARG)?;
        if items.len() > MOST {
            return Err(Raise::BADARG);
        }
        heap.check(items.len())?;
        Ok(heap.tuple(&items))
    }),
];

/// Where a tuple begins, and its size.
fn tuple(heap: &Heap, term: Term) -> Result<(usize, usize)> {
    heap.as_tuple(term).ok_or(Raise::BADARG)
}

fn elements(heap: &Heap, term: Term) -> Result<Vec<Term>> {
    heap.elements(term).ok_or(Raise::BADARG)
}

/// A place in a tuple of that size, from 0 on; programs count from 1 on.
fn place(term: Term, size: usize) -> Result<usize> {
    match term.as_small() {
        Some(place) if place >= 1 && place as u64 <= size as u64 => Ok(place as usize - 1),
        _ => Err(Raise::BADARG),
    }
}

fn make(heap: &mut Heap, size: Term, value: Term) -> Result {
    let size = match size.as_small().and_then(|size| usize::try_from(size).ok()) {
        Some(size) if size <= MOST => size,
        _ => return Err(Raise::BADARG),
    };
    heap.check(size)?;
    let term = heap.add_zeros(Kind::Tuple, size, size);
    if let Tag::Boxed(index) = term.tag() {
        heap.fresh(index + 1, size).fill(value.0);
    }
    Ok(term)
}

fn insert(heap: &mut Heap, term: Term, place: usize, value: Term) -> Result {
    let mut items = elements(heap, term)?;
    if items.len() >= MOST {
        return Err(Raise::BADARG);
    }
    items.insert(place, value);
    heap.check(items.len())?;
    Ok(heap.tuple(&items))
}
