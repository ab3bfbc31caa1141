//! ETS, as far as other processes may notice: what operations on tables touch.
//!
//! Most tables are made before they are shared, and never deleted while others use them. So an
//! operation touches only the keys that it is about, until an execution shows that more matters.

use super::process::Fate;
use super::{Arguments, Machine, Object, Trouble};
use crate::bif::external;
use crate::hexadecimal;
use crate::knowledge::Knowledge;
use crate::match_spec;
use crate::raise::Raise;
use crate::tables::{Caller, Effect, Footprint, Id, KeyKind, Op, What};
use crate::term::Term;
use mazurka_program::{Access, Interrupt, Kind, Names, Operation, ProcessId, Step};
use rustc_hash::FxHashMap;

/// What is asked of many objects at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scan {
    /// How many there are.
    Size,
    /// Which keys there are.
    Keys,
    /// All of them.
    All,
    /// Those that a match specification takes, with its hash. None: all, as far as is known.
    Spec(Option<Term>, u64),
}

impl Scan {
    fn part(self) -> u64 {
        match self {
            Scan::Size => 1,
            Scan::Keys => 2,
            Scan::All => 3,
            Scan::Spec(_, hash) => hash,
        }
    }

    fn object(self, table: Id) -> Object {
        Object::Scan(ProcessId(table.0), table.1, self.part())
    }
}

/// The scans that are known, by table.
#[derive(Default)]
pub(super) struct Scans {
    by_table: FxHashMap<Id, Vec<Scan>>,
    are_read: bool,
}

/// A table, as what is known calls it.
fn name_of(names: &Names, table: Id) -> String {
    format!("{}#{}", names.process_name(ProcessId(table.0)), table.1)
}

impl Machine {
    /// Makes the match specifications of known scans from their texts.
    pub(super) fn prepare_scans(&mut self) -> Result<(), Interrupt> {
        if self.scans.are_read {
            return Ok(());
        }
        self.scans.are_read = true;
        let bad = || Interrupt::Error("what is known of this program makes no sense".to_owned());
        let known: Vec<(String, Vec<String>)> = self.knowledge.all_scans();
        for (table, scans) in known {
            let (process, number) = table.split_once('#').ok_or_else(bad)?;
            let process = self.names.parse_process(process).ok_or_else(bad)?;
            let id = (process.0, number.parse().map_err(|_| bad())?);
            for text in scans {
                let scan = match &*text {
                    "size" => Scan::Size,
                    "keys" => Scan::Keys,
                    "all" => Scan::All,
                    _ => {
                        let (hash, text) = text.split_once('.').ok_or_else(bad)?;
                        let hash = u64::from_str_radix(hash, 16).map_err(|_| bad())?;
                        let bytes = hexadecimal::from_text(text).ok_or_else(bad)?;
                        // (It may name a process, which is not known now.)
                        let term = external::from_bytes(&mut self.heap, &bytes);
                        let term = term.and_then(|term| self.heap.persist(term).ok());
                        Scan::Spec(term, hash)
                    }
                };
                self.scans.by_table.entry(id).or_default().push(scan);
            }
        }
        Ok(())
    }

    fn scans_of(&self, table: Id) -> &[Scan] {
        match self.scans.by_table.is_empty() {
            true => &[],
            false => self.scans.by_table.get(&table).map_or(&[], Vec::as_slice),
        }
    }

    /// Is that scan known? If not, it is from now on.
    fn need_scan(&mut self, table: Id, scan: Scan) -> Result<(), Interrupt> {
        let mut known = self.scans_of(table).iter();
        if known.any(|known| known.part() == scan.part()) {
            return Ok(());
        }
        let text = match scan {
            Scan::Size => "size".to_owned(),
            Scan::Keys => "keys".to_owned(),
            Scan::All => "all".to_owned(),
            Scan::Spec(spec, hash) => {
                let bytes = spec.map(|spec| external::to_bytes(&self.heap, spec));
                format!(
                    "{hash:x}.{}",
                    hexadecimal::to_text(&bytes.unwrap_or_default())
                )
            }
        };
        Err(self.learn(|known, names| known.note_scan(name_of(names, table), text)))
    }

