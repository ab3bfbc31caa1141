//! The litmus front end against the judge, on one program.
//!
//! The front end gets the program as text. Under every machine, the final states
//! that it reports must be those of the judge; each must be reached by as many
//! complete executions as there are traces that end in it (with `exhaustive` by
//! at least as many); `optimal` must never be blocked; and the verdict on the
//! condition must be right, and on whether a thread can wait for ever.
//!
//! Execution graphs are judged by the same numbers: a trace of the judge is a graph. Graphs order
//! all updates, also additions of which nothing looks at the result, and so does the judge. They
//! have no buffers, so bounds on buffers are left out. Where the judge has no number, or only a
//! bound, graphs must have as many executions as `optimal`; unless the program adds, since some
//! additions commute for `optimal`.

use super::machine::{Machine, Model, ends, traces};
use mazurka_cycles::print::{Dialect, print};
use mazurka_cycles::program::{FinalState, Program, Statement};
use mazurka_litmus::{Algorithm, Occurrence, Options, Report, Test, check, parse};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// After so many executions `exhaustive` gives up, and nothing is compared.
const MAX_EXHAUSTIVE: u64 = 1_000;

/// The same for all explorers of a program with loops that wait: it may have many
/// more traces than states.
const MAX_WAITING: u64 = 5_000;

/// Under which machines, and with which explorers, to judge a program.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The machines.
    pub machines: Vec<Machine>,
    /// The explorers.
    pub algorithms: Vec<Algorithm>,
    /// How many schedulers explore together.
    pub workers: usize,
    /// A machine that can reach more states is left out.
    pub max_states: usize,
}

/// What the front end and the judge disagree on.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// Under which machine; none if the text was not even read.
    pub machine: Option<Machine>,
    /// With which explorer.
    pub algorithm: Option<Algorithm>,
    /// What.
    pub what: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(machine) = self.machine {
            write!(f, "{machine}, ")?;
        }
        if let Some(algorithm) = self.algorithm {
            write!(f, "{algorithm}: ")?;
        }
        f.write_str(&self.what)
    }
}

/// What was compared, where all agreed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Compared {
    /// Machines under which the program was judged.
    pub machines: u64,
    /// Machines that could reach too many states.
    pub skipped: u64,
    /// Traces by the judge, over all machines.
    pub traces: u64,
    /// Explorations.
    pub explorations: u64,
    /// Executions that sleep sets ended.
    pub blocked: u64,
    /// Machines under which an atomic write may write what was there: numbers
    /// of traces are then only bounds.
    pub idle: u64,
    /// Machines under which a program with loops that wait was judged, whose
    /// number of traces the judge does not know.
    pub waiting: u64,
}

/// Judges the front end on a program, written in that dialect.
///
/// # Errors
/// The first disagreement.
pub fn judge(program: &Program, dialect: Dialect, plan: &Plan) -> Result<Compared, Disagreement> {
    let text = print(program, dialect);
    let test = parse(&text).map_err(|error| Disagreement {
        machine: None,
        algorithm: None,
        what: format!("the program is not read: {error}"),
    })?;
    let mut compared = Compared::default();
    for machine in &plan.machines {
        let Some(mut expected) = Expected::new(program, dialect, *machine, plan.max_states) else {
            compared.skipped += 1;
            continue;
        };
        compared.machines += 1;
        compared.idle += u64::from(expected.counts == Counts::AtMost);
        compared.waiting += u64::from(expected.counts == Counts::Unknown);
        compared.traces += expected.states.values().sum::<u64>();
        for algorithm in &plan.algorithms {
            if *algorithm == Algorithm::Graphs && !has_graphs(program, *machine) {
                continue;
            }
            let limit = match algorithm {
                Algorithm::Exhaustive => Some(MAX_EXHAUSTIVE),
                _ => program.waits().then_some(MAX_WAITING),
            };
            let report = explore(&test, *machine, *algorithm, plan.workers, limit);
            let report = report.and_then(|report| {
                if limit.is_none_or(|limit| report.complete + report.blocked < limit) {
                    expected.compare(&report, *algorithm)?;
                }
                Ok(report)
            });
            let report = report.map_err(|what| Disagreement {
                machine: Some(*machine),
                algorithm: Some(*algorithm),
                what,
            })?;
            compared.explorations += 1;
            compared.blocked += report.blocked;
        }
    }
    Ok(compared)
}

