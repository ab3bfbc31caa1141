//! Loops that wait: noticing that a process only looks again at what has not changed.
//!
//! A process that is about to look at a location, and is in exactly the state in
//! which it was about to look there before, having done nothing but look
//! meanwhile, has made a round of a loop that came to nothing. What it does after
//! it, it could have done without. So such a round is no event: the look that ends
//! it is not made. It has a guard ([`super::guard`]), and the process waits until
//! its location holds something else. That the look ends a round shows when it is
//! made for the first time; the step is then taken back
//! ([`Interrupt::CameBack`]), and is not made again with the same past at the same
//! value.
//!
//! "Exactly the same state" means its stack and registers, bit by bit, at the
//! call of the operation ([`framed`] marks where that is), and no change by the
//! process to any other memory in between: the heaps of processes and the
//! stacks of others are hashed whenever it is resumed and whenever it announces.
//! What others write meanwhile does not count (to its stack, say, where the
//! flag may lie that it waits for): whether a process spins must follow from
//! what it did and read itself, or equivalent executions would differ. For the
//! same reason, what the runtime writes when an object is first touched does not
//! count.
//!
//! What a look found often stays behind on the stack, where nothing reads it
//! again: then the state differs though it means the same. So at a call where
//! threads are known to spin, a thread that comes straight back to it looks once
//! more at once, *dry*: with no event, at the same value. If that brings it back
//! to the same state, the second look has a guard that is closed at that value: the
//! first one is an event, and those after it are not. If not, the thread counts or
//! does something else: a refinement, after which dry looks are not tried there.
//!
//! Rounds that others may notice are made: those with accesses of cells, or of the
//! counts of an `Arc`, which are judged by the clocks of synchronisation. So are rounds
//! that end with what can have no guard: an operation on several objects, a load of what
//! the process has stored itself. Then the process waits for a change of what it has read
//! ([`Guard::Unless`], or a [`Kind::Await`]).
//!
//! A round with a look at a clock is made: time passes then ([`super::clock`]), so it is a step
//! towards the end of a loop with a deadline.
//!
//! All that is costly, so it is done only where a location is looked at for the
//! second time in a row of looks. A call where a process was found to spin is a
//! refinement: from then on the state is kept at the first look, which has a guard.

mod clocked;
mod frame;
mod memory;
mod undone;

use super::access::Handle;
use super::context::{self, off_heap};
use super::guard::Reads;
use super::operation::{
    OwnPlace, announce_waiting, describe, own_object, touch_load, value, waits_for,
};
use super::predicate::{look, seen};
use super::refinement::Refinement;
use super::state::{Mode, State};
use super::{active, clock, observe, stop_if_interrupted};
use mazurka_program::{Access, Guard, Interrupt, Kind, ObjectId, Operation, ProcessId, Touch};
use memory::memory_hash;
use std::panic::Location;
use undone::{Changes, Net, Stall, end_undone, stall};

use clocked::end_clocked;

pub(super) use clocked::look_at_clock;
pub(super) use frame::clear_stack;
pub(crate) use frame::{LookWord, Looked, aside, changing, framed, in_frame, look_framed, looking};
pub(super) use memory::{tag_written, while_copying};
pub(super) use undone::before_change;

/// More calls than this are not kept in mind.
const CALLS_MAX: usize = 64;
/// As often is a state compared with what comes after it.
const VISITS_MAX: u32 = 64;
/// As many calls are watched at a time.
const WATCHED_MAX: usize = 4;

