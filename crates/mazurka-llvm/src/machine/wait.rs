//! Condition variables and barriers: waiting for others.

use super::access::{CellSpot, Target, error};
use super::fault::Fault;
use super::sync::{Act, ETIMEDOUT, OWNER};
use super::thread::{Next, Spot};
use super::undo::Change;
use super::{Chosen, Flow, Machine, Trouble};
use crate::code::{Reg, Word};
use mazurka_program::{
    Access, Edge, Kind, ObjectId, ObjectName, Operation, ProcessId, Step, Touch,
};

/// The parts of a barrier from here on belong to one thread each.
const BARRIER_COUNT: u64 = 1 << 32;

/// Phases of what takes several steps.
const WAITS: u8 = 1;
const WOKEN: u8 = 2;
const TIMED_OUT: u8 = 3;
const ARRIVED: u8 = 4;
const PASSED: u8 = 5;

impl Machine {
    /// `pthread_cond_wait` and `_timedwait`. Time does not pass: a wait with a
    /// timeout may end at any moment.
    #[allow(clippy::too_many_arguments, reason = "as many as it depends on")]
    pub(super) fn wait_condition(
        &mut self,
        t: usize,
        condition: Word,
        mutex: Word,
        is_timed: bool,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let mut chosen = chosen;
        if self.threads[t].frame().phase == 0 {
            if chosen.is_none() {
                self.check_address(condition, 48)?;
                self.check_address(mutex, 40)?;
            }
            let flow = self.begin_wait(t, condition, mutex, chosen.take(), step)?;
            if let Flow::Halt = flow {
                return Ok(Flow::Halt);
            }
            self.threads[t].frame_mut().phase = WAITS;
            if !is_timed {
                self.threads[t].next = Next::Notified(condition.bits);
                return Ok(Flow::Halt);
            }
        }
        if self.threads[t].frame().phase == WAITS && is_timed {
            let act = Act::new(condition, 8, Kind::ReadModifyWrite, 0).acquiring();
            let waiting = (condition.bits, t as u32);
            let place = self.waiters.iter().position(|waiter| *waiter == waiting);
            let left = u64::from(place.is_some());
            let ended = self.act(t, act, |value| value - left, chosen.take(), step)?;
            if ended.is_none() {
                return Ok(Flow::Halt);
            }
            if let Some(place) = place {
                self.save(|machine| Change::Waiters(machine.waiters.clone()));
                self.waiters.remove(place);
            }
            let phase = if place.is_some() { TIMED_OUT } else { WOKEN };
            self.threads[t].frame_mut().phase = phase;
        }
        let timed_out = self.threads[t].frame().phase == TIMED_OUT;
        let act = Act::new(mutex, 4, Kind::Lock, 0).acquiring();
        let Some(_) = self.act(t, act, |_| 1, chosen, step)? else {
            return Ok(Flow::Halt);
        };
        self.set_field(mutex, OWNER, 4, self.holder(t))?;
        Ok(self.give(t, to, if timed_out { ETIMEDOUT } else { 0 }))
    }

    /// Gives the mutex back and joins the waiters, at once.
    fn begin_wait(
        &mut self,
        t: usize,
        condition: Word,
        mutex: Word,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        if chosen.is_none() && !self.fence(t, step) {
            return Ok(Flow::Halt);
        }
        let word = self.field(mutex, 0, 4)?;
        self.check_initialised(word)?;
        let is_mine = word.bits != 0 && self.field(mutex, OWNER, 4)?.bits == self.holder(t);
        if !is_mine {
            let what = "a thread waits for a condition variable with a mutex that it does not hold";
            return Err(Fault::NotHeld(what.to_owned()).into());
        }
        let at = self.target(t, condition, 8, true)?;
        let lock = self.target(t, mutex, 4, true)?;
        let is_shared = matches!(at, Target::Cell(_)) || matches!(lock, Target::Cell(_));
        if chosen.is_none() && is_shared && self.threads[t].atomic == 0 {
            let cell = match at {
                Target::Cell(cell) => cell,
                _ => self.own_cell(condition, 8)?,
            };
            return Ok(self.announce(t, Operation::new(Kind::Wait, cell.id, 0), cell.spot()));
        }
        self.progress(t);
        for (target, address, size) in [(at, condition, 8), (lock, mutex, 4)] {
            let cell = match target {
                Target::Cell(cell) => cell,
                _ => self.own_cell(address, size)?,
            };
            self.check_live(cell.object, cell.at)?;
            let before = self.memory.read(cell.at, size);
            self.check_initialised(before)?;
            let (after, access) = match size {
                8 => (before.bits + 1, Access::Add),
                _ => {
                    self.race_release(t, cell.id);
                    (0, Access::Write)
                }
            };
            if is_shared {
                self.write_cell(cell, Word::new(after), access, step);
            } else {
                self.memory.write(cell.at, size, Word::new(after));
            }
        }
        self.set_field(mutex, OWNER, 4, 0)?;
        self.save(|machine| Change::Waiters(machine.waiters.clone()));
        self.waiters.push((condition.bits, t as u32));
        Ok(Flow::Go)
    }

