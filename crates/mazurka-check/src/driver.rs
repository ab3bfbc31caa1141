//! The way from a subject to a report: explorations, one after the other, until nothing new
//! is learnt and every execution has been followed as far as it can be.

use crate::cutting::{self, Before};
use crate::exploration::{
    Concluded, Counts, Exploration, Failed, Pause, TallyOf, Watch, is_decided,
};
use crate::finding::words;
use crate::report::{Cut, Report, Verdict};
use crate::subject::{Knowledge as _, Known, Plain, Subject, graphs};
use crate::tally::Tally;
use crate::until::Why;
use mazurka_explore::{Algorithm, Error, Limit, Statistics};
use mazurka_graph::Together;
use mazurka_parallel::{Options as Schedulers, Saved};
use std::sync::Arc;

/// What a file says of a program cannot be.
const SENSELESS: &str = "what the file says was explored of it makes no sense, or is of another \
                         program: please check it anew";

/// A finding was ignored after which a thread goes on with one of the values that there may be.
const GUESSED: &str = "memory that was never written is taken to hold zeros: what other values \
                       lead to is not explored";

/// Lets schedulers explore, and waits for them.
pub trait Crew<S: Subject> {
    /// Explores until nothing is left, or it is time to stop: then it tells why. It may `pause`
    /// now and then, with all schedulers waiting.
    ///
    /// # Errors
    /// When there are no schedulers; a message for people.
    fn explore(
        &mut self,
        exploration: &Arc<Exploration<S>>,
        pause: &mut Pause<'_, S>,
    ) -> Result<Option<Why>, String>;
}

/// Schedulers on threads of this process.
pub struct Threads<'w>(pub &'w mut dyn Watch);

impl<S: Plain> Crew<S> for Threads<'_> {
    fn explore(
        &mut self,
        exploration: &Arc<Exploration<S>>,
        pause: &mut Pause<'_, S>,
    ) -> Result<Option<Why>, String> {
        exploration.run(self.0, pause)?;
        Ok(self.0.stopped())
    }
}

/// What has been explored of a program, and what is left.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "command", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "command", serde(deny_unknown_fields))]
pub struct Explored<K, O> {
    /// What was seen.
    pub tally: Tally<K, O>,
    /// What is left.
    pub left: Saved,
    /// What was known.
    pub known: Known<K>,
    /// Was there a finding after which no scheduler went on?
    pub is_decided: bool,
    /// What was explored before loops were cut, if they were.
    pub before: Option<Before<K, O>>,
}

/// What has been explored of a subject.
pub type ExploredOf<S> = Explored<<S as Subject>::Knowledge, <S as Subject>::Outcomes>;

impl<K, O> Explored<K, O> {
    /// Is something left that can be explored?
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        !self.is_decided && !self.left.is_empty()
    }

    /// How many executions there were.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts::from(&self.tally.statistics)
    }
}

/// Does it make sense, for that subject? What comes from a file may say anything.
fn is_sound<S: Plain>(explored: &ExploredOf<S>, subject: &S) -> bool {
    let before = explored.before.as_ref();
    let known = before.map_or((&[][..], 0), Before::known);
    let is_begun_anew = match (before, explored.known.rounds) {
        (None, None) => true,
        (Some(before), Some(rounds)) => before.is_sound(subject, rounds),
        _ => false,
    };
    is_begun_anew
        && subject.is_sound(&explored.known.knowledge, &explored.tally)
        && explored.tally.is_sound(subject, known)
        && (explored.is_decided || !is_final(subject, &explored.tally))
        && fits(explored, subject)
}

/// Is what is left a part of the program's execution tree?
fn fits<S: Plain>(explored: &ExploredOf<S>, subject: &S) -> bool {
    let (mut program, _) = subject.program(&explored.known, &Arc::default());
    let options = subject.options();
    let (left, most) = (&explored.left, options.max_events);
    let known = &explored.known.together;
    match graphs(subject, known) {
        Ok(Some(graphs)) => left.verify_graphs(&mut program, &graphs, most).is_ok(),
        Ok(None) => {
            *known == Together::default()
                && left.verify(&mut program, options.algorithm, most).is_ok()
        }
        Err(_) => false,
    }
}

/// Has it ended, whatever is left? What is left is not all there was then.
fn is_final<S: Subject>(subject: &S, tally: &TallyOf<S>) -> bool {
    tally.endless.is_some() || is_decided(subject, tally)
}

