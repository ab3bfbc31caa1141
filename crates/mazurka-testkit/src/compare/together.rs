//! Several schedulers that explore together, and may be stopped and gone on with.

use super::{Disagreement, Visits, Watch, Watched, told};
use crate::interpreter::Interpreter;
use crate::ir;
use crate::oracle::Judgement;
use crate::random::Random;
use mazurka_explore::{Algorithm, Ended, Limits, Observer, Outcome, Statistics, Verdict};
use mazurka_parallel::{Account, Frontier, Mode, Options, Saved};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// Several schedulers that explore together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crew {
    /// How many.
    pub schedulers: usize,
    /// How they hand work over.
    pub mode: Mode,
    /// Where this is not zero, they wait at random wherever they do that.
    pub delays: u64,
    /// Where this is not zero, they are stopped at random, and others go on with what
    /// is left, which was saved as text in between.
    pub stops: u64,
    /// Where this is not zero, the work is cut into items that stand alone, at random, and there
    /// are no schedulers. (Only `hybrid` has such items.)
    pub items: u64,
}

impl fmt::Display for Crew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Crew {
            schedulers,
            mode,
            delays,
            stops,
            items,
        } = self;
        if *items != 0 {
            return write!(f, "items {items}");
        }
        write!(
            f,
            "{schedulers} schedulers, {mode:?}, delays {delays}, stops {stops}"
        )
    }
}

impl Crew {
    /// Items, cut in a way that follows from `seed`, which is not zero.
    #[must_use]
    pub fn items(seed: u64) -> Crew {
        Crew {
            schedulers: 0,
            mode: Mode::Stealing,
            delays: 0,
            stops: 0,
            items: seed,
        }
    }

    fn options(self) -> Options {
        let mut options = Options {
            schedulers: self.schedulers,
            mode: self.mode,
            ..Options::default()
        };
        if self.delays != 0 {
            let state = AtomicU64::new(self.delays);
            options.pause = Some(Arc::new(move || delay(&state)));
        }
        options
    }
}

/// Waits for a random time, mostly short.
fn delay(state: &AtomicU64) {
    let seed = state.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
    match Random::new(seed).below(16) {
        0 => thread::sleep(Duration::from_micros(Random::new(!seed).below(100) as u64)),
        1..6 => thread::yield_now(),
        _ => {}
    }
}

/// Without reduction the tree does not depend on the order of exploration, and every
/// event of it is run once, by one of them.
pub(super) fn same_work(
    algorithm: Algorithm,
    alone: &Statistics,
    together: &Statistics,
) -> Result<(), Disagreement> {
    if algorithm == Algorithm::Exhaustive && alone.events != together.events {
        return Err(Disagreement {
            algorithm: Some(algorithm),
            what: format!("{} events instead of {}", together.events, alone.events),
        });
    }
    Ok(())
}

/// Compares what several schedulers visit with the oracle's judgement; also what it took to
/// share the work.
///
/// # Errors
/// When they disagree, or one of them panics.
pub fn compare_together(
    program: &ir::Program,
    judgement: &Judgement,
    algorithm: Algorithm,
    crew: Crew,
) -> Result<(Statistics, Account), Disagreement> {
    let mut together = Together {
        program,
        judgement,
        algorithm,
        executions: AtomicU64::new(0),
        visits: Visits::default(),
        outcomes: Vec::new(),
    };
    let mut stops = (crew.stops != 0).then(|| Random::new(crew.stops));
    let mut options = crew.options();
    let stop = Stop::choose(stops.as_mut(), &mut options);
    let mut frontier = Frontier::new(options.clone());
    together.explore(&frontier, &stop)?;
    while frontier.is_stopped() {
        options.schedulers = 1 + stops.as_mut().map_or(0, |random| random.below(3));
        let stop = Stop::choose(stops.as_mut(), &mut options);
        let saved = frontier.save();
        let max_events = Limits::default().max_events;
        told(algorithm, || {
            let verified = saved.verify(&mut Interpreter::new(program), algorithm, max_events);
            verified.map_err(|error| format!("{error:?}: {saved:?}"))
        })?;
        frontier = again(algorithm, &saved, options.clone())?;
        together.explore(&frontier, &stop)?;
    }
    let statistics = told(algorithm, || together.judge())?;
    Ok((statistics, frontier.account()))
}

/// A frontier as plain data, as text, and back.
fn again(algorithm: Algorithm, saved: &Saved, options: Options) -> Result<Frontier, Disagreement> {
    told(algorithm, || {
        let text = serde_json::to_string(saved).map_err(|error| error.to_string())?;
        let read: Saved = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        if read != *saved {
            return Err(format!("{saved:?} is not what it was after {text}"));
        }
        Frontier::restore(read, options).map_err(|error| format!("{error:?}: {text}"))
    })
}

