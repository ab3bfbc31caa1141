//! Another attempt: rounds of loops that bring a thread where a single look would have brought it.
//!
//! A compare-exchange that fails has read what is there, and is tried again with that: `while
//! (!compare_exchange(&x, &h, f(h)))`. The thread is not where it was, since `h` is another. But
//! it is where it would be, had it only now made the look with which it began, `h = load(&x)`. So
//! what it did since came to nothing: an execution in which it makes that look now instead is
//! explored. Whether it is so is found by making that look again, from the state in which it was
//! made, and comparing. Only the value of the object decides that, which both looks are at.

use super::Machine;
use super::access::live_of;
use super::memory::Memory;
use super::spin::{Change, Earlier};
use super::thread::{Frame, Next};
use crate::code::Word;
use mazurka_program::{Access, Interrupt, Step};

impl Machine {
    /// Is a thread that has just looked where it would be, had it made an earlier look at the
    /// same object only now? Which?
    pub(super) fn has_tried_again(&mut self, t: usize) -> Option<usize> {
        let thread = &mut self.threads[t];
        let stack = thread.stack.len() as u32;
        let first = thread.looks.retried(stack)?;
        let here = thread.now(&self.code)?;
        let earlier = thread.looks.earlier(first);
        if !self.is_inside(t, &earlier.frames) {
            return None;
        }
        let is_same = self.tentatively(|machine| machine.leads_here(t, &earlier, &here));
        is_same.then_some(first)
    }

    /// Are the functions that an earlier state is not about as they were?
    fn is_inside(&self, t: usize, frames: &[Frame]) -> bool {
        let outside = self.first_looping(frames);
        let now = &self.threads[t].frames;
        now.len() >= outside && now[..outside] == frames[..outside]
    }

    /// The first frame of which a state has the registers.
    fn first_looping(&self, frames: &[Frame]) -> usize {
        let is_looping = |frame: &Frame| {
            let function = &self.code.functions[frame.function as usize];
            let live = live_of(&function.ops[frame.pc as usize]);
            function.live.get(live as usize).is_some()
        };
        frames.iter().position(is_looping).unwrap_or(frames.len())
    }

    /// Makes the look of an earlier state: does that lead to where the thread is?
    fn leads_here(&mut self, t: usize, earlier: &Earlier, here: &(Vec<Frame>, Vec<Word>)) -> bool {
        self.save_thread(t);
        let byte = |memory: &Memory, at: usize| (memory.data[at], memory.undefined[at]);
        let changed = earlier.changes.iter().map(|change| change.at);
        let held: Vec<_> = changed.map(|at| (at, byte(&self.memory, at))).collect();
        for change in earlier.changes.iter().rev() {
            let word = Word {
                bits: u64::from(change.before),
                undefined: u64::from(change.undefined),
            };
            self.memory.write(change.at, 1, word);
        }
        self.put_back(t, earlier);
        let mut step = Step::default();
        let was_trying = std::mem::replace(&mut self.is_trying, true);
        let ran = self.run_thread(t, Some(0), &mut step);
        self.is_trying = was_trying;
        if ran == Err(Interrupt::Refined) {
            // Something is shared that was not known to be.
            self.has_learnt = true;
        }
        let only_reads = |step: &Step| {
            let mut touches = step.touches.iter();
            touches.all(|touch| touch.access == Access::Read)
        };
        let is_quiet = step.edges.is_empty() && step.findings.is_empty() && only_reads(&step);
        let is_there = ran.is_ok()
            && is_quiet
            && matches!(self.threads[t].next, Next::Operation(_))
            && self.threads[t].now(&self.code).as_ref() == Some(here);
        let is_held = |(at, before): &(usize, (u8, u8))| byte(&self.memory, *at) == *before;
        let is_new = |change: &&Change| held.iter().all(|(at, _)| *at != change.at);
        let again = self.threads[t].looks.all_changes();
        let is_first = |i: usize| again[..i].iter().all(|other| other.at != again[i].at);
        let is_unchanged = |(i, change): (usize, &Change)| {
            !is_new(&change)
                || !is_first(i)
                || byte(&self.memory, change.at) == (change.before, change.undefined)
        };
        is_there && held.iter().all(is_held) && again.iter().enumerate().all(is_unchanged)
    }

    /// Brings a thread into an earlier state. (Registers that do not matter are as they are.)
    fn put_back(&mut self, t: usize, earlier: &Earlier) {
        let first = self.first_looping(&earlier.frames);
        let thread = &mut self.threads[t];
        thread.looks.clear();
        thread.frames.clone_from(&earlier.frames);
        let mut words = earlier.registers.iter().copied();
        for frame in &earlier.frames[first..] {
            let function = &self.code.functions[frame.function as usize];
            let base = frame.base as usize;
            let end = base + function.registers as usize;
            if thread.registers.len() < end {
                thread.registers.resize(end, Word::new(0));
            }
            let live = live_of(&function.ops[frame.pc as usize]);
            match function.live.get(live as usize) {
                Some(live) => {
                    for (register, word) in live.iter().zip(&mut words) {
                        thread.registers[base + *register as usize] = word;
                    }
                }
                None => {
                    for (register, word) in (base..end).zip(&mut words) {
                        thread.registers[register] = word;
                    }
                }
            }
        }
    }
}
