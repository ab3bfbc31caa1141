//! Replaying one execution: replay strings, and shorter ways to the same bug.
//!
//! A replay string names the process of every step, in runs: `1/0x3,0.1x2` is
//! version 1, three steps of the first process, two steps of its second child.
//! `0.1:2x1` is one step that takes alternative 2 of its operation (they count
//! from zero, and zero is not written). Before the slash may stand what was treated as operations beyond the usual
//! (`1t/` for the exits of threads), since that decides what a step is.

use crate::rt::{Recording, Runtime};
use mazurka_program::{
    Edge, Finding, FindingKind, Interrupt, Names, ProcessId, Program, Status, Step, Touch, Turn,
};

/// The version of replay strings.
const VERSION: &str = "1";

/// The replay string of a schedule, found under those refinements.
pub(crate) fn format(schedule: &[Turn], names: &Names, refinements: &str) -> String {
    let turn = |turn: Turn| match (names.process_name(turn.process), turn.alternative) {
        (name, 0) => name,
        (name, alternative) => format!("{name}:{alternative}"),
    };
    let runs: Vec<String> = schedule
        .chunk_by(|a, b| a == b)
        .map(|run| format!("{}x{}", turn(run[0]), run.len()))
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
pub(crate) fn parse(text: &str, max: usize, reader: &mut impl Reader) -> Result<Vec<Turn>, String> {
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
        let parsed = parts.and_then(|(turn, times)| {
            let times = times.parse::<usize>().ok()?;
            Some((parse_turn(turn, reader)?, times))
        });
        let Some((turn, times)) = parsed else {
            return Err(bad(&format!("{run:?} is no process and number of steps")));
        };
        if times > max.saturating_sub(schedule.len()) {
            return Err(bad(&format!("it has more than {max} steps (max_events)")));
        }
        schedule.extend(std::iter::repeat_n(turn, times));
    }
    Ok(schedule)
}

