//! Many seeds: generate a program, judge the front ends on it under each model, and
//! shrink what disagrees. C programs are compiled together, several in one text.

use super::compare::{Front, Ran, compare, run_c, run_litmus, run_rust};
use super::generate::generate;
use super::judge::{Expected, Stuck, judge};
use super::program::Program;
use super::text::{HEADERS, c, litmus};
use crate::c::run::{Compiler, PRELUDE, compile};
use crate::seeds::{self, Seeds, Tally};
use mazurka_explore::Algorithm;
use mazurka_llvm::code::Code;
use mazurka_memory::Model;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

/// How many programs are compiled together.
const TOGETHER: u64 = 16;

/// Of this many programs, one is also explored by `source`.
const SOURCE_EVERY: u64 = 8;

/// Which programs to judge, and how.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The seeds of the programs.
    pub seeds: Seeds,
    /// The front ends to judge.
    pub fronts: Vec<Front>,
    /// The memory models.
    pub models: Vec<Model>,
    /// The explorers; if none, `optimal`, and for some programs `source`.
    pub algorithms: Vec<Algorithm>,
    /// The flag for optimisation.
    pub level: &'static str,
    /// A program with more states is skipped.
    pub max_states: usize,
    /// A program with more executions is given up.
    pub max_executions: u64,
    /// Are programs that fail shrunk?
    pub shrinks: bool,
}

impl Campaign {
    /// All front ends and models, one thread, no deadline.
    #[must_use]
    pub fn new(seeds: Range<u64>) -> Campaign {
        Campaign {
            seeds: Seeds::new(seeds),
            fronts: Front::ALL.to_vec(),
            models: vec![Model::Sc, Model::Tso, Model::Pso],
            algorithms: Vec::new(),
            level: "-O0",
            max_states: 20_000,
            max_executions: 20_000,
            shrinks: true,
        }
    }

    fn compiler(&self) -> Compiler {
        Compiler {
            version: None,
            level: self.level,
        }
    }

    fn algorithms(&self, seed: u64) -> Vec<Algorithm> {
        if !self.algorithms.is_empty() {
            return self.algorithms.clone();
        }
        let mut algorithms = vec![Algorithm::Optimal];
        if seed.is_multiple_of(SOURCE_EVERY) {
            algorithms.push(Algorithm::Source);
        }
        algorithms
    }
}

/// A program that a front end and the judge disagree on.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The seed of the program.
    pub seed: u64,
    /// The front end.
    pub front: Front,
    /// The memory model.
    pub model: Model,
    /// The explorer.
    pub algorithm: Algorithm,
    /// The program, shrunk.
    pub program: Program,
    /// What they disagree on.
    pub what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "seed {}, {}, {}, {}:\n{}{}",
            self.seed, self.front, self.model, self.algorithm, self.program, self.what
        )
    }
}

/// What came of the programs that have something in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Compared, and the same.
    pub judged: u64,
    /// An execution did not end: a loop was not recognised, and nothing was compared.
    pub endless: u64,
    /// There were too many executions.
    pub large: u64,
    /// Among those that were compared, threads can wait for ever.
    pub stuck: u64,
    /// Among those that were compared, an assertion fails.
    pub failing: u64,
    /// Among those that were compared, other final states than under SC.
    pub weak: u64,
    /// Complete executions of those that were compared.
    pub executions: u64,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.judged += other.judged;
        self.endless += other.endless;
        self.large += other.large;
        self.stuck += other.stuck;
        self.failing += other.failing;
        self.weak += other.weak;
        self.executions += other.executions;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} compared ({} wait for ever, {} fail, {} not as under SC, {} executions), {} not \
             recognised, {} too large",
            self.judged,
            self.stuck,
            self.failing,
            self.weak,
            self.executions,
            self.endless,
            self.large
        )
    }
}

