//! What the explorer visits, against all executions by brute force.

use super::brute::{Executions, executions};
use super::machine::Machine;
use super::program::Program;
use super::seen::Seen;
use crate::graphs::identity::Identity;
use crate::items::{Explored, explore_items};
use crate::seeds::caught;
use mazurka_explore::{
    Algorithm, Ended, EndedKind, Limits, Observer, Outcome, Statistics, Verdict,
};
use mazurka_graph::{Options, Task, Work, explore_with};
use mazurka_memory::Model;
use mazurka_parallel::items::Errand;
use mazurka_parallel::{Frontier, Options as Parallel};
use mazurka_program::FindingKind;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Mutex;
use std::thread;

/// What came of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judged {
    /// They agree.
    Agreed(Agreed),
    /// They do not: words for people.
    Disagreed(String),
    /// There are too many executions.
    Skipped,
}

/// How much there was to agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Agreed {
    /// Executions.
    pub executions: u64,
    /// Executions in which threads wait for ever.
    pub stuck: u64,
    /// Executions of the explorer that were in vain.
    pub blocked: u64,
}

type Found = BTreeMap<Identity, Vec<Option<FindingKind>>>;

/// Which explorer is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// That of execution graphs. Branches are handed on as tasks, if they are to be.
    Graphs {
        /// Are they?
        shares: bool,
    },
    /// `optimal`, where receives choose, by one scheduler or, if it is more, by several with
    /// what is left in between handed on.
    Optimal {
        /// How many.
        schedulers: usize,
    },
    /// `hybrid`, where receives choose, by items that stand alone: see [`crate::items`].
    Items {
        /// How they are cut and handed over.
        seed: u64,
    },
}

/// Judges an explorer on a program.
#[must_use]
pub fn judge(program: &Program, model: Model, max: usize, by: By) -> Judged {
    let Some(expected) = executions(&program.code(), model, max) else {
        return Judged::Skipped;
    };
    let stuck = expected.values().filter(|end| end.is_some()).count() as u64;
    let run = || match by {
        By::Graphs { shares } => visit(program, model, expected.len(), shares),
        By::Optimal { schedulers } => by_sequences(program, expected.len(), schedulers),
        By::Items { seed } => by_items(program, expected.len(), seed),
    };
    match caught(run).and_then(|visited| compare(&expected, &visited)) {
        Ok(blocked) => Judged::Agreed(Agreed {
            executions: expected.len() as u64,
            stuck,
            blocked,
        }),
        Err(what) => Judged::Disagreed(what),
    }
}

/// What the explorer did.
struct Visited {
    /// How often it visited each execution, and what it found there.
    executions: Found,
    statistics: Statistics,
    verdict: Verdict,
}

struct Watch {
    seen: Rc<RefCell<Seen>>,
    executions: Found,
    most: usize,
    count: usize,
    trouble: Option<String>,
}

impl Watch {
    fn take(&mut self, ended: &Ended<'_>) -> Result<(), String> {
        let seen = self.seen.borrow();
        if let Some(complaint) = &seen.complaint {
            return Err(complaint.clone());
        }
        if ended.kind == EndedKind::Blocked || ended.is_discarded {
            return Ok(());
        }
        self.count += 1;
        if self.count > self.most {
            return Err(format!("more than {} executions", self.most));
        }
        let alternatives: Vec<u32> = match ended.schedule {
            Some(turns) => turns.iter().map(|turn| turn.alternative).collect(),
            // Memory is as it was left.
            None => vec![0; ended.trace.len()],
        };
        let identity = seen.identity(&alternatives)?;
        let finding = ended.findings.first().map(|finding| finding.kind);
        self.executions.entry(identity).or_default().push(finding);
        Ok(())
    }
}

impl Observer for Watch {
    /// So that schedules are told.
    fn watches_plans(&self) -> bool {
        true
    }

