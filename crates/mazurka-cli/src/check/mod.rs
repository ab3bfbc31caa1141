//! `mazurka check`: files, each explored under a memory model.
//!
//! One file gives herd's kind of summary, several (or a directory, or a list) a
//! table, `--json` an object a line for each file.

mod colour;
mod files;
mod json;
mod litmus;
mod progress;
mod summary;
mod table;

use clap::Args;
use colour::Colour;
use files::Input;
use mazurka_explore::Algorithm;
use mazurka_litmus::State;
use mazurka_memory::Model;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::panic;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Bad file or bad flag.
const EXIT_ERROR: u8 = 2;

const EXAMPLES: &str = "\
Examples:
  mazurka check SB.litmus --model tso       one test, with its final states
  mazurka check tests/ --model pso          every .litmus file below, in a table
  mazurka check tests/@all --json           the files that a list names, one JSON object each
  mazurka check SB.litmus --model tso --buffer-bound 1

Exit codes: 0 verified: every condition holds as written; 1 a bug was found: some
condition does not; 2 error; 3 stopped without a verdict. With several files, the
first of 2, 1, 3, 0 that applies to one of them.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Litmus files in herd's format (X86, X86_64, C), directories of them, or @lists.
    #[arg(required = true, value_name = "FILE|DIR|@LIST")]
    paths: Vec<PathBuf>,
    /// Print the final states also in a table.
    #[arg(long)]
    states: bool,
    /// Print one JSON object a line for each file.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: Settings,
}

/// How each file is explored.
#[derive(Args, Debug, Clone)]
pub(crate) struct Settings {
    /// The memory model: sc, tso or pso.
    #[arg(long, value_name = "M", default_value_t)]
    model: Model,
    /// The explorer: optimal, source, classic or exhaustive.
    #[arg(long, value_name = "A", default_value_t)]
    algorithm: Algorithm,
    /// The most stores that a store buffer holds; without it, any number.
    #[arg(long, value_name = "K")]
    buffer_bound: Option<u32>,
    /// Stop after so many executions of a file.
    #[arg(long, value_name = "N")]
    max_executions: Option<u64>,
    /// Stop when an execution has so many events.
    #[arg(long, value_name = "N")]
    max_events: Option<usize>,
    /// Stop after so many seconds with a file.
    #[arg(long, value_name = "SECONDS", value_parser = crate::bench::parse_seconds)]
    max_time: Option<Duration>,
}

/// What is to be said of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// The condition holds as written.
    Verified,
    /// It does not.
    Bug,
    /// Not every execution was explored, and those that were do not decide it.
    Unknown,
}

impl Verdict {
    fn exit_code(self) -> u8 {
        match self {
            Verdict::Verified => 0,
            Verdict::Bug => 1,
            Verdict::Unknown => 3,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Verified => "verified",
            Verdict::Bug => "bug",
            Verdict::Unknown => "unknown",
        })
    }
}

/// A final state.
#[derive(Debug)]
struct Final {
    state: State,
    /// How many executions end in it.
    executions: u64,
    /// Does what the condition is about hold in it?
    satisfies: bool,
}

/// What the exploration of a file showed.
#[derive(Debug)]
struct Checked {
    name: String,
    /// What herd calls the kind of the condition.
    kind: &'static str,
    condition: String,
    /// Never, Sometimes or Always.
    occurrence: String,
    states: Vec<Final>,
    /// Executions where what the condition is about holds, and where not.
    observed: (u64, u64),
    /// Executions that speak for the condition as written, and against it.
    witnesses: (u64, u64),
    verdict: Verdict,
    /// The reason, for people.
    reason: String,
    /// May there be executions that were not explored?
    is_partial: bool,
    complete: u64,
    blocked: u64,
    findings: Vec<String>,
    time: Duration,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let mut exit_code = 0;
    match print_all(arguments, &mut exit_code, &mut io::stdout().lock()) {
        Ok(()) => ExitCode::from(exit_code),
        // Whoever read our output has seen enough of it.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(exit_code),
        Err(error) => {
            eprintln!("error: cannot write the results: {error}");
            ExitCode::from(EXIT_ERROR)
        }
    }
}

/// Checks the files and prints each as soon as it is there.
fn print_all(arguments: &Arguments, exit_code: &mut u8, out: &mut dyn Write) -> io::Result<()> {
    let settings = &arguments.settings;
    let colour = Colour::new(io::stdout().is_terminal());
    let inputs = files::expand(&arguments.paths);
    let is_single = matches!(&arguments.paths[..], [path] if files::is_single(path));
    let is_table = !arguments.json && !is_single;
    let table = table::Table::new(&inputs, arguments.states, colour);
    let mut total = table::Total::default();
    if is_table {
        writeln!(out, "{}", table.head())?;
    }
    for input in &inputs {
        let result = check(input, settings);
        *exit_code = worse(*exit_code, &result);
        if let Err(message) = &result {
            eprintln!("error: {message}");
        }
        if arguments.json {
            writeln!(out, "{}", json::object(&input.path, settings, &result))?;
        } else if is_table {
            write!(out, "{}", table.row(&input.path, settings, &result))?;
            total.add(&result);
        } else if let Ok(checked) = &result {
            write!(out, "{}", summary::text(settings, checked, colour))?;
        }
        out.flush()?;
    }
    if is_table {
        writeln!(out, "{}", total.line(settings))?;
    }
    Ok(())
}

/// Checks one file; an error is for people, and names the file.
fn check(input: &Input, settings: &Settings) -> Result<Checked, String> {
    let path = input.path.display();
    let front_end = input
        .front_end
        .as_ref()
        .map_err(|why| format!("{path}: {why}"))?;
    // Old files have names of people in other encodings in their comments.
    let text = std::fs::read(&input.path).map_err(|error| format!("{path}: {error}"))?;
    let text = String::from_utf8_lossy(&text);
    let begun = Instant::now();
    // A mistake of ours with one file is no reason to leave out the others.
    let checked = panic::catch_unwind(|| (front_end.check)(&text, settings))
        .unwrap_or_else(|_| Err(String::from(" internal error, please report it")));
    let mut checked = checked.map_err(|message| format!("{path}:{message}"))?;
    checked.time = begun.elapsed();
    Ok(checked)
}

/// An error hides less than a bug does, and a check that was stopped the least.
fn worse(before: u8, result: &Result<Checked, String>) -> u8 {
    const FROM_BEST: [u8; 4] = [0, 3, 1, EXIT_ERROR];
    let now = result
        .as_ref()
        .map_or(EXIT_ERROR, |checked| checked.verdict.exit_code());
    let rank = |code| FROM_BEST.iter().position(|other| *other == code);
    if rank(now) > rank(before) {
        now
    } else {
        before
    }
}

/// The last part of a path without its extension.
fn stem(path: &Path) -> String {
    let name = path.file_stem().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}
