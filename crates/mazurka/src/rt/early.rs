//! Frees that could come earlier than they do.
//!
//! A free is no event: it happens in local code. If it comes after an access of an object in
//! its block, and nothing orders the two, then the same trace has an execution in which the free
//! comes first, and the explorer does not run it. So it is run here:
//!
//! 1. The steps of an execution are logged, with what they touched ([`super::again`]). After a
//!    free, the happens-before of explorers tells which accesses by other processes are
//!    unordered with it.
//! 2. When the execution has come to its end, the program is run again: what happens before the
//!    free, then what happens before the access, then the access. That is the beginning of an
//!    execution of the same trace.
//! 3. If the access finds its memory freed, that is a finding. It is known from then on
//!    ([`Refinement::Early`]), also in replays: an access and a free at these places are a
//!    finding as soon as both have been seen unordered.
//!
//! What is reported has been seen to happen, so synchronisation that the runtime does not see
//! causes no false alarm. There is some: counts of a `std::sync::Arc`. The last reference to be
//! dropped frees the value, and with another order it is another one. Then nothing comes of the
//! second run. After a few of these, frees by that process at that place, of that object, are not
//! tried any more. (Drops of an `Arc` of this crate are logged, though they are no events: what
//! comes before them comes before what the last one frees.)
//!
//! Where memory is the explorer's (`rt/graph.rs`) nothing of this is done.

use super::again::{Local, Log, Schedule, What};
use super::context::{self, off_heap};
use super::freed::Whereabouts;
use super::refinement::{Refinement, hash};
use super::runtime::Runtime;
use super::state::State;
use mazurka_program::{
    Access, Edge, Finding, FindingKind, Interrupt, ObjectId, ProcessId, Step, Turn,
};
use rustc_hash::FxHashMap;
use std::panic::Location;

/// In longer executions, frees are not judged.
const STEPS_MAX: usize = 10_000;

/// How often a free may be tried in vain, and how often all.
const TRIES_MAX: u32 = 8;
const TRIES_ALL: u32 = 1_000;

/// The free of a block with objects in it.
struct Free {
    by: Whereabouts,
    /// The step in which it came.
    step: usize,
}

/// An access and a free that are unordered.
struct Pair {
    free: Whereabouts,
    object: ObjectId,
    access: Whereabouts,
    /// The free, then the access.
    schedule: Schedule,
}

/// What is known of frees that could come earlier.
#[derive(Default)]
pub(super) struct Early {
    /// The frees of this execution that are to be judged, and the objects that were freed, by
    /// which of them.
    frees: Vec<Free>,
    freed: FxHashMap<ObjectId, usize>,
    /// A buffer: steps in which objects were used that another process freed later, the
    /// objects, and the frees.
    used: Vec<(usize, ObjectId, usize)>,
    /// What is to be tried.
    pairs: Vec<Pair>,
    /// How often a free was tried in vain, by process, place and object; and in all.
    tried: FxHashMap<(Whereabouts, ObjectId), u32>,
    tries: u32,
    /// Memory was used after it had been freed.
    is_confirmed: bool,
    /// The schedule of the pair that was found last.
    found: Vec<Turn>,
    clocks: Clocks,
}

impl Early {
    /// Another execution begins.
    pub(super) fn begin(&mut self) {
        self.pairs.clear();
        self.forget_frees();
    }

    /// The frees so far are not to be judged: no access came before them, or they have been.
    pub(super) fn forget_frees(&mut self) {
        self.frees.clear();
        self.freed.clear();
    }

