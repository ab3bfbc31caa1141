//! The search: TruSt's Visit.
//!
//! A *node* is a graph and the event that comes next. Its branches are on a stack of frames: what a
//! read may read, where a write may be placed, and which earlier reads the write may revisit. A
//! branch that only adds is applied in place, and taken back later. A revisit takes events out, so
//! it gets a graph of its own: a new level, on top of the others.
//!
//! The next event is a function of the graph alone, the same for all schedulers: that each graph is
//! visited once relies on it.

use crate::axioms::{self, Axioms};
use crate::graph::{Event, Graph, Id, NEVER, NOWHERE, Ready, Role};
use crate::runner::{Halt, Runner, error};
use crate::task::{Branches, Named, Task};
use crate::{Options, Work};
use mazurka_explore::ending::Ending;
use mazurka_explore::{
    Counterexample, Ended, EndedKind, Error, Limit, Limits, Observer, Outcome, Statistics, Trace,
    Verdict,
};
use mazurka_program::{
    Access, Edge, Finding, FindingKind, Kind, ObjectId, Operation, ProcessId, Program, Status, Turn,
};
use smallvec::SmallVec;
use std::collections::HashMap;

/// A way to go on from a node.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Branch {
    /// The process reads that write; or waits there, if it is stuck.
    Read {
        process: ProcessId,
        operation: Operation,
        rf: Id,
        is_stuck: bool,
        /// What it does to a strong object there.
        role: Role,
    },
    /// The process writes at that place of `co`.
    Write {
        process: ProcessId,
        operation: Operation,
        place: usize,
    },
    /// The write of an update is added, with that alternative.
    Complete(Id, u32),
    /// A step that is no access of memory, with that alternative.
    Run {
        process: ProcessId,
        operation: Operation,
        alternative: u32,
    },
    /// Something is written, and an earlier read reads it.
    Revisit(Revisit),
    /// The same, with the place of the write.
    RevisitAt(Revisit, usize),
}

/// What is written, and the read that is to read it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Revisit {
    pub(crate) process: ProcessId,
    pub(crate) operation: Operation,
    pub(crate) alternative: u32,
    /// What it reads, if it is an update.
    pub(crate) rf: Option<Id>,
    /// Is its read in the graph?
    pub(crate) is_pending: bool,
    pub(crate) location: u32,
    pub(crate) read: Id,
    /// The stamp of that read.
    pub(crate) stamp: u32,
}

impl Revisit {
    pub(crate) fn turn(&self) -> Turn {
        Turn {
            process: self.process,
            alternative: self.alternative,
        }
    }
}

/// Something that was added to a graph, and how to take it back.
struct Added {
    id: Id,
    /// Only the write of an update.
    is_write: bool,
    has_run: bool,
    ready: SmallVec<[(u32, Ready); 1]>,
    linear: Option<Vec<Id>>,
    processes: Option<Vec<ProcessId>>,
}

/// A node whose branches are explored.
struct Frame {
    /// How much had been added.
    added: usize,
    /// Those that are left; the last comes next.
    branches: Vec<Branch>,
    /// The branch of the frame below that had to be run to find them.
    by: Option<u32>,
}

/// A graph, and what was added to it.
pub(crate) struct Level {
    pub(crate) graph: Graph,
    added: Vec<Added>,
    frames: Vec<Frame>,
    /// The read that this level gives another write.
    revisited: Option<Event>,
    /// Which branch of the level below it is.
    number: u32,
    /// Locations of which only a trial has told what they hold, and how much had been added
    /// then.
    learnt: Vec<(usize, u32)>,
}

impl Level {
    pub(crate) fn last_frame(&mut self) -> &mut Vec<Branch> {
        &mut self.frames.last_mut().expect("there is one").branches
    }

    pub(crate) fn new(graph: Graph) -> Level {
        Level {
            graph,
            added: Vec::new(),
            frames: Vec::new(),
            revisited: None,
            number: 0,
            learnt: Vec::new(),
        }
    }
}

/// How the search goes on.
enum Flow {
    /// There is a new node.
    Deeper,
    /// This branch is done.
    Back,
}

/// The search, as one of several schedulers.
pub(crate) struct Visit<'a, P: ?Sized> {
    pub(crate) runner: Runner<'a, P>,
    pub(crate) axioms: Box<dyn Axioms>,
    options: &'a mut Options,
    limits: &'a Limits,
    observer: &'a mut dyn Observer,
    work: &'a mut dyn Work,
    pub(crate) levels: Vec<Level>,
    statistics: Statistics,
    first_bug: Option<Counterexample>,
    trace: Trace,
    /// By object: the first object of its group that was seen, and whether there are others.
    groups: HashMap<ObjectId, (ObjectId, bool)>,
    /// By group.
    firsts: HashMap<usize, ObjectId>,
    /// Is the graph that of a node, and no branch half taken?
    is_at_node: bool,
}

