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

use crate::memory::Clock;
use crate::store::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Random numbers (splitmix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator that starts from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `bound`, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }

    /// True `percent` times in a hundred.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn hash(parts: &[u64]) -> u64 {
    parts.iter().fold(0x6d61_7a75, |sum, part| {
        mix(sum ^ mix(part.wrapping_add(0x9e37)))
    })
}

/// A made-up tree. What the round began with makes another of it.
#[derive(Clone, Debug)]
pub struct Tree {
    seed: u64,
    depth: usize,
    /// Some executions kill those who run them.
    poison: bool,
}

/// What an exploration comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sums {
    /// As the store adds them up.
    pub counts: Counts,
    /// The sum of all executions' hashes: another set of executions has another.
    pub hashes: u64,
}

impl Sums {
    fn add(&mut self, other: Sums) {
        self.counts.complete += other.counts.complete;
        self.counts.blocked += other.counts.blocked;
        self.counts.events += other.counts.events;
        self.hashes = self.hashes.wrapping_add(other.hashes);
    }
}

/// A kid, by its class; latent ones have variants.
type Key = (u64, u64);

fn text_of(key: Key) -> String {
    format!("c{}v{}", key.0, key.1)
}

fn key_of(text: &str) -> Key {
    let (class, variant) = text[1..].split_once('v').expect("a key of ours");
    (
        class.parse().expect("a number"),
        variant.parse().expect("a number"),
    )
}

impl Tree {
    /// The tree of a seed, at most `depth` deep.
    #[must_use]
    pub fn new(seed: u64, depth: usize) -> Tree {
        Tree {
            seed,
            depth,
            poison: false,
        }
    }

    /// The same of a round that began with this.
    #[must_use]
    pub fn of_round(&self, state: &str) -> Tree {
        let number: u64 = state.parse().expect("a state of ours");
        Tree {
            seed: hash(&[self.seed, number]),
            ..self.clone()
        }
    }

    fn at(&self, path: &[u64], what: u64) -> u64 {
        hash(&[hash(&[self.seed, what]), hash(path)])
    }

    /// How many kids are known at once; none ends the execution.
    fn known(&self, path: &[u64]) -> u64 {
        if path.len() >= self.depth {
            return 0;
        }
        let number = self.at(path, 1) % 8;
        match number {
            0 if path.len() > 1 => 0,
            0..=3 => 1,
            4..=6 => 2,
            _ => 3,
        }
    }

    /// What an execution requests at the node after `depth` of its steps: a class that is known
    /// there, or a latent one, with all its variants; some with those of both.
    fn request(&self, path: &[u64], depth: usize) -> Option<Vec<Key>> {
        let above = &path[..depth];
        let roll = hash(&[self.at(path, 2), depth as u64]) % 100;
        let known = self.known(above);
        let latent = |class: u64| (0..1 + class % 3).map(move |variant| (100 + class, variant));
        match roll {
            0..6 => Some(latent(roll % 3).collect()),
            6..12 => Some(latent(roll % 3).chain([(roll % known, 0)]).collect()),
            _ => None,
        }
    }

    /// What an execution counts, the steps apart.
    fn execution(&self, path: &[u64]) -> Sums {
        let blocked = self.at(path, 3).is_multiple_of(7);
        Sums {
            counts: Counts {
                complete: i64::from(!blocked),
                blocked: i64::from(blocked),
                events: 0,
            },
            hashes: self.at(path, 4),
        }
    }

    /// The branches that an execution, or another branch, has.
    fn branches(&self, of: u64, generation: u64) -> Vec<(u64, u64)> {
        let roll = hash(&[self.seed, of, 5]) % 24;
        let number = match roll {
            0 if generation < 4 => 2,
            1 | 2 if generation < 4 => 1,
            _ => 0,
        };
        (0..number)
            .map(|index| (hash(&[of, index, 6]), generation + 1))
            .collect()
    }

    fn branch(&self, branch: (u64, u64)) -> Sums {
        Sums {
            counts: Counts {
                complete: 1,
                blocked: 0,
                events: 2,
            },
            hashes: hash(&[self.seed, branch.0, 7]),
        }
    }

    fn kills(&self, path: &[u64]) -> bool {
        self.poison && self.at(path, 8).is_multiple_of(9)
    }

    /// Whether an execution teaches something that begins a new round.
    fn teaches(&self, path: &[u64]) -> bool {
        self.at(path, 9).is_multiple_of(11)
    }

