//! The tools, and one row by one of them in a process of its own.
//!
//! Mazurka's rows are run by this executable again, with the hidden command `row`;
//! the peers' by executables of the package `mazurka-bench-peers` beside it.

use crate::process;
use crate::protocol::{Ended, Measured, SHORT};
use std::fmt;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Tool {
    Mazurka,
    Loom,
    Shuttle,
    TraceForge,
}

impl Tool {
    /// In the order of the tables.
    const ALL: [Tool; 4] = [Tool::Mazurka, Tool::Loom, Tool::Shuttle, Tool::TraceForge];

    /// The name, which is that of its crate too.
    pub(super) fn name(self) -> &'static str {
        match self {
            Tool::Mazurka => "mazurka",
            Tool::Loom => "loom",
            Tool::Shuttle => "shuttle",
            Tool::TraceForge => "traceforge",
        }
    }

    fn executable(self) -> Result<PathBuf, String> {
        let this = process::executable()?;
        Ok(match self {
            Tool::Mazurka => this,
            peer => this.with_file_name(format!("mazurka-bench-{peer}")),
        })
    }

    fn command(self) -> Result<Command, String> {
        let mut command = Command::new(self.executable()?);
        if self == Tool::Mazurka {
            command.arg("row");
        }
        process::clear_settings(&mut command);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Ok(command)
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

pub(super) fn parse(name: &str) -> Result<Tool, String> {
    let names = Tool::ALL.map(Tool::name);
    let found = Tool::ALL.into_iter().find(|tool| tool.name() == name);
    found.ok_or_else(|| format!("there is no such tool; there are {}", names.join(", ")))
}

/// The tools asked for; or all that have been built, with a word on the others.
pub(super) fn available(asked: &[Tool]) -> Result<Vec<Tool>, String> {
    let is_built = |tool: &Tool| tool.executable().is_ok_and(|path| path.exists());
    let is_meant = |tool: &Tool| asked.is_empty() || asked.contains(tool);
    let mut tools: Vec<_> = Tool::ALL.into_iter().filter(is_meant).collect();
    let missing: Vec<_> = tools
        .iter()
        .filter(|tool| !is_built(tool))
        .copied()
        .collect();
    if missing.is_empty() {
        return Ok(tools);
    }
    let names: Vec<_> = missing.iter().map(|tool| tool.name()).collect();
    let message = format!("not built, `./x bench` does that: {}", names.join(", "));
    if !asked.is_empty() {
        return Err(message);
    }
    eprintln!("mazurka-bench: {message}");
    tools.retain(|tool| !missing.contains(tool));
    Ok(tools)
}

/// How long after its time a process may take to report.
const GRACE: Duration = Duration::from_secs(5);

/// How often a row is run whose time is short and could not be repeated in its process:
/// a tool that has found a bug mostly cannot go on.
const RUNS: usize = 5;

/// A row; of several runs, the one with the median time.
pub(super) fn measure(
    tool: Tool,
    program: &str,
    size: usize,
    limit: Duration,
) -> Result<Measured, String> {
    let run = || spawn(tool, program, size, limit);
    let first = run()?;
    let is_short = first.seconds < SHORT.as_secs_f64();
    if !is_short || !matches!(first.ended, Ended::Bug(_)) {
        return Ok(first);
    }
    let mut runs = vec![first];
    for _ in 1..RUNS {
        runs.push(run()?);
    }
    runs.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    Ok(runs.swap_remove(RUNS / 2))
}

/// Runs a row and waits for what it says.
fn spawn(tool: Tool, program: &str, size: usize, limit: Duration) -> Result<Measured, String> {
    let mut command = tool.command()?;
    command.args([program, &size.to_string(), &limit.as_secs_f64().to_string()]);
    let mut child = command
        .spawn()
        .map_err(|error| format!("cannot start {tool}: {error}"))?;
    let output = read_all(child.stdout.take());
    let errors = read_all(child.stderr.take());
    let ended = wait(&mut child, limit + GRACE);
    let (output, errors) = (output.join(), errors.join());
    let line = output.unwrap_or_default();
    // A tool may print more than the result, but not after it.
    if let Some(Ok(measured)) = line.lines().last().map(serde_json::from_str) {
        return Ok(measured);
    }
    let ended = match ended {
        Ok(Some(status)) => format!("it ended with {status}"),
        Ok(None) => "it had to be killed".to_owned(),
        Err(error) => error.to_string(),
    };
    let errors = errors.unwrap_or_default();
    Err(match errors.lines().last() {
        Some(last) => format!("{ended}: {last}"),
        None => ended,
    })
}

/// Reads in the background, so that the writer never waits.
fn read_all(from: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut from) = from {
            // What was read until an error is what there is.
            let _ = from.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// How the process ended; nothing if it had to be killed.
fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if begun.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(2));
    }
}
