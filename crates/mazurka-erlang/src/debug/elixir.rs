//! Receives of Elixir modules, whose debug information is Elixir's own tree of a program:
//! `{Name, Metadata, Arguments}` for what is not a constant.

use super::code::Tested;
use super::pattern::{atom_of, cut, items};
use super::{Found, Receive};
use crate::beam::Value;
use crate::print;

/// The receives of a function, in the order of the source; `info` is what `elixir_erl` leaves.
pub(super) fn in_source(
    info: &[Value],
    function: &str,
    arity: u32,
    line: Option<u32>,
) -> Option<Vec<Found>> {
    let [_, Value::Map(fields), ..] = info else {
        return None;
    };
    let field = |name: &str| {
        let mut fields = fields.iter();
        let found = fields.find(|(key, _)| atom_of(key) == Some(name));
        found.map(|(_, value)| value)
    };
    let file = match field("relative_file").or_else(|| field("file")) {
        Some(Value::Binary(bytes)) => String::from_utf8_lossy(bytes).into_owned(),
        _ => String::new(),
    };
    for definition in items(field("definitions")?) {
        let Value::Tuple(parts) = definition else {
            continue;
        };
        let [Value::Tuple(name), _, _, clauses] = &parts[..] else {
            continue;
        };
        let [Value::Atom(name), Value::Integer(count)] = &name[..] else {
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
        // (Clauses of a function have other metadata than those of a receive.)
        for (place, clause) in items(clauses).enumerate() {
            walk.path.push((place, true));
            walk.value(clause);
            walk.path.pop();
        }
        return Some(super::of_function(walk.found, is_it, line));
    }
    None
}

/// What is not a constant: a name or another such thing, the line, and arguments or a context.
fn node(value: &Value) -> Option<(&Value, Option<u32>, &Value)> {
    let Value::Tuple(parts) = value else {
        return None;
    };
    let [head, meta @ (Value::List(..) | Value::Nil), arguments] = &parts[..] else {
        return None;
    };
    let line = items(meta).find_map(|item| match item {
        Value::Tuple(pair) => match &pair[..] {
            [Value::Atom(key), Value::Integer(line)] if key == "line" => u32::try_from(*line).ok(),
            _ => None,
        },
        _ => None,
    });
    Some((head, line, arguments))
}

/// The same, with a name and a list of arguments.
fn named(value: &Value) -> Option<(&str, Option<u32>, &[Value])> {
    let (head, line, arguments) = node(value)?;
    let arguments = match arguments {
        Value::List(arguments, _) => &arguments[..],
        Value::Nil => &[],
        _ => return None,
    };
    Some((atom_of(head)?, line, arguments))
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
        match named(value) {
            Some(("receive", line, [parts])) => self.receive(line, parts),
            Some(("fn" | "for", line, _)) => self.within = line,
            _ => {}
        }
        let is_clause = |child: &Value| matches!(named(child), Some(("->", _, _)));
        let is_choice = matches!(value, Value::List(..)) && children.iter().all(is_clause);
        for (place, child) in children.iter().enumerate() {
            self.path.push((place, is_choice));
            self.value(child);
            self.path.pop();
        }
        self.within = within;
    }

    fn receive(&mut self, line: Option<u32>, parts: &Value) {
        let part = |name: &str| {
            let mut parts = items(parts).filter_map(|part| match part {
                Value::Tuple(pair) => Some((atom_of(pair.first()?)?, pair.get(1)?)),
                _ => None,
            });
            let found = parts.find(|(key, _)| *key == name);
            found.map_or(&Value::Nil, |(_, clauses)| clauses)
        };
        let left = |clauses: &Value| -> Vec<Value> {
            let sides = items(clauses).filter_map(|clause| match named(clause) {
                Some(("->", _, [left, _])) => items(left).next().cloned(),
                _ => None,
            });
            sides.collect()
        };
        let patterns = left(part("do"));
        // Without clauses it only sleeps.
        if patterns.is_empty() {
            return;
        }
        let mut tested = Tested::default();
        for pattern in &patterns {
            constants(pattern, &mut tested);
        }
        let texts = patterns.iter().map(|pattern| match named(pattern) {
            Some(("when", _, [pattern, guard])) => {
                format!("{} when {}", write(pattern), write(guard))
            }
            _ => write(pattern),
        });
        self.found.push(Found {
            receive: Receive {
                file: self.file.to_owned(),
                line: line.unwrap_or(0),
                clauses: texts.map(cut).collect(),
                after: left(part("after")).first().map(write),
            },
            tested,
            within: self.within,
            path: self.path.clone(),
        });
    }
}

/// The atoms and integers of patterns and guards.
fn constants(value: &Value, tested: &mut Tested) {
    match value {
        Value::Atom(text) => {
            tested.atoms.insert(text.clone());
        }
        Value::Integer(number) => {
            tested.integers.insert(*number);
        }
        Value::List(items, _) => items.iter().for_each(|item| constants(item, tested)),
        Value::Tuple(parts) => match node(value) {
            // A variable; what a binary is made of is tested otherwise.
            Some((_, _, Value::Atom(_))) => {}
            Some((Value::Atom(name), _, _)) if name == "<<>>" || name == "^" => {}
            Some((Value::Atom(name), _, arguments)) if name == "%" => {
                tested.atoms.insert("__struct__".to_owned());
                constants(arguments, tested);
            }
            Some((_, _, arguments)) => constants(arguments, tested),
            None => parts.iter().for_each(|part| constants(part, tested)),
        },
        _ => {}
    }
}

