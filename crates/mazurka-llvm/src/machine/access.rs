//! Accesses of memory that others may reach.

use super::fault::Fault;
use super::knowledge::Cells;
use super::memory::{Life, NO_TABLE, NOBODY, ObjectIndex};
use super::thread::{Next, Spot};
use super::word::{self, mask};
use super::{Chosen, Flow, Machine, Pending, Table, Trouble};
use crate::code::{Access as Mode, NOT_LIVE, Op, Reg, Src, Word};
use crate::ir::{Order, RmwOp};
use mazurka_memory::Model;
use mazurka_program::{
    Access, Edge, Interrupt, Kind, ObjectId, ObjectName, Operation, Step, Touch,
};

/// What an address means to a thread.
pub(crate) enum Target {
    /// Bytes that are its own.
    Own { object: ObjectIndex, at: usize },
    /// A cell that others may access.
    Cell(CellSpot),
    /// Several cells, one after the other.
    Cells(Vec<CellSpot>),
}

/// A cell, and where it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellSpot {
    pub(crate) id: ObjectId,
    pub(crate) object: ObjectIndex,
    pub(crate) at: usize,
    pub(crate) size: u8,
}

impl CellSpot {
    pub(crate) fn spot(self) -> Spot {
        Spot::Memory {
            object: self.object,
            at: self.at,
            size: self.size,
        }
    }
}

/// Does an operation of this kind, if it changes nothing, only look?
pub(crate) fn is_look(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Load
            | Kind::CompareExchange
            | Kind::Swap
            | Kind::TryLock
            | Kind::TryLockShared
            | Kind::TryAcquire
    )
}

/// The registers that matter at an instruction.
pub(crate) fn live_of(op: &Op) -> u32 {
    match op {
        Op::Load { live, .. }
        | Op::LoadBits { live, .. }
        | Op::Rmw { live, .. }
        | Op::CompareExchange { live, .. }
        | Op::CompareExchangeWide { live, .. }
        | Op::Again { live, .. }
        | Op::Call { live, .. }
        | Op::CallIndirect { live, .. }
        | Op::CallBuiltin { live, .. } => *live,
        _ => NOT_LIVE,
    }
}

/// Adds a touch; two of one object become one.
pub(crate) fn merge_touch(touches: &mut Vec<Touch>, touch: Touch) {
    let known = touches.iter_mut().find(|known| known.object == touch.object);
    match known {
        None => touches.push(touch),
        Some(known) => {
            known.after = touch.after;
            if touch.access.changes() {
                known.access = Access::Write;
            }
        }
    }
}

/// Is an access at least a release?
fn is_release(order: Option<Order>) -> bool {
    matches!(
        order,
        Some(Order::Release | Order::AcquireRelease | Order::SequentiallyConsistent)
    )
}

impl Machine {
    /// What an address means to a thread that accesses `size` bytes there.
    pub(super) fn target(
        &mut self,
        t: usize,
        address: Word,
        size: u8,
        writes: bool,
    ) -> Result<Target, Trouble> {
        if address.undefined != 0 {
            return Err(Fault::Undefined { what: "an address" }.into());
        }
        let is_alone = self.is_alone();
        let (index, offset) = match self.memory.resolve(address.bits, u64::from(size)) {
            Ok(found) => found,
            // Whether the other thread has freed it yet is seen when the access is
            // carried out.
            Err(Fault::Dead { object, offset }) if self.is_dead_cell(object, offset, size) => {
                (object, offset as u64)
            }
            Err(fault) => return Err(fault.into()),
        };
        let object = &mut self.memory.objects[index as usize];
        let at = object.start + offset as usize;
        let own = Target::Own { object: index, at };
        if object.is_constant {
            return match writes {
                true => Err(Fault::Constant { object: index }.into()),
                false => Ok(own),
            };
        }
        if is_alone {
            return Ok(own);
        }
        if !object.is_shared {
            if object.owner == NOBODY {
                object.owner = t as u32;
            }
            if object.owner == t as u32 {
                return Ok(own);
            }
            let site = object.site;
            self.knowledge.share(site);
            return Err(self.refined());
        }
        let site = object.site;
        if object.is_freed && !self.layouts[site as usize].knows(offset, size) {
            // Who has freed such an object has not touched this.
            self.knowledge.free(site, [(offset, size)]);
            return Err(self.refined());
        }
        match self.layouts[site as usize].access(offset, size) {
            Cells::One => Ok(Target::Cell(self.cell(index, offset, size))),
            Cells::Several(sizes) => {
                let mut cells = Vec::with_capacity(sizes.len());
                let mut offset = offset;
                for size in sizes {
                    cells.push(self.cell(index, offset, size));
                    offset += u64::from(size);
                }
                Ok(Target::Cells(cells))
            }
            Cells::Cut(cuts) => {
                for cut in cuts {
                    self.knowledge.cut(site, cut);
                }
                Err(self.refined())
            }
        }
    }

