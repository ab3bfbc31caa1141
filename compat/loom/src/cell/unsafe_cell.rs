//! The cell that all others are made of.

use mazurka::cell::Lasting;
use std::fmt;

/// `std::cell::UnsafeCell` with data-race detection, in the form that loom has.
///
/// An access lasts until the closure returns, or until the pointer that was handed out is
/// dropped. A write that begins while another access lasts is a finding, in the same thread, too.
///
/// A guard that gives a cell back when it is dropped has its pointer dropped after that. So, as in
/// loom, a pointer that is dropped right after an operation counts as dropped before it, unless it
/// was used in between.
pub struct UnsafeCell<T: ?Sized> {
    data: mazurka::cell::UnsafeCell<T>,
}

impl<T> UnsafeCell<T> {
    /// A new cell.
    pub const fn new(data: T) -> UnsafeCell<T> {
        UnsafeCell {
            data: mazurka::cell::UnsafeCell::new(data),
        }
    }

    /// The value: no access that could race.
    pub fn into_inner(self) -> T {
        self.data.into_inner()
    }
}

impl<T: ?Sized> UnsafeCell<T> {
    /// Reads the value through a pointer that is good until `f` returns.
    #[track_caller]
    pub fn with<F, R>(&self, f: F) -> R
    where
        F: FnOnce(*const T) -> R,
    {
        let (pointer, _lasts) = self.data.begin_read();
        f(pointer)
    }

    /// Writes the value through a pointer that is good until `f` returns.
    #[track_caller]
    pub fn with_mut<F, R>(&self, f: F) -> R
    where
        F: FnOnce(*mut T) -> R,
    {
        let (pointer, _lasts) = self.data.begin_write();
        f(pointer)
    }

    /// Reads the value until the pointer is dropped.
    #[track_caller]
    pub fn get(&self) -> ConstPtr<T> {
        let (pointer, lasts) = self.data.begin_read();
        ConstPtr {
            pointer,
            lasts: lasts.with_uses(),
        }
    }

    /// Writes the value until the pointer is dropped.
    #[track_caller]
    pub fn get_mut(&self) -> MutPtr<T> {
        let (pointer, lasts) = self.data.begin_write();
        MutPtr {
            pointer,
            lasts: lasts.with_uses(),
        }
    }
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

/// A pointer to the value of an [`UnsafeCell`], which is being read as long as this lives.
#[derive(Debug)]
pub struct ConstPtr<T: ?Sized> {
    pointer: *const T,
    lasts: Lasting,
}

impl<T: ?Sized> ConstPtr<T> {
    /// The value.
    ///
    /// # Safety
    /// As for a raw pointer: the cell is still there, and the value is not written as long as the
    /// reference lives.
    pub unsafe fn deref(&self) -> &T {
        self.lasts.uses();
        // SAFETY: the caller's promise.
        unsafe { &*self.pointer }
    }

    /// Runs `f` on the raw pointer, which must not be used when this is dropped.
    pub fn with<F, R>(&self, f: F) -> R
    where
        F: FnOnce(*const T) -> R,
    {
        self.lasts.uses();
        let result = f(self.pointer);
        self.lasts.uses();
        result
    }
}

/// A pointer to the value of an [`UnsafeCell`], which is being written as long as this lives.
#[derive(Debug)]
pub struct MutPtr<T: ?Sized> {
    pointer: *mut T,
    lasts: Lasting,
}

impl<T: ?Sized> MutPtr<T> {
    /// The value.
    ///
    /// # Safety
    /// As for a raw pointer: the cell is still there, and the value is used by nothing else as
    /// long as the reference lives.
    #[allow(clippy::mut_from_ref)]
    pub unsafe fn deref(&self) -> &mut T {
        self.lasts.uses();
        // SAFETY: the caller's promise.
        unsafe { &mut *self.pointer }
    }

    /// Runs `f` on the raw pointer, which must not be used when this is dropped.
    pub fn with<F, R>(&self, f: F) -> R
    where
        F: FnOnce(*mut T) -> R,
    {
        self.lasts.uses();
        let result = f(self.pointer);
        self.lasts.uses();
        result
    }
}
