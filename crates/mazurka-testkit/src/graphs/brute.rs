//! All execution graphs of a program, by brute force: the next event of any thread is added, with
//! any write that it could read and at any place among the writes of its location, wherever the
//! whole graph is consistent then. What was there before is left out.
//!
//! An execution is at its end when every thread has finished or waits for ever: for a value that
//! the last write of the location does not have, for a mutex that is held, for permits that are
//! not there, or for a thread that does one of these.

use super::axioms::{Event, Graph, Object, is_consistent};
use super::identity::{INITIAL, Id, Identity, NOTHING, THREADS_MAX, choice, id};
use super::program::{Access, Action, Code, Instruction};
use super::relation::Relation;
use mazurka_memory::Model;
use mazurka_program::{FindingKind, Order};
use rustc_hash::FxHashSet;
use std::cell::Cell;
use std::collections::BTreeMap;

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// What is found: threads wait for ever.
    pub stuck: Option<FindingKind>,
    /// What each location holds then.
    pub memory: Vec<u64>,
    /// What each thread has read and chosen, in order.
    pub reads: Vec<Vec<u64>>,
}

/// All executions.
pub type Executions = BTreeMap<Identity, End>;

/// By thread: how many of its events come before, by program order, spawn and join.
type Known = [u8; THREADS_MAX];

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    NotStarted,
    Running,
    Finished,
}

#[derive(Clone)]
struct Thread {
    state: State,
    at: usize,
    register: u64,
    /// The condition variable at which it waits.
    waits_at: Option<usize>,
    /// It has started or joined another just now.
    is_fenced: bool,
    known: Known,
    events: Vec<(Event, Known)>,
    /// What each of its events left where it wrote.
    left: Vec<u64>,
    /// What it has read and chosen.
    read: Vec<u64>,
}

#[derive(Clone)]
struct Partial {
    threads: Vec<Thread>,
    co: Vec<Vec<Id>>,
    strong: Vec<Vec<Id>>,
    values: Vec<u64>,
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// There were more graphs on the way than allowed, or too many events.
    TooLarge,
}

/// All executions of a program under a model, with at most `max` graphs on the way.
///
/// # Errors
/// When there are too many.
///
/// # Panics
/// When a thread can neither go on nor waits: the axioms are at fault.
pub fn executions(code: &Code, model: Model, max: usize) -> Result<Executions, Trouble> {
    executions_and_groups(code, model, max).map(|(executions, _)| executions)
}

/// The same, and for each strong object the first one of its group: those that one operation
/// changes together are as one object, and all of its changes have one order.
///
/// # Errors
/// When there are too many.
///
/// # Panics
/// When a thread can neither go on nor waits: the axioms are at fault.
pub fn executions_and_groups(
    code: &Code,
    model: Model,
    max: usize,
) -> Result<(Executions, Vec<usize>), Trouble> {
    let mut groups: Vec<usize> = (0..code.strong()).collect();
    loop {
        let judge = Judge {
            code,
            model,
            groups: groups.clone(),
            together: Cell::new(None),
        };
        let found = judge.executions(max)?;
        let Some((one, other)) = judge.together.get() else {
            return Ok((found, groups));
        };
        let (first, second) = (
            groups[one].min(groups[other]),
            groups[one].max(groups[other]),
        );
        for group in &mut groups {
            if *group == second {
                *group = first;
            }
        }
    }
}

struct Judge<'a> {
    code: &'a Code,
    model: Model,
    /// By strong object: the first of its group.
    groups: Vec<usize>,
    /// Strong objects that turned out to belong together.
    together: Cell<Option<(usize, usize)>>,
}

impl Partial {
    fn key(&self) -> Box<[Id]> {
        let mut key = Vec::new();
        for thread in &self.threads {
            key.push(thread.events.len() as u8);
            key.extend(thread.events.iter().map(|(event, _)| event.rf));
        }
        for order in self.co.iter().chain(&self.strong) {
            key.push(order.len() as u8);
            key.extend(order);
        }
        key.into()
    }

    fn identity(&self, code: &Code) -> Identity {
        let reads = |thread: &Thread| thread.events.iter().map(|(event, _)| event.rf).collect();
        let stuck = |thread: &Thread| thread.state == State::Running;
        debug_assert_eq!(code.threads.len(), self.threads.len());
        Identity {
            threads: self.threads.iter().map(reads).collect(),
            co: self.co.clone(),
            strong: self.strong.clone(),
            stuck: self.threads.iter().map(stuck).collect(),
        }
    }

    fn value(&self, write: Id) -> u64 {
        if write == INITIAL {
            return 0;
        }
        let find = |thread: &Thread| {
            let at = thread
                .events
                .iter()
                .position(|(event, _)| event.id == write);
            at.map(|at| thread.left[at])
        };
        self.threads.iter().find_map(find).expect("it is there")
    }

    /// The threads that wait at a condition variable.
    fn waiters(&self, condition: usize) -> Vec<usize> {
        let threads = self.threads.iter().enumerate();
        let waits = threads.filter(|(_, thread)| thread.waits_at == Some(condition));
        waits.map(|(number, _)| number).collect()
    }

