//! The traces of a program, counted by definition: the enumerator behind the counts of the
//! corpus (`crates/mazurka-llvm/corpus`). `mazurka-c-oracle --count FILE` runs it.
//!
//! A trace is what each process does, and for each object the order of all accesses that depend
//! on one another: Shasha and Snir's program order, reads-from and coherence. Two executions with
//! the same of these lead to the same state. So every step is tried after every prefix of a
//! trace, and of each prefix only one order is run. Nothing is shared with the explorers: no
//! clocks, races, sleep sets or wakeup trees. What a step touches is what the front end says.

use mazurka_llvm::code::Code;
use mazurka_llvm::machine::{Knowledge, Machine, Settings};
use mazurka_program::{Access, Edge, Interrupt, ProcessId, Program, Status, Step, Touch, Turn};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Executions have at most this many events.
const MOST_EVENTS: usize = 5_000;

/// How many traces there are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Count {
    /// Those in which every assumption holds.
    pub traces: u64,
    /// The others.
    pub discarded: u64,
    /// The prefixes of all of them.
    pub prefixes: u64,
}

/// An event: the process, and its number among the events of that.
type Event = (ProcessId, usize);

/// The prefix of a trace.
#[derive(Default)]
struct Prefix {
    schedule: Vec<Turn>,
    processes: BTreeSet<ProcessId>,
    /// By process: the alternatives that its events took, and the places where they read what it
    /// had stored itself. Such a read comes where that store comes in the order of its object.
    events: BTreeMap<ProcessId, Vec<(u32, Vec<usize>)>>,
    /// By object: its accesses, those that commute together.
    objects: BTreeMap<usize, Vec<(Access, BTreeSet<Event>)>>,
}

impl Prefix {
    fn learn(&mut self, edges: &[Edge]) {
        self.processes
            .extend(edges.iter().filter_map(|edge| match edge {
                Edge::Spawn { child, .. } => Some(*child),
                _ => None,
            }));
    }

    fn add(&mut self, turn: Turn, step: &Step) {
        self.schedule.push(turn);
        self.learn(&step.edges);
        let events = self.events.entry(turn.process).or_default();
        let event = (turn.process, events.len());
        let is_own = |touch: &&Touch| touch.access == Access::Own;
        let own = step.touches.iter().filter(is_own);
        let mut own: Vec<usize> = own.map(|touch| touch.object.index()).collect();
        own.sort_unstable();
        events.push((turn.alternative, own));
        for touch in &step.touches {
            if matches!(touch.access, Access::Own | Access::None) {
                continue;
            }
            let object = self.objects.entry(touch.object.index()).or_default();
            match object.last_mut() {
                Some((access, events)) if !access.depends_on(touch.access) => {
                    events.insert(event);
                }
                _ => object.push((touch.access, BTreeSet::from([event]))),
            }
        }
    }

    /// A number for what it is, whatever the order in which it was run.
    fn key(&self) -> u128 {
        let half = |seed: u64| {
            let mut hasher = DefaultHasher::new();
            seed.hash(&mut hasher);
            self.events.hash(&mut hasher);
            for (object, accesses) in &self.objects {
                object.hash(&mut hasher);
                for (access, events) in accesses {
                    (*access as u8).hash(&mut hasher);
                    events.hash(&mut hasher);
                }
            }
            u128::from(hasher.finish())
        };
        half(0) << 64 | half(1)
    }

    /// All steps that can be taken.
    fn enabled(&self, program: &impl Program) -> Vec<Turn> {
        let mut turns = Vec::new();
        for process in &self.processes {
            let Status::Enabled(operation) = program.status(*process) else {
                continue;
            };
            let alternatives = match operation.kind.has_alternatives() {
                true => program.alternatives(*process),
                false => 1,
            };
            turns.extend((0..alternatives).map(|alternative| Turn {
                process: *process,
                alternative,
            }));
        }
        turns
    }
}

/// Runs a schedule.
fn run(program: &mut impl Program, schedule: &[Turn]) -> Result<Prefix, Interrupt> {
    let mut prefix = Prefix::default();
    let mut step = Step::default();
    program.start(&mut step)?;
    prefix.learn(&step.edges);
    for turn in schedule {
        take(program, &mut prefix, *turn)?;
    }
    Ok(prefix)
}

fn take(program: &mut impl Program, prefix: &mut Prefix, turn: Turn) -> Result<(), Interrupt> {
    let mut step = Step::default();
    program.step(turn, &mut step)?;
    prefix.add(turn, &step);
    if prefix.schedule.len() > MOST_EVENTS {
        return Err(Interrupt::Error("an execution does not end".to_owned()));
    }
    Ok(())
}

/// Counts the traces of a program; none if it has more than `most` prefixes.
///
/// # Errors
/// When the program cannot be explored, or has to be explored again.
pub fn enumerate(program: &mut impl Program, most: usize) -> Result<Option<Count>, Interrupt> {
    let mut count = Count::default();
    let mut known = HashSet::new();
    let mut open = vec![Vec::new()];
    while let Some(schedule) = open.pop() {
        let mut prefix = run(program, &schedule)?;
        while known.insert(prefix.key()) {
            if known.len() > most {
                return Ok(None);
            }
            let turns = prefix.enabled(program);
            let Some((first, others)) = turns.split_first() else {
                let mut processes = prefix.processes.iter();
                match processes.any(|process| program.is_discarded(*process)) {
                    true => count.discarded += 1,
                    false => count.traces += 1,
                }
                break;
            };
            for other in others {
                let mut schedule = prefix.schedule.clone();
                schedule.push(*other);
                open.push(schedule);
            }
            take(program, &mut prefix, *first)?;
        }
    }
    count.prefixes = known.len() as u64;
    Ok(Some(count))
}

/// Counts the traces of a C program; none if it has more than `most` prefixes.
///
/// # Errors
/// When it cannot be explored.
pub fn enumerate_c(
    code: &Arc<Code>,
    settings: &Settings,
    most: usize,
) -> Result<Option<Count>, String> {
    let mut knowledge = Knowledge::default();
    loop {
        let mut machine = Machine::new(code, settings, knowledge.clone());
        match enumerate(&mut machine, most) {
            Ok(count) => return Ok(count),
            Err(Interrupt::Refined) if knowledge.merge(machine.knowledge()) => {}
            Err(interrupt) => return Err(format!("{interrupt:?}")),
        }
    }
}
