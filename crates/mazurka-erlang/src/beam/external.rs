//! The external term format: bytes become terms of any kind.
//!
//! The decoder knows nothing of what terms are: a [`Sink`] makes them. It needs no stack of its
//! own however deep terms are, and makes nothing larger than the bytes that are there.

use super::error::{Error, Problem};
use super::reader::Reader;
use num_bigint::{BigInt, Sign};

/// Makes terms. Parts come before the whole.
pub(crate) trait Sink {
    type Term;
    type Error: From<Error>;

    fn integer(&mut self, number: i64) -> Result<Self::Term, Self::Error>;
    fn big(&mut self, number: BigInt) -> Result<Self::Term, Self::Error>;
    /// It is finite.
    fn float(&mut self, number: f64) -> Result<Self::Term, Self::Error>;
    fn atom(&mut self, text: &str) -> Result<Self::Term, Self::Error>;
    fn nil(&mut self) -> Result<Self::Term, Self::Error>;
    fn binary(&mut self, bytes: &[u8]) -> Result<Self::Term, Self::Error>;
    /// The last byte (there is one) has that many bits, from 1 to 7, its highest.
    fn bits(&mut self, bytes: &[u8], last: u8) -> Result<Self::Term, Self::Error>;
    fn tuple(&mut self, items: Vec<Self::Term>) -> Result<Self::Term, Self::Error>;
    /// `items` are one or more.
    fn list(&mut self, items: Vec<Self::Term>, tail: Self::Term)
    -> Result<Self::Term, Self::Error>;
    /// Keys may be there twice.
    fn map(&mut self, pairs: Vec<(Self::Term, Self::Term)>) -> Result<Self::Term, Self::Error>;
    /// `fun module:function/arity`
    fn export(
        &mut self,
        module: &str,
        function: &str,
        arity: u8,
    ) -> Result<Self::Term, Self::Error>;

    /// How deep terms may be.
    fn deepest(&self) -> usize {
        usize::MAX
    }
}

/// The version of the format, which all terms begin with.
const VERSION: u8 = 131;
/// Behind the version: the rest is compressed.
const COMPRESSED: u8 = 80;

