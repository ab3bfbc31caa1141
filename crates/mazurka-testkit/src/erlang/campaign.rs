//! Many seeds: generate programs, judge the front end on them, and shrink what disagrees.
//! Programs are compiled together, many in one module.

use super::brute::{Failed, Judgement, judge, travelled};
use super::compare::{Exploration, FrontEnd, Ran, compare, compare_travelled};
use super::emit::{function, module};
use super::ended::Final;
use super::generate::generate;
use super::machine::Receives;
use super::named::NAMED;
use super::program::Program;
use super::real::{self, Compile, Scratch, compile, without_victims};
use super::shrink::shrink;
use crate::seeds::{self, Seeds, Tally, caught};
use mazurka_explore::Algorithm;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

/// How many programs are compiled together.
const TOGETHER: u64 = 64;

/// `exhaustive` explores only programs with at most N prefixes of traces.
const MAX_EXHAUSTIVE: usize = 200;

/// Which programs to judge, and how.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The seeds of the programs.
    pub seeds: Seeds,
    /// The explorers.
    pub algorithms: Vec<Algorithm>,
    /// How many schedulers explore together.
    pub workers: usize,
    /// Other numbers of schedulers: each explores every fourth program, by `optimal`.
    pub also: Vec<usize>,
    /// The program of a seed.
    pub programs: fn(u64) -> Program,
    /// When two executions are the same.
    pub receives: Receives,
    /// A program with more prefixes of traces is skipped.
    pub max_prefixes: usize,
    /// A program with more executions is given up.
    pub max_executions: u64,
    /// Do signals travel? Then only final states are compared.
    pub travels: bool,
}

impl Campaign {
    /// All explorers, one thread, no deadline.
    #[must_use]
    pub fn new(seeds: Range<u64>) -> Campaign {
        Campaign {
            seeds: Seeds::new(seeds),
            algorithms: Algorithm::TRACES.to_vec(),
            workers: 1,
            also: Vec::new(),
            programs: generate,
            receives: Receives::Ordered,
            max_prefixes: 20_000,
            max_executions: 100_000,
            travels: false,
        }
    }
}

/// A program that is not judged alike.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The seed.
    pub seed: u64,
    /// The program, shrunk, as Erlang text.
    pub text: String,
    /// How it was explored, if it was.
    pub how: Option<Exploration>,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}", self.seed)?;
        if let Some(how) = &self.how {
            write!(f, ", {}", how.name())?;
        }
        write!(f, ":\n{}{}", self.text, self.what)
    }
}

/// What came of some programs.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Programs that were judged.
    pub programs: u64,
    /// Programs that the judge gave up.
    pub skipped: u64,
    /// Traces.
    pub traces: u64,
    /// Final states.
    pub finals: u64,
    /// Programs in which processes can wait for ever.
    pub deadlocks: u64,
    /// Programs in which a process can exit abnormally.
    pub exits: u64,
    /// Complete and blocked executions by each explorer, and programs that it gave up.
    pub explored: BTreeMap<String, (u64, u64, u64)>,
    /// Final states that a real Erlang came to.
    pub seen: u64,
    /// Those that are explored only where signals travel.
    pub travel: u64,
    /// Programs that were not compared with what was explored: there were too many executions.
    pub large: u64,
    /// Programs for which a real Erlang came to what the judge has only where signals travel.
    pub others: u64,
    /// The disagreements.
    pub failures: Vec<Failure>,
}

impl Summary {
    fn count(&mut self, judged: &Judgement) {
        self.programs += 1;
        self.traces += judged.traces;
        self.finals += judged.finals.len() as u64;
        let is_deadlock = |finding: &String| finding.starts_with("deadlock");
        self.deadlocks += u64::from(judged.findings.iter().any(is_deadlock));
        self.exits += u64::from(!judged.findings.iter().all(is_deadlock));
    }
}

impl Tally for Summary {
    type Judged = Summary;
    type Failure = Failure;

    fn add(&mut self, other: Summary) {
        self.programs += other.programs;
        self.skipped += other.skipped;
        self.traces += other.traces;
        self.finals += other.finals;
        self.deadlocks += other.deadlocks;
        self.exits += other.exits;
        self.seen += other.seen;
        self.others += other.others;
        self.travel += other.travel;
        self.large += other.large;
        for (algorithm, (complete, blocked, large)) in other.explored {
            let explored = self.explored.entry(algorithm).or_default();
            explored.0 += complete;
            explored.1 += blocked;
            explored.2 += large;
        }
        self.failures.extend(other.failures);
    }

