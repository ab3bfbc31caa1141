//! A store in memory: the reference, and a store for tests.

use crate::export::{Head, Lines, Record, Totals};
use crate::store::*;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Its only history: there is no standby.
const TIMELINE: i64 = 1;

/// What a [`MemoryStore`] tells the time by.
#[derive(Clone, Debug)]
pub struct Clock {
    began: Option<Instant>,
    micros: Arc<AtomicU64>,
}

impl Clock {
    /// A clock that runs.
    #[must_use]
    pub fn running() -> Clock {
        Clock {
            began: Some(Instant::now()),
            micros: Arc::default(),
        }
    }

    /// A clock that stands, but for [`Clock::advance`].
    #[must_use]
    pub fn still() -> Clock {
        Clock {
            began: None,
            micros: Arc::default(),
        }
    }

    /// Moves it, and all its clones.
    pub fn advance(&self, by: Duration) {
        self.micros
            .fetch_add(by.as_micros() as u64, Ordering::Relaxed);
    }

    /// Moves it back, to its beginning at most.
    pub fn go_back(&self, by: Duration) {
        let now = self.micros.load(Ordering::Relaxed);
        let then = now.saturating_sub(by.as_micros() as u64);
        self.micros.store(then, Ordering::Relaxed);
    }

    /// Since it began.
    #[must_use]
    pub fn now(&self) -> Duration {
        self.began.map_or(Duration::ZERO, |began| began.elapsed())
            + Duration::from_micros(self.micros.load(Ordering::Relaxed))
    }
}

/// A store in memory. Clones are handles to the same store.
#[derive(Clone)]
pub struct MemoryStore {
    tables: Arc<Mutex<Tables>>,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new(clock: Clock) -> MemoryStore {
        MemoryStore {
            tables: Arc::new(Mutex::new(Tables::new(clock))),
        }
    }

    /// The tables. Nothing panics while they are half changed: checks come first.
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Breaks it: see `MUTATIONS.md`.
    #[cfg(test)]
    pub(crate) fn break_it(&self, mutation: Mutation) {
        self.tables().mutation = Some(mutation);
    }
}

/// A planted bug, which the simulator has to find.
#[cfg(test)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mutation {
    /// A commit does not look whether the item is done.
    DoneTwice,
    /// A commit does not look at the round.
    AnyRound,
    /// A commit does not look whether the job is explored.
    AnyState,
    /// A commit appends the first step of a request without looking.
    AppendBlindly,
    /// A request is granted only if its first step is a kid, not any of them.
    FirstStepOnly,
    /// A commit that finds the lease expired is void, but the item is done.
    LateIsLost,
    /// A commit forgets the items of the last frame.
    LastFrameLost,
    /// A commit forgets branches.
    BranchesLost,
    /// An item whose lease has expired is never given again.
    NeverAgain,
    /// Items are never poisoned.
    NeverPoisoned,
    /// A job is drained though an item is leased.
    DrainedEarly,
    /// A new round keeps what was added up.
    OldCounts,
    /// A second agent is given an item that is leased.
    TakenTwice,
    /// A void commit adds up its numbers.
    VoidCounts,
}

struct Tables {
    clock: Clock,
    jobs: BTreeMap<JobId, JobRow>,
    agents: BTreeMap<AgentId, AgentRow>,
    items: BTreeMap<ItemId, ItemRow>,
    nodes: BTreeMap<i64, NodeRow>,
    trunks: BTreeMap<i64, TrunkRow>,
    orders: i64,
    #[cfg(test)]
    mutation: Option<Mutation>,
}

struct JobRow {
    new: NewJob,
    state: JobState,
    round: i32,
    /// What the round began with.
    began_with: Text,
    verdict: Option<String>,
    reason: Option<String>,
    outcome: Option<Text>,
    concluder: Option<Lease>,
    lost: i64,
    micros: i64,
    /// Of this round.
    counts: Counts,
    /// Of this round, by their keys.
    findings: BTreeMap<String, Finding>,
    submitted: Duration,
    over: Option<Duration>,
}

struct AgentRow {
    build: String,
    threads: i32,
    idle: i32,
    rate: f64,
    seen: Duration,
}

