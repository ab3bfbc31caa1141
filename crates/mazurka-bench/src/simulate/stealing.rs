//! Schedulers that share the execution tree and steal from one another, simulated
//! (`mazurka-parallel`, with `mazurka_explore::shared`).
//!
//! A scheduler owns the subtree below the leaf that it took (or what is left of
//! it), and explores it like the sequential algorithm. What it plans above its base
//! is disputed. The part of the tree that is shared consists of segments, each a log
//! of branches that only grows, and of which schedulers have copies. A scheduler looks
//! there whether the sequence is covered; if not, it claims it. That fails if others
//! have appended to the same node meanwhile; the scheduler then reads what they
//! appended, and looks again. A branch that was appended is a leaf in its queue.
//!
//! A scheduler without work takes the newest leaf of its queue, steals the older half
//! of another's, or waits. As long as more wait than it has leaves in its queue, a
//! scheduler publishes, after each execution, the pending branches of the shallowest
//! frame that it owns.

use super::agenda::Agenda;
use super::costs::Costs;
use super::exploration::{Exploration, Plan};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap, VecDeque};

/// What a simulation tells.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Stealing {
    /// From the beginning of the first execution to the end of the last.
    pub(crate) nanoseconds: u64,
    /// What of that all schedulers together spent on executions,
    pub(crate) exploring: u64,
    /// and on reading what others had appended.
    pub(crate) reading: u64,
    /// Sequences that were looked for in copies of segments.
    pub(crate) looks: u64,
    /// Branches that were appended to a segment,
    pub(crate) claims: u64,
    /// how often that failed,
    pub(crate) disputes: u64,
    /// and how long it was waited for locks of segments.
    pub(crate) locked: u64,
    pub(crate) publishes: u64,
    /// Leaves that were begun with.
    pub(crate) takes: u64,
    pub(crate) steals: u64,
}

/// Explores with so many schedulers.
pub(super) fn simulate(exploration: &Exploration, costs: &Costs, schedulers: u32) -> Stealing {
    let mut simulation = Simulation {
        exploration,
        costs,
        agenda: Agenda::new(),
        schedulers: (0..schedulers).map(|_| Scheduler::default()).collect(),
        idle: (1..schedulers).rev().collect(),
        hungry: schedulers as usize - 1,
        victims: BTreeSet::new(),
        segments: Vec::new(),
        places: vec![Place::Nowhere; exploration.len()],
        ended: 0,
        result: Stealing::default(),
    };
    simulation.begin(0, 0, 0);
    while let Some((time, event)) = simulation.agenda.next() {
        match event {
            Event::Ended(s) => simulation.ended(s, time),
            Event::Planning(s) => simulation.plan(s, time),
            Event::Claiming(s) => simulation.claimed(s, time),
            Event::Planned(s) => simulation.planned(s, time),
            Event::Published(s) => simulation.published(s, time),
            Event::Woken(s) => simulation.look_elsewhere(s, time),
        }
    }
    assert_eq!(simulation.ended, exploration.len(), "each execution once");
    simulation.result
}

/// What happens to a scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// Its execution has ended.
    Ended(u32),
    /// It goes on with what its execution plans.
    Planning(u32),
    /// It has asked for a branch to be appended, and it is its turn.
    Claiming(u32),
    /// It is done with what its execution plans.
    Planned(u32),
    /// What it gives away is in the shared tree.
    Published(u32),
    /// It was waiting, and looks for work.
    Woken(u32),
}

/// Where an execution is planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Nowhere,
    /// By a scheduler that owns what is around.
    Owned,
    /// In a segment that has so many packets since.
    In(usize, usize),
}

/// A leaf of the shared tree that nobody has taken: the execution that it leads to,
/// and the segment that it is in.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    execution: u32,
    segment: usize,
}

/// A part of the shared tree.
#[derive(Debug)]
struct Segment {
    /// The part above, which ends where this one begins.
    parent: Option<usize>,
    /// It begins after so many events.
    start: u32,
    /// How many nodes the first packets of its log have, for each number of packets.
    nodes: Vec<u64>,
    /// The executions that the packets after the first lead to.
    branches: Vec<u32>,
    /// When its lock is free.
    free_at: u64,
}

impl Segment {
    /// How many packets its log has.
    fn version(&self) -> usize {
        self.nodes.len() - 1
    }

