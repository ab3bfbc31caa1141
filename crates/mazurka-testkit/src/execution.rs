//! Executions, happens-before and traces by definition.
//!
//! Nothing here is shared with the explorers: happens-before is a bit matrix
//! that is closed transitively as events are appended, not vector clocks.
//! Direct edges are: program order, dependence (some object that both touched,
//! by accesses that do not commute), spawn to all of the child, all of a finished
//! process to whoever joined it, all of a process to whom it woke, and what was
//! marked to whoever comes after that.
//!
//! One dependence is not a matter of two events alone: a read of what the process
//! itself stored depends on nothing before it, and what is written after the
//! flush of that store depends on it, whether it ran before the flush or after.

use crate::interpreter::Interpreter;
use mazurka_program::{
    Access, Edge, Finding, FindingKind, Guard, Kind, Operation, ProcessId, Program, Status, Step,
    Touch, Turn,
};
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How many events an execution may have: the bits of a row of the matrix.
pub const MAX_EVENTS: usize = 64;

/// One step of one process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The process that made it, and the alternative that it took.
    pub turn: Turn,
    /// What it announced.
    pub operation: Operation,
    /// What it did.
    pub touches: Vec<Touch>,
}

/// A finding with names instead of identifiers, so that findings of different
/// explorations can be compared. A deadlock or livelock is known by its kind
/// alone: who waits for what is part of the [`Trace`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shown {
    /// What kind of bug it is.
    pub kind: FindingKind,
    /// The name of the process that showed it.
    pub process: String,
    /// What happened.
    pub message: String,
}

impl Shown {
    /// A finding of an exploration in which processes have these names.
    #[must_use]
    pub fn new(finding: &Finding, name: impl Fn(ProcessId) -> String) -> Shown {
        if let FindingKind::Deadlock | FindingKind::Livelock = finding.kind {
            return Shown::at_the_end(finding.kind);
        }
        Shown {
            kind: finding.kind,
            process: finding.process.map_or_else(String::new, name),
            message: finding.message.clone(),
        }
    }

    fn at_the_end(kind: FindingKind) -> Shown {
        Shown {
            kind,
            process: String::new(),
            message: String::new(),
        }
    }
}

/// The name of a trace, an equivalence class of executions: two executions have
/// the same one iff each process made the same events (operation, alternative and
/// accesses), happens-before relates the same of them, and the same processes
/// wait for the same things at the end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Trace(Box<[u8]>);

/// An execution in the making.
#[derive(Clone)]
pub struct Execution {
    events: Vec<Event>,
    /// For each event, the set of those that happen before it.
    before: Vec<u64>,
    /// For each process (by index) what would happen before its next event.
    past: Vec<u64>,
    /// What the edges of the execution marked.
    marks: Vec<u64>,
    findings: Vec<Finding>,
}

/// A place to go back to in an [`Execution`].
pub struct Mark {
    events: usize,
    findings: usize,
    marks: usize,
    past: Vec<u64>,
}

impl Execution {
    /// Starts `program`, and an execution of it that has no events yet.
    #[must_use]
    pub fn start(program: &mut Interpreter<'_>) -> Execution {
        let mut step = Step::default();
        program.start(&mut step).expect("an interpreter starts");
        let mut execution = Execution {
            events: Vec::new(),
            before: Vec::new(),
            past: Vec::new(),
            marks: Vec::new(),
            findings: Vec::new(),
        };
        execution.edges(&step.edges);
        execution.findings.append(&mut step.findings);
        execution
    }

    /// Appends one step, of a process that is enabled in `program`.
    pub fn step(&mut self, program: &mut Interpreter<'_>, turn: Turn, step: &mut Step) {
        let operation = program.status(turn.process).operation();
        let operation = operation.expect("an enabled process announces an operation");
        step.clear();
        program.step(turn, step).expect("an interpreter steps");
        self.append(Event {
            turn,
            operation,
            touches: step.touches.clone(),
        });
        self.edges(&step.edges);
        self.findings.append(&mut step.findings);
    }

    fn append(&mut self, event: Event) {
        let next = self.events.len();
        assert!(next < MAX_EVENTS, "over {MAX_EVENTS} events");
        let process = event.turn.process.index();
        let mut before = self.past[process];
        for (index, earlier) in self.events.iter().enumerate() {
            if self.dependent(earlier, &event) {
                before |= self.before[index] | 1 << index;
            }
        }
        self.past[process] = before | 1 << next;
        self.events.push(event);
        self.before.push(before);
    }

    /// Does `next`, which would be appended now, depend directly on an event?
    fn dependent(&self, earlier: &Event, next: &Event) -> bool {
        let depends = |a: &Touch| next.touches.iter().any(|b| self.conflict(a, b));
        earlier.turn.process == next.turn.process || earlier.touches.iter().any(depends)
    }

