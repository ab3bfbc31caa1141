//! LLVM IR: read, linked, lowered, and explored with tight bounds.
//!
//! Most cases are texts changed in any way, of which only one thing is asked: that they end
//! with an error or a report. Some are changed so that the meaning stays: the report must be
//! that of the seed. And some are cut off where something is missing: they must be refused.

use crate::case::{Case, Outcome, Places, Target, Wrong, same_as_seed};
use crate::corpus::Corpus;
use crate::programs::{compiled, files};
use crate::text::{Class, mutate, tokens};
use mazurka_check::{Cutting, Verdict, words};
use mazurka_explore::Algorithm;
use mazurka_llvm::check::{Options, Report, build, explore};
use mazurka_llvm::clang::Text;
use mazurka_llvm::machine::Settings;
use mazurka_memory::Model;
use mazurka_testkit::random::Random;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Seeds with more text are left out.
const LARGEST_SEED: usize = 9 << 10;

pub(crate) struct Ir {
    seeds: Vec<Vec<u8>>,
    /// Places where a seed can be cut off, by seed.
    cuts: Vec<Vec<Range<usize>>>,
    /// What seeds come to, by seed and variant.
    known: BTreeMap<(usize, u64), String>,
}

impl Ir {
    /// # Errors
    /// When the seeds cannot be compiled.
    pub(crate) fn new(places: &Places) -> Result<Ir, String> {
        let mut seeds = Vec::new();
        for (nth, file) in files(places).iter().enumerate().step_by(places.one_of) {
            let text = compiled(places, file, &["-g0"])?;
            if text.len() <= LARGEST_SEED {
                // Some with debug information: short ones, since that is long.
                if text.len() < 2_500 && nth % 2 == 0 {
                    seeds.push(compiled(places, file, &[])?);
                }
                seeds.push(text);
            }
        }
        if seeds.is_empty() {
            return Err("there are no C programs to begin with".to_owned());
        }
        let cuts = seeds.iter().map(|seed| bodies(seed)).collect();
        Ok(Ir {
            seeds,
            cuts,
            known: BTreeMap::new(),
        })
    }

    fn same(&mut self, seed: usize, variant: u64) -> String {
        if let Some(known) = self.known.get(&(seed, variant)) {
            return known.clone();
        }
        let known = digest_of(&come_to(&self.seeds[seed], variant));
        self.known.insert((seed, variant), known.clone());
        known
    }
}

impl Target for Ir {
    fn extension(&self) -> &'static str {
        "ll"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        self.seeds.clone()
    }

    fn next(&mut self, random: &mut Random, corpus: &Corpus) -> Case {
        let variant = random.bits() % 4096;
        match random.below(12) {
            0 => {
                let (nth, seed) = corpus.seed(random);
                // Few variants, so that what seeds come to is often known.
                let variant = variant % 12;
                Case {
                    input: neutral(seed, random),
                    variant,
                    expect: format!("same {nth}"),
                }
            }
            1 => {
                let (nth, seed) = corpus.seed(random);
                let cuts = &self.cuts[nth];
                let range = cuts[random.below(cuts.len())].clone();
                let end = random.between(range.start, range.end - 1);
                Case {
                    input: seed[..end].to_vec(),
                    variant,
                    expect: "error".to_owned(),
                }
            }
            _ => Case {
                input: mutate(corpus.pick(random), corpus, random),
                variant,
                expect: String::new(),
            },
        }
    }

    fn run(&mut self, case: &Case) -> Result<Outcome, Wrong> {
        let report = come_to(&case.input, case.variant);
        if let Some(seed) = case.expect.strip_prefix("same ") {
            let seed: usize = seed.parse().unwrap_or(0) % self.seeds.len();
            let expected = self.same(seed, case.variant);
            return same_as_seed(&expected, &digest_of(&report));
        }
        match report {
            Err(error) => {
                if error.contains("internal error") {
                    return Err(Wrong::new("internal error", error));
                }
                Ok(Outcome::new("refused", &error))
            }
            Ok(report) if case.expect == "error" => {
                let message = format!("text that was cut off is explored: {}", digest(&report));
                Err(Wrong::new("cut off and accepted", message))
            }
            Ok(report) => {
                let kind = match report.verdict {
                    Verdict::Verified => "verified",
                    Verdict::Bug => "bug",
                    Verdict::Unknown | Verdict::Explored => "no verdict",
                };
                let mut words = report.unexplored.unwrap_or_default();
                for finding in &report.findings {
                    words.push_str(finding.message.lines().next().unwrap_or_default());
                }
                if words.contains("internal error") {
                    return Err(Wrong::new("internal error", words));
                }
                Ok(Outcome::new(kind, &words))
            }
        }
    }
}

/// What is comparable of a report or an error: not its place.
fn digest_of(report: &Result<Report, String>) -> String {
    match report {
        Ok(report) => digest(report),
        Err(error) => error
            .chars()
            .filter(|char| !char.is_ascii_digit())
            .collect(),
    }
}

