//! Fewer and cheaper operations.
//!
//! What clang writes without optimisation loads every variable before each use and
//! stores it after. Once variables are registers, these are moves, and nearly all of
//! them can go. Nothing here touches an access of memory or a call.

use crate::code::{Op, Reg, Src, Word};
use crate::ir::IntPredicate;

use super::draft::{Draft, range, sources, target};
use super::{allocate, liveness};

/// Makes a draft cheaper to run.
pub(super) fn optimise(draft: &mut Draft) {
    thread_jumps(draft);
    merge_blocks(draft);
    liveness::remove_dead(draft);
    propagate_single(draft);
    propagate_copies(draft);
    liveness::remove_dead(draft);
    write_through(draft);
    fuse_branches(draft);
    liveness::remove_dead(draft);
    allocate::share(draft);
}

/// Jumps to blocks that only jump on, go where those go.
fn thread_jumps(draft: &mut Draft) {
    let onward: Vec<Option<u32>> = draft
        .blocks
        .iter()
        .map(|block| match block.as_slice() {
            [(Op::Jump { to }, _)] => Some(*to),
            _ => None,
        })
        .collect();
    let last = |mut to: u32| {
        for _ in 0..16 {
            match onward[to as usize] {
                Some(next) => to = next,
                None => break,
            }
        }
        to
    };
    for block in 0..draft.blocks.len() {
        draft.map_successors(block, last);
    }
}

/// Empties blocks that nothing leads to, and joins those that follow one another.
fn merge_blocks(draft: &mut Draft) {
    let count = draft.blocks.len();
    let mut is_reached = vec![false; count];
    let mut waiting = vec![0u32];
    is_reached[0] = true;
    while let Some(block) = waiting.pop() {
        for to in draft.successors(block as usize) {
            if !std::mem::replace(&mut is_reached[to as usize], true) {
                waiting.push(to);
            }
        }
    }
    for (block, is_reached) in draft.blocks.iter_mut().zip(is_reached) {
        if !is_reached {
            block.clear();
        }
    }
    let entries = draft.entries();
    for block in 0..count {
        while let Some(&(Op::Jump { to }, _)) = draft.blocks[block].last() {
            if entries[to as usize] != 1 || to as usize == block || to == 0 {
                break;
            }
            let rest = std::mem::take(&mut draft.blocks[to as usize]);
            draft.blocks[block].pop();
            draft.blocks[block].extend(rest);
        }
    }
}

/// How often each register is written, and read. Parameters are written once
/// before the function begins.
fn counts(draft: &Draft) -> (Vec<u32>, Vec<u32>) {
    let mut writes = vec![0u32; draft.registers as usize];
    let mut reads = vec![0u32; draft.registers as usize];
    writes[..draft.parameters as usize].fill(1);
    for (op, _) in draft.blocks.iter().flatten() {
        draft.each_source(op, |source| {
            if !source.is_constant() {
                reads[source.index()] += 1;
            }
        });
        if let Some((to, count)) = draft.written(op) {
            for register in to..to + count {
                writes[register as usize] += 1;
            }
        }
    }
    (writes, reads)
}

/// Replaces the operands of an operation.
fn map_sources(op: &mut Op, operands: &mut [Src], f: impl Fn(Src) -> Src) {
    let (direct, more) = sources(op);
    for source in direct.into_iter().flatten() {
        *source = f(*source);
    }
    if let Some(more) = more {
        for source in &mut operands[range(more)] {
            *source = f(*source);
        }
    }
}

/// A register that is written once, as a copy of what is written once, is that.
/// (Where it may be read before it is written, it is made undefined first: it is
/// written twice then.)
fn propagate_single(draft: &mut Draft) {
    let (writes, _) = counts(draft);
    let is_single = |src: Src| src.is_constant() || writes[src.index()] == 1;
    let mut same: Vec<Option<Src>> = vec![None; draft.registers as usize];
    for &(op, _) in draft.blocks.iter().flatten() {
        if let Op::Move { to, a } = op
            && writes[to as usize] == 1
            && is_single(a)
        {
            same[to as usize] = Some(a);
        }
    }
    let resolve = |mut src: Src| {
        for _ in 0..32 {
            match (!src.is_constant()).then(|| same[src.index()]).flatten() {
                Some(other) => src = other,
                None => break,
            }
        }
        src
    };
    let Draft { blocks, operands, .. } = draft;
    for (op, _) in blocks.iter_mut().flatten() {
        map_sources(op, operands, resolve);
    }
}

/// Within a block, reads the original instead of the copy, as long as it is the same.
fn propagate_copies(draft: &mut Draft) {
    let count = draft.registers as usize;
    // When a register was last written; and of which register it is a copy, as of when.
    let mut versions = vec![0u64; count];
    let mut copies: Vec<Option<(Src, u64, u64)>> = vec![None; count];
    let mut now = 0;
    for block in 0..draft.blocks.len() {
        now += 1;
        let start = now;
        let mut ops = std::mem::take(&mut draft.blocks[block]);
        for (op, _) in &mut ops {
            let version = |src: Src| if src.is_constant() { 0 } else { versions[src.index()] };
            let original = |src: Src| {
                if src.is_constant() {
                    return src;
                }
                match copies[src.index()] {
                    Some((of, then, made)) if made >= start && version(of) == then => of,
                    _ => src,
                }
            };
            map_sources(op, &mut draft.operands, original);
            now += 1;
            if let Some((to, written)) = draft.written(op) {
                for register in to..to + written {
                    versions[register as usize] = now;
                    copies[register as usize] = None;
                }
            }
            if let Op::Move { to, a } = *op
                && a != Src::register(to)
            {
                let then = if a.is_constant() { 0 } else { versions[a.index()] };
                copies[to as usize] = Some((a, then, now));
            }
        }
        ops.retain(|(op, _)| !matches!(op, Op::Move { to, a } if *a == Src::register(*to)));
        draft.blocks[block] = ops;
    }
}

