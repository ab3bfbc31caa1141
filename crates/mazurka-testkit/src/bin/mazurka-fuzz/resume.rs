//! What is left of explorations that were stopped, changed, and gone on with to the end.
//!
//! An input is a tree: which program it belongs to, and what `Explored` is as JSON. Whatever it
//! says, it must be refused, or come to an end without a panic.
//!
//! What is changed here is below the digests of the command's files. An edit can therefore be a
//! claim that something was explored, or seen, which nothing can refute: verdicts and totals that
//! are wrong are counted aside, to say how much validation does not notice. `resume-file` has the
//! digest of each entry left as it was in half of its cases, and there a wrong verdict is a failure.

use crate::case::{Case, Outcome, Places, Target, Wrong};
use crate::corpus::Corpus;
use crate::programs::compiled;
use crate::tree;
use mazurka_check::Verdict;
use mazurka_explore::Algorithm;
use mazurka_litmus::Test;
use mazurka_llvm::check::{self, build, explore};
use mazurka_llvm::clang::Text;
use mazurka_llvm::code::Code;
use mazurka_llvm::machine::Settings;
use mazurka_memory::Model;
use mazurka_testkit::random::Random;
use serde_json::{Value, json};
use std::fs;
use std::sync::Arc;

/// C programs: file, flags, model, keep going.
const C: [(&str, &[&str], Model, bool); 7] = [
    ("papers/fib_bench.c", &["-g0", "-DN=2"], Model::Sc, false),
    ("bugs/lost_update.c", &["-g0"], Model::Sc, true),
    ("bugs/philosophers.c", &["-g0"], Model::Sc, false),
    ("models/iriw.c", &["-g0"], Model::Tso, false),
    ("models/three_buffers.c", &["-g0"], Model::Tso, true),
    ("mutex/peterson.c", &["-g0"], Model::Pso, false),
    ("papers/lastzero.c", &["-g0"], Model::Sc, false),
];

const LITMUS: [(&str, Model); 3] = [
    ("IRIW", Model::Tso),
    ("C-peterson+fence", Model::Sc),
    ("RWC+po+mfence", Model::Pso),
];

const ALGORITHMS: [Algorithm; 3] = [Algorithm::Classic, Algorithm::Source, Algorithm::Optimal];

/// Programs with more executions are left out.
const MOST: u64 = 300;

enum Kind {
    C(Arc<Code>, Box<check::Options>),
    Litmus(Box<Test>, mazurka_litmus::Options),
}

/// The end of an exploration, as far as it can be compared.
#[derive(Clone, PartialEq, Eq, Debug)]
struct End {
    /// Is there a bug, or does the condition not hold? None if that is not known.
    is_bad: Option<bool>,
    complete: u64,
    blocked: u64,
}

struct Subject {
    name: String,
    kind: Kind,
    truth: End,
}

impl Subject {
    /// Explores until there were `most` executions, from the beginning or from there.
    fn explore(&self, most: u64, before: Option<Value>) -> Result<(End, Value), String> {
        explored(&self.kind, most, before)
    }
}

fn explored(kind: &Kind, most: u64, before: Option<Value>) -> Result<(End, Value), String> {
    let words = |error: serde_json::Error| error.to_string();
    match kind {
        Kind::C(code, options) => {
            let before = before
                .map(serde_json::from_value)
                .transpose()
                .map_err(words)?;
            let options = check::Options {
                max_executions: Some(most),
                ..(**options).clone()
            };
            let (report, explored) = explore(code, &options, before, &mut ())?;
            let end = End {
                is_bad: match report.verdict {
                    Verdict::Verified => Some(false),
                    Verdict::Bug => Some(true),
                    Verdict::Unknown | Verdict::Explored => None,
                },
                complete: report.statistics.complete,
                blocked: report.statistics.blocked,
            };
            Ok((end, serde_json::to_value(&explored).map_err(words)?))
        }
        Kind::Litmus(test, options) => {
            let before = before
                .map(serde_json::from_value)
                .transpose()
                .map_err(words)?;
            let options = mazurka_litmus::Options {
                max_executions: Some(most),
                ..options.clone()
            };
            let explored = mazurka_litmus::explore(test, &options, before, &mut ());
            let (report, explored) = explored.map_err(|error| error.to_string())?;
            let end = End {
                is_bad: report.holds.map(|holds| !holds),
                complete: report.complete,
                blocked: report.blocked,
            };
            Ok((end, serde_json::to_value(&explored).map_err(words)?))
        }
    }
}

pub(crate) struct Resume {
    subjects: Vec<Subject>,
    seeds: Vec<Value>,
}

