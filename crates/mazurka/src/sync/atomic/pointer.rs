//! The atomic pointer.

use super::Ordering;
use super::common::{common, fetch};
use super::location::Location;
use std::fmt;
use std::panic::RefUnwindSafe;

/// An atomic `*mut T`; see `std::sync::atomic::AtomicPtr`.
///
/// Freed memory is not used again within an execution, so a compare-exchange
/// never meets the old address of something new.
pub struct AtomicPtr<T> {
    location: Location<*mut T>,
}

// SAFETY: a pointer in a location is only handed out by value; what is done
// with it is the business of who dereferences it. `std` has the same.
unsafe impl<T> Send for AtomicPtr<T> {}
// SAFETY: as above; the location itself is used by one process at a time.
unsafe impl<T> Sync for AtomicPtr<T> {}

common!([<T>] AtomicPtr<T>, *mut T);

impl<T> AtomicPtr<T> {
    fetch!(
        /// Adds that many elements, wrapping around; returns the pointer before.
        fetch_ptr_add(count: usize) -> *mut T, sum, |before| before.wrapping_add(count)
    );
    fetch!(
        /// Subtracts that many elements, wrapping around; returns the pointer
        /// before.
        fetch_ptr_sub(count: usize) -> *mut T, sum, |before| before.wrapping_sub(count)
    );
    fetch!(
        /// Adds that many bytes, wrapping around; returns the pointer before.
        fetch_byte_add(count: usize) -> *mut T, sum, |before| before.wrapping_byte_add(count)
    );
    fetch!(
        /// Subtracts that many bytes, wrapping around; returns the pointer
        /// before.
        fetch_byte_sub(count: usize) -> *mut T, sum, |before| before.wrapping_byte_sub(count)
    );
    fetch!(
        /// Bitwise "or" of the address; returns the pointer before.
        fetch_or(value: usize) -> *mut T, or, |before| before.map_addr(|address| address | value)
    );
    fetch!(
        /// Bitwise "and" of the address; returns the pointer before.
        fetch_and(value: usize) -> *mut T, and, |before| before.map_addr(|address| address & value)
    );
    fetch!(
        /// Bitwise "xor" of the address; returns the pointer before.
        fetch_xor(value: usize) -> *mut T, sum, |before| before.map_addr(|address| address ^ value)
    );
}

impl<T> Default for AtomicPtr<T> {
    fn default() -> Self {
        Self::new(std::ptr::null_mut())
    }
}

impl<T> fmt::Pointer for AtomicPtr<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Pointer::fmt(&self.location.shown(), f)
    }
}
