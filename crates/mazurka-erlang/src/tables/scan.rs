//! Operations on all objects that a match specification takes.

use super::{Access, Table, TableKind, Tables};
use crate::atoms;
use crate::compare;
use crate::heap::{Heap, Kind};
use crate::match_spec::{self, Spec};
use crate::raise::{Raise, Result};
use crate::term::Term;

/// A match specification as operations on tables take it: the empty list is one, too.
pub(super) fn compile(heap: &Heap, spec: Term) -> Result<Spec> {
    match spec.is_nil() {
        true => Ok(Spec::nothing()),
        false => Spec::compile(heap, spec),
    }
}

/// The specification that `ets:match` (`bindings`) or `ets:match_object` mean by a pattern.
pub(super) fn spec_of_pattern(heap: &mut Heap, pattern: Term, bindings: bool) -> Term {
    let result = match bindings {
        true => atoms::DOLLAR_DOLLAR,
        false => atoms::DOLLAR_UNDERSCORE,
    };
    let body = heap.list(&[result]);
    let clause = heap.tuple(&[pattern, Term::NIL, body]);
    heap.list(&[clause])
}

/// The keys that objects must have that a specification takes. None if that cannot be said.
/// The specification is valid.
pub(super) fn bound_keys(heap: &Heap, spec: Term, key_position: usize) -> Option<Vec<Term>> {
    let mut keys = Vec::new();
    for clause in heap.as_list(spec)? {
        let (at, _) = heap.as_tuple(clause)?;
        let head = heap.term_at(at);
        if head == atoms::UNDERSCORE || match_spec::variable(heap, head).is_some() {
            return None;
        }
        match heap.as_tuple(head) {
            Some((at, size)) if size >= key_position => {
                let key = heap.term_at(at + key_position - 1);
                if match_spec::has_variable(heap, key) {
                    return None;
                }
                keys.push(key);
            }
            // No object is like that.
            _ => {}
        }
    }
    Some(keys)
}

/// Where to go on.
#[derive(Clone, Copy)]
struct Place {
    /// The last key that was looked at; none at the beginning.
    after: Option<Term>,
    reverse: bool,
}

/// What a continuation says.
struct Continuation {
    /// As the program named it.
    table: Term,
    spec: Term,
    limit: usize,
    /// None if the rest is all there is.
    place: Option<Place>,
    /// Results that are there already.
    rest: Vec<Term>,
}

impl Tables {
    /// `select` and the like, with a limit or without.
    pub(super) fn select(
        &self,
        heap: &mut Heap,
        name: Term,
        (source, spec): (Term, Spec),
        limit: &[Term],
        reverse: bool,
        pid: u32,
    ) -> Result {
        let limit = match limit {
            [] => None,
            [limit, ..] => {
                let limit = limit.as_small().filter(|limit| *limit >= 1);
                Some(limit.ok_or(Raise::BADARG)? as usize)
            }
        };
        let table = &self.tables[self.open(heap, name, Access::Read, pid)?];
        let keys = bound_keys(heap, source, table.key_position);
        let reverse = reverse && table.kind == TableKind::OrderedSet;
        let place = Place {
            after: None,
            reverse,
        };
        match (limit, keys) {
            (None, keys) => {
                let (results, _) = table.results(heap, &spec, keys, place, usize::MAX, pid)?;
                heap.check(2 * results.len())?;
                Ok(heap.list(&results))
            }
            (Some(limit), Some(keys)) => {
                let (rest, _) = table.results(heap, &spec, Some(keys), place, usize::MAX, pid)?;
                let continuation = Continuation {
                    table: name,
                    spec: source,
                    limit,
                    place: None,
                    rest,
                };
                self.chunk(heap, continuation, pid)
            }
            (Some(limit), None) => {
                let continuation = Continuation {
                    table: name,
                    spec: source,
                    limit,
                    place: Some(place),
                    rest: Vec::new(),
                };
                self.chunk(heap, continuation, pid)
            }
        }
    }

