//! Tokens. The parts of a litmus file have different words (`(*` opens a comment
//! in the initial state and is code in C), so a parser says with every token
//! which part it is in, and nothing is read ahead.

use crate::error::ParseError;
use mazurka_check::plain;
use std::fmt;

/// The part of the file that a token is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// The initial state and the condition.
    State,
    /// Columns of assembly.
    Assembly,
    /// Functions in C.
    C,
}

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token<'t> {
    /// A name or a word.
    Name(&'t str),
    /// A name in quotes.
    Quoted(&'t str),
    /// `%name`, without the sign.
    Percent(&'t str),
    /// A number, with its sign where the part has negative numbers.
    Number(i64),
    /// Digits that are no number that fits 64 bits.
    BadNumber(&'t str),
    /// Punctuation.
    Sign(&'static str),
    /// A character that begins no token.
    Unknown(char),
    /// The end of the file.
    End,
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Name(name) => write!(f, "`{name}`"),
            Token::Quoted(name) => write!(f, "`\"{name}\"`"),
            Token::Percent(name) => write!(f, "`%{name}`"),
            Token::Number(number) => write!(f, "`{number}`"),
            Token::BadNumber(digits) => {
                write!(f, "`{digits}`, which is not a number of 64 bits")
            }
            Token::Sign(sign) => write!(f, "`{sign}`"),
            Token::Unknown(character) => write!(f, "the character {character:?}"),
            Token::End => f.write_str("the end of the file"),
        }
    }
}

/// Longer signs first.
const STATE_SIGNS: &[&str] = &[
    "/\\", "\\/", "==", "!=", "<>", "=>", "<<", "=", "~", "(", ")", "[", "]", "{", "}", ";", ":",
    ",", "*", "&", "+", "`", "$", "|",
];
const ASSEMBLY_SIGNS: &[&str] = &[
    ";", "|", ",", "(", ")", "[", "]", ":", "$", "+", "*", "-", "~", "=", "{", "}",
];
const C_SIGNS: &[&str] = &[
    "<<=", ">>=", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "++", "--", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=", "->", "=", "~", "(", ")", "[", "]", "{", "}", ";", ":", ",", "*",
    "&", "+", "-", "/", "%", "^", "|", "!", "<", ">", "?", ".", "#",
];

impl Part {
    fn signs(self) -> &'static [&'static str] {
        match self {
            Part::State => STATE_SIGNS,
            Part::Assembly => ASSEMBLY_SIGNS,
            Part::C => C_SIGNS,
        }
    }

    fn starts_name(self, character: char) -> bool {
        character.is_ascii_alphabetic() || character == '_' || (character == '.' && self != Part::C)
    }

    fn continues_name(self, character: char) -> bool {
        character.is_ascii_alphanumeric()
            || character == '_'
            || (matches!(character, '.' | '/' | '-') && self != Part::C)
    }
}

/// How deeply expressions may be nested: beyond that a file is refused, since
/// parsers here call themselves.
const DEPTH: u32 = 200;

/// A place in the text that is read.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'t> {
    pub(crate) text: &'t str,
    /// The byte that is read next.
    pub(crate) at: usize,
    depth: u32,
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str) -> Lexer<'t> {
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Lexer { text, at, depth: 0 }
    }

    pub(crate) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(crate) fn error_at(&self, byte: usize, message: impl Into<String>) -> ParseError {
        ParseError::at(self.text, byte, message)
    }

    /// Skips blanks and comments.
    pub(crate) fn skip(&mut self, part: Part) -> Result<(), ParseError> {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            self.at += rest.len() - trimmed.len();
            if part != Part::C && trimmed.starts_with("(*") {
                self.skip_comment()?;
            } else if part == Part::C && trimmed.starts_with("/*") {
                let Some(end) = trimmed.find("*/").filter(|end| *end >= 2) else {
                    return Err(self.error_at(self.at, "this comment has no end: expected `*/`"));
                };
                self.at += end + 2;
            } else if trimmed.starts_with('#') {
                self.check_directive(part, trimmed)?;
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if part == Part::C && trimmed.starts_with("//") {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else {
                return Ok(());
            }
        }
    }

    /// A line that begins with `#` is a comment, but not all that are lines of the
    /// preprocessor can be left out.
    fn check_directive(&self, part: Part, line: &str) -> Result<(), ParseError> {
        let word = line[1..].split(|c: char| !c.is_ascii_alphabetic()).next();
        let word = word.unwrap_or_default();
        let matters = [
            "define", "undef", "if", "ifdef", "ifndef", "else", "elif", "endif",
        ];
        if part == Part::C && matters.contains(&word) {
            let message = format!("`#{word}` is not supported: there is no preprocessor");
            return Err(self.error_at(self.at, message));
        }
        Ok(())
    }

    /// Skips a comment, `(*` to `*)`, which may hold others.
    pub(crate) fn skip_comment(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        let mut depth = 0_usize;
        let bytes = self.text.as_bytes();
        while self.at < bytes.len() {
            match &bytes[self.at..] {
                [b'(', b'*', ..] => {
                    depth += 1;
                    self.at += 2;
                }
                [b'*', b')', ..] => {
                    depth -= 1;
                    self.at += 2;
                    if depth == 0 {
                        return Ok(());
                    }
                }
                _ => self.at += 1,
            }
        }
        Err(self.error_at(start, "this comment has no end: expected `*)`"))
    }

    /// The next token, which stays the next.
    pub(crate) fn peek(&self, part: Part) -> Result<Token<'t>, ParseError> {
        self.clone().next(part)
    }

    /// The token after the next.
    pub(crate) fn peek_second(&self, part: Part) -> Result<Token<'t>, ParseError> {
        let mut ahead = self.clone();
        ahead.next(part)?;
        ahead.next(part)
    }

    /// Reads the next token.
    pub(crate) fn next(&mut self, part: Part) -> Result<Token<'t>, ParseError> {
        self.skip(part)?;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return Ok(Token::End);
        };
        if part.starts_with_number(rest) {
            return Ok(self.number());
        }
        if part.starts_name(first) {
            return Ok(Token::Name(self.name(part)));
        }
        if first == '%' && part != Part::C {
            let named = rest[1..].chars().next();
            if named.is_some_and(|c| part.starts_name(c) || c.is_ascii_digit()) {
                self.at += 1;
                return Ok(Token::Percent(self.name(part)));
            }
        }
        if first == '"' && part == Part::State {
            let Some(length) = rest[1..].find('"') else {
                return Err(self.error_at(self.at, "this quoted name has no end: expected `\"`"));
            };
            let name = &rest[1..=length];
            if plain(name) != name {
                let why = "this quoted name has a line end or another control character: remove it";
                return Err(self.error_at(self.at, why));
            }
            self.at += length + 2;
            return Ok(Token::Quoted(name));
        }
        for sign in part.signs() {
            if rest.starts_with(sign) {
                self.at += sign.len();
                return Ok(Token::Sign(sign));
            }
        }
        self.at += first.len_utf8();
        Ok(Token::Unknown(first))
    }

    fn name(&mut self, part: Part) -> &'t str {
        let rest = self.rest();
        let mut end = rest
            .find(|c: char| !part.continues_name(c))
            .unwrap_or(rest.len());
        // `x=y/\z=1`: the stroke is not of the name.
        if part == Part::State && rest[..end].ends_with('/') && rest[end..].starts_with('\\') {
            end -= 1;
        }
        self.at += end;
        &rest[..end]
    }

    fn number(&mut self) -> Token<'t> {
        let rest = self.rest();
        let unsigned = rest.strip_prefix('-').unwrap_or(rest);
        let sign = rest.len() - unsigned.len();
        let length = unsigned
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(unsigned.len());
        let digits = &unsigned[..length];
        self.at += sign + length;
        let hexadecimal = digits
            .strip_prefix("0x")
            .or_else(|| digits.strip_prefix("0X"));
        let (digits, radix) = match hexadecimal {
            Some(digits) => (digits, 16),
            None => (digits.trim_end_matches(['u', 'U', 'l', 'L']), 10),
        };
        let value = u64::from_str_radix(digits, radix).ok();
        // Numbers above the signed ones are the unsigned ones with those bits.
        let value = value.map(|value| value as i64);
        match value {
            Some(value) if sign == 1 => Token::Number(value.wrapping_neg()),
            Some(value) => Token::Number(value),
            None => Token::BadNumber(&rest[..sign + length]),
        }
    }

    /// Where the next token begins.
    pub(crate) fn start(&self, part: Part) -> Result<usize, ParseError> {
        let mut ahead = self.clone();
        ahead.skip(part)?;
        Ok(ahead.at)
    }

    /// The error that the next token is none of what was expected.
    pub(crate) fn expected(&self, part: Part, what: &str) -> ParseError {
        let found = match (self.start(part), self.peek(part)) {
            (Ok(start), Ok(found)) => (start, found),
            (Err(error), _) | (_, Err(error)) => return error,
        };
        self.error_at(found.0, format!("expected {what}, found {}", found.1))
    }

    /// Reads `sign` if it is next.
    pub(crate) fn take(&mut self, part: Part, sign: &str) -> Result<bool, ParseError> {
        let mut ahead = self.clone();
        let found = matches!(ahead.next(part)?, Token::Sign(found) if found == sign);
        if found {
            self.at = ahead.at;
        }
        Ok(found)
    }

    /// Reads `sign`, which must be next.
    pub(crate) fn expect(&mut self, part: Part, sign: &str) -> Result<(), ParseError> {
        if self.take(part, sign)? {
            return Ok(());
        }
        Err(self.expected(part, &format!("`{sign}`")))
    }

    /// Enters something that may be nested; to be left by [`Lexer::leave`].
    pub(crate) fn enter(&mut self) -> Result<(), ParseError> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error_at(self.at, "this is nested too deeply"));
        }
        Ok(())
    }

    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }
}

impl Part {
    fn starts_with_number(self, rest: &str) -> bool {
        let digits = match self {
            Part::C => rest,
            Part::State | Part::Assembly => rest.strip_prefix('-').unwrap_or(rest),
        };
        digits.starts_with(|c: char| c.is_ascii_digit())
    }
}
