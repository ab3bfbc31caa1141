//! The explorer that goes by the number of switches: first all executions without preemptions
//! (or delays), then those with one, and so on.
//!
//! The order is that of iterative context bounding (Musuvathi and Qadeer, PLDI 2007); delays are
//! those of Emmi, Qadeer and Rakamarić (POPL 2011). An exploration that runs out of time has
//! looked everywhere a little. Unlike there, no trace is completed twice, and most switches that
//! lead nowhere new are never made:
//!
//! - *Places are remembered.* A place is a trace (the prefix up to the order of independent
//!   events), the process that runs, and which processes are idle (see below). Everything that
//!   comes after it, and what that costs, depends on these alone. Executions come in the order of
//!   their price, so one that comes to a place where another has been is left.
//! - *A preemption must be for something.* If no event that happens while a process is
//!   preempted depends on what it was about to do, then it could have done that first, at the
//!   same price. So a process that is preempted is *idle* until such an event, and does not run
//!   before. The order of executions by how late their preemptions are has a last one among those
//!   of a trace with the lowest price, and in that one no idle process runs.
//!
//! With store buffers, flushes are free: a processor decides on them, not a scheduler. No process is
//! idle then.

use crate::outcome::EndedKind;
use crate::run::{Halt, Run};
use crate::search::{Apart, enabled, explore_apart};
use crate::shared::Work;
use crate::trace::Trace;
use mazurka_program::{Access, Kind, Names, Operation, ProcessId, Program, Status, Turn};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Price {
    /// Switches from a process that could have gone on.
    Preemptions,
    /// How many enabled processes are passed over, round robin by their names, beginning
    /// with the one that ran last.
    Delays,
}

pub(crate) fn explore<P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    work: &mut dyn Work,
    price: Price,
    most: u32,
) -> Result<(), Halt> {
    let mut explorer = Explorer {
        price,
        most,
        levels: vec![vec![]],
        seen: FxHashSet::default(),
        places: vec![Place::default()],
        links: vec![None],
        enabled: Vec::new(),
        ranks: Vec::new(),
        flushes: Vec::new(),
        options: Vec::new(),
        is_begun: false,
    };
    explore_apart(run, work, &mut explorer)
}

/// Where an execution is after some of its events.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// A hash of the trace: a sum over its events.
    trace: u128,
    /// What the switches so far cost.
    spent: u32,
    /// The process that runs: the last that took a step and is no shadow.
    current: Option<ProcessId>,
    /// The processes that were preempted, and nothing that has happened since depends on what
    /// they were about to do. A bit each; those with larger numbers are never idle.
    idle: u64,
}

/// The first events of an execution, shared with those that begin with the same.
struct Link {
    before: Option<Rc<Link>>,
    /// How many events they are.
    length: usize,
    /// The last step.
    turn: Turn,
    /// The place after them.
    place: Place,
}

impl Drop for Link {
    /// One after the other: there may be many.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut link) = next.and_then(Rc::into_inner) {
            next = link.before.take();
        }
    }
}

/// An execution that is still to be run.
struct Pending {
    /// The events that it begins with.
    prefix: Option<Rc<Link>>,
    /// The step after them.
    turn: Turn,
}

struct Explorer {
    price: Price,
    most: u32,
    /// What is still to be run, by its price.
    levels: Vec<Vec<Pending>>,
    /// The places where executions have been.
    seen: FxHashSet<u128>,
    /// Those of the current execution: one for each prefix of it.
    places: Vec<Place>,
    /// Its prefixes, where another execution is to begin with one.
    links: Vec<Option<Rc<Link>>>,
    /// The enabled processes, in order, but for shadows.
    enabled: Vec<ProcessId>,
    /// Which process comes after which, by their numbers: for delays.
    ranks: Vec<u32>,
    /// The enabled shadows.
    flushes: Vec<ProcessId>,
    /// The steps that can be taken, and what they cost; the first is taken.
    options: Vec<(u32, Turn)>,
    /// Has an execution been run?
    is_begun: bool,
}

/// More places are not remembered (about a gigabyte). Executions may then be repeated.
const MOST_SEEN: usize = 1 << 25;

