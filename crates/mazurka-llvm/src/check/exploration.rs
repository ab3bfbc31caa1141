//! Exploring a program with several schedulers, to the end or with interruptions.

use super::cutting::{self, Before};
use super::finding::words;
use super::tally::{Part, Seen, Tally, found, is_same};
use super::{Options, Report, Verdict};
use crate::code::Code;
use crate::machine::{Afterwards, Knowledge, Machine};
use mazurka_explore::{
    Algorithm, Ended, EndedKind, Error, Limit, Limits, Outcome, Verdict as Explores,
};
use mazurka_parallel::Saved;
use mazurka_parallel::exploration::{self, Counts};
use mazurka_parallel::remote::Link;
use mazurka_program::{Finding, FindingKind};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// An exploration of a program as it is known now, by schedulers that may be anywhere.
pub type Exploration = exploration::Exploration<Subject>;

/// Somebody who lets schedulers explore, and waits for them. An error is for people.
pub type Runner<'r> = dyn FnMut(&Exploration) -> Result<(), String> + 'r;

/// What a file says of a program cannot be.
const SENSELESS: &str = "what the file says was explored of it makes no sense, or is of another \
                         program: please check it anew";

/// What has been explored of a program, and what is left.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Explored {
    /// What was seen.
    pub tally: Tally,
    /// What is left.
    pub left: Saved,
    /// What was known.
    pub knowledge: Knowledge,
    /// Was there a finding after which nobody went on?
    pub is_decided: bool,
    /// What was explored before loops were cut, if they were.
    pub before: Option<Before>,
}

impl Explored {
    /// Is something left that can be explored?
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        !self.is_decided && !self.left.leaves.is_empty()
    }

    /// Does it make sense, for that program explored with those options? What comes from a
    /// file may say anything.
    fn is_sound(&self, code: &Arc<Code>, options: &Options) -> bool {
        let before = self.before.as_ref();
        let known = before.map_or((&[][..], 0), Before::known);
        let is_begun_anew = match (before, self.knowledge.rounds()) {
            (None, None) => true,
            (Some(before), Some(rounds)) => before.is_sound(options, rounds),
            _ => false,
        };
        let instructions = code.functions.iter().map(|function| function.ops.len());
        let instructions: usize = instructions.sum();
        let sites = code.globals.len() + code.sites.len() + instructions;
        is_begun_anew
            && self.knowledge.is_sound(sites, instructions)
            && self.tally.is_sound(options, known)
            && self.is_decided == (self.is_decided || is_final(options, &self.tally))
            && self.fits(code, options)
    }

    /// Is what is left a part of the program's execution tree?
    fn fits(&self, code: &Arc<Code>, options: &Options) -> bool {
        let subject = Subject::new(code, options, self.knowledge.clone());
        let (mut machine, _) = exploration::Subject::program(&subject);
        let (algorithm, max_events) = (options.algorithm, options.max_events);
        self.left
            .verify(&mut machine, algorithm, max_events)
            .is_ok()
    }

    /// How many executions there were.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let statistics = &self.tally.statistics;
        Counts {
            complete: statistics.complete,
            blocked: statistics.blocked,
        }
    }
}

/// A program, and how it is explored.
pub struct Subject {
    code: Arc<Code>,
    options: Options,
    knowledge: Knowledge,
    /// Machines are to stop, wherever they are.
    stop: Arc<AtomicBool>,
}

impl Subject {
    /// A program of which that much is known.
    #[must_use]
    pub fn new(code: &Arc<Code>, options: &Options, knowledge: Knowledge) -> Subject {
        Subject {
            code: Arc::clone(code),
            options: options.clone(),
            knowledge,
            stop: Arc::default(),
        }
    }

    /// What is known of the program.
    #[must_use]
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// Explores what `link` asks for, until it asks for nothing more.
    pub fn explore_elsewhere(&self, link: &mut dyn Link<Part>) {
        exploration::explore_elsewhere(self, link);
    }

