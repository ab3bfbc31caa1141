//! Many seeds: generate a C program, judge the interpreter on it, and shrink what
//! disagrees. Several programs are compiled together, as one text.

use super::brute::{self, Judged};
use super::bytes;
use super::clocks;
use super::orders;
use super::outcomes;
use super::races;
use super::run::{Compiler, PRELUDE, compile};
use super::traces::{Case, Expected, FAMILIES};
use crate::clocks::{Language, judge::outcomes as outcomes_of_clocks};
use crate::generator::Family;
use crate::ir::Program;
use crate::seeds::{self, Seeds, Tally};
use crate::shrink::shrink;
use mazurka_explore::Algorithm;
use mazurka_memory::Model;
use std::fmt;
use std::ops::Range;

/// So many programs are compiled together.
const TOGETHER: u64 = 16;

/// The programs of a campaign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Those of [`crate::ir`].
    Traces,
    /// Those of [`bytes`].
    Bytes,
    /// Those of [`brute`].
    Brute,
    /// Those of [`races`].
    Races,
    /// Programs of [`clocks`](crate::clocks), in C or C++.
    Clocks(Language),
    /// Those of [`orders`].
    Orders,
}

/// Which programs to judge, and how.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The seeds of the programs.
    pub seeds: Seeds,
    /// What kind of programs.
    pub kind: Kind,
    /// The families of operations that the programs may use.
    pub families: Vec<Family>,
    /// What all programs of [`brute`] have pieces of, besides others.
    pub pieces: Option<String>,
    /// Do programs of [`bytes`] and [`orders`] also allocate, and may that fail?
    pub allocates: bool,
    /// The memory model of all programs, if not each has its own.
    pub model: Option<Model>,
    /// The explorers to judge.
    pub algorithms: Vec<Algorithm>,
    /// The compilers, which take turns.
    pub compilers: Vec<Compiler>,
    /// A program with more executions is skipped.
    pub max_executions: usize,
    /// Are programs that fail shrunk?
    pub shrinks: bool,
}

impl Campaign {
    /// All operations, `optimal`, the clang that is found, one thread, no deadline.
    #[must_use]
    pub fn new(seeds: Range<u64>) -> Campaign {
        Campaign {
            seeds: Seeds::new(seeds),
            kind: Kind::Traces,
            families: FAMILIES.to_vec(),
            pieces: None,
            allocates: false,
            model: None,
            algorithms: vec![Algorithm::Optimal],
            compilers: vec![Compiler {
                version: None,
                level: "-O0",
            }],
            max_executions: 2000,
            shrinks: true,
        }
    }
}

/// A program on which the interpreter and the oracle disagree.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The seed of the program.
    pub seed: u64,
    /// The program as C, shrunk.
    pub text: String,
    /// What they disagree on.
    pub what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "seed {}, shrunk:\n{}\n{}",
            self.seed, self.text, self.what
        )
    }
}

/// What came of some programs.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Programs judged, under each model.
    pub programs: [u64; 3],
    /// Those among them that are litmus programs.
    pub litmus: u64,
    /// Programs that had too many executions, or cannot be said in C.
    pub skipped: u64,
    /// Programs in which the last thread waits for ever in a loop, which is found, and ends
    /// the exploration.
    pub endless: u64,
    /// Programs with data races, where those are judged.
    pub racy: u64,
    /// Traces, over all programs.
    pub traces: u64,
    /// Executions by all explorers, complete and blocked.
    pub executions: (u64, u64),
    /// How often an exploration was begun anew.
    pub refined: u64,
    /// The disagreements.
    pub failures: Vec<Failure>,
}

impl Tally for Summary {
    type Judged = Summary;
    type Failure = Failure;

    fn add(&mut self, other: Summary) {
        for (sum, more) in self.programs.iter_mut().zip(other.programs) {
            *sum += more;
        }
        self.litmus += other.litmus;
        self.skipped += other.skipped;
        self.endless += other.endless;
        self.racy += other.racy;
        self.traces += other.traces;
        self.executions.0 += other.executions.0;
        self.executions.1 += other.executions.1;
        self.refined += other.refined;
        self.failures.extend(other.failures);
    }

    fn failures(&self) -> &[Failure] {
        &self.failures
    }

