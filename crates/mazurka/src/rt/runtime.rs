//! The runtime as explorers see it: a [`Program`] whose processes are fibers.

use super::fiber::{self, Command, Job};
use super::record::{Recorded, Recorder, Recording};
use super::state::{Phase, State};
use super::watch::Watch;
use super::{context, heap, hook, overflow};
use corosensei::Yielder;
use mazurka_program::{
    Access, Effect, Interrupt, Kind, Names, Operation, ProcessId, Program, Status, Step,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The way from an engine to the OS thread that hosts it.
pub(crate) type Host = Yielder<(), ()>;

/// A Rust closure, ready to be explored.
pub(crate) struct Runtime {
    state: *mut State,
    /// Moves the engine to another OS thread, when this one is spoilt.
    host: *const Host,
    begun: bool,
}

impl Runtime {
    /// A runtime for `body`. The engine that uses it runs on a coroutine whose
    /// host moves to another OS thread when it is resumed.
    ///
    /// # Errors
    /// When the environment does not allow it.
    pub(crate) fn new(
        exploration: u32,
        body: Arc<dyn Fn() + Send + Sync>,
        stack_size: usize,
        watch: Arc<Watch>,
        host: &Host,
    ) -> Result<Runtime, String> {
        heap::reserve()?;
        heap::probe(exploration)?;
        hook::install();
        overflow::install();
        let state = Box::new(State::new(exploration, stack_size, body, watch));
        Ok(Runtime {
            state: Box::into_raw(state),
            host,
            begun: false,
        })
    }

    /// The state, borrowed for a moment: no fiber is to run meanwhile.
    fn state(&mut self) -> &mut State {
        // SAFETY: it lives as long as the runtime; no fiber runs, since engine
        // code does, and fibers hold no references across switches.
        unsafe { &mut *self.state }
    }

    /// Starts to record, or stops and gives what was recorded.
    pub(crate) fn record(&mut self, on: bool) -> Recording {
        let recorder = on.then(Recorder::default);
        let before = std::mem::replace(&mut self.state().recorder, recorder);
        before.map_or_else(Recording::default, |recorder| recorder.recording)
    }

    /// The process's name for people, in the current execution.
    pub(crate) fn thread_name(&mut self, process: ProcessId) -> String {
        self.state().thread_name(process)
    }

    /// The processes of the current execution.
    pub(crate) fn processes(&mut self) -> Vec<ProcessId> {
        self.state().spawned.clone()
    }

    /// What a replay string must say of the refinements found so far.
    pub(crate) fn refinements(&mut self) -> String {
        self.state().refinements.format()
    }

    /// Takes over the refinements of a replay string, if they are well formed.
    pub(crate) fn refine(&mut self, text: &str) -> Option<()> {
        self.state().refinements.add_parsed(text)
    }

    /// The process that a replay string names.
    pub(crate) fn parse_process(&mut self, name: &str) -> Option<ProcessId> {
        self.state().names.parse_process(name)
    }

    /// Leaves the current execution: what still runs is unwound, and memory is
    /// given back.
    #[inline(never)]
    pub(crate) fn leave(&mut self) {
        if !self.begun {
            return;
        }
        self.begun = false;
        self.state().leaving = true;
        self.unwind_all();
        if self.state().objects.have_destructors() {
            let root = &mut self.state().processes[ProcessId::ROOT.index()];
            root.job = Some(Job::DropCopies);
            // Failing here means that there is no stack, and nothing to run.
            let _ = fiber::run(self.state, ProcessId::ROOT, Command::Run);
        }
        let state = self.state();
        for nth in 0..state.spawned.len() {
            let id = state.spawned[nth];
            state.processes[id.index()].end();
        }
        state.objects.end();
        state.spawned.clear();
        state.ready.clear();
        state.edges.clear();
        state.findings.clear();
        state.interrupt = None;
        state.leaving = false;
    }

    #[cold]
    #[inline(never)]
    fn move_to_another_os_thread(&mut self) {
        self.state().tainted = false;
        // SAFETY: the host's coroutine runs this code.
        unsafe { (*self.host).suspend(()) };
    }

    /// Unwinds every fiber that is in the middle of something. Nothing can be
    /// waited for meanwhile, so the order matters to destructors that wait.
    fn unwind_all(&mut self) {
        let unfinished =
            |state: &State, id: &ProcessId| state.processes[id.index()].phase != Phase::Finished;
        let state = self.state();
        if !state.spawned.iter().any(|id| unfinished(state, id)) {
            return;
        }
        // Holders of mutexes first, so that destructors of others can lock
        // them; but no parents, whose scopes wait for their children.
        for id in state.objects.holders(state.serial) {
            if self.state().processes[id.index()].children == 0 {
                self.unwind(id);
            }
        }
        // Children before parents: a destructor that joins finds its thread
        // finished.
        for nth in (0..self.state().spawned.len()).rev() {
            let id = self.state().spawned[nth];
            self.unwind(id);
        }
    }

    /// Unwinds the fiber of a process that is in the middle of something.
    fn unwind(&mut self, id: ProcessId) {
        let process = &mut self.state().processes[id.index()];
        process.silent = 0;
        let command = match process.phase {
            Phase::Finished | Phase::Unlocking => return,
            // It has not begun: its fiber drops the code.
            Phase::New => Command::Run,
            _ => Command::Unwind,
        };
        let _ = fiber::run(self.state, id, command);
    }

    /// Runs the local code that is left to run in this step.
    fn drain(&mut self) -> Result<(), Interrupt> {
        loop {
            if let Some(interrupt) = &self.state().interrupt {
                return Err(interrupt.clone());
            }
            let Some(id) = self.state().ready.pop_front() else {
                return Ok(());
            };
            fiber::run(self.state, id, Command::Run).map_err(Interrupt::Error)?;
        }
    }

    /// Hands what the fibers reported to the explorer.
    fn report(&mut self, step: &mut Step) {
        let state = self.state();
        step.effect = state.effect;
        step.edges.append(&mut state.edges);
        step.findings.append(&mut state.findings);
    }

    /// Begins a new execution with the root process.
    fn begin(&mut self) {
        static SERIAL: AtomicU64 = AtomicU64::new(1);
        let state = self.state();
        state.serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        state.effect = Effect::default();
        state.objects.begin(state.serial);
        if state.refinements.sync_clocks {
            state.races.reset();
        }
        if let Some(recorder) = &mut state.recorder {
            recorder.recording = Recording::default();
        }
        state.begin_process(None, ProcessId::ROOT, Job::Root);
        self.begun = true;
    }

    fn record_step(&mut self, id: ProcessId, operation: Operation) {
        let thread = self.thread_name(id);
        let state = self.state();
        let location = state.processes[id.index()].location;
        if let Some(recorder) = &mut state.recorder {
            recorder.description = None;
            recorder.recording.steps.push(Recorded {
                process: id,
                thread,
                operation,
                location,
                effect: Effect::default(),
                description: None,
                edges: Vec::new(),
            });
        }
    }

    fn record_effect(&mut self) {
        let state = self.state();
        if let Some(recorder) = &mut state.recorder
            && let Some(last) = recorder.recording.steps.last_mut()
        {
            last.effect = state.effect;
            last.description = recorder.description.take();
            last.edges.clone_from(&state.edges);
        }
    }
}

/// A number for a new exploration.
pub(crate) fn next_exploration() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Binds the OS thread that calls to an exploration while `f` runs.
pub(crate) fn bound<R>(exploration: u32, f: impl FnOnce() -> R) -> R {
    let _bound = context::bind(exploration);
    f()
}

impl Program for Runtime {
    #[inline(never)]
    fn start(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        self.leave();
        if self.state().tainted {
            self.move_to_another_os_thread();
        }
        self.begin();
        self.drain()?;
        let state = self.state();
        if let Some(recorder) = &mut state.recorder {
            recorder.recording.start.clone_from(&state.edges);
        }
        self.report(step);
        Ok(())
    }

    #[inline]
    fn status(&self, process: ProcessId) -> Status {
        // SAFETY: as in `state`, for a shared borrow.
        let state = unsafe { &*self.state };
        let process = match state.processes.get(process.index()) {
            Some(process) if process.serial == state.serial => process,
            // A replay that diverges asks for processes that do not exist.
            _ => return Status::Finished,
        };
        match process.phase {
            Phase::Announced | Phase::Unlocking => {
                let operation = process.operation;
                let free = operation.kind != Kind::Lock
                    || state.objects.holder(operation.object).is_none();
                if free {
                    Status::Enabled(operation)
                } else {
                    Status::Blocked(operation)
                }
            }
            Phase::Joining(target) => Status::Joining(target),
            Phase::Finished => Status::Finished,
            Phase::New | Phase::Running | Phase::Interrupted => {
                unreachable!("a process is asked for its status in the middle of a step")
            }
        }
    }

    fn step(&mut self, id: ProcessId, step: &mut Step) -> Result<(), Interrupt> {
        let state = self.state();
        state.effect = Effect::default();
        let process = &mut state.processes[id.index()];
        debug_assert_eq!(process.serial, state.serial);
        let operation = process.operation;
        if self.state().recorder.is_some() {
            self.record_step(id, operation);
        }
        match self.state().processes[id.index()].phase {
            Phase::Announced => {
                fiber::run(self.state, id, Command::Run).map_err(Interrupt::Error)?;
            }
            Phase::Unlocking => self.unlock_after_panic(id),
            phase => unreachable!("a step of a process that is not enabled: {phase:?}"),
        }
        self.drain()?;
        if self.state().recorder.is_some() {
            self.record_effect();
        }
        self.report(step);
        Ok(())
    }

    fn names(&self) -> &Names {
        // SAFETY: as in `status`.
        unsafe { &(*self.state).names }
    }

    fn describe_wait(&self, id: ProcessId) -> String {
        // SAFETY: as in `status`.
        let state = unsafe { &*self.state };
        let name = state.thread_name(id);
        let place = match state.processes[id.index()].location {
            Some(place) => format!(" at {}:{}", place.file(), place.line()),
            None => String::new(),
        };
        match self.status(id) {
            Status::Joining(target) => {
                let target = state.thread_name(target);
                format!("thread {name} waits{place} for thread {target} to finish")
            }
            Status::Blocked(operation) | Status::Enabled(operation) => {
                let holder = match state.objects.holder(operation.object) {
                    Some(holder) if holder == id => "it holds itself".to_owned(),
                    Some(holder) => format!("thread {} holds", state.thread_name(holder)),
                    None => "is free".to_owned(),
                };
                format!("thread {name} waits{place} to lock a mutex that {holder}")
            }
            Status::Finished => format!("thread {name} is finished"),
        }
    }
}

impl Runtime {
    /// Runs the announced unlock of a process that a panic has ended.
    fn unlock_after_panic(&mut self, id: ProcessId) {
        let state = self.state();
        state.current = &raw mut *state.processes[id.index()];
        super::unlock_now(state);
        let process = &mut state.processes[id.index()];
        process.unlocks.pop_front();
        if process.unlocks.is_empty() {
            state.finish(id);
        } else {
            super::announce_unlock(state);
        }
        debug_assert_ne!(state.effect.access, Access::Lock);
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        self.leave();
        // SAFETY: made by `Box::into_raw`, and dropped once. The fibers have
        // nothing on their stacks, and are dropped with the state.
        drop(unsafe { Box::from_raw(self.state) });
    }
}
