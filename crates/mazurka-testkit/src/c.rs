//! How Mazurka knows that it explores C right.
//!
//! - [`run`]: compiles C text and explores it, and gathers what its executions leave
//!   behind;
//! - [`emit`]: programs of [`crate::ir`] as C text, in many styles;
//! - [`traces`]: those programs in C against the [oracle](crate::oracle), and litmus
//!   programs against their judge: traces, final states, findings;
//! - [`bytes`]: programs with accesses that overlap, copies, barriers and so on, with a
//!   judge that enumerates all interleavings;
//! - [`outcomes`]: those programs in C against their judge;
//! - [`brute`]: programs over everything that C and POSIX offer to threads, explored in
//!   all ways, which must agree;
//! - [`races`]: programs with and without data races, with a judge that goes by the
//!   definitions of C11;
//! - [`clocks`]: programs that look at clocks, sleep and wait with limits, with a judge that
//!   says what time it is;
//! - [`orders`]: programs with all memory orders, and instructions of x86, under RC11, with a judge
//!   that goes by the axioms;
//! - [`campaign`]: many seeds, as the command `mazurka-c-oracle` and the tests run them.

pub mod brute;
pub mod bytes;
pub mod campaign;
pub mod clocks;
pub mod emit;
pub mod orders;
pub mod outcomes;
pub mod races;
pub mod run;
pub mod traces;
