//! Lazy statics, with the names and signatures of loom's.
//!
//! As in loom, they are made anew in each execution, dropped when the closure of the model has
//! returned, and must not be used after that.

pub use mazurka::thread::{AccessError, yield_now};

use mazurka::sync::Mutex;
use mazurka::sync::atomic::{AtomicPtr, Ordering};
use std::fmt;
use std::ptr;

/// Is the calling thread unwinding from a panic?
pub fn panicking() -> bool {
    std::thread::panicking()
}

/// Declares statics that are made by the first thread that uses them, in each execution, as the
/// crate `lazy_static` does.
#[macro_export]
macro_rules! lazy_static {
    () => {};
    ($(#[$attribute:meta])* $visibility:vis static ref $name:ident: $type:ty = $init:expr;
     $($rest:tt)*) => {
        $(#[$attribute])*
        #[allow(non_camel_case_types, dead_code, missing_copy_implementations)]
        $visibility struct $name {
            __only_here: (),
        }
        #[doc(hidden)]
        $visibility static $name: $name = $name { __only_here: () };
        impl ::core::ops::Deref for $name {
            type Target = $type;

            #[track_caller]
            fn deref(&self) -> &$type {
                static LAZY: $crate::lazy_static::Lazy<$type> =
                    $crate::lazy_static::Lazy::new(|| $init);
                LAZY.get()
            }
        }
        $crate::lazy_static! { $($rest)* }
    };
}

/// A static that is made by the first thread that uses it; threads that come meanwhile wait.
pub struct Lazy<T: 'static> {
    init: fn() -> T,
    /// Null until it is made, and [`gone`] after it was dropped.
    value: AtomicPtr<T>,
    making: Mutex<()>,
}

// SAFETY: each execution has a value of its own, and its threads run on one OS thread. Outside of
// a model there is none.
unsafe impl<T> Sync for Lazy<T> {}

/// What is there in place of a value that was dropped.
fn gone<T>() -> *mut T {
    ptr::without_provenance_mut(usize::MAX)
}

impl<T> Lazy<T> {
    /// For [`lazy_static!`](crate::lazy_static) only.
    #[doc(hidden)]
    pub const fn new(init: fn() -> T) -> Lazy<T> {
        Lazy {
            init,
            value: AtomicPtr::new(ptr::null_mut()),
            making: Mutex::new(()),
        }
    }

    /// The value, made now if need be. It must not be carried out of the execution.
    ///
    /// # Panics
    /// When the closure of the model has returned, or an earlier attempt to make the value
    /// panicked.
    #[track_caller]
    pub fn get(&'static self) -> &'static T {
        let mut value = self.value.load(Ordering::Acquire);
        if value.is_null() {
            value = self.make();
        }
        if value == gone() {
            too_late();
        }
        // SAFETY: it is from a box, and dropped only when the model's closure has returned.
        unsafe { &*value }
    }

    #[track_caller]
    fn make(&'static self) -> *mut T {
        let Ok(_making) = self.making.lock() else {
            panic!("the initialiser of a lazy static panicked earlier");
        };
        let before = self.value.load(Ordering::Acquire);
        if !before.is_null() {
            return before;
        }
        let value = Box::into_raw(Box::new((self.init)()));
        self.value.store(value, Ordering::Release);
        keep(self);
        value
    }
}

impl<T> fmt::Debug for Lazy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lazy").finish_non_exhaustive()
    }
}

/// A value that is dropped at the end.
trait Made: Sync {
    fn drop_value(&self);
}

impl<T> Made for Lazy<T> {
    fn drop_value(&self) {
        let value = self.value.swap(gone(), Ordering::AcqRel);
        // SAFETY: it is from a box, it was made and is taken once, and a thread that uses it now or
        // later has not waited for the closure of the model, which is a bug of the program. The
        // memory of a model is not used again within an execution.
        drop(unsafe { Box::from_raw(value) });
    }
}

/// The values that were made.
struct Kept {
    value: &'static dyn Made,
    before: *mut Kept,
}

/// The last of them, or [`gone`]. A static starts anew in each execution.
static KEPT: AtomicPtr<Kept> = AtomicPtr::new(ptr::null_mut());

#[track_caller]
fn keep(value: &'static dyn Made) {
    let kept = Box::into_raw(Box::new(Kept {
        value,
        before: ptr::null_mut(),
    }));
    let mut before = KEPT.load(Ordering::Acquire);
    loop {
        if before == gone() {
            too_late();
        }
        // SAFETY: it is from a box, and not shared yet.
        unsafe { (*kept).before = before };
        let orders = (Ordering::AcqRel, Ordering::Acquire);
        match KEPT.compare_exchange(before, kept, orders.0, orders.1) {
            Ok(_) => return,
            Err(other) => before = other,
        }
    }
}

/// Drops all values: the closure of the model has returned.
pub(crate) fn drop_all() {
    let mut last = KEPT.swap(gone(), Ordering::AcqRel);
    while !last.is_null() {
        // SAFETY: it is from a box, and no longer shared.
        let kept = unsafe { Box::from_raw(last) };
        kept.value.drop_value();
        last = kept.before;
    }
}

#[cold]
#[track_caller]
fn too_late() -> ! {
    panic!("a lazy static was used after the closure of the model had returned");
}
