//! Random programs that allocate, free and use memory through pointers, judged by brute force.
//!
//! A free is no event. The claim to test is that a use after free, or a free too many, is found
//! if any interleaving of all steps has one, and only then. So an interpreter takes them all,
//! and a free is a step of its own there. Freed memory keeps what is in it, for the interpreter
//! as for the checker, so what threads see is compared as well.

use super::{Expected, Log, Outcome, Progress, RustProgram, search};
use crate::random::Random;
use mazurka::cell::UnsafeCell;
use mazurka::sync::Arc as OwnArc;
use mazurka::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::SeqCst};
use mazurka::thread;
use std::cell::Cell;
use std::ptr;
use std::sync::Arc;

/// Where pointers are left for others.
const SLOTS: usize = 2;

/// A statement of a thread, which has a pointer of its own and two counted references: to the value
/// of an `Arc` of `std`, and to that of one of the library.
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
    /// Points to what the library's `Arc` has, if it still has that.
    Aim,
    /// Frees what it points to, and keeps the pointer.
    Free,
    /// Uses one of the atomics in what it points to.
    Load(usize),
    Store(usize),
    /// Uses the cell in what it points to, if that is not in an `Arc`: there the end of a cell is
    /// not judged, as counts may order it.
    Look,
    /// The shared variable.
    Set(usize),
    /// Skips the next statement if the variable is zero.
    Unless,
    /// Uses what the `Arc` of `std` refers to, if it still has that.
    CountedLoad,
    /// The same, a cell.
    CountedLook,
    CountedDrop,
    /// Uses what the library's `Arc` refers to, if it still has that.
    OwnLoad,
    OwnLook,
    OwnDrop,
    /// Notes what it chose: an operation on nothing that others know of.
    Choose,
    /// Begins the other threads. Only in the first, and once.
    Spawn,
    /// Waits for another thread. Only in the first.
    Join(usize),
}

use Statement::*;

const STATEMENTS: [Statement; 23] = [
    Take(0),
    Free,
    Load(0),
    Load(1),
    Remove(0),
    Look,
    Unless,
    Set(1),
    Store(0),
    Put(0),
    New,
    OwnDrop,
    Aim,
    OwnLook,
    CountedLook,
    CountedDrop,
    CountedLoad,
    OwnLoad,
    Choose,
    Take(1),
    Put(1),
    Store(1),
    Set(0),
];

/// Those that have to do with the library's `Arc`.
const OWN_STATEMENTS: [Statement; 10] = [
    Aim,
    OwnDrop,
    Load(0),
    Unless,
    OwnLoad,
    Choose,
    Take(0),
    Put(0),
    Set(1),
    OwnLook,
];

/// What every thread does in the end.
const LAST: [Statement; 2] = [CountedDrop, OwnDrop];

/// Threads that share two slots, a variable and an `Arc` of each kind. The first begins the others.
#[derive(Clone, Debug)]
pub(super) struct Program {
    threads: Vec<Vec<Statement>>,
}

impl Program {
    /// The statement of a thread at that place.
    fn statement(&self, thread: usize, at: usize) -> Option<Statement> {
        let statements = self.threads[thread].iter().chain(&LAST);
        statements.copied().nth(at)
    }

    /// May thread `i` wait for that one?
    fn can_join(&self, i: usize, other: usize) -> bool {
        i == 0 && (1..self.threads.len()).contains(&other)
    }
}

// The interpreter.

#[derive(Clone, PartialEq, Eq, Hash)]
struct Thread {
    at: usize,
    is_begun: bool,
    pointer: Option<usize>,
    has_counted: bool,
    has_own: bool,
    saw: Vec<usize>,
}

/// A piece of memory.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Piece {
    /// But for the first two, it is named by its thread and its statement, so that the order of
    /// `New`s does not matter.
    name: usize,
    values: [usize; 2],
    is_freed: bool,
}

impl Piece {
    fn new(name: usize) -> Piece {
        Piece {
            name,
            values: [0; 2],
            is_freed: false,
        }
    }
}

/// The memory in the first slot, and that in the library's `Arc`.
const FIRST: usize = usize::MAX;
const OWN: usize = usize::MAX - 1;

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    threads: Vec<Thread>,
    slots: [Option<usize>; SLOTS],
    memory: Vec<Piece>,
    counted: usize,
    variable: usize,
}

impl State {
    fn start(program: &Program) -> State {
        let thread = |i| Thread {
            at: 0,
            is_begun: i == 0,
            pointer: None,
            has_counted: true,
            has_own: true,
            saw: Vec::new(),
        };
        State {
            threads: (0..program.threads.len()).map(thread).collect(),
            slots: [Some(FIRST), None],
            memory: vec![Piece::new(OWN), Piece::new(FIRST)],
            counted: 0,
            variable: 0,
        }
    }

    /// The memory of that name.
    fn memory(&mut self, name: usize) -> &mut Piece {
        let mut memory = self.memory.iter_mut();
        memory
            .find(|piece| piece.name == name)
            .expect("it was allocated")
    }

