//! What executions have come to, counted.

use crate::finding::{Told, words};
use crate::show::steps;
use crate::subject::{Afterwards, Knowledge, Outcomes, Subject};
use mazurka_explore::{Ended, EndedKind, Statistics, replay};
use mazurka_graph::Together;
use mazurka_program::{Finding, FindingKind, Names, Turn};
use std::collections::BTreeMap;

/// More bugs than this are only counted: a message may have a number in it that is
/// another one in each execution.
const MOST_FINDINGS: usize = 500;

/// At most this many schedulers may show a bug each before all stop, in executions that are not
/// counted.
const MOST_AT_ONCE: u64 = 1 << 10;

/// A bug, and an execution that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "command", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "command", serde(deny_unknown_fields))]
pub struct Found {
    /// What kind of bug it is.
    #[cfg_attr(feature = "command", serde(with = "crate::finding::in_words"))]
    pub kind: FindingKind,
    /// The name of the process that showed it, if the front end tells them apart.
    pub process: Option<String>,
    /// What happened, and then the places, a line each.
    pub message: String,
    /// How many executions show it.
    pub executions: u64,
    /// The string that replays one of them; empty if there is none.
    pub replay: String,
    /// How many steps that has.
    pub steps: usize,
}

impl Found {
    /// Is its replay string one of that many steps?
    pub(crate) fn is_sound<S: Subject>(&self, subject: &S) -> bool {
        let most = subject.options().max_events.saturating_add(1);
        let is_unknown = self.kind == FindingKind::EventLimit && self.replay.is_empty();
        let steps = match is_unknown {
            true => Ok(0),
            false => steps::<S::Knowledge>(&self.replay, most),
        };
        !self.message.is_empty() && steps == Ok(self.steps)
    }

    /// Is it that bug?
    pub(crate) fn is<S: Subject>(&self, finding: &Finding, names: &Names, subject: &S) -> bool {
        self.kind == finding.kind
            && subject.essence(&self.message) == subject.essence(&finding.message)
            && self.process == process(finding, names, subject)
    }

    /// Are they the same bug?
    fn is_same<S: Subject>(&self, other: &Found, subject: &S) -> bool {
        self.kind == other.kind
            && subject.essence(&self.message) == subject.essence(&other.message)
            && self.process == other.process
    }
}

/// The name of the process that showed a finding, if that matters.
fn process<S: Subject>(finding: &Finding, names: &Names, subject: &S) -> Option<String> {
    let process = finding
        .process
        .filter(|_| subject.tells_processes_apart())?;
    Some(names.process_name(process))
}

/// An execution, as it can be told before its exploration goes on.
pub(crate) struct Seen<'a> {
    pub(crate) schedule: &'a mut dyn Iterator<Item = Turn>,
    pub(crate) steps: usize,
    pub(crate) names: &'a Names,
    /// What was known, as replay strings have it.
    pub(crate) knowledge: &'a dyn Fn() -> String,
}

impl Seen<'_> {
    fn replay(&mut self) -> String {
        let schedule: Vec<Turn> = self.schedule.collect();
        replay::format(&schedule, self.names, &(self.knowledge)())
    }

    /// A bug that it shows, for the first time.
    pub(crate) fn found<S: Subject>(
        mut self,
        finding: &Finding,
        executions: u64,
        subject: &S,
    ) -> Found {
        Found {
            kind: finding.kind,
            process: process(finding, self.names, subject),
            message: finding.message.clone(),
            executions,
            steps: self.steps,
            replay: self.replay(),
        }
    }
}

/// What executions have shown; of several schedulers, the sum.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "command", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "command", serde(deny_unknown_fields))]
pub struct Tally<K, O> {
    /// The bugs, each once.
    pub findings: Vec<Found>,
    /// How many executions showed one or more of them.
    pub(crate) faulty: u64,
    /// How often there was one that is not in the list.
    pub(crate) unlisted: u64,
    /// An execution that does not end: everybody stops then.
    pub endless: Option<Found>,
    /// How many executions showed a finding of a kind that is ignored, by kind.
    pub(crate) ignored: BTreeMap<String, u64>,
    /// How many executions were left at such a finding.
    pub(crate) left: u64,
    /// One of these findings.
    pub(crate) left_at: Option<String>,
    /// How many executions went on after one with a value that was guessed.
    #[cfg_attr(feature = "command", serde(default))]
    pub(crate) guessed: u64,
    /// Was something left out, by a bound on loops or buffers?
    pub is_cut: bool,
    /// What has been learnt: nothing that was seen counts.
    pub(crate) learnt: Option<K>,
    /// The same of execution graphs: which objects are accessed together.
    pub(crate) together: Together,
    /// What else executions have come to.
    pub outcomes: O,
    /// Everything that explorers count.
    pub statistics: Statistics,
}

