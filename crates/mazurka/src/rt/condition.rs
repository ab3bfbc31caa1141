//! Waiting for a condition that the program states over its atomics.
//!
//! What an operation touches must follow from what the process did before, and
//! not from values that it did not depend on when it ran: a condition such as
//! `a || b` loads `b` only if `a` does not hold. So the runtime remembers, for
//! as long as an exploration lasts, which atomics the condition at some point of
//! a process was ever seen to load. The operation reads all of them; when one
//! more is seen, the exploration begins anew.

use super::access::Handle;
use super::object::{Loaded, Object};
use super::operation::{OwnPlace, forbid_in_condition};
use super::operation::{announce_waiting, describe, own_object, touch_load, waits_for};
use super::predicate::looked;
use super::state::{Mode, State};
use super::{active, buffer, is_silent, off_heap, owned};
use mazurka_program::{Interrupt, Kind, ObjectId, Operation, ProcessId};
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
        if super::is_graph() {
            // Each load has an order, and reads what the explorer says.
            while !aside(condition) {}
            return;
        }
    }
    let object = own_object(OwnPlace::Private);
    let rt = active();
    let mut state = rt.state();
    let process = state.current();
    let instance = (process.id, process.steps, Location::caller());
    process.instance = Some(instance);
    drop(state);
    waits_for("until its condition holds");
    let operation = Operation::new(Kind::Await, object, 0);
    announce_waiting(rt, operation, Location::caller(), &mut || condition());
    rt.state().current().instance = None;
    let holds = perform(condition);
    if !is_silent() {
        if !holds {
            super::error(FICKLE.to_owned());
        }
        let rest = off_heap(|| the_rest(&mut rt.state(), instance));
        for (object, memory, seen) in &rest {
            touch_load(*object, *memory, *seen);
        }
        off_heap(|| drop(rest));
    }
    describe(|| "await_until(..)".to_owned());
}

/// Runs a condition as code of the running process, whose loads are operations. What it
/// allocates must not move the names of what comes later, nor be taken for a change.
fn aside(condition: &dyn Fn() -> bool) -> bool {
    struct Restore(Handle);
    impl Drop for Restore {
        fn drop(&mut self) {
            self.0.state().current().is_aside = false;
        }
    }
    let rt = active();
    rt.state().current().is_aside = true;
    let _restore = Restore(rt);
    owned(condition)
}

/// Runs a condition as the operation of the running process: its reads are the
/// objects that the operation touches.
fn perform(condition: &dyn Fn() -> bool) -> bool {
    struct Restore(Handle);
    impl Drop for Restore {
        fn drop(&mut self) {
            self.0.state().current().mode = Mode::Code;
        }
    }
    let rt = active();
    rt.state().current().mode = Mode::Performing;
    let _restore = Restore(rt);
    // What it allocates must not move the names of what comes later.
    owned(condition)
}

/// A condition has loaded an atomic: what memory holds, and what it saw.
pub(crate) fn loaded(object: Object, offset: isize, size: usize, memory: u64, seen: u64) {
    let rt = active();
    let mut state = rt.state();
    // Its order is not told here.
    state.has_weak = true;
    if state.current().mode == Mode::Evaluating {
        state.objects.init_value(object.id, memory);
        let loaded = Loaded {
            object: object.id,
            offset,
            size,
        };
        off_heap(|| state.current().loaded.push(loaded));
    }
    drop(state);
    looked(object.id, memory, seen);
}

/// Adds what the condition of a process was seen to load to what it ever was,
/// and lets it wait for all of that.
pub(super) fn evaluated(state: &mut State, id: ProcessId) {
    let process = &mut state.processes[id];
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
    let awaited = &mut state.processes[id].awaited;
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

/// What the condition might have loaded, and did not: the objects, what memory holds there, and
/// what the process sees.
fn the_rest(state: &mut State, instance: Instance) -> Vec<(ObjectId, u64, u64)> {
    let process = state.current().id;
    let known = state.conditions.get(&instance).cloned();
    let mut rest = known.unwrap_or_default();
    rest.retain(|atomic| {
        let mut touches = state.touches.iter();
        touches.all(|touch| touch.object != atomic.object)
    });
    let read = |atomic: Loaded| {
        let memory = state.value_of(&atomic)?;
        let seen = buffer::seen_bits(state, process, atomic.object);
        Some((atomic.object, memory, seen))
    };
    rest.into_iter().filter_map(read).collect()
}

const FICKLE: &str = "the condition of `mazurka::await_until` did not give the same answer twice. \
     It must depend on nothing but the atomics that it loads";
