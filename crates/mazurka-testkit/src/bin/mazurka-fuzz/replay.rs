//! Replay strings, given to programs in Rust and in C: an error, a finding or nothing, and
//! never "verified".

use crate::case::{Case, Outcome, Places, Target, Wrong};
use crate::corpus::Corpus;
use crate::ir::options;
use crate::programs::compiled;
use crate::rust_programs::{PROGRAMS, RustProgram};
use crate::text::{change_bytes, mutate};
use mazurka::{Checker, Verdict};
use mazurka_check::{Found, Sought};
use mazurka_llvm::check::{Options, build, explore, show};
use mazurka_llvm::clang::Text;
use mazurka_llvm::code::Code;
use mazurka_testkit::random::Random;
use std::sync::Arc;
use std::time::Duration;

/// C programs with bugs, and a variant that shows them.
const C: [(&str, u64); 8] = [
    ("bugs/lost_update.c", 6),
    ("bugs/lock_order.c", 6),
    ("bugs/lost_wakeup.c", 6),
    ("bugs/double_free_race.c", 6),
    ("models/sb_private_store.c", 7),
    ("models/mp_fence.c", 8),
    ("sync/choices.c", 6 + 12 * 128),
    ("bugs/torn_read.c", 7),
];

struct CProgram {
    name: &'static str,
    code: Arc<Code>,
    options: Options,
    found: Option<Found>,
}

pub(crate) struct Replay {
    c: Vec<CProgram>,
    /// Replay strings, with the program that each belongs to.
    seeds: Vec<(String, String)>,
}

impl Replay {
    /// # Errors
    /// When a program cannot be compiled.
    pub(crate) fn new(places: &Places) -> Result<Replay, String> {
        let mut seeds = Vec::new();
        for program in &PROGRAMS {
            let report = Checker::new()
                .model(program.model)
                .workers(1)
                .check(program.body);
            let replay = report
                .replay()
                .ok_or_else(|| format!("{} should have a bug: {report}", program.name))?;
            seeds.push((program.name.to_owned(), replay.to_owned()));
        }
        let mut c = Vec::new();
        for (name, variant) in C {
            let text = compiled(places, name, &["-g0"])?;
            let code = build(&[Text {
                name: name.to_owned(),
                text,
            }])?;
            let mut options = options(variant);
            options.max_executions = Some(500);
            let run = explore(&code, &options, None, &mut ());
            let found = run?.0.findings.into_iter().next();
            // Also of programs without a bug something can be replayed.
            let replay = found.as_ref().map_or("1/0x1", |found| &*found.replay);
            seeds.push((name.to_owned(), replay.to_owned()));
            c.push(CProgram {
                name,
                code,
                options,
                found,
            });
        }
        Ok(Replay { c, seeds })
    }
}

impl Target for Replay {
    fn extension(&self) -> &'static str {
        "txt"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let strings = self
            .seeds
            .iter()
            .map(|(_, string)| string.clone().into_bytes());
        strings.collect()
    }

    fn next(&mut self, random: &mut Random, corpus: &Corpus) -> Case {
        let (name, own) = &self.seeds[random.below(self.seeds.len())];
        let text = match random.below(3) {
            0 => corpus.pick(random),
            _ => own.as_bytes(),
        };
        let mut input = match random.below(3) {
            0 => mutate(text, corpus, random),
            1 => steps(text, random),
            _ => {
                let mut input = steps(text, random);
                change_bytes(&mut input, random);
                input
            }
        };
        input.truncate(20_000);
        Case {
            input,
            variant: random.bits() % 4,
            expect: name.clone(),
        }
    }

    fn may_shrink(&self, _: &Case) -> bool {
        true
    }

    fn run(&mut self, case: &Case) -> Result<Outcome, Wrong> {
        let text = String::from_utf8_lossy(&case.input);
        if let Some(program) = PROGRAMS.iter().find(|program| program.name == case.expect) {
            return rust(program, &text, case.variant);
        }
        let program = self.c.iter().find(|program| program.name == case.expect);
        let program = program.ok_or_else(|| Wrong::new("no program", "no such program"))?;
        let mut options = program.options.clone();
        if case.variant == 1 {
            options = crate::ir::options(7);
        }
        let bug = program.found.as_ref().filter(|_| case.variant >= 2);
        let bug = bug.map(|found| Sought {
            found,
            time: Duration::from_millis(1),
        });
        match show(&program.code, &options, &text, bug, &Arc::default()) {
            Err(error) if error.contains("internal error") => {
                Err(Wrong::new("internal error", error))
            }
            Err(error) => Ok(Outcome::new("refused", &error)),
            Ok(shown) if shown.findings.is_empty() => Ok(Outcome::new("no finding", "")),
            Ok(shown) => Ok(Outcome::new("finding", &shown.findings[0].1)),
        }
    }
}

fn rust(program: &RustProgram, text: &str, variant: u64) -> Result<Outcome, Wrong> {
    // Sometimes under another model than the string is for.
    let model = if variant == 1 {
        mazurka::Model::Pso
    } else {
        program.model
    };
    let report = Checker::new()
        .model(model)
        .max_events(500)
        .workers(1)
        .name("case")
        .replay(text)
        .check(program.body);
    // A panic of Mazurka's within a modelled thread looks like one of the program's.
    if let Some(finding) = report.finding()
        && finding.message.contains("panicked at")
        && !finding.message.contains("rust_programs.rs")
    {
        return Err(Wrong::new(finding.message.clone(), finding.message.clone()));
    }
    match report.verdict() {
        Verdict::Verified => Err(Wrong::new("verified", "a replay says verified")),
        Verdict::Error(message) => Ok(Outcome::new("refused", message)),
        Verdict::Bug { finding, .. } => Ok(Outcome::new("finding", &finding.message)),
        _ => Ok(Outcome::new("no finding", "")),
    }
}

/// Changes the runs of a replay string, which stays one.
fn steps(text: &[u8], random: &mut Random) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let (head, runs) = text.split_once('/').unwrap_or(("1", ""));
    let mut runs: Vec<String> = runs.split(',').map(str::to_owned).collect();
    for _ in 0..=random.below(3) {
        let at = random.below(runs.len());
        match random.below(7) {
            0 if runs.len() > 1 => drop(runs.remove(at)),
            1 => runs.insert(at, runs[random.below(runs.len())].clone()),
            2 => {
                let other = random.below(runs.len());
                runs.swap(at, other);
            }
            3 => runs.truncate(at + 1),
            4 => {
                let names = [
                    "0", "0.0", "0.1", "0.2", "0~0", "0.0~0", "0.1~0", "0.1~1", "0.0.0",
                ];
                let name = names[random.below(names.len())];
                let alternative = ["", ":1", ":2", ":7"][random.below(4)];
                let times = [1, 1, 1, 2, 3, 100][random.below(6)];
                runs.insert(at, format!("{name}{alternative}x{times}"));
            }
            _ => {
                let times = random.below(4);
                if let Some((name, _)) = runs[at].rsplit_once('x') {
                    runs[at] = format!("{name}x{times}");
                }
            }
        }
    }
    format!("{head}/{}", runs.join(",")).into_bytes()
}
