//! Compiling a program of the corpus and exploring its execution graphs.

use crate::case::Case;
use mazurka_check::{Found, Verdict, words};
use mazurka_explore::Algorithm;
use mazurka_llvm::check::{self, Options, build_with};
use mazurka_llvm::clang::{self, Compile};
use mazurka_llvm::code::Code;
use mazurka_llvm::machine::Settings;
use mazurka_memory::Model;
use std::fmt;
use std::sync::Arc;

/// What an exploration showed.
pub(crate) struct Seen {
    /// Graphs in which every assumption holds.
    pub(crate) complete: u64,
    /// Executions that were begun in vain.
    in_vain: u64,
    is_verified: bool,
    findings: Vec<Found>,
    /// Why it was not done, or not done completely.
    left: Option<String>,
    is_error: bool,
}

impl Seen {
    /// The program cannot be explored.
    pub(crate) fn refused(error: String) -> Seen {
        Seen {
            complete: 0,
            in_vain: 0,
            is_verified: false,
            findings: Vec::new(),
            left: Some(error),
            is_error: true,
        }
    }

    /// Is it one that execution graphs do not have?
    pub(crate) fn is_refused(&self) -> bool {
        let left = self.left.as_deref().unwrap_or_default();
        self.is_error && left.contains("execution graphs")
    }

    /// In the words of the corpus.
    pub(crate) fn verdict(&self) -> String {
        match self.findings.first() {
            Some(finding) => words(finding.kind),
            None if self.is_error => "error".to_owned(),
            None if self.is_verified => "verified".to_owned(),
            None => "unknown".to_owned(),
        }
    }

    /// Is there a finding of one of these kinds?
    pub(crate) fn finds(&self, kinds: &[&str]) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| kinds.contains(&&*words(finding.kind)))
    }

    /// What the findings say, and why not everything was explored.
    pub(crate) fn messages(&self) -> String {
        let messages = self.findings.iter().map(|finding| finding.message.as_str());
        let messages = messages.chain(self.left.as_deref());
        messages.collect::<Vec<_>>().join("\n")
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (verdict, complete, in_vain) = (self.verdict(), self.complete, self.in_vain);
        write!(f, "{verdict} {complete}, in vain {in_vain}")?;
        match self.messages().lines().next() {
            Some(line) => write!(f, ": {line}"),
            None => Ok(()),
        }
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
    Ok(build_with(&texts, &case.outside())?)
}

/// Explores all graphs of a program, going on after findings.
pub(crate) fn explore(case: &Case, code: &Arc<Code>, model: Model) -> Result<Seen, String> {
    let options = Options {
        machine: Settings {
            model,
            races: case.races,
            spurious: case.spurious,
            failures: case.failures,
            nondet: case.nondet,
            unroll: case.unroll,
            check_exit: case.check_exit,
            check_threads: case.check_threads,
            ignore: case.ignore.clone(),
            ..Settings::default()
        },
        algorithm: Algorithm::Graphs,
        keep_going: true,
        max_events: 5_000,
        max_executions: Some(200_000),
        ..Options::default()
    };
    let explored = check::explore(code, &options, None, &mut ());
    let (report, _) = explored.map_err(|error| error.to_string())?;
    Ok(Seen {
        complete: report.statistics.complete - report.statistics.discarded,
        in_vain: report.statistics.discarded + report.statistics.blocked,
        left: report.unexplored,
        is_verified: report.verdict == Verdict::Verified,
        findings: report.findings.into_iter().chain(report.endless).collect(),
        is_error: false,
    })
}
