//! Patterns and guards as text, from the abstract code that the compiler leaves in a module.
//!
//! The layout is that of OTP's own printer (`erl_pp`), on one line. What is not known is written
//! as `...`: that cannot be mistaken for a part of a program.

use crate::beam::Value;
use crate::print;

/// Texts are cut when they are longer.
const MOST_CHARACTERS: usize = 300;

/// What an operator binds, from the loosest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Binding(u8);

const LOOSEST: Binding = Binding(0);
const TIGHTEST: Binding = Binding(100);

/// The left side of a clause of a receive, with its guards.
pub(super) fn clause(patterns: &Value, guards: &Value) -> String {
    let mut text = expressions(patterns);
    let guards: Vec<String> = items(guards).map(expressions_in_guard).collect();
    if !guards.is_empty() {
        text.push_str(" when ");
        text.push_str(&guards.join("; "));
    }
    cut(text)
}

/// One expression.
pub(super) fn expression(form: &Value) -> String {
    cut(write(form, LOOSEST))
}

/// A text that is not too long.
pub(super) fn cut(text: String) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

fn expressions_in_guard(guard: &Value) -> String {
    let tests: Vec<String> = items(guard).map(|test| write(test, LOOSEST)).collect();
    tests.join(", ")
}

fn expressions(list: &Value) -> String {
    let all: Vec<String> = items(list).map(|item| write(item, LOOSEST)).collect();
    all.join(",")
}

/// The elements of a list; none if it is something else.
pub(super) fn items(list: &Value) -> impl Iterator<Item = &Value> {
    let items = match list {
        Value::List(items, _) => &items[..],
        _ => &[],
    };
    items.iter()
}

/// The text of an atom.
pub(super) fn atom_of(value: &Value) -> Option<&str> {
    match value {
        Value::Atom(text) => Some(text),
        _ => None,
    }
}

/// A list of characters.
pub(super) fn text_of(value: &Value) -> Option<String> {
    let char_of = |value: &Value| match value {
        Value::Integer(code) => char::from_u32(u32::try_from(*code).ok()?),
        _ => None,
    };
    match value {
        Value::Nil => Some(String::new()),
        Value::List(items, tail) if **tail == Value::Nil => items.iter().map(char_of).collect(),
        _ => None,
    }
}

/// A form: what it is, and its parts behind its place.
pub(super) fn parts(form: &Value) -> Option<(&str, &[Value])> {
    match form {
        Value::Tuple(elements) => match &elements[..] {
            [kind, _, rest @ ..] => Some((atom_of(kind)?, rest)),
            _ => None,
        },
        _ => None,
    }
}

fn write(form: &Value, around: Binding) -> String {
    known(form, around).unwrap_or_else(|| "...".to_owned())
}

