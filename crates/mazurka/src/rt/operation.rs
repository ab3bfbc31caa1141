//! Operations: announcing them, performing them, and telling what they did.
//!
//! The runtime keeps a value for every object that is touched in an execution.
//! For an atomic it is what its last event left there, as explorers see it; for
//! everything else (a mutex, a semaphore, a slot of a channel) it is all there
//! is. Whether a simple operation is enabled follows from that value alone.

use super::context::{self, off_heap};
use super::fiber::{self, SILENT_MAX};
use super::refinement::Refinement;
use super::state::{Condition, Late, Mode, Phase, State};
use super::{active, buffer, is_silent, observe, rounds, spin, stop_if_interrupted};
use crate::actor::filter::Filter;
use mazurka_program::{
    Access, Edge, FindingKind, Interrupt, Kind, ObjectId, ObjectName, Operation, ProcessId, Touch,
};
use std::cmp::Ordering;
use std::panic::{self, AssertUnwindSafe, Location};

/// The value that the runtime keeps for an object: zero at the start of each
/// execution, unless [`init_value`] said otherwise.
#[inline]
pub(crate) fn value(object: ObjectId) -> u64 {
    // SAFETY: the state is the running fiber's; no reference is held.
    unsafe { (*active()).objects.value(object) }
}

/// Sets the value that the runtime keeps for an object.
#[inline]
pub(crate) fn set_value(object: ObjectId, value: u64) {
    // SAFETY: as in `value`.
    unsafe { (*active()).objects.set_value(object, value) }
}

/// Gives an object the value that it has at the start of each execution; does
/// nothing if it has been given one in this execution.
#[inline]
pub(crate) fn init_value(object: ObjectId, value: u64) {
    // SAFETY: as in `value`.
    unsafe { (*active()).objects.init_value(object, value) }
}

/// The running process is about to look at an atomic that holds `value`: what the runtime
/// keeps may be older than what was last done to it without an event. (That decides whether a
/// look is let through.)
#[inline]
pub(crate) fn foresee(object: ObjectId, value: impl FnOnce() -> u64) {
    let state = active();
    // SAFETY: as in `value`.
    unsafe {
        if (*state).refinements.any_spin() && !is_silent() {
            let value = value();
            (*state).objects.set_value(object, value);
        }
    }
}

/// Says what people call an object ("mutex", "RwLock").
#[inline]
pub(crate) fn noun(object: ObjectId, noun: &'static str) {
    // SAFETY: as in `value`.
    unsafe { (*active()).objects.set_noun(object, noun) }
}

/// The part of a read-write lock that readers release into: see [`give_back`].
pub(crate) const READERS: u64 = 1;

/// A part of an object (a slot, a key, a generation); `part` is at least one.
pub(crate) fn part(object: ObjectId, part: u64) -> ObjectId {
    let state = active();
    // SAFETY: as in `value`.
    let id = off_heap(|| unsafe { part_of(&mut *state, object, part) });
    // SAFETY: as in `value`.
    unsafe { stop_if_interrupted(state) };
    id
}

fn part_of(state: &mut State, object: ObjectId, part: u64) -> ObjectId {
    debug_assert_ne!(part, 0, "part zero is the object itself");
    let id = state.identify_part(object, part);
    state.register(id);
    id
}

/// An object of the running process that has no address: a thread's exit, its
/// choices. No heap or stack is so large that one of its places is the same.
#[track_caller]
pub(crate) fn own_object(place: OwnPlace) -> ObjectId {
    let state = active();
    // SAFETY: as in `value`.
    unsafe {
        let process = (*state).current().id;
        object_of(state, process, place)
    }
}

/// Which object without an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OwnPlace {
    /// The thread's exit.
    Exit,
    /// What it chooses and what it awaits: nobody else accesses it.
    Private,
    /// The token by which it is unparked.
    Token,
}