    fn scan_of(&self, what: &What) -> Option<Scan> {
        match what {
            What::Scan { spec, .. } => Some(Scan::Spec(Some(*spec), self.hash(*spec))),
            What::Size => Some(Scan::Size),
            What::KeySet => Some(Scan::Keys),
            What::Clear => Some(Scan::All),
            _ => None,
        }
    }

    // Which tables matter as a whole.

    /// Does it matter whether a table is there? If so by its name, it does.
    fn is_table_known(&self, table: Id) -> bool {
        self.knowledge.has_tables()
            && (self.knowledge.is_table(&name_of(&self.names, table))
                || (self.state.tables.name_ever(table))
                    .is_some_and(|name| self.is_table_name_known(name)))
    }

    fn is_table_name_known(&self, name: Term) -> bool {
        self.knowledge.has_tables()
            && self
                .heap
                .atom_text(name)
                .is_some_and(|name| self.knowledge.is_table(&format!("={name}")))
    }

    /// From now on it matters whether there is such a table.
    fn learn_table(&mut self, table: Option<Id>, names: &[Term]) -> Interrupt {
        let texts: Vec<String> = names
            .iter()
            .filter_map(|name| self.heap.atom_text(*name))
            .map(|name| format!("={name}"))
            .collect();
        self.learn(|known: &mut Knowledge, of: &Names| {
            for text in texts {
                known.note_table(text);
            }
            if let Some(table) = table {
                known.note_table(name_of(of, table));
            }
        })
    }

    /// Have other processes than that one used a table?
    fn has_other_users(&self, table: Id, process: ProcessId) -> bool {
        let mut users = self.state.globals.users.iter();
        users.any(|(used, by)| *used == table && *by != process)
    }

    fn note_user(&mut self, table: Id, process: ProcessId) {
        let user = (table, process);
        if !self.state.globals.users.contains(&user) {
            self.state.globals_mut().users.push(user);
        }
    }

    /// Is what was looked for gone, and is it known that this may be?
    fn need_table(&mut self, op: Op, footprint: &Footprint) -> Result<(), Interrupt> {
        let Footprint {
            table,
            exists,
            ref names,
            ..
        } = *footprint;
        let is_known = table.is_some_and(|table| self.is_table_known(table))
            || names.iter().any(|name| self.is_table_name_known(*name));
        if !exists && op != Op::New {
            self.is_no_table(names)?;
        }
        let is_gone = !exists && op != Op::New && (table.is_some() || !names.is_empty());
        match is_gone && !is_known && !self.is_silent {
            true => Err(self.learn_table(table, names)),
            false => Ok(()),
        }
    }

    /// Whether a table can be renamed, and who gets the name that it had, others decide. What the
    /// names are is known when the table is there.
    fn need_names(&mut self, op: Op, footprint: &Footprint) -> Result<(), Interrupt> {
        let mut names = footprint.names.iter();
        match op == Op::Rename && names.any(|name| !self.is_table_name_known(*name)) {
            true => Err(self.learn_table(footprint.table, &footprint.names)),
            false => Ok(()),
        }
    }

    fn footprint(&mut self, place: usize, op: Op, arguments: &[Term]) -> Footprint {
        let process = &self.state.processes[place];
        let (pid, references) = (process.id.0, process.references);
        let tables = &self.state.tables;
        tables.footprint(&mut self.heap, op, arguments, pid, references)
    }

    // Announcing.

