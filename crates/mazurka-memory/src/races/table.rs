//! Tables that are forgotten from one execution to the next, and can be gone back in.

/// What can be made as new, or like another, while keeping its memory.
pub(super) trait Reuse: Default {
    fn forget(&mut self);
    fn copy_from(&mut self, other: &Self);
}

/// Which execution it is, and since when changes are to be logged.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Now {
    pub(super) execution: u64,
    /// The number of the latest point; zero if nothing is logged.
    pub(super) point: u64,
}

#[derive(Debug, Default)]
struct Slot<T> {
    /// The execution that it belongs to.
    dated: u64,
    /// The point since which it has been logged.
    logged: u64,
    value: T,
}

/// How a slot was.
#[derive(Debug)]
struct Change<T> {
    index: usize,
    dated: u64,
    value: T,
}

/// A table that grows as it is used, and whose entries are forgotten when they
/// are first used in a later execution: leaving an execution costs nothing.
#[derive(Debug)]
pub(super) struct Table<T> {
    slots: Vec<Slot<T>>,
    log: Vec<Change<T>>,
    /// For their memory.
    spare: Vec<T>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table {
            slots: Vec::new(),
            log: Vec::new(),
            spare: Vec::new(),
        }
    }
}

impl<T: Reuse> Table<T> {
    /// An entry, which may change.
    pub(super) fn entry(&mut self, index: usize, now: Now) -> &mut T {
        if self.slots.len() <= index {
            self.slots.resize_with(index + 1, Slot::default);
        }
        let slot = &mut self.slots[index];
        if now.point != 0 && slot.logged != now.point {
            slot.logged = now.point;
            let mut value = self.spare.pop().unwrap_or_default();
            if slot.dated == now.execution {
                value.copy_from(&slot.value);
            }
            self.log.push(Change {
                index,
                dated: slot.dated,
                value,
            });
        }
        if slot.dated != now.execution {
            slot.dated = now.execution;
            slot.value.forget();
        }
        &mut slot.value
    }

    /// How many changes have been logged.
    pub(super) fn logged(&self) -> usize {
        self.log.len()
    }

    /// Goes back to the state when `changes` changes had been logged.
    pub(super) fn go_back(&mut self, logged: usize) {
        for mut change in self.log.drain(logged..).rev() {
            let slot = &mut self.slots[change.index];
            slot.dated = change.dated;
            std::mem::swap(&mut slot.value, &mut change.value);
            self.spare.push(change.value);
        }
    }

    /// Forgets what was logged.
    pub(super) fn clear_log(&mut self) {
        let values = self.log.drain(..).map(|change| change.value);
        self.spare.extend(values);
    }
}
