//! Programs as text.

use super::{Comparison, Program, Statement, Value, Wanted};
use mazurka_memory::Model;
use std::fmt;

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Constant(constant) => write!(f, "{constant}"),
            Value::Register { register, plus: 0 } => write!(f, "r{register}"),
            Value::Register { register, plus } => write!(f, "r{register} + {plus}"),
        }
    }
}

fn relation(equal: bool) -> &'static str {
    if equal { "==" } else { "!=" }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = relation(self.equal);
        write!(f, "x{} {relation} {}", self.variable, self.value)
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wanted::Any => "any",
            Wanted::Even => "even",
            Wanted::Odd => "odd",
        })
    }
}

/// Prints the statement without its blocks, on one line.
impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(register) = self.result() {
            write!(f, "r{register} = ")?;
        }
        match self {
            Statement::Load { variable, .. } => write!(f, "x{variable}"),
            Statement::Store { variable, value } => write!(f, "x{variable} = {value}"),
            Statement::StoreRelease { variable, value } => {
                write!(f, "store-release x{variable} {value}")
            }
            Statement::StoreSeqCst { variable, value } => {
                write!(f, "store-seq-cst x{variable} {value}")
            }
            Statement::FetchAdd {
                variable, summand, ..
            }
            | Statement::Add { variable, summand } => write!(f, "x{variable} += {summand}"),
            Statement::Swap {
                variable, value, ..
            } => write!(f, "swap x{variable} {value}"),
            Statement::Fetch {
                change,
                variable,
                value,
                ..
            } => write!(f, "{} x{variable} {value}", change.name()),
            Statement::SpinOr { variable, value } => write!(f, "spin-or x{variable} {value}"),
            Statement::CompareExchange {
                variable,
                expected,
                new,
                ..
            } => write!(f, "cas x{variable} {expected} {new}"),
            Statement::Set(variable) => write!(f, "set x{variable}"),
            Statement::Spin { variable, value } => write!(f, "spin x{variable} == {value}"),
            Statement::SpinCompareExchange {
                variable,
                expected,
                new,
            } => write!(f, "spin-cas x{variable} {expected} {new}"),
            Statement::Await(comparisons) => {
                f.write_str("await")?;
                comparisons.iter().try_for_each(|c| write!(f, " {c}"))
            }
            Statement::AwaitAny(comparisons) => {
                f.write_str("await-any")?;
                comparisons.iter().try_for_each(|c| write!(f, " {c}"))
            }
            Statement::AwaitThen {
                comparisons,
                variable,
                value,
            } => {
                f.write_str("await")?;
                comparisons.iter().try_for_each(|c| write!(f, " {c}"))?;
                write!(f, " then x{variable} = {value}")
            }
            Statement::Lock(mutex) => write!(f, "lock m{mutex}"),
            Statement::TryLock { mutex, .. } => write!(f, "try-lock m{mutex}"),
            Statement::Unlock(mutex) => write!(f, "unlock m{mutex}"),
            Statement::Read(lock) => write!(f, "read w{lock}"),
            Statement::TryRead { lock, .. } => write!(f, "try-read w{lock}"),
            Statement::UnlockRead(lock) => write!(f, "unlock-read w{lock}"),
            Statement::Write(lock) => write!(f, "write w{lock}"),
            Statement::TryWrite { lock, .. } => write!(f, "try-write w{lock}"),
            Statement::UnlockWrite(lock) => write!(f, "unlock-write w{lock}"),
            Statement::Acquire { semaphore, permits } => {
                write!(f, "acquire s{semaphore} {permits}")
            }
            Statement::TryAcquire {
                semaphore, permits, ..
            } => write!(f, "try-acquire s{semaphore} {permits}"),
            Statement::Release { semaphore, permits } => {
                write!(f, "release s{semaphore} {permits}")
            }
            Statement::Begin { once, .. } => write!(f, "begin o{once}"),
            Statement::Complete(once) => write!(f, "complete o{once}"),
            Statement::Choose { alternatives, .. } => write!(f, "choose {alternatives}"),
            Statement::Wait { condvar, mutex } => write!(f, "wait c{condvar} m{mutex}"),
            Statement::WaitTimeout { condvar, mutex, .. } => {
                write!(f, "wait-timeout c{condvar} m{mutex}")
            }
            Statement::NotifyOne(condvar) => write!(f, "notify-one c{condvar}"),
            Statement::NotifyAll(condvar) => write!(f, "notify-all c{condvar}"),
            Statement::Park => f.write_str("park"),
            Statement::Unpark(root) => write!(f, "unpark {root}"),
            Statement::Send { channel, value } => write!(f, "send h{channel} {value}"),
            Statement::TrySend { channel, value, .. } => write!(f, "try-send h{channel} {value}"),
            Statement::Recv { channel, .. } => write!(f, "recv h{channel}"),
            Statement::TryRecv { channel, .. } => write!(f, "try-recv h{channel}"),
            Statement::Post { mailbox, value } => write!(f, "post b{mailbox} {value}"),
            Statement::Receive {
                mailbox, wanted, ..
            } => write!(f, "receive b{mailbox} {wanted}"),
            Statement::ReceiveTimeout {
                mailbox, wanted, ..
            } => write!(f, "receive-timeout b{mailbox} {wanted}"),
            Statement::Close(channel) => write!(f, "close h{channel}"),
            Statement::DropReceiver(channel) => write!(f, "drop-receiver h{channel}"),
            Statement::If {
                register, equals, ..
            } => write!(f, "if r{register} == {equals}"),
            Statement::Fence => f.write_str("fence"),
            Statement::StoreBarrier => f.write_str("store-barrier"),
            Statement::Spawn(body) => write!(f, "spawn {body}"),
            Statement::Join(body) => write!(f, "join {body}"),
            Statement::Assert {
                register,
                equal,
                value,
            } => write!(f, "assert r{register} {} {value}", relation(*equal)),
            Statement::Assume {
                register,
                equal,
                value,
            } => write!(f, "assume r{register} {} {value}", relation(*equal)),
        }
    }
}

fn write_block(
    f: &mut fmt::Formatter<'_>,
    block: &[Statement],
    depth: usize,
) -> Result<(), fmt::Error> {
    for statement in block {
        writeln!(f, "{:1$}{statement}", "", depth * 4)?;
        if let Statement::If {
            then, otherwise, ..
        } = statement
        {
            write_block(f, then, depth + 1)?;
            if !otherwise.is_empty() {
                writeln!(f, "{:1$}else", "", depth * 4)?;
                write_block(f, otherwise, depth + 1)?;
            }
            writeln!(f, "{:1$}end", "", depth * 4)?;
        }
    }
    Ok(())
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.model != Model::Sc || self.bound.is_some() {
            write!(f, "model {}", self.model)?;
            if let Some(bound) = self.bound {
                write!(f, " bound {bound}")?;
            }
            writeln!(f)?;
        }
        for (index, permits) in self.permits.iter().enumerate() {
            writeln!(f, "semaphore s{index} {permits}")?;
        }
        for (index, channel) in self.channels.iter().enumerate() {
            write!(f, "channel h{index} senders {}", channel.senders)?;
            if let Some(capacity) = channel.capacity {
                write!(f, " capacity {capacity}")?;
            }
            writeln!(f)?;
        }
        for (index, body) in self.bodies.iter().enumerate() {
            let word = if index < self.roots { "root" } else { "body" };
            writeln!(f, "{word} {index}")?;
            write_block(f, body, 1)?;
        }
        Ok(())
    }
}
