//! Operations: announcing them, performing them, and telling what they did.
//!
//! The runtime keeps a value for every object that is touched in an execution.
//! For an atomic it is what its last event left there, as explorers see it; for
//! everything else (a mutex, a semaphore, a slot of a channel) it is all there
//! is. Whether a simple operation is enabled follows from that value alone.

use super::access::Handle;
use super::context::{self, off_heap};
use super::fiber::{self, SILENT_MAX};
use super::giving::{announce_late, perform_giving_back, take_back};
use super::object::Origin;
use super::state::{Condition, Mode, Phase, State};
use super::{active, buffer, freed, is_silent, observe, rounds, spin, stop_if_interrupted};
use mazurka_program::{
    Access, Interrupt, Kind, ObjectId, ObjectName, Operation, Order, ProcessId, Touch,
};
use std::cmp::Ordering;
use std::panic::Location;

/// The value that the runtime keeps for an object: zero at the start of each
/// execution, unless [`init_value`] said otherwise.
#[inline]
pub(crate) fn value(object: ObjectId) -> u64 {
    active().state().objects.value(object)
}

/// Sets the value that the runtime keeps for an object.
#[inline]
pub(crate) fn set_value(object: ObjectId, value: u64) {
    active().state().objects.set_value(object, value);
}

/// Gives an object the value that it has at the start of each execution; does
/// nothing if it has been given one in this execution.
#[inline]
pub(crate) fn init_value(object: ObjectId, value: u64) {
    active().state().objects.init_value(object, value);
}

/// The running process is about to look at an atomic that holds `value`: what the runtime
/// keeps may be older than what was last done to it without an event. (That decides whether a
/// look is let through.)
#[inline]
pub(crate) fn foresee(object: ObjectId, value: impl FnOnce() -> u64) {
    let rt = active();
    // Where memory is the explorer's, it has said what is there.
    if !super::is_met(object) && rt.state().refinements.any_spin() && !is_silent() {
        let value = value();
        rt.state().objects.set_value(object, value);
    }
}

/// Says what people call an object ("mutex", "RwLock").
#[inline]
pub(crate) fn noun(object: ObjectId, noun: &'static str) {
    active().state().objects.set_noun(object, noun);
}

/// Says of which type an object is, if the execution is recorded. Unlike a [`noun`], that is
/// in no message of a finding: these are the same if nothing is recorded.
#[inline]
pub(crate) fn typed(object: ObjectId, name: &'static str) {
    let rt = active();
    if rt.state().recorder.is_some() {
        off_heap(|| rt.state().record_type(object, name));
    }
}

/// Says how the program calls an object.
pub(crate) fn name(object: ObjectId, name: &'static str) {
    let rt = active();
    if let Some(recorder) = &mut rt.state().recorder {
        let names = &mut recorder.recording.origins;
        off_heap(|| names.insert(object, Origin::Named(name)));
    }
}

impl State {
    #[cold]
    #[inline(never)]
    fn record_announcement(&mut self, location: &'static Location<'static>) {
        let id = self.current().id;
        if let Some(recorder) = &mut self.recorder {
            recorder.announce(id, location);
        }
    }

    #[cold]
    fn record_type(&mut self, object: ObjectId, name: &'static str) {
        if let Some(recorder) = &mut self.recorder {
            recorder.recording.types.insert(object, name);
        }
    }
}

/// A part of an object (a slot, a key, a generation); `part` is at least one.
pub(crate) fn part(object: ObjectId, part: u64) -> ObjectId {
    let rt = active();
    let id = off_heap(|| part_of(&mut rt.state(), object, part));
    stop_if_interrupted(rt);
    id
}

pub(super) fn part_of(state: &mut State, object: ObjectId, part: u64) -> ObjectId {
    debug_assert_ne!(part, 0, "part zero is the object itself");
    let id = state.identify_part(object, part);
    state.register(id);
    id
}

/// An object of the running process that has no address: a thread's exit, its
/// choices. No heap or stack is so large that one of its places is the same.
#[track_caller]
pub(crate) fn own_object(place: OwnPlace) -> ObjectId {
    let rt = active();
    off_heap(|| {
        let mut state = rt.state();
        let process = state.current().id;
        state.own_object_of(process, place)
    })
}