    /// Do two accesses conflict, where `b` would come now?
    fn conflict(&self, a: &Touch, b: &Touch) -> bool {
        if a.object != b.object || !a.access.depends_on(b.access) {
            return false;
        }
        match (a.access, b.access) {
            (_, Access::Own) => false,
            (Access::Own, _) => self.is_flushed(a),
            _ => true,
        }
    }

    /// Has the store that this access read been carried out?
    fn is_flushed(&self, own: &Touch) -> bool {
        let carries_out = |touch: &Touch| touch.access.changes() && touch.store == own.store;
        let mut events = self.events.iter();
        own.store.is_some() && events.any(|event| event.touches.iter().any(carries_out))
    }

    fn edges(&mut self, edges: &[Edge]) {
        for edge in edges {
            let (process, past) = match edge {
                Edge::Spawn { parent, child } => {
                    (*child, parent.map_or(0, |parent| self.past[parent.index()]))
                }
                Edge::Join {
                    process,
                    target: other,
                }
                | Edge::Wake { process, by: other } => (
                    *process,
                    self.past[process.index()] | self.past[other.index()],
                ),
                Edge::Mark { process } => {
                    self.marks.push(self.past[process.index()]);
                    continue;
                }
                Edge::After { process, mark } => (
                    *process,
                    self.past[process.index()] | self.marks[*mark as usize],
                ),
            };
            if self.past.len() <= process.index() {
                self.past.resize(process.index() + 1, 0);
            }
            self.past[process.index()] = past;
        }
    }

    /// The events, in order.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Does the event at `earlier` happen before the one at `later`?
    #[must_use]
    pub fn happens_before(&self, earlier: usize, later: usize) -> bool {
        self.before[later] & 1 << earlier != 0
    }

    /// Where to come back to by [`Execution::truncate`].
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark {
            events: self.events.len(),
            findings: self.findings.len(),
            marks: self.marks.len(),
            past: self.past.clone(),
        }
    }

    /// Forgets all that was appended since the mark.
    pub fn truncate(&mut self, mark: &Mark) {
        self.events.truncate(mark.events);
        self.before.truncate(mark.events);
        self.findings.truncate(mark.findings);
        self.marks.truncate(mark.marks);
        self.past.clone_from(&mark.past);
    }

    /// For each event but the last, a bit that says whether it and the next
    /// one are by different processes and unordered.
    #[must_use]
    pub fn commuting_neighbours(&self) -> u64 {
        let mut bits = 0;
        for later in 1..self.events.len() {
            // Program order is part of happens-before, so this is enough.
            if !self.happens_before(later - 1, later) {
                bits |= 1 << (later - 1);
            }
        }
        bits
    }

    /// The findings, and whether the final state is a deadlock or a livelock, in
    /// a fixed order.
    #[must_use]
    pub fn findings(&self, program: &Interpreter<'_>) -> Vec<Shown> {
        let name = |process| program.names().process_name(process);
        let findings = self.findings.iter();
        let mut shown: Vec<_> = findings.map(|f| Shown::new(f, name)).collect();
        shown.extend(waiting_for_good(program).map(Shown::at_the_end));
        shown.sort();
        shown
    }

    /// The trace of this execution, which ended in the current state of
    /// `program`.
    #[must_use]
    pub fn trace(&self, program: &Interpreter<'_>) -> Trace {
        let processes = processes_by_name(program);
        let made_by = |process| {
            let mut events = 0_u64;
            for (index, event) in self.events.iter().enumerate() {
                events |= u64::from(event.turn.process == process) << index;
            }
            events
        };
        let made: Vec<u64> = processes.iter().map(|(_, p)| made_by(*p)).collect();
        let mut key = Vec::with_capacity(16 * (self.events.len() + processes.len()));
        for (at, (place, process)) in processes.iter().enumerate() {
            key.extend(place.to_le_bytes());
            key.push(byte(made[at].count_ones() as usize));
            for (index, event) in self.events.iter().enumerate() {
                if event.turn.process != *process {
                    continue;
                }
                write_operation(&mut key, &event.operation);
                key.extend(event.turn.alternative.to_le_bytes());
                write_touches(&mut key, &event.touches);
                // What happens before an event is, of each process, its first
                // events up to some number: that number says which.
                let count = |made: &u64| byte((made & self.before[index]).count_ones() as usize);
                key.extend(made.iter().map(count));
            }
            match program.status(*process) {
                Status::Enabled(operation) => {
                    key.push(b'e');
                    write_operation(&mut key, &operation);
                }
                Status::Blocked(operation) => {
                    key.push(b'b');
                    write_operation(&mut key, &operation);
                }
                Status::Joining(target) => {
                    key.push(b'j');
                    key.extend(program.place(target).to_le_bytes());
                }
                Status::Waiting => key.push(b'w'),
                Status::Discarded => key.push(b'd'),
                Status::Cut => key.push(b'c'),
                Status::Stalled => key.push(b's'),
                Status::Finished => key.push(b'f'),
            }
        }
        Trace(key.into_boxed_slice())
    }

    /// The execution for people: one line per event, then who waits, then the
    /// findings.
    #[must_use]
    pub fn render(&self, program: &Interpreter<'_>) -> String {
        let mut text = String::new();
        let names = program.names();
        for event in &self.events {
            let name = names.process_name(event.turn.process);
            let what = program.describe(&event.operation);
            write!(text, "  {name}: {what}").expect("memory");
            if event.operation.kind.has_alternatives() {
                write!(text, ", alternative {}", event.turn.alternative).expect("memory");
            }
            for touch in &event.touches {
                let (object, access) = (program.label(touch.object), touch.access);
                let (before, after) = (touch.before, touch.after);
                write!(text, " ({object}: {access:?}, {before} -> {after})").expect("memory");
            }
            writeln!(text).expect("memory");
        }
        for (_, process) in processes_by_name(program) {
            let name = names.process_name(process);
            match program.status(process) {
                Status::Finished => Ok(()),
                Status::Waiting => writeln!(text, "  {name} waits to be woken"),
                Status::Discarded => writeln!(text, "  {name} assumed too much"),
                Status::Cut => writeln!(text, "  {name} was ended by a bound"),
                Status::Stalled => writeln!(text, "  {name} waits in a loop"),
                Status::Joining(target) => {
                    writeln!(text, "  {name} joins {}", names.process_name(target))
                }
                Status::Blocked(operation) => {
                    writeln!(
                        text,
                        "  {name} is blocked: {}",
                        program.describe(&operation)
                    )
                }
                Status::Enabled(operation) => {
                    writeln!(text, "  {name} would run {}", program.describe(&operation))
                }
            }
            .expect("memory");
        }
        for shown in self.findings(program) {
            writeln!(text, "  {} {} {}", shown.kind, shown.process, shown.message).expect("memory");
        }
        text
    }
}

