//! What an explorer visited against what the oracle says.
//!
//! Every execution that an explorer reports is run again, by the names of its
//! processes, on an interpreter of our own. Its operations, accesses and
//! happens-before relation must be those that [`Execution`] computes by
//! definition; its trace and findings must be known to the oracle. At the end:
//!
//! - `exhaustive` has visited every execution of every trace;
//! - `optimal` every trace exactly once, and was never sleep-set blocked;
//! - `source` and `classic` every trace at least once, and none completely
//!   twice;
//! - `preemptions` and `delays` every trace once that has an execution within the bound, and no
//!   other.

mod items;
mod together;

pub use items::compare_items;
pub use together::{Crew, compare_together};

use crate::execution::{Execution, Shown, Trace, enabled};
use crate::interpreter::Interpreter;
use crate::ir;
use crate::oracle::{Class, Judgement, Undecided, judge};
use crate::seeds::caught;
use mazurka_explore::{
    Algorithm, Counterexample, Ended, EndedKind, Error, Limit, Limits, Observer, Outcome,
    Statistics, Verdict, explore,
};
use mazurka_parallel::Frontier;
use mazurka_program::{
    Interrupt, Names, ObjectId, Operation, ProcessId, Program, Status, Step, StoreId, Touch, Turn,
};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::rc::Rc;
use together::{Stop, same_work};

/// Something that an explorer did otherwise than it should.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The explorer; none if the oracle itself found Definition 3.2 broken.
    pub algorithm: Option<Algorithm>,
    /// What is wrong, for people.
    pub what: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.algorithm {
            Some(algorithm) => write!(f, "{algorithm}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

/// What came of judging one program.
#[derive(Debug)]
pub enum Judged {
    /// All explorers did as they should.
    Agreed(Judgement, Vec<(Algorithm, Statistics)>),
    /// The program has too many executions.
    Skipped,
    /// Some explorer did not.
    Disagreed(Disagreement),
}

/// Judges `program`, if it has at most `max_executions` executions, under each
/// of the `algorithms`, by one scheduler and by each of the `crews`.
#[must_use]
pub fn check(
    program: &ir::Program,
    algorithms: &[Algorithm],
    crews: &[Crew],
    max_executions: usize,
) -> Judged {
    let judgement = match judge(program, max_executions) {
        Ok(judgement) => judgement,
        Err(Undecided::TooLarge) => return Judged::Skipped,
        Err(Undecided::Broken(what)) => {
            return Judged::Disagreed(Disagreement {
                algorithm: None,
                what,
            });
        }
    };
    let mut statistics = Vec::new();
    for algorithm in algorithms {
        let done = match compare(program, &judgement, *algorithm) {
            Ok(done) => done,
            Err(disagreement) => return Judged::Disagreed(disagreement),
        };
        for crew in crews.iter().filter(|_| !algorithm.is_alone()) {
            let together = if crew.items == 0 {
                let together = compare_together(program, &judgement, *algorithm, *crew);
                together.and_then(|(together, _)| same_work(*algorithm, &done, &together))
            } else if *algorithm == Algorithm::Hybrid {
                compare_items(program, &judgement, crew.items).map(|_| ())
            } else {
                Ok(())
            };
            if let Err(disagreement) = together {
                return Judged::Disagreed(Disagreement {
                    what: format!("{crew}: {}", disagreement.what),
                    ..disagreement
                });
            }
        }
        statistics.push((*algorithm, done));
    }
    Judged::Agreed(judgement, statistics)
}

/// Runs one explorer and compares what it visits with the oracle's judgement.
///
/// # Errors
/// When they disagree, or the explorer panics.
pub fn compare(
    program: &ir::Program,
    judgement: &Judgement,
    algorithm: Algorithm,
) -> Result<Statistics, Disagreement> {
    let limits = Limits {
        // No reduction can run more executions than there are.
        max_executions: Some(judgement.executions + 1),
        keep_going: true,
        ..Limits::default()
    };
    told(algorithm, || {
        let mut watched = Watched::new(program, judgement);
        watched.watch.may_meet = algorithm.is_bounded();
        let outcome = watched.run(|named, watch| explore(algorithm, named, &limits, watch))?;
        watched.watch.visits.judge(program, judgement, algorithm)?;
        watched.watch.visits.judge_statistics(&outcome.statistics)?;
        watched.watch.judge_verdict(&outcome, algorithm)?;
        Ok(outcome.statistics)
    })
}

/// What went wrong, or a panic, as a disagreement.
fn told<T>(
    algorithm: Algorithm,
    run: impl FnOnce() -> Result<T, String>,
) -> Result<T, Disagreement> {
    caught(run).map_err(|what| Disagreement {
        algorithm: Some(algorithm),
        what,
    })
}

/// A program and who watches its exploration.
struct Watched<'a> {
    named: Named<'a>,
    watch: Watch<'a>,
}

impl<'a> Watched<'a> {
    fn new(program: &'a ir::Program, judgement: &'a Judgement) -> Watched<'a> {
        let names = Rc::default();
        Watched {
            watch: Watch {
                program: Interpreter::new(program),
                names: Rc::clone(&names),
                own: Vec::new(),
                stores: Stores::default(),
                judgement,
                visits: Visits::default(),
                may_meet: false,
                problem: None,
            },
            named: Named {
                program: Interpreter::forgetful(program),
                names,
                stop: None,
            },
        }
    }

    fn run(
        &mut self,
        explore: impl FnOnce(&mut Named<'a>, &mut Watch<'a>) -> Result<Outcome, Error>,
    ) -> Result<Outcome, String> {
        let outcome = explore(&mut self.named, &mut self.watch);
        match self.watch.problem.take() {
            Some(problem) => Err(problem),
            None => outcome.map_err(|error| error.to_string()),
        }
    }
}

