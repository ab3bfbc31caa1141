//! Litmus programs: what memory models are told apart by.
//!
//! - [`program`]: a small language of litmus programs with conditions on their
//!   final states;
//! - [`print`](mod@print): such programs as files that front ends read;
//! - [`c11`]: programs of C with all its memory orders, and the shapes that tell models of C apart;
//! - [`cycles`]: the tests that critical cycles give, with the verdict of each
//!   under SC, TSO and PSO.
//!
//! Benchmarks and the judges of front ends use it. It knows nothing of Mazurka.

pub mod c11;
pub mod cycles;
pub mod print;
pub mod program;
