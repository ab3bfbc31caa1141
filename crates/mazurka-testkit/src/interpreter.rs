//! A front end for [`ir::Program`]s: an interpreter whose states can be copied,
//! so that the oracle can branch where an explorer has to replay.
//!
//! Spawning and joining are local code. A child's local code up to its first
//! operation runs in the step that spawned it, and a process that waits in a
//! join goes on inside the step in which its target finishes.
//!
//! Every object is a location that holds a value; what only one process can
//! know of it (that it holds a lock, that it waits) is kept with that process.
//!
//! Under TSO and PSO, stores are local code as well, in a module of their own.

mod buffer;
mod channel;
mod mailbox;

use crate::ir::{self, Class, Comparison, REGISTERS, Statement};
use buffer::Waits;
use mazurka_memory::Buffers;
use mazurka_program::{
    Access, Branch, EXCLUSIVE, Edge, Finding, FindingKind, Interrupt, Kind, Names, ObjectId,
    ObjectName, Operation, ProcessId, Program, Status, Step, Touch, Turn,
};

/// What a once holds while it runs, and when it has run.
const RUNNING: u64 = 1;
const DONE: u64 = 2;

/// How far a process is in its next statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// It has not begun.
    New,
    /// It spins, and has seen this value.
    Seen(u64),
    /// It waits at a condition variable.
    Waiting,
    /// It waits at a condition variable with a timeout, and has been notified.
    Notified,
    /// It has waited at a condition variable, and takes the mutex again; then it
    /// learns whether time ran out, if it waited with a timeout.
    Locking { timed_out: Option<bool> },
    /// It has sent the message with this number, and waits until it is taken.
    Handing(usize),
}

/// A process in some state of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Process<'a> {
    body: usize,
    registers: [u64; REGISTERS],
    /// What is left to do: the rest of the innermost block comes last.
    rest: Vec<&'a [Statement]>,
    phase: Phase,
    /// What its next statement has to do with its store buffer.
    waits: Waits,
    /// The process that it waits for.
    joining: Option<ProcessId>,
    finished: bool,
    discarded: bool,
    /// The bodies and names of the processes that it may still join.
    handles: Vec<(usize, ProcessId)>,
    /// How many children it has had.
    children: u32,
    /// The mutexes that it holds, and the read-write locks that it writes.
    holds: Vec<ObjectId>,
    /// The read-write locks that it reads, as often as it reads them.
    reads: Vec<ObjectId>,
}

impl<'a> Process<'a> {
    fn new(program: &'a ir::Program, body: usize, children: u32) -> Process<'a> {
        Process {
            body,
            registers: [0; REGISTERS],
            rest: vec![&program.bodies[body]],
            phase: Phase::New,
            waits: Waits::New,
            joining: None,
            finished: false,
            discarded: false,
            handles: Vec::new(),
            children,
            holds: Vec::new(),
            reads: Vec::new(),
        }
    }

    /// The next statement, if there is one.
    fn peek(&self) -> Option<&'a Statement> {
        self.rest.last()?.first()
    }

    /// Leaves the next statement, and every block that has nothing left.
    fn advance(&mut self) {
        self.phase = Phase::New;
        self.waits = Waits::New;
        if let Some(block) = self.rest.last_mut() {
            *block = &block[1..];
        }
        self.leave_empty_blocks();
    }

    fn leave_empty_blocks(&mut self) {
        while self.rest.last().is_some_and(|block| block.is_empty()) {
            self.rest.pop();
        }
    }

    /// Does it wait at this condition variable, and has not been notified?
    fn waits_at(&self, condvar: usize) -> bool {
        self.phase == Phase::Waiting
            && matches!(self.peek(),
                Some(Statement::Wait { condvar: c, .. } | Statement::WaitTimeout { condvar: c, .. })
                    if *c == condvar)
    }
}

/// Removes `object` from the list, once; was it there?
fn remove(objects: &mut Vec<ObjectId>, object: ObjectId) -> bool {
    let at = objects.iter().position(|other| *other == object);
    at.map(|at| objects.remove(at)).is_some()
}

/// A state of an execution: everything that its future depends on.
#[derive(Clone, Debug)]
pub struct State<'a> {
    /// The values of the objects, the variables first.
    values: Vec<u64>,
    variables: usize,
    /// The messages that were sent to each channel, taken or not.
    messages: Vec<Vec<u64>>,
    /// The messages that were sent to each mailbox, taken or not.
    mail: Vec<Vec<mailbox::Message>>,
    /// By [`ProcessId::index`]; none where the process does not exist yet, or is
    /// a shadow process.
    processes: Vec<Option<Process<'a>>>,
    buffers: Buffers<()>,
    /// The shadow processes that exist.
    shadows: Vec<ProcessId>,
}

/// Two states are the same if all that a program could see is, and nothing is
/// left in a store buffer. (Buffers are not compared: which numbers their marks
/// have depends on the order of what commutes.)
impl PartialEq for State<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
            && self.messages == other.messages
            && self.mail == other.mail
            && self.processes == other.processes
            && self.is_drained()
            && other.is_drained()
    }
}

impl<'a> State<'a> {
    /// The values of the shared variables.
    #[must_use]
    pub fn variables(&self) -> &[u64] {
        &self.values[..self.variables]
    }

    /// What an object holds.
    #[must_use]
    pub fn value(&self, object: ObjectId) -> u64 {
        self.values[object.index()]
    }

    /// The processes that exist, shadow processes too.
    pub fn processes(&self) -> impl Iterator<Item = ProcessId> {
        self.owners().chain(self.shadows.iter().copied())
    }

    /// The processes that exist and are not shadows of others.
    pub fn owners(&self) -> impl Iterator<Item = ProcessId> {
        let exists = |(index, process): (usize, &Option<Process<'_>>)| {
            process.as_ref()?;
            Some(ProcessId(u32::try_from(index).expect("few processes")))
        };
        self.processes.iter().enumerate().filter_map(exists)
    }

    /// The registers of a process that exists.
    #[must_use]
    pub fn registers(&self, process: ProcessId) -> &[u64; REGISTERS] {
        &self.process(process).registers
    }

