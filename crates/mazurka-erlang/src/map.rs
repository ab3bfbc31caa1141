//! Maps: up to 32 pairs as two arrays in the order of keys, more as a balanced tree in that order.
//!
//! A tree has a node for each pair: key, value, the nodes before and behind it (`[]` for none),
//! and how many nodes there are from it on, as a small integer. It is balanced by weight: neither
//! side has more than three times the nodes of the other. A map of a size has always the same
//! form (array or tree), so maps that are equal are of one kind.

use crate::compare::{compare_keys, identical};
use crate::heap::{Heap, Kind};
use crate::term::{Tag, Term};
use std::cmp::Ordering;

/// The most pairs of a map that is two arrays.
pub(crate) const FLAT: usize = 32;

/// How many times the nodes of one side the other may have.
const DELTA: usize = 3;
/// A single rotation is enough if the inner nodes are fewer than this many times the outer ones.
const GAMMA: usize = 2;

/// How many pairs there are; none if it is no map.
#[inline]
pub(crate) fn size(heap: &Heap, map: Term) -> Option<usize> {
    match heap.boxed(map) {
        Some((Kind::FlatMap | Kind::TreeMap, size, _)) => Some(size),
        _ => None,
    }
}

/// The map without pairs.
pub(crate) fn empty(heap: &mut Heap) -> Term {
    heap.add(Kind::FlatMap, 0, &[])
}

/// The value of a key. (`map` is a map, here and below.)
#[inline]
pub(crate) fn get(heap: &Heap, map: Term, key: Term) -> Option<Term> {
    let (kind, size, at) = heap.boxed(map)?;
    match kind {
        Kind::FlatMap => {
            let index = find(heap, at, size, key).ok()?;
            Some(heap.term_at(at + size + index))
        }
        Kind::TreeMap => {
            let mut node = heap.term_at(at);
            while let Tag::Boxed(index) = node.tag() {
                node = match compare_keys(heap, key, heap.term_at(index + 1)) {
                    Ordering::Less => heap.term_at(index + 3),
                    Ordering::Greater => heap.term_at(index + 4),
                    Ordering::Equal => return Some(heap.term_at(index + 2)),
                };
            }
            None
        }
        _ => None,
    }
}

/// Where a key is among those of an array; for an error, not where it would be: see [`place`].
#[inline]
fn find(heap: &Heap, at: usize, size: usize, key: Term) -> Result<usize, ()> {
    if key.is_immediate() {
        let keys = heap.slice(at, size);
        return keys.iter().position(|word| *word == key.0).ok_or(());
    }
    place(heap, at, size, key).map_err(|_| ())
}

/// Where a key is among those of an array, or where it would be.
fn place(heap: &Heap, at: usize, size: usize, key: Term) -> Result<usize, usize> {
    heap.slice(at, size)
        .binary_search_by(|word| compare_keys(heap, Term(*word), key))
}

/// The map with that value for that key, which may be new.
pub(crate) fn put(heap: &mut Heap, map: Term, key: Term, value: Term) -> Term {
    let Some((kind, size, at)) = heap.boxed(map) else {
        return map;
    };
    if kind == Kind::TreeMap {
        let root = heap.term_at(at);
        let new = insert(heap, root, key, value);
        return match new == root {
            true => map,
            false => tree_map(heap, new),
        };
    }
    if kind != Kind::FlatMap {
        return map;
    }
    if let Ok(index) = find(heap, at, size, key) {
        let place = at + size + index;
        if heap.term_at(place) == value {
            return map;
        }
        let mut words = [0; 2 * FLAT];
        words[..2 * size].copy_from_slice(heap.slice(at, 2 * size));
        words[size + index] = value.0;
        return heap.add(Kind::FlatMap, size, &words[..2 * size]);
    }
    let index = place(heap, at, size, key).unwrap_or_else(|index| index);
    if size < FLAT {
        let mut words = [0; 2 * FLAT];
        let old = heap.slice(at, 2 * size);
        let new = size + 1;
        words[..index].copy_from_slice(&old[..index]);
        words[index] = key.0;
        words[index + 1..new].copy_from_slice(&old[index..size]);
        words[new..new + index].copy_from_slice(&old[size..size + index]);
        words[new + index] = value.0;
        words[new + index + 1..2 * new].copy_from_slice(&old[size + index..]);
        return heap.add(Kind::FlatMap, new, &words[..2 * new]);
    }
    let mut all = pairs(heap, map);
    all.insert(index, (key, value));
    from_sorted(heap, &all)
}

