//! The `mazurka` command: flags, files and printing. What it knows of languages is one table,
//! which `main.rs` makes.

mod arguments;
mod check;
mod choices;
mod concuerror;
mod files;
mod interrupt;
mod traces;
mod workers;

pub use arguments::Choices;

use check::EXIT_ERROR;
use clap::{Parser, Subcommand};
use mazurka_check::command::{FrontEnd, reseal, say, work};
use std::process::ExitCode;

/// The table of languages, for the options of a check.
pub type TableOf = fn(&Choices) -> Vec<Box<dyn FrontEnd>>;

/// A stateless model checker: explores every behaviour of a concurrent program once.
#[derive(Parser)]
#[command(name = "mazurka", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check C and Erlang programs, and litmus tests under SC, TSO, PSO, RA or RC11.
    Check(Box<arguments::Arguments>),
    /// Print a trace file: what was found, and how it comes about.
    Show(traces::Show),
    /// Run the execution of a trace file again, and say whether it still shows the bug.
    ///
    /// Exit codes: 1 it still shows the bug; 3 it does not, which verifies nothing; 2 error.
    Replay(traces::Replay),
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

/// Does what the command line says, with those languages.
#[must_use]
pub fn run(table: TableOf) -> ExitCode {
    let line = match concuerror::in_our_words(std::env::args_os()) {
        Ok(line) => line,
        Err(message) => {
            say(&format!("error: {message}"));
            return ExitCode::from(EXIT_ERROR);
        }
    };
    let parsed = Arguments::parse_from(line.words);
    for note in line.notes {
        say(&format!("note: {note}"));
    }
    let done = match parsed.command {
        Command::Check(arguments) => return check::run(&arguments, table),
        Command::Show(arguments) => traces::show(&arguments),
        Command::Replay(arguments) => return check::replay(&arguments, table),
        Command::Worker => work(table).map_err(|message| format!("worker: {message}")),
        Command::Reseal { file, all } => reseal::<Choices>(&file, all),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            say(&format!("error: {message}"));
            ExitCode::from(EXIT_ERROR)
        }
    }
}
