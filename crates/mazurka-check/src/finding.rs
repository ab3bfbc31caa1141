//! Findings in words, and their messages taken apart.

use mazurka_program::FindingKind;
pub use mazurka_trace::Frame;
use mazurka_trace::{cut, plain, shorten_stack};
use std::borrow::Cow;

/// The word for a kind of finding, as options and JSON have it.
#[must_use]
pub fn words(kind: FindingKind) -> String {
    match kind {
        FindingKind::Assertion => "assertion".to_owned(),
        FindingKind::Undefined => "uninitialised".to_owned(),
        FindingKind::Arithmetic => "arithmetic".to_owned(),
        FindingKind::Unreachable => "unreachable".to_owned(),
        FindingKind::UnlockNotHeld => "unlock".to_owned(),
        FindingKind::EventLimit => "endless".to_owned(),
        other => other.to_string().replace(' ', "-"),
    }
}

/// The kinds of findings that can be ignored.
pub const KINDS: [FindingKind; 16] = [
    FindingKind::Assertion,
    FindingKind::Abort,
    FindingKind::InvalidAccess,
    FindingKind::InvalidFree,
    FindingKind::Undefined,
    FindingKind::Arithmetic,
    FindingKind::Unreachable,
    FindingKind::StackOverflow,
    FindingKind::Misuse,
    FindingKind::Leak,
    FindingKind::AbnormalExit,
    FindingKind::ExitCode,
    FindingKind::Deadlock,
    FindingKind::Livelock,
    FindingKind::DataRace,
    FindingKind::UnlockNotHeld,
];

/// The inverse of [`words`], for kinds that can be ignored.
///
/// # Errors
/// When there is no such kind; a message for people.
pub fn kind_of(text: &str) -> Result<FindingKind, String> {
    let mut kinds = KINDS.into_iter();
    kinds.find(|kind| words(*kind) == text).ok_or_else(|| {
        let all: Vec<String> = KINDS.into_iter().map(words).collect();
        format!(
            "there is no kind of finding {text:?}, only {}",
            all.join(", ")
        )
    })
}

/// Kinds of findings in files, by their words.
#[cfg(feature = "command")]
pub(crate) mod in_words {
    use super::{FindingKind, kind_of, words};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(kind: &FindingKind, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&words(*kind))
    }

    pub(crate) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<FindingKind, D::Error> {
        let word = String::deserialize(from)?;
        let others = [FindingKind::EventLimit, FindingKind::Panic];
        let other = others.into_iter().find(|kind| words(*kind) == word);
        other.map_or_else(|| kind_of(&word).map_err(D::Error::custom), Ok)
    }
}

/// The most bytes of a line of a report.
const LONGEST: usize = 10_000;
/// The most lines of a message.
const MOST_LINES: usize = 5_000;

/// A message of a finding, taken apart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// What happened.
    pub what: String,
    /// Where: the innermost call first.
    pub stack: Vec<Frame>,
    /// What else there is to say.
    pub more: Vec<String>,
}

impl Told {
    /// Takes a message apart: a line that says what happened, then, in any order,
    /// places (`  at FILE:LINE:COLUMN in FUNCTION`) and other lines.
    #[must_use]
    pub fn new(message: &str) -> Told {
        // Names are of the program: what is obeyed and not shown is written out.
        let lines = message.lines().map(plain);
        let mut lines = lines.map(Cow::into_owned);
        let mut told = Told {
            what: lines.next().unwrap_or_default(),
            ..Told::default()
        };
        for line in lines {
            match frame(&line) {
                // The stack of another thread follows other words.
                Some(frame) if told.more.is_empty() => told.stack.push(frame),
                _ => told.more.push(line.trim_end().to_owned()),
            }
        }
        told
    }

    /// Cuts what is too long for a report, and says so.
    pub fn shorten(&mut self) {
        cut(&mut self.what, LONGEST);
        shorten_stack(&mut self.stack, MOST_LINES);
        for line in &mut self.more {
            cut(line, LONGEST);
        }
        if self.more.len() > MOST_LINES {
            let left_out = self.more.len() - MOST_LINES;
            self.more.truncate(MOST_LINES);
            self.more
                .push(format!("... {left_out} lines are left out ..."));
        }
    }

    /// What happened, and where.
    #[must_use]
    pub fn headline(&self) -> String {
        match self.stack.first() {
            Some(at) => format!("{} at {}:{}", self.what, at.file, at.line),
            None => self.what.clone(),
        }
    }
}

fn frame(line: &str) -> Option<Frame> {
    let rest = line.trim_start().strip_prefix("at ")?;
    let (place, function) = match rest.split_once(" in ") {
        Some((place, function)) => (place, function.trim()),
        None => (rest, ""),
    };
    let mut parts = place.trim().rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    Some(Frame {
        file: parts.next()?.to_owned(),
        line,
        column,
        function: function.to_owned(),
        left_out: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_taken_apart() {
        let told = Told::new(
            "`x == 1` does not hold\n  at a b.c:12:3 in f\n  at inc/b.h:7:0 in main\n\
             allocated by thread 1\n  at c.c:1:1 in g\n",
        );
        assert_eq!(told.what, "`x == 1` does not hold");
        let frame = |file: &str, line, column, function: &str| Frame {
            file: file.into(),
            line,
            column,
            function: function.into(),
            left_out: 0,
        };
        assert_eq!(
            told.stack,
            [frame("a b.c", 12, 3, "f"), frame("inc/b.h", 7, 0, "main")]
        );
        assert_eq!(told.more, ["allocated by thread 1", "  at c.c:1:1 in g"]);
    }

    #[test]
    fn what_is_no_place_is_kept() {
        let told = Told::new("deadlock\n  at once\n  at x:y:z in f");
        assert!(told.stack.is_empty());
        assert_eq!(told.more, ["  at once", "  at x:y:z in f"]);
        assert_eq!(Told::new(""), Told::default());
    }
}
