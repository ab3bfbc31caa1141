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
mod guard;
mod ignored;
mod jump;
mod knowledge;
mod local;
mod memory;
mod peek;
mod program;
mod pthread;
mod races;
mod report;
mod retry;
mod robust;
mod spin;
mod stop;
mod symmetry;
mod sync;
mod thread;
mod undo;
mod update;
mod wait;
mod word;

use crate::address;
use crate::builtin::Builtin;
use crate::code::{Code, Op, Src, Word};
use fault::Fault;
pub use ignored::Afterwards;
pub use knowledge::Knowledge;
use knowledge::Layout;
use local::{Local, Stop};
use mazurka_memory::races::{Clock, Races};
use mazurka_memory::{Buffers, Model};
use mazurka_program::{
    FindingKind, Interrupt, Kind, Names, ObjectId, ObjectName, Operation, ProcessId, Step, Touch,
};
use memory::{Image, Life, Memory, ObjectIndex, Origin};
pub use report::{Event, Note, NoteKind};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use thread::{Next, Phase, Spot, Thread};

/// How a program is run.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settings {
    /// The memory model.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub model: Model,
    /// How many stores a buffer holds.
    pub buffer_bound: Option<u32>,
    /// Are data races findings?
    pub races: bool,
    /// Are heap objects that are lost findings?
    pub leaks: bool,
    /// Is it a finding if the program ends with a code that is not zero?
    pub check_exit: bool,
    /// Is it a finding if a thread waits for ever when the program has ended?
    #[cfg_attr(feature = "serde", serde(default))]
    pub check_threads: bool,
    /// Findings that are none: see [`Afterwards`].
    #[cfg_attr(feature = "serde", serde(skip))]
    pub ignore: Vec<FindingKind>,
    /// How often a loop may go round again with an event in the round.
    pub unroll: Option<u32>,
    /// The least and the largest value of `__VERIFIER_nondet_*`.
    pub nondet: Option<(i64, i64)>,
    /// May each wait for a condition variable return, and each weak compare-exchange
    /// fail, without a reason, once in each thread?
    pub spurious: bool,
    /// Are threads with the same code and argument taken to be interchangeable?
    #[cfg_attr(feature = "serde", serde(default))]
    pub symmetry: bool,
    /// How many instructions a thread may run without an event.
    pub max_steps: u64,
    /// Are steps that would come to nothing not taken? If not, a thread that would have to
    /// wait within an atomic block is taken to have assumed too much: for judges.
    pub waits: bool,
    /// Are rounds of loops not made that come to nothing? If not, a thread that has made one is
    /// stalled: for judges.
    #[cfg_attr(feature = "serde", serde(default = "yes"))]
    pub foresees: bool,
}

#[cfg(feature = "serde")]
fn yes() -> bool {
    true
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            model: Model::Sc,
            buffer_bound: None,
            races: false,
            leaks: false,
            check_exit: false,
            check_threads: false,
            ignore: Vec::new(),
            unroll: None,
            nondet: None,
            spurious: false,
            symmetry: false,
            max_steps: 1_000_000_000,
            waits: true,
            foresees: true,
        }
    }
}

/// What tells that a lock is held.
const TRIES: [Builtin; 7] = [
    Builtin::MutexTryLock,
    Builtin::MutexTimedLock,
    Builtin::SpinTryLock,
    Builtin::RwTryReadLock,
    Builtin::RwTimedReadLock,
    Builtin::RwTryWriteLock,
    Builtin::RwTimedWriteLock,
];

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

/// A store on its way to memory.
#[derive(Clone, Copy, Debug)]
struct Pending {
    object: ObjectIndex,
    /// [`memory::Object::birth`].
    birth: u64,
    at: usize,
    size: u8,
    word: Word,
    /// Where it was made: the function and the instruction.
    function: u32,
    pc: u32,
    /// What it releases: a place in [`Machine::late`], if races are looked for.
    clock: u32,
}

/// The identifiers of the cells of an object, by offset; kept from one execution to
/// the next.
#[derive(Clone, Debug, Default)]
struct Table {
    ids: Vec<u32>,
}

