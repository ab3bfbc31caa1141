//! Random programs that send messages.

use super::program::{Program, Statement, TAGS, Take};
use crate::graphs::program::{Access, Action, Statement as Other, Wait};
use mazurka_program::Order;
use mazurka_random::Random;
use std::fmt;
use std::str::FromStr;

/// What programs are about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Several send to one, which receives by patterns.
    Server,
    /// All send to all.
    Mesh,
    /// The same with receives that give up.
    Timeout,
    /// With memory beside.
    Memory,
    /// With mutexes, and memory in some.
    Lock,
    /// With threads that start and join others, accesses that wait, choices.
    Mixed,
    /// Messages that cross: some send to several mailboxes in different orders, and who receives
    /// takes what it likes. Not all choices go together.
    Cross,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 7] = [
        Kind::Server,
        Kind::Mesh,
        Kind::Timeout,
        Kind::Memory,
        Kind::Lock,
        Kind::Mixed,
        Kind::Cross,
    ];

    fn has_memory(self) -> bool {
        matches!(self, Kind::Memory | Kind::Lock | Kind::Mixed)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Server => "server",
            Kind::Mesh => "mesh",
            Kind::Timeout => "timeout",
            Kind::Memory => "memory",
            Kind::Lock => "lock",
            Kind::Mixed => "mixed",
            Kind::Cross => "cross",
        })
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(name: &str) -> Result<Kind, String> {
        let found = Kind::ALL.into_iter().find(|kind| kind.to_string() == name);
        found.ok_or_else(|| {
            format!(
                "there is no kind {name:?}: choose server, mesh, timeout, memory, lock, mixed, \
                 cross or all"
            )
        })
    }
}

/// The program of a seed.
#[must_use]
pub fn generate(kind: Kind, seed: u64) -> Program {
    let mut random = Random::new(seed.wrapping_mul(37).wrapping_add(kind as u64) ^ 0x3c6e_f372);
    if kind == Kind::Cross {
        return cross(&mut random);
    }
    let threads = match random.below(10) {
        0..=1 => 2,
        2..=6 => 3,
        _ => 4,
    };
    // Some threads have two mailboxes, or none.
    let mut owners = Vec::new();
    for thread in 0..threads {
        let count = match (kind, random.below(10)) {
            (Kind::Server, _) if thread > 0 => usize::from(random.percent(40)),
            (_, 0..=3) => 0,
            (_, 4) => 2,
            _ => 1,
        };
        owners.resize(owners.len() + count, thread);
    }
    if owners.is_empty() {
        owners.push(0);
    }
    let mut writer = Writer {
        has_accesses: match kind {
            Kind::Lock => random.percent(50),
            _ => kind.has_memory(),
        },
        random,
        kind,
        owners,
        thread: 0,
    };
    let mut program = Program::default();
    for thread in 0..threads {
        writer.thread = thread;
        let most = match threads {
            2 => 6,
            3 => 5,
            _ => 4,
        };
        let least = if kind == Kind::Server && thread == 0 {
            3
        } else {
            2
        };
        let length = writer.random.between(least, most);
        let body = (0..length).map(|_| writer.statement(0)).collect();
        program.threads.push(body);
    }
    if kind == Kind::Mixed {
        writer.spawn(&mut program);
    }
    debug_assert_eq!(program.check(), Ok(()));
    program
}

/// Two or three that receive once or twice, and two or three that send to them.
fn cross(random: &mut Random) -> Program {
    let receivers = random.between(2, 3);
    let senders = random.between(2, 4 - receivers / 3);
    let mut program = Program::default();
    for mailbox in 0..receivers {
        let count = random.between(1, if receivers == 2 { 2 } else { 1 });
        let mut body = Vec::new();
        for _ in 0..count {
            body.push(Statement::Take(Take {
                mailbox,
                pattern: match random.below(3) {
                    0 => random.between(1, 7) as u64,
                    _ => 7,
                },
                gives_up: random.percent(15),
                skips: false,
            }));
        }
        if random.percent(20) {
            // What it sends depends on what it has received.
            let other = (mailbox + 1) % receivers;
            let tag = random
                .percent(50)
                .then(|| random.below(TAGS as usize) as u64);
            body.push(Statement::Send {
                mailbox: other,
                tag,
            });
        }
        program.threads.push(body);
    }
    for _ in 0..senders {
        let count = 2 + usize::from(senders + receivers < 5 && random.percent(50));
        let send = |_| Statement::Send {
            mailbox: random.below(receivers),
            tag: Some(random.below(TAGS as usize) as u64),
        };
        program.threads.push((0..count).map(send).collect());
    }
    if random.percent(40) {
        // Some of it is ordered by memory as well.
        for _ in 0..random.between(1, 3) {
            let thread = random.below(program.threads.len());
            let action = match random.percent(50) {
                true => Action::Load,
                false => Action::Store(1),
            };
            let access = Access::new(0, action, Order::SequentiallyConsistent);
            let body = &mut program.threads[thread];
            let place = random.below(body.len() + 1);
            body.insert(place, Statement::Other(Other::Access(access)));
        }
    }
    debug_assert_eq!(program.check(), Ok(()));
    program
}