/// Can the program be explored by execution graphs as this machine runs it?
fn has_graphs(program: &Program, machine: Machine) -> bool {
    let has_grace_periods = program.domains() > 0 && machine.model != Model::Sc;
    machine.bound.is_none() && !has_grace_periods
}

/// May two operations of a program commute for traces that graphs order: additions, and
/// beginnings of sections?
fn may_commute(program: &Program) -> bool {
    let mut found = program.domains() > 0;
    program.visit(&mut |statement| found |= matches!(statement, Statement::FetchAdd { .. }));
    found
}

/// What the front end reports; a panic is an error like others.
fn explore(
    test: &Test,
    machine: Machine,
    algorithm: Algorithm,
    workers: usize,
    max_executions: Option<u64>,
) -> Result<Report, String> {
    let options = Options {
        model: match machine.model {
            Model::Sc => mazurka_litmus::Model::Sc,
            Model::Tso => mazurka_litmus::Model::Tso,
            Model::Pso => mazurka_litmus::Model::Pso,
        },
        buffer_bound: machine
            .bound
            .map(|k| u32::try_from(k).expect("a small bound")),
        algorithm,
        workers,
        max_executions,
        ..Options::default()
    };
    let report = catch_unwind(AssertUnwindSafe(|| check(test, &options, &mut ())));
    let report = report.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied());
        format!("panicked: {}", text.unwrap_or("with no message"))
    })?;
    report.map_err(|error| format!("the exploration failed: {error:?}"))
}

/// A final state by the names of its parts.
type Named = BTreeMap<String, i128>;

/// What the front end should report.
struct Expected {
    /// The final states, with the number of traces that end there.
    states: BTreeMap<Named, u64>,
    /// Which numbers of executions are right.
    counts: Counts,
    /// How often the proposition of the condition holds.
    occurrence: Occurrence,
    /// Does the condition hold as it is written?
    holds: bool,
    /// Can a thread wait for ever?
    stuck: bool,
    /// May traces and graphs have different numbers where the judge has none?
    may_commute: bool,
    /// Are there grace periods? The judge's traces say how many sections have begun, graphs in
    /// which order.
    has_grace: bool,
    /// The numbers of `optimal`, or of the first explorer that was asked.
    optimal: Option<BTreeMap<Named, u64>>,
}

/// How the number of executions by the front end that end in a state compares
/// with the number of traces by the judge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counts {
    /// They are the same.
    Exact,
    /// The front end has at most as many: it takes a write that changes nothing
    /// for a read ([`super::machine::Traces::idle_writes`]).
    AtMost,
    /// The judge has none, as the program has loops that wait: the explorers must
    /// agree with one another.
    Unknown,
}

impl Expected {
    /// None if there are too many states.
    fn new(
        program: &Program,
        dialect: Dialect,
        machine: Machine,
        max_states: usize,
    ) -> Option<Expected> {
        let (states, counts, stuck) = if program.waits() {
            let ends = ends(program, machine, max_states)?;
            let states = ends.states.into_iter().map(|state| (state, 0)).collect();
            (states, Counts::Unknown, ends.stuck)
        } else {
            let traces = traces(program, machine, max_states)?;
            let idle = traces.idle_writes;
            let counts = if idle { Counts::AtMost } else { Counts::Exact };
            (traces.states(), counts, traces.stuck)
        };
        let proposition = &program.condition.proposition;
        let satisfying = states.keys().filter(|state| proposition.holds(state));
        let occurrence = match satisfying.count() {
            0 => Occurrence::Never,
            all if all == states.len() => Occurrence::Always,
            _ => Occurrence::Sometimes,
        };
        let named = |state: &FinalState| {
            let observables = program.observables().into_iter();
            observables
                .map(|o| (dialect.name(o), i128::from(state.get(o))))
                .collect()
        };
        Some(Expected {
            holds: program.condition.holds(states.keys()),
            states: states.iter().map(|(s, count)| (named(s), *count)).collect(),
            counts,
            occurrence,
            stuck,
            may_commute: may_commute(program),
            has_grace: program.domains() > 0,
            optimal: None,
        })
    }

