//! Native functions of module `binary`.

use super::binaries::{bits, count, range, sub_bytes, whole};
use crate::atoms;
use crate::bif::Entry;
use crate::bits::{self as segments, Flags};
use crate::heap::{Bits, Heap};
use crate::raise::{Raise, Result};
use crate::term::Term;
use num_bigint::Sign;

pub(crate) const BIFS: &[Entry] = &[
    ("binary", "at", 2, at),
    ("binary", "first", 1, first),
    ("binary", "last", 1, last),
    ("binary", "compile_pattern", 1, compile_pattern),
    ("binary", "match", 2, find_first),
    ("binary", "match", 3, find_first),
    ("binary", "matches", 2, find_all),
    ("binary", "matches", 3, find_all),
    ("binary", "split", 2, split),
    ("binary", "split", 3, split),
    ("binary", "longest_common_prefix", 1, longest_common_prefix),
    ("binary", "longest_common_suffix", 1, longest_common_suffix),
    ("binary", "copy", 1, copy),
    ("binary", "copy", 2, copy),
    ("binary", "referenced_byte_size", 1, referenced_byte_size),
    ("binary", "encode_unsigned", 1, encode_unsigned),
    ("binary", "encode_unsigned", 2, encode_unsigned),
    ("binary", "decode_unsigned", 1, decode_unsigned),
    ("binary", "decode_unsigned", 2, decode_unsigned),
];

fn byte_at(heap: &Heap, bits: Bits, index: usize) -> Result {
    match index < bits.size / 8 {
        true => {
            let byte = segments::read_word(heap, bits.base, bits.offset + 8 * index, 8);
            Ok(Term::small(byte.cast_signed()))
        }
        false => Err(Raise::BADARG),
    }
}

fn at(heap: &mut Heap, arguments: &[Term]) -> Result {
    let bits = whole(heap, arguments[0])?;
    byte_at(heap, bits, count(arguments[1])?)
}

fn first(heap: &mut Heap, arguments: &[Term]) -> Result {
    let bits = whole(heap, arguments[0])?;
    byte_at(heap, bits, 0)
}

fn last(heap: &mut Heap, arguments: &[Term]) -> Result {
    let bits = whole(heap, arguments[0])?;
    byte_at(heap, bits, (bits.size / 8).wrapping_sub(1))
}

// Searching.

/// What is searched for: one of these, none of which is empty. The longest come first.
struct Patterns(Vec<Vec<u8>>);

impl Patterns {
    /// The patterns of a term: a binary, a list of binaries, or what `compile_pattern` returned.
    fn of(heap: &Heap, term: Term) -> Result<Patterns> {
        let term = match heap.as_tuple(term) {
            Some((at, 2)) if matches!(heap.term_at(at), atoms::BM | atoms::AC) => {
                heap.term_at(at + 1)
            }
            Some(_) => return Err(Raise::BADARG),
            None => term,
        };
        let terms = match term.is_list() {
            true => heap.as_list(term).ok_or(Raise::BADARG)?,
            false => vec![term],
        };
        let one = |term: Term| heap.as_bytes(term).filter(|bytes| !bytes.is_empty());
        let patterns: Option<Vec<Vec<u8>>> = terms.into_iter().map(one).collect();
        let mut patterns = patterns.ok_or(Raise::BADARG)?;
        if patterns.is_empty() {
            return Err(Raise::BADARG);
        }
        patterns.sort_by_key(|pattern| std::cmp::Reverse(pattern.len()));
        Ok(Patterns(patterns))
    }

    /// Where the first is in these bytes, and its length; of several there, the longest.
    fn find(&self, bytes: &[u8]) -> Option<(usize, usize)> {
        (0..bytes.len()).find_map(|from| {
            let rest = &bytes[from..];
            let found = self.0.iter().find(|pattern| rest.starts_with(pattern));
            found.map(|pattern| (from, pattern.len()))
        })
    }
}

fn compile_pattern(heap: &mut Heap, arguments: &[Term]) -> Result {
    let pattern = arguments[0];
    if heap.as_tuple(pattern).is_some() {
        return Err(Raise::BADARG);
    }
    let kind = match Patterns::of(heap, pattern)?.0.len() {
        1 => atoms::BM,
        _ => atoms::AC,
    };
    Ok(heap.tuple(&[kind, pattern]))
}

