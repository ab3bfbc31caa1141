//! A stateless model checker for concurrent Rust programs.
//!
//! [`check`] runs a closure again and again, each time under another schedule
//! of its threads, until every behaviour that scheduling can cause has been
//! seen once. The closure uses this crate's [`thread`], [`sync`] and [`cell`]
//! in place of those of `std`; names and signatures are the same. For async code
//! there is [`future::block_on`], for message passing after Erlang [`actor`].
//!
//! ```
//! use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
//! use mazurka::sync::Arc;
//! use mazurka::thread;
//!
//! mazurka::check(|| {
//!     let counter = Arc::new(AtomicUsize::new(0));
//!     let other = counter.clone();
//!     let handle = thread::spawn(move || other.fetch_add(1, SeqCst));
//!     counter.fetch_add(1, SeqCst);
//!     handle.join().unwrap();
//!     assert_eq!(counter.load(SeqCst), 2);
//! });
//! ```
//!
//! # What is explored
//! Every interleaving of the operations of this crate's types, up to the order
//! of independent ones, under sequential consistency; and every alternative
//! where there is a choice ([`choose`], which waiter is notified, whether a
//! timeout comes first). Panics, deadlocks, livelocks, data races on
//! [`cell::UnsafeCell`], unlocks of what is not held, and executions that do not
//! end are findings: a failure prints the interleaving that shows it, and a
//! string that replays it.
//!
//! A thread that spins, looking again and again at what has not changed, waits
//! for a change: a loop such as `while !flag.load(Acquire) {}` has finitely many
//! executions. This is noticed on x86-64, if the loop allocates nothing and the
//! test has less than 4 MiB of memory in use; elsewhere, use [`await_until`].
//!
//! # What is not
//! - Types of `std` are not seen: use the ones of this crate.
//! - Freed memory is not used again within an execution, so the ABA problem by
//!   way of a reused *address* is not explored.
//! - The closure must do the same whenever it is given the same schedule: no
//!   clocks, no random numbers, no iteration over `std` hash maps. What a loop
//!   counts in a static of `std` does not keep it from being taken for a spin.
//! - `Drop` implementations of threads that are left behind in the middle of an
//!   execution run without being scheduled.
//! - A destructor that panics while its thread unwinds from a panic of its own
//!   aborts the OS process, as it does in every Rust program; so does a stack
//!   overflow.
//!
//! # Memory
//! Objects are named by where they live, so the crate installs a global
//! allocator (feature `allocator`, on by default) that gives every thread of a
//! program under test a heap of its own; outside of [`check`] it is the
//! system's. With a global allocator of your own, turn the feature off and wrap
//! yours in [`Allocator`].

#[cfg(not(unix))]
compile_error!("mazurka needs a Unix system: Linux, macOS or another");

pub mod actor;
mod allocator;
pub mod cell;
mod checker;
mod choice;
pub mod future;
pub mod hint;
mod lazy;
mod local;
mod park;
#[doc(hidden)]
pub mod private;
mod progress;
mod render;
mod replay;
mod report;
mod rt;
mod settings;
pub mod sync;
pub mod thread;

pub use allocator::Allocator;
pub use checker::{Checker, check};
pub use choice::{assume, await_until, choose};
pub use lazy::Lazy;
pub use local::{AccessError, LocalKey};
pub use mazurka_explore::{Algorithm, Statistics};
pub use mazurka_macros::test;
pub use mazurka_program::{Finding, FindingKind};
pub use report::{Limit, Report, Verdict};
