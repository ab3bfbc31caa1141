//! What executions have come to, counted.

use super::Options;
use super::finding::{Told, kind_of, words};
use super::show::steps;
use crate::machine::Knowledge;
use mazurka_explore::{Statistics, replay};
use mazurka_parallel::exploration;
use mazurka_program::{Finding, FindingKind, Names, Turn};
use std::collections::BTreeMap;

/// More bugs than this are only counted: a message may have a number in it that is
/// another one in each execution.
const MOST_FINDINGS: usize = 500;

/// At most this many schedulers may show a bug each before all stop, in executions that are not
/// counted.
const MOST_AT_ONCE: u64 = 1 << 10;

/// What a scheduler that is elsewhere has found.
pub type Part = exploration::Part<Tally>;

/// A bug, and an execution that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
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

    /// Is its kind one, and its replay string one of that many steps?
    pub(super) fn is_sound(&self, options: &Options) -> bool {
        let is_kind = kind_of(&self.kind).is_ok() || self.kind == words(FindingKind::EventLimit);
        let most = options.max_events.saturating_add(1);
        is_kind && !self.message.is_empty() && steps(&self.replay, most) == Ok(self.steps)
    }

    fn is_same(&self, other: &Found) -> bool {
        self.kind == other.kind && essence(&self.message) == essence(&other.message)
    }
}

/// Are two findings of one execution the same bug?
pub(super) fn is_same(a: &Finding, b: &Finding) -> bool {
    a.kind == b.kind && essence(&a.message) == essence(&b.message)
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
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Tally {
    pub(super) findings: Vec<Found>,
    /// How many executions showed one or more of them.
    pub(super) faulty: u64,
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
    /// Do the numbers agree? Those of a file may not. `earlier` are the bugs of the rounds
    /// before, in that number of executions.
    pub(super) fn is_sound(&self, options: &Options, earlier: (&[Found], u64)) -> bool {
        let (known, before) = earlier;
        let complete = self.statistics.complete;
        let ignore = &options.machine.ignore;
        let is_ignored = |kind: &str| kind_of(kind).is_ok_and(|kind| ignore.contains(&kind));
        let is_known = |found: &Found| known.iter().any(|other| other.is_same(found));
        let is_bug = |found: &Found| {
            found.is_sound(options)
                && !is_ignored(&found.kind)
                && found.kind != words(FindingKind::EventLimit)
                && (found.executions <= self.faulty
                    || is_known(found) && found.executions <= before + self.faulty)
        };
        let is_endless =
            |found: &Found| found.is_sound(options) && found.kind == words(FindingKind::EventLimit);
        let mut pairs = self.findings.iter().enumerate();
        let is_once = pairs.all(|(i, found)| !self.findings[..i].iter().any(|f| f.is_same(found)));
        self.statistics.is_sound()
            && is_once
            && self.findings.len() <= MOST_FINDINGS
            && self.findings.iter().all(is_bug)
            && (self.faulty == 0 || !self.findings.is_empty())
            && (self.faulty > 0 || self.findings.iter().all(is_known))
            && self.faulty <= self.statistics.executions() + MOST_AT_ONCE
            && (self.unlisted == 0 || self.findings.len() == MOST_FINDINGS)
            && self.unlisted < 1 << 60
            && self.endless.iter().all(is_endless)
            && self.ignored.keys().all(|kind| is_ignored(kind))
            && self.ignored.values().all(|count| *count <= complete)
            && self.left <= complete
            && (self.left > 0) == self.left_at.is_some()
            && self.learnt.is_none()
    }

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
        self.faulty += other.faulty;
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
