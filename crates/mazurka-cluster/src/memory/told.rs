//! What is told of a job: how it stands, and all that is recorded of it.

use super::{ItemState, KidFate, NodeRow, Tables};
use crate::export::{Head, Lines, Record, Totals};
use crate::store::*;
use std::collections::BTreeSet;
use std::io::Write;

impl Tables {
    pub(super) fn status(&self, id: JobId) -> Result<Status, StoreError> {
        let job = self.find_job(id)?;
        let now = self.clock.now();
        let count = |word: &str| {
            self.present(id)
                .filter(|(_, row)| row.state.word() == word)
                .count() as i64
        };
        Ok(Status {
            job: id,
            name: job.new.name.clone(),
            state: job.state,
            build: job.new.build.clone(),
            round: job.round,
            verdict: job.verdict.clone(),
            reason: job.reason.clone(),
            ready: count("ready"),
            leased: count("leased"),
            done: count("done"),
            poisoned: count("poisoned"),
            lost: job.lost,
            counts: job.counts,
            micros: job.micros,
            oldest: self
                .present(id)
                .filter_map(|(_, row)| match row.state {
                    ItemState::Leased(lease) => Some(now.saturating_sub(lease.since)),
                    _ => None,
                })
                .max(),
            age: job.over.unwrap_or(now).saturating_sub(job.submitted),
            agents: self.lively(&job.new.build).count() as i64,
            threads: self
                .lively(&job.new.build)
                .map(|agent| i64::from(agent.threads))
                .sum(),
            idle: self
                .lively(&job.new.build)
                .map(|agent| i64::from(agent.idle))
                .sum(),
            rate: self.lively(&job.new.build).map(|agent| agent.rate).sum(),
            findings: job.findings.values().cloned().collect(),
        })
    }

    fn head(&self, id: JobId) -> Result<Head, StoreError> {
        let job = self.find_job(id)?;
        Ok(Head {
            certificate: 1,
            job: id.0,
            name: job.new.name.clone(),
            language: job.new.language.clone(),
            program_sha256: hexadecimal(&job.new.program),
            program: job.new.program.clone(),
            options: job.new.options.clone(),
            build: job.new.build.clone(),
            round: job.round,
            round_state: job.began_with.clone(),
            verdict: job.verdict.clone(),
            outcome: job.outcome.clone(),
            totals: Totals {
                complete: job.counts.complete,
                blocked: job.counts.blocked,
                events: job.counts.events,
                items: self.present(id).count() as i64,
            },
        })
    }

    pub(super) fn export(&self, id: JobId, out: &mut dyn Write) -> Result<(), StoreError> {
        let mut lines = Lines::begin(out, &self.head(id)?)?;
        let present: BTreeSet<ItemId> = self.present(id).map(|(id, _)| id).collect();
        for (id, trunk) in &self.trunks {
            if present.contains(&trunk.item) {
                lines.record(&Record::Trunk {
                    id: *id,
                    item: trunk.item.0,
                    nodes: trunk.nodes.clone(),
                    path: trunk.path.clone(),
                })?;
            }
        }
        let nodes = || {
            let present = &present;
            let mine = move |(_, node): &(&i64, &NodeRow)| present.contains(&node.item);
            self.nodes.iter().filter(mine)
        };
        for (id, node) in nodes() {
            lines.record(&Record::Node {
                id: *id,
                trunk: node.trunk,
                depth: node.depth as i32,
                item: node.item.0,
            })?;
        }
        for (id, node) in nodes() {
            for (position, kid) in node.kids.iter().enumerate() {
                let (fate, item, next) = match kid.fate {
                    KidFate::Inside => ("inside", None, None),
                    KidFate::OnWay(next) => ("way", None, Some(next)),
                    KidFate::Item(item) => ("item", Some(item.0), None),
                };
                lines.record(&Record::Kid {
                    node: *id,
                    position: position as i32,
                    key: kid.step.key.clone(),
                    data: kid.step.data.clone(),
                    fate: fate.to_owned(),
                    item,
                    next,
                })?;
            }
        }
        for (id, row) in self.present(id) {
            let done = row.done.as_ref();
            lines.record(&Record::Item {
                id: id.0,
                trunk: row.trunk,
                depth: row.depth as i32,
                node: row.kid.map(|(node, _)| node),
                position: row.kid.map(|(_, position)| position as i32),
                parent: row.parent.map(|parent| parent.0),
                start: row.start.clone(),
                state: row.state.word().to_owned(),
                attempts: row.attempts,
                agent: done.map(|done| done.agent.0),
                order: done.map(|done| done.order),
                micros: done.map(|done| done.micros),
                digest: done.map(|done| done.digest.clone()),
                report: done.map(|done| done.report.clone()),
            })?;
        }
        lines.end()
    }
}