/// What is known of the looks of a process since it last did anything else.
#[derive(Default)]
pub(super) struct Spin {
    /// How many looks there were.
    looks: u32,
    /// The next operation is one of the first looks.
    pub(super) first: bool,
    /// The calls that looked.
    calls: Vec<Call>,
    watched: Vec<Watched>,
    /// Those that were watched before: their memory is used again.
    spare: Vec<Watched>,
    /// The stack when the process last announced, and where that begins.
    stack: Vec<u64>,
    from: usize,
    /// The hash that all other memory must have when it next announces.
    memory: u64,
    /// That is the hash of memory as it was when the process last announced.
    hashed: bool,
    /// It is to be hashed when the operation that runs has read.
    due: bool,
    /// Too many looks: it counts, or its loop is too long.
    tired: bool,
    /// The dry look under way: the call, and the value that it finds.
    dry: Option<(Call, u64)>,
    /// Rounds that change something and undo it are looked for.
    pub(super) is_tolerant: bool,
    /// The next operation is announced by [`changing`], and so was the last.
    pub(super) changes: bool,
    pub(super) is_change: bool,
    /// Tokens that it has set, and that no thread has taken since. It is known only while rounds
    /// are looked for that undo what they change.
    set: Vec<ObjectId>,
    /// The round after which the process was stalled.
    stalled: Option<Stall>,
}

/// How a process is to look.
pub(super) enum Look {
    /// As it says.
    Plain,
    /// When its guard lets it.
    Guarded(Guard),
    /// At once, and with no event.
    Dry,
}

/// A call that looks at a location.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Call {
    operation: Operation,
    location: &'static Location<'static>,
}

/// A call to which the process may come back in the same state: that of its
/// last visit, or one further back.
struct Watched {
    call: Call,
    last: Kept,
    back: Kept,
    /// How often it has come back.
    visits: u32,
    /// What it read between the last two visits, if that was one object.
    one: Option<(ObjectId, u64)>,
    /// How often time has passed in its rounds, and how often in a row with nothing to show for it.
    passed: u32,
    idle: u32,
}

/// A state of the process, and what it has read since.
#[derive(Default)]
struct Kept {
    /// The stack, and where it begins.
    stack: Vec<u64>,
    from: usize,
    /// What was read, each object once.
    reads: Reads,
    /// Different values of one object were read.
    moved: bool,
    /// Something was done that others may notice though it is no event.
    noticed: bool,
    /// The process looked at a clock.
    clocked: bool,
    /// What was changed.
    changes: Changes,
    /// Memory was changed; this is what the hash of it has changed by.
    is_dirty: bool,
    drift: u64,
    /// How many accesses there were before, of all processes.
    begun: u64,
}

/// A round of a loop that brought a process back to where it was.
struct Round {
    /// What it read.
    reads: Reads,
    /// It read different values of one object.
    moved: bool,
    /// Others may notice what it did.
    noticed: bool,
    /// It looked at a clock, and time may pass for that: as often has it passed before.
    clocked: Option<u32>,
    /// What it changed.
    changes: Changes,
    /// It changed memory, and undid that.
    is_dirty: bool,
    /// How many accesses there were before, of all processes.
    begun: u64,
}

impl Round {
    /// Has it changed something, or read what changed meanwhile?
    fn is_poor(&self) -> bool {
        self.moved || self.changes.net() != Net::Nothing
    }
}

impl Spin {
    /// An execution begins.
    pub(super) fn begin(&mut self, is_tolerant: bool) {
        self.clear();
        self.is_tolerant = is_tolerant;
        self.changes = false;
        self.set.clear();
        self.stalled = None;
    }

