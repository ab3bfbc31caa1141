//! Exploring a test with several schedulers, to the end or with interruptions.

use crate::check::{Options, Report, report};
use crate::machine::{Machine, Progress};
use crate::tally::Tally;
use crate::test::Test;
use mazurka_explore::{
    Ended, EndedKind, Error, Limit, Limits, Observer, Outcome, Statistics, Verdict, explore_with,
};
use mazurka_parallel::remote::{Distant, Link, Reply};
use mazurka_parallel::{Frontier, Saved};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

pub use mazurka_explore::Malformed;

/// How long those who watch see nothing new.
const EVERY: Duration = Duration::from_millis(10);

/// Somebody who looks at an exploration now and then, and may stop it.
pub trait Watch {
    /// Called some times a second with the number of executions so far. Breaking stops
    /// the exploration; what is left can be explored later.
    fn look(&mut self, so_far: Counts) -> ControlFlow<()>;
}

impl Watch for () {
    fn look(&mut self, _: Counts) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// How many executions there were.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Complete ones.
    pub complete: u64,
    /// Those that sleep sets ended.
    pub blocked: u64,
}

/// What has been explored of a test, and what is left.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Explored {
    /// What was seen.
    pub tally: Tally,
    /// What is left.
    pub left: Saved,
}

impl Explored {
    /// Is something left that can be explored?
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.tally.endless.is_none() && !self.left.leaves.is_empty()
    }
}

/// What a scheduler that is elsewhere has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Part {
    /// What was seen since the last time.
    pub tally: Tally,
    /// Why the test cannot be explored, for people.
    pub error: Option<String>,
}

/// The executions that a scheduler has run, for those who watch; on a cache line of
/// its own.
#[derive(Default)]
#[repr(align(64))]
struct Counter {
    complete: AtomicU64,
    blocked: AtomicU64,
}

impl Counter {
    fn set(&self, statistics: &Statistics) {
        self.complete.store(statistics.complete, Ordering::Relaxed);
        self.blocked.store(statistics.blocked, Ordering::Relaxed);
    }

    fn add(&self, statistics: &Statistics) {
        self.complete
            .fetch_add(statistics.complete, Ordering::Relaxed);
        self.blocked
            .fetch_add(statistics.blocked, Ordering::Relaxed);
    }
}

/// An exploration of a test, by schedulers that may be anywhere.
pub struct Exploration<'t> {
    test: &'t Test,
    options: Options,
    frontier: Frontier,
    /// One for each scheduler, and one for what was explored before.
    counters: Vec<Counter>,
    total: Mutex<Tally>,
    error: Mutex<Option<Error>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn limits(options: &Options) -> Limits {
    Limits {
        max_events: options.max_events,
        max_executions: None,
        keep_going: true,
    }
}

impl<'t> Exploration<'t> {
    /// One that has not begun.
    ///
    /// # Panics
    /// When the options ask for no worker.
    #[must_use]
    pub fn new(test: &'t Test, options: &Options) -> Exploration<'t> {
        let frontier = Frontier::new(schedulers(options));
        Exploration::with(test, options, frontier, Tally::default())
    }

    /// One that goes on. [`Options::max_executions`] is how many there may be from now
    /// on; what else decides which executions there are must be as it was.
    ///
    /// # Errors
    /// When what was explored makes no sense.
    ///
    /// # Panics
    /// When the options ask for no worker.
    pub fn resume(
        test: &'t Test,
        options: &Options,
        explored: Explored,
    ) -> Result<Exploration<'t>, Malformed> {
        let Explored { tally, left } = explored;
        let keys = test.keys.len();
        if tally.states.keys().any(|values| values.len() != keys) {
            return Err(Malformed);
        }
        let frontier = Frontier::restore(left, schedulers(options))?;
        if tally.endless.is_some() {
            frontier.leave();
        }
        Ok(Exploration::with(test, options, frontier, tally))
    }

