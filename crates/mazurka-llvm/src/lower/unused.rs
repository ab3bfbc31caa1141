//! Results that nothing reads.
//!
//! An addition whose result is not looked at commutes with others, and which thread is
//! told to be the last at a barrier makes no difference if none looks. So it is noted
//! here, when all that can be removed is gone.

use crate::builtin::Builtin;
use crate::code::Op;

use super::draft::Draft;
use super::{liveness, optimise};

/// Marks the read-modify-writes whose results nothing reads. Does something look at what
/// `pthread_barrier_wait` returns?
pub(super) fn mark(draft: &mut Draft) -> bool {
    let mut ops = draft.blocks.iter().flatten();
    if !ops.any(|(op, _)| is_rmw(op) || op.calls(Builtin::BarrierWait)) {
        return false;
    }
    let mut waits = 0;
    for (op, _) in draft.blocks.iter().flatten() {
        waits += u32::from(op.calls(Builtin::BarrierWait));
    }
    if optimise::returns_twice(draft) {
        return waits > 0;
    }
    for (block, place) in liveness::unread(draft) {
        let op = &mut draft.blocks[block][place].0;
        waits -= u32::from(op.calls(Builtin::BarrierWait));
        if let Op::Rmw { is_unused, .. } = op {
            *is_unused = true;
        }
    }
    waits > 0
}

fn is_rmw(op: &Op) -> bool {
    matches!(op, Op::Rmw { .. })
}
