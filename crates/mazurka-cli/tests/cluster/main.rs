//! The built command on many machines, which are all this one: a real PostgreSQL, agents, and those
//! who submit programs. Whatever happens on the way, the totals are those of one process.
//!
//! Without PostgreSQL these tests say so and pass, unless `CI` is set. Those of C programs need a
//! clang.

#![cfg(target_os = "linux")]

#[path = "../support/mod.rs"]
mod support;

mod faults;
mod garbage;
mod people;
mod rig;
mod totals;
