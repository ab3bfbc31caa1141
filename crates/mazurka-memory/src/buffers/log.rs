//! What changes in store buffers, for going back.

use super::{Buffers, Epoch, EpochCounts, OwnerCounts, Shadow, ShadowCounts, Stored};
use mazurka_program::{ObjectId, ProcessId, StoreId};

/// A state of the buffers that can be gone back to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Point {
    pub(super) changes: usize,
    pub(super) marks: u32,
}

/// What has changed, for going back.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    pub(super) is_on: bool,
    pub(super) changes: Vec<Change>,
    /// The number of the latest point: what has been logged since need not be again.
    pub(super) point: u64,
}

/// How something was before it changed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// What an owner counts.
    Owner(ProcessId, OwnerCounts),
    /// What an owner had stored to an object.
    Stored(ProcessId, ObjectId, Option<Stored>),
    /// What an owner had stored between two barriers.
    Epoch(ProcessId, usize, EpochCounts),
    /// A mark after the flush of this store was made.
    Flushed(ProcessId, StoreId),
    /// What a shadow counts.
    Shadow(u32, ShadowCounts),
    /// A shadow was added.
    Added,
    Last(ObjectId, Option<StoreId>),
}

impl<T: Clone> Buffers<T> {
    /// Logs changes from now on, until the next execution begins.
    pub fn begin_log(&mut self) {
        self.log.is_on = true;
        self.log.changes.clear();
    }

    /// The same, if they are not logged already. Were they?
    pub fn ensure_log(&mut self) -> bool {
        let was_on = self.log.is_on;
        if !was_on {
            self.begin_log();
        }
        was_on
    }

    /// Logs no more.
    pub fn end_log(&mut self) {
        self.log.is_on = false;
        self.log.changes.clear();
    }

    /// The state now, to go back to as long as changes are logged.
    pub fn point(&mut self) -> Point {
        self.log.point += 1;
        Point {
            changes: self.log.changes.len(),
            marks: self.marks,
        }
    }

    /// Goes back to a state.
    pub fn go_back(&mut self, point: Point) {
        self.log.point += 1;
        self.marks = point.marks;
        while self.log.changes.len() > point.changes {
            let change = self.log.changes.pop().expect("there is one");
            self.undo(change);
        }
    }

    fn undo(&mut self, change: Change) {
        match change {
            Change::Owner(process, counts) => {
                let owner = &mut self.owners[process.index()];
                owner.counts = counts;
                owner.epochs.truncate(counts.epochs);
            }
            Change::Stored(process, object, before) => {
                let stored = &mut self.owners[process.index()].stored;
                match before {
                    Some(before) => stored.insert(object, before),
                    None => stored.remove(&object),
                };
            }
            Change::Epoch(process, number, counts) => {
                let epoch = &mut self.owners[process.index()].epochs[number];
                epoch.counts = counts;
                epoch.flushes.truncate(counts.flushes);
            }
            Change::Flushed(process, store) => {
                self.owners[process.index()].flushed.remove(&store);
            }
            Change::Shadow(number, counts) => {
                let shadow = &mut self.shadows[number as usize];
                shadow.counts = counts;
                shadow.given.truncate(counts.remembered);
                shadow.flushes.truncate(counts.flushes);
            }
            Change::Added => {
                let shadow = self.shadows.pop().expect("it was added");
                self.shadow_of[shadow.process.index()] = 0;
                let owner = &mut self.owners[shadow.owner.index()];
                owner.shadows.pop();
                owner.homes.remove(&shadow.home);
                self.spare.push(shadow);
            }
            Change::Last(object, store) => self.last[object.index()] = store,
        }
    }

    /// What an owner counts, which is about to change.
    #[inline]
    pub(super) fn change_owner(&mut self, process: ProcessId) -> &mut OwnerCounts {
        let point = self.log.point;
        let owner = &mut self.owners[process.index()];
        if self.log.is_on && owner.logged != point {
            owner.logged = point;
            let change = Change::Owner(process, owner.counts);
            self.log.changes.push(change);
        }
        &mut owner.counts
    }

    /// What an owner has stored to an object changes to this.
    #[inline]
    pub(super) fn set_stored(&mut self, process: ProcessId, object: ObjectId, stored: Stored) {
        let owner = &mut self.owners[process.index()];
        let before = owner.stored.insert(object, stored);
        if self.log.is_on {
            let change = Change::Stored(process, object, before);
            self.log.changes.push(change);
        }
    }

    /// An epoch of an owner, which is about to change.
    pub(super) fn change_epoch(&mut self, process: ProcessId, number: usize) -> &mut Epoch {
        let epoch = &mut self.owners[process.index()].epochs[number];
        if self.log.is_on {
            let change = Change::Epoch(process, number, epoch.counts);
            self.log.changes.push(change);
        }
        epoch
    }

    /// A shadow, which is about to change.
    #[inline]
    pub(super) fn change_shadow(&mut self, number: u32) -> &mut Shadow<T> {
        let shadow = &mut self.shadows[number as usize];
        if self.log.is_on && shadow.logged != self.log.point {
            shadow.logged = self.log.point;
            let change = Change::Shadow(number, shadow.counts);
            self.log.changes.push(change);
        }
        shadow
    }

    pub(super) fn set_last(&mut self, object: ObjectId, store: Option<StoreId>) {
        let last = &mut self.last[object.index()];
        if *last != store {
            if self.log.is_on {
                self.log.changes.push(Change::Last(object, *last));
            }
            *last = store;
        }
    }
}
