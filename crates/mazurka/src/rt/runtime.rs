//! The runtime as explorers see it: a [`Program`] whose processes are fibers.

use super::access::Owner;
use super::buffer::Memory;
use super::fiber::{self, Command, Job};
use super::found::FoundRefinements;
use super::gate::{Gate, Pass};
use super::record::{Recorder, Recording};
use super::rounds::Rounds;
use super::state::{Mode, Phase, State, Told};
use super::waiting::is_ready;
use super::watch::Watch;
use super::{buffer, context, crash, freed, giving, heap, hook};
use corosensei::Yielder;
use mazurka_memory::Model;
use mazurka_program::{
    Cue, Divergence, Interrupt, Kind, Names, ObjectId, Operation, ProcessId, Program, Script,
    Status, Step, Turn, memory,
};
use std::panic::{self, AssertUnwindSafe, Location};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The way from an engine to the OS thread that hosts it.
pub(crate) type Host = Yielder<(), ()>;

/// A Rust closure, ready to be explored.
pub(crate) struct Runtime {
    pub(super) owner: Owner,
    /// Moves the engine to another OS thread, when this one is spoilt.
    host: *const Host,
    pub(super) begun: bool,
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
        crash::install();
        watch.is_on_this_thread();
        Ok(Runtime {
            owner: Owner::new(State::new(exploration, stack_size, body, watch)),
            host,
            begun: false,
        })
    }

    /// Takes over what is left open by `std`: how many waits of each process
    /// may end for no reason, and whether a writer that waits for a read-write
    /// lock keeps new readers out.
    pub(crate) fn set_policies(&mut self, spurious_wakeups: u32, writers_first: bool) {
        self.state().spurious_wakeups = spurious_wakeups;
        self.state().writers_first = writers_first;
    }

    /// Names an address in the block that has the functions of the program that a check calls beside its closure.
    pub(crate) fn set_root(&mut self, address: usize) {
        self.state().roots[1] = address;
    }

    /// What is to be said of the check if it crashes: its name and its memory model.
    pub(crate) fn tell(&mut self, check: Option<String>, model: Option<String>) {
        self.state().told = Told { check, model };
    }

    /// How many bytes of memory an execution may take.
    pub(crate) fn set_max_memory(&mut self, bytes: u64) {
        self.state().max_memory = bytes;
    }

    /// Is a panic of a thread that is joined no bug?
    pub(crate) fn allow_panics(&mut self, yes: bool) {
        self.state().allows_panics = yes;
    }

    /// Takes over the memory model, and how many stores a buffer holds. More
    /// than `max_events` stores in an execution are taken for an endless loop.
    pub(crate) fn set_memory(&mut self, model: Model, bound: Option<u32>, max_events: usize) {
        self.state().memory = Memory::new(model, bound, max_events);
    }

    /// Memory is the explorer's, by that model.
    pub(crate) fn set_graphs(&mut self, model: Model, max_events: usize) {
        self.state().memory = Memory::of_graphs(model, max_events);
    }

    /// The bound on how often a process comes to a place.
    pub(crate) fn rounds(&mut self) -> &mut Rounds {
        &mut self.state().rounds
    }

    /// Had any access of an atomic a weaker order than `SeqCst`?
    pub(crate) fn has_weak(&mut self) -> bool {
        self.state().has_weak
    }

    /// Has the bound on store buffers kept anything from being explored?
    pub(crate) fn is_bound_reached(&mut self) -> bool {
        self.state().memory.is_bound_reached()
    }

    pub(super) fn state(&mut self) -> &mut State {
        self.owner.get_mut()
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

    /// The name of a process, and where it was last.
    pub(crate) fn whereabouts(&self, process: ProcessId) -> String {
        let state = self.shared();
        let last = state.processes.get(process);
        let after = freed::after(last.and_then(|process| process.location));
        format!("thread {}{after}", state.thread_name(process))
    }

    /// The processes of the current execution, shadow processes last.
    pub(crate) fn processes(&mut self) -> Vec<ProcessId> {
        let state = self.state();
        [&state.spawned, state.memory.shadows()].concat()
    }

    /// What a replay string must say of the refinements found so far.
    pub(crate) fn refinements(&mut self) -> String {
        self.state().refinements.format()
    }

    /// Takes over the refinements of a replay string, if they are well formed.
    pub(crate) fn refine(&mut self, text: &str) -> Option<()> {
        self.state().guards.forget();
        self.state().refinements.add_parsed(text)
    }

    /// All refinements found so far, for another runtime of the same program.
    pub(crate) fn found(&mut self) -> FoundRefinements {
        FoundRefinements::new(self.state())
    }

    /// There are other runtimes that explore the same program.
    pub(crate) fn share(&mut self, gate: &Arc<Gate>) {
        self.owner.pass = Some(Pass::new(gate));
        self.state().refinements.is_shared = true;
    }

    /// Takes over what other runtimes of the same program have found.
    pub(crate) fn take_over(&mut self, found: &FoundRefinements) {
        self.state().guards.forget();
        found.add_to(self.state());
    }

    /// The process that a replay string names.
    pub(crate) fn parse_process(&mut self, name: &str) -> Option<ProcessId> {
        self.state().names.parse_process(name)
    }

    pub(super) fn any_enabled(&self) -> Option<ProcessId> {
        let state = self.shared();
        let processes = state.spawned.iter().chain(state.memory.shadows());
        processes.copied().find(|id| self.is_enabled(*id))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn move_to_another_os_thread(&mut self) {
        self.state().tainted = false;
        // SAFETY: who made the runtime runs it on the coroutine of the host, which lives until
        // that coroutine ends.
        unsafe { (*self.host).suspend(()) };
        self.state().watch.is_on_this_thread();
    }

    /// Runs the local code that is left to run in this step.
    pub(super) fn drain(&mut self) -> Result<(), Interrupt> {
        loop {
            if let Some(interrupt) = &self.state().interrupt {
                return Err(interrupt.clone());
            }
            if memory::is_exceeded() {
                // The execution is left after this step.
                self.state().ready.clear();
            }
            let Some(id) = self.state().ready.pop_front() else {
                return Ok(());
            };
            fiber::run(&mut self.owner, id, Command::Run).map_err(Interrupt::Error)?;
        }
    }

    /// Evaluates the conditions of announced operations that may have changed.
    #[inline]
    pub(super) fn evaluate(&mut self) -> Result<(), Interrupt> {
        if self.shared().conditional.is_empty() {
            return Ok(());
        }
        self.evaluate_due()
    }

    fn evaluate_due(&mut self) -> Result<(), Interrupt> {
        for nth in 0..self.state().conditional.len() {
            let state = self.state();
            let id = state.conditional[nth];
            let process = &state.processes[id];
            let settled = process.ready && process.operation.kind == Kind::Receive;
            let is_due = match process.evaluated.checked_sub(1) {
                None => true,
                Some(since) => !settled && state.objects.any_changed(&process.awaited, since),
            };
            if is_due {
                self.evaluate_one(id);
            }
            if let Some(interrupt) = &self.state().interrupt {
                return Err(interrupt.clone());
            }
        }
        Ok(())
    }

    /// Evaluates the condition of a process's announced operation, which may be
    /// user code. If that panics, the operation counts as ready: the process
    /// then runs the condition itself, and panics.
    #[inline(never)]
    fn evaluate_one(&mut self, id: ProcessId) {
        let state = self.state();
        let now = state.objects.now();
        state.processes.set_current(id);
        let process = state.current();
        let Some(condition) = process.condition else {
            return;
        };
        process.awaited.clear();
        process.loaded.clear();
        process.evaluated = now + 1;
        process.mode = Mode::Evaluating;
        let panic_before = process.panic.take();
        let location = process.location;
        state.watch.running(id, location);
        // SAFETY: the condition is set while the fiber that announced it waits to be chosen.
        let holds = || unsafe { condition.holds() };
        let enter = || panic::catch_unwind(AssertUnwindSafe(holds));
        let result = self.owner.enter(context::OWNED, enter);
        let state = self.state();
        state.watch.paused();
        let process = state.current();
        process.panic = panic_before;
        process.mode = Mode::Code;
        process.ready = result.unwrap_or(true);
        super::condition::evaluated(self.state(), id);
    }

    /// Hands what the fibers reported to the explorer.
    fn report(&mut self, step: &mut Step) {
        let state = self.state();
        state.end_past();
        if let [touch] = state.touches[..] {
            step.touches.push(touch);
            state.touches.clear();
        } else {
            step.touches.append(&mut state.touches);
        }
        if !state.edges.is_empty() {
            step.edges.append(&mut state.edges);
        }
        if !state.findings.is_empty() {
            step.findings.append(&mut state.findings);
        }
    }

    /// Begins a new execution with the root process.
    pub(super) fn begin(&mut self) {
        static SERIAL: AtomicU64 = AtomicU64::new(1);
        let notes_allocations = self.notes_allocations();
        let state = self.state();
        state.notes_allocations = notes_allocations;
        state.serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        context::set_execution(state.serial);
        crash::works_on(state);
        state.more.clear();
        state.is_again = false;
        state.objects.begin(state.serial);
        state.freed.begin();
        state.allocations.begin();
        state.memory.start();
        if state.refinements.sync_clocks {
            state.races.reset();
            if let Some(graph) = &state.memory.graph {
                state.races.keep_writes();
                if graph.is_release_acquire() {
                    state.races.strengthen();
                }
            }
        }
        if let Some(recorder) = &mut state.recorder {
            recorder.recording = Recording::default();
        }
        let simple = state.memory.is_unbuffered() && !state.refinements.sync_clocks;
        let is_direct = simple && state.memory.is_direct;
        state.plain = is_direct && state.recorder.is_none() && state.rounds.most.is_none();
        state.counts_are_local = simple && !state.refinements.any_arc_count();
        let is_graph = state.memory.graph.is_some();
        state.past.begin(state.refinements.keeps_pasts(), is_graph);
        state.meetings.begin();
        state.guards.begin();
        state.tells_of_accesses = false;
        state.accesses = 0;
        state.found = false;
        state.begin_process(None, ProcessId::ROOT, Job::Root);
        self.begun = true;
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
        self.leave()?;
        let refinements = &mut self.state().refinements;
        if refinements.is_shared && std::mem::take(&mut refinements.has_new_condition) {
            return Err(Interrupt::Refined);
        }
        if self.state().tainted {
            self.move_to_another_os_thread();
        }
        memory::begin(self.state().max_memory);
        self.begin();
        let state = self.state();
        state.log.begin();
        state.early.begin();
        self.drain()?;
        self.evaluate()?;
        let state = self.state();
        if let Some(recorder) = &mut state.recorder {
            recorder.recording.start.clone_from(&state.edges);
        }
        state.log_start();
        self.report(step);
        self.if_ended(step)
    }

    #[inline]
    fn status(&self, process: ProcessId) -> Status {
        let state = self.shared();
        if let Some(status) = state.memory.status(process) {
            return status;
        }
        let process = match state.processes.get(process) {
            Some(process) if process.serial == state.serial => process,
            // A replay that diverges asks for processes that do not exist.
            _ => return Status::Finished,
        };
        match process.phase {
            Phase::Announced | Phase::GivingBack => {
                if is_ready(state, process) {
                    Status::Enabled(process.operation)
                } else {
                    Status::Blocked(process.operation)
                }
            }
            Phase::Joining(target) => Status::Joining(target),
            Phase::Waiting | Phase::Draining | Phase::Ending => Status::Waiting,
            Phase::Discarded => Status::Discarded,
            Phase::Cut => Status::Cut,
            Phase::Stalled => Status::Stalled,
            Phase::Finished => Status::Finished,
            Phase::New | Phase::Running | Phase::Interrupted => {
                unreachable!("a process is asked for its status in the middle of a step")
            }
        }
    }

    fn alternatives(&self, process: ProcessId) -> u32 {
        let count = match self.status(process).operation() {
            Some(operation) if operation.kind == Kind::Choose => operation.operand,
            Some(operation) if operation.kind == Kind::NotifyOne => {
                self.shared().objects.value(operation.object)
            }
            _ => 1,
        };
        u32::try_from(count).unwrap_or(u32::MAX).max(1)
    }

    fn recall(&mut self, object: ObjectId, write: u32, value: u64) {
        let state = self.state();
        state.log.recall(object, write, value);
        state.recall(object, write, value);
    }

    fn step(&mut self, turn: Turn, step: &mut Step) -> Result<(), Interrupt> {
        let id = turn.process;
        if let Some(status) = self.shared().memory.status(id) {
            return self.flush(turn, status, step);
        }
        let state = self.state();
        state.alternative = turn.alternative;
        state.more.push(turn);
        state.past.begin_step(turn);
        debug_assert_eq!(state.processes[id].serial, state.serial);
        state.count_step(id);
        let process = &state.processes[id];
        let number = process.operation.learnt_guard();
        let place = process.location;
        if process.operation.kind == Kind::Store {
            state.past.begin_store();
        }
        if state.recorder.is_some() {
            let process = &state.processes[id];
            let (operation, location) = (process.operation, process.location);
            self.record_step(turn, operation, location);
        }
        self.run(id)?;
        self.end_step(turn, place, step)?;
        if let (Some(number), [touch, ..]) = (number, &step.touches[..]) {
            self.state().guards.led_on(number, touch.before);
        }
        Ok(())
    }

    fn replay(
        &mut self,
        script: &Script,
        len: usize,
        step: &mut Step,
    ) -> Result<Option<Divergence>, Interrupt> {
        self.repeat(script, len, false, step)
    }

    #[inline]
    fn is_enabled(&self, id: ProcessId) -> bool {
        let state = self.shared();
        if state.memory.relaxed {
            return self.status(id).is_enabled();
        }
        let process = &state.processes[id];
        match process.phase {
            Phase::Announced => process.serial == state.serial && is_ready(state, process),
            Phase::GivingBack => self.status(id).is_enabled(),
            _ => false,
        }
    }

    fn awaited(&self, process: ProcessId, objects: &mut Vec<ObjectId>) {
        let process = &self.shared().processes[process];
        if process.operation.kind.is_opaque() {
            objects.extend_from_slice(&process.awaited);
        } else {
            objects.push(process.operation.object);
        }
    }

    fn opens(&self, number: u64, value: u64) -> Option<bool> {
        self.shared().guards.opens(number, value)
    }

    fn takes(&self, pattern: u64, message: u64) -> bool {
        message >> pattern & 1 == 1
    }

    fn is_discarded(&self, process: ProcessId) -> bool {
        match self.status(process) {
            Status::Discarded => true,
            Status::Blocked(_) => {
                let state = self.shared();
                let process = state.processes.get(process);
                process.is_some_and(|process| state.is_in_vain(process))
            }
            Status::Stalled => self.shared().is_stalled_in_vain(process),
            _ => false,
        }
    }

    fn is_daemon(&self, process: ProcessId) -> bool {
        let process = self.shared().processes.get(process);
        process.is_some_and(|process| process.daemon)
    }

    fn names(&self) -> &Names {
        &self.shared().names
    }

    fn names_mut(&mut self) -> &mut Names {
        &mut self.state().names
    }

    fn describe_wait(&self, id: ProcessId) -> String {
        self.described_wait(id, &|_, usual| usual)
    }
}

impl Runtime {
    #[inline]
    pub(super) fn shared(&self) -> &State {
        self.owner.get()
    }

    /// The step of a shadow process.
    #[cold]
    fn flush(&mut self, turn: Turn, status: Status, step: &mut Step) -> Result<(), Interrupt> {
        let Status::Enabled(operation) = status else {
            unreachable!("a step of a shadow process that is not enabled: {status:?}");
        };
        let state = self.state();
        state.more.push(turn);
        state.past.begin_step(turn);
        let flushed = buffer::flush(self.state(), turn.process);
        let place = Some(flushed.value.place);
        if self.state().recorder.is_some() {
            self.record_step(turn, operation, place);
            if let Some(recorder) = &mut self.state().recorder {
                recorder.description = Some(flushed.value.text);
            }
        }
        self.end_step(turn, place, step)
    }

    /// Runs the operation of a process, which is no shadow, and its local code.
    #[inline]
    pub(super) fn run(&mut self, id: ProcessId) -> Result<(), Interrupt> {
        let state = self.state();
        let process = &state.processes[id];
        let phase = process.phase;
        if process.operation.kind.is_opaque() {
            state.conditional.retain(|process| *process != id);
        }
        match phase {
            Phase::Announced => {
                fiber::run(&mut self.owner, id, Command::Run).map_err(Interrupt::Error)
            }
            Phase::GivingBack => {
                self.give_back_after_panic(id);
                Ok(())
            }
            phase => unreachable!("a step of a process that is not enabled: {phase:?}"),
        }
    }

    /// Can a process run that operation now?
    #[inline]
    fn is_announced(&self, id: ProcessId, operation: &Operation) -> bool {
        let state = self.shared();
        if state.memory.relaxed {
            return self.status(id) == Status::Enabled(*operation);
        }
        state.processes.get(id).is_some_and(|process| {
            matches!(process.phase, Phase::Announced | Phase::GivingBack)
                && process.serial == state.serial
                && process.operation == *operation
                && is_ready(state, process)
        })
    }

    /// Runs the first steps of a script; if `blind`, only whose turn it is counts.
    pub(crate) fn repeat(
        &mut self,
        script: &Script,
        len: usize,
        blind: bool,
        step: &mut Step,
    ) -> Result<Option<Divergence>, Interrupt> {
        self.state().rehearsal.begin(script, len, blind);
        let divergence = self.rehearse(script);
        let state = self.state();
        state.rehearsal.end();
        state.log_again(script, len);
        step.findings.append(&mut state.findings);
        divergence
    }

    /// Runs the steps of the script that is being repeated.
    fn rehearse(&mut self, script: &Script) -> Result<Option<Divergence>, Interrupt> {
        while let Some(Cue {
            turn, operation, ..
        }) = self.shared().rehearsal.cue()
        {
            let (turn, expected) = (*turn, *operation);
            let diverged = |step, process, expected, found| {
                Ok(Some(Divergence {
                    step,
                    process,
                    expected,
                    found,
                }))
            };
            let blind = self.shared().rehearsal.blind;
            if !blind && !self.is_announced(turn.process, &expected) {
                let status = self.status(turn.process);
                let found = status.operation().filter(|found| *found != expected);
                let step = self.shared().rehearsal.next();
                return diverged(step, turn.process, expected, found);
            }
            self.state().begin_step(turn);
            if self.shared().memory.status(turn.process).is_some() {
                buffer::flush(self.state(), turn.process);
            } else {
                self.run(turn.process)?;
            }
            self.drain()?;
            self.evaluate()?;
            // Several steps may have been taken meanwhile.
            let state = self.shared();
            if !state.rehearsal.fits(&state.touches) {
                let step = state.rehearsal.next() - 1;
                let cue = &script.cues()[step];
                return diverged(step, cue.turn.process, cue.operation, Some(cue.operation));
            }
        }
        self.state().forget_step();
        Ok(None)
    }

    /// Runs the local code of a step, an operation at that place, and hands over what it did.
    fn end_step(
        &mut self,
        turn: Turn,
        place: Option<&'static Location<'static>>,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        self.drain()?;
        self.evaluate()?;
        if self.state().recorder.is_some() {
            self.record_effect();
        }
        let state = self.state();
        if !state.meetings.have_met {
            state.meetings.see(turn.process, &state.touches);
        }
        state.log_step(turn, place);
        self.report(step);
        self.if_ended(step)
    }

    /// Runs what a process that a panic has ended announced to give back.
    fn give_back_after_panic(&mut self, id: ProcessId) {
        let state = self.state();
        state.processes.set_current(id);
        giving::perform_giving_back(state);
        let process = &mut state.processes[id];
        process.late.pop_front();
        if process.late.is_empty() {
            state.finish(id);
        } else {
            giving::announce_late(state);
        }
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        // It does not matter any more.
        let _ = self.leave();
        crash::works_on(ptr::null());
    }
}