/// What an execution does next.
enum Then {
    Step(Turn),
    End(EndedKind),
}

impl<P: Program + ?Sized> Apart<P> for Explorer {
    fn execute(
        &mut self,
        run: &mut Run<'_, P>,
        check: &dyn Fn() -> Result<(), Halt>,
    ) -> Result<bool, Halt> {
        if self.is_begun {
            let pending = self.next(run).expect("there is more");
            self.enter(run, pending.prefix, check)?;
            self.look(run)?;
            self.step(run, pending.turn)?;
        } else {
            self.is_begun = true;
            run.start()?;
        }
        loop {
            check()?;
            match self.then(run)? {
                Then::Step(turn) => self.step(run, turn)?,
                Then::End(kind) => {
                    run.end(kind)?;
                    break;
                }
            }
        }
        let has_more = self.levels.iter().any(|level| !level.is_empty());
        if !has_more {
            run.statistics.within = self.most.saturating_add(1);
        }
        Ok(has_more)
    }
}

impl Explorer {
    /// The next execution, of those with the lowest price the one that was planned last.
    fn next<P: Program + ?Sized>(&mut self, run: &mut Run<'_, P>) -> Option<Pending> {
        let level = self.levels.iter().position(|level| !level.is_empty())?;
        run.statistics.within = u32::try_from(level).unwrap_or(u32::MAX);
        self.levels[level].pop()
    }

    /// Brings the program to where it has run the events of `prefix`.
    fn enter<P: Program + ?Sized>(
        &mut self,
        run: &mut Run<'_, P>,
        prefix: Option<Rc<Link>>,
        check: &dyn Fn() -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let mut way = Vec::new();
        let mut link = prefix;
        while let Some(at) = link.take() {
            let same = self.links.get(at.length).and_then(Option::as_ref);
            if same.is_some_and(|same| Rc::ptr_eq(same, &at)) {
                link = Some(at);
                break;
            }
            link.clone_from(&at.before);
            way.push(at);
        }
        let length = link.map_or(0, |link| link.length);
        while run.trace.len() > length {
            run.trace.pop();
        }
        self.places.truncate(length + 1);
        self.links.truncate(length + 1);
        run.start()?;
        for link in way.into_iter().rev() {
            check()?;
            run.advance(link.turn, true)?;
            self.places.push(link.place);
            self.links.push(Some(link));
        }
        Ok(())
    }

    /// Takes a step, and notes where it leads. Which processes are enabled has been looked at.
    fn step<P: Program + ?Sized>(&mut self, run: &mut Run<'_, P>, turn: Turn) -> Result<(), Halt> {
        let before = self.place();
        let mut place = before;
        debug_assert_eq!(before.idle & bit(turn.process), 0, "an idle process runs");
        if !run.is_shadow(turn.process) {
            place.spent += self.price(before.current, turn.process);
            place.current = Some(turn.process);
            if let Some(left) = before.current.filter(|left| *left != turn.process) {
                place.idle |= self.idle_bit(run, left);
            }
        }
        run.step(turn)?;
        let event = run.trace.len() - 1;
        place.idle = still_idle(run, event, place.idle);
        place.trace = before.trace.wrapping_add(hash_of(&run.trace, event));
        self.places.push(place);
        self.links.push(None);
        Ok(())
    }

    /// Notes which processes are enabled.
    fn look<P: Program + ?Sized>(&mut self, run: &mut Run<'_, P>) -> Result<(), Halt> {
        enabled(run, &mut self.enabled)?;
        self.flushes.clear();
        if run.has_shadows() {
            let flushes = &mut self.flushes;
            self.enabled.retain(|process| {
                let is_shadow = run.is_shadow(*process);
                if is_shadow {
                    flushes.push(*process);
                }
                !is_shadow
            });
        }
        match self.price {
            Price::Preemptions => self.enabled.sort_unstable(),
            Price::Delays => {
                if self.ranks.len() < run.names().process_count() {
                    self.ranks = ranks(run.names());
                }
                let ranks = &self.ranks;
                self.enabled
                    .sort_unstable_by_key(|process| ranks[process.index()]);
            }
        }
        Ok(())
    }

