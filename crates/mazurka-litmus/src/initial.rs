//! The initial state, between braces.

use crate::error::ParseError;
use crate::lexer::{Lexer, Part, Token};
use crate::locations::LONGEST_ARRAY;
use crate::value::Type;

/// What is initialised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Location(String),
    Register { thread: u32, name: String },
}

/// What it is initialised to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Constant {
    Number(i64),
    /// The address of a location, or of an element of it.
    Address(String, u64),
}

/// One declaration of the initial state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Item {
    /// The byte where it begins.
    pub(crate) at: usize,
    pub(crate) place: Place,
    pub(crate) declared: Option<Type>,
    /// The length, of an array.
    pub(crate) length: Option<usize>,
    pub(crate) values: Vec<Constant>,
}

const STATE: Part = Part::State;

/// Reads the initial state, after its opening brace.
pub(crate) fn parse(lexer: &mut Lexer<'_>) -> Result<Vec<Item>, ParseError> {
    let open = lexer.at - 1;
    let mut items = Vec::new();
    loop {
        check_open(lexer, open)?;
        if lexer.take(STATE, "}")? {
            return Ok(items);
        }
        if lexer.take(STATE, ";")? {
            continue;
        }
        items.push(item(lexer)?);
        check_open(lexer, open)?;
        if lexer.peek(STATE)? != Token::Sign("}") && !lexer.take(STATE, ";")? {
            return Err(lexer.expected(STATE, "`;` or `}` after an initial value"));
        }
    }
}

/// Has the initial state, which was opened there, no end? It has none if the file ends, or
/// if what is next is the beginning of the program or of the condition.
fn check_open(lexer: &Lexer<'_>, open: usize) -> Result<(), ParseError> {
    let start = lexer.start(STATE)?;
    let mut ahead = lexer.clone();
    let what = loop {
        match ahead.next(STATE)? {
            Token::End => break "the end of the file",
            Token::Name("exists" | "forall") if ahead.peek(STATE)? == Token::Sign("(") => {
                break "the condition";
            }
            Token::Name(word) if thread_number(word).is_some() => match ahead.peek(STATE)? {
                Token::Sign("(" | "|" | ";") => break "the program",
                _ => return Ok(()),
            },
            // What a function gives, before its name.
            Token::Name("static" | "void" | "int" | "inline") => {}
            _ => return Ok(()),
        }
    };
    let place = lexer.error_at(start, "");
    let message = format!(
        "this initial state is never closed: expected `}}` before {what}, at {}:{}",
        place.line, place.column
    );
    Err(lexer.error_at(open, message))
}

fn item(lexer: &mut Lexer<'_>) -> Result<Item, ParseError> {
    let at = lexer.start(STATE)?;
    let mut words: Vec<String> = Vec::new();
    let mut is_pointer = false;
    let place = loop {
        let start = lexer.start(STATE)?;
        match lexer.peek(STATE)? {
            Token::Sign("*") => {
                lexer.next(STATE)?;
                is_pointer = true;
            }
            Token::Sign("[") => {
                lexer.next(STATE)?;
                let name = name(lexer, "the name of a location")?;
                lexer.expect(STATE, "]")?;
                break Place::Location(name);
            }
            Token::Number(_) => break register(lexer)?,
            Token::Name(word) if thread_number(word).is_some() && is_before_colon(lexer)? => {
                break register(lexer)?;
            }
            Token::Percent(name) => {
                let message = format!("`%{name}` belongs to no thread: write `0:%{name}`");
                return Err(lexer.error_at(start, message));
            }
            Token::Name(word) | Token::Quoted(word) => {
                lexer.next(STATE)?;
                if is_end_of_name(lexer.peek(STATE)?) {
                    break Place::Location(word.to_owned());
                }
                words.push(word.to_owned());
            }
            _ => return Err(lexer.expected(STATE, "a location or a register (`0:EAX`)")),
        }
    };
    let length = array_length(lexer)?;
    let values = if lexer.take(STATE, "=")? {
        initial_values(lexer, length)?
    } else {
        Vec::new()
    };
    let declared = if is_pointer {
        Some(Type::POINTER)
    } else {
        (!words.is_empty()).then(|| Type::of_words(words.iter().map(String::as_str)))
    };
    Ok(Item {
        at,
        place,
        declared,
        length,
        values,
    })
}

/// Is this what comes after the name of a location, rather than after a type?
fn is_end_of_name(token: Token<'_>) -> bool {
    match token {
        Token::Sign(sign) => matches!(sign, "=" | ";" | "}" | "["),
        Token::Name(_) | Token::Quoted(_) | Token::Number(_) => false,
        _ => true,
    }
}

fn is_before_colon(lexer: &Lexer<'_>) -> Result<bool, ParseError> {
    Ok(lexer.peek_second(STATE)? == Token::Sign(":"))
}

/// The number of a thread, from `P0`.
pub(crate) fn thread_number(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('P')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}

/// Reads `0:EAX` or `P0:EAX`.
fn register(lexer: &mut Lexer<'_>) -> Result<Place, ParseError> {
    let thread = thread(lexer)?;
    lexer.expect(STATE, ":")?;
    let name = register_name(lexer)?;
    Ok(Place::Register { thread, name })
}

