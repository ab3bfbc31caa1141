//! Programs of [`crate::ir`], run as real Rust closures with Mazurka's threads,
//! atomics, locks, channels and so on.
//!
//! What a process does is written down, outside of the check, in the local code
//! right after each operation, so that executions in which some process never
//! finishes leave their state behind as well. (What the threads share is held by
//! `std`'s `Arc`: the library's own may find out in the middle of a check that
//! it is observed, and begin again.)
//!
//! The language is not quite what Rust can say. Left out, see [`in_rust`] and
//! [`is_rust`]: a `begin` and `complete` that are not one `call_once`, mailboxes
//! (an actor has one, and ends), a read-write lock given back by a thread that
//! does not hold it, a root that unparks one that is spawned after it, two spin
//! loops of one body: they are the same call here, and if one comes straight
//! after the other the library knows at the first look that it would look again.
//! Changed: additions learn what they add to, `set` is a store, an `await` writes
//! nothing.
//!
//! Under TSO and PSO, plain stores are `Relaxed` ones. What the variables hold in
//! the end cannot be written down by those who store, so there it is left out.

use crate::generator::Family;
use crate::ir::{
    self, Change, Class, DISCONNECTED, MESSAGE, NO_MESSAGE, Program, REGISTERS, SET, Statement,
    Value, visit,
};
use crate::oracle::FinalState;
use mazurka::sync::atomic::Ordering::{self, Relaxed, Release, SeqCst};
use mazurka::sync::atomic::{AtomicU64, fence};
use mazurka::sync::mpsc::{self, Receiver, Sender, SyncSender, TryRecvError};
use mazurka::sync::{
    Condvar, Mutex, MutexGuard, Once, RwLock, RwLockReadGuard, RwLockWriteGuard, Semaphore,
};
use mazurka::thread::{self, Thread};
use mazurka::{Algorithm, Checker, Report};
use mazurka_memory::Model;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::{ManuallyDrop, forget, transmute};
use std::sync::Arc;
use std::time::Duration;

/// The families that Rust programs are made of.
pub const FAMILIES: [Family; 12] = [
    Family::Swap,
    Family::TryLock,
    Family::RwLock,
    Family::Semaphore,
    Family::Once,
    Family::Choice,
    Family::Spin,
    Family::Await,
    Family::Condvar,
    Family::Park,
    Family::Channel,
    Family::Buffer,
];

/// The sender of a channel of either kind.
#[derive(Clone)]
enum AnySender {
    Unbounded(Sender<u64>),
    Bounded(SyncSender<u64>),
}

impl AnySender {
    fn send(&self, message: u64) {
        // That nobody receives it is no bug.
        let _ = match self {
            AnySender::Unbounded(sender) => sender.send(message),
            AnySender::Bounded(sender) => sender.send(message),
        };
    }

    fn try_send(&self, message: u64) -> bool {
        match self {
            AnySender::Unbounded(sender) => sender.send(message).is_ok(),
            AnySender::Bounded(sender) => sender.try_send(message).is_ok(),
        }
    }
}

/// The ends of a channel, until processes take them.
struct Ends {
    senders: Vec<AnySender>,
    receiver: Option<Receiver<u64>>,
}

impl Ends {
    fn new(channel: &ir::Channel) -> Ends {
        let (sender, receiver) = match channel.capacity {
            None => {
                let (sender, receiver) = mpsc::channel();
                (AnySender::Unbounded(sender), receiver)
            }
            Some(capacity) => {
                let (sender, receiver) = mpsc::sync_channel(capacity);
                (AnySender::Bounded(sender), receiver)
            }
        };
        let mut senders = vec![sender];
        for _ in 1..channel.senders {
            senders.push(senders[0].clone());
        }
        Ends {
            senders,
            receiver: Some(receiver),
        }
    }
}

std::thread_local! {
    /// The state that the current execution has reached. Every worker explores on an
    /// OS thread of its own.
    static RECORD: RefCell<FinalState> = const {
        RefCell::new(FinalState {
            variables: Vec::new(),
            registers: BTreeMap::new(),
        })
    };
}

