//! Robust mutexes: the next to lock one is told that its holder has ended.

use super::errno::{EINVAL, ENOTRECOVERABLE, EOWNERDEAD};
use super::sync::{Act, How, OWNER};
use super::{Chosen, Flow, Machine, Trouble};
use crate::code::{Reg, Word};
use mazurka_program::{Kind, Step};

/// The bit of a mutex's kind that says so.
pub(super) const ROBUST: u64 = 16;

/// Where such a mutex keeps what became of its holders.
const STATE: u64 = 20;
/// A holder has ended, and no thread has locked it since.
const ORPHANED: u64 = 1;
/// It was given back when it was inconsistent, and cannot be used any more.
const LOST: u64 = 2;
/// A thread has locked it since its holder ended, and has not yet said that all is well again.
const INCONSISTENT: u64 = 3;

impl Machine {
    /// Locks a robust mutex.
    pub(super) fn lock_robust(
        &mut self,
        t: usize,
        mutex: Word,
        how: How,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let kind = match how {
            How::Wait => Kind::Lock,
            How::Try | How::Until(_) => Kind::TryLock,
        };
        // No other thread changes this while the lock is free.
        let state = self.state.field(mutex, STATE, 4)?.bits;
        let taken = u64::from(state != LOST);
        let act = Act::new(mutex, 4, kind, 0).acquiring().until(how.until());
        let Some(before) = self.act(t, act, |_| taken, chosen, step)? else {
            return Ok(Flow::Halt);
        };
        if before != 0 {
            return Ok(self.give(t, to, how.refusal()));
        }
        if state == LOST {
            return Ok(self.give(t, to, ENOTRECOVERABLE));
        }
        self.state
            .set_field(mutex, OWNER, 4, self.state.holder(t))?;
        self.thread_mut(t).rare_mut().robust.push(mutex.bits);
        if state == ORPHANED {
            self.state.set_field(mutex, STATE, 4, INCONSISTENT)?;
            return Ok(self.give(t, to, EOWNERDEAD));
        }
        Ok(self.give(t, to, 0))
    }

    /// A robust mutex is given back by its holder.
    pub(super) fn forget_robust(&mut self, t: usize, mutex: Word) -> Result<(), Trouble> {
        if self.state.field(mutex, STATE, 4)?.bits == INCONSISTENT {
            self.state.set_field(mutex, STATE, 4, LOST)?;
        }
        self.thread_mut(t)
            .rare_mut()
            .robust
            .retain(|held| *held != mutex.bits);
        Ok(())
    }

    /// `pthread_mutex_consistent`.
    pub(super) fn make_consistent(
        &mut self,
        t: usize,
        mutex: Word,
        to: Reg,
    ) -> Result<Flow, Trouble> {
        let is_mine = self.thread(t).rare().robust.contains(&mutex.bits);
        if !is_mine || self.state.field(mutex, STATE, 4)?.bits != INCONSISTENT {
            return Ok(self.give(t, to, EINVAL));
        }
        self.state.set_field(mutex, STATE, 4, 0)?;
        Ok(self.give(t, to, 0))
    }

    /// Gives back one of the robust mutexes that a thread holds at its end. False if
    /// that is yet to be chosen.
    pub(super) fn orphan_robust(
        &mut self,
        t: usize,
        mutex: u64,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let mutex = Word::new(mutex);
        let act = Act::new(mutex, 4, Kind::Unlock, 0).releasing();
        let Some(_) = self.act(t, act, |_| 0, chosen, step)? else {
            return Ok(Flow::Halt);
        };
        self.state.set_field(mutex, OWNER, 4, 0)?;
        self.state.set_field(mutex, STATE, 4, ORPHANED)?;
        self.thread_mut(t)
            .rare_mut()
            .robust
            .retain(|held| *held != mutex.bits);
        Ok(Flow::Go)
    }
}
