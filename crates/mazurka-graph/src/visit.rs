//! The search: TruSt's Visit.
//!
//! A *node* is a graph and the event that comes next. Its branches are on a stack of frames: what a
//! read may read, where a write may be placed, and which earlier reads the write may revisit. A
//! branch that only adds is applied in place, and taken back later. A revisit takes events out, so
//! it gets a graph of its own: a new level, on top of the others.
//!
//! The next event is a function of the graph alone, the same for all schedulers: that each graph is
//! visited once relies on it.

use crate::add::{Added, take_back};
use crate::axioms::{self, Axioms};
use crate::graph::{Event, Graph, Id, Role};
use crate::runner::{Halt, Runner, error};
use crate::task::{Branches, Task};
use crate::{Options, Work};
use mazurka_explore::ending::Left;
use mazurka_explore::{
    Counterexample, Error, Limit, Limits, Observer, Outcome, Statistics, Trace, Verdict,
};
use mazurka_program::{Access, Kind, ObjectId, Operation, ProcessId, Program, Status, Turn};
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

/// A node whose branches are explored.
pub(crate) struct Frame {
    /// How much had been added.
    pub(crate) added: usize,
    /// Those that are left; the last comes next.
    pub(crate) branches: Vec<Branch>,
    /// The branch of the frame below that had to be run to find them.
    pub(crate) by: Option<u32>,
}

/// A graph, and what was added to it.
pub(crate) struct Level {
    pub(crate) graph: Graph,
    pub(crate) added: Vec<Added>,
    pub(crate) frames: Vec<Frame>,
    /// The read that this level gives another write.
    pub(crate) revisited: Option<Event>,
    /// Which branch of the level below it is.
    pub(crate) number: u32,
    /// Locations of which only a trial has told what they hold, and how much had been added
    /// then.
    pub(crate) learnt: Vec<(usize, u32)>,
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
    pub(crate) options: &'a mut Options,
    pub(crate) limits: &'a Limits,
    pub(crate) observer: &'a mut dyn Observer,
    pub(crate) work: &'a mut dyn Work,
    pub(crate) levels: Vec<Level>,
    pub(crate) statistics: Statistics,
    pub(crate) first_bug: Option<Counterexample>,
    pub(crate) trace: Trace,
    /// By object: the first object of its group that was seen, and whether there are others.
    pub(crate) groups: HashMap<ObjectId, (ObjectId, bool)>,
    /// By group.
    pub(crate) firsts: HashMap<usize, ObjectId>,
    /// Is the graph that of a node, and no branch half taken?
    pub(crate) is_at_node: bool,
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

    pub(crate) fn verdict(&self) -> Verdict {
        match &self.first_bug {
            Some(bug) => Verdict::Bug(bug.clone()),
            None => Verdict::Verified,
        }
    }

    pub(crate) fn not_exhausted(&self, limit: Limit) -> Verdict {
        match &self.first_bug {
            Some(bug) => Verdict::Bug(bug.clone()),
            None => Verdict::NotExhausted(limit),
        }
    }

    fn work_off(&mut self) -> Result<(), Stop> {
        while let Some(task) = self.work.take() {
            if let Err(stop) = self.begin(&task) {
                if let Stop::Full | Stop::Halt(Halt::Stopped) = stop {
                    // What there is of it by now says less than the task does.
                    self.levels.clear();
                    self.work.give(vec![task]);
                }
                return Err(stop);
            }
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
        self.check_limits()?;
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
                let left = Left::by_events(process, length);
                return Err(Stop::Verdict(self.leave(left)));
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

    /// Lets the program run what is in the graph.
    pub(crate) fn go_there(&mut self) -> Result<(), Stop> {
        let level = self.levels.last_mut().expect("there is a level");
        if self.runner.is_at(&level.graph) {
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
        // A receive waits for its message outside of the graph.
        if !is_enabled && self.mailbox(&operation)?.is_some() {
            return Ok(None);
        }
        if operation.order.is_none() {
            let is_open = is_enabled && self.goes_on(process, &operation)?;
            return Ok(Some((operation, is_open)));
        }
        if operation.guard.is_none() {
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

    /// Does a strong operation of a loop that waits come to something? If the program does not
    /// know, it is run to see.
    fn goes_on(&mut self, process: ProcessId, operation: &Operation) -> Result<bool, Stop> {
        if operation.learnt_guard().is_none() {
            return Ok(true);
        }
        self.statistics.probes += 1;
        self.go_there()?;
        let goes_on = match self.runner.run(process.into(), *operation, 0) {
            Ok(()) => true,
            Err(Halt::CameBack) => false,
            Err(halt) => return Err(halt.into()),
        };
        self.go_there()?;
        Ok(goes_on)
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
}

#[cold]
pub(crate) fn bad_task() -> Stop {
    Stop::Halt(error(
        "a part of the exploration that was shared does not fit this program",
    ))
}
