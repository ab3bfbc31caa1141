//! Accesses that read and write at once.

use super::access::{CellSpot, Target};
use super::fault::Fault;
use super::graph::{Class, order_of};
use super::races::Does;
use super::thread::Phase;
use super::word::{self, mask};
use super::{Chosen, Flow, Machine, Trouble};
use crate::code::{Access as Mode, Exchange, Exchanging, FloatOp, Reg, Src, Word};
use crate::ir::RmwOp;
use mazurka_program::{Access, Kind, Numbers, ObjectId, Operation, Step};

impl Machine {
    /// `atomicrmw`; whether its result is unused is said beside it.
    #[allow(clippy::too_many_arguments, reason = "as many as the instruction has")]
    pub(super) fn rmw(
        &mut self,
        t: usize,
        (op, is_unused): (RmwOp, bool),
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
        let bits = mode.size * 8;
        let (kind, announced) = match op {
            // (What it acquires from other additions would depend on their order.)
            RmwOp::Add | RmwOp::Sub
                if is_unused && operand != Word::new(0) && !self.text.settings.races =>
            {
                (Kind::Add, rmw_result(op, Word::new(0), operand, bits).bits)
            }
            _ => rmw_kind(op, operand, bits),
        };
        let new = move |before: Word| rmw_result(op, before, operand, bits);
        let kind_of = (kind, announced);
        let before = self.update(t, address, (mode, mode), kind_of, &new, chosen, step)?;
        let Some(before) = before else {
            return Ok(Flow::Halt);
        };
        let operation = Operation::new(kind, ObjectId(0), announced);
        let does = match operation.access_at(before.bits) {
            // (What is released is there for those who read it.)
            Some(Access::Read) if !self.is_weak() => Does::UpdateIdly,
            _ => Does::Update,
        };
        self.race_access(t, &address, mode, does, step)?;
        // What was there is not in the trace, if it was only added to.
        if kind != Kind::Add {
            self.thread_mut(t).set(to, before);
        }
        self.thread_mut(t).advance();
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
        exchange: Exchange,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let address = self.read_src(t, address);
        let expected = self.read_src(t, expected);
        let new = self.read_src(t, new);
        let mode = exchange.access(true);
        self.check_aligned(address, mode)?;
        let mut chosen = chosen;
        if exchange.kind == Exchanging::Weak
            && self.state.phase(t) == Phase::Start
            && self.may_be_spurious(t)
        {
            let Some(fails) = self.choose_spurious(t, chosen.take()) else {
                return Ok(Flow::Halt);
            };
            self.state
                .set_phase(t, if fails { Phase::Spurious } else { Phase::Asked });
        }
        if self.state.phase(t) == Phase::Spurious {
            let mode = exchange.access(false);
            let Some(before) = self.load_word(t, address, mode, chosen, step)? else {
                return Ok(Flow::Halt);
            };
            self.thread_mut(t).set(to, before);
            self.thread_mut(t).set(to + 1, Word::new(0));
            self.thread_mut(t).advance();
            return Ok(Flow::Go);
        }
        if expected.undefined != 0 && !self.taking.is_poisoned {
            let what = "the expected value of a compare-exchange";
            return Err(Fault::Undefined { what }.into());
        }
        let result = move |before: Word| {
            let is_equal = before.bits == expected.bits;
            if is_equal { new } else { before }
        };
        let kind = (Kind::CompareExchange, expected.bits);
        let modes = (mode, exchange.access(false));
        let before = self.update(t, address, modes, kind, &result, chosen, step)?;
        let Some(before) = before else {
            return Ok(Flow::Halt);
        };
        if before.undefined != 0 && !self.taking.is_poisoned {
            let what = "a compare-exchange of a value";
            self.pardon(t, Fault::Undefined { what }, step)?;
        }
        let is_exchanged = before.bits == expected.bits;
        self.race_exchange(
            t,
            address,
            exchange.access(is_exchanged),
            is_exchanged,
            step,
        )?;
        self.thread_mut(t).set(to, before);
        self.thread_mut(t)
            .set(to + 1, Word::new(u64::from(is_exchanged)));
        self.thread_mut(t).advance();
        Ok(Flow::Go)
    }

