//! Reading bytes in order, none of which need be there.

use super::error::{Error, Problem};

/// Where one reads in a chunk.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    chunk: &'static str,
    bytes: &'a [u8],
    at: usize,
}

/// What a compact term begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tag {
    Number,
    Integer,
    Atom,
    X,
    Y,
    Label,
    Character,
    Extended,
}

/// The number of a compact term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Size<'a> {
    /// It is not negative.
    Word(u64),
    /// Its bytes, highest first; the first bit is the sign of an integer.
    Bytes(&'a [u8]),
}

impl<'a> Reader<'a> {
    pub(crate) fn new(chunk: &'static str, bytes: &'a [u8]) -> Reader<'a> {
        Reader {
            chunk,
            bytes,
            at: 0,
        }
    }

    /// How many bytes were read.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// How many bytes are left.
    pub(crate) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Something is wrong just here.
    pub(crate) fn error(&self, problem: Problem) -> Error {
        self.error_at(self.at, problem)
    }

    pub(crate) fn error_at(&self, offset: usize, problem: Problem) -> Error {
        Error {
            chunk: self.chunk,
            offset,
            problem,
        }
    }

    pub(crate) fn bytes(&mut self, len: usize, within: &'static str) -> Result<&'a [u8], Error> {
        if self.left() < len {
            return Err(self.error(Problem::Ends { within }));
        }
        let bytes = &self.bytes[self.at..self.at + len];
        self.at += len;
        Ok(bytes)
    }

    pub(crate) fn array<const N: usize>(&mut self, within: &'static str) -> Result<[u8; N], Error> {
        let mut array = [0; N];
        array.copy_from_slice(self.bytes(N, within)?);
        Ok(array)
    }

    pub(crate) fn u8(&mut self, within: &'static str) -> Result<u8, Error> {
        Ok(u8::from_be_bytes(self.array(within)?))
    }

    pub(crate) fn u16(&mut self, within: &'static str) -> Result<u16, Error> {
        Ok(u16::from_be_bytes(self.array(within)?))
    }

    pub(crate) fn u32(&mut self, within: &'static str) -> Result<u32, Error> {
        Ok(u32::from_be_bytes(self.array(within)?))
    }

    /// How many of something there are, each of which has that many bytes or more.
    pub(crate) fn count(&mut self, what: &'static str, each: usize) -> Result<usize, Error> {
        let count = self.u32(what)?;
        self.check_count(count.into(), what, each)
    }

    pub(crate) fn check_count(
        &self,
        count: u64,
        what: &'static str,
        each: usize,
    ) -> Result<usize, Error> {
        let most = (self.left() / each) as u64;
        match count > most {
            true => Err(self.error(Problem::TooLarge {
                what,
                size: count,
                most,
            })),
            false => Ok(count as usize),
        }
    }

    /// A number below a bound.
    pub(crate) fn below(&mut self, what: &'static str, count: usize) -> Result<u32, Error> {
        let offset = self.at;
        let number = self.u32(what)?;
        match (number as usize) < count {
            true => Ok(number),
            false => Err(self.error_at(
                offset,
                Problem::NoSuch {
                    what,
                    number: number.into(),
                    count: count as u64,
                },
            )),
        }
    }

    /// Nothing must be left.
    pub(crate) fn end(&self) -> Result<(), Error> {
        match self.left() {
            0 => Ok(()),
            _ => Err(self.error(Problem::GoesOn)),
        }
    }

    /// The beginning of a compact term: all of it, if it is not an extended one.
    pub(crate) fn compact(&mut self, within: &'static str) -> Result<(Tag, Size<'a>), Error> {
        let first = self.u8(within)?;
        let tag = match first & 7 {
            0 => Tag::Number,
            1 => Tag::Integer,
            2 => Tag::Atom,
            3 => Tag::X,
            4 => Tag::Y,
            5 => Tag::Label,
            6 => Tag::Character,
            _ => Tag::Extended,
        };
        if first & 8 == 0 {
            return Ok((tag, Size::Word(u64::from(first >> 4))));
        }
        if first & 16 == 0 {
            let low = self.u8(within)?;
            return Ok((tag, Size::Word(u64::from(first >> 5) << 8 | u64::from(low))));
        }
        let len = match first >> 5 {
            // The number of bytes is a number of its own, which is never a long one in turn.
            7 => {
                let offset = self.at;
                match self.compact_short(within)? {
                    Some(len) => len.saturating_add(9),
                    None => {
                        let byte = self.bytes[offset];
                        return Err(self.error_at(offset, Problem::UnknownOperand { byte }));
                    }
                }
            }
            len => usize::from(len) + 2,
        };
        let bytes = self.bytes(len, within)?;
        if tag != Tag::Integer && bytes.len() <= 8 {
            return Ok((tag, Size::Word(word(bytes))));
        }
        Ok((tag, Size::Bytes(bytes)))
    }

    /// A number with at most 8 bytes.
    fn compact_short(&mut self, within: &'static str) -> Result<Option<usize>, Error> {
        let first = self.u8(within)?;
        if first & 7 != 0 {
            return Ok(None);
        }
        let number = match (first & 8, first & 16, first >> 5) {
            (0, ..) => u64::from(first >> 4),
            (_, 0, high) => u64::from(high) << 8 | u64::from(self.u8(within)?),
            (_, _, 7) => return Ok(None),
            (_, _, len) => word(self.bytes(usize::from(len) + 2, within)?),
        };
        Ok(Some(usize::try_from(number).unwrap_or(usize::MAX)))
    }

    /// A number that is a compact term.
    pub(crate) fn compact_number(&mut self, within: &'static str) -> Result<u64, Error> {
        let offset = self.at;
        match self.compact(within)? {
            (Tag::Number, Size::Word(number)) => Ok(number),
            _ => {
                let byte = self.bytes[offset];
                Err(self.error_at(offset, Problem::UnknownOperand { byte }))
            }
        }
    }
}

/// At most 8 bytes as a number.
fn word(bytes: &[u8]) -> u64 {
    (bytes.iter()).fold(0, |word, byte| word << 8 | u64::from(*byte))
}
