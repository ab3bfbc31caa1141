//! Random programs with loops whose rounds change something and undo it: a mutex that is taken
//! and given back, a wait that times out, a token that a thread sets and takes itself. In half of
//! them weak exchanges may fail for no reason, and futures are polled for none.
//!
//! The judge is an interpreter that takes every interleaving of every step, rounds that come to
//! nothing included: its graph of states is finite all the same. A program may also end where no
//! step that is left makes a difference to what threads see, and none leads out of that.

use super::{Expected, Log, Outcome, Progress, RustProgram};
use crate::random::Random;
use mazurka::future::block_on;
use mazurka::sync::atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, Condvar, Mutex, RwLock, Semaphore};
use mazurka::{Checker, thread};
use std::collections::{BTreeSet, HashMap};
use std::future::poll_fn;
use std::sync::Arc as StdArc;
use std::task::Poll;
use std::time::Duration;

/// A statement of a thread. Those that begin with `Until` are loops, which end when a number is
/// there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Statement {
    Set(usize),
    /// Behind the mutex.
    Put(usize),
    /// Behind the read-write lock.
    PutShared(usize),
    NotifyOne,
    NotifyAll,
    TryLock,
    TryWrite,
    Acquire(usize),
    TryAcquire(usize),
    Release(usize),
    Park,
    Unpark(usize),
    /// Takes a lock that is a bit of a word, sets the variable, and gives it back.
    Exclusive(usize),
    UntilPut(usize),
    /// Notes whether a round has failed.
    UntilPutTold(usize),
    UntilTried(usize),
    /// Waits with timeouts.
    UntilTimed(usize),
    /// The same, or until it is notified; notes which.
    UntilNotified(usize),
    UntilShared(usize),
    /// A future that wakes itself.
    UntilPolled(usize),
    /// A thread that unparks itself.
    UntilParked(usize),
    /// Looks with a permit of the semaphore.
    UntilPermitted(usize),
    /// Exchanges the number for itself.
    UntilExchanged(usize),
    /// Adds nothing.
    UntilAdded(usize),
    /// Exchanges the number for itself, and may fail for no reason.
    UntilWeak(usize),
    /// Exchanges the number for the next; notes whether that failed.
    Weak(usize),
    /// A future that is not woken. If it is polled again all the same, notes the variable.
    Unwoken,
}

use Statement::*;

/// Threads that share one object of each kind.
#[derive(Clone, Debug)]
pub(super) struct Program {
    threads: Vec<Vec<Statement>>,
    permits: usize,
    /// How often weak exchanges of a thread fail for no reason, and each future is polled so.
    failures: u32,
}

// The interpreter.

#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Thread {
    at: usize,
    /// The step of its statement.
    step: u8,
    flag: bool,
    mutex: bool,
    read: bool,
    write: bool,
    waits: bool,
    token: bool,
    /// How many weak exchanges have failed for no reason.
    failed: u32,
    saw: Vec<usize>,
}

impl Thread {
    fn done(&mut self) {
        self.at += 1;
        self.step = 0;
        self.flag = false;
    }

    fn saw(&mut self, value: bool) {
        self.saw.push(usize::from(value));
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    threads: Vec<Thread>,
    variable: usize,
    data: usize,
    shared: usize,
    permits: usize,
    bit: bool,
}

impl State {
    fn outcome(&self, program: &Program) -> Outcome {
        let seen = |(thread, statements): (&Thread, &Vec<Statement>)| {
            let progress = match thread.at == statements.len() {
                true => Progress::Ended,
                false => Progress::Begun,
            };
            (thread.saw.clone(), progress)
        };
        let threads = self.threads.iter().zip(&program.threads);
        Outcome {
            threads: threads.map(seen).collect(),
            variable: self.variable,
        }
    }

