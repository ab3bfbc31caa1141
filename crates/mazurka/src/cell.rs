//! Cells that are not atomic, with data-race detection.
//!
//! An access of an [`UnsafeCell`] is no event: it costs no traces. Instead,
//! each access is judged by the synchronisation happens-before of the
//! execution at hand (spawn and join, unlock to lock, release to acquire), and
//! two accesses that are unordered, one of them a write, are a finding that
//! names both source lines and threads. So is an access of a cell that another thread has made on
//! its heap, if nothing orders its making before that: the address came by `Relaxed`.
//!
//! `Cell` and `RefCell` are those of `std`: they cannot be shared between
//! threads, so there is nothing to detect.

use crate::rt::race::{Conflict, Place, Races};
use crate::rt::{self, Refinement, Tag};
use mazurka_program::{FindingKind, ObjectId, ProcessId};
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
    #[track_caller]
    #[must_use]
    pub const fn new(value: T) -> UnsafeCell<T> {
        UnsafeCell {
            tag: Tag::new(),
            data: std::cell::UnsafeCell::new(value),
        }
    }

    /// The same cell with a name, which has to be a constant. Reports call it so. Otherwise they
    /// call it as the source code does where it was made or is used, if that can be told, or by
    /// its type.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> UnsafeCell<T> {
        self.tag = Tag::named(name);
        self
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

    /// Reads the value through a pointer, until what comes with it is dropped. The cell may be
    /// gone by then.
    #[track_caller]
    pub fn begin_read(&self) -> (*const T, Lasting) {
        let (pointer, lasting) = self.begin(false);
        (pointer, lasting)
    }

    /// Writes the value through a pointer, until what comes with it is dropped. The cell may be
    /// gone by then.
    #[track_caller]
    pub fn begin_write(&self) -> (*mut T, Lasting) {
        self.begin(true)
    }

    #[track_caller]
    fn begin(&self, writes: bool) -> (*mut T, Lasting) {
        let place = Location::caller();
        let object = rt::resolve(&self.tag);
        rt::report_invalid(place);
        rt::observe();
        let lasting = Lasting {
            process: rt::current_process(),
            object: object.id,
            writes,
            place,
            is_told: false,
        };
        lasting.judge();
        report_unmade(object.id, lasting.verb(), place);
        let overlap = with_clocks(|races, p| races.cell_begin(p, object.id, writes, place));
        report_overlap(overlap.flatten(), lasting.verb(), place);
        (rt::storage(object, self.data.get()), lasting)
    }

    #[track_caller]
    fn access(
        &self,
        judge: fn(&mut Races, ProcessId, ObjectId, Place) -> Option<Conflict>,
        verb: &str,
        place: Place,
    ) -> *mut T {
        let object = rt::resolve(&self.tag);
        rt::report_invalid(place);
        rt::note_use(object.id);
        rt::observe();
        let conflict = with_clocks(|races, p| judge(races, p, object.id, place));
        let conflict = conflict.flatten();
        if conflict.is_some() {
            rt::found_on(object.id, "UnsafeCell", place);
        }
        report_race(conflict, verb, place);
        report_unmade(object.id, verb, place);
        rt::storage(object, self.data.get())
    }
}

/// An access of an [`UnsafeCell`] that lasts as long as this lives; see
/// [`UnsafeCell::begin_read`].
///
/// It is judged where it begins and where it ends, and where its uses are told. A write that begins while another access of
/// the cell lasts, or a read that begins while a write lasts, is a finding, in one and the same
/// thread, too: one of the two may hold a reference.
#[must_use = "the access ends when this is dropped"]
pub struct Lasting {
    /// Who began it. Another may end it.
    process: ProcessId,
    object: ObjectId,
    writes: bool,
    place: Place,
    /// Are its uses told?
    is_told: bool,
}

impl Lasting {
    /// This access, whose uses are told: by [`Lasting::uses`].
    ///
    /// Its owner may give the cell away to others, and have this dropped with itself right after
    /// that. So its end counts as before the last operation of its thread, and what that releases
    /// covers it. A use counts where it is told.
    #[must_use = "the access ends when this is dropped"]
    pub fn with_uses(mut self) -> Lasting {
        self.is_told = true;
        self
    }

    /// The value is read or written here.
    pub fn uses(&self) {
        if rt::is_active() {
            self.judge();
        }
    }

    fn verb(&self) -> &'static str {
        if self.writes { "writes" } else { "reads" }
    }

    fn judge(&self) {
        let judge = if self.writes {
            Races::cell_write
        } else {
            Races::cell_read
        };
        self.judge_by(|races, p| judge(races, p, self.object, self.place));
    }

    fn judge_by(&self, judge: impl FnOnce(&mut Races, ProcessId) -> Option<Conflict>) {
        let conflict = with_clocks(judge).flatten();
        if conflict.is_some() {
            rt::found_on(self.object, "UnsafeCell", self.place);
        }
        report_race(conflict, self.verb(), self.place);
    }
}

impl Drop for Lasting {
    fn drop(&mut self) {
        if !rt::is_active() {
            return;
        }
        // Other processes may have run meanwhile: it lasted until now.
        match self.is_told && rt::current_process() == self.process {
            true => {
                self.judge_by(|races, p| races.cell_lasted(p, self.object, self.writes, self.place))
            }
            false => self.judge(),
        }
        with_clocks(|races, _| races.cell_end(self.process, self.object, self.writes));
    }
}

impl fmt::Debug for Lasting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lasting").finish_non_exhaustive()
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

/// Reports an access at `place` to an object that another thread has made, if nothing orders the
/// two.
pub(crate) fn report_unmade(object: ObjectId, verb: &str, place: Place) {
    let Some(maker) = rt::unordered_maker(object) else {
        return;
    };
    rt::off_heap(|| {
        let message = format!(
            "{} {verb} at {place}, unordered with its making by {}: what it found the address by \
             does not synchronise (Release and Acquire do)",
            rt::thread_name(rt::current_process()),
            rt::thread_name(maker),
        );
        rt::finding(FindingKind::DataRace, message);
    });
}

/// Reports that an access at `place` begins while another lasts.
fn report_overlap(other: Option<Conflict>, verb: &str, place: Place) {
    let Some(other) = other else { return };
    rt::off_heap(|| {
        let message = format!(
            "{} {verb} at {place}, while the {} by {} that began at {} lasts",
            rt::thread_name(rt::current_process()),
            if other.write { "write" } else { "read" },
            rt::thread_name(other.process),
            other.place,
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