/// Which object without an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OwnPlace {
    /// The thread's exit.
    Exit,
    /// What it chooses and what it awaits: no other process accesses it.
    Private,
    /// The token by which it is unparked.
    Token,
}

/// The object of that kind that belongs to a process.
pub(crate) fn process_object(process: ProcessId, place: OwnPlace) -> ObjectId {
    let rt = active();
    off_heap(|| rt.state().own_object_of(process, place))
}

impl State {
    fn own_object_of(&mut self, process: ProcessId, place: OwnPlace) -> ObjectId {
        let id = self.names.object(ObjectName {
            creator: Some(process),
            place: u64::MAX - place as u64,
            generation: 0,
            part: 0,
        });
        self.register(id);
        id
    }

    /// The exit of a thread.
    pub(super) fn exit_object(&mut self, process: ProcessId) -> ObjectId {
        self.own_object_of(process, OwnPlace::Exit)
    }
}

/// Announces a simple operation, and returns when the process was chosen to run
/// it. While [`Operation::enabled_at`] says no to the object's value, it is not
/// chosen.
#[inline]
#[track_caller]
pub(crate) fn announce(kind: Kind, object: ObjectId, operand: u64) {
    announce_at(kind, object, operand, Location::caller());
}

/// [`announce`], by a call at that place of the program.
#[inline]
pub(crate) fn announce_at(
    kind: Kind,
    object: ObjectId,
    operand: u64,
    location: &'static Location<'static>,
) {
    debug_assert!(!kind.is_opaque(), "it needs `announce_opaque`");
    if !passes_buffer(kind) {
        buffer::drain(location);
    }
    announce_operation(active(), Operation::new(kind, object, operand), location);
}

/// Does an operation of that kind not wait for the store buffer? To begin what has
/// been completed is only to read, so a process waits when it has begun.
#[inline]
fn passes_buffer(kind: Kind) -> bool {
    matches!(kind, Kind::Load | Kind::Choose | Kind::Begin)
}

/// [`announce_at`] for an access of an atomic with that order, and that of a compare-exchange
/// that fails. A load may read what the process has stored itself.
#[inline]
pub(crate) fn announce_access(
    (kind, object, operand): (Kind, ObjectId, u64),
    (order, failure): (Order, Order),
    location: &'static Location<'static>,
) {
    let rt = active();
    let mut operation = Operation::new(kind, object, operand);
    let mut state = rt.state();
    state.has_weak |= is_weak(order) || is_weak(failure);
    if state.memory.graph.is_some() {
        operation.order = Some(order);
        operation.failure = failure;
        let is_late = kind == Kind::Store && order != Order::SequentiallyConsistent;
        let unfenced = &mut state.current().unfenced;
        *unfenced = match kind {
            Kind::Load => *unfenced,
            _ if is_late => *unfenced + 1,
            _ => 0,
        };
        drop(state);
    } else if kind == Kind::Load {
        let process = state.current().id;
        operation.store = buffer::latest(&state, process, object);
        drop(state);
    } else {
        drop(state);
        buffer::drain(location);
    }
    announce_operation(rt, operation, location);
}

/// Is that the order of an atomic access, and weaker than the strongest?
#[inline]
fn is_weak(order: Order) -> bool {
    !matches!(order, Order::Plain | Order::SequentiallyConsistent)
}

