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
        let mut copy = *op;
        let to = *copy.target()?;
        let count = match op {
            Op::Call { .. } | Op::CallIndirect { .. } | Op::CallBuiltin { .. } => {
                self.groups.get(&to).copied().unwrap_or(1)
            }
            _ => op.results(),
        };
        Some((to, count))
    }

    /// Calls `f` with all operands of an operation.
    pub(super) fn each_source(&self, op: &Op, mut f: impl FnMut(Src)) {
        let mut op = *op;
        op.each_source(|source| f(*source));
        if let Some(list) = op.list() {
            self.operands[list.range()].iter().copied().for_each(f);
        }
    }

    /// The blocks that a block may go on with. (A block twice, if there are two ways.)
    pub(super) fn successors(&self, block: usize) -> Vec<u32> {
        let Some((last, _)) = self.blocks[block].last() else {
            return Vec::new();
        };
        if let Op::Switch { table, .. } = *last {
            let switch = &self.switches[table as usize];
            let cases = switch.cases.iter().map(|&(_, to)| to);
            return cases.chain([switch.otherwise]).collect();
        }
        let mut labels = Vec::new();
        let mut last = *last;
        last.each_label(|to| labels.push(*to));
        labels
    }

    /// Changes where a block may go on.
    pub(super) fn map_successors(&mut self, block: usize, mut f: impl FnMut(u32) -> u32) {
        let Some((last, _)) = self.blocks[block].last_mut() else {
            return;
        };
        match *last {
            Op::Switch { table, .. } => self.switches[table as usize].map_labels(f),
            _ => last.each_label(|to| *to = f(*to)),
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
