//! Small programs under the models: how many traces they have, and which values
//! their loads find.

use mazurka_explore::{
    Algorithm, Ended, EndedKind, Limits, Observer, Statistics, Verdict, explore,
};
use mazurka_memory::{Buffers, Model};
use mazurka_program::{
    Access, Edge, Interrupt, Kind, Names, ObjectId, ObjectName, Operation, ProcessId, Program,
    Status, Step, Touch, Turn,
};
use mazurka_random::Random;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;

/// A statement of a thread; locations are numbers, and so are registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Do {
    /// Location, value.
    Store(usize, u64),
    /// Stores the sum of two registers.
    StoreSum(usize, usize, usize),
    /// Register, location.
    Load(usize, usize),
    /// Ends the thread unless the register holds the value.
    Unless(usize, u64),
    Fence,
    Barrier,
    /// Register, location, value.
    Swap(usize, usize, u64),
}
use Do::{Barrier, Fence, Load, Store, StoreSum, Swap, Unless};

#[derive(Clone, Default)]
struct Thread {
    at: usize,
    registers: [u64; 4],
    waits: bool,
    passed: bool,
}

struct Machine<'a> {
    code: &'a [&'a [Do]],
    names: Names,
    ids: Vec<ProcessId>,
    buffers: Buffers<()>,
    memory: [u64; 4],
    threads: Vec<Thread>,
    end: Rc<RefCell<Vec<u64>>>,
}

impl<'a> Machine<'a> {
    fn new(code: &'a [&'a [Do]], model: Model, bound: Option<u32>) -> Machine<'a> {
        let mut names = Names::new();
        for place in 0..4 {
            names.object(ObjectName {
                creator: None,
                place,
                generation: 0,
                part: 0,
            });
        }
        let ids = (0..code.len()).map(|i| names.child(ProcessId::ROOT, u32::try_from(i).unwrap()));
        Machine {
            ids: ids.collect(),
            code,
            buffers: Buffers::new(model, bound),
            memory: [0; 4],
            threads: Vec::new(),
            names,
            end: Rc::default(),
        }
    }

    /// Runs local code of a thread up to its next operation.
    fn run_on(&mut self, t: usize, step: &mut Step) {
        let process = self.ids[t];
        let relaxed = self.buffers.is_relaxed();
        loop {
            let thread = &mut self.threads[t];
            thread.waits = false;
            let next = self.code[t].get(thread.at).copied();
            let drains = matches!(next, None | Some(Fence | Swap(..)));
            if drains && !thread.passed && !self.buffers.fence(process, &mut step.edges) {
                thread.waits = true;
                thread.passed = true;
                return;
            }
            let (x, value) = match next {
                None => break,
                Some(Fence) => {
                    thread.passed = false;
                    thread.at += 1;
                    continue;
                }
                Some(Barrier) => {
                    self.buffers.barrier(process);
                    thread.at += 1;
                    continue;
                }
                Some(Unless(r, value)) => {
                    thread.at += 1;
                    if thread.registers[r] != value {
                        thread.at = self.code[t].len();
                    }
                    continue;
                }
                Some(Store(x, value)) if relaxed => (x, value),
                Some(StoreSum(x, a, b)) if relaxed => {
                    (x, thread.registers[a] + thread.registers[b])
                }
                Some(_) => break,
            };
            if !self.buffers.make_room(process, object(x)) {
                thread.waits = true;
                return;
            }
            thread.at += 1;
            let Machine { names, buffers, .. } = self;
            buffers.store(names, process, object(x), value, (), &mut step.edges);
        }
        self.note();
    }

    /// Notes the state, which may be the last.
    fn note(&self) {
        let mut end = self.end.borrow_mut();
        end.clear();
        end.extend(self.memory);
        end.extend(self.threads.iter().flat_map(|thread| thread.registers));
    }

    fn thread(&self, process: ProcessId) -> usize {
        self.ids.iter().position(|id| *id == process).unwrap()
    }
}

fn object(x: usize) -> ObjectId {
    ObjectId(u32::try_from(x).unwrap())
}

