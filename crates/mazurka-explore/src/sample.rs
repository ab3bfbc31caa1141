//! How many traces there are, from samples (Knuth, *Estimating the efficiency of backtrack
//! programs*, 1975).
//!
//! The tree that is sampled is that of all executions, reduced by sleep sets alone: each trace is
//! complete in it once, and what is blocked counts for nothing. A walk chooses among the children
//! of each node, and what it comes to is one over its chance; the mean over all walks is the number
//! of traces. That needs no race reversal, so it sees all of the tree at once, where the explorers
//! see one corner. Three things make walks differ less:
//!
//! - Only steps are alternatives that may have something to do with one another: those of a
//!   persistent set, from what each process was seen to access later, in all walks so far.
//! - Children whose walks came to more have a higher chance, by depth and place.
//! - The first walks only learn.
//!
//! What a sleeping step would access is taken from its operation and the value that is there. Where
//! that is not known it does not sleep, so traces may count twice. Receives that choose are not
//! sampled.

use crate::estimate::Estimate;
use crate::next::{Accesses, Next};
use crate::outcome::{EndedKind, Error, Limits, Observer, Outcome};
use crate::random::Lots;
use crate::run::{Halt, Run};
use crate::search::enabled;
use crate::sleep::SleepSets;
use mazurka_program::{Access, Kind, ObjectId, Operation, ProcessId, Program, Status, Turn};
use rustc_hash::FxHashMap;

/// The first walks, which only learn.
const FIRST: u64 = 64;
/// How many of the others are taken together.
const BATCH: u64 = 64;
/// With fewer of these, nothing is said.
const LEAST: usize = 6;
/// How much of the choice is by chance alone.
const EVEN: f64 = 0.2;
/// How many processes are tried as the first of a persistent set.
const STARTS: usize = 4;
/// How large a child is beside its elder, before that is known.
const YOUNGER: f64 = 0.7;
/// With a larger relative error, nothing is said; nor if fewer walks than this were complete.
const ERROR: f64 = 0.5;
const COMPLETE: f64 = 0.1;

/// What a process was seen to do with an object: the number of its last event that accesses it, and
/// of the last that changes it.
struct Use {
    process: ProcessId,
    last: u32,
    changed: u32,
}

/// Walks, and what they have come to.
pub struct Sampler {
    lots: Lots,
    walks: u64,
    /// By object.
    uses: FxHashMap<ObjectId, Vec<Use>>,
    /// By depth, number of children and child: the number of walks, and what they came to.
    children: FxHashMap<(usize, usize, usize), (f64, f64)>,
    /// The means of batches.
    batches: Vec<f64>,
    sum: f64,
    /// How many walks were complete.
    complete: u64,
    is_unfit: bool,
    enabled: Vec<ProcessId>,
    sleep: SleepSets,
}

impl Sampler {
    /// One that has seen nothing.
    #[must_use]
    pub fn new(seed: u64) -> Sampler {
        Sampler {
            lots: Lots(seed),
            walks: 0,
            uses: FxHashMap::default(),
            children: FxHashMap::default(),
            batches: Vec::new(),
            sum: 0.0,
            complete: 0,
            is_unfit: false,
            enabled: Vec::new(),
            sleep: SleepSets::default(),
        }
    }

