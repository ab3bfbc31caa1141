//! Many seeds: generate a litmus program, judge the front end on it, and shrink
//! what disagrees.

use super::compare::{Compared, Disagreement, Plan, judge};
use super::machine::{Machine, Model};
use super::random::{generate, generate_grace, shrink};
use crate::seeds::{self, Seeds, Tally};
use mazurka_cycles::print::{Dialect, print};
use mazurka_cycles::program::Program;
use mazurka_litmus::Algorithm;
use std::fmt;
use std::ops::Range;

/// Which programs to judge, and how.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The seeds of the programs.
    pub seeds: Seeds,
    /// Do they have read-side sections and grace periods?
    pub grace: bool,
    /// The memory models.
    pub models: Vec<Model>,
    /// The bounds on buffers; if there are none, every program is judged without
    /// a bound and with one of zero to two.
    pub bounds: Vec<Option<usize>>,
    /// The explorers to judge.
    pub algorithms: Vec<Algorithm>,
    /// How many schedulers explore together.
    pub workers: usize,
    /// A program is not judged under a machine that reaches more states.
    pub max_states: usize,
}

impl Campaign {
    /// All models and explorers, one thread, no deadline.
    #[must_use]
    pub fn new(seeds: Range<u64>) -> Campaign {
        Campaign {
            seeds: Seeds::new(seeds),
            grace: false,
            models: Model::BUFFERED.to_vec(),
            bounds: Vec::new(),
            algorithms: Algorithm::ALL.to_vec(),
            workers: 1,
            max_states: 50_000,
        }
    }

    /// The program of a seed.
    #[must_use]
    pub fn program(&self, seed: u64) -> Program {
        if self.grace {
            generate_grace(seed)
        } else {
            generate(seed)
        }
    }

    fn plan(&self, seed: u64) -> Plan {
        let rotating = [None, Some((seed % 3) as usize)];
        let bounds = match &self.bounds[..] {
            [] => &rotating[..],
            given => given,
        };
        let machines = |model: &Model| {
            let model = *model;
            let bounded = bounds.iter().map(move |bound| Machine {
                model,
                bound: *bound,
            });
            // SC has no buffers that a bound could be set on.
            let needed = if model == Model::Sc { 1 } else { usize::MAX };
            bounded.take(needed).collect::<Vec<_>>()
        };
        Plan {
            machines: self.models.iter().flat_map(machines).collect(),
            algorithms: self.algorithms.clone(),
            workers: self.workers,
            max_states: self.max_states,
        }
    }
}

/// The dialect that the program of a seed is written in.
#[must_use]
pub fn dialect(seed: u64, program: &Program) -> Dialect {
    let fitting: Vec<Dialect> = Dialect::ALL
        .into_iter()
        .filter(|d| d.fits(program))
        .collect();
    fitting[(seed % fitting.len() as u64) as usize]
}

/// A program on which the front end and the judge disagree.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The seed of the program.
    pub seed: u64,
    /// The program, shrunk, as the front end got it.
    pub text: String,
    /// What they disagree on, for the shrunk program.
    pub disagreement: Disagreement,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seed {}, shrunk:\n{}", self.seed, self.text)?;
        write!(f, "{}", self.disagreement)
    }
}

/// What a campaign did.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Programs judged.
    pub programs: u64,
    /// What was compared, over all programs that agreed.
    pub compared: Compared,
    /// The disagreements.
    pub failures: Vec<Failure>,
}

impl Tally for Summary {
    type Judged = Result<Compared, Failure>;
    type Failure = Failure;

    fn add(&mut self, judged: Result<Compared, Failure>) {
        self.programs += 1;
        let compared = match judged {
            Ok(compared) => compared,
            Err(failure) => return self.failures.push(failure),
        };
        let sum = &mut self.compared;
        sum.machines += compared.machines;
        sum.skipped += compared.skipped;
        sum.traces += compared.traces;
        sum.explorations += compared.explorations;
        sum.blocked += compared.blocked;
        sum.idle += compared.idle;
        sum.waiting += compared.waiting;
    }

    fn failures(&self) -> &[Failure] {
        &self.failures
    }

    fn progress(&self) -> String {
        let sum = &self.compared;
        format!(
            "{} programs, {} traces, {} explorations",
            self.programs, sum.traces, sum.explorations
        )
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = &self.compared;
        write!(
            f,
            "{} programs, {} times judged under a machine ({} more skipped; {} with idle \
             writes, {} with loops that wait), {} traces, {} explorations, {} blocked \
             executions\n{} disagreements",
            self.programs,
            sum.machines,
            sum.skipped,
            sum.idle,
            sum.waiting,
            sum.traces,
            sum.explorations,
            sum.blocked,
            self.failures.len()
        )
    }
}

/// Runs a campaign; `progress` is called after each program with the summary so
/// far.
pub fn run(campaign: &Campaign, progress: impl Fn(&Summary) + Sync) -> Summary {
    let judge = |seed| {
        let program = campaign.program(seed);
        let judged = judge(&program, dialect(seed, &program), &campaign.plan(seed));
        judged.map_err(|first| shrunk(campaign, seed, &program, first))
    };
    seeds::run(&campaign.seeds, judge, progress)
}

/// Shrinks a program that fails, under the machine and with the explorer that it
/// failed with.
fn shrunk(campaign: &Campaign, seed: u64, program: &Program, first: Disagreement) -> Failure {
    let dialect = dialect(seed, program);
    let mut plan = campaign.plan(seed);
    if let Some(machine) = first.machine {
        plan.machines = vec![machine];
    }
    if let Some(algorithm) = first.algorithm {
        plan.algorithms = vec![algorithm];
    }
    let mut last = first;
    let program = shrink(program, |smaller| match judge(smaller, dialect, &plan) {
        Ok(_) => false,
        Err(disagreement) => {
            last = disagreement;
            true
        }
    });
    Failure {
        seed,
        text: print(&program, dialect),
        disagreement: last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_seeds_are_judged_once_whatever_the_number_of_jobs() {
        let mut campaign = Campaign::new(100..130);
        campaign.max_states = 500;
        let alone = run(&campaign, |_| ());
        campaign.seeds.jobs = 3;
        let together = run(&campaign, |_| ());
        assert_eq!(alone.programs, 30);
        assert_eq!(alone.to_string(), together.to_string());
    }

    #[test]
    fn programs_are_judged_with_and_without_bounds() {
        let campaign = Campaign::new(0..1);
        let machines = campaign.plan(2).machines;
        let names: Vec<String> = machines.iter().map(Machine::to_string).collect();
        assert_eq!(
            names,
            [
                "sc",
                "tso",
                "tso with buffers of 2",
                "pso",
                "pso with buffers of 2"
            ]
        );
    }
}
