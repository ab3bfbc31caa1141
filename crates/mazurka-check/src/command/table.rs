//! Many files in a table.

use super::checked::counts;
use super::colour::Colour;
use super::format::Came;
use super::team::Team;
use super::text::count;
use crate::report::Verdict;
use mazurka_explore::Algorithm;
use mazurka_memory::Model;
use std::time::Duration;

/// The most room that names are given; longer ones move the rest of their line.
const WIDEST_NAME: usize = 48;

/// Many files in a table.
pub struct Table {
    name_width: usize,
    with_states: bool,
    /// Are there programs, and not only litmus tests?
    with_programs: bool,
    /// True if there is a column for memory models.
    with_models: bool,
    /// What there is a row for.
    title: &'static str,
    colour: Colour,
}

/// The cells of a row, but the first.
struct Cells {
    model: String,
    /// States and condition of a litmus test.
    litmus: [String; 2],
    /// Complete, discarded, cut and blocked executions.
    counts: [String; 4],
    verdict: String,
    seconds: String,
    /// The kinds of findings of a program.
    findings: String,
}

impl Table {
    /// A table for files or tests of those names. Rows are printed as soon as they are known, so the
    /// names of the files must say how wide those of the tests are.
    #[must_use]
    pub fn new(
        names: impl Iterator<Item = String>,
        with_programs: bool,
        with_states: bool,
        colour: Colour,
    ) -> Table {
        let widths = names.map(|name| name.chars().count());
        let head = title(with_programs).len();
        Table {
            name_width: widths.max().unwrap_or(0).clamp(head, WIDEST_NAME),
            with_states,
            with_programs,
            with_models: true,
            title: title(with_programs),
            colour,
        }
    }

    /// Without memory models, if no program has one.
    #[must_use]
    pub fn with_models(self, with_models: bool) -> Table {
        Table {
            with_models,
            ..self
        }
    }

    /// There is a row for each test of files.
    #[must_use]
    pub fn of_tests(self) -> Table {
        Table {
            title: "test",
            ..self
        }
    }

    /// The first line.
    #[must_use]
    pub fn head(&self, team: &Team) -> String {
        let blocked = match team.algorithm {
            Algorithm::Graphs => "in vain",
            _ => "blocked",
        };
        let cells = Cells {
            model: "model".to_owned(),
            litmus: ["states".to_owned(), "condition".to_owned()],
            counts: ["executions", "discarded", "cut", blocked].map(str::to_owned),
            verdict: format!("{:8}", "verdict"),
            seconds: "seconds".to_owned(),
            findings: "findings".to_owned(),
        };
        self.line(self.title, &cells)
    }

    fn line(&self, name: &str, cells: &Cells) -> String {
        let width = self.name_width;
        let [states, condition] = &cells.litmus;
        let [executions, discarded, cut, blocked] = &cells.counts;
        let Cells {
            model,
            verdict,
            seconds,
            findings,
            ..
        } = cells;
        let model = match self.with_models {
            true => format!("{model:5}"),
            false => String::new(),
        };
        let line = if self.with_programs {
            format!(
                "{name:width$}  {model}{executions:>12}{discarded:>11}{cut:>7}{blocked:>9}  \
                 {verdict}{seconds:>9}  {findings}"
            )
        } else {
            format!(
                "{name:width$}  {model}{states:>7}{executions:>12}{blocked:>9}  \
                 {condition:9}  {verdict}{seconds:>9}"
            )
        };
        line.trim_end().to_owned()
    }

