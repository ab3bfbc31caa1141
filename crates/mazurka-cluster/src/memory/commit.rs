//! What an item came to becomes part of the tables.

#[cfg(test)]
use super::mutation::Mutation;
use super::{DoneRow, ItemRow, ItemState, KidFate, KidRow, NodeRow, Tables, TrunkRow};
use super::{next, refuse};
use crate::store::*;
use std::collections::BTreeSet;

impl Tables {
    /// Why a report cannot be kept, if it cannot.
    fn check(&self, id: ItemId, done: &Done) -> Result<(), StoreError> {
        let row = &self.items[&id];
        let report = &done.report;
        if report.digest() != done.digest {
            return refuse(format!(
                "the report of item {id} is not what was sent: its digest is another"
            ));
        }
        let whole = row.trunk.is_none() && row.start.is_none();
        if let Some(split) = &report.split {
            if row.trunk.is_none() && !whole {
                return refuse(format!("item {id} is a branch, and cannot be split"));
            }
            check_frames(id, split)?;
        }
        for request in &report.requests {
            if row.trunk.is_none() || request.depth > row.depth || request.steps.is_empty() {
                return refuse(format!(
                    "item {id} requests what is not above it, at depth {}",
                    request.depth
                ));
            }
        }
        Ok(())
    }

    /// The nodes of a split, with the items that begin there.
    fn split(&mut self, id: ItemId, split: &Split) {
        let (job, round) = (self.items[&id].job, self.items[&id].round);
        let trunk = next(&self.trunks, |id| id);
        let (above, base) = match self.items[&id].trunk {
            None => (Vec::new(), 0),
            Some(trunk) => {
                let depth = self.items[&id].depth;
                let above = self.trunks[&trunk].nodes[..=depth as usize].to_vec();
                (above, depth + 1)
            }
        };
        let first = next(&self.nodes, |id| id);
        let made = (0..split.frames.len() as i64).map(|frame| first + frame);
        self.trunks.insert(
            trunk,
            TrunkRow {
                item: id,
                nodes: above.into_iter().chain(made).collect(),
                path: split.path.clone(),
            },
        );
        for (frame, kids) in split.frames.iter().enumerate() {
            let node = first + frame as i64;
            let depth = base + frame as u32;
            let mut rows = Vec::new();
            for (position, kid) in kids.iter().enumerate() {
                #[cfg(test)]
                if self.is_broken(Mutation::LastFrameLost)
                    && frame + 1 == split.frames.len()
                    && matches!(kid.fate, Fate::Open(_))
                {
                    let step = kid.step.clone();
                    let fate = KidFate::Inside;
                    rows.push(KidRow { step, fate });
                    continue;
                }
                let fate = match &kid.fate {
                    Fate::Inside => KidFate::Inside,
                    Fate::OnWay => KidFate::OnWay(node + 1),
                    Fate::Open(start) => KidFate::Item(self.add_item(ItemRow {
                        job,
                        round,
                        trunk: Some(trunk),
                        depth,
                        kid: Some((node, position)),
                        parent: Some(id),
                        start: Some(start.clone()),
                        state: ItemState::Ready,
                        attempts: 0,
                        done: None,
                    })),
                };
                rows.push(KidRow {
                    step: kid.step.clone(),
                    fate,
                });
            }
            self.nodes.insert(
                node,
                NodeRow {
                    trunk,
                    depth,
                    item: id,
                    kids: rows,
                },
            );
        }
    }

    /// Appends a step to a node above an item, unless one that would do is there.
    fn grant(&mut self, id: ItemId, request: &Request) {
        let row = &self.items[&id];
        let (job, round) = (row.job, row.round);
        let Some(trunk) = row.trunk else { return };
        let node = self.trunks[&trunk].nodes[request.depth as usize];
        let kids = &self.nodes[&node].kids;
        let would_do = |kid: &KidRow| request.steps.iter().any(|step| step.key == kid.step.key);
        #[cfg(test)]
        let would_do = |kid: &KidRow| {
            if self.is_broken(Mutation::AppendBlindly) {
                return false;
            }
            if self.is_broken(Mutation::FirstStepOnly) {
                return request.steps[0].key == kid.step.key;
            }
            would_do(kid)
        };
        if kids.iter().any(would_do) {
            return;
        }
        let position = kids.len();
        let step = request.steps[0].clone();
        // The trunk that the node was made with leads to it, whichever item asks.
        let item = self.add_item(ItemRow {
            job,
            round,
            trunk: Some(self.nodes[&node].trunk),
            depth: request.depth,
            kid: Some((node, position)),
            parent: Some(id),
            start: Some(step.data.clone()),
            state: ItemState::Ready,
            attempts: 0,
            done: None,
        });
        let fate = KidFate::Item(item);
        if let Some(node) = self.nodes.get_mut(&node) {
            node.kids.push(KidRow { step, fate });
        }
    }

