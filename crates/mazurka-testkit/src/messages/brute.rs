//! All executions of a program, by brute force: the next event of any thread is added. Mailboxes
//! are queues, so messages and receives come in an order in which they can happen. A read takes
//! any write, and a write gets any place among the others of its location, wherever the axioms of
//! [`crate::graphs::axioms`] hold for the whole graph.
//!
//! What messages add to the order: a message comes before its receive, and before all other
//! messages that the receive matches and that were not taken before it; a receive that gave up
//! comes before all of these. Only the first of these synchronises.

use super::program::{Code, GAVE_UP, Instruction, TAGS, Take};
use crate::graphs::axioms::{Event, Graph, Object, is_consistent};
use crate::graphs::identity::{
    EVENTS_MAX, INITIAL, Id, Identity, NOTHING, THREADS_MAX, choice, id,
};
use crate::graphs::program::{Access, Action};
use crate::graphs::relation::Relation;
use mazurka_memory::Model;
use mazurka_program::{FindingKind, Order};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// All executions, and what is found at their ends.
pub type Executions = BTreeMap<Identity, Option<FindingKind>>;

/// By thread: how many of its events come before, by program order, spawn and join.
type Known = [u8; THREADS_MAX];

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    NotStarted,
    Running,
    Finished,
}

/// What an event has to do with messages.
#[derive(Clone, Copy)]
enum Message {
    None,
    Send(usize, u64),
    Take(Take),
}

#[derive(Clone, Copy)]
struct Added {
    event: Event,
    known: Known,
    message: Message,
    /// What it left where it wrote.
    left: u64,
}

#[derive(Clone)]
struct Thread {
    state: State,
    at: usize,
    register: u64,
    /// It has started or joined another just now.
    is_fenced: bool,
    known: Known,
    events: Vec<Added>,
}

#[derive(Clone)]
struct Partial {
    threads: Vec<Thread>,
    co: Vec<Vec<Id>>,
    strong: Vec<Vec<Id>>,
    is_held: Vec<bool>,
    queues: Vec<Vec<(Id, u64)>>,
}

/// All executions of a program under a model; none if there are more than `max` on the way.
#[must_use]
pub fn executions(code: &Code, model: Model, max: usize) -> Option<Executions> {
    let judge = Judge { code, model };
    let thread = |is_spawned: &bool| Thread {
        state: match is_spawned {
            true => State::NotStarted,
            false => State::Running,
        },
        at: 0,
        register: 0,
        is_fenced: false,
        known: [0; THREADS_MAX],
        events: Vec::new(),
    };
    let mut first = Partial {
        threads: code.is_spawned.iter().map(thread).collect(),
        co: vec![Vec::new(); code.locations],
        strong: vec![Vec::new(); code.mutexes],
        is_held: vec![false; code.mutexes],
        queues: vec![Vec::new(); code.mailboxes],
    };
    judge.settle(&mut first);
    let mut seen = FxHashSet::default();
    let mut found = Executions::new();
    let mut stack = vec![first];
    let mut next = Vec::new();
    while let Some(partial) = stack.pop() {
        let events: usize = partial.threads.iter().map(|t| t.events.len()).sum();
        if events >= EVENTS_MAX {
            return None;
        }
        judge.extend(&partial, &mut next);
        // (If nothing can be added otherwise, messages came in an order that memory forbids.)
        if (0..code.threads.len()).all(|thread| judge.rests(&partial, thread)) {
            found.insert(partial.identity(), judge.end(&partial));
        }
        for partial in next.drain(..) {
            if seen.insert(partial.key()) {
                stack.push(partial);
            }
        }
        if seen.len() > max {
            return None;
        }
    }
    Some(found)
}

impl Partial {
    fn key(&self) -> Box<[Id]> {
        let mut key = Vec::new();
        for thread in &self.threads {
            key.push(thread.events.len() as u8);
            key.extend(thread.events.iter().map(|added| added.event.rf));
        }
        for order in self.co.iter().chain(&self.strong) {
            key.push(order.len() as u8);
            key.extend(order);
        }
        for queue in &self.queues {
            key.push(queue.len() as u8);
            key.extend(queue.iter().map(|(from, _)| from));
        }
        key.into()
    }

    fn identity(&self) -> Identity {
        let reads = |thread: &Thread| thread.events.iter().map(|added| added.event.rf).collect();
        Identity {
            threads: self.threads.iter().map(reads).collect(),
            co: self.co.clone(),
            strong: self.strong.clone(),
            stuck: vec![false; self.threads.len()],
        }
    }

    fn value(&self, write: Id) -> u64 {
        if write == INITIAL {
            return 0;
        }
        let mut all = self.threads.iter().flat_map(|thread| &thread.events);
        let found = all.find(|added| added.event.id == write);
        found.expect("it is there").left
    }

    fn last(&self, location: usize) -> Id {
        self.co[location].last().copied().unwrap_or(INITIAL)
    }

