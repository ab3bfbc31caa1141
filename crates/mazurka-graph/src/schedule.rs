//! Graphs as schedules and as tasks, and back.

use crate::add::NewEvent;
use crate::clock::Clock;
use crate::graph::{Graph, Id, NEVER, Role};
use crate::runner::error;
use crate::task::{Branches, Runs, Task, TaskStep};
use crate::visit::{Level, Stop, Visit, bad_task};
use mazurka_program::{Kind, Program, Status, Turn};

/// The alternative of an event, of those that come before it: how many writes are later in `co`
/// than the one it reads, or than itself.
fn alternative(graph: &Graph, id: Id, has_run: impl Fn(Id) -> bool) -> u32 {
    let event = graph.event(id);
    if !event.is_weak() || event.role == Role::Nothing {
        return event.turn.alternative;
    }
    let place = match event.role {
        Role::Write => graph.place_of(event.location, id),
        _ => graph.place_of(event.location, event.rf),
    };
    let later = &graph.locations[event.location as usize].co[place..];
    let count = later
        .iter()
        .filter(|write| **write != id && has_run(**write));
    crate::graph::narrow(count.count())
}

impl<P: Program + ?Sized> Visit<'_, P> {
    /// The steps of the graph, or of a part of it that is closed.
    pub(crate) fn schedule(&mut self, part: Option<&Clock>) -> Vec<Turn> {
        let graph = self.graph();
        let mut counts = vec![0; graph.threads.len()];
        let mut schedule = Vec::with_capacity(graph.linear.len());
        for id in &graph.linear {
            if part.is_some_and(|part| !id.is_in(part)) {
                continue;
            }
            let has_run = |other: Id| counts[other.process as usize] > other.index;
            schedule.push(Turn {
                process: graph.event(*id).turn.process,
                alternative: alternative(graph, *id, has_run),
            });
            counts[id.process as usize] = id.index + 1;
        }
        schedule
    }

    /// A graph as plain data.
    pub(crate) fn task(&self, graph: &Graph, branches: Branches) -> Task {
        let names = self.runner.program.names();
        let mut counts = vec![0; graph.threads.len()];
        let mut steps = Vec::with_capacity(graph.len());
        let mut step = |id: Id, runs: Runs| {
            let event = graph.event(id);
            let has_run = |other: Id| counts[other.process as usize] > other.index;
            steps.push(TaskStep {
                process: names.process_name(event.turn.process),
                alternative: match event.is_weak() || runs == Runs::Yes {
                    true => alternative(graph, id, has_run),
                    // Of a strong one, too.
                    false => {
                        let place = graph.place_of(event.location, event.rf);
                        let last = graph.locations[event.location as usize].co.len();
                        crate::graph::narrow(last - place)
                    }
                },
                stamp: event.stamp,
                write_stamp: (event.write_stamp != NEVER).then_some(event.write_stamp),
                runs,
            });
            counts[id.process as usize] = id.index + 1;
        };
        for id in &graph.linear {
            step(*id, Runs::Yes);
        }
        for process in &graph.processes {
            let Some(last) = graph.last_of(process.index()) else {
                continue;
            };
            let event = graph.event(last);
            if !event.has_run {
                let runs = match event.is_stuck {
                    true => Runs::Stuck,
                    false => Runs::Later,
                };
                step(last, runs);
            }
        }
        Task { steps, branches }
    }

    /// The graph of a task, by running it.
    pub(crate) fn rebuild(&mut self, task: &Task) -> Result<Graph, Stop> {
        let graph = self.runner.begin()?;
        self.levels.clear();
        self.levels.push(Level::new(graph));
        for step in &task.steps {
            self.rebuild_step(step)?;
        }
        let mut graph = self.levels.pop().expect("it is there").graph;
        let stamps = graph.threads.iter().flatten();
        let stamps = stamps.flat_map(|event| {
            let write = (event.write_stamp != NEVER).then_some(event.write_stamp);
            [Some(event.stamp), write]
        });
        graph.next_stamp = stamps.flatten().max().unwrap_or(0);
        Ok(graph)
    }

    fn rebuild_step(&mut self, step: &TaskStep) -> Result<(), Stop> {
        let process = self.runner.program.names_mut().parse_process(&step.process);
        let process = process.filter(|process| self.graph().processes.contains(process));
        let Some(process) = process else {
            return Err(bad_task());
        };
        let (operation, is_enabled) = match self.runner.status(process) {
            Status::Enabled(operation) => (operation, true),
            Status::Blocked(operation) => (operation, false),
            _ => return Err(bad_task()),
        };
        let last = self.graph().last_of(process.index());
        if last.is_some_and(|last| !self.graph().event(last).has_run) {
            return Err(bad_task());
        }
        let turn = Turn {
            process,
            alternative: 0,
        };
        let mut new = NewEvent::new(turn, operation);
        new.stamp = Some(step.stamp);
        if let Some(location) = self.mailbox(&operation)? {
            return self.rebuild_message(new, location, step);
        }
        let is_memory = operation.order.is_some() && operation.kind != Kind::Fence;
        if is_memory || step.runs != Runs::Yes && operation.kind != Kind::Choose {
            new.location = match is_memory {
                true => self.graph().locate(operation.object, false),
                false => self.strong_of(&operation)?.0,
            };
            let location = new.location;
            let writes = self.graph().locations[location as usize].co.len();
            let Some(place) = writes.checked_sub(step.alternative as usize) else {
                return Err(bad_task());
            };
            if operation.kind == Kind::Store && is_memory {
                new.role = Role::Write;
                new.place = Some(place);
            } else {
                new.rf = self.graph().write_at(location, place);
                new.is_stuck = step.runs == Runs::Stuck;
                new.role = match (step.runs, step.write_stamp) {
                    (Runs::Yes, None) | (Runs::Stuck, _) => Role::Read,
                    _ => Role::Update,
                };
                let value = self.graph().value_of(location, new.rf);
                if is_memory
                    && let Some(value) = value
                    && step.runs != Runs::Stuck
                    && self.role(&operation, value) != new.role
                {
                    return Err(bad_task());
                }
            }
            let is_write = new.role == Role::Write || step.write_stamp.is_some();
            if is_write == step.write_stamp.is_none() && step.runs == Runs::Yes {
                return Err(bad_task());
            }
        } else {
            new.turn.alternative = step.alternative;
            if !is_enabled {
                return Err(bad_task());
            }
            if operation.kind.has_alternatives()
                && step.alternative >= self.runner.program.alternatives(process)
            {
                return Err(bad_task());
            }
        }
        let is_strong = operation.order.is_none();
        let id = self.add(new);
        if step.runs != Runs::Yes {
            return Ok(());
        }
        if is_strong && operation.kind != Kind::Choose {
            if !is_enabled {
                return Err(bad_task());
            }
            self.execute(id)?;
            self.place_strong(id, operation)?;
            if self.graph().event(id).role == Role::Update {
                self.add_strong_write(id);
            }
        } else {
            if self.graph().event(id).role == Role::Update {
                let (location, rf) = (self.graph().event(id).location, self.graph().event(id).rf);
                if self.graph().update_of(location, rf).is_some() {
                    return Err(bad_task());
                }
                self.add_write(id);
            }
            self.execute(id)?;
        }
        if let Some(stamp) = step.write_stamp {
            self.graph().event_mut(id).write_stamp = stamp;
        }
        if self.graph().event(id).writes() != step.write_stamp.is_some() {
            return Err(error("a part of the exploration does not fit this program").into());
        }
        Ok(())
    }
}
