//! Programs with and without data races: plain accesses, atomic ones of all orders, fences,
//! a mutex, atomic sections, threads that are created and joined.
//!
//! The [judge] enumerates all interleavings and decides for each by the definitions of
//! C11 what happens before what. Release sequences are those of C++20: a store of the same
//! thread that is no read-modify-write ends one.

pub mod judge;

use super::run::{Compiler, PRELUDE, compile, explored, with_main};
use crate::random::Random;
use mazurka_explore::Algorithm;
use mazurka_llvm::code::Code;
use mazurka_llvm::machine::Settings;
use mazurka_memory::Model;
use std::collections::BTreeSet;
use std::fmt::Write;

/// How many variables there are that mostly are accessed atomically; those after them
/// never are.
pub const ATOMICS: usize = 2;
/// How many variables there are.
pub const VARIABLES: usize = 4;
/// The most that executions of all programs together may come to.
const MOST: u64 = 100_000;

/// A memory order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named after those of C")]
pub enum Order {
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
    SeqCst,
}

impl Order {
    const LOADS: [Order; 3] = [Order::Relaxed, Order::Acquire, Order::SeqCst];
    const STORES: [Order; 3] = [Order::Relaxed, Order::Release, Order::SeqCst];
    const ALL: [Order; 5] = [
        Order::Relaxed,
        Order::Acquire,
        Order::Release,
        Order::AcquireRelease,
        Order::SeqCst,
    ];

    /// Does a read of this order acquire?
    #[must_use]
    pub fn acquires(self) -> bool {
        matches!(self, Order::Acquire | Order::AcquireRelease | Order::SeqCst)
    }

    /// Does a write of this order release?
    #[must_use]
    pub fn releases(self) -> bool {
        matches!(self, Order::Release | Order::AcquireRelease | Order::SeqCst)
    }

    fn name(self) -> &'static str {
        match self {
            Order::Relaxed => "relaxed",
            Order::Acquire => "acquire",
            Order::Release => "release",
            Order::AcquireRelease => "acq_rel",
            Order::SeqCst => "seq_cst",
        }
    }
}

/// One statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// Reads a variable, not atomically.
    Read(usize),
    /// Writes a variable, not atomically.
    Write(usize, u64),
    /// Reads a variable; what it held is what the next `If` looks at.
    Load(usize, Order),
    /// Writes a variable.
    Store(usize, u64, Order),
    /// Adds to a variable.
    Add(usize, u64, Order),
    /// Writes the second value if the first is there, with one order or another.
    Exchange(usize, [u64; 2], [Order; 2]),
    /// A fence.
    Fence(Order),
    /// Locks the mutex,
    Lock,
    /// and unlocks it.
    Unlock,
    /// Starts the thread with that number,
    Create(usize),
    /// and waits for its end.
    Join(usize),
    /// Runs a block if what was read last is that.
    If(u64, Vec<Statement>),
    /// An atomic section of accesses.
    Section(Vec<Statement>),
    /// The same by an instruction of x86, whatever the order: a load is an acquire, a store a
    /// release, all else has full fences around it.
    Assembly(Box<Statement>),
}

/// A program: its threads, of which the first is `main`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The threads.
    pub threads: Vec<Vec<Statement>>,
}

struct Generator {
    random: Random,
}

/// The program with this seed.
#[must_use]
pub fn generate(seed: u64) -> Program {
    let mut program = generate_without_assembly(seed);
    let mut random = Random::new(seed ^ 0x6173_6d00_0000_0000);
    if random.percent(35) {
        for thread in &mut program.threads {
            use_assembly(&mut random, thread);
        }
    }
    program
}

fn use_assembly(random: &mut Random, block: &mut [Statement]) {
    for statement in block {
        match statement {
            Statement::If(_, inner) => use_assembly(random, inner),
            Statement::Load(..)
            | Statement::Store(..)
            | Statement::Add(..)
            | Statement::Exchange(..)
            | Statement::Fence(_)
                if random.percent(60) =>
            {
                *statement = Statement::Assembly(Box::new(statement.clone()));
            }
            _ => {}
        }
    }
}

