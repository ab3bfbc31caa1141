//! Operations on single keys, and on the order of keys.

use super::{Access, Table, TableKind, Tables, truth};
use crate::atoms;
use crate::compare;
use crate::heap::Heap;
use crate::number;
use crate::raise::{Raise, Result};
use crate::term::Term;

/// One step of `update_counter`.
struct Step {
    /// Counted from 1.
    position: usize,
    increment: Term,
    /// The bound, and the value that is set beyond it.
    threshold: Option<(Term, Term)>,
}

impl Tables {
    pub(super) fn lookup(&self, heap: &mut Heap, table: Term, key: Term, pid: u32) -> Result {
        let at = self.open(heap, table, Access::Read, pid)?;
        let objects = self.tables[at].objects(heap, key);
        heap.check(2 * objects.len())?;
        Ok(heap.list(objects))
    }

    pub(super) fn member(&self, heap: &Heap, table: Term, key: Term, pid: u32) -> Result {
        let at = self.open(heap, table, Access::Read, pid)?;
        Ok(truth(!self.tables[at].objects(heap, key).is_empty()))
    }

    pub(super) fn lookup_element(
        &self,
        heap: &mut Heap,
        table: Term,
        key: Term,
        position: Term,
        default: Option<Term>,
        pid: u32,
    ) -> Result {
        let position = position.as_small().filter(|position| *position >= 1);
        let position = position.ok_or(Raise::BADARG)? as usize;
        let table = &self.tables[self.open(heap, table, Access::Read, pid)?];
        let objects = table.objects(heap, key);
        if objects.is_empty() {
            return default.ok_or(Raise::BADARG);
        }
        let elements = objects
            .iter()
            .map(|object| element(heap, *object, position));
        let elements: Option<Vec<Term>> = elements.collect();
        let elements = elements.ok_or(Raise::BADARG)?;
        heap.check(2 * elements.len())?;
        Ok(match table.kind.is_set() {
            true => elements[0],
            false => heap.list(&elements),
        })
    }

    pub(super) fn take(&mut self, heap: &mut Heap, table: Term, key: Term, pid: u32) -> Result {
        let at = self.open(heap, table, Access::Write, pid)?;
        let objects = self.tables[at].objects(heap, key);
        heap.check(2 * objects.len())?;
        let taken = heap.list(objects);
        self.put(heap, at, key, Vec::new());
        Ok(taken)
    }

    pub(super) fn delete_key(&mut self, heap: &Heap, table: Term, key: Term, pid: u32) -> Result {
        let at = self.open(heap, table, Access::Write, pid)?;
        self.put(heap, at, key, Vec::new());
        Ok(atoms::TRUE)
    }

    pub(super) fn delete_object(
        &mut self,
        heap: &Heap,
        table: Term,
        object: Term,
        pid: u32,
    ) -> Result {
        let at = self.open(heap, table, Access::Write, pid)?;
        let table = &self.tables[at];
        let key = table.key_of(heap, object).ok_or(Raise::BADARG)?;
        let mut left = table.objects(heap, key).to_vec();
        left.retain(|other| !compare::identical(heap, object, *other));
        // An ordered set may have another object under a key that is `==`.
        let key = left
            .first()
            .and_then(|first| table.key_of(heap, *first))
            .unwrap_or(key);
        self.put(heap, at, key, left);
        Ok(atoms::TRUE)
    }

    pub(super) fn delete_all(&mut self, heap: &Heap, table: Term, count: Term, pid: u32) -> Result {
        let at = self.open(heap, table, Access::Write, pid)?;
        let size = self.tables[at].size;
        let keys: Vec<Term> = self.tables[at]
            .entries
            .iter()
            .map(|entry| entry.key)
            .collect();
        for key in keys.into_iter().rev() {
            self.put(heap, at, key, Vec::new());
        }
        Ok(match count {
            atoms::UNDEFINED => Term::small(size as i64),
            count => count,
        })
    }

    /// `insert`, and (`new`) `insert_new`: of one object, or all objects of a list.
    pub(super) fn insert(
        &mut self,
        heap: &Heap,
        table: Term,
        objects: Term,
        new: bool,
        pid: u32,
    ) -> Result {
        let at = self.open(heap, table, Access::Write, pid)?;
        let table = &self.tables[at];
        let groups = table.group(heap, objects).ok_or(Raise::BADARG)?;
        if new {
            let mut groups = groups.iter();
            if groups.any(|(key, _)| !table.objects(heap, *key).is_empty()) {
                return Ok(atoms::FALSE);
            }
        }
        for (key, objects) in groups {
            let table = &self.tables[at];
            match table.kind {
                TableKind::Set | TableKind::OrderedSet => {
                    let last = objects[objects.len() - 1];
                    let key = table.key_of(heap, last).unwrap_or(key);
                    self.put(heap, at, key, vec![last]);
                }
                TableKind::DuplicateBag => {
                    let mut all = table.objects(heap, key).to_vec();
                    all.extend(objects);
                    self.put(heap, at, key, all);
                }
                TableKind::Bag => {
                    let mut all = table.objects(heap, key).to_vec();
                    for object in objects {
                        let mut others = all.iter();
                        if !others.any(|other| compare::identical(heap, *other, object)) {
                            all.push(object);
                        }
                    }
                    self.put(heap, at, key, all);
                }
            }
        }
        Ok(atoms::TRUE)
    }

