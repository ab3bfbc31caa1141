//! Erlang programs, from their BEAM files: an interpreter whose schedules can be explored.

#![allow(dead_code, reason = "parts are put together")]

mod atoms;
mod bif;
mod bits;
mod compare;
#[cfg(test)]
mod differential;
mod hash;
mod heap;
mod map;
mod number;
mod print;
mod raise;
mod term;
