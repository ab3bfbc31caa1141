//! Programs as text: a line for each thread, as in [`crate::graphs::text`], with messages.
//!
//! ```text
//! 0: take b0 012 ?; try b0 1; lock m0 { send b1 next }; load x acq
//! 1: send b0 1; store x 1 rel; send b0 2; take b1 0
//! ```
//!
//! `take b0 012` receives a message of one of the kinds 0, 1 and 2 from mailbox 0; `try` gives up if
//! there is none. `?` skips the next statement after an odd kind or value, or after giving up.

use super::program::{Program, Statement, TAGS, Take};
use crate::graphs::program::{Program as Others, Statement as Other};
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, thread) in self.threads.iter().enumerate() {
            write!(f, "{number}:")?;
            show(thread, f)?;
            writeln!(f)?;
        }
        Ok(())
    }
}

fn show(statements: &[Statement], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (i, statement) in statements.iter().enumerate() {
        f.write_str(if i == 0 { " " } else { "; " })?;
        match statement {
            Statement::Send { mailbox, tag } => match tag {
                Some(tag) => write!(f, "send b{mailbox} {tag}")?,
                None => write!(f, "send b{mailbox} next")?,
            },
            Statement::Take(take) => {
                let word = if take.gives_up { "try" } else { "take" };
                write!(f, "{word} b{} ", take.mailbox)?;
                for tag in (0..TAGS).filter(|tag| take.matches(*tag)) {
                    write!(f, "{tag}")?;
                }
                if take.skips {
                    f.write_str(" ?")?;
                }
            }
            Statement::Section { mutex, body } => {
                write!(f, "lock m{mutex} {{")?;
                show(body, f)?;
                write!(f, " }}")?;
            }
            Statement::Spawn(thread) => write!(f, "spawn {thread}")?,
            Statement::Join(thread) => write!(f, "join {thread}")?,
            Statement::Other(other) => {
                let alone = Others {
                    threads: vec![vec![other.clone()]],
                    ..Others::default()
                };
                let text = alone.to_string();
                f.write_str(text.trim().trim_start_matches("0: "))?;
            }
        }
    }
    Ok(())
}

impl FromStr for Program {
    type Err = String;

    fn from_str(text: &str) -> Result<Program, String> {
        let mut program = Program::default();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            let at = |error: String| format!("line {}: {error}", number + 1);
            let (name, rest) = line
                .split_once(':')
                .ok_or_else(|| at("expected \"NUMBER: statements\"".into()))?;
            if name.trim().parse() != Ok(program.threads.len()) {
                return Err(at("threads are numbered from zero, in order".into()));
            }
            let mut rest = rest;
            let thread = statements(&mut rest, false).map_err(at)?;
            program.threads.push(thread);
        }
        program.check()?;
        Ok(program)
    }
}

fn statements(text: &mut &str, is_inner: bool) -> Result<Vec<Statement>, String> {
    let mut all = Vec::new();
    loop {
        *text = text.trim_start_matches([' ', ';']);
        if text.is_empty() {
            return match is_inner {
                true => Err("expected \"}\"".into()),
                false => Ok(all),
            };
        }
        if let Some(rest) = text.strip_prefix('}')
            && is_inner
        {
            *text = rest;
            return Ok(all);
        }
        let end = text.find([';', '{', '}']).unwrap_or(text.len());
        let (one, rest) = text.split_at(end);
        *text = rest;
        let words: Vec<&str> = one.split_whitespace().collect();
        if let Some(rest) = text.strip_prefix('{') {
            let ["lock", mutex] = words[..] else {
                return Err(format!("expected \"lock m0\" before \"{{\", not {one:?}"));
            };
            *text = rest;
            all.push(Statement::Section {
                mutex: named(mutex, 'm')?,
                body: statements(text, true)?,
            });
        } else {
            all.push(statement(one, &words)?);
        }
    }
}

fn named(word: &str, letter: char) -> Result<usize, String> {
    let number = word.strip_prefix(letter).and_then(|word| word.parse().ok());
    let number = number.filter(|number: &usize| *number < 10);
    number.ok_or_else(|| format!("expected {letter}0, {letter}1, .., not {word:?}"))
}

fn statement(text: &str, words: &[&str]) -> Result<Statement, String> {
    let number = |word: &str| {
        let number = word.parse().ok().filter(|number: &usize| *number < 10);
        number.ok_or_else(|| format!("expected a number below 10, not {word:?}"))
    };
    match *words {
        ["send", mailbox, tag] => Ok(Statement::Send {
            mailbox: named(mailbox, 'b')?,
            tag: match tag {
                "next" => None,
                _ => Some(tag_of(tag)?),
            },
        }),
        [word @ ("take" | "try"), mailbox, tags] => take(word, mailbox, tags, false),
        [word @ ("take" | "try"), mailbox, tags, "?"] => take(word, mailbox, tags, true),
        ["spawn", thread] => Ok(Statement::Spawn(number(thread)?)),
        ["join", thread] => Ok(Statement::Join(number(thread)?)),
        _ => {
            let others: Others = format!("0: {}", text.trim()).parse()?;
            match others.threads.into_iter().flatten().next() {
                Some(other @ (Other::Access(_) | Other::Fence(_) | Other::Choose { .. })) => {
                    Ok(Statement::Other(other))
                }
                _ => Err(format!("there is no statement {text:?}")),
            }
        }
    }
}

fn tag_of(word: &str) -> Result<u64, String> {
    let tag = word.parse().ok().filter(|tag| *tag < TAGS);
    tag.ok_or_else(|| format!("expected a kind of message below {TAGS}, not {word:?}"))
}

fn take(word: &str, mailbox: &str, tags: &str, skips: bool) -> Result<Statement, String> {
    let mut pattern = 0;
    for (at, _) in tags.char_indices() {
        let tag = tags.get(at..=at).unwrap_or(tags);
        pattern |= 1 << tag_of(tag)?;
    }
    Ok(Statement::Take(Take {
        mailbox: named(mailbox, 'b')?,
        pattern,
        gives_up: word == "try",
        skips,
    }))
}