    /// The cell at an address that is the thread's own.
    fn own_cell(&mut self, address: Word, size: u8) -> Result<CellSpot, Trouble> {
        let (object, offset) = self.memory.resolve(address.bits, u64::from(size))?;
        Ok(CellSpot {
            id: self.cell_id(object, offset),
            object,
            at: self.memory.object(object).start + offset as usize,
            size,
        })
    }

    /// How many threads wait for the condition variable that a process is about to
    /// signal.
    pub(super) fn waiting_at_signal(&self, process: ProcessId) -> u32 {
        let t = self.thread_index(process);
        let Spot::Memory { at, size, .. } = self.threads[t].spot else {
            return 0;
        };
        self.memory.read(at, size).bits as u32
    }

    /// `pthread_cond_signal` wakes one of the waiters, any; `_broadcast` all.
    pub(super) fn notify(
        &mut self,
        t: usize,
        condition: Word,
        is_all: bool,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        if chosen.is_none() {
            self.check_address(condition, 48)?;
        }
        let act = Act {
            address: condition,
            size: 8,
            kind: if is_all {
                Kind::NotifyAll
            } else {
                Kind::NotifyOne
            },
            operand: 0,
            acquires: false,
            releases: true,
        };
        let after = |value: u64| if is_all { 0 } else { value - 1 };
        let Some(before) = self.act(t, act, after, chosen, step)? else {
            return Ok(Flow::Halt);
        };
        let count = if is_all { before } else { before.min(1) };
        for _ in 0..count {
            self.wake_waiter(t, condition.bits, chosen.unwrap_or(0), step);
        }
        Ok(self.give(t, to, 0))
    }

    /// Wakes the `nth` of the waiters, in the order of their names.
    fn wake_waiter(&mut self, t: usize, condition: u64, nth: u32, step: &mut Step) {
        let mut waiting: Vec<u32> = self
            .waiters
            .iter()
            .filter(|(address, _)| *address == condition)
            .map(|(_, thread)| *thread)
            .collect();
        waiting.sort_by_key(|thread| {
            let process = self.threads[*thread as usize].process;
            self.names.path(process)
        });
        let Some(woken) = waiting.get(nth as usize).or(waiting.first()).copied() else {
            return;
        };
        self.save(|machine| Change::Waiters(machine.waiters.clone()));
        self.save_thread(woken as usize);
        self.waiters.retain(|waiter| *waiter != (condition, woken));
        let thread = &mut self.threads[woken as usize];
        if thread.next == Next::Notified(condition) {
            thread.next = Next::Run;
            thread.frame_mut().phase = WOKEN;
            let process = thread.process;
            step.edges.push(Edge::Wake {
                process,
                by: self.threads[t].process,
            });
            self.ready.push(woken);
        }
    }

    /// Something of an object that is not in memory.
    fn part(&mut self, address: Word, part: u64) -> Result<ObjectId, Trouble> {
        let (object, offset) = self.memory.resolve(address.bits, 8)?;
        let window = self.memory.object(object).window;
        let creator = self
            .threads
            .iter()
            .find(|thread| thread.arena == window.arena);
        Ok(self.names.object(ObjectName {
            creator: creator.map(|thread| thread.process),
            place: u64::from(window.number) << 1 | u64::from(window.is_large),
            generation: 1,
            part: offset << 40 | part,
        }))
    }

