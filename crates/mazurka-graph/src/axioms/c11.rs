//! RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017), and release/acquire.
//!
//! - `hb` is program order and synchronisation. A write releases what happens before it, or, if it
//!   is relaxed, what happens before the last release fence; an update passes on what it read
//!   (release sequences, as C++20 has them: another store ends one). A read acquires that, or, if
//!   it is relaxed, the next acquire fence does.
//! - Coherence: `hb; eco?` has no cycle. For an event that nothing happens after, that is a bound on
//!   the write it reads, or is placed behind.
//! - `psc` has no cycle.
//! - Program order and reads-from have no cycle: the search adds nothing else.
//!
//! Under release/acquire every access of memory is an acquire, a release or both, and no more.
//! Fences are as in RC11.

use super::Axioms;
use crate::branches::close;
use crate::clock::Clock;
use crate::graph::{Event, Graph, Id, NOWHERE, Role};
use mazurka_memory::Model;
use mazurka_program::{Kind, Order};

pub(super) struct C11 {
    is_ra: bool,
}

impl C11 {
    pub(super) fn new(model: Model) -> C11 {
        C11 {
            is_ra: model == Model::Ra,
        }
    }

    fn acquires(&self, event: &Event) -> bool {
        match event.operation.order {
            // What failed learnt nothing that it could rely on.
            None => !matches!(
                (event.operation.kind, event.role),
                (
                    Kind::TryLock
                        | Kind::TryLockShared
                        | Kind::TryAcquire
                        | Kind::NotifyOne
                        | Kind::NotifyAll,
                    Role::Read
                )
            ),
            Some(_) => self.is_ra || event.order().acquires(),
        }
    }

    fn releases(&self, event: &Event) -> bool {
        self.is_ra || event.operation.order.is_none_or(Order::releases)
    }

    /// Does a fence that is sequentially consistent happen before an event?
    fn has_fence_before(&self, graph: &Graph, event: &Event) -> bool {
        graph.threads.iter().any(|thread| {
            thread.iter().enumerate().any(|(index, fence)| {
                is_fence(fence)
                    && self.is_strict(fence)
                    && happens_before(Id::new(fence.turn.process.index(), index), event)
            })
        })
    }

    /// Is it in the one order of all that is sequentially consistent?
    fn is_strict(&self, event: &Event) -> bool {
        let is_memory = event.operation.kind != Kind::Fence;
        event.is_weak()
            && event.order() == Order::SequentiallyConsistent
            && !(self.is_ra && is_memory)
    }
}

fn is_fence(event: &Event) -> bool {
    event.operation.kind == Kind::Fence
}

fn happens_before(a: Id, b: &Event) -> bool {
    a.is_in(&b.hb)
}

impl Axioms for C11 {
    fn bound(&self, graph: &Graph, location: u32, id: Id) -> usize {
        let place = &graph.locations[location as usize];
        if place.co.is_empty() {
            return 0;
        }
        let hb = graph.hb_before(id);
        let known = place.co.iter().rposition(|write| write.is_in(&hb));
        let mut bound = known.map_or(0, |place| place + 1);
        if bound == place.co.len() {
            return bound;
        }
        for read in &place.reads {
            let rf = graph.event(*read).rf;
            if *read != id && read.is_in(&hb) && !rf.is_initial() {
                bound = bound.max(graph.place_of(location, rf));
            }
        }
        bound
    }

    fn is_consistent(&self, graph: &Graph, id: Id) -> bool {
        // A cycle that was not there before is one through this event, or begins with a fence
        // before it.
        let event = graph.event(id);
        let is_strict = self.is_strict(event);
        let is_first = id.index == 0 && !event.writes() && event.hb.is_only(id.process as usize);
        if is_first || !is_strict && !self.has_fence_before(graph, event) {
            return true;
        }
        let mut strict = Vec::new();
        for thread in &graph.threads {
            for (index, event) in thread.iter().enumerate() {
                if self.is_strict(event) {
                    strict.push(Id::new(event.turn.process.index(), index));
                }
            }
        }
        if strict.len() < 2 {
            return true;
        }
        let is_start = |other: &Id| {
            let fence = graph.event(*other);
            *other == id || is_fence(fence) && happens_before(*other, event)
        };
        let starts: Vec<usize> = (0..strict.len())
            .filter(|number| is_start(&strict[*number]))
            .collect();
        let mut psc = Psc::new(graph, strict);
        starts.into_iter().all(|start| !psc.comes_back(start))
    }

