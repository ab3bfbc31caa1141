//! Tables of the judge's machine.

use super::machine::{Machine, Outcome, State};
use super::program::{Number, Order, Process, Table};
use super::touches::{Mode, Object, TableId, Touches};
use super::travel::Signal;
use super::value::{Value, atom, boolean, tuple};
use std::collections::BTreeMap;

/// One table that is there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct One {
    /// Which of the program's.
    table: usize,
    /// By whose name it can be found, or could.
    name: usize,
    owner: Process,
    heir: Option<Process>,
    /// Keys and values, by key; of a bag in the order of insertion.
    pairs: Vec<(i64, i64)>,
}

/// All tables.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Tables {
    there: BTreeMap<TableId, One>,
    /// Who ever owned which.
    owned: Vec<(Process, TableId)>,
    /// What the variables and names of the program mean now.
    current: BTreeMap<usize, TableId>,
}

impl Tables {
    /// The first table above the last that the process ever owned, and has not itself given
    /// away or deleted.
    pub(super) fn ever_owned(
        &self,
        machine: &Machine,
        process: Process,
        last: Option<TableId>,
    ) -> Option<TableId> {
        let by = |(creator, number): TableId| (&machine.paths[creator], number);
        let mine = self.owned.iter().filter(|(owner, _)| *owner == process);
        let mine = mine.map(|(_, table)| *table);
        mine.filter(|table| last.is_none_or(|last| by(last) < by(*table)))
            .min_by_key(|table| by(*table))
    }

    fn owns(&mut self, process: Process, id: TableId) {
        if !self.owned.contains(&(process, id)) {
            self.owned.push((process, id));
            self.owned.sort_unstable();
        }
    }

    /// What the tables hold, each sorted.
    pub(super) fn contents(&self) -> Vec<(usize, Value)> {
        let content = |one: &One| {
            let mut pairs = one.pairs.clone();
            pairs.sort_unstable();
            (one.name, list(&pairs))
        };
        self.there.values().map(content).collect()
    }
}

fn list(pairs: &[(i64, i64)]) -> Value {
    let pairs = pairs.iter();
    Value::List(
        pairs
            .map(|(key, value)| tuple([Value::Int(*key), Value::Int(*value)]))
            .collect(),
    )
}

impl State {
    pub(super) fn make_table(
        &mut self,
        _machine: &Machine,
        me: Process,
        table: usize,
        heir: Option<Process>,
    ) -> TableId {
        let id = (me, self.processes[me].tables);
        self.processes[me].tables += 1;
        let one = One {
            table,
            name: table,
            owner: me,
            heir,
            pairs: Vec::new(),
        };
        self.tables.there.insert(id, one);
        self.tables.owns(me, id);
        self.tables.current.insert(table, id);
        id
    }

    pub(super) fn table_new(
        &mut self,
        machine: &Machine,
        me: Process,
        table: usize,
        heir: Option<Process>,
        touches: &mut Touches,
    ) -> Outcome {
        touches.read(Object::TableName(table));
        if self.tables.current.contains_key(&table) {
            return Err("badarg");
        }
        let id = self.make_table(machine, me, table, heir);
        touches.write(Object::TableName(table));
        touches.write(Object::Table(id));
        Ok(atom("ok"))
    }

    /// The table that is meant, if it is there.
    fn find(&self, machine: &Machine, table: usize, touches: &mut Touches) -> Option<TableId> {
        let named = machine.kinds[table].named;
        if named {
            touches.read(Object::TableName(table));
        }
        let id = self.tables.current.get(&table).copied()?;
        touches.read(Object::Table(id));
        self.tables.there.contains_key(&id).then_some(id)
    }

    fn drop_table(&mut self, machine: &Machine, id: TableId, touches: &mut Touches) {
        touches.write(Object::Table(id));
        let one = self.tables.there.remove(&id).expect("it is there");
        if machine.kinds[one.table].named {
            touches.write(Object::TableName(one.name));
            self.tables.current.remove(&one.name);
        }
    }

    pub(super) fn table_delete(
        &mut self,
        machine: &Machine,
        me: Process,
        table: usize,
        touches: &mut Touches,
    ) -> Outcome {
        let id = self.find(machine, table, touches).ok_or("badarg")?;
        self.tables.owned.retain(|known| *known != (me, id));
        self.drop_table(machine, id, touches);
        Ok(boolean(true))
    }

