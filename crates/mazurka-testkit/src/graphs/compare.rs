//! What the explorer visits, against all executions by brute force.

use super::brute::{Executions, Trouble, executions};
use super::identity::Identity;
use super::machine::{Machine, Seen};
use super::program::Program;
use crate::seeds::caught;
use mazurka_explore::{Ended, EndedKind, Limits, Observer, Statistics, Verdict};
use mazurka_graph::{Options, explore};
use mazurka_memory::Model;
use mazurka_program::FindingKind;
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
    let expected = match executions(&code, model, max) {
        Ok(expected) => expected,
        Err(Trouble::TooLarge) => return Judged::Skipped,
    };
    let mut agreed = Agreed {
        graphs: expected.len() as u64,
        stuck: expected.values().filter(|end| end.stuck.is_some()).count() as u64,
        blocked: 0,
    };
    let run = || visit(program, model, expected.len());
    match caught(run).and_then(|visited| compare(&expected, &visited)) {
        Ok(blocked) => {
            agreed.blocked = blocked;
            Judged::Agreed(agreed)
        }
        Err(what) => Judged::Disagreed(what),
    }
}

/// What the explorer did.
struct Visited {
    /// How often it visited each execution, and what it found there.
    executions: BTreeMap<Identity, Vec<Option<FindingKind>>>,
    statistics: Statistics,
    verdict: Verdict,
}

struct Watch {
    seen: Rc<RefCell<Seen>>,
    executions: BTreeMap<Identity, Vec<Option<FindingKind>>>,
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
        let turns = ended.schedule.ok_or("an execution without a schedule")?;
        let alternatives: Vec<u32> = turns.iter().map(|turn| turn.alternative).collect();
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

fn visit(program: &Program, model: Model, expected: usize) -> Result<Visited, String> {
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
        let outcome = explore(&mut options, &mut machine, &limits, &mut watch);
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
    match (&visited.verdict, is_stuck) {
        (Verdict::Verified, false) | (Verdict::Bug(_), true) => Ok(statistics.blocked),
        (verdict, _) => Err(format!("{figures}\nthe verdict is {verdict:?}")),
    }
}