/// What came of some programs.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Under each front end and model.
    pub counts: BTreeMap<(Front, String), Counts>,
    /// The same for programs with each kind of loop.
    pub kinds: BTreeMap<&'static str, Counts>,
    /// Programs with too many states for the judge, under a model.
    pub skipped: u64,
    /// Programs in which threads can only change memory for ever, under a model.
    pub restless: u64,
    /// The disagreements.
    pub failures: Vec<Failure>,
}

impl Summary {
    /// All counts together.
    #[must_use]
    pub fn total(&self) -> Counts {
        let mut total = Counts::default();
        self.counts.values().for_each(|counts| total.add(*counts));
        total
    }
}

impl Tally for Summary {
    type Judged = Summary;
    type Failure = Failure;

    fn add(&mut self, other: Summary) {
        for (key, counts) in other.counts {
            self.counts.entry(key).or_default().add(counts);
        }
        for (kind, counts) in other.kinds {
            self.kinds.entry(kind).or_default().add(counts);
        }
        self.skipped += other.skipped;
        self.restless += other.restless;
        self.failures.extend(other.failures);
    }

    fn failures(&self) -> &[Failure] {
        &self.failures
    }

    fn progress(&self) -> String {
        self.total().to_string()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "programs with each kind of loop:")?;
        for (kind, counts) in &self.kinds {
            writeln!(f, "  {kind}: {counts}")?;
        }
        for ((front, model), counts) in &self.counts {
            writeln!(f, "{front}, {model}: {counts}")?;
        }
        write!(
            f,
            "{} skipped (too many states), {} change memory for ever; {} disagreements",
            self.skipped,
            self.restless,
            self.failures.len()
        )
    }
}

/// Runs a campaign; `progress` is called after some seeds with the summary so far.
pub fn run(campaign: &Campaign, progress: impl Fn(&Summary) + Sync) -> Summary {
    let Range { start, end } = campaign.seeds.range;
    let texts = Seeds {
        range: 0..(end.saturating_sub(start)).div_ceil(TOGETHER),
        ..campaign.seeds.clone()
    };
    let judge = |text: u64| {
        let first = start + text * TOGETHER;
        let seeds = first..(first + TOGETHER).min(end);
        let mut summary = Summary::default();
        for front in &campaign.fronts {
            summary.add(judge_front(campaign, *front, seeds.clone()));
        }
        summary
    };
    seeds::run(&texts, judge, progress)
}

/// How a program is run.
struct Runner<'a> {
    campaign: &'a Campaign,
    front: Front,
    /// What clang made of it and others, and its number among them.
    code: Option<(&'a Code, usize)>,
}

impl Runner<'_> {
    fn run(&self, program: &Program, model: Model, algorithm: Algorithm) -> Result<Ran, String> {
        let most = self.campaign.max_executions;
        match self.front {
            Front::Rust => run_rust(program, model, algorithm, most),
            Front::Litmus => run_litmus(program, model, algorithm, most),
            Front::C => match self.code {
                Some((code, number)) => run_c(code, number, model, algorithm, most),
                None => {
                    let text = format!("{PRELUDE}{HEADERS}{}", c(program, 0));
                    let code = compile(&text, self.campaign.compiler())?;
                    run_c(&code, 0, model, algorithm, most)
                }
            },
        }
    }

    /// Runs it, and compares.
    fn judge(
        &self,
        program: &Program,
        expected: &Expected,
        model: Model,
        algorithm: Algorithm,
    ) -> Result<Ran, String> {
        let ran = self.run(program, model, algorithm)?;
        if let Ran::All(found) = &ran {
            compare(expected, found, algorithm)?;
        }
        Ok(ran)
    }
}

