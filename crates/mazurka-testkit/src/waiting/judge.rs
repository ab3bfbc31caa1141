//! The judge: every state that a program can reach, under SC, TSO and PSO.
//!
//! A state is what memory, mutexes, buffers and live registers hold. There are finitely
//! many, so no number of rounds has to be bounded. The store buffers are its own: a list for
//! each thread, in the order of its stores, of which TSO flushes the first, and PSO the
//! first of a location that no barrier holds up.
//!
//! Threads can wait for ever where no way leads to an end any more. If from such a state on
//! memory never changes, the threads only wait: Mazurka must say so. If there is no such state
//! they change memory for ever, and Mazurka has no execution to end with.

use super::block::{Location, Order};
use super::code::{Code, Instruction, Source};
use super::expand::expand;
use super::program::{LOCATIONS, MUTEXES, Program, REGISTERS};
use mazurka_memory::Model;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What a program comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// What the locations hold when all threads have ended.
    pub states: BTreeSet<Vec<u32>>,
    /// The assertions that fail.
    pub failed: BTreeSet<u32>,
    /// Can threads wait for ever?
    pub stuck: Stuck,
    /// How many states there are.
    pub size: usize,
}

/// Can threads wait for ever?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// From each state a way leads to an end.
    Never,
    /// They can, with memory as it is.
    Still,
    /// They can only change memory for ever.
    Restless,
}

/// What an assertion that fails ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// The program, as in C.
    All,
    /// The thread, as in Rust. What the locations hold in the end does not count then.
    Thread,
}

/// A store that has not reached memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Entry {
    location: Location,
    value: u32,
    /// It and those after it come after all before it.
    behind: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Thread {
    at: usize,
    registers: Vec<u32>,
    buffer: Vec<Entry>,
}

impl Thread {
    fn value(&self, source: Source) -> u32 {
        match source {
            Source::Constant(value) => value,
            Source::Register(register) => self.registers[register],
        }
    }

    /// Takes an entry out of the buffer.
    fn take(&mut self, index: usize) -> Entry {
        let entry = self.buffer.remove(index);
        if let Some(first) = self.buffer.first_mut() {
            first.behind = false;
        }
        entry
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    threads: Vec<Thread>,
    memory: Vec<u32>,
    /// The thread that holds each mutex.
    holders: Vec<Option<usize>>,
    /// Has an assertion failed?
    failed: bool,
}

struct Machine {
    model: Model,
    ends: Ends,
    codes: Vec<Code>,
}

impl Machine {
    fn initial(&self) -> State {
        let threads = self.codes.iter().map(|code| Thread {
            at: 0,
            registers: vec![0; code.registers],
            buffer: Vec::new(),
        });
        State {
            threads: threads.collect(),
            memory: vec![0; LOCATIONS],
            holders: vec![None; MUTEXES],
            failed: false,
        }
    }

    /// Runs what concerns the thread alone, up to an assertion that fails, and forgets what
    /// is not live.
    fn settle(&self, state: &mut State, process: usize) {
        let (code, thread) = (&self.codes[process], &mut state.threads[process]);
        loop {
            match &code.instructions[thread.at] {
                Instruction::Compute(to, operator, left, right) => {
                    let value = operator.apply(thread.value(*left), thread.value(*right));
                    thread.registers[*to] = value;
                    thread.at += 1;
                }
                Instruction::Jump(target) => thread.at = *target,
                Instruction::Unless(value, target) => {
                    let jumps = thread.value(*value) == 0;
                    thread.at = if jumps { *target } else { thread.at + 1 };
                }
                Instruction::Assert(value, _) if thread.value(*value) != 0 => thread.at += 1,
                _ => break,
            }
        }
        let live = &code.live[thread.at];
        for (value, is_live) in thread.registers.iter_mut().zip(live) {
            if !is_live {
                *value = 0;
            }
        }
    }

