//! The branches of a node, and what taking one does.

use crate::clock::Clock;
use crate::graph::{Graph, Id, Role};
use crate::runner::Halt;
use crate::visit::{Branch, NewEvent, Revisit, Stop, Visit};
use mazurka_program::{Kind, ObjectId, Operation, ProcessId, Program, Status, Turn};

/// What a strong operation would do in some state.
enum Strong {
    /// It cannot run.
    Blocked,
    Does(Role),
}

impl<P: Program + ?Sized> Visit<'_, P> {
    /// What a process may do next. If it `is_held`, it can do nothing after the last write.
    pub(crate) fn branches(
        &mut self,
        process: ProcessId,
        operation: Operation,
        is_held: bool,
    ) -> Result<Vec<Branch>, Stop> {
        if operation.order.is_none() {
            return self.strong_branches(process, operation, is_held);
        }
        match operation.kind {
            Kind::Fence => Ok(vec![Branch::Run {
                process,
                operation,
                alternative: 0,
            }]),
            Kind::Store => Ok(self.write_branches(process, operation)),
            _ => self.read_branches(process, operation, is_held),
        }
    }

    fn write_branches(&mut self, process: ProcessId, operation: Operation) -> Vec<Branch> {
        let location = self.graph().locate(operation.object, false);
        let revisit = Revisit {
            process,
            operation,
            alternative: 0,
            rf: None,
            is_pending: false,
            location,
            read: Id::INITIAL,
            stamp: 0,
        };
        let mut branches = self.revisits(&revisit);
        let last = self.graph().locations[location as usize].co.len();
        let first = self.bound(process, location);
        let graph = self.graph();
        let places = (first..=last).filter(|place| graph.is_free(location, *place));
        branches.extend(places.map(|place| Branch::Write {
            process,
            operation,
            place,
        }));
        branches
    }

    /// The bound for an event that is to be added.
    pub(crate) fn bound(&self, process: ProcessId, location: u32) -> usize {
        let graph = &self.levels.last().expect("there is a level").graph;
        let id = graph.next_of(process.index());
        self.axioms.bound(graph, location, id)
    }

    fn read_branches(
        &mut self,
        process: ProcessId,
        operation: Operation,
        is_held: bool,
    ) -> Result<Vec<Branch>, Stop> {
        let location = self.graph().locate(operation.object, false);
        let place = &self.graph().locations[location as usize];
        if place.initial.is_none() && operation.kind != Kind::Load && !is_held {
            self.learn_initial(process, operation, location)?;
        }
        let last = self.graph().locations[location as usize].co.len();
        let first = self.bound(process, location);
        let mut branches = Vec::with_capacity(last - first + 1);
        for place in first..=last {
            let rf = self.graph().write_at(location, place);
            let value = self.graph().value_of(location, rf);
            let is_open = match value {
                // Nothing else can be there.
                None => !is_held,
                Some(_) if operation.guard.is_none() => true,
                Some(value) => self.opens(process, &operation, location, rf, value)?,
            };
            // One that waits for another write than the last waits in vain.
            if is_open || place == last {
                branches.push(Branch::Read {
                    process,
                    operation,
                    rf,
                    is_stuck: !is_open,
                    role: Role::Nothing,
                });
            }
        }
        Ok(branches)
    }

    /// Runs an operation on a location that has never been accessed, to see what it holds.
    pub(crate) fn learn_initial(
        &mut self,
        process: ProcessId,
        operation: Operation,
        location: u32,
    ) -> Result<(), Stop> {
        self.statistics().probes += 1;
        self.go_there()?;
        match self.runner.run(process.into(), operation, 0) {
            Ok(()) => {}
            // The value is still not known, and the process waits.
            Err(Halt::CameBack) => return self.go_there(),
            Err(halt) => return Err(halt.into()),
        }
        let touched = self.runner.step.touches.first().map(|touch| touch.before);
        self.note_initial(location, touched);
        self.go_there()
    }

    /// The branches of an update whose read is in the graph.
    pub(crate) fn completions(&mut self, id: Id) -> Result<Vec<Branch>, Stop> {
        // (A lock has been given back meanwhile.)
        self.set_clocks(id);
        let graph = self.graph();
        let event = graph.event(id);
        let revisit = Revisit {
            process: event.turn.process,
            operation: event.operation,
            alternative: 0,
            rf: Some(event.rf),
            is_pending: true,
            location: event.location,
            read: Id::INITIAL,
            stamp: 0,
        };
        let is_free = graph.update_of(event.location, event.rf).is_none();
        let mut branches = self.revisits(&revisit);
        if is_free {
            let alternatives = self.alternatives(revisit.process, &revisit.operation);
            let alternatives = (0..alternatives).rev();
            branches.extend(alternatives.map(|alternative| Branch::Complete(id, alternative)));
        }
        Ok(branches)
    }

    /// How many alternatives an operation has that can run now.
    pub(crate) fn alternatives(&self, process: ProcessId, operation: &Operation) -> u32 {
        match operation.kind.has_alternatives() && self.runner.program.is_enabled(process) {
            true => self.runner.program.alternatives(process),
            false => 1,
        }
    }

    /// Takes a branch. False if it is not consistent, or its execution ends there.
    pub(crate) fn apply(&mut self, branch: Branch, number: usize) -> Result<bool, Stop> {
        match branch {
            Branch::Read {
                process,
                operation,
                rf,
                is_stuck,
                role,
            } => self.read(process, operation, rf, is_stuck, role),
            Branch::Write {
                process,
                operation,
                place,
            } => self.write(process, operation, place),
            Branch::Complete(id, alternative) => self.complete(id, alternative),
            Branch::Run {
                process,
                operation,
                alternative,
            } => self.run(process, operation, alternative, number),
            Branch::Revisit(revisit) => self.revisit(revisit, number),
            Branch::RevisitAt(revisit, place) => self.revisit_at(revisit, place),
        }
    }

    fn read(
        &mut self,
        process: ProcessId,
        operation: Operation,
        rf: Id,
        is_stuck: bool,
        strong: Role,
    ) -> Result<bool, Stop> {
        if operation.order.is_none() {
            return self.strong_read(process, operation, rf, is_stuck, strong);
        }
        let location = self.graph().locate(operation.object, false);
        let role = match (is_stuck, self.graph().value_of(location, rf)) {
            (false, Some(value)) => self.role(&operation, value),
            // Only a load does not know what there is.
            _ => Role::Read,
        };
        let id = self.add(NewEvent {
            role,
            location,
            rf,
            is_stuck,
            ..NewEvent::new(process.into(), operation)
        });
        if rf != self.graph().last_write(location) && !self.is_consistent(id) {
            return Ok(false);
        }
        match role == Role::Read && !is_stuck {
            true => self.finish(id),
            false => Ok(true),
        }
    }

    pub(crate) fn is_consistent(&mut self, id: Id) -> bool {
        let graph = &self.levels.last().expect("there is a level").graph;
        self.axioms.is_consistent(graph, id)
    }

    /// Runs an event, and looks at what it showed.
    fn finish(&mut self, id: Id) -> Result<bool, Stop> {
        self.execute(id)?;
        self.look_at_findings(id)
    }

    fn write(
        &mut self,
        process: ProcessId,
        operation: Operation,
        place: usize,
    ) -> Result<bool, Stop> {
        let location = self.graph().locate(operation.object, false);
        let id = self.add(NewEvent {
            role: Role::Write,
            location,
            place: Some(place),
            ..NewEvent::new(process.into(), operation)
        });
        if id != self.graph().last_write(location) && !self.is_consistent(id) {
            return Ok(false);
        }
        self.finish(id)
    }

    fn complete(&mut self, id: Id, alternative: u32) -> Result<bool, Stop> {
        self.add_write(id);
        self.graph().event_mut(id).turn.alternative = alternative;
        let location = self.graph().event(id).location;
        if id != self.graph().last_write(location) && !self.is_consistent(id) {
            return Ok(false);
        }
        if !self.graph().event(id).is_weak() && !self.execute_strong(id)? {
            let operation = self.graph().event(id).operation;
            return match self.is_link(&operation, location) {
                // Something else than who has it keeps others out.
                true => Err(self.is_no_chain(operation.object)),
                false => Ok(false),
            };
        } else if self.graph().event(id).is_weak() {
            self.execute(id)?;
        }
        self.look_at_findings(id)
    }

    /// A fence, a choice, or a strong operation after the last change.
    fn run(
        &mut self,
        process: ProcessId,
        operation: Operation,
        alternative: u32,
        number: usize,
    ) -> Result<bool, Stop> {
        let turn = Turn {
            process,
            alternative,
        };
        if operation.order.is_some() || operation.kind == Kind::Choose {
            let id = self.add(NewEvent::new(turn, operation));
            return self.finish(id);
        }
        let added = self.added();
        let id = self.add(NewEvent::new(turn, operation));
        self.execute(id)?;
        self.place_strong(id, operation)?;
        let event = self.graph().event(id);
        if event.role == Role::Update {
            let revisit = Revisit {
                process,
                operation,
                alternative,
                rf: Some(event.rf),
                // It is in the graph now, but will not be.
                is_pending: true,
                location: event.location,
                read: Id::INITIAL,
                stamp: 0,
            };
            let mut branches = self.revisits(&revisit);
            for branch in &mut branches {
                if let Branch::Revisit(revisit) = branch {
                    revisit.is_pending = false;
                }
            }
            self.push_branches(added, branches, number);
            self.add_strong_write(id);
        }
        self.look_at_findings(id)
    }

    /// Finds what a strong operation that has run did, and where it belongs.
    pub(crate) fn place_strong(&mut self, id: Id, operation: Operation) -> Result<(), Stop> {
        let graph = self.graph();
        let touches = graph.event(id).touches.clone();
        let changes = touches.iter().any(|touch| touch.access.changes());
        let mut objects: Vec<ObjectId> = touches
            .iter()
            .filter(|touch| touch.access != mazurka_program::Access::None)
            .map(|touch| touch.object)
            .collect();
        if objects.is_empty() {
            return Ok(());
        }
        if !objects.contains(&operation.object) {
            objects.push(operation.object);
        }
        self.check_together(&objects)?;
        let (mut location, is_grouped) = self.strong_of(&operation)?;
        let is_chain = self.graph().locations[location as usize].is_chain == Some(true);
        if objects != [operation.object] {
            if is_chain && !is_grouped {
                return Err(self.is_no_chain(operation.object));
            }
            location = self.strong(objects[0]).0;
        } else if is_chain && operation.kind == Kind::Unlock {
            // It is no link of the chain: it lets the next one follow.
            let last = self.graph().last_write(location);
            if last.process != id.process {
                return Err(self.is_no_chain(operation.object));
            }
            return Ok(());
        }
        let rf = self.graph().last_write(location);
        let graph = self.graph();
        let place = &mut graph.locations[location as usize];
        place.reads.push(id);
        if place.initial.is_none() {
            place.initial = Some(touches[0].before);
        }
        let event = graph.event_mut(id);
        event.role = if changes { Role::Update } else { Role::Read };
        event.location = location;
        event.rf = rf;
        event.read = touches[0].before;
        event.written = touches[0].after;
        self.set_clocks(id);
        Ok(())
    }

    /// Adds the write of a strong operation that has run, as the last one.
    pub(crate) fn add_strong_write(&mut self, id: Id) {
        let graph = self.graph();
        let stamp = graph.stamp();
        let event = graph.event_mut(id);
        event.write_stamp = stamp;
        let location = event.location as usize;
        graph.locations[location].co.push(id);
    }

    fn strong_branches(
        &mut self,
        process: ProcessId,
        operation: Operation,
        is_held: bool,
    ) -> Result<Vec<Branch>, Stop> {
        let mut branches = Vec::new();
        if operation.kind != Kind::Choose {
            if is_held {
                let mut awaited = Vec::new();
                self.runner.program.awaited(process, &mut awaited);
                awaited.push(operation.object);
                awaited.sort_unstable();
                awaited.dedup();
                self.check_together(&awaited)?;
            }
            self.strong_of(&operation)?;
            self.earlier_branches(process, operation, &mut branches)?;
        }
        if is_held {
            let location = self.strong_of(&operation)?.0;
            // One that follows in a chain goes on when the lock is given back.
            let is_link = self.is_link(&operation, location);
            if is_link && self.graph().last_write(location).is_initial() {
                // It was taken before there were events.
                return Err(self.is_no_chain(operation.object));
            }
            branches.push(Branch::Read {
                process,
                operation,
                rf: self.graph().last_write(location),
                is_stuck: !is_link,
                role: if is_link { Role::Update } else { Role::Read },
            });
            return Ok(branches);
        }
        let alternatives = self.alternatives(process, &operation);
        branches.extend((0..alternatives).rev().map(|alternative| Branch::Run {
            process,
            operation,
            alternative,
        }));
        Ok(branches)
    }

    /// What a strong operation could do at other places than the last.
    fn earlier_branches(
        &mut self,
        process: ProcessId,
        operation: Operation,
        branches: &mut Vec<Branch>,
    ) -> Result<(), Stop> {
        let (location, is_grouped) = self.strong_of(&operation)?;
        let is_link = self.is_link(&operation, location);
        if !is_link && self.graph().locations[location as usize].is_chain == Some(true) {
            return Ok(());
        }
        let last = self.graph().locations[location as usize].co.len();
        if last == 0 {
            return Ok(());
        }
        let past = self.past_of_next(process);
        let known = (self.graph().locations[location as usize].co.iter())
            .rposition(|write| write.is_in(&past));
        let first = known.map_or(0, |place| place + 1);
        for place in first..last {
            let rf = self.graph().write_at(location, place);
            if is_link {
                branches.push(Branch::Read {
                    process,
                    operation,
                    rf,
                    is_stuck: false,
                    role: Role::Update,
                });
                continue;
            }
            let told = match (is_grouped, self.graph().value_of(location, rf)) {
                (false, Some(value)) => told(&operation, value),
                _ => None,
            };
            let does = match told {
                Some(does) => does,
                None => self.try_strong(process, operation, location, rf)?,
            };
            if let Strong::Does(role) = does
                && role != Role::Nothing
            {
                branches.push(Branch::Read {
                    process,
                    operation,
                    rf,
                    is_stuck: false,
                    role,
                });
            }
        }
        Ok(())
    }

    /// What is before the next event of a process.
    pub(crate) fn past_of_next(&mut self, process: ProcessId) -> Clock {
        let graph = self.graph();
        let mut clock = graph
            .last_of(process.index())
            .map_or_else(Clock::default, |last| graph.event(last).porf.clone());
        for other in &graph.ready[process.index()].after {
            clock.join(&graph.event(*other).porf);
        }
        clock
    }

    /// All that has to run before what an event showed of a process: that may have waited for
    /// others meanwhile.
    pub(crate) fn past_of_finding(&mut self, id: Id, process: Option<ProcessId>) -> Clock {
        let mut clock = self.graph().event(id).porf.clone();
        if let Some(process) = process {
            clock.join(&self.past_of_next(process));
        }
        close(self.graph(), &mut clock);
        clock
    }

    /// All that has to run before an event, itself included.
    pub(crate) fn past_of(&mut self, id: Id) -> Clock {
        let mut clock = self.graph().event(id).porf.clone();
        close(self.graph(), &mut clock);
        clock
    }

    /// Runs a strong operation after a change that is not the last.
    fn try_strong(
        &mut self,
        process: ProcessId,
        operation: Operation,
        location: u32,
        rf: Id,
    ) -> Result<Strong, Stop> {
        self.statistics().probes += 1;
        let mut past = self.past_of_next(process);
        if !rf.is_initial() {
            past.join(&self.graph().event(rf).porf);
        }
        close(self.graph(), &mut past);
        let next = self.graph().place_of(location, rf);
        let next = self.graph().locations[location as usize].co[next];
        if next.is_in(&past) {
            return Ok(Strong::Blocked);
        }
        let mut graph = self.graph().clone();
        graph.linear.retain(|id| id.is_in(&past));
        self.runner.go_to(&mut graph)?;
        let result = match self.runner.status(process) {
            Status::Enabled(found) if found == operation => {
                match self.runner.run(process.into(), operation, 0) {
                    Ok(()) => {
                        let touches = self.runner.step.touches.iter();
                        let mut objects: Vec<_> = touches.map(|touch| touch.object).collect();
                        objects.push(operation.object);
                        let role = self.role_of_step();
                        self.check_together(&objects)?;
                        Strong::Does(role)
                    }
                    Err(Halt::CameBack) => Strong::Blocked,
                    Err(halt) => return Err(halt.into()),
                }
            }
            _ => Strong::Blocked,
        };
        self.go_there()?;
        Ok(result)
    }

    /// What the last step did to strong objects.
    fn role_of_step(&self) -> Role {
        let touches = &self.runner.step.touches;
        if touches.iter().any(|touch| touch.access.changes()) {
            Role::Update
        } else if touches.is_empty() {
            Role::Nothing
        } else {
            Role::Read
        }
    }

    fn strong_read(
        &mut self,
        process: ProcessId,
        operation: Operation,
        rf: Id,
        is_stuck: bool,
        role: Role,
    ) -> Result<bool, Stop> {
        let location = self.strong_of(&operation)?.0;
        let id = self.add(NewEvent {
            role,
            location,
            rf,
            is_stuck,
            ..NewEvent::new(process.into(), operation)
        });
        if is_stuck || role == Role::Update {
            return Ok(true);
        }
        // It runs before the next change.
        let past = self.past_of(id);
        let graph = self.graph();
        let next = graph.place_of(location, rf);
        let next = graph.locations[location as usize].co[next];
        if next.is_in(&past) || !self.is_consistent(id) {
            return Ok(false);
        }
        let graph = self.graph();
        let (before, rest): (Vec<Id>, Vec<Id>) =
            graph.linear.iter().partition(|id| id.is_in(&past));
        self.shorten(before);
        self.execute(id)?;
        if self.role_of_step() != Role::Read {
            return Ok(false);
        }
        self.graph().linear.extend(rest);
        self.save_ready();
        self.go_there()?;
        self.rebuild_ready()?;
        self.look_at_findings(id)
    }
}

/// What an operation on one strong object does that holds `value`, if that can be told.
fn told(operation: &Operation, value: u64) -> Option<Strong> {
    if operation.guard.is_some() || operation.kind.is_opaque() {
        return None;
    }
    if !operation.enabled_at(value) {
        return Some(Strong::Blocked);
    }
    let access = operation.access_at(value)?;
    Some(Strong::Does(match access.changes() {
        true => Role::Update,
        false => Role::Read,
    }))
}

/// Adds to what has run what must have: who looked at a strong object before it was changed.
fn close(graph: &Graph, clock: &mut Clock) {
    loop {
        let mut is_closed = true;
        for location in graph.locations.iter().filter(|place| place.is_strong) {
            for write in &location.co {
                if !write.is_in(clock) {
                    continue;
                }
                let rf = graph.event(*write).rf;
                for read in &location.reads {
                    let event = graph.event(*read);
                    if event.rf == rf && event.has_run && read != write && !read.is_in(clock) {
                        clock.join(&event.porf);
                        is_closed = false;
                    }
                }
            }
        }
        if is_closed {
            return;
        }
    }
}
