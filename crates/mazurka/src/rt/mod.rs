//! The runtime: what stands between the types that programs use and the
//! explorers.
//!
//! The types of this crate call the functions of this module, which find the
//! runtime through [`context`]. An operation is performed in three moves:
//! [`announce`] it (and wait to be chosen), perform it on the value at
//! [`storage`], report what it [`touch`]ed. Where the value that the runtime
//! keeps is all there is, [`operate`] is all three. While a process unwinds from a panic, and
//! while the copies of statics are dropped at the end of an execution, operations are *silent*:
//! they run at once, and are no events; one that cannot go on then gives its fiber up.
//!
//! What a thread gives back in a destructor (a lock, permits, its part in a
//! channel) goes through [`give_back`], which waits for the end of unwinding.

mod access;
mod again;
mod buffer;
pub(crate) mod clock;
mod condition;
mod context;
mod crash;
mod early;
mod escape;
mod exceeded;
mod fiber;
mod found;
mod freed;
mod gate;
mod giving;
mod graph;
mod guard;
pub(crate) mod heap;
mod hook;
mod image;
mod leak;
mod leaving;
mod locals;
mod meetings;
mod object;
mod observe;
mod operation;
mod ordered;
pub(crate) mod outside;
mod past;
mod plain;
mod predicate;
mod processes;
pub(crate) mod race;
mod record;
mod refinement;
mod rehearsal;
mod rounds;
mod runtime;
mod spin;
mod stack;
mod state;
mod waiters;
mod waiting;
mod waits;
mod watch;

pub(crate) use buffer::{
    PendingStore, View, Word, bring_in_place, drain, fence, follows_stores, is_buffered, make_room,
    recorded, store, view, write,
};
pub(crate) use condition::{await_until, loaded};
pub(crate) use context::{off_heap, owned};
pub(crate) use early::note_drop;
pub(crate) use fiber::note_panic;
pub(crate) use found::FoundRefinements;
pub(crate) use freed::{free, is_alive, report_invalid};
pub(crate) use gate::Gate;
pub(crate) use giving::{READERS, give_back};
pub(crate) use graph::{drain_apart, first, is_graph, is_met, is_weak, meet, order};
pub(crate) use hook::panic_with_backtrace;
pub(crate) use leak::{Leaks, track, track_block, untrack};
pub(crate) use locals::{Local, Lookup, with_locals};
pub(crate) use object::{Object, Origin, Tag};
pub(crate) use operation::{
    OwnPlace, acquire, alternative, announce, announce_access, announce_at, announce_change,
    announce_message, announce_opaque, describe, discard, disown, foresee, hold, init_value, lock,
    mutex_holder, name, noun, operate, own_object, part, path_order, process_object, release,
    release_mutex, set_daemon, set_value, share, touch, touch_idle, touch_load, try_lock, typed,
    unlock, value, wait, waits_for, was_silent,
};
pub(crate) use ordered::ordered;
pub(crate) use plain::{Plain, plain};
pub(crate) use predicate::{
    add_filter, filters, in_condition, judge, look, predicate, use_filters,
};
pub(crate) use record::{Recorded, Recording, Stored};
pub(crate) use refinement::{Filter, Refinement};
pub(crate) use runtime::{Host, Runtime, bound, next_exploration};
pub(crate) use spin::{
    LookWord, Looked, aside, changing, framed, in_frame, look_framed, looking, notice, progress,
};
pub(crate) use state::Identity;
pub(crate) use waiters::{
    begin_to_wait, end_waiting, may_fail_weakly, may_poll_spuriously, may_wake_spuriously,
    note_spurious, note_weak_failure, wake_waiter, writers_first,
};
pub(crate) use waits::Words;
pub(crate) use watch::{Running, Watch};

use access::Handle;
use fiber::Job;
use mazurka_program::{Access, FindingKind, Interrupt, Kind, ObjectId, ProcessId};
use state::{Mode, Phase, Process};
use std::panic::{self, Location};

/// Does the caller run inside a check?
#[inline]
pub(crate) fn is_active() -> bool {
    context::handle().is_some()
}

/// Is the caller code of a program under test, and not of the checker?
#[cfg(all(feature = "clock", target_os = "linux", not(miri)))]
#[inline]
pub(crate) fn runs_program() -> bool {
    !context::heap().is_null() && context::handle().is_some() && !context::is_borrowed()
}

/// The runtime that the caller runs in.
#[inline]
#[track_caller]
fn active() -> Handle {
    match context::handle() {
        Some(rt) => rt,
        None => outside(),
    }
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
    context::handle().is_some_and(|rt| rt.state().is_silent())
}

/// Is the caller unwinding from a panic?
pub(crate) fn is_unwinding() -> bool {
    match context::handle() {
        Some(rt) => rt.state().is_unwinding(),
        None => std::thread::panicking(),
    }
}

