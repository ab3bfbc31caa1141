//! loom's interface on Mazurka.
//!
//! A test that was written for loom is checked by Mazurka when this package takes loom's place,
//! with no change to the test or the code under test:
//!
//! ```toml
//! [patch.crates-io]
//! loom = { path = "../mazurka/compat/loom" }
//! ```
//!
//! or, for one run, `cargo test --config 'patch.crates-io.loom.path="../mazurka/compat/loom"'`.
//!
//! ```
//! use loom::sync::Arc;
//! use loom::sync::atomic::{AtomicUsize, Ordering};
//! use loom::thread;
//!
//! loom::model(|| {
//!     let count = Arc::new(AtomicUsize::new(0));
//!     let other = count.clone();
//!     let handle = thread::spawn(move || other.fetch_add(1, Ordering::Relaxed));
//!     count.fetch_add(1, Ordering::Relaxed);
//!     handle.join().unwrap();
//!     assert_eq!(count.load(Ordering::Relaxed), 2);
//! });
//! ```
//!
//! `README.md` has a table of what differs from loom.

pub mod alloc;
pub mod cell;
pub mod future;
pub mod hint;
pub mod lazy_static;
pub mod model;
pub mod sync;
pub mod thread;

#[doc(inline)]
pub use crate::model::model;
pub use mazurka::thread_local;

/// How many threads loom can model. Here there may be any number.
pub const MAX_THREADS: usize = 5;

/// In loom, begins to explore here ([`model::Builder::expect_explicit_explore`]). Here the whole
/// execution is explored, and this does nothing.
pub fn explore() {
    thread::is_in_model();
}

/// In loom, stops to explore until [`explore`]. Here the whole execution is explored, and this
/// does nothing.
pub fn stop_exploring() {
    thread::is_in_model();
}

/// In loom, does not explore what else could happen at the next operation. Here it is explored,
/// and this does nothing.
pub fn skip_branch() {
    thread::is_in_model();
}
