//! The machine: processes, signals, mailboxes, names, tables and timers, as a [`Program`] that
//! explorers run.
//!
//! [`Program`]: mazurka_program::Program

mod announce;
mod answer;
mod assertion;
mod cells;
mod describe;
mod end;
mod info;
mod local;
mod log;
mod monitor;
mod names;
mod objects;
mod perform;
mod print;
mod process;
mod program;
mod reason;
mod report;
mod run;
mod signal;
mod spawn;
mod state;
mod system;
mod table;
mod take;
mod time;
mod unhandled;

#[cfg_attr(not(feature = "command"), allow(unused_imports))]
pub(crate) use answer::Answer;

use crate::atoms;
use crate::code::{Code, Loader};
use crate::debug;
use crate::hash;
use crate::heap::Heap;
use crate::interpreter::{Core, Interpreter};
use crate::knowledge::Knowledge;
use crate::print::Style;
use crate::raise::Raise;
use crate::term::Term;
use mazurka_check::{Mail as Letter, Note};
use mazurka_program::{
    Access, Edge, FindingKind, Interrupt, Names, ObjectId, ProcessId, Step, memory,
};
use objects::{Object, touch};
use process::Process;
use rustc_hash::FxHashMap;
use state::State;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What two executions have in common that are the same, as far as messages go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "command", derive(serde::Serialize, serde::Deserialize))]
pub enum Receive {
    /// The order of the messages of each mailbox.
    Ordered,
    /// Which message each receive took: the least that there is.
    #[default]
    Take,
}

impl std::fmt::Display for Receive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Receive::Ordered => "ordered",
            Receive::Take => "take",
        })
    }
}

impl std::str::FromStr for Receive {
    type Err = String;

    fn from_str(name: &str) -> Result<Receive, String> {
        match name {
            "ordered" => Ok(Receive::Ordered),
            "take" => Ok(Receive::Take),
            _ => Err(format!("there is no {name:?}: choose ordered or take")),
        }
    }
}

/// How programs are run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The module and the function that a program begins with.
    pub entry: (String, String),
    /// What that is given.
    pub arguments: Vec<Argument>,
    /// An `after` of this many milliseconds or more never comes.
    pub after_timeout: Option<u64>,
    /// Is a message in the mailbox when it is sent, or does it travel?
    pub instant_delivery: bool,
    /// Which executions are the same. Only `optimal` knows how to choose among messages.
    pub receive: Receive,
    /// Reasons to exit that are no bugs, as Erlang writes them.
    pub treat_as_normal: Vec<String>,
    /// Kinds of findings that are ignored.
    pub ignore: Vec<FindingKind>,
    /// Is an exit a bug only if an assertion did not hold?
    pub assertions_only: bool,
    /// Do exits and `halt` count only in the first process?
    pub first_process_only: bool,
    /// Is it no deadlock that processes wait when the first has ended?
    pub may_leave_others: bool,
    /// The most bytes of memory that one execution may take.
    pub max_memory: u64,
    /// How many calls and rounds of loops local code may take.
    pub max_calls: u64,
    /// How deep terms are written in reports.
    pub print_depth: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            entry: ("test".to_owned(), "test".to_owned()),
            arguments: Vec::new(),
            after_timeout: None,
            instant_delivery: true,
            receive: Receive::Ordered,
            treat_as_normal: Vec::new(),
            ignore: Vec::new(),
            assertions_only: false,
            first_process_only: false,
            may_leave_others: false,
            max_memory: memory::USUAL,
            max_calls: 100_000_000,
            print_depth: 20,
        }
    }
}

/// What the first function of a program is given.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "command", derive(serde::Serialize, serde::Deserialize))]
pub enum Argument {
    /// An atom.
    Atom(String),
    /// A number.
    Number(u32),
    /// A list.
    List(Vec<Argument>),
}

impl Argument {
    fn term(&self, heap: &mut Heap) -> Term {
        match self {
            Argument::Atom(text) => heap.atom(text),
            Argument::Number(number) => Term::small(i64::from(*number)),
            Argument::List(items) => {
                let items: Vec<Term> = items.iter().map(|item| item.term(heap)).collect();
                heap.list_before(&items, Term::NIL)
            }
        }
    }
}

/// The arguments of a call.
#[derive(Clone, Copy)]
pub(crate) struct Arguments {
    terms: [Term; 8],
    count: usize,
}

impl std::ops::Deref for Arguments {
    type Target = [Term];

    fn deref(&self) -> &[Term] {
        &self.terms[..self.count]
    }
}

