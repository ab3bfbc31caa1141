//! Litmus tests: read, and explored with tight bounds.
//!
//! Some cases are cut off within their condition: they must not come to a verdict. Some have
//! more space than the seed: they must come to the same.

use crate::case::{Case, Outcome, Places, Target, Wrong, same_as_seed};
use crate::corpus::Corpus;
use crate::text::{Class, mutate, tokens};
use mazurka_explore::Algorithm;
use mazurka_litmus::{Model, Options, Report, check, parse_bytes};
use mazurka_testkit::random::Random;
use std::fs;

pub(crate) struct Litmus {
    seeds: Vec<Vec<u8>>,
}

impl Litmus {
    /// # Errors
    /// When there are no tests.
    pub(crate) fn new(places: &Places) -> Result<Litmus, String> {
        let folder = places.root.join("crates/mazurka-litmus/tests/litmus");
        let entries =
            fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let paths = entries.flatten().map(|entry| entry.path());
        let mut paths: Vec<_> = paths
            .filter(|path| {
                path.extension()
                    .is_some_and(|extension| extension == "litmus")
            })
            .collect();
        paths.sort();
        let seeds: Vec<_> = paths
            .iter()
            .filter_map(|path| fs::read(path).ok())
            .collect();
        if seeds.is_empty() {
            return Err(format!("no litmus tests in {}", folder.display()));
        }
        Ok(Litmus { seeds })
    }
}

impl Target for Litmus {
    fn extension(&self) -> &'static str {
        "litmus"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        self.seeds.clone()
    }

    fn next(&mut self, random: &mut Random, corpus: &Corpus) -> Case {
        let variant = random.bits() % 256;
        match random.below(12) {
            0 => {
                let (nth, seed) = corpus.seed(random);
                Case {
                    input: spaced(seed, random),
                    variant,
                    expect: format!("same {nth}"),
                }
            }
            1 => {
                let (_, seed) = corpus.seed(random);
                // Only where the last parenthesis ends the condition is it clear what is missing.
                let text = seed.trim_ascii_end();
                if !text.ends_with(b")") || text.ends_with(b"*)") {
                    return self.next(random, corpus);
                }
                Case {
                    input: text[..random.between(1, text.len() - 1)].to_vec(),
                    variant,
                    expect: "no verdict".to_owned(),
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
            let expected = digest(&come_to(&self.seeds[seed], case.variant));
            return same_as_seed(&expected, &digest(&report));
        }
        match report {
            Err(error) => Ok(Outcome::new("refused", &error)),
            Ok(report) => {
                if case.expect == "no verdict" && report.holds.is_some() {
                    let message = format!("cut off, and yet it has a verdict: {:?}", report.holds);
                    return Err(Wrong::new("cut off and judged", message));
                }
                let kind = match report.holds {
                    Some(true) => "holds",
                    Some(false) => "does not hold",
                    None => "no verdict",
                };
                Ok(Outcome::new(kind, &report.stopped.unwrap_or_default()))
            }
        }
    }
}

/// The options of a variant: bounds are such that nothing takes long.
fn options(variant: u64) -> Options {
    let algorithm = match variant / 3 % 5 {
        0 => Algorithm::Exhaustive,
        1 => Algorithm::Classic,
        2 => Algorithm::Source,
        _ => Algorithm::Optimal,
    };
    Options {
        model: [Model::Sc, Model::Tso, Model::Pso][(variant % 3) as usize],
        buffer_bound: (variant / 15).is_multiple_of(4).then_some(1),
        algorithm,
        max_events: 200,
        max_executions: Some(40),
        workers: 1,
        ..Options::default()
    }
}

fn come_to(text: &[u8], variant: u64) -> Result<Report, String> {
    let test = parse_bytes(text).map_err(|error| error.to_string())?;
    check(&test, &options(variant), &mut ()).map_err(|error| error.to_string())
}

fn digest(report: &Result<Report, String>) -> String {
    match report {
        // With its place, which more space moves.
        Err(error) => error
            .chars()
            .filter(|char| !char.is_ascii_digit())
            .collect(),
        Ok(report) => format!(
            "{:?}, {} complete, {} blocked, {} positive, {} negative",
            report.holds, report.complete, report.blocked, report.positive, report.negative
        ),
    }
}

/// The same with more space, between words where there is some already.
fn spaced(seed: &[u8], random: &mut Random) -> Vec<u8> {
    // The first line is a name and what follows may be a text: they stay.
    let body = seed
        .iter()
        .position(|byte| *byte == b'{')
        .unwrap_or(seed.len());
    let mut text = seed[..body].to_vec();
    for token in tokens(&seed[body..]) {
        text.extend_from_slice(&seed[body..][token.range]);
        match token.class {
            Class::Space if random.below(4) == 0 => text.extend_from_slice(b"  \t"),
            Class::Line if random.below(4) == 0 => text.extend_from_slice(b"\n  "),
            _ => {}
        }
    }
    text
}
