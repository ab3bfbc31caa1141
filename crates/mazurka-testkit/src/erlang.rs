//! How Mazurka knows that it is right about Erlang.
//!
//! - [`program`]: a small language of processes, and [`generate`]: random programs in it;
//!   [`messages`]: those of messages alone, and [`named`]: some of these that have names;
//!   [`limits`]: those with limits that are held back;
//! - [`emit`]: those programs as Erlang text;
//! - [`machine`]: what they do, step by step (`code`, `operate`, `exits` and `tables` are parts of
//!   it), and what each step [touches]; `late` has what is sent and not handled yet;
//! - [`brute`]: all their executions: final states, findings, and the number of traces;
//! - [`histories`]: what the receives of message programs can take, by another machine;
//! - [`ended`]: what is there after an execution;
//! - [`value`]: terms, and their text;
//! - [`compare`]: what the front end came to against what the judge says;
//! - [`real`]: what a real Erlang comes to, which judges the judge;
//! - [`shrink`]: the smallest program that still shows a disagreement;
//! - [`campaign`]: many seeds, as the command `mazurka-erlang-oracle` and the tests run them.
//!
//! The judge shares no code with the explorers or the front end.

pub mod brute;
pub mod campaign;
mod code;
pub mod compare;
pub mod emit;
pub mod ended;
mod exits;
pub mod front_end;
pub mod generate;
pub mod histories;
mod late;
pub mod limits;
pub mod machine;
pub mod messages;
pub mod named;
mod operate;
pub mod program;
pub mod real;
pub mod shrink;
mod tables;
pub mod touches;
mod travel;
pub mod value;
