//! `mazurka check`: files, each explored under a memory model.
//!
//! One litmus test gives herd's kind of summary, one program its verdict and how its
//! bugs come about; several (or a directory, or a list) a table, `--json` an object a
//! line for each.
//!
//! What was stopped can be gone on with: see [`resume`].

mod arguments;
mod colour;
mod crew;
mod digest;
mod files;
mod interrupt;
mod json;
mod litmus;
mod processes;
mod program;
mod progress;
mod resume;
mod summary;
mod table;

pub(crate) use arguments::{Arguments, Choices};
pub(crate) use litmus::options as litmus_options;
pub(crate) use program::options as program_options;

use crate::text::say;
use arguments::Settings;
use colour::Colour;
use crew::{Crew, Kind};
use files::Language;
use interrupt::Interrupt;
use mazurka_explore::Limit;
use resume::{Begun, Entry, Session};
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Bad file or bad flag.
const EXIT_ERROR: u8 = 2;
/// Stopped without a verdict.
const EXIT_STOPPED: u8 = 3;

/// What is to be said of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// The condition holds as written; no execution shows a bug.
    Verified,
    /// There is no condition, and everything was explored.
    Explored,
    /// It does not; one does.
    Bug,
    /// Not every execution was explored, and those that were do not decide it.
    Unknown,
}

impl Verdict {
    fn exit_code(self) -> u8 {
        match self {
            Verdict::Verified | Verdict::Explored => 0,
            Verdict::Bug => 1,
            Verdict::Unknown => EXIT_STOPPED,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Verified => "verified",
            Verdict::Explored => "explored",
            Verdict::Bug => "bug",
            Verdict::Unknown => "unknown",
        })
    }
}

/// What the exploration of a file showed.
#[derive(Debug)]
struct Checked {
    name: String,
    verdict: Verdict,
    /// The reason, for people.
    reason: String,
    /// May there be executions that were not explored?
    is_partial: bool,
    /// Executions that came to their own end,
    complete: u64,
    /// those in which an assumption did not hold,
    discarded: u64,
    /// those in which a bound ended a thread,
    cut: u64,
    /// and those that sleep sets ended.
    blocked: u64,
    /// What shows that Mazurka is at fault, if anything does.
    fault: Option<Limit>,
    time: Duration,
    details: Details,
}

impl Checked {
    /// How many executions there were.
    fn counts(&self) -> String {
        counts([self.complete, self.discarded, self.cut, self.blocked])
    }
}

/// How many executions were complete, discarded, cut and blocked.
fn counts([complete, discarded, cut, blocked]: [u64; 4]) -> String {
    let some = |count: u64, what: &str| match count {
        0 => String::new(),
        count => format!(", {count} {what}"),
    };
    format!(
        "{complete} complete{}{}, {blocked} blocked",
        some(discarded, "discarded"),
        some(cut, "cut")
    )
}

/// What else there is to say.
#[derive(Debug)]
enum Details {
    Litmus(litmus::Details),
    Program(program::Details),
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match check_all(arguments) {
        Ok(exit_code) => ExitCode::from(exit_code),
        Err(message) => {
            say(&format!("error: {message}"));
            ExitCode::from(EXIT_ERROR)
        }
    }
}

/// Gives a resume file that was edited the digest that it should have.
pub(crate) fn reseal(file: &Path, all: bool) -> ExitCode {
    match resume::reseal(file, all) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            say(&format!("error: {message}"));
            ExitCode::from(EXIT_ERROR)
        }
    }
}