    /// What it costs that `next`, which is enabled, runs after `current`.
    fn price(&self, current: Option<ProcessId>, next: ProcessId) -> u32 {
        let Some(current) = current else {
            return match self.price {
                Price::Preemptions => 0,
                Price::Delays => self.passed_over(0, next),
            };
        };
        match self.price {
            Price::Preemptions => u32::from(next != current && self.enabled.contains(&current)),
            Price::Delays => {
                let rank = |process: &ProcessId| self.ranks[process.index()];
                let before = |process: &ProcessId| rank(process) < rank(&current);
                let first = self.enabled.partition_point(before);
                self.passed_over(first, next)
            }
        }
    }

    /// How many processes are passed over if `next` runs and it is the turn of number `first`.
    fn passed_over(&self, first: usize, next: ProcessId) -> u32 {
        let count = self.enabled.len();
        let order = (0..count).map(|i| self.enabled[(first + i) % count]);
        let passed = order.take_while(|process| *process != next).count();
        u32::try_from(passed).unwrap_or(u32::MAX)
    }

    fn place(&self) -> Place {
        *self
            .places
            .last()
            .expect("there is one before the first event")
    }

    /// The bit of a process that is left, if it is preempted and what it was about to do is of
    /// a kind of which it can be told what depends on it.
    fn idle_bit<P: Program + ?Sized>(&self, run: &Run<'_, P>, left: ProcessId) -> u64 {
        if self.price != Price::Preemptions || !self.enabled.contains(&left) || run.has_shadows() {
            return 0;
        }
        match run.status(left) {
            Status::Enabled(operation) if touches_its_object(&operation) => bit(left),
            _ => 0,
        }
    }

    /// What comes next; other steps that can be taken are planned.
    fn then<P: Program + ?Sized>(&mut self, run: &mut Run<'_, P>) -> Result<Then, Halt> {
        self.look(run)?;
        let place = self.place();
        if self.enabled.is_empty() && self.flushes.is_empty() {
            return Ok(Then::End(match self.is_new(key(place.trace, None, 0)) {
                true => EndedKind::Complete,
                false => EndedKind::Blocked,
            }));
        }
        self.list_options(run, place);
        let is_place = self.options.len() > 1;
        if is_place && !self.is_new(key(place.trace, place.current, place.idle)) {
            return Ok(Then::End(EndedKind::Blocked));
        }
        let mut first = None;
        for i in 0..self.options.len() {
            let (price, turn) = self.options[i];
            let spent = place.spent.saturating_add(price);
            if first.is_none() && price == 0 {
                first = Some(turn);
            } else if spent > self.most {
                run.statistics.left_out += 1;
            } else {
                self.plan(&run.trace, turn, spent as usize);
            }
        }
        Ok(match first {
            Some(turn) => Then::Step(turn),
            // All that could run are idle.
            None => Then::End(EndedKind::Blocked),
        })
    }

    /// Lists the steps that can be taken; the process that runs goes on, if it can.
    fn list_options<P: Program + ?Sized>(&mut self, run: &Run<'_, P>, place: Place) {
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        let current = place.current;
        let current = current.filter(|current| self.enabled.contains(current));
        let mut add = |process: ProcessId, price| {
            let alternatives = 0..run.alternatives(process);
            options.extend(alternatives.map(|alternative| {
                let turn = Turn {
                    process,
                    alternative,
                };
                (price, turn)
            }));
        };
        if let Some(current) = current {
            add(current, 0);
        }
        for process in &self.flushes {
            add(*process, 0);
        }
        for process in &self.enabled {
            let is_idle = place.idle & bit(*process) != 0;
            if Some(*process) == current || is_idle || self.is_useless(run, current) {
                continue;
            }
            add(*process, self.price(place.current, *process));
        }
        options.sort_by_key(|(price, _)| *price);
        self.options = options;
    }

    /// Is it of no use to preempt `current`, as what it is about to do touches nothing?
    fn is_useless<P: Program + ?Sized>(
        &self,
        run: &Run<'_, P>,
        current: Option<ProcessId>,
    ) -> bool {
        let Some(Status::Enabled(operation)) = current.map(|current| run.status(current)) else {
            return false;
        };
        self.price == Price::Preemptions
            && matches!(operation.kind, Kind::Choose | Kind::Fence)
            && !run.has_shadows()
    }