/// Does the caller drop the copies of statics of an execution that has ended?
pub(crate) fn is_teardown() -> bool {
    context::handle().is_some_and(|rt| rt.state().leaving)
}

/// The process that the caller is.
#[track_caller]
pub(crate) fn current_process() -> ProcessId {
    active().state().current().id
}

/// The object that a tag belongs to.
#[inline]
#[track_caller]
pub(crate) fn resolve(tag: &Tag) -> Object {
    Object::from_word(resolve_apart(tag))
}

/// [`resolve`], as a word. Neither inlined nor with bits that mean nothing: what a tag holds depends on
/// whether another process has touched the object first, and must not stay behind in a register of the
/// program, where it would be a part of its state.
#[inline(never)]
#[track_caller]
fn resolve_apart(tag: &Tag) -> u64 {
    resolve_in(active(), tag).word()
}

#[inline]
fn resolve_in(rt: Handle, tag: &Tag) -> Object {
    let mut state = rt.state();
    match tag.cached(state.serial) {
        Some(object) => {
            state.current().resolved = (object.id, std::ptr::from_ref(tag) as usize);
            object
        }
        None => {
            drop(state);
            first_touch(rt, tag)
        }
    }
}

#[inline(never)]
fn first_touch(rt: Handle, tag: &Tag) -> Object {
    let object = off_heap(|| rt.state().touch(tag));
    stop_if_interrupted(rt);
    object
}

/// The object that a tag belongs to, if it was touched in this execution.
pub(crate) fn peek(tag: &Tag) -> Option<Object> {
    let rt = context::handle()?;
    tag.cached(rt.state().serial)
}

/// The object at an address that has no tag.
#[track_caller]
pub(crate) fn resolve_address(address: usize) -> ObjectId {
    let rt = active();
    let object = off_heap(|| rt.state().touch_address(address));
    stop_if_interrupted(rt);
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
    let rt = active();
    let copy = off_heap(|| rt.state().copy(object.id, in_place));
    stop_if_interrupted(rt);
    copy
}

/// A value as explorers may compare it between executions: an address of the
/// current execution becomes its name, everything else stays.
#[inline]
pub(crate) fn stable_bits(value: u64) -> u64 {
    // No mapping is that low, or that high.
    if value < 1 << 16 || value >> 56 != 0 {
        return value;
    }
    match context::handle() {
        Some(rt) => rt.state().stable_bits(value),
        None => value,
    }
}

/// Is that treated as an operation, not as local code?
#[inline]
pub(crate) fn refined(refinement: &Refinement) -> bool {
    context::handle().is_some_and(|rt| rt.state().refinements.contains(refinement))
}

/// Can no thread tell, in this execution, in which order counts of `Arc`s change,
/// and need they not wait for store buffers? Then clones and drops are what they
/// are outside of a check.
#[inline]
pub(crate) fn counts_are_local() -> bool {
    context::handle().is_none_or(|rt| rt.state().counts_are_local)
}

/// Are the counts of any type of `Arc` observed?
#[inline]
pub(crate) fn arc_counts_refined() -> bool {
    context::handle().is_some_and(|rt| rt.state().refinements.any_arc_count())
}

/// Has that treated as an operation, in an exploration that begins anew; does
/// not return unless silent.
pub(crate) fn refine(refinement: Refinement) {
    let rt = active();
    if is_silent() {
        return;
    }
    let is_new = off_heap(|| rt.state().refine(&refinement));
    if is_new {
        stop_if_interrupted(rt);
    }
}

/// As [`refine`], by a process that unwinds: it stops when it has.
pub(crate) fn refine_unwinding(refinement: Refinement) {
    let rt = active();
    off_heap(|| rt.state().refine(&refinement));
}

/// The running process unwinds, and has done something that others can see and
/// that cannot be scheduled: it must not go on.
pub(crate) fn unscheduled() {
    active().state().current().silent += 1;
}

/// Ends the exploration with an error; does not return unless silent.
pub(crate) fn error(message: String) {
    let rt = active();
    // The message outlives the execution, so it must not lie in its memory.
    off_heap(|| rt.state().interrupt(Interrupt::Error(message.clone())));
    stop_if_interrupted(rt);
}

/// Waits for the end of the execution if it cannot go on.
#[inline]
fn stop_if_interrupted(rt: Handle) {
    let mut state = rt.state();
    if state.interrupt.is_some() && !state.is_silent() {
        if state.current().mode == Mode::Evaluating {
            drop(state);
            // No fiber runs: back to the engine that evaluates.
            panic::resume_unwind(Box::new(()));
        }
        state.current().phase = Phase::Interrupted;
        drop(state);
        fiber::suspend(rt);
    }
}

