//! Exploring something with several schedulers, to the end or with interruptions: what
//! all front ends whose programs are plain data have in common.

use crate::remote::{Distant, Link, Reply};
use crate::{Frontier, Options, Saved};
use mazurka_explore::{
    Algorithm, Ended, Error, Limit, Limits, Malformed, Observer, Outcome, Statistics, explore_with,
};
use mazurka_program::Program;
use std::cell::RefCell;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long those who watch see nothing new.
const EVERY: Duration = Duration::from_millis(10);
/// How long an execution may go on after everybody was told to stop.
pub const PATIENCE: Duration = Duration::from_millis(500);
/// The stack of a scheduler, as large as that of a main thread.
const STACK: usize = 8 << 20;

/// Something that can be explored: every scheduler makes a program of its own from it.
pub trait Subject: Sync {
    /// The program.
    type Program<'s>: Program
    where
        Self: 's;
    /// What can be seen of the program while it is explored.
    type View;
    /// What executions come to; of several schedulers, the sum.
    type Tally: Tally;

    /// A new program.
    fn program(&self) -> (Self::Program<'_>, Self::View);

    /// The rule by which executions are reduced.
    fn algorithm(&self) -> Algorithm;

    /// The limits of each scheduler; that on executions is the frontier's.
    fn limits(&self) -> Limits;

    /// An execution has ended. Breaking says that this scheduler need not go on.
    fn ended(
        &self,
        view: &Self::View,
        ended: &Ended<'_>,
        tally: &mut Self::Tally,
    ) -> ControlFlow<()>;

    /// What the end of a scheduler's exploration adds to what it has counted; its
    /// statistics have been taken over. Returns why the program cannot be explored.
    fn conclude(
        &self,
        program: &Self::Program<'_>,
        view: &Self::View,
        result: Result<Outcome, Error>,
        tally: &mut Self::Tally,
    ) -> Option<Error>;

    /// Is it of no use to explore what is left?
    fn is_over(&self, tally: &Self::Tally) -> bool;

    /// Everybody was told to stop some time ago, and an execution still goes on: programs
    /// that can be stopped in the middle of one are to do so. What is left is lost then.
    fn abandon(&self) {}
}

/// What executions have come to.
pub trait Tally: Default + Send {
    /// What was done.
    fn statistics(&self) -> &Statistics;

    /// The same, to be changed.
    fn statistics_mut(&mut self) -> &mut Statistics;

    /// Adds what another scheduler has counted.
    fn add(&mut self, other: Self);
}

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

/// What a scheduler that is elsewhere has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Part<T> {
    /// What was seen since the last time.
    pub tally: T,
    /// Why the program cannot be explored, for people.
    pub error: Option<String>,
}

