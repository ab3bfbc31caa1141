//! A litmus test, as the driver explores it.

use crate::check::Options;
use crate::machine::{Machine, Progress};
use crate::states::States;
use crate::test::Test;
use mazurka_check::{Cutting, Known, Options as Explore, TallyOf};
use mazurka_explore::{Algorithm, Counterexample, Ended, EndedKind};
use mazurka_memory::Model;
use mazurka_program::memory;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A test, and how it is explored.
pub struct Subject {
    pub(crate) test: Arc<Test>,
    pub(crate) model: Model,
    pub(crate) buffer_bound: Option<u32>,
    pub(crate) max_memory: u64,
    pub(crate) options: Explore,
}

impl Subject {
    /// A test that is explored with those options.
    #[must_use]
    pub fn new(test: Arc<Test>, options: &Options) -> Subject {
        Subject {
            test,
            model: options.model,
            buffer_bound: options.buffer_bound,
            max_memory: options.max_memory,
            options: Explore {
                algorithm: if options.model.is_buffered() {
                    options.algorithm
                } else {
                    Algorithm::Graphs
                },
                max_events: options.max_events,
                max_executions: options.max_executions,
                workers: options.workers,
                graphs: Explore::graphs_for(options.algorithm, options.model),
                // Final states are those of all executions.
                keep_going: true,
                cutting: Cutting::NEVER,
            },
        }
    }
}

impl Subject {
    /// Why the test cannot be explored with these options, if it cannot.
    #[must_use]
    pub fn refusal(&self) -> Option<String> {
        let has_graphs = self.options.algorithm == Algorithm::Graphs;
        self.test.refusal(self.model, has_graphs, self.buffer_bound)
    }
}

/// What an execution of a test has come to so far.
pub struct View(Rc<RefCell<Progress>>);

impl mazurka_check::Subject for Subject {
    type Program<'s> = Machine<'s>;
    type View = View;
    type Knowledge = ();
    type Outcomes = States;

    fn options(&self) -> &Explore {
        &self.options
    }

    fn has_cut(&self, view: &View) -> bool {
        view.0.borrow().is_bounded
    }

    fn ended(&self, view: &View, ended: &Ended<'_>, states: &mut States) {
        if ended.kind == EndedKind::Complete && !ended.is_discarded {
            states.count(&mut view.0.borrow_mut());
        }
    }

    /// Threads that wait for ever are told beside the states.
    fn has_bugs(&self) -> bool {
        false
    }

    fn is_endless(&self, view: &View) -> bool {
        view.0.borrow().is_endless
    }

    fn endless(&self, machine: &Machine<'_>, left: &Counterexample) -> String {
        let who = machine.who_goes_on(&left.schedule);
        let who = who.map_or_else(String::new, |who| format!(": {who}"));
        let limit = match memory::is_told_in(&left.finding.message) {
            true => "--max-memory",
            false => "--max-events",
        };
        format!(
            "{}{who}. This is not a bug. If the test is just long, raise {limit}; a loop \
             that waits for another thread is recognised if a round of it changes nothing",
            left.finding.message
        )
    }

    fn unexplored(&self, tally: &TallyOf<Subject>) -> Option<String> {
        let more = || "with larger buffers there are more executions".to_owned();
        tally.is_cut.then(more)
    }
}

impl mazurka_check::Plain for Subject {
    fn program(&self, _: &Known<()>, _: &Arc<AtomicBool>) -> (Machine<'_>, View) {
        let machine = match self.options.algorithm {
            Algorithm::Graphs => Machine::with_graphs(&self.test, self.model),
            _ => Machine::new(&self.test, self.model, self.buffer_bound),
        };
        let machine = machine.refused(self.refusal()).within(self.max_memory);
        let progress = machine.progress();
        (machine, View(progress))
    }

    fn is_sound(&self, (): &(), tally: &TallyOf<Subject>) -> bool {
        let statistics = &tally.statistics;
        let executions = statistics.complete.checked_sub(statistics.discarded);
        tally.outcomes.is_sound(&self.test, executions)
    }
}
