//! Terms as text, for people.

use crate::heap::Heap;
use crate::term::Term;

/// A term as `io:format("~p")` writes it, on one line; of deep and long terms only so much
/// that about `most` characters are written, and `...` for the rest.
pub(crate) fn pretty(heap: &Heap, term: Term, most: usize) -> String {
    let _ = (heap, term, most);
    todo!()
}

/// A process, as `<P.1.2>`: its place in the spawn tree. The first is `<P>`.
pub(crate) fn pid(heap: &Heap, number: u32) -> String {
    let _ = (heap, number);
    todo!()
}

/// An atom, with quotes if it needs some.
pub(crate) fn atom(text: &str) -> String {
    let _ = text;
    todo!()
}

/// The shortest text that is read back as the same float.
pub(crate) fn float(number: f64) -> String {
    let _ = number;
    todo!()
}
