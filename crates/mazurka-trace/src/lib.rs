//! One execution as plain data: what a trace file says, and what pages and pictures show.
//!
//! A trace file is one JSON object in UTF-8. Its fields are those of [`Trace`], by the same names;
//! `format` is `"mazurka trace"` and `version` is [`VERSION`]. Numbers of threads, objects and
//! events are places in the lists `threads`, `objects` and `events`, from zero. Steps count from
//! one, as in texts. A field that has nothing to say is left out, or null. A reader refuses other
//! versions, and passes over fields that it does not know.
//!
//! ```json
//! {
//!   "format": "mazurka trace", "version": 1, "mazurka": "0.1.0",
//!   "program": {"language": "c", "name": "lost", "files": ["lost.c"], "model": "sc",
//!               "algorithm": "optimal"},
//!   "replay": "1/0x1,0.0x2,0x1",
//!   "threads": [{"id": "0", "name": "main"}, {"id": "0.0", "name": "thread 0 (add)"}],
//!   "objects": [{"name": "counter"}],
//!   "events": [
//!     {"kind": "event", "step": 1, "thread": 0, "what": "load counter = 0", "operation": "load",
//!      "object": 0, "before": 0, "after": 0, "file": "lost.c", "line": 8, "clock": [1, 0]}
//!   ]
//! }
//! ```

mod dot;
mod fold;
mod lanes;
mod lines;
mod link;
mod page;
mod place;
mod plain;
#[cfg(feature = "read")]
mod read;
#[cfg(feature = "read")]
mod show;
mod sources;
mod svg;
mod text;
mod write;

pub use fold::{LARGEST, cut, shorten_stack};
pub use lines::Room;
pub use place::Place;
pub use plain::{is_wild, plain, write_out};
#[cfg(feature = "read")]
pub use read::Unreadable;
#[cfg(feature = "read")]
pub use show::{Wanted, read, show};
pub use write::string;

#[cfg(feature = "read")]
use serde::Deserialize;

/// The version of trace files.
pub const VERSION: u32 = 1;

/// What `format` is in a trace file.
pub const FORMAT: &str = "mazurka trace";

/// An execution, and the bug that it shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "read", derive(Deserialize), serde(default))]
pub struct Trace {
    /// The version of Mazurka that wrote it.
    pub mazurka: String,
    /// What was checked, and how.
    pub program: Program,
    /// The bug; none if the execution shows none.
    pub finding: Option<Finding>,
    /// The string that replays the execution.
    pub replay: String,
    /// The command that replays it, for a shell.
    pub command: String,
    /// Threads or processes, in the order of their first mention. Store buffers are among them.
    pub threads: Vec<Thread>,
    /// What operations are made of.
    pub objects: Vec<Object>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// What else is told of the end of the execution.
    pub sections: Vec<Section>,
    /// The lines of the program that events are in.
    pub sources: Vec<Source>,
    /// What is left out, since it would make the file too large.
    pub left_out: LeftOut,
}

/// What is left out of a trace. Long texts that were cut say so themselves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "read", derive(Deserialize), serde(default))]
pub struct LeftOut {
    /// How many events; those that come after them say where.
    pub events: usize,
    /// How many threads, which do nothing in the events that are there.
    pub threads: usize,
    /// How many bytes the replay string has, if that is left out.
    pub replay: usize,
}

/// What was checked, and how.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "read", derive(Deserialize), serde(default))]
pub struct Program {
    /// `rust`, `c`, `erlang`...
    pub language: String,
    /// What reports call it.
    pub name: String,
    /// Its files.
    pub files: Vec<String>,
    /// The test of these files that it is.
    pub test: Option<String>,
    /// The memory model; empty if it has none.
    pub model: String,
    /// The explorer.
    pub algorithm: String,
    /// All options, as the front end writes them: a text of JSON.
    pub options: Option<String>,
    /// A number that changes when the program does.
    pub digest: Option<String>,
}

/// A bug.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "read", derive(Deserialize), serde(default))]
pub struct Finding {
    /// `assertion`, `deadlock`, `data-race`...
    pub kind: String,
    /// What happened, in one line.
    pub message: String,
    /// Other lines.
    pub details: Vec<String>,
    /// Where: the innermost call first.
    pub stack: Vec<Frame>,
    /// How many executions showed it; zero if that is not known.
    pub executions: u64,
    /// The events that race with one another, or that are the bug.
    pub events: Vec<usize>,
    /// What threads wait for at the end.
    pub waits: Vec<Wait>,
}

/// A thread that waits at the end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "read", derive(Deserialize), serde(default))]
pub struct Wait {
    /// The thread.
    pub thread: usize,
    /// What it waits for, in words.
    pub what: String,
    /// The thread that would have to go on first, if it is known which.
    pub on: Option<usize>,
    /// Is it one of those that wait for one another in a circle?
    pub in_cycle: bool,
}

