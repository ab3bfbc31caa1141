//! What an execution does, recorded as it does it.

use super::Describe;
use crate::events::{Line, Mail, holders};
use crate::finding::Told;
use crate::subject::Subject;
use crate::tally::Found;
use mazurka_explore::replay::{self, Accessed, Newer, Ran, Recorder};
use mazurka_memory::Model;
use mazurka_program::{
    Access, Edge, Finding, Kind, ObjectId, Operation, ProcessId, Status, Step, Touch, Turn,
};
use mazurka_trace::{EventKind, Wait};
use std::collections::HashMap;

/// What an execution does, as it does it.
pub(super) struct Recording<'s, S> {
    pub(super) subject: &'s S,
    /// The bug that is looked for.
    pub(super) bug: Option<Found>,
    /// After how many steps it was seen.
    pub(super) seen: Option<usize>,
    pub(super) start: Vec<Edge>,
    pub(super) steps: Vec<Ran>,
    /// For each step, its operation if it accesses memory that is the explorer's.
    pub(super) operations: Vec<Option<Operation>>,
    /// For each step, what it announced.
    pub(super) announced: Vec<Option<Operation>>,
    /// What objects are called.
    pub(super) objects: HashMap<ObjectId, String>,
    /// Has a receive chosen among messages?
    pub(super) chooses: bool,
    /// The line of each step.
    pub(super) line_of: Vec<usize>,
    pub(super) lines: Vec<Line>,
    /// The accesses that race, by their lines.
    pub(super) raced: Vec<usize>,
    /// How many of the program's notes are in the lines.
    pub(super) noted: usize,
    /// How many of the findings are.
    pub(super) told: usize,
}

