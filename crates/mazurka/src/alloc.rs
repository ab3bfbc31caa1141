//! Memory by hand, with the names and signatures of [`std::alloc`], and values that must not
//! leak.
//!
//! Memory of `std::alloc` (of `Box`, `Vec`...) is watched in the same way: uses after free,
//! double frees and frees of what was not allocated are bugs in every check, and leaks are with
//! [`Checker::leaks`](crate::Checker::leaks). What is allocated here counts for
//! [`Checker::tracked_leaks`](crate::Checker::tracked_leaks) as well.

use crate::rt;
use std::fmt;
use std::mem::ManuallyDrop;
use std::panic::Location;

pub use std::alloc::{Layout, LayoutError, handle_alloc_error};

/// Allocates memory; see [`std::alloc::alloc`].
///
/// # Safety
/// As for `std::alloc::alloc`: the layout has a size that is not zero.
#[must_use]
#[track_caller]
pub unsafe fn alloc(layout: Layout) -> *mut u8 {
    // SAFETY: the caller's contract.
    let block = unsafe { std::alloc::alloc(layout) };
    rt::track_block(block.addr(), "memory", Location::caller());
    block
}

/// Allocates memory that is zero; see [`std::alloc::alloc_zeroed`].
///
/// # Safety
/// As for `std::alloc::alloc_zeroed`: the layout has a size that is not zero.
#[must_use]
#[track_caller]
pub unsafe fn alloc_zeroed(layout: Layout) -> *mut u8 {
    // SAFETY: the caller's contract.
    let block = unsafe { std::alloc::alloc_zeroed(layout) };
    rt::track_block(block.addr(), "memory", Location::caller());
    block
}

/// Changes the size of memory; see [`std::alloc::realloc`].
///
/// # Safety
/// As for `std::alloc::realloc`.
#[must_use]
#[track_caller]
pub unsafe fn realloc(block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
    // SAFETY: the caller's contract.
    let block = unsafe { std::alloc::realloc(block, layout, size) };
    rt::track_block(block.addr(), "memory", Location::caller());
    block
}

/// Frees memory; see [`std::alloc::dealloc`].
///
/// # Safety
/// As for `std::alloc::dealloc`: the block is from [`alloc`] (or from `std`), with that layout.
/// A check tells if it is not.
#[track_caller]
pub unsafe fn dealloc(block: *mut u8, layout: Layout) {
    // SAFETY: the caller's contract.
    unsafe { std::alloc::dealloc(block, layout) }
}

/// A value that must be dropped, or taken out, before its execution ends.
///
/// If it is not, that is a leak, in checks that look for leaks ([`Checker::leaks`] or
/// [`Checker::tracked_leaks`]).
///
/// ```
/// use mazurka::alloc::Track;
/// use mazurka::{Checker, FindingKind};
///
/// let report = Checker::new().leaks(true).check(|| std::mem::forget(Track::new(7)));
/// assert_eq!(report.findings()[0].kind, FindingKind::Leak);
/// ```
///
/// [`Checker::leaks`]: crate::Checker::leaks
/// [`Checker::tracked_leaks`]: crate::Checker::tracked_leaks
pub struct Track<T> {
    value: ManuallyDrop<T>,
    number: u64,
}

impl<T> Track<T> {
    /// Tracks a value.
    #[track_caller]
    pub fn new(value: T) -> Track<T> {
        Track {
            value: ManuallyDrop::new(value),
            number: rt::track("a tracked value", Location::caller()),
        }
    }

    /// The value.
    pub fn get_ref(&self) -> &T {
        &self.value
    }

    /// The value.
    pub fn get_mut(&mut self) -> &mut T {
        &mut self.value
    }

    /// The value, which is not tracked any more.
    pub fn into_inner(self) -> T {
        let mut this = ManuallyDrop::new(self);
        rt::untrack(this.number);
        // SAFETY: `this` is not used again, nor dropped.
        unsafe { ManuallyDrop::take(&mut this.value) }
    }
}

impl<T> Drop for Track<T> {
    fn drop(&mut self) {
        rt::untrack(self.number);
        // SAFETY: the value is dropped once, with what tracks it.
        unsafe { ManuallyDrop::drop(&mut self.value) };
    }
}

impl<T: fmt::Debug> fmt::Debug for Track<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Track").field(&*self.value).finish()
    }
}
