//! One execution, run again and told.

use super::Options;
use super::finding::Told;
use super::tally::Found;
use crate::code::Code;
use crate::machine::{Knowledge, Machine, NoteKind, Settings};
use mazurka_explore::replay::{self, Ran, Reader, Recorder, Trouble};
use mazurka_program::{
    Edge, Finding, FindingKind, Interrupt, Kind, Names, ProcessId, Program, Step, Turn,
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What an execution did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// What happened, in order.
    pub rows: Vec<Row>,
    /// The bugs that it shows: kinds and messages.
    pub findings: Vec<(FindingKind, String)>,
    /// The string that replays it.
    pub replay: String,
    /// How many events it has.
    pub events: usize,
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Which of the events it is, from one; none if it is no event.
    pub step: Option<usize>,
    /// Who did it.
    pub thread: String,
    /// What.
    pub what: String,
    /// Where: the file and the line.
    pub place: Option<String>,
    /// What kind of thing it is.
    pub kind: RowKind,
}

/// Kinds of things that happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowKind {
    /// An event.
    Event,
    /// An event that carries out a store that was buffered.
    Flush,
    /// A store goes into a buffer.
    Buffered,
    /// The program prints something.
    Printed,
    /// Threads begin, and wait for one another.
    Thread,
    /// This is the bug.
    Finding,
}

/// Runs the execution of a replay string again, or a shorter one that shows the same
/// bug as it did, if that is given. When `stop` is set, it shows what it has by then.
///
/// # Errors
/// When the string is none, or does not fit the program, or `stop` was set before there was
/// something to show.
pub fn show(
    code: &Arc<Code>,
    options: &Options,
    text: &str,
    bug: Option<&Found>,
    stop: &Arc<AtomicBool>,
) -> Result<Shown, String> {
    let mut knowledge = Knowledge::default();
    let mut reading = Reading {
        names: &mut Names::new(),
        knowledge: Some(&mut knowledge),
    };
    replay::parse(text, options.max_events, &mut reading)?;
    // What is left of executions by symmetry are executions of the program as it is.
    let settings = Settings {
        symmetry: false,
        ..options.machine.clone()
    };
    loop {
        let mut machine = Machine::new(code, &settings, knowledge.clone());
        machine.set_stop(stop);
        let mut session = Session {
            machine,
            max_events: options.max_events,
            bug,
        };
        match session.show(text) {
            Ok(shown) => return Ok(shown),
            Err(Trouble::Interrupt(Interrupt::Refined)) => {
                if !knowledge.merge(session.machine.knowledge()) {
                    return Err("internal error: nothing is learnt by running it".to_owned());
                }
            }
            Err(Trouble::Interrupt(Interrupt::Error(message))) => return Err(message),
            Err(Trouble::Interrupt(Interrupt::Stopped)) => return Err("it was stopped".to_owned()),
            Err(Trouble::Interrupt(Interrupt::CameBack)) => {
                return Err("internal error: a step was foreseen wrongly".to_owned());
            }
            Err(Trouble::Misfit(step, process)) => {
                let name = session.machine.names().process_name(process);
                return Err(format!(
                    "the replay string {text:?} does not fit this program: at step {}, thread \
                     {name} cannot run. Was it printed for other files, flags or another memory \
                     model, or has the program changed since?",
                    step + 1
                ));
            }
        }
    }
}

/// How many steps a replay string has, if it is one of at most `most`.
///
/// # Errors
/// When it is none.
pub(super) fn steps(text: &str, most: usize) -> Result<usize, String> {
    let mut reading = Reading {
        names: &mut Names::new(),
        knowledge: Some(&mut Knowledge::default()),
    };
    replay::parse(text, most, &mut reading).map(|schedule| schedule.len())
}

/// Reads a replay string.
struct Reading<'a> {
    names: &'a mut Names,
    /// Where what is known goes to, if it is not known already.
    knowledge: Option<&'a mut Knowledge>,
}

impl Reader for Reading<'_> {
    fn refine(&mut self, text: &str) -> Option<()> {
        if let Some(knowledge) = &mut self.knowledge {
            **knowledge = text.parse().ok()?;
        }
        Some(())
    }

    fn process(&mut self, name: &str) -> Option<ProcessId> {
        self.names.parse_process(name)
    }
}

struct Session<'b> {
    machine: Machine,
    max_events: usize,
    bug: Option<&'b Found>,
}

impl Session<'_> {
    fn show(&mut self, text: &str) -> Result<Shown, Trouble> {
        let mut reading = Reading {
            names: self.machine.names_mut(),
            knowledge: None,
        };
        let error = |message| Trouble::Interrupt(Interrupt::Error(message));
        let mut schedule = replay::parse(text, self.max_events, &mut reading).map_err(error)?;
        let (mut recording, mut findings) = self.run(&schedule)?;
        let mut shown = self.shown(&mut recording, &findings, &schedule);
        let Some(bug) = self.bug else {
            return Ok(shown);
        };
        if let Some(end) = recording.seen.filter(|end| *end < schedule.len()) {
            schedule.truncate(end);
            match self.run(&schedule) {
                Err(Trouble::Interrupt(Interrupt::Stopped)) => return Ok(shown),
                ran => (recording, findings) = ran?,
            }
            shown = self.shown(&mut recording, &findings, &schedule);
        }
        let Some(finding) = findings.iter().find(|finding| bug.is(finding)).cloned() else {
            return Ok(shown);
        };
        for candidate in replay::shorter(&recording.start, &recording.steps, &finding) {
            if candidate == schedule {
                break;
            }
            if let Ok((mut shorter, found)) = self.run(&candidate)
                && found.iter().any(|finding| bug.is(finding))
            {
                return Ok(self.shown(&mut shorter, &found, &candidate));
            }
        }
        Ok(shown)
    }

    fn run(&mut self, schedule: &[Turn]) -> Result<(Recording, Vec<Finding>), Trouble> {
        let mut recording = Recording::new(self.bug.cloned());
        self.machine.record(true);
        let result = replay::run(&mut self.machine, schedule, self.max_events, &mut recording);
        self.machine.record(false);
        Ok((recording, result?))
    }

    /// What was recorded, which is no longer in the recording.
    fn shown(&self, recording: &mut Recording, findings: &[Finding], schedule: &[Turn]) -> Shown {
        let knowledge = self.machine.knowledge().to_string();
        let findings = findings.iter();
        Shown {
            rows: std::mem::take(&mut recording.rows),
            findings: findings
                .map(|finding| (finding.kind, finding.message.clone()))
                .collect(),
            replay: replay::format(schedule, self.machine.names(), &knowledge),
            events: schedule.len(),
        }
    }
}