fn record(write: impl FnOnce(&mut FinalState)) {
    RECORD.with_borrow_mut(write);
}

/// What the processes of one execution share.
struct Shared {
    program: Arc<Program>,
    variables: Vec<AtomicU64>,
    mutexes: Vec<Mutex<()>>,
    rwlocks: Vec<RwLock<()>>,
    semaphores: Vec<Semaphore>,
    condvars: Vec<Condvar>,
    onces: Vec<Once>,
    /// Ends that nobody took are not dropped, which others could see.
    channels: ManuallyDrop<Vec<std::sync::Mutex<Ends>>>,
    /// The roots, as far as they have been spawned.
    roots: std::sync::Mutex<Vec<Thread>>,
}

impl Shared {
    fn new(program: &Arc<Program>) -> Shared {
        fn all<T>(number: usize, new: impl Fn(usize) -> T) -> Vec<T> {
            (0..number).map(new).collect()
        }
        let permits = |s| usize::try_from(program.permits.get(s).copied().unwrap_or(0));
        let channels = program.channels.iter().map(Ends::new);
        Shared {
            variables: all(program.variables(), |_| AtomicU64::new(0)),
            mutexes: all(program.mutexes(), |_| Mutex::new(())),
            rwlocks: all(program.objects(Class::RwLock), |_| RwLock::new(())),
            semaphores: all(program.objects(Class::Semaphore), |s| {
                Semaphore::new(permits(s).expect("few"))
            }),
            condvars: all(program.objects(Class::Condvar), |_| Condvar::new()),
            onces: all(program.objects(Class::Once), |_| Once::new()),
            channels: ManuallyDrop::new(channels.map(std::sync::Mutex::new).collect()),
            roots: std::sync::Mutex::new(Vec::with_capacity(program.roots)),
            program: Arc::clone(program),
        }
    }
}

