//! What other programs read: documents of test runners (JUnit) and code scanners (SARIF), and
//! annotations of GitHub.

mod github;
mod junit;
mod problem;
mod sarif;

pub use github::{annotations, harmless};

use super::checked::Checked;
use super::resume::Entry;
use super::text::Command;
use mazurka_memory::Model;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// For people: a report of one program, a table of several.
    #[default]
    Text,
    /// One object a line for each program.
    Json,
    /// One document of JUnit's form.
    Junit,
    /// One document of the Static Analysis Results Interchange Format, version 2.1.0.
    Sarif,
    /// Text, and annotations as workflows of GitHub know them.
    Github,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 5] = [
        Format::Text,
        Format::Json,
        Format::Junit,
        Format::Sarif,
        Format::Github,
    ];

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
            Format::Junit => "junit",
            Format::Sarif => "sarif",
            Format::Github => "github",
        }
    }

    /// Does it say of each bug how it comes about, also where there are several programs?
    #[must_use]
    pub fn has_traces(self) -> bool {
        matches!(self, Format::Junit | Format::Sarif | Format::Github)
    }

    /// Is it text for people, also if that is not all?
    #[must_use]
    pub fn is_text(self) -> bool {
        matches!(self, Format::Text | Format::Github)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        let known = Format::ALL.into_iter().find(|format| format.word() == text);
        known.ok_or_else(|| {
            let words = Format::ALL.map(Format::word).join(", ");
            format!("`{text}` is no format, only {words} are")
        })
    }
}

/// One program, and what came of it.
struct Item<'a> {
    paths: &'a [PathBuf],
    test: Option<&'a str>,
    /// The name for people.
    name: String,
    /// The memory model, if it has one.
    model: Option<&'a str>,
    /// None if the command was stopped before it was its turn.
    result: Option<Came<'a>>,
    /// All that is said of it to people.
    text: &'a str,
    command: &'a Command,
}

/// The result of a program, or the message that says why there is none.
pub type Came<'a> = Result<&'a Checked, &'a String>;

/// One program, as a document keeps it.
struct Kept {
    paths: Vec<PathBuf>,
    test: Option<String>,
    name: String,
    model: Option<String>,
    result: Option<Result<Checked, String>>,
    text: String,
    command: Command,
}

impl Kept {
    fn item(&self) -> Item<'_> {
        Item {
            paths: &self.paths,
            test: self.test.as_deref(),
            name: self.name.clone(),
            model: self.model.as_deref(),
            result: self.result.as_ref().map(Result::as_ref),
            text: &self.text,
            command: &self.command,
        }
    }
}

/// The name of a program in a document.
fn name(entry: &Entry, result: Option<Came<'_>>) -> String {
    match result {
        Some(Ok(checked)) if entry.test.is_none() => checked.name.clone(),
        _ => entry.name(),
    }
}

impl Item<'_> {
    fn file(&self) -> String {
        self.paths[0].to_string_lossy().into_owned()
    }
}

/// A document about all programs, which is written when the last was checked.
pub struct Document {
    format: Format,
    items: Vec<Kept>,
}

impl Document {
    /// One without programs, if that is a format with one document for all.
    #[must_use]
    pub fn new(format: Format) -> Option<Document> {
        matches!(format, Format::Junit | Format::Sarif).then(|| Document {
            format,
            items: Vec::new(),
        })
    }

    /// Adds a program. The text is what people are told of it; there is no result if the command
    /// was stopped before it was its turn.
    pub fn add(
        &mut self,
        entry: &Entry,
        model: Option<Model>,
        result: Option<Result<Checked, String>>,
        text: String,
        command: Command,
    ) {
        self.items.push(Kept {
            paths: entry.paths.clone(),
            test: entry.test.clone(),
            name: name(entry, result.as_ref().map(Result::as_ref)),
            model: model.map(|model| model.to_string()),
            result,
            text,
            command,
        });
    }

    /// The document, with the end of its last line.
    #[must_use]
    pub fn text(&self, exit_code: u8) -> String {
        let items: Vec<Item<'_>> = self.items.iter().map(Kept::item).collect();
        self.of(&items, exit_code)
    }

    /// The document with one program more, which is not kept.
    #[must_use]
    pub fn text_with(
        &self,
        exit_code: u8,
        (entry, model, checked): (&Entry, Option<Model>, &Checked),
        text: &str,
        command: &Command,
    ) -> String {
        let mut items: Vec<Item<'_>> = self.items.iter().map(Kept::item).collect();
        let model = model.map(|model| model.to_string());
        items.push(Item {
            paths: &entry.paths,
            test: entry.test.as_deref(),
            name: name(entry, Some(Ok(checked))),
            model: model.as_deref(),
            result: Some(Ok(checked)),
            text,
            command,
        });
        self.of(&items, exit_code)
    }

    fn of(&self, items: &[Item<'_>], exit_code: u8) -> String {
        match self.format {
            Format::Sarif => sarif::document(items, exit_code),
            _ => junit::document(items),
        }
    }
}
