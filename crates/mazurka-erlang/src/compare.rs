//! The order of terms, and the two kinds of equality.
//!
//! Number < atom < reference < function < process < tuple < map < `[]` < list < bitstring.
//! Terms may be deep, so what is still to be compared is on a stack of its own.

use crate::heap::{Heap, Kind};
use crate::map;
use crate::term::{Tag, Term};
use num_bigint::BigInt;
use num_traits::FromPrimitive;
use std::cmp::Ordering;

/// The order of terms; integers and floats are compared as numbers, so `1 == 1.0`.
#[inline]
pub(crate) fn compare(heap: &Heap, a: Term, b: Term) -> Ordering {
    match (a.as_small(), b.as_small()) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => run(heap, a, b, false, false),
    }
}

/// The order of keys of maps: as [`compare`], but integers come before floats.
#[inline]
pub(crate) fn compare_keys(heap: &Heap, a: Term, b: Term) -> Ordering {
    match (a.as_small(), b.as_small()) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => run(heap, a, b, true, false),
    }
}

/// `a == b`
#[inline]
pub(crate) fn equal(heap: &Heap, a: Term, b: Term) -> bool {
    if a == b {
        return true;
    }
    if a.is_immediate() && b.is_immediate() {
        return false;
    }
    run(heap, a, b, false, true).is_eq()
}

/// `a =:= b`
#[inline]
pub(crate) fn identical(heap: &Heap, a: Term, b: Term) -> bool {
    if a == b {
        return true;
    }
    if a.is_immediate() || b.is_immediate() {
        return false;
    }
    run(heap, a, b, true, true).is_eq()
}

/// What is still to be compared.
enum Work {
    /// Two terms.
    Terms(Term, Term),
    /// N terms from two places on.
    Words(usize, usize, usize),
    /// The same, with integers before floats from here to [`Work::Inexact`].
    Keys(usize, usize, usize),
    /// Terms one by one, the last first, with integers before floats if so.
    Pairs(Vec<(Term, Term)>, bool),
    /// Keys have been compared: integers are as floats again.
    Inexact,
}

/// Compares. If `only_equal`, then all that counts is whether the result is `Equal`.
fn run(heap: &Heap, a: Term, b: Term, exact: bool, only_equal: bool) -> Ordering {
    let mut exact = exact;
    let mut stack = Vec::new();
    let (mut a, mut b) = (a, b);
    loop {
        if a != b {
            let order = one(heap, a, b, exact, only_equal, &mut stack);
            if order.is_ne() {
                return order;
            }
        }
        // The next two.
        loop {
            match stack.pop() {
                None => return Ordering::Equal,
                Some(Work::Terms(left, right)) => (a, b) = (left, right),
                Some(Work::Words(_, _, 0)) => continue,
                Some(Work::Words(left, right, count)) => {
                    stack.push(Work::Words(left + 1, right + 1, count - 1));
                    (a, b) = (heap.term_at(left), heap.term_at(right));
                }
                Some(Work::Keys(left, right, count)) => {
                    if !exact {
                        exact = true;
                        stack.push(Work::Inexact);
                    }
                    stack.push(Work::Words(left, right, count));
                    continue;
                }
                Some(Work::Pairs(mut pairs, keys)) => {
                    if keys && !exact {
                        exact = true;
                        stack.push(Work::Inexact);
                    }
                    let Some((left, right)) = pairs.pop() else {
                        continue;
                    };
                    stack.push(Work::Pairs(pairs, keys));
                    (a, b) = (left, right);
                }
                Some(Work::Inexact) => {
                    exact = false;
                    continue;
                }
            }
            break;
        }
    }
}

