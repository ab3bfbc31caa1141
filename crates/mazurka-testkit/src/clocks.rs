//! Programs that look at clocks, sleep, and wait with limits: atomic variables, mutexes, a
//! semaphore or a channel, a condition variable, tokens of threads, loops with deadlines.
//!
//! Each thread writes down what its waits returned and what time it was, in milliseconds. The
//! [judge] enumerates all interleavings, and says what time it is from what comes before what. The
//! programs are written in C and C++ (`c::clocks`), and run as closures of Rust (`rust::clocks`).

pub mod judge;

use crate::random::Random;

/// The number of atomic variables.
pub const VARIABLES: usize = 2;
/// The number of mutexes.
pub const MUTEXES: usize = 2;
/// The number of words that a thread writes its notes to.
pub const SLOTS: usize = 5;
/// A note is what a statement returned or saw, this many times, and the time.
pub const NOTE: u64 = 1_000_000;

/// The language that a program is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// C, with POSIX threads.
    C,
    /// C++, with its own threads, clocks, mutexes and condition variables, and POSIX's semaphores.
    Cpp,
    /// Rust. Permits are messages of a channel, which the first thread takes.
    Rust,
}

/// A statement. Times are in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// Stores a value into a variable.
    Store(usize, u64),
    /// Notes what a variable holds.
    Load(usize, usize),
    /// Sleeps.
    Sleep(u64),
    /// Notes what time it is.
    Look(usize),
    /// Does something with a mutex held.
    Locked(usize, Vec<Statement>),
    /// The same, if it gets the mutex in time; notes whether.
    LockedIn(usize, u64, usize, Vec<Statement>),
    /// Gives the semaphore a permit.
    Post,
    /// Takes one, if it gets it in time; notes whether.
    TakeIn(u64, usize),
    /// Waits for the condition variable until a time; notes whether it was woken.
    WaitIn(u64, usize),
    /// Waits for the condition variable, with a mutex held, until a variable holds a value or it
    /// is that late; notes what it saw last.
    WaitFor {
        /// The variable,
        variable: usize,
        /// what it is to hold,
        wanted: u64,
        /// for how long,
        limit: u64,
        /// and where it is noted.
        slot: usize,
    },
    /// Waits for a token of this thread until a time; notes whether it was there.
    ParkIn(u64, usize),
    /// Gives a thread a token, which was begun before this one.
    Unpark(usize),
    /// Wakes one that waits.
    Signal,
    /// Wakes all.
    Broadcast,
    /// Looks at a variable again and again until it holds a value or the time is over, and sleeps
    /// in each round; notes what it saw last, and when.
    Poll {
        /// The variable,
        variable: usize,
        /// what it is to hold,
        wanted: u64,
        /// for how long,
        limit: u64,
        /// how long each round sleeps, or not at all,
        sleep: u64,
        /// and where it is noted.
        slot: usize,
    },
}

/// A program: what its threads do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The threads.
    pub threads: Vec<Vec<Statement>>,
}

struct Generator<'a> {
    random: &'a mut Random,
    language: Language,
    thread: usize,
    slots: usize,
    has_variables: bool,
}

