//! The `mazurka` command: wiring and flags only.

mod check;
mod lines;
mod text;
mod worker;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A stateless model checker: explores every behaviour of a concurrent program once.
#[derive(Parser)]
#[command(name = "mazurka", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check C programs and litmus tests under SC, TSO or PSO.
    Check(Box<check::Arguments>),
    /// Explore what another process asks for.
    #[command(hide = true)]
    Worker,
    /// Give a resume file that was edited the digest that it should have, for tests.
    #[command(hide = true)]
    Reseal {
        /// The file, which is written again.
        file: std::path::PathBuf,
        /// Also the digests of what was explored of each file.
        #[arg(long)]
        all: bool,
    },
}

fn main() -> ExitCode {
    #[cfg(debug_assertions)]
    if std::env::var_os("MAZURKA_PLANT_FAULT").is_some() {
        // For the tests of what the command says of a fault of its own.
        mazurka_explore::plant_fault();
    }
    match Arguments::parse().command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Worker => worker::run(),
        Command::Reseal { file, all } => check::reseal(&file, all),
    }
}
