//! A front end for programs of this language, in the mode in which memory is the explorer's: it
//! announces orders, and reads what it is told to by [`mazurka_program::Program::recall`].
//!
//! It writes down what every read took, and complains if it is told something that cannot be.

use super::identity::{INITIAL, Id, Identity, NOTHING, choice, id};
use super::program::{Access, Action, Code, Instruction, Wait};
use mazurka_memory::Model;
use mazurka_program::{
    Access as Accessed, Edge, Guard, Interrupt, Kind, Names, ObjectId, ObjectName, Operation,
    ProcessId, Program, Status, Step, Touch, Turn,
};
use std::cell::RefCell;
use std::rc::Rc;

/// What the machine has seen in the execution so far.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Of each event of each thread: what it read.
    pub threads: Vec<Vec<Id>>,
    /// Of each location: its writes in the order in which they were run, and what they left.
    pub writes: Vec<Vec<(Id, u64)>>,
    /// Operations on strong objects, in the order in which they were run.
    pub strong: Vec<Strong>,
    /// What memory is said to hold, by location: the number of a write, and its value.
    pub held: Vec<(u32, u64)>,
    /// What the explorer did that it should not.
    pub complaint: Option<String>,
    /// The thread, and what it did, of each step.
    pub steps: Vec<(usize, Did)>,
}

/// An operation on a strong object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strong {
    thread: usize,
    index: usize,
    object: usize,
    changes: bool,
    /// The thread that it woke, where there is a choice.
    woken: Option<usize>,
}

/// What a step did, as schedules count it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Did {
    /// Read a location: its number, and the write that it took.
    Read(usize, Id),
    /// Wrote a location.
    Wrote(Id, usize),
    /// Both: what it took, itself, where.
    Updated(Id, Id, usize),
    /// Picked a number.
    Chose(u64),
    /// Something else.
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    NotStarted,
    Running,
    Finished,
}

#[derive(Clone, Debug)]
struct Thread {
    state: State,
    at: usize,
    register: u64,
    process: ProcessId,
    /// The condition variable at which it waits.
    waits_at: Option<usize>,
}

/// The machine.
#[derive(Debug)]
pub struct Machine {
    code: Code,
    model: Model,
    names: Names,
    threads: Vec<Thread>,
    processes: Vec<ProcessId>,
    memory: Vec<ObjectId>,
    strong: Vec<ObjectId>,
    values: Vec<u64>,
    seen: Rc<RefCell<Seen>>,
}

impl Machine {
    /// A machine for this code under a model.
    #[must_use]
    pub fn new(code: Code, model: Model) -> Machine {
        let mut names = Names::new();
        let processes = processes(&code, &mut names);
        let strong = code.strong();
        let mut object = |place: usize| {
            names.object(ObjectName {
                creator: None,
                place: place as u64,
                generation: 0,
                part: 0,
            })
        };
        let memory = (0..code.locations).map(&mut object).collect();
        let strong = (0..strong).map(|n| object(100 + n)).collect();
        Machine {
            code,
            model,
            names,
            threads: Vec::new(),
            processes,
            memory,
            strong,
            values: Vec::new(),
            seen: Rc::default(),
        }
    }

    /// What it sees, for the observer.
    #[must_use]
    pub fn seen(&self) -> Rc<RefCell<Seen>> {
        Rc::clone(&self.seen)
    }

    fn thread_of(&self, process: ProcessId) -> usize {
        let found = self.processes.iter().position(|known| *known == process);
        found.expect("a process of this program")
    }

    fn complain(&self, complaint: String) {
        self.seen.borrow_mut().complaint.get_or_insert(complaint);
    }

