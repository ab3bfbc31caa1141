//! The end of an execution, what it showed, and work for others.

use crate::add::{Added, take_back};
use crate::graph::{Graph, Id};
use crate::task::{Branches, Task};
use crate::visit::{Stop, Visit};
use mazurka_explore::ending::{Ending, Left};
use mazurka_explore::{Counterexample, Ended, EndedKind, Limit, Verdict};
use mazurka_program::{Finding, FindingKind, ProcessId, Program};

impl<P: Program + ?Sized> Visit<'_, P> {
    /// The execution is not followed further.
    pub(crate) fn leave(&mut self, Left { finding, is_told }: Left) -> Verdict {
        Verdict::Endless {
            shown: self.findings(),
            left: Counterexample {
                finding,
                schedule: self.schedule(None),
            },
            is_told,
            bug: self.first_bug.clone().map(Box::new),
        }
    }

    /// Is the execution left, since the last step says so, or because of the memory that it takes?
    pub(crate) fn check_limits(&mut self) -> Result<(), Stop> {
        let graph = self.graph();
        let last = graph.linear.last().map(|id| graph.event(*id));
        let process = last.map_or(ProcessId::ROOT, |event| event.turn.process);
        let told = match last {
            Some(event) => Left::told(&event.findings),
            None => Left::told(&self.runner.initial_findings),
        };
        match told.or_else(|| Left::by_memory(process)) {
            Some(left) => Err(Stop::Verdict(self.leave(left))),
            None => Ok(()),
        }
    }

    /// What the execution has shown so far.
    fn findings(&self) -> Vec<Finding> {
        let graph = &self.levels.last().expect("there is a level").graph;
        let mut findings = self.runner.initial_findings.clone();
        for id in &graph.linear {
            findings.extend_from_slice(&graph.event(*id).findings);
        }
        findings
    }

    /// The execution has ended: nothing can be added.
    pub(crate) fn end(&mut self) -> Result<(), Stop> {
        if !self.work.may_count() {
            return Err(Stop::Full);
        }
        let level = self.levels.last().expect("there is a level");
        let graph = &level.graph;
        let is_in_vain = |id: &Id| {
            let event = graph.event(*id);
            (event.is_stuck || event.is_pending()) && event.rf != graph.last_write(event.location)
        };
        let lasts = graph
            .processes
            .iter()
            .filter_map(|process| graph.last_of(process.index()));
        let is_in_vain = lasts.into_iter().any(|id| is_in_vain(&id));
        self.runner.recall_all(graph);
        let mut findings = self.findings();
        let mut is_discarded = false;
        let kind = match is_in_vain {
            true => {
                self.statistics.blocked += 1;
                EndedKind::Blocked
            }
            false => {
                self.statistics.complete += 1;
                match Ending::of(&*self.runner.program, &graph.processes) {
                    Ending::Discarded => {
                        self.statistics.discarded += 1;
                        is_discarded = true;
                    }
                    Ending::Cut => self.statistics.cut += 1,
                    Ending::Stuck(finding) => findings.push(finding),
                    Ending::Finished => {}
                }
                EndedKind::Complete
            }
        };
        self.account((kind, is_discarded, false), &findings)
    }

    /// Tells the observer of an execution that has ended, was discarded, or was left; and gives
    /// work away.
    fn account(
        &mut self,
        (kind, is_discarded, is_left): (EndedKind, bool, bool),
        findings: &[Finding],
    ) -> Result<(), Stop> {
        let schedule =
            (!findings.is_empty() || self.observer.watches_plans()).then(|| self.schedule(None));
        if let (Some(finding), None, Some(schedule)) =
            (findings.first(), &self.first_bug, &schedule)
        {
            self.first_bug = Some(Counterexample {
                finding: finding.clone(),
                schedule: schedule.clone(),
            });
        }
        self.statistics.replayed = self.runner.replayed;
        if !findings.is_empty() && !self.limits.keep_going {
            return Err(Stop::Verdict(self.verdict()));
        }
        let ended = Ended {
            kind,
            is_discarded,
            is_left,
            trace: &self.trace,
            schedule: Some(schedule.as_deref().unwrap_or_default()),
            fresh: 0,
            findings,
            names: self.runner.program.names(),
        };
        if self.observer.ended(&ended, &self.statistics).is_break() {
            return Err(Stop::Verdict(self.not_exhausted(Limit::Observer)));
        }
        if self.work.is_hungry() {
            self.give_some();
        }
        Ok(())
    }

    /// A step showed a bug. What comes after a data race is not explored, unless the program says
    /// what that is; after other bugs the others go on.
    pub(crate) fn look_at_findings(&mut self, id: Id) -> Result<bool, Stop> {
        let level = self.levels.last().expect("there is a level");
        let findings = &level.graph.event(id).findings;
        if findings.is_empty() {
            return Ok(true);
        }
        let findings = findings.clone();
        if !self.limits.keep_going {
            let schedule = if needs_all(findings[0].kind) {
                self.schedule(None)
            } else {
                let past = self.past_of_finding(id, findings[0].process);
                self.schedule(Some(&past))
            };
            self.first_bug.get_or_insert(Counterexample {
                finding: findings[0].clone(),
                schedule,
            });
            self.statistics.complete += 1;
            return Err(Stop::Verdict(self.verdict()));
        }
        let is_left = !self.options.follows_races
            && findings
                .iter()
                .any(|finding| finding.kind == FindingKind::DataRace);
        if !is_left {
            return Ok(true);
        }
        if !self.work.may_count() {
            return Err(Stop::Full);
        }
        self.statistics.complete += 1;
        self.account((EndedKind::Complete, false, true), &findings)?;
        Ok(false)
    }

    /// Gives the oldest branches to others.
    pub(crate) fn give_some(&mut self) {
        let mut tasks = Vec::new();
        'levels: for at in 0..self.levels.len() {
            let base = usize::from(self.levels[at].revisited.is_some());
            for frame in base..self.levels[at].frames.len() {
                if self.levels[at].frames[frame].branches.is_empty() {
                    continue;
                }
                tasks.push(self.task_of(at, frame));
                self.levels[at].frames[frame].branches.clear();
                break 'levels;
            }
        }
        if !tasks.is_empty() {
            self.work.give(tasks);
        }
    }

    /// Gives away all that is left; with the node that comes next, if there is one.
    pub(crate) fn give_all(&mut self, has_node: bool) {
        let mut tasks = Vec::new();
        for at in 0..self.levels.len() {
            for frame in 0..self.levels[at].frames.len() {
                if !self.levels[at].frames[frame].branches.is_empty() {
                    tasks.push(self.task_of(at, frame));
                }
            }
        }
        if has_node && let Some(level) = self.levels.last() {
            tasks.push(self.task(&level.graph, Branches::All));
        }
        self.levels.clear();
        self.work.give(tasks);
    }

    /// The branches of a frame that are left, as a task.
    pub(crate) fn task_of(&self, at: usize, frame: usize) -> Task {
        let level = &self.levels[at];
        let left = crate::graph::narrow(level.frames[frame].branches.len());
        if frame > 0 || level.revisited.is_none() {
            let graph = self.graph_at(at, level.frames[frame].added);
            let branches = match level.frames[frame].by {
                Some(by) => Branches::Within(by, left),
                None => Branches::Below(left),
            };
            return self.task(&graph, branches);
        }
        // The frame below has the branch that is this level.
        let below = &self.levels[at - 1];
        let added = below.frames.last().expect("it has that branch").added;
        let graph = self.graph_at(at - 1, added);
        self.task(&graph, Branches::Within(level.number, left))
    }

    /// A graph as it was when less had been added.
    pub(crate) fn graph_at(&self, at: usize, added: usize) -> Graph {
        let level = &self.levels[at];
        let mut graph = level.graph.clone();
        for added in level.added[added..].iter().rev() {
            let again = Added {
                id: added.id,
                is_write: added.is_write,
                has_run: added.has_run,
                ready: added.ready.clone(),
                linear: added.linear.clone(),
                processes: added.processes.clone(),
                marks: added.marks,
            };
            take_back(&mut graph, again);
        }
        graph
    }
}

/// Does such a bug need more than the past of the step that showed it? Nothing orders the two
/// accesses of a race, and a leak is one when all have ended.
fn needs_all(kind: FindingKind) -> bool {
    matches!(
        kind,
        FindingKind::DataRace
            | FindingKind::InvalidAccess
            | FindingKind::InvalidFree
            | FindingKind::Leak
    )
}