    /// What thread `i` does next, if it can.
    fn next(&self, program: &Program, i: usize) -> Option<Statement> {
        let statement = program.statement(i, self.threads[i].at)?;
        let runs = |i: usize| self.threads[i].is_begun && self.has_more(program, i);
        match statement {
            Join(other) if program.can_join(i, other) && runs(other) => None,
            _ => self.threads[i].is_begun.then_some(statement),
        }
    }

    /// Has thread `i` something left to do?
    fn has_more(&self, program: &Program, i: usize) -> bool {
        self.threads[i].at < program.threads[i].len() + LAST.len()
    }

    /// One step of thread `i`. Is it a use after free, or one free too many?
    fn step(&mut self, program: &Program, i: usize, statement: Statement) -> bool {
        let at = self.threads[i].at;
        let pointer = self.threads[i].pointer;
        self.threads[i].at += 1;
        match statement {
            Take(slot) => self.threads[i].pointer = self.slots[slot],
            Remove(slot) => self.threads[i].pointer = self.slots[slot].take(),
            Put(slot) => self.slots[slot] = pointer,
            New => {
                let name = 100 * i + at;
                self.memory.push(Piece::new(name));
                self.memory.sort_unstable();
                self.threads[i].pointer = Some(name);
            }
            Aim => {
                if self.threads[i].has_own {
                    self.threads[i].pointer = Some(OWN);
                }
            }
            Free => {
                if let Some(name) = pointer {
                    // It is refused within an `Arc`.
                    let is_freed = &mut self.memory(name).is_freed;
                    return name == OWN || std::mem::replace(is_freed, true);
                }
            }
            Load(nth) => {
                if let Some(name) = pointer {
                    let Piece {
                        values, is_freed, ..
                    } = *self.memory(name);
                    self.threads[i].saw.push(values[nth]);
                    return is_freed;
                }
            }
            Store(nth) => {
                if let Some(name) = pointer {
                    let memory = self.memory(name);
                    memory.values[nth] = i + 1;
                    return memory.is_freed;
                }
            }
            Look => {
                let name = pointer.filter(|name| *name != OWN);
                return name.is_some_and(|name| self.memory(name).is_freed);
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
            OwnLoad => {
                if self.threads[i].has_own {
                    let value = self.memory(OWN).values[0];
                    self.threads[i].saw.push(value);
                }
            }
            Choose => self.threads[i].saw.push(0),
            CountedLook | OwnLook | Join(_) => {}
            CountedDrop => self.threads[i].has_counted = false,
            OwnDrop => {
                self.threads[i].has_own = false;
                let is_freed = !self.threads.iter().any(|thread| thread.has_own);
                self.memory(OWN).is_freed = is_freed;
            }
            Spawn => {
                if i == 0 {
                    self.threads.iter_mut().for_each(|it| it.is_begun = true);
                }
            }
        }
        false
    }
}

// The same, under the checker.

/// What a piece of memory holds: more than the heap has one word of marks for, and its last object
/// is in the last eight bytes.
#[repr(C)]
struct Memory {
    /// Not the counts of an `Arc`.
    words: [u64; 2],
    first: AtomicUsize,
    weight: [u64; 128],
    second: AtomicUsize,
    cell: Looked,
}

/// A cell that is only looked at.
struct Looked(UnsafeCell<()>);

// SAFETY: nothing is written there.
unsafe impl Sync for Looked {}

impl Looked {
    fn new() -> Looked {
        Looked(UnsafeCell::new(()))
    }

    fn look(&self) {
        self.0.with(|_| ());
    }
}

impl Memory {
    fn new() -> Memory {
        Memory {
            words: [1; 2],
            first: AtomicUsize::new(0),
            weight: [1; 128],
            second: AtomicUsize::new(0),
            cell: Looked::new(),
        }
    }

