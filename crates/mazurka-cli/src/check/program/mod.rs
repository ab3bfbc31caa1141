//! Programs in C and C++, by way of LLVM IR.

mod alarm;
mod command;
mod source;
mod text;
mod trace;

pub(super) use command::Command;
pub(super) use text::text;

use super::crew::{self, Crew, Kind};
use super::interrupt::Interrupt;
use super::processes;
use super::progress::Progress;
use super::resume::{Session, Work, digest_of};
use super::{Checked, Choices, EXIT_STOPPED, Settings, Verdict, files, stem};
use crate::worker::Job;
use mazurka_explore::Statistics;
use mazurka_llvm::check::{self, Explored, Found, Options, Report, Row, Shown, Told, words};
use mazurka_llvm::clang::{self, Compile, LoadError, Text};
use mazurka_llvm::code::Code;
use mazurka_llvm::machine::Settings as Machine;
use mazurka_llvm::tool::Until;
use mazurka_parallel::exploration::{Counts, Tally as _};
use mazurka_program::FindingKind;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// So many bugs are shown with the interleaving that leads there, as short as it can
/// be made; the others are only named.
const MOST_SHOWN: usize = 10;

/// The rate of a shorter exploration says nothing.
const LEAST_TIME: Duration = Duration::from_millis(200);

/// The stack of the thread that reads LLVM IR, as large as that of a main thread.
const STACK: usize = 8 << 20;

/// What is to be said of a program only.
#[derive(Debug)]
pub(super) struct Details {
    pub(super) bugs: Vec<Bug>,
    /// Executions with bugs that are not in the list.
    unlisted: u64,
    /// The execution that does not end.
    endless: Option<Box<Bug>>,
    pub(super) unexplored: Option<String>,
    pub(super) statistics: Statistics,
    /// How many executions a second this command has explored, if it took so long that
    /// this says something.
    rate: Option<f64>,
    /// Of each kind of findings that is ignored: how many executions showed one.
    pub(super) ignored: Vec<(String, u64)>,
    /// How much clang has optimised it, if it has: a flag.
    pub(super) optimised: Option<String>,
    /// How it was explored.
    described: String,
}

impl Details {
    /// What is to be said before anything was explored.
    fn new(paths: &[PathBuf], choices: &Choices) -> Details {
        let is_compiled = |path: &PathBuf| path.extension().is_some_and(|end| end != "ll");
        let optimised = clang::optimisation(&choices.flags);
        let optimised = optimised.filter(|_| paths.iter().any(is_compiled));
        let described = super::summary::described(choices);
        Details {
            bugs: Vec::new(),
            unlisted: 0,
            endless: None,
            unexplored: None,
            statistics: Statistics::default(),
            rate: None,
            ignored: Vec::new(),
            described: described + &super::summary::optimised(optimised.as_deref()),
            optimised,
        }
    }

    /// The kinds of bugs, in one cell of a table.
    pub(super) fn summary(&self) -> String {
        let mut kinds: Vec<&str> = self.bugs.iter().map(|bug| &*bug.kind).collect();
        kinds.dedup();
        kinds.join(", ")
    }
}

/// A bug, and how it comes about.
#[derive(Debug)]
pub(super) struct Bug {
    pub(super) kind: String,
    pub(super) told: Told,
    /// How many executions show it.
    pub(super) executions: u64,
    pub(super) replay: String,
    /// What happens, if that could be found out.
    rows: Vec<Row>,
}

impl Bug {
    fn new(found: &Found, shown: Option<Shown>) -> Bug {
        let mut bug = Bug {
            kind: found.kind.clone(),
            told: Told::new(&found.message),
            executions: found.executions,
            replay: found.replay.clone(),
            rows: Vec::new(),
        };
        if let Some(shown) = shown {
            bug.replay = shown.replay;
            bug.rows = shown.rows;
        }
        bug
    }
}

