//! Maps: up to 32 pairs as two arrays in the order of keys, more as a balanced tree in that order.

use crate::heap::Heap;
use crate::term::Term;

/// How many pairs there are; none if it is no map.
pub(crate) fn size(heap: &Heap, map: Term) -> Option<usize> {
    let _ = (heap, map);
    todo!()
}

/// The value of a key. (`map` is a map, here and below.)
pub(crate) fn get(heap: &Heap, map: Term, key: Term) -> Option<Term> {
    let _ = (heap, map, key);
    todo!()
}

/// The map with that value for that key, which may be new.
pub(crate) fn put(heap: &mut Heap, map: Term, key: Term, value: Term) -> Term {
    let _ = (heap, map, key, value);
    todo!()
}

/// The map without that key.
pub(crate) fn remove(heap: &mut Heap, map: Term, key: Term) -> Term {
    let _ = (heap, map, key);
    todo!()
}

/// All pairs, in the order of keys (`compare_keys`).
pub(crate) fn pairs(heap: &Heap, map: Term) -> Vec<(Term, Term)> {
    let _ = (heap, map);
    todo!()
}

/// The map with these pairs; of pairs with the same key, the last counts.
pub(crate) fn from_pairs(heap: &mut Heap, pairs: Vec<(Term, Term)>) -> Term {
    let _ = (heap, pairs);
    todo!()
}
