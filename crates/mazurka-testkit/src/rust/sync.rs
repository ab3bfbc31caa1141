//! Random programs over all that blocks, judged by brute force.
//!
//! Each program is also run by a small interpreter of what `std` says of these
//! types. It knows nothing of the checker, and takes every interleaving of
//! every step. What threads see, and which of them wait for ever, has to be the
//! same set, whatever the algorithm.

use super::{Expected, Log, Outcome, Progress, RustProgram, search};
use crate::random::Random;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{
    Arc, Barrier, Condvar, Mutex, MutexGuard, Once, RwLock, RwLockReadGuard, RwLockWriteGuard,
    Semaphore,
};
use mazurka::{Checker, thread};
use std::sync::Arc as StdArc;
use std::time::Duration;

/// A statement of a thread. One that has no guard to give back, or has one
/// already, goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Statement {
    Load,
    Store(usize),
    Lock,
    TryLock,
    Unlock,
    Wait,
    WaitTimeout,
    NotifyOne,
    NotifyAll,
    Read,
    TryRead,
    GiveBackRead,
    Write,
    TryWrite,
    GiveBackWrite,
    Downgrade,
    Acquire(u32),
    TryAcquire(u32),
    Release(u32),
    CallOnce,
    IsCompleted,
    WaitOnce,
    Meet,
    Park,
    ParkTimeout,
    /// Unparks a thread that was spawned before this one, if there is one.
    Unpark(usize),
}

use Statement::*;

/// What belongs together: pieces that threads are made of.
const FAMILIES: [&[&[Statement]]; 8] = [
    &[&[Load], &[Store(1)], &[Store(2)]],
    &[&[Lock], &[Unlock], &[TryLock]],
    &[
        &[Lock, Wait],
        &[Lock, Wait],
        &[Lock, WaitTimeout],
        &[Lock, Load, Unlock],
        &[Lock, NotifyOne, Unlock],
        &[NotifyOne],
        &[NotifyOne],
        &[NotifyAll],
        &[Unlock],
    ],
    &[
        &[Read],
        &[TryRead],
        &[GiveBackRead],
        &[Write],
        &[TryWrite],
        &[GiveBackWrite],
        &[Write, Downgrade],
    ],
    &[
        &[Acquire(1)],
        &[Acquire(2)],
        &[TryAcquire(1)],
        &[TryAcquire(2)],
        &[Release(1)],
        &[Release(2)],
    ],
    &[
        &[CallOnce],
        &[CallOnce],
        &[IsCompleted],
        &[WaitOnce],
        &[Load],
    ],
    &[&[Meet], &[Meet], &[Meet, Load], &[Store(1)]],
    &[&[Park], &[ParkTimeout], &[Unpark(0)], &[Unpark(1)]],
];

/// Threads that share one object of each kind.
#[derive(Clone, Debug)]
pub(super) struct Program {
    threads: Vec<Vec<Statement>>,
    permits: u32,
    /// Do writers that wait keep readers out?
    writers_first: bool,
    /// How many waits of each thread may end for no reason?
    spurious: u32,
}

/// The size of the barrier.
const SIZE: usize = 2;

