//! The judge: a machine with store buffers, searched by brute force.
//!
//! The machine is that of the x86-TSO papers: a state is the memory, and for
//! each thread its place in the code, its registers and its store buffer. A
//! transition is one instruction of one thread, or one store that leaves a
//! buffer for memory. PSO differs in which stores may leave: the oldest *of each
//! location*, unless a store barrier lies before it. Every state that can be
//! reached is visited, each once; there is no reduction of any kind.
//!
//! With a history in the state the same search gives the *traces* of Shasha and
//! Snir: which write each read read from, and in which order the writes of each
//! location reached memory. Program order is implied by the lists, and
//! from-reads follows from the two. Programs with loops that wait have no end of
//! traces, but finitely many states.
//!
//! A grace period is a full fence that takes two transitions. At the first it lists the
//! sections of its domain that have begun and not ended; it may make the second when all
//! of these have ended. The end of a section goes into the buffer, and leaves it when it
//! is the oldest there; it takes no room, and holds up nothing that comes after it under
//! PSO. A trace then
//! also says how many sections of each thread had begun when a grace period did.

use mazurka_cycles::program::{FinalState, Order, Program, Statement, Value};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;
use std::str::FromStr;

/// A memory model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Model {
    /// Sequential consistency: no buffers.
    Sc,
    /// Total store order: one queue for each thread.
    Tso,
    /// Partial store order: one queue for each thread and location.
    Pso,
}

impl Model {
    /// All of them, the strongest first.
    pub const BUFFERED: [Model; 3] = [Model::Sc, Model::Tso, Model::Pso];
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Model::Sc => "sc",
            Model::Tso => "tso",
            Model::Pso => "pso",
        })
    }
}

impl FromStr for Model {
    type Err = String;

    fn from_str(name: &str) -> Result<Model, String> {
        let found = Model::BUFFERED.into_iter().find(|m| m.to_string() == name);
        found.ok_or_else(|| format!("no memory model {name:?}: sc, tso or pso"))
    }
}

/// A memory model with a bound on its queues: a store into a full queue waits
/// until the oldest store has left it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Machine {
    /// The model.
    pub model: Model,
    /// How many stores a queue holds; none means any number.
    pub bound: Option<usize>,
}

impl From<Model> for Machine {
    fn from(model: Model) -> Machine {
        Machine { model, bound: None }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bound {
            None => write!(f, "{}", self.model),
            Some(bound) => write!(f, "{} with buffers of {bound}", self.model),
        }
    }
}

/// A write: the thread, and how many writes the thread made before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Write {
    /// The thread.
    pub thread: u8,
    /// Its place among the thread's writes, from zero.
    pub nth: u8,
}

/// A trace: two executions are the same if these are.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Trace {
    /// For each thread, what its reads read from, in program order; none is the
    /// initial state.
    pub reads: Vec<Vec<Option<Write>>>,
    /// For each location, its writes in the order in which they reached memory.
    pub coherence: Vec<Vec<Write>>,
    /// For each thread and each of its grace periods, how many sections of that domain
    /// each thread had begun.
    pub graces: Vec<Vec<Vec<u8>>>,
}

/// All traces of a program.
#[derive(Clone, Debug)]
pub struct Traces {
    /// The traces, with the state that each ends in.
    pub traces: BTreeMap<Trace, FinalState>,
    /// Could an atomic write (of an exchange, a compare-exchange or a
    /// sequentially consistent store) write what was there already? Whoever
    /// takes such a write for a read sees fewer traces than there are here.
    pub idle_writes: bool,
    /// Can threads come to wait for ever?
    pub stuck: bool,
}

impl Traces {
    /// The final states, with the number of traces that end in each.
    #[must_use]
    pub fn states(&self) -> BTreeMap<FinalState, u64> {
        let mut states = BTreeMap::new();
        for state in self.traces.values() {
            *states.entry(state.clone()).or_default() += 1;
        }
        states
    }
}

/// All ends of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ends {
    /// The final states.
    pub states: BTreeSet<FinalState>,
    /// Can threads come to wait for ever?
    pub stuck: bool,
}

/// The ends of a program; none if more than `max_states` states can be reached.
#[must_use]
pub fn ends(program: &Program, machine: Machine, max_states: usize) -> Option<Ends> {
    let mut search = Search::new(program, machine, false);
    let mut states = BTreeSet::new();
    let ended = |state: &State| {
        states.insert(state.result());
    };
    let stuck = search.run(max_states, ended)?;
    Some(Ends { states, stuck })
}