/// The program as the explorer runs it. Identifiers of processes mean something
/// only together with the names of their own exploration, which the explorer
/// holds: this lets the watch know them.
struct Named<'a> {
    program: Interpreter<'a>,
    names: Rc<RefCell<Vec<String>>>,
    /// When it stops in the middle of a step, if it may.
    stop: Option<(&'a Stop, &'a Frontier)>,
}

impl Named<'_> {
    fn publish(&self) {
        let mut names = self.names.borrow_mut();
        for index in names.len()..self.program.names().process_count() {
            let process = ProcessId(u32::try_from(index).expect("few processes"));
            names.push(self.program.names().process_name(process));
        }
    }
}

impl Program for Named<'_> {
    fn start(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        let result = self.program.start(step);
        self.publish();
        result
    }

    fn status(&self, process: ProcessId) -> Status {
        self.program.status(process)
    }

    fn alternatives(&self, process: ProcessId) -> u32 {
        self.program.alternatives(process)
    }

    fn step(&mut self, turn: Turn, step: &mut Step) -> Result<(), Interrupt> {
        if self
            .stop
            .is_some_and(|(stop, frontier)| stop.is_in_step(frontier))
        {
            return Err(Interrupt::Stopped);
        }
        let result = self.program.step(turn, step);
        self.publish();
        result
    }

    fn opens(&self, number: u64, value: u64) -> Option<bool> {
        self.program.opens(number, value)
    }

    fn is_discarded(&self, process: ProcessId) -> bool {
        self.program.is_discarded(process)
    }

    fn awaited(&self, process: ProcessId, objects: &mut Vec<ObjectId>) {
        self.program.awaited(process, objects);
    }

    fn names(&self) -> &Names {
        self.program.names()
    }

    fn names_mut(&mut self) -> &mut Names {
        self.program.names_mut()
    }
}

/// Watches an exploration.
struct Watch<'a> {
    /// Our own interpreter, on which executions are run again.
    program: Interpreter<'a>,
    /// The names of the explorer's processes.
    names: Rc<RefCell<Vec<String>>>,
    /// Our own identifiers of the explorer's processes.
    own: Vec<ProcessId>,
    stores: Stores,
    judgement: &'a Judgement,
    visits: Visits,
    /// May executions end where others have been?
    may_meet: bool,
    /// The first thing that was wrong with an execution.
    problem: Option<String>,
}

impl Observer for Watch<'_> {
    fn ended(&mut self, ended: &Ended<'_>, _: &Statistics) -> ControlFlow<()> {
        match self.execution_ended(ended) {
            Ok(()) => ControlFlow::Continue(()),
            Err(problem) => {
                self.problem = Some(problem);
                ControlFlow::Break(())
            }
        }
    }
}