    fn with(
        test: &'t Test,
        options: &Options,
        frontier: Frontier,
        before: Tally,
    ) -> Exploration<'t> {
        let counters = (0..=options.workers).map(|_| Counter::default());
        let counters: Vec<_> = counters.collect();
        counters[options.workers].set(&before.statistics);
        Exploration {
            test,
            options: options.clone(),
            frontier,
            counters,
            total: Mutex::new(before),
            error: Mutex::new(None),
        }
    }

    /// What the schedulers work on.
    #[must_use]
    pub fn frontier(&self) -> &Frontier {
        &self.frontier
    }

    /// How many executions there were so far.
    #[must_use]
    pub fn so_far(&self) -> Counts {
        let sum = |count: fn(&Counter) -> &AtomicU64| {
            let counts = self.counters.iter().map(count);
            counts.map(|count| count.load(Ordering::Relaxed)).sum()
        };
        Counts {
            complete: sum(|counter| &counter.complete),
            blocked: sum(|counter| &counter.blocked),
        }
    }

    /// Explores with a scheduler on this thread, and one on a thread of its own for
    /// each other worker, until nothing is left or `watch` says so.
    pub fn run(&self, watch: &mut dyn Watch) {
        let mut looked = Instant::now();
        let mut look = || {
            if looked.elapsed() >= EVERY {
                looked = Instant::now();
                if watch.look(self.so_far()).is_break() {
                    self.frontier.stop();
                }
            }
        };
        thread::scope(|scope| {
            for number in 1..self.options.workers {
                scope.spawn(move || self.schedule(number, &mut || ()));
            }
            self.schedule(0, &mut look);
        });
    }

    /// Explores as one of the schedulers.
    fn schedule(&self, number: usize, look: &mut dyn FnMut()) {
        // A panic must not leave the others waiting.
        let _guard = LeaveOnPanic(&self.frontier);
        let mut machine = machine(self.test, &self.options);
        let progress = machine.progress();
        let tally = RefCell::default();
        let mut counting = Counting {
            progress: Rc::clone(&progress),
            tally: &tally,
            each: &mut |statistics| {
                self.counters[number].set(statistics);
                look();
            },
        };
        let algorithm = self.options.algorithm;
        let limits = limits(&self.options);
        let frontier = &self.frontier;
        let result = frontier.explore(number, algorithm, &mut machine, &limits, &mut counting);
        let mut tally = tally.take();
        let error = conclude(result, &progress.borrow(), &mut tally);
        self.conclude(tally, error);
    }

    fn conclude(&self, tally: Tally, error: Option<Error>) {
        if tally.endless.is_some() || error.is_some() {
            self.frontier.leave();
        }
        lock(&self.total).add(tally);
        if let Some(error) = error {
            lock(&self.error).get_or_insert(error);
        }
    }

    /// Adds what a scheduler that is elsewhere has found.
    pub fn add(&self, scheduler: usize, part: Part) {
        self.counters[scheduler].add(&part.tally.statistics);
        self.conclude(part.tally, part.error.map(Error::Program));
    }

    /// What was found, and what is left, when all schedulers have ended.
    ///
    /// # Errors
    /// When the test cannot be explored: it accesses an address where there is no
    /// location, or parts of one.
    pub fn finish(self) -> Result<(Report, Explored), Error> {
        if let Some(error) = lock(&self.error).take() {
            return Err(error);
        }
        let explored = Explored {
            tally: std::mem::take(&mut *lock(&self.total)),
            left: self.frontier.save(),
        };
        let stopped = match &explored.tally.endless {
            Some(message) => Some(message.clone()),
            None if explored.left.leaves.is_empty() => None,
            None => Some(match self.frontier.stopped() {
                Some(Limit::Executions) => "the limit on executions was reached".into(),
                Some(Limit::Observer) | None => "it was interrupted".into(),
            }),
        };
        Ok((report(self.test, &explored.tally, stopped), explored))
    }
}

/// Explores what `link` asks for, until it asks for nothing more.
pub fn explore_elsewhere(test: &Test, options: &Options, link: &mut dyn Link<Part>) {
    let mut machine = machine(test, options);
    let progress = machine.progress();
    let tally = RefCell::default();
    let mut before = Statistics::default();
    let mut results = |statistics: &Statistics| {
        let mut part: Tally = tally.take();
        tally.borrow_mut().statistics.clone_from(statistics);
        part.statistics = statistics.since(&before);
        before.clone_from(statistics);
        Part {
            tally: part,
            error: None,
        }
    };
    let mut counting = Counting {
        progress: Rc::clone(&progress),
        tally: &tally,
        each: &mut |_| (),
    };
    let mut work = Distant::new(link, &mut results);
    let limits = limits(options);
    let result = explore_with(
        options.algorithm,
        &mut machine,
        &limits,
        &mut counting,
        &mut work,
    );
    let mut tally = tally.take();
    let error = conclude(result, &progress.borrow(), &mut tally);
    tally.statistics = tally.statistics.since(&before);
    if tally.endless.is_some() || error.is_some() {
        let error = error.map(|error| error.to_string());
        link.send(Reply::Halted(Part { tally, error }));
    }
}

fn schedulers(options: &Options) -> mazurka_parallel::Options {
    mazurka_parallel::Options {
        schedulers: options.workers,
        max_executions: options.max_executions,
        ..mazurka_parallel::Options::default()
    }
}

fn machine<'t>(test: &'t Test, options: &Options) -> Machine<'t> {
    Machine::new(test, options.model, options.buffer_bound)
}

/// What the end of a scheduler's exploration adds to what it has counted. Returns why
/// the test cannot be explored.
fn conclude(
    result: Result<Outcome, Error>,
    progress: &Progress,
    tally: &mut Tally,
) -> Option<Error> {
    tally.is_bounded |= progress.is_bounded;
    match result {
        Ok(outcome) => {
            tally.statistics = outcome.statistics;
            if let Verdict::Bug(bug) = outcome.verdict {
                tally.endless = Some(bug.finding.message);
            }
            None
        }
        Err(Error::Program(message)) if progress.is_endless => {
            tally.endless = Some(message);
            None
        }
        Err(error) => Some(error),
    }
}

/// Counts the executions of one scheduler.
struct Counting<'a> {
    progress: Rc<RefCell<Progress>>,
    tally: &'a RefCell<Tally>,
    /// Called after each.
    each: &'a mut dyn FnMut(&Statistics),
}

impl Observer for Counting<'_> {
    fn ended(&mut self, ended: &Ended<'_>, statistics: &Statistics) -> ControlFlow<()> {
        let mut tally = self.tally.borrow_mut();
        if ended.kind == EndedKind::Complete {
            tally.count(&mut self.progress.borrow_mut());
        }
        tally.statistics.clone_from(statistics);
        drop(tally);
        (self.each)(statistics);
        ControlFlow::Continue(())
    }
}

/// Makes everybody leave when a scheduler panics.
struct LeaveOnPanic<'a>(&'a Frontier);

impl Drop for LeaveOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.leave();
        }
    }
}