    fn last(&self, location: usize) -> Id {
        self.co[location].last().copied().unwrap_or(INITIAL)
    }

    fn add(&mut self, thread: usize, event: Event, left: u64, register: u64, at: usize) {
        let thread = &mut self.threads[thread];
        thread.events.push((event, thread.known));
        thread.left.push(left);
        thread.known[event.thread] += 1;
        if matches!(event.object, Object::Memory(_)) && event.reads
            || event.object == Object::Nothing
        {
            thread.read.push(register);
        }
        thread.register = register;
        thread.is_fenced = false;
        thread.at = at;
    }
}

impl Judge<'_> {
    fn executions(&self, max: usize) -> Result<Executions, Trouble> {
        let code = self.code;
        let mut first = Partial {
            threads: code
                .is_spawned
                .iter()
                .map(|is_spawned| Thread {
                    state: match is_spawned {
                        true => State::NotStarted,
                        false => State::Running,
                    },
                    at: 0,
                    register: 0,
                    waits_at: None,
                    is_fenced: false,
                    known: [0; THREADS_MAX],
                    events: Vec::new(),
                    left: Vec::new(),
                    read: Vec::new(),
                })
                .collect(),
            co: vec![Vec::new(); code.locations],
            strong: vec![Vec::new(); code.strong()],
            values: vec![0; code.mutexes],
        };
        first.values.extend(&code.permits);
        first.values.resize(code.strong(), 0);
        self.settle(&mut first);
        let mut seen = FxHashSet::default();
        let mut found = Executions::new();
        let mut stack = vec![first];
        let mut next = Vec::new();
        while let Some(partial) = stack.pop() {
            self.extend(&partial, &mut next);
            let is_end = next.is_empty();
            if (0..code.threads.len()).all(|thread| self.rests(&partial, thread)) {
                found.insert(partial.identity(code), self.end(&partial));
            } else {
                assert!(!is_end, "a thread can go on, and no way is consistent");
            }
            for partial in next.drain(..) {
                if seen.insert(partial.key()) {
                    stack.push(partial);
                }
            }
            if self.together.get().is_some() {
                return Ok(found);
            }
            if seen.len() > max {
                return Err(Trouble::TooLarge);
            }
        }
        Ok(found)
    }

    /// Local code: threads are started and joined, and finish.
    fn settle(&self, partial: &mut Partial) {
        loop {
            let mut is_changed = false;
            for number in 0..partial.threads.len() {
                let thread = &partial.threads[number];
                if thread.state != State::Running {
                    continue;
                }
                if thread.waits_at.is_some() {
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
            State::Running if state.waits_at.is_some() => None,
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
            Some(Instruction::Lock(mutex)) => partial.values[mutex] != 0,
            Some(Instruction::Acquire(semaphore, count)) => {
                partial.values[self.code.mutexes + semaphore] < count
            }
            Some(_) => false,
        }
    }

    fn end(&self, partial: &Partial) -> End {
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
        let locations = 0..self.code.locations;
        End {
            stuck,
            memory: locations
                .map(|location| partial.value(partial.last(location)))
                .collect(),
            reads: partial
                .threads
                .iter()
                .map(|thread| thread.read.clone())
                .collect(),
        }
    }

    /// All consistent graphs with one event more.
    fn extend(&self, partial: &Partial, to: &mut Vec<Partial>) {
        for thread in 0..partial.threads.len() {
            let Some(instruction) = self.next(partial, thread) else {
                continue;
            };
            let state = &partial.threads[thread];
            let at = state.at;
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
            let first = to.len();
            match instruction {
                Instruction::Access(access, odd) => {
                    self.extend_access(partial, event, &access, odd, to);
                }
                Instruction::Fence(order) => {
                    let mut more = partial.clone();
                    let object = Object::Fence;
                    let event = Event {
                        object,
                        order,
                        ..event
                    };
                    more.add(thread, event, 0, state.register, at + 1);
                    to.push(more);
                }
                Instruction::Choose(count, odd) => {
                    for number in 0..count {
                        let mut more = partial.clone();
                        let rf = choice(number);
                        let next = if number % 2 == 1 { odd } else { at + 1 };
                        more.add(thread, Event { rf, ..event }, 0, number, next);
                        to.push(more);
                    }
                }
                Instruction::Lock(_)
                | Instruction::TryLock(..)
                | Instruction::Unlock(_)
                | Instruction::Acquire(..)
                | Instruction::Release(..) => {
                    to.extend(self.extend_strong(partial, event, instruction));
                }
                Instruction::Wait(condition, mutex) => {
                    to.push(self.extend_wait(partial, event, condition, mutex));
                }
                Instruction::NotifyOne(condition) => {
                    let waiters = partial.waiters(condition);
                    for woken in &waiters {
                        to.push(self.extend_notify(partial, event, condition, &[*woken]));
                        let own = &mut to.last_mut().expect("just added").threads[thread];
                        let event = &mut own.events.last_mut().expect("just added").0;
                        event.rf = choice(*woken as u64);
                    }
                    if waiters.is_empty() {
                        to.push(self.extend_notify(partial, event, condition, &[]));
                    }
                }
                Instruction::NotifyAll(condition) => {
                    let waiters = partial.waiters(condition);
                    to.push(self.extend_notify(partial, event, condition, &waiters));
                }
                Instruction::Spawn(_) | Instruction::Join(_) => {}
            }
            let mut kept = first;
            for i in first..to.len() {
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
        if !event.reads {
            let left = access.action.left(0, state.register);
            event.writes = true;
            for place in 0..=writes.len() {
                let mut more = partial.clone();
                more.add(event.thread, event, left, state.register, state.at + 1);
                more.co[access.location].insert(place, event.id);
                to.push(more);
            }
            return;
        }
        for place in 0..=writes.len() {
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
            let mut more = partial.clone();
            more.add(event.thread, event, left, held, next);
            if event.writes {
                more.co[access.location].insert(place, event.id);
            }
            to.push(more);
        }
    }

    /// Strong operations are in one order with program order and what is read, so they can be
    /// added in that order: each comes last.
    fn extend_strong(
        &self,
        partial: &Partial,
        event: Event,
        instruction: Instruction,
    ) -> Option<Partial> {
        let semaphores = self.code.mutexes;
        let state = &partial.threads[event.thread];
        let mut next = state.at + 1;
        let value = |object: usize| partial.values[object];
        // The object, and what it holds after: none if it is only read.
        let (object, after) = match instruction {
            Instruction::Lock(mutex) if value(mutex) == 0 => (mutex, Some(1)),
            Instruction::TryLock(mutex, _) if value(mutex) == 0 => (mutex, Some(1)),
            Instruction::TryLock(mutex, otherwise) => {
                next = otherwise;
                (mutex, None)
            }
            Instruction::Unlock(mutex) => (mutex, Some(0)),
            Instruction::Acquire(semaphore, count) => {
                let object = semaphores + semaphore;
                (object, Some(value(object).checked_sub(count)?))
            }
            Instruction::Release(semaphore, count) => {
                let object = semaphores + semaphore;
                (object, Some(value(object) + count))
            }
            _ => return None,
        };
        let mut more = partial.clone();
        if let Some(after) = after {
            more.values[object] = after;
        }
        self.add_strong(&mut more, event, object, after.is_some(), next);
        Some(more)
    }

    fn add_strong(
        &self,
        to: &mut Partial,
        event: Event,
        object: usize,
        changes: bool,
        next: usize,
    ) {
        let group = self.groups[object];
        let event = Event {
            object: Object::Strong(group),
            writes: changes,
            reads: !changes,
            rf: match changes {
                true => NOTHING,
                false => to.strong[group].last().copied().unwrap_or(INITIAL),
            },
            ..event
        };
        if changes {
            to.strong[group].push(event.id);
        }
        let register = to.threads[event.thread].register;
        to.add(event.thread, event, 0, register, next);
    }

    fn extend_wait(
        &self,
        partial: &Partial,
        event: Event,
        condition: usize,
        mutex: usize,
    ) -> Partial {
        let object = self.code.condition(condition);
        if self.groups[object] != self.groups[mutex] {
            self.together.set(Some((object, mutex)));
        }
        let mut more = partial.clone();
        more.values[mutex] = 0;
        more.values[object] += 1;
        let next = partial.threads[event.thread].at + 1;
        self.add_strong(&mut more, event, object, true, next);
        more.threads[event.thread].waits_at = Some(condition);
        more
    }

    fn extend_notify(
        &self,
        partial: &Partial,
        event: Event,
        condition: usize,
        woken: &[usize],
    ) -> Partial {
        let object = self.code.condition(condition);
        let mut more = partial.clone();
        more.values[object] -= woken.len() as u64;
        let next = partial.threads[event.thread].at + 1;
        self.add_strong(&mut more, event, object, !woken.is_empty(), next);
        let known = more.threads[event.thread].known;
        for waiter in woken {
            let waiter = &mut more.threads[*waiter];
            waiter.waits_at = None;
            waiter.is_fenced = true;
            for (own, other) in waiter.known.iter_mut().zip(known) {
                *own = (*own).max(other);
            }
        }
        more
    }

    fn is_consistent(&self, partial: &Partial) -> bool {
        let all = partial.threads.iter().flat_map(|thread| &thread.events);
        let events: Vec<Event> = all.clone().map(|(event, _)| *event).collect();
        assert!(events.len() <= 32, "a small program");
        let mut before = Relation::empty();
        if self.code.has_joins {
            for (b, (event, known)) in all.enumerate() {
                let mut a = 0;
                for (number, thread) in partial.threads.iter().enumerate() {
                    for index in 0..thread.events.len() {
                        if number != event.thread && index < usize::from(known[number]) {
                            before.add(a, b);
                        }
                        a += 1;
                    }
                }
            }
        }
        let graph = Graph {
            events: &events,
            before,
            co: &partial.co,
            strong: &partial.strong,
        };
        is_consistent(self.model, &graph)
    }
}
