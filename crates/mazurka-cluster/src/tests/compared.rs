//! Random operations on both stores: what one answers, the other does.

use super::support::{connect, done, new_job, server};
use crate::testing::TemporaryPostgres;
use crate::*;
use mazurka_random::Random;
use std::collections::BTreeMap;
use std::time::Duration;

const LEASE: Duration = Duration::from_secs(1_000);

struct Both<'a> {
    memory: MemoryStore,
    clock: Clock,
    postgres: PostgresStore,
    server: &'a TemporaryPostgres,
    database: String,
    random: Random,
    unlucky: bool,
    jobs: i64,
    agents: i64,
    items: Vec<Item>,
    /// The tags that the server has given them.
    tags: BTreeMap<ItemId, String>,
    /// Rounds to be concluded, as either store has told.
    drained: Vec<[Drained; 2]>,
    /// What came of some operations, so that the test is seen to reach what it is about.
    counted: usize,
    void: usize,
    refused: usize,
    appended: usize,
    concluded: usize,
    poisoned: usize,
}

/// Messages may differ.
fn plain<T>(result: Result<T, StoreError>) -> Result<T, &'static str> {
    result.map_err(|error| match error {
        StoreError::Away(message) => panic!("away: {message}"),
        StoreError::Refused(_) => "refused",
    })
}

fn without_times(mut status: Status) -> Status {
    status.oldest = status.oldest.map(|_| Duration::ZERO);
    status.age = Duration::ZERO;
    status
}

