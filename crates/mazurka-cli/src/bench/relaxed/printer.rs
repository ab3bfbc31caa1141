//! Where results go: tables for people, or an object a line for machines.

use super::grid::Grid;
use mazurka::{Algorithm, Model};
use serde::Serialize;
use std::io::{self, Write};

pub(super) struct Printer<'a> {
    out: &'a mut dyn Write,
    json: bool,
    is_first: bool,
    /// How often something was not as it must be.
    pub(super) differences: usize,
    /// How often something could not be run.
    pub(super) errors: usize,
}

/// One exploration; the fields and their order are part of the interface.
#[derive(Serialize)]
struct Record<'a> {
    part: &'a str,
    program: &'a str,
    size: Option<usize>,
    model: String,
    buffer_bound: Option<u32>,
    algorithm: String,
    workers: u32,
    complete: u64,
    blocked: u64,
    bug: bool,
    published: Option<u64>,
    seconds: f64,
    peak_bytes: Option<u64>,
}

/// What was explored.
#[derive(Clone)]
pub(super) struct Subject<'a> {
    pub(super) part: &'a str,
    pub(super) program: &'a str,
    pub(super) size: Option<usize>,
    pub(super) model: Model,
    pub(super) bound: Option<u32>,
    pub(super) algorithm: Algorithm,
    pub(super) published: Option<u64>,
}

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Explored {
    pub(super) complete: u64,
    pub(super) blocked: u64,
    /// Did an execution go wrong?
    pub(super) bug: bool,
    pub(super) seconds: f64,
    pub(super) peak_bytes: Option<u64>,
}

impl Explored {
    pub(super) fn runs(&self) -> u64 {
        self.complete + self.blocked
    }
}

impl<'a> Printer<'a> {
    pub(super) fn new(out: &'a mut dyn Write, json: bool) -> Printer<'a> {
        Printer {
            out,
            json,
            is_first: true,
            differences: 0,
            errors: 0,
        }
    }

    /// Prints a table, if it is tables that are wanted.
    pub(super) fn grid(&mut self, grid: &Grid) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let gap = if self.is_first { "" } else { "\n" };
        self.is_first = false;
        write!(self.out, "{gap}{grid}")?;
        self.out.flush()
    }

    /// Prints an exploration, if it is objects that are wanted.
    pub(super) fn record(&mut self, subject: &Subject<'_>, explored: &Explored) -> io::Result<()> {
        self.object(&Record {
            part: subject.part,
            program: subject.program,
            size: subject.size,
            model: subject.model.to_string(),
            buffer_bound: subject.bound,
            algorithm: subject.algorithm.to_string(),
            workers: 1,
            complete: explored.complete,
            blocked: explored.blocked,
            bug: explored.bug,
            published: subject.published,
            seconds: (explored.seconds * 1e6).round() / 1e6,
            peak_bytes: explored.peak_bytes,
        })
    }

    /// Prints a line of JSON, if that is wanted.
    pub(super) fn object(&mut self, object: &impl Serialize) -> io::Result<()> {
        if !self.json {
            return Ok(());
        }
        let text = serde_json::to_string(object).expect("numbers and strings can be written");
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    /// Tells of something that is not as it must be.
    pub(super) fn differs(&mut self, message: &str) {
        self.differences += 1;
        eprintln!("mazurka: {message}");
    }

    /// Tells of something that could not be run.
    pub(super) fn fails(&mut self, message: &str) {
        self.errors += 1;
        eprintln!("mazurka: {message}");
    }
}

impl Subject<'_> {
    /// For people.
    pub(super) fn title(&self) -> String {
        let size = self
            .size
            .map(|size| format!("({size})"))
            .unwrap_or_default();
        let bound = self
            .bound
            .map(|bound| format!(" with buffer bound {bound}"))
            .unwrap_or_default();
        format!(
            "{}{size} under {}{bound}, {}",
            self.program, self.model, self.algorithm
        )
    }
}

/// A count of explorations that may not have been run.
pub(super) fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| String::from("-"))
}
