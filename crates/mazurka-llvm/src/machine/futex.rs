//! Futexes: threads that sleep until those at an address are woken.
//!
//! Who sleeps at an address is counted beside it. To begin to sleep is to look at the
//! word and to join the count, at once; to wake is an operation on the count, as a
//! notification of a condition variable is. So is the end of a sleep that is over at a time.

use super::access::{Target, error};
use super::errno::ETIMEDOUT;
use super::fault::Fault;
use super::thread::{Next, Phase, Spot};
use super::{Chosen, Flow, Machine, Trouble};
use crate::code::{Reg, Word};
use mazurka_program::{Access, Kind, ObjectId, Operation, Step, Touch};

/// What `__mazurka_futex_wait` returns if the word is another: `-EAGAIN`.
const DIFFERS: u64 = (-11i64) as u64;

/// The part of an object that counts who sleeps at an address.
const SLEEPERS: u64 = 1 << 39;

impl Machine {
    fn sleepers(&mut self, address: Word) -> Result<ObjectId, Trouble> {
        self.part(address, SLEEPERS)
    }

    /// `FUTEX_WAIT`: sleeps if the word at an address is as expected, maybe until a time.
    pub(super) fn wait_futex(
        &mut self,
        t: usize,
        (address, expected): (Word, Word),
        until: Option<u64>,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        if let (Phase::Sleeps, Some(until)) = (self.state.phase(t), until) {
            return self.end_sleep(t, address, until, to, chosen, step);
        }
        if self.state.phase(t) != Phase::Start {
            // It was woken.
            return Ok(self.give(t, to, 0));
        }
        self.state.check_address(address, 4)?;
        if self.is_graph() && !self.state.is_alone_in(true) {
            return Err(error(format!(
                "a thread sleeps at a futex{}, which is not supported with execution graphs: use \
                 a condition variable, or check the program under sc, tso or pso with another \
                 algorithm",
                self.here(t)
            )));
        }
        if chosen.is_none() && !self.fence(t, step) {
            return Ok(Flow::Halt);
        }
        let target = self.target(t, address, 4, true)?;
        if chosen.is_none() && self.thread(t).atomic == 0 && !self.state.is_alone() {
            return Ok(self.announce_change(t));
        }
        let cells = match target {
            Target::Own { .. } => Vec::new(),
            Target::Cell(cell) => vec![cell],
            Target::Cells(cells) => cells,
        };
        for cell in cells {
            let live = self.state.check_live(cell.object, cell.at);
            self.touch_failed(false, &[cell], live, step)?;
            let value = self.state.memory.read(cell.at, cell.size).bits;
            self.touch(Touch::new(cell.id, Access::Read, value, value), step);
            self.race_acquire(t, cell.id);
        }
        let word = self.state.field(address, 0, 4)?;
        if word.undefined | expected.undefined & 0xffff_ffff != 0 {
            let what = "the value of a futex";
            self.pardon(t, Fault::Undefined { what }, step)?;
        }
        self.progress(t);
        if word.bits != expected.bits & 0xffff_ffff {
            return Ok(self.give(t, to, DIFFERS));
        }
        self.check_no_block(t, "sleeps at a futex")?;
        let sleepers = self.sleepers(address)?;
        let before = self.state.value_at(Spot::Beside(sleepers));
        self.state.set_beside(sleepers, before + 1);
        if !self.state.is_alone() {
            self.touch(Touch::new(sleepers, Access::Add, before, before + 1), step);
        }
        self.state.add_waiter((address.bits, t as u32));
        self.state.set_phase(t, Phase::Sleeps);
        if let Some(until) = until {
            return self.end_sleep(t, address, until, to, None, step);
        }
        self.thread_mut(t).next = Next::Notified(address.bits);
        Ok(Flow::Halt)
    }

    /// A sleep ends because the time is over, or because the thread was woken before.
    fn end_sleep(
        &mut self,
        t: usize,
        address: Word,
        until: u64,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let sleepers = self.sleepers(address)?;
        let sleeping = (address.bits, t as u32);
        let is_over = self.state.waiters.contains(&sleeping);
        if is_over && (chosen.is_some() || self.state.is_alone()) {
            self.sleep(t, 0, until);
        }
        let operation = Operation::new(Kind::ReadModifyWrite, sleepers, 0);
        let after = |count: u64| count - u64::from(is_over);
        if self.act_beside(t, operation, after, chosen, step).is_none() {
            return Ok(Flow::Halt);
        }
        self.state.take_waiter(sleeping);
        self.tell_wait(is_over);
        let code = if is_over { ETIMEDOUT.wrapping_neg() } else { 0 };
        Ok(self.give(t, to, code))
    }

    /// `FUTEX_WAKE`: wakes one of those that sleep at an address, any, or all; how many
    /// it woke.
    pub(super) fn wake_futex(
        &mut self,
        t: usize,
        (address, is_all): (Word, Word),
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        self.state.check_address(address, 4)?;
        if chosen.is_none() && !self.fence(t, step) {
            return Ok(Flow::Halt);
        }
        let sleepers = self.sleepers(address)?;
        let is_all = is_all.bits & 0xffff_ffff != 0;
        let kind = match is_all {
            true => Kind::NotifyAll,
            false => Kind::NotifyOne,
        };
        let operation = Operation::new(kind, sleepers, 0);
        let after = |count: u64| if is_all { 0 } else { count - 1 };
        let Some(before) = self.act_beside(t, operation, after, chosen, step) else {
            return Ok(Flow::Halt);
        };
        let count = if is_all { before } else { before.min(1) };
        let nth = self.woken(t, (before, is_all), chosen)?;
        for _ in 0..count {
            self.wake_waiter(t, address.bits, nth, step);
        }
        Ok(self.give(t, to, count))
    }
}
