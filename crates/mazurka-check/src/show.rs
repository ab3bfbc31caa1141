//! One execution, run again and told.

use crate::finding::Told;
use crate::section::Section;
use crate::subject::{Knowledge, Known, Options, Plain, Subject};
use crate::tally::Found;
use mazurka_explore::replay::{self, Accessed, Newer, Ran, Reader, Recorder, Trouble};
use mazurka_memory::Model;
use mazurka_program::{
    Edge, Finding, FindingKind, Interrupt, Kind, Names, Operation, ProcessId, Program, Step, Turn,
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How the steps of a program are told to a person.
pub trait Describe: Program {
    /// Keeps notes from now on, or no longer.
    fn record(&mut self, on: bool) {
        let _ = on;
    }

    /// The name of a thread, for people.
    fn thread_name(&self, process: ProcessId) -> String {
        match process {
            ProcessId::ROOT => "main".to_owned(),
            process => self.names().process_name(process),
        }
    }

    /// Does a process belong to what runs beside the program, so that nobody wants to see it start?
    fn is_beside(&self, process: ProcessId) -> bool {
        let _ = process;
        false
    }

    /// What a process is about to do, and where.
    fn event(&self, process: ProcessId) -> Event;

    /// What the last step learnt or left: to be put behind the text of its event.
    fn touched(&self) -> &str {
        ""
    }

    /// What happened in this execution beside events, after that many notes.
    fn notes(&self, after: usize) -> Vec<Note> {
        let _ = after;
        Vec::new()
    }

    /// What is to be told of the end of this execution, which shows a bug. It may be run further
    /// for that; what comes next is another execution.
    fn epilogue(&mut self) -> Vec<Section> {
        Vec::new()
    }
}

/// What a process is about to do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Event {
    /// What.
    pub text: String,
    /// Where: the file and the line.
    pub place: Option<String>,
}

/// One whose place is not known.
impl From<String> for Event {
    fn from(text: String) -> Event {
        Event { text, place: None }
    }
}

/// Something that happened beside events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Who did it.
    pub process: ProcessId,
    /// What.
    pub text: String,
    /// Where: the file and the line.
    pub place: Option<String>,
    /// What kind of thing it is.
    pub kind: RowKind,
}

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
    /// What is to be told of its end, if it shows a bug.
    pub sections: Vec<Section>,
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
    /// Of an execution graph, the number of the event whose write this one reads; zero for what
    /// was there at first.
    pub reads_from: Option<usize>,
    /// Why it may read that although something newer was written, in words; or why what it
    /// writes is not the newest.
    pub why: Option<String>,
}