    /// Whether it has at most `most` executions, branches apart.
    #[must_use]
    pub fn is_small(&self, most: usize) -> bool {
        let mut search = Search::new(self, &[], None, 0);
        while search.step(&mut Random::new(0)) {
            if search.executions > most {
                return false;
            }
        }
        true
    }

    /// All of it, by one, one after another.
    #[must_use]
    pub fn sequential(&self) -> Sums {
        let mut search = Search::new(self, &[], None, 0);
        while search.step(&mut Random::new(0)) {}
        assert!(search.requests.is_empty(), "nothing is above the root");
        let mut sums = search.sums;
        let mut branches = search.branches;
        while let Some(branch) = branches.pop() {
            sums.add(self.branch(branch));
            branches.extend(self.branches(branch.0, branch.1));
        }
        sums
    }
}

/// A frame of a search: its kids, and which of them is being explored.
struct Frame {
    kids: Vec<Key>,
    /// Those before it are explored.
    next: usize,
}

/// The exploration of an item.
struct Search<'a> {
    tree: &'a Tree,
    /// The steps before the first frame, and then those of the frames.
    path: Vec<Key>,
    frames: Vec<Frame>,
    /// How many nodes are above the first frame.
    base: usize,
    sums: Sums,
    executions: usize,
    requests: Vec<(usize, Vec<Key>)>,
    branches: Vec<(u64, u64)>,
    died: bool,
    learnt: bool,
}