    fn atomic(&self, nth: usize) -> &AtomicUsize {
        [&self.first, &self.second][nth]
    }
}

/// A pointer to new memory, of which the compiler does not know what becomes of it.
fn new() -> *mut Memory {
    std::hint::black_box(Box::into_raw(Box::new(Memory::new())))
}

struct Shared {
    slots: [AtomicPtr<Memory>; SLOTS],
    variable: AtomicUsize,
    /// Where the value of the library's `Arc` is.
    own: usize,
}

/// What a thread has.
#[derive(Clone)]
struct Context {
    program: Arc<Program>,
    log: Arc<Log>,
    shared: Arc<Shared>,
    counted: Arc<(AtomicUsize, Looked)>,
    own: OwnArc<Memory>,
}

/// Runs thread `i`, which may begin the others.
fn run(i: usize, context: Context, mut others: Vec<Context>) {
    let Context {
        program,
        log,
        shared,
        counted,
        own,
    } = context;
    log.begin(i);
    let (mut counted, mut own) = (Some(counted), Some(own));
    let mut threads = Vec::new();
    let mut pointer: *mut Memory = ptr::null_mut();
    let mut skips = false;
    let saw = |value| log.saw(i, value);
    for statement in &program.threads[i] {
        if std::mem::take(&mut skips) {
            continue;
        }
        // SAFETY: it is null, or was made of a box or an `Arc`. Freed memory stays mapped, and
        // keeps what is in it: that is what is tested.
        let memory = unsafe { pointer.as_ref() };
        match statement {
            Take(slot) => pointer = shared.slots[*slot].load(SeqCst),
            Remove(slot) => pointer = shared.slots[*slot].swap(ptr::null_mut(), SeqCst),
            Put(slot) => shared.slots[*slot].store(pointer, SeqCst),
            New => pointer = new(),
            Aim => {
                if let Some(own) = &own {
                    pointer = OwnArc::as_ptr(own).cast_mut();
                }
            }
            Free if pointer.is_null() => {}
            // SAFETY: the checker refuses what was freed, and what is no block.
            Free => drop(unsafe { Box::from_raw(pointer) }),
            Load(nth) => {
                if let Some(memory) = memory {
                    saw(memory.atomic(*nth).load(SeqCst));
                }
            }
            Store(nth) => {
                if let Some(memory) = memory {
                    memory.atomic(*nth).store(i + 1, SeqCst);
                }
            }
            Look => {
                if let Some(memory) = memory.filter(|_| pointer.addr() != shared.own) {
                    memory.cell.look();
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
                    saw(counted.0.fetch_add(1, SeqCst) + 1);
                }
            }
            CountedLook => {
                if let Some(counted) = &counted {
                    counted.1.look();
                }
            }
            CountedDrop => counted = None,
            OwnLoad => {
                if let Some(own) = &own {
                    saw(own.first.load(SeqCst));
                }
            }
            OwnLook => {
                if let Some(own) = &own {
                    own.cell.look();
                }
            }
            OwnDrop => own = None,
            Choose => saw(mazurka::choose(2)),
            Spawn => {
                for (context, i) in others.drain(..).zip(1..) {
                    threads.push(Some(thread::spawn(move || run(i, context, Vec::new()))));
                }
            }
            Join(other) => {
                if let Some(thread) = threads.get_mut(other.wrapping_sub(1)) {
                    thread.take().into_iter().for_each(join);
                }
            }
        }
    }
    // What is in `LAST`.
    drop(counted);
    drop(own);
    log.end(i);
    threads.into_iter().flatten().for_each(join);
}

fn join(thread: thread::JoinHandle<()>) {
    thread.join().expect("no thread panics");
}

impl RustProgram for Program {
    type Statement = Statement;

    fn generate(random: &mut Random) -> Program {
        let count = 2 + random.below(2);
        let all: &[Statement] = match random.below(3) {
            0 => &OWN_STATEMENTS,
            _ => &STATEMENTS,
        };
        let kinds = 3 + random.below(all.len() - 2);
        let mut threads: Vec<Vec<Statement>> = Vec::new();
        // In half of them, the first does nothing but begin the others.
        threads.push(Vec::new());
        for _ in 0..count {
            let length = random.below(if count == 2 { 6 } else { 4 });
            let statements = (0..length).map(|_| all[random.below(kinds)]);
            threads.push(statements.collect());
        }
        let first = &mut threads[0];
        if random.below(2) == 0 {
            for _ in 0..random.below(5) {
                first.push(match random.below(4) {
                    0 => Join(1 + random.below(count)),
                    _ => all[random.below(kinds)],
                });
            }
        }
        first.insert(random.below(first.len().min(2) + 1), Spawn);
        Program { threads }
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
                if let Some(statement) = state.next(self, i) {
                    let mut next = state.clone();
                    if next.step(self, i, statement) {
                        is_bug.set(true);
                    }
                    if statement == Choose {
                        let mut other = next.clone();
                        *other.threads[i].saw.last_mut().expect("it was noted") = 1;
                        steps.push(other);
                    }
                    steps.push(next);
                }
            }
            steps.is_empty()
        };
        let outcome = |state: State| {
            let threads = state.threads.into_iter();
            let seen = |thread: Thread| match thread.is_begun {
                true => (thread.saw, Progress::Ended),
                false => (thread.saw, Progress::New),
            };
            Outcome {
                threads: threads.map(seen).collect(),
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
        let own = OwnArc::new(Memory::new());
        let shared = Arc::new(Shared {
            slots: [AtomicPtr::new(new()), AtomicPtr::new(ptr::null_mut())],
            variable: AtomicUsize::new(0),
            own: OwnArc::as_ptr(&own).addr(),
        });
        let first = Context {
            program: self.clone(),
            log: log.clone(),
            shared: shared.clone(),
            counted: Arc::new((AtomicUsize::new(0), Looked::new())),
            own,
        };
        let others = vec![first.clone(); self.threads.len() - 1];
        run(0, first, others);
        log.wrote(shared.variable.load(SeqCst));
    }
}
