//! What threads synchronise with: pthreads and semaphores.
//!
//! The state of a mutex, a semaphore and so on is in its own memory, in the place
//! where glibc keeps it, as far as initialisers write it: a lock word that is zero
//! when it is free, and the kind of a mutex. That word is the object of the
//! operations; what only the holder changes beside it (its name, how often it holds
//! a recursive mutex) is no event. So copies, missing initialisation and use after
//! free are found like those of all other memory.
//!
//! Files that were preprocessed for 32 bits declare smaller types, and the kind of a
//! mutex in another place; what is used here is in both.

use super::access::{CellSpot, Target, error};
use super::errno::{EAGAIN, EBUSY, EDEADLK, EPERM, ETIMEDOUT};
use super::fault::Fault;
use super::robust::ROBUST;
use super::state::State;
use super::thread::{After, Phase};
use super::{Chosen, Flow, Machine, Trouble};
use crate::code::{Access as Mode, Reg, Word};
use mazurka_program::{Access, EXCLUSIVE, Kind, ObjectId, ObjectName, Operation, Step};

/// Where a mutex keeps how often it is held, by whom, and its kind.
const COUNT: u64 = 4;
pub(super) const OWNER: u64 = 8;
const KIND: u64 = 16;
/// Where a mutex of 32 bits has its kind, and one of 64 bits nothing that is used.
const KIND_OF_32: u64 = 12;
const RECURSIVE: u64 = 1;
const ERROR_CHECK: u64 = 2;
/// The kind of a mutex that was destroyed.
const DESTROYED: u64 = 0x7fff;

/// The bytes of what synchronises: as many as with 32 bits, the fewer.
pub(super) const MUTEX: u64 = 24;
pub(super) const RW_LOCK: u64 = 32;
/// The size of the lock word of a read-write lock; that of others is smaller.
const RW_WORD: u8 = 8;
pub(super) const CONDITION: u64 = 48;
pub(super) const BARRIER: u64 = 20;
pub(super) const SEMAPHORE: u64 = 16;

pub(super) fn plain(size: u8) -> Mode {
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
    /// It may be a wait that ends only because its time is over: which is then.
    pub(super) until: Option<u64>,
}

impl Act {
    /// One that orders nothing else.
    pub(super) fn new(address: Word, size: u8, kind: Kind, operand: u64) -> Act {
        Act {
            address,
            size,
            kind,
            operand,
            acquires: false,
            releases: false,
            until: None,
        }
    }

    /// One that is over at a time, if it has to be.
    pub(super) fn until(self, until: Option<u64>) -> Act {
        Act { until, ..self }
    }

    /// What was released into it happens before what the thread does next.
    pub(super) fn acquiring(self) -> Act {
        Act {
            acquires: true,
            ..self
        }
    }

    /// What the thread has done happens before what others do who acquire.
    pub(super) fn releasing(self) -> Act {
        Act {
            releases: true,
            ..self
        }
    }
}

impl State {
    /// Reads a field that only the holder writes, or no thread does.
    pub(super) fn field(&self, address: Word, offset: u64, size: u8) -> Result<Word, Trouble> {
        let (object, offset) = self
            .memory
            .resolve(address.bits + offset, u64::from(size))?;
        let at = self.memory.object(object).start + offset as usize;
        Ok(self.memory.read(at, size))
    }

    pub(super) fn set_field(
        &mut self,
        address: Word,
        offset: u64,
        size: u8,
        value: u64,
    ) -> Result<(), Trouble> {
        let (object, offset) = self
            .memory
            .resolve(address.bits + offset, u64::from(size))?;
        if self.memory.object(object).is_constant {
            return Err(Fault::Constant { object }.into());
        }
        let at = self.memory.object(object).start + offset as usize;
        self.memory.write(at, size, Word::new(value));
        Ok(())
    }