    /// `select` with a continuation.
    pub(super) fn go_on(&self, heap: &mut Heap, continuation: Term, pid: u32) -> Result {
        if continuation == atoms::END_OF_TABLE {
            return Ok(continuation);
        }
        let continuation = Continuation::read(heap, continuation).ok_or(Raise::BADARG)?;
        self.chunk(heap, continuation, pid)
    }

    /// The next results, with a continuation.
    fn chunk(&self, heap: &mut Heap, mut from: Continuation, pid: u32) -> Result {
        let table = &self.tables[self.open(heap, from.table, Access::Read, pid)?];
        let mut results = std::mem::take(&mut from.rest);
        if let Some(place) = from.place
            && results.len() < from.limit
        {
            let spec = compile(heap, from.spec)?;
            let wanted = from.limit - results.len();
            let (more, last) = table.results(heap, &spec, None, place, wanted, pid)?;
            results.extend(more);
            from.place = last.map(|after| Place {
                after: Some(after),
                ..place
            });
        }
        heap.check(2 * results.len() + 20)?;
        if results.len() > from.limit {
            from.rest = results.split_off(from.limit);
        }
        if results.is_empty() {
            return Ok(atoms::END_OF_TABLE);
        }
        let results = heap.list(&results);
        let next = match from.place.is_none() && from.rest.is_empty() {
            true => atoms::END_OF_TABLE,
            false => from.write(heap, table.kind),
        };
        Ok(heap.tuple(&[results, next]))
    }

    pub(super) fn select_count(
        &self,
        heap: &mut Heap,
        table: Term,
        spec: Term,
        pid: u32,
    ) -> Result {
        let compiled = compile(heap, spec)?;
        let table = &self.tables[self.open(heap, table, Access::Read, pid)?];
        let keys = bound_keys(heap, spec, table.key_position);
        let mut count = 0;
        for at in table.places(heap, keys) {
            for object in &table.entries[at].objects {
                count += i64::from(is_true(heap, &compiled, *object, pid)?);
            }
        }
        Ok(Term::small(count))
    }

    pub(super) fn select_delete(
        &mut self,
        heap: &mut Heap,
        table: Term,
        spec: Term,
        pid: u32,
    ) -> Result {
        let compiled = compile(heap, spec)?;
        let at = self.open(heap, table, Access::Write, pid)?;
        let table = &self.tables[at];
        let keys = bound_keys(heap, spec, table.key_position);
        let mut changes = Vec::new();
        let mut count = 0;
        for place in table.places(heap, keys) {
            let entry = &table.entries[place];
            let mut left = Vec::new();
            for object in &entry.objects {
                if !is_true(heap, &compiled, *object, pid)? {
                    left.push(*object);
                }
            }
            if left.len() < entry.objects.len() {
                count += entry.objects.len() - left.len();
                changes.push((entry.key, left));
            }
        }
        for (key, left) in changes {
            self.put(heap, at, key, left);
        }
        Ok(Term::small(count as i64))
    }

    pub(super) fn select_replace(
        &mut self,
        heap: &mut Heap,
        table: Term,
        spec: Term,
        pid: u32,
    ) -> Result {
        let compiled = compile(heap, spec)?;
        let at = self.open(heap, table, Access::Write, pid)?;
        let table = &self.tables[at];
        if !table.can_replace(heap, spec) {
            return Err(Raise::BADARG);
        }
        let keys = bound_keys(heap, spec, table.key_position);
        let mut changes = Vec::new();
        let mut count = 0;
        for place in table.places(heap, keys) {
            let entry = &table.entries[place];
            let mut objects = entry.objects.clone();
            for object in &mut objects {
                if let Some(new) = compiled.run(heap, *object, pid)? {
                    if heap.is_full() {
                        return Err(Raise::Memory);
                    }
                    *object = new;
                    count += 1;
                }
            }
            changes.push((entry.key, objects));
        }
        for (key, objects) in changes {
            self.put(heap, at, key, objects);
        }
        Ok(Term::small(count))
    }
}