    fn ended(&mut self, ended: &Ended<'_>, _: &Statistics) -> ControlFlow<()> {
        match self.take(ended) {
            Ok(()) => ControlFlow::Continue(()),
            Err(trouble) => {
                self.trouble = Some(trouble);
                ControlFlow::Break(())
            }
        }
    }
}

/// One scheduler that hands its branches to itself, if it is to share.
struct Queue {
    tasks: Vec<Task>,
    shares: bool,
}

impl Work for Queue {
    fn take(&mut self) -> Option<Task> {
        self.tasks.pop()
    }

    fn is_hungry(&mut self) -> bool {
        self.shares
    }

    fn give(&mut self, tasks: Vec<Task>) {
        self.tasks.extend(tasks);
    }

    fn is_interrupted(&mut self) -> bool {
        false
    }

    fn may_count(&mut self) -> bool {
        true
    }
}

fn visit(
    program: &Program,
    model: Model,
    expected: usize,
    shares: bool,
) -> Result<Visited, String> {
    let mut machine = Machine::new(program.code(), model);
    let mut options = Options::new(model);
    let limits = Limits {
        max_events: 1000,
        keep_going: true,
        ..Limits::default()
    };
    for _ in 0..20 {
        let mut watch = Watch {
            seen: machine.seen(),
            executions: BTreeMap::new(),
            most: 10 * expected + 100,
            count: 0,
            trouble: None,
        };
        let mut queue = Queue {
            tasks: vec![Task::default()],
            shares,
        };
        let outcome = explore_with(&mut options, &mut machine, &limits, &mut watch, &mut queue);
        let outcome = outcome.map_err(|error| format!("the explorer gave up: {error}"))?;
        if let Some(complaint) = machine.seen().borrow().complaint.clone() {
            return Err(complaint);
        }
        if let Some(trouble) = watch.trouble {
            return Err(trouble);
        }
        if outcome.verdict == Verdict::Refined {
            continue;
        }
        return Ok(Visited {
            executions: watch.executions,
            statistics: outcome.statistics,
            verdict: outcome.verdict,
        });
    }
    Err("it was refined without an end".into())
}

/// The same by `optimal`. Several schedulers take turns: each is stopped after some executions,
/// and the next goes on with what is left.
fn by_sequences(program: &Program, expected: usize, schedulers: usize) -> Result<Visited, String> {
    let limits = Limits {
        max_events: 1000,
        keep_going: true,
        ..Limits::default()
    };
    let found: Mutex<Found> = Mutex::default();
    let frontier = Frontier::new(Parallel {
        schedulers,
        ..Parallel::default()
    });
    let (found_by, frontier, limits) = (&found, &frontier, &limits);
    let work = &move |number: usize| {
        let mut machine = Machine::choosing(program.code());
        let mut watch = Watch {
            seen: machine.seen(),
            executions: BTreeMap::new(),
            most: 10 * expected + 100,
            count: 0,
            trouble: None,
        };
        let algorithm = Algorithm::Optimal;
        let outcome = frontier.explore(number, algorithm, &mut machine, limits, &mut watch);
        let outcome = outcome.map_err(|error| format!("the explorer gave up: {error}"))?;
        if let Some(trouble) = watch.trouble {
            return Err(trouble);
        }
        let mut found = found_by.lock().expect("no scheduler panics");
        for (identity, ends) in watch.executions {
            found.entry(identity).or_default().extend(ends);
        }
        Ok(outcome)
    };
    let outcomes: Vec<Result<Outcome, String>> = match schedulers {
        1 => vec![work(0)],
        _ => thread::scope(|scope| {
            let all: Vec<_> = (0..schedulers)
                .map(|number| scope.spawn(move || work(number)))
                .collect();
            let join = |thread: thread::ScopedJoinHandle<'_, _>| {
                thread
                    .join()
                    .unwrap_or_else(|_| Err("a scheduler panicked".into()))
            };
            all.into_iter().map(join).collect()
        }),
    };
    let mut statistics = Statistics::default();
    let mut verdict = Verdict::Verified;
    for outcome in outcomes {
        let outcome = outcome?;
        statistics.complete += outcome.statistics.complete;
        statistics.blocked += outcome.statistics.blocked;
        if outcome.verdict != Verdict::Verified {
            verdict = outcome.verdict;
        }
    }
    if statistics.blocked > 0 {
        return Err(format!("{} executions are blocked", statistics.blocked));
    }
    Ok(Visited {
        executions: found.into_inner().expect("no scheduler panics"),
        statistics,
        verdict,
    })
}

