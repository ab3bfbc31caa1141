//! Accesses of memory that others may reach.

use super::fault::Fault;
use super::graph::{Class, order_of};
use super::knowledge::Cells;
use super::memory::{Life, NO_OWNER, NO_TABLE, ObjectIndex};
use super::races::Does;
use super::state::{Pending, State};
use super::tables::CellIds;
use super::thread::{Next, Spot};
use super::word::{self, mask};
use super::{Chosen, Flow, Machine, Trouble};
use crate::code::{Access as Mode, Reg, Src, Word};
use crate::ir::Order;
use mazurka_memory::Model;
use mazurka_program::{Access, Edge, Interrupt, Kind, ObjectId, Operation, Step, Touch, Width};

/// What an address means to a thread.
pub(crate) enum Target {
    /// Bytes that are its own.
    Own { object: ObjectIndex, at: usize },
    /// A cell that others may access.
    Cell(CellSpot),
    /// Several cells, one after the other.
    Cells(Vec<CellSpot>),
}

impl Target {
    /// The cells that others may access.
    pub(super) fn cells(&self) -> &[CellSpot] {
        match self {
            Target::Own { .. } => &[],
            Target::Cell(cell) => std::slice::from_ref(cell),
            Target::Cells(cells) => cells,
        }
    }
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

impl Pending {
    /// What the store writes to one of the cells that it writes.
    fn part(&self, cell: &CellSpot) -> Word {
        let shift = (cell.at - self.at) * 8;
        Word {
            bits: (self.word.bits >> shift) & mask(cell.size * 8),
            undefined: (self.word.undefined >> shift) & mask(cell.size * 8),
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
            | Kind::Or
            | Kind::And
            | Kind::Max(_)
            | Kind::Min(_)
            | Kind::TryLock
            | Kind::TryLockShared
            | Kind::TryAcquire
    )
}

/// Adds a touch; two of one object become one.
pub(crate) fn merge_touch(touches: &mut Vec<Touch>, touch: Touch) {
    let known = touches
        .iter_mut()
        .find(|known| known.object == touch.object);
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

impl State {
    /// Does the end of an object count as an event, like the accesses of it?
    pub(super) fn is_dead_cell(&self, index: ObjectIndex) -> bool {
        self.memory.object(index).is_shared && !self.is_alone()
    }

    /// Has the object ended that only another thread had used so far? Then that end must
    /// be an event: this access could have come before it.
    pub(super) fn is_dead_of_other(&self, t: usize, index: ObjectIndex) -> bool {
        let object = self.memory.object(index);
        let is_others = object.owner != NO_OWNER && object.owner != t as u32;
        is_others && !object.is_shared && !self.is_alone()
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
        let is_alone = self.state.is_alone();
        let is_alone_in = self.state.is_alone_in(self.is_graph());
        let (index, offset) = match self.state.memory.resolve(address.bits, u64::from(size)) {
            Ok(found) => found,
            // Whether the other thread has freed it yet is seen when the access is
            // carried out.
            Err(Fault::Dead { object, offset })
                if !self.is_graph() && self.state.is_dead_cell(object) =>
            {
                (object, offset as u64)
            }
            Err(Fault::Dead { object, .. })
                if !self.is_graph() && self.state.is_dead_of_other(t, object) =>
            {
                return Err(self.tables.share(self.state.memory.object(object).site));
            }
            Err(fault) => return Err(fault.into()),
        };
        let object = self.state.memory.object(index);
        let at = object.start + offset as usize;
        let own = Target::Own { object: index, at };
        if object.is_constant {
            return match writes {
                true => Err(Fault::Constant { object: index }.into()),
                false => Ok(own),
            };
        }
        if is_alone_in || is_alone && !object.is_shared {
            return Ok(own);
        }
        if !object.is_shared {
            let (owner, site) = (object.owner, object.site);
            if owner == NO_OWNER {
                self.state.memory.own(index, t as u32);
            }
            if owner == NO_OWNER || owner == t as u32 {
                return Ok(own);
            }
            return Err(self.tables.share(site));
        }
        let site = object.site;
        if object.is_freed && !self.tables.layouts[site as usize].knows(offset, size) {
            // Who has freed such an object has not touched this.
            self.tables.knowledge.free(site, [(offset, size)]);
            return Err(self.tables.refined());
        }
        match self.tables.layouts[site as usize].access(offset, size) {
            Cells::One => Ok(Target::Cell(self.cell(index, offset, size))),
            Cells::Several(sizes) => {
                if self.tables.learn_cuts(site, offset, &sizes) {
                    return Err(self.tables.refined());
                }
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
                    self.tables.knowledge.cut(site, cut);
                }
                Err(self.tables.refined())
            }
        }
    }

    fn cell(&mut self, index: ObjectIndex, offset: u64, size: u8) -> CellSpot {
        CellSpot {
            id: self.cell_id(index, offset),
            object: index,
            at: self.state.memory.object(index).start + offset as usize,
            size,
        }
    }

    /// The identifier of the cell that begins there.
    pub(super) fn cell_id(&mut self, index: ObjectIndex, offset: u64) -> ObjectId {
        let object = &self.state.memory.objects[index as usize];
        let window = object.window;
        let table = match object.table {
            NO_TABLE => {
                let next = self.tables.cell_ids.len() as u32;
                let key = (window.arena, window.number, window.is_large);
                let table = *self.tables.cell_ids_of.entry(key).or_insert(next);
                if table == next {
                    self.tables.cell_ids.push(CellIds::default());
                }
                self.state.memory.objects[index as usize].table = table;
                table
            }
            table => table,
        };
        let table = &mut self.tables.cell_ids[table as usize];
        let place = offset as usize;
        if let Some(id) = table.ids.get(place).and_then(|id| id.checked_sub(1)) {
            return ObjectId(id);
        }
        let name = self.state.part_of(window, 0, offset + 1);
        let id = self.tables.names.object(name);
        if table.ids.len() <= place {
            table.ids.resize(place + 1, 0);
        }
        table.ids[place] = id.0 + 1;
        id
    }

    /// The same of all cells of an access.
    pub(super) fn check_all_live(
        &mut self,
        t: usize,
        cells: &[CellSpot],
        step: &mut Step,
    ) -> Result<(), Trouble> {
        let Some(first) = cells.first() else {
            return Ok(());
        };
        let result = self.state.check_live(first.object, first.at);
        let is_simple = cells.len() == 1 && self.thread(t).atomic == 0;
        self.touch_failed(is_simple, cells, result, step)
    }

    /// An access that fails a check touches its cells all the same: explorers must know that
    /// it could have come before what made it fail. (What a simple operation accesses is known
    /// from the operation: see `cover_fault`.)
    pub(super) fn touch_failed(
        &mut self,
        is_simple: bool,
        cells: &[CellSpot],
        result: Result<(), Trouble>,
        step: &mut Step,
    ) -> Result<(), Trouble> {
        if result.is_err() && !is_simple {
            for cell in cells {
                let held = self.state.memory.read(cell.at, cell.size).bits;
                self.touch(Touch::new(cell.id, Access::Read, held, held), step);
            }
        }
        result
    }

    /// An operation that failed has still accessed its object.
    pub(super) fn cover_fault(
        &mut self,
        (operation, spot): (Operation, Spot),
        findings: usize,
        step: &mut Step,
    ) {
        if step.findings.len() > findings
            && step.touches.is_empty()
            && !operation.kind.is_opaque()
            && !matches!(operation.kind, Kind::Choose | Kind::Fence)
        {
            let held = self.state.value_at(spot);
            let access = operation.access_at(held).unwrap_or(Access::Write);
            step.touches
                .push(Touch::new(operation.object, access, held, held));
            if operation.order.is_some() && access.changes() {
                self.race_failed(operation.object, step);
            }
        }
    }

    /// Is the current instruction to be carried out now, although others can see it?
    pub(super) fn is_now(&self, t: usize, chosen: Chosen) -> bool {
        chosen.is_some() || self.thread(t).atomic > 0
    }

    /// Something was done that others see.
    pub(super) fn progress(&mut self, t: usize) {
        self.thread_mut(t).looks.clear();
    }

    /// The thread accessed a cell, where it saw `value`; unless it only looked, that is
    /// progress.
    pub(super) fn looked(
        &mut self,
        t: usize,
        only_looked: bool,
        (id, spot): (ObjectId, Spot),
        value: u64,
        is_continued: bool,
    ) {
        let thread = &mut self.state.threads[t];
        if thread.atomic > 0 {
            // Whether it changes anything shows at the end.
            return thread.looks.touch(&self.state.memory, id, spot);
        }
        match only_looked {
            true => thread.look(&self.text.code, (id, spot), value, is_continued),
            false => thread.looks.clear(),
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
        let Some(word) = self.load_word(t, address, mode, chosen, step)? else {
            return Ok(Flow::Halt);
        };
        self.thread_mut(t).set(to, word::truncate(word, bits));
        self.thread_mut(t).advance();
        Ok(Flow::Go)
    }

    /// Loads a word; none if the thread must wait.
    pub(super) fn load_word(
        &mut self,
        t: usize,
        address: Word,
        mode: Mode,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Option<Word>, Trouble> {
        let target = self.target(t, address, mode.size, false)?;
        let class = self.class(t, &target, mode)?;
        let word = match target {
            Target::Own { at, .. } => self.state.memory.read(at, mode.size),
            _ if class == Class::Direct => {
                if self.has_come_back(t, &[]) {
                    return Ok(None);
                }
                self.load_direct(t, target.cells())?
            }
            Target::Cell(_) | Target::Cells(_) if !self.is_now(t, chosen) => {
                self.announce_access(t, (Kind::Load, 0), class, &target);
                return Ok(None);
            }
            Target::Cell(cell) => self.load_cell(t, cell, step)?,
            Target::Cells(cells) => {
                let mut word = Word::new(0);
                let mut shift = 0;
                self.check_all_live(t, &cells, step)?;
                for cell in cells {
                    let part = self.load_part(t, cell, shift > 0, step);
                    word.bits |= part.bits << shift;
                    word.undefined |= part.undefined << shift;
                    shift += u32::from(cell.size) * 8;
                }
                word
            }
        };
        self.race_access(t, &address, mode, Does::Read, step)?;
        Ok(Some(word))
    }

    /// Loads cells that are accessed by local code. What is there follows from what the thread
    /// has learnt before only together with what others have done.
    fn load_direct(&mut self, t: usize, cells: &[CellSpot]) -> Result<Word, Trouble> {
        let mut word = Word::new(0);
        let mut shift = 0;
        self.state.check_live(cells[0].object, cells[0].at)?;
        for cell in cells {
            let part = self.state.memory.read(cell.at, cell.size);
            self.looked(t, true, (cell.id, cell.spot()), part.bits, shift > 0);
            if self.tables.knowledge.has_guards() {
                self.thread_mut(t).learn(u64::from(cell.id.0));
                self.thread_mut(t).learn(part.bits);
            }
            word.bits |= part.bits << shift;
            word.undefined |= part.undefined << shift;
            shift += u32::from(cell.size) * 8;
        }
        Ok(word)
    }

    /// Loads one of several cells.
    fn load_part(&mut self, t: usize, cell: CellSpot, is_continued: bool, step: &mut Step) -> Word {
        self.touch(self.load_touch(t, cell), step);
        let seen = self.seen_in(t, cell);
        self.looked(t, true, (cell.id, cell.spot()), seen.bits, is_continued);
        seen
    }

    /// Loads a cell.
    fn load_cell(&mut self, t: usize, cell: CellSpot, step: &mut Step) -> Result<Word, Trouble> {
        let touch = self.load_touch(t, cell);
        // (Also if it fails.)
        self.touch(touch, step);
        // A load of a store of the thread's own is in no order with the end of the object by
        // another thread: that the store comes too late is found when it reaches memory.
        let life = self.state.memory.object(cell.object).life;
        let is_ended_by_itself = matches!(life, Life::Freed(by, _) if by as usize == t);
        if touch.access != Access::Own || is_ended_by_itself {
            self.state.check_live(cell.object, cell.at)?;
        }
        let seen = self.seen_in(t, cell);
        self.looked(t, true, (cell.id, cell.spot()), seen.bits, false);
        self.tell_value(seen);
        Ok(seen)
    }

    /// What a load of a cell touches: memory, or a store of the thread's own.
    fn load_touch(&self, t: usize, cell: CellSpot) -> Touch {
        let held = self.state.memory.read(cell.at, cell.size).bits;
        match self.looks_at_buffer(t) {
            true => self
                .state
                .buffers
                .load(self.thread(t).process, cell.id, held),
            false => Touch::new(cell.id, Access::Read, held, held),
        }
    }

    /// What a thread sees in a cell: the latest store there that is in its buffer, or memory.
    fn seen_in(&self, t: usize, cell: CellSpot) -> Word {
        let forwarded = match self.looks_at_buffer(t) {
            true => self
                .state
                .buffers
                .forwarded(self.thread(t).process, cell.id),
            false => None,
        };
        match forwarded {
            Some((_, pending)) => pending.part(&cell),
            None => self.state.memory.read(cell.at, cell.size),
        }
    }

    /// (The buffer is empty within an atomic block.)
    fn looks_at_buffer(&self, t: usize) -> bool {
        self.thread(t).atomic == 0 && self.state.buffers.is_relaxed()
    }

    /// Announces an access of one cell, or of several, which is opaque.
    pub(super) fn announce_access(
        &mut self,
        t: usize,
        (kind, operand): (Kind, u64),
        class: Class,
        target: &Target,
    ) -> Flow {
        match (target, class) {
            (Target::Cell(cell), Class::Event(Some(order))) => {
                let operation = Operation::new(kind, cell.id, operand).ordered(order);
                self.announce_ordered(t, operation, *cell)
            }
            (Target::Cell(cell), _) => {
                self.announce(t, Operation::new(kind, cell.id, operand), cell.spot())
            }
            _ => self.announce_change(t),
        }
    }

    pub(super) fn check_aligned(&self, address: Word, mode: Mode) -> Result<(), Trouble> {
        if mode.order.is_some()
            && address.undefined == 0
            && !address.bits.is_multiple_of(u64::from(mode.size.max(1)))
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
            self.thread_mut(t).advance();
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
        let class = self.class(t, &target, mode)?;
        let is_strong = mode.order == Some(Order::SequentiallyConsistent);
        let is_now = self.is_now(t, chosen);
        if let Target::Own { at, .. } = target {
            // No other thread sees it, but they see what it keeps in order.
            if is_strong && !is_now && (self.has_to_fence(t) || !self.fence(t, step)) {
                return Ok(Flow::Halt);
            }
            if is_release(mode.order) {
                let has_stored = self.thread(t).unfenced > 0;
                if self.is_graph()
                    && self.text.settings.model == Model::Pso
                    && has_stored
                    && !is_now
                {
                    self.announce_fence(t, mazurka_program::Order::Release);
                    return Ok(Flow::Halt);
                }
                self.state.buffers.barrier(self.thread(t).process);
            }
            self.write_own(t, at, mode.size, word);
            return Ok(Flow::Go);
        }
        if class == Class::Direct {
            return self.store_direct(t, address, target.cells(), word, mode, step);
        }
        if !is_now && self.state.buffers.is_relaxed() && !is_strong {
            return self.buffer_store(t, address, target.cells(), word, mode, step);
        }
        if !is_now {
            if !self.fence(t, step) {
                return Ok(Flow::Halt);
            }
            if !is_strong
                && self.text.settings.model != Model::Sc
                && self.text.settings.buffer_bound == Some(0)
            {
                self.tables.left_out.cut();
            }
            return Ok(self.announce_access(t, (Kind::Store, word.bits), class, &target));
        }
        let mut shift = 0;
        self.check_all_live(t, target.cells(), step)?;
        if self.is_graph() && !is_strong {
            self.thread_mut(t).unfenced += 1;
        }
        for cell in target.cells() {
            self.looked(t, false, (cell.id, cell.spot()), 0, false);
            let bits = cell.size * 8;
            let part = Word {
                bits: (word.bits >> shift) & mask(bits),
                undefined: (word.undefined >> shift) & mask(bits),
            };
            if let Some(first) = self.state.kept.words(cell.id).first() {
                // What was there last means nothing, but what was there first does.
                self.state.memory.write(cell.at, cell.size, *first);
            }
            self.write_cell(*cell, part, Access::Write, step);
            shift += u32::from(bits);
        }
        self.race_access(t, &address, mode, Does::Write, step)?;
        Ok(Flow::Go)
    }

    /// Stores to cells that are accessed by local code.
    fn store_direct(
        &mut self,
        t: usize,
        address: Word,
        cells: &[CellSpot],
        word: Word,
        mode: Mode,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let first = cells[0];
        self.state.check_live(first.object, first.at)?;
        self.progress(t);
        self.state.memory.write(first.at, mode.size, word);
        self.race_access(t, &address, mode, Does::Write, step)?;
        Ok(Flow::Go)
    }

    /// Writes bytes of the thread's own.
    pub(super) fn write_own(&mut self, t: usize, at: usize, size: u8, word: Word) {
        self.state.note_change(t, at, usize::from(size));
        self.state.memory.write(at, size, word);
    }

    /// Writes a cell in memory, and reports it.
    pub(super) fn write_cell(
        &mut self,
        cell: CellSpot,
        word: Word,
        access: Access,
        step: &mut Step,
    ) {
        let before = self.state.memory.read(cell.at, cell.size);
        if access.changes() {
            self.state.memory.write(cell.at, cell.size, word);
        }
        let after = if access.changes() {
            word.bits
        } else {
            before.bits
        };
        let width = Width {
            bits: cell.size * 8,
            is_signed: false,
        };
        let touch = Touch {
            width,
            ..Touch::new(cell.id, access, before.bits, after)
        };
        self.touch(touch, step);
    }

    fn buffer_store(
        &mut self,
        t: usize,
        address: Word,
        cells: &[CellSpot],
        word: Word,
        mode: Mode,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let process = self.thread(t).process;
        let cell = cells[0];
        if let Life::Freed(by, _) = self.state.memory.object(cell.object).life
            && by as usize == t
        {
            // (Whether another thread has freed it is seen when the store reaches
            // memory.)
            self.state.check_live(cell.object, cell.at)?;
        }
        if is_release(mode.order) {
            self.state.buffers.barrier(process);
        }
        if !self
            .state
            .buffers
            .make_room_for(process, cell.id, cells.len())
        {
            self.thread_mut(t).next = Next::Buffer;
            return Ok(Flow::Halt);
        }
        let frame = *self.thread(t).frame();
        let pending = Pending {
            object: cell.object,
            birth: self.state.memory.object(cell.object).birth,
            at: cell.at,
            size: mode.size,
            word,
            function: frame.function,
            pc: frame.pc,
            clock: self.race_later(t, mode),
            time: self.thread(t).time,
        };
        let edges = &mut step.edges;
        let from = edges.len();
        let part = |cell: &CellSpot| {
            let part = pending.part(cell);
            (cell.id, part.bits)
        };
        let names = &mut self.tables.names;
        match cells {
            [_] => {
                let parts = [part(&cell)];
                (self.state.buffers).store_parts(names, process, &parts, pending, edges);
            }
            _ => {
                let parts: Vec<_> = cells.iter().map(part).collect();
                (self.state.buffers).store_parts(names, process, &parts, pending, edges);
            }
        }
        // A store that must come after a flush is one that had no room, unless a
        // fence has emptied the buffer since.
        let is_after =
            |edge: &Edge| matches!(edge, Edge::After { process: p, .. } if *p == process);
        let is_after = edges[from..].iter().any(is_after);
        let thread = &mut self.state.threads[t];
        let bound = self.text.settings.buffer_bound;
        if is_after && bound.is_some_and(|bound| thread.unfenced >= bound) {
            self.tables.left_out.cut();
        }
        thread.unfenced += 1;
        thread.events += 1;
        thread.looks.clear();
        self.note_buffered(t, cell, word);
        self.race_access(t, &address, mode, Does::WriteLater, step)?;
        Ok(Flow::Go)
    }

    pub(super) fn look_or_progress(
        &mut self,
        t: usize,
        access: Access,
        cell: CellSpot,
        before: Word,
    ) {
        let only_looked = access == Access::Read;
        self.looked(t, only_looked, (cell.id, cell.spot()), before.bits, false);
    }

    /// `fence`.
    pub(super) fn fence_op(
        &mut self,
        t: usize,
        order: Order,
        chosen: Chosen,
        step: &mut Step,
    ) -> Flow {
        let process = self.thread(t).process;
        let is_event = self.is_graph()
            && self.text.settings.model != Model::Sc
            && order != Order::Relaxed
            && !self.state.is_alone_in(true);
        match order {
            _ if is_event && chosen.is_none() => {
                self.announce_fence(t, order_of(order));
                return Flow::Halt;
            }
            Order::SequentiallyConsistent if is_event => self.thread_mut(t).unfenced = 0,
            _ if is_event => {}
            Order::SequentiallyConsistent => {
                if self.thread(t).atomic == 0 && !self.fence(t, step) {
                    return Flow::Halt;
                }
            }
            Order::Release | Order::AcquireRelease => self.state.buffers.barrier(process),
            Order::Acquire | Order::Relaxed => {}
        }
        self.race_fence(t, order);
        self.thread_mut(t).advance();
        Flow::Go
    }
}

/// An error of the check itself.
pub(super) fn error(message: String) -> Trouble {
    Trouble::Interrupt(Interrupt::Error(message))
}