    /// The accesses that are unordered with frees that came after them, the first of each
    /// process for each free.
    fn pairs(&mut self, log: &Log) -> Vec<Pair> {
        let Early {
            frees,
            freed,
            used,
            clocks,
            ..
        } = self;
        used.clear();
        for (number, step) in log.steps().iter().enumerate() {
            for (object, _) in log.touched_by(step) {
                if let Some(nth) = freed.get(object)
                    && frees[*nth].by.process != step.turn.process
                    && number <= frees[*nth].step
                {
                    used.push((number, *object, *nth));
                }
            }
        }
        if used.is_empty() {
            return Vec::new();
        }
        clocks.run(log, frees.len());
        let mut pairs: Vec<(usize, Pair)> = Vec::new();
        for (number, object, nth) in used.iter().copied() {
            let step = &log.steps()[number];
            let process = step.turn.process;
            let is_known = pairs
                .iter()
                .any(|(other, pair)| *other == nth && pair.access.process == process);
            if is_known || clocks.is_before_free(number, process, nth) {
                continue;
            }
            let numbers = || 0..log.len();
            let of = |number: usize| log.steps()[number].turn.process;
            let first = numbers().filter(|other| clocks.is_before_free(*other, of(*other), nth));
            let then = numbers().filter(|other| {
                clocks.is_before(*other, of(*other), number)
                    && !clocks.is_before_free(*other, of(*other), nth)
            });
            let turns = first.chain(then).map(|number| log.steps()[number].turn);
            let pair = Pair {
                free: frees[nth].by,
                object,
                access: Whereabouts {
                    process,
                    place: step.place,
                },
                schedule: turns.map(|turn| (turn, Vec::new())).collect(),
            };
            pairs.push((nth, pair));
        }
        pairs.into_iter().map(|(_, pair)| pair).collect()
    }
}

/// The happens-before of explorers, as an execution goes on. A clock is a row: how many events
/// of each process, by identifier. Memory is kept from one execution to the next.
#[derive(Default)]
struct Clocks {
    width: usize,
    rows: Vec<u32>,
    /// The row of each event, of each mark, and of each free.
    events: Vec<usize>,
    marks: Vec<usize>,
    frees: Vec<Option<usize>>,
    /// By object and access, the row of what such accesses happened after, themselves included;
    /// zero if there are none. And which objects there are.
    objects: Vec<[u32; Access::ALL.len()]>,
    known: Vec<ObjectId>,
    /// The same of the references of an `Arc` that were dropped.
    drops: FxHashMap<usize, usize>,
    /// The processes that drop the last reference of an `Arc`, and the row of its drops. That is
    /// for what they free meanwhile: another order of the drops has another one be the last.
    dropping: Vec<(usize, usize)>,
}

impl Clocks {
    /// Runs through the log of an execution with that many frees.
    fn run(&mut self, log: &Log, frees: usize) {
        let start = log.start.iter().map(edge_width);
        let steps = log.steps().iter().map(|step| {
            let edges = log.edges_of(step).iter().map(edge_width);
            edges.max().unwrap_or(0).max(step.turn.process.index() + 1)
        });
        self.width = start.chain(steps).max().unwrap_or(1).max(1);
        self.rows.clear();
        self.events.clear();
        self.marks.clear();
        self.frees.clear();
        self.frees.resize(frees, None);
        for object in self.known.drain(..) {
            self.objects[object.index()] = [0; Access::ALL.len()];
        }
        self.drops.clear();
        self.dropping.clear();
        // The first rows are those of processes.
        self.rows.resize(self.width * self.width, 0);
        self.local(&log.start, &log.start_locals);
        for step in log.steps() {
            self.event(step.turn.process.index(), log.touched_by(step));
            self.local(log.edges_of(step), log.locals_of(step));
        }
    }

    fn copy(&mut self, row: usize) -> usize {
        let new = self.rows.len() / self.width;
        let from = row * self.width;
        self.rows.extend_from_within(from..from + self.width);
        new
    }

    fn join(&mut self, to: usize, from: usize) {
        let (to, from) = (to * self.width, from * self.width);
        for nth in 0..self.width {
            self.rows[to + nth] = self.rows[to + nth].max(self.rows[from + nth]);
        }
    }

    fn event(&mut self, process: usize, touches: &[(ObjectId, Access)]) {
        self.rows[process * self.width + process] += 1;
        for (object, access) in touches {
            if self.objects.len() <= object.index() {
                let none = [0; Access::ALL.len()];
                self.objects.resize(object.index() + 1, none);
            }
            for other in Access::ALL {
                let row = self.objects[object.index()][other as usize];
                if row != 0 && access.depends_on(other) {
                    self.join(process, row as usize);
                }
            }
        }
        let own = self.copy(process);
        self.events.push(own);
        for (object, access) in touches {
            // Row zero is a process's.
            match self.objects[object.index()][*access as usize] {
                0 => {
                    let row = self.copy(own);
                    self.objects[object.index()][*access as usize] = row as u32;
                    self.known.push(*object);
                }
                row => self.join(row as usize, own),
            }
        }
    }

