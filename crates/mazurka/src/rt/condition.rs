//! Waiting for a condition that the program states over its atomics.
//!
//! What an operation touches must follow from what the process did before, and
//! not from values that it did not depend on when it ran: a condition such as
//! `a || b` loads `b` only if `a` does not hold. So the runtime remembers, for
//! as long as an exploration lasts, which atomics the condition at some point of
//! a process was ever seen to load. The operation reads all of them; when one
//! more is seen, the exploration begins anew.

use super::object::{Loaded, Object};
use super::operation::{OwnPlace, forbid_in_condition};
use super::operation::{announce_waiting, describe, looked, own_object, touch_load, waits_for};
use super::state::{Mode, State};
use super::{active, buffer, is_silent, off_heap};
use mazurka_program::{Interrupt, Kind, Operation, ProcessId};
use std::panic::Location;

/// A point at which a process waits for a condition: how many operations it has
/// run before, and the call.
pub(super) type Instance = (ProcessId, u32, &'static Location<'static>);

/// Waits until a condition holds over what it reads: an event that reads all of
/// that.
#[track_caller]
pub(crate) fn await_until(condition: &dyn Fn() -> bool) {
    if !is_silent() {
        forbid_in_condition();
    }
    let object = own_object(OwnPlace::Private);
    let state = active();
    // SAFETY: the state is the running fiber's; no reference is held.
    let instance = unsafe {
        let process = (*state).current();
        let instance = (process.id, process.steps, Location::caller());
        process.instance = Some(instance);
        instance
    };
    waits_for("until its condition holds");
    let operation = Operation::new(Kind::Await, object, 0);
    // SAFETY: as above; no reference is held across the switch.
    unsafe {
        announce_waiting(state, operation, Location::caller(), &mut || condition());
        (*state).current().instance = None;
    }
    let holds = perform(condition);
    if !is_silent() {
        if !holds {
            super::error(FICKLE.to_owned());
        }
        // SAFETY: as above.
        off_heap(|| unsafe { read_the_rest(&mut *state, instance) });
    }
    describe(|| "await_until(..)".to_owned());
}

/// Runs a condition as the operation of the running process: its reads are the
/// objects that the operation touches.
fn perform(condition: &dyn Fn() -> bool) -> bool {
    struct Restore(*mut State);
    impl Drop for Restore {
        fn drop(&mut self) {
            // SAFETY: the state outlives the fiber that runs this.
            unsafe { (*self.0).current().mode = Mode::Code };
        }
    }
    let state = active();
    // SAFETY: as in `await_until`.
    unsafe { (*state).current().mode = Mode::Performing };
    let _restore = Restore(state);
    // What it allocates must not move the names of what comes later.
    off_heap(condition)
}

/// A condition has loaded an atomic: what memory holds, and what it saw.
pub(crate) fn loaded(object: Object, offset: isize, size: usize, memory: u64, seen: u64) {
    let state = active();
    // SAFETY: as in `await_until`.
    unsafe {
        if (*state).current().mode == Mode::Evaluating {
            (*state).objects.init_value(object.id, memory);
            off_heap(|| {
                (*state).current().loaded.push(Loaded {
                    object: object.id,
                    offset,
                    size,
                });
            });
        }
    }
    looked(object.id, memory, seen);
}

/// Adds what the condition of a process was seen to load to what it ever was,
/// and lets it wait for all of that.
pub(super) fn evaluated(state: &mut State, id: ProcessId) {
    let process = &mut state.processes[id.index()];
    let loaded = std::mem::take(&mut process.loaded);
    let Some(instance) = process.instance else {
        return;
    };
    let is_new = !state.conditions.contains_key(&instance);
    let known = state.conditions.entry(instance).or_default();
    let before = known.len();
    for atomic in loaded {
        if !known.contains(&atomic) {
            known.push(atomic);
        }
    }
    let grown = known.len() > before;
    let awaited = &mut state.processes[id.index()].awaited;
    awaited.clear();
    awaited.extend(known.iter().map(|atomic| atomic.object));
    if grown && is_new {
        // Where several runtimes explore, the others have to know it too; they are told
        // when this execution has shown all that it has of these.
        state.refinements.has_new_condition = true;
    } else if grown {
        state.interrupt(Interrupt::Refined);
    }
}

/// Reads what the condition might have loaded, and did not.
fn read_the_rest(state: &mut State, instance: Instance) {
    let known = state.conditions.get(&instance).cloned();
    for atomic in known.unwrap_or_default() {
        let mut touches = state.touches.iter();
        if touches.any(|touch| touch.object == atomic.object) {
            continue;
        }
        if let Some(memory) = state.value_of(&atomic) {
            let process = state.current().id;
            let seen = buffer::seen_bits(state, process, atomic.object);
            touch_load(atomic.object, memory, seen);
        }
    }
}

const FICKLE: &str = "the condition of `mazurka::await_until` did not give the same answer twice. \
     It must depend on nothing but the atomics that it loads";
