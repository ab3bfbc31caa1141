//! Lazy values, which start anew in every execution.

use crate::sync::Mutex;
use crate::sync::atomic::{AtomicBool, Ordering};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

/// Declares statics that are made by the first thread that uses them, in each
/// execution, as the crate `lazy_static` does.
///
/// ```
/// mazurka::lazy_static! {
///     static ref NAMES: Vec<&'static str> = vec!["a", "b"];
/// }
///
/// mazurka::check(|| assert_eq!(NAMES.len(), 2));
/// ```
///
/// The value is dropped when the execution ends: a reference must not be
/// carried out of it.
#[macro_export]
macro_rules! lazy_static {
    () => {};
    ($(#[$attribute:meta])* $visibility:vis static ref $name:ident: $type:ty = $init:expr;
     $($rest:tt)*) => {
        $(#[$attribute])*
        $visibility static $name: $crate::Lazy<$type> = $crate::Lazy::new(|| $init);
        $crate::lazy_static! { $($rest)* }
    };
}

/// A value that is made by the first thread that uses it; threads that come
/// meanwhile wait. Uses are operations: a load, and for the first of them also
/// a mutex.
///
/// Made by [`lazy_static!`](crate::lazy_static), or as a `static`.
pub struct Lazy<T> {
    init: fn() -> T,
    ready: AtomicBool,
    /// Boxed, so that what is in the value lives in the memory of the process
    /// that made it, and is named by it.
    value: Mutex<Option<Box<T>>>,
    /// To share the lazy value is to share the value.
    not_sync: PhantomData<*const T>,
}

// SAFETY: the value moves with the box that holds it.
unsafe impl<T: Send> Send for Lazy<T> {}
// SAFETY: a shared `Lazy` gives out `&T`, and makes and drops the value in
// whatever thread comes first or last.
unsafe impl<T: Send + Sync> Sync for Lazy<T> {}

impl<T> Lazy<T> {
    /// A value that `init` will make.
    #[must_use]
    pub const fn new(init: fn() -> T) -> Lazy<T> {
        Lazy {
            init,
            ready: AtomicBool::new(false),
            value: Mutex::new(None),
            not_sync: PhantomData,
        }
    }

    /// The value, made now if need be.
    ///
    /// # Panics
    /// When an earlier attempt to make it panicked.
    #[track_caller]
    pub fn force(this: &Self) -> &T {
        if !this.ready.load(Ordering::Acquire) {
            let Ok(mut value) = this.value.lock() else {
                panic!("the initialiser of a lazy value panicked earlier");
            };
            if value.is_none() {
                *value = Some(Box::new((this.init)()));
                this.ready.store(true, Ordering::Release);
            }
        }
        // SAFETY: the value is there and is not written again until the end of
        // the execution, or until nobody borrows the `Lazy`.
        let value = unsafe { &*this.value.data_ptr() };
        value.as_deref().expect("it was made")
    }
}

impl<T> Deref for Lazy<T> {
    type Target = T;

    #[track_caller]
    fn deref(&self) -> &T {
        Lazy::force(self)
    }
}

impl<T> fmt::Debug for Lazy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lazy").finish_non_exhaustive()
    }
}
