//! Random programs under TSO and PSO, against a machine with store buffers that
//! tries every order of its small steps.

use super::{Expected, Log, Outcome, Progress, RustProgram, search};
use crate::random::Random;
use mazurka::sync::Mutex as Lock;
use mazurka::sync::atomic::{AtomicU8, Ordering, fence};
use mazurka::{Checker, Model, await_until, thread};
use std::sync::Arc;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};

/// What the locations hold at first.
const INITIAL: [u8; 3] = [0, 1, 2];

/// What a thread does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Op {
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

/// Threads that share some locations and a lock.
#[derive(Clone, Debug)]
pub(super) struct Program {
    threads: Vec<Vec<Op>>,
    memory: Memory,
}

fn random_op(random: &mut Random) -> Op {
    let locations = INITIAL.len() - random.below(2);
    let location = random.below(locations);
    let value = random.below(3) as u8;
    match random.below(24) {
        0..8 => {
            let order = [Relaxed, Relaxed, Release, SeqCst][random.below(4)];
            Op::Store(location, value, order)
        }
        8..15 => Op::Load(location),
        15 => Op::Swap(location, value),
        16 => Op::Exchange(location, random.below(3) as u8, value),
        17 => Op::Fence([Acquire, Release, AcqRel, SeqCst][random.below(4)]),
        18 => Op::Lock,
        19 | 20 => Op::Await(location, random.below(3) as u8),
        21 | 22 => Op::Spin(location, random.below(3) as u8),
        _ => Op::Choose,
    }
}

/// The operations of a thread, in which locks are given back.
fn random_ops(random: &mut Random, most: usize) -> Vec<Op> {
    let mut ops = Vec::new();
    let mut locked = false;
    for _ in 0..1 + random.below(most) {
        let op = match random_op(random) {
            Op::Lock if locked => Op::Unlock,
            op => op,
        };
        locked = (locked || op == Op::Lock) && op != Op::Unlock;
        ops.push(op);
    }
    ops.extend(locked.then_some(Op::Unlock));
    ops
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
    log: Vec<usize>,
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
            Op::Load(location) => me.log.push(self.sees(thread, location).into()),
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
                *other.threads[thread].log.last_mut().expect("it was noted") = 1;
                return vec![next, other];
            }
            _ if !drained => return Vec::new(),
            Op::Store(location, value, _) => next.memory[location] = value,
            Op::Swap(location, value) => {
                me.log.push(self.memory[location].into());
                next.memory[location] = value;
            }
            Op::Exchange(location, expected, value) => {
                me.log.push(self.memory[location].into());
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

    /// Appends every state that is one step away.
    fn next(&self, program: &Program, all: &mut Vec<Machine>) {
        let memory = program.memory;
        for (nth, thread) in self.threads.iter().enumerate() {
            if let Some(op) = program.threads[nth].get(thread.at) {
                all.extend(self.step(nth, *op, memory));
            }
            for place in memory.first(&thread.buffer) {
                let mut next = self.clone();
                let store = next.threads[nth].buffer.remove(place);
                next.memory[store.location] = store.value;
                all.push(next);
            }
        }
    }
}

/// What the threads of a Rust program share.
struct Shared {
    memory: [AtomicU8; INITIAL.len()],
    lock: Lock<()>,
}

fn run_thread(ops: &[Op], shared: &Shared, note: impl Fn(u8)) {
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
            Op::Lock => guard = Some(shared.lock.lock().expect("no thread panics")),
            Op::Unlock => drop(guard.take()),
            Op::Await(location, value) => {
                await_until(|| shared.memory[location].load(Acquire) == value);
            }
            Op::Spin(location, value) => while shared.memory[location].load(Acquire) == value {},
            Op::Choose => note(mazurka::choose(2) as u8),
        }
    }
}

impl RustProgram for Program {
    type Statement = Op;

    fn generate(random: &mut Random) -> Program {
        let threads = 2 + usize::from(random.below(3) == 0);
        let threads = (0..threads).map(|_| random_ops(random, 7 - threads));
        Program {
            threads: threads.collect(),
            memory: Memory {
                bound: [None, None, None, Some(0), Some(1), Some(2)][random.below(6)],
                model: [Model::Tso, Model::Pso][random.below(2)],
            },
        }
    }

    fn lists(&mut self) -> Vec<&mut Vec<Op>> {
        self.threads.iter_mut().collect()
    }

    /// Locks are given back by those who have them.
    fn is_valid(&self) -> bool {
        let mut threads = self.threads.iter();
        threads.all(|ops| {
            let uses = ops.iter().filter(|op| matches!(op, Op::Lock | Op::Unlock));
            uses.clone().count() % 2 == 0
                && uses
                    .enumerate()
                    .all(|(i, op)| (*op == Op::Lock) == (i % 2 == 0))
        })
    }

    fn threads(&self) -> usize {
        self.threads.len()
    }

    fn expected(self: &Arc<Self>, _: u64) -> Result<Option<Expected>, String> {
        let start = Machine {
            memory: INITIAL,
            threads: vec![Thread::default(); self.threads.len()],
            ..Machine::default()
        };
        let next = |machine: &Machine, steps: &mut Vec<Machine>| {
            machine.next(self, steps);
            steps.is_empty()
        };
        let outcome = |machine: Machine| {
            let threads = machine.threads.into_iter().zip(&self.threads);
            let threads = threads.map(|(thread, ops)| match thread.at == ops.len() {
                true => (thread.log, Progress::Ended),
                false => (thread.log, Progress::Begun),
            });
            Outcome {
                threads: threads.collect(),
                variable: 0,
            }
        };
        Ok(Some(Expected::new(search(start, next, outcome))))
    }

    fn checker(&self) -> Checker {
        let checker = Checker::new().model(self.memory.model);
        match self.memory.bound {
            Some(bound) => checker.buffer_bound(bound),
            None => checker,
        }
    }

    fn run(self: &Arc<Self>, log: &Arc<Log>) {
        let shared = Arc::new(Shared {
            memory: INITIAL.map(AtomicU8::new),
            lock: Lock::new(()),
        });
        for nth in 0..self.threads.len() {
            let (shared, program, log) = (shared.clone(), self.clone(), log.clone());
            thread::spawn(move || {
                log.begin(nth);
                let note = |value| log.saw(nth, usize::from(value));
                run_thread(&program.threads[nth], &shared, note);
                log.end(nth);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let outcomes = |threads: &Vec<Vec<Op>>, model, bound| {
            let program = Arc::new(Program {
                threads: threads.clone(),
                memory: Memory { model, bound },
            });
            let expected = program.expected(0).expect("it runs");
            expected.expect("it is small").outcomes.len()
        };
        let [sc, tso, pso] = Model::BUFFERED;
        let by = [sc, tso, pso].map(|model| outcomes(&sb, model, None));
        assert_eq!(by, [3, 4, 4]);
        let by = [sc, tso, pso].map(|model| outcomes(&mp, model, None));
        assert_eq!(by, [3, 3, 4]);
        assert_eq!(outcomes(&sb, tso, Some(0)), 3);
        assert_eq!(outcomes(&sb, tso, Some(1)), 4);
    }
}
