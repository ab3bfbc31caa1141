//! Random programs that allocate, free and use memory through pointers, judged by brute force.
//!
//! A free is no event. The claim to test is that a use after free, or a free too many, is found
//! if any interleaving of all steps has one, and only then. So an interpreter takes them all,
//! and a free is a step of its own there. Freed memory keeps what is in it, for the interpreter
//! as for the checker, so what threads see is compared as well.

use super::{Expected, Log, Outcome, Progress, RustProgram, search};
use crate::random::Random;
use mazurka::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::SeqCst};
use mazurka::thread;
use std::cell::Cell;
use std::ptr;
use std::sync::Arc;

/// Where pointers are left for others.
const SLOTS: usize = 2;

/// A statement of a thread, which has a pointer of its own and a counted reference.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Statement {
    /// Copies the pointer of a slot.
    Take(usize),
    /// Takes the pointer of a slot away.
    Remove(usize),
    /// Puts its pointer into a slot.
    Put(usize),
    /// Points to new memory.
    New,
    /// Frees what it points to, and keeps the pointer.
    Free,
    /// Uses what it points to.
    Load,
    Store,
    /// The shared variable.
    Set(usize),
    /// Skips the next statement if the variable is zero.
    Unless,
    /// Uses what its counted reference refers to, if it still has that.
    CountedLoad,
    /// Drops the counted reference.
    CountedDrop,
}

use Statement::*;

const STATEMENTS: [Statement; 14] = [
    Take(0),
    Free,
    Load,
    Remove(0),
    Unless,
    Set(1),
    Store,
    Put(0),
    New,
    Take(1),
    Put(1),
    CountedLoad,
    CountedDrop,
    Set(0),
];

/// Threads that share two slots, a variable and an `Arc` of `std`.
#[derive(Clone, Debug)]
pub(super) struct Program {
    threads: Vec<Vec<Statement>>,
}

// The interpreter.

#[derive(Clone, PartialEq, Eq, Hash)]
struct Thread {
    at: usize,
    pointer: Option<usize>,
    has_counted: bool,
    saw: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    threads: Vec<Thread>,
    slots: [Option<usize>; SLOTS],
    /// What each piece of memory holds, and whether it was freed. Others than the first are
    /// named by their thread and its statement, so that the order of `New`s does not matter.
    memory: Vec<(usize, usize, bool)>,
    counted: usize,
    variable: usize,
}

impl State {
    fn start(program: &Program) -> State {
        let thread = Thread {
            at: 0,
            pointer: None,
            has_counted: true,
            saw: Vec::new(),
        };
        State {
            threads: vec![thread; program.threads.len()],
            slots: [Some(usize::MAX), None],
            memory: vec![(usize::MAX, 0, false)],
            counted: 0,
            variable: 0,
        }
    }

    /// The memory of that name.
    fn memory(&mut self, name: usize) -> &mut (usize, usize, bool) {
        let mut memory = self.memory.iter_mut();
        memory
            .find(|(known, ..)| *known == name)
            .expect("it was allocated")
    }

    /// One step of thread `i`. Is it a use after free, or one free too many?
    fn step(&mut self, program: &Program, i: usize) -> bool {
        let at = self.threads[i].at;
        let pointer = self.threads[i].pointer;
        self.threads[i].at += 1;
        match program.threads[i][at] {
            Take(slot) => self.threads[i].pointer = self.slots[slot],
            Remove(slot) => self.threads[i].pointer = self.slots[slot].take(),
            Put(slot) => self.slots[slot] = pointer,
            New => {
                let name = 100 * i + at;
                self.memory.push((name, 0, false));
                self.memory.sort_unstable();
                self.threads[i].pointer = Some(name);
            }
            Free => {
                if let Some(name) = pointer {
                    return std::mem::replace(&mut self.memory(name).2, true);
                }
            }
            Load => {
                if let Some(name) = pointer {
                    let (_, value, is_freed) = *self.memory(name);
                    self.threads[i].saw.push(value);
                    return is_freed;
                }
            }
            Store => {
                if let Some(name) = pointer {
                    let memory = self.memory(name);
                    memory.1 = i + 1;
                    return memory.2;
                }
            }
            Set(value) => self.variable = value,
            Unless => {
                let variable = self.variable;
                self.threads[i].saw.push(variable);
                let skips = variable == 0 && self.threads[i].at < program.threads[i].len();
                self.threads[i].at += usize::from(skips);
            }
            CountedLoad => {
                if self.threads[i].has_counted {
                    self.counted += 1;
                    let counted = self.counted;
                    self.threads[i].saw.push(counted);
                }
            }
            CountedDrop => self.threads[i].has_counted = false,
        }
        false
    }
}

