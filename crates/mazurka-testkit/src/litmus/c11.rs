//! Programs of C with all memory orders: their executions by axioms.
//!
//! Every candidate is tried: each read reads any write of its location, the writes of each
//! location are in any order. The axioms are those of RC11 as the paper has them (with the release
//! sequences of C++20), on graphs in which an update is two events, and what locations hold at
//! first are events, too. So this shares neither code nor search with the judge of
//! [`crate::graphs`], nor with any explorer.
//!
//! Under release/acquire every access is that, and no more; fences are what they are.

use mazurka_cycles::c11::{Order, Program, Statement};
use std::collections::BTreeMap;

/// A memory model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// Sequential consistency.
    Sc,
    /// Release and acquire.
    Ra,
    /// That of C.
    Rc11,
}

/// What a program can do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Executions {
    /// The values of [`Program::observables`] at the end, with the number of executions.
    pub states: BTreeMap<Vec<u64>, u64>,
    /// Has an execution a data race?
    pub races: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Read,
    Write,
    Fence,
}

/// An event of all candidates; of an update there are two, one after the other.
#[derive(Clone, Copy, Debug)]
struct Event {
    kind: Kind,
    location: usize,
    order: Order,
    /// What reads, or makes, the event; none for what was there at first.
    thread: Option<usize>,
    statement: Option<Statement>,
}

/// By event, a set of events.
type Relation = Vec<u32>;

fn then(a: &Relation, b: &Relation) -> Relation {
    let row = |row: &u32| {
        let targets = (0..b.len()).filter(|i| row >> i & 1 == 1);
        targets.fold(0, |set, i| set | b[i])
    };
    a.iter().map(row).collect()
}

fn or(a: &Relation, b: &Relation) -> Relation {
    a.iter().zip(b).map(|(a, b)| a | b).collect()
}

fn closed(relation: &Relation) -> Relation {
    let mut closed = relation.clone();
    for via in 0..closed.len() {
        for from in 0..closed.len() {
            if closed[from] >> via & 1 == 1 {
                closed[from] |= closed[via];
            }
        }
    }
    closed
}

fn is_irreflexive(relation: &Relation) -> bool {
    let mut rows = relation.iter().enumerate();
    rows.all(|(i, row)| row >> i & 1 == 0)
}

fn is_acyclic(relation: &Relation) -> bool {
    is_irreflexive(&closed(relation))
}

/// Only pairs of which the first and the second are in these sets.
fn between(relation: &Relation, from: u32, to: u32) -> Relation {
    let row = |(i, row): (usize, &u32)| if from >> i & 1 == 1 { row & to } else { 0 };
    relation.iter().enumerate().map(row).collect()
}

fn identity(set: u32, len: usize) -> Relation {
    (0..len).map(|i| set & 1 << i).collect()
}

struct Search<'p> {
    program: &'p Program,
    model: Model,
    events: Vec<Event>,
    /// What locations hold at first comes before all.
    sb: Relation,
    reads: Vec<usize>,
    found: Executions,
}

/// A candidate, as far as it is known.
struct Candidate {
    /// By event: what a read reads.
    rf: Vec<usize>,
    /// By event: is it there? (The write of a compare-exchange may not be.)
    is_there: Vec<bool>,
    /// By event: the value that it reads or writes.
    values: Vec<u64>,
    orders: Vec<Order>,
    /// Of each location, its writes in order.
    mo: Vec<Vec<usize>>,
}

/// All executions of a program.
///
/// # Panics
/// If it has more than 32 events.
#[must_use]
pub fn executions(program: &Program, model: Model) -> Executions {
    let mut events = Vec::new();
    let event = |kind, thread, statement: Option<Statement>| Event {
        kind,
        location: statement
            .and_then(|statement| statement.location())
            .unwrap_or(0),
        order: statement.map_or(Order::Plain, |statement| statement.order()),
        thread,
        statement,
    };
    for location in 0..program.locations() {
        let first = event(Kind::Write, None, None);
        events.push(Event { location, ..first });
    }
    for (nth, thread) in program.threads.iter().enumerate() {
        for statement in thread {
            let kinds: &[Kind] = match statement {
                Statement::Load { .. } => &[Kind::Read],
                Statement::Store { .. } => &[Kind::Write],
                Statement::Fence { .. } => &[Kind::Fence],
                _ => &[Kind::Read, Kind::Write],
            };
            events.extend(
                kinds
                    .iter()
                    .map(|kind| event(*kind, Some(nth), Some(*statement))),
            );
        }
    }
    assert!(events.len() <= 32, "it has too many events");
    let is_before = |i: usize, j: usize| match (events[i].thread, events[j].thread) {
        (None, Some(_)) => true,
        (a, b) => a.is_some() && a == b && i < j,
    };
    let row = |i| (0..events.len()).fold(0, |set, j| set | u32::from(is_before(i, j)) << j);
    let sb = (0..events.len()).map(row).collect();
    let reads = (0..events.len()).filter(|i| events[*i].kind == Kind::Read);
    let mut search = Search {
        program,
        model,
        sb,
        reads: reads.collect(),
        events,
        found: Executions::default(),
    };
    let mut rf = vec![usize::MAX; search.events.len()];
    search.read(0, &mut rf);
    search.found
}

