//! Within a block: reads of originals instead of copies, and operations that take in
//! those which made their operands.

use crate::code::{Op, Src, Word};

use super::draft::Draft;
use super::optimise::map_sources;

/// Replaces operands by what they are copies of, as long as that is the same, and
/// joins steps of addresses.
pub(super) fn propagate(draft: &mut Draft) {
    let mut known = Known::new(draft.registers as usize);
    for block in 0..draft.blocks.len() {
        known.start();
        let mut ops = std::mem::take(&mut draft.blocks[block]);
        for (op, _) in &mut ops {
            map_sources(op, &mut draft.operands, |src| known.original(src));
            known.join(op);
            known.drop_extension(draft, op);
            known.note(draft, op);
        }
        ops.retain(|(op, _)| !matches!(op, Op::Move { to, a } if *a == Src::register(*to)));
        draft.blocks[block] = ops;
    }
}

/// What is known of registers at a point of a block.
struct Known {
    /// When each was written last.
    written: Vec<u64>,
    /// By which operation.
    makers: Vec<Op>,
    /// How many of its lowest bits may be ones.
    widths: Vec<u8>,
    now: u64,
    /// When the block began: what is older is not known.
    start: u64,
}

impl Known {
    fn new(count: usize) -> Known {
        Known {
            written: vec![0; count],
            makers: vec![Op::Unreachable; count],
            widths: vec![64; count],
            now: 0,
            start: 0,
        }
    }

    fn start(&mut self) {
        self.now += 1;
        self.start = self.now;
    }

    /// The operation that made an operand, if it would make the same now.
    fn maker(&self, src: Src) -> Option<Op> {
        if src.is_constant() || self.written[src.index()] <= self.start {
            return None;
        }
        let (made, mut op) = (self.written[src.index()], self.makers[src.index()]);
        let mut is_same = true;
        op.each_source(|src| {
            is_same &= src.is_constant() || self.written[src.index()] < made;
        });
        is_same.then_some(op)
    }

    fn original(&self, src: Src) -> Src {
        match self.maker(src) {
            Some(Op::Move { a, .. }) => a,
            _ => src,
        }
    }

    /// Steps of an address become one.
    fn join(&self, op: &mut Op) {
        if let Op::Index { index, from, .. } = op
            && *from == 64
            && let Some(Op::SignExtend {
                a,
                from: narrow,
                bits: 64,
                ..
            }) = self.maker(*index)
        {
            (*index, *from) = (a, narrow);
        }
        match *op {
            Op::Offset { to, a, offset } => match self.maker(a) {
                Some(Op::Offset {
                    a, offset: first, ..
                }) => {
                    *op = Op::Offset {
                        to,
                        a,
                        offset: offset.wrapping_add(first),
                    };
                }
                Some(Op::Index {
                    a,
                    index,
                    scale,
                    offset: first,
                    from,
                    ..
                }) => {
                    if let Some(offset) = sum(offset, first.into()) {
                        *op = Op::Index {
                            to,
                            a,
                            index,
                            scale,
                            offset,
                            from,
                        };
                    }
                }
                _ => {}
            },
            Op::Index {
                to,
                a,
                index,
                scale,
                offset,
                from,
            } => {
                if let Some(Op::Offset {
                    a, offset: first, ..
                }) = self.maker(a)
                    && let Some(offset) = sum(offset.into(), first)
                {
                    *op = Op::Index {
                        to,
                        a,
                        index,
                        scale,
                        offset,
                        from,
                    };
                }
            }
            _ => {}
        }
    }

    fn width(&self, draft: &Draft, src: Src) -> u8 {
        match draft.constant(src) {
            Some(Word { bits, undefined }) => 64 - (bits | undefined).leading_zeros() as u8,
            None if self.written[src.index()] <= self.start => 64,
            None => self.widths[src.index()],
        }
    }

    /// A conversion that cannot change its operand is a move.
    fn drop_extension(&self, draft: &Draft, op: &mut Op) {
        match *op {
            Op::Truncate { to, a, bits } if self.width(draft, a) <= bits => {
                *op = Op::Move { to, a }
            }
            Op::SignExtend { to, a, from, .. } if self.width(draft, a) < from => {
                *op = Op::Move { to, a };
            }
            _ => {}
        }
    }

    /// An operation has run.
    fn note(&mut self, draft: &Draft, op: &Op) {
        self.now += 1;
        let width = self.result_width(draft, op);
        let Some((to, count)) = draft.written(op) else {
            return;
        };
        for register in to as usize..(to + count) as usize {
            self.written[register] = self.now;
            self.makers[register] = if count == 1 { *op } else { Op::Unreachable };
            self.widths[register] = width;
        }
        if let Op::CompareExchange { to, .. } = op {
            self.widths[*to as usize + 1] = 1;
        }
    }

    /// How many of the lowest bits of what an operation writes may be ones.
    fn result_width(&self, draft: &Draft, op: &Op) -> u8 {
        let width = |src| self.width(draft, src);
        match *op {
            Op::Move { a, .. } => width(a),
            Op::Compare { .. } | Op::CompareFloat { .. } | Op::CompareWide { .. } => 1,
            Op::Truncate { bits, .. } | Op::LoadBits { bits, .. } => bits,
            Op::Add { bits, .. } | Op::Sub { bits, .. } | Op::Mul { bits, .. } => bits,
            Op::SignExtend { bits, .. } | Op::Shift { bits, .. } | Op::Divide { bits, .. } => bits,
            Op::Load { access, .. } | Op::Rmw { access, .. } => access.size.min(8) * 8,
            Op::CompareExchange { exchange, .. } => exchange.size.min(8) * 8,
            Op::And { a, b, .. } => width(a).min(width(b)),
            Op::Or { a, b, .. } | Op::Xor { a, b, .. } | Op::Select { a, b, .. } => {
                width(a).max(width(b))
            }
            _ => 64,
        }
    }
}

/// The sum of two offsets, if an index has room for it.
fn sum(a: i64, b: i64) -> Option<i32> {
    i32::try_from(a.checked_add(b)?).ok()
}