/// The map without that key.
pub(crate) fn remove(heap: &mut Heap, map: Term, key: Term) -> Term {
    let Some((kind, size, at)) = heap.boxed(map) else {
        return map;
    };
    if kind == Kind::TreeMap {
        if get(heap, map, key).is_none() {
            return map;
        }
        if size == FLAT + 1 {
            let mut all = pairs(heap, map);
            all.retain(|(known, _)| !identical(heap, *known, key));
            return from_sorted(heap, &all);
        }
        let root = heap.term_at(at);
        let new = delete(heap, root, key);
        return tree_map(heap, new);
    }
    if kind != Kind::FlatMap {
        return map;
    }
    let Ok(index) = find(heap, at, size, key) else {
        return map;
    };
    let mut words = heap.slice(at, 2 * size).to_vec();
    words.remove(size + index);
    words.remove(index);
    heap.add(Kind::FlatMap, size - 1, &words)
}

/// All pairs, in the order of keys (`compare_keys`).
pub(crate) fn pairs(heap: &Heap, map: Term) -> Vec<(Term, Term)> {
    match heap.boxed(map) {
        Some((Kind::FlatMap, size, at)) => (at..at + size)
            .map(|index| (heap.term_at(index), heap.term_at(index + size)))
            .collect(),
        Some((Kind::TreeMap, size, at)) => {
            let mut all = Vec::with_capacity(size);
            let mut open = Vec::new();
            let mut node = heap.term_at(at);
            loop {
                while let Tag::Boxed(index) = node.tag() {
                    open.push(index);
                    node = heap.term_at(index + 3);
                }
                let Some(index) = open.pop() else {
                    return all;
                };
                all.push((heap.term_at(index + 1), heap.term_at(index + 2)));
                node = heap.term_at(index + 4);
            }
        }
        _ => Vec::new(),
    }
}

/// The pair at a place in the order of keys.
pub(crate) fn nth(heap: &Heap, map: Term, place: usize) -> Option<(Term, Term)> {
    match heap.boxed(map)? {
        (Kind::FlatMap, size, at) => {
            (place < size).then(|| (heap.term_at(at + place), heap.term_at(at + size + place)))
        }
        (Kind::TreeMap, _, at) => {
            let mut place = place;
            let mut node = heap.term_at(at);
            while let Tag::Boxed(index) = node.tag() {
                let left = heap.term_at(index + 3);
                let before = weight(heap, left);
                node = match place.cmp(&before) {
                    Ordering::Less => left,
                    Ordering::Greater => {
                        place -= before + 1;
                        heap.term_at(index + 4)
                    }
                    Ordering::Equal => {
                        return Some((heap.term_at(index + 1), heap.term_at(index + 2)));
                    }
                };
            }
            None
        }
        _ => None,
    }
}

/// The map with these pairs; of pairs with the same key, the last counts.
pub(crate) fn from_pairs(heap: &mut Heap, pairs: Vec<(Term, Term)>) -> Term {
    let mut pairs = pairs;
    let order = |heap: &Heap, a: &(Term, Term), b: &(Term, Term)| compare_keys(heap, a.0, b.0);
    if !pairs.is_sorted_by(|a, b| order(heap, a, b).is_lt()) {
        pairs.sort_by(|a, b| order(heap, a, b));
        // Of equal ones the last is kept, which came last.
        let mut kept: Vec<(Term, Term)> = Vec::with_capacity(pairs.len());
        for pair in pairs {
            match kept.last_mut() {
                Some(last) if order(heap, last, &pair).is_eq() => *last = pair,
                _ => kept.push(pair),
            }
        }
        pairs = kept;
    }
    from_sorted(heap, &pairs)
}

/// The map with these pairs, which are in order and have different keys.
pub(crate) fn from_sorted(heap: &mut Heap, pairs: &[(Term, Term)]) -> Term {
    if pairs.len() <= FLAT {
        let keys = pairs.iter().map(|pair| pair.0.0);
        let values = pairs.iter().map(|pair| pair.1.0);
        let words: Vec<u64> = keys.chain(values).collect();
        return heap.add(Kind::FlatMap, pairs.len(), &words);
    }
    let root = build(heap, pairs);
    tree_map(heap, root)
}

