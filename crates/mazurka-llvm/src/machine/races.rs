//! Data races of accesses that are not atomic.

use super::memory::ObjectIndex;
use super::{Machine, Trouble};
use crate::code::{Access as Mode, Word};
use crate::ir::Order;
use mazurka_program::{ObjectId, Step};

impl Machine {
    pub(super) fn race_access(
        &mut self,
        _t: usize,
        _address: &Word,
        _mode: Mode,
        _writes: bool,
        _step: &mut Step,
    ) -> Result<(), Trouble> {
        Ok(())
    }

    pub(super) fn race_free(
        &mut self,
        _t: usize,
        _object: ObjectIndex,
        _step: &mut Step,
    ) -> Result<(), Trouble> {
        Ok(())
    }

    pub(super) fn race_fence(&mut self, _t: usize, _order: Order) {}
    pub(super) fn race_release(&mut self, _t: usize, _object: ObjectId) {}
    pub(super) fn race_acquire(&mut self, _t: usize, _object: ObjectId) {}
    pub(super) fn race_spawn(&mut self, _t: usize, _child: usize) {}
    pub(super) fn race_join(&mut self, _t: usize, _target: usize) {}
    pub(super) fn race_wake(&mut self, _t: usize, _woken: usize) {}
    pub(super) fn race_end(&mut self, _t: usize) {}
}