    /// What the thread would do next: an operation.
    fn operation(&self, thread: usize) -> Option<Operation> {
        let state = &self.threads[thread];
        let nothing = ObjectId(0);
        let semaphore = |semaphore: usize| self.strong[self.code.mutexes + semaphore];
        let on = |kind: Kind, condition: usize| {
            Operation::new(kind, self.strong[self.code.condition(condition)], 0)
        };
        let operation = match *self.code.threads[thread].get(state.at)? {
            Instruction::Access(access, _) => self.access(&access, state.register),
            Instruction::Fence(order) => Operation::new(Kind::Fence, nothing, 0).ordered(order),
            Instruction::Lock(mutex) => Operation::new(Kind::Lock, self.strong[mutex], 0),
            Instruction::TryLock(mutex, _) => Operation::new(Kind::TryLock, self.strong[mutex], 0),
            Instruction::Unlock(mutex) => Operation::new(Kind::Unlock, self.strong[mutex], 0),
            Instruction::Acquire(number, count) => {
                Operation::new(Kind::Acquire, semaphore(number), count)
            }
            Instruction::Release(number, count) => {
                Operation::new(Kind::Add, semaphore(number), count)
            }
            Instruction::Choose(count, _) => Operation::new(Kind::Choose, nothing, count),
            Instruction::Wait(condition, _) => on(Kind::Wait, condition),
            Instruction::NotifyOne(condition) => on(Kind::NotifyOne, condition),
            Instruction::NotifyAll(condition) => on(Kind::NotifyAll, condition),
            Instruction::Spawn(_) | Instruction::Join(_) => return None,
        };
        Some(operation)
    }

    fn access(&self, access: &Access, register: u64) -> Operation {
        let (kind, operand) = match access.action {
            Action::Load => (Kind::Load, 0),
            Action::Store(value) => (Kind::Store, value),
            Action::StoreNext => (Kind::Store, register + 1),
            Action::Add(summand) => (Kind::ReadModifyWrite, summand),
            Action::Swap(value) => (Kind::Swap, value),
            Action::Exchange(old, _) => (Kind::CompareExchange, old),
        };
        let operation = Operation::new(kind, self.memory[access.location], operand);
        let guard = access.wait.map(|wait| match wait {
            Wait::Unless(value) => Guard::Unless(value),
            Wait::Until(value) => Guard::Learnt(value),
        });
        Operation {
            guard,
            failure: access.failure,
            ..operation.ordered(access.order)
        }
    }

    /// What an object holds: of memory, what was said last.
    fn held(&self, object: ObjectId) -> u64 {
        if let Some(location) = self.memory.iter().position(|known| *known == object) {
            return self.seen.borrow().held[location].1;
        }
        let strong = self.strong.iter().position(|known| *known == object);
        self.values[strong.expect("an object of this program")]
    }