/// Reads the number of a thread, `0` or `P0`.
pub(crate) fn thread(lexer: &mut Lexer<'_>) -> Result<u32, ParseError> {
    let thread = match lexer.peek(STATE)? {
        Token::Number(number) => u32::try_from(number).ok(),
        Token::Name(word) => thread_number(word),
        _ => None,
    };
    let Some(thread) = thread else {
        return Err(lexer.expected(STATE, "the number of a thread"));
    };
    lexer.next(STATE)?;
    Ok(thread)
}

/// Reads the name of a register, after the number of its thread.
pub(crate) fn register_name(lexer: &mut Lexer<'_>) -> Result<String, ParseError> {
    if let Token::Percent(name) = lexer.peek(STATE)? {
        lexer.next(STATE)?;
        return Ok(format!("%{name}"));
    }
    name(lexer, "the name of a register")
}

/// Reads a name.
pub(crate) fn name(lexer: &mut Lexer<'_>, what: &str) -> Result<String, ParseError> {
    match lexer.peek(STATE)? {
        Token::Name(name) | Token::Quoted(name) => {
            lexer.next(STATE)?;
            Ok(name.to_owned())
        }
        _ => Err(lexer.expected(STATE, what)),
    }
}

fn array_length(lexer: &mut Lexer<'_>) -> Result<Option<usize>, ParseError> {
    if !lexer.take(STATE, "[")? {
        return Ok(None);
    }
    let start = lexer.start(STATE)?;
    let Token::Number(length) = lexer.peek(STATE)? else {
        return Err(lexer.expected(STATE, "the length of an array"));
    };
    lexer.next(STATE)?;
    lexer.expect(STATE, "]")?;
    match usize::try_from(length) {
        Ok(length) if (1..=LONGEST_ARRAY).contains(&length) => Ok(Some(length)),
        _ => {
            let message = format!("an array has 1 to {LONGEST_ARRAY} elements, not {length}");
            Err(lexer.error_at(start, message))
        }
    }
}

fn initial_values(
    lexer: &mut Lexer<'_>,
    length: Option<usize>,
) -> Result<Vec<Constant>, ParseError> {
    let Some(length) = length else {
        return Ok(vec![constant(lexer)?]);
    };
    let start = lexer.start(STATE)?;
    lexer.expect(STATE, "{")?;
    let values = constants(lexer)?;
    if values.len() != length {
        let message = format!(
            "expected {length} values, the length of the array, found {}",
            values.len()
        );
        return Err(lexer.error_at(start, message));
    }
    Ok(values)
}

/// Reads values up to a closing brace.
pub(crate) fn constants(lexer: &mut Lexer<'_>) -> Result<Vec<Constant>, ParseError> {
    let mut values = vec![constant(lexer)?];
    while lexer.take(STATE, ",")? {
        values.push(constant(lexer)?);
    }
    lexer.expect(STATE, "}")?;
    Ok(values)
}

/// Reads a number or an address.
pub(crate) fn constant(lexer: &mut Lexer<'_>) -> Result<Constant, ParseError> {
    match lexer.peek(STATE)? {
        Token::Number(number) => {
            lexer.next(STATE)?;
            Ok(Constant::Number(number))
        }
        Token::Sign("&") => {
            lexer.next(STATE)?;
            let name = name(lexer, "the name of a location")?;
            address(lexer, name)
        }
        Token::Sign("`") => {
            lexer.next(STATE)?;
            lexer.enter()?;
            let value = constant(lexer)?;
            lexer.expect(STATE, "`")?;
            lexer.leave();
            Ok(value)
        }
        Token::Name("ATOMIC_INIT" | "ATOMIC_VAR_INIT") => {
            lexer.next(STATE)?;
            lexer.enter()?;
            lexer.expect(STATE, "(")?;
            let value = constant(lexer)?;
            lexer.expect(STATE, ")")?;
            lexer.leave();
            Ok(value)
        }
        Token::Name(name) | Token::Quoted(name) => {
            lexer.next(STATE)?;
            address(lexer, name.to_owned())
        }
        _ => Err(lexer.expected(STATE, "a number or a location")),
    }
}

/// The address of a location, or of an element if there is an index.
fn address(lexer: &mut Lexer<'_>, name: String) -> Result<Constant, ParseError> {
    if !lexer.take(STATE, "[")? {
        return Ok(Constant::Address(name, 0));
    }
    let index = index(lexer)?;
    Ok(Constant::Address(name, index))
}

/// Reads the index of an element, after the opening bracket.
pub(crate) fn index(lexer: &mut Lexer<'_>) -> Result<u64, ParseError> {
    let index = match lexer.peek(STATE)? {
        Token::Number(number) => usize::try_from(number).ok(),
        _ => None,
    };
    let Some(index) = index.filter(|index| *index < LONGEST_ARRAY) else {
        return Err(lexer.expected(STATE, "the index of an element"));
    };
    lexer.next(STATE)?;
    lexer.expect(STATE, "]")?;
    Ok(index as u64)
}
