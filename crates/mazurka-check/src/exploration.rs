//! One exploration of a program as it is known now, by several schedulers, to the end or
//! with interruptions.

use crate::rest::Rest;
use crate::shortage::told;
use crate::subject::{Knowledge as _, Known, Plain, Subject, graphs};
use crate::tally::{Found, Seen, Tally};
use crate::until::Why;
use mazurka_explore::estimate::{Estimate, Estimator, View};
use mazurka_explore::{
    Ended, EndedKind, Error, Limit, Malformed, Observer, Outcome, Statistics, Verdict as Explored,
    explore_with,
};
use mazurka_graph::Together;
use mazurka_parallel::remote::{Apart, Distant, Link, Order, Reply};
use mazurka_parallel::{Frontier, Options as Schedulers, Saved};
use mazurka_program::{Finding, FindingKind, Program as _};
use std::cell::RefCell;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long those who watch see nothing new.
const EVERY: Duration = Duration::from_millis(10);
/// After N looks, what is seen is estimated again.
const LOOKS: u32 = 10;
/// With fewer executions than this, nothing is said of how many there are.
const LEAST: u64 = 500;
/// The stack of a scheduler, as large as that of a main thread.
const STACK: usize = 8 << 20;

/// The tally of a subject.
pub type TallyOf<S> = Tally<<S as Subject>::Knowledge, <S as Subject>::Outcomes>;

/// Looks at an exploration now and then, and may stop it.
pub trait Watch {
    /// Called some times a second with the number of executions so far. Breaking stops
    /// the exploration; what is left can be explored later.
    fn look(&mut self, so_far: Counts) -> ControlFlow<()>;

    /// Called before that, less often: how many executions there are, if that is known.
    fn estimated(&mut self, estimate: Option<Estimate>) {
        let _ = estimate;
    }

    /// Called before that if it is explored on other machines: how many executions a second they
    /// run. Those of what is not done do not count yet.
    fn elsewhere(&mut self, rate: f64) {
        let _ = rate;
    }

    /// Called if fewer schedulers explore than were asked for: how many, and why.
    fn fewer(&mut self, count: usize, why: &str) {
        let _ = (count, why);
    }

    /// Why it has stopped the exploration, if it has and knows.
    fn stopped(&self) -> Option<Why> {
        None
    }

    /// Called with the first bug that was found, again and again.
    fn found(&mut self, found: &Found, so_far: Counts) {
        let _ = (found, so_far);
    }

    /// Is it time to keep what was explored so far? Schedulers pause then.
    fn is_due(&mut self) -> bool {
        false
    }

    /// Called when that was kept.
    fn kept(&mut self) {}
}

/// Keeps what was explored, when all schedulers pause.
pub type Pause<'p, S> = dyn FnMut(&Exploration<S>) + 'p;

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

impl From<&Statistics> for Counts {
    fn from(statistics: &Statistics) -> Counts {
        Counts {
            complete: statistics.complete,
            blocked: statistics.blocked,
        }
    }
}

/// What a scheduler that is elsewhere has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "command", derive(serde::Serialize, serde::Deserialize))]
pub struct Part<T> {
    /// What was seen since the last time.
    pub tally: T,
    /// Why the program cannot be explored, for people.
    pub error: Option<String>,
}

/// How an exploration has ended.
#[derive(Debug)]
pub(crate) struct Concluded<T> {
    /// What was seen.
    pub(crate) tally: T,
    /// What is left.
    pub(crate) left: Saved,
    /// Why not everything was explored, if so.
    pub(crate) stopped: Option<Limit>,
    /// How many executions there are, if not all were explored and it is known.
    pub(crate) estimate: Option<Estimate>,
}

/// How an exploration has failed.
#[derive(Debug)]
pub(crate) struct Failed<T> {
    /// Why the program cannot be explored.
    pub(crate) error: Error,
    /// What was seen before.
    pub(crate) tally: T,
}

/// The executions that a scheduler has run, for those who watch; on a cache line of
/// its own.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct Counter {
    complete: AtomicU64,
    blocked: AtomicU64,
}

impl Counter {
    /// All executions.
    #[cfg(feature = "command")]
    pub(crate) fn executions(&self) -> u64 {
        self.complete.load(Ordering::Relaxed) + self.blocked.load(Ordering::Relaxed)
    }

