//! Regular expressions, and other native functions that are honestly not there.

use crate::bif::Entry;
use crate::heap::Heap;
use crate::raise::{Raise, Result};
use crate::term::Term;

pub(crate) const BIFS: &[Entry] = &[
    ("re", "version", 0, version),
    ("re", "compile", 1, |_, _| {
        unsupported("re:compile/1 (regular expressions)")
    }),
    ("re", "compile", 2, |_, _| {
        unsupported("re:compile/2 (regular expressions)")
    }),
    ("re", "run", 2, |_, _| {
        unsupported("re:run/2 (regular expressions)")
    }),
    ("re", "run", 3, |_, _| {
        unsupported("re:run/3 (regular expressions)")
    }),
    ("re", "internal_run", 4, |_, _| {
        unsupported("re:run/3 (regular expressions)")
    }),
    ("re", "inspect", 2, |_, _| {
        unsupported("re:inspect/2 (regular expressions)")
    }),
    ("erlang", "decode_packet", 3, |_, _| {
        unsupported("erlang:decode_packet/3")
    }),
];

fn unsupported(what: &str) -> Result {
    Err(Raise::Unsupported(format!("{what} is not supported")))
}

/// The version of the library that Erlang/OTP 25 has.
fn version(heap: &mut Heap, _: &[Term]) -> Result {
    Ok(heap.binary(b"8.44 2020-02-12"))
}
