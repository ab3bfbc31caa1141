//! One exploration of a program of the corpus, in a process of its own, so that the peak
//! of that process's memory is the exploration's.
//!
//! [`spawn`] starts this executable again with the hidden command [`COMMAND`];
//! there, [`run`] explores and prints a [`Measured`] as one line of JSON.

use crate::protocol::peak_bytes;
use crate::{parse_seconds, process};
use clap::Args;
use mazurka::{Algorithm, Checker, Limit, Model, Verdict};
use mazurka_corpus::Program;
use mazurka_corpus::programs::mutual_exclusion::{self, Fences, MutualExclusion, Wait};
use serde::{Deserialize, Serialize};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The hidden command.
pub(crate) const COMMAND: &str = "corpus-run";

/// The limits of each exploration.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Limits {
    /// Stop an exploration after so many executions.
    #[arg(long, value_name = "N")]
    pub(crate) max_executions: Option<u64>,
    /// Stop an exploration after so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(crate) max_time: Option<Duration>,
}

/// One exploration, as the hidden command is told of it.
#[derive(Args, Clone, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) subject: Subject,
    #[arg(long, default_value_t)]
    pub(crate) model: Model,
    #[arg(long)]
    pub(crate) buffer_bound: Option<u32>,
    #[arg(long, value_parser = parse_algorithm)]
    pub(crate) algorithm: Algorithm,
    /// Go on after a bug was found?
    #[arg(long)]
    pub(crate) keep_going: bool,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// What is explored: a program of a size, or a lock with how often each thread
/// takes it. The lock makes no barriers, and does not spin: how many looks there
/// are would depend on the compiler.
#[derive(Args, Clone, Debug)]
pub(crate) struct Subject {
    #[arg(long, value_parser = parse_program, requires = "size")]
    program: Option<&'static Program>,
    #[arg(long)]
    size: Option<usize>,
    #[arg(long, value_parser = parse_lock, conflicts_with = "program", requires = "rounds")]
    lock: Option<&'static MutualExclusion>,
    #[arg(long, value_delimiter = ',')]
    rounds: Vec<usize>,
}

impl Subject {
    pub(crate) fn program(program: &'static Program, size: usize) -> Subject {
        Subject {
            program: Some(program),
            size: Some(size),
            lock: None,
            rounds: Vec::new(),
        }
    }

    pub(crate) fn lock(lock: &'static MutualExclusion, rounds: Vec<usize>) -> Subject {
        Subject {
            program: None,
            size: None,
            lock: Some(lock),
            rounds,
        }
    }

    fn check(&self, checker: Checker, algorithm: Algorithm) -> Result<mazurka::Report, String> {
        match (self.program, self.size, self.lock) {
            (Some(program), Some(size), None) => Ok(program.check(checker, algorithm, size)),
            (None, None, Some(lock)) => Ok(checker
                .algorithm(algorithm)
                .name(format!("{} {:?} {algorithm}", lock.name, self.rounds))
                .check(lock.body(&self.rounds, Fences::None, Wait::Assume))),
            _ => Err(String::from("neither a program nor a lock")),
        }
    }

    /// The same on the command line.
    fn arguments(&self) -> Vec<String> {
        let rounds: Vec<_> = self.rounds.iter().map(ToString::to_string).collect();
        let all = [
            (
                "--program",
                self.program.map(|program| program.name.to_owned()),
            ),
            ("--size", self.size.map(|size| size.to_string())),
            ("--lock", self.lock.map(|lock| lock.name.to_owned())),
            ("--rounds", self.lock.map(|_| rounds.join(","))),
        ];
        let given = all
            .into_iter()
            .filter_map(|(name, value)| Some([name.to_owned(), value?]));
        given.flatten().collect()
    }
}

