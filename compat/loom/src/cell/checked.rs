//! A cell whose value is copied in and out.

use super::UnsafeCell;
use std::cmp::Ordering;
use std::fmt;
use std::mem;
use std::ptr;

/// `std::cell::Cell` with data-race detection: code that shares one between threads, by
/// `unsafe impl Sync`, is checked.
pub struct Cell<T> {
    cell: UnsafeCell<T>,
}

impl<T> Cell<T> {
    /// A new cell.
    pub const fn new(value: T) -> Cell<T> {
        Cell {
            cell: UnsafeCell::new(value),
        }
    }

    /// Sets the value.
    #[track_caller]
    pub fn set(&self, value: T) {
        drop(self.replace(value));
    }

    /// Exchanges the values of two cells.
    #[track_caller]
    pub fn swap(&self, other: &Cell<T>) {
        if ptr::eq(self, other) {
            return;
        }
        let (mine, theirs) = (self.cell.get_mut(), other.cell.get_mut());
        // SAFETY: the cells are different ones, and nothing else uses them meanwhile: no code of
        // others runs here, and a thread that is elsewhere holds no reference into a cell.
        unsafe { mem::swap(mine.deref(), theirs.deref()) };
    }

    /// Sets the value, and returns the one before.
    #[track_caller]
    pub fn replace(&self, value: T) -> T {
        // SAFETY: as for `swap`.
        self.cell
            .with_mut(|pointer| mem::replace(unsafe { &mut *pointer }, value))
    }

    /// A copy of the value.
    #[track_caller]
    pub fn get(&self) -> T
    where
        T: Copy,
    {
        // SAFETY: as for `swap`.
        self.cell.with(|pointer| unsafe { *pointer })
    }

    /// Takes the value, and leaves the default one.
    #[track_caller]
    pub fn take(&self) -> T
    where
        T: Default,
    {
        self.replace(T::default())
    }

    /// The value: no access that could race.
    pub fn into_inner(self) -> T {
        self.cell.into_inner()
    }
}

impl<T: Default> Default for Cell<T> {
    fn default() -> Self {
        Cell::new(T::default())
    }
}

impl<T: Copy> Clone for Cell<T> {
    #[track_caller]
    fn clone(&self) -> Self {
        Cell::new(self.get())
    }
}

impl<T> From<T> for Cell<T> {
    fn from(value: T) -> Self {
        Cell::new(value)
    }
}

impl<T: PartialEq + Copy> PartialEq for Cell<T> {
    #[track_caller]
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl<T: Eq + Copy> Eq for Cell<T> {}

impl<T: PartialOrd + Copy> PartialOrd for Cell<T> {
    #[track_caller]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.get().partial_cmp(&other.get())
    }
}

impl<T: Ord + Copy> Ord for Cell<T> {
    #[track_caller]
    fn cmp(&self, other: &Self) -> Ordering {
        self.get().cmp(&other.get())
    }
}

impl<T> fmt::Debug for Cell<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cell").finish_non_exhaustive()
    }
}
