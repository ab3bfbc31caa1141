//! Programs of C with all memory orders, half of them partly in x86 assembly, under RC11.
//!
//! The [axioms](crate::litmus::c11) say which final states there are, and how many executions end in
//! all of them. What an instruction of x86 means to C11 is said in [`Case::meaning`]. Under SC the
//! same program must have the states of SC, and under TSO none that RC11 does not have: what
//! the processor does with these instructions is among what their meaning allows.

use super::races::HEADERS;
use super::run::{Compiler, Explored, Location, PRELUDE, compile, explored, with_main};
use crate::litmus::c11::{Executions, Model as Axioms, executions};
use crate::litmus::c11_compare::generate;
use crate::random::Random;
use mazurka_cycles::c11::{LOCATIONS, Order, Program, Statement};
use mazurka_explore::Algorithm;
use mazurka_llvm::code::Code;
use mazurka_llvm::machine::Settings;
use mazurka_memory::Model;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The most events of a program that the axioms have room for.
const MOST_EVENTS: usize = 32;
const MOST: u64 = 100_000;

/// A program to be judged.
#[derive(Clone, Debug)]
pub struct Case {
    /// The seed that it came from.
    pub seed: u64,
    /// The threads.
    pub threads: Vec<Vec<Piece>>,
}

/// A statement of a thread.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// The statement.
    pub statement: Statement,
    /// Is it an instruction of x86? That has its own order.
    pub is_assembly: bool,
    /// Is it only carried out if an allocation before it succeeds?
    pub is_guarded: bool,
}