    pub(crate) fn set(&self, statistics: &Statistics) {
        self.complete.store(statistics.complete, Ordering::Relaxed);
        self.blocked.store(statistics.blocked, Ordering::Relaxed);
    }

    fn add(&self, statistics: &Statistics) {
        self.complete
            .fetch_add(statistics.complete, Ordering::Relaxed);
        self.blocked
            .fetch_add(statistics.blocked, Ordering::Relaxed);
    }

    /// Moves all executions to another one.
    fn move_to(&self, other: &Counter) {
        let pairs = [
            (&self.complete, &other.complete),
            (&self.blocked, &other.blocked),
        ];
        for (own, other) in pairs {
            other.fetch_add(own.swap(0, Ordering::Relaxed), Ordering::Relaxed);
        }
    }
}

/// An exploration, by schedulers that may be anywhere.
pub struct Exploration<S: Subject> {
    subject: Arc<S>,
    known: Known<S::Knowledge>,
    frontier: Frontier,
    /// Programs are to stop, wherever they are.
    stop: Arc<AtomicBool>,
    /// Where schedulers of this process wait in a pause.
    rest: Rest,
    /// Was a scheduler left to itself?
    is_abandoned: AtomicBool,
    /// One for each scheduler, and one for what was explored before.
    counters: Vec<Counter>,
    /// For each scheduler, what it makes of the whole; empty if that has to do with what was
    /// explored before.
    views: Vec<Mutex<View>>,
    total: Mutex<TallyOf<S>>,
    /// The first bugs, as soon as they are found: a scheduler may never tell what it has seen.
    early: Mutex<Vec<Found>>,
    error: Mutex<Option<Error>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<S: Subject> Exploration<S> {
    /// One that has not begun.
    pub(crate) fn new(
        subject: &Arc<S>,
        known: Known<S::Knowledge>,
        schedulers: Schedulers,
    ) -> Exploration<S> {
        let frontier = Frontier::new(schedulers);
        Exploration::with(subject, known, frontier, TallyOf::<S>::default())
    }

    /// One that goes on. The limit on executions is how many there may be from now on;
    /// what else decides which executions there are must be as it was.
    ///
    /// # Errors
    /// When what is left makes no sense.
    pub(crate) fn resume(
        subject: &Arc<S>,
        known: Known<S::Knowledge>,
        schedulers: Schedulers,
        before: TallyOf<S>,
        left: Saved,
    ) -> Result<Exploration<S>, Malformed> {
        let frontier = Frontier::restore(left, schedulers)?;
        if is_over(&**subject, &known, &before) {
            frontier.leave();
        }
        let mut exploration = Exploration::with(subject, known, frontier, before);
        exploration.views.clear();
        Ok(exploration)
    }

    fn with(
        subject: &Arc<S>,
        known: Known<S::Knowledge>,
        frontier: Frontier,
        before: TallyOf<S>,
    ) -> Exploration<S> {
        let schedulers = frontier.schedulers();
        let counters: Vec<_> = (0..=schedulers).map(|_| Counter::default()).collect();
        counters[schedulers].set(&before.statistics);
        Exploration {
            subject: Arc::clone(subject),
            known,
            frontier,
            stop: Arc::default(),
            rest: Rest::default(),
            is_abandoned: AtomicBool::new(false),
            counters,
            views: (0..schedulers).map(|_| Mutex::default()).collect(),
            total: Mutex::new(before),
            early: Mutex::default(),
            error: Mutex::new(None),
        }
    }

    /// What is explored.
    #[must_use]
    pub fn subject(&self) -> &S {
        &self.subject
    }

    /// What is known of it.
    #[must_use]
    pub fn known(&self) -> &Known<S::Knowledge> {
        &self.known
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

    /// How many executions there are, as far as that can be told now.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let Counts { complete, blocked } = self.so_far();
        let executions = complete + blocked;
        if executions < LEAST {
            return None;
        }
        let views: Vec<View> = self.views.iter().map(|view| lock(view).clone()).collect();
        Estimate::new(&views, executions)
    }

    /// What was seen, and what is left, in a pause.
    pub(crate) fn explored(&self) -> (TallyOf<S>, Saved) {
        (lock(&self.total).clone(), self.frontier.save())
    }

    /// Explores with each scheduler on a thread of its own, until nothing is left or
    /// `watch` says so. When `watch` says that it is time, all of them wait for `pause`. Where the
    /// system has no threads for all of them, there are fewer.
    ///
    /// # Errors
    /// When there is no thread at all; a message for people.
    pub(crate) fn run(&self, watch: &mut dyn Watch, pause: &mut Pause<'_, S>) -> Result<(), String>
    where
        S: Plain,
    {
        thread::scope(|scope| {
            let (sender, ends) = channel();
            let mut started = 0;
            let mut refused = None;
            for number in 0..self.frontier.schedulers() {
                let sender = sender.clone();
                let schedule = move || {
                    let scheduler = self.rest.scheduler();
                    let (mut program, view) = self.subject.program(&self.known, &self.stop);
                    let mut estimator = self.views.get(number).map(|_| Box::default());
                    loop {
                        self.explore(number, &mut program, &view, &mut estimator);
                        if !self.frontier.is_paused() {
                            break;
                        }
                        self.rest.wait();
                    }
                    drop((scheduler, sender));
                };
                let builder = thread::Builder::new().stack_size(STACK);
                match builder.spawn_scoped(scope, schedule) {
                    Ok(_) => started += 1,
                    Err(error) => {
                        // What is in its queue is stolen by the others.
                        drop(self.rest.scheduler());
                        refused = Some(error);
                    }
                }
            }
            drop(sender);
            if let Some(error) = refused {
                let why = format!("no thread could be started: {}", told(&error));
                if started == 0 {
                    return Err(why);
                }
                watch.fewer(started, &why);
            }
            self.watch(watch, &ends, pause);
            Ok(())
        })
    }

    /// Lets `watch` look, until all schedulers have ended.
    fn watch(&self, watch: &mut dyn Watch, ends: &Receiver<Infallible>, pause: &mut Pause<'_, S>) {
        let schedulers = self.frontier.schedulers();
        let mut looks = 0_u32;
        while ends.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
            looks = looks.wrapping_add(1);
            if looks.is_multiple_of(LOOKS) {
                watch.estimated(self.estimate());
            }
            if watch.look(self.so_far()).is_break() {
                self.frontier.stop();
            }
            if self.frontier.is_interrupted() {
                self.stop.store(true, Ordering::Relaxed);
            }
            self.tell_found(watch);
            if watch.is_due() {
                self.frontier.pause();
            }
            let is_paused = self.frontier.is_paused();
            if self.rest.is_resting(is_paused.then_some(schedulers)) {
                if is_paused {
                    pause(self);
                    watch.kept();
                    self.frontier.go_on();
                }
                self.rest.go_on();
            }
        }
    }

    /// Tells of the first bug, if there is one.
    pub(crate) fn tell_found(&self, watch: &mut dyn Watch) {
        if let Some(found) = lock(&self.early).first() {
            watch.found(found, self.so_far());
        } else if let Some(found) = lock(&self.total).findings.first() {
            watch.found(found, self.so_far());
        }
    }

    /// Explores as one of the schedulers.
    pub fn schedule<'s>(&'s self, number: usize, program: &mut S::Program<'s>, view: &S::View) {
        let mut estimator = self.views.get(number).map(|_| Box::default());
        self.explore(number, program, view, &mut estimator);
    }