fn generate_without_assembly(seed: u64) -> Program {
    let mut generator = Generator {
        random: Random::new(seed ^ 0x7261_6365_7300_0000),
    };
    if generator.random.percent(50) {
        return generator.message();
    }
    let threads = 2 + generator.random.weighted(&[6, 4]);
    let others = 1..threads;
    let most = if threads == 2 { 4 } else { 2 };
    let mut main = generator.block(1);
    for thread in others.clone() {
        main.push(Statement::Create(thread));
        if generator.random.percent(25) {
            main.extend(generator.block(1));
        }
    }
    main.extend(generator.block(most));
    for thread in others.clone() {
        let created = main.iter().position(|s| *s == Statement::Create(thread));
        let first = created.map_or(0, |place| place + 1);
        let place = generator.random.between(first, main.len());
        let place = if generator.random.percent(60) {
            main.len()
        } else {
            place
        };
        main.insert(place, Statement::Join(thread));
    }
    main.extend(generator.block(1));
    let mut all = vec![main];
    for _ in others {
        let count = generator.random.between(1, most);
        all.push(generator.block(count));
    }
    Program { threads: all }
}

impl Generator {
    fn one_of(&mut self, orders: &[Order]) -> Order {
        orders[self.random.below(orders.len())]
    }

    fn atomic(&mut self) -> usize {
        self.random.below(ATOMICS)
    }

    /// A variable for an access that is not atomic.
    fn plain(&mut self) -> usize {
        match self.random.percent(8) {
            true => self.atomic(),
            false => ATOMICS + self.random.below(VARIABLES - ATOMICS),
        }
    }

    fn value(&mut self) -> u64 {
        self.random.between(1, 2) as u64
    }

    /// A fence, sometimes.
    fn fence(&mut self, block: &mut Vec<Statement>) {
        if self.random.percent(40) {
            let order = self.one_of(&Order::ALL);
            block.push(Statement::Fence(order));
        }
    }

    /// A write of the variable that tells whether a message is there.
    fn tell(&mut self, variable: usize, value: u64) -> Statement {
        match self.random.percent(50) {
            true => Statement::Store(variable, value, self.one_of(&Order::STORES)),
            false => Statement::Add(variable, value, self.one_of(&Order::ALL)),
        }
    }

    /// One thread writes data and tells another, directly or by way of a third, and there
    /// is little else: whether that is a race hangs on orders, fences and release sequences.
    fn message(&mut self) -> Program {
        let data = ATOMICS;
        let mut writer = vec![Statement::Write(data, 1)];
        self.fence(&mut writer);
        writer.push(self.tell(0, 1));
        if self.random.percent(40) {
            let again = self.tell(0, 1);
            writer.push(again);
        }
        let mut between = Vec::new();
        if self.random.percent(50) {
            let told = self.tell(0, 1);
            between.push(told);
        } else {
            between.push(Statement::Load(0, self.one_of(&Order::LOADS)));
            let mut then = Vec::new();
            self.fence(&mut then);
            then.push(self.tell(1, 1));
            between.push(Statement::If(1, then));
        }
        let from = usize::from(between.len() == 2 && self.random.percent(70));
        let mut reader = vec![Statement::Load(from, self.one_of(&Order::LOADS))];
        let mut then = Vec::new();
        self.fence(&mut then);
        then.push(match self.random.percent(70) {
            true => Statement::Read(data),
            false => Statement::Write(data, 2),
        });
        reader.push(Statement::If(self.random.between(1, 3) as u64, then));
        let mut others = vec![writer, reader];
        if self.random.percent(60) {
            others.push(between);
        }
        let numbers = 1..=others.len();
        let mut main: Vec<_> = numbers.clone().map(Statement::Create).collect();
        main.extend(numbers.map(Statement::Join));
        let mut threads = vec![main];
        threads.append(&mut others);
        Program { threads }
    }

    fn block(&mut self, most: usize) -> Vec<Statement> {
        let mut block = Vec::new();
        for _ in 0..most {
            self.statement(&mut block);
        }
        block
    }

    fn access(&mut self) -> Statement {
        let plain = self.plain();
        match self.random.percent(50) {
            true => Statement::Read(plain),
            false => Statement::Write(plain, 1),
        }
    }

