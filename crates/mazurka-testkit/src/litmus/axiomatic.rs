//! A second opinion on the judge: traces by axioms instead of by a machine.
//!
//! Every candidate is enumerated (which way each branch and compare-exchange
//! goes, what every read reads from, in which order the writes of each location
//! reach memory), and those that break no axiom are kept:
//!
//! - *coherence*: program order at one location, reads-from, coherence order and
//!   from-reads have no cycle;
//! - *the model*: what program order the model keeps, reads-from between
//!   threads, coherence order and from-reads have no cycle;
//! - *values*: the branches and compare-exchanges go the way that was assumed;
//! - *grace periods*: the axiom of the Linux kernel's memory model, in `axiom_rcu`.
//!
//! A read-modify-write is one event, so that its atomicity follows from the
//! first axiom. Only programs with unbounded buffers, and without loops that wait,
//! are covered. Traces by axioms do not say what grace periods found.

use super::axiom_rcu::Marks;
use super::machine::{Model, Trace, Write};
use mazurka_cycles::program::{FinalState, Order, Program, Statement, Value};
use std::collections::BTreeMap;

/// The traces that the axioms allow; none if there are more than
/// `max_candidates` to look at, as is the case if the program has loops that
/// wait.
#[must_use]
pub fn traces(
    program: &Program,
    model: Model,
    max_candidates: usize,
) -> Option<BTreeMap<Trace, FinalState>> {
    if program.waits() {
        return None;
    }
    let runs: Vec<Vec<Run<'_>>> = program.threads.iter().map(|t| runs(t)).collect();
    let mut found = BTreeMap::new();
    let mut left = max_candidates;
    for choice in product(&runs.iter().map(Vec::len).collect::<Vec<_>>()) {
        let chosen: Vec<&Run<'_>> = choice
            .iter()
            .zip(&runs)
            .map(|(n, runs)| &runs[*n])
            .collect();
        let skeleton = Skeleton::new(&chosen);
        left = left.checked_sub(skeleton.candidates(program.initial.len()))?;
        skeleton.allowed(program, model, &mut found);
    }
    Some(found)
}

/// One thing that a thread does in a run, with what is assumed of it.
#[derive(Clone)]
enum Item<'a> {
    /// A statement; if it is a compare-exchange, does it succeed?
    Statement(&'a Statement, bool),
    /// The register holds that value, or not.
    Assume {
        register: usize,
        equals: u64,
        holds: bool,
    },
}

/// One way through a thread.
type Run<'a> = Vec<Item<'a>>;

/// All ways through a block.
fn runs(block: &[Statement]) -> Vec<Run<'_>> {
    block.iter().fold(vec![Vec::new()], |ways, statement| {
        one_after_other(&ways, &ways_through(statement))
    })
}

/// Each of these ways, with each of those after it.
fn one_after_other<'a>(first: &[Run<'a>], second: &[Run<'a>]) -> Vec<Run<'a>> {
    let mut ways = Vec::new();
    for a in first {
        for b in second {
            ways.push([&a[..], &b[..]].concat());
        }
    }
    ways
}

fn ways_through(statement: &Statement) -> Vec<Run<'_>> {
    match statement {
        Statement::If {
            register,
            equals,
            then,
            otherwise,
        } => {
            let assuming = |holds: bool, block| {
                let assume = Item::Assume {
                    register: *register,
                    equals: *equals,
                    holds,
                };
                let ways = runs(block).into_iter();
                ways.map(move |way| std::iter::once(assume.clone()).chain(way).collect())
            };
            let ways = assuming(true, then).chain(assuming(false, otherwise));
            ways.collect()
        }
        Statement::Repeat { times, body } => {
            let bodies = runs(body);
            (0..*times).fold(vec![Vec::new()], |ways, _| one_after_other(&ways, &bodies))
        }
        Statement::CompareExchange { .. } => vec![
            vec![Item::Statement(statement, true)],
            vec![Item::Statement(statement, false)],
        ],
        simple => vec![vec![Item::Statement(simple, true)]],
    }
}

/// An access of memory.
pub(super) struct Event {
    pub(super) thread: usize,
    location: usize,
    reads: bool,
    /// Its place among the writes of its thread.
    write: Option<u8>,
    /// Needs an empty buffer and uses none: ordered with all of its thread.
    atomic: bool,
    /// How many full fences of its thread lie before it.
    pub(super) fences: usize,
    /// How many store barriers of its thread lie before it.
    barriers: usize,
}