/// Checks what the arguments say. An error is one of the whole command.
fn check_all(arguments: &Arguments) -> Result<u8, String> {
    let interrupt = Interrupt::new().map_err(|error| format!("cannot notice Ctrl-C: {error}"))?;
    let mut session = match &arguments.resume {
        Some(path) => Session::read(path, &arguments.settings.choices)?,
        None => {
            let inputs = files::expand(&arguments.paths, arguments.each)?;
            let is_single =
                inputs.len() == 1 && arguments.paths.iter().all(|path| files::is_single(path));
            Session::new(arguments, inputs, is_single)
        }
    };
    let settings = session.settings(&arguments.settings);
    if let Some(text) = &arguments.replay {
        return program::replay(&session, &settings, text, &interrupt);
    }
    if let Some(path) = &arguments.resume_file {
        resume::look_at_place(path)?;
    }
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
    if session.unfinished() > 0 && interrupt.is_set() {
        exit_code = EXIT_STOPPED;
    }
    keep(&mut session, arguments, interrupt.is_set())?;
    Ok(exit_code)
}

/// Writes what is left, if there is a place for it, and says how to go on.
///
/// A file that was read is left alone if all is explored, or if nothing has come further.
fn keep(session: &mut Session, arguments: &Arguments, is_interrupted: bool) -> Result<(), String> {
    if !session.is_worth_keeping() {
        return Ok(());
    }
    let read = arguments.resume.as_ref();
    let named = arguments.resume_file.as_ref().or(read);
    let default = || is_interrupted.then(resume::free_place);
    let Some(path) = named.cloned().or_else(default) else {
        return Ok(());
    };
    if read != Some(&path) || session.is_newer() {
        let written = session.write(&path);
        written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    let files = match session.unfinished() {
        // What is wrong with the others has been said.
        0 => return Ok(()),
        1 => String::from("1 file is"),
        count => format!("{count} files are"),
    };
    let command = session.command(&path);
    say(&format!(
        "{files} not explored to the end: go on with `{command}`"
    ));
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
    let table = table::Table::new(&session.entries, session.states, colour);
    let mut total = table::Total::default();
    if is_table {
        writeln!(out, "{}", table.head())?;
    }
    for entry in &mut session.entries {
        if crew.interrupt.is_set() {
            break;
        }
        let result = check(entry, crew);
        if result.is_err() && crew.interrupt.is_set() {
            // Ctrl-C is for compilers, too.
            break;
        }
        if result.is_err() {
            entry.fail();
        }
        *exit_code = worse(*exit_code, &result);
        if let Err(message) = &result {
            say(&format!("error: {message}"));
        }
        if session.json {
            writeln!(out, "{}", json::object(&entry.paths, settings, &result))?;
        } else if is_table {
            let row = table.row(entry.path(), settings, &result);
            write!(out, "{}", colour.tame(&row))?;
            total.add(&result);
        } else if let Ok(checked) = &result {
            let text = match &checked.details {
                Details::Litmus(details) => summary::text(settings, checked, details, colour),
                Details::Program(details) => {
                    let command = program::Command::new(&entry.paths, &settings.choices);
                    program::text(checked, details, &command, session.quiet, colour)
                }
            };
            write!(out, "{}", colour.tame(&text))?;
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

/// Checks one file or program; an error is for people, and names the file.
fn check(entry: &mut Entry, crew: &Crew<'_>) -> Result<Checked, String> {
    let path = entry.path().display().to_string();
    if let Some(why) = &entry.wrong {
        return Err(format!("{path}: {why}"));
    }
    let check = match files::language(entry.path()) {
        Some(Language::Litmus) => litmus::check,
        Some(Language::Program) => program::check,
        None => return Err(format!("{path}: nobody can read it")),
    };
    let begun = Instant::now();
    let time = entry.before().map_or(Duration::ZERO, Begun::time);
    // What was explored before is kept until there is more.
    let before = entry.before().map(|before| before.work.clone());
    // A mistake of ours with one file is no reason to leave out the others.
    let check = AssertUnwindSafe(|| check(&entry.paths, crew, before));
    let checked = panic::catch_unwind(check)
        .unwrap_or_else(|_| Err(format!("{path}: internal error, please report it")));
    let (mut checked, work) = checked?;
    checked.time = time + begun.elapsed();
    if let Some(work) = work {
        entry.advance(work, checked.time);
    }
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
