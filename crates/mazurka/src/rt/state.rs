//! The state of a runtime: what the engine and the fibers share.
//!
//! Engine and fibers take turns on one OS thread. Both reach the state by a raw
//! pointer, and nobody holds a reference into it across a switch of fibers.

use super::fiber::{Fiber, Job, Switch};
use super::heap::Heap;
use super::object::Objects;
use super::race::Races;
use super::record::Recorder;
use super::stack::Stacks;
use super::watch::Watch;
use crate::local::Locals;
use crate::thread::Thread;
use mazurka_program::{
    Edge, Effect, Finding, FindingKind, Interrupt, Kind, Names, ObjectId, Operation, ProcessId,
};
use std::collections::VecDeque;
use std::panic::Location;
use std::ptr;
use std::sync::Arc;

/// What a process is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Its fiber has not run in this execution.
    New,
    /// It has announced an operation, and waits to be chosen.
    Announced,
    /// It waits for that process to finish.
    Joining(ProcessId),
    /// Its local code runs, or will within this step.
    Running,
    /// Its code has ended by a panic; unlocks are left to be announced.
    Unlocking,
    /// It found that the execution cannot go on.
    Interrupted,
    /// It has nothing more to do.
    Finished,
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
    /// How many children it has spawned.
    pub(super) children: u32,
    /// The processes that wait for it in a join.
    pub(super) joiners: Vec<ProcessId>,
    /// The handle that `thread::current` gives.
    pub(super) thread: Option<Thread>,
    pub(crate) locals: Locals,
    /// The message of its last panic, caught or not.
    pub(super) panic: Option<String>,
    /// A panic has ended its code.
    pub(super) failed: bool,
    /// It has announced its end (see [`Refinement::ThreadExit`]).
    pub(super) exited: bool,
    /// Mutexes given back while unwinding, not yet announced.
    pub(super) unlocks: VecDeque<ObjectId>,
    /// Operations that ran with no event while unwinding.
    pub(super) silent: u32,
    /// It is being unwound because its execution is left.
    pub(super) torn: bool,
    /// Its fiber must not be resumed any more.
    pub(super) abandoned: bool,
    /// What is needed if the destructor that the last drop of some `Arc` runs
    /// just now does anything that others can see.
    pub(super) last_drop: Option<Refinement>,
}

impl Process {
    fn new(id: ProcessId, exploration: u32) -> Process {
        Process {
            id,
            serial: 0,
            phase: Phase::Finished,
            operation: Operation {
                kind: Kind::Load,
                object: ObjectId(0),
                operand: 0,
            },
            location: None,
            job: None,
            switch: ptr::null(),
            heap: Heap::new(id.0, exploration),
            children: 0,
            joiners: Vec::new(),
            thread: None,
            locals: Locals::default(),
            panic: None,
            failed: false,
            exited: false,
            unlocks: VecDeque::new(),
            silent: 0,
            torn: false,
            abandoned: false,
            last_drop: None,
        }
    }

    /// Brings the process into the execution with that serial number.
    fn begin(&mut self, serial: u64, job: Job) {
        self.serial = serial;
        self.phase = Phase::New;
        self.location = None;
        self.job = Some(job);
        self.heap.begin(serial);
        self.children = 0;
        self.panic = None;
        self.failed = false;
        self.exited = false;
        self.silent = 0;
        self.torn = false;
        self.last_drop = None;
        debug_assert!(self.joiners.is_empty() && self.unlocks.is_empty());
    }

    /// Takes the process out of its execution, which is over.
    pub(super) fn end(&mut self) {
        self.phase = Phase::Finished;
        self.job = None;
        self.joiners.clear();
        self.unlocks.clear();
        self.thread = None;
        self.locals.clear();
        self.heap.end();
    }
}

/// What a process treats as local code until it is seen to be observed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Refinement {
    /// The reference counts of `Arc`s of that type are observed.
    ArcCount(&'static str),
    /// Cells are accessed, so synchronisation clocks are needed.
    SyncClocks,
    /// Somebody asks whether a thread has finished.
    ThreadExit,
}

/// The refinements found so far.
#[derive(Default)]
pub(super) struct Refinements {
    /// Hashes of the names of types. Should two types have the same hash, the
    /// counts of both are operations, which is right, if slower.
    arc_counts: Vec<u32>,
    pub(super) sync_clocks: bool,
    pub(super) thread_exit: bool,
}

