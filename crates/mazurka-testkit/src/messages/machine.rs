//! A front end for programs that send messages, in the mode in which memory is the explorer's, or
//! for explorations by sequences, in which receives choose.
//!
//! A mailbox is a queue. The machine writes down what every receive took.

use super::program::{Code, GAVE_UP, Instruction, TAGS, Take, matches};
use super::seen::{Did, Seen};
use crate::graphs::identity::{INITIAL, Id, NOTHING, choice, id};
use crate::graphs::program::{Access, Action, Wait};
use mazurka_memory::Model;
use mazurka_program::{
    Access as Accessed, Edge, Guard, Interrupt, Kind, Mail, Names, ObjectId, ObjectName, Operation,
    ProcessId, Program, Status, Step, Touch, Turn,
};
use std::cell::RefCell;
use std::rc::Rc;

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
}

/// A message in a mailbox.
#[derive(Clone, Copy, Debug)]
struct Message {
    /// Which one it was, from one.
    number: u64,
    from: Id,
    tag: u64,
    mail: Mail,
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
    mutexes: Vec<ObjectId>,
    mailboxes: Vec<ObjectId>,
    is_held: Vec<bool>,
    queues: Vec<Vec<Message>>,
    sent: Vec<u64>,
    seen: Rc<RefCell<Seen>>,
    /// Do receives choose?
    chooses: bool,
    /// By thread: the receives that it has made.
    receives: Vec<Vec<Take>>,
    /// All messages of this execution, with their tags.
    all: Vec<(usize, Mail, u64)>,
}

impl Machine {
    /// A machine for this code under a model.
    #[must_use]
    pub fn new(code: Code, model: Model) -> Machine {
        let mut names = Names::new();
        let processes = processes(&code, &mut names);
        let mut objects = |count: usize, from: usize| -> Vec<ObjectId> {
            let place = |number: usize| ObjectName {
                creator: None,
                place: (from + number) as u64,
                generation: 0,
                part: 0,
            };
            (0..count)
                .map(|number| names.object(place(number)))
                .collect()
        };
        let memory = objects(code.locations, 0);
        let mutexes = objects(code.mutexes, 100);
        let mailboxes = objects(code.mailboxes, 200);
        Machine {
            code,
            model,
            names,
            threads: Vec::new(),
            processes,
            memory,
            mutexes,
            mailboxes,
            is_held: Vec::new(),
            queues: Vec::new(),
            sent: Vec::new(),
            seen: Rc::default(),
            chooses: false,
            receives: Vec::new(),
            all: Vec::new(),
        }
    }

    /// The same for explorations by sequences, in which receives choose.
    #[must_use]
    pub fn choosing(code: Code) -> Machine {
        Machine {
            chooses: true,
            ..Machine::new(code, Model::Sc)
        }
    }