#[inline]
pub(super) fn announce_operation(
    rt: Handle,
    mut operation: Operation,
    location: &'static Location<'static>,
) {
    let mut state = rt.state();
    if state.is_silent() {
        drop(state);
        return silent(rt, &operation);
    }
    let process = state.current();
    let frame = std::mem::take(&mut process.frame);
    process.spin.is_change = std::mem::take(&mut process.spin.changes);
    if process.is_aside && operation.kind != Kind::Load {
        drop(state);
        super::error(CONDITION.to_owned());
        state = rt.state();
    }
    let process = state.current();
    if process.mode == Mode::Dry {
        drop(state);
        operation.guard = spin::end_dry(rt, operation, location, frame);
    } else {
        if process.is_special() {
            drop(state);
            freed::report(rt, location);
            before_announcing(rt);
            state = rt.state();
        }
        if frame != 0 && operation.kind == Kind::Fence {
            drop(state);
            spin::before_fence(rt, frame);
            state = rt.state();
        } else if state.current().spin.is_change {
            state.current().spin.first = false;
            drop(state);
            spin::before_change(rt, operation, location, frame);
            state = rt.state();
        } else if frame != 0 && spin::may_look(&operation) {
            drop(state);
            match spin::before_look(rt, operation, location, frame) {
                spin::Look::Plain => {}
                spin::Look::Guarded(guard) => operation.guard = Some(guard),
                spin::Look::Dry => return,
            }
            state = rt.state();
        } else if !std::mem::take(&mut state.current().spin.first) {
            state.current().spin.clear();
        }
        let is_bounded = state.rounds.most.is_some();
        drop(state);
        if is_bounded && operation.guard.is_none() && !operation.kind.is_opaque() {
            rounds::visit(rt, location);
        }
    }
    let mut state = rt.state();
    if state.recorder.is_some() {
        off_heap(|| state.record_announcement(location));
    }
    let process = state.current();
    if never_waits(operation.kind) {
        process.ready = true;
    }
    process.operation = operation;
    process.location = Some(location);
    process.phase = Phase::Announced;
    process.local_looks = 0;
    process.clock_looks = 0;
    let went_on = state.goes_on(&operation);
    drop(state);
    if !went_on {
        fiber::suspend(rt);
    }
    let mut state = rt.state();
    let process = state.current();
    process.waits_for = None;
    if process.invalid != 0 {
        drop(state);
        freed::report(rt, location);
        state = rt.state();
    }
    let process = state.current();
    if process.spin.is_active() {
        drop(state);
        spin::resumed(rt, went_on);
    }
}

/// An operation that runs at once.
#[cold]
fn silent(rt: Handle, operation: &Operation) {
    let mut state = rt.state();
    let process = state.current();
    process.silent += 1;
    let is_hopeless = process.silent > SILENT_MAX;
    // It cannot be had any more, and must not be let through.
    let is_lost = is_hopeless || !is_had(&mut state, operation);
    drop(state);
    if is_lost {
        fiber::abandon(rt);
    }
}

/// Can an operation run at once, perhaps since what it waits for is taken back?
fn is_had(state: &mut State, operation: &Operation) -> bool {
    !operation.is_guarded()
        || operation.enabled_at(state.objects.value(operation.object))
        || take_back(state, operation)
}

/// Announces and performs what the running process gave back while it was
/// unwinding, before it does what others can see.
#[inline]
pub(super) fn settle(rt: Handle) {
    let mut state = rt.state();
    let process = state.current();
    let is_due = !process.late.is_empty() || process.silent != 0;
    drop(state);
    if is_due {
        before_announcing(rt);
    }
}

/// The running process goes on, or ends well: it must not have done what cannot
/// be scheduled while it was unwinding.
pub(super) fn check_caught(rt: Handle) {
    off_heap(|| {
        let mut state = rt.state();
        if state.current().silent != 0 && !state.leaving {
            state.interrupt(Interrupt::Error(CAUGHT.to_owned()));
        }
    });
}

/// What is due before the next operation is announced.
#[cold]
pub(super) fn before_announcing(rt: Handle) {
    forbid_in_condition();
    observe();
    check_caught(rt);
    stop_if_interrupted(rt);
    loop {
        let first = rt.state().current().late.front().map(|late| late.location);
        let Some(location) = first else {
            return;
        };
        buffer::drain(location);
        let mut state = rt.state();
        announce_late(&mut state);
        state.current().phase = Phase::Announced;
        drop(state);
        fiber::suspend(rt);
        off_heap(|| perform_giving_back(&mut rt.state()));
        rt.state().current().late.pop_front();
    }
}

/// Ends the check with an error if the running process evaluates a condition.
pub(super) fn forbid_in_condition() {
    let rt = active();
    let (mode, is_aside) = {
        let mut state = rt.state();
        let process = state.current();
        (process.mode, process.is_aside)
    };
    match mode {
        Mode::Code if is_aside => super::error(CONDITION.to_owned()),
        Mode::Code => {}
        Mode::Dry => spin::dry_failed(),
        Mode::Evaluating | Mode::Performing => super::error(CONDITION.to_owned()),
    }
}

