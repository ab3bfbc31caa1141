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
//! from-reads follows from the two.

use mazurka_corpus::litmus::program::{FinalState, Order, Program, Statement, Value};
use rustc_hash::FxHashSet;
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
    pub const ALL: [Model; 3] = [Model::Sc, Model::Tso, Model::Pso];
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
        let found = Model::ALL.into_iter().find(|m| m.to_string() == name);
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

/// The final states of a program; none if more than `max_states` states can be
/// reached.
#[must_use]
pub fn final_states(
    program: &Program,
    machine: Machine,
    max_states: usize,
) -> Option<BTreeSet<FinalState>> {
    let mut search = Search::new(program, machine);
    let mut states = BTreeSet::new();
    let ended = |state: &State| {
        states.insert(state.result());
    };
    search.run(search.start(None), max_states, ended)?;
    Some(states)
}

/// The traces of a program; none if more than `max_states` states, each with
/// its history, can be reached.
#[must_use]
pub fn traces(program: &Program, machine: Machine, max_states: usize) -> Option<Traces> {
    let mut search = Search::new(program, machine);
    let mut traces = BTreeMap::new();
    let ended = |state: &State| {
        let trace = state.history.clone().expect("it began with a history");
        let other = traces.insert(trace, state.result());
        assert!(
            other.is_none_or(|other| other == state.result()),
            "a trace decides its final state"
        );
    };
    let history = Trace {
        reads: vec![Vec::new(); program.threads.len()],
        coherence: vec![Vec::new(); program.initial.len()],
    };
    search.run(search.start(Some(history)), max_states, ended)?;
    let idle_writes = search.idle_writes;
    Some(Traces {
        traces,
        idle_writes,
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

/// Appends the instructions of a block; loops are unrolled.
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
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Thread {
    at: usize,
    registers: Vec<u64>,
    /// The oldest first.
    buffer: Vec<Pending>,
    /// How many writes it has made, buffered or not.
    writes: u8,
}

impl Thread {
    fn value(&self, value: Value) -> u64 {
        match value {
            Value::Constant(constant) => constant,
            Value::Register(register) => self.registers[register],
        }
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
            Pending::Barrier => false,
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
                Pending::Store { .. } => (),
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

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    memory: Vec<u64>,
    threads: Vec<Thread>,
    history: Option<Trace>,
}

impl State {
    fn result(&self) -> FinalState {
        FinalState {
            registers: self.threads.iter().map(|t| t.registers.clone()).collect(),
            memory: self.memory.clone(),
        }
    }

    /// A load: from the thread's own buffer if it can, else from memory.
    fn load(&mut self, thread: usize, location: usize) -> u64 {
        let own = self.threads[thread].newest(location);
        if let Some(history) = &mut self.history {
            let write = match own {
                Some((_, nth)) => Some(write(thread, nth)),
                None => history.coherence[location].last().copied(),
            };
            history.reads[thread].push(write);
        }
        own.map_or(self.memory[location], |(value, _)| value)
    }

    /// The number of the thread's next write.
    fn next_write(&mut self, thread: usize) -> u8 {
        let writes = &mut self.threads[thread].writes;
        *writes += 1;
        *writes - 1
    }

    /// A write reaches memory.
    fn write(&mut self, thread: usize, nth: u8, location: usize, value: u64) {
        self.memory[location] = value;
        if let Some(history) = &mut self.history {
            history.coherence[location].push(write(thread, nth));
        }
    }
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
    idle_writes: bool,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, machine: Machine) -> Search<'a> {
        let compiled = |thread: &Vec<Statement>| {
            let mut code = Vec::new();
            compile(thread, &mut code);
            code
        };
        Search {
            program,
            code: program.threads.iter().map(compiled).collect(),
            machine,
            idle_writes: false,
        }
    }

    fn start(&self, history: Option<Trace>) -> State {
        let thread = |thread| Thread {
            at: 0,
            registers: vec![0; self.program.registers(thread)],
            buffer: Vec::new(),
            writes: 0,
        };
        let mut state = State {
            memory: self.program.initial.clone(),
            threads: (0..self.program.threads.len()).map(thread).collect(),
            history,
        };
        for thread in 0..state.threads.len() {
            self.jump(&mut state, thread);
        }
        state
    }

    /// Visits every state, and calls `ended` for the final ones.
    fn run(&mut self, start: State, max: usize, mut ended: impl FnMut(&State)) -> Option<()> {
        let mut seen = FxHashSet::default();
        let mut open = vec![Rc::new(start)];
        while let Some(state) = open.pop() {
            let next = self.successors(&state);
            if next.is_empty() {
                // Buffers can always drain, and then every instruction can run.
                debug_assert!(self.is_final(&state), "the machine never gets stuck");
                ended(&state);
            }
            for state in next {
                let state = Rc::new(state);
                if seen.insert(Rc::clone(&state)) {
                    open.push(state);
                }
            }
            if seen.len() > max {
                return None;
            }
        }
        Some(())
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
                next.push(flushed(state, thread, place));
            }
        }
        next
    }

    /// Follows jumps: they see nothing of the memory, and nobody sees them.
    fn jump(&self, state: &mut State, thread: usize) {
        let thread_state = &mut state.threads[thread];
        loop {
            thread_state.at = match self.code[thread].get(thread_state.at) {
                Some(Instruction::Jump(target)) => *target,
                Some(Instruction::JumpUnless {
                    register,
                    equals,
                    target,
                }) => {
                    if thread_state.registers[*register] == *equals {
                        thread_state.at + 1
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
        if !self.may_run(statement, now) {
            return None;
        }
        let mut state = state.clone();
        let idle = self.apply(statement, &mut state, thread);
        self.idle_writes |= idle;
        state.threads[thread].at += 1;
        self.jump(&mut state, thread);
        Some(state)
    }

    /// Is there room for what the statement puts into the buffer, or is the
    /// buffer empty if it has to be?
    fn may_run(&self, statement: &Statement, thread: &Thread) -> bool {
        match statement {
            Statement::Load { .. } | Statement::StoreBarrier => true,
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

    /// Runs a statement that may run; true if it was an idle atomic write.
    fn apply(&self, statement: &Statement, state: &mut State, thread: usize) -> bool {
        match *statement {
            Statement::Load { register, location } => {
                let value = state.load(thread, location);
                state.threads[thread].registers[register] = value;
                false
            }
            Statement::Store {
                order: Order::SeqCst,
                location,
                value,
            } => {
                let value = state.threads[thread].value(value);
                let idle = state.memory[location] == value;
                let nth = state.next_write(thread);
                state.write(thread, nth, location, value);
                idle
            }
            Statement::Store {
                order,
                location,
                value,
            } => {
                if order == Order::Release {
                    self.barrier(state, thread);
                }
                self.store(state, thread, location, value);
                false
            }
            Statement::StoreBarrier => {
                self.barrier(state, thread);
                false
            }
            Statement::Exchange {
                register,
                location,
                value,
            } => {
                let value = state.threads[thread].value(value);
                modify(state, thread, register, location, |_| Some(value))
            }
            Statement::FetchAdd {
                register,
                location,
                addend,
            } => modify(state, thread, register, location, |old| Some(old + addend)),
            Statement::CompareExchange {
                register,
                location,
                expected,
                new,
            } => modify(state, thread, register, location, |old| {
                (old == expected).then_some(new)
            }),
            Statement::Fence => false,
            Statement::If { .. } | Statement::Repeat { .. } => {
                unreachable!("compiled to jumps")
            }
        }
    }

    fn store(&self, state: &mut State, thread: usize, location: usize, value: Value) {
        let value = state.threads[thread].value(value);
        let nth = state.next_write(thread);
        if self.has_buffers() {
            let pending = Pending::Store {
                location,
                value,
                nth,
            };
            state.threads[thread].buffer.push(pending);
        } else {
            state.write(thread, nth, location, value);
        }
    }

    /// A barrier matters only under PSO, and only behind something.
    fn barrier(&self, state: &mut State, thread: usize) {
        let buffer = &mut state.threads[thread].buffer;
        let behind = buffer.last().is_some_and(|last| *last != Pending::Barrier);
        if self.machine.model == Model::Pso && behind {
            buffer.push(Pending::Barrier);
        }
    }
}

/// An atomic read-modify-write; true if it wrote what was there.
fn modify(
    state: &mut State,
    thread: usize,
    register: usize,
    location: usize,
    new: impl Fn(u64) -> Option<u64>,
) -> bool {
    let old = state.load(thread, location);
    let new = new(old);
    if let Some(new) = new {
        let nth = state.next_write(thread);
        state.write(thread, nth, location, new);
    }
    state.threads[thread].registers[register] = old;
    new == Some(old)
}

/// The state after the store at `place` of the thread's buffer has left it.
fn flushed(state: &State, thread: usize, place: usize) -> State {
    let mut state = state.clone();
    match state.threads[thread].remove(place) {
        Pending::Store {
            location,
            value,
            nth,
        } => state.write(thread, nth, location, value),
        Pending::Barrier => unreachable!("only stores may leave"),
    }
    state
}
