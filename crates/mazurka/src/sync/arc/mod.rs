//! `Arc`, with the names and signatures of `std::sync::Arc`.
//!
//! It is a `std::sync::Arc` inside, so the counts are the real ones; the module
//! `count` says when operations on them are events.

mod count;
mod traits;
mod weak;

pub use weak::Weak;

use crate::rt;
use count::{Count, Counts, WEAK, looking};
use std::any::Any;
use std::mem::{ManuallyDrop, needs_drop};
use std::panic::Location;
use std::pin::Pin;

/// `std::sync::Arc` under the model checker.
///
/// Clones and drops add no traces unless the program can observe their order
/// (`strong_count`, `try_unwrap`, `get_mut`, `Weak::upgrade`, or a destructor
/// that does an operation, with another thread's clones and drops unordered
/// with that). The last drop runs the destructor in the thread that drops last,
/// and happens after all other drops. Outside of `check` it is simply an `Arc`.
///
/// # Differences from `std`
/// An `Arc<T>` does not become an `Arc<dyn Trait>` by itself: on stable Rust
/// only the pointers of `std` can. Write
/// `Arc::from_std(std::sync::Arc::new(value) as std::sync::Arc<dyn Trait>)`, or
/// `Arc::from(Box::new(value) as Box<dyn Trait>)`; an `Arc<T>` that exists is
/// turned by way of [`Arc::into_std`]. For the same reason `self: Arc<Self>` is
/// not a receiver.
#[repr(transparent)]
pub struct Arc<T: ?Sized> {
    inner: ManuallyDrop<std::sync::Arc<T>>,
}

impl<T> Arc<T> {
    /// A new `Arc`.
    #[track_caller]
    #[must_use]
    pub fn new(data: T) -> Arc<T> {
        Arc::made(std::sync::Arc::new(data))
    }

    /// A new `Arc` whose value holds a weak reference to itself.
    #[track_caller]
    pub fn new_cyclic<F>(data_fn: F) -> Arc<T>
    where
        F: FnOnce(&Weak<T>) -> T,
    {
        Arc::made(std::sync::Arc::new_cyclic(|weak| {
            data_fn(Weak::from_std_ref(weak))
        }))
    }

    /// A new pinned `Arc`.
    #[track_caller]
    #[must_use]
    pub fn pin(data: T) -> Pin<Arc<T>> {
        // SAFETY: the value is behind the `Arc` and does not move with it.
        unsafe { Pin::new_unchecked(Arc::new(data)) }
    }

    /// The value, if this is the only strong reference.
    ///
    /// # Errors
    /// The `Arc`, when there are others.
    #[track_caller]
    pub fn try_unwrap(this: Self) -> Result<T, Self> {
        let operation = this.count().modify();
        let before = this.counts();
        if before.strong == 1 {
            let value = std::sync::Arc::try_unwrap(Arc::into_std(this));
            operation.acquired("Arc::try_unwrap", before, before.strong(-1));
            value.map_err(Arc::from_std)
        } else {
            operation.done("Arc::try_unwrap", before, before);
            Err(this)
        }
    }

    /// The value, if this was the last strong reference: of several threads
    /// that call this, exactly one gets it.
    #[track_caller]
    #[must_use]
    pub fn into_inner(this: Self) -> Option<T> {
        let operation = this.count().modify();
        let before = this.counts();
        let value = std::sync::Arc::into_inner(Arc::into_std(this));
        let after = before.strong(-1);
        if value.is_some() {
            operation.acquired("Arc::into_inner", before, after);
        } else {
            operation.released("Arc::into_inner", before, after);
        }
        value
    }

    /// The value, cloned if this is not the only strong reference.
    #[track_caller]
    pub fn unwrap_or_clone(this: Self) -> T
    where
        T: Clone,
    {
        Arc::try_unwrap(this).unwrap_or_else(|arc| (*arc).clone())
    }
}

