//! A simpler execution that shows the same bug: with fewer switches between threads, then fewer
//! steps of threads other than the one that shows it, then fewer steps.
//!
//! First by local changes, as Tinertia does it (Jalbert and Sen, FSE 2010): a run of steps of one
//! thread is left out, or moved to the thread's next or last one. A changed schedule is only a
//! guide: steps that cannot be taken are passed over, and threads run on after its end. Then the
//! executions are explored by the number of their preemptions, up to one less than the best so
//! far has; what that finds is changed locally, too.

use super::{add_processes, at_the_end, fits};
use crate::outcome::{Algorithm, Ended, Limits, Observer, Statistics};
use crate::replay::memory::Memory;
use mazurka_program::{Finding, Interrupt, Names, ProcessId, Program, Status, Step, Turn};
use std::ops::ControlFlow;

/// What is to be made simpler.
pub struct Simplify<'a> {
    /// A longer execution is not run to its end.
    pub max_events: usize,
    /// Is it the bug?
    pub is_bug: &'a dyn Fn(&Finding, &Names) -> bool,
    /// Is there time left?
    pub has_time: &'a dyn Fn() -> bool,
}

/// How hard an execution is to understand: the least is best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cost {
    /// How often a thread goes on after another. A store buffer is its thread's.
    pub switches: usize,
    /// How many steps are of other threads than the one that shows the bug, if one does.
    pub others: usize,
    /// How many steps there are.
    pub steps: usize,
}

impl Cost {
    /// That of a schedule. `process` shows the bug.
    #[must_use]
    pub fn of(schedule: &[Turn], process: Option<ProcessId>, names: &Names) -> Cost {
        let lane = |turn: &Turn| lane(turn.process, names);
        let own = process.map(|process| self::lane(process, names));
        let pairs = schedule.windows(2);
        Cost {
            switches: pairs
                .filter(|pair| lane(&pair[0]) != lane(&pair[1]))
                .count(),
            others: match own {
                Some(own) => schedule.iter().filter(|turn| lane(turn) != own).count(),
                None => 0,
            },
            steps: schedule.len(),
        }
    }
}

/// The thread that a process is to a person.
fn lane(process: ProcessId, names: &Names) -> ProcessId {
    names.owner(process).unwrap_or(process)
}

/// Of longer executions no simpler ones are looked for.
const SIMPLIFY_MAX: usize = 20_000;

/// A simpler schedule than this one, which shows the bug; none if there is none, or no time.
///
/// # Errors
/// When the program has learnt what makes other steps of it: what it ran before may not fit any
/// more. Or when it is at fault.
pub fn simplify<P: Program + ?Sized>(
    program: &mut P,
    schedule: &[Turn],
    process: Option<ProcessId>,
    wanted: &Simplify<'_>,
) -> Result<Option<Vec<Turn>>, Interrupt> {
    if schedule.len() > SIMPLIFY_MAX {
        return Ok(None);
    }
    let cost = Cost::of(schedule, process, program.names());
    let mut search = Search {
        wanted,
        most: (2 * schedule.len() + 100).min(wanted.max_events),
        best: schedule.to_vec(),
        cost,
    };
    search.descend(program)?;
    if search.cost.switches > 1 {
        search.explore(program)?;
    }
    let is_simpler = search.cost < cost;
    Ok(is_simpler.then_some(search.best))
}

struct Search<'a> {
    wanted: &'a Simplify<'a>,
    /// Longer executions are not simpler.
    most: usize,
    best: Vec<Turn>,
    cost: Cost,
}

impl Search<'_> {
    /// Changes the best schedule locally for as long as that helps.
    fn descend<P: Program + ?Sized>(&mut self, program: &mut P) -> Result<(), Interrupt> {
        let mut at = 0;
        // Every change is tried once after the last that helped, from there on in a circle.
        let mut tried = 0;
        loop {
            let blocks = blocks(&self.best, program.names());
            let moves = 3 * blocks.len();
            if tried >= moves || !(self.wanted.has_time)() {
                return Ok(());
            }
            at %= moves;
            let helped = match changed(&blocks, at, program.names()) {
                Some(guide) => self.run(program, &guide)?,
                None => false,
            };
            match helped {
                true => tried = 0,
                false => (at, tried) = (at + 1, tried + 1),
            }
        }
    }

    /// Runs a guide, and keeps what it does if that is better.
    fn run<P: Program + ?Sized>(
        &mut self,
        program: &mut P,
        guide: &[Turn],
    ) -> Result<bool, Interrupt> {
        for _ in 0..ATTEMPTS {
            match guided(program, guide, self.most, self.wanted.is_bug) {
                // It knows more now.
                Err(Interrupt::CameBack) => {}
                Err(interrupt) => return Err(interrupt),
                Ok(None) => return Ok(false),
                Ok(Some((schedule, finding))) => {
                    let cost = Cost::of(&schedule, finding.process, program.names());
                    return Ok(self.keep(schedule, cost));
                }
            }
        }
        Ok(false)
    }

    fn keep(&mut self, schedule: Vec<Turn>, cost: Cost) -> bool {
        let is_better = cost < self.cost;
        if is_better {
            (self.best, self.cost) = (schedule, cost);
        }
        is_better
    }

    /// Looks for the bug in all executions with fewer preemptions.
    fn explore<P: Program + ?Sized>(&mut self, program: &mut P) -> Result<(), Interrupt> {
        let most = u32::try_from(self.cost.switches - 1).unwrap_or(u32::MAX);
        let limits = Limits {
            max_events: self.most,
            max_executions: None,
            keep_going: true,
        };
        let mut seen = Seen {
            wanted: self.wanted,
            shown: None,
        };
        // An execution that is too long ends the exploration, and is none of ours.
        let explored = crate::explore(Algorithm::Preemptions(most), program, &limits, &mut seen);
        if explored.is_err() {
            return Ok(());
        }
        let Some((schedule, finding)) = seen.shown else {
            return Ok(());
        };
        let mut other = Search {
            cost: Cost::of(&schedule, finding.process, program.names()),
            best: schedule,
            ..*self
        };
        other.descend(program)?;
        self.keep(other.best, other.cost);
        Ok(())
    }
}

