//! Litmus tests, as a command lists them: the summary of one test has the words and the
//! order of herd.
//!
//! Before each final state stands the number of executions that end in it, as
//! litmus7 prints it: `*>` if what the condition is about holds there, else `:>`.

use crate::check::{Options, Report, State};
use crate::condition::Quantifier;
use crate::sites::sites;
use crate::states::States;
use crate::subject::Subject;
use crate::test::{Test, parse};
use crate::value::Value;
use mazurka_check::command::{
    Cells, Checked, Colour, Command, Details, Fields, Judged, Language, Share, Team, Unloaded,
    field,
};
use mazurka_check::shortage::told;
use mazurka_check::{Report as Explored, Site, Until, Verdict};
use mazurka_explore::Algorithm;
use mazurka_memory::Model;
use mazurka_program::Order;
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Litmus tests in herd's formats.
#[derive(Clone, Debug, Default)]
pub struct Litmus {
    /// The memory model.
    pub model: Model,
    /// How many stores a buffer holds; any number, if there is none.
    pub buffer_bound: Option<u32>,
    /// The rule by which executions are reduced.
    pub algorithm: Algorithm,
    /// An execution with more events is taken for endless.
    pub max_events: Option<usize>,
    /// The most bytes of memory that one execution may take.
    pub max_memory: Option<u64>,
}

/// The text of a test.
#[derive(Clone, Serialize, Deserialize)]
pub struct Source {
    path: String,
    text: String,
}

impl Language for Litmus {
    type Source = Source;
    type Subject = Subject;

