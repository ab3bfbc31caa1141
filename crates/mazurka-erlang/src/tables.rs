//! The ETS tables of an execution, with undo.
//!
//! The contents of a table are sorted by key, so the order in which a program sees them says
//! nothing about when they came. Objects are terms of the heap, which goes back by the same
//! marks in the same order; nothing is copied. Every change is noted in a log.
//!
//! | file | holds |
//! |---|---|
//! | `tables` | tables, how they change, and how changes are undone |
//! | `operation` | the native functions by name, and which of them does what |
//! | `footprint` | what an operation will touch, before it is run |
//! | `objects` | operations on single keys, and `first`, `next` and the like |
//! | `scan` | `select`, `match` and their continuations |
//! | `whole` | operations on tables as a whole: making, deleting, giving away |
//! | `info` | `ets:info` |

mod footprint;
mod info;
mod objects;
mod operation;
mod scan;
#[cfg(test)]
mod tests;
mod whole;

use crate::compare;
use crate::heap::Heap;
use crate::raise::{Raise, Result};
use crate::term::Term;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

pub(crate) use footprint::{Footprint, KeyKind, What};
pub(crate) use operation::Op;
#[cfg(test)]
pub(crate) use whole::Exit;

/// A table: the process that made it, and the number of the reference that names it.
pub(crate) type Id = (u32, u64);

/// How many objects a key has, and which keys are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableKind {
    Set,
    /// Keys are the same if they are `==`, otherwise if they are `=:=`.
    OrderedSet,
    Bag,
    DuplicateBag,
}

impl TableKind {
    /// Has a key one object at the most?
    fn is_set(self) -> bool {
        matches!(self, TableKind::Set | TableKind::OrderedSet)
    }
}

/// Who beside its owner may use a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Protection {
    Public,
    Protected,
    Private,
}

/// What an operation wants to do with a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    Read,
    Write,
    /// What everyone may.
    Any,
}

/// Options that mean nothing here, but are told by `ets:info`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Tuning {
    /// `true`, `false` or `auto`.
    write_concurrency: Term,
    read_concurrency: bool,
    decentralized_counters: bool,
    compressed: bool,
}

/// All about a table but its contents.
#[derive(Clone, Debug)]
struct Properties {
    /// An atom.
    name: Term,
    named: bool,
    protection: Protection,
    owner: u32,
    /// The process that gets the table when its owner ends, and what it is told.
    heir: Option<(u32, Term)>,
    /// Who holds the table fixed, and how often.
    fixed: Vec<(u32, u64)>,
}

/// A key, with its objects.
#[derive(Clone, Debug)]
struct Entry {
    key: Term,
    /// None if they were deleted while the table was fixed: `next` still knows the key.
    objects: Vec<Term>,
}

#[derive(Clone, Debug)]
struct Table {
    id: Id,
    kind: TableKind,
    /// Counted from 1.
    key_position: usize,
    tuning: Tuning,
    properties: Properties,
    /// In the order of keys.
    entries: Vec<Entry>,
    /// How many objects there are.
    size: usize,
    deleted: bool,
}

impl Table {
    /// The order of keys.
    fn order(&self, heap: &Heap, a: Term, b: Term) -> Ordering {
        match self.kind {
            TableKind::OrderedSet => compare::compare(heap, a, b),
            _ => compare::compare_keys(heap, a, b),
        }
    }

    /// Where a key is, or would be.
    fn find(&self, heap: &Heap, key: Term) -> std::result::Result<usize, usize> {
        let order = |entry: &Entry| self.order(heap, entry.key, key);
        self.entries.binary_search_by(order)
    }

    /// The objects of a key.
    fn objects(&self, heap: &Heap, key: Term) -> &[Term] {
        match self.find(heap, key) {
            Ok(at) => &self.entries[at].objects,
            Err(_) => &[],
        }
    }

    /// The key of an object; none if it is no tuple, or is too small.
    fn key_of(&self, heap: &Heap, object: Term) -> Option<Term> {
        match heap.as_tuple(object) {
            Some((at, size)) if size >= self.key_position => {
                Some(heap.term_at(at + self.key_position - 1))
            }
            _ => None,
        }
    }

    fn allows(&self, access: Access, caller: u32) -> bool {
        let properties = &self.properties;
        properties.owner == caller
            || match access {
                Access::Any => true,
                Access::Read => properties.protection != Protection::Private,
                Access::Write => properties.protection == Protection::Public,
            }
    }

    /// What programs know a table by.
    fn handle(&self, heap: &mut Heap) -> Term {
        match self.properties.named {
            true => self.properties.name,
            false => heap.reference(self.id.0, self.id.1),
        }
    }
}

