//! The judge of the explorer of execution graphs.
//!
//! - [`program`]: a small language of programs with memory orders, as text ([`text`]) and as
//!   flat code;
//! - [`generate`]: random programs from a seed, and [`mod@shrink`]: smaller ones that still fail;
//! - [`machine`]: a front end for it, in the mode in which memory is the explorer's;
//! - [`axioms`]: the memory models, from their definitions, as [`relation`]s over all events;
//! - [`brute`]: all execution graphs, by adding any event of any thread in any way that is
//!   consistent, and removing duplicates;
//! - [`compare`]: what the explorer visited against these;
//! - [`campaign`]: many seeds, for the command `mazurka-graph-oracle` and the tests;
//! - [`shapes`]: the classic shapes, with their published verdicts.
//!
//! Nothing here uses code of the explorer's models.

pub mod axioms;
pub mod brute;
pub mod campaign;
pub mod compare;
pub mod generate;
pub mod identity;
pub mod machine;
pub mod program;
pub mod relation;
pub mod shapes;
pub mod shrink;
pub mod text;
