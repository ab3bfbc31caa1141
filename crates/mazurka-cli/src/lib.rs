//! The `mazurka` command: flags, files and printing. What it knows of languages is one table,
//! which `main.rs` makes.

mod arguments;
mod check;
mod choices;
mod concuerror;
mod config;
mod conventions;
mod files;
mod interrupt;
mod live;
mod manual;
mod outside;
mod traces;
mod watch;
mod workers;

pub use arguments::Choices;
pub use outside::Outside;

use check::EXIT_ERROR;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use mazurka_check::command::{FrontEnd, reseal, say, work};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
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
    /// Write a mazurka.toml with commented settings, which `mazurka check` without files uses.
    Init {
        /// Where; without it, here.
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
    /// Print what a shell needs to complete the words of this command.
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write the manual pages into a folder, one for each command; without it, print the first.
    Man {
        /// Where; it is made if it is not there.
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
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

const COMPLETIONS: &str = "\
Examples:
  mazurka completions bash > ~/.local/share/bash-completion/completions/mazurka
  mazurka completions zsh > ~/.zfunc/_mazurka          (a folder of $fpath)
  mazurka completions fish > ~/.config/fish/completions/mazurka.fish";

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
    let matches = Arguments::command().get_matches_from(&line.words);
    let parsed = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    for note in line.notes {
        say(&format!("note: {note}"));
    }
    let done = match parsed.command {
        Command::Show(arguments) => traces::show(&arguments),
        Command::Replay(arguments) => return check::replay(&arguments, table),
        Command::Check(arguments) => {
            let checked = check(*arguments, &matches, &line.words, table);
            match checked {
                Ok(exit_code) => return exit_code,
                Err(message) => Err(message),
            }
        }
        Command::Init { folder } => config::init(folder.as_deref().unwrap_or(Path::new(""))),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { folder } => manual::man(folder.as_deref()),
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

/// Checks what the command line and the settings of the folder say, once or again and again.
fn check(
    arguments: arguments::Arguments,
    matches: &ArgMatches,
    words: &[OsString],
    table: TableOf,
) -> Result<ExitCode, String> {
    let is_watched = arguments.conventions.watch;
    let models = config::checks(arguments, matches, words)?;
    match is_watched {
        true => watch::run(&models, words, table).map(ExitCode::from),
        false => Ok(check::run(&models, table)),
    }
}