    fn is_dead_cell(&self, index: ObjectIndex, offset: i64, size: u8) -> bool {
        let object = self.memory.object(index);
        let is_inside = offset >= 0 && offset as u64 + u64::from(size) <= object.size;
        object.is_shared && is_inside && !self.is_alone()
    }

    fn cell(&mut self, index: ObjectIndex, offset: u64, size: u8) -> CellSpot {
        CellSpot {
            id: self.cell_id(index, offset),
            object: index,
            at: self.memory.object(index).start + offset as usize,
            size,
        }
    }

    /// The identifier of the cell that begins there.
    pub(super) fn cell_id(&mut self, index: ObjectIndex, offset: u64) -> ObjectId {
        let object = &self.memory.objects[index as usize];
        let window = object.window;
        let table = match object.table {
            NO_TABLE => {
                let next = self.tables.len() as u32;
                let key = (window.arena, window.number, window.is_large);
                let table = *self.table_of.entry(key).or_insert(next);
                if table == next {
                    self.tables.push(Table::default());
                }
                self.memory.objects[index as usize].table = table;
                table
            }
            table => table,
        };
        let table = &mut self.tables[table as usize];
        let place = offset as usize;
        if let Some(id) = table.ids.get(place).and_then(|id| id.checked_sub(1)) {
            return ObjectId(id);
        }
        let creator = self.threads.iter().find(|thread| thread.arena == window.arena);
        let id = self.names.object(ObjectName {
            creator: creator.map(|thread| thread.process),
            place: u64::from(window.number) << 1 | u64::from(window.is_large),
            generation: 0,
            part: offset + 1,
        });
        if table.ids.len() <= place {
            table.ids.resize(place + 1, 0);
        }
        table.ids[place] = id.0 + 1;
        id
    }

    /// May a cell still be accessed?
    pub(super) fn check_live(&self, object: ObjectIndex, at: usize) -> Result<(), Trouble> {
        let record = self.memory.object(object);
        match record.life {
            Life::Live => Ok(()),
            _ => Err(Fault::Dead {
                object,
                offset: at as i64 - record.start as i64,
            }
            .into()),
        }
    }

    /// A store reaches memory: is the object still there? If the thread itself has
    /// freed it since, that is no matter; else it is a finding.
    pub(super) fn check_flush(&mut self, owner: usize, pending: &Pending, step: &mut Step) -> bool {
        let record = self.memory.object(pending.object);
        match record.life {
            Life::Live => true,
            Life::Freed(by, _) if by as usize == owner => false,
            _ => {
                let fault = Fault::Dead {
                    object: pending.object,
                    offset: pending.at as i64 - record.start as i64,
                };
                let finding = self.explain_flush(owner, pending, &fault);
                step.findings.push(finding);
                self.has_failed = true;
                false
            }
        }
    }

    /// An operation that failed has still accessed its object.
    pub(super) fn cover_fault(&self, operation: Operation, findings: usize, step: &mut Step) {
        if step.findings.len() > findings
            && step.touches.is_empty()
            && !operation.kind.is_opaque()
            && operation.kind != Kind::Choose
        {
            let access = operation.access_at(0).unwrap_or(Access::Write);
            step.touches.push(Touch::new(operation.object, access, 0, 0));
        }
    }

    /// Is the current instruction to be carried out now, although others can see it?
    fn is_now(&self, t: usize, chosen: Chosen) -> bool {
        chosen.is_some() || self.threads[t].atomic > 0
    }

