//! Source-DPOR: source sets and sleep sets (*Source Sets*, Algorithms 1,
//! 3 and 5).

use crate::backtrack::{self, Rule};
use crate::run::{Halt, Run};
use crate::sequence::Sequence;
use crate::shared::Work;
use crate::trace::Trace;
use mazurka_program::{ProcessId, Program};

pub(crate) fn explore<P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    work: &mut dyn Work,
) -> Result<(), Halt> {
    backtrack::explore::<SourceSets, P>(run, work)
}

struct SourceSets;

impl Rule for SourceSets {
    /// Is it in `I[E'](v)`?
    fn covers(trace: &Trace, v: &Sequence, process: ProcessId) -> bool {
        v.is_initial(trace, process)
    }

    /// Some `q` of `I[E'](v)`: nothing in `v` precedes its first event.
    fn choose(_: &Trace, v: &Sequence) -> ProcessId {
        v.items()[0].next.process()
    }
}