/// A C program, running.
pub struct Machine {
    code: Arc<Code>,
    settings: Settings,
    knowledge: Knowledge,
    /// Something has been learnt that the tables below do not know.
    is_stale: bool,
    image: Image,
    /// By site: are its objects shared?
    shared: Vec<bool>,
    /// By site: do its objects end while others may access them?
    freed: Vec<bool>,
    layouts: Vec<Layout>,
    /// The site of the first stack object; that of the first heap object.
    stack_sites: u32,
    heap_sites: u32,
    /// By function: how many instructions those before it have.
    instructions: Vec<u32>,
    names: Names,
    buffers: Buffers<Pending>,
    memory: Memory,
    tables: Vec<Table>,
    table_of: FxHashMap<(u32, u32, bool), u32>,
    threads: Vec<Thread>,
    /// By process: its thread and one more, or zero.
    thread_of: Vec<u32>,
    spare: Vec<Thread>,
    /// Threads that were woken and have not run yet.
    ready: Vec<u32>,
    /// Values of objects that are not in memory.
    beside: FxHashMap<ObjectId, u64>,
    /// Who waits at condition variables: the address, the thread.
    waiters: Vec<(u64, u32)>,
    /// Destructors of keys.
    keys: Vec<(u32, u64)>,
    /// Threads that nobody has joined.
    unjoined: u32,
    /// The thread that has returned from `main`, or called `exit`.
    exited_by: Option<u32>,
    /// How many of the functions have been run that run at the end.
    hooked: u32,
    /// No thread only tries to take a lock: that one was taken and given back tells nothing.
    polls: bool,
    /// Threads may be cancelled; it matters to others when they end.
    cancels: bool,
    notes_ends: bool,
    /// There was a finding in this execution.
    has_failed: bool,
    /// It has been started before.
    has_run: bool,
    is_cut: Rc<Cell<bool>>,
    races: Races<u32>,
    /// The clocks of stores that went into buffers.
    late: Vec<Clock>,
    /// The function that runs what `atexit` was given.
    hook: Option<u32>,
    /// Can steps be undone under these settings?
    can_go_back: bool,
    history: undo::History,
    records: bool,
    notes: Vec<Note>,
    /// What the last step saw or did, for people.
    told: String,
    fuel_used: u64,
    /// Who takes a step.
    acting: Option<guard::Acting>,
    /// Is that step only tried out?
    is_trying: bool,
    /// Is it tried out with a value of which nothing is known?
    is_poisoned: bool,
    /// What such a step does: a buffer.
    attempted: Step,
    /// Something was learnt in a step: the exploration begins anew when it has been taken.
    has_learnt: bool,
    /// By the number of a guard and a value: can the step be taken?
    opened: FxHashMap<(u64, u64), bool>,
}

/// The alternative that was chosen for the operation that a thread has announced, if
/// it has and it is its turn.
type Chosen = Option<u32>;

