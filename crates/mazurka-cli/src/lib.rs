//! The `mazurka` command: flags, files and printing. What it knows of languages is one table,
//! which `main.rs` makes.

mod arguments;
mod check;
mod choices;
mod files;
mod interrupt;
mod workers;

pub use arguments::Choices;

use check::EXIT_ERROR;
use clap::{Parser, Subcommand};
use mazurka_check::command::{FrontEnd, reseal, say, work};
use std::ffi::OsString;
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

/// The command line with options as Erlang people know them written as ours: `-pa`, and
/// underscores in the names of options.
fn in_our_words(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut is_ours = true;
    let word = |argument: OsString| {
        is_ours &= argument != "--";
        match argument.to_str() {
            Some("-pa") if is_ours => "--pa".into(),
            Some(text) if is_ours && text.starts_with("--") => match text.split_once('=') {
                Some((name, value)) => format!("{}={value}", name.replace('_', "-")).into(),
                None => text.replace('_', "-").into(),
            },
            _ => argument,
        }
    };
    arguments.map(word).collect()
}

/// Does what the command line says, with those languages.
#[must_use]
pub fn run(table: TableOf) -> ExitCode {
    let done = match Arguments::parse_from(in_our_words(std::env::args_os())).command {
        Command::Check(arguments) => return check::run(&arguments, table),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_erlang_people_are_known() {
        let words = [
            "mazurka",
            "check",
            "a_b.erl",
            "-pa",
            "x_y",
            "--after_timeout=1_0",
            "--keep_going",
        ];
        let flags = ["--", "-pa", "--a_b"];
        let all = words.into_iter().chain(flags).map(OsString::from);
        let expected = [
            "mazurka",
            "check",
            "a_b.erl",
            "--pa",
            "x_y",
            "--after-timeout=1_0",
            "--keep-going",
            "--",
            "-pa",
            "--a_b",
        ];
        assert_eq!(in_our_words(all), expected);
    }
}
