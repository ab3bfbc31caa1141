//! The runtime: what stands between the types that programs use and the
//! explorers.
//!
//! The types of this crate call the functions of this module, which find the
//! runtime through [`context`]. An operation is performed in three moves:
//! [`announce`] it (and wait to be chosen), perform it on the value at
//! [`storage`], report its [`effect`]. While a process unwinds, or its
//! execution is being left, operations are *silent*: they run at once, and are
//! no events.

mod context;
mod fiber;
pub(crate) mod heap;
mod hook;
mod image;
mod object;
mod overflow;
pub(crate) mod race;
mod record;
mod runtime;
mod stack;
mod state;
mod watch;

pub(crate) use context::off_heap;
pub(crate) use fiber::note_panic;
pub(crate) use object::{Object, Tag};
pub(crate) use record::{Recorded, Recording};
pub(crate) use runtime::{Host, Runtime, bound, next_exploration};
pub(crate) use state::Refinement;
pub(crate) use watch::{Running, Watch};

use crate::local::Locals;
use crate::thread::Thread;
use fiber::{Job, SILENT_MAX};
use mazurka_program::{
    Access, Effect, FindingKind, Interrupt, Kind, ObjectId, ObjectName, Operation, ProcessId,
};
use state::{Phase, State};
use std::panic::Location;

/// The place of a thread's exit among the objects that it created: no heap or
/// stack is that large.
const EXIT_PLACE: u64 = u64::MAX;

/// Does the caller run inside a check?
#[inline]
pub(crate) fn is_active() -> bool {
    !context::state().is_null()
}

/// The state of the check that the caller runs in.
#[inline]
#[track_caller]
fn active() -> *mut State {
    let state = context::state();
    if state.is_null() {
        outside();
    }
    state
}

#[cold]
#[track_caller]
fn outside() -> ! {
    panic!(
        "a mazurka type was used outside of `mazurka::check`: its operations exist only inside \
         the checked closure and the threads that it spawns with `mazurka::thread`"
    )
}

/// Do operations run at once and without being events?
#[inline]
pub(crate) fn is_silent() -> bool {
    let state = context::state();
    // SAFETY: a non-null state is valid, and user code holds no reference.
    !state.is_null() && unsafe { (*state).leaving || (*state).is_unwinding() }
}

/// Is the caller unwinding from a panic?
pub(crate) fn is_unwinding() -> bool {
    let state = context::state();
    if state.is_null() {
        return std::thread::panicking();
    }
    // SAFETY: as in `is_silent`.
    unsafe { (*state).is_unwinding() }
}

/// Gives the fiber up if its execution is being left: for code that cannot
/// return without what it waits for.
pub(crate) fn give_up_if_leaving() {
    let state = active();
    // SAFETY: the state is the running fiber's; no reference is held.
    unsafe {
        if (*state).leaving {
            fiber::abandon(state);
        }
    }
}

/// Is the caller being unwound because its execution is left?
pub(crate) fn is_teardown() -> bool {
    let state = context::state();
    // SAFETY: as in `is_silent`.
    !state.is_null() && unsafe { (*state).leaving }
}

/// The process that the caller is.
#[track_caller]
pub(crate) fn current_process() -> ProcessId {
    // SAFETY: the state is the running fiber's; no reference is held.
    unsafe { (*active()).current().id }
}

/// The object that a tag belongs to.
#[inline]
#[track_caller]
pub(crate) fn resolve(tag: &Tag) -> Object {
    let state = active();
    // SAFETY: as in `current_process`.
    match tag.cached(unsafe { (*state).serial }) {
        Some(object) => object,
        None => {
            // SAFETY: as above.
            let object = off_heap(|| unsafe { (*state).touch(tag) });
            // SAFETY: as above.
            unsafe { stop_if_interrupted(state) };
            object
        }
    }
}

/// The object that a tag belongs to, if it was touched in this execution.
pub(crate) fn peek(tag: &Tag) -> Option<Object> {
    let state = context::state();
    if state.is_null() {
        return None;
    }
    // SAFETY: as in `current_process`.
    tag.cached(unsafe { (*state).serial })
}

/// The object at an address that has no tag.
#[track_caller]
pub(crate) fn resolve_address(address: usize) -> ObjectId {
    let state = active();
    // SAFETY: as in `current_process`.
    let object = off_heap(|| unsafe { (*state).touch_address(address) });
    // SAFETY: as above.
    unsafe { stop_if_interrupted(state) };
    object
}

