//! Erlang programs, from their BEAM files: an interpreter whose schedules can be explored.
//!
//! `docs/ARCHITECTURE.md` of the repository tells how ("The Erlang front end").

mod atoms;
mod beam;
mod bif;
mod bits;
pub mod check;
mod code;
mod compare;
mod debug;
#[cfg(test)]
mod differential;
#[cfg(feature = "command")]
mod elixirc;
#[cfg(feature = "command")]
mod entry;
#[cfg(feature = "command")]
mod erlc;
mod exception;
mod hash;
mod heap;
mod hexadecimal;
mod interpreter;
mod knowledge;
#[cfg(feature = "command")]
pub mod language;
pub mod library;
mod lower;
pub mod machine;
mod map;
mod match_spec;
mod native;
mod number;
#[cfg(feature = "command")]
pub mod options;
mod print;
mod raise;
mod regex;
#[cfg(feature = "command")]
pub mod suite;
mod tables;
mod term;

pub use knowledge::Knowledge;
pub use machine::Receive;

/// Reads a `.beam` file, and looks up all that its code names. For the fuzzer.
///
/// # Errors
/// What is wrong with the file.
///
/// # Panics
/// If the reader is wrong.
#[doc(hidden)]
pub fn read_beam(bytes: &[u8]) -> Result<(), String> {
    let module = beam::read(bytes).map_err(|error| error.to_string())?;
    beam::walk::walk(&module);
    Ok(())
}
