//! What a check prints: each verdict as soon as it stands, and then what adds to it.
//!
//! When a verdict is settled, its beginning is printed (the first bug and its place, or the row of
//! a table), and the rest becomes the last words of the command, should it end at once. Text that
//! cannot be printed is no reason to stop: files are still written, and the exit code is that of
//! the verdict.

use crate::arguments::Choices;
use crate::check::{Checking, called, code_of, worse};
use crate::last_words::{self, whole};
use mazurka_check::command::{
    Checked, Colour, Command, Document, Entry, Format, Session, Table, Total, annotations,
    harmless, object, say,
};
use mazurka_check::{Verdict, shortage};
use std::io::{self, Write};

/// Results, as they are printed.
pub(crate) struct Results<'a> {
    checking: &'a Checking<'a>,
    format: Format,
    is_quiet: bool,
    /// Several programs, one in a line.
    table: Option<Table>,
    total: Total,
    /// True if a program has a memory model.
    with_models: bool,
    /// One document of all programs, which is printed at the end.
    document: Option<&'a mut Document>,
    /// What was printed of the program that is being checked.
    opening: Option<String>,
    /// Of all programs before.
    exit_code: u8,
    failed: Option<io::Error>,
}

impl<'a> Results<'a> {
    /// Of a session, of which nothing was printed.
    pub(crate) fn new(
        session: &Session<Choices>,
        document: Option<&'a mut Document>,
        checking: &'a Checking<'a>,
    ) -> Results<'a> {
        let any = |is: &dyn Fn(&Entry) -> bool| session.entries.iter().any(is);
        let is_of_tests = any(&|entry| entry.test.is_some());
        let with_programs = any(&|entry| checking.is_program(entry));
        let with_models = any(&|entry| checking.model(entry).is_some());
        let names = session.entries.iter().map(Entry::name);
        let table = Table::new(names, with_programs, session.states, checking.colour);
        let table = table.with_models(with_models);
        let table = if is_of_tests { table.of_tests() } else { table };
        let mut total = Total::default();
        total.is_of_tests = is_of_tests;
        let is_table = session.format.is_text() && !session.is_single;
        let mut results = Results {
            format: session.format,
            is_quiet: session.quiet,
            table: is_table.then_some(table),
            total,
            with_models,
            document,
            opening: None,
            exit_code: 0,
            failed: None,
            checking,
        };
        let head = results.table.as_ref();
        if let Some(head) = head.map(|table| table.head(&checking.team)) {
            results.put(&(head + "\n"));
        }
        results
    }

    /// The exit code of all programs that were printed.
    pub(crate) fn exit_code(&self) -> u8 {
        self.exit_code
    }

    /// Text for people, which a terminal does not obey, and with annotations no workflow either.
    fn tamed(&self, text: &str) -> String {
        let text = self.checking.colour.tame(text);
        match self.format {
            Format::Github => harmless(&text).into_owned(),
            _ => text.into_owned(),
        }
    }

    /// Prints text as it is, at once.
    fn put(&mut self, text: &str) {
        if self.failed.is_some() || text.is_empty() {
            return;
        }
        let mut out = io::stdout().lock();
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        self.failed = written.err();
    }

    /// A bug was found, while the exploration goes on: it is told if the command ends at once.
    pub(crate) fn found(&self, entry: &Entry, checked: &Checked) {
        self.set_last_words(entry, checked, "");
    }

    /// The verdict of a program is settled: prints what can be said by now.
    pub(crate) fn settle(&mut self, entry: &Entry, checked: &Checked) {
        whole(|| {
            let opening = match (&self.table, self.format.is_text()) {
                (Some(table), _) => self.row(table, entry, checked),
                (None, true) => {
                    let details = &checked.details;
                    details.opening(checked, self.is_quiet, self.checking.colour)
                }
                (None, false) => String::new(),
            };
            self.put(&self.tamed(&opening));
            self.set_last_words(entry, checked, &opening);
            self.opening = Some(opening);
        });
    }

    fn row(&self, table: &Table, entry: &Entry, checked: &Checked) -> String {
        let model = self.checking.model(entry);
        let row = table.row(&entry.name(), model, Ok(checked));
        let told = (!self.is_quiet).then(|| self.told_of_test(entry, checked));
        row + &told.unwrap_or_default()
    }

    fn set_last_words(&self, entry: &Entry, checked: &Checked, opening: &str) {
        let Checking { team, colour, .. } = self.checking;
        let model = self.checking.model(entry);
        let exit_code = worse(self.exit_code, code_of(Ok(checked)));
        let text = match (&self.document, self.format) {
            (Some(document), _) => {
                let of = (entry, model, checked);
                let command = self.checking.command(entry);
                let plain = self.text(entry, checked, false, Colour::NONE);
                document.text_with(exit_code, of, &plain, &command)
            }
            (None, Format::Json) => {
                object(
                    &entry.paths,
                    entry.test.as_deref(),
                    (team, model),
                    Ok(checked),
                ) + "\n"
            }
            _ if self.table.is_some() && !opening.is_empty() => String::new(),
            _ => {
                let line = self.tamed(&checked.details.last_line(checked, team, *colour));
                match self.format {
                    Format::Github => line + &annotations(entry, Ok(checked)),
                    _ => line,
                }
            }
        };
        last_words::set(text, exit_code);
    }

    /// Prints the result of a program, or what is left of it, and more that is to be said.
    pub(crate) fn add(&mut self, entry: &Entry, result: &Result<Checked, String>, more: &str) {
        whole(|| {
            self.exit_code = worse(self.exit_code, code_of(result.as_ref()));
            if let Err(message) = result {
                let message = format!("error: {message}");
                say(&match self.format {
                    Format::Github => harmless(&message),
                    _ => message.as_str().into(),
                });
            }
            if self.document.is_some() {
                return;
            }
            if self.format == Format::Json {
                let (paths, test) = (&entry.paths, entry.test.as_deref());
                let team = (&self.checking.team, self.checking.model(entry));
                let object = object(paths, test, team, result.as_ref());
                self.put(&(object + "\n"));
            } else {
                let text = self.rest(entry, result) + more;
                self.put(&self.tamed(&text));
                if self.format == Format::Github {
                    self.put(&annotations(entry, result.as_ref()));
                }
            }
            let is_unprinted = |error: &io::Error| error.kind() != io::ErrorKind::BrokenPipe;
            if let Ok(checked) = result
                && checked.verdict == Verdict::Bug
                && self.failed.as_ref().is_some_and(is_unprinted)
            {
                let Checking { team, .. } = self.checking;
                let line = checked.details.last_line(checked, team, Colour::NONE);
                say(line.trim_end());
            }
            last_words::told(self.exit_code);
        });
    }

    /// Keeps a result for the document, if there is one.
    pub(crate) fn keep(&mut self, entry: &Entry, result: Result<Checked, String>) {
        let text = match (&self.document, &result) {
            (Some(_), Ok(checked)) => self.text(entry, checked, false, Colour::NONE),
            _ => String::new(),
        };
        let command = self.checking.command(entry);
        if let Some(document) = &mut self.document {
            let model = self.checking.model(entry);
            document.add(entry, model, Some(result), text, command);
            last_words::set(document.text(self.exit_code), self.exit_code);
        }
    }

    /// What has not been printed of a program.
    fn rest(&mut self, entry: &Entry, result: &Result<Checked, String>) -> String {
        let opening = self.opening.take().unwrap_or_default();
        let Some(table) = &self.table else {
            let text = result.as_ref().map_or_else(
                |_| String::new(),
                |checked| self.text(entry, checked, self.is_quiet, self.checking.colour),
            );
            return match text.strip_prefix(&*opening) {
                Some(rest) => rest.to_owned(),
                None => text,
            };
        };
        let mut text = match result {
            Err(_) => {
                let model = self.checking.model(entry);
                table.row(&entry.name(), model, result.as_ref())
            }
            Ok(checked) if opening.is_empty() => self.row(table, entry, checked),
            Ok(_) => String::new(),
        };
        if let Ok(checked) = result {
            text.push_str(&suggested(checked, "    "));
        }
        self.total.add(|| called(entry), result.as_ref());
        text
    }

    /// All that is said of a program, if it is the only one.
    fn text(&self, entry: &Entry, checked: &Checked, is_quiet: bool, colour: Colour) -> String {
        let (command, details) = (self.checking.command(entry), &checked.details);
        let text = details.text(checked, &self.checking.team, &command, is_quiet, colour);
        text + &suggested(checked, "")
    }

    /// Of a test: its first bug, and the command that shows how it comes about.
    fn told_of_test(&self, entry: &Entry, checked: &Checked) -> String {
        if entry.test.is_none() {
            return String::new();
        }
        let first = checked.details.cells().first;
        first.map_or_else(String::new, |first| {
            let command = self.checking.command(entry);
            format!("    {first}\n    {}{}\n", command.first, command.last)
        })
    }

    /// Adds the programs to the document that were not begun.
    pub(crate) fn add_left(&mut self, entries: &[Entry]) {
        if let Some(document) = &mut self.document {
            for entry in entries {
                let model = self.checking.model(entry);
                document.add(entry, model, None, String::new(), Command::default());
            }
        }
    }

    /// Prints the end of a table.
    ///
    /// # Errors
    /// When not all could be printed, unless it is that its reader has seen enough; for people.
    pub(crate) fn finish(mut self) -> Result<(), String> {
        if self.table.is_some() {
            let Checking { team, colour, .. } = self.checking;
            let summary = self.tamed(&self.total.summary(*colour));
            let line = self.total.line(team, self.with_models);
            self.put(&(summary + &line + "\n"));
        }
        match self.failed {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(format!(
                "cannot write the results: {}",
                shortage::told(&error)
            )),
            _ => Ok(()),
        }
    }
}

/// Which memory orders would have to be stronger, if that was asked for.
fn suggested(checked: &Checked, indent: &str) -> String {
    let suggested = checked.suggested.as_ref();
    suggested.map_or_else(String::new, |suggested| suggested.text(indent))
}