/// What was explored before, if it makes sense for that subject.
pub struct Resumed<S: Subject>(ExploredOf<S>);

impl<S: Plain> Resumed<S> {
    /// Looks at what was explored before.
    ///
    /// # Errors
    /// When it makes no sense.
    pub fn new(subject: &S, explored: ExploredOf<S>) -> Result<Resumed<S>, Error> {
        match is_sound(&explored, subject) {
            true => Ok(Resumed(explored)),
            false => Err(error(SENSELESS)),
        }
    }
}

/// How an exploration that is kept in a store goes on after a round.
#[cfg(feature = "command")]
pub(crate) enum Next<S: Subject> {
    /// It begins anew, with more known.
    Round(Box<ExploredOf<S>>),
    /// It has ended.
    Ended(Box<(Report<S::Outcomes>, ExploredOf<S>)>),
}

/// A round that began with the state `before` has come to `tally`; is something of it left?
///
/// # Errors
/// When the program cannot be explored.
#[cfg(feature = "command")]
pub(crate) fn next_round<S: Subject>(
    subject: &Arc<S>,
    before: ExploredOf<S>,
    tally: TallyOf<S>,
    is_left: bool,
) -> Result<Next<S>, Error> {
    let round = Explored {
        tally,
        left: match is_left {
            true => everything(&**subject),
            false => Saved::default(),
        },
        ..before
    };
    let mut stopping = Stopping { rounds: 0 };
    let (report, mut explored) = explore(subject, Some(Resumed(round)), &mut stopping)?;
    if stopping.rounds < 2 {
        return Ok(Next::Ended(Box::new((report, explored))));
    }
    explored.left = Saved::default();
    Ok(Next::Round(Box::new(explored)))
}

/// What is left of an exploration of which nothing is known to be explored.
pub(crate) fn everything<S: Subject>(subject: &S) -> Saved {
    let options = schedulers(subject, &Known::default(), None);
    mazurka_parallel::Frontier::new(options).save()
}

/// What a store says was explored, which is not looked at: the store is trusted.
#[cfg(feature = "command")]
pub(crate) fn explored_elsewhere<S: Subject>(
    subject: &Arc<S>,
    explored: ExploredOf<S>,
) -> Result<(Report<S::Outcomes>, ExploredOf<S>), Error> {
    let Explored {
        tally,
        left,
        known,
        before,
        ..
    } = explored;
    let schedulers = schedulers(&**subject, &known, before.as_ref());
    let exploration = Exploration::resume(subject, known.clone(), schedulers, tally, left)
        .map_err(|_| error(SENSELESS))?;
    // Nothing begins anew: the agent that concluded the job has seen to that.
    exploration.frontier().stop();
    let concluded = exploration.finish().map_err(|failed| failed.error)?;
    Ok(conclude(subject, known, before, concluded, None))
}

/// A crew without schedulers: each round is left as it is.
#[cfg(feature = "command")]
struct Stopping {
    rounds: u32,
}

#[cfg(feature = "command")]
impl<S: Subject> Crew<S> for Stopping {
    fn explore(
        &mut self,
        exploration: &Arc<Exploration<S>>,
        _: &mut Pause<'_, S>,
    ) -> Result<Option<Why>, String> {
        self.rounds += 1;
        exploration.frontier().stop();
        Ok(None)
    }
}

fn error(message: &str) -> Error {
    Error::Program(message.to_owned())
}

/// Explores a program, from the beginning or from where it was left.
///
/// # Errors
/// When the program cannot be explored.
pub fn explore<S: Subject>(
    subject: &Arc<S>,
    before: Option<Resumed<S>>,
    crew: &mut dyn Crew<S>,
) -> Result<(Report<S::Outcomes>, ExploredOf<S>), Error> {
    explore_keeping(subject, before, crew, &mut |_| {})
}