impl From<&[Term]> for Arguments {
    fn from(from: &[Term]) -> Arguments {
        let mut terms = [Term::NONE; 8];
        let count = from.len().min(8);
        terms[..count].copy_from_slice(&from[..count]);
        Arguments { terms, count }
    }
}

/// What became of a native function.
pub(super) enum Done {
    /// It returns this.
    Value(Term),
    /// The process ends at once, for that reason.
    Ends(Term),
    /// The process waits in hibernation.
    Hibernates,
    /// A function of Erlang does it.
    Diverted,
    /// The program is over.
    Halted,
}

/// Why a native function did not return.
pub(super) enum Trouble {
    Raise(Raise),
    Interrupt(Interrupt),
}

impl From<Raise> for Trouble {
    fn from(raise: Raise) -> Trouble {
        Trouble::Raise(raise)
    }
}

impl From<Interrupt> for Trouble {
    fn from(interrupt: Interrupt) -> Trouble {
        Trouble::Interrupt(interrupt)
    }
}

/// What is known of a process over executions.
#[derive(Clone, Copy, Default)]
struct Known {
    is_looked_up: bool,
    is_exposed: bool,
    is_mortal: bool,
    is_timer: bool,
    is_ordered: bool,
    is_linked: bool,
    is_counted: bool,
}

/// A program that explorers run.
pub struct Machine {
    settings: Arc<Settings>,
    heap: Heap,
    code: Code,
    interpreter: Interpreter,
    names: Names,
    knowledge: Knowledge,
    /// By process.
    known: Vec<Known>,
    state: State,
    /// Processes that are to run local code within the present step.
    ready: VecDeque<usize>,
    /// The process that takes the present step.
    actor: ProcessId,
    /// The message that the last step has sent to a process that chooses.
    sent: Option<Term>,
    /// A buffer.
    scratch: Core,
    /// What is done now is no event: nothing that it touches is told.
    is_silent: bool,
    /// Are notes kept?
    records: bool,
    notes: Vec<Note>,
    /// What has come into mailboxes and left them, if notes are kept.
    mail: Vec<Letter>,
    /// What the last step learnt or left.
    told: String,
    /// What is kept for a report, beside notes.
    chronicle: report::Chronicle,
    /// Receives, by their addresses, as the source has them.
    receives: RefCell<FxHashMap<u32, Rc<debug::Known>>>,
    stop: Arc<AtomicBool>,
    /// What the patterns of scans that are known are, by table.
    scans: table::Scans,
    /// Where the state after each step is told, for those who judge this front end.
    view: Option<Rc<RefCell<String>>>,
}

impl Machine {
    /// A program, with what is known of it.
    pub(crate) fn new(
        settings: &Arc<Settings>,
        loader: Arc<dyn Loader>,
        knowledge: Knowledge,
        stop: &Arc<AtomicBool>,
    ) -> Machine {
        let most = usize::try_from(settings.max_memory / 8);
        let mut heap = Heap::new(most.unwrap_or(usize::MAX));
        heap.style = Style::of(&settings.entry.0);
        let mut code = Code::new(loader);
        code.has_system = knowledge.is_listed(system::SYSTEM);
        Machine {
            heap,
            settings: Arc::clone(settings),
            code,
            interpreter: Interpreter::new(),
            names: Names::new(),
            knowledge,
            known: Vec::new(),
            state: State::new(),
            ready: VecDeque::new(),
            actor: ProcessId::ROOT,
            sent: None,
            scratch: Core::default(),
            is_silent: false,
            records: false,
            notes: Vec::new(),
            mail: Vec::new(),
            told: String::new(),
            chronicle: report::Chronicle::default(),
            receives: RefCell::default(),
            stop: Arc::clone(stop),
            scans: table::Scans::default(),
            view: None,
        }
    }

    /// Tells the state after each step there.
    pub(crate) fn observe(&mut self, view: Rc<RefCell<String>>) {
        self.view = Some(view);
    }

    /// What has been learnt.
    pub(crate) fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// Learns something: the exploration begins anew.
    fn learn(&mut self, learn: impl FnOnce(&mut Knowledge, &Names)) -> Interrupt {
        learn(&mut self.knowledge, &self.names);
        Interrupt::Refined
    }

