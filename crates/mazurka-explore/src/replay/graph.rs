//! Shorter schedules of an execution graph.
//!
//! What is left out must leave a graph that the memory model allows: a part that program
//! order, reads-from and everything that enables a step do not lead into from outside is one,
//! under every model. The order of the steps may be any that contains these relations. One in
//! which reads find what was written last is easiest to read, and if there is none, one in
//! which few of them do not.

use super::memory::{is_read, is_write};
use super::{Clock, Order, Ran, SHORTEN_MAX, depend, size};
use mazurka_program::{Edge, Finding, FindingKind, ObjectId, Operation, Turn};
use std::collections::BTreeMap;

/// Schedules that should show the same bug, as `shorter` does; `operations` are those of the
/// steps that access memory which is the explorer's. The rest is as in [`super::run_graph`].
#[must_use]
pub fn shorter_of_graph(
    start: &[Edge],
    steps: &[Ran],
    operations: &[Option<Operation>],
    idle_updates_write: bool,
    finding: &Finding,
) -> Vec<Vec<Turn>> {
    let is_long = steps.len() > SHORTEN_MAX || size(start, steps) > SHORTEN_MAX;
    if is_long || steps.len() != operations.len() || finding.kind == FindingKind::EventLimit {
        return Vec::new();
    }
    let Some(memory) = Relations::new(steps, operations, idle_updates_write) else {
        return Vec::new();
    };
    let order = Order::new(start, steps, &|before, step| {
        let is_read = memory.source[step] == Some(before);
        is_read || memory.depend(steps, before, step)
    });
    let process = finding.process.map(|process| process.index());
    let prefix = process.and_then(|process| order.processes.get(process));
    let mut untils: Vec<&Clock> = prefix.into_iter().collect();
    untils.push(&order.counts);
    let schedules = untils.into_iter();
    schedules
        .map(|until| linearise(&order, &memory, until))
        .collect()
}

/// What the steps have to do with memory.
struct Relations {
    /// The object of each step that accesses memory.
    objects: Vec<Option<ObjectId>>,
    /// Of each step that reads what another has written: that one.
    source: Vec<Option<usize>>,
    /// For each step: the place of what it reads in coherence order, and of what it writes.
    /// (Zero is what was there at first.)
    read: Vec<Option<usize>>,
    written: Vec<Option<usize>>,
    /// The steps that access an object.
    accesses: BTreeMap<ObjectId, Vec<usize>>,
}

impl Relations {
    /// None if the alternatives make no sense.
    fn new(
        steps: &[Ran],
        operations: &[Option<Operation>],
        idle_updates_write: bool,
    ) -> Option<Relations> {
        let count = steps.len();
        let mut relations = Relations {
            objects: vec![None; count],
            source: vec![None; count],
            read: vec![None; count],
            written: vec![None; count],
            accesses: BTreeMap::new(),
        };
        // The steps that wrote each object, in coherence order.
        let mut writes: BTreeMap<ObjectId, Vec<usize>> = BTreeMap::new();
        for (number, (step, operation)) in steps.iter().zip(operations).enumerate() {
            let Some(operation) = operation else {
                continue;
            };
            let object = operation.object;
            let written = writes.entry(object).or_default();
            let at = written.len().checked_sub(step.turn.alternative as usize)?;
            relations.objects[number] = Some(object);
            relations.accesses.entry(object).or_default().push(number);
            if is_read(operation) {
                let source = at.checked_sub(1);
                relations.source[number] = source.map(|at| written[at]);
                relations.read[number] = Some(0);
            }
            let mut touches = step.touches.iter();
            let touch = touches.find(|touch| touch.object == object);
            if touch.is_some_and(|touch| is_write(operation, touch, idle_updates_write)) {
                written.insert(at, number);
            }
        }
        for written in writes.values() {
            for (at, number) in written.iter().enumerate() {
                relations.written[*number] = Some(at + 1);
            }
        }
        for number in 0..count {
            if let Some(source) = relations.source[number] {
                relations.read[number] = relations.written[source];
            }
        }
        Some(relations)
    }

    /// Do two steps depend on one another, but for memory?
    fn depend(&self, steps: &[Ran], a: usize, b: usize) -> bool {
        match (self.objects[a], self.objects[b]) {
            (Some(x), Some(y)) if x == y => false,
            _ => depend(&steps[a].touches, &steps[b].touches),
        }
    }

    /// How many accesses that are left should come before this step, so that all read what was
    /// written last: writes that come before it in coherence order, and reads of these.
    fn early(&self, step: usize, is_left: &dyn Fn(usize) -> bool) -> (usize, usize) {
        let Some(at) = self.written[step] else {
            return (0, 0);
        };
        let object = self.objects[step].and_then(|object| self.accesses.get(&object));
        let (mut writes, mut reads) = (0, 0);
        for other in object.into_iter().flatten() {
            if *other == step || !is_left(*other) {
                continue;
            }
            match (self.written[*other], self.read[*other]) {
                (Some(their), _) if their < at => writes += 1,
                (None, Some(their)) if their < at => reads += 1,
                _ => {}
            }
        }
        (writes, reads)
    }

    /// The alternative of a step after those in `done`; `usual` where memory has no say.
    fn alternative(&self, step: usize, done: &[usize], usual: u32) -> u32 {
        let Some(object) = self.objects[step] else {
            return usual;
        };
        let Some(at) = self.read[step].or(self.written[step]) else {
            return usual;
        };
        let is_later = |other: &&usize| {
            self.objects[**other] == Some(object) && self.written[**other].is_some_and(|w| w > at)
        };
        u32::try_from(done.iter().filter(is_later).count()).unwrap_or(u32::MAX)
    }
}

/// The events up to `until`, so that reads find what was written last, if that can be; beside
/// that, it stays with one process for as long as it can.
fn linearise(order: &Order, memory: &Relations, until: &Clock) -> Vec<Turn> {
    let mut counts = vec![0; until.len()];
    let mut done: Vec<usize> = Vec::new();
    let mut schedule: Vec<Turn> = Vec::new();
    loop {
        let last = schedule.last().map(|turn| turn.process);
        let mut next: Option<(_, usize)> = None;
        for (number, (turn, clock)) in order.events.iter().enumerate() {
            let own = turn.process.index();
            let is_next = clock[own] == counts[own] + 1 && clock[own] <= until[own];
            let mut others = (0..until.len()).filter(|other| *other != own);
            if !is_next || others.any(|other| clock[other] > counts[other]) {
                continue;
            }
            let is_left = |other: usize| {
                let (turn, clock) = &order.events[other];
                let own = turn.process.index();
                clock[own] > counts[own] && clock[own] <= until[own]
            };
            let cost = (
                memory.early(number, &is_left),
                Some(turn.process) != last,
                number,
            );
            if next.as_ref().is_none_or(|(least, _)| cost < *least) {
                next = Some((cost, number));
            }
        }
        let Some((_, number)) = next else {
            return schedule;
        };
        let turn = order.events[number].0;
        counts[turn.process.index()] += 1;
        schedule.push(Turn {
            alternative: memory.alternative(number, &done, turn.alternative),
            ..turn
        });
        done.push(number);
    }
}