    /// What local code did: edges, and the rest in between.
    fn local(&mut self, edges: &[Edge], locals: &[Local]) {
        let mut done = 0;
        for local in locals {
            let before = (local.edges as usize).min(edges.len());
            edges[done..before].iter().for_each(|edge| self.edge(edge));
            done = before;
            let process = local.process.index();
            if process >= self.width {
                continue;
            }
            match local.what {
                What::Drop(arc, is_last) => {
                    match self.drops.get(&arc) {
                        Some(row) => self.join(*row, process),
                        None => {
                            let row = self.copy(process);
                            self.drops.insert(arc, row);
                        }
                    }
                    if is_last {
                        self.dropping.push((process, self.drops[&arc]));
                    }
                }
                What::Free(nth) => {
                    let row = self.copy(process);
                    for at in 0..self.dropping.len() {
                        let (by, dropped) = self.dropping[at];
                        if by == process {
                            self.join(row, dropped);
                        }
                    }
                    if let Some(free) = self.frees.get_mut(nth as usize) {
                        *free = Some(row);
                    }
                }
                What::Dropped => {
                    let mut dropping = self.dropping.iter();
                    if let Some(last) = dropping.rposition(|(by, _)| *by == process) {
                        self.dropping.remove(last);
                    }
                }
            }
        }
        edges[done..].iter().for_each(|edge| self.edge(edge));
    }

    fn edge(&mut self, edge: &Edge) {
        match *edge {
            Edge::Spawn { parent: None, .. } => {}
            Edge::Mark { process } => {
                let row = self.copy(process.index());
                self.marks.push(row);
            }
            Edge::After { process, mark } => {
                if let Some(row) = self.marks.get(mark as usize) {
                    self.join(process.index(), *row);
                }
            }
            Edge::Spawn {
                parent: Some(parent),
                child,
            } => self.join(child.index(), parent.index()),
            Edge::Join { process, target } => self.join(process.index(), target.index()),
            Edge::Wake { process, by } => self.join(process.index(), by.index()),
        }
    }

    /// Is an event of that process within a row?
    fn is_within(&self, event: usize, process: ProcessId, row: usize) -> bool {
        let time = |row: usize| self.rows[row * self.width + process.index()];
        time(self.events[event]) <= time(row)
    }

    /// Does an event of that process happen before another event, or is it that one?
    fn is_before(&self, event: usize, process: ProcessId, other: usize) -> bool {
        self.is_within(event, process, self.events[other])
    }

    /// Does an event of that process happen before a free?
    fn is_before_free(&self, event: usize, process: ProcessId, free: usize) -> bool {
        // What is not known is not tried.
        self.frees[free].is_none_or(|row| self.is_within(event, process, row))
    }
}

/// How many processes an edge needs rows for.
fn edge_width(edge: &Edge) -> usize {
    let last = match *edge {
        Edge::Spawn { parent, child } => parent.map_or(child, |parent| parent.max(child)),
        Edge::Join { process, target } => process.max(target),
        Edge::Wake { process, by } => process.max(by),
        Edge::Mark { process } | Edge::After { process, .. } => process,
    };
    last.index() + 1
}

/// The running process drops a reference of the `Arc` at that address, perhaps the last, as long
/// as what is given back lives.
#[inline]
#[must_use]
pub(crate) fn note_drop(address: usize, is_last: bool) -> Dropping {
    note(What::Drop(address, is_last));
    Dropping { is_last }
}

/// A reference of an `Arc` is being dropped.
pub(crate) struct Dropping {
    is_last: bool,
}

impl Drop for Dropping {
    #[inline]
    fn drop(&mut self) {
        if self.is_last {
            note(What::Dropped);
        }
    }
}

/// Local code of the running process, if there is one, does something.
fn note(what: What) {
    if let Some(rt) = context::handle() {
        off_heap(|| rt.state().note_local(what));
    }
}

impl State {
    /// The execution has begun: what local code did before the first step.
    pub(super) fn log_start(&mut self) {
        self.log.begun(&self.edges);
        self.early.forget_frees();
    }

    /// Is what local code does to be judged?
    fn is_judged(&self) -> bool {
        self.log.is_on
            && self.rehearsal.cue().is_none()
            && !self.runs_out
            && !self.leaving
            && self.memory.graph.is_none()
            && self.log.len() < STEPS_MAX
    }

