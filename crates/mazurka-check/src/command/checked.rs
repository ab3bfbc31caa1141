//! What the check of a file has shown.

use super::advice::Suggested;
use super::colour::Colour;
use super::growth::Growth;
use super::json::Fields;
use super::program::Bug;
use super::sources::Sources;
use super::team::Team;
use super::text::{Command, count};
use crate::coverage::Coverage;
use crate::report::Verdict;
use mazurka_explore::estimate::Estimate;
use mazurka_explore::{Algorithm, Limit};
use mazurka_trace::{Execution, Trace};
use std::time::Duration;

/// What the check of a file has shown.
pub struct Checked {
    /// What it is called.
    pub name: String,
    /// What is to be said of it.
    pub verdict: Verdict,
    /// The reason, for people.
    pub reason: String,
    /// May there be executions that were not explored?
    pub is_partial: bool,
    /// Executions that came to their own end.
    pub complete: u64,
    /// Executions in which an assumption did not hold.
    pub discarded: u64,
    /// Executions in which a bound ended a thread.
    pub cut: u64,
    /// Executions that sleep sets ended; of execution graphs, those that were in vain.
    pub blocked: u64,
    /// What shows that Mazurka is at fault, if anything does.
    pub fault: Option<Limit>,
    /// How many executions there are, if not all were explored and that can be told.
    pub estimate: Option<Estimate>,
    /// What makes the check take long, if that was asked for.
    pub growth: Option<Growth>,
    /// How long it took.
    pub time: Duration,
    /// Which memory orders would have to be stronger, if that was asked for.
    pub suggested: Option<Suggested>,
    /// Which lines executions have reached, if that was asked for and can be told.
    pub coverage: Option<Coverage>,
    /// The first executions, if a picture of the exploration is wanted.
    pub exploration: Vec<Execution>,
    /// A number that changes when the program does.
    pub digest: Option<String>,
    /// The files whose lines reports may show.
    pub sources: Box<Sources>,
    /// What else there is to say.
    pub details: Box<dyn Details>,
}

/// What a language has to say of a file.
pub trait Details {
    /// All that is said of it, if it is the only one.
    fn text(
        &self,
        checked: &Checked,
        team: &Team,
        command: &Command,
        is_quiet: bool,
        colour: Colour,
    ) -> String;

    /// What JSON says of how it was explored, beside what it says of all languages.
    fn settings(&self) -> Fields {
        Fields::new()
    }

    /// What JSON says of what was found.
    fn fields(&self, checked: &Checked) -> Fields;

    /// The bugs of a program, each with how it comes about.
    fn bugs(&self) -> &[Bug] {
        &[]
    }

    /// The bugs whose executions can be shown, and the execution that does not end.
    fn shown(&mut self) -> Vec<&mut Bug> {
        Vec::new()
    }

    /// The beginning of [`Details::text`] that is known before an execution is shown.
    fn opening(&self, checked: &Checked, is_quiet: bool, colour: Colour) -> String {
        let _ = (checked, is_quiet, colour);
        String::new()
    }

    /// The end of [`Details::text`] that says the verdict.
    fn last_line(&self, checked: &Checked, team: &Team, colour: Colour) -> String;

    /// What is in a table.
    fn cells(&self) -> Cells;

    /// The executions that show its bugs.
    fn traces(&self) -> Vec<&Trace> {
        Vec::new()
    }

    /// What is to be said of all that was explored, behind the words of how.
    fn caveat(&self) -> String {
        String::new()
    }
}

/// What a language has in a table.
#[derive(Default)]
pub struct Cells {
    /// The number of final states, and what became of the condition.
    pub test: Option<[String; 2]>,
    /// The kinds of findings.
    pub findings: String,
    /// The first of them, in words.
    pub first: Option<String>,
    /// Lines for below the row, if they are wanted.
    pub states: String,
}

impl Checked {
    /// How many executions there were, in words.
    #[must_use]
    pub fn counts(&self, algorithm: Algorithm) -> String {
        let all = [self.complete, self.discarded, self.cut, self.blocked];
        counts(all, algorithm)
    }
}

/// How many executions were complete, discarded, cut and blocked, in words.
#[must_use]
pub fn counts([complete, discarded, cut, blocked]: [u64; 4], algorithm: Algorithm) -> String {
    let some = |count: u64, what: &str| match count {
        0 => String::new(),
        count => format!(", {count} {what}"),
    };
    let others = some(discarded, "discarded") + &some(cut, "cut");
    match algorithm {
        // In vain: a process waited for what has changed since. That is no fault.
        Algorithm::Graphs => {
            format!(
                "{}{others}, {blocked} in vain",
                count(complete, "execution")
            )
        }
        _ => format!("{complete} complete{others}, {blocked} blocked"),
    }
}
