//! Data races of C: two accesses of a location, one of them a write, one of them not atomic, and
//! neither happens before the other. Then the behaviour is undefined.
//!
//! Clocks are vectors over threads. Every write has a message: what an acquire that reads it
//! learns. It is what its thread knew, if it releases; what that knew at its last release fence,
//! if not; and, of an update, the message that it read as well, as updates go on with a release
//! sequence (and other stores, since C++20, do not). What reads learn without acquiring is there
//! after the next acquire fence.

use crate::code::Instruction;
use crate::test::Test;
use mazurka_memory::Model;
use mazurka_program::Order;

/// What a thread knows of each other: how many accesses of it happen before.
type Clock = Vec<u32>;

/// A location, and two accesses of it: thread and instruction. The first is the one that was run
/// first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Race {
    pub(crate) cell: usize,
    pub(crate) first: (usize, usize),
    pub(crate) second: (usize, usize),
}

impl Race {
    /// As plain data.
    pub(crate) fn numbers(&self) -> Vec<u64> {
        let (first, second) = (self.first, self.second);
        let numbers = [self.cell, first.0, first.1, second.0, second.1];
        numbers.iter().map(|number| *number as u64).collect()
    }

    /// The same from plain data; none if it is no race of that test.
    pub(crate) fn from_numbers(numbers: &[u64], test: &Test) -> Option<Race> {
        let [cell, first, first_at, second, second_at] = *numbers else {
            return None;
        };
        let number = |number| usize::try_from(number).ok();
        let access = |thread: u64, at: u64| {
            let (thread, at) = (number(thread)?, number(at)?);
            let code = &test.threads.get(thread)?.code;
            code.get(at).map(|_| (thread, at))
        };
        let cell = number(cell).filter(|cell| *cell < test.locations.cells.len());
        Some(Race {
            cell: cell?,
            first: access(first, first_at)?,
            second: access(second, second_at)?,
        })
    }

    /// For people.
    pub(crate) fn describe(&self, test: &Test) -> String {
        let access = |(thread, at): (usize, usize)| {
            let thread = &test.threads[thread];
            let does = match thread.code[at] {
                Instruction::Load { .. } => "reads",
                Instruction::Store { .. } => "writes",
                _ => "updates",
            };
            let number = thread.number;
            match thread.place(at) {
                Some(place) => format!("thread {number} {does} it at {place}"),
                None => format!("thread {number} {does} it"),
            }
        };
        format!(
            "data race on {}: {} and {}, and nothing orders the two",
            test.locations.cell_name(self.cell),
            access(self.first),
            access(self.second)
        )
    }
}

#[derive(Clone, Debug, Default)]
struct Known {
    now: Clock,
    /// What its reads have learnt that did not acquire.
    unacquired: Clock,
    /// What it knew at its last release fence.
    released: Clock,
}

/// The last access of a kind by a thread: its time, zero if there is none, and its instruction.
type Last = (u32, usize);

/// Reads and writes, not atomic and atomic.
const KINDS: usize = 4;

#[derive(Clone, Debug, Default)]
struct Location {
    /// By thread.
    last: Vec<[Last; KINDS]>,
    /// Of each change, in the order in which they were run; the first is the initial value.
    messages: Vec<Clock>,
    /// Which is read next.
    recalled: usize,
    /// What accesses without an order know of one another.
    strong: Clock,
}

/// What is known of an execution.
#[derive(Clone, Debug)]
pub(super) struct Races {
    model: Model,
    threads: Vec<Known>,
    cells: Vec<Location>,
    pub(super) found: Vec<Race>,
}

fn join(to: &mut Clock, from: &[u32]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = (*to).max(*from);
    }
}

impl Races {
    pub(super) fn new(threads: usize, cells: usize, model: Model) -> Races {
        let mut races = Races {
            model,
            threads: vec![Known::default(); threads],
            cells: vec![Location::default(); cells],
            found: Vec::new(),
        };
        races.start();
        races
    }

