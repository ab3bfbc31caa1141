//! Many seeds: generate a program of each kind, judge the explorer on it under each model, and
//! shrink what disagrees.

use super::compare::{By, Judged, judge};
use super::generate::{Kind, generate};
use super::program::Program;
use super::shrink::shrink;
use crate::seeds::{self, Seeds, Tally};
use mazurka_memory::Model;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// Which programs to judge, and how.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The seeds of the programs.
    pub seeds: Seeds,
    /// What the programs are about.
    pub kinds: Vec<Kind>,
    /// The memory models.
    pub models: Vec<Model>,
    /// A program with more states on the way is left out.
    pub max_states: usize,
    /// Which explorer is judged.
    pub by: By,
    /// Are programs that fail made smaller?
    pub shrinks: bool,
}

impl Campaign {
    /// All kinds and models, one thread, no deadline.
    #[must_use]
    pub fn new(seeds: Range<u64>) -> Campaign {
        Campaign {
            seeds: Seeds::new(seeds),
            kinds: Kind::ALL.to_vec(),
            models: Model::ALL.to_vec(),
            max_states: 30_000,
            by: By::Graphs { shares: false },
            shrinks: true,
        }
    }
}

/// A program that the explorer and the judge disagree on.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The seed of the program.
    pub seed: u64,
    /// What it is about.
    pub kind: Kind,
    /// The memory model.
    pub model: Model,
    /// The program, made smaller.
    pub program: Program,
    /// What they disagree on.
    pub what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure {
            seed,
            kind,
            model,
            program,
            what,
        } = self;
        write!(f, "seed {seed}, {kind}, {model}:\n{program}{what}")
    }
}

/// What came of the programs of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Programs that were compared.
    pub programs: u64,
    /// Programs that were too large.
    pub skipped: u64,
    /// Their executions.
    pub executions: u64,
    /// Executions in which threads wait for ever.
    pub stuck: u64,
    /// Executions of the explorer in vain.
    pub blocked: u64,
}

/// What came of all programs.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// By model.
    pub counts: BTreeMap<Model, Counts>,
    /// The disagreements.
    pub failures: Vec<Failure>,
}

impl Summary {
    /// Of all models.
    #[must_use]
    pub fn total(&self) -> Counts {
        let mut total = Counts::default();
        for counts in self.counts.values() {
            total.add(*counts);
        }
        total
    }
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.programs += other.programs;
        self.skipped += other.skipped;
        self.executions += other.executions;
        self.stuck += other.stuck;
        self.blocked += other.blocked;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} programs ({} too large), {} executions ({} with threads that wait for ever), {} blocked",
            self.programs, self.skipped, self.executions, self.stuck, self.blocked
        )
    }
}

impl Tally for Summary {
    type Judged = Summary;
    type Failure = Failure;

    fn add(&mut self, judged: Summary) {
        for (model, counts) in judged.counts {
            self.counts.entry(model).or_default().add(counts);
        }
        self.failures.extend(judged.failures);
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
        for (model, counts) in &self.counts {
            writeln!(f, "{model}: {counts}")?;
        }
        let failures = self.failures.len();
        write!(f, "all: {}, {failures} disagreements", self.total())
    }
}

/// Judges the explorer; `progress` is called after each seed with the summary so far.
pub fn run(campaign: &Campaign, progress: impl Fn(&Summary) + Sync) -> Summary {
    let judge_seed = |seed| {
        let mut summary = Summary::default();
        for kind in &campaign.kinds {
            let program = generate(*kind, seed);
            for model in &campaign.models {
                judge_one(campaign, seed, *kind, *model, &program, &mut summary);
            }
        }
        summary
    };
    seeds::run(&campaign.seeds, judge_seed, progress)
}

fn judge_one(
    campaign: &Campaign,
    seed: u64,
    kind: Kind,
    model: Model,
    program: &Program,
    summary: &mut Summary,
) {
    let counts = summary.counts.entry(model).or_default();
    match judge(program, model, campaign.max_states, campaign.by) {
        Judged::Agreed(agreed) => counts.add(Counts {
            programs: 1,
            skipped: 0,
            executions: agreed.executions,
            stuck: agreed.stuck,
            blocked: agreed.blocked,
        }),
        Judged::Skipped => counts.skipped += 1,
        Judged::Disagreed(mut what) => {
            counts.programs += 1;
            let mut program = program.clone();
            if campaign.shrinks {
                program = shrink(&program, |smaller| {
                    match judge(smaller, model, campaign.max_states, campaign.by) {
                        Judged::Disagreed(smaller) => {
                            what = smaller;
                            true
                        }
                        Judged::Agreed(_) | Judged::Skipped => false,
                    }
                });
            }
            summary.failures.push(Failure {
                seed,
                kind,
                model,
                program,
                what,
            });
        }
    }
}
