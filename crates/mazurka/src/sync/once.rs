//! One-time initialisation, with the names and signatures of `std::sync::Once`.
//!
//! To begin is an operation, blocked while another thread runs the closure; to
//! complete is another. A closure that calls `call_once` of its own `Once`
//! deadlocks, which is a finding.
//!
//! The location holds zero until a thread begins, one while the closure runs,
//! and two when it has been completed. A panic of the closure makes it zero
//! again; that the `Once` is then poisoned is noted beside it.

use crate::rt::{self, Object, Tag};
use mazurka_program::{Access, Kind, ObjectId};
use std::cell::UnsafeCell;
use std::fmt;
use std::mem;
use std::panic::{Location, RefUnwindSafe, UnwindSafe};

const RUNNING: u64 = 1;
pub(super) const DONE: u64 = 2;

/// `std::sync::Once` under the model checker.
pub struct Once {
    tag: Tag,
    /// A closure has panicked, and none has been completed since.
    poisoned: UnsafeCell<bool>,
}

// SAFETY: processes of a check run on one OS thread, one at a time, and only
// they write the flag. A static is only read in place, each execution has a
// copy.
unsafe impl Sync for Once {}
impl UnwindSafe for Once {}
impl RefUnwindSafe for Once {}

/// What came of an attempt to begin.
pub(super) enum Begun {
    /// It has been completed before.
    Done,
    /// An earlier attempt panicked.
    Poisoned,
    /// The caller is to do it now.
    Run(Running),
}

/// The duty to complete what was begun; dropped by a panic, it poisons.
pub(super) struct Running {
    object: ObjectId,
    poisoned: *mut bool,
    was_poisoned: bool,
}

impl Once {
    /// A new `Once`. It is named when it is first used in an execution.
    #[track_caller]
    #[must_use]
    pub const fn new() -> Once {
        Once {
            tag: Tag::new(),
            poisoned: UnsafeCell::new(false),
        }
    }

