//! The oracle: every execution of a small program, by brute force.
//!
//! Depth first over copies of the interpreter's state, every alternative of every
//! enabled process at every state, with no reduction at all. The maximal executions are grouped by
//! their [`Trace`]. On the way, the relation itself is judged (*Source Sets*,
//! Definition 3.2):
//!
//! - (5) executions with the same trace end in the same state, and show the
//!   same findings;
//! - (4) swapping two neighbours that are unordered gives an execution again,
//!   with the same trace. Any two linearisations of a partial order are joined
//!   by such swaps, so this checks that a trace is exactly the set of its
//!   linearisations;
//! - (7) if `r` depends on `p` when it comes right after it, then also with a
//!   step `q` in between that does not depend on `p`.

use crate::execution::{Execution, MAX_EVENTS, Shown, Trace, enabled};
use crate::interpreter::{Interpreter, State};
use crate::ir::{self, REGISTERS};
use mazurka_program::{ProcessId, Program, Step, Turn};
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
            registers: state.owners().map(registers).collect(),
        }
    }
}

/// What the oracle knows of one trace.
#[derive(Clone, Debug)]
pub struct Class {
    /// How many executions have it.
    pub executions: u64,
    /// What the switches of its executions cost, at least.
    pub least: Switches,
    /// What all of them leave behind.
    pub final_state: FinalState,
    /// What all of them show, sorted.
    pub findings: Vec<Shown>,
    /// One of its executions: the names of the processes and the alternatives
    /// that they took, step by step.
    pub example: Vec<(String, u32)>,
}

