//! What operations do.

use super::{DONE, Interpreter, Phase, RUNNING};
use crate::ir::{self, Change, Class, Statement};
use mazurka_program::{Access, ObjectId, ProcessId, Step, Turn};

impl Interpreter<'_> {
    /// Changes an object, or only reads it if it would stay the same.
    fn change(&mut self, object: ObjectId, change: Change, operand: u64, step: &mut Step) {
        let held = self.state.value(object);
        let new = change.of(held, operand);
        match new == held {
            true => self.read(object, step),
            false => self.touch(object, Access::Write, new, step),
        }
    }

    /// Runs the announced operation of a process, with the registers that it
    /// has; is its statement done then?
    pub(super) fn operate(&mut self, turn: Turn, statement: &Statement, step: &mut Step) -> bool {
        let id = turn.process;
        let object = self.announce(id).object;
        let registers = *self.state.registers(id);
        let held = self.state.value(object);
        match statement {
            Statement::Load { register, .. } => {
                let seen = self.load(id, object, step);
                self.receive(id, *register, seen);
            }
            Statement::Store { value, .. }
            | Statement::StoreRelease { value, .. }
            | Statement::StoreSeqCst { value, .. } => {
                self.touch(object, Access::Write, value.of(&registers), step);
            }
            Statement::FetchAdd {
                summand, register, ..
            } => {
                self.touch(object, Access::Write, held.wrapping_add(*summand), step);
                self.receive(id, *register, held);
            }
            Statement::Swap {
                value, register, ..
            } => {
                let new = value.of(&registers);
                let access = if new == held {
                    Access::Read
                } else {
                    Access::Write
                };
                self.touch(object, access, new, step);
                self.receive(id, *register, held);
            }
            Statement::Fetch {
                change,
                value,
                register,
                ..
            } => {
                self.change(object, *change, value.of(&registers) & 7, step);
                self.receive(id, *register, held);
            }
            Statement::SpinOr { value, .. } => {
                self.change(object, Change::Or, value.of(&registers) & 7, step);
                return self.spin(id, held, self.state.value(object) != held);
            }
            Statement::CompareExchange {
                expected,
                new,
                register,
                ..
            } => {
                if held == expected.of(&registers) {
                    self.touch(object, Access::Write, new.of(&registers), step);
                } else {
                    self.read(object, step);
                }
                self.receive(id, *register, held);
            }
            Statement::Add { summand, .. } => self.add(object, *summand, step),
            Statement::Set(_) => self.touch(object, Access::Set, ir::SET, step),
            Statement::Spin { value, .. } => {
                let seen = self.load(id, object, step);
                return self.spin(id, seen, seen == value.of(&registers));
            }
            Statement::SpinCompareExchange { expected, new, .. } => {
                let equal = held == expected.of(&registers);
                if equal {
                    self.touch(object, Access::Write, new.of(&registers), step);
                } else {
                    self.read(object, step);
                }
                return self.spin(id, held, equal);
            }
            Statement::Await(comparisons) | Statement::AwaitAny(comparisons) => {
                for comparison in comparisons {
                    self.load(id, self.object(Class::Variable, comparison.variable), step);
                }
            }
            Statement::AwaitThen {
                comparisons,
                variable,
                value,
            } => {
                for comparison in comparisons.iter().filter(|c| c.variable != *variable) {
                    self.load(id, self.object(Class::Variable, comparison.variable), step);
                }
                let written = self.object(Class::Variable, *variable);
                self.touch(written, Access::Write, *value, step);
            }
            Statement::Choose { register, .. } => {
                self.receive(id, *register, turn.alternative.into());
            }
            Statement::Begin { register, .. } => {
                let run = held == 0;
                if run {
                    self.touch(object, Access::Write, RUNNING, step);
                } else {
                    self.read(object, step);
                }
                self.receive(id, *register, run.into());
            }
            Statement::Complete(_) => self.touch(object, Access::Write, DONE, step),
            Statement::Acquire { permits, .. } => {
                self.touch(object, Access::Write, held - permits, step);
            }
            Statement::TryAcquire {
                permits, register, ..
            } => {
                let enough = held >= *permits;
                if enough {
                    self.touch(object, Access::Write, held - permits, step);
                } else {
                    self.read(object, step);
                }
                self.receive(id, *register, enough.into());
            }
            Statement::Release { permits, .. } => self.add(object, *permits, step),
            Statement::Park => self.touch(object, Access::Write, held - 1, step),
            Statement::Unpark(_) => self.touch(object, Access::Set, 1, step),
            Statement::Lock(_)
            | Statement::TryLock { .. }
            | Statement::Unlock(_)
            | Statement::Read(_)
            | Statement::TryRead { .. }
            | Statement::UnlockRead(_)
            | Statement::Write(_)
            | Statement::TryWrite { .. }
            | Statement::UnlockWrite(_) => self.operate_lock(id, statement, object, step),
            Statement::Wait { .. } | Statement::WaitTimeout { .. } => {
                return self.operate_wait(id, statement, step);
            }
            Statement::NotifyOne(condvar) => {
                let waiter = self
                    .waiters(*condvar)
                    .get(turn.alternative as usize)
                    .copied();
                self.notify(id, object, waiter.as_slice(), step);
            }
            Statement::NotifyAll(condvar) => {
                let waiters = self.waiters(*condvar);
                self.notify(id, object, &waiters, step);
            }
            Statement::Post { mailbox, value } => {
                self.post(id, *mailbox, value.of(&registers), step);
            }
            Statement::Receive {
                mailbox,
                wanted,
                register,
            }
            | Statement::ReceiveTimeout {
                mailbox,
                wanted,
                register,
            } => {
                let result = self.take_wanted(*mailbox, *wanted, step);
                self.receive(id, *register, result);
            }
            message => return self.operate_message(id, message, step),
        }
        true
    }

    /// Has the process, which spins and saw this value, seen what it waits for?
    fn spin(&mut self, id: ProcessId, seen: u64, done: bool) -> bool {
        if !done {
            self.process_mut(id).phase = Phase::Seen(seen);
        }
        done
    }
}