    /// The states after one step of thread `i`; none if it is blocked.
    fn steps(&self, program: &Program, i: usize) -> Vec<State> {
        let Some(statement) = program.threads[i].get(self.threads[i].at) else {
            return Vec::new();
        };
        let mut next = self.clone();
        match *statement {
            Weak(value) => return self.exchange_weakly(program, i, value),
            // It is polled again, or waits for ever.
            Unwoken if self.threads[i].step == 0 => {
                let again = (program.failures > 0).then_some(1);
                let step = |step| {
                    let mut next = self.clone();
                    next.threads[i].step = step;
                    next
                };
                return again.into_iter().chain([2]).map(step).collect();
            }
            _ => {}
        }
        if *statement == NotifyOne {
            next.threads[i].done();
            let waits = |waiter: &usize| next.threads[*waiter].waits;
            let waiters: Vec<_> = (0..self.threads.len()).filter(waits).collect();
            if waiters.is_empty() {
                return vec![next];
            }
            let woken = |waiter: usize| {
                let mut woken = next.clone();
                woken.notify(waiter);
                woken
            };
            return waiters.into_iter().map(woken).collect();
        }
        if next.run(i, *statement) {
            vec![next]
        } else {
            Vec::new()
        }
    }

    /// The states after an exchange of the variable for the next number, which may fail for no
    /// reason.
    fn exchange_weakly(&self, program: &Program, i: usize, value: usize) -> Vec<State> {
        let fails = |failed| {
            let mut next = self.clone();
            next.threads[i].failed = failed;
            next.threads[i].saw(false);
            next.threads[i].done();
            next
        };
        let failed = self.threads[i].failed;
        if self.variable != value {
            return vec![fails(failed)];
        }
        let mut done = self.clone();
        done.variable = after(value);
        done.threads[i].saw(true);
        done.threads[i].done();
        let may_fail = failed < program.failures;
        let failure = may_fail.then(|| fails(failed + 1));
        failure.into_iter().chain([done]).collect()
    }

    fn notify(&mut self, waiter: usize) {
        let thread = &mut self.threads[waiter];
        thread.waits = false;
        thread.flag = true;
        thread.step = 3;
    }