    /// How many traces there are, as far as walks can tell.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        // The first ones knew less.
        let batches = &self.batches[self.batches.len() / 3..];
        let count = batches.len() as f64;
        let mean = batches.iter().sum::<f64>() / count;
        if self.is_unfit || batches.len() < LEAST || mean < 1.0 {
            return None;
        }
        let squares = batches.iter().map(|batch| (batch / mean - 1.0).powi(2));
        let error = (squares.sum::<f64>() / (count - 1.0) / count).sqrt();
        let counted = self.walks.saturating_sub(FIRST) as f64;
        if error > ERROR || (self.complete as f64) < COMPLETE * counted {
            return None;
        }
        let spread = (1.0 + error * error).ln().sqrt();
        let number = |log: f64| (mean * log.exp()).round() as u64;
        Some(Estimate {
            executions: number(0.0),
            low: number(-1.3 * spread - 0.05),
            // A rare walk that comes to much may be missing.
            high: number(2.5 * spread + 0.05),
        })
    }

    fn walk<P: Program + ?Sized>(&mut self, run: &mut Run<'_, P>) -> Result<(), Halt> {
        while !run.trace.is_empty() {
            run.trace.pop();
        }
        self.sleep = SleepSets::default();
        self.sleep.push_empty();
        run.begin(false);
        run.start()?;
        let mut path = Vec::new();
        let ended = loop {
            enabled(run, &mut self.enabled)?;
            if self.enabled.is_empty() {
                break EndedKind::Complete;
            }
            if self.walks < FIRST {
                self.step_anywhere(run)?;
                continue;
            }
            let Some(set) = self.alternatives(run) else {
                self.is_unfit = true;
                return Err(Halt::Stopped);
            };
            let sleep = &self.sleep;
            let awake: Vec<ProcessId> = set
                .into_iter()
                .filter(|process| !sleep.contains_process(*process))
                .collect();
            if awake.is_empty() {
                break EndedKind::Blocked;
            }
            let (chosen, chance) = self.choose(run.trace.len(), awake.len());
            let process = awake[chosen];
            for elder in &awake[..chosen] {
                if let Some(next) = next_of(run, *elder) {
                    self.sleep.add(next);
                }
            }
            let alternatives = run.alternatives(process);
            let alternative = self.lots.below(alternatives as usize);
            let place = (run.trace.len(), awake.len(), chosen);
            path.push((place, f64::from(alternatives) / chance));
            run.step(Turn {
                process,
                alternative: u32::try_from(alternative).expect("it is below a u32"),
            })?;
            let woken = run.woken(self.sleep.top());
            self.sleep.push_after(&run.trace, &woken);
        };
        self.learn(run);
        self.count(&path, ended);
        run.end(ended)
    }

    /// One step of a walk that only learns what processes access.
    fn step_anywhere<P: Program + ?Sized>(&mut self, run: &mut Run<'_, P>) -> Result<(), Halt> {
        let process = self.enabled[self.lots.below(self.enabled.len())];
        if let Status::Enabled(operation) = run.status(process)
            && operation.kind.is_message()
        {
            self.is_unfit = true;
            return Err(Halt::Stopped);
        }
        let alternatives = run.alternatives(process) as usize;
        let alternative = self.lots.below(alternatives);
        run.step(Turn {
            process,
            alternative: u32::try_from(alternative).expect("it is below a u32"),
        })
    }

    /// What the walk has come to.
    fn count(&mut self, path: &[((usize, usize, usize), f64)], ended: EndedKind) {
        let mut size = match ended {
            EndedKind::Complete => 1.0,
            EndedKind::Blocked => 0.0,
        };
        for (place, factor) in path.iter().rev() {
            if place.1 > 1 {
                let (walks, sum) = self.children.entry(*place).or_default();
                *walks += 1.0;
                *sum += size;
            }
            size *= factor;
        }
        self.walks += 1;
        if self.walks <= FIRST {
            return;
        }
        self.sum += size;
        self.complete += u64::from(ended == EndedKind::Complete);
        if (self.walks - FIRST).is_multiple_of(BATCH) {
            self.batches.push(self.sum / BATCH as f64);
            self.sum = 0.0;
        }
    }

    /// Notes what processes have accessed.
    fn learn<P: Program + ?Sized>(&mut self, run: &Run<'_, P>) {
        for (i, event) in run.trace.events().iter().enumerate() {
            for touch in run.trace.touches(i) {
                if touch.access == Access::None {
                    continue;
                }
                let uses = self.uses.entry(touch.object).or_default();
                let known = uses.iter().position(|known| known.process == event.process);
                let at = known.unwrap_or_else(|| {
                    uses.push(Use {
                        process: event.process,
                        last: 0,
                        changed: 0,
                    });
                    uses.len() - 1
                });
                uses[at].last = event.index.max(uses[at].last);
                if touch.access.changes() {
                    uses[at].changed = event.index.max(uses[at].changed);
                }
            }
        }
    }

    /// One of `count` children, and the chance that it had.
    fn choose(&mut self, depth: usize, count: usize) -> (usize, f64) {
        if count == 1 {
            return (0, 1.0);
        }
        let size = |child: usize| {
            let known = self.children.get(&(depth, count, child));
            known.filter(|(walks, _)| *walks >= 3.0)
        };
        let known: Vec<Option<f64>> = (0..count)
            .map(|child| size(child).map(|(walks, sum)| sum / walks))
            .collect();
        let some = known.iter().flatten();
        let (sum, number) = some.fold((0.0, 0.0), |(sum, number), size| (sum + size, number + 1.0));
        let mean = if sum > 0.0 { sum / number } else { 1.0 };
        // Younger children are mostly smaller: more sleeps there.
        let fresh = |child: usize| mean * YOUNGER.powi(i32::try_from(child).unwrap_or(i32::MAX));
        let sizes = known.iter().enumerate();
        let sizes: Vec<f64> = sizes
            .map(|(child, size)| size.unwrap_or_else(|| fresh(child)))
            .collect();
        let all: f64 = sizes.iter().sum();
        // All walks so far may have been blocked.
        let even = if all > 0.0 { EVEN } else { 1.0 };
        let share = |child: usize| if all > 0.0 { sizes[child] / all } else { 0.0 };
        let chance = |child: usize| even / count as f64 + (1.0 - even) * share(child);
        let mut left = self.lots.part();
        for child in 0..count - 1 {
            left -= chance(child);
            if left < 0.0 {
                return (child, chance(child));
            }
        }
        (count - 1, chance(count - 1))
    }

    /// The smallest set of enabled processes of which it is enough to run each first. None if
    /// there is one that cannot be sampled.
    fn alternatives<P: Program + ?Sized>(&self, run: &Run<'_, P>) -> Option<Vec<ProcessId>> {
        let mut steps = Vec::new();
        for process in &self.enabled {
            let Status::Enabled(operation) = run.status(*process) else {
                continue;
            };
            if operation.kind.is_message() {
                return None;
            }
            steps.push((*process, access(run, &operation)));
        }
        // What nothing has to do with comes first: if it slept, nothing would wake it.
        let is_free = |(process, access): &&(ProcessId, Option<(ObjectId, Access)>)| {
            access.is_some_and(|(object, access)| {
                let mut others = self.conflicts(run, object, access);
                others.all(|other| other == *process)
            })
        };
        if let Some((process, _)) = steps.iter().find(is_free) {
            return Some(vec![*process]);
        }
        let mut smallest: Option<Vec<ProcessId>> = None;
        for (process, _) in steps.iter().take(STARTS) {
            if let Some(set) = self.closure(run, *process, &steps)
                && smallest
                    .as_ref()
                    .is_none_or(|least| set.len() < least.len())
            {
                smallest = Some(set);
            }
        }
        Some(smallest.unwrap_or_else(|| self.enabled.clone()))
    }

    /// A set with `first` in it, of which nothing else can interfere with a step. None if that is
    /// not known.
    fn closure<P: Program + ?Sized>(
        &self,
        run: &Run<'_, P>,
        first: ProcessId,
        steps: &[(ProcessId, Option<(ObjectId, Access)>)],
    ) -> Option<Vec<ProcessId>> {
        let mut set = vec![first];
        let mut seen: Vec<(ObjectId, bool)> = Vec::new();
        let mut at = 0;
        while let Some(process) = set.get(at) {
            at += 1;
            let (_, access) = steps.iter().find(|(other, _)| other == process)?;
            let (object, access) = (*access)?;
            if seen.contains(&(object, access.changes())) {
                continue;
            }
            seen.push((object, access.changes()));
            for other in self.conflicts(run, object, access) {
                if set.contains(&other) {
                    continue;
                }
                // It must be able to come first.
                if !steps.iter().any(|(enabled, _)| *enabled == other) {
                    return None;
                }
                set.push(other);
            }
        }
        set.sort_unstable();
        Some(set)
    }

    /// The processes that may still do something in conflict with such an access.
    fn conflicts<P: Program + ?Sized>(
        &self,
        run: &Run<'_, P>,
        object: ObjectId,
        access: Access,
    ) -> impl Iterator<Item = ProcessId> {
        let uses = self.uses.get(&object).into_iter().flatten();
        let is_open = move |known: &&Use| {
            let last = if access.changes() {
                known.last
            } else {
                known.changed
            };
            let is_there = known.process.index() < run.trace.width()
                && run.trace.processes().contains(&known.process);
            !is_there || last >= run.trace.next_index(known.process)
        };
        uses.filter(is_open).map(|known| known.process)
    }
}

