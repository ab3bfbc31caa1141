//! A small language of programs with memory orders.
//!
//! A thread is a list of statements and has one register: what it read last. Control depends on
//! that: a statement with `skips` leaves out the next one if it read an odd number.

use mazurka_program::Order;

/// A program: threads over a few objects, all of which hold zero at first but semaphores.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Program {
    /// The permits that semaphores have at first.
    pub permits: Vec<u64>,
    /// The threads.
    pub threads: Vec<Vec<Statement>>,
}

/// What a thread does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Statement {
    /// An access of memory.
    Access(Access),
    /// A fence.
    Fence(Order),
    /// Takes a mutex, does the body, gives it back.
    Section {
        /// Which mutex.
        mutex: usize,
        /// If it is taken: leave out the section, do not wait.
        is_try: bool,
        /// What is done with it.
        body: Vec<Statement>,
    },
    /// Takes permits of a semaphore.
    Acquire {
        /// Which semaphore.
        semaphore: usize,
        /// How many.
        count: u64,
    },
    /// Gives permits to a semaphore.
    Release {
        /// Which semaphore.
        semaphore: usize,
        /// How many.
        count: u64,
    },
    /// Picks a number below this one.
    Choose {
        /// How many there are.
        count: u64,
        /// Skips the next statement after an odd one.
        skips: bool,
    },
    /// Gives back a mutex that it holds, waits to be woken, and takes it again.
    Wait {
        /// Which condition variable.
        condition: usize,
        /// Which mutex.
        mutex: usize,
    },
    /// Wakes one of those who wait at a condition variable, any of them.
    NotifyOne(usize),
    /// Wakes all.
    NotifyAll(usize),
    /// Starts another thread. One that is started nowhere is there from the start.
    Spawn(usize),
    /// Waits until another thread has finished.
    Join(usize),
}

/// An access of memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    /// Where.
    pub location: usize,
    /// What it does there.
    pub action: Action,
    /// How it is ordered.
    pub order: Order,
    /// How it is ordered if it is a compare-exchange that fails.
    pub failure: Order,
    /// Does it wait for a value?
    pub wait: Option<Wait>,
    /// Skips the next statement after an odd value.
    pub skips: bool,
}

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Reads.
    Load,
    /// Writes a number.
    Store(u64),
    /// Writes one more than what was read last.
    StoreNext,
    /// Adds a number, which is not zero, and reads what was there.
    Add(u64),
    /// Exchanges.
    Swap(u64),
    /// Writes the second number if the first is there.
    Exchange(u64, u64),
}

/// For what an access waits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wait {
    /// For anything but this number.
    Unless(u64),
    /// For this number.
    Until(u64),
}

impl Wait {
    /// Is this what it waits for?
    #[must_use]
    pub fn opens(self, value: u64) -> bool {
        match self {
            Wait::Unless(closed) => value != closed,
            Wait::Until(open) => value == open,
        }
    }
}

impl Action {
    /// Does it read?
    #[must_use]
    pub fn reads(self) -> bool {
        !matches!(self, Action::Store(_) | Action::StoreNext)
    }

    /// Is it an update: does it read, and perhaps write?
    #[must_use]
    pub fn is_update(self) -> bool {
        matches!(
            self,
            Action::Add(_) | Action::Swap(_) | Action::Exchange(..)
        )
    }

    /// What it leaves where `held` was, in a thread that has `register`.
    #[must_use]
    pub fn left(self, held: u64, register: u64) -> u64 {
        match self {
            Action::Load => held,
            Action::Store(value) | Action::Swap(value) => value,
            Action::StoreNext => register + 1,
            Action::Add(summand) => held + summand,
            Action::Exchange(old, new) => {
                if held == old {
                    new
                } else {
                    held
                }
            }
        }
    }
}

impl Access {
    /// An access that waits for nothing.
    #[must_use]
    pub fn new(location: usize, action: Action, order: Order) -> Access {
        Access {
            location,
            action,
            order,
            failure: Order::Relaxed,
            wait: None,
            skips: false,
        }
    }
}

/// What a thread does, flat. Numbers of instructions tell where to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instruction {
    /// An access, and where to go on after an odd value.
    Access(Access, usize),
    /// A fence.
    Fence(Order),
    /// Takes a mutex.
    Lock(usize),
    /// Takes a mutex, or goes on there.
    TryLock(usize, usize),
    /// Gives it back.
    Unlock(usize),
    /// Takes permits.
    Acquire(usize, u64),
    /// Gives permits.
    Release(usize, u64),
    /// Picks a number, and where to go on after an odd one.
    Choose(u64, usize),
    /// Gives back the second, a mutex, and waits at the first. The mutex is taken next.
    Wait(usize, usize),
    /// Wakes one.
    NotifyOne(usize),
    /// Wakes all.
    NotifyAll(usize),
    /// Starts a thread.
    Spawn(usize),
    /// Waits for a thread.
    Join(usize),
}

/// A program as flat code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    /// The instructions of each thread.
    pub threads: Vec<Vec<Instruction>>,
    /// The number of locations.
    pub locations: usize,
    /// The number of mutexes; strong objects are these, then the semaphores, then the condition
    /// variables.
    pub mutexes: usize,
    /// The number of condition variables.
    pub conditions: usize,
    /// What semaphores have at first.
    pub permits: Vec<u64>,
    /// Of each thread: is it started by another?
    pub is_spawned: Vec<bool>,
    /// Are threads started, joined or woken?
    pub has_joins: bool,
}

