//! Revisits: an earlier read gets a write that was added later.

use crate::clock::Clock;
use crate::graph::{Graph, Id, NEVER, Ready, Role};
use crate::runner::{Halt, error};
use crate::visit::{Branch, NewEvent, Revisit, Stop, Visit};
use mazurka_program::{Program, Status};

impl<P: Program + ?Sized> Visit<'_, P> {
    /// The reads that a write may revisit.
    pub(crate) fn revisits(&mut self, write: &Revisit) -> Vec<Branch> {
        let graph = &self.levels.last().expect("there is a level").graph;
        if graph.locations[write.location as usize].reads.is_empty() {
            return Vec::new();
        }
        let past = past_of_write(graph, write);
        let place = &graph.locations[write.location as usize];
        let taken = write.rf.and_then(|rf| graph.update_of(write.location, rf));
        let mut branches = Vec::new();
        for read in &place.reads {
            if read.is_in(&past) {
                continue;
            }
            let stamp = graph.event(*read).stamp;
            // What it read must not be taken by another update.
            if let Some(taken) = taken
                && taken != *read
                && (taken.is_in(&past) || graph.event(taken).write_stamp <= stamp)
            {
                continue;
            }
            if is_maximal(graph, *read, &past) {
                branches.push(Branch::Revisit(Revisit {
                    read: *read,
                    stamp,
                    ..*write
                }));
            }
        }
        // In an order that the scheduler of a task finds as well.
        branches.sort_unstable_by_key(|branch| match branch {
            Branch::Revisit(revisit) => revisit.stamp,
            _ => 0,
        });
        branches
    }

    /// Takes out what depends on the read, or was added after it for no reason of the write's:
    /// a new level.
    pub(crate) fn revisit(&mut self, revisit: Revisit, number: usize) -> Result<bool, Stop> {
        let mut graph = self.graph().clone();
        let past = past_of_write(&graph, &revisit);
        for process in 0..graph.threads.len() {
            restrict(&mut graph, process, &past, revisit.stamp);
        }
        let read = revisit.read;
        let revisited = graph.event(read).clone();
        graph.remove(read);
        for place in &mut graph.locations {
            if place.co.is_empty() && place.reads.is_empty() {
                place.initial = None;
            }
        }
        let (threads, mut linear) = (&graph.threads, std::mem::take(&mut graph.linear));
        linear.retain(|id| {
            let event = threads[id.process as usize].get(id.index as usize);
            event.is_some_and(|event| event.has_run)
        });
        graph.linear = linear;
        self.runner.go_to(&mut graph)?;
        self.push_level(graph, revisited, number, Vec::new());
        if let Err(stop) = self.rebuild_ready() {
            self.levels.pop();
            return Err(stop);
        }
        let last = self.graph().locations[revisit.location as usize].co.len();
        let first = match revisit.rf {
            Some(_) => last,
            None => self.bound(revisit.process, revisit.location),
        };
        let graph = self.graph();
        let places = (first..=last).filter(|place| graph.is_free(revisit.location, *place));
        let mut branches: Vec<_> = places
            .map(|place| Branch::RevisitAt(revisit, place))
            .collect();
        if revisit.is_pending && revisit.operation.kind.has_alternatives() {
            let alternatives = self.alternatives(revisit.process, &revisit.operation);
            let with = |alternative| {
                let revisit = Revisit {
                    alternative,
                    ..revisit
                };
                Branch::RevisitAt(revisit, last)
            };
            branches = (0..alternatives).map(with).collect();
        }
        *self.top().last_frame() = branches;
        // There is no new node yet: the branches of the level come first.
        Ok(false)
    }

    /// Adds the write, and the read that reads it.
    pub(crate) fn revisit_at(&mut self, revisit: Revisit, place: usize) -> Result<bool, Stop> {
        let location = revisit.location;
        let write = match revisit.rf {
            None => {
                let id = self.add(NewEvent {
                    role: Role::Write,
                    location,
                    place: Some(place),
                    ..NewEvent::new(revisit.process.into(), revisit.operation)
                });
                if id != self.graph().last_write(location) && !self.is_consistent(id) {
                    return Ok(false);
                }
                id
            }
            Some(rf) => {
                let id = match revisit.is_pending {
                    true => {
                        let last = self.graph().last_of(revisit.process.index());
                        last.expect("its read is there")
                    }
                    false => self.add(NewEvent {
                        role: Role::Update,
                        location,
                        rf,
                        ..NewEvent::new(revisit.turn(), revisit.operation)
                    }),
                };
                self.add_write(id);
                self.graph().event_mut(id).turn.alternative = revisit.alternative;
                if id != self.graph().last_write(location) && !self.is_consistent(id) {
                    return Ok(false);
                }
                id
            }
        };
        if self.graph().event(write).is_weak() {
            self.execute(write)?;
        } else if !self.execute_strong(write)? {
            return Ok(false);
        }
        if !self.look_at_findings(write)? {
            return Ok(false);
        }
        self.read_again(write)
    }

    /// Runs a strong update that has its place already. False if it cannot run, or does
    /// something else.
    pub(crate) fn execute_strong(&mut self, id: Id) -> Result<bool, Stop> {
        self.go_there()?;
        let event = self.graph().event(id);
        let (process, operation) = (event.turn.process, event.operation);
        match self.runner.status(process) {
            Status::Enabled(found) if found == operation => {}
            _ => return Ok(false),
        }
        self.execute(id)?;
        let location = self.graph().event(id).location;
        self.check_place(id, location)
    }

    /// Did a strong operation that has run change its location?
    fn check_place(&mut self, id: Id, location: u32) -> Result<bool, Stop> {
        let touches = self.graph().event(id).touches.clone();
        let objects: Vec<_> = touches.iter().map(|touch| touch.object).collect();
        if objects.is_empty() {
            return Ok(false);
        }
        let mut all = objects;
        all.push(self.graph().locations[location as usize].object);
        self.check_together(&all)?;
        let event = self.graph().event_mut(id);
        event.read = touches[0].before;
        event.written = touches[0].after;
        Ok(touches.iter().any(|touch| touch.access.changes()))
    }

    /// The read of the level reads that write.
    fn read_again(&mut self, write: Id) -> Result<bool, Stop> {
        let revisited = self.revisited();
        let (turn, operation) = (revisited.turn, revisited.operation);
        let (stamp, location) = (revisited.stamp, revisited.location);
        let before = Some((revisited.after.clone(), revisited.is_drained));
        let (role, is_stuck) = if operation.order.is_none() {
            self.go_there()?;
            match self.runner.status(turn.process) {
                Status::Enabled(found) if found == operation => {
                    let role = match self.runner.run(turn, operation, 0) {
                        Ok(()) => Some(self.strong_role(location)?),
                        Err(Halt::CameBack) => None,
                        Err(halt) => return Err(halt.into()),
                    };
                    (role.unwrap_or(Role::Read), role.is_none())
                }
                Status::Blocked(found) if found == operation => {
                    match self.is_link(&operation, location) {
                        true => (Role::Update, false),
                        false => (Role::Read, true),
                    }
                }
                _ => return Err(error("internal error: a revisited event is not there").into()),
            }
        } else {
            let value = self.graph().event(write).written;
            let is_open = self.opens(turn.process, &operation, location, write, value)?;
            match is_open {
                true => (self.role(&operation, value), false),
                false => (Role::Read, true),
            }
        };
        let id = self.add(NewEvent {
            role,
            location,
            rf: write,
            is_stuck,
            stamp: Some(stamp),
            before,
            ..NewEvent::new(turn, operation)
        });
        if operation.order.is_some() && write != self.graph().last_write(location) {
            let graph = &self.levels.last().expect("there is a level").graph;
            let place = graph.place_of(location, write);
            if place < self.axioms.bound(graph, location, id) || !self.is_consistent(id) {
                return Ok(false);
            }
        }
        if is_stuck || role != Role::Read {
            return Ok(true);
        }
        self.execute(id)?;
        self.look_at_findings(id)
    }

    /// What the last step, a trial, did to a strong location.
    fn strong_role(&mut self, location: u32) -> Result<Role, Stop> {
        let touches = self.runner.step.touches.clone();
        let mut objects: Vec<_> = touches.iter().map(|touch| touch.object).collect();
        objects.push(self.revisited().operation.object);
        objects.push(self.graph().locations[location as usize].object);
        self.check_together(&objects)?;
        Ok(match touches.iter().any(|touch| touch.access.changes()) {
            true => Role::Update,
            false => Role::Read,
        })
    }

    /// Finds anew what comes before the next event of each process.
    pub(crate) fn rebuild_ready(&mut self) -> Result<(), Stop> {
        let initial = self.runner.initial.clone();
        let level = self.levels.last_mut().expect("there is a level");
        let graph = &mut level.graph;
        graph.ready.fill(Ready::default());
        graph.processes.clear();
        let has_run = graph.linear.len();
        for edge in initial {
            graph.apply_within(edge, &[]).map_err(error)?;
        }
        let mut counts = vec![0; graph.threads.len()];
        for i in 0..has_run {
            let id = graph.linear[i];
            counts[id.process as usize] = id.index + 1;
            graph.ready[id.process as usize] = Ready::default();
            let edges = std::mem::take(&mut graph.event_mut(id).edges);
            for edge in &edges {
                graph.apply_within(*edge, &counts).map_err(error)?;
            }
            graph.event_mut(id).edges = edges;
        }
        self.runner.sort(graph);
        Ok(())
    }
}

