//! What checks report: a line of JSON each, in the file that `MAZURKA_REPORTS` names.

use mazurka_trace::plain;
use serde::Deserialize;
use std::borrow::Cow;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// What a check came to.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Report {
    pub(crate) test: String,
    pub(crate) package: Option<String>,
    pub(crate) target: Option<String>,
    pub(crate) verdict: Verdict,
    pub(crate) covered: Vec<String>,
    pub(crate) uncovered: Option<Uncovered>,
    pub(crate) executions: u64,
    pub(crate) seconds: f64,
    pub(crate) why: Option<String>,
    pub(crate) warning: Option<String>,
    pub(crate) command: Option<String>,
}

impl Report {
    /// Names as parts of lines, and reasons as lines: tests and threads may be called anything.
    fn plain(mut self) -> Report {
        let whys = self.uncovered.iter_mut().map(|of| &mut of.why);
        let some = [&mut self.why, &mut self.warning, &mut self.command];
        let texts = some.into_iter().flatten().chain(whys);
        self.test = plain(&self.test).into_owned();
        for text in texts.chain(&mut self.covered) {
            let lines: Vec<Cow<'_, str>> = text.lines().map(plain).collect();
            *text = lines.join("\n");
        }
        self
    }
}

/// A memory model that was to be covered and was not.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Uncovered {
    pub(crate) model: String,
    pub(crate) why: String,
}

/// The best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    Verified,
    #[serde(rename = "not exhausted")]
    NotExhausted,
    Vacuous,
    Error,
    Bug,
}

/// The lines of a file that grows.
pub(crate) struct Lines {
    file: File,
    read: u64,
    /// The beginning of a line whose end is not there yet.
    rest: String,
}

impl Lines {
    pub(crate) fn new(path: &Path) -> Result<Lines, String> {
        let file = File::options()
            .create(true)
            .append(true)
            .read(true)
            .open(path);
        let file = file.map_err(|error| format!("cannot make {}: {error}", path.display()))?;
        Ok(Lines {
            file,
            read: 0,
            rest: String::new(),
        })
    }

    /// The lines that have come since the last call.
    pub(crate) fn new_ones(&mut self) -> Result<Vec<String>, String> {
        let mut text = String::new();
        let read = self.file.seek(SeekFrom::Start(self.read));
        let read = read.and_then(|_| self.file.read_to_string(&mut text));
        self.read += read.map_err(|error| format!("cannot read the reports: {error}"))? as u64;
        self.rest.push_str(&text);
        let Some(end) = self.rest.rfind('\n') else {
            return Ok(Vec::new());
        };
        let rest = self.rest.split_off(end + 1);
        let whole = std::mem::replace(&mut self.rest, rest);
        Ok(whole.lines().map(str::to_owned).collect())
    }
}

/// A report from its line.
pub(crate) fn parse(line: &str) -> Result<Report, String> {
    let report = serde_json::from_str(line).map_err(|error| {
        format!(
            "a check reports what this command does not understand ({error}): are mazurka and \
             cargo-mazurka of the same version?\n  {line}"
        )
    });
    report.map(Report::plain)
}
