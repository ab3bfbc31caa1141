//! Native functions: lists.

use crate::atoms;
use crate::bif::Entry;
use crate::bif::guards::boolean;
use crate::compare::{equal, identical};
use crate::hash;
use crate::heap::Heap;
use crate::raise::{Raise, Result};
use crate::term::Term;
use rustc_hash::FxHashMap;

pub(crate) const BIFS: &[Entry] = &[
    ("erlang", "hd", 1, |heap, a| {
        Ok(heap.as_cons(a[0]).ok_or(Raise::BADARG)?.0)
    }),
    ("erlang", "tl", 1, |heap, a| {
        Ok(heap.as_cons(a[0]).ok_or(Raise::BADARG)?.1)
    }),
    ("erlang", "length", 1, |heap, a| {
        let length = length(heap, a[0]).ok_or(Raise::BADARG)?;
        Ok(Term::small(length as i64))
    }),
    ("erlang", "++", 2, append),
    ("erlang", "append", 2, append),
    ("erlang", "--", 2, subtract),
    ("erlang", "subtract", 2, subtract),
    ("lists", "reverse", 2, |heap, a| {
        reverse_onto(heap, a[0], a[1])
    }),
    ("lists", "member", 2, |heap, a| {
        let mut rest = a[1];
        while let Some((head, tail)) = heap.as_cons(rest) {
            if identical(heap, head, a[0]) {
                return boolean(true);
            }
            rest = tail;
        }
        match rest.is_nil() {
            true => boolean(false),
            false => Err(Raise::BADARG),
        }
    }),
    ("lists", "keyfind", 3, |heap, a| {
        let found = find_key(heap, a)?;
        Ok(found.unwrap_or(atoms::FALSE))
    }),
    ("lists", "keymember", 3, |heap, a| {
        let found = find_key(heap, a)?;
        boolean(found.is_some())
    }),
    ("lists", "keysearch", 3, |heap, a| {
        match find_key(heap, a)? {
            Some(found) => Ok(heap.tuple(&[atoms::VALUE, found])),
            None => boolean(false),
        }
    }),
];

/// How many elements a proper list has; none if it is none.
pub(crate) fn length(heap: &Heap, list: Term) -> Option<usize> {
    let mut count = 0;
    let mut rest = list;
    while let Some((_, tail)) = heap.as_cons(rest) {
        count += 1;
        rest = tail;
    }
    rest.is_nil().then_some(count)
}

/// The elements of a proper list; an error if it is none.
fn elements(heap: &Heap, list: Term) -> Result<Vec<Term>> {
    heap.as_list(list).ok_or(Raise::BADARG)
}

fn append(heap: &mut Heap, a: &[Term]) -> Result {
    let items = elements(heap, a[0])?;
    if a[1].is_nil() {
        return Ok(a[0]);
    }
    heap.check(2 * items.len())?;
    Ok(heap.list_before(&items, a[1]))
}

/// Each element of the second list takes the first that is equal to it from the first.
fn subtract(heap: &mut Heap, a: &[Term]) -> Result {
    let (items, away) = (elements(heap, a[0])?, elements(heap, a[1])?);
    let mut left = away.len();
    let mut kept = Vec::new();
    let mut last = 0;
    if items.len() <= 8 || away.len() <= 8 {
        let mut away = away;
        for (i, item) in items.iter().enumerate() {
            if away.is_empty() {
                break;
            }
            match away.iter().position(|other| identical(heap, *item, *other)) {
                Some(place) => {
                    away.swap_remove(place);
                }
                None => kept.push(*item),
            }
            last = i + 1;
        }
    } else {
        // By hash: what is to be taken away, and how often.
        let mut table: FxHashMap<u64, Vec<(Term, usize)>> = FxHashMap::default();
        for item in away {
            let entry = table.entry(hash::stable(heap, item)).or_default();
            match entry
                .iter_mut()
                .find(|(known, _)| identical(heap, *known, item))
            {
                Some((_, count)) => *count += 1,
                None => entry.push((item, 1)),
            }
        }
        for (i, item) in items.iter().enumerate() {
            if left == 0 {
                break;
            }
            let entry = table.get_mut(&hash::stable(heap, *item));
            let known = entry.and_then(|entry| {
                (entry.iter_mut())
                    .find(|(known, count)| *count > 0 && identical(heap, *known, *item))
            });
            match known {
                Some((_, count)) => {
                    *count -= 1;
                    left -= 1;
                }
                None => kept.push(*item),
            }
            last = i + 1;
        }
    }
    // Nothing is to be taken from the rest: it is shared.
    let mut rest = a[0];
    for _ in 0..last {
        rest = heap.as_cons(rest).ok_or(Raise::BADARG)?.1;
    }
    if kept.len() == last {
        return Ok(a[0]);
    }
    heap.check(2 * kept.len())?;
    Ok(heap.list_before(&kept, rest))
}

fn reverse_onto(heap: &mut Heap, list: Term, tail: Term) -> Result {
    let length = length(heap, list).ok_or(Raise::BADARG)?;
    heap.check(2 * length)?;
    let (mut rest, mut result) = (list, tail);
    while let Some((head, behind)) = heap.as_cons(rest) {
        result = heap.cons(head, result);
        rest = behind;
    }
    Ok(result)
}

/// The first tuple with a key at a place: the arguments are key, place, list.
fn find_key(heap: &Heap, a: &[Term]) -> Result<Option<Term>> {
    let place = a[1]
        .as_small()
        .and_then(|place| usize::try_from(place).ok());
    // What is no small integer in OTP is an error, too.
    let place = place
        .filter(|place| (1..1 << 59).contains(place))
        .ok_or(Raise::BADARG)?;
    let mut rest = a[2];
    while let Some((head, tail)) = heap.as_cons(rest) {
        if let Some((at, size)) = heap.as_tuple(head)
            && place <= size
            && equal(heap, heap.term_at(at + place - 1), a[0])
        {
            return Ok(Some(head));
        }
        rest = tail;
    }
    match rest.is_nil() {
        true => Ok(None),
        false => Err(Raise::BADARG),
    }
}