impl Watch<'_> {
    fn name(&self, process: ProcessId) -> String {
        self.names.borrow()[process.index()].clone()
    }

    /// Our own identifier of the explorer's `process`.
    fn own(&mut self, process: ProcessId) -> ProcessId {
        let names = self.names.borrow();
        for name in &names[self.own.len()..] {
            let own = self.program.parse_process(name).expect("a process name");
            self.own.push(own);
        }
        self.own[process.index()]
    }

    fn can_run(&self, own: Turn) -> bool {
        let exists = self.program.state().processes().any(|p| p == own.process);
        exists
            && self.program.status(own.process).is_enabled()
            && own.alternative < self.program.alternatives(own.process)
    }

    /// Runs the explorer's `schedule` on our interpreter.
    fn replay(&mut self, schedule: impl Iterator<Item = Turn>) -> Result<Execution, String> {
        let mut execution = Execution::start(&mut self.program);
        let mut step = Step::default();
        for turn in schedule {
            let own = Turn {
                process: self.own(turn.process),
                ..turn
            };
            if !self.can_run(own) {
                let (name, so_far) = (self.name(turn.process), execution.render(&self.program));
                let alternative = turn.alternative;
                return Err(format!(
                    "{name} cannot run (alternative {alternative}) after\n{so_far}"
                ));
            }
            execution.step(&mut self.program, own, &mut step);
        }
        Ok(execution)
    }

    fn execution_ended(&mut self, ended: &Ended<'_>) -> Result<(), String> {
        let events = ended.trace.events();
        let execution = self.replay(events.iter().map(mazurka_explore::Event::turn))?;
        let result = self.judge_execution(ended, &execution);
        result.map_err(|what| format!("{what}\n{}", execution.render(&self.program)))
    }

    fn judge_execution(&mut self, ended: &Ended<'_>, execution: &Execution) -> Result<(), String> {
        same_events(ended, execution, &mut self.stores)?;
        let maximal = enabled(&self.program).is_empty();
        if ended.kind == EndedKind::Blocked {
            self.visits.blocked += 1;
            return match maximal && !self.may_meet {
                true => Err("this is maximal, but counts as blocked:".into()),
                false => Ok(()),
            };
        }
        if !maximal {
            return Err("this counts as complete, but goes on:".into());
        }
        let trace = execution.trace(&self.program);
        let Some(class) = self.judgement.classes.get(&trace) else {
            return Err("the oracle has no such trace:".into());
        };
        let name = |process| self.name(process);
        let findings = ended.findings.iter();
        let mut findings: Vec<_> = findings.map(|f| Shown::new(f, name)).collect();
        findings.sort();
        if findings != class.findings {
            return Err(format!("it shows {findings:?} in"));
        }
        *self.visits.complete.entry(trace).or_default() += 1;
        let mut processes = self.program.state().processes();
        let discarded = processes.any(|p| self.program.is_discarded(p));
        self.visits.discarded += u64::from(discarded);
        Ok(())
    }

    /// The verdict must be that of the oracle, and its counterexample must show
    /// what it says.
    fn judge_verdict(&mut self, outcome: &Outcome, algorithm: Algorithm) -> Result<(), String> {
        let judgement = self.judgement;
        let is_within = |class: &Class| is_within(class, algorithm);
        let bugs = !judgement.findings_of(is_within).is_empty();
        let is_all = judgement.classes.values().all(is_within);
        match &outcome.verdict {
            Verdict::Verified if !bugs && is_all => Ok(()),
            Verdict::NotExhausted(Limit::Preemptions(_) | Limit::Delays(_))
                if !bugs && algorithm.is_bounded() =>
            {
                Ok(())
            }
            Verdict::Bug(counterexample) if bugs => self.judge_counterexample(counterexample),
            verdict => Err(format!(
                "the verdict is {verdict:?}, but the program has {} bugs",
                if bugs { "some" } else { "no" },
            )),
        }
    }

    fn judge_counterexample(&mut self, found: &Counterexample) -> Result<(), String> {
        let execution = self.replay(found.schedule.iter().copied())?;
        let shown = Shown::new(&found.finding, |process| self.name(process));
        if execution.findings(&self.program).contains(&shown) {
            return Ok(());
        }
        let text = execution.render(&self.program);
        Err(format!(
            "the counterexample of {shown:?} does not show it:\n{text}"
        ))
    }
}

/// Which of our own identifiers of buffered stores is which of the explorer's.
#[derive(Default)]
struct Stores {
    own: HashMap<StoreId, StoreId>,
    theirs: HashMap<StoreId, StoreId>,
}

impl Stores {
    /// Are they the same? What was not known before, is.
    fn are_same(&mut self, theirs: Option<StoreId>, own: Option<StoreId>) -> bool {
        let (Some(theirs), Some(own)) = (theirs, own) else {
            return theirs.is_none() && own.is_none();
        };
        *self.own.entry(theirs).or_insert(own) == own
            && *self.theirs.entry(own).or_insert(theirs) == theirs
    }

