//! What an execution changes, and going back to how it was.

use super::objects::Values;
use super::process::Process;
use crate::heap::{self, Heap};
use crate::tables::{self, Tables};
use crate::term::Term;
use mazurka_program::{Finding, ProcessId, Script, Step, Turn};
use std::rc::Rc;

/// What is there once, and changes seldom.
#[derive(Clone, Default)]
pub(super) struct Globals {
    /// Names, and whose they are.
    pub(super) registered: Vec<(Term, ProcessId)>,
    /// Persistent terms, with their keys.
    pub(super) terms: Vec<(Term, Term)>,
    /// Arrays of cells: the reference, how many there are, and whether they have a sign.
    pub(super) arrays: Vec<((u32, u64), u64, bool)>,
    /// The timers, by reference: their processes.
    pub(super) timers: Vec<((u32, u64), ProcessId)>,
    /// When the last timer was due that `after_timeout` held back, in milliseconds.
    pub(super) waited: u64,
    /// Tables that others than their owners have used: the first of these.
    pub(super) users: Vec<(tables::Id, ProcessId)>,
    /// The program has halted.
    pub(super) has_halted: bool,
}

/// All that an execution changes, but the heap.
pub(super) struct State {
    pub(super) processes: Vec<Process>,
    /// By process: one more than its place in `processes`; zero if it is not there.
    places: Vec<u32>,
    pub(super) globals: Rc<Globals>,
    pub(super) values: Values,
    pub(super) tables: Tables,
    /// How many marks of happens-before there are.
    pub(super) marks: u32,
    /// How many notes there are.
    pub(super) notes: usize,
    /// A step was left in the middle: there is no way back.
    pub(super) is_spoilt: bool,
    /// The processes of the system are starting.
    pub(super) is_booting: bool,
    /// How many processes there were when that was over.
    pub(super) system: usize,
    history: History,
}

/// A change that keeps no log of its own.
enum Change {
    /// A process was like this.
    Process(u32, Box<Process>),
    /// A process was started.
    Started,
    Globals(Rc<Globals>),
}

/// The state before a step: for each part, how to go back to it.
#[derive(Clone, Copy)]
struct Mark {
    turn: Turn,
    heap: heap::Mark,
    values: usize,
    tables: tables::Mark,
    marks: u32,
    notes: usize,
    log: usize,
    findings: usize,
}

/// What is needed to go back.
#[derive(Default)]
struct History {
    marks: Vec<Mark>,
    log: Vec<Change>,
    findings: Vec<Finding>,
    /// By place: the process was logged since the mark with this number.
    logged: Vec<usize>,
    #[allow(clippy::vec_box, reason = "the log has them in boxes, to be small")]
    spare: Vec<Box<Process>>,
}