/// Reports one access of the operation that runs: as many as it makes, each of
/// another object. The value that the runtime keeps for the object becomes
/// `after`.
#[inline]
pub(crate) fn touch(object: ObjectId, access: Access, before: u64, after: u64) {
    let Some(rt) = context::handle() else {
        return;
    };
    let mut state = rt.state();
    if state.current().mode == Mode::Dry {
        return;
    }
    state.objects.set_value(object, after);
    if !state.is_silent() {
        state.touch_object(Touch::new(object, access, before, after), before);
        drop(state);
        spin::has_touched(rt);
    }
}

/// Reports that the operation that runs has written to an atomic what was there: for a loop it
/// has only looked.
pub(crate) fn touch_idle(object: ObjectId, value: u64) {
    let rt = active();
    let mut state = rt.state();
    if state.current().mode == Mode::Dry {
        return;
    }
    state.objects.set_value(object, value);
    if !state.is_silent() {
        let touch = Touch::new(object, Access::Write, value, value);
        state.touch_looking(touch);
        drop(state);
        spin::has_touched(rt);
    }
}

/// Reports that the operation that runs has loaded an atomic: what memory holds,
/// and what the process saw.
#[inline]
pub(crate) fn touch_load(object: ObjectId, memory: u64, seen: u64) {
    let Some(rt) = context::handle() else {
        return;
    };
    let mut state = rt.state();
    if state.current().mode == Mode::Dry {
        return;
    }
    state.objects.set_value(object, memory);
    if !state.is_silent() {
        let process = state.current().id;
        let touch = buffer::touch_of_load(&state, process, object, memory);
        state.touch_object(touch, seen);
        drop(state);
        spin::has_touched(rt);
    }
}

/// Announces a simple operation, performs it and reports it: the value before.
///
/// If the access that it makes at that value changes the object, the value
/// after is `update(before)`. Who takes a lock, shared or not (or tries and gets
/// it), or begins what is to run once, is a holder of the object from then on.
#[track_caller]
pub(crate) fn operate(
    kind: Kind,
    object: ObjectId,
    operand: u64,
    update: impl FnOnce(u64) -> u64,
) -> u64 {
    let location = Location::caller();
    if !spin::is_look(kind) {
        return spin::changing(|| operate_at(kind, object, operand, location, update));
    }
    let mut update = Some(update);
    spin::framed(|| {
        let update = update.take().expect("it is run once");
        operate_at(kind, object, operand, location, update)
    })
}

/// [`operate`], by a call at that place of the program. If it may be a look, the caller marks
/// where the state of the process begins.
pub(super) fn operate_at(
    kind: Kind,
    object: ObjectId,
    operand: u64,
    location: &'static Location<'static>,
    update: impl FnOnce(u64) -> u64,
) -> u64 {
    announce_at(kind, object, operand, location);
    let before = value(object);
    let access = Operation::new(kind, object, operand)
        .access_at(before)
        .expect("an operation whose access follows from its object's value");
    let mut after = before;
    if access.changes() {
        after = update(before);
        hold(kind, object);
    }
    touch(object, access, before, after);
    before
}

/// Makes the running process a holder of an object, if an operation of that
/// kind does.
pub(crate) fn hold(kind: Kind, object: ObjectId) {
    let rt = active();
    let mut state = rt.state();
    let id = state.current().id;
    match kind {
        Kind::Lock | Kind::TryLock | Kind::Begin => {
            state.objects.set_holder(object, Some(id));
        }
        Kind::LockShared | Kind::TryLockShared => {
            off_heap(|| state.objects.add_reader(object, id));
        }
        _ => {}
    }
}

/// Takes a mutex, as soon as the process is chosen to.
#[track_caller]
pub(crate) fn lock(object: ObjectId) {
    operate(Kind::Lock, object, 0, |_| 1);
    acquire(object);
    describe(|| "lock()".to_owned());
}