/// Tells that the running process looks at something in local code. Has it done
/// so often, with no operation in between? Then it waits for a change that
/// no other process gets to make.
pub(crate) fn looks_in_vain() -> bool {
    const OFTEN: u32 = 100;
    let rt = active();
    let mut state = rt.state();
    let process = state.current();
    process.local_looks += 1;
    process.local_looks > OFTEN
}

/// Marks the running process as inside the last drop of an `Arc`.
pub(crate) struct LastDrop {
    before: Option<Refinement>,
}

/// Until the guard is dropped, the running process executes the destructor of
/// the last `Arc` of some type: if it does anything that others can see, the
/// program needs that refinement.
pub(crate) fn enter_last_drop(refinement: Refinement) -> LastDrop {
    let before = active().state().current().last_drop.replace(refinement);
    LastDrop { before }
}

impl Drop for LastDrop {
    fn drop(&mut self) {
        if let Some(rt) = context::handle() {
            rt.state().current().last_drop = self.before;
        }
    }
}

/// Runs the last drop of what has these counts, which are no events: whatever others did before
/// they dropped theirs happens before it frees anything.
pub(crate) fn with_counted<R>(counts: ObjectId, drop: impl FnOnce() -> R) -> R {
    let before = active().state().current().counted.replace(counts);
    let _restores = Counted(before);
    drop()
}

struct Counted(Option<ObjectId>);

impl Drop for Counted {
    fn drop(&mut self) {
        if let Some(rt) = context::handle() {
            rt.state().current().counted = self.0;
        }
    }
}

/// Tells that what the process does next can be seen by others, or depends on
/// which process it is.
pub(crate) fn observe() {
    let last_drop = active().state().current().last_drop;
    if let Some(refinement) = last_drop {
        refine(refinement);
    }
}

/// Reports a bug of the program under test; the process goes on.
pub(crate) fn finding(kind: FindingKind, message: String) {
    let rt = active();
    if is_silent() {
        return;
    }
    // The message outlives the execution, so it must not lie in its memory.
    off_heap(|| {
        let mut state = rt.state();
        let id = state.current().id;
        if let Some(recorder) = &mut state.recorder {
            recorder.trace(id);
        }
        state.finding(kind, message.clone());
    });
}

/// Tells which object the next finding is about, and of which type that is.
pub(crate) fn found_on(object: ObjectId, name: &'static str, location: &'static Location<'static>) {
    typed(object, name);
    if let Some(recorder) = &mut active().state().recorder {
        recorder.recording.found_on = Some((object, location));
    }
}

/// The synchronisation clocks, if they are on and operations are not silent.
#[inline]
pub(crate) fn with_races<R>(f: impl FnOnce(&mut race::Races, ProcessId) -> R) -> Option<R> {
    let rt = context::handle()?;
    let mut state = rt.state();
    if !state.refinements.sync_clocks || state.is_silent() {
        return None;
    }
    let Process { id, mode, .. } = *state.current();
    if matches!(mode, Mode::Evaluating | Mode::Dry) {
        return None;
    }
    Some(off_heap(|| f(state.races_of(id), id)))
}

/// The synchronisation clocks, if they are on, for a process that unwinds.
pub(crate) fn with_races_unwinding<R>(
    f: impl FnOnce(&mut race::Races, ProcessId) -> R,
) -> Option<R> {
    let rt = context::handle()?;
    let mut state = rt.state();
    if !state.refinements.sync_clocks {
        return None;
    }
    let id = state.current().id;
    Some(off_heap(|| f(state.races_of(id), id)))
}

/// The running process uses a cell or atomic, which it has just resolved.
#[inline]
pub(crate) fn note_use(object: ObjectId) {
    if let Some(rt) = context::handle() {
        let mut state = rt.state();
        let Process { id, resolved, .. } = *state.current();
        if resolved.0 == object && (state.refinements.sync_clocks || state.memory.graph.is_some()) {
            state.objects.note_use(object, resolved.1, id);
        }
    }
}

/// The process that has made an object, if another accesses it now and nothing orders that after
/// its making. Told once for each object, if clocks are kept; where loads find older values, they
/// are switched on by the first who needs them.
pub(crate) fn unordered_maker(object: ObjectId) -> Option<ProcessId> {
    let rt = context::handle()?;
    let mut state = rt.state();
    let has_clocks = state.refinements.sync_clocks;
    let graph = state.memory.graph.as_ref();
    if !has_clocks && !graph.is_some_and(graph::GraphMemory::is_weak) || state.is_silent() {
        return None;
    }
    let Process { id, mode, .. } = *state.current();
    let (maker, offset) = state.maker(object)?;
    if maker == id || mode != Mode::Code || state.processes[id].has_inherited(maker, offset) {
        return None;
    }
    drop(state);
    if !has_clocks {
        refine(Refinement::SyncClocks);
    }
    with_races(|races, p| races.is_unmade(p, object, maker, offset).then_some(maker)).flatten()
}

