//! How Mazurka knows that it is right about Erlang.
//!
//! - [`program`]: a small language of processes, and [`generate`]: random programs in it;
//! - [`emit`]: those programs as Erlang text;
//! - [`machine`] and its [`tables`]: what they do, step by step, with what each step touches;
//! - [`brute`]: all their executions: final states, findings, and the number of traces;
//! - [`value`]: terms, and their text.
//!
//! The judge shares no code with the explorers or the front end.

pub mod brute;
pub mod emit;
pub mod generate;
pub mod machine;
pub mod program;
pub mod real;
pub mod tables;
pub mod value;
