//! What all explorers share: running the program step by step, replaying a
//! prefix, and accounting for what comes of it.

mod receives;

use crate::ending::{Ending, Left};
use crate::estimate::{Estimator, View};
use crate::next::{Accesses, Lists, Next};
use crate::outcome::{
    Counterexample, Ended, EndedKind, Error, Limit, Limits, Observer, Outcome, Planned, Statistics,
    Verdict,
};
use crate::sequence::Sequence;
use crate::trace::Trace;
use crate::wakeup::Mismatch;
use mazurka_program::{
    Divergence, Edge, Finding, FindingKind, Interrupt, Mail, Names, ObjectId, Operation, ProcessId,
    Program, Rewound, Script, Status, Step, Turn,
};

/// Why an exploration ends before its search does.
pub(crate) enum Halt {
    Verdict(Verdict),
    Error(Error),
    /// The others want the execution to be given up in the middle: see
    /// [`crate::search::Explorer::explore`].
    Stopped,
    /// A step brings its process back to where it was: see [`Interrupt::CameBack`].
    CameBack,
}

impl Halt {
    /// Another scheduler explores another program, or a file is damaged.
    pub(crate) fn malformed() -> Halt {
        Halt::Error(Error::Program(
            "a part of the execution tree that was shared does not fit this program".into(),
        ))
    }
}

impl From<Interrupt> for Halt {
    fn from(interrupt: Interrupt) -> Halt {
        match interrupt {
            Interrupt::Refined => Halt::Verdict(Verdict::Refined),
            Interrupt::Error(message) => Halt::Error(Error::Program(message)),
            Interrupt::Stopped => Halt::Stopped,
            Interrupt::CameBack => Halt::CameBack,
        }
    }
}

impl From<Divergence> for Error {
    fn from(divergence: Divergence) -> Error {
        let Divergence {
            step,
            process,
            expected,
            found,
        } = divergence;
        Error::Diverged {
            step,
            process,
            expected,
            found,
        }
    }
}

/// What an opaque operation would do in some state.
pub(crate) enum Probe {
    /// It would access these objects.
    Ready(Accesses),
    /// It could not run, because of the values of these objects.
    Blocked(Vec<ObjectId>),
}

/// An exploration under way.
pub(crate) struct Run<'a, P: ?Sized> {
    program: &'a mut P,
    limits: &'a Limits,
    observer: &'a mut dyn Observer,
    pub(crate) trace: Trace,
    pub(crate) statistics: Statistics,
    /// The events of the trace, as the program is told to repeat them; there
    /// may be some more at the end, which have been taken back since.
    script: Script,
    step: Step,
    initial: Option<Vec<Edge>>,
    findings: Vec<Finding>,
    first_bug: Option<Counterexample>,
    /// The process that took the last step.
    last: Option<ProcessId>,
    /// How many of the oldest processes are known to be finished.
    finished: usize,
    /// How many events were repeated when this execution was started.
    fresh: usize,
    /// What the statistics were when this execution was begun, or when it had been
    /// accounted for.
    checkpoint: Statistics,
    /// Has this execution been accounted for: now, or before it was given up?
    is_counted: bool,
    /// A buffer: what a receive matches.
    mailbox: Vec<Mail>,
}

