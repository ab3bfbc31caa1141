//! Reads back the text that [`Program`]'s `Display` prints, so that a program
//! on which an explorer failed can be pasted into a test.

use crate::ir::{Change, Channel, Class, Comparison, Program, Statement, Value, Wanted};
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

/// The number of an object of this class.
fn object(class: Class, word: &str) -> Option<usize> {
    index(class.letter(), word)
}

fn variable(word: &str) -> Option<usize> {
    object(Class::Variable, word)
}

fn mutex(word: &str) -> Option<usize> {
    object(Class::Mutex, word)
}

fn rwlock(word: &str) -> Option<usize> {
    object(Class::RwLock, word)
}

fn semaphore(word: &str) -> Option<usize> {
    object(Class::Semaphore, word)
}

fn condvar(word: &str) -> Option<usize> {
    object(Class::Condvar, word)
}

fn channel(word: &str) -> Option<usize> {
    object(Class::Channel, word)
}

/// Is it `==`, or `!=`?
fn equal(word: &str) -> Option<bool> {
    match word {
        "==" => Some(true),
        "!=" => Some(false),
        _ => None,
    }
}

fn wanted(word: &str) -> Option<Wanted> {
    match word {
        "any" => Some(Wanted::Any),
        "even" => Some(Wanted::Even),
        "odd" => Some(Wanted::Odd),
        _ => None,
    }
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

/// All of the words as one value.
fn one_value(words: &[&str]) -> Option<Value> {
    match value(words)? {
        (value, []) => Some(value),
        _ => None,
    }
}

/// All of the words as two values.
fn two_values(words: &[&str]) -> Option<(Value, Value)> {
    let (first, rest) = value(words)?;
    Some((first, one_value(rest)?))
}

/// The comparisons of an `await`.
fn comparisons(words: &[&str]) -> Option<Vec<Comparison>> {
    let comparison = |words: &[&str]| match words {
        [left, relation, right] => Some(Comparison {
            variable: variable(left)?,
            equal: equal(relation)?,
            value: number(right)?,
        }),
        _ => None,
    };
    words.chunks(3).map(comparison).collect()
}

/// A statement that fits on one line.
fn simple(words: &[&str]) -> Option<Statement> {
    match words {
        [first, "=", rest @ ..] => match index('r', first) {
            Some(register) => with_result(register, rest),
            None => Some(Statement::Store {
                variable: variable(first)?,
                value: one_value(rest)?,
            }),
        },
        _ => without_result(words),
    }
}

/// A statement that leaves a result in this register.
fn with_result(register: usize, words: &[&str]) -> Option<Statement> {
    Some(match words {
        [x] => Statement::Load {
            variable: variable(x)?,
            register,
        },
        [x, "+=", summand] => Statement::FetchAdd {
            variable: variable(x)?,
            summand: number(summand)?,
            register,
        },
        [name @ ("or" | "clear" | "max" | "min"), x, rest @ ..] => Statement::Fetch {
            change: Change::ALL
                .into_iter()
                .find(|change| change.name() == *name)?,
            variable: variable(x)?,
            value: one_value(rest)?,
            register,
        },
        ["swap", x, rest @ ..] => Statement::Swap {
            variable: variable(x)?,
            value: one_value(rest)?,
            register,
        },
        ["cas", x, rest @ ..] => {
            let (expected, new) = two_values(rest)?;
            Statement::CompareExchange {
                variable: variable(x)?,
                expected,
                new,
                register,
            }
        }
        ["try-lock", m] => Statement::TryLock {
            mutex: mutex(m)?,
            register,
        },
        ["try-read", w] => Statement::TryRead {
            lock: rwlock(w)?,
            register,
        },
        ["try-write", w] => Statement::TryWrite {
            lock: rwlock(w)?,
            register,
        },
        ["try-acquire", s, permits] => Statement::TryAcquire {
            semaphore: semaphore(s)?,
            permits: number(permits)?,
            register,
        },
        ["begin", o] => Statement::Begin {
            once: object(Class::Once, o)?,
            register,
        },
        ["choose", alternatives] => Statement::Choose {
            alternatives: number(alternatives)?,
            register,
        },
        ["wait-timeout", c, m] => Statement::WaitTimeout {
            condvar: condvar(c)?,
            mutex: mutex(m)?,
            register,
        },
        ["try-send", h, rest @ ..] => Statement::TrySend {
            channel: channel(h)?,
            value: one_value(rest)?,
            register,
        },
        ["recv", h] => Statement::Recv {
            channel: channel(h)?,
            register,
        },
        ["try-recv", h] => Statement::TryRecv {
            channel: channel(h)?,
            register,
        },
        ["receive", b, which] => Statement::Receive {
            mailbox: object(Class::Mailbox, b)?,
            wanted: wanted(which)?,
            register,
        },
        ["receive-timeout", b, which] => Statement::ReceiveTimeout {
            mailbox: object(Class::Mailbox, b)?,
            wanted: wanted(which)?,
            register,
        },
        _ => return None,
    })
}

/// A statement that leaves no result, but for stores.
fn without_result(words: &[&str]) -> Option<Statement> {
    Some(match words {
        [x, "+=", summand] => Statement::Add {
            variable: variable(x)?,
            summand: number(summand)?,
        },
        ["store-release", x, rest @ ..] => Statement::StoreRelease {
            variable: variable(x)?,
            value: one_value(rest)?,
        },
        ["store-seq-cst", x, rest @ ..] => Statement::StoreSeqCst {
            variable: variable(x)?,
            value: one_value(rest)?,
        },
        ["fence"] => Statement::Fence,
        ["store-barrier"] => Statement::StoreBarrier,
        ["set", x] => Statement::Set(variable(x)?),
        ["spin", x, "==", rest @ ..] => Statement::Spin {
            variable: variable(x)?,
            value: one_value(rest)?,
        },
        ["spin-or", x, rest @ ..] => Statement::SpinOr {
            variable: variable(x)?,
            value: one_value(rest)?,
        },
        ["spin-cas", x, rest @ ..] => {
            let (expected, new) = two_values(rest)?;
            Statement::SpinCompareExchange {
                variable: variable(x)?,
                expected,
                new,
            }
        }
        ["await-any", rest @ ..] => Statement::AwaitAny(comparisons(rest)?),
        ["await", rest @ .., "then", x, "=", value] => Statement::AwaitThen {
            comparisons: comparisons(rest)?,
            variable: variable(x)?,
            value: number(value)?,
        },
        ["await", rest @ ..] => Statement::Await(comparisons(rest)?),
        ["lock", m] => Statement::Lock(mutex(m)?),
        ["unlock", m] => Statement::Unlock(mutex(m)?),
        ["read", w] => Statement::Read(rwlock(w)?),
        ["unlock-read", w] => Statement::UnlockRead(rwlock(w)?),
        ["write", w] => Statement::Write(rwlock(w)?),
        ["unlock-write", w] => Statement::UnlockWrite(rwlock(w)?),
        ["acquire", s, permits] => Statement::Acquire {
            semaphore: semaphore(s)?,
            permits: number(permits)?,
        },
        ["release", s, permits] => Statement::Release {
            semaphore: semaphore(s)?,
            permits: number(permits)?,
        },
        ["complete", o] => Statement::Complete(object(Class::Once, o)?),
        ["wait", c, m] => Statement::Wait {
            condvar: condvar(c)?,
            mutex: mutex(m)?,
        },
        ["notify-one", c] => Statement::NotifyOne(condvar(c)?),
        ["notify-all", c] => Statement::NotifyAll(condvar(c)?),
        ["park"] => Statement::Park,
        ["unpark", root] => Statement::Unpark(number(root)?),
        ["send", h, rest @ ..] => Statement::Send {
            channel: channel(h)?,
            value: one_value(rest)?,
        },
        ["post", b, rest @ ..] => Statement::Post {
            mailbox: object(Class::Mailbox, b)?,
            value: one_value(rest)?,
        },
        ["close", h] => Statement::Close(channel(h)?),
        ["drop-receiver", h] => Statement::DropReceiver(channel(h)?),
        ["spawn", body] => Statement::Spawn(number(body)?),
        ["join", body] => Statement::Join(number(body)?),
        ["assert", register, relation, value] => Statement::Assert {
            register: index('r', register)?,
            equal: equal(relation)?,
            value: number(value)?,
        },
        ["assume", register, relation, value] => Statement::Assume {
            register: index('r', register)?,
            equal: equal(relation)?,
            value: number(value)?,
        },
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

/// A line before the first body: the memory model, a semaphore or a channel, in
/// order.
fn declaration(words: &[&str], program: &mut Program) -> Option<()> {
    match words {
        ["model", model, rest @ ..] => {
            program.model = number(model)?;
            program.bound = match rest {
                [] => None,
                ["bound", bound] => Some(number(bound)?),
                _ => return None,
            };
        }
        ["semaphore", s, permits] if semaphore(s)? == program.permits.len() => {
            program.permits.push(number(permits)?);
        }
        ["channel", h, "senders", senders, rest @ ..] if channel(h)? == program.channels.len() => {
            program.channels.push(Channel {
                senders: number(senders)?,
                capacity: match rest {
                    [] => None,
                    ["capacity", capacity] => Some(number(capacity)?),
                    _ => return None,
                },
            });
        }
        _ => return None,
    }
    Some(())
}

impl FromStr for Program {
    type Err = String;

    fn from_str(text: &str) -> Result<Program, String> {
        let mut lines = Lines::new(text);
        let mut program = Program::default();
        while let Some("model" | "semaphore" | "channel") = lines.peek() {
            let (line, words) = lines.next().expect("there is a line: it was peeked at");
            let error = || format!("line {line}: no declaration: {}", words.join(" "));
            declaration(&words, &mut program).ok_or_else(error)?;
        }
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
            (
                "root 0\n await x0 == 1 x1",
                "line 2: no statement: await x0 == 1 x1",
            ),
            (
                "channel h1 senders 1\nroot 0",
                "line 1: no declaration: channel h1 senders 1",
            ),
            ("model rmo\nroot 0", "line 1: no declaration: model rmo"),
            (
                "model tso bound\nroot 0",
                "line 1: no declaration: model tso bound",
            ),
            (
                "semaphore s0\nroot 0",
                "line 1: no declaration: semaphore s0",
            ),
        ] {
            assert_eq!(text.parse::<Program>(), Err(error.to_string()), "{text}");
        }
    }
}
