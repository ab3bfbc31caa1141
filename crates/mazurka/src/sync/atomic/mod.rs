//! Atomic types, with the names and signatures of `std::sync::atomic`.
//!
//! Every call is an operation that the explorer schedules. The orderings decide
//! which accesses of [`UnsafeCell`](crate::cell::UnsafeCell) are ordered, and so
//! what is a data race. Under sequential consistency they do not change what
//! values can be read; under [TSO and PSO](crate#memory-models) they decide which
//! stores are buffered; under release/acquire and RC11, which older values a load may find.
//!
//! # Differences from `std`
//! - `compare_exchange_weak` never fails spuriously: a loop around it would
//!   otherwise have endless executions.
//! - `as_ptr` and `from_ptr` are not offered: an access through a plain pointer
//!   would pass the explorer by, and a plain integer has no room for the name
//!   that a modelled location carries.
//! - `Debug` shows the value without being an operation. (With execution graphs it is a
//!   relaxed load, and exclusive accesses such as `get_mut` are loads that are not atomic.)
//! - `unsync_load`, `with_mut` and `compare_and_swap` are there for those who come from loom.

mod announced;
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
use mazurka_check::SiteKind;
use std::panic::Location;

/// A fence between the accesses before and after it.
///
/// It is no event, but with execution graphs. It counts for data races: a release fence
/// before a relaxed store, and an acquire fence after a relaxed load, synchronise as release
/// and acquire do. Under [TSO and PSO](crate#memory-models) a `SeqCst` fence waits
/// until the stores before it have reached memory, and under PSO a release fence
/// keeps them before those after it. Under RC11 fences order what the language says.
///
/// # Panics
/// When the ordering is `Relaxed`.
#[track_caller]
pub fn fence(order: Ordering) {
    check_fence(order);
    if rt::is_active() {
        let place = Location::caller();
        let order = rt::ordered(SiteKind::Fence, order, place);
        rt::fence(order, place);
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