// The same, under the checker.

/// What a piece of memory holds.
type Memory = AtomicUsize;

struct Shared {
    slots: [AtomicPtr<Memory>; SLOTS],
    variable: AtomicUsize,
}

fn run(
    statements: &[Statement],
    me: usize,
    shared: &Shared,
    counted: Arc<AtomicUsize>,
    saw: impl Fn(usize),
) {
    let mut counted = Some(counted);
    let mut pointer: *mut Memory = ptr::null_mut();
    let mut skips = false;
    for statement in statements {
        if std::mem::take(&mut skips) {
            continue;
        }
        // SAFETY: it is null or was made of a box. Freed memory stays mapped, and keeps what is
        // in it: that is what is tested.
        let memory = unsafe { pointer.as_ref() };
        match statement {
            Take(slot) => pointer = shared.slots[*slot].load(SeqCst),
            Remove(slot) => pointer = shared.slots[*slot].swap(ptr::null_mut(), SeqCst),
            Put(slot) => shared.slots[*slot].store(pointer, SeqCst),
            New => pointer = new(),
            Free if pointer.is_null() => {}
            // SAFETY: the checker refuses what was freed.
            Free => drop(unsafe { Box::from_raw(pointer) }),
            Load => {
                if let Some(memory) = memory {
                    saw(memory.load(SeqCst));
                }
            }
            Store => {
                if let Some(memory) = memory {
                    memory.store(me + 1, SeqCst);
                }
            }
            Set(value) => shared.variable.store(*value, SeqCst),
            Unless => {
                let value = shared.variable.load(SeqCst);
                saw(value);
                skips = value == 0;
            }
            CountedLoad => {
                if let Some(counted) = &counted {
                    saw(counted.fetch_add(1, SeqCst) + 1);
                }
            }
            CountedDrop => counted = None,
        }
    }
}

/// New memory, of which the compiler does not know what becomes of it.
fn new() -> *mut Memory {
    std::hint::black_box(Box::into_raw(Box::new(AtomicUsize::new(0))))
}

impl RustProgram for Program {
    type Statement = Statement;

    fn generate(random: &mut Random) -> Program {
        let count = 2 + random.below(2);
        let kinds = 3 + random.below(STATEMENTS.len() - 2);
        let threads = (0..count).map(|_| {
            let length = random.below(if count == 2 { 6 } else { 4 });
            let statements = (0..length).map(|_| STATEMENTS[random.below(kinds)]);
            statements.collect()
        });
        Program {
            threads: threads.collect(),
        }
    }

    fn lists(&mut self) -> Vec<&mut Vec<Statement>> {
        self.threads.iter_mut().collect()
    }

    fn threads(&self) -> usize {
        self.threads.len()
    }

    fn expected(self: &Arc<Self>, _: u64) -> Result<Option<Expected>, String> {
        let is_bug = Cell::new(false);
        let next = |state: &State, steps: &mut Vec<State>| {
            for i in 0..self.threads.len() {
                if state.threads[i].at < self.threads[i].len() {
                    let mut next = state.clone();
                    if next.step(self, i) {
                        is_bug.set(true);
                    }
                    steps.push(next);
                }
            }
            steps.is_empty()
        };
        let outcome = |state: State| {
            let threads = state.threads.into_iter();
            Outcome {
                threads: threads
                    .map(|thread| (thread.saw, Progress::Ended))
                    .collect(),
                variable: state.variable,
            }
        };
        let outcomes = search(State::start(self), next, outcome);
        Ok(Some(Expected {
            outcomes,
            is_bug: is_bug.get(),
        }))
    }

    fn run(self: &Arc<Self>, log: &Arc<Log>) {
        let shared = Arc::new(Shared {
            slots: [AtomicPtr::new(new()), AtomicPtr::new(ptr::null_mut())],
            variable: AtomicUsize::new(0),
        });
        let counted = Arc::new(AtomicUsize::new(0));
        let threads: Vec<_> = (0..self.threads.len())
            .map(|i| {
                let (program, log) = (self.clone(), log.clone());
                let (shared, counted) = (shared.clone(), counted.clone());
                thread::spawn(move || {
                    log.begin(i);
                    run(&program.threads[i], i, &shared, counted, |value| {
                        log.saw(i, value)
                    });
                    log.end(i);
                })
            })
            .collect();
        drop(counted);
        for thread in threads {
            thread.join().expect("no thread panics");
        }
        log.wrote(shared.variable.load(SeqCst));
    }
}