/// How an exploration ended.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(crate) enum Ended {
    Exhausted,
    /// All that the bound of the store buffers leaves was explored.
    Bounded,
    /// At which limit, for people.
    Limit(String),
    /// A bug of the program, for people: no program of the corpus has one.
    Finding(String),
    Error(String),
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(crate) struct Measured {
    pub(crate) ended: Ended,
    pub(crate) complete: u64,
    pub(crate) blocked: u64,
    pub(crate) largest_wakeup_tree: u64,
    pub(crate) seconds: f64,
    /// Nothing where the system does not tell.
    pub(crate) peak_bytes: Option<u64>,
}

pub(crate) fn parse_program(name: &str) -> Result<&'static Program, String> {
    mazurka_corpus::find(name).ok_or_else(|| {
        let names: Vec<_> = mazurka_corpus::PROGRAMS.iter().map(|p| p.name).collect();
        format!("there is no such program; there are {}", names.join(", "))
    })
}

fn parse_lock(name: &str) -> Result<&'static MutualExclusion, String> {
    mutual_exclusion::find(name).ok_or_else(|| String::from("there is no such lock"))
}

pub(crate) fn parse_algorithm(name: &str) -> Result<Algorithm, String> {
    name.parse().map_err(|_| {
        let names: Vec<_> = Algorithm::TRACES.iter().map(ToString::to_string).collect();
        format!("there is no such algorithm; there are {}", names.join(", "))
    })
}

/// Explores in this process and prints what was measured.
///
/// # Errors
/// When there is nothing to explore.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let mut checker = Checker::new()
        .model(arguments.model)
        .keep_going(arguments.keep_going);
    if let Some(count) = arguments.buffer_bound {
        checker = checker.buffer_bound(count);
    }
    if let Some(executions) = arguments.limits.max_executions {
        checker = checker.max_executions(executions);
    }
    if let Some(time) = arguments.limits.max_time {
        checker = checker.max_time(time);
    }
    let start = Instant::now();
    let report = arguments.subject.check(checker, arguments.algorithm)?;
    let seconds = start.elapsed().as_secs_f64();
    let measured = Measured {
        ended: match report.verdict() {
            Verdict::Verified => Ended::Exhausted,
            Verdict::NotExhausted(Limit::BufferBound) => Ended::Bounded,
            Verdict::NotExhausted(_) => Ended::Limit(report.summary()),
            Verdict::Bug { .. } => Ended::Finding(report.to_string()),
            _ => Ended::Error(report.summary()),
        },
        complete: report.statistics().complete,
        blocked: report.statistics().blocked,
        largest_wakeup_tree: report.statistics().largest_wakeup_tree,
        seconds,
        peak_bytes: peak_bytes(),
    };
    let line = serde_json::to_string(&measured).map_err(|error| error.to_string())?;
    println!("{line}");
    Ok(())
}

/// Explores in a process of its own and waits for it.
///
/// The library's progress line of that process appears on our standard error.
///
/// # Errors
/// When it could not be run to its end.
pub(crate) fn spawn(arguments: &Arguments) -> Result<Measured, String> {
    let mut command = Command::new(process::executable()?);
    command
        .arg(COMMAND)
        .args(arguments.subject.arguments())
        .args(["--model", &arguments.model.to_string()])
        .args(["--algorithm", &arguments.algorithm.to_string()]);
    if let Some(count) = arguments.buffer_bound {
        command.args(["--buffer-bound", &count.to_string()]);
    }
    if arguments.keep_going {
        command.arg("--keep-going");
    }
    let limits = &arguments.limits;
    if let Some(executions) = limits.max_executions {
        command.args(["--max-executions", &executions.to_string()]);
    }
    if let Some(time) = limits.max_time {
        command.args(["--max-time", &time.as_secs_f64().to_string()]);
    }
    let (measured, _) = process::run(command.stderr(Stdio::inherit()))?;
    Ok(measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measurements_survive_the_pipe() {
        let measured = Measured {
            ended: Ended::Limit(String::from("not exhausted: \"max_time\"")),
            complete: 3,
            blocked: 1,
            largest_wakeup_tree: 7,
            seconds: 0.25,
            peak_bytes: None,
        };
        let line = serde_json::to_string(&measured).unwrap();
        assert_eq!(serde_json::from_str::<Measured>(&line).unwrap(), measured);
    }
}