    /// The assertion at which a thread fails next.
    fn failure(&self, state: &State, process: usize) -> Option<u32> {
        match self.codes[process].instructions[state.threads[process].at] {
            Instruction::Assert(_, number) => Some(number),
            _ => None,
        }
    }

    /// Which entries of its buffer can reach memory now?
    fn flushable(&self, thread: &Thread) -> Vec<usize> {
        let buffer = &thread.buffer;
        if self.model == Model::Tso {
            return (0..buffer.len().min(1)).collect();
        }
        let mut all = Vec::new();
        for (index, entry) in buffer.iter().enumerate() {
            if index > 0 && entry.behind {
                break;
            }
            let mut earlier = buffer[..index].iter();
            if earlier.all(|other| other.location != entry.location) {
                all.push(index);
            }
        }
        all
    }

    /// The next instruction of a thread; none if it cannot run now.
    fn step(&self, state: &State, process: usize) -> Option<State> {
        let instruction = &self.codes[process].instructions[state.threads[process].at];
        let mut next = state.clone();
        let thread = &mut next.threads[process];
        let memory = &mut next.memory;
        let waits = match instruction {
            Instruction::Load(..) | Instruction::Assert(..) => false,
            Instruction::Store(_, _, order) => *order == Order::Full,
            _ => true,
        };
        if waits && !thread.buffer.is_empty() {
            return None;
        }
        match instruction {
            Instruction::Load(to, location) => {
                let mut own = thread.buffer.iter().rev();
                let own = own.find(|entry| entry.location == *location);
                thread.registers[*to] = own.map_or(memory[*location], |entry| entry.value);
            }
            Instruction::Store(location, value, order) => {
                let value = thread.value(*value);
                if self.model == Model::Sc || *order == Order::Full {
                    memory[*location] = value;
                } else {
                    thread.buffer.push(Entry {
                        location: *location,
                        value,
                        behind: *order == Order::Release
                            && self.model == Model::Pso
                            && !thread.buffer.is_empty(),
                    });
                }
            }
            Instruction::Update(to, update, location, operand) => {
                let held = memory[*location];
                memory[*location] = update.apply(held, thread.value(*operand));
                thread.registers[*to] = held;
            }
            Instruction::CompareExchange(to, expected, location, new) => {
                let held = memory[*location];
                let succeeds = held == thread.registers[*expected];
                if succeeds {
                    memory[*location] = thread.value(*new);
                } else {
                    thread.registers[*expected] = held;
                }
                thread.registers[*to] = u32::from(succeeds);
            }
            Instruction::Fence => {}
            Instruction::Lock(mutex) => {
                if next.holders[*mutex].is_some() {
                    return None;
                }
                next.holders[*mutex] = Some(process);
            }
            Instruction::TryLock(to, mutex) => {
                let is_free = next.holders[*mutex].is_none();
                if is_free {
                    next.holders[*mutex] = Some(process);
                }
                thread.registers[*to] = u32::from(is_free);
            }
            Instruction::Unlock(mutex) => {
                assert_eq!(next.holders[*mutex], Some(process), "it is held");
                next.holders[*mutex] = None;
            }
            Instruction::End => return None,
            Instruction::Assert(..) => {
                thread.at = self.codes[process].instructions.len() - 1;
                next.failed = true;
                self.settle(&mut next, process);
                return Some(next);
            }
            Instruction::Compute(..) | Instruction::Jump(_) | Instruction::Unless(..) => {
                unreachable!("it concerns the thread alone")
            }
        }
        next.threads[process].at += 1;
        self.settle(&mut next, process);
        Some(next)
    }