/// A line of a call stack.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "read", derive(Deserialize), serde(default))]
pub struct Frame {
    /// The function, or nothing.
    pub function: String,
    /// The file.
    pub file: String,
    /// From one.
    pub line: u32,
    /// From one; zero if it is not known.
    pub column: u32,
    /// How many calls between this one and the one before it in the list are left out.
    pub left_out: usize,
}

/// A thread or process.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "read", derive(Deserialize), serde(default))]
pub struct Thread {
    /// Its name in replay strings.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// If it is a store buffer: the thread whose it is.
    pub owner: Option<usize>,
}

/// An object.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "read", derive(Deserialize), serde(default))]
pub struct Object {
    /// Its name for people.
    pub name: String,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "read", derive(Deserialize), serde(default))]
pub struct Event {
    /// What kind of thing it is.
    pub kind: EventKind,
    /// Which of the steps it is, from one; none if it is no step.
    pub step: Option<usize>,
    /// The thread. That of a flush is the store buffer.
    pub thread: usize,
    /// What it does, for people.
    pub what: String,
    /// The operation in one word; empty if it is none.
    pub operation: String,
    /// What it accesses, or most of all.
    pub object: Option<usize>,
    /// What the object held before.
    pub before: Option<u64>,
    /// What it held afterwards.
    pub after: Option<u64>,
    /// The file.
    pub file: Option<String>,
    /// The line, from one.
    pub line: Option<u32>,
    /// The calls that led there, the innermost first, if they are known.
    pub stack: Vec<Frame>,
    /// Of a step: for each thread, how many of its steps happen before this one or are it.
    pub clock: Vec<u32>,
    /// Of a step: the latest events of other threads that happen before it, but not before
    /// another of them, and not before the one before it in its thread.
    pub follows: Vec<usize>,
    /// Of an execution graph: the step whose write it reads; zero for what was there at first.
    pub reads_from: Option<usize>,
    /// Why it reads that although there is something newer, in words.
    pub why: Option<String>,
    /// What it changes in locks, mailboxes and store buffers.
    pub changes: Vec<Change>,
    /// How many events between this one and the one before it in the list are left out.
    pub left_out: usize,
}

/// Kinds of things that happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "read", derive(Deserialize), serde(rename_all = "lowercase"))]
pub enum EventKind {
    /// A step: an operation that others may notice.
    #[default]
    Event,
    /// A step that carries out a store that was buffered.
    Flush,
    /// A store goes into a buffer.
    Buffered,
    /// The program prints something.
    Printed,
    /// Threads begin, and wait for one another.
    Thread,
    /// The bug.
    Finding,
}

impl EventKind {
    /// The word for it in files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            EventKind::Event => "event",
            EventKind::Flush => "flush",
            EventKind::Buffered => "buffered",
            EventKind::Printed => "printed",
            EventKind::Thread => "thread",
            EventKind::Finding => "finding",
        }
    }
}

/// Something comes to what a thread has, or leaves it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "read", derive(Deserialize), serde(default))]
pub struct Change {
    /// `locks`, `mailbox` or `buffer`.
    pub of: String,
    /// The thread that has it.
    pub thread: usize,
    /// What comes to it.
    pub adds: Option<String>,
    /// What leaves it.
    pub removes: Option<String>,
}

/// Something that is told of the end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "read", derive(Deserialize), serde(default))]
pub struct Section {
    /// What it is.
    pub title: String,
    /// The text.
    pub lines: Vec<String>,
}

/// A part of a file of the program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "read", derive(Deserialize), serde(default))]
pub struct Source {
    /// Its name, as places have it.
    pub file: String,
    /// The number of the first line, from one.
    pub first: u32,
    /// The lines, without their ends.
    pub lines: Vec<String>,
}

/// What a command has checked, for a page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The version of Mazurka.
    pub mazurka: String,
    /// The command.
    pub command: String,
    /// Each program, in order.
    pub programs: Vec<Checked>,
}

/// What the check of one program has shown, for a page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// What it is called.
    pub name: String,
    /// Its files.
    pub files: Vec<String>,
    /// `verified`, `bug`, `unknown`, `explored` or `error`.
    pub verdict: String,
    /// What is said with the verdict, in one line.
    pub reason: String,
    /// Figures, in order: what they are, and their values, for people.
    pub statistics: Vec<(String, String)>,
    /// The bugs, each with an execution that shows it.
    pub findings: Vec<Trace>,
    /// The first executions, in the order in which they were explored.
    pub exploration: Vec<Execution>,
    /// How many more findings there are, which would make the page too large.
    pub left_out: usize,
}

/// One execution of an exploration. Together they are a tree: each goes its own way where it
/// leaves the one before it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Execution {
    /// How many steps it has in common with the execution before it.
    pub shared: usize,
    /// How many steps it has in all.
    pub steps: usize,
    /// Whose step comes next where it goes its own way, for people; of the first, whose step is
    /// first.
    pub turn: String,
    /// `complete`, `blocked`, `discarded`, `cut` or `bug`.
    pub ending: String,
}
