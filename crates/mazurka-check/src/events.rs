//! An execution that was run again, as the plain data of a trace file.

use mazurka_explore::replay::{self, Clock, Ran, join};
use mazurka_program::{Access, Edge, Kind, Names, ObjectId, Operation, ProcessId, Touch};
use mazurka_trace::{Change, Event, EventKind, Frame, Object, Thread, Trace};
use std::collections::{BTreeMap, HashMap, HashSet};

/// A line of an execution, as people are told it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Which of the steps it is, from one; none if it is no step.
    pub step: Option<usize>,
    /// Who did it.
    pub process: ProcessId,
    /// What kind of thing it is.
    pub kind: EventKind,
    /// What.
    pub what: String,
    /// Where: the file and the line.
    pub place: Option<String>,
    /// Of an execution graph, the step whose write it reads; zero for what was there at first.
    pub reads_from: Option<usize>,
    /// Why it may read that although there is something newer.
    pub why: Option<String>,
    /// The calls that led there, the innermost first.
    pub stack: Vec<Frame>,
    /// What has changed in mailboxes.
    pub mail: Vec<Mail>,
}

impl Line {
    /// One of which no more is known.
    #[must_use]
    pub fn new(process: ProcessId, what: String, place: Option<String>, kind: EventKind) -> Line {
        Line {
            step: None,
            process,
            kind,
            what,
            place,
            reads_from: None,
            why: None,
            stack: Vec::new(),
            mail: Vec::new(),
        }
    }
}

/// A message comes into a mailbox, or leaves it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mail {
    /// Whose mailbox it is.
    pub process: ProcessId,
    /// The message.
    pub message: String,
    /// Does it come?
    pub comes: bool,
}

/// An execution that was run again.
pub struct Execution<'a> {
    /// What happened, in order.
    pub lines: Vec<Line>,
    /// What local code did before the first step.
    pub start: &'a [Edge],
    /// The steps.
    pub steps: &'a [Ran],
    /// What each of them announced.
    pub operations: &'a [Option<Operation>],
}

/// What people call things.
pub struct Called<'a> {
    /// The names of processes and objects in replay strings.
    pub names: &'a Names,
    /// What a thread is called.
    pub thread: &'a dyn Fn(ProcessId) -> String,
    /// What an object is called, if it has a name.
    pub object: &'a dyn Fn(ObjectId) -> Option<String>,
    /// Is it a process that is left out of the list, unless it does something?
    pub is_hidden: &'a dyn Fn(ProcessId) -> bool,
}

/// Threads, objects and events of a trace file.
#[must_use]
pub fn traced(execution: Execution<'_>, called: &Called<'_>) -> Trace {
    let mut tracer = Tracer::new(&execution, called);
    replay::add_edges(execution.start, &mut tracer.clocks, &mut tracer.marks);
    for line in execution.lines {
        let ran = line.step.and_then(|step| execution.steps.get(step - 1));
        let operation = line
            .step
            .and_then(|step| execution.operations.get(step - 1));
        tracer.line(line, ran, operation.copied().flatten());
        if let Some(ran) = ran {
            replay::add_edges(&ran.edges, &mut tracer.clocks, &mut tracer.marks);
        }
    }
    let mut trace = tracer.trace;
    trace.link();
    trace.make_plain();
    trace
}

/// The processes that hold locks after those steps, which announced these operations.
#[must_use]
pub fn holders(steps: &[Ran], operations: &[Option<Operation>]) -> HashMap<ObjectId, ProcessId> {
    let mut holders = HashMap::new();
    for (ran, operation) in steps.iter().zip(operations) {
        let Some(operation) = operation else {
            continue;
        };
        for touch in &ran.touches {
            match operation.kind {
                Kind::Lock | Kind::TryLock if touch.access == Access::Write => {
                    holders.insert(touch.object, ran.turn.process);
                }
                Kind::Unlock | Kind::Wait => {
                    holders.remove(&touch.object);
                }
                _ => {}
            }
        }
    }
    holders
}

