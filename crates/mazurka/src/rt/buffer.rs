//! Store buffers: what the runtime does under TSO and PSO.
//!
//! [`mazurka_memory::Buffers`] keeps the stores of each process until their
//! flushes, which are steps of shadow processes. This module gives it the stores,
//! runs the flushes, and lets processes wait for their buffers.
//!
//! *Where memory is.* A flush comes at any later time, when the atomic may have
//! been moved, dropped, or its place on a stack be used for something else. So a
//! flush does not write where the atomic is: it leaves the value in a table, by
//! the name of the object ([`Memory::flushed`]), and the next access of the atomic
//! finds it there ([`view`]). What is written directly goes where the atomic
//! is, and replaces what the table has.
//!
//! *What waits for the buffer.* Every operation but loads and choices, spawning,
//! joining and ending ([`drain`]). A clone or drop of an `Arc` does too, event or
//! not: it is an atomic read-modify-write, and who finds itself the last owner
//! must find what the others stored. What a process did since its last store
//! decides whether it has anything to wait for, not when the flushes come, so
//! that equivalent executions do not differ.
//!
//! While a process unwinds, or its execution is left, it stores directly: nothing
//! is scheduled then. One that unwinds with stores in its buffer adds to them.

use super::access::Handle;
use super::context::{self, off_heap};
use super::graph::{self, GraphMemory};
use super::operation::before_announcing;
use super::race::Clock;
use super::record::Stored;
use super::state::{Mode, Phase, State};
use super::{active, fiber, is_silent, rounds, spin};
use mazurka_memory::{Buffers, Flushed, Model};
use mazurka_program::{Access, Edge, ObjectId, ObjectName, ProcessId, Status, StoreId, Touch};
use std::mem::MaybeUninit;
use std::panic::Location;
use std::sync::atomic::Ordering;

/// The value of an atomic, with the provenance that a pointer has.
#[derive(Clone, Copy)]
pub(crate) struct Word(MaybeUninit<u64>);

impl Word {
    pub(crate) fn new<T: Copy>(value: T) -> Word {
        const { assert!(size_of::<T>() <= 8 && align_of::<T>() <= 8) };
        let mut word = MaybeUninit::uninit();
        // SAFETY: a word has room for the value, and is aligned for it, as asserted above.
        unsafe { (&raw mut word).cast::<T>().write(value) };
        Word(word)
    }

    /// # Safety
    /// It was made of a `T`.
    pub(super) unsafe fn get<T: Copy>(self) -> T {
        // SAFETY: `new` wrote a `T` there, says the caller, and a word is aligned for it.
        unsafe { (&raw const self.0).cast::<T>().read() }
    }
}

/// A store that waits to be carried out.
#[derive(Clone)]
pub(crate) struct PendingStore {
    pub(crate) value: Word,
    /// The value as explorers see it.
    pub(crate) bits: u64,
    /// The call.
    pub(crate) place: &'static Location<'static>,
    /// What it releases, if clocks are kept.
    pub(crate) clock: Option<Clock>,
    /// The value for people, if the execution is recorded.
    pub(crate) text: String,
}

/// The memory that processes share, as far as stores do not reach it at once.
pub(super) struct Memory {
    buffers: Buffers<PendingStore>,
    /// Is any store ever buffered?
    pub(super) relaxed: bool,
    bound: Option<u32>,
    /// More stores than this in an execution are too many events anyway.
    stores_max: u32,
    /// By object: what a flush has written, if nothing else has been since.
    flushed: Vec<Option<Word>>,
    /// The shadow processes of this execution.
    shadows: Vec<ProcessId>,
    /// With a larger bound, there would have been more executions.
    bound_reached: bool,
    /// Where memory is the explorer's; then nothing is buffered.
    pub(super) graph: Option<GraphMemory>,
    /// No buffers, and memory is where atomics are.
    pub(super) is_direct: bool,
}

impl Memory {
    pub(super) fn new(model: Model, bound: Option<u32>, events_max: usize) -> Memory {
        let buffers = Buffers::new(model, bound);
        Memory {
            relaxed: buffers.is_relaxed(),
            is_direct: !buffers.is_relaxed(),
            buffers,
            bound,
            stores_max: u32::try_from(events_max).unwrap_or(u32::MAX),
            flushed: Vec::new(),
            shadows: Vec::new(),
            bound_reached: false,
            graph: None,
        }
    }

    /// Memory that is the explorer's.
    pub(super) fn of_graphs(model: Model, events_max: usize) -> Memory {
        Memory {
            graph: Some(GraphMemory::new(model)),
            is_direct: false,
            ..Memory::new(Model::Sc, None, events_max)
        }
    }

