//! Fewer and cheaper operations.
//!
//! What clang writes without optimisation loads every variable before each use and
//! stores it after. Once variables are registers, these are moves, and nearly all of
//! them can go. Nothing here touches an access of memory or a call.

use crate::builtin::Builtin;
use crate::code::{Op, Reg, Src, Word};
use crate::ir::IntPredicate;

use super::draft::Draft;
use super::{allocate, copies, liveness};

/// Makes a draft cheaper to run.
pub(super) fn optimise(draft: &mut Draft) {
    if returns_twice(draft) {
        return;
    }
    thread_jumps(draft);
    merge_blocks(draft);
    liveness::remove_dead(draft);
    propagate_single(draft);
    copies::propagate(draft);
    liveness::remove_dead(draft);
    // Branches around what is dead are gone now.
    thread_jumps(draft);
    merge_blocks(draft);
    copies::propagate(draft);
    write_through(draft);
    fuse_branches(draft);
    liveness::remove_dead(draft);
    thread_jumps(draft);
    merge_blocks(draft);
    allocate::share(draft);
}

/// Does it call `setjmp`? Then what is known at a point of a block may have changed
/// when that is come to again.
pub(super) fn returns_twice(draft: &Draft) -> bool {
    let mut ops = draft.blocks.iter().flatten();
    ops.any(|(op, _)| op.calls(Builtin::SetJump))
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
        fold_branch(draft, block);
        if let Some((op, _)) = draft.blocks[block].last_mut()
            && let Op::Branch { yes, no, .. } | Op::BranchIf { yes, no, .. } = *op
            && yes == no
        {
            *op = Op::Jump { to: yes };
        }
    }
}