/// Where the value of (a part of) an object is: `in_place`, or in the
/// execution's copy if the object lives outside the execution.
#[inline]
#[track_caller]
pub(crate) fn storage<T: ?Sized>(object: Object, in_place: *mut T) -> *mut T {
    if !object.foreign {
        return in_place;
    }
    let state = active();
    // SAFETY: as in `current_process`.
    let copy = off_heap(|| unsafe { (*state).copy(object.id, in_place) });
    // SAFETY: as above.
    unsafe { stop_if_interrupted(state) };
    copy
}

/// A value as explorers may compare it between executions: an address of the
/// current execution becomes its name, everything else stays.
#[inline]
pub(crate) fn stable_bits(value: u64) -> u64 {
    let state = context::state();
    // No mapping is that low, or that high.
    if state.is_null() || value < 1 << 16 || value >> 56 != 0 {
        return value;
    }
    // SAFETY: as in `current_process`.
    unsafe { (*state).stable_bits(value) }
}

/// Announces an operation, and returns when the process was chosen to run it.
#[inline]
#[track_caller]
pub(crate) fn announce(kind: Kind, object: ObjectId, operand: u64) {
    let state = active();
    let location = Location::caller();
    // SAFETY: the state is the running fiber's; no reference is held across
    // the switch.
    unsafe {
        if (*state).leaving || (*state).is_unwinding() {
            return silent(state);
        }
        let process = (*state).current();
        if process.last_drop.is_some() || process.silent != 0 || !process.unlocks.is_empty() {
            before_announcing(state);
        }
        let process = (*state).current();
        process.operation = Operation {
            kind,
            object,
            operand,
        };
        process.location = Some(location);
        process.phase = Phase::Announced;
        fiber::suspend(state);
    }
}

/// An operation that runs at once.
///
/// # Safety
/// As for [`fiber::suspend`].
#[cold]
unsafe fn silent(state: *mut State) {
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
    }
}

/// What is due before the next operation is announced.
///
/// # Safety
/// As for [`fiber::suspend`].
#[cold]
unsafe fn before_announcing(state: *mut State) {
    observe();
    // SAFETY: the caller's contract.
    unsafe {
        if (*state).current().silent != 0 {
            off_heap(|| (*state).interrupt(Interrupt::Error(CAUGHT.to_owned())));
            stop_if_interrupted(state);
        }
        while !(*state).current().unlocks.is_empty() {
            announce_unlock(&mut *state);
            (*state).current().phase = Phase::Announced;
            fiber::suspend(state);
            unlock_now(&mut *state);
            (*state).current().unlocks.pop_front();
        }
    }
}

/// Reports what the announced operation did.
#[inline]
pub(crate) fn effect(access: Access, before: u64, after: u64) {
    let state = context::state();
    if !state.is_null() && !is_silent() {
        // SAFETY: as in `current_process`.
        unsafe {
            (*state).effect = Effect {
                access,
                before,
                after,
            };
        }
    }
}

/// Tells, in Rust's words, what the operation did; called after [`effect`].
#[inline]
pub(crate) fn describe(f: impl FnOnce() -> String) {
    let state = context::state();
    // SAFETY: as in `current_process`.
    if !state.is_null() && unsafe { (*state).recorder.is_some() } {
        off_heap(|| {
            let description = f();
            // SAFETY: as above.
            if let Some(recorder) = unsafe { &mut (*state).recorder } {
                recorder.description = Some(description);
            }
        });
    }
}

/// Takes a mutex, as soon as the process is chosen to.
#[track_caller]
pub(crate) fn lock(object: ObjectId) {
    announce(Kind::Lock, object, 0);
    let state = active();
    // SAFETY: as in `current_process`.
    unsafe {
        let id = (*state).current().id;
        if is_silent() {
            let holder = (*state).objects.holder(object);
            if holder.is_some_and(|holder| holder != id) {
                // It cannot be had any more, and must not be let through.
                fiber::abandon(state);
            }
        }
        debug_assert!(is_silent() || (*state).objects.holder(object).is_none());
        (*state).objects.set_holder(object, Some(id));
        if (*state).refinements.sync_clocks {
            off_heap(|| (*state).races.lock(id, object));
        }
    }
    effect(Access::Lock, 0, 0);
    describe(|| "lock()".to_owned());
}

/// Gives a mutex back.
#[track_caller]
pub(crate) fn unlock(object: ObjectId) {
    let state = active();
    // SAFETY: the state is the running fiber's; no reference is held across
    // the switch.
    unsafe {
        if (*state).leaving {
            (*state).objects.set_holder(object, None);
            return silent(state);
        }
        if (*state).is_unwinding() {
            return off_heap(|| (*state).current().unlocks.push_back(object));
        }
        announce(Kind::Unlock, object, 0);
        off_heap(|| unlock_now(&mut *state));
    }
}