    fn known(&mut self, process: ProcessId) -> Known {
        if self.known.len() <= process.index() {
            self.known.resize(process.index() + 1, Known::default());
        }
        let known = self.known[process.index()];
        if known.is_looked_up {
            return known;
        }
        let name = self.names.process_name(process);
        let known = Known {
            is_looked_up: true,
            is_exposed: self.knowledge.is_exposed(&name),
            is_mortal: self.knowledge.is_mortal(&name),
            is_timer: self.knowledge.is_timer(&name),
            is_ordered: self.knowledge.is_ordered(&name),
            is_linked: self.knowledge.is_linked(&name),
            is_counted: self.knowledge.is_counted(&name),
        };
        self.known[process.index()] = known;
        known
    }

    /// The same of a process that is there.
    fn is_exposed(&self, process: ProcessId) -> bool {
        let known = self.known.get(process.index());
        known.is_some_and(|known| known.is_exposed)
    }

    fn object(&mut self, object: Object) -> ObjectId {
        object.id(&mut self.names)
    }

    /// The objects that every process has.
    fn objects_of(&mut self, id: ProcessId) -> [ObjectId; 4] {
        let objects = [
            Object::Queue(id),
            Object::Doom(id),
            Object::Life(id),
            Object::Channel(id),
        ];
        objects.map(|object| self.object(object))
    }

    // Touches.

    fn touch(&mut self, step: &mut Step, object: ObjectId, access: Access, after: u64) {
        let before = self.state.values.get(object);
        if after != before {
            self.state.values.set(object, after);
        }
        if !self.is_silent {
            touch(step, object, access, before, after);
        }
    }

    fn read(&mut self, step: &mut Step, object: Object) -> u64 {
        let object = self.object(object);
        let value = self.state.values.get(object);
        self.touch(step, object, Access::Read, value);
        value
    }

    fn write(&mut self, step: &mut Step, object: Object, value: u64) {
        let object = self.object(object);
        self.touch(step, object, Access::Write, value);
    }

    /// Writes, or reads if it is there.
    fn set(&mut self, step: &mut Step, object: Object, value: u64) {
        let object = self.object(object);
        let access = match self.state.values.get(object) == value {
            true => Access::Read,
            false => Access::Write,
        };
        self.touch(step, object, access, value);
    }

    fn add(&mut self, step: &mut Step, object: Object, summand: u64) {
        let object = self.object(object);
        let value = self.state.values.get(object).wrapping_add(summand);
        self.touch(step, object, Access::Add, value);
    }

    /// One more: something has changed.
    fn bump(&mut self, step: &mut Step, object: Object) {
        let object = self.object(object);
        let value = self.state.values.get(object).wrapping_add(1);
        self.touch(step, object, Access::Write, value);
    }

    /// Marks the past of a process, for what comes after it.
    fn mark(&mut self, process: ProcessId, step: &mut Step) -> u32 {
        step.edges.push(Edge::Mark { process });
        if self.records {
            self.chronicle.note_mark(process);
        }
        let mark = self.state.marks;
        self.state.marks += 1;
        mark
    }

    // Processes.

    fn process(&self, place: usize) -> &Process {
        &self.state.processes[place]
    }

    fn change(&mut self, place: usize) -> &mut Process {
        self.state.change(place)
    }

    fn id(&self, place: usize) -> ProcessId {
        self.state.processes[place].id
    }

    fn pid(&self, place: usize) -> Term {
        Term::pid(self.id(place).0)
    }

    /// The place of the process that a term is.
    fn place_of(&self, term: Term) -> Option<usize> {
        self.state.place(ProcessId(term.as_pid()?))
    }

    /// A hash of a term that is the same in all executions.
    fn hash(&self, term: Term) -> u64 {
        hash::stable(&self.heap, term)
    }

    /// A new reference of a process.
    fn reference(&mut self, place: usize) -> (Term, (u32, u64)) {
        let process = self.change(place);
        let number = process.references;
        process.references += 1;
        let creator = process.id.0;
        (self.heap.reference(creator, number), (creator, number))
    }

    /// The objects of references.
    fn of_reference(key: (u32, u64), object: fn(ProcessId, u64) -> Object) -> Object {
        object(ProcessId(key.0), key.1)
    }

    /// The object of a link between two processes.
    fn link_object(&self, a: ProcessId, b: ProcessId) -> Object {
        let (a, b) = match self.heap.pid_path(a.0) <= self.heap.pid_path(b.0) {
            true => (a, b),
            false => (b, a),
        };
        Object::Link(a, self.hash(Term::pid(b.0)))
    }

    fn boolean(value: bool) -> Term {
        match value {
            true => atoms::TRUE,
            false => atoms::FALSE,
        }
    }
}