impl<'s, S: Subject> Recording<'s, S> {
    pub(super) fn new(subject: &'s S, bug: Option<Found>) -> Recording<'s, S> {
        Recording {
            subject,
            bug,
            seen: None,
            start: Vec::new(),
            steps: Vec::new(),
            operations: Vec::new(),
            announced: Vec::new(),
            objects: HashMap::new(),
            chooses: false,
            line_of: Vec::new(),
            lines: Vec::new(),
            raced: Vec::new(),
            noted: 0,
            told: 0,
        }
    }

    /// Schedules that should show the bug with less.
    pub(super) fn shorter(&self, finding: &Finding) -> Vec<Vec<Turn>> {
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
    fn why(&self, program: &impl Describe, accessed: &Accessed, newer: Newer) -> Option<String> {
        let line = self.lines.get(*self.line_of.get(newer.step)?)?;
        let step = newer.step + 1;
        let place = line.place.as_ref();
        let place = place.map_or_else(String::new, |place| format!(", {place}"));
        let owner = program.names().owner(line.process);
        let thread = program.thread_name(owner.unwrap_or(line.process));
        let newer_one = format!("`{}` of {} (step {step}{place})", line.what, thread);
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
            let line = Line::new(note.process, note.text, note.place, note.kind);
            self.lines.push(line);
        }
    }

    /// The accesses that a data race is about: the last of the process that shows it, and the last
    /// of another process that it depends on.
    pub(super) fn mark_race(&mut self, finding: &Finding) {
        let own = |ran: &Ran| Some(ran.turn.process) == finding.process;
        let Some(second) = self.steps.iter().rposition(own) else {
            return;
        };
        let depends = |ran: &Ran| {
            let touches = self.steps[second].touches.iter();
            !own(ran)
                && touches.clone().any(|touch| {
                    let is_same = |other: &Touch| other.object == touch.object;
                    let mut others = ran.touches.iter().filter(|other| is_same(other));
                    others.any(|other| {
                        touch.access != Access::None && touch.access.depends_on(other.access)
                    })
                })
        };
        if let Some(first) = self.steps[..second].iter().rposition(depends) {
            for step in [first, second] {
                self.raced.push(self.line_of[step]);
            }
        }
    }

    /// What threads wait for at the end, and whom they wait for.
    pub(super) fn waits<P: Describe>(
        &self,
        program: &P,
        threads: &[mazurka_trace::Thread],
    ) -> Vec<Wait> {
        let ids = threads.iter().enumerate();
        let ids: HashMap<&str, usize> = ids.map(|(i, thread)| (&*thread.id, i)).collect();
        let number = |process: ProcessId| ids.get(&*program.names().process_name(process)).copied();
        let holders = holders(&self.steps, &self.announced);
        let spawned = self
            .start
            .iter()
            .chain(self.steps.iter().flat_map(|ran| &ran.edges));
        let children = spawned.filter_map(|edge| match edge {
            Edge::Spawn { child, .. } => Some(*child),
            _ => None,
        });
        let mut waits = Vec::new();
        for process in children {
            let status = program.status(process);
            let (false, false, Some(thread)) = (
                status == Status::Finished,
                program.is_daemon(process),
                number(process),
            ) else {
                continue;
            };
            let on = match status {
                Status::Joining(target) => Some(target),
                Status::Blocked(operation) => holders.get(&operation.object).copied(),
                _ => None,
            };
            waits.push(Wait {
                thread,
                what: program.describe_wait(process),
                on: on
                    .filter(|on| *on != process || status != Status::Finished)
                    .and_then(number),
                in_cycle: false,
            });
        }
        waits
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
        let line = Line::new(process, what, None, EventKind::Thread);
        self.lines.push(line);
    }

    /// Findings of the last step are new at the end.
    fn look(&mut self, program: &impl Describe, step: &Step) {
        for finding in &step.findings[self.told..] {
            let told = Told::new(&finding.message);
            let process = finding.process.unwrap_or(ProcessId::ROOT);
            let place = told.stack.first();
            let place = place.map(|frame| format!("{}:{}", frame.file, frame.line));
            let mut line = Line::new(process, told.what, place, EventKind::Finding);
            line.stack = told.stack;
            self.lines.push(line);
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

/// What a step did to mailboxes, without what came and left in it. What leaves stands first.
fn settled(mail: Vec<Mail>) -> Vec<Mail> {
    let (comes, leaves): (Vec<Mail>, Vec<Mail>) = mail.into_iter().partition(|mail| mail.comes);
    let mut came: HashMap<(ProcessId, String), usize> = HashMap::new();
    for mail in &comes {
        *came
            .entry((mail.process, mail.message.clone()))
            .or_default() += 1;
    }
    let mut gone = came.clone();
    let mut settled = Vec::new();
    for mail in leaves {
        match came.get_mut(&(mail.process, mail.message.clone())) {
            Some(count) if *count > 0 => *count -= 1,
            _ => settled.push(mail),
        }
    }
    for (key, count) in &mut gone {
        *count -= came[key];
    }
    settled.extend(comes.into_iter().filter(|mail| {
        let gone = gone.get_mut(&(mail.process, mail.message.clone()));
        match gone {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        }
    }));
    settled
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
        let kind = match is_flush {
            true => EventKind::Flush,
            false => EventKind::Event,
        };
        self.line_of.push(self.lines.len());
        self.operations.push(None);
        self.announced.push(operation);
        if let (Some(operation), Some(name)) = (operation, event.object) {
            self.objects.entry(operation.object).or_insert(name);
        }
        self.lines.push(Line {
            step: Some(self.steps.len() + 1),
            stack: event.stack,
            ..Line::new(turn.process, event.text, event.place, kind)
        });
    }

    fn accesses(&mut self, program: &mut P, accessed: &Accessed) {
        let why = accessed
            .newer
            .and_then(|newer| self.why(program, accessed, newer));
        if let Some(operation) = self.operations.last_mut() {
            *operation = Some(accessed.operation);
        }
        if let Some(line) = self.lines.last_mut() {
            let from = accessed.from.map_or(0, |step| step + 1);
            line.reads_from = accessed.is_read.then_some(from);
            line.why = why;
        }
    }

    fn after(&mut self, program: &mut P, turn: Turn, step: &Step) {
        let touched = program.touched();
        if let Some(line) = self.lines.last_mut()
            && !touched.is_empty()
        {
            line.what.push(' ');
            line.what.push_str(touched);
        }
        let mail = settled(program.mail());
        if let Some(line) = self.lines.last_mut() {
            line.mail = mail;
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
