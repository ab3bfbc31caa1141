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

mod announce;
mod buffer;
mod channel;
mod lock;
mod mailbox;
mod operate;
mod until;

use crate::ir::{self, Class, Comparison, REGISTERS, Statement};
use buffer::Waits;
use mazurka_memory::Buffers;
use mazurka_program::{
    Access, Branch, Edge, Finding, FindingKind, Guard, Interrupt, Names, ObjectId, ObjectName,
    Operation, ProcessId, Program, Status, Step, Touch, Turn,
};
use std::collections::HashSet;
use until::Until;

/// What a once holds while it runs, and when it has run.
const RUNNING: u64 = 1;
const DONE: u64 = 2;

/// How far a process is in its next statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// It has not begun.
    New,
    /// It spins, and has seen this value, in a round that came to nothing.
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
    /// If it has to find out at which values some of the loops leave: what it has found.
    found: Option<HashSet<(u64, u64)>>,
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
            found: None,
        }
    }

    /// The same; but some of the values at which loops leave it knows only when it has tried.
    #[must_use]
    pub fn forgetful(program: &'a ir::Program) -> Interpreter<'a> {
        Interpreter {
            found: Some(HashSet::new()),
            ..Interpreter::new(program)
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
        if let Some(Guard::Learnt(value)) = operation.guard {
            text += &format!(" until {:?}", Until::from_number(value));
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
        if let Phase::Seen(_) = process.phase {
            return Status::Stalled;
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
        let operation = self.announce(id);
        if let Some(number) = operation.learnt_guard() {
            let value = self.state.value(operation.object);
            self.found
                .as_mut()
                .map(|found| found.insert((number, value)));
            if !Until::from_number(number).leaves(value) {
                return Err(Interrupt::CameBack);
            }
        }
        let statement = self.process_mut(id).peek().expect("it is enabled");
        if self.operate(turn, statement, step) {
            self.process_mut(id).advance();
            self.run_local(id, step);
        }
        Ok(())
    }

    /// A loop leaves when it sees what it waits for.
    fn opens(&self, number: u64, value: u64) -> Option<bool> {
        let is_known = |found: &HashSet<(u64, u64)>| {
            (number / 2 + value).is_multiple_of(2) || found.contains(&(number, value))
        };
        let is_known = self.found.as_ref().is_none_or(is_known);
        is_known.then(|| Until::from_number(number).leaves(value))
    }

    fn is_discarded(&self, id: ProcessId) -> bool {
        if self.state.buffers.status(id).is_some() {
            return false;
        }
        let process = self.state.process(id);
        let is_in_vain = |seen: u64| {
            let object = self.announce(id).object;
            !process.finished && self.look(id, object) != seen
        };
        process.discarded || matches!(process.phase, Phase::Seen(seen) if is_in_vain(seen))
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
mod tests;
