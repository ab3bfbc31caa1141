//! Native functions: hashes that OTP promises to be the same everywhere.
//!
//! Functions, processes and references have numbers in OTP that they do not have here; they
//! count by what [`hash::stable`] says about them.

use crate::bif::Entry;
use crate::hash;
use crate::heap::{Heap, Kind};
use crate::map;
use crate::raise::{Raise, Result};
use crate::term::{Tag, Term};

pub(crate) const BIFS: &[Entry] = &[
    ("erlang", "phash2", 1, |heap, a| {
        Ok(Term::small(i64::from(portable(heap, a[0]) & 0x7ff_ffff)))
    }),
    ("erlang", "phash2", 2, |heap, a| {
        let range = range(a[1])?;
        Ok(Term::small(i64::from(portable(heap, a[0])) % range))
    }),
    ("erlang", "phash", 2, |heap, a| {
        let range = range(a[1])?;
        Ok(Term::small(i64::from(older(heap, a[0])) % range + 1))
    }),
];

fn range(term: Term) -> Result<i64> {
    let range = term
        .as_small()
        .filter(|range| (1..=1 << 32).contains(range));
    range.ok_or(Raise::BADARG)
}

/// A hash of the text of an atom.
fn atom(heap: &Heap, term: Term) -> u32 {
    let text = heap.atom_text(term).unwrap_or_default();
    let step = |hash: u32, byte: u32| {
        let hash = (hash << 4).wrapping_add(byte);
        let high = hash & 0xf000_0000;
        hash ^ high >> 24 ^ high
    };
    let mut hash = 0;
    let mut bytes = [0; 4];
    for c in text.chars() {
        match c as u32 {
            // Characters of Latin 1 count as one byte.
            code @ 0..256 => hash = step(hash, code),
            _ => {
                let encoded = c.encode_utf8(&mut bytes);
                hash = encoded
                    .bytes()
                    .fold(hash, |hash, byte| step(hash, byte.into()));
            }
        }
    }
    hash
}

/// What a term counts that OTP numbers by its own order.
fn own(heap: &Heap, term: Term) -> u32 {
    hash::stable(heap, term) as u32
}

// The golden ratio, and its multiples.
const RATIO: u32 = 0x9e37_79b9;

const fn ratio(times: u32) -> u32 {
    RATIO.wrapping_mul(times)
}

/// Bob Jenkins' way of mixing three words.
fn mix(a: u32, b: u32, c: u32) -> u32 {
    let (mut a, mut b, mut c) = (a, b, c);
    for [first, second, third] in [[13, 8, 13], [12, 16, 5], [3, 10, 15]] {
        a = a.wrapping_sub(b).wrapping_sub(c) ^ c >> first;
        b = b.wrapping_sub(c).wrapping_sub(a) ^ a << second;
        c = c.wrapping_sub(a).wrapping_sub(b) ^ b >> third;
    }
    c
}

/// The same with all three as results.
fn mix_all(state: &mut [u32; 3]) {
    let [mut a, mut b, mut c] = *state;
    for [first, second, third] in [[13, 8, 13], [12, 16, 5], [3, 10, 15]] {
        a = a.wrapping_sub(b).wrapping_sub(c) ^ c >> first;
        b = b.wrapping_sub(c).wrapping_sub(a) ^ a << second;
        c = c.wrapping_sub(a).wrapping_sub(b) ^ b >> third;
    }
    *state = [a, b, c];
}

/// Bob Jenkins' hash of bytes.
fn block(bytes: &[u8], initial: u32) -> u32 {
    let mut state = [RATIO, RATIO, initial];
    let mut chunks = bytes.chunks_exact(12);
    for chunk in &mut chunks {
        for (word, four) in state.iter_mut().zip(chunk.chunks(4)) {
            *word = word.wrapping_add(little(four));
        }
        mix_all(&mut state);
    }
    let rest = chunks.remainder();
    let part = |from: usize, to: usize| little(&rest[from.min(rest.len())..to.min(rest.len())]);
    state[0] = state[0].wrapping_add(part(0, 4));
    state[1] = state[1].wrapping_add(part(4, 8));
    // The lowest byte is for the length.
    let length = bytes.len() as u32;
    state[2] = (state[2].wrapping_add(length)).wrapping_add(part(8, 11) << 8);
    mix(state[0], state[1], state[2])
}

