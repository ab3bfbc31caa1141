//! The programs on loom.

use loom::model::Builder;
use std::process::ExitCode;

/// The facade of the programs.
mod model {
    pub(crate) use loom::{hint, thread};

    pub(crate) mod sync {
        pub(crate) use loom::sync::{Mutex, atomic};
        // loom's own counts as one more object, with operations to reorder.
        pub(crate) use std::sync::Arc;
    }

    pub(crate) mod mpsc {
        pub(crate) use loom::sync::mpsc::channel;
    }
}

#[path = "../../../mazurka-bench/programs/messages.rs"]
mod messages;
#[path = "../../../mazurka-bench/programs/mod.rs"]
mod programs;

fn main() -> ExitCode {
    mazurka_bench_peers::main(programs::BODIES, messages::run, check)
}

/// With loom's usual settings: all threads that it can have, no bound on preemptions.
fn check(execution: Box<dyn Fn() + Send + Sync>) {
    Builder::new().check(execution);
}
