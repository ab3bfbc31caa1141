//! Barriers.
//!
//! As long as no more threads use a barrier than it is for, the round of an arrival is
//! how often its thread has arrived before: arrivals commute. Where more do, or where a
//! barrier is made or destroyed while other threads run, an arrival takes a number, and
//! the round follows from that; which of the two a program needs is learnt.

use super::access::{CellSpot, Target, error};
use super::errno::EINVAL;
use super::fault::Fault;
use super::sync::BARRIER;
use super::thread::{Phase, Spot};
use super::{Chosen, Flow, Machine, Trouble};
use crate::code::{Reg, Word};
use mazurka_program::{Access, Kind, ObjectId, Operation, Step, Touch};

// The parts of a barrier.

/// By the round: how many have arrived, and whether a thread was told to be the last.
const ROUNDS: u64 = 0;
/// Where arrivals take numbers: how many have, and, by the round, whether it is over.
const CROWD: u64 = 1 << 34;
/// By the thread: how often it has arrived.
const OWN: u64 = 2 << 34;
/// How often the barrier was initialised.
const MADE: u64 = 3 << 34;

/// Rounds of a barrier before it is initialised again.
const MOST_ROUNDS: u64 = 1 << 18;

/// `PTHREAD_BARRIER_SERIAL_THREAD`.
const LAST: u64 = u64::MAX >> 32;

impl Machine {
    /// A part of a barrier since it was last initialised.
    fn barrier_part(&mut self, barrier: Word, part: u64) -> Result<ObjectId, Trouble> {
        let made = self.part(barrier, MADE)?;
        let made = self.state.value_beside(made);
        self.part(barrier, part | made << 20)
    }

    /// `pthread_barrier_init`.
    pub(super) fn init_barrier(
        &mut self,
        t: usize,
        (barrier, count): (Word, Word),
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let count = count.bits & 0xffff_ffff;
        if count == 0 {
            return Ok(self.give(t, to, EINVAL));
        }
        if !self.may_change(t, chosen, step)? {
            return Ok(Flow::Halt);
        }
        self.state.check_address(barrier, BARRIER)?;
        self.touch_made(barrier, true, step)?;
        if self.state.phase(t) == Phase::Start {
            let word = self.state.field(barrier, 0, 8)?;
            if word.undefined == 0 && word.bits != 0 {
                let words = "a barrier is initialised again that was not destroyed";
                return Err(Fault::Misuse(words.to_owned()).into());
            }
        }
        let flow = self.initialise(t, (barrier, BARRIER), count, to, chosen, step)?;
        if let Flow::Go = flow {
            let made = self.part(barrier, MADE)?;
            let before = self.state.value_beside(made);
            self.write_beside(made, before + 1, step);
        }
        Ok(flow)
    }

    /// `pthread_barrier_destroy`: looks at all rounds, so that it is known whether
    /// a thread waits.
    pub(super) fn destroy_barrier(
        &mut self,
        t: usize,
        barrier: Word,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        if !self.may_change(t, chosen, step)? {
            return Ok(Flow::Halt);
        }
        self.state.check_address(barrier, BARRIER)?;
        self.touch_made(barrier, true, step)?;
        let size = self.barrier_size(barrier)?;
        let target = self.target(t, barrier, 8, true)?;
        self.use_strongly(&target)?;
        self.progress(t);
        let numbers = self.barrier_part(barrier, CROWD)?;
        if !self.look_beside(numbers, step).is_multiple_of(size) {
            let words = "a barrier is destroyed while threads wait at it";
            return Err(Fault::Misuse(words.to_owned()).into());
        }
        self.clear_barrier(t, &target, step);
        Ok(self.give(t, to, 0))
    }

