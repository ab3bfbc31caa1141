//! Random programs with thread locals, scopes and `is_finished`, judged by brute
//! force.
//!
//! Threads make thread-local values whose destructors load, store and lock. Each
//! program is also run by a small interpreter of what `std` does at the end of a
//! thread: the closure returns, then destructors run, then the thread is finished.
//! The end of a scope and `is_finished` go by the first of these, `join` by the
//! last. The interpreter knows nothing of the checker, and takes every interleaving
//! of every step. What threads see, and which of them wait for ever, has to be the
//! same set, whatever the algorithm.

use super::{Expected, Log, Outcome, Progress, RustProgram, THREADS, search};
use crate::random::Random;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, Mutex, MutexGuard};
use mazurka::thread;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc as StdArc, PoisonError, TryLockError};

/// A statement of a thread or of a destructor.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Statement {
    Load,
    Store(usize),
    /// Takes the mutex, unless the thread has it.
    Lock,
    /// The same, if it is free.
    TryLock,
    /// Gives the mutex back, if the thread has it.
    Unlock,
    /// Makes a thread-local value, unless there is one already.
    Make(usize),
    /// Spawns a thread that only joins wait for.
    Spawn(usize),
    /// Runs statements in a scope with threads.
    Scope(Vec<usize>, Vec<Statement>),
    /// Asks whether a thread has finished that the statement's own thread has spawned.
    IsFinished(usize),
    /// Joins such a thread, unless it has been joined.
    Join(usize),
    /// The last statement of a thread.
    Panic,
}

use Statement::*;

/// How many thread locals there are.
const LOCALS: usize = 2;

/// The code of a thread, and what the destructors of its thread locals do.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Code {
    body: Vec<Statement>,
    destructors: [Vec<Statement>; LOCALS],
}

/// The code of all threads. The first is the main thread.
#[derive(Clone, Debug)]
pub(super) struct Program(Vec<Code>);

// The interpreter.

