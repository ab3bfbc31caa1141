//! Classic DPOR: persistent sets and sleep sets, the algorithm of Flanagan and
//! Godefroid (2005) as *Source Sets* restates it at the end of section 5.1.

use crate::backtrack::{self, Rule};
use crate::run::{Halt, Run};
use crate::sequence::Sequence;
use crate::trace::Trace;
use mazurka_program::{ProcessId, Program, Turn};

pub(crate) fn explore<P: Program + ?Sized>(run: &mut Run<'_, P>) -> Result<(), Halt> {
    backtrack::explore::<PersistentSets, P>(run)
}

struct PersistentSets;

impl Rule for PersistentSets {
    /// The strengthened test and addition: the process in the backtrack set
    /// must be an initial of `v` whose event happens before the last event of
    /// `v`, or is that event.
    fn extend(trace: &Trace, v: &Sequence, backtrack: &mut Vec<Turn>) {
        let last = v.items().len() - 1;
        let fits = |process: ProcessId| {
            v.first_of(process)
                .is_some_and(|k| v.has_no_predecessor(trace, k) && v.reaches(trace, k, last))
        };
        if !backtrack.iter().any(|turn| fits(turn.process)) {
            let first = v
                .items()
                .iter()
                .map(|item| item.next.process())
                .find(|p| fits(*p));
            let first = first.expect("the past of the last event has a first event");
            backtrack.push(first.into());
        }
    }
}