/// Takes a mutex if no process holds it.
pub(crate) fn try_lock(object: ObjectId, location: &'static Location<'static>) -> bool {
    let free = operate_at(Kind::TryLock, object, 0, location, |_| 1) == 0;
    if free {
        acquire(object);
    }
    describe(|| format!("try_lock() = {}", if free { "Ok" } else { "WouldBlock" }));
    free
}

/// Gives back a mutex, or a read-write lock after writing.
#[track_caller]
pub(crate) fn unlock(object: ObjectId) {
    super::give_back(Kind::Unlock, object, 0);
}

/// The unlock half of waiting for a condition variable: part of the operation
/// that runs, and no operation of its own.
pub(crate) fn release_mutex(object: ObjectId) {
    let before = value(object);
    disown(object);
    release(object);
    touch(object, Access::Write, before, 0);
}

/// No process holds an object alone any more.
pub(crate) fn disown(object: ObjectId) {
    active().state().objects.set_holder(object, None);
}

/// The running process, which held a read-write lock alone, is one of its
/// readers now.
pub(crate) fn share(object: ObjectId) {
    disown(object);
    hold(Kind::LockShared, object);
}

/// The process that holds a lock alone (that it took by [`operate`]).
pub(crate) fn mutex_holder(object: ObjectId) -> Option<ProcessId> {
    active().state().objects.holder(object)
}

/// What the process did happens, for data races, before what others do after
/// they [`acquire`] from that object; releases add up.
#[inline]
pub(crate) fn release(object: ObjectId) {
    super::with_races(|races, p| races.release(p, object));
}

/// See [`release`].
#[inline]
pub(crate) fn acquire(object: ObjectId) {
    super::with_races(|races, p| races.acquire(p, object));
}

/// The alternative that the explorer chose for the operation that runs.
pub(crate) fn alternative() -> u32 {
    let rt = active();
    let mut state = rt.state();
    if state.is_silent() {
        return 0;
    }
    state.alternative
}

/// Says what the operation that is announced next waits for while it is
/// blocked, in words that follow "thread x waits at src/lib.rs:7" ("to
/// read-lock an RwLock"). If the object has a holder, it is named after them.
#[inline]
pub(crate) fn waits_for(words: &'static str) {
    active().state().current().waits_for = Some(words);
}

/// Waits until another process calls [`wake`] for this one; `what` is as for
/// [`waits_for`] ("to be notified by a Condvar").
#[track_caller]
pub(crate) fn wait(what: &'static str) {
    let rt = active();
    if is_silent() {
        // Nothing may run now, so what it waits for cannot happen.
        fiber::abandon(rt);
    }
    forbid_in_condition();
    observe();
    spin::progress();
    let mut state = rt.state();
    let process = state.current();
    process.phase = Phase::Waiting;
    process.waits_for = Some(what);
    process.location = Some(Location::caller());
    drop(state);
    fiber::suspend(rt);
    rt.state().current().waits_for = None;
}

/// Lets a process that waits (see [`wait`]) go on, within this step; does
/// nothing if it does not wait.
pub(crate) fn wake(process: ProcessId) {
    let rt = active();
    if rt.state().leaving {
        return;
    }
    spin::progress();
    off_heap(|| rt.state().wake(process));
}

/// Orders processes by their place in the spawn tree.
pub(crate) fn path_order(a: ProcessId, b: ProcessId) -> Ordering {
    let rt = active();
    off_heap(|| {
        let names = &rt.state().names;
        names.path(a).cmp(&names.path(b))
    })
}

/// An assumption failed: the process stops here.
#[track_caller]
pub(crate) fn discard() -> ! {
    let rt = active();
    if !is_silent() {
        forbid_in_condition();
        observe();
        let mut state = rt.state();
        let process = state.current();
        process.phase = Phase::Discarded;
        process.location = Some(Location::caller());
        drop(state);
        fiber::suspend(rt);
    }
    // A discarded process is not resumed; and while it unwinds from a panic, there is nothing to
    // go back to.
    fiber::abandon(rt);
}

/// Marks the running process as one that may wait for ever (a server).
pub(crate) fn set_daemon() {
    active().state().current().daemon = true;
}