    /// # Errors
    /// What differs.
    fn compare(&mut self, report: &Report, algorithm: Algorithm) -> Result<(), String> {
        if let Some(reason) = &report.stopped {
            return Err(format!("stopped: {reason}"));
        }
        self.compare_states(report, algorithm)?;
        if algorithm == Algorithm::Optimal && report.blocked > 0 {
            return Err(format!("{} executions were blocked", report.blocked));
        }
        // Where no execution ends, a condition holds of all ends, and says nothing.
        let is_right = self.states.is_empty() || report.holds == Some(self.holds);
        if report.condition != Some(self.occurrence) || !is_right {
            return Err(format!(
                "the condition holds {:?} ({:?}), and should {} ({})",
                report.condition, report.holds, self.occurrence, self.holds
            ));
        }
        if report.findings.is_empty() == self.stuck {
            let can = if self.stuck { "can" } else { "cannot" };
            return Err(format!(
                "a thread {can} wait for ever, and the findings are {:?}",
                report.findings
            ));
        }
        Ok(())
    }

    /// Are that many executions right for explorers of traces?
    fn has_traces(&self, state: &Named, is: Option<&u64>, should: Option<&u64>) -> bool {
        match (self.counts, &self.optimal) {
            (Counts::Exact, _) => is == should,
            (Counts::AtMost, _) => is <= should,
            (Counts::Unknown, Some(other)) => is == other.get(state),
            (Counts::Unknown, None) => true,
        }
    }

    /// Are they right for graphs?
    fn has_graphs(&self, state: &Named, is: Option<&u64>, should: Option<&u64>) -> bool {
        if self.has_grace {
            return true;
        }
        let optimal = self.optimal.as_ref().filter(|_| !self.may_commute);
        let is_as_optimal = optimal.is_none_or(|other| is == other.get(state));
        match self.counts {
            Counts::Exact => is == should,
            Counts::AtMost => is <= should && is_as_optimal,
            Counts::Unknown => is_as_optimal,
        }
    }

    fn compare_states(&mut self, report: &Report, algorithm: Algorithm) -> Result<(), String> {
        let mut found: BTreeMap<Named, u64> = BTreeMap::new();
        for (state, count) in &report.states {
            *found.entry(named(state)?).or_default() += count;
        }
        let mut lines = Vec::new();
        let states: BTreeSet<&Named> = found.keys().chain(self.states.keys()).collect();
        for state in states {
            let (is, should) = (found.get(state), self.states.get(state));
            let is_right = is.is_some() == should.is_some()
                && match algorithm {
                    Algorithm::Exhaustive => is >= should,
                    Algorithm::Graphs => self.has_graphs(state, is, should),
                    _ => self.has_traces(state, is, should),
                };
            if !is_right {
                let count = |count: Option<&u64>| count.copied().unwrap_or(0);
                let (is, should) = (count(is), count(should));
                lines.push(format!("{state:?}: {is} executions, {should} traces"));
            }
        }
        let ended: u64 = found.values().sum();
        // Executions in vain end in no state, and count for nothing.
        if ended != report.complete - report.statistics.discarded && !self.stuck {
            lines.push(format!("{ended} executions end in a state"));
        }
        if lines.is_empty() {
            let is_other = matches!(algorithm, Algorithm::Exhaustive | Algorithm::Graphs);
            if !is_other && self.optimal.is_none() {
                self.optimal = Some(found);
            }
            return Ok(());
        }
        lines.push(format!(
            "{} complete and {} blocked executions, {} traces",
            report.complete,
            report.blocked,
            self.states.values().sum::<u64>()
        ));
        Err(lines.join("\n"))
    }
}

fn named(state: &mazurka_litmus::State) -> Result<Named, String> {
    let value = |(name, value): &(String, mazurka_litmus::Value)| match value {
        mazurka_litmus::Value::Number(number) => Ok((name.clone(), *number)),
        mazurka_litmus::Value::Address(of) => Err(format!("{name} holds the address of {of}")),
    };
    state.values.iter().map(value).collect()
}
