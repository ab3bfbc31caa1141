//! What threads synchronise with: pthreads and semaphores.
//!
//! The state of a mutex, a semaphore and so on is in its own memory, in the place
//! where glibc keeps it, as far as initialisers write it: a lock word that is zero
//! when it is free, and the kind of a mutex. That word is the object of the
//! operations; what only the holder changes beside it (its name, how often it holds
//! a recursive mutex) is no event. So copies, missing initialisation and use after
//! free are found like those of all other memory.

use super::access::{CellSpot, Target, error};
use super::fault::Fault;
use super::thread::{After, Next, Spot};
use super::{Chosen, Flow, Machine, Trouble};
use crate::address;
use crate::code::{Access as Mode, Reg, Word};
use mazurka_program::{
    Access, EXCLUSIVE, Edge, Kind, ObjectId, ObjectName, Operation, ProcessId, Step, Touch,
};

/// Codes that functions return.
pub(super) const EAGAIN: u64 = 11;
pub(super) const EBUSY: u64 = 16;
const EPERM: u64 = 1;
const ESRCH: u64 = 3;
const EINVAL: u64 = 22;
const EDEADLK: u64 = 35;
const ETIMEDOUT: u64 = 110;

/// Where a mutex keeps how often it is held, by whom, and its kind.
const COUNT: u64 = 4;
const OWNER: u64 = 8;
const KIND: u64 = 16;
const RECURSIVE: u64 = 1;
const ERROR_CHECK: u64 = 2;
/// The kind of a mutex that was destroyed.
const DESTROYED: u64 = 0x7fff;

/// The parts of a barrier.
const BARRIER_COUNT: u64 = 1 << 32;

/// Phases of operations in several steps.
const WAITS: u8 = 1;
const WOKEN: u8 = 2;
const TIMED_OUT: u8 = 3;
const ARRIVED: u8 = 4;
const PASSED: u8 = 5;
const SPAWNED: u8 = 6;
const RUNS: u8 = 7;

fn plain(size: u8) -> Mode {
    Mode {
        size,
        order: None,
        is_volatile: false,
    }
}

/// An operation on the word of something that synchronises.
#[derive(Clone, Copy)]
pub(super) struct Act {
    pub(super) address: Word,
    pub(super) size: u8,
    pub(super) kind: Kind,
    pub(super) operand: u64,
    /// Whom it orders with others: does it acquire, does it release?
    pub(super) acquires: bool,
    pub(super) releases: bool,
}