impl State {
    pub(super) fn new() -> State {
        State {
            processes: Vec::new(),
            places: Vec::new(),
            globals: Rc::default(),
            values: Values::default(),
            tables: Tables::default(),
            marks: 0,
            notes: 0,
            is_spoilt: false,
            is_booting: false,
            system: 0,
            history: History::default(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self, heap: &mut Heap) {
        for process in self.processes.drain(..) {
            self.places[process.id.index()] = 0;
            if self.history.spare.len() < 64 {
                self.history.spare.push(Box::new(process));
            }
        }
        self.globals = Rc::default();
        self.values.go_back(0);
        self.tables.clear();
        self.marks = 0;
        self.notes = 0;
        self.is_spoilt = false;
        self.is_booting = false;
        self.system = 0;
        self.history.marks.clear();
        for change in self.history.log.drain(..) {
            if let Change::Process(_, process) = change {
                self.history.spare.push(process);
            }
        }
        self.history.findings.clear();
        self.history.logged.clear();
        heap.clear();
    }

    /// The place of a process, if it is there.
    pub(super) fn place(&self, process: ProcessId) -> Option<usize> {
        let place = self.places.get(process.index()).copied().unwrap_or(0);
        (place as usize).checked_sub(1)
    }

    pub(super) fn add(&mut self, process: Process) -> usize {
        let (id, place) = (process.id, self.processes.len());
        if self.places.len() <= id.index() {
            self.places.resize(id.index() + 1, 0);
        }
        self.places[id.index()] = place as u32 + 1;
        self.processes.push(process);
        if !self.history.marks.is_empty() {
            self.history.log.push(Change::Started);
        }
        place
    }

    /// A process that is to be changed.
    pub(super) fn change(&mut self, place: usize) -> &mut Process {
        self.save(place);
        &mut self.processes[place]
    }

    fn save(&mut self, place: usize) {
        let history = &mut self.history;
        let now = history.marks.len();
        if now == 0 {
            return;
        }
        if history.logged.len() <= place {
            history.logged.resize(place + 1, 0);
        }
        if history.logged[place] == now {
            return;
        }
        history.logged[place] = now;
        let process = &self.processes[place];
        let saved = match history.spare.pop() {
            Some(mut spare) => {
                spare.copy_from(process);
                spare
            }
            None => Box::new(process.clone()),
        };
        history.log.push(Change::Process(place as u32, saved));
    }

    pub(super) fn globals_mut(&mut self) -> &mut Globals {
        if !self.history.marks.is_empty() {
            let before = Rc::clone(&self.globals);
            self.history.log.push(Change::Globals(before));
        }
        Rc::make_mut(&mut self.globals)
    }

    /// The findings of the local code before all steps.
    pub(super) fn begin(&mut self, step: &Step) {
        self.history.findings.clone_from(&step.findings);
    }

    /// Notes the state before a step.
    pub(super) fn mark(&mut self, turn: Turn, heap: &mut Heap) {
        self.history.marks.push(Mark {
            turn,
            heap: heap.mark(),
            values: self.values.mark(),
            tables: self.tables.mark(),
            marks: self.marks,
            notes: self.notes,
            log: self.history.log.len(),
            findings: self.history.findings.len(),
        });
    }

    /// Remembers the findings of a step.
    pub(super) fn note_findings(&mut self, findings: &[Finding]) {
        self.history.findings.extend_from_slice(findings);
    }

    /// Goes back to the state after the first `len` steps of the script, or as far back as is
    /// needed to run the rest of them again: to after how many steps.
    pub(super) fn go_back(
        &mut self,
        script: &Script,
        len: usize,
        step: &mut Step,
        heap: &mut Heap,
    ) -> usize {
        let done = self.history.marks.iter();
        let wanted = script.cues()[..len].iter();
        let common = done
            .zip(wanted)
            .take_while(|(mark, cue)| mark.turn == cue.turn)
            .count();
        if let Some(mark) = self.history.marks.get(common).copied() {
            self.undo_to(&mark, heap);
            self.history.marks.truncate(common);
        }
        step.findings.extend_from_slice(&self.history.findings);
        common
    }

    /// Undoes the last step, also if it was left in the middle.
    pub(super) fn undo_last(&mut self, heap: &mut Heap) {
        if let Some(mark) = self.history.marks.pop() {
            self.undo_to(&mark, heap);
        }
        self.is_spoilt = false;
    }

    fn undo_to(&mut self, mark: &Mark, heap: &mut Heap) {
        heap.go_back(&mark.heap);
        self.values.go_back(mark.values);
        self.tables.go_back(&mark.tables);
        self.marks = mark.marks;
        self.notes = mark.notes;
        self.history.findings.truncate(mark.findings);
        // Those that were logged since may have to be logged again.
        self.history.logged.fill(0);
        while self.history.log.len() > mark.log {
            match self.history.log.pop().expect("there is one") {
                Change::Process(place, mut process) => {
                    std::mem::swap(&mut self.processes[place as usize], &mut process);
                    self.history.spare.push(process);
                }
                Change::Started => {
                    let process = self.processes.pop().expect("it was started");
                    self.places[process.id.index()] = 0;
                }
                Change::Globals(globals) => self.globals = globals,
            }
        }
    }

    /// Is there only one process, and has there never been another? (While a system starts, nothing
    /// else happens.)
    pub(super) fn is_lone(&self) -> bool {
        self.processes.len() == 1 || self.is_booting
    }

    /// The process with that name.
    pub(super) fn named(&self, name: Term) -> Option<ProcessId> {
        let mut registered = self.globals.registered.iter();
        registered
            .find(|(known, _)| *known == name)
            .map(|(_, process)| *process)
    }
}
