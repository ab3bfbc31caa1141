//! Hashes of terms.

use crate::heap::{Heap, Kind};
use crate::map;
use crate::term::{MAX_SMALL, MIN_SMALL, Tag, Term};
use num_bigint::{BigInt, Sign};
use num_traits::FromPrimitive;

/// A hash of what a term is: the same for terms that are `=:=`, in all executions and on all
/// machines. Processes and references count by their places in the spawn tree.
pub(crate) fn stable(heap: &Heap, term: Term) -> u64 {
    hash(heap, term, false)
}

/// The same for terms that are `==`: a float without fraction counts as an integer.
pub(crate) fn loose(heap: &Heap, term: Term) -> u64 {
    hash(heap, term, true)
}

fn hash(heap: &Heap, term: Term, is_loose: bool) -> u64 {
    let mut state = State(0x243f_6a88_85a3_08d3, is_loose);
    let mut stack = Vec::new();
    push(heap, term, &mut state, &mut stack);
    while let Some(term) = stack.pop() {
        push(heap, term, &mut state, &mut stack);
    }
    state.finish()
}

/// What has come so far: each term says first what it is and how much of it there is, so that
/// different terms differ in what they give. And whether `1 == 1.0` counts.
struct State(u64, bool);

impl State {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = fold(self.0 ^ word, 0x9e37_79b9_7f4a_7c15).wrapping_add(0x1319_8a2e_0370_7344);
    }

    fn add_bytes(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut eight = [0; 8];
            eight[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(eight));
        }
    }

    fn add_path(&mut self, path: &[u32]) {
        self.add(path.len() as u64);
        for place in path {
            self.add(u64::from(*place));
        }
    }

    fn finish(self) -> u64 {
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }
}

/// Both halves of a product, so that all bits count.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64 ^ a.rotate_left(32)
}

// What a term is.
const INTEGER: u64 = 1;
const ATOM: u64 = 2;
const PROCESS: u64 = 3;
const LIST: u64 = 4;
const EMPTY: u64 = 5;
const TUPLE: u64 = 6;
const FLOAT: u64 = 7;
const BIG: u64 = 8;
const REFERENCE: u64 = 10;
const FUNCTION: u64 = 11;
const EXPORT: u64 = 12;
const BITS: u64 = 13;
const MAP: u64 = 14;
const OTHER: u64 = 15;

/// The first word of a term: what it is, and a size.
#[inline]
fn head(what: u64, size: usize) -> u64 {
    what << 56 | size as u64
}

fn push(heap: &Heap, term: Term, state: &mut State, stack: &mut Vec<Term>) {
    match term.tag() {
        Tag::Int(number) => {
            state.add(head(INTEGER, 0));
            state.add(number as u64);
        }
        Tag::Atom(number) => {
            let text = heap.atoms.text(number);
            state.add(head(ATOM, text.len()));
            state.add_bytes(text.as_bytes());
        }
        Tag::Pid(number) => {
            state.add(head(PROCESS, 0));
            state.add_path(heap.pid_path(number));
        }
        Tag::Cons(index) => {
            state.add(head(LIST, 0));
            stack.push(heap.term_at(index + 1));
            stack.push(heap.term_at(index));
        }
        Tag::Nil => state.add(head(EMPTY, 0)),
        Tag::Other => state.add(head(OTHER, 0)),
        Tag::Boxed(index) => push_boxed(heap, term, index, state, stack),
    }
}