impl Search<'_> {
    /// Is that read one of an update?
    fn is_update(&self, read: usize) -> bool {
        let statement = self.events[read].statement;
        statement.is_some_and(|statement| !matches!(statement, Statement::Load { .. }))
    }

    /// Gives the reads from that one on something to read.
    fn read(&mut self, from: usize, rf: &mut Vec<usize>) {
        let Some(read) = self.reads.get(from).copied() else {
            self.valued(rf);
            return;
        };
        for write in 0..self.events.len() {
            let (a, b) = (self.events[write], self.events[read]);
            // (An update does not read itself.)
            if a.kind == Kind::Write
                && a.location == b.location
                && !(self.is_update(read) && write == read + 1)
            {
                rf[read] = write;
                self.read(from + 1, rf);
            }
        }
    }

    /// Finds the values. No thin air: what is read was there before.
    fn valued(&mut self, rf: &[usize]) {
        let len = self.events.len();
        let mut candidate = Candidate {
            rf: rf.to_vec(),
            is_there: vec![true; len],
            values: vec![0; len],
            orders: self.events.iter().map(|event| event.order).collect(),
            mo: vec![Vec::new(); self.program.locations()],
        };
        let mut porf = self.sb.clone();
        for read in &self.reads {
            porf[rf[*read]] |= 1 << read;
        }
        let porf = closed(&porf);
        if !is_irreflexive(&porf) {
            return;
        }
        // By the number of events before each.
        let before = |i: usize| (0..len).filter(|j| porf[*j] >> i & 1 == 1).count();
        let mut order: Vec<usize> = (0..len).collect();
        order.sort_by_key(|i| before(*i));
        for i in order {
            let event = self.events[i];
            match (event.kind, event.statement) {
                (Kind::Fence, _) | (Kind::Write, None) => {}
                (Kind::Read, _) => {
                    if !candidate.is_there[rf[i]] {
                        return;
                    }
                    candidate.values[i] = candidate.values[rf[i]];
                }
                (
                    Kind::Write,
                    Some(Statement::Store { value, .. } | Statement::Exchange { value, .. }),
                ) => {
                    candidate.values[i] = value;
                }
                (Kind::Write, Some(Statement::Add { value, .. })) => {
                    candidate.values[i] = candidate.values[i - 1] + value;
                }
                (
                    Kind::Write,
                    Some(Statement::CompareExchange {
                        expected,
                        new,
                        failure,
                        ..
                    }),
                ) => {
                    candidate.values[i] = new;
                    if candidate.values[i - 1] != expected {
                        candidate.is_there[i] = false;
                        candidate.orders[i - 1] = failure;
                    }
                }
                (Kind::Write, Some(Statement::Load { .. } | Statement::Fence { .. })) => {
                    unreachable!("they do not write")
                }
            }
        }
        let len = self.events.len();
        self.place(0, len, &mut candidate);
    }

    /// Gives the writes of locations from that one on an order. What was there at first is first.
    fn place(&mut self, location: usize, len: usize, candidate: &mut Candidate) {
        if location == candidate.mo.len() {
            if self.is_consistent(candidate) {
                self.count(candidate);
            }
            return;
        }
        let writes = (0..len).filter(|i| {
            let event = self.events[*i];
            event.kind == Kind::Write
                && event.location == location
                && event.thread.is_some()
                && candidate.is_there[*i]
        });
        let writes: Vec<usize> = writes.collect();
        candidate.mo[location] = vec![location];
        self.permute(location, &writes, candidate);
    }

    fn permute(&mut self, location: usize, left: &[usize], candidate: &mut Candidate) {
        if left.is_empty() {
            let len = self.events.len();
            self.place(location + 1, len, candidate);
            // (What comes after it has been tried with all orders.)
            return;
        }
        for (nth, write) in left.iter().enumerate() {
            let last = candidate.mo[location].last().copied();
            // Atomicity: an update comes just after what it reads.
            let is_update = self.events[*write]
                .statement
                .is_some_and(|statement| statement.reads());
            if is_update && last != Some(candidate.rf[*write - 1]) {
                continue;
            }
            let mut rest = left.to_vec();
            rest.remove(nth);
            candidate.mo[location].push(*write);
            self.permute(location, &rest, candidate);
            candidate.mo[location].pop();
        }
    }

    fn set(&self, candidate: &Candidate, holds: impl Fn(usize, &Event) -> bool) -> u32 {
        let events = self.events.iter().enumerate();
        let events = events.filter(|(i, _)| candidate.is_there[*i]);
        events.fold(0, |set, (i, event)| set | u32::from(holds(i, event)) << i)
    }

    fn is_consistent(&mut self, candidate: &Candidate) -> bool {
        let len = self.events.len();
        let there = self.set(candidate, |_, _| true);
        let sb = between(&self.sb, there, there);
        let (mut rf, mut mo, mut rb) = (vec![0; len], vec![0; len], vec![0; len]);
        for writes in &candidate.mo {
            for (nth, write) in writes.iter().enumerate() {
                for later in &writes[nth + 1..] {
                    mo[*write] |= 1 << later;
                }
            }
        }
        for read in &self.reads {
            let write = candidate.rf[*read];
            rf[write] |= 1 << read;
            rb[*read] = mo[write];
        }
        if self.model == Model::Sc {
            return is_acyclic(&or(&or(&sb, &rf), &or(&mo, &rb)));
        }
        let is_ra = self.model == Model::Ra;
        let order = |i: usize, event: &Event| match candidate.orders[i] {
            Order::Plain => Order::Plain,
            order if event.kind == Kind::Fence => order,
            _ if is_ra => Order::AcquireRelease,
            order => order,
        };
        let fences = self.set(candidate, |_, event| event.kind == Kind::Fence);
        let reads = self.set(candidate, |_, event| event.kind == Kind::Read);
        let writes = self.set(candidate, |_, event| event.kind == Kind::Write);
        let atomic = self.set(candidate, |i, event| order(i, event) != Order::Plain);
        let releases = self.set(candidate, |i, event| {
            event.kind != Kind::Read && order(i, event).releases()
        });
        let acquires = self.set(candidate, |i, event| {
            event.kind != Kind::Write && order(i, event).acquires()
        });
        let sc = self.set(candidate, |i, event| order(i, event) == Order::SeqCst);
        let all = there;
        // rmw
        let mut rmw = vec![0; len];
        for read in &self.reads {
            if self.is_update(*read) && candidate.is_there[*read + 1] {
                rmw[*read] = 1 << (read + 1);
            }
        }
        // rs = [W^rlx] ; (rf ; rmw)*
        let steps = or(&closed(&then(&rf, &rmw)), &identity(all, len));
        let rs = between(&steps, writes & atomic, writes);
        let before = or(&between(&sb, fences, all), &identity(all, len));
        let before = between(&before, releases, all);
        let after = or(&between(&sb, all, fences), &identity(all, len));
        let after = between(&after, reads & atomic, acquires);
        let sw = then(&then(&then(&before, &rs), &rf), &after);
        let hb = closed(&or(&sb, &sw));
        let eco = closed(&or(&or(&rf, &mo), &rb));
        if !is_irreflexive(&hb) || !is_irreflexive(&then(&hb, &eco)) {
            return false;
        }
        // psc
        let is_same = |i: usize, j: usize| {
            let (a, b) = (self.events[i], self.events[j]);
            a.kind != Kind::Fence && b.kind != Kind::Fence && a.location == b.location
        };
        let same_row = |i| (0..len).fold(0, |set, j| set | u32::from(is_same(i, j)) << j);
        let same: Relation = (0..len).map(same_row).collect();
        let elsewhere: Relation = sb.iter().zip(&same).map(|(sb, same)| sb & !same).collect();
        let hb_loc: Relation = hb.iter().zip(&same).map(|(hb, same)| hb & same).collect();
        let scb = or(&sb, &then(&then(&elsewhere, &hb), &elsewhere));
        let scb = or(&or(&scb, &hb_loc), &or(&mo, &rb));
        let hb_maybe = or(&hb, &identity(all, len));
        let sc_fences = sc & fences;
        let begins = or(&identity(sc, len), &between(&hb_maybe, sc_fences, all));
        let ends = or(&identity(sc, len), &between(&hb_maybe, all, sc_fences));
        let base = then(&then(&begins, &scb), &ends);
        let of_fences = or(&hb, &then(&then(&hb, &eco), &hb));
        let of_fences = between(&of_fences, sc_fences, sc_fences);
        if !is_acyclic(&or(&base, &of_fences)) {
            return false;
        }
        self.found.races |= self.races(candidate, &hb);
        true
    }

    /// Are there two accesses, one a write, one not atomic, of which neither happens before the
    /// other?
    fn races(&self, candidate: &Candidate, hb: &Relation) -> bool {
        let events = || (0..self.events.len()).filter(|i| candidate.is_there[*i]);
        let is_race = |i: usize, j: usize| {
            let (a, b) = (self.events[i], self.events[j]);
            let is_conflict = a.kind != Kind::Fence
                && b.kind != Kind::Fence
                && a.location == b.location
                && (a.kind == Kind::Write || b.kind == Kind::Write)
                && (candidate.orders[i] == Order::Plain || candidate.orders[j] == Order::Plain);
            is_conflict && a.thread != b.thread && hb[i] >> j & 1 == 0 && hb[j] >> i & 1 == 0
        };
        events().any(|i| events().any(|j| is_race(i, j)))
    }

    fn count(&mut self, candidate: &Candidate) {
        let mut state: Vec<u64> = self
            .reads
            .iter()
            .map(|read| candidate.values[*read])
            .collect();
        for writes in &candidate.mo {
            let last = writes.last().expect("what was there at first");
            state.push(candidate.values[*last]);
        }
        *self.found.states.entry(state).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mazurka_cycles::c11::{CORPUS, Verdict};

    /// Does a state satisfy `0:r0=1 /\ x=2`?
    fn holds(ends: &str, program: &Program, state: &[u64]) -> bool {
        let names = program.observables();
        ends.split(" /\\ ").all(|part| {
            let (name, value) = part.split_once('=').expect("an equation");
            let place = names.iter().position(|other| other == name);
            state[place.expect("an observable")] == value.parse::<u64>().expect("a number")
        })
    }

    #[test]
    fn the_corpus_has_its_published_verdicts() {
        for case in CORPUS {
            let program = Program::parse(case.name, case.threads);
            let found = executions(&program, Model::Rc11);
            let is_there = found
                .states
                .keys()
                .any(|state| holds(case.ends, &program, state));
            assert_eq!(is_there, case.rc11 == Verdict::Allowed, "{}", case.name);
            assert!(!found.races, "{}", case.name);
        }
    }

    #[test]
    fn counts_of_small_programs() {
        let count = |threads: &[&str], model| {
            let program = Program::parse("t", threads);
            executions(&program, model).states.values().sum::<u64>()
        };
        let sb = ["W x rlx 1; R y rlx", "W y rlx 1; R x rlx"];
        assert_eq!(count(&sb, Model::Sc), 3);
        assert_eq!(count(&sb, Model::Ra), 4);
        assert_eq!(count(&sb, Model::Rc11), 4);
        assert_eq!(
            count(&["A x rlx 1", "A x rlx 1", "A x rlx 1"], Model::Rc11),
            6
        );
        assert_eq!(
            count(&["C x 0 1 rlx rlx", "C x 0 2 rlx rlx"], Model::Rc11),
            2
        );
        assert_eq!(count(&["W x rlx 1", "R x rlx; R x rlx"], Model::Rc11), 3);
    }

    #[test]
    fn races() {
        let races = |threads: &[&str]| executions(&Program::parse("t", threads), Model::Rc11).races;
        assert!(races(&["W x na 1", "R x na"]));
        assert!(races(&["W x na 1", "R x sc"]));
        assert!(races(&["W x sc 1", "R x na"]));
        assert!(!races(&["R x na", "R x na"]));
        assert!(!races(&["W x rlx 1", "R x rlx"]));
        // There is no branch, so the read is there also if the flag is not set.
        assert!(races(&["W x na 1; W y rel 1", "R y acq; R x na"]));
    }
}
