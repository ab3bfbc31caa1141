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

/// A term as bytes that [`from_bytes`] reads.
pub(crate) fn to_bytes(heap: &Heap, term: Term) -> Vec<u8> {
    encode::encode(heap, term, Version::Utf8Atoms).unwrap_or_default()
}

/// The inverse; none if it names a process that is not known yet, or is no term.
pub(crate) fn from_bytes(heap: &mut Heap, bytes: &[u8]) -> Option<Term> {
    decode::decode(heap, bytes, false)
        .ok()
        .map(|(term, _)| term)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Fun;
    use mazurka_random::Random;

    fn there_and_back(heap: &mut Heap, term: Term) -> Term {
        let binary = term_to_binary(heap, &[term]).expect("bytes");
        binary_to_term(heap, &[binary]).expect("a term")
    }

    #[test]
    fn processes_references_and_functions_come_back() {
        let mut heap = Heap::new(10_000);
        heap.name_pid(0, &[]);
        heap.name_pid(7, &[3, 1]);
        let (first, other) = (Term::pid(0), Term::pid(7));
        assert_eq!(there_and_back(&mut heap, first), first);
        assert_eq!(there_and_back(&mut heap, other), other);
        let reference = heap.reference(7, 1 << 40);
        let back = there_and_back(&mut heap, reference);
        assert_eq!(heap.as_reference(back), Some((7, 1 << 40)));
        let module = heap.atom("some");
        let fun = Fun {
            module,
            index: 5,
            arity: 2,
        };
        let term = heap.fun(fun, &[other, Term::NIL]);
        let back = there_and_back(&mut heap, term);
        let (same, at, count) = heap.as_fun(back).expect("a function");
        assert_eq!((same, count), (fun, 2));
        assert_eq!(heap.term_at(at), other);
        // Of a process that is not there.
        let binary = heap.binary(&[MAGIC, tag::PATH_PID, 0, 0, 0, 1, 0, 0, 0, 9]);
        assert_eq!(binary_to_term(&mut heap, &[binary]), Err(Raise::BADARG));
    }

    #[test]
    fn deep_terms_come_back() {
        let mut heap = Heap::new(20_000_000);
        let mut deep = Term::NIL;
        for _ in 0..100_000 {
            deep = heap.tuple(&[deep]);
            deep = heap.list(&[atoms::OK, deep]);
        }
        let back = there_and_back(&mut heap, deep);
        let before = term_to_binary(&mut heap, &[deep]).expect("bytes");
        let after = term_to_binary(&mut heap, &[back]).expect("bytes");
        assert_eq!(heap.as_bytes(before), heap.as_bytes(after));
    }

    #[test]
    fn safe_makes_no_atoms() {
        let mut heap = Heap::new(10_000);
        let safe = heap.list(&[atoms::SAFE]);
        let known = heap.binary(&[MAGIC, 119, 2, b'o', b'k']);
        assert_eq!(binary_to_term(&mut heap, &[known, safe]), Ok(atoms::OK));
        let new = heap.binary(&[MAGIC, 119, 3, b'n', b'e', b'w']);
        assert_eq!(binary_to_term(&mut heap, &[new, safe]), Err(Raise::BADARG));
        assert!(binary_to_term(&mut heap, &[new]).is_ok());
    }

    #[test]
    fn sharing_does_not_eat_all_memory() {
        let mut heap = Heap::new(100_000);
        let mut term = heap.binary(&[1; 100]);
        for _ in 0..60 {
            term = heap.tuple(&[term, term]);
        }
        assert_eq!(term_to_binary(&mut heap, &[term]), Err(Raise::Memory));
    }

    #[test]
    fn whatever_the_bytes_are() {
        let mut heap = Heap::new(1 << 20);
        let mut random = Random::new(1);
        for _ in 0..100_000 {
            let mut bytes = vec![MAGIC];
            for _ in 0..random.below(30) {
                bytes.push(match random.below(3) {
                    0 => random.between(97, 120) as u8,
                    1 => random.below(4) as u8,
                    _ => random.below(256) as u8,
                });
            }
            // No panic, and no memory that the bytes are not worth.
            let _ = decode::decode(&mut heap, &bytes, true);
            assert!(heap.used() < 2000);
            heap.clear();
        }
    }
}