    /// The same cell with a name, which has to be a constant. Reports call it so. Otherwise they
    /// call it as the source code does where it was made or is used, if that can be told, or by
    /// its type.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> Once {
        self.tag = Tag::named(name);
        self
    }

    /// Calls `f`, if this is the first call of all; waits while another thread
    /// runs its closure.
    ///
    /// # Panics
    /// When an earlier closure panicked.
    #[track_caller]
    pub fn call_once<F: FnOnce()>(&self, f: F) {
        match self.begin(self.object("Once"), false) {
            Begun::Done => {}
            Begun::Poisoned => panic!("Once instance has previously been poisoned"),
            Begun::Run(running) => {
                f();
                running.complete();
            }
        }
    }

    /// Calls `f`, if no earlier closure has been completed: one that panicked
    /// does not count.
    #[track_caller]
    pub fn call_once_force<F: FnOnce(&OnceState)>(&self, f: F) {
        if let Begun::Run(running) = self.begin(self.object("Once"), true) {
            f(&OnceState {
                poisoned: running.was_poisoned,
            });
            running.complete();
        }
    }

    /// Has a closure been completed?
    #[must_use]
    #[track_caller]
    pub fn is_completed(&self) -> bool {
        self.is_done(self.object("Once"), "is_completed()")
    }

    /// Waits until a closure has been completed.
    ///
    /// # Panics
    /// When a closure panicked.
    #[track_caller]
    pub fn wait(&self) {
        let object = self.object("Once");
        let poisoned = rt::storage(object, self.poisoned.get());
        // SAFETY: the pointer is good; processes run one at a time.
        let is_poisoned = || unsafe { *poisoned };
        let mut ready = || match rt::look(object.id) {
            DONE => true,
            RUNNING => false,
            _ => is_poisoned(),
        };
        // Another thread may still complete it, after which this does not panic.
        rt::waits_for("until a closure has been completed");
        rt::announce_opaque(Kind::Await, object.id, &mut ready);
        self.waited(object);
        assert!(
            rt::value(object.id) == DONE,
            "Once instance has previously been poisoned"
        );
    }

    /// Waits until a closure has been completed, whether others panic or not.
    #[track_caller]
    pub fn wait_force(&self) {
        self.wait_done(self.object("Once"));
    }

    #[track_caller]
    pub(super) fn wait_done(&self, object: Object) {
        let mut ready = || rt::look(object.id) == DONE;
        rt::waits_for("until a closure has been completed");
        rt::announce_opaque(Kind::Receive, object.id, &mut ready);
        self.waited(object);
    }

    /// Reports what a wait has read.
    fn waited(&self, object: Object) {
        let value = rt::value(object.id);
        rt::touch(object.id, Access::Read, value, value);
        rt::acquire(object.id);
        rt::describe(|| "wait()".to_owned());
    }

    /// The object, which people call by that noun.
    #[track_caller]
    pub(super) fn object(&self, noun: &'static str) -> Object {
        let object = rt::resolve(&self.tag);
        rt::noun(object.id, noun);
        object
    }

    /// Is it completed, as far as can be told with no event? Not known outside
    /// of a check, and before the first use in an execution.
    pub(super) fn peek(&self) -> Option<bool> {
        rt::peek(&self.tag).map(|object| rt::value(object.id) == DONE)
    }

    #[track_caller]
    pub(super) fn is_done(&self, object: Object, call: &'static str) -> bool {
        let done = rt::operate(Kind::Load, object.id, 0, |value| value) == DONE;
        if done {
            rt::acquire(object.id);
        }
        rt::describe(|| format!("{call} = {done}"));
        done
    }

    /// Begins, unless that has been done; with `force`, in spite of poison.
    #[track_caller]
    pub(super) fn begin(&self, object: Object, force: bool) -> Begun {
        let poisoned = rt::storage(object, self.poisoned.get());
        let mut was_poisoned = false;
        let before = rt::operate(Kind::Begin, object.id, 0, |_| {
            // SAFETY: the pointer is good; processes run one at a time.
            was_poisoned = unsafe { *poisoned };
            u64::from(force || !was_poisoned)
        });
        rt::acquire(object.id);
        if before == DONE {
            rt::describe(|| "begin() = done".to_owned());
            return Begun::Done;
        }
        if was_poisoned && !force {
            rt::disown(object.id);
            rt::describe(|| "begin() = poisoned".to_owned());
            return Begun::Poisoned;
        }
        rt::describe(|| "begin() = to be run".to_owned());
        rt::drain(Location::caller());
        Begun::Run(Running {
            object: object.id,
            poisoned,
            was_poisoned,
        })
    }

    /// Begins and completes at once, unless that has been done: true if this
    /// did it.
    #[track_caller]
    pub(super) fn complete_at_once(&self, object: Object, call: &'static str) -> bool {
        // Who sees that it is done sees all that was stored before.
        rt::drain(Location::caller());
        let before = rt::operate(Kind::Begin, object.id, 0, |_| DONE);
        rt::acquire(object.id);
        let first = before != DONE;
        if first {
            rt::disown(object.id);
            rt::release(object.id);
        }
        rt::describe(|| format!("{call} = {}", if first { "Ok" } else { "Err" }));
        first
    }
}

impl Running {
    /// The closure has returned.
    #[track_caller]
    pub(super) fn complete(self) {
        // SAFETY: the pointer is good; processes run one at a time. Nobody looks
        // at the flag until the location changes.
        unsafe { *self.poisoned = false };
        let object = self.object;
        mem::forget(self);
        rt::give_back(Kind::Store, object, DONE);
        rt::describe(|| "complete()".to_owned());
    }
}

impl Drop for Running {
    #[track_caller]
    fn drop(&mut self) {
        // SAFETY: as in `complete`.
        unsafe { *self.poisoned = true };
        rt::give_back(Kind::Store, self.object, 0);
    }
}

impl Default for Once {
    fn default() -> Self {
        Once::new()
    }
}

impl fmt::Debug for Once {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Once").finish_non_exhaustive()
    }
}

/// What the closure of [`Once::call_once_force`] is told; see
/// [`std::sync::OnceState`].
#[derive(Debug)]
pub struct OnceState {
    poisoned: bool,
}

impl OnceState {
    /// Did an earlier closure panic?
    #[must_use]
    pub fn is_poisoned(&self) -> bool {
        self.poisoned
    }
}