    /// Is the address that of something of `size` bytes?
    pub(super) fn check_address(&self, address: Word, size: u64) -> Result<(), Trouble> {
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
    pub(super) fn holder(&self, t: usize) -> u64 {
        u64::from(self.threads[t].arena)
    }
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
        let in_block = self.thread(t).atomic > 0;
        if chosen.is_none() && !in_block && !self.fence(t, step) {
            return Ok(None);
        }
        let target = self.target(t, act.address, act.size, act.kind != Kind::Load)?;
        self.use_strongly(&target)?;
        let cell = match target {
            Target::Own { .. } if chosen.is_none() && self.has_to_fence(t) => return Ok(None),
            Target::Own { object, at } => {
                let before = self.state.memory.read(at, act.size);
                self.check_initialised(before)?;
                let operation = Operation::new(act.kind, ObjectId(0), act.operand);
                if operation.enabled_at(before.bits) {
                    let access = operation.access_at(before.bits).unwrap_or(Access::Write);
                    self.time_out(t, act, access);
                    if access.changes() {
                        self.write_own(t, at, act.size, Word::new(after(before.bits)));
                    }
                    return Ok(Some(before.bits));
                }
                // No other thread knows of it: the wait has no end, unless one comes to know.
                let offset = (at - self.state.memory.object(object).start) as u64;
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
        let before = self.state.memory.read(cell.at, cell.size);
        let live = self.state.check_live(cell.object, cell.at);
        let usable = live.and_then(|()| self.check_initialised(before));
        self.touch_failed(!in_block, &[cell], usable, step)?;
        if !operation.enabled_at(before.bits) {
            // In an atomic block no other thread can make it possible.
            self.stuck_in_block(t, (cell.id, cell.spot()), step)?;
            return Ok(None);
        }
        let access = operation.access_at(before.bits).unwrap_or(Access::Write);
        self.time_out(t, act, access);
        match act.kind {
            Kind::Lock | Kind::LockShared if self.text.polls => {
                self.state.threads[t].take(&self.text.code, cell.id);
            }
            Kind::Unlock | Kind::UnlockShared if self.text.polls => {
                self.thread_mut(t).looks.give(cell.id);
            }
            _ => self.look_or_progress(t, access, cell, before),
        }
        if in_block {
            self.progress(t);
        }
        if act.releases && access.changes() && self.state.races.is_some() {
            let into = match act.kind {
                Kind::UnlockShared => self.readers(cell.id),
                _ => cell.id,
            };
            self.race_release(t, into);
        }
        let after = match access.changes() {
            true => Word::new(after(before.bits)),
            false => before,
        };
        self.write_cell(cell, after, access, step);
        if act.acquires && self.state.races.is_some() {
            self.acquired(t, act, access.changes(), cell.id);
        }
        Ok(Some(before.bits))
    }

    /// A thread that looks for data races has taken something, or tried to.
    fn acquired(&mut self, t: usize, act: Act, has_changed: bool, object: ObjectId) {
        let tries = matches!(
            act.kind,
            Kind::TryLock | Kind::TryLockShared | Kind::TryAcquire
        );
        if tries && !has_changed {
            return;
        }
        self.race_acquire(t, object);
        if matches!(act.kind, Kind::Lock | Kind::TryLock) && act.size == RW_WORD {
            let readers = self.readers(object);
            self.race_acquire(t, readers);
        }
    }

    /// What readers did before they gave a lock back: only a writer is ordered with that,
    /// so it has a name, and for data races a clock, of its own.
    fn readers(&mut self, lock: ObjectId) -> ObjectId {
        let name = self.tables.names.object_name(lock);
        self.tables.names.object(ObjectName {
            generation: 3,
            ..name
        })
    }

    pub(super) fn check_initialised(&self, word: Word) -> Result<(), Trouble> {
        match word.undefined {
            0 => Ok(()),
            _ => Err(Fault::Misuse("it was never initialised".to_owned()).into()),
        }
    }

    /// Returns a value from a builtin.
    pub(super) fn give(&mut self, t: usize, to: Reg, value: u64) -> Flow {
        self.thread_mut(t).set(to, Word::new(value));
        self.thread_mut(t).advance();
        Flow::Go
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
        let act = Act::new(address, word_size, Kind::Store, value);
        self.clear_words(t, address, size, word_size)?;
        match self.act(t, act, |_| value, chosen, step)? {
            None => Ok(Flow::Halt),
            Some(_) => Ok(self.give(t, to, 0)),
        }
    }

    /// Makes all of something that is to be initialised zero, but for its word: no
    /// event, as no thread looks at it before.
    pub(super) fn clear_words(
        &mut self,
        t: usize,
        address: Word,
        size: u64,
        word_size: u8,
    ) -> Result<(), Trouble> {
        if self.state.phase(t) != Phase::Start {
            return Ok(());
        }
        self.state.set_phase(t, Phase::Cleared);
        self.state.check_address(address, size)?;
        let (index, offset) = self.state.memory.resolve(address.bits, size)?;
        let object = self.state.memory.object(index);
        if object.is_constant {
            return Err(Fault::Constant { object: index }.into());
        }
        let at = object.start + offset as usize;
        let rest = usize::from(word_size)..size as usize;
        self.state.memory.fill(at + rest.start, rest.len(), 0, 0);
        if self.state.memory.read(at, word_size).undefined != 0 {
            // So that it can be looked at.
            self.state.memory.write(at, word_size, Word::new(0));
        }
        Ok(())
    }

    /// The kind of a mutex, which its initialiser wrote.
    fn kind_of(&self, mutex: Word) -> Result<u64, Trouble> {
        let kind = self.state.field(mutex, KIND, 4)?;
        self.check_initialised(kind)?;
        let kind_of_32 = self.state.field(mutex, KIND_OF_32, 4)?;
        Ok((kind.bits | kind_of_32.bits) & 0x7fff)
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
            self.state.check_address(mutex, MUTEX)?;
        }
        if self.state.memory.resolve(mutex.bits, MUTEX).is_ok() {
            let kind = self.kind_of(mutex)?;
            if kind == DESTROYED {
                return Err(Fault::Misuse("the mutex was destroyed".to_owned()).into());
            }
            let word = self.state.field(mutex, 0, 4)?;
            let owner = self.state.field(mutex, OWNER, 4)?.bits;
            let is_mine = word.bits != 0 && owner == self.state.holder(t);
            if is_mine && kind & 3 == RECURSIVE {
                let count = self.state.field(mutex, COUNT, 4)?.bits + 1;
                self.state.set_field(mutex, COUNT, 4, count)?;
                return Ok(self.give(t, to, 0));
            }
            if is_mine && kind & 3 == ERROR_CHECK && matches!(how, How::Wait) {
                return Ok(self.give(t, to, EDEADLK));
            }
            if kind & ROBUST != 0 {
                return self.lock_robust(t, mutex, how, to, chosen, step);
            }
        }
        if how == How::Wait && self.is_asynchronous(t) && self.thread(t).atomic == 0 {
            if let Flow::Halt = self.wait_mutex(t, mutex, chosen, step)? {
                return Ok(Flow::Halt);
            }
            if self.state.phase(t) == Phase::Leaves {
                return Ok(Flow::Go);
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
            How::Try | How::Until(_) => Kind::TryLock,
        };
        let taken = if size == 8 { EXCLUSIVE } else { 1 };
        let act = Act::new(lock, size, kind, 0).acquiring().until(how.until());
        let Some(before) = self.act(t, act, |_| taken, chosen, step)? else {
            return Ok(Flow::Halt);
        };
        if before != 0 {
            return Ok(self.give(t, to, how.refusal()));
        }
        if owner != 0 {
            self.state.set_field(lock, owner, 4, self.state.holder(t))?;
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
            self.state.check_address(mutex, MUTEX)?;
        }
        let kind = self.kind_of(mutex)?;
        let word = self.state.field(mutex, 0, 4)?;
        self.check_initialised(word)?;
        let is_mine =
            word.bits != 0 && self.state.field(mutex, OWNER, 4)?.bits == self.state.holder(t);
        if !is_mine {
            if kind & 3 == ERROR_CHECK || kind & 3 == RECURSIVE {
                return Ok(self.give(t, to, EPERM));
            }
            let what = "a mutex was unlocked that the thread does not hold";
            return Err(Fault::NotHeld(what.to_owned()).into());
        }
        let count = self.state.field(mutex, COUNT, 4)?.bits;
        if count > 0 && kind & 3 == RECURSIVE {
            self.state.set_field(mutex, COUNT, 4, count - 1)?;
            return Ok(self.give(t, to, 0));
        }
        let flow = self.unlock_word(t, mutex, (4, OWNER), to, chosen, step)?;
        if let (Flow::Go, true) = (&flow, kind & ROBUST != 0) {
            self.forget_robust(t, mutex)?;
        }
        Ok(flow)
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
        let act = Act::new(lock, size, Kind::Unlock, 0).releasing();
        let Some(_) = self.act(t, act, |_| 0, chosen, step)? else {
            return Ok(Flow::Halt);
        };
        if owner != 0 {
            self.state.set_field(lock, owner, 4, 0)?;
        }
        Ok(self.give(t, to, 0))
    }

    /// `pthread_mutex_destroy` and others. What is still in use must not be destroyed.
    pub(super) fn destroy(
        &mut self,
        t: usize,
        (address, what): (Word, Destroyed),
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let (size, word_size, misuse) = match what {
            Destroyed::Mutex => (MUTEX, 4, Some("a mutex is destroyed while it is held")),
            Destroyed::SpinLock => (4, 4, Some("a spin lock is destroyed while it is held")),
            Destroyed::RwLock => {
                let words = "a read-write lock is destroyed while it is held";
                (RW_LOCK, RW_WORD, Some(words))
            }
            Destroyed::Condition => {
                let words = "a condition variable is destroyed while threads still wait for it";
                (CONDITION, 8, Some(words))
            }
            Destroyed::Semaphore => (SEMAPHORE, 8, None),
        };
        self.state.check_address(address, size)?;
        let act = Act::new(address, word_size, Kind::Load, 0);
        let Some(value) = self.act(t, act, |value| value, chosen, step)? else {
            return Ok(Flow::Halt);
        };
        if let Some(words) = misuse.filter(|_| value != 0) {
            return Err(Fault::Misuse(words.to_owned()).into());
        }
        if what == Destroyed::Mutex {
            self.state.set_field(address, KIND, 4, DESTROYED)?;
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
            self.state.check_address(lock, RW_LOCK)?;
        }
        let kind = match how {
            How::Wait => Kind::LockShared,
            How::Try | How::Until(_) => Kind::TryLockShared,
        };
        let act = Act::new(lock, 8, kind, 0).acquiring().until(how.until());
        let Some(before) = self.act(t, act, |value| value + 1, chosen, step)? else {
            return Ok(Flow::Halt);
        };
        if before >= EXCLUSIVE {
            return Ok(self.give(t, to, how.refusal()));
        }
        self.thread_mut(t).reading.push(lock.bits);
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
            self.state.check_address(lock, RW_LOCK)?;
        }
        let reading = self
            .thread(t)
            .reading
            .iter()
            .position(|held| *held == lock.bits);
        if let Some(place) = reading {
            let act = Act::new(lock, 8, Kind::UnlockShared, 0).releasing();
            let Some(_) = self.act(t, act, |value| value.wrapping_sub(1), chosen, step)? else {
                return Ok(Flow::Halt);
            };
            self.thread_mut(t).reading.remove(place);
            return Ok(self.give(t, to, 0));
        }
        let is_mine = self.state.field(lock, 0, 8)?.bits == EXCLUSIVE
            && self.state.field(lock, OWNER, 4)?.bits == self.state.holder(t);
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
            How::Try | How::Until(_) => Kind::TryAcquire,
        };
        let act = Act::new(semaphore, 8, kind, 1)
            .acquiring()
            .until(how.until());
        let Some(before) = self.act(t, act, |value| value - 1, chosen, step)? else {
            return Ok(Flow::Halt);
        };
        if before == 0 {
            let code = how.until().map_or(EAGAIN, |_| ETIMEDOUT);
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
        let act = Act::new(semaphore, 8, Kind::Add, 1).releasing();
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
        if self.state.phase(t) == Phase::Start {
            let act = Act::new(semaphore, 8, Kind::Load, 0);
            let Some(value) = self.act(t, act, |value| value, chosen.take(), step)? else {
                return Ok(Flow::Halt);
            };
            self.thread_mut(t).frame_mut().kept = value;
            self.state.set_phase(t, Phase::Known);
        }
        let value = Word::new(self.thread(t).frame().kept);
        match self.store_word(t, result, value, plain(4), chosen, step)? {
            Flow::Halt => Ok(Flow::Halt),
            Flow::Go => Ok(self.give(t, to, 0)),
        }
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
        let act = Act::new(control, size, Kind::Begin, 0).acquiring();
        if self.state.phase(t) == Phase::Start {
            let Some(before) = self.act(t, act, |_| 1, chosen.take(), step)? else {
                return Ok(Flow::Halt);
            };
            if before != 0 {
                return Ok(self.give(t, to, 0));
            }
            let function = self.function_at(function.bits)?;
            self.state.set_phase(t, Phase::Runs);
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
        let act = Act::new(Word::new(guard.bits + 1), 1, Kind::Begin, 0).acquiring();
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
        if self.state.phase(t) == Phase::Start {
            let mode = Mode {
                order: Some(crate::ir::Order::Release),
                ..plain(1)
            };
            let stored = self.store_word(t, guard, Word::new(1), mode, chosen.take(), step)?;
            if let Flow::Halt = stored {
                return Ok(Flow::Halt);
            }
            self.state.set_phase(t, Phase::Marked);
        }
        let act = Act::new(Word::new(guard.bits + 1), 1, Kind::Store, 2).releasing();
        match self.act(t, act, |_| 2, chosen, step)? {
            None => Ok(Flow::Halt),
            Some(_) => Ok(self.give(t, to, 0)),
        }
    }
}

/// What is destroyed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Destroyed {
    /// A mutex.
    Mutex,
    /// A spin lock.
    SpinLock,
    /// A read-write lock.
    RwLock,
    /// A condition variable.
    Condition,
    /// A semaphore: it may have permits left.
    Semaphore,
}

/// How a lock is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    /// As soon as it is free.
    Wait,
    /// If it is free.
    Try,
    /// If it becomes free before that time.
    Until(u64),
}

impl How {
    /// When it is too late.
    pub(super) fn until(self) -> Option<u64> {
        match self {
            How::Until(time) => Some(time),
            How::Wait | How::Try => None,
        }
    }

    /// What is returned if the lock is not free.
    pub(super) fn refusal(self) -> u64 {
        self.until().map_or(EBUSY, |_| ETIMEDOUT)
    }
}