/// An operation whose result is only moved somewhere else, writes it there.
fn write_through(draft: &mut Draft) {
    let (writes, reads) = counts(draft);
    let mut touched = vec![(u32::MAX, 0usize); draft.registers as usize];
    let mut made = vec![(u32::MAX, 0usize); draft.registers as usize];
    for block in 0..draft.blocks.len() {
        let number = block as u32;
        let mut ops = std::mem::take(&mut draft.blocks[block]);
        let mut is_gone = vec![false; ops.len()];
        for place in 0..ops.len() {
            let op = ops[place].0;
            if let Op::Move { to, a } = op
                && !a.is_constant()
                && let from = a.index()
                && (writes[from], reads[from]) == (1, 1)
                && from >= draft.parameters as usize
                && made[from].0 == number
                && (touched[to as usize].0 != number || touched[to as usize].1 <= made[from].1)
                && draft.written(&ops[made[from].1].0) == Some((from as Reg, 1))
                && !draft.groups.contains_key(&to)
            {
                let maker = made[from].1;
                if let Some(register) = target(&mut ops[maker].0) {
                    *register = to;
                }
                is_gone[place] = true;
                made[to as usize] = (number, maker);
                touched[to as usize] = (number, maker);
                continue;
            }
            draft.each_source(&op, |source| {
                if !source.is_constant() {
                    touched[source.index()] = (number, place);
                }
            });
            if let Some((to, count)) = draft.written(&op) {
                for register in to as usize..(to + count) as usize {
                    touched[register] = (number, place);
                    made[register] = (number, place);
                }
            }
        }
        let mut gone = is_gone.into_iter();
        ops.retain(|_| !gone.next().unwrap_or(false));
        draft.blocks[block] = ops;
    }
}

/// A branch by a comparison that is needed for nothing else, compares itself.
fn fuse_branches(draft: &mut Draft) {
    let (writes, reads) = counts(draft);
    for block in 0..draft.blocks.len() {
        // A condition may be a comparison of a comparison with zero, and so on.
        while let Some(last) = draft.blocks[block].last().map(|last| last.0)
            && let Some(register) = condition(draft, &last)
            && (writes[register], reads[register]) == (1, 1)
            && let Some(place) = maker(draft, block, register)
            && let Some(fused) = fuse(draft, last, draft.blocks[block][place].0)
        {
            let end = draft.blocks[block].len() - 1;
            draft.blocks[block][end].0 = fused;
            draft.blocks[block].remove(place);
        }
    }
}

/// The register that decides a branch by being zero or not.
fn condition(draft: &Draft, op: &Op) -> Option<usize> {
    let source = match *op {
        Op::Branch { condition, .. } => condition,
        Op::BranchIf { predicate: IntPredicate::Eq | IntPredicate::Ne, a, b, .. }
            if draft.constant(b) == Some(Word::new(0)) =>
        {
            a
        }
        _ => return None,
    };
    (!source.is_constant()).then(|| source.index())
}

/// Where a register of a block is made, if its operands are the same at the end.
fn maker(draft: &Draft, block: usize, register: usize) -> Option<usize> {
    let ops = &draft.blocks[block];
    let mut place = ops.len() - 1;
    let mut written = Vec::new();
    // Not far: what is written on the way is kept in a list.
    while place > 0 && ops.len() - place < 16 {
        place -= 1;
        match draft.written(&ops[place].0) {
            Some((to, 1)) if to as usize == register => {
                let mut is_same = true;
                draft.each_source(&ops[place].0, |source| {
                    is_same &= source.is_constant() || !written.contains(&source.index());
                });
                return is_same.then_some(place);
            }
            Some((to, count)) => written.extend(to as usize..(to + count) as usize),
            None => {}
        }
    }
    None
}

/// A branch, by what its condition is made of.
fn fuse(draft: &Draft, branch: Op, made: Op) -> Option<Op> {
    // The branch goes to `yes` if the condition is not zero.
    let (yes, no, bits) = match branch {
        Op::Branch { yes, no, .. } => (yes, no, 1),
        Op::BranchIf { predicate: IntPredicate::Ne, yes, no, bits, .. } => (yes, no, bits),
        Op::BranchIf { predicate: IntPredicate::Eq, yes, no, bits, .. } => (no, yes, bits),
        _ => return None,
    };
    match made {
        Op::Compare { predicate, a, b, bits, .. } => {
            Some(Op::BranchIf { predicate, a, b, bits, yes, no })
        }
        Op::CompareFloat { .. } | Op::CompareWide { .. } => None,
        // `not`.
        Op::Xor { a, b, .. } if bits == 1 && draft.constant(b) == Some(Word::new(1)) => {
            Some(Op::Branch { condition: a, yes: no, no: yes })
        }
        // An extended truth value.
        Op::Move { a, .. } if bits == 1 => Some(Op::Branch { condition: a, yes, no }),
        _ => None,
    }
}