    fn schedulers(&self) -> mazurka_parallel::Options {
        mazurka_parallel::Options {
            schedulers: self.options.workers,
            max_executions: self.options.max_executions,
            ..mazurka_parallel::Options::default()
        }
    }

    /// Does the explorer itself end everything at the first finding? Only if it can be
    /// no finding that is ignored.
    fn stops_at_once(&self) -> bool {
        !self.options.keep_going && self.options.machine.ignore.is_empty()
    }

    fn counts(&self, finding: &Finding) -> bool {
        !self.options.machine.ignore.contains(&finding.kind)
    }

    /// Counts the findings of an execution that are ignored: each kind once.
    fn count_ignored(&self, findings: &[Finding], tally: &mut Tally) {
        let is_ignored = |finding: &&Finding| !self.counts(finding);
        for (i, finding) in findings.iter().enumerate() {
            let mut before = findings[..i].iter();
            if is_ignored(&finding) && !before.any(|known| known.kind == finding.kind) {
                *tally.ignored.entry(words(finding.kind)).or_default() += 1;
            }
        }
        let mut ignored = findings.iter().filter(is_ignored);
        if let Some(left) = ignored.find(|f| Afterwards::of(f.kind) == Afterwards::Left) {
            tally.add_left(left, 1);
        }
    }
}

impl exploration::Subject for Subject {
    type Program<'s> = Machine;
    /// Was something left out?
    type View = Rc<Cell<bool>>;
    type Tally = Tally;

    fn program(&self) -> (Machine, Self::View) {
        let mut machine = Machine::new(&self.code, &self.options.machine, self.knowledge.clone());
        machine.set_stop(&self.stop);
        let cut = machine.cut();
        (machine, cut)
    }

    fn algorithm(&self) -> Algorithm {
        self.options.algorithm
    }

    fn limits(&self) -> Limits {
        Limits {
            max_events: self.options.max_events,
            max_executions: None,
            keep_going: !self.stops_at_once(),
        }
    }

    fn ended(&self, view: &Self::View, ended: &Ended<'_>, tally: &mut Tally) -> ControlFlow<()> {
        tally.is_cut |= view.get();
        let count = u64::from(ended.kind == EndedKind::Complete);
        if count > 0 && !ended.findings.is_empty() {
            self.count_ignored(ended.findings, tally);
        }
        let is_bug =
            |finding: &Finding| self.counts(finding) && finding.kind != FindingKind::EventLimit;
        tally.faulty += u64::from(ended.findings.iter().any(is_bug));
        for (i, finding) in ended.findings.iter().enumerate() {
            let mut before = ended.findings[..i].iter();
            if !self.counts(finding) || before.any(|known| is_same(known, finding)) {
                continue;
            }
            let events = ended.trace.events();
            let seen = Seen {
                schedule: &mut events.iter().map(|event| event.turn()),
                steps: events.len(),
                names: ended.names,
                knowledge: &self.knowledge,
            };
            if finding.kind == FindingKind::EventLimit {
                tally
                    .endless
                    .get_or_insert_with(|| found(finding, count, seen));
            } else {
                tally.add_finding(finding, count, seen);
            }
        }
        match self.is_over(tally) {
            false => ControlFlow::Continue(()),
            true => ControlFlow::Break(()),
        }
    }

