//! Random programs over all that blocks, judged by brute force.
//!
//! Each program is also run by a small interpreter of what `std` says of these
//! types. It knows nothing of the checker, and takes every interleaving of
//! every step. What threads see, and which of them wait for ever, has to be the
//! same set, whatever the algorithm.

use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{
    Arc, Barrier, Condvar, Mutex, MutexGuard, Once, RwLock, RwLockReadGuard, RwLockWriteGuard,
    Semaphore,
};
use mazurka::{Algorithm, Checker, Report, Verdict, thread};
use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::{AtomicUsize as StdAtomicUsize, Ordering::Relaxed};
use std::sync::{Arc as StdArc, Mutex as StdMutex};
use std::time::Duration;

/// A statement of a thread. Whoever has no guard to give back, or has one
/// already, goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Statement {
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

#[derive(Clone, Debug)]
struct Program {
    threads: Vec<Vec<Statement>>,
    permits: u32,
    /// Do writers that wait keep readers out?
    writers_first: bool,
    /// How many waits of each thread may end for no reason?
    spurious: u32,
}

/// What a thread saw, and whether it came to its end.
type Seen = (Vec<usize>, bool);
/// That of every thread, and the variable at the end.
type Outcome = (Vec<Seen>, usize);

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
        let seen = |thread: Thread| (thread.saw, thread.stage == Stage::Finished);
        (self.threads.into_iter().map(seen).collect(), self.variable)
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

/// The outcomes of all interleavings.
fn brute_force(program: &Program) -> BTreeSet<Outcome> {
    let mut outcomes = BTreeSet::new();
    let mut seen = HashSet::new();
    let mut stack = vec![State::start(program)];
    while let Some(state) = stack.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        let before = stack.len();
        for i in 0..program.threads.len() {
            stack.extend(state.steps(program, i));
        }
        // What happens for no reason need not happen.
        let spurious = |next: &State| next.spurious() < state.spurious();
        if stack[before..].iter().all(spurious) {
            outcomes.insert(state.outcome());
        }
    }
    outcomes
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

/// What the current execution shows, in memory that has nothing to do with it.
#[derive(Default)]
struct Log {
    saw: [[StdAtomicUsize; 16]; 3],
    count: [StdAtomicUsize; 3],
    finished: [StdAtomicUsize; 3],
    variable: StdAtomicUsize,
}

impl Log {
    fn reset(&self) {
        for value in self.count.iter().chain(&self.finished) {
            value.store(0, Relaxed);
        }
        self.variable.store(0, Relaxed);
    }

    fn saw(&self, i: usize, value: usize) {
        let nth = self.count[i].fetch_add(1, Relaxed);
        self.saw[i][nth].store(value, Relaxed);
    }

