//! The native functions of module `ets`, by name, and which function here does what.

use super::{Caller, Tables, scan};
use crate::heap::Heap;
use crate::match_spec::Spec;
use crate::raise::{Raise, Result};
use crate::term::Term;

/// A native function; those with the same name and other numbers of arguments are one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Op {
    New,
    Delete,
    DeleteKey,
    DeleteObject,
    DeleteAll,
    Insert,
    InsertNew,
    Lookup,
    LookupElement,
    Member,
    Take,
    UpdateCounter,
    UpdateElement,
    First,
    FirstLookup,
    Last,
    LastLookup,
    Next,
    NextLookup,
    Prev,
    PrevLookup,
    Slot,
    Info,
    Rename,
    GiveAway,
    SetOptions,
    Whereis,
    Fix,
    Select,
    SelectCount,
    SelectReverse,
    SelectDelete,
    SelectReplace,
    Match,
    MatchObject,
}

/// Name, number of arguments, operation.
const OPERATIONS: &[(&str, u8, Op)] = &[
    ("new", 2, Op::New),
    ("delete", 1, Op::Delete),
    ("delete", 2, Op::DeleteKey),
    ("delete_object", 2, Op::DeleteObject),
    ("internal_delete_all", 2, Op::DeleteAll),
    ("insert", 2, Op::Insert),
    ("insert_new", 2, Op::InsertNew),
    ("lookup", 2, Op::Lookup),
    ("lookup_element", 3, Op::LookupElement),
    ("lookup_element", 4, Op::LookupElement),
    ("member", 2, Op::Member),
    ("take", 2, Op::Take),
    ("update_counter", 3, Op::UpdateCounter),
    ("update_counter", 4, Op::UpdateCounter),
    ("update_element", 3, Op::UpdateElement),
    ("update_element", 4, Op::UpdateElement),
    ("first", 1, Op::First),
    ("first_lookup", 1, Op::FirstLookup),
    ("last", 1, Op::Last),
    ("last_lookup", 1, Op::LastLookup),
    ("next", 2, Op::Next),
    ("next_lookup", 2, Op::NextLookup),
    ("prev", 2, Op::Prev),
    ("prev_lookup", 2, Op::PrevLookup),
    ("slot", 2, Op::Slot),
    ("info", 1, Op::Info),
    ("info", 2, Op::Info),
    ("rename", 2, Op::Rename),
    ("give_away", 3, Op::GiveAway),
    ("setopts", 2, Op::SetOptions),
    ("whereis", 1, Op::Whereis),
    ("safe_fixtable", 2, Op::Fix),
    ("select", 1, Op::Select),
    ("select", 2, Op::Select),
    ("select", 3, Op::Select),
    ("select_count", 2, Op::SelectCount),
    ("select_reverse", 1, Op::SelectReverse),
    ("select_reverse", 2, Op::SelectReverse),
    ("select_reverse", 3, Op::SelectReverse),
    ("internal_select_delete", 2, Op::SelectDelete),
    ("select_replace", 2, Op::SelectReplace),
    ("match", 1, Op::Match),
    ("match", 2, Op::Match),
    ("match", 3, Op::Match),
    ("match_object", 1, Op::MatchObject),
    ("match_object", 2, Op::MatchObject),
    ("match_object", 3, Op::MatchObject),
];

impl Op {
    /// The operation that is the native function `ets:name/arity`. Those that need no table
    /// are in [`BIFS`](crate::match_spec::BIFS), but for `internal_request_all`.
    pub(crate) fn find(name: &str, arity: usize) -> Option<Op> {
        let mut operations = OPERATIONS.iter();
        let found = operations.find(|(n, a, _)| *n == name && usize::from(*a) == arity);
        found.map(|(_, _, op)| *op)
    }

    /// Its name in programs.
    pub(crate) fn name(self) -> &'static str {
        let mut operations = OPERATIONS.iter();
        let found = operations.find(|(_, _, op)| *op == self);
        found.map_or("", |(name, _, _)| name)
    }
}