    fn conclude(
        &self,
        machine: &Machine,
        view: &Self::View,
        result: Result<Outcome, Error>,
        tally: &mut Tally,
    ) -> Option<Error> {
        tally.is_cut |= view.get();
        let outcome = match result {
            Ok(outcome) => outcome,
            Err(error) => return Some(error),
        };
        match outcome.verdict {
            Explores::Refined => tally.learnt = Some(machine.knowledge().clone()),
            Explores::Bug(mut bug) | Explores::Endless { left: mut bug, .. }
                if self.counts(&bug.finding) =>
            {
                let is_endless = bug.finding.kind == FindingKind::EventLimit;
                let is_long = bug.schedule.len() >= self.options.max_events;
                if let (true, Some(process)) = (is_endless && is_long, bug.finding.process) {
                    bug.finding.message = format!(
                        "an execution has {} events and still goes on, {}: likely a loop without \
                         end (one that waits for another thread is recognised if it changes \
                         nothing)",
                        bug.schedule.len(),
                        machine.whereabouts(process)
                    );
                }
                let seen = Seen {
                    steps: bug.schedule.len(),
                    schedule: &mut bug.schedule.iter().copied(),
                    names: mazurka_program::Program::names(machine),
                    knowledge: &self.knowledge,
                };
                if is_endless {
                    tally.endless = Some(found(&bug.finding, 1, seen));
                } else if self.stops_at_once() {
                    tally.faulty += 1;
                    tally.add_finding(&bug.finding, 1, seen);
                }
            }
            Explores::Bug(_)
            | Explores::Endless { .. }
            | Explores::Verified
            | Explores::NotExhausted(_) => {}
        }
        None
    }

    fn is_over(&self, tally: &Tally) -> bool {
        let has_ended = tally.endless.is_some() || tally.learnt.is_some();
        let is_enough = self.knowledge.rounds().is_some();
        has_ended
            || is_decided(&self.options, tally)
            || is_enough && cutting::is_enough(&self.options, tally)
    }

