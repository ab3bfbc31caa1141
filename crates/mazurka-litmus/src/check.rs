//! Exploring a litmus test, and what comes of it.

use crate::condition::Quantifier;
use crate::exploration::{Exploration, Watch};
use crate::tally::Tally;
use crate::test::Test;
use crate::value::Value;
use mazurka_explore::{Algorithm, Error, Statistics};
use mazurka_memory::Model;
use std::collections::BTreeMap;
use std::fmt;

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
    /// exploration was stopped before that was decided.
    pub holds: Option<bool>,
    /// Why not everything was explored.
    pub stopped: Option<String>,
    /// The bound on buffers has kept stores out of them: with more room there may
    /// be more states. (What was found is there for any larger bound as well.)
    pub bounded: bool,
    /// Threads that wait for ever, for people. Such executions end in no state.
    pub findings: Vec<String>,
}

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
    let exploration = Exploration::new(test, options);
    exploration.run(watch);
    let (report, _) = exploration.finish()?;
    Ok(report)
}

/// Is the explorer `is_faulty`? Then a counterexample is one, but nothing holds.
pub(crate) fn report(
    test: &Test,
    tally: &Tally,
    stopped: Option<String>,
    is_faulty: bool,
) -> Report {
    let mut states = BTreeMap::new();
    let (mut positive, mut negative) = (0, 0);
    for (values, count) in &tally.states {
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
    // One witness, or one counterexample, decides; the rest takes all executions.
    let holds = match test.condition().map(|condition| condition.quantifier) {
        None => None,
        Some(Quantifier::Exists) if positive > 0 && !is_faulty => Some(true),
        Some(Quantifier::NotExists) if positive > 0 => Some(false),
        Some(Quantifier::Forall) if negative > 0 => Some(false),
        _ if stopped.is_some() => None,
        Some(Quantifier::Exists) => Some(false),
        Some(Quantifier::NotExists | Quantifier::Forall) => Some(true),
    };
    Report {
        states,
        complete: tally.statistics.complete,
        blocked: tally.statistics.blocked,
        positive,
        negative,
        condition,
        holds,
        stopped,
        bounded: tally.is_bounded,
        findings: findings(test, &tally.stuck),
        statistics: tally.statistics.clone(),
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
