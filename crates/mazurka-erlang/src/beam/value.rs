//! Terms that are no part of any heap: literals and attributes of modules.

use super::error::Error;
use super::external::{self, Sink};
use crate::heap::{Bits, Heap};
use crate::map;
use crate::raise::Raise;
use crate::term::Term;
use num_bigint::BigInt;
use std::fmt;

/// A term.
///
/// Those that are decoded are at most [`DEEPEST`] deep.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(test, derive(Default))]
pub(crate) enum Value {
    Integer(i64),
    /// One that does not fit into 64 bits.
    Big(BigInt),
    Float(f64),
    Atom(String),
    Tuple(Vec<Value>),
    /// Elements and the tail, which is no list with elements. The empty list has none, and is
    /// its own tail: [`Value::Nil`].
    List(Vec<Value>, Box<Value>),
    /// The empty list.
    #[cfg_attr(test, default)]
    Nil,
    Map(Vec<(Value, Value)>),
    Binary(Vec<u8>),
    /// The last byte has that many bits, from 1 to 7, its highest; the others are zeros.
    Bits(Vec<u8>, u8),
    /// `fun module:function/arity`
    Export {
        module: Box<str>,
        function: Box<str>,
        arity: u8,
    },
}

// Literals of a file may be many small terms.
const _: () = assert!(size_of::<Value>() <= 40);

/// How deep terms may be. (A list is as deep as its deepest element.)
const DEEPEST: usize = 1_000;
/// How many bytes may come of what is compressed.
pub(super) const LARGEST: usize = 16 << 20;

/// Decodes a term of the external format, with the version before it and nothing behind it.
#[cfg(test)]
pub(crate) fn decode(bytes: &[u8]) -> Result<Value, Error> {
    decode_in("", bytes)
}

/// The same, from a chunk.
pub(super) fn decode_in(chunk: &'static str, bytes: &[u8]) -> Result<Value, Error> {
    let (value, used) = external::decode(chunk, bytes, LARGEST, &mut Values)?;
    match used == bytes.len() {
        true => Ok(value),
        false => Err(Error {
            chunk,
            offset: used,
            problem: super::error::Problem::GoesOn,
        }),
    }
}

/// Makes values.
struct Values;

impl Sink for Values {
    type Term = Value;
    type Error = Error;

    fn integer(&mut self, number: i64) -> Result<Value, Error> {
        Ok(Value::Integer(number))
    }

    fn big(&mut self, number: BigInt) -> Result<Value, Error> {
        Ok(Value::Big(number))
    }

    fn float(&mut self, number: f64) -> Result<Value, Error> {
        Ok(Value::Float(number))
    }

    fn atom(&mut self, text: &str) -> Result<Value, Error> {
        Ok(Value::Atom(text.to_owned()))
    }

    fn nil(&mut self) -> Result<Value, Error> {
        Ok(Value::Nil)
    }

    fn binary(&mut self, bytes: &[u8]) -> Result<Value, Error> {
        Ok(Value::Binary(bytes.to_vec()))
    }

    fn bits(&mut self, bytes: &[u8], last: u8) -> Result<Value, Error> {
        let mut bytes = bytes.to_vec();
        if let Some(byte) = bytes.last_mut() {
            *byte &= 0xff << (8 - last);
        }
        Ok(Value::Bits(bytes, last))
    }

    fn tuple(&mut self, items: Vec<Value>) -> Result<Value, Error> {
        Ok(Value::Tuple(items))
    }

    fn list(&mut self, mut items: Vec<Value>, tail: Value) -> Result<Value, Error> {
        // A tail may have come as a string.
        Ok(match tail {
            Value::List(more, tail) => {
                items.extend(more);
                Value::List(items, tail)
            }
            tail => Value::List(items, Box::new(tail)),
        })
    }

    fn map(&mut self, pairs: Vec<(Value, Value)>) -> Result<Value, Error> {
        Ok(Value::Map(pairs))
    }

    fn export(&mut self, module: &str, function: &str, arity: u8) -> Result<Value, Error> {
        Ok(Value::Export {
            module: module.into(),
            function: function.into(),
            arity,
        })
    }