/// Is the result for an object `true`? Leaves nothing on the heap.
fn is_true(heap: &mut Heap, spec: &Spec, object: Term, pid: u32) -> Result<bool> {
    let mark = heap.mark();
    let result = spec.run(heap, object, pid);
    heap.go_back(&mark);
    Ok(result? == Some(atoms::TRUE))
}

impl Table {
    /// Is that specification, which is valid, one that `select_replace` takes?
    pub(super) fn can_replace(&self, heap: &Heap, spec: Term) -> bool {
        self.kind != TableKind::Bag && keeps_keys(heap, spec, self.key_position)
    }

    /// The places of keys, in their order: of those that are asked for, or of all.
    fn places(&self, heap: &Heap, keys: Option<Vec<Term>>) -> Vec<usize> {
        match keys {
            None => (0..self.entries.len()).collect(),
            Some(keys) => {
                let places = keys.into_iter().filter_map(|key| self.find(heap, key).ok());
                let mut places: Vec<usize> = places.collect();
                places.sort_unstable();
                places.dedup();
                places
            }
        }
    }

    /// The results for objects from a place on: all those of a key together, until there are
    /// enough. Then also the last key.
    fn results(
        &self,
        heap: &mut Heap,
        spec: &Spec,
        keys: Option<Vec<Term>>,
        place: Place,
        enough: usize,
        pid: u32,
    ) -> Result<(Vec<Term>, Option<Term>)> {
        let mut places = self.places(heap, keys);
        if let Some(after) = place.after {
            // An ordered set may have another key that is `==` by now.
            let behind = |at: &usize| {
                let order = self.order(heap, self.entries[*at].key, after);
                if place.reverse {
                    order.is_lt()
                } else {
                    order.is_gt()
                }
            };
            places.retain(behind);
        }
        if place.reverse {
            places.reverse();
        }
        let mut results = Vec::new();
        for at in places {
            let entry = &self.entries[at];
            for object in &entry.objects {
                if let Some(result) = spec.run(heap, *object, pid)? {
                    results.push(result);
                }
            }
            if heap.is_full() {
                return Err(Raise::Memory);
            }
            if results.len() >= enough {
                return Ok((results, Some(entry.key)));
            }
        }
        Ok((results, None))
    }
}

impl Continuation {
    /// As a term, which looks as in the real machine, since `ets:repair_continuation` looks at
    /// it. Only where the real one has a slot, the list begins with the last key.
    fn write(&self, heap: &mut Heap, kind: TableKind) -> Term {
        let compiled = match_spec::compiled(heap, self.spec);
        let limit = Term::small(self.limit as i64);
        let rest = heap.list(&self.rest);
        let count = Term::small(self.rest.len() as i64);
        match self.place {
            Some(Place {
                after: Some(after),
                reverse,
            }) if kind == TableKind::OrderedSet => {
                let reverse = Term::small(reverse.into());
                let end = Term::NIL;
                heap.tuple(&[
                    self.table, after, end, limit, compiled, rest, reverse, count,
                ])
            }
            Some(Place {
                after: Some(after), ..
            }) => {
                let list = heap.cons(after, rest);
                let slot = Term::small(0);
                heap.tuple(&[self.table, slot, limit, compiled, list, count])
            }
            _ => {
                let slot = Term::small(-1);
                heap.tuple(&[self.table, slot, limit, compiled, rest, count])
            }
        }
    }

    fn read(heap: &Heap, term: Term) -> Option<Continuation> {
        let elements = heap.elements(term)?;
        match elements[..] {
            [table, after, _, limit, compiled, rest, reverse, _] => Some(Continuation {
                table,
                spec: match_spec::as_compiled(heap, compiled)?,
                limit: limit.as_small().filter(|limit| *limit >= 1)? as usize,
                place: Some(Place {
                    after: Some(after),
                    reverse: reverse.as_small()? != 0,
                }),
                rest: heap.as_list(rest)?,
            }),
            [table, slot, limit, compiled, list, _] => {
                let mut rest = heap.as_list(list)?;
                let place = match slot.as_small()? {
                    -1 => None,
                    _ if rest.is_empty() => return None,
                    _ => Some(Place {
                        after: Some(rest.remove(0)),
                        reverse: false,
                    }),
                };
                Some(Continuation {
                    table,
                    spec: match_spec::as_compiled(heap, compiled)?,
                    limit: limit.as_small().filter(|limit| *limit >= 1)? as usize,
                    place,
                    rest,
                })
            }
            _ => None,
        }
    }