    /// A row, and the states below it where they are wanted.
    #[must_use]
    pub fn row(&self, name: &str, model: Option<Model>, result: Came<'_>) -> String {
        let none = || "-".to_owned();
        let mut cells = Cells {
            model: model.map_or_else(none, |model| model.to_string()),
            litmus: [none(), none()],
            counts: [none(), none(), none(), none()],
            verdict: self.colour.paint(None, "error"),
            seconds: String::new(),
            findings: String::new(),
        };
        let Ok(checked) = result else {
            return self.line(name, &cells) + "\n";
        };
        let verdict = format!("{:8}", checked.verdict);
        let counts = [
            checked.complete,
            checked.discarded,
            checked.cut,
            checked.blocked,
        ];
        cells.counts = counts.map(|count| count.to_string());
        cells.verdict = self.colour.paint(Some(checked.verdict), &verdict);
        cells.seconds = format!("{:.2}", checked.time.as_secs_f64());
        let of = checked.details.cells();
        if let Some(test) = of.test {
            cells.litmus = test;
        }
        cells.findings = of.findings;
        let below = if self.with_states { &*of.states } else { "" };
        let fault = checked
            .fault
            .map_or_else(String::new, |fault| format!("    {fault}\n"));
        self.line(&checked.name, &cells) + "\n" + &fault + below
    }
}

/// The title of the first column.
fn title(with_programs: bool) -> &'static str {
    if with_programs { "program" } else { "test" }
}

/// All rows together.
#[derive(Default)]
pub struct Total {
    /// Are these tests of files?
    pub is_of_tests: bool,
    verified: usize,
    explored: usize,
    bug: usize,
    unknown: usize,
    error: usize,
    complete: u64,
    discarded: u64,
    cut: u64,
    blocked: u64,
    /// What a person has to know of how programs were explored.
    caveat: String,
    time: Duration,
    /// What is not verified: how bad that is, the word for it, and the name.
    open: Vec<(u8, &'static str, String)>,
}

/// Tables up to that many rows are seen as a whole.
const SHORT: usize = 10;

impl Total {
    /// Adds a row, of what is called so at the end.
    pub fn add(&mut self, name: impl FnOnce() -> String, result: Came<'_>) {
        let open = match result.map(|checked| checked.verdict) {
            Ok(Verdict::Verified | Verdict::Explored) => None,
            Err(_) => Some((0, "error")),
            Ok(Verdict::Bug) => Some((1, "bug")),
            Ok(Verdict::Unknown) => Some((2, "unknown")),
        };
        self.open
            .extend(open.map(|(rank, word)| (rank, word, name())));
        let Ok(checked) = result else {
            self.error += 1;
            return;
        };
        match checked.verdict {
            Verdict::Verified => self.verified += 1,
            Verdict::Explored => self.explored += 1,
            Verdict::Bug => self.bug += 1,
            Verdict::Unknown => self.unknown += 1,
        }
        self.complete += checked.complete;
        self.discarded += checked.discarded;
        self.cut += checked.cut;
        self.blocked += checked.blocked;
        self.time += checked.time;
        let caveat = checked.details.caveat();
        if !caveat.is_empty() {
            self.caveat = caveat;
        }
    }

    fn rows(&self) -> usize {
        self.verified + self.explored + self.bug + self.unknown + self.error
    }

    /// What is not verified, a line each, the worst first; nothing if the table is short.
    #[must_use]
    pub fn summary(&self, colour: Colour) -> String {
        if self.open.is_empty() || self.rows() <= SHORT {
            return String::new();
        }
        let mut open: Vec<_> = self.open.iter().collect();
        open.sort_by_key(|(rank, ..)| *rank);
        let mut text = String::from("Not verified:\n");
        for (rank, word, name) in open {
            let verdict = [None, Some(Verdict::Bug), Some(Verdict::Unknown)][usize::from(*rank)];
            let word = colour.paint(verdict, &format!("{word:8}"));
            text.push_str(&format!("  {word} {name}\n"));
        }
        text
    }

    /// The last line.
    #[must_use]
    pub fn line(&self, team: &Team, has_models: bool) -> String {
        let files = self.rows();
        // Rare: without a condition there is little to check.
        let explored = match self.explored {
            0 => String::new(),
            count => format!(", {count} explored"),
        };
        format!(
            "{}: {} verified{explored}, {} bug, {} unknown, {} error ({}{}: {}, {:.2} s)",
            count(files as u64, if self.is_of_tests { "test" } else { "file" }),
            self.verified,
            self.bug,
            self.unknown,
            self.error,
            team.described(has_models),
            self.caveat,
            counts(
                [self.complete, self.discarded, self.cut, self.blocked],
                team.algorithm
            ),
            self.time.as_secs_f64()
        )
    }
}
