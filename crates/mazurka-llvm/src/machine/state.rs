//! The state of the execution: what steps change, and what going back restores
//! ([`super::undo`]).

use super::graph::Kept;
use super::memory::{Image, Memory, ObjectIndex};
use super::settings::Settings;
use super::thread::{Phase, Spot, Thread};
use super::time::Times;
use super::undo::{Change, History};
use crate::address::Window;
use crate::code::Word;
use mazurka_memory::races::{Clock, Races};
use mazurka_memory::{Buffers, Model};
use mazurka_program::{ObjectId, ObjectName, ProcessId};
use rustc_hash::FxHashMap;

/// A store on its way to memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) object: ObjectIndex,
    /// [`super::memory::Object::birth`].
    pub(super) birth: u64,
    pub(super) at: usize,
    pub(super) size: u8,
    pub(super) word: Word,
    /// Where it was made: the function and the instruction.
    pub(super) function: u32,
    pub(super) pc: u32,
    /// What it releases: a place in [`State::late`], if races are looked for.
    pub(super) clock: u32,
    /// When it was made.
    pub(super) time: u64,
}

/// All that a step may change. Going back restores each of these fields.
pub(super) struct State {
    pub(super) memory: Memory,
    /// Stores that have not reached memory.
    pub(super) buffers: Buffers<Pending>,
    /// What is ordered by what synchronises, if data races are looked for.
    pub(super) races: Option<Races<u32>>,
    /// What writes have left in cells, where memory is the explorer's.
    pub(super) kept: Kept,
    /// The clocks of stores that went into buffers.
    pub(super) late: Vec<Clock>,
    /// When objects were touched.
    pub(super) times: Times,
    /// How far the program has come as a whole.
    pub(super) course: Course,
    pub(super) threads: Vec<Thread>,
    /// By process: its thread and one more, or zero.
    pub(super) thread_of: Vec<u32>,
    /// Values of objects that are not in memory.
    pub(super) beside: FxHashMap<ObjectId, u64>,
    /// Who waits at condition variables: the address, the thread.
    pub(super) waiters: Vec<(u64, u32)>,
    /// Destructors of keys.
    pub(super) keys: Vec<(u32, u64)>,
    /// Threads of other executions, whose memory is used again.
    pub(super) spare: Vec<Thread>,
    /// How to go back.
    pub(super) history: History,
}

/// How far the program has come as a whole.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Course {
    /// Threads that have not been joined.
    pub(super) unjoined: u32,
    /// The thread that has returned from `main`, or called `exit`.
    pub(super) exited_by: Option<u32>,
    /// How many of the functions have been run that run at the end.
    pub(super) hooked: u32,
    /// There was a finding in this execution.
    pub(super) has_failed: bool,
}

impl State {
    pub(super) fn new(settings: &Settings) -> State {
        let model = match settings.graphs {
            true => Model::Sc,
            false => settings.model,
        };
        let mut races = (settings.races || settings.graphs).then(Races::new);
        if settings.graphs {
            races.iter_mut().for_each(Races::keep_writes);
        }
        if settings.model == Model::Ra {
            races.iter_mut().for_each(Races::strengthen);
        }
        State {
            memory: Memory::default(),
            buffers: Buffers::new(model, settings.buffer_bound),
            races,
            kept: Kept::default(),
            late: Vec::new(),
            times: Times::default(),
            course: Course::default(),
            threads: Vec::new(),
            thread_of: Vec::new(),
            beside: FxHashMap::default(),
            waiters: Vec::new(),
            keys: Vec::new(),
            spare: Vec::new(),
            history: History::default(),
        }
    }

    /// Another execution begins.
    pub(super) fn start(&mut self, image: &Image, shared: &[bool]) {
        // All fields are named, so that none is forgotten.
        let State {
            memory,
            buffers,
            races,
            kept,
            late,
            times,
            course,
            threads,
            thread_of,
            beside,
            waiters,
            keys,
            spare,
            history: _,
        } = self;
        kept.go_back(0);
        times.go_back(0);
        for thread in threads.drain(..) {
            thread_of[thread.process.index()] = 0;
            spare.push(thread);
        }
        buffers.start();
        memory.start(image, |site| shared[site as usize]);
        races.iter_mut().for_each(Races::reset);
        late.clear();
        beside.clear();
        waiters.clear();
        keys.clear();
        *course = Course::default();
    }

