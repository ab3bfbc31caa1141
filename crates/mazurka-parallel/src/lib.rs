//! Several schedulers that explore one program together, with the result of one.
//!
//! After *Parallelizing DPOR in Concuerror* (2019). The exploration's frontier is a
//! set of leaves of the execution tree. A scheduler takes a leaf, which it then owns
//! with all that begins with it, and explores that by the sequential algorithm; what
//! races ask for elsewhere is disputed, and settled in the part of the tree that is
//! [shared](mazurka_explore::shared).
//!
//! Schedulers steal from one another: each has a queue of leaves of its own, disputes
//! are settled under a lock of the one segment of the tree that they are about, and a
//! scheduler gives up a part of what it owns only when another has nothing to do. In the
//! thesis a central controller has the frontier and the tree, and schedulers come back to
//! it with what they have found and with what is left when a budget of time is used up:
//! the feature `bench` has that too, for comparison.
//!
//! Execution graphs need less: their branches have nothing to do with one another, so all
//! that is shared is the queue of them (`graphs.rs`).
//!
//! Each scheduler needs a program and an OS thread of its own: see `mazurka-check`, which
//! calls [`Frontier::explore`] or [`Frontier::explore_graphs`] on each.

mod frontier;
mod graphs;
pub mod items;
mod pool;
pub mod remote;
mod saved;
mod segment;
mod sync;

#[cfg(feature = "bench")]
pub use frontier::bench::{Account, Mode};
pub use frontier::{Frontier, Options, Scheduler};
pub use saved::{Saved, SavedLeaf, SavedSegment};
