//! Threads: how they start, end and are joined, and what each keeps for itself.

use super::access::error;
use super::errno::{EDEADLK, EINVAL, ESRCH};
use super::fault::Fault;
use super::state::State;
use super::sync::plain;
use super::thread::{After, Next, Phase};
use super::undo::Change;
use super::{Chosen, Flow, Machine, Trouble};
use crate::address;
use crate::builtin::Builtin;
use crate::code::{Reg, Word};
use mazurka_program::{Edge, Step};

/// The most threads that an execution may have.
const MOST_THREADS: usize = 2000;

impl State {
    /// The arena of the next thread that this one starts.
    fn child_arena(&self, t: usize, nth: u32) -> Result<u32, Trouble> {
        let arena = address::child_arena(self.threads[t].arena, nth);
        let is_new = |arena: &u32| self.threads.iter().all(|thread| thread.arena != *arena);
        let may_start = self.threads.len() < MOST_THREADS;
        let arena = arena.filter(|_| may_start).filter(is_new);
        arena.ok_or(Trouble::Fault(Fault::TooManyThreads))
    }

    /// The thread with that name.
    pub(super) fn thread_by_name(&self, name: Word) -> Option<usize> {
        self.threads
            .iter()
            .position(|thread| u64::from(thread.arena) == name.bits)
    }
}