/// How an exploration has ended.
#[derive(Debug)]
pub struct Concluded<T> {
    /// What was seen.
    pub tally: T,
    /// What is left.
    pub left: Saved,
    /// Why not everything was explored, if so.
    pub stopped: Option<Limit>,
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

/// An exploration, by schedulers that may be anywhere.
pub struct Exploration<S: Subject> {
    subject: S,
    frontier: Frontier,
    /// One for each scheduler, and one for what was explored before.
    counters: Vec<Counter>,
    total: Mutex<S::Tally>,
    error: Mutex<Option<Error>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<S: Subject> Exploration<S> {
    /// One that has not begun.
    ///
    /// # Panics
    /// When the options ask for no scheduler.
    #[must_use]
    pub fn new(subject: S, options: Options) -> Exploration<S> {
        Exploration::with(subject, Frontier::new(options), S::Tally::default())
    }

    /// One that goes on. The limit on executions is how many there may be from now on;
    /// what else decides which executions there are must be as it was.
    ///
    /// # Errors
    /// When what is left makes no sense.
    ///
    /// # Panics
    /// When the options ask for no scheduler.
    pub fn resume(
        subject: S,
        options: Options,
        before: S::Tally,
        left: Saved,
    ) -> Result<Exploration<S>, Malformed> {
        let frontier = Frontier::restore(left, options)?;
        if subject.is_over(&before) {
            frontier.leave();
        }
        Ok(Exploration::with(subject, frontier, before))
    }

    fn with(subject: S, frontier: Frontier, before: S::Tally) -> Exploration<S> {
        let schedulers = frontier.schedulers();
        let counters: Vec<_> = (0..=schedulers).map(|_| Counter::default()).collect();
        counters[schedulers].set(before.statistics());
        Exploration {
            subject,
            frontier,
            counters,
            total: Mutex::new(before),
            error: Mutex::new(None),
        }
    }

    /// What is explored.
    #[must_use]
    pub fn subject(&self) -> &S {
        &self.subject
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

    /// Explores with each scheduler on a thread of its own, until nothing is left or
    /// `watch` says so.
    ///
    /// # Panics
    /// When there are no threads.
    pub fn run(&self, watch: &mut dyn Watch) {
        thread::scope(|scope| {
            let (sender, ends) = channel();
            for number in 0..self.frontier.schedulers() {
                let sender = sender.clone();
                let schedule = move || {
                    self.schedule(number);
                    drop(sender);
                };
                let builder = thread::Builder::new().stack_size(STACK);
                let spawned = builder.spawn_scoped(scope, schedule);
                spawned.expect("there are threads");
            }
            drop(sender);
            self.watch(watch, &ends);
        });
    }

    /// Lets somebody watch, until all schedulers have ended.
    fn watch(&self, watch: &mut dyn Watch, ends: &Receiver<Infallible>) {
        let mut stopped: Option<Instant> = None;
        while ends.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
            if watch.look(self.so_far()).is_break() {
                self.frontier.stop();
                let since = stopped.get_or_insert_with(Instant::now);
                if since.elapsed() >= PATIENCE {
                    self.subject.abandon();
                }
            }
        }
    }

    /// Explores as one of the schedulers.
    fn schedule(&self, number: usize) {
        // A panic must not leave the others waiting.
        let _guard = LeaveOnPanic(&self.frontier);
        let subject = &self.subject;
        let (mut program, view) = subject.program();
        let tally = RefCell::default();
        let mut counting = Counting {
            subject,
            view: &view,
            tally: &tally,
            each: &mut |statistics| self.counters[number].set(statistics),
        };
        let (algorithm, limits) = (subject.algorithm(), subject.limits());
        let frontier = &self.frontier;
        let result = frontier.explore(number, algorithm, &mut program, &limits, &mut counting);
        let mut tally = tally.take();
        let error = conclude(subject, &program, &view, result, &mut tally);
        self.conclude(tally, error);
    }

    fn conclude(&self, tally: S::Tally, error: Option<Error>) {
        let mut total = lock(&self.total);
        total.add(tally);
        if self.subject.is_over(&total) || error.is_some() {
            self.frontier.leave();
        }
        drop(total);
        if let Some(error) = error {
            lock(&self.error).get_or_insert(error);
        }
    }

    /// Adds what a scheduler that is elsewhere has found.
    pub fn add(&self, scheduler: usize, part: Part<S::Tally>) {
        self.counters[scheduler].add(part.tally.statistics());
        self.conclude(part.tally, part.error.map(Error::Program));
    }

    /// What was found, and what is left, when all schedulers have ended.
    ///
    /// # Errors
    /// When the program cannot be explored.
    pub fn finish(self) -> Result<Concluded<S::Tally>, Error> {
        if let Some(error) = lock(&self.error).take() {
            return Err(error);
        }
        let tally = std::mem::take(&mut *lock(&self.total));
        let left = self.frontier.save();
        let interrupted =
            (!left.leaves.is_empty()).then(|| self.frontier.stopped().unwrap_or(Limit::Observer));
        let fault = tally.statistics().fault(self.subject.algorithm());
        Ok(Concluded {
            stopped: fault.or(interrupted),
            tally,
            left,
        })
    }
}

/// Explores what `link` asks for, until it asks for nothing more.
pub fn explore_elsewhere<S: Subject>(subject: &S, link: &mut dyn Link<Part<S::Tally>>) {
    let (mut program, view) = subject.program();
    let tally = RefCell::<S::Tally>::default();
    let mut before = Statistics::default();
    let mut results = |statistics: &Statistics| {
        let mut part = tally.take();
        tally.borrow_mut().statistics_mut().clone_from(statistics);
        *part.statistics_mut() = statistics.since(&before);
        before.clone_from(statistics);
        Part {
            tally: part,
            error: None,
        }
    };
    let mut counting = Counting {
        subject,
        view: &view,
        tally: &tally,
        each: &mut |_| (),
    };
    let mut work = Distant::new(link, &mut results);
    let result = explore_with(
        subject.algorithm(),
        &mut program,
        &subject.limits(),
        &mut counting,
        &mut work,
    );
    let mut tally = tally.take();
    let error = conclude(subject, &program, &view, result, &mut tally);
    *tally.statistics_mut() = tally.statistics().since(&before);
    if subject.is_over(&tally) || error.is_some() {
        let error = error.map(|error| error.to_string());
        link.send(Reply::Halted(Part { tally, error }));
    }
}

/// Takes over the end of a scheduler's exploration. Returns why the program cannot be
/// explored.
fn conclude<S: Subject>(
    subject: &S,
    program: &S::Program<'_>,
    view: &S::View,
    result: Result<Outcome, Error>,
    tally: &mut S::Tally,
) -> Option<Error> {
    if let Ok(outcome) = &result {
        tally.statistics_mut().clone_from(&outcome.statistics);
    }
    subject.conclude(program, view, result, tally)
}

/// Counts the executions of one scheduler.
struct Counting<'a, S: Subject> {
    subject: &'a S,
    view: &'a S::View,
    tally: &'a RefCell<S::Tally>,
    /// Called after each.
    each: &'a mut dyn FnMut(&Statistics),
}

impl<S: Subject> Observer for Counting<'_, S> {
    fn ended(&mut self, ended: &Ended<'_>, statistics: &Statistics) -> ControlFlow<()> {
        let mut tally = self.tally.borrow_mut();
        let flow = self.subject.ended(self.view, ended, &mut tally);
        tally.statistics_mut().clone_from(statistics);
        drop(tally);
        (self.each)(statistics);
        flow
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