impl Case {
    /// The program of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Case {
        let mut random = Random::new(seed ^ 0x6f72_6465_7273_0000);
        let share = [0, 50, 100, 100][random.below(4)];
        let threads = generate(seed).threads.into_iter().map(|thread| {
            let statement = |statement: Statement| {
                let is_assembly = statement.order() != Order::Plain && random.percent(share);
                Piece {
                    statement,
                    is_assembly,
                    is_guarded: false,
                }
            };
            thread.into_iter().map(statement).collect()
        });
        Case {
            seed,
            threads: threads.collect(),
        }
    }

    /// The same with up to three allocations, each of which may fail.
    #[must_use]
    pub fn with_allocations(mut self) -> Case {
        let mut random = Random::new(self.seed ^ 0x616c_6c6f_6361_7465);
        for _ in 0..random.between(1, 3) {
            let nth = random.below(self.threads.len());
            let thread = &mut self.threads[nth];
            if !thread.is_empty() {
                let nth = random.below(thread.len());
                thread[nth].is_guarded = true;
            }
        }
        self
    }

    /// What is left of the program when allocations have failed: for each way in which they can,
    /// the program, and which of the registers are written.
    fn ways(&self) -> Vec<(Case, Vec<bool>)> {
        let pieces = self.threads.iter().flatten();
        let guarded = pieces.filter(|piece| piece.is_guarded).count();
        let ways = (0..1_u32 << guarded).map(|failing| {
            let (mut nth, mut written, mut left) = (0, Vec::new(), self.clone());
            for thread in &mut left.threads {
                thread.retain(|piece| {
                    let fails = piece.is_guarded && failing >> nth & 1 != 0;
                    nth += u32::from(piece.is_guarded);
                    if piece.statement.reads() {
                        written.push(!fails);
                    }
                    !fails
                });
            }
            (left, written)
        });
        ways.collect()
    }

    /// The program in the words of C11, if no allocation fails.
    #[must_use]
    pub fn meaning(&self) -> Program {
        let thread = |thread: &Vec<Piece>| {
            let mut meaning = Vec::new();
            for Piece {
                statement,
                is_assembly,
                ..
            } in thread
            {
                let full = Statement::Fence {
                    order: Order::SeqCst,
                };
                match (is_assembly, statement) {
                    (false, _) => meaning.push(*statement),
                    (true, Statement::Load { .. }) => {
                        meaning.push(statement.with_order(Order::Acquire));
                    }
                    (true, Statement::Store { .. }) => {
                        meaning.push(statement.with_order(Order::Release));
                    }
                    (true, Statement::Fence { order }) => meaning.push(match order {
                        Order::Acquire | Order::Release => *statement,
                        _ => full,
                    }),
                    (true, _) => {
                        meaning.extend([full, statement.with_order(Order::SeqCst), full]);
                    }
                }
            }
            meaning
        };
        Program {
            name: format!("seed-{}", self.seed),
            threads: self.threads.iter().map(thread).collect(),
        }
    }

    /// What the axioms say under RC11, and under SC; none if it is too large for them.
    #[must_use]
    pub fn expected(&self) -> Option<[Executions; 2]> {
        let program = self.meaning();
        let events = program.threads.iter().flatten();
        let events: usize = events.map(|of| usize::from(of.reads()) + 1).sum();
        let is_small = events + program.locations() <= MOST_EVENTS;
        is_small.then(|| [Axioms::Rc11, Axioms::Sc].map(|model| self.executions(model)))
    }

    /// The executions of all ways in which allocations can fail.
    fn executions(&self, model: Axioms) -> Executions {
        let locations = self.meaning().locations();
        let mut all = Executions::default();
        for (case, written) in self.ways() {
            let program = case.meaning();
            let of = executions(&program, model);
            all.races |= of.races;
            for (state, count) in of.states {
                // What is not written is zero, as is a location that is not mentioned.
                let registers = state.len() - program.locations();
                let mut values = state[..registers].iter().copied();
                let value = |is_written: &bool| match is_written {
                    true => values.next().expect("a register"),
                    false => 0,
                };
                let mut whole: Vec<u64> = written.iter().map(value).collect();
                whole.extend(&state[registers..]);
                whole.resize(written.len() + locations, 0);
                *all.states.entry(whole).or_default() += count;
            }
        }
        all
    }

    /// The text, with names that begin with `p` and the number.
    #[must_use]
    pub fn emit(&self, n: usize) -> String {
        let mut text = String::new();
        let mut line = |words: String| writeln!(text, "{words}").expect("a string has room");
        for name in self.observed(n) {
            line(format!("int {name};"));
        }
        for (t, thread) in self.threads.iter().enumerate() {
            line(format!("void *p{n}_t{t}(void *argument) {{"));
            line("    int r, sink;".to_owned());
            let mut registers = 0;
            for Piece {
                statement,
                is_assembly,
                is_guarded,
            } in thread
            {
                let mut words = match is_assembly {
                    true => instruction(statement, n),
                    false => words(statement, n),
                };
                if statement.reads() {
                    words = format!("{words} p{n}_r{t}_{registers} = r;");
                    registers += 1;
                }
                if *is_guarded {
                    let free = ["free(p); ", ""][registers % 2];
                    words =
                        format!("{{ char *volatile p = malloc(8); if (p) {{ {free}{words} }} }}");
                }
                line(format!("    {words}"));
            }
            line("    return 0;\n}".to_owned());
        }
        line(format!("int p{n}_main(void) {{"));
        let threads = 0..self.threads.len();
        for t in threads.clone() {
            line(format!("    pthread_t h{t};"));
            line(format!("    pthread_create(&h{t}, 0, p{n}_t{t}, 0);"));
        }
        for t in threads {
            line(format!("    pthread_join(h{t}, 0);"));
        }
        line("    return 0;\n}".to_owned());
        text
    }

    /// Compiles the program by itself.
    ///
    /// # Errors
    /// What clang or we have to say against it.
    pub fn compiled(&self, compiler: Compiler) -> Result<Code, String> {
        compile(&format!("{PRELUDE}{HEADERS}{}", self.emit(0)), compiler)
    }

    /// The variables that are looked at in the end, in the order of the program's observables.
    fn observed(&self, n: usize) -> Vec<String> {
        let mut names = Vec::new();
        for (t, thread) in self.threads.iter().enumerate() {
            let registers = thread.iter().filter(|piece| piece.statement.reads());
            names.extend((0..registers.count()).map(|nth| format!("p{n}_r{t}_{nth}")));
        }
        let locations = LOCATIONS[..self.meaning().locations()].iter();
        names.extend(locations.map(|name| format!("p{n}_{name}")));
        names
    }

    /// Explores the program, compiled with that number. Returns how many executions there were.
    ///
    /// # Errors
    /// What is not as the axioms have it.
    pub fn compare(
        &self,
        code: &Code,
        number: usize,
        [rc11, sc]: &[Executions; 2],
    ) -> Result<u64, String> {
        let code = with_main(code, &format!("p{number}_main"))?;
        let names = self.observed(number).into_iter();
        let locations: Vec<Location> = names
            .map(|global| Location {
                global,
                is_behind: false,
                offset: 0,
                size: 4,
            })
            .collect();
        let under = |model, algorithm| {
            let settings = Settings {
                model,
                failures: Some(u32::MAX),
                ..Settings::default()
            };
            explored(&code, &settings, algorithm, &locations, MOST)
                .map_err(|what| format!("{model}: {what}"))
        };
        let found = under(Model::Rc11, Algorithm::Graphs)?;
        if found.races.is_empty() == rc11.races {
            return Err(format!(
                "rc11: there are data races: {}, and found: {:?}",
                rc11.races, found.races
            ));
        }
        if rc11.races {
            // What such an execution comes to is undefined.
            return Ok(found.statistics.complete);
        }
        let all: BTreeSet<&Vec<u64>> = rc11.states.keys().collect();
        differ("rc11", &states(&found), &all)?;
        let (count, expected) = (found.statistics.complete, rc11.states.values().sum::<u64>());
        if count != expected {
            return Err(format!(
                "rc11: {count} executions, and there are {expected}"
            ));
        }
        let strong = under(Model::Sc, Algorithm::Optimal)?;
        differ("sc", &states(&strong), &sc.states.keys().collect())?;
        let buffered = under(Model::Tso, Algorithm::Optimal)?;
        match states(&buffered).difference(&all).next() {
            Some(state) => Err(format!("tso has {state:?}, and rc11 does not")),
            None => Ok(count),
        }
    }

    /// The cases with a statement less.
    pub fn smaller(&self) -> impl Iterator<Item = Case> + '_ {
        let places = self.threads.iter().enumerate();
        let places = places.flat_map(|(t, thread)| (0..thread.len()).map(move |nth| (t, nth)));
        places.map(|(t, nth)| {
            let mut smaller = self.clone();
            smaller.threads[t].remove(nth);
            smaller
        })
    }
}