/// The bytes that an option `{scope, {Position, Length}}` names: from where to where.
fn scope(heap: &Heap, option: Term, size: usize) -> Result<(usize, usize)> {
    let pair = |term: Term| match heap.as_tuple(term) {
        Some((at, 2)) => Ok((heap.term_at(at), heap.term_at(at + 1))),
        _ => Err(Raise::BADARG),
    };
    match pair(option)? {
        (atoms::SCOPE, part) => {
            let (position, len) = pair(part)?;
            let (from, len) = range(position, len, size)?;
            Ok((from, from + len))
        }
        _ => Err(Raise::BADARG),
    }
}

/// Subject, patterns and options of a search. No patterns if nothing can be found.
fn search(heap: &Heap, arguments: &[Term]) -> Result<(Bits, usize, usize, Option<Patterns>)> {
    let subject = whole(heap, arguments[0])?;
    let size = subject.size / 8;
    let (mut from, mut to) = (0, size);
    let mut rest = arguments.get(2).copied().unwrap_or(Term::NIL);
    if !rest.is_list() {
        return Err(Raise::BADARG);
    }
    while let Some((option, tail)) = heap.as_cons(rest) {
        (from, to) = scope(heap, option, size)?;
        rest = tail;
    }
    let patterns = match to {
        0 => None,
        _ => Some(Patterns::of(heap, arguments[1])?),
    };
    Ok((subject, from, to, patterns))
}

fn bytes_between(heap: &Heap, subject: Bits, from: usize, to: usize) -> Vec<u8> {
    heap.bits_to_bytes(Bits {
        offset: subject.offset + 8 * from,
        size: 8 * (to - from),
        ..subject
    })
}

fn found(heap: &mut Heap, from: usize, len: usize) -> Term {
    heap.tuple(&[Term::small(from as i64), Term::small(len as i64)])
}

fn find_first(heap: &mut Heap, arguments: &[Term]) -> Result {
    let (subject, from, to, patterns) = search(heap, arguments)?;
    let Some(patterns) = patterns else {
        return Ok(atoms::NOMATCH);
    };
    let bytes = bytes_between(heap, subject, from, to);
    match patterns.find(&bytes) {
        Some((at, len)) => Ok(found(heap, from + at, len)),
        None => Ok(atoms::NOMATCH),
    }
}

/// All places, from left to right, that do not overlap.
fn places(bytes: &[u8], patterns: &Patterns) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    let mut at = 0;
    while let Some((next, len)) = patterns.find(&bytes[at..]) {
        places.push((at + next, len));
        at += next + len;
    }
    places
}

fn find_all(heap: &mut Heap, arguments: &[Term]) -> Result {
    let (subject, from, to, patterns) = search(heap, arguments)?;
    let Some(patterns) = patterns else {
        return Ok(Term::NIL);
    };
    let bytes = bytes_between(heap, subject, from, to);
    let places = places(&bytes, &patterns);
    heap.check(5 * places.len())?;
    let items: Vec<Term> = (places.into_iter())
        .map(|(at, len)| found(heap, from + at, len))
        .collect();
    Ok(heap.list(&items))
}

/// What becomes of empty parts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trim {
    None,
    End,
    All,
}