#[derive(Clone, Copy, PartialEq)]
struct Lease {
    agent: AgentId,
    since: Duration,
    until: Duration,
}

#[derive(Clone, Copy, PartialEq)]
enum ItemState {
    Ready,
    Leased(Lease),
    Done,
    Poisoned,
}

impl ItemState {
    fn is_open(self) -> bool {
        matches!(self, ItemState::Ready | ItemState::Leased(_))
    }

    fn word(self) -> &'static str {
        match self {
            ItemState::Ready => "ready",
            ItemState::Leased(_) => "leased",
            ItemState::Done => "done",
            ItemState::Poisoned => "poisoned",
        }
    }
}

struct ItemRow {
    job: JobId,
    round: i32,
    trunk: Option<i64>,
    depth: u32,
    /// The node and the place of the kid that it is.
    kid: Option<(i64, usize)>,
    parent: Option<ItemId>,
    start: Option<Text>,
    state: ItemState,
    attempts: i32,
    done: Option<DoneRow>,
}

struct DoneRow {
    agent: AgentId,
    order: i64,
    micros: i64,
    digest: String,
    report: Text,
    results: Text,
}

struct NodeRow {
    trunk: i64,
    depth: u32,
    item: ItemId,
    kids: Vec<KidRow>,
}

struct KidRow {
    step: Step,
    fate: KidFate,
}

enum KidFate {
    Inside,
    OnWay(i64),
    Item(ItemId),
}

struct TrunkRow {
    item: ItemId,
    nodes: Vec<i64>,
    path: Text,
}

fn next<K: Copy + Ord, V>(map: &BTreeMap<K, V>, number: impl Fn(K) -> i64) -> i64 {
    map.last_key_value()
        .map_or(1, |(last, _)| number(*last) + 1)
}

fn refuse<T>(message: String) -> Result<T, StoreError> {
    Err(StoreError::Refused(message))
}

impl Tables {
    fn new(clock: Clock) -> Tables {
        Tables {
            clock,
            jobs: BTreeMap::new(),
            agents: BTreeMap::new(),
            items: BTreeMap::new(),
            nodes: BTreeMap::new(),
            trunks: BTreeMap::new(),
            orders: 0,
            #[cfg(test)]
            mutation: None,
        }
    }

    #[cfg(test)]
    fn is_broken(&self, mutation: Mutation) -> bool {
        self.mutation == Some(mutation)
    }

    fn find_job(&self, job: JobId) -> Result<&JobRow, StoreError> {
        self.jobs
            .get(&job)
            .ok_or_else(|| StoreError::Refused(format!("there is no job {job}")))
    }

    fn find_job_mut(&mut self, job: JobId) -> Result<&mut JobRow, StoreError> {
        self.jobs
            .get_mut(&job)
            .ok_or_else(|| StoreError::Refused(format!("there is no job {job}")))
    }

    fn build_of(&self, agent: AgentId) -> Result<String, StoreError> {
        match self.agents.get(&agent) {
            Some(row) => Ok(row.build.clone()),
            None => refuse(format!(
                "agent {agent} is not enrolled: start the worker again"
            )),
        }
    }

    fn add_item(&mut self, row: ItemRow) -> ItemId {
        let id = ItemId(next(&self.items, |id| id.0));
        self.items.insert(id, row);
        id
    }

    fn add_root(&mut self, job: JobId, round: i32) {
        self.add_item(ItemRow {
            job,
            round,
            trunk: None,
            depth: 0,
            kid: None,
            parent: None,
            start: None,
            state: ItemState::Ready,
            attempts: 0,
            done: None,
        });
    }

    /// The items of the job's present round.
    fn present(&self, job: JobId) -> impl Iterator<Item = (ItemId, &ItemRow)> {
        let round = self.jobs.get(&job).map(|job| job.round);
        self.items
            .iter()
            .filter(move |(_, row)| row.job == job && Some(row.round) == round)
            .map(|(id, row)| (*id, row))
    }

    fn lively(&self, build: &str) -> impl Iterator<Item = &AgentRow> {
        let now = self.clock.now();
        self.agents
            .values()
            .filter(move |agent| agent.build == build && agent.seen + LATELY > now)
    }