    fn append(&mut self, execution: u32, nodes: u32) -> usize {
        let so_far = self.nodes[self.version()];
        self.nodes.push(so_far + u64::from(nodes));
        self.branches.push(execution);
        self.version()
    }

    /// What it costs to read what comes after so many packets.
    fn reading(&self, version: usize, costs: &Costs) -> u64 {
        let nodes = self.nodes[self.version()] - self.nodes[version];
        let packets = (self.version() - version) as u64;
        costs.read_per_packet * packets + costs.read_per_node * nodes
    }

    /// The executions whose branches were appended after so many packets, of which
    /// the first is that of the publisher.
    fn after(&self, version: usize) -> &[u32] {
        &self.branches[version - 1..]
    }
}

/// A segment on the way to what a scheduler owns, of which it has so many packets.
#[derive(Clone, Copy, Debug)]
struct Region {
    segment: usize,
    version: usize,
}

#[derive(Debug, Default)]
struct Scheduler {
    /// The execution that it runs, or ran last.
    execution: Option<u32>,
    /// It has planned so much of what that plans.
    planned: usize,
    /// It owns what lies after so many events of that;
    base: u32,
    /// what comes before is shared.
    regions: Vec<Region>,
    /// So many packets it has of other segments.
    copies: HashMap<usize, usize>,
    /// What it has still to explore of what it owns.
    pending: BinaryHeap<Reverse<Plan>>,
    /// Leaves that it made or stole, the oldest first.
    queue: VecDeque<Leaf>,
    /// Leaves on their way to the queue.
    leaves: Vec<Leaf>,
}

struct Simulation<'a> {
    exploration: &'a Exploration,
    costs: &'a Costs,
    agenda: Agenda<Event>,
    schedulers: Vec<Scheduler>,
    /// Schedulers that wait; who came last is woken first.
    idle: Vec<u32>,
    /// How many have no work: those, and who has just been woken.
    hungry: usize,
    /// Schedulers that have leaves in their queues.
    victims: BTreeSet<u32>,
    segments: Vec<Segment>,
    /// Where each execution is planned.
    places: Vec<Place>,
    ended: usize,
    result: Stealing,
}

