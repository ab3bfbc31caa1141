//! Going back to an earlier state of the current execution.
//!
//! Most executions share a long prefix with the one before. As all that a step changes
//! is logged, going back to the end of that prefix costs as much as was done since, and
//! the prefix need not be run again. The log is given up where that is not so: when a
//! thread changes very much memory.

use super::Machine;
use super::state::{Course, State};
use super::thread::Thread;
use mazurka_memory::Point;
use mazurka_memory::races::{self, Races};
use mazurka_program::{Finding, ObjectId, ProcessId, Script, Step, Turn};

/// A change of what keeps no log of its own.
pub(super) enum Change {
    /// A thread was like this.
    Thread(u32, Box<Thread>),
    /// A thread was started.
    Started,
    /// The value of something that is not in memory.
    Beside(ObjectId, Option<u64>),
    /// Who waited at condition variables.
    Waiters(Vec<(u64, u32)>),
    /// The keys that there were.
    Keys(Vec<(u32, u64)>),
}

/// The state before a step: for each part of [`State`], how to go back to it.
#[derive(Clone, Copy)]
struct Mark {
    /// The step; none for what comes before all steps.
    turn: Turn,
    memory: usize,
    buffers: Point,
    races: Option<races::Point>,
    kept: usize,
    late: usize,
    times: usize,
    course: Course,
    log: usize,
    findings: usize,
}

/// What is needed to go back.
#[derive(Default)]
pub(super) struct History {
    /// Is this execution logged?
    is_on: bool,
    marks: Vec<Mark>,
    log: Vec<Change>,
    findings: Vec<Finding>,
    /// By thread: it has been logged since the last mark with this number.
    logged: Vec<usize>,
    #[allow(clippy::vec_box, reason = "the log has them in boxes, to be small")]
    spare: Vec<Box<Thread>>,
}

/// More steps than this are not logged.
const MOST_STEPS: usize = 4096;

impl Machine {
    /// Does something, and takes it back, whether or not this execution is logged.
    pub(super) fn tentatively<R>(&mut self, act: impl FnOnce(&mut Machine) -> R) -> R {
        let was_on = std::mem::replace(&mut self.state.history.is_on, true);
        let records = std::mem::replace(&mut self.tables.records, false);
        let ready = std::mem::take(&mut self.taking.ready);
        let marks = self.state.history.marks.len();
        let memory = self.state.memory.begin_attempt();
        let was_logged = self.state.buffers.ensure_log();
        let mark = self.state.push_mark(ProcessId::ROOT.into(), memory.logged);
        let result = act(self);
        self.state.undo_to(&mark);
        self.state.history.marks.truncate(marks);
        self.state.memory.end_attempt(memory);
        if !was_logged {
            self.state.buffers.end_log();
        }
        self.taking.ready = ready;
        self.tables.records = records;
        self.state.history.is_on = was_on;
        result
    }
}

impl State {
    /// Begins to log, when the local code before all steps has been run.
    pub(super) fn begin_history(&mut self, can_go_back: bool, is_on: bool, step: &Step) {
        let history = &mut self.history;
        history.marks.clear();
        for change in history.log.drain(..) {
            if let Change::Thread(_, thread) = change {
                history.spare.push(thread);
            }
        }
        history.findings.clear();
        history.findings.extend_from_slice(&step.findings);
        history.logged.clear();
        history.is_on = is_on;
        if can_go_back {
            self.memory.begin_log();
            self.buffers.begin_log();
            self.races.iter_mut().for_each(Races::begin_log);
        }
    }

    /// Notes the state before a step.
    pub(super) fn mark(&mut self, turn: Turn) {
        if !self.history.is_on {
            return;
        }
        match self.memory.logged() {
            Some(memory) if self.history.marks.len() < MOST_STEPS => {
                self.push_mark(turn, memory);
            }
            _ => self.history.is_on = false,
        }
    }