    fn failures(&self) -> &[Failure] {
        &self.failures
    }

    fn progress(&self) -> String {
        format!(
            "{} programs, {} skipped, {} traces",
            self.programs, self.skipped, self.traces
        )
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} programs ({} more skipped), {} traces, {} final states; in {} processes can wait \
             for ever, in {} exit abnormally",
            self.programs, self.skipped, self.traces, self.finals, self.deadlocks, self.exits
        )?;
        for (algorithm, (complete, blocked, large)) in &self.explored {
            let large = match large {
                0 => String::new(),
                large => format!(", {large} programs given up"),
            };
            writeln!(
                f,
                "{algorithm}: {complete} complete, {blocked} blocked{large}"
            )?;
        }
        if self.seen > 0 {
            let (seen, others) = (self.seen, self.others);
            writeln!(
                f,
                "a real Erlang: {seen} final states seen, {} of them explored only where signals \
                 travel; {others} programs show the judge that signals travel; {} programs were \
                 too large to be explored",
                self.travel, self.large
            )?;
        }
        write!(f, "{} disagreements", self.failures.len())
    }
}

/// A program, and what the judge says of it.
struct Case {
    seed: u64,
    program: Program,
    judged: Judgement,
}

/// The programs of these seeds that are judged.
fn cases(
    campaign: &Campaign,
    receives: Receives,
    seeds: Range<u64>,
    summary: &mut Summary,
) -> Vec<Case> {
    let judge = |program: &Program| judge(program, receives, campaign.max_prefixes);
    let mut cases = Vec::new();
    for seed in seeds {
        let program = (campaign.programs)(seed);
        match judge(&program) {
            Ok(judged) => {
                summary.count(&judged);
                cases.push(Case {
                    seed,
                    program,
                    judged,
                });
            }
            Err(Failed::TooMany) => summary.skipped += 1,
            Err(Failed::Unsound(what)) => {
                let fails = |less: &Program| matches!(judge(less), Err(Failed::Unsound(_)));
                summary.failures.push(Failure {
                    seed,
                    text: printed(&shrink(&program, fails)),
                    how: None,
                    what,
                });
            }
        }
    }
    cases
}

/// A program as Erlang text.
#[must_use]
pub fn printed(program: &Program) -> String {
    function(program, 0, String::new())
}

/// The seeds in parts that are compiled together.
fn parts(seeds: &Seeds) -> (Seeds, impl Fn(u64) -> Range<u64> + Sync + use<>) {
    let Range { start, end } = seeds.range;
    let texts = Seeds {
        range: 0..(end.saturating_sub(start)).div_ceil(TOGETHER),
        ..seeds.clone()
    };
    let part = move |text: u64| {
        let first = start + text * TOGETHER;
        first..(first + TOGETHER).min(end)
    };
    (texts, part)
}

/// The judge alone, without a front end: does it contradict itself?
pub fn run_alone(campaign: &Campaign, progress: impl Fn(&Summary) + Sync) -> Summary {
    let (texts, part) = parts(&campaign.seeds);
    let judge = |text: u64| {
        let mut summary = Summary::default();
        cases(campaign, campaign.receives, part(text), &mut summary);
        summary
    };
    seeds::run(&texts, judge, progress)
}

/// Judges a front end; `progress` is called after some seeds with the summary so far.
pub fn run<F: FrontEnd>(
    campaign: &Campaign,
    front: &F,
    progress: impl Fn(&Summary) + Sync,
) -> Summary {
    let (texts, part) = parts(&campaign.seeds);
    seeds::run(
        &texts,
        |text| judge_part(campaign, front, part(text)),
        progress,
    )
}