impl Refinements {
    pub(super) fn contains(&self, refinement: &Refinement) -> bool {
        match refinement {
            Refinement::ArcCount(name) => {
                !self.arc_counts.is_empty() && self.arc_counts.contains(&hash(name))
            }
            Refinement::SyncClocks => self.sync_clocks,
            Refinement::ThreadExit => self.thread_exit,
        }
    }

    pub(super) fn any_arc_count(&self) -> bool {
        !self.arc_counts.is_empty()
    }

    pub(super) fn insert(&mut self, refinement: &Refinement) {
        match refinement {
            Refinement::ArcCount(name) => self.arc_counts.push(hash(name)),
            Refinement::SyncClocks => self.sync_clocks = true,
            Refinement::ThreadExit => self.thread_exit = true,
        }
    }

    /// The refinements that change what is an event, for a replay string: `t`
    /// for thread exits, `a` and eight digits for each type of `Arc`.
    pub(super) fn format(&self) -> String {
        let exits = if self.thread_exit { "t" } else { "" };
        let counts = self.arc_counts.iter().map(|hash| format!("a{hash:08x}"));
        exits.to_owned() + &counts.collect::<String>()
    }

    /// Adds the refinements of a replay string, if it is well formed.
    pub(super) fn add_parsed(&mut self, text: &str) -> Option<()> {
        let mut rest = text;
        if let Some(more) = rest.strip_prefix('t') {
            self.thread_exit = true;
            rest = more;
        }
        while !rest.is_empty() {
            let (hash, more) = rest.strip_prefix('a')?.split_at_checked(8)?;
            self.arc_counts.push(u32::from_str_radix(hash, 16).ok()?);
            rest = more;
        }
        Some(())
    }
}

/// A hash of a type's name that is the same in every run (FNV-1a).
fn hash(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// What engine and fibers share.
pub(crate) struct State {
    pub(super) exploration: u32,
    /// The number of the current execution, unlike that of any other.
    pub(super) serial: u64,
    pub(super) names: Names,
    /// The program under test.
    pub(super) body: Arc<dyn Fn() + Send + Sync>,
    /// By process identifier.
    #[expect(
        clippy::vec_box,
        reason = "fibers point to them, so they must not move"
    )]
    pub(super) processes: Vec<Box<Process>>,
    pub(super) fibers: Vec<Option<Box<Fiber>>>,
    pub(super) stacks: Stacks,
    /// The processes of this execution, in the order of their spawns.
    pub(super) spawned: Vec<ProcessId>,
    /// The processes whose local code is still to run within this step.
    pub(super) ready: VecDeque<ProcessId>,
    /// The process whose code runs, or ran last.
    pub(super) current: *mut Process,
    /// The execution is being left: nothing is scheduled any more.
    pub(super) leaving: bool,
    /// A fiber was abandoned in the middle of a panic, so that `std` counts
    /// this OS thread as panicking for good.
    pub(super) tainted: bool,
    pub(super) effect: Effect,
    pub(super) edges: Vec<Edge>,
    pub(super) findings: Vec<Finding>,
    pub(super) interrupt: Option<Interrupt>,
    pub(super) objects: Objects,
    pub(super) refinements: Refinements,
    pub(super) races: Races,
    pub(super) recorder: Option<Recorder>,
    pub(super) watch: Arc<Watch>,
}

impl State {
    pub(super) fn new(
        exploration: u32,
        stack_size: usize,
        body: Arc<dyn Fn() + Send + Sync>,
        watch: Arc<Watch>,
    ) -> State {
        State {
            exploration,
            serial: 0,
            names: Names::new(),
            body,
            processes: Vec::new(),
            fibers: Vec::new(),
            stacks: Stacks::new(stack_size),
            spawned: Vec::new(),
            ready: VecDeque::new(),
            current: ptr::null_mut(),
            leaving: false,
            tainted: false,
            effect: Effect::default(),
            edges: Vec::new(),
            findings: Vec::new(),
            interrupt: None,
            objects: Objects::new(exploration),
            refinements: Refinements::default(),
            races: Races::new(),
            recorder: None,
            watch,
        }
    }

