//! The programs, one family a file.

pub mod fib_bench;
pub mod figures;
pub mod filesystem;
pub mod filesystem_actors;
pub mod indexer;
pub mod indexer_ets;
pub mod lastzero;
pub mod mutual_exclusion;
pub mod readers;
pub mod readers_ets;
pub mod relaxed;
pub mod wakeup_stress;
pub mod writers;
