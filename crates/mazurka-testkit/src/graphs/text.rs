//! Programs as text: a line for each thread.
//!
//! ```text
//! permits 1
//! 0: store x 1 rlx; fence rel; load y acq ?; store y next sc
//! 1: cas x 0 2 acqrel acq; load y acq until 2; lock m0 { add x 1 rlx }; try m0 { }
//! 2: lock m0 { wait c0 m0 }; notify c0; notifyall c0
//! 3: acquire s0 1; swap x 1 acq unless 1; choose 2 ?; release s0 1; spawn 4; join 4
//! ```
//!
//! `?` skips the next statement after an odd value; `next` is one more than what was read last.

use super::program::{Access, Action, Program, Statement, Wait};
use mazurka_program::Order;
use std::fmt;
use std::str::FromStr;

const ORDERS: [(&str, Order); 6] = [
    ("na", Order::Plain),
    ("rlx", Order::Relaxed),
    ("acq", Order::Acquire),
    ("rel", Order::Release),
    ("acqrel", Order::AcquireRelease),
    ("sc", Order::SequentiallyConsistent),
];

const LOCATIONS: [&str; 6] = ["x", "y", "z", "a", "b", "c"];

fn order_name(order: Order) -> &'static str {
    let found = ORDERS.iter().find(|(_, known)| *known == order);
    found.map_or("?", |(name, _)| name)
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.permits.is_empty() {
            write!(f, "permits")?;
            for permits in &self.permits {
                write!(f, " {permits}")?;
            }
            writeln!(f)?;
        }
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
            Statement::Access(access) => show_access(access, f)?,
            Statement::Fence(order) => write!(f, "fence {}", order_name(*order))?,
            Statement::Section {
                mutex,
                is_try,
                body,
            } => {
                let word = if *is_try { "try" } else { "lock" };
                write!(f, "{word} m{mutex} {{")?;
                show(body, f)?;
                write!(f, " }}")?;
            }
            Statement::Acquire { semaphore, count } => write!(f, "acquire s{semaphore} {count}")?,
            Statement::Release { semaphore, count } => write!(f, "release s{semaphore} {count}")?,
            Statement::Choose { count, .. } => write!(f, "choose {count}")?,
            Statement::Wait { condition, mutex } => write!(f, "wait c{condition} m{mutex}")?,
            Statement::NotifyOne(condition) => write!(f, "notify c{condition}")?,
            Statement::NotifyAll(condition) => write!(f, "notifyall c{condition}")?,
            Statement::Spawn(thread) => write!(f, "spawn {thread}")?,
            Statement::Join(thread) => write!(f, "join {thread}")?,
        }
        if statement.skips() {
            f.write_str(" ?")?;
        }
    }
    Ok(())
}

fn show_access(access: &Access, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let location = LOCATIONS[access.location];
    match access.action {
        Action::Load => write!(f, "load {location}")?,
        Action::Store(value) => write!(f, "store {location} {value}")?,
        Action::StoreNext => write!(f, "store {location} next")?,
        Action::Add(summand) => write!(f, "add {location} {summand}")?,
        Action::Swap(value) => write!(f, "swap {location} {value}")?,
        Action::Exchange(old, new) => write!(f, "cas {location} {old} {new}")?,
    }
    write!(f, " {}", order_name(access.order))?;
    if matches!(access.action, Action::Exchange(..)) {
        write!(f, " {}", order_name(access.failure))?;
    }
    match access.wait {
        None => Ok(()),
        Some(Wait::Unless(value)) => write!(f, " unless {value}"),
        Some(Wait::Until(value)) => write!(f, " until {value}"),
    }
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
            if let Some(permits) = line.strip_prefix("permits ") {
                let permits: Result<_, _> = permits.split_whitespace().map(number_of).collect();
                program.permits = permits.map_err(at)?;
                continue;
            }
            let (name, rest) = line
                .split_once(':')
                .ok_or_else(|| at("expected \"NUMBER: statements\"".into()))?;
            if name.trim().parse() != Ok(program.threads.len()) {
                return Err(at("threads are numbered from zero, in order".into()));
            }
            let spaced = rest
                .replace(';', " ; ")
                .replace('{', " { ")
                .replace('}', " } ");
            let words: Vec<&str> = spaced.split_whitespace().collect();
            let mut reader = Reader {
                words: &words,
                at: 0,
            };
            let thread = reader.statements(false).map_err(at)?;
            program.threads.push(thread);
        }
        program.check()?;
        Ok(program)
    }
}