/// When an exploration stops.
pub(super) enum Stop {
    /// At the limit of its options, if they have any.
    AtLimit,
    /// When this many executions have ended.
    After(AtomicU64),
    /// In the middle of a step, when this many steps have been taken.
    InStep(AtomicU64),
}

impl Stop {
    fn choose(random: Option<&mut Random>, options: &mut Options) -> Stop {
        options.max_executions = None;
        let Some(random) = random else {
            return Stop::AtLimit;
        };
        let executions = 1 + random.below(8) as u64;
        match random.below(3) {
            0 => {
                options.max_executions = Some(executions);
                Stop::AtLimit
            }
            1 => Stop::After(AtomicU64::new(executions)),
            _ => Stop::InStep(AtomicU64::new(10 + random.below(200) as u64)),
        }
    }

    /// Is the program to stop before it takes one more step?
    pub(super) fn is_in_step(&self, frontier: &Frontier) -> bool {
        let Stop::InStep(left) = self else {
            return false;
        };
        let is_due = left.fetch_sub(1, Ordering::Relaxed) == 1;
        if is_due {
            frontier.stop();
        }
        is_due
    }

    fn execution_ended(&self, frontier: &Frontier) {
        if let Stop::After(left) = self
            && left.fetch_sub(1, Ordering::Relaxed) == 1
        {
            frontier.stop();
        }
    }
}

/// What several schedulers have done so far.
struct Together<'a> {
    program: &'a ir::Program,
    judgement: &'a Judgement,
    algorithm: Algorithm,
    executions: AtomicU64,
    visits: Visits,
    outcomes: Vec<Outcome>,
}

impl Together<'_> {
    /// Explores until nothing is left, or `stop` says so.
    fn explore(&mut self, frontier: &Frontier, stop: &Stop) -> Result<(), Disagreement> {
        let this = &*self;
        let results: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = (0..frontier.schedulers())
                .map(|number| scope.spawn(move || this.explore_as(number, frontier, stop)))
                .collect();
            let joined = threads.into_iter().map(thread::ScopedJoinHandle::join);
            joined
                .map(|joined| joined.expect("panics are told"))
                .collect()
        });
        for result in results {
            let (seen, outcome) = result?;
            self.visits.add(seen);
            self.outcomes.push(outcome);
        }
        Ok(())
    }

    fn explore_as(
        &self,
        number: usize,
        frontier: &Frontier,
        stop: &Stop,
    ) -> Result<(Visits, Outcome), Disagreement> {
        let limits = Limits {
            keep_going: true,
            ..Limits::default()
        };
        told(self.algorithm, || {
            let mut watched = Watched::new(self.program, self.judgement);
            watched.named.stop = Some((stop, frontier));
            let outcome = watched.run(|named, watch| {
                let mut counted = Counted {
                    watch,
                    executions: &self.executions,
                    frontier,
                    stop,
                };
                frontier.explore(number, self.algorithm, named, &limits, &mut counted)
            })?;
            if let Verdict::Bug(counterexample) = &outcome.verdict {
                watched.watch.judge_counterexample(counterexample)?;
            }
            Ok((watched.watch.visits, outcome))
        })
        // None may wait for one that has given up.
        .inspect_err(|_| frontier.leave())
    }

    /// Judges all that was visited.
    fn judge(&self) -> Result<Statistics, String> {
        let mut statistics = Statistics::default();
        for outcome in &self.outcomes {
            statistics.add(&outcome.statistics);
        }
        self.visits
            .judge(self.program, self.judgement, self.algorithm)?;
        self.visits.judge_statistics(&statistics)?;
        let is_bug = |outcome: &Outcome| matches!(outcome.verdict, Verdict::Bug(_));
        if self.outcomes.iter().any(is_bug) == self.judgement.findings().is_empty() {
            let verdicts: Vec<_> = self.outcomes.iter().map(|o| &o.verdict).collect();
            return Err(format!("the verdicts are {verdicts:?}"));
        }
        Ok(statistics)
    }
}

/// Watches one of several schedulers.
struct Counted<'a, 'w> {
    watch: &'a mut Watch<'w>,
    /// Those of all.
    executions: &'a AtomicU64,
    frontier: &'a Frontier,
    stop: &'a Stop,
}

impl Observer for Counted<'_, '_> {
    fn ended(&mut self, ended: &Ended<'_>, statistics: &Statistics) -> ControlFlow<()> {
        // No reduction can run more executions than there are.
        if self.executions.fetch_add(1, Ordering::Relaxed) >= self.watch.judgement.executions {
            self.watch.problem = Some("there are fewer executions".into());
            return ControlFlow::Break(());
        }
        self.stop.execution_ended(self.frontier);
        self.watch.ended(ended, statistics)
    }
}
