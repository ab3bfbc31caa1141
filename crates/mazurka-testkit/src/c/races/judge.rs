//! Which variables data races are possible on, by brute force and by the letter.
//!
//! Every interleaving of a program is a list of events; happens-before is built from the
//! definitions, pair by pair, and closed; and a race is a pair of conflicting accesses of
//! which one is not atomic and that it does not order. All accesses of an atomic section are
//! atomic and sequentially consistent.

use super::{Order, Program, Statement, VARIABLES};
use std::collections::BTreeSet;

/// What an event does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Does {
    /// Reads or writes a variable; an order if it is atomic.
    Access {
        variable: usize,
        reads: bool,
        writes: bool,
        order: Option<Order>,
    },
    Fence(Order),
    Lock,
    Unlock,
    Create(usize),
    Join(usize),
}

#[derive(Clone, Copy, Debug)]
struct Event {
    thread: usize,
    does: Does,
    /// The write that an atomic read reads from.
    from: Option<usize>,
}

/// A thread: the blocks that are still to be run, the innermost last, with the next
/// statement of each.
#[derive(Clone, Default)]
struct Thread<'p> {
    blocks: Vec<(&'p [Statement], usize)>,
    register: u64,
    is_started: bool,
}

#[derive(Clone)]
struct State<'p> {
    threads: Vec<Thread<'p>>,
    values: [u64; VARIABLES],
    /// The last write of each variable.
    last: [Option<usize>; VARIABLES],
    holder: Option<usize>,
    events: Vec<Event>,
}

struct Search {
    races: BTreeSet<usize>,
    executions: usize,
    most: usize,
}

/// The variables on which there is a race in some execution; none if there are more
/// executions than that.
#[must_use]
pub fn races(program: &Program, most: usize) -> Option<BTreeSet<usize>> {
    let threads = program.threads.iter().enumerate();
    let threads = threads.map(|(t, block)| Thread {
        blocks: vec![(block.as_slice(), 0)],
        register: 0,
        is_started: t == 0,
    });
    let state = State {
        threads: threads.collect(),
        values: [0; VARIABLES],
        last: [None; VARIABLES],
        holder: None,
        events: Vec::new(),
    };
    let mut search = Search {
        races: BTreeSet::new(),
        executions: 0,
        most,
    };
    search.explore(state).then_some(search.races)
}

impl Search {
    fn explore(&mut self, state: State<'_>) -> bool {
        let mut is_end = true;
        for t in 0..state.threads.len() {
            let mut next = state.clone();
            if next.step(t) {
                is_end = false;
                if !self.explore(next) {
                    return false;
                }
            }
        }
        if is_end {
            self.executions += 1;
            self.races.extend(racing(&state.events));
        }
        self.executions <= self.most
    }
}