    /// Another execution begins.
    pub(super) fn start(&mut self) {
        let threads = self.threads.len();
        let zero = || vec![0; threads];
        for known in &mut self.threads {
            (known.now, known.unacquired, known.released) = (zero(), zero(), zero());
        }
        for cell in &mut self.cells {
            cell.last.clear();
            cell.last.resize(threads, [(0, 0); KINDS]);
            cell.messages.clear();
            cell.messages.push(zero());
            cell.recalled = 0;
            cell.strong = zero();
        }
        self.found.clear();
    }

    /// The next read of a cell reads that write.
    pub(super) fn recall(&mut self, cell: usize, write: u32) {
        self.cells[cell].recalled = write as usize;
    }

    pub(super) fn fence(&mut self, thread: usize, order: Order) {
        let known = &mut self.threads[thread];
        if order.acquires() {
            join(&mut known.now, &known.unacquired);
        }
        if order.releases() {
            known.released.clone_from(&known.now);
        }
    }

    /// An access without an order: of a lock.
    pub(super) fn strong(&mut self, thread: usize, cell: usize) {
        let (known, strong) = (&mut self.threads[thread], &mut self.cells[cell].strong);
        join(&mut known.now, strong);
        strong.clone_from(&known.now);
    }

    /// An access of a cell, which reads what was recalled, writes, or both.
    pub(super) fn access(
        &mut self,
        thread: usize,
        at: usize,
        cell: usize,
        order: Order,
        reads: bool,
        writes: bool,
    ) {
        let is_plain = order == Order::Plain;
        // Under release and acquire, all that is atomic is that.
        let order = match self.model {
            Model::Ra if !is_plain => Order::AcquireRelease,
            _ => order,
        };
        let known = &mut self.threads[thread];
        let location = &mut self.cells[cell];
        let read = location.messages.get(location.recalled);
        let read = read.filter(|_| reads && !is_plain).cloned();
        if let Some(read) = &read {
            let to = if order.acquires() {
                &mut known.now
            } else {
                &mut known.unacquired
            };
            join(to, read);
        }
        known.now[thread] += 1;
        self.found.extend(race(
            location,
            known,
            thread,
            |last| Race {
                cell,
                first: last,
                second: (thread, at),
            },
            writes,
            is_plain,
        ));
        let kind = usize::from(writes) + 2 * usize::from(!is_plain);
        location.last[thread][kind] = (known.now[thread], at);
        if writes {
            let mut message = match order {
                Order::Plain => vec![0; known.now.len()],
                order if order.releases() => known.now.clone(),
                _ => known.released.clone(),
            };
            if let Some(read) = &read {
                join(&mut message, read);
            }
            location.messages.push(message);
        }
    }
}