impl Event {
    fn new(thread: usize, statement: &Statement, succeeds: bool) -> Option<Event> {
        let location = statement.location()?;
        let (reads, writes, atomic) = match statement {
            Statement::Load { .. } => (true, false, false),
            Statement::Store { order, .. } => (false, true, *order == Order::SeqCst),
            Statement::CompareExchange { .. } => (true, succeeds, true),
            _ => (true, true, true),
        };
        Some(Event {
            thread,
            location,
            reads,
            write: writes.then_some(0),
            atomic,
            fences: 0,
            barriers: 0,
        })
    }

    pub(super) fn is_buffered(&self) -> bool {
        self.write.is_some() && !self.atomic
    }
}

/// Does the model keep the order of two events of one thread, the first of
/// which comes first in the program?
fn is_kept(model: Model, first: &Event, second: &Event) -> bool {
    if model == Model::Sc || !first.is_buffered() || second.atomic {
        return true;
    }
    if first.fences < second.fences {
        return true;
    }
    // What is left: from a buffered store to a plain load or store.
    if second.write.is_none() {
        return false;
    }
    let same = first.location == second.location;
    model == Model::Tso || same || first.barriers < second.barriers
}

/// The events of one choice of runs.
struct Skeleton<'a> {
    runs: &'a [&'a Run<'a>],
    /// By thread, in program order.
    events: Vec<Event>,
    marks: Marks,
}

impl<'a> Skeleton<'a> {
    fn new(runs: &'a [&'a Run<'a>]) -> Skeleton<'a> {
        let mut events = Vec::new();
        let mut marks = Marks::default();
        for (thread, run) in runs.iter().enumerate() {
            let (mut fences, mut barriers, mut writes) = (0, 0, 0);
            for item in *run {
                let Item::Statement(statement, succeeds) = item else {
                    continue;
                };
                match statement {
                    Statement::Fence | Statement::GracePeriod { .. } => fences += 1,
                    Statement::StoreBarrier
                    | Statement::Store {
                        order: Order::Release,
                        ..
                    } => barriers += 1,
                    _ => (),
                }
                marks.add(statement, thread, events.len(), fences);
                if let Some(mut event) = Event::new(thread, statement, *succeeds) {
                    (event.fences, event.barriers) = (fences, barriers);
                    if let Some(nth) = &mut event.write {
                        *nth = writes;
                        writes += 1;
                    }
                    events.push(event);
                }
            }
        }
        Skeleton {
            runs,
            events,
            marks,
        }
    }

    fn writes(&self, location: usize) -> Vec<usize> {
        let events = 0..self.events.len();
        let wanted =
            |e: &usize| self.events[*e].location == location && self.events[*e].write.is_some();
        events.filter(wanted).collect()
    }

    fn reads(&self) -> Vec<usize> {
        let events = 0..self.events.len();
        events.filter(|e| self.events[*e].reads).collect()
    }

    /// How many candidates there are.
    fn candidates(&self, locations: usize) -> usize {
        let orders = (0..locations).map(|l| (1..=self.writes(l).len()).product::<usize>());
        let sources = self.reads().into_iter();
        let sources = sources.map(|r| 1 + self.writes(self.events[r].location).len());
        orders.chain(sources).fold(1, usize::saturating_mul)
    }

    /// Adds the candidates that the axioms allow.
    fn allowed(&self, program: &Program, model: Model, found: &mut BTreeMap<Trace, FinalState>) {
        let writes: Vec<Vec<usize>> = (0..program.initial.len())
            .map(|location| self.writes(location))
            .collect();
        let orders: Vec<Vec<Vec<usize>>> = writes.iter().map(|w| permutations(w)).collect();
        let reads = self.reads();
        let sources = |r: &usize| 1 + writes[self.events[*r].location].len();
        let sources: Vec<usize> = reads.iter().map(sources).collect();
        for order in product(&orders.iter().map(Vec::len).collect::<Vec<_>>()) {
            let coherence: Vec<&Vec<usize>> =
                order.iter().zip(&orders).map(|(n, all)| &all[*n]).collect();
            for source in product(&sources) {
                let mut reads_from = vec![None; self.events.len()];
                for (read, source) in reads.iter().zip(source) {
                    let writes = &writes[self.events[*read].location];
                    reads_from[*read] = source.checked_sub(1).map(|nth| writes[nth]);
                }
                let candidate = Candidate {
                    skeleton: self,
                    coherence: &coherence,
                    reads_from: &reads_from,
                };
                if candidate.is_consistent(model)
                    && let Some(state) = candidate.run(program)
                {
                    found.insert(candidate.trace(program.threads.len()), state);
                }
            }
        }
    }
}

struct Candidate<'a> {
    skeleton: &'a Skeleton<'a>,
    /// For each location, the events that write it.
    coherence: &'a [&'a Vec<usize>],
    /// For each event that reads, the event it reads from.
    reads_from: &'a [Option<usize>],
}

