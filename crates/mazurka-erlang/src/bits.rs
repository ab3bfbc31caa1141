//! Reading and building binaries bit by bit: what the bit syntax needs.

use crate::heap::{Bits, Heap};
use crate::raise::Result;
use crate::term::Term;

/// How a segment holds a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Flags {
    pub(crate) is_little: bool,
    pub(crate) is_signed: bool,
}

/// The integer that all of these bits are.
pub(crate) fn read_integer(heap: &mut Heap, bits: Bits, flags: Flags) -> Term {
    let _ = (heap, bits, flags);
    todo!()
}

/// The float that all of these bits are: 16, 32 or 64 of them. None if it is no number.
pub(crate) fn read_float(heap: &mut Heap, bits: Bits, flags: Flags) -> Option<Term> {
    let _ = (heap, bits, flags);
    todo!()
}

/// The character that the bits begin with in UTF-8, and how many bits it has.
pub(crate) fn read_utf8(heap: &Heap, bits: Bits) -> Option<(u32, usize)> {
    let _ = (heap, bits);
    todo!()
}

/// The same in UTF-16.
pub(crate) fn read_utf16(heap: &Heap, bits: Bits, flags: Flags) -> Option<(u32, usize)> {
    let _ = (heap, bits, flags);
    todo!()
}

/// The same in UTF-32.
pub(crate) fn read_utf32(heap: &Heap, bits: Bits, flags: Flags) -> Option<(u32, usize)> {
    let _ = (heap, bits, flags);
    todo!()
}

/// A binary that is being built.
#[derive(Clone, Debug, Default)]
pub(crate) struct Builder {
    bytes: Vec<u8>,
    /// How many bits there are; the last byte is filled up with zeros.
    bits: usize,
}

impl Builder {
    /// How many bits there are.
    pub(crate) fn bits(&self) -> usize {
        self.bits
    }

    /// An integer with that many bits. An error if the term is none.
    pub(crate) fn push_integer(
        &mut self,
        heap: &Heap,
        term: Term,
        size: usize,
        flags: Flags,
    ) -> Result<()> {
        let _ = (heap, term, size, flags, &self.bytes);
        todo!()
    }

    /// A float (or an integer, which becomes one) with 16, 32 or 64 bits.
    pub(crate) fn push_float(
        &mut self,
        heap: &Heap,
        term: Term,
        size: usize,
        flags: Flags,
    ) -> Result<()> {
        let _ = (heap, term, size, flags);
        todo!()
    }

    /// Bits of a binary.
    pub(crate) fn push_bits(&mut self, heap: &Heap, bits: Bits) {
        let _ = (heap, bits);
        todo!()
    }

    /// Whole bytes.
    pub(crate) fn push_bytes(&mut self, bytes: &[u8]) {
        let _ = bytes;
        todo!()
    }

    /// A character in UTF-8. An error if the term is none.
    pub(crate) fn push_utf8(&mut self, term: Term) -> Result<()> {
        let _ = term;
        todo!()
    }

    /// The same in UTF-16.
    pub(crate) fn push_utf16(&mut self, term: Term, flags: Flags) -> Result<()> {
        let _ = (term, flags);
        todo!()
    }

    /// The same in UTF-32.
    pub(crate) fn push_utf32(&mut self, term: Term, flags: Flags) -> Result<()> {
        let _ = (term, flags);
        todo!()
    }

    /// The binary, or bitstring.
    pub(crate) fn finish(self, heap: &mut Heap) -> Result {
        let _ = heap;
        todo!()
    }
}
