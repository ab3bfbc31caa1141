//! Loops that wait.
//!
//! A round of a loop that only looks at memory, and brings its thread back to an instruction
//! that it was at before with the same registers (as far as they matter), is no event: what
//! the thread does after it, it could have done without. So a look that would end such a round
//! is not made: the thread waits until its location holds something else. Whether a look ends
//! a round follows from the registers of the thread and the value that it finds, so the answer
//! for every value is found by running its instructions on a copy of the registers.
//!
//! A look that may find what its thread has itself stored is made all the same. If it ends a
//! round then, the thread is stalled: an execution without the round is explored.

use super::{Machine, Next};
use crate::code::Instruction;
use mazurka_program::{Access, Guard, Kind, ObjectId, Operation};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// A loop with more looks than this is not noticed.
const MOST_LOOKS: usize = 32;

/// How many instructions of a round are run to see where it leads.
const MOST_STEPS: usize = 10_000;

/// More guards than this are not kept in mind: they are found again.
const MOST_GUARDS: usize = 1 << 16;

/// Where a thread is: the instruction, and the registers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Point {
    pub(super) at: usize,
    pub(super) registers: Vec<u64>,
}

/// A look, in a loop.
#[derive(Clone, Debug)]
pub(super) struct Look {
    /// Where the thread was before.
    from: Point,
    object: ObjectId,
    value: u64,
}

/// A thread that is about to look, and what it has looked at before.
#[derive(Clone, Debug)]
pub(super) struct Looker {
    thread: usize,
    here: Point,
    before: Vec<Point>,
    operation: Operation,
}

/// The guards that were announced, by their numbers.
pub(super) type Guards = FxHashMap<u64, Looker>;

impl Machine<'_> {
    /// The guard of an operation that a thread is about to announce, if it may be a look that
    /// ends a round of a loop.
    pub(super) fn guard(&mut self, thread: usize, operation: &Operation) -> Option<Guard> {
        let state = &self.threads[thread];
        let is_lock = matches!(
            self.test.threads[thread].code[state.point.at],
            Instruction::Lock { .. }
        );
        if is_lock && operation.kind == Kind::Lock {
            // What it waits for is known.
            return None;
        }
        if !is_lock {
            self.test.looks[thread][state.point.at]?;
        }
        let is_own = operation.kind == Kind::Load
            && self.buffers.is_relaxed()
            && self
                .buffers
                .latest(self.processes[thread], operation.object)
                .is_some();
        if is_own {
            return None;
        }
        let looker = Looker {
            thread,
            here: state.point.clone(),
            before: state.looks.iter().map(|look| look.from.clone()).collect(),
            operation: *operation,
        };
        let mut hasher = FxHasher::default();
        (thread, &looker.here, &looker.before).hash(&mut hasher);
        let number = hasher.finish();
        self.guards.insert(number, looker);
        Some(Guard::Learnt(number))
    }

    /// Another execution begins.
    pub(super) fn forget_guards(&mut self) {
        if self.guards.len() >= MOST_GUARDS {
            self.guards.clear();
        }
    }

    /// Does the look of a thread lead back, if its location holds `value`? If so, to which of
    /// the points where it was: one of those before, or, as the last, where it is.
    pub(super) fn leads_back(&self, looker: &Looker, value: u64) -> Option<usize> {
        let Looker {
            thread,
            ref here,
            ref before,
            ref operation,
        } = *looker;
        let mut point = here.clone();
        match self.test.threads[thread].code[point.at] {
            // It tries again.
            Instruction::Lock { .. } => return (value != 0).then_some(before.len()),
            Instruction::Load { to, .. } => to.write(&mut point.registers, value),
            instruction @ Instruction::Update { old, .. } => {
                let changes = if self.is_weak() {
                    // It is a write, but without it others would find the same.
                    let new = self.updated(&point.registers, instruction, *operation, value);
                    new.ok() != Some(value)
                } else {
                    operation.access_at(value).is_none_or(Access::changes)
                };
                if changes {
                    return None;
                }
                old.write(&mut point.registers, value);
            }
            _ => return None,
        }
        point.at += 1;
        self.run_ahead(thread, &mut point)?;
        let live = self.test.looks[thread][point.at]?;
        let is_there =
            |known: &Point| known.at == point.at && live.agree(&known.registers, &point.registers);
        if is_there(here) {
            return Some(before.len());
        }
        before.iter().rposition(is_there)
    }

    /// Runs local code of a thread, on a copy of its registers, up to what may be an
    /// operation. (A fence makes no difference: what it waits for comes in any case.) None if
    /// it does something that others may see.
    fn run_ahead(&self, thread: usize, point: &mut Point) -> Option<()> {
        for _ in 0..MOST_STEPS {
            let registers = &mut point.registers;
            match self.test.threads[thread].code[point.at] {
                Instruction::Compute { to, compute, a, b } => {
                    let (a, b) = (a.read(registers), b.read(registers));
                    if compute.undefined(a, b).is_some() {
                        return None;
                    }
                    to.write(registers, compute.apply(a, b));
                }
                Instruction::Jump(target) => {
                    point.at = target as usize;
                    continue;
                }
                Instruction::JumpIf { condition, target } if condition.read(registers) != 0 => {
                    point.at = target as usize;
                    continue;
                }
                Instruction::JumpIfZero { condition, target } if condition.read(registers) == 0 => {
                    point.at = target as usize;
                    continue;
                }
                Instruction::JumpIf { .. }
                | Instruction::JumpIfZero { .. }
                | Instruction::StoreBarrier(_)
                | Instruction::LoadBarrier
                | Instruction::Fence => {}
                Instruction::Load { .. } | Instruction::Update { .. } => return Some(()),
                _ => return None,
            }
            point.at += 1;
        }
        None
    }

    /// A thread has looked at an object, where it saw `value`; or it has done something else.
    pub(super) fn looked(&mut self, thread: usize, look: Option<(ObjectId, u64)>) {
        let state = &mut self.threads[thread];
        let is_in_loop = self.test.looks[thread][state.point.at].is_some();
        match look {
            Some((object, value)) if is_in_loop && state.looks.len() < MOST_LOOKS => {
                let from = state.point.clone();
                state.looks.push(Look {
                    from,
                    object,
                    value,
                });
            }
            _ => state.looks.clear(),
        }
    }

    /// Has a thread that is about to announce a look come back to where it was, by looks that
    /// could not be foreseen?
    pub(super) fn has_come_back(&self, thread: usize) -> Option<usize> {
        let state = &self.threads[thread];
        let live = self.test.looks[thread][state.point.at]?;
        state.looks.iter().rposition(|look| {
            look.from.at == state.point.at
                && live.agree(&look.from.registers, &state.point.registers)
        })
    }

    /// Does a thread wait in a loop although it would go on, had it not looked before?
    pub(super) fn is_in_vain(&self, thread: usize) -> bool {
        let state = &self.threads[thread];
        let first = match state.next {
            Next::Stalled(first) => Some(first),
            Next::Operation(Operation {
                guard: Some(Guard::Learnt(number)),
                object,
                ..
            }) => self
                .guards
                .get(&number)
                .and_then(|looker| self.leads_back(looker, self.memory[object.index()])),
            _ => None,
        };
        first.is_some_and(|first| {
            let mut looks = state.looks[first..].iter();
            looks.any(|look| self.memory[look.object.index()] != look.value)
        })
    }
}
