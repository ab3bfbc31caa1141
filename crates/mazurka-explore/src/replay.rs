//! One execution: its replay string, running exactly that, and shorter ways to the same
//! finding.
//!
//! A replay string names the process of every step, in runs: `1/0x3,0.1x2` is
//! version 1, three steps of the first process, two steps of its second child.
//! `0.1:2x1` is one step that takes alternative 2 of its operation (they count
//! from zero, and zero is not written). `0.1<0.2x1` is a step that takes a message from `0.2`,
//! where a receive may choose. `r2x500` is the last two runs again, 500 times: that is how long
//! loops are written. Before the slash may stand what was treated as
//! operations beyond the usual, in words of the front end, since that decides what a
//! step is.
//!
//! Schedules of execution graphs are the same: where an operation says how it is ordered, the
//! alternative says which write is read, or where a write goes (`memory.rs`).

mod graph;
#[cfg(test)]
mod graph_tests;
mod memory;
mod simplify;

pub use graph::shorter_of_graph;
pub use memory::{Accessed, Newer};
pub use simplify::{Cost, Simplify, simplify};

use crate::ending::Ending;
use crate::outcome::Limits;
use crate::run::Run;
use mazurka_program::{
    Edge, Finding, FindingKind, Interrupt, Kind, Names, ProcessId, Program, Status, Step, Touch,
    Turn,
};
use memory::Memory;
use std::collections::HashSet;

/// The version of replay strings.
const VERSION: &str = "1";

/// The replay string of a schedule, found under those refinements.
#[must_use]
pub fn format(schedule: &[Turn], names: &Names, refinements: &str) -> String {
    let turn = |turn: Turn| {
        let name = names.process_name(turn.process);
        match (turn.sender(), turn.alternative) {
            (Some(sender), _) => format!("{name}<{}", names.process_name(sender)),
            (None, 0) => name,
            (None, alternative) => format!("{name}:{alternative}"),
        }
    };
    let runs: Vec<&[Turn]> = schedule.chunk_by(|a, b| a == b).collect();
    let mut words = Vec::new();
    let mut at = 0;
    while at < runs.len() {
        let (period, more) = repetition(&runs[at..]);
        let first = &runs[at..at + period];
        words.extend(
            first
                .iter()
                .map(|run| format!("{}x{}", turn(run[0]), run.len())),
        );
        if more > 0 {
            words.push(format!("r{period}x{more}"));
        }
        at += period * (more + 1);
    }
    format!("{VERSION}{refinements}/{}", words.join(","))
}

/// The most runs that are recognised when they are repeated.
const LONGEST_PERIOD: usize = 16;
/// Fewer runs are written as they are.
const FEWEST_REPEATED: usize = 64;

/// How many of the first runs are repeated at once, and how often, if it saves much.
fn repetition(runs: &[&[Turn]]) -> (usize, usize) {
    for period in 1..=LONGEST_PERIOD.min(runs.len() / 2) {
        let (first, rest) = runs.split_at(period);
        let more = rest.chunks_exact(period).take_while(|next| *next == first);
        let more = more.count();
        if more * period >= FEWEST_REPEATED {
            return (period, more);
        }
    }
    (1, 0)
}

/// The most steps of a schedule: a string may say any number.
const LONGEST: usize = 50_000_000;

/// What a replay string may refer to.
pub trait Reader {
    /// Takes over refinements, if they are well formed.
    fn refine(&mut self, text: &str) -> Option<()>;
    /// The process of that name.
    fn process(&mut self, name: &str) -> Option<ProcessId>;
}

/// The schedule of a replay string, of at most `max` steps.
///
/// # Errors
/// When it is no replay string.
pub fn parse(text: &str, max: usize, reader: &mut impl Reader) -> Result<Vec<Turn>, String> {
    let bad = |what: &str| {
        format!(
            "the replay string {} cannot be read: {what}. It should look like \
             `1/0x3,0.1x2`, as a failure prints it",
            shown(text)
        )
    };
    let versioned = text.trim().strip_prefix(VERSION);
    let Some((refinements, runs)) = versioned.and_then(|rest| rest.split_once('/')) else {
        return Err(bad("it does not begin with `1/`"));
    };
    if reader.refine(refinements).is_none() {
        return Err(bad(&format!(
            "{} says nothing about what a step is",
            shown(refinements)
        )));
    }
    let max = max.min(LONGEST);
    let mut schedule = Vec::new();
    // Where the runs begin that can be repeated.
    let mut starts = Vec::new();
    for run in runs.split(',').filter(|run| !run.is_empty()) {
        let parts = run.rsplit_once('x');
        let parts = parts.and_then(|(of, times)| Some((of, times.parse::<usize>().ok()?)));
        let again = parts.and_then(|(of, times)| {
            let count: usize = of.strip_prefix('r')?.parse().ok()?;
            let first = starts.len().checked_sub(count)?;
            Some((*starts.get(first)?, times))
        });
        let mut turn = || parts.and_then(|(of, times)| Some((parse_turn(of, reader)?, times)));
        let room = max.saturating_sub(schedule.len());
        let many = || bad(&format!("it has more than {max} steps (max_events)"));
        if let Some((start, times)) = again {
            let again: Vec<Turn> = schedule[start..].to_vec();
            if again.len().checked_mul(times).is_none_or(|all| all > room) {
                return Err(many());
            }
            // Without an end, should these runs have no steps.
            for _ in 0..times.min(room) {
                schedule.extend_from_slice(&again);
            }
            starts.clear();
        } else if let Some((turn, times)) = turn() {
            if times > room {
                return Err(many());
            }
            starts.push(schedule.len());
            schedule.extend(std::iter::repeat_n(turn, times));
        } else {
            return Err(bad(&format!(
                "{} is no process and number of steps",
                shown(run)
            )));
        }
    }
    Ok(schedule)
}