/// The same, and keeps what was explored whenever the crew pauses.
///
/// # Errors
/// When the program cannot be explored.
pub fn explore_keeping<S: Subject>(
    subject: &Arc<S>,
    before: Option<Resumed<S>>,
    crew: &mut dyn Crew<S>,
    keep: &mut dyn FnMut(&ExploredOf<S>),
) -> Result<(Report<S::Outcomes>, ExploredOf<S>), Error> {
    let mut known = Known::default();
    let mut goes_on = None;
    let mut earlier = None;
    if let Some(Resumed(before)) = before {
        known = before.known;
        goes_on = Some((before.tally, before.left));
        earlier = before.before;
    }
    let mut attempts = subject.attempts();
    // The bugs of rounds that came to nothing. They are as real as those of the last round.
    let mut kept = TallyOf::<S>::default();
    // A front end that contradicts itself is told so before anything is explored.
    graphs(&**subject, &known.together)?;
    loop {
        let schedulers = schedulers(&**subject, &known, earlier.as_ref());
        let exploration = match goes_on.take() {
            None => Exploration::new(subject, known.clone(), schedulers),
            Some((tally, left)) => {
                Exploration::resume(subject, known.clone(), schedulers, tally, left)
                    .map_err(|_| error(SENSELESS))?
            }
        };
        let exploration = Arc::new(exploration);
        let mut pause = |exploration: &Exploration<S>| {
            let (tally, left) = exploration.explored();
            keep(&Explored {
                tally,
                left,
                known: known.clone(),
                is_decided: false,
                before: earlier.clone(),
            });
        };
        let stopped = crew.explore(&exploration, &mut pause);
        let stopped = stopped.unwrap_or_else(|message| {
            exploration.fail(message);
            None
        });
        let mut concluded = match exploration.finish() {
            Ok(concluded) => concluded,
            Err(mut failed) => {
                if let Error::Diverged { .. } = failed.error
                    && attempts > 1
                {
                    kept.add_unknown(&failed.tally.findings, &**subject);
                    attempts -= 1;
                    continue;
                }
                failed.tally.add_unknown(&kept.findings, &**subject);
                return match failed.tally.findings.is_empty() {
                    true => Err(failed.error),
                    false => Ok(conclude_failed(subject, known, earlier, *failed)),
                };
            }
        };
        let Some(learnt) = &concluded.tally.learnt else {
            if cutting::goes_on(&**subject, &mut earlier, &mut known, &mut concluded) {
                continue;
            }
            let (mut report, explored) = conclude(subject, known, earlier, concluded, stopped);
            if report.verdict == Verdict::Unknown && !kept.findings.is_empty() {
                report.verdict = Verdict::Bug;
                report.findings = kept.findings;
                report.estimate = None;
            }
            return Ok((report, explored));
        };
        kept.add_unknown(&concluded.tally.findings, &**subject);
        let is_new = known.knowledge.merge(learnt);
        if !known.together.merge(&concluded.tally.together) && !is_new {
            return Err(error(
                "internal error: the same is learnt of it again and again; please report it",
            ));
        }
    }
}

/// The report of an exploration that found bugs before something went wrong. To go on with it is
/// to begin again.
fn conclude_failed<S: Subject>(
    subject: &Arc<S>,
    known: Known<S::Knowledge>,
    before: Option<Before<S::Knowledge, S::Outcomes>>,
    Failed { error, tally }: Failed<TallyOf<S>>,
) -> (Report<S::Outcomes>, ExploredOf<S>) {
    let concluded = Concluded {
        tally,
        left: Saved::default(),
        stopped: Some(Limit::Observer),
        estimate: None,
    };
    let (mut report, explored) = conclude(subject, known, before, concluded, None);
    report.unexplored = Some(error.to_string());
    let explored = Explored {
        tally: Tally::default(),
        left: everything(&**subject),
        known: Known {
            rounds: None,
            ..explored.known
        },
        is_decided: false,
        before: None,
    };
    (report, explored)
}

fn schedulers<S: Subject>(
    subject: &S,
    known: &Known<S::Knowledge>,
    before: Option<&Before<S::Knowledge, S::Outcomes>>,
) -> Schedulers {
    let options = subject.options();
    let left = Before::left_of(before, options.max_executions);
    let most = options.cutting.most_executions;
    let most = most.filter(|_| known.rounds.is_some());
    Schedulers {
        schedulers: options.schedulers(),
        graphs: options.graphs.is_some(),
        max_executions: [left, most].into_iter().flatten().min(),
        ..subject.schedulers()
    }
}

