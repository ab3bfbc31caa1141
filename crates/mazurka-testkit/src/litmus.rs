//! How Mazurka knows that it explores TSO and PSO right.
//!
//! - [`machine`]: the judge, a machine with store buffers searched by brute
//!   force, which gives the final states and the Shasha-Snir traces of the
//!   litmus programs of [`mazurka_cycles`];
//! - [`axiomatic`]: the traces by axioms, which judges the judge; that of grace periods is
//!   in `axiom_rcu`;
//! - [`c11`]: the executions of programs of C with all orders, by axioms;
//! - [`c11_compare`]: the front end with the explorer of graphs against these;
//! - [`from_graphs`]: programs of the judge of graphs, as litmus tests;
//! - [`random`]: random programs from a seed, and how to shrink them;
//! - [`translate`]: litmus programs in the language of [`crate::ir`];
//! - [`compare`]: what the litmus front end finds against what the judge says;
//! - [`campaign`]: many seeds, as the command `mazurka-litmus-oracle` and the
//!   tests run them.
//!
//! The judge shares no code with the store buffers that the front ends use.

mod axiom_rcu;
pub mod axiomatic;
pub mod c11;
pub mod c11_compare;
pub mod campaign;
pub mod compare;
pub mod from_graphs;
pub mod machine;
pub mod random;
pub mod translate;