    /// The process did something else than look.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.looks = 0;
        if !self.calls.is_empty() || !self.watched.is_empty() {
            self.forget();
        }
    }

    #[cold]
    fn forget(&mut self) {
        self.calls.clear();
        self.unwatch();
        self.tired = false;
    }

    fn unwatch(&mut self) {
        if !self.watched.is_empty() {
            off_heap(|| self.spare.append(&mut self.watched));
        }
    }

    /// Is its memory to be looked at?
    #[inline]
    pub(super) fn is_active(&self) -> bool {
        !self.watched.is_empty()
    }

    /// The process's operation touched an object, where it saw that value.
    #[inline]
    pub(super) fn touched(&mut self, touch: &Touch, seen: u64, kind: Kind) {
        if !matches!(touch.access, Access::Read | Access::Own) {
            if self.is_tolerant {
                return self.changed(touch, kind);
            }
            return self.clear();
        }
        if self.is_active() {
            self.read(touch.object, seen);
        }
    }

    /// The process is about to announce, and memory is now this.
    fn compare_memory(&mut self, hash: u64) {
        let change = hash.wrapping_sub(self.memory);
        self.memory = hash;
        if change == 0 {
            return;
        }
        // It has changed something, and may undo that.
        if !self.is_tolerant {
            return self.clear();
        }
        self.kept().for_each(|kept| {
            kept.is_dirty = true;
            kept.drift = kept.drift.wrapping_add(change);
        });
    }

    /// The process's operation, of that kind, changed an object.
    #[cold]
    fn changed(&mut self, touch: &Touch, kind: Kind) {
        let is_set = self.set.contains(&touch.object);
        match touch.access {
            Access::Set if !is_set => off_heap(|| self.set.push(touch.object)),
            Access::Set => {}
            _ => self.forget_set(touch.object),
        }
        if !self.is_change && !undone::may_undo(kind) {
            return self.clear();
        }
        off_heap(|| {
            let kept = self.kept();
            kept.for_each(|kept| kept.changes.note(touch, kind, is_set));
        });
    }

    /// A token is taken.
    fn forget_set(&mut self, object: ObjectId) {
        self.set.retain(|set| *set != object);
    }

    /// Another process has accessed an object.
    fn note_other(&mut self, touch: &Touch, is_permit: bool, by: ProcessId, when: u64) {
        if touch.access.changes() && touch.access != Access::Set {
            self.forget_set(touch.object);
        }
        self.kept()
            .for_each(|kept| kept.changes.note_other(touch, is_permit, by, when));
        if let Some(stall) = &mut self.stalled {
            stall.changes.note_other(touch, is_permit, by, when);
        }
    }

    pub(super) fn read(&mut self, read: ObjectId, seen: u64) {
        for kept in self.kept() {
            let mut reads = kept.reads.iter();
            let known = reads.find(|(object, _)| *object == read);
            kept.moved |= known.is_some_and(|(_, value)| *value != seen);
            if !kept.reads.contains(&(read, seen)) {
                off_heap(|| kept.reads.push((read, seen)));
            }
        }
    }

    /// Every state that is kept.
    fn kept(&mut self) -> impl Iterator<Item = &mut Kept> {
        let watched = self.watched.iter_mut();
        watched.flat_map(|watched| [&mut watched.last, &mut watched.back])
    }

    /// The process is about to make a call that looks, with the stack that
    /// [`Spin::keep_stack`] was given. Gives what it did since it was in the
    /// same state, if it was.
    fn visit(&mut self, call: Call, known: bool, now: u64) -> Option<Round> {
        let mut spins = None;
        let again = self.calls.contains(&call);
        if !again && self.calls.len() < CALLS_MAX {
            self.calls.push(call);
        }
        let (from, stack) = (self.from, &self.stack);
        if let Some(watched) = self.watched.iter_mut().find(|watched| watched.call == call) {
            spins = watched.visit(from, stack, now);
            self.tired = watched.visits > VISITS_MAX;
        } else if (again || known) && self.watched.len() < WATCHED_MAX {
            let mut watched = self.spare.pop().unwrap_or_else(|| Watched::new(call));
            watched.begin(call, from, stack, now);
            self.watched.push(watched);
        }
        if self.tired {
            self.unwatch();
        }
        spins
    }

    /// The stack is now what lies between these addresses.
    ///
    /// # Safety
    /// They are of the running fiber's stack.
    unsafe fn keep_stack(&mut self, from: usize, to: usize) {
        self.stack.clear();
        // SAFETY: the caller's contract.
        self.stack.extend(unsafe { words(from, to) });
        self.from = from;
    }

    /// Others have run, and the stack is now this: what they changed is no
    /// difference.
    fn rebase(&mut self, now: impl Iterator<Item = u64>) {
        let before = std::mem::take(&mut self.stack);
        for (nth, (before, now)) in before.iter().zip(now).enumerate() {
            if *before != now {
                let address = self.from + 8 * nth;
                self.kept().for_each(|kept| kept.write(address, now));
            }
        }
        self.stack = before;
        self.stack.clear();
    }
}

