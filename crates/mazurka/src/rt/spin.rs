//! Spin loops: noticing that a process only looks again at what has not
//! changed.
//!
//! A process that is about to look at a location, and is in exactly the state in
//! which it was about to look there before, having done nothing but look
//! meanwhile, will do the same again until something that it looked at changes.
//! So it may as well wait for that: looking again would only repeat a state.
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
//! What a look found often stays behind on the stack, where nobody will read it
//! again: then the state differs though it means the same. So at a call where
//! threads are known to spin, a thread that comes straight back to it looks once
//! more at once, *dry*: with no event, at the same value. If that brings it back
//! to the same state, nothing has happened, and it spins. If not, it counts or
//! does something else: a refinement, after which dry looks are not tried there.
//!
//! All that is costly, so it is done only where a location is looked at for the
//! second time in a row of looks. A call where a process was found to spin is a
//! refinement: from then on the state is kept at the first look.

use super::context::{self, off_heap};
use super::operation::OwnPlace;
use super::operation::{
    announce_waiting, describe, look, own_object, seen, touch_load, value, waits_for,
};
use super::state::{Mode, Phase, Refinement, State};
use super::{active, refine};
use mazurka_program::{Access, Guard, Interrupt, Kind, ObjectId, Operation, Touch};
use std::panic::Location;

/// More calls than this are not kept in mind.
const CALLS_MAX: usize = 64;
/// As often is a state compared with what comes after it.
const VISITS_MAX: u32 = 64;
/// As many calls are watched at a time.
const WATCHED_MAX: usize = 4;
/// Programs with more memory than this are not watched.
const MEMORY_MAX: usize = 4 << 20;

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
}

/// How a process is to look.
pub(super) enum Look {
    /// As it says.
    Plain,
    /// When the object does not hold that value any more.
    Unless(u64),
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
}

/// What a process has read since it was in the same state.
type Reads = Vec<(ObjectId, u64)>;

impl Spin {
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
    pub(super) fn touched(&mut self, touch: &Touch, seen: u64) {
        if !matches!(touch.access, Access::Read | Access::Own) {
            return self.clear();
        }
        if self.is_active() {
            self.read(touch.object, seen);
        }
    }

    pub(super) fn read(&mut self, read: ObjectId, seen: u64) {
        for kept in self.kept() {
            let mut reads = kept.reads.iter();
            match reads.find(|(object, _)| *object == read) {
                Some((_, value)) => kept.moved |= *value != seen,
                None => off_heap(|| kept.reads.push((read, seen))),
            }
        }
    }

    /// Every state that is kept.
    fn kept(&mut self) -> impl Iterator<Item = &mut Kept> {
        let watched = self.watched.iter_mut();
        watched.flat_map(|watched| [&mut watched.last, &mut watched.back])
    }

    /// The process is about to make a call that looks, with the stack that
    /// [`Spin::keep_stack`] was given. Gives what it has read since it was in the
    /// same state, if it was.
    fn visit(&mut self, call: Call, known: bool) -> Option<Reads> {
        let mut spins = None;
        let again = self.calls.contains(&call);
        if !again && self.calls.len() < CALLS_MAX {
            self.calls.push(call);
        }
        let (from, stack) = (self.from, &self.stack);
        if let Some(watched) = self.watched.iter_mut().find(|watched| watched.call == call) {
            spins = watched.visit(from, stack);
            self.tired = watched.visits > VISITS_MAX;
        } else if (again || known) && self.watched.len() < WATCHED_MAX {
            let mut watched = self.spare.pop().unwrap_or_else(|| Watched::new(call));
            watched.begin(call, from, stack);
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
        }
    }

    /// The process is to be watched, whose state is now this.
    fn begin(&mut self, call: Call, from: usize, stack: &[u64]) {
        self.call = call;
        self.last.set(from, stack);
        self.back.set(from, stack);
        self.visits = 0;
        self.one = None;
    }

