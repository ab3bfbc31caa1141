//! What the explorer visits, against all executions by brute force.

use super::brute::{Executions, Trouble, executions_and_groups};
use super::identity::Identity;
use super::machine::{Machine, Seen};
use super::program::Program;
use crate::seeds::caught;
use mazurka_explore::{Ended, EndedKind, Limits, Observer, Statistics, Verdict};
use mazurka_graph::{Options, Task, Work, explore, explore_with};
use mazurka_memory::Model;
use mazurka_program::FindingKind;
use mazurka_random::Random;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;

/// What came of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judged {
    /// They agree.
    Agreed(Agreed),
    /// They do not: words for people.
    Disagreed(String),
    /// There are too many graphs.
    Skipped,
}

/// How much there was to agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Agreed {
    /// Graphs.
    pub graphs: u64,
    /// Graphs in which threads wait for ever.
    pub stuck: u64,
    /// Executions of the explorer that were in vain.
    pub blocked: u64,
}

/// Judges the explorer on a program.
#[must_use]
pub fn judge(program: &Program, model: Model, max: usize) -> Judged {
    let code = program.code();
    let (expected, groups) = match executions_and_groups(&code, model, max) {
        Ok(found) => found,
        Err(Trouble::TooLarge) => return Judged::Skipped,
    };
    let mut agreed = Agreed {
        graphs: expected.len() as u64,
        stuck: expected.values().filter(|end| end.stuck.is_some()).count() as u64,
        blocked: 0,
    };
    for pieces in [None, Some(Pieces::new(agreed.graphs))] {
        let words = match pieces {
            None => "",
            Some(_) => "in pieces: ",
        };
        let run = || visit(program, model, expected.len(), &groups, pieces);
        match caught(run).and_then(|visited| compare(&expected, &visited)) {
            Ok(blocked) => agreed.blocked = blocked,
            Err(what) => return Judged::Disagreed(format!("{words}{what}")),
        }
    }
    Judged::Agreed(agreed)
}

/// What the explorer did.
#[derive(Default)]
struct Visited {
    /// How often it visited each execution, and what it found there.
    executions: BTreeMap<Identity, Vec<Option<FindingKind>>>,
    statistics: Statistics,
    has_bug: bool,
    count: usize,
}

struct Watch<'a> {
    seen: Rc<RefCell<Seen>>,
    visited: &'a mut Visited,
    groups: &'a [usize],
    most: usize,
    trouble: Option<String>,
}

impl Watch<'_> {
    fn take(&mut self, ended: &Ended<'_>) -> Result<(), String> {
        let seen = self.seen.borrow();
        if let Some(complaint) = &seen.complaint {
            return Err(complaint.clone());
        }
        if ended.kind == EndedKind::Blocked || ended.is_discarded {
            return Ok(());
        }
        self.visited.count += 1;
        if self.visited.count > self.most {
            return Err(format!("more than {} executions", self.most));
        }
        let turns = ended.schedule.ok_or("an execution without a schedule")?;
        let alternatives: Vec<u32> = turns.iter().map(|turn| turn.alternative).collect();
        let identity = seen.identity(&alternatives, self.groups)?;
        let finding = ended.findings.first().map(|finding| finding.kind);
        self.visited
            .executions
            .entry(identity)
            .or_default()
            .push(finding);
        Ok(())
    }
}

impl Observer for Watch<'_> {
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

/// All of the work, one piece after the other: branches are given away and taken again, and the
/// exploration is interrupted now and then.
struct Pieces {
    tasks: Vec<Task>,
    random: Random,
}

impl Pieces {
    fn new(seed: u64) -> Pieces {
        Pieces {
            tasks: vec![Task::default()],
            random: Random::new(seed),
        }
    }
}

impl Work for Pieces {
    fn take(&mut self) -> Option<Task> {
        if self.tasks.is_empty() {
            return None;
        }
        let at = self.random.below(self.tasks.len());
        Some(self.tasks.swap_remove(at))
    }

    fn is_hungry(&mut self) -> bool {
        self.random.percent(40)
    }