/// Compiles and explores a program, from the beginning or from where it was left.
pub(super) fn check(
    paths: &[PathBuf],
    crew: &Crew<'_>,
    before: Option<Work>,
) -> Result<(Checked, Option<Work>), String> {
    let file_begun = Instant::now();
    let until = crew.until(file_begun);
    let choices = &crew.settings.choices;
    let mut details = Details::new(paths, choices);
    let name = stem(&paths[0]);
    let (texts, code) = match load(paths, choices, &until) {
        Ok(loaded) => loaded,
        Err(Unloaded::Wrong(message)) => return Err(message),
        Err(Unloaded::Ended(why)) => {
            // What was explored before is kept as it is, by who has it.
            if let Some(Work::Program { explored, .. }) = &before {
                details.statistics.clone_from(explored.tally.statistics());
            }
            details.unexplored = Some(why);
            let options = options(choices);
            return Ok((checked(&name, Verdict::Unknown, &options, details), None));
        }
    };
    let digest = digest_of(&texts);
    let before = going_on(&paths[0], &digest, before)?;
    let mut options = options(choices);
    options.max_executions = crew.settings.max_executions;
    if crew.settings.max_executions.is_some() || crew.settings.max_time.is_some() {
        options.most_endless = None;
    }
    options.workers = crew.kind.count();
    let counted = before
        .as_ref()
        .map_or_else(Counts::default, Explored::counts);
    let mut progress = Progress::new(&name, crew, counted, file_begun);
    let mut job = Job::Program {
        texts: texts.into_iter().map(Into::into).collect(),
        choices: choices.clone(),
        knowledge: Default::default(),
    };
    let begun = Instant::now();
    let explored = check::explore(&code, &options, before, &mut |exploration| {
        match crew.kind {
            Kind::Threads(_) => exploration.run(&mut progress),
            Kind::Processes(count) => {
                if let Job::Program { knowledge, .. } = &mut job {
                    knowledge.clone_from(exploration.subject().knowledge());
                }
                processes::explore(exploration, &job, count, &mut progress)?;
            }
        }
        Ok(())
    });
    let (mut report, explored) =
        explored.map_err(|error| format!("{}: {error}", paths[0].display()))?;
    let fault = report.statistics.fault(options.algorithm);
    if let (Some(why), Some(by_us), None) = (&mut report.unexplored, progress.stopped(), fault) {
        *why = match &report.endless {
            Some(_) => format!("{why}; {by_us}"),
            None => by_us.to_string(),
        };
    }
    let executions = report.statistics.executions();
    let executions = executions.saturating_sub(counted.complete + counted.blocked);
    details.rate = rate(executions, begun.elapsed());
    let checked = alarm::within(&until, |stop| {
        judge(&name, &code, &options, report, details, stop)
    });
    Ok((checked, Some(Work::Program { digest, explored })))
}

/// What was explored before, if it is still the same program.
fn going_on(path: &Path, digest: &str, before: Option<Work>) -> Result<Option<Explored>, String> {
    match before {
        Some(Work::Program {
            digest: then,
            explored,
        }) if then == digest => Ok(Some(explored)),
        Some(_) => Err(format!(
            "{}: the program, or a file that it includes, or the compiler has changed since its \
             check was stopped: undo that, or check it anew",
            path.display()
        )),
        None => Ok(None),
    }
}

/// Why there is no program.
enum Unloaded {
    /// The files are wrong, or clang is.
    Wrong(String),
    /// The time was up before: when, in words.
    Ended(String),
}

/// Compiles and reads a program.
fn load(
    paths: &[PathBuf],
    choices: &Choices,
    until: &Until,
) -> Result<(Vec<Text>, Arc<Code>), Unloaded> {
    let compile = Compile {
        clang: choices.clang.clone(),
        flags: choices.flags.clone(),
        until: until.clone(),
    };
    let texts = clang::texts(paths, &compile).map_err(|error| match error {
        LoadError::Ended(..) => Unloaded::Ended(error.to_string()),
        error => Unloaded::Wrong(error.to_string()),
    })?;
    let built = until.run(STACK, || {
        let code = check::build(&texts);
        (texts, code)
    });
    let path = paths[0].display();
    let (texts, code) =
        built.map_err(|why| Unloaded::Ended(format!("{why} while {path} was read")))?;
    Ok((texts, code.map_err(Unloaded::Wrong)?))
}

/// How a program is explored, by one worker without limits.
pub(crate) fn options(choices: &Choices) -> Options {
    let mut options = Options {
        machine: Machine {
            model: choices.model,
            buffer_bound: choices.buffer_bound,
            races: choices.races,
            leaks: choices.leaks,
            unroll: choices.unroll,
            nondet: choices.nondet,
            spurious: choices.spurious,
            check_exit: choices.check_exit,
            check_threads: choices.check_threads,
            symmetry: choices.symmetry,
            ignore: choices.ignore.clone(),
            ..Machine::default()
        },
        algorithm: choices.algorithm,
        keep_going: choices.keep_going,
        ..Options::default()
    };
    if let Some(max_events) = choices.max_events {
        options.max_events = max_events;
    }
    options
}