    fn progress(&self) -> String {
        let [sc, tso, pso] = self.programs;
        format!(
            "{} programs ({sc} sc, {tso} tso, {pso} pso), {} traces",
            sc + tso + pso,
            self.traces
        )
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, {} of them litmus programs, {} with data races, {} that wait for ever alone; {} more \
             skipped; {} complete and {} blocked executions, {} times refined\n{} disagreements",
            self.progress(),
            self.litmus,
            self.racy,
            self.endless,
            self.skipped,
            self.executions.0,
            self.executions.1,
            self.refined,
            self.failures.len()
        )
    }
}

/// Runs a campaign; `progress` is called after each text with the summary so far.
pub fn run(campaign: &Campaign, progress: impl Fn(&Summary) + Sync) -> Summary {
    let Range { start, end } = campaign.seeds.range;
    let texts = Seeds {
        range: 0..(end.saturating_sub(start)).div_ceil(TOGETHER),
        ..campaign.seeds.clone()
    };
    let judge = |text: u64| {
        let first = start + text * TOGETHER;
        let compiler = campaign.compilers[(text % campaign.compilers.len() as u64) as usize];
        let seeds = first..(first + TOGETHER).min(end);
        match campaign.kind {
            Kind::Traces => judge_together(campaign, compiler, seeds),
            Kind::Bytes => judge_bytes(campaign, compiler, seeds),
            Kind::Brute => judge_brute(campaign, compiler, seeds),
            Kind::Races => judge_races(campaign, compiler, seeds),
            Kind::Clocks(language) => judge_clocks(campaign, language, compiler, seeds),
            Kind::Orders => judge_orders(campaign, compiler, seeds),
        }
    };
    seeds::run(&texts, judge, progress)
}

/// Judges the programs of some seeds, compiled together.
fn judge_together(campaign: &Campaign, compiler: Compiler, seeds: Range<u64>) -> Summary {
    let mut summary = Summary::default();
    let mut cases: Vec<(Case, Expected)> = Vec::new();
    for seed in seeds {
        let case = Case::new(seed, &campaign.families, campaign.model);
        let judged = case.and_then(|case| {
            let expected = case.expected(campaign.max_executions)?;
            Some((case, expected))
        });
        summary.skipped += u64::from(judged.is_none());
        cases.extend(judged);
    }
    let texts = cases.iter().enumerate();
    let texts: Vec<_> = texts.map(|(i, (case, _))| case.text(i, compiler)).collect();
    let mut all = PRELUDE.to_owned();
    texts.iter().for_each(|text| all.push_str(&text.text));
    let code = compile(&all, compiler);
    for ((case, expected), text) in cases.iter().zip(&texts) {
        summary.programs[case.program.model as usize] += 1;
        summary.litmus += u64::from(case.litmus.is_some());
        summary.traces += expected.traces;
        let judged = code.as_ref().map_err(Clone::clone).and_then(|code| {
            let algorithms = campaign.algorithms.iter();
            for algorithm in algorithms.filter(|algorithm| case.suits(**algorithm)) {
                let explored = case.compare(code, text, expected, *algorithm);
                let explored = explored.map_err(|what| format!("{algorithm}: {what}"))?;
                summary.executions.0 += explored.statistics.complete;
                summary.executions.1 += explored.statistics.blocked;
                summary.refined += explored.refined;
            }
            Ok(())
        });
        match judged {
            Ok(()) => {}
            Err(what) if is_endless(&what) && expected.hangs() => summary.endless += 1,
            Err(what) => summary
                .failures
                .push(shrunk(campaign, compiler, case, what)),
        }
    }
    summary
}

/// Does the thread that is left alone wait for ever? That ends the exploration, so there
/// is nothing to compare.
fn is_endless(what: &str) -> bool {
    what.contains("without an event that others see") || what.contains("changes nothing and")
}

