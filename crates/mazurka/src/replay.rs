//! Replaying one execution: replay strings, and shorter ways to the same bug.
//!
//! A replay string names the process of every step, in runs: `1/0x3,0.1x2` is
//! version 1, three steps of the first process, two steps of its second child.
//! Before the slash may stand what was treated as operations beyond the usual
//! (`1t/` for the exits of threads), since that decides what a step is.

use crate::rt::{Recording, Runtime};
use mazurka_program::{
    Edge, Finding, FindingKind, Interrupt, Names, ProcessId, Program, Status, Step,
};

/// The version of replay strings.
const VERSION: &str = "1";

/// The replay string of a schedule, found under those refinements.
pub(crate) fn format(schedule: &[ProcessId], names: &Names, refinements: &str) -> String {
    let runs: Vec<String> = schedule
        .chunk_by(|a, b| a == b)
        .map(|run| format!("{}x{}", names.process_name(run[0]), run.len()))
        .collect();
    format!("{VERSION}{refinements}/{}", runs.join(","))
}

/// What a replay string may refer to.
pub(crate) trait Reader {
    /// Takes over refinements, if they are well formed.
    fn refine(&mut self, text: &str) -> Option<()>;
    /// The process of that name.
    fn process(&mut self, name: &str) -> Option<ProcessId>;
}

impl Reader for Runtime {
    fn refine(&mut self, text: &str) -> Option<()> {
        Runtime::refine(self, text)
    }

    fn process(&mut self, name: &str) -> Option<ProcessId> {
        self.parse_process(name)
    }
}

/// The schedule of a replay string, of at most `max` steps.
///
/// # Errors
/// When it is no replay string.
pub(crate) fn parse(
    text: &str,
    max: usize,
    reader: &mut impl Reader,
) -> Result<Vec<ProcessId>, String> {
    let bad = |what: &str| {
        format!(
            "the replay string {text:?} cannot be read: {what}. It should look like \
             `1/0x3,0.1x2`, as a failure prints it"
        )
    };
    let versioned = text.trim().strip_prefix(VERSION);
    let Some((refinements, runs)) = versioned.and_then(|rest| rest.split_once('/')) else {
        return Err(bad("it does not begin with `1/`"));
    };
    if reader.refine(refinements).is_none() {
        return Err(bad(&format!(
            "{refinements:?} says nothing about what a step is"
        )));
    }
    let mut schedule = Vec::new();
    for run in runs.split(',').filter(|run| !run.is_empty()) {
        let parts = run.rsplit_once('x');
        let parsed = parts.and_then(|(name, times)| {
            let times = times.parse::<usize>().ok()?;
            Some((reader.process(name)?, times))
        });
        let Some((process, times)) = parsed else {
            return Err(bad(&format!("{run:?} is no process and number of steps")));
        };
        if times > max.saturating_sub(schedule.len()) {
            return Err(bad(&format!("it has more than {max} steps (max_events)")));
        }
        schedule.extend(std::iter::repeat_n(process, times));
    }
    Ok(schedule)
}

/// What a replay showed.
pub(crate) struct Replayed {
    pub(crate) recording: Recording,
    pub(crate) findings: Vec<Finding>,
    /// The name for people of each process.
    pub(crate) threads: Vec<(ProcessId, String)>,
}

/// Why a schedule could not be replayed.
pub(crate) enum Trouble {
    Interrupt(Interrupt),
    /// It does not fit the program at that step.
    Misfit(usize, ProcessId),
}

impl From<Interrupt> for Trouble {
    fn from(interrupt: Interrupt) -> Trouble {
        Trouble::Interrupt(interrupt)
    }
}

/// Runs exactly that schedule, and records what it does.
pub(crate) fn replay(
    runtime: &mut Runtime,
    schedule: &[ProcessId],
    max_events: usize,
) -> Result<Replayed, Trouble> {
    runtime.record(true);
    let result = run(runtime, schedule, max_events);
    let recording = runtime.record(false);
    let findings = result?;
    let processes = runtime.processes();
    let threads = processes
        .into_iter()
        .map(|process| (process, runtime.thread_name(process)))
        .collect();
    Ok(Replayed {
        recording,
        findings,
        threads,
    })
}

fn run(
    runtime: &mut Runtime,
    schedule: &[ProcessId],
    max_events: usize,
) -> Result<Vec<Finding>, Trouble> {
    let mut step = Step::default();
    runtime.start(&mut step)?;
    for (i, process) in schedule.iter().enumerate() {
        if !runtime.status(*process).is_enabled() {
            return Err(Trouble::Misfit(i, *process));
        }
        runtime.step(*process, &mut step)?;
    }
    let mut findings = step.findings;
    if findings.is_empty() {
        findings.extend(at_the_end(runtime, schedule.len() >= max_events));
    }
    Ok(findings)
}

/// The bug that an execution shows by how it ends.
fn at_the_end(runtime: &mut Runtime, full: bool) -> Option<Finding> {
    let processes = runtime.processes();
    let enabled = processes
        .iter()
        .find(|process| runtime.status(**process).is_enabled());
    let finding = |kind, process, message| Finding {
        kind,
        process,
        message,
    };
    if let Some(process) = enabled {
        let message = "the execution still goes on".to_owned();
        return full.then(|| finding(FindingKind::EventLimit, Some(*process), message));
    }
    let waiting: Vec<String> = processes
        .iter()
        .filter(|process| runtime.status(**process) != Status::Finished)
        .map(|process| runtime.describe_wait(*process))
        .collect();
    (!waiting.is_empty()).then(|| finding(FindingKind::Deadlock, None, waiting.join("; ")))
}

