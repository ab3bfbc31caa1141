//! Many seeds: generate, judge, and shrink what disagrees.

use crate::compare::{Crew, Disagreement, Judged, check};
use crate::generator::{Family, generate_with};
use crate::ir::Program;
use crate::seeds::{self, Seeds, Tally};
use crate::shrink::shrink;
use mazurka_explore::Algorithm;
use mazurka_memory::Model;
use mazurka_program::FindingKind;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// How many executions of a program the oracle looks at by default.
pub const MAX_EXECUTIONS: usize = 200_000;

/// Which programs to judge, and how.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The seeds of the programs.
    pub seeds: Seeds,
    /// The families of operations that the programs may use.
    pub families: Vec<Family>,
    /// The memory model of all programs, if not each has its own.
    pub model: Option<Model>,
    /// The explorers to judge.
    pub algorithms: Vec<Algorithm>,
    /// Schedulers that explore together, to judge as well.
    pub crews: Vec<Crew>,
    /// A program with more executions is skipped.
    pub max_executions: usize,
}

impl Campaign {
    /// All operations and explorers, one thread, no deadline.
    #[must_use]
    pub fn new(seeds: Range<u64>) -> Campaign {
        Campaign {
            seeds: Seeds::new(seeds),
            families: Family::ALL.to_vec(),
            model: None,
            algorithms: Algorithm::TRACES.to_vec(),
            crews: Vec::new(),
            max_executions: MAX_EXECUTIONS,
        }
    }
}

/// A program on which an explorer and the oracle disagree.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The seed of the program.
    pub seed: u64,
    /// The program, shrunk, as text.
    pub program: String,
    /// What they disagree on, for the shrunk program.
    pub disagreement: Disagreement,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seed {}, shrunk:\n{}", self.seed, self.program)?;
        write!(f, "{}", self.disagreement)
    }
}

/// What a campaign did.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The programs judged; skipped ones are not among them.
    pub programs: u64,
    /// Programs that had too many executions.
    pub skipped: u64,
    /// Executions by brute force.
    pub executions: u64,
    /// Traces by brute force.
    pub classes: u64,
    /// Programs that can show a finding of that kind.
    pub findings: BTreeMap<FindingKind, u64>,
    /// Complete and sleep-set blocked executions by each explorer.
    pub explored: BTreeMap<String, (u64, u64)>,
    /// The disagreements.
    pub failures: Vec<Failure>,
}

impl Summary {
    /// What came of one program.
    fn new(judged: Judged, failure: Option<Failure>) -> Summary {
        let mut summary = Summary {
            programs: 1,
            failures: failure.into_iter().collect(),
            ..Summary::default()
        };
        match judged {
            Judged::Agreed(judgement, statistics) => {
                summary.executions = judgement.executions;
                summary.classes = judgement.classes.len() as u64;
                let findings = judgement.findings();
                summary.findings = findings.iter().map(|f| (f.kind, 1)).collect();
                let explored = statistics.into_iter().map(|(algorithm, done)| {
                    let counts = (done.complete, done.blocked);
                    (algorithm.to_string(), counts)
                });
                summary.explored = explored.collect();
            }
            Judged::Skipped => (summary.programs, summary.skipped) = (0, 1),
            Judged::Disagreed(_) => {}
        }
        summary
    }
}

impl Tally for Summary {
    type Judged = Summary;
    type Failure = Failure;

    fn add(&mut self, other: Summary) {
        self.programs += other.programs;
        self.skipped += other.skipped;
        self.executions += other.executions;
        self.classes += other.classes;
        for (kind, programs) in other.findings {
            *self.findings.entry(kind).or_default() += programs;
        }
        for (algorithm, (complete, blocked)) in other.explored {
            let explored = self.explored.entry(algorithm).or_default();
            explored.0 += complete;
            explored.1 += blocked;
        }
        self.failures.extend(other.failures);
    }

    fn failures(&self) -> &[Failure] {
        &self.failures
    }

    fn progress(&self) -> String {
        format!(
            "{} programs, {} skipped, {} executions, {} traces",
            self.programs, self.skipped, self.executions, self.classes
        )
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} programs ({} more skipped), {} executions, {} traces",
            self.programs, self.skipped, self.executions, self.classes
        )?;
        for (kind, programs) in &self.findings {
            write!(f, ", {programs} that show a bug ({kind})")?;
        }
        for (algorithm, (complete, blocked)) in &self.explored {
            write!(f, "\n{algorithm}: {complete} complete, {blocked} blocked")?;
        }
        write!(f, "\n{} disagreements", self.failures.len())
    }
}

/// Runs a campaign; `progress` is called after each program with the summary
/// so far.
pub fn run(campaign: &Campaign, progress: impl Fn(&Summary) + Sync) -> Summary {
    let judge = |seed| {
        let program = generate_with(seed, &campaign.families, campaign.model);
        let judged = check(
            &program,
            &campaign.algorithms,
            &campaign.crews,
            campaign.max_executions,
        );
        let failure = match &judged {
            Judged::Disagreed(first) => Some(shrunk(campaign, seed, &program, first)),
            Judged::Agreed(..) | Judged::Skipped => None,
        };
        Summary::new(judged, failure)
    };
    seeds::run(&campaign.seeds, judge, progress)
}

/// Shrinks a program that fails, under the explorer it failed with.
fn shrunk(campaign: &Campaign, seed: u64, program: &Program, first: &Disagreement) -> Failure {
    let algorithms: Vec<_> = first.algorithm.into_iter().collect();
    let mut last = first.clone();
    let program = shrink(program, |smaller| {
        match check(
            smaller,
            &algorithms,
            &campaign.crews,
            campaign.max_executions,
        ) {
            Judged::Disagreed(disagreement) => {
                last = disagreement;
                true
            }
            Judged::Agreed(..) | Judged::Skipped => false,
        }
    });
    Failure {
        seed,
        program: program.to_string(),
        disagreement: last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Instant;

    #[test]
    fn all_seeds_are_judged_once_whatever_the_number_of_jobs() {
        let mut campaign = Campaign::new(100..140);
        campaign.max_executions = 1000;
        let alone = run(&campaign, |_| ());
        campaign.seeds.jobs = 3;
        let calls = AtomicUsize::new(0);
        let together = run(&campaign, |_| {
            calls.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(alone.programs + alone.skipped, 40);
        assert_eq!(calls.into_inner(), 40);
        assert_eq!(alone.to_string(), together.to_string());
    }

    #[test]
    fn nothing_is_begun_after_the_deadline() {
        let mut campaign = Campaign::new(0..10);
        campaign.seeds.deadline = Some(Instant::now());
        let summary = run(&campaign, |_| ());
        assert_eq!(summary.programs + summary.skipped, 0);
    }
}