impl Program for Machine<'_> {
    fn start(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        self.memory = [0; 4];
        self.threads = vec![Thread::default(); self.code.len()];
        self.buffers.start();
        step.edges.extend(self.ids.iter().map(|child| Edge::Spawn {
            parent: None,
            child: *child,
        }));
        for t in 0..self.code.len() {
            self.run_on(t, step);
        }
        Ok(())
    }

    fn status(&self, process: ProcessId) -> Status {
        if let Some(status) = self.buffers.status(process) {
            return status;
        }
        let t = self.thread(process);
        let thread = &self.threads[t];
        if thread.waits {
            return Status::Waiting;
        }
        Status::Enabled(match self.code[t].get(thread.at) {
            None => return Status::Finished,
            Some(Load(_, x)) => Operation {
                store: self.buffers.latest(process, object(*x)),
                ..Operation::new(Kind::Load, object(*x), 0)
            },
            Some(Swap(_, x, value)) => Operation::new(Kind::Swap, object(*x), *value),
            Some(Store(x, value)) => Operation::new(Kind::Store, object(*x), *value),
            Some(StoreSum(x, a, b)) => {
                let sum = thread.registers[*a] + thread.registers[*b];
                Operation::new(Kind::Store, object(*x), sum)
            }
            Some(other) => panic!("{other:?} is local"),
        })
    }

    fn step(&mut self, turn: Turn, step: &mut Step) -> Result<(), Interrupt> {
        let process = turn.process;
        if self.buffers.status(process).is_some() {
            let flushed = self.buffers.flush(process, &mut step.edges);
            let x = flushed.object.index();
            step.touches.push(flushed.touch(self.memory[x]));
            self.memory[x] = flushed.bits;
            if flushed.wakes_owner {
                self.run_on(self.thread(flushed.owner), step);
            }
            self.note();
            return Ok(());
        }
        let t = self.thread(process);
        let thread = &mut self.threads[t];
        let next = self.code[t][thread.at];
        thread.at += 1;
        thread.passed = false;
        match next {
            Load(r, x) => {
                let forwarded = self.buffers.forwarded(process, object(x));
                thread.registers[r] = forwarded.map_or(self.memory[x], |(bits, ())| bits);
                let touch = self.buffers.load(process, object(x), self.memory[x]);
                step.touches.push(touch);
            }
            other => {
                let (x, value) = match other {
                    Store(x, value) | Swap(_, x, value) => (x, value),
                    StoreSum(x, a, b) => (x, thread.registers[a] + thread.registers[b]),
                    other => panic!("{other:?} is local"),
                };
                if let Swap(r, ..) = other {
                    thread.registers[r] = self.memory[x];
                }
                let before = std::mem::replace(&mut self.memory[x], value);
                let is_read = matches!(other, Swap(..)) && before == value;
                let access = if is_read { Access::Read } else { Access::Write };
                step.touches
                    .push(Touch::new(object(x), access, before, value));
                self.buffers.wrote(object(x));
            }
        }
        self.run_on(t, step);
        Ok(())
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn names_mut(&mut self) -> &mut Names {
        &mut self.names
    }
}

#[derive(Default)]
struct Ends {
    now: Rc<RefCell<Vec<u64>>>,
    seen: BTreeMap<Vec<u64>, u64>,
}

impl Observer for Ends {
    fn ended(&mut self, ended: &Ended<'_>, _: &Statistics) -> ControlFlow<()> {
        if ended.kind == EndedKind::Complete {
            *self.seen.entry(self.now.borrow().clone()).or_default() += 1;
        }
        ControlFlow::Continue(())
    }
}

/// Explores; gives how many traces there are and the final states with the
/// number of traces that end there.
fn run(
    code: &[&[Do]],
    model: Model,
    bound: Option<u32>,
    algorithm: Algorithm,
) -> (u64, BTreeMap<Vec<u64>, u64>) {
    let mut machine = Machine::new(code, model, bound);
    let mut ends = Ends {
        now: Rc::clone(&machine.end),
        ..Ends::default()
    };
    let outcome = explore(algorithm, &mut machine, &Limits::default(), &mut ends).unwrap();
    assert_eq!(outcome.verdict, Verdict::Verified);
    if algorithm == Algorithm::Optimal {
        assert_eq!(outcome.statistics.blocked, 0);
    }
    (outcome.statistics.complete, ends.seen)
}

/// How many traces there are, by model; and that the explorers agree on what
/// they lead to.
fn counts(code: &[&[Do]]) -> [u64; 3] {
    Model::BUFFERED.map(|model| {
        let (count, ends) = run(code, model, None, Algorithm::Optimal);
        for algorithm in [Algorithm::Source, Algorithm::Classic] {
            assert_eq!(
                run(code, model, None, algorithm),
                (count, ends.clone()),
                "{model}"
            );
        }
        let (_, all) = run(code, model, None, Algorithm::Exhaustive);
        assert!(all.keys().eq(ends.keys()), "{model}");
        count
    })
}