impl Resume {
    /// # Errors
    /// When a program cannot be compiled or explored.
    pub(crate) fn new(places: &Places) -> Result<Resume, String> {
        let mut kinds = Vec::new();
        for (file, flags, model, keep_going) in C {
            let text = compiled(places, file, flags)?;
            let name = file.to_owned();
            let code = build(&[Text { name, text }])?;
            for algorithm in ALGORITHMS {
                let options = Box::new(check::Options {
                    machine: Settings {
                        model,
                        max_steps: 100_000,
                        ..Settings::default()
                    },
                    algorithm,
                    max_events: 2_000,
                    keep_going,
                    ..check::Options::default()
                });
                let name = format!("{file} {model} {algorithm}");
                kinds.push((name, Kind::C(Arc::clone(&code), options)));
            }
        }
        for (name, model) in LITMUS {
            let path = places.root.join("crates/mazurka-litmus/tests/litmus");
            let path = path.join(format!("{name}.litmus"));
            let text = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            for algorithm in ALGORITHMS {
                let test = mazurka_litmus::parse_bytes(&text).map_err(|error| error.to_string())?;
                let options = mazurka_litmus::Options {
                    model,
                    algorithm,
                    max_events: 2_000,
                    ..mazurka_litmus::Options::default()
                };
                let name = format!("{name}.litmus {model} {algorithm}");
                kinds.push((name, Kind::Litmus(Box::new(test), options)));
            }
        }
        let mut subjects = Vec::new();
        let mut seeds = Vec::new();
        for (name, kind) in kinds {
            let (truth, _) =
                explored(&kind, MOST, None).map_err(|error| format!("{name}: {error}"))?;
            if truth.is_bad.is_none() {
                continue;
            }
            let subject = Subject { name, kind, truth };
            let all = subject.truth.complete + subject.truth.blocked;
            let mut moments = vec![
                1,
                2,
                3,
                all / 4,
                all / 2,
                all * 3 / 4,
                all.saturating_sub(1),
            ];
            moments.sort_unstable();
            moments.dedup();
            for moment in moments
                .into_iter()
                .filter(|moment| (1..all).contains(moment))
            {
                let (end, explored) = subject.explore(moment, None)?;
                if end.is_bad.is_none() {
                    seeds.push(json!({ "program": subjects.len(), "explored": explored }));
                }
            }
            subjects.push(subject);
        }
        if seeds.is_empty() {
            return Err("there is nothing to go on with".to_owned());
        }
        Ok(Resume { subjects, seeds })
    }
}

impl Target for Resume {
    fn extension(&self) -> &'static str {
        "json"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let seeds = self.seeds.iter();
        seeds.map(|seed| seed.to_string().into_bytes()).collect()
    }

    fn next(&mut self, random: &mut Random, corpus: &Corpus) -> Case {
        let variant = 0;
        let expect = String::new();
        let picked = corpus.pick(random);
        if random.below(8) == 0 {
            let mut input = picked.to_vec();
            for _ in 0..=random.below(3) {
                crate::text::change_bytes(&mut input, random);
            }
            return Case {
                input,
                variant,
                expect,
            };
        }
        let parsed = |text: &[u8]| serde_json::from_slice::<Value>(text).ok();
        let mut tree = parsed(picked).unwrap_or_else(|| self.seeds[0].clone());
        let other = &self.seeds[random.below(self.seeds.len())];
        if let Some(explored) = tree.get_mut("explored") {
            tree::mutate(explored, &other["explored"], random);
        }
        Case {
            input: tree.to_string().into_bytes(),
            variant,
            expect,
        }
    }

    fn run(&mut self, case: &Case) -> Result<Outcome, Wrong> {
        let Ok(mut tree) = serde_json::from_slice::<Value>(&case.input) else {
            return Ok(Outcome::new("no JSON", ""));
        };
        let program = tree.get("program").and_then(Value::as_u64);
        let subject = program.and_then(|nth| self.subjects.get(nth as usize));
        let (Some(subject), Some(explored)) = (subject, tree.get_mut("explored")) else {
            return Ok(Outcome::new("no JSON", ""));
        };
        let truth = &subject.truth;
        let most = truth.complete + truth.blocked + 500;
        let end = match subject.explore(most, Some(explored.take())) {
            Err(error) if error.contains("internal error") => {
                return Err(Wrong::new(
                    "internal error",
                    format!("{}: {error}", subject.name),
                ));
            }
            Err(error) => return Ok(Outcome::new("refused", &error)),
            Ok((end, _)) => end,
        };
        let mut outcome = match (end.is_bad, truth.is_bad) {
            (None, _) => Outcome::new("no verdict", ""),
            (Some(false), Some(true)) => return Ok(Outcome::new("claimed: no bug", &subject.name)),
            (Some(true), Some(false)) => return Ok(Outcome::new("claimed: a bug", &subject.name)),
            (Some(_), _) => Outcome::new("right", &subject.name),
        };
        if end.is_bad.is_some() && end != *truth {
            outcome.aside = Some("right verdict, wrong totals");
        }
        Ok(outcome)
    }
}