    /// Leases that have expired end here.
    fn expire(&mut self, job: JobId) {
        #[cfg(test)]
        if self.is_broken(Mutation::NeverAgain) {
            return;
        }
        let now = self.clock.now();
        let Some(row) = self.jobs.get_mut(&job) else {
            return;
        };
        for item in self.items.values_mut() {
            if let ItemState::Leased(lease) = item.state
                && item.job == job
                && item.round == row.round
                && lease.until <= now
            {
                item.state = ItemState::Ready;
                row.lost += 1;
            }
        }
    }

    fn take_items(&mut self, job: JobId, lease: Lease, most: usize) -> Vec<Duty> {
        self.expire(job);
        let mut ready: Vec<(u32, ItemId)> = self
            .present(job)
            .filter(|(_, row)| {
                #[cfg(test)]
                if self.is_broken(Mutation::TakenTwice) && row.state.is_open() {
                    return true;
                }
                row.state == ItemState::Ready
            })
            .map(|(id, row)| (row.depth, id))
            .collect();
        ready.sort_unstable();
        let mut duties = Vec::new();
        for (_, id) in ready {
            if duties.len() == most {
                break;
            }
            let poisoned = self.items[&id].attempts >= MOST_ATTEMPTS;
            #[cfg(test)]
            let poisoned = poisoned && !self.is_broken(Mutation::NeverPoisoned);
            let Some(row) = self.items.get_mut(&id) else {
                continue;
            };
            if poisoned {
                row.state = ItemState::Poisoned;
                continue;
            }
            row.attempts += 1;
            row.state = ItemState::Leased(lease);
            duties.push(Duty::Explore(self.item(id)));
        }
        duties
    }

    /// An item that is there, as workers need it.
    fn item(&self, id: ItemId) -> Item {
        let row = &self.items[&id];
        Item {
            id,
            job: row.job,
            round: row.round,
            attempt: row.attempts,
            timeline: TIMELINE,
            trunk: row.trunk.map(|trunk| self.trunks[&trunk].path.clone()),
            depth: row.depth,
            elders: row.kid.map_or_else(Vec::new, |(node, position)| {
                self.nodes[&node].kids[..position]
                    .iter()
                    .map(|kid| kid.step.clone())
                    .collect()
            }),
            start: row.start.clone(),
            state: self.jobs[&row.job].began_with.clone(),
        }
    }

    /// A job that is explored, but has no open item, is drained from here on.
    fn drain(&mut self, job: JobId) {
        let drained = self.present(job).all(|(_, row)| {
            #[cfg(test)]
            if self.is_broken(Mutation::DrainedEarly) {
                return row.state != ItemState::Ready;
            }
            !row.state.is_open()
        });
        if let Some(row) = self.jobs.get_mut(&job)
            && row.state == JobState::Open
            && drained
        {
            row.state = JobState::Drained;
        }
    }

