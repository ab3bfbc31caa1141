//! Registers that live within one block share places, so that frames are small.

use crate::code::{Reg, Src};

use super::draft::Draft;
use super::liveness;
use super::optimise::map_sources;

/// Lets the registers of single blocks share places.
pub(super) fn share(draft: &mut Draft) {
    let can_share = shareable(draft);
    let count = draft.registers as usize;
    let mut sharing = Sharing {
        last: vec![(u32::MAX, 0); count],
        homes: vec![(u32::MAX, 0); count],
        free: Vec::new(),
        pool: Vec::new(),
        can_share,
    };
    for block in 0..draft.blocks.len() {
        sharing.free.clone_from(&sharing.pool);
        sharing.find_last(draft, block);
        sharing.rename(draft, block);
    }
}

/// The registers that are written alone, and that no block reads before it writes them.
fn shareable(draft: &Draft) -> Vec<bool> {
    let mut can_share = liveness::locals(draft);
    can_share[..draft.parameters as usize].fill(false);
    for (op, _) in draft.blocks.iter().flatten() {
        if let Some((to, count)) = draft.written(op)
            && count != 1
        {
            can_share[to as usize..(to + count) as usize].fill(false);
        }
    }
    can_share
}

struct Sharing {
    can_share: Vec<bool>,
    /// Where a register is touched last in a block.
    last: Vec<(u32, usize)>,
    /// Which register it is in a block.
    homes: Vec<(u32, Reg)>,
    free: Vec<Reg>,
    pool: Vec<Reg>,
}

impl Sharing {
    fn find_last(&mut self, draft: &Draft, block: usize) {
        for (place, (op, _)) in draft.blocks[block].iter().enumerate() {
            draft.each_source(op, |source| {
                if !source.is_constant() {
                    self.last[source.index()] = (block as u32, place);
                }
            });
            if let Some((to, 1)) = draft.written(op) {
                self.last[to as usize] = (block as u32, place);
            }
        }
    }

    fn rename(&mut self, draft: &mut Draft, block: usize) {
        let number = block as u32;
        let Draft {
            blocks,
            operands,
            registers,
            ..
        } = draft;
        for (place, (op, _)) in blocks[block].iter_mut().enumerate() {
            let mut ended = Vec::new();
            map_sources(op, operands, |source| {
                self.rename_source(source, (number, place), &mut ended)
            });
            ended.sort_unstable();
            ended.dedup();
            self.free.append(&mut ended);
            if let Some(to) = op.target().filter(|to| self.can_share[**to as usize]) {
                let old = *to as usize;
                if self.homes[old].0 != number {
                    let home = self.free.pop().unwrap_or_else(|| {
                        *registers += 1;
                        self.pool.push(*registers - 1);
                        *registers - 1
                    });
                    self.homes[old] = (number, home);
                }
                *to = self.homes[old].1;
                if self.last[old] == (number, place) {
                    self.free.push(*to);
                    self.homes[old].0 = u32::MAX;
                }
            }
        }
    }

    fn rename_source(
        &mut self,
        source: Src,
        (block, place): (u32, usize),
        ended: &mut Vec<Reg>,
    ) -> Src {
        if source.is_constant() || !self.can_share[source.index()] {
            return source;
        }
        let old = source.index();
        if self.last[old] == (block, place) {
            ended.push(self.homes[old].1);
        }
        Src::register(self.homes[old].1)
    }
}