    /// Local code of the running process did something.
    fn note_local(&mut self, what: What) {
        if self.is_judged() {
            let local = Local {
                edges: self.edges.len() as u32,
                process: self.current().id,
                what,
            };
            self.log.note(local);
        }
    }

    /// The running process has freed a block with these objects in it.
    pub(super) fn note_early(&mut self, objects: &[ObjectId], by: Whereabouts) {
        let early = &self.early;
        let is_tried = |object: &ObjectId| {
            let tries = early.tried.get(&(by, *object));
            tries.is_some_and(|tries| *tries >= TRIES_MAX)
        };
        if !self.is_judged() || early.tries >= TRIES_ALL || objects.iter().all(is_tried) {
            return;
        }
        self.note_local(What::Free(self.early.frees.len() as u32));
        let step = self.log.len();
        let nth = self.early.frees.len();
        self.early.frees.push(Free { by, step });
        let objects = objects.iter().map(|object| (*object, nth));
        self.early.freed.extend(objects);
    }

    /// Memory was used after it had been freed.
    pub(super) fn note_confirmed(&mut self) {
        self.early.is_confirmed = true;
    }

    /// The execution has come to its end: judges its frees.
    pub(super) fn judge_frees(&mut self, findings: &mut Vec<Finding>) {
        let pairs = match self.log.is_on {
            true => self.early.pairs(&self.log),
            false => Vec::new(),
        };
        self.early.forget_frees();
        for pair in pairs {
            if self.refinements.contains(&self.refinement_of(&pair)) {
                self.found = true;
                findings.extend(self.early_finding(&pair));
            } else if self.recorder.is_none() {
                self.early.pairs.push(pair);
            }
        }
    }

    fn refinement_of(&self, pair: &Pair) -> Refinement {
        let side = |at: Whereabouts| {
            let place = at.place.map_or_else(String::new, Location::to_string);
            format!("{} {place}", self.names.process_name(at.process))
        };
        let text = format!("{} / {}", side(pair.free), side(pair.access));
        Refinement::Early(hash(text.bytes()))
    }

    fn early_finding(&mut self, pair: &Pair) -> Option<Finding> {
        let place = pair.access.place?;
        let message = self.after_free(pair.access.process, place, pair.free);
        let turns = pair.schedule.iter().map(|(turn, _)| *turn);
        self.early.found = turns.collect();
        Some(Finding {
            kind: FindingKind::InvalidAccess,
            process: Some(pair.access.process),
            message,
        })
    }
}

impl Runtime {
    /// A schedule in which the use after free that was found last comes after the free.
    pub(crate) fn early_schedule(&mut self) -> Vec<Turn> {
        std::mem::take(&mut self.state().early.found)
    }

    /// Is there anything to be judged when the execution has come to its end?
    #[inline]
    pub(super) fn has_frees(&self) -> bool {
        !self.shared().early.frees.is_empty()
    }

    /// Is there anything to be tried?
    pub(super) fn has_pairs(&self) -> bool {
        !self.shared().early.pairs.is_empty()
    }

    /// Tries what is to be tried, and leaves the execution for that.
    ///
    /// # Errors
    /// When the program cannot be run again, or something else was learnt of it.
    pub(super) fn try_pairs(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        self.state().log.is_on = false;
        for pair in std::mem::take(&mut self.state().early.pairs) {
            let key = (pair.free, pair.object);
            let state = self.state();
            if *state.early.tried.entry(key).or_default() >= TRIES_MAX {
                continue;
            }
            let refinement = state.refinement_of(&pair);
            let finding = state.early_finding(&pair);
            state.early.is_confirmed = false;
            match self.again(&pair.schedule) {
                // A look in a loop came to nothing: it is another execution.
                Ok(_) | Err(Interrupt::CameBack) => {}
                Err(interrupt) => return Err(interrupt),
            }
            let state = self.state();
            if std::mem::take(&mut state.early.is_confirmed) {
                state.refinements.insert(&refinement);
                step.findings.extend(finding);
                return Ok(());
            }
            *state.early.tried.entry(key).or_default() += 1;
            state.early.tries += 1;
        }
        Ok(())
    }
}