// The interpreter.

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Stage {
    Ready,
    /// It waits for the condition variable.
    Waiting {
        timed: bool,
    },
    /// It wants the mutex back, and then tells what it saw of the wait.
    Locking(Option<usize>),
    /// It runs the closure of the `Once`; has that stored?
    Once {
        stored: bool,
    },
    /// It waits for the read-write lock, and has said so.
    Writing,
    /// It is at the barrier, in that generation.
    Arrived(usize),
    Finished,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Thread {
    at: usize,
    stage: Stage,
    mutex: bool,
    read: bool,
    write: bool,
    token: bool,
    /// How many of its waits may still end for no reason.
    spurious: u32,
    saw: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    threads: Vec<Thread>,
    variable: usize,
    permits: u32,
    /// Zero, one while it runs, two when it is done.
    once: u8,
    arrived: usize,
    generation: usize,
}

impl State {
    fn start(program: &Program) -> State {
        let thread = Thread {
            at: 0,
            stage: Stage::Ready,
            mutex: false,
            read: false,
            write: false,
            token: false,
            spurious: program.spurious,
            saw: Vec::new(),
        };
        State {
            threads: vec![thread; program.threads.len()],
            variable: 0,
            permits: program.permits,
            once: 0,
            arrived: 0,
            generation: 0,
        }
    }

    fn locked(&self) -> bool {
        self.threads.iter().any(|thread| thread.mutex)
    }

    fn reading(&self) -> bool {
        self.threads.iter().any(|thread| thread.read)
    }

    fn writing(&self) -> bool {
        self.threads.iter().any(|thread| thread.write)
    }

    /// Are readers kept out?
    fn closed(&self) -> bool {
        let waits = |thread: &Thread| thread.stage == Stage::Writing;
        self.writing() || self.threads.iter().any(waits)
    }

    fn spurious(&self) -> u32 {
        self.threads.iter().map(|thread| thread.spurious).sum()
    }

    fn outcome(self) -> Outcome {
        let seen = |thread: Thread| match thread.stage {
            Stage::Finished => (thread.saw, Progress::Ended),
            _ => (thread.saw, Progress::Begun),
        };
        Outcome {
            threads: self.threads.into_iter().map(seen).collect(),
            variable: self.variable,
        }
    }

    /// The states after one step of thread `i`; none if it is blocked.
    fn steps(&self, program: &Program, i: usize) -> Vec<State> {
        let mut next = self.clone();
        let took = match self.threads[i].stage {
            Stage::Ready => match program.threads[i].get(self.threads[i].at) {
                Some(NotifyOne) => return self.notify_one(i),
                Some(Write) if program.writers_first && !self.threads[i].write => {
                    next.threads[i].stage = Stage::Writing;
                    true
                }
                Some(statement) => next.run(i, *statement),
                None => next.give_back(i),
            },
            stage => next.go_on(i, stage),
        };
        if took { vec![next] } else { Vec::new() }
    }

    /// Goes on in the middle of a statement; false if it is blocked.
    fn go_on(&mut self, i: usize, stage: Stage) -> bool {
        let (locked, generation) = (self.locked(), self.generation);
        let used = self.reading() || self.writing();
        let thread = &mut self.threads[i];
        match stage {
            Stage::Ready | Stage::Finished => return false,
            Stage::Waiting { timed: false } if thread.spurious == 0 => return false,
            Stage::Waiting { timed: false } => {
                thread.spurious -= 1;
                thread.stage = Stage::Locking(None);
            }
            Stage::Waiting { timed: true } => thread.stage = Stage::Locking(Some(1)),
            Stage::Locking(_) if locked => return false,
            Stage::Locking(saw) => {
                thread.mutex = true;
                thread.saw.extend(saw);
                thread.done();
            }
            Stage::Once { stored: false } => {
                self.variable = 7;
                thread.stage = Stage::Once { stored: true };
            }
            Stage::Once { stored: true } => {
                self.once = 2;
                thread.saw.push(1);
                thread.done();
            }
            Stage::Writing if used => return false,
            Stage::Writing => {
                thread.write = true;
                thread.done();
            }
            Stage::Arrived(then) if then == generation => return false,
            Stage::Arrived(_) => {
                thread.saw.push(0);
                thread.done();
            }
        }
        true
    }

    /// At the end, guards are given back one by one.
    fn give_back(&mut self, i: usize) -> bool {
        let thread = &mut self.threads[i];
        if thread.mutex {
            thread.mutex = false;
        } else if thread.read {
            thread.read = false;
        } else if thread.write {
            thread.write = false;
        } else {
            thread.stage = Stage::Finished;
        }
        true
    }

    fn notify_one(&self, i: usize) -> Vec<State> {
        let mut after = self.clone();
        after.threads[i].done();
        let waiters = after.waiters();
        if waiters.is_empty() {
            return vec![after];
        }
        let woken = |waiter: usize| {
            let mut next = after.clone();
            next.notify(waiter);
            next
        };
        waiters.into_iter().map(woken).collect()
    }

    fn waiters(&self) -> Vec<usize> {
        let waits = |i: &usize| matches!(self.threads[*i].stage, Stage::Waiting { .. });
        (0..self.threads.len()).filter(waits).collect()
    }

    fn notify(&mut self, waiter: usize) {
        let timed = self.threads[waiter].stage == Stage::Waiting { timed: true };
        self.threads[waiter].stage = Stage::Locking(timed.then_some(0));
    }

    /// Begins a statement; false if it is blocked.
    fn run(&mut self, i: usize, statement: Statement) -> bool {
        let (locked, reading, writing) = (self.locked(), self.reading(), self.writing());
        let closed = self.closed();
        let thread = &mut self.threads[i];
        match statement {
            Load => thread.saw.push(self.variable),
            Store(value) => self.variable = value,
            Lock | TryLock if thread.mutex => {}
            Lock if locked => return false,
            Lock => thread.mutex = true,
            TryLock => {
                thread.saw.push(usize::from(!locked));
                thread.mutex = !locked;
            }
            Unlock => thread.mutex = false,
            Wait | WaitTimeout if !thread.mutex => {}
            Wait | WaitTimeout => {
                thread.mutex = false;
                thread.stage = Stage::Waiting {
                    timed: statement == WaitTimeout,
                };
                return true;
            }
            NotifyOne => unreachable!("it has several alternatives"),
            NotifyAll => {
                for waiter in self.waiters() {
                    self.notify(waiter);
                }
            }
            Read | TryRead if thread.read => {}
            Read if closed => return false,
            Read => thread.read = true,
            TryRead => {
                thread.saw.push(usize::from(!closed));
                thread.read = !closed;
            }
            GiveBackRead => thread.read = false,
            Write | TryWrite if thread.write => {}
            Write if reading || writing => return false,
            Write => thread.write = true,
            TryWrite => {
                thread.write = !reading && !writing;
                thread.saw.push(usize::from(thread.write));
            }
            GiveBackWrite => thread.write = false,
            Downgrade if !thread.write => {}
            Downgrade => {
                thread.write = false;
                thread.read = true;
            }
            Acquire(n) if self.permits < n => return false,
            Acquire(n) => self.permits -= n,
            TryAcquire(n) => {
                thread.saw.push(usize::from(self.permits >= n));
                if self.permits >= n {
                    self.permits -= n;
                }
            }
            Release(n) => self.permits += n,
            CallOnce => match self.once {
                0 => {
                    self.once = 1;
                    thread.stage = Stage::Once { stored: false };
                    return true;
                }
                1 => return false,
                _ => thread.saw.push(0),
            },
            IsCompleted => thread.saw.push(usize::from(self.once == 2)),
            WaitOnce if self.once < 2 => return false,
            WaitOnce => {}
            Meet => {
                self.arrived += 1;
                if self.arrived < SIZE {
                    thread.stage = Stage::Arrived(self.generation);
                    return true;
                }
                self.arrived = 0;
                self.generation += 1;
                thread.saw.push(1);
            }
            Park if !thread.token && thread.spurious == 0 => return false,
            Park if !thread.token => thread.spurious -= 1,
            Park | ParkTimeout => thread.token = false,
            Unpark(target) if target < i => self.threads[target].token = true,
            Unpark(_) => {}
        }
        self.threads[i].done();
        true
    }
}

impl Thread {
    /// The statement is done.
    fn done(&mut self) {
        self.at += 1;
        self.stage = Stage::Ready;
    }
}

// The same, under the checker.

struct Objects {
    variable: AtomicUsize,
    mutex: Mutex<()>,
    condvar: Condvar,
    lock: RwLock<()>,
    semaphore: Semaphore,
    once: Once,
    barrier: Barrier,
}

const NOT_POISONED: &str = "no thread panics";

/// The guards of a thread.
#[derive(Default)]
struct Guards<'a> {
    mutex: Option<MutexGuard<'a, ()>>,
    read: Option<RwLockReadGuard<'a, ()>>,
    write: Option<RwLockWriteGuard<'a, ()>>,
}

