//! `cargo mazurka`: runs the tests of a crate with `--cfg mazurka`, and shows what the checks
//! in them came to.

mod arguments;
mod flags;
mod output;
mod reports;
mod run;
mod table;

use arguments::Cargo;
use clap::Parser as _;
use std::process::ExitCode;

/// What the whole came to. The exit codes are those of `mazurka check`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Verified,
    Bug,
    Error,
    NotExhausted,
}

impl Outcome {
    fn code(self) -> u8 {
        match self {
            Outcome::Verified => 0,
            Outcome::Bug => 1,
            Outcome::Error => 2,
            Outcome::NotExhausted => 3,
        }
    }
}

fn main() -> ExitCode {
    let Cargo::Mazurka(arguments) = Cargo::parse();
    let outcome = run::run(&arguments.command).unwrap_or_else(|message| {
        eprintln!("error: {message}");
        Outcome::Error
    });
    ExitCode::from(outcome.code())
}