    pub(super) fn update_counter(
        &mut self,
        heap: &mut Heap,
        table: Term,
        key: Term,
        updates: Term,
        default: Option<Term>,
        pid: u32,
    ) -> Result {
        let at = self.open(heap, table, Access::Write, pid)?;
        let table = &self.tables[at];
        if !table.kind.is_set() || default.is_some_and(|default| heap.as_tuple(default).is_none()) {
            return Err(Raise::BADARG);
        }
        let (steps, single) = steps(heap, updates, table.key_position).ok_or(Raise::BADARG)?;
        let object = table.object_or(heap, key, default).ok_or(Raise::BADARG)?;
        let mut elements = heap.elements(object).ok_or(Raise::BADARG)?;
        heap.check(elements.len() + 1 + 2 * steps.len())?;
        let mut results = Vec::new();
        for step in &steps {
            let element = elements.get_mut(step.position - 1).ok_or(Raise::BADARG)?;
            if step.position == table.key_position || !heap.is_integer(*element) {
                return Err(Raise::BADARG);
            }
            *element = step.apply(heap, *element)?;
            results.push(*element);
        }
        let new = heap.tuple(&elements);
        let key = table.key_of(heap, new).unwrap_or(key);
        self.put(heap, at, key, vec![new]);
        Ok(match single {
            true => results[0],
            false => heap.list(&results),
        })
    }

    pub(super) fn update_element(
        &mut self,
        heap: &mut Heap,
        table: Term,
        key: Term,
        updates: Term,
        default: Option<Term>,
        pid: u32,
    ) -> Result {
        let at = self.open(heap, table, Access::Write, pid)?;
        let table = &self.tables[at];
        if !table.kind.is_set() || default.is_some_and(|default| heap.as_tuple(default).is_none()) {
            return Err(Raise::BADARG);
        }
        if default.is_none() && table.objects(heap, key).is_empty() {
            // Whatever the updates are.
            return Ok(atoms::FALSE);
        }
        let object = table.object_or(heap, key, default).ok_or(Raise::BADARG)?;
        let mut elements = heap.elements(object).ok_or(Raise::BADARG)?;
        let updates = match heap.as_tuple(updates) {
            Some(_) => vec![updates],
            None => heap.as_list(updates).ok_or(Raise::BADARG)?,
        };
        for update in updates {
            let Some((place, 2)) = heap.as_tuple(update) else {
                return Err(Raise::BADARG);
            };
            let position = heap.term_at(place).as_small().unwrap_or(0);
            if position < 1 || position as usize == table.key_position {
                return Err(Raise::BADARG);
            }
            let element = elements.get_mut(position as usize - 1);
            *element.ok_or(Raise::BADARG)? = heap.term_at(place + 1);
        }
        heap.check(elements.len() + 1)?;
        let new = heap.tuple(&elements);
        let key = table.key_of(heap, new).unwrap_or(key);
        self.put(heap, at, key, vec![new]);
        Ok(atoms::TRUE)
    }

    /// The first key, or the last.
    pub(super) fn end(
        &self,
        heap: &mut Heap,
        table: Term,
        last: bool,
        lookup: bool,
        pid: u32,
    ) -> Result {
        let table = &self.tables[self.open(heap, table, Access::Read, pid)?];
        // Of other tables than ordered sets, the last key is the first.
        match last && table.kind == TableKind::OrderedSet {
            true => table.key_before(heap, table.entries.len(), lookup),
            false => table.key_from(heap, 0, lookup),
        }
    }

    /// The key behind another, or before it.
    pub(super) fn beside(
        &self,
        heap: &mut Heap,
        table: Term,
        key: Term,
        before: bool,
        lookup: bool,
        pid: u32,
    ) -> Result {
        let table = &self.tables[self.open(heap, table, Access::Read, pid)?];
        let ordered = table.kind == TableKind::OrderedSet;
        match (table.find(heap, key), before && ordered) {
            (Ok(at) | Err(at), true) => table.key_before(heap, at, lookup),
            (Ok(at), false) => table.key_from(heap, at + 1, lookup),
            (Err(at), false) if ordered => table.key_from(heap, at, lookup),
            (Err(_), false) => Err(Raise::BADARG),
        }
    }

