//! Litmus tests.

use super::crew::{Crew, Kind};
use super::processes;
use super::progress::Progress;
use super::resume::Work;
use super::{Checked, Choices, Verdict, digest};
use crate::worker::Job;
use mazurka_litmus::{Exploration, Options, Quantifier, Report, State};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What a file says of a test cannot be.
const SENSELESS: &str = "what the file says was explored of it makes no sense, or is of another \
                         test: please check it anew";

/// What is to be said of a litmus test only.
#[derive(Debug)]
pub(super) struct Details {
    /// None if the test has none.
    pub(super) condition: Option<Condition>,
    pub(super) states: Vec<Final>,
    pub(super) findings: Vec<String>,
}

/// What became of the condition.
#[derive(Debug)]
pub(super) struct Condition {
    pub(super) text: String,
    /// What herd calls its kind.
    pub(super) kind: &'static str,
    /// Never, Sometimes or Always.
    pub(super) occurrence: String,
    /// Executions where what the condition is about holds, and where not.
    pub(super) observed: (u64, u64),
    /// Executions that speak for the condition as written, and against it.
    pub(super) witnesses: (u64, u64),
}

impl Details {
    /// Never, Sometimes or Always; none without a condition.
    pub(super) fn occurrence(&self) -> Option<&str> {
        let condition = self.condition.as_ref();
        condition.map(|condition| &*condition.occurrence)
    }
}

/// A final state.
#[derive(Debug)]
pub(super) struct Final {
    pub(super) state: State,
    /// How many executions end in it.
    pub(super) executions: u64,
    /// Does what the condition is about hold in it?
    pub(super) satisfies: bool,
}

/// Reads and explores a test, from the beginning or from where it was left.
pub(super) fn check(
    paths: &[PathBuf],
    crew: &Crew<'_>,
    before: Option<Work>,
) -> Result<(Checked, Option<Work>), String> {
    let begun = Instant::now();
    let path = paths[0].display();
    if std::fs::metadata(&paths[0]).is_ok_and(|data| !data.is_file()) {
        return Err(format!(
            "{path}: this is no regular file: write what is to be checked to one first"
        ));
    }
    let text = super::read(&paths[0]).map_err(|error| format!("{path}: {error}"))?;
    // An error begins with a line and a column, if it has a place.
    let test = mazurka_litmus::parse(&text).map_err(|error| format!("{path}:{error}"))?;
    let wrong = |error: &dyn std::fmt::Display| format!("{path}: {error}");
    let mut options = options(&crew.settings.choices);
    options.max_executions = crew.settings.max_executions;
    options.workers = crew.kind.count();
    let digest = digest::of([text.as_bytes()]);
    let exploration = match before {
        Some(Work::Litmus {
            digest: then,
            explored,
        }) if then == digest => {
            Exploration::resume(&test, &options, explored).map_err(|_| wrong(&SENSELESS))?
        }
        Some(_) => {
            let why = "it has changed since its check was stopped: undo that, or check it anew";
            return Err(wrong(&why));
        }
        None => Exploration::new(&test, &options),
    };
    let mut progress = Progress::new(&test.name, crew, exploration.so_far(), begun);
    match crew.kind {
        Kind::Threads(_) => exploration.run(&mut progress),
        Kind::Processes(count) => {
            let job = Job::Litmus {
                text: text.clone(),
                choices: crew.settings.choices.clone(),
            };
            processes::explore(exploration.inner(), &job, count, &mut progress)
                .map_err(|error| wrong(&error))?;
        }
    }
    let (report, explored) = exploration.finish().map_err(|error| {
        let message = error.to_string();
        if message.starts_with(|c: char| c.is_ascii_digit()) {
            return format!("{path}:{message}");
        }
        wrong(&message)
    })?;
    let quantifier = test.condition().map(|condition| condition.quantifier);
    let fault = report.statistics.fault(options.algorithm);
    let by_us = progress.stopped().filter(|_| fault.is_none());
    let by_us = by_us.map(|why| why.to_string());
    let unexplored = unexplored(&report, by_us.as_deref());
    let (verdict, reason) = judge(quantifier, &report, unexplored);
    let is_partial = unexplored.is_some();
    let states = report.states.iter().map(|(state, executions)| Final {
        satisfies: test.satisfies(state),
        state: state.clone(),
        executions: *executions,
    });
    let condition = test.condition().zip(report.condition);
    let condition = condition.map(|(condition, occurrence)| Condition {
        text: condition.to_string(),
        kind: kind(condition.quantifier),
        occurrence: occurrence.to_string(),
        observed: (report.positive, report.negative),
        witnesses: witnesses(condition.quantifier, &report),
    });
    let details = Details {
        condition,
        findings: report.findings.clone(),
        states: states.collect(),
    };
    let checked = Checked {
        name: test.name.clone(),
        verdict,
        reason,
        is_partial,
        complete: report.complete,
        discarded: 0,
        cut: 0,
        blocked: report.blocked,
        fault,
        time: Duration::ZERO,
        details: super::Details::Litmus(details),
    };
    Ok((checked, Some(Work::Litmus { digest, explored })))
}

