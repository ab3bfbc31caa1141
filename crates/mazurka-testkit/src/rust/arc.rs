//! Random programs over `Arc`, judged by brute force.
//!
//! The claim to test is the one that makes `Arc` cheap: clones and drops that
//! are no events hide no outcome. So each program is also run by a small
//! interpreter that knows nothing of the checker and takes every interleaving
//! of every step; the outcomes have to be the same set.

use super::{Expected, Log, Outcome, Progress, RustProgram, search};
use crate::random::Random;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, Weak};
use mazurka::thread;
use std::sync::Arc as StdArc;

/// A statement of a thread, which holds some strong references and a weak one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Statement {
    Clone,
    Drop,
    StrongCount,
    TryUnwrap,
    GetMut,
    Upgrade,
    Load,
    Store(usize),
}

use Statement::*;

const STATEMENTS: [Statement; 8] = [
    Clone,
    Drop,
    StrongCount,
    TryUnwrap,
    GetMut,
    Upgrade,
    Load,
    Store(1),
];

/// Threads that share an `Arc` and a variable.
#[derive(Clone, Debug)]
pub(super) struct Program {
    threads: Vec<Vec<Statement>>,
    /// Does the value's destructor store 10 and the number of its thread?
    destructor: bool,
    /// Does each thread have a weak reference from the start?
    weak: bool,
    /// Does main join each thread before it spawns the next?
    joined: bool,
}

// The interpreter.

#[derive(Clone, PartialEq, Eq, Hash)]
struct Thread {
    at: usize,
    held: usize,
    /// Is it about to run the destructor?
    destructor: bool,
    saw: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    threads: Vec<Thread>,
    strong: usize,
    variable: usize,
}

impl State {
    fn start(program: &Program) -> State {
        let thread = Thread {
            at: 0,
            held: 1,
            destructor: false,
            saw: Vec::new(),
        };
        State {
            threads: vec![thread; program.threads.len()],
            strong: program.threads.len(),
            variable: 0,
        }
    }

    fn is_done(&self, program: &Program, i: usize) -> bool {
        let thread = &self.threads[i];
        thread.at == program.threads[i].len() && thread.held == 0 && !thread.destructor
    }

    fn is_enabled(&self, program: &Program, i: usize) -> bool {
        let waits = program.joined && i > 0 && !self.is_done(program, i - 1);
        !waits && !self.is_done(program, i)
    }

    /// One step of thread `i`: nothing another thread can see is left out.
    fn step(&mut self, program: &Program, i: usize) {
        let State {
            threads,
            strong,
            variable,
        } = self;
        let thread = &mut threads[i];
        if thread.destructor {
            thread.destructor = false;
            *variable = 10 + i;
            return;
        }
        let Some(statement) = program.threads[i].get(thread.at) else {
            return drop_one(thread, strong, program.destructor);
        };
        thread.at += 1;
        match statement {
            Load => thread.saw.push(*variable),
            Store(value) => *variable = *value,
            Upgrade if program.weak => {
                thread.saw.push(usize::from(*strong > 0));
                if *strong > 0 {
                    *strong += 1;
                    thread.held += 1;
                }
            }
            _ if thread.held == 0 => {}
            Clone => {
                *strong += 1;
                thread.held += 1;
            }
            Drop => drop_one(thread, strong, program.destructor),
            StrongCount => thread.saw.push(*strong),
            TryUnwrap => {
                thread.saw.push(usize::from(*strong == 1));
                if *strong == 1 {
                    drop_one(thread, strong, program.destructor);
                }
            }
            GetMut => thread.saw.push(usize::from(*strong == 1 && !program.weak)),
            Upgrade => {}
        }
    }
}

fn drop_one(thread: &mut Thread, strong: &mut usize, destructor: bool) {
    *strong -= 1;
    thread.held -= 1;
    thread.destructor = destructor && *strong == 0;
}

// The same, under the checker.

/// A value with a destructor, or not.
trait Value: Send + Sync + 'static {
    fn new(variable: &StdArc<AtomicUsize>) -> Self;
}

struct Plain;

impl Value for Plain {
    fn new(_: &StdArc<AtomicUsize>) -> Plain {
        Plain
    }
}

