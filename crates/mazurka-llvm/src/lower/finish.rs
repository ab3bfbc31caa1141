//! From a draft to one piece of code.

use crate::code::{FunctionCode, Op, Reg};

use super::draft::Draft;
use super::{Shape, liveness, loops, unused};

/// Puts the blocks of a draft one after the other.
pub(super) fn finish(mut draft: Draft, shape: Shape) -> FunctionCode {
    compact(&mut draft);
    let is_in_loop = loops::in_cycles(&draft);
    let live = liveness::live_sets(&mut draft, &is_in_loop);
    let asks_for_serial = unused::mark(&mut draft);
    let order = order(&draft);
    let mut code = FunctionCode {
        registers: draft.registers,
        parameters: shape.parameters,
        is_variadic: shape.is_variadic,
        results: shape.results,
        live,
        asks_for_serial,
        ..FunctionCode::default()
    };
    let mut labels = vec![u32::MAX; draft.blocks.len()];
    for (place, &block) in order.iter().enumerate() {
        labels[block as usize] = code.ops.len() as u32;
        let next = order.get(place + 1).copied();
        for &(op, at) in &draft.blocks[block as usize] {
            if !matches!(op, Op::Jump { to } if Some(to) == next) {
                code.ops.push(op);
                code.places.push(at);
            }
        }
    }
    for op in &mut code.ops {
        op.each_label(|to| *to = labels[*to as usize]);
    }
    for switch in &mut draft.switches {
        switch.map_labels(|to| labels[to as usize]);
    }
    code.constants = draft.constants;
    code.operands = draft.operands;
    code.switches = draft.switches;
    code
}

/// The order of the blocks: each is followed by the one that it jumps to, if that
/// has no place yet; and the entry of a loop comes before the loop.
fn order(draft: &Draft) -> Vec<u32> {
    let mut is_placed = vec![false; draft.blocks.len()];
    let mut order = Vec::with_capacity(draft.blocks.len());
    for first in 0..draft.blocks.len() as u32 {
        let mut block = match draft.loop_entries.get(&first) {
            Some(&entry) if !is_placed[first as usize] => entry,
            _ => first,
        };
        while !is_placed[block as usize] && !draft.blocks[block as usize].is_empty() {
            is_placed[block as usize] = true;
            order.push(block);
            if let Some(&(Op::Jump { to }, _)) = draft.blocks[block as usize].last() {
                block = to;
            }
        }
    }
    order
}

/// Gives the registers that are left new numbers, without gaps; parameters keep
/// theirs.
fn compact(draft: &mut Draft) {
    let mut is_used = vec![false; draft.registers as usize];
    is_used[..draft.parameters as usize].fill(true);
    for (op, _) in draft.blocks.iter().flatten() {
        draft.each_source(op, |source| {
            if !source.is_constant() {
                is_used[source.index()] = true;
            }
        });
        if let Some((to, count)) = draft.written(op) {
            is_used[to as usize..(to + count) as usize].fill(true);
        }
        if let Op::Again { rounds, .. } = op {
            is_used[*rounds as usize] = true;
        }
    }
    let mut count: Reg = 0;
    let numbers: Vec<Reg> = is_used
        .iter()
        .map(|&is_used| {
            count += u32::from(is_used);
            count.wrapping_sub(1)
        })
        .collect();
    draft.groups.retain(|&first, _| is_used[first as usize]);
    renumber(draft, &numbers);
    draft.registers = count;
}

fn renumber(draft: &mut Draft, numbers: &[Reg]) {
    let Draft {
        blocks,
        operands,
        groups,
        ..
    } = draft;
    let number = |register: &mut Reg| *register = numbers[*register as usize];
    let mut list = Vec::with_capacity(operands.len());
    for (op, _) in blocks.iter_mut().flatten() {
        op.each_register(number);
        if let Some(more) = op.list() {
            let start = list.len() as u32;
            list.extend_from_slice(&operands[more.range()]);
            more.start = start;
        }
    }
    for source in list.iter_mut().filter(|source| !source.is_constant()) {
        number(&mut source.0);
    }
    *operands = list;
    *groups = groups
        .iter()
        .map(|(&first, &count)| (numbers[first as usize], count))
        .collect();
}
