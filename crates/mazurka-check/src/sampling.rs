//! Samples of a program that takes too long to be explored: how many executions it has, and which
//! of its objects and threads make it so many.

use crate::exploration::limits;
use crate::subject::{Knowledge as _, Known, Plain};
use crate::tally::{Found, Seen};
use mazurka_explore::estimate::Estimate;
use mazurka_explore::sample::{Sampler, sample};
use mazurka_explore::{Ended, Error, Observer, Statistics, Verdict, replay};
use mazurka_program::{FindingKind, ObjectId, ProcessId};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The seed of the walks: the same program gets about the same answer.
const SEED: u64 = 23;
/// The most objects and threads that are told.
const MOST: usize = 8;

/// What samples have shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sampled {
    /// How many executions there are, if walks can tell.
    pub estimate: Option<Estimate>,
    /// The objects with most races: how many there were, and one of them.
    pub objects: Vec<(u64, Spot)>,
    /// The threads: how many of their events were seen, and one of them.
    pub threads: Vec<(u64, Spot)>,
    /// A bug that one of them has shown.
    pub bug: Option<Found>,
}

/// A step of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The string that replays the execution.
    pub replay: String,
    /// The number of the step, from one.
    pub step: usize,
}

/// Takes samples of a program of which that is known, until then.
///
/// # Errors
/// When the program cannot be explored.
pub fn samples<S: Plain>(
    subject: &S,
    known: &Known<S::Knowledge>,
    until: Instant,
) -> Result<Sampled, Error> {
    let mut known = known.clone();
    loop {
        let (mut program, _) = subject.program(&known, &Arc::<AtomicBool>::default());
        let mut limits = limits(subject);
        limits.keep_going = true;
        limits.max_executions = None;
        let mut sampler = Sampler::new(SEED);
        let mut noting = Noting {
            subject,
            known: &known,
            objects: BTreeMap::new(),
            threads: BTreeMap::new(),
            bug: None,
        };
        let outcome = sample(
            &mut program,
            &limits,
            &mut noting,
            &mut sampler,
            &mut || Instant::now() < until,
        )?;
        let Noting {
            objects,
            threads,
            bug,
            ..
        } = noting;
        if outcome.verdict == Verdict::Refined && Instant::now() < until {
            let learnt = subject.learnt(&mut program);
            if known.knowledge.merge(&learnt) {
                continue;
            }
        }
        return Ok(Sampled {
            estimate: sampler.estimate(),
            objects: most(objects),
            threads: most(threads),
            bug,
        });
    }
}

fn most<K>(counted: BTreeMap<K, (u64, Spot)>) -> Vec<(u64, Spot)> {
    let mut counted: Vec<_> = counted.into_values().collect();
    counted.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    counted.truncate(MOST);
    counted
}

/// Notes what executions do.
struct Noting<'a, S: Plain> {
    subject: &'a S,
    known: &'a Known<S::Knowledge>,
    objects: BTreeMap<ObjectId, (u64, Spot)>,
    threads: BTreeMap<ProcessId, (u64, Spot)>,
    bug: Option<Found>,
}

impl<S: Plain> Noting<'_, S> {
    fn note<K: Ord>(
        counted: &mut BTreeMap<K, (u64, Spot)>,
        key: K,
        count: u64,
        (step, replay): (usize, &dyn Fn() -> String),
    ) {
        let spot = || Spot {
            replay: replay(),
            step: step + 1,
        };
        counted.entry(key).or_insert_with(|| (0, spot())).0 += count;
    }

    fn note_bug(&mut self, ended: &Ended<'_>) {
        let subject = self.subject;
        let is_bug = |kind: FindingKind| {
            subject.has_bugs()
                && !subject.ignored().contains(&kind)
                && kind != FindingKind::EventLimit
        };
        let mut findings = ended.findings.iter();
        if let (None, Some(finding)) = (&self.bug, findings.find(|finding| is_bug(finding.kind))) {
            let turns = ended.turns();
            let seen = Seen {
                steps: turns.len(),
                schedule: &mut turns.iter().copied(),
                names: ended.names,
                knowledge: &|| self.known.knowledge.to_text(),
            };
            self.bug = Some(seen.found(finding, 1, subject));
        }
    }
}

impl<S: Plain> Observer for Noting<'_, S> {
    fn ended(&mut self, ended: &Ended<'_>, _: &Statistics) -> ControlFlow<()> {
        self.note_bug(ended);
        let knowledge = &self.known.knowledge;
        let replay = || replay::format(&ended.turns(), ended.names, &knowledge.to_text());
        for (step, event) in ended.trace.events().iter().enumerate() {
            let place: (usize, &dyn Fn() -> String) = (step, &replay);
            let thread = ended.names.owner(event.process).unwrap_or(event.process);
            Self::note(&mut self.threads, thread, 1, place);
            let races = ended.trace.races(step).len() as u64;
            if races > 0 {
                Self::note(&mut self.objects, event.operation.object, races, place);
            }
        }
        match self.bug {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}