/// A tuple, list or map of which parts are not read yet.
struct Open<T> {
    kind: Whole,
    /// How many parts are to come.
    left: usize,
    parts: Vec<T>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Whole {
    Tuple,
    /// The last part is the tail.
    List,
    Map,
}

/// What begins with a tag.
enum Begun<T> {
    Term(T),
    Open(Whole, usize),
}

/// Decodes a term, and says how many bytes it had. `chunk` is where the bytes are from.
///
/// What is compressed may have `most` bytes.
pub(crate) fn decode<S: Sink>(
    chunk: &'static str,
    bytes: &[u8],
    most: usize,
    sink: &mut S,
) -> Result<(S::Term, usize), S::Error> {
    let mut reader = Reader::new(chunk, bytes);
    let version = reader.u8("a term")?;
    if version != VERSION {
        let number = version.into();
        return Err(reader.error_at(0, Problem::Version { number }).into());
    }
    if bytes.get(1) != Some(&COMPRESSED) {
        let term = terms(&mut reader, sink)?;
        return Ok((term, reader.offset()));
    }
    reader.u8("a term")?;
    let size = reader.u32("a term")? as usize;
    let start = reader.offset();
    let (inner, used) = inflate(chunk, &bytes[start..], size, most)?;
    let mut within = Reader::new(chunk, &inner);
    let term = terms(&mut within, sink)?;
    within.end()?;
    Ok((term, start + used))
}

/// What was compressed (zlib), which is `size` bytes; and how many bytes it had before.
pub(crate) fn inflate(
    chunk: &'static str,
    bytes: &[u8],
    size: usize,
    most: usize,
) -> Result<(Vec<u8>, usize), Error> {
    use miniz_oxide::inflate::TINFLStatus;
    use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
    let error = |problem| Error {
        chunk,
        offset: 0,
        problem,
    };
    // Nothing becomes more than 1,032 times as large.
    let most = most.min(bytes.len().saturating_mul(1032));
    if size > most {
        return Err(error(Problem::TooLarge {
            what: "size",
            size: size as u64,
            most: most as u64,
        }));
    }
    let mut output = vec![0; size];
    let flags = inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER
        | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let mut state = Box::<DecompressorOxide>::default();
    let (status, used, written) = decompress(&mut state, bytes, &mut output, 0, flags);
    match status {
        TINFLStatus::Done if written == size => Ok((output, used)),
        TINFLStatus::Done | TINFLStatus::HasMoreOutput => Err(error(Problem::Compression(
            "it has another size than it says",
        ))),
        TINFLStatus::Adler32Mismatch => Err(error(Problem::Compression("the checksum is wrong"))),
        _ => Err(error(Problem::Compression("the data are damaged"))),
    }
}

/// A term without a version before it.
fn terms<S: Sink>(reader: &mut Reader<'_>, sink: &mut S) -> Result<S::Term, S::Error> {
    let mut open: Vec<Open<S::Term>> = Vec::new();
    // How many parts are to begin, in all that is open. Each has a byte or more.
    let mut owed: usize = 0;
    loop {
        let begun = begin(reader, sink)?;
        owed = owed.saturating_sub(1);
        let mut term = match begun {
            Begun::Term(term) => term,
            Begun::Open(kind, count) => {
                // The rest of a list may be a list of its own: they become one.
                let joins = kind == Whole::List
                    && (open.last()).is_some_and(|open| open.kind == kind && open.left == 1);
                owed += count;
                reader.check_count(owed as u64, "parts", 1)?;
                if joins && let Some(open) = open.last_mut() {
                    open.left += count - 1;
                    continue;
                }
                if open.len() >= sink.deepest() {
                    return Err(reader.error(Problem::Term("a term is too deep")).into());
                }
                open.push(Open {
                    kind,
                    left: count,
                    parts: Vec::with_capacity(count),
                });
                continue;
            }
        };
        // It is a part of what is open, which may be complete with it.
        loop {
            let Some(last) = open.last_mut() else {
                return Ok(term);
            };
            last.parts.push(term);
            last.left -= 1;
            if last.left > 0 {
                break;
            }
            let Some(Open { kind, parts, .. }) = open.pop() else {
                unreachable!("it was the last");
            };
            term = close(kind, parts, sink)?;
        }
    }
}

fn close<S: Sink>(kind: Whole, mut parts: Vec<S::Term>, sink: &mut S) -> Result<S::Term, S::Error> {
    match kind {
        Whole::Tuple => sink.tuple(parts),
        Whole::List => match parts.pop() {
            Some(tail) => sink.list(parts, tail),
            None => sink.nil(),
        },
        Whole::Map => {
            let mut pairs = Vec::with_capacity(parts.len() / 2);
            let mut parts = parts.into_iter();
            while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
                pairs.push((key, value));
            }
            sink.map(pairs)
        }
    }
}