/// How a test is explored, by one worker without limits.
pub(crate) fn options(choices: &Choices) -> Options {
    let mut options = Options {
        model: choices.model,
        buffer_bound: choices.buffer_bound,
        algorithm: choices.algorithm,
        ..Options::default()
    };
    if let Some(max_events) = choices.max_events {
        options.max_events = max_events;
    }
    options
}

/// herd's word for a condition: is what it is about allowed, or what?
fn kind(quantifier: Quantifier) -> &'static str {
    match quantifier {
        Quantifier::Exists => "Allowed",
        Quantifier::NotExists => "Forbidden",
        Quantifier::Forall => "Required",
    }
}

/// Executions that speak for the condition, and against it, as herd counts them:
/// one where that holds which must not exist speaks against it.
fn witnesses(quantifier: Quantifier, report: &Report) -> (u64, u64) {
    match quantifier {
        Quantifier::Exists | Quantifier::Forall => (report.positive, report.negative),
        Quantifier::NotExists => (report.negative, report.positive),
    }
}

/// What is known when the exploration is over, and why.
///
/// A state that was reached decides an `exists`, and shows what must not exist or
/// not hold. Everything else needs all executions.
fn judge(
    quantifier: Option<Quantifier>,
    report: &Report,
    unexplored: Option<&str>,
) -> (Verdict, String) {
    let Some(quantifier) = quantifier else {
        let reason = "there is no condition";
        return match unexplored {
            Some(why) => (Verdict::Unknown, format!("{reason}; {why}")),
            None => (Verdict::Explored, reason.to_owned()),
        };
    };
    let is_decided = match quantifier {
        Quantifier::Exists => report.holds == Some(true),
        Quantifier::NotExists | Quantifier::Forall => report.holds == Some(false),
    };
    let is_vacuous = report.states.is_empty() && quantifier != Quantifier::Exists;
    if is_vacuous && unexplored.is_none() {
        let reason = "no execution ends in a state that the condition is about";
        return (Verdict::Unknown, reason.to_owned());
    }
    let verdict = match report.holds {
        Some(true) if is_decided || unexplored.is_none() => Verdict::Verified,
        Some(false) if is_decided || unexplored.is_none() => Verdict::Bug,
        _ => Verdict::Unknown,
    };
    let reason = match verdict {
        Verdict::Verified => "the condition holds",
        Verdict::Bug => "the condition does not hold",
        Verdict::Unknown | Verdict::Explored => "the condition was not decided",
    };
    let reason = match unexplored {
        Some(why) => format!("{reason}; {why}"),
        None => reason.to_owned(),
    };
    (verdict, reason)
}

/// Why there may be executions that were not explored.
fn unexplored<'r>(report: &'r Report, by_us: Option<&'r str>) -> Option<&'r str> {
    match &report.stopped {
        Some(why) => Some(by_us.unwrap_or(why)),
        None if report.bounded => Some("with larger buffers there are more executions"),
        None => None,
    }
}