fn judge_part<F: FrontEnd>(campaign: &Campaign, front: &F, seeds: Range<u64>) -> Summary {
    let mut summary = Summary::default();
    let cases = cases(campaign, campaign.receives, seeds, &mut summary);
    let Some(first) = cases.first() else {
        return summary;
    };
    let programs: Vec<&Program> = cases.iter().map(|case| &case.program).collect();
    let loaded = match load(front, &programs, compiled(first.seed)) {
        Ok(loaded) => loaded,
        Err(what) => {
            summary.failures.push(Failure {
                seed: first.seed,
                text: String::new(),
                how: None,
                what: format!("it and those after it are not read: {what}"),
            });
            return summary;
        }
    };
    for (number, case) in cases.iter().enumerate() {
        let Some(travelled) = travelled_of(campaign, &case.program) else {
            continue;
        };
        for how in explorations(campaign, case) {
            let explored = summary.explored.entry(how.name()).or_default();
            let judged = (&case.judged, travelled.as_ref());
            match explore(front, &loaded, number, judged, &how) {
                Ok(Some((complete, blocked))) => {
                    explored.0 += complete;
                    explored.1 += blocked;
                }
                Ok(None) => explored.2 += 1,
                Err(what) => {
                    summary
                        .failures
                        .push(shrunk(campaign, front, case, &how, what));
                    return summary;
                }
            }
        }
    }
    summary
}

/// How a program is explored.
fn explorations(campaign: &Campaign, case: &Case) -> Vec<Exploration> {
    let with = |algorithm: Algorithm, workers: usize| Exploration {
        algorithm,
        workers,
        max_executions: campaign.max_executions,
    };
    let small = case.judged.prefixes <= MAX_EXHAUSTIVE;
    let algorithms = campaign.algorithms.iter();
    let algorithms = algorithms.filter(|algorithm| small || **algorithm != Algorithm::Exhaustive);
    let mut all: Vec<Exploration> = algorithms
        .map(|algorithm| with(*algorithm, campaign.workers))
        .collect();
    // The programs with names are explored by all.
    let also = campaign.also.iter().zip(0..);
    let also = also.filter(|(_, place)| case.seed < NAMED.len() as u64 || case.seed % 4 == *place);
    all.extend(also.map(|(workers, _)| with(Algorithm::Optimal, *workers)));
    all
}

/// How the programs of a module are compiled, by the first of their seeds.
fn compiled(seed: u64) -> Compile {
    match seed / TOGETHER % 8 {
        0 => Compile::Plainly,
        _ => Compile::Quickly,
    }
}

fn load<F: FrontEnd>(front: &F, programs: &[&Program], how: Compile) -> Result<F::Module, String> {
    let scratch = Scratch::new()?;
    let text = module("programs", programs, false);
    let beam = compile(scratch.path(), "programs", &text, how)?;
    caught(|| front.load(&beam))
}

/// If signals travel, the final states then: none of these if not, nothing if there are too many.
fn travelled_of(campaign: &Campaign, program: &Program) -> Option<Option<BTreeSet<Final>>> {
    match campaign.travels {
        false => Some(None),
        true => {
            let (finals, _) = travelled(program, campaign.receives, campaign.max_prefixes * 10)?;
            Some(Some(finals))
        }
    }
}

/// Explores a program and compares: complete and blocked executions, none if there are too many.
fn explore<F: FrontEnd>(
    front: &F,
    module: &F::Module,
    number: usize,
    (judged, travelled): (&Judgement, Option<&BTreeSet<Final>>),
    how: &Exploration,
) -> Result<Option<(u64, u64)>, String> {
    match caught(|| front.explore(module, &format!("p{number}"), how))? {
        Ran::All(observed) => {
            match travelled {
                None => compare(judged, &observed, how.algorithm)?,
                Some(travelled) => compare_travelled(judged, travelled, &observed)?,
            }
            Ok(Some((observed.executions, observed.blocked)))
        }
        Ran::Large => Ok(None),
    }
}

fn shrunk<F: FrontEnd>(
    campaign: &Campaign,
    front: &F,
    case: &Case,
    how: &Exploration,
    first: String,
) -> Failure {
    let mut what = first;
    let program = shrink(&case.program, |less| {
        let Ok(judged) = judge(less, campaign.receives, campaign.max_prefixes) else {
            return false;
        };
        let Some(travelled) = travelled_of(campaign, less) else {
            return false;
        };
        let judged = (&judged, travelled.as_ref());
        let explored = load(front, &[less], compiled(case.seed))
            .and_then(|module| explore(front, &module, 0, judged, how));
        match explored {
            Ok(_) => false,
            Err(now) => {
                what = now;
                true
            }
        }
    });
    Failure {
        seed: case.seed,
        text: printed(&program),
        how: Some(*how),
        what,
    }
}