impl Generator<'_> {
    fn milliseconds(&mut self) -> u64 {
        [1, 2, 5, 1000][self.random.weighted(&[3, 3, 2, 1])]
    }

    fn slot(&mut self) -> usize {
        self.slots += 1;
        (self.slots - 1) % SLOTS
    }

    fn variable(&mut self) -> usize {
        self.random.below(VARIABLES)
    }

    fn value(&mut self) -> u64 {
        self.random.between(1, 2) as u64
    }

    /// What may be done with a mutex held.
    fn simple(&mut self) -> Statement {
        let variables = usize::from(self.has_variables);
        match self
            .random
            .weighted(&[4 * variables, 3 * variables, 4, 4, 1, 1])
        {
            0 => Statement::Store(self.variable(), self.value()),
            1 => Statement::Load(self.variable(), self.slot()),
            2 => Statement::Sleep(self.milliseconds()),
            3 => Statement::Look(self.slot()),
            4 => Statement::Post,
            _ => Statement::Signal,
        }
    }

    fn body(&mut self) -> Vec<Statement> {
        let length = self.random.below(3);
        (0..length).map(|_| self.simple()).collect()
    }

    fn statement(&mut self) -> Statement {
        let variables = usize::from(self.has_variables);
        let is = |language| usize::from(self.language == language);
        let (c, rust) = (is(Language::C), is(Language::Rust));
        // With the library of C++, the first rounds of such a loop are not like those that follow,
        // and more of them are made than have to be.
        let polls = 5 * variables * (1 - is(Language::Cpp));
        let in_time = 3 * (1 - rust);
        // The channel is the first thread's.
        let takes = if rust == 1 && self.thread > 0 { 0 } else { 3 };
        match self.random.weighted(&[
            8,
            3,
            2 + in_time,
            2,
            takes,
            3,
            2,
            1,
            polls,
            4 * variables * (1 - c),
            3 * rust,
            2 * rust * self.thread.min(1),
        ]) {
            0 => self.simple(),
            1 => Statement::Locked(self.random.below(MUTEXES), self.body()),
            2 if rust == 1 => Statement::Locked(0, self.body()),
            2 => Statement::LockedIn(
                match self.language {
                    // Waits are for a mutex without limits there.
                    Language::Cpp => 1,
                    _ => self.random.below(MUTEXES),
                },
                self.milliseconds(),
                self.slot(),
                self.body(),
            ),
            3 => Statement::Post,
            4 => Statement::TakeIn(self.milliseconds(), self.slot()),
            5 => Statement::WaitIn(self.milliseconds(), self.slot()),
            6 => Statement::Signal,
            7 => Statement::Broadcast,
            8 => Statement::Poll {
                variable: self.variable(),
                wanted: self.value(),
                limit: self.milliseconds(),
                sleep: [0, 0, 1, 3][self.random.below(4)],
                slot: self.slot(),
            },
            9 => Statement::WaitFor {
                variable: self.variable(),
                wanted: self.value(),
                limit: self.milliseconds(),
                slot: self.slot(),
            },
            10 => Statement::ParkIn(self.milliseconds(), self.slot()),
            _ => Statement::Unpark(self.random.below(self.thread)),
        }
    }
}

/// A random program.
#[must_use]
pub fn generate(random: &mut Random, language: Language) -> Program {
    let mut generator = Generator {
        random,
        language,
        thread: 0,
        slots: 0,
        has_variables: true,
    };
    generator.has_variables = generator.random.percent(70);
    let threads = 2 + generator.random.weighted(&[7, 3]);
    let most = if threads == 2 { 4 } else { 3 };
    let mut thread = |nth| {
        generator.slots = 0;
        generator.thread = nth;
        let length = generator.random.between(1, most);
        (0..length).map(|_| generator.statement()).collect()
    };
    Program {
        threads: (0..threads).map(&mut thread).collect(),
    }
}

impl Program {
    /// Tells whether threads share memory. (In execution graphs a write comes after no read, so what others have
    /// read before tells nothing of when it is.)
    #[must_use]
    pub fn has_memory(&self) -> bool {
        self.any(|statement| {
            matches!(
                statement,
                Statement::Store(..)
                    | Statement::Load(..)
                    | Statement::Poll { .. }
                    | Statement::WaitFor { .. }
                    | Statement::ParkIn(..)
            )
        })
    }

    /// Tells whether a statement fits, of those outside and inside of others.
    pub fn any(&self, is: impl Fn(&Statement) -> bool) -> bool {
        let inside = |statement: &Statement| match statement {
            Statement::Locked(_, body) | Statement::LockedIn(.., body) => body.iter().any(&is),
            _ => false,
        };
        let mut all = self.threads.iter().flatten();
        all.any(|statement| is(statement) || inside(statement))
    }
}

/// The smallest program that still fails: with a statement less.
pub fn shrink(program: &Program, mut fails: impl FnMut(&Program) -> bool) -> Program {
    let mut smallest = program.clone();
    'smaller: loop {
        for thread in 0..smallest.threads.len() {
            for i in 0..smallest.threads[thread].len() {
                let mut candidates = vec![None];
                if let Statement::Locked(_, body) | Statement::LockedIn(.., body) =
                    &smallest.threads[thread][i]
                {
                    candidates.extend((0..body.len()).map(Some));
                }
                for within in candidates {
                    let mut candidate = smallest.clone();
                    match (within, &mut candidate.threads[thread][i]) {
                        (Some(j), Statement::Locked(_, body) | Statement::LockedIn(.., body)) => {
                            body.remove(j);
                        }
                        _ => {
                            candidate.threads[thread].remove(i);
                        }
                    }
                    if fails(&candidate) {
                        smallest = candidate;
                        continue 'smaller;
                    }
                }
            }
        }
        return smallest;
    }
}
