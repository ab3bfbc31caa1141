//! Condition variables: waiting to be notified.

use super::access::{CellSpot, Target, error};
use super::errno::ETIMEDOUT;
use super::fault::Fault;
use super::state::State;
use super::sync::{Act, CONDITION, MUTEX, OWNER};
use super::thread::{Frame, Next, Phase, Spot};
use super::{Chosen, Flow, Machine, Trouble};
use crate::address::Window;
use crate::code::{Reg, Word};
use mazurka_program::{Access, Edge, Kind, ObjectId, Operation, ProcessId, Step, Touch};

impl State {
    /// How many threads wait for the condition variable that a process is about to
    /// signal.
    pub(super) fn waiting_at_signal(&self, process: ProcessId) -> u32 {
        let t = self.thread_index(process);
        self.value_at(self.threads[t].spot) as u32
    }
}

impl Machine {
    /// `pthread_cond_wait` and `_timedwait`: one that is over at a time may end at any moment,
    /// and then it is that late.
    #[allow(clippy::too_many_arguments, reason = "as many as it depends on")]
    pub(super) fn wait_condition(
        &mut self,
        t: usize,
        condition: Word,
        mutex: Word,
        until: Option<u64>,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        self.check_no_block(t, "waits for a condition variable")?;
        let is_timed = until.is_some();
        let mut chosen = chosen;
        if self.state.phase(t) == Phase::Start && !is_timed && self.may_be_spurious(t) {
            let Some(is_spurious) = self.choose_spurious(t, chosen.take()) else {
                return Ok(Flow::Halt);
            };
            self.state.set_phase(
                t,
                if is_spurious {
                    Phase::Spurious
                } else {
                    Phase::Asked
                },
            );
        }
        if self.state.phase(t) == Phase::Spurious {
            if let Flow::Halt = self.let_go(t, mutex, chosen.take(), step)? {
                return Ok(Flow::Halt);
            }
            self.state.set_phase(t, Phase::Woken);
        }
        if matches!(self.state.phase(t), Phase::Start | Phase::Asked) {
            if chosen.is_none() {
                self.state.check_address(condition, CONDITION)?;
                self.state.check_address(mutex, MUTEX)?;
            }
            let flow = self.begin_wait(t, condition, mutex, chosen.take(), step)?;
            if let Flow::Halt = flow {
                return Ok(Flow::Halt);
            }
            if self.state.phase(t) == Phase::Leaves {
                return Ok(Flow::Go);
            }
            self.state.set_phase(t, Phase::Waits);
            if !is_timed {
                self.thread_mut(t).next = Next::Notified(condition.bits);
                return Ok(Flow::Halt);
            }
        }
        if self.state.phase(t) == Phase::Waits && is_timed {
            let waiting = (condition.bits, t as u32);
            let is_over = self.state.waiters.contains(&waiting);
            let left = u64::from(is_over);
            let act = Act::new(condition, 8, Kind::ReadModifyWrite, 0)
                .acquiring()
                .until(until.filter(|_| is_over));
            let ended = self.act(t, act, |value| value - left, chosen.take(), step)?;
            if ended.is_none() {
                return Ok(Flow::Halt);
            }
            self.state.take_waiter(waiting);
            self.tell_wait(is_over);
            let phase = if is_over {
                Phase::TimedOut
            } else {
                Phase::Woken
            };
            self.state.set_phase(t, phase);
        }
        let timed_out = self.state.phase(t) == Phase::TimedOut;
        let act = Act::new(mutex, 4, Kind::Lock, 0).acquiring();
        let Some(_) = self.act(t, act, |_| 1, chosen, step)? else {
            return Ok(Flow::Halt);
        };
        self.state
            .set_field(mutex, OWNER, 4, self.state.holder(t))?;
        if self.state.phase(t) == Phase::Cancelled {
            self.begin_leaving(t, Word::new(u64::MAX));
            return Ok(Flow::Go);
        }
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
        self.check_wait(t, mutex)?;
        let at = self.target(t, condition, 8, true)?;
        let lock = self.target(t, mutex, 4, true)?;
        self.use_strongly(&at)?;
        self.use_strongly(&lock)?;
        let is_shared = matches!(at, Target::Cell(_))
            || matches!(lock, Target::Cell(_))
            || self.can_be_cancelled(t) && !self.state.is_alone();
        if chosen.is_none() && is_shared && self.thread(t).atomic == 0 {
            let cell = match at {
                Target::Cell(cell) => cell,
                _ => self.own_cell(condition, 8)?,
            };
            let operation = self.wait_operation(t, cell.id);
            return Ok(self.announce(t, operation, cell.spot()));
        }
        self.progress(t);
        if self.is_cancelled_now(t, step) {
            self.begin_leaving(t, Word::new(u64::MAX));
            return Ok(Flow::Go);
        }
        for (target, address, size) in [(at, condition, 8), (lock, mutex, 4)] {
            let cell = match target {
                Target::Cell(cell) => cell,
                _ => self.own_cell(address, size)?,
            };
            let before = self.state.memory.read(cell.at, size);
            let live = self.state.check_live(cell.object, cell.at);
            let usable = live.and_then(|()| self.check_initialised(before));
            self.touch_failed(!is_shared, &[cell], usable, step)?;
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
                self.state.memory.write(cell.at, size, Word::new(after));
            }
        }
        self.state.set_field(mutex, OWNER, 4, 0)?;
        self.state.add_waiter((condition.bits, t as u32));
        if self.text.cancels && !self.thread(t).rare().waited.contains(&condition.bits) {
            self.thread_mut(t).rare_mut().waited.push(condition.bits);
        }
        Ok(Flow::Go)
    }

    /// Does the thread hold the mutex that it waits with?
    fn check_wait(&self, t: usize, mutex: Word) -> Result<(), Trouble> {
        let word = self.state.field(mutex, 0, 4)?;
        self.check_initialised(word)?;
        if word.bits == 0 || self.state.field(mutex, OWNER, 4)?.bits != self.state.holder(t) {
            let what = "a thread waits for a condition variable with a mutex that it does not hold";
            return Err(Fault::NotHeld(what.to_owned()).into());
        }
        Ok(())
    }

    /// Gives the mutex back, for a wait that ends spuriously: whether the thread is
    /// among the waiters meanwhile makes no difference, as no thread wakes it.
    fn let_go(
        &mut self,
        t: usize,
        mutex: Word,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        if chosen.is_none() {
            self.state.check_address(mutex, MUTEX)?;
            self.check_wait(t, mutex)?;
        }
        let act = Act::new(mutex, 4, Kind::Unlock, 0).releasing();
        let Some(_) = self.act(t, act, |_| 0, chosen, step)? else {
            return Ok(Flow::Halt);
        };
        self.state.set_field(mutex, OWNER, 4, 0)?;
        Ok(Flow::Go)
    }

    /// May the current instruction of a thread end spuriously? It may once.
    pub(super) fn may_be_spurious(&self, t: usize) -> bool {
        self.text.settings.spurious
            && self.thread(t).atomic == 0
            && !self.thread(t).rare().spurious.contains(&self.site(t))
    }

    /// Where a thread is: the function and the instruction, of the program if that has
    /// called one of our library.
    fn site(&self, t: usize) -> (u32, u32) {
        let is_known = |frame: &&Frame| self.text.place_of(frame) != 0;
        let mut frames = self.thread(t).frames.iter().rev();
        let frame = frames.find(is_known).unwrap_or(self.thread(t).frame());
        (frame.function, frame.pc)
    }

    /// Does it? None if that is yet to be chosen.
    pub(super) fn choose_spurious(&mut self, t: usize, chosen: Chosen) -> Option<bool> {
        let Some(alternative) = chosen else {
            let object = self.private(t);
            let operation = Operation::new(Kind::Choose, object, 2);
            self.announce(t, operation, Spot::Nowhere);
            return None;
        };
        // What it does next is not what it did the last time.
        self.progress(t);
        if alternative == 1 {
            let site = self.site(t);
            self.thread_mut(t).rare_mut().spurious.push(site);
            self.tell("spuriously".to_owned());
        }
        Some(alternative == 1)
    }

    /// The cell at an address that is the thread's own.
    pub(super) fn own_cell(&mut self, address: Word, size: u8) -> Result<CellSpot, Trouble> {
        let (object, offset) = self.state.memory.resolve(address.bits, u64::from(size))?;
        Ok(CellSpot {
            id: self.cell_id(object, offset),
            object,
            at: self.state.memory.object(object).start + offset as usize,
            size,
        })
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
            self.state.check_address(condition, CONDITION)?;
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
            until: None,
        };
        let after = |value: u64| if is_all { 0 } else { value - 1 };
        let Some(before) = self.act(t, act, after, chosen, step)? else {
            return Ok(Flow::Halt);
        };
        let count = if is_all { before } else { before.min(1) };
        let nth = self.woken(t, (before, is_all), chosen)?;
        for _ in 0..count {
            self.wake_waiter(t, condition.bits, nth, step);
        }
        Ok(self.give(t, to, 0))
    }

    /// Which of `waiting` threads a notification wakes: the alternative that was chosen, or,
    /// in an atomic block, one of the choices that were made before it.
    pub(super) fn woken(
        &mut self,
        t: usize,
        (waiting, is_all): (u64, bool),
        chosen: Chosen,
    ) -> Result<u32, Trouble> {
        if self.thread(t).atomic > 0 && waiting > 1 && !is_all {
            return Ok(self.pick_in_block(t, waiting)? as u32);
        }
        Ok(chosen.unwrap_or(0))
    }

    /// Within an atomic block no thread can wake one that sleeps.
    pub(super) fn check_no_block(&self, t: usize, sleeps: &str) -> Result<(), Trouble> {
        match self.thread(t).atomic {
            0 => Ok(()),
            _ => Err(error(format!(
                "a thread {sleeps} within an atomic section{}, where nothing can wake it, which \
                 is not supported",
                self.here(t)
            ))),
        }
    }

    /// Wakes the `nth` of the waiters, in the order of their names.
    pub(super) fn wake_waiter(&mut self, t: usize, condition: u64, nth: u32, step: &mut Step) {
        let mut waiting: Vec<u32> = self
            .state
            .waiters
            .iter()
            .filter(|(address, _)| *address == condition)
            .map(|(_, thread)| *thread)
            .collect();
        waiting.sort_by_key(|thread| {
            let process = self.state.threads[*thread as usize].process;
            self.tables.names.path(process)
        });
        let Some(woken) = waiting.get(nth as usize).or(waiting.first()).copied() else {
            return;
        };
        self.state.take_waiter((condition, woken));
        self.state.save_thread(woken as usize);
        self.follow_in_time(woken as usize, t);
        let thread = &mut self.state.threads[woken as usize];
        if thread.next == Next::Notified(condition) {
            thread.next = Next::Run;
            thread.frame_mut().phase = Phase::Woken;
            let process = thread.process;
            step.edges.push(Edge::Wake {
                process,
                by: self.thread(t).process,
            });
            self.taking.ready.push(woken);
        }
    }

    /// Something of an object that is not in memory.
    pub(super) fn part(&mut self, address: Word, part: u64) -> Result<ObjectId, Trouble> {
        let Some((window, offset)) = Window::of(address.bits) else {
            let address = address.bits;
            return Err(Fault::Null { address }.into());
        };
        let offset = offset as u64;
        let name = self.state.part_of(window, 1, offset << 40 | part);
        Ok(self.tables.names.object(name))
    }

    /// Carries out an operation on something that is not in memory, or announces it.
    pub(super) fn act_beside(
        &mut self,
        t: usize,
        operation: Operation,
        after: impl Fn(u64) -> u64,
        chosen: Chosen,
        step: &mut Step,
    ) -> Option<u64> {
        let object = operation.object;
        if chosen.is_none() && self.thread(t).atomic == 0 && !self.state.is_alone() {
            self.announce(t, operation, Spot::Beside(object));
            return None;
        }
        let before = self.state.beside.get(&object).copied().unwrap_or(0);
        let access = operation.access_at(before).unwrap_or(Access::Write);
        let value = if access.changes() {
            after(before)
        } else {
            before
        };
        self.state.set_beside(object, value);
        self.progress(t);
        self.touch(Touch::new(object, access, before, value), step);
        Some(before)
    }
}