    /// One step of a statement; false if it is blocked.
    fn run(&mut self, i: usize, statement: Statement) -> bool {
        let locked = self.threads.iter().any(|thread| thread.mutex);
        let writing = self.threads.iter().any(|thread| thread.write);
        let used = writing || self.threads.iter().any(|thread| thread.read);
        let (data, shared, variable) = (self.data, self.shared, self.variable);
        let thread = &mut self.threads[i];
        match (statement, thread.step) {
            (Set(value), _) => {
                self.variable = value;
                thread.done();
            }
            (
                Put(_) | UntilPut(_) | UntilPutTold(_) | UntilTried(_) | UntilTimed(_)
                | UntilNotified(_),
                0,
            ) => {
                if locked {
                    return false;
                }
                thread.mutex = true;
                thread.step = 1;
            }
            (Put(value), _) => {
                self.data = value;
                thread.mutex = false;
                thread.done();
            }
            (PutShared(_) | TryWrite, 0) if used => {
                if statement != TryWrite {
                    return false;
                }
                thread.saw(false);
                thread.done();
            }
            (PutShared(_) | TryWrite, 0) => {
                thread.write = true;
                thread.step = 1;
            }
            (PutShared(value), _) => {
                self.shared = value;
                thread.write = false;
                thread.done();
            }
            (TryWrite, _) => {
                thread.saw(true);
                thread.write = false;
                thread.done();
            }
            (TryLock, 0) if locked => {
                thread.saw(false);
                thread.done();
            }
            (TryLock, 0) => {
                thread.mutex = true;
                thread.step = 1;
            }
            (TryLock, _) => {
                thread.saw(true);
                thread.mutex = false;
                thread.done();
            }
            (NotifyOne, _) => unreachable!("it has several alternatives"),
            (NotifyAll, _) => {
                thread.done();
                for waiter in 0..self.threads.len() {
                    if self.threads[waiter].waits {
                        self.notify(waiter);
                    }
                }
            }
            (Acquire(count), _) if self.permits < count => return false,
            (Acquire(count), _) => {
                self.permits -= count;
                thread.done();
            }
            (TryAcquire(count), _) => {
                thread.saw(self.permits >= count);
                if self.permits >= count {
                    self.permits -= count;
                }
                thread.done();
            }
            (Release(count), _) => {
                self.permits += count;
                thread.done();
            }
            (Park, _) if !thread.token => return false,
            (Park, _) => {
                thread.token = false;
                thread.done();
            }
            (Unpark(target), _) => {
                thread.done();
                if target < i {
                    self.threads[target].token = true;
                }
            }
            (Exclusive(_), 0) if self.bit => return false,
            (Exclusive(_), 0) => {
                self.bit = true;
                thread.step = 1;
            }
            (Exclusive(value), 1) => {
                self.variable = value;
                thread.step = 2;
            }
            (Exclusive(_), _) => {
                self.bit = false;
                thread.done();
            }
            (UntilPut(value) | UntilTried(value), _) => {
                thread.mutex = false;
                thread.step = 0;
                if data == value {
                    thread.done();
                }
            }
            (UntilPutTold(value), _) => {
                thread.mutex = false;
                thread.step = 0;
                if data == value {
                    thread.saw(thread.flag);
                    thread.done();
                } else {
                    thread.flag = true;
                }
            }
            (UntilTimed(value) | UntilNotified(value), 1) => {
                thread.mutex = false;
                if data != value {
                    thread.waits = true;
                    thread.step = 2;
                    return true;
                }
                if statement == UntilNotified(value) {
                    thread.saw.push(8);
                }
                thread.done();
            }
            (UntilTimed(_) | UntilNotified(_), 2) => {
                thread.waits = false;
                thread.flag = false;
                thread.step = 3;
            }
            (UntilTimed(_) | UntilNotified(_), 3) => {
                if locked {
                    return false;
                }
                thread.mutex = true;
                let ends = thread.flag && matches!(statement, UntilNotified(_));
                thread.step = if ends { 4 } else { 1 };
                thread.flag = false;
            }
            (UntilTimed(_) | UntilNotified(_), _) => {
                thread.saw.push(7);
                thread.mutex = false;
                thread.done();
            }
            (UntilShared(_), 0) if writing => return false,
            (UntilShared(_), 0) => {
                thread.read = true;
                thread.step = 1;
            }
            (UntilShared(value), _) => {
                thread.read = false;
                thread.step = 0;
                if shared == value {
                    thread.done();
                }
            }
            (Weak(_), _) => unreachable!("it has several alternatives"),
            (Unwoken, 1) => {
                thread.saw.push(variable);
                thread.done();
            }
            (Unwoken, _) => return false,
            // What it sets and takes is its own.
            (
                UntilPolled(value) | UntilExchanged(value) | UntilAdded(value) | UntilWeak(value),
                _,
            ) => {
                if variable != value {
                    return false;
                }
                thread.done();
            }
            (UntilParked(value), 0) => {
                thread.step = 1;
                if variable == value {
                    thread.done();
                }
            }
            (UntilParked(_), 1) => {
                thread.token = true;
                thread.step = 2;
            }
            (UntilParked(_), _) => {
                thread.token = false;
                thread.step = 0;
            }
            (UntilPermitted(_), 0) if self.permits == 0 => return false,
            (UntilPermitted(_), 0) => {
                self.permits -= 1;
                thread.step = 1;
            }
            (UntilPermitted(value), 1) => {
                thread.flag = variable == value;
                thread.step = 2;
            }
            (UntilPermitted(_), _) => {
                self.permits += 1;
                thread.step = 0;
                if thread.flag {
                    thread.done();
                }
            }
        }
        true
    }
}

/// What a weak exchange writes for that number.
fn after(value: usize) -> usize {
    (value + 1) % 3
}

/// Programs with more states are skipped.
const MOST_STATES: usize = 20_000;

/// What a program may end in; none if it has too many states.
fn endings(program: &Program) -> Option<BTreeSet<Outcome>> {
    let first = State {
        threads: vec![Thread::default(); program.threads.len()],
        variable: 0,
        data: 0,
        shared: 0,
        permits: program.permits,
        bit: false,
    };
    let mut numbers = HashMap::from([(first.clone(), 0)]);
    let mut states = vec![first];
    let mut after: Vec<Vec<usize>> = Vec::new();
    while let Some(state) = states.get(after.len()).cloned() {
        let mut next = Vec::new();
        for i in 0..program.threads.len() {
            for step in state.steps(program, i) {
                let number = *numbers.entry(step.clone()).or_insert_with(|| {
                    states.push(step);
                    states.len() - 1
                });
                next.push(number);
            }
        }
        after.push(next);
        if states.len() > MOST_STATES {
            return None;
        }
    }
    // Where does what was seen stay as it is, whatever comes?
    let outcomes: Vec<_> = states.iter().map(|state| state.outcome(program)).collect();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); states.len()];
    let mut stays = vec![true; states.len()];
    let mut open = Vec::new();
    for (number, next) in after.iter().enumerate() {
        for then in next {
            before[*then].push(number);
        }
        if next.iter().any(|then| outcomes[*then] != outcomes[number]) {
            stays[number] = false;
            open.push(number);
        }
    }
    while let Some(number) = open.pop() {
        for earlier in &before[number] {
            if std::mem::replace(&mut stays[*earlier], false) {
                open.push(*earlier);
            }
        }
    }
    let ends = outcomes.into_iter().zip(stays);
    Some(
        ends.filter_map(|(end, stays)| stays.then_some(end))
            .collect(),
    )
}

