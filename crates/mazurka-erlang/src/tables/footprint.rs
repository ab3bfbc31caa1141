//! What an operation will touch, without running it.

use super::{Access, Id, Op, Table, Tables, scan, whole};
use crate::atoms;
use crate::heap::Heap;
use crate::match_spec::Spec;
use crate::term::Term;

/// What is done with a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeyKind {
    /// Its objects are read.
    Lookup,
    /// This object is put there.
    Insert(Term),
    /// This object is put there if there is none.
    InsertNew(Term),
    Delete,
    /// This object is deleted.
    DeleteObject(Term),
    Take,
    /// A counter or an element changes, by what is there.
    Update,
    /// Objects that a match specification takes are counted or read.
    Select,
    /// They are deleted or replaced.
    SelectChange,
}

/// What an operation touches of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum What {
    /// Nothing beside the table and its name: it fails, or asks for what is always the same.
    Nothing,
    Key(Term, KeyKind),
    /// Several keys, each once.
    Keys(Vec<(Term, KeyKind)>),
    /// What this match specification takes; `changes` if that is deleted or replaced.
    Scan {
        spec: Term,
        changes: bool,
    },
    /// How many objects there are, or how much memory they need.
    Size,
    /// Which keys there are.
    KeySet,
    /// The table is fixed, or is so no more. This decides whether `next` fails for a key that
    /// is deleted later; what is in the table stays.
    Fix,
    /// All objects are deleted.
    Clear,
    /// The table as a whole: `writes` if it is made, deleted, renamed, given away, or gets
    /// other options.
    Table {
        writes: bool,
    },
    /// Which tables there are by a name (`ets:whereis`).
    Name,
}

/// What an operation will touch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Footprint {
    /// The table, also if it is there no more. For `ets:new`, the one that will be made.
    pub(crate) table: Option<Id>,
    /// Is there such a table?
    pub(crate) exists: bool,
    /// The name by which it is asked for, and those that it has or gets if that changes.
    pub(crate) names: Vec<Term>,
    pub(crate) what: What,
    /// A process whose life is asked about.
    pub(crate) life: Option<u32>,
}

impl Footprint {
    fn add_name(&mut self, name: Term) {
        if !self.names.contains(&name) {
            self.names.push(name);
        }
    }
}

impl Tables {
    /// What [`Tables::run`] would touch with these arguments in the present state. Nothing is
    /// changed, but a term may be made (the specification of a pattern).
    pub(crate) fn footprint(
        &self,
        heap: &mut Heap,
        op: Op,
        args: &[Term],
        caller: u32,
        reference: u64,
    ) -> Footprint {
        let mut footprint = Footprint {
            table: None,
            exists: false,
            names: Vec::new(),
            what: What::Nothing,
            life: None,
        };
        match (op, args) {
            (Op::New, [name, options]) => {
                if let Some((named, life)) = whole::read_new(heap, *name, *options) {
                    footprint.table = Some((caller, reference));
                    footprint.names.extend(named);
                    footprint.life = life.filter(|pid| *pid != caller);
                    footprint.what = What::Table { writes: true };
                    if named.is_some_and(|name| self.names.contains_key(&name)) {
                        footprint.what = What::Nothing;
                        footprint.table = None;
                    }
                }
                return footprint;
            }
            (Op::Whereis, [name]) => {
                if name.as_atom().is_some() {
                    footprint.names.push(*name);
                    footprint.what = What::Name;
                    footprint.table = self.names.get(name).map(|at| self.tables[*at].id);
                    footprint.exists = footprint.table.is_some();
                }
                return footprint;
            }
            _ => {}
        }
        let Some(first) = args.first() else {
            return footprint;
        };
        let mut named_by = *first;
        let mut continued = None;
        if matches!(
            op,
            Op::Select | Op::SelectReverse | Op::Match | Op::MatchObject
        ) && args.len() == 1
        {
            match scan::continuation_parts(heap, *first) {
                Some((table, spec, looks)) => {
                    named_by = table;
                    continued = Some((spec, looks));
                }
                None => return footprint,
            }
        }
        if named_by.as_atom().is_some() {
            footprint.names.push(named_by);
        } else if let Some(id) = heap.as_reference(named_by) {
            // A reference that never was a table will never be one.
            footprint.table = self.at(id).map(|at| self.tables[at].id);
        }
        let Some(at) = self.resolve(heap, named_by) else {
            return footprint;
        };
        let table = &self.tables[at];
        footprint.table = Some(table.id);
        footprint.exists = true;
        if !table.allows(access(op), caller) {
            return footprint;
        }
        footprint.what = match (op, continued) {
            (_, Some((spec, true))) => What::Scan {
                spec,
                changes: false,
            },
            (_, Some((_, false))) => What::Nothing,
            _ => table.what(heap, op, args, caller).unwrap_or(What::Nothing),
        };
        match (op, args) {
            (Op::Rename, [_, name])
                if table.properties.named && footprint.what != What::Nothing =>
            {
                footprint.add_name(table.properties.name);
                footprint.add_name(*name);
                if self.names.contains_key(name) {
                    footprint.what = What::Nothing;
                }
            }
            (Op::Delete, _) if table.properties.named => {
                footprint.add_name(table.properties.name);
            }
            (Op::GiveAway, [_, to, _]) if footprint.what != What::Nothing => {
                footprint.life = to.as_pid();
            }
            (Op::SetOptions, [_, options]) if footprint.what != What::Nothing => {
                let heir = whole::read_set_options(heap, *options).and_then(|(heir, _)| heir);
                let life = heir.flatten().map(|(pid, _)| pid);
                footprint.life = life.filter(|pid| *pid != caller);
            }
            _ => {}
        }
        footprint
    }
}