/// What an operation that is enabled accesses now, as far as it tells.
fn access<P: Program + ?Sized>(
    run: &Run<'_, P>,
    operation: &Operation,
) -> Option<(ObjectId, Access)> {
    if operation.kind.is_opaque() {
        return None;
    }
    let object = operation.object;
    let last = run.trace.events_on(object).next();
    let value = last.map(|(_, touch)| touch.after);
    let access = value.map_or_else(
        || {
            let access = operation.access_at(0);
            access.filter(|access| access.changes() || operation.kind == Kind::Load)
        },
        |value| operation.access_at(value),
    );
    Some((object, access.unwrap_or(Access::Write)))
}

/// What a process would do next.
fn next_of<P: Program + ?Sized>(run: &Run<'_, P>, process: ProcessId) -> Option<Next> {
    let Status::Enabled(operation) = run.status(process) else {
        return None;
    };
    let (object, access) = access(run, &operation)?;
    Some(Next {
        turn: process.into(),
        accesses: Accesses::one(object, access),
    })
}

/// Walks through executions of `program` for as long as `goes_on` says so.
///
/// # Errors
/// When the program cannot be explored.
pub fn sample<P: Program + ?Sized>(
    program: &mut P,
    limits: &Limits,
    observer: &mut dyn Observer,
    sampler: &mut Sampler,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Outcome, Error> {
    let mut run = Run::new(program, limits, observer);
    let mut result = Ok(());
    while goes_on() && result.is_ok() {
        result = sampler.walk(&mut run);
    }
    run.finish(result)
}
