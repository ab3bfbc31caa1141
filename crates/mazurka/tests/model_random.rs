//! Random programs under TSO and PSO, against a machine with store buffers that
//! tries every order of its small steps: every explorer must see the outcomes
//! that the machine sees and no other, and those that reduce must complete the
//! same number of executions, `optimal` with nothing blocked.
//!
//! `MAZURKA_MODEL_PROGRAMS` sets how many programs are tried, and
//! `MAZURKA_MODEL_SEED` which is the first.

use mazurka::sync::Mutex as Lock;
use mazurka::sync::atomic::{AtomicU8, Ordering, fence};
use mazurka::{Algorithm, Checker, Model, await_until, thread};
use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};
use std::sync::{Arc, Mutex};

/// Programs with more executions than this are left out.
const EXECUTIONS_MAX: u64 = 3_000;

/// What the locations hold at first.
const INITIAL: [u8; 3] = [0, 1, 2];

/// What a thread does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Op {
    Store(usize, u8, Ordering),
    /// Notes what it finds.
    Load(usize),
    /// Notes what was there.
    Swap(usize, u8),
    /// Writes the second if the first is there; notes what was there.
    Exchange(usize, u8, u8),
    Fence(Ordering),
    Lock,
    Unlock,
    /// Waits by `await_until` for the value to be there.
    Await(usize, u8),
    /// Waits by a loop for the value not to be there.
    Spin(usize, u8),
    /// Notes what it chose.
    Choose,
}

type Program = Vec<Vec<Op>>;

/// What each thread has noted.
type Outcome = Vec<Vec<u8>>;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn op(&mut self) -> Op {
        let locations = INITIAL.len() - self.below(2);
        let location = self.below(locations);
        let value = self.below(3) as u8;
        match self.below(24) {
            0..8 => Op::Store(
                location,
                value,
                [Relaxed, Relaxed, Release, SeqCst][self.below(4)],
            ),
            8..15 => Op::Load(location),
            15 => Op::Swap(location, value),
            16 => Op::Exchange(location, self.below(3) as u8, value),
            17 => Op::Fence([Acquire, Release, AcqRel, SeqCst][self.below(4)]),
            18 => Op::Lock,
            19 | 20 => Op::Await(location, self.below(3) as u8),
            21 | 22 => Op::Spin(location, self.below(3) as u8),
            _ => Op::Choose,
        }
    }

    fn program(&mut self) -> Program {
        let threads = 2 + usize::from(self.below(3) == 0);
        (0..threads)
            .map(|_| {
                let mut ops = Vec::new();
                let mut locked = false;
                for _ in 0..1 + self.below(7 - threads) {
                    let op = match self.op() {
                        Op::Lock if locked => Op::Unlock,
                        op => op,
                    };
                    locked = (locked || op == Op::Lock) && op != Op::Unlock;
                    ops.push(op);
                }
                ops.extend(locked.then_some(Op::Unlock));
                ops
            })
            .collect()
    }
}

/// A store that has not been carried out, and how many store barriers its thread
/// had made before.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Buffered {
    location: usize,
    value: u8,
    barriers: u8,
}

#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Thread {
    at: usize,
    log: Vec<u8>,
    buffer: Vec<Buffered>,
    barriers: u8,
}

/// The machine.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Machine {
    memory: [u8; INITIAL.len()],
    locked: bool,
    threads: Vec<Thread>,
}

/// How stores reach memory.
#[derive(Clone, Copy, Debug)]
struct Memory {
    model: Model,
    bound: Option<u32>,
}

impl Memory {
    /// Which of the stores in a buffer can be carried out.
    fn first(self, buffer: &[Buffered]) -> Vec<usize> {
        let can = |nth: &usize| {
            let this = buffer[*nth];
            buffer[..*nth].iter().all(|before| match self.model {
                Model::Pso => before.location != this.location && before.barriers == this.barriers,
                _ => false,
            })
        };
        (0..buffer.len()).filter(can).collect()
    }

    fn has_room(self, buffer: &[Buffered], location: usize) -> bool {
        let same_queue = |store: &&Buffered| self.model != Model::Pso || store.location == location;
        let held = buffer.iter().filter(same_queue).count();
        self.bound.is_none_or(|bound| held < bound as usize)
    }
}

impl Machine {
    fn sees(&self, thread: usize, location: usize) -> u8 {
        let mut buffer = self.threads[thread].buffer.iter().rev();
        let own = buffer.find(|store| store.location == location);
        own.map_or(self.memory[location], |store| store.value)
    }

