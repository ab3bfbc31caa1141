//! What the debug information of a module (`+debug_info`, the chunk `Dbgi`) tells about its
//! receives: where each is in the source, and its patterns.
//!
//! Code has no line at a receive, and no patterns. So a receive of the code is looked for in the
//! source: in the same function, with what its code compares messages with, and if several are
//! alike, in the order of both. Where that leaves several, all of them are told.

mod code;
mod elixir;
mod pattern;
#[cfg(test)]
mod tests;

use crate::beam::{self, Value};
use code::Tested;
use pattern::{atom_of, items, parts, text_of};

/// A receive in a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Receive {
    pub(crate) file: String,
    pub(crate) line: u32,
    /// The left sides of its clauses, with guards.
    pub(crate) clauses: Vec<String>,
    /// What is behind `after`.
    pub(crate) after: Option<String>,
}

/// What is known of a receive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// It is one of these; nearly always there is one.
    Receives(Vec<Receive>),
    /// Nothing, and why.
    Nothing(&'static str),
}

const NONE: Known = Known::Nothing("its module has no debug information");
const OTHER: Known = Known::Nothing("its module is of a language that is not known");
const STRANGE: Known = Known::Nothing("its debug information does not fit its code");

/// A receive of the source, and where it is in its function.
#[derive(Debug)]
struct Found {
    receive: Receive,
    tested: Tested,
    /// The line of the `fun` or comprehension that it is in, if any.
    within: Option<u32>,
    /// The way to it from the function: which child, and whether only one of its siblings runs.
    path: Vec<(usize, bool)>,
}

/// The receive with that number in the code of a function, from zero.
pub(crate) fn receive(bytes: &[u8], function: &str, arity: u32, number: usize) -> Known {
    let Ok(Some(Value::Tuple(info))) = beam::debug_info(bytes) else {
        return NONE;
    };
    let [_, Value::Atom(backend), Value::Tuple(data)] = &info[..] else {
        return NONE;
    };
    let Some(code) = beam::read(bytes)
        .ok()
        .and_then(|module| code::function(&module, function, arity))
    else {
        return STRANGE;
    };
    let Some(tested) = code.receives.get(number) else {
        return STRANGE;
    };
    let found = match (&**backend, data.first()) {
        ("erl_abstract_code", Some(forms @ Value::List(..))) => {
            in_source(forms, function, arity, code.line)
        }
        ("elixir_erl", _) => elixir::in_source(data, function, arity, code.line),
        ("erl_abstract_code", _) => return NONE,
        _ => return OTHER,
    };
    let found = found.unwrap_or_default();
    let chosen = choose(&found, tested, &code.receives, number);
    match chosen.is_empty() {
        true => STRANGE,
        false => Known::Receives(chosen.iter().map(|found| found.receive.clone()).collect()),
    }
}

/// Which of the receives of the source it is.
fn choose<'f>(
    found: &'f [Found],
    tested: &Tested,
    others: &[Tested],
    number: usize,
) -> Vec<&'f Found> {
    let Some(least) = found.iter().map(|of| distance(of, tested)).min() else {
        return Vec::new();
    };
    let alike = found.iter().filter(|of| distance(of, tested) == least);
    let alike: Vec<&Found> = alike.collect();
    // The same in code: if there are as many, and none is beside another, their order tells.
    let is_alike = |other: &Tested| alike.iter().all(|of| distance(of, other) == least);
    let same = others.iter().filter(|other| is_alike(other)).count();
    let before = others[..number]
        .iter()
        .filter(|other| is_alike(other))
        .count();
    let is_sequence = alike.windows(2).all(|pair| runs_before(pair[0], pair[1]));
    match same == alike.len() && is_sequence {
        true => vec![alike[before]],
        false => alike,
    }
}

/// How much differs between what code tests and what patterns have.
fn distance(found: &Found, tested: &Tested) -> usize {
    let atoms = found
        .tested
        .atoms
        .symmetric_difference(&tested.atoms)
        .count();
    let integers = &found.tested.integers;
    atoms + integers.symmetric_difference(&tested.integers).count()
}

/// Does the first come before the second in the source, and may both run?
fn runs_before(first: &Found, second: &Found) -> bool {
    let mut both = first.path.iter().zip(&second.path);
    match both.find(|(first, second)| first != second) {
        Some(((_, is_choice), _)) => !is_choice,
        None => true,
    }
}

