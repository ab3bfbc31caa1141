//! `mazurka check`: files, each explored under a memory model.
//!
//! One file gives herd's kind of summary, several (or a directory, or a list) a
//! table, `--json` an object a line for each file.
//!
//! What was stopped can be gone on with: see [`resume`].

mod colour;
mod crew;
mod files;
mod interrupt;
mod json;
mod litmus;
mod processes;
mod progress;
mod resume;
mod summary;
mod table;

use clap::Args;
use colour::Colour;
use crew::{Crew, Kind};
use interrupt::Interrupt;
use mazurka_explore::Algorithm;
use mazurka_litmus::State;
use mazurka_memory::Model;
use resume::{Begun, Entry, Session};
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Bad file or bad flag.
const EXIT_ERROR: u8 = 2;
/// Stopped without a verdict.
const EXIT_STOPPED: u8 = 3;

const EXAMPLES: &str = "\
Examples:
  mazurka check SB.litmus --model tso       one test, with its final states
  mazurka check tests/ --model pso          every .litmus file below, in a table
  mazurka check tests/@all --json           the files that a list names, one JSON object each
  mazurka check SB.litmus --model tso --buffer-bound 1
  mazurka check big.litmus --workers 8      with eight threads
  mazurka check --resume mazurka-resume.json

Ctrl-C ends the command with what was found so far, exit code 3, and a file with which
`--resume` goes on, to the same result as if nobody had stopped it. A second Ctrl-C ends
it at once.

Exit codes: 0 verified: every condition holds as written; 1 a bug was found: some
condition does not; 2 error; 3 stopped without a verdict. With several files, the
first of 2, 1, 3, 0 that applies to one of them.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Litmus files in herd's format (X86, X86_64, C), directories of them, or @lists.
    #[arg(required_unless_present = "resume", value_name = "FILE|DIR|@LIST")]
    paths: Vec<PathBuf>,
    /// Print the final states also in a table.
    #[arg(long)]
    states: bool,
    /// Print one JSON object a line for each file.
    #[arg(long)]
    json: bool,
    /// Go on with checks that were stopped, with the files and options that they were
    /// begun with.
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "paths", "states", "json", "model", "algorithm", "buffer_bound", "max_events"
    ])]
    resume: Option<PathBuf>,
    /// Write what is left there, also when a limit was reached; without this option, only
    /// at Ctrl-C, and to mazurka-resume.json or where it was read from.
    #[arg(long, value_name = "FILE")]
    resume_file: Option<PathBuf>,
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
    /// Explore with so many threads. Without it: MAZURKA_WORKERS, or one for each
    /// processor.
    #[arg(long, value_name = "N", value_parser = crew::parse_workers)]
    workers: Option<usize>,
    /// Explore with so many processes in the place of threads. They may be killed at any
    /// moment: what is lost is explored again.
    #[arg(long, value_name = "N", value_parser = crew::parse_workers, conflicts_with = "workers")]
    processes: Option<usize>,
    /// Go on after a finding. For litmus tests that is always so: their final states are
    /// those of all executions.
    #[arg(long)]
    keep_going: bool,
    /// Stop after so many executions of a file (with --resume: so many more).
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
            Verdict::Unknown => EXIT_STOPPED,
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
    match check_all(arguments) {
        Ok(exit_code) => ExitCode::from(exit_code),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(EXIT_ERROR)
        }
    }
}