impl Watched {
    fn new(call: Call) -> Watched {
        Watched {
            call,
            last: Kept::default(),
            back: Kept::default(),
            visits: 0,
            one: None,
            passed: 0,
            idle: 0,
        }
    }

    /// The process is to be watched, whose state is now this.
    fn begin(&mut self, call: Call, from: usize, stack: &[u64], now: u64) {
        self.call = call;
        self.last.set(from, stack, now);
        self.back.set(from, stack, now);
        self.visits = 0;
        self.one = None;
        self.passed = 0;
        self.idle = 0;
    }

    /// The process comes back, and its state is now this.
    fn visit(&mut self, from: usize, stack: &[u64], now: u64) -> Option<Round> {
        self.visits += 1;
        self.one = match self.last.reads.as_slice() {
            [read] if self.last.is_clean() => Some(*read),
            _ => None,
        };
        let mut spins = None;
        for before in [&mut self.last, &mut self.back] {
            let is_better = spins.as_ref().is_none_or(Round::is_poor);
            if is_better && before.is(from, stack) {
                spins = Some(Round {
                    reads: std::mem::take(&mut before.reads),
                    moved: before.moved,
                    noticed: before.noticed,
                    clocked: before.clocked.then_some(self.passed),
                    changes: std::mem::take(&mut before.changes),
                    is_dirty: before.is_dirty,
                    begun: before.begun,
                });
            }
        }
        if spins.is_some() || self.visits.is_power_of_two() {
            // The way into a loop may be long: the state to come back to is
            // then looked for further on.
            self.back.set(from, stack, now);
        }
        self.last.set(from, stack, now);
        self.idle = if spins.is_some() { self.idle + 1 } else { 0 };
        if let Some(round) = spins.as_mut().filter(|round| round.clocked.is_some()) {
            if self.idle > clock::IDLE_MAX {
                // It does not go by the clock.
                round.clocked = None;
            } else {
                self.passed += 1;
            }
        }
        spins
    }
}

impl Kept {
    fn set(&mut self, from: usize, stack: &[u64], now: u64) {
        self.begun = now;
        self.stack.clear();
        self.stack.extend_from_slice(stack);
        self.from = from;
        self.reads.clear();
        self.moved = false;
        self.noticed = false;
        self.clocked = false;
        self.changes.clear();
        self.is_dirty = false;
        self.drift = 0;
    }

    fn is(&self, from: usize, stack: &[u64]) -> bool {
        self.drift == 0 && self.from == from && self.stack == stack
    }

    /// Was one value of each object read, and nothing done beside?
    fn is_clean(&self) -> bool {
        !self.moved && !self.is_dirty && self.changes.is_empty()
    }

    fn write(&mut self, address: usize, word: u64) {
        if let Some(offset) = address.checked_sub(self.from)
            && let Some(kept) = self.stack.get_mut(offset / 8)
        {
            *kept = word;
        }
    }
}

/// May an operation of this kind be one that changes nothing, in a loop?
#[inline]
pub(super) fn is_look(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Load
            | Kind::CompareExchange
            | Kind::Swap
            | Kind::Or
            | Kind::And
            | Kind::Max(_)
            | Kind::Min(_)
            | Kind::TryLock
            | Kind::TryLockShared
            | Kind::TryAcquire
            | Kind::Begin
            | Kind::Change
    )
}

/// May an operation, which was announced with a frame, change nothing, in a loop? For explorers an
/// update that writes what is there is often one like any other.
#[inline]
pub(super) fn may_look(operation: &Operation) -> bool {
    is_look(operation.kind) || operation.kind == Kind::ReadModifyWrite
}

