//! What executions have come to, counted.

use super::finding::{Told, words};
use crate::machine::Knowledge;
use mazurka_explore::{Statistics, replay};
use mazurka_parallel::exploration;
use mazurka_program::{Finding, Names, Turn};
use std::collections::BTreeMap;

/// More bugs than this are only counted: a message may have a number in it that is
/// another one in each execution.
const MOST_FINDINGS: usize = 500;

/// What a scheduler that is elsewhere has found.
pub type Part = exploration::Part<Tally>;

/// A bug, and an execution that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Found {
    /// What kind of bug it is, in [`words`].
    pub kind: String,
    /// What happened, and then the places, a line each.
    pub message: String,
    /// How many executions show it.
    pub executions: u64,
    /// The string that replays one of them.
    pub replay: String,
    /// How many steps that has.
    pub steps: usize,
}

impl Found {
    /// Is it the same bug? Where it happened counts, and not who called whom.
    pub(super) fn is(&self, finding: &Finding) -> bool {
        self.kind == words(finding.kind) && essence(&self.message) == essence(&finding.message)
    }

    fn is_same(&self, other: &Found) -> bool {
        self.kind == other.kind && essence(&self.message) == essence(&other.message)
    }
}

/// The first two lines of a message: what happened, and where.
fn essence(message: &str) -> &str {
    let mut ends = message.match_indices('\n').map(|(place, _)| place);
    ends.nth(1).map_or(message, |end| &message[..end])
}

/// An execution, as it can be told before its exploration goes on.
pub(super) struct Seen<'a> {
    pub(super) schedule: &'a mut dyn Iterator<Item = Turn>,
    pub(super) steps: usize,
    pub(super) names: &'a Names,
    pub(super) knowledge: &'a Knowledge,
}

impl Seen<'_> {
    fn replay(&mut self) -> String {
        let schedule: Vec<Turn> = self.schedule.collect();
        replay::format(&schedule, self.names, &self.knowledge.to_string())
    }
}

/// What executions have shown; of several schedulers, the sum.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    pub(super) findings: Vec<Found>,
    /// How often there was one that is not in the list.
    pub(super) unlisted: u64,
    /// An execution that does not end: everybody stops then.
    pub(super) endless: Option<Found>,
    /// How many executions showed a finding of a kind that is ignored, by kind.
    pub(super) ignored: BTreeMap<String, u64>,
    /// How many executions were left at such a finding,
    pub(super) left: u64,
    /// and at which, for one of them.
    pub(super) left_at: Option<String>,
    /// Was something left out, by a bound on loops or buffers?
    pub(super) is_cut: bool,
    /// What has been learnt: nothing that was seen counts.
    pub(super) learnt: Option<Knowledge>,
    pub(super) statistics: Statistics,
}

impl Tally {
    /// Counts a bug that an execution showed.
    pub(super) fn add_finding(&mut self, finding: &Finding, count: u64, mut seen: Seen<'_>) {
        let has_room = self.findings.len() < MOST_FINDINGS;
        match self.findings.iter_mut().find(|known| known.is(finding)) {
            Some(known) => {
                known.executions += count;
                if seen.steps < known.steps {
                    known.steps = seen.steps;
                    known.replay = seen.replay();
                    known.message.clone_from(&finding.message);
                }
            }
            None if has_room => {
                self.findings.push(found(finding, count, seen));
            }
            None => self.unlisted += count,
        }
    }

    /// Counts an execution that was left at a finding that is ignored.
    pub(super) fn add_left(&mut self, finding: &Finding, count: u64) {
        self.left += count;
        let words = Told::new(&finding.message).headline();
        if self.left_at.as_ref().is_none_or(|known| words < *known) {
            self.left_at = Some(words);
        }
    }

    /// Adds bugs that are not in the list, with the executions that show them.
    pub(super) fn add_unknown(&mut self, findings: &[Found]) {
        for found in findings {
            if !self.findings.iter().any(|known| known.is_same(found)) {
                self.add_found(found.clone());
            }
        }
    }

    fn add_found(&mut self, found: Found) {
        let has_room = self.findings.len() < MOST_FINDINGS;
        match self.findings.iter_mut().find(|known| known.is_same(&found)) {
            Some(known) => {
                let executions = known.executions + found.executions;
                if (found.steps, &found.replay) < (known.steps, &known.replay) {
                    *known = found;
                }
                known.executions = executions;
            }
            None if has_room => self.findings.push(found),
            None => self.unlisted += found.executions,
        }
    }
}

/// A bug that was seen for the first time.
pub(super) fn found(finding: &Finding, executions: u64, mut seen: Seen<'_>) -> Found {
    Found {
        kind: words(finding.kind),
        message: finding.message.clone(),
        executions,
        steps: seen.steps,
        replay: seen.replay(),
    }
}

impl exploration::Tally for Tally {
    fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    fn statistics_mut(&mut self) -> &mut Statistics {
        &mut self.statistics
    }

    fn add(&mut self, other: Tally) {
        for found in other.findings {
            self.add_found(found);
        }
        self.unlisted += other.unlisted;
        self.is_cut |= other.is_cut;
        for (kind, count) in other.ignored {
            *self.ignored.entry(kind).or_default() += count;
        }
        self.left += other.left;
        self.left_at = match (self.left_at.take(), other.left_at) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self.endless = self.endless.take().or(other.endless);
        match (&mut self.learnt, other.learnt) {
            (Some(learnt), Some(more)) => {
                learnt.merge(&more);
            }
            (learnt @ None, more) => *learnt = more,
            (Some(_), None) => {}
        }
        self.statistics.add(&other.statistics);
    }
}
