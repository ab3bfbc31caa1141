//! All executions of a program, up to the order of steps that do not conflict.
//!
//! A step is known by who makes it, which one of theirs it is, and the steps before it that it
//! conflicts with; so an execution's steps, in any order, are its *trace*. The search goes through
//! all prefixes of traces. Two ways to the same prefix must lead to the same state: if not, the
//! table of what conflicts is wrong, and that is reported.
//!
//! Where receives are choices of messages, a step is also known by the message that it took, and
//! the order of sends to one mailbox is no part of a trace. Two ways to the same prefix may then
//! differ in the order of messages in mailboxes, and in nothing else. So the search goes through
//! all pairs of a prefix and such orders.

use super::ended::Final;
use super::late::Asked;
use super::machine::{Actor, Effect, Machine, Receives, State};
use super::program::Program;
use super::touches::{Mode, Object};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// What a program can come to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Judgement {
    /// What is there in the end, and how many traces end so.
    pub finals: BTreeMap<Final, u64>,
    /// What is wrong.
    pub findings: BTreeSet<String>,
    /// How many traces there are.
    pub traces: u64,
    /// How many prefixes of traces.
    pub prefixes: usize,
    /// The number of steps of the longest execution.
    pub steps: usize,
    /// Receives are choices, and a signal can kill a process. The front end keeps the messages of
    /// such a process in order then: executions are not counted.
    pub is_vague: bool,
}

/// Why there is no judgement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failed {
    /// There are too many prefixes.
    TooMany,
    /// Steps that do not conflict do not commute.
    Unsound(String),
}

/// What happened to an object.
#[derive(Clone, Copy, Default)]
struct Accesses {
    write: u64,
    reads: u64,
    adds: u64,
}

/// What is known of an execution's steps.
#[derive(Clone, Default)]
struct Past {
    objects: BTreeMap<Object, Accesses>,
    /// The last step of each, or that which made it.
    last: BTreeMap<Actor, u64>,
    trace: u64,
    steps: usize,
}