/// A text in a message, in quotes: the beginning of a long one.
#[must_use]
pub fn shown(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}... ({} bytes)", &text[..end], text.len()),
    }
}

/// A process, and the alternative that it takes.
fn parse_turn(text: &str, reader: &mut impl Reader) -> Option<Turn> {
    if let Some((name, sender)) = text.split_once('<') {
        return Turn::from_sender(reader.process(name)?, reader.process(sender)?);
    }
    let (name, alternative) = match text.split_once(':') {
        Some((name, alternative)) => (name, alternative.parse().ok()?),
        None => (text, 0),
    };
    Some(Turn {
        process: reader.process(name)?,
        alternative,
    })
}

/// Why a schedule could not be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The program says so.
    Interrupt(Interrupt),
    /// It does not fit the program at that step: the process cannot run.
    Misfit(usize, ProcessId),
}

impl From<Interrupt> for Trouble {
    fn from(interrupt: Interrupt) -> Trouble {
        Trouble::Interrupt(interrupt)
    }
}

/// Sees the steps of a schedule that is run.
pub trait Recorder<P: ?Sized> {
    /// The execution has been started.
    fn started(&mut self, program: &mut P, step: &Step) {
        let _ = (program, step);
    }

    /// This step is about to be taken.
    fn before(&mut self, program: &mut P, turn: Turn) {
        let _ = (program, turn);
    }

    /// The step that is about to be taken accesses memory that is the explorer's.
    fn accesses(&mut self, program: &mut P, accessed: &Accessed) {
        let _ = (program, accessed);
    }

    /// This step has been taken; `step` has the findings of those before as well.
    fn after(&mut self, program: &mut P, turn: Turn, step: &Step) {
        let _ = (program, turn, step);
    }
}

impl<P: ?Sized> Recorder<P> for () {}

/// Runs exactly that schedule. The findings are those of its steps; if there are none,
/// what the execution shows by how it ends.
///
/// # Errors
/// When the program or the schedule do not allow it.
pub fn run<P: Program + ?Sized>(
    program: &mut P,
    schedule: &[Turn],
    max_events: usize,
    recorder: &mut dyn Recorder<P>,
) -> Result<Vec<Finding>, Trouble> {
    run_graph(program, schedule, max_events, false, recorder)
}

/// The same of an execution graph, if operations say how they are ordered. Under RA and RC11
/// `idle_updates_write`: an update that changes nothing is a write like any other.
///
/// # Errors
/// When the program or the schedule do not allow it.
pub fn run_graph<P: Program + ?Sized>(
    program: &mut P,
    schedule: &[Turn],
    max_events: usize,
    idle_updates_write: bool,
    recorder: &mut dyn Recorder<P>,
) -> Result<Vec<Finding>, Trouble> {
    let mut step = Step::default();
    program.start(&mut step)?;
    recorder.started(program, &step);
    let mut processes = Vec::new();
    add_processes(&step.edges, &mut processes);
    let mut known: HashSet<ProcessId> = processes.iter().copied().collect();
    let mut memory = Memory::new(idle_updates_write);
    for (i, turn) in schedule.iter().enumerate() {
        let misfit = Trouble::Misfit(i, turn.process);
        if !known.contains(&turn.process) {
            return Err(misfit);
        }
        let status = program.status(turn.process);
        let place = match memory::ordered(&status) {
            Some(operation) => {
                let place = memory.place(&operation, turn.alternative);
                Some(place.ok_or_else(|| misfit.clone())?)
            }
            None => None,
        };
        let recalled = place
            .as_ref()
            .and_then(|place| memory.recall(place, program));
        let fits = match (place.as_ref(), recalled) {
            (Some(place), Some(value)) => memory::is_open(&place.operation, value, program),
            (Some(_), None) => program.status(turn.process).is_enabled(),
            (None, _) => status.is_enabled() && fits(program, &status, *turn),
        };
        if !fits {
            return Err(misfit);
        }
        step.touches.clear();
        step.edges.clear();
        recorder.before(program, *turn);
        let mut taken = *turn;
        if let Some(place) = &place {
            // The alternative has been told by what was recalled.
            taken.alternative = 0;
            recorder.accesses(program, &memory.accessed(place));
        }
        program.step(taken, &mut step)?;
        memory.add(i, place.as_ref(), &step.touches);
        recorder.after(program, *turn, &step);
        let before = processes.len();
        add_processes(&step.edges, &mut processes);
        known.extend(&processes[before..]);
    }
    memory.settle(program);
    let mut findings = step.findings;
    if findings.is_empty() {
        let full = schedule.len() >= max_events;
        findings.extend(at_the_end(program, &processes, &memory, full));
        if findings.is_empty() && !full {
            look_ahead(program, &processes, &memory)?;
        }
    }
    Ok(findings)
}