    /// Is a barrier made or destroyed now? If others run, that is an event, and so is
    /// for those who arrive whether it is there.
    fn may_change(&mut self, t: usize, chosen: Chosen, step: &mut Step) -> Result<bool, Trouble> {
        if self.state.is_alone() || self.thread(t).atomic > 0 || chosen.is_some() {
            return Ok(true);
        }
        if !self.tables.knowledge.is_crowded() {
            self.tables.knowledge.set_crowded();
            return Err(self.tables.refined());
        }
        if self.fence(t, step) {
            self.announce_change(t);
        }
        Ok(false)
    }

    /// An access of whether a barrier is there.
    fn touch_made(&mut self, barrier: Word, writes: bool, step: &mut Step) -> Result<(), Trouble> {
        if !self.state.is_alone() && self.tables.knowledge.is_crowded() {
            let made = self.part(barrier, MADE)?;
            let value = self.state.value_beside(made);
            let access = if writes { Access::Write } else { Access::Read };
            self.touch(Touch::new(made, access, value, value), step);
        }
        Ok(())
    }

    /// The word of a barrier that is destroyed becomes zero.
    fn clear_barrier(&mut self, t: usize, target: &Target, step: &mut Step) {
        let zero = Word::new(0);
        let mut clear = |cell: &CellSpot| self.write_cell(*cell, zero, Access::Write, step);
        match target {
            Target::Cell(cell) => clear(cell),
            Target::Cells(cells) => cells.iter().for_each(clear),
            Target::Own { at, .. } => self.write_own(t, *at, 8, zero),
        }
    }

    /// Looks at a part of a barrier.
    fn look_beside(&mut self, object: ObjectId, step: &mut Step) -> u64 {
        let value = self.state.value_beside(object);
        if !self.state.is_alone() {
            self.touch(Touch::new(object, Access::Read, value, value), step);
        }
        value
    }

    /// How many threads a barrier is for.
    fn barrier_size(&self, barrier: Word) -> Result<u64, Trouble> {
        let size = self.state.field(barrier, 0, 4)?;
        self.check_initialised(size)?;
        match size.bits {
            0 => {
                let words = "the barrier was never initialised, or was destroyed";
                Err(Fault::Misuse(words.to_owned()).into())
            }
            size => Ok(size),
        }
    }

    /// `pthread_barrier_wait`. To arrive is to add one to the count of a round, or to
    /// take a number; to go on is a second operation, and where arrivals commute a
    /// third decides who is told that it was the last.
    pub(super) fn wait_barrier(
        &mut self,
        t: usize,
        barrier: Word,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let mut chosen = chosen;
        let mut size = 0;
        if self.state.phase(t) == Phase::Start {
            if chosen.is_none() && !self.fence(t, step) {
                return Ok(Flow::Halt);
            }
            let is_crowd = self.tables.knowledge.is_crowded();
            let is_event = !self.state.is_alone() && self.thread(t).atomic == 0;
            if is_crowd && is_event && chosen.is_none() {
                return Ok(self.announce_change(t));
            }
            self.touch_made(barrier, false, step)?;
            self.state.check_address(barrier, BARRIER)?;
            size = self.barrier_size(barrier)?;
            if size == 1 {
                return Ok(self.give(t, to, LAST));
            }
            self.check_no_block(t, "waits at a barrier")?;
            let round = match is_crowd {
                true => {
                    chosen = None;
                    self.take_number(t, barrier, size, step)?
                }
                false => self.arrive(t, barrier, size, chosen.take(), step)?,
            };
            let Some(round) = round else {
                return Ok(Flow::Halt);
            };
            if round >= MOST_ROUNDS {
                return Err(error(format!(
                    "a barrier has more than {MOST_ROUNDS} rounds{}",
                    self.here(t)
                )));
            }
            self.thread_mut(t).frame_mut().kept |= round;
            self.state.set_phase(t, Phase::Arrived);
        }
        self.pass(t, (barrier, size), to, chosen, step)
    }

