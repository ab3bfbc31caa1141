//! Exploration on many machines.
//!
//! A *job* is a program to be explored. Its execution tree is cut into *items* that stand alone:
//! a worker that has an item needs nothing from the others, and what it finds counts when the
//! [`Store`] has committed it, once. The store knows neither programs nor explorers: it
//! compares keys, keeps text, and counts.
//!
//! [`MemoryStore`] is the reference: it is what a store means. `PostgresStore` is for use.

pub mod errand;
pub mod export;
mod memory;
#[cfg(feature = "postgres")]
mod postgres;
mod store;
#[cfg(all(any(test, feature = "testing"), feature = "postgres"))]
pub mod testing;

pub use memory::{Clock, MemoryStore};
#[cfg(feature = "postgres")]
pub use postgres::{Options, PostgresStore, Prepared};
pub use store::*;

#[cfg(test)]
mod tests;