/// The object of that kind that belongs to a process.
pub(crate) fn process_object(process: ProcessId, place: OwnPlace) -> ObjectId {
    let state = active();
    // SAFETY: as in `value`.
    unsafe { object_of(state, process, place) }
}

/// # Safety
/// `state` is the running fiber's, and no reference into it is held.
unsafe fn object_of(state: *mut State, process: ProcessId, place: OwnPlace) -> ObjectId {
    // SAFETY: the caller's contract.
    off_heap(|| unsafe { (*state).own_object_of(process, place) })
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
    let state = active();
    // SAFETY: the state is the running fiber's; no reference is held across
    // the switch.
    unsafe { announce_operation(state, Operation::new(kind, object, operand), location) }
}

/// Does an operation of that kind not wait for the store buffer? Whoever begins
/// what has been completed only reads, so it waits when it has begun.
#[inline]
fn passes_buffer(kind: Kind) -> bool {
    matches!(kind, Kind::Load | Kind::Choose | Kind::Begin)
}

/// [`announce_at`] for the load of an atomic, which may read what the process has
/// stored itself.
#[inline]
pub(crate) fn announce_load(object: ObjectId, location: &'static Location<'static>) {
    let state = active();
    // SAFETY: as in `announce_at`.
    unsafe {
        let process = (*state).current().id;
        let operation = Operation {
            store: buffer::latest(&*state, process, object),
            ..Operation::new(Kind::Load, object, 0)
        };
        announce_operation(state, operation, location);
    }
}

/// # Safety
/// As for [`fiber::suspend`].
#[inline]
pub(super) unsafe fn announce_operation(
    state: *mut State,
    mut operation: Operation,
    location: &'static Location<'static>,
) {
    // SAFETY: the caller's contract.
    unsafe {
        if (*state).leaving || (*state).is_unwinding() {
            return silent(state, &operation);
        }
        let frame = std::mem::take(&mut (*state).current().frame);
        if (*state).current().mode == Mode::Dry {
            operation.guard = spin::end_dry(state, operation, location, frame);
        } else {
            if (*state).current().is_special() {
                before_announcing(state);
            }
            if frame != 0 && spin::is_look(operation.kind) {
                match spin::before_look(state, operation, location, frame) {
                    spin::Look::Plain => {}
                    spin::Look::Guarded(guard) => operation.guard = Some(guard),
                    spin::Look::Dry => return,
                }
            } else if !std::mem::take(&mut (*state).current().spin.first) {
                (*state).current().spin.clear();
            }
            if (*state).rounds.most.is_some()
                && operation.guard.is_none()
                && !operation.kind.is_opaque()
            {
                rounds::visit(state, location);
            }
        }
        let process = (*state).current();
        if operation.kind == Kind::Change {
            process.ready = true;
        }
        process.operation = operation;
        process.location = Some(location);
        process.phase = Phase::Announced;
        process.local_looks = 0;
        let went_on = (*state).goes_on(&operation);
        if !went_on {
            fiber::suspend(state);
        }
        let process = (*state).current();
        process.waits_for = None;
        if process.spin.is_active() {
            spin::resumed(state, went_on);
        }
    }
}

/// An operation that runs at once.
///
/// # Safety
/// As for [`fiber::suspend`].
#[cold]
unsafe fn silent(state: *mut State, operation: &Operation) {
    // SAFETY: the caller's contract.
    unsafe {
        let process = (*state).current();
        process.silent += 1;
        let torn = process.torn;
        if process.silent > SILENT_MAX {
            fiber::abandon(state);
        }
        if (*state).leaving && torn && !(*state).tainted && !std::thread::panicking() {
            // The program caught what unwinds it, and goes on. (On a tainted OS
            // thread that cannot be told; then the budget ends it.)
            fiber::tear(state);
        }
        if operation.is_guarded()
            && !operation.enabled_at((*state).objects.value(operation.object))
            && !take_back(&mut *state, operation)
        {
            // It cannot be had any more, and must not be let through.
            fiber::abandon(state);
        }
    }
}

