//! What is wrong with a program, in the same words for all formats.

use crate::command::checked::Checked;
use crate::command::program::Bug;
use crate::command::text;
use crate::finding::Frame;
use crate::report::Verdict;
use mazurka_trace::Trace;

/// The kind of what is wrong with a test whose condition does not hold.
pub(super) const CONDITION: &str = "condition";
/// The kind of a program that was not explored to the end.
pub(super) const NOT_EXHAUSTED: &str = "not-exhausted";

/// Something that is wrong.
pub(super) struct Problem<'a> {
    pub(super) kind: &'a str,
    /// One line.
    pub(super) message: String,
    /// The calls, the innermost first.
    pub(super) stack: &'a [Frame],
    /// Other lines.
    pub(super) more: &'a [String],
    /// What happens.
    pub(super) trace: Option<&'a Trace>,
    /// The string that replays it, and how many executions show it.
    pub(super) replay: Option<(&'a str, u64)>,
}

impl<'a> Problem<'a> {
    fn of_bug(bug: &'a Bug) -> Problem<'a> {
        Problem {
            kind: &bug.kind,
            message: text::headline(&bug.kind, &bug.told),
            stack: &bug.told.stack,
            more: &bug.told.more,
            trace: bug.trace.as_deref(),
            replay: Some((&bug.replay, bug.executions)),
        }
    }

    fn new(kind: &'a str, message: String) -> Problem<'a> {
        Problem {
            kind,
            message,
            stack: &[],
            more: &[],
            trace: None,
            replay: None,
        }
    }

    /// Is it no bug, but that it is not known whether there is one?
    pub(super) fn is_unknown(&self) -> bool {
        self.kind == NOT_EXHAUSTED
    }
}

/// What is wrong with a program: its bugs, or that it was not explored to the end.
pub(super) fn problems(checked: &Checked) -> Vec<Problem<'_>> {
    match checked.verdict {
        Verdict::Verified | Verdict::Explored => Vec::new(),
        Verdict::Unknown => vec![Problem::new(
            NOT_EXHAUSTED,
            format!("not everything was explored: {}", checked.reason),
        )],
        Verdict::Bug => match checked.details.bugs() {
            [] => vec![Problem::new(CONDITION, checked.reason.clone())],
            bugs => bugs.iter().map(Problem::of_bug).collect(),
        },
    }
}

/// A file and a line (and a column, if it is known), from the words for it.
fn place(text: &str) -> Option<(&str, u32, u32)> {
    let (rest, last) = text.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    let with_column = rest.rsplit_once(':').and_then(|(file, line)| {
        let line: u32 = line.parse().ok()?;
        (!file.is_empty()).then_some((file, line, last))
    });
    with_column
        .or((!rest.is_empty()).then_some((rest, last, 0)))
        .filter(|(_, line, _)| *line > 0)
}

/// The place that a message begins with, as those of compilers do.
pub(super) fn place_of_error(message: &str) -> Option<(&str, u32, u32)> {
    let (first, _) = message.lines().next()?.split_once(": ")?;
    place(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_begin_with_places() {
        let message = "a b.c:1:25: error: this\nis: wrong";
        assert_eq!(place_of_error(message), Some(("a b.c", 1, 25)));
        assert_eq!(
            place_of_error("a.litmus:4:14: wrong"),
            Some(("a.litmus", 4, 14))
        );
        assert_eq!(place_of_error("a.c: No such file"), None);
        assert_eq!(place_of_error(""), None);
    }

    #[test]
    fn places_in_words() {
        assert_eq!(place("a.c:5"), Some(("a.c", 5, 0)));
        assert_eq!(place("b/a.c:5:7"), Some(("b/a.c", 5, 7)));
        assert_eq!(place("C:a.c:5"), Some(("C:a.c", 5, 0)));
        for text in ["", "a.c", ":5", "a.c:", "a.c:0", "a.c:x"] {
            assert_eq!(place(text), None, "{text}");
        }
    }
}