impl<K: Knowledge, O: Outcomes> Tally<K, O> {
    /// Do the numbers agree? Those of a file may not. `earlier` are the bugs of the rounds
    /// before, in that number of executions.
    pub(crate) fn is_sound<S>(&self, subject: &S, earlier: (&[Found], u64)) -> bool
    where
        S: Subject<Knowledge = K, Outcomes = O>,
    {
        let (known, before) = earlier;
        let complete = self.statistics.complete;
        let is_ignored = |kind: FindingKind| subject.ignored().contains(&kind);
        let is_word = |word: &str| {
            let mut words_of = subject.ignored().iter().map(|kind| words(*kind));
            words_of.any(|ignored| ignored == word)
        };
        let is_known = |found: &Found| known.iter().any(|other| other.is_same(found, subject));
        let is_bug = |found: &Found| {
            subject.has_bugs()
                && found.is_sound(subject)
                && !is_ignored(found.kind)
                && found.kind != FindingKind::EventLimit
                && (found.executions <= self.faulty
                    || is_known(found) && found.executions <= before + self.faulty)
        };
        let is_endless =
            |found: &Found| found.is_sound(subject) && found.kind == FindingKind::EventLimit;
        let is_first = |(i, found): (usize, &Found)| {
            let mut before = self.findings[..i].iter();
            !before.any(|known| known.is_same(found, subject))
        };
        self.statistics.is_sound()
            && self.findings.iter().enumerate().all(is_first)
            && self.findings.len() <= MOST_FINDINGS
            && self.findings.iter().all(is_bug)
            && (self.faulty == 0 || !self.findings.is_empty())
            && (self.faulty > 0 || self.findings.iter().all(is_known))
            && self.faulty <= self.statistics.executions() + MOST_AT_ONCE
            && (self.unlisted == 0 || self.findings.len() == MOST_FINDINGS)
            && self.unlisted < 1 << 60
            && self.endless.iter().all(is_endless)
            && self.ignored.keys().all(|word| is_word(word))
            && self.ignored.values().all(|count| *count <= complete)
            && self.left <= self.statistics.executions()
            && self.guessed <= self.statistics.executions()
            && (self.left > 0) == self.left_at.is_some()
            && self.learnt.is_none()
            && self.together == Together::default()
    }

    /// Counts a bug that an execution showed.
    pub(crate) fn add_finding<S: Subject>(
        &mut self,
        finding: &Finding,
        count: u64,
        mut seen: Seen<'_>,
        subject: &S,
    ) {
        let has_room = self.findings.len() < MOST_FINDINGS;
        let mut known = self.findings.iter_mut();
        match known.find(|known| known.is(finding, seen.names, subject)) {
            Some(known) => {
                known.executions += count;
                if seen.steps < known.steps {
                    known.steps = seen.steps;
                    known.replay = seen.replay();
                    known.message.clone_from(&finding.message);
                }
            }
            None if has_room => self.findings.push(seen.found(finding, count, subject)),
            None => self.unlisted += count,
        }
    }

    /// Counts the findings of an execution that are ignored, each kind once, and whether what
    /// comes after them was explored: if it was not, nothing is verified.
    pub(crate) fn add_ignored<S: Subject>(&mut self, ended: &Ended<'_>, subject: &S) {
        let ignored = ended.findings.iter();
        let ignored: Vec<&Finding> = ignored
            .filter(|finding| subject.ignored().contains(&finding.kind))
            .collect();
        for (i, finding) in ignored.iter().enumerate() {
            let mut before = ignored[..i].iter();
            let is_first = !before.any(|known| known.kind == finding.kind);
            if is_first && ended.kind == EndedKind::Complete {
                *self.ignored.entry(words(finding.kind)).or_default() += 1;
            }
        }
        let after = |finding: &Finding| subject.afterwards(finding.kind);
        let mut left = ignored.iter();
        let left = left.find(|finding| ended.is_left || after(finding) == Afterwards::Left);
        if let Some(left) = left {
            self.left += 1;
            let words = Told::new(&left.message).headline();
            if self.left_at.as_ref().is_none_or(|known| words < *known) {
                self.left_at = Some(words);
            }
        }
        let mut ignored = ignored.iter();
        let is_guessed = ignored.any(|finding| after(finding) == Afterwards::Guesses);
        self.guessed += u64::from(is_guessed);
    }

    /// Adds bugs that are not in the list, with the executions that show them.
    pub(crate) fn add_unknown<S: Subject>(&mut self, findings: &[Found], subject: &S) {
        for found in findings {
            let mut known = self.findings.iter();
            if !known.any(|known| known.is_same(found, subject)) {
                self.add_found(found.clone(), subject);
            }
        }
    }

    /// Adds bugs that schedulers have found, whether or not they have told them.
    pub(crate) fn add_early<S: Subject>(&mut self, found: &[Found], subject: &S) {
        let shown = found.iter().map(|found| found.executions).max();
        self.faulty = self
            .faulty
            .max(shown.unwrap_or(0).max(u64::from(!found.is_empty())));
        self.add_unknown(found, subject);
    }

    fn add_found<S: Subject>(&mut self, found: Found, subject: &S) {
        let has_room = self.findings.len() < MOST_FINDINGS;
        let mut known = self.findings.iter_mut();
        match known.find(|known| known.is_same(&found, subject)) {
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

    /// Adds what another scheduler has seen.
    pub(crate) fn add<S: Subject>(&mut self, other: Tally<K, O>, subject: &S) {
        for found in other.findings {
            self.add_found(found, subject);
        }
        self.faulty += other.faulty;
        self.unlisted += other.unlisted;
        self.is_cut |= other.is_cut;
        for (kind, count) in other.ignored {
            *self.ignored.entry(kind).or_default() += count;
        }
        self.left += other.left;
        self.guessed += other.guessed;
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
        self.together.merge(&other.together);
        self.outcomes.add(other.outcomes);
        self.statistics.add(&other.statistics);
    }
}
