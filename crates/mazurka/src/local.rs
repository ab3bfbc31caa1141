//! Thread-local values of modelled threads, with the names and signatures of
//! `std::thread::LocalKey`.
//!
//! A value is made when its thread first asks for it, in that thread's memory,
//! and dropped when the thread ends, the latest first. The thread's closure has
//! returned then: a scope may be over, and `is_finished` true, while destructors
//! still run. Only an explicit join waits for them.

use crate::rt::{self, Local, Lookup};
use std::cell::{Cell, RefCell};
use std::error::Error;
use std::fmt;
use std::mem::needs_drop;

/// Declares thread-local values, as `std::thread_local!` does.
///
/// ```
/// use std::cell::Cell;
///
/// mazurka::thread_local! {
///     static DEPTH: Cell<u32> = const { Cell::new(0) };
///     pub static NAME: String = String::from("nobody");
/// }
///
/// mazurka::check(|| {
///     DEPTH.set(3);
///     mazurka::thread::spawn(|| assert_eq!(DEPTH.get(), 0));
///     assert_eq!(DEPTH.get(), 3);
/// });
/// ```
#[macro_export]
macro_rules! thread_local {
    () => {};
    ($(#[$attribute:meta])* $visibility:vis static $name:ident: $type:ty = const $init:block
     $(; $($rest:tt)*)?) => {
        $(#[$attribute])*
        $visibility static $name: $crate::LocalKey<$type> = $crate::LocalKey::new(|| const $init);
        $($crate::thread_local! { $($rest)* })?
    };
    ($(#[$attribute:meta])* $visibility:vis static $name:ident: $type:ty = $init:expr
     $(; $($rest:tt)*)?) => {
        $(#[$attribute])*
        $visibility static $name: $crate::LocalKey<$type> = $crate::LocalKey::new(|| $init);
        $($crate::thread_local! { $($rest)* })?
    };
}

/// `std::thread::LocalKey` under the model checker; made by
/// [`thread_local!`](crate::thread_local).
pub struct LocalKey<T: 'static> {
    init: fn() -> T,
}

/// The value of a [`LocalKey`] was dropped already: its thread is ending.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct AccessError(());

impl<T: 'static> LocalKey<T> {
    /// For `thread_local!` only.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(init: fn() -> T) -> LocalKey<T> {
        LocalKey { init }
    }

    /// Runs `f` on the value of the current thread, making it if need be.
    ///
    /// # Panics
    /// When the value was dropped already.
    #[track_caller]
    pub fn with<F, R>(&'static self, f: F) -> R
    where
        F: FnOnce(&T) -> R,
    {
        match self.try_with(f) {
            Ok(result) => result,
            Err(error) => dropped(error),
        }
    }

    /// Runs `f` on the value of the current thread, making it if need be.
    ///
    /// # Errors
    /// When the value was dropped already.
    #[track_caller]
    pub fn try_with<F, R>(&'static self, f: F) -> Result<R, AccessError>
    where
        F: FnOnce(&T) -> R,
    {
        let value = self.get_or_init(self.init)?.0;
        // SAFETY: the value lives until its thread ends, on which this runs,
        // and is only shared.
        Ok(f(unsafe { &*value }))
    }

    /// The value, and whether it was made just now, by `init`.
    #[track_caller]
    fn get_or_init(
        &'static self,
        init: impl FnOnce() -> T,
    ) -> Result<(*const T, bool), AccessError> {
        let key = std::ptr::from_ref(self).addr();
        match rt::with_locals(|locals| locals.find(key)) {
            Lookup::Value(value) => return Ok((value.cast(), false)),
            Lookup::Dropped => return Err(AccessError(())),
            Lookup::Absent => {}
        }
        // The program's own code: it may come here again.
        let value = Box::into_raw(Box::new(init()));
        let local = Local {
            key,
            value: value.cast(),
            drop: drop_box::<T>,
            needs_drop: needs_drop::<T>(),
        };
        let recursive = rt::with_locals(|locals| match locals.find(key) {
            Lookup::Absent => {
                locals.add(local);
                false
            }
            _ => true,
        });
        assert!(
            !recursive,
            "the initialiser of a thread-local value used the value itself"
        );
        Ok((value, true))
    }

    /// Gives `value` to a thread-local that is not yet made, or to `replace`
    /// together with the one that is.
    #[track_caller]
    fn put<V>(&'static self, value: V, make: fn(V) -> T, replace: impl FnOnce(&T, V)) {
        let mut value = Some(value);
        let (place, made) = self
            .get_or_init(|| make(value.take().expect("made once")))
            .unwrap_or_else(|error| dropped(error));
        if !made {
            let value = value.expect("not made");
            // SAFETY: as for `try_with`.
            replace(unsafe { &*place }, value);
        }
    }
}

/// # Safety
/// `value` is from `Box::<T>::into_raw`, and not used again.
unsafe fn drop_box<T>(value: *mut ()) {
    // SAFETY: the caller's promise.
    drop(unsafe { Box::from_raw(value.cast::<T>()) });
}

#[cold]
#[track_caller]
fn dropped(error: AccessError) -> ! {
    panic!("cannot access a Thread Local Storage value during or after destruction: {error:?}")
}

impl<T: 'static> LocalKey<Cell<T>> {
    /// Sets the value, without making the first one.
    ///
    /// # Panics
    /// When the value was dropped already.
    #[track_caller]
    pub fn set(&'static self, value: T) {
        self.put(value, Cell::new, |cell, value| cell.set(value));
    }

    /// A copy of the value.
    ///
    /// # Panics
    /// When the value was dropped already.
    #[track_caller]
    pub fn get(&'static self) -> T
    where
        T: Copy,
    {
        self.with(Cell::get)
    }

    /// Takes the value, and leaves the default one.
    ///
    /// # Panics
    /// When the value was dropped already.
    #[track_caller]
    pub fn take(&'static self) -> T
    where
        T: Default,
    {
        self.with(Cell::take)
    }

    /// Sets the value and returns the one before.
    ///
    /// # Panics
    /// When the value was dropped already.
    #[track_caller]
    pub fn replace(&'static self, value: T) -> T {
        self.with(|cell| cell.replace(value))
    }
}

impl<T: 'static> LocalKey<RefCell<T>> {
    /// Runs `f` on the value.
    ///
    /// # Panics
    /// When the value is borrowed mutably or was dropped already.
    #[track_caller]
    pub fn with_borrow<F, R>(&'static self, f: F) -> R
    where
        F: FnOnce(&T) -> R,
    {
        self.with(|cell| f(&cell.borrow()))
    }

    /// Runs `f` on the value, which it may change.
    ///
    /// # Panics
    /// When the value is borrowed or was dropped already.
    #[track_caller]
    pub fn with_borrow_mut<F, R>(&'static self, f: F) -> R
    where
        F: FnOnce(&mut T) -> R,
    {
        self.with(|cell| f(&mut cell.borrow_mut()))
    }

    /// Sets the value, without making the first one.
    ///
    /// # Panics
    /// When the value is borrowed or was dropped already.
    #[track_caller]
    pub fn set(&'static self, value: T) {
        self.put(value, RefCell::new, |cell, value| {
            *cell.borrow_mut() = value;
        });
    }

    /// Takes the value, and leaves the default one.
    ///
    /// # Panics
    /// When the value is borrowed or was dropped already.
    #[track_caller]
    pub fn take(&'static self) -> T
    where
        T: Default,
    {
        self.with(RefCell::take)
    }

    /// Sets the value and returns the one before.
    ///
    /// # Panics
    /// When the value is borrowed or was dropped already.
    #[track_caller]
    pub fn replace(&'static self, value: T) -> T {
        self.with(|cell| cell.replace(value))
    }
}

impl<T: 'static> fmt::Debug for LocalKey<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalKey").finish_non_exhaustive()
    }
}

impl fmt::Debug for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AccessError").finish()
    }
}

impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("already destroyed")
    }
}

impl Error for AccessError {}
