//! Programs that send messages.

use crate::graphs::program::{Access, Statement as Other};
use mazurka_program::Order;

/// What a thread has in its register that gave up.
pub const GAVE_UP: u64 = 9;

/// How many kinds of messages there are.
pub const TAGS: u64 = 3;

/// A program: threads, with mailboxes, and with memory and mutexes beside.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Program {
    /// The threads.
    pub threads: Vec<Vec<Statement>>,
}

/// What a thread does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Statement {
    /// Sends a message.
    Send {
        /// To which mailbox.
        mailbox: usize,
        /// Of which kind; none is one more than what was read or received last.
        tag: Option<u64>,
    },
    /// Receives the first message that matches.
    Take(Take),
    /// Takes a mutex, does the body, gives it back.
    Section {
        /// Which mutex.
        mutex: usize,
        /// What is done with it.
        body: Vec<Statement>,
    },
    /// Starts another thread. One that is started nowhere is there from the start.
    Spawn(usize),
    /// Waits until another thread has finished.
    Join(usize),
    /// An access of memory, a fence or a choice.
    Other(Other),
}

/// A receive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take {
    /// From which mailbox: all that receive from it are in one thread.
    pub mailbox: usize,
    /// The kinds that match, as bits.
    pub pattern: u64,
    /// Does it give up if there is none?
    pub gives_up: bool,
    /// Skips the next statement after an odd kind, or when it gave up.
    pub skips: bool,
}

impl Take {
    /// Does it match a kind?
    #[must_use]
    pub fn matches(&self, tag: u64) -> bool {
        matches(self.pattern, tag)
    }
}

/// Does a pattern match a kind of message?
#[must_use]
pub fn matches(pattern: u64, tag: u64) -> bool {
    pattern >> tag & 1 == 1
}

/// What a thread does, flat. Numbers of instructions tell where to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instruction {
    /// A message to a mailbox.
    Send(usize, Option<u64>),
    /// A receive, and where to go on after an odd kind.
    Take(Take, usize),
    /// An access, and where to go on after an odd value.
    Access(Access, usize),
    /// A fence.
    Fence(Order),
    /// Takes a mutex.
    Lock(usize),
    /// Gives it back.
    Unlock(usize),
    /// Picks a number, and where to go on after an odd one.
    Choose(u64, usize),
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
    /// The number of mutexes.
    pub mutexes: usize,
    /// The number of mailboxes.
    pub mailboxes: usize,
    /// Of each mailbox: does a thread receive from it?
    pub is_taken: Vec<bool>,
    /// Of each thread: is it started by another?
    pub is_spawned: Vec<bool>,
}

impl Statement {
    /// Can it skip the next statement?
    #[must_use]
    pub fn skips(&self) -> bool {
        match self {
            Statement::Take(take) => take.skips,
            Statement::Other(other) => other.skips(),
            _ => false,
        }
    }
}

impl Program {
    /// The program as flat code.
    #[must_use]
    pub fn code(&self) -> Code {
        let mut code = Code {
            threads: Vec::new(),
            locations: 0,
            mutexes: 0,
            mailboxes: 0,
            is_taken: Vec::new(),
            is_spawned: vec![false; self.threads.len()],
        };
        for thread in &self.threads {
            let mut instructions = Vec::new();
            code.put(thread, &mut instructions);
            code.threads.push(instructions);
        }
        code.is_taken.resize(code.mailboxes, false);
        for instruction in code.threads.iter().flatten() {
            if let Instruction::Take(take, _) = instruction {
                code.is_taken[take.mailbox] = true;
            }
        }
        code
    }

    /// Why this program makes no sense, if it makes none.
    ///
    /// # Errors
    /// In words for people.
    pub fn check(&self) -> Result<(), String> {
        let mut check = Check {
            threads: self.threads.len(),
            spawned: Vec::new(),
            takers: Vec::new(),
        };
        for (number, thread) in self.threads.iter().enumerate() {
            let from = check.spawned.len();
            check.visit(number, thread, false)?;
            if check.spawned[from..].iter().any(|child| *child <= number) {
                return Err("a thread is started by one that comes later".into());
            }
        }
        check.spawned.sort_unstable();
        if check.spawned.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("a thread is started twice".into());
        }
        check.takers.sort_unstable();
        check.takers.dedup();
        if check.takers.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err("two threads receive from one mailbox".into());
        }
        Ok(())
    }
}

struct Check {
    threads: usize,
    spawned: Vec<usize>,
    /// Mailboxes, and the threads that receive from them.
    takers: Vec<(usize, usize)>,
}

impl Check {
    fn visit(
        &mut self,
        number: usize,
        statements: &[Statement],
        is_inner: bool,
    ) -> Result<(), String> {
        for (i, statement) in statements.iter().enumerate() {
            match statement {
                Statement::Section { body, .. } => self.visit(number, body, true)?,
                Statement::Take(take) => self.takers.push((take.mailbox, number)),
                Statement::Spawn(thread) | Statement::Join(thread) => {
                    let may_be_skipped = i > 0 && statements[i - 1].skips();
                    if *thread >= self.threads || is_inner || may_be_skipped {
                        return Err(format!("thread {thread} cannot be started or joined there"));
                    }
                    if matches!(statement, Statement::Spawn(_)) {
                        self.spawned.push(*thread);
                    }
                }
                Statement::Other(Other::Access(_) | Other::Fence(_) | Other::Choose { .. })
                | Statement::Send { .. } => {}
                Statement::Other(_) => {
                    return Err("only accesses, fences and choices beside messages".into());
                }
            }
        }
        Ok(())
    }
}

impl Code {
    /// Does it access memory?
    #[must_use]
    pub fn has_memory(&self) -> bool {
        self.locations > 0
    }

    fn put(&mut self, statements: &[Statement], to: &mut Vec<Instruction>) {
        let mut skipping: Option<usize> = None;
        for statement in statements {
            let at = to.len();
            let skipped = skipping.take();
            match statement {
                Statement::Send { mailbox, tag } => {
                    self.mailboxes = self.mailboxes.max(mailbox + 1);
                    to.push(Instruction::Send(*mailbox, *tag));
                }
                Statement::Take(take) => {
                    self.mailboxes = self.mailboxes.max(take.mailbox + 1);
                    to.push(Instruction::Take(*take, at + 1));
                }
                Statement::Section { mutex, body } => {
                    self.mutexes = self.mutexes.max(mutex + 1);
                    to.push(Instruction::Lock(*mutex));
                    self.put(body, to);
                    to.push(Instruction::Unlock(*mutex));
                }
                Statement::Spawn(thread) => {
                    self.is_spawned[*thread] = true;
                    to.push(Instruction::Spawn(*thread));
                }
                Statement::Join(thread) => to.push(Instruction::Join(*thread)),
                Statement::Other(Other::Access(access)) => {
                    self.locations = self.locations.max(access.location + 1);
                    to.push(Instruction::Access(*access, at + 1));
                }
                Statement::Other(Other::Fence(order)) => to.push(Instruction::Fence(*order)),
                Statement::Other(Other::Choose { count, .. }) => {
                    to.push(Instruction::Choose(*count, at + 1));
                }
                // There is no other: see the check.
                Statement::Other(_) => {}
            }
            if let Some(from) = skipped {
                let end = to.len();
                if let Instruction::Take(_, target)
                | Instruction::Access(_, target)
                | Instruction::Choose(_, target) = &mut to[from]
                {
                    *target = end;
                }
            }
            if statement.skips() {
                skipping = Some(at);
            }
        }
    }
}
