//! The read-write lock, with the names and signatures of `std::sync::RwLock`.
//!
//! Taking and giving back are operations that the explorer schedules. Those of
//! readers commute with one another, so readers alone add no traces. A deadlock
//! is a finding, and poisoning is as in `std`: a writer that panics poisons, a
//! reader does not.
//!
//! `std` leaves it open whether a reader gets in while a writer waits. Here it
//! does, unless [`Checker::writers_first`](crate::Checker::writers_first) says
//! that it does not.

use super::poison::{self, Guarded};
use crate::rt::{self, Object, Tag};
use mazurka_program::{EXCLUSIVE, Kind, ObjectId};
use std::cell::UnsafeCell;
use std::fmt;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::{LockResult, TryLockError, TryLockResult};

/// `std::sync::RwLock` under the model checker.
pub struct RwLock<T: ?Sized> {
    tag: Tag,
    inner: UnsafeCell<Guarded<T>>,
}

// SAFETY: the data moves with the lock.
unsafe impl<T: ?Sized + Send> Send for RwLock<T> {}
// SAFETY: the data is only written by the process that holds the lock alone, and
// only read by those that hold it; processes of a check run on one OS thread. A
// static or foreign lock is only read in place, each execution has a copy.
unsafe impl<T: ?Sized + Send + Sync> Sync for RwLock<T> {}
// A panic of a writer poisons the lock.
impl<T: ?Sized> UnwindSafe for RwLock<T> {}
impl<T: ?Sized> RefUnwindSafe for RwLock<T> {}

/// `std::sync::RwLockReadGuard` under the model checker.
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct RwLockReadGuard<'a, T: ?Sized> {
    inner: *const Guarded<T>,
    object: ObjectId,
    lock: PhantomData<&'a RwLock<T>>,
}

// A guard is not `Send`, as in `std`: the raw pointer in it says so.
// SAFETY: a shared guard only gives out `&T`.
unsafe impl<T: ?Sized + Sync> Sync for RwLockReadGuard<'_, T> {}

/// `std::sync::RwLockWriteGuard` under the model checker.
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct RwLockWriteGuard<'a, T: ?Sized> {
    inner: *mut Guarded<T>,
    object: ObjectId,
    /// Was the process unwinding when it took the lock? Then it does not poison
    /// it.
    unwinding: bool,
    lock: PhantomData<&'a RwLock<T>>,
}

// SAFETY: as for the read guard.
unsafe impl<T: ?Sized + Sync> Sync for RwLockWriteGuard<'_, T> {}

impl<T> RwLock<T> {
    /// A new lock. It is named when it is first used in an execution.
    #[track_caller]
    #[must_use]
    pub const fn new(value: T) -> RwLock<T> {
        RwLock {
            tag: Tag::new(),
            inner: UnsafeCell::new(Guarded::new(value)),
        }
    }

    /// The same lock with a name, which has to be a constant. Reports call it so. Otherwise they
    /// call it as the source code does where it was made or is used, if that can be told, or by
    /// its type.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> RwLock<T> {
        self.tag = Tag::named(name);
        self
    }

    /// The value: no event.
    ///
    /// # Errors
    /// The value, when the lock is poisoned.
    pub fn into_inner(self) -> LockResult<T> {
        let inner = match rt::peek(&self.tag) {
            Some(object) if object.foreign => {
                // SAFETY: the copy belongs to this lock, which nobody can use
                // any more. What must be dropped is never copied unless it is a
                // static, and nobody can move out of a static.
                unsafe { rt::storage(object, self.inner.get()).read() }
            }
            _ => self.inner.into_inner(),
        };
        poison::result(inner.poisoned, inner.data)
    }
}