impl Machine {
    /// Carries out an operation on one word, or announces it. None if the thread
    /// waits; else what the word was.
    pub(super) fn act(
        &mut self,
        t: usize,
        act: Act,
        after: impl Fn(u64) -> u64,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Option<u64>, Trouble> {
        let in_block = self.threads[t].atomic > 0;
        if chosen.is_none() && !in_block && !self.fence(t, step) {
            return Ok(None);
        }
        let target = self.target(t, act.address, act.size, act.kind != Kind::Load)?;
        let cell = match target {
            Target::Own { object, at } => {
                let before = self.memory.read(at, act.size);
                self.check_initialised(before)?;
                let operation = Operation::new(act.kind, ObjectId(0), act.operand);
                if operation.enabled_at(before.bits) {
                    let access = operation.access_at(before.bits).unwrap_or(Access::Write);
                    if access.changes() {
                        self.write_own(t, at, act.size, Word::new(after(before.bits)));
                    }
                    return Ok(Some(before.bits));
                }
                // Nobody else knows of it: the wait has no end, unless somebody comes
                // to know.
                let offset = (at - self.memory.object(object).start) as u64;
                CellSpot {
                    id: self.cell_id(object, offset),
                    object,
                    at,
                    size: act.size,
                }
            }
            Target::Cell(cell) => cell,
            Target::Cells(_) => {
                return Err(error(format!(
                    "what synchronises is also accessed in parts{}",
                    self.here(t)
                )));
            }
        };
        let operation = Operation::new(act.kind, cell.id, act.operand);
        if chosen.is_none() && !in_block {
            self.announce(t, operation, cell.spot());
            return Ok(None);
        }
        self.check_live(cell.object, cell.at)?;
        let before = self.memory.read(cell.at, cell.size);
        self.check_initialised(before)?;
        if !operation.enabled_at(before.bits) {
            // In an atomic block nobody can make it possible.
            self.threads[t].next = Next::Discarded;
            return Ok(None);
        }
        let access = operation.access_at(before.bits).unwrap_or(Access::Write);
        self.look_or_progress(t, access, cell, before);
        if act.releases && access.changes() {
            self.race_release(t, cell.id);
        }
        self.write_cell(cell, Word::new(after(before.bits)), access, step);
        if act.acquires {
            self.race_acquire(t, cell.id);
        }
        Ok(Some(before.bits))
    }

    fn check_initialised(&self, word: Word) -> Result<(), Trouble> {
        match word.undefined {
            0 => Ok(()),
            _ => Err(Fault::Misuse(
                "it was never initialised".to_owned(),
            )
            .into()),
        }
    }

    /// Returns a value from a builtin.
    pub(super) fn give(&mut self, t: usize, to: Reg, value: u64) -> Flow {
        self.threads[t].set(to, Word::new(value));
        self.threads[t].advance();
        Flow::Go
    }

    /// Reads a field that only the holder writes, or nobody does.
    fn field(&self, address: Word, offset: u64, size: u8) -> Result<Word, Trouble> {
        let (object, offset) = self.memory.resolve(address.bits + offset, u64::from(size))?;
        let at = self.memory.object(object).start + offset as usize;
        Ok(self.memory.read(at, size))
    }

    fn set_field(&mut self, address: Word, offset: u64, size: u8, value: u64) -> Result<(), Trouble> {
        let (object, offset) = self.memory.resolve(address.bits + offset, u64::from(size))?;
        if self.memory.object(object).is_constant {
            return Err(Fault::Constant { object }.into());
        }
        let at = self.memory.object(object).start + offset as usize;
        self.memory.write(at, size, Word::new(value));
        Ok(())
    }

    /// Is the address that of something of `size` bytes?
    fn check_address(&self, address: Word, size: u64) -> Result<(), Trouble> {
        if address.undefined != 0 {
            return Err(Fault::Undefined { what: "an address" }.into());
        }
        match self.memory.resolve(address.bits, size) {
            // Seen when it is carried out.
            Ok(_) | Err(Fault::Dead { .. }) => Ok(()),
            Err(fault) => Err(fault.into()),
        }
    }

    /// The name of a thread in the owner fields of locks.
    fn holder(&self, t: usize) -> u64 {
        u64::from(self.threads[t].arena)
    }

    /// Writes the words of something that is initialised: a store like others.
    pub(super) fn initialise(
        &mut self,
        t: usize,
        (address, size): (Word, u64),
        value: u64,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let word_size = size.min(8) as u8;
        let act = Act {
            address,
            size: word_size,
            kind: Kind::Store,
            operand: value,
            acquires: false,
            releases: false,
        };
        self.clear_words(t, address, size, word_size)?;
        match self.act(t, act, |_| value, chosen, step)? {
            None => Ok(Flow::Halt),
            Some(_) => Ok(self.give(t, to, 0)),
        }
    }

    /// Makes all of something that is to be initialised zero, but for its word: no
    /// event, as nobody looks at it before.
    pub(super) fn clear_words(
        &mut self,
        t: usize,
        address: Word,
        size: u64,
        word_size: u8,
    ) -> Result<(), Trouble> {
        if self.threads[t].frame().phase != 0 {
            return Ok(());
        }
        self.threads[t].frame_mut().phase = WAITS;
        self.check_address(address, size)?;
        let (index, offset) = self.memory.resolve(address.bits, size)?;
        let object = self.memory.object(index);
        if object.is_constant {
            return Err(Fault::Constant { object: index }.into());
        }
        let at = object.start + offset as usize;
        let rest = usize::from(word_size)..size as usize;
        self.memory.fill(at + rest.start, rest.len(), 0, 0);
        if self.memory.read(at, word_size).undefined != 0 {
            // So that it can be looked at.
            self.memory.write(at, word_size, Word::new(0));
        }
        Ok(())
    }

    /// `pthread_mutex_lock`, `_trylock`, `_timedlock`.
    pub(super) fn lock_mutex(
        &mut self,
        t: usize,
        mutex: Word,
        how: How,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        if chosen.is_none() {
            self.check_address(mutex, 40)?;
        }
        if self.memory.resolve(mutex.bits, 40).is_ok() {
            let kind = self.field(mutex, KIND, 4)?;
            self.check_initialised(kind)?;
            let kind = kind.bits & 0x7fff;
            if kind == DESTROYED {
                return Err(Fault::Misuse("the mutex was destroyed".to_owned()).into());
            }
            let word = self.field(mutex, 0, 4)?;
            let owner = self.field(mutex, OWNER, 4)?.bits;
            let is_mine = word.bits != 0 && owner == self.holder(t);
            if is_mine && kind & 3 == RECURSIVE {
                let count = self.field(mutex, COUNT, 4)?.bits + 1;
                self.set_field(mutex, COUNT, 4, count)?;
                return Ok(self.give(t, to, 0));
            }
            if is_mine && kind & 3 == ERROR_CHECK && matches!(how, How::Wait) {
                return Ok(self.give(t, to, EDEADLK));
            }
        }
        self.lock_word(t, mutex, (4, OWNER), how, to, chosen, step)
    }

    /// Takes a lock of which the word at the start is zero when it is free.
    #[allow(clippy::too_many_arguments, reason = "as many as it depends on")]
    pub(super) fn lock_word(
        &mut self,
        t: usize,
        lock: Word,
        (size, owner): (u8, u64),
        how: How,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let kind = match how {
            How::Wait => Kind::Lock,
            How::Try | How::Timed => Kind::TryLock,
        };
        let taken = if size == 8 { EXCLUSIVE } else { 1 };
        let act = Act {
            address: lock,
            size,
            kind,
            operand: 0,
            acquires: true,
            releases: false,
        };
        let Some(before) = self.act(t, act, |_| taken, chosen, step)? else {
            return Ok(Flow::Halt);
        };
        if before != 0 {
            return Ok(self.give(t, to, if how == How::Timed { ETIMEDOUT } else { EBUSY }));
        }
        if owner != 0 {
            self.set_field(lock, owner, 4, self.holder(t))?;
        }
        Ok(self.give(t, to, 0))
    }

    /// `pthread_mutex_unlock`.
    pub(super) fn unlock_mutex(
        &mut self,
        t: usize,
        mutex: Word,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        if chosen.is_none() {
            self.check_address(mutex, 40)?;
        }
        let kind = self.field(mutex, KIND, 4)?;
        self.check_initialised(kind)?;
        let word = self.field(mutex, 0, 4)?;
        self.check_initialised(word)?;
        let is_mine = word.bits != 0 && self.field(mutex, OWNER, 4)?.bits == self.holder(t);
        if !is_mine {
            if kind.bits & 3 == ERROR_CHECK || kind.bits & 3 == RECURSIVE {
                return Ok(self.give(t, to, EPERM));
            }
            let what = "a mutex was unlocked that the thread does not hold";
            return Err(Fault::NotHeld(what.to_owned()).into());
        }
        let count = self.field(mutex, COUNT, 4)?.bits;
        if count > 0 && kind.bits & 3 == RECURSIVE {
            self.set_field(mutex, COUNT, 4, count - 1)?;
            return Ok(self.give(t, to, 0));
        }
        self.unlock_word(t, mutex, (4, OWNER), to, chosen, step)
    }

    /// Gives a lock back that the thread holds alone.
    pub(super) fn unlock_word(
        &mut self,
        t: usize,
        lock: Word,
        (size, owner): (u8, u64),
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let act = Act {
            address: lock,
            size,
            kind: Kind::Unlock,
            operand: 0,
            acquires: false,
            releases: true,
        };
        let Some(_) = self.act(t, act, |_| 0, chosen, step)? else {
            return Ok(Flow::Halt);
        };
        if owner != 0 {
            self.set_field(lock, owner, 4, 0)?;
        }
        Ok(self.give(t, to, 0))
    }

    /// `pthread_mutex_destroy` and others: whoever still uses it misuses it.
    #[allow(clippy::too_many_arguments, reason = "as many as it depends on")]
    pub(super) fn destroy(
        &mut self,
        t: usize,
        (address, size, word_size): (Word, u64, u8),
        what: &str,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        self.check_address(address, size)?;
        let act = Act {
            address,
            size: word_size,
            kind: Kind::Load,
            operand: 0,
            acquires: false,
            releases: false,
        };
        let Some(value) = self.act(t, act, |value| value, chosen, step)? else {
            return Ok(Flow::Halt);
        };
        if value != 0 && what != "semaphore" && what != "barrier" {
            let why = match what {
                "condition variable" => "threads still wait for it",
                _ => "it is held",
            };
            return Err(Fault::Misuse(format!("a {what} is destroyed while {why}")).into());
        }
        if what == "mutex" {
            self.set_field(address, KIND, 4, DESTROYED)?;
        }
        Ok(self.give(t, to, 0))
    }

    /// Reading and writing with a read-write lock.
    pub(super) fn read_lock(
        &mut self,
        t: usize,
        lock: Word,
        how: How,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        if chosen.is_none() {
            self.check_address(lock, 56)?;
        }
        let kind = match how {
            How::Wait => Kind::LockShared,
            How::Try | How::Timed => Kind::TryLockShared,
        };
        let act = Act {
            address: lock,
            size: 8,
            kind,
            operand: 0,
            acquires: true,
            releases: false,
        };
        let Some(before) = self.act(t, act, |value| value + 1, chosen, step)? else {
            return Ok(Flow::Halt);
        };
        if before >= EXCLUSIVE {
            return Ok(self.give(t, to, if how == How::Timed { ETIMEDOUT } else { EBUSY }));
        }
        self.threads[t].reading.push(lock.bits);
        Ok(self.give(t, to, 0))
    }

    /// `pthread_rwlock_unlock`.
    pub(super) fn unlock_rw(
        &mut self,
        t: usize,
        lock: Word,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        if chosen.is_none() {
            self.check_address(lock, 56)?;
        }
        let reading = self.threads[t].reading.iter().position(|held| *held == lock.bits);
        if let Some(place) = reading {
            let act = Act {
                address: lock,
                size: 8,
                kind: Kind::UnlockShared,
                operand: 0,
                acquires: false,
                releases: true,
            };
            let Some(_) = self.act(t, act, |value| value.wrapping_sub(1), chosen, step)? else {
                return Ok(Flow::Halt);
            };
            self.threads[t].reading.remove(place);
            return Ok(self.give(t, to, 0));
        }
        let is_mine = self.field(lock, 0, 8)?.bits == EXCLUSIVE
            && self.field(lock, OWNER, 4)?.bits == self.holder(t);
        if !is_mine {
            let what = "a read-write lock was unlocked that the thread does not hold";
            return Err(Fault::NotHeld(what.to_owned()).into());
        }
        self.unlock_word(t, lock, (8, OWNER), to, chosen, step)
    }

    /// `sem_wait`, `_trywait`, `_timedwait`: zero, or minus one with `errno`.
    pub(super) fn take_semaphore(
        &mut self,
        t: usize,
        semaphore: Word,
        how: How,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let kind = match how {
            How::Wait => Kind::Acquire,
            How::Try | How::Timed => Kind::TryAcquire,
        };
        let act = Act {
            address: semaphore,
            size: 8,
            kind,
            operand: 1,
            acquires: true,
            releases: false,
        };
        let Some(before) = self.act(t, act, |value| value - 1, chosen, step)? else {
            return Ok(Flow::Halt);
        };
        if before == 0 {
            let code = if how == How::Timed { ETIMEDOUT } else { EAGAIN };
            self.set_errno(t, code)?;
            return Ok(self.give(t, to, u64::from(u32::MAX)));
        }
        Ok(self.give(t, to, 0))
    }

    /// `sem_post`.
    pub(super) fn post_semaphore(
        &mut self,
        t: usize,
        semaphore: Word,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let act = Act {
            address: semaphore,
            size: 8,
            kind: Kind::Add,
            operand: 1,
            acquires: false,
            releases: true,
        };
        match self.act(t, act, |value| value + 1, chosen, step)? {
            None => Ok(Flow::Halt),
            Some(_) => Ok(self.give(t, to, 0)),
        }
    }

    /// `sem_getvalue`.
    pub(super) fn semaphore_value(
        &mut self,
        t: usize,
        (semaphore, result): (Word, Word),
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let mut chosen = chosen;
        if self.threads[t].frame().phase == 0 {
            let act = Act {
                address: semaphore,
                size: 8,
                kind: Kind::Load,
                operand: 0,
                acquires: false,
                releases: false,
            };
            let Some(value) = self.act(t, act, |value| value, chosen.take(), step)? else {
                return Ok(Flow::Halt);
            };
            self.threads[t].frame_mut().kept = value;
            self.threads[t].frame_mut().phase = PASSED;
        }
        let value = Word::new(self.threads[t].frame().kept);
        match self.store_word(t, result, value, plain(4), chosen, step)? {
            Flow::Halt => Ok(Flow::Halt),
            Flow::Go => Ok(self.give(t, to, 0)),
        }
    }

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
            let act = Act {
                address: condition,
                size: 8,
                kind: Kind::ReadModifyWrite,
                operand: 0,
                acquires: true,
                releases: false,
            };
            let waiting = (condition.bits, t as u32);
            let place = self.waiters.iter().position(|waiter| *waiter == waiting);
            let left = u64::from(place.is_some());
            let ended = self.act(t, act, |value| value - left, chosen.take(), step)?;
            if ended.is_none() {
                return Ok(Flow::Halt);
            }
            if let Some(place) = place {
                self.waiters.remove(place);
            }
            let phase = if place.is_some() { TIMED_OUT } else { WOKEN };
            self.threads[t].frame_mut().phase = phase;
        }
        let timed_out = self.threads[t].frame().phase == TIMED_OUT;
        let act = Act {
            address: mutex,
            size: 4,
            kind: Kind::Lock,
            operand: 0,
            acquires: true,
            releases: false,
        };
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
            kind: if is_all { Kind::NotifyAll } else { Kind::NotifyOne },
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
            self.race_wake(t, woken as usize);
            self.ready.push(woken);
        }
    }

    /// Something of an object that is not in memory.
    fn part(&mut self, address: Word, part: u64) -> Result<ObjectId, Trouble> {
        let (object, offset) = self.memory.resolve(address.bits, 8)?;
        let window = self.memory.object(object).window;
        let creator = self.threads.iter().find(|thread| thread.arena == window.arena);
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
        let value = if access.changes() { after(before) } else { before };
        self.beside.insert(object, value);
        self.progress(t);
        self.touch(Touch::new(object, access, before, value), step);
        Some(before)
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
            self.beside.insert(own, generation + 1);
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

    /// `pthread_once`, and the guards of C++ (`is_guard`: the caller runs it itself).
    #[allow(clippy::too_many_arguments, reason = "as many as it depends on")]
    pub(super) fn once(
        &mut self,
        t: usize,
        control: Word,
        function: Word,
        size: u8,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let mut chosen = chosen;
        let act = Act {
            address: control,
            size,
            kind: Kind::Begin,
            operand: 0,
            acquires: true,
            releases: false,
        };
        if self.threads[t].frame().phase == 0 {
            let Some(before) = self.act(t, act, |_| 1, chosen.take(), step)? else {
                return Ok(Flow::Halt);
            };
            if before != 0 {
                return Ok(self.give(t, to, 0));
            }
            let function = self.function_at(function.bits)?;
            self.threads[t].frame_mut().phase = RUNS;
            self.push_frame(t, function, &[], 0, After::Builtin)?;
            return Ok(Flow::Go);
        }
        let act = Act {
            kind: Kind::Store,
            operand: 2,
            acquires: false,
            releases: true,
            ..act
        };
        match self.act(t, act, |_| 2, chosen, step)? {
            None => Ok(Flow::Halt),
            Some(_) => Ok(self.give(t, to, 0)),
        }
    }

    /// Guards of C++ statics: one byte that is one when the variable is made (which
    /// the program looks at itself), another that is one while it is being made.
    pub(super) fn guard_acquire(
        &mut self,
        t: usize,
        guard: Word,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let act = Act {
            address: Word::new(guard.bits + 1),
            size: 1,
            kind: Kind::Begin,
            operand: 0,
            acquires: true,
            releases: false,
        };
        match self.act(t, act, |_| 1, chosen, step)? {
            None => Ok(Flow::Halt),
            Some(before) => Ok(self.give(t, to, u64::from(before == 0))),
        }
    }

    /// Ends the making of such a variable.
    pub(super) fn guard_release(
        &mut self,
        t: usize,
        guard: Word,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let mut chosen = chosen;
        if self.threads[t].frame().phase == 0 {
            let mode = Mode {
                order: Some(crate::ir::Order::Release),
                ..plain(1)
            };
            let stored = self.store_word(t, guard, Word::new(1), mode, chosen.take(), step)?;
            if let Flow::Halt = stored {
                return Ok(Flow::Halt);
            }
            self.threads[t].frame_mut().phase = PASSED;
        }
        let act = Act {
            address: Word::new(guard.bits + 1),
            size: 1,
            kind: Kind::Store,
            operand: 2,
            acquires: false,
            releases: true,
        };
        match self.act(t, act, |_| 2, chosen, step)? {
            None => Ok(Flow::Halt),
            Some(_) => Ok(self.give(t, to, 0)),
        }
    }

    /// `pthread_create`: writes the thread's name, then starts it.
    pub(super) fn create(
        &mut self,
        t: usize,
        arguments: &[Word],
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let [name, attributes, function, argument] = arguments else {
            return Err(error("pthread_create takes four arguments".to_owned()));
        };
        let nth = self.threads[t].children;
        let arena = address::child_arena(self.threads[t].arena, nth);
        let Some(arena) = arena else {
            let place = self.here(t);
            return Err(error(format!(
                "too many threads are started{place}: at most 1,022 by each thread, and not \
                 deeper than three levels"
            )));
        };
        if self.threads[t].frame().phase == 0 {
            let stored = self.store_word(
                t,
                *name,
                Word::new(u64::from(arena)),
                plain(8),
                chosen,
                step,
            )?;
            if let Flow::Halt = stored {
                return Ok(Flow::Halt);
            }
            self.threads[t].frame_mut().phase = SPAWNED;
        }
        if !self.fence(t, step) {
            return Ok(Flow::Halt);
        }
        let entry = self.function_at(function.bits)?;
        let is_detached =
            attributes.bits != 0 && self.field(*attributes, 8, 4)?.bits & 1 != 0;
        self.threads[t].children += 1;
        let parent = self.threads[t].process;
        let child = self.names.child(parent, nth);
        let number = self.new_thread(child, arena, entry);
        self.threads[number].is_detached = is_detached;
        self.unjoined += 1;
        step.edges.push(Edge::Spawn {
            parent: Some(parent),
            child,
        });
        self.race_spawn(t, number);
        self.push_frame(number, entry, &[*argument], 0, After::Caller)?;
        self.ready.push(number as u32);
        self.progress(t);
        Ok(self.give(t, to, 0))
    }

    /// The thread with that name.
    fn thread_by_name(&self, name: Word) -> Option<usize> {
        self.threads
            .iter()
            .position(|thread| u64::from(thread.arena) == name.bits)
    }

    /// `pthread_join`, also only if the thread has ended (`how`).
    #[allow(clippy::too_many_arguments, reason = "as many as it depends on")]
    pub(super) fn join(
        &mut self,
        t: usize,
        name: Word,
        result: Word,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        if name.undefined != 0 {
            let what = "the thread to join";
            return Err(Fault::Undefined { what }.into());
        }
        let Some(target) = self.thread_by_name(name) else {
            return Ok(self.give(t, to, ESRCH));
        };
        if target == t {
            return Ok(self.give(t, to, EDEADLK));
        }
        if self.threads[t].frame().phase == 0 {
            if self.threads[target].is_detached || self.threads[target].is_joined {
                return Ok(self.give(t, to, EINVAL));
            }
            if !self.fence(t, step) {
                return Ok(Flow::Halt);
            }
            let process = self.threads[target].process;
            if self.threads[target].next != Next::Finished {
                self.threads[t].next = Next::Join(process);
                return Ok(Flow::Halt);
            }
            step.edges.push(Edge::Join {
                process: self.threads[t].process,
                target: process,
            });
            self.race_join(t, target);
            self.threads[target].is_joined = true;
            if target != 0 {
                self.unjoined -= 1;
            }
            self.progress(t);
            self.threads[t].frame_mut().phase = PASSED;
        }
        if result.bits != 0 {
            let value = self.threads[target].result;
            let stored = self.store_word(t, result, value, plain(8), chosen, step)?;
            if let Flow::Halt = stored {
                return Ok(Flow::Halt);
            }
        }
        Ok(self.give(t, to, 0))
    }

    /// `pthread_detach`.
    pub(super) fn detach(&mut self, t: usize, name: Word, to: Reg) -> Flow {
        let Some(target) = self.thread_by_name(name) else {
            return self.give(t, to, ESRCH);
        };
        if self.threads[target].is_detached || self.threads[target].is_joined {
            return self.give(t, to, EINVAL);
        }
        self.threads[target].is_detached = true;
        self.give(t, to, 0)
    }

    /// `pthread_exit`.
    pub(super) fn exit_thread(
        &mut self,
        t: usize,
        value: Word,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        self.end_thread(t, Some(value), false, step)
    }

    /// `pthread_key_create`.
    pub(super) fn create_key(
        &mut self,
        t: usize,
        (key, destructor): (Word, Word),
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        // Named by who makes it, so that it is the same in every execution.
        let name = self.threads[t].arena << 10 | (self.threads[t].keys + 1) & 0x3ff;
        let value = Word::new(u64::from(name));
        if let Flow::Halt = self.store_word(t, key, value, plain(4), chosen, step)? {
            return Ok(Flow::Halt);
        }
        self.threads[t].keys += 1;
        self.keys.push((name, destructor.bits));
        Ok(self.give(t, to, 0))
    }

    /// `pthread_getspecific`.
    pub(super) fn get_specific(&mut self, t: usize, key: Word, to: Reg) -> Flow {
        let specific = self.threads[t].specific.iter();
        let value = specific.rev().find(|(known, _)| u64::from(*known) == key.bits);
        let value = value.map_or(0, |(_, value)| *value);
        self.give(t, to, value)
    }

    /// `pthread_setspecific`.
    pub(super) fn set_specific(&mut self, t: usize, key: Word, value: Word, to: Reg) -> Flow {
        let key = key.bits as u32;
        if !self.keys.iter().any(|(known, _)| *known == key) {
            return self.give(t, to, EINVAL);
        }
        let specific = &mut self.threads[t].specific;
        specific.retain(|(known, _)| *known != key);
        specific.push((key, value.bits));
        self.progress(t);
        self.give(t, to, 0)
    }

    /// `pthread_key_delete`.
    pub(super) fn delete_key(&mut self, t: usize, key: Word, to: Reg) -> Flow {
        self.keys.retain(|(known, _)| u64::from(*known) != key.bits);
        self.give(t, to, 0)
    }

    /// Sets `errno`, if the program looks at it.
    pub(super) fn set_errno(&mut self, t: usize, code: u64) -> Result<(), Trouble> {
        let mut globals = (0..).zip(&self.code.globals);
        let errno = globals.find(|(_, global)| global.name == "__mazurka_errno");
        if let Some((number, _)) = errno {
            let address = self.thread_local_address(t, number)?;
            let (object, offset) = self.memory.resolve(address, 4)?;
            let at = self.memory.object(object).start + offset as usize;
            self.write_own(t, at, 4, Word::new(code));
        }
        Ok(())
    }
}

/// How a lock is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    /// As soon as it is free.
    Wait,
    /// If it is free.
    Try,
    /// If it becomes free in time; time does not pass, so that may be any moment.
    Timed,
}