impl<'p> State<'p> {
    /// The next statement of a thread that is an event; conditions are looked at.
    fn next(&mut self, t: usize) -> Option<&'p Statement> {
        let thread = &mut self.threads[t];
        if !thread.is_started {
            return None;
        }
        while let Some((block, next)) = thread.blocks.last_mut() {
            let block: &'p [Statement] = block;
            let Some(statement) = block.get(*next) else {
                thread.blocks.pop();
                continue;
            };
            let Statement::If(value, inner) = statement else {
                return Some(statement);
            };
            *next += 1;
            if thread.register == *value {
                thread.blocks.push((inner, 0));
            }
        }
        None
    }

    fn is_done(&mut self, t: usize) -> bool {
        self.threads[t].is_started && self.next(t).is_none()
    }

    /// Runs the next event of a thread, if it can run.
    fn step(&mut self, t: usize) -> bool {
        let Some(statement) = self.next(t) else {
            return false;
        };
        let can_run = match statement {
            Statement::Lock => self.holder.is_none(),
            Statement::Join(other) => self.is_done(*other),
            _ => true,
        };
        if !can_run {
            return false;
        }
        if let Some((_, next)) = self.threads[t].blocks.last_mut() {
            *next += 1;
        }
        let plain = |variable: usize, writes: bool| Does::Access {
            variable,
            reads: !writes,
            writes,
            order: None,
        };
        match *statement {
            Statement::Read(v) => self.event(t, plain(v, false)),
            Statement::Write(v, value) => {
                self.event(t, plain(v, true));
                self.write(v, value);
            }
            Statement::Load(v, order) => self.atomic(t, v, order, true, None),
            Statement::Store(v, value, order) => self.atomic(t, v, order, false, Some(value)),
            Statement::Add(v, value, order) => {
                let sum = self.values[v] + value;
                self.atomic(t, v, order, true, Some(sum));
            }
            Statement::Exchange(v, [old, new], [success, failure]) => match self.values[v] == old {
                true => self.atomic(t, v, success, true, Some(new)),
                false => self.atomic(t, v, failure, true, None),
            },
            Statement::Fence(order) => self.event(t, Does::Fence(order)),
            Statement::Lock => {
                self.holder = Some(t);
                self.event(t, Does::Lock);
            }
            Statement::Unlock => {
                self.holder = None;
                self.event(t, Does::Unlock);
            }
            Statement::Create(other) => {
                self.threads[other].is_started = true;
                self.event(t, Does::Create(other));
            }
            Statement::Join(other) => self.event(t, Does::Join(other)),
            Statement::Section(ref block) => {
                for statement in block {
                    self.access_in_section(t, statement);
                }
            }
            Statement::Assembly(ref statement) => self.instruct(t, statement),
            Statement::If(..) => unreachable!("conditions are no events"),
        }
        true
    }

    /// An instruction of x86, as C11 has it.
    fn instruct(&mut self, t: usize, statement: &Statement) {
        let full = Does::Fence(Order::SeqCst);
        match *statement {
            Statement::Load(v, _) => self.atomic(t, v, Order::Acquire, true, None),
            Statement::Store(v, value, _) => {
                self.atomic(t, v, Order::Release, false, Some(value));
            }
            Statement::Add(v, value, _) => {
                self.event(t, full);
                let sum = self.values[v] + value;
                self.atomic(t, v, Order::SeqCst, true, Some(sum));
                self.event(t, full);
            }
            Statement::Exchange(v, [old, new], _) => {
                self.event(t, full);
                let new = (self.values[v] == old).then_some(new);
                self.atomic(t, v, Order::SeqCst, true, new);
                self.event(t, full);
            }
            Statement::Fence(order) => self.event(t, Does::Fence(order)),
            ref other => unreachable!("{other:?} is no instruction"),
        }
    }

    fn access_in_section(&mut self, t: usize, statement: &Statement) {
        let order = Order::SeqCst;
        match *statement {
            Statement::Read(v) => {
                let register = self.threads[t].register;
                self.atomic(t, v, order, true, None);
                self.threads[t].register = register;
            }
            Statement::Load(v, _) => self.atomic(t, v, order, true, None),
            Statement::Write(v, value) | Statement::Store(v, value, _) => {
                self.atomic(t, v, order, false, Some(value));
            }
            Statement::Add(v, value, _) => {
                let sum = self.values[v] + value;
                self.atomic(t, v, order, true, Some(sum));
            }
            ref other => unreachable!("{other:?} is not put into sections"),
        }
    }

    fn event(&mut self, thread: usize, does: Does) {
        self.events.push(Event {
            thread,
            does,
            from: None,
        });
    }

    fn atomic(&mut self, t: usize, variable: usize, order: Order, reads: bool, new: Option<u64>) {
        let does = Does::Access {
            variable,
            reads,
            writes: new.is_some(),
            order: Some(order),
        };
        self.event(t, does);
        if reads {
            self.threads[t].register = self.values[variable];
            self.events.last_mut().expect("just added").from = self.last[variable];
        }
        if let Some(value) = new {
            self.write(variable, value);
        }
    }

    fn write(&mut self, variable: usize, value: u64) {
        self.values[variable] = value;
        self.last[variable] = Some(self.events.len() - 1);
    }
}

/// The variables that an execution has a race on.
fn racing(events: &[Event]) -> BTreeSet<usize> {
    let before = happens_before(events);
    let mut races = BTreeSet::new();
    for (j, second) in events.iter().enumerate() {
        for (i, first) in events[..j].iter().enumerate() {
            if let Does::Access { variable, .. } = second.does
                && conflict(first, second)
                && !before[i][j]
            {
                races.insert(variable);
            }
        }
    }
    races
}

