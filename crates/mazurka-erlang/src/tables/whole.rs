//! Operations on tables as a whole.

use super::{
    Access, Caller, Change, Effect, Id, Properties, Protection, Table, TableKind, Tables, Tuning,
};
use crate::atoms;
use crate::heap::Heap;
use crate::raise::{Raise, Result};
use crate::term::Term;

/// An heir as an option says: none, or a process and what it is told.
pub(super) type Heir = Option<(u32, Term)>;

/// What `ets:new` is told.
struct Options {
    kind: TableKind,
    key_position: usize,
    named: bool,
    protection: Protection,
    heir: Heir,
    write_concurrency: Term,
    read_concurrency: bool,
    decentralized_counters: Option<bool>,
    compressed: bool,
}

impl Options {
    fn read(heap: &Heap, options: Term) -> Option<Options> {
        let mut read = Options {
            kind: TableKind::Set,
            key_position: 1,
            named: false,
            protection: Protection::Protected,
            heir: None,
            write_concurrency: atoms::FALSE,
            read_concurrency: false,
            decentralized_counters: None,
            compressed: false,
        };
        for option in heap.as_list(options)? {
            read.option(heap, option)?;
        }
        Some(read)
    }

    fn option(&mut self, heap: &Heap, option: Term) -> Option<()> {
        match option {
            atoms::SET => self.kind = TableKind::Set,
            atoms::ORDERED_SET => self.kind = TableKind::OrderedSet,
            atoms::BAG => self.kind = TableKind::Bag,
            atoms::DUPLICATE_BAG => self.kind = TableKind::DuplicateBag,
            atoms::NAMED_TABLE => self.named = true,
            atoms::COMPRESSED => self.compressed = true,
            _ => {
                if let Some(protection) = protection(option) {
                    self.protection = protection;
                    return Some(());
                }
                let elements = heap.elements(option)?;
                if let Some(heir) = heir(&elements) {
                    self.heir = heir;
                    return Some(());
                }
                match elements[..] {
                    [atoms::KEYPOS, position] => {
                        let position = position.as_small().filter(|position| *position >= 1)?;
                        self.key_position = position as usize;
                    }
                    [atoms::WRITE_CONCURRENCY, atoms::AUTO] => {
                        self.write_concurrency = atoms::AUTO;
                    }
                    [atoms::WRITE_CONCURRENCY, value] => {
                        boolean(value)?;
                        self.write_concurrency = value;
                    }
                    [atoms::READ_CONCURRENCY, value] => self.read_concurrency = boolean(value)?,
                    [atoms::DECENTRALIZED_COUNTERS, value] => {
                        self.decentralized_counters = Some(boolean(value)?);
                    }
                    _ => return None,
                }
            }
        }
        Some(())
    }

    fn tuning(&self) -> Tuning {
        let private = self.protection == Protection::Private;
        let write_concurrency = match private {
            true => atoms::FALSE,
            false => self.write_concurrency,
        };
        let decentralized_counters = match write_concurrency {
            atoms::FALSE => false,
            atoms::AUTO => true,
            _ => (self.decentralized_counters).unwrap_or(self.kind == TableKind::OrderedSet),
        };
        Tuning {
            write_concurrency,
            read_concurrency: self.read_concurrency,
            decentralized_counters,
            compressed: self.compressed,
        }
    }
}

fn boolean(term: Term) -> Option<bool> {
    match term {
        atoms::TRUE => Some(true),
        atoms::FALSE => Some(false),
        _ => None,
    }
}

fn protection(term: Term) -> Option<Protection> {
    match term {
        atoms::PUBLIC => Some(Protection::Public),
        atoms::PROTECTED => Some(Protection::Protected),
        atoms::PRIVATE => Some(Protection::Private),
        _ => None,
    }
}

/// The heir that an option names, if it is such an option.
fn heir(elements: &[Term]) -> Option<Heir> {
    match elements {
        [atoms::HEIR, atoms::NONE] => Some(None),
        [atoms::HEIR, pid, data] => Some(Some((pid.as_pid()?, *data))),
        _ => None,
    }
}

/// What `ets:setopts` is told: an heir and a protection, each at most once.
pub(super) fn read_set_options(
    heap: &Heap,
    options: Term,
) -> Option<(Option<Heir>, Option<Protection>)> {
    let options = match heap.as_tuple(options) {
        Some(_) => vec![options],
        None => heap.as_list(options)?,
    };
    let (mut heirs, mut protections) = (None, None);
    for option in options {
        let elements = heap.elements(option)?;
        match elements[..] {
            [atoms::PROTECTION, value] if protections.is_none() => {
                protections = Some(protection(value)?);
            }
            _ if heirs.is_none() => heirs = Some(heir(&elements)?),
            _ => return None,
        }
    }
    Some((heirs, protections))
}

