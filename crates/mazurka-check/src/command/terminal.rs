//! Text that comes from elsewhere, on a terminal.
//!
//! Names of files and tests, messages of compilers and what a resume file says may have
//! control characters, which a terminal would obey.

use mazurka_trace::{is_wild as is_obeyed, write_out};
use std::borrow::Cow;
use std::fmt::Write;

/// The colours that this command uses.
const COLOURS: [&str; 4] = ["\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[0m"];

/// The text with every control character but ends of lines and tabs written out, and the
/// characters that change the direction of others.
#[must_use]
pub fn tame(text: &str) -> Cow<'_, str> {
    escape(text, false)
}

/// The same, but for the colours of this command.
pub(super) fn tame_coloured(text: &str) -> Cow<'_, str> {
    escape(text, true)
}

fn escape(text: &str, keeps_colours: bool) -> Cow<'_, str> {
    if !text.chars().any(is_wild) {
        return Cow::Borrowed(text);
    }
    let mut tamed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let colour = COLOURS.iter().find(|colour| rest.starts_with(**colour));
        let taken = match colour {
            Some(colour) if keeps_colours => {
                tamed.push_str(colour);
                colour.len()
            }
            _ if is_wild(first) => {
                write_out(&mut tamed, first);
                first.len_utf8()
            }
            _ => {
                tamed.push(first);
                first.len_utf8()
            }
        };
        rest = &rest[taken..];
    }
    Cow::Owned(tamed)
}

/// Does a terminal obey it?
fn is_wild(c: char) -> bool {
    is_obeyed(c) && c != '\n' && c != '\t'
}

/// Lines that a terminal cuts off at its edge, in the place of going on below: so each is one
/// line, and can be written over.
#[must_use]
pub fn unwrapped(text: &str) -> String {
    format!("\x1b[?7l{text}\x1b[?7h")
}

/// A message on the standard error.
pub fn say(message: &str) {
    eprintln!("{}", tame(message));
}

/// As a shell takes it for one word; without control characters.
#[must_use]
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-+=./,:~@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) && !word.starts_with('~') {
        return word.to_owned();
    }
    if !word.chars().any(|c| is_wild(c) || c.is_control()) {
        return format!("'{}'", word.replace('\'', "'\\''"));
    }
    let mut text = String::from("$'");
    for c in word.chars() {
        let mut bytes = [0; 4];
        match c {
            '\'' | '\\' => text.extend(['\\', c]),
            c if is_wild(c) || c.is_control() => {
                for byte in c.encode_utf8(&mut bytes).bytes() {
                    write!(text, "\\x{byte:02x}").expect("strings take all text");
                }
            }
            c => text.push(c),
        }
    }
    text.push('\'');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reaches_a_terminal_that_it_would_obey() {
        assert_eq!(tame("a\tb\nc é 日"), "a\tb\nc é 日");
        assert_eq!(
            tame("\x1b]0;x\x07\r\u{9b}2J"),
            "\\u{1b}]0;x\\u{7}\\u{d}\\u{9b}2J"
        );
        assert_eq!(tame("a\u{202e}b\x7f"), "a\\u{202e}b\\u{7f}");
        assert_eq!(tame("\x1b[31mred"), "\\u{1b}[31mred");
        assert_eq!(
            tame_coloured("\x1b[31mred\x1b[0m\x1b[2J"),
            "\x1b[31mred\x1b[0m\\u{1b}[2J"
        );
    }

    #[test]
    fn words_for_a_shell() {
        assert_eq!(quoted("1k2/0x3,0.1~0:2x1"), "1k2/0x3,0.1~0:2x1");
        assert_eq!(quoted("a b.c"), "'a b.c'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("~/x.c"), "'~/x.c'");
        assert_eq!(quoted("a\x1b'\nb"), "$'a\\x1b\\'\\x0ab'");
    }
}
