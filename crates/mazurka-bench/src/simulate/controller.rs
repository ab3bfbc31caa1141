//! The thesis's central controller, simulated (Algorithms 3, 10 and 11).
//!
//! One controller keeps the frontier. It splits it up to twice as many execution
//! sequences as there are schedulers, and hands one to each scheduler that is idle,
//! with a budget. The scheduler explores what it owns of it until there is no more
//! or the budget is spent, and reports the rest, with the leaves that it planned
//! elsewhere, as disputed. Reports wait in line: the controller looks at one at a
//! time.

use super::agenda::Agenda;
use super::costs::Costs;
use super::exploration::{Exploration, Plan};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, VecDeque};

/// What a simulation tells.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Controlled {
    /// From the first assignment to the end of the last execution.
    pub(crate) nanoseconds: u64,
    /// What of that all schedulers together spent on executions,
    pub(crate) exploring: u64,
    /// and the controller on reports.
    pub(crate) controlling: u64,
    pub(crate) reports: u64,
    /// Reports that were made because the budget was spent.
    pub(crate) spent: u64,
    pub(crate) disputes: u64,
    /// Disputed leaves that became the scheduler's.
    pub(crate) claimed: u64,
    /// Sequences that were split off.
    pub(crate) partitions: u64,
}

/// Explores with so many schedulers, each of which has `budget` nanoseconds for an
/// assignment when all others are busy.
pub(super) fn simulate(
    exploration: &Exploration,
    costs: &Costs,
    schedulers: u32,
    budget: u64,
) -> Controlled {
    let first = Owned {
        execution: 0,
        base: 0,
    };
    let mut simulation = Simulation {
        exploration,
        costs,
        budget,
        agenda: Agenda::new(),
        schedulers: (0..schedulers).map(|_| Scheduler::default()).collect(),
        idle: (0..schedulers).rev().collect(),
        unassigned: VecDeque::from([Sequence::of(first)]),
        divisible: 0,
        reports: VecDeque::new(),
        is_busy: false,
        known: vec![None; exploration.len()],
        ended: 0,
        result: Controlled::default(),
    };
    simulation.assign(0);
    while let Some((time, event)) = simulation.agenda.next() {
        match event {
            Event::Ended(s) => simulation.ended(s, time),
            Event::Served => simulation.served(time),
        }
    }
    assert_eq!(simulation.ended, exploration.len(), "each execution once");
    simulation.result
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The execution of a scheduler has ended.
    Ended(u32),
    /// The controller is done with a report.
    Served,
}

/// An owned leaf sequence, by the execution that it leads to. What that plans after
/// `base` events or more is owned as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Owned {
    execution: u32,
    base: u32,
}

/// An execution sequence of the frontier.
#[derive(Debug)]
struct Sequence {
    /// Its owned leaves; that with the shortest prefix is last, and among those the
    /// smallest. There is at least one.
    leaves: Vec<Owned>,
    /// Leaves were split off after so many events, so that what is planned there
    /// or above is not the sequence's alone any more.
    split: Option<u32>,
}

impl Sequence {
    fn of(owned: Owned) -> Sequence {
        Sequence {
            leaves: vec![owned],
            split: None,
        }
    }

    fn new(mut leaves: Vec<Owned>, exploration: &Exploration) -> Sequence {
        let key = |owned: &Owned| (exploration.get(owned.execution).fresh, owned.execution);
        leaves.sort_unstable_by_key(|owned| Reverse(key(owned)));
        Sequence {
            leaves,
            split: None,
        }
    }

    fn is_divisible(&self) -> bool {
        self.leaves.len() > 1
    }

    /// Algorithm 10, lines 4-9: splits off the smallest leaf of the smallest prefix.
    fn split(&mut self, exploration: &Exploration) -> Owned {
        let Owned { execution, .. } = self.leaves.pop().expect("there is a leaf");
        let branch = exploration.get(execution);
        self.split = self.split.max(Some(branch.fresh));
        Owned {
            execution,
            base: branch.leaf,
        }
    }

    /// The leaves, with what is still owned.
    fn into_owned(self, exploration: &Exploration) -> impl Iterator<Item = Owned> {
        let split = self.split;
        self.leaves.into_iter().map(move |owned| {
            let branch = exploration.get(owned.execution);
            let base = match split {
                Some(split) if branch.fresh > split => owned.base.max(split + 1),
                Some(_) => branch.leaf,
                None => owned.base,
            };
            Owned { base, ..owned }
        })
    }
}

#[derive(Debug, Default)]
struct Scheduler {
    current: Option<Owned>,
    pending: BinaryHeap<Reverse<Owned>>,
    disputed: BTreeSet<u32>,
    /// When it got its sequence,
    assigned: u64,
    /// and when the budget for that is spent.
    deadline: u64,
}

struct Simulation<'a> {
    exploration: &'a Exploration,
    costs: &'a Costs,
    budget: u64,
    agenda: Agenda<Event>,
    schedulers: Vec<Scheduler>,
    idle: Vec<u32>,
    /// The execution sequences of the frontier that nobody explores, the oldest
    /// first.
    unassigned: VecDeque<Sequence>,
    /// How many of them have more than one leaf.
    divisible: usize,
    /// Who has reported.
    reports: VecDeque<u32>,
    is_busy: bool,
    /// For each execution, since when it has been planned.
    known: Vec<Option<u64>>,
    ended: usize,
    result: Controlled,
}

