//! Atomic types, with the names and signatures of `std::sync::atomic`.
//!
//! Every call is an operation that the explorer schedules. The orderings do not
//! change what values can be read, since exploration is under sequential
//! consistency; they decide which accesses of [`UnsafeCell`](crate::cell::UnsafeCell)
//! are ordered, and so what is a data race.
//!
//! # Differences from `std`
//! - `compare_exchange_weak` never fails spuriously: a loop around it would
//!   otherwise have endless executions.
//! - `as_ptr` and `from_ptr` are not offered: an access through a plain pointer
//!   would pass the explorer by, and a plain integer has no room for the name
//!   that a modelled location carries.
//! - `Debug` shows the value without being an operation.
//! - `unsync_load` and `with_mut` are there for those who come from loom.

mod boolean;
mod common;
mod integer;
mod location;
mod pointer;

pub use boolean::AtomicBool;
pub use integer::{
    AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicU8, AtomicU16, AtomicU32,
    AtomicU64, AtomicUsize,
};
pub use pointer::AtomicPtr;
pub use std::sync::atomic::Ordering;

use crate::rt;

/// A fence between the accesses before and after it.
///
/// It is no event, since all orders are explored under sequential consistency;
/// it counts for data races: a release fence before a relaxed store, and an
/// acquire fence after a relaxed load, synchronise as release and acquire do.
///
/// # Panics
/// When the ordering is `Relaxed`.
#[track_caller]
pub fn fence(order: Ordering) {
    check_fence(order);
    if rt::is_active() {
        rt::with_races(|races, p| races.fence(p, order));
    } else {
        std::sync::atomic::fence(order);
    }
}

/// A fence for the compiler alone, which orders nothing between threads.
///
/// # Panics
/// When the ordering is `Relaxed`.
#[track_caller]
pub fn compiler_fence(order: Ordering) {
    check_fence(order);
    std::sync::atomic::compiler_fence(order);
}

#[track_caller]
fn check_fence(order: Ordering) {
    assert!(
        order != Ordering::Relaxed,
        "there is no such thing as a relaxed fence"
    );
}