/// Why the search ends.
pub(crate) enum Stop {
    Halt(Halt),
    Verdict(Verdict),
    /// The limit on executions is reached.
    Full,
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        Stop::Halt(halt)
    }
}

impl<'a, P: Program + ?Sized> Visit<'a, P> {
    pub(crate) fn new(
        options: &'a mut Options,
        program: &'a mut P,
        limits: &'a Limits,
        observer: &'a mut dyn Observer,
        work: &'a mut dyn Work,
    ) -> Visit<'a, P> {
        Visit {
            runner: Runner::new(program),
            axioms: axioms::of(options.model),
            options,
            limits,
            observer,
            work,
            levels: Vec::new(),
            statistics: Statistics::default(),
            first_bug: None,
            trace: Trace::new(),
            groups: HashMap::new(),
            firsts: HashMap::new(),
            is_at_node: true,
        }
    }

    /// Explores until there is no work any more.
    pub(crate) fn explore(mut self) -> Result<Outcome, Error> {
        let result = self.work_off();
        self.statistics.replayed = self.runner.replayed;
        let verdict = match result {
            Ok(()) => self.verdict(),
            Err(Stop::Verdict(verdict)) => verdict,
            Err(Stop::Halt(Halt::Refined)) => Verdict::Refined,
            Err(Stop::Halt(Halt::Stopped)) => {
                self.give_all(self.is_at_node);
                self.not_exhausted(Limit::Observer)
            }
            Err(Stop::Full) => {
                self.give_all(self.is_at_node);
                self.not_exhausted(Limit::Executions)
            }
            Err(Stop::Halt(Halt::Error(error))) => return Err(error),
            Err(Stop::Halt(Halt::CameBack)) => {
                return Err(Error::Program(
                    "the program is not deterministic: a step that was taken before now brings \
                     its process back to where it was"
                        .into(),
                ));
            }
        };
        Ok(Outcome {
            verdict,
            statistics: self.statistics,
        })
    }

    fn verdict(&self) -> Verdict {
        match &self.first_bug {
            Some(bug) => Verdict::Bug(bug.clone()),
            None => Verdict::Verified,
        }
    }

    fn not_exhausted(&self, limit: Limit) -> Verdict {
        match &self.first_bug {
            Some(bug) => Verdict::Bug(bug.clone()),
            None => Verdict::NotExhausted(limit),
        }
    }

    fn work_off(&mut self) -> Result<(), Stop> {
        while let Some(task) = self.work.take() {
            self.begin(&task)?;
            self.search()?;
        }
        Ok(())
    }

    /// Rebuilds the graph of a task, and the frame of its branches.
    fn begin(&mut self, task: &Task) -> Result<(), Stop> {
        let graph = self.rebuild(task)?;
        self.levels.clear();
        self.levels.push(Level::new(graph));
        if task.branches == Branches::All {
            return Ok(());
        }
        // The same node has the same branches.
        if let Flow::Back = self.node()? {
            return Err(bad_task());
        }
        let level = self.top();
        let Some(frame) = level.frames.last_mut() else {
            return Err(bad_task());
        };
        let keep = match task.branches {
            Branches::All => return Ok(()),
            Branches::Below(number) => {
                let number = number as usize;
                if number > frame.branches.len() {
                    return Err(bad_task());
                }
                frame.branches.truncate(number);
                return Ok(());
            }
            Branches::Within(number, below) => (number as usize, below as usize),
        };
        let branch = match frame.branches.get(keep.0) {
            Some(branch @ (Branch::Revisit(_) | Branch::Run { .. })) => *branch,
            _ => return Err(bad_task()),
        };
        frame.branches.clear();
        self.apply(branch, keep.0)?;
        let frames = self.top().frames.len() + usize::from(self.levels.len() > 1);
        let branches = self.top().last_frame();
        if frames < 2 || keep.1 > branches.len() {
            return Err(bad_task());
        }
        branches.truncate(keep.1);
        Ok(())
    }

    pub(crate) fn top(&mut self) -> &mut Level {
        self.levels.last_mut().expect("there is a level")
    }

    pub(crate) fn graph(&mut self) -> &mut Graph {
        &mut self.top().graph
    }

    /// Goes through all graphs from the levels there are.
    fn search(&mut self) -> Result<(), Stop> {
        let mut flow = match self.top().frames.is_empty() {
            true => Flow::Deeper,
            false => Flow::Back,
        };
        loop {
            if self.work.is_interrupted() {
                let has_node = matches!(flow, Flow::Deeper);
                self.give_all(has_node);
                return Err(Stop::Verdict(self.not_exhausted(Limit::Observer)));
            }
            flow = match flow {
                Flow::Deeper => match self.node()? {
                    Flow::Deeper => Flow::Back,
                    Flow::Back => Flow::Back,
                },
                Flow::Back => match self.branch()? {
                    Some(flow) => flow,
                    None => return Ok(()),
                },
            };
        }
    }

    /// Takes the next branch that is left. None if there is none.
    fn branch(&mut self) -> Result<Option<Flow>, Stop> {
        loop {
            let level = self.top();
            let Some(frame) = level.frames.last_mut() else {
                self.levels.pop();
                if self.levels.is_empty() {
                    return Ok(None);
                }
                continue;
            };
            let added = frame.added;
            let Some(branch) = frame.branches.pop() else {
                level.frames.pop();
                continue;
            };
            let number = frame.branches.len();
            let frames = level.frames.len();
            while self.top().added.len() > added {
                self.take_back();
            }
            self.is_at_node = false;
            match self.apply(branch, number) {
                Ok(true) => {
                    self.is_at_node = true;
                    return Ok(Some(Flow::Deeper));
                }
                Ok(false) => {}
                Err(stop) => {
                    if let Stop::Full | Stop::Halt(Halt::Stopped) = stop {
                        self.put_back(branch, added, frames);
                    }
                    return Err(stop);
                }
            }
        }
    }

    /// A branch was taken, and is still to be done.
    fn put_back(&mut self, branch: Branch, added: usize, frames: usize) {
        while self.top().added.len() > added {
            self.take_back();
        }
        let level = self.top();
        level.frames.truncate(frames);
        match branch {
            Branch::RevisitAt(revisit, _) if revisit.rf.is_some() && !revisit.is_pending => {
                // The level is this branch.
                self.levels.pop();
                self.top().last_frame().push(Branch::Revisit(revisit));
            }
            _ => level.last_frame().push(branch),
        }
    }

    /// Takes back what was added last.
    pub(crate) fn take_back(&mut self) {
        let level = self.top();
        let added = level.added.pop().expect("something was added");
        let graph = &mut level.graph;
        take_back(graph, added);
        // Who made the object may have done it otherwise.
        while let Some((_, location)) = level.learnt.pop_if(|(added, _)| *added > level.added.len())
        {
            let place = &mut graph.locations[location as usize];
            if place.co.is_empty() && place.reads.is_empty() {
                place.initial = None;
            }
        }
    }

    /// A trial has told what a location holds at first.
    pub(crate) fn note_initial(&mut self, location: u32, value: Option<u64>) {
        let level = self.top();
        level.graph.locations[location as usize].initial = value;
        level.learnt.push((level.added.len(), location));
    }

    /// The node of the graph as it is now: finds what comes next, and makes a frame of its
    /// branches. `Back` if the execution has ended.
    fn node(&mut self) -> Result<Flow, Stop> {
        self.is_at_node = true;
        self.go_there()?;
        if let Some(pending) = self.pending() {
            let branches = self.completions(pending)?;
            self.push_frame(branches);
            return Ok(Flow::Deeper);
        }
        let length = self.graph().len();
        let mut held = None;
        let processes = self.graph().processes.len();
        for i in 0..processes {
            let process = self.graph().processes[i];
            let Some((operation, is_enabled)) = self.next_of(process)? else {
                continue;
            };
            if !is_enabled {
                held = held.or(Some((process, operation)));
                continue;
            }
            if length >= self.limits.max_events {
                return Err(Stop::Verdict(self.event_limit(process)));
            }
            let branches = self.branches(process, operation, false)?;
            self.push_frame(branches);
            return Ok(Flow::Deeper);
        }
        if let Some((process, operation)) = held {
            let branches = self.branches(process, operation, true)?;
            self.push_frame(branches);
            return Ok(Flow::Deeper);
        }
        self.end()?;
        Ok(Flow::Back)
    }

    fn push_frame(&mut self, branches: Vec<Branch>) {
        let level = self.top();
        let added = level.added.len();
        level.frames.push(Frame {
            added,
            branches,
            by: None,
        });
    }

    fn event_limit(&mut self, process: ProcessId) -> Verdict {
        let message = format!(
            "an execution has {} events and still goes on",
            self.graph().len()
        );
        let schedule = self.schedule(None);
        Verdict::Endless {
            left: Counterexample {
                finding: Finding {
                    kind: FindingKind::EventLimit,
                    process: Some(process),
                    message,
                },
                schedule,
            },
            bug: self.first_bug.clone().map(Box::new),
        }
    }

    /// Lets the program run what is in the graph.
    pub(crate) fn go_there(&mut self) -> Result<(), Stop> {
        let level = self.levels.last_mut().expect("there is a level");
        if self.runner.is_at(&level.graph) {
            self.runner.renew(&mut level.graph);
            return Ok(());
        }
        Ok(self.runner.go_to(&mut level.graph)?)
    }

    /// The update whose write is still to come.
    fn pending(&mut self) -> Option<Id> {
        let graph = self.graph();
        let last = |process: &ProcessId| graph.last_of(process.index());
        let ids = graph.processes.iter().filter_map(last);
        ids.into_iter()
            .find(|id| graph.can_complete(graph.event(*id)))
    }

    /// What a process would do next, and whether it can.
    fn next_of(&mut self, process: ProcessId) -> Result<Option<(Operation, bool)>, Stop> {
        let graph = &self.levels.last().expect("there is a level").graph;
        if let Some(last) = graph.last_of(process.index())
            && !graph.event(last).has_run
        {
            return Ok(None);
        }
        let (operation, is_enabled) = match self.runner.status(process) {
            Status::Enabled(operation) => (operation, true),
            Status::Blocked(operation) => (operation, false),
            _ => return Ok(None),
        };
        if operation.order.is_none() || operation.guard.is_none() {
            return Ok(Some((operation, is_enabled)));
        }
        let location = self.graph().locate(operation.object, false);
        let last = self.graph().last_write(location);
        if is_enabled && self.graph().value_of(location, last).is_none() {
            self.learn_initial(process, operation, location)?;
        }
        let Some(value) = self.graph().value_of(location, last) else {
            let is_enabled = self.runner.status(process).is_enabled();
            return Ok(Some((operation, is_enabled)));
        };
        let is_open = self.opens(process, &operation, location, last, value)?;
        Ok(Some((operation, is_open)))
    }

    /// Does a process go on that reads that write? If the program does not know, it is run to
    /// see.
    pub(crate) fn opens(
        &mut self,
        process: ProcessId,
        operation: &Operation,
        location: u32,
        write: Id,
        value: u64,
    ) -> Result<bool, Stop> {
        if let Some(is_open) = self.runner.opens(operation, value) {
            return Ok(is_open);
        }
        self.statistics.probes += 1;
        self.go_there()?;
        let level = self.levels.last().expect("there is a level");
        self.runner.recall_write(&level.graph, location, write);
        let is_open = match self.runner.run(process.into(), *operation, 0) {
            Ok(()) => true,
            Err(Halt::CameBack) => false,
            Err(halt) => return Err(halt.into()),
        };
        self.go_there()?;
        Ok(is_open)
    }

    /// What an access of memory does that reads `value`.
    pub(crate) fn role(&self, operation: &Operation, value: u64) -> Role {
        match operation.kind {
            Kind::Load => Role::Read,
            Kind::Store => Role::Write,
            Kind::Fence | Kind::Choose => Role::Nothing,
            kind => match operation.access_at(value) {
                Some(Access::Read) if !(kind.may_be_idle() && self.axioms.idle_updates_write()) => {
                    Role::Read
                }
                _ => Role::Update,
            },
        }
    }

    /// The location of a strong object, and whether it is one of a group.
    pub(crate) fn strong(&mut self, object: ObjectId) -> (u32, bool) {
        let (first, is_grouped) = match self.groups.get(&object) {
            Some(known) => *known,
            None => {
                let named = Named::new(object, self.runner.program.names());
                let group = self.options.together.group_of(&named);
                let known = match group {
                    None => (object, false),
                    Some(group) => (*self.firsts.entry(group).or_insert(object), true),
                };
                self.groups.insert(object, known);
                known
            }
        };
        (self.graph().locate(first, true), is_grouped)
    }

    /// The location of a strong operation, and whether it is one of a group.
    ///
    /// # Errors
    /// If it is a lock that is used in another way, too: that is learnt, and the exploration
    /// begins anew.
    pub(crate) fn strong_of(&mut self, operation: &Operation) -> Result<(u32, bool), Stop> {
        let (location, is_grouped) = self.strong(operation.object);
        if is_grouped {
            return Ok((location, true));
        }
        let is_lock = matches!(operation.kind, Kind::Lock | Kind::Unlock);
        let place = &mut self.graph().locations[location as usize];
        if *place.is_chain.get_or_insert(is_lock) == is_lock {
            return Ok((location, false));
        }
        Err(self.is_no_chain(operation.object))
    }

    /// An object is no lock that is only taken and given back.
    pub(crate) fn is_no_chain(&mut self, object: ObjectId) -> Stop {
        let named = Named::new(object, self.runner.program.names());
        match self.options.together.join(&[named]) {
            true => Stop::Halt(Halt::Refined),
            false => error("internal error: a lock is used in a way that is not known").into(),
        }
    }

    /// Does an operation take a lock of a chain?
    pub(crate) fn is_link(&mut self, operation: &Operation, location: u32) -> bool {
        operation.kind == Kind::Lock
            && self.graph().locations[location as usize].is_chain == Some(true)
    }

    /// These strong objects are accessed together: is that known?
    ///
    /// # Errors
    /// If not, it is learnt, and the exploration begins anew.
    pub(crate) fn check_together(&mut self, objects: &[ObjectId]) -> Result<(), Stop> {
        let Some((first, rest)) = objects.split_first() else {
            return Ok(());
        };
        let location = self.strong(*first).0;
        if rest.iter().all(|object| self.strong(*object).0 == location) {
            return Ok(());
        }
        let names = self.runner.program.names();
        let named: Vec<Named> = (objects.iter())
            .map(|object| Named::new(*object, names))
            .collect();
        match self.options.together.join(&named) {
            true => Err(Stop::Halt(Halt::Refined)),
            false => Err(error("internal error: objects that belong together do not").into()),
        }
    }

    /// Adds an event to the graph, which has not run. Its clocks are set.
    pub(crate) fn add(&mut self, event: NewEvent) -> Id {
        let serial = self.runner.serial();
        let level = self.levels.last_mut().expect("there is a level");
        let graph = &mut level.graph;
        let process = event.turn.process.index();
        let id = Id::new(process, graph.threads[process].len());
        let stamp = match event.stamp {
            Some(stamp) => stamp,
            None => graph.stamp(),
        };
        let (after, is_drained) = match event.before {
            Some(before) => before,
            None => {
                let ready = &graph.ready[process];
                (ready.after.clone(), ready.is_drained)
            }
        };
        let read = match event.role.reads() {
            true => graph.value_of(event.location, event.rf).unwrap_or(0),
            false => 0,
        };
        if event.role.reads() {
            graph.locations[event.location as usize].reads.push(id);
        }
        let mut write_stamp = NEVER;
        if let (Role::Write, Some(place)) = (event.role, event.place) {
            graph.locations[event.location as usize]
                .co
                .insert(place, id);
            write_stamp = stamp;
        }
        graph.threads[process].push(Event {
            turn: event.turn,
            operation: event.operation,
            role: event.role,
            location: event.location,
            rf: event.rf,
            read,
            written: event.operation.operand,
            stamp,
            write_stamp,
            is_stuck: event.is_stuck,
            has_run: false,
            number: 0,
            serial,
            porf: crate::clock::Clock::default(),
            hb: crate::clock::Clock::default(),
            released: crate::clock::Clock::default(),
            fenced: crate::clock::Clock::default(),
            unacquired: crate::clock::Clock::default(),
            after,
            is_drained,
            touches: SmallVec::new(),
            edges: Vec::new(),
            findings: Vec::new(),
        });
        level.added.push(Added {
            id,
            is_write: false,
            has_run: false,
            ready: SmallVec::new(),
            linear: None,
            processes: None,
        });
        self.set_clocks(id);
        id
    }

    /// Computes the clocks of an event.
    pub(crate) fn set_clocks(&mut self, id: Id) {
        let graph = &mut self.levels.last_mut().expect("there is a level").graph;
        let mut porf = graph.porf_before(id);
        let event = graph.event(id);
        if event.role.reads() && !event.rf.is_initial() {
            porf.join(&graph.event(event.rf).porf);
        }
        if let Some(unlock) = graph.given_back(event) {
            porf.join(&graph.event(unlock).porf);
        }
        porf.set(id.process as usize, id.index + 1);
        graph.event_mut(id).porf = porf;
        self.axioms.set_clocks(graph, id);
    }

    /// Runs an event that is in the graph, as the next in the linear order.
    pub(crate) fn execute(&mut self, id: Id) -> Result<(), Stop> {
        self.go_there()?;
        let level = self.levels.last_mut().expect("there is a level");
        let graph = &mut level.graph;
        self.runner.recall(graph, id);
        let event = graph.event(id);
        let (turn, operation, serial) = (event.turn, event.operation, event.serial);
        self.runner.run(turn, operation, serial)?;
        self.statistics.events += 1;
        self.note(id)
    }

    /// Notes what the program reported of an event that has just run.
    pub(crate) fn note(&mut self, id: Id) -> Result<(), Stop> {
        let number = self.runner.last_number();
        let level = self.levels.last_mut().expect("there is a level");
        let graph = &mut level.graph;
        let step = &self.runner.step;
        let location = graph.event(id).location;
        if graph.event(id).is_weak() && location != NOWHERE {
            let object = graph.locations[location as usize].object;
            let [touch] = step.touches.as_slice() else {
                return Err(error(
                    "one operation accesses several locations of atomic memory, or parts of one: \
                     execution graphs know only accesses of one whole location. Choose the model \
                     sc, tso or pso with another algorithm, or make the accesses of the same size",
                )
                .into());
            };
            if touch.object != object {
                return Err(error("internal error: another object was accessed").into());
            }
            let place = &mut graph.locations[location as usize];
            if place.initial.is_none() {
                place.initial = Some(touch.before);
            }
            let rf = graph.event(id).rf;
            let inherited = match rf.is_initial() {
                true => 0,
                false => graph.event(rf).number,
            };
            let event = graph.event_mut(id);
            event.written = touch.after;
            if event.role.reads() {
                event.read = touch.before;
            }
            event.number = match touch.access.changes() {
                true => number,
                false => inherited,
            };
        }
        let event = graph.event_mut(id);
        event.touches = SmallVec::from_slice(&step.touches);
        event.edges.clone_from(&step.edges);
        event.findings.clone_from(&step.findings);
        event.has_run = true;
        graph.linear.push(id);
        let added = level.added.last_mut().expect("it was added");
        added.has_run = true;
        let process = id.process as usize;
        added
            .ready
            .push((id.process, std::mem::take(&mut graph.ready[process])));
        let mut has_spawned = false;
        for edge in &step.edges {
            let (one, other) = match edge {
                Edge::Spawn { parent, child } => {
                    if !has_spawned {
                        added.processes = Some(graph.processes.clone());
                        has_spawned = true;
                    }
                    (Some(*child), *parent)
                }
                Edge::Join { process, .. } | Edge::Wake { process, .. } => (Some(*process), None),
                Edge::Mark { .. } | Edge::After { .. } => (None, None),
            };
            for process in [one, other].into_iter().flatten() {
                graph.make_room(process.index());
                let ready = graph.ready[process.index()].clone();
                added.ready.push((process.0, ready));
            }
            graph.apply(*edge).map_err(error)?;
        }
        if has_spawned {
            self.runner.sort(graph);
        }
        Ok(())
    }

    /// What comes next may change for all processes.
    pub(crate) fn save_ready(&mut self) {
        let level = self.top();
        let added = level.added.last_mut().expect("it was added");
        if added.processes.is_none() {
            added.processes = Some(level.graph.processes.clone());
        }
        for (process, ready) in level.graph.ready.iter().enumerate() {
            let process = crate::graph::narrow(process);
            added.ready.push((process, ready.clone()));
        }
    }

    /// Only these have run, so far: the last event that was added comes next.
    pub(crate) fn shorten(&mut self, linear: Vec<Id>) {
        let level = self.top();
        let old = std::mem::replace(&mut level.graph.linear, linear);
        level.added.last_mut().expect("it was added").linear = Some(old);
    }

    /// Adds the write of an update, which is in the graph, next to what it read.
    pub(crate) fn add_write(&mut self, id: Id) {
        let level = self.levels.last_mut().expect("there is a level");
        let graph = &mut level.graph;
        let stamp = graph.stamp();
        let (location, rf) = (graph.event(id).location, graph.event(id).rf);
        let place = graph.place_of(location, rf);
        graph.locations[location as usize].co.insert(place, id);
        graph.event_mut(id).write_stamp = stamp;
        level.added.push(Added {
            id,
            is_write: true,
            has_run: false,
            ready: SmallVec::new(),
            linear: None,
            processes: None,
        });
    }

    pub(crate) fn statistics(&mut self) -> &mut Statistics {
        &mut self.statistics
    }

    pub(crate) fn added(&mut self) -> usize {
        self.top().added.len()
    }

    /// Branches that came up when branch number `by` of the last frame was run.
    pub(crate) fn push_branches(&mut self, added: usize, branches: Vec<Branch>, by: usize) {
        if !branches.is_empty() {
            self.top().frames.push(Frame {
                added,
                branches,
                by: Some(crate::graph::narrow(by)),
            });
        }
    }

    /// A new level, whose graph is that of a revisit.
    pub(crate) fn push_level(
        &mut self,
        graph: Graph,
        revisited: Event,
        number: usize,
        branches: Vec<Branch>,
    ) {
        let mut level = Level::new(graph);
        level.revisited = Some(revisited);
        level.number = crate::graph::narrow(number);
        level.frames.push(Frame {
            added: 0,
            branches,
            by: None,
        });
        self.levels.push(level);
    }

    pub(crate) fn revisited(&self) -> &Event {
        let level = self.levels.last().expect("there is a level");
        level.revisited.as_ref().expect("it is one of a revisit")
    }

    /// The execution has ended: nothing can be added.
    fn end(&mut self) -> Result<(), Stop> {
        if !self.work.may_count() {
            return Err(Stop::Full);
        }
        let level = self.levels.last().expect("there is a level");
        let graph = &level.graph;
        let is_in_vain = |id: &Id| {
            let event = graph.event(*id);
            (event.is_stuck || event.is_pending()) && event.rf != graph.last_write(event.location)
        };
        let lasts = graph
            .processes
            .iter()
            .filter_map(|process| graph.last_of(process.index()));
        let is_in_vain = lasts.into_iter().any(|id| is_in_vain(&id));
        self.runner.recall_all(graph);
        let mut findings = self.runner.initial_findings.clone();
        for id in &graph.linear {
            findings.extend_from_slice(&graph.event(*id).findings);
        }
        let mut is_discarded = false;
        let kind = match is_in_vain {
            true => {
                self.statistics.blocked += 1;
                EndedKind::Blocked
            }
            false => {
                self.statistics.complete += 1;
                match Ending::of(&*self.runner.program, &graph.processes) {
                    Ending::Discarded => {
                        self.statistics.discarded += 1;
                        is_discarded = true;
                    }
                    Ending::Cut => self.statistics.cut += 1,
                    Ending::Stuck(finding) => findings.push(finding),
                    Ending::Finished => {}
                }
                EndedKind::Complete
            }
        };
        self.account(kind, is_discarded, &findings)
    }

    /// Tells the observer of an execution that has ended, and gives work away.
    fn account(
        &mut self,
        kind: EndedKind,
        is_discarded: bool,
        findings: &[Finding],
    ) -> Result<(), Stop> {
        let schedule =
            (!findings.is_empty() || self.observer.watches_plans()).then(|| self.schedule(None));
        if let (Some(finding), None, Some(schedule)) =
            (findings.first(), &self.first_bug, &schedule)
        {
            self.first_bug = Some(Counterexample {
                finding: finding.clone(),
                schedule: schedule.clone(),
            });
        }
        self.statistics.replayed = self.runner.replayed;
        if !findings.is_empty() && !self.limits.keep_going {
            return Err(Stop::Verdict(self.verdict()));
        }
        let ended = Ended {
            kind,
            is_discarded,
            trace: &self.trace,
            schedule: Some(schedule.as_deref().unwrap_or_default()),
            fresh: 0,
            findings,
            names: self.runner.program.names(),
        };
        if self.observer.ended(&ended, &self.statistics).is_break() {
            return Err(Stop::Verdict(self.not_exhausted(Limit::Observer)));
        }
        if self.work.is_hungry() {
            self.give_some();
        }
        Ok(())
    }

    /// A step showed a bug. What comes after undefined behaviour is not explored; otherwise the
    /// others go on.
    pub(crate) fn look_at_findings(&mut self, id: Id) -> Result<bool, Stop> {
        let level = self.levels.last().expect("there is a level");
        let findings = &level.graph.event(id).findings;
        if findings.is_empty() {
            return Ok(true);
        }
        let findings = findings.clone();
        if !self.limits.keep_going {
            let past = self.past_of_finding(id, findings[0].process);
            let schedule = self.schedule(Some(&past));
            self.first_bug.get_or_insert(Counterexample {
                finding: findings[0].clone(),
                schedule,
            });
            self.statistics.complete += 1;
            return Err(Stop::Verdict(self.verdict()));
        }
        let is_undefined = findings
            .iter()
            .any(|finding| finding.kind == FindingKind::DataRace);
        if !is_undefined {
            return Ok(true);
        }
        if !self.work.may_count() {
            return Err(Stop::Full);
        }
        self.statistics.complete += 1;
        self.account(EndedKind::Complete, false, &findings)?;
        Ok(false)
    }

    /// Gives the oldest branches to others.
    fn give_some(&mut self) {
        let mut tasks = Vec::new();
        'levels: for at in 0..self.levels.len() {
            let base = usize::from(self.levels[at].revisited.is_some());
            for frame in base..self.levels[at].frames.len() {
                if self.levels[at].frames[frame].branches.is_empty() {
                    continue;
                }
                tasks.push(self.task_of(at, frame));
                self.levels[at].frames[frame].branches.clear();
                break 'levels;
            }
        }
        if !tasks.is_empty() {
            self.work.give(tasks);
        }
    }

    /// Gives away all that is left; with the node that comes next, if there is one.
    fn give_all(&mut self, has_node: bool) {
        let mut tasks = Vec::new();
        for at in 0..self.levels.len() {
            for frame in 0..self.levels[at].frames.len() {
                if !self.levels[at].frames[frame].branches.is_empty() {
                    tasks.push(self.task_of(at, frame));
                }
            }
        }
        if has_node && let Some(level) = self.levels.last() {
            tasks.push(self.task(&level.graph, Branches::All));
        }
        self.levels.clear();
        self.work.give(tasks);
    }

    /// The branches of a frame that are left, as a task.
    fn task_of(&self, at: usize, frame: usize) -> Task {
        let level = &self.levels[at];
        let left = crate::graph::narrow(level.frames[frame].branches.len());
        if frame > 0 || level.revisited.is_none() {
            let graph = self.graph_at(at, level.frames[frame].added);
            let branches = match level.frames[frame].by {
                Some(by) => Branches::Within(by, left),
                None => Branches::Below(left),
            };
            return self.task(&graph, branches);
        }
        // The frame below has the branch that is this level.
        let below = &self.levels[at - 1];
        let added = below.frames.last().expect("it has that branch").added;
        let graph = self.graph_at(at - 1, added);
        self.task(&graph, Branches::Within(level.number, left))
    }

    /// A graph as it was when less had been added.
    fn graph_at(&self, at: usize, added: usize) -> Graph {
        let level = &self.levels[at];
        let mut graph = level.graph.clone();
        for added in level.added[added..].iter().rev() {
            let again = Added {
                id: added.id,
                is_write: added.is_write,
                has_run: added.has_run,
                ready: added.ready.clone(),
                linear: added.linear.clone(),
                processes: added.processes.clone(),
            };
            take_back(&mut graph, again);
        }
        graph
    }
}

