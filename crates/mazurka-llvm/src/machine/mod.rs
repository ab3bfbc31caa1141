//! A C program as a program that can be explored: the interpreter.
//!
//! Threads are processes. Registers, calls and memory that only one thread reaches
//! are local code; an access of memory that several reach is an operation on the
//! *cell* it accesses, and so is all that synchronises. What begins as an
//! instruction that has to do with others is *visited*: it either announces an
//! operation, and is visited again when that is chosen, or is done at once.

mod access;
mod alloc;
mod barrier;
mod builtins;
mod call;
mod cancel;
mod copy;
mod errno;
mod fault;
mod flush;
mod futex;
mod graph;
mod guard;
mod ignored;
mod jump;
mod knowledge;
mod left_out;
mod local;
mod memory;
mod peek;
mod program;
mod pthread;
mod races;
mod reached;
mod report;
mod retry;
mod robust;
mod settings;
mod spin;
mod state;
mod stop;
mod symmetry;
mod sync;
mod tables;
mod text;
mod thread;
mod time;
mod undo;
mod update;
mod wait;
mod word;

use crate::address;
use crate::code::{Code, Op, Src, Word};
use fault::Fault;
pub use ignored::afterwards;
pub use knowledge::Knowledge;
pub use left_out::LeftOut;
use local::{Local, Stop};
use mazurka_program::{Finding, Interrupt, Kind, ObjectId, Operation, ProcessId, Step, Touch};
use memory::{Life, Origin};
pub(crate) use reached::Reached;
pub use report::{Event, Note, NoteKind};
pub use settings::Settings;
use state::State;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tables::Tables;
use text::Text;
use thread::{Next, Phase, Spot, Thread};

/// How many instructions a thread runs before it is asked what it may wait for.
const FIRST_FUEL: u64 = 20_000_000;
/// How many it runs in a step that is only tried out.
const TRIAL_FUEL: u64 = 1_000_000;
/// How many it runs before it is asked again.
const PORTION: u64 = 20_000_000;

/// What an instruction costs that the step loop leaves to others.
const VISIT_FUEL: u64 = 100;

/// What an instruction came to.
enum Flow {
    /// It is done, or another is next.
    Go,
    /// The thread waits: what for is noted.
    Halt,
}

/// Why an instruction was not carried out.
enum Trouble {
    /// A finding.
    Fault(Fault),
    /// The program cannot go on.
    Interrupt(Interrupt),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Fault(fault)
    }
}

/// A C program, running.
pub struct Machine {
    /// What never changes.
    text: Text,
    /// What lives as long as the exploration.
    tables: Tables,
    /// The execution so far: all that going back restores, and nothing else.
    state: State,
    /// The step that is being taken.
    taking: Taking,
}

/// The step that is being taken. Between steps it is empty.
#[derive(Default)]
struct Taking {
    /// Threads that were woken and have not run yet.
    ready: Vec<u32>,
    /// Who takes it.
    acting: Option<guard::Acting>,
    /// The thread that runs.
    runs: usize,
    /// Is it only tried out?
    is_trying: bool,
    /// The round of a loop that is tried out at another time.
    rehearsal: Option<time::Rehearsal>,
    /// A thread has looked at a clock.
    has_seen_clock: bool,
    /// Is it tried out with a value of which nothing is known?
    is_poisoned: bool,
    /// Findings of what it announces.
    findings: Vec<Finding>,
}

/// The alternative that was chosen for the operation that a thread has announced, if
/// it has and it is its turn.
type Chosen = Option<u32>;

impl Machine {
    /// A program, with what is known of it.
    #[must_use]
    pub fn new(code: &Arc<Code>, settings: &Settings, knowledge: Knowledge) -> Machine {
        let text = Text::new(code, &settings.settled());
        let mut machine = Machine {
            tables: Tables::new(&text, knowledge),
            state: State::new(&text.settings),
            taking: Taking::default(),
            text,
        };
        machine.state.memory.set_logs(true);
        machine
    }

    /// What code was reached so far, if that is wanted.
    pub(crate) fn reached(&self) -> Option<&Reached> {
        self.tables.reached.as_ref()
    }

    /// What has been learnt so far.
    #[must_use]
    pub fn knowledge(&self) -> &Knowledge {
        &self.tables.knowledge
    }

    /// What bounds leave out, to be looked at while the program is explored.
    #[must_use]
    pub fn left_out(&self) -> Rc<LeftOut> {
        Rc::clone(&self.tables.left_out)
    }

    /// Undoes steps to go back to an earlier state (which is the default), or runs the
    /// prefix again.
    pub fn set_going_back(&mut self, goes_back: bool) {
        self.tables.can_go_back = goes_back;
        self.state.memory.set_logs(self.tables.can_go_back);
        self.tables.has_run = false;
    }

    /// From now on, this ends whatever runs, with [`Interrupt::Stopped`]: it is looked at in
    /// every step, and some times a second within long ones.
    pub fn set_stop(&mut self, stop: &Arc<AtomicBool>) {
        self.state.memory.stop.set_word(stop);
    }

