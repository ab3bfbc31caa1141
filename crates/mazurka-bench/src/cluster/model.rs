//! The simulation: agents as in `mazurka-check/src/command/cluster/agent`, and one store.
//!
//! The store has some processors, and a line in front of them. A take gives what is the least
//! deep. A commit is on disk when a flush has ended that began after it was served; all that come
//! meanwhile share the next one.
//!
//! An agent has one connection for takes and commits, one call at a time, and one for its heart.

use super::costs::Costs;
use super::work::Work;
use crate::simulate::agenda::Agenda;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};

/// Nanoseconds in a microsecond, a millisecond and a second.
const MICRO: f64 = 1e3;
const MILLI: u64 = 1_000_000;
const SECOND: u64 = 1_000_000_000;

/// As in the agent.
const MOST_TIME: u64 = 60 * SECOND;
const FLOOR: u64 = 50 * MILLI;
const FLOOR_FOR_OTHERS: u64 = 500 * MILLI;
const COMMITS: u64 = 20;
const IDLE: u64 = 500 * MILLI;
const LOOK: u64 = 20 * MILLI;

/// A cluster that is simulated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cluster {
    pub(super) agents: usize,
    /// Of each agent.
    pub(super) threads: usize,
    /// Processors of the store.
    pub(super) cores: usize,
    /// How long a lease holds, in seconds.
    pub(super) lease: f64,
    pub(super) costs: Costs,
}

/// What was simulated. Times are in seconds, of all threads where they are of threads.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Simulated {
    /// From the moment that the job is there to its end.
    pub(super) seconds: f64,
    /// Executing.
    pub(super) exploring: f64,
    /// Beginning with items, and blocked executions.
    pub(super) beginning: f64,
    /// Waiting for commits.
    pub(super) committing: f64,
    /// Items that were done.
    pub(super) items: u64,
    pub(super) takes: u64,
    pub(super) empty_takes: u64,
    pub(super) commits: u64,
    pub(super) heartbeats: u64,
    /// Processor time of the store.
    pub(super) serving: f64,
    /// The time that the disk was written to.
    pub(super) flushing: f64,
    /// The most items that were ready at once.
    pub(super) most_ready: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Event {
    Explored { slot: u32, turn: u32 },
    Woken { slot: u32, turn: u32 },
    Look(u32),
    Beat(u32),
    Arrives(u32),
    Served(u32),
    Flushed,
    Replied(u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Take(usize),
    Commit { begun: u64 },
    Beat { begun: u64 },
}

/// Something that the store is asked for.
struct Call<P> {
    kind: Kind,
    agent: usize,
    slot: usize,
    /// What a commit makes, or a take gives.
    pieces: Vec<P>,
    ready: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// It asks for work, or was asked to wait its turn.
    Asking,
    Paused,
    Exploring,
    Committing,
}

struct Slot<P> {
    state: State,
    /// Events of other turns are void.
    turn: u32,
    piece: Option<P>,
    since: u64,
    /// When what every item costs is over, and when all is.
    begun: u64,
    end: u64,
    asked: u64,
    is_told: bool,
    is_idle: bool,
    has_started: bool,
}

struct Agent<P> {
    queue: VecDeque<P>,
    /// Is its connection in use, and who waits for it?
    is_calling: bool,
    line: VecDeque<usize>,
    idle: usize,
    latency: u64,
    looks: bool,
}

/// Simulates a job.
pub(super) fn simulate<W: Work>(work: &mut W, cluster: &Cluster) -> Simulated {
    let slots = cluster.agents * cluster.threads;
    let mut run = Run {
        cluster: *cluster,
        each: nanoseconds(work.each()),
        execution: nanoseconds(work.execution()).max(1),
        work,
        agenda: Agenda::new(),
        now: 0,
        slots: (0..slots).map(|_| Slot::new()).collect(),
        agents: (0..cluster.agents).map(|_| Agent::new()).collect(),
        ready: BTreeMap::new(),
        next: 0,
        open: 0,
        free: cluster.cores,
        line: VecDeque::new(),
        calls: Vec::new(),
        spare: Vec::new(),
        flushing: None,
        unflushed: Vec::new(),
        told: Simulated::default(),
    };
    run.run()
}

fn nanoseconds(micros: f64) -> u64 {
    (micros * MICRO) as u64
}

fn seconds(nanoseconds: u64) -> f64 {
    nanoseconds as f64 / 1e9
}

impl<P> Slot<P> {
    fn new() -> Slot<P> {
        Slot {
            state: State::Asking,
            turn: 0,
            piece: None,
            since: 0,
            begun: 0,
            end: 0,
            asked: 0,
            is_told: false,
            is_idle: false,
            has_started: false,
        }
    }
}

impl<P> Agent<P> {
    fn new() -> Agent<P> {
        Agent {
            queue: VecDeque::new(),
            is_calling: false,
            line: VecDeque::new(),
            idle: 0,
            latency: 0,
            looks: false,
        }
    }
}

struct Run<'w, W: Work> {
    cluster: Cluster,
    work: &'w mut W,
    each: u64,
    execution: u64,
    agenda: Agenda<Event>,
    now: u64,
    slots: Vec<Slot<W::Piece>>,
    agents: Vec<Agent<W::Piece>>,
    /// By depth, and then by number.
    ready: BTreeMap<(u32, u64), W::Piece>,
    next: u64,
    open: u64,
    /// Processors that are free, and who waits for one.
    free: usize,
    line: VecDeque<u32>,
    calls: Vec<Call<W::Piece>>,
    spare: Vec<u32>,
    flushing: Option<Vec<u32>>,
    unflushed: Vec<u32>,
    told: Simulated,
}

