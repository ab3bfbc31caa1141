//! Compiling a program of the corpus and exploring its execution graphs.

use crate::case::Case;
use mazurka_check::words;
use mazurka_explore::{Ended, EndedKind, Limits, Observer, Statistics, Verdict};
use mazurka_graph::Options;
use mazurka_llvm::check::build;
use mazurka_llvm::clang::{self, Compile};
use mazurka_llvm::code::Code;
use mazurka_llvm::machine::{Knowledge, Machine, Settings};
use mazurka_memory::Model;
use mazurka_program::Finding;
use std::ops::ControlFlow;
use std::sync::Arc;

/// All findings.
#[derive(Default)]
struct Findings(Vec<Finding>);

impl Observer for Findings {
    fn ended(&mut self, ended: &Ended<'_>, _: &Statistics) -> ControlFlow<()> {
        if ended.kind == EndedKind::Complete && !ended.is_discarded {
            self.0.extend(ended.findings.iter().cloned());
        }
        ControlFlow::Continue(())
    }
}

fn compile(case: &Case) -> Result<Arc<Code>, String> {
    let compile = Compile {
        flags: case.defines.clone(),
        ..Compile::default()
    };
    let texts = clang::texts(std::slice::from_ref(&case.path), &compile)
        .map_err(|error| error.to_string())?;
    Ok(build(&texts)?)
}

/// Explores all graphs, in rounds until nothing is learnt.
fn explore(
    case: &Case,
    code: &Arc<Code>,
    model: Model,
) -> Result<(Verdict, Statistics, Vec<Finding>), String> {
    let settings = Settings {
        model,
        graphs: true,
        races: case.races,
        spurious: case.spurious,
        nondet: case.nondet,
        unroll: case.unroll,
        check_exit: case.check_exit,
        check_threads: case.check_threads,
        ignore: case.ignore.clone(),
        ..Settings::default()
    };
    let limits = Limits {
        max_events: 2000,
        keep_going: true,
        ..Limits::default()
    };
    let mut options = Options::new(model);
    let mut machine = Machine::new(code, &settings, Knowledge::default());
    loop {
        let mut findings = Findings::default();
        let explored = mazurka_graph::explore(&mut options, &mut machine, &limits, &mut findings);
        let outcome = explored.map_err(|error| error.to_string())?;
        if outcome.verdict != Verdict::Refined {
            return Ok((outcome.verdict, outcome.statistics, findings.0));
        }
    }
}

/// What is wrong with a case.
pub(crate) fn judge(case: &Case) -> Vec<String> {
    let name = case.name();
    let code = match compile(case) {
        Ok(code) => code,
        Err(error) => return vec![format!("{name}: {error}")],
    };
    let mut wrong = Vec::new();
    for expected in &case.expectations {
        let model = expected.model;
        let began = std::time::Instant::now();
        let (verdict, statistics, findings) = match explore(case, &code, model) {
            Ok(seen) => seen,
            Err(error) if expected.verdict == "error" && error.contains(&expected.words) => {
                continue;
            }
            Err(error) => {
                wrong.push(format!("{name} under {model}: {error}"));
                continue;
            }
        };
        let seen = match (&verdict, findings.first()) {
            (_, Some(finding)) => words(finding.kind),
            (Verdict::Verified, None) => "verified".to_owned(),
            _ => "unknown".to_owned(),
        };
        let complete = statistics.complete - statistics.discarded;
        if std::env::var_os("MAZURKA_SHOW").is_some() {
            println!(
                "{name:45} {model:5} {seen:16} {complete:6} in vain {:4} blocked {:3} {:?}",
                statistics.discarded,
                statistics.blocked,
                began.elapsed()
            );
        }
        let is_like = |finding: &Finding| finding.message.contains(&expected.words);
        let is_right = seen == expected.verdict
            && expected.traces.is_none_or(|traces| traces == complete)
            && (findings.is_empty() || findings.iter().any(is_like));
        if !is_right {
            wrong.push(format!(
                "{name} under {model}: {seen} {complete}, not {} {:?} {}; {:?}",
                expected.verdict,
                expected.traces,
                expected.words,
                findings.iter().map(|finding| &finding.message).next()
            ));
        }
    }
    wrong
}