fn conclude<S: Subject>(
    subject: &Arc<S>,
    known: Known<S::Knowledge>,
    before: Option<Before<S::Knowledge, S::Outcomes>>,
    concluded: Concluded<TallyOf<S>>,
    why: Option<Why>,
) -> (Report<S::Outcomes>, ExploredOf<S>) {
    let subject = &**subject;
    let Concluded {
        mut tally,
        left,
        stopped,
        estimate,
    } = concluded;
    if let Some(before) = &before {
        before.complete(&mut tally, subject);
    }
    tally.findings.sort_by_cached_key(|found| {
        (
            words(found.kind),
            found.message.clone(),
            found.process.clone(),
        )
    });
    let endless = before.as_ref().map(|before| &before.endless);
    let endless = endless.or(tally.endless.as_ref()).cloned();
    let has_cut_enough = before.is_some() && crate::exploration::has_cut_enough(subject, &tally);
    let is_final = is_final(subject, &tally);
    let is_decided = is_final || has_cut_enough;
    let mut unexplored = match &endless {
        Some(endless) => Some(cutting::words(
            subject,
            endless,
            known.rounds,
            &tally,
            stopped,
        )),
        None => unexplored(&tally, stopped, is_decided).or_else(|| subject.unexplored(&tally)),
    };
    let within = explored_within(subject.options().algorithm, &tally.statistics);
    let fault = tally.statistics.fault(subject.options().algorithm);
    if let (Some(reason), Some(why), None) = (&mut unexplored, why, fault) {
        *reason = match &endless {
            Some(_) => format!("{reason}; {why}"),
            None => why.to_string(),
        };
    }
    if let (Some(reason), Some(within)) = (&mut unexplored, within) {
        *reason = format!("{reason}; {within}");
    }
    if unexplored.is_none() && tally.statistics.complete == 0 {
        let fault = "no execution came to an end: this is a fault of Mazurka (please report it); \
                     nothing is claimed";
        unexplored = Some(fault.to_owned());
    }
    let verdict = match &unexplored {
        _ if !tally.findings.is_empty() => Verdict::Bug,
        Some(_) => Verdict::Unknown,
        None => Verdict::Verified,
    };
    let cut = known.rounds.map(|rounds| Cut {
        rounds,
        is_all: stopped.is_none() && tally.endless.is_none(),
    });
    let report = Report {
        verdict,
        unexplored,
        stopped,
        findings: tally.findings.clone(),
        unlisted: tally.unlisted,
        endless,
        cut,
        ignored: ignored(subject, &tally),
        is_cut: tally.is_cut,
        outcomes: tally.outcomes.clone(),
        statistics: tally.statistics.clone(),
        // With loops cut, it would be about something else.
        estimate: estimate.filter(|_| before.is_none() && verdict == Verdict::Unknown),
    };
    let explored = Explored {
        tally,
        // What an explorer has done that shares nothing, it alone knew.
        left: match is_final || subject.options().algorithm.is_alone() {
            true => Saved::default(),
            false => left,
        },
        known,
        is_decided,
        before,
    };
    (report, explored)
}

/// Up to which bound on switches everything has been explored, if an exploration that goes by
/// them was stopped on the way; for people.
fn explored_within(algorithm: Algorithm, statistics: &Statistics) -> Option<String> {
    let (thing, most) = match algorithm {
        Algorithm::Preemptions(most) => ("preemptions", most),
        Algorithm::Delays(most) => ("delays", most),
        _ => return None,
    };
    let within = statistics.within.checked_sub(1)?;
    (within < most).then(|| format!("all executions with at most {within} {thing} were explored"))
}

/// How many executions showed a finding of each kind that is ignored.
fn ignored<S: Subject>(subject: &S, tally: &TallyOf<S>) -> Vec<(String, u64)> {
    let kinds = subject.ignored().iter().map(|kind| words(*kind));
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
fn unexplored<K, O>(
    tally: &Tally<K, O>,
    stopped: Option<Limit>,
    is_decided: bool,
) -> Option<String> {
    if is_decided {
        return Some("the exploration ends with the first finding".to_owned());
    }
    if let Some(limit) = stopped {
        return Some(limit.to_string());
    }
    let executions = match tally.left {
        0 if tally.guessed > 0 => return Some(GUESSED.to_owned()),
        0 => return None,
        1 => "one execution was left".to_owned(),
        count => format!("{count} executions were left"),
    };
    let place = tally.left_at.as_deref().unwrap_or_default();
    Some(format!(
        "{executions} at an ignored finding ({place}): what follows is not explored"
    ))
}