    fn same_touch(&mut self, theirs: &Touch, own: &Touch) -> bool {
        let renamed = Touch {
            store: own.store,
            ..*theirs
        };
        renamed == *own && self.are_same(theirs.store, own.store)
    }

    fn same_operation(&mut self, theirs: &Operation, own: &Operation) -> bool {
        let renamed = Operation {
            store: own.store,
            ..*theirs
        };
        renamed == *own && self.are_same(theirs.store, own.store)
    }
}

/// The explorer's events and happens-before against our own.
fn same_events(
    ended: &Ended<'_>,
    execution: &Execution,
    stores: &mut Stores,
) -> Result<(), String> {
    let mut counts = HashMap::new();
    let theirs = ended.trace.events();
    for (index, (theirs, own)) in theirs.iter().zip(execution.events()).enumerate() {
        let count = counts.entry(own.turn.process).or_insert(0);
        *count += 1;
        let touches = ended.trace.touches(index);
        let same = stores.same_operation(&theirs.operation, &own.operation)
            && theirs.alternative == own.turn.alternative
            && touches.len() == own.touches.len()
            && touches
                .zip(&own.touches)
                .all(|(theirs, own)| stores.same_touch(theirs, own));
        if !same || theirs.index != *count {
            let touches: Vec<_> = ended.trace.touches(index).collect();
            return Err(format!(
                "event {index} is {theirs:?} {touches:?} instead of {own:?} in"
            ));
        }
        for earlier in 0..=index {
            let expected = earlier < index && execution.happens_before(earlier, index);
            for (i, j, expected) in [(earlier, index, expected), (index, earlier, false)] {
                if ended.trace.happens_before(i, j) != expected {
                    return Err(format!(
                        "happens-before of {i} and {j} is not {expected} in"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Is a trace one that the algorithm has to visit?
fn is_within(class: &Class, algorithm: Algorithm) -> bool {
    match algorithm {
        Algorithm::Preemptions(most) => class.least.preemptions <= most,
        Algorithm::Delays(most) => class.least.delays <= most,
        _ => true,
    }
}

/// How often an explorer visited what.
#[derive(Default)]
struct Visits {
    complete: HashMap<Trace, u64>,
    blocked: u64,
    /// How many of the complete ones ended with a process discarded.
    discarded: u64,
}

impl Visits {
    fn add(&mut self, other: Visits) {
        for (trace, visits) in other.complete {
            *self.complete.entry(trace).or_default() += visits;
        }
        self.blocked += other.blocked;
        self.discarded += other.discarded;
    }

    fn judge(
        &self,
        program: &ir::Program,
        judgement: &Judgement,
        algorithm: Algorithm,
    ) -> Result<(), String> {
        for (trace, class) in &judgement.classes {
            let visits = self.complete.get(trace).copied().unwrap_or(0);
            let expected = match algorithm {
                Algorithm::Exhaustive => class.executions,
                _ => u64::from(is_within(class, algorithm)),
            };
            if visits != expected {
                let text = render(program, class);
                return Err(format!(
                    "visited {visits} times instead of {expected}, of {} traces:\n{text}",
                    judgement.classes.len()
                ));
            }
        }
        let sleeps = matches!(
            algorithm,
            Algorithm::Classic | Algorithm::Source | Algorithm::Hybrid
        );
        let may_block = sleeps || algorithm.is_bounded();
        if self.blocked > 0 && !may_block {
            return Err(format!("{} sleep-set blocked executions", self.blocked));
        }
        Ok(())
    }

    fn judge_statistics(&self, statistics: &Statistics) -> Result<(), String> {
        let complete = self.complete.values().sum::<u64>();
        let seen = (complete, self.blocked, self.discarded);
        let said = (
            statistics.complete,
            statistics.blocked,
            statistics.discarded,
        );
        if said == seen {
            return Ok(());
        }
        Err(format!(
            "the statistics are {statistics:?} after {complete} complete, {} blocked and {} \
             discarded",
            self.blocked, self.discarded
        ))
    }
}

/// The example of a class, for people.
fn render(program: &ir::Program, class: &Class) -> String {
    let mut interpreter = Interpreter::new(program);
    let mut execution = Execution::start(&mut interpreter);
    let mut step = Step::default();
    for (name, alternative) in &class.example {
        let turn = Turn {
            process: interpreter.parse_process(name).expect("a process name"),
            alternative: *alternative,
        };
        execution.step(&mut interpreter, turn, &mut step);
    }
    execution.render(&interpreter)
}

#[cfg(test)]
mod tests;