fn run(
    i: usize,
    statements: &[Statement],
    objects: &Objects,
    log: &Log,
    others: &[thread::Thread],
) {
    log.begin(i);
    let mut guards = Guards::default();
    for statement in statements {
        execute(i, *statement, objects, log, others, &mut guards);
    }
    let Guards { mutex, read, write } = guards;
    drop(mutex);
    drop(read);
    drop(write);
    log.end(i);
}

fn execute<'a>(
    i: usize,
    statement: Statement,
    objects: &'a Objects,
    log: &Log,
    others: &[thread::Thread],
    guards: &mut Guards<'a>,
) {
    let saw = |value: bool| log.saw(i, usize::from(value));
    let store = |value: usize| {
        objects.variable.store(value, SeqCst);
        log.wrote(value);
    };
    match statement {
        Load => log.saw(i, objects.variable.load(SeqCst)),
        Store(value) => store(value),
        Lock | TryLock if guards.mutex.is_some() => {}
        Lock => guards.mutex = Some(objects.mutex.lock().expect(NOT_POISONED)),
        TryLock => {
            guards.mutex = objects.mutex.try_lock().ok();
            saw(guards.mutex.is_some());
        }
        Unlock => guards.mutex = None,
        Wait => {
            if let Some(guard) = guards.mutex.take() {
                guards.mutex = Some(objects.condvar.wait(guard).expect(NOT_POISONED));
            }
        }
        WaitTimeout => {
            if let Some(guard) = guards.mutex.take() {
                let waited = objects.condvar.wait_timeout(guard, Duration::ZERO);
                let (guard, result) = waited.expect(NOT_POISONED);
                saw(result.timed_out());
                guards.mutex = Some(guard);
            }
        }
        NotifyOne => objects.condvar.notify_one(),
        NotifyAll => objects.condvar.notify_all(),
        Read | TryRead if guards.read.is_some() => {}
        Read => guards.read = Some(objects.lock.read().expect(NOT_POISONED)),
        TryRead => {
            guards.read = objects.lock.try_read().ok();
            saw(guards.read.is_some());
        }
        GiveBackRead => guards.read = None,
        Write | TryWrite if guards.write.is_some() => {}
        Write => guards.write = Some(objects.lock.write().expect(NOT_POISONED)),
        TryWrite => {
            guards.write = objects.lock.try_write().ok();
            saw(guards.write.is_some());
        }
        GiveBackWrite => guards.write = None,
        Downgrade => {
            if let Some(guard) = guards.write.take() {
                guards.read = Some(RwLockWriteGuard::downgrade(guard));
            }
        }
        Acquire(n) => objects.semaphore.acquire_many(n).forget(),
        TryAcquire(n) => {
            let permit = objects.semaphore.try_acquire_many(n);
            saw(permit.is_ok());
            if let Ok(permit) = permit {
                permit.forget();
            }
        }
        Release(n) => objects.semaphore.add_permits(n as usize),
        CallOnce => {
            let mut ran = false;
            objects.once.call_once(|| {
                store(7);
                ran = true;
            });
            saw(ran);
        }
        IsCompleted => saw(objects.once.is_completed()),
        WaitOnce => objects.once.wait(),
        Meet => saw(objects.barrier.wait().is_leader()),
        Park => thread::park(),
        ParkTimeout => thread::park_timeout(Duration::ZERO),
        Unpark(target) => {
            if let Some(target) = others.get(target) {
                target.unpark();
            }
        }
    }
}