    fn push_mark(&mut self, turn: Turn, memory: usize) -> Mark {
        let mark = Mark {
            turn,
            memory,
            buffers: self.buffers.point(),
            races: self.races.as_mut().map(Races::point),
            kept: self.kept.logged(),
            late: self.late.len(),
            times: self.times.logged(),
            course: self.course,
            log: self.history.log.len(),
            findings: self.history.findings.len(),
        };
        self.history.marks.push(mark);
        mark
    }

    /// Takes back all that was changed since a mark.
    fn undo_to(&mut self, mark: &Mark) {
        // All fields are named, so that none is forgotten.
        let State {
            memory,
            buffers,
            races,
            kept,
            late,
            times,
            course,
            threads: _,
            thread_of: _,
            beside: _,
            waiters: _,
            keys: _,
            spare: _,
            history,
        } = self;
        memory.undo(mark.memory);
        buffers.go_back(mark.buffers);
        if let (Some(races), Some(point)) = (races, mark.races) {
            races.go_back(point);
        }
        kept.go_back(mark.kept);
        late.truncate(mark.late);
        times.go_back(mark.times);
        *course = mark.course;
        history.findings.truncate(mark.findings);
        // Those that were logged since may have to be logged again.
        history.logged.fill(0);
        while self.history.log.len() > mark.log {
            let change = self.history.log.pop().expect("there is one");
            self.undo(change);
        }
    }

    /// Remembers the findings of a step.
    pub(super) fn note_findings(&mut self, step: &Step, from: usize) {
        if self.history.is_on {
            self.history
                .findings
                .extend_from_slice(&step.findings[from..]);
        }
    }

    /// A thread is about to change.
    pub(super) fn save_thread(&mut self, t: usize) {
        let history = &mut self.history;
        if !history.is_on || history.marks.is_empty() {
            return;
        }
        let now = history.marks.len();
        if history.logged.len() <= t {
            history.logged.resize(t + 1, 0);
        }
        if history.logged[t] == now {
            return;
        }
        history.logged[t] = now;
        let mut saved = match history.spare.pop() {
            Some(spare) => spare,
            None => Box::new(Thread::new(self.threads[t].process, 0, 0)),
        };
        saved.copy_from(&self.threads[t]);
        history.log.push(Change::Thread(t as u32, saved));
    }

    /// Something else is about to change.
    pub(super) fn save(&mut self, change: impl FnOnce(&State) -> Change) {
        if self.history.is_on && !self.history.marks.is_empty() {
            let change = change(self);
            self.history.log.push(change);
        }
    }

    /// Goes back to the state after the first `len` steps of the script, or as far back
    /// as is needed to run the rest of them again: to after how many steps. None if that
    /// cannot be.
    pub(super) fn go_back(
        &mut self,
        script: &Script,
        len: usize,
        step: &mut Step,
    ) -> Option<usize> {
        let is_whole = !self.memory.stop.was_seen();
        if !self.history.is_on || !is_whole || self.memory.logged().is_none() {
            return None;
        }
        let done = self.history.marks.iter();
        let wanted = script.cues()[..len].iter();
        let common = done
            .zip(wanted)
            .take_while(|(mark, cue)| mark.turn == cue.turn)
            .count();
        if let Some(mark) = self.history.marks.get(common).copied() {
            self.undo_to(&mark);
            self.history.marks.truncate(common);
        }
        step.findings.extend_from_slice(&self.history.findings);
        Some(common)
    }

    fn undo(&mut self, change: Change) {
        match change {
            Change::Thread(t, mut thread) => {
                std::mem::swap(&mut self.threads[t as usize], &mut thread);
                self.history.spare.push(thread);
            }
            Change::Started => {
                let thread = self.threads.pop().expect("it was started");
                self.thread_of[thread.process.index()] = 0;
                self.spare.push(thread);
            }
            Change::Beside(object, value) => {
                match value {
                    Some(value) => self.beside.insert(object, value),
                    None => self.beside.remove(&object),
                };
            }
            Change::Waiters(waiters) => self.waiters = waiters,
            Change::Keys(keys) => self.keys = keys,
        }
    }
}