impl<T: ?Sized> Arc<T> {
    /// An `Arc` that was made just now: it must not leak.
    #[track_caller]
    #[inline]
    fn made(arc: std::sync::Arc<T>) -> Arc<T> {
        // The counts stand before the value, and are two words.
        let counts = align_of_val(&*arc).max(16);
        let block = std::sync::Arc::as_ptr(&arc).addr() - counts;
        rt::track_block(block, "an Arc", Location::caller());
        Arc::from_std(arc)
    }

    /// Wraps an `Arc` of `std`. Its counts are shared with the clones of it
    /// that stay as they are, which the explorer does not see.
    #[must_use]
    pub fn from_std(arc: std::sync::Arc<T>) -> Arc<T> {
        Arc {
            inner: ManuallyDrop::new(arc),
        }
    }

    /// The `Arc` of `std` inside.
    #[must_use]
    pub fn into_std(this: Self) -> std::sync::Arc<T> {
        let mut this = ManuallyDrop::new(this);
        // SAFETY: `this` is not used again, nor dropped.
        unsafe { ManuallyDrop::take(&mut this.inner) }
    }

    /// The value's address, whose reference is given away.
    #[must_use = "losing the pointer will leak memory"]
    pub fn into_raw(this: Self) -> *const T {
        std::sync::Arc::into_raw(Arc::into_std(this))
    }

    /// The `Arc` that `into_raw` took apart.
    ///
    /// # Safety
    /// As for `std::sync::Arc::from_raw`: the pointer is from `into_raw`, and
    /// the reference is given back once.
    #[must_use]
    pub unsafe fn from_raw(pointer: *const T) -> Arc<T> {
        // SAFETY: the caller's promise is the one that `std` asks for.
        Arc::from_std(unsafe { std::sync::Arc::from_raw(pointer) })
    }

    /// Adds a strong reference to an `Arc` that `into_raw` took apart.
    ///
    /// # Safety
    /// As for `std::sync::Arc::increment_strong_count`.
    #[track_caller]
    pub unsafe fn increment_strong_count(pointer: *const T) {
        // SAFETY: the caller says that the pointer is from `into_raw` and that
        // a strong reference is alive, which is not dropped here.
        let arc = ManuallyDrop::new(unsafe { Arc::from_raw(pointer) });
        std::mem::forget(Arc::clone(&arc));
    }

    /// Drops a strong reference of an `Arc` that `into_raw` took apart.
    ///
    /// # Safety
    /// As for `std::sync::Arc::decrement_strong_count`.
    #[track_caller]
    pub unsafe fn decrement_strong_count(pointer: *const T) {
        // SAFETY: the caller says that the pointer is from `into_raw` and that
        // the reference is his to drop.
        drop(unsafe { Arc::from_raw(pointer) });
    }

    /// The address of the value.
    #[must_use]
    pub fn as_ptr(this: &Self) -> *const T {
        std::sync::Arc::as_ptr(&this.inner)
    }

    /// A weak reference to the value.
    #[track_caller]
    #[must_use]
    pub fn downgrade(this: &Self) -> Weak<T> {
        this.is_alive(Location::caller());
        let operation = this.count().add(WEAK);
        let before = this.counts();
        let weak = std::sync::Arc::downgrade(&this.inner);
        operation.done("Arc::downgrade", before, before.weak(1));
        Weak::from_std(weak)
    }

    /// How many weak references there are.
    #[track_caller]
    #[inline(always)]
    #[must_use]
    pub fn weak_count(this: &Self) -> usize {
        this.read_counts("Arc::weak_count").weak
    }

    /// How many strong references there are.
    #[track_caller]
    #[inline(always)]
    #[must_use]
    pub fn strong_count(this: &Self) -> usize {
        this.read_counts("Arc::strong_count").strong
    }

    /// The value, if this is the only reference, weak ones included.
    #[track_caller]
    #[inline(always)]
    pub fn get_mut(this: &mut Self) -> Option<&mut T> {
        let place = Location::caller();
        looking(|| {
            let operation = this.count().read(this.counts(), place);
            let counts = this.counts();
            if counts.is_unique() {
                operation.acquired("Arc::get_mut", counts, counts);
            } else {
                operation.done("Arc::get_mut", counts, counts);
            }
        });
        std::sync::Arc::get_mut(&mut this.inner)
    }

