//! Stores that leave their buffers: fences, and what a flush does to memory.

use super::fault::Fault;
use super::memory::{Life, Origin};
use super::state::Pending;
use super::thread::Next;
use super::{Machine, word};
use mazurka_memory::Flushed;
use mazurka_program::{Interrupt, ProcessId, Step};

impl Machine {
    /// A fence: is the buffer of the thread empty? If not, it waits.
    pub(super) fn fence(&mut self, t: usize, step: &mut Step) -> bool {
        // (Where memory is the explorer's, what is announced is a fence by itself. What is not is
        // one by `has_to_fence`.)
        if !self.state.buffers.is_relaxed() {
            return true;
        }
        if self.taking.is_trying {
            // What it would wait for comes in any case.
            return true;
        }
        let process = self.thread(t).process;
        let is_empty = self.state.buffers.fence(process, &mut step.edges);
        if is_empty {
            self.drained_in_time(t);
            self.thread_mut(t).unfenced = 0;
        } else {
            self.thread_mut(t).next = Next::Buffer;
        }
        is_empty
    }

    /// What the flush of a store to several cells did to memory that held `before`.
    fn touch_parts(&self, flushed: &Flushed<Pending>, before: u64, step: &mut Step) {
        // The cells are one after the other, and each has a layout of its own size.
        let object = self.state.memory.object(flushed.value.object);
        let layout = &self.tables.layouts[object.site as usize];
        let mut offset = (flushed.value.at - object.start) as u64;
        let mut shift = 0;
        let mut part = || {
            let size = layout.cell_at(offset);
            let bits = (before >> shift) & word::mask(size * 8);
            offset += u64::from(size);
            shift += u32::from(size) * 8;
            bits
        };
        step.touches.push(flushed.touch(part()));
        for other in &flushed.more {
            step.touches.push(other.touch(part()));
        }
    }

    /// A shadow process carries out a store.
    pub(super) fn flush(&mut self, shadow: ProcessId, step: &mut Step) -> Result<(), Interrupt> {
        let flushed = self.state.buffers.flush(shadow, &mut step.edges);
        let pending = flushed.value;
        let owner = self.state.thread_index(flushed.owner);
        let is_there = self.state.memory.object(pending.object).birth == pending.birth;
        let before = match is_there {
            true => self.state.memory.read(pending.at, pending.size).bits,
            false => 0,
        };
        let from = step.touches.len();
        if flushed.more.is_empty() {
            step.touches.push(flushed.touch(before));
        } else {
            self.touch_parts(&flushed, before, step);
        }
        self.flush_in_time(owner, pending.time, from, step);
        if self.check_flush(owner, &pending, step) {
            self.race_flushed(flushed.object, pending.clock);
        }
        if is_there {
            // Also where it comes too late: the thread itself may have read it before, and
            // must not see anything else now.
            self.state
                .memory
                .write(pending.at, pending.size, pending.word);
        }
        if flushed.wakes_owner {
            return self.run_thread(owner, None, step);
        }
        Ok(())
    }

    /// A store reaches memory: is the object still there? If the thread itself has
    /// freed it since, that is no matter; else it is a finding.
    fn check_flush(&mut self, owner: usize, pending: &Pending, step: &mut Step) -> bool {
        let record = self.state.memory.object(pending.object);
        if record.origin == Origin::Stack && record.window.arena == self.thread(owner).arena {
            // Its own stack: if the function has returned since, it is no matter.
            return record.life == Life::Live && record.birth == pending.birth;
        }
        match record.life {
            Life::Live if record.birth == pending.birth => true,
            Life::Freed(by, _) if by as usize == owner => false,
            _ => {
                let fault = Fault::Dead {
                    object: pending.object,
                    offset: pending.at as i64 - record.start as i64,
                };
                let finding = self.explain_flush(owner, pending, &fault);
                step.findings.push(finding);
                self.state.course.has_failed = true;
                false
            }
        }
    }
}