impl Simulation<'_> {
    fn scheduler(&mut self, s: u32) -> &mut Scheduler {
        &mut self.schedulers[s as usize]
    }

    /// Starts an execution.
    fn begin(&mut self, s: u32, execution: u32, time: u64) {
        let alone = self.exploration.get(execution).cost;
        let cost = self.costs.execution(alone, self.schedulers.len() as u32);
        self.scheduler(s).execution = Some(execution);
        self.result.exploring += cost;
        self.agenda.add(time + cost, Event::Ended(s));
    }

    fn ended(&mut self, s: u32, time: u64) {
        self.ended += 1;
        self.result.nanoseconds = time;
        self.scheduler(s).planned = 0;
        self.plan(s, time);
    }

    /// Goes on with what the execution plans, until that is done or the scheduler has
    /// to see at a later time what others have done.
    fn plan(&mut self, s: u32, time: u64) {
        let exploration = self.exploration;
        let scheduler = &self.schedulers[s as usize];
        let execution = scheduler.execution.expect("it ran one");
        let mut now = time;
        for plan in &exploration.plans(execution)[scheduler.planned..] {
            if self.must_claim(s, *plan) {
                if now == time {
                    self.claim(s, *plan, time);
                } else {
                    self.agenda.add(now, Event::Planning(s));
                }
                return;
            }
            let scheduler = &mut self.schedulers[s as usize];
            scheduler.planned += 1;
            let place = &mut self.places[plan.execution as usize];
            if plan.frame < scheduler.base {
                self.result.looks += 1;
                now += self.costs.look;
            } else if *place == Place::Nowhere {
                *place = Place::Owned;
                scheduler.pending.push(Reverse(*plan));
            }
        }
        self.agenda.add(now, Event::Planned(s));
    }

    /// The segment of which what comes after the first `frame` events is a part, as a
    /// number among the scheduler's regions.
    fn region_of(&self, s: u32, frame: u32) -> usize {
        let regions = &self.schedulers[s as usize].regions;
        let is_before = |region: &Region| self.segments[region.segment].start <= frame;
        regions.partition_point(is_before) - 1
    }

    /// Is the plan not covered, as far as the scheduler knows, by anything that is
    /// shared?
    fn must_claim(&self, s: u32, plan: Plan) -> bool {
        let scheduler = &self.schedulers[s as usize];
        if plan.frame >= scheduler.base {
            return false;
        }
        let region = scheduler.regions[self.region_of(s, plan.frame)];
        match self.places[plan.execution as usize] {
            Place::Nowhere => true,
            Place::Owned => false,
            Place::In(segment, version) => segment == region.segment && version > region.version,
        }
    }

    /// Asks for a branch to be appended: looks for it, makes a packet, and waits in
    /// line for the segment's lock.
    fn claim(&mut self, s: u32, plan: Plan, time: u64) {
        let number = self.region_of(s, plan.frame);
        let region = self.schedulers[s as usize].regions[number];
        let segment = &mut self.segments[region.segment];
        self.result.looks += 1;
        let asked = time + self.costs.look + self.costs.claim;
        let entered = asked.max(segment.free_at);
        self.result.locked += entered - asked;
        segment.free_at = entered + self.costs.lock;
        self.agenda.add(segment.free_at, Event::Claiming(s));
    }

    /// It was the scheduler's turn: appends the branch, or reads what others have
    /// appended since it last looked.
    fn claimed(&mut self, s: u32, time: u64) {
        let scheduler = &self.schedulers[s as usize];
        let execution = scheduler.execution.expect("it ran one");
        let plan = self.exploration.plans(execution)[scheduler.planned];
        let number = self.region_of(s, plan.frame);
        let scheduler = &mut self.schedulers[s as usize];
        let region = &mut scheduler.regions[number];
        let segment = &mut self.segments[region.segment];
        let reading = segment.reading(region.version, self.costs);
        self.result.reading += reading;
        let branch = self.exploration.get(plan.execution);
        // Did somebody begin a branch at the same node?
        let is_disputed = segment.after(region.version).iter().any(|&other| {
            self.exploration.get(other).fresh == branch.fresh
                && self.exploration.shared(other, plan.execution) >= branch.fresh
        });
        if is_disputed {
            region.version = segment.version();
            self.result.disputes += 1;
            self.agenda.add(time + reading, Event::Planning(s));
            return;
        }
        region.version = segment.append(plan.execution, branch.leaf - branch.fresh);
        self.places[plan.execution as usize] = Place::In(region.segment, region.version);
        scheduler.queue.push_back(Leaf {
            execution: plan.execution,
            segment: region.segment,
        });
        scheduler.planned += 1;
        self.result.claims += 1;
        self.wake_others(s, time);
        self.agenda.add(time + reading, Event::Planning(s));
    }

    /// Shares something if others have nothing, and goes on.
    fn planned(&mut self, s: u32, time: u64) {
        let scheduler = &self.schedulers[s as usize];
        // The one leaf that it goes on with anyway, a scheduler keeps.
        if self.hungry > scheduler.queue.len() && scheduler.pending.len() > 1 {
            let nodes = self.publish(s);
            let cost = self.costs.publish_base + self.costs.publish_per_node * nodes;
            self.agenda.add(time + cost, Event::Published(s));
        } else {
            self.next(s, time);
        }
    }

    /// Gives away the pending branches of the shallowest frame that has any: returns
    /// how many nodes that adds to the shared tree.
    fn publish(&mut self, s: u32) -> u64 {
        let exploration = self.exploration;
        let segment = self.segments.len();
        let scheduler = &mut self.schedulers[s as usize];
        let pending = scheduler.pending.iter();
        let depths = pending.map(|Reverse(plan)| exploration.get(plan.execution).fresh);
        let frame = depths.min().expect("something is pending");
        let start = scheduler.base;
        let mut nodes = frame + 1 - start;
        // What the scheduler would have explored next is the newest leaf.
        for Reverse(plan) in std::mem::take(&mut scheduler.pending).into_sorted_vec() {
            if plan.frame > frame {
                scheduler.pending.push(Reverse(plan));
                continue;
            }
            let execution = plan.execution;
            let branch = exploration.get(execution);
            nodes += branch.leaf - branch.fresh;
            scheduler.leaves.push(Leaf { execution, segment });
            self.places[execution as usize] = Place::In(segment, 1);
        }
        let parent = scheduler.regions.last().map(|region| region.segment);
        scheduler.regions.push(Region {
            segment,
            version: 1,
        });
        scheduler.base = frame + 1;
        self.segments.push(Segment {
            parent,
            start,
            nodes: vec![0, u64::from(nodes)],
            branches: Vec::new(),
            free_at: 0,
        });
        self.result.publishes += 1;
        u64::from(nodes)
    }

    fn published(&mut self, s: u32, time: u64) {
        let scheduler = self.scheduler(s);
        scheduler.queue.extend(scheduler.leaves.drain(..));
        self.next(s, time);
    }

    /// Goes on with what the scheduler owns, or else with the newest leaf of its
    /// queue, or else with another's.
    fn next(&mut self, s: u32, time: u64) {
        if let Some(Reverse(plan)) = self.scheduler(s).pending.pop() {
            self.begin(s, plan.execution, time);
            self.wake_others(s, time);
        } else if let Some(leaf) = self.scheduler(s).queue.pop_back() {
            self.take(s, leaf, time);
        } else {
            self.hungry += 1;
            self.look_elsewhere(s, time);
        }
    }

    /// Begins with a leaf that is the scheduler's from now on.
    fn take(&mut self, s: u32, leaf: Leaf, time: u64) {
        let branch = *self.exploration.get(leaf.execution);
        let scheduler = &self.schedulers[s as usize];
        let last = scheduler.execution;
        let shared = last.map_or(0, |last| self.exploration.shared(last, leaf.execution));
        let events = branch.fresh.saturating_sub(shared.min(scheduler.base));
        let reading = self.enter(s, leaf.segment);
        self.scheduler(s).base = branch.leaf;
        let replay = self.costs.take_per_event * u64::from(events);
        self.result.takes += 1;
        self.result.reading += reading;
        let start = time + self.costs.take_base + replay + reading;
        self.begin(s, leaf.execution, start);
        self.wake_others(s, time);
    }

    /// Makes the scheduler's regions those of the way to a segment: returns what it
    /// costs to read what it does not know.
    fn enter(&mut self, s: u32, segment: usize) -> u64 {
        let mut way = vec![segment];
        while let Some(parent) = self.segments[way[way.len() - 1]].parent {
            way.push(parent);
        }
        let scheduler = &mut self.schedulers[s as usize];
        let regions = scheduler.regions.drain(..);
        let known = regions.map(|region| (region.segment, region.version));
        scheduler.copies.extend(known);
        let mut reading = 0;
        for segment in way.into_iter().rev() {
            let version = self.segments[segment].version();
            let known = scheduler.copies.get(&segment).copied().unwrap_or(0);
            reading += self.segments[segment].reading(known, self.costs);
            scheduler.regions.push(Region { segment, version });
        }
        reading
    }

    /// Steals the older half of the leaves of the next scheduler that has some, or
    /// waits.
    fn look_elsewhere(&mut self, s: u32, time: u64) {
        let mut after = self.victims.range(s + 1..);
        let Some(&victim) = after.next().or(self.victims.first()) else {
            self.idle.push(s);
            return;
        };
        let from = &mut self.schedulers[victim as usize].queue;
        let half = from.len().div_ceil(2);
        let stolen: Vec<Leaf> = from.drain(..half).collect();
        if from.is_empty() {
            self.victims.remove(&victim);
        }
        let count = self.schedulers.len() as u32;
        let looked_at = u64::from((victim + count - s) % count);
        let scheduler = self.scheduler(s);
        scheduler.queue.extend(stolen);
        let leaf = scheduler.queue.pop_back().expect("half of some is some");
        self.hungry -= 1;
        self.result.steals += 1;
        self.take(s, leaf, time + self.costs.steal * looked_at);
    }

    /// Wakes one of those who wait for each leaf in the scheduler's queue.
    fn wake_others(&mut self, s: u32, time: u64) {
        let leaves = self.scheduler(s).queue.len();
        match leaves {
            0 => self.victims.remove(&s),
            _ => self.victims.insert(s),
        };
        let asleep = self.idle.len().saturating_sub(leaves);
        for woken in self.idle.drain(asleep..).rev() {
            self.agenda.add(time + self.costs.wake, Event::Woken(woken));
        }
    }
}