    /// Do the two hold the same allocation?
    #[must_use]
    pub fn ptr_eq(this: &Self, other: &Self) -> bool {
        std::sync::Arc::ptr_eq(&this.inner, &other.inner)
    }

    #[track_caller]
    #[inline(always)]
    fn read_counts(&self, method: &str) -> Counts {
        let place = Location::caller();
        looking(|| {
            let operation = self.count().read(self.counts(), place);
            let counts = self.counts();
            operation.done(method, counts, counts);
            counts
        })
    }

    /// Is the allocation there? If it was freed, that is a finding.
    #[inline]
    fn is_alive(&self, place: &'static Location<'static>) -> bool {
        rt::is_alive(Arc::as_ptr(self).addr().wrapping_sub(16), place)
    }

    fn count(&self) -> Count {
        Count::of(Arc::as_ptr(self))
    }

    fn counts(&self) -> Counts {
        Counts {
            strong: std::sync::Arc::strong_count(&self.inner),
            weak: std::sync::Arc::weak_count(&self.inner),
        }
    }
}

impl<T: Clone> Arc<T> {
    /// The value, which becomes this `Arc`'s own: it is cloned if there are
    /// other strong references, and moved away from weak ones.
    #[track_caller]
    pub fn make_mut(this: &mut Self) -> &mut T {
        let operation = this.count().modify();
        let before = this.counts();
        if before.strong != 1 {
            operation.done("Arc::make_mut", before, before);
            // The clone is the user's code, and may do operations; the drop of
            // the shared value is one of its own.
            *this = Arc::new((**this).clone());
        } else if before.is_unique() {
            operation.acquired("Arc::make_mut", before, before);
        } else {
            std::sync::Arc::make_mut(&mut this.inner);
            operation.acquired("Arc::make_mut", before, before.strong(-1));
        }
        std::sync::Arc::get_mut(&mut this.inner).expect("it is unique now")
    }
}

impl Arc<dyn Any + Send + Sync> {
    /// The `Arc` of the type that the value has.
    ///
    /// # Errors
    /// The `Arc`, when the value is of another type.
    pub fn downcast<T: Any + Send + Sync>(self) -> Result<Arc<T>, Self> {
        std::sync::Arc::downcast(Arc::into_std(self))
            .map(Arc::from_std)
            .map_err(Arc::from_std)
    }
}

impl<T: ?Sized> Clone for Arc<T> {
    #[track_caller]
    fn clone(&self) -> Self {
        self.is_alive(Location::caller());
        if rt::counts_are_local() {
            return Arc::from_std(std::sync::Arc::clone(&self.inner));
        }
        let operation = self.count().add(1);
        let before = self.counts();
        let arc = std::sync::Arc::clone(&self.inner);
        operation.done("Arc::clone", before, before.strong(1));
        Arc::from_std(arc)
    }
}

impl<T: ?Sized> Drop for Arc<T> {
    #[track_caller]
    fn drop(&mut self) {
        if !self.is_alive(Location::caller()) {
            // There is nothing to drop any more.
            return;
        }
        let address = Arc::as_ptr(self).addr();
        let _dropping = rt::note_drop(address, std::sync::Arc::strong_count(&self.inner) == 1);
        let count = self.count();
        if rt::counts_are_local() && !(needs_drop::<T>() && self.counts().strong == 1) {
            // SAFETY: the `Arc` is being dropped, so `inner` is not used again.
            return drop(unsafe { ManuallyDrop::take(&mut self.inner) });
        }
        let operation = count.drop_strong(needs_drop::<T>(), || self.counts());
        let before = self.counts();
        let after = before.strong(-1);
        // SAFETY: the `Arc` is being dropped, so `inner` is not used again.
        let inner = unsafe { ManuallyDrop::take(&mut self.inner) };
        if before.strong == 1 && needs_drop::<T>() {
            operation.acquired("Arc::drop", before, after);
            count.last_drop(|| drop(inner));
        } else {
            drop(inner);
            operation.released("Arc::drop", before, after);
        }
    }
}
