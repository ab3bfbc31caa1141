//! Repeating what an earlier execution did, by the script that the explorer keeps:
//! processes see for themselves whether they do the same again, and whether it is
//! their turn.

use super::state::State;
use mazurka_program::{Cue, Guard, Kind, Operation, Script, Touch, Turn};
use std::ptr;

/// A script that is being repeated. While processes do what it says, they need
/// not ask the engine.
pub(super) struct Rehearsal {
    /// The steps that are left, and where they end.
    next: *const Cue,
    end: *const Cue,
    /// Null when nothing is being repeated.
    script: *const Script,
    /// Only the turns of the script count: whether the rest is the same is not
    /// looked at.
    pub(super) blind: bool,
}

impl Rehearsal {
    pub(super) const NONE: Rehearsal = Rehearsal {
        next: ptr::null(),
        end: ptr::null(),
        script: ptr::null(),
        blind: false,
    };

    /// Begins to repeat a script, which is borrowed until the end.
    pub(super) fn begin(&mut self, script: &Script, len: usize, blind: bool) {
        let cues = script.cues()[..len].as_ptr_range();
        *self = Rehearsal {
            next: cues.start,
            end: cues.end,
            script,
            blind,
        };
    }

    pub(super) fn end(&mut self) {
        *self = Rehearsal::NONE;
    }

    /// The steps that have been taken, if a script is being repeated. For a signal handler.
    pub(super) fn taken(&self) -> Option<&[Cue]> {
        if self.script.is_null() {
            return None;
        }
        // SAFETY: `repeat` borrows the script meanwhile.
        unsafe { (*self.script).cues().get(..self.next()) }
    }

    /// The number of the next step.
    #[inline]
    pub(super) fn next(&self) -> usize {
        // SAFETY: both point into the steps of one script, which `repeat` borrows from `begin`
        // to `end`. It is called between these only.
        unsafe { self.next.offset_from((*self.script).cues().as_ptr()) as usize }
    }

    /// The next step is being taken; there is one.
    #[inline]
    pub(super) fn take(&mut self) {
        debug_assert!(self.next < self.end);
        // SAFETY: there is a next step, says the caller, so the step after it is at most one
        // past the last of the same slice.
        self.next = unsafe { self.next.add(1) };
    }

    /// The next step, if a script is being repeated and there is one.
    #[inline]
    pub(super) fn cue(&self) -> Option<&Cue> {
        // SAFETY: between `begin` and `end`, what is before `end` is a step of the script, which
        // `repeat` borrows meanwhile. Otherwise both are null, and so equal.
        (self.next != self.end).then(|| unsafe { &*self.next })
    }

    /// Did the step that was taken last do that?
    #[inline]
    pub(super) fn fits(&self, touches: &[Touch]) -> bool {
        // SAFETY: a script is being repeated, which `repeat` borrows meanwhile. A step of it has
        // been taken, so there is one before the next.
        let expected = unsafe { (*self.script).touches_of(&*self.next.sub(1)) };
        match (expected, touches) {
            _ if self.blind => true,
            ([expected], [touch]) => expected == touch,
            (expected, touches) => expected == touches,
        }
    }
}

impl State {
    /// The running process has announced an operation. Is that what it did
    /// before, when it was its turn again at once? Then the step begins, and it
    /// need not ask the engine.
    #[inline]
    pub(super) fn goes_on(&mut self, operation: &Operation) -> bool {
        let Some(cue) = self.rehearsal.cue() else {
            return false;
        };
        let turn = cue.turn;
        let same = self.rehearsal.blind || cue.operation == *operation;
        if !same || turn.process != self.current().id {
            return false;
        }
        // No other process is to do anything before, and nothing is to be told.
        let alone =
            self.ready.is_empty() && self.conditional.is_empty() && self.interrupt.is_none();
        let open = !operation.is_guarded()
            || !matches!(operation.guard, Some(Guard::Unless(_)))
                && operation.enabled_at(self.objects.value(operation.object))
                && self.is_let_through(operation);
        if !alone
            || !open
            || operation.kind.is_opaque() && operation.kind != Kind::Change
            || self.recorder.is_some()
            || !self.rehearsal.fits(&self.touches)
        {
            return false;
        }
        self.begin_step(turn);
        true
    }

    /// The next step of the script is being taken, perhaps by a shadow process.
    #[inline]
    pub(super) fn begin_step(&mut self, turn: Turn) {
        self.rehearsal.take();
        self.forget_step();
        self.past.begin_step(turn);
        self.alternative = turn.alternative;
        if self.processes.get(turn.process).is_some() {
            self.count_step(turn.process);
        }
    }
}