/// The pairs of both; of those with the same key, those of `b`.
pub(crate) fn merge(heap: &mut Heap, a: Term, b: Term) -> Term {
    let (size_a, size_b) = (size(heap, a).unwrap_or(0), size(heap, b).unwrap_or(0));
    match (size_a, size_b) {
        (_, 0) => return a,
        (0, _) => return b,
        _ => {}
    }
    if size_b < size_a / 16 {
        let all = pairs(heap, b);
        return (all.into_iter()).fold(a, |map, (key, value)| put(heap, map, key, value));
    }
    let (pairs_a, pairs_b) = (pairs(heap, a), pairs(heap, b));
    let mut all = Vec::with_capacity(size_a + size_b);
    let (mut i, mut j) = (0, 0);
    while i < size_a && j < size_b {
        match compare_keys(heap, pairs_a[i].0, pairs_b[j].0) {
            Ordering::Less => {
                all.push(pairs_a[i]);
                i += 1;
            }
            Ordering::Greater => {
                all.push(pairs_b[j]);
                j += 1;
            }
            Ordering::Equal => {
                all.push(pairs_b[j]);
                i += 1;
                j += 1;
            }
        }
    }
    all.extend_from_slice(&pairs_a[i..]);
    all.extend_from_slice(&pairs_b[j..]);
    from_sorted(heap, &all)
}

// Trees. Their depth is logarithmic, so functions may call themselves.

fn tree_map(heap: &mut Heap, root: Term) -> Term {
    let size = weight(heap, root);
    heap.add(Kind::TreeMap, size, &[root.0])
}

fn weight(heap: &Heap, node: Term) -> usize {
    match node.tag() {
        Tag::Boxed(index) => heap.term_at(index + 5).as_small().unwrap_or(0) as usize,
        _ => 0,
    }
}

/// Key, value, the nodes before and behind.
fn parts(heap: &Heap, node: Term) -> Option<[Term; 4]> {
    match node.tag() {
        Tag::Boxed(index) => Some([1, 2, 3, 4].map(|i| heap.term_at(index + i))),
        _ => None,
    }
}

fn node(heap: &mut Heap, pair: (Term, Term), left: Term, right: Term) -> Term {
    let count = weight(heap, left) + weight(heap, right) + 1;
    let count = Term::small(count as i64);
    heap.add(
        Kind::Node,
        5,
        &[pair.0.0, pair.1.0, left.0, right.0, count.0],
    )
}

fn build(heap: &mut Heap, pairs: &[(Term, Term)]) -> Term {
    if pairs.is_empty() {
        return Term::NIL;
    }
    let middle = pairs.len() / 2;
    let left = build(heap, &pairs[..middle]);
    let right = build(heap, &pairs[middle + 1..]);
    node(heap, pairs[middle], left, right)
}

/// A node whose sides may be out of balance by one insertion or deletion.
fn balanced(heap: &mut Heap, pair: (Term, Term), left: Term, right: Term) -> Term {
    let (weight_left, weight_right) = (weight(heap, left), weight(heap, right));
    if weight_left + weight_right < 2 {
        return node(heap, pair, left, right);
    }
    if weight_right > DELTA * weight_left
        && let Some([key, value, inner, outer]) = parts(heap, right)
    {
        return match parts(heap, inner) {
            Some([inner_key, inner_value, before, behind])
                if weight(heap, inner) >= GAMMA * weight(heap, outer) =>
            {
                let low = node(heap, pair, left, before);
                let high = node(heap, (key, value), behind, outer);
                node(heap, (inner_key, inner_value), low, high)
            }
            _ => {
                let low = node(heap, pair, left, inner);
                node(heap, (key, value), low, outer)
            }
        };
    }
    if weight_left > DELTA * weight_right
        && let Some([key, value, outer, inner]) = parts(heap, left)
    {
        return match parts(heap, inner) {
            Some([inner_key, inner_value, before, behind])
                if weight(heap, inner) >= GAMMA * weight(heap, outer) =>
            {
                let low = node(heap, (key, value), outer, before);
                let high = node(heap, pair, behind, right);
                node(heap, (inner_key, inner_value), low, high)
            }
            _ => {
                let high = node(heap, pair, inner, right);
                node(heap, (key, value), outer, high)
            }
        };
    }
    node(heap, pair, left, right)
}

/// The tree with that value for that key: the same term if it has it already.
fn insert(heap: &mut Heap, tree: Term, key: Term, value: Term) -> Term {
    let Some([known, old, left, right]) = parts(heap, tree) else {
        return node(heap, (key, value), Term::NIL, Term::NIL);
    };
    match compare_keys(heap, key, known) {
        Ordering::Equal if old == value => tree,
        // As OTP does it: of keys that are both zero, the new one.
        Ordering::Equal => node(heap, (key, value), left, right),
        Ordering::Less => {
            let new = insert(heap, left, key, value);
            match new == left {
                true => tree,
                false => balanced(heap, (known, old), new, right),
            }
        }
        Ordering::Greater => {
            let new = insert(heap, right, key, value);
            match new == right {
                true => tree,
                false => balanced(heap, (known, old), left, new),
            }
        }
    }
}