// The same, under the checker.

struct Objects {
    variable: AtomicUsize,
    mutex: Mutex<usize>,
    condvar: Condvar,
    lock: RwLock<usize>,
    semaphore: Semaphore,
    bit: AtomicU64,
}

const NOT_POISONED: &str = "no thread panics";
const BIT: u64 = 1 << 40;

fn execute(
    i: usize,
    statement: Statement,
    objects: &Objects,
    log: &Log,
    others: &[thread::Thread],
) {
    let saw = |value: bool| log.saw(i, usize::from(value));
    let set = |value| {
        objects.variable.store(value, SeqCst);
        log.wrote(value);
    };
    let lock = || objects.mutex.lock().expect(NOT_POISONED);
    match statement {
        Set(value) => set(value),
        Put(value) => *lock() = value,
        PutShared(value) => *objects.lock.write().expect(NOT_POISONED) = value,
        NotifyOne => objects.condvar.notify_one(),
        NotifyAll => objects.condvar.notify_all(),
        TryLock => saw(objects.mutex.try_lock().is_ok()),
        TryWrite => saw(objects.lock.try_write().is_ok()),
        Acquire(count) => objects.semaphore.acquire_many(count as u32).forget(),
        TryAcquire(count) => {
            let permit = objects.semaphore.try_acquire_many(count as u32);
            saw(permit.is_ok());
            if let Ok(permit) = permit {
                permit.forget();
            }
        }
        Release(count) => objects.semaphore.add_permits(count),
        Park => thread::park(),
        Unpark(target) => {
            if let Some(target) = others.get(target) {
                target.unpark();
            }
        }
        Exclusive(value) => {
            while objects.bit.fetch_or(BIT, SeqCst) & BIT != 0 {}
            set(value);
            objects.bit.store(0, SeqCst);
        }
        UntilPut(value) => while *lock() != value {},
        UntilPutTold(value) => {
            let mut waited = false;
            while *lock() != value {
                waited = true;
            }
            saw(waited);
        }
        UntilTried(value) => loop {
            let found = objects.mutex.try_lock().is_ok_and(|guard| *guard == value);
            if found {
                break;
            }
            thread::yield_now();
        },
        UntilTimed(value) => {
            let mut guard = lock();
            while *guard != value {
                let waited = objects.condvar.wait_timeout(guard, Duration::ZERO);
                guard = waited.expect(NOT_POISONED).0;
            }
        }
        UntilNotified(value) => {
            let mut guard = lock();
            let saw = loop {
                if *guard == value {
                    break 8;
                }
                let waited = objects.condvar.wait_timeout(guard, Duration::ZERO);
                let result;
                (guard, result) = waited.expect(NOT_POISONED);
                if !result.timed_out() {
                    break 7;
                }
            };
            log.saw(i, saw);
            drop(guard);
        }
        UntilShared(value) => while *objects.lock.read().expect(NOT_POISONED) != value {},
        UntilPolled(value) => block_on(poll_fn(|context| {
            if objects.variable.load(SeqCst) == value {
                return Poll::Ready(());
            }
            context.waker().wake_by_ref();
            Poll::Pending
        })),
        UntilParked(value) => {
            while objects.variable.load(SeqCst) != value {
                thread::current().unpark();
                thread::park();
            }
        }
        UntilPermitted(value) => loop {
            let permit = objects.semaphore.acquire();
            let found = objects.variable.load(SeqCst) == value;
            drop(permit);
            if found {
                break;
            }
        },
        UntilExchanged(value) => {
            let exchange = || {
                let variable = &objects.variable;
                variable.compare_exchange(value, value, SeqCst, SeqCst)
            };
            while exchange().is_err() {}
        }
        UntilAdded(value) => while objects.variable.fetch_add(0, SeqCst) != value {},
        UntilWeak(value) => {
            let exchange = || {
                let variable = &objects.variable;
                variable.compare_exchange_weak(value, value, SeqCst, SeqCst)
            };
            while exchange().is_err() {}
        }
        Weak(value) => {
            let new = after(value);
            let exchanged = objects
                .variable
                .compare_exchange_weak(value, new, SeqCst, SeqCst);
            saw(exchanged.is_ok());
            if exchanged.is_ok() {
                log.wrote(new);
            }
        }
        Unwoken => {
            let mut is_polled = false;
            block_on(poll_fn(|_| {
                if !std::mem::replace(&mut is_polled, true) {
                    return Poll::Pending;
                }
                log.saw(i, objects.variable.load(SeqCst));
                Poll::Ready(())
            }));
        }
    }
}