/// How many executions a second.
fn rate(executions: u64, time: Duration) -> Option<f64> {
    (time >= LEAST_TIME && executions > 0).then(|| executions as f64 / time.as_secs_f64())
}

fn judge(
    name: &str,
    code: &Arc<Code>,
    options: &Options,
    report: Report,
    details: Details,
    stop: &Arc<AtomicBool>,
) -> Checked {
    let shown = |found: &Found| check::show(code, options, &found.replay, Some(found), stop).ok();
    let bugs = report.findings.iter().enumerate();
    let bugs =
        bugs.map(|(i, found)| Bug::new(found, (i < MOST_SHOWN).then(|| shown(found)).flatten()));
    let bugs: Vec<Bug> = bugs.collect();
    let verdict = match report.verdict {
        check::Verdict::Verified => Verdict::Verified,
        check::Verdict::Bug => Verdict::Bug,
        check::Verdict::Unknown => Verdict::Unknown,
    };
    let Report {
        statistics,
        unexplored,
        ..
    } = report;
    let details = Details {
        bugs,
        unlisted: report.unlisted,
        endless: (report.endless).map(|found| Box::new(Bug::new(&found, shown(&found)))),
        ignored: report.ignored,
        unexplored,
        statistics,
        ..details
    };
    checked(name, verdict, options, details)
}

fn checked(name: &str, verdict: Verdict, options: &Options, details: Details) -> Checked {
    Checked {
        name: name.to_owned(),
        verdict,
        reason: details.unexplored.clone().unwrap_or_default(),
        is_partial: details.unexplored.is_some(),
        complete: details.statistics.ended(),
        discarded: details.statistics.discarded,
        cut: details.statistics.cut,
        blocked: details.statistics.blocked,
        fault: details.statistics.fault(options.algorithm),
        time: Duration::ZERO,
        details: super::Details::Program(details),
    }
}

/// Runs exactly one execution of a program, and prints what it does.
pub(super) fn replay(
    session: &Session,
    settings: &Settings,
    string: &str,
    interrupt: &Interrupt,
) -> Result<u8, String> {
    let [entry] = &session.entries[..] else {
        return Err("--replay is for one program".to_owned());
    };
    let path = entry.path().display();
    if let Some(why) = &entry.wrong {
        return Err(format!("{path}: {why}"));
    }
    if files::language(entry.path()) != Some(files::Language::Program) {
        return Err(format!(
            "{path}: only executions of programs can be replayed"
        ));
    }
    let until = crew::until(settings, interrupt, Instant::now());
    let stopped = |why: &str| {
        eprintln!("{path}: {why}");
        Ok(EXIT_STOPPED)
    };
    let (_, code) = match load(&entry.paths, &settings.choices, &until) {
        Ok(loaded) => loaded,
        Err(Unloaded::Wrong(message)) => return Err(message),
        Err(Unloaded::Ended(why)) => return stopped(&why),
    };
    let options = options(&settings.choices);
    let shown = alarm::within(&until, |stop| {
        check::show(&code, &options, string, None, stop)
    });
    let shown = match (shown, until.is_over()) {
        (Ok(shown), _) => shown,
        (Err(_), Some(why)) => return stopped(&format!("{why} while it was replayed")),
        (Err(error), None) => return Err(format!("{path}: {error}")),
    };
    let is_ignored = |kind| settings.choices.ignore.contains(kind);
    let findings = shown.findings.iter().filter(|(kind, _)| !is_ignored(kind));
    // An execution that does not end is no bug.
    let (endless, findings): (Vec<_>, Vec<_>) =
        findings.partition(|(kind, _)| *kind == FindingKind::EventLimit);
    let endless = endless.first().map(|(_, message)| Told::new(message));
    let findings: Vec<(String, Told)> = findings
        .into_iter()
        .map(|(kind, message)| (words(*kind), Told::new(message)))
        .collect();
    let colour = super::Colour::new(io::stdout().is_terminal());
    let text = text::replayed(&shown, &findings, endless.as_ref(), session.quiet, colour);
    match io::stdout().write_all(colour.tame(&text).as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            return Err(format!("cannot write the results: {error}"));
        }
        _ => {}
    }
    Ok(if findings.is_empty() { EXIT_STOPPED } else { 1 })
}