    /// Explores as one of the schedulers, until it ends or pauses. What it has learnt of the size
    /// of the tree is kept for the time after that.
    fn explore<'s>(
        &'s self,
        number: usize,
        program: &mut S::Program<'s>,
        view: &S::View,
        estimator: &mut Option<Box<Estimator>>,
    ) {
        // A panic must not leave the others waiting.
        let _guard = LeaveOnPanic(&self.frontier);
        let tally = RefCell::default();
        let mut counting = Counting {
            subject: &*self.subject,
            known: &self.known,
            view,
            tally: &tally,
            counter: Some(&self.counters[number]),
            size: self.views.get(number),
            estimator: estimator.take(),
            early: Some(&self.early),
        };
        let limits = limits(&*self.subject);
        let options = self.subject.options();
        let algorithm = options.algorithm;
        let frontier = &self.frontier;
        let mut together = Together::default();
        let result = match graphs(&*self.subject, &self.known.together) {
            Ok(None) => frontier.explore(number, algorithm, program, &limits, &mut counting),
            Ok(Some(mut graphs)) => {
                let result =
                    frontier.explore_graphs(number, &mut graphs, program, &limits, &mut counting);
                together = graphs.together;
                result
            }
            Err(error) => Err(error),
        };
        *estimator = counting.estimator.take();
        let mut tally = tally.take();
        tally.together = learnt_of(&result, together);
        let error = conclude(
            &*self.subject,
            &self.known,
            (program, view),
            result,
            &mut tally,
        );
        let before = &self.counters[self.frontier.schedulers()];
        self.counters[number].move_to(before);
        self.conclude(tally, error);
    }

    fn conclude(&self, tally: TallyOf<S>, error: Option<Error>) {
        let subject = &*self.subject;
        let mut total = lock(&self.total);
        total.add(tally, subject);
        if is_over(subject, &self.known, &total) || error.is_some() {
            self.frontier.leave();
        }
        drop(total);
        if let Some(error) = error {
            lock(&self.error).get_or_insert(error);
        }
    }

    /// Goes on without a scheduler that does not answer: it counts as stopped.
    pub fn abandon(&self, scheduler: usize) {
        let mut tally = TallyOf::<S>::default();
        let counter = &self.counters[scheduler];
        tally.statistics.complete = counter.complete.load(Ordering::Relaxed);
        tally.statistics.blocked = counter.blocked.load(Ordering::Relaxed);
        self.is_abandoned.store(true, Ordering::Relaxed);
        self.conclude(tally, None);
    }

    /// Adds what a scheduler that is elsewhere has found.
    pub fn add(&self, scheduler: usize, part: Part<TallyOf<S>>) {
        self.counters[scheduler].add(&part.tally.statistics);
        self.conclude(part.tally, part.error.map(Error::Program));
    }

    /// Something went wrong with it as a whole.
    pub(crate) fn fail(&self, message: String) {
        lock(&self.error).get_or_insert(Error::Program(message));
    }

    /// What was found, and what is left, when all schedulers have ended.
    ///
    /// # Errors
    /// When the program cannot be explored; with the bugs that were found before.
    pub(crate) fn finish(&self) -> Result<Concluded<TallyOf<S>>, Box<Failed<TallyOf<S>>>> {
        let mut tally = std::mem::take(&mut *lock(&self.total));
        tally.add_early(&std::mem::take(&mut *lock(&self.early)), &*self.subject);
        if let Some(error) = lock(&self.error).take() {
            return Err(Box::new(Failed { error, tally }));
        }
        let left = self.frontier.save();
        let is_partial = !left.is_empty() || self.is_abandoned.load(Ordering::Relaxed);
        let interrupted = is_partial.then(|| self.frontier.stopped().unwrap_or(Limit::Observer));
        let algorithm = self.subject.options().algorithm;
        let fault = tally.statistics.fault(algorithm);
        let shortfall = tally.statistics.shortfall(algorithm);
        Ok(Concluded {
            estimate: interrupted.and_then(|_| self.estimate()),
            stopped: fault.or(interrupted).or(shortfall),
            tally,
            left,
        })
    }
}

