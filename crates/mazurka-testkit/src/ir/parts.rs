//! What statements are made of.

use super::{Class, Comparison, Statement, Value};

/// A part of a statement.
#[derive(PartialEq, Eq, Debug)]
pub enum Part<'a> {
    /// The number of an object.
    Object(Class, &'a mut usize),
    /// The number of a register.
    Register(&'a mut usize),
    /// The number of a body.
    Body(&'a mut usize),
    /// A constant.
    Constant(&'a mut u64),
    /// A value.
    Value(&'a mut Value),
}

fn parts_of(comparisons: &mut [Comparison]) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for comparison in comparisons {
        parts.push(Part::Object(Class::Variable, &mut comparison.variable));
        parts.push(Part::Constant(&mut comparison.value));
    }
    parts
}

impl Statement {
    /// Is this an operation, rather than local code?
    #[must_use]
    pub fn is_operation(&self) -> bool {
        !matches!(
            self,
            Statement::If { .. }
                | Statement::Fence
                | Statement::StoreBarrier
                | Statement::Spawn(_)
                | Statement::Join(_)
                | Statement::Assert { .. }
                | Statement::Assume { .. }
        )
    }

    /// Under TSO and PSO: does this go into a store buffer?
    #[must_use]
    pub fn is_buffered(&self) -> bool {
        matches!(
            self,
            Statement::Store { .. } | Statement::StoreRelease { .. }
        )
    }

    /// Under TSO and PSO: must all that was stored before have reached memory?
    #[must_use]
    pub fn is_fenced(&self) -> bool {
        let plain = matches!(
            self,
            Statement::Load { .. }
                | Statement::Spin { .. }
                | Statement::Await(_)
                | Statement::AwaitAny(_)
                | Statement::Choose { .. }
                | Statement::If { .. }
                | Statement::StoreBarrier
                | Statement::Assert { .. }
                | Statement::Assume { .. }
        );
        !plain && !self.is_buffered()
    }

    /// The parts of the statement, without its blocks: the one list that all
    /// questions about the numbers in it are answered from.
    pub fn parts(&mut self) -> Vec<Part<'_>> {
        use Class::{Channel, Condvar, Mailbox, Mutex, Once, RwLock, Semaphore, Variable};
        use Part::{Body, Constant, Object, Register};
        match self {
            Statement::Load { variable, register } => {
                vec![Object(Variable, variable), Register(register)]
            }
            Statement::Store { variable, value }
            | Statement::StoreRelease { variable, value }
            | Statement::StoreSeqCst { variable, value }
            | Statement::Spin { variable, value } => {
                vec![Object(Variable, variable), Part::Value(value)]
            }
            Statement::FetchAdd {
                variable,
                summand,
                register,
            } => vec![
                Object(Variable, variable),
                Constant(summand),
                Register(register),
            ],
            Statement::SpinOr { variable, value } => {
                vec![Object(Variable, variable), Part::Value(value)]
            }
            Statement::Fetch {
                variable,
                value,
                register,
                ..
            }
            | Statement::Swap {
                variable,
                value,
                register,
            } => vec![
                Object(Variable, variable),
                Part::Value(value),
                Register(register),
            ],
            Statement::CompareExchange {
                variable,
                expected,
                new,
                register,
            } => vec![
                Object(Variable, variable),
                Part::Value(expected),
                Part::Value(new),
                Register(register),
            ],
            Statement::SpinCompareExchange {
                variable,
                expected,
                new,
            } => vec![
                Object(Variable, variable),
                Part::Value(expected),
                Part::Value(new),
            ],
            Statement::Add { variable, summand } => {
                vec![Object(Variable, variable), Constant(summand)]
            }
            Statement::Set(variable) => vec![Object(Variable, variable)],
            Statement::Await(comparisons) | Statement::AwaitAny(comparisons) => {
                parts_of(comparisons)
            }
            Statement::AwaitThen {
                comparisons,
                variable,
                value,
            } => {
                let mut parts = parts_of(comparisons);
                parts.extend([Object(Variable, variable), Constant(value)]);
                parts
            }
            Statement::Lock(mutex) | Statement::Unlock(mutex) => vec![Object(Mutex, mutex)],
            Statement::TryLock { mutex, register } => {
                vec![Object(Mutex, mutex), Register(register)]
            }
            Statement::Read(lock)
            | Statement::UnlockRead(lock)
            | Statement::Write(lock)
            | Statement::UnlockWrite(lock) => vec![Object(RwLock, lock)],
            Statement::TryRead { lock, register } | Statement::TryWrite { lock, register } => {
                vec![Object(RwLock, lock), Register(register)]
            }
            Statement::Acquire { semaphore, permits }
            | Statement::Release { semaphore, permits } => {
                vec![Object(Semaphore, semaphore), Constant(permits)]
            }
            Statement::TryAcquire {
                semaphore,
                permits,
                register,
            } => vec![
                Object(Semaphore, semaphore),
                Constant(permits),
                Register(register),
            ],
            Statement::Begin { once, register } => vec![Object(Once, once), Register(register)],
            Statement::Complete(once) => vec![Object(Once, once)],
            Statement::Choose {
                alternatives,
                register,
            } => vec![Constant(alternatives), Register(register)],
            Statement::Wait { condvar, mutex } => {
                vec![Object(Condvar, condvar), Object(Mutex, mutex)]
            }
            Statement::WaitTimeout {
                condvar,
                mutex,
                register,
            } => vec![
                Object(Condvar, condvar),
                Object(Mutex, mutex),
                Register(register),
            ],
            Statement::NotifyOne(condvar) | Statement::NotifyAll(condvar) => {
                vec![Object(Condvar, condvar)]
            }
            Statement::Park | Statement::Fence | Statement::StoreBarrier => vec![],
            Statement::Unpark(body) | Statement::Spawn(body) | Statement::Join(body) => {
                vec![Body(body)]
            }
            Statement::Send { channel, value } => {
                vec![Object(Channel, channel), Part::Value(value)]
            }
            Statement::TrySend {
                channel,
                value,
                register,
            } => vec![
                Object(Channel, channel),
                Part::Value(value),
                Register(register),
            ],
            Statement::Recv { channel, register } | Statement::TryRecv { channel, register } => {
                vec![Object(Channel, channel), Register(register)]
            }
            Statement::Post { mailbox, value } => {
                vec![Object(Mailbox, mailbox), Part::Value(value)]
            }
            Statement::Receive {
                mailbox, register, ..
            }
            | Statement::ReceiveTimeout {
                mailbox, register, ..
            } => vec![Object(Mailbox, mailbox), Register(register)],
            Statement::Close(channel) | Statement::DropReceiver(channel) => {
                vec![Object(Channel, channel)]
            }
            Statement::If {
                register, equals, ..
            } => vec![Register(register), Constant(equals)],
            Statement::Assert {
                register, value, ..
            }
            | Statement::Assume {
                register, value, ..
            } => vec![Register(register), Constant(value)],
        }
    }

    /// The objects that the statement names.
    pub(super) fn objects(&self) -> Vec<(Class, usize)> {
        let mut copy = self.without_blocks();
        let parts = copy.parts().into_iter();
        let objects = parts.filter_map(|part| match part {
            Part::Object(class, number) => Some((class, *number)),
            _ => None,
        });
        objects.collect()
    }

    /// The registers that the statement itself names.
    pub(super) fn registers(&self) -> Vec<usize> {
        let mut copy = self.without_blocks();
        let parts = copy.parts().into_iter();
        let registers = parts.filter_map(|part| match part {
            Part::Register(register) | Part::Value(Value::Register { register, .. }) => {
                Some(*register)
            }
            _ => None,
        });
        registers.collect()
    }

    fn without_blocks(&self) -> Statement {
        match self {
            Statement::If {
                register, equals, ..
            } => Statement::If {
                register: *register,
                equals: *equals,
                then: vec![],
                otherwise: vec![],
            },
            other => other.clone(),
        }
    }

    /// The register that the statement leaves its result in.
    #[must_use]
    pub fn result(&self) -> Option<usize> {
        match self {
            Statement::Load { register, .. }
            | Statement::FetchAdd { register, .. }
            | Statement::Swap { register, .. }
            | Statement::Fetch { register, .. }
            | Statement::CompareExchange { register, .. }
            | Statement::TryLock { register, .. }
            | Statement::TryRead { register, .. }
            | Statement::TryWrite { register, .. }
            | Statement::TryAcquire { register, .. }
            | Statement::Begin { register, .. }
            | Statement::Choose { register, .. }
            | Statement::WaitTimeout { register, .. }
            | Statement::TrySend { register, .. }
            | Statement::Recv { register, .. }
            | Statement::TryRecv { register, .. }
            | Statement::Receive { register, .. }
            | Statement::ReceiveTimeout { register, .. } => Some(*register),
            _ => None,
        }
    }

    /// The channel that this statement sends to.
    #[must_use]
    pub fn sends_to(&self) -> Option<usize> {
        match self {
            Statement::Send { channel, .. } | Statement::TrySend { channel, .. } => Some(*channel),
            _ => None,
        }
    }

    /// The channel that this statement takes a message from.
    pub(super) fn receives_from(&self) -> Option<usize> {
        match self {
            Statement::Recv { channel, .. } | Statement::TryRecv { channel, .. } => Some(*channel),
            _ => None,
        }
    }
}
