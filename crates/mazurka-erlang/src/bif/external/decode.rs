//! Bytes as terms. Whatever the bytes are, there is a term, or an exception.

use super::{MAGIC, tag};
use crate::heap::{Bits, Fun, Heap};
use crate::map;
use crate::raise::{Raise, Result};
use crate::term::Term;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use num_bigint::{BigInt, Sign};

/// A term whose parts are being read.
struct Frame {
    kind: FrameKind,
    /// How many are still to be read.
    missing: usize,
    parts: Vec<Term>,
}

enum FrameKind {
    Tuple,
    /// The last part is the tail.
    List,
    /// Keys and values in turn.
    Map,
    Export,
    /// Module, index, digest, process, free variables.
    Fun(u32, u32),
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// No new atoms are made.
    is_safe: bool,
}

/// The term that the bytes begin with, and how many of them it has.
pub(crate) fn decode(heap: &mut Heap, bytes: &[u8], is_safe: bool) -> Result<(Term, usize)> {
    let mut reader = Reader {
        bytes,
        at: 0,
        is_safe,
    };
    if reader.byte()? != MAGIC {
        return Err(Raise::BADARG);
    }
    if bytes.get(1) != Some(&tag::COMPRESSED) {
        let term = reader.term(heap)?;
        return Ok((term, reader.at));
    }
    reader.at += 1;
    let size = reader.size()?;
    let (plain, taken) = inflate(heap, &bytes[reader.at..], size)?;
    let mut inner = Reader {
        bytes: &plain,
        at: 0,
        is_safe,
    };
    let term = inner.term(heap)?;
    Ok((term, reader.at + taken))
}

/// That many bytes, which were compressed, and how many bytes they were then.
fn inflate(heap: &Heap, bytes: &[u8], size: usize) -> Result<(Vec<u8>, usize)> {
    // There is no better compression than that.
    if size / 1100 > bytes.len() {
        return Err(Raise::BADARG);
    }
    heap.check(size / 8)?;
    let mut plain = vec![0; size];
    let flags = inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER
        | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let mut decompressor = Box::<DecompressorOxide>::default();
    match decompress(&mut decompressor, bytes, &mut plain, 0, flags) {
        (TINFLStatus::Done, taken, made) if made == size => Ok((plain, taken)),
        _ => Err(Raise::BADARG),
    }
}

