//! Litmus tests.

use super::crew::{Crew, Kind};
use super::processes;
use super::progress::Progress;
use super::{Checked, Final, Verdict};
use crate::worker::{Job, Litmus};
use mazurka_litmus::{Exploration, Explored, Options, Quantifier, Report};
use std::time::Duration;

/// Reads and explores a test. An error begins with a line and a column, if it has
/// a place.
pub(super) fn check(
    text: &str,
    crew: &Crew<'_>,
    before: Option<Explored>,
) -> Result<(Checked, Explored), String> {
    let test = mazurka_litmus::parse(text).map_err(|error| error.to_string())?;
    let options = options(crew);
    let exploration = match before {
        None => Exploration::new(&test, &options),
        Some(before) => Exploration::resume(&test, &options, before)
            .map_err(|_| String::from(" what was explored of it makes no sense"))?,
    };
    let mut progress = Progress::new(&test.name, crew, exploration.so_far());
    match crew.kind {
        Kind::Threads(_) => exploration.run(&mut progress),
        Kind::Processes(count) => {
            let job = Job::Litmus(Litmus::new(text, &options));
            processes::explore(&exploration, &job, count, &mut progress)
                .map_err(|error| format!(" {error}"))?;
        }
    }
    let (report, explored) = exploration.finish().map_err(|error| format!(" {error}"))?;
    let quantifier = test.condition().quantifier;
    let unexplored = unexplored(&report, progress.stopped());
    let (verdict, reason) = judge(quantifier, &report, unexplored);
    let checked = Checked {
        name: test.name.clone(),
        kind: kind(quantifier),
        condition: test.condition().to_string(),
        occurrence: report.condition.to_string(),
        observed: (report.positive, report.negative),
        witnesses: witnesses(quantifier, &report),
        verdict,
        reason,
        is_partial: unexplored.is_some(),
        complete: report.complete,
        blocked: report.blocked,
        findings: report.findings.clone(),
        states: report
            .states
            .iter()
            .map(|(state, executions)| Final {
                satisfies: test.satisfies(state),
                state: state.clone(),
                executions: *executions,
            })
            .collect(),
        time: Duration::ZERO,
    };
    Ok((checked, explored))
}

fn options(crew: &Crew<'_>) -> Options {
    let settings = crew.settings;
    let mut options = Options {
        model: settings.model,
        buffer_bound: settings.buffer_bound,
        algorithm: settings.algorithm,
        max_executions: settings.max_executions,
        workers: crew.kind.count(),
        ..Options::default()
    };
    if let Some(max_events) = settings.max_events {
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
fn judge(quantifier: Quantifier, report: &Report, unexplored: Option<&str>) -> (Verdict, String) {
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
        Verdict::Unknown => "the condition was not decided",
    };
    let reason = match unexplored {
        Some(why) => format!("{reason}; {why}"),
        None => reason.to_owned(),
    };
    (verdict, reason)
}

/// Why there may be executions that were not explored.
fn unexplored<'r>(report: &'r Report, by_us: Option<&'static str>) -> Option<&'r str> {
    match &report.stopped {
        Some(why) => Some(by_us.unwrap_or(why)),
        None if report.bounded => Some("with larger buffers there are more executions"),
        None => None,
    }
}
