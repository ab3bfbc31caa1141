//! Exploring a litmus test, and what comes of it.

use crate::condition::Quantifier;
use crate::machine::Race;
use crate::states::States;
use crate::subject::Subject;
use crate::test::Test;
use crate::value::Value;
use mazurka_check::{Resumed, Threads, Watch};
use mazurka_explore::{Algorithm, Error, Limit, Statistics};
use mazurka_memory::Model;
use mazurka_program::memory;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// How to explore a test.
#[derive(Clone, Debug)]
pub struct Options {
    /// The memory model.
    pub model: Model,
    /// How many stores a buffer holds; any number, if there is none.
    pub buffer_bound: Option<u32>,
    /// The rule by which executions are reduced.
    pub algorithm: Algorithm,
    /// An execution with this many events and more to do is taken for endless:
    /// the exploration stops, without a verdict if there is none yet.
    pub max_events: usize,
    /// The most bytes of memory that one execution may take.
    pub max_memory: u64,
    /// The exploration stops after this many executions.
    pub max_executions: Option<u64>,
    /// How many schedulers explore.
    pub workers: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            model: Model::default(),
            buffer_bound: None,
            algorithm: Algorithm::default(),
            max_events: 10_000,
            max_memory: memory::USUAL,
            max_executions: None,
            workers: 1,
        }
    }
}

/// A final state: the values of what the condition and `locations` name, registers
/// first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State {
    /// Names as in the file, with their values.
    pub values: Vec<(String, Value)>,
}

impl State {
    /// The names as in the file, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(name, value)| (&**name, value))
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, (name, value)) in self.values.iter().enumerate() {
            let space = if nth > 0 { " " } else { "" };
            write!(f, "{space}{name}={value};")?;
        }
        Ok(())
    }
}

/// In how many executions the proposition of a condition holds at the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Occurrence {
    /// In none.
    Never,
    /// In some.
    Sometimes,
    /// In all.
    Always,
}

impl fmt::Display for Occurrence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Occurrence::Never => "Never",
            Occurrence::Sometimes => "Sometimes",
            Occurrence::Always => "Always",
        })
    }
}

/// What exploring a test has shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The final states that the filter lets pass, with the number of executions
    /// (of traces, with [`Algorithm::Optimal`]) that end there.
    pub states: BTreeMap<State, u64>,
    /// Complete executions, also those that the filter does not let pass.
    pub complete: u64,
    /// Executions that sleep sets ended.
    pub blocked: u64,
    /// Everything that was counted.
    pub statistics: Statistics,
    /// Executions that end in a state (that the filter lets pass) where the
    /// proposition holds, whatever its quantifier.
    pub positive: u64,
    /// Those where it does not.
    pub negative: u64,
    /// How often the proposition holds, whatever its quantifier; none if the test has no
    /// condition.
    pub condition: Option<Occurrence>,
    /// Does the condition hold as it is written? None if there is none, or if the
    /// exploration was stopped before that was decided, or the behaviour is undefined.
    pub holds: Option<bool>,
    /// Why not everything was explored.
    pub stopped: Option<String>,
    /// The bound on buffers has kept stores out of them: with more room there may
    /// be more states. (What was found is there for any larger bound as well.)
    pub bounded: bool,
    /// Threads that wait for ever, for people. Such executions end in no state.
    pub findings: Vec<String>,
    /// Data races, for people: the behaviour of the program is undefined. (They are among the
    /// findings, too.)
    pub races: Vec<String>,
}

/// What has been explored of a test, and what is left.
pub type Explored = mazurka_check::Explored<(), States>;

/// Explores all executions of a test. Under [`Algorithm::Optimal`] the report is the
/// same for any number of workers, but for some of the statistics.
///
/// # Errors
/// When the test cannot be explored: it accesses an address where there is no
/// location, or parts of one.
///
/// # Panics
/// When the options ask for no worker.
pub fn check(test: &Test, options: &Options, watch: &mut dyn Watch) -> Result<Report, Error> {
    explore(test, options, None, watch).map(|(report, _)| report)
}