/// What an execution does, as it does it.
struct Recording {
    /// The bug that is looked for,
    bug: Option<Found>,
    /// and after how many steps it was seen.
    seen: Option<usize>,
    start: Vec<Edge>,
    steps: Vec<Ran>,
    rows: Vec<Row>,
    /// So many of the machine's notes are in the rows,
    noted: usize,
    /// and so many of the findings.
    told: usize,
}

impl Recording {
    fn new(bug: Option<Found>) -> Recording {
        Recording {
            bug,
            seen: None,
            start: Vec::new(),
            steps: Vec::new(),
            rows: Vec::new(),
            noted: 0,
            told: 0,
        }
    }

    /// What local code did.
    fn local(&mut self, machine: &Machine, edges: &[Edge]) {
        for edge in edges {
            self.edge(machine, edge);
        }
        for note in &machine.notes()[self.noted..] {
            let kind = match note.kind {
                NoteKind::Printed => RowKind::Printed,
                NoteKind::Buffered => RowKind::Buffered,
            };
            self.rows.push(Row {
                step: None,
                thread: machine.thread_name(note.process),
                what: note.text.clone(),
                place: note.place.as_ref().map(line),
                kind,
            });
        }
        self.noted = machine.notes().len();
    }

    fn edge(&mut self, machine: &Machine, edge: &Edge) {
        let names = machine.names();
        let (process, what) = match *edge {
            Edge::Spawn { child: other, .. } | Edge::Join { target: other, .. }
                if names.owner(other).is_some() =>
            {
                return;
            }
            Edge::Spawn { parent: None, .. } | Edge::Mark { .. } | Edge::After { .. } => return,
            Edge::Wake { by, .. } if names.owner(by).is_some() => return,
            Edge::Spawn {
                parent: Some(parent),
                child,
            } => (parent, format!("starts {}", machine.thread_name(child))),
            Edge::Join { process, target } => {
                (process, format!("joins {}", machine.thread_name(target)))
            }
            Edge::Wake { process, by } => {
                if process == by {
                    return;
                }
                (by, format!("wakes {}", machine.thread_name(process)))
            }
        };
        self.rows.push(Row {
            step: None,
            thread: machine.thread_name(process),
            what,
            place: None,
            kind: RowKind::Thread,
        });
    }

    /// Findings of the last step are new at the end.
    fn look(&mut self, machine: &Machine, step: &Step) {
        for finding in &step.findings[self.told..] {
            let told = Told::new(&finding.message);
            let process = finding.process.unwrap_or(ProcessId::ROOT);
            let place = told.stack.first();
            self.rows.push(Row {
                step: None,
                thread: machine.thread_name(process),
                what: told.what,
                place: place.map(|frame| format!("{}:{}", frame.file, frame.line)),
                kind: RowKind::Finding,
            });
        }
        self.told = step.findings.len();
        if self.seen.is_none()
            && let Some(bug) = &self.bug
            && step.findings.iter().any(|finding| bug.is(finding))
        {
            self.seen = Some(self.steps.len());
        }
    }
}

impl Recorder<Machine> for Recording {
    fn started(&mut self, machine: &mut Machine, step: &Step) {
        self.start.clone_from(&step.edges);
        self.local(machine, &step.edges);
        self.look(machine, step);
    }

    fn before(&mut self, machine: &mut Machine, turn: Turn) {
        let event = machine.event(turn.process);
        let operation = machine.status(turn.process).operation();
        let is_flush = operation.is_some_and(|operation| operation.kind == Kind::Flush);
        let owner = machine.names().owner(turn.process);
        self.rows.push(Row {
            step: Some(self.steps.len() + 1),
            thread: machine.thread_name(owner.unwrap_or(turn.process)),
            what: event.text,
            place: event.place.as_ref().map(line),
            kind: if is_flush {
                RowKind::Flush
            } else {
                RowKind::Event
            },
        });
    }

    fn after(&mut self, machine: &mut Machine, turn: Turn, step: &Step) {
        let touched = machine.touched();
        if let Some(row) = self.rows.last_mut()
            && !touched.is_empty()
        {
            row.what.push(' ');
            row.what.push_str(touched);
        }
        self.steps.push(Ran {
            turn,
            touches: step.touches.clone(),
            edges: step.edges.clone(),
        });
        self.local(machine, &step.edges);
        self.look(machine, step);
    }
}

/// A place, without its column.
fn line((file, line, _): &(String, u32, u32)) -> String {
    format!("{file}:{line}")
}