    fn process(&self, process: ProcessId) -> &Process<'a> {
        self.processes[process.index()]
            .as_ref()
            .expect("the process exists")
    }
}

/// The objects of a program: their names, for people, and values at the start.
#[derive(Default)]
struct Objects {
    labels: Vec<String>,
    initial: Vec<u64>,
    /// The first object of each class, in the order of [`Class::ALL`]. Channels
    /// and mailboxes consist of several objects: see [`channel`], [`mailbox`].
    first: [usize; Class::ALL.len()],
    /// What is known of each channel.
    channels: Vec<channel::Known>,
    /// What is known of each mailbox.
    mailboxes: Vec<mailbox::Known>,
    /// The token of the first root.
    tokens: usize,
    /// What data choices announce, though they touch nothing.
    choices: usize,
}

impl Objects {
    fn new(program: &ir::Program) -> Objects {
        let mut objects = Objects::default();
        for class in Class::ALL {
            objects.first[class as usize] = objects.labels.len();
            if let Class::Channel | Class::Mailbox = class {
                continue;
            }
            for number in 0..program.objects(class) {
                let permits = program.permits.get(number).copied();
                let initial = permits.filter(|_| class == Class::Semaphore);
                objects.add(format!("{}{number}", class.letter()), initial.unwrap_or(0));
            }
        }
        for number in 0..program.channels.len() {
            let first = objects.labels.len();
            objects
                .channels
                .push(channel::Known::new(program, number, first));
            for (label, initial) in channel::objects(program, number) {
                objects.add(label, initial);
            }
        }
        for number in 0..program.objects(Class::Mailbox) {
            let known = mailbox::Known::new(program, number, objects.labels.len());
            for label in known.labels(program, number) {
                objects.add(label, 0);
            }
            objects.mailboxes.push(known);
        }
        objects.tokens = objects.labels.len();
        for root in 0..program.roots {
            objects.add(format!("the token of root {root}"), 0);
        }
        objects.choices = objects.labels.len();
        objects.add("a choice".into(), 0);
        objects
    }

    fn add(&mut self, label: String, initial: u64) {
        self.labels.push(label);
        self.initial.push(initial);
    }
}

/// Objects are interned in their order, so that their place is their number.
fn object_id(place: usize) -> ObjectId {
    ObjectId(u32::try_from(place).expect("few objects"))
}

/// The interpreter: a program, the names in it, and the current state.
pub struct Interpreter<'a> {
    program: &'a ir::Program,
    names: Names,
    /// For each process that `names` knows, its place in the spawn tree.
    places: Vec<u64>,
    objects: Objects,
    state: State<'a>,
}

impl<'a> Interpreter<'a> {
    /// An interpreter that has not started an execution yet.
    ///
    /// # Panics
    /// When the program does not [validate](ir::Program::validate).
    #[must_use]
    pub fn new(program: &'a ir::Program) -> Interpreter<'a> {
        if let Err(error) = program.validate() {
            panic!("not a program: {error}");
        }
        let objects = Objects::new(program);
        let mut names = Names::new();
        for place in 0..objects.labels.len() {
            let name = ObjectName {
                creator: None,
                place: place as u64,
                generation: 0,
                part: 0,
            };
            assert_eq!(
                names.object(name),
                object_id(place),
                "all are named in order"
            );
        }
        let state = State {
            values: Vec::new(),
            variables: objects.first[Class::Mutex as usize],
            messages: Vec::new(),
            mail: Vec::new(),
            processes: Vec::new(),
            buffers: Buffers::new(program.model, program.bound),
            shadows: Vec::new(),
        };
        Interpreter {
            program,
            names,
            places: vec![0],
            objects,
            state,
        }
    }

    /// The current state.
    #[must_use]
    pub fn state(&self) -> &State<'a> {
        &self.state
    }

    /// Goes back (or over) to another state of the same program.
    pub fn set_state(&mut self, state: State<'a>) {
        self.state = state;
    }

    /// The process with this name, whether it exists yet or not.
    pub fn parse_process(&mut self, name: &str) -> Option<ProcessId> {
        self.names.parse_process(name)
    }

    /// What an object is called in the program: for people.
    #[must_use]
    pub fn label(&self, object: ObjectId) -> &str {
        &self.objects.labels[object.index()]
    }

    /// What an operation does, in the words of the program: for people.
    #[must_use]
    pub fn describe(&self, operation: &Operation) -> String {
        let mut text = format!("{:?} {}", operation.kind, self.label(operation.object));
        if operation.operand != 0 {
            text += &format!(" {}", operation.operand);
        }
        if let Some(value) = operation.unless {
            text += &format!(" unless {value}");
        }
        text
    }

    /// The place of a process in the spawn tree, packed into a number that is
    /// the same in every exploration: four bits for each level, the first
    /// level highest, so that numbers are ordered as paths are. The lower half
    /// is for the number of a shadow process.
    ///
    /// # Panics
    /// When the process has never existed.
    #[must_use]
    pub fn place(&self, process: ProcessId) -> u64 {
        self.places[process.index()]
    }

