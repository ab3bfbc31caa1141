//! Copies and fills of memory.

use super::fault::Fault;
use super::memory::{NO_OWNER, ObjectIndex};
use super::state::State;
use super::sync::plain;
use super::thread::Phase;
use super::word;
use super::{Chosen, Flow, Machine, Trouble};
use crate::code::Word;
use mazurka_program::Step;

impl State {
    /// Are all bytes of an object the thread's own?
    fn is_own(&mut self, t: usize, index: ObjectIndex, writes: bool, is_graph: bool) -> bool {
        let is_alone = self.is_alone();
        let is_alone_in = self.is_alone_in(is_graph);
        let object = self.memory.object(index);
        if object.is_constant {
            return !writes;
        }
        if is_alone_in || is_alone && !object.is_shared {
            return true;
        }
        if object.is_shared {
            return false;
        }
        let owner = object.owner;
        if owner == NO_OWNER {
            self.memory.own(index, t as u32);
        }
        owner == NO_OWNER || owner == t as u32
    }
}

impl Machine {
    /// Copies bytes: at once as far as they are the thread's own, else piece by
    /// piece, each an access of its own. `kept` counts the bytes that are done, and
    /// the phase says whether the next piece has been read.
    pub(super) fn copy(
        &mut self,
        t: usize,
        target: Word,
        source: Word,
        length: Word,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        if length.undefined != 0 {
            let what = "the length of a copy";
            return Err(Fault::Undefined { what }.into());
        }
        if length.bits == 0 {
            return Ok(Flow::Go);
        }
        if target.undefined | source.undefined != 0 {
            return Err(Fault::Undefined { what: "an address" }.into());
        }
        let mut chosen = chosen;
        let (to, to_offset) = self.resolve_range(t, target.bits, length.bits)?;
        let (from, from_offset) = self.resolve_range(t, source.bits, length.bits)?;
        if self.state.phase(t) == Phase::Start
            && self.state.is_own(t, to, true, self.is_graph())
            && self.state.is_own(t, from, false, self.is_graph())
        {
            let to_at = self.state.memory.object(to).start + to_offset as usize;
            let from_at = self.state.memory.object(from).start + from_offset as usize;
            let size = length.bits as usize;
            self.state.note_change(t, to_at, size);
            self.state.memory.copy(from_at, to_at, size);
            return Ok(Flow::Go);
        }
        if self.state.phase(t) == Phase::Start {
            self.state.set_phase(t, Phase::Reads);
            self.thread_mut(t).frame_mut().kept = 0;
        }
        let backwards = from == to && to_offset > from_offset;
        loop {
            let done = self.thread(t).frame().kept;
            let left = length.bits - done;
            if left == 0 {
                self.state.set_phase(t, Phase::Start);
                return Ok(Flow::Go);
            }
            self.look_for_stop().map_err(Trouble::Interrupt)?;
            let (offset, size) = if backwards {
                // Single bytes: cells cannot be found from their ends.
                (left - 1, 1)
            } else {
                let source_site = self.state.memory.object(from).site as usize;
                let target_site = self.state.memory.object(to).site as usize;
                let a = self.tables.layouts[source_site].piece(from_offset + done, left);
                let b = self.tables.layouts[target_site].piece(to_offset + done, left);
                (done, a.min(b))
            };
            let mode = plain(size);
            if self.state.phase(t) == Phase::Reads {
                let address = Word::new(source.bits + offset);
                let Some(word) = self.load_word(t, address, mode, chosen.take(), step)? else {
                    return Ok(Flow::Halt);
                };
                self.thread_mut(t).result = word;
                self.state.set_phase(t, Phase::Writes);
            }
            let word = self.thread(t).result;
            let address = Word::new(target.bits + offset);
            if let Flow::Halt = self.store_word(t, address, word, mode, chosen.take(), step)? {
                return Ok(Flow::Halt);
            }
            self.state.set_phase(t, Phase::Reads);
            self.thread_mut(t).frame_mut().kept += u64::from(size);
        }
    }

    /// Fills bytes, in the same way.
    pub(super) fn fill(
        &mut self,
        t: usize,
        target: Word,
        byte: Word,
        length: Word,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        if length.undefined != 0 {
            let what = "the length of a fill";
            return Err(Fault::Undefined { what }.into());
        }
        if length.bits == 0 {
            return Ok(Flow::Go);
        }
        if target.undefined != 0 {
            return Err(Fault::Undefined { what: "an address" }.into());
        }
        let mut chosen = chosen;
        let (to, offset) = self.resolve_range(t, target.bits, length.bits)?;
        let byte = word::truncate(byte, 8);
        if self.state.phase(t) == Phase::Start && self.state.is_own(t, to, true, self.is_graph()) {
            let at = self.state.memory.object(to).start + offset as usize;
            let size = length.bits as usize;
            self.state.note_change(t, at, size);
            self.state
                .memory
                .fill(at, size, byte.bits as u8, byte.undefined as u8);
            return Ok(Flow::Go);
        }
        if self.state.phase(t) == Phase::Start {
            self.state.set_phase(t, Phase::Writes);
            self.thread_mut(t).frame_mut().kept = 0;
        }
        let spread = Word {
            bits: byte.bits * 0x0101_0101_0101_0101,
            undefined: byte.undefined * 0x0101_0101_0101_0101,
        };
        loop {
            let done = self.thread(t).frame().kept;
            let left = length.bits - done;
            if left == 0 {
                self.state.set_phase(t, Phase::Start);
                return Ok(Flow::Go);
            }
            self.look_for_stop().map_err(Trouble::Interrupt)?;
            let site = self.state.memory.object(to).site as usize;
            let mode = plain(self.tables.layouts[site].piece(offset + done, left));
            let address = Word::new(target.bits + done);
            if let Flow::Halt = self.store_word(t, address, spread, mode, chosen.take(), step)? {
                return Ok(Flow::Halt);
            }
            self.thread_mut(t).frame_mut().kept += u64::from(mode.size);
        }
    }

    /// The object of a range of bytes. Whether another thread has freed it is seen when
    /// it is accessed.
    fn resolve_range(
        &mut self,
        t: usize,
        address: u64,
        size: u64,
    ) -> Result<(ObjectIndex, u64), Trouble> {
        match self.state.memory.resolve(address, size) {
            Err(Fault::Dead { object, offset }) if !self.is_graph() => {
                if self.state.is_dead_cell(object) {
                    return Ok((object, offset as u64));
                }
                if self.state.is_dead_of_other(t, object) {
                    return Err(self.tables.share(self.state.memory.object(object).site));
                }
                Err(Fault::Dead { object, offset }.into())
            }
            other => Ok(other?),
        }
    }
}