    /// The message that a thread would send next to a mailbox.
    fn mail(&mut self, thread: usize, mailbox: usize) -> Option<Mail> {
        let from = self.processes[thread];
        let receives = |instruction: &Instruction| matches!(instruction, Instruction::Take(take, _) if take.mailbox == mailbox);
        let mut threads = self.code.threads.iter();
        let to = threads.position(|thread| thread.iter().any(receives))?;
        let all = self.all.iter();
        let known = all.filter(|(to, mail, _)| *to == mailbox && mail.from == from);
        let message = self.names.object(ObjectName {
            creator: Some(from),
            place: mailbox as u64,
            generation: 0,
            part: known.count() as u64,
        });
        Some(Mail {
            to: self.processes[to],
            from,
            message,
        })
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

    /// Which message of the queue a receive would take.
    fn first(&self, take: &Take) -> Option<usize> {
        let queue = &self.queues[take.mailbox];
        queue.iter().position(|message| take.matches(message.tag))
    }

    /// What the thread would do next, and whether it can.
    fn next(&self, thread: usize) -> Option<(Operation, bool)> {
        let state = &self.threads[thread];
        let nothing = ObjectId(0);
        let next = match *self.code.threads[thread].get(state.at)? {
            Instruction::Send(mailbox, tag) => {
                let tag = tag.unwrap_or((state.register + 1) % TAGS);
                let kind = match self.chooses {
                    true => Kind::Change,
                    false => Kind::Send,
                };
                (Operation::new(kind, self.mailboxes[mailbox], tag), true)
            }
            Instruction::Take(take, _) => {
                let kind = match take.gives_up {
                    true => Kind::TryTake,
                    false => Kind::Take,
                };
                let operation = Operation::new(kind, self.mailboxes[take.mailbox], take.pattern);
                (operation, take.gives_up || self.first(&take).is_some())
            }
            Instruction::Access(access, _) => {
                let operation = self.access(&access, state.register);
                let held = self.seen.borrow().held[access.location].1;
                (operation, access.wait.is_none_or(|wait| wait.opens(held)))
            }
            Instruction::Fence(order) => {
                let fence = Operation::new(Kind::Fence, nothing, 0);
                match self.chooses {
                    true => (fence, true),
                    false => (fence.ordered(order), true),
                }
            }
            Instruction::Lock(mutex) => {
                let operation = Operation::new(Kind::Lock, self.mutexes[mutex], 0);
                (operation, !self.is_held[mutex])
            }
            Instruction::Unlock(mutex) => {
                (Operation::new(Kind::Unlock, self.mutexes[mutex], 0), true)
            }
            Instruction::Choose(count, _) => (Operation::new(Kind::Choose, nothing, count), true),
            Instruction::Spawn(_) | Instruction::Join(_) => return None,
        };
        Some(next)
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
        let ordered = match self.chooses {
            true => operation,
            false => operation.ordered(access.order),
        };
        let guard = access.wait.map(|wait| match wait {
            Wait::Unless(value) => Guard::Unless(value),
            Wait::Until(value) => Guard::Learnt(value),
        });
        Operation {
            guard,
            failure: access.failure,
            ..ordered
        }
    }

    fn settle(&mut self, step: &mut Step) {
        loop {
            let mut is_changed = false;
            for number in 0..self.threads.len() {
                if self.threads[number].state != State::Running {
                    continue;
                }
                let process = self.processes[number];
                match self.code.threads[number].get(self.threads[number].at) {
                    None => self.threads[number].state = State::Finished,
                    Some(Instruction::Spawn(child)) => {
                        self.threads[*child].state = State::Running;
                        step.edges.push(Edge::Spawn {
                            parent: Some(process),
                            child: self.processes[*child],
                        });
                        self.threads[number].at += 1;
                    }
                    Some(Instruction::Join(target)) => {
                        if self.threads[*target].state != State::Finished {
                            continue;
                        }
                        step.edges.push(Edge::Join {
                            process,
                            target: self.processes[*target],
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
        let (write, held) = seen.held[location];
        let left = access.action.left(held, state.register);
        if !access.action.reads() {
            seen.writes[location].push((own, left));
            seen.held[location] = (run, left);
            seen.threads[thread].push(NOTHING);
            let touch = Touch::new(object, Accessed::Write, held, left);
            return (Did::Wrote(location, own), touch);
        }
        let rf = match write {
            0 => INITIAL,
            _ => seen.writes[location][write as usize - 1].0,
        };
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
        (Did::Updated(location, rf, own), touch)
    }

    fn step_take(&mut self, thread: usize, take: &Take, odd: usize, turn: Turn) -> Option<Touch> {
        let mut object = self.mailboxes[take.mailbox];
        let mut first = self.first(take);
        if self.chooses {
            self.receives[thread].push(*take);
            first = turn.sender().map(|sender| {
                let mut queue = self.queues[take.mailbox].iter();
                queue
                    .position(|message| message.mail.from == sender && take.matches(message.tag))
                    .expect("it is there")
            });
            if let Some(first) = first {
                object = self.queues[take.mailbox][first].mail.message;
            }
        }
        let (touch, rf, register) = match first {
            Some(first) => {
                let message = self.queues[take.mailbox].remove(first);
                let touch = Touch::new(object, Accessed::Write, message.number, 0);
                (touch, message.from, message.tag)
            }
            None if take.gives_up => {
                let access = match self.chooses {
                    true => Accessed::None,
                    false => Accessed::Read,
                };
                let touch = Touch::new(object, access, 0, 0);
                (touch, INITIAL, GAVE_UP)
            }
            None => return None,
        };
        let state = &mut self.threads[thread];
        state.register = register;
        state.at = if register % 2 == 1 { odd } else { state.at + 1 };
        self.seen.borrow_mut().threads[thread].push(rf);
        Some(touch)
    }

    fn step_send(
        &mut self,
        thread: usize,
        mailbox: usize,
        tag: Option<u64>,
        step: &mut Step,
    ) -> Touch {
        let mail = self.mail(thread, mailbox);
        let mut seen = self.seen.borrow_mut();
        let own = id(thread, seen.threads[thread].len());
        seen.threads[thread].push(NOTHING);
        let state = &mut self.threads[thread];
        state.at += 1;
        let before = self.sent[mailbox];
        self.sent[mailbox] += 1;
        let tag = tag.unwrap_or((state.register + 1) % TAGS);
        if let Some(mail) = mail {
            self.queues[mailbox].push(Message {
                number: before + 1,
                from: own,
                tag,
                mail,
            });
            if self.chooses {
                self.all.push((mailbox, mail, tag));
                step.sent = Some(mail);
                return Touch::new(mail.message, Accessed::Write, 0, 1);
            }
        }
        if self.chooses {
            return Touch::new(self.mailboxes[mailbox], Accessed::None, 0, 0);
        }
        Touch::new(self.mailboxes[mailbox], Accessed::Write, before, before + 1)
    }

    fn step_mutex(&mut self, thread: usize, mutex: usize, is_held: bool) -> Touch {
        let mut seen = self.seen.borrow_mut();
        let own = id(thread, seen.threads[thread].len());
        seen.threads[thread].push(NOTHING);
        seen.mutexes[mutex].push(own);
        self.threads[thread].at += 1;
        let before = u64::from(self.is_held[mutex]);
        self.is_held[mutex] = is_held;
        let object = self.mutexes[mutex];
        Touch::new(object, Accessed::Write, before, u64::from(is_held))
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
            self.threads.push(Thread {
                state: match is_spawned {
                    true => State::NotStarted,
                    false => State::Running,
                },
                at: 0,
                register: 0,
            });
            if !is_spawned {
                step.edges.push(Edge::Spawn {
                    parent: None,
                    child: self.processes[number],
                });
            }
        }
        self.is_held = vec![false; self.code.mutexes];
        self.queues = vec![Vec::new(); self.code.mailboxes];
        self.sent = vec![0; self.code.mailboxes];
        self.receives = vec![Vec::new(); self.threads.len()];
        self.all.clear();
        {
            let mut seen = self.seen.borrow_mut();
            let complaint = seen.complaint.take();
            *seen = Seen {
                threads: vec![Vec::new(); self.threads.len()],
                writes: vec![Vec::new(); self.code.locations],
                mutexes: vec![Vec::new(); self.code.mutexes],
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
        if thread.state != State::Running {
            return Status::Finished;
        }
        if let Some(Instruction::Join(target)) = self.code.threads[number].get(thread.at) {
            return Status::Joining(self.processes[*target]);
        }
        match self.next(number) {
            None => Status::Finished,
            Some((operation, true)) => Status::Enabled(operation),
            Some((operation, false)) => Status::Blocked(operation),
        }
    }

    fn recall(&mut self, object: ObjectId, write: u32, value: u64) {
        let Some(location) = self.memory.iter().position(|known| *known == object) else {
            self.complain(format!("{object:?} is not memory, and was recalled"));
            return;
        };
        let known = match write {
            0 => Some(0),
            _ => {
                let seen = self.seen.borrow();
                let written = seen.writes[location].get(write as usize - 1);
                written.map(|(_, left)| *left)
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
        let cannot = || Err(Interrupt::Error(format!("thread {thread} cannot run")));
        let instruction = self.code.threads[thread].get(state.at).copied();
        let Some(instruction) = instruction.filter(|_| state.state == State::Running) else {
            return cannot();
        };
        let mut did = Did::Other;
        match instruction {
            Instruction::Send(mailbox, tag) => {
                let touch = self.step_send(thread, mailbox, tag, step);
                step.touches.push(touch);
            }
            Instruction::Take(take, odd) => match self.step_take(thread, &take, odd, turn) {
                Some(touch) => step.touches.push(touch),
                None => return cannot(),
            },
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
            }
            Instruction::Lock(mutex) => {
                if self.is_held[mutex] {
                    return cannot();
                }
                step.touches.push(self.step_mutex(thread, mutex, true));
            }
            Instruction::Unlock(mutex) => {
                step.touches.push(self.step_mutex(thread, mutex, false));
            }
            Instruction::Spawn(_) | Instruction::Join(_) => return cannot(),
        }
        self.seen.borrow_mut().steps.push(did);
        self.settle(step);
        Ok(())
    }

    fn opens(&self, number: u64, value: u64) -> Option<bool> {
        Some(number == value)
    }

    fn takes(&self, pattern: u64, message: u64) -> bool {
        matches(pattern, message)
    }

    fn matching(&self, process: ProcessId, mail: &mut Vec<Mail>) {
        let thread = self.thread_of(process);
        let at = self.threads[thread].at;
        if let Some(Instruction::Take(take, _)) = self.code.threads[thread].get(at) {
            let queue = self.queues[take.mailbox].iter();
            let matching = queue.filter(|message| take.matches(message.tag));
            mail.extend(matching.map(|message| message.mail));
        }
    }

    fn matched(&mut self, process: ProcessId, nth: usize, message: ObjectId) -> bool {
        let take = self.receives[self.thread_of(process)][nth];
        let mut all = self.all.iter();
        all.any(|(mailbox, mail, tag)| {
            mail.message == message && *mailbox == take.mailbox && take.matches(*tag)
        })
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn names_mut(&mut self) -> &mut Names {
        &mut self.names
    }
}
