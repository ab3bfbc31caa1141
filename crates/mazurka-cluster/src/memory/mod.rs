//! A store in memory: the reference, and a store for tests.

mod clock;
mod commit;
#[cfg(test)]
pub(crate) mod mutation;
mod told;

pub use clock::Clock;

use crate::store::*;
#[cfg(test)]
use mutation::Mutation;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

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
    /// How often it was drained.
    drained: u64,
    /// How often an agent has taken that on.
    conclude_attempts: i32,
    lost: i64,
    micros: i64,
    /// Of this round.
    counts: Counts,
    /// Of this round, by their keys.
    findings: BTreeMap<String, Finding>,
    submitted: Duration,
    over: Option<Duration>,
}

impl JobRow {
    fn drain(&mut self) {
        self.state = JobState::Drained;
        self.drained += 1;
    }

    fn end(&mut self, outcome: Text, verdict: &str, reason: Option<String>, now: Duration) {
        self.state = JobState::Ended;
        self.outcome = Some(outcome);
        self.verdict = Some(verdict.to_owned());
        self.reason = reason;
        self.over = Some(now);
    }
}

/// Why a job that was not concluded has ended.
fn given_up() -> String {
    format!(
        "adding up what was explored has failed {MOST_ATTEMPTS} times (out of memory, or a fault of \
         Mazurka: please report it)"
    )
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
            // Numbers are given once.
            tag: id.to_string(),
            job_tag: row.job.to_string(),
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
            row.drain();
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
        let is_given_up = self.jobs.get(&id)?.conclude_attempts >= MOST_ATTEMPTS;
        #[cfg(test)]
        let is_given_up = is_given_up && !self.is_broken(Mutation::NeverGivenUp);
        let job = self.jobs.get_mut(&id)?;
        let free = job
            .concluder
            .is_none_or(|concluder| concluder.until <= lease.since);
        if job.state != JobState::Drained || !free {
            return None;
        }
        if is_given_up {
            job.end(
                job.began_with.clone(),
                "error",
                Some(given_up()),
                lease.since,
            );
            return None;
        }
        job.conclude_attempts += 1;
        job.concluder = Some(lease);
        Some(Duty::Conclude(Drained {
            job: id,
            round: job.round,
            state: job.began_with.clone(),
            left,
            poisoned,
            tag: job.drained.to_string(),
            job_tag: id.to_string(),
        }))
    }
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
                drained: 0,
                conclude_attempts: 0,
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
        let threads: i64 = tables
            .lively(&build)
            .map(|agent| i64::from(agent.threads))
            .sum();
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
            ready: threads.min(ready as i64),
            threads,
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
            tag: id.to_string(),
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
        drained: &Drained,
        conclusion: &Conclusion,
    ) -> Result<Committed, StoreError> {
        let (id, round) = (drained.job, drained.round);
        let mut tables = self.tables();
        let now = tables.clock.now();
        #[cfg(test)]
        let keeps_counts = tables.is_broken(Mutation::OldCounts);
        let job = tables.find_job_mut(id)?;
        let is_same = job.round == round && job.drained.to_string() == drained.tag;
        if job.state != JobState::Drained || !is_same {
            return Ok(Committed::Void);
        }
        job.concluder = None;
        match conclusion {
            Conclusion::Round(state) => {
                job.state = JobState::Open;
                job.conclude_attempts = 0;
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
                job.end(state.clone(), verdict, reason.clone(), now);
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
