//! Mailboxes: a receive reads from a send, and sends to one mailbox have no order of their own.
//!
//! The program keeps the real mailbox, and a receive takes the first message there that matches. So
//! the explorer chooses by the linear order. For a receive that took `m`, `m` comes before every
//! other message that the receive matches and that was not taken before it; a receive that gave up
//! comes before all of these. A graph is consistent if these edges make no cycle together with the
//! others. Then there is such a linear order: all that comes before `m`, then the others.
//!
//! In the graph a send is a write, and a receive a read of it, or of nothing, if it gave up. `co`
//! of a mailbox is only a list. A receive without a message that it matches is not added. Only one
//! process receives from a mailbox: if there are two, the mailbox becomes a strong object as others.

use crate::add::NewEvent;
use crate::axioms::Axioms;
use crate::branches::close;
use crate::clock::Clock;
use crate::graph::{Event, Graph, Id, NOWHERE, Role};
use crate::revisit::{is_maximal, past_of_write, restrict};
use crate::runner::{Halt, error};
use crate::task::{Runs, TaskStep};
use crate::visit::{Branch, Revisit, Stop, Visit, bad_task};
use mazurka_program::{Kind, Operation, ProcessId, Program, Touch};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Which patterns match which messages, as far as that was asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patterns(Rc<RefCell<HashMap<(u64, u64), bool>>>);

impl Patterns {
    fn learn(&self, pattern: u64, message: u64, takes: impl FnOnce() -> bool) {
        let mut known = self.0.borrow_mut();
        known.entry((pattern, message)).or_insert_with(takes);
    }

    fn takes(&self, pattern: u64, message: u64) -> bool {
        let known = self.0.borrow().get(&(pattern, message)).copied();
        known.expect("it was asked before")
    }
}

impl Graph {
    /// Is an event a send to a mailbox, or a receive from it?
    pub(crate) fn is_message(&self, event: &Event) -> bool {
        event.location != NOWHERE && self.locations[event.location as usize].is_mailbox
    }

    /// Does a receive match a message?
    fn matches(&self, receive: &Event, send: Id) -> bool {
        let message = self.event(send).operation.operand;
        self.patterns.takes(receive.operation.operand, message)
    }

    /// Which event of its process has taken a message; none has, if it is the last number.
    fn taken_at(&self, location: u32, send: Id) -> u32 {
        let reads = &self.locations[location as usize].reads;
        let taken = reads.iter().find(|read| self.event(**read).rf == send);
        taken.map_or(u32::MAX, |read| read.index)
    }

    /// What a receive could take: messages that it matches and that were not taken before.
    fn open_messages(&self, location: u32, receive: &Operation, index: u32) -> Vec<Id> {
        let sends = self.locations[location as usize].co.iter().copied();
        let is_open = |send: &Id| {
            let message = self.event(*send).operation.operand;
            self.patterns.takes(receive.operand, message) && self.taken_at(location, *send) >= index
        };
        sends.filter(is_open).collect()
    }

    /// Tells what comes just before a send, because of what was received.
    pub(crate) fn before_send(&self, send: Id, mut tell: impl FnMut(Id)) {
        let location = self.event(send).location;
        let reads = &self.locations[location as usize].reads;
        if reads.is_empty() {
            return;
        }
        let taken = self.taken_at(location, send);
        for read in reads {
            let event = self.event(*read);
            if read.index < taken && self.matches(event, send) {
                tell(match event.rf.is_initial() {
                    true => *read,
                    false => event.rf,
                });
            }
        }
    }

    /// The place of the process of an event among the names.
    fn rank(&self, id: Id) -> (usize, u32) {
        let is_it = |process: &ProcessId| process.index() == id.process as usize;
        let rank = self.processes.iter().position(is_it);
        (rank.unwrap_or(usize::MAX), id.index)
    }

    /// Which of the messages sent to that mailbox so far this one is, from one.
    fn arrival(&self, location: u32, send: Id) -> Option<u64> {
        let is_there = |id: &&Id| {
            let event = self.event(**id);
            event.location == location && event.role == Role::Write
        };
        let place = (self.linear.iter().filter(is_there)).position(|id| *id == send)?;
        Some(place as u64 + 1)
    }