impl Reader<'_> {
    fn take(&mut self, count: usize) -> Result<&[u8]> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let taken = rest.get(..count).ok_or(Raise::BADARG)?;
        self.at += count;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    fn byte(&mut self) -> Result<u8> {
        Ok(self.array::<1>()?[0])
    }

    fn half(&mut self) -> Result<usize> {
        Ok(u16::from_be_bytes(self.array()?).into())
    }

    fn word(&mut self) -> Result<u32> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    fn size(&mut self) -> Result<usize> {
        Ok(self.word()? as usize)
    }

    /// A number of terms, each of which has a byte at least.
    fn count(&mut self, each: usize) -> Result<usize> {
        let count = self.size()?;
        match count.saturating_mul(each) <= self.bytes.len() - self.at {
            true => Ok(count),
            false => Err(Raise::BADARG),
        }
    }

    fn term(&mut self, heap: &mut Heap) -> Result {
        let mut frames: Vec<Frame> = Vec::new();
        loop {
            // A term without parts, or the beginning of one with parts.
            let mut done = match self.begin(heap)? {
                Ok(term) => term,
                Err(frame) if frame.missing == 0 => finish(heap, frame)?,
                Err(frame) => {
                    frames.push(frame);
                    continue;
                }
            };
            // It may complete others.
            loop {
                let Some(mut frame) = frames.pop() else {
                    return Ok(done);
                };
                frame.parts.push(done);
                frame.missing -= 1;
                if frame.missing > 0 {
                    frames.push(frame);
                    break;
                }
                done = finish(heap, frame)?;
            }
        }
    }

    fn begin(&mut self, heap: &mut Heap) -> Result<std::result::Result<Term, Frame>> {
        let frame = |kind, missing| Frame {
            kind,
            missing,
            parts: Vec::new(),
        };
        Ok(Ok(match self.byte()? {
            tag::SMALL_INTEGER => Term::small(self.byte()?.into()),
            tag::INTEGER => Term::small(i32::from_be_bytes(self.array()?).into()),
            tag::NEW_FLOAT => float(heap, f64::from_bits(u64::from_be_bytes(self.array()?)))?,
            tag::FLOAT => {
                let text = self.array::<31>()?;
                let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
                let text = std::str::from_utf8(text).ok();
                let number = text.and_then(|text| text.trim_start().parse().ok());
                float(heap, number.ok_or(Raise::BADARG)?)?
            }
            tag::ATOM => {
                let len = self.half()?;
                self.latin1_atom(heap, len)?
            }
            tag::SMALL_ATOM => {
                let len = self.byte()?.into();
                self.latin1_atom(heap, len)?
            }
            tag::ATOM_UTF8 => {
                let len = self.half()?;
                self.utf8_atom(heap, len)?
            }
            tag::SMALL_ATOM_UTF8 => {
                let len = self.byte()?.into();
                self.utf8_atom(heap, len)?
            }
            tag::SMALL_TUPLE => return Ok(Err(frame(FrameKind::Tuple, self.byte()?.into()))),
            tag::LARGE_TUPLE => return Ok(Err(frame(FrameKind::Tuple, self.count(1)?))),
            tag::NIL => Term::NIL,
            tag::STRING => {
                let len = self.half()?;
                let bytes = self.take(len)?;
                heap.check(2 * len)?;
                super::binaries::bytes_before(heap, bytes, Term::NIL)?
            }
            tag::LIST => return Ok(Err(frame(FrameKind::List, self.count(1)? + 1))),
            tag::MAP => return Ok(Err(frame(FrameKind::Map, 2 * self.count(2)?))),
            tag::EXPORT => return Ok(Err(frame(FrameKind::Export, 3))),
            tag::BINARY => {
                let len = self.count(1)?;
                heap.check(len / 8)?;
                heap.binary(self.take(len)?)
            }
            tag::BIT_BINARY => self.bit_binary(heap)?,
            tag::SMALL_BIG => {
                let len = self.byte()?.into();
                self.big(heap, len)?
            }
            tag::LARGE_BIG => {
                let len = self.count(1)?;
                self.big(heap, len)?
            }
            tag::NEW_FUN => {
                self.size()?;
                let arity = self.byte()?.into();
                self.take(16)?;
                let (index, free) = (self.word()?, self.count(1)?);
                return Ok(Err(frame(FrameKind::Fun(arity, index), 4 + free)));
            }
            tag::PATH_PID => self.pid(heap)?,
            tag::PATH_REFERENCE => {
                let creator = self.pid(heap)?.as_pid().ok_or(Raise::BADARG)?;
                let number = u64::from_be_bytes(self.array()?);
                heap.reference(creator, number)
            }
            tag::PID
            | tag::NEW_PID
            | tag::PORT
            | tag::NEW_PORT
            | tag::V4_PORT
            | tag::REFERENCE
            | tag::NEW_REFERENCE
            | tag::NEWER_REFERENCE => {
                let message = "binary_to_term/1 of a process, port or reference that \
                               term_to_binary/1 did not write here is not supported";
                return Err(Raise::Unsupported(message.into()));
            }
            _ => return Err(Raise::BADARG),
        }))
    }

    fn atom(&self, heap: &mut Heap, text: &str) -> Result {
        if text.chars().count() > 255 {
            return Err(Raise::BADARG);
        }
        match self.is_safe {
            true => heap.atoms.existing(text).ok_or(Raise::BADARG),
            false => Ok(heap.atom(text)),
        }
    }

    fn latin1_atom(&mut self, heap: &mut Heap, len: usize) -> Result {
        let text: String = self
            .take(len)?
            .iter()
            .map(|byte| char::from(*byte))
            .collect();
        self.atom(heap, &text)
    }

    fn utf8_atom(&mut self, heap: &mut Heap, len: usize) -> Result {
        let bytes = self.take(len)?.to_vec();
        let text = std::str::from_utf8(&bytes).map_err(|_| Raise::BADARG)?;
        self.atom(heap, text)
    }

    fn bit_binary(&mut self, heap: &mut Heap) -> Result {
        let (len, last) = (self.size()?, usize::from(self.byte()?));
        if last > 8 || (len == 0) != (last == 0) {
            return Err(Raise::BADARG);
        }
        let bytes = self.take(len)?;
        heap.check(len / 8)?;
        let whole = heap.binary(bytes);
        match heap.as_bits(whole) {
            Some(bits) if last != 0 => Ok(heap.sub_bits(Bits {
                size: bits.size - 8 + last,
                ..bits
            })),
            _ => Ok(whole),
        }
    }

    fn big(&mut self, heap: &mut Heap, len: usize) -> Result {
        let sign = match self.byte()? {
            0 => Sign::Plus,
            _ => Sign::Minus,
        };
        heap.check(len / 8)?;
        let number = BigInt::from_bytes_le(sign, self.take(len)?);
        Ok(heap.big(&number))
    }

    fn pid(&mut self, heap: &Heap) -> Result {
        let len = self.count(4)?;
        let mut path = Vec::with_capacity(len);
        for _ in 0..len {
            path.push(self.word()?);
        }
        heap.pid_at(&path).ok_or(Raise::BADARG)
    }
}

fn float(heap: &mut Heap, number: f64) -> Result {
    match number.is_finite() {
        true => Ok(heap.float(number)),
        false => Err(Raise::BADARG),
    }
}

/// A term whose parts were all read.
fn finish(heap: &mut Heap, frame: Frame) -> Result {
    let parts = frame.parts;
    heap.check(2 * parts.len())?;
    match frame.kind {
        FrameKind::Tuple => Ok(heap.tuple(&parts)),
        FrameKind::List => {
            let (tail, items) = parts.split_last().ok_or(Raise::BADARG)?;
            Ok(heap.list_before(items, *tail))
        }
        FrameKind::Map => {
            let pairs: Vec<_> = parts
                .chunks_exact(2)
                .map(|pair| (pair[0], pair[1]))
                .collect();
            let count = pairs.len();
            let result = map::from_pairs(heap, pairs);
            match map::size(heap, result) == Some(count) {
                true => Ok(result),
                false => Err(Raise::BADARG),
            }
        }
        FrameKind::Export => match (parts[0].as_atom(), parts[1].as_atom(), parts[2].as_small()) {
            (Some(_), Some(_), Some(arity @ 0..=255)) => {
                Ok(heap.export(parts[0], parts[1], arity as u32))
            }
            _ => Err(Raise::BADARG),
        },
        FrameKind::Fun(arity, index) => {
            let module = parts[0];
            match module.as_atom() {
                Some(_) => {
                    let fun = Fun {
                        module,
                        index,
                        arity,
                    };
                    Ok(heap.fun(fun, &parts[4..]))
                }
                None => Err(Raise::BADARG),
            }
        }
    }
}