impl Tables {
    /// Runs an operation. What it changed is in [`Tables::effects`] then; one that fails
    /// changes nothing.
    pub(crate) fn run(
        &mut self,
        heap: &mut Heap,
        op: Op,
        args: &[Term],
        caller: &Caller<'_>,
    ) -> Result {
        self.effects.clear();
        let pid = caller.pid;
        match (op, args) {
            (Op::New, [name, options]) => self.create(heap, *name, *options, caller),
            (Op::Delete, [table]) => self.delete(heap, *table, pid),
            (Op::DeleteKey, [table, key]) => self.delete_key(heap, *table, *key, pid),
            (Op::DeleteObject, [table, object]) => self.delete_object(heap, *table, *object, pid),
            (Op::DeleteAll, [table, count]) => self.delete_all(heap, *table, *count, pid),
            (Op::Insert, [table, objects]) => self.insert(heap, *table, *objects, false, pid),
            (Op::InsertNew, [table, objects]) => self.insert(heap, *table, *objects, true, pid),
            (Op::Lookup, [table, key]) => self.lookup(heap, *table, *key, pid),
            (Op::LookupElement, [table, key, position, default @ ..]) => {
                let default = default.first().copied();
                self.lookup_element(heap, *table, *key, *position, default, pid)
            }
            (Op::Member, [table, key]) => self.member(heap, *table, *key, pid),
            (Op::Take, [table, key]) => self.take(heap, *table, *key, pid),
            (Op::UpdateCounter, [table, key, updates, default @ ..]) => {
                let default = default.first().copied();
                self.update_counter(heap, *table, *key, *updates, default, pid)
            }
            (Op::UpdateElement, [table, key, updates, default @ ..]) => {
                let default = default.first().copied();
                self.update_element(heap, *table, *key, *updates, default, pid)
            }
            (Op::First, [table]) => self.end(heap, *table, false, false, pid),
            (Op::FirstLookup, [table]) => self.end(heap, *table, false, true, pid),
            (Op::Last, [table]) => self.end(heap, *table, true, false, pid),
            (Op::LastLookup, [table]) => self.end(heap, *table, true, true, pid),
            (Op::Next, [table, key]) => self.beside(heap, *table, *key, false, false, pid),
            (Op::NextLookup, [table, key]) => self.beside(heap, *table, *key, false, true, pid),
            (Op::Prev, [table, key]) => self.beside(heap, *table, *key, true, false, pid),
            (Op::PrevLookup, [table, key]) => self.beside(heap, *table, *key, true, true, pid),
            (Op::Slot, [table, index]) => self.slot(heap, *table, *index, pid),
            (Op::Info, [table]) => self.info(heap, *table),
            (Op::Info, [table, item]) => self.info_item(heap, *table, *item),
            (Op::Rename, [table, name]) => self.rename(heap, *table, *name, pid),
            (Op::GiveAway, [table, to, data]) => self.give_away(heap, *table, *to, *data, caller),
            (Op::SetOptions, [table, options]) => self.set_options(heap, *table, *options, caller),
            (Op::Whereis, [name]) => self.whereis(heap, *name),
            (Op::Fix, [table, on]) => self.fix(heap, *table, *on, pid),
            (Op::Select | Op::Match | Op::MatchObject | Op::SelectReverse, [continuation]) => {
                self.go_on(heap, *continuation, pid)
            }
            (Op::Select, [table, spec, limit @ ..]) => {
                let compiled = scan::compile(heap, *spec)?;
                self.select(heap, *table, (*spec, compiled), limit, false, pid)
            }
            (Op::SelectReverse, [table, spec, limit @ ..]) => {
                let compiled = scan::compile(heap, *spec)?;
                self.select(heap, *table, (*spec, compiled), limit, true, pid)
            }
            (Op::Match | Op::MatchObject, [table, pattern, limit @ ..]) => {
                let bindings = op == Op::Match;
                let compiled = Spec::of_pattern(heap, *pattern, bindings)?;
                let spec = scan::spec_of_pattern(heap, *pattern, bindings);
                self.select(heap, *table, (spec, compiled), limit, false, pid)
            }
            (Op::SelectCount, [table, spec]) => self.select_count(heap, *table, *spec, pid),
            (Op::SelectDelete, [table, spec]) => self.select_delete(heap, *table, *spec, pid),
            (Op::SelectReplace, [table, spec]) => self.select_replace(heap, *table, *spec, pid),
            _ => Err(Raise::BADARG),
        }
    }
}