/// What an operation did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// The objects of a key changed.
    Changed {
        table: Id,
        key: Term,
        before: Vec<Term>,
        after: Vec<Term>,
    },
    /// A table is there. The name is that by which it can be found, if there is one.
    Created { table: Id, name: Option<Term> },
    /// A table is there no more.
    Deleted { table: Id, name: Option<Term> },
    /// A table is called otherwise; the names are those by which it can be found.
    Renamed {
        table: Id,
        from: Option<Term>,
        to: Option<Term>,
    },
    /// A table has another owner, who is to be sent the message `{'ETS-TRANSFER', ..}`.
    GivenAway {
        table: Id,
        from: u32,
        to: u32,
        message: Term,
    },
    /// The heir or the protection of a table changed.
    Options { table: Id },
}

/// Who runs an operation, and what it needs to know of others.
#[derive(Clone, Copy)]
pub(crate) struct Caller<'a> {
    /// The number of the process.
    pub(crate) pid: u32,
    /// The number of the next reference that it makes. `ets:new` uses it up if it succeeds.
    pub(crate) reference: u64,
    /// Is a process alive? Asked by `give_away`, and for heirs: see [`Footprint::life`].
    pub(crate) alive: &'a dyn Fn(u32) -> bool,
}

/// A change that can be undone. Places count from when it was made.
#[derive(Debug)]
enum Change {
    /// A key came.
    Added { table: usize, at: usize },
    /// A key went.
    Removed {
        table: usize,
        at: usize,
        entry: Entry,
    },
    /// A key's objects changed.
    Replaced {
        table: usize,
        at: usize,
        entry: Entry,
    },
    /// All of a table changed.
    All {
        table: usize,
        entries: Vec<Entry>,
        size: usize,
    },
    Properties {
        table: usize,
        properties: Box<Properties>,
    },
    /// The last of the tables came.
    Created,
    Deleted {
        table: usize,
        entries: Vec<Entry>,
        properties: Box<Properties>,
        size: usize,
    },
}

/// A place to go back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark(usize);

/// All tables of an execution.
#[derive(Default)]
pub(crate) struct Tables {
    /// Also those that were deleted, in the order in which they were made.
    tables: Vec<Table>,
    ids: FxHashMap<Id, usize>,
    /// Tables with names, by their names.
    names: FxHashMap<Term, usize>,
    log: Vec<Change>,
    /// What the last operation did.
    pub(crate) effects: Vec<Effect>,
}

impl Tables {
    /// Forgets everything: a new execution begins.
    pub(crate) fn clear(&mut self) {
        self.tables.clear();
        self.ids.clear();
        self.names.clear();
        self.log.clear();
        self.effects.clear();
    }

