//! A cell that is written once, with the names and signatures of
//! `std::sync::OnceLock`.
//!
//! A [`Once`] and the value beside it. `set` is one operation; `get_or_init`
//! is two if it runs its closure, which may perform operations of its own, and
//! else one.

use super::once::{Begun, DONE, Once};
use crate::rt::{self, Object};
use std::cell::UnsafeCell;
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};

/// `std::sync::OnceLock` under the model checker.
pub struct OnceLock<T> {
    once: Once,
    value: UnsafeCell<Option<T>>,
}

// SAFETY: processes of a check run on one OS thread; the value is written by
// the one process that has begun, before others can see it. A static is only
// read in place, each execution has a copy. To share the cell is to share the
// value, and any process may make it or drop it.
unsafe impl<T: Send + Sync> Sync for OnceLock<T> {}
impl<T: UnwindSafe> UnwindSafe for OnceLock<T> {}
impl<T: RefUnwindSafe + UnwindSafe> RefUnwindSafe for OnceLock<T> {}

impl<T> OnceLock<T> {
    /// An empty cell. It is named when it is first used in an execution.
    #[track_caller]
    #[must_use]
    pub const fn new() -> OnceLock<T> {
        OnceLock {
            once: Once::new(),
            value: UnsafeCell::new(None),
        }
    }

    /// The same cell with a name, which has to be a constant. Reports call it so. Otherwise they
    /// call it as the source code does where it was made or is used, if that can be told, or by
    /// its type.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> OnceLock<T> {
        self.once = self.once.named(name);
        self
    }

    /// The value, if there is one.
    #[must_use]
    #[track_caller]
    pub fn get(&self) -> Option<&T> {
        if self.once.is_done(self.object(), "get()") {
            self.value()
        } else {
            None
        }
    }

    /// The value, which nobody else can use: no event.
    #[must_use]
    pub fn get_mut(&mut self) -> Option<&mut T> {
        // SAFETY: the storage is the cell's own, and `&mut self` says that
        // nobody else uses the cell.
        unsafe { (*self.current()).as_mut() }
    }

    /// Waits until there is a value.
    #[track_caller]
    pub fn wait(&self) -> &T {
        self.once.wait_done(self.object());
        self.value().expect("the cell is full")
    }

    /// Fills the cell, waiting while another thread does.
    ///
    /// # Errors
    /// The value, when the cell is full.
    #[track_caller]
    pub fn set(&self, value: T) -> Result<(), T> {
        if self.once.complete_at_once(self.object(), "set(..)") {
            // SAFETY: nobody else has filled the cell, so nobody borrows the
            // value; processes run one at a time.
            unsafe { *self.current() = Some(value) };
            Ok(())
        } else {
            Err(value)
        }
    }

    /// The value, made by `f` if there is none; waits while another thread
    /// makes it.
    #[track_caller]
    pub fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> &T {
        if let Begun::Run(running) = self.once.begin(self.object(), true) {
            let value = f();
            // SAFETY: as in `set`.
            unsafe { *self.current() = Some(value) };
            running.complete();
        }
        self.value().expect("the cell is full")
    }

    /// The value, if there is one: no event.
    #[must_use]
    pub fn into_inner(self) -> Option<T> {
        // SAFETY: the storage is the cell's own, which nobody can use any more.
        // A copy of what must be dropped is only made of a static, which nobody
        // can move out of.
        unsafe { (*self.current()).take() }
    }

    /// Takes the value out, if there is one: no event. What is left is a new
    /// cell.
    #[must_use]
    pub fn take(&mut self) -> Option<T> {
        std::mem::take(self).into_inner()
    }

    #[track_caller]
    fn object(&self) -> Object {
        let object = self.once.object("OnceLock");
        // SAFETY: the pointer is good; processes run one at a time.
        let full = unsafe { (*rt::storage(object, self.value.get())).is_some() };
        // A cell may be full before its first use: see `From`.
        rt::init_value(object.id, if full { DONE } else { 0 });
        object
    }

    /// The value of a cell that is full.
    fn value(&self) -> Option<&T> {
        // SAFETY: the value is not written again while the cell is shared.
        unsafe { (*self.current()).as_ref() }
    }

    /// What is current: in this execution, or outside of any.
    fn current(&self) -> *mut Option<T> {
        if rt::is_active() {
            rt::storage(self.once.object("OnceLock"), self.value.get())
        } else {
            self.value.get()
        }
    }
}

impl<T> Default for OnceLock<T> {
    fn default() -> Self {
        OnceLock::new()
    }
}

impl<T> From<T> for OnceLock<T> {
    fn from(value: T) -> Self {
        OnceLock {
            once: Once::new(),
            value: UnsafeCell::new(Some(value)),
        }
    }
}

impl<T: Clone> Clone for OnceLock<T> {
    #[track_caller]
    fn clone(&self) -> Self {
        match self.get() {
            Some(value) => OnceLock::from(value.clone()),
            None => OnceLock::new(),
        }
    }
}

impl<T: PartialEq> PartialEq for OnceLock<T> {
    #[track_caller]
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl<T: Eq> Eq for OnceLock<T> {}

/// Shows the value if there is one; no event.
impl<T: fmt::Debug> fmt::Debug for OnceLock<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = match self.once.peek() {
            Some(false) => None,
            Some(true) | None => self.value(),
        };
        let mut shown = f.debug_tuple("OnceLock");
        match value {
            Some(value) => shown.field(value),
            None => shown.field(&format_args!("<uninit>")),
        };
        shown.finish()
    }
}
