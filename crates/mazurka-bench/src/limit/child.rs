//! One run in an OS process of its own: for its peak of memory, and under
//! callgrind.

use super::run::Subject;
use crate::bare::Switches;
use crate::process;
use crate::protocol::peak_bytes;
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use std::process::Command;
use std::time::Instant;

/// The hidden command.
pub(crate) const COMMAND: &str = "limit-run";

/// How a program is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Way {
    /// Explored.
    Optimal,
    /// Under recorded schedules, by the library.
    Replay,
    /// Under recorded schedules, by the bare runtime.
    Bare,
    /// The same, where a process goes on without a switch if it comes next.
    Ahead,
}

impl Way {
    pub(super) const ALL: [Way; 4] = [Way::Optimal, Way::Replay, Way::Bare, Way::Ahead];

    pub(super) fn name(self) -> &'static str {
        match self {
            Way::Optimal => "optimal",
            Way::Replay => "replay",
            Way::Bare => "bare",
            Way::Ahead => "ahead",
        }
    }
}

/// What the hidden command is told.
#[derive(Args, Clone, Debug)]
pub(crate) struct Arguments {
    #[arg(long)]
    pub(super) program: String,
    #[arg(long)]
    pub(super) size: usize,
    #[arg(long, value_enum)]
    pub(super) way: Way,
    /// At most so many executions.
    #[arg(long)]
    pub(super) executions: Option<u64>,
    /// Run the schedules so many times.
    #[arg(long, default_value_t = 1)]
    pub(super) repeat: u64,
}

/// What the hidden command tells, as one line of JSON.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct Ran {
    pub(super) executions: u64,
    pub(super) events: u64,
    pub(super) largest_wakeup_tree: u64,
    pub(super) seconds: f64,
    /// Nothing where the system does not tell.
    pub(super) peak_bytes: Option<u64>,
}

/// Runs a program in this OS process, and prints what came of it.
///
/// # Errors
/// When that is not possible.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let ran = ran(arguments)?;
    let line = serde_json::to_string(&ran).map_err(|error| error.to_string())?;
    println!("{line}");
    Ok(())
}

fn ran(arguments: &Arguments) -> Result<Ran, String> {
    let subject = Subject::new(&arguments.program, arguments.size)?;
    let begun = Instant::now();
    if arguments.way == Way::Optimal {
        let explored = subject.explore(arguments.executions)?;
        return Ok(Ran {
            executions: explored.executions,
            events: explored.events,
            largest_wakeup_tree: explored.largest_wakeup_tree,
            seconds: begun.elapsed().as_secs_f64(),
            peak_bytes: peak_bytes(),
        });
    }
    let schedules = subject.record(arguments.executions)?;
    let begun = Instant::now();
    for _ in 0..arguments.repeat {
        match arguments.way {
            Way::Bare => subject.time_bare(&schedules, Switches::All)?,
            Way::Ahead => subject.time_bare(&schedules, Switches::Needed)?,
            Way::Optimal | Way::Replay => subject.time_replay(&schedules)?,
        };
    }
    Ok(Ran {
        executions: arguments.repeat * schedules.len() as u64,
        events: arguments.repeat * schedules.events() as u64,
        largest_wakeup_tree: 0,
        seconds: begun.elapsed().as_secs_f64(),
        peak_bytes: peak_bytes(),
    })
}

/// Adds the hidden command to `command`, runs it, and gives what it told and what
/// is on its standard error.
pub(super) fn spawn(mut command: Command, arguments: &Arguments) -> Result<(Ran, String), String> {
    command
        .args([COMMAND, "--program", &arguments.program])
        .args(["--size", &arguments.size.to_string()])
        .args(["--way", arguments.way.name()])
        .args(["--repeat", &arguments.repeat.to_string()]);
    if let Some(executions) = arguments.executions {
        command.args(["--executions", &executions.to_string()]);
    }
    process::run(&mut command)
}