/// What comes before a write by program order and reads-from, itself included.
fn past_of_write(graph: &Graph, write: &Revisit) -> Clock {
    let process = write.process.index();
    if write.is_pending {
        let last = graph.last_of(process).expect("its read is there");
        return graph.event(last).porf.clone();
    }
    let mut past = graph
        .last_of(process)
        .map_or_else(Clock::default, |last| graph.event(last).porf.clone());
    for other in &graph.ready[process].after {
        past.join(&graph.event(*other).porf);
    }
    if let Some(rf) = write.rf.filter(|rf| !rf.is_initial()) {
        past.join(&graph.event(rf).porf);
    }
    let own = crate::graph::narrow(graph.threads[process].len());
    past.set(process, own + 1);
    past
}

/// Takes events out of a process that were added after that stamp and are not in the past.
fn restrict(graph: &mut Graph, process: usize, past: &Clock, stamp: u32) {
    while let Some(last) = graph.last_of(process) {
        if last.is_in(past) {
            return;
        }
        let event = graph.event(last);
        if event.stamp > stamp {
            graph.remove(last);
            continue;
        }
        if event.write_stamp != NEVER && event.write_stamp > stamp {
            // Its read stays.
            let location = event.location as usize;
            let event = graph.event_mut(last);
            event.write_stamp = NEVER;
            event.has_run = false;
            graph.locations[location].co.retain(|write| *write != last);
        }
        return;
    }
}

