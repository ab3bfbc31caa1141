//! Replaying one execution of a Rust program: what it recorded, and shorter ways to the
//! same bug. Replay strings are those of [`mazurka_explore::replay`]; before the slash may
//! stand `t` for the exits of threads, and the like.

use crate::place;
use crate::rt::{Recording, Runtime, Words};
use mazurka_explore::replay::{self, Accessed, Ran, Reader, Recorder};
use mazurka_program::{Finding, FindingKind, Operation, ProcessId, Program, Status, Turn};

pub(crate) use mazurka_explore::replay::{Trouble, format, parse};

impl Reader for Runtime {
    fn refine(&mut self, text: &str) -> Option<()> {
        Runtime::refine(self, text)
    }

    fn process(&mut self, name: &str) -> Option<ProcessId> {
        self.parse_process(name)
    }
}

/// What a replay showed.
pub(crate) struct Replayed {
    pub(crate) recording: Recording,
    pub(crate) findings: Vec<Finding>,
    /// The name for people of each process.
    pub(crate) threads: Vec<(ProcessId, String)>,
    /// Those that carry out what others have stored.
    pub(crate) shadows: Vec<ProcessId>,
    pub(crate) taken: Vec<Taken>,
    /// What the threads wait for, if all wait for good.
    pub(crate) waits: Vec<Words>,
    /// Those that do.
    pub(crate) stuck: Vec<(ProcessId, Status)>,
}

impl Replayed {
    /// The steps, as far as explorers know them.
    pub(crate) fn ran(&self) -> Vec<Ran> {
        let steps = self.recording.steps.iter().zip(&self.taken);
        let ran = steps.map(|(step, taken)| Ran {
            turn: taken.turn,
            touches: step.touches.clone(),
            edges: step.edges.clone(),
        });
        ran.collect()
    }

    /// What each step announced.
    pub(crate) fn operations(&self) -> Vec<Option<Operation>> {
        let steps = self.recording.steps.iter();
        steps.map(|step| Some(step.operation)).collect()
    }
}

/// A step of a schedule, and what it found in memory that is the explorer's, if it did.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    turn: Turn,
    pub(crate) accessed: Option<Accessed>,
}

/// The steps that were taken.
#[derive(Default)]
struct Steps(Vec<Taken>);

impl Recorder<Runtime> for Steps {
    fn before(&mut self, _: &mut Runtime, turn: Turn) {
        self.0.push(Taken {
            turn,
            accessed: None,
        });
    }

    fn accesses(&mut self, _: &mut Runtime, accessed: &Accessed) {
        if let Some(last) = self.0.last_mut() {
            last.accessed = Some(accessed.clone());
        }
    }
}

/// Runs exactly that schedule, and records what it does.
pub(crate) fn replay(
    runtime: &mut Runtime,
    schedule: &[Turn],
    max_events: usize,
) -> Result<Replayed, Trouble> {
    runtime.record(true);
    let mut steps = Steps::default();
    let result = replay::run(runtime, schedule, max_events, &mut steps);
    let stuck =
        |finding: &Finding| matches!(finding.kind, FindingKind::Deadlock | FindingKind::Livelock);
    let mut waits = Vec::new();
    let mut waiting = Vec::new();
    if result
        .as_ref()
        .is_ok_and(|findings| findings.iter().any(stuck))
    {
        waits = runtime.waits();
        waiting = waiting_for_good(runtime);
        if place::is_backtrace_asked_for() {
            runtime.trace_waiting();
        }
    }
    let recording = runtime.record(false);
    let findings = result?;
    let processes = runtime.processes();
    let is_shadow = |process: &ProcessId| runtime.names().owner(*process).is_some();
    let shadows = processes.iter().copied().filter(is_shadow).collect();
    let threads = processes
        .into_iter()
        .map(|process| (process, runtime.thread_name(process)))
        .collect();
    Ok(Replayed {
        recording,
        findings,
        threads,
        shadows,
        taken: steps.0,
        waits,
        stuck: waiting,
    })
}

/// The threads that wait for good, and how.
fn waiting_for_good(runtime: &mut Runtime) -> Vec<(ProcessId, Status)> {
    let processes = runtime.processes().into_iter();
    let waiting = processes.filter(|process| {
        let is_shadow = runtime.names().owner(*process).is_some();
        !is_shadow && !runtime.is_daemon(*process)
    });
    let statuses = waiting.map(|process| (process, runtime.status(process)));
    statuses
        .filter(|(_, status)| *status != Status::Finished)
        .collect()
}

/// Schedules that should show the same bug with less.
pub(crate) fn shorter(replayed: &Replayed, finding: &Finding) -> Vec<Vec<Turn>> {
    let Replayed {
        recording, taken, ..
    } = replayed;
    let steps = replayed.ran();
    if steps.iter().len() != recording.steps.len() {
        return Vec::new();
    }
    if taken.iter().all(|taken| taken.accessed.is_none()) {
        return replay::shorter(&recording.start, &steps, finding);
    }
    let operation = |taken: &Taken| Some(taken.accessed.as_ref()?.operation);
    let operations: Vec<_> = taken.iter().map(operation).collect();
    replay::shorter_of_graph(&recording.start, &steps, &operations, true, finding)
}
