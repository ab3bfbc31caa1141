//! A fault simulator: agents that explore a made-up tree, over any [`Store`], while all goes
//! wrong that can. The same seed gives the same run.
//!
//! # The tree
//!
//! It is made by hashing paths. A node has kids that are known when it is reached, and *latent*
//! ones, which are known only when an execution below the node requests them. A latent kid is a
//! *class* of steps that would all do: whichever is appended, what comes after it is the same. So
//! the sums are those of a sequential exploration, whatever the order. Some executions also have
//! branches, as execution graphs do.
//!
//! # What is checked
//!
//! Whenever a commit is void, all the store exports is as before. An item counts once, and is not
//! taken while another has its lease. At the end [`certify`] reads the export: all kids are accounted
//! for, all requests granted, and the sums are those of the reports and of the sequential exploration.

mod certificate;
mod search;
mod tree;
mod work;

pub(crate) use certificate::certify;
pub(crate) use tree::Tree;
pub(crate) use work::work;

use crate::memory::Clock;
use crate::store::*;
use mazurka_random::Random;
use search::explore;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

fn shuffle<T>(random: &mut Random, list: &mut [T]) {
    for last in (1..list.len()).rev() {
        list.swap(last, random.below(last + 1));
    }
}

/// What goes wrong in a run, besides what always does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Nothing.
    Plain,
    /// What is learnt begins new rounds.
    Rounds,
    /// Some executions kill their workers.
    Poison,
    /// A person cancels the job.
    Cancelled,
    /// What was explored kills those who add it up.
    Heavy,
}

struct Agent {
    id: AgentId,
    items: Vec<Item>,
    jobs: Vec<Drained>,
}

/// A run of the simulator.
struct World<'a, S> {
    store: &'a mut S,
    clock: Clock,
    random: Random,
    tree: Tree,
    kind: Kind,
    job: JobId,
    agents: Vec<Agent>,
    /// Commits on their way, which may arrive in any order.
    commits: Vec<(AgentId, Done)>,
    conclusions: Vec<(Drained, Conclusion)>,
    /// What has arrived, and may arrive once more much later.
    arrived: Vec<(AgentId, Done)>,
    counted: BTreeSet<ItemId>,
    /// Who has an item, and until when.
    leases: BTreeMap<ItemId, (AgentId, Duration)>,
    last_round: i32,
    /// How often an agent was told to conclude a round.
    told: BTreeMap<i32, i32>,
}

const LEASE: Duration = Duration::from_secs(10);

type Outcome = Result<(), String>;

fn words(error: StoreError) -> String {
    format!("the store: {error}")
}