    fn is_void(&self, done: &Done) -> Result<bool, StoreError> {
        let job = self.find_job(done.job)?;
        let round = job.round != done.round;
        let state = job.state != JobState::Open;
        #[cfg(test)]
        let round = round && !self.is_broken(Mutation::AnyRound);
        #[cfg(test)]
        let state = state && !self.is_broken(Mutation::AnyState);
        if round || state {
            return Ok(true);
        }
        let item = match self.items.get(&done.item) {
            Some(item) if item.job == done.job && item.round == done.round => item,
            // A number may have been given again since the item was taken.
            _ => return Ok(true),
        };
        if done.tag != done.item.to_string() {
            return Ok(true);
        }
        let finished = item.state == ItemState::Done;
        #[cfg(test)]
        let finished = finished && !self.is_broken(Mutation::DoneTwice);
        Ok(finished)
    }

    pub(super) fn commit(&mut self, agent: AgentId, done: &Done) -> Result<Committed, StoreError> {
        if self.is_void(done)? {
            #[cfg(test)]
            if self.is_broken(Mutation::VoidCounts) {
                self.add_up(done)?;
            }
            return Ok(Committed::Void);
        }
        let id = done.item;
        self.check(id, done)?;
        #[cfg(test)]
        if self.is_broken(Mutation::LateIsLost)
            && let ItemState::Leased(lease) = self.items[&id].state
            && lease.until <= self.clock.now()
        {
            self.items.get_mut(&id).expect("it is there").state = ItemState::Done;
            return Ok(Committed::Void);
        }
        if let Some(split) = &done.report.split {
            self.split(id, split);
        }
        for branch in &done.report.branches {
            #[cfg(test)]
            if self.is_broken(Mutation::BranchesLost) {
                continue;
            }
            self.add_item(ItemRow {
                job: done.job,
                round: done.round,
                trunk: None,
                depth: 0,
                kid: None,
                parent: Some(id),
                start: Some(branch.clone()),
                state: ItemState::Ready,
                attempts: 0,
                done: None,
            });
        }
        for request in &done.report.requests {
            self.grant(id, request);
        }
        self.orders += 1;
        let order = self.orders;
        if let Some(row) = self.items.get_mut(&id) {
            row.state = ItemState::Done;
            row.done = Some(DoneRow {
                agent,
                order,
                micros: done.micros,
                digest: done.digest.clone(),
                report: done.report.text(),
                results: done.report.results.clone(),
            });
        }
        self.add_up(done)?;
        Ok(Committed::Counted)
    }

    fn add_up(&mut self, done: &Done) -> Result<(), StoreError> {
        let job = self.find_job_mut(done.job)?;
        job.counts.complete += done.report.counts.complete;
        job.counts.blocked += done.report.counts.blocked;
        job.counts.events += done.report.counts.events;
        job.micros += done.micros;
        for finding in &done.findings {
            job.findings
                .entry(finding.key.clone())
                .and_modify(|known| known.executions += finding.executions)
                .or_insert_with(|| finding.clone());
        }
        if done.report.ends {
            job.drain();
        }
        Ok(())
    }
}

/// Why frames are not those of a split, if they are not.
fn check_frames(id: ItemId, split: &Split) -> Result<(), StoreError> {
    if split.frames.is_empty() {
        return refuse(format!("the split of item {id} has no frames"));
    }
    for (index, frame) in split.frames.iter().enumerate() {
        let way = frame.iter().filter(|kid| kid.fate == Fate::OnWay).count();
        let expected = usize::from(index + 1 < split.frames.len());
        let keys: BTreeSet<&str> = frame.iter().map(|kid| kid.step.key.as_str()).collect();
        if way != expected || keys.len() != frame.len() {
            return refuse(format!(
                "frame {index} of the split of item {id} is wrong: {way} kids are on the way, and {} \
                 of {} keys differ",
                keys.len(),
                frame.len()
            ));
        }
    }
    Ok(())
}
