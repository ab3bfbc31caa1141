//! The state of a runtime: what the engine and the fibers share.
//!
//! Engine and fibers take turns on one OS thread. How each of them gets at the
//! state is in [`super::access`].

use super::Wait;
use super::again::Log;
use super::buffer::Memory;
use super::condition::Instance;
use super::context;
use super::early::Early;
use super::fiber::{Fiber, Job, Switch};
use super::freed::Freed;
use super::guard::Guards;
use super::heap::Heap;
use super::leak::Allocations;
use super::locals::Locals;
use super::meetings::Meetings;
use super::object::{Loaded, Objects, SHARED, bit_of};
use super::past::Past;
use super::processes::Processes;
use super::race::Races;
use super::record::Recorder;
use super::refinement::{Refinement, Refinements};
use super::rehearsal::Rehearsal;
use super::rounds::{Rounds, Visits};
use super::spin::Spin;
use super::stack::Stacks;
use super::watch::Watch;
use crate::orders::Orders;
use mazurka_memory::Model;
use mazurka_program::{
    Access, Edge, Finding, FindingKind, Interrupt, Kind, Names, ObjectId, Operation, ProcessId,
    Touch, Turn, memory,
};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::panic::Location;
use std::ptr;
use std::sync::Arc;
use std::time::Duration;

/// What a process is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Its fiber has not run in this execution.
    New,
    /// It has announced an operation, and waits to be chosen.
    Announced,
    /// It waits for that process to finish.
    Joining(ProcessId),
    /// It waits for another process to wake it.
    Waiting,
    /// Its local code runs, or will within this step.
    Running,
    /// It waits for its store buffer (see [`super::buffer`]).
    Draining,
    /// Its code has ended, and it waits for its store buffer to be emptied.
    Ending,
    /// Its code has ended by a panic; what it gave back while it unwound is
    /// left to be announced.
    GivingBack,
    /// It assumed something that does not hold.
    Discarded,
    /// It has come to a place too often (see [`super::rounds`]).
    Cut,
    /// It has made a round of a loop that came to nothing (see [`super::spin`]).
    Stalled,
    /// It found that the execution cannot go on.
    Interrupted,
    /// It has nothing more to do.
    Finished,
}

/// How the code of a process ends in an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// It runs, or has returned.
    Open,
    /// A panic has ended it.
    Panicked,
    /// It has given itself up: its fiber must not be resumed ([`super::fiber::abandon`]).
    GivenUp,
}

/// What the code of a process runs for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// For itself.
    Code,
    /// The engine evaluates, on its own stack, whether an announced operation
    /// is ready.
    Evaluating,
    /// The process runs its condition as an operation.
    Performing,
    /// The process looks again without an event, to see whether it spins (see
    /// [`super::spin`]).
    Dry,
}

