//! `setjmp` and `longjmp`, within one thread.
//!
//! A buffer holds a number, and the thread knows what it stands for: a frame, and the
//! call in it that returns again. Registers are left as they are, so variables have the
//! values that they had last, as in code that was compiled without optimisation. (The
//! standard lets those be anything that were changed and are not `volatile`.)

use super::fault::Fault;
use super::sync::plain;
use super::thread::{After, Jump, Phase};
use super::{Chosen, Flow, Machine, Trouble};
use crate::code::{Reg, Word};
use mazurka_program::Step;

/// Before the numbers of buffers, so that other words are not taken for them.
const TAG: u64 = 0x6a75_6d70 << 32;

impl Machine {
    /// `setjmp`: notes where to jump to.
    pub(super) fn set_jump(
        &mut self,
        t: usize,
        buffer: Word,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let number = TAG | (self.thread(t).rare().jumped + 1);
        let stored = self.store_word(t, buffer, Word::new(number), plain(8), chosen, step)?;
        if let Flow::Halt = stored {
            return Ok(Flow::Halt);
        }
        let thread = &mut self.state.threads[t];
        let depth = thread.frames.len() as u32;
        let frame = *thread.frame();
        let is_here = |jump: &Jump| jump.depth == depth && jump.pc == frame.pc;
        // Those of functions that have returned, and this one's of an earlier round.
        let rare = thread.rare_mut();
        rare.jumps
            .retain(|jump| jump.depth <= depth && !is_here(jump));
        rare.jumped += 1;
        rare.jumps.push(Jump {
            number,
            buffer: buffer.bits,
            depth,
            function: frame.function,
            pc: frame.pc,
            base: frame.base,
            to,
        });
        Ok(self.give(t, to, 0))
    }

    /// `longjmp`.
    pub(super) fn long_jump(
        &mut self,
        t: usize,
        (buffer, value): (Word, Word),
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let mut chosen = chosen;
        if self.state.phase(t) != Phase::Known {
            let number = self.load_word(t, buffer, plain(8), chosen.take(), step)?;
            let Some(number) = number else {
                return Ok(Flow::Halt);
            };
            self.thread_mut(t).frame_mut().kept = number.bits;
            self.state.set_phase(t, Phase::Known);
        }
        let number = self.thread(t).frame().kept;
        let value = match value.bits & 0xffff_ffff {
            0 => 1,
            value => value,
        };
        self.jump(t, number, value, chosen, step)
    }

    /// Jumps to where the buffer with that number was filled.
    pub(super) fn jump(
        &mut self,
        t: usize,
        number: u64,
        value: u64,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let thread = &self.state.threads[t];
        let jump = thread
            .rare()
            .jumps
            .iter()
            .find(|jump| jump.number == number);
        let is_there = |jump: &&Jump| {
            let frame = thread.frames.get(jump.depth as usize - 1);
            frame.is_some_and(|frame| (frame.function, frame.base) == (jump.function, jump.base))
        };
        let Some(jump) = jump.filter(is_there).copied() else {
            let words = "longjmp to where this thread never called setjmp, or to a function \
                         that has returned";
            return Err(Fault::Misuse(words.to_owned()).into());
        };
        let depth = jump.depth as usize;
        if let Some(first) = thread.frames.get(depth) {
            let (keep, base) = (first.stack as usize, first.base as usize);
            let ending = self.thread(t).stack[keep..].to_vec();
            if let Flow::Halt = self.end_shared(t, ending, chosen, step)? {
                return Ok(Flow::Halt);
            }
            let thread = &mut self.state.threads[t];
            super::local::end_objects(thread, &mut self.state.memory, keep);
            let mut left = thread.frames[depth..].iter();
            let leaves_block = left.any(|frame| frame.after == After::AtomicBlock);
            thread.registers.truncate(base);
            thread.frames.truncate(depth);
            if leaves_block {
                self.end_atomic(t, step);
            }
        }
        self.thread_mut(t).frame_mut().pc = jump.pc;
        Ok(self.give(t, jump.to, value))
    }
}