impl<'a> Both<'a> {
    /// Both are empty.
    fn new(server: &'a TemporaryPostgres, seed: u64) -> Both<'a> {
        let database = format!("compared_{seed}");
        let url = super::support::database(server, &database);
        let clock = Clock::still();
        Both {
            memory: MemoryStore::new(clock.clone()),
            clock,
            postgres: connect(&url),
            server,
            database,
            random: Random::new(seed),
            unlucky: seed.is_multiple_of(4),
            jobs: 0,
            agents: 0,
            items: Vec::new(),
            tags: BTreeMap::new(),
            drained: Vec::new(),
            counted: 0,
            void: 0,
            refused: 0,
            appended: 0,
            concluded: 0,
            poisoned: 0,
        }
    }

    fn job(&mut self) -> JobId {
        JobId(1 + self.random.below(self.jobs as usize + 1) as i64)
    }

    fn agent(&mut self) -> AgentId {
        AgentId(1 + self.random.below(self.agents as usize + 1) as i64)
    }

    fn item(&mut self) -> Option<Item> {
        if self.items.is_empty() {
            return None;
        }
        // Mostly those that were taken lately.
        let lately = if self.random.percent(60) {
            4
        } else {
            self.items.len()
        };
        let place = self.items.len() - 1 - self.random.below(lately.min(self.items.len()));
        Some(self.items[place].clone())
    }

    fn step(&self, name: usize) -> Step {
        Step {
            key: format!("k{name}"),
            data: format!("{{\"step\": \"{name} \u{e9}\\n\"}}"),
        }
    }

    fn report(&mut self, item: &Item) -> Report {
        let mut split = None;
        if (item.trunk.is_some() || item.start.is_none()) && self.random.percent(60) {
            let length = 1 + self.random.below(3);
            let mut frames = Vec::new();
            for frame in 0..length {
                let number = 1 + self.random.below(4);
                let way = self.random.below(number);
                let mut kids = Vec::new();
                for place in 0..number {
                    let fate = if frame + 1 < length && place == way {
                        Fate::OnWay
                    } else if self.random.percent(50) {
                        Fate::Open(format!("start {place}"))
                    } else {
                        Fate::Inside
                    };
                    kids.push(Kid {
                        step: self.step(place),
                        fate,
                    });
                }
                // Some are wrong.
                if self.random.percent(2) {
                    kids.push(kids[0].clone());
                }
                if self.random.percent(2) {
                    kids[0].fate = Fate::OnWay;
                }
                frames.push(kids);
            }
            if self.random.percent(1) {
                frames.clear();
            }
            split = Some(Split {
                path: format!("path \"{}\"", self.random.below(1_000)),
                frames,
            });
        }
        let mut requests = Vec::new();
        let above = if item.trunk.is_some() {
            item.depth as usize + 1
        } else {
            0
        };
        let wrong = usize::from(self.random.percent(2));
        for _ in 0..self.random.below(4) {
            if above + wrong == 0 {
                break;
            }
            let depth = self.random.below(above + wrong) as u32;
            let number = self.random.below(3) + usize::from(!self.random.percent(2));
            let steps = (0..number)
                .map(|_| {
                    let name = self.random.below(9);
                    self.step(name)
                })
                .collect();
            requests.push(Request { depth, steps });
        }
        Report {
            counts: Counts {
                complete: self.random.below(9) as i64,
                blocked: self.random.below(9) as i64,
                events: self.random.below(99) as i64,
            },
            results: format!("results of {} \u{1f980}", item.id),
            split,
            branches: (0..self.random.below(8).saturating_sub(5))
                .map(|branch| format!("branch {branch}"))
                .collect(),
            requests,
            ends: !self.unlucky && self.random.percent(10),
        }
    }

    fn commit(&mut self) {
        let Some(item) = self.item() else { return };
        let report = self.report(&item);
        let digest = if self.random.percent(2) {
            String::new()
        } else {
            report.digest()
        };
        let findings = (0..self.random.below(3))
            .map(|_| Finding {
                key: format!("finding {}", self.random.below(3)),
                words: format!("words {}", self.random.below(9)),
                replay: "replay".to_owned(),
                executions: 2,
            })
            .collect();
        let done = Done {
            item: item.id,
            job: item.job,
            round: item.round,
            tag: item.tag.clone(),
            micros: 5,
            report,
            digest,
            findings,
        };
        let agent = self.agent();
        let before = self.memory.status(item.job).unwrap();
        let is_another = self.random.percent(5);
        let of = |tag: &str| Done {
            tag: if is_another { "another" } else { tag }.to_owned(),
            ..done.clone()
        };
        let expected = plain(self.memory.commit(agent, &of(&item.tag)));
        assert_eq!(
            plain(self.postgres.commit(agent, &of(&self.tags[&item.id]))),
            expected,
            "{done:?}"
        );
        match expected {
            Ok(Committed::Counted) => {
                self.counted += 1;
                let after = self.memory.status(item.job).unwrap();
                let made = |status: &Status| status.ready + status.leased + status.done;
                let opened = done
                    .report
                    .split
                    .iter()
                    .flat_map(|split| split.frames.iter());
                let opened = opened
                    .flatten()
                    .filter(|kid| matches!(kid.fate, Fate::Open(_)))
                    .count();
                let more = made(&after) + after.poisoned - made(&before) - before.poisoned;
                let known = opened + done.report.branches.len();
                self.appended += usize::from(more > known as i64);
            }
            Ok(Committed::Void) => self.void += 1,
            Err(_) => self.refused += 1,
        }
    }

    fn take(&mut self) {
        let (agent, most) = (self.agent(), self.random.below(5) as u32);
        for duty in self.taken(agent, most).unwrap_or_default() {
            if let Duty::Explore(item) = duty {
                self.items.push(item);
            }
        }
    }

    /// What both give, but for tags, which are the server's own.
    fn taken(&mut self, agent: AgentId, most: u32) -> Result<Vec<Duty>, &'static str> {
        let expected = plain(self.memory.take(agent, most, LEASE));
        let mut found = plain(self.postgres.take(agent, most, LEASE));
        let duties = found.iter_mut().flatten();
        for (duty, expected) in duties.zip(expected.iter().flatten()) {
            match (duty, expected) {
                (Duty::Explore(item), Duty::Explore(other)) => {
                    let tag = std::mem::replace(&mut item.tag, other.tag.clone());
                    self.tags.insert(item.id, tag);
                    let job = self.postgres.job(item.job).unwrap();
                    assert_eq!(item.job_tag, job.tag);
                    item.job_tag.clone_from(&other.job_tag);
                }
                (Duty::Conclude(drained), Duty::Conclude(other)) => {
                    self.drained.push([other.clone(), drained.clone()]);
                    drained.tag.clone_from(&other.tag);
                    drained.job_tag.clone_from(&other.job_tag);
                }
                _ => {}
            }
        }
        assert_eq!(found, expected);
        expected
    }