    /// The operation on a table; none if no other process can notice it.
    pub(super) fn announce_table(
        &mut self,
        place: usize,
        op: Op,
        arguments: &Arguments,
    ) -> Result<Option<Operation>, Interrupt> {
        let own = self.id(place);
        let footprint = self.footprint(place, op, arguments);
        let (table, names) = (footprint.table, &footprint.names);
        self.need_names(op, &footprint)?;
        let name = names
            .iter()
            .copied()
            .find(|name| self.is_table_name_known(*name));
        if let Some(name) = name {
            let object = Object::TableName(self.hash(name));
            return Ok(Some(match (op, footprint.what) {
                (Op::Whereis, _) => self.operation(Kind::Load, object, 0),
                _ => self.opaque(object),
            }));
        }
        if let Some(table) = table.filter(|table| self.is_table_known(*table)) {
            let object = Object::Table(ProcessId(table.0), table.1);
            return Ok(Some(self.opaque(object)));
        }
        if op == Op::New {
            // Others may look for it by its name.
            if !names.is_empty() {
                return Err(self.learn_table(None, &footprint.names));
            }
            return Ok(None);
        }
        if !footprint.exists {
            if table.is_some() || !names.is_empty() {
                return Err(self.learn_table(table, &footprint.names));
            }
            return Ok(None);
        }
        let Some(table) = table else {
            return Ok(None);
        };
        if let What::Table { writes: true } = footprint.what {
            if op != Op::Delete || self.has_other_users(table, own) {
                let names = self.state.tables.names_of(table);
                return Err(self.learn_table(Some(table), &names));
            }
            return Ok(None);
        }
        if self.state.tables.is_private(table) {
            return Ok(None);
        }
        // It is used from now on, although that may happen later.
        self.note_user(table, own);
        self.announce_objects(table, &footprint.what)
    }

    fn key_object(&self, table: Id, key: Term) -> Object {
        let hash = match self.state.tables.is_ordered(table) {
            // Keys are the same here if they are `==`.
            true => crate::hash::loose(&self.heap, key),
            false => self.hash(key),
        };
        Object::Key(ProcessId(table.0), table.1, hash)
    }

    /// What objects hold: nothing is zero.
    fn value_of(&self, objects: &[Term]) -> u64 {
        let objects = objects.iter();
        match objects.len() {
            0 => 0,
            _ => {
                objects.fold(1, |value: u64, object| {
                    value.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.hash(*object)
                }) | 1
            }
        }
    }

    fn announce_objects(&mut self, table: Id, what: &What) -> Result<Option<Operation>, Interrupt> {
        if let Some(scan) = self.scan_of(what) {
            self.need_scan(table, scan)?;
            let object = scan.object(table);
            return Ok(Some(match what {
                What::Size | What::KeySet => self.operation(Kind::Load, object, 0),
                _ => self.opaque(object),
            }));
        }
        let (key, kind) = match what {
            What::Key(key, kind) => (*key, *kind),
            What::Keys(keys) => {
                let Some((key, _)) = keys.first() else {
                    return Ok(None);
                };
                let object = self.key_object(table, *key);
                return Ok(Some(self.opaque(object)));
            }
            _ => return Ok(None),
        };
        let object = self.key_object(table, key);
        let is_look = matches!(kind, KeyKind::Lookup | KeyKind::Select);
        if !is_look && !self.scans_of(table).is_empty() {
            return Ok(Some(self.opaque(object)));
        }
        let is_set = self.state.tables.is_set(table);
        let (kind, operand) = match kind {
            KeyKind::Lookup | KeyKind::Select => (Kind::Load, 0),
            KeyKind::Insert(tuple) if is_set => (Kind::Swap, self.value_of(&[tuple])),
            KeyKind::InsertNew(_) if is_set => (Kind::CompareExchange, 0),
            KeyKind::Delete | KeyKind::Take if is_set => (Kind::Swap, 0),
            _ => (Kind::ReadModifyWrite, 0),
        };
        Ok(Some(self.operation(kind, object, operand)))
    }

    // Performing.

