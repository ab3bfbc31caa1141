//! What is wrong with a file.

use std::fmt;

/// Why a text is not a litmus test that can be explored, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The line, from one.
    pub line: usize,
    /// The column, from one, in characters.
    pub column: usize,
    /// What was expected, and what was found instead.
    pub message: String,
}

impl ParseError {
    /// An error at a byte of `text`.
    pub(crate) fn at(text: &str, byte: usize, message: impl Into<String>) -> ParseError {
        let mut byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &text[..byte];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let in_line = before[line_start..].trim_start_matches('\u{feff}');
        ParseError {
            line: before.matches('\n').count() + 1,
            column: in_line.chars().count() + 1,
            message: message.into(),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}
