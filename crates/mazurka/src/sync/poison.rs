//! Poison: what a panic in a critical section leaves behind.

use crate::rt;
use mazurka_program::{Access, Kind, ObjectId};
use std::sync::{LockResult, PoisonError};

/// Data that a lock guards: what an execution has its own copy of, when the
/// lock is a static.
pub(super) struct Guarded<T: ?Sized> {
    pub(super) poisoned: bool,
    pub(super) data: T,
}

impl<T> Guarded<T> {
    pub(super) const fn new(data: T) -> Guarded<T> {
        Guarded {
            poisoned: false,
            data,
        }
    }
}

/// The value, as an error if it is poisoned.
pub(super) fn result<V>(poisoned: bool, value: V) -> LockResult<V> {
    if poisoned {
        Err(PoisonError::new(value))
    } else {
        Ok(value)
    }
}

/// Announces that a lock is asked whether it is poisoned. It is poisoned when it
/// is given back, so that conflicts with giving it back and with taking it.
#[track_caller]
pub(super) fn look(object: ObjectId) {
    if rt::is_silent() {
        return;
    }
    rt::announce(Kind::Load, object, 0);
    let value = rt::value(object);
    rt::touch(object, Access::Read, value, value);
    rt::describe(|| "is_poisoned()".to_owned());
}

/// Announces that the poison of a lock is taken away, which conflicts with
/// taking the lock.
#[track_caller]
pub(super) fn clear(object: ObjectId) {
    rt::announce(Kind::ReadModifyWrite, object, 0);
    let value = rt::value(object);
    rt::touch(object, Access::Write, value, value);
    rt::describe(|| "clear_poison()".to_owned());
}