/// Shrinks a program that fails. The style is that of the seed: what a statement is in C
/// depends on those before it, so smaller programs may be written in another way.
fn shrunk(campaign: &Campaign, compiler: Compiler, case: &Case, first: String) -> Failure {
    let mut last = first.clone();
    let mut smallest = case.clone();
    let fails = |program: &Program| {
        let case = Case {
            program: program.clone(),
            // Its own judge knows only what it was made of.
            litmus: None,
            ..case.clone()
        };
        if !case.initial.iter().all(|value| *value == 0) {
            return None;
        }
        let expected = case.expected(campaign.max_executions)?;
        let compiled = case.compiled(compiler);
        let hangs = expected.hangs();
        let judged = compiled.and_then(|(code, text)| {
            let algorithms = campaign.algorithms.iter();
            for algorithm in algorithms.filter(|algorithm| case.suits(**algorithm)) {
                let explored = case.compare(&code, &text, &expected, *algorithm);
                explored.map_err(|what| format!("{algorithm}: {what}"))?;
            }
            Ok(())
        });
        let what = judged.err()?;
        (!hangs || !is_endless(&what)).then_some((case, what))
    };
    let mut fails = |program: &Program| match fails(program) {
        Some((case, what)) => {
            smallest = case;
            last = what;
            true
        }
        None => false,
    };
    if campaign.shrinks {
        shrink(&case.program, &mut fails);
    }
    let text = smallest.text(0, compiler);
    Failure {
        seed: case.seed,
        text: format!("{}\nas C ({compiler:?}):\n{}", smallest.program, text.text),
        what: format!("{last}\n(before shrinking: {first})"),
    }
}

/// Judges programs of [`bytes`], compiled together.
fn judge_bytes(campaign: &Campaign, compiler: Compiler, seeds: Range<u64>) -> Summary {
    let mut summary = Summary::default();
    let mut cases = Vec::new();
    for seed in seeds {
        let mut case = outcomes::Case::new(seed, campaign.model);
        if campaign.allocates {
            case = case.with_allocations();
        }
        match case.expected(campaign.max_executions * 10) {
            Some(expected) => cases.push((case, expected)),
            None => summary.skipped += 1,
        }
    }
    let mut all = format!("{PRELUDE}{}", bytes::text::TYPES);
    for (i, (case, _)) in cases.iter().enumerate() {
        all.push_str(&case.text(i, compiler));
    }
    let code = compile(&all, compiler);
    for (i, (case, expected)) in cases.iter().enumerate() {
        summary.programs[case.program.model as usize] += 1;
        let judged = code.as_ref().map_err(Clone::clone).and_then(|code| {
            for algorithm in &campaign.algorithms {
                let explored = case.compare(code, i, expected, *algorithm);
                let explored = explored.map_err(|what| format!("{algorithm}: {what}"))?;
                summary.traces += explored.statistics.complete;
                summary.executions.0 += explored.statistics.complete;
                summary.executions.1 += explored.statistics.blocked;
                summary.refined += explored.refined;
            }
            Ok(())
        });
        match judged {
            Ok(()) => {}
            Err(what) if is_endless(&what) && expected.hangs() => summary.endless += 1,
            Err(what) => summary
                .failures
                .push(shrunk_bytes(campaign, compiler, case, what)),
        }
    }
    summary
}

fn shrunk_bytes(
    campaign: &Campaign,
    compiler: Compiler,
    case: &outcomes::Case,
    first: String,
) -> Failure {
    let mut last = first.clone();
    let mut program = case.program.clone();
    let fails = |program: &bytes::Program| {
        let case = outcomes::Case {
            program: program.clone(),
            seed: case.seed,
        };
        let expected = case.expected(campaign.max_executions * 10)?;
        let judged = case.compiled(compiler).and_then(|code| {
            for algorithm in &campaign.algorithms {
                let explored = case.compare(&code, 0, &expected, *algorithm);
                explored.map_err(|what| format!("{algorithm}: {what}"))?;
            }
            Ok(())
        });
        let hangs = expected.hangs();
        let is_known = |what: &str| hangs && is_endless(what);
        judged.err().filter(|what| !is_known(what))
    };
    if campaign.shrinks {
        program = bytes::shrink(&program, |smaller| match fails(smaller) {
            Some(what) => {
                last = what;
                true
            }
            None => false,
        });
    }
    let smallest = outcomes::Case {
        seed: case.seed,
        program,
    };
    Failure {
        seed: case.seed,
        text: format!(
            "{:?}\nas C ({compiler:?}):\n{}",
            smallest.program,
            smallest.text(0, compiler)
        ),
        what: format!("{last}\n(before shrinking: {first})"),
    }
}