struct Writer {
    random: Random,
    kind: Kind,
    /// Of each mailbox.
    owners: Vec<usize>,
    thread: usize,
    has_accesses: bool,
}

impl Writer {
    fn message(&mut self) -> Statement {
        let own: Vec<usize> = (0..self.owners.len())
            .filter(|mailbox| self.owners[*mailbox] == self.thread)
            .collect();
        let takes = match (self.kind, self.thread) {
            (Kind::Server, 0) => 80,
            (Kind::Server, _) => 25,
            _ => 50,
        };
        if !own.is_empty() && self.random.percent(takes) {
            let gives_up = match self.kind {
                Kind::Server | Kind::Mesh => 0,
                Kind::Timeout => 45,
                _ => 25,
            };
            return Statement::Take(Take {
                mailbox: *self.random.pick(&own),
                pattern: match self.random.percent(35) {
                    true => 7,
                    false => self.random.between(1, 7) as u64,
                },
                gives_up: self.random.percent(gives_up),
                skips: self.random.percent(25),
            });
        }
        let mut mailbox = self.random.below(self.owners.len());
        if self.kind == Kind::Server && self.owners[0] == 0 && self.random.percent(60) {
            mailbox = 0;
        }
        Statement::Send {
            mailbox,
            tag: match self.random.percent(20) {
                true => None,
                false => Some(self.random.below(TAGS as usize) as u64),
            },
        }
    }

    fn access(&mut self) -> Access {
        use Order::{Acquire, AcquireRelease, Relaxed, Release, SequentiallyConsistent};
        let action = match self.random.below(20) {
            0..=1 => Action::Add(1),
            2 => Action::Swap(self.random.below(3) as u64),
            3 => Action::Exchange(self.random.below(2) as u64, 1),
            4..=11 => Action::Load,
            12..=13 => Action::StoreNext,
            _ => Action::Store(self.random.between(1, 2) as u64),
        };
        let legal: &[Order] = match action {
            Action::Load => &[Relaxed, Acquire, SequentiallyConsistent],
            Action::Store(_) | Action::StoreNext => &[Relaxed, Release, SequentiallyConsistent],
            _ => &[
                Relaxed,
                Acquire,
                Release,
                AcquireRelease,
                SequentiallyConsistent,
            ],
        };
        let order = match self.random.percent(50) {
            true => Relaxed,
            false => *self.random.pick(legal),
        };
        let mut access = Access::new(self.random.below(2), action, order);
        access.skips = action.reads() && self.random.percent(20);
        if self.kind == Kind::Mixed && action.reads() && self.random.percent(15) {
            access.wait = Some(match self.random.percent(50) {
                true => Wait::Until(1),
                false => Wait::Unless(0),
            });
        }
        access
    }

    fn statement(&mut self, depth: usize) -> Statement {
        let dice = self.random.below(100);
        match self.kind {
            Kind::Lock | Kind::Mixed if dice < 20 && depth < 2 => {
                let length = self.random.below(3);
                return Statement::Section {
                    mutex: self.random.below(2),
                    body: (0..length).map(|_| self.statement(depth + 1)).collect(),
                };
            }
            Kind::Mixed if dice < 25 => {
                return Statement::Other(Other::Choose {
                    count: 2,
                    skips: self.random.percent(50),
                });
            }
            Kind::Memory if dice < 6 => {
                let fences = [Order::SequentiallyConsistent, Order::AcquireRelease];
                return Statement::Other(Other::Fence(*self.random.pick(&fences)));
            }
            _ => {}
        }
        if self.has_accesses && self.random.percent(45) {
            return Statement::Other(Other::Access(self.access()));
        }
        self.message()
    }

    /// Lets some threads start others, and join them.
    fn spawn(&mut self, program: &mut Program) {
        for child in 1..program.threads.len() {
            if self.random.percent(50) {
                continue;
            }
            let parent = self.random.below(child);
            let Some(at) = self.place(program, parent, 0) else {
                continue;
            };
            program.threads[parent].insert(at, Statement::Spawn(child));
            if self.random.percent(50)
                && let Some(at) = self.place(program, parent, at + 1)
            {
                program.threads[parent].insert(at, Statement::Join(child));
            }
        }
    }

    /// A place in a thread, from `from` on, that cannot be skipped.
    fn place(&mut self, program: &Program, thread: usize, from: usize) -> Option<usize> {
        let statements = &program.threads[thread];
        let is_free = |at: &usize| *at == 0 || !statements[at - 1].skips();
        let places: Vec<usize> = (from..=statements.len()).filter(is_free).collect();
        (!places.is_empty()).then(|| *self.random.pick(&places))
    }
}
