//! The weak reference.

use super::Arc;
use super::count::{Count, Counts, WEAK, looking};
use std::fmt;
use std::mem::ManuallyDrop;
use std::panic::Location;

/// `std::sync::Weak` under the model checker; see [`Arc`].
#[repr(transparent)]
pub struct Weak<T: ?Sized> {
    inner: ManuallyDrop<std::sync::Weak<T>>,
}

impl<T> Weak<T> {
    /// A weak reference to nothing.
    #[must_use]
    pub const fn new() -> Weak<T> {
        Weak {
            inner: ManuallyDrop::new(std::sync::Weak::new()),
        }
    }

    /// The same reference, for `Arc::new_cyclic`.
    pub(super) fn from_std_ref(weak: &std::sync::Weak<T>) -> &Weak<T> {
        let weak: *const std::sync::Weak<T> = weak;
        // SAFETY: `Weak` and `ManuallyDrop` are transparent, and a shared
        // reference cannot drop.
        unsafe { &*weak.cast::<Weak<T>>() }
    }
}

impl<T: ?Sized> Weak<T> {
    /// Wraps a `Weak` of `std`.
    #[must_use]
    pub const fn from_std(weak: std::sync::Weak<T>) -> Weak<T> {
        Weak {
            inner: ManuallyDrop::new(weak),
        }
    }

    /// The `Weak` of `std` inside.
    #[must_use]
    pub fn into_std(self) -> std::sync::Weak<T> {
        let mut this = ManuallyDrop::new(self);
        // SAFETY: `this` is not used again, nor dropped.
        unsafe { ManuallyDrop::take(&mut this.inner) }
    }

    /// A strong reference, if the value is still there.
    #[track_caller]
    #[must_use]
    pub fn upgrade(&self) -> Option<Arc<T>> {
        let operation = self.count()?.modify();
        let before = self.counts();
        let Some(arc) = self.inner.upgrade() else {
            operation.done("Weak::upgrade", before, before);
            return None;
        };
        operation.done("Weak::upgrade", before, before.strong(1));
        Some(Arc::from_std(arc))
    }

    /// How many strong references there are.
    #[track_caller]
    #[must_use]
    pub fn strong_count(&self) -> usize {
        self.read_counts("Weak::strong_count").strong
    }

    /// How many weak references there are; zero if the value is gone.
    #[track_caller]
    #[must_use]
    pub fn weak_count(&self) -> usize {
        self.read_counts("Weak::weak_count").weak
    }

    /// The address of the value; dangling if the value is gone.
    #[must_use]
    pub fn as_ptr(&self) -> *const T {
        self.inner.as_ptr()
    }

    /// The value's address, whose weak reference is given away.
    #[must_use = "losing the pointer will leak memory"]
    pub fn into_raw(self) -> *const T {
        self.into_std().into_raw()
    }

    /// The `Weak` that `into_raw` took apart.
    ///
    /// # Safety
    /// As for `std::sync::Weak::from_raw`.
    #[must_use]
    pub unsafe fn from_raw(pointer: *const T) -> Weak<T> {
        // SAFETY: the caller's promise is the one that `std` asks for.
        Weak::from_std(unsafe { std::sync::Weak::from_raw(pointer) })
    }

    /// Do the two point to the same allocation, or both to none?
    #[must_use]
    pub fn ptr_eq(&self, other: &Self) -> bool {
        self.inner.ptr_eq(&other.inner)
    }

    #[track_caller]
    fn read_counts(&self, method: &str) -> Counts {
        let place = Location::caller();
        looking(|| {
            let operation = self.count().map(|count| count.read(self.counts(), place));
            let counts = self.counts();
            if let Some(operation) = operation {
                operation.done(method, counts, counts);
            }
            counts
        })
    }

    /// The counts, unless there is no allocation: `std` says so by an address
    /// that none can have.
    fn count(&self) -> Option<Count> {
        let data = self.as_ptr();
        (data.addr() != usize::MAX).then(|| Count::of(data))
    }

    fn counts(&self) -> Counts {
        Counts {
            strong: self.inner.strong_count(),
            weak: self.inner.weak_count(),
        }
    }
}

impl<T> Default for Weak<T> {
    fn default() -> Self {
        Weak::new()
    }
}

impl<T: ?Sized> Clone for Weak<T> {
    #[track_caller]
    fn clone(&self) -> Self {
        let operation = self.count().map(|count| count.add(WEAK));
        let before = self.counts();
        let weak = std::sync::Weak::clone(&self.inner);
        if let Some(operation) = operation {
            operation.done("Weak::clone", before, before.weak(1));
        }
        Weak::from_std(weak)
    }
}

impl<T: ?Sized> Drop for Weak<T> {
    #[track_caller]
    fn drop(&mut self) {
        // The last one frees what is left of an `Arc`.
        let is_last = self.inner.strong_count() == 0;
        let _dropping = crate::rt::note_drop(self.inner.as_ptr().cast::<u8>().addr(), is_last);
        let operation = self.count().map(|count| count.add(WEAK.wrapping_neg()));
        let before = self.counts();
        // SAFETY: the `Weak` is being dropped, so `inner` is not used again.
        drop(unsafe { ManuallyDrop::take(&mut self.inner) });
        if let Some(operation) = operation {
            operation.done("Weak::drop", before, before.weak(-1));
        }
    }
}

impl<T: ?Sized> fmt::Debug for Weak<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(Weak)")
    }
}