/// Does a process that is enabled have that turn?
fn fits<P: Program + ?Sized>(program: &P, status: &Status, turn: Turn) -> bool {
    let kind = status.operation().map(|operation| operation.kind);
    match (kind, turn.sender()) {
        (Some(Kind::Take | Kind::TryTake), Some(sender)) => {
            let mut mailbox = Vec::new();
            program.matching(turn.process, &mut mailbox);
            mailbox.iter().any(|mail| mail.from == sender)
        }
        _ => turn.alternative < program.alternatives(turn.process).max(1),
    }
}

/// The same steps in the order in which they really happen, where receives choose among
/// messages: each takes the first that it matches. Schedules that do not fit the program stay as
/// they are.
pub fn arrange<P: Program + ?Sized>(program: &mut P, schedule: &[Turn]) -> Vec<Turn> {
    let limits = Limits::default();
    let mut observer = ();
    if schedule.len() > SHORTEN_MAX {
        return schedule.to_vec();
    }
    let run = Run::new(program, &limits, &mut observer);
    run.arrange(schedule).unwrap_or_else(|_| schedule.to_vec())
}

/// Can the process go on, with what memory holds at the end?
fn is_enabled<P: Program + ?Sized>(program: &P, process: ProcessId, memory: &Memory) -> bool {
    let status = program.status(process);
    let operation = memory::ordered(&status);
    match operation.and_then(|operation| Some((operation, memory.last(operation.object)?))) {
        Some((operation, value)) => memory::is_open(&operation, value, program),
        None => status.is_enabled(),
    }
}

/// If a process may go on that waits in a loop, takes its step, to see whether that comes to
/// something: if not, the program says so, and knows it from then on.
fn look_ahead<P: Program + ?Sized>(
    program: &mut P,
    processes: &[ProcessId],
    memory: &Memory,
) -> Result<(), Interrupt> {
    let is_guarded = |process: &&ProcessId| match program.status(**process) {
        Status::Enabled(operation) => {
            operation.learnt_guard().is_some() && is_enabled(program, **process, memory)
        }
        _ => false,
    };
    match processes.iter().find(is_guarded) {
        Some(process) => program.step((*process).into(), &mut Step::default()),
        None => Ok(()),
    }
}

fn add_processes(edges: &[Edge], processes: &mut Vec<ProcessId>) {
    for edge in edges {
        if let Edge::Spawn { child, .. } = edge {
            processes.push(*child);
        }
    }
}

/// The bug that an execution shows by how it ends.
fn at_the_end<P: Program + ?Sized>(
    program: &P,
    processes: &[ProcessId],
    memory: &Memory,
    full: bool,
) -> Option<Finding> {
    let enabled = processes
        .iter()
        .find(|process| is_enabled(program, **process, memory));
    if let Some(process) = enabled {
        return full.then(|| Finding {
            kind: FindingKind::EventLimit,
            process: Some(*process),
            message: "the execution still goes on".to_owned(),
        });
    }
    match Ending::of(program, processes) {
        Ending::Stuck(finding) => Some(finding),
        Ending::Discarded | Ending::Cut | Ending::Finished => None,
    }
}

/// What a step did, of all that is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ran {
    /// Whose step it was.
    pub turn: Turn,
    /// What it accessed.
    pub touches: Vec<Touch>,
    /// The enabling edges that its local code made.
    pub edges: Vec<Edge>,
}

/// Longer executions, and those with more processes, are shown as they are.
const SHORTEN_MAX: usize = 2_000;