    /// Reads and writes at once. None if the thread must wait; else what was there.
    #[allow(clippy::too_many_arguments, reason = "all that an update is made of")]
    fn update(
        &mut self,
        t: usize,
        address: Word,
        (mode, failing): (Mode, Mode),
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
        let class = self.class(t, &target, mode)?;
        let before = match target {
            Target::Own { .. } if !is_now && self.has_to_fence(t) => return Ok(None),
            Target::Own { at, .. } => {
                let before = self.state.memory.read(at, mode.size);
                self.write_own(t, at, mode.size, new(before));
                before
            }
            Target::Cell(cell) if self.is_graph() && !is_now => {
                self.announce_update(t, cell, (kind, operand), class, failing);
                return Ok(None);
            }
            Target::Cell(_) | Target::Cells(_) if !is_now => {
                self.announce_access(t, (kind, operand), class, &target);
                return Ok(None);
            }
            Target::Cell(cell) => {
                self.check_all_live(t, &[cell], step)?;
                let before = self.state.memory.read(cell.at, cell.size);
                let operation = Operation::new(kind, cell.id, operand);
                let mut access = operation.access_at(before.bits).unwrap_or(Access::Write);
                if access == Access::Add && self.thread(t).atomic > 0 {
                    access = Access::Write;
                }
                debug_assert!(
                    access != Access::Read || new(before).bits == before.bits,
                    "{kind:?} of {operand} changes {before:?}"
                );
                self.look_or_progress(t, access, cell, before);
                if self.is_weak() && kind != Kind::CompareExchange {
                    access = Access::Write;
                }
                self.write_cell(cell, new(before), access, step);
                match access {
                    Access::Add => self.tell_sum(operand, cell.size * 8),
                    _ => self.tell_update(before, access),
                }
                before
            }
            Target::Cells(cells) => self.update_cells(t, &cells, new, step)?,
        };
        Ok(Some(before))
    }

    /// Announces an update of memory that is the explorer's. Under the models of C11 one that
    /// writes what is there is a write like others: it releases, and continues what was released.
    fn announce_update(
        &mut self,
        t: usize,
        cell: CellSpot,
        (kind, operand): (Kind, u64),
        class: Class,
        failing: Mode,
    ) {
        let (kind, operand) = match kind {
            Kind::CompareExchange => (kind, operand),
            _ if self.is_weak() => (Kind::ReadModifyWrite, 0),
            _ => (kind, operand),
        };
        let Class::Event(Some(order)) = class else {
            self.announce_access(t, (kind, operand), class, &Target::Cell(cell));
            return;
        };
        let mut operation = Operation::new(kind, cell.id, operand).ordered(order);
        operation.failure = failing.order.map_or(operation.failure, order_of);
        self.announce_ordered(t, operation, cell);
    }

    /// A compare-exchange has accessed memory: one that fails only reads.
    fn race_exchange(
        &mut self,
        t: usize,
        address: Word,
        mode: Mode,
        is_exchanged: bool,
        step: &mut Step,
    ) -> Result<(), Trouble> {
        let does = if is_exchanged {
            Does::Update
        } else {
            Does::Read
        };
        self.race_access(t, &address, mode, does, step)
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
        self.check_all_live(t, cells, step)?;
        for cell in cells {
            let part = self.state.memory.read(cell.at, cell.size);
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
            let is_same = part == self.state.memory.read(cell.at, cell.size);
            let access = if is_same { Access::Read } else { Access::Write };
            self.write_cell(*cell, part, access, step);
            shift += u32::from(bits);
        }
        Ok(before)
    }