impl Simulation<'_> {
    fn scheduler(&mut self, s: u32) -> &mut Scheduler {
        &mut self.schedulers[s as usize]
    }

    fn begin(&mut self, s: u32, owned: Owned, time: u64) {
        let alone = self.exploration.get(owned.execution).cost;
        let cost = self.costs.execution(alone, self.schedulers.len() as u32);
        self.scheduler(s).current = Some(owned);
        self.result.exploring += cost;
        self.agenda.add(time + cost, Event::Ended(s));
    }

    /// Algorithm 11: goes on with what the scheduler owns, or reports.
    fn ended(&mut self, s: u32, time: u64) {
        self.ended += 1;
        self.result.nanoseconds = time;
        let exploration = self.exploration;
        let scheduler = &mut self.schedulers[s as usize];
        let Owned { execution, base } = scheduler.current.expect("it ran one");
        for &Plan { execution, frame } in exploration.plans(execution) {
            let known = &mut self.known[execution as usize];
            if frame < base {
                // The scheduler knows what the tree had when it got its part of it.
                if known.is_none_or(|since| since > scheduler.assigned) {
                    scheduler.disputed.insert(execution);
                }
            } else if known.is_none() {
                *known = Some(time);
                scheduler.pending.push(Reverse(Owned { execution, base }));
            }
        }
        let is_spent = time > scheduler.deadline;
        if !is_spent && let Some(Reverse(owned)) = scheduler.pending.pop() {
            self.begin(s, owned, time);
            return;
        }
        self.result.spent += u64::from(!scheduler.pending.is_empty());
        self.reports.push_back(s);
        if !self.is_busy {
            self.serve(time);
        }
    }

    /// Starts with the oldest report: disputed leaves that are not in the execution
    /// tree yet belong to who reported them.
    fn serve(&mut self, time: u64) {
        let Some(s) = self.reports.pop_front() else {
            return;
        };
        self.is_busy = true;
        self.idle.push(s);
        let exploration = self.exploration;
        let scheduler = &mut self.schedulers[s as usize];
        let disputed = std::mem::take(&mut scheduler.disputed);
        let disputes = disputed.len() as u64;
        let pending = scheduler.pending.drain().map(|Reverse(owned)| owned);
        let mut rest: Vec<Owned> = pending.collect();
        for execution in disputed {
            let known = &mut self.known[execution as usize];
            if known.is_none() {
                *known = Some(time);
                let base = exploration.get(execution).leaf;
                rest.push(Owned { execution, base });
                self.result.claimed += 1;
            }
        }
        if !rest.is_empty() {
            let sequence = Sequence::new(rest, exploration);
            self.divisible += usize::from(sequence.is_divisible());
            self.unassigned.push_back(sequence);
        }
        let partitions = self.partition();
        let cost = self.costs.controller_report
            + self.costs.controller_dispute * disputes
            + self.costs.controller_partition * partitions;
        self.result.reports += 1;
        self.result.disputes += disputes;
        self.result.partitions += partitions;
        self.result.controlling += cost;
        self.agenda.add(time + cost, Event::Served);
    }

    /// Algorithm 10: splits sequences with several owned leaves, as long as the
    /// frontier is small. Returns how many were split off.
    fn partition(&mut self) -> u64 {
        let assigned = self.schedulers.len() - self.idle.len();
        let largest = 2 * self.schedulers.len();
        let mut partitions = 0;
        let mut i = 0;
        while self.divisible > 0 && i < self.unassigned.len() {
            let room = largest.saturating_sub(assigned + self.unassigned.len());
            if room == 0 {
                break;
            }
            let count = room.min(self.unassigned[i].leaves.len() - 1);
            for _ in 0..count {
                let owned = self.unassigned[i].split(self.exploration);
                self.unassigned.push_back(Sequence::of(owned));
            }
            if count > 0 && !self.unassigned[i].is_divisible() {
                self.divisible -= 1;
            }
            partitions += count as u64;
            i += 1;
        }
        partitions
    }

    fn served(&mut self, time: u64) {
        self.result.nanoseconds = time;
        self.is_busy = false;
        self.assign(time);
        self.serve(time);
    }

    /// Algorithm 3, lines 7-10: a sequence for everybody who is idle, and the less
    /// time for it the more there are.
    fn assign(&mut self, time: u64) {
        while !self.idle.is_empty()
            && let Some(sequence) = self.unassigned.pop_front()
        {
            self.divisible -= usize::from(sequence.is_divisible());
            let budget = self.budget / self.idle.len() as u64;
            let s = self.idle.pop().expect("somebody is idle");
            let start = time + self.costs.wake;
            let owned = sequence.into_owned(self.exploration);
            let scheduler = self.scheduler(s);
            scheduler.assigned = time;
            scheduler.deadline = start + budget;
            scheduler.pending = owned.map(Reverse).collect();
            let Reverse(first) = scheduler.pending.pop().expect("a sequence has a leaf");
            let events = self.exploration.get(first.execution).fresh;
            let take = self.costs.take_base + self.costs.take_per_event * u64::from(events);
            self.begin(s, first, start + take);
        }
    }
}