impl Row {
    fn new(thread: String, what: String, place: Option<String>, kind: RowKind) -> Row {
        Row {
            step: None,
            thread,
            what,
            place,
            kind,
            reads_from: None,
            why: None,
        }
    }
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
pub fn show<'s, S>(
    subject: &'s S,
    text: &str,
    bug: Option<&Found>,
    stop: &Arc<AtomicBool>,
) -> Result<Shown, String>
where
    S: Plain<Program<'s>: Describe>,
{
    let mut known = Known::default();
    let mut reading = Reading {
        names: &mut Names::new(),
        knowledge: Some(&mut known.knowledge),
    };
    replay::parse(text, subject.options().max_events, &mut reading)?;
    loop {
        let mut session = Session {
            subject,
            program: subject.shown(&known, stop),
            bug,
            attempts: 1_000,
        };
        match session.show(text) {
            Ok(shown) => return Ok(shown),
            Err(Trouble::Interrupt(Interrupt::Refined)) => {
                let learnt = subject.learnt(&mut session.program);
                if !known.knowledge.merge(&learnt) {
                    return Err("internal error: nothing is learnt by running it".to_owned());
                }
            }
            Err(Trouble::Interrupt(Interrupt::Error(message))) => return Err(message),
            Err(Trouble::Interrupt(Interrupt::Stopped)) => return Err("it was stopped".to_owned()),
            Err(Trouble::Interrupt(Interrupt::CameBack)) => {
                return Err("internal error: a step was foreseen wrongly".to_owned());
            }
            Err(Trouble::Misfit(step, process)) => {
                let name = session.program.names().process_name(process);
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
pub(crate) fn steps<K: Knowledge>(text: &str, most: usize) -> Result<usize, String> {
    let mut reading = Reading {
        names: &mut Names::new(),
        knowledge: Some(&mut K::default()),
    };
    replay::parse(text, most, &mut reading).map(|schedule| schedule.len())
}

/// Reads a replay string.
struct Reading<'a, K> {
    names: &'a mut Names,
    /// Where what is known goes to, if it is not known already.
    knowledge: Option<&'a mut K>,
}

impl<K: Knowledge> Reader for Reading<'_, K> {
    fn refine(&mut self, text: &str) -> Option<()> {
        if let Some(knowledge) = &mut self.knowledge {
            **knowledge = K::from_text(text)?;
        }
        Some(())
    }

    fn process(&mut self, name: &str) -> Option<ProcessId> {
        self.names.parse_process(name)
    }
}

struct Session<'s, 'b, S: Subject> {
    subject: &'s S,
    program: S::Program<'s>,
    bug: Option<&'b Found>,
    /// How often an execution may be begun again because of something that the program has
    /// learnt.
    attempts: u32,
}

impl<'s, S: Plain<Program<'s>: Describe>> Session<'s, '_, S> {
    fn show(&mut self, text: &str) -> Result<Shown, Trouble> {
        let mut reading = Reading::<S::Knowledge> {
            names: self.program.names_mut(),
            knowledge: None,
        };
        let error = |message| Trouble::Interrupt(Interrupt::Error(message));
        let most = self.subject.options().max_events;
        let mut schedule = replay::parse(text, most, &mut reading).map_err(error)?;
        let (mut recording, mut findings) = self.run(&schedule)?;
        let chooses = recording.chooses;
        if chooses {
            // What the program remembers of a run is that of the last.
            schedule = replay::arrange(&mut self.program, &schedule);
            (recording, findings) = self.run(&schedule)?;
        }
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
        let is_bug = |finding: &Finding, program: &S::Program<'s>| {
            bug.is(finding, program.names(), self.subject)
        };
        let mut found = findings.iter();
        let Some(finding) = found
            .find(|finding| is_bug(finding, &self.program))
            .cloned()
        else {
            return Ok(shown);
        };
        for candidate in recording.shorter(&finding) {
            let candidate = match chooses {
                true => replay::arrange(&mut self.program, &candidate),
                false => candidate,
            };
            if candidate == schedule {
                break;
            }
            if let Ok((mut shorter, found)) = self.run(&candidate)
                && (found.iter()).any(|finding| bug.is(finding, self.program.names(), self.subject))
            {
                return Ok(self.shown(&mut shorter, &found, &candidate));
            }
        }
        Ok(shown)
    }

    fn run(&mut self, schedule: &[Turn]) -> Result<(Recording<'s, S>, Vec<Finding>), Trouble> {
        let Options {
            max_events, graphs, ..
        } = self.subject.options();
        let idle_updates_write = graphs.is_some_and(|model| !model.is_buffered());
        loop {
            let mut recording = Recording::new(self.subject, self.bug.cloned());
            self.program.record(true);
            let result = replay::run_graph(
                &mut self.program,
                schedule,
                *max_events,
                idle_updates_write,
                &mut recording,
            );
            self.program.record(false);
            match result {
                // The program knows more now.
                Err(Trouble::Interrupt(Interrupt::CameBack)) if self.attempts > 0 => {
                    self.attempts -= 1;
                }
                result => return Ok((recording, result?)),
            }
        }
    }

    /// What was recorded, which is no longer in the recording.
    fn shown(
        &mut self,
        recording: &mut Recording<'s, S>,
        findings: &[Finding],
        schedule: &[Turn],
    ) -> Shown {
        let knowledge = self.subject.learnt(&mut self.program).to_text();
        let replay = replay::format(schedule, self.program.names(), &knowledge);
        let is_bug = |finding: &Finding| finding.kind != FindingKind::EventLimit;
        let sections = match findings.iter().any(is_bug) {
            true => self.program.epilogue(),
            false => Vec::new(),
        };
        let findings = findings.iter();
        Shown {
            rows: std::mem::take(&mut recording.rows),
            findings: findings
                .map(|finding| (finding.kind, finding.message.clone()))
                .collect(),
            replay,
            events: schedule.len(),
            sections,
        }
    }
}

/// What an execution does, as it does it.
struct Recording<'s, S> {
    subject: &'s S,
    /// The bug that is looked for.
    bug: Option<Found>,
    /// After how many steps it was seen.
    seen: Option<usize>,
    start: Vec<Edge>,
    steps: Vec<Ran>,
    /// For each step, its operation if it accesses memory that is the explorer's.
    operations: Vec<Option<Operation>>,
    /// Has a receive chosen among messages?
    chooses: bool,
    /// The row of each step.
    row_of: Vec<usize>,
    rows: Vec<Row>,
    /// How many of the program's notes are in the rows.
    noted: usize,
    /// How many of the findings are.
    told: usize,
}

