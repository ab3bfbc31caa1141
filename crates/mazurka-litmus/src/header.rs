//! The head of a litmus file: architecture, name, a text for people, and lines
//! of `Key=value`, up to the brace that opens the initial state.

use crate::error::ParseError;
use crate::lexer::{Lexer, Part};
use mazurka_check::plain;

/// The kinds of programs that can be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Architecture {
    /// 32-bit x86, with the destination first.
    X86,
    /// 64-bit x86, with the destination last.
    X86_64,
    /// C, with the operations of C11 or of the Linux kernel.
    C,
}

#[derive(Debug)]
pub(crate) struct Header {
    pub(crate) architecture: Architecture,
    pub(crate) name: String,
    pub(crate) info: Vec<(String, String)>,
}

/// Reads up to and with the opening brace of the initial state.
pub(crate) fn parse(lexer: &mut Lexer<'_>) -> Result<Header, ParseError> {
    lexer.skip(Part::State)?;
    let start = lexer.at;
    let word = take_while(lexer, |c| c.is_ascii_alphanumeric() || c == '_');
    let architecture = architecture(lexer, start, word)?;
    take_while(lexer, |c| c == ' ' || c == '\t');
    let name_start = lexer.at;
    let name = take_while(lexer, |c| {
        !c.is_whitespace() && !matches!(c, '{' | '"' | ';')
    });
    if name.is_empty() {
        let message = format!("expected the name of the test after `{word}`");
        return Err(lexer.error_at(name_start, message));
    }
    skip_text(lexer)?;
    let info = info(lexer)?;
    Ok(Header {
        architecture,
        name: plain(name).into_owned(),
        info,
    })
}

fn take_while<'t>(lexer: &mut Lexer<'t>, wanted: impl Fn(char) -> bool) -> &'t str {
    let rest = lexer.rest();
    let end = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
    lexer.at += end;
    &rest[..end]
}

fn architecture(lexer: &Lexer<'_>, start: usize, word: &str) -> Result<Architecture, ParseError> {
    const SUPPORTED: &str = "`X86`, `X86_64` and `C` are supported";
    match word.to_ascii_uppercase().as_str() {
        "X86" => Ok(Architecture::X86),
        "X86_64" => Ok(Architecture::X86_64),
        "C" => Ok(Architecture::C),
        "" => Err(lexer.error_at(
            start,
            match lexer.rest().chars().next() {
                Some(found) => format!(
                    "expected the architecture of the test, found the character {found:?}: \
                     {SUPPORTED}"
                ),
                None => format!(
                    "expected the architecture of the test, found the end of the file: \
                     {SUPPORTED}"
                ),
            },
        )),
        _ => Err(lexer.error_at(
            start,
            format!("the architecture `{word}` is not supported: {SUPPORTED}"),
        )),
    }
}

/// Skips the other name, in parentheses, and the text, in quotes, that may
/// follow the name.
fn skip_text(lexer: &mut Lexer<'_>) -> Result<(), ParseError> {
    take_while(lexer, |c| c == ' ' || c == '\t' || c == '\r');
    if lexer.rest().starts_with('(') && !lexer.rest().starts_with("(*") {
        take_while(lexer, |c| c != ')' && c != '\n');
        if lexer.rest().starts_with(')') {
            lexer.at += 1;
        }
    }
    let mut ahead = lexer.clone();
    ahead.skip(Part::State)?;
    if !ahead.rest().starts_with('"') {
        return Ok(());
    }
    lexer.at = ahead.at;
    match lexer.rest()[1..].find('"') {
        Some(length) => {
            lexer.at += length + 2;
            Ok(())
        }
        None => Err(lexer.error_at(lexer.at, "this text has no end: expected `\"`")),
    }
}

/// Reads lines of `Key=value`, and skips whatever else there is before the
/// initial state.
fn info(lexer: &mut Lexer<'_>) -> Result<Vec<(String, String)>, ParseError> {
    let mut info = Vec::new();
    loop {
        take_while(lexer, char::is_whitespace);
        let rest = lexer.rest();
        if rest.starts_with("(*") {
            lexer.skip_comment()?;
        } else if rest.starts_with('#') {
            take_while(lexer, |c| c != '\n');
        } else if rest.starts_with('{') {
            lexer.at += 1;
            return Ok(info);
        } else if rest.is_empty() {
            let message = "expected `{`, which opens the initial state, found the end of the file";
            return Err(lexer.error_at(lexer.at, message));
        } else if let Some((key, value)) = key_and_value(rest) {
            info.push((key.to_owned(), value.trim().to_owned()));
            take_while(lexer, |c| c != '\n');
        } else {
            let is_first = std::cell::Cell::new(true);
            take_while(lexer, |c| {
                is_first.replace(false) || !matches!(c, '\n' | '{' | '(')
            });
        }
    }
}

/// Splits a line `Key=value`.
fn key_and_value(rest: &str) -> Option<(&str, &str)> {
    let line = rest.lines().next()?;
    let (key, value) = line.split_once('=')?;
    let key = key.trim_end();
    let is_name = key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '/' | '.' | '-'));
    is_name.then_some((key, value))
}