impl RustProgram for Program {
    type Statement = Statement;

    fn generate(random: &mut Random) -> Program {
        let family = FAMILIES[random.below(FAMILIES.len())];
        let other = FAMILIES[random.below(FAMILIES.len())];
        let count = 2 + random.below(2);
        let threads = (0..count).map(|_| {
            let length = 1 + random.below(if count == 2 { 5 } else { 3 });
            let piece = |random: &mut Random| {
                let pieces = if random.below(4) == 0 { other } else { family };
                pieces[random.below(pieces.len())]
            };
            let statements = (0..length).flat_map(|_| piece(random));
            statements.copied().collect()
        });
        Program {
            threads: threads.collect(),
            permits: random.below(3) as u32,
            writers_first: random.below(2) == 0,
            spurious: u32::from(random.below(4) == 0),
        }
    }

    fn lists(&mut self) -> Vec<&mut Vec<Statement>> {
        self.threads.iter_mut().collect()
    }

    fn threads(&self) -> usize {
        self.threads.len()
    }

    fn expected(self: &StdArc<Self>, _: u64) -> Result<Option<Expected>, String> {
        let next = |state: &State, steps: &mut Vec<State>| {
            for i in 0..self.threads.len() {
                steps.extend(state.steps(self, i));
            }
            // What happens for no reason need not happen.
            let spurious = |next: &State| next.spurious() < state.spurious();
            steps.iter().all(spurious)
        };
        let outcomes = search(State::start(self), next, State::outcome);
        Ok(Some(Expected::new(outcomes)))
    }

    fn checker(&self) -> Checker {
        Checker::new()
            .model(mazurka::Model::Sc)
            .writers_first(self.writers_first)
            .spurious_wakeups(self.spurious)
    }

    fn run(self: &StdArc<Self>, log: &StdArc<Log>) {
        let objects = Arc::new(Objects {
            variable: AtomicUsize::new(0),
            mutex: Mutex::new(()),
            condvar: Condvar::new(),
            lock: RwLock::new(()),
            semaphore: Semaphore::new(self.permits as usize),
            once: Once::new(),
            barrier: Barrier::new(SIZE),
        });
        let mut others = Vec::new();
        for i in 0..self.threads.len() {
            let (program, objects) = (self.clone(), objects.clone());
            let (log, before) = (log.clone(), others.clone());
            let code = move || run(i, &program.threads[i], &objects, &log, &before);
            others.push(thread::spawn(code).thread().clone());
        }
    }
}
