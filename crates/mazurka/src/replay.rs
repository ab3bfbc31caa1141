//! Replaying one execution of a Rust program: what it recorded, and shorter ways to the
//! same bug. Replay strings are those of [`mazurka_explore::replay`]; before the slash may
//! stand `t` for the exits of threads, and the like.

use crate::rt::{Recording, Runtime};
use mazurka_explore::replay::{self, Ran, Reader};
use mazurka_program::{Finding, ProcessId, Program, Turn};

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
}

/// Runs exactly that schedule, and records what it does.
pub(crate) fn replay(
    runtime: &mut Runtime,
    schedule: &[Turn],
    max_events: usize,
) -> Result<Replayed, Trouble> {
    runtime.record(true);
    let result = replay::run(runtime, schedule, max_events, &mut ());
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
    })
}

/// Schedules that should show the same bug with less.
pub(crate) fn shorter(recording: &Recording, finding: &Finding) -> Vec<Vec<Turn>> {
    let steps = recording.steps.iter().map(|step| Ran {
        turn: Turn {
            process: step.process,
            alternative: step.alternative,
        },
        touches: step.touches.clone(),
        edges: step.edges.clone(),
    });
    let steps: Vec<Ran> = steps.collect();
    replay::shorter(&recording.start, &steps, finding)
}