impl<'a> Search<'a> {
    fn new(tree: &'a Tree, way: &[Key], start: Option<Key>, nodes_above: usize) -> Search<'a> {
        let mut search = Search {
            tree,
            path: way.to_vec(),
            frames: Vec::new(),
            base: nodes_above,
            sums: Sums::default(),
            executions: 0,
            requests: Vec::new(),
            branches: Vec::new(),
            died: false,
            learnt: false,
        };
        search.path.extend(start);
        search.sums.counts.events += i64::from(start.is_some());
        search.reach(&mut Random::new(0));
        search
    }

    fn classes(&self) -> Vec<u64> {
        self.path.iter().map(|key| key.0).collect()
    }

    /// Has reached a node: the end of an execution, or a new frame.
    fn reach(&mut self, random: &mut Random) {
        let classes = self.classes();
        let known = self.tree.known(&classes);
        if known > 0 {
            let mut kids: Vec<Key> = (0..known).map(|class| (class, 0)).collect();
            random.shuffle(&mut kids);
            self.frames.push(Frame { kids, next: 0 });
            return;
        }
        self.executions += 1;
        self.died |= self.tree.kills(&classes);
        self.learnt |= self.tree.teaches(&classes);
        self.sums.add(self.tree.execution(&classes));
        let of = self.tree.at(&classes, 10);
        self.branches.extend(self.tree.branches(of, 0));
        for depth in 0..classes.len() {
            let Some(mut keys) = self.tree.request(&classes, depth) else {
                continue;
            };
            random.shuffle(&mut keys);
            match depth.checked_sub(self.base) {
                None => self.requests.push((depth, keys)),
                Some(frame) => {
                    let kids = &mut self.frames[frame].kids;
                    if !kids.iter().any(|kid| keys.contains(kid)) {
                        kids.push(keys[0]);
                    }
                }
            }
        }
    }

    /// Steps of the path before the first frame.
    fn before(&self) -> usize {
        self.base
    }

    /// Goes on to the next execution. False if all is explored.
    fn step(&mut self, random: &mut Random) -> bool {
        loop {
            let Some(frame) = self.frames.last() else {
                return false;
            };
            self.path.truncate(self.before() + self.frames.len() - 1);
            if frame.next == frame.kids.len() {
                self.frames.pop();
                if let Some(frame) = self.frames.last_mut() {
                    frame.next += 1;
                }
                continue;
            }
            self.path.push(frame.kids[frame.next]);
            self.sums.counts.events += 1;
            let frames = self.frames.len();
            self.reach(random);
            if self.frames.len() == frames {
                if let Some(frame) = self.frames.last_mut() {
                    frame.next += 1;
                }
                self.path.pop();
                return true;
            }
        }
    }

    /// What is left.
    fn split(&self) -> Option<Split> {
        if !self
            .frames
            .iter()
            .any(|frame| frame.next < frame.kids.len())
        {
            return None;
        }
        let last = self.frames.len() - 1;
        let mut way = self.path[..self.before()].to_vec();
        let mut frames = Vec::new();
        for (index, frame) in self.frames.iter().enumerate() {
            let kids = frame.kids.iter().enumerate().map(|(place, key)| Kid {
                step: step_of(*key),
                fate: if place < frame.next {
                    Fate::Inside
                } else if place == frame.next && index < last {
                    Fate::OnWay
                } else {
                    Fate::Open(text_of(*key))
                },
            });
            frames.push(kids.collect());
            if index < last {
                way.push(frame.kids[frame.next]);
            }
        }
        let path = way.into_iter().map(text_of).collect::<Vec<_>>();
        Some(Split {
            path: path.join(" "),
            frames,
        })
    }
}

fn step_of(key: Key) -> Step {
    Step {
        key: text_of(key),
        data: text_of(key),
    }
}

fn branch_text(branch: (u64, u64)) -> Text {
    format!("{} {}", branch.0, branch.1)
}

/// Explores an item, up to `budget` executions. None if the item kills who does.
#[must_use]
pub fn explore(tree: &Tree, item: &Item, budget: usize, random: &mut Random) -> Option<Done> {
    let (report, died) = match (&item.trunk, &item.start) {
        (None, Some(start)) => (explore_branch(tree, start, random), false),
        _ => explore_tree(tree, item, budget, random),
    };
    if died {
        return None;
    }
    let digest = report.digest();
    Some(Done {
        item: item.id,
        job: item.job,
        round: item.round,
        timeline: item.timeline,
        micros: 7,
        findings: if report.counts.blocked > 0 {
            vec![Finding {
                key: "blocked".to_owned(),
                words: "an execution is blocked".to_owned(),
                replay: item.id.to_string(),
                executions: report.counts.blocked,
            }]
        } else {
            Vec::new()
        },
        report,
        digest,
    })
}

fn explore_branch(tree: &Tree, start: &str, random: &mut Random) -> Report {
    let (of, generation) = start.split_once(' ').expect("a branch of ours");
    let first = (
        of.parse().expect("a number"),
        generation.parse().expect("a number"),
    );
    let mut sums = Sums::default();
    let mut left = Vec::new();
    let mut inside = vec![first];
    while let Some(branch) = inside.pop() {
        sums.add(tree.branch(branch));
        for branch in tree.branches(branch.0, branch.1) {
            if random.percent(50) {
                inside.push(branch);
            } else {
                left.push(branch_text(branch));
            }
        }
    }
    Report {
        counts: sums.counts,
        results: sums.hashes.to_string(),
        split: None,
        branches: left,
        requests: Vec::new(),
        ends: false,
    }
}

fn explore_tree(tree: &Tree, item: &Item, budget: usize, random: &mut Random) -> (Report, bool) {
    let way: Vec<Key> = item.trunk.as_deref().map_or_else(Vec::new, |trunk| {
        let keys = trunk.split_whitespace().take(item.depth as usize);
        keys.map(key_of).collect()
    });
    let start = item.start.as_deref().map(key_of);
    if let Some(start) = start {
        assert!(
            item.elders.iter().all(|elder| key_of(&elder.key) != start),
            "an item is one of its elders"
        );
    }
    let nodes_above = if item.trunk.is_some() {
        way.len() + 1
    } else {
        0
    };
    let mut search = Search::new(tree, &way, start, nodes_above);
    while search.executions < budget && search.step(random) {}
    let mut requests: Vec<Request> = search
        .requests
        .iter()
        .map(|(depth, keys)| Request {
            depth: *depth as u32,
            steps: keys.iter().copied().map(step_of).collect(),
        })
        .collect();
    random.shuffle(&mut requests);
    let report = Report {
        counts: search.sums.counts,
        results: search.sums.hashes.to_string(),
        split: search.split(),
        branches: search.branches.iter().copied().map(branch_text).collect(),
        requests,
        ends: search.learnt,
    };
    (report, search.died)
}

/// Reads an export, with code of its own: every kid is accounted for, every request granted, every
/// item done once, and the totals are the sums of the reports.
///
/// # Errors
/// What is wrong.
pub fn certify(export: &str) -> Result<Sums, String> {
    let lines: Vec<Value> = export
        .lines()
        .map(|line| serde_json::from_str(line).map_err(|error| error.to_string()))
        .collect::<Result<_, _>>()?;
    let [head, records @ .., end] = &lines[..] else {
        return Err("there are no lines".to_owned());
    };
    if end["end"]["records"].as_u64() != Some(records.len() as u64) {
        return Err("records are missing".to_owned());
    }
    let of_kind = |kind: &'static str| records.iter().filter_map(move |line| line.get(kind));
    let number = |value: &Value| value.as_i64().unwrap_or(-1);
    let items: BTreeMap<i64, &Value> = of_kind("item")
        .map(|item| (number(&item["id"]), item))
        .collect();
    let trunks: BTreeMap<i64, &Value> = of_kind("trunk")
        .map(|trunk| (number(&trunk["id"]), trunk))
        .collect();
    let nodes: BTreeMap<i64, &Value> = of_kind("node")
        .map(|node| (number(&node["id"]), node))
        .collect();
    let mut kids: BTreeMap<i64, Vec<&Value>> = BTreeMap::new();
    for kid in of_kind("kid") {
        kids.entry(number(&kid["node"])).or_default().push(kid);
    }
    let mut reached: BTreeSet<i64> = BTreeSet::new();
    for (node, kids) in &kids {
        if !nodes.contains_key(node) {
            return Err(format!("kids of node {node}, which is not there"));
        }
        for (position, kid) in kids.iter().enumerate() {
            if number(&kid["position"]) != position as i64 {
                return Err(format!("node {node}: position {position} is missing"));
            }
            match kid["fate"].as_str() {
                Some("inside") => {}
                Some("way") => {
                    if !nodes.contains_key(&number(&kid["next"])) {
                        return Err(format!("node {node}: the next one is not there"));
                    }
                }
                Some("item") => {
                    let item = number(&kid["item"]);
                    let there = items.get(&item).is_some_and(|item| {
                        number(&item["node"]) == *node
                            && number(&item["position"]) == position as i64
                    });
                    if !there || !reached.insert(item) {
                        return Err(format!("item {item} is not one kid, once"));
                    }
                }
                _ => return Err("a fate is unknown".to_owned()),
            }
        }
        let keys: BTreeSet<&str> = kids.iter().filter_map(|kid| kid["key"].as_str()).collect();
        if keys.len() != kids.len() {
            return Err(format!("node {node} has two kids with one key"));
        }
    }
    let mut sums = Sums::default();
    let mut branches_made = 0;
    let mut branches = 0;
    let mut roots = 0;
    for (id, item) in &items {
        if item["state"] != "done" {
            return Err(format!("item {id} is not done"));
        }
        if item["node"].is_null() {
            if item["start"].is_null() {
                roots += 1;
            } else {
                branches += 1;
            }
        } else if !reached.contains(id) {
            return Err(format!("item {id} is no kid of a node"));
        }
        let text = item["report"].as_str().unwrap_or_default();
        if item["digest"].as_str() != Some(&hexadecimal(text)) {
            return Err(format!("item {id}: the digest is another"));
        }
        let report: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let count = |name: &str| number(&report["counts"][name]);
        sums.add(Sums {
            counts: Counts {
                complete: count("complete"),
                blocked: count("blocked"),
                events: count("events"),
            },
            hashes: report["results"]
                .as_str()
                .and_then(|hashes| hashes.parse().ok())
                .ok_or("results are not ours")?,
        });
        branches_made += report["branches"].as_array().map_or(0, Vec::len);
        for frame in report["split"]["frames"].as_array().into_iter().flatten() {
            for kid in frame.as_array().into_iter().flatten() {
                let Some(start) = kid["fate"].get("Open") else {
                    continue;
                };
                let made = items
                    .values()
                    .any(|other| number(&other["parent"]) == *id && other["start"] == *start);
                if !made {
                    return Err(format!("item {id}: a kid that it left open is not there"));
                }
            }
        }
        for request in report["requests"].as_array().into_iter().flatten() {
            let depth = request["depth"].as_u64().unwrap_or(u64::MAX) as usize;
            let node = trunks
                .get(&number(&item["trunk"]))
                .map_or(-1, |trunk| number(&trunk["nodes"][depth]));
            let keys: Vec<&Value> = request["steps"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|step| &step["key"])
                .collect();
            let there = kids.get(&node).into_iter().flatten();
            if !there.into_iter().any(|kid| keys.contains(&&kid["key"])) {
                return Err(format!(
                    "item {id}: a request at node {node} is not granted"
                ));
            }
        }
    }
    if roots != 1 || branches != branches_made {
        return Err(format!(
            "{roots} roots, and {branches} of {branches_made} branches"
        ));
    }
    let totals = &head["totals"];
    let same = number(&totals["complete"]) == sums.counts.complete
        && number(&totals["blocked"]) == sums.counts.blocked
        && number(&totals["events"]) == sums.counts.events
        && number(&totals["items"]) == items.len() as i64;
    if !same {
        return Err(format!("the totals are {totals}, and the sums {sums:?}"));
    }
    Ok(sums)
}

/// What goes wrong in a run, besides what always does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Nothing.
    Plain,
    /// What is learnt begins new rounds.
    Rounds,
    /// Some executions kill their workers.
    Poison,
    /// A person cancels the job.
    Cancelled,
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
    conclusions: Vec<(i32, Conclusion)>,
    /// What has arrived, and may arrive once more much later.
    arrived: Vec<(AgentId, Done)>,
    counted: BTreeSet<ItemId>,
    /// Who has an item, and until when.
    leases: BTreeMap<ItemId, (AgentId, Duration)>,
    last_round: i32,
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
                Duty::Conclude(drained) if !answer_is_lost => {
                    self.agents[agent].jobs.push(drained);
                }
                Duty::Conclude(_) => {}
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
        if let Some(drained) = self.agents[agent].jobs.pop() {
            let conclusion = self.conclusion(&drained)?;
            self.conclusions.push((drained.round, conclusion));
        }
        if self.conclusions.is_empty() {
            return Ok(());
        }
        let place = self.random.below(self.conclusions.len());
        let (round, conclusion) = self.conclusions[place].clone();
        if self.random.percent(50) {
            self.conclusions.swap_remove(place);
        }
        let before = (self.export()?, self.status()?);
        let committed = self
            .store
            .conclude(self.job, round, &conclusion)
            .map_err(words)?;
        let drained = before.1.state == JobState::Drained && before.1.round == round;
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
        Ok(Conclusion::Ended {
            state: format!("{hashes} {items}"),
            verdict: if drained.left == 0 {
                "verified"
            } else {
                "unknown"
            }
            .to_owned(),
            reason: None,
        })
    }

    fn check_end(&mut self) -> Outcome {
        let status = self.status()?;
        let export = self.export()?;
        match self.kind {
            Kind::Cancelled if status.state == JobState::Cancelled => return Ok(()),
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
pub fn run<S: Store>(store: &mut S, clock: Clock, seed: u64) -> Result<(), String> {
    let mut random = Random::new(seed);
    let kind = match random.below(10) {
        0..5 => Kind::Plain,
        5..8 => Kind::Rounds,
        8 => Kind::Poison,
        _ => Kind::Cancelled,
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

/// Works as an agent does until a job is over, without faults of its own. Those of the store are
/// waited for.
///
/// # Errors
/// If the store refuses something.
pub fn work<S: Store>(
    store: &mut S,
    job: JobId,
    tree: &Tree,
    seed: u64,
    lease: Duration,
) -> Result<u64, StoreError> {
    let mut random = Random::new(seed);
    let mut commits = 0;
    let patient = |error: StoreError| match error {
        StoreError::Away(_) => {
            std::thread::sleep(Duration::from_millis(20));
            Ok(())
        }
        refused => Err(refused),
    };
    let agent = loop {
        match store.enrol("worker", "build", 1) {
            Ok(agent) => break agent,
            Err(error) => patient(error)?,
        }
    };
    loop {
        let duties = match store.take(agent, 2, lease) {
            Ok(duties) => duties,
            Err(error) => {
                patient(error)?;
                continue;
            }
        };
        if duties.is_empty() {
            if !is_open(store, job)? {
                return Ok(commits);
            }
            if let Err(error) = store.wait(Duration::from_millis(20)) {
                patient(error)?;
            }
        }
        for duty in duties {
            match duty {
                Duty::Explore(item) => {
                    let budget = 1 + random.below(5);
                    let tree = tree.of_round(&item.state);
                    let Some(mut done) = explore(&tree, &item, budget, &mut random) else {
                        continue;
                    };
                    done.report.ends = false;
                    done.digest = done.report.digest();
                    loop {
                        match store.commit(agent, &done) {
                            Ok(committed) => {
                                commits += u64::from(committed == Committed::Counted);
                                break;
                            }
                            Err(error) => patient(error)?,
                        }
                    }
                }
                Duty::Conclude(drained) => {
                    let conclusion = Conclusion::Ended {
                        state: drained.state.clone(),
                        verdict: if drained.left == 0 {
                            "verified"
                        } else {
                            "unknown"
                        }
                        .to_owned(),
                        reason: None,
                    };
                    loop {
                        match store.conclude(job, drained.round, &conclusion) {
                            Ok(_) => break,
                            Err(error) => patient(error)?,
                        }
                    }
                }
            }
        }
    }
}

/// Whether a job is still explored, or to be concluded.
fn is_open<S: Store>(store: &mut S, job: JobId) -> Result<bool, StoreError> {
    loop {
        match store.status(job) {
            Ok(status) => {
                return Ok(!matches!(
                    status.state,
                    JobState::Ended | JobState::Cancelled
                ));
            }
            Err(StoreError::Away(_)) => std::thread::sleep(Duration::from_millis(20)),
            Err(refused) => return Err(refused),
        }
    }
}
