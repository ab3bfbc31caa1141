//! A function on its way: blocks of operations, with labels that are blocks.

use rustc_hash::FxHashMap;

use crate::code::{Op, Operands, Reg, Src, Switch, Word};

/// A block: operations and their places. The last one ends it.
pub(super) type Block = Vec<(Op, u32)>;

/// A function on its way. The labels of its operations are places in `blocks`; the
/// first block is the entry, and nothing jumps to it.
#[derive(Default)]
pub(super) struct Draft {
    pub blocks: Vec<Block>,
    pub registers: u32,
    pub parameters: u32,
    pub operands: Vec<Src>,
    pub constants: Vec<Word>,
    pub switches: Vec<Switch>,
    /// How many registers a call leaves that begins at a register, if not one.
    pub groups: FxHashMap<Reg, u32>,
    /// The blocks through which loops are entered.
    pub loop_entries: FxHashMap<u32, u32>,
    interned: FxHashMap<Word, u32>,
}

impl Draft {
    /// New registers, one after the other: the first.
    pub(super) fn registers(&mut self, count: u32) -> Reg {
        let first = self.registers;
        self.registers += count;
        first
    }

    /// A constant as an operand.
    pub(super) fn word(&mut self, word: Word) -> Src {
        let constants = &mut self.constants;
        let place = *self.interned.entry(word).or_insert_with(|| {
            constants.push(word);
            constants.len() as u32 - 1
        });
        Src::constant(place)
    }

    /// The constant that an operand is.
    pub(super) fn constant(&self, src: Src) -> Option<Word> {
        src.is_constant().then(|| self.constants[src.index()])
    }

    /// Keeps operands of an instruction.
    pub(super) fn operands(&mut self, sources: &[Src]) -> Operands {
        let start = self.operands.len() as u32;
        self.operands.extend_from_slice(sources);
        Operands {
            start,
            len: sources.len() as u32,
        }
    }

    /// A new block, empty.
    pub(super) fn block(&mut self) -> u32 {
        self.blocks.push(Block::new());
        self.blocks.len() as u32 - 1
    }

    /// The registers that an operation writes: the first, and how many.
    pub(super) fn written(&self, op: &Op) -> Option<(Reg, u32)> {
        match *op {
            Op::Undefine { to, count } => Some((to, count)),
            Op::Wide { to, .. } | Op::CompareExchange { to, .. } => Some((to, 2)),
            Op::CompareExchangeWide { to, .. } => Some((to, 3)),
            Op::Call { to, .. } | Op::CallIndirect { to, .. } | Op::CallBuiltin { to, .. } => {
                Some((to, self.groups.get(&to).copied().unwrap_or(1)))
            }
            mut other => target(&mut other).map(|to| (*to, 1)),
        }
    }

    /// Calls `f` with all operands of an operation.
    pub(super) fn each_source(&self, op: &Op, mut f: impl FnMut(Src)) {
        let mut op = *op;
        let (direct, more) = sources(&mut op);
        for source in direct.into_iter().flatten() {
            f(*source);
        }
        if let Some(more) = more {
            for source in &self.operands[range(more)] {
                f(*source);
            }
        }
    }