/// Explores a test, from the beginning or from where it was left.
/// [`Options::max_executions`] is how many executions there may be from now on; what else
/// decides which executions there are must be as it was.
///
/// # Errors
/// When the test cannot be explored, or what was explored before makes no sense.
///
/// # Panics
/// When the options ask for no worker.
pub fn explore(
    test: &Test,
    options: &Options,
    before: Option<Explored>,
    watch: &mut dyn Watch,
) -> Result<(Report, Explored), Error> {
    let subject = Arc::new(Subject::new(Arc::new(test.clone()), options));
    let before = before.map(|before| Resumed::new(&*subject, before));
    let before = before.transpose()?;
    let (report, explored) = mazurka_check::explore(&subject, before, &mut Threads(watch))?;
    Ok((Report::new(test, report), explored))
}

impl Report {
    /// What the driver's report says of a test.
    #[must_use]
    pub fn new(test: &Test, of: mazurka_check::Report<States>) -> Report {
        let mut states = BTreeMap::new();
        let (mut positive, mut negative) = (0, 0);
        for (values, count) in &of.outcomes.states {
            let filter = test.filter.as_ref();
            if filter.is_some_and(|filter| !filter.holds(&test.keys, values)) {
                continue;
            }
            match &test.check {
                Some(check) if check.holds(&test.keys, values) => positive += count,
                Some(_) => negative += count,
                None => {}
            }
            *states.entry(state(test, values)).or_default() += count;
        }
        let condition = test.condition().map(|_| match (positive, negative) {
            (0, _) => Occurrence::Never,
            (_, 0) => Occurrence::Always,
            _ => Occurrence::Sometimes,
        });
        let races = races(test, &of.outcomes.races);
        // If the explorer is at fault, a counterexample is one, but nothing holds.
        let is_faulty = matches!(of.stopped, Some(Limit::Blocked(_)));
        let is_stopped = of.stopped.is_some() || of.endless.is_some();
        // One witness, or one counterexample, decides; the rest takes all executions.
        let holds = match test.condition().map(|condition| condition.quantifier) {
            None => None,
            Some(_) if !races.is_empty() => None,
            Some(Quantifier::Exists) if positive > 0 && !is_faulty => Some(true),
            Some(Quantifier::NotExists) if positive > 0 => Some(false),
            Some(Quantifier::Forall) if negative > 0 => Some(false),
            _ if is_stopped => None,
            Some(Quantifier::Exists) => Some(false),
            Some(Quantifier::NotExists | Quantifier::Forall) => Some(true),
        };
        Report {
            states,
            complete: of.statistics.complete,
            blocked: of.statistics.blocked,
            positive,
            negative,
            condition,
            holds,
            stopped: of.unexplored.filter(|_| is_stopped),
            bounded: of.is_cut,
            findings: findings(test, &of.outcomes.stuck)
                .into_iter()
                .chain(races.iter().cloned())
                .collect(),
            races,
            statistics: of.statistics,
        }
    }
}

fn state(test: &Test, values: &[u64]) -> State {
    let shown = test.keys[..test.shown].iter().zip(values);
    let value = |(key, bits): (&crate::test::Key, &u64)| {
        (key.name.clone(), key.value(&test.locations, *bits))
    };
    State {
        values: shown.map(value).collect(),
    }
}

/// One for each pair of accesses, whichever was run first.
fn races(test: &Test, races: &BTreeMap<Vec<u64>, u64>) -> Vec<String> {
    let pairs = races.keys().filter_map(|numbers| {
        let race = Race::from_numbers(numbers, test)?;
        let (first, second) = (race.first.min(race.second), race.first.max(race.second));
        Some(Race {
            first,
            second,
            ..race
        })
    });
    let pairs: BTreeSet<Race> = pairs.collect();
    pairs.iter().map(|race| race.describe(test)).collect()
}

fn findings(test: &Test, stuck: &BTreeMap<Vec<u64>, u64>) -> Vec<String> {
    let number = |thread: &u64| {
        let thread = usize::try_from(*thread).expect("a thread");
        test.threads[thread].number.to_string()
    };
    let finding = |(waiting, count): (&Vec<u64>, &u64)| {
        let waiting: Vec<String> = waiting.iter().map(number).collect();
        let wait = match waiting.as_slice() {
            [thread] => format!("thread {thread} waits"),
            _ => format!("threads {} wait", waiting.join(" and ")),
        };
        match count {
            1 => format!("{wait} for ever, in one execution"),
            _ => format!("{wait} for ever, in {count} executions"),
        }
    };
    stuck.iter().map(finding).collect()
}