/// Explores what `link` asks for, until it asks for nothing more.
pub fn explore_elsewhere<S: Plain>(
    subject: &S,
    known: &Known<S::Knowledge>,
    link: &mut dyn Link<Part<TallyOf<S>>>,
) {
    match graphs(subject, &known.together) {
        Ok(None) => explore_tree_elsewhere(subject, known, link),
        Ok(Some(graphs)) => explore_graphs_elsewhere(subject, known, graphs, link),
        Err(error) => {
            let (tally, error) = (TallyOf::<S>::default(), Some(error.to_string()));
            link.send(Reply::Halted(Part { tally, error }));
        }
    }
}

/// The same of execution graphs. Each batch is an exploration of its own.
fn explore_graphs_elsewhere<S: Plain>(
    subject: &S,
    known: &Known<S::Knowledge>,
    mut graphs: mazurka_graph::Options,
    link: &mut dyn Link<Part<TallyOf<S>>>,
) {
    let (mut program, view) = subject.program(known, &Arc::default());
    while let Some(Order::Explore(batch)) = link.receive() {
        let tally = RefCell::<TallyOf<S>>::default();
        let mut counting = Counting::unwatched(subject, known, &view, &tally);
        let mut work = Apart::new(batch);
        let result = mazurka_graph::explore_with(
            &mut graphs,
            &mut program,
            &limits(subject),
            &mut counting,
            &mut work,
        );
        let mut tally = tally.take();
        tally.together = learnt_of(&result, graphs.together.clone());
        let (part, is_over) = part_of(subject, known, (&mut program, &view), result, tally);
        let reply = match is_over {
            true => Reply::Halted(part),
            false => Reply::Report(work.report(part)),
        };
        if !link.send(reply) || is_over {
            return;
        }
    }
}