/// What is comparable of a report.
fn digest(report: &Report) -> String {
    let kinds: BTreeSet<String> = report
        .findings
        .iter()
        .map(|found| words(found.kind))
        .collect();
    let statistics = &report.statistics;
    format!(
        "{:?} {:?}, {} complete, {} blocked, {} cut, {} discarded",
        report.verdict,
        kinds,
        statistics.complete,
        statistics.blocked,
        statistics.cut,
        statistics.discarded
    )
}

/// The options of a variant: bounds are such that nothing takes long.
pub(crate) fn options(variant: u64) -> Options {
    let model = [Model::Sc, Model::Tso, Model::Pso][(variant % 3) as usize];
    let algorithm = match variant / 3 % 4 {
        0 => Algorithm::Classic,
        1 => Algorithm::Source,
        _ => Algorithm::Optimal,
    };
    let bits = variant / 12;
    let has = |nth: u32| bits >> nth & 1 == 1;
    Options {
        machine: Settings {
            model,
            buffer_bound: (has(0) && has(1)).then_some(1),
            races: has(2),
            leaks: has(3),
            check_exit: has(4),
            check_threads: has(4),
            unroll: (has(5) && has(6)).then_some(2),
            nondet: has(7).then_some((0, 1)),
            spurious: has(6),
            max_steps: 20_000,
            ..Settings::default()
        },
        algorithm,
        max_events: 300,
        max_executions: Some(20),
        cutting: Cutting {
            most_cut: Some(5),
            ..Cutting::default()
        },
        workers: 1,
        keep_going: has(1),
    }
}

fn come_to(text: &[u8], variant: u64) -> Result<Report, String> {
    let text = Text {
        name: "case.ll".to_owned(),
        text: text.to_vec(),
    };
    let code = build(&[text])?;
    let explored = explore(&code, &options(variant), None, &mut ());
    explored.map(|(report, _)| report)
}

/// The same program in other words.
fn neutral(seed: &[u8], random: &mut Random) -> Vec<u8> {
    let renumbers = random.below(2) == 0;
    let mut text = Vec::with_capacity(seed.len() * 2);
    for token in tokens(seed) {
        let word = &seed[token.range.clone()];
        match token.class {
            Class::Space if random.below(10) == 0 => {
                text.extend_from_slice([&b"  "[..], b"\t", b" \t "][random.below(3)]);
            }
            Class::Line if random.below(6) == 0 => {
                let more = [
                    "\n\n",
                    "  \n",
                    " ; a word\n",
                    "\n;}\n",
                    "\r\n",
                    "\n\t\n",
                    ";\"\n",
                ];
                text.extend_from_slice(more[random.below(more.len())].as_bytes());
            }
            // `!7` and `#7`, and never `!name`.
            Class::Metadata if renumbers && word[1].is_ascii_digit() => {
                let number = std::str::from_utf8(&word[1..])
                    .ok()
                    .and_then(|n| n.parse::<u32>().ok());
                match number {
                    Some(number) => {
                        text.push(word[0]);
                        text.extend_from_slice((number + 1_000).to_string().as_bytes());
                    }
                    None => text.extend_from_slice(word),
                }
            }
            _ => text.extend_from_slice(word),
        }
    }
    // Declarations may stand anywhere between functions.
    if random.below(3) == 0 {
        let text_now = String::from_utf8_lossy(&text).into_owned();
        let (declared, rest): (Vec<&str>, Vec<&str>) = text_now
            .split_inclusive('\n')
            .partition(|line| line.starts_with("declare "));
        text = [declared.concat(), rest.concat()].concat().into_bytes();
    }
    text
}

/// Where a text can be cut off so that something is missing: within functions, and before
/// things that functions refer to.
fn bodies(text: &[u8]) -> Vec<Range<usize>> {
    let words = String::from_utf8_lossy(text);
    let mut bodies = Vec::new();
    let mut at = 0;
    let mut start = None;
    let mut referred = BTreeSet::new();
    for line in words.split_inclusive('\n') {
        if line.starts_with("define ") {
            start = Some(at + "define ".len());
        }
        if line.trim_end() == "}"
            && let Some(start) = start.take()
        {
            bodies.push(start..at);
        }
        let names = || {
            let tokens = tokens(line.as_bytes());
            let globals = tokens
                .into_iter()
                .filter(|token| token.class == Class::Global);
            globals.map(|token| line[token.range].to_owned())
        };
        if line.starts_with("declare ") {
            // Intrinsics need no declaration.
            let is_needed = |name: &String| !name.starts_with("@llvm.") && referred.contains(name);
            if names().any(|name| is_needed(&name)) {
                bodies.push(at..at + 1);
            }
        } else if start.is_some() {
            referred.extend(names());
        }
        at += line.len();
    }
    bodies
}