/// Tells, in Rust's words, what the operation did; called after [`touch`].
#[inline]
pub(crate) fn describe(f: impl FnOnce() -> String) {
    let Some(rt) = context::handle() else {
        return;
    };
    if rt.state().recorder.is_none() {
        return;
    }
    off_heap(|| {
        let mode = rt.state().current().mode;
        if matches!(mode, Mode::Dry | Mode::Evaluating) || rt.state().is_silent() {
            // Not what the step did: destructors run while a thread unwinds, too.
            return;
        }
        let description = f();
        if let Some(recorder) = &mut rt.state().recorder {
            recorder.description = Some(description);
        }
    });
}

/// Announces an operation on several objects ([`Kind::Change`],
/// [`Kind::Receive`], [`Kind::Await`]), and returns when the process was chosen
/// to run it.
///
/// The engine evaluates `ready` on its own stack, right after announcing and
/// whenever an object changed that the last evaluation looked at (by [`look`],
/// or by loading an atomic). It must not depend on anything else. A
/// [`Kind::Change`] is never blocked: its condition is not evaluated.
#[track_caller]
pub(crate) fn announce_opaque(kind: Kind, object: ObjectId, ready: &mut dyn FnMut() -> bool) {
    debug_assert!(kind.is_opaque(), "it needs `announce`");
    let location = Location::caller();
    buffer::drain(location);
    let operation = Operation::new(kind, object, 0);
    announce_waiting(active(), operation, location, ready);
}

/// Announces a [`Kind::Send`] or a [`Kind::Take`] with that operand, as [`announce_opaque`].
#[track_caller]
pub(crate) fn announce_message(
    kind: Kind,
    mailbox: ObjectId,
    operand: u64,
    ready: &mut dyn FnMut() -> bool,
) {
    debug_assert!(kind.is_message());
    let location = Location::caller();
    buffer::drain(location);
    let operation = Operation::new(kind, mailbox, operand);
    announce_waiting(active(), operation, location, ready);
}

/// Is an operation on several objects of that kind never blocked?
fn never_waits(kind: Kind) -> bool {
    matches!(kind, Kind::Change | Kind::Send | Kind::TryTake)
}

/// Announces a [`Kind::Change`], by a call at that place of the program.
pub(crate) fn announce_change(object: ObjectId, location: &'static Location<'static>) {
    buffer::drain(location);
    let operation = Operation::new(Kind::Change, object, 0);
    announce_waiting(active(), operation, location, &mut || true);
}

/// As [`announce_opaque`], without waiting for the store buffer.
pub(super) fn announce_waiting(
    rt: Handle,
    operation: Operation,
    location: &'static Location<'static>,
    ready: &mut dyn FnMut() -> bool,
) {
    if is_silent() {
        silent(rt, &Operation::new(Kind::Load, operation.object, 0));
        if !never_waits(operation.kind) && !ready() {
            fiber::abandon(rt);
        }
        return;
    }
    if rt.state().current().is_special() {
        freed::report(rt, location);
        before_announcing(rt);
    }
    if rt.state().rounds.most.is_some() {
        rounds::visit(rt, location);
    }
    if !never_waits(operation.kind) {
        let mut state = rt.state();
        let process = state.current();
        let id = process.id;
        // The engine uses it only while this call waits to be chosen.
        process.condition = Some(Condition::new(ready));
        process.ready = false;
        process.evaluated = 0;
        off_heap(|| state.conditional.push(id));
    }
    announce_operation(rt, operation, location);
    rt.state().current().condition = None;
}

/// Has the running process performed operations with no event, while it unwound
/// from a panic that was caught? Then it cannot announce any more.
pub(crate) fn was_silent() -> bool {
    active().state().current().silent != 0
}

const CAUGHT: &str = "a thread performed operations on atomics or mutexes while it was unwinding \
     from a panic (or dropped an `Arc` whose counts others look at), and then caught the panic and \
     went on. Operations during unwinding are not scheduled, so this program cannot be explored";

const CONDITION: &str = "a condition (of `mazurka::await_until`, or the predicate of a receive) \
     did something other than load atomics. It is evaluated again and again while the thread \
     waits, and must not change anything, lock or wait";