    fn process_mut(&mut self, process: ProcessId) -> &mut Process<'a> {
        self.state.processes[process.index()]
            .as_mut()
            .expect("the process exists")
    }

    fn object(&self, class: Class, number: usize) -> ObjectId {
        object_id(self.objects.first[class as usize] + number)
    }

    fn token(&self, root: usize) -> ObjectId {
        object_id(self.objects.tokens + root)
    }

    /// Brings a process into existence, about to run its local code.
    fn create(&mut self, child: ProcessId, body: usize, children: u32) {
        self.know_places();
        let processes = &mut self.state.processes;
        if processes.len() <= child.index() {
            processes.resize(child.index() + 1, None);
        }
        debug_assert!(processes[child.index()].is_none(), "{child:?} exists");
        processes[child.index()] = Some(Process::new(self.program, body, children));
    }

    /// Finds the places of the processes that were named since.
    fn know_places(&mut self) {
        for index in self.places.len()..self.names.process_count() {
            let known = ProcessId(u32::try_from(index).expect("few processes"));
            self.places.push(place_of(&self.names, known));
        }
    }

    /// Runs the local code of `process`, and of all whom that lets go on.
    fn run_local(&mut self, process: ProcessId, step: &mut Step) {
        let mut runnable = vec![process];
        while let Some(process) = runnable.pop() {
            self.process_mut(process).leave_empty_blocks();
            self.run_process(process, &mut runnable, step);
        }
    }

    /// Runs the local code of one process up to its next operation, to a join
    /// or a store buffer that must wait, or to its end.
    fn run_process(&mut self, id: ProcessId, runnable: &mut Vec<ProcessId>, step: &mut Step) {
        loop {
            let statement = self.process_mut(id).peek();
            if statement.is_none_or(Statement::is_fenced) && !self.drain(id, step) {
                return;
            }
            let Some(statement) = statement else {
                return self.finish(id, runnable, step);
            };
            if self.state.buffers.is_relaxed() && statement.is_buffered() {
                if !self.store(id, statement, step) {
                    return;
                }
                self.process_mut(id).advance();
                continue;
            }
            if statement.is_operation() {
                return;
            }
            self.process_mut(id).advance();
            let registers = *self.state.registers(id);
            match statement {
                Statement::If {
                    register,
                    equals,
                    then,
                    otherwise,
                } => {
                    let holds = registers[*register] == *equals;
                    let process = self.process_mut(id);
                    process.rest.push(if holds { then } else { otherwise });
                    process.leave_empty_blocks();
                }
                Statement::Fence => {}
                Statement::StoreBarrier => self.state.buffers.barrier(id),
                Statement::Spawn(body) => runnable.push(self.spawn(id, *body, step)),
                Statement::Join(body) => {
                    if !self.join(id, *body, step) {
                        return;
                    }
                }
                Statement::Assert {
                    register,
                    equal,
                    value,
                } => {
                    let found = registers[*register];
                    if (found == *value) != *equal {
                        let message = format!("{statement}: it was {found}");
                        found_bug(FindingKind::Panic, id, message, step);
                        self.process_mut(id).rest.clear();
                    }
                }
                Statement::Assume {
                    register,
                    equal,
                    value,
                } => {
                    if (registers[*register] == *value) != *equal {
                        self.process_mut(id).discarded = true;
                        return;
                    }
                }
                operation => unreachable!("{operation} is not local code"),
            }
        }
    }

    fn spawn(&mut self, parent: ProcessId, body: usize, step: &mut Step) -> ProcessId {
        let nth = self.process_mut(parent).children;
        let child = self.names.child(parent, nth);
        self.process_mut(parent).children += 1;
        self.process_mut(parent).handles.push((body, child));
        self.create(child, body, 0);
        step.edges.push(Edge::Spawn {
            parent: Some(parent),
            child,
        });
        child
    }

    /// Joins the last child with this body; false if the process must wait.
    fn join(&mut self, id: ProcessId, body: usize, step: &mut Step) -> bool {
        let process = self.process_mut(id);
        let last = process.handles.iter().rposition(|(b, _)| *b == body);
        let Some(last) = last else { return true };
        let (_, target) = process.handles.remove(last);
        if self.state.process(target).finished {
            step.edges.push(Edge::Join {
                process: id,
                target,
            });
            return true;
        }
        self.process_mut(id).joining = Some(target);
        false
    }

    /// Ends a process, and lets whoever waits for it go on.
    fn finish(&mut self, target: ProcessId, runnable: &mut Vec<ProcessId>, step: &mut Step) {
        let process = self.process_mut(target);
        process.finished = true;
        let waits = |id: &ProcessId| self.state.process(*id).joining == Some(target);
        // Only its parent has a handle to join it by.
        let waiting = self.state.owners().find(waits);
        if let Some(id) = waiting {
            self.process_mut(id).joining = None;
            step.edges.push(Edge::Join {
                process: id,
                target,
            });
            runnable.push(id);
        }
    }

    /// The operation that a process announces, which is neither finished nor
    /// waiting for another process.
    fn announce(&self, id: ProcessId) -> Operation {
        let process = self.state.process(id);
        let statement = process.peek().expect("it is not finished");
        let value = |value: &ir::Value| value.of(&process.registers);
        let on = |kind, class, number: &usize, operand| {
            Operation::new(kind, self.object(class, *number), operand)
        };
        let variable = |kind, number: &usize, operand| on(kind, Class::Variable, number, operand);
        let load = |number: &usize| {
            let object = self.object(Class::Variable, *number);
            Operation {
                store: self.state.buffers.latest(id, object),
                ..Operation::new(Kind::Load, object, 0)
            }
        };
        let spin = |operation: Operation| Operation {
            unless: match process.phase {
                Phase::Seen(value) => Some(value),
                _ => None,
            },
            ..operation
        };
        match statement {
            Statement::Load { variable: x, .. } => load(x),
            Statement::Store {
                variable: x,
                value: v,
            }
            | Statement::StoreRelease {
                variable: x,
                value: v,
            }
            | Statement::StoreSeqCst {
                variable: x,
                value: v,
            } => variable(Kind::Store, x, value(v)),
            Statement::FetchAdd { variable: x, .. } => variable(Kind::ReadModifyWrite, x, 0),
            Statement::Swap {
                variable: x,
                value: v,
                ..
            } => variable(Kind::Swap, x, value(v)),
            Statement::CompareExchange {
                variable: x,
                expected,
                ..
            } => variable(Kind::CompareExchange, x, value(expected)),
            Statement::Add {
                variable: x,
                summand,
            } => variable(Kind::Add, x, *summand),
            Statement::Set(x) => variable(Kind::Set, x, ir::SET),
            Statement::Spin { variable: x, .. } => spin(load(x)),
            Statement::SpinCompareExchange {
                variable: x,
                expected,
                ..
            } => spin(variable(Kind::CompareExchange, x, value(expected))),
            Statement::Await(comparisons)
            | Statement::AwaitAny(comparisons)
            | Statement::AwaitThen { comparisons, .. } => {
                variable(Kind::Await, &comparisons[0].variable, 0)
            }
            Statement::Lock(m) => on(Kind::Lock, Class::Mutex, m, 0),
            Statement::TryLock { mutex: m, .. } => on(Kind::TryLock, Class::Mutex, m, 0),
            Statement::Unlock(m) => on(Kind::Unlock, Class::Mutex, m, 0),
            Statement::Read(w) => on(Kind::LockShared, Class::RwLock, w, 0),
            Statement::TryRead { lock: w, .. } => on(Kind::TryLockShared, Class::RwLock, w, 0),
            Statement::UnlockRead(w) => on(Kind::UnlockShared, Class::RwLock, w, 0),
            Statement::Write(w) => on(Kind::Lock, Class::RwLock, w, 0),
            Statement::TryWrite { lock: w, .. } => on(Kind::TryLock, Class::RwLock, w, 0),
            Statement::UnlockWrite(w) => on(Kind::Unlock, Class::RwLock, w, 0),
            Statement::Acquire {
                semaphore: s,
                permits,
            } => on(Kind::Acquire, Class::Semaphore, s, *permits),
            Statement::TryAcquire {
                semaphore: s,
                permits,
                ..
            } => on(Kind::TryAcquire, Class::Semaphore, s, *permits),
            Statement::Release {
                semaphore: s,
                permits,
            } => on(Kind::Add, Class::Semaphore, s, *permits),
            Statement::Begin { once: o, .. } => on(Kind::Begin, Class::Once, o, 0),
            Statement::Complete(o) => on(Kind::Store, Class::Once, o, DONE),
            Statement::Choose { alternatives, .. } => {
                let choices = object_id(self.objects.choices);
                Operation::new(Kind::Choose, choices, *alternatives)
            }
            Statement::Wait {
                condvar: c,
                mutex: m,
            }
            | Statement::WaitTimeout {
                condvar: c,
                mutex: m,
                ..
            } => match process.phase {
                Phase::Locking { .. } => on(Kind::Lock, Class::Mutex, m, 0),
                Phase::Waiting | Phase::Notified => on(Kind::ReadModifyWrite, Class::Condvar, c, 0),
                _ => on(Kind::Wait, Class::Condvar, c, 0),
            },
            Statement::NotifyOne(c) => on(Kind::NotifyOne, Class::Condvar, c, 0),
            Statement::NotifyAll(c) => on(Kind::NotifyAll, Class::Condvar, c, 0),
            // Only roots park, and each has a body of its own.
            Statement::Park => Operation::new(Kind::Acquire, self.token(process.body), 1),
            Statement::Unpark(root) => Operation::new(Kind::Set, self.token(*root), 1),
            message => self
                .announce_mail(message)
                .unwrap_or_else(|| self.announce_message(message, process.phase)),
        }
    }

    /// Does a comparison hold for a process, which sees its own stores?
    fn holds(&self, id: ProcessId, comparison: &Comparison) -> bool {
        let variable = self.object(Class::Variable, comparison.variable);
        comparison.holds(self.look(id, variable))
    }

    /// Can the announced operation of a process run now?
    fn is_ready(&self, id: ProcessId, operation: &Operation) -> bool {
        let process = self.state.process(id);
        match process.peek() {
            Some(Statement::Await(comparisons) | Statement::AwaitThen { comparisons, .. }) => {
                comparisons.iter().all(|c| self.holds(id, c))
            }
            Some(Statement::AwaitAny(comparisons)) => comparisons.iter().any(|c| self.holds(id, c)),
            Some(statement) if operation.kind.is_opaque() => {
                self.mail_is_ready(statement) && self.message_is_ready(statement, process.phase)
            }
            _ => {
                operation.enabled_at(self.state.value(operation.object))
                    && !self.looks_at_own(id, operation)
            }
        }
    }

    /// Runs the announced operation of a process, with the registers that it
    /// has; is its statement done then?
    fn operate(&mut self, turn: Turn, statement: &Statement, step: &mut Step) -> bool {
        let id = turn.process;
        let object = self.announce(id).object;
        let registers = *self.state.registers(id);
        let held = self.state.value(object);
        match statement {
            Statement::Load { register, .. } => {
                let seen = self.load(id, object, step);
                self.receive(id, *register, seen);
            }
            Statement::Store { value, .. }
            | Statement::StoreRelease { value, .. }
            | Statement::StoreSeqCst { value, .. } => {
                self.touch(object, Access::Write, value.of(&registers), step);
            }
            Statement::FetchAdd {
                summand, register, ..
            } => {
                self.touch(object, Access::Write, held.wrapping_add(*summand), step);
                self.receive(id, *register, held);
            }
            Statement::Swap {
                value, register, ..
            } => {
                let new = value.of(&registers);
                let access = if new == held {
                    Access::Read
                } else {
                    Access::Write
                };
                self.touch(object, access, new, step);
                self.receive(id, *register, held);
            }
            Statement::CompareExchange {
                expected,
                new,
                register,
                ..
            } => {
                if held == expected.of(&registers) {
                    self.touch(object, Access::Write, new.of(&registers), step);
                } else {
                    self.read(object, step);
                }
                self.receive(id, *register, held);
            }
            Statement::Add { summand, .. } => self.add(object, *summand, step),
            Statement::Set(_) => self.touch(object, Access::Set, ir::SET, step),
            Statement::Spin { value, .. } => {
                let seen = self.load(id, object, step);
                return self.spin(id, seen, seen == value.of(&registers));
            }
            Statement::SpinCompareExchange { expected, new, .. } => {
                let equal = held == expected.of(&registers);
                if equal {
                    self.touch(object, Access::Write, new.of(&registers), step);
                } else {
                    self.read(object, step);
                }
                return self.spin(id, held, equal);
            }
            Statement::Await(comparisons) | Statement::AwaitAny(comparisons) => {
                for comparison in comparisons {
                    self.load(id, self.object(Class::Variable, comparison.variable), step);
                }
            }
            Statement::AwaitThen {
                comparisons,
                variable,
                value,
            } => {
                for comparison in comparisons.iter().filter(|c| c.variable != *variable) {
                    self.load(id, self.object(Class::Variable, comparison.variable), step);
                }
                let written = self.object(Class::Variable, *variable);
                self.touch(written, Access::Write, *value, step);
            }
            Statement::Choose { register, .. } => {
                self.receive(id, *register, turn.alternative.into());
            }
            Statement::Begin { register, .. } => {
                let run = held == 0;
                if run {
                    self.touch(object, Access::Write, RUNNING, step);
                } else {
                    self.read(object, step);
                }
                self.receive(id, *register, run.into());
            }
            Statement::Complete(_) => self.touch(object, Access::Write, DONE, step),
            Statement::Acquire { permits, .. } => {
                self.touch(object, Access::Write, held - permits, step);
            }
            Statement::TryAcquire {
                permits, register, ..
            } => {
                let enough = held >= *permits;
                if enough {
                    self.touch(object, Access::Write, held - permits, step);
                } else {
                    self.read(object, step);
                }
                self.receive(id, *register, enough.into());
            }
            Statement::Release { permits, .. } => self.add(object, *permits, step),
            Statement::Park => self.touch(object, Access::Write, held - 1, step),
            Statement::Unpark(_) => self.touch(object, Access::Set, 1, step),
            Statement::Lock(_)
            | Statement::TryLock { .. }
            | Statement::Unlock(_)
            | Statement::Read(_)
            | Statement::TryRead { .. }
            | Statement::UnlockRead(_)
            | Statement::Write(_)
            | Statement::TryWrite { .. }
            | Statement::UnlockWrite(_) => self.operate_lock(id, statement, object, step),
            Statement::Wait { .. } | Statement::WaitTimeout { .. } => {
                return self.operate_wait(id, statement, step);
            }
            Statement::NotifyOne(condvar) => {
                let waiter = self
                    .waiters(*condvar)
                    .get(turn.alternative as usize)
                    .copied();
                self.notify(id, object, waiter.as_slice(), step);
            }
            Statement::NotifyAll(condvar) => {
                let waiters = self.waiters(*condvar);
                self.notify(id, object, &waiters, step);
            }
            Statement::Post { mailbox, value } => {
                self.post(id, *mailbox, value.of(&registers), step);
            }
            Statement::Receive {
                mailbox,
                wanted,
                register,
            }
            | Statement::ReceiveTimeout {
                mailbox,
                wanted,
                register,
            } => {
                let result = self.take_wanted(*mailbox, *wanted, step);
                self.receive(id, *register, result);
            }
            message => return self.operate_message(id, message, step),
        }
        true
    }

    /// Has the process, which spins and saw this value, seen what it waits for?
    fn spin(&mut self, id: ProcessId, seen: u64, done: bool) -> bool {
        self.process_mut(id).phase = Phase::Seen(seen);
        done
    }

    fn operate_lock(
        &mut self,
        id: ProcessId,
        statement: &Statement,
        object: ObjectId,
        step: &mut Step,
    ) {
        let held = self.state.value(object);
        let taken = match statement {
            Statement::TryRead { .. } => held >= EXCLUSIVE,
            _ => held != 0,
        };
        if let Some(register) = statement.result() {
            self.receive(id, register, (!taken).into());
            if taken {
                return self.read(object, step);
            }
        }
        match statement {
            Statement::Lock(_) | Statement::TryLock { .. } => {
                debug_assert_eq!(held, 0, "{object:?} is held");
                self.process_mut(id).holds.push(object);
                self.touch(object, Access::Write, 1, step);
            }
            Statement::Write(_) | Statement::TryWrite { .. } => {
                debug_assert_eq!(held, 0, "{object:?} is held");
                self.process_mut(id).holds.push(object);
                self.touch(object, Access::Write, EXCLUSIVE, step);
            }
            Statement::Read(_) | Statement::TryRead { .. } => {
                debug_assert!(held < EXCLUSIVE, "{object:?} is written");
                self.process_mut(id).reads.push(object);
                self.add(object, 1, step);
            }
            Statement::UnlockRead(_) => {
                if remove(&mut self.process_mut(id).reads, object) {
                    self.add(object, u64::MAX, step);
                } else {
                    self.not_held(id, object, step);
                }
            }
            _ => {
                if remove(&mut self.process_mut(id).holds, object) {
                    self.touch(object, Access::Write, 0, step);
                } else {
                    self.not_held(id, object, step);
                }
            }
        }
    }

    /// A process gives back what it does not hold.
    fn not_held(&mut self, id: ProcessId, object: ObjectId, step: &mut Step) {
        let message = self.label(object).to_owned();
        found_bug(FindingKind::UnlockNotHeld, id, message, step);
        self.touch(object, Access::None, self.state.value(object), step);
    }

    /// One of the operations of a wait; is that the last of them?
    fn operate_wait(&mut self, id: ProcessId, statement: &Statement, step: &mut Step) -> bool {
        let (Statement::Wait { condvar, mutex } | Statement::WaitTimeout { condvar, mutex, .. }) =
            statement
        else {
            unreachable!("{statement} is no wait");
        };
        let condvar = self.object(Class::Condvar, *condvar);
        let mutex = self.object(Class::Mutex, *mutex);
        let phase = self.state.process(id).phase;
        let next = match phase {
            Phase::Locking { timed_out } => {
                self.process_mut(id).holds.push(mutex);
                self.touch(mutex, Access::Write, 1, step);
                if let (Some(register), Some(timed_out)) = (statement.result(), timed_out) {
                    self.receive(id, register, timed_out.into());
                }
                return true;
            }
            Phase::Waiting | Phase::Notified => {
                let timed_out = phase == Phase::Waiting;
                let waiters = self.state.value(condvar) - u64::from(timed_out);
                self.touch(condvar, Access::Write, waiters, step);
                Phase::Locking {
                    timed_out: Some(timed_out),
                }
            }
            _ if remove(&mut self.process_mut(id).holds, mutex) => {
                self.add(condvar, 1, step);
                self.touch(mutex, Access::Write, 0, step);
                Phase::Waiting
            }
            _ => {
                self.not_held(id, mutex, step);
                return true;
            }
        };
        self.process_mut(id).phase = next;
        false
    }

    /// Those who wait at a condition variable, by their place in the spawn tree.
    fn waiters(&self, condvar: usize) -> Vec<ProcessId> {
        let waits = |id: &ProcessId| self.state.process(*id).waits_at(condvar);
        let mut waiters: Vec<_> = self.state.owners().filter(waits).collect();
        waiters.sort_by_key(|id| self.place(*id));
        waiters
    }

    /// Wakes some of the waiters that `condvar` counts, or finds that there are
    /// none.
    fn notify(&mut self, by: ProcessId, condvar: ObjectId, woken: &[ProcessId], step: &mut Step) {
        if woken.is_empty() {
            return self.read(condvar, step);
        }
        let left = self.state.value(condvar) - woken.len() as u64;
        self.touch(condvar, Access::Write, left, step);
        for id in woken {
            let process = self.process_mut(*id);
            if let Some(Statement::WaitTimeout { .. }) = process.peek() {
                process.phase = Phase::Notified;
            } else {
                process.phase = Phase::Locking { timed_out: None };
                step.edges.push(Edge::Wake { process: *id, by });
            }
        }
    }

    fn receive(&mut self, id: ProcessId, register: usize, value: u64) {
        self.process_mut(id).registers[register] = value;
    }

    fn touch(&mut self, object: ObjectId, access: Access, after: u64, step: &mut Step) {
        let before = std::mem::replace(&mut self.state.values[object.index()], after);
        step.touches.push(Touch::new(object, access, before, after));
        if access.changes() {
            self.state.buffers.wrote(object);
        }
    }

    fn read(&mut self, object: ObjectId, step: &mut Step) {
        self.touch(object, Access::Read, self.state.value(object), step);
    }

    fn add(&mut self, object: ObjectId, summand: u64, step: &mut Step) {
        let sum = self.state.value(object).wrapping_add(summand);
        self.touch(object, Access::Add, sum, step);
    }
}