    /// The process whose code runs.
    #[inline]
    pub(crate) fn current(&mut self) -> &mut Process {
        debug_assert!(!self.current.is_null());
        // SAFETY: it points into a box of `processes`, none of which is ever
        // removed, and `self` is borrowed for as long as the result is.
        unsafe { &mut *self.current }
    }

    /// Brings a process into the current execution.
    pub(super) fn begin_process(&mut self, parent: Option<ProcessId>, id: ProcessId, job: Job) {
        while self.processes.len() <= id.index() {
            let next = ProcessId(self.processes.len() as u32);
            self.processes
                .push(Box::new(Process::new(next, self.exploration)));
            self.fibers.push(None);
            self.watch.name_process(self.names.process_name(next));
        }
        self.processes[id.index()].begin(self.serial, job);
        self.spawned.push(id);
        self.ready.push_back(id);
        self.edges.push(Edge::Spawn { parent, child: id });
        if let Some(parent) = parent
            && self.refinements.sync_clocks
        {
            self.races.spawn(parent, id);
        }
    }

    /// Lets `process` go on after its join of `target`, which has finished.
    pub(super) fn joined(&mut self, process: ProcessId, target: ProcessId) {
        self.edges.push(Edge::Join { process, target });
        if self.refinements.sync_clocks {
            self.races.join(process, target);
        }
    }

    /// Ends a process, and the joins that waited for it.
    pub(super) fn finish(&mut self, id: ProcessId) {
        self.processes[id.index()].phase = Phase::Finished;
        let mut joiners = std::mem::take(&mut self.processes[id.index()].joiners);
        for joiner in joiners.drain(..) {
            debug_assert_eq!(
                self.processes[joiner.index()].phase,
                Phase::Joining(id),
                "it waits for the process that has finished"
            );
            self.joined(joiner, id);
            self.processes[joiner.index()].phase = Phase::Running;
            self.ready.push_back(joiner);
        }
        self.processes[id.index()].joiners = joiners;
    }

    /// Does `process` belong to the current execution and has finished?
    pub(super) fn is_finished(&self, process: ProcessId) -> bool {
        let process = &self.processes[process.index()];
        process.serial == self.serial && process.phase == Phase::Finished
    }

    /// Has the thread announced its end, or finished without?
    pub(super) fn exited(&self, process: ProcessId) -> bool {
        self.is_finished(process) || self.processes[process.index()].exited
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

    /// Reports a bug that the running process shows.
    pub(super) fn finding(&mut self, kind: FindingKind, message: String) {
        if !self.leaving {
            let process = Some(self.current().id);
            self.findings.push(Finding {
                kind,
                process,
                message,
            });
        }
    }

    /// Notes why the execution cannot go on; the first reason counts.
    pub(super) fn interrupt(&mut self, interrupt: Interrupt) {
        if !self.leaving && self.interrupt.is_none() {
            self.interrupt = Some(interrupt);
        }
    }

    /// The process's name for people: its thread's, or its place in the tree.
    pub(super) fn thread_name(&self, id: ProcessId) -> String {
        let name = self.processes.get(id.index()).and_then(|process| {
            let current = process.serial == self.serial;
            let thread = process.thread.as_ref().filter(|_| current)?;
            Some(thread.name()?.to_owned())
        });
        match name {
            Some(name) => name,
            None if id == ProcessId::ROOT => "main".to_owned(),
            None => self.names.process_name(id),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refinements_are_read_back() {
        let mut refinements = Refinements::default();
        assert_eq!(refinements.format(), "");
        refinements.insert(&Refinement::ThreadExit);
        refinements.insert(&Refinement::ArcCount("alloc::string::String"));
        refinements.insert(&Refinement::ArcCount("i32"));
        let mut read = Refinements::default();
        read.add_parsed(&refinements.format()).unwrap();
        assert_eq!(read.format(), refinements.format());
        assert!(read.contains(&Refinement::ArcCount("i32")));
        assert!(!read.contains(&Refinement::ArcCount("u32")));
        for bad in ["q", "a", "a123", "tt", "a1234567x", "xa12345678"] {
            let parsed = Refinements::default().add_parsed(bad);
            assert_eq!(parsed, None, "{bad}");
        }
    }
}