    pub(super) fn rename(
        &mut self,
        machine: &Machine,
        (table, to): (usize, usize),
        touches: &mut Touches,
    ) -> Outcome {
        let id = self.find(machine, table, touches).ok_or("badarg")?;
        touches.read(Object::TableName(to));
        if self.tables.current.contains_key(&to) {
            return Err("badarg");
        }
        touches.write(Object::Table(id));
        touches.write(Object::TableName(table));
        touches.write(Object::TableName(to));
        self.tables.current.remove(&table);
        self.tables.current.insert(to, id);
        self.tables.there.get_mut(&id).expect("it is there").name = to;
        Ok(atom("ok"))
    }

    /// Gives a table to a process that lives.
    fn hand_over(
        &mut self,
        machine: &Machine,
        id: TableId,
        (to, data): (Process, &'static str),
        touches: &mut Touches,
    ) {
        touches.write(Object::Table(id));
        self.tables.owns(to, id);
        let one = self.tables.there.get_mut(&id).expect("it is there");
        let from = std::mem::replace(&mut one.owner, to);
        let name = match machine.kinds[one.table].named {
            true => atom(super::program::TABLES[one.name]),
            false => Value::Ref(id.0, id.1),
        };
        let message = tuple([atom("ETS-TRANSFER"), name, Value::Pid(from), atom(data)]);
        self.tell(machine, (from, to), Signal::Message(message), touches);
    }

    pub(super) fn give_away(
        &mut self,
        machine: &Machine,
        me: Process,
        (table, to): (usize, Process),
        touches: &mut Touches,
    ) -> Outcome {
        let id = self.find(machine, table, touches).ok_or("badarg")?;
        if self.tables.there[&id].owner != me || to == me {
            return Err("badarg");
        }
        touches.read(Object::Life(to));
        if self.is_dead(to) {
            return Err("badarg");
        }
        self.tables.owned.retain(|known| *known != (me, id));
        self.hand_over(machine, id, (to, "g"), touches);
        Ok(boolean(true))
    }

    /// A process ends that once owned the table.
    pub(super) fn leave_table(
        &mut self,
        machine: &Machine,
        me: Process,
        id: TableId,
        touches: &mut Touches,
    ) {
        touches.read(Object::Table(id));
        let mine = self.tables.there.get(&id).filter(|one| one.owner == me);
        let Some(one) = mine else {
            return;
        };
        match one.heir {
            Some(heir) if heir != me => {
                touches.read(Object::Life(heir));
                if self.is_dead(heir) {
                    self.drop_table(machine, id, touches);
                } else {
                    self.hand_over(machine, id, (heir, "h"), touches);
                }
            }
            _ => self.drop_table(machine, id, touches),
        }
    }

    /// Changes what the table holds, and tells what scans see of that.
    fn change(
        &mut self,
        machine: &Machine,
        id: TableId,
        new: Vec<(i64, i64)>,
        touches: &mut Touches,
    ) {
        let one = self.tables.there.get_mut(&id).expect("it is there");
        let old = std::mem::replace(&mut one.pairs, new);
        let new = &one.pairs;
        for pattern in &machine.scanned {
            let takes = |pair: &&(i64, i64)| pattern.is_none_or(|value| pair.1 == value);
            let mut before: Vec<_> = old.iter().filter(takes).collect();
            let mut after: Vec<_> = new.iter().filter(takes).collect();
            before.sort_unstable();
            after.sort_unstable();
            if before != after {
                touches.add(Object::Scan(id, *pattern), Mode::Add);
            }
        }
        if old.len() != new.len() {
            touches.add(Object::Size(id), Mode::Add);
        }
        let keys = |pairs: &[(i64, i64)]| {
            let mut keys: Vec<i64> = pairs.iter().map(|(key, _)| *key).collect();
            keys.sort_unstable();
            keys.dedup();
            keys
        };
        if keys(&old) != keys(new) {
            touches.add(Object::Keys(id), Mode::Add);
        }
    }

    pub(super) fn on_table(
        &mut self,
        machine: &Machine,
        me: Process,
        (table, operation): (usize, Table),
        touches: &mut Touches,
    ) -> Outcome {
        let order = machine.kinds[table].order;
        let Some(id) = self.find(machine, table, touches) else {
            // The only one that asks.
            let asks = operation == Table::Size;
            return if asks {
                Ok(atom("undefined"))
            } else {
                Err("badarg")
            };
        };
        let pairs = self.tables.there[&id].pairs.clone();
        let of = |key: i64| -> Vec<(i64, i64)> {
            pairs.iter().filter(|pair| pair.0 == key).copied().collect()
        };
        let is_bag = order == Order::Bag;
        let value = |number: Number| self.number(me, number);
        let result = match operation {
            Table::Insert(key, number) => {
                let new = vec![(key, value(number))];
                self.insert(machine, (id, is_bag), new, touches);
                boolean(true)
            }
            Table::InsertTwo((k1, v1), (k2, v2)) => {
                let new = vec![(k1, value(v1)), (k2, value(v2))];
                self.insert(machine, (id, is_bag), new, touches);
                boolean(true)
            }
            Table::InsertNew(key, number) => {
                let there = !of(key).is_empty();
                if there {
                    touches.change(Object::Key(id, key), is_bag);
                } else {
                    let new = vec![(key, value(number))];
                    self.insert(machine, (id, is_bag), new, touches);
                }
                boolean(!there)
            }
            Table::Lookup(key) => {
                touches.read(Object::Key(id, key));
                list(&of(key))
            }
            Table::Member(key) => {
                touches.read(Object::Key(id, key));
                boolean(!of(key).is_empty())
            }
            Table::DeleteKey(key) | Table::Take(key) => {
                let there = of(key);
                touches.change(Object::Key(id, key), is_bag || !there.is_empty());
                let left = pairs.iter().filter(|pair| pair.0 != key).copied();
                self.change(machine, id, left.collect(), touches);
                match operation {
                    Table::Take(_) => list(&there),
                    _ => boolean(true),
                }
            }
            Table::UpdateCounter(key, by, default) => {
                touches.write(Object::Key(id, key));
                let old = of(key).first().map(|pair| pair.1);
                let old = old.or(default.then_some(0)).ok_or("badarg")?;
                self.insert(machine, (id, false), vec![(key, old + by)], touches);
                Value::Int(old + by)
            }
            Table::ScanAll => {
                touches.read(Object::Scan(id, None));
                sorted(pairs)
            }
            Table::ScanValue(value) => {
                touches.read(Object::Scan(id, Some(value)));
                sorted(pairs.into_iter().filter(|pair| pair.1 == value).collect())
            }
            Table::Size => {
                touches.read(Object::Size(id));
                Value::Int(i64::try_from(pairs.len()).expect("few"))
            }
            Table::First => {
                touches.read(Object::Keys(id));
                match pairs.iter().map(|pair| pair.0).min() {
                    first if order != Order::Ordered => boolean(first.is_none()),
                    Some(first) => Value::Int(first),
                    None => atom("$end_of_table"),
                }
            }
        };
        Ok(result)
    }

    fn insert(
        &mut self,
        machine: &Machine,
        (id, is_bag): (TableId, bool),
        new: Vec<(i64, i64)>,
        touches: &mut Touches,
    ) {
        let old = self.tables.there[&id].pairs.clone();
        let mut pairs = old.clone();
        for pair in &new {
            if is_bag {
                if !pairs.contains(pair) {
                    pairs.push(*pair);
                }
            } else {
                pairs.retain(|(key, _)| *key != pair.0);
                pairs.push(*pair);
            }
        }
        if !is_bag {
            pairs.sort_unstable();
        } else {
            // By key, and within a key as they came.
            pairs.sort_by_key(|pair| pair.0);
        }
        let of = |pairs: &[(i64, i64)], key: i64| -> Vec<(i64, i64)> {
            pairs.iter().filter(|pair| pair.0 == key).copied().collect()
        };
        for (key, _) in &new {
            let changes = is_bag || of(&old, *key) != of(&pairs, *key);
            touches.change(Object::Key(id, *key), changes);
        }
        self.change(machine, id, pairs, touches);
    }
}

fn sorted(mut pairs: Vec<(i64, i64)>) -> Value {
    pairs.sort_unstable();
    list(&pairs)
}
