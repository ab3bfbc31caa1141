//! One exploration of these tables: what was explored, and what came of it.

use crate::printer::Printer;
use mazurka::{Algorithm, Model};
use serde::Serialize;
use std::io;

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

impl Subject<'_> {
    /// For people.
    pub(super) fn title(&self) -> String {
        let size = self.size.map(|size| format!("({size})"));
        let bound = self
            .bound
            .map(|bound| format!(" with buffer bound {bound}"));
        format!(
            "{}{} under {}{}, {}",
            self.program,
            size.unwrap_or_default(),
            self.model,
            bound.unwrap_or_default(),
            self.algorithm
        )
    }

    /// Prints the exploration, if it is objects that are wanted.
    pub(super) fn record(&self, printer: &mut Printer, explored: &Explored) -> io::Result<()> {
        printer.object(&Record {
            part: self.part,
            program: self.program,
            size: self.size,
            model: self.model.to_string(),
            buffer_bound: self.bound,
            algorithm: self.algorithm.to_string(),
            workers: 1,
            complete: explored.complete,
            blocked: explored.blocked,
            bug: explored.bug,
            published: self.published,
            seconds: crate::microseconds(explored.seconds),
            peak_bytes: explored.peak_bytes,
        })
    }
}