    /// Has a receive taken what it should?
    pub(crate) fn has_taken(&self, id: Id, touches: &[Touch]) -> bool {
        let event = self.event(id);
        if !self.is_message(event) || event.role != Role::Read {
            return true;
        }
        let Some(touch) = touches.first() else {
            return false;
        };
        if event.rf.is_initial() {
            return !touch.access.changes();
        }
        let mailbox = self.locations[event.location as usize].object;
        match self.event(event.rf).touches.first() {
            // Messages are objects of their own.
            Some(sent) if sent.object != mailbox => touch.object == sent.object,
            _ => Some(touch.before) == self.arrival(event.location, event.rf),
        }
    }
}

/// Was a receive added *maximally*: does it take what it would if it were added again? That is, of
/// the messages of *previous* that no other comes before, the least by name.
///
/// What is read in *previous* must be there.
pub(crate) fn is_maximal_take(graph: &Graph, axioms: &dyn Axioms, id: Id, past: &Clock) -> bool {
    let event = graph.event(id);
    let mut open = graph.open_messages(event.location, &event.operation, id.index);
    open.retain(|send| graph.event(*send).stamp <= event.stamp || send.is_in(past));
    if open.is_empty() {
        return event.rf.is_initial();
    }
    if !open.contains(&event.rf) {
        return false;
    }
    if open.len() == 1 {
        return true;
    }
    let is_known = |other: &Id| *other != event.rf && other.is_in(&graph.event(event.rf).porf);
    if open.iter().any(is_known) {
        return false;
    }
    // Without what was added later less comes before a message, and not more.
    let least = open.iter().min_by_key(|send| graph.rank(**send));
    if least == Some(&event.rf) && !comes_after(graph, axioms, event.rf, &open) {
        return true;
    }
    let mut previous = graph.clone();
    for process in 0..previous.threads.len() {
        restrict(&mut previous, process, past, event.stamp);
    }
    previous.remove(id);
    let is_first = |send: &&Id| !comes_after(&previous, axioms, **send, &open);
    let firsts = open.iter().filter(is_first);
    firsts.min_by_key(|send| graph.rank(**send)) == Some(&event.rf)
}

/// Does one of the others come before that message?
fn comes_after(graph: &Graph, axioms: &dyn Axioms, send: Id, others: &[Id]) -> bool {
    let others: Vec<Id> = (others.iter().copied())
        .filter(|other| *other != send)
        .collect();
    let is_known = |other: &Id| other.is_in(&graph.event(send).porf);
    others.iter().any(is_known) || !others.is_empty() && axioms.comes_before(graph, &others, send)
}

