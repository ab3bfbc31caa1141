//! The mutex, with the names and signatures of `std::sync::Mutex`.
//!
//! Taking and giving back are operations that the explorer schedules; a
//! deadlock is a finding. Poisoning is as in `std`.

use super::poison::{self, Guarded};
use crate::rt::{self, Object, Tag};
use mazurka_program::ObjectId;
use std::cell::UnsafeCell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::panic::{Location, RefUnwindSafe, UnwindSafe};
use std::sync::{LockResult, TryLockError, TryLockResult};

/// `std::sync::Mutex` under the model checker.
pub struct Mutex<T: ?Sized> {
    tag: Tag,
    inner: UnsafeCell<Guarded<T>>,
}

// SAFETY: the data moves with the mutex.
unsafe impl<T: ?Sized + Send> Send for Mutex<T> {}
// SAFETY: the data is only reached by the process that holds the mutex, and
// processes of a check run on one OS thread; a static or foreign mutex is only
// read in place, each execution has a copy.
unsafe impl<T: ?Sized + Send> Sync for Mutex<T> {}
// A panic in a critical section poisons the mutex.
impl<T: ?Sized> UnwindSafe for Mutex<T> {}
impl<T: ?Sized> RefUnwindSafe for Mutex<T> {}

/// `std::sync::MutexGuard` under the model checker.
#[must_use = "if unused the Mutex will immediately unlock"]
pub struct MutexGuard<'a, T: ?Sized> {
    inner: *mut Guarded<T>,
    object: Object,
    /// Was the process unwinding when it took the mutex? Then it does not
    /// poison it.
    unwinding: bool,
    mutex: PhantomData<&'a Mutex<T>>,
}

// A guard is not `Send`, as in `std`: the raw pointer in it says so.
// SAFETY: a shared guard only gives out `&T`.
unsafe impl<T: ?Sized + Sync> Sync for MutexGuard<'_, T> {}

impl<T> Mutex<T> {
    /// A new mutex. It is named when it is first used in an execution.
    #[track_caller]
    #[must_use]
    pub const fn new(value: T) -> Mutex<T> {
        Mutex {
            tag: Tag::new(),
            inner: UnsafeCell::new(Guarded::new(value)),
        }
    }

    /// The same mutex with a name, which has to be a constant. Reports call it so. Otherwise they
    /// call it as the source code does where it was made or is used, if that can be told, or by
    /// its type.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> Mutex<T> {
        self.tag = Tag::named(name);
        self
    }

    /// The value: no event.
    ///
    /// # Errors
    /// The value, when the mutex is poisoned.
    pub fn into_inner(self) -> LockResult<T> {
        let inner = match rt::peek(&self.tag) {
            Some(object) if object.foreign => {
                // SAFETY: the copy belongs to this mutex, which nobody can use
                // any more. What must be dropped is never copied unless it is a
                // static, and nobody can move out of a static.
                unsafe { rt::storage(object, self.inner.get()).read() }
            }
            _ => self.inner.into_inner(),
        };
        poison::result(inner.poisoned, inner.data)
    }
}

