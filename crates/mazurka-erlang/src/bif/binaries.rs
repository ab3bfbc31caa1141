//! Native functions of module `erlang` on binaries and bitstrings.

use crate::bif::Entry;
use crate::heap::{Bits, Heap, Kind};
use crate::raise::{Raise, Result};
use crate::term::Term;

pub(crate) const BIFS: &[Entry] = &[
    ("erlang", "byte_size", 1, byte_size),
    ("erlang", "bit_size", 1, bit_size),
    ("erlang", "binary_to_list", 1, binary_to_list),
    ("erlang", "binary_to_list", 3, part_to_list),
    ("erlang", "bitstring_to_list", 1, bitstring_to_list),
    ("erlang", "split_binary", 2, split_binary),
    ("erlang", "binary_part", 2, part_by_tuple),
    ("erlang", "binary_part", 3, part),
    ("binary", "part", 2, part_by_tuple),
    ("binary", "part", 3, part),
];

/// The bits of an argument that must be a bitstring.
pub(super) fn bits(heap: &Heap, term: Term) -> Result<Bits> {
    heap.as_bits(term).ok_or(Raise::BADARG)
}

/// The bits of an argument that must be a binary.
pub(super) fn whole(heap: &Heap, term: Term) -> Result<Bits> {
    match heap.as_bits(term) {
        Some(bits) if bits.size % 8 == 0 => Ok(bits),
        _ => Err(Raise::BADARG),
    }
}

/// An argument that must be a number of bytes.
pub(super) fn count(term: Term) -> Result<usize> {
    let small = term.as_small().ok_or(Raise::BADARG)?;
    usize::try_from(small).map_err(|_| Raise::BADARG)
}

/// Some bytes of a binary, as a term.
pub(super) fn sub_bytes(heap: &mut Heap, bits: Bits, from: usize, len: usize) -> Term {
    heap.sub_bits(Bits {
        offset: bits.offset + 8 * from,
        size: 8 * len,
        ..bits
    })
}

/// The bytes as a list before that tail.
pub(super) fn bytes_before(heap: &mut Heap, bytes: &[u8], tail: Term) -> Result {
    heap.check(2 * bytes.len())?;
    let bytes = bytes.iter().rev();
    Ok(bytes.fold(tail, |tail, byte| {
        heap.cons(Term::small((*byte).into()), tail)
    }))
}

fn byte_size(heap: &mut Heap, arguments: &[Term]) -> Result {
    let size = size_in_bits(heap, arguments[0])?;
    Ok(Term::small(size.div_ceil(8) as i64))
}

fn bit_size(heap: &mut Heap, arguments: &[Term]) -> Result {
    let size = size_in_bits(heap, arguments[0])?;
    Ok(Term::small(size as i64))
}

/// How many bits there are. From OTP 27 on the compiler also asks for what is left of a binary
/// that is being matched.
fn size_in_bits(heap: &Heap, term: Term) -> Result<usize> {
    match heap.of_kind(term, Kind::Match) {
        Some((_, at)) => Ok((heap.word(at + 2) - heap.word(at + 1)) as usize),
        None => Ok(bits(heap, term)?.size),
    }
}

fn binary_to_list(heap: &mut Heap, arguments: &[Term]) -> Result {
    let bytes = heap.as_bytes(arguments[0]).ok_or(Raise::BADARG)?;
    bytes_before(heap, &bytes, Term::NIL)
}

fn part_to_list(heap: &mut Heap, arguments: &[Term]) -> Result {
    let bits = bits(heap, arguments[0])?;
    let (start, stop) = (count(arguments[1])?, count(arguments[2])?);
    if start < 1 || stop < start || stop > bits.size / 8 {
        return Err(Raise::BADARG);
    }
    let bytes = heap.bits_to_bytes(Bits {
        offset: bits.offset + 8 * (start - 1),
        size: 8 * (stop - start + 1),
        ..bits
    });
    bytes_before(heap, &bytes, Term::NIL)
}

fn bitstring_to_list(heap: &mut Heap, arguments: &[Term]) -> Result {
    let bits = bits(heap, arguments[0])?;
    let bytes = bits.size / 8;
    let tail = match bits.size % 8 {
        0 => Term::NIL,
        rest => {
            let last = heap.sub_bits(Bits {
                offset: bits.offset + 8 * bytes,
                size: rest,
                ..bits
            });
            heap.list(&[last])
        }
    };
    let bytes = heap.bits_to_bytes(Bits {
        size: 8 * bytes,
        ..bits
    });
    bytes_before(heap, &bytes, tail)
}

fn split_binary(heap: &mut Heap, arguments: &[Term]) -> Result {
    let bits = bits(heap, arguments[0])?;
    let at = count(arguments[1])?;
    if at > bits.size / 8 {
        return Err(Raise::BADARG);
    }
    let first = sub_bytes(heap, bits, 0, at);
    let second = heap.sub_bits(Bits {
        offset: bits.offset + 8 * at,
        size: bits.size - 8 * at,
        ..bits
    });
    Ok(heap.tuple(&[first, second]))
}

/// The first byte and the number of bytes that a position and a length, which may be negative,
/// are; `size` bytes there are.
pub(super) fn range(position: Term, len: Term, size: usize) -> Result<(usize, usize)> {
    let position = position.as_small().ok_or(Raise::BADARG)?;
    let len = len.as_small().ok_or(Raise::BADARG)?;
    let from = if len < 0 { position + len } else { position };
    match (usize::try_from(from), usize::try_from(len.abs())) {
        (Ok(from), Ok(len)) if position >= 0 && from <= size && len <= size - from => {
            Ok((from, len))
        }
        _ => Err(Raise::BADARG),
    }
}

fn part(heap: &mut Heap, arguments: &[Term]) -> Result {
    let bits = bits(heap, arguments[0])?;
    let (from, len) = range(arguments[1], arguments[2], bits.size / 8)?;
    Ok(sub_bytes(heap, bits, from, len))
}

fn part_by_tuple(heap: &mut Heap, arguments: &[Term]) -> Result {
    match heap.as_tuple(arguments[1]) {
        Some((at, 2)) => {
            let (position, len) = (heap.term_at(at), heap.term_at(at + 1));
            part(heap, &[arguments[0], position, len])
        }
        _ => Err(Raise::BADARG),
    }
}
