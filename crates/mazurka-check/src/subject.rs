//! What a front end provides: programs, what is learnt of them, and what their executions
//! come to.

use crate::tally::Tally;
use mazurka_explore::{Algorithm, Counterexample, Ended, Error, Limits};
use mazurka_graph::Together;
use mazurka_memory::Model;
use mazurka_parallel::Options as Schedulers;
use mazurka_program::{FindingKind, Program, memory};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How a program is explored.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rule by which executions are reduced.
    pub algorithm: Algorithm,
    /// With [`Algorithm::Graphs`], and only then: the memory model, which is the explorer's
    /// business there.
    pub graphs: Option<Model>,
    /// An execution with more events is not followed further: it may have no end.
    pub max_events: usize,
    /// The exploration stops after this many executions.
    pub max_executions: Option<u64>,
    /// How many schedulers explore.
    pub workers: usize,
    /// Go on after a finding?
    pub keep_going: bool,
    /// How the other executions are explored when one does not end.
    pub cutting: Cutting,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            algorithm: Algorithm::default(),
            graphs: None,
            max_events: 50_000,
            max_executions: None,
            workers: 1,
            keep_going: false,
            cutting: Cutting::default(),
        }
    }
}

impl Options {
    /// The memory model that the field `graphs` has to say, for an algorithm and a model that
    /// a user has chosen. If it is one, the algorithm is [`Algorithm::Graphs`].
    #[must_use]
    pub fn graphs_for(algorithm: Algorithm, model: Model) -> Option<Model> {
        let has_graphs = algorithm == Algorithm::Graphs || !model.is_buffered();
        has_graphs.then_some(model)
    }

    /// How execution graphs are explored, if they are, with what is known. Executions may go on
    /// after a data race.
    ///
    /// # Errors
    /// When a front end has said only half of it.
    fn graphs(
        &self,
        together: &Together,
        follows_races: bool,
    ) -> Result<Option<mazurka_graph::Options>, Error> {
        match (self.algorithm, self.graphs) {
            (Algorithm::Graphs, Some(model)) => Ok(Some(mazurka_graph::Options {
                together: together.clone(),
                follows_races,
                ..mazurka_graph::Options::new(model)
            })),
            (Algorithm::Graphs, None) | (_, Some(_)) => Err(Error::Program(
                "internal error: it is not clear whether execution graphs are explored".to_owned(),
            )),
            (_, None) => Ok(None),
        }
    }

    /// How the command lets an execution go further that was left because of the memory that it
    /// took: words for the end of what is said of it. None if it has too many events.
    #[must_use]
    pub fn way_out(left: &Counterexample) -> &'static str {
        match memory::is_told_in(&left.finding.message) {
            true => "; --max-memory MIB allows more",
            false => "",
        }
    }

    /// How many schedulers explore. Some explorers share nothing.
    pub(crate) fn schedulers(&self) -> usize {
        match self.algorithm.is_alone() {
            true => 1,
            false => self.workers,
        }
    }

    /// The limits of one scheduler. That on executions is the frontier's.
    pub(crate) fn limits(&self, stops_at_once: bool) -> Limits {
        Limits {
            max_events: self.max_events,
            max_executions: None,
            keep_going: !stops_at_once,
        }
    }
}

/// How the other executions are explored when one does not end: again and again, with loops
/// cut after 2, 4, 8 ... rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cutting {
    /// Loops are never cut after more rounds than this; none at all are, if it is zero.
    pub most_rounds: u32,
    /// An exploration stops when it has cut this many executions.
    pub most_cut: Option<u64>,
    /// An exploration stops after this many executions.
    pub most_executions: Option<u64>,
}

impl Cutting {
    /// Loops are not cut: the exploration ends with the execution that does not.
    pub const NEVER: Cutting = Cutting {
        most_rounds: 0,
        most_cut: None,
        most_executions: None,
    };

    /// The user has said when to stop, by another limit.
    pub const LONG: Cutting = Cutting {
        most_rounds: 1 << 16,
        most_cut: None,
        most_executions: None,
    };
}

impl Default for Cutting {
    fn default() -> Cutting {
        Cutting {
            most_rounds: 64,
            most_cut: Some(1_000),
            most_executions: None,
        }
    }
}

/// Something whose programs can be made on any thread: all but closures of Rust, whose fibers
/// need a stack to run on.
pub trait Plain: Subject {
    /// A new program. It may return [`Interrupt::Stopped`](mazurka_program::Interrupt::Stopped)
    /// from the middle of a step when `stop` is set.
    fn program(
        &self,
        known: &Known<Self::Knowledge>,
        stop: &Arc<AtomicBool>,
    ) -> (Self::Program<'_>, Self::View);

    /// A program that runs one execution again, to show it.
    fn shown(&self, known: &Known<Self::Knowledge>, stop: &Arc<AtomicBool>) -> Self::Program<'_> {
        self.program(known, stop).0
    }

    /// Can these be about this program? What comes from a file may say anything.
    fn is_sound(
        &self,
        knowledge: &Self::Knowledge,
        tally: &Tally<Self::Knowledge, Self::Outcomes>,
    ) -> bool {
        let _ = (knowledge, tally);
        true
    }
}

