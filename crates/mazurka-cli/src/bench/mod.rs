//! `mazurka bench`: explorations measured, each in a process of its own.

mod measure;
mod papers;
mod relaxed;
mod select;
mod table;

pub(crate) use measure::parse_seconds;

use clap::Subcommand;
use std::process::ExitCode;

/// Counts are as they must be.
const EXIT_OK: u8 = 0;
/// A count differs from what it must be, or a program showed a bug.
const EXIT_DIFFERS: u8 = 1;
/// Something could not be run.
const EXIT_ERROR: u8 = 2;
/// An exploration was stopped at a limit.
const EXIT_LIMIT: u8 = 3;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Explore the papers' programs: Tables 1-4 of "Source Sets", our figures beside the published ones.
    ///
    /// Exit codes: 0 every count is as it must be, 1 a count differs, 2 error, 3 stopped at a limit.
    Papers(papers::Arguments),
    /// Explore litmus tests and programs under SC, TSO and PSO: Tables 1 and 2 and Figures 1, 2, 6
    /// and 9 of "Dynamic Partial Order Reduction for Relaxed Memory Models".
    ///
    /// Exit codes: 0 every verdict and count is as it must be, 1 one differs, 2 error.
    Relaxed(relaxed::Arguments),
    /// Explore one program and print what was measured, for `papers`.
    #[command(hide = true)]
    Row(measure::Arguments),
}

pub(crate) fn run(command: Command) -> ExitCode {
    match command {
        Command::Papers(arguments) => papers::run(&arguments),
        Command::Relaxed(arguments) => relaxed::run(&arguments),
        Command::Row(arguments) => measure::run(&arguments),
    }
}
