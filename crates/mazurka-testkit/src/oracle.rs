//! The oracle: every execution of a small program, by brute force.
//!
//! Depth first over copies of the interpreter's state, every enabled process at
//! every state, with no reduction at all. The maximal executions are grouped by
//! their [`Trace`]. On the way, the relation itself is judged (*Source Sets*,
//! Definition 3.2):
//!
//! - (5) executions with the same trace end in the same state, and show the
//!   same findings;
//! - (4) swapping two neighbours that are unordered gives an execution again,
//!   with the same trace. Any two linearisations of a partial order are joined
//!   by such swaps, so this checks that a trace is exactly the set of its
//!   linearisations.

use crate::execution::{Execution, MAX_EVENTS, Shown, Trace, enabled};
use crate::interpreter::{Interpreter, State};
use crate::ir::{self, REGISTERS};
use mazurka_program::{ProcessId, Program, Step};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

/// What an execution leaves behind that a program could print.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FinalState {
    /// The values of the shared variables.
    pub variables: Vec<u64>,
    /// The registers of each process, by its name.
    pub registers: BTreeMap<String, [u64; REGISTERS]>,
}

impl FinalState {
    fn of(program: &Interpreter<'_>, state: &State<'_>) -> FinalState {
        let registers = |process| {
            let name = program.names().process_name(process);
            (name, *state.registers(process))
        };
        FinalState {
            variables: state.variables().to_vec(),
            registers: state.processes().map(registers).collect(),
        }
    }
}

/// What the oracle knows of one trace.
#[derive(Clone, Debug)]
pub struct Class {
    /// How many executions have it.
    pub executions: u64,
    /// What all of them leave behind.
    pub final_state: FinalState,
    /// What all of them show, sorted.
    pub findings: Vec<Shown>,
    /// The names of the processes of one of its executions, step by step.
    pub example: Vec<String>,
}

/// What the oracle knows of a program.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// How many maximal executions there are.
    pub executions: u64,
    /// The traces.
    pub classes: HashMap<Trace, Class>,
}

impl Judgement {
    /// The final states that can be reached.
    #[must_use]
    pub fn final_states(&self) -> BTreeSet<&FinalState> {
        self.classes
            .values()
            .map(|class| &class.final_state)
            .collect()
    }

    /// The findings that some execution shows.
    #[must_use]
    pub fn findings(&self) -> BTreeSet<&Shown> {
        let classes = self.classes.values();
        classes.flat_map(|class| &class.findings).collect()
    }
}

/// Why the oracle has no judgement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undecided {
    /// The program has more executions, or longer ones, than the oracle was
    /// asked to look at.
    TooLarge,
    /// The dependence relation, or the interpreter, breaks Definition 3.2: the
    /// text says how.
    Broken(String),
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undecided::TooLarge => f.write_str("too many executions for brute force"),
            Undecided::Broken(how) => f.write_str(how),
        }
    }
}

/// What is kept of each maximal execution until the end.
struct Seen {
    class: usize,
    commuting_neighbours: u64,
}

/// One class while it is being gathered.
struct Gathered<'a> {
    class: Class,
    state: State<'a>,
}

struct Search<'a> {
    program: Interpreter<'a>,
    execution: Execution,
    step: Step,
    max_executions: usize,
    classes: HashMap<Trace, usize>,
    gathered: Vec<Gathered<'a>>,
    /// By the processes of the steps; also the input of the swaps.
    executions: HashMap<Box<[u8]>, Seen>,
}

/// Explores all executions of `program`, if there are at most
/// `max_executions`.
///
/// # Errors
/// When there are more, or when Definition 3.2 is broken.
pub fn judge(program: &ir::Program, max_executions: usize) -> Result<Judgement, Undecided> {
    let mut search = Search::new(program, max_executions);
    search.explore()?;
    search.swap_neighbours()?;
    Ok(search.finish())
}

