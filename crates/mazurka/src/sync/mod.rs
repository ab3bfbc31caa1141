//! Synchronisation, with the names and signatures of `std::sync`.

pub mod atomic;

mod arc;
mod mutex;

pub use arc::{Arc, Weak};
pub use mutex::{Mutex, MutexGuard};
pub use std::sync::{LockResult, PoisonError, TryLockError, TryLockResult};