/// Performs the unlock that the running process has announced.
fn unlock_now(state: &mut State) {
    let object = state.current().operation.object;
    let id = state.current().id;
    if state.objects.holder(object) == Some(id) {
        state.objects.set_holder(object, None);
        if state.refinements.sync_clocks {
            state.races.unlock(id, object);
        }
        state.effect.access = Access::Unlock;
    } else {
        let message = match state.current().location {
            Some(place) => format!(
                "a mutex was unlocked that the thread does not hold, at {}:{}",
                place.file(),
                place.line()
            ),
            None => "a mutex was unlocked that the thread does not hold".to_owned(),
        };
        state.finding(FindingKind::UnlockNotHeld, message);
    }
    if let Some(recorder) = &mut state.recorder {
        recorder.description = Some("unlock()".to_owned());
    }
}

/// Announces the first queued unlock of the running process.
fn announce_unlock(state: &mut State) {
    let process = state.current();
    process.operation = Operation {
        kind: Kind::Unlock,
        object: process.unlocks[0],
        operand: 0,
    };
}

/// The process that holds a mutex.
pub(crate) fn mutex_holder(object: ObjectId) -> Option<ProcessId> {
    // SAFETY: as in `current_process`.
    unsafe { (*active()).objects.holder(object) }
}

/// Is that treated as an operation, not as local code?
#[inline]
pub(crate) fn refined(refinement: &Refinement) -> bool {
    let state = context::state();
    // SAFETY: as in `current_process`.
    !state.is_null() && unsafe { (*state).refinements.contains(refinement) }
}

/// Are the counts of any type of `Arc` observed?
#[inline]
pub(crate) fn arc_counts_refined() -> bool {
    let state = context::state();
    // SAFETY: as in `current_process`.
    !state.is_null() && unsafe { (*state).refinements.any_arc_count() }
}

/// Has that treated as an operation, in an exploration that begins anew; does
/// not return unless silent.
pub(crate) fn refine(refinement: Refinement) {
    let state = active();
    // SAFETY: as in `current_process`.
    unsafe {
        if is_silent() || (*state).refinements.contains(&refinement) {
            return;
        }
        off_heap(|| {
            (*state).refinements.insert(&refinement);
            (*state).interrupt(Interrupt::Refined);
        });
        stop_if_interrupted(state);
    }
}

/// Ends the exploration with an error; does not return unless silent.
pub(crate) fn error(message: String) {
    let state = active();
    // SAFETY: as in `current_process`.
    unsafe {
        // The message outlives the execution, so it must not lie in its memory.
        off_heap(|| (*state).interrupt(Interrupt::Error(message.clone())));
        stop_if_interrupted(state);
    }
}

/// Waits for the end of the execution if it cannot go on.
///
/// # Safety
/// As for [`fiber::suspend`].
#[inline]
unsafe fn stop_if_interrupted(state: *mut State) {
    // SAFETY: the caller's contract.
    unsafe {
        if (*state).interrupt.is_some() && !(*state).leaving && !(*state).is_unwinding() {
            (*state).current().phase = Phase::Interrupted;
            fiber::suspend(state);
        }
    }
}

/// Marks the running process as inside the last drop of an `Arc`.
pub(crate) struct LastDrop {
    before: Option<Refinement>,
}

/// Until the guard is dropped, the running process executes the destructor of
/// the last `Arc` of some type: if it does anything that others can see, the
/// program needs that refinement.
pub(crate) fn enter_last_drop(refinement: Refinement) -> LastDrop {
    let state = active();
    // SAFETY: as in `current_process`.
    let before = unsafe { (*state).current().last_drop.replace(refinement) };
    LastDrop { before }
}

impl Drop for LastDrop {
    fn drop(&mut self) {
        let state = context::state();
        if !state.is_null() {
            // SAFETY: as in `current_process`.
            unsafe { (*state).current().last_drop = self.before };
        }
    }
}

/// Tells that what the process does next can be seen by others, or depends on
/// which process it is.
pub(crate) fn observe() {
    let state = active();
    // SAFETY: as in `current_process`.
    if let Some(refinement) = unsafe { (*state).current().last_drop } {
        refine(refinement);
    }
}

/// Reports a bug of the program under test; the process goes on.
pub(crate) fn finding(kind: FindingKind, message: String) {
    let state = active();
    if is_silent() {
        return;
    }
    // The message outlives the execution, so it must not lie in its memory.
    // SAFETY: as in `current_process`.
    off_heap(|| unsafe { (*state).finding(kind, message.clone()) });
}

/// The synchronisation clocks, if they are on and operations are not silent.
#[inline]
pub(crate) fn with_races<R>(f: impl FnOnce(&mut race::Races, ProcessId) -> R) -> Option<R> {
    let state = context::state();
    // SAFETY: as in `current_process`; `f` is engine code that does not switch.
    unsafe {
        if state.is_null() || !(*state).refinements.sync_clocks || is_silent() {
            return None;
        }
        let id = (*state).current().id;
        Some(off_heap(|| f(&mut (*state).races, id)))
    }
}