fn judge_front(campaign: &Campaign, front: Front, seeds: Range<u64>) -> Summary {
    let programs = seeds.map(|seed| (seed, generate(seed, front.features())));
    let programs: Vec<(u64, Program)> = programs.collect();
    let mut summary = Summary::default();
    let code = (front == Front::C).then(|| {
        let mut text = format!("{PRELUDE}{HEADERS}");
        for (number, (_, program)) in programs.iter().enumerate() {
            text.push_str(&c(program, number));
        }
        compile(&text, campaign.compiler())
    });
    let code = match code.transpose() {
        Ok(code) => code,
        Err(what) => {
            summary
                .failures
                .extend(programs.into_iter().take(1).map(|(seed, program)| Failure {
                    seed,
                    front,
                    model: Model::Sc,
                    algorithm: Algorithm::Optimal,
                    program,
                    what: format!("it and those after it are not compiled: {what}"),
                }));
            return summary;
        }
    };
    for (number, (seed, program)) in programs.iter().enumerate() {
        let runner = Runner {
            campaign,
            front,
            code: code.as_ref().map(|code| (code, number)),
        };
        let sc = judge(program, Model::Sc, front.ends(), campaign.max_states);
        let strong = sc.map(|expected| expected.states);
        for model in &campaign.models {
            judge_one(
                &runner,
                *seed,
                (program, strong.as_ref()),
                *model,
                &mut summary,
            );
        }
    }
    summary
}

fn judge_one(
    runner: &Runner<'_>,
    seed: u64,
    (program, strong): (&Program, Option<&BTreeSet<Vec<u32>>>),
    model: Model,
    summary: &mut Summary,
) {
    let Some(expected) = judge(
        program,
        model,
        runner.front.ends(),
        runner.campaign.max_states,
    ) else {
        summary.skipped += 1;
        return;
    };
    summary.restless += u64::from(expected.stuck == Stuck::Restless);
    for (nth, algorithm) in runner.campaign.algorithms(seed).into_iter().enumerate() {
        let mut counts = Counts::default();
        match runner.judge(program, &expected, model, algorithm) {
            Ok(Ran::All(found)) => {
                counts.judged = 1;
                counts.stuck = u64::from(expected.stuck == Stuck::Still);
                counts.failing = u64::from(!expected.failed.is_empty());
                counts.weak = u64::from(strong.is_some_and(|states| *states != found.states));
                counts.executions = found.complete;
            }
            Ok(Ran::Endless) => counts.endless = 1,
            Ok(Ran::Large) => counts.large = 1,
            Err(what) => {
                let failure = shrunk(runner, seed, program, (model, algorithm), what);
                summary.failures.push(failure);
            }
        }
        // Those of the first explorer are counted.
        if nth == 0 {
            let key = (runner.front, model.to_string());
            summary.counts.entry(key).or_default().add(counts);
            for kind in program.kinds() {
                summary.kinds.entry(kind).or_default().add(counts);
            }
        }
    }
}

fn shrunk(
    runner: &Runner<'_>,
    seed: u64,
    program: &Program,
    (model, algorithm): (Model, Algorithm),
    first: String,
) -> Failure {
    let alone = Runner {
        code: None,
        ..*runner
    };
    let mut what = first;
    let mut program = program.clone();
    if runner.campaign.shrinks {
        program = program.shrunk(|smaller| {
            let most = runner.campaign.max_states;
            let Some(expected) = judge(smaller, model, runner.front.ends(), most) else {
                return false;
            };
            match alone.judge(smaller, &expected, model, algorithm) {
                Ok(_) => false,
                Err(now) => {
                    what = now;
                    true
                }
            }
        });
    }
    Failure {
        seed,
        front: runner.front,
        model,
        algorithm,
        program,
        what,
    }
}

/// The program of a seed as that front end gets it.
#[must_use]
pub fn printed(seed: u64, front: Front) -> String {
    let program = generate(seed, front.features());
    match front {
        Front::C => format!("{PRELUDE}{HEADERS}{}", c(&program, 0)),
        Front::Rust => program.to_string(),
        Front::Litmus => litmus(&program),
    }
}