    fn comes_before(&self, graph: &Graph, events: &[Id], id: Id) -> bool {
        let mut past = graph.event(id).porf.clone();
        close(graph, &mut past);
        events
            .iter()
            .any(|other| *other != id && other.is_in(&past))
    }

    fn set_clocks(&self, graph: &mut Graph, id: Id) {
        let mut hb = graph.hb_before(id);
        let (mut fenced, mut unacquired) = match graph.before(id) {
            Some(before) => (before.fenced.clone(), before.unacquired.clone()),
            None => (Clock::default(), Clock::default()),
        };
        let event = graph.event(id);
        let got = match event.role.reads() && !event.rf.is_initial() {
            true => Some(&graph.event(event.rf).released),
            false => None,
        };
        if let Some(got) = got {
            match self.acquires(event) {
                true => hb.join(got),
                false if event.is_weak() && event.operation.order != Some(Order::Plain) => {
                    unacquired.join(got);
                }
                false => {}
            }
        }
        if let Some(unlock) = graph.given_back(event) {
            hb.join(&graph.event(unlock).hb);
        }
        if is_fence(event) && event.order().acquires() {
            hb.join(&unacquired);
        }
        hb.set(id.process as usize, id.index + 1);
        if is_fence(event) && event.order().releases() {
            fenced = hb.clone();
        }
        let mut released = Clock::default();
        if matches!(event.role, Role::Write | Role::Update) {
            released = match self.releases(event) {
                true => hb.clone(),
                false if event.operation.order == Some(Order::Plain) => Clock::default(),
                false => fenced.clone(),
            };
            if let (Role::Update, Some(got)) = (event.role, got) {
                released.join(got);
            }
        }
        let event = graph.event_mut(id);
        event.hb = hb;
        event.fenced = fenced;
        event.unacquired = unacquired;
        event.released = released;
    }

    fn idle_updates_write(&self) -> bool {
        true
    }
}

/// The relation `psc` between events that are sequentially consistent.
///
/// `psc` = `psc_base` ∪ `psc_F`, where
/// `scb` = `sb` ∪ `sb|≠loc; hb; sb|≠loc` ∪ `hb|loc` ∪ `mo` ∪ `rb`,
/// `psc_base` = (`[SC]` ∪ `[Fsc]; hb?`); `scb`; (`[SC]` ∪ `hb?; [Fsc]`),
/// `psc_F` = `[Fsc]`; (`hb` ∪ `hb; eco; hb`); `[Fsc]`.
struct Psc<'g> {
    graph: &'g Graph,
    strict: Vec<Id>,
    events: Vec<Id>,
    /// By number, when they are known.
    successors: Vec<Option<Vec<usize>>>,
}

