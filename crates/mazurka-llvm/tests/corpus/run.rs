//! Compiling and exploring a program of the corpus.

use crate::case::Case;
use mazurka_check::{Found, Verdict, words};
use mazurka_explore::Algorithm;
use mazurka_llvm::check::{self, Options};
use mazurka_llvm::clang::{self, Compile};
use mazurka_llvm::code::Code;
use mazurka_llvm::machine::Settings;
use mazurka_memory::Model;
use std::sync::Arc;

/// What an exploration showed.
pub(crate) struct Seen {
    /// Traces in which every assumption holds.
    pub(crate) complete: u64,
    pub(crate) blocked: u64,
    is_verified: bool,
    findings: Vec<Found>,
    unexplored: Option<String>,
}

impl Seen {
    /// In the words of the corpus.
    pub(crate) fn verdict(&self) -> String {
        match self.findings.first() {
            Some(finding) => words(finding.kind),
            None if self.is_verified => "verified".to_owned(),
            None => "unknown".to_owned(),
        }
    }

    /// What the findings say, and why not everything was explored.
    pub(crate) fn messages(&self) -> String {
        let messages = self.findings.iter().map(|finding| finding.message.as_str());
        let messages = messages.chain(self.unexplored.as_deref());
        messages.collect::<Vec<_>>().join("\n")
    }
}

/// Has clang compile the program, and decodes it.
pub(crate) fn compile(case: &Case) -> Result<Arc<Code>, String> {
    let compile = Compile {
        flags: case.defines.clone(),
        ..Compile::default()
    };
    let texts = clang::texts(std::slice::from_ref(&case.path), &compile)
        .map_err(|error| error.to_string())?;
    Ok(check::build_with(&texts, &case.outside())?)
}

/// Explores all of a program, going on after findings.
pub(crate) fn explore(
    case: &Case,
    code: &Arc<Code>,
    model: Model,
    algorithm: Algorithm,
    waits: bool,
) -> Result<Seen, String> {
    let options = Options {
        machine: Settings {
            model,
            races: case.races,
            leaks: case.leaks,
            spurious: case.spurious,
            failures: case.failures,
            nondet: case.nondet,
            unroll: case.unroll,
            waits,
            foresees: waits,
            check_exit: case.check_exit,
            check_threads: case.check_threads,
            ignore: case.ignore.clone(),
            ..Settings::default()
        },
        algorithm,
        keep_going: true,
        max_events: 5_000,
        max_executions: Some(200_000),
        ..Options::default()
    };
    let (report, _) = check::explore(code, &options, None, &mut ())?;
    Ok(Seen {
        complete: report.statistics.complete - report.statistics.discarded,
        blocked: report.statistics.blocked,
        unexplored: report.unexplored,
        is_verified: report.verdict == Verdict::Verified,
        findings: report.findings.into_iter().chain(report.endless).collect(),
    })
}
