//! Reads back the text that [`Program`]'s `Display` prints, so that a program
//! on which an explorer failed can be pasted into a test.

use crate::ir::{Program, Statement, Value};
use std::str::FromStr;

/// The lines still to be read, with their numbers.
struct Lines<'a> {
    rest: Vec<(usize, Vec<&'a str>)>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        let mut rest: Vec<_> = text
            .lines()
            .enumerate()
            .map(|(number, line)| (number + 1, line.split_whitespace().collect::<Vec<_>>()))
            .filter(|(_, words)| !words.is_empty())
            .collect();
        rest.reverse();
        Lines { rest }
    }

    fn peek(&self) -> Option<&'a str> {
        self.rest.last().map(|(_, words)| words[0])
    }

    fn next(&mut self) -> Option<(usize, Vec<&'a str>)> {
        self.rest.pop()
    }
}

fn number<T: FromStr>(word: &str) -> Option<T> {
    word.parse().ok()
}

/// The index in a word like `x3`, where `letter` is `x`.
fn index(letter: char, word: &str) -> Option<usize> {
    number(word.strip_prefix(letter)?)
}

/// A value at the beginning of `words`, and the words after it.
fn value<'w, 'a>(words: &'w [&'a str]) -> Option<(Value, &'w [&'a str])> {
    let (first, rest) = words.split_first()?;
    let Some(register) = index('r', first) else {
        return Some((Value::Constant(number(first)?), rest));
    };
    if let ["+", plus, rest @ ..] = rest {
        let plus = number(plus)?;
        return Some((Value::Register { register, plus }, rest));
    }
    Some((Value::Register { register, plus: 0 }, rest))
}

/// A statement that fits on one line.
fn simple(words: &[&str]) -> Option<Statement> {
    Some(match words {
        ["spawn", body] => Statement::Spawn(number(body)?),
        ["join", body] => Statement::Join(number(body)?),
        ["lock", mutex] => Statement::Lock(index('m', mutex)?),
        ["unlock", mutex] => Statement::Unlock(index('m', mutex)?),
        ["assert", register, relation @ ("==" | "!="), value] => Statement::Assert {
            register: index('r', register)?,
            equal: *relation == "==",
            value: number(value)?,
        },
        [register, "=", "cas", variable, rest @ ..] => {
            let (expected, rest) = value(rest)?;
            let (new, []) = value(rest)? else { return None };
            Statement::CompareExchange {
                variable: index('x', variable)?,
                expected,
                new,
                register: index('r', register)?,
            }
        }
        [register, "=", variable, "+=", summand] => Statement::FetchAdd {
            variable: index('x', variable)?,
            summand: number(summand)?,
            register: index('r', register)?,
        },
        [variable, "+=", summand] => Statement::Add {
            variable: index('x', variable)?,
            summand: number(summand)?,
        },
        [register, "=", variable] if register.starts_with('r') => Statement::Load {
            variable: index('x', variable)?,
            register: index('r', register)?,
        },
        [variable, "=", rest @ ..] => {
            let (value, []) = value(rest)? else {
                return None;
            };
            Statement::Store {
                variable: index('x', variable)?,
                value,
            }
        }
        _ => return None,
    })
}

/// The statements up to a line that begins a body, or with `else` or `end`.
fn block(lines: &mut Lines<'_>) -> Result<Vec<Statement>, String> {
    let mut statements = Vec::new();
    while !matches!(lines.peek(), None | Some("root" | "body" | "else" | "end")) {
        let (line, words) = lines.next().expect("there is a line: it was peeked at");
        let error = || format!("line {line}: no statement: {}", words.join(" "));
        let ["if", register, "==", equals] = words[..] else {
            statements.push(simple(&words).ok_or_else(error)?);
            continue;
        };
        let register = index('r', register).ok_or_else(error)?;
        let equals = number(equals).ok_or_else(error)?;
        let then = block(lines)?;
        let mut otherwise = Vec::new();
        if lines.peek() == Some("else") {
            lines.next();
            otherwise = block(lines)?;
        }
        if lines.peek() != Some("end") {
            return Err(format!("line {line}: this `if` has no `end`"));
        }
        lines.next();
        statements.push(Statement::If {
            register,
            equals,
            then,
            otherwise,
        });
    }
    Ok(statements)
}

impl FromStr for Program {
    type Err = String;

    fn from_str(text: &str) -> Result<Program, String> {
        let mut lines = Lines::new(text);
        let mut program = Program {
            roots: 0,
            bodies: Vec::new(),
        };
        while let Some((line, words)) = lines.next() {
            let [word @ ("root" | "body"), index] = words[..] else {
                return Err(format!("line {line}: neither `root` nor `body`"));
            };
            if number(index) != Some(program.bodies.len()) {
                return Err(format!("line {line}: bodies are numbered from 0"));
            }
            if word == "root" {
                if program.roots < program.bodies.len() {
                    return Err(format!("line {line}: roots come before other bodies"));
                }
                program.roots += 1;
            }
            program.bodies.push(block(&mut lines)?);
        }
        program.validate()?;
        Ok(program)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::generate;

    #[test]
    fn generated_programs_are_read_back() {
        for seed in 0..2000 {
            let program = generate(seed);
            let text = program.to_string();
            assert_eq!(text.parse().as_ref(), Ok(&program), "{text}");
        }
    }

    #[test]
    fn bad_text_is_refused_with_its_line() {
        for (text, error) in [
            ("", "0 roots and 0 bodies"),
            ("x0 = 1", "line 1: neither `root` nor `body`"),
            ("root 1", "line 1: bodies are numbered from 0"),
            ("body 0\nroot 1", "line 2: roots come before other bodies"),
            ("root 0\n x0 = ", "line 2: no statement: x0 ="),
            (
                "root 0\n r0 = x0\n if r0 == 1\n",
                "line 3: this `if` has no `end`",
            ),
            ("root 0\n spawn 0", "body 0 spawns or joins 0"),
            ("root 0\n end", "line 2: neither `root` nor `body`"),
        ] {
            assert_eq!(text.parse::<Program>(), Err(error.to_string()), "{text}");
        }
    }
}
