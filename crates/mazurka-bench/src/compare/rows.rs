//! What was measured, and ratios of it.

use super::tool::Tool;
use crate::catalogue::Program;
use crate::protocol::{Ended, Measured};
use serde::Serialize;

/// One program of one size by one tool.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) program: &'static Program,
    pub(super) size: usize,
    pub(super) tool: Tool,
    pub(super) cell: Cell,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Cell {
    Measured(Measured),
    /// The tool was not done with a smaller size.
    Skipped,
    /// The process ended without a result, and how.
    Failed(String),
}

impl Cell {
    pub(super) fn is_not_done(&self) -> bool {
        matches!(self, Cell::Measured(measured) if measured.ended == Ended::NotDone)
    }
}

/// What became of a row, in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Verified,
    Bug,
    NotDone,
    Refused,
    /// "Verified" for a program with a bug.
    Missed,
    /// A bug of a program that has none.
    FalseBug,
    NotRun,
    Failed,
}

impl Word {
    pub(super) fn text(self) -> &'static str {
        match self {
            Word::Verified => "verified",
            Word::Bug => "bug",
            Word::NotDone => "not done",
            Word::Refused => "refused",
            Word::Missed => "MISSED",
            Word::FalseBug => "FALSE BUG",
            Word::NotRun => "not run",
            Word::Failed => "failed",
        }
    }

    /// Is that the right answer?
    pub(super) fn is_right(self) -> bool {
        matches!(self, Word::Verified | Word::Bug)
    }
}

impl Row {
    pub(super) fn title(&self) -> String {
        format!("{}({})", self.program.name, self.size)
    }

    pub(super) fn measured(&self) -> Option<&Measured> {
        match &self.cell {
            Cell::Measured(measured) => Some(measured),
            Cell::Skipped | Cell::Failed(_) => None,
        }
    }

    pub(super) fn word(&self) -> Word {
        let measured = match &self.cell {
            Cell::Measured(measured) => measured,
            Cell::Skipped => return Word::NotRun,
            Cell::Failed(_) => return Word::Failed,
        };
        match (&measured.ended, self.program.is_buggy()) {
            (Ended::Verified, false) => Word::Verified,
            (Ended::Verified, true) => Word::Missed,
            (Ended::Bug(_), true) => Word::Bug,
            (Ended::Bug(_), false) => Word::FalseBug,
            (Ended::NotDone, _) => Word::NotDone,
            (Ended::Refused(_), _) => Word::Refused,
        }
    }

    /// Executions per second, if that says anything: the few executions before a bug
    /// are mostly the start of the tool.
    pub(super) fn rate(&self) -> Option<f64> {
        let counts = matches!(self.word(), Word::Verified | Word::NotDone);
        self.measured().filter(|_| counts)?.rate
    }
}

/// How often a peer has to do what Mazurka does once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Ratio {
    pub(super) value: f64,
    /// The peer was not done: it is at least that.
    pub(super) at_least: bool,
}

/// A peer's row against Mazurka's of the same program and size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Ratios {
    /// The peer's executions by ours.
    pub(super) executions: Ratio,
    /// The peer's time by ours.
    pub(super) time: Ratio,
    /// Our executions per second by the peer's.
    pub(super) rate: Option<f64>,
}

/// None if one of the two has no figures, or not the right answer.
pub(super) fn ratios(ours: &Row, peer: &Row) -> Option<Ratios> {
    let at_least = peer.word() == Word::NotDone;
    if !ours.word().is_right() || !(peer.word().is_right() || at_least) {
        return None;
    }
    let (us, them) = (ours.measured()?, peer.measured()?);
    let ratio = |theirs: f64, ours: f64| Ratio {
        value: theirs / ours,
        at_least,
    };
    Some(Ratios {
        executions: ratio(them.executions as f64, us.executions as f64),
        time: ratio(them.seconds, us.seconds),
        rate: ours.rate().zip(peer.rate()).map(|(ours, peer)| ours / peer),
    })
}

/// Mazurka's row of the same program and size.
pub(super) fn ours<'a>(rows: &'a [Row], row: &Row) -> Option<&'a Row> {
    rows.iter().find(|other| {
        let same = (other.program.name, other.size) == (row.program.name, row.size);
        same && other.tool == Tool::Mazurka
    })
}

/// One row for machines.
#[derive(Serialize)]
struct Record<'a> {
    program: &'a str,
    size: usize,
    tool: &'a str,
    verdict: &'a str,
    #[serde(flatten)]
    measured: Option<&'a Measured>,
}

/// The rows that were measured, one object a line.
pub(super) fn to_json(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        let record = Record {
            program: row.program.name,
            size: row.size,
            tool: row.tool.name(),
            verdict: row.word().text(),
            measured: row.measured(),
        };
        let line =
            serde_json::to_string(&record).expect("numbers and strings can be written as JSON");
        text.push_str(&line);
        text.push('\n');
    }
    text
}