const X: usize = 0;
const Y: usize = 1;

#[test]
fn store_buffering() {
    let code: [&[Do]; 2] = [&[Store(X, 1), Load(0, Y)], &[Store(Y, 1), Load(0, X)]];
    assert_eq!(counts(&code), [3, 4, 4]);
    let fenced: [&[Do]; 2] = [
        &[Store(X, 1), Fence, Load(0, Y)],
        &[Store(Y, 1), Fence, Load(0, X)],
    ];
    assert_eq!(counts(&fenced), [3, 3, 3]);
}

#[test]
fn message_passing() {
    let reader: &[Do] = &[Load(0, Y), Unless(0, 1), Load(1, X)];
    let code = [&[Store(X, 1), Store(Y, 1)], reader];
    // The paper counts interleavings: 3 under SC and TSO, 7 under PSO.
    let all = |model| run(&code, model, None, Algorithm::Exhaustive).0;
    assert_eq!(Model::BUFFERED.map(all), [3, 3, 7]);
    assert_eq!(counts(&code), [2, 2, 3]);
    let stale = |model, code: &[&[Do]]| {
        let (_, ends) = run(code, model, None, Algorithm::Optimal);
        ends.keys().any(|end| end[8] == 1 && end[9] == 0)
    };
    assert_eq!(
        Model::BUFFERED.map(|model| stale(model, &code)),
        [false, false, true]
    );
    let code = [&[Store(X, 1), Barrier, Store(Y, 1)], reader];
    assert_eq!(Model::BUFFERED.map(|model| stale(model, &code)), [false; 3]);
}

/// fib_bench: two threads that add two variables to one another, `n` times, while
/// a third loads both.
fn fib(n: usize) -> [Vec<Do>; 3] {
    let thread = |own| [Load(0, X), Load(1, Y), StoreSum(own, 0, 1)].repeat(n);
    [thread(X), thread(Y), vec![Load(0, X), Load(1, Y)]]
}

fn count_fib(n: usize) -> [u64; 3] {
    let threads = fib(n);
    let code = [&threads[0][..], &threads[1], &threads[2]];
    Model::BUFFERED.map(|model| run(&code, model, None, Algorithm::Optimal).0)
}

#[test]
fn fib_bench() {
    assert_eq!(count_fib(4), [19_605, 34_205, 34_205]);
}

#[test]
#[ignore = "a million executions"]
fn larger_fib_bench() {
    assert_eq!(count_fib(5), [218_243, 525_630, 525_630]);
}

fn random(seed: u64) -> Vec<Vec<Do>> {
    let mut random = Random::new(seed);
    let pick = &mut |n| random.below(n);
    let threads = 2 + usize::from(pick(3) == 0);
    let locations = 1 + pick(3);
    let longest = if threads == 2 { 4 } else { 3 };
    let mut value = 0;
    let mut code = Vec::new();
    for _ in 0..threads {
        let mut thread = Vec::new();
        for r in 0..1 + pick(longest) {
            let x = pick(locations);
            value += 1;
            thread.push(match pick(12) {
                0..5 => Store(x, value),
                5..9 => Load(r, x),
                9 => Fence,
                10 => Barrier,
                _ => Swap(r, x, value),
            });
        }
        code.push(thread);
    }
    code
}

#[test]
fn random_programs() {
    let seeds = std::env::var("MAZURKA_MEMORY_SEEDS").map_or(1000, |n| n.parse().unwrap());
    for seed in 0..seeds {
        let code = random(seed);
        let code: Vec<&[Do]> = code.iter().map(|thread| &thread[..]).collect();
        let result = std::panic::catch_unwind(|| {
            let [sc, ..] = counts(&code);
            for model in [Model::Tso, Model::Pso] {
                let bounded = |k| run(&code, model, Some(k), Algorithm::Optimal);
                assert_eq!(bounded(0).0, sc);
                let (full, ends) = run(&code, model, None, Algorithm::Optimal);
                assert_eq!(bounded(8), (full, ends.clone()));
                let mut last = sc;
                for k in 1..3 {
                    let found = bounded(k);
                    assert_eq!(
                        run(&code, model, Some(k), Algorithm::Source),
                        found,
                        "{model} {k}"
                    );
                    let all = run(&code, model, Some(k), Algorithm::Exhaustive);
                    assert!(all.1.keys().eq(found.1.keys()), "{model} {k}");
                    assert!(last <= found.0 && found.0 <= full);
                    last = found.0;
                }
            }
        });
        assert!(result.is_ok(), "seed {seed}: {code:?}");
    }
}