    fn statement(&mut self, block: &mut Vec<Statement>) {
        let (variable, value) = (self.atomic(), self.value());
        match self.random.weighted(&[22, 8, 20, 10, 5, 8, 8, 14, 10]) {
            0 => block.push(self.access()),
            1 => {
                let order = self.one_of(&Order::LOADS);
                block.push(Statement::Load(variable, order));
            }
            2 => {
                let order = self.one_of(&Order::STORES);
                // What is said to be ready mostly was written just before.
                if self.random.percent(50) {
                    block.push(self.access());
                }
                if self.random.percent(25) {
                    let order = self.one_of(&Order::ALL);
                    block.push(Statement::Fence(order));
                }
                block.push(Statement::Store(variable, value, order));
                // What continues or ends its release sequence.
                match self.random.below(5) {
                    0 => block.push(Statement::Add(variable, 1, Order::Relaxed)),
                    1 => block.push(Statement::Store(variable, value + 1, Order::Relaxed)),
                    _ => {}
                }
            }
            3 => {
                let order = self.one_of(&Order::ALL);
                block.push(Statement::Add(variable, value, order));
            }
            4 => {
                let orders = [self.one_of(&Order::ALL), self.one_of(&Order::LOADS)];
                let old = self.random.below(3) as u64;
                block.push(Statement::Exchange(variable, [old, value], orders));
            }
            5 => {
                let order = self.one_of(&Order::ALL);
                block.push(Statement::Fence(order));
            }
            6 => {
                block.push(Statement::Lock);
                for _ in 0..self.random.between(1, 2) {
                    block.push(self.access());
                }
                block.push(Statement::Unlock);
            }
            8 => {
                let mut section = Vec::new();
                for _ in 0..self.random.between(1, 3) {
                    section.push(match self.random.below(4) {
                        0 => Statement::Load(variable, self.one_of(&Order::LOADS)),
                        1 => Statement::Store(variable, value, self.one_of(&Order::STORES)),
                        2 => Statement::Add(variable, value, self.one_of(&Order::ALL)),
                        _ => self.access(),
                    });
                }
                block.push(Statement::Section(section));
                if self.random.percent(50) {
                    let then = vec![self.access()];
                    block.push(Statement::If(value, then));
                }
            }
            _ => {
                // A message is looked for.
                let order = self.one_of(&Order::LOADS);
                block.push(Statement::Load(variable, order));
                let mut then = Vec::new();
                if self.random.percent(30) {
                    let order = self.one_of(&Order::ALL);
                    then.push(Statement::Fence(order));
                }
                then.push(self.access());
                let value = self.random.between(1, 3) as u64;
                block.push(Statement::If(value, then));
            }
        }
    }
}

/// The text, with names that begin with `p` and the number; the function to begin with is
/// `main` with that prefix.
#[must_use]
pub fn emit(program: &Program, number: usize) -> String {
    let mut text = String::new();
    let mut line = |words: String| writeln!(text, "{words}").expect("a string has room");
    for variable in 0..VARIABLES {
        line(format!("int p{number}_v{variable};"));
    }
    line(format!(
        "pthread_mutex_t p{number}_m = PTHREAD_MUTEX_INITIALIZER;"
    ));
    for (thread, block) in program.threads.iter().enumerate().rev() {
        match thread {
            0 => line(format!("int p{number}_main(void) {{")),
            _ => line(format!("void *p{number}_t{thread}(void *argument) {{")),
        }
        line("    int r = 0, sink;".to_owned());
        for other in 1..program.threads.len() {
            line(format!("    pthread_t h{other};"));
        }
        for statement in block {
            line(format!("    {}", words(statement, number)));
        }
        line("    return 0;\n}".to_owned());
    }
    text
}

fn words(statement: &Statement, n: usize) -> String {
    match statement {
        Statement::Read(v) => format!("sink = p{n}_v{v};"),
        Statement::Write(v, value) => format!("p{n}_v{v} = {value};"),
        Statement::Load(v, order) => {
            format!(
                "r = atomic_load_explicit((_Atomic int *)&p{n}_v{v}, memory_order_{});",
                order.name()
            )
        }
        Statement::Store(v, value, order) => {
            let name = order.name().to_uppercase();
            format!("__atomic_store_n(&p{n}_v{v}, {value}, __ATOMIC_{name});")
        }
        Statement::Add(v, value, order) => {
            let name = order.name().to_uppercase();
            format!("r = __atomic_fetch_add(&p{n}_v{v}, {value}, __ATOMIC_{name});")
        }
        Statement::Exchange(v, [old, new], [success, failure]) => format!(
            "r = {old}; atomic_compare_exchange_strong_explicit((_Atomic int *)&p{n}_v{v}, &r, \
             {new}, memory_order_{}, memory_order_{});",
            success.name(),
            failure.name()
        ),
        Statement::Fence(order) => format!("atomic_thread_fence(memory_order_{});", order.name()),
        Statement::Lock => format!("pthread_mutex_lock(&p{n}_m);"),
        Statement::Unlock => format!("pthread_mutex_unlock(&p{n}_m);"),
        Statement::Create(t) => format!("pthread_create(&h{t}, 0, p{n}_t{t}, 0);"),
        Statement::Join(t) => format!("pthread_join(h{t}, 0);"),
        Statement::If(value, block) => {
            let inner: Vec<_> = block.iter().map(|statement| words(statement, n)).collect();
            format!("if (r == {value}) {{ {} }}", inner.join(" "))
        }
        Statement::Assembly(inner) => instruction(inner, n),
        Statement::Section(block) => {
            let inner: Vec<_> = block.iter().map(|statement| words(statement, n)).collect();
            let inner = inner.join(" ");
            format!("__VERIFIER_atomic_begin(); {inner} __VERIFIER_atomic_end();")
        }
    }
}