/// How often a guide is run again when the program has learnt something.
const ATTEMPTS: usize = 10;

/// Sees whether an execution shows the bug.
struct Seen<'a> {
    wanted: &'a Simplify<'a>,
    shown: Option<(Vec<Turn>, Finding)>,
}

impl Observer for Seen<'_> {
    fn ended(&mut self, ended: &Ended<'_>, _: &Statistics) -> ControlFlow<()> {
        let mut findings = ended.findings.iter();
        let bug = findings.find(|finding| (self.wanted.is_bug)(finding, ended.names));
        if let (Some(bug), 1) = (bug, ended.findings.len()) {
            self.shown = Some((ended.turns(), bug.clone()));
        }
        match self.shown.is_none() && (self.wanted.has_time)() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

/// The runs of steps of one thread.
fn blocks<'s>(schedule: &'s [Turn], names: &Names) -> Vec<&'s [Turn]> {
    let is_same = |a: &Turn, b: &Turn| lane(a.process, names) == lane(b.process, names);
    schedule.chunk_by(is_same).collect()
}

/// A change of a schedule, by number: there are three for each run of steps.
fn changed(blocks: &[&[Turn]], number: usize, names: &Names) -> Option<Vec<Turn>> {
    // From the end: what comes last depends on least.
    let at = blocks.len() - 1 - number / 3;
    let of = |block: &&[Turn]| lane(block[0].process, names);
    let own = of(&blocks[at]);
    let mut changed = blocks.to_vec();
    let block = changed.remove(at);
    match number % 3 {
        0 => {}
        1 => {
            let next = changed
                .get(at..)?
                .iter()
                .position(|other| of(other) == own)?;
            changed.insert(at + next, block);
        }
        _ => {
            let last = changed[..at].iter().rposition(|other| of(other) == own)?;
            changed.insert(last + 1, block);
        }
    }
    Some(changed.concat())
}

/// What an execution does that was guided, and the bug that it shows.
type Guided = Option<(Vec<Turn>, Finding)>;

/// Runs a schedule as far as it goes, and then on. None: the bug is not the first that it shows.
fn guided<P: Program + ?Sized>(
    program: &mut P,
    guide: &[Turn],
    most: usize,
    is_bug: &dyn Fn(&Finding, &Names) -> bool,
) -> Result<Guided, Interrupt> {
    let mut step = Step::default();
    program.start(&mut step)?;
    let mut processes = Vec::new();
    add_processes(&step.edges, &mut processes);
    let mut guide = guide.iter().copied();
    let mut schedule: Vec<Turn> = Vec::new();
    while step.findings.is_empty() && schedule.len() <= most {
        let can = |turn: &Turn| can_run(program, &processes, *turn);
        let guided = guide.find(can);
        let next = guided.or_else(|| run_on(&processes, schedule.last(), &can));
        let Some(turn) = next else {
            break;
        };
        step.touches.clear();
        step.edges.clear();
        program.step(turn, &mut step)?;
        schedule.push(turn);
        add_processes(&step.edges, &mut processes);
    }
    if schedule.len() > most {
        return Ok(None);
    }
    if step.findings.is_empty() {
        let ending = at_the_end(program, &processes, &Memory::new(false), false);
        step.findings.extend(ending);
    }
    let first = step.findings.into_iter().next();
    let bug = first.filter(|finding| is_bug(finding, program.names()));
    Ok(bug.map(|bug| (schedule, bug)))
}

fn can_run<P: Program + ?Sized>(program: &P, processes: &[ProcessId], turn: Turn) -> bool {
    if !processes.contains(&turn.process) {
        return false;
    }
    let status = program.status(turn.process);
    matches!(status, Status::Enabled(_)) && fits(program, &status, turn)
}

/// The step after the end of a guide: of the same process, else of the first that can.
fn run_on(
    processes: &[ProcessId],
    last: Option<&Turn>,
    can: &dyn Fn(&Turn) -> bool,
) -> Option<Turn> {
    let last = last.map(|turn| turn.process);
    let mut all = last.into_iter().chain(processes.iter().copied());
    all.find_map(|process| Some(Turn::from(process)).filter(can))
}