fn join(values: &[Value]) -> String {
    let texts: Vec<String> = values.iter().map(write).collect();
    texts.join(", ")
}

/// A pattern or a guard, as Elixir writes it.
fn write(value: &Value) -> String {
    known(value).unwrap_or_else(|| "...".to_owned())
}

fn known(value: &Value) -> Option<String> {
    Some(match value {
        Value::Atom(text) => print::elixir_atom(text),
        Value::Integer(number) => number.to_string(),
        Value::Big(number) => number.to_string(),
        Value::Float(number) => print::float(*number),
        Value::Binary(bytes) => format!("{:?}", std::str::from_utf8(bytes).ok()?),
        Value::Nil => "[]".to_owned(),
        Value::List(items, _) => match items.split_last() {
            Some((last, first)) => match named(last) {
                Some(("|", _, [head, tail])) => {
                    let mut heads = first.to_vec();
                    heads.push(head.clone());
                    format!("[{} | {}]", join(&heads), write(tail))
                }
                _ => format!("[{}]", join(items)),
            },
            None => "[]".to_owned(),
        },
        Value::Tuple(parts) if parts.len() == 2 => format!("{{{}}}", join(parts)),
        Value::Tuple(_) => match node(value)? {
            (Value::Atom(name), _, Value::Atom(_)) => name.clone(),
            (Value::Tuple(_), _, arguments) => {
                let (head, _, _) = node(value)?;
                let Some((".", _, [module, function])) = named(head) else {
                    return None;
                };
                call(module, atom_of(function)?, &list_of(arguments))
            }
            _ => form(value)?,
        },
        _ => return None,
    })
}

fn list_of(arguments: &Value) -> Vec<Value> {
    items(arguments).cloned().collect()
}

/// What is not a constant, a variable or a call of another module.
fn form(value: &Value) -> Option<String> {
    let (name, _, arguments) = named(value)?;
    Some(match (name, arguments) {
        ("{}", elements) => format!("{{{}}}", join(elements)),
        ("%{}", pairs) => format!("%{{{}}}", map_pairs(pairs)?),
        ("%", [module, map]) => match named(map) {
            Some(("%{}", _, pairs)) => format!("%{}{{{}}}", write(module), map_pairs(pairs)?),
            _ => return None,
        },
        ("=", [left, right]) => format!("{} = {}", write(left), write(right)),
        ("^", [variable]) => format!("^{}", write(variable)),
        ("::", [value, kind]) => format!("{}::{}", write(value), write(kind)),
        ("-", [left, right]) => format!("{}-{}", write(left), write(right)),
        ("<<>>", segments) => format!("<<{}>>", join(segments)),
        (name, []) => name.to_owned(),
        (name, arguments) => format!("{name}({})", join(arguments)),
    })
}

fn map_pairs(pairs: &[Value]) -> Option<String> {
    let pair = |pair: &Value| match pair {
        Value::Tuple(parts) => match &parts[..] {
            [Value::Atom(key), value] => {
                let key = print::elixir_atom(key);
                match key.strip_prefix(':') {
                    Some(plain) => Some(format!("{plain}: {}", write(value))),
                    None => Some(format!("{key} => {}", write(value))),
                }
            }
            [key, value] => Some(format!("{} => {}", write(key), write(value))),
            _ => None,
        },
        _ => None,
    };
    // What has an arrow comes first.
    let mut texts = pairs.iter().map(pair).collect::<Option<Vec<String>>>()?;
    texts.sort_by_key(|text| !text.contains(" => "));
    Some(texts.join(", "))
}

fn call(module: &Value, function: &str, arguments: &[Value]) -> String {
    if atom_of(module) != Some("erlang") {
        return format!("{}.{function}({})", write(module), join(arguments));
    }
    let Some(operator) = operator(function) else {
        return format!("{function}({})", join(arguments));
    };
    match arguments {
        [operand] => format!("{operator}{}", within(operand)),
        [left, right] => format!("{} {operator} {}", within(left), within(right)),
        _ => format!("{function}({})", join(arguments)),
    }
}

/// How Elixir writes an operator of Erlang.
fn operator(function: &str) -> Option<&str> {
    Some(match function {
        "andalso" => "and",
        "orelse" => "or",
        "=:=" => "===",
        "=/=" => "!==",
        "=<" => "<=",
        "/=" => "!=",
        "==" | "<" | ">" | ">=" | "+" | "-" | "*" | "/" | "++" | "--" => function,
        "not" => "not ",
        _ => return None,
    })
}

/// An operand, in brackets if it is itself made of an operator and two operands.
fn within(value: &Value) -> String {
    let text = write(value);
    let is_binary = || {
        let (head, _, arguments) = node(value)?;
        let (_, _, [_, function]) = named(head)? else {
            return None;
        };
        operator(atom_of(function)?)?;
        Some(items(arguments).count() == 2)
    };
    match is_binary() {
        Some(true) => format!("({text})"),
        _ => text,
    }
}
