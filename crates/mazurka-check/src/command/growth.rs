//! `--estimate`: how long a full check takes, and what makes it so long.

use super::language::Language;
use super::team::{Kind, Team};
use crate::driver::ExploredOf;
use crate::report::{Report, Verdict};
use crate::sampling::{Spot, samples};
use crate::show::Shown;
use crate::size;
use crate::subject::Subject;
use mazurka_explore::estimate::Estimate;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long the program is explored.
pub(super) const EXPLORE: Duration = Duration::from_millis(500);
/// How long samples are taken.
const SAMPLE: Duration = Duration::from_millis(500);
/// What was explored says more of the whole than samples do if it is at least this part of it.
const PART: u64 = 20;
/// A check that takes longer than this many seconds needs another way.
const LONG: f64 = 86_400.0;

/// What makes a check take long.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Growth {
    /// How long a full check takes, in seconds.
    seconds: Option<f64>,
    /// How many executions a second there are.
    rate: f64,
    /// The objects with most races.
    objects: Vec<Object>,
    /// The threads.
    threads: Vec<Thread>,
    #[serde(skip)]
    who: String,
    #[serde(skip)]
    is_bounded: bool,
    /// Was too little explored to say more than that?
    is_least: bool,
}

/// An object.
#[derive(Clone, Debug, Serialize)]
struct Object {
    /// Its races, of all.
    share: f64,
    /// One of its accesses.
    what: String,
    /// Where that is.
    place: Option<String>,
}

/// A thread.
#[derive(Clone, Debug, Serialize)]
struct Thread {
    name: String,
    /// Its events, of all.
    share: f64,
}

/// Takes samples, and makes the estimate of the report as good as it can be.
pub(super) fn growth<L: Language>(
    language: &L,
    subject: &Arc<L::Subject>,
    team: &Team,
    report: &mut Report<<L::Subject as Subject>::Outcomes>,
    (explored, rate): (&ExploredOf<L::Subject>, f64),
) -> Option<Growth> {
    if report.verdict != Verdict::Unknown {
        return None;
    }
    if !team.interrupt.load(Ordering::Relaxed) {
        report.unexplored = Some("only an estimate was asked for".to_owned());
    }
    let mut growth = Growth {
        rate,
        who: match team.kind {
            Kind::Threads(1) | Kind::Processes(1) => "one worker".to_owned(),
            Kind::Threads(count) => format!("{count} workers"),
            Kind::Processes(count) => format!("{count} processes"),
        },
        is_bounded: team.algorithm.is_alone(),
        ..Growth::default()
    };
    let executions = report.statistics.executions();
    let is_far = |estimate: &Estimate| executions < estimate.high / PART;
    growth.is_least = report.estimate.as_ref().is_some_and(is_far);
    let is_tree = subject.options().graphs.is_none() && !team.algorithm.is_alone();
    let until = Instant::now() + SAMPLE;
    if is_tree && let Ok(sampled) = samples(&**subject, &explored.known, until) {
        // Walks that miss what is rare come to less than what is known to be there.
        let least = report.estimate.map_or(executions, |estimate| estimate.low);
        let estimate = sampled.estimate.filter(|sampled| sampled.high >= least);
        if report.estimate.as_ref().is_none_or(is_far) && estimate.is_some() {
            report.estimate = estimate;
            growth.is_least = false;
        }
        if let Some(bug) = sampled.bug {
            report.findings.push(bug);
            report.verdict = Verdict::Bug;
            report.estimate = None;
            return None;
        }
        let mut shown = Cache::default();
        let mut row = |spot: &Spot| shown.row(language, subject, spot);
        let all: u64 = sampled.objects.iter().map(|(races, _)| races).sum();
        for (races, spot) in &sampled.objects {
            let Some((_, what, place)) = row(spot) else {
                continue;
            };
            growth.objects.push(Object {
                share: *races as f64 / all as f64,
                what,
                place,
            });
        }
        let all: u64 = sampled.threads.iter().map(|(events, _)| events).sum();
        for (events, spot) in &sampled.threads {
            let Some((name, ..)) = row(spot) else {
                continue;
            };
            growth.threads.push(Thread {
                name,
                share: *events as f64 / all as f64,
            });
        }
    }
    if let Some(estimate) = &report.estimate
        && rate > 0.0
    {
        growth.seconds = Some(estimate.executions as f64 / rate);
    }
    Some(growth)
}

/// Executions that were shown.
#[derive(Default)]
struct Cache(HashMap<String, Option<Shown>>);

impl Cache {
    /// The thread of a step, what it does, and where.
    fn row<L: Language>(
        &mut self,
        language: &L,
        subject: &L::Subject,
        spot: &Spot,
    ) -> Option<(String, String, Option<String>)> {
        let show = || {
            let stop = Arc::<AtomicBool>::default();
            language.show(subject, &spot.replay, None, &stop)?.ok()
        };
        let shown = self.0.entry(spot.replay.clone()).or_insert_with(show);
        let trace = &shown.as_ref()?.trace;
        let mut events = trace.events.iter();
        let event = events.find(|event| event.step == Some(spot.step))?;
        let thread = trace.thread_name(event).to_owned();
        Some((thread, event.what.clone(), event.place()))
    }
}

impl Growth {
    /// What is said of it.
    pub(super) fn text(&self, estimate: Option<&Estimate>) -> String {
        let mut text = match (estimate, self.seconds) {
            (Some(estimate), Some(seconds)) => self.time(estimate, seconds),
            _ => "How many executions there are cannot be told from a sample.\n".to_owned(),
        };
        if !self.objects.is_empty() {
            text.push_str("\nThe objects with most races, each with one of its accesses:\n\n");
            let width = self
                .objects
                .iter()
                .map(|object| object.what.chars().count());
            let width = width.max().unwrap_or(0);
            for Object { share, what, place } in &self.objects {
                let share = 100.0 * share;
                let place = place.as_deref().unwrap_or_default();
                let line = format!("  {share:3.0} %  {what:width$}  {place}");
                text.push_str(line.trim_end());
                text.push('\n');
            }
        }
        if !self.threads.is_empty() {
            let shares = self.threads.iter();
            let shares =
                shares.map(|thread| format!("{} {:.0} %", thread.name, 100.0 * thread.share));
            let shares: Vec<String> = shares.collect();
            text.push_str(&format!("\nEvents by thread: {}.\n", shares.join(", ")));
        }
        text + "\n"
    }

    fn time(&self, estimate: &Estimate, seconds: f64) -> String {
        let of = |executions: u64| size::duration(executions as f64 / self.rate);
        let advice = match seconds > LONG && !self.is_bounded {
            true => ": use a bound (--preemptions 2), or fewer threads or rounds",
            false => "",
        };
        let rate = size::rounded(self.rate as u64);
        let who = format!("with {}, at {rate} executions a second", self.who);
        if self.is_least {
            return format!(
                "There are at least {} executions, and probably many more.\nA full check takes \
                 at least {} {who}{advice}.\n",
                size::rounded(estimate.low),
                of(estimate.low),
            );
        }
        format!(
            "There are {}.\nA full check takes about {} ({} to {}) {who}{advice}.\n",
            size::executions(estimate),
            size::duration(seconds),
            of(estimate.low),
            of(estimate.high),
        )
    }
}