    fn conclude(&mut self) {
        let Some(last) = self.drained.len().checked_sub(1) else {
            return;
        };
        // Mostly the last one; others may be over.
        let place = match self.random.percent(70) {
            true => last,
            false => self.random.below(last + 1),
        };
        let [of_memory, of_postgres] = self.drained[place].clone();
        let conclusion = if self.random.percent(85) {
            Conclusion::Round(format!("state {}", self.random.below(99)))
        } else {
            Conclusion::Ended {
                state: "final".to_owned(),
                verdict: "verified".to_owned(),
                reason: self.random.percent(50).then(|| "because".to_owned()),
            }
        };
        let expected = plain(self.memory.conclude(&of_memory, &conclusion));
        assert_eq!(
            plain(self.postgres.conclude(&of_postgres, &conclusion)),
            expected
        );
        self.concluded += usize::from(expected == Ok(Committed::Counted));
    }

    fn heartbeat(&mut self) {
        let items = (0..self.random.below(4)).filter_map(|_| self.item());
        let mut items: Vec<ItemId> = items.map(|item| item.id).collect();
        items.push(ItemId(1 + self.random.below(60) as i64));
        let heartbeat = Heartbeat {
            agent: self.agent(),
            items,
            jobs: vec![self.job()],
            idle: self.random.below(4) as i32,
            rate: self.random.below(100) as f64,
        };
        let expected = plain(self.memory.heartbeat(&heartbeat, LEASE));
        assert_eq!(plain(self.postgres.heartbeat(&heartbeat, LEASE)), expected);
    }

    /// Time passes: for the server, all it has noted is moved back.
    fn pass(&mut self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
        self.server.sql(
            &self.database,
            &format!(
                "update mazurka.item set since = since - interval '{seconds}s', until = until - \
                 interval '{seconds}s' where state = 'leased';
                 update mazurka.agent set seen = seen - interval '{seconds}s';
                 update mazurka.job set conclude_until = conclude_until - interval '{seconds}s'"
            ),
        );
    }

    fn look(&mut self) {
        let job = self.job();
        let expected = plain(self.memory.status(job)).map(without_times);
        assert_eq!(
            plain(self.postgres.status(job)).map(without_times),
            expected
        );
        self.poisoned += expected.map_or(0, |status| status.poisoned as usize);
        assert_eq!(
            plain(self.postgres.outcome(job)),
            plain(self.memory.outcome(job))
        );
        let untagged = |found: Result<Job, StoreError>| {
            let tag = String::new();
            plain(found).map(|job| Job { tag, ..job })
        };
        let expected = untagged(self.memory.job(job));
        assert_eq!(untagged(self.postgres.job(job)), expected);
        let after = self
            .random
            .percent(50)
            .then(|| ItemId(self.random.below(9) as i64));
        assert_eq!(
            plain(self.postgres.results(job, 1, after, 3)),
            plain(self.memory.results(job, 1, after, 3))
        );
        let all = |store: &mut dyn Store| {
            let jobs = store.jobs().unwrap();
            jobs.into_iter().map(without_times).collect::<Vec<_>>()
        };
        assert_eq!(all(&mut self.postgres), all(&mut self.memory));
        let export = |store: &mut dyn Store| {
            let mut out = Vec::new();
            plain(store.export(job, &mut out)).map(|()| String::from_utf8(out).unwrap())
        };
        assert_eq!(export(&mut self.postgres), export(&mut self.memory));
    }