/// Compares two terms as far as it goes without what they contain, which goes to the stack.
fn one(
    heap: &Heap,
    a: Term,
    b: Term,
    exact: bool,
    only_equal: bool,
    stack: &mut Vec<Work>,
) -> Ordering {
    let (mut a, mut b) = (a, b);
    // Along lists, as long as heads are simple.
    while let (Tag::Cons(left), Tag::Cons(right)) = (a.tag(), b.tag()) {
        let heads = (heap.term_at(left), heap.term_at(right));
        let tails = (heap.term_at(left + 1), heap.term_at(right + 1));
        if heads.0 != heads.1 {
            match (heads.0.as_small(), heads.1.as_small()) {
                (Some(left), Some(right)) => return left.cmp(&right),
                _ => {
                    stack.push(Work::Terms(tails.0, tails.1));
                    (a, b) = heads;
                    continue;
                }
            }
        }
        (a, b) = tails;
        if a == b {
            return Ordering::Equal;
        }
    }
    if a == b {
        return Ordering::Equal;
    }
    let (rank_a, rank_b) = (rank(heap, a), rank(heap, b));
    if rank_a != rank_b {
        return rank_a.cmp(&rank_b);
    }
    match rank_a {
        Rank::Number => numbers(heap, a, b, exact),
        Rank::Atom => heap.atom_text(a).cmp(&heap.atom_text(b)),
        Rank::Reference => references(heap, a, b),
        Rank::Function => functions(heap, a, b, stack),
        Rank::Process => {
            let path = |term: Term| heap.pid_path(term.as_pid().unwrap_or(0));
            path(a).cmp(path(b))
        }
        Rank::Tuple => {
            let ((at_a, size_a), (at_b, size_b)) = match (heap.as_tuple(a), heap.as_tuple(b)) {
                (Some(a), Some(b)) => (a, b),
                _ => return Ordering::Equal,
            };
            if size_a == size_b {
                stack.push(Work::Words(at_a, at_b, size_a));
            }
            size_a.cmp(&size_b)
        }
        Rank::Map => maps(heap, a, b, stack),
        Rank::Bits => bitstrings(heap, a, b, only_equal),
        Rank::Nil | Rank::List | Rank::Other => a.0.cmp(&b.0),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Number,
    Atom,
    Reference,
    Function,
    Process,
    Tuple,
    Map,
    Nil,
    List,
    Bits,
    Other,
}

fn rank(heap: &Heap, term: Term) -> Rank {
    match term.tag() {
        Tag::Int(_) => Rank::Number,
        Tag::Atom(_) => Rank::Atom,
        Tag::Pid(_) => Rank::Process,
        Tag::Cons(_) => Rank::List,
        Tag::Nil => Rank::Nil,
        Tag::Other => Rank::Other,
        Tag::Boxed(index) => match heap.header(index).0 {
            Kind::Tuple => Rank::Tuple,
            Kind::Float | Kind::Positive | Kind::Negative => Rank::Number,
            Kind::Ref => Rank::Reference,
            Kind::Fun | Kind::Export => Rank::Function,
            Kind::Binary | Kind::Bits => Rank::Bits,
            Kind::FlatMap | Kind::TreeMap => Rank::Map,
            Kind::Node | Kind::Match | Kind::Buffer => Rank::Other,
        },
    }
}

fn numbers(heap: &Heap, a: Term, b: Term, exact: bool) -> Ordering {
    match (heap.as_float(a), heap.as_float(b)) {
        (Some(a), Some(b)) => a.partial_cmp(&b).unwrap_or(Ordering::Equal),
        (None, None) => integers(heap, a, b),
        (Some(_), None) if exact => Ordering::Greater,
        (None, Some(_)) if exact => Ordering::Less,
        (Some(a), None) => with_float(heap, b, a).reverse(),
        (None, Some(b)) => with_float(heap, a, b),
    }
}

fn integers(heap: &Heap, a: Term, b: Term) -> Ordering {
    let of_sign = |term: Term| match heap.boxed(term) {
        Some((Kind::Negative, ..)) => -1,
        Some(_) => 1,
        None => 0,
    };
    let (sign_a, sign_b) = (of_sign(a), of_sign(b));
    match (a.as_small(), b.as_small()) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ if sign_a != sign_b => sign_a.cmp(&sign_b),
        _ => {
            let words = |term| {
                let (_, size, at) = heap.boxed(term)?;
                Some(heap.slice(at, size))
            };
            let (words_a, words_b) = (words(a).unwrap_or(&[]), words(b).unwrap_or(&[]));
            let by_length = words_a.len().cmp(&words_b.len());
            let magnitude = by_length.then_with(|| words_a.iter().rev().cmp(words_b.iter().rev()));
            match sign_a < 0 {
                true => magnitude.reverse(),
                false => magnitude,
            }
        }
    }
}

/// Compares an integer with a float, exactly.
fn with_float(heap: &Heap, integer: Term, float: f64) -> Ordering {
    if let Some(small) = integer.as_small() {
        // Every integer below this has a float of its own.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if float.abs() < EXACT {
            let whole = float.trunc() as i64;
            let by_whole = small.cmp(&whole);
            return by_whole
                .then_with(|| (0.0_f64.partial_cmp(&float.fract())).unwrap_or(Ordering::Equal));
        }
    }
    let Some(integer) = heap.as_integer(integer) else {
        return Ordering::Equal;
    };
    // What is not below has no fraction.
    let whole = BigInt::from_f64(float.trunc()).unwrap_or_default();
    let by_whole = integer.cmp(&whole);
    by_whole.then_with(|| (0.0_f64.partial_cmp(&float.fract())).unwrap_or(Ordering::Equal))
}