/// What belongs together: what ends a loop, and what may notice its rounds.
fn random_statement(random: &mut Random, family: usize) -> Statement {
    let value = random.below(3);
    let pick = |random: &mut Random, some: &[Statement]| some[random.below(some.len())];
    match family {
        0 => {
            let some = [
                Put(value),
                Put(value),
                Put(value),
                UntilPut(value),
                UntilPutTold(value),
                UntilTried(value),
                TryLock,
            ];
            pick(random, &some)
        }
        1 => {
            let some = [
                Put(value),
                Put(value),
                UntilTimed(value),
                UntilTimed(value),
                UntilNotified(value),
                UntilNotified(value),
                NotifyOne,
                NotifyOne,
                NotifyAll,
                TryLock,
            ];
            pick(random, &some)
        }
        2 => {
            let some = [
                PutShared(value),
                PutShared(value),
                UntilShared(value),
                UntilShared(value),
                TryWrite,
            ];
            pick(random, &some)
        }
        3 => {
            let some = [
                Set(value),
                Set(value),
                UntilPolled(value),
                UntilParked(value),
                UntilParked(value),
                UntilExchanged(value),
                UntilAdded(value),
                UntilWeak(value),
                Weak(value),
                Weak(value),
                Unwoken,
                Exclusive(value),
                Exclusive(value),
                Park,
                Unpark(0),
                Unpark(1),
            ];
            pick(random, &some)
        }
        _ => {
            let some = [
                Set(value),
                UntilPermitted(value),
                UntilPermitted(value),
                Acquire(1 + value % 2),
                TryAcquire(1 + value % 2),
                Release(1),
            ];
            pick(random, &some)
        }
    }
}

impl RustProgram for Program {
    type Statement = Statement;

    fn generate(random: &mut Random) -> Program {
        let (family, other) = (random.below(5), random.below(5));
        let count = 2 + random.below(2);
        let threads = (0..count).map(|_| {
            let length = 1 + random.below(if count == 2 { 4 } else { 2 });
            let statement = |random: &mut Random| {
                let family = if random.below(4) == 0 { other } else { family };
                random_statement(random, family)
            };
            (0..length).map(|_| statement(random)).collect()
        });
        Program {
            threads: threads.collect(),
            permits: random.below(3),
            failures: random.below(2) as u32,
        }
    }

    fn lists(&mut self) -> Vec<&mut Vec<Statement>> {
        self.threads.iter_mut().collect()
    }

    fn threads(&self) -> usize {
        self.threads.len()
    }

    fn expected(self: &StdArc<Self>, _: u64) -> Result<Option<Expected>, String> {
        Ok(endings(self).map(Expected::new))
    }

    fn checker(&self) -> Checker {
        Checker::new()
            .model(mazurka::Model::Sc)
            .max_events(500)
            .spurious_polls(self.failures)
            .weak_failures(self.failures)
    }

    fn run(self: &StdArc<Self>, log: &StdArc<Log>) {
        let objects = Arc::new(Objects {
            variable: AtomicUsize::new(0),
            mutex: Mutex::new(0),
            condvar: Condvar::new(),
            lock: RwLock::new(0),
            semaphore: Semaphore::new(self.permits),
            bit: AtomicU64::new(0),
        });
        let mut others = Vec::new();
        for i in 0..self.threads.len() {
            let (program, objects) = (self.clone(), objects.clone());
            let (log, before) = (log.clone(), others.clone());
            let code = move || {
                log.begin(i);
                for statement in &program.threads[i] {
                    execute(i, *statement, &objects, &log, &before);
                }
                log.end(i);
            };
            others.push(thread::spawn(code).thread().clone());
        }
    }
}