    /// Carries out an operation on a table.
    pub(super) fn table_operation(
        &mut self,
        place: usize,
        op: Op,
        arguments: &Arguments,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        let own = self.id(place);
        let footprint = self.footprint(place, op, arguments);
        self.need_table(op, &footprint)?;
        if !self.is_silent {
            self.need_names(op, &footprint)?;
        }
        for name in &footprint.names {
            if self.is_table_name_known(*name) {
                let object = Object::TableName(self.hash(*name));
                self.read(step, object);
            }
        }
        let table = footprint.table;
        if let Some(table) = table {
            let object = Object::Table(ProcessId(table.0), table.1);
            match self.is_table_known(table) {
                true => {
                    self.read(step, object);
                }
                false if op != Op::New => self.note_user(table, own),
                false => {}
            }
        }
        let mut living = None;
        if matches!(op, Op::New | Op::SetOptions) {
            // An heir that is dead now will be so when the table has no owner any more: then it
            // is asked.
            living = footprint.life;
        } else if let Some(life) = footprint.life.map(ProcessId) {
            let other = self.state.place(life);
            if let Some(other) = other
                && !matches!(self.asks_for_end(own, other, step)?, Fate::Ended(_))
            {
                living = Some(life.0);
            }
        }
        if let Some(table) = table.filter(|_| !self.is_silent)
            && let Some(scan) = self.scan_of(&footprint.what)
        {
            self.need_scan(table, scan)?;
            self.read(step, scan.object(table));
        }
        let alive = |pid: u32| living == Some(pid);
        let caller = Caller {
            pid: own.0,
            reference: self.process(place).references,
            alive: &alive,
        };
        let result = self
            .state
            .tables
            .run(&mut self.heap, op, arguments, &caller);
        if op == Op::New && result.is_ok() {
            self.change(place).references += 1;
        }
        if let Err(Raise::Unsupported(_) | Raise::Memory) = result {
            return Ok(result?);
        }
        if let Some(table) = table {
            self.touch_objects(table, &footprint.what, step);
        }
        self.take_effects(place, step)?;
        Ok(result?)
    }

    /// Touches the keys that an operation was about, before its effects are looked at.
    fn touch_objects(&mut self, table: Id, what: &What, step: &mut Step) {
        let one;
        let keys = match what {
            What::Key(key, kind) => {
                one = [(*key, *kind)];
                &one[..]
            }
            What::Keys(keys) => &keys[..],
            _ => return,
        };
        let is_set = self.state.tables.is_set(table);
        for (key, kind) in keys {
            let object = self.key_object(table, *key);
            let object = self.object(object);
            let always = match kind {
                KeyKind::Lookup | KeyKind::Select => false,
                KeyKind::Insert(_) | KeyKind::InsertNew(_) | KeyKind::Delete | KeyKind::Take => {
                    !is_set
                }
                KeyKind::Update | KeyKind::DeleteObject(_) | KeyKind::SelectChange => true,
            };
            let access = match always {
                true => Access::Write,
                false => Access::Read,
            };
            let value = self.state.values.get(object);
            self.touch(step, object, access, value);
        }
    }

    /// What an operation has changed, for those who look at it.
    fn take_effects(&mut self, place: usize, step: &mut Step) -> Result<(), Interrupt> {
        let own = self.id(place);
        for effect in std::mem::take(&mut self.state.tables.effects) {
            match effect {
                Effect::Changed {
                    table,
                    key,
                    before,
                    after,
                } => {
                    let object = self.key_object(table, key);
                    let value = self.value_of(&after);
                    self.write(step, object, value);
                    self.tell_scans(table, &before, &after, own, step);
                }
                Effect::Created { table, name } => {
                    self.change_table(table, name.as_slice(), step);
                    self.change(place).rest_mut().tables.push(table);
                }
                Effect::Deleted { table, name } => {
                    self.change_table(table, name.as_slice(), step);
                    self.no_longer_owns(place, table);
                }
                Effect::Renamed { table, from, to } => {
                    let names: Vec<Term> = from.into_iter().chain(to).collect();
                    self.change_table(table, &names, step);
                }
                Effect::Options { table } => self.change_table(table, &[], step),
                Effect::GivenAway {
                    table, to, message, ..
                } => {
                    self.change_table(table, &[], step);
                    self.no_longer_owns(place, table);
                    if let Some(other) = self.state.place(ProcessId(to)) {
                        self.change(other).rest_mut().tables.push(table);
                    }
                    let signal = super::process::Signal::Message(message);
                    self.tell(place, ProcessId(to), signal, step)?;
                }
            }
        }
        Ok(())
    }