impl Machine {
    /// A program, with what is known of it.
    #[must_use]
    pub fn new(code: &Arc<Code>, settings: &Settings, knowledge: Knowledge) -> Machine {
        let globals = u32::try_from(code.globals.len()).expect("under 2^32 variables");
        let stack_sites = globals;
        let heap_sites = stack_sites + u32::try_from(code.sites.len()).expect("under 2^32 sites");
        let mut instructions = Vec::with_capacity(code.functions.len());
        let mut count = 0;
        for function in &code.functions {
            instructions.push(count);
            count += u32::try_from(function.ops.len()).expect("under 2^32 instructions");
        }
        let sites = (heap_sites + count) as usize;
        let mut machine = Machine {
            image: Image::new(code),
            code: Arc::clone(code),
            settings: settings.clone(),
            knowledge,
            is_stale: true,
            shared: vec![false; sites],
            freed: vec![false; sites],
            layouts: vec![Layout::default(); sites],
            stack_sites,
            heap_sites,
            instructions,
            names: Names::new(),
            buffers: Buffers::new(settings.model, settings.buffer_bound),
            memory: Memory::default(),
            tables: Vec::new(),
            table_of: FxHashMap::default(),
            threads: Vec::new(),
            thread_of: Vec::new(),
            spare: Vec::new(),
            ready: Vec::new(),
            beside: FxHashMap::default(),
            waiters: Vec::new(),
            keys: Vec::new(),
            unjoined: 0,
            exited_by: None,
            hooked: 0,
            polls: !Machine::calls(code, &TRIES),
            cancels: Machine::calls(code, &[Builtin::ThreadCancel]),
            notes_ends: Machine::calls(code, &[Builtin::ThreadCancel, Builtin::ThreadHasEnded]),
            has_failed: false,
            has_run: false,
            is_cut: Rc::default(),
            races: Races::new(),
            late: Vec::new(),
            hook: Machine::exit_hook(code),
            can_go_back: true,
            history: undo::History::default(),
            records: false,
            notes: Vec::new(),
            told: String::new(),
            fuel_used: 0,
            acting: None,
            is_trying: false,
            is_poisoned: false,
            attempted: Step::default(),
            has_learnt: false,
            opened: FxHashMap::default(),
        };
        machine.refresh();
        machine.memory.set_logs(machine.can_go_back);
        machine
    }

    /// What has been learnt so far.
    #[must_use]
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// Has an execution been cut short by a bound, since this was made?
    #[must_use]
    pub fn was_cut(&self) -> bool {
        self.is_cut.get()
    }

    /// The same, to be looked at while the program is explored.
    #[must_use]
    pub fn cut(&self) -> Rc<Cell<bool>> {
        Rc::clone(&self.is_cut)
    }

    /// Undoes steps to go back to an earlier state (which is the default), or runs the
    /// prefix again.
    pub fn set_going_back(&mut self, goes_back: bool) {
        self.can_go_back = goes_back;
        self.memory.set_logs(self.can_go_back);
        self.has_run = false;
    }

    /// From now on, this ends whatever runs, with [`Interrupt::Stopped`]: it is looked at in
    /// every step, and some times a second within long ones.
    pub fn set_stop(&mut self, stop: &Arc<AtomicBool>) {
        self.memory.stop.set_word(stop);
    }

    #[inline]
    fn look_for_stop(&self) -> Result<(), Interrupt> {
        self.memory.stop.look()
    }

    /// How many instructions have been run, since this was made.
    #[must_use]
    pub fn instructions(&self) -> u64 {
        self.fuel_used
    }

    /// Brings the tables up to what is known.
    fn refresh(&mut self) {
        for site in 0..self.shared.len() {
            let number = site as u32;
            self.shared[site] = self.knowledge.is_shared(number);
            self.freed[site] = self.knowledge.is_freed(number);
            self.layouts[site] = self.knowledge.layout(number);
        }
        self.notes_ends |= self.knowledge.notes_ends();
        self.is_stale = false;
    }

    /// Notes that something was learnt: the exploration begins anew.
    fn refined(&mut self) -> Trouble {
        self.is_stale = true;
        Trouble::Interrupt(Interrupt::Refined)
    }

    fn thread_index(&self, process: ProcessId) -> usize {
        self.thread_of[process.index()] as usize - 1
    }

    /// Is this the only thread, so that nobody sees what it does?
    #[inline]
    fn is_alone(&self) -> bool {
        self.unjoined == 0
    }

    /// An object that nobody touches, for a thread to announce its waiting with.
    fn private(&mut self, t: usize) -> ObjectId {
        self.names.object(ObjectName {
            creator: Some(self.threads[t].process),
            place: u64::MAX,
            generation: 0,
            part: 0,
        })
    }

    fn read_src(&self, t: usize, src: Src) -> Word {
        let thread = &self.threads[t];
        let frame = thread.frame();
        if src.is_constant() {
            self.code.functions[frame.function as usize].constants[src.index()]
        } else {
            thread.registers[frame.base as usize + src.index()]
        }
    }

    /// How far the current instruction of a thread has come.
    fn phase(&self, t: usize) -> Phase {
        self.threads[t].frame().phase
    }