impl<S: Store> World<'_, S> {
    fn enrol(&mut self) -> Outcome {
        let id = self.store.enrol("agent", "build", 2).map_err(words)?;
        self.agents.push(Agent {
            id,
            items: Vec::new(),
            jobs: Vec::new(),
        });
        Ok(())
    }

    fn export(&mut self) -> Result<String, String> {
        let mut bytes = Vec::new();
        self.store.export(self.job, &mut bytes).map_err(words)?;
        String::from_utf8(bytes).map_err(|error| error.to_string())
    }

    fn step(&mut self) -> Outcome {
        let agent = self.random.below(self.agents.len());
        match self.random.below(100) {
            0..25 => self.take(agent),
            25..55 => self.explore(agent),
            55..75 => self.deliver(),
            75..80 => self.heartbeat(agent),
            80..83 => self.release(agent),
            83..86 => self.crash(agent),
            86..91 => {
                self.clock.advance(Duration::from_secs(4));
                Ok(())
            }
            91 => {
                // The clock jumps.
                if self.random.percent(50) {
                    self.clock.advance(Duration::from_secs(3_600));
                } else {
                    self.clock.go_back(Duration::from_secs(1_800));
                }
                Ok(())
            }
            92..97 => self.conclude(agent),
            97..99 => self.repeat(),
            _ if self.kind == Kind::Cancelled && self.random.percent(10) => {
                self.store.cancel(self.job, "enough").map_err(words)
            }
            _ => Ok(()),
        }
    }

    fn take(&mut self, agent: usize) -> Outcome {
        let id = self.agents[agent].id;
        let now = self.clock.now();
        let most = 1 + self.random.below(3) as u32;
        // All leases that have expired end here, whether or not it is their items that are taken.
        self.leases.retain(|_, (_, until)| *until > now);
        let duties = self.store.take(id, most, LEASE).map_err(words)?;
        let answer_is_lost = self.random.percent(5);
        for duty in duties {
            match duty {
                Duty::Explore(item) => {
                    if let Some((other, _)) = self.leases.get(&item.id) {
                        return Err(format!(
                            "agent {id} has taken item {}, which agent {other} has",
                            item.id
                        ));
                    }
                    if item.attempt > MOST_ATTEMPTS {
                        return Err(format!("item {} is not poisoned", item.id));
                    }
                    if self.counted.contains(&item.id) {
                        return Err(format!("item {} is done, and was taken", item.id));
                    }
                    self.leases.insert(item.id, (id, now + LEASE));
                    // Those that have had bad luck before have none now: they are not poison.
                    if item.attempt >= 3 {
                        if let Some(done) = self.explored(&item) {
                            self.arrive(id, &done)?;
                        }
                    } else if !answer_is_lost {
                        self.agents[agent].items.push(item);
                    }
                }
                Duty::Conclude(drained) => {
                    let told = self.told.entry(drained.round).or_default();
                    *told += 1;
                    if *told > MOST_ATTEMPTS {
                        return Err(format!("round {} is concluded again", drained.round));
                    }
                    if !answer_is_lost {
                        self.agents[agent].jobs.push(drained);
                    }
                }
            }
        }
        Ok(())
    }

    fn explored(&mut self, item: &Item) -> Option<Done> {
        let budget = 1 + self.random.below(6);
        let tree = self.tree.of_round(&item.state);
        let mut done = explore(&tree, item, budget, &mut self.random)?;
        if item.round >= self.last_round && done.report.ends {
            done.report.ends = false;
            done.digest = done.report.digest();
        }
        Some(done)
    }

    fn explore(&mut self, agent: usize) -> Outcome {
        if self.agents[agent].items.is_empty() {
            return Ok(());
        }
        let place = self.random.below(self.agents[agent].items.len());
        let item = self.agents[agent].items.swap_remove(place);
        let id = self.agents[agent].id;
        match self.explored(&item) {
            Some(done) => self.commits.push((id, done)),
            // The worker is dead. Its agent may see that.
            None if self.random.percent(50) => {
                self.store.release(id, &[item.id], true).map_err(words)?;
                self.leases.remove(&item.id);
            }
            None => {}
        }
        Ok(())
    }

    /// A commit arrives. It may be lost, or arrive again; so may the acknowledgement.
    fn deliver(&mut self) -> Outcome {
        if self.commits.is_empty() {
            return Ok(());
        }
        let place = self.random.below(self.commits.len());
        let (agent, done) = self.commits.swap_remove(place);
        match self.random.below(100) {
            // The worker dies before it commits.
            0..5 => return Ok(()),
            // Twice, or the acknowledgement is lost, and it is sent again.
            5..20 => self.commits.push((agent, done.clone())),
            20..30 => self.arrived.push((agent, done.clone())),
            _ => {}
        }
        self.arrive(agent, &done)
    }

    fn repeat(&mut self) -> Outcome {
        if self.arrived.is_empty() {
            return Ok(());
        }
        let place = self.random.below(self.arrived.len());
        let (agent, done) = self.arrived[place].clone();
        self.arrive(agent, &done)
    }

    fn arrive(&mut self, agent: AgentId, done: &Done) -> Outcome {
        let before = (self.export()?, self.status()?);
        let committed = self.store.commit(agent, done).map_err(words)?;
        match committed {
            Committed::Counted => {
                self.leases.remove(&done.item);
                if before.1.state != JobState::Open || before.1.round != done.round {
                    return Err(format!("item {} should be void", done.item));
                }
                if !self.counted.insert(done.item) {
                    return Err(format!("item {} counts twice", done.item));
                }
            }
            Committed::Void => {
                if before != (self.export()?, self.status()?) {
                    return Err(format!("item {} is void, and changed something", done.item));
                }
                let open = before.1.state == JobState::Open && before.1.round == done.round;
                if open && !self.counted.contains(&done.item) {
                    return Err(format!("item {} is void for no reason", done.item));
                }
            }
        }
        Ok(())
    }

    fn status(&mut self) -> Result<Status, String> {
        self.store.status(self.job).map_err(words)
    }

    fn heartbeat(&mut self, agent: usize) -> Outcome {
        let agent = &mut self.agents[agent];
        let until = self.clock.now() + LEASE;
        let heartbeat = Heartbeat {
            agent: agent.id,
            items: agent.items.iter().map(|item| item.id).collect(),
            jobs: agent.jobs.iter().map(|drained| drained.job).collect(),
            idle: 0,
            rate: 1.0,
        };
        let pulse = self.store.heartbeat(&heartbeat, LEASE).map_err(words)?;
        for item in &heartbeat.items {
            if let Some((holder, lease)) = self.leases.get_mut(item)
                && *holder == agent.id
            {
                *lease = until;
            }
        }
        agent.items.retain(|item| !pulse.stop.contains(&item.id));
        Ok(())
    }

    fn release(&mut self, agent: usize) -> Outcome {
        let agent = &mut self.agents[agent];
        let Some(item) = agent.items.pop() else {
            return Ok(());
        };
        let lost = self.random.percent(50);
        let holder = self.leases.get(&item.id).map(|lease| lease.0);
        if holder == Some(agent.id) {
            self.leases.remove(&item.id);
        }
        self.store
            .release(agent.id, &[item.id], lost)
            .map_err(words)
    }

    /// An agent dies with all it has. Another comes, mostly.
    fn crash(&mut self, agent: usize) -> Outcome {
        self.agents.swap_remove(agent);
        if self.agents.is_empty() || self.random.percent(90) {
            self.enrol()?;
        }
        Ok(())
    }

    fn conclude(&mut self, agent: usize) -> Outcome {
        if let Some(drained) = self.agents[agent].jobs.pop()
            && self.kind != Kind::Heavy
        {
            let conclusion = self.conclusion(&drained)?;
            self.conclusions.push((drained, conclusion));
        }
        if self.conclusions.is_empty() {
            return Ok(());
        }
        let place = self.random.below(self.conclusions.len());
        let (concluded, conclusion) = self.conclusions[place].clone();
        if self.random.percent(50) {
            self.conclusions.swap_remove(place);
        }
        let before = (self.export()?, self.status()?);
        let committed = self
            .store
            .conclude(&concluded, &conclusion)
            .map_err(words)?;
        let drained = before.1.state == JobState::Drained && before.1.round == concluded.round;
        match committed {
            Committed::Counted if !drained => Err("a conclusion should be void".to_owned()),
            Committed::Void if drained => Err("a conclusion is void for no reason".to_owned()),
            Committed::Void if before != (self.export()?, self.status()?) => {
                Err("a void conclusion has changed something".to_owned())
            }
            _ => Ok(()),
        }
    }

    fn conclusion(&mut self, drained: &Drained) -> Result<Conclusion, String> {
        let mut hashes = 0_u64;
        let mut after = None;
        let mut items = 0;
        loop {
            let page = self
                .store
                .results(self.job, drained.round, after, 3)
                .map_err(words)?;
            let Some((last, _)) = page.last() else { break };
            after = Some(*last);
            items += page.len();
            for (_, results) in &page {
                hashes = hashes.wrapping_add(results.parse::<u64>().unwrap_or(0));
            }
        }
        let state = &drained.state;
        if drained.round < self.last_round {
            let number: u64 = state.parse().unwrap_or(0);
            return Ok(Conclusion::Round((number + 1).to_string()));
        }
        Ok(work::ended(format!("{hashes} {items}"), drained))
    }

    fn check_end(&mut self) -> Outcome {
        let status = self.status()?;
        let export = self.export()?;
        match self.kind {
            Kind::Cancelled if status.state == JobState::Cancelled => return Ok(()),
            _ if status.verdict.as_deref() == Some("error") => {
                return match self.told.get(&status.round) {
                    Some(&MOST_ATTEMPTS) => Ok(()),
                    told => Err(format!("given up after {told:?} conclusions")),
                };
            }
            Kind::Heavy => return Err(format!("it was concluded: {:?}", status.verdict)),
            Kind::Poison if status.verdict.as_deref() == Some("unknown") => {
                if status.poisoned == 0 {
                    return Err("unknown for no reason".to_owned());
                }
                return match certify(&export) {
                    Ok(_) => Err("items are poisoned, and the certificate is good".to_owned()),
                    Err(_) => Ok(()),
                };
            }
            _ => {}
        }
        if status.verdict.as_deref() != Some("verified") {
            return Err(format!("the verdict is {:?}", status.verdict));
        }
        let sums = certify(&export)?;
        let head: Value = export
            .lines()
            .next()
            .and_then(|line| serde_json::from_str(line).ok())
            .ok_or("there is no head")?;
        let state = head["round_state"].as_str().unwrap_or_default();
        let expected = self.tree.of_round(state).sequential();
        if sums != expected {
            return Err(format!("{sums:?} instead of {expected:?}"));
        }
        if status.counts != sums.counts {
            return Err(format!("the status has {:?}", status.counts));
        }
        let outcome = self.store.outcome(self.job).map_err(words)?;
        let of_outcome = format!("{} {}", sums.hashes, status.done);
        if outcome.as_ref() != Some(&of_outcome) {
            return Err(format!("the outcome is {outcome:?}, not {of_outcome}"));
        }
        let listed: i64 = status.findings.iter().map(|found| found.executions).sum();
        if listed != sums.counts.blocked {
            return Err(format!("{listed} executions with findings"));
        }
        Ok(())
    }
}