/// The traces of a program; none if more than `max_states` states, each with
/// its history, can be reached, as is the case if it has loops that wait.
#[must_use]
pub fn traces(program: &Program, machine: Machine, max_states: usize) -> Option<Traces> {
    let mut search = Search::new(program, machine, true);
    let mut traces = BTreeMap::new();
    let ended = |state: &State| {
        let other = traces.insert(state.trace(), state.result());
        assert!(
            other.is_none_or(|other| other == state.result()),
            "a trace decides its final state"
        );
    };
    let stuck = search.run(max_states, ended)?;
    Some(Traces {
        traces,
        stuck,
        idle_writes: search.idle_writes,
    })
}

/// An instruction: a statement without blocks, or a jump.
enum Instruction {
    Statement(Statement),
    JumpUnless {
        register: usize,
        equals: u64,
        target: usize,
    },
    Jump(usize),
}

/// Appends the instructions of a block; loops with a number of rounds are
/// unrolled.
fn compile(block: &[Statement], code: &mut Vec<Instruction>) {
    for statement in block {
        match statement {
            Statement::Repeat { times, body } => {
                for _ in 0..*times {
                    compile(body, code);
                }
            }
            Statement::If {
                register,
                equals,
                then,
                otherwise,
            } => {
                let branch = code.len();
                code.push(Instruction::Jump(0));
                compile(then, code);
                let jump = code.len();
                code.push(Instruction::Jump(0));
                code[branch] = Instruction::JumpUnless {
                    register: *register,
                    equals: *equals,
                    target: code.len(),
                };
                compile(otherwise, code);
                code[jump] = Instruction::Jump(code.len());
            }
            Statement::Until { ends, body } => {
                let start = code.len();
                compile(body, code);
                let end = code.len() + 2 * ends.len() + 1;
                for (register, equals) in ends {
                    code.push(Instruction::JumpUnless {
                        register: *register,
                        equals: *equals,
                        target: code.len() + 2,
                    });
                    code.push(Instruction::Jump(end));
                }
                code.push(Instruction::Jump(start));
            }
            simple => code.push(Instruction::Statement(simple.clone())),
        }
    }
}

/// What waits in a buffer.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Pending {
    Store {
        location: usize,
        value: u64,
        nth: u8,
    },
    /// What comes after may not leave before what came before has.
    Barrier,
    /// The end of this section of the thread.
    End(usize),
}

/// A read-side section that has begun.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Section {
    domain: usize,
    /// By which it is ended, if it is one of SRCU.
    index: usize,
    /// Has the thread come to its end?
    is_left: bool,
    /// Is that end in memory, and all that was stored before it?
    has_ended: bool,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Thread {
    at: usize,
    registers: Vec<u64>,
    /// The oldest first.
    buffer: Vec<Pending>,
    /// How many writes it has made, buffered or not.
    writes: u8,
    /// What its reads read from, if the search keeps the history.
    reads: Vec<Option<Write>>,
    /// How deeply sections of RCU are nested.
    depth: u8,
    /// All that it has begun.
    sections: Vec<Section>,
    /// The sections that its grace period waits for, by thread and place there.
    awaited: Option<Vec<(usize, usize)>>,
    /// What its grace periods found, if the search keeps the history.
    graces: Vec<Vec<u8>>,
}

impl Thread {
    fn value(&self, value: Value) -> u64 {
        match value {
            Value::Constant(constant) => constant,
            Value::Register(register) => self.registers[register],
        }
    }

    /// The number of its next write.
    fn next_write(&mut self) -> u8 {
        self.writes += 1;
        self.writes - 1
    }

    /// The newest store to `location` that waits here: its value and number.
    fn newest(&self, location: usize) -> Option<(u64, u8)> {
        self.buffer.iter().rev().find_map(|pending| match pending {
            Pending::Store {
                location: at,
                value,
                nth,
            } if *at == location => Some((*value, *nth)),
            _ => None,
        })
    }

    /// How many stores wait, to `location` or to any.
    fn waiting(&self, location: Option<usize>) -> usize {
        let counts = |pending: &&Pending| match pending {
            Pending::Store { location: at, .. } => location.is_none_or(|wanted| wanted == *at),
            Pending::End(_) | Pending::Barrier => false,
        };
        self.buffer.iter().filter(counts).count()
    }

    /// Which of the stores in the buffer may leave it, by their places.
    fn may_leave(&self, model: Model) -> Vec<usize> {
        let mut seen = BTreeSet::new();
        let mut places = Vec::new();
        for (place, pending) in self.buffer.iter().enumerate() {
            match pending {
                Pending::Barrier => break,
                Pending::Store { location, .. } if seen.insert(*location) => places.push(place),
                Pending::End(_) if place == 0 => places.push(place),
                Pending::Store { .. } | Pending::End(_) => (),
            }
            if model == Model::Tso {
                break;
            }
        }
        places
    }