    pub(super) fn slot(&self, heap: &mut Heap, table: Term, index: Term, pid: u32) -> Result {
        let table = &self.tables[self.open(heap, table, Access::Read, pid)?];
        let index = index.as_small().filter(|index| *index >= 0);
        let index = index.ok_or(Raise::BADARG)? as usize;
        let present = || {
            table
                .entries
                .iter()
                .filter(|entry| !entry.objects.is_empty())
        };
        match present().nth(index) {
            Some(entry) => {
                heap.check(2 * entry.objects.len())?;
                Ok(heap.list(&entry.objects))
            }
            None if index == present().count() => Ok(atoms::END_OF_TABLE),
            None => Err(Raise::BADARG),
        }
    }
}

impl Table {
    /// The first key from a place on.
    fn key_from(&self, heap: &mut Heap, at: usize, lookup: bool) -> Result {
        let mut entries = self.entries[at..].iter();
        let entry = entries.find(|entry| !entry.objects.is_empty());
        Ok(self.found(heap, entry, lookup))
    }

    /// The last key before a place.
    fn key_before(&self, heap: &mut Heap, at: usize, lookup: bool) -> Result {
        let mut entries = self.entries[..at].iter().rev();
        let entry = entries.find(|entry| !entry.objects.is_empty());
        Ok(self.found(heap, entry, lookup))
    }

    fn found(&self, heap: &mut Heap, entry: Option<&super::Entry>, lookup: bool) -> Term {
        match entry {
            None => atoms::END_OF_TABLE,
            Some(entry) if lookup => {
                let objects = heap.list(&entry.objects);
                heap.tuple(&[entry.key, objects])
            }
            Some(entry) => entry.key,
        }
    }

    /// Objects (one, or a list of them) by their keys, in the order of keys. Those of a key are
    /// in the order of the list. None if one of them cannot be an object.
    pub(super) fn group(&self, heap: &Heap, objects: Term) -> Option<Vec<(Term, Vec<Term>)>> {
        if let Some(key) = self.key_of(heap, objects) {
            return Some(vec![(key, vec![objects])]);
        }
        let objects = heap.as_list(objects)?.into_iter();
        let keyed = objects.map(|object| Some((self.key_of(heap, object)?, object)));
        let mut keyed = keyed.collect::<Option<Vec<_>>>()?;
        keyed.sort_by(|(a, _), (b, _)| self.order(heap, *a, *b));
        let mut groups: Vec<(Term, Vec<Term>)> = Vec::new();
        for (key, object) in keyed {
            match groups.last_mut() {
                Some((same, objects)) if self.order(heap, *same, key).is_eq() => {
                    objects.push(object);
                }
                _ => groups.push((key, vec![object])),
            }
        }
        Some(groups)
    }

    /// The object of a key, or one like `default` with that key.
    fn object_or(&self, heap: &mut Heap, key: Term, default: Option<Term>) -> Option<Term> {
        if let Some(object) = self.objects(heap, key).first() {
            return Some(*object);
        }
        let mut elements = heap.elements(default?)?;
        *elements.get_mut(self.key_position - 1)? = key;
        Some(heap.tuple(&elements))
    }
}

impl Step {
    fn apply(&self, heap: &mut Heap, old: Term) -> Result {
        let new = number::add(heap, old, self.increment)?;
        let Some((bound, beyond)) = self.threshold else {
            return Ok(new);
        };
        let zero = Term::small(0);
        let passed = match compare::compare(heap, self.increment, zero).is_lt() {
            true => compare::compare(heap, new, bound).is_lt(),
            false => compare::compare(heap, new, bound).is_gt(),
        };
        Ok(if passed { beyond } else { new })
    }
}

/// The steps of an update, and whether it is a single one, whose result is no list.
fn steps(heap: &Heap, updates: Term, key_position: usize) -> Option<(Vec<Step>, bool)> {
    if heap.is_integer(updates) {
        let step = Step {
            position: key_position + 1,
            increment: updates,
            threshold: None,
        };
        return Some((vec![step], true));
    }
    if heap.as_tuple(updates).is_some() {
        return Some((vec![step(heap, updates)?], true));
    }
    let updates = heap.as_list(updates)?.into_iter();
    let steps = updates.map(|update| step(heap, update));
    Some((steps.collect::<Option<Vec<Step>>>()?, false))
}

fn step(heap: &Heap, update: Term) -> Option<Step> {
    let elements = heap.elements(update)?;
    let (increment, threshold) = match elements[..] {
        [_, increment] => (increment, None),
        [_, increment, bound, beyond] => (increment, Some((bound, beyond))),
        _ => return None,
    };
    let mut numbers = elements.iter();
    if !numbers.all(|number| heap.is_integer(*number)) {
        return None;
    }
    let position = elements[0].as_small().filter(|position| *position >= 1)?;
    Some(Step {
        position: position as usize,
        increment,
        threshold,
    })
}

/// An element of a tuple, counted from 1.
fn element(heap: &Heap, tuple: Term, position: usize) -> Option<Term> {
    match heap.as_tuple(tuple) {
        Some((at, size)) if position <= size => Some(heap.term_at(at + position - 1)),
        _ => None,
    }
}
