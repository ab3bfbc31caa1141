//! Many files in a table.

use super::colour::Colour;
use super::summary::{described, states};
use super::{Checked, Settings, stem};
use std::path::Path;
use std::time::Duration;

/// The most room that names are given; longer ones move the rest of their line.
const WIDEST_NAME: usize = 48;

pub(super) struct Table {
    name_width: usize,
    with_states: bool,
    colour: Colour,
}

impl Table {
    /// Rows are printed as soon as they are known, so the names of the files must
    /// say how wide those of the tests are.
    pub(super) fn new<'p>(
        paths: impl Iterator<Item = &'p Path>,
        with_states: bool,
        colour: Colour,
    ) -> Table {
        let widths = paths.map(|path| stem(path).chars().count());
        Table {
            name_width: widths.max().unwrap_or(0).clamp(4, WIDEST_NAME),
            with_states,
            colour,
        }
    }

    pub(super) fn head(&self) -> String {
        format!(
            "{:width$}  {:5}{:>7}{:>12}{:>9}  {:9}  {:8}{:>9}",
            "test",
            "model",
            "states",
            "executions",
            "blocked",
            "condition",
            "verdict",
            "seconds",
            width = self.name_width
        )
    }

    /// A row, and the states below it where they are wanted.
    pub(super) fn row(
        &self,
        path: &Path,
        settings: &Settings,
        result: &Result<Checked, String>,
    ) -> String {
        let width = self.name_width;
        let Ok(checked) = result else {
            return format!(
                "{:width$}  {:5}{:>7}{:>12}{:>9}  {:9}  {}\n",
                stem(path),
                settings.model,
                "-",
                "-",
                "-",
                "-",
                self.colour.paint(None, "error"),
            );
        };
        let verdict = format!("{:8}", checked.verdict);
        let mut row = format!(
            "{:width$}  {:5}{:>7}{:>12}{:>9}  {:9}  {}{:>9.2}\n",
            checked.name,
            settings.model,
            checked.states.len(),
            checked.complete,
            checked.blocked,
            checked.occurrence,
            self.colour.paint(Some(checked.verdict), &verdict),
            checked.time.as_secs_f64(),
        );
        if self.with_states {
            row.push_str(&states(&checked.states, "    "));
        }
        row
    }
}

/// All rows together.
#[derive(Default)]
pub(super) struct Total {
    verified: usize,
    bug: usize,
    unknown: usize,
    error: usize,
    complete: u64,
    blocked: u64,
    time: Duration,
}

impl Total {
    pub(super) fn add(&mut self, result: &Result<Checked, String>) {
        let Ok(checked) = result else {
            self.error += 1;
            return;
        };
        match checked.verdict {
            super::Verdict::Verified => self.verified += 1,
            super::Verdict::Bug => self.bug += 1,
            super::Verdict::Unknown => self.unknown += 1,
        }
        self.complete += checked.complete;
        self.blocked += checked.blocked;
        self.time += checked.time;
    }

    pub(super) fn line(&self, settings: &Settings) -> String {
        let files = self.verified + self.bug + self.unknown + self.error;
        format!(
            "{files} {}: {} verified, {} bug, {} unknown, {} error ({}: {} complete, {} blocked, {:.2} s)",
            if files == 1 { "file" } else { "files" },
            self.verified,
            self.bug,
            self.unknown,
            self.error,
            described(settings),
            self.complete,
            self.blocked,
            self.time.as_secs_f64()
        )
    }
}
