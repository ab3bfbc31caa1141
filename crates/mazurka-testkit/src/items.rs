//! Items that stand alone, from a store: in any order, split at any moment, explored again,
//! committed twice or too late.

use crate::random::Random;
use mazurka_cluster::{
    AgentId, Clock, Committed, Conclusion, Done, Duty, Item, JobState, MemoryStore, NewJob, Report,
    Store, StoreError, errand,
};
use mazurka_explore::Statistics;
use mazurka_parallel::items::{Budget, Errand};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const LEASE: Duration = Duration::from_secs(10);

/// A program whose items are explored.
pub trait Explored {
    /// What was seen of an item.
    type Seen;

    /// Explores an item.
    ///
    /// # Errors
    /// When that goes wrong, for people.
    fn explore(&mut self, work: &mut Errand<'_>) -> Result<(Self::Seen, Statistics), String>;

    /// What was seen of an item counts.
    fn count(&mut self, seen: Self::Seen);
}

/// Explores a program in items that are cut and handed over at random: by `seed` and the `name` of
/// the program, or all programs would be cut alike.
///
/// # Errors
/// When something goes wrong, for people.
pub fn explore_items<E: Explored>(
    program: &mut E,
    name: &str,
    seed: u64,
) -> Result<Statistics, String> {
    let mut hash = FxHasher::default();
    (name, seed).hash(&mut hash);
    let mut items = Items::new(program, hash.finish()).map_err(words)?;
    items.explore()?;
    Ok(items.statistics)
}

#[allow(clippy::needless_pass_by_value, reason = "for map_err")]
fn words(error: StoreError) -> String {
    format!("the store: {error}")
}

/// What was explored of an item, and not committed yet.
struct Part<S> {
    item: Item,
    report: Report,
    seen: S,
    statistics: Statistics,
}

struct Items<'a, E: Explored> {
    program: &'a mut E,
    random: Random,
    clock: Clock,
    store: MemoryStore,
    agents: Vec<AgentId>,
    /// Taken, and not explored.
    held: Vec<Item>,
    /// Explored, and committed late.
    late: Vec<Part<E::Seen>>,
    statistics: Statistics,
}

impl<'a, E: Explored> Items<'a, E> {
    fn new(program: &'a mut E, seed: u64) -> Result<Items<'a, E>, StoreError> {
        let clock = Clock::still();
        let mut store = MemoryStore::new(clock.clone());
        store.submit(&NewJob {
            name: "a program".to_owned(),
            language: "ir".to_owned(),
            program: String::new(),
            options: String::new(),
            build: "this".to_owned(),
            state: String::new(),
        })?;
        let agents = (0..2).map(|_| store.enrol("agent", "this", 1));
        let agents = agents.collect::<Result<Vec<_>, _>>()?;
        Ok(Items {
            program,
            random: Random::new(seed),
            clock,
            store,
            agents,
            held: Vec::new(),
            late: Vec::new(),
            statistics: Statistics::default(),
        })
    }

    fn agent(&mut self) -> AgentId {
        self.agents[self.random.below(2)]
    }

    fn explore(&mut self) -> Result<(), String> {
        loop {
            let (agent, most) = (self.agent(), 1 + self.random.below(6));
            let most = u32::try_from(most).unwrap_or(1);
            let mut drained = None;
            for duty in self.store.take(agent, most, LEASE).map_err(words)? {
                match duty {
                    Duty::Explore(item) => self.held.push(item),
                    Duty::Conclude(it) => drained = Some(it),
                }
            }
            if let Some(drained) = drained {
                for explored in std::mem::take(&mut self.late) {
                    self.expect_void(&explored)?;
                }
                let ended = Conclusion::Ended {
                    state: String::new(),
                    verdict: "verified".to_owned(),
                    reason: None,
                };
                let job = drained.job;
                self.store.conclude(&drained, &ended).map_err(words)?;
                let status = self.store.status(job).map_err(words)?;
                let number = |count: u64| i64::try_from(count).unwrap_or(-1);
                let is_sum = status.counts.complete == number(self.statistics.complete)
                    && status.counts.blocked == number(self.statistics.blocked);
                return match status.state == JobState::Ended && drained.left == 0 && is_sum {
                    true => Ok(()),
                    false => Err(format!("the store says {status:?}")),
                };
            }
            if self.held.is_empty() {
                // All leases are with those that are late, or were lost.
                self.commit_late()?;
                self.clock.advance(2 * LEASE);
                continue;
            }
            let which = self.random.below(self.held.len());
            let item = self.held.swap_remove(which);
            self.explore_item(item)?;
            if self.random.below(4) == 0 {
                self.commit_late()?;
            }
        }
    }

    /// How many executions an item may have.
    fn most(&mut self) -> u64 {
        match self.random.below(4) {
            0 => u64::MAX,
            1 => 1,
            _ => 1 + self.random.below(6) as u64,
        }
    }

    fn explore_item(&mut self, item: Item) -> Result<(), String> {
        let most = self.most();
        let explored = self.explored(item, most)?;
        match self.random.below(12) {
            // It is lost with its worker.
            0 if explored.item.attempt < 3 => Ok(()),
            1 => {
                self.late.push(explored);
                Ok(())
            }
            2 => {
                // The same again, to the same moment, is the same.
                let executions = explored.statistics.executions();
                let again = self.explored(explored.item.clone(), executions)?;
                if again.report != explored.report {
                    let (is, was) = (again.report.text(), explored.report.text());
                    return Err(format!(
                        "explored again, an item came to\n{is}\ninstead of\n{was}"
                    ));
                }
                self.commit(explored).map(|_| ())
            }
            _ => self.commit(explored).map(|_| ()),
        }
    }

    fn commit_late(&mut self) -> Result<(), String> {
        while let Some(explored) = self.late.pop() {
            self.commit(explored)?;
        }
        Ok(())
    }

    fn done(explored: &Part<E::Seen>) -> Done {
        Done {
            item: explored.item.id,
            job: explored.item.job,
            round: explored.item.round,
            tag: explored.item.tag.clone(),
            micros: 0,
            digest: explored.report.digest(),
            report: explored.report.clone(),
            findings: Vec::new(),
        }
    }

    fn commit(&mut self, explored: Part<E::Seen>) -> Result<(), String> {
        let agent = self.agent();
        let done = Self::done(&explored);
        let committed = self.store.commit(agent, &done).map_err(words)?;
        if self.random.below(3) == 0 {
            self.expect_void(&explored)?;
        }
        if committed == Committed::Counted {
            self.program.count(explored.seen);
            self.statistics.add(&explored.statistics);
        }
        Ok(())
    }

    fn expect_void(&mut self, explored: &Part<E::Seen>) -> Result<(), String> {
        let agent = self.agent();
        let committed = self.store.commit(agent, &Self::done(explored));
        match committed.map_err(words)? {
            Committed::Void => Ok(()),
            Committed::Counted => Err("an item counted twice, or too late".to_owned()),
        }
    }

    fn explored(&mut self, item: Item, most: u64) -> Result<Part<E::Seen>, String> {
        let trunk = errand::trunk(&item)?;
        let end = AtomicBool::new(false);
        let budget = Budget {
            time: Duration::MAX,
            executions: Some(most),
            end: &end,
        };
        let mut work = Errand::new(&trunk, budget);
        let (seen, statistics) = self.program.explore(&mut work)?;
        let results = format!("{statistics:?}");
        let report = errand::tree_report(&trunk, work.end(), &statistics, results, false)?;
        Ok(Part {
            item,
            report,
            seen,
            statistics,
        })
    }
}