    const NAME: &'static str = "litmus";
    const EXTENSIONS: &'static [&'static str] = &["litmus"];
    const FILES: &'static str = "litmus tests";
    const OPTIONS: &'static [&'static str] = &["model", "buffer-bound", "suggest-fences", "states"];
    const HAS_GRAPHS: bool = true;
    const HAS_PROGRAMS: bool = false;

    fn load(&self, paths: &[PathBuf], _: &Until) -> Result<Source, Unloaded> {
        let path = paths[0].display().to_string();
        if fs::metadata(&paths[0]).is_ok_and(|data| !data.is_file()) {
            return Err(Unloaded::Wrong(format!(
                "{path}: this is no regular file: write what is to be checked to one first"
            )));
        }
        let bytes = fs::read(&paths[0]);
        let bytes = bytes.map_err(|error| Unloaded::Wrong(format!("{path}: {}", told(&error))))?;
        // Old files have names of people in other encodings in their comments.
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Source { path, text })
    }

    fn parts(source: &Source) -> Vec<&[u8]> {
        vec![source.text.as_bytes()]
    }

    fn subject(&self, source: &Source, share: &Share) -> Result<Subject, String> {
        // An error begins with a line and a column, if it has a place.
        let test = parse(&source.text).map_err(|error| format!("{}:{error}", source.path))?;
        let usual = Options::default();
        let options = Options {
            model: self.model,
            buffer_bound: self.buffer_bound,
            algorithm: self.algorithm,
            max_events: self.max_events.unwrap_or(usual.max_events),
            max_memory: self.max_memory.unwrap_or(usual.max_memory),
            max_executions: share.max_executions,
            workers: share.workers,
        };
        let subject = Subject::new(Arc::new(test), &options);
        match subject.refusal() {
            // It begins with a line and a column, if it has a place.
            Some(why) if why.starts_with(|first: char| first.is_ascii_digit()) => {
                Err(format!("{}:{why}", source.path))
            }
            Some(why) => Err(format!("{}: {why}", source.path)),
            None => Ok(subject),
        }
    }

    fn title(&self, subject: &Subject, _: &[PathBuf]) -> String {
        subject.test.name.clone()
    }

    fn sites(&self, subject: &Subject, paths: &[PathBuf]) -> Vec<Site> {
        sites(&subject.test, &paths[0].display().to_string())
    }

    fn strengthened(&self, of: &Subject, orders: &[Order], model: Model) -> Option<Subject> {
        of.strengthened(orders, model)
    }

    fn judge(&self, subject: &Subject, of: Explored<States>) -> Judged<States> {
        let test = &subject.test;
        let fault = of.statistics.fault(self.algorithm);
        let unexplored = of.unexplored.clone();
        let report = Report::new(test, of);
        let quantifier = test.condition().map(|condition| condition.quantifier);
        let (verdict, reason) = judge(quantifier, &report, unexplored.as_deref());
        Judged::Other(Checked {
            name: test.name.clone(),
            verdict,
            reason,
            is_partial: unexplored.is_some(),
            complete: report.complete,
            discarded: 0,
            cut: 0,
            blocked: report.blocked,
            fault,
            time: Duration::ZERO,
            estimate: None,
            growth: None,
            suggested: None,
            digest: None,
            coverage: None,
            exploration: Vec::new(),
            sources: Box::default(),
            details: Box::new(Told::new(test, report)),
        })
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
    let because = |reason: &str| match unexplored {
        Some(why) => format!("{reason}; {why}"),
        None => reason.to_owned(),
    };
    if let Some(race) = report.races.first() {
        let reason = format!("the behaviour is undefined: {race}");
        return (Verdict::Bug, because(&reason));
    }
    let Some(quantifier) = quantifier else {
        let verdict = match unexplored {
            Some(_) => Verdict::Unknown,
            None => Verdict::Explored,
        };
        return (verdict, because("there is no condition"));
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
    match report.holds {
        Some(true) if is_decided || unexplored.is_none() => {
            (Verdict::Verified, because("the condition holds"))
        }
        Some(false) if is_decided || unexplored.is_none() => {
            (Verdict::Bug, because("the condition does not hold"))
        }
        _ => (Verdict::Unknown, because("the condition was not decided")),
    }
}

/// What is to be said of a litmus test.
struct Told {
    /// None if the test has none.
    condition: Option<Condition>,
    states: Vec<Final>,
    findings: Vec<String>,
}

/// What became of the condition.
struct Condition {
    text: String,
    /// What herd calls its kind.
    kind: &'static str,
    /// Never, Sometimes or Always.
    occurrence: String,
    /// Executions where what the condition is about holds, and where not.
    observed: (u64, u64),
    /// Executions that speak for the condition as written, and against it.
    witnesses: (u64, u64),
}

/// A final state.
struct Final {
    state: State,
    /// How many executions end in it.
    executions: u64,
    /// Does what the condition is about hold in it?
    satisfies: bool,
}

impl Told {
    fn new(test: &Test, report: Report) -> Told {
        let condition = test.condition().zip(report.condition);
        let condition = condition.map(|(condition, occurrence)| Condition {
            text: condition.to_string(),
            kind: kind(condition.quantifier),
            occurrence: occurrence.to_string(),
            observed: (report.positive, report.negative),
            witnesses: witnesses(condition.quantifier, &report),
        });
        let states = report.states.into_iter().map(|(state, executions)| Final {
            satisfies: test.satisfies(&state),
            state,
            executions,
        });
        Told {
            condition,
            states: states.collect(),
            findings: report.findings,
        }
    }

    /// A line for each state.
    fn states(&self, indent: &str) -> String {
        let mut text = String::new();
        for Final {
            state,
            executions,
            satisfies,
        } in &self.states
        {
            let mark = if *satisfies { '*' } else { ':' };
            writeln!(text, "{indent}{executions:<6}{mark}>{state}").expect("strings take all text");
        }
        text
    }
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

impl Details for Told {
    fn text(&self, checked: &Checked, team: &Team, _: &Command, _: bool, colour: Colour) -> String {
        let name = &checked.name;
        let mut text = format!("Test {name}");
        if let Some(condition) = &self.condition {
            write!(text, " {}", condition.kind).expect("strings take all text");
        }
        text.push('\n');
        text.push_str(&format!("States {}\n", self.states.len()));
        text.push_str(&self.states(""));
        match &self.condition {
            Some(condition) => text.push_str(&observed(checked, condition)),
            None => text.push_str("Condition none\n"),
        }
        let seconds = checked.time.as_secs_f64();
        text.push_str(&format!("Time {name} {seconds:.2}\n\n"));
        for finding in &self.findings {
            text.push_str(&format!("Finding: {finding}\n"));
        }
        text.push_str(&verdict(team, checked, colour));
        text
    }

    fn last_line(&self, checked: &Checked, team: &Team, colour: Colour) -> String {
        verdict(team, checked, colour)
    }

    fn fields(&self, _: &Checked) -> Fields {
        let condition = self.condition.as_ref();
        vec![
            field(
                "condition",
                &condition.map(|condition| &condition.occurrence),
            ),
            field("states", &self.states),
            field("findings", &self.findings),
        ]
    }

    fn cells(&self) -> Cells {
        let condition = self.condition.as_ref();
        let occurrence = condition.map_or("none", |condition| &*condition.occurrence);
        Cells {
            test: Some([self.states.len().to_string(), occurrence.to_owned()]),
            states: self.states("    "),
            ..Cells::default()
        }
    }
}

/// What became of the condition.
fn observed(checked: &Checked, condition: &Condition) -> String {
    let holds = match checked.verdict {
        Verdict::Verified => "Ok",
        Verdict::Bug => "No",
        Verdict::Unknown | Verdict::Explored => "??",
    };
    let (positive, negative) = condition.witnesses;
    format!(
        "{holds}\n\
         Witnesses\n\
         Positive: {positive} Negative: {negative}\n\
         Condition {}\n\
         Observation {} {} {} {}\n",
        condition.text,
        checked.name,
        condition.occurrence,
        condition.observed.0,
        condition.observed.1,
    )
}

/// For people, what herd does not say.
fn verdict(team: &Team, checked: &Checked, colour: Colour) -> String {
    let verdict = match checked.verdict {
        Verdict::Verified => "Verified",
        Verdict::Explored => "Explored",
        Verdict::Bug => "Bug",
        Verdict::Unknown => "Unknown",
    };
    format!(
        "{}: {} ({}: {})\n",
        colour.paint(Some(checked.verdict), verdict),
        checked.reason,
        team.described(true),
        checked.counts(team.algorithm)
    )
}

/// In the order of the test; an address is a string, what else there is a number.
impl Serialize for Final {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Values<'a>(&'a State);

        impl Serialize for Values<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(None)?;
                for (name, value) in self.0.iter() {
                    match value {
                        Value::Number(number) => map.serialize_entry(name, number)?,
                        Value::Address(of) => map.serialize_entry(name, of)?,
                    }
                }
                map.end()
            }
        }

        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("state", &Values(&self.state))?;
        map.serialize_entry("executions", &self.executions)?;
        map.end()
    }
}