/// The receives of a function, in the order of the source.
fn in_source(forms: &Value, function: &str, arity: u32, line: Option<u32>) -> Option<Vec<Found>> {
    let mut file = String::new();
    for form in items(forms) {
        match parts(form) {
            Some(("attribute", [Value::Atom(name), Value::Tuple(place)])) if name == "file" => {
                file = place.first().and_then(text_of).unwrap_or(file);
            }
            Some(("function", [name, Value::Integer(count), clauses])) => {
                let Some(name) = atom_of(name) else {
                    continue;
                };
                let is_it = name == function && *count == i64::from(arity);
                if !is_it && !function.starts_with(&format!("-{name}/{count}-")) {
                    continue;
                }
                let mut walk = Walk {
                    file: &file,
                    within: None,
                    path: Vec::new(),
                    found: Vec::new(),
                };
                walk.value(clauses);
                return Some(of_function(walk.found, is_it, line));
            }
            _ => {}
        }
    }
    None
}

/// Those of all receives in a function that its code has: its own, or if it is a part of it,
/// those of the part that begins in that line.
fn of_function(mut found: Vec<Found>, is_own: bool, line: Option<u32>) -> Vec<Found> {
    if is_own {
        found.retain(|of| of.within.is_none());
        return found;
    }
    found.retain(|of| of.within.is_some());
    if found.iter().any(|of| of.within == line) {
        found.retain(|of| of.within == line);
    }
    found
}

/// Looks for receives.
struct Walk<'a> {
    file: &'a str,
    within: Option<u32>,
    path: Vec<(usize, bool)>,
    found: Vec<Found>,
}

impl Walk<'_> {
    fn value(&mut self, value: &Value) {
        let children = match value {
            Value::Tuple(items) => items,
            Value::List(items, _) => items,
            _ => return,
        };
        let within = self.within;
        match parts(value) {
            Some(("receive", rest)) => self.receive(line(value), rest),
            Some(("fun" | "named_fun" | "lc" | "bc" | "mc", _)) => self.within = line(value),
            _ => {}
        }
        let is_clause = |child: &Value| matches!(parts(child), Some(("clause", [_, _, _])));
        let is_choice = matches!(value, Value::List(..)) && children.iter().all(is_clause);
        for (place, child) in children.iter().enumerate() {
            self.path.push((place, is_choice));
            self.value(child);
            self.path.pop();
        }
        self.within = within;
    }

    fn receive(&mut self, line: Option<u32>, rest: &[Value]) {
        let (clauses, after) = match rest {
            [clauses] => (clauses, None),
            [clauses, after, _] => (clauses, Some(pattern::expression(after))),
            _ => return,
        };
        let mut texts = Vec::new();
        let mut tested = Tested::default();
        for clause in items(clauses) {
            if let Some(("clause", [patterns, guards, _])) = parts(clause) {
                texts.push(pattern::clause(patterns, guards));
                constants(patterns, &mut tested);
                constants(guards, &mut tested);
            }
        }
        // Without clauses it only sleeps.
        if texts.is_empty() {
            return;
        }
        self.found.push(Found {
            receive: Receive {
                file: self.file.to_owned(),
                line: line.unwrap_or(0),
                clauses: texts,
                after,
            },
            tested,
            within: self.within,
            path: self.path.clone(),
        });
    }
}

/// The line of a form.
fn line(form: &Value) -> Option<u32> {
    let Value::Tuple(elements) = form else {
        return None;
    };
    line_of(elements.get(1)?)
}

fn line_of(place: &Value) -> Option<u32> {
    match place {
        Value::Integer(line) => u32::try_from(*line).ok(),
        Value::Tuple(pair) => line_of(pair.first()?),
        Value::List(items, _) => items.iter().find_map(|item| match item {
            Value::Tuple(pair) => match &pair[..] {
                [Value::Atom(key), place] if key == "location" => line_of(place),
                _ => None,
            },
            _ => None,
        }),
        _ => None,
    }
}

/// The atoms and integers of patterns and guards.
fn constants(form: &Value, tested: &mut Tested) {
    match parts(form) {
        Some(("atom", [Value::Atom(text)])) => {
            tested.atoms.insert(text.clone());
        }
        Some(("integer" | "char", [Value::Integer(number)])) => {
            tested.integers.insert(*number);
        }
        Some(("string", [text])) => {
            let chars = text_of(text).unwrap_or_default();
            tested
                .integers
                .extend(chars.chars().map(|char| i64::from(u32::from(char))));
        }
        Some(("call", [_, arguments])) => constants(arguments, tested),
        Some(("record", [Value::Atom(name), fields])) => {
            tested.atoms.insert(name.clone());
            for field in items(fields) {
                if let Some(("record_field", [_, value])) = parts(field) {
                    constants(value, tested);
                }
            }
        }
        Some(("bin_element", [value, _, _])) => constants(value, tested),
        Some((_, rest)) => rest.iter().for_each(|part| constants(part, tested)),
        None => items(form).for_each(|part| constants(part, tested)),
    }
}