/// One run over a store, with the clock that the store tells the time by.
///
/// # Errors
/// What is wrong, with the seed.
pub(crate) fn run<S: Store>(store: &mut S, clock: Clock, seed: u64) -> Result<(), String> {
    let mut random = Random::new(seed);
    let kind = match random.below(20) {
        0..10 => Kind::Plain,
        10..15 => Kind::Rounds,
        15..17 => Kind::Poison,
        17..19 => Kind::Cancelled,
        _ => Kind::Heavy,
    };
    let last_round = if kind == Kind::Rounds {
        1 + random.below(3) as i32
    } else {
        1
    };
    let tree = loop {
        let tree = Tree {
            seed: random.bits(),
            depth: 2 + random.below(4),
            poison: kind == Kind::Poison,
        };
        // Small runs find as much, and there are more of them.
        if (0..last_round).all(|round| tree.of_round(&round.to_string()).is_small(40)) {
            break tree;
        }
    };
    let complain = |error: String| format!("seed {seed} ({kind:?}): {error}");
    let job = store
        .submit(&NewJob {
            name: "a tree".to_owned(),
            language: "trees".to_owned(),
            program: seed.to_string(),
            options: "{}".to_owned(),
            build: "build".to_owned(),
            state: "0".to_owned(),
        })
        .map_err(|error| complain(words(error)))?;
    let mut world = World {
        store,
        clock,
        random,
        tree,
        kind,
        job,
        agents: Vec::new(),
        commits: Vec::new(),
        conclusions: Vec::new(),
        arrived: Vec::new(),
        counted: BTreeSet::new(),
        leases: BTreeMap::new(),
        last_round,
        told: BTreeMap::new(),
    };
    for _ in 0..3 {
        world.enrol().map_err(complain)?;
    }
    for _ in 0..20_000 {
        world.step().map_err(complain)?;
        if matches!(
            world.status().map_err(complain)?.state,
            JobState::Ended | JobState::Cancelled
        ) {
            return world.check_end().map_err(complain);
        }
    }
    Err(complain("the job does not end".to_owned()))
}