fn references(heap: &Heap, a: Term, b: Term) -> Ordering {
    let key = |term| {
        let (creator, number) = heap.as_reference(term).unwrap_or_default();
        (heap.pid_path(creator), number)
    };
    key(a).cmp(&key(b))
}

/// Functions with free variables come before exported ones.
fn functions(heap: &Heap, a: Term, b: Term, stack: &mut Vec<Work>) -> Ordering {
    match (heap.as_fun(a), heap.as_fun(b)) {
        (Some((fun_a, at_a, free_a)), Some((fun_b, at_b, free_b))) => {
            let modules = heap
                .atom_text(fun_a.module)
                .cmp(&heap.atom_text(fun_b.module));
            let order = modules
                .then(fun_a.index.cmp(&fun_b.index))
                .then(fun_a.arity.cmp(&fun_b.arity))
                .then(free_a.cmp(&free_b));
            if order.is_eq() {
                stack.push(Work::Words(at_a, at_b, free_a));
            }
            order
        }
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => {
            let key = |term| {
                let (module, function, arity) = heap.as_export(term)?;
                Some((heap.atom_text(module), heap.atom_text(function), arity))
            };
            key(a).cmp(&key(b))
        }
    }
}

/// By size, then by keys in their order, then by values.
fn maps(heap: &Heap, a: Term, b: Term, stack: &mut Vec<Work>) -> Ordering {
    let (Some((kind_a, size_a, at_a)), Some((_, size_b, at_b))) = (heap.boxed(a), heap.boxed(b))
    else {
        return Ordering::Equal;
    };
    if size_a != size_b {
        return size_a.cmp(&size_b);
    }
    if kind_a == Kind::FlatMap {
        stack.push(Work::Words(at_a + size_a, at_b + size_a, size_a));
        stack.push(Work::Keys(at_a, at_b, size_a));
        return Ordering::Equal;
    }
    if heap.term_at(at_a) == heap.term_at(at_b) {
        return Ordering::Equal;
    }
    let (pairs_a, pairs_b) = (map::pairs(heap, a), map::pairs(heap, b));
    let both = || pairs_a.iter().zip(&pairs_b).rev();
    let values = both().map(|(a, b)| (a.1, b.1)).filter(|(a, b)| a != b);
    let keys = both().map(|(a, b)| (a.0, b.0)).filter(|(a, b)| a != b);
    stack.push(Work::Pairs(values.collect(), false));
    stack.push(Work::Pairs(keys.collect(), true));
    Ordering::Equal
}

