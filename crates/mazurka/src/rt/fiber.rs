//! Fibers: the code of processes on stacks of their own.
//!
//! Each process has one fiber, made when it first runs and kept from one
//! execution to the next: when the process's code has ended, the fiber waits
//! for the next code to run. A fiber that unwinds never switches, because `std`
//! counts panics by OS thread.
//!
//! Between two executions, fibers may move to another OS thread. What they (and
//! the engine) know of thread locals must not be kept across such a move in a
//! function's frame: functions that touch thread locals around a switch are
//! never inlined.

use super::context;
use super::stack::Slot;
use super::state::{Mode, Phase, State};
use corosensei::{Coroutine, Yielder};
use mazurka_program::{FindingKind, ProcessId};
use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

/// How many operations a process may run while it unwinds; more look like a
/// destructor that waits for something that cannot happen any more.
pub(super) const SILENT_MAX: u32 = 10_000;

/// What a fiber is resumed for.
pub(super) enum Command {
    /// Go on.
    Run,
    /// Unwind: the execution is left.
    Unwind,
}

/// The way from a fiber back to the engine.
pub(super) type Switch = Yielder<Command, ()>;

/// The code of a process.
pub(super) enum Job {
    /// The program's closure.
    Root,
    /// The closure of a spawned thread.
    Thread(Box<dyn FnOnce()>),
    /// Drops the copies of statics when an execution has ended.
    DropCopies,
}

/// The panic payload that unwinds a fiber whose execution is left.
pub(crate) struct Torn;

/// The fiber of one process.
pub(super) struct Fiber {
    coroutine: Coroutine<Command, (), (), Slot>,
}

impl Drop for Fiber {
    fn drop(&mut self) {
        // SAFETY: it waits for its next code and has nothing on its stack to
        // drop, or it was abandoned, and what is on its stack is leaked.
        unsafe { self.coroutine.force_reset() };
    }
}

/// Runs a process until it announces, waits, or ends.
///
/// # Errors
/// When there is no memory for its stack.
#[inline(never)]
pub(super) fn run(state: *mut State, id: ProcessId, command: Command) -> Result<(), String> {
    // SAFETY: `state` is valid for the whole exploration, and no reference into
    // it is held across `resume`. A fiber is boxed, and only this function runs
    // or removes it; it does not run yet, since engine code does.
    unsafe {
        let fiber: *mut Fiber = match &mut (&mut (*state).fibers)[id.index()] {
            Some(fiber) => &raw mut **fiber,
            none => &raw mut **none.insert(new(state, id)?),
        };
        let process = &raw mut *(&mut (*state).processes)[id.index()];
        (*state).current = process;
        (*state).watch.running(id, (*process).location);
        context::enter(state, &raw mut (*process).heap);
        (*fiber).coroutine.resume(command);
        context::leave();
        (*state).watch.paused();
        if (*process).abandoned {
            (&mut (*state).fibers)[id.index()] = None;
            abandoned(&mut *state, id);
        }
    }
    Ok(())
}

#[cold]
fn new(state: *mut State, id: ProcessId) -> Result<Box<Fiber>, String> {
    // SAFETY: as in `run`.
    let stack = unsafe { (*state).stacks.slot(id.index())? };
    let coroutine = Coroutine::with_stack(stack, move |switch, _| main(state, id, switch));
    Ok(Box::new(Fiber { coroutine }))
}

/// What a fiber does: the code of one execution after the other.
fn main(state: *mut State, id: ProcessId, switch: &Switch) {
    loop {
        // SAFETY: as in `run`; this fiber's process is the running one.
        let job = unsafe {
            let process = (*state).current();
            debug_assert_eq!(process.id, id);
            process.switch = switch;
            process.phase = Phase::Running;
            process.job.take().expect("a process begins with its code")
        };
        // SAFETY: as above.
        unsafe {
            (*state).current().base = &raw const job as usize;
            if (*state).refinements.any_spin() {
                let deepest = (*state).current().deepest;
                super::spin::clear_stack((*state).stacks.limit(id.index()), deepest);
            }
        }
        run_job(state, job);
        // SAFETY: as above.
        unsafe { ended(&mut *state, id) };
        // The next command comes with the next code.
        let _ = switch.suspend(());
    }
}

