//! Classic DPOR: persistent sets and sleep sets, the algorithm of Flanagan and
//! Godefroid (2005) as *Source Sets* restates it at the end of section 5.1.

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
    backtrack::explore::<PersistentSets, P>(run, work)
}

struct PersistentSets;

/// The strengthened test and addition: the process in the backtrack set must be an
/// initial of `v` whose event happens before the last event of `v`, or is that
/// event.
impl Rule for PersistentSets {
    fn covers(trace: &Trace, v: &Sequence, process: ProcessId) -> bool {
        let last = v.items().len() - 1;
        v.first_of(process)
            .is_some_and(|k| v.has_no_predecessor(trace, k) && v.reaches(trace, k, last))
    }

    fn choose(trace: &Trace, v: &Sequence) -> ProcessId {
        let mut processes = v.items().iter().map(|item| item.next.process());
        let first = processes.find(|process| PersistentSets::covers(trace, v, *process));
        first.expect("the past of the last event has a first event")
    }
}