struct Tracer<'a> {
    called: &'a Called<'a>,
    trace: Trace,
    threads: HashMap<ProcessId, usize>,
    /// None: one without a name.
    objects: HashMap<ObjectId, Option<usize>>,
    /// The process of each thread.
    processes: Vec<ProcessId>,
    /// What each process knows, also of those that are not in the trace.
    clocks: Vec<Clock>,
    marks: Vec<Clock>,
    /// What those know together that have accessed an object in that way.
    accessed: HashMap<(ObjectId, usize), Clock>,
    /// Of an execution graph: the clock of each step.
    steps: Option<Vec<Clock>>,
    /// What each thread has in its store buffer, with what it was stored to.
    buffered: BTreeMap<usize, Vec<String>>,
    /// The locks that threads hold.
    held: Vec<(usize, ObjectId)>,
}

/// Kinds of accesses, by number.
const ACCESSES: [Access; 4] = [Access::Read, Access::Write, Access::Add, Access::Set];

impl<'a> Tracer<'a> {
    fn new(execution: &Execution<'_>, called: &'a Called<'a>) -> Tracer<'a> {
        let mut processes = vec![ProcessId::ROOT];
        let edges = execution.steps.iter().flat_map(|ran| &ran.edges);
        for edge in execution.start.iter().chain(edges) {
            if let Edge::Spawn { child, .. } = edge {
                processes.push(*child);
            }
        }
        processes.extend(execution.lines.iter().map(|line| line.process));
        processes.extend(execution.steps.iter().map(|ran| ran.turn.process));
        let size = replay::size(execution.start, execution.steps);
        let mut operations = execution.operations.iter().flatten();
        let is_graph = operations.any(|operation| operation.order.is_some());
        let mut tracer = Tracer {
            called,
            trace: Trace::default(),
            threads: HashMap::new(),
            objects: HashMap::new(),
            processes: Vec::new(),
            clocks: vec![Clock::new(); size],
            marks: Vec::new(),
            accessed: HashMap::new(),
            steps: is_graph.then(Vec::new),
            buffered: BTreeMap::new(),
            held: Vec::new(),
        };
        let steps = execution.steps.iter().map(|ran| ran.turn.process);
        let lines = execution.lines.iter().map(|line| line.process);
        let acts: HashSet<ProcessId> = steps.chain(lines).collect();
        let mut seen = HashSet::new();
        processes.retain(|process| seen.insert(*process));
        for process in processes {
            let is_quiet = called.names.owner(process).is_some() || (called.is_hidden)(process);
            if !is_quiet || acts.contains(&process) {
                tracer.thread(process);
            }
        }
        tracer
    }

    /// The number of a thread, which it gets when it is first named.
    fn thread(&mut self, process: ProcessId) -> usize {
        if let Some(known) = self.threads.get(&process) {
            return *known;
        }
        let owner = self.called.names.owner(process);
        let owner = owner.map(|owner| self.thread(owner));
        let number = self.trace.threads.len();
        self.threads.insert(process, number);
        self.processes.push(process);
        self.trace.threads.push(Thread {
            id: self.called.names.process_name(process),
            name: match owner {
                Some(owner) => format!("store buffer of {}", self.trace.threads[owner].name),
                None => (self.called.thread)(process),
            },
            owner,
        });
        number
    }

    fn object(&mut self, object: ObjectId) -> Option<usize> {
        if let Some(known) = self.objects.get(&object) {
            return *known;
        }
        let name = (self.called.object)(object);
        let number = name.map(|name| {
            self.trace.objects.push(Object { name });
            self.trace.objects.len() - 1
        });
        self.objects.insert(object, number);
        number
    }

    /// The thread of a person that a process belongs to.
    fn lane(&self, thread: usize) -> usize {
        self.trace.threads[thread].owner.unwrap_or(thread)
    }

    fn line(&mut self, line: Line, ran: Option<&Ran>, operation: Option<Operation>) {
        let thread = self.thread(line.process);
        let place = line.place.as_deref().and_then(split);
        let mut event = Event {
            kind: line.kind,
            step: line.step,
            thread,
            what: line.what,
            file: place.map(|(file, _)| file.to_owned()),
            line: place.map(|(_, line)| line),
            stack: line.stack,
            reads_from: line.reads_from,
            why: line.why,
            ..Event::default()
        };
        if let Some(ran) = ran {
            let clock = self.clock(ran, operation, event.reads_from);
            let of = |process: &ProcessId| clock.get(process.index()).copied();
            let known = self
                .processes
                .iter()
                .map(|process| of(process).unwrap_or(0));
            event.clock = known.collect();
            self.describe(&mut event, ran, operation);
        }
        self.buffer(&mut event);
        for mail in line.mail {
            let thread = self.thread(mail.process);
            let message = Some(mail.message);
            let (adds, removes) = match mail.comes {
                true => (message, None),
                false => (None, message),
            };
            event.changes.push(Change {
                of: "mailbox".to_owned(),
                thread,
                adds,
                removes,
            });
        }
        self.trace.events.push(event);
    }

    /// The clock of a step. In an execution graph an access of memory comes after what it reads,
    /// and after nothing else of other threads.
    fn clock(
        &mut self,
        ran: &Ran,
        operation: Option<Operation>,
        reads_from: Option<usize>,
    ) -> Clock {
        let own = ran.turn.process.index();
        let mut clock = self.clocks[own].clone();
        if clock.len() <= own {
            clock.resize(own + 1, 0);
        }
        clock[own] += 1;
        let is_of_graph = operation.is_some_and(|operation| operation.order.is_some());
        if is_of_graph {
            let steps = self.steps.as_ref();
            let read = reads_from.and_then(|step| steps?.get(step.checked_sub(1)?));
            if let Some(read) = read {
                join(&mut clock, read);
            }
        } else {
            for Touch { object, access, .. } in &ran.touches {
                for (number, other) in ACCESSES.iter().enumerate() {
                    if access.depends_on(*other)
                        && let Some(theirs) = self.accessed.get(&(*object, number))
                    {
                        join(&mut clock, theirs);
                    }
                }
            }
            for Touch { object, access, .. } in &ran.touches {
                if *access != Access::None {
                    // What is not in the table reads.
                    let number = ACCESSES.iter().position(|other| other == access);
                    let theirs = self.accessed.entry((*object, number.unwrap_or(0)));
                    join(theirs.or_default(), &clock);
                }
            }
        }
        self.clocks[own].clone_from(&clock);
        if let Some(steps) = &mut self.steps {
            steps.push(clock.clone());
        }
        clock
    }

    /// What a step did with which object.
    fn describe(&mut self, event: &mut Event, ran: &Ran, operation: Option<Operation>) {
        let Some(operation) = operation else {
            return;
        };
        event.operation = word(operation.kind).to_owned();
        let own = |touch: &&Touch| touch.object == operation.object;
        let touch = ran.touches.iter().find(own).or(ran.touches.first());
        let Some(touch) = touch else {
            return;
        };
        event.object = self.object(touch.object);
        if event.object.is_some() {
            // Of what has no name, people do not know what its value means.
            event.before = Some(touch.before);
            event.after = Some(touch.after);
        }
        let thread = self.lane(event.thread);
        let is_taken = touch.access != Access::Read;
        match operation.kind {
            Kind::Lock | Kind::TryLock | Kind::LockShared | Kind::TryLockShared if is_taken => {
                self.held.push((thread, touch.object));
                let name = self.name(touch.object);
                event.changes.push(locks(thread, Some(name), None));
            }
            Kind::Unlock | Kind::UnlockShared | Kind::Wait => {
                for touch in &ran.touches {
                    let holds = |held: &(usize, ObjectId)| *held == (thread, touch.object);
                    if let Some(at) = self.held.iter().rposition(holds) {
                        self.held.remove(at);
                        let name = self.name(touch.object);
                        event.changes.push(locks(thread, None, Some(name)));
                    }
                }
            }
            _ => {}
        }
    }

    fn name(&mut self, object: ObjectId) -> String {
        match self.object(object) {
            Some(number) => self.trace.objects[number].name.clone(),
            None => format!("lock {}", object.index()),
        }
    }

    /// What an event does to a store buffer.
    fn buffer(&mut self, event: &mut Event) {
        let thread = self.lane(event.thread);
        let (adds, removes) = match event.kind {
            EventKind::Buffered => {
                let stored = self.buffered.entry(thread).or_default();
                stored.push(event.what.clone());
                (Some(event.what.clone()), None)
            }
            EventKind::Flush => {
                let stored = self.buffered.entry(thread).or_default();
                // Its words begin with those of the store.
                let at = stored
                    .iter()
                    .position(|store| event.what.starts_with(&**store));
                if stored.is_empty() {
                    return;
                }
                (None, Some(stored.remove(at.unwrap_or(0))))
            }
            _ => return,
        };
        event.changes.push(Change {
            of: "buffer".to_owned(),
            thread,
            adds,
            removes,
        });
    }
}

fn locks(thread: usize, adds: Option<String>, removes: Option<String>) -> Change {
    Change {
        of: "locks".to_owned(),
        thread,
        adds,
        removes,
    }
}

/// A file and a line.
fn split(place: &str) -> Option<(&str, u32)> {
    let (file, line) = place.rsplit_once(':')?;
    Some((file, line.parse().ok()?))
}

/// The word for a kind of operations.
fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Load => "load",
        Kind::Store => "store",
        Kind::Flush => "flush",
        Kind::ReadModifyWrite => "update",
        Kind::Swap => "swap",
        Kind::Or => "or",
        Kind::And => "and",
        Kind::Max(_) => "max",
        Kind::Min(_) => "min",
        Kind::CompareExchange => "compare-exchange",
        Kind::Add => "add",
        Kind::Set => "set",
        Kind::Lock => "lock",
        Kind::TryLock => "try-lock",
        Kind::Unlock => "unlock",
        Kind::LockShared => "lock-shared",
        Kind::TryLockShared => "try-lock-shared",
        Kind::UnlockShared => "unlock-shared",
        Kind::Acquire => "acquire",
        Kind::TryAcquire => "try-acquire",
        Kind::Begin => "begin",
        Kind::Wait => "wait",
        Kind::NotifyOne => "notify-one",
        Kind::NotifyAll => "notify-all",
        Kind::Choose => "choose",
        Kind::Fence => "fence",
        Kind::Change => "change",
        Kind::Receive => "receive",
        Kind::Await => "await",
        Kind::Send => "send",
        Kind::Take => "take",
        Kind::TryTake => "try-take",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process that is not in the trace passes on what it knows.
    #[test]
    fn what_happens_before_goes_through_processes_that_are_left_out() {
        let mut names = Names::new();
        let hidden = names.child(ProcessId::ROOT, 0);
        let last = names.child(hidden, 0);
        let spawn = |parent, child| Edge::Spawn { parent, child };
        let start = [spawn(None, ProcessId::ROOT)];
        let ran = |process: ProcessId, edges| Ran {
            turn: process.into(),
            touches: Vec::new(),
            edges,
        };
        let edges = vec![
            spawn(Some(ProcessId::ROOT), hidden),
            spawn(Some(hidden), last),
        ];
        let steps = [ran(ProcessId::ROOT, edges), ran(last, Vec::new())];
        let line = |step, process| Line {
            step: Some(step),
            ..Line::new(process, String::new(), None, EventKind::Event)
        };
        let execution = Execution {
            lines: vec![line(1, ProcessId::ROOT), line(2, last)],
            start: &start,
            steps: &steps,
            operations: &[None, None],
        };
        let called = Called {
            names: &names,
            thread: &|process| names.process_name(process),
            object: &|_| None,
            is_hidden: &|process| process == hidden,
        };
        let trace = traced(execution, &called);
        let ids: Vec<&str> = trace.threads.iter().map(|thread| &*thread.id).collect();
        assert_eq!(ids, ["0", "0.0.0"]);
        assert_eq!(trace.events[1].clock, [1, 1]);
        assert_eq!(trace.events[1].follows, [0]);
    }
}