/// Which finding is it that nothing is enabled in this state, if it is one? It
/// is not if somebody assumed what does not hold.
fn waiting_for_good(program: &Interpreter<'_>) -> Option<FindingKind> {
    let mut processes = program.state().processes();
    let statuses: Vec<_> = (program.state().processes())
        .map(|process| program.status(process))
        .collect();
    if processes.any(|process| program.is_discarded(process))
        || statuses.iter().any(Status::is_enabled)
        || statuses.iter().all(|s| *s == Status::Finished)
    {
        return None;
    }
    Some(match statuses.iter().any(Status::is_spinning) {
        true => FindingKind::Livelock,
        false => FindingKind::Deadlock,
    })
}

fn byte(number: usize) -> u8 {
    u8::try_from(number).expect("a small number")
}

/// Writes down an operation; not the store that a load may read or that a flush
/// carries out, which follows from how many the process has made before.
fn write_operation(key: &mut Vec<u8>, operation: &Operation) {
    key.extend(kind_bytes(operation.kind));
    key.push(byte(operation.object.index()));
    key.extend(operation.operand.to_le_bytes());
    let (tag, number) = match operation.guard {
        None => (0, 0),
        Some(Guard::Unless(value)) => (1, value),
        Some(Guard::Learnt(number)) => (2, number),
    };
    key.push(tag);
    key.extend(number.to_le_bytes());
}

fn kind_bytes(kind: Kind) -> [u8; 8] {
    let mut hasher = DefaultHasher::new();
    kind.hash(&mut hasher);
    hasher.finish().to_le_bytes()
}

/// Writes down which objects were touched and how; not the values, which may
/// depend on the order of what commutes.
fn write_touches(key: &mut Vec<u8>, touches: &[Touch]) {
    let mut touches: Vec<_> = touches
        .iter()
        .map(|touch| [byte(touch.object.index()), touch.access as u8])
        .collect();
    touches.sort_unstable();
    key.push(byte(touches.len()));
    key.extend(touches.iter().flatten());
}

/// The processes that exist, in an order that does not depend on identifiers.
fn processes_by_name(program: &Interpreter<'_>) -> Vec<(u64, ProcessId)> {
    let place = |process| (program.place(process), process);
    let mut processes: Vec<_> = program.state().processes().map(place).collect();
    processes.sort();
    processes
}