/// Takes back what the process gave back while unwinding, if nobody has been
/// told yet.
fn take_back(state: &mut State, operation: &Operation) -> bool {
    let late = &mut state.current().late;
    let queued = late.iter().position(|late| {
        late.operation.object == operation.object && late.operation.kind == Kind::Unlock
    });
    match queued {
        Some(nth) if operation.kind == Kind::Lock => {
            late.remove(nth);
            state.objects.set_value(operation.object, 0);
            true
        }
        _ => false,
    }
}

/// Announces and performs what the running process gave back while it was
/// unwinding, before it does what others can see.
///
/// # Safety
/// As for [`fiber::suspend`].
#[inline]
pub(super) unsafe fn settle(state: *mut State) {
    // SAFETY: the caller's contract.
    unsafe {
        let process = (*state).current();
        if !process.late.is_empty() || process.silent != 0 {
            before_announcing(state);
        }
    }
}

/// The running process goes on, or ends well: it must not have done what cannot
/// be scheduled while it was unwinding.
///
/// # Safety
/// The state is the running fiber's.
pub(super) unsafe fn check_caught(state: *mut State) {
    // SAFETY: the caller's contract.
    unsafe {
        if (*state).current().silent != 0 && !(*state).leaving {
            off_heap(|| (*state).interrupt(Interrupt::Error(CAUGHT.to_owned())));
        }
    }
}

/// What is due before the next operation is announced.
///
/// # Safety
/// As for [`fiber::suspend`].
#[cold]
pub(super) unsafe fn before_announcing(state: *mut State) {
    forbid_in_condition();
    observe();
    // SAFETY: the caller's contract.
    unsafe {
        check_caught(state);
        stop_if_interrupted(state);
        while let Some(late) = (*state).current().late.front() {
            let location = late.location;
            buffer::drain(location);
            announce_late(&mut *state);
            (*state).current().phase = Phase::Announced;
            fiber::suspend(state);
            off_heap(|| perform_giving_back(&mut *state));
            (*state).current().late.pop_front();
        }
    }
}