/// What `ets:new` will do if nothing is in the way: the name that it takes, and the process
/// that it looks at. None if its arguments are not valid.
pub(super) fn read_new(
    heap: &Heap,
    name: Term,
    options: Term,
) -> Option<(Option<Term>, Option<u32>)> {
    name.as_atom()?;
    let options = Options::read(heap, options)?;
    Some((
        options.named.then_some(name),
        options.heir.map(|heir| heir.0),
    ))
}

/// What became of a table whose owner ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// There was none.
    Nothing,
    Deleted,
    /// Its heir has it.
    Inherited,
}

impl Tables {
    pub(super) fn create(
        &mut self,
        heap: &mut Heap,
        name: Term,
        options: Term,
        caller: &Caller<'_>,
    ) -> Result {
        let options = Options::read(heap, options).ok_or(Raise::BADARG)?;
        if name.as_atom().is_none() || options.named && self.names.contains_key(&name) {
            return Err(Raise::BADARG);
        }
        let id = (caller.pid, caller.reference);
        let at = self.tables.len();
        let table = Table {
            id,
            kind: options.kind,
            key_position: options.key_position,
            tuning: options.tuning(),
            properties: Properties {
                name,
                named: options.named,
                protection: options.protection,
                owner: caller.pid,
                heir: living(options.heir, caller),
                fixed: Vec::new(),
            },
            entries: Vec::new(),
            size: 0,
            deleted: false,
        };
        let handle = table.handle(heap);
        self.tables.push(table);
        self.ids.insert(id, at);
        if options.named {
            self.names.insert(name, at);
        }
        self.log.push(Change::Created);
        self.effects.push(Effect::Created {
            table: id,
            name: options.named.then_some(name),
        });
        Ok(handle)
    }

    pub(super) fn delete(&mut self, heap: &Heap, table: Term, pid: u32) -> Result {
        let at = self.open(heap, table, Access::Write, pid)?;
        self.remove(at);
        Ok(atoms::TRUE)
    }

    /// Deletes a table.
    fn remove(&mut self, at: usize) {
        let table = &mut self.tables[at];
        let name = table.properties.named.then_some(table.properties.name);
        self.log.push(Change::Deleted {
            table: at,
            entries: std::mem::take(&mut table.entries),
            properties: Box::new(table.properties.clone()),
            size: table.size,
        });
        table.size = 0;
        table.deleted = true;
        if let Some(name) = name {
            self.names.remove(&name);
        }
        self.effects.push(Effect::Deleted {
            table: table.id,
            name,
        });
    }

    pub(super) fn rename(&mut self, heap: &mut Heap, table: Term, name: Term, pid: u32) -> Result {
        let at = self.open(heap, table, Access::Write, pid)?;
        let table = &self.tables[at];
        let named = table.properties.named;
        if name.as_atom().is_none() || named && self.names.contains_key(&name) {
            return Err(Raise::BADARG);
        }
        let from = named.then_some(table.properties.name);
        let properties = Properties {
            name,
            ..table.properties.clone()
        };
        self.effects.push(Effect::Renamed {
            table: table.id,
            from,
            to: named.then_some(name),
        });
        self.change_noted(at, properties);
        Ok(self.tables[at].handle(heap))
    }

    pub(super) fn give_away(
        &mut self,
        heap: &mut Heap,
        table: Term,
        to: Term,
        data: Term,
        caller: &Caller<'_>,
    ) -> Result {
        let at = self.open(heap, table, Access::Write, caller.pid)?;
        let to = to.as_pid().ok_or(Raise::BADARG)?;
        let owner = self.tables[at].properties.owner;
        if owner != caller.pid || to == owner || !(caller.alive)(to) {
            return Err(Raise::BADARG);
        }
        self.transfer(heap, at, to, data);
        Ok(atoms::TRUE)
    }

    /// Gives a table another owner.
    fn transfer(&mut self, heap: &mut Heap, at: usize, to: u32, data: Term) {
        let table = &self.tables[at];
        let from = table.properties.owner;
        let handle = table.handle(heap);
        let message = heap.tuple(&[atoms::ETS_TRANSFER, handle, Term::pid(from), data]);
        self.effects.push(Effect::GivenAway {
            table: table.id,
            from,
            to,
            message,
        });
        let properties = Properties {
            owner: to,
            ..table.properties.clone()
        };
        self.change_noted(at, properties);
    }