/// The steps that can be taken now.
#[must_use]
pub fn enabled(program: &Interpreter<'_>) -> Vec<Turn> {
    let can_run = |process: &ProcessId| program.status(*process).is_enabled();
    let turns = |process| {
        let alternatives = 0..program.alternatives(process);
        alternatives.map(move |alternative| Turn {
            process,
            alternative,
        })
    };
    let processes = program.state().processes();
    processes.filter(can_run).flat_map(turns).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::generate;
    use crate::random::Random;
    use std::collections::HashSet;

    /// Runs a random maximal execution, keeping the direct edges of
    /// happens-before as a plain set.
    fn random_execution(seed: u64) -> (Execution, HashSet<(usize, usize)>) {
        let program = generate(seed);
        let mut interpreter = Interpreter::new(&program);
        let mut random = Random::new(seed);
        let mut execution = Execution::start(&mut interpreter);
        let mut step = Step::default();
        let mut direct = HashSet::new();
        loop {
            let turns = enabled(&interpreter);
            if turns.is_empty() {
                return (execution, direct);
            }
            let turn = turns[random.below(turns.len())];
            let past = execution.past[turn.process.index()];
            let before = execution.clone();
            execution.step(&mut interpreter, turn, &mut step);
            let next = execution.events.len() - 1;
            for (earlier, event) in before.events.iter().enumerate() {
                let edge =
                    past & 1 << earlier != 0 || before.dependent(event, &execution.events[next]);
                if edge {
                    direct.insert((earlier, next));
                }
            }
        }
    }

    #[test]
    fn the_matrix_is_the_transitive_closure_of_the_direct_edges() {
        for seed in 0..500 {
            let (execution, mut closed) = random_execution(seed);
            let events = execution.events.len();
            for middle in 0..events {
                for from in 0..events {
                    for to in 0..events {
                        if closed.contains(&(from, middle)) && closed.contains(&(middle, to)) {
                            closed.insert((from, to));
                        }
                    }
                }
            }
            for from in 0..events {
                for to in 0..events {
                    assert_eq!(
                        execution.happens_before(from, to),
                        closed.contains(&(from, to))
                    );
                }
            }
        }
    }

    /// The execution of a schedule of processes.
    fn scheduled(text: &str, schedule: &[&str]) -> Execution {
        let program = text.parse().expect("a program");
        let mut interpreter = Interpreter::new(&program);
        let mut execution = Execution::start(&mut interpreter);
        let mut step = Step::default();
        for name in schedule {
            let process = interpreter.parse_process(name).expect("a name");
            execution.step(&mut interpreter, process.into(), &mut step);
        }
        execution
    }

    /// A load of the own store, its flush, and a store of another process that
    /// overwrites it: wherever the load runs, it happens before the latter and is
    /// unordered with the flush.
    #[test]
    fn a_read_of_the_own_store_is_ordered_by_its_flush() {
        let text = "model tso\nroot 0\n x0 = 1\n r0 = x0\nroot 1\n x0 = 2\n";
        let (load, flush, other) = ("0", "0~0", "0.0~0");
        for schedule in [[load, flush, other], [flush, load, other]] {
            let execution = scheduled(text, &schedule);
            let at = |name| schedule.iter().position(|n| *n == name).expect("it ran");
            let before = |a, b| execution.happens_before(at(a), at(b));
            assert!(!before(load, flush) && !before(flush, load));
            assert!(before(load, other) && before(flush, other));
        }
        // What is overwritten by the own store has nothing to do with the load.
        for schedule in [
            [load, other, flush],
            [other, load, flush],
            [other, flush, load],
        ] {
            let execution = scheduled(text, &schedule);
            let at = |name| schedule.iter().position(|n| *n == name).expect("it ran");
            let before = |a, b| execution.happens_before(at(a), at(b));
            assert!(before(other, flush));
            assert!(!before(load, other) && !before(other, load));
        }
        // Another process's store that is read is read from memory.
        let execution = scheduled(text, &[flush, other, load]);
        assert!(execution.happens_before(1, 2));
    }

    #[test]
    fn spawn_and_join_order_the_events_around_them() {
        let text = "root 0\n x0 = 1\n spawn 1\n x1 = 1\n join 1\n x2 = 1\nbody 1\n x3 = 1\n";
        let program = text.parse().expect("a program");
        let mut interpreter = Interpreter::new(&program);
        let mut execution = Execution::start(&mut interpreter);
        let mut step = Step::default();
        for name in [0, 0, 1, 0] {
            execution.step(&mut interpreter, ProcessId(name).into(), &mut step);
        }
        assert!(execution.happens_before(0, 2), "spawn");
        assert!(!execution.happens_before(1, 2), "unordered");
        assert!(execution.happens_before(2, 3), "join");
        assert_eq!(execution.commuting_neighbours(), 0b010);
    }
}
