//! Adding events to a graph, running them, and taking them back.

use crate::clock::Clock;
use crate::graph::{Event, Graph, Id, NEVER, NOWHERE, Ready, Role};
use crate::runner::error;
use crate::visit::{Stop, Visit};
use mazurka_program::{Edge, Operation, ProcessId, Program, Turn};
use smallvec::SmallVec;

/// Something that was added to a graph, and how to take it back.
pub(crate) struct Added {
    pub(crate) id: Id,
    /// Only the write of an update.
    pub(crate) is_write: bool,
    pub(crate) has_run: bool,
    pub(crate) ready: SmallVec<[(u32, Ready); 1]>,
    pub(crate) linear: Option<Vec<Id>>,
    pub(crate) processes: Option<Vec<ProcessId>>,
    /// How many marks there were.
    pub(crate) marks: usize,
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

impl<P: Program + ?Sized> Visit<'_, P> {
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
            porf: Clock::default(),
            hb: Clock::default(),
            released: Clock::default(),
            fenced: Clock::default(),
            unacquired: Clock::default(),
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
            marks: level.graph.marks.len(),
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
                Edge::Join { process, .. }
                | Edge::Wake { process, .. }
                | Edge::After { process, .. } => (Some(*process), None),
                Edge::Mark { .. } => (None, None),
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
        level.graph.order = 0;
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
            marks: level.graph.marks.len(),
        });
    }
}

pub(crate) fn take_back(graph: &mut Graph, added: Added) {
    match added.linear {
        Some(linear) => {
            graph.linear = linear;
            graph.order = 0;
        }
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
    graph.marks.truncate(added.marks);
    if let Some(processes) = added.processes {
        graph.processes = processes;
    }
}