struct Destructed(StdArc<AtomicUsize>);

impl Value for Destructed {
    fn new(variable: &StdArc<AtomicUsize>) -> Destructed {
        Destructed(variable.clone())
    }
}

impl std::ops::Drop for Destructed {
    fn drop(&mut self) {
        // When an execution is left early, it may be the main thread that drops.
        let name = thread::current().name().and_then(|name| name.parse().ok());
        self.0.store(10 + name.unwrap_or(9), SeqCst);
    }
}

/// Runs the statements of a thread.
fn run<V: Value>(
    statements: &[Statement],
    variable: &AtomicUsize,
    arc: Arc<V>,
    weak: Option<Weak<V>>,
    saw: impl Fn(usize),
) {
    let mut held = vec![arc];
    for statement in statements {
        match statement {
            Load => saw(variable.load(SeqCst)),
            Store(value) => variable.store(*value, SeqCst),
            Upgrade => {
                if let Some(weak) = &weak {
                    let upgraded = weak.upgrade();
                    saw(usize::from(upgraded.is_some()));
                    held.extend(upgraded);
                }
            }
            _ if held.is_empty() => {}
            Clone => held.push(held[0].clone()),
            Drop => drop(held.pop()),
            StrongCount => saw(Arc::strong_count(&held[0])),
            TryUnwrap => match Arc::try_unwrap(held.pop().expect("it holds one")) {
                Ok(value) => {
                    saw(1);
                    drop(value);
                }
                Err(arc) => {
                    saw(0);
                    held.push(arc);
                }
            },
            GetMut => {
                let arc = held.last_mut().expect("it holds one");
                saw(usize::from(Arc::get_mut(arc).is_some()));
            }
        }
    }
    drop(held);
    // The weak one must outlive every `get_mut`, as it does for the interpreter.
    std::mem::forget(weak);
}

/// One execution: main spawns the threads, and joins them.
fn execute<V: Value>(program: &StdArc<Program>, log: &StdArc<Log>) {
    let variable = StdArc::new(AtomicUsize::new(0));
    let mut arcs = vec![Arc::new(V::new(&variable))];
    for _ in 1..program.threads.len() {
        arcs.push(arcs[0].clone());
    }
    let weak = program.weak.then(|| Arc::downgrade(&arcs[0]));
    let mut threads = Vec::new();
    for (i, arc) in arcs.into_iter().enumerate() {
        let (program, log) = (program.clone(), log.clone());
        let (shared, weak) = (variable.clone(), weak.clone());
        let is_joined = program.joined;
        let code = move || {
            log.begin(i);
            run(&program.threads[i], &shared, arc, weak, |value| {
                log.saw(i, value)
            });
            log.end(i);
        };
        let thread = thread::Builder::new().name(i.to_string()).spawn(code);
        threads.push(thread.expect("there is room for a thread"));
        if is_joined {
            join(&mut threads);
        }
    }
    join(&mut threads);
    std::mem::forget(weak);
    log.wrote(variable.load(SeqCst));
}

fn join(threads: &mut Vec<thread::JoinHandle<()>>) {
    for thread in threads.drain(..) {
        thread.join().expect("no thread panics");
    }
}

impl RustProgram for Program {
    type Statement = Statement;

    fn generate(random: &mut Random) -> Program {
        let count = 2 + random.below(2);
        let kinds = 2 + random.below(STATEMENTS.len() - 1);
        let threads = (0..count).map(|_| {
            let length = random.below(if count == 2 { 5 } else { 3 });
            let statements = (0..length).map(|_| STATEMENTS[random.below(kinds)]);
            statements.collect()
        });
        Program {
            threads: threads.collect(),
            destructor: random.below(2) == 0,
            weak: random.below(3) == 0,
            joined: random.below(8) == 0,
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
                if state.is_enabled(self, i) {
                    let mut next = state.clone();
                    next.step(self, i);
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
        Ok(Some(Expected::new(outcomes)))
    }

    fn run(self: &StdArc<Self>, log: &StdArc<Log>) {
        match self.destructor {
            true => execute::<Destructed>(self, log),
            false => execute::<Plain>(self, log),
        }
    }
}