    /// The process comes back, and its state is now this.
    fn visit(&mut self, from: usize, stack: &[u64]) -> Option<Reads> {
        self.visits += 1;
        self.one = match self.last.reads.as_slice() {
            [read] if !self.last.moved => Some(*read),
            _ => None,
        };
        let mut spins = None;
        for before in [&mut self.last, &mut self.back] {
            if spins.is_none() && before.is(from, stack) && !before.moved {
                spins = Some(std::mem::take(&mut before.reads));
            }
        }
        if spins.is_some() || self.visits.is_power_of_two() {
            // The way into a loop may be long: the state to come back to is
            // then looked for further on.
            self.back.set(from, stack);
        }
        self.last.set(from, stack);
        spins
    }
}

impl Kept {
    fn set(&mut self, from: usize, stack: &[u64]) {
        self.stack.clear();
        self.stack.extend_from_slice(stack);
        self.from = from;
        self.reads.clear();
        self.moved = false;
    }

    fn is(&self, from: usize, stack: &[u64]) -> bool {
        self.from == from && self.stack == stack
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

/// The process does something that its memory may not show.
pub(super) fn progress() {
    let state = context::state();
    if !state.is_null() {
        // SAFETY: the state is the running fiber's; no reference is held.
        unsafe { (*state).current().spin.clear() };
    }
}

/// Called when a process is about to announce a look. If it spins on several
/// objects, waits here until one of them has changed.
///
/// # Safety
/// As for [`super::fiber::suspend`].
pub(super) unsafe fn before_look(
    state: *mut State,
    operation: Operation,
    location: &'static Location<'static>,
    frame: usize,
) -> Look {
    let call = Call {
        operation,
        location,
    };
    // SAFETY: the caller's contract.
    let Some(reads) = (unsafe { judge(state, call, frame) }) else {
        // SAFETY: as above.
        return unsafe { begin_dry(state, call) };
    };
    refine(Refinement::Spin(place(location)));
    match reads.as_slice() {
        [(object, value)] if *object == operation.object && operation.kind != Kind::Change => {
            Look::Unless(*value)
        }
        _ => {
            await_change(&reads, location);
            // SAFETY: the caller's contract.
            unsafe { judge(state, call, frame) };
            Look::Plain
        }
    }
}

/// Lets a process look dry, if it has just looked by the same call and is known
/// to spin there.
///
/// # Safety
/// As for [`super::fiber::suspend`].
unsafe fn begin_dry(state: *mut State, call: Call) -> Look {
    // SAFETY: the caller's contract.
    unsafe {
        let mut watched = (*state).current().spin.watched.iter();
        let one = watched.find(|watched| watched.call == call && watched.visits > 0);
        let Some((object, value)) = one.and_then(|watched| watched.one) else {
            return Look::Plain;
        };
        let refinements = &(*state).refinements;
        let spins = refinements.spins_at(call.location)
            && !refinements.contains(&Refinement::Count(place(call.location)));
        // Only in the step that looked does the object surely hold that still.
        let now = (*state).touches.last().map(|touch| touch.object);
        if !spins || call.operation.kind == Kind::Change || object != call.operation.object {
            return Look::Plain;
        }
        debug_assert_eq!(
            now,
            Some(object),
            "the look before was the operation of this step"
        );
        let process = (*state).current();
        process.spin.dry = Some((call, value));
        process.mode = Mode::Dry;
        Look::Dry
    }
}

/// Called when a process that looked dry announces its next operation: gives
/// the value that it waits to see changed, if it spins; else does not return.
///
/// # Safety
/// As for [`super::fiber::suspend`].
pub(super) unsafe fn end_dry(
    state: *mut State,
    operation: Operation,
    location: &'static Location<'static>,
    frame: usize,
) -> Option<u64> {
    let call = Call {
        operation,
        location,
    };
    // SAFETY: the caller's contract.
    unsafe {
        let dry = (*state).current().spin.dry;
        if let Some((before, value)) = dry
            && frame != 0
            && before == call
            && judge(state, call, frame).is_some()
        {
            (*state).current().mode = Mode::Code;
            return Some(value);
        }
    }
    dry_failed();
    None
}

/// A dry look did not bring the process back: it does not spin.
pub(super) fn dry_failed() {
    let state = active();
    // SAFETY: the state is the running fiber's; no reference is held.
    unsafe {
        off_heap(|| refine_count(&mut *state));
        super::stop_if_interrupted(state);
    }
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

/// What the process has read since it was in the same state, if it was.
///
/// # Safety
/// As for [`super::fiber::suspend`].
unsafe fn judge(state: *mut State, call: Call, frame: usize) -> Option<Reads> {
    // SAFETY: the caller's contract; the stack from the frame up is mapped.
    unsafe {
        (*state).current().spin.hashed = false;
        if (*state).current().spin.tired || (*state).refinements.large_memory() {
            return None;
        }
        let known = (*state).refinements.spins_at(call.location);
        let again = (*state).current().spin.calls.contains(&call);
        if (*state).current().spin.is_active() {
            let hash = memory_hash(state);
            let spin = &mut (*state).current().spin;
            if hash != spin.memory {
                // It has changed something.
                spin.clear();
                spin.memory = hash;
            }
            spin.hashed = true;
        }
        if !known && !again {
            // Nothing to compare with, and nothing to keep but that it was here.
            let spin = &mut (*state).current().spin;
            if !spin.is_active() {
                off_heap(|| {
                    spin.keep_stack(0, 0);
                    spin.visit(call, false)
                });
                return None;
            }
        }
        let base = (*state).current().base;
        off_heap(|| {
            let spin = &mut (*state).current().spin;
            spin.keep_stack(frame, base);
            spin.visit(call, known)
        })
    }
}

/// Called when a process whose state is kept goes on, if `at_once`, with nobody
/// having run meanwhile.
///
/// # Safety
/// As for [`super::fiber::suspend`].
pub(super) unsafe fn resumed(state: *mut State, at_once: bool) {
    // SAFETY: the caller's contract; the stack is mapped.
    unsafe {
        let hashed = std::mem::take(&mut (*state).current().spin.hashed);
        if at_once && hashed {
            return;
        }
        let process = (*state).current();
        if !at_once {
            let now = words(process.spin.from, process.base);
            process.spin.rebase(now);
        }
        if process.operation.kind.is_opaque() {
            hash_now(state);
        } else {
            // If the operation writes, nothing of this is needed.
            process.spin.due = true;
        }
    }
}

/// Notes what memory is now: what the operation that runs read is in it, and
/// nothing that comes of it.
///
/// # Safety
/// As for [`super::fiber::suspend`].
unsafe fn hash_now(state: *mut State) {
    // SAFETY: the caller's contract.
    unsafe {
        let hash = memory_hash(state);
        (*state).current().spin.memory = hash;
        (*state).current().spin.due = false;
    }
}

/// Called when the operation that runs has touched an object.
///
/// # Safety
/// As for [`super::fiber::suspend`].
#[inline]
pub(super) unsafe fn has_touched(state: *mut State) {
    // SAFETY: the caller's contract.
    unsafe {
        let spin = &(*state).current().spin;
        if spin.due && spin.is_active() {
            hash_now(state);
        }
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
    // SAFETY: the state is the running fiber's; no reference is held.
    unsafe { announce_waiting(active(), operation, location, &mut changed) };
    for (object, _) in reads {
        touch_load(*object, value(*object), seen(*object));
    }
    describe(|| "sees a change of what its loop looks at".to_owned());
}

/// The runtime has written the tag of an object, which is no change.
pub(super) fn tag_written(state: &mut State, address: usize, before: u64, after: u64) {
    if state.current.is_null() || !state.current().spin.is_active() {
        return;
    }
    let id = state.current().id;
    let own_stack = match state.stacks.locate(address) {
        Some((process, _)) => process == id.index(),
        None if state.is_in_some_heap(address) => false,
        None => return,
    };
    let spin = &mut state.current().spin;
    if own_stack {
        spin.kept().for_each(|kept| kept.write(address, after));
    } else {
        let change = hash_word(address, after).wrapping_sub(hash_word(address, before));
        spin.memory = spin.memory.wrapping_add(change);
    }
}

/// The runtime makes a copy of a static, which is no change.
pub(super) fn while_copying<R>(state: &mut State, copy: impl FnOnce(&mut State) -> R) -> R {
    let sum = |state: &State| {
        let mut sum = 0_u64;
        state
            .objects
            .for_each_extent(&mut |from, to| sum = sum.wrapping_add(hash_range(from, to)));
        sum
    };
    if state.current.is_null() || !state.current().spin.is_active() {
        return copy(state);
    }
    let before = sum(state);
    let result = copy(state);
    let change = sum(state).wrapping_sub(before);
    let spin = &mut state.current().spin;
    spin.memory = spin.memory.wrapping_add(change);
    result
}

/// A hash of the memory that the running process may write to: the heaps of all
/// processes, the copies of statics, and the stacks of the others. It is a sum over all words, so that
/// the change of one can be worked into it.
///
/// # Safety
/// As for [`super::fiber::suspend`].
unsafe fn memory_hash(state: *mut State) -> u64 {
    // SAFETY: the caller's contract.
    let (hash, size) = off_heap(|| unsafe { hash_memory(&mut *state) });
    if size > MEMORY_MAX {
        refine(Refinement::LargeMemory);
    }
    hash
}

fn hash_memory(state: &mut State) -> (u64, usize) {
    let own = state.current().id;
    let mut hash = 0_u64;
    let mut size = 0;
    let mut add = |from: usize, to: usize| {
        size += to.saturating_sub(from);
        if size <= MEMORY_MAX {
            hash = hash.wrapping_add(hash_range(from, to));
        }
    };
    state.objects.for_each_extent(&mut add);
    for id in &state.spawned {
        let process = &state.processes[id.index()];
        process.heap.for_each_extent(&mut add);
        let has_stack = !matches!(
            process.phase,
            Phase::New | Phase::Finished | Phase::GivingBack | Phase::Ending
        );
        if *id != own && has_stack {
            add(process.stack_pointer & !7, process.base & !7);
        }
    }
    (hash, size)
}

/// A hash of the words from one address to another, of memory of the execution.
fn hash_range(from: usize, to: usize) -> u64 {
    let count = to.saturating_sub(from) / 8;
    let mut hash = 0_u64;
    let mut key = key(from);
    for nth in 0..count {
        // SAFETY: the callers name mapped memory, in whole words; nobody writes to
        // it meanwhile.
        let word = unsafe { (from as *const u64).add(nth).read() };
        hash = hash.wrapping_add(mix(word, key));
        key = key.wrapping_add(KEY.wrapping_mul(8));
    }
    hash
}

fn hash_word(address: usize, word: u64) -> u64 {
    mix(word, key(address))
}

const KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// What words at an address are mixed with.
#[inline]
fn key(address: usize) -> u64 {
    (address as u64).wrapping_mul(KEY)
}

/// A hash of a word: half of it by the other half, as in NH, which processors do
/// for several words at a time. The word itself is added, so that a half that
/// happens to be zero does not hide the other.
#[inline]
fn mix(word: u64, key: u64) -> u64 {
    let mixed = word.wrapping_add(key);
    let product = (mixed & 0xffff_ffff) * (mixed >> 32);
    product.wrapping_add(word.rotate_left(32))
}

/// What lies on a part of the running fiber's stack.
///
/// # Safety
/// It is mapped as long as the iterator is used.
unsafe fn words(from: usize, to: usize) -> impl Iterator<Item = u64> {
    (from..to & !7)
        .step_by(8)
        // SAFETY: the caller's contract. What lies there may be anything.
        .map(|address| unsafe { (address as *const u64).read_volatile() })
}

/// A hash of a place in a program that is the same in every run.
pub(super) fn place(location: &Location<'_>) -> u32 {
    let numbers = [location.line(), location.column()];
    let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
    super::state::hash(location.file().bytes().chain(bytes))
}

/// Runs an operation that may be a look in a spin loop.
///
/// The state of the process is what it has on its stack and in its registers
/// at this call, which therefore must not be further from the program's own
/// code than needed: what engine code leaves on the stack is no state. Of calls
/// within one another the outermost counts.
#[inline(always)]
pub(crate) fn framed(mut operation: impl FnMut() -> u64) -> u64 {
    let mut operation: &mut dyn FnMut() -> u64 = &mut operation;
    if is_first_look() {
        return operation();
    }
    // SAFETY: `run_framed` is given what it expects.
    unsafe { enter(&raw mut operation, run_framed) }
}

/// Is the running process about to look for the first few times since it did
/// something else, in a program in which nobody was found to spin? Most looks
/// are, and their state need not be kept.
#[inline]
fn is_first_look() -> bool {
    const FEW: u32 = 16;
    let state = context::state();
    // SAFETY: a non-null state is the running fiber's; no reference is held.
    unsafe {
        if state.is_null() || (*state).refinements.any_spin() {
            return false;
        }
        let spin = &mut (*state).current().spin;
        spin.looks += 1;
        spin.first = spin.looks <= FEW;
        spin.first
    }
}

/// [`framed`], for an operation with another result.
#[inline(always)]
pub(crate) fn looking<R>(operation: impl FnOnce() -> R) -> R {
    let mut operation = Some(operation);
    let mut result = None;
    framed(|| {
        result = operation.take().map(|operation| operation());
        0
    });
    result.expect("it was run")
}

type Framed<'a> = &'a mut dyn FnMut() -> u64;

/// # Safety
/// The pointer is good.
unsafe extern "C-unwind" fn run_framed(operation: *mut Framed<'_>, frame: usize) -> u64 {
    /// Forgets the frame, which is left.
    struct Leave(*mut State);
    impl Drop for Leave {
        fn drop(&mut self) {
            // SAFETY: as below.
            unsafe { (*self.0).current().frame = 0 };
        }
    }
    let state = context::state();
    // SAFETY: a non-null state is the running fiber's; no reference is held.
    let outermost = !state.is_null() && unsafe { (*state).current().frame } == 0;
    let _leave = outermost.then(|| {
        // SAFETY: as above.
        unsafe { (*state).current().frame = frame };
        Leave(state)
    });
    // SAFETY: the caller's contract.
    unsafe { (*operation)() }
}

/// Puts the registers that a callee must preserve on the stack, and calls `run`
/// with the address from which the stack has all of the caller's state.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
unsafe extern "C-unwind" fn enter(
    operation: *mut Framed<'_>,
    run: unsafe extern "C-unwind" fn(*mut Framed<'_>, usize) -> u64,
) -> u64 {
    std::arch::naked_asm!(
        // Panics unwind through here.
        ".cfi_startproc",
        "sub rsp, 56",
        ".cfi_adjust_cfa_offset 56",
        "mov [rsp + 8], rbx",
        "mov [rsp + 16], rbp",
        "mov [rsp + 24], r12",
        "mov [rsp + 32], r13",
        "mov [rsp + 40], r14",
        "mov [rsp + 48], r15",
        "mov rax, rsi",
        "lea rsi, [rsp + 8]",
        "call rax",
        "add rsp, 56",
        ".cfi_adjust_cfa_offset -56",
        "ret",
        ".cfi_endproc",
    )
}

/// On other machines, spin loops are not noticed.
#[cfg(not(target_arch = "x86_64"))]
unsafe fn enter(
    operation: *mut Framed<'_>,
    run: unsafe extern "C-unwind" fn(*mut Framed<'_>, usize) -> u64,
) -> u64 {
    // SAFETY: the caller's contract.
    unsafe { run(operation, 0) }
}

/// Clears the stack below the caller's frame, so that what earlier executions
/// left there cannot be taken for a part of the state.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
pub(super) fn clear_stack(limit: usize, deepest: usize) {
    /// What lies deeper than the process ever was when it announced is not
    /// compared, but a little of it may be copied up.
    const MORE: usize = 1 << 10;
    let here = &raw const limit as usize;
    let from = deepest.min(here).saturating_sub(MORE).max(limit);
    // SAFETY: nothing lives below the red zone under the stack pointer, and the
    // stack is mapped from `limit` up.
    unsafe {
        std::arch::asm!(
            "lea rcx, [rsp - 128]",
            "sub rcx, rdi",
            "jbe 2f",
            "rep stosb",
            "2:",
            inout("rdi") from => _,
            in("al") 0_u8,
            out("rcx") _,
            options(nostack),
        );
    }
}

/// See above.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn clear_stack(_limit: usize, _deepest: usize) {}