fn conflict(a: &Event, b: &Event) -> bool {
    let (
        Does::Access {
            variable,
            writes,
            order,
            ..
        },
        Does::Access {
            variable: other,
            writes: other_writes,
            order: other_order,
            ..
        },
    ) = (a.does, b.does)
    else {
        return false;
    };
    let is_atomic = order.is_some() && other_order.is_some();
    a.thread != b.thread && variable == other && (writes || other_writes) && !is_atomic
}

/// By both events: does the first happen before the second?
fn happens_before(events: &[Event]) -> Vec<Vec<bool>> {
    let count = events.len();
    let mut before = vec![vec![false; count]; count];
    for j in 0..count {
        for i in 0..j {
            before[i][j] = events[i].thread == events[j].thread || synchronises(events, i, j);
        }
    }
    for middle in 0..count {
        for i in 0..middle {
            for j in middle + 1..count {
                if before[i][middle] && before[middle][j] {
                    before[i][j] = true;
                }
            }
        }
    }
    before
}

/// Does the first event, of another thread, synchronise with the second?
fn synchronises(events: &[Event], i: usize, j: usize) -> bool {
    let (first, second) = (&events[i], &events[j]);
    match (first.does, second.does) {
        (Does::Create(thread), _) if second.thread == thread => true,
        (_, Does::Join(thread)) if first.thread == thread => true,
        (Does::Unlock, Does::Lock) => true,
        _ => {
            // Whoever releases is before some atomic write, whoever acquires after some
            // atomic read, and that reads from the release sequence of the write.
            let reads = (0..=j).filter(|r| acquired_by(events, *r, j));
            let mut heads = reads.flat_map(|r| heads(events, r));
            heads.any(|w| released_by(events, i, w))
        }
    }
}

/// The writes in whose release sequences is what an event reads.
fn heads(events: &[Event], reader: usize) -> Vec<usize> {
    let mut heads = Vec::new();
    let mut next = events[reader].from;
    while let Some(write) = next {
        let Does::Access { order: Some(_), .. } = events[write].does else {
            break;
        };
        heads.push(write);
        // A read-modify-write continues what it reads from.
        next = events[write].from;
    }
    heads
}

/// Is a read the one by which event `j` acquires?
fn acquired_by(events: &[Event], read: usize, j: usize) -> bool {
    let Does::Access {
        reads: true,
        order: Some(order),
        ..
    } = events[read].does
    else {
        return false;
    };
    match events[j].does {
        _ if read == j => order.acquires(),
        Does::Fence(fence) => fence.acquires() && events[read].thread == events[j].thread,
        _ => false,
    }
}

/// Does event `i` release by that write?
fn released_by(events: &[Event], i: usize, write: usize) -> bool {
    let Does::Access {
        writes: true,
        order: Some(order),
        ..
    } = events[write].does
    else {
        return false;
    };
    match events[i].does {
        _ if write == i => order.releases(),
        Does::Fence(fence) => {
            fence.releases() && i < write && events[i].thread == events[write].thread
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Statement::{Create, Fence, If, Join, Load, Read, Store, Write};
    use super::*;

    /// A message from one thread to another, with these orders.
    fn message(store: Order, load: Order, fences: bool) -> BTreeSet<usize> {
        let mut sender = vec![Write(2, 1), Store(0, 1, store)];
        let mut then = vec![Read(2)];
        if fences {
            sender.insert(1, Fence(Order::Release));
            then.insert(0, Fence(Order::Acquire));
        }
        let main = vec![Create(1), Load(0, load), If(1, then), Join(1), Read(2)];
        let threads = vec![main, sender];
        races(&Program { threads }, 1000).expect("few executions")
    }

    #[test]
    fn release_and_acquire_order_a_message() {
        let none = BTreeSet::new();
        let one = BTreeSet::from([2]);
        assert_eq!(message(Order::Release, Order::Acquire, false), none);
        assert_eq!(message(Order::Release, Order::Relaxed, false), one);
        assert_eq!(message(Order::Relaxed, Order::Acquire, false), one);
        assert_eq!(message(Order::Relaxed, Order::Relaxed, true), none);
    }
}