    /// Something was done that others see.
    pub(super) fn progress(&mut self, t: usize) {
        self.threads[t].looks.clear();
    }

    /// The thread only looked, and saw `value`; `state` is from before.
    fn looked(
        &mut self,
        t: usize,
        state: Option<super::spin::State>,
        id: ObjectId,
        spot: Spot,
        value: u64,
    ) {
        let looks = &mut self.threads[t].looks;
        match state {
            Some(state) => looks.add(state, id, spot, value),
            None => looks.clear(),
        }
    }

    /// `load`.
    pub(super) fn load(
        &mut self,
        t: usize,
        (to, bits): (Reg, u8),
        address: Src,
        mode: Mode,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let address = self.read_src(t, address);
        self.check_aligned(address, mode)?;
        let target = self.target(t, address, mode.size, false)?;
        let word = match target {
            Target::Own { at, .. } => self.memory.read(at, mode.size),
            Target::Cell(_) | Target::Cells(_) if !self.is_now(t, chosen) => {
                return Ok(self.announce_access(t, Kind::Load, 0, &target));
            }
            Target::Cell(cell) => {
                self.check_live(cell.object, cell.at)?;
                self.load_cell(t, cell, step)
            }
            Target::Cells(cells) => {
                let mut word = Word::new(0);
                let mut shift = 0;
                for cell in cells {
                    self.check_live(cell.object, cell.at)?;
                    let part = self.load_cell(t, cell, step);
                    word.bits |= part.bits << shift;
                    word.undefined |= part.undefined << shift;
                    shift += u32::from(cell.size) * 8;
                }
                self.progress(t);
                word
            }
        };
        self.race_access(t, &address, mode, false, step)?;
        self.threads[t].set(to, word::truncate(word, bits));
        self.threads[t].advance();
        Ok(Flow::Go)
    }

    fn load_cell(&mut self, t: usize, cell: CellSpot, step: &mut Step) -> Word {
        let memory = self.memory.read(cell.at, cell.size);
        let process = self.threads[t].process;
        if self.threads[t].atomic > 0 || !self.buffers.is_relaxed() {
            let state = self.loop_state(t).filter(|_| self.threads[t].atomic == 0);
            self.looked(t, state, cell.id, cell.spot(), memory.bits);
            let touch = Touch::new(cell.id, Access::Read, memory.bits, memory.bits);
            self.touch(touch, step);
            self.tell_value(memory);
            return memory;
        }
        let forwarded = self.buffers.forwarded(process, cell.id);
        let seen = forwarded.map_or(memory, |(_, pending)| pending.word);
        let touch = self.buffers.load(process, cell.id, memory.bits);
        self.touch(touch, step);
        let state = self.loop_state(t);
        self.looked(t, state, cell.id, cell.spot(), seen.bits);
        self.tell_value(seen);
        seen
    }

    /// Announces an access of one cell, or of several, which is opaque.
    fn announce_access(&mut self, t: usize, kind: Kind, operand: u64, target: &Target) -> Flow {
        match target {
            Target::Cell(cell) => {
                self.announce(t, Operation::new(kind, cell.id, operand), cell.spot())
            }
            _ => {
                let object = self.private(t);
                self.announce(t, Operation::new(Kind::Change, object, 0), Spot::Nowhere)
            }
        }
    }

    fn check_aligned(&self, address: Word, mode: Mode) -> Result<(), Trouble> {
        if mode.order.is_some()
            && address.undefined == 0
            && address.bits % u64::from(mode.size.max(1)) != 0
        {
            let (address, size) = (address.bits, mode.size);
            return Err(Fault::Misaligned { address, size }.into());
        }
        Ok(())
    }

    /// `store`.
    pub(super) fn store(
        &mut self,
        t: usize,
        value: Src,
        address: Src,
        mode: Mode,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let address = self.read_src(t, address);
        let word = self.read_src(t, value);
        self.check_aligned(address, mode)?;
        let flow = self.store_word(t, address, word, mode, chosen, step)?;
        if let Flow::Go = flow {
            self.threads[t].advance();
        }
        Ok(flow)
    }

