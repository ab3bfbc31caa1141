//! Cells that are not atomic, with data-race detection.
//!
//! An access of an [`UnsafeCell`] is no event: it costs no traces. Instead,
//! each access is judged by the synchronisation happens-before of the
//! execution at hand (spawn and join, unlock to lock, release to acquire), and
//! two accesses that are unordered, one of them a write, are a finding that
//! names both source lines and threads.
//!
//! `Cell` and `RefCell` are those of `std`: they cannot be shared between
//! threads, so there is nothing to detect.

use crate::rt::race::{Conflict, Place, Races};
use crate::rt::{self, Refinement, Tag};
use mazurka_program::{FindingKind, ProcessId};
use std::fmt;
use std::panic::Location;

pub use std::cell::{Cell, OnceCell, Ref, RefCell, RefMut};

/// `std::cell::UnsafeCell` with data-race detection.
///
/// Use [`with`](UnsafeCell::with) and [`with_mut`](UnsafeCell::with_mut), as
/// with loom: they tell a read from a write. A pointer that
/// [`get`](UnsafeCell::get) hands out can be used for both, and at any later
/// time, which nobody can see; `get` therefore counts as a *read* at the moment
/// of the call. That finds the races of a read with writes elsewhere, but not
/// those of two writes through such pointers.
pub struct UnsafeCell<T: ?Sized> {
    tag: Tag,
    data: std::cell::UnsafeCell<T>,
}

impl<T> UnsafeCell<T> {
    /// A new cell.
    #[must_use]
    pub const fn new(value: T) -> UnsafeCell<T> {
        UnsafeCell {
            tag: Tag::new(),
            data: std::cell::UnsafeCell::new(value),
        }
    }

    /// The value: no access that could race.
    pub fn into_inner(self) -> T {
        match rt::peek(&self.tag) {
            Some(object) if object.foreign => {
                // SAFETY: the copy belongs to this cell, which nobody can use
                // any more. What must be dropped is never copied unless it is a
                // static, and nobody can move out of a static.
                unsafe { rt::storage(object, self.data.get()).read() }
            }
            _ => self.data.into_inner(),
        }
    }
}

impl<T: ?Sized> UnsafeCell<T> {
    /// A pointer to the value; counts as a read. Use `with` or `with_mut`.
    #[track_caller]
    pub fn get(&self) -> *mut T {
        self.access(Races::cell_read, "reads", Location::caller())
    }

    /// The value, which nobody else can use: no access that could race.
    #[track_caller]
    pub fn get_mut(&mut self) -> &mut T {
        if !rt::is_active() {
            return self.data.get_mut();
        }
        let storage = rt::storage(rt::resolve(&self.tag), self.data.get());
        // SAFETY: the storage is the cell's own, and `&mut self` says that
        // nobody else uses the cell.
        unsafe { &mut *storage }
    }

    /// Reads the value through a pointer that is good until `f` returns.
    #[track_caller]
    pub fn with<F, R>(&self, f: F) -> R
    where
        F: FnOnce(*const T) -> R,
    {
        let place = Location::caller();
        let pointer = self.access(Races::cell_read, "reads", place);
        let result = f(pointer);
        // Other processes may have run while `f` did: it read until now.
        self.access(Races::cell_read, "reads", place);
        result
    }

    /// Writes the value through a pointer that is good until `f` returns.
    #[track_caller]
    pub fn with_mut<F, R>(&self, f: F) -> R
    where
        F: FnOnce(*mut T) -> R,
    {
        let place = Location::caller();
        let pointer = self.access(Races::cell_write, "writes", place);
        let result = f(pointer);
        // Other processes may have run while `f` did: it wrote until now.
        self.access(Races::cell_write, "writes", place);
        result
    }

    #[track_caller]
    fn access(
        &self,
        judge: fn(&mut Races, ProcessId, mazurka_program::ObjectId, Place) -> Option<Conflict>,
        verb: &str,
        place: Place,
    ) -> *mut T {
        let object = rt::resolve(&self.tag);
        rt::observe();
        let conflict = with_clocks(|races, p| judge(races, p, object.id, place));
        report_race(conflict.flatten(), verb, place);
        rt::storage(object, self.data.get())
    }
}

/// Runs `f` on the synchronisation clocks, which are switched on by the first
/// who needs them; `None` while unwinding.
pub(crate) fn with_clocks<R>(f: impl FnOnce(&mut Races, ProcessId) -> R) -> Option<R> {
    if rt::is_silent() {
        return None;
    }
    rt::notice();
    if !rt::refined(&Refinement::SyncClocks) {
        rt::refine(Refinement::SyncClocks);
    }
    rt::with_races(f)
}

/// Reports that an access at `place` is unordered with an earlier one.
pub(crate) fn report_race(conflict: Option<Conflict>, verb: &str, place: Place) {
    let Some(conflict) = conflict else { return };
    rt::off_heap(|| {
        let message = format!(
            "{} {verb} at {place}, unordered with the {} by {} at {}",
            rt::thread_name(rt::current_process()),
            if conflict.write { "write" } else { "read" },
            rt::thread_name(conflict.process),
            conflict.place,
        );
        rt::finding(FindingKind::DataRace, message);
    });
}

impl<T: Default> Default for UnsafeCell<T> {
    fn default() -> Self {
        UnsafeCell::new(T::default())
    }
}

impl<T> From<T> for UnsafeCell<T> {
    fn from(value: T) -> Self {
        UnsafeCell::new(value)
    }
}

impl<T: ?Sized> fmt::Debug for UnsafeCell<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnsafeCell").finish_non_exhaustive()
    }
}