    fn settle(&mut self, step: &mut Step) {
        loop {
            let mut is_changed = false;
            for number in 0..self.threads.len() {
                let thread = &self.threads[number];
                if thread.state != State::Running || thread.waits_at.is_some() {
                    continue;
                }
                let process = thread.process;
                match self.code.threads[number].get(thread.at) {
                    None => self.threads[number].state = State::Finished,
                    Some(Instruction::Spawn(child)) => {
                        let child = &mut self.threads[*child];
                        child.state = State::Running;
                        step.edges.push(Edge::Spawn {
                            parent: Some(process),
                            child: child.process,
                        });
                        self.threads[number].at += 1;
                    }
                    Some(Instruction::Join(target)) => {
                        let target = &self.threads[*target];
                        if target.state != State::Finished {
                            continue;
                        }
                        step.edges.push(Edge::Join {
                            process,
                            target: target.process,
                        });
                        self.threads[number].at += 1;
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

    fn step_access(&mut self, thread: usize, access: &Access, odd: usize) -> (Did, Touch) {
        let location = access.location;
        let object = self.memory[location];
        let mut seen = self.seen.borrow_mut();
        let own = id(thread, seen.threads[thread].len());
        let state = &mut self.threads[thread];
        state.at += 1;
        let run = u32::try_from(seen.writes[location].len()).expect("few writes") + 1;
        if !access.action.reads() {
            let before = seen.held[location].1;
            let left = access.action.left(before, state.register);
            seen.writes[location].push((own, left));
            seen.held[location] = (run, left);
            seen.threads[thread].push(NOTHING);
            let touch = Touch::new(object, Accessed::Write, before, left);
            return (Did::Wrote(own, location), touch);
        }
        let (write, held) = seen.held[location];
        let rf = match write {
            0 => INITIAL,
            _ => seen.writes[location][write as usize - 1].0,
        };
        let left = access.action.left(held, state.register);
        let writes = match access.action {
            Action::Load => false,
            Action::Swap(value) => held != value || !self.model.is_buffered(),
            Action::Exchange(old, _) => held == old,
            _ => true,
        };
        state.register = held;
        if held % 2 == 1 {
            state.at = odd;
        }
        seen.threads[thread].push(rf);
        if access.wait.is_some_and(|wait| !wait.opens(held)) {
            let complaint = format!("thread {thread} was run with a value that it waits to go");
            seen.complaint.get_or_insert(complaint);
        }
        if !writes {
            let touch = Touch::new(object, Accessed::Read, held, held);
            return (Did::Read(location, rf), touch);
        }
        seen.writes[location].push((own, left));
        seen.held[location] = (run, left);
        let touch = Touch::new(object, Accessed::Write, held, left);
        (Did::Updated(rf, own, location), touch)
    }

    fn step_strong(&mut self, thread: usize, object: usize, after: Option<u64>) -> Touch {
        let mut seen = self.seen.borrow_mut();
        let before = self.values[object];
        let name = self.strong[object];
        self.threads[thread].at += 1;
        let index = seen.threads[thread].len();
        seen.threads[thread].push(NOTHING);
        seen.strong.push(Strong {
            thread,
            index,
            object,
            changes: after.is_some(),
            woken: None,
        });
        match after {
            Some(after) => {
                self.values[object] = after;
                Touch::new(name, Accessed::Write, before, after)
            }
            None => Touch::new(name, Accessed::Read, before, before),
        }
    }

    /// The threads that wait at a condition variable.
    fn waiters(&self, condition: usize) -> Vec<usize> {
        let threads = self.threads.iter().enumerate();
        let waits = threads.filter(|(_, thread)| thread.waits_at == Some(condition));
        waits.map(|(number, _)| number).collect()
    }

    fn step_wait(&mut self, thread: usize, condition: usize, mutex: usize, step: &mut Step) {
        let object = self.code.condition(condition);
        let mut touch = self.step_strong(thread, object, Some(self.values[object] + 1));
        touch.access = Accessed::Add;
        step.touches.push(touch);
        let (held, name) = (self.values[mutex], self.strong[mutex]);
        step.touches
            .push(Touch::new(name, Accessed::Write, held, 0));
        self.values[mutex] = 0;
        self.threads[thread].waits_at = Some(condition);
    }

    fn step_notify(&mut self, thread: usize, condition: usize, woken: &[usize], step: &mut Step) {
        let object = self.code.condition(condition);
        let left = self.values[object] - woken.len() as u64;
        let after = (!woken.is_empty()).then_some(left);
        step.touches.push(self.step_strong(thread, object, after));
        let by = self.processes[thread];
        for waiter in woken {
            self.threads[*waiter].waits_at = None;
            let process = self.processes[*waiter];
            step.edges.push(Edge::Wake { process, by });
        }
    }
}

/// A thread that is there from the start is the root or a child of it; others are children of
/// those that start them.
fn processes(code: &Code, names: &mut Names) -> Vec<ProcessId> {
    let mut processes = vec![ProcessId::ROOT; code.threads.len()];
    let mut roots = 0;
    for (number, is_spawned) in code.is_spawned.iter().enumerate() {
        if !is_spawned && number > 0 {
            processes[number] = names.child(ProcessId::ROOT, roots);
            roots += 1;
        }
    }
    for number in 0..code.threads.len() {
        let mut nth = if number == 0 { roots } else { 0 };
        for instruction in &code.threads[number] {
            if let Instruction::Spawn(child) = instruction {
                processes[*child] = names.child(processes[number], nth);
                nth += 1;
            }
        }
    }
    processes
}

impl Program for Machine {
    fn start(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        self.threads.clear();
        for (number, is_spawned) in self.code.is_spawned.iter().enumerate() {
            let process = self.processes[number];
            self.threads.push(Thread {
                state: match is_spawned {
                    true => State::NotStarted,
                    false => State::Running,
                },
                at: 0,
                register: 0,
                process,
                waits_at: None,
            });
            if !is_spawned {
                step.edges.push(Edge::Spawn {
                    parent: None,
                    child: process,
                });
            }
        }
        self.values = vec![0; self.code.mutexes];
        self.values.extend(&self.code.permits);
        self.values.resize(self.code.strong(), 0);
        {
            let mut seen = self.seen.borrow_mut();
            let complaint = seen.complaint.take();
            *seen = Seen {
                threads: vec![Vec::new(); self.threads.len()],
                writes: vec![Vec::new(); self.code.locations],
                strong: Vec::new(),
                held: vec![(0, 0); self.code.locations],
                complaint,
                steps: Vec::new(),
            };
        }
        self.settle(step);
        Ok(())
    }

    fn status(&self, process: ProcessId) -> Status {
        let number = self.thread_of(process);
        let thread = &self.threads[number];
        match thread.state {
            State::Running => {}
            State::NotStarted | State::Finished => return Status::Finished,
        }
        if thread.waits_at.is_some() {
            return Status::Waiting;
        }
        if let Some(Instruction::Join(target)) = self.code.threads[number].get(thread.at) {
            return Status::Joining(self.processes[*target]);
        }
        let Some(operation) = self.operation(number) else {
            return Status::Finished;
        };
        if !operation.is_guarded() {
            return Status::Enabled(operation);
        }
        let held = self.held(operation.object);
        let is_open = match operation.learnt_guard() {
            Some(open) => held == open,
            None => operation.enabled_at(held),
        };
        if is_open {
            Status::Enabled(operation)
        } else {
            Status::Blocked(operation)
        }
    }

    fn recall(&mut self, object: ObjectId, write: u32, value: u64) {
        let Some(location) = self.memory.iter().position(|known| *known == object) else {
            self.complain(format!("{object:?} is not memory, and was recalled"));
            return;
        };
        let known = {
            let seen = self.seen.borrow();
            match write {
                0 => Some(0),
                _ => seen.writes[location]
                    .get(write as usize - 1)
                    .map(|(_, left)| *left),
            }
        };
        if known != Some(value) {
            self.complain(format!(
                "write {write} of location {location} left {known:?}, and {value} was recalled"
            ));
            return;
        }
        self.seen.borrow_mut().held[location] = (write, value);
    }

    fn step(&mut self, turn: Turn, step: &mut Step) -> Result<(), Interrupt> {
        let thread = self.thread_of(turn.process);
        let state = &self.threads[thread];
        let is_running = state.state == State::Running;
        let instruction = self.code.threads[thread].get(state.at).copied();
        let Some(instruction) = instruction.filter(|_| is_running) else {
            return Err(Interrupt::Error(format!("thread {thread} cannot run")));
        };
        let semaphores = self.code.mutexes;
        let value = |object: usize| self.values[object];
        let mut strong = None;
        let mut did = Did::Other;
        match instruction {
            Instruction::Access(access, odd) => {
                let (done, touch) = self.step_access(thread, &access, odd);
                step.touches.push(touch);
                did = done;
            }
            Instruction::Fence(_) => {
                self.threads[thread].at += 1;
                self.seen.borrow_mut().threads[thread].push(NOTHING);
            }
            Instruction::Choose(_, odd) => {
                let number = u64::from(turn.alternative);
                let state = &mut self.threads[thread];
                state.register = number;
                state.at = if number % 2 == 1 { odd } else { state.at + 1 };
                self.seen.borrow_mut().threads[thread].push(choice(number));
                did = Did::Chose(number);
            }
            Instruction::Lock(mutex) => {
                if value(mutex) != 0 {
                    return Err(Interrupt::Error(format!(
                        "thread {thread} took a mutex that is held"
                    )));
                }
                strong = Some((mutex, Some(1)));
            }
            Instruction::TryLock(mutex, otherwise) => {
                if value(mutex) == 0 {
                    strong = Some((mutex, Some(1)));
                } else {
                    step.touches.push(self.step_strong(thread, mutex, None));
                    self.threads[thread].at = otherwise;
                }
            }
            Instruction::Unlock(mutex) => strong = Some((mutex, Some(0))),
            Instruction::Acquire(semaphore, count) => {
                let object = semaphores + semaphore;
                let Some(rest) = value(object).checked_sub(count) else {
                    return Err(Interrupt::Error(format!(
                        "thread {thread} took permits that are not there"
                    )));
                };
                strong = Some((object, Some(rest)));
            }
            Instruction::Release(semaphore, count) => {
                let object = semaphores + semaphore;
                let mut touch = self.step_strong(thread, object, Some(value(object) + count));
                touch.access = Accessed::Add;
                step.touches.push(touch);
            }
            Instruction::Wait(condition, mutex) => {
                if value(mutex) != 1 {
                    return Err(Interrupt::Error(format!("thread {thread} waits without")));
                }
                self.step_wait(thread, condition, mutex, step);
            }
            Instruction::NotifyOne(condition) => {
                let waiters = self.waiters(condition);
                let woken = waiters.get(turn.alternative as usize).copied();
                let list: Vec<usize> = woken.into_iter().collect();
                if list.is_empty() != waiters.is_empty() {
                    return Err(Interrupt::Error(format!(
                        "thread {thread} has no such choice"
                    )));
                }
                self.step_notify(thread, condition, &list, step);
                let mut seen = self.seen.borrow_mut();
                seen.strong.last_mut().expect("just added").woken = woken;
            }
            Instruction::NotifyAll(condition) => {
                let waiters = self.waiters(condition);
                self.step_notify(thread, condition, &waiters, step);
            }
            Instruction::Spawn(_) | Instruction::Join(_) => {
                return Err(Interrupt::Error(format!(
                    "thread {thread} announced nothing"
                )));
            }
        }
        if let Some((object, after)) = strong {
            step.touches.push(self.step_strong(thread, object, after));
        }
        self.seen.borrow_mut().steps.push((thread, did));
        self.settle(step);
        Ok(())
    }

    fn alternatives(&self, process: ProcessId) -> u32 {
        let number = self.thread_of(process);
        let at = self.threads[number].at;
        match self.code.threads[number].get(at) {
            Some(Instruction::Choose(count, _)) => u32::try_from(*count).unwrap_or(1),
            Some(Instruction::NotifyOne(condition)) => {
                u32::try_from(self.waiters(*condition).len().max(1)).unwrap_or(1)
            }
            _ => 1,
        }
    }

    fn opens(&self, number: u64, value: u64) -> Option<bool> {
        Some(number == value)
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn names_mut(&mut self) -> &mut Names {
        &mut self.names
    }
}

impl Seen {
    /// The execution that has ended, whose steps had these alternatives, with strong objects in
    /// these groups.
    ///
    /// # Errors
    /// When something does not fit.
    pub fn identity(&self, alternatives: &[u32], groups: &[usize]) -> Result<Identity, String> {
        if alternatives.len() != self.steps.len() {
            let (said, run) = (alternatives.len(), self.steps.len());
            return Err(format!("a schedule of {said} steps, and {run} were run"));
        }
        let co = self.order(alternatives)?;
        for (location, writes) in co.iter().enumerate() {
            let held = match self.held[location].0 {
                0 => None,
                number => Some(self.writes[location][number as usize - 1].0),
            };
            if held != writes.last().copied() {
                return Err(format!(
                    "what location {location} is said to hold at the end is not the last write"
                ));
            }
        }
        let mut threads = self.threads.clone();
        let mut strong: Vec<Vec<Id>> = vec![Vec::new(); groups.len()];
        for one in &self.strong {
            let changes = &mut strong[groups[one.object]];
            let read = &mut threads[one.thread][one.index];
            if one.changes {
                changes.push(id(one.thread, one.index));
                *read = one.woken.map_or(NOTHING, |woken| choice(woken as u64));
            } else {
                *read = changes.last().copied().unwrap_or(INITIAL);
            }
        }
        Ok(Identity {
            threads,
            co,
            strong,
            stuck: vec![false; self.threads.len()],
        })
    }

    /// The order of the writes, from the alternatives of the steps.
    ///
    /// # Errors
    /// When a read took another write than its alternative says.
    fn order(&self, alternatives: &[u32]) -> Result<Vec<Vec<Id>>, String> {
        let mut co: Vec<Vec<Id>> = vec![Vec::new(); self.writes.len()];
        for ((_, did), alternative) in self.steps.iter().zip(alternatives) {
            let back = *alternative as usize;
            let read = |co: &[Vec<Id>], rf: Id, location: usize| {
                let writes = &co[location];
                let at = match rf {
                    INITIAL => 0,
                    _ => {
                        1 + writes
                            .iter()
                            .position(|id| *id == rf)
                            .unwrap_or(writes.len())
                    }
                };
                if at + back == writes.len() {
                    return Ok(at);
                }
                Err(format!(
                    "a read of location {location} has the alternative {back}, and read {at} of {}",
                    writes.len()
                ))
            };
            match *did {
                Did::Read(location, rf) => {
                    read(&co, rf, location)?;
                }
                Did::Updated(rf, own, location) => {
                    let at = read(&co, rf, location)?;
                    co[location].insert(at, own);
                }
                Did::Wrote(own, location) => {
                    let writes = &mut co[location];
                    let at = writes.len().checked_sub(back);
                    let at = at.ok_or("a write is placed before all others, and further")?;
                    writes.insert(at, own);
                }
                Did::Chose(_) | Did::Other => {}
            }
        }
        Ok(co)
    }
}