/// Was everything that would be taken out added *maximally*: as it would be if it were added
/// again without a choice? Then this is the one graph from which the revisit is made.
fn is_maximal(graph: &Graph, read: Id, past: &Clock) -> bool {
    let stamp = graph.event(read).stamp;
    if !is_maximal_read(graph, read, past) {
        return false;
    }
    for (process, thread) in graph.threads.iter().enumerate() {
        for index in (0..thread.len()).rev() {
            let id = Id::new(process, index);
            if id.is_in(past) {
                break;
            }
            let event = &thread[index];
            if event.writes() && event.write_stamp > stamp && !is_maximal_write(graph, id, past) {
                return false;
            }
            if event.stamp <= stamp {
                break;
            }
            if !is_maximal_read(graph, id, past) {
                return false;
            }
        }
    }
    true
}

/// Was a write there when something with that stamp was added, or is it in the past?
fn was_there(graph: &Graph, write: Id, stamp: u32, past: &Clock) -> bool {
    write.is_initial() || graph.event(write).write_stamp <= stamp || write.is_in(past)
}

fn is_maximal_read(graph: &Graph, id: Id, past: &Clock) -> bool {
    let event = graph.event(id);
    if event.turn.alternative != 0 {
        return false;
    }
    if !event.role.reads() {
        return true;
    }
    if !was_there(graph, event.rf, event.stamp, past) {
        return false;
    }
    let from = graph.place_of(event.location, event.rf);
    let later = &graph.locations[event.location as usize].co[from..];
    !later
        .iter()
        .any(|write| *write != id && was_there(graph, *write, event.stamp, past))
}

fn is_maximal_write(graph: &Graph, id: Id, past: &Clock) -> bool {
    let event = graph.event(id);
    if event.turn.alternative != 0 {
        return false;
    }
    let location = &graph.locations[event.location as usize];
    let is_read = location.reads.iter().any(|read| {
        let other = graph.event(*read);
        other.rf == id && (other.stamp <= event.write_stamp || read.is_in(past))
    });
    if is_read {
        return false;
    }
    let from = graph.place_of(event.location, id);
    !location.co[from..]
        .iter()
        .any(|write| was_there(graph, *write, event.write_stamp, past))
}
