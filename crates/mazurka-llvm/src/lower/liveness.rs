//! Which registers matter where.
//!
//! A register is live if what it holds can change what the function does from
//! there on. What is only used to compute registers that are not live themselves
//! does not count: a counter that nothing looks at is dead, though each round reads
//! it. (Spin loops are recognised by equal live registers, so that matters.)

use rustc_hash::FxHashMap;

use crate::code::{LiveId, Op, Reg};

use super::draft::Draft;

/// If the bits of all blocks take more words, all registers of several blocks count as live
/// everywhere.
const MOST_WORDS: usize = 16 << 20;
/// Not used in any block before it is written there.
const LOCAL: u32 = u32::MAX;

/// The registers that are live at the starts of blocks.
pub(super) struct Liveness {
    /// The place of a register in the bits of blocks.
    places: Vec<u32>,
    registers: Vec<Reg>,
    words: usize,
    /// For each block, bits; or one row for all.
    live_in: Vec<u64>,
    is_everywhere: bool,
}

/// The registers that are live at a point of a block: the scan goes backwards.
struct Scan {
    bits: Vec<u64>,
    locals: Vec<Reg>,
}

impl Liveness {
    pub(super) fn new(draft: &Draft) -> Liveness {
        let (places, registers) = exposed(draft);
        let words = registers.len().div_ceil(64);
        let is_everywhere = words.saturating_mul(draft.blocks.len()) > MOST_WORDS;
        let rows = if is_everywhere { 1 } else { draft.blocks.len() };
        let fill = if is_everywhere { u64::MAX } else { 0 };
        let mut liveness = Liveness {
            places,
            registers,
            words,
            live_in: vec![fill; rows * words],
            is_everywhere,
        };
        if !is_everywhere && words > 0 {
            liveness.solve(draft);
        }
        liveness
    }

    fn solve(&mut self, draft: &Draft) {
        let before = draft.predecessors();
        let count = draft.blocks.len();
        let mut is_waiting = vec![true; count];
        let mut waiting: Vec<u32> = (0..count as u32).collect();
        while let Some(block) = waiting.pop() {
            let block = block as usize;
            is_waiting[block] = false;
            let mut scan = self.at_end(draft, block);
            for (op, _) in draft.blocks[block].iter().rev() {
                self.step(draft, op, &mut scan);
            }
            let row = block * self.words;
            if self.live_in[row..row + self.words] != scan.bits {
                self.live_in[row..row + self.words].copy_from_slice(&scan.bits);
                for &previous in before.of(block) {
                    if !is_waiting[previous as usize] {
                        is_waiting[previous as usize] = true;
                        waiting.push(previous);
                    }
                }
            }
        }
    }

    fn row(&self, block: usize) -> &[u64] {
        let start = if self.is_everywhere {
            0
        } else {
            block * self.words
        };
        &self.live_in[start..start + self.words]
    }

    /// What is live at the end of a block.
    fn at_end(&self, draft: &Draft, block: usize) -> Scan {
        let mut bits = vec![0; self.words];
        for next in draft.successors(block) {
            for (bits, next) in bits.iter_mut().zip(self.row(next as usize)) {
                *bits |= next;
            }
        }
        Scan {
            bits,
            locals: Vec::new(),
        }
    }

    fn is_live(&self, register: Reg, scan: &Scan) -> bool {
        match self.places[register as usize] {
            LOCAL => scan.locals.contains(&register),
            place => scan.bits[place as usize / 64] >> (place % 64) & 1 == 1,
        }
    }

    /// Does an operation do nothing that matters?
    fn is_dead(&self, draft: &Draft, op: &Op, scan: &Scan) -> bool {
        op.is_pure()
            && draft.written(op).is_some_and(|(to, count)| {
                (to..to + count).all(|register| !self.is_live(register, scan))
            })
    }

    /// From after an operation to before it.
    fn step(&self, draft: &Draft, op: &Op, scan: &mut Scan) {
        if !self.is_dead(draft, op, scan) {
            self.write(draft, op, scan);
            self.read(draft, op, scan);
        }
    }

    fn write(&self, draft: &Draft, op: &Op, scan: &mut Scan) {
        let Some((to, count)) = draft.written(op) else {
            return;
        };
        for register in to..to + count {
            match self.places[register as usize] {
                LOCAL => scan.locals.retain(|&other| other != register),
                place => scan.bits[place as usize / 64] &= !(1 << (place % 64)),
            }
        }
    }

    fn read(&self, draft: &Draft, op: &Op, scan: &mut Scan) {
        draft.each_source(op, |source| {
            if source.is_constant() {
                return;
            }
            let register = source.index() as Reg;
            match self.places[register as usize] {
                LOCAL if scan.locals.contains(&register) => {}
                LOCAL => scan.locals.push(register),
                place => scan.bits[place as usize / 64] |= 1 << (place % 64),
            }
        });
    }

