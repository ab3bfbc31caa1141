//! Another attempt: rounds of loops that bring a thread where a single look would have brought it.
//!
//! A compare-exchange that fails has read what is there, and is tried again with that: `while
//! (!compare_exchange(&x, &h, f(h)))`. The thread is not where it was, since `h` is another. But
//! it is where it would be, had it only now made the look with which it began, `h = load(&x)`. So
//! what it did since came to nothing: an execution in which it makes that look now instead is
//! explored. Whether it is so is found by making that look again, from the state in which it was
//! made, and comparing. Only the value of the object decides that, which both looks are at.
//!
//! Such a compare-exchange comes to something only if it finds what the load before it found. Then
//! the load could as well have been made just before it. So, if nothing is in between, the two are
//! made in one step (a *pair*), and no execution is begun in vain by a load that comes too early.
//! That the compare-exchange comes to nothing with every other value is found by trying it out
//! with one of which nothing is known: every bit of it is undefined, so a thread that decides
//! anything by it is noticed.

use super::Machine;
use super::graph::order_of;
use super::memory::Memory;
use super::spin::{Change, Earlier};
use super::thread::{Frame, Next, Spot};
use super::word::mask;
use crate::code::{Op, Word};
use mazurka_program::{Access, Interrupt, Kind, Operation, Order, Step};

impl Machine {
    /// Is a thread that has just looked where it would be, had it made an earlier look at the
    /// same object only now? Which?
    pub(super) fn has_tried_again(&mut self, t: usize) -> Option<usize> {
        let thread = &mut self.state.threads[t];
        let stack = thread.stack.len() as u32;
        let first = thread.looks.retried(stack)?;
        // What may find a store of the thread's own is in no order with its flush: a look
        // again might not be the same look.
        let has_stored = self.state.buffers.is_relaxed()
            && (self.state.buffers)
                .latest(thread.process, thread.looks.object(first))
                .is_some();
        if has_stored {
            return None;
        }
        let here = thread.now(&self.text.code)?;
        let earlier = thread.looks.earlier(first);
        if !self.is_inside(t, &earlier.frames) || !self.is_ordered_like(&earlier) {
            return None;
        }
        let is_same = self.tentatively(|machine| machine.leads_here(t, &earlier, &here));
        is_same.then_some(first)
    }

    /// Under the models of C11: does what was read last order at least as much as the earlier
    /// look would, had it read that?
    fn is_ordered_like(&self, earlier: &Earlier) -> bool {
        let order = |op: Op| match op {
            Op::Load { access, .. } | Op::LoadBits { access, .. } | Op::Rmw { access, .. } => {
                access.order.map(order_of)
            }
            Op::CompareExchange { exchange, .. } => exchange.access(false).order.map(order_of),
            _ => None,
        };
        if !self.is_weak() {
            return true;
        }
        let first = earlier.frames.last().and_then(|at| order(self.text.op(at)));
        let acting = self.taking.acting.as_ref();
        let last = acting.and_then(|acting| order(acting.op(&self.text)));
        let (Some(first), Some(last)) = (first, last) else {
            return false;
        };
        let is_total = |order| order == Order::SequentiallyConsistent;
        (last.acquires() || !first.acquires()) && (is_total(last) || !is_total(first))
    }

    /// A compare-exchange has come to nothing, and with it what came after a look. If that is
    /// the load just before it, the two may be a pair.
    pub(super) fn learn_pair(&mut self, t: usize, first: usize) {
        let looks = &self.thread(t).looks;
        if looks.retried(self.thread(t).stack.len() as u32) != Some(first)
            || first + 2 != looks.len()
        {
            return;
        }
        if let Some(frame) = looks.earlier(first).frames.last()
            && matches!(self.text.op(frame), Op::Load { .. } | Op::LoadBits { .. })
        {
            let instruction = self.text.instruction(frame.function, frame.pc);
            self.tables.knowledge.pair(instruction);
        }
    }

    /// May the load that a thread is about to announce be one step with what comes after it?
    /// Not if it has stores in its buffer: the load need not wait for them, the
    /// compare-exchange does.
    pub(super) fn is_paired(&self, t: usize, operation: &Operation) -> bool {
        let thread = &self.state.threads[t];
        let has_stored = || {
            let latest = self.state.buffers.latest(thread.process, operation.object);
            self.state.buffers.is_relaxed() && (thread.unfenced > 0 || latest.is_some())
        };
        operation.kind == Kind::Load
            && self.text.settings.foresees
            && !self.text.settings.spurious
            && !self.text.settings.races
            && !self.is_graph()
            && !self.text.cancels
            && self.taking.rehearsal.is_none()
            && thread.atomic == 0
            && self.tables.knowledge.is_paired(self.instruction_of(t))
            && !has_stored()
    }

    /// The load that a thread has announced, if that may be one step with what comes after it.
    pub(super) fn paired_load(&self, t: usize) -> Option<Operation> {
        let guard = self.thread(t).guard.as_ref()?;
        guard.is_paired.then_some(guard.operation)
    }

