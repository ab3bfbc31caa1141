//! Programs of [`super::bytes`], run as C: what their executions leave behind must be
//! what the judge says, and there must be as many as the [enumerator](crate::enumerate) counts.

use super::bytes::judge::{End, ends};
use super::bytes::text::{FREED, TYPES, emit};
use super::bytes::{Program, REGISTERS, generate, with_allocations};
use super::run::{Compiler, Explored, Location, Outcome, PRELUDE, compile, explored, with_main};
use crate::enumerate::enumerate_c;
use crate::litmus::translate::process_name;
use mazurka_explore::Algorithm;
use mazurka_llvm::code::Code;
use mazurka_llvm::machine::Settings;
use mazurka_memory::Model;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The traces of a program with at most this many prefixes are counted.
const MOST_PREFIXES: usize = 2_000;

/// What must come out, and what may. Under PSO, a store that others overlap in part keeps
/// the other stores of its thread in order, as under TSO, so that they differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// All of these,
    pub must: BTreeSet<End>,
    /// and nothing but these.
    pub may: BTreeSet<End>,
}

impl Expected {
    /// Can some thread wait for ever?
    #[must_use]
    pub fn hangs(&self) -> bool {
        self.may.iter().any(|end| !end.is_finished)
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

impl Case {
    /// The program of a seed.
    #[must_use]
    pub fn new(seed: u64, model: Option<Model>) -> Case {
        Case {
            seed,
            program: generate(seed, model, true),
        }
    }

    /// The same with some allocations, each of which may fail.
    #[must_use]
    pub fn with_allocations(self) -> Case {
        Case {
            program: with_allocations(&self.program, self.seed),
            ..self
        }
    }

    /// What must come out of it; none if it has too many states.
    #[must_use]
    pub fn expected(&self, max_states: usize) -> Option<Expected> {
        let may = self.ends(&self.program, max_states)?;
        let must = if self.program.model == Model::Pso && self.program.is_mixed() {
            let program = Program {
                model: Model::Tso,
                ..self.program.clone()
            };
            self.ends(&program, max_states)?
        } else {
            may.clone()
        };
        Some(Expected { must, may })
    }

    fn ends(&self, program: &Program, max_states: usize) -> Option<BTreeSet<End>> {
        let all = ends(program, max_states)?;
        Some(all.into_iter().map(|end| self.visible(end)).collect())
    }

    /// What can be seen of an end: what was freed, if `main` came so far.
    fn visible(&self, mut end: End) -> End {
        if self.program.is_heap && !end.is_finished {
            end.memory[0] = 0;
            end.memory[1] = 0;
        }
        end
    }

    /// The program as C text.
    #[must_use]
    pub fn text(&self, number: usize, compiler: Compiler) -> String {
        emit(&self.program, number, self.seed, compiler.level != "-O0")
    }

    /// Compiles the program by itself.
    ///
    /// # Errors
    /// What clang or we have to say against it.
    pub fn compiled(&self, compiler: Compiler) -> Result<Code, String> {
        let text = self.text(0, compiler);
        compile(&format!("{PRELUDE}{TYPES}{text}"), compiler)
    }

    /// Explores the program, compiled with that number, and compares.
    ///
    /// # Errors
    /// When something else comes out than must.
    pub fn compare(
        &self,
        code: &Code,
        number: usize,
        expected: &Expected,
        algorithm: Algorithm,
    ) -> Result<Explored, String> {
        let code = with_main(code, &format!("p{number}_main"))?;
        let settings = Settings {
            model: self.program.model,
            nondet: Some((0, 1)),
            failures: self.program.failures,
            max_steps: 1_000_000,
            ..Settings::default()
        };
        let word = |name: &str, offset| Location {
            global: format!("p{number}_{name}"),
            is_behind: false,
            offset,
            size: 8,
        };
        let words = [word("a", 0), word("a", 8), word("g", 0), word("g", 8)];
        let most = match self.program.model {
            Model::Sc => 100_000,
            _ => 5_000,
        };
        let explored = explored(&code, &settings, algorithm, &words, most)?;
        let found = explored.outcomes.iter().map(|o| self.end(o));
        let found: BTreeSet<End> = found.collect();
        let missing: Vec<_> = expected.must.difference(&found).take(2).collect();
        let extra: Vec<_> = found.difference(&expected.may).take(2).collect();
        if !missing.is_empty() || !extra.is_empty() {
            return Err(format!(
                "{} outcomes instead of {} to {}: missing {missing:?}, extra {extra:?}, \
                 findings {:?}",
                found.len(),
                expected.must.len(),
                expected.may.len(),
                explored.findings
            ));
        }
        if algorithm != Algorithm::Exhaustive {
            self.count(&code, &settings, explored.statistics.complete)?;
        }
        let blocked = explored.statistics.blocked;
        if algorithm == Algorithm::Optimal && blocked != 0 {
            return Err(format!("{blocked} blocked executions"));
        }
        let hangs = found.iter().any(|end| !end.is_finished);
        if hangs == explored.findings.is_empty() {
            return Err(format!("findings {:?}", explored.findings));
        }
        Ok(explored)
    }

    /// Are there as many traces, if there are few?
    fn count(&self, code: &Arc<Code>, settings: &Settings, complete: u64) -> Result<(), String> {
        let count = enumerate_c(code, settings, MOST_PREFIXES)?;
        let traces = count.map(|count| count.traces + count.discarded);
        match traces {
            Some(traces) if traces != complete => Err(format!(
                "{complete} complete executions instead of {traces}"
            )),
            _ => Ok(()),
        }
    }

    fn end(&self, outcome: &Outcome) -> End {
        let shown = |thread: usize, slot: usize| {
            let shown = outcome.shown.get(&process_name(thread))?;
            shown.get(&u8::try_from(slot).expect("few slots")).copied()
        };
        let registers = |thread| {
            let mut registers = [0; REGISTERS];
            for (slot, register) in registers.iter_mut().enumerate() {
                *register = shown(thread, slot).unwrap_or(0);
            }
            registers
        };
        let mut memory = [0; 4];
        memory.copy_from_slice(&outcome.memory);
        if self.program.is_heap {
            memory[0] = shown(0, FREED).unwrap_or(0);
            memory[1] = shown(0, FREED + 1).unwrap_or(0);
        }
        End {
            memory,
            registers: (0..self.program.threads.len()).map(registers).collect(),
            is_finished: shown(0, FREED + 2).is_some(),
        }
    }
}