impl<T: ?Sized> Mutex<T> {
    /// Takes the mutex, waiting while another thread holds it.
    ///
    /// # Errors
    /// The guard, when a thread panicked while it held the mutex.
    #[track_caller]
    pub fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
        let object = rt::resolve(&self.tag);
        rt::lock(object.id);
        self.guard(object)
    }

    /// Takes the mutex if no thread holds it.
    ///
    /// # Errors
    /// [`TryLockError::WouldBlock`] if a thread holds the mutex, and the guard
    /// when a thread panicked while it held the mutex.
    #[track_caller]
    #[inline(always)]
    pub fn try_lock(&self) -> TryLockResult<MutexGuard<'_, T>> {
        let object = rt::resolve(&self.tag);
        let place = Location::caller();
        if rt::framed(|| u64::from(rt::try_lock(object.id, place))) == 0 {
            return Err(TryLockError::WouldBlock);
        }
        self.guard(object).map_err(TryLockError::Poisoned)
    }

    /// The guard of a process that has taken the mutex.
    fn guard(&self, object: Object) -> LockResult<MutexGuard<'_, T>> {
        let guard = MutexGuard {
            inner: rt::storage(object, self.inner.get()),
            object,
            unwinding: rt::is_unwinding(),
            mutex: PhantomData,
        };
        guard.checked()
    }

    /// Gives the mutex back when its guard was forgotten, as `parking_lot` has
    /// it. To give back a mutex that the thread does not hold is a finding.
    ///
    /// # Safety
    /// The thread holds the mutex, and no guard of it is alive.
    #[track_caller]
    pub unsafe fn force_unlock(&self) {
        rt::unlock(rt::resolve(&self.tag).id);
    }

    /// Did a thread panic while it held the mutex? An event, like taking it.
    #[track_caller]
    #[must_use]
    pub fn is_poisoned(&self) -> bool {
        if rt::is_active() {
            poison::look(rt::resolve(&self.tag).id);
        }
        self.poisoned_now()
    }

    /// Takes the poison away: an event, like taking the mutex.
    #[track_caller]
    pub fn clear_poison(&self) {
        if rt::is_active() {
            poison::clear(rt::resolve(&self.tag).id);
            // SAFETY: processes run one at a time; the field is not borrowed.
            unsafe { (*self.current()).poisoned = false };
        }
    }

    fn poisoned_now(&self) -> bool {
        // SAFETY: processes run one at a time, so nobody writes meanwhile.
        unsafe { (*self.current()).poisoned }
    }

    /// The value, which nobody else can use: no event.
    ///
    /// # Errors
    /// The value, when the mutex is poisoned.
    pub fn get_mut(&mut self) -> LockResult<&mut T> {
        // SAFETY: the storage is the mutex's own, and `&mut self` says that
        // nobody else uses the mutex.
        let inner = unsafe { &mut *self.current() };
        poison::result(inner.poisoned, &mut inner.data)
    }

    /// The value, as the execution has it: who uses the pointer sees to it that
    /// nobody else does.
    pub(crate) fn data_ptr(&self) -> *mut T {
        let inner = self.current();
        // SAFETY: the pointer is good; no reference is made.
        unsafe { &raw mut (*inner).data }
    }

    /// What is current: in this execution, or outside of any.
    fn current(&self) -> *mut Guarded<T> {
        if rt::is_active() {
            rt::storage(rt::resolve(&self.tag), self.inner.get())
        } else {
            self.inner.get()
        }
    }

    fn is_held(&self) -> bool {
        rt::peek(&self.tag).is_some_and(|object| rt::mutex_holder(object.id).is_some())
    }
}

impl<T: ?Sized> MutexGuard<'_, T> {
    /// The mutex, for a condition variable to give it back.
    pub(super) fn mutex(&self) -> ObjectId {
        self.object.id
    }

    /// The guard, as `lock` gives it.
    pub(super) fn checked(self) -> LockResult<Self> {
        poison::result(self.poisoned(), self)
    }

    fn poisoned(&self) -> bool {
        // SAFETY: the pointer is good while the guard lives, and the field is
        // never borrowed.
        unsafe { (*self.inner).poisoned }
    }
}

impl<T: ?Sized> Drop for MutexGuard<'_, T> {
    #[track_caller]
    fn drop(&mut self) {
        if !self.unwinding && rt::is_unwinding() {
            // SAFETY: as in `poisoned`.
            unsafe { (*self.inner).poisoned = true };
        }
        rt::unlock(self.object.id);
    }
}

impl<T: ?Sized> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: the process holds the mutex, so nobody else uses the data.
        unsafe { &(*self.inner).data }
    }
}

impl<T: ?Sized> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as for `deref`; `&mut self` says that no `&T` is alive.
        unsafe { &mut (*self.inner).data }
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for MutexGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl<T: ?Sized + fmt::Display> fmt::Display for MutexGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}

/// Shows the data unless the mutex is held; no event.
impl<T: ?Sized + fmt::Debug> fmt::Debug for Mutex<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Mutex");
        if self.is_held() {
            shown.field("data", &"<locked>");
        } else {
            // SAFETY: nobody holds the mutex, and processes run one at a time,
            // so nobody writes the data meanwhile.
            let inner = unsafe { &*self.current() };
            shown.field("data", &&inner.data);
        }
        shown.field("poisoned", &self.poisoned_now());
        shown.finish_non_exhaustive()
    }
}

impl<T: Default> Default for Mutex<T> {
    fn default() -> Self {
        Mutex::new(T::default())
    }
}

impl<T> From<T> for Mutex<T> {
    fn from(value: T) -> Self {
        Mutex::new(value)
    }
}