/// What was seen of a program and not explored: how many of these where signals come at once, and
/// those that remain where they travel; nothing if there are too many executions.
fn unexplored<F: FrontEnd>(
    campaign: &Campaign,
    fronts: [&F; 2],
    modules: &[Result<F::Module, String>; 2],
    number: usize,
    seen: &BTreeSet<Final>,
) -> Result<Option<(u64, Vec<String>)>, String> {
    let how = Exploration {
        algorithm: Algorithm::Optimal,
        workers: campaign.workers,
        max_executions: campaign.max_executions,
    };
    let mut left = seen.clone();
    let mut first = 0;
    for (nth, (front, module)) in fronts.iter().zip(modules).enumerate() {
        let module = module.as_ref().map_err(Clone::clone)?;
        match caught(|| front.explore(module, &format!("p{number}"), &how))? {
            Ran::Large => return Ok(None),
            Ran::All(observed) => {
                let explored: BTreeSet<_> = observed.finals.keys().map(without_victims).collect();
                left.retain(|end| !explored.contains(end));
            }
        }
        if nth == 0 {
            first = left.len() as u64;
        }
        if left.is_empty() {
            break;
        }
    }
    let left = left.iter().map(ToString::to_string).collect();
    Ok(Some((first, left)))
}

/// Runs the programs in a real Erlang: whatever it comes to, the front end must have explored, and
/// the judge must know, if not at once then where signals travel. The front ends are the same, at
/// once and with signals that travel.
pub fn run_real<F: FrontEnd>(
    campaign: &Campaign,
    fronts: [&F; 2],
    plan: &real::Plan,
    progress: impl Fn(&Summary) + Sync,
) -> Summary {
    let (texts, part) = parts(&campaign.seeds);
    let judge = |text: u64| {
        let mut summary = Summary::default();
        let cases = cases(campaign, Receives::Ordered, part(text), &mut summary);
        let programs: Vec<&Program> = cases.iter().map(|case| &case.program).collect();
        let seen = match real::run(&programs, plan) {
            Ok(seen) => seen,
            Err(what) => {
                summary.failures.push(Failure {
                    seed: cases.first().map_or(0, |case| case.seed),
                    text: String::new(),
                    how: None,
                    what,
                });
                return summary;
            }
        };
        let modules = fronts.map(|front| load(front, &programs, Compile::Quickly));
        for (number, (case, seen)) in cases.iter().zip(seen).enumerate() {
            let known: BTreeSet<_> = case.judged.finals.keys().map(without_victims).collect();
            let seen: BTreeSet<_> = seen.keys().map(without_victims).collect();
            summary.seen += seen.len() as u64;
            match unexplored(campaign, fronts, &modules, number, &seen) {
                Ok(Some((0, _))) => {}
                Ok(Some((travel, left))) if left.is_empty() => summary.travel += travel,
                Ok(Some((_, left))) => summary.failures.push(Failure {
                    seed: case.seed,
                    text: printed(&case.program),
                    how: None,
                    what: format!(
                        "a real Erlang comes to what was not explored:\n{}",
                        left.join("\n")
                    ),
                }),
                Ok(None) => summary.large += 1,
                Err(what) => summary.failures.push(Failure {
                    seed: case.seed,
                    text: printed(&case.program),
                    how: None,
                    what,
                }),
            }
            let others: Vec<_> = seen.difference(&known).cloned().collect();
            if others.is_empty() {
                continue;
            }
            summary.others += 1;
            let travelled = travelled(&case.program, Receives::Ordered, campaign.max_prefixes * 10);
            let (travelled, _) = travelled.unwrap_or_default();
            let travelled: BTreeSet<_> = travelled.iter().map(without_victims).collect();
            let others = others.iter().filter(|end| !travelled.contains(end));
            let others: Vec<String> = others.map(ToString::to_string).collect();
            if !others.is_empty() {
                summary.failures.push(Failure {
                    seed: case.seed,
                    text: printed(&case.program),
                    how: None,
                    what: format!("a real Erlang comes to:\n{}", others.join("\n")),
                });
            }
        }
        summary
    };
    seeds::run(&texts, judge, progress)
}
