//! Exploring a program while its traces are told apart: each is what its events and
//! their happens-before relation are, and leaves the same behind however it is run.

use super::super::run::number;
use crate::seeds::caught;
use mazurka_check::words;
use mazurka_explore::{
    Algorithm, Ended, EndedKind, Limits, Observer, Statistics, Trace, Verdict, explore,
};
use mazurka_llvm::code::Code;
use mazurka_llvm::machine::{Knowledge, Machine, Settings};
use mazurka_program::{
    Finding, FindingKind, Interrupt, Names, ObjectId, ProcessId, Program, Rewound, Script, Status,
    Step, Turn,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

/// What an execution leaves behind.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome {
    /// What the spots held; none for what is not there.
    pub memory: Vec<Option<u64>>,
    /// What was found, the first line of each message.
    pub findings: BTreeSet<(FindingKind, String)>,
    /// Did an assumption not hold?
    pub is_discarded: bool,
}

impl fmt::Debug for Outcome {
    /// Only what is not zero.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, word) in self.memory.iter().enumerate() {
            match word {
                Some(0) => {}
                Some(word) => write!(f, "[{i}]={word:#x} ")?,
                None => write!(f, "[{i}]=none ")?,
            }
        }
        let discarded = if self.is_discarded { " discarded" } else { "" };
        write!(f, "{:?}{discarded}", self.findings)
    }
}

/// What an exploration came to.
#[derive(Clone, Debug)]
pub struct Explored {
    /// What it did.
    pub statistics: Statistics,
    /// How many traces leave each outcome behind.
    pub outcomes: BTreeMap<Outcome, u64>,
    /// What was known in the end.
    pub knowledge: Knowledge,
    /// How often it was begun anew.
    pub refined: u64,
}

impl Explored {
    /// How many traces there are.
    #[must_use]
    pub fn traces(&self) -> u64 {
        self.outcomes.values().sum()
    }

    /// How many traces show a finding of each kind that is `wanted`, in words.
    pub fn with_findings(&self, wanted: impl Fn(FindingKind) -> bool) -> BTreeMap<String, u64> {
        let mut counts = BTreeMap::new();
        for (outcome, traces) in &self.outcomes {
            let kinds: BTreeSet<FindingKind> = outcome.findings.iter().map(|f| f.0).collect();
            for kind in kinds.into_iter().filter(|kind| wanted(*kind)) {
                *counts.entry(words(kind)).or_insert(0) += traces;
            }
        }
        counts
    }
}

/// How to explore.
#[derive(Clone, Debug)]
pub struct How {
    /// The explorer.
    pub algorithm: Algorithm,
    /// What is known from the start.
    pub knowledge: Knowledge,
    /// Are steps undone, or are prefixes run again?
    pub goes_back: bool,
    /// How many executions there may be.
    pub max_executions: u64,
}

/// Why an exploration came to nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failed {
    /// There are more executions than there may be.
    TooMany,
    /// A thread does not come to an end, or waits for ever in a way that ends everything.
    Endless,
    /// It does what is not supported.
    Unsupported,
    /// Something is wrong.
    Wrong(String),
}

/// Bytes that are looked at in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Where they begin.
    pub address: u64,
    /// How many, at most eight.
    pub size: usize,
}

/// The machine, whose memory is written down where the observer sees it.
struct Watched<'a> {
    machine: Machine,
    spots: &'a [Spot],
    memory: Rc<RefCell<Vec<Option<u64>>>>,
}

impl Watched<'_> {
    fn look(&mut self) {
        let mut memory = self.memory.borrow_mut();
        memory.clear();
        let values = self.spots.iter();
        let values = values.map(|spot| self.machine.peek(spot.address, spot.size).map(number));
        memory.extend(values);
    }
}

impl Program for Watched<'_> {
    fn start(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        self.machine.start(step)?;
        self.look();
        Ok(())
    }

    fn status(&self, process: ProcessId) -> Status {
        self.machine.status(process)
    }

    fn alternatives(&self, process: ProcessId) -> u32 {
        self.machine.alternatives(process)
    }

    fn step(&mut self, turn: Turn, step: &mut Step) -> Result<(), Interrupt> {
        self.machine.step(turn, step)?;
        self.look();
        Ok(())
    }

    fn rewind(
        &mut self,
        script: &Script,
        len: usize,
        step: &mut Step,
    ) -> Result<Option<Rewound>, Interrupt> {
        let rewound = self.machine.rewind(script, len, step)?;
        self.look();
        Ok(rewound)
    }

    fn opens(&self, number: u64, value: u64) -> Option<bool> {
        self.machine.opens(number, value)
    }

    fn awaited(&self, process: ProcessId, objects: &mut Vec<ObjectId>) {
        self.machine.awaited(process, objects);
    }

    fn is_discarded(&self, process: ProcessId) -> bool {
        self.machine.is_discarded(process)
    }

    fn is_daemon(&self, process: ProcessId) -> bool {
        self.machine.is_daemon(process)
    }

    fn names(&self) -> &Names {
        self.machine.names()
    }

    fn names_mut(&mut self) -> &mut Names {
        self.machine.names_mut()
    }

    fn describe_wait(&self, process: ProcessId) -> String {
        self.machine.describe_wait(process)
    }
}