    /// Stores a word. If that is done, the instruction goes on.
    pub(super) fn store_word(
        &mut self,
        t: usize,
        address: Word,
        word: Word,
        mode: Mode,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let word = word::truncate(word, mode.size * 8);
        let target = self.target(t, address, mode.size, true)?;
        if let Target::Own { at, .. } = target {
            self.write_own(t, at, mode.size, word);
            self.race_access(t, &address, mode, true, step)?;
            return Ok(Flow::Go);
        }
        let is_strong = mode.order == Some(Order::SequentiallyConsistent);
        let is_now = self.is_now(t, chosen);
        if !is_now && self.buffers.is_relaxed() && !is_strong {
            if let Target::Cell(cell) = target {
                return self.buffer_store(t, address, cell, word, mode, step);
            }
        }
        if !is_now {
            if !self.fence(t, step) {
                return Ok(Flow::Halt);
            }
            if !is_strong && self.settings.model != Model::Sc && self.settings.buffer_bound == Some(0)
            {
                self.is_cut.set(true);
            }
            return Ok(self.announce_access(t, Kind::Store, word.bits, &target));
        }
        self.progress(t);
        let cells = match target {
            Target::Cell(cell) => vec![cell],
            Target::Cells(cells) => cells,
            Target::Own { .. } => unreachable!("done above"),
        };
        let mut shift = 0;
        for cell in cells {
            self.check_live(cell.object, cell.at)?;
            let bits = cell.size * 8;
            let part = Word {
                bits: (word.bits >> shift) & mask(bits),
                undefined: (word.undefined >> shift) & mask(bits),
            };
            self.write_cell(cell, part, Access::Write, step);
            shift += u32::from(bits);
        }
        self.race_access(t, &address, mode, true, step)?;
        Ok(Flow::Go)
    }

    /// Writes bytes of the thread's own.
    pub(super) fn write_own(&mut self, t: usize, at: usize, size: u8, word: Word) {
        if self.threads[t].looks.is_active() {
            self.threads[t].looks.change(&self.memory, at, usize::from(size));
        }
        self.memory.write(at, size, word);
    }

    /// Writes a cell in memory, and reports it.
    pub(super) fn write_cell(&mut self, cell: CellSpot, word: Word, access: Access, step: &mut Step) {
        let before = self.memory.read(cell.at, cell.size);
        if access.changes() {
            self.memory.write(cell.at, cell.size, word);
            if self.buffers.is_relaxed() {
                self.buffers.wrote(cell.id);
            }
        }
        let after = if access.changes() { word.bits } else { before.bits };
        self.touch(Touch::new(cell.id, access, before.bits, after), step);
    }

    fn buffer_store(
        &mut self,
        t: usize,
        address: Word,
        cell: CellSpot,
        word: Word,
        mode: Mode,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let process = self.threads[t].process;
        if let Life::Freed(by, _) = self.memory.object(cell.object).life
            && by as usize == t
        {
            // (Whether another thread has freed it is seen when the store reaches
            // memory.)
            self.check_live(cell.object, cell.at)?;
        }
        if is_release(mode.order) {
            self.buffers.barrier(process);
        }
        if !self.buffers.make_room(process, cell.id) {
            self.threads[t].next = Next::Buffer;
            return Ok(Flow::Halt);
        }
        let frame = *self.threads[t].frame();
        let pending = Pending {
            object: cell.object,
            at: cell.at,
            size: cell.size,
            word,
            function: frame.function,
            pc: frame.pc,
        };
        let edges = &mut step.edges;
        let from = edges.len();
        self.buffers
            .store(&mut self.names, process, cell.id, word.bits, pending, edges);
        // A store that must come after a flush is one that had no room, unless a
        // fence has emptied the buffer since.
        let is_after =
            |edge: &Edge| matches!(edge, Edge::After { process: p, .. } if *p == process);
        let is_after = edges[from..].iter().any(is_after);
        let thread = &mut self.threads[t];
        let bound = self.settings.buffer_bound;
        if is_after && bound.is_some_and(|bound| thread.unfenced >= bound) {
            self.is_cut.set(true);
        }
        thread.unfenced += 1;
        thread.looks.clear();
        self.note_buffered(t, cell, word);
        self.race_access(t, &address, mode, true, step)?;
        Ok(Flow::Go)
    }