/// Explores an item of a store, as far as the `budget` goes: what it came to, and which bugs it
/// shows. The `counter` tells how far it is.
///
/// # Errors
/// When the item makes no sense; a message for people.
#[cfg(feature = "command")]
pub(crate) fn explore_item<S>(
    subject: &S,
    known: &Known<S::Knowledge>,
    item: &mazurka_cluster::Item,
    budget: mazurka_parallel::items::Budget<'_>,
    counter: &Counter,
) -> Result<(mazurka_cluster::Report, Vec<Found>), String>
where
    S: Plain<Knowledge: serde::Serialize, Outcomes: serde::Serialize>,
{
    use mazurka_cluster::errand;
    use mazurka_parallel::items::{Branch, Errand};
    // A program of its own, so that it comes to the same whatever was explored before.
    let (mut program, view) = subject.program(known, &Arc::default());
    let tally = RefCell::<TallyOf<S>>::default();
    let mut counting = Counting {
        counter: Some(counter),
        ..Counting::unwatched(subject, known, &view, &tally)
    };
    let limits = limits(subject);
    let options = subject.options();
    let graphs = graphs(subject, &known.together);
    let mut together = Together::default();
    let (result, left) = match graphs.map_err(|error| error.to_string())? {
        None => {
            let trunk = errand::trunk(item)?;
            let mut work = Errand::new(&trunk, budget);
            let algorithm = options.algorithm;
            let result = explore_with(algorithm, &mut program, &limits, &mut counting, &mut work);
            let left = work.end();
            (result, Ok((trunk, left)))
        }
        Some(mut graphs) => {
            let mut work = Branch::new(errand::task(item)?, budget);
            let result = mazurka_graph::explore_with(
                &mut graphs,
                &mut program,
                &limits,
                &mut counting,
                &mut work,
            );
            together = learnt_of(&result, graphs.together);
            (result, Err(work.end()))
        }
    };
    let mut tally = tally.take();
    tally.together = together;
    let (part, ends) = part_of(subject, known, (&mut program, &view), result, tally);
    let results = serde_json::to_string(&part).map_err(|error| error.to_string())?;
    let statistics = &part.tally.statistics;
    let report = match left {
        Ok((trunk, left)) => errand::tree_report(&trunk, left, statistics, results, ends),
        Err(left) => errand::graph_report(&left, statistics, results, ends),
    };
    Ok((report?, part.tally.findings))
}