    /// The table and the specification of a continuation, and whether objects are looked at.
    fn parts(heap: &Heap, term: Term) -> Option<(Term, Term, bool)> {
        let read = Continuation::read(heap, term)?;
        let looks = read.place.is_some() && read.rest.len() < read.limit;
        Some((read.table, read.spec, looks))
    }
}

/// The table and the specification of a continuation, and whether objects are looked at.
pub(super) fn continuation_parts(heap: &Heap, term: Term) -> Option<(Term, Term, bool)> {
    Continuation::parts(heap, term)
}

/// Do all results have the keys of their objects, as can be seen from the specification?
fn keeps_keys(heap: &Heap, spec: Term, key_position: usize) -> bool {
    let clauses = heap.as_list(spec).unwrap_or_default();
    clauses
        .into_iter()
        .all(|clause| match heap.as_tuple(clause) {
            Some((at, 3)) => {
                let (head, body) = (heap.term_at(at), heap.term_at(at + 2));
                keeps_key(heap, head, body, key_position).unwrap_or(false)
            }
            _ => false,
        })
}

fn keeps_key(heap: &Heap, head: Term, body: Term, key_position: usize) -> Option<bool> {
    let (body, Term::NIL) = heap.as_cons(body)? else {
        return None;
    };
    if body == atoms::DOLLAR_UNDERSCORE {
        return Some(true);
    }
    let key = *heap.elements(head)?.get(key_position - 1)?;
    let body = heap.elements(body)?;
    match body[..] {
        [tuple] => {
            let made = *heap.elements(tuple)?.get(key_position - 1)?;
            let position = Term::small(key_position as i64);
            let same = [atoms::ELEMENT, position, atoms::DOLLAR_UNDERSCORE];
            if heap.elements(made).is_some_and(|call| call == same) {
                return Some(true);
            }
            Some(makes(heap, key, made))
        }
        [atoms::CONST, tuple] => {
            let made = *heap.elements(tuple)?.get(key_position - 1)?;
            Some(!match_spec::has_variable(heap, key) && compare::identical(heap, key, made))
        }
        _ => None,
    }
}

/// Does an expression make what a pattern matched?
fn makes(heap: &Heap, pattern: Term, expression: Term) -> bool {
    let mut work = vec![(pattern, expression)];
    while let Some((pattern, expression)) = work.pop() {
        if [
            atoms::UNDERSCORE,
            atoms::DOLLAR_UNDERSCORE,
            atoms::DOLLAR_DOLLAR,
        ]
        .contains(&expression)
        {
            return false;
        }
        if let Some((head, tail)) = heap.as_cons(expression) {
            match heap.as_cons(pattern) {
                Some((first, rest)) => work.extend([(first, head), (rest, tail)]),
                None => return false,
            }
        } else if let Some(parts) = heap.elements(expression) {
            let made = match parts[..] {
                [atoms::CONST, constant] => {
                    if match_spec::has_variable(heap, pattern)
                        || !compare::identical(heap, pattern, constant)
                    {
                        return false;
                    }
                    continue;
                }
                [tuple] => heap.elements(tuple),
                _ => None,
            };
            match (made, heap.elements(pattern)) {
                (Some(made), Some(parts)) if made.len() == parts.len() => {
                    work.extend(parts.into_iter().zip(made));
                }
                _ => return false,
            }
        } else if matches!(
            heap.boxed(expression),
            Some((Kind::FlatMap | Kind::TreeMap, ..))
        ) || !compare::identical(heap, pattern, expression)
        {
            return false;
        }
    }
    true
}