    /// `atomicrmw`.
    #[allow(clippy::too_many_arguments, reason = "as many as the instruction has")]
    pub(super) fn rmw(
        &mut self,
        t: usize,
        op: RmwOp,
        to: Reg,
        address: Src,
        operand: Src,
        mode: Mode,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let address = self.read_src(t, address);
        let operand = self.read_src(t, operand);
        self.check_aligned(address, mode)?;
        let (kind, expected) = match op {
            RmwOp::Exchange => (Kind::Swap, operand.bits),
            _ => (Kind::ReadModifyWrite, 0),
        };
        let bits = mode.size * 8;
        let new = move |before: Word| rmw_result(op, before, operand, bits);
        let before = self.update(t, address, mode, (kind, expected), &new, chosen, step)?;
        let Some(before) = before else {
            return Ok(Flow::Halt);
        };
        self.threads[t].set(to, before);
        self.threads[t].advance();
        Ok(Flow::Go)
    }

    /// `cmpxchg`.
    #[allow(clippy::too_many_arguments, reason = "as many as the instruction has")]
    pub(super) fn compare_exchange(
        &mut self,
        t: usize,
        to: Reg,
        address: Src,
        expected: Src,
        new: Src,
        mode: Mode,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let address = self.read_src(t, address);
        let expected = self.read_src(t, expected);
        let new = self.read_src(t, new);
        self.check_aligned(address, mode)?;
        if expected.undefined != 0 {
            let what = "the expected value of a compare-exchange";
            return Err(Fault::Undefined { what }.into());
        }
        let result = move |before: Word| {
            let is_equal = before.bits == expected.bits;
            if is_equal { new } else { before }
        };
        let kind = (Kind::CompareExchange, expected.bits);
        let before = self.update(t, address, mode, kind, &result, chosen, step)?;
        let Some(before) = before else {
            return Ok(Flow::Halt);
        };
        if before.undefined != 0 {
            let what = "a compare-exchange of a value";
            return Err(Fault::Undefined { what }.into());
        }
        let is_exchanged = before.bits == expected.bits;
        self.threads[t].set(to, before);
        self.threads[t].set(to + 1, Word::new(u64::from(is_exchanged)));
        self.threads[t].advance();
        Ok(Flow::Go)
    }