impl Machine {
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
        let nth = self.thread(t).children;
        let arena = self.state.child_arena(t, nth)?;
        if self.state.phase(t) == Phase::Start {
            // (It may also never join one, and so not say that they are ints.)
            let is_int = self.text.code.has_int_threads
                || self.state.memory.resolve(name.bits, 8).is_err()
                    && self.state.memory.resolve(name.bits, 4).is_ok();
            let size = plain(if is_int { 4 } else { 8 });
            let value = Word::new(u64::from(arena));
            let stored = self.store_word(t, *name, value, size, chosen, step)?;
            if let Flow::Halt = stored {
                return Ok(Flow::Halt);
            }
            self.state.set_phase(t, Phase::Named);
        }
        if !self.fence(t, step) {
            return Ok(Flow::Halt);
        }
        let entry = self.function_at(function.bits)?;
        let is_detached =
            attributes.bits != 0 && self.state.field(*attributes, 8, 4)?.bits & 1 != 0;
        self.thread_mut(t).children += 1;
        let parent = self.thread(t).process;
        let child = self.tables.names.child(parent, nth);
        let number = self.state.new_thread(child, arena, entry);
        self.thread_mut(t).events += 1;
        self.thread_mut(number).is_detached = is_detached;
        self.liken(t, number, *argument);
        self.state.course.unjoined += 1;
        step.edges.push(Edge::Spawn {
            parent: Some(parent),
            child,
        });
        self.race_spawn(t, number);
        self.follow_in_time(number, t);
        let past = self.thread(t).past;
        self.thread_mut(number).learn(past ^ u64::from(nth));
        self.push_frame(number, entry, &[*argument], 0, After::Caller)?;
        self.taking.ready.push(number as u32);
        self.progress(t);
        Ok(self.give(t, to, 0))
    }

    /// `pthread_join`.
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
        let Some(target) = self.state.thread_by_name(name) else {
            let words = "something is joined that is no thread";
            return Err(Fault::Misuse(words.to_owned()).into());
        };
        if target == t {
            return Ok(self.give(t, to, EDEADLK));
        }
        let mut chosen = chosen;
        if matches!(self.state.phase(t), Phase::Start | Phase::Blocked) {
            if self.thread(target).is_detached || self.thread(target).is_joined {
                let words = "a thread is joined that was joined or detached before";
                return Err(Fault::Misuse(words.to_owned()).into());
            }
            if self.waits_or_leaves(t, Builtin::ThreadJoin) {
                if let Flow::Halt = self.wait_for_end(t, target, chosen.take(), step) {
                    return Ok(Flow::Halt);
                }
                if self.state.phase(t) == Phase::Leaves {
                    return Ok(Flow::Go);
                }
            }
            if !self.fence(t, step) {
                return Ok(Flow::Halt);
            }
            if self.thread(t).atomic > 0
                && let Flow::Halt = self.join_in_block(t, target, step)?
            {
                return Ok(Flow::Halt);
            }
            let process = self.thread(target).process;
            if self.thread(target).next != Next::Finished {
                self.thread_mut(t).next = Next::Join(process);
                return Ok(Flow::Halt);
            }
            step.edges.push(Edge::Join {
                process: self.thread(t).process,
                target: process,
            });
            self.race_join(t, target);
            self.follow_in_time(t, target);
            self.state.learn_join(t, target);
            self.state.save_thread(target);
            self.thread_mut(target).is_joined = true;
            if target != 0 {
                self.state.course.unjoined -= 1;
            }
            self.progress(t);
            self.state.set_phase(t, Phase::Joined);
            self.thread_mut(t).likeness.go_on();
        }
        if result.bits != 0 {
            let value = self.thread(target).result;
            let stored = self.store_word(t, result, value, plain(8), chosen, step)?;
            if let Flow::Halt = stored {
                return Ok(Flow::Halt);
            }
        }
        Ok(self.give(t, to, 0))
    }

    /// `pthread_detach`.
    pub(super) fn detach(&mut self, t: usize, name: Word, to: Reg) -> Flow {
        let Some(target) = self.state.thread_by_name(name) else {
            return self.give(t, to, ESRCH);
        };
        if self.thread(target).is_detached || self.thread(target).is_joined {
            return self.give(t, to, EINVAL);
        }
        self.state.save_thread(target);
        self.thread_mut(target).is_detached = true;
        self.give(t, to, 0)
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
        let name = self.thread(t).arena << 10 | (self.thread(t).keys + 1) & 0x3ff;
        let value = Word::new(u64::from(name));
        if let Flow::Halt = self.store_word(t, key, value, plain(4), chosen, step)? {
            return Ok(Flow::Halt);
        }
        self.thread_mut(t).keys += 1;
        self.state.save(|state| Change::Keys(state.keys.clone()));
        self.state.keys.push((name, destructor.bits));
        Ok(self.give(t, to, 0))
    }

    /// `pthread_getspecific`.
    pub(super) fn get_specific(&mut self, t: usize, key: Word, to: Reg) -> Flow {
        let specific = self.thread(t).specific.iter();
        let value = specific
            .rev()
            .find(|(known, _)| u64::from(*known) == key.bits);
        let value = value.map_or(0, |(_, value)| *value);
        self.give(t, to, value)
    }

    /// `pthread_setspecific`.
    pub(super) fn set_specific(&mut self, t: usize, key: Word, value: Word, to: Reg) -> Flow {
        let key = key.bits as u32;
        if !self.state.keys.iter().any(|(known, _)| *known == key) {
            return self.give(t, to, EINVAL);
        }
        let specific = &mut self.thread_mut(t).specific;
        specific.retain(|(known, _)| *known != key);
        specific.push((key, value.bits));
        self.progress(t);
        self.give(t, to, 0)
    }

    /// `pthread_key_delete`.
    pub(super) fn delete_key(&mut self, t: usize, key: Word, to: Reg) -> Flow {
        self.state.save(|state| Change::Keys(state.keys.clone()));
        self.state
            .keys
            .retain(|(known, _)| u64::from(*known) != key.bits);
        self.give(t, to, 0)
    }

    /// Sets `errno`, if the program looks at it.
    pub(super) fn set_errno(&mut self, t: usize, code: u64) -> Result<(), Trouble> {
        if let Some(address) = self.errno(t)? {
            let (object, offset) = self.state.memory.resolve(address, 4)?;
            let at = self.state.memory.object(object).start + offset as usize;
            self.write_own(t, at, 4, Word::new(code));
        }
        Ok(())
    }

    /// Where a thread has `errno`, if the program looks at it.
    pub(super) fn errno(&mut self, t: usize) -> Result<Option<u64>, Trouble> {
        let mut globals = (0..).zip(&self.text.code.globals);
        let errno = globals.find(|(_, global)| global.name == "__mazurka_errno");
        let number = errno.map(|(number, _)| number);
        let address = number.map(|number| self.thread_local_address(t, number));
        address.transpose()
    }
}