/// How often an execution switches from one process to another. Flushes are no switches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Switches {
    /// How often the process that ran last could have gone on.
    pub preemptions: u32,
    /// How many enabled processes were passed over: in the order of their names, from that of
    /// the process that ran last, round robin.
    pub delays: u32,
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
        self.findings_of(|_| true)
    }

    /// The findings that some execution of these traces shows.
    #[must_use]
    pub fn findings_of(&self, is_meant: impl Fn(&Class) -> bool) -> BTreeSet<&Shown> {
        let classes = self.classes.values().filter(|class| is_meant(class));
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
    /// The process that ran last, shadows apart, and the switches so far.
    current: Option<ProcessId>,
    switches: Switches,
    step: Step,
    max_executions: usize,
    classes: HashMap<Trace, usize>,
    gathered: Vec<Gathered<'a>>,
    /// By their steps; also the input of the swaps.
    executions: HashMap<Box<[Turn]>, Seen>,
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
            current: None,
            switches: Switches::default(),
            step: Step::default(),
            max_executions,
            classes: HashMap::new(),
            gathered: Vec::new(),
            executions: HashMap::new(),
        }
    }

    /// Explores everything after the current state; the depth is bounded by
    /// [`MAX_EVENTS`]. If the execution ends with `p.q`, where `q` does not depend
    /// on `p`, gives the steps of others that do not depend on `p` either.
    fn explore(&mut self) -> Result<Vec<Turn>, Undecided> {
        let turns = enabled(&self.program);
        if turns.is_empty() {
            self.ended()?;
            return Ok(vec![]);
        }
        let length = self.execution.events().len();
        if length == MAX_EVENTS {
            return Err(Undecided::TooLarge);
        }
        let state = self.program.state().clone();
        let mark = self.execution.mark();
        let (mut dependent, mut later, mut unordered) = (vec![], vec![], vec![]);
        let before = (self.current, self.switches);
        for turn in turns.clone() {
            self.switch(turn.process, &turns);
            self.execution.step(&mut self.program, turn, &mut self.step);
            if length >= 1 && self.execution.happens_before(length - 1, length) {
                dependent.push(turn);
            }
            if length >= 2 && self.is_unordered_with_last_but_one(length) {
                unordered.push(turn);
            }
            let after = self.explore()?.into_iter();
            later.extend(after.map(|other| (turn, other)));
            self.execution.truncate(&mark);
            self.program.set_state(state.clone());
            (self.current, self.switches) = before;
        }
        self.check_dependence(&dependent, &later)?;
        Ok(unordered)
    }

    /// Counts what it costs that `next` runs now, where these can.
    fn switch(&mut self, next: ProcessId, turns: &[Turn]) {
        let names = self.program.names();
        if names.owner(next).is_some() {
            return;
        }
        let own = turns.iter().map(|turn| turn.process);
        let own = own.filter(|process| names.owner(*process).is_none());
        let order: BTreeMap<String, ProcessId> = own
            .map(|process| (names.process_name(process), process))
            .collect();
        let last = self.current.map(|last| names.process_name(last));
        let can_go_on = last.as_ref().is_some_and(|last| order.contains_key(last));
        let is_switch = self.current != Some(next);
        self.switches.preemptions += u32::from(can_go_on && is_switch);
        let last = last.unwrap_or_default();
        let turn_by_turn = order.range(last.clone()..).chain(order.range(..last));
        let passed = turn_by_turn.take_while(|(_, process)| **process != next);
        self.switches.delays += u32::try_from(passed.count()).expect("few processes");
        self.current = Some(next);
    }

    /// Of the last three steps, by different processes, does neither of the
    /// others depend on the first?
    fn is_unordered_with_last_but_one(&self, last: usize) -> bool {
        let process = |event: usize| self.execution.events()[event].turn.process;
        process(last) != process(last - 1)
            && !self.execution.happens_before(last - 2, last - 1)
            && !self.execution.happens_before(last - 2, last)
    }

    /// Definition 3.2 (7), for the last step `p`: none of the steps `r` that are
    /// `dependent` on it is one that, after a `q`, is not.
    fn check_dependence(
        &self,
        dependent: &[Turn],
        later: &[(Turn, Turn)],
    ) -> Result<(), Undecided> {
        let Some((q, r)) = later.iter().find(|(_, r)| dependent.contains(r)) else {
            return Ok(());
        };
        Err(Undecided::Broken(format!(
            "Definition 3.2 (7): {:?} depends on the last step of\n{}but, after {:?}, no longer",
            self.named(*r),
            self.execution.render(&self.program),
            self.named(*q),
        )))
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
        let schedule = self.execution.events().iter().map(|e| e.turn).collect();
        let earlier = self.executions.insert(schedule, seen);
        assert!(earlier.is_none(), "the oracle ran an execution twice");
        Ok(())
    }

    fn named(&self, turn: Turn) -> (String, u32) {
        let name = self.program.names().process_name(turn.process);
        (name, turn.alternative)
    }

    fn begin_class(&mut self) {
        let state = self.program.state().clone();
        let events = self.execution.events().iter();
        let class = Class {
            executions: 1,
            least: self.switches,
            final_state: FinalState::of(&self.program, &state),
            findings: self.execution.findings(&self.program),
            example: events.map(|event| self.named(event.turn)).collect(),
        };
        self.gathered.push(Gathered { class, state });
    }

    /// Definition 3.2 (5): the same trace, the same state; and so the same
    /// findings.
    fn check_class(&mut self, class: usize) -> Result<(), Undecided> {
        let gathered = &mut self.gathered[class];
        gathered.class.executions += 1;
        let least = &mut gathered.class.least;
        least.preemptions = least.preemptions.min(self.switches.preemptions);
        least.delays = least.delays.min(self.switches.delays);
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

    fn broken_swap(&self, schedule: &[Turn], at: usize, exists: bool) -> Undecided {
        let names: Vec<_> = schedule.iter().map(|turn| self.named(*turn)).collect();
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
    use mazurka_memory::Model;
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

    /// The number of traces, and the kinds of findings that occur.
    fn traces(text: &str) -> (usize, Vec<FindingKind>) {
        let judgement = judged(text);
        let kinds: BTreeSet<_> = judgement.findings().iter().map(|f| f.kind).collect();
        (judgement.classes.len(), kinds.into_iter().collect())
    }

    use FindingKind::{Deadlock, Livelock, UnlockNotHeld};

    #[test]
    fn writes_that_change_nothing_or_all_write_the_same() {
        let swap = "root 0\n r0 = swap x0 0\nroot 1\n r0 = x0";
        assert_eq!(traces(swap), (1, vec![]));
        let swap = "root 0\n r0 = swap x0 1\nroot 1\n r0 = swap x0 1";
        assert_eq!(traces(swap), (2, vec![]));
        let set = "root 0\n set x0\nroot 1\n set x0\nroot 2\n r0 = x0";
        assert_eq!(traces(set), (4, vec![]));
    }

    #[test]
    fn locks_of_all_kinds() {
        // Before the section (then the mutex stays taken), inside, and after.
        let try_lock = "root 0\n lock m0\n unlock m0\nroot 1\n r0 = try-lock m0";
        assert_eq!(traces(try_lock), (3, vec![Deadlock]));
        let readers = "root 0\n read w0\n unlock-read w0\nroot 1\n read w0\n unlock-read w0";
        assert_eq!(traces(readers), (1, vec![]));
        let writer = "root 0\n write w0\n unlock-write w0\nroot 1\n read w0\n unlock-read w0";
        assert_eq!(traces(writer), (2, vec![]));
        let upgrade = "root 0\n read w0\n write w0";
        assert_eq!(traces(upgrade), (1, vec![Deadlock]));
        let stray = "root 0\n read w0\n unlock-write w0\n unlock-read w0\n unlock-read w0";
        assert_eq!(judged(stray).findings().len(), 1, "both say w0");
        assert_eq!(traces(stray), (1, vec![UnlockNotHeld]));
        // The try meets a free lock, a reader, or a free lock again.
        let try_write = "root 0\n read w0\n unlock-read w0\nroot 1\n r0 = try-write w0\n if r0 == \
                         1\n unlock-write w0\n end";
        assert_eq!(traces(try_write), (3, vec![]));
        let once = "root 0\n r0 = begin o0\n if r0 == 1\n complete o0\n end\n";
        let once = format!("{once}{}", once.replace("root 0", "root 1"));
        assert_eq!(traces(&once), (2, vec![]));
    }

    #[test]
    fn permits_and_tokens() {
        let users = "root 0\n acquire s0 1\n release s0 1\nroot 1\n acquire s0 1\n release s0 1";
        assert_eq!(traces(users), (1, vec![Deadlock]));
        assert_eq!(
            traces(&format!("semaphore s0 1\n{users}")),
            (2, vec![]),
            "a mutex"
        );
        // Who is first, and whether the other overlaps.
        assert_eq!(traces(&format!("semaphore s0 2\n{users}")), (4, vec![]));
        let try_acquire = "root 0\n r0 = try-acquire s0 2\nroot 1\n release s0 2";
        assert_eq!(traces(try_acquire), (2, vec![]));
        let parked = "root 0\n park\nroot 1\n unpark 0\nroot 2\n unpark 0";
        assert_eq!(traces(parked), (3, vec![]));
        let parked = "root 0\n park\n park\nroot 1\n unpark 0\n unpark 0";
        assert_eq!(traces(parked), (2, vec![Deadlock]), "one token is lost");
    }

    #[test]
    fn choices_and_assumptions() {
        assert_eq!(traces("root 0\n r0 = choose 3"), (3, vec![]));
        let text = "root 0\n r0 = choose 2\n assume r0 == 1\n x0 = 1\nroot 1\n lock m0\n lock m0";
        let judgement = judged(text);
        // A deadlock counts only where the assumption holds.
        assert_eq!(judgement.classes.len(), 2);
        let with_deadlock = judgement
            .classes
            .values()
            .filter(|c| !c.findings.is_empty());
        assert_eq!(with_deadlock.count(), 1);
    }

    #[test]
    fn waiting_for_variables() {
        // A look that sees zero is no event.
        let spin = "root 0\n spin x0 == 1\nroot 1\n x0 = 1";
        assert_eq!(traces(spin), (1, vec![]));
        assert_eq!(traces("root 0\n spin x0 == 1"), (1, vec![Livelock]));
        let lock = "root 0\n spin-cas x0 0 1\n x0 = 0\nroot 1\n spin-cas x0 0 1\n x0 = 0";
        // Who is first.
        assert_eq!(traces(lock), (2, vec![]));
        let waiting = "root 0\n await x0 == 1\nroot 1\n x0 = 1\nroot 2\n x0 = 2";
        assert_eq!(traces(waiting), (3, vec![Deadlock]));
        let taken = "root 0\n await x0 == 0 then x0 = 1\nroot 1\n await x0 == 0 then x0 = 2";
        assert_eq!(traces(taken), (2, vec![Deadlock]));
        // Which of the two came first can be seen by nobody, but whether it had
        // come when the waiting ended can.
        let any = "root 0\n await-any x0 == 1 x1 == 1\nroot 1\n x0 = 1\nroot 2\n x1 = 1";
        assert_eq!(traces(any), (3, vec![]));
        // What comes after a comparison that fails is not read.
        let both = "root 0\n await x0 == 1 x1 == 1\nroot 1\n x0 = 1\nroot 2\n x1 = 1";
        assert_eq!(traces(both), (1, vec![]));
    }

    #[test]
    fn condition_variables() {
        // A notification before the wait is lost.
        let lost = "root 0\n lock m0\n wait c0 m0\n unlock m0\nroot 1\n notify-one c0";
        assert_eq!(traces(lost), (2, vec![Deadlock]));
        let text = lost.replace("wait c0", "wait-timeout c0");
        let timeout = text.replace("wait-timeout", "r0 = wait-timeout");
        // Before the wait, while it waits, and after it has given up.
        assert_eq!(traces(&timeout), (3, vec![]));
        assert_eq!(judged(&timeout).final_states().len(), 2);
        assert_eq!(traces("root 0\n wait c0 m0"), (1, vec![UnlockNotHeld]));
        let waiter = "root 0\n lock m0\n wait c0 m0\n";
        let two = format!("{waiter}{}", waiter.replace("root 0", "root 1"));
        // For each order of the two: the notification comes first; or wakes the
        // first waiter, who locks before the second or after it has waited; or
        // wakes one of both. Without an unlock, the second may never wait.
        assert_eq!(
            traces(&format!("{two}root 2\n notify-one c0")),
            (10, vec![Deadlock])
        );
    }

    #[test]
    fn channels() {
        let send = "channel h0 senders 1\nroot 0\n send h0 0\n";
        let with = |rest: &str| traces(&format!("{send}{rest}"));
        assert_eq!(with("root 1\n r0 = recv h0"), (1, vec![]));
        assert_eq!(
            with("root 1\n r0 = recv h0\n r0 = recv h0"),
            (1, vec![Deadlock])
        );
        let closed =
            " close h0\nroot 1\n r0 = recv h0\n r1 = recv h0\n assert r0 == 2\n assert r1 == 1";
        assert_eq!(with(closed), (1, vec![]));
        assert_eq!(with("root 1\n r0 = try-recv h0"), (2, vec![]));
        assert_eq!(with("root 1\n drop-receiver h0"), (2, vec![]));
        let senders = "channel h0 senders 2\nroot 0\n send h0 0\nroot 1\n send h0 1\nroot 2\n r0 = \
                       recv h0";
        assert_eq!(traces(senders), (2, vec![]));
        let full = " send h0 1\nroot 1\n r0 = recv h0";
        assert_eq!(with(full), (1, vec![]));
        let bounded = format!("{send}{full}").replace("senders 1", "senders 1 capacity 1");
        assert_eq!(judged(&bounded).executions, 1);
        // Whether the second one fits depends on the receive.
        let tried = bounded.replace("send h0 1", "r0 = try-send h0 1");
        assert_eq!(traces(&tried), (2, vec![]));
        // The second message is handed over to nobody.
        let rendezvous = bounded.replace("capacity 1", "capacity 0");
        assert_eq!(traces(&rendezvous), (1, vec![Deadlock]));
    }

    #[test]
    fn mailboxes() {
        let both = "root 0\n post b0 1\n post b0 2\n";
        let with = |rest: &str| traces(&format!("{both}{rest}"));
        let swapped = "root 1\n r0 = receive b0 even\n r1 = receive b0 odd\n assert r0 == 4\n \
                       assert r1 == 3";
        assert_eq!(with(swapped), (1, vec![]));
        // Before the message, or after it; the other message does not matter.
        assert_eq!(with("root 1\n r0 = receive-timeout b0 odd"), (2, vec![]));
        assert_eq!(with("root 1\n r0 = receive-timeout b0 even"), (2, vec![]));
        let twice = "root 1\n r0 = receive-timeout b0 any\n r1 = receive-timeout b0 any";
        assert_eq!(with(twice), (4, vec![]));
        // Messages are ordered only if some receive could take either.
        let senders = "root 0\n post b0 1\nroot 1\n post b0 2\nroot 2\n";
        let with = |rest: &str| traces(&format!("{senders}{rest}"));
        assert_eq!(with(" r0 = receive b0 even"), (1, vec![]));
        assert_eq!(with(" r0 = receive b0 any"), (2, vec![]));
        assert_eq!(with(""), (1, vec![]));
    }

    /// The numbers of traces under SC, TSO and PSO.
    fn under_models(text: &str) -> [usize; 3] {
        Model::BUFFERED.map(|model| judged(&format!("model {model}\n{text}")).classes.len())
    }

    #[test]
    fn litmus_tests() {
        let store_buffering = "root 0\n x0 = 1\n r0 = x1\nroot 1\n x1 = 1\n r0 = x0";
        assert_eq!(under_models(store_buffering), [3, 4, 4]);
        let fenced = store_buffering.replace("1\n r0", "1\n fence\n r0");
        assert_eq!(under_models(&fenced), [3, 3, 3]);
        let one_fence = store_buffering.replace("x0 = 1\n", "x0 = 1\n fence\n");
        assert_eq!(under_models(&one_fence), [3, 4, 4]);
        let seq_cst = store_buffering
            .replace("x0 = 1", "store-seq-cst x0 1")
            .replace("x1 = 1", "store-seq-cst x1 1");
        assert_eq!(under_models(&seq_cst), [3, 3, 3]);
        let message_passing = "root 0\n x0 = 1\n x1 = 1\nroot 1\n r0 = x1\n r1 = x0";
        assert_eq!(under_models(message_passing), [3, 3, 4]);
        let released = message_passing.replace("x1 = 1", "store-release x1 1");
        assert_eq!(under_models(&released), [3, 3, 3]);
        let barrier = message_passing.replace("x1 = 1", "store-barrier\n x1 = 1");
        assert_eq!(under_models(&barrier), [3, 3, 3]);
        // The coherence orders of two locations, of which one pair is a cycle.
        let both = "root 0\n x0 = 1\n x1 = 2\nroot 1\n x1 = 1\n x0 = 2";
        assert_eq!(under_models(both), [3, 3, 4]);
    }

    /// A read of the own store is one event, wherever it finds it.
    #[test]
    fn forwarding() {
        // The other store comes before, or after; and then is read, or not.
        let own = "root 0\n x0 = 1\n r0 = x0\nroot 1\n x0 = 2";
        assert_eq!(under_models(own), [3, 3, 3]);
        // If it comes after and is seen at once, the await is blocked for ever.
        let waits = own.replace("r0 = x0", "await x0 == 1");
        assert_eq!(under_models(&waits), [3, 3, 3]);
        // If the own store comes last, the loop never ends. With store buffers the look may see
        // the own store first, in vain.
        let spins = own.replace("r0 = x0", "spin x0 == 2");
        assert_eq!(under_models(&spins), [2, 3, 3]);
        let found = judged(&format!("model tso\n{spins}")).findings().len();
        assert_eq!(found, 1, "a livelock");
        // With one more load after its own, each may see zero.
        let both = "root 0\n x0 = 1\n r0 = x0\n r1 = x1\nroot 1\n x1 = 1\n r0 = x1\n r1 = x0";
        assert_eq!(under_models(both), [3, 4, 4]);
    }

    #[test]
    fn bounds() {
        // To load, each must have carried out its first store, if one fits.
        let text = "root 0\n x0 = 1\n x1 = 1\n r0 = x2\nroot 1\n x2 = 1\n x3 = 1\n r0 = x0";
        let with = |model: &str| judged(&format!("model {model}\n{text}")).classes.len();
        assert_eq!(with("tso bound 0"), 3);
        assert_eq!(with("tso bound 1"), 3);
        assert_eq!(with("tso bound 2"), 4);
        assert_eq!(with("tso"), 4);
        assert_eq!(with("pso bound 1"), 4, "each location has a queue");
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
        assert_eq!(search.explore(), Ok(vec![]));
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
        let schedule = [0, 1].map(|process| Turn::from(ProcessId(process)));
        let mut search = searched(&program);
        search.executions.remove(&schedule[..]);
        broken(
            search.swap_neighbours(),
            "Definition 3.2 (4)",
            "no execution",
        );

        let mut search = searched(&program);
        let seen = search
            .executions
            .get_mut(&schedule[..])
            .expect("an execution");
        seen.class = 1;
        broken(
            search.swap_neighbours(),
            "Definition 3.2 (4)",
            "another trace",
        );

        let [q, r] = schedule;
        assert_eq!(search.check_dependence(&[q], &[(q, r)]), Ok(()));
        broken(
            search.check_dependence(&[r], &[(q, r)]),
            "Definition 3.2 (7)",
            "after (\"0\", 0), no longer",
        );

        // The state is that of the start again, which is not the final one.
        let mut search = searched(&program);
        broken(search.check_class(0), "Definition 3.2 (5)", "");
    }
}