    fn set_phase(&mut self, t: usize, phase: Phase) {
        self.threads[t].frame_mut().phase = phase;
    }

    fn current_op(&self, t: usize) -> Op {
        let frame = self.threads[t].frame();
        self.code.functions[frame.function as usize].ops[frame.pc as usize]
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
        self.save_thread(t);
        self.threads[t].next = Next::Run;
        self.threads[t].guard = None;
        self.threads[t].likeness.go_on();
        self.threads[t].events += u32::from(chosen.is_some());
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
            let flow = if is_turn || self.phase(t) == Phase::Leaves {
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
                        if !self.is_trying && self.share_all_of(t) =>
                    {
                        Err(self.refined())
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
                    Stop::Fuel => Err(Trouble::Fault(Fault::TooLong(self.max_steps()))),
                }
            };
            // What was stopped half way has come to nothing.
            self.look_for_stop()?;
            match flow {
                Ok(Flow::Go) => {}
                Ok(Flow::Halt) => break,
                Err(Trouble::Interrupt(interrupt)) => return Err(interrupt),
                Err(Trouble::Fault(fault)) => {
                    if self.goes_on(t, &fault, step) {
                        // The same instruction again, or the next.
                        let is_again = matches!(fault, Fault::Undefined { .. });
                        chosen = turn.filter(|_| is_turn && is_again);
                        continue;
                    }
                    if self.threads[t].next != Next::Cut {
                        self.fail(t, &fault, step);
                    }
                    break;
                }
            }
        }
        let used = spent + (portion - fuel.min(portion));
        self.fuel_used += used.saturating_sub(visits * VISIT_FUEL);
        Ok(())
    }

    /// Takes all that only this thread has used to be shared, if there are others. Was
    /// there anything?
    fn share_all_of(&mut self, t: usize) -> bool {
        if self.is_alone() {
            return false;
        }
        let mut is_new = false;
        for object in &self.memory.objects {
            // What a function of the library has on its stack is nobody's business.
            let is_known = object.origin != Origin::Stack || object.place != 0;
            let is_alive = object.life == Life::Live;
            if object.owner == t as u32
                && is_alive
                && is_known
                && !object.is_shared
                && !object.is_constant
            {
                self.knowledge.share(object.site);
                is_new = true;
            }
        }
        is_new
    }

    fn run_local(&mut self, t: usize, fuel: &mut u64) -> Stop {
        let is_alone = self.is_alone();
        let unroll = self.unroll();
        let mut local = Local {
            code: &self.code,
            thread: &mut self.threads[t],
            memory: &mut self.memory,
            me: t as u32,
            is_alone,
            unroll,
            fuel,
            sites: self.stack_sites,
            shared: &self.shared,
            freed: &self.freed,
        };
        local.run()
    }

    /// A thread showed a finding: it stays there. Who waits for its end waits in vain,
    /// as what comes after a join is not what the program does.
    fn fail(&mut self, t: usize, fault: &Fault, step: &mut Step) {
        if self.knowledge.rounds().is_some() && fault.is_endless() {
            // That the program has executions without end is known.
            self.cut_short(t);
            return;
        }
        let finding = self.explain(t, fault);
        step.findings.push(finding);
        self.has_failed = true;
        self.threads[t].next = Next::Failed;
    }

    /// How often a loop may go round again with an event in the round.
    fn unroll(&self) -> Option<u32> {
        let bounds = [self.settings.unroll, self.knowledge.rounds()];
        bounds.into_iter().flatten().min()
    }

    /// How many instructions a thread may run without an event.
    fn max_steps(&self) -> u64 {
        match self.knowledge.rounds() {
            // What is only tried out, and often, may take no longer than that.
            _ if self.is_trying => self.settings.max_steps.min(TRIAL_FUEL),
            Some(_) => self.settings.max_steps.min(FIRST_FUEL),
            None => self.settings.max_steps,
        }
    }

    /// Where a process is that has not come to an end.
    #[must_use]
    pub fn whereabouts(&self, process: ProcessId) -> String {
        let process = self.names.owner(process).unwrap_or(process);
        let name = self.thread_name(process);
        match self.thread_of.get(process.index()) {
            None | Some(0) => name,
            Some(t) => format!("{name}{}", self.here(*t as usize - 1)),
        }
    }

    /// A thread has nothing more to do; those who wait for it go on.
    fn finish(&mut self, t: usize, step: &mut Step) {
        self.threads[t].next = Next::Finished;
        let process = self.threads[t].process;
        for other in 0..self.threads.len() {
            if matches!(self.threads[other].next, Next::Join(target) if target == process) {
                self.save_thread(other);
                self.threads[other].next = Next::Run;
                self.ready.push(other as u32);
            }
        }
        let _ = step;
    }

    /// Runs all threads that were woken.
    fn run_ready(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        while !self.ready.is_empty() {
            let t = self.ready.remove(0) as usize;
            self.run_thread(t, None, step)?;
        }
        Ok(())
    }

    /// The value at a spot, as explorers see it.
    fn value_at(&self, spot: Spot) -> u64 {
        match spot {
            Spot::Nowhere => 0,
            Spot::Memory { at, size, .. } => self.memory.read(at, size).bits,
            Spot::Beside(object) => self.beside.get(&object).copied().unwrap_or(0),
        }
    }

    /// Would the thread see something else in one of the objects that it waits for?
    /// What it has itself stored there and is not in memory hides them.
    fn sees_change(&self, t: usize) -> bool {
        let thread = &self.threads[t];
        thread.awaited.iter().any(|(object, spot, value)| {
            self.value_at(*spot) != *value
                && self.buffers.forwarded(thread.process, *object).is_none()
        })
    }

    /// Announces an operation, unless the thread has come back to where it was.
    fn announce(&mut self, t: usize, operation: Operation, spot: Spot) -> Flow {
        let is_load = matches!(self.current_op(t), Op::Load { .. } | Op::LoadBits { .. });
        let is_look = access::is_look(operation.kind) || operation.kind == Kind::Change && is_load;
        let is_lock = matches!(operation.kind, Kind::Lock | Kind::LockShared);
        if (is_look || is_lock) && self.has_come_back(t, &[]) {
            return Flow::Halt;
        }
        if self.is_paired(t, &operation) || self.is_guarded(t, &operation) {
            return self.announce_guarded(t, operation, spot);
        }
        let mut operation = operation;
        if operation.kind == Kind::Load && self.buffers.is_relaxed() {
            let process = self.threads[t].process;
            operation.store = self.buffers.latest(process, operation.object);
        }
        self.threads[t].spot = spot;
        self.threads[t].next = Next::Operation(operation);
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
    }

    /// Something that the thread waited to see has changed: it looks again.
    fn perform_await(&mut self, t: usize, step: &mut Step) -> Result<(), Interrupt> {
        let process = self.threads[t].process;
        self.save_thread(t);
        self.threads[t].looks.clear();
        self.threads[t].events += 1;
        for (object, spot, _) in std::mem::take(&mut self.threads[t].awaited) {
            let memory = self.value_at(spot);
            let touch = self.buffers.load(process, object, memory);
            step.touches.push(touch);
        }
        self.run_thread(t, None, step)
    }

    /// Begins a thread that runs a function with one argument, or `main`.
    fn new_thread(&mut self, process: ProcessId, arena: u32, entry: u32) -> usize {
        let t = self.threads.len();
        let mut thread = Thread::new(process, arena, entry);
        if let Some(spare) = self.spare.pop() {
            thread.frames = spare.frames;
            thread.registers = spare.registers;
            thread.stack = spare.stack;
            thread.frames.clear();
            thread.registers.clear();
            thread.stack.clear();
        }
        self.save(|_| undo::Change::Started);
        self.threads.push(thread);
        if self.thread_of.len() <= process.index() {
            self.thread_of.resize(process.index() + 1, 0);
        }
        self.thread_of[process.index()] = t as u32 + 1;
        t
    }
}