    /// Reads and writes at once. None if the thread must wait; else what was there.
    #[allow(clippy::too_many_arguments, reason = "all that an update is made of")]
    fn update(
        &mut self,
        t: usize,
        address: Word,
        mode: Mode,
        (kind, operand): (Kind, u64),
        new: &dyn Fn(Word) -> Word,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Option<Word>, Trouble> {
        let is_now = self.is_now(t, chosen);
        if !is_now && !self.fence(t, step) {
            return Ok(None);
        }
        let target = self.target(t, address, mode.size, true)?;
        let before = match target {
            Target::Own { at, .. } => {
                let before = self.memory.read(at, mode.size);
                self.write_own(t, at, mode.size, new(before));
                before
            }
            Target::Cell(_) | Target::Cells(_) if !is_now => {
                self.announce_access(t, kind, operand, &target);
                return Ok(None);
            }
            Target::Cell(cell) => {
                self.check_live(cell.object, cell.at)?;
                let before = self.memory.read(cell.at, cell.size);
                let operation = Operation::new(kind, cell.id, operand);
                let access = operation.access_at(before.bits).unwrap_or(Access::Write);
                self.look_or_progress(t, access, cell, before);
                self.write_cell(cell, new(before), access, step);
                self.tell_update(before, access);
                before
            }
            Target::Cells(cells) => self.update_cells(t, &cells, new, step)?,
        };
        self.race_access(t, &address, mode, true, step)?;
        Ok(Some(before))
    }

    pub(super) fn look_or_progress(&mut self, t: usize, access: Access, cell: CellSpot, before: Word) {
        let only_looked = access == Access::Read && self.threads[t].atomic == 0;
        let state = self.loop_state(t).filter(|_| only_looked);
        self.looked(t, state, cell.id, cell.spot(), before.bits);
    }

    /// The same of several cells; of up to eight bytes in all.
    fn update_cells(
        &mut self,
        t: usize,
        cells: &[CellSpot],
        new: &dyn Fn(Word) -> Word,
        step: &mut Step,
    ) -> Result<Word, Trouble> {
        self.progress(t);
        let mut before = Word::new(0);
        let mut shift = 0;
        for cell in cells {
            self.check_live(cell.object, cell.at)?;
            let part = self.memory.read(cell.at, cell.size);
            before.bits |= part.bits << shift;
            before.undefined |= part.undefined << shift;
            shift += u32::from(cell.size) * 8;
        }
        let after = new(before);
        let mut shift = 0;
        for cell in cells {
            let bits = cell.size * 8;
            let part = Word {
                bits: (after.bits >> shift) & mask(bits),
                undefined: (after.undefined >> shift) & mask(bits),
            };
            let is_same = part == self.memory.read(cell.at, cell.size);
            let access = if is_same { Access::Read } else { Access::Write };
            self.write_cell(*cell, part, access, step);
            shift += u32::from(bits);
        }
        Ok(before)
    }

    /// `cmpxchg` of sixteen bytes.
    pub(super) fn compare_exchange_wide(
        &mut self,
        t: usize,
        to: Reg,
        address: Src,
        operands: [Src; 4],
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let address = self.read_src(t, address);
        let [low, high, new_low, new_high] = operands.map(|src| self.read_src(t, src));
        let is_now = self.is_now(t, chosen);
        if !is_now && !self.fence(t, step) {
            return Ok(Flow::Halt);
        }
        if address.undefined == 0 && address.bits % 16 != 0 {
            let (address, size) = (address.bits, 16);
            return Err(Fault::Misaligned { address, size }.into());
        }
        let upper = word::carry(address.bits.wrapping_add(8), address, Word::new(0), 64);
        let halves = [
            self.target(t, address, 8, true)?,
            self.target(t, upper, 8, true)?,
        ];
        let is_own = halves.iter().all(|half| matches!(half, Target::Own { .. }));
        if !is_own && !is_now {
            return Ok(self.announce_access(t, Kind::Change, 0, &Target::Cells(Vec::new())));
        }
        self.progress(t);
        let before = [self.whole(&halves[0])?, self.whole(&halves[1])?];
        if before.iter().any(|word| word.undefined != 0) || low.undefined | high.undefined != 0 {
            let what = "a compare-exchange of a value";
            return Err(Fault::Undefined { what }.into());
        }
        let is_exchanged = before[0].bits == low.bits && before[1].bits == high.bits;
        let after = if is_exchanged { [new_low, new_high] } else { before };
        for (half, word) in halves.iter().zip(after) {
            self.write_whole(t, half, word, is_exchanged, step);
        }
        let thread = &mut self.threads[t];
        thread.set(to, before[0]);
        thread.set(to + 1, before[1]);
        thread.set(to + 2, Word::new(u64::from(is_exchanged)));
        thread.advance();
        Ok(Flow::Go)
    }

    /// What eight bytes hold, whatever they are cut into.
    fn whole(&self, target: &Target) -> Result<Word, Trouble> {
        let cells = match target {
            Target::Own { at, .. } => return Ok(self.memory.read(*at, 8)),
            Target::Cell(cell) => std::slice::from_ref(cell),
            Target::Cells(cells) => cells.as_slice(),
        };
        for cell in cells {
            self.check_live(cell.object, cell.at)?;
        }
        Ok(self.memory.read(cells[0].at, 8))
    }

    fn write_whole(&mut self, t: usize, target: &Target, word: Word, writes: bool, step: &mut Step) {
        let cells = match target {
            Target::Own { at, .. } => return self.write_own(t, *at, 8, word),
            Target::Cell(cell) => vec![*cell],
            Target::Cells(cells) => cells.clone(),
        };
        let mut shift = 0;
        for cell in cells {
            let bits = cell.size * 8;
            let part = Word {
                bits: (word.bits >> shift) & mask(bits),
                undefined: (word.undefined >> shift) & mask(bits),
            };
            let access = if writes { Access::Write } else { Access::Read };
            self.write_cell(cell, part, access, step);
            shift += u32::from(bits);
        }
    }

    /// `fence`.
    pub(super) fn fence_op(&mut self, t: usize, order: Order, step: &mut Step) -> Flow {
        let process = self.threads[t].process;
        match order {
            Order::SequentiallyConsistent => {
                if self.threads[t].atomic == 0 && !self.fence(t, step) {
                    return Flow::Halt;
                }
            }
            Order::Release | Order::AcquireRelease => self.buffers.barrier(process),
            Order::Acquire | Order::Relaxed => {}
        }
        self.race_fence(t, order);
        self.threads[t].advance();
        Flow::Go
    }

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
        let (to, to_offset) = self.resolve_range(target.bits, length.bits)?;
        let (from, from_offset) = self.resolve_range(source.bits, length.bits)?;
        if self.threads[t].frame().phase == 0 && self.is_own(t, to, true) && self.is_own(t, from, false) {
            let to_at = self.memory.object(to).start + to_offset as usize;
            let from_at = self.memory.object(from).start + from_offset as usize;
            let size = length.bits as usize;
            if self.threads[t].looks.is_active() {
                self.threads[t].looks.change(&self.memory, to_at, size);
            }
            self.memory.copy(from_at, to_at, size);
            return Ok(Flow::Go);
        }
        if self.threads[t].frame().phase == 0 {
            self.threads[t].frame_mut().phase = COPY_READS;
            self.threads[t].frame_mut().kept = 0;
        }
        let backwards = from == to && to_offset > from_offset;
        loop {
            let done = self.threads[t].frame().kept;
            let left = length.bits - done;
            if left == 0 {
                self.threads[t].frame_mut().phase = 0;
                return Ok(Flow::Go);
            }
            let (offset, size) = if backwards {
                // Single bytes: cells cannot be found from their ends.
                (left - 1, 1)
            } else {
                let source_site = self.memory.object(from).site as usize;
                let target_site = self.memory.object(to).site as usize;
                let a = self.layouts[source_site].piece(from_offset + done, left);
                let b = self.layouts[target_site].piece(to_offset + done, left);
                (done, a.min(b))
            };
            let mode = Mode {
                size,
                order: None,
                is_volatile: false,
            };
            if self.threads[t].frame().phase == COPY_READS {
                let address = Word::new(source.bits + offset);
                let Some(word) = self.load_piece(t, address, mode, chosen.take(), step)? else {
                    return Ok(Flow::Halt);
                };
                self.threads[t].result = word;
                self.threads[t].frame_mut().phase = COPY_WRITES;
            }
            let word = self.threads[t].result;
            let address = Word::new(target.bits + offset);
            if let Flow::Halt = self.store_word(t, address, word, mode, chosen.take(), step)? {
                return Ok(Flow::Halt);
            }
            self.threads[t].frame_mut().phase = COPY_READS;
            self.threads[t].frame_mut().kept += u64::from(size);
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
        let (to, offset) = self.resolve_range(target.bits, length.bits)?;
        let byte = word::truncate(byte, 8);
        if self.threads[t].frame().phase == 0 && self.is_own(t, to, true) {
            let at = self.memory.object(to).start + offset as usize;
            let size = length.bits as usize;
            if self.threads[t].looks.is_active() {
                self.threads[t].looks.change(&self.memory, at, size);
            }
            self.memory.fill(at, size, byte.bits as u8, byte.undefined as u8);
            return Ok(Flow::Go);
        }
        if self.threads[t].frame().phase == 0 {
            self.threads[t].frame_mut().phase = COPY_WRITES;
            self.threads[t].frame_mut().kept = 0;
        }
        let spread = Word {
            bits: byte.bits * 0x0101_0101_0101_0101,
            undefined: byte.undefined * 0x0101_0101_0101_0101,
        };
        loop {
            let done = self.threads[t].frame().kept;
            let left = length.bits - done;
            if left == 0 {
                self.threads[t].frame_mut().phase = 0;
                return Ok(Flow::Go);
            }
            let site = self.memory.object(to).site as usize;
            let mode = Mode {
                size: self.layouts[site].piece(offset + done, left),
                order: None,
                is_volatile: false,
            };
            let address = Word::new(target.bits + done);
            if let Flow::Halt = self.store_word(t, address, spread, mode, chosen.take(), step)? {
                return Ok(Flow::Halt);
            }
            self.threads[t].frame_mut().kept += u64::from(mode.size);
        }
    }

    /// The object of a range of bytes. Whether another thread has freed it is seen when
    /// it is accessed.
    fn resolve_range(&self, address: u64, size: u64) -> Result<(ObjectIndex, u64), Fault> {
        match self.memory.resolve(address, size) {
            Err(Fault::Dead { object, offset }) => {
                let record = self.memory.object(object);
                let end = (offset as u64).checked_add(size);
                let is_inside = offset >= 0 && end.is_some_and(|end| end <= record.size);
                if is_inside && record.is_shared && !self.is_alone() {
                    return Ok((object, offset as u64));
                }
                Err(Fault::Dead { object, offset })
            }
            other => other,
        }
    }

    /// Are all bytes of an object the thread's own?
    fn is_own(&mut self, t: usize, index: ObjectIndex, writes: bool) -> bool {
        let is_alone = self.is_alone();
        let object = &mut self.memory.objects[index as usize];
        if object.is_constant {
            return !writes;
        }
        if is_alone {
            return true;
        }
        if !object.is_shared && object.owner == NOBODY {
            object.owner = t as u32;
        }
        !object.is_shared && object.owner == t as u32
    }

    /// Loads a piece of a copy; none if the thread must wait.
    fn load_piece(
        &mut self,
        t: usize,
        address: Word,
        mode: Mode,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Option<Word>, Trouble> {
        let target = self.target(t, address, mode.size, false)?;
        let word = match target {
            Target::Own { at, .. } => self.memory.read(at, mode.size),
            Target::Cell(_) | Target::Cells(_) if !self.is_now(t, chosen) => {
                self.announce_access(t, Kind::Load, 0, &target);
                return Ok(None);
            }
            Target::Cell(cell) => {
                self.check_live(cell.object, cell.at)?;
                self.load_cell(t, cell, step)
            }
            Target::Cells(cells) => {
                let mut word = Word::new(0);
                let mut shift = 0;
                for cell in cells {
                    self.check_live(cell.object, cell.at)?;
                    let part = self.load_cell(t, cell, step);
                    word.bits |= part.bits << shift;
                    word.undefined |= part.undefined << shift;
                    shift += u32::from(cell.size) * 8;
                }
                word
            }
        };
        self.race_access(t, &address, mode, false, step)?;
        Ok(Some(word))
    }
}

const COPY_READS: u8 = 1;
const COPY_WRITES: u8 = 2;

/// What a read-modify-write leaves.
fn rmw_result(op: RmwOp, before: Word, operand: Word, bits: u8) -> Word {
    let (a, b) = (before.bits, operand.bits);
    let (x, y) = (word::signed(a, bits), word::signed(b, bits));
    let unknown = before.undefined | operand.undefined != 0;
    let pick = |first: bool| if first { before } else { operand };
    match op {
        RmwOp::Exchange => word::truncate(operand, bits),
        RmwOp::Add => word::carry(a.wrapping_add(b), before, operand, bits),
        RmwOp::Sub => word::carry(a.wrapping_sub(b), before, operand, bits),
        RmwOp::And => word::and(before, operand),
        RmwOp::Or => word::or(before, operand),
        RmwOp::Xor => word::xor(before, operand),
        RmwOp::Nand => word::xor(word::and(before, operand), Word::new(mask(bits))),
        _ if unknown => word::undefined(bits),
        RmwOp::Max => pick(x > y),
        RmwOp::Min => pick(x <= y),
        RmwOp::UMax => pick(a > b),
        RmwOp::UMin => pick(a <= b),
        RmwOp::FAdd | RmwOp::FSub | RmwOp::FMax | RmwOp::FMin => {
            let op = match op {
                RmwOp::FAdd => crate::code::FloatOp::Add,
                RmwOp::FSub => crate::code::FloatOp::Sub,
                RmwOp::FMax => crate::code::FloatOp::Max,
                _ => crate::code::FloatOp::Min,
            };
            word::float(op, before, operand, bits == 64)
        }
        RmwOp::UIncWrap => Word::new(if a >= b { 0 } else { a + 1 }),
        RmwOp::UDecWrap => Word::new(if a == 0 || a > b { b } else { a - 1 }),
    }
}

/// An error of the check itself.
pub(super) fn error(message: String) -> Trouble {
    Trouble::Interrupt(Interrupt::Error(message))
}