/// An event that is to be added.
pub(crate) struct NewEvent {
    pub(crate) turn: Turn,
    pub(crate) operation: Operation,
    pub(crate) role: Role,
    pub(crate) location: u32,
    pub(crate) rf: Id,
    pub(crate) is_stuck: bool,
    /// Of a write: its place in `co`.
    pub(crate) place: Option<usize>,
    /// Its stamp, if it is not new.
    pub(crate) stamp: Option<u32>,
    /// What it comes after, if that is not what its process is ready for.
    pub(crate) before: Option<(SmallVec<[Id; 2]>, bool)>,
}

impl NewEvent {
    pub(crate) fn new(turn: Turn, operation: Operation) -> NewEvent {
        NewEvent {
            turn,
            operation,
            role: Role::Nothing,
            location: NOWHERE,
            rf: Id::INITIAL,
            is_stuck: false,
            place: None,
            stamp: None,
            before: None,
        }
    }
}

fn take_back(graph: &mut Graph, added: Added) {
    match added.linear {
        Some(linear) => graph.linear = linear,
        None if added.has_run => {
            graph.linear.pop();
        }
        None => {}
    }
    if added.is_write {
        let event = graph.event_mut(added.id);
        event.write_stamp = NEVER;
        event.has_run = false;
        event.turn.alternative = 0;
        let location = event.location as usize;
        graph.locations[location]
            .co
            .retain(|write| *write != added.id);
    } else {
        graph.remove(added.id);
    }
    for (process, ready) in added.ready.into_iter().rev() {
        graph.ready[process as usize] = ready;
    }
    if let Some(processes) = added.processes {
        graph.processes = processes;
    }
}

#[cold]
pub(crate) fn bad_task() -> Stop {
    Stop::Halt(error(
        "a part of the exploration that was shared does not fit this program",
    ))
}
