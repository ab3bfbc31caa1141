//! Programs that look at clocks, sleep, and wait with limits: atomic variables, mutexes, a
//! semaphore, a condition variable, loops with deadlines.
//!
//! Each thread writes down what its waits returned and what time it was, in milliseconds. The
//! [judge] enumerates all interleavings, and says what time it is from what comes before what.

pub mod judge;

use super::run::{Compiler, Location, PRELUDE, compile, explored, with_main};
use crate::random::Random;
use mazurka_explore::Algorithm;
use mazurka_llvm::code::Code;
use mazurka_llvm::machine::Settings;
use mazurka_memory::Model;
use std::collections::BTreeSet;
use std::fmt::Write;

/// How many atomic variables there are.
pub const VARIABLES: usize = 2;
/// How many mutexes there are.
pub const MUTEXES: usize = 2;
/// How many words a thread writes its notes to.
pub const SLOTS: usize = 5;
/// A note is what a statement returned or saw, this many times, and the time.
pub const NOTE: u64 = 1_000_000;
/// The most that executions of a program may come to.
const MOST: u64 = 20_000;

/// The headers that these programs need.
pub const HEADERS: &str = "\
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
static long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - 1577836800) * 1000 + now.tv_nsec / 1000000;
}
static struct timespec after(long milliseconds) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    now.tv_sec += (now.tv_nsec / 1000000 + milliseconds) / 1000;
    now.tv_nsec = (now.tv_nsec / 1000000 + milliseconds) % 1000 * 1000000 + now.tv_nsec % 1000000;
    return now;
}
";

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

/// A program to be judged.
#[derive(Clone, Debug)]
pub struct Case {
    /// The seed that it came from.
    pub seed: u64,
    /// The memory model. (All stores are sequentially consistent, so it makes no difference.)
    pub model: Model,
    /// The program.
    pub program: Program,
}

struct Generator {
    random: Random,
    slots: usize,
    has_variables: bool,
}

impl Generator {
    fn milliseconds(&mut self) -> u64 {
        [1, 2, 5, 1000][self.random.weighted(&[3, 3, 2, 1])]
    }

    fn slot(&mut self) -> usize {
        self.slots += 1;
        (self.slots - 1) % SLOTS
    }

    /// What may be done with a mutex held.
    fn simple(&mut self) -> Statement {
        let variables = usize::from(self.has_variables);
        match self
            .random
            .weighted(&[4 * variables, 3 * variables, 4, 4, 1, 1])
        {
            0 => Statement::Store(
                self.random.below(VARIABLES),
                self.random.between(1, 2) as u64,
            ),
            1 => Statement::Load(self.random.below(VARIABLES), self.slot()),
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
        match self
            .random
            .weighted(&[8, 3, 5, 2, 3, 3, 2, 1, 5 * variables])
        {
            0 => self.simple(),
            1 => Statement::Locked(self.random.below(MUTEXES), self.body()),
            2 => Statement::LockedIn(
                self.random.below(MUTEXES),
                self.milliseconds(),
                self.slot(),
                self.body(),
            ),
            3 => Statement::Post,
            4 => Statement::TakeIn(self.milliseconds(), self.slot()),
            5 => Statement::WaitIn(self.milliseconds(), self.slot()),
            6 => Statement::Signal,
            7 => Statement::Broadcast,
            _ => Statement::Poll {
                variable: self.random.below(VARIABLES),
                wanted: self.random.between(1, 2) as u64,
                limit: self.milliseconds(),
                sleep: [0, 0, 1, 3][self.random.below(4)],
                slot: self.slot(),
            },
        }
    }
}

/// The program with this seed.
#[must_use]
pub fn generate(seed: u64) -> Program {
    let random = Random::new(seed ^ 0x636c_6f63_6b73_0000);
    let mut generator = Generator {
        random,
        slots: 0,
        has_variables: true,
    };
    generator.has_variables = generator.random.percent(70);
    let threads = 2 + generator.random.weighted(&[7, 3]);
    let most = if threads == 2 { 4 } else { 3 };
    let mut thread = |_| {
        generator.slots = 0;
        let length = generator.random.between(1, most);
        (0..length).map(|_| generator.statement()).collect()
    };
    Program {
        threads: (0..threads).map(&mut thread).collect(),
    }
}

/// Writes a statement of a thread as C.
fn write(text: &mut String, thread: usize, statement: &Statement) {
    let note = |slot: &usize, value: &str| format!("@o{thread}[{slot}] = {value};");
    let code = |slot: &usize| note(slot, &format!("code * {NOTE}L + milliseconds()"));
    let mut line = |words: String| writeln!(text, "    {words}").expect("a string has room");
    match statement {
        Statement::Store(variable, value) => line(format!("@x{variable} = {value};")),
        Statement::Load(variable, slot) => line(note(slot, &format!("@x{variable}"))),
        Statement::Sleep(milliseconds) => line(format!("usleep({milliseconds} * 1000);")),
        Statement::Look(slot) => line(note(slot, "milliseconds()")),
        Statement::Post => line("sem_post(&@s);".to_owned()),
        Statement::Signal => line("pthread_cond_signal(&@c);".to_owned()),
        Statement::Broadcast => line("pthread_cond_broadcast(&@c);".to_owned()),
        Statement::TakeIn(limit, slot) => line(format!(
            "{{ struct timespec until = after({limit}); long code = sem_timedwait(&@s, &until) != 0; {} }}",
            code(slot)
        )),
        Statement::WaitIn(limit, slot) => line(format!(
            "{{ pthread_mutex_lock(&@m0); struct timespec until = after({limit}); long code = \
             pthread_cond_timedwait(&@c, &@m0, &until) != 0; {} pthread_mutex_unlock(&@m0); }}",
            code(slot)
        )),
        Statement::Poll {
            variable,
            wanted,
            limit,
            sleep,
            slot,
        } => {
            let pause = match sleep {
                0 => String::new(),
                sleep => format!("usleep({sleep} * 1000);"),
            };
            line(format!(
                "{{ struct timespec now, end = after({limit}); long code; do {{ \
                 clock_gettime(CLOCK_REALTIME, &now); code = @x{variable}; {pause} }} while (code \
                 != {wanted} && (now.tv_sec < end.tv_sec || now.tv_sec == end.tv_sec && \
                 now.tv_nsec < end.tv_nsec)); {} }}",
                code(slot)
            ));
        }
        Statement::Locked(mutex, body) => {
            line(format!("pthread_mutex_lock(&@m{mutex});"));
            body.iter()
                .for_each(|statement| write(text, thread, statement));
            writeln!(text, "    pthread_mutex_unlock(&@m{mutex});").expect("a string has room");
        }
        Statement::LockedIn(mutex, limit, slot, body) => {
            line(format!(
                "{{ struct timespec until = after({limit}); long code = \
                 pthread_mutex_timedlock(&@m{mutex}, &until) != 0; {} if (!code) {{",
                code(slot)
            ));
            body.iter()
                .for_each(|statement| write(text, thread, statement));
            writeln!(text, "    pthread_mutex_unlock(&@m{mutex}); }} }}")
                .expect("a string has room");
        }
    }
}

/// The program as C, its names with that number.
#[must_use]
pub fn emit(program: &Program, number: usize) -> String {
    let mut text = "\
pthread_mutex_t @m0 = PTHREAD_MUTEX_INITIALIZER, @m1 = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t @c = PTHREAD_COND_INITIALIZER;
sem_t @s;
_Atomic(int) @x0, @x1;
"
    .to_owned();
    let mut main = "int @main(void) {\n    sem_init(&@s, 0, 0);\n".to_owned();
    let mut joins = String::new();
    for (thread, statements) in program.threads.iter().enumerate() {
        write!(
            text,
            "uint64_t @o{thread}[{SLOTS}];\nvoid *@t{thread}(void *argument) {{\n"
        )
        .expect("a string has room");
        for statement in statements {
            self::write(&mut text, thread, statement);
        }
        text.push_str("    return argument;\n}\n");
        writeln!(
            main,
            "    pthread_t t{thread}; pthread_create(&t{thread}, NULL, @t{thread}, NULL);"
        )
        .expect("a string has room");
        writeln!(joins, "    pthread_join(t{thread}, NULL);").expect("a string has room");
    }
    text.push_str(&main);
    text.push_str(&joins);
    text.push_str("    return 0;\n}\n");
    text.replace('@', &format!("p{number}_"))
}

impl Case {
    /// The program of a seed.
    #[must_use]
    pub fn new(seed: u64, model: Option<Model>) -> Case {
        let models = Model::BUFFERED;
        Case {
            seed,
            model: model.unwrap_or(models[(seed % models.len() as u64) as usize]),
            program: generate(seed),
        }
    }

