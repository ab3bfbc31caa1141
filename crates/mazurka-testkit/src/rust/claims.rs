//! Random programs with operations that are half done for a while: a slot is claimed, then written
//! (perhaps after a wait), then published. Destructors take for granted what only a finished
//! operation makes true. So none may run in an execution that is left in the middle, by an
//! assumption that fails, a wait in vain, or because the check begins anew.
//!
//! The judge is a small interpreter of the statements, which takes every interleaving.

use super::{Expected, Log, Outcome, Progress, RustProgram, search};
use crate::random::Random;
use mazurka::cell::UnsafeCell;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, Mutex};
use mazurka::{Checker, thread};
use std::mem::MaybeUninit;
use std::sync::Arc as StdArc;

/// A statement of a thread; what it is about is a slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Statement {
    /// Claims the slot if it is free, waits for the flag if that is said, and publishes.
    Push(usize, bool),
    /// Takes what was published.
    Take(usize),
    /// Waits, in a loop, until something is published.
    WaitFull(usize),
    /// Raises the flag.
    Raise,
    /// Leaves out the executions in which the slot is not free.
    AssumeFree(usize),
    /// Takes the mutex, until the thread ends.
    Lock,
}

use Statement::*;

const SLOTS: usize = 2;

/// What the states of a slot are.
const FREE: usize = 0;
const CLAIMED: usize = 1;
const FULL: usize = 2;
const TAKING: usize = 3;

/// What a thread sees if it gets nothing.
const NOTHING: usize = 9;

#[derive(Clone, Debug)]
pub(super) struct Program {
    threads: Vec<Vec<Statement>>,
}