impl Candidate<'_> {
    fn is_consistent(&self, model: Model) -> bool {
        let events = &self.skeleton.events;
        let coherent = |a: usize, b: usize| events[a].location == events[b].location;
        let kept = |a: usize, b: usize| is_kept(model, &events[a], &events[b]);
        let external = |write: usize, read: usize| {
            model == Model::Sc || events[write].thread != events[read].thread
        };
        if !self.relation(coherent, |_, _| true).is_some_and(is_acyclic) {
            return false;
        }
        let Some(before) = self.relation(kept, external) else {
            return false;
        };
        is_acyclic(before.clone()) && self.skeleton.marks.are_allowed(model, events, before)
    }

    /// The union of this part of program order, this part of reads-from, coherence order
    /// and from-reads, as sets of what comes after; none if an event reads from itself.
    fn relation(
        &self,
        program_order: impl Fn(usize, usize) -> bool,
        reads_from: impl Fn(usize, usize) -> bool,
    ) -> Option<Vec<u64>> {
        let events = &self.skeleton.events;
        let mut after = vec![0_u64; events.len()];
        for (b, event) in events.iter().enumerate() {
            for (a, earlier) in events[..b].iter().enumerate() {
                if earlier.thread == event.thread && program_order(a, b) {
                    after[a] |= 1 << b;
                }
            }
            if !event.reads {
                continue;
            }
            let source = self.reads_from[b];
            if let Some(write) = source {
                if write == b {
                    return None;
                }
                if reads_from(write, b) {
                    after[write] |= 1 << b;
                }
            }
            // From-reads: to all writes after the source, but itself.
            let writes = self.coherence[event.location];
            let place = source.map_or(0, |source| place_of(writes, source) + 1);
            for later in writes[place..].iter().filter(|later| **later != b) {
                after[b] |= 1 << later;
            }
        }
        for writes in self.coherence {
            for pair in writes.windows(2) {
                after[pair[0]] |= 1 << pair[1];
            }
        }
        Some(after)
    }

    /// Runs the threads with the values that the reads get; none if a branch
    /// or a compare-exchange would have gone another way.
    fn run(&self, program: &Program) -> Option<FinalState> {
        let threads = program.threads.len();
        let events = &self.skeleton.events;
        let mut values: Vec<Option<u64>> = vec![None; events.len()];
        let mut registers: Vec<Vec<u64>> = (0..threads)
            .map(|t| vec![0; program.registers(t)])
            .collect();
        let mut places = vec![0; threads];
        let first_event = |t| events.iter().take_while(|e| e.thread < t).count();
        let mut next_event: Vec<usize> = (0..threads).map(first_event).collect();
        // The model keeps what depends on a read after it, so the values of an
        // acyclic candidate can be found one after the other.
        let mut progress = true;
        while progress {
            progress = false;
            for t in 0..threads {
                while let Some(item) = self.skeleton.runs[t].get(places[t]) {
                    let event = next_event[t];
                    let is_event = matches!(item, Item::Statement(s, _) if s.location().is_some());
                    let read = if is_event && events[event].reads {
                        match self.reads_from[event] {
                            None => program.initial[events[event].location],
                            Some(write) => match values[write] {
                                Some(value) => value,
                                None => break,
                            },
                        }
                    } else {
                        0
                    };
                    let written = apply(item, read, &mut registers[t])?;
                    if is_event {
                        values[event] = written;
                        next_event[t] += 1;
                    }
                    places[t] += 1;
                    progress = true;
                }
            }
        }
        let ended = (0..threads).all(|t| places[t] == self.skeleton.runs[t].len());
        assert!(ended, "no value depends on itself");
        let mut memory = program.initial.clone();
        for (cell, writes) in memory.iter_mut().zip(self.coherence) {
            if let Some(last) = writes.last() {
                *cell = values[*last].expect("all ran");
            }
        }
        Some(FinalState { registers, memory })
    }

    fn trace(&self, threads: usize) -> Trace {
        let events = &self.skeleton.events;
        let write = |event: usize| Write {
            thread: u8::try_from(events[event].thread).expect("few threads"),
            nth: events[event].write.expect("a write"),
        };
        let mut reads = vec![Vec::new(); threads];
        for (event, source) in events.iter().zip(self.reads_from) {
            if event.reads {
                reads[event.thread].push(source.map(write));
            }
        }
        let order = |writes: &&Vec<usize>| writes.iter().map(|w| write(*w)).collect();
        Trace {
            reads,
            coherence: self.coherence.iter().map(order).collect(),
            graces: vec![Vec::new(); threads],
        }
    }
}