    fn outcome(&self, threads: usize) -> Outcome {
        let seen = |i: usize| {
            let count = self.count[i].load(Relaxed);
            let saw = self.saw[i][..count].iter().map(|value| value.load(Relaxed));
            (saw.collect(), self.finished[i].load(Relaxed) != 0)
        };
        let seen = (0..threads).map(seen).collect();
        (seen, self.variable.load(Relaxed))
    }
}

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
    let mut guards = Guards::default();
    for statement in statements {
        execute(i, *statement, objects, log, others, &mut guards);
    }
    let Guards { mutex, read, write } = guards;
    drop(mutex);
    drop(read);
    drop(write);
    log.finished[i].store(1, Relaxed);
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
        log.variable.store(value, Relaxed);
    };
    match statement {
        Load => log.saw(i, objects.variable.load(SeqCst)),
        Store(value) => store(value),
        Lock | TryLock if guards.mutex.is_some() => {}
        Lock => guards.mutex = Some(objects.mutex.lock().unwrap()),
        TryLock => {
            guards.mutex = objects.mutex.try_lock().ok();
            saw(guards.mutex.is_some());
        }
        Unlock => guards.mutex = None,
        Wait => {
            if let Some(guard) = guards.mutex.take() {
                guards.mutex = Some(objects.condvar.wait(guard).unwrap());
            }
        }
        WaitTimeout => {
            if let Some(guard) = guards.mutex.take() {
                let waited = objects.condvar.wait_timeout(guard, Duration::ZERO);
                let (guard, result) = waited.unwrap();
                saw(result.timed_out());
                guards.mutex = Some(guard);
            }
        }
        NotifyOne => objects.condvar.notify_one(),
        NotifyAll => objects.condvar.notify_all(),
        Read | TryRead if guards.read.is_some() => {}
        Read => guards.read = Some(objects.lock.read().unwrap()),
        TryRead => {
            guards.read = objects.lock.try_read().ok();
            saw(guards.read.is_some());
        }
        GiveBackRead => guards.read = None,
        Write | TryWrite if guards.write.is_some() => {}
        Write => guards.write = Some(objects.lock.write().unwrap()),
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

fn checked(program: &Program, algorithm: Algorithm) -> (BTreeSet<Outcome>, Report) {
    let outcomes = StdArc::new(StdMutex::new(BTreeSet::new()));
    let log = StdArc::new(Log::default());
    let (results, ended) = (outcomes.clone(), log.clone());
    let (program, count) = (StdArc::new(program.clone()), program.threads.len());
    let report = Checker::new()
        .algorithm(algorithm)
        .keep_going(true)
        .writers_first(program.writers_first)
        .spurious_wakeups(program.spurious)
        .on_complete(move || {
            results.lock().unwrap().insert(ended.outcome(count));
        })
        .check(move || {
            log.reset();
            let objects = Arc::new(Objects {
                variable: AtomicUsize::new(0),
                mutex: Mutex::new(()),
                condvar: Condvar::new(),
                lock: RwLock::new(()),
                semaphore: Semaphore::new(program.permits as usize),
                once: Once::new(),
                barrier: Barrier::new(SIZE),
            });
            let mut others = Vec::new();
            for i in 0..program.threads.len() {
                let (program, objects) = (program.clone(), objects.clone());
                let (log, before) = (log.clone(), others.clone());
                let code = move || run(i, &program.threads[i], &objects, &log, &before);
                others.push(thread::spawn(code).thread().clone());
            }
        });
    let outcomes = outcomes.lock().unwrap().clone();
    (outcomes, report)
}

fn judge(program: &Program) {
    let expected = brute_force(program);
    let deadlocks = expected
        .iter()
        .any(|(seen, _)| seen.iter().any(|(_, finished)| !finished));
    let mut traces = None;
    for algorithm in [Algorithm::Optimal, Algorithm::Source, Algorithm::Classic] {
        let (outcomes, report) = checked(program, algorithm);
        assert_eq!(outcomes, expected, "{program:?}\n{report}");
        let found = matches!(report.verdict(), Verdict::Bug { .. });
        assert_eq!(found, deadlocks, "{program:?}\n{report}");
        assert!(found || report.is_verified(), "{program:?}\n{report}");
        let complete = report.statistics().complete;
        assert_eq!(
            *traces.get_or_insert(complete),
            complete,
            "{program:?}\n{report}"
        );
        if algorithm == Algorithm::Optimal {
            assert_eq!(report.statistics().blocked, 0, "{program:?}\n{report}");
        }
    }
}

/// The generator of Steele, Lea and Flood (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn program(&mut self) -> Program {
        let family = FAMILIES[self.below(FAMILIES.len())];
        let other = FAMILIES[self.below(FAMILIES.len())];
        let count = 2 + self.below(2);
        let threads = (0..count)
            .map(|_| {
                let length = 1 + self.below(if count == 2 { 5 } else { 3 });
                let piece = |random: &mut Random| {
                    let pieces = if random.below(4) == 0 { other } else { family };
                    pieces[random.below(pieces.len())]
                };
                (0..length).flat_map(|_| piece(self)).copied().collect()
            })
            .collect();
        Program {
            threads,
            permits: self.below(3) as u32,
            writers_first: self.below(2) == 0,
            spurious: u32::from(self.below(4) == 0),
        }
    }
}

#[test]
fn random_programs_have_the_outcomes_of_brute_force() {
    let seeds = std::env::var("MAZURKA_SYNC_SEEDS").map_or(500, |seeds| seeds.parse().unwrap());
    for seed in 0..seeds {
        judge(&Random(seed).program());
    }
}