/// Judges programs of [`brute`], compiled together.
fn judge_brute(campaign: &Campaign, compiler: Compiler, seeds: Range<u64>) -> Summary {
    let mut summary = Summary::default();
    let cases: Vec<_> = seeds
        .map(|seed| brute::Case::new(seed, campaign.model, campaign.pieces.as_deref()))
        .collect();
    let mut all = format!("{PRELUDE}{}", brute::HEADERS);
    for (i, case) in cases.iter().enumerate() {
        all.push_str(&case.program.text(i));
    }
    let code = compile(&all, compiler);
    let most = campaign.max_executions as u64;
    for (i, case) in cases.iter().enumerate() {
        let judged = code.as_ref().map_err(Clone::clone);
        match judged.and_then(|code| case.judge(code, i, most)) {
            Ok(Judged::Agreed(explored)) => {
                summary.programs[case.program.model as usize] += 1;
                summary.traces += explored.traces();
                summary.executions.0 += explored.statistics.complete;
                summary.refined += explored.refined;
            }
            Ok(Judged::Skipped) => summary.skipped += 1,
            Ok(Judged::Endless) => summary.endless += 1,
            Err(what) => summary
                .failures
                .push(shrunk_brute(campaign, compiler, case, what)),
        }
    }
    summary
}

fn shrunk_brute(
    campaign: &Campaign,
    compiler: Compiler,
    case: &brute::Case,
    first: String,
) -> Failure {
    let mut last = first.clone();
    let mut smallest = case.clone();
    if campaign.shrinks {
        smallest.program = case.program.shrink(|smaller| {
            let case = brute::Case {
                program: smaller.clone(),
                ..*case
            };
            let judged = case.compiled(compiler);
            let most = campaign.max_executions as u64;
            let what = judged.and_then(|code| case.judge(&code, 0, most)).err();
            last = what.clone().unwrap_or(std::mem::take(&mut last));
            what.is_some()
        });
    }
    Failure {
        seed: case.seed,
        text: format!(
            "{} ({compiler:?}):\n{}",
            smallest.program.options(),
            smallest.program.functions()
        ),
        what: format!("{last}\n(before shrinking: {first})"),
    }
}

/// Judges programs of [`races`], compiled together.
fn judge_races(campaign: &Campaign, compiler: Compiler, seeds: Range<u64>) -> Summary {
    let mut summary = Summary::default();
    let mut cases = Vec::new();
    for seed in seeds {
        let case = races::Case::new(seed);
        match races::judge::races(&case.program, campaign.max_executions * 10) {
            Some(expected) => cases.push((case, expected)),
            None => summary.skipped += 1,
        }
    }
    let mut all = format!("{PRELUDE}{}", races::HEADERS);
    for (i, (case, _)) in cases.iter().enumerate() {
        all.push_str(&races::emit(&case.program, i));
    }
    let code = compile(&all, compiler);
    for (i, (case, expected)) in cases.iter().enumerate() {
        summary.programs[0] += 1;
        summary.racy += u64::from(!expected.is_empty());
        let judged = code.as_ref().map_err(Clone::clone).and_then(|code| {
            for algorithm in &campaign.algorithms {
                let traces = case.compare(code, i, expected, *algorithm);
                summary.traces += traces.map_err(|what| format!("{algorithm}: {what}"))?;
            }
            Ok(())
        });
        if let Err(what) = judged {
            summary
                .failures
                .push(shrunk_races(campaign, compiler, case, what));
        }
    }
    summary
}

/// Judges programs of [`orders`], compiled together.
fn judge_orders(campaign: &Campaign, compiler: Compiler, seeds: Range<u64>) -> Summary {
    let mut summary = Summary::default();
    let mut cases = Vec::new();
    for seed in seeds {
        let mut case = orders::Case::new(seed);
        if campaign.allocates {
            case = case.with_allocations();
        }
        match case.expected() {
            Some(expected) => cases.push((case, expected)),
            None => summary.skipped += 1,
        }
    }
    let mut all = format!("{PRELUDE}{}", races::HEADERS);
    for (i, (case, _)) in cases.iter().enumerate() {
        all.push_str(&case.emit(i));
    }
    let code = compile(&all, compiler);
    for (i, (case, expected)) in cases.iter().enumerate() {
        summary.programs[0] += 1;
        summary.racy += u64::from(expected[0].races);
        let code = code.as_ref().map_err(Clone::clone);
        match code.and_then(|code| case.compare(code, i, expected)) {
            Ok(traces) => summary.traces += traces,
            Err(what) => {
                let failure = shrunk_orders(campaign, compiler, case, what);
                summary.failures.push(failure);
            }
        }
    }
    summary
}

