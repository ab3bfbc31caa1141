//! Synchronisation, with the names and signatures of loom's.
//!
//! The types are Mazurka's, which have all that loom's have.

pub mod atomic;
mod notify;

pub use mazurka::sync::mpsc;
pub use mazurka::sync::{
    Arc, Barrier, BarrierWaitResult, Condvar, Mutex, MutexGuard, RwLock, RwLockReadGuard,
    RwLockWriteGuard, WaitTimeoutResult, Weak,
};
pub use notify::Notify;
pub use std::sync::{LockResult, PoisonError, TryLockError, TryLockResult};