    /// Begins a new execution.
    pub(super) fn start(&mut self) {
        self.buffers.start();
        if self.relaxed {
            self.flushed.fill(None);
            self.shadows.clear();
        }
        if let Some(graph) = &mut self.graph {
            graph.start();
        }
    }

    /// Does nothing wait for store buffers? (With a bound of no stores nothing does, either,
    /// but then it is to be told whether that kept anything from being explored.)
    pub(super) fn is_unbuffered(&self) -> bool {
        let graph = self.graph.as_ref();
        self.buffers.model() == Model::Sc && !graph.is_some_and(GraphMemory::has_buffers)
    }

    /// Remembers what `process` has done so far; the number of the mark.
    pub(super) fn mark(&mut self, process: ProcessId, edges: &mut Vec<Edge>) -> u32 {
        self.buffers.mark(process, edges)
    }

    /// Has the bound on buffers kept anything from being explored, in any
    /// execution so far?
    pub(super) fn is_bound_reached(&self) -> bool {
        self.bound_reached
    }

    /// The shadow processes of this execution.
    pub(super) fn shadows(&self) -> &[ProcessId] {
        &self.shadows
    }

    /// What `process` would do next, if it is a shadow of this execution.
    #[inline]
    pub(super) fn status(&self, process: ProcessId) -> Option<Status> {
        if self.relaxed {
            self.buffers.status(process)
        } else {
            None
        }
    }

    /// Does `process` see its own store at `object`, which has not been carried
    /// out? Then no other process can change what it sees there.
    #[inline]
    pub(super) fn is_own(&self, process: ProcessId, object: ObjectId) -> bool {
        self.relaxed && self.buffers.forwarded(process, object).is_some()
    }

    /// What a flush has written to an object, if nothing else has been since.
    fn flushed(&self, object: ObjectId) -> Option<Word> {
        self.flushed.get(object.index()).copied().flatten()
    }

    /// Has a flush written an object, and nothing else since?
    pub(super) fn is_flushed(&self, object: ObjectId) -> bool {
        self.relaxed && self.flushed(object).is_some()
    }

    fn set_flushed(&mut self, object: ObjectId, word: Word) {
        if self.flushed.len() <= object.index() {
            self.flushed.resize(object.index() + 1, None);
        }
        self.flushed[object.index()] = Some(word);
    }

    fn forget_flushed(&mut self, object: ObjectId) {
        if let Some(flushed) = self.flushed.get_mut(object.index()) {
            *flushed = None;
        }
    }
}

/// An atomic, as the running process finds it.
#[derive(Clone, Copy)]
pub(crate) struct View<T> {
    /// What memory holds.
    pub(crate) memory: T,
    /// What the process has stored there itself, if that has not been carried
    /// out.
    pub(crate) own: Option<T>,
}

impl<T: Copy> View<T> {
    /// What the process sees.
    #[inline]
    pub(crate) fn seen(&self) -> T {
        self.own.unwrap_or(self.memory)
    }
}

/// What the running process finds at an atomic, whose storage is given.
///
/// # Safety
/// The storage is that of the object, and holds a value.
#[inline]
pub(crate) unsafe fn view<T: Copy>(object: ObjectId, storage: *const T) -> View<T> {
    let rt = context::handle();
    let state = rt.as_ref().map(Handle::state);
    let Some(mut state) = state.filter(|state| !state.memory.is_direct) else {
        return View {
            // SAFETY: the storage holds a value, says the caller.
            memory: unsafe { *storage },
            own: None,
        };
    };
    if state.memory.graph.is_some()
        && let Some(word) = state.find(object)
    {
        return View {
            // SAFETY: all words of an object are of one type, that of its storage.
            memory: unsafe { word.get() },
            own: None,
        };
    }
    let process = state.current().id;
    let memory = &state.memory;
    let own = memory.buffers.forwarded(process, object);
    View {
        memory: match memory.flushed(object) {
            // SAFETY: all words of an object are of one type, that of its storage.
            Some(word) => unsafe { word.get() },
            // SAFETY: the storage holds a value, says the caller.
            None => unsafe { *storage },
        },
        // SAFETY: all words of an object are of one type, that of its storage.
        own: own.map(|(_, pending)| unsafe { pending.value.get() }),
    }
}

/// Writes an atomic, whose storage is given, in memory.
///
/// # Safety
/// The storage is that of the object.
#[inline]
pub(crate) unsafe fn write<T: Copy>(object: ObjectId, storage: *mut T, value: T) {
    if let Some(rt) = context::handle() {
        let mut state = rt.state();
        let memory = &mut state.memory;
        if memory.relaxed {
            memory.forget_flushed(object);
            memory.buffers.wrote(object);
        } else if memory.graph.is_some() {
            return state.change(object, Word::new(value));
        }
    }
    // SAFETY: the storage is that of the object, says the caller, which may write it.
    unsafe { *storage = value };
}