    fn operate(&mut self) {
        match self.random.below(100) {
            0..2 if self.jobs < 3 => {
                let new = NewJob {
                    name: format!("job {}", self.jobs),
                    language: "none".to_owned(),
                    program: "the same program".to_owned(),
                    options: "{}".to_owned(),
                    build: if self.random.percent(70) { "a" } else { "b" }.to_owned(),
                    state: "the first state".to_owned(),
                };
                let job = self.memory.submit(&new);
                assert_eq!(self.postgres.submit(&new), job);
                self.jobs += 1;
            }
            2..4 if self.agents < 4 => {
                let build = if self.random.percent(70) { "a" } else { "b" };
                let agent = self.memory.enrol("agent", build, 3);
                assert_eq!(self.postgres.enrol("agent", build, 3), agent);
                self.agents += 1;
            }
            0..35 => self.take(),
            // Workers that rarely get so far.
            35..75 if self.unlucky && self.random.percent(90) => {
                if self.random.percent(40) {
                    self.pass(1_200);
                } else {
                    self.take();
                }
            }
            35..75 => self.commit(),
            75..80 => self.heartbeat(),
            80..86 => {
                let Some(item) = self.item() else { return };
                let (agent, lost) = (self.agent(), self.random.percent(70));
                let items = [item.id, ItemId(1)];
                let expected = plain(self.memory.release(agent, &items, lost));
                assert_eq!(plain(self.postgres.release(agent, &items, lost)), expected);
            }
            86..93 => self.conclude(),
            93..96 => self.pass(400),
            96 if self.random.percent(15) => {
                let job = self.job();
                let expected = plain(self.memory.cancel(job, "enough"));
                assert_eq!(plain(self.postgres.cancel(job, "enough")), expected);
            }
            _ => self.look(),
        }
    }
}

#[test]
fn both_stores_answer_the_same() {
    let Some(server) = server() else { return };
    let (mut counted, mut void, mut refused, mut appended, mut concluded, mut poisoned) =
        (0, 0, 0, 0, 0, 0);
    for seed in 0..12 {
        let mut both = Both::new(server, seed);
        println!("seed {seed}");
        for _ in 0..400 {
            both.operate();
        }
        counted += both.counted;
        void += both.void;
        refused += both.refused;
        appended += both.appended;
        concluded += both.concluded;
        poisoned += both.poisoned;
    }
    println!("{counted} counted, {void} void, {refused} refused, {appended} appended");
    println!("{concluded} concluded, {poisoned} poisoned");
    assert!(counted > 100 && void > 100 && refused > 10 && appended > 20);
    assert!(concluded > 10 && poisoned > 0);
}

/// What was explored kills those who add it up, and it is not tried for ever.
#[test]
fn a_job_that_cannot_be_concluded_ends() {
    let Some(server) = server() else { return };
    let mut both = Both::new(server, 1_000);
    let new = new_job();
    let duties = |both: &mut Both<'_>, agent| both.taken(agent, 1).unwrap();
    let job = both.memory.submit(&new).unwrap();
    assert_eq!(both.postgres.submit(&new), Ok(job));
    let agent = both.memory.enrol("a", "build", 1).unwrap();
    assert_eq!(both.postgres.enrol("a", "build", 1), Ok(agent));
    let taken = duties(&mut both, agent);
    let [Duty::Explore(item)] = &taken[..] else {
        panic!("{taken:?}");
    };
    let mut done = done(item);
    assert_eq!(both.memory.commit(agent, &done), Ok(Committed::Counted));
    done.tag.clone_from(&both.tags[&item.id]);
    assert_eq!(both.postgres.commit(agent, &done), Ok(Committed::Counted));
    for _ in 0..MOST_ATTEMPTS {
        let taken = duties(&mut both, agent);
        assert!(matches!(taken[..], [Duty::Conclude(_)]), "{taken:?}");
        // One at a time.
        assert_eq!(duties(&mut both, agent), []);
        both.pass(LEASE.as_secs() + 1);
    }
    assert_eq!(duties(&mut both, agent), []);
    both.jobs = 1;
    both.look();
    let status = both.postgres.status(job).unwrap();
    assert_eq!(status.verdict.as_deref(), Some("error"));
    assert_eq!(
        status.reason.as_deref(),
        Some(
            "adding up what was explored has failed 5 times (out of memory, or a fault of Mazurka: \
             please report it)"
        )
    );
    assert_eq!(both.postgres.outcome(job), Ok(Some(new.state)));
}