/// Schedules that should show the same bug with less: first only what happens
/// before it, then everything; both with few switches between processes. `start` is what
/// local code did before the first step.
#[must_use]
pub fn shorter(start: &[Edge], steps: &[Ran], finding: &Finding) -> Vec<Vec<Turn>> {
    let is_long = steps.len() > SHORTEN_MAX || size(start, steps) > SHORTEN_MAX;
    if is_long || finding.kind == FindingKind::EventLimit {
        return Vec::new();
    }
    let order = Order::new(start, steps, &|before, step| {
        depend(&steps[before].touches, &steps[step].touches)
    });
    let mut schedules = Vec::new();
    if let Some(process) = finding.process {
        schedules.push(order.linearise(&order.processes[process.index()]));
    }
    schedules.push(order.linearise(&order.counts));
    schedules
}

/// How many events of each process, by identifier; none of those that are beyond its end.
pub type Clock = Vec<u32>;

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
    /// Of those steps, of which an earlier one `comes_before` a later one, by their numbers.
    fn new(start: &[Edge], steps: &[Ran], comes_before: &dyn Fn(usize, usize) -> bool) -> Order {
        let size = size(start, steps);
        let mut processes = vec![vec![0; size]; size];
        let mut counts = vec![0; size];
        let mut events: Vec<(Turn, Clock)> = Vec::new();
        let mut marks: Vec<Clock> = Vec::new();
        add_edges(start, &mut processes, &mut marks);
        for (number, step) in steps.iter().enumerate() {
            let own = step.turn.process.index();
            counts[own] += 1;
            let mut clock = processes[own].clone();
            clock[own] = counts[own];
            for (before, (_, theirs)) in events.iter().enumerate() {
                if comes_before(before, number) {
                    join(&mut clock, theirs);
                }
            }
            processes[own].clone_from(&clock);
            events.push((step.turn, clock));
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

/// Adds what enabling edges say to the clocks of processes. `marks` are the clocks of the marks so
/// far.
pub fn add_edges(edges: &[Edge], processes: &mut [Clock], marks: &mut Vec<Clock>) {
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

/// Adds what another clock knows.
pub fn join(clock: &mut Clock, other: &Clock) {
    if clock.len() < other.len() {
        clock.resize(other.len(), 0);
    }
    for (mine, theirs) in clock.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}

/// One more than the largest identifier of a process.
#[must_use]
pub fn size(start: &[Edge], steps: &[Ran]) -> usize {
    let edges = steps.iter().flat_map(|step| &step.edges);
    let spawned = start.iter().chain(edges).map(|edge| match edge {
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
    fn long_loops_are_short_and_read_back() {
        let mut names = Names::new();
        let (a, b) = (ProcessId::ROOT, names.child(ProcessId::ROOT, 1));
        let mut schedule = vec![Turn::from(a)];
        for _ in 0..250_000 {
            schedule.extend([b, b, a, b].map(Turn::from));
        }
        schedule.push(a.into());
        let text = format(&schedule, &names, "");
        assert_eq!(text, "1/0x1,0.1x2,0x1,0.1x3,r2x249998,0x1,0.1x1,0x1");
        assert_eq!(parse(&text, 1_000_002, &mut names).unwrap(), schedule);
        let error = parse(&text, 1_000_001, &mut names).unwrap_err();
        assert!(error.contains("more than 1000001 steps"), "{error}");
        // What is not repeated often is as older versions read it.
        let text = format(&schedule[..80], &names, "");
        assert!(!text.contains('r'), "{text}");
        assert_eq!(parse(&text, 100, &mut names).unwrap(), schedule[..80]);
    }

    #[test]
    fn repetitions_of_anything_are_refused_or_end() {
        let mut names = Names::new();
        for text in [
            "1/r1x1",
            "1/0x1,r2x1",
            "1/0x1,r0x1",
            "1/0x1,r1x1,r1x1",
            "1/rx1",
            "1/0x1,r-1x1",
        ] {
            let error = parse(text, 100, &mut names).unwrap_err();
            assert!(error.contains("is no process and number"), "{error}");
        }
        let most = usize::MAX;
        for text in [format!("1/0x2,r1x{most}"), "1/0x1,r1x100".to_owned()] {
            let error = parse(&text, 100, &mut names).unwrap_err();
            assert!(error.contains("more than 100 steps"), "{error}");
        }
        let nothing = format!("1/0x0,r1x{most}");
        assert_eq!(parse(&nothing, 100, &mut names).unwrap(), []);
        assert_eq!(parse("1/0x1,r1x0", 100, &mut names).unwrap().len(), 1);
    }

    #[test]
    fn a_long_string_is_not_told_as_a_whole() {
        let mut names = Names::new();
        let text = format!("1/{}", "7".repeat(10_000_000));
        let error = parse(&text, 100, &mut names).unwrap_err();
        assert!(
            error.len() < 1_000 && error.contains("(10000002 bytes)"),
            "{error}"
        );
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