fn hashed(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Past {
    /// Adds a step, and tells its name.
    fn add(&mut self, actor: Actor, effect: &Effect, receives: Receives) -> u64 {
        let mut hasher = DefaultHasher::new();
        actor.hash(&mut hasher);
        // A handler comes where its process is.
        let whose = match actor {
            Actor::Handler(process) => Actor::Process(process),
            _ => actor,
        };
        self.last.get(&whose).hash(&mut hasher);
        if receives == Receives::Take {
            effect.took.hash(&mut hasher);
        }
        for (object, mode) in &effect.touches.0 {
            let known = self.objects.get(object).copied().unwrap_or_default();
            (object, mode, known.write).hash(&mut hasher);
            if *mode != Mode::Read {
                known.reads.hash(&mut hasher);
            }
            if *mode != Mode::Add {
                known.adds.hash(&mut hasher);
            }
        }
        let step = hasher.finish();
        for (object, mode) in &effect.touches.0 {
            let known = self.objects.entry(*object).or_default();
            match mode {
                Mode::Read => known.reads = known.reads.wrapping_add(step),
                Mode::Add => known.adds = known.adds.wrapping_add(step),
                Mode::Write => {
                    *known = Accesses {
                        write: step,
                        ..Accesses::default()
                    }
                }
            }
        }
        if whose == actor {
            self.last.insert(actor, step);
        }
        if let Some(made) = effect.made {
            self.last.insert(made, step);
        }
        self.trace = self.trace.wrapping_add(step);
        self.steps += 1;
        step
    }
}

/// All executions of a program.
///
/// # Errors
/// See [`Failed`].
pub fn judge(
    program: &Program,
    receives: Receives,
    max_prefixes: usize,
) -> Result<Judgement, Failed> {
    match receives {
        Receives::Ordered => search(&Machine::new(program), max_prefixes, true),
        Receives::Take => search(&Machine::taking(program), max_prefixes, true),
    }
}

/// The same where receives are choices, without leaving out any order of steps: for tests.
///
/// # Errors
/// See [`Failed`].
pub fn judge_fully(program: &Program, max_prefixes: usize) -> Result<Judgement, Failed> {
    search(&Machine::taking(program), max_prefixes, false)
}

/// Searches anew when a process asks another what needs more steps than are known to be needed.
fn search(machine: &Machine, max_prefixes: usize, reduced: bool) -> Result<Judgement, Failed> {
    let mut machine = machine.clone();
    loop {
        let mut asked = machine.asked.clone();
        let judgement = search_once(&machine, max_prefixes, reduced, &mut asked)?;
        if !machine.asked.merge(&asked) {
            return Ok(judgement);
        }
    }
}

fn search_once(
    machine: &Machine,
    max_prefixes: usize,
    reduced: bool,
    asked: &mut Asked,
) -> Result<Judgement, Failed> {
    let takes = machine.receives == Receives::Take;
    let mut judgement = Judgement::default();
    let mut known: HashMap<u64, u64> = HashMap::new();
    // With orders of messages, if they are no part of a prefix.
    let mut states: HashSet<(u64, u64)> = HashSet::new();
    let mut complete: HashSet<u64> = HashSet::new();
    let mut left = vec![(machine.start(), Past::default())];
    known.insert(0, 0);
    while let Some((state, past)) = left.pop() {
        let alone = state.alone(machine).filter(|_| reduced);
        let actors = alone.map_or_else(|| state.enabled(machine), |actor| vec![actor]);
        judgement.steps = judgement.steps.max(past.steps);
        if actors.is_empty() && complete.insert(past.trace) {
            let (end, findings) = state.end(machine);
            judgement.traces += 1;
            *judgement.finals.entry(end).or_default() += 1;
            judgement.is_vague |= takes && (state.has_killed() || machine.looks_into_queues());
            judgement.findings.extend(findings);
        }
        for actor in actors {
            let mut next = state.clone();
            let mut after = past.clone();
            let effect = next.step(machine, actor);
            let released = next.let_time_pass(machine);
            let name = after.add(actor, &effect, machine.receives);
            asked.merge(&effect.asked);
            // All that was done comes before them.
            let released = released.into_iter().map(|timer| (timer, after.trace));
            after.last.extend(released);
            let is_new = if takes {
                next.name_letters(name);
                let is_new = states.insert((after.trace, hashed(&next)));
                if is_new {
                    left.push((next.clone(), after.clone()));
                }
                next.sort_letters();
                is_new
            } else {
                !known.contains_key(&after.trace)
            };
            let hash = hashed(&next);
            match known.insert(after.trace, hash) {
                Some(other) if other != hash => {
                    return Err(Failed::Unsound(unsound(machine, &next, actor, &effect)));
                }
                _ if is_new && !takes => left.push((next, after)),
                _ => {}
            }
            if known.len().max(states.len()) > max_prefixes {
                return Err(Failed::TooMany);
            }
        }
    }
    judgement.prefixes = known.len().max(states.len());
    Ok(judgement)
}

fn unsound(machine: &Machine, state: &State, actor: Actor, effect: &Effect) -> String {
    format!(
        "steps that do not conflict lead to other states; the last one was of {actor:?}, with \
         {:?}; {}",
        effect.touches,
        state.end(machine).0
    )
}

/// All final states and findings, by all orders of all steps; none if there are too many.
#[must_use]
pub fn interleaved(
    program: &Program,
    max_executions: usize,
) -> Option<(BTreeSet<Final>, BTreeSet<String>)> {
    let machine = Machine::asking_all(Machine::new(program));
    let (mut finals, mut findings) = (BTreeSet::new(), BTreeSet::new());
    let mut executions = 0;
    let mut left = vec![machine.start()];
    while let Some(state) = left.pop() {
        let actors = state.enabled(&machine);
        if actors.is_empty() {
            let (end, wrong) = state.end(&machine);
            finals.insert(end);
            findings.extend(wrong);
            executions += 1;
        }
        if executions > max_executions {
            return None;
        }
        for actor in actors {
            let mut next = state.clone();
            next.step(&machine, actor);
            next.let_time_pass(&machine);
            left.push(next);
        }
    }
    Some((finals, findings))
}

/// All final states and findings where signals travel, by a search of all states; none if there are
/// too many.
#[must_use]
pub fn travelled(
    program: &Program,
    receives: Receives,
    max_states: usize,
) -> Option<(BTreeSet<Final>, BTreeSet<String>)> {
    let machine = Machine::asking_all(Machine::travelling(program, receives));
    let (mut finals, mut findings) = (BTreeSet::new(), BTreeSet::new());
    let mut known = BTreeSet::new();
    let mut left = vec![machine.start()];
    while let Some(state) = left.pop() {
        let actors = state.enabled(&machine);
        if actors.is_empty() {
            let (end, wrong) = state.end(&machine);
            finals.insert(end);
            findings.extend(wrong);
        }
        for actor in actors {
            let mut next = state.clone();
            next.step(&machine, actor);
            next.let_time_pass(&machine);
            if known.insert(hashed(&next)) {
                left.push(next);
            }
        }
        if known.len() > max_states {
            return None;
        }
    }
    Some((finals, findings))
}
