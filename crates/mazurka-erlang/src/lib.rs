//! Erlang programs, from their BEAM files: an interpreter whose schedules can be explored.

#![allow(dead_code, reason = "parts are put together")]

mod atoms;
mod beam;
mod bif;
mod bits;
mod compare;
mod hash;
mod heap;
mod map;
mod match_spec;
mod number;
mod print;
mod raise;
mod tables;
mod term;

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
