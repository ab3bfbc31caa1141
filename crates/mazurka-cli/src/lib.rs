//! The `mazurka` command: flags, files and printing. What it knows of languages is one table,
//! which `table.rs` makes.

mod arguments;
mod check;
mod choices;
#[cfg(feature = "cluster")]
mod cluster;
mod concuerror;
mod config;
mod conventions;
mod files;
mod interrupt;
mod keeper;
mod last_words;
mod live;
mod manual;
mod memory;
mod misspelt;
mod outside;
mod results;
mod system;
#[cfg(feature = "testing")]
pub mod testing;
mod traces;
mod understood;
mod watch;
mod workers;

pub use arguments::Choices;
pub use memory::Memory;
pub use outside::Outside;

use check::EXIT_ERROR;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use mazurka_check::command::{FrontEnd, explore_items, reseal, say, work};
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
    /// Explore for others: programs that `mazurka check --cluster` submits.
    #[cfg(feature = "cluster")]
    #[command(after_help = WORKER)]
    Worker(cluster::Worker),
    /// List the jobs of a cluster, or make its tables.
    #[cfg(feature = "cluster")]
    Jobs(cluster::Jobs),
    /// Show how a job of a cluster stands.
    #[cfg(feature = "cluster")]
    Status(cluster::OfJob),
    /// Cancel a job of a cluster.
    #[cfg(feature = "cluster")]
    Cancel(cluster::Cancel),
    /// Check that a job of a cluster has explored what it says.
    ///
    /// Exit codes: 0 it holds; 1 it does not; 2 error; 3 it holds, and no items were explored again.
    #[cfg(feature = "cluster")]
    Certify(cluster::Certify),
    /// Explore what another process asks for.
    #[command(hide = true)]
    Serve {
        /// Items that stand alone.
        #[arg(long)]
        items: bool,
    },
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

#[cfg(feature = "cluster")]
const WORKER: &str = "\
One agent a machine is enough: it has a process for each processor. It may be started and
killed at any time. Agents explore only jobs that the same build has submitted.

Examples:
  mazurka jobs --init --cluster postgres://me@db/checks       once: makes the tables
  mazurka worker --cluster postgres://me@db/checks            on each machine
  mazurka check big.c --cluster postgres://me@db/checks       anywhere
  mazurka status --follow --cluster postgres://me@db/checks   while it runs
  mazurka certify 12 --cluster postgres://me@db/checks        when it has ended";

const COMPLETIONS: &str = "\
Examples:
  mazurka completions bash > ~/.local/share/bash-completion/completions/mazurka
  mazurka completions zsh > ~/.zfunc/_mazurka          (a folder of $fpath)
  mazurka completions fish > ~/.config/fish/completions/mazurka.fish";

/// Does what the command line says, with those languages.
#[must_use]
pub fn run(table: TableOf) -> ExitCode {
    system::with_stack(|| run_here(table))
}

fn run_here(table: TableOf) -> ExitCode {
    let line = match concuerror::in_our_words(std::env::args_os()) {
        Ok(line) => line,
        Err(message) => {
            say(&format!("error: {message}"));
            return ExitCode::from(EXIT_ERROR);
        }
    };
    let command = Arguments::command();
    if let Err(message) = misspelt::one_dash(&line.words, &command) {
        return coded(Err(message));
    }
    let matches = match command.clone().try_get_matches_from(&line.words) {
        Ok(matches) => matches,
        Err(error) => match misspelt::explain(&error, &command, &line.words) {
            Some(message) => return coded(Err(message)),
            None => error.exit(),
        },
    };
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
        Command::Serve { items } => match items {
            true => explore_items(table),
            false => work(table),
        }
        .map_err(|message| format!("worker: {message}")),
        #[cfg(feature = "cluster")]
        Command::Worker(arguments) => return coded(cluster::work(&arguments)),
        #[cfg(feature = "cluster")]
        Command::Jobs(arguments) => return coded(cluster::jobs(&arguments)),
        #[cfg(feature = "cluster")]
        Command::Status(arguments) => return coded(cluster::status(&arguments)),
        #[cfg(feature = "cluster")]
        Command::Cancel(arguments) => return coded(cluster::cancel(&arguments)),
        #[cfg(feature = "cluster")]
        Command::Certify(arguments) => return coded(cluster::certify(&arguments)),
        Command::Reseal { file, all } => reseal::<Choices>(&file, all),
    };
    coded(done.map(|()| ExitCode::SUCCESS))
}

fn coded(done: Result<ExitCode, String>) -> ExitCode {
    done.unwrap_or_else(|message| {
        say(&format!("error: {message}"));
        ExitCode::from(EXIT_ERROR)
    })
}

/// Checks what the command line and the settings of the folder say, once or again and again.
fn check(
    arguments: arguments::Arguments,
    matches: &ArgMatches,
    words: &[OsString],
    table: TableOf,
) -> Result<ExitCode, String> {
    let is_watched = arguments.conventions.watch;
    let mut models = config::checks(arguments, matches, words)?;
    let given = understood::given(&Arguments::command(), matches);
    for model in &mut models {
        model.given.clone_from(&given);
    }
    match is_watched {
        true => watch::run(&models, words, table).map(ExitCode::from),
        false => Ok(check::run(&models, table)),
    }
}
