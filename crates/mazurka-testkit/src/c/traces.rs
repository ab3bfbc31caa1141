//! Programs of [`crate::ir`], run as C and compared with the [oracle](crate::oracle):
//! the number of traces, the final states and the kinds of findings; and
//! [litmus programs](crate::litmus), compared with their own judge, which shares no
//! code with the store buffers that the interpreters use.

use super::emit::{Text, emit, in_c, is_c};
use super::run::{Compiler, Explored, Outcome, PRELUDE, compile, explored, with_main};
use crate::generator::{Family, generate_with};
use crate::ir::{Program, REGISTERS, Statement};
use crate::litmus::machine::{self, Machine as Judge};
use crate::litmus::random as litmus_random;
use crate::litmus::translate::{process_name, translated};
use crate::oracle::{FinalState, Judgement, Undecided, judge};
use mazurka_cycles::program as litmus;
use mazurka_explore::Algorithm;
use mazurka_llvm::code::Code;
use mazurka_llvm::machine::Settings;
use mazurka_memory::Model;
use mazurka_program::FindingKind;
use std::collections::{BTreeMap, BTreeSet};

/// The families that C programs are made of.
pub const FAMILIES: [Family; 9] = [
    Family::Swap,
    Family::TryLock,
    Family::RwLock,
    Family::Semaphore,
    Family::Once,
    Family::Choice,
    Family::Spin,
    Family::Condvar,
    Family::Buffer,
];

/// What must come out.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The number of traces.
    pub traces: u64,
    /// More than so many executions cannot be needed.
    pub executions: u64,
    /// The final states: the variables, and the registers of each process.
    pub states: BTreeSet<State>,
    /// The kinds of findings; not compared if none.
    pub kinds: Option<BTreeSet<FindingKind>>,
}

impl Expected {
    /// Can some thread wait for ever?
    #[must_use]
    pub fn hangs(&self) -> bool {
        let kinds = self.kinds.as_ref();
        kinds.is_some_and(|kinds| kinds.contains(&FindingKind::Deadlock))
    }
}

/// The variables, and the registers by the names of processes.
pub type State = (Vec<u64>, BTreeMap<String, [u64; REGISTERS]>);

/// Is there a body with an assertion that another one joins?
fn joins_what_may_fail(program: &Program) -> bool {
    let (mut asserts, mut joined) = (BTreeSet::new(), BTreeSet::new());
    program.visit(&mut |body, statement| match statement {
        Statement::Assert { .. } => {
            asserts.insert(body);
        }
        Statement::Join(target) => {
            joined.insert(*target);
        }
        _ => {}
    });
    !asserts.is_disjoint(&joined)
}

/// Are there operations that commute for traces, and not in execution graphs?
fn commutes(program: &Program) -> bool {
    let mut found = false;
    program.visit(&mut |_, statement| {
        found |= matches!(
            statement,
            Statement::Add { .. }
                | Statement::Set(_)
                | Statement::Read(_)
                | Statement::TryRead { .. }
                | Statement::UnlockRead(_)
                | Statement::Acquire { .. }
                | Statement::TryAcquire { .. }
                | Statement::Release { .. }
                | Statement::Wait { .. }
                | Statement::WaitTimeout { .. }
                | Statement::NotifyOne(_)
                | Statement::NotifyAll(_)
        );
    });
    found
}

/// May a loop look at what its thread has stored and not yet flushed, and then look again? That is a
/// trace of its own, and an execution in vain among graphs.
fn looks_again(program: &Program) -> bool {
    let mut found = false;
    program.visit(&mut |_, statement| {
        found |= matches!(
            statement,
            Statement::Spin { .. }
                | Statement::SpinOr { .. }
                | Statement::SpinCompareExchange { .. }
        );
    });
    found && program.model != Model::Sc
}

/// A program to be judged.
#[derive(Clone, Debug)]
pub struct Case {
    /// The seed that it came from.
    pub seed: u64,
    /// The program.
    pub program: Program,
    /// What its variables hold at the start.
    pub initial: Vec<u64>,
    /// The litmus program that it was, if it was one.
    pub litmus: Option<litmus::Program>,
    /// How it is written in C.
    pub style: u64,
}

