//! The lines of [`Store::export`](crate::Store::export).
//!
//! First comes a [`Head`], then the records of the job's last round, each kind in the order of its
//! numbers, then how many records there were. Text is text in these lines: what was sent, to
//! the letter.

use crate::store::{StoreError, Text};
use serde::Serialize;
use std::io::Write;

/// The first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Head {
    /// The version of these lines.
    pub certificate: i32,
    /// The job.
    pub job: i64,
    /// Its name.
    pub name: String,
    /// The language of the program.
    pub language: String,
    /// The SHA-256 of the program, in hexadecimal digits.
    pub program_sha256: String,
    /// The program.
    pub program: Text,
    /// The options.
    pub options: Text,
    /// The build.
    pub build: String,
    /// The last round.
    pub round: i32,
    /// The state that it began with.
    pub round_state: Text,
    /// The verdict, if the job has ended.
    pub verdict: Option<String>,
    /// The final state, if the job has ended.
    pub outcome: Option<Text>,
    /// What was added up.
    pub totals: Totals,
}

/// Sums over the last round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Totals {
    /// Complete executions.
    pub complete: i64,
    /// Executions that sleep sets ended.
    pub blocked: i64,
    /// Events.
    pub events: i64,
    /// Items, done or not.
    pub items: i64,
}

/// A record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Record {
    /// A trunk.
    Trunk {
        /// Its number.
        id: i64,
        /// The item whose split made it.
        item: i64,
        /// The nodes on it, the root first.
        nodes: Vec<i64>,
        /// The way.
        path: Text,
    },
    /// A node.
    Node {
        /// Its number.
        id: i64,
        /// The trunk that it was made with.
        trunk: i64,
        /// How many steps come before it.
        depth: i32,
        /// The item whose split made it.
        item: i64,
    },
    /// A kid of a node.
    Kid {
        /// The node.
        node: i64,
        /// Its place among the kids.
        position: i32,
        /// The name of the step.
        key: String,
        /// The step.
        data: Text,
        /// What becomes of it.
        fate: String,
        /// The item that it is.
        item: Option<i64>,
        /// The node that begins with it.
        next: Option<i64>,
    },
    /// An item.
    Item {
        /// Its number.
        id: i64,
        /// The way to its node.
        trunk: Option<i64>,
        /// How many steps come before that.
        depth: i32,
        /// The node of the kid that it is.
        node: Option<i64>,
        /// The place of that kid.
        position: Option<i32>,
        /// The item whose commit made it.
        parent: Option<i64>,
        /// What it begins with.
        start: Option<Text>,
        /// `ready`, `leased`, `done` or `poisoned`.
        state: String,
        /// How often it was taken.
        attempts: i32,
        /// The agent whose commit counts.
        agent: Option<i64>,
        /// Commits that count have rising numbers.
        order: Option<i64>,
        /// How long it took the worker whose commit counts, in microseconds.
        micros: Option<i64>,
        /// The SHA-256 of the report.
        digest: Option<String>,
        /// The report.
        report: Option<Text>,
    },
}

#[derive(Serialize)]
struct End {
    end: Records,
}

#[derive(Serialize)]
struct Records {
    records: u64,
}

/// Writes the lines, and counts.
pub(crate) struct Lines<'a> {
    out: &'a mut dyn Write,
    records: u64,
}

impl<'a> Lines<'a> {
    pub(crate) fn begin(out: &'a mut dyn Write, head: &Head) -> Result<Lines<'a>, StoreError> {
        let mut lines = Lines { out, records: 0 };
        lines.line(head)?;
        Ok(lines)
    }

    pub(crate) fn record(&mut self, record: &Record) -> Result<(), StoreError> {
        self.records += 1;
        self.line(record)
    }

    pub(crate) fn end(mut self) -> Result<(), StoreError> {
        let records = self.records;
        self.line(&End {
            end: Records { records },
        })?;
        self.out.flush().map_err(|error| refused(&error))
    }

    fn line(&mut self, line: &impl Serialize) -> Result<(), StoreError> {
        serde_json::to_writer(&mut *self.out, line).map_err(|error| refused(&error))?;
        self.out.write_all(b"\n").map_err(|error| refused(&error))
    }
}

fn refused(error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Refused(format!("the certificate cannot be written: {error}"))
}
