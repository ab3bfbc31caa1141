//! Poison: what a panic in a critical section leaves behind.

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