impl Case {
    /// The program of a seed under a model; one in four is a litmus program. None if
    /// it cannot be said in C.
    #[must_use]
    pub fn new(seed: u64, families: &[Family], model: Option<Model>) -> Option<Case> {
        if seed % 4 == 3 && families.contains(&Family::Buffer) {
            return Case::litmus(seed, model);
        }
        let program = in_c(&generate_with(seed, families, model));
        is_c(&program).then(|| Case {
            seed,
            program,
            initial: Vec::new(),
            litmus: None,
            style: seed,
        })
    }

    fn litmus(seed: u64, model: Option<Model>) -> Option<Case> {
        let litmus = litmus_random::generate(seed);
        let program = Program {
            model: model.unwrap_or(Model::BUFFERED[(seed / 4 % 3) as usize]),
            bound: [None, None, Some(1), Some(2)][(seed / 12 % 4) as usize],
            ..translated(&litmus)?
        };
        Some(Case {
            seed,
            program,
            initial: litmus.initial.clone(),
            litmus: Some(litmus),
            style: seed,
        })
    }

    /// What must come out of it; none if that is too much, or if it does what C does
    /// not allow.
    #[must_use]
    pub fn expected(&self, max_executions: usize) -> Option<Expected> {
        match &self.litmus {
            Some(litmus) => self.expected_of_litmus(litmus, max_executions),
            None => match judge(&self.program, max_executions) {
                Ok(judgement) => self.expected_of(&judgement),
                Err(Undecided::TooLarge) => None,
                Err(broken) => panic!("seed {}: {broken}", self.seed),
            },
        }
    }

    fn expected_of(&self, judgement: &Judgement) -> Option<Expected> {
        let mut expected = Expected {
            traces: judgement.classes.len() as u64,
            executions: judgement.executions,
            states: BTreeSet::new(),
            kinds: Some(BTreeSet::new()),
        };
        for class in judgement.classes.values() {
            let FinalState {
                variables,
                registers,
            } = class.final_state.clone();
            expected.states.insert((variables, registers));
            let mut kinds: BTreeSet<_> = class.findings.iter().map(|f| f.kind).collect();
            if kinds.contains(&FindingKind::UnlockNotHeld) {
                // Here the process would go on.
                return None;
            }
            if kinds.contains(&FindingKind::Panic) && joins_what_may_fail(&self.program) {
                // In C the whole program ends, so nothing comes after the join.
                return None;
            }
            if kinds.remove(&FindingKind::Panic) {
                // What hangs after a failure is no finding.
                kinds = BTreeSet::from([FindingKind::Assertion]);
            }
            if kinds.remove(&FindingKind::Livelock) {
                kinds.insert(FindingKind::Deadlock);
            }
            expected.kinds.get_or_insert_default().extend(kinds);
        }
        Some(expected)
    }

    fn expected_of_litmus(&self, litmus: &litmus::Program, max: usize) -> Option<Expected> {
        let models = machine::Model::BUFFERED.into_iter().zip(Model::BUFFERED);
        let (model, _) = models.into_iter().find(|(_, m)| *m == self.program.model)?;
        let machine = Judge {
            model,
            bound: self.program.bound.map(|bound| bound as usize),
        };
        let traces = machine::traces(litmus, machine, max * 5)?;
        if traces.idle_writes {
            return None;
        }
        let mut expected = Expected {
            traces: 0,
            executions: 1_000_000,
            states: BTreeSet::new(),
            kinds: Some(BTreeSet::new()),
        };
        for (state, count) in traces.states() {
            expected.traces += count;
            let registers = state.registers.iter().enumerate();
            let registers = registers.map(|(thread, held)| {
                let mut all = [0; REGISTERS];
                all[..held.len()].copy_from_slice(held);
                (process_name(thread), all)
            });
            // What no thread accesses is left out.
            let mut memory = state.memory.clone();
            memory.truncate(self.program.variables());
            expected.states.insert((memory, registers.collect()));
        }
        Some(expected)
    }