/// Called when a process is about to announce a fence: to a loop it is nothing. (A round that
/// came to nothing can be left out with its fences: what is left is an execution in which less
/// is ordered.)
pub(super) fn before_fence(rt: Handle, frame: usize) {
    if !rt.state().current().spin.is_active() {
        return;
    }
    let hash = memory_hash(rt);
    let mut state = rt.state();
    let process = state.current();
    let spin = &mut process.spin;
    spin.compare_memory(hash);
    spin.hashed = true;
    let base = process.base;
    // SAFETY: the stack of the running fiber is mapped from the frame up to its base.
    off_heap(|| unsafe { spin.keep_stack(frame, base) });
}

/// The process does something that its memory may not show.
pub(crate) fn progress() {
    if let Some(rt) = context::handle() {
        rt.state().current().spin.clear();
    }
}

/// The process does something that is no event and that others may notice all the same, by
/// the clocks of synchronisation.
pub(crate) fn notice() {
    if let Some(rt) = context::handle() {
        let mut state = rt.state();
        let kept = state.current().spin.kept();
        kept.for_each(|kept| kept.noticed = true);
    }
}

/// Called when a process is about to announce a look: how it is to look. If it waits for
/// several objects, waits here until one of them has changed.
pub(super) fn before_look(
    rt: Handle,
    operation: Operation,
    location: &'static Location<'static>,
    frame: usize,
) -> Look {
    let call = Call {
        operation,
        location,
    };
    let round = judge(rt, call, frame);
    let round = round.and_then(|round| end_clocked(rt, location, round));
    let Some(round) = round.and_then(|round| end_undone(rt, location, round)) else {
        let mut state = rt.state();
        if begin_dry(&mut state, call) {
            return Look::Dry;
        }
        return guarded(&mut state, call);
    };
    end_round(rt, location, &round);
    match round.reads.as_slice() {
        _ if round.moved => guarded(&mut rt.state(), call),
        [(object, value)] if *object == operation.object && operation.kind != Kind::Change => {
            Look::Guarded(Guard::Unless(*value))
        }
        // What the explorer's memory holds cannot be waited for in one step.
        reads if are_the_explorers(rt, reads) && !rt.state().is_silent() => {
            stall(rt, location, round)
        }
        _ => {
            await_change(&round.reads, location);
            judge(rt, call, frame);
            guarded(&mut rt.state(), call)
        }
    }
}

/// Is one of these memory that is the explorer's?
fn are_the_explorers(rt: Handle, reads: &[(ObjectId, u64)]) -> bool {
    let state = rt.state();
    let graph = state.memory.graph.as_ref();
    graph.is_some_and(|graph| reads.iter().any(|(object, _)| graph.is_met(*object)))
}

/// Can an operation have a guard? Not one on several objects, no fence, and no load that may
/// find what its process has stored itself.
fn can_have_guard(operation: &Operation) -> bool {
    !matches!(operation.kind, Kind::Change | Kind::Fence) && operation.store.is_none()
}

/// How a process is to look that has not come back to where it was.
fn guarded(state: &mut State, call: Call) -> Look {
    let is_watched = state.current().spin.is_active();
    let Operation { kind, object, .. } = call.operation;
    // What a load finds is not always what the runtime keeps, if it keeps anything yet.
    let is_kept = kind != Kind::Load || state.objects.has_value(object);
    if !is_watched
        || !is_kept
        || !can_have_guard(&call.operation)
        || !state.refinements.spins_at(call.location)
    {
        return Look::Plain;
    }
    Look::Guarded(Guard::Learnt(number(state)))
}

/// The number of the past of the running process.
fn number(state: &mut State) -> u64 {
    let process = state.current().id;
    off_heap(|| state.past_of(process))
}

/// The look that the running process has made last has brought it back. If the look has a
/// guard, it was none: the step is taken back. Returns if the round has to be made.
fn end_round(rt: Handle, location: &'static Location<'static>, round: &Round) {
    let mut state = rt.state();
    if state.is_silent() {
        return;
    }
    let last = state.current().operation;
    let looked = state.current().location.filter(|_| can_have_guard(&last));
    if round.moved && looked.is_none() {
        return;
    }
    off_heap(|| refine_spins(&mut state, location, looked));
    drop(state);
    stop_if_interrupted(rt);
    let came_back = off_heap(|| take_back(&mut rt.state(), &last, round));
    if came_back {
        // It goes on from here only if its execution is left.
        stop_if_interrupted(rt);
    }
}