    fn give(&mut self, tasks: Vec<Task>) {
        self.tasks.extend(tasks);
    }

    fn is_interrupted(&mut self) -> bool {
        self.random.percent(4)
    }

    fn may_count(&mut self) -> bool {
        self.random.percent(90)
    }
}

fn visit(
    program: &Program,
    model: Model,
    expected: usize,
    groups: &[usize],
    mut pieces: Option<Pieces>,
) -> Result<Visited, String> {
    let mut options = Options::new(model);
    let limits = Limits {
        max_events: 1000,
        keep_going: true,
        ..Limits::default()
    };
    let mut visited = Visited::default();
    let mut rounds = 0;
    loop {
        rounds += 1;
        if rounds > 10_000 {
            return Err("it was begun again without an end".into());
        }
        let mut machine = Machine::new(program.code(), model);
        let seen = machine.seen();
        let mut watch = Watch {
            seen: Rc::clone(&seen),
            most: 10 * expected + 100,
            trouble: None,
            visited: &mut visited,
            groups,
        };
        let outcome = match &mut pieces {
            None => explore(&mut options, &mut machine, &limits, &mut watch),
            Some(pieces) => explore_with(&mut options, &mut machine, &limits, &mut watch, pieces),
        };
        let trouble = watch.trouble.take();
        let outcome = outcome.map_err(|error| format!("the explorer gave up: {error}"))?;
        let complaint = seen.borrow().complaint.clone();
        if let Some(trouble) = complaint.or(trouble) {
            return Err(trouble);
        }
        visited.statistics.add(&outcome.statistics);
        match outcome.verdict {
            Verdict::Refined => {
                visited = Visited::default();
                if let Some(pieces) = &mut pieces {
                    pieces.tasks = vec![Task::default()];
                }
                continue;
            }
            Verdict::Bug(_) => visited.has_bug = true,
            Verdict::Verified => {}
            Verdict::NotExhausted(_) if pieces.is_some() => {}
            verdict => return Err(format!("the verdict is {verdict:?}")),
        }
        if pieces.as_ref().is_none_or(|pieces| pieces.tasks.is_empty()) {
            return Ok(visited);
        }
    }
}

fn compare(expected: &Executions, visited: &Visited) -> Result<u64, String> {
    let mut wanted: BTreeMap<Identity, Vec<Option<FindingKind>>> = BTreeMap::new();
    for (identity, end) in expected {
        let mut identity = identity.clone();
        identity.stuck.fill(false);
        wanted.entry(identity).or_default().push(end.stuck);
    }
    let statistics = &visited.statistics;
    let figures = format!(
        "{} graphs, and the explorer has {} executions, {} blocked",
        expected.len(),
        statistics.complete - statistics.discarded,
        statistics.blocked,
    );
    let mut extra = visited.executions.keys();
    let extra = extra.find(|identity| !wanted.contains_key(identity));
    let extra = extra.map_or(String::new(), |identity| {
        format!("\nnot consistent, and visited: {identity}")
    });
    for (identity, ends) in &wanted {
        let mut ends = ends.clone();
        let mut found = visited
            .executions
            .get(identity)
            .cloned()
            .unwrap_or_default();
        if ends.len() != found.len() {
            return Err(format!(
                "{figures}\nvisited {} times instead of {}: {identity}{extra}",
                found.len(),
                ends.len()
            ));
        }
        ends.sort_unstable();
        found.sort_unstable();
        if ends != found {
            return Err(format!(
                "{figures}\nends with {found:?} instead of {ends:?}: {identity}"
            ));
        }
    }
    if !extra.is_empty() {
        return Err(format!("{figures}{extra}"));
    }
    if statistics.complete - statistics.discarded != expected.len() as u64 {
        return Err(figures);
    }
    let is_stuck = expected.values().any(|end| end.stuck.is_some());
    if visited.has_bug != is_stuck {
        return Err(format!(
            "{figures}\nthat threads wait for ever is said to be {}",
            visited.has_bug
        ));
    }
    Ok(statistics.blocked)
}