/// The same by `hybrid`, in items.
fn by_items(program: &Program, expected: usize, seed: u64) -> Result<Visited, String> {
    let mut judging = Judging {
        program,
        expected,
        found: Found::new(),
        verdict: Verdict::Verified,
    };
    let statistics = explore_items(&mut judging, &program.to_string(), seed)?;
    Ok(Visited {
        executions: judging.found,
        statistics,
        verdict: judging.verdict,
    })
}

struct Judging<'a> {
    program: &'a Program,
    expected: usize,
    found: Found,
    verdict: Verdict,
}

impl Explored for Judging<'_> {
    type Seen = (Found, Verdict);

    fn explore(&mut self, work: &mut Errand<'_>) -> Result<(Self::Seen, Statistics), String> {
        let limits = Limits {
            max_events: 1000,
            keep_going: true,
            ..Limits::default()
        };
        let mut machine = Machine::choosing(self.program.code());
        let mut watch = Watch {
            seen: machine.seen(),
            executions: BTreeMap::new(),
            most: 100 * self.expected + 100,
            count: 0,
            trouble: None,
        };
        let outcome = mazurka_explore::explore_with(
            Algorithm::Hybrid,
            &mut machine,
            &limits,
            &mut watch,
            work,
        );
        let outcome = outcome.map_err(|error| format!("the explorer gave up: {error}"))?;
        match watch.trouble {
            Some(trouble) => Err(trouble),
            None => Ok(((watch.executions, outcome.verdict), outcome.statistics)),
        }
    }

    fn count(&mut self, (found, verdict): Self::Seen) {
        for (identity, ends) in found {
            self.found.entry(identity).or_default().extend(ends);
        }
        if verdict != Verdict::Verified {
            self.verdict = verdict;
        }
    }
}

fn compare(expected: &Executions, visited: &Visited) -> Result<u64, String> {
    let statistics = &visited.statistics;
    let figures = format!(
        "{} expected, and the explorer has {} executions, {} blocked",
        expected.len(),
        statistics.complete - statistics.discarded,
        statistics.blocked,
    );
    let mut wrong = String::new();
    for identity in visited.executions.keys() {
        if !expected.contains_key(identity) {
            wrong = format!("{wrong}\nnot possible, and visited: {identity}");
        }
    }
    for (identity, end) in expected {
        match visited.executions.get(identity).map(Vec::as_slice) {
            Some([found]) if found == end => {}
            Some([found]) => {
                wrong = format!("{wrong}\nends with {found:?} instead of {end:?}: {identity}");
            }
            found => {
                let times = found.map_or(0, <[_]>::len);
                wrong = format!("{wrong}\nvisited {times} times: {identity}");
            }
        }
    }
    if !wrong.is_empty() {
        return Err(figures + &wrong);
    }
    if statistics.complete - statistics.discarded != expected.len() as u64 {
        return Err(figures);
    }
    let is_stuck = expected.values().any(Option::is_some);
    match (&visited.verdict, is_stuck) {
        (Verdict::Verified, false) | (Verdict::Bug(_), true) => Ok(statistics.blocked),
        (verdict, _) => Err(format!("{figures}\nthe verdict is {verdict:?}")),
    }
}
