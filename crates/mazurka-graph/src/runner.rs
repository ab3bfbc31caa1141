//! Runs the program along a linear order of a graph.

use crate::graph::{Graph, Id, NOWHERE, Role};
use mazurka_explore::Error;
use mazurka_program::{
    Edge, Finding, Interrupt, ObjectId, Operation, ProcessId, Program, Rewound, Script, Status,
    Step, Turn,
};

/// Why the program does not go on.
pub(crate) enum Halt {
    Refined,
    Stopped,
    /// The step is a round of a loop that comes to nothing.
    CameBack,
    Error(Error),
}

impl From<Interrupt> for Halt {
    fn from(interrupt: Interrupt) -> Halt {
        match interrupt {
            Interrupt::Refined => Halt::Refined,
            Interrupt::Error(message) => Halt::Error(Error::Program(message)),
            Interrupt::Stopped => Halt::Stopped,
            Interrupt::CameBack => Halt::CameBack,
        }
    }
}

pub(crate) fn error(message: impl Into<String>) -> Halt {
    Halt::Error(Error::Program(message.into()))
}

/// A step that has been run.
struct Ran {
    serial: u64,
    /// The object of memory that it changed.
    changed: Option<ObjectId>,
    /// Which of the changes of that it was.
    number: u32,
    edges: Vec<Edge>,
    findings: Vec<Finding>,
}

/// A program, and what it has run.
pub(crate) struct Runner<'p, P: ?Sized> {
    pub(crate) program: &'p mut P,
    ran: Vec<Ran>,
    script: Script,
    pub(crate) step: Step,
    /// By object of memory: how many changes of it have been run.
    changes: Vec<u32>,
    serials: u64,
    /// The linear order that is run: see [`Graph::order`].
    order: u64,
    has_started: bool,
    /// What is in `ran` is not what the program did: it has to be started anew.
    is_lost: bool,
    pub(crate) initial: Vec<Edge>,
    /// What the local code before all steps showed.
    pub(crate) initial_findings: Vec<Finding>,
    pub(crate) replayed: u64,
}