    /// `cmpxchg` of sixteen bytes.
    #[allow(clippy::too_many_arguments, reason = "as many as the instruction has")]
    pub(super) fn compare_exchange_wide(
        &mut self,
        t: usize,
        to: Reg,
        address: Src,
        operands: [Src; 4],
        exchange: Exchange,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let address = self.read_src(t, address);
        let [low, high, new_low, new_high] = operands.map(|src| self.read_src(t, src));
        let is_now = self.is_now(t, chosen);
        if !is_now && !self.fence(t, step) {
            return Ok(Flow::Halt);
        }
        if address.undefined == 0 && !address.bits.is_multiple_of(16) {
            let (address, size) = (address.bits, 16);
            return Err(Fault::Misaligned { address, size }.into());
        }
        let upper = word::carry(address.bits.wrapping_add(8), address, Word::new(0), 64);
        let halves = [
            self.target(t, address, 8, true)?,
            self.target(t, upper, 8, true)?,
        ];
        let is_own = halves.iter().all(|half| matches!(half, Target::Own { .. }));
        if !is_own && self.is_graph() {
            return Err(self.refuse_parts(t, 16));
        }
        if !is_own && !is_now {
            return Ok(self.announce_change(t));
        }
        self.progress(t);
        let cells = halves.each_ref().map(Target::cells).concat();
        self.check_all_live(t, &cells, step)?;
        let before = halves.each_ref().map(|half| self.whole(half));
        let pairs = [(before[0], low), (before[1], high)];
        let unknown = pairs.map(|(a, b)| a.undefined | b.undefined);
        let is_store = exchange.kind == Exchanging::Always;
        if !is_store && !is_padding(unknown) {
            let what = "a compare-exchange of a value";
            self.pardon(t, Fault::Undefined { what }, step)?;
        }
        let is_same = |(&(a, b), unknown): (&(Word, Word), u64)| (a.bits ^ b.bits) & !unknown == 0;
        let is_exchanged = is_store || pairs.iter().zip(unknown).all(is_same);
        let after = if is_exchanged {
            [new_low, new_high]
        } else {
            before
        };
        for (half, word) in halves.iter().zip(after) {
            self.write_whole(t, half, word, is_exchanged, step);
        }
        let mode = Mode {
            size: 8,
            ..exchange.access(is_exchanged)
        };
        for address in [address, upper] {
            self.race_exchange(t, address, mode, is_exchanged, step)?;
        }
        let thread = &mut self.state.threads[t];
        thread.set(to, before[0]);
        thread.set(to + 1, before[1]);
        thread.set(to + 2, Word::new(u64::from(is_exchanged)));
        thread.advance();
        Ok(Flow::Go)
    }

    /// What eight bytes hold, whatever they are cut into.
    fn whole(&self, target: &Target) -> Word {
        let at = match target {
            Target::Own { at, .. } => *at,
            Target::Cell(cell) => cell.at,
            Target::Cells(cells) => cells[0].at,
        };
        self.state.memory.read(at, 8)
    }

    fn write_whole(
        &mut self,
        t: usize,
        target: &Target,
        word: Word,
        writes: bool,
        step: &mut Step,
    ) {
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
}

/// Are these bits, of sixteen bytes, what structures leave between their fields? Then
/// they are not compared: bytes as a whole, and not all of them.
fn is_padding(unknown: [u64; 2]) -> bool {
    let mut bytes = unknown.iter().flat_map(|half| half.to_le_bytes());
    bytes.clone().all(|byte| byte == 0 || byte == 0xff) && bytes.any(|byte| byte == 0)
}

/// How a read-modify-write is announced: where it changes nothing, it is a read.
///
/// (Memory that was never written stays so where its bits are what would be written.)
fn rmw_kind(op: RmwOp, operand: Word, bits: u8) -> (Kind, u64) {
    let signed = Numbers::Signed(bits);
    let b = operand.bits & mask(bits);
    match op {
        RmwOp::Exchange => (Kind::Swap, b),
        _ if operand.undefined != 0 => (Kind::ReadModifyWrite, 0),
        RmwOp::Or => (Kind::Or, b),
        RmwOp::Add | RmwOp::Sub | RmwOp::Xor if b == 0 => (Kind::Or, 0),
        RmwOp::And => (Kind::And, b),
        // They write the same, whatever is there.
        RmwOp::Nand if b == 0 => (Kind::Swap, mask(bits)),
        RmwOp::UIncWrap | RmwOp::UDecWrap if b == 0 => (Kind::Swap, 0),
        RmwOp::Max => (Kind::Max(signed), b),
        RmwOp::Min => (Kind::Min(signed), b),
        RmwOp::UMax => (Kind::Max(Numbers::Unsigned), b),
        RmwOp::UMin => (Kind::Min(Numbers::Unsigned), b),
        RmwOp::Add
        | RmwOp::Sub
        | RmwOp::Xor
        | RmwOp::Nand
        | RmwOp::UIncWrap
        | RmwOp::UDecWrap
        | RmwOp::FAdd
        | RmwOp::FSub
        | RmwOp::FMax
        | RmwOp::FMin => (Kind::ReadModifyWrite, 0),
    }
}

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
                RmwOp::FAdd => FloatOp::Add,
                RmwOp::FSub => FloatOp::Sub,
                RmwOp::FMax => FloatOp::Max,
                _ => FloatOp::Min,
            };
            word::float(op, before, operand, bits == 64)
        }
        RmwOp::UIncWrap => Word::new(if a >= b { 0 } else { a + 1 }),
        RmwOp::UDecWrap => Word::new(if a == 0 || a > b { b } else { a - 1 }),
    }
}