    fn is_end(&self, state: &State) -> bool {
        let mut threads = state.threads.iter().zip(&self.codes);
        threads.all(|(thread, code)| {
            code.instructions[thread.at] == Instruction::End && thread.buffer.is_empty()
        })
    }
}

/// The states, and which follow which.
struct Graph {
    states: Vec<State>,
    next: Vec<Vec<u32>>,
    /// Is it an end, or can an assertion fail from here?
    ends: Vec<bool>,
}

/// What a program comes to; none if it has more states than that.
#[must_use]
pub fn judge(program: &Program, model: Model, ends: Ends, max_states: usize) -> Option<Expected> {
    let blocks = program.threads.iter().map(|thread| expand(thread));
    let machine = Machine {
        model,
        ends,
        codes: blocks.map(|block| Code::new(&block, REGISTERS)).collect(),
    };
    let mut failed = BTreeSet::new();
    let graph = search(&machine, max_states, &mut failed)?;
    let states = graph.states.iter();
    let states = states.filter(|state| machine.is_end(state) && !state.failed);
    Some(Expected {
        states: states.map(|state| state.memory.clone()).collect(),
        failed,
        stuck: stuck(&graph),
        size: graph.states.len(),
    })
}

fn search(machine: &Machine, max_states: usize, failed: &mut BTreeSet<u32>) -> Option<Graph> {
    let mut graph = Graph {
        states: Vec::new(),
        next: Vec::new(),
        ends: Vec::new(),
    };
    let mut numbers: FxHashMap<State, u32> = FxHashMap::default();
    let mut first = machine.initial();
    for process in 0..machine.codes.len() {
        machine.settle(&mut first, process);
    }
    numbers.insert(first.clone(), 0);
    graph.states.push(first);
    let mut at = 0;
    while at < graph.states.len() {
        if graph.states.len() > max_states {
            return None;
        }
        let state = graph.states[at].clone();
        let mut is_end = machine.is_end(&state);
        let mut edges = Vec::new();
        let mut add = |next: State| {
            let number = *numbers.entry(next).or_insert_with_key(|next| {
                graph.states.push(next.clone());
                u32::try_from(graph.states.len() - 1).expect("few states")
            });
            edges.push(number);
        };
        for process in 0..state.threads.len() {
            for index in machine.flushable(&state.threads[process]) {
                let mut next = state.clone();
                let entry = next.threads[process].take(index);
                next.memory[entry.location] = entry.value;
                add(next);
            }
            if let Some(number) = machine.failure(&state, process) {
                failed.insert(number);
                if machine.ends == Ends::All {
                    is_end = true;
                    continue;
                }
            }
            if let Some(next) = machine.step(&state, process) {
                add(next);
            }
        }
        graph.next.push(edges);
        graph.ends.push(is_end);
        at += 1;
    }
    Some(graph)
}

fn stuck(graph: &Graph) -> Stuck {
    // From where does a way lead to an end?
    let mut before = vec![Vec::new(); graph.states.len()];
    for (state, next) in graph.next.iter().enumerate() {
        next.iter().for_each(|n| before[*n as usize].push(state));
    }
    let mut hopeful = graph.ends.clone();
    let mut work: Vec<usize> = (0..hopeful.len()).filter(|s| hopeful[*s]).collect();
    while let Some(state) = work.pop() {
        for earlier in &before[state] {
            if !std::mem::replace(&mut hopeful[*earlier], true) {
                work.push(*earlier);
            }
        }
    }
    // Whatever follows a state without hope has none either.
    let mut hopeless = (0..hopeful.len()).filter(|state| !hopeful[*state]);
    if hopeful.iter().all(|is| *is) {
        Stuck::Never
    } else if hopeless.any(|state| is_still(graph, state)) {
        Stuck::Still
    } else {
        Stuck::Restless
    }
}

/// Does memory never change from here on?
fn is_still(graph: &Graph, from: usize) -> bool {
    let mut reached = FxHashSet::default();
    let mut work = vec![from];
    while let Some(state) = work.pop() {
        if graph.states[state].memory != graph.states[from].memory {
            return false;
        }
        let next = graph.next[state].iter().map(|next| *next as usize);
        work.extend(next.filter(|next| reached.insert(*next)));
    }
    true
}