fn split(heap: &mut Heap, arguments: &[Term]) -> Result {
    let subject = whole(heap, arguments[0])?;
    let size = subject.size / 8;
    let (mut from, mut to) = (0, size);
    let (mut is_global, mut trim) = (false, Trim::None);
    let mut rest = arguments.get(2).copied().unwrap_or(Term::NIL);
    if !rest.is_list() {
        return Err(Raise::BADARG);
    }
    while let Some((option, tail)) = heap.as_cons(rest) {
        match option {
            atoms::GLOBAL => is_global = true,
            atoms::TRIM if trim == Trim::All => {}
            atoms::TRIM => trim = Trim::End,
            atoms::TRIM_ALL => trim = Trim::All,
            _ => (from, to) = scope(heap, option, size)?,
        }
        rest = tail;
    }
    let mut parts = Vec::new();
    let mut done = 0;
    if to > 0 {
        let patterns = Patterns::of(heap, arguments[1])?;
        let bytes = bytes_between(heap, subject, from, to);
        let places = match is_global {
            true => places(&bytes, &patterns),
            false => patterns.find(&bytes).into_iter().collect(),
        };
        for (at, len) in places {
            parts.push((done, from + at - done));
            done = from + at + len;
        }
    }
    parts.push((done, size - done));
    match trim {
        Trim::None => {}
        Trim::End => {
            while parts.last().is_some_and(|(_, len)| *len == 0) {
                parts.pop();
            }
        }
        Trim::All => parts.retain(|(_, len)| *len > 0),
    }
    heap.check(6 * parts.len())?;
    let items: Vec<Term> = (parts.into_iter())
        .map(|(at, len)| sub_bytes(heap, subject, at, len))
        .collect();
    Ok(heap.list(&items))
}

/// The number of bytes that all binaries of a list have in common, from one end.
fn common(heap: &Heap, list: Term, is_same_at: impl Fn(&[u8], &[u8], usize) -> bool) -> Result {
    let terms = heap.as_list(list).ok_or(Raise::BADARG)?;
    let binaries: Option<Vec<Vec<u8>>> = terms.iter().map(|term| heap.as_bytes(*term)).collect();
    let binaries = binaries.ok_or(Raise::BADARG)?;
    let (first, others) = binaries.split_first().ok_or(Raise::BADARG)?;
    let mut len = first.len();
    for other in others {
        let most = len.min(other.len());
        len = (0..most)
            .find(|i| !is_same_at(first, other, *i))
            .unwrap_or(most);
    }
    Ok(Term::small(len as i64))
}

fn longest_common_prefix(heap: &mut Heap, arguments: &[Term]) -> Result {
    common(heap, arguments[0], |a, b, i| a[i] == b[i])
}

fn longest_common_suffix(heap: &mut Heap, arguments: &[Term]) -> Result {
    common(heap, arguments[0], |a, b, i| {
        a[a.len() - 1 - i] == b[b.len() - 1 - i]
    })
}

// Copies and numbers.

fn copy(heap: &mut Heap, arguments: &[Term]) -> Result {
    let bits = bits(heap, arguments[0])?;
    let times = match arguments.get(1) {
        Some(term) => count(*term)?,
        None => 1,
    };
    if times == 0 {
        return Ok(heap.binary(&[]));
    }
    if bits.size % 8 != 0 {
        return Err(Raise::BADARG);
    }
    let bytes = heap.bits_to_bytes(bits);
    heap.check(bytes.len().saturating_mul(times) / 8)?;
    Ok(heap.binary(&bytes.repeat(times)))
}

fn referenced_byte_size(heap: &mut Heap, arguments: &[Term]) -> Result {
    let bits = bits(heap, arguments[0])?;
    let (_, size) = heap.header(bits.base);
    Ok(Term::small(size as i64))
}

fn is_little(endianness: Option<&Term>) -> Result<bool> {
    match endianness.copied() {
        None | Some(atoms::BIG) => Ok(false),
        Some(atoms::LITTLE) => Ok(true),
        _ => Err(Raise::BADARG),
    }
}

fn encode_unsigned(heap: &mut Heap, arguments: &[Term]) -> Result {
    let number = heap.as_integer(arguments[0]).ok_or(Raise::BADARG)?;
    let is_little = is_little(arguments.get(1))?;
    if number.sign() == Sign::Minus {
        return Err(Raise::BADARG);
    }
    let bytes = match is_little {
        true => number.magnitude().to_bytes_le(),
        false => number.magnitude().to_bytes_be(),
    };
    Ok(heap.binary(&bytes))
}

fn decode_unsigned(heap: &mut Heap, arguments: &[Term]) -> Result {
    let bits = whole(heap, arguments[0])?;
    let flags = Flags {
        is_little: is_little(arguments.get(1))?,
        is_signed: false,
    };
    heap.check(bits.size / 64)?;
    Ok(segments::read_integer(heap, bits, flags))
}