impl<'g> Psc<'g> {
    fn new(graph: &'g Graph, strict: Vec<Id>) -> Psc<'g> {
        let mut events = Vec::with_capacity(graph.len());
        for (process, thread) in graph.threads.iter().enumerate() {
            events.extend((0..thread.len()).map(|index| Id::new(process, index)));
        }
        Psc {
            graph,
            successors: vec![None; strict.len()],
            strict,
            events,
        }
    }

    /// Is there a cycle through that event?
    fn comes_back(&mut self, start: usize) -> bool {
        let mut seen = vec![false; self.strict.len()];
        let mut stack = vec![start];
        while let Some(from) = stack.pop() {
            let successors = match self.successors[from].take() {
                Some(successors) => successors,
                None => self.successors(from),
            };
            for to in &successors {
                if *to == start {
                    return true;
                }
                if !std::mem::replace(&mut seen[*to], true) {
                    stack.push(*to);
                }
            }
            self.successors[from] = Some(successors);
        }
        false
    }

    fn successors(&self, from: usize) -> Vec<usize> {
        let start = self.strict[from];
        let first = self.graph.event(start);
        let mut reached = Vec::new();
        self.push_scb(start, &mut reached);
        if is_fence(first) {
            for other in &self.events {
                if *other != start && happens_before(start, self.graph.event(*other)) {
                    self.push_scb(*other, &mut reached);
                }
            }
        }
        let by_fences = is_fence(first).then(|| self.by_fences(start));
        let mut successors = Vec::new();
        for (to, end) in self.strict.iter().enumerate() {
            let last = self.graph.event(*end);
            let is_reached = reached.contains(end)
                || is_fence(last)
                    && (reached.iter().any(|other| happens_before(*other, last))
                        || by_fences.as_ref().is_some_and(|others| {
                            to != from
                                && (happens_before(start, last)
                                    || others.iter().any(|other| happens_before(*other, last)))
                        }));
            if is_reached {
                successors.push(to);
            }
        }
        successors
    }

    /// What comes after a fence by `hb; eco`.
    fn by_fences(&self, fence: Id) -> Vec<Id> {
        let mut reached = Vec::new();
        for a in &self.events {
            if *a == fence || !happens_before(fence, self.graph.event(*a)) {
                continue;
            }
            let Some((least, _)) = self.keys(*a) else {
                continue;
            };
            let location = self.graph.event(*a).location;
            for b in &self.events {
                if b != a
                    && self.graph.event(*b).location == location
                    && self.keys(*b).is_some_and(|(_, most)| least < most)
                {
                    reached.push(*b);
                }
            }
        }
        reached
    }

    /// The first and the last place of an event among those of its location: `eco` orders
    /// by that.
    fn keys(&self, id: Id) -> Option<((usize, u8), (usize, u8))> {
        let event = self.graph.event(id);
        if event.location == NOWHERE || !event.is_weak() {
            return None;
        }
        let read = (event.role.reads()).then(|| (self.graph.place_of(event.location, event.rf), 1));
        let written = (event.writes()).then(|| (self.graph.place_of(event.location, id), 0));
        match (read, written) {
            (Some(read), Some(written)) => Some((read, written)),
            (Some(one), None) | (None, Some(one)) => Some((one, one)),
            (None, None) => None,
        }
    }

    /// Adds what comes after an event by `scb`.
    fn push_scb(&self, a: Id, reached: &mut Vec<Id>) {
        let first = self.graph.event(a);
        let thread = &self.graph.threads[a.process as usize];
        let push = |reached: &mut Vec<Id>, b: Id| {
            if !reached.contains(&b) {
                reached.push(b);
            }
        };
        let differ = |x: &Event, y: &Event| {
            x.location == NOWHERE || y.location == NOWHERE || x.location != y.location
        };
        for index in a.index as usize + 1..thread.len() {
            push(reached, Id::new(a.process as usize, index));
        }
        // The first event behind it that is of another location: what that happens before.
        let other =
            (a.index as usize + 1..thread.len()).find(|index| differ(first, &thread[*index]));
        if let Some(index) = other {
            let c = Id::new(a.process as usize, index);
            for b in &self.events {
                if b.process == a.process {
                    continue;
                }
                let last = self.graph.event(*b);
                let before = &self.graph.threads[b.process as usize][..b.index as usize];
                let is_after = before
                    .iter()
                    .any(|d| differ(d, last) && happens_before(c, d));
                if is_after {
                    push(reached, *b);
                }
            }
        }
        if first.location == NOWHERE || !first.is_weak() {
            return;
        }
        for b in &self.events {
            let last = self.graph.event(*b);
            if *b != a && last.location == first.location && happens_before(a, last) {
                push(reached, *b);
            }
        }
        let co = &self.graph.locations[first.location as usize].co;
        let from = match first.writes() {
            true => self.graph.place_of(first.location, a),
            false => self.graph.place_of(first.location, first.rf),
        };
        for b in &co[from..] {
            push(reached, *b);
        }
    }
}