    /// Removes a store that leaves, and the barriers that then hold nothing up.
    fn remove(&mut self, place: usize) -> Pending {
        let removed = self.buffer.remove(place);
        let barriers = self.buffer.iter().take_while(|p| **p == Pending::Barrier);
        let barriers = barriers.count();
        self.buffer.drain(..barriers);
        removed
    }
}

/// A location.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Cell {
    value: u64,
    /// The writes that reached it, if the search keeps the history.
    writes: Vec<Write>,
}

/// A state. An instruction changes little of it, and the rest is shared with the
/// state before.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    memory: Vec<Rc<Cell>>,
    threads: Vec<Rc<Thread>>,
}

impl State {
    fn result(&self) -> FinalState {
        FinalState {
            registers: self.threads.iter().map(|t| t.registers.clone()).collect(),
            memory: self.memory.iter().map(|cell| cell.value).collect(),
        }
    }

    fn trace(&self) -> Trace {
        Trace {
            reads: self.threads.iter().map(|t| t.reads.clone()).collect(),
            coherence: self.memory.iter().map(|c| c.writes.clone()).collect(),
            graces: self.threads.iter().map(|t| t.graces.clone()).collect(),
        }
    }

    fn thread(&mut self, thread: usize) -> &mut Thread {
        Rc::make_mut(&mut self.threads[thread])
    }
}

/// How many states come before these, or are among them; `before` has for each
/// state those just before it.
fn count_before(before: &[Vec<usize>], mut open: Vec<usize>) -> usize {
    let mut seen = vec![false; before.len()];
    let mut count = 0;
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut seen[state], true) {
            count += 1;
            open.extend(&before[state]);
        }
    }
    count
}

fn write(thread: usize, nth: u8) -> Write {
    Write {
        thread: u8::try_from(thread).expect("few threads"),
        nth,
    }
}

