//! How Mazurka knows that it is right about loops that wait.
//!
//! - [`program`]: a small language of threads with every kind of waiting loop, and with
//!   loops that only look like one;
//! - [`generate`]: random programs from a seed;
//! - [`block`] and [`expand`]: those programs as plain loops and branches;
//! - [`code`] and [`judge`]: the whole state graph of such a program under SC, TSO and
//!   PSO, with store buffers of its own: final states, assertions that fail, and whether
//!   threads can wait for ever;
//! - [`text`]: programs as C and as litmus tests;
//! - [`rust`]: programs as Rust, with loops that are written by hand;
//! - [`compare`]: what a front end came to against what the judge says;
//! - [`campaign`]: many seeds, as the command `mazurka-wait-oracle` and the tests run them.
//!
//! The judge knows nothing of waiting: a round is a path through the graph like others, and
//! a graph is finite however many rounds there are. So it holds for a Mazurka that
//! explores rounds that fail as well as for one that does not.

pub mod block;
pub mod campaign;
pub mod code;
pub mod compare;
pub mod expand;
pub mod generate;
pub mod judge;
pub mod program;
pub mod rust;
pub mod text;