    /// Begins a thread that runs a function with one argument, or `main`.
    pub(super) fn new_thread(&mut self, process: ProcessId, arena: u32, entry: u32) -> usize {
        let t = self.threads.len();
        let mut thread = Thread::new(process, arena, entry);
        if let Some(spare) = self.spare.pop() {
            thread.frames = spare.frames;
            thread.registers = spare.registers;
            thread.stack = spare.stack;
            thread.frames.clear();
            thread.registers.clear();
            thread.stack.clear();
        }
        self.save(|_| Change::Started);
        self.threads.push(thread);
        if self.thread_of.len() <= process.index() {
            self.thread_of.resize(process.index() + 1, 0);
        }
        self.thread_of[process.index()] = t as u32 + 1;
        t
    }

    pub(super) fn thread_index(&self, process: ProcessId) -> usize {
        self.thread_of[process.index()] as usize - 1
    }

    /// The thread of a process, unless that is a shadow process.
    pub(super) fn thread_at(&self, process: ProcessId) -> Option<usize> {
        let number = self.thread_of.get(process.index())?;
        Some(number.checked_sub(1)? as usize)
    }

    /// The name of something of the object in a window.
    pub(super) fn part_of(&self, window: Window, generation: u32, part: u64) -> ObjectName {
        let mut threads = self.threads.iter();
        let creator = threads.find(|thread| thread.arena == window.arena);
        ObjectName {
            creator: creator.map(|thread| thread.process),
            place: u64::from(window.number) << 1 | u64::from(window.is_large),
            generation,
            part,
        }
    }

    /// Is there one thread only, so that no other sees what it does?
    #[inline]
    pub(super) fn is_alone(&self) -> bool {
        self.course.unjoined == 0
    }

    /// How far the current instruction of a thread has come.
    #[inline]
    pub(super) fn phase(&self, t: usize) -> Phase {
        self.threads[t].frame().phase
    }

    pub(super) fn set_phase(&mut self, t: usize, phase: Phase) {
        self.threads[t].frame_mut().phase = phase;
    }

    /// The value at a spot, as explorers see it.
    pub(super) fn value_at(&self, spot: Spot) -> u64 {
        match spot {
            Spot::Nowhere => 0,
            Spot::Memory { at, size, .. } => self.memory.read(at, size).bits,
            Spot::Beside(object) => self.value_beside(object),
        }
    }

    /// The value of something that is not in memory.
    pub(super) fn value_beside(&self, object: ObjectId) -> u64 {
        self.beside.get(&object).copied().unwrap_or(0)
    }

    pub(super) fn set_beside(&mut self, object: ObjectId, value: u64) {
        self.save(|state| Change::Beside(object, state.beside.get(&object).copied()));
        self.beside.insert(object, value);
    }

    /// Adds a thread to those that wait to be notified.
    pub(super) fn add_waiter(&mut self, waiter: (u64, u32)) {
        self.save(|state| Change::Waiters(state.waiters.clone()));
        self.waiters.push(waiter);
    }

    /// Takes a thread out of those that wait to be notified.
    pub(super) fn take_waiter(&mut self, waiter: (u64, u32)) {
        self.save(|state| Change::Waiters(state.waiters.clone()));
        self.waiters.retain(|known| *known != waiter);
    }

    /// A thread is about to change bytes of its own.
    pub(super) fn note_change(&mut self, t: usize, at: usize, size: usize) {
        let looks = &mut self.threads[t].looks;
        if looks.is_active() {
            looks.change(&self.memory, at, size);
        }
    }

    /// Would the thread see something else in one of the objects that it waits for?
    /// What it has itself stored there and is not in memory hides them.
    pub(super) fn sees_change(&self, t: usize) -> bool {
        let thread = &self.threads[t];
        thread.awaited.iter().any(|(object, spot, value)| {
            self.value_at(*spot) != *value
                && self.buffers.forwarded(thread.process, *object).is_none()
        })
    }

    /// Have all arrived at the barrier that a thread waits at?
    pub(super) fn has_arrived(&self, t: usize) -> bool {
        let mut awaited = self.threads[t].awaited.iter();
        awaited.all(|(_, spot, value)| self.value_at(*spot) == *value)
    }
}