/// A search: the program, the machine, and what it found on the way.
struct Search<'a> {
    program: &'a Program,
    code: Vec<Vec<Instruction>>,
    machine: Machine,
    /// Is the history part of the state?
    keeps_history: bool,
    idle_writes: bool,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, machine: Machine, keeps_history: bool) -> Search<'a> {
        let compiled = |thread: &Vec<Statement>| {
            let mut code = Vec::new();
            compile(thread, &mut code);
            code
        };
        Search {
            program,
            code: program.threads.iter().map(compiled).collect(),
            machine,
            keeps_history,
            idle_writes: false,
        }
    }

    fn start(&self) -> State {
        let thread = |thread| Thread {
            at: 0,
            registers: vec![0; self.program.registers(thread)],
            buffer: Vec::new(),
            writes: 0,
            reads: Vec::new(),
            depth: 0,
            sections: Vec::new(),
            awaited: None,
            graces: Vec::new(),
        };
        let cell = |value: &u64| Cell {
            value: *value,
            writes: Vec::new(),
        };
        let threads = (0..self.program.threads.len()).map(thread);
        let mut state = State {
            memory: self.program.initial.iter().map(cell).map(Rc::new).collect(),
            threads: threads.map(Rc::new).collect(),
        };
        for thread in 0..state.threads.len() {
            self.jump(state.thread(thread), thread);
        }
        state
    }

    /// Visits every state, and calls `ended` for the final ones. Is there a state
    /// from which no final one can be reached?
    fn run(&mut self, max: usize, mut ended: impl FnMut(&State)) -> Option<bool> {
        let mut seen = FxHashMap::default();
        let mut before: Vec<Vec<usize>> = vec![Vec::new()];
        let mut finals = Vec::new();
        let start = Rc::new(self.start());
        seen.insert(Rc::clone(&start), 0);
        let mut open = vec![(start, 0)];
        while let Some((state, number)) = open.pop() {
            if self.is_final(&state) {
                ended(&state);
                finals.push(number);
            }
            for next in self.successors(&state) {
                let fresh = seen.len();
                let next = Rc::new(next);
                let found = *seen.entry(Rc::clone(&next)).or_insert(fresh);
                if found == fresh {
                    open.push((next, fresh));
                    before.push(Vec::new());
                }
                before[found].push(number);
            }
            if seen.len() > max {
                return None;
            }
        }
        let stuck = count_before(&before, finals) < before.len();
        debug_assert!(
            !stuck || self.program.waits() || self.program.domains() > 0,
            "nothing else keeps a thread"
        );
        Some(stuck)
    }

    fn is_final(&self, state: &State) -> bool {
        let mut threads = state.threads.iter().zip(&self.code);
        threads.all(|(thread, code)| thread.at == code.len() && thread.buffer.is_empty())
    }

    fn successors(&mut self, state: &State) -> Vec<State> {
        let mut next = Vec::new();
        for thread in 0..state.threads.len() {
            next.extend(self.run_instruction(state, thread));
            for place in state.threads[thread].may_leave(self.machine.model) {
                next.push(self.flushed(state, thread, place));
            }
        }
        next
    }

    /// Follows jumps: they see nothing of the memory, and nobody sees them.
    fn jump(&self, state: &mut Thread, thread: usize) {
        loop {
            state.at = match self.code[thread].get(state.at) {
                Some(Instruction::Jump(target)) => *target,
                Some(Instruction::JumpUnless {
                    register,
                    equals,
                    target,
                }) => {
                    if state.registers[*register] == *equals {
                        state.at + 1
                    } else {
                        *target
                    }
                }
                Some(Instruction::Statement(_)) | None => return,
            };
        }
    }

    /// The state after the thread's next instruction, if that can run now.
    fn run_instruction(&mut self, state: &State, thread: usize) -> Option<State> {
        let now = &state.threads[thread];
        let Some(Instruction::Statement(statement)) = self.code[thread].get(now.at) else {
            return None;
        };
        if let (Statement::GracePeriod { domain }, None) = (statement, &now.awaited) {
            return self.begin_grace(state, thread, *domain);
        }
        if let Some(awaited) = &now.awaited {
            let ended = |(thread, section): &(usize, usize)| {
                let section = state.threads[*thread].sections.get(*section);
                section.is_some_and(|section| section.has_ended)
            };
            if !awaited.iter().all(ended) {
                return None;
            }
        }
        if !self.may_run(statement, now) {
            return None;
        }
        let mut state = state.clone();
        let idle = self.apply(statement, &mut state, thread);
        self.idle_writes |= idle;
        let moved = state.thread(thread);
        moved.at += 1;
        self.jump(moved, thread);
        Some(state)
    }

    /// Is there room for what the statement puts into the buffer, or is the
    /// buffer empty if it has to be?
    fn may_run(&self, statement: &Statement, thread: &Thread) -> bool {
        match statement {
            Statement::Load { .. }
            | Statement::StoreBarrier
            | Statement::SectionBegin { .. }
            | Statement::SectionEnd { .. } => true,
            Statement::Store {
                order: Order::Plain | Order::Release,
                location,
                ..
            } => {
                let queue = (self.machine.model == Model::Pso).then_some(*location);
                let bound = self.machine.bound.filter(|bound| *bound > 0);
                bound.is_none_or(|bound| thread.waiting(queue) < bound)
            }
            _ => thread.buffer.is_empty(),
        }
    }

    fn has_buffers(&self) -> bool {
        self.machine.model != Model::Sc && self.machine.bound != Some(0)
    }

    /// A load: from the thread's own buffer if it can, else from memory.
    fn load(&self, state: &mut State, thread: usize, location: usize) -> u64 {
        let cell = Rc::clone(&state.memory[location]);
        let thread_state = state.thread(thread);
        let own = thread_state.newest(location);
        if self.keeps_history {
            let source = match own {
                Some((_, nth)) => Some(write(thread, nth)),
                None => cell.writes.last().copied(),
            };
            thread_state.reads.push(source);
        }
        own.map_or(cell.value, |(value, _)| value)
    }

    /// A write reaches memory.
    fn write(&self, state: &mut State, write: Write, location: usize, value: u64) {
        let cell = Rc::make_mut(&mut state.memory[location]);
        cell.value = value;
        if self.keeps_history {
            cell.writes.push(write);
        }
    }

    /// Runs a statement that may run; true if it was an idle atomic write.
    fn apply(&self, statement: &Statement, state: &mut State, thread: usize) -> bool {
        match *statement {
            Statement::Load { register, location } => {
                let value = self.load(state, thread, location);
                state.thread(thread).registers[register] = value;
                false
            }
            Statement::Store {
                order,
                location,
                value,
            } => self.store(state, thread, order, location, value),
            Statement::StoreBarrier => {
                self.barrier(state.thread(thread));
                false
            }
            Statement::Exchange {
                register,
                location,
                value,
            } => {
                let value = state.threads[thread].value(value);
                self.modify(state, thread, register, location, |_| Some(value))
            }
            Statement::FetchAdd {
                register,
                location,
                addend,
            } => self.modify(state, thread, register, location, |old| Some(old + addend)),
            Statement::CompareExchange {
                register,
                location,
                expected,
                new,
            } => self.modify(state, thread, register, location, |old| {
                (old == expected).then_some(new)
            }),
            Statement::Fence => false,
            Statement::SectionBegin { domain, index } => {
                Self::begin_section(state.thread(thread), domain, index);
                false
            }
            Statement::SectionEnd { domain, index } => {
                self.end_section(state.thread(thread), domain, index);
                false
            }
            Statement::GracePeriod { .. } => {
                state.thread(thread).awaited = None;
                false
            }
            Statement::If { .. } | Statement::Repeat { .. } | Statement::Until { .. } => {
                unreachable!("compiled to jumps")
            }
        }
    }

    /// A store, into the buffer or not; true if it was an idle atomic write.
    fn store(
        &self,
        state: &mut State,
        thread: usize,
        order: Order,
        location: usize,
        value: Value,
    ) -> bool {
        let owner = state.thread(thread);
        let value = owner.value(value);
        if order == Order::Release {
            self.barrier(owner);
        }
        let nth = owner.next_write();
        if order == Order::SeqCst || !self.has_buffers() {
            let idle = order == Order::SeqCst && state.memory[location].value == value;
            self.write(state, write(thread, nth), location, value);
            return idle;
        }
        owner.buffer.push(Pending::Store {
            location,
            value,
            nth,
        });
        false
    }

    /// Only the outermost section of RCU is one.
    fn begin_section(thread: &mut Thread, domain: usize, index: usize) {
        if domain == 0 {
            thread.depth += 1;
            if thread.depth > 1 {
                return;
            }
        }
        thread.sections.push(Section {
            domain,
            index,
            is_left: false,
            has_ended: false,
        });
    }

    fn end_section(&self, thread: &mut Thread, domain: usize, index: usize) {
        if domain == 0 {
            thread.depth -= 1;
            if thread.depth > 0 {
                return;
            }
        }
        let is_it =
            |s: &Section| !s.is_left && s.domain == domain && (domain == 0 || s.index == index);
        let place = thread.sections.iter().position(is_it);
        let place = place.expect("a section that has begun");
        thread.sections[place].is_left = true;
        if self.has_buffers() {
            thread.buffer.push(Pending::End(place));
        } else {
            thread.sections[place].has_ended = true;
        }
    }

    /// The state after a grace period has begun, if it can.
    fn begin_grace(&self, state: &State, thread: usize, domain: usize) -> Option<State> {
        if !state.threads[thread].buffer.is_empty() {
            return None;
        }
        let mut awaited = Vec::new();
        let mut counts = Vec::new();
        for (number, other) in state.threads.iter().enumerate() {
            let of_domain = other.sections.iter().enumerate();
            let of_domain = of_domain.filter(|(_, section)| section.domain == domain);
            let open = of_domain.clone().filter(|(_, section)| !section.has_ended);
            awaited.extend(open.map(|(place, _)| (number, place)));
            counts.push(u8::try_from(of_domain.count()).expect("few sections"));
        }
        let mut state = state.clone();
        let moved = state.thread(thread);
        moved.awaited = Some(awaited);
        if self.keeps_history {
            moved.graces.push(counts);
        }
        Some(state)
    }

    /// A barrier matters only under PSO, and only behind something.
    fn barrier(&self, thread: &mut Thread) {
        let last = thread.buffer.last();
        let behind = last.is_some_and(|last| *last != Pending::Barrier);
        if self.machine.model == Model::Pso && behind {
            thread.buffer.push(Pending::Barrier);
        }
    }

    /// An atomic read-modify-write; true if it wrote what was there.
    fn modify(
        &self,
        state: &mut State,
        thread: usize,
        register: usize,
        location: usize,
        new: impl Fn(u64) -> Option<u64>,
    ) -> bool {
        let old = self.load(state, thread, location);
        let new = new(old);
        if let Some(new) = new {
            let nth = state.thread(thread).next_write();
            self.write(state, write(thread, nth), location, new);
        }
        state.thread(thread).registers[register] = old;
        new == Some(old)
    }

    /// The state after the store at `place` of the thread's buffer has left it.
    fn flushed(&self, state: &State, thread: usize, place: usize) -> State {
        let mut state = state.clone();
        match state.thread(thread).remove(place) {
            Pending::Store {
                location,
                value,
                nth,
            } => self.write(&mut state, write(thread, nth), location, value),
            Pending::End(section) => state.thread(thread).sections[section].has_ended = true,
            Pending::Barrier => unreachable!("a barrier does not leave"),
        }
        state
    }
}