fn begin<S: Sink>(reader: &mut Reader<'_>, sink: &mut S) -> Result<Begun<S::Term>, S::Error> {
    let offset = reader.offset();
    let tag = reader.u8("a term")?;
    let refused = |what| Err(S::Error::from(reader.error_at(offset, Problem::Term(what))));
    let term = match tag {
        70 => {
            let number = f64::from_bits(u64::from_be_bytes(reader.array("a float")?));
            if !number.is_finite() {
                return Err(reader
                    .error_at(offset, Problem::Term("a float is no number"))
                    .into());
            }
            sink.float(number)?
        }
        77 => {
            let len = reader.u32("a bitstring")? as usize;
            let last = reader.u8("a bitstring")?;
            let bytes = reader.bytes(len, "a bitstring")?;
            match (len, last) {
                (0, 0) | (1.., 8) => sink.binary(bytes)?,
                (1.., 1..8) => sink.bits(bytes, last)?,
                _ => {
                    let problem = Problem::Term("a bitstring has an impossible number of bits");
                    return Err(reader.error_at(offset, problem).into());
                }
            }
        }
        97 => sink.integer(reader.u8("an integer")?.into())?,
        98 => sink.integer(i32::from_be_bytes(reader.array("an integer")?).into())?,
        99 => {
            let text = reader.bytes(31, "a float")?;
            let end = text.iter().position(|byte| *byte == 0);
            let text = std::str::from_utf8(&text[..end.unwrap_or(text.len())]);
            match text.ok().and_then(|text| text.parse::<f64>().ok()) {
                Some(number) if number.is_finite() => sink.float(number)?,
                _ => {
                    return Err(reader
                        .error_at(offset, Problem::Term("a float is no number"))
                        .into());
                }
            }
        }
        100 | 115 | 118 | 119 => {
            let text = atom_text(reader, tag, offset)?;
            sink.atom(&text)?
        }
        104 | 105 => {
            let count = match tag {
                104 => reader.u8("a tuple")?.into(),
                _ => reader.count("parts of a tuple", 1)?,
            };
            match count {
                0 => sink.tuple(Vec::new())?,
                _ => return Ok(Begun::Open(Whole::Tuple, count)),
            }
        }
        106 => sink.nil()?,
        107 => {
            let len = reader.u16("a string")?;
            let bytes = reader.bytes(len.into(), "a string")?;
            let mut items = Vec::with_capacity(bytes.len());
            for byte in bytes {
                items.push(sink.integer((*byte).into())?);
            }
            let tail = sink.nil()?;
            match items.is_empty() {
                true => tail,
                false => sink.list(items, tail)?,
            }
        }
        108 => match reader.count("parts of a list", 1)? {
            // Only what is behind it, which is a list.
            0 => {
                let next = reader.offset();
                match reader.u8("a list")? {
                    106 => sink.nil()?,
                    _ => {
                        let problem = Problem::Term("a list has a tail, and nothing else");
                        return Err(reader.error_at(next, problem).into());
                    }
                }
            }
            count => return Ok(Begun::Open(Whole::List, count + 1)),
        },
        109 => {
            let len = reader.u32("a binary")? as usize;
            sink.binary(reader.bytes(len, "a binary")?)?
        }
        110 | 111 => {
            let len = match tag {
                110 => reader.u8("an integer")?.into(),
                _ => reader.u32("an integer")? as usize,
            };
            let sign = match reader.u8("an integer")? {
                0 => Sign::Plus,
                _ => Sign::Minus,
            };
            let bytes = reader.bytes(len, "an integer")?;
            let number = BigInt::from_bytes_le(sign, bytes);
            match i64::try_from(&number) {
                Ok(small) => sink.integer(small)?,
                Err(_) => sink.big(number)?,
            }
        }
        113 => {
            let module = inner_atom(reader)?;
            let function = inner_atom(reader)?;
            let offset = reader.offset();
            match (reader.u8("a function")?, reader.u8("a function")?) {
                (97, arity) => sink.export(&module, &function, arity)?,
                _ => {
                    let problem = Problem::Term("the arity of a function is no number");
                    return Err(reader.error_at(offset, problem).into());
                }
            }
        }
        116 => {
            let pairs = reader.count("pairs of a map", 2)?;
            match pairs {
                0 => sink.map(Vec::new())?,
                _ => return Ok(Begun::Open(Whole::Map, 2 * pairs)),
            }
        }
        88 | 103 => return refused("a process is not supported here"),
        90 | 101 | 114 => return refused("a reference is not supported here"),
        89 | 102 | 120 => return refused("a port is not supported here"),
        112 | 117 => return refused("a function with variables is not supported here"),
        121 => return refused("a term of one system only is not supported"),
        82 => return refused("a reference to a cache of atoms is not supported"),
        byte => {
            return Err(reader
                .error_at(offset, Problem::UnknownTerm { byte })
                .into());
        }
    };
    Ok(Begun::Term(term))
}

/// An atom that is a part of something.
fn inner_atom(reader: &mut Reader<'_>) -> Result<String, Error> {
    let offset = reader.offset();
    match reader.u8("an atom")? {
        tag @ (100 | 115 | 118 | 119) => atom_text(reader, tag, offset),
        _ => Err(reader.error_at(offset, Problem::Term("it should be an atom"))),
    }
}

fn atom_text(reader: &mut Reader<'_>, tag: u8, offset: usize) -> Result<String, Error> {
    let len = match tag {
        100 | 118 => reader.u16("an atom")?.into(),
        _ => usize::from(reader.u8("an atom")?),
    };
    let bytes = reader.bytes(len, "an atom")?;
    atom(bytes, tag < 118).map_err(|problem| reader.error_at(offset, problem))
}

/// The text of an atom, which has at most 255 characters.
pub(crate) fn atom(bytes: &[u8], is_latin1: bool) -> Result<String, Problem> {
    let text: String = match is_latin1 {
        true => bytes.iter().map(|byte| char::from(*byte)).collect(),
        false => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => return Err(Problem::Text),
        },
    };
    let count = text.chars().count();
    match count > 255 {
        true => Err(Problem::TooLarge {
            what: "characters of an atom",
            size: count as u64,
            most: 255,
        }),
        false => Ok(text),
    }
}