fn known(form: &Value, around: Binding) -> Option<String> {
    let (kind, rest) = parts(form)?;
    Some(match (kind, rest) {
        ("var", [name]) => atom_of(name)?.to_owned(),
        ("atom", [name]) => print::atom(atom_of(name)?),
        ("integer", [Value::Integer(number)]) => number.to_string(),
        ("integer", [Value::Big(number)]) => number.to_string(),
        ("float", [Value::Float(number)]) => print::float(*number),
        ("char", [Value::Integer(code)]) => {
            let char = char::from_u32(u32::try_from(*code).ok()?)?;
            match char.is_control() || char == ' ' {
                true => code.to_string(),
                false => format!("${char}"),
            }
        }
        ("string", [text]) => quoted(&text_of(text)?),
        ("nil", []) => "[]".to_owned(),
        ("cons", [..]) => list(form),
        ("tuple", [elements]) => format!("{{{}}}", expressions(elements)),
        ("map", [fields]) => format!("#{{{}}}", map_fields(fields)),
        ("map", [map, fields]) => format!("{}#{{{}}}", write(map, TIGHTEST), map_fields(fields)),
        ("bin", [elements]) => {
            let elements: Vec<String> = items(elements).map(segment).collect();
            format!("<<{}>>", elements.join(","))
        }
        ("match", [left, right]) => {
            let text = format!(
                "{} = {}",
                write(left, Binding(11)),
                write(right, Binding(10))
            );
            in_brackets(text, around, Binding(10))
        }
        ("record", [name, fields]) => {
            format!(
                "#{}{{{}}}",
                print::atom(atom_of(name)?),
                record_fields(fields)
            )
        }
        ("record_index", [name, field]) => {
            format!(
                "#{}.{}",
                print::atom(atom_of(name)?),
                write(field, TIGHTEST)
            )
        }
        ("record_field", [record, name, field]) => format!(
            "{}#{}.{}",
            write(record, TIGHTEST),
            print::atom(atom_of(name)?),
            write(field, TIGHTEST)
        ),
        ("op", [operator, operand]) => {
            let operator = atom_of(operator)?;
            let space = if operator.len() > 1 { " " } else { "" };
            let text = format!("{operator}{space}{}", write(operand, Binding(70)));
            in_brackets(text, around, Binding(70))
        }
        ("op", [operator, left, right]) => {
            let operator = atom_of(operator)?;
            let own = binding(operator);
            let (to_left, to_right) = match operator {
                "++" | "--" => (Binding(own.0 + 1), own),
                _ => (own, Binding(own.0 + 1)),
            };
            let text = format!(
                "{} {operator} {}",
                write(left, to_left),
                write(right, to_right)
            );
            in_brackets(text, around, own)
        }
        ("call", [function, arguments]) => {
            format!("{}({})", write(function, TIGHTEST), expressions(arguments))
        }
        ("remote", [module, function]) => {
            // Guards are functions of erlang, whether that is said or not.
            match (parts(module)?, write(function, TIGHTEST)) {
                (("atom", [Value::Atom(name)]), function) if name == "erlang" => function,
                (_, function) => format!("{}:{function}", write(module, TIGHTEST)),
            }
        }
        _ => return None,
    })
}

fn in_brackets(text: String, around: Binding, own: Binding) -> String {
    match around > own {
        true => format!("({text})"),
        false => text,
    }
}

fn binding(operator: &str) -> Binding {
    Binding(match operator {
        "orelse" => 15,
        "andalso" => 20,
        "==" | "/=" | "=<" | "<" | ">=" | ">" | "=:=" | "=/=" => 30,
        "++" | "--" => 40,
        "+" | "-" | "bor" | "bxor" | "bsl" | "bsr" | "or" | "xor" => 50,
        _ => 60,
    })
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.escape_default())
}

/// A list, which is made of pairs.
fn list(form: &Value) -> String {
    let mut heads = Vec::new();
    let mut rest = form;
    while let Some(("cons", [head, tail])) = parts(rest) {
        heads.push(write(head, LOOSEST));
        rest = tail;
    }
    let heads = heads.join(",");
    match parts(rest) {
        Some(("nil", [])) => format!("[{heads}]"),
        _ => format!("[{heads}|{}]", write(rest, LOOSEST)),
    }
}

fn map_fields(fields: &Value) -> String {
    let field = |field: &Value| match parts(field) {
        Some((kind, [key, value])) => {
            let arrow = match kind {
                "map_field_exact" => ":=",
                _ => "=>",
            };
            format!("{} {arrow} {}", write(key, LOOSEST), write(value, LOOSEST))
        }
        _ => "...".to_owned(),
    };
    let fields: Vec<String> = items(fields).map(field).collect();
    fields.join(",")
}

fn record_fields(fields: &Value) -> String {
    let field = |field: &Value| match parts(field) {
        Some(("record_field", [name, value])) => {
            format!("{} = {}", write(name, LOOSEST), write(value, LOOSEST))
        }
        _ => "...".to_owned(),
    };
    let fields: Vec<String> = items(fields).map(field).collect();
    fields.join(",")
}

/// A segment of a binary.
fn segment(element: &Value) -> String {
    let Some(("bin_element", [value, size, types])) = parts(element) else {
        return "...".to_owned();
    };
    let mut text = write(value, TIGHTEST);
    if atom_of(size) != Some("default") {
        text.push(':');
        text.push_str(&write(size, TIGHTEST));
    }
    let kind = |kind: &Value| match kind {
        Value::Atom(kind) => kind.clone(),
        Value::Tuple(pair) => match &pair[..] {
            [Value::Atom(name), Value::Integer(number)] => format!("{name}:{number}"),
            _ => "...".to_owned(),
        },
        _ => "...".to_owned(),
    };
    let types: Vec<String> = items(types).map(kind).collect();
    if !types.is_empty() {
        text.push('/');
        text.push_str(&types.join("-"));
    }
    text
}