/// Checks what the arguments say. An error is one of the whole command.
fn check_all(arguments: &Arguments) -> Result<u8, String> {
    let mut session = match &arguments.resume {
        Some(path) => Session::read(path)?,
        None => {
            let is_single = matches!(&arguments.paths[..], [path] if files::is_single(path));
            Session::new(arguments, files::expand(&arguments.paths), is_single)
        }
    };
    let settings = session.settings(&arguments.settings)?;
    let interrupt = Interrupt::new().map_err(|error| format!("cannot notice Ctrl-C: {error}"))?;
    let crew = Crew {
        kind: Kind::new(&settings)?,
        settings: &settings,
        interrupt: &interrupt,
    };
    let mut exit_code = 0;
    match print_all(
        &mut session,
        &crew,
        &mut exit_code,
        &mut io::stdout().lock(),
    ) {
        Ok(()) => {}
        // Whoever read our output has seen enough of it.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(exit_code),
        Err(error) => return Err(format!("cannot write the results: {error}")),
    }
    if session.unfinished() == 0 {
        return Ok(exit_code);
    }
    if interrupt.is_set() {
        exit_code = EXIT_STOPPED;
    }
    let named = arguments.resume_file.as_ref().or(arguments.resume.as_ref());
    let default = || {
        interrupt
            .is_set()
            .then_some(Path::new(resume::DEFAULT_FILE))
    };
    if let Some(path) = named.map(PathBuf::as_path).or_else(default) {
        keep(&session, path)?;
    }
    Ok(exit_code)
}

/// Writes what is left, and says how to go on.
fn keep(session: &Session, path: &Path) -> Result<(), String> {
    let shown = path.display();
    session
        .write(path)
        .map_err(|error| format!("cannot write {shown}: {error}"))?;
    let files = match session.unfinished() {
        1 => String::from("1 file is"),
        count => format!("{count} files are"),
    };
    eprintln!("{files} not explored to the end: go on with `mazurka check --resume {shown}`");
    Ok(())
}

/// Checks the files and prints each as soon as it is there.
fn print_all(
    session: &mut Session,
    crew: &Crew<'_>,
    exit_code: &mut u8,
    out: &mut dyn Write,
) -> io::Result<()> {
    let settings = crew.settings;
    let colour = Colour::new(io::stdout().is_terminal());
    let is_table = !session.json && !session.is_single;
    let paths = session.entries.iter().map(|entry| &*entry.path);
    let table = table::Table::new(paths, session.states, colour);
    let mut total = table::Total::default();
    if is_table {
        writeln!(out, "{}", table.head())?;
    }
    for entry in &mut session.entries {
        if crew.interrupt.is_set() {
            break;
        }
        let result = check(entry, crew);
        entry.has_failed = result.is_err();
        *exit_code = worse(*exit_code, &result);
        if let Err(message) = &result {
            eprintln!("error: {message}");
        }
        if session.json {
            writeln!(out, "{}", json::object(&entry.path, settings, &result))?;
        } else if is_table {
            write!(out, "{}", table.row(&entry.path, settings, &result))?;
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

/// The text of a file. Old files have names of people in other encodings in their
/// comments.
fn read(path: &Path) -> io::Result<String> {
    let bytes = std::fs::read(path)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Checks one file; an error is for people, and names the file.
fn check(entry: &mut Entry, crew: &Crew<'_>) -> Result<Checked, String> {
    let path = entry.path.display();
    let wrong = |why: &dyn fmt::Display| format!("{path}: {why}");
    if let Some(why) = &entry.wrong {
        return Err(wrong(why));
    }
    let front_end = files::front_end(&entry.path).ok_or_else(|| wrong(&"nobody can read it"))?;
    let text = read(&entry.path).map_err(|error| wrong(&error))?;
    let begun = Instant::now();
    let before = entry.begun.take();
    let time = before.as_ref().map_or(Duration::ZERO, Begun::time);
    let explored = before.map(|before| before.explored);
    // A mistake of ours with one file is no reason to leave out the others.
    let check = AssertUnwindSafe(|| (front_end.check)(&text, crew, explored));
    let checked = panic::catch_unwind(check)
        .unwrap_or_else(|_| Err(String::from(" internal error, please report it")));
    let (mut checked, explored) = checked.map_err(|message| format!("{path}:{message}"))?;
    checked.time = time + begun.elapsed();
    entry.begun = Some(Begun::new(text, explored, checked.time));
    Ok(checked)
}

/// An error hides less than a bug does, and a check that was stopped the least.
fn worse(before: u8, result: &Result<Checked, String>) -> u8 {
    const FROM_BEST: [u8; 4] = [0, EXIT_STOPPED, 1, EXIT_ERROR];
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