/// Takes the step back whose look ended a round, if it can be.
fn take_back(state: &mut State, last: &Operation, round: &Round) -> bool {
    // The last: where an execution runs out, those of earlier steps may be there.
    let mut touches = state.touches.iter().rev();
    let touch = touches.find(|touch| touch.object == last.object);
    let seen = touch.map(|touch| touch.before);
    let (Some(number), Some(value)) = (last.learnt_guard(), seen) else {
        return false;
    };
    // Where an execution runs out, nothing is learnt: the past is not kept up to date.
    if round.noticed || !state.findings.is_empty() || state.runs_out {
        return false;
    }
    state.guards.leads_back(number, value, round.reads.clone());
    state.interrupt(Interrupt::CameBack);
    true
}

/// Has the states kept at a place to which a process came back, and looks guarded there and at
/// the place of the look that brought it back.
fn refine_spins(
    state: &mut State,
    location: &'static Location<'static>,
    looked: Option<&'static Location<'static>>,
) {
    for location in [Some(location), looked].into_iter().flatten() {
        let refinement = Refinement::Spin(place(location));
        if !state.refinements.contains(&refinement) {
            state.refinements.insert(&refinement);
            state.interrupt(Interrupt::Refined);
        }
    }
}

/// Lets the running process look dry, if it has just looked by the same call and is known
/// to spin there.
fn begin_dry(state: &mut State, call: Call) -> bool {
    let mut watched = state.current().spin.watched.iter();
    let one = watched.find(|watched| watched.call == call && watched.visits > 0);
    let Some((object, value)) = one.and_then(|watched| watched.one) else {
        return false;
    };
    let refinements = &state.refinements;
    let spins = refinements.spins_at(call.location)
        && !refinements.contains(&Refinement::Count(place(call.location)));
    if !spins || call.operation.kind == Kind::Change || object != call.operation.object {
        return false;
    }
    // Only in the step that looked does the object surely hold that still.
    debug_assert_eq!(
        state.touches.last().map(|touch| touch.object),
        Some(object),
        "the look before was the operation of this step"
    );
    let process = state.current();
    process.spin.dry = Some((call, value));
    process.mode = Mode::Dry;
    true
}

/// Called when a process that looked dry announces its next operation: gives
/// the guard with which it waits, if it spins; else does not return.
pub(super) fn end_dry(
    rt: Handle,
    operation: Operation,
    location: &'static Location<'static>,
    frame: usize,
) -> Option<Guard> {
    let call = Call {
        operation,
        location,
    };
    let dry = rt.state().current().spin.dry;
    if let Some((before, value)) = dry
        && frame != 0
        && before == call
        && judge(rt, call, frame).is_some()
    {
        let mut state = rt.state();
        state.current().mode = Mode::Code;
        if !can_have_guard(&operation) {
            return Some(Guard::Unless(value));
        }
        let number = number(&mut state);
        let reads = [(operation.object, value)];
        off_heap(|| state.guards.leads_back(number, value, reads.to_vec()));
        return Some(Guard::Learnt(number));
    }
    dry_failed();
    None
}

/// A dry look did not bring the process back: it does not spin.
pub(super) fn dry_failed() {
    let rt = active();
    off_heap(|| refine_count(&mut rt.state()));
    stop_if_interrupted(rt);
}

/// Has the running process's dry look not tried again.
pub(super) fn refine_count(state: &mut State) {
    state.current().mode = Mode::Code;
    if let Some((call, _)) = state.current().spin.dry.take() {
        let refinement = Refinement::Count(place(call.location));
        state.refinements.insert(&refinement);
        state.interrupt(Interrupt::Refined);
    }
}

