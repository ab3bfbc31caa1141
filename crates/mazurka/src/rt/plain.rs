//! The common case of an operation on an atomic, kept apart because it is most
//! of what explorations do: sequential consistency, no clocks, nothing recorded,
//! the process runs its own code and does not unwind, and the atomic is no static. Everything else takes the
//! general way, which does the same in this case.

use super::object::Tag;
use super::state::{Phase, State};
use super::{context, fiber, spin};
use mazurka_program::{Access, Kind, ObjectId, Operation, Touch};
use std::panic::Location;

/// An atomic that the running process is about to operate on, in the common
/// case.
#[derive(Clone, Copy)]
pub(crate) struct Plain {
    state: *mut State,
    object: ObjectId,
}

/// The atomic with that tag, if the case is the common one.
#[inline(always)]
pub(crate) fn plain(tag: &Tag) -> Option<Plain> {
    let state = context::state();
    if state.is_null() {
        return None;
    }
    // SAFETY: the state is the running fiber's; no reference is held.
    unsafe {
        let process = (*state).current();
        let common = (*state).plain
            && process.frame == 0
            && !process.is_special()
            && !std::thread::panicking();
        if !common {
            return None;
        }
        let object = super::resolve_in(state, tag);
        (!object.foreign).then_some(Plain {
            state,
            object: object.id,
        })
    }
}

impl Plain {
    /// Announces an operation, and returns when the process was chosen to run
    /// it.
    #[inline(always)]
    pub(crate) fn announce(self, kind: Kind, operand: u64, place: &'static Location<'static>) {
        debug_assert!(!kind.is_opaque());
        let operation = Operation::new(kind, self.object, operand);
        // SAFETY: the state is the running fiber's; no reference is held across
        // the switch.
        unsafe {
            let process = (*self.state).current();
            if !std::mem::take(&mut process.spin.first) {
                process.spin.clear();
            }
            process.operation = operation;
            process.location = Some(place);
            process.phase = Phase::Announced;
            process.local_looks = 0;
            if !(*self.state).goes_on(&operation) {
                fiber::suspend(self.state);
            }
            (*self.state).current().waits_for = None;
        }
    }

    /// Reports that the operation read a value.
    #[inline(always)]
    pub(crate) fn read(self, value: u64) {
        // SAFETY: as in `plain`.
        unsafe {
            let spin = &mut (*self.state).current().spin;
            if spin.is_active() {
                spin.read(self.object, value);
                spin::has_touched(self.state);
            }
        }
        self.touch(Access::Read, value, value);
    }

    /// Reports that the operation wrote a value.
    #[inline(always)]
    pub(crate) fn write(self, before: u64, after: u64) {
        // SAFETY: as in `plain`.
        unsafe { (*self.state).current().spin.clear() };
        self.touch(Access::Write, before, after);
    }

    #[inline(always)]
    fn touch(self, access: Access, before: u64, after: u64) {
        // SAFETY: as in `plain`.
        unsafe {
            (*self.state).objects.set_value(self.object, after);
            let touches = &mut (*self.state).touches;
            debug_assert!(touches.is_empty(), "it is the only access of its step");
            // There is always room for the first.
            touches.push(Touch::new(self.object, access, before, after));
        }
    }
}