/// A branch by a constant (the address of a function that may be missing, say).
fn fold_branch(draft: &mut Draft, block: usize) {
    let Some(&(op, place)) = draft.blocks[block].last() else {
        return;
    };
    let constant = |src| draft.constant(src).filter(|word| word.undefined == 0);
    let (is_true, yes, no) = match op {
        Op::Branch { condition, yes, no } => {
            (constant(condition).map(|word| word.bits != 0), yes, no)
        }
        Op::BranchIf {
            predicate,
            a,
            b,
            yes,
            no,
            ..
        } => {
            let is_equal = match (constant(a), constant(b)) {
                (Some(a), Some(b)) => Some(a == b),
                _ => None,
            };
            match predicate {
                IntPredicate::Eq => (is_equal, yes, no),
                IntPredicate::Ne => (is_equal, no, yes),
                _ => return,
            }
        }
        _ => return,
    };
    let Some(is_true) = is_true else { return };
    let to = if is_true { yes } else { no };
    if let Some(last) = draft.blocks[block].last_mut() {
        *last = (Op::Jump { to }, place);
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
pub(super) fn map_sources(op: &mut Op, operands: &mut [Src], mut f: impl FnMut(Src) -> Src) {
    op.each_source(|source| *source = f(*source));
    if let Some(list) = op.list() {
        for source in &mut operands[list.range()] {
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
    let Draft {
        blocks, operands, ..
    } = draft;
    for (op, _) in blocks.iter_mut().flatten() {
        map_sources(op, operands, resolve);
    }
}

/// An operation whose result is moved somewhere else, writes it there, and others
/// read it there.
fn write_through(draft: &mut Draft) {
    let (writes, reads) = counts(draft);
    let mut scan = Through::new(draft.registers as usize);
    for block in 0..draft.blocks.len() {
        scan.count_reads(draft, block);
        let mut ops = std::mem::take(&mut draft.blocks[block]);
        let mut is_gone = vec![false; ops.len()];
        for place in 0..ops.len() {
            if let Op::Move { to, a } = ops[place].0
                && !a.is_constant()
                && writes[a.index()] == 1
                && a.index() >= draft.parameters as usize
                && let Some(maker) = scan.maker(draft, &ops, block, (to, a.index() as Reg))
                && scan.is_local(block, a.index(), reads[a.index()])
                && let Some(end) = scan.end(draft, &ops, place, (to, a.index()))
            {
                if let Some(register) = ops[maker].0.target() {
                    *register = to;
                }
                let rename = |source: Src| {
                    if source == a {
                        Src::register(to)
                    } else {
                        source
                    }
                };
                for (op, _) in &mut ops[maker + 1..=end] {
                    map_sources(op, &mut draft.operands, rename);
                }
                is_gone[place] = true;
                scan.made[to as usize] = (block as u32, maker);
                scan.touched[to as usize] = (block as u32, place);
                continue;
            }
            scan.note(draft, &ops[place].0, block, place);
        }
        let mut gone = is_gone.into_iter();
        ops.retain(|_| !gone.next().unwrap_or(false));
        draft.blocks[block] = ops;
    }
}

/// Where registers are made and used in a block. Each entry names the block that it
/// is about.
struct Through {
    touched: Vec<(u32, usize)>,
    made: Vec<(u32, usize)>,
    /// How often a register is read in the block, and where last.
    reads: Vec<(u32, u32, usize)>,
}

impl Through {
    /// Results are followed as far as this.
    const FAR: usize = 64;

    fn new(count: usize) -> Through {
        Through {
            touched: vec![(u32::MAX, 0); count],
            made: vec![(u32::MAX, 0); count],
            reads: vec![(u32::MAX, 0, 0); count],
        }
    }

    fn count_reads(&mut self, draft: &Draft, block: usize) {
        for (place, (op, _)) in draft.blocks[block].iter().enumerate() {
            draft.each_source(op, |source| {
                if !source.is_constant() {
                    let (of, count, last) = &mut self.reads[source.index()];
                    *count = if *of == block as u32 { *count + 1 } else { 1 };
                    (*of, *last) = (block as u32, place);
                }
            });
        }
    }

    /// Is a register only read in this block?
    fn is_local(&self, block: usize, register: usize, reads: u32) -> bool {
        let (of, count, _) = self.reads[register];
        of == block as u32 && count == reads
    }

    /// The operation of this block that made `from`, if it may write `to` instead.
    fn maker(
        &self,
        draft: &Draft,
        ops: &[(Op, u32)],
        block: usize,
        (to, from): (Reg, Reg),
    ) -> Option<usize> {
        let (of, maker) = self.made[from as usize];
        let (touched_in, touched) = self.touched[to as usize];
        let is_free = touched_in != block as u32 || touched <= maker;
        let is_alone = of == block as u32 && draft.written(&ops[maker].0) == Some((from, 1));
        (is_free && is_alone && !draft.groups.contains_key(&to)).then_some(maker)
    }

    /// The last read of `from`, if `to` is not written before.
    fn end(
        &self,
        draft: &Draft,
        ops: &[(Op, u32)],
        place: usize,
        (to, from): (Reg, usize),
    ) -> Option<usize> {
        let last = self.reads[from].2;
        if last > place + Through::FAR {
            return None;
        }
        // The last reader itself may write it.
        let mut between = ops.iter().take(last).skip(place + 1);
        let is_written = between.any(|(op, _)| {
            draft
                .written(op)
                .is_some_and(|(first, count)| (first..first + count).contains(&to))
        });
        (!is_written).then_some(last)
    }

    fn note(&mut self, draft: &Draft, op: &Op, block: usize, place: usize) {
        draft.each_source(op, |source| {
            if !source.is_constant() {
                self.touched[source.index()] = (block as u32, place);
            }
        });
        if let Some((to, count)) = draft.written(op) {
            for register in to as usize..(to + count) as usize {
                self.touched[register] = (block as u32, place);
                self.made[register] = (block as u32, place);
            }
        }
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
        Op::BranchIf {
            predicate: IntPredicate::Eq | IntPredicate::Ne,
            a,
            b,
            ..
        } if draft.constant(b) == Some(Word::new(0)) => a,
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
        Op::BranchIf {
            predicate: IntPredicate::Ne,
            yes,
            no,
            bits,
            ..
        } => (yes, no, bits),
        Op::BranchIf {
            predicate: IntPredicate::Eq,
            yes,
            no,
            bits,
            ..
        } => (no, yes, bits),
        _ => return None,
    };
    match made {
        Op::Compare {
            predicate,
            a,
            b,
            bits,
            ..
        } => Some(Op::BranchIf {
            predicate,
            a,
            b,
            bits,
            yes,
            no,
        }),
        Op::CompareFloat { .. } | Op::CompareWide { .. } => None,
        // `not`.
        Op::Xor { a, b, .. } if bits == 1 && draft.constant(b) == Some(Word::new(1)) => {
            Some(Op::Branch {
                condition: a,
                yes: no,
                no: yes,
            })
        }
        // An extended truth value.
        Op::Move { a, .. } if bits == 1 => Some(Op::Branch {
            condition: a,
            yes,
            no,
        }),
        _ => None,
    }
}