/// The name of a process for people.
pub(crate) fn thread_name(process: ProcessId) -> String {
    let rt = active();
    off_heap(|| rt.state().thread_name(process))
}

/// What the program knows of the running thread, if that has been said.
#[track_caller]
pub(crate) fn identity() -> Option<Identity> {
    let rt = active();
    if !is_silent() {
        observe();
    }
    rt.state().current().identity.clone()
}

/// Says what the program knows of the running thread.
pub(crate) fn set_identity(identity: Identity) {
    active().state().current().identity = Some(identity);
}

/// Spawns a process that runs `code`, on a stack of at least that size, if it is given.
#[track_caller]
pub(crate) fn spawn(
    identity: Identity,
    stack_size: Option<usize>,
    code: Box<dyn FnOnce()>,
) -> ProcessId {
    let location = Location::caller();
    let rt = active();
    if is_silent() {
        // Nothing is scheduled any more, so the thread could never run.
        fiber::abandon(rt);
    }
    if rt.state().current().is_special() {
        operation::forbid_in_condition();
        observe();
        operation::settle(rt);
    }
    rt.state().current().spin.clear();
    drain(location);
    exceeded::check(rt);
    off_heap(|| {
        let mut state = rt.state();
        let process = state.current();
        let (parent, nth) = (process.id, process.children);
        process.children += 1;
        let child = state.names.child(parent, nth);
        if let Some(recorder) = &mut state.recorder {
            recorder.recording.spawns.insert(child, location);
        }
        state.begin_process(Some(parent), child, Job::Thread(code));
        let process = &mut state.processes[child];
        process.identity = Some(identity);
        process.stack_size = stack_size.unwrap_or(0);
        child
    })
}

/// What of a thread is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wait {
    /// All that it does: `join`.
    Thread,
    /// Its code, but not the destructors of its thread locals: the end of a scope.
    Code,
}

/// Waits until a process has finished, or its code has returned.
#[track_caller]
pub(crate) fn join(target: ProcessId, wait: Wait) {
    let rt = active();
    let location = Location::caller();
    off_heap(|| rt.state().record_join(target, location));
    if !is_silent() {
        if rt.state().current().is_special() {
            operation::forbid_in_condition();
            operation::settle(rt);
        }
        rt.state().current().spin.clear();
        drain(location);
    }
    if off_heap(|| rt.state().has_joined(target, wait)) {
        return;
    }
    if is_silent() {
        // Nothing may run now, so what it waits for cannot happen.
        fiber::abandon(rt);
    }
    observe();
    off_heap(|| rt.state().begin_to_join(target, wait, location));
    fiber::suspend(rt);
}

/// A process was joined, so that its panic is handled, if it has panicked.
pub(crate) fn handle_panic(process: ProcessId) {
    let rt = active();
    let mut state = rt.state();
    if state.allows_panics {
        off_heap(|| state.processes[process].unhandled = None);
    }
}

/// Has the code of a process returned? An operation, by which thread exits become
/// visible.
#[track_caller]
#[inline(always)]
pub(crate) fn is_finished(target: ProcessId) -> bool {
    let location = Location::caller();
    looking(|| is_finished_at(target, location))
}

fn is_finished_at(target: ProcessId, location: &'static Location<'static>) -> bool {
    refine(Refinement::ThreadExit);
    let object = process_object(target, OwnPlace::Exit);
    init_value(object, 0);
    let exited = operation::operate_at(Kind::Load, object, 0, location, |exited| exited);
    let finished = exited != 0;
    describe(|| format!("is_finished() = {finished}"));
    finished
}

/// The code of the running thread has returned. Announces that, if a thread looks
/// for it. If destructors of thread locals are to run, scopes need not wait for them.
#[track_caller]
fn leave_code(has_destructors: bool) {
    let rt = active();
    if is_silent() || rt.state().current().silent != 0 {
        // What panicked and cannot announce is a finding anyway.
        return;
    }
    if refined(&Refinement::ThreadExit) {
        let object = own_object(OwnPlace::Exit);
        announce(Kind::Store, object, 1);
        touch(object, Access::Write, 0, 1);
        describe(|| "exit".to_owned());
    } else {
        if rt.state().current().is_special() {
            operation::forbid_in_condition();
            operation::settle(rt);
        }
        rt.state().current().spin.clear();
        drain(Location::caller());
    }
    if has_destructors {
        off_heap(|| {
            let mut state = rt.state();
            let id = state.current().id;
            state.returned(id);
        });
    }
}