/// Ends the check with an error if the running process evaluates a condition.
pub(super) fn forbid_in_condition() {
    let state = active();
    // SAFETY: as in `value`.
    match unsafe { (*state).current().mode } {
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
    let state = context::state();
    if state.is_null() {
        return;
    }
    // SAFETY: as in `value`.
    unsafe {
        if (*state).current().mode == Mode::Dry {
            return;
        }
        (*state).objects.set_value(object, after);
        if !(*state).leaving && !(*state).is_unwinding() {
            (*state).touch_object(Touch::new(object, access, before, after), before);
            spin::has_touched(state);
        }
    }
}

/// Reports that the operation that runs has loaded an atomic: what memory holds,
/// and what the process saw.
#[inline]
pub(crate) fn touch_load(object: ObjectId, memory: u64, seen: u64) {
    let state = context::state();
    if state.is_null() {
        return;
    }
    // SAFETY: as in `value`.
    unsafe {
        if (*state).current().mode == Mode::Dry {
            return;
        }
        (*state).objects.set_value(object, memory);
        if !(*state).leaving && !(*state).is_unwinding() {
            let process = (*state).current().id;
            let touch = buffer::touch_of_load(&*state, process, object, memory);
            (*state).touch_object(touch, seen);
            spin::has_touched(state);
        }
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
        return operate_at(kind, object, operand, location, update);
    }
    let mut update = Some(update);
    spin::framed(|| {
        let update = update.take().expect("it is run once");
        operate_at(kind, object, operand, location, update)
    })
}

fn operate_at(
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
    let state = active();
    // SAFETY: as in `value`.
    unsafe {
        let id = (*state).current().id;
        match kind {
            Kind::Lock | Kind::TryLock | Kind::Begin => {
                (*state).objects.set_holder(object, Some(id));
            }
            Kind::LockShared | Kind::TryLockShared => {
                off_heap(|| (*state).objects.add_reader(object, id));
            }
            _ => {}
        }
    }
}

/// Gives something back: an operation that is never blocked and of which the
/// process learns nothing, so that it can be announced late when the process
/// unwinds. The value of the object becomes
///
/// - zero for [`Kind::Unlock`] and one less for [`Kind::UnlockShared`] (a
///   finding and no access, if the process does not hold it),
/// - more by the operand (modulo 2^64) for [`Kind::Add`],
/// - the operand for [`Kind::Set`] and [`Kind::Store`].
///
/// The process is no longer a holder of the object (but for `Add` and `Set`).
/// All that the process has done is released into the object. For
/// [`Kind::UnlockShared`] it is released into the part [`READERS`]: two readers
/// are independent, so the one must not acquire what the other releases; who
/// locks for writing acquires from both.
#[track_caller]
pub(crate) fn give_back(kind: Kind, object: ObjectId, operand: u64) {
    let state = active();
    let operation = Operation::new(kind, object, operand);
    let location = Location::caller();
    // SAFETY: the state is the running fiber's; no reference is held across
    // the switch.
    unsafe {
        if !(*state).leaving && (*state).is_unwinding() {
            let late = Late {
                operation,
                location,
            };
            return off_heap(|| (*state).current().late.push_back(late));
        }
        buffer::drain(location);
        announce_operation(state, operation, location);
        (*state).current().operation = operation;
        off_heap(|| perform_giving_back(&mut *state));
    }
}

/// Performs what the running process has announced to give back.
pub(super) fn perform_giving_back(state: &mut State) {
    let Operation {
        kind,
        object,
        operand,
        ..
    } = state.current().operation;
    let before = state.objects.value(object);
    let (access, after) = match kind {
        Kind::Unlock | Kind::UnlockShared => unlock_now(state, kind, object, before),
        Kind::Add => (Access::Add, before.wrapping_add(operand)),
        Kind::Set => (Access::Set, operand),
        Kind::Store => {
            state.objects.set_holder(object, None);
            (Access::Write, operand)
        }
        _ => unreachable!("{kind:?} does not give anything back"),
    };
    state.objects.set_value(object, after);
    if !state.leaving {
        if access != Access::None && state.refinements.sync_clocks {
            let id = state.current().id;
            let into = match kind {
                Kind::UnlockShared => part_of(state, object, READERS),
                _ => object,
            };
            state.races.release(id, into);
        }
        state.touch_object(Touch::new(object, access, before, after), before);
    }
    if let Some(recorder) = &mut state.recorder {
        recorder.description = match kind {
            Kind::Unlock => Some("unlock()".to_owned()),
            _ => None,
        };
    }
}

/// The access that the running process makes when it gives a lock back, and
/// what the lock then holds.
fn unlock_now(state: &mut State, kind: Kind, object: ObjectId, before: u64) -> (Access, u64) {
    let id = state.current().id;
    if kind == Kind::UnlockShared && state.objects.remove_reader(object, id) {
        return (Access::Add, before.wrapping_sub(1));
    }
    if kind == Kind::Unlock && state.objects.holder(object) == Some(id) {
        state.objects.set_holder(object, None);
        return (Access::Write, 0);
    }
    let what = with_article(state.objects.noun(object).unwrap_or("mutex"));
    let place = state.current().location.map_or_else(String::new, |place| {
        format!(", at {}:{}", place.file(), place.line())
    });
    let message = format!("{what} was unlocked that the thread does not hold{place}");
    state.finding(FindingKind::UnlockNotHeld, message);
    (Access::None, before)
}

/// "a mutex", "an RwLock".
pub(super) fn with_article(noun: &str) -> String {
    let first = noun.chars().next().unwrap_or(' ').to_ascii_lowercase();
    let vowel = "aei".contains(first) || noun.starts_with("Rw");
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// Announces the first of the operations that the running process left to be
/// announced late.
pub(super) fn announce_late(state: &mut State) {
    let process = state.current();
    process.operation = process.late[0].operation;
    process.location = Some(process.late[0].location);
}

/// Takes a mutex, as soon as the process is chosen to.
#[track_caller]
pub(crate) fn lock(object: ObjectId) {
    operate(Kind::Lock, object, 0, |_| 1);
    acquire(object);
    describe(|| "lock()".to_owned());
}

/// Takes a mutex if nobody holds it.
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
    give_back(Kind::Unlock, object, 0);
}

/// The unlock half of waiting for a condition variable: part of the operation
/// that runs, and no operation of its own.
pub(crate) fn release_mutex(object: ObjectId) {
    let state = active();
    let before = value(object);
    // SAFETY: as in `value`.
    unsafe { (*state).objects.set_holder(object, None) };
    release(object);
    touch(object, Access::Write, before, 0);
}

/// Nobody holds an object alone any more.
pub(crate) fn disown(object: ObjectId) {
    // SAFETY: as in `value`.
    unsafe { (*active()).objects.set_holder(object, None) };
}

/// The running process, which held a read-write lock alone, is one of its
/// readers now.
pub(crate) fn share(object: ObjectId) {
    disown(object);
    hold(Kind::LockShared, object);
}

/// The process that holds a lock alone (that it took by [`operate`]).
pub(crate) fn mutex_holder(object: ObjectId) -> Option<ProcessId> {
    // SAFETY: as in `value`.
    unsafe { (*active()).objects.holder(object) }
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
    let state = active();
    // SAFETY: as in `value`.
    unsafe {
        if (*state).leaving || (*state).is_unwinding() {
            return 0;
        }
        (*state).alternative
    }
}

/// Says what the operation that is announced next waits for while it is
/// blocked, in words that follow "thread x waits at src/lib.rs:7" ("to
/// read-lock an RwLock"). If the object has a holder, it is named after them.
#[inline]
pub(crate) fn waits_for(words: &'static str) {
    // SAFETY: as in `value`.
    unsafe { (*active()).current().waits_for = Some(words) };
}

/// Waits until another process calls [`wake`] for this one; `what` is as for
/// [`waits_for`] ("to be notified by a Condvar").
#[track_caller]
pub(crate) fn wait(what: &'static str) {
    let state = active();
    // SAFETY: the state is the running fiber's; no reference is held across
    // the switch.
    unsafe {
        if (*state).leaving || (*state).is_unwinding() {
            // Nobody may run now, so what it waits for cannot happen.
            fiber::abandon(state);
        }
        forbid_in_condition();
        observe();
        spin::progress();
        let process = (*state).current();
        process.phase = Phase::Waiting;
        process.waits_for = Some(what);
        process.location = Some(Location::caller());
        fiber::suspend(state);
        (*state).current().waits_for = None;
    }
}

/// Lets a process that waits (see [`wait`]) go on, within this step; does
/// nothing if it does not wait.
pub(crate) fn wake(process: ProcessId) {
    let state = active();
    // SAFETY: as in `value`.
    unsafe {
        if (*state).leaving {
            return;
        }
        spin::progress();
        let by = (*state).current().id;
        let woken = &mut (&mut (*state).processes)[process.index()];
        if woken.phase != Phase::Waiting || woken.serial != (*state).serial {
            return;
        }
        woken.phase = Phase::Running;
        off_heap(|| {
            (*state).ready.push_back(process);
            (*state).edges.push(Edge::Wake { process, by });
        });
    }
}

/// Orders processes by their place in the spawn tree.
pub(crate) fn path_order(a: ProcessId, b: ProcessId) -> Ordering {
    let state = active();
    // SAFETY: as in `value`.
    off_heap(|| unsafe {
        let names = &(*state).names;
        names.path(a).cmp(&names.path(b))
    })
}

/// An assumption failed: the process stops here. Its stack is unwound when the
/// execution is left.
#[track_caller]
pub(crate) fn discard() -> ! {
    let state = active();
    // SAFETY: the state is the running fiber's; no reference is held across
    // the switch.
    unsafe {
        if !(*state).leaving && !(*state).is_unwinding() {
            forbid_in_condition();
            observe();
            (*state).current().phase = Phase::Discarded;
            (*state).current().location = Some(Location::caller());
            fiber::suspend(state);
        }
        // Only to be unwound is a discarded process resumed; and while it
        // unwinds already, there is nothing to go back to.
        fiber::abandon(state);
    }
}

/// Marks the running process as one that may wait for ever (a server).
pub(crate) fn set_daemon() {
    // SAFETY: as in `value`.
    unsafe { (*active()).current().daemon = true };
}

/// Tells, in Rust's words, what the operation did; called after [`touch`].
#[inline]
pub(crate) fn describe(f: impl FnOnce() -> String) {
    let state = context::state();
    // SAFETY: as in `value`.
    if !state.is_null() && unsafe { (*state).recorder.is_some() } {
        off_heap(|| {
            // SAFETY: as above.
            let mode = unsafe { (*state).current().mode };
            if matches!(mode, Mode::Dry | Mode::Evaluating) {
                // Not what the step did.
                return;
            }
            let description = f();
            // SAFETY: as above.
            if let Some(recorder) = unsafe { &mut (*state).recorder } {
                recorder.description = Some(description);
            }
        });
    }
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
    // SAFETY: the state is the running fiber's.
    unsafe { announce_waiting(active(), operation, location, ready) }
}

/// Announces a [`Kind::Change`], by a call at that place of the program.
pub(crate) fn announce_change(object: ObjectId, location: &'static Location<'static>) {
    buffer::drain(location);
    let operation = Operation::new(Kind::Change, object, 0);
    // SAFETY: the state is the running fiber's.
    unsafe { announce_waiting(active(), operation, location, &mut || true) }
}

/// As [`announce_opaque`], without waiting for the store buffer.
///
/// # Safety
/// As for [`fiber::suspend`].
pub(super) unsafe fn announce_waiting(
    state: *mut State,
    operation: Operation,
    location: &'static Location<'static>,
    ready: &mut dyn FnMut() -> bool,
) {
    // SAFETY: the caller's contract.
    unsafe {
        if is_silent() {
            silent(state, &Operation::new(Kind::Load, operation.object, 0));
            if operation.kind != Kind::Change && !ready() {
                fiber::abandon(state);
            }
            return;
        }
        if (*state).current().is_special() {
            before_announcing(state);
        }
        if (*state).rounds.most.is_some() {
            rounds::visit(state, location);
        }
        if operation.kind != Kind::Change {
            let process = (*state).current();
            let id = process.id;
            // The engine uses it only while this call waits to be chosen.
            process.condition = Some(Condition::new(ready));
            process.ready = false;
            process.evaluated = 0;
            off_heap(|| (*state).conditional.push(id));
        }
        announce_operation(state, operation, location);
        (*state).current().condition = None;
    }
}

/// Reads a kept value, and notes that what the operation does (or whether it is
/// ready) depends on it.
#[inline]
pub(crate) fn look(object: ObjectId) -> u64 {
    let seen = seen(object);
    looked(object, value(object), seen);
    seen
}

/// What the running process sees at an object: what it has stored there itself,
/// or the value that the runtime keeps.
#[inline]
pub(super) fn seen(object: ObjectId) -> u64 {
    let state = active();
    // SAFETY: as in `value`.
    unsafe {
        let process = (*state).current().id;
        buffer::seen_bits(&*state, process, object)
    }
}

/// Notes that a condition read an object: what memory holds, and what it saw.
pub(crate) fn looked(object: ObjectId, memory: u64, seen: u64) {
    let state = active();
    // SAFETY: as in `value`.
    unsafe {
        if (*state).current().pure {
            super::error(PREDICATE.to_owned());
        }
        match (*state).current().mode {
            Mode::Code | Mode::Dry => {}
            Mode::Evaluating => off_heap(|| {
                let awaited = &mut (*state).current().awaited;
                if !awaited.contains(&object) {
                    awaited.push(object);
                }
            }),
            Mode::Performing => touch_load(object, memory, seen),
        }
    }
}

/// Does the running process evaluate a condition? Then what it reads is no
/// event of its own, and told by [`looked`].
#[inline]
pub(crate) fn in_condition() -> bool {
    let state = context::state();
    // SAFETY: as in `value`.
    !state.is_null()
        && matches!(
            unsafe { (*state).current().mode },
            Mode::Evaluating | Mode::Performing
        )
}

/// Runs a predicate of the program as part of the operation that runs, or while
/// the engine evaluates whether that is ready. It may look at nothing that
/// others can change.
pub(crate) fn predicate<R>(f: impl FnOnce() -> R) -> R {
    struct Restore(*mut State, Mode);
    impl Drop for Restore {
        fn drop(&mut self) {
            // SAFETY: the state outlives the code that runs this.
            let process = unsafe { (*self.0).current() };
            process.mode = self.1;
            process.pure = false;
        }
    }
    let state = active();
    // SAFETY: as in `value`.
    let process = unsafe { (*state).current() };
    let _restore = Restore(state, process.mode);
    if process.mode == Mode::Code {
        process.mode = Mode::Performing;
    }
    process.pure = true;
    f()
}

/// What a predicate of the program says, run aside: off the process's heap, and
/// its panics are forgotten. None, if it panicked.
pub(crate) fn judge(f: impl FnOnce() -> bool) -> Option<bool> {
    let state = active();
    // SAFETY: as in `value`; the program's code runs with no reference held.
    off_heap(|| unsafe {
        let panic_before = (*state).current().panic.take();
        let judged = panic::catch_unwind(AssertUnwindSafe(|| predicate(f)));
        (*state).current().panic = panic_before;
        match judged {
            Err(payload) if (*state).leaving => panic::resume_unwind(payload),
            judged => judged.ok(),
        }
    })
}

/// The filters of receives from a mailbox that are known so far, to who sends
/// there.
pub(crate) fn use_filters(mailbox: ObjectId) -> Vec<Filter> {
    // SAFETY: as in `value`.
    let refinements = unsafe { &mut (*active()).refinements };
    let known = off_heap(|| refinements.filters.entry(mailbox).or_default());
    known.used = true;
    known.filters.clone()
}

/// There is a receive with that filter. If messages have been sent that did not
/// know of it, or others may have sent some, the exploration begins anew; does not
/// return then, unless silent.
pub(crate) fn add_filter(mailbox: ObjectId, filter: Filter) {
    let refinement = Refinement::Filter(mailbox, filter);
    // SAFETY: as in `value`.
    let refinements = unsafe { &mut (*active()).refinements };
    let used = refinements
        .filters
        .get(&mailbox)
        .is_some_and(|known| known.used);
    if used || refinements.is_shared {
        super::refine(refinement);
    } else if !refinements.contains(&refinement) {
        off_heap(|| refinements.insert(&refinement));
    }
}

/// Has the running process performed operations with no event, while it unwound
/// from a panic that was caught? Then it cannot announce any more.
pub(crate) fn was_silent() -> bool {
    // SAFETY: as in `value`.
    unsafe { (*active()).current().silent != 0 }
}

const CAUGHT: &str = "a thread performed operations on atomics or mutexes while it was unwinding \
     from a panic (or dropped an `Arc` whose counts others look at), and then caught the panic and \
     went on. Operations during unwinding are not scheduled, so this program cannot be explored";

const CONDITION: &str = "a condition (of `mazurka::await_until`, or the predicate of a receive) \
     did something other than load atomics. It is evaluated again and again while the thread \
     waits, and must not change anything, lock or wait";

const PREDICATE: &str = "the predicate of a receive loaded an atomic. It must depend on nothing \
     but the message";