    /// Has no execution been at this place?
    fn is_new(&mut self, key: u128) -> bool {
        match self.seen.len() < MOST_SEEN {
            true => self.seen.insert(key),
            false => !self.seen.contains(&key),
        }
    }

    /// Plans an execution that begins with the events of the current one, and then that step.
    fn plan(&mut self, trace: &Trace, turn: Turn, spent: usize) {
        let prefix = self.link(trace);
        if self.levels.len() <= spent {
            self.levels.resize_with(spent + 1, Vec::new);
        }
        self.levels[spent].push(Pending { prefix, turn });
    }

    /// The events of the current execution.
    fn link(&mut self, trace: &Trace) -> Option<Rc<Link>> {
        let linked = self.links.iter().rposition(Option::is_some).unwrap_or(0);
        for length in linked + 1..self.links.len() {
            self.links[length] = Some(Rc::new(Link {
                before: self.links[length - 1].clone(),
                length,
                turn: trace.events()[length - 1].turn(),
                place: self.places[length],
            }));
        }
        self.links.last().and_then(Clone::clone)
    }
}

/// The places of processes in the order of their names. New ones do not change the order of
/// the others.
fn ranks(names: &Names) -> Vec<u32> {
    let name = |process: &u32| names.process_name(ProcessId(*process));
    let mut order: Vec<u32> = (0..).take(names.process_count()).collect();
    order.sort_by_cached_key(name);
    let mut ranks = vec![0; order.len()];
    for (rank, process) in (0..).zip(order) {
        ranks[process as usize] = rank;
    }
    ranks
}

/// The bit of a process in a set.
fn bit(process: ProcessId) -> u64 {
    1u64.checked_shl(process.0).unwrap_or(0)
}

/// Can it be told from the operation which object it will touch, and that it is the only one?
fn touches_its_object(operation: &Operation) -> bool {
    operation.kind == Kind::Unlock || operation.access_at(0).is_some()
}

/// Those of the `idle` processes that are idle after one more event.
fn still_idle<P: Program + ?Sized>(run: &Run<'_, P>, event: usize, idle: u64) -> u64 {
    let mut left = idle;
    let mut still = 0;
    while left != 0 {
        let process = ProcessId(left.trailing_zeros());
        left &= left - 1;
        let Status::Enabled(operation) = run.status(process) else {
            continue;
        };
        let only_reads = operation.kind == Kind::Load;
        let depends = run.trace.touches(event).any(|touch| {
            let is_read = matches!(touch.access, Access::None | Access::Read);
            touch.object == operation.object && !(is_read && only_reads)
        });
        if !depends {
            still |= bit(process);
        }
    }
    still
}

/// A hash of an event and of which events happen before it. Events are numbered within their
/// processes, so that it does not depend on the order of independent ones.
fn hash_of(trace: &Trace, event: usize) -> u128 {
    let clocks = trace.clocks();
    let turn = trace.events()[event].turn();
    let own = u64::from(turn.process.0) << 32 | u64::from(turn.alternative);
    let mut sum = mixed(own, u64::MAX);
    for process in trace.processes() {
        let before = clocks.of_event(event, *process);
        if before != 0 {
            let before = mixed(u64::from(process.0), u64::from(before));
            sum = sum.wrapping_add(before);
        }
    }
    let [low, high] = [sum, sum >> 64].map(|half| (half & u128::from(u64::MAX)) as u64);
    mixed(low, high)
}

/// What distinguishes a place.
fn key(trace: u128, current: Option<ProcessId>, idle: u64) -> u128 {
    let current = current.map_or(u64::MAX, |current| u64::from(current.0));
    trace.wrapping_add(mixed(current, idle).rotate_left(1))
}

/// Two numbers, well mixed: two lanes of the finaliser of SplitMix64.
fn mixed(a: u64, b: u64) -> u128 {
    let lane = |seed: u64| {
        let mut x = (a ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x = (x ^ (x >> 32))
            .wrapping_add(b)
            .wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 32)
    };
    let high = u128::from(lane(0x2545_f491_4f6c_dd1d)) << 64;
    high | u128::from(lane(0))
}
