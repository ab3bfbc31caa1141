//! Source-DPOR: source sets and sleep sets (*Source Sets*, Algorithms 1,
//! 3 and 5).

use crate::backtrack::{self, Rule};
use crate::run::{Halt, Run};
use crate::sequence::Sequence;
use crate::trace::Trace;
use mazurka_program::{Program, Turn};

pub(crate) fn explore<P: Program + ?Sized>(run: &mut Run<'_, P>) -> Result<(), Halt> {
    backtrack::explore::<SourceSets, P>(run)
}

struct SourceSets;

impl Rule for SourceSets {
    /// Line 8: unless `I[E'](v) ∩ backtrack(E') ≠ ∅`, line 9: add some
    /// `q ∈ I[E'](v)`.
    fn extend(trace: &Trace, v: &Sequence, backtrack: &mut Vec<Turn>) {
        let covered = backtrack
            .iter()
            .any(|turn| v.is_initial(trace, turn.process));
        if !covered {
            // Nothing in v precedes its first event.
            backtrack.push(v.items()[0].next.process().into());
        }
    }
}
