//! Random programs over `Arc`, judged by brute force.
//!
//! The claim to test is the one that makes `Arc` cheap: clones and drops that
//! are no events hide no outcome. So each program is also run by a small
//! interpreter that knows nothing of the checker and takes every interleaving
//! of every step; the outcomes have to be the same set.

use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, Weak};
use mazurka::{Algorithm, Checker, Verdict, thread};
use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc as StdArc, Mutex as StdMutex};

/// A statement of a thread, which holds some strong references and a weak one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Statement {
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

#[derive(Clone, Debug)]
struct Program {
    threads: Vec<Vec<Statement>>,
    /// Does the value's destructor store 10 and the number of its thread?
    destructor: bool,
    /// Does each thread have a weak reference from the start?
    weak: bool,
    /// Does main join each thread before it spawns the next?
    joined: bool,
}

/// What every thread saw, and the variable at the end.
type Outcome = (Vec<Vec<usize>>, usize);

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

/// The outcomes of all interleavings.
fn brute_force(program: &Program) -> BTreeSet<Outcome> {
    let mut outcomes = BTreeSet::new();
    let mut seen = HashSet::new();
    let mut stack = vec![State::start(program)];
    while let Some(state) = stack.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        let mut ended = true;
        for i in 0..program.threads.len() {
            if state.is_enabled(program, i) {
                ended = false;
                let mut next = state.clone();
                next.step(program, i);
                stack.push(next);
            }
        }
        if ended {
            let saw = state.threads.into_iter().map(|thread| thread.saw).collect();
            outcomes.insert((saw, state.variable));
        }
    }
    outcomes
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

/// Runs the statements; what the thread saw.
fn run<V: Value>(
    statements: &[Statement],
    variable: &AtomicUsize,
    arc: Arc<V>,
    weak: Option<Weak<V>>,
) -> Vec<usize> {
    let mut held = vec![arc];
    let mut saw = Vec::new();
    for statement in statements {
        match statement {
            Load => saw.push(variable.load(SeqCst)),
            Store(value) => variable.store(*value, SeqCst),
            Upgrade => {
                if let Some(weak) = &weak {
                    let upgraded = weak.upgrade();
                    saw.push(usize::from(upgraded.is_some()));
                    held.extend(upgraded);
                }
            }
            _ if held.is_empty() => {}
            Clone => held.push(held[0].clone()),
            Drop => drop(held.pop()),
            StrongCount => saw.push(Arc::strong_count(&held[0])),
            TryUnwrap => match Arc::try_unwrap(held.pop().unwrap()) {
                Ok(value) => {
                    saw.push(1);
                    drop(value);
                }
                Err(arc) => {
                    saw.push(0);
                    held.push(arc);
                }
            },
            GetMut => {
                let arc = held.last_mut().unwrap();
                saw.push(usize::from(Arc::get_mut(arc).is_some()));
            }
        }
    }
    drop(held);
    // The weak one must outlive every `get_mut`, as it does for the interpreter.
    std::mem::forget(weak);
    saw
}

fn checked<V: Value>(program: &Program) -> (BTreeSet<Outcome>, u64) {
    let outcomes = StdArc::new(StdMutex::new(BTreeSet::new()));
    let results = outcomes.clone();
    let same = StdArc::new(program.clone());
    let report = Checker::new().algorithm(Algorithm::Optimal).check(move || {
        let program = &same;
        let variable = StdArc::new(AtomicUsize::new(0));
        let mut arcs = vec![Arc::new(V::new(&variable))];
        for _ in 1..program.threads.len() {
            arcs.push(arcs[0].clone());
        }
        let mut saw = vec![Vec::new(); arcs.len()];
        let weak = program.weak.then(|| Arc::downgrade(&arcs[0]));
        let mut threads = Vec::new();
        for (i, arc) in arcs.into_iter().enumerate() {
            let (statements, variable, weak) = (same.clone(), variable.clone(), weak.clone());
            let code = move || run(&statements.threads[i], &variable, arc, weak);
            let thread = thread::Builder::new().name(i.to_string()).spawn(code);
            threads.push((i, thread.unwrap()));
            if program.joined {
                let (i, thread) = threads.pop().unwrap();
                saw[i] = thread.join().unwrap();
            }
        }
        for (i, thread) in threads {
            saw[i] = thread.join().unwrap();
        }
        std::mem::forget(weak);
        results.lock().unwrap().insert((saw, variable.load(SeqCst)));
    });
    assert!(
        matches!(report.verdict(), Verdict::Verified),
        "{program:?}\n{report}"
    );
    assert_eq!(report.statistics().blocked, 0, "{program:?}");
    let outcomes = outcomes.lock().unwrap().clone();
    (outcomes, report.statistics().complete)
}

fn judge(program: &Program) {
    let expected = brute_force(program);
    let (outcomes, traces) = if program.destructor {
        checked::<Destructed>(program)
    } else {
        checked::<Plain>(program)
    };
    assert_eq!(outcomes, expected, "{program:?}");
    assert!(traces >= outcomes.len() as u64, "{program:?}");
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
        let count = 2 + self.below(2);
        let kinds = 2 + self.below(STATEMENTS.len() - 1);
        let threads = (0..count)
            .map(|_| {
                let length = self.below(if count == 2 { 5 } else { 3 });
                (0..length).map(|_| STATEMENTS[self.below(kinds)]).collect()
            })
            .collect();
        Program {
            threads,
            destructor: self.below(2) == 0,
            weak: self.below(3) == 0,
            joined: self.below(8) == 0,
        }
    }
}

#[test]
fn random_programs_have_the_outcomes_of_brute_force() {
    let seeds = std::env::var("MAZURKA_ARC_SEEDS").map_or(1_000, |seeds| seeds.parse().unwrap());
    for seed in 0..seeds {
        judge(&Random(seed).program());
    }
}

/// A change that is the last reference's, after an observation that another
/// thread made.
#[test]
fn a_try_unwrap_that_fails_and_then_the_last_drop() {
    judge(&Program {
        threads: vec![vec![], vec![TryUnwrap]],
        destructor: false,
        weak: false,
        joined: false,
    });
}