/// What comes of a part that was explored, and whether nothing more has to be.
fn part_of<S: Plain>(
    subject: &S,
    known: &Known<S::Knowledge>,
    program: (&mut S::Program<'_>, &S::View),
    result: Result<Outcome, Error>,
    mut tally: TallyOf<S>,
) -> (Part<TallyOf<S>>, bool) {
    let error = conclude(subject, known, program, result, &mut tally);
    let is_over = is_over(subject, known, &tally) || error.is_some();
    let error = error.map(|error| error.to_string());
    (Part { tally, error }, is_over)
}

/// What an exploration that ended like this has learnt of objects that are accessed together.
fn learnt_of(result: &Result<Outcome, Error>, together: Together) -> Together {
    match result {
        Ok(outcome) if outcome.verdict == Explored::Refined => together,
        _ => Together::default(),
    }
}

/// The same of an execution tree.
fn explore_tree_elsewhere<S: Plain>(
    subject: &S,
    known: &Known<S::Knowledge>,
    link: &mut dyn Link<Part<TallyOf<S>>>,
) {
    let (mut program, view) = subject.program(known, &Arc::default());
    let tally = RefCell::<TallyOf<S>>::default();
    let mut before = Statistics::default();
    let mut results = |statistics: &Statistics| {
        let mut part = tally.take();
        tally.borrow_mut().statistics.clone_from(statistics);
        part.statistics = statistics.since(&before);
        before.clone_from(statistics);
        Part {
            tally: part,
            error: None,
        }
    };
    let mut counting = Counting::unwatched(subject, known, &view, &tally);
    let mut work = Distant::new(link, &mut results);
    let result = explore_with(
        subject.options().algorithm,
        &mut program,
        &limits(subject),
        &mut counting,
        &mut work,
    );
    let mut tally = tally.take();
    let error = conclude(subject, known, (&mut program, &view), result, &mut tally);
    tally.statistics = tally.statistics.since(&before);
    if is_over(subject, known, &tally) || error.is_some() {
        let error = error.map(|error| error.to_string());
        link.send(Reply::Halted(Part { tally, error }));
    }
}

/// Does the explorer itself end everything at the first finding? Only if every finding counts.
fn stops_at_once<S: Subject>(subject: &S) -> bool {
    !subject.options().keep_going && subject.has_bugs() && subject.ignored().is_empty()
}

pub(crate) fn limits<S: Subject>(subject: &S) -> mazurka_explore::Limits {
    subject.options().limits(stops_at_once(subject))
}

/// Does a finding count, as a bug or as an execution without end?
fn counts<S: Subject>(subject: &S, finding: &Finding) -> bool {
    subject.has_bugs() && !subject.ignored().contains(&finding.kind)
}

/// Is a finding a bug?
fn is_bug<S: Subject>(subject: &S, finding: &Finding) -> bool {
    finding.kind != FindingKind::EventLimit && counts(subject, finding)
}

/// Is there a finding, and that is enough?
pub(crate) fn is_decided<S: Subject>(subject: &S, tally: &TallyOf<S>) -> bool {
    !subject.options().keep_going && !tally.findings.is_empty()
}

/// Have enough executions been cut, so that it is time to stop?
pub(crate) fn has_cut_enough<S: Subject>(subject: &S, tally: &TallyOf<S>) -> bool {
    let most = subject.options().cutting.most_cut;
    most.is_some_and(|most| tally.statistics.cut >= most)
}

/// Is it of no use to explore what is left?
fn is_over<S: Subject>(subject: &S, known: &Known<S::Knowledge>, tally: &TallyOf<S>) -> bool {
    tally.endless.is_some()
        || tally.learnt.is_some()
        || is_decided(subject, tally)
        || known.rounds.is_some() && has_cut_enough(subject, tally)
}

/// Takes over the end of a scheduler's exploration. Returns why the program cannot be
/// explored.
fn conclude<S: Subject>(
    subject: &S,
    known: &Known<S::Knowledge>,
    (program, view): (&mut S::Program<'_>, &S::View),
    result: Result<Outcome, Error>,
    tally: &mut TallyOf<S>,
) -> Option<Error> {
    tally.is_cut |= subject.has_cut(view);
    subject.concluded(program, result.as_ref().err(), &mut tally.outcomes);
    let outcome = match result {
        Ok(outcome) => outcome,
        Err(Error::Program(message)) if subject.is_endless(view) => {
            tally.endless = Some(Found {
                kind: FindingKind::EventLimit,
                process: None,
                message,
                executions: 1,
                replay: String::new(),
                steps: 0,
            });
            return None;
        }
        Err(error) => return Some(error),
    };
    tally.statistics.clone_from(&outcome.statistics);
    let (schedule, finding) = match outcome.verdict {
        Explored::Refined => {
            tally.learnt = Some(subject.learnt(program));
            return None;
        }
        Explored::Endless {
            mut left,
            is_told,
            shown,
            ..
        } => {
            let knowledge = subject.refinements(program, known);
            let bugs = shown.iter().filter(|bug| is_bug(subject, bug));
            let bugs: Vec<Found> = bugs
                .map(|bug| {
                    let seen = Seen {
                        steps: left.schedule.len(),
                        schedule: &mut left.schedule.iter().copied(),
                        names: program.names(),
                        knowledge: &|| knowledge.clone(),
                    };
                    seen.found(bug, 1, subject)
                })
                .collect();
            // The observer is not told of an execution that is left.
            tally.add_early(&bugs, subject);
            if !is_told {
                left.finding.message = subject.endless(program, &left);
            }
            (left.schedule, left.finding)
        }
        Explored::Bug(bug) if counts(subject, &bug.finding) => (bug.schedule, bug.finding),
        Explored::Bug(_) | Explored::Verified | Explored::NotExhausted(_) => return None,
    };
    let refinements = subject.refinements(program, known);
    let seen = Seen {
        steps: schedule.len(),
        schedule: &mut schedule.iter().copied(),
        names: program.names(),
        knowledge: &|| refinements.clone(),
    };
    if finding.kind == FindingKind::EventLimit {
        tally.endless = Some(seen.found(&finding, 1, subject));
    } else if stops_at_once(subject) {
        // The explorer does not tell the observer of an execution that ends it.
        tally.faulty += 1;
        tally.add_finding(&finding, 1, seen, subject);
    }
    None
}

/// Counts the executions of one scheduler.
struct Counting<'a, S: Subject> {
    subject: &'a S,
    known: &'a Known<S::Knowledge>,
    view: &'a S::View,
    tally: &'a RefCell<TallyOf<S>>,
    /// Where those who watch find how many there were.
    counter: Option<&'a Counter>,
    /// Where those who watch find what it makes of the whole.
    size: Option<&'a Mutex<View>>,
    /// What learns that.
    estimator: Option<Box<Estimator>>,
    /// Where bugs are kept as soon as they are found.
    early: Option<&'a Mutex<Vec<Found>>>,
}

/// How many bugs are kept as soon as they are found.
const MOST_EARLY: usize = 16;

impl<'a, S: Subject> Counting<'a, S> {
    /// For executions that are not watched.
    fn unwatched(
        subject: &'a S,
        known: &'a Known<S::Knowledge>,
        view: &'a S::View,
        tally: &'a RefCell<TallyOf<S>>,
    ) -> Counting<'a, S> {
        Counting {
            subject,
            known,
            view,
            tally,
            counter: None,
            size: None,
            estimator: None,
            early: None,
        }
    }

    /// Counts the findings of an execution.
    fn add_findings(&self, ended: &Ended<'_>, tally: &mut TallyOf<S>) {
        let subject = self.subject;
        let count = u64::from(ended.kind == EndedKind::Complete);
        tally.add_ignored(ended, subject);
        let mut findings = ended.findings.iter();
        tally.faulty += u64::from(findings.any(|finding| is_bug(subject, finding)));
        for (i, finding) in ended.findings.iter().enumerate() {
            let is_same = |known: &Finding| {
                known.kind == finding.kind
                    && subject.essence(&known.message) == subject.essence(&finding.message)
                    && (known.process == finding.process || !subject.tells_processes_apart())
            };
            if !counts(subject, finding) || ended.findings[..i].iter().any(is_same) {
                continue;
            }
            let turns = ended.turns();
            let seen = Seen {
                schedule: &mut turns.iter().copied(),
                steps: turns.len(),
                names: ended.names,
                knowledge: &|| self.known.knowledge.to_text(),
            };
            if finding.kind != FindingKind::EventLimit {
                tally.add_finding(finding, count, seen, subject);
            } else if tally.endless.is_none() {
                tally.endless = Some(seen.found(finding, count, subject));
            }
        }
    }
}

impl<S: Subject> Observer for Counting<'_, S> {
    fn estimator(&mut self) -> Option<Box<Estimator>> {
        self.estimator.take()
    }

    fn give_back(&mut self, estimator: Box<Estimator>) {
        self.estimator = Some(estimator);
    }

    fn estimated(&mut self, view: &View) {
        if let Some(size) = self.size {
            lock(size).copy(view);
        }
    }

    fn ended(&mut self, ended: &Ended<'_>, statistics: &Statistics) -> ControlFlow<()> {
        let mut tally = self.tally.borrow_mut();
        tally.is_cut |= self.subject.has_cut(self.view);
        self.subject.ended(self.view, ended, &mut tally.outcomes);
        if !ended.findings.is_empty() {
            let known = tally.findings.len();
            self.add_findings(ended, &mut tally);
            if let Some(early) = self.early {
                let new = &tally.findings[known..];
                let room = MOST_EARLY.saturating_sub(known);
                lock(early).extend(new.iter().take(room).cloned());
            }
        }
        let is_over = is_over(self.subject, self.known, &tally);
        tally.statistics.clone_from(statistics);
        drop(tally);
        if let Some(counter) = self.counter {
            counter.set(statistics);
        }
        match is_over {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
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