    fn add(&mut self, event: Event, message: Message, left: u64, register: u64, at: usize) {
        let thread = &mut self.threads[event.thread];
        let known = thread.known;
        thread.events.push(Added {
            event,
            known,
            message,
            left,
        });
        thread.known[event.thread] += 1;
        thread.register = register;
        thread.is_fenced = false;
        thread.at = at;
    }

    fn first(&self, take: &Take) -> Option<usize> {
        let queue = &self.queues[take.mailbox];
        queue.iter().position(|(_, tag)| take.matches(*tag))
    }
}

struct Judge<'a> {
    code: &'a Code,
    model: Model,
}

impl Judge<'_> {
    /// Local code: threads are started and joined, and finish.
    fn settle(&self, partial: &mut Partial) {
        loop {
            let mut is_changed = false;
            for number in 0..partial.threads.len() {
                let thread = &partial.threads[number];
                if thread.state != State::Running {
                    continue;
                }
                let known = thread.known;
                match self.code.threads[number].get(thread.at) {
                    None => partial.threads[number].state = State::Finished,
                    Some(Instruction::Spawn(child)) => {
                        let child = &mut partial.threads[*child];
                        child.state = State::Running;
                        child.known = known;
                        partial.threads[number].at += 1;
                        partial.threads[number].is_fenced = true;
                    }
                    Some(Instruction::Join(target)) => {
                        let target = &partial.threads[*target];
                        if target.state != State::Finished {
                            continue;
                        }
                        let more = target.known;
                        let thread = &mut partial.threads[number];
                        for (own, other) in thread.known.iter_mut().zip(more) {
                            *own = (*own).max(other);
                        }
                        thread.at += 1;
                        thread.is_fenced = true;
                    }
                    Some(_) => continue,
                }
                is_changed = true;
            }
            if !is_changed {
                return;
            }
        }
    }

    /// What a thread that has not finished would do.
    fn next(&self, partial: &Partial, thread: usize) -> Option<Instruction> {
        let state = &partial.threads[thread];
        match state.state {
            State::Running => self.code.threads[thread].get(state.at).copied(),
            State::NotStarted | State::Finished => None,
        }
    }

    /// Does the thread do nothing more if nothing else happens?
    fn rests(&self, partial: &Partial, thread: usize) -> bool {
        match self.next(partial, thread) {
            None | Some(Instruction::Join(_)) => true,
            Some(Instruction::Access(access, _)) => {
                let held = partial.value(partial.last(access.location));
                access.wait.is_some_and(|wait| !wait.opens(held))
            }
            Some(Instruction::Lock(mutex)) => partial.is_held[mutex],
            Some(Instruction::Take(take, _)) => !take.gives_up && partial.first(&take).is_none(),
            Some(_) => false,
        }
    }

    fn end(&self, partial: &Partial) -> Option<FindingKind> {
        let mut stuck = None;
        for (number, thread) in partial.threads.iter().enumerate() {
            if thread.state != State::Running {
                continue;
            }
            match self.next(partial, number) {
                Some(Instruction::Access(..)) => stuck = Some(FindingKind::Livelock),
                _ => stuck = stuck.or(Some(FindingKind::Deadlock)),
            }
        }
        stuck
    }

    /// All consistent graphs with one event more.
    fn extend(&self, partial: &Partial, to: &mut Vec<Partial>) {
        for thread in 0..partial.threads.len() {
            let Some(instruction) = self.next(partial, thread) else {
                continue;
            };
            let state = &partial.threads[thread];
            let (at, register) = (state.at, state.register);
            let event = Event {
                id: id(thread, state.events.len()),
                thread,
                object: Object::Nothing,
                order: Order::Relaxed,
                reads: false,
                writes: false,
                is_update: false,
                is_fenced: state.is_fenced,
                rf: NOTHING,
            };
            let strong = |object: usize, rf: Id| Event {
                object: Object::Strong(object),
                rf,
                ..event
            };
            let from = to.len();
            let mut more = partial.clone();
            match instruction {
                Instruction::Access(access, odd) => {
                    self.extend_access(partial, event, &access, odd, to);
                }
                Instruction::Fence(order) => {
                    let object = Object::Fence;
                    let fence = Event {
                        object,
                        order,
                        ..event
                    };
                    more.add(fence, Message::None, 0, register, at + 1);
                    to.push(more);
                }
                Instruction::Choose(count, odd) => {
                    for number in 0..count {
                        let mut more = partial.clone();
                        let rf = choice(number);
                        let next = if number % 2 == 1 { odd } else { at + 1 };
                        more.add(Event { rf, ..event }, Message::None, 0, number, next);
                        to.push(more);
                    }
                }
                Instruction::Lock(mutex) | Instruction::Unlock(mutex) => {
                    let locks = matches!(instruction, Instruction::Lock(_));
                    if locks && partial.is_held[mutex] {
                        continue;
                    }
                    let event = Event {
                        writes: true,
                        ..strong(mutex, NOTHING)
                    };
                    more.is_held[mutex] = locks;
                    more.strong[mutex].push(event.id);
                    more.add(event, Message::None, 0, register, at + 1);
                    to.push(more);
                }
                Instruction::Send(mailbox, tag) => {
                    let tag = tag.unwrap_or((register + 1) % TAGS);
                    let event = strong(self.code.mutexes + mailbox, NOTHING);
                    if self.code.is_taken[mailbox] {
                        more.queues[mailbox].push((event.id, tag));
                    }
                    more.add(event, Message::Send(mailbox, tag), 0, register, at + 1);
                    to.push(more);
                }
                Instruction::Take(take, odd) => {
                    let (rf, tag) = match partial.first(&take) {
                        Some(first) => more.queues[take.mailbox].remove(first),
                        None if take.gives_up => (INITIAL, GAVE_UP),
                        None => continue,
                    };
                    let event = strong(self.code.mutexes + take.mailbox, rf);
                    let next = if tag % 2 == 1 { odd } else { at + 1 };
                    more.add(event, Message::Take(take), 0, tag, next);
                    to.push(more);
                }
                Instruction::Spawn(_) | Instruction::Join(_) => {}
            }
            let mut kept = from;
            for i in from..to.len() {
                if self.is_consistent(&to[i]) {
                    self.settle(&mut to[i]);
                    to.swap(kept, i);
                    kept += 1;
                }
            }
            to.truncate(kept);
        }
    }

    fn extend_access(
        &self,
        partial: &Partial,
        event: Event,
        access: &Access,
        odd: usize,
        to: &mut Vec<Partial>,
    ) {
        let state = &partial.threads[event.thread];
        let writes = &partial.co[access.location];
        let mut event = Event {
            object: Object::Memory(access.location),
            order: access.order,
            reads: access.action.reads(),
            is_update: access.action.is_update(),
            ..event
        };
        for place in 0..=writes.len() {
            let mut more = partial.clone();
            if !event.reads {
                let left = access.action.left(0, state.register);
                event.writes = true;
                more.add(event, Message::None, left, state.register, state.at + 1);
                more.co[access.location].insert(place, event.id);
                to.push(more);
                continue;
            }
            let rf = match place {
                0 => INITIAL,
                _ => writes[place - 1],
            };
            let held = partial.value(rf);
            if access.wait.is_some_and(|wait| !wait.opens(held)) {
                continue;
            }
            let left = access.action.left(held, state.register);
            event.rf = rf;
            event.order = access.order;
            event.writes = match access.action {
                Action::Load | Action::Store(_) | Action::StoreNext => false,
                Action::Add(_) => true,
                // One that changes nothing is a read where stores are buffered.
                Action::Swap(value) => held != value || !self.model.is_buffered(),
                Action::Exchange(old, _) => {
                    if held != old {
                        event.order = access.failure;
                    }
                    held == old
                }
            };
            let next = if held % 2 == 1 { odd } else { state.at + 1 };
            more.add(event, Message::None, left, held, next);
            if event.writes {
                more.co[access.location].insert(place, event.id);
            }
            to.push(more);
        }
    }

    fn is_consistent(&self, partial: &Partial) -> bool {
        if !self.code.has_memory() {
            // It was added in an order in which it can happen.
            return true;
        }
        let all: Vec<&Added> = (partial.threads.iter())
            .flat_map(|thread| &thread.events)
            .collect();
        let events: Vec<Event> = all.iter().map(|added| added.event).collect();
        let mut before = Relation::empty();
        for (b, added) in all.iter().enumerate() {
            for (a, other) in all.iter().enumerate() {
                let thread = other.event.thread;
                let index = usize::from(other.event.id) % EVENTS_MAX;
                if thread != added.event.thread && index < usize::from(added.known[thread]) {
                    before.add(a, b);
                }
            }
        }
        self.add_messages(&all, &mut before);
        let graph = Graph {
            events: &events,
            before,
            co: &partial.co,
            strong: &partial.strong,
        };
        is_consistent(self.model, &graph)
    }

    /// Adds the order that messages make.
    fn add_messages(&self, all: &[&Added], before: &mut Relation) {
        let place = |id: Id| all.iter().position(|added| added.event.id == id);
        for (at, added) in all.iter().enumerate() {
            let Message::Take(take) = added.message else {
                continue;
            };
            let message = place(added.event.rf);
            if let Some(message) = message {
                before.add(message, at);
            }
            if !self.model.is_buffered() {
                // It does not synchronise. And there is no cycle: all this was added in an
                // order in which it can happen.
                continue;
            }
            for (to, other) in all.iter().enumerate() {
                let Message::Send(mailbox, tag) = other.message else {
                    continue;
                };
                let is_before = |earlier: &&&Added| {
                    earlier.event.thread == added.event.thread && earlier.event.id < added.event.id
                };
                let mut earlier = all.iter().filter(is_before);
                let is_gone = earlier.any(|earlier| earlier.event.rf == other.event.id);
                if mailbox == take.mailbox
                    && take.matches(tag)
                    && other.event.id != added.event.rf
                    && !is_gone
                {
                    before.add(message.unwrap_or(at), to);
                }
            }
        }
    }
}