/// Runs the code of a process and of its thread locals' destructors.
#[inline(never)]
fn run_job(state: *mut State, job: Job) {
    // SAFETY: as in `run`; references are not held across user code.
    let leaving = unsafe { (*state).leaving };
    let is_thread = matches!(job, Job::Thread(_));
    let caught = panic::catch_unwind(AssertUnwindSafe(|| match job {
        Job::Root => {
            // SAFETY: the closure lives as long as the state does.
            let body = unsafe { Arc::as_ptr(&(*state).body) };
            // SAFETY: as above.
            unsafe { (*body)() }
        }
        Job::Thread(code) if leaving => drop(code),
        Job::Thread(code) => code(),
        Job::DropCopies => super::object::drop_copies(state),
    }));
    if let Err(payload) = caught {
        note_panic(&*payload);
        // A payload with a destructor that panics must not take us down.
        let _ = panic::catch_unwind(AssertUnwindSafe(move || drop(payload)));
    }
    // SAFETY: as above.
    unsafe {
        if !(*state).current().failed {
            super::operation::check_caught(state);
        }
    }
    // SAFETY: as above.
    let (has_locals, has_destructors) = unsafe {
        (*state).current().torn = false;
        let locals = &(*state).current().locals;
        (!locals.is_empty(), locals.have_destructors())
    };
    if is_thread && (has_destructors || super::refined(&super::Refinement::ThreadExit)) {
        // It ends by a panic only if its execution is left here.
        let _ = panic::catch_unwind(|| super::leave_code(has_destructors));
        // SAFETY: as above.
        unsafe { (*state).current().torn = false };
    }
    if has_locals && let Err(payload) = panic::catch_unwind(crate::local::run_destructors) {
        note_panic(&*payload);
    }
}

/// Notes that a panic with that payload has ended the code of the running
/// process, unless it was torn.
pub(crate) fn note_panic(payload: &(dyn Any + Send)) {
    let state = context::state();
    if payload.is::<Torn>() || state.is_null() {
        return;
    }
    context::off_heap(|| {
        // SAFETY: a non-null state is valid, and user code holds no reference.
        let process = unsafe { (*state).current() };
        process.failed = true;
        process
            .panic
            .get_or_insert_with(|| format!("panicked with {}", super::hook::message(payload)));
    });
}

/// Ends the process whose code has ended.
#[inline(never)]
fn ended(state: &mut State, id: ProcessId) {
    // What follows is engine code.
    context::off_heap(|| end(state, id));
}

fn end(state: &mut State, id: ProcessId) {
    if state.leaving {
        state.current().phase = Phase::Finished;
        return;
    }
    if state.current().mode == Mode::Dry {
        // What it did was only to see whether it spins.
        super::spin::refine_count(state);
    } else if state.current().failed {
        let message = state.current().panic.take().unwrap_or_default();
        state.finding(FindingKind::Panic, message);
    }
    if super::buffer::fence_of(state) {
        end_drained(state, id);
    } else {
        state.current().phase = Phase::Ending;
    }
}

/// Ends a process, the running one, whose code has ended and whose stores have
/// been carried out.
pub(super) fn end_drained(state: &mut State, id: ProcessId) {
    if state.current().late.is_empty() {
        state.finish(id);
    } else {
        state.current().phase = Phase::GivingBack;
        super::operation::announce_late(state);
    }
}

/// Deals with a process whose fiber gave itself up.
#[cold]
fn abandoned(state: &mut State, id: ProcessId) {
    state.tainted |= std::thread::panicking();
    let process = state.current();
    process.abandoned = false;
    process.failed = true;
    ended(state, id);
}

/// Back to the engine, until the process is chosen to go on.
///
/// # Safety
/// `state` is the running fiber's, and no reference into it is held.
#[inline]
pub(super) unsafe fn suspend(state: *mut State) {
    let here = 0_u8;
    // SAFETY: the caller's contract; the switch was set by the running fiber.
    let command = unsafe {
        let process = (*state).current;
        let here = &raw const here as usize;
        (*process).stack_pointer = here;
        (*process).deepest = (*process).deepest.min(here);
        let switch = (*process).switch;
        (*switch).suspend(())
    };
    if let Command::Unwind = command {
        // SAFETY: as above.
        unsafe { tear(state) }
    }
}

/// Unwinds the running fiber.
///
/// # Safety
/// As for [`suspend`].
#[cold]
pub(super) unsafe fn tear(state: *mut State) -> ! {
    // SAFETY: the caller's contract.
    unsafe { (*state).current().torn = true };
    panic::resume_unwind(Box::new(Torn))
}

/// Gives the running fiber up: it is never resumed, and what is on its stack
/// is leaked.
///
/// # Safety
/// As for [`suspend`].
#[cold]
pub(super) unsafe fn abandon(state: *mut State) -> ! {
    // SAFETY: the caller's contract.
    unsafe {
        (*state).current().abandoned = true;
        let switch = (*(*state).current).switch;
        let _ = (*switch).suspend(());
    }
    unreachable!("an abandoned fiber was resumed")
}