    /// The blocks that a block may go on with. (A block twice, if there are two ways.)
    pub(super) fn successors(&self, block: usize) -> Vec<u32> {
        let Some((last, _)) = self.blocks[block].last() else {
            return Vec::new();
        };
        match *last {
            Op::Jump { to } | Op::Again { to, .. } => vec![to],
            Op::Branch { yes, no, .. } | Op::BranchIf { yes, no, .. } => vec![yes, no],
            Op::Switch { table, .. } => {
                let switch = &self.switches[table as usize];
                let cases = switch.cases.iter().map(|&(_, to)| to);
                cases.chain([switch.otherwise]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Changes where a block may go on.
    pub(super) fn map_successors(&mut self, block: usize, mut f: impl FnMut(u32) -> u32) {
        let Some((last, _)) = self.blocks[block].last_mut() else {
            return;
        };
        match last {
            Op::Jump { to } | Op::Again { to, .. } => *to = f(*to),
            Op::Branch { yes, no, .. } | Op::BranchIf { yes, no, .. } => {
                *yes = f(*yes);
                *no = f(*no);
            }
            Op::Switch { table, .. } => {
                let switch = &mut self.switches[*table as usize];
                for (_, to) in &mut switch.cases {
                    *to = f(*to);
                }
                switch.otherwise = f(switch.otherwise);
            }
            _ => {}
        }
    }

    /// Who leads to each block.
    pub(super) fn predecessors(&self) -> Predecessors {
        Predecessors::new(self)
    }

    /// How often each block is the next of another.
    pub(super) fn entries(&self) -> Vec<u32> {
        let mut entries = vec![0; self.blocks.len()];
        for block in 0..self.blocks.len() {
            for next in self.successors(block) {
                entries[next as usize] += 1;
            }
        }
        entries
    }
}

/// Who leads to each block.
pub(super) struct Predecessors {
    starts: Vec<u32>,
    blocks: Vec<u32>,
}

impl Predecessors {
    fn new(draft: &Draft) -> Predecessors {
        let mut starts = vec![0];
        let mut sum = 0;
        for entries in draft.entries() {
            sum += entries;
            starts.push(sum);
        }
        let mut next = starts.clone();
        let mut blocks = vec![0; sum as usize];
        for block in 0..draft.blocks.len() {
            for to in draft.successors(block) {
                blocks[next[to as usize] as usize] = block as u32;
                next[to as usize] += 1;
            }
        }
        Predecessors { starts, blocks }
    }

    pub(super) fn of(&self, block: usize) -> &[u32] {
        &self.blocks[self.starts[block] as usize..self.starts[block + 1] as usize]
    }
}

/// The places of operands.
pub(super) fn range(operands: Operands) -> std::ops::Range<usize> {
    operands.start as usize..(operands.start + operands.len) as usize
}

/// The operands of an operation: those it has itself, and those in the list.
pub(crate) fn sources(op: &mut Op) -> ([Option<&mut Src>; 3], Option<Operands>) {
    match op {
        Op::Move { a, .. }
        | Op::Truncate { a, .. }
        | Op::SignExtend { a, .. }
        | Op::ConvertFloat { a, .. }
        | Op::Freeze { a, .. }
        | Op::Bits { a, .. }
        | Op::Switch { a, .. }
        | Op::StackRestore { a }
        | Op::Offset { a, .. } => ([Some(a), None, None], None),
        Op::Add { a, b, .. }
        | Op::Sub { a, b, .. }
        | Op::Mul { a, b, .. }
        | Op::Divide { a, b, .. }
        | Op::Shift { a, b, .. }
        | Op::And { a, b, .. }
        | Op::Or { a, b, .. }
        | Op::Xor { a, b, .. }
        | Op::Compare { a, b, .. }
        | Op::Float { a, b, .. }
        | Op::CompareFloat { a, b, .. }
        | Op::BranchIf { a, b, .. } => ([Some(a), Some(b), None], None),
        Op::Wide { a, b, high, .. } | Op::CompareWide { a, b, high, .. } => {
            ([Some(a), Some(b), None], Some(*high))
        }
        Op::Select {
            condition, a, b, ..
        } => ([Some(condition), Some(a), Some(b)], None),
        Op::Index { a, index, .. } => ([Some(a), Some(index), None], None),
        Op::Alloca { count, .. } => ([Some(count), None, None], None),
        Op::Load { address, .. } | Op::LoadBits { address, .. } | Op::VaStart { address } => {
            ([Some(address), None, None], None)
        }
        Op::Store { a, address, .. } | Op::Rmw { address, a, .. } => {
            ([Some(a), Some(address), None], None)
        }
        Op::CompareExchange {
            address,
            expected,
            new,
            ..
        } => ([Some(address), Some(expected), Some(new)], None),
        Op::CompareExchangeWide {
            address, operands, ..
        } => ([Some(address), None, None], Some(*operands)),
        Op::Branch { condition, .. } => ([Some(condition), None, None], None),
        Op::Call { arguments, .. }
        | Op::CallIndirect { arguments, .. }
        | Op::CallBuiltin { arguments, .. } => ([None, None, None], Some(*arguments)),
        Op::FusedMultiplyAdd { operands, .. } => ([None, None, None], Some(*operands)),
        Op::Return { values } => ([None, None, None], Some(*values)),
        Op::Copy {
            target,
            source,
            length,
            ..
        } => ([Some(target), Some(source), Some(length)], None),
        Op::Fill { target, a, length } => ([Some(target), Some(a), Some(length)], None),
        Op::Undefine { .. }
        | Op::Fence { .. }
        | Op::Jump { .. }
        | Op::Again { .. }
        | Op::CallUnknown { .. }
        | Op::ThreadLocal { .. }
        | Op::StackSave { .. }
        | Op::Unreachable
        | Op::Unsupported { .. } => ([None, None, None], None),
    }
}

/// The (first) register that an operation writes.
pub(super) fn target(op: &mut Op) -> Option<&mut Reg> {
    match op {
        Op::Move { to, .. }
        | Op::Undefine { to, .. }
        | Op::Add { to, .. }
        | Op::Sub { to, .. }
        | Op::Mul { to, .. }
        | Op::Divide { to, .. }
        | Op::Shift { to, .. }
        | Op::And { to, .. }
        | Op::Or { to, .. }
        | Op::Xor { to, .. }
        | Op::Compare { to, .. }
        | Op::Wide { to, .. }
        | Op::CompareWide { to, .. }
        | Op::Truncate { to, .. }
        | Op::SignExtend { to, .. }
        | Op::Float { to, .. }
        | Op::CompareFloat { to, .. }
        | Op::ConvertFloat { to, .. }
        | Op::Select { to, .. }
        | Op::Freeze { to, .. }
        | Op::Offset { to, .. }
        | Op::Index { to, .. }
        | Op::Bits { to, .. }
        | Op::FusedMultiplyAdd { to, .. }
        | Op::Alloca { to, .. }
        | Op::Load { to, .. }
        | Op::LoadBits { to, .. }
        | Op::Rmw { to, .. }
        | Op::CompareExchange { to, .. }
        | Op::CompareExchangeWide { to, .. }
        | Op::Call { to, .. }
        | Op::CallIndirect { to, .. }
        | Op::CallBuiltin { to, .. }
        | Op::ThreadLocal { to, .. }
        | Op::StackSave { to } => Some(to),
        Op::Store { .. }
        | Op::Fence { .. }
        | Op::Jump { .. }
        | Op::Branch { .. }
        | Op::BranchIf { .. }
        | Op::Switch { .. }
        | Op::Again { .. }
        | Op::CallUnknown { .. }
        | Op::Return { .. }
        | Op::Copy { .. }
        | Op::Fill { .. }
        | Op::VaStart { .. }
        | Op::StackRestore { .. }
        | Op::Unreachable
        | Op::Unsupported { .. } => None,
    }
}

/// Does an operation do nothing but write its target, and cannot fail?
pub(super) fn is_pure(op: &Op) -> bool {
    match op {
        Op::Wide { op, .. } => !matches!(
            op,
            crate::code::WideOp::UDiv
                | crate::code::WideOp::SDiv
                | crate::code::WideOp::URem
                | crate::code::WideOp::SRem
        ),
        Op::Move { .. }
        | Op::Undefine { .. }
        | Op::Add { .. }
        | Op::Sub { .. }
        | Op::Mul { .. }
        | Op::Shift { .. }
        | Op::And { .. }
        | Op::Or { .. }
        | Op::Xor { .. }
        | Op::Compare { .. }
        | Op::CompareWide { .. }
        | Op::Truncate { .. }
        | Op::SignExtend { .. }
        | Op::Float { .. }
        | Op::CompareFloat { .. }
        | Op::ConvertFloat { .. }
        | Op::Select { .. }
        | Op::Freeze { .. }
        | Op::Offset { .. }
        | Op::Index { .. }
        | Op::Bits { .. }
        | Op::FusedMultiplyAdd { .. }
        | Op::ThreadLocal { .. } => true,
        _ => false,
    }
}

/// Where an operation keeps the operands that are in the list.
pub(super) fn operands_of(op: &mut Op) -> Option<&mut Operands> {
    match op {
        Op::Wide { high, .. } | Op::CompareWide { high, .. } => Some(high),
        Op::CompareExchangeWide { operands, .. } | Op::FusedMultiplyAdd { operands, .. } => {
            Some(operands)
        }
        Op::Call { arguments, .. }
        | Op::CallIndirect { arguments, .. }
        | Op::CallBuiltin { arguments, .. } => Some(arguments),
        Op::Return { values } => Some(values),
        _ => None,
    }
}