fn shrunk_orders(
    campaign: &Campaign,
    compiler: Compiler,
    case: &orders::Case,
    first: String,
) -> Failure {
    let mut last = first.clone();
    let mut smallest = case.clone();
    let fails = |case: &orders::Case| {
        let expected = case.expected()?;
        let judged = case.compiled(compiler);
        judged
            .and_then(|code| case.compare(&code, 0, &expected))
            .err()
    };
    let smaller = |case: &orders::Case| {
        let mut all = case.smaller().filter(|_| campaign.shrinks);
        all.find_map(|case| fails(&case).map(|what| (case, what)))
    };
    while let Some((case, what)) = smaller(&smallest) {
        (smallest, last) = (case, what);
    }
    Failure {
        seed: case.seed,
        text: smallest.emit(0),
        what: format!("{last}\n(before shrinking: {first})"),
    }
}

fn shrunk_races(
    campaign: &Campaign,
    compiler: Compiler,
    case: &races::Case,
    first: String,
) -> Failure {
    let mut last = first.clone();
    let mut smallest = case.clone();
    let fails = |program: &races::Program| {
        let expected = races::judge::races(program, campaign.max_executions * 10)?;
        let case = races::Case {
            program: program.clone(),
            ..*case
        };
        let judged = case.compiled(compiler).and_then(|code| {
            for algorithm in &campaign.algorithms {
                case.compare(&code, 0, &expected, *algorithm)?;
            }
            Ok(())
        });
        judged.err()
    };
    if campaign.shrinks {
        smallest.program = races::shrink(&case.program, |smaller| match fails(smaller) {
            Some(what) => {
                last = what;
                true
            }
            None => false,
        });
    }
    Failure {
        seed: case.seed,
        text: races::emit(&smallest.program, 0),
        what: format!("{last}\n(before shrinking: {first})"),
    }
}

/// Judges [programs with clocks](crate::clocks), compiled together.
fn judge_clocks(
    campaign: &Campaign,
    language: Language,
    compiler: Compiler,
    seeds: Range<u64>,
) -> Summary {
    let mut summary = Summary::default();
    let most = campaign.max_executions * 10;
    let mut cases = Vec::new();
    for seed in seeds {
        let case = clocks::Case::new(seed, language, campaign.model);
        match outcomes_of_clocks(&case.program, language, false, most) {
            Some(expected) => cases.push((case, expected)),
            None => summary.skipped += 1,
        }
    }
    let texts = cases.iter().enumerate();
    let texts: String = texts.map(|(i, (case, _))| case.text(i)).collect();
    let code = clocks::compiled(&texts, language, compiler);
    for (i, (case, expected)) in cases.iter().enumerate() {
        summary.programs[case.model as usize] += 1;
        let judged = code.as_ref().map_err(Clone::clone).and_then(|code| {
            for algorithm in &campaign.algorithms {
                if *algorithm == Algorithm::Graphs && case.program.has_memory() {
                    continue;
                }
                let traces = case.compare(code, i, expected, *algorithm);
                summary.traces += traces.map_err(|what| format!("{algorithm}: {what}"))?;
            }
            Ok(())
        });
        match judged {
            Ok(()) => {}
            Err(what) if what.contains(super::run::TOO_MANY) => summary.skipped += 1,
            Err(what) => summary
                .failures
                .push(shrunk_clocks(campaign, compiler, case, what)),
        }
    }
    summary
}

fn shrunk_clocks(
    campaign: &Campaign,
    compiler: Compiler,
    case: &clocks::Case,
    first: String,
) -> Failure {
    let mut last = first.clone();
    let mut smallest = case.clone();
    let fails = |program: &crate::clocks::Program| {
        let most = campaign.max_executions * 10;
        let expected = outcomes_of_clocks(program, case.language, false, most)?;
        let case = clocks::Case {
            program: program.clone(),
            ..*case
        };
        let judged = case.compiled(compiler).and_then(|code| {
            for algorithm in &campaign.algorithms {
                if *algorithm != Algorithm::Graphs || !case.program.has_memory() {
                    case.compare(&code, 0, &expected, *algorithm)?;
                }
            }
            Ok(())
        });
        judged.err()
    };
    if campaign.shrinks {
        smallest.program = crate::clocks::shrink(&case.program, |smaller| match fails(smaller) {
            Some(what) => {
                last = what;
                true
            }
            None => false,
        });
    }
    Failure {
        seed: case.seed,
        text: format!("{}\n{}", case.model, smallest.text(0)),
        what: format!("{last}\n(before shrinking: {first})"),
    }
}
