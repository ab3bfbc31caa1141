//! Annotations, as workflows of GitHub know them: `::error file=..,line=..::message`.

use super::Came;
use super::problem::{Problem, place_of_error, problems};
use crate::command::resume::Entry;
use crate::command::terminal::tame;
use mazurka_trace::Room;
use std::borrow::Cow;
use std::fmt::Write;

/// The annotations of a program, a line each.
#[must_use]
pub fn annotations(entry: &Entry, result: Came<'_>) -> String {
    let file = entry.path().to_string_lossy();
    match result {
        Err(message) => {
            let at = place_of_error(message).unwrap_or((&file, 0, 0));
            line("error", at, "error", message)
        }
        Ok(checked) => {
            let problems = problems(checked);
            let lines = problems.iter().map(|problem| of_problem(&file, problem));
            lines.collect()
        }
    }
}

fn of_problem(file: &str, problem: &Problem<'_>) -> String {
    let frame = problem.stack.first();
    let at = frame.map_or((file, 0, 0), |frame| {
        (&*frame.file, frame.line, frame.column)
    });
    let mut message = problem.message.clone();
    let lines = problem.trace.map(|trace| trace.lines(Room::SMALL));
    for part in problem.more.iter().chain(lines.iter().flatten()) {
        message.push('\n');
        message.push_str(part);
    }
    let word = match problem.is_unknown() {
        true => "warning",
        false => "error",
    };
    line(word, at, problem.kind, &message)
}

/// A line that a workflow obeys. A line or column of zero is not known.
fn line(word: &str, (file, at, column): (&str, u32, u32), kind: &str, message: &str) -> String {
    // Paths are those of the repository.
    let file = file.strip_prefix("./").unwrap_or(file);
    let mut text = format!("::{word} file={}", property(file));
    for (name, number) in [("line", at), ("col", column)] {
        if number > 0 {
            write!(text, ",{name}={number}").expect("strings take all text");
        }
    }
    let title = property(&format!("mazurka: {kind}"));
    format!("{text},title={title}::{}\n", data(message))
}

/// As GitHub reads the part behind the second `::`.
fn data(text: &str) -> String {
    let text = tame(text);
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// As GitHub reads the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// The text, with lines that a workflow would obey made harmless: what a program prints is no
/// command.
#[must_use]
pub fn harmless(text: &str) -> Cow<'_, str> {
    let is_command = |line: &str| line.trim_start().starts_with("::") || line.contains("##[");
    if !text.lines().any(is_command) {
        return Cow::Borrowed(text);
    }
    let lines = text.split_inclusive('\n').map(|line| {
        let line = line.replace("##[", "#\\u{23}[");
        match line.trim_start().starts_with("::") {
            true => line.replacen("::", "\\u{3a}:", 1),
            false => line,
        }
    });
    Cow::Owned(lines.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_github_reads_them() {
        assert_eq!(
            line(
                "error",
                ("./a,b:c.c", 3, 0),
                "50%",
                "one: 100%\ntwo, three\x1b"
            ),
            "::error file=a%2Cb%3Ac.c,line=3,title=mazurka%3A 50%25::one: 100%25%0Atwo, \
             three\\u{1b}\n"
        );
    }

    #[test]
    fn what_a_program_prints_is_no_command() {
        assert_eq!(harmless("a::b\nc\n"), "a::b\nc\n");
        assert_eq!(
            harmless("x\n  ::add-mask::y\n##[error]z"),
            "x\n  \\u{3a}:add-mask::y\n#\\u{23}[error]z"
        );
    }
}