impl<'p, P: Program + ?Sized> Runner<'p, P> {
    pub(crate) fn new(program: &'p mut P) -> Runner<'p, P> {
        Runner {
            program,
            ran: Vec::new(),
            script: Script::default(),
            step: Step::default(),
            changes: Vec::new(),
            serials: 0,
            order: 0,
            has_started: false,
            is_lost: false,
            initial: Vec::new(),
            initial_findings: Vec::new(),
            replayed: 0,
        }
    }

    pub(crate) fn serial(&mut self) -> u64 {
        self.serials += 1;
        self.serials
    }

    /// Starts an execution. The edges are in `step`.
    fn start(&mut self) -> Result<(), Halt> {
        self.ran.clear();
        self.script.truncate(0);
        self.changes.fill(0);
        self.is_lost = false;
        self.step.clear();
        self.program.start(&mut self.step)?;
        self.script.begin();
        self.initial_findings.clone_from(&self.step.findings);
        if !self.has_started {
            self.has_started = true;
            self.initial.clone_from(&self.step.edges);
        } else if self.initial != self.step.edges {
            return Err(error(
                "the program is not deterministic: it started with other processes than the \
                 time before",
            ));
        }
        Ok(())
    }

    /// The graph in which nothing has happened yet.
    pub(crate) fn begin(&mut self) -> Result<Graph, Halt> {
        self.start()?;
        let mut graph = Graph {
            order: self.serial(),
            ..Graph::default()
        };
        self.order = graph.order;
        for edge in self.step.edges.clone() {
            graph.apply(edge).map_err(error)?;
        }
        self.sort(&mut graph);
        Ok(graph)
    }

    /// Orders processes by their names, which are the same for all schedulers.
    pub(crate) fn sort(&self, graph: &mut Graph) {
        let names = self.program.names();
        graph
            .processes
            .sort_by_cached_key(|process| names.path(*process));
    }

    /// Has the program run just that?
    pub(crate) fn is_at(&self, graph: &Graph) -> bool {
        !self.is_lost
            && self.order == graph.order
            && self.ran.len() == graph.linear.len()
            && (self.ran.last().map(|ran| ran.serial))
                == graph.linear.last().map(|id| graph.event(*id).serial)
    }

    /// Lets the program run the linear order of a graph, as far as it has not.
    pub(crate) fn go_to(&mut self, graph: &mut Graph) -> Result<(), Halt> {
        let common = (self.ran.iter())
            .zip(&graph.linear)
            .take_while(|(ran, id)| ran.serial == graph.event(**id).serial)
            .count();
        self.go_back(common)?;
        let from = self.ran.len();
        self.renew(graph);
        for i in from..graph.linear.len() {
            self.repeat(graph, graph.linear[i])?;
        }
        if graph.order == 0 {
            graph.order = self.serial();
        }
        self.order = graph.order;
        Ok(())
    }

    /// What has run may have been run in another order before: then this graph has what was
    /// reported there.
    pub(crate) fn renew(&self, graph: &mut Graph) {
        for (i, ran) in self.ran.iter().enumerate() {
            let id = graph.linear[i];
            let event = graph.event_mut(id);
            if ran.changed.is_some() {
                event.number = ran.number;
            }
            if event.edges != ran.edges {
                event.edges.clone_from(&ran.edges);
            }
            if event.findings != ran.findings {
                event.findings.clone_from(&ran.findings);
            }
        }
    }

    /// Takes the program back to its first steps, at most `len`: to fewer if it has to be
    /// started again.
    fn go_back(&mut self, len: usize) -> Result<(), Halt> {
        if !self.is_lost && self.has_started {
            if self.ran.len() == len {
                return Ok(());
            }
            self.step.clear();
            self.script.go_back(len);
            match self.program.rewind(&self.script, len, &mut self.step)? {
                Some(Rewound::There) => {
                    self.script.go_back(len);
                    self.forget(len);
                    return Ok(());
                }
                Some(Rewound::Diverged(divergence)) => {
                    return Err(Halt::Error(divergence.into()));
                }
                None => {}
            }
        }
        self.start()
    }

    fn forget(&mut self, len: usize) {
        for ran in self.ran.drain(len..) {
            if let Some(object) = ran.changed {
                self.changes[object.index()] -= 1;
            }
        }
        self.script.truncate(len);
    }

    /// Runs an event again, and notes what it reports now.
    fn repeat(&mut self, graph: &mut Graph, id: Id) -> Result<(), Halt> {
        let event = graph.event(id);
        let (turn, expected) = (event.turn, event.operation);
        let found = self.program.status(turn.process).operation();
        if found != Some(expected) {
            return Err(self.diverged(turn.process, expected, found));
        }
        self.recall(graph, id);
        let serial = graph.event(id).serial;
        self.run(turn, expected, serial)?;
        self.replayed += 1;
        let number = self.last_number();
        if !graph.has_taken(id, &self.step.touches) {
            return Err(crate::messages::not_taken());
        }
        let event = graph.event_mut(id);
        if event.is_weak() || event.role == Role::Nothing {
            let touched = self.step.touches.first().map(|touch| touch.after);
            let expected = event.touches.first().map(|touch| touch.after);
            if touched != expected {
                let (process, operation) = (event.turn.process, event.operation);
                return Err(self.diverged(process, operation, Some(operation)));
            }
        }
        event.number = number;
        event.edges.clone_from(&self.step.edges);
        event.findings.clone_from(&self.step.findings);
        Ok(())
    }

    #[cold]
    fn diverged(&self, process: ProcessId, expected: Operation, found: Option<Operation>) -> Halt {
        Halt::Error(Error::Diverged {
            step: self.ran.len(),
            process,
            expected,
            found,
        })
    }

    /// Tells the program what an event is about to read.
    pub(crate) fn recall(&mut self, graph: &Graph, id: Id) {
        let event = graph.event(id);
        if event.is_weak() && event.role.reads() {
            self.recall_write(graph, event.location, event.rf);
        }
    }

    pub(crate) fn recall_write(&mut self, graph: &Graph, location: u32, write: Id) {
        let place = &graph.locations[location as usize];
        let (number, value) = match write.is_initial() {
            true => match place.initial {
                // It has never been accessed.
                None => return,
                Some(value) => (0, value),
            },
            false => {
                let event = graph.event(write);
                (event.number, event.written)
            }
        };
        self.program.recall(place.object, number, value);
    }

    /// Runs a step of the program that is to be known by that serial.
    ///
    /// # Errors
    /// After `CameBack` the program is started again before it goes on.
    pub(crate) fn run(
        &mut self,
        turn: Turn,
        operation: Operation,
        serial: u64,
    ) -> Result<(), Halt> {
        self.step.clear();
        if let Err(interrupt) = self.program.step(turn, &mut self.step) {
            self.is_lost = true;
            return Err(interrupt.into());
        }
        self.script.push(turn, operation, &self.step.touches);
        let mut changed = None;
        let mut number = 0;
        if operation.order.is_some()
            && let [touch] = self.step.touches.as_slice()
            && touch.access.changes()
        {
            let index = touch.object.index();
            if self.changes.len() <= index {
                self.changes.resize(index + 1, 0);
            }
            self.changes[index] += 1;
            number = self.changes[index];
            changed = Some(touch.object);
        }
        self.ran.push(Ran {
            serial,
            changed,
            number,
            edges: self.step.edges.clone(),
            findings: self.step.findings.clone(),
        });
        Ok(())
    }

    /// Which change of its object the last step was; that of the last one before, if it was
    /// none.
    pub(crate) fn last_number(&self) -> u32 {
        let changed = self.ran.last().and_then(|ran| ran.changed);
        changed.map_or(0, |object| self.changes[object.index()])
    }

    pub(crate) fn status(&self, process: ProcessId) -> Status {
        self.program.status(process)
    }

    /// Does a process that reads `value` go on, as far as is known?
    pub(crate) fn opens(&self, operation: &Operation, value: u64) -> Option<bool> {
        if !operation.enabled_at(value) {
            return Some(false);
        }
        match operation.learnt_guard() {
            None => Some(true),
            Some(number) => self.program.opens(number, value),
        }
    }

    /// Tells the program what memory holds at the end.
    pub(crate) fn recall_all(&mut self, graph: &Graph) {
        for location in 0..graph.locations.len() {
            let place = &graph.locations[location];
            if !place.is_strong && (!place.co.is_empty() || !place.reads.is_empty()) {
                let location = crate::graph::narrow(location);
                debug_assert_ne!(location, NOWHERE);
                self.recall_write(graph, location, graph.last_write(location));
            }
        }
    }
}
