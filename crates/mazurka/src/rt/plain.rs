//! The common case of an operation on an atomic, kept apart because it is most
//! of what explorations do: sequential consistency, no clocks, nothing recorded,
//! the process runs its own code and does not unwind, and the atomic is no static.
//! Everything else takes the general way, which does the same in this case.

use super::access::Handle;
use super::object::Tag;
use super::state::Phase;
use super::{context, fiber, freed, spin};
use mazurka_program::{Access, Kind, ObjectId, Operation, Touch};
use std::panic::Location;

/// An atomic that the running process is about to operate on, in the common
/// case.
#[derive(Clone, Copy)]
pub(crate) struct Plain {
    rt: Handle,
    object: ObjectId,
}

/// The atomic with that tag, if the case is the common one.
#[inline(always)]
pub(crate) fn plain(tag: &Tag) -> Option<Plain> {
    let rt = context::handle()?;
    let mut state = rt.state();
    let process = state.current();
    let is_usual = process.frame == 0 && !process.is_special() && !process.spin.is_tolerant;
    let is_common = is_usual && state.plain && !std::thread::panicking();
    drop(state);
    if !is_common {
        return None;
    }
    let mut state = rt.state();
    let object = match tag.cached(state.serial) {
        Some(object) => {
            state.current().resolved = (object.id, std::ptr::from_ref(tag) as usize);
            object
        }
        None => {
            drop(state);
            let object = super::first_touch(rt, tag);
            if rt.state().current().is_special() {
                // It lies in freed memory.
                return None;
            }
            object
        }
    };
    (!object.foreign).then_some(Plain {
        rt,
        object: object.id,
    })
}

impl Plain {
    /// Announces an operation, whose order is weaker than `SeqCst` or not, and returns when
    /// the process was chosen to run it.
    #[inline(always)]
    pub(crate) fn announce(
        self,
        kind: Kind,
        operand: u64,
        is_weak: bool,
        place: &'static Location<'static>,
    ) {
        debug_assert!(!kind.is_opaque());
        let operation = Operation::new(kind, self.object, operand);
        let mut state = self.rt.state();
        state.has_weak |= is_weak;
        let process = state.current();
        if !std::mem::take(&mut process.spin.first) {
            process.spin.clear();
        }
        process.operation = operation;
        process.location = Some(place);
        process.phase = Phase::Announced;
        process.local_looks = 0;
        process.clock_looks = 0;
        let went_on = state.goes_on(&operation);
        drop(state);
        if !went_on {
            fiber::suspend(self.rt);
        }
        let mut state = self.rt.state();
        let process = state.current();
        process.waits_for = None;
        if process.invalid != 0 {
            drop(state);
            freed::report(self.rt, place);
        }
    }

    /// Reports that the operation read a value.
    #[inline(always)]
    pub(crate) fn read(self, value: u64) {
        self.look(value);
        self.touch(Access::Read, value, value);
    }

    /// Notes what the operation has seen, for a loop that waits.
    #[inline(always)]
    fn look(self, value: u64) {
        let mut state = self.rt.state();
        let spin = &mut state.current().spin;
        let is_active = spin.is_active();
        if is_active {
            spin.read(self.object, value);
        }
        drop(state);
        if is_active {
            spin::has_touched(self.rt);
        }
    }

    /// Reports that the operation wrote a value.
    #[inline(always)]
    pub(crate) fn write(self, before: u64, after: u64) {
        self.rt.state().current().spin.clear();
        self.touch(Access::Write, before, after);
    }

    /// Reports that the operation wrote what was there: for a loop it has only looked.
    #[inline]
    pub(crate) fn idle(self, value: u64) {
        self.look(value);
        self.touch(Access::Write, value, value);
    }

    #[inline(always)]
    fn touch(self, access: Access, before: u64, after: u64) {
        let mut state = self.rt.state();
        state.objects.set_value(self.object, after);
        let touches = &mut state.touches;
        debug_assert!(touches.is_empty(), "it is the only access of its step");
        // There is always room for the first.
        touches.push(Touch::new(self.object, access, before, after));
    }
}