    /// A process has given a table away, or deleted it.
    fn no_longer_owns(&mut self, place: usize, table: Id) {
        if self.process(place).rest.tables.contains(&table) {
            let tables = &mut self.change(place).rest_mut().tables;
            tables.retain(|owned| *owned != table);
        }
    }

    /// A table as a whole has changed.
    fn change_table(&mut self, table: Id, names: &[Term], step: &mut Step) {
        for name in names {
            if self.is_table_name_known(*name) {
                let object = Object::TableName(self.hash(*name));
                self.bump(step, object);
            }
        }
        if self.is_table_known(table) {
            self.bump(step, Object::Table(ProcessId(table.0), table.1));
        }
    }

    /// Those scans see a difference that take an object which was there, or is there now.
    fn tell_scans(
        &mut self,
        table: Id,
        before: &[Term],
        after: &[Term],
        own: ProcessId,
        step: &mut Step,
    ) {
        for scan in self.scans_of(table).to_vec() {
            let difference = match scan {
                Scan::Size => (after.len() as u64).wrapping_sub(before.len() as u64),
                Scan::Keys => u64::from(before.is_empty() != after.is_empty()),
                Scan::All => 1,
                Scan::Spec(None, _) => 1,
                Scan::Spec(Some(spec), _) => {
                    // Only what it takes counts.
                    let taken = |machine: &mut Machine, objects: &[Term]| {
                        let heap = &mut machine.heap;
                        let taken = (objects.iter())
                            .filter(|object| match_spec::passes(heap, spec, **object, own.0))
                            .copied();
                        let taken: Vec<Term> = taken.collect();
                        machine.value_of(&taken)
                    };
                    u64::from(taken(self, before) != taken(self, after))
                }
            };
            if difference != 0 {
                self.add(step, scan.object(table), difference);
            }
        }
    }

    // The end of an owner.

    /// The operation by which a table of a process goes that ends; none if no other process can
    /// notice it.
    pub(super) fn announce_table_end(
        &mut self,
        place: usize,
        table: Id,
    ) -> Result<Option<Operation>, Interrupt> {
        let own = self.id(place);
        let names: Vec<Term> = self.state.tables.name_ever(table).into_iter().collect();
        if self.is_table_known(table) {
            return Ok(Some(
                self.opaque(Object::Table(ProcessId(table.0), table.1)),
            ));
        }
        if self.has_other_users(table, own) || self.state.tables.heir_of(table).is_some() {
            return Err(self.learn_table(Some(table), &names));
        }
        Ok(None)
    }

    /// A table goes with its owner, or to its heir.
    pub(super) fn end_table(
        &mut self,
        place: usize,
        table: Id,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        let own = self.id(place);
        if self.is_table_known(table) {
            self.read(step, Object::Table(ProcessId(table.0), table.1));
        }
        if !self.state.tables.owned_by(own.0).contains(&table) {
            return Ok(());
        }
        let mut living = None;
        if let Some(heir) = self.state.tables.heir_of(table).map(ProcessId)
            && let Some(other) = self.state.place(heir)
            && !matches!(self.asks_for_end(own, other, step)?, Fate::Ended(_))
        {
            living = Some(heir.0);
        }
        let alive = |pid: u32| living == Some(pid);
        let tables = &mut self.state.tables;
        tables.exit(&mut self.heap, table, own.0, &alive);
        self.take_effects(place, step)
    }
}