fn bitstrings(heap: &Heap, a: Term, b: Term, only_equal: bool) -> Ordering {
    let (Some(a), Some(b)) = (heap.as_bits(a), heap.as_bits(b)) else {
        return Ordering::Equal;
    };
    if only_equal && a.size != b.size {
        return a.size.cmp(&b.size);
    }
    // Eight bits at a time, from any offset.
    let byte = |bits: crate::heap::Bits, at: usize| {
        let position = bits.offset + at;
        let (index, shift) = (position / 8, position % 8);
        let high = heap.byte(bits.base, index);
        match shift {
            0 => high,
            _ if position / 8 + 1 < (bits.offset + bits.size).div_ceil(8) => {
                high << shift | heap.byte(bits.base, index + 1) >> (8 - shift)
            }
            _ => high << shift,
        }
    };
    let common = a.size.min(b.size);
    let whole = common / 8 * 8;
    for at in (0..whole).step_by(8) {
        let order = byte(a, at).cmp(&byte(b, at));
        if order.is_ne() {
            return order;
        }
    }
    if common > whole {
        let mask = 0xff << (8 - (common - whole));
        let order = (byte(a, whole) & mask).cmp(&(byte(b, whole) & mask));
        if order.is_ne() {
            return order;
        }
    }
    a.size.cmp(&b.size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Fun;

    /// Terms in their order, each less than the next.
    fn ordered(heap: &mut Heap) -> Vec<Term> {
        heap.name_pid(0, &[]);
        heap.name_pid(1, &[2]);
        heap.name_pid(2, &[1]);
        heap.name_pid(3, &[1, 7]);
        let atom_a = heap.atom("a");
        let (z, a) = (heap.atom("z"), atom_a);
        let nested = heap.tuple(&[Term::small(1)]);
        let local = Fun {
            module: z,
            index: 0,
            arity: 1,
        };
        let big: BigInt = BigInt::from(1) << 70_u32;
        let mut terms = vec![
            heap.big(&-big.clone()),
            Term::small(-1),
            Term::small(0),
            heap.float(0.5),
            Term::small(1 << 55),
            heap.float(36_028_797_018_963_976.0),
            Term::small((1 << 55) + 9),
            heap.big(&big),
            heap.big(&(big + 1)),
            heap.float(1e300),
        ];
        terms.extend([heap.atom(""), a, heap.atom("ab"), z]);
        terms.extend([
            heap.reference(2, 0),
            heap.reference(2, 1),
            heap.reference(1, 0),
        ]);
        terms.extend([heap.fun(local, &[]), heap.fun(local, &[a])]);
        terms.extend([heap.export(a, z, 1), heap.export(a, z, 2)]);
        terms.extend([Term::pid(0), Term::pid(2), Term::pid(3), Term::pid(1)]);
        terms.extend([heap.tuple(&[]), heap.tuple(&[z]), heap.tuple(&[a, a])]);
        let one = heap.float(1.0);
        terms.extend([
            map::from_pairs(heap, vec![]),
            map::from_pairs(heap, vec![(Term::small(1), z)]),
            map::from_pairs(heap, vec![(one, a)]),
            map::from_pairs(heap, vec![(a, a), (z, a)]),
            map::from_pairs(heap, vec![(a, a), (z, z)]),
        ]);
        let short = heap.list(&[a]);
        terms.extend([
            Term::NIL,
            heap.list(&[Term::small(1), z]),
            heap.cons(a, Term::small(1)),
        ]);
        terms.extend([short, heap.list(&[a, a]), heap.list(&[nested])]);
        let bits = |heap: &mut Heap, bytes: &[u8], size| {
            let whole = heap.binary(bytes);
            let bits = heap.as_bits(whole).expect("bits");
            heap.sub_bits(crate::heap::Bits { size, ..bits })
        };
        terms.extend([
            bits(heap, &[], 0),
            bits(heap, &[0], 3),
            bits(heap, &[0, 1], 16),
            bits(heap, &[0x80], 1),
            bits(heap, &[0x80], 8),
            bits(heap, &[0x81], 8),
        ]);
        terms
    }

    #[test]
    fn all_kinds_in_their_order() {
        let mut heap = Heap::new(100_000);
        let terms = ordered(&mut heap);
        let again = ordered(&mut heap);
        for (i, a) in terms.iter().enumerate() {
            for (j, b) in again.iter().enumerate() {
                assert_eq!(compare(&heap, *a, *b), i.cmp(&j), "{i} {j}");
                assert_eq!(equal(&heap, *a, *b), i == j, "{i} {j}");
                assert_eq!(identical(&heap, *a, *b), i == j, "{i} {j}");
                let keys = compare_keys(&heap, *a, *b);
                assert_eq!(keys.is_eq(), i == j, "{i} {j}");
            }
        }
    }

    #[test]
    fn integers_and_floats() {
        let mut heap = Heap::new(1000);
        let (one, zero, minus_zero) = (heap.float(1.0), heap.float(0.0), heap.float(-0.0));
        let small = Term::small(1);
        assert!(equal(&heap, one, small) && !identical(&heap, one, small));
        assert!(compare_keys(&heap, small, one).is_lt());
        assert!(identical(&heap, zero, minus_zero));
        // Keys of maps are compared so even where numbers are not.
        let (a, b) = (heap.tuple(&[small]), heap.tuple(&[one]));
        assert!(equal(&heap, a, b));
        let with_a = map::from_pairs(&mut heap, vec![(a, one)]);
        let with_b = map::from_pairs(&mut heap, vec![(b, one)]);
        let with_small = map::from_pairs(&mut heap, vec![(a, small)]);
        assert!(!equal(&heap, with_a, with_b));
        assert!(equal(&heap, with_a, with_small));
        assert!(!identical(&heap, with_a, with_small));
    }

    #[test]
    fn deep_terms() {
        let mut heap = Heap::new(10_000_000);
        let mut deep = |last| {
            let mut term = Term::small(last);
            for _ in 0..100_000 {
                term = heap.tuple(&[term]);
            }
            for _ in 0..1_000_000 {
                term = heap.cons(Term::small(0), term);
            }
            for _ in 0..1_000_000 {
                term = heap.cons(term, Term::NIL);
            }
            term
        };
        let (a, b, c) = (deep(1), deep(1), deep(2));
        assert!(identical(&heap, a, b));
        assert!(compare(&heap, a, c).is_lt());
        assert_eq!(crate::hash::stable(&heap, a), crate::hash::stable(&heap, b));
        assert!(crate::print::pretty(&heap, a, 1000).len() < 3000);
    }
}