/// The access of another thread that one races with which is about to be made.
fn race(
    location: &Location,
    known: &Known,
    thread: usize,
    found: impl Fn((usize, usize)) -> Race,
    writes: bool,
    is_plain: bool,
) -> Option<Race> {
    for (other, last) in location.last.iter().enumerate() {
        if other == thread {
            continue;
        }
        for (kind, (time, at)) in last.iter().enumerate() {
            let (other_writes, other_is_plain) = (kind % 2 == 1, kind < 2);
            let is_conflict = (writes || other_writes) && (is_plain || other_is_plain);
            if is_conflict && *time > known.now[other] {
                return Some(found((other, *at)));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use Order::{Acquire, Plain, Relaxed, Release, SequentiallyConsistent};

    /// The data and the flag.
    const DATA: usize = 0;
    const FLAG: usize = 1;

    struct Execution(Races);

    impl Execution {
        fn new(model: Model) -> Execution {
            let mut races = Races::new(3, 2, model);
            // Thread 0 always begins with the data.
            races.access(0, 0, DATA, Plain, false, true);
            Execution(races)
        }

        fn store(&mut self, thread: usize, order: Order) -> &mut Execution {
            self.0.access(thread, 1, FLAG, order, false, true);
            self
        }

        fn load(&mut self, thread: usize, write: u32, order: Order) -> &mut Execution {
            self.0.recall(FLAG, write);
            self.0.access(thread, 2, FLAG, order, true, false);
            self
        }

        fn update(&mut self, thread: usize, write: u32, order: Order) -> &mut Execution {
            self.0.recall(FLAG, write);
            self.0.access(thread, 3, FLAG, order, true, true);
            self
        }

        fn fence(&mut self, thread: usize, order: Order) -> &mut Execution {
            self.0.fence(thread, order);
            self
        }

        /// Does a read of the data by that thread race?
        fn races(&mut self, thread: usize) -> bool {
            assert_eq!(self.0.found, [], "nothing races before");
            self.0.access(thread, 9, DATA, Plain, true, false);
            let race = Race {
                cell: DATA,
                first: (0, 0),
                second: (thread, 9),
            };
            assert!(self.0.found.is_empty() || self.0.found == [race]);
            !self.0.found.is_empty()
        }
    }

    fn rc11() -> Execution {
        Execution::new(Model::Rc11)
    }

    #[test]
    fn a_release_that_is_acquired_orders() {
        for (store, load, races) in [
            (Release, Acquire, false),
            (SequentiallyConsistent, SequentiallyConsistent, false),
            (Release, Relaxed, true),
            (Relaxed, Acquire, true),
            (Relaxed, Relaxed, true),
        ] {
            let mut execution = rc11();
            execution.store(0, store).load(1, 1, load);
            assert_eq!(execution.races(1), races, "{store:?} {load:?}");
        }
        // What was there before says nothing.
        assert!(rc11().store(0, Release).load(1, 0, Acquire).races(1));
        // Under release and acquire, all that is atomic is that.
        let mut execution = Execution::new(Model::Ra);
        assert!(!execution.store(0, Relaxed).load(1, 1, Relaxed).races(1));
    }

    #[test]
    fn fences_make_releases_and_acquires() {
        let mut execution = rc11();
        execution.fence(0, Release).store(0, Relaxed);
        assert!(!execution.load(1, 1, Acquire).races(1));
        let mut execution = rc11();
        execution.store(0, Release).load(1, 1, Relaxed);
        assert!(!execution.fence(1, Acquire).races(1));
        let mut execution = rc11();
        execution.fence(0, SequentiallyConsistent).store(0, Relaxed);
        execution.load(1, 1, Relaxed);
        assert!(!execution.fence(1, SequentiallyConsistent).races(1));
        // The wrong fences, or at the wrong place.
        let mut execution = rc11();
        execution.fence(0, Acquire).store(0, Relaxed);
        assert!(execution.load(1, 1, Acquire).races(1));
        let mut execution = rc11();
        execution.store(0, Relaxed).fence(0, Release);
        assert!(execution.load(1, 1, Acquire).races(1));
        let mut execution = rc11();
        execution.store(0, Release).fence(1, Acquire);
        assert!(execution.load(1, 1, Relaxed).races(1));
    }

    #[test]
    fn updates_go_on_with_a_release_sequence_and_stores_do_not() {
        let mut execution = rc11();
        execution.store(0, Release).update(1, 1, Relaxed);
        assert!(!execution.load(2, 2, Acquire).races(2));
        let mut execution = rc11();
        execution.store(0, Release).store(1, Relaxed);
        assert!(execution.load(2, 2, Acquire).races(2));
        // Since C++20 that also holds for the thread that has released.
        let mut execution = rc11();
        execution.store(0, Release).store(0, Relaxed);
        assert!(execution.load(2, 2, Acquire).races(2));
    }

    #[test]
    fn atomic_accesses_race_with_others_only() {
        let mut execution = rc11();
        execution
            .store(0, Relaxed)
            .store(1, Relaxed)
            .load(2, 0, Relaxed);
        assert_eq!(execution.0.found, []);
        execution.0.access(1, 7, FLAG, Plain, true, false);
        assert_eq!(execution.0.found.len(), 1);
        // Two reads never do.
        let mut races = Races::new(2, 1, Model::Rc11);
        races.access(0, 0, 0, Plain, true, false);
        races.access(1, 0, 0, Plain, true, false);
        races.access(1, 0, 0, Relaxed, true, false);
        assert_eq!(races.found, []);
        races.access(1, 0, 0, Relaxed, false, true);
        assert_eq!(races.found.len(), 1);
    }

    #[test]
    fn a_lock_orders() {
        let mut execution = rc11();
        execution.0.strong(0, FLAG);
        execution.0.strong(1, FLAG);
        assert!(!execution.races(1));
    }
}