/// A closure that says whether an announced operation is ready. It lies on the
/// stack of the fiber that announced it, and is good while that waits.
#[derive(Clone, Copy)]
pub(super) struct Condition(*mut (dyn FnMut() -> bool + 'static));

impl Condition {
    pub(super) fn new(ready: &mut (dyn FnMut() -> bool + '_)) -> Condition {
        let ready: *mut (dyn FnMut() -> bool + '_) = ready;
        // SAFETY: only the lifetime is erased. The pointer is followed by `holds` only, whose
        // caller answers for it.
        Condition(unsafe {
            std::mem::transmute::<
                *mut (dyn FnMut() -> bool + '_),
                *mut (dyn FnMut() -> bool + 'static),
            >(ready)
        })
    }

    /// # Safety
    /// The fiber that announced the operation still waits to be chosen.
    pub(super) unsafe fn holds(self) -> bool {
        // SAFETY: the closure lies in a frame of the fiber that announced the operation, and
        // that fiber still waits in it, says the caller. So it is alive, and not used there.
        unsafe { (*self.0)() }
    }
}

/// An operation that a process left to be announced when it has unwound.
pub(super) struct Late {
    pub(super) operation: Operation,
    pub(super) location: &'static Location<'static>,
}

/// What the program knows of a thread beside its number.
#[derive(Clone)]
pub(crate) struct Identity {
    pub(crate) name: Option<Arc<str>>,
}

/// A process, kept from one execution to the next.
pub(crate) struct Process {
    pub(super) id: ProcessId,
    /// The execution that the rest belongs to.
    pub(super) serial: u64,
    pub(super) phase: Phase,
    pub(super) operation: Operation,
    pub(super) location: Option<&'static Location<'static>>,
    pub(super) job: Option<Job>,
    /// How its code switches back to the engine; set while its fiber runs.
    pub(super) switch: *const Switch,
    pub(super) heap: Heap,
    /// Where the stack of its own code begins, and how far down it went when
    /// its fiber was last suspended.
    pub(super) base: usize,
    pub(super) stack_pointer: usize,
    /// How far down it ever went when its fiber was suspended, in all executions.
    pub(super) deepest: usize,
    /// Where its own code called the operation that it is about to announce;
    /// zero if that is not known.
    pub(super) frame: usize,
    pub(super) spin: Spin,
    /// How many children it has spawned.
    pub(super) children: u32,
    /// The processes that wait for it in a join.
    pub(super) joiners: Vec<ProcessId>,
    /// The processes that wait at the end of a scope for its code to return.
    pub(super) scopes: Vec<ProcessId>,
    /// Its code has returned, and destructors of thread locals were to run: the
    /// mark of what it had done by then.
    pub(super) returned: Option<u32>,
    /// What the program knows of its thread; for the first thread, once it has asked.
    pub(super) identity: Option<Identity>,
    pub(crate) locals: Locals,
    /// The message of its last panic, caught or not.
    pub(super) panic: Option<String>,
    pub(super) end: End,
    /// It cannot go on (see [`super::crash`]).
    pub(super) has_crashed: bool,
    /// What it gave back while unwinding, not yet announced.
    pub(super) late: VecDeque<Late>,
    /// Says whether the opaque operation that it has announced is ready.
    pub(super) condition: Option<Condition>,
    /// What the condition said when it was last evaluated.
    pub(super) ready: bool,
    /// What the condition looked at then.
    pub(super) awaited: Vec<ObjectId>,
    /// When that was, by [`Objects::now`], plus one; zero if not yet.
    pub(super) evaluated: u64,
    pub(super) mode: Mode,
    /// How many operations it has run.
    pub(super) steps: u32,
    /// The condition that it waits for, if the program states it.
    pub(super) instance: Option<Instance>,
    /// What the condition loaded when it was last evaluated.
    pub(super) loaded: Vec<Loaded>,
    /// What it waits for, for people.
    pub(super) waits_for: Option<&'static str>,
    /// It runs a predicate of the program, which may not even load.
    pub(super) pure: bool,
    /// It runs code that allocates outside its heap, and may be suspended there.
    pub(super) is_aside: bool,
    /// It may wait for ever.
    pub(super) daemon: bool,
    /// The condition variable that it waits for and that has not notified it.
    pub(super) waits_on: Option<ObjectId>,
    /// How many of its waits have ended for no reason.
    pub(super) spurious: u32,
    /// How many of its weak exchanges have failed for no reason.
    pub(super) weak: u32,
    /// Operations that ran with no event while unwinding.
    pub(super) silent: u32,
    /// What is needed if the destructor that the last drop of some `Arc` runs
    /// just now does anything that others can see.
    pub(super) last_drop: Option<Refinement>,
    /// How often it has looked at something in local code since its last
    /// operation.
    pub(super) local_looks: u32,
    /// The same of a clock.
    pub(super) clock_looks: u32,
    /// The processor time that the OS thread had used at the first of them.
    pub(super) clock_used: Duration,
    /// The time when it began to wait with a limit (see [`super::clock`]).
    pub(super) wait_begun: u64,
    /// How many stores it has buffered since it last waited for its buffer to be
    /// empty.
    pub(super) unfenced: u32,
    pub(super) visits: Visits,
    /// What others had allocated, and how far, when it was spawned or had joined them: all of that
    /// was made before. Kept with execution graphs only.
    inherited: Vec<(ProcessId, u64)>,
    /// The counts of the `Arc` whose last drop runs just now, if drops of it are no events.
    pub(super) counted: Option<ObjectId>,
    /// The address of an object in freed memory that it is about to use; zero if it is not.
    pub(super) invalid: usize,
    /// How large a stack it asked for; zero if it did not.
    pub(super) stack_size: usize,
    /// The message of the panic that has ended it, if panics are allowed and it was not joined.
    pub(super) unhandled: Option<String>,
    /// The object that it resolved last, and where its tag lies.
    pub(super) resolved: (ObjectId, usize),
}

impl Process {
    pub(super) fn new(id: ProcessId, exploration: u32) -> Process {
        Process {
            id,
            serial: 0,
            phase: Phase::Finished,
            operation: Operation::new(Kind::Load, ObjectId(0), 0),
            location: None,
            job: None,
            switch: ptr::null(),
            heap: Heap::new(id.0, exploration),
            base: 0,
            stack_pointer: 0,
            deepest: usize::MAX,
            frame: 0,
            spin: Spin::default(),
            children: 0,
            joiners: Vec::new(),
            scopes: Vec::new(),
            returned: None,
            identity: None,
            locals: Locals::default(),
            panic: None,
            end: End::Open,
            has_crashed: false,
            late: VecDeque::new(),
            condition: None,
            ready: false,
            awaited: Vec::new(),
            evaluated: 0,
            mode: Mode::Code,
            steps: 0,
            instance: None,
            loaded: Vec::new(),
            waits_for: None,
            pure: false,
            is_aside: false,
            daemon: false,
            waits_on: None,
            spurious: 0,
            weak: 0,
            silent: 0,
            last_drop: None,
            local_looks: 0,
            clock_looks: 0,
            clock_used: Duration::ZERO,
            wait_begun: 0,
            unfenced: 0,
            visits: Visits::default(),
            inherited: Vec::new(),
            counted: None,
            invalid: 0,
            stack_size: 0,
            unhandled: None,
            resolved: (ObjectId(0), 0),
        }
    }

    /// The bits of itself, and of the processes that it has joined.
    pub(super) fn bits_of_joined(&self) -> u64 {
        let inherited = self.inherited.iter();
        let joined = inherited.filter(|(_, until)| *until == u64::MAX);
        let bits = joined.fold(bit_of(self.id), |bits, (process, _)| {
            bits | bit_of(*process)
        });
        bits & !SHARED
    }

    /// Was what lies there in the memory of another made before it was spawned, or had joined it?
    pub(super) fn has_inherited(&self, maker: ProcessId, offset: u64) -> bool {
        let mut inherited = self.inherited.iter();
        inherited.any(|(process, until)| *process == maker && offset < *until)
    }

    /// Brings the process into the execution with that serial number.
    fn begin(&mut self, serial: u64, job: Job, is_tolerant: bool) {
        self.serial = serial;
        self.phase = Phase::New;
        self.location = None;
        self.job = Some(job);
        self.heap.begin(serial);
        self.frame = 0;
        self.spin.begin(is_tolerant);
        self.children = 0;
        self.returned = None;
        self.panic = None;
        self.end = End::Open;
        self.has_crashed = false;
        self.silent = 0;
        self.last_drop = None;
        self.local_looks = 0;
        self.clock_looks = 0;
        self.unfenced = 0;
        self.visits.clear();
        self.invalid = 0;
        self.stack_size = 0;
        self.unhandled = None;
        self.resolved.1 = 0;
        self.condition = None;
        self.mode = Mode::Code;
        self.steps = 0;
        self.instance = None;
        self.loaded.clear();
        self.waits_for = None;
        self.pure = false;
        self.is_aside = false;
        self.daemon = false;
        self.waits_on = None;
        self.spurious = 0;
        self.inherited.clear();
        self.counted = None;
        self.weak = 0;
        debug_assert!(self.joiners.is_empty() && self.scopes.is_empty());
        debug_assert!(self.late.is_empty());
    }

    /// Is anything due before it announces its next operation?
    #[inline]
    pub(super) fn is_special(&self) -> bool {
        self.last_drop.is_some()
            || self.silent != 0
            || !self.late.is_empty()
            || self.mode != Mode::Code
            || self.invalid != 0
    }

    /// Takes the process out of its execution, which is over or left. What it has of the program
    /// is forgotten, not dropped.
    pub(super) fn end(&mut self) {
        self.phase = Phase::Finished;
        // It has not begun, in an execution that is left: its memory is that of its parent.
        std::mem::forget(self.job.take());
        self.joiners.clear();
        self.scopes.clear();
        self.late.clear();
        self.condition = None;
        self.identity = None;
        self.locals.clear();
        self.heap.end();
    }
}

/// What is said of a check that crashes.
#[derive(Default)]
pub(super) struct Told {
    /// Its name.
    pub(super) check: Option<String>,
    /// The memory model, if it is not the usual one.
    pub(super) model: Option<String>,
}

/// What engine and fibers share.
pub(crate) struct State {
    pub(super) told: Told,
    pub(super) exploration: u32,
    /// The number of the current execution, unlike that of any other.
    pub(super) serial: u64,
    pub(super) names: Names,
    /// The program under test.
    pub(super) body: Arc<dyn Fn() + Send + Sync>,
    /// Addresses in what the check has of the program: its closure, and functions to be called.
    pub(super) roots: [usize; 2],
    /// By process identifier.
    pub(super) processes: Processes,
    pub(super) fibers: Vec<Option<Box<Fiber>>>,
    pub(super) stacks: Stacks,
    /// The processes of this execution, in the order of their spawns.
    pub(super) spawned: Vec<ProcessId>,
    /// The processes whose local code is still to run within this step.
    pub(super) ready: VecDeque<ProcessId>,
    /// This execution has shown a bug.
    pub(super) found: bool,
    /// An access of an atomic had a weaker order than `SeqCst`, in any execution so far.
    pub(super) has_weak: bool,
    /// There was more than one thread, in any execution so far.
    pub(super) has_threads: bool,
    /// Have two of them met at an object, in any execution so far?
    pub(super) meetings: Meetings,
    /// No store buffers, clocks or recorder, and the execution has not ended: see
    /// [`super::plain`].
    pub(super) plain: bool,
    /// See [`super::counts_are_local`].
    pub(super) counts_are_local: bool,
    /// The execution is about to be left, and runs on to where it ends.
    pub(super) runs_out: bool,
    /// The execution has ended, and the copies of statics are dropped: nothing is scheduled.
    pub(super) leaving: bool,
    /// A fiber was abandoned in the middle of a panic, so that `std` counts
    /// this OS thread as panicking for good.
    pub(super) tainted: bool,
    /// What is being repeated.
    pub(super) rehearsal: Rehearsal,
    /// What the operation of this step touched so far.
    pub(super) touches: Vec<Touch>,
    /// The alternative that the operation of this step takes.
    pub(super) alternative: u32,
    /// The processes that have announced an operation with a condition.
    pub(super) conditional: Vec<ProcessId>,
    /// What conditions were ever seen to load.
    pub(super) conditions: FxHashMap<Instance, Vec<Loaded>>,
    pub(super) edges: Vec<Edge>,
    pub(super) findings: Vec<Finding>,
    pub(super) interrupt: Option<Interrupt>,
    pub(super) objects: Objects,
    pub(super) refinements: Refinements,
    pub(super) races: Races,
    pub(super) freed: Freed,
    pub(super) early: Early,
    pub(super) log: Log,
    /// The steps of the execution that the log does not have: the one that runs, those that it
    /// runs on by, or all of one that is run again.
    pub(super) more: Vec<Turn>,
    /// An execution is run again, so that the log is that of another.
    pub(super) is_again: bool,
    pub(super) allocations: Allocations,
    /// It is noted where blocks are allocated.
    pub(super) notes_allocations: bool,
    pub(super) past: Past,
    pub(super) guards: Guards,
    pub(super) memory: Memory,
    pub(super) recorder: Option<Recorder>,
    pub(super) watch: Arc<Watch>,
    /// How many waits of each process may end for no reason.
    pub(super) spurious_wakeups: u32,
    /// How often each `block_on` may poll for no reason, and how many weak exchanges of each
    /// process may fail so.
    pub(super) spurious_polls: u32,
    pub(super) weak_failures: u32,
    pub(super) rounds: Rounds,
    /// A process keeps account of what it changes, and what others do to that.
    pub(super) tells_of_accesses: bool,
    /// How often rounds that are undone were looked for, in all executions.
    pub(super) searches: u32,
    /// How many accesses were told of.
    pub(super) accesses: u64,
    /// A writer that waits for a read-write lock keeps new readers out.
    pub(super) writers_first: bool,
    /// A panic of a thread that is joined is no bug.
    pub(super) allows_panics: bool,
    /// How many bytes of memory an execution may take.
    pub(super) max_memory: u64,
    /// The orderings of accesses, if they are not those of the program.
    pub(super) orders: Option<Arc<Orders>>,
}

impl State {
    pub(super) fn new(
        exploration: u32,
        stack_size: usize,
        body: Arc<dyn Fn() + Send + Sync>,
        watch: Arc<Watch>,
    ) -> State {
        State {
            told: Told::default(),
            exploration,
            serial: 0,
            names: Names::new(),
            roots: [Arc::as_ptr(&body).cast::<()>() as usize, 0],
            body,
            processes: Processes::default(),
            fibers: Vec::new(),
            stacks: Stacks::new(stack_size),
            spawned: Vec::new(),
            ready: VecDeque::new(),
            found: false,
            has_weak: false,
            has_threads: false,
            meetings: Meetings::default(),
            plain: false,
            counts_are_local: false,
            runs_out: false,
            leaving: false,
            tainted: false,
            rehearsal: Rehearsal::NONE,
            touches: Vec::with_capacity(16),
            alternative: 0,
            conditional: Vec::new(),
            conditions: FxHashMap::default(),
            edges: Vec::new(),
            findings: Vec::new(),
            interrupt: None,
            objects: Objects::new(exploration),
            refinements: Refinements::default(),
            races: Races::new(),
            freed: Freed::default(),
            early: Early::default(),
            log: Log::default(),
            more: Vec::new(),
            is_again: false,
            allocations: Allocations::default(),
            notes_allocations: false,
            past: Past::new(),
            guards: Guards::default(),
            memory: Memory::new(Model::Sc, None, 0),
            recorder: None,
            watch,
            spurious_wakeups: 0,
            spurious_polls: 0,
            weak_failures: 0,
            rounds: Rounds::default(),
            tells_of_accesses: false,
            searches: 0,
            accesses: 0,
            writers_first: false,
            allows_panics: false,
            max_memory: memory::USUAL,
            orders: None,
        }
    }

    /// The process whose code runs.
    #[inline]
    pub(crate) fn current(&mut self) -> &mut Process {
        self.processes.current()
    }

    /// Brings a process into the current execution.
    pub(super) fn begin_process(&mut self, parent: Option<ProcessId>, id: ProcessId, job: Job) {
        while self.processes.len() <= id.index() {
            let next = ProcessId(self.processes.len() as u32);
            self.processes.push(Process::new(next, self.exploration));
            self.fibers.push(None);
            self.watch.name_process(self.names.process_name(next));
        }
        self.has_threads |= parent.is_some();
        let clears = self.refinements.any_spin();
        let is_tolerant = self.refinements.undoes_rounds();
        self.tells_of_accesses |= is_tolerant;
        self.processes[id].begin(self.serial, job, is_tolerant);
        self.processes[id].heap.clear_blocks(clears);
        let notes = self.notes_allocations;
        self.processes[id].heap.note_blocks(notes);
        self.spawned.push(id);
        self.ready.push_back(id);
        self.edges.push(Edge::Spawn { parent, child: id });
        if let Some(parent) = parent {
            let until = self.processes[parent].heap.allocated();
            self.inherit(id, parent, until);
        }
        if let Some(parent) = parent
            && self.refinements.sync_clocks
        {
            self.races_of(parent).spawn(parent, id);
        }
    }

    /// What the other process has made so far, and what it has inherited, is there for `id`.
    fn inherit(&mut self, id: ProcessId, other: ProcessId, until: u64) {
        if self.memory.graph.is_none() {
            return;
        }
        let others = self.processes[other].inherited.clone();
        let inherited = &mut self.processes[id].inherited;
        inherited.extend(others);
        inherited.push((other, until));
    }

    /// The synchronisation clocks, which know how much memory the process has allocated.
    pub(super) fn races_of(&mut self, id: ProcessId) -> &mut Races {
        let allocated = self.processes[id].heap.allocated();
        self.races.allocated(id, allocated);
        &mut self.races
    }

    /// Lets `process` go on after its join of `target`, which has finished.
    pub(super) fn joined(&mut self, process: ProcessId, target: ProcessId) {
        self.edges.push(Edge::Join { process, target });
        self.inherit(process, target, u64::MAX);
        if self.refinements.sync_clocks {
            self.races.join(process, target);
        }
    }

    /// Lets `process` go on after the end of a scope with `target`, whose code has
    /// returned. What the destructors of its thread locals do comes when it comes.
    pub(super) fn joined_code(&mut self, process: ProcessId, target: ProcessId) {
        let Some(mark) = self.processes[target].returned else {
            return self.joined(process, target);
        };
        self.edges.push(Edge::After { process, mark });
        if self.refinements.sync_clocks {
            let exit = self.exit_object(target);
            self.races.acquire(process, exit);
        }
    }

    /// The code of a process has returned, and destructors of its thread locals are
    /// to run. Ends the scopes that waited for it.
    pub(super) fn returned(&mut self, id: ProcessId) {
        let mark = self.memory.mark(id, &mut self.edges);
        self.processes[id].returned = Some(mark);
        if self.refinements.sync_clocks {
            let exit = self.exit_object(id);
            self.races_of(id).release(id, exit);
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.recording.returns.push((mark, id));
        }
        self.end_scopes(id);
    }

    fn end_scopes(&mut self, id: ProcessId) {
        let mut scopes = std::mem::take(&mut self.processes[id].scopes);
        for process in scopes.drain(..) {
            self.joined_code(process, id);
            self.go_on(process, id);
        }
        self.processes[id].scopes = scopes;
    }

    /// Ends a process, and the joins that waited for it.
    pub(super) fn finish(&mut self, id: ProcessId) {
        self.processes[id].phase = Phase::Finished;
        self.end_scopes(id);
        let mut joiners = std::mem::take(&mut self.processes[id].joiners);
        for process in joiners.drain(..) {
            self.joined(process, id);
            self.go_on(process, id);
        }
        self.processes[id].joiners = joiners;
    }

    /// Lets a process that waits to be woken go on, by the running one; does nothing if it
    /// does not wait.
    pub(super) fn wake(&mut self, process: ProcessId) {
        let (by, serial) = (self.current().id, self.serial);
        let woken = &mut self.processes[process];
        if woken.phase == Phase::Waiting && woken.serial == serial {
            woken.phase = Phase::Running;
            self.ready.push_back(process);
            self.edges.push(Edge::Wake { process, by });
        }
    }

    /// Has the code of a process that waited for another run on, within this step.
    fn go_on(&mut self, process: ProcessId, target: ProcessId) {
        let waited = &mut self.processes[process];
        debug_assert_eq!(waited.phase, Phase::Joining(target), "it waits for that");
        waited.phase = Phase::Running;
        self.ready.push_back(process);
    }

    /// Lets the running process go on at once if what it waits for of `target` is over.
    pub(super) fn has_joined(&mut self, target: ProcessId, wait: Wait) -> bool {
        let is_over = match wait {
            Wait::Thread => self.is_finished(target),
            Wait::Code => self.has_returned(target),
        };
        if is_over && !self.leaving {
            let id = self.current().id;
            match wait {
                Wait::Thread => self.joined(id, target),
                Wait::Code => self.joined_code(id, target),
            }
        }
        is_over
    }

    /// The running process is about to wait for `target`.
    pub(super) fn record_join(&mut self, target: ProcessId, location: &'static Location<'static>) {
        let id = self.current().id;
        if let Some(recorder) = &mut self.recorder {
            recorder.recording.joins.insert((id, target), location);
        }
    }

    /// Has the running process wait for `target`.
    pub(super) fn begin_to_join(
        &mut self,
        target: ProcessId,
        wait: Wait,
        location: &'static Location<'static>,
    ) {
        let process = self.current();
        process.phase = Phase::Joining(target);
        process.location = Some(location);
        let id = process.id;
        let target = &mut self.processes[target];
        match wait {
            Wait::Thread => target.joiners.push(id),
            Wait::Code => target.scopes.push(id),
        }
    }

    /// Does `process` belong to the current execution, and has its code returned?
    pub(super) fn has_returned(&self, process: ProcessId) -> bool {
        let returned = self.processes[process].returned.is_some();
        let is_current = self.processes[process].serial == self.serial;
        is_current && returned || self.is_finished(process)
    }

    /// Does `process` belong to the current execution and has finished?
    pub(super) fn is_finished(&self, process: ProcessId) -> bool {
        let process = &self.processes[process];
        process.serial == self.serial && process.phase == Phase::Finished
    }

    /// Do operations of the running process run at once and without being events?
    #[inline]
    pub(super) fn is_silent(&mut self) -> bool {
        self.leaving || self.is_unwinding()
    }

    /// Is the running process unwinding from a panic of its own?
    #[inline]
    pub(super) fn is_unwinding(&mut self) -> bool {
        if self.tainted {
            self.current().panic.is_some()
        } else {
            std::thread::panicking()
        }
    }

    /// Notes an access that the operation of this step made, and what the
    /// process saw. A second one of the same object becomes one with the first.
    #[inline]
    pub(super) fn touch_object(&mut self, touch: Touch, seen: u64) {
        let process = self.current();
        process.spin.touched(&touch, seen, process.operation.kind);
        if self.tells_of_accesses {
            self.tell_of_access(&touch);
        }
        if self.touches.is_empty() {
            // There is always room for the first.
            self.touches.push(touch);
        } else {
            self.touch_another(touch);
        }
    }

    /// [`State::touch_object`], for a write of what is there, which a loop may do as it looks.
    pub(super) fn touch_looking(&mut self, touch: Touch) {
        let spin = &mut self.current().spin;
        if spin.is_active() {
            spin.read(touch.object, touch.before);
        }
        if self.tells_of_accesses {
            self.tell_of_access(&touch);
        }
        self.touches.push(touch);
    }

    fn touch_another(&mut self, touch: Touch) {
        let before = self.touches.iter_mut().find(|t| t.object == touch.object);
        let Some(before) = before else {
            return context::off_heap(|| self.touches.push(touch));
        };
        before.after = touch.after;
        if before.access != touch.access {
            before.access = Access::Write;
        }
    }

    /// Reports a bug that the running process shows.
    pub(super) fn finding(&mut self, kind: FindingKind, message: String) {
        if !self.leaving {
            let process = Some(self.current().id);
            self.found = true;
            self.findings.push(Finding {
                kind,
                process,
                message,
            });
        }
    }

    /// The execution has come to its end: panics of threads that were not joined are bugs.
    pub(super) fn report_unhandled(&mut self) -> Vec<Finding> {
        let mut findings = Vec::new();
        for id in &self.spawned {
            if let Some(message) = self.processes[*id].unhandled.take() {
                self.found = true;
                findings.push(Finding {
                    kind: FindingKind::Panic,
                    process: Some(*id),
                    message,
                });
            }
        }
        findings
    }

    /// Notes why the execution cannot go on; the first reason counts.
    pub(super) fn interrupt(&mut self, interrupt: Interrupt) {
        if interrupt == Interrupt::Refined {
            self.guards.forget();
        }
        if !self.leaving && self.interrupt.is_none() {
            self.interrupt = Some(interrupt);
        }
    }

    /// Has that treated as an operation, in an exploration that begins anew; false if it is
    /// already.
    pub(super) fn refine(&mut self, refinement: &Refinement) -> bool {
        let is_new = !self.leaving && !self.refinements.contains(refinement);
        if is_new {
            self.refinements.insert(refinement);
            self.interrupt(Interrupt::Refined);
        }
        is_new
    }

    /// The process's name for people: its thread's, or its place in the tree.
    pub(super) fn thread_name(&self, id: ProcessId) -> String {
        if let Some(owner) = self.names.owner(id) {
            return format!("{} (store buffer)", self.thread_name(owner));
        }
        let name = self.processes.get(id).and_then(|process| {
            let current = process.serial == self.serial;
            let identity = process.identity.as_ref().filter(|_| current)?;
            Some(mazurka_check::plain(identity.name.as_deref()?).into_owned())
        });
        match name {
            Some(name) => name,
            None if id == ProcessId::ROOT => "main".to_owned(),
            None => self.names.process_name(id),
        }
    }
}