    /// All that is live at a point, in order.
    fn live(&self, scan: &Scan) -> Vec<Reg> {
        let mut live = scan.locals.clone();
        for (word, &bits) in scan.bits.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let place = word * 64 + bits.trailing_zeros() as usize;
                live.extend(self.registers.get(place));
                bits &= bits - 1;
            }
        }
        live.sort_unstable();
        live
    }
}

/// The registers that some block reads before it writes them, and their places.
fn exposed(draft: &Draft) -> (Vec<u32>, Vec<Reg>) {
    let mut places = vec![LOCAL; draft.registers as usize];
    let mut registers = Vec::new();
    let mut written = vec![u32::MAX; draft.registers as usize];
    for (block, number) in draft.blocks.iter().zip(0..) {
        for (op, _) in block {
            draft.each_source(op, |source| {
                let place = source.index();
                if !source.is_constant() && written[place] != number && places[place] == LOCAL {
                    places[place] = registers.len() as u32;
                    registers.push(place as Reg);
                }
            });
            if let Some((to, count)) = draft.written(op) {
                written[to as usize..(to + count) as usize].fill(number);
            }
        }
    }
    (places, registers)
}

/// Which registers no block reads before it writes them.
pub(super) fn locals(draft: &Draft) -> Vec<bool> {
    exposed(draft)
        .0
        .into_iter()
        .map(|place| place == LOCAL)
        .collect()
}

/// Removes operations that do nothing that matters.
pub(super) fn remove_dead(draft: &mut Draft) {
    let liveness = Liveness::new(draft);
    for block in 0..draft.blocks.len() {
        let mut scan = liveness.at_end(draft, block);
        let mut keep = vec![true; draft.blocks[block].len()];
        for (keep, (op, _)) in keep.iter_mut().zip(&draft.blocks[block]).rev() {
            *keep = !liveness.is_dead(draft, op, &scan);
            liveness.step(draft, op, &mut scan);
        }
        let mut keep = keep.into_iter();
        draft.blocks[block].retain(|_| keep.next().unwrap_or(true));
    }
}

/// The operations of each block whose results nothing reads, by block and place.
pub(super) fn unread(draft: &Draft) -> Vec<(usize, usize)> {
    let liveness = Liveness::new(draft);
    let mut unread = Vec::new();
    for (block, ops) in draft.blocks.iter().enumerate() {
        let mut scan = liveness.at_end(draft, block);
        for (place, (op, _)) in ops.iter().enumerate().rev() {
            let written = draft.written(op);
            let is_live = |(to, count): (Reg, u32)| {
                (to..to + count).any(|register| liveness.is_live(register, &scan))
            };
            if !written.is_some_and(is_live) {
                unread.push((block, place));
            }
            liveness.step(draft, op, &mut scan);
        }
    }
    unread
}

/// Gives the instructions of loops their sets of live registers, and atomic loads that may
/// come before a loop. `is_in_loop` says which blocks are in one.
pub(super) fn live_sets(draft: &mut Draft, is_in_loop: &[bool]) -> Vec<Vec<Reg>> {
    if !is_in_loop.contains(&true) {
        return Vec::new();
    }
    let liveness = Liveness::new(draft);
    let mut sets: Vec<Vec<Reg>> = Vec::new();
    let mut known: FxHashMap<Vec<Reg>, LiveId> = FxHashMap::default();
    let mut intern = |set: Vec<Reg>| {
        *known.entry(set).or_insert_with_key(|set| {
            sets.push(set.clone());
            sets.len() as LiveId - 1
        })
    };
    for (block, &is_in_loop) in is_in_loop.iter().enumerate() {
        let mut scan = liveness.at_end(draft, block);
        for place in (0..draft.blocks[block].len()).rev() {
            let op = draft.blocks[block][place].0;
            let is_call = matches!(
                op,
                Op::Call { .. } | Op::CallIndirect { .. } | Op::CallBuiltin { .. }
            );
            if is_call {
                liveness.write(draft, &op, &mut scan);
            }
            let is_wanted = is_in_loop || is_atomic_load(&op);
            let after = (is_call && is_wanted).then(|| intern(liveness.live(&scan)));
            liveness.step(draft, &op, &mut scan);
            if is_wanted && let Some(live) = draft.blocks[block][place].0.live_mut() {
                *live = after.unwrap_or_else(|| intern(liveness.live(&scan)));
            }
        }
    }
    sets
}

fn is_atomic_load(op: &Op) -> bool {
    match op {
        Op::Load { access, .. } | Op::LoadBits { access, .. } => access.order.is_some(),
        _ => false,
    }
}