    /// Adds one to the arrivals of the thread's next round: which round that is.
    fn arrive(
        &mut self,
        t: usize,
        barrier: Word,
        size: u64,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Option<u64>, Trouble> {
        let own = OWN | u64::from(self.thread(t).arena);
        let own = self.part(barrier, own)?;
        let made = self.part(barrier, MADE)?;
        let made = self.state.value_beside(made) << 32;
        let round = self.state.value_beside(own);
        let round = round.saturating_sub(made);
        let count = self.barrier_part(barrier, ROUNDS | (1 + 2 * round))?;
        let operation = Operation::new(Kind::Add, count, 1);
        let Some(before) = self.act_beside(t, operation, |n| n + 1, chosen, step) else {
            return Ok(None);
        };
        if before >= size {
            self.tables.knowledge.set_crowded();
            return Err(self.tables.refined());
        }
        self.race_release(t, count);
        self.state.set_beside(own, made + round + 1);
        Ok(Some(round))
    }

    /// Takes the next number: the round that it belongs to. Who completes a round ends
    /// it, and is the one that was the last.
    fn take_number(
        &mut self,
        t: usize,
        barrier: Word,
        size: u64,
        step: &mut Step,
    ) -> Result<Option<u64>, Trouble> {
        self.progress(t);
        let numbers = self.barrier_part(barrier, CROWD)?;
        let number = self.state.value_beside(numbers);
        self.write_beside(numbers, number + 1, step);
        let round = number / size;
        let is_over = self.barrier_part(barrier, CROWD | (1 + round))?;
        self.race_release(t, is_over);
        if number % size == size - 1 {
            self.write_beside(is_over, size, step);
            self.thread_mut(t).frame_mut().kept = LAST_OF_CROWD;
        }
        Ok(Some(round))
    }

    fn write_beside(&mut self, object: ObjectId, value: u64, step: &mut Step) {
        let before = self.state.value_beside(object);
        self.state.set_beside(object, value);
        if !self.state.is_alone() {
            self.touch(Touch::new(object, Access::Write, before, value), step);
        }
    }

    /// Goes on when the round is over. (By then the barrier itself may be gone.)
    fn pass(
        &mut self,
        t: usize,
        (barrier, size): (Word, u64),
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let mut chosen = chosen;
        let kept = self.thread(t).frame().kept;
        let round = kept & !LAST_OF_CROWD;
        let is_crowd = self.tables.knowledge.is_crowded();
        if self.state.phase(t) == Phase::Arrived {
            if chosen.take().is_none() {
                let part = match is_crowd {
                    true => CROWD | (1 + round),
                    false => ROUNDS | (1 + 2 * round),
                };
                let count = self.barrier_part(barrier, part)?;
                let spot = Spot::Beside(count);
                let object = self.private(t);
                let operation = Operation::new(Kind::Receive, object, 0);
                self.thread_mut(t).awaited = vec![(count, spot, size)];
                return Ok(self.announce(t, operation, spot));
            }
            // (The barrier may have been made anew since.)
            for (count, ..) in std::mem::take(&mut self.thread_mut(t).awaited) {
                self.look_beside(count, step);
                self.race_acquire(t, count);
            }
            self.state.set_phase(t, Phase::Passed);
        }
        if is_crowd {
            return Ok(self.give(t, to, if kept & LAST_OF_CROWD != 0 { LAST } else { 0 }));
        }
        if !self.text.code.asks_for_serial {
            return Ok(self.give(t, to, 0));
        }
        let leader = self.barrier_part(barrier, ROUNDS | (2 + 2 * round))?;
        let operation = Operation::new(Kind::CompareExchange, leader, 0);
        let Some(before) = self.act_beside(t, operation, |_| 1, chosen, step) else {
            return Ok(Flow::Halt);
        };
        Ok(self.give(t, to, if before == 0 { LAST } else { 0 }))
    }
}

/// Remembered by a thread that completed a round.
const LAST_OF_CROWD: u64 = 1 << 63;