/// A process, and the alternative that it takes.
fn parse_turn(text: &str, reader: &mut impl Reader) -> Option<Turn> {
    let (name, alternative) = match text.split_once(':') {
        Some((name, alternative)) => (name, alternative.parse().ok()?),
        None => (text, 0),
    };
    Some(Turn {
        process: reader.process(name)?,
        alternative,
    })
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
    schedule: &[Turn],
    max_events: usize,
) -> Result<Replayed, Trouble> {
    runtime.record(true);
    let result = run(runtime, schedule, max_events);
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

fn run(
    runtime: &mut Runtime,
    schedule: &[Turn],
    max_events: usize,
) -> Result<Vec<Finding>, Trouble> {
    let mut step = Step::default();
    runtime.start(&mut step)?;
    for (i, turn) in schedule.iter().enumerate() {
        let fits = runtime.status(turn.process).is_enabled()
            && turn.alternative < runtime.alternatives(turn.process);
        if !fits {
            return Err(Trouble::Misfit(i, turn.process));
        }
        runtime.step(*turn, &mut step)?;
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
    let is = |process: &ProcessId, status| runtime.status(*process) == status;
    if processes
        .iter()
        .any(|process| is(process, Status::Discarded))
    {
        return None;
    }
    let waiting: Vec<ProcessId> = processes
        .into_iter()
        .filter(|process| !is(process, Status::Finished) && !runtime.is_daemon(*process))
        .collect();
    let spins = |process: &ProcessId| {
        let operation = runtime.status(*process).operation();
        operation.is_some_and(|operation| operation.unless.is_some())
    };
    let kind = if waiting.iter().any(spins) {
        FindingKind::Livelock
    } else {
        FindingKind::Deadlock
    };
    let words: Vec<String> = waiting
        .iter()
        .map(|process| runtime.describe_wait(*process))
        .collect();
    (!waiting.is_empty()).then(|| finding(kind, None, words.join("; ")))
}

/// Longer executions are shown as they are.
const SHORTEN_MAX: usize = 2_000;

/// Schedules that should show the same bug with less: first only what happens
/// before it, then everything; both with few switches between processes.
pub(crate) fn shorter(recording: &Recording, finding: &Finding) -> Vec<Vec<Turn>> {
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
    /// The turn and the clock of every event.
    events: Vec<(Turn, Clock)>,
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
        let mut events: Vec<(Turn, Clock)> = Vec::new();
        let mut marks: Vec<Clock> = Vec::new();
        add_edges(&recording.start, &mut processes, &mut marks);
        for step in &recording.steps {
            let own = step.process.index();
            counts[own] += 1;
            let mut clock = processes[own].clone();
            clock[own] = counts[own];
            for (before, (_, theirs)) in recording.steps.iter().zip(&events) {
                if depend(&before.touches, &step.touches) {
                    join(&mut clock, theirs);
                }
            }
            processes[own].clone_from(&clock);
            let turn = Turn {
                process: step.process,
                alternative: step.alternative,
            };
            events.push((turn, clock));
            add_edges(&step.edges, &mut processes, &mut marks);
        }
        Order {
            events,
            processes,
            counts,
        }
    }

    /// The events up to `until`, in an order that happens-before allows and
    /// that stays with one process for as long as it can.
    fn linearise(&self, until: &Clock) -> Vec<Turn> {
        let mut done = vec![0; until.len()];
        let mut schedule: Vec<Turn> = Vec::new();
        loop {
            let last = schedule.last().map(|turn| turn.process);
            let mut next = None;
            for (turn, clock) in &self.events {
                let own = turn.process.index();
                let is_next = clock[own] == done[own] + 1 && clock[own] <= until[own];
                let ready = is_next
                    && (0..until.len()).all(|other| other == own || clock[other] <= done[other]);
                if ready && (next.is_none() || Some(turn.process) == last) {
                    next = Some(*turn);
                }
            }
            let Some(turn) = next else {
                return schedule;
            };
            done[turn.process.index()] += 1;
            schedule.push(turn);
        }
    }
}

/// Adds what enabling edges say to the clocks of processes.
fn add_edges(edges: &[Edge], processes: &mut [Clock], marks: &mut Vec<Clock>) {
    for edge in edges {
        let (to, theirs) = match *edge {
            Edge::Spawn { parent: None, .. } => continue,
            Edge::Mark { process } => {
                marks.push(processes[process.index()].clone());
                continue;
            }
            Edge::After { process, mark } => (process, marks[mark as usize].clone()),
            Edge::Spawn {
                parent: Some(from),
                child: to,
            }
            | Edge::Join {
                process: to,
                target: from,
            }
            | Edge::Wake {
                process: to,
                by: from,
            } => (to, processes[from.index()].clone()),
        };
        join(&mut processes[to.index()], &theirs);
    }
}

/// Do two operations with these touches depend on one another? (A read of what
/// the process itself stored depends on fewer than this says, which does not
/// matter here.)
fn depend(a: &[Touch], b: &[Touch]) -> bool {
    a.iter().any(|a| {
        b.iter()
            .any(|b| a.object == b.object && a.access.depends_on(b.access))
    })
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
        Edge::Join { process, .. }
        | Edge::Wake { process, .. }
        | Edge::Mark { process }
        | Edge::After { process, .. } => process.index(),
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
        let (a, b) = (ProcessId::ROOT, names.child(ProcessId::ROOT, 1));
        let schedule = [a, a, a, b, b, a].map(Turn::from);
        let text = format(&schedule, &names, "");
        assert_eq!(text, "1/0x3,0.1x2,0x1");
        let other = Turn {
            process: b,
            alternative: 2,
        };
        let choices = [Turn::from(b), other, other, Turn::from(a)];
        let text = format(&choices, &names, "");
        assert_eq!(text, "1/0.1x1,0.1:2x2,0x1");
        assert_eq!(parse(&text, 100, &mut names).unwrap(), choices);
        let text = format(&schedule, &names, "");
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
            ("1/0:x1", "\"0:x1\" is no process"),
            ("1/0:-1x1", "\"0:-1x1\" is no process"),
            ("1/0x99999999", "more than 100 steps"),
        ] {
            let error = parse(text, 100, &mut names).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
    }
}
