//! `mazurka-bench`: Mazurka measured, beside other checkers and against its limit.

#![expect(
    clippy::duplicate_mod,
    reason = "each tool compiles the programs against its own types"
)]

mod bare;
mod catalogue;
mod cluster;
mod compare;
mod corpus;
mod erlang;
mod estimate;
mod graphs;
mod growth;
mod limit;
mod on_mazurka;
mod papers;
mod parallel;
mod plot;
mod printer;
mod process;
mod protocol;
mod relaxed;
mod robust;
mod simulate;
mod table;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use std::time::Duration;

/// Everything is as it must be.
const EXIT_OK: u8 = 0;
/// An answer, a count or a verdict is not as it must be.
const EXIT_WRONG: u8 = 1;
/// Something could not be run.
const EXIT_ERROR: u8 = 2;
/// An exploration was stopped at a limit.
const EXIT_LIMIT: u8 = 3;

/// Runs Mazurka beside other checkers on the same programs, and prints ratios.
///
/// Each tool runs each row in a process of its own. "executions x" and "time x" are
/// the other tool's figure by Mazurka's, "rate x" is Mazurka's by the other's. The
/// time is that of the check, without the start of the process; checks that take
/// less than 10 ms are repeated for 0.2 s, and the time is the mean (where a bug was
/// found, the median of five processes). The rate is executions per second from the
/// second execution of a check to the last. The exit code is 1 if an answer or a count of Mazurka's is wrong, or if it needs more executions
/// than loom; and 2 if nothing could be measured.
#[derive(Parser)]
#[command(
    name = "mazurka-bench",
    version,
    args_conflicts_with_subcommands = true
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    compare: compare::Options,
}

#[derive(Subcommand)]
enum Command {
    /// What exploring costs beyond running the executions: the exploration factor, instructions per
    /// event, allocations, memory.
    Limit(limit::Arguments),
    /// Exploration on up to 10,000 workers, predicted from a recorded job and what a store of
    /// PostgreSQL costs.
    Cluster(cluster::Arguments),
    /// Erlang programs by the built command, beside Concuerror's figures.
    ///
    /// Exit codes: 0 every count is as it must be, 1 a count differs, 2 error.
    Erlang(erlang::Arguments),
    /// How good the estimate of the number of executions is at a tenth of them.
    ///
    /// Exit codes: 0 at least 8 of 10 are within a factor of two, and as many intervals hold; 1 they
    /// are not, 2 error.
    Estimate(estimate::Arguments),
    /// Execution graphs beside executions, C programs by the built command.
    ///
    /// Exit codes: 0 every count is as it must be, 1 a count differs, 2 error.
    Graphs(graphs::Arguments),
    /// How the cost of an event grows with the number of traces and the length of an execution.
    Growth(growth::Arguments),
    /// How long a check goes on after it was told to stop.
    Stop(robust::stop::Arguments),
    /// Checks that are stopped and gone on with, again and again.
    Soak(robust::soak::Arguments),
    /// Several schedulers beside one, by stealing and with a central controller.
    Parallel(parallel::Arguments),
    /// How much faster parallel exploration would be with up to 1,024 schedulers, predicted from
    /// what a recorded exploration cost.
    Simulate(simulate::Arguments),
    /// Explore the papers' programs: Tables 1-4 of "Source Sets", our figures beside the published ones.
    ///
    /// Exit codes: 0 every count is as it must be, 1 a count differs, 2 error, 3 stopped at a limit.
    Papers(papers::Arguments),
    /// Explore litmus tests and programs under SC, TSO and PSO: Tables 1 and 2 and Figures 1, 2, 6
    /// and 9 of "Dynamic Partial Order Reduction for Relaxed Memory Models".
    ///
    /// Exit codes: 0 every verdict and count is as it must be, 1 one differs, 2 error.
    Relaxed(relaxed::Arguments),
    /// One program of the corpus, for `papers` and `relaxed`.
    #[command(hide = true, name = corpus::COMMAND)]
    CorpusRun(corpus::Arguments),
    /// One Rust program, for `stop` and `growth`.
    #[command(hide = true, name = robust::rust::COMMAND)]
    RustRun(robust::rust::Arguments),
    /// One run for `limit`.
    #[command(hide = true, name = limit::COMMAND)]
    LimitRun(limit::RunArguments),
    /// One row by Mazurka, for this command itself.
    #[command(hide = true)]
    Row {
        program: String,
        size: usize,
        seconds: f64,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match arguments.command {
        None => compare::run(&arguments.compare),
        Some(Command::Limit(arguments)) => ended(limit::run(&arguments)),
        Some(Command::Cluster(arguments)) => ended(cluster::run(&arguments)),
        Some(Command::Erlang(arguments)) => judged(erlang::run(&arguments)),
        Some(Command::Estimate(arguments)) => judged(estimate::run(&arguments)),
        Some(Command::Graphs(arguments)) => judged(graphs::run(&arguments)),
        Some(Command::Growth(arguments)) => ended(growth::run(&arguments)),
        Some(Command::Stop(arguments)) => ended(robust::stop::run(&arguments)),
        Some(Command::Soak(arguments)) => match robust::soak::run(&arguments) {
            Ok(()) => ExitCode::SUCCESS,
            Err(message) => {
                eprintln!("mazurka-bench: {message}");
                ExitCode::from(EXIT_WRONG)
            }
        },
        Some(Command::Papers(arguments)) => papers::run(&arguments),
        Some(Command::Relaxed(arguments)) => relaxed::run(&arguments),
        Some(Command::CorpusRun(arguments)) => ended(corpus::run(&arguments)),
        Some(Command::RustRun(arguments)) => ended(robust::rust::run(&arguments)),
        Some(Command::Parallel(arguments)) => ended(parallel::run(&arguments)),
        Some(Command::Simulate(arguments)) => ended(simulate::run(&arguments)),
        Some(Command::LimitRun(arguments)) => ended(limit::run_child(&arguments)),
        Some(Command::Row {
            program,
            size,
            seconds,
        }) => row(&program, size, seconds),
    }
}

/// Is every count as it must be?
fn judged(result: Result<bool, String>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::from(EXIT_OK),
        Ok(false) => ExitCode::from(EXIT_WRONG),
        Err(message) => ended(Err(message)),
    }
}

fn ended(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("mazurka-bench: {message}");
            ExitCode::from(EXIT_ERROR)
        }
    }
}

fn row(program: &str, size: usize, seconds: f64) -> ExitCode {
    let limit = Duration::try_from_secs_f64(seconds);
    let (Some(body), Ok(limit)) = (on_mazurka::find(program), limit) else {
        eprintln!("mazurka-bench: no such row");
        return ExitCode::from(EXIT_ERROR);
    };
    let measured = on_mazurka::check(body, size, limit);
    println!("{}", protocol::to_line(&measured));
    ExitCode::SUCCESS
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds")?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// Seconds for machines, to the microsecond.
fn microseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