/// Up to four bytes, the lowest first.
fn little(bytes: &[u8]) -> u32 {
    let words = bytes.iter().rev();
    words.fold(0, |word, byte| word << 8 | u32::from(*byte))
}

/// What is to be hashed for `phash2`.
enum Work {
    Term(Term),
    /// A pair of a map is complete.
    Pair,
    /// All pairs are: the hash before it, and what pairs around it gave.
    Tail(u32, u32),
}

/// The hash of `phash2`.
fn portable(heap: &Heap, term: Term) -> u32 {
    let mut hash = 0;
    let mut pairs = 0;
    let mut stack = vec![Work::Term(term)];
    while let Some(work) = stack.pop() {
        match work {
            Work::Pair => {
                pairs ^= hash;
                hash = 0;
            }
            Work::Tail(before, outer) => {
                hash = word(before, pairs, ratio(19));
                pairs = outer;
            }
            Work::Term(term) => match map::size(heap, term) {
                Some(size) => {
                    hash = word(hash, size as u32, ratio(16));
                    if size > 0 {
                        stack.push(Work::Tail(hash, pairs));
                        hash = 0;
                        pairs = 0;
                        for (key, value) in map::pairs(heap, term) {
                            stack.extend([Work::Pair, Work::Term(value), Work::Term(key)]);
                        }
                    }
                }
                None => hash = portable_one(heap, term, hash, &mut stack),
            },
        }
    }
    hash
}

fn words(hash: u32, first: u32, second: u32, constant: u32) -> u32 {
    mix(
        constant.wrapping_add(first),
        constant.wrapping_add(second),
        hash,
    )
}

fn word(hash: u32, first: u32, constant: u32) -> u32 {
    words(hash, first, 0, constant)
}

/// A term that is no map; its parts go to the stack.
fn portable_one(heap: &Heap, term: Term, hash: u32, stack: &mut Vec<Work>) -> u32 {
    let index = match term.tag() {
        Tag::Int(number) => return small(hash, number),
        Tag::Atom(_) if hash == 0 => return atom(heap, term),
        Tag::Atom(_) => return word(hash, atom(heap, term), ratio(3)),
        Tag::Pid(_) => return word(hash, own(heap, term), ratio(5)),
        Tag::Nil if hash == 0 => return 3_468_870_702,
        Tag::Nil => return word(hash, 2, ratio(2)),
        Tag::Other => return hash,
        Tag::Cons(_) => return list(heap, term, hash, stack),
        Tag::Boxed(index) => index,
    };
    let (kind, size) = heap.header(index);
    let at = index + 1;
    match kind {
        Kind::Tuple => {
            let elements = (at..at + size).rev();
            stack.extend(elements.map(|index| Work::Term(heap.term_at(index))));
            word(hash, size as u32, ratio(9))
        }
        Kind::Float => {
            let bits = (heap.as_float(term).unwrap_or(0.0) + 0.0).to_bits();
            words(hash, (bits >> 32) as u32, bits as u32, ratio(12))
        }
        Kind::Positive | Kind::Negative => {
            let constant = if kind == Kind::Negative { 10 } else { 11 };
            big(hash, heap.slice(at, size), ratio(constant))
        }
        Kind::Ref => word(hash, own(heap, term), ratio(7)),
        Kind::Fun => word(hash, own(heap, term), RATIO),
        Kind::Export => {
            let (module, function, arity) = heap.as_export(term).unwrap_or((term, term, 0));
            let hash = words(hash, arity, atom(heap, module), RATIO);
            word(hash, atom(heap, function), ratio(14))
        }
        Kind::Binary | Kind::Bits => {
            let initial = ratio(13).wrapping_add(hash);
            let Some(bits) = heap.as_bits(term).filter(|bits| bits.size > 0) else {
                return initial;
            };
            let bytes = heap.bits_to_bytes(bits);
            let extra = bits.size % 8;
            let hash = block(&bytes[..bits.size / 8], initial);
            match bytes.last() {
                Some(last) if extra > 0 => words(
                    hash,
                    extra as u32,
                    u32::from(*last >> (8 - extra)),
                    ratio(15),
                ),
                _ => hash,
            }
        }
        Kind::FlatMap | Kind::TreeMap | Kind::Node | Kind::Match | Kind::Buffer => hash,
    }
}