/// A program that can be explored. Every scheduler has a [`Program`] of its own, made from it.
pub trait Subject: Send + Sync {
    /// The program.
    type Program<'s>: Program
    where
        Self: 's;
    /// What can be seen of a program while it is explored.
    type View;
    /// What is learnt of the program.
    type Knowledge: Knowledge;
    /// What executions come to, beside findings: `()` if nothing.
    type Outcomes: Outcomes;

    /// How it is explored.
    fn options(&self) -> &Options;

    /// After how many rounds the user cuts loops anyway.
    fn unroll(&self) -> Option<u32> {
        None
    }

    /// How often the exploration is tried if the program does not do the same again. What
    /// happens once in an OS process may make the first executions differ.
    fn attempts(&self) -> u32 {
        1
    }

    /// How schedulers share the work, beside their number and their limit.
    fn schedulers(&self) -> Schedulers {
        Schedulers::default()
    }

    /// What the program knows now, when it was refined.
    fn learnt(&self, program: &mut Self::Program<'_>) -> Self::Knowledge {
        let _ = program;
        Self::Knowledge::default()
    }

    /// What replay strings of an exploration with that knowledge say of what a step is.
    fn refinements(
        &self,
        program: &mut Self::Program<'_>,
        known: &Known<Self::Knowledge>,
    ) -> String {
        let _ = program;
        known.knowledge.to_text()
    }

    /// Has a bound left something out?
    fn has_cut(&self, view: &Self::View) -> bool {
        let _ = view;
        false
    }

    /// A scheduler has ended, and can explore no more if there is an error.
    fn concluded(
        &self,
        program: &mut Self::Program<'_>,
        error: Option<&Error>,
        outcomes: &mut Self::Outcomes,
    ) {
        let _ = (program, error, outcomes);
    }

    /// An execution has ended.
    fn ended(&self, view: &Self::View, ended: &Ended<'_>, outcomes: &mut Self::Outcomes) {
        let _ = (view, ended, outcomes);
    }

    /// Are findings bugs? For a litmus test, only its condition counts.
    fn has_bugs(&self) -> bool {
        true
    }

    /// The kinds of findings that are ignored.
    fn ignored(&self) -> &[FindingKind] {
        &[]
    }

    /// What comes after a finding that is ignored.
    fn afterwards(&self, kind: FindingKind) -> Afterwards {
        let _ = kind;
        Afterwards::Left
    }

    /// The part of a finding's message that tells it from others of its kind.
    fn essence<'m>(&self, message: &'m str) -> &'m str {
        message
    }

    /// Are findings of different processes different, if they are the same otherwise?
    fn tells_processes_apart(&self) -> bool {
        false
    }

    /// Did the view see an execution without end, when the program could not be explored?
    fn is_endless(&self, view: &Self::View) -> bool {
        let _ = view;
        false
    }

    /// What is said of an execution with too many events.
    fn endless(&self, program: &Self::Program<'_>, left: &Counterexample) -> String {
        let _ = program;
        left.finding.message.clone()
    }

    /// Why not everything was explored, if a bound or an assumption of this front end says so;
    /// for people.
    fn unexplored(&self, tally: &Tally<Self::Knowledge, Self::Outcomes>) -> Option<String> {
        let _ = tally;
        None
    }
}

/// How execution graphs of a subject are explored, if they are, with what is known.
///
/// # Errors
/// When a front end has said only half of it.
pub(crate) fn graphs<S: Subject>(
    subject: &S,
    together: &Together,
) -> Result<Option<mazurka_graph::Options>, Error> {
    let race = FindingKind::DataRace;
    let follows_races =
        subject.ignored().contains(&race) && subject.afterwards(race) == Afterwards::GoesOn;
    subject.options().graphs(together, follows_races)
}

/// What is learnt of a program while it is explored. The exploration begins anew then.
pub trait Knowledge: Clone + Default + PartialEq + Send + Sync {
    /// Adds what the other knows. Was any of it new?
    fn merge(&mut self, other: &Self) -> bool;

    /// As replay strings have it: what decides what a step is.
    fn to_text(&self) -> String;

    /// The inverse.
    fn from_text(text: &str) -> Option<Self>;
}

/// There is nothing to learn.
impl Knowledge for () {
    fn merge(&mut self, (): &()) -> bool {
        false
    }

    fn to_text(&self) -> String {
        String::new()
    }

    fn from_text(text: &str) -> Option<()> {
        text.is_empty().then_some(())
    }
}

/// What is known of a program when its exploration begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "command", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "command", serde(deny_unknown_fields))]
pub struct Known<K> {
    /// What has been learnt.
    pub knowledge: K,
    /// There are executions without end: loops are cut after this many rounds.
    pub rounds: Option<u32>,
    /// Of execution graphs: objects that are accessed together. Schedules do not depend on
    /// it, so replay strings do not have it.
    pub together: Together,
}

/// What executions come to; of several schedulers, the sum.
pub trait Outcomes: Clone + Default + PartialEq + Send {
    /// Adds what another scheduler has counted.
    fn add(&mut self, other: Self);
}

impl Outcomes for () {
    fn add(&mut self, (): ()) {}
}

/// What comes after a finding of some kind that is ignored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Afterwards {
    /// The thread goes on.
    GoesOn,
    /// The thread goes on with one of the values that there may be.
    Guesses,
    /// Nothing: the program has ended, or no thread can go on.
    Ends,
    /// What is not defined: the execution is left there.
    Left,
}
