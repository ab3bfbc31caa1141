//! What exploring costs beyond running the executions: for benchmarks of
//! Mazurka only.

use crate::closure::Closure;
use crate::engine::INTERNAL;
use crate::report::{Limit, Report, Verdict};
use crate::rt::Runtime;
use crate::settings::Settings;
use crate::{Algorithm, Checker};
use mazurka_check::Known;
use mazurka_explore::{
    Ended, EndedKind, Error, Limits, Observer, Outcome, Planned, Statistics, Verdict as Explored,
};
use mazurka_parallel::Mode;
use mazurka_program::{
    Interrupt, Kind, ObjectId, Operation, ProcessId, Program, Script, Step, Turn,
};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub use mazurka_parallel::Account;

/// Checks for comparison.
pub trait Compared {
    /// Lets a central controller hand out the work.
    #[must_use]
    fn central_controller(self) -> Self;

    /// Explores without a frontier that others could share. There is no limit on time then.
    #[must_use]
    fn alone(self) -> Self;

    /// Puts what sharing the work took into `account`.
    #[must_use]
    fn account(self, account: &Arc<Mutex<Account>>) -> Self;
}

impl Compared for Checker {
    fn central_controller(mut self) -> Checker {
        self.settings().mode = Mode::CONTROLLER;
        self
    }

    fn alone(mut self) -> Checker {
        self.settings().measure = Some(Task::Explore);
        self
    }

    fn account(mut self, account: &Arc<Mutex<Account>>) -> Checker {
        self.settings().account = Some(Arc::clone(account));
        self
    }
}

/// The schedules of complete executions, in the order in which they were
/// explored.
#[derive(Clone, Debug, Default)]
pub struct Schedules {
    /// Process and alternative of every event.
    processes: Vec<u32>,
    alternatives: Vec<u32>,
    /// Where each execution ends.
    ends: Vec<usize>,
    refinements: String,
}

impl Schedules {
    /// How many executions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Are there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many events in all of them.
    #[must_use]
    pub fn events(&self) -> usize {
        self.processes.len()
    }

    /// For each execution, whose turns they were: 0 is the closure, and in
    /// programs in which nobody else spawns, 1 is its first thread, and so on.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.ranges().map(|range| &self.processes[range])
    }

    fn ranges(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let mut start = 0;
        self.ends
            .iter()
            .map(move |&end| std::mem::replace(&mut start, end)..end)
    }

    fn push(&mut self, schedule: impl Iterator<Item = Turn>) {
        for turn in schedule {
            self.processes.push(turn.process.0);
            self.alternatives.push(turn.alternative);
        }
        self.ends.push(self.processes.len());
    }
}

/// The executions of an exploration in the order in which they ended, and what each
/// of them planned: how the exploration's tree grew, and at what cost.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The executions.
    pub executions: Vec<Execution>,
    /// The leaves of wakeup trees that they were begun with.
    pub leaves: Vec<Leaf>,
    /// What the executions planned, one after the other.
    pub planned: Vec<Covered>,
}

/// One execution of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Execution {
    /// The leaf that it was begun with, by its place in [`Tree::leaves`]. (The first
    /// was begun with none.)
    pub leaf: u32,
    /// How many of its events repeat the execution before.
    pub fresh: u32,
    /// How many events it has.
    pub length: u32,
    /// The processor's time since the execution before ended: the search for races
    /// of that one, and the run of this one.
    pub nanoseconds: u32,
    /// Where in [`Tree::planned`] that ends which this one or one before planned.
    pub planned_end: u32,
}

/// A leaf of a wakeup tree, and the execution that begins with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// After how many events it differs from what was planned before.
    pub depth: u32,
    /// After how many events it has chosen them all.
    pub end: u32,
}

/// A sequence that an execution inserted into a wakeup tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Covered {
    /// The leaf that covers it, by its place in [`Tree::leaves`]. It is new if it was
    /// not named before.
    pub leaf: u32,
    /// After how many events of the execution it was inserted.
    pub frame: u32,
}

/// A [`Tree`] that grows.
#[derive(Debug)]
pub(crate) struct Recorder {
    tree: Tree,
    /// The processor's time when the last execution ended.
    last: Duration,
    /// The leaf that the current execution was begun with.
    begun_with: u32,
    /// Leaves by the numbers that explorers give them.
    leaves: Vec<u32>,
}

impl Recorder {
    fn new() -> Recorder {
        Recorder {
            tree: Tree::default(),
            last: cpu_time(),
            begun_with: 0,
            leaves: Vec::new(),
        }
    }