/// A statement of a flat list.
#[derive(Clone, Debug)]
enum Flat<'a> {
    Simple(&'a Statement),
    EndScope(&'a [usize]),
}

fn flatten(statements: &[Statement]) -> Vec<Flat<'_>> {
    let mut flat = Vec::new();
    for statement in statements {
        flat.push(Flat::Simple(statement));
        if let Scope(threads, inside) = statement {
            flat.extend(flatten(inside));
            flat.push(Flat::EndScope(threads));
        }
    }
    flat
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Stage {
    /// Its parent has not come to spawn it.
    New,
    /// It runs its closure; the number of the next statement.
    Code(usize),
    /// Its closure has returned. It runs what is left of a destructor, or takes the
    /// next one.
    Returned(Option<(usize, usize)>),
    Finished,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Thread {
    stage: Stage,
    /// The thread locals that it has, the latest last.
    locals: Vec<usize>,
    panicked: bool,
    joined: bool,
    saw: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    threads: Vec<Thread>,
    variable: usize,
    holder: Option<usize>,
}

impl State {
    fn has_returned(&self, thread: usize) -> bool {
        matches!(
            self.threads[thread].stage,
            Stage::Returned(_) | Stage::Finished
        )
    }

    /// Does the thread that has spawned another have the handle of it?
    fn has_handle(&self, thread: usize) -> bool {
        let thread = &self.threads[thread];
        thread.stage != Stage::New && !thread.joined
    }

    fn outcome(self) -> Outcome {
        let seen = |thread: Thread| {
            let progress = match thread.stage {
                Stage::New => Progress::New,
                Stage::Finished => Progress::Ended,
                Stage::Code(_) | Stage::Returned(_) => Progress::Begun,
            };
            (thread.saw, progress)
        };
        Outcome {
            threads: self.threads.into_iter().map(seen).collect(),
            variable: self.variable,
        }
    }

    /// The state after the next step of a thread, if it can take one.
    fn step(&self, i: usize, code: &[Flattened<'_>]) -> Option<State> {
        let mut next = self.clone();
        next.threads[i].stage = match self.threads[i].stage {
            Stage::New | Stage::Finished => return None,
            Stage::Code(at) => match code[i].body.get(at) {
                Some(Flat::Simple(Panic)) => {
                    next.threads[i].panicked = true;
                    Stage::Code(at + 1)
                }
                Some(statement) => {
                    next.run(i, statement)?;
                    Stage::Code(at + 1)
                }
                None if self.holder == Some(i) => {
                    next.holder = None;
                    Stage::Code(at)
                }
                None => Stage::Returned(None),
            },
            Stage::Returned(None) => match next.threads[i].locals.pop() {
                Some(local) => Stage::Returned(Some((local, 0))),
                None => Stage::Finished,
            },
            Stage::Returned(Some((local, at))) => match code[i].destructors[local].get(at) {
                Some(statement) => {
                    next.run(i, statement)?;
                    Stage::Returned(Some((local, at + 1)))
                }
                None if self.holder == Some(i) => {
                    next.holder = None;
                    Stage::Returned(Some((local, at)))
                }
                None => Stage::Returned(None),
            },
        };
        Some(next)
    }

    fn run(&mut self, i: usize, statement: &Flat<'_>) -> Option<()> {
        let statement = match statement {
            Flat::Simple(statement) => *statement,
            Flat::EndScope(threads) => {
                if !threads.iter().all(|thread| self.has_returned(*thread)) {
                    return None;
                }
                let panicked = |thread: &usize| {
                    let thread = &self.threads[*thread];
                    thread.panicked && !thread.joined
                };
                let panicked = threads.iter().any(panicked);
                self.threads[i].saw.push(usize::from(panicked));
                return Some(());
            }
        };
        match statement {
            Load => self.threads[i].saw.push(self.variable),
            Store(value) => self.variable = *value,
            Lock | TryLock if self.holder == Some(i) => {}
            TryLock => {
                self.threads[i].saw.push(usize::from(self.holder.is_none()));
                self.holder.get_or_insert(i);
            }
            Lock if self.holder.is_some() => return None,
            Lock => self.holder = Some(i),
            Unlock if self.holder == Some(i) => self.holder = None,
            Unlock => {}
            Make(local) => {
                let locals = &mut self.threads[i].locals;
                if !locals.contains(local) {
                    locals.push(*local);
                }
            }
            Spawn(thread) => self.threads[*thread].stage = Stage::Code(0),
            Scope(threads, _) => {
                for thread in threads {
                    self.threads[*thread].stage = Stage::Code(0);
                }
            }
            IsFinished(thread) | Join(thread) if !self.has_handle(*thread) => {}
            IsFinished(thread) => {
                let finished = self.has_returned(*thread);
                self.threads[i].saw.push(usize::from(finished));
            }
            Join(thread) => {
                if self.threads[*thread].stage != Stage::Finished {
                    return None;
                }
                self.threads[*thread].joined = true;
                let panicked = self.threads[*thread].panicked;
                self.threads[i].saw.push(usize::from(panicked));
            }
            Panic => unreachable!("it ends a closure"),
        }
        Some(())
    }
}

struct Flattened<'a> {
    body: Vec<Flat<'a>>,
    destructors: [Vec<Flat<'a>>; LOCALS],
}

/// All outcomes of all interleavings.
fn brute_force(program: &[Code]) -> Expected {
    let code = program.iter().map(|code| Flattened {
        body: flatten(&code.body),
        destructors: code.destructors.each_ref().map(|list| flatten(list)),
    });
    let code: Vec<_> = code.collect();
    let thread = |i| Thread {
        stage: if i == 0 { Stage::Code(0) } else { Stage::New },
        locals: Vec::new(),
        panicked: false,
        joined: false,
        saw: Vec::new(),
    };
    let first = State {
        threads: (0..program.len()).map(thread).collect(),
        variable: 0,
        holder: None,
    };
    let next = |state: &State, steps: &mut Vec<State>| {
        steps.extend((0..program.len()).filter_map(|i| state.step(i, &code)));
        steps.is_empty()
    };
    let panics = Cell::new(false);
    let outcome = |state: State| {
        if state.threads.iter().any(|thread| thread.panicked) {
            panics.set(true);
        }
        state.outcome()
    };
    let mut expected = Expected::new(search(first, next, outcome));
    expected.is_bug |= panics.get();
    expected
}

// The program under the checker.

struct Objects {
    variable: AtomicUsize,
    mutex: Mutex<()>,
}

/// What all threads know.
#[derive(Clone)]
struct World {
    program: StdArc<Program>,
    objects: Arc<Objects>,
    log: StdArc<Log>,
}

/// The value of a thread local: whose it is, and which.
#[derive(Default)]
struct Local(RefCell<Option<(World, usize, usize)>>);

impl Drop for Local {
    fn drop(&mut self) {
        if let Some((world, i, local)) = self.0.take() {
            let destructor = &world.program.0[i].destructors[local];
            let mut runner = Runner::new(&world, i);
            runner.list(destructor, &mut Vec::new());
            drop(runner);
            world.log.end(i);
        }
    }
}

mazurka::thread_local! {
    static FIRST: Local = Local::default();
    static SECOND: Local = Local::default();
}

/// A thread that runs statements.
struct Runner<'a> {
    world: &'a World,
    i: usize,
    guard: Option<MutexGuard<'a, ()>>,
    spawned: Vec<(usize, thread::JoinHandle<()>)>,
}

/// The threads of a scope, which have not been joined.
type Scoped<'scope> = Vec<(usize, thread::ScopedJoinHandle<'scope, ()>)>;

fn take<T>(handles: &mut Vec<(usize, T)>, thread: usize) -> Option<T> {
    let nth = handles.iter().position(|(i, _)| *i == thread)?;
    Some(handles.remove(nth).1)
}

fn run(world: &World, i: usize) {
    // One for the closure.
    world.log.begin(i);
    let mut runner = Runner::new(world, i);
    let body = &world.program.0[i].body;
    let panics = body.last() == Some(&Panic);
    let body = &body[..body.len() - usize::from(panics)];
    runner.list(body, &mut Vec::new());
    if panics {
        world.log.end(i);
        panic!("on purpose");
    }
    drop(runner);
    world.log.end(i);
}

impl<'a> Runner<'a> {
    fn new(world: &'a World, i: usize) -> Runner<'a> {
        Runner {
            world,
            i,
            guard: None,
            spawned: Vec::new(),
        }
    }

    fn list(&mut self, statements: &[Statement], scoped: &mut Scoped<'_>) {
        for statement in statements {
            self.statement(statement, scoped);
        }
    }

    fn statement(&mut self, statement: &Statement, scoped: &mut Scoped<'_>) {
        let (world, i) = (self.world, self.i);
        match statement {
            Load => world.log.saw(i, world.objects.variable.load(SeqCst)),
            Store(value) => {
                world.objects.variable.store(*value, SeqCst);
                world.log.wrote(*value);
            }
            Lock | TryLock if self.guard.is_some() => {}
            TryLock => {
                self.guard = match world.objects.mutex.try_lock() {
                    Ok(guard) => Some(guard),
                    Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
                    Err(TryLockError::WouldBlock) => None,
                };
                world.log.saw(i, usize::from(self.guard.is_some()));
            }
            Lock => {
                let locked = world.objects.mutex.lock();
                self.guard = Some(locked.unwrap_or_else(PoisonError::into_inner));
            }
            Unlock => self.guard = None,
            Make(local) => [&FIRST, &SECOND][*local].with(|value| {
                if value.0.borrow().is_none() {
                    world.log.begin(i);
                    *value.0.borrow_mut() = Some((world.clone(), i, *local));
                }
            }),
            Spawn(thread) => {
                let (world, thread) = (world.clone(), *thread);
                let handle = thread::spawn(move || run(&world, thread));
                self.spawned.push((thread, handle));
            }
            Scope(threads, inside) => {
                let scope = || {
                    thread::scope(|s| {
                        let spawn = |thread: usize| (thread, s.spawn(move || run(world, thread)));
                        let mut scoped = threads.iter().copied().map(spawn).collect();
                        self.list(inside, &mut scoped);
                    });
                };
                let panicked = catch_unwind(AssertUnwindSafe(scope)).is_err();
                world.log.saw(i, usize::from(panicked));
            }
            IsFinished(thread) => {
                let in_scope = scoped.iter().find(|(i, _)| i == thread);
                let spawned = self.spawned.iter().find(|(i, _)| i == thread);
                let finished = match (in_scope, spawned) {
                    (Some((_, handle)), _) => handle.is_finished(),
                    (None, Some((_, handle))) => handle.is_finished(),
                    (None, None) => return,
                };
                world.log.saw(i, usize::from(finished));
            }
            Join(thread) => {
                let result = match take(scoped, *thread) {
                    Some(handle) => handle.join(),
                    None => match take(&mut self.spawned, *thread) {
                        Some(handle) => handle.join(),
                        None => return,
                    },
                };
                world.log.saw(i, usize::from(result.is_err()));
            }
            Panic => unreachable!("it ends a closure"),
        }
    }
}

/// Random pieces of programs.
struct Pieces<'a>(&'a mut Random);

impl Pieces<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// A few statements that only concern the variable and the mutex.
    fn simple(&mut self, most: usize) -> Vec<Statement> {
        let mut statements = Vec::new();
        for _ in 0..self.below(most + 1) {
            statements.push(match self.below(7) {
                0 | 1 => Load,
                2 | 3 => Store(1 + self.below(3)),
                4 => Lock,
                5 => TryLock,
                _ => Unlock,
            });
        }
        statements
    }

    /// Questions about threads, and joins of them.
    fn asking(&mut self, threads: &[usize]) -> Vec<Statement> {
        let mut statements = Vec::new();
        for thread in threads {
            if self.one_in(3) {
                statements.push(IsFinished(*thread));
                statements.extend(self.simple(1));
            }
            if self.one_in(3) {
                statements.push(Join(*thread));
            }
        }
        statements
    }

    fn program(&mut self) -> Vec<Code> {
        let children = 1 + self.below(THREADS - 1);
        let mut program = vec![Code::default(); children + 1];
        // In a scope of the main thread, in one of the first child, or in none.
        let (mut scoped, mut nested, mut free) = (Vec::new(), Vec::new(), Vec::new());
        for thread in 1..=children {
            match self.below(5) {
                0 => free.push(thread),
                1 if thread > 1 => nested.push(thread),
                _ => scoped.push(thread),
            }
        }
        for (thread, code) in program.iter_mut().enumerate() {
            let most = if children == 1 { 3 } else { 1 };
            code.body = self.simple(most);
            for local in 0..LOCALS {
                let likely = if local == 0 { 5 } else { 2 };
                if self.below(6) < likely && thread != 0 {
                    code.destructors[local] = self.simple(if children == 3 { 1 } else { 2 });
                    let place = self.below(code.body.len() + 1);
                    code.body.insert(place, Make(local));
                }
            }
            let scope = match thread {
                0 => {
                    code.body.extend(free.iter().map(|free| Spawn(*free)));
                    &scoped
                }
                1 => &nested,
                _ => &Vec::new(),
            };
            if !scope.is_empty() {
                let inside = self.asking(scope);
                code.body.push(Scope(scope.clone(), inside));
                if self.one_in(4) {
                    code.body.push(TryLock);
                }
                code.body.extend(self.simple(2));
            }
            if thread == 0 {
                code.body.extend(self.asking(&free));
            } else if self.one_in(6) {
                if self.one_in(2) {
                    code.body.push(Lock);
                }
                code.body.push(Panic);
            }
        }
        program
    }
}

impl RustProgram for Program {
    type Statement = Statement;

    fn generate(random: &mut Random) -> Program {
        Program(Pieces(random).program())
    }

    fn lists(&mut self) -> Vec<&mut Vec<Statement>> {
        let mut lists = Vec::new();
        for code in &mut self.0 {
            lists.push(&mut code.body);
            lists.extend(&mut code.destructors);
        }
        lists
    }

    fn threads(&self) -> usize {
        self.0.len()
    }

    fn expected(self: &StdArc<Self>, _: u64) -> Result<Option<Expected>, String> {
        Ok(Some(brute_force(&self.0)))
    }

    fn run(self: &StdArc<Self>, log: &StdArc<Log>) {
        let world = World {
            program: self.clone(),
            objects: Arc::new(Objects {
                variable: AtomicUsize::new(0),
                mutex: Mutex::new(()),
            }),
            log: log.clone(),
        };
        run(&world, 0);
    }
}
