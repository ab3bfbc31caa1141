//! What an execution did, line by line.

use super::Describe;
use crate::events::{Line, Mail};
use crate::section::Section;
use mazurka_explore::replay::Cost;
use mazurka_program::{FindingKind, ProcessId};
use mazurka_trace::{EventKind, Frame, Trace};

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
    /// The same as plain data: threads, objects, events, what races and who waits.
    pub trace: Trace,
    /// How hard it is to understand, if it shows the bug that was looked for; and how hard the
    /// execution was that was found first.
    pub cost: Option<[Cost; 2]>,
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Which of the events it is, from one; none if it is no event.
    pub step: Option<usize>,
    /// Who did it.
    pub thread: String,
    /// The same, as the explorer calls it.
    pub process: ProcessId,
    /// What.
    pub what: String,
    /// Where: the file and the line.
    pub place: Option<String>,
    /// The calls that led there, the innermost first.
    pub stack: Vec<Frame>,
    /// What kind of thing it is.
    pub kind: RowKind,
    /// Of an execution graph, the number of the event whose write this one reads; zero for what
    /// was there at first.
    pub reads_from: Option<usize>,
    /// Why it may read that although something newer was written, in words; or why what it
    /// writes is not the newest.
    pub why: Option<String>,
    /// What has changed in mailboxes.
    pub mail: Vec<Mail>,
    /// Is it one of the accesses that race?
    pub races: bool,
}

impl Row {
    pub(super) fn new(
        program: &impl Describe,
        process: ProcessId,
        what: String,
        place: Option<String>,
        kind: RowKind,
    ) -> Row {
        let owner = program.names().owner(process);
        Row {
            step: None,
            thread: program.thread_name(owner.unwrap_or(process)),
            process,
            what,
            place,
            stack: Vec::new(),
            kind,
            reads_from: None,
            why: None,
            mail: Vec::new(),
            races: false,
        }
    }

    pub(super) fn line(&self) -> Line {
        Line {
            step: self.step,
            process: self.process,
            kind: match self.kind {
                RowKind::Event => EventKind::Event,
                RowKind::Flush => EventKind::Flush,
                RowKind::Buffered => EventKind::Buffered,
                RowKind::Printed => EventKind::Printed,
                RowKind::Thread => EventKind::Thread,
                RowKind::Finding => EventKind::Finding,
            },
            what: self.what.clone(),
            place: self.place.clone(),
            reads_from: self.reads_from,
            why: self.why.clone(),
            stack: self.stack.clone(),
            mail: self.mail.clone(),
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
