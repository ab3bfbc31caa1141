//! The order of terms, and the two kinds of equality.

use crate::heap::Heap;
use crate::term::Term;
use std::cmp::Ordering;

/// The order of terms; integers and floats are compared as numbers, so `1 == 1.0`.
pub(crate) fn compare(heap: &Heap, a: Term, b: Term) -> Ordering {
    let _ = (heap, a, b);
    todo!()
}

/// The order of keys of maps: as [`compare`], but integers come before floats.
pub(crate) fn compare_keys(heap: &Heap, a: Term, b: Term) -> Ordering {
    let _ = (heap, a, b);
    todo!()
}

/// `a == b`
pub(crate) fn equal(heap: &Heap, a: Term, b: Term) -> bool {
    let _ = (heap, a, b);
    todo!()
}

/// `a =:= b`
pub(crate) fn identical(heap: &Heap, a: Term, b: Term) -> bool {
    let _ = (heap, a, b);
    todo!()
}