/// Longer executions are shown as they are.
const SHORTEN_MAX: usize = 2_000;

/// Schedules that should show the same bug with less: first only what happens
/// before it, then everything; both with few switches between processes.
pub(crate) fn shorter(recording: &Recording, finding: &Finding) -> Vec<Vec<ProcessId>> {
    if recording.steps.len() > SHORTEN_MAX {
        return Vec::new();
    }
    let order = Order::new(recording);
    let mut schedules = Vec::new();
    if let Some(process) = finding.process
        && finding.kind != FindingKind::EventLimit
    {
        schedules.push(order.linearise(&order.processes[process.index()]));
    }
    if finding.kind != FindingKind::EventLimit {
        schedules.push(order.linearise(&order.counts));
    }
    schedules
}

/// How many events of each process, by identifier.
type Clock = Vec<u32>;

/// The happens-before relation of a recorded execution.
struct Order {
    /// The process and the clock of every event.
    events: Vec<(ProcessId, Clock)>,
    /// The clock of every process at the end.
    processes: Vec<Clock>,
    /// How many events every process has.
    counts: Clock,
}

impl Order {
    fn new(recording: &Recording) -> Order {
        let size = size(recording);
        let mut processes = vec![vec![0; size]; size];
        let mut counts = vec![0; size];
        let mut events: Vec<(ProcessId, Clock)> = Vec::new();
        for step in &recording.steps {
            let own = step.process.index();
            counts[own] += 1;
            let mut clock = processes[own].clone();
            clock[own] = counts[own];
            for (before, (_, theirs)) in recording.steps.iter().zip(&events) {
                if before.operation.object == step.operation.object
                    && before.effect.access.depends_on(step.effect.access)
                {
                    join(&mut clock, theirs);
                }
            }
            processes[own].clone_from(&clock);
            events.push((step.process, clock));
            for edge in &step.edges {
                let (to, from) = match *edge {
                    Edge::Spawn { parent, child } => (child, parent),
                    Edge::Join { process, target } => (process, Some(target)),
                };
                if let Some(from) = from {
                    let theirs = processes[from.index()].clone();
                    join(&mut processes[to.index()], &theirs);
                }
            }
        }
        Order {
            events,
            processes,
            counts,
        }
    }

    /// The events up to `until`, in an order that happens-before allows and
    /// that stays with one process for as long as it can.
    fn linearise(&self, until: &Clock) -> Vec<ProcessId> {
        let mut done = vec![0; until.len()];
        let mut schedule: Vec<ProcessId> = Vec::new();
        loop {
            let last = schedule.last().copied();
            let mut next = None;
            for (process, clock) in &self.events {
                let own = process.index();
                let is_next = clock[own] == done[own] + 1 && clock[own] <= until[own];
                let ready = is_next
                    && (0..until.len()).all(|other| other == own || clock[other] <= done[other]);
                if ready && (next.is_none() || Some(*process) == last) {
                    next = Some(*process);
                }
            }
            let Some(process) = next else {
                return schedule;
            };
            done[process.index()] += 1;
            schedule.push(process);
        }
    }
}

fn join(clock: &mut Clock, other: &Clock) {
    for (mine, theirs) in clock.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}

/// One more than the largest identifier of a process.
fn size(recording: &Recording) -> usize {
    let edges = recording.steps.iter().flat_map(|step| &step.edges);
    let spawned = recording.start.iter().chain(edges).map(|edge| match edge {
        Edge::Spawn { child, .. } => child.index(),
        Edge::Join { process, .. } => process.index(),
    });
    spawned.max().unwrap_or(0) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Reader for Names {
        fn refine(&mut self, text: &str) -> Option<()> {
            (text.is_empty() || text == "t").then_some(())
        }

        fn process(&mut self, name: &str) -> Option<ProcessId> {
            self.parse_process(name)
        }
    }

    #[test]
    fn replay_strings_are_read_back() {
        let mut names = Names::new();
        let (a, b) = (ProcessId::ROOT, names.at_path(&[1]));
        let schedule = [a, a, a, b, b, a];
        let text = format(&schedule, &names, "");
        assert_eq!(text, "1/0x3,0.1x2,0x1");
        assert_eq!(parse(&text, 100, &mut names).unwrap(), schedule);
        assert_eq!(parse("1/", 100, &mut names).unwrap(), []);
        let refined = format(&schedule, &names, "t");
        assert_eq!(refined, "1t/0x3,0.1x2,0x1");
        assert_eq!(parse(&refined, 100, &mut names).unwrap(), schedule);
    }

    #[test]
    fn other_strings_are_refused_with_a_reason() {
        let mut names = Names::new();
        for (text, reason) in [
            ("", "does not begin with `1/`"),
            ("2/0x1", "does not begin with `1/`"),
            ("1q/0x1", "\"q\" says nothing"),
            ("1/0", "\"0\" is no process"),
            ("1/0x", "\"0x\" is no process"),
            ("1/7x1", "\"7x1\" is no process"),
            ("1/0x99999999", "more than 100 steps"),
        ] {
            let error = parse(text, 100, &mut names).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
    }
}