/// What an operation needs to be allowed.
fn access(op: Op) -> Access {
    match op {
        Op::Info | Op::Whereis | Op::New => Access::Any,
        Op::Lookup
        | Op::LookupElement
        | Op::Member
        | Op::First
        | Op::FirstLookup
        | Op::Last
        | Op::LastLookup
        | Op::Next
        | Op::NextLookup
        | Op::Prev
        | Op::PrevLookup
        | Op::Slot
        | Op::Fix
        | Op::Select
        | Op::SelectCount
        | Op::SelectReverse
        | Op::Match
        | Op::MatchObject => Access::Read,
        _ => Access::Write,
    }
}

impl Table {
    /// What an operation touches of a table that it may use. None if it fails anyway.
    fn what(&self, heap: &mut Heap, op: Op, args: &[Term], caller: u32) -> Option<What> {
        let key = args.get(1).copied();
        Some(match op {
            Op::Lookup | Op::LookupElement | Op::Member => What::Key(key?, KeyKind::Lookup),
            Op::Take => What::Key(key?, KeyKind::Take),
            Op::DeleteKey => What::Key(key?, KeyKind::Delete),
            Op::DeleteObject => {
                let object = key?;
                let kind = KeyKind::DeleteObject(object);
                What::Key(self.key_of(heap, object)?, kind)
            }
            Op::UpdateCounter | Op::UpdateElement => match self.kind.is_set() {
                true => What::Key(key?, KeyKind::Update),
                false => return None,
            },
            Op::Insert | Op::InsertNew => {
                let groups = self.group(heap, key?)?;
                let keys = groups.into_iter().map(|(key, objects)| {
                    let last = objects[objects.len() - 1];
                    let kind = match (op, self.kind.is_set() || objects.len() == 1) {
                        (Op::InsertNew, _) => KeyKind::InsertNew(last),
                        (_, true) => KeyKind::Insert(last),
                        (_, false) => KeyKind::Update,
                    };
                    (key, kind)
                });
                let mut keys: Vec<(Term, KeyKind)> = keys.collect();
                match keys.len() {
                    1 => keys.pop().map(|(key, kind)| What::Key(key, kind))?,
                    _ => What::Keys(keys),
                }
            }
            Op::DeleteAll => What::Clear,
            Op::First
            | Op::FirstLookup
            | Op::Last
            | Op::LastLookup
            | Op::Next
            | Op::NextLookup
            | Op::Prev
            | Op::PrevLookup
            | Op::Slot => What::KeySet,
            Op::Fix => What::Fix,
            Op::Info => match key {
                None | Some(atoms::SIZE | atoms::MEMORY) => What::Size,
                Some(_) => What::Table { writes: false },
            },
            Op::New | Op::Delete => What::Table { writes: true },
            Op::Rename => {
                key?.as_atom()?;
                What::Table { writes: true }
            }
            Op::GiveAway => {
                let to = args.get(1)?.as_pid()?;
                if self.properties.owner != caller || to == caller {
                    return None;
                }
                What::Table { writes: true }
            }
            Op::SetOptions => {
                whole::read_set_options(heap, key?)?;
                if self.properties.owner != caller {
                    return None;
                }
                What::Table { writes: true }
            }
            Op::Whereis => What::Name,
            Op::Select
            | Op::SelectReverse
            | Op::SelectCount
            | Op::SelectDelete
            | Op::SelectReplace => {
                scan::compile(heap, key?).ok()?;
                if op == Op::SelectReplace && !self.can_replace(heap, key?) {
                    return None;
                }
                self.scan(heap, op, key?)
            }
            Op::Match | Op::MatchObject => {
                let bindings = op == Op::Match;
                Spec::of_pattern(heap, key?, bindings).ok()?;
                let spec = scan::spec_of_pattern(heap, key?, bindings);
                self.scan(heap, op, spec)
            }
        })
    }

    /// What a specification touches: the keys that it names, or all that it may take.
    fn scan(&self, heap: &Heap, op: Op, spec: Term) -> What {
        let changes = matches!(op, Op::SelectDelete | Op::SelectReplace);
        let Some(mut keys) = scan::bound_keys(heap, spec, self.key_position) else {
            return What::Scan { spec, changes };
        };
        keys.sort_by(|a, b| self.order(heap, *a, *b));
        keys.dedup_by(|a, b| self.order(heap, *a, *b).is_eq());
        let kind = match changes {
            true => KeyKind::SelectChange,
            false => KeyKind::Select,
        };
        match keys[..] {
            [key] => What::Key(key, kind),
            _ => What::Keys(keys.into_iter().map(|key| (key, kind)).collect()),
        }
    }
}