fn number_of(word: &str) -> Result<u64, String> {
    let number = word.parse().ok().filter(|number| *number < 100);
    number.ok_or_else(|| format!("expected a number below 100, not {word:?}"))
}

struct Reader<'a> {
    words: &'a [&'a str],
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).copied()
    }

    fn word(&mut self) -> Result<&'a str, String> {
        let word = self.peek().ok_or("the line ends in a statement")?;
        self.at += 1;
        Ok(word)
    }

    fn number(&mut self) -> Result<u64, String> {
        number_of(self.word()?)
    }

    fn order(&mut self) -> Result<Order, String> {
        let word = self.word()?;
        let found = ORDERS.iter().find(|(name, _)| *name == word);
        let found = found.map(|(_, order)| *order);
        found.ok_or_else(|| format!("expected na, rlx, acq, rel, acqrel or sc, not {word:?}"))
    }

    fn location(&mut self) -> Result<usize, String> {
        let word = self.word()?;
        let found = LOCATIONS.iter().position(|name| *name == word);
        found.ok_or_else(|| format!("expected a location (x, y, z, a, b or c), not {word:?}"))
    }

    fn named(&mut self, letter: char) -> Result<usize, String> {
        let word = self.word()?;
        let number = word.strip_prefix(letter).map(number_of);
        match number {
            Some(Ok(number)) => Ok(number as usize),
            _ => Err(format!("expected {letter}0, {letter}1, .., not {word:?}")),
        }
    }

    fn statements(&mut self, is_inner: bool) -> Result<Vec<Statement>, String> {
        let mut statements = Vec::new();
        loop {
            match self.peek() {
                None if is_inner => return Err("expected \"}\"".into()),
                None => return Ok(statements),
                Some("}") if is_inner => {
                    self.at += 1;
                    return Ok(statements);
                }
                Some(";") => self.at += 1,
                Some(_) => statements.push(self.statement()?),
            }
        }
    }

    fn statement(&mut self) -> Result<Statement, String> {
        let word = self.word()?;
        let mut statement = match word {
            "load" | "store" | "add" | "swap" | "cas" => Statement::Access(self.access(word)?),
            "fence" => Statement::Fence(self.order()?),
            "lock" | "try" => {
                let mutex = self.named('m')?;
                if self.word()? != "{" {
                    return Err("expected \"{\"".into());
                }
                Statement::Section {
                    mutex,
                    is_try: word == "try",
                    body: self.statements(true)?,
                }
            }
            "acquire" => Statement::Acquire {
                semaphore: self.named('s')?,
                count: self.number()?,
            },
            "release" => Statement::Release {
                semaphore: self.named('s')?,
                count: self.number()?,
            },
            "choose" => Statement::Choose {
                count: self.number()?,
                skips: false,
            },
            "wait" => Statement::Wait {
                condition: self.named('c')?,
                mutex: self.named('m')?,
            },
            "notify" => Statement::NotifyOne(self.named('c')?),
            "notifyall" => Statement::NotifyAll(self.named('c')?),
            "spawn" => Statement::Spawn(self.number()? as usize),
            "join" => Statement::Join(self.number()? as usize),
            _ => return Err(format!("there is no statement {word:?}")),
        };
        if self.peek() == Some("?") {
            self.at += 1;
            match &mut statement {
                Statement::Access(access) => access.skips = true,
                Statement::Choose { skips, .. } => *skips = true,
                _ => return Err("only what reads can skip".into()),
            }
        }
        match self.peek() {
            None | Some(";" | "}") => Ok(statement),
            Some(word) => Err(format!("expected \";\", not {word:?}")),
        }
    }

    fn access(&mut self, word: &str) -> Result<Access, String> {
        let location = self.location()?;
        let action = match word {
            "load" => Action::Load,
            "store" if self.peek() == Some("next") => {
                self.at += 1;
                Action::StoreNext
            }
            "store" => Action::Store(self.number()?),
            "add" => Action::Add(self.number()?),
            "swap" => Action::Swap(self.number()?),
            _ => Action::Exchange(self.number()?, self.number()?),
        };
        let mut access = Access::new(location, action, self.order()?);
        if word == "cas" {
            access.failure = self.order()?;
        }
        if let Some(wait) = self
            .peek()
            .filter(|word| ["until", "unless"].contains(word))
        {
            self.at += 1;
            let value = self.number()?;
            access.wait = Some(match wait {
                "until" => Wait::Until(value),
                _ => Wait::Unless(value),
            });
            if !action.reads() {
                return Err("a store cannot wait".into());
            }
        }
        Ok(access)
    }
}