    #[inline]
    fn look_for_stop(&self) -> Result<(), Interrupt> {
        self.state.memory.stop.look()
    }

    /// How many instructions have been run, since this was made.
    #[must_use]
    pub fn instructions(&self) -> u64 {
        self.tables.fuel_used
    }

    /// An object that no thread touches, for a thread to announce its waiting with.
    fn private(&mut self, t: usize) -> ObjectId {
        self.thread_object(t, 0)
    }

    fn read_src(&self, t: usize, src: Src) -> Word {
        let thread = &self.state.threads[t];
        let frame = thread.frame();
        if src.is_constant() {
            self.text.function(frame.function).constants[src.index()]
        } else {
            thread.registers[frame.base as usize + src.index()]
        }
    }

    #[inline]
    fn thread(&self, t: usize) -> &Thread {
        &self.state.threads[t]
    }

    #[inline]
    fn thread_mut(&mut self, t: usize) -> &mut Thread {
        &mut self.state.threads[t]
    }

    fn current_op(&self, t: usize) -> Op {
        self.text.op(self.thread(t).frame())
    }

    /// Runs local code of a thread up to its next operation. `chosen` is the
    /// alternative, if its current instruction is to be carried out.
    fn run_thread(
        &mut self,
        t: usize,
        mut chosen: Chosen,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        self.look_for_stop()?;
        self.taking.runs = t;
        self.state.save_thread(t);
        self.thread_mut(t).next = Next::Run;
        self.thread_mut(t).guard = None;
        self.thread_mut(t).likeness.go_on();
        self.thread_mut(t).events += u32::from(chosen.is_some());
        let mut spent = 0;
        let mut visits = 0;
        let turn = chosen;
        // A first portion: who runs for long without an event may wait for what is not
        // known to be shared yet.
        let first = self.max_steps().min(FIRST_FUEL);
        let mut left = self.max_steps() - first;
        let mut portion = first;
        let mut fuel = first;
        loop {
            let is_turn = chosen.is_some();
            let flow = if is_turn || self.state.phase(t) == Phase::Leaves {
                self.visit(t, chosen.take(), step)
            } else {
                let stop = self.run_local(t, &mut fuel);
                if fuel > portion {
                    // It went below zero within a round of a loop.
                    fuel = 0;
                }
                match stop {
                    Stop::Visit => {
                        // It is slower than other instructions.
                        fuel = fuel.saturating_sub(VISIT_FUEL);
                        visits += 1;
                        self.visit(t, None, step)
                    }
                    Stop::Returned => self.returned(t, None, step),
                    Stop::Fault(Fault::Endless(_)) if self.is_asynchronous(t) => {
                        Ok(self.wait_for_cancel(t))
                    }
                    Stop::Fault(Fault::Endless(_)) | Stop::Fuel
                        if !self.taking.is_trying && self.share_all_of(t) =>
                    {
                        Err(self.tables.refined())
                    }
                    Stop::Fuel if left > 0 => {
                        spent += portion;
                        portion = left.min(PORTION);
                        left -= portion;
                        fuel = portion;
                        Ok(Flow::Go)
                    }
                    Stop::Stopped => return Err(Interrupt::Stopped),
                    Stop::Fault(fault) => Err(Trouble::Fault(fault)),
                    Stop::Cut => {
                        self.cut_short(t);
                        Ok(Flow::Halt)
                    }
                    Stop::TooLarge(size) => Ok(self.end_at_large(t, size)),
                    Stop::Fuel => Err(Trouble::Fault(Fault::TooLong(self.max_steps()))),
                }
            };
            // What was stopped half way has come to nothing.
            self.look_for_stop()?;
            match flow {
                Ok(Flow::Go) => {}
                Ok(Flow::Halt) => break,
                Err(Trouble::Interrupt(interrupt)) => return Err(self.with_calls(t, interrupt)),
                Err(Trouble::Fault(fault)) => {
                    if self.goes_on(t, &fault, step) {
                        // The same instruction again, or the next.
                        let is_again = matches!(fault, Fault::Undefined { .. });
                        chosen = turn.filter(|_| is_turn && is_again);
                        continue;
                    }
                    if self.thread(t).next != Next::Cut {
                        self.fail(t, &fault, step);
                    }
                    break;
                }
            }
        }
        let used = spent + (portion - fuel.min(portion));
        self.tables.fuel_used += used.saturating_sub(visits * VISIT_FUEL);
        Ok(())
    }

    /// Takes all that only this thread has used to be shared, if there are others. Was
    /// there anything?
    fn share_all_of(&mut self, t: usize) -> bool {
        if self.state.is_alone() {
            return false;
        }
        let mut is_new = false;
        for object in &self.state.memory.objects {
            // What a function of the library has on its stack is no business of others.
            let is_known = object.origin != Origin::Stack || object.place != 0;
            let is_alive = object.life == Life::Live;
            if object.owner == t as u32
                && is_alive
                && is_known
                && !object.is_shared
                && !object.is_constant
            {
                self.tables.knowledge.share(object.site);
                is_new = true;
            }
        }
        is_new
    }

