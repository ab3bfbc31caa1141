//! `ets:info`

use super::{Protection, Table, TableKind, Tables, truth};
use crate::atoms;
use crate::heap::Heap;
use crate::raise::{Raise, Result};
use crate::term::Term;

/// What `ets:info/1` tells, in that order.
const ITEMS: &[&str] = &[
    "id",
    "decentralized_counters",
    "read_concurrency",
    "write_concurrency",
    "compressed",
    "memory",
    "owner",
    "heir",
    "name",
    "size",
    "node",
    "named_table",
    "type",
    "keypos",
    "protection",
];

impl Tables {
    pub(super) fn info(&self, heap: &mut Heap, table: Term) -> Result {
        let Some(at) = self.known(heap, table)? else {
            return Ok(atoms::UNDEFINED);
        };
        let mut pairs = Vec::new();
        for item in ITEMS {
            let name = heap.atom(item);
            let value = self.tables[at].item(heap, item)?;
            pairs.push(heap.tuple(&[name, value]));
        }
        Ok(heap.list(&pairs))
    }

    pub(super) fn info_item(&self, heap: &mut Heap, table: Term, item: Term) -> Result {
        let Some(at) = self.known(heap, table)? else {
            return Ok(atoms::UNDEFINED);
        };
        let item = heap.atom_text(item).ok_or(Raise::BADARG)?.to_owned();
        self.tables[at].item(heap, &item)
    }

    /// Where a table is, if it is there. A reference that never was a table is `badarg`.
    fn known(&self, heap: &Heap, table: Term) -> Result<Option<usize>> {
        if let Some(at) = self.resolve(heap, table) {
            return Ok(Some(at));
        }
        let was = heap.as_reference(table).and_then(|id| self.at(id));
        match table.as_atom().is_some() || was.is_some() {
            true => Ok(None),
            false => Err(Raise::BADARG),
        }
    }
}

impl Table {
    fn item(&self, heap: &mut Heap, item: &str) -> Result {
        let properties = &self.properties;
        let tuning = &self.tuning;
        Ok(match item {
            "id" => heap.reference(self.id.0, self.id.1),
            "decentralized_counters" => truth(tuning.decentralized_counters),
            "read_concurrency" => truth(tuning.read_concurrency),
            "write_concurrency" => tuning.write_concurrency,
            "compressed" => truth(tuning.compressed),
            "memory" => Term::small(self.memory(heap) as i64),
            "owner" => Term::pid(properties.owner),
            "heir" => match properties.heir {
                Some((pid, _)) => Term::pid(pid),
                None => atoms::NONE,
            },
            "name" => properties.name,
            "size" => Term::small(self.size as i64),
            "node" => atoms::NONODE,
            "named_table" => truth(properties.named),
            "type" => match self.kind {
                TableKind::Set => atoms::SET,
                TableKind::OrderedSet => atoms::ORDERED_SET,
                TableKind::Bag => atoms::BAG,
                TableKind::DuplicateBag => atoms::DUPLICATE_BAG,
            },
            "keypos" => Term::small(self.key_position as i64),
            "protection" => match properties.protection {
                Protection::Public => atoms::PUBLIC,
                Protection::Protected => atoms::PROTECTED,
                Protection::Private => atoms::PRIVATE,
            },
            "fixed" => truth(!properties.fixed.is_empty()),
            "safe_fixed" | "safe_fixed_monotonic_time" => {
                if properties.fixed.is_empty() {
                    return Ok(atoms::FALSE);
                }
                let holders = properties
                    .fixed
                    .iter()
                    .map(|(pid, count)| heap.tuple(&[Term::pid(*pid), Term::small(*count as i64)]));
                let holders: Vec<Term> = holders.collect();
                let holders = heap.list(&holders);
                // No time passes in an execution.
                let zero = Term::small(0);
                let since = match item {
                    "safe_fixed" => heap.tuple(&[zero, zero, zero]),
                    _ => zero,
                };
                heap.tuple(&[since, holders])
            }
            "binary" => Term::NIL,
            "stats" | "data" => {
                return Err(Raise::Unsupported(format!("ets:info(_, {item})")));
            }
            _ => return Err(Raise::BADARG),
        })
    }

    /// About how many words a table needs: as in the real machine while it is empty, and the
    /// words of the tuples when it is not.
    fn memory(&self, heap: &Heap) -> usize {
        let empty = match self.kind {
            TableKind::OrderedSet => 139,
            _ => 305,
        };
        let objects = self.entries.iter().flat_map(|entry| &entry.objects);
        let words = objects.map(|object| match heap.as_tuple(*object) {
            Some((_, size)) => size + 5,
            None => 0,
        });
        empty + words.sum::<usize>()
    }
}
