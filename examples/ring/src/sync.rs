//! The types that the crate is made of: those of `std`, or with `--cfg mazurka` those that
//! Mazurka checks. All other modules use these, and none of `std::sync` or `std::thread`.

#[cfg(mazurka)]
pub(crate) use mazurka::cell::UnsafeCell;
#[cfg(mazurka)]
pub(crate) use mazurka::sync::{Arc, atomic};

#[cfg(not(mazurka))]
pub(crate) use std::sync::{Arc, atomic};

/// The cell of `std`, with the two functions of Mazurka's that tell a read from a write.
#[cfg(not(mazurka))]
pub(crate) struct UnsafeCell<T>(std::cell::UnsafeCell<T>);

#[cfg(not(mazurka))]
impl<T> UnsafeCell<T> {
    pub(crate) const fn new(value: T) -> UnsafeCell<T> {
        UnsafeCell(std::cell::UnsafeCell::new(value))
    }

    #[inline]
    pub(crate) fn with_mut<R>(&self, f: impl FnOnce(*mut T) -> R) -> R {
        f(self.0.get())
    }
}