impl Program {
    /// The program as flat code.
    #[must_use]
    pub fn code(&self) -> Code {
        let mut code = Code {
            threads: Vec::new(),
            locations: 0,
            mutexes: 0,
            conditions: 0,
            permits: self.permits.clone(),
            is_spawned: vec![false; self.threads.len()],
            has_joins: false,
        };
        for thread in &self.threads {
            let mut instructions = Vec::new();
            code.put(thread, &mut instructions);
            code.threads.push(instructions);
        }
        code
    }

    /// The number of statements.
    #[must_use]
    pub fn size(&self) -> usize {
        fn size(statements: &[Statement]) -> usize {
            let of = |statement: &Statement| match statement {
                Statement::Section { body, .. } => 2 + size(body),
                _ => 1,
            };
            statements.iter().map(of).sum()
        }
        self.threads.iter().map(|thread| size(thread)).sum()
    }

    /// Why this program makes no sense, if it makes none.
    ///
    /// # Errors
    /// In words for people.
    pub fn check(&self) -> Result<(), String> {
        fn visit(
            program: &Program,
            statements: &[Statement],
            spawned: &mut Vec<usize>,
            held: &[usize],
        ) -> Result<(), String> {
            for (i, statement) in statements.iter().enumerate() {
                match statement {
                    Statement::Section { mutex, body, .. } => {
                        let held = [held, &[*mutex]].concat();
                        visit(program, body, spawned, &held)?;
                    }
                    Statement::Wait { mutex, .. } if !held.contains(mutex) => {
                        return Err(format!("the mutex m{mutex} is not held"));
                    }
                    Statement::Acquire { semaphore, .. } | Statement::Release { semaphore, .. }
                        if *semaphore >= program.permits.len() =>
                    {
                        return Err("a semaphore without permits: add \"permits N\"".into());
                    }
                    Statement::Spawn(thread) | Statement::Join(thread) => {
                        let may_be_skipped = i > 0 && statements[i - 1].skips();
                        if *thread >= program.threads.len() || !held.is_empty() || may_be_skipped {
                            return Err(format!("thread {thread} cannot be started there"));
                        }
                        if matches!(statement, Statement::Spawn(_)) {
                            spawned.push(*thread);
                        }
                    }
                    _ => {}
                }
            }
            Ok(())
        }
        let mut spawned = Vec::new();
        for (number, thread) in self.threads.iter().enumerate() {
            let from = spawned.len();
            visit(self, thread, &mut spawned, &[])?;
            if spawned[from..].iter().any(|child| *child <= number) {
                return Err("a thread is started by one that comes later".into());
            }
        }
        spawned.sort_unstable();
        if spawned.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("a thread is started twice".into());
        }
        Ok(())
    }
}

impl Statement {
    /// Can it skip the next statement?
    #[must_use]
    pub fn skips(&self) -> bool {
        match self {
            Statement::Access(access) => access.skips,
            Statement::Choose { skips, .. } => *skips,
            _ => false,
        }
    }
}

impl Code {
    /// The number of strong objects.
    #[must_use]
    pub fn strong(&self) -> usize {
        self.mutexes + self.permits.len() + self.conditions
    }

    /// The strong object of a condition variable.
    #[must_use]
    pub fn condition(&self, number: usize) -> usize {
        self.mutexes + self.permits.len() + number
    }

    fn put(&mut self, statements: &[Statement], to: &mut Vec<Instruction>) {
        let mut skipping: Option<usize> = None;
        for statement in statements {
            let at = to.len();
            let skipped = skipping.take();
            match statement {
                Statement::Access(access) => {
                    self.locations = self.locations.max(access.location + 1);
                    to.push(Instruction::Access(*access, at + 1));
                }
                Statement::Fence(order) => to.push(Instruction::Fence(*order)),
                Statement::Section {
                    mutex,
                    is_try,
                    body,
                } => {
                    self.mutexes = self.mutexes.max(mutex + 1);
                    to.push(Instruction::Lock(*mutex));
                    self.put(body, to);
                    to.push(Instruction::Unlock(*mutex));
                    if *is_try {
                        to[at] = Instruction::TryLock(*mutex, to.len());
                    }
                }
                Statement::Acquire { semaphore, count } => {
                    to.push(Instruction::Acquire(*semaphore, *count));
                }
                Statement::Release { semaphore, count } => {
                    to.push(Instruction::Release(*semaphore, *count));
                }
                Statement::Choose { count, .. } => to.push(Instruction::Choose(*count, at + 1)),
                Statement::Wait { condition, mutex } => {
                    self.conditions = self.conditions.max(condition + 1);
                    to.push(Instruction::Wait(*condition, *mutex));
                    to.push(Instruction::Lock(*mutex));
                }
                Statement::NotifyOne(condition) | Statement::NotifyAll(condition) => {
                    self.conditions = self.conditions.max(condition + 1);
                    self.has_joins = true;
                    to.push(match statement {
                        Statement::NotifyOne(_) => Instruction::NotifyOne(*condition),
                        _ => Instruction::NotifyAll(*condition),
                    });
                }
                Statement::Spawn(thread) => {
                    self.is_spawned[*thread] = true;
                    self.has_joins = true;
                    to.push(Instruction::Spawn(*thread));
                }
                Statement::Join(thread) => {
                    self.has_joins = true;
                    to.push(Instruction::Join(*thread));
                }
            }
            if let Some(from) = skipped {
                let end = to.len();
                match &mut to[from] {
                    Instruction::Access(_, target) | Instruction::Choose(_, target) => {
                        *target = end;
                    }
                    _ => {}
                }
            }
            if statement.skips() {
                skipping = Some(at);
            }
        }
    }
}
