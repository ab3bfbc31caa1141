//! Where the results of `papers` and `relaxed` go: tables for people, or an object a line
//! for machines. What is not as it must be goes to the standard error, and into the exit code.

use crate::{EXIT_ERROR, EXIT_LIMIT, EXIT_OK, EXIT_WRONG};
use serde::Serialize;
use std::fmt;
use std::io::{self, StdoutLock, Write};
use std::process::ExitCode;

pub(crate) struct Printer {
    out: StdoutLock<'static>,
    json: bool,
    is_first: bool,
    differences: usize,
    errors: usize,
    limits: usize,
}

impl Printer {
    pub(crate) fn new(json: bool) -> Printer {
        Printer {
            out: io::stdout().lock(),
            json,
            is_first: true,
            differences: 0,
            errors: 0,
            limits: 0,
        }
    }

    /// Prints a table or its head, if it is tables that are wanted.
    pub(crate) fn table(&mut self, table: impl fmt::Display) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let gap = if self.is_first { "" } else { "\n" };
        self.is_first = false;
        write!(self.out, "{gap}{table}")?;
        self.out.flush()
    }

    /// Prints a line of a table, if it is tables that are wanted.
    pub(crate) fn line(&mut self, line: &str) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    /// Prints a line of JSON, if that is wanted.
    pub(crate) fn object(&mut self, object: &impl Serialize) -> io::Result<()> {
        if !self.json {
            return Ok(());
        }
        let text = serde_json::to_string(object).expect("numbers and strings can be written");
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    /// Tells of something that is not as it must be.
    pub(crate) fn differs(&mut self, message: &str) {
        self.differences += 1;
        eprintln!("mazurka-bench: {message}");
    }

    /// Tells of something that could not be run.
    pub(crate) fn fails(&mut self, message: &str) {
        self.errors += 1;
        eprintln!("mazurka-bench: {message}");
    }

    /// Tells of an exploration that was stopped at a limit.
    pub(crate) fn stops(&mut self, message: &str) {
        self.limits += 1;
        eprintln!("mazurka-bench: {message}");
    }

    /// The exit code, once everything is printed or could not be. An error hides less than a
    /// difference does, and a limit the least.
    pub(crate) fn ends(mut self, printed: io::Result<()>) -> ExitCode {
        match printed {
            // A reader that leaves early has seen enough.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                self.fails(&format!("cannot write the results: {error}"));
            }
            _ => {}
        }
        ExitCode::from(match (self.errors, self.differences, self.limits) {
            (1.., _, _) => EXIT_ERROR,
            (0, 1.., _) => EXIT_WRONG,
            (0, 0, 1..) => EXIT_LIMIT,
            (0, 0, 0) => EXIT_OK,
        })
    }
}