fn push_boxed(heap: &Heap, term: Term, index: usize, state: &mut State, stack: &mut Vec<Term>) {
    let (kind, size) = heap.header(index);
    let at = index + 1;
    match kind {
        Kind::Tuple => {
            state.add(head(TUPLE, size));
            stack.extend((at..at + size).rev().map(|index| heap.term_at(index)));
        }
        Kind::Float => {
            // Both zeros are equal.
            let number = heap.as_float(term).unwrap_or(0.0) + 0.0;
            if state.1 && number.fract() == 0.0 {
                return push_whole(number, state);
            }
            state.add(head(FLOAT, 0));
            state.add(number.to_bits());
        }
        Kind::Positive | Kind::Negative => {
            let sign = u64::from(kind == Kind::Negative);
            state.add(head(BIG + sign, size));
            for word in heap.slice(at, size) {
                state.add(*word);
            }
        }
        Kind::Ref => {
            let (creator, number) = heap.as_reference(term).unwrap_or_default();
            state.add(head(REFERENCE, 0));
            state.add_path(heap.pid_path(creator));
            state.add(number);
        }
        Kind::Fun => {
            state.add(head(FUNCTION, size));
            state.add(heap.word(at + 1));
            stack.extend((at + 2..at + size).rev().map(|index| heap.term_at(index)));
            stack.push(heap.term_at(at));
        }
        Kind::Export => {
            state.add(head(EXPORT, size));
            stack.extend((at..at + size).rev().map(|index| heap.term_at(index)));
        }
        Kind::Binary | Kind::Bits => {
            if let Some(bits) = heap.as_bits(term) {
                state.add(head(BITS, bits.size));
                state.add_bytes(&heap.bits_to_bytes(bits));
            }
        }
        Kind::FlatMap | Kind::TreeMap => {
            state.add(head(MAP, size));
            for (key, value) in map::pairs(heap, term).into_iter().rev() {
                stack.push(value);
                stack.push(key);
            }
        }
        Kind::Node | Kind::Match | Kind::Buffer => state.add(head(OTHER, size)),
    }
}

/// A float without fraction, as the integer that it is.
fn push_whole(number: f64, state: &mut State) {
    let whole = BigInt::from_f64(number).unwrap_or_default();
    match i64::try_from(&whole) {
        Ok(small) if (MIN_SMALL..=MAX_SMALL).contains(&small) => {
            state.add(head(INTEGER, 0));
            state.add(small as u64);
        }
        _ => {
            let words = whole.magnitude().to_u64_digits();
            let sign = u64::from(whole.sign() == Sign::Minus);
            state.add(head(BIG + sign, words.len()));
            for word in words {
                state.add(word);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashSet;

    #[test]
    fn numbers_of_names_do_not_count() {
        let (mut a, mut b) = (Heap::new(1000), Heap::new(1000));
        b.atom("another");
        a.name_pid(1, &[4]);
        b.name_pid(2, &[4]);
        let hashes = [(&mut a, 1), (&mut b, 2)].map(|(heap, pid)| {
            let atom = heap.atom("some atom");
            let reference = heap.reference(pid, 3);
            let export = heap.export(atom, atom, 1);
            let zero = heap.float(if pid == 1 { 0.0 } else { -0.0 });
            let whole = heap.binary(&[0, 0x12, 0x34]);
            let bits = heap.as_bits(whole).expect("bits");
            let (offset, size) = (8, 16);
            let part = match pid {
                1 => heap.binary(&[0x12, 0x34]),
                _ => heap.sub_bits(crate::heap::Bits {
                    offset,
                    size,
                    ..bits
                }),
            };
            let tuple = heap.tuple(&[atom, reference, export, Term::pid(pid), zero, part]);
            stable(heap, tuple)
        });
        assert_eq!(hashes[0], hashes[1]);
    }

    #[test]
    fn different_terms_differ() {
        let mut heap = Heap::new(10_000_000);
        let mut seen = FxHashSet::default();
        let mut terms = vec![Term::NIL, heap.binary(&[]), heap.tuple(&[])];
        let (zero, empty) = (heap.float(0.0), map::empty(&mut heap));
        terms.extend([zero, empty, heap.atom(""), heap.binary(&[0])]);
        for i in 0..100_000 {
            terms.push(Term::small(i));
            terms.push(heap.tuple(&[Term::small(i)]));
            terms.push(heap.list(&[Term::small(i)]));
            terms.push(heap.tuple(&[Term::small(i), Term::small(i)]));
            terms.push(heap.cons(Term::small(i), Term::small(i)));
        }
        let count = terms.len();
        seen.extend(terms.iter().map(|term| stable(&heap, *term)));
        assert_eq!(seen.len(), count);
        // Low bits are as good as any.
        let low: FxHashSet<u64> = seen.iter().map(|hash| hash & 0xffff).collect();
        let high: FxHashSet<u64> = seen.iter().map(|hash| hash >> 48).collect();
        assert!(low.len() > 65_000 && high.len() > 65_000);
    }
}
