//! Going back to an earlier state of the current execution.
//!
//! Most executions share a long prefix with the one before. As all that a step changes
//! is logged, going back to the end of that prefix costs as much as was done since, and
//! the prefix need not be run again. The log is given up where that is not so: when a
//! thread changes very much memory.

use super::Machine;
use super::thread::Thread;
use mazurka_memory::{Point, races};
use mazurka_program::{Finding, ObjectId, ProcessId, Script, Step, Turn};

/// A change that is not of memory.
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

/// The state before a step.
#[derive(Clone, Copy)]
struct Mark {
    /// The step; none for what comes before all steps.
    turn: Turn,
    memory: usize,
    buffers: Point,
    races: races::Point,
    late: usize,
    log: usize,
    findings: usize,
    unjoined: u32,
    hooked: u32,
    exited_by: Option<u32>,
    has_failed: bool,
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
    /// Begins to log, when the local code before all steps has been run.
    pub(super) fn begin_history(&mut self, step: &Step) {
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
        history.is_on = self.can_go_back && !self.records;
        if self.can_go_back {
            self.memory.begin_log();
            self.buffers.begin_log();
            self.races.begin_log();
        }
    }

    /// Notes the state before a step.
    pub(super) fn mark(&mut self, turn: Turn) {
        if !self.history.is_on {
            return;
        }
        let Some(memory) = self.memory.logged() else {
            self.history.is_on = false;
            return;
        };
        if self.history.marks.len() >= MOST_STEPS {
            self.history.is_on = false;
            return;
        }
        self.push_mark(turn, memory);
    }

    fn push_mark(&mut self, turn: Turn, memory: usize) -> Mark {
        let mark = Mark {
            turn,
            memory,
            buffers: self.buffers.point(),
            races: match self.settings.races {
                true => self.races.point(),
                false => races::Point::default(),
            },
            late: self.late.len(),
            log: self.history.log.len(),
            findings: self.history.findings.len(),
            unjoined: self.unjoined,
            hooked: self.hooked,
            exited_by: self.exited_by,
            has_failed: self.has_failed,
        };
        self.history.marks.push(mark);
        mark
    }

    /// Does something, and takes it back, whether or not this execution is logged.
    pub(super) fn tentatively<R>(&mut self, act: impl FnOnce(&mut Machine) -> R) -> R {
        let was_on = std::mem::replace(&mut self.history.is_on, true);
        let records = std::mem::replace(&mut self.records, false);
        let ready = std::mem::take(&mut self.ready);
        let marks = self.history.marks.len();
        let memory = self.memory.begin_attempt();
        let was_logged = self.buffers.ensure_log();
        let mark = self.push_mark(ProcessId::ROOT.into(), memory.logged);
        let result = act(self);
        self.undo_to(&mark);
        self.history.marks.truncate(marks);
        self.memory.end_attempt(memory);
        if !was_logged {
            self.buffers.end_log();
        }
        self.ready = ready;
        self.records = records;
        self.history.is_on = was_on;
        result
    }

    /// Takes back all that was changed since a mark.
    fn undo_to(&mut self, mark: &Mark) {
        self.memory.undo(mark.memory);
        self.buffers.go_back(mark.buffers);
        if self.settings.races {
            self.races.go_back(mark.races);
        }
        self.late.truncate(mark.late);
        while self.history.log.len() > mark.log {
            let change = self.history.log.pop().expect("there is one");
            self.undo(change);
        }
        self.history.findings.truncate(mark.findings);
        self.unjoined = mark.unjoined;
        self.hooked = mark.hooked;
        self.exited_by = mark.exited_by;
        self.has_failed = mark.has_failed;
        // Those that were logged since may have to be logged again.
        self.history.logged.fill(0);
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
    pub(super) fn save(&mut self, change: impl FnOnce(&Machine) -> Change) {
        if self.history.is_on && !self.history.marks.is_empty() {
            let change = change(self);
            self.history.log.push(change);
        }
    }

    /// Goes back to the state after the first `len` steps of the script, or as far back
    /// as is needed to run the rest of them again. False if that cannot be.
    pub(super) fn go_back(
        &mut self,
        script: &Script,
        len: usize,
        step: &mut Step,
    ) -> Option<usize> {
        let is_whole = !self.is_stale && !self.memory.stop.was_seen();
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
        self.ready.clear();
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
