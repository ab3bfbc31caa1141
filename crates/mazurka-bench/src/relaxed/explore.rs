//! Litmus programs, explored in this process.

use super::subject::{Explored, Subject};
use crate::printer::Printer;
use mazurka_cycles::print::{Dialect, print};
use mazurka_cycles::program::Program;
use mazurka_litmus::{Occurrence, Options, Test};
use std::io;
use std::time::Instant;

/// The program as a front end reads it; nothing (and a complaint) if it does not.
pub(super) fn parse(printer: &mut Printer, program: &Program) -> Option<Test> {
    let text = print(program, Dialect::X86);
    match mazurka_litmus::parse(&text) {
        Ok(test) => Some(test),
        Err(error) => {
            printer.fails(&format!("{}: {error}\n{text}", program.name));
            None
        }
    }
}

/// Explores a test to the end. A bug is a state where the proposition of its
/// condition holds.
pub(super) fn explore(
    printer: &mut Printer,
    subject: &Subject<'_>,
    test: &Test,
) -> io::Result<Option<Explored>> {
    let options = Options {
        model: subject.model,
        buffer_bound: subject.bound,
        algorithm: subject.algorithm,
        ..Options::default()
    };
    let begun = Instant::now();
    let report = match mazurka_litmus::check(test, &options, &mut ()) {
        Ok(report) => report,
        Err(error) => {
            printer.fails(&format!("{}: {error}", subject.title()));
            return Ok(None);
        }
    };
    if let Some(why) = &report.stopped {
        printer.fails(&format!("{}: {why}", subject.title()));
        return Ok(None);
    }
    let explored = Explored {
        complete: report.complete,
        blocked: report.blocked,
        bug: report.condition != Some(Occurrence::Never),
        seconds: begun.elapsed().as_secs_f64(),
        // That of this process says nothing of one exploration among many.
        peak_bytes: None,
    };
    subject.record(printer, &explored)?;
    Ok(Some(explored))
}