/// The running process's thread locals; `f` is bookkeeping, not user code.
#[track_caller]
pub(crate) fn with_locals<R>(f: impl FnOnce(&mut Locals) -> R) -> R {
    let state = active();
    if !is_silent() {
        observe();
    }
    // SAFETY: as in `current_process`; `f` is engine code that does not switch.
    off_heap(|| unsafe { f(&mut (*state).current().locals) })
}

/// The name of a process for people.
pub(crate) fn thread_name(process: ProcessId) -> String {
    let state = active();
    // SAFETY: as in `current_process`.
    off_heap(|| unsafe { (*state).thread_name(process) })
}

/// The handle of the running thread, if it has one already.
#[track_caller]
pub(crate) fn thread() -> Option<Thread> {
    let state = active();
    if !is_silent() {
        observe();
    }
    // SAFETY: as in `current_process`.
    unsafe { (*state).current().thread.clone() }
}

/// Gives the running thread its handle.
pub(crate) fn set_thread(thread: Thread) {
    // SAFETY: as in `current_process`.
    unsafe { (*active()).current().thread = Some(thread) };
}

/// Spawns a process that runs `code`; `thread` makes its handle.
#[track_caller]
pub(crate) fn spawn(
    thread: impl FnOnce(ProcessId) -> Thread,
    code: Box<dyn FnOnce()>,
) -> ProcessId {
    let state = active();
    // SAFETY: as in `current_process`; no reference is held across `thread`,
    // which is user code as far as memory is concerned.
    unsafe {
        if (*state).leaving || (*state).is_unwinding() {
            // Nothing is scheduled any more, so the thread could never run.
            fiber::abandon(state);
        }
        observe();
        let parent = (*state).current().id;
        let nth = (*state).current().children;
        (*state).current().children += 1;
        let child = off_heap(|| {
            let child = (*state).names.child(parent, nth);
            (*state).begin_process(Some(parent), child, Job::Thread(code));
            child
        });
        let thread = thread(child);
        (&mut (*state).processes)[child.index()].thread = Some(thread);
        child
    }
}

/// Waits until a process has finished.
#[track_caller]
pub(crate) fn join(target: ProcessId) {
    let state = active();
    // SAFETY: the state is the running fiber's; no reference is held across
    // the switch.
    unsafe {
        if (*state).is_finished(target) {
            if !(*state).leaving {
                let id = (*state).current().id;
                off_heap(|| (*state).joined(id, target));
            }
            return;
        }
        if (*state).leaving || (*state).is_unwinding() {
            // Nobody may run now, so what it waits for cannot happen.
            fiber::abandon(state);
        }
        observe();
        let process = (*state).current();
        process.phase = Phase::Joining(target);
        process.location = Some(Location::caller());
        let id = process.id;
        off_heap(|| (&mut (*state).processes)[target.index()].joiners.push(id));
        fiber::suspend(state);
    }
}

/// Has a process finished? An operation, by which thread exits become visible.
#[track_caller]
pub(crate) fn is_finished(target: ProcessId) -> bool {
    let state = active();
    refine(Refinement::ThreadExit);
    // SAFETY: as in `current_process`.
    let object = off_heap(|| unsafe { exit_object(&mut *state, target) });
    announce(Kind::Load, object, 0);
    // SAFETY: as above.
    let finished = unsafe { (*state).exited(target) };
    effect(Access::Read, u64::from(finished), u64::from(finished));
    describe(|| format!("is_finished() = {finished}"));
    finished
}

/// Announces the end of the running thread, if anybody looks for it.
fn announce_exit() {
    let state = active();
    if !refined(&Refinement::ThreadExit) || is_silent() {
        return;
    }
    // SAFETY: as in `current_process`.
    let object = off_heap(|| unsafe {
        let id = (*state).current().id;
        exit_object(&mut *state, id)
    });
    announce(Kind::Store, object, 1);
    // SAFETY: as above.
    unsafe { (*state).current().exited = true };
    effect(Access::Write, 0, 1);
    describe(|| "exit".to_owned());
}

fn exit_object(state: &mut State, process: ProcessId) -> ObjectId {
    let object = state.names.object(ObjectName {
        creator: Some(process),
        place: EXIT_PLACE,
        generation: 0,
    });
    state.register(object);
    object
}

const CAUGHT: &str = "a thread performed operations on atomics or mutexes while it was unwinding \
     from a panic, and then caught the panic and went on. Operations during unwinding are not \
     scheduled, so this program cannot be explored";