    /// Notes the present state. Marks are gone back to in reverse order.
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.log.len())
    }

    /// Goes back to the state at a mark. Marks that came after it count no more.
    pub(crate) fn go_back(&mut self, mark: &Mark) {
        while self.log.len() > mark.0 {
            let change = self.log.pop().expect("there is one");
            self.undo(change);
        }
        self.effects.clear();
    }

    fn undo(&mut self, change: Change) {
        match change {
            Change::Added { table, at } => {
                let table = &mut self.tables[table];
                table.size -= table.entries.remove(at).objects.len();
            }
            Change::Removed { table, at, entry } => {
                let table = &mut self.tables[table];
                table.size += entry.objects.len();
                table.entries.insert(at, entry);
            }
            Change::Replaced { table, at, entry } => {
                let table = &mut self.tables[table];
                let now = std::mem::replace(&mut table.entries[at], entry);
                table.size = table.size + table.entries[at].objects.len() - now.objects.len();
            }
            Change::All {
                table,
                entries,
                size,
            } => {
                let table = &mut self.tables[table];
                (table.entries, table.size) = (entries, size);
            }
            Change::Properties { table, properties } => self.change(table, *properties),
            Change::Created => {
                let table = self.tables.pop().expect("there is one");
                self.ids.remove(&table.id);
                if table.properties.named {
                    self.names.remove(&table.properties.name);
                }
            }
            Change::Deleted {
                table,
                entries,
                properties,
                size,
            } => {
                if properties.named {
                    self.names.insert(properties.name, table);
                }
                let table = &mut self.tables[table];
                (table.entries, table.size) = (entries, size);
                table.properties = *properties;
                table.deleted = false;
            }
        }
    }

    /// Gives a table other properties, and keeps its name in order.
    fn change(&mut self, at: usize, properties: Properties) {
        let table = &mut self.tables[at];
        let before = std::mem::replace(&mut table.properties, properties);
        if before.name != table.properties.name && before.named {
            self.names.remove(&before.name);
            self.names.insert(table.properties.name, at);
        }
    }

    /// The same, with a note in the log.
    fn change_noted(&mut self, at: usize, properties: Properties) {
        let before = Box::new(self.tables[at].properties.clone());
        self.log.push(Change::Properties {
            table: at,
            properties: before,
        });
        self.change(at, properties);
    }

    /// Gives a key other objects. What is the same stays.
    fn put(&mut self, heap: &Heap, at: usize, key: Term, objects: Vec<Term>) {
        let table = &mut self.tables[at];
        let id = table.id;
        let ghosts = table.kind != TableKind::OrderedSet && !table.properties.fixed.is_empty();
        let (before, after) = match table.find(heap, key) {
            Err(place) => {
                if objects.is_empty() {
                    return;
                }
                table.size += objects.len();
                let after = objects.clone();
                table.entries.insert(place, Entry { key, objects });
                self.log.push(Change::Added {
                    table: at,
                    at: place,
                });
                (Vec::new(), after)
            }
            Ok(place) => {
                let entry = &mut table.entries[place];
                if same_objects(heap, &entry.objects, &objects) {
                    return;
                }
                table.size = table.size + objects.len() - entry.objects.len();
                let after = objects.clone();
                let before = match objects.is_empty() && !ghosts {
                    true => {
                        let entry = table.entries.remove(place);
                        let before = entry.objects.clone();
                        self.log.push(Change::Removed {
                            table: at,
                            at: place,
                            entry,
                        });
                        before
                    }
                    false => {
                        let entry = std::mem::replace(entry, Entry { key, objects });
                        let before = entry.objects.clone();
                        self.log.push(Change::Replaced {
                            table: at,
                            at: place,
                            entry,
                        });
                        before
                    }
                };
                (before, after)
            }
        };
        self.effects.push(Effect::Changed {
            table: id,
            key,
            before,
            after,
        });
    }

    /// Where a table is that is named by a term: by its name, or by its reference.
    fn resolve(&self, heap: &Heap, term: Term) -> Option<usize> {
        if term.as_atom().is_some() {
            return self.names.get(&term).copied();
        }
        let at = self.at(heap.as_reference(term)?)?;
        (!self.tables[at].deleted).then_some(at)
    }

    /// Where a table is, or was.
    fn at(&self, id: Id) -> Option<usize> {
        self.ids.get(&id).copied()
    }

    /// Where a table is that the caller may use in that way.
    fn open(&self, heap: &Heap, term: Term, access: Access, caller: u32) -> Result<usize> {
        match self.resolve(heap, term) {
            Some(at) if self.tables[at].allows(access, caller) => Ok(at),
            _ => Err(Raise::BADARG),
        }
    }

    /// The tables that a process owns, oldest first.
    pub(crate) fn owned_by(&self, pid: u32) -> Vec<Id> {
        let owned = self.tables.iter();
        let owned = owned.filter(|table| !table.deleted && table.properties.owner == pid);
        owned.map(|table| table.id).collect()
    }

    /// The name by which a table can be found, if it has one.
    pub(crate) fn names_of(&self, id: Id) -> Vec<Term> {
        let table = self.at(id).map(|at| &self.tables[at]);
        let named = table.filter(|table| table.properties.named && !table.deleted);
        named
            .map(|table| table.properties.name)
            .into_iter()
            .collect()
    }

    /// The name by which a table can be found, or could be before it was deleted.
    pub(crate) fn name_ever(&self, id: Id) -> Option<Term> {
        let table = &self.tables[self.at(id)?];
        table.properties.named.then_some(table.properties.name)
    }

    /// May only its owner use a table?
    pub(crate) fn is_private(&self, id: Id) -> bool {
        let table = self.at(id).map(|at| &self.tables[at]);
        table.is_some_and(|table| table.properties.protection == Protection::Private)
    }

    /// Has a key one object at the most?
    pub(crate) fn is_set(&self, id: Id) -> bool {
        self.at(id).is_some_and(|at| self.tables[at].kind.is_set())
    }

    /// Are keys the same if they are `==`?
    pub(crate) fn is_ordered(&self, id: Id) -> bool {
        let table = self.at(id).map(|at| &self.tables[at]);
        table.is_some_and(|table| table.kind == TableKind::OrderedSet)
    }

    /// What is in each table: its name, if it can be found by that, and its objects.
    pub(crate) fn contents(&self) -> Vec<(Option<Term>, Vec<Term>)> {
        let tables = self.tables.iter().filter(|table| !table.deleted);
        let of = |table: &Table| {
            let objects = table.entries.iter().flat_map(|entry| entry.objects.iter());
            let name = table.properties.named.then_some(table.properties.name);
            (name, objects.copied().collect())
        };
        tables.map(of).collect()
    }
}

/// Are these the same objects, in the same order?
fn same_objects(heap: &Heap, a: &[Term], b: &[Term]) -> bool {
    a.len() == b.len() && (a.iter().zip(b)).all(|(a, b)| compare::identical(heap, *a, *b))
}

/// A truth as a term.
fn truth(value: bool) -> Term {
    match value {
        true => crate::atoms::TRUE,
        false => crate::atoms::FALSE,
    }
}
