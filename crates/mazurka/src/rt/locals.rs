//! The thread-local values of processes: where they are, and when they are dropped.

use super::{active, is_silent, observe, off_heap};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The thread-local values of one process.
#[derive(Default)]
pub(crate) struct Locals {
    locals: Vec<Local>,
}

/// Drops a box of the type it was made for; it is not used again.
pub(crate) type DropBox = unsafe fn(*mut ());

/// One thread-local value.
pub(crate) struct Local {
    /// The address of the `LocalKey`, a static.
    pub(crate) key: usize,
    /// A box of the value; null once it was dropped.
    pub(crate) value: *mut (),
    pub(crate) drop: DropBox,
    pub(crate) needs_drop: bool,
}

/// What is known of the value of a key.
pub(crate) enum Lookup {
    Absent,
    Value(*mut ()),
    Dropped,
}

impl Locals {
    /// Has it no values?
    pub(super) fn is_empty(&self) -> bool {
        self.locals.is_empty()
    }

    /// Has it values that are not dropped yet and whose drop runs code?
    pub(super) fn have_destructors(&self) -> bool {
        self.locals
            .iter()
            .any(|local| local.needs_drop && !local.value.is_null())
    }

    /// Forgets all values without dropping them: the process is over.
    pub(super) fn clear(&mut self) {
        self.locals.clear();
    }

    /// Looks for the value of a key.
    pub(crate) fn find(&self, key: usize) -> Lookup {
        match self.locals.iter().find(|local| local.key == key) {
            None => Lookup::Absent,
            Some(local) if local.value.is_null() => Lookup::Dropped,
            Some(local) => Lookup::Value(local.value),
        }
    }

    /// Adds a value.
    pub(crate) fn add(&mut self, local: Local) {
        self.locals.push(local);
    }

    /// Takes the value that was made last, those that need no drop after all
    /// others: destructors may still use them.
    fn take_latest(&mut self) -> Option<(*mut (), DropBox)> {
        let alive = |local: &&mut Local| !local.value.is_null();
        let latest = match self
            .locals
            .iter_mut()
            .rev()
            .filter(alive)
            .find(|local| local.needs_drop)
        {
            Some(local) => local,
            None => self.locals.iter_mut().rev().find(alive)?,
        };
        let value = std::mem::replace(&mut latest.value, std::ptr::null_mut());
        Some((value, latest.drop))
    }
}

/// Drops the values of the current process, whose thread is ending: on its
/// fiber, since destructors are the program's own code. If one panics, the
/// others are dropped all the same, and the panic goes on.
pub(super) fn run_destructors() {
    let mut panic = None;
    while let Some((value, drop)) = with_locals(Locals::take_latest) {
        // SAFETY: the value was just taken out of its entry, so this is the
        // one time that it is dropped; `drop` is the function of its type.
        let dropped = catch_unwind(AssertUnwindSafe(|| unsafe { drop(value) }));
        if let Err(payload) = dropped {
            panic.get_or_insert(payload);
        }
    }
    if let Some(payload) = panic {
        resume_unwind(payload);
    }
}

/// The running process's thread locals; `f` is bookkeeping, not user code.
#[track_caller]
pub(crate) fn with_locals<R>(f: impl FnOnce(&mut Locals) -> R) -> R {
    let rt = active();
    if !is_silent() {
        observe();
    }
    off_heap(|| f(&mut rt.state().current().locals))
}