    /// Has a thread announced, after a load, a compare-exchange of the same object that comes to
    /// nothing with every value but that?
    pub(super) fn goes_on_at_once(&mut self, t: usize, load: &Operation) -> bool {
        let Next::Operation(operation) = self.thread(t).next else {
            return false;
        };
        let Spot::Memory { at, size, .. } = self.thread(t).spot else {
            return false;
        };
        if operation.kind != Kind::CompareExchange || operation.object != load.object {
            return false;
        }
        self.tentatively(|machine| {
            machine.state.save_thread(t);
            let unknown = Word {
                bits: !operation.operand & mask(size * 8),
                undefined: mask(size * 8),
            };
            machine.state.memory.write(at, size, unknown);
            let mut step = Step::default();
            let was_trying = std::mem::replace(&mut machine.taking.is_trying, true);
            machine.taking.is_poisoned = true;
            let ran = machine.run_thread(t, Some(0), &mut step);
            machine.taking.is_poisoned = false;
            machine.taking.is_trying = was_trying;
            machine.note_refined(&ran);
            let is_stalled = matches!(machine.state.threads[t].next, Next::Stalled(_));
            ran.is_ok() && is_stalled && only_looks(&step)
        })
    }

    /// If something was learnt while a step was tried out, the exploration begins anew.
    fn note_refined(&mut self, ran: &Result<(), Interrupt>) {
        self.tables.has_learnt |= *ran == Err(Interrupt::Refined);
    }

    /// Are the functions that an earlier state is not about as they were?
    fn is_inside(&self, t: usize, frames: &[Frame]) -> bool {
        let outside = self.first_looping(frames);
        let now = &self.thread(t).frames;
        now.len() >= outside && now[..outside] == frames[..outside]
    }

    /// The first frame of which a state has the registers.
    fn first_looping(&self, frames: &[Frame]) -> usize {
        let is_looping = |frame: &Frame| {
            let function = self.text.function(frame.function);
            let live = function.ops[frame.pc as usize].live();
            function.live.get(live as usize).is_some()
        };
        frames.iter().position(is_looping).unwrap_or(frames.len())
    }

    /// Makes the look of an earlier state: does that lead to where the thread is?
    fn leads_here(&mut self, t: usize, earlier: &Earlier, here: &(Vec<Frame>, Vec<Word>)) -> bool {
        self.state.save_thread(t);
        let byte = |memory: &Memory, at: usize| (memory.data[at], memory.undefined[at]);
        let changed = earlier.changes.iter().map(|change| change.at);
        let held: Vec<_> = changed
            .map(|at| (at, byte(&self.state.memory, at)))
            .collect();
        for change in earlier.changes.iter().rev() {
            let word = Word {
                bits: u64::from(change.before),
                undefined: u64::from(change.undefined),
            };
            self.state.memory.write(change.at, 1, word);
        }
        self.put_back(t, earlier);
        let mut step = Step::default();
        let was_trying = std::mem::replace(&mut self.taking.is_trying, true);
        let ran = self.run_thread(t, Some(0), &mut step);
        self.taking.is_trying = was_trying;
        self.note_refined(&ran);
        let is_there = ran.is_ok()
            && only_looks(&step)
            && matches!(self.thread(t).next, Next::Operation(_))
            && self.state.threads[t].now(&self.text.code).as_ref() == Some(here);
        let is_held = |(at, before): &(usize, (u8, u8))| byte(&self.state.memory, *at) == *before;
        let is_new = |change: &&Change| held.iter().all(|(at, _)| *at != change.at);
        let again = self.thread(t).looks.all_changes();
        let is_first = |i: usize| again[..i].iter().all(|other| other.at != again[i].at);
        let is_unchanged = |(i, change): (usize, &Change)| {
            !is_new(&change)
                || !is_first(i)
                || byte(&self.state.memory, change.at) == (change.before, change.undefined)
        };
        is_there && held.iter().all(is_held) && again.iter().enumerate().all(is_unchanged)
    }

    /// Brings a thread into an earlier state. (Registers that do not matter are as they are.)
    fn put_back(&mut self, t: usize, earlier: &Earlier) {
        let first = self.first_looping(&earlier.frames);
        let thread = &mut self.state.threads[t];
        thread.looks.clear();
        thread.frames.clone_from(&earlier.frames);
        let mut words = earlier.registers.iter().copied();
        for frame in &earlier.frames[first..] {
            let function = self.text.function(frame.function);
            let base = frame.base as usize;
            let end = base + function.registers as usize;
            if thread.registers.len() < end {
                thread.registers.resize(end, Word::new(0));
            }
            let live = function.ops[frame.pc as usize].live();
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

/// Has a step done nothing but look?
fn only_looks(step: &Step) -> bool {
    let mut touches = step.touches.iter();
    let only_reads = touches.all(|touch| touch.access == Access::Read);
    only_reads && step.edges.is_empty() && step.findings.is_empty()
}