    fn begun_with(&mut self, number: u32) {
        let leaf = self.leaves.get(number as usize);
        self.begun_with = leaf.copied().unwrap_or_default();
    }

    fn ended(&mut self, ended: &Ended<'_>) {
        let now = cpu_time();
        // The exploration may have moved to another thread.
        let elapsed = now.saturating_sub(std::mem::replace(&mut self.last, now));
        self.tree.executions.push(Execution {
            leaf: self.begun_with,
            fresh: narrow(ended.fresh),
            length: narrow(ended.trace.len()),
            nanoseconds: u32::try_from(elapsed.as_nanos()).unwrap_or(u32::MAX),
            planned_end: narrow(self.tree.planned.len()),
        });
    }

    fn planned(&mut self, planned: &Planned) {
        let number = planned.leaf as usize;
        if let Some(new) = &planned.new {
            if self.leaves.len() <= number {
                self.leaves.resize(number + 1, 0);
            }
            self.leaves[number] = narrow(self.tree.leaves.len());
            self.tree.leaves.push(Leaf {
                depth: narrow(new.start),
                end: narrow(new.end),
            });
        }
        self.tree.planned.push(Covered {
            leaf: self.leaves[number],
            frame: narrow(planned.frame),
        });
        if let Some(last) = self.tree.executions.last_mut() {
            last.planned_end += 1;
        }
    }
}

/// The processor time that the calling OS thread has used: what else the machine
/// does counts less.
fn cpu_time() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the call writes to `time`, and to nothing else.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    assert_eq!(failed, 0, "every thread has such a clock");
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("under 2^32 events and executions")
}

/// What a check does for a measurement.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// Keep the schedules.
    Record(Arc<Mutex<Schedules>>),
    /// Keep the tree.
    RecordTree(Arc<Mutex<Recorder>>),
    /// Only explore.
    Explore,
    /// Run only these schedules, and tell how long that took.
    Rerun(Arc<Schedules>, Arc<Mutex<Duration>>),
}

impl Task {
    /// An exploration begins, perhaps anew.
    pub(crate) fn begin(&self) {
        match self {
            Task::Record(schedules) => *lock(schedules) = Schedules::default(),
            Task::RecordTree(recorder) => *lock(recorder) = Recorder::new(),
            Task::Explore | Task::Rerun(..) => {}
        }
    }

    /// The exploration has ended.
    pub(crate) fn end(&self, refinements: String) {
        if let Task::Record(schedules) = self {
            lock(schedules).refinements = refinements;
        }
    }
}