/// The tree without a key that it has.
fn delete(heap: &mut Heap, tree: Term, key: Term) -> Term {
    let Some([known, value, left, right]) = parts(heap, tree) else {
        return tree;
    };
    match compare_keys(heap, key, known) {
        Ordering::Less => {
            let new = delete(heap, left, key);
            balanced(heap, (known, value), new, right)
        }
        Ordering::Greater => {
            let new = delete(heap, right, key);
            balanced(heap, (known, value), left, new)
        }
        Ordering::Equal => match (left.is_nil(), right.is_nil()) {
            (true, _) => right,
            (_, true) => left,
            _ => {
                let (first, rest) = without_first(heap, right);
                balanced(heap, first, left, rest)
            }
        },
    }
}

/// The first pair of a tree that is not empty, and the rest.
fn without_first(heap: &mut Heap, tree: Term) -> ((Term, Term), Term) {
    match parts(heap, tree) {
        Some([key, value, Term::NIL, right]) => ((key, value), right),
        Some([key, value, left, right]) => {
            let (first, rest) = without_first(heap, left);
            let new = balanced(heap, (key, value), rest, right);
            (first, new)
        }
        None => ((Term::NIL, Term::NIL), Term::NIL),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::equal;
    use crate::hash::stable;
    use std::collections::BTreeMap;

    /// Fails unless a tree is in balance, and counts what it has.
    fn check(heap: &Heap, tree: Term) -> usize {
        let Some([_, _, left, right]) = parts(heap, tree) else {
            return 0;
        };
        let (left, right) = (check(heap, left), check(heap, right));
        assert_eq!(weight(heap, tree), left + right + 1);
        assert!(left + right < 2 || left <= DELTA * right && right <= DELTA * left);
        left + right + 1
    }

    #[test]
    fn as_an_ordered_map() {
        let mut heap = Heap::new(100_000_000);
        let mut state = 7_u64;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % below
        };
        for keys in [5, 40, 400] {
            let mut map = empty(&mut heap);
            let mut model = BTreeMap::new();
            for _ in 0..4000 {
                let (key, value) = (random(keys) as i64, random(3) as i64);
                // Some keys are not immediate.
                let is_odd = key % 2 == 1;
                let boxed = heap.tuple(&[Term::small(key)]);
                let term = if is_odd { boxed } else { Term::small(key) };
                let at = (is_odd, key);
                assert_eq!(
                    get(&heap, map, term).and_then(Term::as_small),
                    model.get(&at).copied()
                );
                if random(5) < 3 {
                    map = put(&mut heap, map, term, Term::small(value));
                    model.insert(at, value);
                } else {
                    map = remove(&mut heap, map, term);
                    model.remove(&at);
                }
                assert_eq!(size(&heap, map), Some(model.len()));
                let (kind, _, index) = heap.boxed(map).expect("a map");
                assert_eq!(kind == Kind::TreeMap, model.len() > FLAT);
                if kind == Kind::TreeMap {
                    let root = heap.term_at(index);
                    assert_eq!(check(&heap, root), model.len());
                }
            }
            let all = pairs(&heap, map);
            let values: Vec<_> = all.iter().filter_map(|pair| pair.1.as_small()).collect();
            assert_eq!(values, model.values().copied().collect::<Vec<_>>());
            for (place, pair) in all.iter().enumerate() {
                assert_eq!(nth(&heap, map, place), Some(*pair));
            }
            let mut mixed = all.clone();
            mixed.reverse();
            mixed.insert(0, (all[0].0, Term::NIL));
            let again = from_pairs(&mut heap, mixed);
            assert!(equal(&heap, map, again));
            assert_eq!(stable(&heap, map), stable(&heap, again));
            let half = from_sorted(&mut heap, &all[..all.len() / 2]);
            let other = from_sorted(&mut heap, &all[all.len() / 3..]);
            let merged = merge(&mut heap, half, other);
            assert!(equal(&heap, map, merged));
        }
    }

    #[test]
    fn the_last_of_equal_keys_counts() {
        let mut heap = Heap::new(1000);
        let pairs = [(1, 1), (2, 2), (1, 3)].map(|(k, v)| (Term::small(k), Term::small(v)));
        let map = from_pairs(&mut heap, pairs.to_vec());
        assert_eq!(size(&heap, map), Some(2));
        assert_eq!(get(&heap, map, Term::small(1)), Some(Term::small(3)));
    }
}