fn states(explored: &Explored) -> BTreeSet<&Vec<u64>> {
    let outcomes = explored.outcomes.iter();
    outcomes.map(|outcome| &outcome.memory).collect()
}

fn differ(
    model: &str,
    found: &BTreeSet<&Vec<u64>>,
    expected: &BTreeSet<&Vec<u64>>,
) -> Result<(), String> {
    match found.symmetric_difference(expected).next() {
        Some(state) if found.contains(state) => {
            Err(format!("{model}: {state:?} is no final state"))
        }
        Some(state) => Err(format!("{model}: {state:?} is missing")),
        None => Ok(()),
    }
}

fn word(order: Order) -> &'static str {
    match order {
        Order::Plain => unreachable!("it is no order of a function"),
        Order::Relaxed => "memory_order_relaxed",
        Order::Acquire => "memory_order_acquire",
        Order::Release => "memory_order_release",
        Order::AcquireRelease => "memory_order_acq_rel",
        Order::SeqCst => "memory_order_seq_cst",
    }
}

/// A statement in C.
fn words(statement: &Statement, n: usize) -> String {
    let at = |location: usize| format!("p{n}_{}", LOCATIONS[location]);
    let atomic = |location: usize| format!("(_Atomic int *)&{}", at(location));
    match *statement {
        Statement::Load {
            location,
            order: Order::Plain,
        } => format!("r = {};", at(location)),
        Statement::Store {
            location,
            order: Order::Plain,
            value,
        } => format!("{} = {value};", at(location)),
        Statement::Load { location, order } => {
            let order = word(order);
            format!("r = atomic_load_explicit({}, {order});", atomic(location))
        }
        Statement::Store {
            location,
            order,
            value,
        } => {
            let (at, order) = (atomic(location), word(order));
            format!("atomic_store_explicit({at}, {value}, {order});")
        }
        Statement::Add {
            location,
            order,
            value,
        } => {
            let (at, order) = (atomic(location), word(order));
            format!("r = atomic_fetch_add_explicit({at}, {value}, {order});")
        }
        Statement::Exchange {
            location,
            order,
            value,
        } => {
            let (at, order) = (atomic(location), word(order));
            format!("r = atomic_exchange_explicit({at}, {value}, {order});")
        }
        Statement::CompareExchange {
            location,
            expected,
            new,
            success,
            failure,
        } => {
            let (at, success, failure) = (atomic(location), word(success), word(failure));
            format!(
                "r = {expected}; atomic_compare_exchange_strong_explicit({at}, &r, {new}, \
                 {success}, {failure});"
            )
        }
        Statement::Fence { order } => format!("atomic_thread_fence({});", word(order)),
    }
}

/// A statement as an instruction of x86.
fn instruction(statement: &Statement, n: usize) -> String {
    let at = |location: usize| format!("p{n}_{}", LOCATIONS[location]);
    match *statement {
        Statement::Load { location, .. } => {
            format!(
                "asm volatile(\"movl %1, %0\" : \"=r\"(r) : \"m\"({}) : \"memory\");",
                at(location)
            )
        }
        Statement::Store {
            location, value, ..
        } => {
            format!(
                "asm volatile(\"movl %1, %0\" : \"=m\"({}) : \"ri\"({value}) : \"memory\");",
                at(location)
            )
        }
        Statement::Add {
            location, value, ..
        } => {
            format!(
                "r = {value}; asm volatile(\"lock; xaddl %0, %1\" : \"+r\"(r), \"+m\"({}) : : \
                 \"memory\");",
                at(location)
            )
        }
        Statement::Exchange {
            location, value, ..
        } => {
            format!(
                "r = {value}; asm volatile(\"xchgl %0, %1\" : \"+r\"(r), \"+m\"({}) : : \
                 \"memory\");",
                at(location)
            )
        }
        Statement::CompareExchange {
            location,
            expected,
            new,
            ..
        } => {
            format!(
                "asm volatile(\"lock; cmpxchgl %2, %1\" : \"=a\"(r), \"+m\"({}) : \"r\"({new}), \
                 \"0\"({expected}) : \"memory\", \"cc\");",
                at(location)
            )
        }
        Statement::Fence { order } => {
            let name = match order {
                Order::Acquire => "lfence",
                Order::Release => "sfence",
                Order::AcquireRelease => "lock; addl $0, 0(%%rsp)",
                _ => "mfence",
            };
            format!("asm volatile(\"{name}\" ::: \"memory\", \"cc\");")
        }
    }
}