    /// The states after the next operation of a thread, if it can run.
    fn step(&self, thread: usize, op: Op, memory: Memory) -> Vec<Machine> {
        let mut next = self.clone();
        let drained = self.threads[thread].buffer.is_empty();
        let me = &mut next.threads[thread];
        me.at += 1;
        let buffers = memory.model != Model::Sc && memory.bound != Some(0);
        match op {
            Op::Store(location, value, order) if buffers && order != SeqCst => {
                me.barriers += u8::from(order == Release);
                if !memory.has_room(&me.buffer, location) {
                    return Vec::new();
                }
                let barriers = me.barriers;
                me.buffer.push(Buffered {
                    location,
                    value,
                    barriers,
                });
            }
            Op::Load(location) => me.log.push(self.sees(thread, location)),
            Op::Await(location, value) if self.sees(thread, location) != value => {
                return Vec::new();
            }
            Op::Spin(location, value) if self.sees(thread, location) == value => return Vec::new(),
            Op::Await(..) | Op::Spin(..) => {}
            Op::Fence(Release | AcqRel) => me.barriers += 1,
            Op::Fence(Acquire) => {}
            Op::Choose => {
                me.log.push(0);
                let mut other = next.clone();
                *other.threads[thread].log.last_mut().unwrap() = 1;
                return vec![next, other];
            }
            _ if !drained => return Vec::new(),
            Op::Store(location, value, _) => next.memory[location] = value,
            Op::Swap(location, value) => {
                me.log.push(self.memory[location]);
                next.memory[location] = value;
            }
            Op::Exchange(location, expected, value) => {
                me.log.push(self.memory[location]);
                if self.memory[location] == expected {
                    next.memory[location] = value;
                }
            }
            Op::Fence(_) => {}
            Op::Lock if self.locked => return Vec::new(),
            Op::Lock => next.locked = true,
            Op::Unlock => next.locked = false,
        }
        vec![next]
    }

    /// Every state that is one step away.
    fn next(&self, program: &Program, memory: Memory) -> Vec<Machine> {
        let mut all = Vec::new();
        for (nth, thread) in self.threads.iter().enumerate() {
            if let Some(op) = program[nth].get(thread.at) {
                all.extend(self.step(nth, *op, memory));
            }
            for place in memory.first(&thread.buffer) {
                let mut next = self.clone();
                let store = next.threads[nth].buffer.remove(place);
                next.memory[store.location] = store.value;
                all.push(next);
            }
        }
        all
    }
}

/// What the threads may have noted when nobody can go on.
fn by_machine(program: &Program, memory: Memory) -> BTreeSet<Outcome> {
    let start = Machine {
        memory: INITIAL,
        threads: vec![Thread::default(); program.len()],
        ..Machine::default()
    };
    let mut seen = HashSet::from([start.clone()]);
    let mut left = vec![start];
    let mut outcomes = BTreeSet::new();
    while let Some(machine) = left.pop() {
        let next = machine.next(program, memory);
        if next.is_empty() {
            outcomes.insert(
                machine
                    .threads
                    .iter()
                    .map(|thread| thread.log.clone())
                    .collect(),
            );
        }
        for machine in next {
            if seen.insert(machine.clone()) {
                left.push(machine);
            }
        }
    }
    outcomes
}

/// What the threads of a Rust program share.
struct Shared {
    memory: [AtomicU8; INITIAL.len()],
    lock: Lock<()>,
}

fn run_thread(ops: &[Op], shared: &Shared, mut note: impl FnMut(u8)) {
    let mut guard = None;
    for op in ops {
        match *op {
            Op::Store(location, value, order) => shared.memory[location].store(value, order),
            Op::Load(location) => note(shared.memory[location].load(Acquire)),
            Op::Swap(location, value) => note(shared.memory[location].swap(value, AcqRel)),
            Op::Exchange(location, expected, value) => {
                let cell = &shared.memory[location];
                let found = cell.compare_exchange(expected, value, AcqRel, Acquire);
                note(found.unwrap_or_else(|found| found));
            }
            Op::Fence(order) => fence(order),
            Op::Lock => guard = Some(shared.lock.lock().unwrap()),
            Op::Unlock => drop(guard.take()),
            Op::Await(location, value) => {
                await_until(|| shared.memory[location].load(Acquire) == value);
            }
            Op::Spin(location, value) => while shared.memory[location].load(Acquire) == value {},
            Op::Choose => note(mazurka::choose(2) as u8),
        }
    }
}

/// The outcomes of an exploration, its complete and its blocked executions.
type Explored = (BTreeSet<Outcome>, u64, u64);