impl<T: ?Sized> RwLock<T> {
    /// Takes the lock for reading, waiting while a writer holds it.
    ///
    /// # Errors
    /// The guard, when a writer panicked while it held the lock.
    #[track_caller]
    pub fn read(&self) -> LockResult<RwLockReadGuard<'_, T>> {
        let object = self.object();
        rt::waits_for("to read-lock an RwLock");
        if rt::writers_first() {
            writers_first::read(object.id);
        } else {
            rt::operate(Kind::LockShared, object.id, 0, |readers| readers + 1);
        }
        rt::describe(|| "read()".to_owned());
        self.read_guard(object)
    }

    /// Takes the lock for reading, unless a writer holds it.
    ///
    /// # Errors
    /// The guard, when a writer panicked while it held the lock; `WouldBlock`,
    /// when a writer holds it.
    #[track_caller]
    #[inline(always)]
    pub fn try_read(&self) -> TryLockResult<RwLockReadGuard<'_, T>> {
        let object = self.object();
        let free = if rt::writers_first() {
            writers_first::try_read(object.id)
        } else {
            rt::operate(Kind::TryLockShared, object.id, 0, |readers| readers + 1) < EXCLUSIVE
        };
        rt::describe(|| format!("try_read() = {}", taken(free)));
        if free {
            Ok(self.read_guard(object)?)
        } else {
            Err(TryLockError::WouldBlock)
        }
    }

    /// Takes the lock for writing, waiting while others hold it.
    ///
    /// # Errors
    /// The guard, when a writer panicked while it held the lock.
    #[track_caller]
    pub fn write(&self) -> LockResult<RwLockWriteGuard<'_, T>> {
        let object = self.object();
        if rt::writers_first() {
            writers_first::write(object.id);
        } else {
            rt::waits_for(WRITES);
            rt::operate(Kind::Lock, object.id, 0, |_| EXCLUSIVE);
        }
        rt::describe(|| "write()".to_owned());
        self.write_guard(object)
    }

    /// Takes the lock for writing, unless others hold it.
    ///
    /// # Errors
    /// The guard, when a writer panicked while it held the lock; `WouldBlock`,
    /// when others hold it.
    #[track_caller]
    #[inline(always)]
    pub fn try_write(&self) -> TryLockResult<RwLockWriteGuard<'_, T>> {
        let object = self.object();
        let before = rt::operate(Kind::TryLock, object.id, 0, |_| EXCLUSIVE);
        rt::describe(|| format!("try_write() = {}", taken(before == 0)));
        if before == 0 {
            Ok(self.write_guard(object)?)
        } else {
            Err(TryLockError::WouldBlock)
        }
    }

    /// Did a thread panic while it held the lock? An event, like taking it.
    #[track_caller]
    #[must_use]
    pub fn is_poisoned(&self) -> bool {
        if rt::is_active() {
            poison::look(rt::resolve(&self.tag).id);
        }
        self.poisoned_now()
    }

    /// Takes the poison away: an event, like taking the lock.
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
    /// The value, when the lock is poisoned.
    pub fn get_mut(&mut self) -> LockResult<&mut T> {
        // SAFETY: the storage is the lock's own, and `&mut self` says that
        // nobody else uses the lock.
        let inner = unsafe { &mut *self.current() };
        poison::result(inner.poisoned, &mut inner.data)
    }

    #[track_caller]
    fn object(&self) -> Object {
        let object = rt::resolve(&self.tag);
        rt::noun(object.id, "RwLock");
        object
    }

    /// What is current: in this execution, or outside of any.
    fn current(&self) -> *mut Guarded<T> {
        if rt::is_active() {
            rt::storage(self.object(), self.inner.get())
        } else {
            self.inner.get()
        }
    }

    fn read_guard(&self, object: Object) -> LockResult<RwLockReadGuard<'_, T>> {
        rt::acquire(object.id);
        let guard = RwLockReadGuard {
            inner: rt::storage(object, self.inner.get()),
            object: object.id,
            lock: PhantomData,
        };
        poison::result(poisoned(guard.inner), guard)
    }

    fn write_guard(&self, object: Object) -> LockResult<RwLockWriteGuard<'_, T>> {
        rt::acquire(object.id);
        // What readers did before they gave the lock back: only a writer is
        // ordered with that, so it has a clock of its own.
        rt::acquire(rt::part(object.id, rt::READERS));
        let guard = RwLockWriteGuard {
            inner: rt::storage(object, self.inner.get()),
            object: object.id,
            unwinding: rt::is_unwinding(),
            lock: PhantomData,
        };
        poison::result(poisoned(guard.inner), guard)
    }
}

const WRITES: &str = "to write-lock an RwLock";

/// A writer first counts itself among those that wait, and readers wait until
/// there is none.
mod writers_first {
    use super::{EXCLUSIVE, Kind, ObjectId, WRITES, rt};
    use mazurka_program::Access;

    /// The part of a lock that counts the writers that wait.
    fn waiting(lock: ObjectId) -> ObjectId {
        let waiting = rt::part(lock, 2);
        rt::noun(waiting, "RwLock");
        waiting
    }

    #[track_caller]
    pub(super) fn read(lock: ObjectId) {
        let waiting = waiting(lock);
        let mut ready = || {
            let (writers, readers) = (rt::look(waiting), rt::look(lock));
            writers == 0 && readers < EXCLUSIVE
        };
        rt::announce_opaque(Kind::Await, lock, &mut ready);
        rt::touch(waiting, Access::Read, 0, 0);
        take_for_reading(lock);
    }

