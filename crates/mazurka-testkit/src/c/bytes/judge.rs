//! All interleavings of a [`Program`], by brute force over its states.
//!
//! A store buffer is a list of stores of bytes. A load takes each byte from the newest
//! store in its own buffer that has it, else from memory. Under TSO the oldest store
//! reaches memory first; under PSO any that has no byte in common with an older one, and
//! that no barrier keeps back.

use super::{Allocator, OBJECT, Place, Program, REGISTERS, Rmw, Statement, Strength, Value};
use mazurka_memory::Model;
use std::collections::{BTreeSet, HashSet};

/// What an execution leaves behind.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct End {
    /// What memory holds.
    pub memory: [u64; 4],
    /// The registers of the threads.
    pub registers: Vec<[u64; REGISTERS]>,
    /// Have all threads ended?
    pub is_finished: bool,
}

/// A statement without blocks.
#[derive(Clone, Debug)]
enum Op {
    Do(Statement),
    /// Goes on elsewhere unless the register holds the value.
    Unless(usize, u64, usize),
    Jump(usize),
    Lock,
    Unlock,
}

fn flatten(block: &[Statement], ops: &mut Vec<Op>) {
    for statement in block {
        match statement {
            Statement::If(register, equals, then, otherwise) => {
                let branch = ops.len();
                ops.push(Op::Jump(0));
                flatten(then, ops);
                let jump = ops.len();
                ops.push(Op::Jump(0));
                ops[branch] = Op::Unless(*register, *equals, ops.len());
                flatten(otherwise, ops);
                ops[jump] = Op::Jump(ops.len());
            }
            Statement::Repeat(times, inner) => {
                for _ in 0..*times {
                    flatten(inner, ops);
                }
            }
            Statement::Section(inner) => {
                ops.push(Op::Lock);
                flatten(inner, ops);
                ops.push(Op::Unlock);
            }
            other => ops.push(Op::Do(other.clone())),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Buffered {
    at: usize,
    bytes: Vec<u8>,
    /// How many barriers came before it.
    epoch: u32,
}

#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Thread {
    next: usize,
    /// How far a statement in several steps has come.
    phase: u8,
    registers: [u64; REGISTERS],
    buffer: Vec<Buffered>,
    epoch: u32,
    /// How many of its allocations have failed.
    failures: u32,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    memory: Vec<u8>,
    holder: Option<usize>,
    arrived: usize,
    has_leader: bool,
    threads: Vec<Thread>,
}

impl State {
    fn memory_at(&self, place: Place) -> u64 {
        number(&self.memory[place.at..place.at + place.size])
    }

    fn write(&mut self, place: Place, value: u64) {
        let bytes = value.to_le_bytes();
        self.memory[place.at..place.at + place.size].copy_from_slice(&bytes[..place.size]);
    }

    /// What a thread sees.
    fn load(&self, thread: usize, place: Place) -> u64 {
        let mut bytes = self.memory[place.at..place.at + place.size].to_vec();
        for stored in &self.threads[thread].buffer {
            for (i, byte) in stored.bytes.iter().enumerate() {
                if let Some(i) = (stored.at + i).checked_sub(place.at)
                    && i < place.size
                {
                    bytes[i] = *byte;
                }
            }
        }
        number(&bytes)
    }

    fn value(&self, thread: usize, value: Value) -> u64 {
        match value {
            Value::Constant(constant) => constant,
            Value::Register(register) => self.threads[thread].registers[register],
        }
    }

    /// Carries out the `nth` store of a buffer.
    fn flush(&mut self, thread: usize, nth: usize) {
        let stored = self.threads[thread].buffer.remove(nth);
        self.memory[stored.at..stored.at + stored.bytes.len()].copy_from_slice(&stored.bytes);
    }
}

fn number(bytes: &[u8]) -> u64 {
    let digits = bytes.iter().rev();
    digits.fold(0, |number, byte| number << 8 | u64::from(*byte))
}

struct Search<'a> {
    program: &'a Program,
    code: Vec<Vec<Op>>,
    seen: HashSet<State>,
    ends: BTreeSet<End>,
}

/// All that executions of a program leave behind; none if it has more than so many
/// states.
#[must_use]
pub fn ends(program: &Program, max_states: usize) -> Option<BTreeSet<End>> {
    let code = program.threads.iter().map(|block| {
        let mut ops = Vec::new();
        flatten(block, &mut ops);
        ops
    });
    let mut search = Search {
        code: code.collect(),
        program,
        seen: HashSet::new(),
        ends: BTreeSet::new(),
    };
    let mut memory = Vec::new();
    for word in program.initial {
        memory.extend(word.to_le_bytes());
    }
    debug_assert_eq!(memory.len(), 2 * OBJECT);
    let mut start = State {
        memory,
        holder: None,
        arrived: 0,
        has_leader: false,
        threads: vec![Thread::default(); program.threads.len()],
    };
    for thread in 0..program.threads.len() {
        search.run_local(&mut start, thread);
    }
    if program.is_heap && program.failures.is_some() {
        // Then `main` ends at once.
        search.ends.insert(End {
            memory: [0; 4],
            registers: vec![[0; REGISTERS]; program.threads.len()],
            is_finished: true,
        });
    }
    let mut agenda = vec![start];
    while let Some(state) = agenda.pop() {
        if !search.seen.insert(state.clone()) {
            continue;
        }
        if search.seen.len() > max_states {
            return None;
        }
        let next = search.successors(&state);
        if !next.iter().any(|next| next.1) {
            search.ended(&state);
        }
        agenda.extend(next.into_iter().map(|(state, _)| state));
    }
    Some(search.ends)
}

impl Search<'_> {
    /// Runs what no other thread sees.
    fn run_local(&self, state: &mut State, t: usize) {
        let is_relaxed = self.program.model != Model::Sc;
        loop {
            let op = self.code[t].get(state.threads[t].next);
            match op {
                Some(Op::Jump(to)) => state.threads[t].next = *to,
                Some(Op::Unless(register, equals, to)) => {
                    let thread = &mut state.threads[t];
                    let holds = thread.registers[*register] == *equals;
                    thread.next = if holds { thread.next + 1 } else { *to };
                }
                Some(Op::Do(Statement::StoreBarrier)) => {
                    state.threads[t].epoch += 1;
                    state.threads[t].next += 1;
                }
                Some(Op::Do(Statement::Store(place, value, strength)))
                    if is_relaxed && *strength != Strength::SeqCst =>
                {
                    let value = state.value(t, *value);
                    let thread = &mut state.threads[t];
                    if *strength == Strength::Release {
                        thread.epoch += 1;
                    }
                    thread.buffer.push(Buffered {
                        at: place.at,
                        bytes: value.to_le_bytes()[..place.size].to_vec(),
                        epoch: thread.epoch,
                    });
                    thread.next += 1;
                }
                _ => break,
            }
        }
        // So that states with the same future are the same.
        if state.threads[t].buffer.is_empty() {
            state.threads[t].epoch = 0;
        }
    }

    /// The states that come next, and whether something has happened on the way: a loop
    /// that looks again does nothing.
    fn successors(&self, state: &State) -> Vec<(State, bool)> {
        let mut all = Vec::new();
        for t in 0..state.threads.len() {
            for nth in self.flushable(&state.threads[t].buffer) {
                let mut next = state.clone();
                next.flush(t, nth);
                self.run_local(&mut next, t);
                all.push((next, true));
            }
            for (mut next, happened) in self.steps(state, t) {
                self.run_local(&mut next, t);
                all.push((next, happened));
            }
        }
        all
    }

    fn flushable(&self, buffer: &[Buffered]) -> Vec<usize> {
        if self.program.model == Model::Tso {
            return (0..buffer.len().min(1)).collect();
        }
        let overlap =
            |a: &Buffered, b: &Buffered| a.at < b.at + b.bytes.len() && b.at < a.at + a.bytes.len();
        let is_first = |nth: &usize| {
            let this = &buffer[*nth];
            let mut older = buffer[..*nth].iter();
            older.all(|older| older.epoch == this.epoch && !overlap(older, this))
        };
        (0..buffer.len()).filter(is_first).collect()
    }

    /// What one step of a thread can lead to.
    fn steps(&self, state: &State, t: usize) -> Vec<(State, bool)> {
        let thread = &state.threads[t];
        let Some(op) = self.code[t].get(thread.next) else {
            return Vec::new();
        };
        let is_drained = thread.buffer.is_empty();
        let mut next = state.clone();
        next.threads[t].next += 1;
        match op {
            Op::Lock if is_drained && state.holder.is_none() => next.holder = Some(t),
            Op::Unlock if is_drained => next.holder = None,
            Op::Do(statement) => return self.statement(state, next, t, statement),
            _ => return Vec::new(),
        }
        vec![(next, true)]
    }

    fn statement(
        &self,
        state: &State,
        mut next: State,
        t: usize,
        statement: &Statement,
    ) -> Vec<(State, bool)> {
        let thread = &state.threads[t];
        let is_drained = thread.buffer.is_empty();
        let needs_none = matches!(
            statement,
            Statement::Load(..)
                | Statement::Await(..)
                | Statement::AwaitBoth(..)
                | Statement::Choose(..)
                | Statement::Allocate(..)
        );
        let is_guarded = matches!(statement, Statement::Copy(..) | Statement::Fill(..));
        if !needs_none && !is_guarded && !is_drained {
            return Vec::new();
        }
        match statement {
            Statement::Choose(register, below) => {
                let numbers = (0..*below).map(|number| {
                    let mut next = next.clone();
                    next.threads[t].registers[*register] = number;
                    (next, true)
                });
                return numbers.collect();
            }
            Statement::Await(place, value) => {
                if state.load(t, *place) != *value {
                    return Vec::new();
                }
            }
            Statement::AwaitBoth(first, second) => {
                return self.await_both(state, next, t, *first, *second);
            }
            Statement::Barrier(register) => {
                return self.barrier(state, next, t, *register);
            }
            Statement::Allocate(register, allocator) => {
                let ends = self.allocate(next, t, *register, *allocator);
                return ends.into_iter().map(|next| (next, true)).collect();
            }
            Statement::Atomic(block) => {
                let mut ends = vec![next];
                for statement in block {
                    if let Statement::Allocate(register, allocator) = statement {
                        let all = ends.into_iter();
                        let all = all.map(|next| self.allocate(next, t, *register, *allocator));
                        ends = all.flatten().collect();
                    } else {
                        for next in &mut ends {
                            self.simple(next, t, statement);
                        }
                    }
                }
                return ends.into_iter().map(|next| (next, true)).collect();
            }
            simple => self.simple(&mut next, t, simple),
        }
        vec![(next, true)]
    }

    /// What comes of allocations one after the other: any may be the first that fails, as long as
    /// so many may.
    fn allocate(
        &self,
        state: State,
        t: usize,
        register: usize,
        allocator: Allocator,
    ) -> Vec<State> {
        let mut ends = Vec::new();
        let may_fail = state.threads[t].failures < self.program.failures.unwrap_or(0);
        for succeeded in 0..=allocator.steps() {
            let has_failed = succeeded < allocator.steps();
            if has_failed && !may_fail {
                continue;
            }
            let mut end = state.clone();
            end.threads[t].registers[register] = succeeded;
            end.threads[t].failures += u32::from(has_failed);
            ends.push(end);
        }
        ends
    }

    /// A loop over two variables has come to the second, or not.
    fn await_both(
        &self,
        state: &State,
        mut next: State,
        t: usize,
        first: (Place, u64),
        second: (Place, u64),
    ) -> Vec<(State, bool)> {
        let holds = |(place, value): (Place, u64)| state.load(t, place) == value;
        let thread = &mut next.threads[t];
        if state.threads[t].phase == 0 {
            thread.next -= 1;
            thread.phase = 1;
            // It is something only if the second would do as well.
            return match holds(first) {
                true => vec![(next, holds(second))],
                false => Vec::new(),
            };
        }
        thread.phase = 0;
        if holds(second) {
            return vec![(next, true)];
        }
        thread.next -= 1;
        vec![(next, false)]
    }

    fn barrier(
        &self,
        state: &State,
        mut next: State,
        t: usize,
        register: usize,
    ) -> Vec<(State, bool)> {
        if state.threads[t].phase == 0 {
            next.arrived += 1;
            next.threads[t].phase = 1;
            next.threads[t].next -= 1;
        } else if state.arrived == state.threads.len() {
            next.threads[t].registers[register] = u64::from(!state.has_leader);
            next.has_leader = true;
            next.threads[t].phase = 0;
        } else {
            return Vec::new();
        }
        vec![(next, true)]
    }

    /// What is one access, or done while nobody else looks.
    fn simple(&self, state: &mut State, t: usize, statement: &Statement) {
        let received = match *statement {
            Statement::Load(register, place) => Some((register, state.load(t, place))),
            Statement::Store(place, value, _) => {
                let value = state.value(t, value);
                state.write(place, value);
                None
            }
            Statement::Rmw(register, kind, place, operand) => {
                let held = state.memory_at(place);
                state.write(place, Rmw::apply(kind, held, operand));
                Some((register, held))
            }
            Statement::CompareExchange(register, place, expected, new) => {
                let held = state.memory_at(place);
                if held == expected {
                    state.write(place, new);
                }
                Some((register, held))
            }
            Statement::CompareExchangeWide(register, expected, new) => {
                let halves = [0, 8].map(|at| Place { at, size: 8 });
                let is_there = halves.map(|half| state.memory_at(half)) == expected;
                if is_there {
                    state.write(halves[0], new[0]);
                    state.write(halves[1], new[1]);
                }
                Some((register, u64::from(is_there)))
            }
            Statement::Copy(to, from, length) => {
                self.flush_all(state, t);
                state.memory.copy_within(from..from + length, to);
                None
            }
            Statement::Fill(at, length, byte) => {
                self.flush_all(state, t);
                state.memory[at..at + length].fill(byte);
                None
            }
            Statement::Fence => None,
            ref other => unreachable!("{other:?} is not one access"),
        };
        if let Some((register, value)) = received {
            state.threads[t].registers[register] = value;
        }
    }

    /// Nobody else looks at the guarded object, so its stores may be carried out at once;
    /// but the other stores of the buffer must not.
    fn flush_all(&self, state: &mut State, t: usize) {
        let is_guarded = |stored: &Buffered| stored.at >= super::GUARDED;
        while let Some(nth) = state.threads[t].buffer.iter().position(is_guarded) {
            state.flush(t, nth);
        }
    }

    fn ended(&mut self, state: &State) {
        let words = state.memory.chunks(8).map(number);
        let words: Vec<u64> = words.collect();
        let is_at_end = |t: usize| {
            let thread = &state.threads[t];
            thread.next >= self.code[t].len() && thread.buffer.is_empty()
        };
        // A loop that looks is as it was before it looked.
        self.ends.insert(End {
            memory: [words[0], words[1], words[2], words[3]],
            registers: state.threads.iter().map(|t| t.registers).collect(),
            is_finished: (0..state.threads.len()).all(is_at_end),
        });
    }
}