/// One process: the thread that runs a body. What it holds comes first, to be
/// dropped first.
struct Process {
    locked: Vec<(usize, MutexGuard<'static, ()>)>,
    reading: Vec<(usize, RwLockReadGuard<'static, ()>)>,
    writing: Vec<(usize, RwLockWriteGuard<'static, ()>)>,
    senders: BTreeMap<usize, AnySender>,
    receivers: BTreeMap<usize, Receiver<u64>>,
    shared: Arc<Shared>,
    name: String,
    registers: [u64; REGISTERS],
    children: u32,
    handles: Vec<(usize, thread::JoinHandle<()>)>,
}

/// Takes the last guard of that lock out of the list.
fn take<G>(guards: &mut Vec<(usize, G)>, lock: usize) -> Option<G> {
    let last = guards.iter().rposition(|(held, _)| *held == lock)?;
    Some(guards.remove(last).1)
}

impl Process {
    fn new(shared: Arc<Shared>, name: String) -> Process {
        let process = Process {
            locked: Vec::new(),
            reading: Vec::new(),
            writing: Vec::new(),
            senders: BTreeMap::new(),
            receivers: BTreeMap::new(),
            shared,
            name,
            registers: [0; REGISTERS],
            children: 0,
            handles: Vec::new(),
        };
        process.write_registers();
        process
    }

    fn write_registers(&self) {
        record(|state| {
            state.registers.insert(self.name.clone(), self.registers);
        });
    }

    fn receive(&mut self, register: usize, value: u64) {
        self.registers[register] = value;
        self.write_registers();
    }

    fn write(&self, variable: usize, value: u64) {
        record(|state| state.variables[variable] = value);
    }

    fn store(&self, variable: usize, value: Value, ordering: Ordering) {
        let value = self.of(value);
        self.shared.variables[variable].store(value, ordering);
        self.write(variable, value);
    }

    fn of(&self, value: Value) -> u64 {
        value.of(&self.registers)
    }

    /// What a process of the language holds stays held when it ends.
    fn keep_all(&mut self) {
        self.locked.drain(..).for_each(forget);
        self.reading.drain(..).for_each(forget);
        self.writing.drain(..).for_each(forget);
        forget(std::mem::take(&mut self.senders));
        forget(std::mem::take(&mut self.receivers));
    }

    fn run_body(&mut self, body: usize) {
        let program = Arc::clone(&self.shared.program);
        self.run(&program.bodies[body]);
        self.keep_all();
    }

    fn run(&mut self, block: &[Statement]) {
        let mut rest = block;
        while let [statement, after @ ..] = rest {
            rest = after;
            if let Some((once, register, code)) = call_once(statement, after) {
                self.call_once(once, register, code);
                rest = &after[1..];
            } else if !statement.is_operation() {
                self.run_local(statement);
            } else if !self.on_variable(statement)
                && !self.on_lock(statement)
                && !self.on_condvar(statement)
                && !self.on_channel(statement)
            {
                self.operate(statement);
            }
        }
    }

    fn call_once(&mut self, once: usize, register: usize, code: &[Statement]) {
        let shared = Arc::clone(&self.shared);
        let mut first = false;
        shared.onces[once].call_once(|| {
            first = true;
            self.receive(register, 1);
            self.run(code);
        });
        if !first {
            self.receive(register, 0);
        }
    }

    /// Each of these says whether the statement was its business.
    fn on_variable(&mut self, statement: &Statement) -> bool {
        let shared = Arc::clone(&self.shared);
        let variables = &shared.variables;
        match *statement {
            Statement::Load { variable, register } => {
                self.receive(register, variables[variable].load(SeqCst));
            }
            Statement::Store { variable, value } => self.store(variable, value, Relaxed),
            Statement::StoreRelease { variable, value } => self.store(variable, value, Release),
            Statement::StoreSeqCst { variable, value } => self.store(variable, value, SeqCst),
            Statement::FetchAdd {
                variable,
                summand,
                register,
            } => {
                let held = variables[variable].fetch_add(summand, SeqCst);
                self.receive(register, held);
                self.write(variable, held.wrapping_add(summand));
            }
            Statement::Swap {
                variable,
                value,
                register,
            } => {
                let value = self.of(value);
                let held = variables[variable].swap(value, SeqCst);
                self.receive(register, held);
                self.write(variable, value);
            }
            Statement::CompareExchange {
                variable,
                expected,
                new,
                register,
            } => {
                let (expected, new) = (self.of(expected), self.of(new));
                match variables[variable].compare_exchange(expected, new, SeqCst, SeqCst) {
                    Ok(held) => {
                        self.receive(register, held);
                        self.write(variable, new);
                    }
                    Err(held) => self.receive(register, held),
                }
            }
            Statement::Spin { variable, value } => {
                let value = self.of(value);
                while variables[variable].load(SeqCst) != value {
                    mazurka::hint::spin_loop();
                }
            }
            Statement::Fetch {
                change,
                variable,
                value,
                register,
            } => {
                let value = self.of(value) & 7;
                let held = match change {
                    Change::Or => variables[variable].fetch_or(value, SeqCst),
                    Change::Clear => variables[variable].fetch_and(!value, SeqCst),
                    Change::Max => variables[variable].fetch_max(value, SeqCst),
                    Change::Min => variables[variable].fetch_min(value, SeqCst),
                };
                self.receive(register, held);
                self.write(variable, change.of(held, value));
            }
            Statement::SpinOr { variable, value } => {
                let value = self.of(value) & 7;
                let location = &variables[variable];
                let held = loop {
                    let held = location.fetch_or(value, SeqCst);
                    if held | value != held {
                        break held;
                    }
                    mazurka::hint::spin_loop();
                };
                self.write(variable, held | value);
            }
            Statement::SpinCompareExchange {
                variable,
                expected,
                new,
            } => {
                let (expected, new) = (self.of(expected), self.of(new));
                let location = &variables[variable];
                while location
                    .compare_exchange(expected, new, SeqCst, SeqCst)
                    .is_err()
                {
                    mazurka::hint::spin_loop();
                }
                self.write(variable, new);
            }
            Statement::Await(ref comparisons) => mazurka::await_until(|| {
                let mut comparisons = comparisons.iter();
                comparisons.all(|c| c.holds(variables[c.variable].load(SeqCst)))
            }),
            Statement::AwaitAny(ref comparisons) => mazurka::await_until(|| {
                let comparisons = comparisons.iter();
                let held = comparisons.map(|c| c.holds(variables[c.variable].load(SeqCst)));
                // All of them are loaded.
                held.fold(false, |any, holds| any | holds)
            }),
            _ => return false,
        }
        true
    }

    /// The language's locks are not tied to scopes: guards are kept in lists.
    fn on_lock(&mut self, statement: &Statement) -> bool {
        // SAFETY: what the guards borrow lives as long as the process, which
        // holds it by an `Arc` that is dropped after them.
        let shared: &'static Shared = unsafe { transmute(&*self.shared) };
        const NOT_POISONED: &str = "guards are forgotten before a panic";
        match *statement {
            Statement::Lock(m) => {
                let guard = shared.mutexes[m].lock().expect(NOT_POISONED);
                self.locked.push((m, guard));
            }
            Statement::TryLock { mutex, register } => {
                let guard = shared.mutexes[mutex].try_lock().ok();
                self.receive(register, guard.is_some().into());
                self.locked.extend(guard.map(|guard| (mutex, guard)));
            }
            Statement::Unlock(m) => match take(&mut self.locked, m) {
                Some(guard) => drop(guard),
                // SAFETY: there is no guard, and no data behind the mutex. That
                // it is not held is what is tested.
                None => unsafe { shared.mutexes[m].force_unlock() },
            },
            Statement::Read(w) => {
                let guard = shared.rwlocks[w].read().expect(NOT_POISONED);
                self.reading.push((w, guard));
            }
            Statement::TryRead { lock, register } => {
                let guard = shared.rwlocks[lock].try_read().ok();
                self.receive(register, guard.is_some().into());
                self.reading.extend(guard.map(|guard| (lock, guard)));
            }
            Statement::UnlockRead(w) => drop(take(&mut self.reading, w)),
            Statement::Write(w) => {
                let guard = shared.rwlocks[w].write().expect(NOT_POISONED);
                self.writing.push((w, guard));
            }
            Statement::TryWrite { lock, register } => {
                let guard = shared.rwlocks[lock].try_write().ok();
                self.receive(register, guard.is_some().into());
                self.writing.extend(guard.map(|guard| (lock, guard)));
            }
            Statement::UnlockWrite(w) => drop(take(&mut self.writing, w)),
            _ => return false,
        }
        true
    }

    fn on_condvar(&mut self, statement: &Statement) -> bool {
        let shared = Arc::clone(&self.shared);
        match *statement {
            Statement::Wait { condvar, mutex } | Statement::WaitTimeout { condvar, mutex, .. } => {
                let condvar = &shared.condvars[condvar];
                let Some(guard) = take(&mut self.locked, mutex) else {
                    // SAFETY: as above.
                    unsafe { shared.mutexes[mutex].force_unlock() };
                    return true;
                };
                let guard = match statement.result() {
                    None => condvar.wait(guard).expect("never poisoned"),
                    Some(register) => {
                        let waited = condvar.wait_timeout(guard, Duration::from_secs(1));
                        let (guard, result) = waited.expect("never poisoned");
                        self.receive(register, result.timed_out().into());
                        guard
                    }
                };
                self.locked.push((mutex, guard));
            }
            Statement::NotifyOne(c) => shared.condvars[c].notify_one(),
            Statement::NotifyAll(c) => shared.condvars[c].notify_all(),
            _ => return false,
        }
        true
    }

    /// The sender of this process.
    fn sender(&mut self, channel: usize) -> &AnySender {
        self.senders.entry(channel).or_insert_with(|| {
            let mut ends = self.shared.channels[channel].lock().expect("no panic");
            ends.senders.pop().expect("one for each process")
        })
    }

    fn receiver(&mut self, channel: usize) -> &Receiver<u64> {
        self.receivers.entry(channel).or_insert_with(|| {
            let mut ends = self.shared.channels[channel].lock().expect("no panic");
            ends.receiver.take().expect("only one process receives")
        })
    }

    fn on_channel(&mut self, statement: &Statement) -> bool {
        match *statement {
            Statement::Send { channel, value } => {
                let message = self.of(value);
                self.sender(channel).send(message);
            }
            Statement::TrySend {
                channel,
                value,
                register,
            } => {
                let message = self.of(value);
                let sent = self.sender(channel).try_send(message);
                self.receive(register, sent.into());
            }
            Statement::Recv { channel, register } => {
                let message = self.receiver(channel).recv();
                self.receive(register, message.map_or(DISCONNECTED, |m| m + MESSAGE));
            }
            Statement::TryRecv { channel, register } => {
                let result = match self.receiver(channel).try_recv() {
                    Ok(message) => message + MESSAGE,
                    Err(TryRecvError::Empty) => NO_MESSAGE,
                    Err(TryRecvError::Disconnected) => DISCONNECTED,
                };
                self.receive(register, result);
            }
            Statement::Close(channel) => {
                self.sender(channel);
                drop(self.senders.remove(&channel));
            }
            Statement::DropReceiver(channel) => {
                self.receiver(channel);
                drop(self.receivers.remove(&channel));
            }
            _ => return false,
        }
        true
    }

    fn operate(&mut self, statement: &Statement) {
        let shared = Arc::clone(&self.shared);
        let number = |permits: u64| u32::try_from(permits).expect("few permits");
        match *statement {
            Statement::Acquire { semaphore, permits } => {
                let permits = number(permits);
                shared.semaphores[semaphore].acquire_many(permits).forget();
            }
            Statement::TryAcquire {
                semaphore,
                permits,
                register,
            } => {
                let permits = shared.semaphores[semaphore].try_acquire_many(number(permits));
                self.receive(register, permits.is_ok().into());
                if let Ok(permits) = permits {
                    permits.forget();
                }
            }
            Statement::Release { semaphore, permits } => {
                shared.semaphores[semaphore].add_permits(number(permits) as usize);
            }
            Statement::Choose {
                alternatives,
                register,
            } => {
                let chosen = mazurka::choose(number(alternatives) as usize);
                self.receive(register, chosen as u64);
            }
            Statement::Park => thread::park(),
            Statement::Unpark(root) => {
                let known = shared.roots.lock().expect("no panic").get(root).cloned();
                // A root that is being spawned is not in the list yet.
                known.unwrap_or_else(thread::current).unpark();
            }
            ref other => unreachable!("{other} is no operation, or was replaced"),
        }
    }

    fn run_local(&mut self, statement: &Statement) {
        match statement {
            Statement::If {
                register,
                equals,
                then,
                otherwise,
            } => {
                let holds = self.registers[*register] == *equals;
                self.run(if holds { then } else { otherwise });
            }
            Statement::Spawn(body) => {
                let handle = self.spawn(*body);
                self.handles.push((*body, handle));
            }
            Statement::Fence => fence(SeqCst),
            Statement::StoreBarrier => fence(Release),
            Statement::Join(body) => {
                // Also where there is nobody to join, the buffer is emptied.
                fence(SeqCst);
                if let Some(last) = self.handles.iter().rposition(|(b, _)| b == body) {
                    // A child that panicked is a finding of its own.
                    let _ = self.handles.remove(last).1.join();
                }
            }
            Statement::Assert {
                register,
                equal,
                value,
            } => {
                let found = self.registers[*register];
                if (found == *value) != *equal {
                    self.keep_all();
                    panic!("{statement}: it was {found}");
                }
            }
            Statement::Assume {
                register,
                equal,
                value,
            } => mazurka::assume((self.registers[*register] == *value) == *equal),
            other => unreachable!("{other} is not local code"),
        }
    }

    fn spawn(&mut self, body: usize) -> thread::JoinHandle<()> {
        let name = format!("{}.{}", self.name, self.children);
        self.children += 1;
        let shared = Arc::clone(&self.shared);
        thread::spawn(move || Process::new(shared, name).run_body(body))
    }
}

/// If a statement and the one after it are a `call_once`: of what, the register
/// that learns who runs it, and what runs.
fn call_once<'a>(
    statement: &Statement,
    after: &'a [Statement],
) -> Option<(usize, usize, &'a [Statement])> {
    let Statement::Begin { once, register } = *statement else {
        return None;
    };
    match after.first()? {
        Statement::If {
            register: looked_at,
            equals: 1,
            then,
            otherwise,
        } if *looked_at == register && otherwise.is_empty() => match then.split_last()? {
            (Statement::Complete(completed), code) if *completed == once => {
                Some((once, register, code))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Is every `begin` and `complete` in the block part of a `call_once`, in which
/// nothing panics?
fn calls_once(block: &[Statement]) -> bool {
    let mut rest = block;
    while let [statement, after @ ..] = rest {
        rest = after;
        if let Some((_, _, code)) = call_once(statement, after) {
            let mut panics = false;
            visit(code, &mut |s| {
                panics |= matches!(s, Statement::Assert { .. })
            });
            if panics || !calls_once(code) {
                return false;
            }
            rest = &after[1..];
            continue;
        }
        let scoped = match statement {
            Statement::Begin { .. } | Statement::Complete(_) => false,
            Statement::If {
                then, otherwise, ..
            } => calls_once(then) && calls_once(otherwise),
            _ => true,
        };
        if !scoped {
            return false;
        }
    }
    true
}

/// The program with what Rust cannot say replaced by what it can.
#[must_use]
pub fn in_rust(program: &Program) -> Program {
    let program = program.without_additions();
    program.rewritten(&mut |statement| match statement {
        Statement::Set(variable) => Some(vec![Statement::StoreSeqCst {
            variable: *variable,
            value: Value::Constant(SET),
        }]),
        Statement::AwaitThen { comparisons, .. } => {
            Some(vec![Statement::Await(comparisons.clone())])
        }
        _ => None,
    })
}

/// Can the program be run as Rust closures?
#[must_use]
pub fn is_rust(program: &Program) -> bool {
    let mut is_rust = program.channels.iter().all(|channel| channel.senders > 0);
    is_rust &= program.bodies.iter().all(|body| calls_once(body));
    let mut spins = BTreeSet::new();
    program.visit(&mut |body, statement| match statement {
        Statement::Unpark(root) => is_rust &= body == 0 || *root <= body,
        Statement::Spin { .. } => is_rust &= spins.insert((body, "spin")),
        Statement::SpinOr { .. } => is_rust &= spins.insert((body, "spin-or")),
        Statement::SpinCompareExchange { .. } => is_rust &= spins.insert((body, "spin-cas")),
        _ => {}
    });
    // What a loop does that may find a store of its own, the judge of loops that wait looks at.
    is_rust && (program.model == Model::Sc || spins.is_empty())
}

/// One execution: the main thread is the first root, and spawns the others.
fn execute(program: &Arc<Program>) {
    record(|state| {
        *state = FinalState {
            variables: vec![0; program.variables()],
            registers: BTreeMap::new(),
        };
    });
    let shared = Arc::new(Shared::new(program));
    let add_root = |thread| shared.roots.lock().expect("no panic").push(thread);
    add_root(thread::current());
    let mut main = Process::new(Arc::clone(&shared), "0".into());
    for root in 1..program.roots {
        let handle = main.spawn(root);
        add_root(handle.thread().clone());
    }
    main.run_body(0);
}

/// Runs a program with the library; gives the states in which complete
/// executions ended as well.
#[must_use]
pub fn check(
    program: &Program,
    algorithm: Algorithm,
    workers: usize,
) -> (Report, BTreeSet<FinalState>) {
    let program = Arc::new(program.clone());
    let states = Arc::new(std::sync::Mutex::new(BTreeSet::new()));
    let all = Arc::clone(&states);
    let checker = match program.bound {
        Some(bound) => Checker::new().buffer_bound(bound),
        None => Checker::new(),
    };
    let report = checker
        .model(program.model)
        .algorithm(algorithm)
        .workers(workers)
        .keep_going(true)
        .on_complete(move || {
            let state = RECORD.with_borrow(FinalState::clone);
            all.lock().expect("nothing panics here").insert(state);
        })
        .check(move || execute(&program));
    let states = states.lock().expect("nothing panicked there").clone();
    (report, states)
}