/// Brings what the running process sees at an atomic that no other process can use
/// to where the atomic is. Its own stores there are waited for, since one that is
/// carried out later must not undo what is done in place.
///
/// # Safety
/// The storage is that of the object, and holds a value.
pub(crate) unsafe fn bring_in_place<T: Copy>(
    object: ObjectId,
    storage: *mut T,
    place: &'static Location<'static>,
) {
    let rt = active();
    let mut state = rt.state();
    if !state.memory.relaxed {
        return;
    }
    let process = state.current().id;
    let has_stored = latest(&state, process, object).is_some();
    drop(state);
    if has_stored {
        drain(place);
    }
    // SAFETY: the storage is that of the object and holds a value, says the caller; that is
    // what both ask for.
    unsafe {
        let seen = view(object, storage).seen();
        write(object, storage, seen);
    }
}

/// What a process sees at an object whose value the runtime keeps, as explorers
/// see it.
#[inline]
pub(super) fn seen_bits(state: &State, process: ProcessId, object: ObjectId) -> u64 {
    if state.memory.relaxed
        && let Some((bits, _)) = state.memory.buffers.forwarded(process, object)
    {
        return bits;
    }
    state.objects.value(object)
}

/// The latest store of the running process to an object that it is to load.
#[inline]
pub(super) fn latest(state: &State, process: ProcessId, object: ObjectId) -> Option<StoreId> {
    if state.memory.relaxed {
        state.memory.buffers.latest(process, object)
    } else {
        None
    }
}

/// What a load of an object that holds `memory` touches.
#[inline]
pub(super) fn touch_of_load(
    state: &State,
    process: ProcessId,
    object: ObjectId,
    memory: u64,
) -> Touch {
    if state.memory.relaxed {
        state.memory.buffers.load(process, object, memory)
    } else {
        Touch::new(object, Access::Read, memory, memory)
    }
}

/// Does a store with that ordering go into a buffer?
#[inline]
pub(crate) fn is_buffered(order: Ordering) -> bool {
    if order == Ordering::SeqCst {
        return false;
    }
    let rt = active();
    let mut state = rt.state();
    let memory = &mut state.memory;
    if memory.relaxed {
        drop(state);
        return !is_silent() || follows_stores();
    }
    // Under SC there is nothing to be kept out by a bound.
    memory.bound_reached |= memory.buffers.model() != Model::Sc;
    false
}

/// Does the running process unwind, with stores that may not have been carried
/// out? Then what it writes goes after them into the buffer, whatever it is: it
/// cannot wait, and must not overtake them. (With a bound there may be no room.)
#[inline]
pub(crate) fn follows_stores() -> bool {
    let rt = active();
    let mut state = rt.state();
    state.memory.relaxed
        && state.current().unfenced != 0
        && state.memory.bound.is_none()
        && !state.leaving
        && state.is_unwinding()
}

/// Called before the running process buffers a store: waits until there is room.
pub(crate) fn make_room(object: ObjectId, order: Ordering, place: &'static Location<'static>) {
    let rt = active();
    if is_silent() {
        return;
    }
    if rt.state().current().mode == Mode::Dry {
        return spin::dry_failed();
    }
    if rt.state().current().is_special() {
        before_announcing(rt);
    }
    spin::progress();
    if rt.state().rounds.most.is_some() {
        rounds::visit(rt, place);
    }
    let mut state = rt.state();
    let is_endless = state.current().unfenced >= state.memory.stores_max;
    drop(state);
    if is_endless {
        // Let its flushes show that.
        drain(place);
    }
    let has_room = off_heap(|| {
        let mut state = rt.state();
        let process = state.current().id;
        if order == Ordering::Release {
            state.memory.buffers.barrier(process);
        }
        state.memory.buffers.make_room(process, object)
    });
    if !has_room {
        wait(rt, place, "for room in its store buffer");
    }
}

/// Buffers a store to an object that holds `memory`, as explorers see it. There
/// is room for it.
pub(crate) fn store(
    object: ObjectId,
    memory: u64,
    pending: PendingStore,
    call: impl FnOnce() -> String,
) {
    let rt = active();
    off_heap(|| {
        let call = recorded(call);
        buffer(&mut rt.state(), object, memory, pending, call);
    });
}