fn explore(program: &Program, memory: Memory, algorithm: Algorithm) -> Option<Explored> {
    let logs: Arc<Mutex<Outcome>> = Arc::default();
    let outcomes = Arc::new(Mutex::new(Vec::new()));
    let (theirs, ended) = (logs.clone(), outcomes.clone());
    let mut checker = Checker::new()
        .model(memory.model)
        .algorithm(algorithm)
        .keep_going(true)
        .max_executions(EXECUTIONS_MAX)
        .on_complete(move || ended.lock().unwrap().push(logs.lock().unwrap().clone()));
    if let Some(bound) = memory.bound {
        checker = checker.buffer_bound(bound);
    }
    let code = Arc::new(program.clone());
    let report = checker.check(move || {
        *theirs.lock().unwrap() = vec![Vec::new(); code.len()];
        let shared = Arc::new(Shared {
            memory: INITIAL.map(AtomicU8::new),
            lock: Lock::new(()),
        });
        for nth in 0..code.len() {
            let (shared, code, logs) = (shared.clone(), code.clone(), theirs.clone());
            thread::spawn(move || {
                run_thread(&code[nth], &shared, |value| {
                    logs.lock().unwrap()[nth].push(value);
                });
            });
        }
    });
    let summary = report.summary();
    if report.statistics().executions() >= EXECUTIONS_MAX {
        return None;
    }
    assert!(
        !summary.contains("cannot check"),
        "{summary} {memory:?} {program:?}"
    );
    let outcomes = std::mem::take(&mut *outcomes.lock().unwrap());
    let statistics = report.statistics();
    // Those before belong to explorations that were begun anew.
    let before = outcomes.len() - statistics.complete as usize;
    let outcomes = outcomes.into_iter().skip(before).collect();
    Some((outcomes, statistics.complete, statistics.blocked))
}

/// Compares the explorers with the machine; says whether the program was small
/// enough.
fn compare(program: &Program, memory: Memory, seed: u64) -> bool {
    let expected = by_machine(program, memory);
    let mut counts = None;
    for algorithm in [
        Algorithm::Optimal,
        Algorithm::Source,
        Algorithm::Classic,
        Algorithm::Exhaustive,
    ] {
        let Some((outcomes, complete, blocked)) = explore(program, memory, algorithm) else {
            // One that reduces less may have too many.
            return algorithm == Algorithm::Exhaustive;
        };
        let what = format!("seed {seed}: {algorithm} under {memory:?} of {program:?}");
        let missing: Vec<_> = expected.difference(&outcomes).collect();
        let extra: Vec<_> = outcomes.difference(&expected).collect();
        assert!(
            missing.is_empty() && extra.is_empty(),
            "missing {missing:?}, extra {extra:?}, {what}"
        );
        if algorithm == Algorithm::Optimal {
            assert_eq!(blocked, 0, "{what}");
        }
        if algorithm != Algorithm::Exhaustive {
            assert_eq!(*counts.get_or_insert(complete), complete, "{what}");
        }
    }
    true
}

fn number(name: &str, usual: u64) -> u64 {
    let value = std::env::var(name).ok();
    value.and_then(|value| value.parse().ok()).unwrap_or(usual)
}

#[test]
fn explorers_agree_with_the_machine() {
    let (first, count) = (
        number("MAZURKA_MODEL_SEED", 0),
        number("MAZURKA_MODEL_PROGRAMS", 120),
    );
    let mut small = 0;
    for seed in first..first + count {
        let mut random = Random(seed.wrapping_mul(0x1000_0000_01b3));
        let program = random.program();
        let bound = [None, None, None, Some(0), Some(1), Some(2)][random.below(6)];
        for model in [Model::Tso, Model::Pso] {
            small += u64::from(compare(&program, Memory { model, bound }, seed));
        }
    }
    assert!(
        small > count,
        "{small} of {count} programs, twice, were small enough"
    );
}

/// The machine itself, on what is known.
#[test]
fn the_machine_knows_store_buffering_and_message_passing() {
    let sb = vec![
        vec![Op::Store(0, 2, Relaxed), Op::Load(1)],
        vec![Op::Store(1, 2, Relaxed), Op::Load(0)],
    ];
    let mp = vec![
        vec![Op::Store(0, 2, Relaxed), Op::Store(1, 2, Relaxed)],
        vec![Op::Load(1), Op::Load(0)],
    ];
    let outcomes = |program, model, bound| by_machine(program, Memory { model, bound }).len();
    let [sc, tso, pso] = Model::ALL;
    let by = [sc, tso, pso].map(|model| outcomes(&sb, model, None));
    assert_eq!(by, [3, 4, 4]);
    let by = [sc, tso, pso].map(|model| outcomes(&mp, model, None));
    assert_eq!(by, [3, 3, 4]);
    assert_eq!(outcomes(&sb, tso, Some(0)), 3);
    assert_eq!(outcomes(&sb, tso, Some(1)), 4);
}