fn found_bug(kind: FindingKind, process: ProcessId, message: String, step: &mut Step) {
    step.findings.push(Finding {
        kind,
        process: Some(process),
        message,
    });
}

fn place_of(names: &Names, process: ProcessId) -> u64 {
    let mut place = 0;
    for (depth, branch) in names.path(process).into_iter().enumerate() {
        place |= match branch {
            Branch::Child(nth) => {
                debug_assert!(nth < 15 && depth < 8, "ir::Program::validate");
                (u64::from(nth) + 1) << (60 - 4 * depth)
            }
            Branch::Shadow(nth) => u64::from(nth) + 1,
        };
    }
    place
}

impl Program for Interpreter<'_> {
    fn start(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        let state = &mut self.state;
        state.values.clone_from(&self.objects.initial);
        state.messages = vec![Vec::new(); self.program.channels.len()];
        state.mail = vec![Vec::new(); self.objects.mailboxes.len()];
        state.processes.clear();
        state.buffers.start();
        state.shadows.clear();
        // The other roots are named as children of the first, which has that
        // many children from the start.
        let others = u32::try_from(self.program.roots - 1).expect("few roots");
        let mut roots = vec![ProcessId::ROOT];
        roots.extend((0..others).map(|nth| self.names.child(ProcessId::ROOT, nth)));
        for (body, root) in roots.iter().enumerate() {
            self.create(*root, body, if body == 0 { others } else { 0 });
            step.edges.push(Edge::Spawn {
                parent: None,
                child: *root,
            });
        }
        for root in roots {
            self.run_local(root, step);
        }
        Ok(())
    }

    fn status(&self, id: ProcessId) -> Status {
        if let Some(status) = self.state.buffers.status(id) {
            return status;
        }
        let process = self.state.process(id);
        if process.waits == Waits::Waiting {
            return Status::Waiting;
        }
        if let Some(target) = process.joining {
            return Status::Joining(target);
        }
        if process.discarded {
            return Status::Discarded;
        }
        if process.finished {
            return Status::Finished;
        }
        if let (Phase::Waiting, Some(Statement::Wait { .. })) = (process.phase, process.peek()) {
            return Status::Waiting;
        }
        let operation = self.announce(id);
        match self.is_ready(id, &operation) {
            true => Status::Enabled(operation),
            false => Status::Blocked(operation),
        }
    }

    fn alternatives(&self, process: ProcessId) -> u32 {
        if self.names.owner(process).is_some() {
            return 1;
        }
        let alternatives = match self.state.process(process).peek() {
            Some(Statement::Choose { alternatives, .. }) => *alternatives,
            // With nobody to wake, there is one way to wake nobody.
            Some(Statement::NotifyOne(condvar)) => self.waiters(*condvar).len().max(1) as u64,
            _ => 1,
        };
        u32::try_from(alternatives).expect("few alternatives")
    }

    fn step(&mut self, turn: Turn, step: &mut Step) -> Result<(), Interrupt> {
        let id = turn.process;
        debug_assert!(self.status(id).is_enabled(), "{id:?}");
        debug_assert!(turn.alternative < self.alternatives(id), "{turn:?}");
        if self.names.owner(id).is_some() {
            self.flush(id, step);
            return Ok(());
        }
        let statement = self.process_mut(id).peek().expect("it is enabled");
        if self.operate(turn, statement, step) {
            self.process_mut(id).advance();
            self.run_local(id, step);
        }
        Ok(())
    }

    fn awaited(&self, id: ProcessId, objects: &mut Vec<ObjectId>) {
        let process = self.state.process(id);
        match process.peek() {
            Some(Statement::Await(comparisons) | Statement::AwaitThen { comparisons, .. }) => {
                for comparison in comparisons {
                    let variable = self.object(Class::Variable, comparison.variable);
                    objects.push(variable);
                    if !self.holds(id, comparison) {
                        return;
                    }
                }
            }
            Some(Statement::AwaitAny(comparisons)) => {
                let variable = |c: &Comparison| self.object(Class::Variable, c.variable);
                objects.extend(comparisons.iter().map(variable));
            }
            Some(statement) => {
                objects.extend(self.awaited_mail(statement));
                self.awaited_by_message(statement, process.phase, objects);
            }
            None => {}
        }
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn names_mut(&mut self) -> &mut Names {
        &mut self.names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execution::enabled;
    use crate::generator::generate;
    use crate::random::Random;

    /// Starts `text` and runs the processes named, one step each; then gives
    /// the edges and findings of the last step.
    fn run<R>(
        text: &str,
        schedule: &[&str],
        then: impl FnOnce(&mut Interpreter<'_>, Step) -> R,
    ) -> R {
        let program: ir::Program = text.parse().expect("a program");
        let mut interpreter = Interpreter::new(&program);
        let mut step = Step::default();
        interpreter.start(&mut step).expect("it starts");
        for name in schedule {
            let process = interpreter.names.parse_process(name).expect("a name");
            step.clear();
            interpreter
                .step(process.into(), &mut step)
                .expect("it steps");
        }
        then(&mut interpreter, step)
    }

    fn accesses(step: &Step) -> Vec<Access> {
        step.touches.iter().map(|touch| touch.access).collect()
    }

    #[test]
    fn a_joiner_goes_on_inside_the_step_that_finishes_its_target() {
        let text =
            "root 0\n spawn 1\n join 1\n spawn 2\n join 2\n x1 = 1\nbody 1\n x0 = 1\nbody 2\n";
        run(text, &["0.0"], |interpreter, step| {
            let p = |name| interpreter.names.parse_process(name).expect("a name");
            let (main, first, second) = {
                let mut p = p;
                (p("0"), p("0.0"), p("0.1"))
            };
            let edges = [
                Edge::Join {
                    process: main,
                    target: first,
                },
                Edge::Spawn {
                    parent: Some(main),
                    child: second,
                },
                Edge::Join {
                    process: main,
                    target: second,
                },
            ];
            assert_eq!(step.edges, edges);
            assert!(interpreter.status(main).is_enabled());
            assert_eq!(interpreter.status(second), Status::Finished);
        });
    }

    #[test]
    fn locks_block_and_stay_held_when_their_holder_panics() {
        let text = "root 0\n lock m0\n r0 = x0\n assert r0 == 1\n unlock m0\nroot 1\n lock m0\n";
        run(text, &["0", "0"], |interpreter, step| {
            assert_eq!(step.findings.len(), 1);
            assert_eq!(step.findings[0].kind, FindingKind::Panic);
            assert_eq!(step.findings[0].message, "assert r0 == 1: it was 0");
            assert_eq!(interpreter.status(ProcessId::ROOT), Status::Finished);
            let other = interpreter.names.parse_process("0.0").expect("a name");
            assert!(matches!(interpreter.status(other), Status::Blocked(_)));
        });
    }

    #[test]
    fn an_unlock_by_another_process_is_a_finding_and_changes_nothing() {
        let text = "root 0\n lock m0\nroot 1\n unlock m0\n x0 = 7\n";
        run(text, &["0", "0.0"], |interpreter, step| {
            assert_eq!(step.findings[0].kind, FindingKind::UnlockNotHeld);
            assert_eq!(accesses(&step), [Access::None]);
            let mutex = interpreter.object(Class::Mutex, 0);
            assert_eq!(interpreter.state.process(ProcessId::ROOT).holds, [mutex]);
            assert_eq!(interpreter.state.value(mutex), 1);
            let other = interpreter.names.parse_process("0.0").expect("a name");
            assert!(interpreter.status(other).is_enabled());
        });
    }

    #[test]
    fn what_the_operations_do() {
        let text = "root 0\n x0 = 3\n r0 = x0 += 2\n r1 = cas x0 r0 + 2 9\n r2 = cas x0 5 1\n \
                    x0 += 1\n r3 = x0\n";
        run(text, &["0"; 6], |interpreter, step| {
            assert_eq!(accesses(&step), [Access::Read]);
            assert_eq!(interpreter.state.registers(ProcessId::ROOT), &[3, 5, 9, 10]);
            assert_eq!(interpreter.state.variables(), [10]);
        });
        let accesses: Vec<Access> = (1..=6)
            .flat_map(|n| run(text, &vec!["0"; n], |_, step| accesses(&step)))
            .collect();
        use Access::{Add, Read, Write};
        assert_eq!(accesses, [Write, Write, Write, Read, Add, Read]);
    }

    #[test]
    fn a_store_is_seen_by_its_process_first_and_by_others_after_its_flush() {
        let text = "model tso\nroot 0\n x0 = 1\n r0 = x0\nroot 1\n r0 = x0\n r1 = x0\n";
        for (schedule, seen) in [
            (["0", "0.0", "0~0", "0.0"], [1, 0, 1]),
            (["0.0", "0~0", "0", "0.0"], [1, 0, 1]),
            (["0~0", "0.0", "0.0", "0"], [1, 1, 1]),
        ] {
            run(text, &schedule, |interpreter, _| {
                let other = interpreter.names.parse_process("0.0").expect("a name");
                let [own, _, _, _] = interpreter.state.registers(ProcessId::ROOT);
                let [first, second, _, _] = interpreter.state.registers(other);
                assert_eq!([*own, *first, *second], seen, "{schedule:?}");
            });
        }
        for schedule in [&["0"][..], &["0~0", "0"]] {
            let accesses = run(text, schedule, |_, step| accesses(&step));
            assert_eq!(accesses, [Access::Own], "the same, from the buffer or not");
        }
    }

    /// The statuses of some processes after a schedule.
    fn statuses(text: &str, schedule: &[&str], of: &[&str]) -> Vec<String> {
        run(text, schedule, |interpreter, _| {
            let mut status = |name: &&str| {
                let process = interpreter.names.parse_process(name).expect("a name");
                match interpreter.status(process) {
                    Status::Enabled(operation) => interpreter.describe(&operation),
                    Status::Blocked(operation) => {
                        format!("blocked: {}", interpreter.describe(&operation))
                    }
                    other => format!("{other:?}"),
                }
            };
            of.iter().map(&mut status).collect()
        })
    }

    #[test]
    fn whoever_needs_an_empty_buffer_waits_for_the_last_flush() {
        for statement in [
            "fence\n r0 = x1",
            "store-seq-cst x1 1",
            "x1 += 1",
            "r0 = cas x1 1 2",
            "lock m0",
            "unlock m0",
            "await x1 == 0 then x1 = 1",
            "spawn 1\n r0 = x1",
            "join 1\n r0 = x1",
            "",
        ] {
            let text = format!("model pso\nroot 0\n x0 = 1\n x1 = 0\n {statement}\nbody 1\n");
            let of = |schedule: &[&str]| statuses(&text, schedule, &["0"]).remove(0);
            assert_eq!(of(&[]), "Waiting", "{statement}");
            assert_eq!(of(&["0~0"]), "Waiting", "{statement}");
            for schedule in [["0~0", "0~1"], ["0~1", "0~0"]] {
                assert_ne!(of(&schedule), "Waiting", "{statement}");
            }
        }
        for statement in ["r0 = x0", "spin x0 == 1", "await x0 == 1", "r0 = choose 2"] {
            let text = format!("model pso\nroot 0\n x0 = 1\n {statement}\n");
            let status = statuses(&text, &[], &["0"]).remove(0);
            assert!(!status.contains("Waiting"), "{statement}: {status}");
            assert!(!status.contains("blocked"), "{statement}: {status}");
        }
    }

    #[test]
    fn flushes_come_in_the_order_of_their_queue() {
        let stores = "root 0\n x0 = 1\n x1 = 2\n";
        let of = ["0~0", "0~1"];
        let tso = statuses(&format!("model tso\n{stores}"), &[], &of[..1]);
        assert_eq!(tso, ["Flush x0 1"]);
        let pso = statuses(&format!("model pso\n{stores}"), &[], &of);
        assert_eq!(pso, ["Flush x0 1", "Flush x1 2"]);
        for ordered in [
            "root 0\n x0 = 1\n store-release x1 2\n",
            "root 0\n x0 = 1\n store-barrier\n x1 = 2\n",
        ] {
            let text = format!("model pso\n{ordered}");
            assert_eq!(statuses(&text, &[], &of), ["Flush x0 1", "Waiting"]);
            assert_eq!(
                statuses(&text, &["0~0"], &of),
                ["Finished", "Flush x1 2"],
                "{ordered}"
            );
        }
    }

    #[test]
    fn a_full_buffer_makes_its_process_wait() {
        let text = "model tso bound 1\nroot 0\n x0 = 1\n x1 = 2\n r0 = x1\n";
        let of = ["0", "0~0"];
        assert_eq!(statuses(text, &[], &of), ["Waiting", "Flush x0 1"]);
        assert_eq!(statuses(text, &["0~0"], &of), ["Load x1", "Flush x1 2"]);
        let text = text.replace("tso bound 1", "tso bound 0");
        assert_eq!(statuses(&text, &[], &of[..1]), ["Store x0 1"]);
    }

    /// What spins at its own store cannot go on before that is carried out and
    /// overwritten.
    #[test]
    fn a_spin_loop_that_saw_its_own_store_waits() {
        let text = "model tso\nroot 0\n x0 = 1\n spin x0 == 2\nroot 1\n r0 = x0 += 2\n \
                    r0 = x0 += 2\n";
        let at = |schedule: &[&str]| statuses(text, schedule, &["0"]).remove(0);
        assert_eq!(at(&[]), "Load x0");
        assert_eq!(at(&["0"]), "blocked: Load x0 unless 1");
        assert_eq!(at(&["0", "0.0"]), "blocked: Load x0 unless 1");
        assert_eq!(at(&["0", "0.0", "0~0"]), "blocked: Load x0 unless 1");
        assert_eq!(at(&["0", "0.0", "0~0", "0.0"]), "Load x0 unless 1");
    }

    /// For the processes that are blocked at an opaque operation, the objects
    /// that keep them there and their values.
    fn kept_blocked(interpreter: &Interpreter<'_>) -> Vec<(ProcessId, Vec<(ObjectId, u64)>)> {
        let mut blocked = Vec::new();
        for process in interpreter.state.processes() {
            if let Status::Blocked(operation) = interpreter.status(process)
                && operation.kind.is_opaque()
            {
                let mut objects = Vec::new();
                interpreter.awaited(process, &mut objects);
                assert!(!objects.is_empty(), "{operation:?} waits for nothing");
                let value = |object| (object, interpreter.state.value(object));
                blocked.push((process, objects.into_iter().map(value).collect()));
            }
        }
        blocked
    }

    /// What explorers rely on and cannot see: touches tell the truth,
    /// and nothing else changes; simple operations do what their kind says; and
    /// what is blocked stays so until one of the objects it awaits changes.
    #[test]
    fn the_contract_of_the_seam_is_kept() {
        let mut opaque_steps = 0;
        for seed in 0..4000 {
            let program = generate(seed);
            let mut interpreter = Interpreter::new(&program);
            let mut random = Random::new(seed);
            let mut step = Step::default();
            interpreter.start(&mut step).expect("it starts");
            while let Some(turn) = pick(&enabled(&interpreter), &mut random) {
                let operation = interpreter.status(turn.process).operation();
                let operation = operation.expect("it is enabled");
                let mut values = interpreter.state.values.clone();
                let blocked = kept_blocked(&interpreter);
                step.clear();
                interpreter.step(turn, &mut step).expect("it steps");
                for touch in &step.touches {
                    let value = &mut values[touch.object.index()];
                    assert_eq!((touch.before, touch.apply(*value)), (*value, touch.after));
                    *value = touch.after;
                }
                assert_eq!(values, interpreter.state.values, "{operation:?}");
                let kind = operation.kind;
                opaque_steps += usize::from(kind.is_opaque());
                if !kind.is_opaque() && !kind.is_fixed() {
                    let [touch] = step.touches[..] else {
                        panic!("{kind:?} touches one object")
                    };
                    assert_eq!(touch.object, operation.object);
                    let not_held = kind == Kind::UnlockShared && touch.access == Access::None;
                    let own = kind == Kind::Load && touch.access == Access::Own;
                    let foretold = operation.access_at(touch.before) == Some(touch.access);
                    assert!(not_held || own || foretold);
                    let stored = own || kind == Kind::Flush;
                    assert_eq!(touch.store, operation.store.filter(|_| stored));
                }
                for (process, awaited) in blocked {
                    let same = |(object, value): &(ObjectId, u64)| {
                        interpreter.state.value(*object) == *value
                    };
                    if awaited.iter().all(same) {
                        assert!(!interpreter.status(process).is_enabled(), "{program}");
                    }
                }
            }
        }
        assert!(opaque_steps > 1000, "{opaque_steps}");
    }

    fn pick(turns: &[Turn], random: &mut Random) -> Option<Turn> {
        (!turns.is_empty()).then(|| turns[random.below(turns.len())])
    }
}
