//! Terms of the judge, and their text: as `io_lib:format("~w", ..)` prints them, with places in
//! the spawn tree for processes, `ref` for references, and `[]` for stack traces.

use std::borrow::Cow;
use std::fmt::Write as _;

/// A term.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// A small integer.
    Int(i64),
    /// An atom.
    Atom(Cow<'static, str>),
    /// The process with that number in the program.
    Pid(usize),
    /// A reference: who made it, and which one it is.
    Ref(usize, usize),
    /// A tuple.
    Tuple(Vec<Value>),
    /// A proper list.
    List(Vec<Value>),
}

/// An atom.
#[must_use]
pub fn atom(name: &'static str) -> Value {
    Value::Atom(Cow::Borrowed(name))
}

/// An atom for true and false.
#[must_use]
pub fn boolean(is: bool) -> Value {
    atom(if is { "true" } else { "false" })
}

/// A tuple.
#[must_use]
pub fn tuple<const N: usize>(parts: [Value; N]) -> Value {
    Value::Tuple(parts.into())
}

impl Value {
    /// The text of a term; processes are written as their paths.
    #[must_use]
    pub fn text(&self, paths: &[String]) -> String {
        let mut text = String::new();
        self.write(paths, &mut text);
        text
    }

    fn write(&self, paths: &[String], to: &mut String) {
        match self {
            Value::Int(number) => {
                let _ = write!(to, "{number}");
            }
            Value::Atom(name) => write_atom(name, to),
            Value::Pid(process) => write_atom(&paths[*process], to),
            Value::Ref(..) => to.push_str("ref"),
            Value::Tuple(parts) => write_parts(('{', parts, '}'), paths, to),
            Value::List(parts) => write_parts(('[', parts, ']'), paths, to),
        }
    }

    /// The term without what differs from run to run: stack traces are empty.
    #[must_use]
    pub fn normal(self) -> Value {
        match self {
            Value::Tuple(parts) => {
                let mut parts: Vec<Value> = parts.into_iter().map(Value::normal).collect();
                if let [_, Value::List(stack)] = parts.as_mut_slice() {
                    let frame = |v: &Value| matches!(v, Value::Tuple(frame) if frame.len() == 4);
                    if stack.iter().all(frame) {
                        stack.clear();
                    }
                }
                Value::Tuple(parts)
            }
            Value::List(parts) => Value::List(parts.into_iter().map(Value::normal).collect()),
            other => other,
        }
    }
}

fn write_atom(name: &str, to: &mut String) {
    let mut letters = name.chars();
    let plain = letters.next().is_some_and(|c| c.is_ascii_lowercase())
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '@');
    if plain {
        to.push_str(name);
    } else {
        let _ = write!(to, "'{name}'");
    }
}

fn write_parts((open, parts, close): (char, &[Value], char), paths: &[String], to: &mut String) {
    to.push(open);
    for (nth, part) in parts.iter().enumerate() {
        if nth > 0 {
            to.push(',');
        }
        part.write(paths, to);
    }
    to.push(close);
}

/// Reads the text of a term. A process is an atom of what stands between its brackets, a
/// reference is `ref`, as is anything else that begins with `#`.
///
/// # Errors
/// Where the text is no term that the generated programs can make.
pub fn parse(text: &str) -> Result<Value, String> {
    let mut reader = Reader {
        rest: text.trim_start(),
    };
    let value = reader.value();
    match value {
        Some(value) if reader.rest.is_empty() => Ok(value),
        _ => Err(format!("no term: {text:?}, from {:?}", reader.rest)),
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest[bytes..].trim_start();
    }

    fn until(&mut self, end: char) -> Option<&'a str> {
        let rest = &self.rest[1..];
        let length = rest.find(end)?;
        self.skip(length + 2);
        Some(&rest[..length])
    }

    fn value(&mut self) -> Option<Value> {
        let first = self.rest.chars().next()?;
        match first {
            '{' => Some(Value::Tuple(self.parts('}')?)),
            '[' => Some(Value::List(self.parts(']')?)),
            '<' => self.until('>').map(named),
            '\'' => self.until('\'').map(named),
            '#' => {
                self.until('>')?;
                Some(atom("ref"))
            }
            '"' => {
                let letters = self.until('"')?.chars();
                let letters = letters.map(|c| Value::Int(i64::from(u32::from(c))));
                Some(Value::List(letters.collect()))
            }
            '-' | '0'..='9' => {
                let digits = self.rest[1..].find(|c: char| !c.is_ascii_digit());
                let length = digits.map_or(self.rest.len(), |digits| digits + 1);
                let number = self.rest[..length].parse().ok()?;
                self.skip(length);
                Some(Value::Int(number))
            }
            'a'..='z' => {
                let end = self
                    .rest
                    .find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                let length = end.unwrap_or(self.rest.len());
                let name = &self.rest[..length];
                self.skip(length);
                Some(named(name))
            }
            _ => None,
        }
    }

    fn parts(&mut self, close: char) -> Option<Vec<Value>> {
        let mut parts = Vec::new();
        self.skip(1);
        loop {
            if self.rest.starts_with(close) {
                self.skip(1);
                return Some(parts);
            }
            if !parts.is_empty() {
                if !self.rest.starts_with(',') {
                    return None;
                }
                self.skip(1);
            }
            parts.push(self.value()?);
        }
    }
}

fn named(name: &str) -> Value {
    Value::Atom(Cow::Owned(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_as_they_are_written() {
        let text = "{'EXIT','P.1',{badarg,[]},[1,-2,{a,ref}]}";
        let read = parse(text).expect("a term");
        assert_eq!(read.text(&[]), text);
        let other = "{'EXIT',<P.1>,{badarg,[{ets,lookup,[t,1],[]},{m,f,0,[{line,3}]}]}, \
                     [1,-2,{a,#Ref<0.1.2>}]}";
        let read = parse(other).expect("a term");
        assert_eq!(read.normal().text(&[]), text);
        assert!(parse("{a,").is_err());
    }
}