impl Observer for &Task {
    fn ended(&mut self, ended: &Ended<'_>, _: &Statistics) -> ControlFlow<()> {
        match (self, ended.kind) {
            (Task::Record(schedules), EndedKind::Complete) => {
                lock(schedules).push(ended.trace.events().iter().map(|event| event.turn()));
            }
            (Task::RecordTree(recorder), _) => lock(recorder).ended(ended),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn watches_plans(&self) -> bool {
        matches!(self, Task::RecordTree(_))
    }

    fn begun_with(&mut self, leaf: u32) {
        if let Task::RecordTree(recorder) = self {
            lock(recorder).begun_with(leaf);
        }
    }

    fn planned(&mut self, planned: Planned) {
        if let Task::RecordTree(recorder) = self {
            lock(recorder).planned(&planned);
        }
    }
}

/// Checks a closure by one explorer that shares nothing, as a task says.
pub(crate) fn check(
    settings: &Arc<Settings>,
    body: Arc<dyn Fn() + Send + Sync>,
    task: &Task,
) -> Report {
    let algorithm = settings.algorithm;
    let single = Arc::new(Settings {
        workers: 1,
        ..(**settings).clone()
    });
    let closure = Closure::new(&single, body);
    let task = task.clone();
    let worker = closure.worker(&Arc::default());
    let measured = worker.and_then(|worker| {
        let measured = worker.begin(move |runtime| {
            closure.prepare(runtime, &Known::default());
            measured(&single, runtime, &task)
        });
        measured.recv().unwrap_or_else(|_| Err(INTERNAL.to_owned()))
    });
    match measured {
        Ok((verdict, statistics)) => Report {
            verdict,
            statistics,
            ..Report::error(algorithm, String::new())
        },
        Err(message) => Report::error(algorithm, message),
    }
}

fn measured(
    settings: &Settings,
    runtime: &mut Runtime,
    task: &Task,
) -> Result<(Verdict, Statistics), String> {
    if let Task::Rerun(schedules, elapsed) = task {
        run(runtime, schedules, elapsed)?;
        let verdict = Verdict::NotExhausted(Limit::Replay);
        return Ok((verdict, Statistics::default()));
    }
    let limits = Limits {
        max_events: settings.max_events,
        max_executions: settings.max_executions,
        keep_going: settings.keep_going,
    };
    loop {
        task.begin();
        let mut observer = task;
        let outcome = mazurka_explore::explore(settings.algorithm, runtime, &limits, &mut observer);
        let Outcome {
            verdict,
            statistics,
        } = outcome.map_err(|error: Error| error.to_string())?;
        let verdict = match verdict {
            Explored::Refined => continue,
            Explored::Verified => Verdict::Verified,
            Explored::NotExhausted(mazurka_explore::Limit::Executions) => {
                Verdict::NotExhausted(Limit::Executions)
            }
            other => return Err(format!("it cannot be measured: {other:?}")),
        };
        task.end(runtime.refinements());
        return Ok((verdict, statistics));
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Checks `f`, and gives the schedules of its complete executions.
pub fn record<F>(mut checker: Checker, f: F) -> (Report, Schedules)
where
    F: Fn() + Send + Sync + 'static,
{
    let schedules = Arc::new(Mutex::new(Schedules::default()));
    checker.settings().measure = Some(Task::Record(Arc::clone(&schedules)));
    let report = checker.check(f);
    let schedules = std::mem::take(&mut *lock(&schedules));
    (report, schedules)
}

/// Checks `f` by `optimal`, and gives the tree of its executions. (Other explorers
/// do not tell what they plan.)
pub fn record_tree<F>(checker: Checker, f: F) -> (Report, Tree)
where
    F: Fn() + Send + Sync + 'static,
{
    let recorder = Arc::new(Mutex::new(Recorder::new()));
    let mut checker = checker.algorithm(Algorithm::Optimal);
    checker.settings().measure = Some(Task::RecordTree(Arc::clone(&recorder)));
    let report = checker.check(f);
    let tree = std::mem::take(&mut lock(&recorder).tree);
    (report, tree)
}

/// Runs `f` under each of the schedules, with no analysis and no checks: how long
/// that takes, without what it takes to read the schedules.
///
/// # Errors
/// When the program does not do under a schedule what it did before.
pub fn rerun<F>(mut checker: Checker, f: F, schedules: &Schedules) -> Result<Duration, String>
where
    F: Fn() + Send + Sync + 'static,
{
    let elapsed = Arc::new(Mutex::new(Duration::ZERO));
    let schedules = Arc::new(schedules.clone());
    checker.settings().measure = Some(Task::Rerun(schedules, Arc::clone(&elapsed)));
    let report = checker.check(f);
    match report.verdict() {
        Verdict::Error(message) => Err(message.clone()),
        _ => Ok(*lock(&elapsed)),
    }
}

/// Runs the schedules.
pub(crate) fn run(
    runtime: &mut Runtime,
    schedules: &Schedules,
    elapsed: &Mutex<Duration>,
) -> Result<(), String> {
    runtime
        .refine(&schedules.refinements)
        .ok_or("the refinements are malformed")?;
    loop {
        match run_all(runtime, schedules) {
            Ok(time) => {
                *lock(elapsed) = time;
                return Ok(());
            }
            Err(Interrupt::Refined | Interrupt::CameBack) => {}
            Err(Interrupt::Error(message)) => return Err(message),
            Err(Interrupt::Stopped) => return Err("it was stopped".to_owned()),
        }
    }
}

fn run_all(runtime: &mut Runtime, schedules: &Schedules) -> Result<Duration, Interrupt> {
    // What a step announced and did is not looked at.
    let operation = Operation::new(Kind::Load, ObjectId(0), 0);
    let mut step = Step::default();
    let mut script = Script::default();
    let mut time = Duration::ZERO;
    for range in schedules.ranges() {
        script.truncate(0);
        for i in range {
            let turn = Turn {
                process: ProcessId(schedules.processes[i]),
                alternative: schedules.alternatives[i],
            };
            script.push(turn, operation, &[]);
        }
        let begun = Instant::now();
        step.clear();
        runtime.start(&mut step)?;
        runtime.repeat(&script, script.len(), true, &mut step)?;
        time += begun.elapsed();
    }
    Ok(time)
}