impl<'a> Search<'a> {
    fn new(program: &'a ir::Program, max_executions: usize) -> Search<'a> {
        let mut program = Interpreter::new(program);
        let execution = Execution::start(&mut program);
        Search {
            program,
            execution,
            step: Step::default(),
            max_executions,
            classes: HashMap::new(),
            gathered: Vec::new(),
            executions: HashMap::new(),
        }
    }

    /// Explores everything after the current state; the depth is bounded by
    /// [`MAX_EVENTS`].
    fn explore(&mut self) -> Result<(), Undecided> {
        let processes = enabled(&self.program);
        if processes.is_empty() {
            return self.ended();
        }
        if self.execution.events().len() == MAX_EVENTS {
            return Err(Undecided::TooLarge);
        }
        let state = self.program.state().clone();
        let mark = self.execution.mark();
        for process in processes {
            self.execution
                .step(&mut self.program, process, &mut self.step);
            self.explore()?;
            self.execution.truncate(&mark);
            self.program.set_state(state.clone());
        }
        Ok(())
    }

    /// Files the current execution, which is maximal.
    fn ended(&mut self) -> Result<(), Undecided> {
        if self.executions.len() == self.max_executions {
            return Err(Undecided::TooLarge);
        }
        let trace = self.execution.trace(&self.program);
        let next = self.gathered.len();
        let class = *self.classes.entry(trace).or_insert(next);
        if class == next {
            self.begin_class();
        } else {
            self.check_class(class)?;
        }
        let seen = Seen {
            class,
            commuting_neighbours: self.execution.commuting_neighbours(),
        };
        let processes = self.execution.events().iter().map(|e| e.process.index());
        let schedule = processes
            .map(|index| u8::try_from(index).expect("few processes"))
            .collect();
        let earlier = self.executions.insert(schedule, seen);
        assert!(earlier.is_none(), "the oracle ran an execution twice");
        Ok(())
    }

    fn begin_class(&mut self) {
        let state = self.program.state().clone();
        let name = |process| self.program.names().process_name(process);
        let events = self.execution.events().iter();
        let class = Class {
            executions: 1,
            final_state: FinalState::of(&self.program, &state),
            findings: self.execution.findings(&self.program),
            example: events.map(|event| name(event.process)).collect(),
        };
        self.gathered.push(Gathered { class, state });
    }

    /// Definition 3.2 (5): the same trace, the same state; and so the same
    /// findings.
    fn check_class(&mut self, class: usize) -> Result<(), Undecided> {
        let gathered = &mut self.gathered[class];
        gathered.class.executions += 1;
        let findings = self.execution.findings(&self.program);
        if gathered.state == *self.program.state() && gathered.class.findings == findings {
            return Ok(());
        }
        Err(Undecided::Broken(format!(
            "Definition 3.2 (5): the execution\n{}has the same trace as {:?}, but not its state \
             or findings:\n{:?}\n{:?}",
            self.execution.render(&self.program),
            gathered.class.example,
            self.program.state(),
            gathered.state,
        )))
    }

    /// Definition 3.2 (4), for the swap of two neighbours.
    fn swap_neighbours(&self) -> Result<(), Undecided> {
        let mut swapped = Vec::new();
        for (schedule, seen) in &self.executions {
            for at in 0..schedule.len().saturating_sub(1) {
                if seen.commuting_neighbours & 1 << at == 0 {
                    continue;
                }
                swapped.clear();
                swapped.extend_from_slice(schedule);
                swapped.swap(at, at + 1);
                let other = self.executions.get(&swapped[..]);
                if other.is_none_or(|other| other.class != seen.class) {
                    return Err(self.broken_swap(schedule, at, other.is_some()));
                }
            }
        }
        Ok(())
    }

    fn broken_swap(&self, schedule: &[u8], at: usize, exists: bool) -> Undecided {
        let name = |index: &u8| {
            self.program
                .names()
                .process_name(ProcessId((*index).into()))
        };
        let names: Vec<_> = schedule.iter().map(name).collect();
        Undecided::Broken(format!(
            "Definition 3.2 (4): swapping the unordered steps {at} and {} of {names:?} gives {}",
            at + 1,
            if exists {
                "another trace"
            } else {
                "no execution"
            },
        ))
    }

    fn finish(self) -> Judgement {
        let executions = self.executions.len() as u64;
        let mut gathered: Vec<_> = self.gathered.into_iter().map(|g| Some(g.class)).collect();
        let mut class = |index: usize| gathered[index].take().expect("one trace per class");
        let classes = self.classes.into_iter();
        Judgement {
            executions,
            classes: classes
                .map(|(trace, index)| (trace, class(index)))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mazurka_program::FindingKind;

    fn judged(text: &str) -> Judgement {
        let program = text.parse().expect("a program");
        judge(&program, 100_000).expect("a judgement")
    }

    fn counts(text: &str) -> (u64, usize) {
        let judgement = judged(text);
        (judgement.executions, judgement.classes.len())
    }

    #[test]
    fn counts_that_can_be_done_by_hand() {
        // Two writers of one variable, and of two.
        assert_eq!(counts("root 0\n x0 = 1\nroot 1\n x0 = 2"), (2, 2));
        assert_eq!(counts("root 0\n x0 = 1\nroot 1\n x1 = 2"), (2, 1));
        // Store buffering: 4 interleavings of reads and writes but one.
        let store_buffering = "root 0\n x0 = 1\n r0 = x1\nroot 1\n x1 = 1\n r0 = x0";
        assert_eq!(counts(store_buffering), (6, 3));
        // readers(2): a writer, and two that read their own variable first.
        let readers = "root 0\n x0 = 1\nroot 1\n r0 = x1\n r1 = x0\nroot 2\n r0 = x2\n r1 = x0";
        assert_eq!(counts(readers), (30, 4));
        // Additions commute, but not with a load between them.
        assert_eq!(counts("root 0\n x0 += 1\nroot 1\n x0 += 2"), (2, 1));
        let observed = "root 0\n x0 += 1\nroot 1\n x0 += 2\nroot 2\n r0 = x0";
        assert_eq!(counts(observed), (6, 4));
        assert_eq!(judged(observed).final_states().len(), 4);
    }

    #[test]
    fn figure_2_of_source_sets() {
        let figure = "root 0\n x0 = 1\nroot 1\n x1 = 1\nroot 2\n r0 = x1\n if r0 == 0\n x2 = 1\n \
                      end\nroot 3\n r0 = x2\n if r0 == 1\n r1 = x1\n if r1 == 0\n x0 = 2\n end\n end";
        // q before r, so that z is never written; or r before q, and then s
        // reads z before the write; or after it, and y after q; or y before
        // q, with its write of x before or after p's.
        assert_eq!(judged(figure).classes.len(), 5);
    }

    #[test]
    fn deadlocks_panics_and_bad_unlocks_are_found() {
        let kinds = |text| -> Vec<FindingKind> {
            let judgement = judged(text);
            judgement
                .findings()
                .iter()
                .map(|shown| shown.kind)
                .collect()
        };
        let crossed = "root 0\n lock m0\n lock m1\n unlock m1\n unlock m0\n\
                       root 1\n lock m1\n lock m0\n unlock m0\n unlock m1";
        assert_eq!(kinds(crossed), [FindingKind::Deadlock]);
        assert_eq!(judged(crossed).classes.len(), 3);
        assert_eq!(kinds("root 0\n lock m0\n lock m0"), [FindingKind::Deadlock]);
        assert_eq!(kinds("root 0\n unlock m0"), [FindingKind::UnlockNotHeld]);
        let panics = "root 0\n r0 = x0\n assert r0 == 0\nroot 1\n x0 = 1";
        assert_eq!(kinds(panics), [FindingKind::Panic]);
        let joined = "root 0\n spawn 1\n join 1\nbody 1\n lock m0\n lock m0";
        assert_eq!(kinds(joined), [FindingKind::Deadlock]);
    }

    #[test]
    fn a_program_that_is_too_large_is_not_judged() {
        let program = "root 0\n x0 = 1\nroot 1\n x0 = 2"
            .parse()
            .expect("a program");
        assert!(judge(&program, 2).is_ok());
        assert!(matches!(judge(&program, 1), Err(Undecided::TooLarge)));
    }

    /// A search of a program with one trace and two executions, so that what
    /// it gathered can be falsified.
    fn searched(program: &ir::Program) -> Search<'_> {
        let mut search = Search::new(program, 10);
        search.explore().expect("two executions");
        assert_eq!((search.executions.len(), search.gathered.len()), (2, 1));
        assert_eq!(search.swap_neighbours(), Ok(()));
        search
    }

    fn broken(result: Result<(), Undecided>, property: &str, end: &str) {
        let Err(Undecided::Broken(how)) = result else {
            panic!("nothing is broken: {result:?}");
        };
        assert!(how.starts_with(property) && how.ends_with(end), "{how}");
    }

    #[test]
    fn what_breaks_definition_3_2_is_noticed() {
        let program = "root 0\n x0 = 1\nroot 1\n x1 = 1"
            .parse()
            .expect("a program");
        let mut search = searched(&program);
        search.executions.remove(&[0, 1][..]);
        broken(
            search.swap_neighbours(),
            "Definition 3.2 (4)",
            "no execution",
        );

        let mut search = searched(&program);
        let seen = search
            .executions
            .get_mut(&[0, 1][..])
            .expect("an execution");
        seen.class = 1;
        broken(
            search.swap_neighbours(),
            "Definition 3.2 (4)",
            "another trace",
        );

        // The state is that of the start again, which is not the final one.
        let mut search = searched(&program);
        broken(search.check_class(0), "Definition 3.2 (5)", "");
    }
}