    pub(super) fn set_options(
        &mut self,
        heap: &Heap,
        table: Term,
        options: Term,
        caller: &Caller<'_>,
    ) -> Result {
        let at = self.open(heap, table, Access::Write, caller.pid)?;
        let (heir, protection) = read_set_options(heap, options).ok_or(Raise::BADARG)?;
        let table = &self.tables[at];
        let mut properties = table.properties.clone();
        if properties.owner != caller.pid {
            return Err(Raise::BADARG);
        }
        if heir.is_none() && protection.is_none() {
            return Ok(atoms::TRUE);
        }
        if let Some(heir) = heir {
            properties.heir = living(heir, caller);
        }
        if let Some(protection) = protection {
            properties.protection = protection;
        }
        self.effects.push(Effect::Options { table: table.id });
        self.change_noted(at, properties);
        Ok(atoms::TRUE)
    }

    pub(super) fn whereis(&self, heap: &mut Heap, name: Term) -> Result {
        if name.as_atom().is_none() {
            return Err(Raise::BADARG);
        }
        Ok(match self.names.get(&name) {
            Some(at) => {
                let (creator, number) = self.tables[*at].id;
                heap.reference(creator, number)
            }
            None => atoms::UNDEFINED,
        })
    }

    pub(super) fn fix(&mut self, heap: &Heap, table: Term, on: Term, pid: u32) -> Result {
        let on = boolean(on).ok_or(Raise::BADARG)?;
        let at = self.open(heap, table, Access::Read, pid)?;
        let mut properties = self.tables[at].properties.clone();
        let mut holders = properties.fixed.iter_mut();
        match (holders.find(|holder| holder.0 == pid), on) {
            (Some(holder), true) => holder.1 += 1,
            (None, true) => properties.fixed.push((pid, 1)),
            (Some(holder), false) => {
                holder.1 -= 1;
                properties.fixed.retain(|holder| holder.1 > 0);
            }
            (None, false) => return Ok(atoms::TRUE),
        }
        self.set_fixed(at, properties);
        Ok(atoms::TRUE)
    }

    fn set_fixed(&mut self, at: usize, properties: Properties) {
        let free = properties.fixed.is_empty();
        self.change_noted(at, properties);
        let table = &mut self.tables[at];
        if free && (table.entries.iter()).any(|entry| entry.objects.is_empty()) {
            let left = table
                .entries
                .iter()
                .filter(|entry| !entry.objects.is_empty());
            let left = left.cloned().collect();
            let entries = std::mem::replace(&mut table.entries, left);
            self.log.push(Change::All {
                table: at,
                entries,
                size: table.size,
            });
        }
    }

    /// A process holds no table fixed any more: it ended.
    pub(crate) fn unfix_all(&mut self, pid: u32) {
        for at in 0..self.tables.len() {
            let table = &self.tables[at];
            if !table.deleted && (table.properties.fixed.iter()).any(|holder| holder.0 == pid) {
                let mut properties = table.properties.clone();
                properties.fixed.retain(|holder| holder.0 != pid);
                self.set_fixed(at, properties);
            }
        }
    }

    /// The heir of a table, whose life counts when the owner ends.
    pub(crate) fn heir_of(&self, id: Id) -> Option<u32> {
        let at = self.at(id)?;
        self.tables[at].properties.heir.map(|heir| heir.0)
    }

    /// The process `pid` ended: deletes a table of its own, or gives it to its heir, if that
    /// is alive. What was done is in [`Tables::effects`].
    pub(crate) fn exit(
        &mut self,
        heap: &mut Heap,
        id: Id,
        pid: u32,
        alive: &dyn Fn(u32) -> bool,
    ) -> Exit {
        self.effects.clear();
        let Some(at) = self.at(id) else {
            return Exit::Nothing;
        };
        let table = &self.tables[at];
        if table.deleted || table.properties.owner != pid {
            return Exit::Nothing;
        }
        match table.properties.heir {
            Some((heir, data)) if heir != pid && alive(heir) => {
                self.transfer(heap, at, heir, data);
                Exit::Inherited
            }
            _ => {
                self.remove(at);
                Exit::Deleted
            }
        }
    }
}

/// An heir that is not alive is none.
fn living(heir: Heir, caller: &Caller<'_>) -> Heir {
    heir.filter(|(pid, _)| *pid == caller.pid || (caller.alive)(*pid))
}
