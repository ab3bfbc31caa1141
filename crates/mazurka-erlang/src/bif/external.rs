//! The external term format: `term_to_binary` and `binary_to_term`.
//!
//! Processes and references are written by their place in the spawn tree, with tags of our own,
//! since Erlang's have no room for that; so the bytes do not depend on the schedule, and only
//! what was written here can be read. Maps are written in the order of their keys.

pub(super) mod decode;
pub(super) mod encode;

use super::binaries;
use crate::atoms;
use crate::bif::Entry;
use crate::heap::Heap;
use crate::raise::{Raise, Result};
use crate::term::Term;
use encode::Version;

pub(crate) const BIFS: &[Entry] = &[
    ("erlang", "term_to_binary", 1, term_to_binary),
    ("erlang", "term_to_binary", 2, term_to_binary),
    ("erlang", "term_to_iovec", 1, term_to_iovec),
    ("erlang", "term_to_iovec", 2, term_to_iovec),
    ("erlang", "external_size", 1, external_size),
    ("erlang", "external_size", 2, external_size),
    ("erlang", "binary_to_term", 1, binary_to_term),
    ("erlang", "binary_to_term", 2, binary_to_term),
];

/// What a term begins with.
const MAGIC: u8 = 131;

/// The first byte of each kind of term.
mod tag {
    pub(super) const NEW_FLOAT: u8 = 70;
    pub(super) const BIT_BINARY: u8 = 77;
    pub(super) const COMPRESSED: u8 = 80;
    pub(super) const NEW_PID: u8 = 88;
    pub(super) const NEW_PORT: u8 = 89;
    pub(super) const NEWER_REFERENCE: u8 = 90;
    pub(super) const SMALL_INTEGER: u8 = 97;
    pub(super) const INTEGER: u8 = 98;
    pub(super) const FLOAT: u8 = 99;
    pub(super) const ATOM: u8 = 100;
    pub(super) const REFERENCE: u8 = 101;
    pub(super) const PORT: u8 = 102;
    pub(super) const PID: u8 = 103;
    pub(super) const SMALL_TUPLE: u8 = 104;
    pub(super) const LARGE_TUPLE: u8 = 105;
    pub(super) const NIL: u8 = 106;
    pub(super) const STRING: u8 = 107;
    pub(super) const LIST: u8 = 108;
    pub(super) const BINARY: u8 = 109;
    pub(super) const SMALL_BIG: u8 = 110;
    pub(super) const LARGE_BIG: u8 = 111;
    pub(super) const NEW_FUN: u8 = 112;
    pub(super) const EXPORT: u8 = 113;
    pub(super) const NEW_REFERENCE: u8 = 114;
    pub(super) const SMALL_ATOM: u8 = 115;
    pub(super) const MAP: u8 = 116;
    pub(super) const ATOM_UTF8: u8 = 118;
    pub(super) const SMALL_ATOM_UTF8: u8 = 119;
    pub(super) const V4_PORT: u8 = 120;
    /// A process: the length of its path, and the path.
    pub(super) const PATH_PID: u8 = 240;
    /// A reference: as the process that made it, then the number.
    pub(super) const PATH_REFERENCE: u8 = 241;
}

/// The options of `term_to_binary`; `compressed` is taken, and changes nothing.
fn write_options(heap: &Heap, options: Option<&Term>, is_size: bool) -> Result<Version> {
    let mut version = Version::Latin1Atoms;
    let Some(options) = options else {
        return Ok(version);
    };
    for option in heap.as_list(*options).ok_or(Raise::BADARG)? {
        match (option, heap.elements(option).as_deref()) {
            (atoms::COMPRESSED | atoms::DETERMINISTIC, _) if !is_size => {}
            (_, Some([atoms::COMPRESSED, level])) if !is_size => {
                if !matches!(level.as_small(), Some(0..=9)) {
                    return Err(Raise::BADARG);
                }
            }
            (_, Some([atoms::MINOR_VERSION, number])) => {
                version = match number.as_small() {
                    Some(0) => Version::TextFloats,
                    Some(1) => Version::Latin1Atoms,
                    Some(2) => Version::Utf8Atoms,
                    _ => return Err(Raise::BADARG),
                };
            }
            _ => return Err(Raise::BADARG),
        }
    }
    Ok(version)
}

fn written(heap: &Heap, arguments: &[Term], is_size: bool) -> Result<Vec<u8>> {
    let version = write_options(heap, arguments.get(1), is_size)?;
    encode::encode(heap, arguments[0], version)
}

fn term_to_binary(heap: &mut Heap, arguments: &[Term]) -> Result {
    let bytes = written(heap, arguments, false)?;
    heap.check(bytes.len() / 8)?;
    Ok(heap.binary(&bytes))
}

fn term_to_iovec(heap: &mut Heap, arguments: &[Term]) -> Result {
    let binary = term_to_binary(heap, arguments)?;
    Ok(heap.list(&[binary]))
}

fn external_size(heap: &mut Heap, arguments: &[Term]) -> Result {
    let bytes = written(heap, arguments, true)?;
    Ok(Term::small(bytes.len() as i64))
}

fn binary_to_term(heap: &mut Heap, arguments: &[Term]) -> Result {
    let (mut is_safe, mut with_size) = (false, false);
    if let Some(options) = arguments.get(1) {
        for option in heap.as_list(*options).ok_or(Raise::BADARG)? {
            match option {
                atoms::SAFE => is_safe = true,
                atoms::USED => with_size = true,
                _ => return Err(Raise::BADARG),
            }
        }
    }
    let bits = binaries::whole(heap, arguments[0])?;
    let bytes = heap.bits_to_bytes(bits);
    let (term, size) = decode::decode(heap, &bytes, is_safe)?;
    Ok(match with_size {
        true => heap.tuple(&[term, Term::small(size as i64)]),
        false => term,
    })
}
