//! The primitives that [`crate::pool`] and [`crate::segment`] are made of, so that the
//! tests of Mazurka can put its own in their place.

pub(crate) use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
pub(crate) use std::sync::{Condvar, Mutex, MutexGuard};
