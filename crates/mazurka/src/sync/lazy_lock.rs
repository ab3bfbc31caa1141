//! A value that is made at its first use, with the names and signatures of
//! `std::sync::LazyLock`.
//!
//! Every use is an operation; the first one, which makes the value, is two. If
//! the closure panics, the value is poisoned for good, and if it uses the value
//! that it makes, it deadlocks.

use super::once::{Begun, Once};
use crate::rt::{self, Object};
use std::cell::UnsafeCell;
use std::fmt;
use std::mem;
use std::ops::{Deref, DerefMut};
use std::panic::{RefUnwindSafe, UnwindSafe};

/// `std::sync::LazyLock` under the model checker.
pub struct LazyLock<T, F = fn() -> T> {
    once: Once,
    state: UnsafeCell<State<T, F>>,
}

enum State<T, F> {
    Unmade(F),
    Made(T),
    /// The closure runs, or has panicked.
    Taken,
}

// SAFETY: processes of a check run on one OS thread; the state is written by
// the one process that has begun, before others can see it. A static is only
// read in place, each execution has a copy. To share the lazy value is to share
// the value, and any process may make it or drop it.
unsafe impl<T: Send + Sync, F: Send> Sync for LazyLock<T, F> {}
impl<T: UnwindSafe, F: UnwindSafe> UnwindSafe for LazyLock<T, F> {}
impl<T: RefUnwindSafe + UnwindSafe, F: UnwindSafe> RefUnwindSafe for LazyLock<T, F> {}

impl<T, F: FnOnce() -> T> LazyLock<T, F> {
    /// A value that `f` will make. It is named when it is first used in an
    /// execution.
    #[track_caller]
    #[must_use]
    pub const fn new(f: F) -> LazyLock<T, F> {
        LazyLock {
            once: Once::new(),
            state: UnsafeCell::new(State::Unmade(f)),
        }
    }

    /// The same cell with a name, which has to be a constant. Reports call it so. Otherwise they
    /// call it as the source code does where it was made or is used, if that can be told, or by
    /// its type.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> LazyLock<T, F> {
        self.once = self.once.named(name);
        self
    }

    /// The value, made now if need be; waits while another thread makes it.
    ///
    /// # Panics
    /// When the closure panicked.
    #[track_caller]
    pub fn force(this: &LazyLock<T, F>) -> &T {
        let object = this.object();
        match this.once.begin(object, false) {
            Begun::Done => {}
            Begun::Poisoned => poisoned(),
            Begun::Run(running) => {
                let state = rt::storage(object, this.state.get());
                // SAFETY: only the process that has begun uses the state, and
                // it makes no reference that outlives the closure.
                unsafe {
                    if let State::Unmade(f) = mem::replace(&mut *state, State::Taken) {
                        *state = State::Made(f());
                    }
                }
                running.complete();
            }
        }
        this.made(object).unwrap_or_else(|| poisoned())
    }

    /// The value, made now if need be, which nobody else can use.
    ///
    /// # Panics
    /// When the closure panicked.
    #[track_caller]
    pub fn force_mut(this: &mut LazyLock<T, F>) -> &mut T {
        let _ = LazyLock::force(this);
        LazyLock::get_mut(this).unwrap_or_else(|| poisoned())
    }
}

impl<T, F> LazyLock<T, F> {
    /// The value, if it has been made.
    #[must_use]
    #[track_caller]
    pub fn get(this: &LazyLock<T, F>) -> Option<&T> {
        let object = this.object();
        if this.once.is_done(object, "get()") {
            this.made(object)
        } else {
            None
        }
    }

    /// The value, if it has been made, which nobody else can use: no event.
    #[must_use]
    pub fn get_mut(this: &mut LazyLock<T, F>) -> Option<&mut T> {
        // SAFETY: the storage is the lazy value's own, and `&mut` says that
        // nobody else uses it.
        match unsafe { &mut *this.current() } {
            State::Made(value) => Some(value),
            State::Unmade(_) | State::Taken => None,
        }
    }

    #[track_caller]
    fn object(&self) -> Object {
        self.once.object("LazyLock")
    }

    /// The value, once it has been made.
    fn made(&self, object: Object) -> Option<&T> {
        // SAFETY: the state is not written again while it is shared.
        match unsafe { &*rt::storage(object, self.state.get()) } {
            State::Made(value) => Some(value),
            State::Unmade(_) | State::Taken => None,
        }
    }

    /// What is current: in this execution, or outside of any.
    fn current(&self) -> *mut State<T, F> {
        if rt::is_active() {
            rt::storage(self.object(), self.state.get())
        } else {
            self.state.get()
        }
    }
}

#[cold]
#[track_caller]
fn poisoned() -> ! {
    panic!("LazyLock instance has previously been poisoned")
}

impl<T, F: FnOnce() -> T> Deref for LazyLock<T, F> {
    type Target = T;

    #[track_caller]
    fn deref(&self) -> &T {
        LazyLock::force(self)
    }
}

impl<T, F: FnOnce() -> T> DerefMut for LazyLock<T, F> {
    #[track_caller]
    fn deref_mut(&mut self) -> &mut T {
        LazyLock::force_mut(self)
    }
}

impl<T: Default> Default for LazyLock<T> {
    fn default() -> Self {
        LazyLock::new(T::default)
    }
}

/// Shows the value if it has been made; no event.
impl<T: fmt::Debug, F> fmt::Debug for LazyLock<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_tuple("LazyLock");
        let value = match self.once.peek() {
            Some(true) => self.made(self.object()),
            Some(false) | None => None,
        };
        match value {
            Some(value) => shown.field(value),
            None => shown.field(&format_args!("<uninit>")),
        };
        shown.finish()
    }
}