    fn interrupt(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Is there a finding, and that is enough?
pub(super) fn is_decided(options: &Options, tally: &Tally) -> bool {
    !options.keep_going && !tally.findings.is_empty()
}

/// Has it ended, whatever is left? What is left is not all there was then.
fn is_final(options: &Options, tally: &Tally) -> bool {
    tally.endless.is_some() || is_decided(options, tally)
}

/// Explores a program, from the beginning or from where it was left. `run` is called
/// once for each round; a round ends early when something is learnt of the program, or
/// an execution does not end.
///
/// # Errors
/// When the program cannot be explored; a message for people.
pub fn explore(
    code: &Arc<Code>,
    options: &Options,
    before: Option<Explored>,
    run: &mut Runner<'_>,
) -> Result<(Report, Explored), String> {
    let mut knowledge = Knowledge::default();
    let mut goes_on = None;
    let mut earlier = None;
    if let Some(before) = before {
        if !before.is_sound(code, options) {
            return Err(String::from(SENSELESS));
        }
        knowledge = before.knowledge;
        goes_on = Some((before.tally, before.left));
        earlier = before.before;
    }
    loop {
        let subject = Subject::new(code, options, knowledge.clone());
        let mut schedulers = subject.schedulers();
        schedulers.max_executions = Before::left_of(earlier.as_ref(), options.max_executions);
        let exploration = match goes_on.take() {
            None => Exploration::new(subject, schedulers),
            Some((tally, left)) => Exploration::resume(subject, schedulers, tally, left)
                .map_err(|_| String::from(SENSELESS))?,
        };
        run(&exploration)?;
        let mut concluded = exploration.finish().map_err(|error| error.to_string())?;
        let Some(learnt) = &concluded.tally.learnt else {
            if cutting::goes_on(options, &mut earlier, &mut knowledge, &mut concluded) {
                continue;
            }
            return Ok(conclude(code, options, (knowledge, earlier), concluded));
        };
        if !knowledge.merge(learnt) {
            return Err(String::from(
                "internal error: the same is learnt of it again and again; please report it",
            ));
        }
    }
}

fn conclude(
    code: &Code,
    options: &Options,
    (knowledge, before): (Knowledge, Option<Before>),
    concluded: exploration::Concluded<Tally>,
) -> (Report, Explored) {
    let exploration::Concluded {
        mut tally,
        left,
        stopped,
    } = concluded;
    if let Some(before) = &before {
        before.complete(&mut tally);
    }
    tally
        .findings
        .sort_by(|a, b| (&a.kind, &a.message).cmp(&(&b.kind, &b.message)));
    let endless = before.as_ref().map(|before| &before.endless);
    let endless = endless.or(tally.endless.as_ref()).cloned();
    let is_enough = before.is_some() && cutting::is_enough(options, &tally);
    let is_final = is_final(options, &tally);
    let is_decided = is_final || is_enough;
    let unexplored = match &endless {
        Some(endless) => {
            let knowledge = &knowledge;
            Some(cutting::words(options, endless, knowledge, &tally, stopped))
        }
        _ => unexplored(options, &tally, stopped, is_decided),
    };
    let unexplored = unexplored.or_else(|| nothing_satisfies(code, &tally));
    let verdict = match &unexplored {
        _ if !tally.findings.is_empty() => Verdict::Bug,
        Some(_) => Verdict::Unknown,
        None => Verdict::Verified,
    };
    let report = Report {
        verdict,
        unexplored,
        findings: tally.findings.clone(),
        unlisted: tally.unlisted,
        endless,
        ignored: ignored(options, &tally),
        statistics: tally.statistics.clone(),
    };
    let explored = Explored {
        tally,
        left: if is_final { Saved::default() } else { left },
        knowledge,
        is_decided,
        before,
    };
    (report, explored)
}

/// How many executions showed a finding of each kind that is ignored.
fn ignored(options: &Options, tally: &Tally) -> Vec<(String, u64)> {
    let kinds = options.machine.ignore.iter().map(|kind| words(*kind));
    let mut ignored: Vec<(String, u64)> = kinds
        .map(|kind| {
            let count = tally.ignored.get(&kind).copied().unwrap_or(0);
            (kind, count)
        })
        .collect();
    ignored.sort();
    ignored.dedup();
    ignored
}

/// Why there may be executions that were not explored, for people.
fn unexplored(
    options: &Options,
    tally: &Tally,
    stopped: Option<Limit>,
    is_decided: bool,
) -> Option<String> {
    if is_decided {
        return Some("the exploration ends with the first finding".to_owned());
    }
    if let Some(limit) = stopped {
        return Some(limit.to_string());
    }
    if tally.left > 0 {
        let executions = match tally.left {
            1 => "one execution was left".to_owned(),
            count => format!("{count} executions were left"),
        };
        let place = tally.left_at.as_deref().unwrap_or_default();
        return Some(format!(
            "{executions} at an ignored finding ({place}): what follows is not explored"
        ));
    }
    let guesses = |kind: &FindingKind| Afterwards::of(*kind) == Afterwards::Guesses;
    let mut guessed = options.machine.ignore.iter().filter(|kind| guesses(kind));
    if guessed.any(|kind| tally.ignored.contains_key(&words(*kind))) {
        return Some(
            "memory that was never written is taken to hold zeros: what other values lead to \
             is not explored"
                .to_owned(),
        );
    }
    tally.is_cut.then(|| bounds(options))
}

/// Says so if nothing was verified, because no execution satisfies the assumptions.
///
/// Programs that name an error location often assume at their end what would lead to
/// it: that all executions end there is what was to be shown.
fn nothing_satisfies(code: &Code, tally: &Tally) -> Option<String> {
    let statistics = &tally.statistics;
    let is_vacuous = statistics.discarded != 0 && statistics.discarded == statistics.complete;
    (is_vacuous && !code.names_errors)
        .then(|| "no execution satisfies the assumptions of the program".to_owned())
}

/// What has left something out, in words.
fn bounds(options: &Options) -> String {
    let machine = &options.machine;
    let mut reasons = Vec::new();
    if let Some(rounds) = machine.unroll {
        reasons.push(format!("loops were cut after {rounds} rounds"));
    }
    if let Some(stores) = machine.buffer_bound {
        reasons.push(format!("store buffers held at most {stores} stores"));
    }
    match reasons.is_empty() {
        true => "something was left out".to_owned(),
        false => reasons.join(", or "),
    }
}
