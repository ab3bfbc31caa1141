//! What exploring costs beyond running the executions: for benchmarks of
//! Mazurka, and of no use to anybody else.

use crate::rt::Runtime;
use crate::{Checker, Report, Verdict};
use mazurka_explore::{Ended, EndedKind};
use mazurka_program::{
    Interrupt, Kind, ObjectId, Operation, ProcessId, Program, Script, Step, Turn,
};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

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

/// What a check does for a measurement.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// Keep the schedules.
    Record(Arc<Mutex<Schedules>>),
    /// Run only these schedules, and tell how long that took.
    Rerun(Arc<Schedules>, Arc<Mutex<Duration>>),
}

impl Task {
    /// An exploration begins, perhaps anew.
    pub(crate) fn begin(&self) {
        if let Task::Record(schedules) = self {
            *lock(schedules) = Schedules::default();
        }
    }

    /// An execution has ended.
    pub(crate) fn ended(&self, ended: &Ended<'_>) {
        if let (Task::Record(schedules), EndedKind::Complete) = (self, ended.kind) {
            lock(schedules).push(ended.trace.events().iter().map(|event| event.turn()));
        }
    }

    /// The exploration has ended.
    pub(crate) fn end(&self, refinements: String) {
        if let Task::Record(schedules) = self {
            lock(schedules).refinements = refinements;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Checks `f`, and gives the schedules of its complete executions.
pub fn record<F>(checker: Checker, f: F) -> (Report, Schedules)
where
    F: Fn() + Send + Sync + 'static,
{
    let schedules = Arc::new(Mutex::new(Schedules::default()));
    let report = checker
        .measure(Task::Record(Arc::clone(&schedules)))
        .check(f);
    let schedules = std::mem::take(&mut *lock(&schedules));
    (report, schedules)
}

/// Runs `f` under each of the schedules, with no analysis and no checks: how long
/// that takes, without what it takes to read the schedules.
///
/// # Errors
/// When the program does not do under a schedule what it did before.
pub fn rerun<F>(checker: Checker, f: F, schedules: &Schedules) -> Result<Duration, String>
where
    F: Fn() + Send + Sync + 'static,
{
    let elapsed = Arc::new(Mutex::new(Duration::ZERO));
    let schedules = Arc::new(schedules.clone());
    let report = checker
        .measure(Task::Rerun(schedules, Arc::clone(&elapsed)))
        .check(f);
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
            Err(Interrupt::Refined) => {}
            Err(Interrupt::Error(message)) => return Err(message),
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