/// What distinguishes a trace from others: for each event of each process, which
/// alternative it was and how many events of each process happen before it.
fn class(trace: &Trace) -> Vec<u32> {
    let number = |count: usize| u32::try_from(count).expect("few events");
    let processes = trace.processes().iter().map(|process| process.index());
    let width = 1 + processes.max().unwrap_or(0);
    let events = trace.events();
    let mut rows = Vec::with_capacity(events.len());
    for (j, event) in events.iter().enumerate() {
        let mut row = vec![0; width + 2];
        row[0] = number(event.process.index());
        row[1] = event.alternative;
        for (i, before) in events[..j].iter().enumerate() {
            row[2 + before.process.index()] += u32::from(trace.happens_before(i, j));
        }
        rows.push(row);
    }
    // The events of one process keep their order.
    rows.sort_by_key(|row| row[0]);
    let mut class = vec![number(width)];
    class.extend(rows.into_iter().flatten());
    class
}

/// What counts of a finding: its kind, and the first line of its message.
fn seen(finding: &Finding) -> (FindingKind, String) {
    let first = finding.message.lines().next().unwrap_or_default();
    let first = match finding.kind {
        // Of several accesses that race with one, the first to come is reported.
        FindingKind::DataRace => "",
        _ => first,
    };
    (finding.kind, first.to_owned())
}

/// Gathers the traces and what they leave behind.
struct Gather {
    memory: Rc<RefCell<Vec<Option<u64>>>>,
    traces: HashMap<Vec<u32>, (Outcome, u64)>,
    discarded: u64,
    wrong: Option<String>,
}

impl Observer for Gather {
    fn ended(&mut self, ended: &Ended<'_>, statistics: &Statistics) -> ControlFlow<()> {
        let discarded = std::mem::replace(&mut self.discarded, statistics.discarded);
        if ended.kind != EndedKind::Complete {
            return ControlFlow::Continue(());
        }
        let outcome = Outcome {
            memory: self.memory.borrow().clone(),
            findings: ended.findings.iter().map(seen).collect(),
            is_discarded: statistics.discarded != discarded,
        };
        let trace = class(ended.trace);
        let (known, times) = self.traces.entry(trace).or_insert((outcome.clone(), 0));
        *times += 1;
        if *known != outcome {
            self.wrong = Some(format!("one trace ends in {known:?} and in {outcome:?}"));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Explores a program.
///
/// # Errors
/// When it cannot be explored, has too many executions or does not end, or when
/// something of what must always hold does not.
pub fn explored(
    code: &Arc<Code>,
    settings: &Settings,
    how: &How,
    spots: &[Spot],
) -> Result<Explored, Failed> {
    let run = || Ok(run(code, settings, how, spots));
    caught(run).map_err(Failed::Wrong)?
}

fn run(
    code: &Arc<Code>,
    settings: &Settings,
    how: &How,
    spots: &[Spot],
) -> Result<Explored, Failed> {
    let limits = Limits {
        max_events: 10_000,
        max_executions: Some(how.max_executions),
        keep_going: true,
    };
    let mut knowledge = how.knowledge.clone();
    let mut refined = 0;
    loop {
        let memory = Rc::default();
        let mut machine = Machine::new(code, settings, knowledge.clone());
        machine.set_going_back(how.goes_back);
        let mut watched = Watched {
            machine,
            spots,
            memory: Rc::clone(&memory),
        };
        let mut gather = Gather {
            memory,
            traces: HashMap::new(),
            discarded: 0,
            wrong: None,
        };
        let outcome = explore(how.algorithm, &mut watched, &limits, &mut gather);
        let outcome = outcome.map_err(|error| match error.to_string() {
            message if message.ends_with("not supported") => Failed::Unsupported,
            message => Failed::Wrong(message),
        })?;
        if let Some(wrong) = gather.wrong {
            return Err(Failed::Wrong(wrong));
        }
        match outcome.verdict {
            Verdict::Refined if knowledge.merge(watched.machine.knowledge()) => refined += 1,
            Verdict::Refined => {
                return Err(Failed::Wrong("refined, and nothing is learnt".to_owned()));
            }
            Verdict::NotExhausted(_) => return Err(Failed::TooMany),
            Verdict::Endless { .. } => return Err(Failed::Endless),
            Verdict::Verified | Verdict::Bug(_) => {
                if outcome.statistics.executions() >= how.max_executions {
                    return Err(Failed::TooMany);
                }
                let outcomes = outcomes(how, gather.traces)?;
                return Ok(Explored {
                    statistics: outcome.statistics,
                    outcomes,
                    knowledge,
                    refined,
                });
            }
        }
    }
}

/// How many traces leave each outcome behind.
fn outcomes(
    how: &How,
    traces: HashMap<Vec<u32>, (Outcome, u64)>,
) -> Result<BTreeMap<Outcome, u64>, Failed> {
    let mut outcomes = BTreeMap::new();
    for (outcome, times) in traces.into_values() {
        if times > 1 && how.algorithm != Algorithm::Exhaustive {
            let twice = format!("a trace is visited {times} times; it ends in {outcome:?}");
            return Err(Failed::Wrong(twice));
        }
        *outcomes.entry(outcome).or_insert(0) += 1;
    }
    Ok(outcomes)
}