/// What the process did since it was in the same state, if it was.
fn judge(rt: Handle, call: Call, frame: usize) -> Option<Round> {
    let mut state = rt.state();
    let is_large = state.refinements.large_memory();
    let spin = &mut state.current().spin;
    spin.hashed = false;
    if spin.tired || is_large {
        return None;
    }
    let again = spin.calls.contains(&call);
    if spin.is_active() {
        drop(state);
        let hash = memory_hash(rt);
        state = rt.state();
        let spin = &mut state.current().spin;
        spin.compare_memory(hash);
        spin.hashed = true;
    }
    let known = state.refinements.spins_at(call.location);
    let now = state.accesses;
    let process = state.current();
    let spin = &mut process.spin;
    // If not, there is nothing to compare with, and nothing to keep but that it was here.
    let is_kept = known || again || spin.is_active();
    let (from, to) = if is_kept {
        (frame, process.base)
    } else {
        (0, 0)
    };
    off_heap(|| {
        // SAFETY: the stack of the running fiber is mapped from the frame up to its base.
        unsafe { spin.keep_stack(from, to) };
        spin.visit(call, known, now)
    })
}

/// Called when a process whose state is kept goes on, if `at_once`, with no other
/// having run meanwhile.
pub(super) fn resumed(rt: Handle, at_once: bool) {
    let mut state = rt.state();
    let process = state.current();
    let hashed = std::mem::take(&mut process.spin.hashed);
    if at_once && hashed {
        return;
    }
    if !at_once {
        // SAFETY: the stack of the running fiber is mapped from a frame up to its base.
        let now = unsafe { words(process.spin.from, process.base) };
        process.spin.rebase(now);
    }
    let kind = process.operation.kind;
    // A fence and a choice touch nothing that would tell when they have read.
    if kind.is_opaque() || matches!(kind, Kind::Fence | Kind::Choose) {
        drop(state);
        hash_now(rt);
    } else {
        // If the operation writes, nothing of this is needed.
        process.spin.due = true;
    }
}

/// Notes what memory is now: what the operation that runs read is in it, and
/// nothing that comes of it.
fn hash_now(rt: Handle) {
    let hash = memory_hash(rt);
    let mut state = rt.state();
    let spin = &mut state.current().spin;
    spin.memory = hash;
    spin.due = false;
}

/// Called when the operation that runs has touched an object.
#[inline]
pub(super) fn has_touched(rt: Handle) {
    let mut state = rt.state();
    let spin = &state.current().spin;
    let is_due = spin.due && spin.is_active();
    drop(state);
    if is_due {
        hash_now(rt);
    }
}

/// Waits until one of the objects does not hold what was read there.
fn await_change(reads: &[(ObjectId, u64)], location: &'static Location<'static>) {
    let object = own_object(OwnPlace::Private);
    // Zero is what this object always holds.
    let operation = Operation {
        guard: Some(Guard::Unless(0)),
        ..Operation::new(Kind::Await, object, 0)
    };
    waits_for("in a loop for what it looks at to change");
    let mut changed = || reads.iter().any(|(object, read)| look(*object) != *read);
    announce_waiting(active(), operation, location, &mut changed);
    for (object, _) in reads {
        touch_load(*object, value(*object), seen(*object));
    }
    describe(|| "sees a change of what its loop looks at".to_owned());
}

/// What lies on a part of the running fiber's stack.
///
/// # Safety
/// It is mapped as long as the iterator is used.
unsafe fn words(from: usize, to: usize) -> impl Iterator<Item = u64> {
    (from..to & !7)
        .step_by(8)
        // SAFETY: the stack of a fiber is mapped, and only this OS thread uses it.
        .map(|address| unsafe { observe::word(address) })
}

/// A hash of a place in a program that is the same in every run.
pub(super) fn place(location: &Location<'_>) -> u32 {
    let numbers = [location.line(), location.column()];
    let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
    super::refinement::hash(location.file().bytes().chain(bytes))
}