// The interpreter.

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Stage {
    Ready,
    Claimed,
    Taking,
    Discarded,
    Finished,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Thread {
    at: usize,
    stage: Stage,
    locked: bool,
    saw: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    threads: Vec<Thread>,
    /// What slots hold, and who has put it there.
    slots: [(usize, usize); SLOTS],
    flag: bool,
}

impl State {
    fn outcome(self) -> Outcome {
        let seen = |thread: Thread| match thread.stage {
            Stage::Finished => (thread.saw, Progress::Ended),
            _ => (thread.saw, Progress::Begun),
        };
        Outcome {
            threads: self.threads.into_iter().map(seen).collect(),
            variable: 0,
        }
    }

    /// Takes a step of thread `i`; false if it is blocked.
    fn step(&mut self, program: &Program, i: usize) -> bool {
        let is_locked = self.threads.iter().any(|thread| thread.locked);
        let thread = &mut self.threads[i];
        let statement = program.threads[i].get(thread.at).copied();
        let mut done = true;
        match (thread.stage, statement) {
            (Stage::Discarded | Stage::Finished, _) => return false,
            (Stage::Claimed, Some(Push(_, true))) if !self.flag => return false,
            (Stage::Claimed, Some(Push(slot, waits))) => {
                if waits {
                    // To see the flag is a step of its own.
                    thread.stage = Stage::Ready;
                    thread.at += PUBLISHES;
                    return true;
                }
                self.slots[slot] = (FULL, i + 1);
                thread.saw.push(1);
            }
            (Stage::Taking, Some(Take(slot))) => {
                thread.saw.push(self.slots[slot].1);
                self.slots[slot] = (FREE, 0);
            }
            (_, Some(Push(slot, _))) if self.slots[slot].0 == FREE => {
                self.slots[slot] = (CLAIMED, 0);
                thread.stage = Stage::Claimed;
                done = false;
            }
            (_, Some(Take(slot))) if self.slots[slot].0 == FULL => {
                self.slots[slot].0 = TAKING;
                thread.stage = Stage::Taking;
                done = false;
            }
            (_, Some(Push(..) | Take(_))) => thread.saw.push(NOTHING),
            (_, Some(WaitFull(slot))) if self.slots[slot].0 != FULL => return false,
            (_, Some(AssumeFree(slot))) if self.slots[slot].0 != FREE => {
                thread.stage = Stage::Discarded;
                done = false;
            }
            (_, Some(WaitFull(_) | AssumeFree(_))) => {}
            (_, Some(Raise)) => self.flag = true,
            (_, Some(Lock)) if thread.locked => {}
            (_, Some(Lock)) if is_locked => return false,
            (_, Some(Lock)) => thread.locked = true,
            (_, None) if thread.at >= PUBLISHES => {
                // The flag was seen: what was claimed is published.
                thread.at -= PUBLISHES;
                let Some(Push(slot, _)) = program.threads[i].get(thread.at) else {
                    unreachable!("a push waited");
                };
                self.slots[*slot] = (FULL, i + 1);
                thread.saw.push(1);
            }
            (_, None) if thread.locked => {
                thread.locked = false;
                done = false;
            }
            (_, None) => {
                thread.stage = Stage::Finished;
                done = false;
            }
        }
        if done {
            thread.stage = Stage::Ready;
            thread.at += 1;
        }
        true
    }
}

/// Added to where a thread is when it has seen the flag in the middle of a push.
const PUBLISHES: usize = 1 << 8;

// The program under test.

struct Slot {
    state: AtomicUsize,
    value: UnsafeCell<MaybeUninit<Box<usize>>>,
}

struct Objects {
    slots: [Slot; SLOTS],
    flag: AtomicUsize,
    mutex: Mutex<()>,
}

// SAFETY: the state of a slot says who uses its value.
unsafe impl Sync for Objects {}
// SAFETY: as above.
unsafe impl Send for Objects {}

impl Slot {
    fn new() -> Slot {
        let mut value = MaybeUninit::<Box<usize>>::uninit();
        // No address: to drop that is a crash.
        // SAFETY: any bytes will do for what is not initialised.
        unsafe { std::ptr::write_bytes(&raw mut value, 0x11, 1) };
        Slot {
            state: AtomicUsize::new(FREE),
            value: UnsafeCell::new(value),
        }
    }

    fn change(&self, from: usize, to: usize) -> bool {
        self.state
            .compare_exchange(from, to, SeqCst, SeqCst)
            .is_ok()
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        match *self.state.get_mut() {
            FREE => {}
            // SAFETY: what was published is there.
            FULL => unsafe { self.value.get_mut().assume_init_drop() },
            state => panic!("a slot is dropped in the middle of an operation: {state}"),
        }
    }
}

/// An operation that must come to its end.
struct Operation(bool);

impl Drop for Operation {
    fn drop(&mut self) {
        assert!(self.0, "an operation was dropped in the middle");
    }
}

fn run(i: usize, statements: &[Statement], objects: &Objects, log: &Log) {
    log.begin(i);
    let mut guard = None;
    for statement in statements {
        let mut operation = Operation(false);
        match *statement {
            Push(slot, waits) => {
                let slot = &objects.slots[slot];
                let value = Box::new(i + 1);
                if slot.change(FREE, CLAIMED) {
                    while waits && objects.flag.load(SeqCst) == 0 {}
                    // SAFETY: the slot is claimed by this thread.
                    slot.value.with_mut(|at| unsafe { (*at).write(value) });
                    slot.state.store(FULL, SeqCst);
                    log.saw(i, 1);
                } else {
                    log.saw(i, NOTHING);
                }
            }
            Take(slot) => {
                let slot = &objects.slots[slot];
                if slot.change(FULL, TAKING) {
                    // SAFETY: what was published is there, and is taken by this thread alone.
                    let value = slot.value.with(|at| unsafe { (*at).assume_init_read() });
                    slot.state.store(FREE, SeqCst);
                    log.saw(i, *value);
                } else {
                    log.saw(i, NOTHING);
                }
            }
            WaitFull(slot) => while objects.slots[slot].state.load(SeqCst) != FULL {},
            Raise => objects.flag.store(1, SeqCst),
            AssumeFree(slot) => mazurka::assume(objects.slots[slot].state.load(SeqCst) == FREE),
            Lock => {
                if guard.is_none() {
                    guard = Some(objects.mutex.lock());
                }
            }
        }
        operation.0 = true;
    }
    drop(guard);
    log.end(i);
}

impl RustProgram for Program {
    type Statement = Statement;

    fn generate(random: &mut Random) -> Program {
        let count = 2 + random.below(2);
        let mut statement = || {
            let slot = random.below(SLOTS);
            match random.below(10) {
                0..=2 => Push(slot, false),
                3 | 4 => Push(slot, true),
                5 | 6 => Take(slot),
                7 => [WaitFull(slot), Raise][random.below(2)],
                8 => [AssumeFree(slot), Raise][random.below(2)],
                _ => Lock,
            }
        };
        let length = if count == 2 { 4 } else { 3 };
        let threads = (0..count).map(|_| (0..length).map(|_| statement()).collect());
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

    fn expected(self: &StdArc<Self>, _: u64) -> Result<Option<Expected>, String> {
        let thread = Thread {
            at: 0,
            stage: Stage::Ready,
            locked: false,
            saw: Vec::new(),
        };
        let first = State {
            threads: vec![thread; self.threads.len()],
            slots: [(FREE, 0); SLOTS],
            flag: false,
        };
        let next = |state: &State, steps: &mut Vec<State>| {
            for i in 0..self.threads.len() {
                let mut next = state.clone();
                if next.step(self, i) {
                    steps.push(next);
                }
            }
            let discarded = |thread: &Thread| thread.stage == Stage::Discarded;
            steps.is_empty() && !state.threads.iter().any(discarded)
        };
        let outcomes = search(first, next, State::outcome);
        Ok(Some(Expected::new(outcomes)))
    }

    fn checker(&self) -> Checker {
        Checker::new().model(mazurka::Model::Sc)
    }

    fn run(self: &StdArc<Self>, log: &StdArc<Log>) {
        let objects = Arc::new(Objects {
            slots: [Slot::new(), Slot::new()],
            flag: AtomicUsize::new(0),
            mutex: Mutex::new(()),
        });
        for i in 0..self.threads.len() {
            let (program, objects, log) = (self.clone(), objects.clone(), log.clone());
            thread::spawn(move || run(i, &program.threads[i], &objects, &log));
        }
    }
}