impl<'s, S: Subject> Recording<'s, S> {
    fn new(subject: &'s S, bug: Option<Found>) -> Recording<'s, S> {
        Recording {
            subject,
            bug,
            seen: None,
            start: Vec::new(),
            steps: Vec::new(),
            operations: Vec::new(),
            chooses: false,
            row_of: Vec::new(),
            rows: Vec::new(),
            noted: 0,
            told: 0,
        }
    }

    /// Schedules that should show the bug with less.
    fn shorter(&self, finding: &Finding) -> Vec<Vec<Turn>> {
        match self.subject.options().graphs {
            Some(model) => {
                let Recording {
                    start,
                    steps,
                    operations,
                    ..
                } = self;
                let idle = !model.is_buffered();
                replay::shorter_of_graph(start, steps, operations, idle, finding)
            }
            None => replay::shorter(&self.start, &self.steps, finding),
        }
    }

    /// Why an event reads, or writes, what is not the newest.
    fn why(&self, accessed: &Accessed, newer: Newer) -> Option<String> {
        let row = self.rows.get(*self.row_of.get(newer.step)?)?;
        let step = newer.step + 1;
        let place = row.place.as_ref();
        let place = place.map_or_else(String::new, |place| format!(", {place}"));
        let newer_one = format!("`{}` of {} (step {step}{place})", row.what, row.thread);
        let more = match newer.count - 1 {
            0 => String::new(),
            1 => ", nor one newer write,".to_owned(),
            count => format!(", nor {count} newer writes,"),
        };
        let model = self.subject.options().graphs?;
        let is_buffered = matches!(model, Model::Tso | Model::Pso);
        Some(match (accessed.is_read, is_buffered) {
            (true, true) => {
                format!("reads an older value: {newer_one} is still in a store buffer")
            }
            (true, false) => {
                format!("reads an older value: nothing orders {newer_one}{more} before it")
            }
            (false, true) => {
                format!("memory has it before {newer_one}, which stays in a store buffer")
            }
            (false, false) => {
                format!("goes before {newer_one}: nothing orders that{more} before it")
            }
        })
    }

    /// What local code did.
    fn local(&mut self, program: &impl Describe, edges: &[Edge]) {
        for edge in edges {
            self.edge(program, edge);
        }
        for note in program.notes(self.noted) {
            self.noted += 1;
            let thread = program.thread_name(note.process);
            let row = Row::new(thread, note.text, note.place, note.kind);
            self.rows.push(row);
        }
    }

    fn edge(&mut self, program: &impl Describe, edge: &Edge) {
        let names = program.names();
        let (process, what) = match *edge {
            Edge::Spawn { child: other, .. } | Edge::Join { target: other, .. }
                if names.owner(other).is_some() =>
            {
                return;
            }
            Edge::Spawn { child, .. } if program.is_beside(child) => return,
            Edge::Spawn { parent: None, .. } | Edge::Mark { .. } | Edge::After { .. } => return,
            Edge::Wake { by, .. } if names.owner(by).is_some() => return,
            Edge::Spawn {
                parent: Some(parent),
                child,
            } => (parent, format!("starts {}", program.thread_name(child))),
            Edge::Join { process, target } => {
                (process, format!("joins {}", program.thread_name(target)))
            }
            Edge::Wake { process, by } => {
                if process == by {
                    return;
                }
                (by, format!("wakes {}", program.thread_name(process)))
            }
        };
        let thread = program.thread_name(process);
        let row = Row::new(thread, what, None, RowKind::Thread);
        self.rows.push(row);
    }

    /// Findings of the last step are new at the end.
    fn look(&mut self, program: &impl Describe, step: &Step) {
        for finding in &step.findings[self.told..] {
            let told = Told::new(&finding.message);
            let process = finding.process.unwrap_or(ProcessId::ROOT);
            let place = told.stack.first();
            let place = place.map(|frame| format!("{}:{}", frame.file, frame.line));
            let thread = program.thread_name(process);
            let row = Row::new(thread, told.what, place, RowKind::Finding);
            self.rows.push(row);
        }
        self.told = step.findings.len();
        if self.seen.is_none()
            && let Some(bug) = &self.bug
            && (step.findings.iter()).any(|finding| bug.is(finding, program.names(), self.subject))
        {
            self.seen = Some(self.steps.len());
        }
    }
}

impl<P: Describe, S: Subject> Recorder<P> for Recording<'_, S> {
    fn started(&mut self, program: &mut P, step: &Step) {
        self.start.clone_from(&step.edges);
        self.local(program, &step.edges);
        self.look(program, step);
    }

    fn before(&mut self, program: &mut P, turn: Turn) {
        let event = program.event(turn.process);
        let operation = program.status(turn.process).operation();
        let is_flush = operation.is_some_and(|operation| operation.kind == Kind::Flush);
        let is_graph = self.subject.options().graphs.is_some();
        self.chooses |= !is_graph && operation.is_some_and(|operation| operation.kind.is_message());
        let owner = program.names().owner(turn.process);
        let kind = match is_flush {
            true => RowKind::Flush,
            false => RowKind::Event,
        };
        let thread = program.thread_name(owner.unwrap_or(turn.process));
        self.row_of.push(self.rows.len());
        self.operations.push(None);
        self.rows.push(Row {
            step: Some(self.steps.len() + 1),
            ..Row::new(thread, event.text, event.place, kind)
        });
    }

    fn accesses(&mut self, _: &mut P, accessed: &Accessed) {
        let why = accessed.newer.and_then(|newer| self.why(accessed, newer));
        if let Some(operation) = self.operations.last_mut() {
            *operation = Some(accessed.operation);
        }
        if let Some(row) = self.rows.last_mut() {
            let from = accessed.from.map_or(0, |step| step + 1);
            row.reads_from = accessed.is_read.then_some(from);
            row.why = why;
        }
    }

    fn after(&mut self, program: &mut P, turn: Turn, step: &Step) {
        let touched = program.touched();
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
        self.local(program, &step.edges);
        self.look(program, step);
    }
}