    #[track_caller]
    pub(super) fn try_read(lock: ObjectId) -> bool {
        let waiting = waiting(lock);
        rt::announce_opaque(Kind::Change, lock, &mut || true);
        let (writers, readers) = (rt::value(waiting), rt::value(lock));
        rt::touch(waiting, Access::Read, writers, writers);
        let free = writers == 0 && readers < EXCLUSIVE;
        if free {
            take_for_reading(lock);
        } else {
            rt::touch(lock, Access::Read, readers, readers);
        }
        free
    }

    fn take_for_reading(lock: ObjectId) {
        let readers = rt::value(lock);
        rt::touch(lock, Access::Add, readers, readers + 1);
        rt::hold(Kind::LockShared, lock);
    }

    #[track_caller]
    pub(super) fn write(lock: ObjectId) {
        let waiting = waiting(lock);
        rt::operate(Kind::Add, waiting, 1, |writers| writers + 1);
        rt::describe(|| "write() begins".to_owned());
        rt::waits_for(WRITES);
        rt::announce_opaque(Kind::Await, lock, &mut || rt::look(lock) == 0);
        rt::touch(lock, Access::Write, 0, EXCLUSIVE);
        let writers = rt::value(waiting);
        rt::touch(waiting, Access::Add, writers, writers - 1);
        rt::hold(Kind::Lock, lock);
    }
}

fn taken(taken: bool) -> &'static str {
    if taken { "Ok" } else { "WouldBlock" }
}

/// Is what a guard points to poisoned?
fn poisoned<T: ?Sized>(inner: *const Guarded<T>) -> bool {
    // SAFETY: a guard's pointer is good, and the field is never borrowed.
    unsafe { (*inner).poisoned }
}

impl<'a, T: ?Sized> RwLockWriteGuard<'a, T> {
    /// Goes on as a reader, with no moment at which the lock is free.
    #[track_caller]
    pub fn downgrade(guard: RwLockWriteGuard<'a, T>) -> RwLockReadGuard<'a, T> {
        let guard = ManuallyDrop::new(guard);
        rt::operate(Kind::Store, guard.object, 1, |_| 1);
        rt::share(guard.object);
        rt::release(guard.object);
        rt::describe(|| "downgrade()".to_owned());
        RwLockReadGuard {
            inner: guard.inner,
            object: guard.object,
            lock: PhantomData,
        }
    }
}

impl<T: ?Sized> Drop for RwLockReadGuard<'_, T> {
    #[track_caller]
    fn drop(&mut self) {
        rt::give_back(Kind::UnlockShared, self.object, 0);
    }
}

impl<T: ?Sized> Drop for RwLockWriteGuard<'_, T> {
    #[track_caller]
    fn drop(&mut self) {
        if !self.unwinding && rt::is_unwinding() {
            // SAFETY: as in `poisoned`.
            unsafe { (*self.inner).poisoned = true };
        }
        rt::give_back(Kind::Unlock, self.object, 0);
    }
}

impl<T: ?Sized> Deref for RwLockReadGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: the process holds the lock, so nobody writes the data.
        unsafe { &(*self.inner).data }
    }
}

impl<T: ?Sized> Deref for RwLockWriteGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: the process holds the lock alone.
        unsafe { &(*self.inner).data }
    }
}

impl<T: ?Sized> DerefMut for RwLockWriteGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as for `deref`; `&mut self` says that no `&T` is alive.
        unsafe { &mut (*self.inner).data }
    }
}

macro_rules! shown_as_the_data {
    ($guard:ident) => {
        impl<T: ?Sized + fmt::Debug> fmt::Debug for $guard<'_, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&**self, f)
            }
        }

        impl<T: ?Sized + fmt::Display> fmt::Display for $guard<'_, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&**self, f)
            }
        }
    };
}

shown_as_the_data!(RwLockReadGuard);
shown_as_the_data!(RwLockWriteGuard);

/// Shows the data unless a writer holds the lock; no event.
impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLock<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("RwLock");
        if rt::peek(&self.tag).is_some_and(|object| rt::value(object.id) >= EXCLUSIVE) {
            shown.field("data", &format_args!("<locked>"));
        } else {
            // SAFETY: no writer holds the lock, and processes run one at a time,
            // so nobody writes the data meanwhile.
            let inner = unsafe { &*self.current() };
            shown.field("data", &&inner.data);
        }
        shown.field("poisoned", &self.poisoned_now());
        shown.finish_non_exhaustive()
    }
}

impl<T: Default> Default for RwLock<T> {
    fn default() -> Self {
        RwLock::new(T::default())
    }
}

impl<T> From<T> for RwLock<T> {
    fn from(value: T) -> Self {
        RwLock::new(value)
    }
}