fn small(hash: u32, number: i64) -> u32 {
    if !(-(1 << 27)..1 << 27).contains(&number) {
        let constant = if number < 0 { 10 } else { 11 };
        return big(hash, &[number.unsigned_abs()], ratio(constant));
    }
    let hash = match number < 0 {
        true => word(hash, -number as u32, RATIO),
        false => hash,
    };
    word(hash, number as u32, RATIO)
}

fn big(hash: u32, magnitude: &[u64], constant: u32) -> u32 {
    magnitude.iter().fold(hash, |hash, digit| {
        words(hash, *digit as u32, (*digit >> 32) as u32, constant)
    })
}

/// Four bytes at the beginning of a list make one word.
fn list(heap: &Heap, term: Term, hash: u32, stack: &mut Vec<Work>) -> u32 {
    let mut hash = hash;
    let (mut count, mut four) = (0, 0);
    let mut rest = term;
    while let Some((head, tail)) = heap.as_cons(rest) {
        let Some(byte) = byte(head) else {
            stack.extend([Work::Term(tail), Work::Term(head)]);
            break;
        };
        four = four << 8 | u32::from(byte);
        count += 1;
        if count == 4 {
            hash = word(hash, four, ratio(4));
            (count, four) = (0, 0);
        }
        rest = tail;
    }
    if count > 0 {
        hash = word(hash, four, ratio(4));
    }
    if !rest.is_cons() {
        stack.push(Work::Term(rest));
    }
    hash
}

fn byte(term: Term) -> Option<u8> {
    term.as_small().and_then(|number| u8::try_from(number).ok())
}

// The primes of `phash`.
const PRIME_1: u32 = 268_440_163;
const PRIME_2: u32 = 268_439_161;
const PRIME_3: u32 = 268_435_459;
const PRIME_4: u32 = 268_436_141;
const PRIME_5: u32 = 268_438_633;
const PRIME_6: u32 = 268_437_017;
const PRIME_8: u32 = 268_437_511;
const PRIME_9: u32 = 268_439_627;
const PRIME_10: u32 = 268_440_479;
const PRIME_11: u32 = 268_440_577;
const PRIME_12: u32 = 268_440_581;
const PRIME_13: u32 = 268_440_593;
const PRIME_14: u32 = 268_440_611;

/// What is to be hashed for `phash`.
enum Older {
    Term(Term),
    /// The rest of a list.
    Rest(Term),
    /// The end of a list.
    End,
    /// A tuple of that size is complete.
    Tuple(u32),
}

fn step(hash: u32, prime: u32, value: u32) -> u32 {
    hash.wrapping_mul(prime).wrapping_add(value)
}

fn bytes_of(hash: u32, prime: u32, bytes: &[u8]) -> u32 {
    (bytes.iter()).fold(hash, |hash, byte| step(hash, prime, u32::from(*byte)))
}

/// The hash of `phash`.
fn older(heap: &Heap, term: Term) -> u32 {
    let mut hash: u32 = 0;
    let mut stack = vec![Older::Term(term)];
    while let Some(work) = stack.pop() {
        hash = match work {
            Older::End => hash.wrapping_mul(PRIME_8),
            Older::Tuple(size) => step(hash, PRIME_9, size),
            Older::Rest(rest) if !rest.is_cons() => {
                stack.extend([Older::End, Older::Term(rest)]);
                hash
            }
            Older::Rest(term) | Older::Term(term) => older_one(heap, term, hash, &mut stack),
        };
    }
    hash
}