    /// The program as C text.
    #[must_use]
    pub fn text(&self, number: usize, compiler: Compiler) -> Text {
        let is_optimised = compiler.level != "-O0";
        emit(
            &self.program,
            number,
            self.style,
            is_optimised,
            &self.initial,
        )
    }

    /// Compiles the program by itself.
    ///
    /// # Errors
    /// What clang or we have to say against it.
    pub fn compiled(&self, compiler: Compiler) -> Result<(Code, Text), String> {
        let text = self.text(0, compiler);
        let code = compile(&format!("{PRELUDE}{}", text.text), compiler)?;
        Ok((code, text))
    }

    /// Can an algorithm explore it? Execution graphs have no store buffers that could be bounded.
    #[must_use]
    pub fn suits(&self, algorithm: Algorithm) -> bool {
        algorithm != Algorithm::Graphs || self.program.bound.is_none()
    }

    /// Explores the program, compiled, and compares.
    ///
    /// # Errors
    /// When something else comes out than must.
    pub fn compare(
        &self,
        code: &Code,
        text: &Text,
        expected: &Expected,
        algorithm: Algorithm,
    ) -> Result<Explored, String> {
        let code = with_main(code, &text.main)?;
        let last = i64::try_from(text.alternatives).expect("few alternatives") - 1;
        let settings = Settings {
            model: self.program.model,
            buffer_bound: self.program.bound,
            nondet: Some((0, last)),
            max_steps: 1_000_000,
            // There an assumption that fails comes after what was read, too.
            waits: false,
            ..Settings::default()
        };
        let most = expected.executions.max(expected.traces) * 4 + 100;
        let explored = explored(&code, &settings, algorithm, &text.variables, most)?;
        self.judge(&explored, expected, algorithm)?;
        Ok(explored)
    }

    fn judge(
        &self,
        explored: &Explored,
        expected: &Expected,
        algorithm: Algorithm,
    ) -> Result<(), String> {
        let variables = self.program.variables();
        let outcomes = explored.outcomes.iter().chain(&explored.discarded);
        let states = outcomes.map(|o| state(o, variables));
        let states: BTreeSet<State> = states.collect();
        if states != expected.states {
            let missing: Vec<_> = expected.states.difference(&states).take(3).collect();
            let extra: Vec<_> = states.difference(&expected.states).take(3).collect();
            return Err(format!(
                "{} final states instead of {}: missing {missing:?}, extra {extra:?}",
                states.len(),
                expected.states.len()
            ));
        }
        let complete = explored.statistics.complete;
        // Without reduction, accesses that no other thread sees count here and not there.
        // Graphs order what commutes for traces.
        let is_right = match algorithm {
            Algorithm::Exhaustive => true,
            Algorithm::Graphs => {
                (complete >= expected.traces || looks_again(&self.program))
                    && (complete <= expected.traces || commutes(&self.program))
            }
            _ => complete == expected.traces,
        };
        if !is_right {
            return Err(format!(
                "{complete} complete executions instead of {}",
                expected.traces
            ));
        }
        let blocked = explored.statistics.blocked;
        if algorithm == Algorithm::Optimal && blocked != 0 {
            return Err(format!("{blocked} blocked executions"));
        }
        let found: BTreeSet<_> = explored.findings.keys().copied().collect();
        match &expected.kinds {
            Some(kinds) if *kinds != found => Err(format!(
                "findings {:?} instead of {kinds:?}",
                explored.findings
            )),
            _ => Ok(()),
        }
    }
}

/// An outcome as a final state.
fn state(outcome: &Outcome, variables: usize) -> State {
    let mut memory = outcome.memory.clone();
    memory.resize(variables, 0);
    let registers = outcome.shown.iter().map(|(name, shown)| {
        let mut registers = [0; REGISTERS];
        for (slot, value) in shown {
            if let Some(register) = registers.get_mut(usize::from(*slot)) {
                *register = *value;
            }
        }
        (name.clone(), registers)
    });
    (memory, registers.collect())
}