    /// Carries out an operation on something that is not in memory, or announces it.
    fn act_beside(
        &mut self,
        t: usize,
        operation: Operation,
        after: impl Fn(u64) -> u64,
        chosen: Chosen,
        step: &mut Step,
    ) -> Option<u64> {
        let object = operation.object;
        if chosen.is_none() && self.threads[t].atomic == 0 && !self.is_alone() {
            self.announce(t, operation, Spot::Beside(object));
            return None;
        }
        let before = self.beside.get(&object).copied().unwrap_or(0);
        let access = operation.access_at(before).unwrap_or(Access::Write);
        let value = if access.changes() {
            after(before)
        } else {
            before
        };
        self.set_beside(object, value);
        self.progress(t);
        self.touch(Touch::new(object, access, before, value), step);
        Some(before)
    }

    fn set_beside(&mut self, object: ObjectId, value: u64) {
        self.save(|machine| Change::Beside(object, machine.beside.get(&object).copied()));
        self.beside.insert(object, value);
    }

    /// `pthread_barrier_wait`. To arrive is to add one to the count of a generation,
    /// and arrivals commute; to go on is a second operation, and a third decides who
    /// is told that it was the last.
    pub(super) fn wait_barrier(
        &mut self,
        t: usize,
        barrier: Word,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        const LAST: u64 = u64::MAX >> 32;
        let mut chosen = chosen;
        self.check_address(barrier, 32)?;
        let size = self.field(barrier, 0, 4)?;
        self.check_initialised(size)?;
        if size.bits == 0 {
            return Err(Fault::Misuse("the barrier was never initialised".to_owned()).into());
        }
        if size.bits == 1 {
            return Ok(self.give(t, to, LAST));
        }
        if self.threads[t].frame().phase == 0 {
            if chosen.is_none() && !self.fence(t, step) {
                return Ok(Flow::Halt);
            }
            let own = BARRIER_COUNT * 2 + u64::from(self.threads[t].arena);
            let own = self.part(barrier, own)?;
            let generation = self.beside.get(&own).copied().unwrap_or(0);
            let count = self.part(barrier, 1 + 2 * generation)?;
            let operation = Operation::new(Kind::Add, count, 1);
            let Some(before) = self.act_beside(t, operation, |n| n + 1, chosen.take(), step) else {
                return Ok(Flow::Halt);
            };
            self.race_release(t, count);
            if before >= size.bits {
                return Err(error(format!(
                    "a barrier for {} threads is used by more{}: not supported",
                    size.bits,
                    self.here(t)
                )));
            }
            self.set_beside(own, generation + 1);
            self.threads[t].frame_mut().kept = generation;
            self.threads[t].frame_mut().phase = ARRIVED;
        }
        let generation = self.threads[t].frame().kept;
        if self.threads[t].frame().phase == ARRIVED {
            let count = self.part(barrier, 1 + 2 * generation)?;
            if chosen.take().is_none() {
                let object = self.private(t);
                let operation = Operation::new(Kind::Receive, object, 0);
                self.threads[t].awaited = vec![(count, Spot::Beside(count), size.bits)];
                return Ok(self.announce(t, operation, Spot::Beside(count)));
            }
            self.threads[t].awaited.clear();
            let value = self.beside.get(&count).copied().unwrap_or(0);
            self.touch(Touch::new(count, Access::Read, value, value), step);
            self.race_acquire(t, count);
            self.threads[t].frame_mut().phase = PASSED;
        }
        let leader = self.part(barrier, 2 + 2 * generation)?;
        let operation = Operation::new(Kind::CompareExchange, leader, 0);
        let Some(before) = self.act_beside(t, operation, |_| 1, chosen, step) else {
            return Ok(Flow::Halt);
        };
        Ok(self.give(t, to, if before == 0 { LAST } else { 0 }))
    }

    /// Have all arrived at the barrier that a thread waits at?
    pub(super) fn has_arrived(&self, t: usize) -> bool {
        let mut awaited = self.threads[t].awaited.iter();
        awaited.all(|(_, spot, value)| self.value_at(*spot) == *value)
    }
}
