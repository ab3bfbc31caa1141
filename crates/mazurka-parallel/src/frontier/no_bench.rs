//! In the place of `bench.rs` without the feature: schedulers steal, and nothing is
//! counted or timed.

use super::{Part, Scheduler};

#[derive(Default)]
pub(super) struct Shared {}

pub(super) struct Own {}

impl Shared {
    pub(super) fn own(&self) -> Own {
        Own {}
    }
}

impl Own {
    pub(super) fn takes(&self) {}

    pub(super) fn claims(&self, _is_granted: bool) {}

    pub(super) fn publishes(&self, _nodes: usize) {}
}

impl Scheduler<'_> {
    pub(super) fn queue(&self) -> usize {
        self.number
    }

    #[inline]
    pub(super) fn is_asked(&self) -> bool {
        self.is_hungry()
    }

    pub(super) fn apart<T>(&mut self, _: Part, act: impl FnOnce(&mut Self) -> T) -> T {
        act(self)
    }

    pub(super) fn waiting<T>(&mut self, wait: impl FnOnce(&mut Self) -> T) -> T {
        wait(self)
    }

    pub(super) fn pause(&self) {}

    pub(super) fn settle(&self) {}
}