fn buffer(state: &mut State, object: ObjectId, held: u64, pending: PendingStore, call: String) {
    let process = state.current().id;
    // The flush may come when the atomic is gone.
    state.objects.set_value(object, held);
    if state.recorder.is_some() {
        let stored = Stored {
            process,
            thread: state.thread_name(process),
            whole: whole(state, object),
            call,
            location: pending.place,
        };
        if let Some(recorder) = &mut state.recorder {
            recorder.recording.stores.push(stored);
        }
    }
    let State {
        memory,
        names,
        edges,
        ..
    } = state;
    let from = edges.len();
    let bits = pending.bits;
    memory
        .buffers
        .store(names, process, object, bits, pending, edges);
    let mut after_flush = false;
    for edge in &edges[from..] {
        match *edge {
            Edge::Spawn { child, .. } => memory.shadows.push(child),
            Edge::After { process: p, .. } => after_flush |= p == process,
            _ => {}
        }
    }
    let unfenced = state.current().unfenced;
    let is_full = |bound| unfenced >= bound;
    state.memory.bound_reached |= after_flush && state.memory.bound.is_some_and(is_full);
    state.current().unfenced += 1;
}

/// Words for people, if the execution is recorded.
pub(crate) fn recorded(words: impl FnOnce() -> String) -> String {
    let rt = active();
    if rt.state().recorder.is_some() {
        off_heap(words)
    } else {
        String::new()
    }
}

/// The object that an object is a part of, or itself.
pub(super) fn whole(state: &mut State, object: ObjectId) -> ObjectId {
    let name = state.names.object_name(object);
    state.names.object(ObjectName { part: 0, ..name })
}

/// A fence of the running process: one that drains its buffer, or under PSO one
/// between the stores before and after it.
pub(crate) fn fence(order: Ordering, place: &'static Location<'static>) {
    if graph::is_graph() {
        return graph::announce_fence(active(), order, place);
    }
    match order {
        Ordering::SeqCst => drain(place),
        Ordering::Release | Ordering::AcqRel => {
            let rt = active();
            off_heap(|| {
                let mut state = rt.state();
                let process = state.current().id;
                state.memory.buffers.barrier(process);
            });
        }
        _ => {}
    }
}

/// Waits until what the running process has stored is carried out.
#[inline]
pub(crate) fn drain(place: &'static Location<'static>) {
    let rt = active();
    let mut state = rt.state();
    let is_due = state.memory.relaxed && state.current().unfenced != 0;
    drop(state);
    if is_due {
        drain_stores(rt, place);
    }
}

#[cold]
fn drain_stores(rt: Handle, place: &'static Location<'static>) {
    let mut state = rt.state();
    if state.is_silent() {
        return;
    }
    let mode = state.current().mode;
    drop(state);
    match mode {
        Mode::Code => {}
        Mode::Dry => return spin::dry_failed(),
        // A condition may not wait, and is told so by what comes next.
        Mode::Evaluating | Mode::Performing => return,
    }
    spin::progress();
    if !off_heap(|| fence_of(&mut rt.state())) {
        wait(rt, place, "for its store buffer to be emptied");
    }
}

/// A fence of the running process: may it go on?
pub(super) fn fence_of(state: &mut State) -> bool {
    if std::mem::take(&mut state.current().unfenced) == 0 {
        return true;
    }
    let process = state.current().id;
    state.memory.buffers.fence(process, &mut state.edges)
}

/// Waits for a flush to wake the running process.
fn wait(rt: Handle, place: &'static Location<'static>, what: &'static str) {
    let mut state = rt.state();
    let process = state.current();
    process.phase = Phase::Draining;
    process.location = Some(place);
    let waits_for = process.waits_for.replace(what);
    drop(state);
    fiber::suspend(rt);
    rt.state().current().waits_for = waits_for;
}

/// The step of a shadow process that is enabled.
pub(super) fn flush(state: &mut State, shadow: ProcessId) -> Flushed<PendingStore> {
    let mut flushed = state.memory.buffers.flush(shadow, &mut state.edges);
    let object = flushed.object;
    let before = state.objects.value(object);
    state.touches.push(flushed.touch(before));
    state.objects.set_value(object, flushed.bits);
    state.memory.set_flushed(object, flushed.value.value);
    if let Some(clock) = flushed.value.clock.take() {
        state.races.flushed(object, &clock);
    }
    if flushed.wakes_owner {
        wake(state, flushed.owner);
    }
    flushed
}

/// Lets a process go on that waited for its buffer.
fn wake(state: &mut State, owner: ProcessId) {
    let process = &mut state.processes[owner];
    match process.phase {
        Phase::Draining => {
            process.phase = Phase::Running;
            state.ready.push_back(owner);
        }
        Phase::Ending => {
            state.processes.set_current(owner);
            fiber::end_drained(state, owner);
        }
        phase => unreachable!("a process that waits for its buffer is {phase:?}"),
    }
}