    fn deepest(&self) -> usize {
        DEEPEST
    }
}

/// Makes a term of the heap.
///
/// It is at the end of the arena: a caller that wants to keep it calls
/// [`Heap::persist`].
pub(crate) fn install(value: &Value, heap: &mut Heap) -> Result<Term, Raise> {
    // Values are not deep, so the stack does.
    Ok(match value {
        Value::Integer(number) => heap.integer(*number),
        Value::Big(number) => {
            heap.check(number.bits() as usize / 64 + 2)?;
            heap.big(number)
        }
        Value::Float(number) => heap.float(*number),
        Value::Atom(text) => heap.atom(text),
        Value::Nil => Term::NIL,
        Value::Tuple(items) => {
            let items = install_all(items, heap)?;
            heap.check(items.len() + 1)?;
            heap.tuple(&items)
        }
        Value::List(items, tail) => {
            let tail = install(tail, heap)?;
            let items = install_all(items, heap)?;
            heap.check(2 * items.len())?;
            heap.list_before(&items, tail)
        }
        Value::Map(pairs) => {
            let mut terms = Vec::with_capacity(pairs.len());
            for (key, value) in pairs {
                terms.push((install(key, heap)?, install(value, heap)?));
            }
            heap.check(8 * terms.len() + 8)?;
            map::from_pairs(heap, terms)
        }
        Value::Binary(bytes) => {
            heap.check(bytes.len() / 8 + 2)?;
            heap.binary(bytes)
        }
        Value::Bits(bytes, last) => {
            heap.check(bytes.len() / 8 + 6)?;
            let whole = heap.binary(bytes);
            match heap.as_bits(whole) {
                Some(bits) => heap.sub_bits(Bits {
                    size: bits.size.saturating_sub(8) + usize::from(*last),
                    ..bits
                }),
                None => whole,
            }
        }
        Value::Export {
            module,
            function,
            arity,
        } => {
            let module = heap.atom(module);
            let function = heap.atom(function);
            heap.export(module, function, (*arity).into())
        }
    })
}

fn install_all(values: &[Value], heap: &mut Heap) -> Result<Vec<Term>, Raise> {
    values.iter().map(|value| install(value, heap)).collect()
}

/// As in a program.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |f: &mut fmt::Formatter<'_>, items: &[Value]| {
            for (index, item) in items.iter().enumerate() {
                let comma = if index > 0 { "," } else { "" };
                write!(f, "{comma}{item}")?;
            }
            Ok(())
        };
        match self {
            Value::Integer(number) => write!(f, "{number}"),
            Value::Big(number) => write!(f, "{number}"),
            Value::Float(number) => write!(f, "{number:?}"),
            Value::Atom(text) => write!(f, "'{}'", text.escape_debug()),
            Value::Nil => write!(f, "[]"),
            Value::Tuple(items) => {
                write!(f, "{{")?;
                join(f, items)?;
                write!(f, "}}")
            }
            Value::List(items, tail) => {
                write!(f, "[")?;
                join(f, items)?;
                match &**tail {
                    Value::Nil => write!(f, "]"),
                    tail => write!(f, "|{tail}]"),
                }
            }
            Value::Map(pairs) => {
                write!(f, "#{{")?;
                for (index, (key, value)) in pairs.iter().enumerate() {
                    let comma = if index > 0 { "," } else { "" };
                    write!(f, "{comma}{key}=>{value}")?;
                }
                write!(f, "}}")
            }
            Value::Binary(bytes) => {
                let bytes: Vec<_> = bytes.iter().map(u8::to_string).collect();
                write!(f, "<<{}>>", bytes.join(","))
            }
            Value::Bits(bytes, last) => {
                write!(f, "<<")?;
                let (end, whole) = bytes.split_last().unwrap_or((&0, &[]));
                for byte in whole {
                    write!(f, "{byte},")?;
                }
                write!(f, "{}:{last}>>", end >> (8 - last))
            }
            Value::Export {
                module,
                function,
                arity,
            } => write!(
                f,
                "fun '{}':'{}'/{arity}",
                module.escape_debug(),
                function.escape_debug()
            ),
        }
    }
}
