//! The programs, one family a file.

pub mod fib_bench;
pub mod figures;
pub mod filesystem;
pub mod indexer;
pub mod lastzero;
pub mod readers;
pub mod wakeup_stress;
pub mod writers;