    fn take_conclusion(&mut self, id: JobId, lease: Lease) -> Option<Duty> {
        let left = self
            .present(id)
            .filter(|(_, row)| row.state != ItemState::Done)
            .count() as u64;
        let poisoned = self
            .present(id)
            .filter(|(_, row)| row.state == ItemState::Poisoned)
            .count() as u64;
        let job = self.jobs.get_mut(&id)?;
        let free = job
            .concluder
            .is_none_or(|concluder| concluder.until <= lease.since);
        if job.state != JobState::Drained || !free {
            return None;
        }
        job.concluder = Some(lease);
        Some(Duty::Conclude(Drained {
            job: id,
            round: job.round,
            state: job.began_with.clone(),
            left,
            poisoned,
        }))
    }

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
            _ => {
                return refuse(format!(
                    "item {} is not of job {}, round {}",
                    done.item, done.job, done.round
                ));
            }
        };
        let finished = item.state == ItemState::Done;
        #[cfg(test)]
        let finished = finished && !self.is_broken(Mutation::DoneTwice);
        Ok(finished)
    }

    fn commit(&mut self, agent: AgentId, done: &Done) -> Result<Committed, StoreError> {
        if done.timeline != TIMELINE {
            return Ok(Committed::Void);
        }
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
            job.state = JobState::Drained;
        }
        Ok(())
    }

    fn status(&self, id: JobId) -> Result<Status, StoreError> {
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

    fn export(&self, id: JobId, out: &mut dyn Write) -> Result<(), StoreError> {
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

impl Store for MemoryStore {
    fn submit(&mut self, job: &NewJob) -> Result<JobId, StoreError> {
        let mut tables = self.tables();
        let id = JobId(next(&tables.jobs, |id| id.0));
        let submitted = tables.clock.now();
        tables.jobs.insert(
            id,
            JobRow {
                new: job.clone(),
                state: JobState::Open,
                round: 1,
                began_with: job.state.clone(),
                verdict: None,
                reason: None,
                outcome: None,
                concluder: None,
                lost: 0,
                micros: 0,
                counts: Counts::default(),
                findings: BTreeMap::new(),
                submitted,
                over: None,
            },
        );
        tables.add_root(id, 1);
        Ok(id)
    }

    fn enrol(&mut self, _name: &str, build: &str, threads: i32) -> Result<AgentId, StoreError> {
        let mut tables = self.tables();
        let id = AgentId(next(&tables.agents, |id| id.0));
        let seen = tables.clock.now();
        tables.agents.insert(
            id,
            AgentRow {
                build: build.to_owned(),
                threads,
                idle: threads,
                rate: 0.0,
                seen,
            },
        );
        Ok(id)
    }

    fn take(
        &mut self,
        agent: AgentId,
        most: u32,
        lease: Duration,
    ) -> Result<Vec<Duty>, StoreError> {
        let mut tables = self.tables();
        let build = tables.build_of(agent)?;
        let since = tables.clock.now();
        let lease = Lease {
            agent,
            since,
            until: since + lease,
        };
        let jobs: Vec<JobId> = tables
            .jobs
            .iter()
            .filter(|(_, job)| job.new.build == build)
            .map(|(id, _)| *id)
            .collect();
        let mut duties = Vec::new();
        for job in jobs {
            let most = most as usize - duties.len();
            if most == 0 {
                break;
            }
            if tables.jobs[&job].state == JobState::Open {
                let items = tables.take_items(job, lease, most);
                if items.is_empty() {
                    tables.drain(job);
                }
                duties.extend(items);
            }
            if tables.jobs[&job].state == JobState::Drained {
                duties.extend(tables.take_conclusion(job, lease));
            }
        }
        Ok(duties)
    }

    fn heartbeat(&mut self, heartbeat: &Heartbeat, lease: Duration) -> Result<Pulse, StoreError> {
        let mut tables = self.tables();
        let build = tables.build_of(heartbeat.agent)?;
        let tables = &mut *tables;
        let now = tables.clock.now();
        let until = now + lease;
        if let Some(agent) = tables.agents.get_mut(&heartbeat.agent) {
            agent.seen = now;
            agent.idle = heartbeat.idle;
            agent.rate = heartbeat.rate;
        }
        let mut stop = Vec::new();
        for id in &heartbeat.items {
            let Some(item) = tables.items.get_mut(id) else {
                stop.push(*id);
                continue;
            };
            if let ItemState::Leased(held) = &mut item.state
                && held.agent == heartbeat.agent
            {
                held.until = until;
            }
            let job = &tables.jobs[&item.job];
            if item.state == ItemState::Done
                || item.round != job.round
                || job.state != JobState::Open
            {
                stop.push(*id);
            }
        }
        for id in &heartbeat.jobs {
            if let Some(job) = tables.jobs.get_mut(id)
                && let Some(held) = &mut job.concluder
                && held.agent == heartbeat.agent
            {
                held.until = until;
            }
        }
        let open = tables
            .jobs
            .iter()
            .filter(|(_, job)| job.new.build == build && job.state == JobState::Open);
        let ready: usize = open
            .map(|(id, _)| {
                tables
                    .present(*id)
                    .filter(|(_, row)| row.state == ItemState::Ready)
                    .count()
            })
            .sum();
        Ok(Pulse {
            stop,
            ready: MOST_READY.min(ready as i64),
            threads: tables
                .lively(&build)
                .map(|agent| i64::from(agent.threads))
                .sum(),
        })
    }

    fn release(&mut self, agent: AgentId, items: &[ItemId], lost: bool) -> Result<(), StoreError> {
        let mut tables = self.tables();
        let tables = &mut *tables;
        for id in items {
            if let Some(item) = tables.items.get_mut(id)
                && let ItemState::Leased(lease) = item.state
                && lease.agent == agent
            {
                item.state = ItemState::Ready;
                if !lost {
                    item.attempts -= 1;
                } else if let Some(job) = tables.jobs.get_mut(&item.job) {
                    job.lost += 1;
                }
            }
        }
        Ok(())
    }

    fn commit(&mut self, agent: AgentId, done: &Done) -> Result<Committed, StoreError> {
        self.tables().commit(agent, done)
    }

    fn job(&mut self, id: JobId) -> Result<Job, StoreError> {
        let tables = self.tables();
        let new = &tables.find_job(id)?.new;
        Ok(Job {
            id,
            language: new.language.clone(),
            program: new.program.clone(),
            options: new.options.clone(),
            build: new.build.clone(),
        })
    }

    fn results(
        &mut self,
        job: JobId,
        round: i32,
        after: Option<ItemId>,
        most: u32,
    ) -> Result<Vec<(ItemId, Text)>, StoreError> {
        let tables = self.tables();
        tables.find_job(job)?;
        Ok(tables
            .items
            .iter()
            .filter(|(id, row)| row.job == job && row.round == round && Some(**id) > after)
            .filter_map(|(id, row)| Some((*id, row.done.as_ref()?.results.clone())))
            .take(most as usize)
            .collect())
    }

    fn conclude(
        &mut self,
        id: JobId,
        round: i32,
        conclusion: &Conclusion,
    ) -> Result<Committed, StoreError> {
        let mut tables = self.tables();
        let now = tables.clock.now();
        #[cfg(test)]
        let keeps_counts = tables.is_broken(Mutation::OldCounts);
        let job = tables.find_job_mut(id)?;
        if job.state != JobState::Drained || job.round != round {
            return Ok(Committed::Void);
        }
        job.concluder = None;
        match conclusion {
            Conclusion::Round(state) => {
                job.state = JobState::Open;
                job.round += 1;
                job.began_with = state.clone();
                let counts = Counts::default();
                #[cfg(test)]
                let counts = if keeps_counts { job.counts } else { counts };
                job.counts = counts;
                job.findings.clear();
                tables.add_root(id, round + 1);
            }
            Conclusion::Ended {
                state,
                verdict,
                reason,
            } => {
                job.state = JobState::Ended;
                job.outcome = Some(state.clone());
                job.verdict = Some(verdict.clone());
                job.reason = reason.clone();
                job.over = Some(now);
            }
        }
        Ok(Committed::Counted)
    }

    fn status(&mut self, job: JobId) -> Result<Status, StoreError> {
        self.tables().status(job)
    }

    fn outcome(&mut self, job: JobId) -> Result<Option<Text>, StoreError> {
        Ok(self.tables().find_job(job)?.outcome.clone())
    }

    fn jobs(&mut self) -> Result<Vec<Status>, StoreError> {
        let tables = self.tables();
        tables
            .jobs
            .keys()
            .rev()
            .map(|job| tables.status(*job))
            .collect()
    }

    fn cancel(&mut self, id: JobId, reason: &str) -> Result<(), StoreError> {
        let mut tables = self.tables();
        let now = tables.clock.now();
        let job = tables.find_job_mut(id)?;
        match job.state {
            JobState::Ended => refuse(format!("job {id} has ended before")),
            JobState::Cancelled => Ok(()),
            JobState::Open | JobState::Drained => {
                job.state = JobState::Cancelled;
                job.reason = Some(reason.to_owned());
                job.over = Some(now);
                Ok(())
            }
        }
    }

    fn export(&mut self, job: JobId, out: &mut dyn Write) -> Result<(), StoreError> {
        self.tables().export(job, out)
    }
}