/// Runs one item, given what it reads: the value that it writes, if it writes.
/// None at all if it does not go as assumed.
#[allow(clippy::option_option)]
fn apply(item: &Item<'_>, read: u64, registers: &mut [u64]) -> Option<Option<u64>> {
    let (statement, succeeds) = match item {
        Item::Assume {
            register,
            equals,
            holds,
        } => return ((registers[*register] == *equals) == *holds).then_some(None),
        Item::Statement(statement, succeeds) => (statement, *succeeds),
    };
    let value = |value: &Value, registers: &[u64]| match value {
        Value::Constant(constant) => *constant,
        Value::Register(register) => registers[*register],
    };
    match statement {
        Statement::Store { value: v, .. } => Some(Some(value(v, registers))),
        Statement::Load { register, .. } => {
            registers[*register] = read;
            Some(None)
        }
        Statement::Exchange {
            register, value: v, ..
        } => {
            let new = value(v, registers);
            registers[*register] = read;
            Some(Some(new))
        }
        Statement::FetchAdd {
            register, addend, ..
        } => {
            registers[*register] = read;
            Some(Some(read + addend))
        }
        Statement::CompareExchange {
            register,
            expected,
            new,
            ..
        } => {
            registers[*register] = read;
            ((read == *expected) == succeeds).then_some(succeeds.then_some(*new))
        }
        _ => Some(None),
    }
}

fn place_of(writes: &[usize], write: usize) -> usize {
    let place = writes.iter().position(|w| *w == write);
    place.expect("a write of that location")
}

/// Is the relation without a cycle? `after[a]` is the set of what `a` comes
/// before. Takes away, again and again, what comes before nothing.
fn is_acyclic(mut after: Vec<u64>) -> bool {
    let mut left: u64 = (0..after.len()).map(|e| 1 << e).sum();
    loop {
        let last = (0..after.len()).find(|e| left & (1 << e) != 0 && after[*e] & left == 0);
        match last {
            Some(event) => left &= !(1 << event),
            None => return left == 0,
        }
        after.iter_mut().for_each(|a| *a &= left);
    }
}

/// All orders of `items`.
fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    let Some((first, rest)) = items.split_first() else {
        return vec![Vec::new()];
    };
    let mut all = Vec::new();
    for shorter in permutations(rest) {
        for place in 0..=shorter.len() {
            let mut longer = shorter.clone();
            longer.insert(place, *first);
            all.push(longer);
        }
    }
    all
}

/// All tuples whose nth part is below the nth bound.
fn product(bounds: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    let count: usize = bounds.iter().product();
    let bounds = bounds.to_vec();
    (0..count).map(move |mut n| {
        let digit = |bound: &usize| {
            let digit = n % bound;
            n /= bound;
            digit
        };
        bounds.iter().map(digit).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_found() {
        assert!(is_acyclic(vec![0b010, 0b100, 0]));
        assert!(!is_acyclic(vec![0b010, 0b100, 0b001]));
        assert!(!is_acyclic(vec![0b001]));
        assert!(is_acyclic(vec![]));
    }

    #[test]
    fn products_and_permutations_are_complete() {
        assert_eq!(product(&[2, 3]).count(), 6);
        assert_eq!(product(&[]).count(), 1);
        assert_eq!(product(&[2, 0]).count(), 0);
        assert_eq!(permutations(&[1, 2, 3]).len(), 6);
        assert_eq!(permutations(&[]).len(), 1);
    }
}
