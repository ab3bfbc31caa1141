//! What steps touch, and how.

use super::program::Process;
use std::collections::BTreeMap;

/// What steps touch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "as in the table")]
pub enum Object {
    Queue(Process),
    Doom(Process),
    Life(Process),
    Trap(Process),
    Link(Process, Process),
    Monitor(usize),
    Name(usize),
    Registered(Process),
    Table(TableId),
    TableName(usize),
    Key(TableId, i64),
    Scan(TableId, Option<i64>),
    Size(TableId),
    Keys(TableId),
    Timer(usize),
    Cell(usize),
    Term(usize),
    Alias(usize),
    Deaf(Process),
    Handled(Process),
    Lates(Process),
}

/// A table: its creator, and how many that had made before.
pub type TableId = (Process, usize);

/// How.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mode {
    /// Reads.
    Read,
    /// Adds: does not conflict with others that add.
    Add,
    /// Writes.
    Write,
}

/// What one step touches.
#[derive(Default, Debug)]
pub struct Touches(pub BTreeMap<Object, Mode>);

impl Touches {
    /// Notes it; the stronger of two counts.
    pub fn add(&mut self, object: Object, mode: Mode) {
        let old = self.0.entry(object).or_insert(mode);
        *old = match (*old, mode) {
            (a, b) if a == b => a,
            _ => Mode::Write,
        };
    }

    pub(super) fn read(&mut self, object: Object) {
        if !self.0.contains_key(&object) {
            self.add(object, Mode::Read);
        }
    }

    pub(super) fn write(&mut self, object: Object) {
        self.add(object, Mode::Write);
    }

    /// Writes or reads.
    pub(super) fn change(&mut self, object: Object, changes: bool) {
        if changes {
            self.write(object);
        } else {
            self.read(object);
        }
    }
}
