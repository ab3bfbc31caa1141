//! How Mazurka knows that its explorers are right (ALGORITHMS.md, section 9).
//!
//! - [`ir`]: a small language of concurrent programs, printed ([`ir::Program`]
//!   implements `Display`) and read back ([`parse`]) as text;
//! - [`interpreter`]: a front end for it, under SC, TSO and PSO, whose states can
//!   be copied;
//! - [`generator`]: random programs from a seed;
//! - [`execution`]: happens-before and traces *by definition*, with no code
//!   shared with the explorers;
//! - [`oracle`]: every execution of a program by brute force, grouped into
//!   traces, with Definition 3.2 (4), (5) and (7) of *Source Sets* checked;
//! - [`compare`]: what an explorer visited against what the oracle says;
//! - [`shrink`]: the smallest program that still shows a disagreement;
//! - [`campaign`]: many seeds ([`seeds`]), as the command `mazurka-oracle` and the
//!   tests run them;
//! - [`litmus`]: the same for litmus programs under SC, TSO and PSO, with a judge
//!   of its own;
//! - [`clocks`]: programs that look at clocks, in C, C++ and Rust, with a judge of their own;
//! - [`rust`]: programs over the Rust library, each kind with its own judge;
//! - [`c`]: the C front end, judged by all of these;
//! - [`erlang`]: the Erlang front end, with a judge of its own, and a real Erlang that judges it;
//! - [`enumerate`]: the traces of a program counted by definition, for the counts of the corpus;
//! - [`waiting`]: loops that wait, in all front ends, with a judge that searches the whole
//!   state graph.
//!
//! Other front ends are judged by the same means: run a generated
//! [`ir::Program`] with them, and compare the number of traces, the
//! [`oracle::FinalState`]s and the findings with those of
//! [`oracle::judge`]; `tests/rust_front_end.rs` does it for the Rust library
//! ([`rust::closures`]).
//!
#![doc = include_str!("../MUTATIONS.md")]

pub mod c;
pub mod campaign;
pub mod clocks;
pub mod compare;
pub mod enumerate;
pub mod erlang;
pub mod execution;
pub mod generator;
pub mod graphs;
pub mod interpreter;
pub mod ir;
pub mod items;
pub mod litmus;
pub mod messages;
pub mod oracle;
pub mod parse;
pub mod rust;
pub mod seeds;
pub mod shrink;
pub mod waiting;

pub use mazurka_random as random;
