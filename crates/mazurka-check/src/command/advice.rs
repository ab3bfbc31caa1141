//! Which memory orders would have to be stronger: tries them with a language, and says what
//! became of that.

use super::checked::Checked;
use super::language::{Judged, Language};
use super::progress::Progress;
use super::team::Team;
use crate::driver::{Threads, explore};
use crate::exploration::{Counts, Watch};
use crate::report::Verdict;
use crate::subject::Subject;
use crate::suggest::{Advice, Attempt, Change, Suggestion, Trial, order_in_words, suggest};
use crate::until::Why;
use mazurka_memory::Model;
use mazurka_program::Order;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// What is suggested for a program.
pub struct Suggested {
    /// What was found.
    pub suggestion: Suggestion,
    /// How long that took.
    pub time: Duration,
    /// Under which memory model.
    model: Model,
}

/// Looks for what makes a check pass that has found a bug.
pub(super) fn suggested<L: Language>(
    language: &L,
    subject: &L::Subject,
    paths: &[PathBuf],
    checked: &Checked,
    team: &Team,
) -> Suggested {
    let begun = Instant::now();
    let suggestion = match checked.verdict {
        Verdict::Bug => {
            let sites = language.sites(subject, paths);
            let mut tries = Tries {
                language,
                subject,
                team,
                name: &checked.name,
            };
            suggest(&sites, Suggestion::MOST_ATTEMPTS, &mut tries)
        }
        _ => Suggestion {
            advice: Advice::NoBug,
            attempts: 0,
            unexhausted: Vec::new(),
            ended: None,
        },
    };
    Suggested {
        suggestion,
        time: begun.elapsed(),
        model: team.model,
    }
}

/// Checks a program with other orders. Schedulers are threads, also where the check itself has
/// processes.
struct Tries<'a, L: Language> {
    language: &'a L,
    subject: &'a L::Subject,
    team: &'a Team,
    name: &'a str,
}

impl<L: Language> Tries<'_, L> {
    fn attempt(&self, orders: &[Order], model: Model) -> Attempt {
        if self.team.interrupt.load(Ordering::Relaxed) {
            return Attempt::Stopped;
        }
        let subject = self.language.strengthened(self.subject, orders, model);
        let Some(subject) = subject.map(Arc::new) else {
            let why = "the program cannot be made with other memory orders";
            return Attempt::Unexhausted(why.to_owned());
        };
        let name = format!("{}, with other memory orders", self.name);
        let mut progress = Progress::new(&name, self.team, Counts::default(), Instant::now());
        let explored = explore(&subject, None, &mut Threads(&mut progress));
        if progress.stopped() == Some(Why::Interrupted) {
            return Attempt::Stopped;
        }
        let report = match explored {
            Ok((report, _)) => report,
            Err(error) => return Attempt::Unexhausted(error.to_string()),
        };
        let executions = report.statistics.ended();
        let algorithm = subject.options().algorithm;
        if let Some(fault) = report.statistics.fault(algorithm) {
            return Attempt::Unexhausted(fault.to_string());
        }
        let (verdict, why) = match self.language.judge(&subject, report) {
            Judged::Program(report) => (report.verdict, report.unexplored.unwrap_or_default()),
            Judged::Other(checked) => (checked.verdict, checked.reason),
        };
        match verdict {
            Verdict::Verified | Verdict::Explored => Attempt::Passes(executions),
            Verdict::Bug => Attempt::Fails,
            Verdict::Unknown => Attempt::Unexhausted(why),
        }
    }
}

impl<L: Language> Trial for Tries<'_, L> {
    fn check(&mut self, orders: &[Order]) -> Attempt {
        self.attempt(orders, self.team.model)
    }

    fn check_under_sc(&mut self, orders: &[Order]) -> Attempt {
        self.attempt(orders, Model::Sc)
    }
}

impl Suggested {
    /// For people: lines, each behind that.
    #[must_use]
    pub fn text(&self, indent: &str) -> String {
        let line = |line: &String| match line.is_empty() {
            true => "\n".to_owned(),
            false => format!("{indent}{line}\n"),
        };
        let lines = self.suggestion.lines(self.model);
        "\n".to_owned() + &lines.iter().map(line).collect::<String>()
    }

    /// For machines.
    pub(super) fn object(&self) -> impl Serialize {
        let Suggestion {
            advice,
            attempts,
            unexhausted,
            ended,
        } = &self.suggestion;
        let (changes, executions) = match advice {
            Advice::Changes {
                changes,
                executions,
            } => (&changes[..], Some(*executions)),
            _ => (&[][..], None),
        };
        Object {
            found: executions.is_some(),
            changes: changes.iter().map(changed).collect(),
            executions,
            attempts: *attempts,
            unexhausted: unexhausted.iter().map(missed).collect(),
            is_weakest: executions.map(|_| ended.is_none() && unexhausted.is_empty()),
            reason: match advice {
                Advice::Changes { .. } => ended.clone(),
                _ => Some(self.suggestion.refusal(self.model)),
            },
        }
    }
}

#[derive(Serialize)]
struct Object {
    /// Are there changes with which the check passes?
    found: bool,
    changes: Vec<Changed>,
    /// How many executions there are then.
    #[serde(skip_serializing_if = "Option::is_none")]
    executions: Option<u64>,
    /// How many checks were made to find that.
    attempts: usize,
    /// Those of them that were not exhausted, and count as failing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unexhausted: Vec<Missed>,
    /// Is it known that none of the changes can be weaker alone?
    #[serde(skip_serializing_if = "Option::is_none")]
    is_weakest: Option<bool>,
    /// Why there are no changes, or why it is not known whether they are the weakest.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Serialize)]
struct Changed {
    file: String,
    /// None if it is not known.
    line: Option<u32>,
    column: Option<u32>,
    what: &'static str,
    from: &'static str,
    to: &'static str,
}

fn changed(change: &Change) -> Changed {
    let site = &change.site;
    Changed {
        file: site.file.clone(),
        line: Some(site.line).filter(|line| *line != 0),
        column: Some(site.column).filter(|column| *column != 0),
        what: site.kind.words(),
        from: order_in_words(site.order),
        to: order_in_words(change.to),
    }
}

#[derive(Serialize)]
struct Missed {
    tried: String,
    reason: String,
}

fn missed((tried, reason): &(String, String)) -> Missed {
    Missed {
        tried: tried.clone(),
        reason: reason.clone(),
    }
}
