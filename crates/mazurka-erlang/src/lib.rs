//! Erlang programs, from their BEAM files: an interpreter whose schedules can be explored.

#![allow(dead_code, reason = "parts are put together")]

mod atoms;
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
