//! The programs on shuttle, by its scheduler for depth-first search.

use shuttle::scheduler::DfsScheduler;
use shuttle::{Config, FailurePersistence, Runner};
use std::process::ExitCode;

/// The facade of the programs.
mod model {
    pub(crate) use shuttle::sync::mpsc;
    pub(crate) use shuttle::{hint, sync, thread};
}

#[path = "../../../mazurka-bench/programs/messages.rs"]
mod messages;
#[path = "../../../mazurka-bench/programs/mod.rs"]
mod programs;

fn main() -> ExitCode {
    mazurka_bench_peers::main(programs::BODIES, messages::run, check)
}

/// With shuttle's usual settings, but for what it would print.
fn check(execution: Box<dyn Fn() + Send + Sync>) {
    let mut config = Config::new();
    config.failure_persistence = FailurePersistence::None;
    config.silence_warnings = true;
    Runner::new(DfsScheduler::new(None, false), config).run(execution);
}
