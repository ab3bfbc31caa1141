//! Locks and condition variables.

use super::{Interpreter, Phase, found_bug, remove};
use crate::ir::{Class, Statement};
use mazurka_program::{Access, EXCLUSIVE, Edge, FindingKind, ObjectId, ProcessId, Step};

impl Interpreter<'_> {
    pub(super) fn operate_lock(
        &mut self,
        id: ProcessId,
        statement: &Statement,
        object: ObjectId,
        step: &mut Step,
    ) {
        let held = self.state.value(object);
        let taken = match statement {
            Statement::TryRead { .. } => held >= EXCLUSIVE,
            _ => held != 0,
        };
        if let Some(register) = statement.result() {
            self.receive(id, register, (!taken).into());
            if taken {
                return self.read(object, step);
            }
        }
        match statement {
            Statement::Lock(_) | Statement::TryLock { .. } => {
                debug_assert_eq!(held, 0, "{object:?} is held");
                self.process_mut(id).holds.push(object);
                self.touch(object, Access::Write, 1, step);
            }
            Statement::Write(_) | Statement::TryWrite { .. } => {
                debug_assert_eq!(held, 0, "{object:?} is held");
                self.process_mut(id).holds.push(object);
                self.touch(object, Access::Write, EXCLUSIVE, step);
            }
            Statement::Read(_) | Statement::TryRead { .. } => {
                debug_assert!(held < EXCLUSIVE, "{object:?} is written");
                self.process_mut(id).reads.push(object);
                self.add(object, 1, step);
            }
            Statement::UnlockRead(_) => {
                if remove(&mut self.process_mut(id).reads, object) {
                    self.add(object, u64::MAX, step);
                } else {
                    self.not_held(id, object, step);
                }
            }
            _ => {
                if remove(&mut self.process_mut(id).holds, object) {
                    self.touch(object, Access::Write, 0, step);
                } else {
                    self.not_held(id, object, step);
                }
            }
        }
    }

    /// A process gives back what it does not hold.
    fn not_held(&mut self, id: ProcessId, object: ObjectId, step: &mut Step) {
        let message = self.label(object).to_owned();
        found_bug(FindingKind::UnlockNotHeld, id, message, step);
        self.touch(object, Access::None, self.state.value(object), step);
    }

    /// One of the operations of a wait; is that the last of them?
    pub(super) fn operate_wait(
        &mut self,
        id: ProcessId,
        statement: &Statement,
        step: &mut Step,
    ) -> bool {
        let (Statement::Wait { condvar, mutex } | Statement::WaitTimeout { condvar, mutex, .. }) =
            statement
        else {
            unreachable!("{statement} is no wait");
        };
        let condvar = self.object(Class::Condvar, *condvar);
        let mutex = self.object(Class::Mutex, *mutex);
        let phase = self.state.process(id).phase;
        let next = match phase {
            Phase::Locking { timed_out } => {
                self.process_mut(id).holds.push(mutex);
                self.touch(mutex, Access::Write, 1, step);
                if let (Some(register), Some(timed_out)) = (statement.result(), timed_out) {
                    self.receive(id, register, timed_out.into());
                }
                return true;
            }
            Phase::Waiting | Phase::Notified => {
                let timed_out = phase == Phase::Waiting;
                let waiters = self.state.value(condvar) - u64::from(timed_out);
                self.touch(condvar, Access::Write, waiters, step);
                Phase::Locking {
                    timed_out: Some(timed_out),
                }
            }
            _ if remove(&mut self.process_mut(id).holds, mutex) => {
                self.add(condvar, 1, step);
                self.touch(mutex, Access::Write, 0, step);
                Phase::Waiting
            }
            _ => {
                self.not_held(id, mutex, step);
                return true;
            }
        };
        self.process_mut(id).phase = next;
        false
    }

    /// Those who wait at a condition variable, by their place in the spawn tree.
    pub(super) fn waiters(&self, condvar: usize) -> Vec<ProcessId> {
        let waits = |id: &ProcessId| self.state.process(*id).waits_at(condvar);
        let mut waiters: Vec<_> = self.state.owners().filter(waits).collect();
        waiters.sort_by_key(|id| self.place(*id));
        waiters
    }

    /// Wakes some of the waiters that `condvar` counts, or finds that there are
    /// none.
    pub(super) fn notify(
        &mut self,
        by: ProcessId,
        condvar: ObjectId,
        woken: &[ProcessId],
        step: &mut Step,
    ) {
        if woken.is_empty() {
            return self.read(condvar, step);
        }
        let left = self.state.value(condvar) - woken.len() as u64;
        self.touch(condvar, Access::Write, left, step);
        for id in woken {
            let process = self.process_mut(*id);
            if let Some(Statement::WaitTimeout { .. }) = process.peek() {
                process.phase = Phase::Notified;
            } else {
                process.phase = Phase::Locking { timed_out: None };
                step.edges.push(Edge::Wake { process: *id, by });
            }
        }
    }
}