impl<P: Program + ?Sized> Visit<'_, P> {
    /// The mailbox of an operation, if it has one that is no strong object as others.
    ///
    /// # Errors
    /// If the object is used in other ways, too: that is learnt, and the exploration begins anew.
    pub(crate) fn mailbox(&mut self, operation: &Operation) -> Result<Option<u32>, Stop> {
        if !operation.kind.is_message() {
            return Ok(None);
        }
        let (location, is_grouped) = self.strong(operation.object);
        if is_grouped {
            return Ok(None);
        }
        let place = &mut self.graph().locations[location as usize];
        if place.is_chain.is_some() {
            return Err(self.is_no_chain(operation.object));
        }
        place.is_mailbox = true;
        Ok(Some(location))
    }

    /// Asks which of these messages and receives match.
    fn learn_patterns(&mut self, location: u32, operation: &Operation) {
        let level = self.levels.last().expect("there is a level");
        let graph = &level.graph;
        let place = &graph.locations[location as usize];
        let program = &*self.runner.program;
        let others = match operation.kind {
            Kind::Send => &place.reads,
            _ => &place.co,
        };
        for other in others {
            let other = graph.event(*other).operation.operand;
            let (pattern, message) = match operation.kind {
                Kind::Send => (other, operation.operand),
                _ => (operation.operand, other),
            };
            let takes = || program.takes(pattern, message);
            graph.patterns.learn(pattern, message, takes);
        }
    }

    /// The branches of a send or a receive.
    pub(crate) fn message_branches(
        &mut self,
        process: ProcessId,
        operation: Operation,
        location: u32,
    ) -> Result<Vec<Branch>, Stop> {
        self.learn_patterns(location, &operation);
        match operation.kind {
            Kind::Send => Ok(self.send_branches(process, operation, location)),
            _ => self.take_branches(process, operation, location),
        }
    }

    fn send_branches(
        &mut self,
        process: ProcessId,
        operation: Operation,
        location: u32,
    ) -> Vec<Branch> {
        let send = Revisit {
            process,
            operation,
            alternative: 0,
            rf: None,
            is_pending: false,
            location,
            read: Id::INITIAL,
            stamp: 0,
        };
        let graph = &self.levels.last().expect("there is a level").graph;
        let place = &graph.locations[location as usize];
        let mut branches = Vec::new();
        if !place.reads.is_empty() {
            let past = past_of_write(graph, &send);
            let mut reads = place.reads.clone();
            reads.sort_unstable_by_key(|read| graph.event(*read).stamp);
            for read in reads {
                let event = graph.event(read);
                let pattern = event.operation.operand;
                if !read.is_in(&past)
                    && graph.patterns.takes(pattern, operation.operand)
                    && is_maximal(graph, &*self.axioms, read, &past)
                {
                    branches.push(Branch::Revisit(Revisit {
                        read,
                        stamp: event.stamp,
                        ..send
                    }));
                }
            }
        }
        branches.push(Branch::Write {
            process,
            operation,
            place: place.co.len(),
        });
        branches
    }

    fn take_branches(
        &mut self,
        process: ProcessId,
        operation: Operation,
        location: u32,
    ) -> Result<Vec<Branch>, Stop> {
        let graph = self.graph();
        let reads = &graph.locations[location as usize].reads;
        let is_other = |read: &Id| read.process as usize != process.index();
        if reads.iter().any(is_other) {
            return Err(self.is_no_chain(operation.object));
        }
        let index = crate::graph::narrow(graph.threads[process.index()].len());
        let mut open = graph.open_messages(location, &operation, index);
        open.sort_by_cached_key(|send| std::cmp::Reverse(graph.rank(*send)));
        let take = |rf: Id| Branch::Read {
            process,
            operation,
            rf,
            is_stuck: false,
            role: Role::Read,
        };
        let mut branches = Vec::with_capacity(open.len() + 1);
        if operation.kind == Kind::TryTake && self.may_give_up(process, operation, &open) {
            branches.push(take(Id::INITIAL));
        }
        let graph = &self.levels.last().expect("there is a level").graph;
        let is_first = |send: &&Id| !comes_after(graph, &*self.axioms, **send, &open);
        branches.extend(open.iter().filter(is_first).map(|send| take(*send)));
        Ok(branches)
    }

    /// May the next event of a process come before all of these?
    fn may_give_up(&mut self, process: ProcessId, operation: Operation, open: &[Id]) -> bool {
        if open.is_empty() {
            return true;
        }
        let id = self.add(NewEvent::new(process.into(), operation));
        let graph = &self.levels.last().expect("there is a level").graph;
        let is_late = self.axioms.comes_before(graph, open, id);
        self.take_back();
        // (It was never there.)
        self.graph().next_stamp -= 1;
        !is_late
    }

    /// Adds a send, which no receive takes yet.
    pub(crate) fn send(
        &mut self,
        process: ProcessId,
        operation: Operation,
        location: u32,
    ) -> Result<bool, Stop> {
        let id = self.add_send(process, operation, location);
        self.execute(id)?;
        self.look_at_findings(id)
    }

    fn add_send(&mut self, process: ProcessId, operation: Operation, location: u32) -> Id {
        let place = self.graph().locations[location as usize].co.len();
        self.add(NewEvent {
            role: Role::Write,
            location,
            place: Some(place),
            ..NewEvent::new(process.into(), operation)
        })
    }

    /// Adds a receive that takes that message, or gives up.
    pub(crate) fn take(
        &mut self,
        process: ProcessId,
        operation: Operation,
        rf: Id,
        location: u32,
    ) -> Result<bool, Stop> {
        let id = self.add(NewEvent {
            role: Role::Read,
            location,
            rf,
            ..NewEvent::new(process.into(), operation)
        });
        self.run_take(id)
    }

    /// Adds a send, and the receive of the level that takes it.
    pub(crate) fn send_to_earlier(&mut self, revisit: Revisit) -> Result<bool, Stop> {
        let location = revisit.location;
        let send = self.add_send(revisit.process, revisit.operation, location);
        self.execute(send)?;
        if !self.look_at_findings(send)? {
            return Ok(false);
        }
        let revisited = self.revisited();
        let (turn, operation, stamp) = (revisited.turn, revisited.operation, revisited.stamp);
        let before = Some((revisited.after.clone(), revisited.is_drained));
        let graph = &self.levels.last().expect("there is a level").graph;
        let index = crate::graph::narrow(graph.threads[turn.process.index()].len());
        let open = graph.open_messages(location, &operation, index);
        if comes_after(graph, &*self.axioms, send, &open) {
            return Ok(false);
        }
        let id = self.add(NewEvent {
            role: Role::Read,
            location,
            rf: send,
            stamp: Some(stamp),
            before,
            ..NewEvent::new(turn, operation)
        });
        self.run_take(id)
    }

    /// Runs a receive, in a linear order in which its message is the first.
    fn run_take(&mut self, id: Id) -> Result<bool, Stop> {
        let graph = self.graph();
        let event = graph.event(id);
        let (location, rf) = (event.location, event.rf);
        let open = graph.open_messages(location, &event.operation, id.index);
        let first = graph.linear.iter().find(|id| open.contains(id)).copied();
        if first.unwrap_or(Id::INITIAL) == rf {
            self.execute(id)?;
        } else if rf.is_initial() {
            let past = self.past_of(id);
            let (before, rest) = self.split(&past);
            self.shorten(before);
            self.execute(id)?;
            self.check_taken(id)?;
            self.graph().linear.extend(rest);
            self.save_ready();
            self.go_there()?;
            self.rebuild_ready()?;
            return self.look_at_findings(id);
        } else {
            let mut past = graph.event(rf).porf.clone();
            close(graph, &mut past);
            let (mut order, rest) = self.split(&past);
            order.extend(rest);
            self.shorten(order);
            self.save_ready();
            // (It has run the same number of steps, and the same last one, in another order.)
            let level = self.levels.last_mut().expect("there is a level");
            self.runner.go_to(&mut level.graph)?;
            self.rebuild_ready()?;
            self.execute(id)?;
        }
        self.check_taken(id)?;
        self.look_at_findings(id)
    }

    /// The linear order, in two parts.
    fn split(&mut self, past: &Clock) -> (Vec<Id>, Vec<Id>) {
        let linear = &self.graph().linear;
        linear.iter().partition(|id| id.is_in(past))
    }

    fn check_taken(&mut self, id: Id) -> Result<(), Stop> {
        let graph = &self.levels.last().expect("there is a level").graph;
        match graph.has_taken(id, &self.runner.step.touches) {
            true => Ok(()),
            false => Err(not_taken().into()),
        }
    }

    /// A send or a receive of a task.
    pub(crate) fn rebuild_message(
        &mut self,
        mut new: NewEvent,
        location: u32,
        step: &TaskStep,
    ) -> Result<(), Stop> {
        let operation = new.operation;
        self.learn_patterns(location, &operation);
        let graph = self.graph();
        new.location = location;
        if operation.kind == Kind::Send {
            new.role = Role::Write;
            new.place = Some(graph.locations[location as usize].co.len());
        } else {
            let process = new.turn.process.index();
            let index = crate::graph::narrow(graph.threads[process].len());
            let open = graph.open_messages(location, &operation, index);
            let first = graph.linear.iter().find(|id| open.contains(id)).copied();
            if first.is_none() && operation.kind == Kind::Take {
                return Err(bad_task());
            }
            new.role = Role::Read;
            new.rf = first.unwrap_or(Id::INITIAL);
        }
        let is_send = new.role == Role::Write;
        if step.runs != Runs::Yes || step.write_stamp != is_send.then_some(step.stamp) {
            return Err(bad_task());
        }
        let id = self.add(new);
        self.execute(id)?;
        self.check_taken(id)
    }
}

#[cold]
pub(crate) fn not_taken() -> Halt {
    error("internal error: a process received another message than it should")
}
