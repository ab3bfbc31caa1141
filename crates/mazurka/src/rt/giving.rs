//! Giving back what a process holds: locks, permits, its part in a channel.

use super::active;
use super::context::off_heap;
use super::operation::{announce_operation, part_of};
use super::state::{Late, State};
use super::{buffer, spin};
use mazurka_program::{Access, FindingKind, Kind, ObjectId, Operation, Touch};
use std::panic::Location;

/// The part of a read-write lock that readers release into: see [`give_back`].
pub(crate) const READERS: u64 = 1;

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
    let rt = active();
    let operation = Operation::new(kind, object, operand);
    let location = Location::caller();
    let mut state = rt.state();
    if !state.leaving && state.is_unwinding() {
        let late = Late {
            operation,
            location,
        };
        return off_heap(|| state.current().late.push_back(late));
    }
    drop(state);
    spin::changing(|| {
        buffer::drain(location);
        announce_operation(rt, operation, location);
        off_heap(|| {
            let mut state = rt.state();
            state.current().operation = operation;
            perform_giving_back(&mut state);
        });
        spin::has_touched(rt);
    });
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
            state.races_of(id).release(id, into);
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
    let at = state.current().location;
    let at = at.filter(|at| crate::place::is_in_program(at.file()));
    let place = at.map_or_else(String::new, |at| {
        format!(", at {}:{}", at.file(), at.line())
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

/// Takes back what the process gave back while unwinding, if no other process has been
/// told yet.
pub(super) fn take_back(state: &mut State, operation: &Operation) -> bool {
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