fn older_one(heap: &Heap, term: Term, hash: u32, stack: &mut Vec<Older>) -> u32 {
    let integer = |magnitude: &[u64], is_negative: bool| {
        let (last, first) = magnitude.split_last().unwrap_or((&0, &[]));
        let whole = |hash, word: &u64| bytes_of(hash, PRIME_2, &word.to_le_bytes());
        let hash = first.iter().fold(hash, whole);
        let hash = match last >> 32 {
            0 => bytes_of(hash, PRIME_2, &(*last as u32).to_le_bytes()),
            _ => whole(hash, last),
        };
        hash.wrapping_mul(if is_negative { PRIME_4 } else { PRIME_3 })
    };
    let numbered = |first: u32, second: u32| {
        let number = own(heap, term).to_le_bytes();
        bytes_of(hash, first, &number).wrapping_mul(second)
    };
    let index = match term.tag() {
        Tag::Int(number) => return integer(&[number.unsigned_abs()], number < 0),
        Tag::Atom(_) => return step(hash, PRIME_1, atom(heap, term)),
        Tag::Pid(_) => return numbered(PRIME_5, PRIME_6),
        Tag::Nil => return step(hash, PRIME_3, 1),
        Tag::Other => return hash,
        Tag::Cons(_) => return older_list(heap, term, hash, stack),
        Tag::Boxed(index) => index,
    };
    let (kind, size) = heap.header(index);
    let at = index + 1;
    match kind {
        Kind::Tuple => {
            stack.push(Older::Tuple(size as u32));
            let elements = (at..at + size).rev();
            stack.extend(elements.map(|index| Older::Term(heap.term_at(index))));
            hash
        }
        Kind::Float => {
            let bits = (heap.as_float(term).unwrap_or(0.0) + 0.0).to_bits();
            step(hash, PRIME_6, (bits >> 32) as u32 ^ bits as u32)
        }
        Kind::Positive | Kind::Negative => integer(heap.slice(at, size), kind == Kind::Negative),
        Kind::Ref => numbered(PRIME_9, PRIME_10),
        Kind::Fun => numbered(PRIME_10, PRIME_1),
        Kind::Export => {
            let (module, function, arity) = heap.as_export(term).unwrap_or((term, term, 0));
            let hash = step(hash, PRIME_11, arity);
            let hash = step(hash, PRIME_1, atom(heap, module));
            step(hash, PRIME_1, atom(heap, function))
        }
        Kind::Binary | Kind::Bits => {
            let Some(bits) = heap.as_bits(term) else {
                return hash;
            };
            let bytes = heap.bits_to_bytes(bits);
            let (whole, extra) = (bits.size / 8, bits.size % 8);
            let mut hash = bytes_of(hash, PRIME_1, &bytes[..whole]);
            if let Some(last) = bytes.get(whole) {
                hash = step(hash, PRIME_1, u32::from(*last >> (8 - extra)));
                hash = step(hash, PRIME_12, extra as u32);
            }
            step(hash, PRIME_4, whole as u32)
        }
        Kind::FlatMap | Kind::TreeMap => {
            step(hash, PRIME_13, PRIME_14).wrapping_add(portable(heap, term))
        }
        Kind::Node | Kind::Match | Kind::Buffer => hash,
    }
}

fn older_list(heap: &Heap, term: Term, hash: u32, stack: &mut Vec<Older>) -> u32 {
    let mut hash = hash;
    let mut rest = term;
    while let Some((head, tail)) = heap.as_cons(rest) {
        let Some(byte) = byte(head) else {
            stack.extend([Older::Rest(tail), Older::Term(head)]);
            return hash;
        };
        hash = step(hash, PRIME_2, u32::from(byte));
        rest = tail;
    }
    stack.extend([Older::End, Older::Term(rest)]);
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_terms() {
        let mut heap = Heap::new(10_000_000);
        let mut term = Term::NIL;
        for i in 0..100_000 {
            term = heap.tuple(&[term]);
            let empty = map::empty(&mut heap);
            term = map::put(&mut heap, empty, Term::small(i), term);
        }
        for _ in 0..1_000_000 {
            term = heap.cons(Term::small(1), term);
        }
        for _ in 0..1_000_000 {
            term = heap.cons(term, Term::NIL);
        }
        assert_eq!(portable(&heap, term), portable(&heap, term));
        assert_eq!(older(&heap, Term::NIL), 1);
    }
}
