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
//!
//! More programs than usual: `MAZURKA_LOCAL_SEEDS=6000 cargo test -p mazurka --test
//! local_oracle`.

use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, Mutex, MutexGuard};
use mazurka::{Algorithm, Checker, Report, Verdict, thread};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize as StdAtomicUsize, Ordering::Relaxed};
use std::sync::{Arc as StdArc, Mutex as StdMutex, PoisonError, TryLockError};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Statement {
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
/// Threads are not more than that, the main thread included.
const THREADS: usize = 4;

/// The code of a thread, and what the destructors of its thread locals do.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Code {
    body: Vec<Statement>,
    destructors: [Vec<Statement>; LOCALS],
}

/// The first thread is the main thread.
type Program = Vec<Code>;

/// What a thread saw, and whether it came to its end.
type Seen = (Vec<usize>, bool);
/// That of every thread, and the variable at the end.
type Outcome = (Vec<Seen>, usize);

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
            IsFinished(thread) | Join(thread) if self.threads[*thread].joined => {}
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

fn brute_force(program: &Program) -> BTreeSet<Outcome> {
    let code: Vec<_> = program
        .iter()
        .map(|code| Flattened {
            body: flatten(&code.body),
            destructors: [0, 1].map(|local| flatten(&code.destructors[local])),
        })
        .collect();
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
    let mut known = HashSet::from([first.clone()]);
    let mut open = vec![first];
    let mut outcomes = BTreeSet::new();
    while let Some(state) = open.pop() {
        let mut is_over = true;
        for i in 0..state.threads.len() {
            if let Some(next) = state.step(i, &code) {
                is_over = false;
                if known.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        if is_over {
            let seen = |thread: &Thread| (thread.saw.clone(), thread.stage == Stage::Finished);
            let seen = state.threads.iter().map(seen).collect();
            outcomes.insert((seen, state.variable));
        }
    }
    outcomes
}

// The program under the checker.

struct Objects {
    variable: AtomicUsize,
    mutex: Mutex<()>,
}

/// What the current execution shows, in memory that has nothing to do with it.
#[derive(Default)]
struct Log {
    saw: [[StdAtomicUsize; 32]; THREADS],
    count: [StdAtomicUsize; THREADS],
    /// How many parts of its code (the closure, each destructor) a thread has begun
    /// and not ended.
    begun: [StdAtomicUsize; THREADS],
    ended: [StdAtomicUsize; THREADS],
    variable: StdAtomicUsize,
}

impl Log {
    fn reset(&self) {
        for value in self.count.iter().chain(&self.begun).chain(&self.ended) {
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
            let begun = self.begun[i].load(Relaxed);
            let finished = begun != 0 && begun == self.ended[i].load(Relaxed);
            (saw.collect(), finished)
        };
        let seen = (0..threads).map(seen).collect();
        (seen, self.variable.load(Relaxed))
    }
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
            let destructor = &world.program[i].destructors[local];
            let mut runner = Runner::new(&world, i);
            runner.list(destructor, &mut Vec::new());
            drop(runner);
            world.log.ended[i].fetch_add(1, Relaxed);
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
    world.log.begun[i].fetch_add(1, Relaxed);
    let mut runner = Runner::new(world, i);
    let body = &world.program[i].body;
    let panics = body.last() == Some(&Panic);
    let body = &body[..body.len() - usize::from(panics)];
    runner.list(body, &mut Vec::new());
    if panics {
        world.log.ended[i].fetch_add(1, Relaxed);
        panic!("on purpose");
    }
    drop(runner);
    world.log.ended[i].fetch_add(1, Relaxed);
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
                world.log.variable.store(*value, Relaxed);
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
                    world.log.begun[i].fetch_add(1, Relaxed);
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

fn checked(program: &Program, algorithm: Algorithm) -> (BTreeSet<Outcome>, Report) {
    let outcomes = StdArc::new(StdMutex::new(BTreeSet::new()));
    let log = StdArc::new(Log::default());
    let (results, ended) = (outcomes.clone(), log.clone());
    let (program, count) = (StdArc::new(program.clone()), program.len());
    let report = Checker::new()
        .algorithm(algorithm)
        .keep_going(true)
        .on_complete(move || {
            results.lock().unwrap().insert(ended.outcome(count));
        })
        .check(move || {
            log.reset();
            let world = World {
                program: program.clone(),
                objects: Arc::new(Objects {
                    variable: AtomicUsize::new(0),
                    mutex: Mutex::new(()),
                }),
                log: log.clone(),
            };
            run(&world, 0);
        });
    let outcomes = outcomes.lock().unwrap().clone();
    (outcomes, report)
}

fn judge(seed: u64, program: &Program) {
    let expected = brute_force(program);
    let deadlocks = expected
        .iter()
        .any(|(seen, _)| seen.iter().any(|(_, finished)| !finished));
    let panics = program.iter().any(|code| code.body.last() == Some(&Panic));
    let mut traces = None;
    for algorithm in [Algorithm::Optimal, Algorithm::Source, Algorithm::Classic] {
        let (outcomes, report) = checked(program, algorithm);
        assert_eq!(outcomes, expected, "seed {seed}: {program:#?}\n{report}");
        let found = matches!(report.verdict(), Verdict::Bug { .. });
        assert_eq!(
            found,
            deadlocks || panics,
            "seed {seed}: {program:#?}\n{report}"
        );
        assert!(
            found || report.is_verified(),
            "seed {seed}: {program:#?}\n{report}"
        );
        let complete = report.statistics().complete;
        assert_eq!(
            *traces.get_or_insert(complete),
            complete,
            "seed {seed}: {program:#?}\n{report}"
        );
        if algorithm == Algorithm::Optimal {
            assert_eq!(
                report.statistics().blocked,
                0,
                "seed {seed}: {program:#?}\n{report}"
            );
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

    fn program(&mut self) -> Program {
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

#[test]
fn random_programs_have_the_outcomes_of_brute_force() {
    let seeds = std::env::var("MAZURKA_LOCAL_SEEDS").map_or(400, |seeds| seeds.parse().unwrap());
    for seed in 0..seeds {
        judge(seed, &Random(seed).program());
    }
}
