//! What is made of locks, condition variables, mailboxes and channels.

use super::Generator;
use super::weights::Make;
use crate::ir::{Statement, Wanted};

impl Generator {
    pub(super) fn on_mutex(&mut self, make: Make, block: &mut Vec<Statement>) {
        let mutex = self.random.below(self.mutexes);
        let register = self.register();
        match make {
            Make::Section => self.section(Statement::Lock(mutex), Statement::Unlock(mutex), block),
            Make::TrySection => {
                let enter = Statement::TryLock { mutex, register };
                self.try_section(enter, Statement::Unlock(mutex), block);
            }
            Make::StrayLock => block.push(Statement::Lock(mutex)),
            _ => block.push(Statement::Unlock(mutex)),
        }
    }

    pub(super) fn on_rwlock(&mut self, make: Make, block: &mut Vec<Statement>) {
        let lock = usize::from(self.random.percent(20));
        let register = self.register();
        let (read, write) = (Statement::UnlockRead(lock), Statement::UnlockWrite(lock));
        match make {
            Make::ReadSection => self.section(Statement::Read(lock), read, block),
            Make::WriteSection => self.section(Statement::Write(lock), write, block),
            Make::TryReadSection => {
                self.try_section(Statement::TryRead { lock, register }, read, block);
            }
            Make::TryWriteSection => {
                self.try_section(Statement::TryWrite { lock, register }, write, block);
            }
            _ => {
                let strays = [Statement::Read(lock), Statement::Write(lock), read, write];
                let stray = self.random.below(strays.len());
                block.push(strays[stray].clone());
            }
        }
    }

    pub(super) fn on_semaphore(&mut self, make: Make, block: &mut Vec<Statement>) {
        let semaphore = usize::from(self.random.percent(20));
        let permits = self.random.between(1, 2) as u64;
        let acquire = Statement::Acquire { semaphore, permits };
        let release = Statement::Release { semaphore, permits };
        match make {
            Make::PermitSection => self.section(acquire, release, block),
            Make::Acquire => block.push(acquire),
            Make::Release => block.push(release),
            _ => {
                let register = self.register();
                let enter = Statement::TryAcquire {
                    semaphore,
                    permits,
                    register,
                };
                match self.random.percent(50) {
                    true => self.try_section(enter, release, block),
                    false => block.push(enter),
                }
            }
        }
    }

    pub(super) fn on_once(&mut self, make: Make, block: &mut Vec<Statement>) {
        let once = usize::from(self.random.percent(20));
        let complete = Statement::Complete(once);
        let register = self.register();
        match make {
            Make::OnceSection => {
                self.try_section(Statement::Begin { once, register }, complete, block);
            }
            _ => block.push(complete),
        }
    }

    pub(super) fn on_condvar(&mut self, make: Make, block: &mut Vec<Statement>) {
        let condvar = usize::from(self.random.percent(10));
        let mutex = self.random.below(self.mutexes);
        let register = self.register();
        let wait = match make {
            Make::NotifyOne => return block.push(Statement::NotifyOne(condvar)),
            Make::NotifyAll => return block.push(Statement::NotifyAll(condvar)),
            Make::WaitTimeoutSection => Statement::WaitTimeout {
                condvar,
                mutex,
                register,
            },
            _ => Statement::Wait { condvar, mutex },
        };
        self.spend(3);
        if self.random.percent(5) {
            return block.push(wait);
        }
        block.push(Statement::Lock(mutex));
        if self.budget > 1 && self.random.percent(40) {
            self.spend(1);
            let variable = self.random.below(self.variables);
            block.push(Statement::Load { variable, register });
            block.push(Statement::If {
                register,
                equals: 0,
                then: vec![wait],
                otherwise: vec![],
            });
        } else {
            block.push(wait);
        }
        self.inside(block);
        self.spend(1);
        block.push(Statement::Unlock(mutex));
    }

    /// What a receiver does instead of sending to itself.
    fn receive(&mut self) -> Make {
        [Make::Recv, Make::TryRecv, Make::DropReceiver][self.random.below(3)]
    }

    pub(super) fn on_mailbox(&mut self, make: Make, block: &mut Vec<Statement>) {
        let mailbox = self.random.below(self.receivers.len());
        let register = self.register();
        let wanted = Wanted::ALL[self.random.below(3)];
        let receives = self.receivers[mailbox] == self.body;
        block.push(match make {
            Make::Receive if receives => Statement::Receive {
                mailbox,
                wanted,
                register,
            },
            Make::ReceiveTimeout if receives => Statement::ReceiveTimeout {
                mailbox,
                wanted,
                register,
            },
            // Somebody else has to send.
            _ => {
                let value = self.value();
                Statement::Post { mailbox, value }
            }
        });
    }

    pub(super) fn on_channel(&mut self, make: Make, block: &mut Vec<Statement>) {
        let channel = self.random.below(self.receivers.len());
        let register = self.register();
        let receives = self.receivers[channel] == self.body;
        let make = match make {
            Make::Send if receives && self.random.percent(60) => self.receive(),
            other => other,
        };
        let dropped = match make {
            Make::Close => Some(Statement::Close(channel)),
            Make::DropReceiver if receives => Some(Statement::DropReceiver(channel)),
            _ => None,
        };
        if let Some(dropped) = dropped {
            if !self.drops.contains(&dropped) {
                self.drops.push(dropped);
            }
            return;
        }
        block.push(match make {
            Make::Recv if receives => Statement::Recv { channel, register },
            Make::TryRecv if receives => Statement::TryRecv { channel, register },
            Make::TrySend => Statement::TrySend {
                channel,
                value: self.value(),
                register,
            },
            // Somebody else has to send.
            _ => {
                let value = self.value();
                Statement::Send { channel, value }
            }
        });
    }
}
