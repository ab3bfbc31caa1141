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

use super::access::{Handle, Owner};
use super::context;
use super::stack::Slot;
use super::state::{End, Mode, Phase, State};
use corosensei::{Coroutine, Yielder};
use mazurka_program::{FindingKind, ProcessId};
use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

/// How many operations a process may run while it unwinds from a panic; more look like a
/// destructor that waits for something that cannot happen any more.
pub(super) const SILENT_MAX: u32 = 10_000;

/// What a fiber is resumed for.
pub(super) enum Command {
    /// Go on.
    Run,
    /// Tell the calls that it waits in, and go on waiting.
    Trace,
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

/// The fiber of one process.
pub(super) struct Fiber {
    coroutine: Coroutine<Command, (), (), Slot>,
    /// The size of stack that its process asked for.
    asked: usize,
}

impl Drop for Fiber {
    fn drop(&mut self) {
        // SAFETY: it waits for its next code and has nothing on its stack to
        // drop, or it gave itself up or is abandoned, and what is on its stack is never used again.
        unsafe { self.coroutine.force_reset() };
    }
}

/// Runs a process until it announces, waits, or ends.
///
/// # Errors
/// When there is no memory for its stack.
#[inline(never)]
pub(super) fn run(owner: &mut Owner, id: ProcessId, command: Command) -> Result<(), String> {
    let rt = owner.handle();
    let state = owner.get_mut();
    // It is in no list while it runs, and comes back when it is suspended.
    let mut fiber = match state.fibers[id.index()].take() {
        // One that waits for its next code may be too small for it.
        Some(fiber) if fiber.asked >= state.processes[id].stack_size => fiber,
        Some(fiber) if state.processes[id].phase != Phase::New => fiber,
        _ => new(state, rt, id)?,
    };
    state.processes.set_current(id);
    let location = state.current().location;
    state.watch.running(id, location);
    let heap = match state.current().is_aside {
        true => context::OWNED,
        false => state.processes.heap(id),
    };
    owner.enter(heap, || fiber.coroutine.resume(command));
    let state = owner.get_mut();
    state.watch.paused();
    if state.current().end == End::GivenUp {
        drop(fiber);
        given_up(state, id);
    } else {
        state.fibers[id.index()] = Some(fiber);
    }
    Ok(())
}

#[cold]
fn new(state: &mut State, rt: Handle, id: ProcessId) -> Result<Box<Fiber>, String> {
    let asked = state.processes[id].stack_size;
    let stack = state.stacks.slot_of(id.index(), asked)?;
    let coroutine = Coroutine::with_stack(stack, move |switch, _| main(rt, id, switch));
    Ok(Box::new(Fiber { coroutine, asked }))
}

/// What a fiber does: the code of one execution after the other. It may be resumed on another
/// OS thread, so nothing here touches a thread local.
fn main(rt: Handle, id: ProcessId, switch: &Switch) {
    loop {
        execute(rt, id, switch);
        // The next command comes with the next code.
        let _ = switch.suspend(());
    }
}

/// Runs the code of one execution. Never inlined: the compiler takes the address of a thread
/// local to be the same for as long as a function runs.
#[inline(never)]
fn execute(rt: Handle, id: ProcessId, switch: &Switch) {
    let job = begin(rt, id, switch);
    rt.state().current().base = &raw const job as usize;
    clear_stack(rt, id);
    run_job(rt, job);
    // What follows is engine code.
    context::off_heap(|| end(&mut rt.state(), id));
}

/// Takes the code that the running fiber is to run.
fn begin(rt: Handle, id: ProcessId, switch: &Switch) -> Job {
    let mut state = rt.state();
    let process = state.current();
    debug_assert_eq!(process.id, id, "a fiber runs the code of its own process");
    process.switch = switch;
    process.phase = Phase::Running;
    process.job.take().expect("a process begins with its code")
}

/// Clears what earlier executions left on the stack of the running fiber, if processes are
/// watched for spinning.
#[inline(always)]
fn clear_stack(rt: Handle, id: ProcessId) {
    let mut state = rt.state();
    if state.refinements.any_spin() {
        let (deepest, base) = (state.current().deepest, state.current().base);
        let limit = state.stacks.limit(id.index(), base);
        drop(state);
        super::spin::clear_stack(limit, deepest);
    }
}

/// Runs the code of a process and of its thread locals' destructors.
#[inline(never)]
fn run_job(rt: Handle, job: Job) {
    let is_thread = matches!(job, Job::Thread(_));
    let caught = panic::catch_unwind(AssertUnwindSafe(|| match job {
        Job::Root => {
            let body = Arc::as_ptr(&rt.state().body);
            // SAFETY: the state has the closure as long as it lives, and it outlives its fibers.
            // A clone would cost: workers share the count.
            unsafe { (*body)() }
        }
        Job::Thread(code) => code(),
        Job::DropCopies => super::object::drop_copies(rt),
    }));
    if let Err(payload) = caught {
        note_panic(&*payload);
        // A payload with a destructor that panics must not take us down.
        let _ = panic::catch_unwind(AssertUnwindSafe(move || drop(payload)));
    }
    if rt.state().current().end != End::Panicked {
        super::operation::check_caught(rt);
    }
    let (has_locals, has_destructors) = {
        let mut state = rt.state();
        let locals = &state.current().locals;
        (!locals.is_empty(), locals.have_destructors())
    };
    if is_thread && (has_destructors || super::refined(&super::Refinement::ThreadExit)) {
        super::leave_code(has_destructors);
    }
    if has_locals && let Err(payload) = panic::catch_unwind(super::locals::run_destructors) {
        note_panic(&*payload);
    }
}

/// Notes that a panic with that payload has ended the code of the running process.
pub(crate) fn note_panic(payload: &(dyn Any + Send)) {
    let Some(rt) = context::handle() else {
        return;
    };
    context::off_heap(|| {
        let mut state = rt.state();
        let process = state.current();
        if process.end == End::Open {
            process.end = End::Panicked;
        }
        process
            .panic
            .get_or_insert_with(|| format!("panicked with {}", super::hook::message(payload)));
    });
}

/// Ends the process whose code has ended.
#[inline(never)]
fn end(state: &mut State, id: ProcessId) {
    if state.leaving {
        state.current().phase = Phase::Finished;
        return;
    }
    if state.current().mode == Mode::Dry {
        // What it did was only to see whether it spins.
        super::spin::refine_count(state);
    } else if state.current().end == End::Panicked {
        let message = state.current().panic.take().unwrap_or_default();
        if state.allows_panics && id != ProcessId::ROOT {
            // Perhaps it is joined.
            state.current().unhandled = Some(message);
        } else {
            state.finding(FindingKind::Panic, message);
        }
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
        super::giving::announce_late(state);
    }
}

/// Deals with a process whose fiber gave itself up.
#[cold]
fn given_up(state: &mut State, id: ProcessId) {
    state.tainted |= std::thread::panicking();
    if state.current().has_crashed {
        // Nobody is to find that it has ended.
        state.current().phase = Phase::Discarded;
        return;
    }
    state.current().end = End::Panicked;
    end(state, id);
}

/// Back to the engine, until the process is chosen to go on.
#[inline]
pub(super) fn suspend(rt: Handle) {
    let here = 0_u8;
    let switch = {
        let mut state = rt.state();
        let process = state.current();
        let here = &raw const here as usize;
        process.stack_pointer = here;
        process.deepest = process.deepest.min(here);
        process.switch
    };
    loop {
        match switch_to_engine(switch) {
            Command::Run => return,
            Command::Trace => trace(rt),
        }
    }
}

/// Tells the calls of the running fiber.
#[cold]
#[inline(never)]
fn trace(rt: Handle) {
    context::off_heap(|| {
        let mut state = rt.state();
        let id = state.current().id;
        if let Some(recorder) = &mut state.recorder {
            recorder.trace(id);
        }
    });
}

/// Suspends the fiber that calls, by its own switch.
#[inline]
fn switch_to_engine(switch: *const Switch) -> Command {
    context::check_returned();
    // SAFETY: the fiber that calls set the switch when it began its code. The switch lies on its
    // stack, below the code that runs now.
    unsafe { (*switch).suspend(()) }
}

/// Gives the running fiber up: it is never resumed, and what is on its stack
/// is given back with its execution.
#[cold]
pub(super) fn abandon(rt: Handle) -> ! {
    let switch = {
        let mut state = rt.state();
        let process = state.current();
        debug_assert_ne!(process.mode, Mode::Evaluating, "no fiber runs");
        process.end = End::GivenUp;
        process.switch
    };
    let _ = switch_to_engine(switch);
    unreachable!("a fiber that gave itself up was resumed")
}
