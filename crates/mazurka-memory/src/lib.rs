//! Shared memory under SC, TSO and PSO, for front ends.
//!
//! Under TSO and PSO a store goes into a buffer of the process that makes it,
//! which nobody else sees, and reaches memory later, by a *flush*. A flush is the
//! step of a *shadow process* (Zhang, Kusano and Wang, PLDI 2015), so explorers
//! need to know nothing of buffers: there are a few more processes, whose steps
//! write. TSO has one shadow process for each process that stores, PSO one for
//! each location that it stores to.
//!
//! What happens before what is chosen so that two executions are equivalent
//! exactly if they have the same program order, reads-from, coherence and
//! from-read relations (Shasha and Snir): see [`Buffers`] for the edges, and
//! [`mazurka_program::Access::Own`] for loads of what the process itself stored.
//!
//! A front end keeps the memory itself. It asks [`Buffers`] what a load finds,
//! gives it the stores to keep, and runs the flushes:
//!
//! | the program | the front end |
//! |---|---|
//! | loads | announces a `Load` with [`Buffers::latest`] as its store; when it runs, takes [`Buffers::forwarded`] or what memory holds, and reports [`Buffers::load`] |
//! | stores | [`Buffers::make_room`] and then [`Buffers::store`]: no event |
//! | fence, atomic read-modify-write, lock, unlock, spawn, join, exit | [`Buffers::fence`], and then what it does, in memory; [`Buffers::wrote`] |
//! | store barrier | [`Buffers::barrier`] |
//! | flush | [`Buffers::flush`], writes memory, reports [`Flushed::touch`], and lets the owner run on if it was woken |
//!
//! A process that must wait (for its buffer to be empty, or to have room) is
//! [`mazurka_program::Status::Waiting`]: the flush that ends the wait wakes it.

mod buffers;
mod model;
pub mod races;
#[cfg(test)]
mod tests;

pub use buffers::{Buffers, Flushed, Part, Point};
pub use model::Model;