    /// Compiles the program by itself.
    ///
    /// # Errors
    /// What clang or we have to say against it.
    pub fn compiled(&self, compiler: Compiler) -> Result<Code, String> {
        let text = emit(&self.program, 0);
        compile(&format!("{PRELUDE}{HEADERS}{text}"), compiler)
    }

    /// Are the notes that executions leave behind those that the judge expects? How many traces
    /// there are.
    ///
    /// # Errors
    /// If they are not.
    pub fn compare(
        &self,
        code: &Code,
        number: usize,
        expected: &BTreeSet<Vec<u64>>,
        algorithm: Algorithm,
    ) -> Result<u64, String> {
        let code = with_main(code, &format!("p{number}_main"))?;
        let locations: Vec<_> = (0..self.program.threads.len())
            .flat_map(|thread| {
                (0..SLOTS).map(move |slot| Location {
                    global: format!("p{number}_o{thread}"),
                    is_behind: false,
                    offset: 8 * slot as u64,
                    size: 8,
                })
            })
            .collect();
        let settings = Settings {
            model: self.model,
            ..Settings::default()
        };
        let explored = explored(&code, &settings, algorithm, &locations, MOST)?;
        if let Some((kind, message)) = explored.findings.iter().next() {
            return Err(format!("{kind:?}: {message}"));
        }
        if explored.statistics.blocked > 0 && algorithm == Algorithm::Optimal {
            return Err(format!(
                "{} blocked executions",
                explored.statistics.blocked
            ));
        }
        let seen: BTreeSet<_> = explored.outcomes.into_iter().map(|o| o.memory).collect();
        match seen == *expected {
            true => Ok(explored.statistics.complete),
            false => Err(format!(
                "{} outcomes, not {}; missing {:?}, extra {:?}",
                seen.len(),
                expected.len(),
                expected.difference(&seen).take(2).collect::<Vec<_>>(),
                seen.difference(expected).take(2).collect::<Vec<_>>()
            )),
        }
    }

    /// Is there a variable? (In execution graphs, what comes before a write of one tells less of
    /// when it is.)
    #[must_use]
    pub fn has_variables(&self) -> bool {
        fn has(statement: &Statement) -> bool {
            match statement {
                Statement::Store(..) | Statement::Load(..) | Statement::Poll { .. } => true,
                Statement::Locked(_, body) | Statement::LockedIn(.., body) => body.iter().any(has),
                _ => false,
            }
        }
        self.program.threads.iter().flatten().any(has)
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