impl<'a, P: Program + ?Sized> Run<'a, P> {
    pub(crate) fn new(
        program: &'a mut P,
        limits: &'a Limits,
        observer: &'a mut dyn Observer,
    ) -> Run<'a, P> {
        Run {
            program,
            limits,
            observer,
            trace: Trace::new(),
            statistics: Statistics::default(),
            script: Script::default(),
            step: Step::default(),
            initial: None,
            findings: Vec::new(),
            first_bug: None,
            last: None,
            finished: 0,
            fresh: 0,
            checkpoint: Statistics::default(),
            is_counted: false,
            mailbox: Vec::new(),
        }
    }

    /// Begins one more execution; if it `is_counted`, one that has been accounted for.
    pub(crate) fn begin(&mut self, is_counted: bool) {
        self.checkpoint.clone_from(&self.statistics);
        self.is_counted = is_counted;
    }

    /// The execution has been given up: what it did since it was begun, or accounted
    /// for, will be done again. Has it been accounted for?
    pub(crate) fn give_up(&mut self) -> bool {
        self.statistics.clone_from(&self.checkpoint);
        self.is_counted
    }

    /// Starts an execution and replays the events of the trace in it.
    pub(crate) fn start(&mut self) -> Result<(), Halt> {
        self.findings.clear();
        self.step.clear();
        self.last = None;
        self.finished = 0;
        self.fresh = self.trace.len();
        if self.initial.is_some() && self.rewind(self.trace.len())? {
            self.script.truncate(self.trace.len());
            self.last = self.script.cues().last().map(|cue| cue.turn.process);
            return self.take_findings(self.script.len());
        }
        self.step.clear();
        self.program.start(&mut self.step)?;
        match &self.initial {
            Some(initial) if *initial == self.step.edges => {}
            Some(_) => {
                return Err(Halt::Error(Error::Program(
                    "the program is not deterministic: it started with other processes than \
                     the time before"
                        .into(),
                )));
            }
            None => {
                // There may be too many processes to go on with.
                self.take_findings(0)?;
                self.check_memory(ProcessId::ROOT)?;
                self.trace.begin(&self.step.edges);
                self.initial = Some(self.step.edges.clone());
            }
        }
        self.take_findings(0)?;
        self.check_memory(ProcessId::ROOT)?;
        self.script.begin();
        self.replay()
    }

    /// Goes to the state after the first `len` events of the trace without a new
    /// execution, if the program can do that.
    fn rewind(&mut self, len: usize) -> Result<bool, Halt> {
        self.step.clear();
        self.script.go_back(len);
        match self.program.rewind(&self.script, len, &mut self.step)? {
            None => Ok(false),
            Some(Rewound::There) => {
                self.script.go_back(len);
                Ok(true)
            }
            Some(Rewound::Diverged(divergence)) => Err(Halt::Error(divergence.into())),
        }
    }

    /// Runs the events of the trace again, and checks that they are the same.
    fn replay(&mut self) -> Result<(), Halt> {
        self.script.truncate(self.trace.len());
        debug_assert_eq!(self.script.len(), self.trace.len());
        let Some(last) = self.script.cues().last() else {
            return Ok(());
        };
        self.last = Some(last.turn.process);
        self.step.clear();
        let len = self.script.len();
        let diverged = self.program.replay(&self.script, len, &mut self.step)?;
        if let Some(divergence) = diverged {
            return Err(Halt::Error(divergence.into()));
        }
        self.statistics.replayed += self.script.len() as u64;
        self.take_findings(self.script.len())
    }

    /// Runs one step of a process and appends its event to the trace. The
    /// process is enabled now, or was when this state was reached before.
    pub(crate) fn step(&mut self, turn: Turn) -> Result<(), Halt> {
        self.advance(turn, false)
    }

    /// The same for a process that the program takes to be enabled. False if it shows only
    /// now that the step comes to nothing: then nothing has happened, and the process is
    /// blocked.
    pub(crate) fn step_or_wait(&mut self, turn: Turn) -> Result<bool, Halt> {
        let came_back = |halt: &Halt| matches!(halt, Halt::CameBack);
        match self.advance(turn, false) {
            Err(halt) if came_back(&halt) => {
                let fresh = self.fresh;
                self.start()?;
                self.fresh = fresh;
                match self.is_enabled(turn.process) {
                    false => Ok(false),
                    true => Err(self.diverged_in_a_probe(turn.process)),
                }
            }
            Err(halt) => Err(halt),
            Ok(()) => Ok(true),
        }
    }

    /// Is `operation` enabled when its object holds `value`? None if the program has to be run
    /// to see. (For operations that are not opaque.)
    #[inline]
    pub(crate) fn opens(&self, operation: &Operation, value: u64) -> Option<bool> {
        if !operation.enabled_at(value) {
            return Some(false);
        }
        match operation.learnt_guard() {
            None => Some(true),
            Some(number) => self.program.opens(number, value),
        }
    }

    /// Is `process`, which the program takes to be enabled, so indeed? If it does not know yet
    /// whether the step comes to something, it is run to see.
    pub(crate) fn is_surely_enabled(&mut self, process: ProcessId) -> Result<bool, Halt> {
        let Status::Enabled(operation) = self.program.status(process) else {
            return Ok(false);
        };
        let Some(number) = operation.learnt_guard() else {
            return Ok(true);
        };
        let value = self.trace.changes_of(operation.object).next();
        let value = value.map(|(_, touch)| touch.after);
        if value.is_some_and(|value| self.program.opens(number, value).is_some()) {
            return Ok(true);
        }
        let fresh = self.fresh;
        let came_back = match self.peek(process.into()) {
            Ok(_) => false,
            Err(Halt::CameBack) => true,
            Err(halt) => return Err(halt),
        };
        self.start()?;
        self.fresh = fresh;
        Ok(!came_back)
    }

    /// [`Run::step`]; if it `is_replayed`, for an event that was explored before.
    pub(crate) fn advance(&mut self, turn: Turn, is_replayed: bool) -> Result<(), Halt> {
        let depth = self.trace.len();
        let process = turn.process;
        if depth >= self.limits.max_events {
            return Err(self.leave(Left::by_events(process, depth)));
        }
        let Status::Enabled(operation) = self.program.status(process) else {
            let name = self.program.names().process_name(process);
            return Err(Halt::Error(Error::Program(format!(
                "the program is not deterministic: at step {depth}, process {name} could run in \
                 one execution, and cannot in another after the same steps"
            ))));
        };
        let alternatives = self.alternatives_of(process, &operation);
        let receives = operation.kind.is_message();
        if receives {
            self.look_into_mailbox(turn, &operation)?;
        }
        self.step.clear();
        self.program.step(turn, &mut self.step)?;
        self.last = Some(process);
        if is_replayed || self.is_counted {
            self.statistics.replayed += 1;
        } else {
            self.statistics.events += 1;
        }
        let Step { touches, edges, .. } = &self.step;
        debug_assert_eq!(self.script.len(), depth);
        self.script.push(turn, operation, touches);
        self.trace
            .push(turn, operation, alternatives, touches, edges);
        self.note_messages(turn, receives);
        self.take_findings(depth + 1)?;
        self.check_memory(process)
    }

    fn alternatives_of(&self, process: ProcessId, operation: &Operation) -> u32 {
        if operation.kind.has_alternatives() {
            self.program.alternatives(process)
        } else {
            1
        }
    }

    /// How many alternatives `process`, which is enabled, has now.
    pub(crate) fn alternatives(&self, process: ProcessId) -> u32 {
        match self.program.status(process) {
            Status::Enabled(operation) => self.alternatives_of(process, &operation),
            _ => 1,
        }
    }

    /// Runs the first `prefix` events and then those of `v`, in an execution of
    /// its own that counts for nothing, to see what the operation of `process`
    /// would do there.
    pub(crate) fn probe(
        &mut self,
        prefix: usize,
        v: &Sequence,
        process: ProcessId,
    ) -> Result<Probe, Halt> {
        self.statistics.probes += 1;
        if !self.rewind(prefix)? {
            self.step.clear();
            self.program.start(&mut self.step)?;
            let diverged = self.program.replay(&self.script, prefix, &mut self.step)?;
            if let Some(divergence) = diverged {
                return Err(Halt::Error(divergence.into()));
            }
        }
        for turn in v.turns() {
            if !self.program.is_enabled(turn.process) {
                return Err(self.diverged_in_a_probe(turn.process));
            }
            self.step.clear();
            self.program.step(turn, &mut self.step)?;
        }
        match self.program.status(process) {
            Status::Enabled(operation) => {
                self.step.clear();
                match self.program.step(process.into(), &mut self.step) {
                    Ok(()) => Ok(Probe::Ready(self.trace.accesses(&self.step.touches))),
                    Err(Interrupt::CameBack) => Ok(Probe::Blocked(vec![operation.object])),
                    Err(interrupt) => Err(interrupt.into()),
                }
            }
            Status::Blocked(_) => {
                let mut awaited = Vec::new();
                self.program.awaited(process, &mut awaited);
                Ok(Probe::Blocked(awaited))
            }
            _ => Err(self.diverged_in_a_probe(process)),
        }
    }

    /// Runs the events of the trace and then `turn`, in an execution of its own
    /// that counts for nothing, to see what that accesses.
    pub(crate) fn peek(&mut self, turn: Turn) -> Result<Accesses, Halt> {
        self.statistics.probes += 1;
        self.start()?;
        match self.program.status(turn.process) {
            Status::Enabled(_) => {}
            // What was left to run has shown meanwhile that the step is none.
            Status::Blocked(operation) if operation.learnt_guard().is_some() => {
                return Err(Halt::CameBack);
            }
            _ => return Err(self.diverged_in_a_probe(turn.process)),
        }
        self.step.clear();
        self.program.step(turn, &mut self.step)?;
        Ok(self.trace.accesses(&self.step.touches))
    }

    /// The names of the program, and the lists of what events access.
    pub(crate) fn names_and_lists(&mut self) -> (&mut Names, &mut Lists) {
        (self.program.names_mut(), self.trace.lists_mut())
    }

    /// How many events of this execution repeat what was explored before.
    pub(crate) fn fresh(&self) -> usize {
        self.fresh
    }

    pub(crate) fn set_fresh(&mut self, fresh: usize) {
        self.fresh = fresh;
    }

    #[cold]
    fn diverged_in_a_probe(&self, process: ProcessId) -> Halt {
        let name = self.program.names().process_name(process);
        Halt::Error(Error::Program(format!(
            "the program is not deterministic: process {name} could run in one execution, and \
             cannot in another after the same steps"
        )))
    }

    /// The objects that decide whether the announced `operation` of `process`
    /// is enabled.
    pub(crate) fn awaited(
        &self,
        process: ProcessId,
        operation: &Operation,
        objects: &mut Vec<ObjectId>,
    ) {
        if operation.kind.is_opaque() {
            self.program.awaited(process, objects);
        } else {
            objects.push(operation.object);
        }
    }

    /// The last event of `trace` must be the one that an earlier execution foretold.
    #[inline]
    pub(crate) fn check_foretold(trace: &Trace, foretold: &Next) -> Result<(), Halt> {
        let step = trace.len() - 1;
        let found = trace.next(step);
        if found == *foretold {
            return Ok(());
        }
        let expected = *foretold;
        Err(Run::<P>::not_as_foretold(
            trace,
            step,
            &Mismatch { expected, found },
        ))
    }

    /// After the first `step` events (or somewhat later), an event is not the
    /// one that an earlier execution foretold.
    #[cold]
    pub(crate) fn not_as_foretold(trace: &Trace, step: usize, mismatch: &Mismatch) -> Halt {
        let Mismatch { expected, found } = mismatch;
        Halt::Error(Error::Diverged {
            step,
            process: expected.process(),
            expected: trace.lists().operation(expected),
            found: Some(trace.lists().operation(found)),
        })
    }

    /// The execution is left, with all that is planned.
    #[cold]
    fn leave(&mut self, Left { finding, is_told }: Left) -> Halt {
        Halt::Verdict(Verdict::Endless {
            left: self.counterexample(finding),
            is_told,
            bug: self.first_bug.clone().map(Box::new),
            shown: std::mem::take(&mut self.findings),
        })
    }

    /// The last step was that of `process`: is the execution left because of the memory that it
    /// takes?
    #[inline]
    fn check_memory(&mut self, process: ProcessId) -> Result<(), Halt> {
        match Left::by_memory(process) {
            Some(left) => Err(self.leave(left)),
            None => Ok(()),
        }
    }

    fn counterexample(&self, finding: Finding) -> Counterexample {
        Counterexample {
            finding,
            schedule: self.trace.events().iter().map(|e| e.turn()).collect(),
        }
    }

    /// Takes over the findings of the last step, after `depth` events.
    fn take_findings(&mut self, depth: usize) -> Result<(), Halt> {
        if self.step.findings.is_empty() {
            return Ok(());
        }
        let findings = std::mem::take(&mut self.step.findings);
        let left = Left::told(&findings);
        let is_bug = |finding: &Finding| finding.kind != FindingKind::EventLimit;
        for finding in findings.into_iter().filter(is_bug) {
            self.add_finding(finding, depth)?;
        }
        match left {
            Some(left) => Err(self.leave(left)),
            None => Ok(()),
        }
    }

    fn add_finding(&mut self, finding: Finding, depth: usize) -> Result<(), Halt> {
        if self.first_bug.is_none() {
            let mut bug = self.counterexample(finding.clone());
            bug.schedule.truncate(depth);
            self.first_bug = Some(bug);
        }
        self.findings.push(finding);
        if self.limits.keep_going {
            return Ok(());
        }
        Err(Halt::Verdict(self.verdict()))
    }

    /// The verdict if everything has been explored.
    fn verdict(&self) -> Verdict {
        match &self.first_bug {
            Some(bug) => Verdict::Bug(bug.clone()),
            None => Verdict::Verified,
        }
    }

    pub(crate) fn is_enabled(&self, process: ProcessId) -> bool {
        self.program.is_enabled(process)
    }

    pub(crate) fn names(&self) -> &Names {
        self.program.names()
    }

    /// Does `process` carry out the stores of another?
    pub(crate) fn is_shadow(&self, process: ProcessId) -> bool {
        self.program.names().owner(process).is_some()
    }

    /// Are there shadow processes?
    pub(crate) fn has_shadows(&self) -> bool {
        let mut processes = self.trace.processes().iter();
        processes.any(|process| self.is_shadow(*process))
    }

    pub(crate) fn status(&self, process: ProcessId) -> Status {
        self.program.status(process)
    }

    /// An enabled process that `may` run: the one that ran last if it can, so
    /// that executions have few switches; else the oldest.
    pub(crate) fn choose(&mut self, may: impl Fn(ProcessId) -> bool) -> Option<ProcessId> {
        let candidate = |process: &ProcessId| may(*process) && self.is_enabled(*process);
        if let Some(last) = self.last.filter(candidate) {
            return Some(last);
        }
        for i in self.finished..self.trace.processes().len() {
            let process = self.trace.processes()[i];
            if may(process) && self.is_enabled(process) {
                return Some(process);
            }
            if i == self.finished && self.is_finished(process) {
                self.finished += 1;
            }
        }
        None
    }

    /// Will `process` do nothing more in this execution? (A shadow process may be
    /// given more by its owner.)
    fn is_finished(&self, process: ProcessId) -> bool {
        self.program.status(process) == Status::Finished
            && self.program.names().owner(process).is_none()
    }

    /// The processes of which [`Run::choose`] has not found, in this execution,
    /// that they are finished.
    pub(crate) fn unfinished(&self) -> &[ProcessId] {
        &self.trace.processes()[self.finished..]
    }

    pub(crate) fn anything_enabled(&self) -> bool {
        let mut processes = self.unfinished().iter();
        processes.any(|process| self.is_enabled(*process))
    }

    /// Accounts for the end of an execution.
    pub(crate) fn end(&mut self, kind: EndedKind) -> Result<(), Halt> {
        let is_new = !self.is_counted;
        if is_new {
            self.account(kind)?;
            self.is_counted = true;
        }
        self.checkpoint.clone_from(&self.statistics);
        if is_new && self.statistics.executions() == 1 {
            // Later executions replay only what they share with earlier ones,
            // which may be nothing. So the first is replayed once as a whole:
            // that shows programs that read a clock or a random number.
            self.start()?;
        }
        Ok(())
    }

    fn account(&mut self, kind: EndedKind) -> Result<(), Halt> {
        let discarded = self.statistics.discarded;
        match kind {
            EndedKind::Complete => {
                self.statistics.complete += 1;
                self.account_for_ending()?;
            }
            EndedKind::Blocked => self.statistics.blocked += 1,
        }
        let ended = Ended {
            kind,
            is_discarded: self.statistics.discarded != discarded,
            is_left: false,
            trace: &self.trace,
            schedule: None,
            fresh: self.fresh,
            findings: &self.findings,
            names: self.program.names(),
        };
        if self.observer.ended(&ended, &self.statistics).is_break() {
            return Err(self.not_exhausted(Limit::Observer));
        }
        Ok(())
    }

    /// What learns how large the tree is, if the observer wants to know.
    pub(crate) fn estimator(&mut self) -> Option<Box<Estimator>> {
        self.observer.estimator()
    }

    /// Gives the estimator back, which knows where the exploration was left.
    pub(crate) fn give_back(&mut self, mut estimator: Box<Estimator>) {
        let turns = (0..self.trace.len()).map(|at| self.trace.next(at).turn);
        estimator.rest(turns.collect());
        self.observer.give_back(estimator);
    }

    /// This is what the tree looks like.
    pub(crate) fn estimated(&mut self, view: &View) {
        self.observer.estimated(view);
    }

    /// Does the observer want to know what is planned?
    pub(crate) fn watches_plans(&self) -> bool {
        self.observer.watches_plans()
    }

    /// The execution that is about to end was begun with that leaf.
    pub(crate) fn begun_with(&mut self, leaf: u32) {
        self.observer.begun_with(leaf);
    }

    /// Another execution is to be explored.
    pub(crate) fn planned(&mut self, planned: Planned) {
        self.observer.planned(planned);
    }

    /// To be asked before one more execution is begun.
    pub(crate) fn check_limit(&self) -> Result<(), Halt> {
        match self.limits.max_executions {
            Some(max) if self.statistics.executions() >= max => {
                Err(self.not_exhausted(Limit::Executions))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn not_exhausted(&self, limit: Limit) -> Halt {
        Halt::Verdict(match &self.first_bug {
            Some(bug) => Verdict::Bug(bug.clone()),
            None => Verdict::NotExhausted(limit),
        })
    }

    /// Accounts for how a maximal execution ended.
    fn account_for_ending(&mut self) -> Result<(), Halt> {
        match Ending::of(&*self.program, self.unfinished()) {
            Ending::Discarded => self.statistics.discarded += 1,
            Ending::Cut => self.statistics.cut += 1,
            Ending::Stuck(finding) => return self.add_finding(finding, self.trace.len()),
            Ending::Finished => {}
        }
        Ok(())
    }

    pub(crate) fn finish(self, result: Result<(), Halt>) -> Result<Outcome, Error> {
        let verdict = match result {
            Ok(()) => self.verdict(),
            Err(Halt::Verdict(verdict)) => verdict,
            Err(Halt::Error(error)) => return Err(error),
            Err(Halt::Stopped) => Verdict::NotExhausted(Limit::Observer),
            Err(Halt::CameBack) => return Err(not_deterministic()),
        };
        Ok(Outcome {
            verdict,
            statistics: self.statistics,
        })
    }
}

/// A step that was taken before brings its process back to where it was.
#[cold]
fn not_deterministic() -> Error {
    Error::Program(
        "the program is not deterministic: a step that was taken before now brings its process \
         back to where it was"
            .into(),
    )
}
