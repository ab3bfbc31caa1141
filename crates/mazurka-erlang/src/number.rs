//! Arithmetic.

use crate::heap::Heap;
use crate::raise::Result;
use crate::term::Term;

/// `a + b`
pub(crate) fn add(heap: &mut Heap, a: Term, b: Term) -> Result {
    let _ = (heap, a, b);
    todo!()
}

/// `a - b`
pub(crate) fn subtract(heap: &mut Heap, a: Term, b: Term) -> Result {
    let _ = (heap, a, b);
    todo!()
}

/// `a * b`
pub(crate) fn multiply(heap: &mut Heap, a: Term, b: Term) -> Result {
    let _ = (heap, a, b);
    todo!()
}