impl<W: Work> Run<'_, W> {
    fn run(&mut self) -> Simulated {
        let whole = self.work.whole();
        self.add(whole);
        // Agents were not all started in the same moment.
        let every = self.heartbeat_every();
        for agent in 0..self.agents.len() {
            let share = every * agent as u64 / self.agents.len() as u64;
            self.agenda.add(share, Event::Beat(agent as u32));
        }
        for slot in 0..self.slots.len() {
            let share = IDLE * slot as u64 / self.slots.len() as u64;
            self.slots[slot].state = State::Paused;
            self.agenda.add(
                share,
                Event::Woken {
                    slot: slot as u32,
                    turn: 0,
                },
            );
        }
        while self.open > 0 {
            let Some((now, event)) = self.agenda.next() else {
                unreachable!("what is open is explored or taken");
            };
            self.now = now;
            self.happens(event);
        }
        let costs = self.cluster.costs;
        // One takes the job, and adds up.
        let conclusion = costs.round_trip * 2.0
            + costs.take
            + costs.start
            + costs.result * self.told.items as f64
            + costs.flush;
        self.told.seconds = seconds(self.now) + conclusion / 1e6;
        self.told
    }

    fn happens(&mut self, event: Event) {
        match event {
            Event::Explored { slot, turn } if self.slots[slot as usize].turn == turn => {
                self.explored(slot as usize);
            }
            Event::Woken { slot, turn } if self.slots[slot as usize].turn == turn => {
                self.ask(slot as usize);
            }
            Event::Explored { .. } | Event::Woken { .. } => {}
            Event::Look(agent) => self.look(agent as usize),
            Event::Beat(agent) => {
                let kind = Kind::Beat { begun: self.now };
                self.send(kind, agent as usize, 0, Vec::new());
            }
            Event::Arrives(call) => {
                self.line.push_back(call);
                self.serve();
            }
            Event::Served(call) => {
                self.free += 1;
                self.served(call);
                self.serve();
            }
            Event::Flushed => self.flushed(),
            Event::Replied(call) => self.replied(call),
        }
    }

    fn heartbeat_every(&self) -> u64 {
        ((self.cluster.lease / 8.0).clamp(0.1, 2.0) * 1e9) as u64
    }

    // The store.

    fn add(&mut self, piece: W::Piece) {
        self.ready
            .insert((self.work.depth(&piece), self.next), piece);
        self.next += 1;
        self.open += 1;
        self.told.most_ready = self.told.most_ready.max(self.ready.len());
    }

    fn trip(&self) -> u64 {
        nanoseconds(self.cluster.costs.round_trip / 2.0)
    }

    fn send(&mut self, kind: Kind, agent: usize, slot: usize, pieces: Vec<W::Piece>) {
        let call = Call {
            kind,
            agent,
            slot,
            pieces,
            ready: 0,
        };
        let number = match self.spare.pop() {
            Some(number) => {
                self.calls[number as usize] = call;
                number
            }
            None => {
                self.calls.push(call);
                self.calls.len() as u32 - 1
            }
        };
        self.agenda
            .add(self.now + self.trip(), Event::Arrives(number));
    }

    fn serve(&mut self) {
        while self.free > 0
            && let Some(call) = self.line.pop_front()
        {
            self.free -= 1;
            let costs = &self.cluster.costs;
            let cost = match self.calls[call as usize].kind {
                Kind::Take(_) if self.ready.is_empty() => costs.empty_take,
                Kind::Take(_) => costs.take,
                Kind::Commit { .. } => costs.commit,
                Kind::Beat { .. } => costs.heartbeat,
            };
            self.told.serving += cost / 1e6;
            let end = self.now + nanoseconds(cost);
            self.agenda.add(end, Event::Served(call));
        }
    }

    fn served(&mut self, number: u32) {
        let call = &mut self.calls[number as usize];
        match call.kind {
            Kind::Take(most) => {
                for _ in 0..most {
                    let Some((_, piece)) = self.ready.pop_first() else {
                        break;
                    };
                    call.pieces.push(piece);
                }
                self.told.takes += 1;
                self.told.empty_takes += u64::from(call.pieces.is_empty());
                self.reply(number);
            }
            Kind::Beat { .. } => {
                self.told.heartbeats += 1;
                call.ready = self.ready.len();
                self.reply(number);
            }
            Kind::Commit { .. } => {
                self.unflushed.push(number);
                self.begin_flush();
            }
        }
    }

    fn begin_flush(&mut self) {
        if self.flushing.is_none() && !self.unflushed.is_empty() {
            self.flushing = Some(std::mem::take(&mut self.unflushed));
            self.told.flushing += self.cluster.costs.flush / 1e6;
            let end = self.now + nanoseconds(self.cluster.costs.flush);
            self.agenda.add(end, Event::Flushed);
        }
    }

    fn flushed(&mut self) {
        for number in self.flushing.take().unwrap_or_default() {
            let call = &mut self.calls[number as usize];
            for piece in std::mem::take(&mut call.pieces) {
                self.add(piece);
            }
            self.open -= 1;
            self.told.commits += 1;
            self.told.items += 1;
            self.reply(number);
        }
        self.begin_flush();
    }

    fn reply(&mut self, number: u32) {
        self.agenda
            .add(self.now + self.trip(), Event::Replied(number));
    }

    fn replied(&mut self, number: u32) {
        self.spare.push(number);
        let call = &mut self.calls[number as usize];
        let (agent, slot, ready) = (call.agent, call.slot, call.ready);
        let pieces = std::mem::take(&mut call.pieces);
        match call.kind {
            Kind::Beat { begun } => {
                if ready < self.slots.len() {
                    let floor = self.floor(agent, FLOOR_FOR_OTHERS);
                    for slot in self.slots_of(agent) {
                        if self.age(slot).is_some_and(|age| age >= floor) {
                            self.split(slot);
                        }
                    }
                }
                if ready > 0 {
                    self.wake(agent);
                }
                let due = (begun + self.heartbeat_every()).max(self.now);
                self.agenda
                    .add(due.next_multiple_of(LOOK), Event::Beat(agent as u32));
            }
            Kind::Take(_) => {
                self.agents[agent].is_calling = false;
                let is_empty = pieces.is_empty();
                self.agents[agent].queue.extend(pieces);
                match is_empty {
                    true => self.pause(slot),
                    false => {
                        self.ask(slot);
                        self.wake(agent);
                    }
                }
                self.call_next(agent);
            }
            Kind::Commit { begun } => {
                let took = self.now - begun;
                let latency = &mut self.agents[agent].latency;
                *latency = match *latency {
                    0 => took,
                    before => before - before / 4 + took / 4,
                };
                self.told.committing += seconds(self.now - self.slots[slot].asked);
                self.agents[agent].is_calling = false;
                self.ask(slot);
                self.wake(agent);
                self.call_next(agent);
            }
        }
    }

    // The agent.

    fn slots_of(&self, agent: usize) -> std::ops::Range<usize> {
        agent * self.cluster.threads..(agent + 1) * self.cluster.threads
    }

    fn floor(&self, agent: usize, least: u64) -> u64 {
        (self.agents[agent].latency * COMMITS).max(least)
    }

    /// How long a slot has been at its item, if it was not told to split it.
    fn age(&self, slot: usize) -> Option<u64> {
        let slot = &self.slots[slot];
        let has_one = matches!(slot.state, State::Exploring | State::Committing);
        (has_one && !slot.is_told).then(|| self.now - slot.since)
    }

    fn split(&mut self, number: usize) {
        let execution = self.execution;
        let slot = &mut self.slots[number];
        slot.is_told = true;
        // It notices after an execution.
        let end = (slot.begun + execution).max(self.now);
        if slot.state == State::Exploring && end < slot.end {
            slot.end = end;
            slot.turn += 1;
            let turn = slot.turn;
            let slot = number as u32;
            self.agenda.add(end, Event::Explored { slot, turn });
        }
    }

    fn look(&mut self, agent: usize) {
        if self.agents[agent].idle == 0 || !self.agents[agent].queue.is_empty() {
            self.agents[agent].looks = false;
            return;
        }
        let oldest = self
            .slots_of(agent)
            .max_by_key(|slot| (self.age(*slot), Reverse(*slot)));
        let floor = self.floor(agent, FLOOR);
        if let Some(slot) = oldest
            && self.age(slot).is_some_and(|age| age >= floor)
        {
            self.split(slot);
        }
        self.agenda.add(self.now + LOOK, Event::Look(agent as u32));
    }

    fn wake(&mut self, agent: usize) {
        for slot in self.slots_of(agent) {
            if self.slots[slot].state == State::Paused {
                self.ask(slot);
            }
        }
    }

    /// Looks for something to do.
    fn ask(&mut self, number: usize) {
        let agent = number / self.cluster.threads;
        self.slots[number].turn += 1;
        self.slots[number].state = State::Asking;
        match self.agents[agent].queue.pop_front() {
            Some(piece) => self.begin(number, piece),
            None => {
                self.agents[agent].line.push_back(number);
                self.call_next(agent);
            }
        }
    }

    fn pause(&mut self, number: usize) {
        let agent = number / self.cluster.threads;
        let slot = &mut self.slots[number];
        if !slot.is_idle {
            slot.is_idle = true;
            self.agents[agent].idle += 1;
        }
        slot.state = State::Paused;
        slot.turn += 1;
        let turn = slot.turn;
        let end = self.now + IDLE;
        let slot = number as u32;
        self.agenda.add(end, Event::Woken { slot, turn });
        if !self.agents[agent].looks && self.agents[agent].queue.is_empty() {
            self.agents[agent].looks = true;
            let next = (self.now + 1).next_multiple_of(LOOK);
            self.agenda.add(next, Event::Look(agent as u32));
        }
    }

    /// The next of those who wait for the connection calls.
    fn call_next(&mut self, agent: usize) {
        while !self.agents[agent].is_calling
            && let Some(number) = self.agents[agent].line.pop_front()
        {
            if self.slots[number].state == State::Committing {
                self.agents[agent].is_calling = true;
                let piece = self.slots[number].piece.take();
                let all = self.slots[number].end - self.slots[number].begun;
                let pieces = match piece {
                    Some(piece) => self.made(&piece, all),
                    None => Vec::new(),
                };
                let kind = Kind::Commit { begun: self.now };
                self.send(kind, agent, number, pieces);
            } else if let Some(piece) = self.agents[agent].queue.pop_front() {
                // Another slot was faster, and has left something.
                self.begin(number, piece);
            } else {
                self.agents[agent].is_calling = true;
                let most = self.agents[agent].idle.max(1) + self.cluster.threads / 4;
                self.send(Kind::Take(most), agent, number, Vec::new());
            }
        }
    }

    /// What comes of a piece that was explored for so long.
    fn made(&mut self, piece: &W::Piece, explored: u64) -> Vec<W::Piece> {
        let rest = self.work.rest(piece);
        let micros = explored as f64 / MICRO;
        let is_all = nanoseconds(rest) <= explored;
        self.told.exploring += if is_all { rest } else { micros } / 1e6;
        let explored = if is_all { f64::INFINITY } else { micros };
        self.work.left(piece, explored)
    }

    fn begin(&mut self, number: usize, piece: W::Piece) {
        let agent = number / self.cluster.threads;
        let rest = nanoseconds(self.work.rest(&piece));
        let slot = &mut self.slots[number];
        if std::mem::take(&mut slot.is_idle) {
            self.agents[agent].idle -= 1;
        }
        let start = match std::mem::replace(&mut slot.has_started, true) {
            true => 0,
            false => nanoseconds(self.cluster.costs.start),
        };
        let before = self.each + start;
        self.told.beginning += seconds(before);
        slot.state = State::Exploring;
        slot.since = self.now;
        slot.is_told = false;
        slot.begun = self.now + before;
        slot.end = (slot.begun + rest).min((self.now + MOST_TIME).max(slot.begun + self.execution));
        slot.piece = Some(piece);
        slot.turn += 1;
        let (end, turn) = (slot.end, slot.turn);
        let slot = number as u32;
        self.agenda.add(end, Event::Explored { slot, turn });
    }

    fn explored(&mut self, number: usize) {
        let agent = number / self.cluster.threads;
        let slot = &mut self.slots[number];
        slot.state = State::Committing;
        slot.turn += 1;
        slot.asked = self.now;
        self.agents[agent].line.push_back(number);
        self.call_next(agent);
    }
}