fn instruction(statement: &Statement, n: usize) -> String {
    match statement {
        Statement::Load(v, _) => {
            format!("asm volatile(\"movl %1, %0\" : \"=q\"(r) : \"m\"(p{n}_v{v}));")
        }
        Statement::Store(v, value, _) => {
            format!("asm volatile(\"movl %1, %0\" : \"=m\"(p{n}_v{v}) : \"ir\"({value}));")
        }
        Statement::Add(v, value, _) => format!(
            "r = {value}; asm volatile(\"lock xaddl %0, %1\" : \"+r\"(r), \"+m\"(p{n}_v{v}));"
        ),
        Statement::Exchange(v, [old, new], _) => format!(
            "asm volatile(\"lock; cmpxchgl %2, %1\" : \"=a\"(r), \"+m\"(p{n}_v{v}) : \"r\"({new}), \
             \"0\"({old}));"
        ),
        Statement::Fence(Order::Relaxed) => "asm volatile(\"\" ::: \"memory\");".to_owned(),
        Statement::Fence(Order::Acquire) => "asm volatile(\"lfence\");".to_owned(),
        Statement::Fence(Order::Release) => "asm volatile(\"sfence\");".to_owned(),
        Statement::Fence(_) => "asm volatile(\"mfence\");".to_owned(),
        other => unreachable!("{other:?} is no instruction"),
    }
}

/// A program to be judged.
#[derive(Clone, Debug)]
pub struct Case {
    /// The seed that it came from.
    pub seed: u64,
    /// The program.
    pub program: Program,
}

/// The headers that these programs need beside those of the [`PRELUDE`].
pub const HEADERS: &str = "#include <stdatomic.h>\n";

impl Case {
    /// The program of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Case {
        Case {
            seed,
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

    /// Explores the program, compiled with that number: the variables that races are found
    /// on must be the `expected`, or under TSO and PSO, where more can happen, contain them.
    ///
    /// # Errors
    /// When others are found.
    pub fn compare(
        &self,
        code: &Code,
        number: usize,
        expected: &BTreeSet<usize>,
        algorithm: Algorithm,
    ) -> Result<u64, String> {
        let code = with_main(code, &format!("p{number}_main"))?;
        let mut executions = 0;
        for model in Model::BUFFERED {
            let settings = Settings {
                model,
                races: true,
                ..Settings::default()
            };
            let explored = explored(&code, &settings, algorithm, &[], MOST)?;
            executions += explored.statistics.complete;
            let races = explored.races.iter();
            let found: BTreeSet<usize> = races.filter_map(|race| named(race, number)).collect();
            let synchronises =
                |set: &BTreeSet<usize>| set.range(..ATOMICS).copied().collect::<Vec<_>>();
            let is_right = match model {
                // After a race on what synchronises, anything goes.
                Model::Sc if !synchronises(expected).is_empty() => {
                    synchronises(&found) == synchronises(expected)
                }
                Model::Sc => found == *expected,
                _ => !synchronises(&found).is_empty() || found.is_superset(expected),
            };
            if !is_right {
                return Err(format!(
                    "{model}: races on {found:?} instead of {expected:?}"
                ));
            }
        }
        Ok(executions)
    }
}

/// The variable that a message is about.
fn named(message: &str, number: usize) -> Option<usize> {
    (0..VARIABLES).find(|variable| message.contains(&format!("p{number}_v{variable}")))
}

/// The smallest program found that still `fails`: with a statement less. What starts and
/// joins threads, or locks, stays.
pub fn shrink(program: &Program, mut fails: impl FnMut(&Program) -> bool) -> Program {
    let mut smallest = program.clone();
    'smaller: loop {
        for thread in 0..smallest.threads.len() {
            for place in 0..smallest.threads[thread].len() {
                let statement = &smallest.threads[thread][place];
                let stays = matches!(
                    statement,
                    Statement::Create(_) | Statement::Join(_) | Statement::Lock | Statement::Unlock
                );
                let mut smaller = smallest.clone();
                smaller.threads[thread].remove(place);
                if !stays && fails(&smaller) {
                    smallest = smaller;
                    continue 'smaller;
                }
            }
        }
        return smallest;
    }
}