    fn run_local(&mut self, t: usize, fuel: &mut u64) -> Stop {
        let is_alone = self.state.is_alone_in(self.is_graph());
        let unroll = self.unroll();
        let mut local = Local {
            code: &self.text.code,
            thread: &mut self.state.threads[t],
            memory: &mut self.state.memory,
            me: t as u32,
            is_alone,
            unroll,
            most: self.text.settings.max_allocation,
            fuel,
            sites: self.text.stack_sites,
            shared: &self.tables.shared,
            freed: &self.tables.freed,
            reached: match self.taking.is_trying {
                true => None,
                false => self.tables.reached.as_mut(),
            },
        };
        local.run()
    }

    /// A thread showed a finding: it stays there. Who waits for its end waits in vain,
    /// as what comes after a join is not what the program does.
    fn fail(&mut self, t: usize, fault: &Fault, step: &mut Step) {
        if self.tables.knowledge.rounds().is_some() && fault.is_endless() {
            // That the program has executions without end is known.
            self.cut_short(t);
            return;
        }
        let finding = self.explain(t, fault);
        step.findings.push(finding);
        self.state.course.has_failed = true;
        self.thread_mut(t).next = Next::Failed;
    }

    /// How often a loop may go round again with an event in the round.
    fn unroll(&self) -> Option<u32> {
        let bounds = [self.text.settings.unroll, self.tables.knowledge.rounds()];
        bounds.into_iter().flatten().min()
    }

    /// How many instructions a thread may run without an event.
    fn max_steps(&self) -> u64 {
        match self.tables.knowledge.rounds() {
            // What is only tried out, and often, may take no longer than that.
            _ if self.taking.is_trying => self.text.settings.max_steps.min(TRIAL_FUEL),
            Some(_) => self.text.settings.max_steps.min(FIRST_FUEL),
            None => self.text.settings.max_steps,
        }
    }

    /// Where a process is that has not come to an end.
    #[must_use]
    pub fn whereabouts(&self, process: ProcessId) -> String {
        let process = self.tables.names.owner(process).unwrap_or(process);
        let name = self.thread_name(process);
        match self.state.thread_at(process) {
            None => name,
            Some(t) => format!("{name}{}", self.here(t)),
        }
    }

    /// A thread has nothing more to do; those who wait for it go on.
    fn finish(&mut self, t: usize) {
        self.thread_mut(t).next = Next::Finished;
        let process = self.thread(t).process;
        for other in 0..self.state.threads.len() {
            if matches!(self.thread(other).next, Next::Join(target) if target == process) {
                self.state.save_thread(other);
                self.thread_mut(other).next = Next::Run;
                self.taking.ready.push(other as u32);
            }
        }
    }

    /// Runs all threads that were woken.
    fn run_ready(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        while !self.taking.ready.is_empty() {
            let t = self.taking.ready.remove(0) as usize;
            self.run_thread(t, None, step)?;
        }
        Ok(())
    }

    /// Announces an operation, unless the thread has come back to where it was.
    fn announce(&mut self, t: usize, operation: Operation, spot: Spot) -> Flow {
        let is_load = matches!(self.current_op(t), Op::Load { .. } | Op::LoadBits { .. });
        let is_look = self.may_look(t, &operation) || operation.kind == Kind::Change && is_load;
        let is_lock = matches!(operation.kind, Kind::Lock | Kind::LockShared);
        if (is_look || is_lock) && self.has_come_back(t, &[]) {
            return Flow::Halt;
        }
        if self.is_paired(t, &operation) || self.is_guarded(t, &operation) {
            return self.announce_guarded(t, operation, spot);
        }
        let mut operation = operation;
        if operation.kind == Kind::Load && self.state.buffers.is_relaxed() {
            let process = self.thread(t).process;
            operation.store = self.state.buffers.latest(process, operation.object);
        }
        self.thread_mut(t).spot = spot;
        self.thread_mut(t).next = Next::Operation(operation);
        Flow::Halt
    }

    /// Announces an operation that may touch anything: what, is seen when it runs.
    fn announce_change(&mut self, t: usize) -> Flow {
        let object = self.private(t);
        self.announce(t, Operation::new(Kind::Change, object, 0), Spot::Nowhere)
    }

    /// Reports a touch; several of one object in a step become one.
    fn touch(&mut self, touch: Touch, step: &mut Step) {
        self.learn_from(&touch);
        access::merge_touch(&mut step.touches, touch);
        self.touch_in_time(&touch, &step.touches);
    }

    /// Something that the thread waited to see has changed: it looks again.
    fn perform_await(&mut self, t: usize, step: &mut Step) -> Result<(), Interrupt> {
        let process = self.thread(t).process;
        self.state.save_thread(t);
        self.thread_mut(t).looks.clear();
        self.thread_mut(t).events += 1;
        for (object, spot, _) in std::mem::take(&mut self.thread_mut(t).awaited) {
            let memory = self.state.value_at(spot);
            let touch = self.state.buffers.load(process, object, memory);
            self.taking.runs = t;
            step.touches.push(touch);
            self.touch_in_time(&touch, &step.touches);
        }
        self.run_thread(t, None, step)
    }
}
