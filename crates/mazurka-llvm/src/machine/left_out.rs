//! What bounds have left out of an exploration.

use std::cell::{Cell, RefCell};

/// What bounds have left out, since the machine was made.
#[derive(Clone, Debug, Default)]
pub struct LeftOut {
    is_cut: Cell<bool>,
    why: RefCell<Option<String>>,
}

impl LeftOut {
    /// Has a bound on loops, store buffers or failures left something out?
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut.get()
    }

    /// Why an execution was ended that the program goes on with; for people.
    #[must_use]
    pub fn why(&self) -> Option<String> {
        self.why.borrow().clone()
    }

    pub(super) fn cut(&self) {
        self.is_cut.set(true);
    }

    /// Notes why an execution was ended. Of several reasons, the first by its words stays: the
    /// order in which executions are explored does not matter.
    pub(super) fn end(&self, words: String) {
        let mut why = self.why.borrow_mut();
        if why.as_ref().is_none_or(|known| words < *known) {
            *why = Some(words);
        }
    }

    /// Makes it again what it was.
    pub(super) fn restore(&self, was: LeftOut) {
        self.is_cut.set(was.is_cut.get());
        self.why.replace(was.why.into_inner());
    }
}
