//! Exploring a test with several schedulers, to the end or with interruptions.

use crate::check::{Options, Report, report};
use crate::machine::{Machine, Progress};
use crate::tally::Tally;
use crate::test::Test;
use mazurka_explore::{
    Algorithm, Counterexample, Ended, EndedKind, Error, Limit, Limits, Outcome, Verdict,
};
use mazurka_parallel::exploration;
use mazurka_parallel::remote::Link;
use mazurka_parallel::{Frontier, Saved};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;

pub use mazurka_explore::Malformed;
pub use mazurka_parallel::exploration::{Counts, Watch};

/// What has been explored of a test, and what is left.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Explored {
    /// What was seen.
    pub tally: Tally,
    /// What is left.
    pub left: Saved,
}

impl Explored {
    /// Is something left that can be explored?
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.tally.endless.is_none() && !self.left.leaves.is_empty()
    }
}

/// What a scheduler that is elsewhere has found.
pub type Part = exploration::Part<Tally>;

/// A test, and how it is explored.
pub struct Subject<'t> {
    test: &'t Test,
    options: Options,
}

impl<'t> Subject<'t> {
    fn new(test: &'t Test, options: &Options) -> Subject<'t> {
        let options = options.clone();
        Subject { test, options }
    }
}

/// What an execution of a test has come to so far.
pub struct View(Rc<RefCell<Progress>>);

impl exploration::Subject for Subject<'_> {
    type Program<'s>
        = Machine<'s>
    where
        Self: 's;
    type View = View;
    type Tally = Tally;

    fn program(&self) -> (Machine<'_>, View) {
        let Options {
            model,
            buffer_bound,
            ..
        } = self.options;
        let machine = Machine::new(self.test, model, buffer_bound);
        let progress = machine.progress();
        (machine, View(progress))
    }

    fn algorithm(&self) -> Algorithm {
        self.options.algorithm
    }

    fn limits(&self) -> Limits {
        Limits {
            max_events: self.options.max_events,
            max_executions: None,
            keep_going: true,
        }
    }

    fn ended(&self, view: &View, ended: &Ended<'_>, tally: &mut Tally) -> ControlFlow<()> {
        if ended.kind == EndedKind::Complete && !ended.is_discarded {
            tally.count(&mut view.0.borrow_mut());
        }
        ControlFlow::Continue(())
    }

    fn conclude(
        &self,
        machine: &Machine<'_>,
        view: &View,
        result: Result<Outcome, Error>,
        tally: &mut Tally,
    ) -> Option<Error> {
        let progress = view.0.borrow();
        tally.is_bounded |= progress.is_bounded;
        match result {
            Ok(outcome) => {
                if let Verdict::Endless { left, .. } = outcome.verdict {
                    tally.endless = Some(too_long(machine, &left));
                }
                None
            }
            Err(Error::Program(message)) if progress.is_endless => {
                tally.endless = Some(message);
                None
            }
            Err(error) => Some(error),
        }
    }

    fn is_over(&self, tally: &Tally) -> bool {
        tally.endless.is_some()
    }
}

/// Why nothing more is explored, and what can be done.
fn too_long(machine: &Machine<'_>, left: &Counterexample) -> String {
    let who = machine.who_goes_on(&left.schedule);
    let who = who.map_or_else(String::new, |who| format!(": {who}"));
    format!(
        "{}{who}. This is not a bug. If the test is just long, raise --max-events; a loop that \
         waits for another thread is recognised if a round of it changes nothing",
        left.finding.message
    )
}

/// An exploration of a test, by schedulers that may be anywhere.
pub struct Exploration<'t> {
    inner: exploration::Exploration<Subject<'t>>,
}

impl<'t> Exploration<'t> {
    /// One that has not begun.
    ///
    /// # Panics
    /// When the options ask for no worker.
    #[must_use]
    pub fn new(test: &'t Test, options: &Options) -> Exploration<'t> {
        let subject = Subject::new(test, options);
        Exploration {
            inner: exploration::Exploration::new(subject, schedulers(options)),
        }
    }

    /// One that goes on. [`Options::max_executions`] is how many there may be from now
    /// on; what else decides which executions there are must be as it was.
    ///
    /// # Errors
    /// When what was explored makes no sense.
    ///
    /// # Panics
    /// When the options ask for no worker.
    pub fn resume(
        test: &'t Test,
        options: &Options,
        explored: Explored,
    ) -> Result<Exploration<'t>, Malformed> {
        let Explored { tally, left } = explored;
        if !tally.is_sound(test.keys.len(), test.threads.len()) {
            return Err(Malformed);
        }
        let subject = Subject::new(test, options);
        let (mut program, _) = exploration::Subject::program(&subject);
        left.verify(&mut program, options.algorithm, options.max_events)?;
        drop(program);
        let inner = exploration::Exploration::resume(subject, schedulers(options), tally, left)?;
        Ok(Exploration { inner })
    }

    /// The same, as those see it who provide schedulers.
    #[must_use]
    pub fn inner(&self) -> &exploration::Exploration<Subject<'t>> {
        &self.inner
    }

    /// What the schedulers work on.
    #[must_use]
    pub fn frontier(&self) -> &Frontier {
        self.inner.frontier()
    }

    /// How many executions there were so far.
    #[must_use]
    pub fn so_far(&self) -> Counts {
        self.inner.so_far()
    }

    /// Explores with each worker on a thread of its own, until nothing is left or `watch`
    /// says so.
    pub fn run(&self, watch: &mut dyn Watch) {
        self.inner.run(watch);
    }

    /// Adds what a scheduler that is elsewhere has found.
    pub fn add(&self, scheduler: usize, part: Part) {
        self.inner.add(scheduler, part);
    }

    /// What was found, and what is left, when all schedulers have ended.
    ///
    /// # Errors
    /// When the test cannot be explored: it accesses an address where there is no
    /// location, or parts of one.
    pub fn finish(self) -> Result<(Report, Explored), Error> {
        let test = self.inner.subject().test;
        let concluded = self.inner.finish()?;
        let exploration::Concluded {
            tally,
            left,
            stopped,
        } = concluded;
        let is_faulty = matches!(stopped, Some(Limit::Blocked(_)));
        let stopped = match &tally.endless {
            Some(message) => Some(message.clone()),
            None => stopped.map(|limit| limit.to_string()),
        };
        let report = report(test, &tally, stopped, is_faulty);
        let left = match tally.endless {
            // What is left is not all there was, and is not gone on with.
            Some(_) => Saved::default(),
            None => left,
        };
        Ok((report, Explored { tally, left }))
    }
}

/// Explores what `link` asks for, until it asks for nothing more.
pub fn explore_elsewhere(test: &Test, options: &Options, link: &mut dyn Link<Part>) {
    exploration::explore_elsewhere(&Subject::new(test, options), link);
}

fn schedulers(options: &Options) -> mazurka_parallel::Options {
    mazurka_parallel::Options {
        schedulers: options.workers,
        max_executions: options.max_executions,
        ..mazurka_parallel::Options::default()
    }
}
