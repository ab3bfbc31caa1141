//! What a process would do next, and whether it can.

use super::until::Until;
use super::{DONE, Interpreter, Phase, object_id};
use crate::ir::{self, Change, Class, Comparison, Statement};
use mazurka_program::{Guard, Kind, Numbers, Operation, ProcessId, Program};

impl Interpreter<'_> {
    /// The operation that a process announces, which is neither finished nor
    /// waiting for another process.
    pub(super) fn announce(&self, id: ProcessId) -> Operation {
        let process = self.state.process(id);
        let statement = process.peek().expect("it is not finished");
        let value = |value: &ir::Value| value.of(&process.registers);
        let on = |kind, class, number: &usize, operand| {
            Operation::new(kind, self.object(class, *number), operand)
        };
        let variable = |kind, number: &usize, operand| on(kind, Class::Variable, number, operand);
        let load = |number: &usize| {
            let object = self.object(Class::Variable, *number);
            Operation {
                store: self.state.buffers.latest(id, object),
                ..Operation::new(Kind::Load, object, 0)
            }
        };
        // What may find a store of its own has no guard.
        let spin = |operation: Operation, until: Until| Operation {
            guard: match operation.store {
                None => Some(Guard::Learnt(until.number())),
                Some(_) => None,
            },
            ..operation
        };
        match statement {
            Statement::Load { variable: x, .. } => load(x),
            Statement::Store {
                variable: x,
                value: v,
            }
            | Statement::StoreRelease {
                variable: x,
                value: v,
            }
            | Statement::StoreSeqCst {
                variable: x,
                value: v,
            } => variable(Kind::Store, x, value(v)),
            Statement::FetchAdd { variable: x, .. } => variable(Kind::ReadModifyWrite, x, 0),
            Statement::Swap {
                variable: x,
                value: v,
                ..
            } => variable(Kind::Swap, x, value(v)),
            Statement::Fetch {
                change,
                variable: x,
                value: v,
                ..
            } => {
                let (kind, operand) = change_kind(*change, value(v) & 7);
                variable(kind, x, operand)
            }
            Statement::SpinOr {
                variable: x,
                value: v,
            } => spin(
                variable(Kind::Or, x, value(v) & 7),
                Until::Clear(value(v) & 7),
            ),
            Statement::CompareExchange {
                variable: x,
                expected,
                ..
            } => variable(Kind::CompareExchange, x, value(expected)),
            Statement::Add {
                variable: x,
                summand,
            } => variable(Kind::Add, x, *summand),
            Statement::Set(x) => variable(Kind::Set, x, ir::SET),
            Statement::Spin {
                variable: x,
                value: v,
            } => spin(load(x), Until::Holds(value(v))),
            Statement::SpinCompareExchange {
                variable: x,
                expected,
                ..
            } => spin(
                variable(Kind::CompareExchange, x, value(expected)),
                Until::Holds(value(expected)),
            ),
            Statement::Await(comparisons)
            | Statement::AwaitAny(comparisons)
            | Statement::AwaitThen { comparisons, .. } => {
                variable(Kind::Await, &comparisons[0].variable, 0)
            }
            Statement::Lock(m) => on(Kind::Lock, Class::Mutex, m, 0),
            Statement::TryLock { mutex: m, .. } => on(Kind::TryLock, Class::Mutex, m, 0),
            Statement::Unlock(m) => on(Kind::Unlock, Class::Mutex, m, 0),
            Statement::Read(w) => on(Kind::LockShared, Class::RwLock, w, 0),
            Statement::TryRead { lock: w, .. } => on(Kind::TryLockShared, Class::RwLock, w, 0),
            Statement::UnlockRead(w) => on(Kind::UnlockShared, Class::RwLock, w, 0),
            Statement::Write(w) => on(Kind::Lock, Class::RwLock, w, 0),
            Statement::TryWrite { lock: w, .. } => on(Kind::TryLock, Class::RwLock, w, 0),
            Statement::UnlockWrite(w) => on(Kind::Unlock, Class::RwLock, w, 0),
            Statement::Acquire {
                semaphore: s,
                permits,
            } => on(Kind::Acquire, Class::Semaphore, s, *permits),
            Statement::TryAcquire {
                semaphore: s,
                permits,
                ..
            } => on(Kind::TryAcquire, Class::Semaphore, s, *permits),
            Statement::Release {
                semaphore: s,
                permits,
            } => on(Kind::Add, Class::Semaphore, s, *permits),
            Statement::Begin { once: o, .. } => on(Kind::Begin, Class::Once, o, 0),
            Statement::Complete(o) => on(Kind::Store, Class::Once, o, DONE),
            Statement::Choose { alternatives, .. } => {
                let choices = object_id(self.objects.choices);
                Operation::new(Kind::Choose, choices, *alternatives)
            }
            Statement::Wait {
                condvar: c,
                mutex: m,
            }
            | Statement::WaitTimeout {
                condvar: c,
                mutex: m,
                ..
            } => match process.phase {
                Phase::Locking { .. } => on(Kind::Lock, Class::Mutex, m, 0),
                Phase::Waiting | Phase::Notified => on(Kind::ReadModifyWrite, Class::Condvar, c, 0),
                _ => on(Kind::Wait, Class::Condvar, c, 0),
            },
            Statement::NotifyOne(c) => on(Kind::NotifyOne, Class::Condvar, c, 0),
            Statement::NotifyAll(c) => on(Kind::NotifyAll, Class::Condvar, c, 0),
            // Only roots park, and each has a body of its own.
            Statement::Park => Operation::new(Kind::Acquire, self.token(process.body), 1),
            Statement::Unpark(root) => Operation::new(Kind::Set, self.token(*root), 1),
            message => self
                .announce_mail(message)
                .unwrap_or_else(|| self.announce_message(message, process.phase)),
        }
    }

    /// Does a comparison hold for a process, which sees its own stores?
    pub(super) fn holds(&self, id: ProcessId, comparison: &Comparison) -> bool {
        let variable = self.object(Class::Variable, comparison.variable);
        comparison.holds(self.look(id, variable))
    }

    /// Can the announced operation of a process run now?
    pub(super) fn is_ready(&self, id: ProcessId, operation: &Operation) -> bool {
        let process = self.state.process(id);
        match process.peek() {
            Some(Statement::Await(comparisons) | Statement::AwaitThen { comparisons, .. }) => {
                comparisons.iter().all(|c| self.holds(id, c))
            }
            Some(Statement::AwaitAny(comparisons)) => comparisons.iter().any(|c| self.holds(id, c)),
            Some(statement) if operation.kind.is_opaque() => {
                self.mail_is_ready(statement) && self.message_is_ready(statement, process.phase)
            }
            _ => {
                let value = self.state.value(operation.object);
                let opens = |number| self.opens(number, value) != Some(false);
                operation.enabled_at(value) && operation.learnt_guard().is_none_or(opens)
            }
        }
    }
}

/// How an update is announced.
fn change_kind(change: Change, operand: u64) -> (Kind, u64) {
    match change {
        Change::Or => (Kind::Or, operand),
        Change::Clear => (Kind::And, !operand),
        Change::Max => (Kind::Max(Numbers::Unsigned), operand),
        Change::Min => (Kind::Min(Numbers::Unsigned), operand),
    }
}
